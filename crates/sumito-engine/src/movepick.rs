//! Hands out the moves of a node, most promising first.

use sumito_rules::{Move, Moves, Position};

use crate::history::History;

/// More than any position has: 61 cells, six directions, seven kinds, but at most a few dozen marbles.
const CAPACITY: usize = 384;

/// What a move does, as far as ordering and pruning care.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    Quiet,
    Push,
    Ejection,
}

#[derive(Copy, Clone)]
pub(crate) struct Picked {
    pub(crate) m: Move,
    pub(crate) class: Class,
    score: i32,
}

impl Picked {
    /// The ordering score within its class.
    pub(crate) fn history(self) -> i32 {
        self.score
    }
}

pub(crate) struct Picker {
    ejections: Moves,
    pushes: Moves,
    quiet: Moves,
    first: Option<Move>,
    list: Vec<Picked>,
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
    pub(crate) fn new(position: &Position, first: Option<Move>, list: Vec<Picked>) -> Picker {
        let (pushes, quiet) = (position.pushes(), position.quiet_moves());
        let ejections = if pushes.is_empty() { pushes } else { position.ejections() };
        let first = first.filter(|&m| pushes.contains(m) || quiet.contains(m));
        Picker { ejections, pushes, quiet, first, list, stage: Stage::First, next: 0 }
    }

    /// Ejections alone, for the end of the search.
    pub(crate) fn ejections(position: &Position, list: Vec<Picked>) -> Picker {
        let ejections = position.ejections();
        Picker { ejections, pushes: ejections, quiet: Moves::default(), first: None, list, stage: Stage::First, next: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pushes.is_empty() && self.quiet.is_empty()
    }

    fn class(&self, m: Move) -> Class {
        if self.ejections.contains(m) {
            Class::Ejection
        } else if self.pushes.contains(m) {
            Class::Push
        } else {
            Class::Quiet
        }
    }

    /// The best move not yet handed out. `score` is asked for the history of a move when the list is made.
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
                return Some(Picked { m, class: self.class(m), score: 1 << 28 });
            }
        }
        if self.stage == Stage::Sort {
            self.stage = Stage::List;
            self.list.clear();
            self.list.reserve(CAPACITY);
            let history = history.at(position.turn(), before);
            let (list, first, ejections) = (&mut self.list, self.first, &self.ejections);
            let any_ejection = !ejections.is_empty();
            self.pushes.for_each(|m| {
                let mut score = history.score(m) + PUSH;
                let mut class = Class::Push;
                if any_ejection && ejections.contains(m) {
                    score += EJECTION;
                    class = Class::Ejection;
                }
                list.push(Picked { m, class, score });
            });
            self.quiet.for_each(|m| list.push(Picked { m, class: Class::Quiet, score: history.score(m) }));
            for picked in list.iter_mut() {
                if killers.contains(&Some(picked.m)) {
                    picked.score += KILLER;
                }
            }
            if let Some(at) = list.iter().position(|picked| Some(picked.m) == first) {
                list.swap_remove(at);
            }
        }
        let rest = self.list.get_mut(self.next..).filter(|rest| !rest.is_empty())?;
        let (mut best, mut most) = (0, i32::MIN);
        for (i, picked) in rest.iter().enumerate() {
            if picked.score > most {
                (best, most) = (i, picked.score);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    /// Gives the list back to be used again.
    pub(crate) fn into_list(self) -> Vec<Picked> {
        self.list
    }
}
