//! A game for two to six players: a start, the rules, and everything done since.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::layout::Layout;
use super::outcome::{Departure, LeaveError, Outcome, Win};
use super::position::Position;
use super::seat::{BySeat, Seat, Team};
use crate::game::{Draw, GameOver, Rules};
use crate::illegal::IllegalMove;
use crate::moves::{Move, Moves};

/// A game for two to six players: a start, the rules, and everything done since. It goes back and forth like the
/// [game for two](crate::Game).
///
/// ```
/// use sumito_rules::Rules;
/// use sumito_rules::party::{Departure, Game, Layout, Seat};
///
/// let mut game = Game::new(Layout::find("three").unwrap(), Rules::default());
/// game.play(game.position().parse_move("i5h5").unwrap()).unwrap();
/// game.leave(Seat::White, Departure::FlagFall).unwrap();
/// assert_eq!(game.position().turn(), Seat::Blue);
/// game.leave(Seat::Black, Departure::Resigned).unwrap();
/// assert_eq!(game.outcome().unwrap().to_string(), "team 3 won: nobody else is left");
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
    /// A player left, whether or not it was that player's turn. The others play on.
    Leave(Seat, Departure),
    /// Two or more players of a team, all who were still in the game, resigned together.
    ResignTeam(Team),
    /// All players still in the game agreed to a draw.
    AgreeDraw,
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

    /// The start and the position after each action. Departures change the position too.
    pub fn positions(&self) -> &[Position] {
        &self.positions[..=self.done]
    }

    /// Everything done.
    pub fn actions(&self) -> &[Action] {
        &self.actions[..self.done]
    }

    /// The moves played, and by whom: blocked players and those who have left are skipped.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Seat, Move)> {
        self.plays().map(|(position, m)| (position.turn(), m))
    }

    /// Each move with the position that it was played in.
    fn plays(&self) -> impl DoubleEndedIterator<Item = (&Position, Move)> {
        self.actions().iter().zip(&self.positions).filter_map(|(action, position)| match action {
            Action::Play(m) => Some((position, *m)),
            _ => None,
        })
    }

    /// The number of moves played.
    pub fn ply(&self) -> usize {
        self.plays().count()
    }

    /// The players who left during the game, in that order, and why. Players who have lost all their marbles are not among them.
    pub fn departures(&self) -> impl Iterator<Item = (Seat, Departure)> {
        let seating = self.position().seating();
        self.actions().iter().zip(&self.positions).flat_map(move |(action, before)| {
            seating.seats().filter_map(move |seat| match *action {
                Action::Leave(leaver, departure) if leaver == seat => Some((seat, departure)),
                Action::ResignTeam(team) if seating.team(seat) == team && !before.has_left(seat) => {
                    Some((seat, Departure::Resigned))
                }
                _ => None,
            })
        })
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

    /// How many marbles of each owner each player has ejected since the start: `ejections()[by][owner]`.
    pub fn ejections(&self) -> BySeat<BySeat<u8>> {
        let mut ejections = BySeat::<BySeat<u8>>::default();
        for (position, m) in self.plays() {
            if let Some(owner) = position.ejected(m).and_then(|cell| position.seat_at(cell)) {
                ejections[position.turn()][owner] += 1;
            }
        }
        ejections
    }

    /// How many times the current position has been on the board with the same player to move, including this time.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        let quiet = self.done.min(now.plies_since_ejection() as usize);
        // Departures are actions too, but nothing from before one can come back.
        let recent = &self.positions[self.done - quiet..=self.done];
        recent.iter().filter(|earlier| earlier.zobrist_hash() == now.zobrist_hash() && earlier.has_same_board(now)).count()
    }

    /// Plays a move if it is legal. The error says which rule forbids it, and leaves the game unchanged. Undone actions are forgotten.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        self.position_unless_over()?.check(m)?;
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move that is known to be legal, in a game that is not over.
    pub fn play_unchecked(&mut self, m: Move) {
        debug_assert_eq!(self.outcome, None);
        self.push(Action::Play(m), self.position().after_unchecked(m));
    }

    /// A player leaves, whether or not it is that player's turn.
    pub fn leave(&mut self, seat: Seat, departure: Departure) -> Result<(), LeaveError> {
        let mut position = self.position_unless_over()?;
        position.leave(seat)?;
        self.push(Action::Leave(seat, departure), position);
        Ok(())
    }

    /// All players of a team who are still in the game resign together.
    pub fn resign_team(&mut self, team: Team) -> Result<(), LeaveError> {
        let mut position = self.position_unless_over()?;
        let mut staying = position.seating().members(team).filter(|&seat| !position.has_left(seat));
        if let (Some(last), None) = (staying.next(), staying.next()) {
            return self.leave(last, Departure::Resigned);
        }
        position.leave_as_team(team)?;
        self.push(Action::ResignTeam(team), position);
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

    /// Goes back to before a player's last move, so that the player can choose again; `false` if the player has not moved or has left.
    /// Whoever left since then stays away.
    pub fn take_back(&mut self, seat: Seat) -> bool {
        let is_move = |n: &usize| matches!(self.actions[*n], Action::Play(_)) && self.positions[*n].turn() == seat;
        let last = (0..self.done).rev().find(is_move).filter(|_| self.departures().all(|(leaver, _)| leaver != seat));
        let Some(n) = last else { return false };
        let departures: Vec<Action> = self.actions[n..self.done].iter().filter(|action| action.is_departure()).copied().collect();
        self.go_to(n);
        for departure in departures {
            // If one of them ends the game, the others no longer matter.
            let _ = match departure {
                Action::Leave(leaver, departure) => self.leave(leaver, departure),
                Action::ResignTeam(team) => self.resign_team(team),
                Action::Play(_) | Action::AgreeDraw => Ok(()),
            };
        }
        true
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
        if self.quiet_limit().is_some_and(|limit| u32::from(position.plies_since_ejection()) >= limit) {
            return Some(Outcome::Drawn(Draw::QuietLimit));
        }
        let is_full = self.rules.ply_limit.is_some_and(|limit| self.ply() >= limit.into());
        is_full.then_some(Outcome::Drawn(Draw::PlyLimit))
    }

    /// The limit of plies without an ejection. The rules state it for two players, where a round has two plies; here it allows as many
    /// rounds, each with a ply for every seat of the start.
    fn quiet_limit(&self) -> Option<u32> {
        let seats = self.position().seating().seats().count() as u32;
        self.rules.quiet_limit.map(|plies| (u32::from(plies) * seats).div_ceil(2).min(u16::MAX.into()))
    }
}

impl Action {
    /// Reads a departure as game files have it among the moves: `White:flag`, or `Black+Blue:resigned` for all players of a team who
    /// are still there; `None` for any other word.
    pub fn parse_departure(word: &str, position: &Position) -> Option<Action> {
        let (names, key) = word.split_once(':')?;
        let departure = Departure::from_key(&key.to_ascii_lowercase())?;
        let seat = |name: &str| Seat::ALL.into_iter().find(|seat| seat.to_string().eq_ignore_ascii_case(name));
        if let Some(seat) = seat(names) {
            return Some(Action::Leave(seat, departure));
        }
        let seats: Vec<Seat> = names.split('+').map(seat).collect::<Option<_>>()?;
        let team = position.seating().team(*seats.first()?);
        let staying = position.seating().members(team).filter(|&seat| !position.has_left(seat));
        (departure == Departure::Resigned && staying.eq(seats)).then_some(Action::ResignTeam(team))
    }

    /// The word for this action in this position: a move in Aba-Pro, a departure, or `draw`.
    pub fn text(self, position: &Position) -> String {
        match self {
            Action::Play(m) => m.to_string(),
            Action::Leave(seat, departure) => format!("{seat}:{}", departure.key()),
            Action::ResignTeam(team) => {
                let staying = position.seating().members(team).filter(|&seat| !position.has_left(seat));
                let names: Vec<String> = staying.map(|seat| seat.to_string()).collect();
                format!("{}:resigned", names.join("+"))
            }
            Action::AgreeDraw => "draw".to_string(),
        }
    }

    const fn is_departure(self) -> bool {
        matches!(self, Action::Leave(..) | Action::ResignTeam(_))
    }

    /// Lets the players of a departure leave a position; other actions do nothing.
    pub fn depart(self, position: &mut Position) -> Result<(), LeaveError> {
        match self {
            Action::Leave(seat, _) => position.leave(seat),
            Action::ResignTeam(team) => position.leave_as_team(team),
            Action::Play(_) | Action::AgreeDraw => Ok(()),
        }
    }
}
