//! A position: where the marbles are, whose turn it is, what was lost. No history.

use core::fmt;

use crate::cell::{Cell, Symmetry};
use crate::cells::{self, Cells};
use crate::color::{ByColor, Color};
use crate::generate::{Kind, View};
use crate::illegal::IllegalMove;
use crate::moves::{Move, Moves};

/// A position of the two-player game: marbles, side to move, marbles lost, and two counters.
///
/// It has no history: repetitions and agreed results belong to [`Game`](crate::Game). It is `Copy` and has 32 bytes, so a search can
/// keep the old one, or take a move back with [`undo`](Position::undo).
///
/// Displayed, it is the native position text, which it also parses: rows i to a, side to move, black and white marbles lost, plies since
/// the last ejection, and move number.
///
/// ```
/// use sumito_rules::{Cell, Color, Direction, Layout, Move, Position};
///
/// let mut position = Layout::STANDARD.position();
/// assert_eq!(position.legal_moves().len(), 44);
///
/// // A checked move: the error says which rule forbids it.
/// let m = Move::inline(Cell::A1, Direction::NorthEast, 3).unwrap();
/// position.play(m)?;
/// assert_eq!(position.turn(), Color::White);
///
/// let text = position.to_string();
/// assert_eq!(text, "wwwww/wwwwww/2www2/8/9/3b4/2bbb2/bbbbbb/1bbbb w 0 0 1 1");
/// assert_eq!(text.parse::<Position>()?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    marbles: ByColor<Cells>,
    hash: u64,
    lost: ByColor<u8>,
    plies_since_ejection: u16,
    move_number: u16,
    marbles_to_win: u8,
    turn: Color,
}

/// The books' number of ejections that wins (R41).
pub(crate) const MARBLES_TO_WIN: u8 = 6;

/// What a move changed, and what it takes to undo it: see [`Position::undo`].
#[derive(Copy, Clone, Debug)]
pub struct Undo {
    mover: Cells,
    other: Cells,
    hash: u64,
    plies_since_ejection: u16,
    move_number: u16,
    ejected: bool,
}

impl Undo {
    /// The cells that the mover's marbles left or moved to.
    pub fn mover_changes(&self) -> Cells {
        self.mover
    }

    /// The cells that the pushed marbles left or moved to.
    pub fn other_changes(&self) -> Cells {
        self.other
    }

    /// Whether the move ejected a marble.
    pub fn ejected(&self) -> bool {
        self.ejected
    }
}

impl Position {
    /// A position with nothing lost, at move 1; `None` if a cell has marbles of both colors.
    pub fn new(black: Cells, white: Cells, turn: Color) -> Option<Position> {
        let position = Position {
            marbles: ByColor::new(black, white),
            hash: 0,
            lost: ByColor::default(),
            plies_since_ejection: 0,
            move_number: 1,
            marbles_to_win: MARBLES_TO_WIN,
            turn,
        };
        black.is_disjoint(white).then(|| position.rehashed())
    }

    /// Reads a picture of the board: nine rows from i to a of `b`, `w` and `.`; blanks are ignored. For tests and examples.
    ///
    /// # Panics
    /// If the picture does not have 61 marks, or has another character.
    pub fn draw(picture: &str, turn: Color) -> Position {
        let [black, white] = cells::draw(picture, ['b', 'w']);
        Position::new(black, white, turn).expect("a cell of a picture has one mark")
    }

    /// The same position with these numbers of marbles lost.
    #[must_use]
    pub fn with_lost(self, lost: ByColor<u8>) -> Position {
        Position { lost, ..self }.rehashed()
    }

    /// The same position with these counters: plies since the last ejection, and move number (from 1).
    #[must_use]
    pub fn with_counters(self, plies_since_ejection: u16, move_number: u16) -> Position {
        Position { plies_since_ejection, move_number, ..self }
    }

    /// The same position, won by this many ejections instead of six; 0 counts as 1.
    #[must_use]
    pub fn with_marbles_to_win(self, marbles_to_win: u8) -> Position {
        Position { marbles_to_win: marbles_to_win.max(1), ..self }
    }

    /// The same position with this side to move. The rules have no pass, but editors and searches need it.
    #[must_use]
    pub fn with_turn(self, turn: Color) -> Position {
        let hash = if turn == self.turn { self.hash } else { self.hash ^ keys::WHITE_TO_MOVE };
        Position { turn, hash, ..self }
    }

    fn rehashed(self) -> Position {
        let mut hash = if self.turn == Color::White { keys::WHITE_TO_MOVE } else { 0 };
        for color in Color::ALL {
            hash ^= keys::LOST[color as usize][self.lost[color] as usize % 64];
            hash ^= keys::of(color, self.marbles[color]);
        }
        Position { hash, ..self }
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The marbles of a side.
    #[inline]
    pub fn marbles(&self, color: Color) -> Cells {
        self.marbles[color]
    }

    /// The marbles of the side to move.
    #[inline]
    pub fn ours(&self) -> Cells {
        self.marbles[self.turn]
    }

    /// The marbles of the other side.
    #[inline]
    pub fn theirs(&self) -> Cells {
        self.marbles[!self.turn]
    }

    /// The cells without a marble.
    #[inline]
    pub fn empty(&self) -> Cells {
        !(self.marbles.black | self.marbles.white)
    }

    /// The color of the marble on a cell.
    pub fn color_at(&self, cell: Cell) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.marbles[color].contains(cell))
    }

    /// How many marbles a side has lost.
    #[inline]
    pub fn lost(&self, color: Color) -> u8 {
        self.lost[color]
    }

    /// Plies played since a marble was last ejected.
    pub fn plies_since_ejection(&self) -> u16 {
        self.plies_since_ejection
    }

    /// The number of the move, from 1; it grows after White's turn.
    pub fn move_number(&self) -> u16 {
        self.move_number
    }

    /// How many ejections win.
    pub fn marbles_to_win(&self) -> u8 {
        self.marbles_to_win
    }

    /// The side that has ejected enough marbles to win (R41).
    #[inline]
    pub fn winner(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.lost[!color] >= self.marbles_to_win)
    }

    /// The Zobrist hash of marbles, losses and side to move, updated by every move. It does not include the counters. It is the same
    /// in every build of this version.
    #[inline]
    pub fn zobrist_hash(&self) -> u64 {
        self.hash
    }

    /// Whether marbles and side to move are the same: this is what counts as a repetition.
    #[inline]
    pub fn has_same_board(&self, other: &Position) -> bool {
        self.marbles == other.marbles && self.turn == other.turn
    }

    #[inline(always)]
    pub(crate) fn view(&self) -> View {
        let ours = self.ours();
        View { tails: ours, line: ours, foes: self.theirs(), empty: self.empty() }
    }

    /// All legal moves. There are none once a side has won.
    #[inline]
    pub fn legal_moves(&self) -> Moves {
        let mut moves = Moves::default();
        if self.winner().is_none() {
            self.view().moves(&mut moves);
        }
        moves
    }

    /// The number of legal moves, faster than [`legal_moves`](Position::legal_moves).
    #[inline]
    pub fn count_moves(&self) -> usize {
        if self.winner().is_some() { 0 } else { self.view().count() }
    }

    /// One legal move, much faster than [`legal_moves`](Position::legal_moves). `choose` is called with the number of legal moves and
    /// returns the index of one of them, in the order of [`Moves::iter`]; an index that is too large picks the last.
    ///
    /// ```
    /// use sumito_rules::Layout;
    ///
    /// let position = Layout::STANDARD.position();
    /// assert_eq!(position.pick_move(|count| count / 2), position.legal_moves().nth(22));
    /// ```
    #[inline]
    pub fn pick_move(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        if self.winner().is_some() { None } else { self.view().pick(choose) }
    }

    /// Whether there is a legal move: much faster than counting them.
    #[inline]
    pub fn has_moves(&self) -> bool {
        // A marble next to a free cell can step there. If there is none, there may still be an ejection.
        if self.winner().is_some() {
            false
        } else {
            !self.empty().neighbors().is_disjoint(self.ours()) || self.view().count() > 0
        }
    }

    /// The legal moves that push, including ejections.
    pub fn pushes(&self) -> Moves {
        self.only(Kind::Push)
    }

    /// The legal moves that eject a marble.
    pub fn ejections(&self) -> Moves {
        self.only(Kind::Eject)
    }

    /// Whether the side to move can eject a marble, faster than [`ejections`](Position::ejections).
    #[inline]
    pub fn can_eject(&self) -> bool {
        self.winner().is_none() && self.view().can_eject()
    }

    /// The legal moves that push nothing.
    pub fn quiet_moves(&self) -> Moves {
        let mut moves = self.only(Kind::Step);
        if self.winner().is_none() {
            self.view().broadside(&mut moves);
        }
        moves
    }

    fn only(&self, kind: Kind) -> Moves {
        let mut moves = Moves::default();
        if self.winner().is_none() {
            self.view().inline(kind, &mut moves);
        }
        moves
    }

    /// Whether a move is legal, without generating the others.
    pub fn is_legal(&self, m: Move) -> bool {
        self.check(m).is_ok()
    }

    /// The opposing marbles that a legal move pushes: none, one or two.
    pub fn pushed(&self, m: Move) -> Cells {
        let mut pushed = Cells::EMPTY;
        if m.is_inline() {
            let mut next = Some(m.landing());
            while let Some(cell) = next.filter(|&cell| self.theirs().contains(cell)) {
                pushed.insert(cell);
                next = cell.neighbor(m.direction());
            }
        }
        pushed
    }

    /// The cell of the marble that a legal move ejects.
    pub fn ejected(&self, m: Move) -> Option<Cell> {
        (self.pushed(m) & Cells::edge(m.direction())).first()
    }

    /// Plays a move if it is legal. The error says which rule forbids it, and leaves the position unchanged.
    pub fn play(&mut self, m: Move) -> Result<Undo, IllegalMove> {
        self.check(m)?;
        Ok(self.play_unchecked(m))
    }

    /// Plays a move that is known to be legal. An illegal move leads to a position that makes no sense, but is memory-safe.
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) -> Undo {
        let mover = self.turn;
        let (mut mover_changes, mut other_changes) = (Cells::EMPTY, Cells::EMPTY);
        let mut ejected = false;
        if m.is_inline() {
            let direction = m.direction();
            let landing = m.landing();
            mover_changes = Cells::of(m.tail()) | Cells::of(landing);
            if self.theirs().contains(landing) {
                // Seen as a set, a pushed group loses the cell that the mover takes and gains the one behind it, or a marble is off.
                other_changes = Cells::of(landing);
                let mut room = other_changes.shift(direction);
                if !room.is_disjoint(self.theirs()) {
                    room = room.shift(direction);
                }
                other_changes |= room;
                ejected = room.is_empty();
            }
        } else {
            mover_changes ^= m.cells() ^ m.destinations();
        }
        let undo = Undo {
            mover: mover_changes,
            other: other_changes,
            hash: self.hash,
            plies_since_ejection: self.plies_since_ejection,
            move_number: self.move_number,
            ejected,
        };
        self.hash ^= keys::of(mover, mover_changes) ^ keys::of(!mover, other_changes) ^ keys::WHITE_TO_MOVE;
        self.marbles[mover] ^= mover_changes;
        self.marbles[!mover] ^= other_changes;
        if ejected {
            let lost = self.lost[!mover];
            let keys = &keys::LOST[!mover as usize];
            self.hash ^= keys[lost as usize % 64] ^ keys[(lost as usize + 1) % 64];
            self.lost[!mover] = lost + 1;
            self.plies_since_ejection = 0;
        } else {
            self.plies_since_ejection = self.plies_since_ejection.saturating_add(1);
        }
        self.move_number = self.move_number.saturating_add(u16::from(mover == Color::White));
        self.turn = !mover;
        undo
    }

    /// The position after a move that is known to be legal; see [`play_unchecked`](Position::play_unchecked).
    ///
    /// ```
    /// use sumito_rules::{Color, Layout};
    ///
    /// let start = Layout::STANDARD.position();
    /// let after = start.after_unchecked(start.parse_move("a1b1").unwrap());
    /// assert_eq!((start.turn(), after.turn()), (Color::Black, Color::White));
    /// ```
    #[inline]
    #[must_use]
    pub fn after_unchecked(&self, m: Move) -> Position {
        let mut next = *self;
        next.play_unchecked(m);
        next
    }

    /// Takes back the move that returned `undo`, which must be the last one played.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        let mover = !self.turn;
        self.turn = mover;
        self.marbles[mover] ^= undo.mover;
        self.marbles[!mover] ^= undo.other;
        self.lost[!mover] -= u8::from(undo.ejected);
        self.hash = undo.hash;
        self.plies_since_ejection = undo.plies_since_ejection;
        self.move_number = undo.move_number;
    }

    /// The position on the rotated or reflected board.
    #[must_use]
    pub fn transform(&self, symmetry: Symmetry) -> Position {
        Position { marbles: self.marbles.map(|cells| cells.transform(symmetry)), ..*self }.rehashed()
    }

    /// The position with the colors, the losses and the side to move exchanged.
    #[must_use]
    pub fn swap_colors(&self) -> Position {
        Position { marbles: self.marbles.swapped(), lost: self.lost.swapped(), turn: !self.turn, ..*self }.rehashed()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The random numbers behind [`Position::zobrist_hash`].
mod keys {
    use crate::cell::Cell;
    use crate::cells::Cells;
    use crate::color::Color;
    use crate::zobrist::{splitmix, table};

    pub(super) const WHITE_TO_MOVE: u64 = splitmix(1);
    pub(super) static LOST: [[u64; 64]; 2] = table(1000);
    static MARBLE: [[u64; Cell::COUNT]; 2] = table(2000);

    #[inline]
    pub(super) fn of(color: Color, cells: Cells) -> u64 {
        cells.into_iter().fold(0, |hash, cell| hash ^ MARBLE[color as usize][cell.index()])
    }
}
