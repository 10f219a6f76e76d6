//! Whose turn it is, who is still in the game, and who has won.

use super::outcome::{LeaveError, Win};
use super::position::Position;
use super::seat::{Seat, Team};
use super::zobrist;

impl Position {
    /// Whether a player could move if it were their turn. A player who has left cannot.
    pub fn can_move(&self, seat: Seat) -> bool {
        // A marble next to a free cell can step there. If there is none, there may still be an ejection.
        !self.has_left(seat) && (!self.empty().neighbors().is_disjoint(self.marbles(seat)) || !self.moves_of(seat).is_empty())
    }

    /// The team that has won, and how.
    pub fn winner(&self) -> Option<(Team, Win)> {
        let teams = self.seating().teams();
        if let Some(team) = teams.clone().find(|&team| self.score(team) >= self.marbles_to_win()) {
            return Some((team, Win::Ejections));
        }
        let mut staying = teams.clone().filter(|&team| self.seating().members(team).any(|seat| !self.has_left(seat)));
        if let (Some(team), None) = (staying.next(), staying.next()) {
            return Some((team, Win::OthersLeft));
        }
        // It is the turn of a player who cannot move only if at most one team can: then that team has won. If nobody can move, the last
        // mover's team has.
        if self.can_move(self.turn()) {
            return None;
        }
        let winner = self.teams_that_can_move().next().unwrap_or_else(|| self.team_before(self.turn()));
        Some((winner, Win::OthersBlocked))
    }

    /// A player leaves. The player's turns are skipped; the marbles stay on the board and can be pushed and ejected. Nobody can leave a
    /// game that is over.
    pub fn leave(&mut self, seat: Seat) -> Result<(), LeaveError> {
        self.leave_together(core::iter::once(seat))
    }

    /// All players of a team leave at once.
    pub fn leave_as_team(&mut self, team: Team) -> Result<(), LeaveError> {
        let staying = *self;
        self.leave_together(self.seating().members(team).filter(move |&seat| !staying.has_left(seat)))
    }

    fn leave_together(&mut self, leavers: impl Iterator<Item = Seat> + Clone) -> Result<(), LeaveError> {
        if leavers.clone().count() == 0 || leavers.clone().any(|seat| self.has_left(seat)) {
            return Err(LeaveError::NotInTheGame);
        }
        if self.winner().is_some() {
            return Err(LeaveError::GameOver);
        }
        let turn = self.turn();
        leavers.for_each(|seat| self.mark_as_left(seat));
        self.settle();
        self.round = self.round.saturating_add(u16::from(self.turn() < turn));
        Ok(())
    }

    pub(super) fn mark_as_left(&mut self, seat: Seat) {
        if !self.has_left[seat] {
            self.has_left[seat] = true;
            self.hash ^= zobrist::left(seat);
        }
    }

    pub(super) fn give_turn(&mut self, seat: Seat) {
        self.hash ^= zobrist::turn(self.turn) ^ zobrist::turn(seat);
        self.turn = seat;
    }

    /// Gives the turn to the next player after the mover who can move. If no opponent of the mover can, it goes to the next of them: that
    /// is how the position records that they are blocked.
    pub(super) fn pass_turn(&mut self, mover: Seat) {
        let team = self.seating().team(mover);
        let opposes = |seat: Seat| self.seating().team(seat) != team;
        let order = || self.seating().after(mover).filter(|&seat| !self.has_left(seat));
        let first = order().find(|&seat| self.can_move(seat));
        let opponents_can_move = || order().any(|seat| opposes(seat) && self.can_move(seat));
        let next = if first.is_some_and(opposes) || opponents_can_move() { first } else { order().find(|&seat| opposes(seat)) };
        if let Some(next) = next {
            self.give_turn(next);
        }
    }

    /// Finds whose turn it is after a departure, or in a position that gives the turn to a player who cannot move. If only one team can
    /// move, it has won, wherever its players sit: the turn goes to an opponent, as after a move that blocks them all.
    pub(super) fn settle(&mut self) {
        if let Some(next) = self.next_in_turn() {
            self.give_turn(next);
        }
    }

    fn next_in_turn(&self) -> Option<Seat> {
        let mut teams = self.teams_that_can_move();
        let turn = self.turn();
        let mut order = core::iter::once(turn).chain(self.seating().after(turn)).filter(|&seat| !self.has_left(seat));
        match (teams.next(), teams.next()) {
            (None, _) => order.next(),
            (Some(team), None) => order.find(|&seat| self.seating().team(seat) != team),
            _ => order.find(|&seat| self.can_move(seat)),
        }
    }

    fn teams_that_can_move(&self) -> impl Iterator<Item = Team> {
        self.seating().teams().filter(|&team| self.seating().members(team).any(|seat| self.can_move(seat)))
    }

    /// The team of the nearest opponent before this player.
    fn team_before(&self, seat: Seat) -> Team {
        let team = self.seating().team(seat);
        let before = self.seating().after(seat).rev().filter(|&other| !self.has_left(other));
        before.map(|other| self.seating().team(other)).find(|&other| other != team).unwrap_or(team)
    }
}
