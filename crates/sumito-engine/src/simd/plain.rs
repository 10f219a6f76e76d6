//! The loops in plain integer arithmetic, which the compiler turns into the widest vectors it may use.

use super::{FirstWeights, Inputs, ONE, Pattern, Ring, Row, SMALL, SecondWeights, activation};
use crate::network::{CHANNELS, HIDDEN, PAIRS, WIDTH};

#[inline(always)]
pub(super) fn sum<const A: usize, const R: usize>(out: &mut Row, input: &Row, added: [&Row; A], removed: [&Row; R]) {
    for i in 0..WIDTH {
        let sum = added.iter().fold(input.0[i], |sum, row| sum.wrapping_add(row.0[i]));
        out.0[i] = removed.iter().fold(sum, |sum, row| sum.wrapping_sub(row.0[i]));
    }
}

/// Changes the sums of a ring after the patterns around one of its cells changed.
#[inline(always)]
pub(super) fn step(sums: &mut Ring, old: [&Pattern; 3], new: [&Pattern; 3]) {
    for k in 0..2 * CHANNELS {
        sums.0[k] += i16::from(activation(new, k) - activation(old, k));
    }
}

/// The products of the two halves of a row, out of 127.
#[inline(always)]
pub(super) fn products(out: &mut [u8; PAIRS], row: &Row) {
    let (left, right) = row.0.split_at(PAIRS);
    for i in 0..PAIRS {
        let [a, b] = [left[i], right[i]].map(|x| x.clamp(0, ONE) as u16);
        out[i] = ((a * b + 256) >> 9) as u8;
    }
}

/// The means of a ring out of 127.
#[inline(always)]
pub(super) fn means(sums: &[i16; CHANNELS], scale: i16) -> [u8; CHANNELS] {
    sums.map(|sum| ((((i32::from(sum << 2) * i32::from(scale)) >> 14) + 1) >> 1) as u8)
}

#[inline(always)]
pub(super) fn first(inputs: &Inputs, weights: &FirstWeights) -> [i32; SMALL] {
    weights.each_ref().map(|row| inputs.0.iter().zip(row.0).map(|(&x, w)| i32::from(x) * i32::from(w)).sum())
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
