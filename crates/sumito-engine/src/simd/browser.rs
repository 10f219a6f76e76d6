//! The loops in the vectors of the browser: the compiler does not find most of these instructions.
//!
//! Arrays are not copied or cleared as a whole: a module calls a function of the browser for that.
#![allow(unsafe_code)]

use std::arch::wasm32::{
    i8x16_add, i8x16_max, i8x16_min, i8x16_splat, i8x16_sub, i16x8_add, i16x8_bitmask, i16x8_extend_high_i8x16,
    i16x8_extend_low_i8x16, i16x8_max, i16x8_min, i16x8_mul, i16x8_ne, i16x8_q15mulr_sat, i16x8_shl, i16x8_splat, i16x8_sub,
    i32x4_add, i32x4_dot_i16x8, i32x4_splat, u8x16_narrow_i16x8, u16x8_shr, v128, v128_load, v128_load32_splat, v128_store,
};

use sumito_rules::Cells;

use super::{CELL_ONE, INPUTS, ONE, Pattern, RING_SCALES, Ring, Row, SMALL, SecondWeights};
use crate::network::{Accumulator, CHANNELS, HIDDEN, Head, PAIRS, RINGS, WIDTH};
use crate::patterns::{CELLS, NUMBERS, geometry};

/// The weights of the first dense layer. There is no instruction for four bytes, so inputs are taken in twos: for each two, the weights of
/// all outputs, two for each.
pub(crate) struct FirstWeights([[i16; 2 * SMALL]; INPUTS / 2]);

impl FirstWeights {
    /// The weights, given input by input.
    pub(crate) fn arranged(inputs: &[[i8; SMALL]; INPUTS]) -> Box<FirstWeights> {
        let pair = |at: usize| std::array::from_fn(|k| i16::from(inputs[2 * at + k % 2][k / 2]));
        Box::new(FirstWeights(std::array::from_fn(pair)))
    }
}

/// Means of rings, of both sides.
const MEANS: usize = 2 * RINGS * CHANNELS;

/// The vector from number `at` on.
#[inline(always)]
fn get<T: Copy>(values: &[T], at: usize) -> v128 {
    let values = &values[at..][..size_of::<v128>() / size_of::<T>()];
    // SAFETY: there are 16 bytes.
    unsafe { v128_load(values.as_ptr().cast()) }
}

#[inline(always)]
fn set<T: Copy>(values: &mut [T], at: usize, vector: v128) {
    let values = &mut values[at..][..size_of::<v128>() / size_of::<T>()];
    // SAFETY: there is room for 16 bytes.
    unsafe { v128_store(values.as_mut_ptr().cast(), vector) };
}

#[inline(always)]
pub(super) fn sum<const A: usize, const R: usize>(out: &mut Row, input: &Row, added: [&Row; A], removed: [&Row; R]) {
    for i in (0..WIDTH).step_by(8) {
        let sum = added.iter().fold(get(&input.0, i), |sum, row| i16x8_add(sum, get(&row.0, i)));
        set(&mut out.0, i, removed.iter().fold(sum, |sum, row| i16x8_sub(sum, get(&row.0, i))));
    }
}

pub(super) fn update_cells(out: &mut Accumulator, earlier: &[Accumulator], table: &[Pattern; NUMBERS], cells: Cells) {
    /// Vectors of the channels of a cell.
    const VECTORS: usize = 2 * CHANNELS / 16;
    let input = &earlier[earlier.len() - 1];
    for i in (0..CELLS).step_by(16) {
        set(&mut out.since, i, get(&input.since, i));
    }
    for ((out_ring, ring), &here) in out.rings.iter_mut().zip(&input.rings).zip(&geometry().rings) {
        let mut sums: [v128; 2 * VECTORS] = std::array::from_fn(|n| get(&ring.0, 8 * n));
        for cell in cells & here {
            let cell = cell.index() & (CELLS - 1);
            let old = &earlier[usize::from(input.since[cell])].cells[cell].0;
            let new = &mut out.cells[cell].0;
            out.since[cell] = earlier.len() as u8;
            let patterns = out.lines.numbers(cell).map(|number| &table[number].0);
            for (n, [low, high]) in sums.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                let [a, b, c] = patterns.map(|pattern| get(pattern, 16 * n));
                let sum = i8x16_add(i8x16_add(a, b), c);
                let channels = i8x16_min(i8x16_max(sum, i8x16_splat(0)), i8x16_splat(CELL_ONE));
                set(new, 16 * n, channels);
                let change = i8x16_sub(channels, get(old, 16 * n));
                *low = i16x8_add(*low, i16x8_extend_low_i8x16(change));
                *high = i16x8_add(*high, i16x8_extend_high_i8x16(change));
            }
        }
        for (n, sum) in sums.into_iter().enumerate() {
            set(&mut out_ring.0, 8 * n, sum);
        }
    }
}

pub(super) fn forward(sides: [&Row; 2], rings: &[Ring; RINGS], mover: usize, head: &Head) -> i32 {
    head.output(&(sides, rings, mover), |&(sides, rings, mover), weights| first(sides, rings, mover, weights), second)
}

#[inline(always)]
fn first(sides: [&Row; 2], rings: &[Ring; RINGS], mover: usize, weights: &FirstWeights) -> [i32; SMALL] {
    let mut sums = [i32x4_splat(0); SMALL / 4];
    let (of_products, of_means) = weights.0.split_at(PAIRS);
    for (row, weights) in sides.iter().zip(of_products.as_chunks::<{ PAIRS / 2 }>().0) {
        let clipped = |i: usize| i16x8_min(i16x8_max(get(&row.0, i), i16x8_splat(0)), i16x8_splat(ONE));
        let product = |i: usize| u16x8_shr(i16x8_add(i16x8_mul(clipped(i), clipped(PAIRS + i)), i16x8_splat(256)), 9);
        let mut products = [0i16; PAIRS];
        // Which two products are not both zero: fewer than half. The others are skipped.
        let mut used = 0;
        for i in (0..PAIRS).step_by(16) {
            let (low, high) = (product(i), product(i + 8));
            set(&mut products, i, low);
            set(&mut products, i + 8, high);
            used |= u64::from(i16x8_bitmask(i16x8_ne(u8x16_narrow_i16x8(low, high), i16x8_splat(0)))) << (i / 2);
        }
        while used != 0 {
            let pair = used.trailing_zeros() as usize & (PAIRS / 2 - 1);
            add_pair(&mut sums, splat_pair(&products, pair), &weights[pair]);
            used &= used - 1;
        }
    }
    // Hardly any mean is zero.
    let mut means = [0i16; MEANS];
    for (side, from) in [mover & 1, 1 - (mover & 1)].into_iter().enumerate() {
        for (n, (ring, scale)) in rings.iter().zip(RING_SCALES).enumerate() {
            for i in (0..CHANNELS).step_by(8) {
                let mean = i16x8_q15mulr_sat(i16x8_shl(get(&ring.0, CHANNELS * from + i), 2), i16x8_splat(scale));
                set(&mut means, CHANNELS * (RINGS * side + n) + i, mean);
            }
        }
    }
    for (pair, weights) in of_means.iter().enumerate() {
        add_pair(&mut sums, splat_pair(&means, pair), weights);
    }
    stored(sums)
}

#[inline(always)]
fn second(inputs: &[i16; 2 * SMALL], weights: &SecondWeights) -> [i32; HIDDEN] {
    let mut sums = [i32x4_splat(0); HIDDEN / 4];
    for (at, weights) in weights.iter().enumerate() {
        add_pair(&mut sums, splat_pair(inputs, at), weights);
    }
    stored(sums)
}

/// The two words of this number, over and over.
#[inline(always)]
fn splat_pair<T: Copy>(values: &[T], pair: usize) -> v128 {
    let size = size_of::<u32>() / size_of::<T>();
    let values = &values[pair * size..][..size];
    // SAFETY: there are 4 bytes.
    unsafe { v128_load32_splat(values.as_ptr().cast()) }
}

#[inline(always)]
fn add_pair<const V: usize, const N: usize>(sums: &mut [v128; V], both: v128, weights: &[i16; N]) {
    for (n, sum) in sums.iter_mut().enumerate() {
        *sum = i32x4_add(*sum, i32x4_dot_i16x8(both, get(weights, 8 * n)));
    }
}

#[inline(always)]
fn stored<const V: usize, const N: usize>(vectors: [v128; V]) -> [i32; N] {
    let mut values = [0; N];
    for (n, vector) in vectors.into_iter().enumerate() {
        set(&mut values, 4 * n, vector);
    }
    values
}
