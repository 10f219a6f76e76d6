//! A game: where it started, its rules, and what was done since.

use std::ops::Range;

use crate::color::{ByColor, Color};
use crate::illegal::IllegalMove;
use crate::layout::Layout;
use crate::moves::{Move, Moves};
use crate::outcome::{Draw, Outcome, Win};
use crate::position::Position;
use crate::rules::Rules;

/// A game: a start, the rules, and the actions done since. It knows when it is over, and can go back and forth.
///
/// What was undone is kept until something else is done in its place, so a viewer and a player who takes a move back use the same
/// game.
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
    /// The start and what each move led to, those undone among them.
    positions: Vec<Position>,
    /// The lowest bits of each position's hash.
    keys: Vec<u16>,
    /// All moves, those undone among them.
    moves: Vec<Move>,
    /// The action that ended the game, done or undone; nothing comes after it.
    ending: Option<Ending>,
    /// How many of the actions count: moves, then the ending.
    done: usize,
    outcome: Option<Outcome>,
}

/// What can be done in a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The side to move plays a move.
    Play(Move),
    /// The game ends without one.
    End(Ending),
}

/// The ways to end a game that are no moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A side gives up. It need not be its turn.
    Resignation(Color),
    /// Both sides agree on a draw.
    Agreement,
    /// A side's time ran out.
    FlagFall(Color),
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

    /// A game from any position. Its marbles lost and its plies since the last ejection count; positions before it are unknown.
    pub fn from_position(start: Position, rules: Rules) -> Game {
        let rules = rules.clamped();
        let start = start.with_marbles_to_win(rules.marbles_to_win);
        let mut game = Game {
            layout: None,
            rules,
            positions: vec![start],
            keys: vec![start.hash() as u16],
            moves: Vec::new(),
            ending: None,
            done: 0,
            outcome: None,
        };
        game.outcome = game.judge();
        game
    }

    /// The layout it started from, if it has a name.
    pub fn layout(&self) -> Option<&'static Layout> {
        self.layout
    }

    /// The position it started from.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The rules it is played by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The position now.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.positions[self.ply()]
    }

    /// The positions from the start to now.
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

    /// The legal moves: none once the game is over, whatever ended it.
    #[inline]
    pub fn legal_moves(&self) -> Moves {
        if self.outcome.is_some() { Moves::default() } else { self.position().moves() }
    }

    /// How often the present position has been on the board with the same side to move, this time included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        1 + self.positions[self.quiet_plies()].iter().filter(|earlier| earlier.has_same_board(now)).count()
    }

    /// The plies since the last ejection, this one left out: a position from before cannot come back.
    fn quiet_plies(&self) -> Range<usize> {
        let ply = self.ply();
        ply - ply.min(self.position().plies_since_ejection() as usize)..ply
    }

    /// Whether this is at least the `n`th time that the position is on the board. The keys answer nearly always, in a few
    /// instructions for many plies; only where they agree the positions are compared.
    #[inline]
    fn has_occurred(&self, n: usize) -> bool {
        let now = self.keys[self.ply()];
        let alike: u16 = self.keys[self.quiet_plies()].iter().map(|&key| u16::from(key == now)).sum();
        alike as usize + 1 >= n && self.occurrences() >= n
    }

    /// How the game stands by the position and what came before it. An ejection that wins comes before everything else, and a side
    /// that cannot move before the draws.
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
        if let Some(occurrence) = self.rules.repetition
            && self.has_occurred(occurrence.into())
        {
            return Some(Outcome::Drawn(Draw::Repetition));
        }
        let limit = self.rules.quiet_limit?;
        (position.plies_since_ejection() >= limit).then_some(Outcome::Drawn(Draw::QuietLimit))
    }

    /// Does an action, or says why not and leaves the game as it was. What was undone before is forgotten.
    pub fn act(&mut self, action: Action) -> Result<(), IllegalMove> {
        match action {
            Action::Play(m) => self.play(m),
            Action::End(ending) => self.end(ending),
        }
    }

    /// Plays a move, or says which rule forbids it.
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
        let position = self.position().after(m);
        self.positions.push(position);
        self.keys.push(position.hash() as u16);
        self.moves.push(m);
        self.done += 1;
        self.outcome = self.judge();
    }

    /// A side gives up; it need not be its turn.
    pub fn resign(&mut self, loser: Color) -> Result<(), IllegalMove> {
        self.end(Ending::Resignation(loser))
    }

    /// Both sides agree on a draw.
    pub fn agree_draw(&mut self) -> Result<(), IllegalMove> {
        self.end(Ending::Agreement)
    }

    /// A side's time ran out: it loses.
    pub fn flag_fall(&mut self, loser: Color) -> Result<(), IllegalMove> {
        self.end(Ending::FlagFall(loser))
    }

    fn end(&mut self, ending: Ending) -> Result<(), IllegalMove> {
        self.check_not_over()?;
        self.forget_undone();
        self.ending = Some(ending);
        self.done += 1;
        self.outcome = Some(ending.outcome());
        Ok(())
    }

    fn check_not_over(&self) -> Result<(), IllegalMove> {
        if self.outcome.is_some() { Err(IllegalMove::GameOver) } else { Ok(()) }
    }

    #[inline]
    fn forget_undone(&mut self) {
        self.moves.truncate(self.done);
        self.positions.truncate(self.done + 1);
        self.keys.truncate(self.done + 1);
        self.ending = None;
    }

    /// Takes back the last action and names it.
    pub fn undo(&mut self) -> Option<Action> {
        self.go_to(self.done.checked_sub(1)?);
        self.action(self.done)
    }

    /// Does the next undone action again and names it.
    pub fn redo(&mut self) -> Option<Action> {
        let action = self.action(self.done)?;
        self.go_to(self.done + 1);
        Some(action)
    }

    /// Takes back all actions down to a side's last move, so that it can choose again; `false` if it has not moved.
    pub fn take_back(&mut self, color: Color) -> bool {
        let movers = self.positions().iter().map(Position::turn);
        let last = movers.take(self.ply()).rposition(|turn| turn == color);
        if let Some(n) = last {
            self.go_to(n);
        }
        last.is_some()
    }

    /// Goes back or forth to where so many actions are done, or to the end of what is known.
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

    /// Plays to the end of the game. `choose` is given the number of legal moves and picks one of them, from 0, in the order of
    /// [`Moves::iter`]; a number beyond picks the last.
    ///
    /// Rules that let a game repeat without limit may keep it from ever ending.
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
