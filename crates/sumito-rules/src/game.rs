//! Games: a start, the rules, what was played, and how it ended.
//!
//! A [`Game`] knows repetitions, limits and its [`Outcome`], and goes back and forth through its moves.
//!
//! ```
//! use sumito_rules::game::{Draw, Win};
//! use sumito_rules::{Color, Game, Layout, Outcome, Rules};
//!
//! let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::BLITZ);
//! for text in ["a1b2", "i5h5", "a2b3"] {
//!     game.play(game.position().parse_move(text)?)?;
//! }
//! assert_eq!((game.ply(), game.outcome()), (3, None));
//!
//! // Go back two plies, and continue in another way.
//! game.go_to(1);
//! game.play(game.position().parse_move("i6h6")?)?;
//! assert_eq!(game.moves().len(), 2);
//!
//! game.resign(Color::White)?;
//! assert_eq!(game.outcome(), Some(Outcome::Won { winner: Color::Black, by: Win::Resignation }));
//! assert!(game.agree_draw().is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use crate::color::{ByColor, Color};
use crate::illegal::IllegalMove;
use crate::layout::Layout;
use crate::moves::{Move, Moves};
use crate::position::Position;

mod outcome;
mod rules;

pub use outcome::{Draw, Outcome, Win};
pub use rules::Rules;

/// A game: a start, the rules, and everything done since.
///
/// Undone actions are kept until something else is done instead, so that going back and forth through a finished game and taking back
/// a move work the same way.
///
/// ```
/// use sumito_rules::{Color, Game, Layout, Rules};
///
/// let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
/// let m = game.position().parse_move("a1b2").unwrap();
/// game.play(m).unwrap();
/// assert_eq!(game.moves(), [m]);
/// game.resign(Color::White).unwrap();
/// assert_eq!(game.outcome().unwrap().result(), "1-0");
/// assert!(game.legal_moves().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    layout: Option<&'static Layout>,
    rules: Rules,
    /// The start and the position after each move, including undone moves.
    positions: Vec<Position>,
    /// The lowest bits of each position's hash.
    keys: Vec<u16>,
    /// All moves, including undone ones.
    moves: Vec<Move>,
    /// The action that ended the game, done or undone; nothing follows it.
    ending: Option<Ending>,
    /// How many of the actions (the moves, then the ending) are done.
    done: usize,
    outcome: Option<Outcome>,
}

/// One step of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The side to move played a move.
    Play(Move),
    /// The game was ended without one.
    End(Ending),
}

/// The ways to end a game without a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// A side resigns, whether or not it is its turn.
    Resignation(Color),
    /// Both sides agree to a draw.
    Agreement,
    /// A side runs out of time.
    FlagFall(Color),
}

/// Nothing can be done in a game that is over.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GameOver;

impl fmt::Display for GameOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game is over")
    }
}

impl Error for GameOver {}

impl From<GameOver> for IllegalMove {
    fn from(GameOver: GameOver) -> IllegalMove {
        IllegalMove::GameOver
    }
}

impl Ending {
    const fn outcome(self) -> Outcome {
        match self {
            Ending::Resignation(loser) => Outcome::lost(loser, Win::Resignation),
            Ending::Agreement => Outcome::Drawn(Draw::Agreement),
            Ending::FlagFall(loser) => Outcome::lost(loser, Win::Time),
        }
    }
}

impl Game {
    /// A game from a named layout.
    pub fn new(layout: &'static Layout, rules: Rules) -> Game {
        Game { layout: Some(layout), ..Game::from_position(layout.position(), rules) }
    }

    /// A game from any position. Its marbles lost and its plies since the last ejection count; earlier positions are unknown.
    pub fn from_position(start: Position, rules: Rules) -> Game {
        let rules = rules.clamped();
        let start = start.with_marbles_to_win(rules.marbles_to_win);
        let mut game = Game {
            layout: None,
            rules,
            positions: vec![start],
            keys: vec![start.zobrist_hash() as u16],
            moves: Vec::new(),
            ending: None,
            done: 0,
            outcome: None,
        };
        game.outcome = game.judge();
        game
    }

    /// The layout it started from, if it started from one.
    pub fn layout(&self) -> Option<&'static Layout> {
        self.layout
    }

    /// The position it started from.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The rules it is played by, with impossible numbers replaced: see [`Rules::clamped`].
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The current position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.positions[self.ply()]
    }

    /// The positions from the start to the current one.
    pub fn positions(&self) -> &[Position] {
        &self.positions[..=self.ply()]
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.ply()]
    }

    /// The number of moves played.
    #[inline]
    pub fn ply(&self) -> usize {
        self.done.min(self.moves.len())
    }

    /// Everything done: the moves, then the ending if there is one.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        (0..self.done).filter_map(|n| self.action(n))
    }

    /// How the game ended, if it did.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// How many marbles each side has ejected.
    pub fn score(&self) -> ByColor<u8> {
        let position = self.position();
        ByColor::new(position.lost(Color::White), position.lost(Color::Black))
    }

    /// The legal moves. There are none once the game is over, however it ended.
    #[inline]
    pub fn legal_moves(&self) -> Moves {
        if self.outcome.is_some() { Moves::default() } else { self.position().legal_moves() }
    }

    /// How many times the current position has been on the board with the same side to move, including this time.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        1 + self.positions[self.quiet_plies()].iter().filter(|earlier| earlier.has_same_board(now)).count()
    }

    /// The earlier plies since the last ejection: a position from before it cannot come back.
    fn quiet_plies(&self) -> Range<usize> {
        let ply = self.ply();
        ply - ply.min(self.position().plies_since_ejection() as usize)..ply
    }

    /// Whether this is at least the `n`th time that the position is on the board. Comparing keys takes a few instructions for many
    /// plies and is nearly always enough; positions are compared only if enough keys are equal.
    #[inline]
    fn has_occurred(&self, n: usize) -> bool {
        let now = self.keys[self.ply()];
        let alike: u16 = self.keys[self.quiet_plies()].iter().map(|&key| u16::from(key == now)).sum();
        alike as usize + 1 >= n && self.occurrences() >= n
    }

    /// The outcome by the current position and what led to it. A winning ejection comes before everything else, and a side that cannot
    /// move before the draws.
    #[inline]
    fn judge(&self) -> Option<Outcome> {
        let position = self.position();
        if let Some(winner) = position.winner() {
            return Some(Outcome::Won { winner, by: Win::Ejections });
        }
        if !position.has_moves() {
            let lost = Outcome::lost(position.turn(), Win::NoMove);
            return Some(if self.rules.no_move_loses { lost } else { Outcome::Drawn(Draw::NoMove) });
        }
        if self.rules.repetition.is_some_and(|occurrence| self.has_occurred(occurrence.into())) {
            return Some(Outcome::Drawn(Draw::Repetition));
        }
        if self.rules.quiet_limit.is_some_and(|limit| position.plies_since_ejection() >= limit) {
            return Some(Outcome::Drawn(Draw::QuietLimit));
        }
        let is_full = self.rules.ply_limit.is_some_and(|limit| self.ply() >= limit.into());
        is_full.then_some(Outcome::Drawn(Draw::PlyLimit))
    }

    /// Plays a move if it is legal. The error says which rule forbids it, and leaves the game unchanged. Undone actions are forgotten.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        self.check_not_over()?;
        self.position().check(m)?;
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move that is known to be legal, in a game that is not over.
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) {
        debug_assert_eq!(self.outcome, None);
        self.forget_undone();
        let position = self.position().after_unchecked(m);
        self.positions.push(position);
        self.keys.push(position.zobrist_hash() as u16);
        self.moves.push(m);
        self.done += 1;
        self.outcome = self.judge();
    }

    /// A side resigns, whether or not it is its turn.
    pub fn resign(&mut self, loser: Color) -> Result<(), GameOver> {
        self.end(Ending::Resignation(loser))
    }

    /// Both sides agree to a draw.
    pub fn agree_draw(&mut self) -> Result<(), GameOver> {
        self.end(Ending::Agreement)
    }

    /// A side runs out of time, and loses.
    pub fn flag_fall(&mut self, loser: Color) -> Result<(), GameOver> {
        self.end(Ending::FlagFall(loser))
    }

    /// Ends the game without a move. Undone actions are forgotten.
    pub fn end(&mut self, ending: Ending) -> Result<(), GameOver> {
        self.check_not_over()?;
        self.forget_undone();
        self.ending = Some(ending);
        self.done += 1;
        self.outcome = Some(ending.outcome());
        Ok(())
    }

    fn check_not_over(&self) -> Result<(), GameOver> {
        if self.outcome.is_some() { Err(GameOver) } else { Ok(()) }
    }

    #[inline]
    fn forget_undone(&mut self) {
        self.moves.truncate(self.done);
        self.positions.truncate(self.done + 1);
        self.keys.truncate(self.done + 1);
        self.ending = None;
    }

    /// Undoes the last action and returns it.
    pub fn undo(&mut self) -> Option<Action> {
        self.go_to(self.done.checked_sub(1)?);
        self.action(self.done)
    }

    /// Redoes the next undone action and returns it.
    pub fn redo(&mut self) -> Option<Action> {
        let action = self.action(self.done)?;
        self.go_to(self.done + 1);
        Some(action)
    }

    /// Undoes everything back to before a side's last move, so that it can choose again; `false` if it has not moved.
    pub fn take_back(&mut self, color: Color) -> bool {
        let movers = self.positions().iter().map(Position::turn);
        let last = movers.take(self.ply()).rposition(|turn| turn == color);
        if let Some(n) = last {
            self.go_to(n);
        }
        last.is_some()
    }

    /// Goes back or forth until this many actions are done, at most to the end of the known ones.
    pub fn go_to(&mut self, actions: usize) {
        self.done = actions.min(self.moves.len() + usize::from(self.ending.is_some()));
        let ending = self.ending.filter(|_| self.done > self.moves.len());
        self.outcome = ending.map_or_else(|| self.judge(), |ending| Some(ending.outcome()));
    }

    /// Action number `n`, done or undone.
    fn action(&self, n: usize) -> Option<Action> {
        match self.moves.get(n) {
            Some(&m) => Some(Action::Play(m)),
            None if n == self.moves.len() => self.ending.map(Action::End),
            None => None,
        }
    }

    /// Plays to the end of the game. `choose` is called with the number of legal moves and returns the index of one of them, in the
    /// order of [`Moves::iter`]; an index that is too large picks the last.
    ///
    /// Under rules that allow endless repetition it may never return.
    pub fn play_out(&mut self, mut choose: impl FnMut(usize) -> usize) -> Outcome {
        loop {
            if let Some(outcome) = self.outcome {
                return outcome;
            }
            let m = self.position().pick_move(&mut choose).expect("a game that is not over has a legal move");
            self.play_unchecked(m);
        }
    }
}
