//! The search of all moves of both sides. It asks one question, yes or no: does the attacker reach the aim in this many moves?

use sumito_rules::{Move, Position};

use super::aim::Aim;
use super::table::ProofTable;
use crate::engine::Control;

/// The search was stopped before it had an answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

pub(super) struct Search<'a> {
    pub(super) aim: Aim,
    table: &'a mut ProofTable,
    control: &'a Control,
    nodes: u64,
    limit: u64,
    /// How often a move of the attacker reached the aim, and a move of the defender prevented it, by the bits of the move.
    attacks: Vec<u32>,
    defenses: Vec<u32>,
    /// The last move that prevented the aim, by the number of moves left.
    refutations: [Option<Move>; 256],
}

/// More than the bits of any move.
const MOVES: usize = 1 << 13;

/// The control is checked after this many positions.
const ASK: u64 = 1 << 12;

impl Search<'_> {
    pub(super) fn new<'a>(aim: Aim, table: &'a mut ProofTable, limit: u64, control: &'a Control) -> Search<'a> {
        Search {
            aim,
            table,
            control,
            nodes: 0,
            limit,
            attacks: vec![0; MOVES],
            defenses: vec![0; MOVES],
            refutations: [None; 256],
        }
    }

    /// Positions visited.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the attacker, to move, reaches the aim with its next `moves` moves.
    pub(super) fn attack(&mut self, position: &Position, moves: u8) -> Result<bool, Stopped> {
        if moves == 0 || !self.aim.is_within(position, moves) {
            return Ok(false);
        }
        if moves == 1 {
            return self.finish(position);
        }
        let known = self.table.probe(position);
        if let Some(decision) = known.and_then(|entry| entry.decision(moves)) {
            return Ok(decision);
        }
        if self.finish(position)? {
            self.table.store(position, 1, true, None);
            return Ok(true);
        }
        let first = known.and_then(|entry| entry.best());
        for m in self.ordered(position, first, true) {
            let next = position.after_unchecked(m);
            self.count()?;
            if self.defend(&next, moves - 1)? {
                self.attacks[usize::from(m.to_bits())] += u32::from(moves);
                self.table.store(position, moves, true, Some(m));
                return Ok(true);
            }
        }
        self.table.store(position, moves, false, None);
        Ok(false)
    }

    /// Whether the attacker reaches the aim whatever the defender, to move, plays: it has reached it, or will with `moves` more moves.
    pub(super) fn defend(&mut self, position: &Position, moves: u8) -> Result<bool, Stopped> {
        if self.aim.is_reached(position) {
            return Ok(true);
        }
        if moves == 0 {
            return Ok(false);
        }
        if moves == 1 {
            return self.defend_last(position);
        }
        let known = self.table.probe(position);
        if let Some(decision) = known.and_then(|entry| entry.decision(moves)) {
            return Ok(decision);
        }
        let first = known.and_then(|entry| entry.best()).or(self.refutations[usize::from(moves)]);
        for m in self.ordered(position, first, false) {
            let next = position.after_unchecked(m);
            self.count()?;
            if !self.attack(&next, moves)? {
                self.defenses[usize::from(m.to_bits())] += u32::from(moves);
                self.refutations[usize::from(moves)] = Some(m);
                self.table.store(position, moves, false, Some(m));
                return Ok(false);
            }
        }
        self.table.store(position, moves, true, None);
        Ok(true)
    }

    /// The attacker's last move.
    #[inline]
    fn finish(&mut self, position: &Position) -> Result<bool, Stopped> {
        for m in &self.aim.last_moves(position) {
            let next = position.after_unchecked(m);
            self.count()?;
            if self.aim.is_reached(&next) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The defender's last move: most positions end here, so nothing is sorted or stored.
    fn defend_last(&mut self, position: &Position) -> Result<bool, Stopped> {
        let moves = position.legal_moves();
        let last = self.refutations[1].filter(|&m| moves.contains(m));
        for m in last.into_iter().chain(&moves) {
            let next = position.after_unchecked(m);
            self.count()?;
            if !self.aim.is_within(&next, 1) || !self.finish(&next)? {
                self.refutations[1] = Some(m);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All moves, the likely ones first.
    fn ordered(&self, position: &Position, first: Option<Move>, attacks: bool) -> Vec<Move> {
        let successes = if attacks { &self.attacks } else { &self.defenses };
        let (pushes, ejections) = (position.pushes(), position.ejections());
        let rank = |m: Move| {
            let kind = if Some(m) == first {
                3
            } else if ejections.contains(m) {
                2
            } else {
                u32::from(attacks && pushes.contains(m))
            };
            (kind, successes[usize::from(m.to_bits())])
        };
        let mut ranked: Vec<((u32, u32), Move)> = position.legal_moves().iter().map(|m| (rank(m), m)).collect();
        ranked.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        ranked.into_iter().map(|(_, m)| m).collect()
    }

    /// Counts a position visited.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes > self.limit || (self.nodes.is_multiple_of(ASK) && self.control.is_stopped()) {
            return Err(Stopped);
        }
        Ok(())
    }
}
