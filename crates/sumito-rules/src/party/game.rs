//! A game for three to six players: where it started, its rules, and what was done since.

use std::fmt;

use super::layout::PartyLayout;
use super::position::{PartyPosition, PartyWin};
use super::seat::{Seat, Team};
use crate::illegal::IllegalMove;
use crate::moves::{Move, Moves};
use crate::outcome::Draw;
use crate::rules::Rules;

/// A game for two to six: a start, the rules, and the actions done since. It knows when it is over, and can go back and forth.
///
/// ```
/// use sumito_rules::{PartyGame, PartyLayout, Rules, Seat};
///
/// let mut game = PartyGame::new(PartyLayout::find("three").unwrap(), Rules::default());
/// game.play(game.position().parse_move("i5h5").unwrap()).unwrap();
/// game.leave(Seat::White).unwrap();
/// assert_eq!(game.position().turn(), Seat::Blue);
/// game.leave(Seat::Black).unwrap();
/// assert_eq!(game.outcome().unwrap().to_string(), "team 3 won: everybody else left");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartyGame {
    layout: Option<&'static PartyLayout>,
    rules: Rules,
    /// All actions, those undone among them.
    actions: Vec<PartyAction>,
    /// The start and what each action led to.
    positions: Vec<PartyPosition>,
    /// How many of the actions count.
    done: usize,
    outcome: Option<PartyOutcome>,
}

/// What can be done in a game for more than two.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum PartyAction {
    /// The player to move plays a move.
    Play(Move),
    /// A player gives up, or his time has run out. It need not be his turn. The others play on.
    Leave(Seat),
    /// All who are still in the game agree on a draw.
    AgreeDraw,
}

/// How a game for more than two ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum PartyOutcome {
    /// One team won, or one player who plays alone. The others have lost alike.
    Won {
        /// The team that won.
        winner: Team,
        /// How.
        by: PartyWin,
    },
    /// Nobody won.
    Drawn(Draw),
}

impl PartyOutcome {
    /// A stable key for the reason, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            PartyOutcome::Won { by: PartyWin::Ejections, .. } => "won-by-ejections",
            PartyOutcome::Won { by: PartyWin::OthersBlocked, .. } => "won-by-no-move",
            PartyOutcome::Won { by: PartyWin::OthersLeft, .. } => "won-by-resignation",
            PartyOutcome::Drawn(Draw::Repetition) => "drawn-by-repetition",
            PartyOutcome::Drawn(Draw::QuietLimit) => "drawn-by-quiet-limit",
            PartyOutcome::Drawn(Draw::NoMove) => "drawn-by-no-move",
            PartyOutcome::Drawn(Draw::Agreement) => "drawn-by-agreement",
        }
    }
}

impl fmt::Display for PartyOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartyOutcome::Won { winner, by: PartyWin::Ejections } => write!(f, "team {} won by ejections", winner.number()),
            PartyOutcome::Won { winner, by: PartyWin::OthersBlocked } => {
                write!(f, "team {} won: nobody else can move", winner.number())
            }
            PartyOutcome::Won { winner, by: PartyWin::OthersLeft } => {
                write!(f, "team {} won: everybody else left", winner.number())
            }
            PartyOutcome::Drawn(Draw::Repetition) => write!(f, "drawn by repetition"),
            PartyOutcome::Drawn(Draw::QuietLimit) => write!(f, "drawn: too many plies without an ejection"),
            PartyOutcome::Drawn(Draw::NoMove) => write!(f, "drawn: the opponents of the last mover cannot move"),
            PartyOutcome::Drawn(Draw::Agreement) => write!(f, "drawn by agreement"),
        }
    }
}

impl PartyGame {
    /// A game from a named layout.
    pub fn new(layout: &'static PartyLayout, rules: Rules) -> PartyGame {
        PartyGame { layout: Some(layout), ..PartyGame::from_position(layout.position(), rules) }
    }

    /// A game from any position. Its ejections and its plies since the last one count; positions before it are unknown.
    pub fn from_position(start: PartyPosition, rules: Rules) -> PartyGame {
        let rules = rules.clamped();
        let positions = vec![start.with_marbles_to_win(rules.marbles_to_win)];
        let mut game = PartyGame { layout: None, rules, actions: Vec::new(), positions, done: 0, outcome: None };
        game.outcome = game.judge();
        game
    }

    /// The layout it started from, if it has a name.
    pub fn layout(&self) -> Option<&'static PartyLayout> {
        self.layout
    }

    /// The rules it is played by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The position it started from.
    pub fn start(&self) -> &PartyPosition {
        &self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &PartyPosition {
        &self.positions[self.done]
    }

    /// Everything done.
    pub fn actions(&self) -> &[PartyAction] {
        &self.actions[..self.done]
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<PartyOutcome> {
        self.outcome
    }

    /// The legal moves: none once the game is over, whatever ended it.
    pub fn legal_moves(&self) -> Moves {
        if self.outcome.is_some() { Moves::default() } else { self.position().moves() }
    }

    /// How many marbles a player has lost since the start.
    pub fn lost(&self, seat: Seat) -> usize {
        self.start().marbles(seat).len() - self.position().marbles(seat).len()
    }

    /// How often the present position has been on the board with the same player to move, this time included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        let quiet = self.done.min(now.plies_since_ejection() as usize);
        // Departures are actions too, but nothing from before one can come back.
        self.positions[self.done - quiet..=self.done].iter().filter(|earlier| earlier.has_same_board(now)).count()
    }

    /// Does an action, or says why not and leaves the game as it was. What was undone before is forgotten.
    pub fn act(&mut self, action: PartyAction) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::GameOver);
        }
        let mut position = *self.position();
        match action {
            PartyAction::Play(m) => position.try_play(m)?,
            PartyAction::Leave(seat) if !position.seating().has(seat) || position.has_left(seat) => {
                return Err(IllegalMove::NotInTheGame);
            }
            PartyAction::Leave(seat) => position.leave(seat),
            PartyAction::AgreeDraw => {}
        }
        self.actions.truncate(self.done);
        self.positions.truncate(self.done + 1);
        self.actions.push(action);
        self.positions.push(position);
        self.go_to(self.done + 1);
        Ok(())
    }

    /// Plays a move, or says which rule forbids it.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        self.act(PartyAction::Play(m))
    }

    /// A player gives up, or his time has run out; it need not be his turn.
    pub fn leave(&mut self, seat: Seat) -> Result<(), IllegalMove> {
        self.act(PartyAction::Leave(seat))
    }

    /// All who are still in the game agree on a draw.
    pub fn agree_draw(&mut self) -> Result<(), IllegalMove> {
        self.act(PartyAction::AgreeDraw)
    }

    /// Takes back the last action and names it.
    pub fn undo(&mut self) -> Option<PartyAction> {
        self.go_to(self.done.checked_sub(1)?);
        self.actions.get(self.done).copied()
    }

    /// Does the next undone action again and names it.
    pub fn redo(&mut self) -> Option<PartyAction> {
        let action = self.actions.get(self.done).copied()?;
        self.go_to(self.done + 1);
        Some(action)
    }

    /// Goes back or forth to where so many actions are done, or to the end of what is known.
    pub fn go_to(&mut self, actions: usize) {
        self.done = actions.min(self.actions.len());
        self.outcome = self.judge();
    }

    /// How the game stands. An ejection that wins comes before everything else, and opponents who cannot move before the draws.
    fn judge(&self) -> Option<PartyOutcome> {
        let position = self.position();
        if self.actions().last() == Some(&PartyAction::AgreeDraw) {
            return Some(PartyOutcome::Drawn(Draw::Agreement));
        }
        if let Some((winner, by)) = position.winner() {
            let is_draw = by == PartyWin::OthersBlocked && !self.rules.no_move_loses;
            return Some(if is_draw { PartyOutcome::Drawn(Draw::NoMove) } else { PartyOutcome::Won { winner, by } });
        }
        if let Some(occurrence) = self.rules.repetition
            && self.occurrences() >= occurrence as usize
        {
            return Some(PartyOutcome::Drawn(Draw::Repetition));
        }
        let limit = self.rules.quiet_limit?;
        (position.plies_since_ejection() >= limit).then_some(PartyOutcome::Drawn(Draw::QuietLimit))
    }
}
