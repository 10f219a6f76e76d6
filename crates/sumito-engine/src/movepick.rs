//! Hands out the moves of a node, most promising first.

use sumito_rules::{Move, Moves, Position};

use crate::history::History;

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

/// Room for the moves of any game; a position with more makes the list grow once.
const CAPACITY: usize = 192;

/// So many moves are looked for one by one before the rest is sorted.
const SELECTED: usize = 3;

#[inline]
fn pack(score: i32, class: Class, m: Move) -> i64 {
    i64::from(score) << 32 | (class as i64) << 16 | i64::from(m.to_bits())
}

#[inline]
fn unpack(word: i64) -> Option<Picked> {
    let class = [Class::Quiet, Class::Push, Class::Ejection, Class::Ejection][(word >> 16 & 3) as usize];
    Some(Picked { m: Move::from_bits_unchecked(word as u16)?, class, score: (word >> 32) as i32 })
}

pub(crate) struct Picker {
    moves: Moves,
    ejections: Option<Moves>,
    first: Option<Move>,
    list: List,
    stage: Stage,
    next: usize,
}

#[derive(PartialEq, Eq)]
enum Stage {
    First,
    Sort,
    List,
}

const EJECTION: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const PUSH: i32 = 1 << 10;

impl Picker {
    /// All moves; `first` (the table's move) is dropped unless it is legal.
    pub(crate) fn new(position: &Position, first: Option<Move>, list: List) -> Picker {
        let moves = position.moves();
        let ejections = position.can_eject().then(|| position.ejections());
        let first = first.filter(|&m| moves.contains(m));
        Picker { moves, ejections, first, list, stage: Stage::First, next: 0 }
    }

    /// Pushes alone, for the end of the search.
    pub(crate) fn pushes(position: &Position, list: List) -> Picker {
        let moves = position.pushes();
        let ejections = position.can_eject().then(|| position.ejections());
        Picker { moves, ejections, first: None, list, stage: Stage::First, next: 0 }
    }

    /// Ejections alone, for the end of the search.
    pub(crate) fn ejections(position: &Position, list: List) -> Picker {
        let moves = position.ejections();
        Picker { moves, ejections: Some(moves), first: None, list, stage: Stage::First, next: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The best move not yet handed out.
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
                let ejects = self.ejections.as_ref().is_some_and(|ejections| ejections.contains(m));
                let class = if ejects { Class::Ejection } else { class(position, m.landing().index() as u8) };
                return Some(Picked { m, class, score: i32::MAX });
            }
        }
        if self.stage == Stage::Sort {
            self.stage = Stage::List;
            self.fill(history, position, before, killers);
        }
        let rest = self.list.get_mut(self.next..).filter(|rest| !rest.is_empty())?;
        // Most nodes end after a move or two; the others want them all.
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
        let (first, killers) = (self.first, killers.map(|m| m.map_or(0, Move::to_bits)));
        let list = &mut self.list;
        list.clear();
        list.reserve(CAPACITY);
        let ejections = self.ejections.as_ref();
        self.moves.for_each(|m| {
            let (mut score, landing) = history.score(m);
            let mut class = class(position, landing);
            if class == Class::Push {
                score += PUSH;
                if ejections.is_some_and(|ejections| ejections.contains(m)) {
                    score += EJECTION;
                    class = Class::Ejection;
                }
            }
            if killers.contains(&m.to_bits()) {
                score += KILLER;
            }
            if Some(m) != first {
                list.push(pack(score, class, m));
            }
        });
    }

    /// Gives the list back to be used again.
    pub(crate) fn into_list(self) -> List {
        self.list
    }
}

/// A legal move pushes if it lands on an opposing marble: broadsides never do.
#[inline]
fn class(position: &Position, landing: u8) -> Class {
    if position.theirs().bits() >> landing & 1 == 1 { Class::Push } else { Class::Quiet }
}
