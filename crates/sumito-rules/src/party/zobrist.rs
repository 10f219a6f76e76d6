//! The random numbers behind [`Position::zobrist_hash`](super::Position::zobrist_hash).

use super::seat::{BySeat, Seat, Seating};
use crate::cell::Cell;
use crate::cells::Cells;
use crate::zobrist::table;

static MARBLE: [[u64; Cell::COUNT]; 6] = table(10_000);
static EJECTED: [[u64; 64]; 6] = table(11_000);
static TURN: [[u64; 6]; 1] = table(12_000);
static LEFT: [[u64; 6]; 1] = table(12_010);
static SEATING: [[u64; 8]; 8] = table(12_020);

pub(super) fn marbles(seat: Seat, cells: Cells) -> u64 {
    cells.into_iter().fold(0, |hash, cell| hash ^ MARBLE[seat as usize][cell.index()])
}

pub(super) fn ejected(seat: Seat, marbles: u8) -> u64 {
    EJECTED[seat as usize][marbles as usize % 64]
}

pub(super) fn turn(seat: Seat) -> u64 {
    TURN[0][seat as usize]
}

pub(super) fn left(seat: Seat) -> u64 {
    LEFT[0][seat as usize]
}

pub(super) fn seating(seating: Seating) -> u64 {
    SEATING[seating.seats().count()][seating.teams().count()]
}

/// The hash of everything, from nothing.
pub(super) fn whole(of: Seating, all: &BySeat<Cells>, by: BySeat<u8>, has_left: BySeat<bool>, to_move: Seat) -> u64 {
    of.seats().fold(seating(of) ^ turn(to_move), |hash, seat| {
        let gone = if has_left[seat] { left(seat) } else { 0 };
        hash ^ marbles(seat, all[seat]) ^ ejected(seat, by[seat]) ^ gone
    })
}
