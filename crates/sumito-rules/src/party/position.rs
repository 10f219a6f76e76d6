//! A position for two to six players.

use core::fmt;

use super::seat::{BySeat, Seat, Seating, Team};
use super::zobrist;
use crate::cell::{Cell, Direction, Symmetry};
use crate::cells::{self, Cells};
use crate::generate::{Kind, View};
use crate::illegal::IllegalMove;
use crate::moves::{Move, Moves};
use crate::position::MARBLES_TO_WIN;

/// A position of a game for two to six players: marbles, who is still in the game, whose turn it is, and how many marbles each player
/// has ejected. It has no history.
///
/// A player moves one to three marbles of their own, as in the game for two. Everybody outside the player's team is an opponent, and a
/// pushed pair may have two owners. A partner's marbles can help to push, but the rearmost marble must be the mover's own. A player who
/// cannot move is skipped, and one without marbles has left the game.
///
/// ```
/// use sumito_rules::party::{Layout, Seat};
///
/// let mut position = Layout::find("three").unwrap().position();
/// assert_eq!(position.turn(), Seat::Black);
/// let m = position.parse_move("i5h5").unwrap();
/// position.play(m).unwrap();
/// assert_eq!(position.turn(), Seat::White);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    marbles: BySeat<Cells>,
    pub(super) hash: u64,
    ejected: BySeat<u8>,
    /// Everybody without marbles has left.
    pub(super) has_left: BySeat<bool>,
    seating: Seating,
    pub(super) turn: Seat,
    marbles_to_win: u8,
    plies_since_ejection: u16,
    pub(super) round: u16,
}

impl Position {
    /// A position with nothing ejected, in the first round. `None` if two marbles share a cell, if there are no marbles, or if a marble's
    /// owner or the player to move is not in the seating.
    pub fn new(seating: Seating, marbles: BySeat<Cells>, turn: Seat) -> Option<Position> {
        Position::after_departures(seating, marbles, BySeat::default(), turn)
    }

    /// The same after some players have left; `None` also if nobody is left.
    pub(super) fn after_departures(
        seating: Seating,
        marbles: BySeat<Cells>,
        has_left: BySeat<bool>,
        turn: Seat,
    ) -> Option<Position> {
        let mut taken = Cells::EMPTY;
        for seat in Seat::ALL {
            if !taken.is_disjoint(marbles[seat]) || !seating.has(seat) && !marbles[seat].is_empty() {
                return None;
            }
            taken |= marbles[seat];
        }
        let mut position = Position {
            marbles,
            hash: 0,
            ejected: BySeat::default(),
            has_left: BySeat::new(Seat::ALL.map(|seat| has_left[seat] || marbles[seat].is_empty())),
            seating,
            turn,
            marbles_to_win: MARBLES_TO_WIN,
            plies_since_ejection: 0,
            round: 1,
        }
        .rehashed();
        if !seating.has(turn) || seating.seats().all(|seat| position.has_left[seat]) {
            return None;
        }
        if !position.can_move(turn) {
            position.settle();
        }
        Some(position)
    }

    fn rehashed(self) -> Position {
        let hash = zobrist::whole(self.seating, &self.marbles, self.ejected, self.has_left, self.turn);
        Position { hash, ..self }
    }

    /// Reads a picture of the board: nine rows from i to a of the seats' letters and `.`; blanks are ignored. For tests and examples.
    ///
    /// # Panics
    /// If the picture does not have 61 marks, contains another character, has no marbles, or has a marble whose owner is not in the seating.
    pub fn draw(picture: &str, seating: Seating, turn: Seat) -> Position {
        let marbles = cells::draw(picture, Seat::ALL.map(Seat::letter));
        Position::new(seating, BySeat::new(marbles), turn).expect("a picture of marbles whose owners are seated")
    }

    /// The same position with these numbers of marbles ejected by each player.
    #[must_use]
    pub fn with_ejected(self, ejected: BySeat<u8>) -> Position {
        Position { ejected, ..self }.rehashed()
    }

    /// The same position with these counters: plies since the last ejection, and round number (from 1).
    #[must_use]
    pub fn with_counters(self, plies_since_ejection: u16, round: u16) -> Position {
        Position { plies_since_ejection, round, ..self }
    }

    /// The same position, won by this many ejections instead of six; 0 counts as 1.
    #[must_use]
    pub fn with_marbles_to_win(self, marbles_to_win: u8) -> Position {
        Position { marbles_to_win: marbles_to_win.max(1), ..self }
    }

    /// The same position with this player to move, if that player can. The rules have no pass; searches use it to ask what a player
    /// could do.
    #[must_use]
    pub fn with_turn(mut self, seat: Seat) -> Position {
        if self.can_move(seat) {
            self.give_turn(seat);
        }
        self
    }

    /// How many players there are, and their teams.
    pub fn seating(&self) -> Seating {
        self.seating
    }

    /// The player to move; meaningless once the game is over.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The marbles of a player.
    pub fn marbles(&self, seat: Seat) -> Cells {
        self.marbles[seat]
    }

    /// The marbles of the player's partners.
    pub fn partners(&self, seat: Seat) -> Cells {
        self.union(|other| self.seating.are_partners(seat, other))
    }

    /// The marbles that a player may push: those of every other team.
    pub fn foes(&self, seat: Seat) -> Cells {
        self.union(|other| self.seating.team(other) != self.seating.team(seat))
    }

    /// The cells without a marble.
    pub fn empty(&self) -> Cells {
        !self.union(|_| true)
    }

    /// The owner of the marble on a cell.
    pub fn seat_at(&self, cell: Cell) -> Option<Seat> {
        self.seating.seats().find(|&seat| self.marbles[seat].contains(cell))
    }

    /// How many marbles a player has ejected.
    pub fn ejected_by(&self, seat: Seat) -> u8 {
        self.ejected[seat]
    }

    /// How many marbles the players of a team have ejected together.
    pub fn score(&self, team: Team) -> u8 {
        self.seating.members(team).fold(0, |sum, seat| sum.saturating_add(self.ejected[seat]))
    }

    /// Whether a player is no longer in the game, or never was: a player can leave, and one without marbles has left. The marbles of a
    /// player who leaves stay on the board.
    pub fn has_left(&self, seat: Seat) -> bool {
        self.has_left[seat]
    }

    /// Plies played since a marble was last ejected.
    pub fn plies_since_ejection(&self) -> u16 {
        self.plies_since_ejection
    }

    /// The number of the round, from 1; it increases when the turn comes back to the first player.
    pub fn round(&self) -> u16 {
        self.round
    }

    /// How many ejections win.
    pub fn marbles_to_win(&self) -> u8 {
        self.marbles_to_win
    }

    /// The Zobrist hash of marbles, ejections, the players who have left, their teams, and the player to move, updated by every move. It
    /// does not include the counters. It is the same in every build of this version.
    pub fn zobrist_hash(&self) -> u64 {
        self.hash
    }

    /// All legal moves. There are none once a team has won.
    pub fn legal_moves(&self) -> Moves {
        if self.winner().is_some() { Moves::default() } else { self.moves_of(self.turn) }
    }

    /// Whether a move is legal, without generating the others.
    pub fn is_legal(&self, m: Move) -> bool {
        self.check(m).is_ok()
    }

    /// Judges an attempt to move the marbles on these cells in a direction: it is a legal move, or a rule forbids it.
    ///
    /// The cells may include partners' marbles, and opposing ones; then the attempt is to push these with the others.
    pub fn attempt(&self, chosen: Cells, direction: Direction) -> Result<Move, IllegalMove> {
        if self.winner().is_some() { Err(IllegalMove::GameOver) } else { self.view(self.turn).attempt(chosen, direction) }
    }

    /// Says which rule forbids a move, if one does. A [`Move`] can name any cells: those of opponents too.
    pub fn check(&self, m: Move) -> Result<(), IllegalMove> {
        self.attempt_exactly(m.cells(), m.direction()).map(|_| ())
    }

    /// Like [`attempt`](Position::attempt), but the cells are those of the team's own marbles and no others.
    pub(super) fn attempt_exactly(&self, line: Cells, direction: Direction) -> Result<Move, IllegalMove> {
        if self.winner().is_some() {
            return Err(IllegalMove::GameOver);
        }
        self.view(self.turn).attempt_exactly(line, direction)
    }

    /// The in-line move of a whole row of the team's marbles, given its rear end.
    pub fn attempt_from_tail(&self, tail: Cell, direction: Direction) -> Result<Move, IllegalMove> {
        if self.winner().is_some() {
            return Err(IllegalMove::GameOver);
        }
        self.view(self.turn).attempt_from_tail(tail, direction)
    }

    /// The opposing marbles that a legal move pushes: none, one or two, perhaps of two owners.
    pub fn pushed(&self, m: Move) -> Cells {
        let foes = self.foes(self.turn);
        let ahead = core::iter::successors(m.is_inline().then_some(m.landing()), |cell| cell.neighbor(m.direction()));
        ahead.take_while(|&cell| foes.contains(cell)).collect()
    }

    /// The cell of the marble that a legal move ejects.
    pub fn ejected(&self, m: Move) -> Option<Cell> {
        (self.pushed(m) & Cells::edge(m.direction())).first()
    }

    /// Plays a move if it is legal. The error says which rule forbids it, and leaves the position unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        self.check(m)?;
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move that is known to be legal. An illegal move leads to a position that makes no sense, but is memory-safe.
    pub fn play_unchecked(&mut self, m: Move) {
        let (mover, direction) = (self.turn, m.direction());
        let pushed = self.pushed(m);
        let moving = m.cells() | pushed;
        for seat in self.seating.seats() {
            let before = self.marbles[seat];
            if !before.is_disjoint(moving) {
                let after = (before - moving) | (before & moving).shift(direction);
                self.hash ^= zobrist::marbles(seat, before ^ after);
                self.marbles[seat] = after;
            }
        }
        if pushed.is_disjoint(Cells::edge(direction)) {
            self.plies_since_ejection = self.plies_since_ejection.saturating_add(1);
        } else {
            self.count_ejection(mover);
        }
        self.pass_turn(mover);
        self.round = self.round.saturating_add(u16::from(self.turn <= mover));
    }

    fn count_ejection(&mut self, by: Seat) {
        let ejected = self.ejected[by];
        self.ejected[by] = ejected.saturating_add(1);
        self.hash ^= zobrist::ejected(by, ejected) ^ zobrist::ejected(by, self.ejected[by]);
        self.plies_since_ejection = 0;
        for seat in self.seating.seats() {
            if self.marbles[seat].is_empty() {
                self.mark_as_left(seat);
            }
        }
    }

    /// The position after a move that is known to be legal; see [`play_unchecked`](Position::play_unchecked).
    #[must_use]
    pub fn after_unchecked(&self, m: Move) -> Position {
        let mut next = *self;
        next.play_unchecked(m);
        next
    }

    /// The position on the rotated or reflected board.
    #[must_use]
    pub fn transform(&self, symmetry: Symmetry) -> Position {
        Position { marbles: self.marbles.map(|cells| cells.transform(symmetry)), ..*self }.rehashed()
    }

    /// Whether marbles, player to move and the players who have left are the same: this is what counts as a repetition.
    pub fn has_same_board(&self, other: &Position) -> bool {
        (self.marbles, self.turn, self.has_left) == (other.marbles, other.turn, other.has_left)
    }

    fn union(&self, of: impl Fn(Seat) -> bool) -> Cells {
        self.seating.seats().filter(|&seat| of(seat)).fold(Cells::EMPTY, |all, seat| all | self.marbles[seat])
    }

    fn view(&self, seat: Seat) -> View {
        let own = self.marbles[seat];
        View { tails: own, line: own | self.partners(seat), foes: self.foes(seat), empty: self.empty() }
    }

    /// The moves that a player would have on turn, even if a team has won. Partners' marbles only help in pushes.
    pub fn moves_of(&self, seat: Seat) -> Moves {
        let mut moves = Moves::default();
        if !self.has_left[seat] {
            let view = self.view(seat);
            let alone = View { line: view.tails, ..view };
            alone.inline(Kind::Step, &mut moves);
            alone.broadside(&mut moves);
            view.inline(Kind::Push, &mut moves);
        }
        moves
    }

    /// The ejections among [these moves](Position::moves_of).
    pub fn ejections_of(&self, seat: Seat) -> Moves {
        let mut moves = Moves::default();
        if !self.has_left[seat] {
            self.view(seat).inline(Kind::Eject, &mut moves);
        }
        moves
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
