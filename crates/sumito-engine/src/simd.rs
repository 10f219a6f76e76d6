//! The loops of the network, compiled for each instruction set and chosen at run time.
//!
//! Most are plain integer arithmetic, which the compiler turns into the widest vectors it may use. The two dense layers are written in
//! the vectors of each instruction set, since the compiler does not find the instructions that multiply and add at once. All versions
//! give the same numbers: the loader of the network makes sure that nothing overflows.

use sumito_rules::Cells;

use crate::network::{CHANNELS, Head, PAIRS, RINGS, SMALL, WIDTH};
use crate::patterns::{self, Lines, NUMBERS};

/// What is not written for one instruction set.
#[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), path = "simd/browser.rs")]
#[cfg_attr(not(all(target_arch = "wasm32", target_feature = "simd128")), path = "simd/plain.rs")]
mod loops;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86;

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
            Simd::Portable => update_rings(out, input, change, loops::step),
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
            Simd::Portable => head.output(&inputs(sides, rings, mover, loops::means), loops::first, loops::second),
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
        (&[a0], &[r0]) => loops::sum(out, input, [a0], [r0]),
        // A push, or two marbles sideways.
        (&[a0, a1], &[r0, r1]) => loops::sum(out, input, [a0, a1], [r0, r1]),
        // Three marbles sideways.
        (&[a0, a1, a2], &[r0, r1, r2]) => loops::sum(out, input, [a0, a1, a2], [r0, r1, r2]),
        // An ejection.
        (&[a0, a1], &[r0, r1, r2]) => loops::sum(out, input, [a0, a1], [r0, r1, r2]),
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
    for (out, row) in products.as_chunks_mut().0.iter_mut().zip(sides) {
        loops::products(out, row);
    }
    for (out, from) in rings_out.as_chunks_mut::<{ RINGS * CHANNELS }>().0.iter_mut().zip([mover, 1 - mover]) {
        for ((out, ring), scale) in out.as_chunks_mut::<CHANNELS>().0.iter_mut().zip(rings).zip(RING_SCALES) {
            *out = means(&ring.0.as_chunks::<CHANNELS>().0[from & 1], scale);
        }
    }
    inputs
}

/// The weights of the first dense layer as its loops want them: for each four inputs, the weights of all outputs, four for each.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(crate) type FirstWeights = [[i8; 4 * SMALL]; INPUTS / 4];
/// For each two inputs, the weights of all outputs, two for each.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) type FirstWeights = [[i16; 2 * SMALL]; INPUTS / 2];
/// The weights of the second dense layer: for each two inputs, the weights of all outputs, two for each.
pub(crate) type SecondWeights = [[i16; 2 * crate::network::HIDDEN]; SMALL];

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
