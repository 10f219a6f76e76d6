//! The loops of the network, compiled for each instruction set and chosen at run time.
//!
//! Most are plain integer arithmetic, which the compiler turns into the widest vectors it may use. The two dense layers are written in
//! the vectors of each instruction set, since the compiler does not find the instructions that multiply and add at once. All versions
//! give the same numbers: the loader of the network makes sure that nothing overflows.

use sumito_rules::Cells;

use crate::network::{CHANNELS, Head, PAIRS, RINGS, SMALL, WIDTH};
use crate::patterns::{self, Lines, NUMBERS};

/// One row of weights of the first layer or one side of an accumulator.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [i16; WIDTH]);

/// What a pattern adds to the channels of a cell: first as Black sees it, then as White does.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Pattern(pub(crate) [i8; 2 * CHANNELS]);

/// The channels of all cells of a ring in sum, as Black sees them, then as White does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Ring(pub(crate) [i16; 2 * CHANNELS]);

/// What goes into the first dense layer.
#[repr(C, align(64))]
pub(crate) struct Inputs(pub(crate) [u8; INPUTS]);

/// How many numbers go into the first dense layer: products and rings, of both sides.
pub(crate) const INPUTS: usize = 2 * PAIRS + 2 * RINGS * CHANNELS;

/// The largest activation of the first layer: 1.0 in fixed point.
pub(crate) const ONE: i16 = 255;
/// The largest activation of a channel of a cell. Three patterns of this size fit 8 bits.
pub(crate) const CELL_ONE: i8 = 42;

/// Cells of each ring.
const RING_SIZES: [u32; RINGS] = [1, 6, 12, 18, 24];

/// By what the sum of a ring, times four, is multiplied to be a mean out of 127, in 32768ths.
const RING_SCALES: [i16; RINGS] = {
    let mut scales = [0; RINGS];
    let mut ring = 0;
    while ring < RINGS {
        let all = RING_SIZES[ring] * 4 * CELL_ONE as u32;
        scales[ring] = ((127 * 32768 + all / 2) / all) as i16;
        ring += 1;
    }
    scales
};

/// The instruction set in use.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Simd {
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Whatever the build targets: SSE2, NEON, wasm's simd128, or no vectors at all.
    Portable,
}

impl Simd {
    /// All that this machine can run, the best first.
    pub(crate) fn available() -> Vec<Simd> {
        let mut all = Vec::new();
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2") {
            let wide = is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl");
            if wide && is_x86_feature_detected!("avx512vnni") {
                all.push(Simd::Avx512Vnni);
            }
            all.push(Simd::Avx2);
        }
        all.push(Simd::Portable);
        all
    }

    /// `out = input + added - removed`, element by element.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn update_side(self, out: &mut Row, input: &Row, added: &[&Row], removed: &[&Row]) {
        match self {
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512Vnni => unsafe { avx512_vnni::update_side(out, input, added, removed) },
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { avx2::update_side(out, input, added, removed) },
            Simd::Portable => update_side(out, input, added, removed),
        }
    }

    /// The rings after the patterns of some cells changed.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn update_rings(self, out: &mut [Ring; RINGS], input: &[Ring; RINGS], change: &Change<'_>) {
        match self {
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512Vnni => unsafe { avx512_vnni::update_rings(out, input, change) },
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { avx2::update_rings(out, input, change) },
            Simd::Portable => update_rings(out, input, change, step),
        }
    }

    /// The output of the network for the side to move, whose row comes first; `mover` is its number.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn forward(self, sides: [&Row; 2], rings: &[Ring; RINGS], mover: usize, head: &Head) -> i32 {
        match self {
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512Vnni => unsafe { avx512_vnni::forward(sides, rings, mover, head) },
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { avx2::forward(sides, rings, mover, head) },
            Simd::Portable => head.output(&inputs(sides, rings, mover, means), dense::first, dense::second),
        }
    }
}

/// Cells whose patterns change.
pub(crate) struct Change<'a> {
    pub(crate) table: &'a [Pattern; NUMBERS],
    pub(crate) before: &'a Lines,
    pub(crate) after: &'a Lines,
    pub(crate) cells: Cells,
}

/// A move changes as many rows as one of these arms says, and each is a loop of its own; the last is for whatever else may come.
#[inline(always)]
fn update_side(out: &mut Row, input: &Row, added: &[&Row], removed: &[&Row]) {
    match (added, removed) {
        // One to three marbles in line.
        (&[a0], &[r0]) => sum(out, input, [a0], [r0]),
        // A push, or two marbles sideways.
        (&[a0, a1], &[r0, r1]) => sum(out, input, [a0, a1], [r0, r1]),
        // Three marbles sideways.
        (&[a0, a1, a2], &[r0, r1, r2]) => sum(out, input, [a0, a1, a2], [r0, r1, r2]),
        // An ejection.
        (&[a0, a1], &[r0, r1, r2]) => sum(out, input, [a0, a1], [r0, r1, r2]),
        _ => {
            *out = *input;
            for row in added {
                out.0.iter_mut().zip(row.0).for_each(|(to, from)| *to = to.wrapping_add(from));
            }
            for row in removed {
                out.0.iter_mut().zip(row.0).for_each(|(to, from)| *to = to.wrapping_sub(from));
            }
        }
    }
}

#[inline(always)]
fn sum<const A: usize, const R: usize>(out: &mut Row, input: &Row, added: [&Row; A], removed: [&Row; R]) {
    for i in 0..WIDTH {
        let sum = added.iter().fold(input.0[i], |sum, row| sum.wrapping_add(row.0[i]));
        out.0[i] = removed.iter().fold(sum, |sum, row| sum.wrapping_sub(row.0[i]));
    }
}

#[inline(always)]
fn update_rings(
    out: &mut [Ring; RINGS],
    input: &[Ring; RINGS],
    change: &Change<'_>,
    step: impl Fn(&mut Ring, [&Pattern; 3], [&Pattern; 3]),
) {
    *out = *input;
    let places = patterns::places();
    // One loop for all rings: its end is the only jump that cannot be foreseen.
    for cell in change.cells {
        let places = places[cell.index()];
        let old = change.before.patterns(places).map(|number| &change.table[number]);
        let new = change.after.patterns(places).map(|number| &change.table[number]);
        step(&mut out[places.ring()], old, new);
    }
}

/// Changes the sums of a ring after the patterns around one of its cells changed.
#[inline(always)]
fn step(sums: &mut Ring, old: [&Pattern; 3], new: [&Pattern; 3]) {
    for k in 0..2 * CHANNELS {
        sums.0[k] += i16::from(activation(new, k) - activation(old, k));
    }
}

/// The activation of a channel of a cell, from the patterns along its axes.
#[inline(always)]
pub(crate) fn activation(patterns: [&Pattern; 3], channel: usize) -> i8 {
    let [a, b, c] = patterns.map(|pattern| pattern.0[channel]);
    a.wrapping_add(b).wrapping_add(c).clamp(0, CELL_ONE)
}

/// What goes into the dense layers: from the mover's side, then from the other's, the products of the halves of the first layer; then
/// the means of the rings likewise.
#[inline(always)]
fn inputs(
    sides: [&Row; 2],
    rings: &[Ring; RINGS],
    mover: usize,
    means: impl Fn(&[i16; CHANNELS], i16) -> [u8; CHANNELS],
) -> Inputs {
    let mut inputs = Inputs([0; INPUTS]);
    let (products, rings_out) = inputs.0.split_at_mut(2 * PAIRS);
    for (out, row) in products.chunks_exact_mut(PAIRS).zip(sides) {
        let (left, right) = row.0.split_at(PAIRS);
        for i in 0..PAIRS {
            let [a, b] = [left[i], right[i]].map(|x| x.clamp(0, ONE) as u16);
            out[i] = ((a * b + 256) >> 9) as u8;
        }
    }
    for (out, from) in rings_out.as_chunks_mut::<{ RINGS * CHANNELS }>().0.iter_mut().zip([mover, 1 - mover]) {
        for ((out, ring), scale) in out.as_chunks_mut::<CHANNELS>().0.iter_mut().zip(rings).zip(RING_SCALES) {
            *out = means(&ring.0.as_chunks::<CHANNELS>().0[from & 1], scale);
        }
    }
    inputs
}

/// The means of a ring out of 127.
#[inline(always)]
fn means(sums: &[i16; CHANNELS], scale: i16) -> [u8; CHANNELS] {
    sums.map(|sum| ((((i32::from(sum << 2) * i32::from(scale)) >> 14) + 1) >> 1) as u8)
}

/// The weights of the first dense layer as its loops want them: for each four inputs, the weights of all outputs, four for each.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(crate) type FirstWeights = [[i8; 4 * SMALL]; INPUTS / 4];
/// For each two inputs, the weights of all outputs, two for each.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) type FirstWeights = [[i16; 2 * SMALL]; INPUTS / 2];
/// The weights of the second dense layer: for each two inputs, the weights of all outputs, two for each.
pub(crate) type SecondWeights = [[i16; 2 * crate::network::HIDDEN]; SMALL];

/// The dense layers in plain arithmetic.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod dense {
    use super::{FirstWeights, Inputs, SMALL, SecondWeights};
    use crate::network::HIDDEN;

    #[inline(always)]
    pub(super) fn first(inputs: &Inputs, weights: &FirstWeights) -> [i32; SMALL] {
        const GROUP: usize = 4;
        let mut sums = [0; SMALL];
        for (inputs, weights) in inputs.0.chunks_exact(GROUP).zip(weights) {
            for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(GROUP)) {
                *sum += inputs.iter().zip(weights).map(|(&x, &w)| i32::from(x) * i32::from(w)).sum::<i32>();
            }
        }
        sums
    }

    #[inline(always)]
    pub(super) fn second(inputs: &[i16; 2 * SMALL], weights: &SecondWeights) -> [i32; HIDDEN] {
        let mut sums = [0; HIDDEN];
        for (inputs, weights) in inputs.chunks_exact(2).zip(weights) {
            for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(2)) {
                *sum += i32::from(inputs[0]) * i32::from(weights[0]) + i32::from(inputs[1]) * i32::from(weights[1]);
            }
        }
        sums
    }
}

/// The dense layers in the vectors of the browser.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod dense {
    use std::arch::wasm32::{i16x8, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128};

    use super::{FirstWeights, INPUTS, Inputs, SMALL, SecondWeights};
    use crate::network::HIDDEN;

    #[inline(always)]
    pub(super) fn first(inputs: &Inputs, weights: &FirstWeights) -> [i32; SMALL] {
        let mut wide = [0i16; INPUTS];
        wide.iter_mut().zip(inputs.0).for_each(|(to, from)| *to = i16::from(from));
        pairs::<{ SMALL / 4 }, { 2 * SMALL }, SMALL>(&wide, weights)
    }

    #[inline(always)]
    pub(super) fn second(inputs: &[i16; 2 * SMALL], weights: &SecondWeights) -> [i32; HIDDEN] {
        pairs::<{ HIDDEN / 4 }, { 2 * HIDDEN }, HIDDEN>(inputs, weights)
    }

    #[inline(always)]
    fn pairs<const V: usize, const W: usize, const N: usize>(inputs: &[i16], weights: &[[i16; W]]) -> [i32; N] {
        let mut sums = [i32x4_splat(0); V];
        for (inputs, weights) in inputs.as_chunks::<2>().0.iter().zip(weights) {
            let both = i32x4_splat(i32::from(inputs[0] as u16) | i32::from(inputs[1]) << 16);
            for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<8>().0) {
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(both, load(weights)));
            }
        }
        let mut out = [0; N];
        for (out, v) in out.as_chunks_mut::<4>().0.iter_mut().zip(sums) {
            *out =
                [i32x4_extract_lane::<0>(v), i32x4_extract_lane::<1>(v), i32x4_extract_lane::<2>(v), i32x4_extract_lane::<3>(v)];
        }
        out
    }

    /// Lane by lane in the source, one load in the module.
    #[inline(always)]
    fn load(lanes: &[i16; 8]) -> v128 {
        i16x8(lanes[0], lanes[1], lanes[2], lanes[3], lanes[4], lanes[5], lanes[6], lanes[7])
    }
}

#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($name:ident, $features:literal) => {
        mod $name {
            use super::{Change, Head, RINGS, Ring, Row};

            #[target_feature(enable = $features)]
            pub(super) fn update_side(out: &mut Row, input: &Row, added: &[&Row], removed: &[&Row]) {
                super::update_side(out, input, added, removed);
            }

            #[target_feature(enable = $features)]
            pub(super) fn update_rings(out: &mut [Ring; RINGS], input: &[Ring; RINGS], change: &Change<'_>) {
                super::update_rings(out, input, change, |sums, old, new| super::x86::$name::step(sums, old, new));
            }

            #[target_feature(enable = $features)]
            pub(super) fn forward(sides: [&Row; 2], rings: &[Ring; RINGS], mover: usize, head: &Head) -> i32 {
                use super::x86::$name as dense;
                let inputs = super::inputs(sides, rings, mover, |sums, scale| dense::means(sums, scale));
                head.output(&inputs, |x, w| dense::first(x, w), |x, w| dense::second(x, w))
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
compiled_for!(avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
compiled_for!(avx512_vnni, "avx512bw,avx512vl,avx512vnni,avx2,bmi1,bmi2,lzcnt,popcnt");

/// The dense layers in the vectors of x86.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use super::{FirstWeights, INPUTS, Inputs, Pattern, Ring, SMALL, SecondWeights};
    use crate::network::{CHANNELS, HIDDEN};

    /// Four bytes as a number, to be copied into all lanes.
    #[inline(always)]
    fn four(inputs: &Inputs, at: usize) -> i32 {
        i32::from_le_bytes([inputs.0[4 * at], inputs.0[4 * at + 1], inputs.0[4 * at + 2], inputs.0[4 * at + 3]])
    }

    #[inline(always)]
    fn two(inputs: &[i16; 2 * SMALL], at: usize) -> i32 {
        i32::from(inputs[2 * at] as u16) | i32::from(inputs[2 * at + 1]) << 16
    }

    pub(super) mod avx2 {
        use std::arch::x86_64::{
            __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_mulhrs_epi16,
            _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
            _mm256_slli_epi16, _mm256_storeu_si256,
        };

        use super::{CHANNELS, FirstWeights, HIDDEN, INPUTS, Inputs, Pattern, Ring, SMALL, SecondWeights, four, two};

        #[inline]
        #[target_feature(enable = "avx2")]
        pub(crate) fn step(sums: &mut Ring, old: [&Pattern; 3], new: [&Pattern; 3]) {
            super::super::step(sums, old, new);
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        pub(crate) fn means(sums: &[i16; CHANNELS], scale: i16) -> [u8; CHANNELS] {
            let mut out = [0; CHANNELS];
            let [low, high] = [0, 16].map(|at| {
                // SAFETY: there are 32 bytes.
                let sums = unsafe { _mm256_loadu_si256(sums[at..at + 16].as_ptr().cast()) };
                _mm256_mulhrs_epi16(_mm256_slli_epi16::<2>(sums), _mm256_set1_epi16(scale))
            });
            let means = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high));
            // SAFETY: there is room for 32 bytes.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), means) };
            out
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        pub(crate) fn first(inputs: &Inputs, weights: &FirstWeights) -> [i32; SMALL] {
            let ones = _mm256_set1_epi16(1);
            let mut sums = [_mm256_setzero_si256(); SMALL / 8];
            for (at, weights) in weights.iter().enumerate().take(INPUTS / 4) {
                let x = _mm256_set1_epi32(four(inputs, at));
                for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<32>().0) {
                    // SAFETY: there are 32 bytes.
                    let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(_mm256_maddubs_epi16(x, weights), ones));
                }
            }
            store(sums)
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        pub(crate) fn second(inputs: &[i16; 2 * SMALL], weights: &SecondWeights) -> [i32; HIDDEN] {
            let mut sums = [_mm256_setzero_si256(); HIDDEN / 8];
            for (at, weights) in weights.iter().enumerate() {
                let x = _mm256_set1_epi32(two(inputs, at));
                for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<16>().0) {
                    // SAFETY: there are 32 bytes.
                    let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(x, weights));
                }
            }
            store(sums)
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        fn store<const V: usize, const N: usize>(sums: [__m256i; V]) -> [i32; N] {
            let mut out = [0i32; N];
            for (out, sum) in out.as_chunks_mut::<8>().0.iter_mut().zip(sums) {
                // SAFETY: there is room for 32 bytes.
                unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), sum) };
            }
            out
        }
    }

    pub(super) mod avx512_vnni {
        use std::arch::x86_64::{
            __m512i, _mm256_storeu_si256, _mm512_add_epi8, _mm512_add_epi16, _mm512_add_epi32, _mm512_castsi512_si256,
            _mm512_cvtepi8_epi16, _mm512_cvtepi16_epi8, _mm512_dpbusd_epi32, _mm512_dpwssd_epi32, _mm512_extracti64x4_epi64,
            _mm512_loadu_si512, _mm512_max_epi8, _mm512_min_epi8, _mm512_mulhrs_epi16, _mm512_permutexvar_epi32,
            _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_slli_epi16, _mm512_storeu_si512,
            _mm512_sub_epi8,
        };

        use super::super::CELL_ONE;
        use super::{CHANNELS, FirstWeights, HIDDEN, INPUTS, Inputs, Pattern, Ring, SMALL, SecondWeights, four};

        #[inline]
        #[target_feature(enable = "avx512bw,avx512vl,avx512vnni")]
        pub(crate) fn step(sums: &mut Ring, old: [&Pattern; 3], new: [&Pattern; 3]) {
            const { assert!(size_of::<Pattern>() == 64 && size_of::<Ring>() == 128) };
            let load = |at: *const u8| {
                // SAFETY: a pattern has 64 bytes, a ring twice as many.
                unsafe { _mm512_loadu_si512(at.cast()) }
            };
            let activation = |patterns: [&Pattern; 3]| {
                let [a, b, c] = patterns.map(|pattern| load(pattern.0.as_ptr().cast()));
                let sum = _mm512_add_epi8(_mm512_add_epi8(a, b), c);
                _mm512_min_epi8(_mm512_max_epi8(sum, _mm512_setzero_si512()), _mm512_set1_epi8(CELL_ONE))
            };
            let change = _mm512_sub_epi8(activation(new), activation(old));
            let halves = [_mm512_castsi512_si256(change), _mm512_extracti64x4_epi64::<1>(change)];
            for (sums, change) in sums.0.as_chunks_mut::<32>().0.iter_mut().zip(halves) {
                let sum = _mm512_add_epi16(load(sums.as_ptr().cast()), _mm512_cvtepi8_epi16(change));
                // SAFETY: there is room for 64 bytes.
                unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), sum) };
            }
        }

        #[inline]
        #[target_feature(enable = "avx512bw,avx512vl,avx512vnni")]
        pub(crate) fn means(sums: &[i16; CHANNELS], scale: i16) -> [u8; CHANNELS] {
            // SAFETY: there are 64 bytes.
            let sums = unsafe { _mm512_loadu_si512(sums.as_ptr().cast()) };
            let means = _mm512_mulhrs_epi16(_mm512_slli_epi16::<2>(sums), _mm512_set1_epi16(scale));
            let mut out = [0; CHANNELS];
            // SAFETY: there is room for 32 bytes.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), _mm512_cvtepi16_epi8(means)) };
            out
        }

        #[inline]
        #[target_feature(enable = "avx512bw,avx512vl,avx512vnni")]
        pub(crate) fn first(inputs: &Inputs, weights: &FirstWeights) -> [i32; SMALL] {
            // Several sums at a time: each waits for its last addition.
            const SUMS: usize = 8;
            const { assert!((INPUTS / 4).is_multiple_of(SUMS)) };
            let mut sums = [_mm512_setzero_si512(); SUMS];
            for (group, weights) in weights.as_chunks::<SUMS>().0.iter().enumerate() {
                for n in 0..SUMS {
                    // SAFETY: there are 64 bytes.
                    let weights = unsafe { _mm512_loadu_si512(weights[n].as_ptr().cast()) };
                    sums[n] = _mm512_dpbusd_epi32(sums[n], _mm512_set1_epi32(four(inputs, SUMS * group + n)), weights);
                }
            }
            let sum = sums.into_iter().reduce(|a, b| _mm512_add_epi32(a, b)).unwrap_or_else(|| _mm512_setzero_si512());
            let mut out = [0; SMALL];
            store(&mut out, sum);
            out
        }

        #[inline]
        #[target_feature(enable = "avx512bw,avx512vl,avx512vnni")]
        pub(crate) fn second(inputs: &[i16; 2 * SMALL], weights: &SecondWeights) -> [i32; HIDDEN] {
            let mut sums = [_mm512_setzero_si512(); HIDDEN / 16];
            // SAFETY: there are 64 bytes.
            let inputs = unsafe { _mm512_loadu_si512(inputs.as_ptr().cast()) };
            for (at, weights) in weights.iter().enumerate() {
                let x = _mm512_permutexvar_epi32(_mm512_set1_epi32(at as i32), inputs);
                for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<32>().0) {
                    // SAFETY: there are 64 bytes.
                    let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
                    *sum = _mm512_dpwssd_epi32(*sum, x, weights);
                }
            }
            let mut out = [0; HIDDEN];
            for (out, sum) in out.as_chunks_mut::<16>().0.iter_mut().zip(sums) {
                store(out, sum);
            }
            out
        }

        #[inline]
        #[target_feature(enable = "avx512bw")]
        fn store(out: &mut [i32; 16], sum: __m512i) {
            // SAFETY: there is room for 64 bytes.
            unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), sum) };
        }
    }
}
