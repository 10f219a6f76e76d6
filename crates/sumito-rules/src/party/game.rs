//! A game for two to six players: a start, the rules, and everything done since.

use alloc::vec;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::layout::Layout;
use super::position::{Position, Win};
use super::seat::{Seat, Team};
use crate::game::{Draw, GameOver, Rules};
use crate::illegal::IllegalMove;
use crate::moves::{Move, Moves};

/// A game for two to six players: a start, the rules, and everything done since. It goes back and forth like the
/// [game for two](crate::Game).
///
/// ```
/// use sumito_rules::Rules;
/// use sumito_rules::party::{Game, Layout, Seat};
///
/// let mut game = Game::new(Layout::find("three").unwrap(), Rules::default());
/// game.play(game.position().parse_move("i5h5").unwrap()).unwrap();
/// game.leave(Seat::White).unwrap();
/// assert_eq!(game.position().turn(), Seat::Blue);
/// game.leave(Seat::Black).unwrap();
/// assert_eq!(game.outcome().unwrap().to_string(), "team 3 won: everybody else left");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    layout: Option<&'static Layout>,
    rules: Rules,
    /// All actions, including undone ones.
    actions: Vec<Action>,
    /// The start and the position after each action.
    positions: Vec<Position>,
    /// How many of the actions are done.
    done: usize,
    outcome: Option<Outcome>,
}

/// One step of a game for more than two.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// The player to move played a move.
    Play(Move),
    /// A player resigned or ran out of time, whether or not it was that player's turn. The others play on.
    Leave(Seat),
    /// All players still in the game agreed to a draw.
    AgreeDraw,
}

/// Why a player cannot leave a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeaveError {
    /// The game is over.
    GameOver,
    /// The player has already left, or was never there.
    NotInTheGame,
}

impl LeaveError {
    /// A stable key, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            LeaveError::GameOver => "game-over",
            LeaveError::NotInTheGame => "not-in-the-game",
        }
    }
}

impl fmt::Display for LeaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeaveError::GameOver => GameOver.fmt(f),
            LeaveError::NotInTheGame => f.write_str("that player is not in the game"),
        }
    }
}

impl Error for LeaveError {}

impl From<GameOver> for LeaveError {
    fn from(GameOver: GameOver) -> LeaveError {
        LeaveError::GameOver
    }
}

/// How a game for more than two ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One team won, or one player who plays alone. All others have lost.
    Won {
        /// The team that won.
        winner: Team,
        /// How.
        by: Win,
    },
    /// Nobody won.
    Drawn(Draw),
}

impl Outcome {
    /// A stable key for the reason, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            Outcome::Won { by: Win::Ejections, .. } => "won-by-ejections",
            Outcome::Won { by: Win::OthersBlocked, .. } => "won-by-no-move",
            Outcome::Won { by: Win::OthersLeft, .. } => "won-by-resignation",
            Outcome::Drawn(draw) => draw.key(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won { winner, by: Win::Ejections } => write!(f, "team {} won by ejections", winner.number()),
            Outcome::Won { winner, by: Win::OthersBlocked } => {
                write!(f, "team {} won: nobody else can move", winner.number())
            }
            Outcome::Won { winner, by: Win::OthersLeft } => {
                write!(f, "team {} won: everybody else left", winner.number())
            }
            Outcome::Drawn(Draw::Repetition) => write!(f, "drawn by repetition"),
            Outcome::Drawn(Draw::QuietLimit) => write!(f, "drawn: too many plies without an ejection"),
            Outcome::Drawn(Draw::PlyLimit) => write!(f, "drawn at the limit of plies"),
            Outcome::Drawn(Draw::NoMove) => write!(f, "drawn: the opponents of the last mover cannot move"),
            Outcome::Drawn(Draw::Agreement) => write!(f, "drawn by agreement"),
        }
    }
}

impl Game {
    /// A game from a named layout.
    pub fn new(layout: &'static Layout, rules: Rules) -> Game {
        Game { layout: Some(layout), ..Game::from_position(layout.position(), rules) }
    }

    /// A game from any position. Its ejections and its plies since the last one count; earlier positions are unknown.
    pub fn from_position(start: Position, rules: Rules) -> Game {
        let rules = rules.clamped();
        let positions = vec![start.with_marbles_to_win(rules.marbles_to_win)];
        let mut game = Game { layout: None, rules, actions: Vec::new(), positions, done: 0, outcome: None };
        game.outcome = game.judge();
        game
    }

    /// The layout it started from, if it started from one.
    pub fn layout(&self) -> Option<&'static Layout> {
        self.layout
    }

    /// The rules it is played by, with impossible numbers replaced: see [`Rules::clamped`].
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The position it started from.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.done]
    }

    /// Everything done.
    pub fn actions(&self) -> &[Action] {
        &self.actions[..self.done]
    }

    /// The number of moves played.
    pub fn ply(&self) -> usize {
        self.actions().iter().filter(|action| matches!(action, Action::Play(_))).count()
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The legal moves. There are none once the game is over, however it ended.
    pub fn legal_moves(&self) -> Moves {
        if self.outcome.is_some() { Moves::default() } else { self.position().legal_moves() }
    }

    /// How many marbles a player has lost since the start.
    pub fn lost(&self, seat: Seat) -> usize {
        self.start().marbles(seat).len() - self.position().marbles(seat).len()
    }

    /// How many times the current position has been on the board with the same player to move, including this time.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        let quiet = self.done.min(now.plies_since_ejection() as usize);
        // Departures are actions too, but nothing from before one can come back.
        self.positions[self.done - quiet..=self.done].iter().filter(|earlier| earlier.has_same_board(now)).count()
    }

    /// Plays a move if it is legal. The error says which rule forbids it, and leaves the game unchanged. Undone actions are forgotten.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        let mut position = self.position_unless_over()?;
        position.play(m)?;
        self.push(Action::Play(m), position);
        Ok(())
    }

    /// A player resigns or runs out of time, whether or not it is that player's turn.
    pub fn leave(&mut self, seat: Seat) -> Result<(), LeaveError> {
        let mut position = self.position_unless_over()?;
        position.leave(seat)?;
        self.push(Action::Leave(seat), position);
        Ok(())
    }

    /// All players still in the game agree to a draw.
    pub fn agree_draw(&mut self) -> Result<(), GameOver> {
        let position = self.position_unless_over()?;
        self.push(Action::AgreeDraw, position);
        Ok(())
    }

    fn position_unless_over(&self) -> Result<Position, GameOver> {
        if self.outcome.is_some() { Err(GameOver) } else { Ok(*self.position()) }
    }

    fn push(&mut self, action: Action, position: Position) {
        self.actions.truncate(self.done);
        self.positions.truncate(self.done + 1);
        self.actions.push(action);
        self.positions.push(position);
        self.go_to(self.done + 1);
    }

    /// Undoes the last action and returns it.
    pub fn undo(&mut self) -> Option<Action> {
        self.go_to(self.done.checked_sub(1)?);
        self.actions.get(self.done).copied()
    }

    /// Redoes the next undone action and returns it.
    pub fn redo(&mut self) -> Option<Action> {
        let action = self.actions.get(self.done).copied()?;
        self.go_to(self.done + 1);
        Some(action)
    }

    /// Goes back or forth until this many actions are done, at most to the end of the known ones.
    pub fn go_to(&mut self, actions: usize) {
        self.done = actions.min(self.actions.len());
        self.outcome = self.judge();
    }

    /// The outcome by the actions so far. A winning ejection comes before everything else, and opponents who cannot move before the
    /// draws.
    fn judge(&self) -> Option<Outcome> {
        let position = self.position();
        if self.actions().last() == Some(&Action::AgreeDraw) {
            return Some(Outcome::Drawn(Draw::Agreement));
        }
        if let Some((winner, by)) = position.winner() {
            let is_draw = by == Win::OthersBlocked && !self.rules.no_move_loses;
            return Some(if is_draw { Outcome::Drawn(Draw::NoMove) } else { Outcome::Won { winner, by } });
        }
        if self.rules.repetition.is_some_and(|occurrence| self.occurrences() >= occurrence as usize) {
            return Some(Outcome::Drawn(Draw::Repetition));
        }
        if self.rules.quiet_limit.is_some_and(|limit| position.plies_since_ejection() >= limit) {
            return Some(Outcome::Drawn(Draw::QuietLimit));
        }
        let is_full = self.rules.ply_limit.is_some_and(|limit| self.ply() >= limit.into());
        is_full.then_some(Outcome::Drawn(Draw::PlyLimit))
    }
}
