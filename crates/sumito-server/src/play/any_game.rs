//! A game for two players or for more, behind one face.

use std::fmt;

use sumito_rules::notation::ParseMoveError;
use sumito_rules::party::{Departure, Seat, Seating, Team};
use sumito_rules::{Game, Move, Moves, Position, Rules, party};

use super::seats::{Seats, color_of_seat};

/// A game for two players or for more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AnyGame {
    Two(Game),
    Party(party::Game),
}

/// A position of such a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum AnyPosition {
    Two(Position),
    Party(party::Position),
}

/// The rules do not allow that.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotAllowed;

impl AnyGame {
    /// The game, if it is for two players.
    pub(crate) fn two(&self) -> Option<&Game> {
        if let AnyGame::Two(game) = self { Some(game) } else { None }
    }

    /// The game, if it is for more than two players.
    pub(crate) fn party(&self) -> Option<&party::Game> {
        if let AnyGame::Party(game) = self { Some(game) } else { None }
    }

    pub(crate) fn seating(&self) -> Seating {
        match self {
            AnyGame::Two(_) => Seating::alone(2).expect("two seats"),
            AnyGame::Party(game) => game.position().seating(),
        }
    }

    pub(crate) fn position(&self) -> AnyPosition {
        match self {
            AnyGame::Two(game) => AnyPosition::Two(*game.position()),
            AnyGame::Party(game) => AnyPosition::Party(*game.position()),
        }
    }

    pub(crate) fn start(&self) -> AnyPosition {
        match self {
            AnyGame::Two(game) => AnyPosition::Two(*game.start()),
            AnyGame::Party(game) => AnyPosition::Party(*game.start()),
        }
    }

    pub(crate) fn rules(&self) -> Rules {
        match self {
            AnyGame::Two(game) => game.rules(),
            AnyGame::Party(game) => game.rules(),
        }
    }

    pub(crate) fn turn(&self) -> Seat {
        match self {
            AnyGame::Two(game) => game.position().turn().into(),
            AnyGame::Party(game) => game.position().turn(),
        }
    }

    /// The number of moves played.
    pub(crate) fn ply(&self) -> usize {
        match self {
            AnyGame::Two(game) => game.ply(),
            AnyGame::Party(game) => game.ply(),
        }
    }

    /// How many of the moves played are a player's.
    pub(crate) fn moves_of(&self, seat: Seat) -> usize {
        match self {
            AnyGame::Two(game) if seat == self.turn() => game.ply() / 2,
            AnyGame::Two(game) => game.ply().div_ceil(2),
            AnyGame::Party(game) => game.moves().filter(|&(mover, _)| mover == seat).count(),
        }
    }

    pub(crate) fn last_move(&self) -> Option<Move> {
        match self {
            AnyGame::Two(game) => game.moves().last().copied(),
            AnyGame::Party(game) => game.moves().next_back().map(|(_, m)| m),
        }
    }

    /// Moves and departures, as game files have them.
    pub(crate) fn words(&self) -> Vec<String> {
        match self {
            AnyGame::Two(game) => game.moves().iter().map(ToString::to_string).collect(),
            AnyGame::Party(game) => {
                let actions = game.actions().iter().zip(game.positions());
                let actions = actions.filter(|(action, _)| !matches!(action, party::Action::AgreeDraw));
                actions.map(|(action, position)| action.text(position)).collect()
            }
        }
    }

    /// How many marbles each player has ejected.
    pub(crate) fn score(&self) -> Seats<u8> {
        match self {
            AnyGame::Two(game) => Seats::new([game.score().black, game.score().white]),
            AnyGame::Party(game) => Seats::new(self.seating().seats().map(|seat| game.position().ejected_by(seat))),
        }
    }

    /// A hash of the position.
    pub(crate) fn hash(&self) -> u64 {
        match self {
            AnyGame::Two(game) => game.position().zobrist_hash(),
            AnyGame::Party(game) => game.position().zobrist_hash(),
        }
    }

    /// Whether the game has ended by the rules.
    pub(crate) fn is_over(&self) -> bool {
        match self {
            AnyGame::Two(game) => game.outcome().is_some(),
            AnyGame::Party(game) => game.outcome().is_some(),
        }
    }

    /// Whether a player has left a game that goes on, or has lost the last marble.
    pub(crate) fn has_left(&self, seat: Seat) -> bool {
        match self {
            AnyGame::Two(_) => false,
            AnyGame::Party(game) => game.position().has_left(seat),
        }
    }

    pub(crate) fn legal_moves(&self) -> Moves {
        match self {
            AnyGame::Two(game) => game.legal_moves(),
            AnyGame::Party(game) => game.legal_moves(),
        }
    }

    pub(crate) fn ejects(&self, m: Move) -> bool {
        match self {
            AnyGame::Two(game) => game.position().ejected(m).is_some(),
            AnyGame::Party(game) => game.position().ejected(m).is_some(),
        }
    }

    pub(crate) fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        match self {
            AnyGame::Two(game) => game.position().parse_move(text),
            AnyGame::Party(game) => game.position().parse_move(text),
        }
    }

    pub(crate) fn play(&mut self, m: Move) -> Result<(), NotAllowed> {
        match self {
            AnyGame::Two(game) => game.play(m).map_err(|_| NotAllowed),
            AnyGame::Party(game) => game.play(m).map_err(|_| NotAllowed),
        }
    }

    /// A player leaves. A game for two is over then; in others the rest play on.
    pub(crate) fn leave(&mut self, seat: Seat, departure: Departure) -> Result<(), NotAllowed> {
        match self {
            AnyGame::Two(game) => {
                let color = color_of_seat(seat).ok_or(NotAllowed)?;
                let ended = if departure == Departure::FlagFall { game.flag_fall(color) } else { game.resign(color) };
                ended.map_err(|_| NotAllowed)
            }
            AnyGame::Party(game) => game.leave(seat, departure).map_err(|_| NotAllowed),
        }
    }

    pub(crate) fn resign_team(&mut self, team: Team) -> Result<(), NotAllowed> {
        match self {
            AnyGame::Two(_) => Err(NotAllowed),
            AnyGame::Party(game) => game.resign_team(team).map_err(|_| NotAllowed),
        }
    }

    pub(crate) fn agree_draw(&mut self) -> Result<(), NotAllowed> {
        match self {
            AnyGame::Two(game) => game.agree_draw().map_err(|_| NotAllowed),
            AnyGame::Party(game) => game.agree_draw().map_err(|_| NotAllowed),
        }
    }

    /// Goes back to before a player's last move.
    pub(crate) fn take_back(&mut self, seat: Seat) -> Result<(), NotAllowed> {
        let went_back = match self {
            AnyGame::Two(game) => color_of_seat(seat).is_some_and(|color| game.take_back(color)),
            AnyGame::Party(game) => game.take_back(seat),
        };
        if went_back { Ok(()) } else { Err(NotAllowed) }
    }
}

impl AnyPosition {
    pub(crate) fn turn(&self) -> Seat {
        match self {
            AnyPosition::Two(position) => position.turn().into(),
            AnyPosition::Party(position) => position.turn(),
        }
    }
}

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyPosition::Two(position) => position.fmt(f),
            AnyPosition::Party(position) => position.fmt(f),
        }
    }
}
