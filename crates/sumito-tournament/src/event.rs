//! A tournament: players, results by round, and the director's settings.

use std::collections::HashMap;
use std::fmt;

/// A starting number, from 1.
pub type Number = u16;

/// Points in tenths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub u32);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 10, self.0 % 10))
    }
}

impl std::ops::Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score(self.0.saturating_add(other.0))
    }
}

impl std::iter::Sum for Score {
    fn sum<I: Iterator<Item = Score>>(scores: I) -> Score {
        scores.fold(Score(0), |sum, score| sum + score)
    }
}

/// The sides of a game by who moves first. TRF calls the first side white (`w`); in this game it has the black marbles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

impl Side {
    /// The opponent's side.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// Why a player has no opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bye {
    /// Given by the pairing because the number of players is odd.
    Pairing,
    /// With the points of a win.
    Full,
    /// With the points of a draw.
    Half,
    /// Without points.
    Zero,
}

/// How a game ended for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Won on the board.
    Win,
    /// Drawn.
    Draw,
    /// Lost on the board.
    Loss,
    /// The opponent did not play.
    ForfeitWin,
    /// The player did not play.
    ForfeitLoss,
    /// Not yet known.
    Pending,
}

/// What one player did in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A game, even if it was decided by forfeit.
    Game {
        /// The number of the opponent.
        opponent: Number,
        /// A forfeit may have none.
        side: Option<Side>,
        /// For this player.
        outcome: Outcome,
        /// False for games that TRF marks with `W`, `D` and `L`.
        rated: bool,
    },
    /// No opponent.
    Bye(Bye),
}

impl Entry {
    /// The opponent and side of a game that was played, or is being played.
    pub fn played(&self) -> Option<(Number, Side, Outcome)> {
        match *self {
            Entry::Game { outcome: Outcome::ForfeitWin | Outcome::ForfeitLoss, .. } | Entry::Bye(_) => None,
            Entry::Game { opponent, side, outcome, .. } => Some((opponent, side?, outcome)),
        }
    }

    /// Whether the player was paired or got the bye of the pairing.
    pub fn is_paired(&self) -> bool {
        matches!(self, Entry::Game { .. } | Entry::Bye(Bye::Pairing))
    }
}

/// The points for each result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// A win, also by forfeit.
    pub win: Score,
    /// A draw.
    pub draw: Score,
    /// A game lost on the board.
    pub loss: Score,
    /// A round that the player did not take part in.
    pub zero_bye: Score,
    /// A game lost by forfeit.
    pub forfeit_loss: Score,
    /// A bye of the pairing.
    pub pairing_bye: Score,
}

impl Default for Points {
    fn default() -> Points {
        let (win, zero) = (Score(10), Score(0));
        Points { win, draw: Score(5), loss: zero, zero_bye: zero, forfeit_loss: zero, pairing_bye: win }
    }
}

impl Points {
    /// The points for an entry.
    pub fn of(&self, entry: &Entry) -> Score {
        match entry {
            Entry::Bye(Bye::Pairing) => self.pairing_bye,
            Entry::Bye(Bye::Zero) => self.zero_bye,
            Entry::Bye(Bye::Full) | Entry::Game { outcome: Outcome::Win | Outcome::ForfeitWin, .. } => self.win,
            Entry::Bye(Bye::Half) | Entry::Game { outcome: Outcome::Draw, .. } => self.draw,
            Entry::Game { outcome: Outcome::Loss, .. } => self.loss,
            Entry::Game { outcome: Outcome::ForfeitLoss, .. } => self.forfeit_loss,
            Entry::Game { outcome: Outcome::Pending, .. } => Score(0),
        }
    }
}

/// A player and the entries of all rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The starting number.
    pub number: Number,
    /// As the file writes it.
    pub name: String,
    /// Zero if there is none.
    pub rating: u16,
    /// Sex and title, in TRF's columns.
    pub title: String,
    /// Federation, FIDE number and birth date, in TRF's columns.
    pub origin: String,
    /// The place in the standings, as far as known.
    pub rank: Option<u16>,
    /// By round. A player who entered late has byes before, and a round may be missing at the end.
    pub entries: Vec<Entry>,
    /// Points by round that count only for the pairing.
    pub accelerations: Vec<Score>,
    /// Marbles ejected by round, where known.
    pub marbles: Vec<Option<u8>>,
    /// Points by round that replace those of the result: for rounds of two games, or where marbles count.
    pub scores: Vec<Option<Score>>,
}

/// Players who must not meet, in rounds from a first to a last one (counted from zero).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// No two of them may meet.
    pub players: Vec<Number>,
    /// None means all.
    pub rounds: Option<(usize, usize)>,
}

/// A pair of the next round; without a second player, a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Moves first.
    pub first: Number,
    /// The opponent.
    pub second: Option<Number>,
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.first, self.second.unwrap_or(0))
    }
}

/// A tournament so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// Lines of a TRF file that this crate does not interpret: name, place, dates, arbiters.
    pub headers: Vec<String>,
    /// The number of rounds, if known.
    pub rounds: Option<usize>,
    /// The side of the player with the first number in the first round.
    pub first_side: Option<Side>,
    /// By starting number.
    pub players: Vec<Player>,
    /// Who must not meet.
    pub forbidden: Vec<Forbidden>,
    /// Players who do not play in a round (counted from zero), besides those with an entry for it.
    pub absent: Vec<(usize, Number)>,
    /// What results are worth.
    pub points: Points,
}

impl Event {
    /// The places of the players in the list, by number.
    pub fn index(&self) -> HashMap<Number, usize> {
        self.players.iter().enumerate().map(|(index, player)| (player.number, index)).collect()
    }

    /// The rounds that have been paired. Byes that are entered beyond them belong to the next round, unless everyone has one.
    pub fn rounds_paired(&self) -> usize {
        let paired = |player: &Player| player.entries.iter().rposition(Entry::is_paired).map_or(0, |last| last + 1);
        let started = |player: &Player| paired(player).max(player.entries.len().saturating_sub(1));
        let rounds = self.players.iter().map(started).max().unwrap_or(0);
        let is_complete = !self.players.is_empty() && self.players.iter().all(|player| player.entries.len() > rounds);
        rounds + usize::from(is_complete)
    }

    /// What a player did in a round that has been paired; nothing entered is a bye without points.
    pub fn entry(&self, player: usize, round: usize) -> Entry {
        self.players[player].entries.get(round).copied().unwrap_or(Entry::Bye(Bye::Zero))
    }

    /// The points of a player after this many rounds.
    pub fn score(&self, player: usize, rounds: usize) -> Score {
        (0..rounds).map(|round| self.round_score(player, round)).sum()
    }

    fn round_score(&self, player: usize, round: usize) -> Score {
        let own = self.players[player].scores.get(round).copied().flatten();
        own.unwrap_or_else(|| self.points.of(&self.entry(player, round)))
    }

    /// The points that count for the pairing of a round.
    pub fn accelerated_score(&self, player: usize, round: usize) -> Score {
        self.score(player, round) + self.players[player].accelerations.get(round).copied().unwrap_or_default()
    }

    /// Whether a player is to be paired in the next round.
    pub fn is_present(&self, player: usize, round: usize) -> bool {
        self.players[player].entries.len() <= round && !self.absent.contains(&(round, self.players[player].number))
    }
}
