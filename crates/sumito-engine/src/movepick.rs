//! Returns the moves of a node one by one, most promising first.

use sumito_rules::{Move, Moves, Position};

use crate::history::{History, NodeHistory};

/// What a move does, as far as ordering and pruning care.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Quiet = 0,
    Push = 1,
    Ejection = 2,
}

#[derive(Copy, Clone)]
pub(crate) struct Picked {
    pub(crate) m: Move,
    pub(crate) class: Class,
    /// The ordering score: history, with large additions for ejections and killers.
    pub(crate) score: i32,
}

/// Moves with their scores, each in one word so that the best is found by comparing words: score, class, move.
pub(crate) type List = Vec<i64>;

/// Room for the moves of any game; a position with more makes the list grow.
const CAPACITY: usize = 192;

/// This many moves are selected one by one before the rest is sorted.
const SELECTED: usize = 10;

#[inline]
fn pack(score: i32, class: Class, m: Move) -> i64 {
    i64::from(score) << 32 | (class as i64) << 16 | i64::from(m.to_bits())
}

#[inline]
fn unpack(word: i64) -> Option<Picked> {
    let class = [Class::Quiet, Class::Push, Class::Ejection, Class::Ejection][(word >> 16 & 3) as usize];
    Some(Picked { m: Move::from_bits(word as u16)?, class, score: (word >> 32) as i32 })
}

pub(crate) struct Picker {
    /// The moves not yet on the list.
    moves: Moves,
    /// What is added to the word of each of them.
    extra: i64,
    first: Option<Move>,
    /// Space for words; the first `len` are in use.
    list: List,
    len: usize,
    stage: Stage,
    next: usize,
}

#[derive(PartialEq, Eq)]
enum Stage {
    First,
    Sort,
    List,
}

/// What is added to the score of a push.
const PUSH: i32 = 1 << 10;
/// What is added to the word of a killer.
const KILLS: i64 = 1 << 20 << 32;
/// What is added to the word of a push that ejects; it also changes the class to an ejection.
const EJECTS: i64 = 1 << 24 << 32 | 1 << 16;

impl Picker {
    /// All moves; `first` (the table's move) is ignored unless it is legal.
    pub(crate) fn new(position: &Position, first: Option<Move>, list: List) -> Picker {
        let moves = position.legal_moves();
        let first = first.filter(|&m| moves.contains(m));
        Picker { moves, extra: 0, first, list, len: 0, stage: Stage::First, next: 0 }
    }

    /// Only pushes, for the quiescence search.
    pub(crate) fn pushes(position: &Position, list: List) -> Picker {
        Picker { moves: position.pushes(), extra: 0, first: None, list, len: 0, stage: Stage::First, next: 0 }
    }

    /// Only ejections, for the quiescence search.
    pub(crate) fn ejections(position: &Position, list: List) -> Picker {
        Picker { moves: position.ejections(), extra: EJECTS, first: None, list, len: 0, stage: Stage::First, next: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The best of the remaining moves.
    pub(crate) fn next(
        &mut self,
        history: &History,
        position: &Position,
        before: [Option<Move>; 2],
        killers: [Option<Move>; 2],
    ) -> Option<Picked> {
        if self.stage == Stage::First {
            self.stage = Stage::Sort;
            if let Some(m) = self.first {
                let class = match class(position.theirs().bits(), m.landing().index() as u8) {
                    Class::Push if position.ejected(m).is_some() => Class::Ejection,
                    class => class,
                };
                return Some(Picked { m, class, score: i32::MAX });
            }
        }
        if self.stage == Stage::Sort {
            self.stage = Stage::List;
            self.fill(history, position, before, killers);
        }
        let rest = self.list.get_mut(self.next..self.len).filter(|rest| !rest.is_empty())?;
        // Most nodes are cut off after a move or two; the others need all moves.
        if self.next < SELECTED {
            let most = rest.iter().copied().fold(i64::MIN, i64::max);
            let best = rest.iter().position(|&word| word == most)?;
            rest.swap(0, best);
        } else if self.next == SELECTED {
            rest.sort_unstable_by(|a, b| b.cmp(a));
        }
        self.next += 1;
        unpack(rest[0])
    }

    fn fill(&mut self, history: &History, position: &Position, before: [Option<Move>; 2], killers: [Option<Move>; 2]) {
        let history = history.at(position.turn(), before);
        let theirs = position.theirs().bits();
        if self.list.len() < CAPACITY {
            self.list.resize(CAPACITY, 0);
        }
        // Only a few moves are special, so they are handled first instead of testing each move.
        if let Some(m) = self.first {
            self.moves.remove(m);
        }
        let mut ejections = if self.extra == 0 && position.can_eject() { Some(position.ejections()) } else { None };
        if let Some(ejections) = &mut ejections {
            if let Some(m) = self.first {
                ejections.remove(m);
            }
            self.moves.remove_all(ejections);
        }
        for (moves, extra) in [(Some(&mut self.moves), self.extra), (ejections.as_mut(), EJECTS)] {
            let Some(moves) = moves else { continue };
            for m in killers.into_iter().flatten() {
                if moves.contains(m) {
                    moves.remove(m);
                    self.list[self.len] = word(m, &history, theirs) + extra + KILLS;
                    self.len += 1;
                }
            }
            let count = write(moves, extra, &history, theirs, &mut self.list[self.len..]);
            let wanted = self.len + count + killers.len();
            if wanted > self.list.len() {
                self.list.resize(wanted, 0);
                write(moves, extra, &history, theirs, &mut self.list[self.len..]);
            }
            self.len += count;
        }
    }

    /// Gives the list back to be used again.
    pub(crate) fn into_list(self) -> List {
        self.list
    }
}

/// Writes the words of moves as far as there is room, each with the same addition, and returns the number of moves.
#[inline(never)] // The hottest loop of the search besides the network: it needs all registers.
fn write(moves: &Moves, extra: i64, history: &NodeHistory<'_>, theirs: u64, list: &mut [i64]) -> usize {
    let mut count = 0;
    moves.for_each(|m| {
        if let Some(place) = list.get_mut(count) {
            *place = word(m, history, theirs) + extra;
        }
        count += 1;
    });
    count
}

/// The word of a move that is neither a killer nor an ejection.
#[inline(always)]
fn word(m: Move, history: &NodeHistory<'_>, theirs: u64) -> i64 {
    let (score, landing) = history.score(m);
    let class = class(theirs, landing);
    pack(score + class as i32 * PUSH, class, m)
}

/// A legal move pushes if it lands on an opposing marble: broadsides never do.
#[inline]
fn class(theirs: u64, landing: u8) -> Class {
    if theirs >> landing & 1 == 1 { Class::Push } else { Class::Quiet }
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Color, Layout};

    use super::*;

    /// Every legal move comes once, the table's move first, then by falling scores, each with its class.
    fn check(position: &Position) {
        let history = History::new();
        let legal: Vec<Move> = position.legal_moves().iter().collect();
        for (first, killer) in [(None, None), (legal.first(), legal.last()), (legal.last(), legal.get(legal.len() / 2))] {
            let mut picker = Picker::new(position, first.copied(), List::new());
            let killers = [killer.copied(), None];
            let picked: Vec<Picked> = std::iter::from_fn(|| picker.next(&history, position, [None; 2], killers)).collect();
            assert_eq!(picked.first().map(|picked| &picked.m).filter(|_| first.is_some()), first, "{position}");
            assert!(picked.is_sorted_by(|a, b| a.score >= b.score), "{position}");
            for Picked { m, class, .. } in &picked {
                let expected = match (position.pushed(*m).is_empty(), position.ejected(*m)) {
                    (true, _) => Class::Quiet,
                    (false, None) => Class::Push,
                    (false, Some(_)) => Class::Ejection,
                };
                assert_eq!(*class, expected, "{position}: {m}");
            }
            let sorted = |mut moves: Vec<Move>| {
                moves.sort_by_key(|m| m.to_bits());
                moves
            };
            assert_eq!(sorted(picked.iter().map(|picked| picked.m).collect()), sorted(legal.clone()), "{position}");
        }
    }

    #[test]
    fn every_move_is_handed_out_once() {
        let fight = "
                . . . . .
               . . . w . .
              . . b b w . .
             . w w b b b w .
            b b b w w . . . .
             . . w b . . . w
              . . w b b b w
               . w w b b b
                w w b b b";
        // More moves than any game has.
        let crowd = "
                b b b b b
               . . . . . .
              b b b b b b b
             . . . . . . . .
            b b b b b b b b b
             . . . . . . . .
              b b b b b b b
               . . . . . .
                b b b b w";
        let crowd = Position::draw(crowd, Color::Black);
        assert!(crowd.legal_moves().len() > CAPACITY);
        for position in
            [Layout::STANDARD.position(), Layout::BELGIAN_DAISY.position(), Position::draw(fight, Color::Black), crowd]
        {
            check(&position);
            check(&position.swap_colors());
        }
    }
}
