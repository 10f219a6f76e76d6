//! Proof trees: the attacker's answer to each defense.

use sumito_rules::{Move, Position};

use super::search::{Search, Stopped};

/// A winning move of the attacker, and what follows each defense. The attacker always takes a shortest way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tree {
    /// The attacker's move.
    pub answer: Move,
    /// How many of the attacker's moves it takes against the longest defense, including this one.
    pub moves: u8,
    /// All moves of the defender, those that last longest first; empty if the aim is reached.
    pub defenses: Vec<Defense>,
}

/// A move of the defender, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Defense {
    /// The defender's move.
    pub m: Move,
    /// The attacker's answer to it.
    pub then: Tree,
}

impl Tree {
    /// The moves of both sides along the longest defense.
    pub fn line(&self) -> Vec<Move> {
        let mut line = vec![self.answer];
        if let Some(defense) = self.defenses.first() {
            line.push(defense.m);
            line.extend(defense.then.line());
        }
        line
    }

    /// The number of the attacker's moves in the tree.
    pub fn size(&self) -> usize {
        1 + self.defenses.iter().map(|defense| defense.then.size()).sum::<usize>()
    }
}

impl Search<'_> {
    /// The tree for the attacker to move with `moves` moves left; `None` if there is no win.
    pub(super) fn tree(&mut self, position: &Position, moves: u8) -> Result<Option<Tree>, Stopped> {
        let Some((answer, moves)) = self.answer(position, moves, &[])? else { return Ok(None) };
        self.tree_after(position, answer, moves)
    }

    /// The same with the attacker's move given.
    pub(super) fn tree_after(&mut self, position: &Position, answer: Move, moves: u8) -> Result<Option<Tree>, Stopped> {
        let mut next = *position;
        if moves == 0 || next.play(answer).is_err() || !self.defend(&next, moves - 1)? {
            return Ok(None);
        }
        let mut tree = Tree { answer, moves: 1, defenses: Vec::new() };
        if self.aim.is_reached(&next) {
            return Ok(Some(tree));
        }
        // The fewer different answers, the easier to read.
        let mut used: Vec<Move> = Vec::new();
        for m in &next.legal_moves() {
            let defended = next.after_unchecked(m);
            let Some((answer, left)) = self.answer(&defended, moves - 1, &used)? else { return Ok(None) };
            if !used.contains(&answer) {
                used.push(answer);
            }
            let Some(then) = self.tree_after(&defended, answer, left)? else { return Ok(None) };
            tree.moves = tree.moves.max(then.moves + 1);
            tree.defenses.push(Defense { m, then });
        }
        tree.defenses.sort_by_key(|defense| std::cmp::Reverse(defense.then.moves));
        Ok(Some(tree))
    }

    /// The moves that follow, the attacker to move, appended to `line`; whether it gets there.
    pub(super) fn line_of_attack(&mut self, mut position: Position, moves: u8, line: &mut Vec<Move>) -> Result<bool, Stopped> {
        let Some((answer, moves)) = self.answer(&position, moves, &[])? else { return Ok(false) };
        line.push(answer);
        position.play_unchecked(answer);
        self.line_of_defense(position, moves - 1, line)
    }

    /// The same, the defender to move.
    pub(super) fn line_of_defense(&mut self, position: Position, moves: u8, line: &mut Vec<Move>) -> Result<bool, Stopped> {
        if !self.defend(&position, moves)? {
            return Ok(false);
        }
        if self.aim.is_reached(&position) {
            return Ok(true);
        }
        let mut longest: Option<(Move, Position, u8)> = None;
        for m in &position.legal_moves() {
            let next = position.after_unchecked(m);
            let least = longest.map_or(0, |(_, _, moves)| moves);
            // Only a way that is longer than the longest so far is of interest.
            if !self.attack(&next, least)?
                && let Some(moves) = self.distance(&next, moves)?
            {
                longest = Some((m, next, moves));
            }
        }
        let Some((m, next, moves)) = longest else { return Ok(false) };
        line.push(m);
        self.line_of_attack(next, moves, line)
    }

    /// The number of moves that the attacker, to move, needs, if that is no more than `moves`.
    pub(super) fn distance(&mut self, position: &Position, moves: u8) -> Result<Option<u8>, Stopped> {
        for moves in 1..=moves {
            if self.attack(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// A move of the attacker that is on a shortest way, one of `liked` if possible, and the number of moves it takes.
    fn answer(&mut self, position: &Position, moves: u8, liked: &[Move]) -> Result<Option<(Move, u8)>, Stopped> {
        let Some(moves) = self.distance(position, moves)? else { return Ok(None) };
        let legal = position.legal_moves();
        for m in liked.iter().copied().filter(|&m| legal.contains(m)).chain(&legal) {
            let next = position.after_unchecked(m);
            if self.defend(&next, moves - 1)? {
                return Ok(Some((m, moves)));
            }
        }
        Ok(None)
    }
}
