//! The loops of the network, compiled for each instruction set and chosen at run time.
//!
//! Most are plain integer arithmetic, which the compiler turns into the widest vectors it may use. The two dense layers are written in
//! the vectors of each instruction set, since the compiler does not find the instructions that multiply and add at once. All versions
//! give the same numbers: the loader of the network makes sure that nothing overflows.

use sumito_rules::Cells;

use crate::movepick::{BLOCK, NO_MOVE};
use crate::network::{Accumulator, CHANNELS, Head, PAIRS, RINGS, SMALL, WIDTH};
use crate::patterns::NUMBERS;

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

/// The channels of a cell: as Black sees them, then as White does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Activations(pub(crate) [i8; 2 * CHANNELS]);

impl Activations {
    /// The channels of a cell with these patterns along its axes.
    #[inline(always)]
    pub(crate) fn of(patterns: [&Pattern; 3]) -> Activations {
        Activations(std::array::from_fn(|channel| {
            let [a, b, c] = patterns.map(|pattern| pattern.0[channel]);
            a.wrapping_add(b).wrapping_add(c).clamp(0, CELL_ONE)
        }))
    }
}

/// The channels of all cells of a ring in sum, as Black sees them, then as White does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Ring(pub(crate) [i16; 2 * CHANNELS]);

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

    /// Fills the cells and rings of an accumulator whose lines changed around some cells, from those before it on its path.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn update_cells(self, out: &mut Accumulator, earlier: &[Accumulator], table: &[Pattern; NUMBERS], cells: Cells) {
        match self {
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512Vnni => unsafe { x86::avx512_vnni::update_cells(out, earlier, table, cells) },
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { x86::avx2::update_cells(out, earlier, table, cells) },
            Simd::Portable => loops::update_cells(out, earlier, table, cells),
        }
    }

    /// The largest of these words below another one, or [`NO_MOVE`]. There are whole blocks of [`BLOCK`] words.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn most_below(self, limit: i32, words: &[i32]) -> i32 {
        match self {
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512Vnni => unsafe { avx512_vnni::most_below(limit, words) },
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { avx2::most_below(limit, words) },
            Simd::Portable => most_below(limit, words),
        }
    }

    /// The output of the network for the side to move, whose row comes first; `mover` is its number.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn forward(self, sides: [&Row; 2], rings: &[Ring; RINGS], mover: usize, head: &Head) -> i32 {
        match self {
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512Vnni => unsafe { x86::avx512_vnni::forward(sides, rings, mover, head) },
            // SAFETY: `available` found the instructions.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { x86::avx2::forward(sides, rings, mover, head) },
            Simd::Portable => loops::forward(sides, rings, mover, head),
        }
    }
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
fn most_below(limit: i32, words: &[i32]) -> i32 {
    let mut most = [NO_MOVE; BLOCK];
    for block in words.as_chunks::<BLOCK>().0 {
        for (most, &word) in most.iter_mut().zip(block) {
            *most = (*most).max(if word < limit { word } else { NO_MOVE });
        }
    }
    most.into_iter().fold(NO_MOVE, i32::max)
}

/// The weights of the first dense layer as its loops want them.
pub(crate) use loops::FirstWeights;
/// The weights of the second dense layer: for each two inputs, the weights of all outputs, two for each.
pub(crate) type SecondWeights = [[i16; 2 * crate::network::HIDDEN]; SMALL];

#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($name:ident, $features:literal) => {
        mod $name {
            use super::Row;

            #[target_feature(enable = $features)]
            pub(super) fn update_side(out: &mut Row, input: &Row, added: &[&Row], removed: &[&Row]) {
                super::update_side(out, input, added, removed);
            }

            #[target_feature(enable = $features)]
            pub(super) fn most_below(limit: i32, words: &[i32]) -> i32 {
                super::most_below(limit, words)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
compiled_for!(avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
compiled_for!(avx512_vnni, "avx512bw,avx512vl,avx512vnni,avx2,bmi1,bmi2,lzcnt,popcnt");
