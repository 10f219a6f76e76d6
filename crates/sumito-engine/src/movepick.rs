//! Returns the moves of a node one by one, most promising first.

use sumito_rules::{Cell, Move, Moves, Position};

use crate::history::{History, KINDS, NodeHistory, TAIL};
use crate::simd::Simd;

/// What a move does, as far as ordering and pruning care.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Quiet,
    Push,
    Ejection,
}

#[derive(Copy, Clone)]
pub(crate) struct Picked {
    pub(crate) m: Move,
    pub(crate) class: Class,
    /// The ordering score: history, with large additions for ejections and killers.
    pub(crate) score: i32,
}

/// Moves with their scores, each in one word so that the best is found by comparing words: 19 bits of score, 13 of move.
pub(crate) type List = Vec<i32>;

/// Room for the moves of any game; a position with more makes the list grow.
const CAPACITY: usize = 192;

/// The list is used in blocks of this size.
pub(crate) const BLOCK: usize = 16;

/// In place of a move: less than any.
pub(crate) const NO_MOVE: i32 = i32::MIN;

/// The bits of a move.
const MOVE: u32 = 13;

/// What is added to the score of a push.
const PUSH: i32 = 1 << 10;
/// What is added to the score of a killer.
const KILLS: i32 = 70_000;
/// What is added to the score of a push that ejects.
const EJECTS: i32 = 2 * KILLS;

const _: () = {
    let most = History::MOST + PUSH;
    assert!(2 * most < KILLS && EJECTS + KILLS + most < 1 << (31 - MOVE) && -History::MOST > NO_MOVE >> MOVE);
};

pub(crate) struct Picker {
    /// The moves not yet on the list.
    moves: Moves,
    first: Option<Move>,
    words: Words,
    /// The last word that was returned: those that are still to come are smaller.
    last: i32,
    stage: Stage,
    simd: Simd,
}

/// Space for words; the first `len` are in use, and [`NO_MOVE`] fills their last block.
struct Words {
    list: List,
    len: usize,
}

/// What comes next.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Stage {
    /// The table's move.
    First,
    /// Ejections and killers, which are often enough.
    Specials,
    SpecialsListed,
    Rest,
    RestListed,
}

impl Picker {
    /// All moves; `first` (the table's move) is ignored unless it is legal.
    pub(crate) fn new(position: &Position, first: Option<Move>, list: List, simd: Simd) -> Picker {
        let moves = position.legal_moves();
        let first = first.filter(|&m| moves.contains(m));
        let stage = if first.is_some() { Stage::First } else { Stage::Specials };
        Picker { moves, first, words: Words { list, len: 0 }, last: i32::MAX, stage, simd }
    }

    /// Only pushes, for the quiescence search.
    pub(crate) fn pushes(position: &Position, list: List, simd: Simd) -> Picker {
        Picker {
            moves: position.pushes(),
            first: None,
            words: Words { list, len: 0 },
            last: i32::MAX,
            stage: Stage::Specials,
            simd,
        }
    }

    /// Only ejections, for the quiescence search.
    pub(crate) fn ejections(position: &Position, list: List, simd: Simd) -> Picker {
        Picker {
            moves: position.ejections(),
            first: None,
            words: Words { list, len: 0 },
            last: i32::MAX,
            stage: Stage::Specials,
            simd,
        }
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
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::Specials;
                    let m = self.first?;
                    self.moves.remove(m);
                    let class = if position.ejected(m).is_some() { Class::Ejection } else { push_or_quiet(position, m) };
                    return Some(Picked { m, class, score: i32::MAX });
                }
                Stage::Specials => {
                    self.stage = Stage::SpecialsListed;
                    self.list_specials(&history.at(position.turn(), before), position, killers);
                }
                Stage::Rest => {
                    self.stage = Stage::RestListed;
                    self.last = i32::MAX;
                    self.words.len = 0;
                    self.words.append(&self.moves, 0, &history.at(position.turn(), before), position);
                    self.words.fill_block();
                }
                Stage::SpecialsListed | Stage::RestListed => {
                    self.last = self.simd.most_below(self.last, &self.words.list[..self.words.len]);
                    if self.last != NO_MOVE {
                        return unpack(self.last, position);
                    }
                    if self.stage == Stage::RestListed {
                        return None;
                    }
                    self.stage = Stage::Rest;
                }
            }
        }
    }

    fn list_specials(&mut self, history: &NodeHistory<'_>, position: &Position, killers: [Option<Move>; 2]) {
        let mut ejections = position.can_eject().then(|| position.ejections());
        if let Some(ejections) = &mut ejections {
            if let Some(m) = self.first {
                ejections.remove(m);
            }
            self.moves.remove_all(ejections);
        }
        for m in killers.into_iter().flatten() {
            let (moves, extra) = match &mut ejections {
                Some(ejections) if ejections.contains(m) => (ejections, KILLS + EJECTS),
                _ => (&mut self.moves, KILLS),
            };
            if moves.contains(m) {
                moves.remove(m);
                self.words.push(m, extra, history, position);
            }
        }
        if let Some(ejections) = &ejections {
            self.words.append(ejections, EJECTS, history, position);
        }
        self.words.fill_block();
    }

    /// Gives the list back to be used again.
    pub(crate) fn into_list(self) -> List {
        self.words.list
    }
}

impl Words {
    /// Puts a move on the list, with an addition to its score.
    fn push(&mut self, m: Move, extra: i32, history: &NodeHistory<'_>, position: &Position) {
        self.list.resize(self.list.len().max(CAPACITY), NO_MOVE);
        let (set, tail, landing) = (m.index() / Cell::COUNT, m.tail().index(), m.landing());
        let push = i32::from(position.theirs().contains(landing)) * PUSH;
        let score = history.of(set, KINDS[set]).score(tail, landing.index()) + push + extra;
        self.list[self.len] = score << MOVE | i32::from(m.to_bits());
        self.len += 1;
    }

    /// Puts moves on the list, each with the same addition to its score.
    fn append(&mut self, moves: &Moves, extra: i32, history: &NodeHistory<'_>, position: &Position) {
        let theirs = position.theirs().bits();
        loop {
            let count = write(moves, extra, history, theirs, self.list.get_mut(self.len..).unwrap_or_default());
            if self.len + count <= self.list.len() {
                self.len += count;
                return;
            }
            self.list.resize((self.len + count).max(CAPACITY).next_multiple_of(BLOCK), NO_MOVE);
        }
    }

    /// Completes the last block of the list.
    fn fill_block(&mut self) {
        let used = self.len.next_multiple_of(BLOCK);
        self.list[self.len..used].fill(NO_MOVE);
        self.len = used;
    }
}

/// Writes the words of moves as far as there is room, each with the same addition to its score, and returns the number of moves.
#[inline(never)] // The hottest loop of the search besides the network: it needs all registers.
fn write(moves: &Moves, extra: i32, history: &NodeHistory<'_>, theirs: u64, list: &mut [i32]) -> usize {
    let mut count = 0;
    for (set, (&tails, &kind)) in moves.sets().iter().zip(&*KINDS).enumerate() {
        let history = history.of(set, kind);
        for tail in tails {
            let tail = tail.index();
            let landing = kind.landing(tail);
            // A legal move pushes if it lands on an opposing marble: broadsides never do.
            let push = (theirs >> landing & 1) as i32 * PUSH;
            if let Some(place) = list.get_mut(count) {
                *place = (history.score(tail, landing) + push + extra) << MOVE | i32::from(kind.bits) | (tail as i32) << TAIL;
            }
            count += 1;
        }
    }
    count
}

/// The move of a word.
#[inline]
fn unpack(word: i32, position: &Position) -> Option<Picked> {
    let m = Move::from_bits(word as u16 & ((1 << MOVE) - 1))?;
    let score = word >> MOVE;
    let class = if score > EJECTS - KILLS / 2 { Class::Ejection } else { push_or_quiet(position, m) };
    Some(Picked { m, class, score })
}

/// The class of a legal move that does not eject: it pushes if it lands on an opposing marble.
#[inline]
fn push_or_quiet(position: &Position, m: Move) -> Class {
    if position.theirs().contains(m.landing()) { Class::Push } else { Class::Quiet }
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
            let mut picker = Picker::new(position, first.copied(), List::new(), Simd::available()[0]);
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
