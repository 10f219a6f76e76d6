//! The two inner loops of the network, compiled for each instruction set and chosen at run time.
//!
//! The loops are written once, in plain integer arithmetic; the compiler turns them into the widest vectors it may use. All
//! versions give the same numbers: sums of 16-bit values wrap alike, and the loader of the network makes sure that no
//! 32-bit sum overflows.

use crate::network::HIDDEN;

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

    /// `out = input + added - removed`, element by element.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn update(self, out: &mut Row, input: &Row, added: &[&Row], removed: &[&Row]) {
        match self {
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => unsafe { avx512::update(out, input, added, removed) },
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { avx2::update(out, input, added, removed) },
            Simd::Portable => update(out, input, added, removed),
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

#[inline(always)]
fn update(out: &mut Row, input: &Row, added: &[&Row], removed: &[&Row]) {
    match (added, removed) {
        ([a], [r]) => {
            for i in 0..HIDDEN {
                out.0[i] = input.0[i].wrapping_add(a.0[i]).wrapping_sub(r.0[i]);
            }
        }
        ([a, b], [r, s]) => {
            for i in 0..HIDDEN {
                let sum = input.0[i].wrapping_add(a.0[i]).wrapping_sub(r.0[i]);
                out.0[i] = sum.wrapping_add(b.0[i]).wrapping_sub(s.0[i]);
            }
        }
        _ => {
            *out = *input;
            for row in added {
                for i in 0..HIDDEN {
                    out.0[i] = out.0[i].wrapping_add(row.0[i]);
                }
            }
            for row in removed {
                for i in 0..HIDDEN {
                    out.0[i] = out.0[i].wrapping_sub(row.0[i]);
                }
            }
        }
    }
}

#[inline(always)]
fn dot(activations: &Row, weights: &Row) -> i32 {
    let mut sum = 0i32;
    for i in 0..HIDDEN {
        // At most 255 times 127, which 16 bits hold.
        let clipped = activations.0[i].clamp(0, ONE);
        let weighted = clipped.wrapping_mul(weights.0[i]);
        sum = sum.wrapping_add(i32::from(weighted) * i32::from(clipped));
    }
    sum
}

#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($name:ident, $features:literal) => {
        mod $name {
            use super::Row;

            #[target_feature(enable = $features)]
            pub(super) fn update(out: &mut Row, input: &Row, added: &[&Row], removed: &[&Row]) {
                super::update(out, input, added, removed);
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
