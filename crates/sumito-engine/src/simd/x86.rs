//! The loops in the vectors of x86.

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
        super::super::loops::step(sums, old, new);
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
        _mm512_loadu_si512, _mm512_max_epi8, _mm512_min_epi8, _mm512_mulhrs_epi16, _mm512_permutexvar_epi32, _mm512_set1_epi8,
        _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_slli_epi16, _mm512_storeu_si512, _mm512_sub_epi8,
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
