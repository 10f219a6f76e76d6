//! The FIDE (Dutch) system for Swiss tournaments, in the edition of 2025 (Handbook C.04.3, in force since 2026).
//!
//! Brackets are paired from the highest score down. The criteria C5 to C21 of a bracket are fields of a weight, most important first, and
//! the heaviest perfect matching of everyone still unpaired is a best pairing: it also proves that the rest can be paired (C4). Among
//! the best ones, the order of the rules decides: the players are fixed one after another, each as the rules prefer.
//!
//! If no pairing fulfills the absolute criteria, the pairing breaks them as rarely as possible: first it repeats the fewest pairings, then
//! it gives a second bye, then two players with the same absolute preference meet. Forbidden pairs never meet.

mod bracket;
mod colors;
mod contender;
mod weights;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::event::{Entry, Event, Number, Outcome, Pairing, Score, Side};
use crate::matching::Matcher;
use crate::wide::Wide;
use contender::Contender;

/// Why a round cannot be paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairError {
    /// Fewer than two players are present.
    TooFewPlayers(usize),
    /// The results of two players are missing.
    Unfinished {
        /// Counted from 1.
        round: usize,
        /// Who played.
        players: (Number, Number),
    },
    /// All rounds have been played.
    Over {
        /// How many.
        rounds: usize,
    },
    /// The number of rounds is needed, because the last one has its own rules.
    UnknownRounds,
    /// Too many pairs are forbidden.
    Impossible,
    /// The weights of a bracket have more fields than there are bits.
    TooWide,
}

impl fmt::Display for PairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PairError::TooFewPlayers(0) => f.write_str("nobody is there to be paired; at least two players are needed"),
            PairError::TooFewPlayers(_) => f.write_str("only one player is there to be paired; at least two are needed"),
            PairError::Unfinished { round, players: (one, other) } => {
                write!(f, "round {round} is not finished: the game of players {one} and {other} has no result")
            }
            PairError::Over { rounds } => write!(f, "all {rounds} rounds have been paired"),
            PairError::UnknownRounds => f.write_str("the number of rounds is missing: add a line such as 'XXR 5'"),
            PairError::Impossible => f.write_str("too many pairs are forbidden: no pairing is possible"),
            PairError::TooWide => f.write_str("too many players with different scores would have to be paired with lower ones"),
        }
    }
}

impl std::error::Error for PairError {}

/// The pairing of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Counted from 1.
    pub number: usize,
    pairings: Vec<Pairing>,
    repeated: Vec<Pairing>,
    relaxed: bool,
}

impl Round {
    /// The pairs in the order of the boards; a bye comes last.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// The pairs that have met before, because there was no other way.
    pub fn repeated(&self) -> &[Pairing] {
        &self.repeated
    }

    /// Whether the pairing breaks an absolute criterion, because no pairing fulfills all of them.
    pub fn is_relaxed(&self) -> bool {
        self.relaxed
    }
}

/// Pairs the next round.
pub fn pair(event: &Event) -> Result<Round, PairError> {
    let round = event.rounds_paired();
    let rounds = event.rounds.ok_or(PairError::UnknownRounds)?;
    if round >= rounds {
        return Err(PairError::Over { rounds });
    }
    for player in &event.players {
        for (n, entry) in player.entries.iter().enumerate() {
            if let Entry::Game { opponent, outcome: Outcome::Pending, .. } = *entry {
                return Err(PairError::Unfinished { round: n + 1, players: (player.number, opponent) });
            }
        }
    }
    let mut field = Field::new(event, round, rounds);
    if field.contenders.len() < 2 {
        return Err(PairError::TooFewPlayers(field.contenders.len()));
    }
    let mates = field.pair()?;
    Ok(field.publish(&mates))
}

/// The players of a round, and who may meet whom.
struct Field {
    round: usize,
    /// By score, then number.
    contenders: Vec<Contender>,
    first_side: Side,
    rules: Rules,
    /// By both places in the order.
    meetings: Vec<Meeting>,
}

/// What stands against a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Meeting {
    Legal,
    /// Both have an absolute preference for the same color.
    SameColor,
    /// They have met before.
    Repeated,
    Forbidden,
}

/// Who may get the bye, and whether the absolute criteria apply.
#[derive(Clone, Copy, Debug)]
struct Rules {
    /// The bye goes to someone with at most this score.
    bye_limit: Score,
    /// No pairing fulfills the absolute criteria.
    relaxed: bool,
}

impl Field {
    fn new(event: &Event, round: usize, rounds: usize) -> Field {
        let mut contenders = contender::all(event, round);
        let first_side = event.first_side.or_else(|| colors::first_side(event)).unwrap_or(Side::First);
        contenders.sort_by_key(|contender| (Reverse(contender.score), contender.rank));
        for n in 1..contenders.len() {
            let is_same = contenders[n].score == contenders[n - 1].score;
            contenders[n].place = if is_same { contenders[n - 1].place } else { n };
        }
        let size = contenders.len();
        let forbidden = forbidden_pairs(event, round);
        let top = Score(round as u32 * event.points.win.max(event.points.draw).0 / 2);
        let is_last = round + 1 >= rounds;
        let mut meetings = vec![Meeting::Legal; size * size];
        let places: HashMap<Number, usize> = contenders.iter().enumerate().map(|(place, one)| (one.number, place)).collect();
        for (a, one) in contenders.iter().enumerate() {
            for (b, other) in contenders.iter().enumerate() {
                let is_top = is_last && (one.score > top || other.score > top);
                if one.color.is_absolute() && other.color.is_absolute() && one.color.side == other.color.side && !is_top {
                    meetings[a * size + b] = Meeting::SameColor;
                }
            }
            for opponent in one.opponents.iter().filter_map(|opponent| places.get(opponent)) {
                meetings[a * size + opponent] = Meeting::Repeated;
            }
        }
        for (a, b) in forbidden.into_iter().filter_map(|(a, b)| Some((*places.get(&a)?, *places.get(&b)?))) {
            meetings[a * size + b] = Meeting::Forbidden;
        }
        Field { round, contenders, first_side, rules: Rules { bye_limit: Score(u32::MAX), relaxed: false }, meetings }
    }

    fn meeting(&self, a: usize, b: usize) -> Meeting {
        self.meetings[a * self.contenders.len() + b]
    }

    fn may_meet(&self, a: usize, b: usize) -> bool {
        let meeting = self.meeting(a, b);
        meeting == Meeting::Legal || self.rules.relaxed && meeting != Meeting::Forbidden
    }

    fn may_have_bye(&self, contender: usize) -> bool {
        let contender = &self.contenders[contender];
        contender.score <= self.rules.bye_limit && (contender.is_bye_possible || self.rules.relaxed)
    }

    fn has_bye(&self) -> bool {
        self.contenders.len() % 2 == 1
    }

    /// Whether some contenders, and the bye if it is among them, can be paired.
    fn can_all_be_paired(&self, contenders: &[Option<usize>]) -> bool {
        let mut matcher = Matcher::<1>::new(contenders.len(), 0);
        for (n, one) in contenders.iter().enumerate() {
            for (k, other) in contenders[..n].iter().enumerate() {
                let may = match (*one, *other) {
                    (Some(one), Some(other)) => self.may_meet(one, other),
                    (Some(contender), None) | (None, Some(contender)) => self.may_have_bye(contender),
                    (None, None) => false,
                };
                if may {
                    matcher.connect(n, k, Wide::ZERO);
                }
            }
        }
        contenders.len().is_multiple_of(2) && matcher.solve()
    }

    /// Whether everyone can be paired by the rules as they are.
    fn is_possible(&self) -> bool {
        let bye = self.has_bye().then_some(None);
        let everyone: Vec<Option<usize>> = (0..self.contenders.len()).map(Some).chain(bye).collect();
        self.can_all_be_paired(&everyone)
    }

    /// Finds the lowest score for the bye (C5), or relaxes the rules if nothing else helps.
    fn settle_rules(&mut self) -> Result<(), PairError> {
        let mut limits: Vec<Score> = self.contenders.iter().rev().map(|contender| contender.score).collect();
        limits.dedup();
        if !self.has_bye() {
            limits.truncate(1);
        }
        for relaxed in [false, true] {
            for &bye_limit in &limits {
                self.rules = Rules { bye_limit, relaxed };
                if self.is_possible() {
                    if relaxed {
                        // Repetitions matter more than the score of the bye.
                        self.rules.bye_limit = Score(u32::MAX);
                    }
                    return Ok(());
                }
            }
        }
        Err(PairError::Impossible)
    }

    /// The opponent of each contender; none for the bye.
    fn pair(&mut self) -> Result<Vec<Option<usize>>, PairError> {
        self.settle_rules()?;
        let mut mates = vec![None; self.contenders.len()];
        let (mut moved_down, mut start) = (Vec::new(), 0);
        while start < self.contenders.len() {
            let group = |start: usize| {
                let score = self.contenders.get(start).map(|contender| contender.score);
                self.contenders[start..].iter().take_while(|contender| Some(contender.score) == score).count()
            };
            let residents = group(start);
            let next = group(start + residents);
            let bracket = bracket::Bracket { field: self, moved_down: &moved_down, start, residents, next };
            let pairs = bracket.pair()?;
            for &(a, b) in &pairs {
                mates[a] = Some(b);
                mates[b] = Some(a);
            }
            moved_down.extend(start..start + residents);
            moved_down.retain(|&contender: &usize| mates[contender].is_none());
            start += residents;
        }
        Ok(mates)
    }

    /// The pairings with colors, in the order of the boards.
    fn publish(&self, mates: &[Option<usize>]) -> Round {
        let mut boards = Vec::new();
        for (a, mate) in mates.iter().enumerate() {
            let one = &self.contenders[a];
            let Some(b) = *mate else {
                boards.push((
                    (true, Reverse(one.points), Reverse(one.points), one.rank),
                    Pairing { first: one.number, second: None },
                    false,
                ));
                continue;
            };
            if a < b {
                let other = &self.contenders[b];
                let pairing = match colors::allocate(one, other, self.first_side) {
                    Side::First => Pairing { first: one.number, second: Some(other.number) },
                    Side::Second => Pairing { first: other.number, second: Some(one.number) },
                };
                // Acceleration does not count for the boards.
                let mut order = [(Reverse(one.points), one.rank), (Reverse(other.points), other.rank)];
                order.sort();
                boards.push(((false, order[0].0, order[1].0, order[0].1), pairing, self.meeting(a, b) == Meeting::Repeated));
            }
        }
        boards.sort_by_key(|(order, ..)| *order);
        Round {
            number: self.round + 1,
            pairings: boards.iter().map(|(_, pairing, _)| *pairing).collect(),
            repeated: boards.iter().filter(|(.., repeated)| *repeated).map(|(_, pairing, _)| *pairing).collect(),
            relaxed: self.rules.relaxed,
        }
    }
}

fn forbidden_pairs(event: &Event, round: usize) -> HashSet<(Number, Number)> {
    let mut pairs = HashSet::new();
    for forbidden in &event.forbidden {
        if forbidden.rounds.is_none_or(|(first, last)| (first..=last).contains(&round)) {
            for &a in &forbidden.players {
                pairs.extend(forbidden.players.iter().filter(|&&b| a != b).map(|&b| (a, b)));
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests;
