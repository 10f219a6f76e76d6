//! The loops in plain integer arithmetic, which the compiler turns into the widest vectors it may use.

use sumito_rules::Cells;

use super::{Activations, INPUTS, ONE, Pattern, RING_SCALES, Ring, Row, SMALL, SecondWeights};
use crate::network::{Accumulator, CHANNELS, HIDDEN, Head, PAIRS, RINGS, WIDTH};
use crate::patterns::{CELLS, NUMBERS, geometry};

/// The weights of the first dense layer: for each output those of all inputs.
pub(crate) struct FirstWeights(pub(super) [FirstRow; SMALL]);

/// The weights of an output of the first dense layer.
#[repr(C, align(64))]
pub(super) struct FirstRow(pub(super) [i8; INPUTS]);

impl FirstWeights {
    /// The weights, given input by input.
    pub(crate) fn arranged(inputs: &[[i8; SMALL]; INPUTS]) -> Box<FirstWeights> {
        let row = |output: usize| FirstRow(std::array::from_fn(|input| inputs[input][output]));
        Box::new(FirstWeights(std::array::from_fn(row)))
    }
}

/// What goes into the first dense layer.
#[repr(C, align(64))]
pub(super) struct Inputs(pub(super) [u8; INPUTS]);

#[inline(always)]
pub(super) fn sum<const A: usize, const R: usize>(out: &mut Row, input: &Row, added: [&Row; A], removed: [&Row; R]) {
    for i in 0..WIDTH {
        let sum = added.iter().fold(input.0[i], |sum, row| sum.wrapping_add(row.0[i]));
        out.0[i] = removed.iter().fold(sum, |sum, row| sum.wrapping_sub(row.0[i]));
    }
}

pub(super) fn update_cells(out: &mut Accumulator, earlier: &[Accumulator], table: &[Pattern; NUMBERS], cells: Cells) {
    let input = &earlier[earlier.len() - 1];
    out.since = input.since;
    for ((out_ring, ring), &here) in out.rings.iter_mut().zip(&input.rings).zip(&geometry().rings) {
        // Sums in a variable of their own, which stay in registers: the next cell would have to wait for one in memory.
        let mut sums = *ring;
        for cell in cells & here {
            let cell = cell.index() & (CELLS - 1);
            let old = &earlier[usize::from(input.since[cell])].cells[cell];
            let new = Activations::of(out.lines.numbers(cell).map(|number| &table[number]));
            for (sum, (new, old)) in sums.0.iter_mut().zip(new.0.iter().zip(old.0)) {
                *sum += i16::from(new - old);
            }
            out.cells[cell] = new;
            out.since[cell] = earlier.len() as u8;
        }
        *out_ring = sums;
    }
}

pub(super) fn forward(sides: [&Row; 2], rings: &[Ring; RINGS], mover: usize, head: &Head) -> i32 {
    head.output(&inputs(sides, rings, mover, means), first, second)
}

/// What goes into the dense layers: from the mover's side, then from the other's, the products of the halves of the first layer; then
/// the means of the rings likewise.
#[inline(always)]
pub(super) fn inputs(
    sides: [&Row; 2],
    rings: &[Ring; RINGS],
    mover: usize,
    means: impl Fn(&[i16; CHANNELS], i16) -> [u8; CHANNELS],
) -> Inputs {
    let mut inputs = Inputs([0; INPUTS]);
    let (products_out, rings_out) = inputs.0.split_at_mut(2 * PAIRS);
    for (out, row) in products_out.as_chunks_mut().0.iter_mut().zip(sides) {
        products(out, row);
    }
    for (out, from) in rings_out.as_chunks_mut::<{ RINGS * CHANNELS }>().0.iter_mut().zip([mover, 1 - mover]) {
        for ((out, ring), scale) in out.as_chunks_mut::<CHANNELS>().0.iter_mut().zip(rings).zip(RING_SCALES) {
            *out = means(&ring.0.as_chunks::<CHANNELS>().0[from & 1], scale);
        }
    }
    inputs
}

/// The products of the two halves of a row, out of 127.
#[inline(always)]
fn products(out: &mut [u8; PAIRS], row: &Row) {
    let (left, right) = row.0.split_at(PAIRS);
    for i in 0..PAIRS {
        let [a, b] = [left[i], right[i]].map(|x| x.clamp(0, ONE) as u16);
        out[i] = ((a * b + 256) >> 9) as u8;
    }
}

/// The means of a ring out of 127.
#[inline(always)]
fn means(sums: &[i16; CHANNELS], scale: i16) -> [u8; CHANNELS] {
    sums.map(|sum| ((((i32::from(sum << 2) * i32::from(scale)) >> 14) + 1) >> 1) as u8)
}

#[inline(always)]
fn first(inputs: &Inputs, weights: &FirstWeights) -> [i32; SMALL] {
    weights.0.each_ref().map(|row| inputs.0.iter().zip(row.0).map(|(&x, w)| i32::from(x) * i32::from(w)).sum())
}

#[inline(always)]
fn second(inputs: &[i16; 2 * SMALL], weights: &SecondWeights) -> [i32; HIDDEN] {
    let mut sums = [0; HIDDEN];
    for (inputs, weights) in inputs.chunks_exact(2).zip(weights) {
        for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(2)) {
            *sum += i32::from(inputs[0]) * i32::from(weights[0]) + i32::from(inputs[1]) * i32::from(weights[1]);
        }
    }
    sums
}
