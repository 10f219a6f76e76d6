//! The loops in the vectors of x86. Closures are called directly: in `map` they would be compiled without these vectors.

use sumito_rules::Cells;

use super::loops::{self, Inputs};
use super::{CELL_ONE, FirstWeights, INPUTS, Pattern, RING_SCALES, Ring, Row, SMALL, SecondWeights};
use crate::network::{Accumulator, CHANNELS, FIRST_SHIFT, HIDDEN, Head, ONE, PAIRS, RINGS, SQUARE_SHIFT, WEIGHT_SHIFT};
use crate::patterns::{CELLS, Lines, NUMBERS, geometry};

/// Where the weights of the patterns around each cell are, in bytes, by axis and cell.
#[repr(C, align(64))]
struct Offsets([[u32; CELLS]; 3]);

/// The number of a pattern, shifted by this, is its offset.
const SCALE: u32 = size_of::<Pattern>().ilog2();

/// The weights of the pattern around a cell along an axis.
#[inline(always)]
fn pattern<'a>(table: &'a [Pattern; NUMBERS], offsets: &Offsets, axis: usize, cell: usize) -> &'a Pattern {
    let offset = offsets.0[axis][cell & (CELLS - 1)] as usize;
    debug_assert!(offset.is_multiple_of(size_of::<Pattern>()) && offset < size_of_val(table), "{offset} is where no pattern is");
    // SAFETY: an offset is the number of a pattern, which its lines' bits are cut to, times the size of a pattern.
    unsafe { &*table.as_ptr().byte_add(offset) }
}

pub(super) mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_storeu_si128, _mm256_add_epi8, _mm256_add_epi16, _mm256_add_epi32, _mm256_and_si256,
        _mm256_blendv_epi8, _mm256_castsi256_si128, _mm256_cmpgt_epi32, _mm256_cvtepi8_epi16, _mm256_extracti128_si256,
        _mm256_hadd_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi8, _mm256_min_epi8,
        _mm256_mulhrs_epi16, _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_permutevar8x32_epi32, _mm256_set1_epi8,
        _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_slli_epi16, _mm256_slli_epi32, _mm256_srlv_epi32,
        _mm256_storeu_si256, _mm256_sub_epi8,
    };

    use super::{
        Accumulator, CELL_ONE, CELLS, CHANNELS, Cells, FirstWeights, HIDDEN, Head, Inputs, Lines, NUMBERS, Offsets, Pattern,
        RINGS, Ring, Row, SCALE, SMALL, SecondWeights, geometry, loops, pattern,
    };

    #[inline]
    #[target_feature(enable = "avx2")]
    fn offsets(lines: &Lines) -> Offsets {
        let geometry = geometry();
        let mut out = Offsets([[0; CELLS]; 3]);
        for (axis, out) in out.0.iter_mut().enumerate() {
            let halves = lines.0[axis].as_chunks::<8>().0;
            let (low, high) = (load(&halves[0]), load(&halves[1]));
            let (at, shifts) = (geometry.lines.0[axis].as_chunks::<8>().0, geometry.shifts.0[axis].as_chunks::<8>().0);
            for ((out, at), shift) in out.as_chunks_mut::<8>().0.iter_mut().zip(at).zip(shifts) {
                let at = load(at);
                let (low, high) = (_mm256_permutevar8x32_epi32(low, at), _mm256_permutevar8x32_epi32(high, at));
                let line = _mm256_blendv_epi8(low, high, _mm256_cmpgt_epi32(at, _mm256_set1_epi32(7)));
                let number = _mm256_and_si256(_mm256_srlv_epi32(line, load(shift)), _mm256_set1_epi32(NUMBERS as i32 - 1));
                store(out, _mm256_slli_epi32::<{ SCALE as i32 }>(number));
            }
        }
        out
    }

    /// A vector of these values.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load<T, const N: usize>(values: &[T; N]) -> __m256i {
        const { assert!(size_of::<[T; N]>() == 32) };
        // SAFETY: there are 32 bytes.
        unsafe { _mm256_loadu_si256(std::ptr::from_ref(values).cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store<T, const N: usize>(values: &mut [T; N], vector: __m256i) {
        const { assert!(size_of::<[T; N]>() == 32) };
        // SAFETY: there is room for 32 bytes, and any bits are integers.
        unsafe { _mm256_storeu_si256(std::ptr::from_mut(values).cast(), vector) };
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(crate) fn update_cells(out: &mut Accumulator, earlier: &[Accumulator], table: &[Pattern; NUMBERS], cells: Cells) {
        let input = &earlier[earlier.len() - 1];
        let offsets = offsets(&out.lines);
        out.since = input.since;
        for ((out_ring, ring), &here) in out.rings.iter_mut().zip(&input.rings).zip(&geometry().rings) {
            let from = ring.0.as_chunks::<16>().0;
            let mut sums = [load(&from[0]), load(&from[1]), load(&from[2]), load(&from[3])];
            for cell in cells & here {
                let cell = cell.index() & (CELLS - 1);
                let old = &earlier[usize::from(input.since[cell])].cells[cell].0;
                let new = &mut out.cells[cell].0;
                out.since[cell] = earlier.len() as u8;
                for half in 0..2 {
                    let row = |axis: usize| load::<i8, 32>(&pattern(table, &offsets, axis, cell).0.as_chunks().0[half]);
                    let sum = _mm256_add_epi8(_mm256_add_epi8(row(0), row(1)), row(2));
                    let channels = _mm256_min_epi8(_mm256_max_epi8(sum, _mm256_setzero_si256()), _mm256_set1_epi8(CELL_ONE));
                    store::<i8, 32>(&mut new.as_chunks_mut().0[half], channels);
                    let change = _mm256_sub_epi8(channels, load::<i8, 32>(&old.as_chunks().0[half]));
                    let (low, high) = (_mm256_castsi256_si128(change), _mm256_extracti128_si256::<1>(change));
                    sums[2 * half] = _mm256_add_epi16(sums[2 * half], _mm256_cvtepi8_epi16(low));
                    sums[2 * half + 1] = _mm256_add_epi16(sums[2 * half + 1], _mm256_cvtepi8_epi16(high));
                }
            }
            for (out, sum) in out_ring.0.as_chunks_mut::<16>().0.iter_mut().zip(sums) {
                store(out, sum);
            }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn means(sums: &[i16; CHANNELS], scale: i16) -> [u8; CHANNELS] {
        let mean = |half: usize| {
            let sums = load(&sums.as_chunks::<16>().0[half]);
            _mm256_mulhrs_epi16(_mm256_slli_epi16::<2>(sums), _mm256_set1_epi16(scale))
        };
        let mut out = [0; CHANNELS];
        store(&mut out, _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(mean(0), mean(1))));
        out
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn first(inputs: &Inputs, weights: &FirstWeights) -> [i32; SMALL] {
        // Four outputs at a time share what is read of the inputs.
        const OUTPUTS: usize = 4;
        let ones = _mm256_set1_epi16(1);
        let mut out = [0; SMALL];
        for (out, rows) in out.as_chunks_mut::<OUTPUTS>().0.iter_mut().zip(weights.0.as_chunks::<OUTPUTS>().0) {
            let mut sums = [_mm256_setzero_si256(); OUTPUTS];
            for (at, inputs) in inputs.0.as_chunks::<32>().0.iter().enumerate() {
                let inputs = load(inputs);
                for (sum, row) in sums.iter_mut().zip(rows) {
                    let products = _mm256_maddubs_epi16(inputs, load(&row.0.as_chunks::<32>().0[at]));
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(products, ones));
                }
            }
            let [a, b, c, d] = sums;
            let across = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
            let sum = _mm_add_epi32(_mm256_castsi256_si128(across), _mm256_extracti128_si256::<1>(across));
            // SAFETY: there is room for 16 bytes.
            unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), sum) };
        }
        out
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn second(inputs: &[i16; 2 * SMALL], weights: &SecondWeights) -> [i32; HIDDEN] {
        let mut sums = [_mm256_setzero_si256(); HIDDEN / 8];
        for (inputs, weights) in inputs.as_chunks::<2>().0.iter().zip(weights) {
            let both = _mm256_set1_epi32(i32::from(inputs[0] as u16) | i32::from(inputs[1]) << 16);
            for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<16>().0) {
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(both, load(weights)));
            }
        }
        let mut out = [0; HIDDEN];
        out.as_chunks_mut::<8>().0.iter_mut().zip(sums).for_each(|(out, sum)| store(out, sum));
        out
    }

    #[target_feature(enable = "avx2")]
    pub(crate) fn forward(sides: [&Row; 2], rings: &[Ring; RINGS], mover: usize, head: &Head) -> i32 {
        let inputs = loops::inputs(sides, rings, mover, |sums, scale| means(sums, scale));
        head.output(&inputs, |x, w| first(x, w), |x, w| second(x, w))
    }
}

pub(super) mod avx512_vnni {
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi8, _mm512_add_epi16, _mm512_add_epi32, _mm512_and_si512, _mm512_castsi512_si256,
        _mm512_cvtepi8_epi16, _mm512_dpbusd_epi32, _mm512_dpwssd_epi32, _mm512_extracti64x4_epi64, _mm512_loadu_si512,
        _mm512_madd_epi16, _mm512_mask_blend_epi8, _mm512_max_epi8, _mm512_max_epi16, _mm512_max_epi32, _mm512_min_epi8,
        _mm512_min_epi16, _mm512_min_epi32, _mm512_mulhrs_epi16, _mm512_mullo_epi32, _mm512_or_si512, _mm512_packus_epi16,
        _mm512_permutexvar_epi32, _mm512_permutexvar_epi64, _mm512_reduce_add_epi32, _mm512_set_epi64, _mm512_set1_epi8,
        _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_shuffle_i32x4, _mm512_slli_epi16, _mm512_slli_epi32,
        _mm512_srai_epi32, _mm512_srli_epi32, _mm512_srlv_epi32, _mm512_storeu_si512, _mm512_sub_epi8, _mm512_unpackhi_epi32,
        _mm512_unpackhi_epi64, _mm512_unpacklo_epi32, _mm512_unpacklo_epi64,
    };

    use super::{
        Accumulator, CELL_ONE, CELLS, CHANNELS, Cells, FIRST_SHIFT, Head, INPUTS, Lines, NUMBERS, ONE, Offsets, PAIRS, Pattern,
        RING_SCALES, RINGS, Ring, Row, SCALE, SMALL, SQUARE_SHIFT, WEIGHT_SHIFT, geometry, pattern,
    };

    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl,avx512vnni")]
    fn offsets(lines: &Lines) -> Offsets {
        let geometry = geometry();
        let mut out = Offsets([[0; CELLS]; 3]);
        for (axis, out) in out.0.iter_mut().enumerate() {
            let lines = load(&lines.0[axis]);
            let (at, shifts) = (geometry.lines.0[axis].as_chunks::<16>().0, geometry.shifts.0[axis].as_chunks::<16>().0);
            for ((out, at), shift) in out.as_chunks_mut::<16>().0.iter_mut().zip(at).zip(shifts) {
                let line = _mm512_permutexvar_epi32(load(at), lines);
                let number = _mm512_and_si512(_mm512_srlv_epi32(line, load(shift)), _mm512_set1_epi32(NUMBERS as i32 - 1));
                store(out, _mm512_slli_epi32::<SCALE>(number));
            }
        }
        out
    }

    #[target_feature(enable = "avx512bw,avx512vl,avx512vnni,bmi1,bmi2,lzcnt,popcnt")]
    pub(crate) fn update_cells(out: &mut Accumulator, earlier: &[Accumulator], table: &[Pattern; NUMBERS], cells: Cells) {
        let input = &earlier[earlier.len() - 1];
        let offsets = offsets(&out.lines);
        let ply = _mm512_set1_epi8(earlier.len() as i8);
        store(&mut out.since, _mm512_mask_blend_epi8(cells.bits(), load(&input.since), ply));
        for ((out_ring, ring), &here) in out.rings.iter_mut().zip(&input.rings).zip(&geometry().rings) {
            let from = ring.0.as_chunks::<32>().0;
            // Sums in registers: in memory, each would have to wait for the last one to be written.
            let (mut black, mut white) = (load(&from[0]), load(&from[1]));
            for cell in cells & here {
                let cell = cell.index() & (CELLS - 1);
                let row = |axis: usize| load(&pattern(table, &offsets, axis, cell).0);
                let sum = _mm512_add_epi8(_mm512_add_epi8(row(0), row(1)), row(2));
                let channels = _mm512_min_epi8(_mm512_max_epi8(sum, _mm512_setzero_si512()), _mm512_set1_epi8(CELL_ONE));
                store(&mut out.cells[cell].0, channels);
                let change = _mm512_sub_epi8(channels, load(&earlier[usize::from(input.since[cell])].cells[cell].0));
                black = _mm512_add_epi16(black, _mm512_cvtepi8_epi16(_mm512_castsi512_si256(change)));
                white = _mm512_add_epi16(white, _mm512_cvtepi8_epi16(_mm512_extracti64x4_epi64::<1>(change)));
            }
            let [out_black, out_white] = out_ring.0.as_chunks_mut::<32>().0 else { unreachable!("a ring has two sides") };
            store(out_black, black);
            store(out_white, white);
        }
    }

    #[target_feature(enable = "avx512bw,avx512vl,avx512vnni")]
    pub(crate) fn forward(sides: [&Row; 2], rings: &[Ring; RINGS], mover: usize, head: &Head) -> i32 {
        let sums = first(&inputs(sides, rings, mover), head);
        let sums = _mm512_add_epi32(sums, load(&head.first_bias));
        let (least, most) = (_mm512_set1_epi32(-ONE), _mm512_set1_epi32(ONE));
        let x = _mm512_min_epi32(_mm512_max_epi32(_mm512_srai_epi32::<FIRST_SHIFT>(sums), least), most);
        let square = _mm512_srli_epi32::<SQUARE_SHIFT>(_mm512_mullo_epi32(x, x));
        let positive = _mm512_max_epi32(x, _mm512_setzero_si512());
        let mut both = [0i32; SMALL];
        store(&mut both, _mm512_or_si512(positive, _mm512_slli_epi32::<16>(square)));

        // Several sums at a time: each waits for its last addition.
        let mut sums = [[_mm512_setzero_si512(); 4]; 2];
        for (at, (weights, &both)) in head.second.iter().zip(&both).enumerate() {
            let both = _mm512_set1_epi32(both);
            for (sums, weights) in sums.iter_mut().zip(weights.as_chunks::<32>().0) {
                sums[at % 4] = _mm512_dpwssd_epi32(sums[at % 4], both, load(weights));
            }
        }
        let mut total = _mm512_setzero_si512();
        for (n, [a, b, c, d]) in sums.into_iter().enumerate() {
            let bias = load(&head.second_bias.as_chunks::<16>().0[n]);
            let sum = _mm512_add_epi32(_mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d)), bias);
            let x = _mm512_max_epi32(_mm512_srai_epi32::<WEIGHT_SHIFT>(sum), _mm512_setzero_si512());
            // The upper halves of these are zero, so the products of the lower ones are all there is.
            let x = _mm512_min_epi32(x, most);
            total = _mm512_add_epi32(total, _mm512_madd_epi16(x, load(&head.third.as_chunks::<16>().0[n])));
        }
        _mm512_reduce_add_epi32(total) + head.third_bias
    }

    /// A vector of these values.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn load<T, const N: usize>(values: &[T; N]) -> __m512i {
        const { assert!(size_of::<[T; N]>() == 64) };
        // SAFETY: there are 64 bytes.
        unsafe { _mm512_loadu_si512(std::ptr::from_ref(values).cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn store<T, const N: usize>(values: &mut [T; N], vector: __m512i) {
        const { assert!(size_of::<[T; N]>() == 64) };
        // SAFETY: there is room for 64 bytes, and any bits are integers.
        unsafe { _mm512_storeu_si512(std::ptr::from_mut(values).cast(), vector) };
    }

    /// What goes into the first dense layer, as in [`inputs`](super::loops::inputs).
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl,avx512vnni")]
    fn inputs(sides: [&Row; 2], rings: &[Ring; RINGS], mover: usize) -> [__m512i; INPUTS / 64] {
        let bytes = |low: __m512i, high: __m512i| {
            let order = _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0);
            _mm512_permutexvar_epi64(order, _mm512_packus_epi16(low, high))
        };
        let mut out = [_mm512_setzero_si512(); INPUTS / 64];
        let (products, means) = out.split_at_mut(2 * PAIRS / 64);
        for (out, side) in products.as_chunks_mut::<{ PAIRS / 64 }>().0.iter_mut().zip(sides) {
            let (left, right) = side.0.as_chunks::<32>().0.split_at(PAIRS / 32);
            let clipped = |values: &[i16; 32]| {
                let most = _mm512_set1_epi16(super::super::ONE);
                _mm512_min_epi16(_mm512_max_epi16(load(values), _mm512_setzero_si512()), most)
            };
            // Products lose nine bits, rounded: fifteen after six were added.
            let product = |n: usize| _mm512_mulhrs_epi16(_mm512_slli_epi16::<6>(clipped(&left[n])), clipped(&right[n]));
            for (n, out) in out.iter_mut().enumerate() {
                *out = bytes(product(2 * n), product(2 * n + 1));
            }
        }
        let mean = |n: usize| {
            let (side, ring) = if n < RINGS { (mover, n) } else { (1 - mover, n - RINGS) };
            let sums = load(&rings[ring].0.as_chunks::<CHANNELS>().0[side & 1]);
            _mm512_mulhrs_epi16(_mm512_slli_epi16::<2>(sums), _mm512_set1_epi16(RING_SCALES[ring]))
        };
        for (n, out) in means.iter_mut().enumerate() {
            *out = bytes(mean(2 * n), mean(2 * n + 1));
        }
        out
    }

    /// The sums of the first dense layer.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl,avx512vnni")]
    fn first(inputs: &[__m512i; INPUTS / 64], head: &Head) -> __m512i {
        let mut sums = [_mm512_setzero_si512(); SMALL];
        for (sum, row) in sums.iter_mut().zip(&head.first.0) {
            for (&x, weights) in inputs.iter().zip(row.0.as_chunks::<64>().0) {
                *sum = _mm512_dpbusd_epi32(*sum, x, load(weights));
            }
        }
        // Sixteen sums of sixteen numbers each, added across: each step halves the vectors.
        let ones: [__m512i; 8] = std::array::from_fn(|n| {
            let (a, b) = (sums[2 * n], sums[2 * n + 1]);
            _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b))
        });
        let twos: [__m512i; 4] = std::array::from_fn(|n| {
            let (a, b) = (ones[2 * n], ones[2 * n + 1]);
            _mm512_add_epi32(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b))
        });
        let fours: [__m512i; 2] = std::array::from_fn(|n| {
            let (a, b) = (twos[2 * n], twos[2 * n + 1]);
            _mm512_add_epi32(_mm512_shuffle_i32x4::<0b10_00_10_00>(a, b), _mm512_shuffle_i32x4::<0b11_01_11_01>(a, b))
        });
        let [a, b] = fours;
        _mm512_add_epi32(_mm512_shuffle_i32x4::<0b10_00_10_00>(a, b), _mm512_shuffle_i32x4::<0b11_01_11_01>(a, b))
    }
}
