//! The loops in the vectors of the browser: the compiler does not find most of these instructions.
#![allow(unsafe_code)]

use std::arch::wasm32::{
    i8x16_add, i8x16_max, i8x16_min, i8x16_splat, i8x16_sub, i16x8_add, i16x8_bitmask, i16x8_extend_high_i8x16,
    i16x8_extend_low_i8x16, i16x8_max, i16x8_min, i16x8_mul, i16x8_ne, i16x8_q15mulr_sat, i16x8_shl, i16x8_splat, i16x8_sub,
    i32x4_add, i32x4_dot_i16x8, i32x4_splat, u8x16_narrow_i16x8, u16x8_shr, v128, v128_load, v128_store,
};

use super::{CELL_ONE, FirstWeights, INPUTS, Inputs, ONE, Pattern, Ring, Row, SMALL, SecondWeights};
use crate::network::{CHANNELS, HIDDEN, PAIRS, WIDTH};

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

#[inline(always)]
pub(super) fn step(sums: &mut Ring, old: [&Pattern; 3], new: [&Pattern; 3]) {
    let activation = |patterns: [&Pattern; 3], i: usize| {
        let [a, b, c] = patterns.map(|pattern| get(&pattern.0, i));
        i8x16_min(i8x16_max(i8x16_add(i8x16_add(a, b), c), i8x16_splat(0)), i8x16_splat(CELL_ONE))
    };
    for i in (0..2 * CHANNELS).step_by(16) {
        let change = i8x16_sub(activation(new, i), activation(old, i));
        let low = i16x8_add(get(&sums.0, i), i16x8_extend_low_i8x16(change));
        let high = i16x8_add(get(&sums.0, i + 8), i16x8_extend_high_i8x16(change));
        set(&mut sums.0, i, low);
        set(&mut sums.0, i + 8, high);
    }
}

#[inline(always)]
pub(super) fn products(out: &mut [u8; PAIRS], row: &Row) {
    let clipped = |i: usize| i16x8_min(i16x8_max(get(&row.0, i), i16x8_splat(0)), i16x8_splat(ONE));
    let product = |i: usize| u16x8_shr(i16x8_add(i16x8_mul(clipped(i), clipped(PAIRS + i)), i16x8_splat(256)), 9);
    for i in (0..PAIRS).step_by(16) {
        set(out, i, u8x16_narrow_i16x8(product(i), product(i + 8)));
    }
}

#[inline(always)]
pub(super) fn means(sums: &[i16; CHANNELS], scale: i16) -> [u8; CHANNELS] {
    let mean = |i: usize| i16x8_q15mulr_sat(i16x8_shl(get(sums, i), 2), i16x8_splat(scale));
    let mut out = [0; CHANNELS];
    for i in (0..CHANNELS).step_by(16) {
        set(&mut out, i, u8x16_narrow_i16x8(mean(i), mean(i + 8)));
    }
    out
}

/// There is no instruction for four bytes, so inputs are taken in twos. More than half of the twos of products are zero; they are skipped.
#[inline(always)]
pub(super) fn first(inputs: &Inputs, weights: &FirstWeights) -> [i32; SMALL] {
    let mut sums = [i32x4_splat(0); SMALL / 4];
    let mut add = |at: usize| {
        let both = i32x4_splat(i32::from(inputs.0[2 * at]) | i32::from(inputs.0[2 * at + 1]) << 16);
        add_pair(&mut sums, both, &weights[at]);
    };
    for block in 0..2 * PAIRS / 128 {
        let mut mask = 0;
        for i in 0..8 {
            let vector = get(&inputs.0, 128 * block + 16 * i);
            mask |= u64::from(i16x8_bitmask(i16x8_ne(vector, i16x8_splat(0)))) << (8 * i);
        }
        while mask != 0 {
            add((64 * block + mask.trailing_zeros() as usize) & 127);
            mask &= mask - 1;
        }
    }
    for at in PAIRS..INPUTS / 2 {
        add(at);
    }
    stored(sums)
}

#[inline(always)]
pub(super) fn second(inputs: &[i16; 2 * SMALL], weights: &SecondWeights) -> [i32; HIDDEN] {
    let mut sums = [i32x4_splat(0); HIDDEN / 4];
    for (inputs, weights) in inputs.as_chunks::<2>().0.iter().zip(weights) {
        let both = i32x4_splat(i32::from(inputs[0] as u16) | i32::from(inputs[1]) << 16);
        add_pair(&mut sums, both, weights);
    }
    stored(sums)
}

#[inline(always)]
fn add_pair<const V: usize>(sums: &mut [v128; V], both: v128, weights: &[i16]) {
    for (n, sum) in sums.iter_mut().enumerate() {
        *sum = i32x4_add(*sum, i32x4_dot_i16x8(both, get(weights, 8 * n)));
    }
}

#[inline(always)]
fn stored<const V: usize, const N: usize>(sums: [v128; V]) -> [i32; N] {
    let mut out = [0; N];
    sums.into_iter().enumerate().for_each(|(n, sum)| set(&mut out, 4 * n, sum));
    out
}
