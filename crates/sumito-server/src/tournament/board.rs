//! A board: two players, and what came of it.

use std::fmt;
use std::str::FromStr;

use sumito_tournament::event::Outcome;
use sumito_tournament::{Score, Side};

use crate::id::GameId;
use crate::play::clock::Millis;
use crate::tournament::settings::Scoring;

/// Two players at a board. Players are named by their places in the list of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// The game online, or the board's name over the board.
    pub(crate) game: GameId,
    /// From zero. In an arena, pairings made together count as a round.
    pub(crate) round: usize,
    /// Who moves first, with the black marbles, and who moves second.
    pub(crate) players: [usize; 2],
    /// Whether it is a game of a play-off.
    pub(crate) is_play_off: bool,
    pub(crate) paired_at: Millis,
    /// What counts, and when it was known.
    pub(crate) result: Option<Ended>,
    /// What the players say over the board, and how often they have said something.
    pub(crate) claims: [Option<Claim>; 2],
    pub(crate) claimed: u32,
    /// How the game online ended, if a director decided otherwise.
    pub(crate) played: Option<BoardResult>,
}

/// How a board ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) result: BoardResult,
    pub(crate) at: Millis,
    /// Marbles that each of the two ejected, where known.
    pub(crate) marbles: Option<[u8; 2]>,
    pub(crate) plies: u16,
    /// Who played with half the time.
    pub(crate) berserk: [bool; 2],
}

/// What a player says about a board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) result: BoardResult,
    /// Marbles that each of the two ejected.
    pub(crate) marbles: Option<[u8; 2]>,
}

impl Claim {
    /// What both say, if they agree; only one of them has to say how many marbles.
    pub(crate) fn agreement(self, other: Claim) -> Option<Claim> {
        let marbles = match (self.marbles, other.marbles) {
            (Some(own), Some(others)) if own != others => return None,
            (own, others) => own.or(others),
        };
        (self.result == other.result).then_some(Claim { marbles, ..self })
    }
}

/// The result of a board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum BoardResult {
    Won(Side),
    Drawn,
    /// The opponent of this side did not play.
    Forfeit(Side),
    /// Neither played.
    BothForfeit,
}

impl BoardResult {
    pub(crate) const ALL: [BoardResult; 6] = [
        BoardResult::Won(Side::First),
        BoardResult::Drawn,
        BoardResult::Won(Side::Second),
        BoardResult::Forfeit(Side::First),
        BoardResult::Forfeit(Side::Second),
        BoardResult::BothForfeit,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            BoardResult::Won(Side::First) => "1-0",
            BoardResult::Won(Side::Second) => "0-1",
            BoardResult::Drawn => "1/2-1/2",
            BoardResult::Forfeit(Side::First) => "+--",
            BoardResult::Forfeit(Side::Second) => "--+",
            BoardResult::BothForfeit => "---",
        }
    }

    /// What it is for one of the two.
    pub(crate) fn outcome(self, side: Side) -> Outcome {
        match self {
            BoardResult::Won(winner) if winner == side => Outcome::Win,
            BoardResult::Won(_) => Outcome::Loss,
            BoardResult::Drawn => Outcome::Draw,
            BoardResult::Forfeit(winner) if winner == side => Outcome::ForfeitWin,
            BoardResult::Forfeit(_) | BoardResult::BothForfeit => Outcome::ForfeitLoss,
        }
    }

    /// Whether the marbles that each side ejected can be those of a game with this result: six win it.
    pub(crate) fn allows(self, [first, second]: [u8; 2]) -> bool {
        let six = MARBLES as u8;
        match self {
            BoardResult::Won(Side::First) => first <= six && second < six,
            BoardResult::Won(Side::Second) => first < six && second <= six,
            BoardResult::Drawn => first < six && second < six,
            BoardResult::Forfeit(_) | BoardResult::BothForfeit => false,
        }
    }

    pub(crate) fn is_forfeit(self) -> bool {
        matches!(self, BoardResult::Forfeit(_) | BoardResult::BothForfeit)
    }
}

impl FromStr for BoardResult {
    type Err = ();

    fn from_str(text: &str) -> Result<BoardResult, ()> {
        BoardResult::ALL.into_iter().find(|result| result.name() == text).ok_or(())
    }
}

impl fmt::Display for BoardResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The marbles that win a game.
pub(crate) const MARBLES: u32 = 6;

impl Board {
    pub(crate) fn side_of(&self, player: usize) -> Option<Side> {
        match self.players {
            [first, _] if first == player => Some(Side::First),
            [_, second] if second == player => Some(Side::Second),
            _ => None,
        }
    }

    pub(crate) fn opponent_of(&self, player: usize) -> usize {
        if self.players[0] == player { self.players[1] } else { self.players[0] }
    }

    /// Whether what was said about it does not agree.
    pub(crate) fn is_contradictory(&self) -> bool {
        let claims = match self.claims {
            [Some(one), Some(other)] => self.result.is_none() && one.agreement(other).is_none(),
            _ => false,
        };
        claims || self.played.is_some_and(|played| self.result.is_some_and(|ended| ended.result != played))
    }
}

impl Ended {
    /// The points of one of the two.
    pub(crate) fn score(&self, side: Side, scoring: Scoring) -> Score {
        let outcome = self.result.outcome(side);
        match (scoring, outcome) {
            (Scoring::Games, Outcome::Win | Outcome::ForfeitWin) => Score(10),
            (Scoring::Games, Outcome::Draw) => Score(5),
            (Scoring::Games, Outcome::Loss) | (_, Outcome::ForfeitLoss | Outcome::Pending) => Score(0),
            // However the opponent gives up: who wins has what a whole game would have brought.
            (Scoring::Marbles, Outcome::Win | Outcome::ForfeitWin) => Score(10 * (4 + MARBLES)),
            (Scoring::Marbles, Outcome::Draw | Outcome::Loss) => {
                let own = usize::from(side == Side::Second);
                Score(10 * self.marbles.map_or(0, |marbles| u32::from(marbles[own]).min(MARBLES)))
            }
        }
    }
}
