//! The two inner loops of the network, compiled for each instruction set and chosen at run time.
//!
//! The loops are written in plain integer arithmetic, which the compiler turns into the widest vectors it may use; and once more in
//! the browser's vectors, because the compiler does not use them well. All versions give the same numbers: sums of 16-bit values wrap the same way,
//! and the loader of the network makes sure that no 32-bit sum overflows.

use crate::network::HIDDEN;

use loops::dot;

/// One row of weights or one side of an accumulator.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [i16; HIDDEN]);

/// The largest activation before it is squared: 1.0 in fixed point.
pub(crate) const ONE: i16 = 255;

/// The instruction set in use.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Simd {
    #[cfg(target_arch = "x86_64")]
    Avx512,
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
        {
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
                all.push(Simd::Avx512);
            }
            if is_x86_feature_detected!("avx2") {
                all.push(Simd::Avx2);
            }
        }
        all.push(Simd::Portable);
        all
    }

    /// `out = input + added - removed`, element by element. With weights also the sum that [`dot`](Simd::dot) gives for `out` and
    /// them, while its elements are at hand; 0 without.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn update(self, out: &mut Row, input: &Row, added: &[&Row], removed: &[&Row], weights: Option<&Row>) -> i32 {
        match self {
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => unsafe { avx512::update(out, input, added, removed, weights) },
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { avx2::update(out, input, added, removed, weights) },
            Simd::Portable => update(out, input, added, removed, weights),
        }
    }

    /// The sum of the squared clipped activations, each times its weight.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn dot(self, activations: &Row, weights: &Row) -> i32 {
        match self {
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => unsafe { avx512::dot(activations, weights) },
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { avx2::dot(activations, weights) },
            Simd::Portable => dot(activations, weights),
        }
    }
}

/// A move changes as many rows as one of these arms says, and each is a loop of its own; the last is for whatever else may come.
#[inline(always)]
fn update(out: &mut Row, input: &Row, added: &[&Row], removed: &[&Row], weights: Option<&Row>) -> i32 {
    match (added, removed) {
        // One to three marbles in line.
        (&[a0], &[r0]) => sweep(out, input, [a0], [r0], weights),
        // A push, or two marbles sideways.
        (&[a0, a1], &[r0, r1]) => sweep(out, input, [a0, a1], [r0, r1], weights),
        // Three marbles sideways.
        (&[a0, a1, a2], &[r0, r1, r2]) => sweep(out, input, [a0, a1, a2], [r0, r1, r2], weights),
        // An ejection.
        (&[a0, a1], &[r0, r1, r2]) => sweep(out, input, [a0, a1], [r0, r1, r2], weights),
        _ => {
            *out = *input;
            for row in added {
                out.0.iter_mut().zip(row.0).for_each(|(to, from)| *to = to.wrapping_add(from));
            }
            for row in removed {
                out.0.iter_mut().zip(row.0).for_each(|(to, from)| *to = to.wrapping_sub(from));
            }
            weights.map_or(0, |weights| dot(out, weights))
        }
    }
}

#[inline(always)]
fn sweep<const A: usize, const R: usize>(
    out: &mut Row,
    input: &Row,
    added: [&Row; A],
    removed: [&Row; R],
    weights: Option<&Row>,
) -> i32 {
    if let Some(weights) = weights {
        loops::sum_and_dot(out, input, added, removed, weights)
    } else {
        loops::sum(out, input, added, removed);
        0
    }
}

/// The loops in plain integer arithmetic, which the compiler turns into the widest vectors it may use.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod loops {
    use super::{ONE, Row};
    use crate::network::HIDDEN;

    #[inline(always)]
    pub(super) fn sum<const A: usize, const R: usize>(out: &mut Row, input: &Row, added: [&Row; A], removed: [&Row; R]) {
        for i in 0..HIDDEN {
            out.0[i] = changed(input, added, removed, i);
        }
    }

    #[inline(always)]
    pub(super) fn sum_and_dot<const A: usize, const R: usize>(
        out: &mut Row,
        input: &Row,
        added: [&Row; A],
        removed: [&Row; R],
        weights: &Row,
    ) -> i32 {
        let mut total = 0i32;
        for i in 0..HIDDEN {
            out.0[i] = changed(input, added, removed, i);
            total = total.wrapping_add(weighted(out.0[i], weights.0[i]));
        }
        total
    }

    #[inline(always)]
    pub(super) fn dot(activations: &Row, weights: &Row) -> i32 {
        let mut total = 0i32;
        for i in 0..HIDDEN {
            total = total.wrapping_add(weighted(activations.0[i], weights.0[i]));
        }
        total
    }

    #[inline(always)]
    fn changed<const A: usize, const R: usize>(input: &Row, added: [&Row; A], removed: [&Row; R], i: usize) -> i16 {
        let sum = added.iter().fold(input.0[i], |sum, row| sum.wrapping_add(row.0[i]));
        removed.iter().fold(sum, |sum, row| sum.wrapping_sub(row.0[i]))
    }

    #[inline(always)]
    fn weighted(activation: i16, weight: i16) -> i32 {
        // At most 255 times 127, which fits in 16 bits.
        let clipped = activation.clamp(0, ONE);
        i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
    }
}

/// The loops in the vectors of the browser: what the compiler makes of the plain ones there takes more than twice the time.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod loops {
    use std::arch::wasm32::{
        i16x8, i16x8_add, i16x8_extract_lane, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub, i32x4_add,
        i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128,
    };

    use super::{ONE, Row};
    use crate::network::HIDDEN;

    const LANES: usize = 8;

    /// Does something for each vector of a row, with the number of the vector, four in each turn of a loop.
    macro_rules! for_each_vector {
        ($i:ident => $work:expr) => {
            for from in (0..HIDDEN / LANES).step_by(4) {
                for_each_vector!($i in [from, from + 1, from + 2, from + 3] => $work);
            }
        };
        ($i:ident in [$($at:expr),*] => $work:expr) => {
            $({
                let $i = $at;
                $work;
            })*
        };
    }

    #[inline(always)]
    pub(super) fn sum<const A: usize, const R: usize>(out: &mut Row, input: &Row, added: [&Row; A], removed: [&Row; R]) {
        for_each_vector!(i => set(out, i, changed(input, added, removed, i)));
    }

    #[inline(always)]
    pub(super) fn sum_and_dot<const A: usize, const R: usize>(
        out: &mut Row,
        input: &Row,
        added: [&Row; A],
        removed: [&Row; R],
        weights: &Row,
    ) -> i32 {
        let mut total = i32x4_splat(0);
        for_each_vector!(i => {
            let activations = changed(input, added, removed, i);
            set(out, i, activations);
            total = i32x4_add(total, weighted(activations, get(weights, i)));
        });
        across(total)
    }

    #[inline(always)]
    pub(super) fn dot(activations: &Row, weights: &Row) -> i32 {
        let mut total = i32x4_splat(0);
        for_each_vector!(i => total = i32x4_add(total, weighted(get(activations, i), get(weights, i))));
        across(total)
    }

    #[inline(always)]
    fn changed<const A: usize, const R: usize>(input: &Row, added: [&Row; A], removed: [&Row; R], i: usize) -> v128 {
        let sum = added.iter().fold(get(input, i), |sum, row| i16x8_add(sum, get(row, i)));
        removed.iter().fold(sum, |sum, row| i16x8_sub(sum, get(row, i)))
    }

    #[inline(always)]
    fn weighted(activations: v128, weights: v128) -> v128 {
        let clipped = i16x8_min(i16x8_max(activations, i16x8_splat(0)), i16x8_splat(ONE));
        i32x4_dot_i16x8(i16x8_mul(clipped, weights), clipped)
    }

    #[inline(always)]
    fn across(v: v128) -> i32 {
        let lanes =
            [i32x4_extract_lane::<0>(v), i32x4_extract_lane::<1>(v), i32x4_extract_lane::<2>(v), i32x4_extract_lane::<3>(v)];
        lanes.into_iter().fold(0, i32::wrapping_add)
    }

    // Lane by lane in the source, one load or store in the module.

    #[inline(always)]
    fn get(row: &Row, i: usize) -> v128 {
        let lanes = row.0.as_chunks::<LANES>().0[i];
        i16x8(lanes[0], lanes[1], lanes[2], lanes[3], lanes[4], lanes[5], lanes[6], lanes[7])
    }

    #[inline(always)]
    fn set(row: &mut Row, i: usize, v: v128) {
        row.0.as_chunks_mut::<LANES>().0[i] = [
            i16x8_extract_lane::<0>(v),
            i16x8_extract_lane::<1>(v),
            i16x8_extract_lane::<2>(v),
            i16x8_extract_lane::<3>(v),
            i16x8_extract_lane::<4>(v),
            i16x8_extract_lane::<5>(v),
            i16x8_extract_lane::<6>(v),
            i16x8_extract_lane::<7>(v),
        ];
    }
}

#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($name:ident, $features:literal) => {
        mod $name {
            use super::Row;

            #[target_feature(enable = $features)]
            pub(super) fn update(out: &mut Row, input: &Row, added: &[&Row], removed: &[&Row], weights: Option<&Row>) -> i32 {
                super::update(out, input, added, removed, weights)
            }

            #[target_feature(enable = $features)]
            pub(super) fn dot(activations: &Row, weights: &Row) -> i32 {
                super::dot(activations, weights)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
compiled_for!(avx2, "avx2");
#[cfg(target_arch = "x86_64")]
compiled_for!(avx512, "avx512bw,avx512vl");
