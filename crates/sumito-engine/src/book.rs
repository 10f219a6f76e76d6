//! The opening book: good first moves on the named layouts, found by deep searches.
//!
//! A position is the same in all twelve symmetries of the board and with colors swapped, so it is looked up in one form of these 24. The book
//! that comes with the crate is made by `crates/sumito-engine/examples/book.rs` of the project; `docs/book.md` there specifies its format.
//!
//! ```
//! use sumito_engine::book::Book;
//! use sumito_rules::{Layout, Symmetry};
//!
//! let start = Layout::BELGIAN_DAISY.position();
//! let moves = Book::embedded().moves(&start);
//! assert!(moves.iter().all(|entry| start.is_legal(entry.m)));
//! assert_eq!(moves.len(), Book::embedded().moves(&start.transform(Symmetry::HALF_TURN)).len());
//! ```

use std::fmt;
use std::sync::LazyLock;

use sumito_rules::{Color, Game, Move, Position, Symmetry};

use crate::random::Random;
use crate::score::Score;

/// Good moves by position.
pub struct Book {
    entries: Vec<Entry>,
}

/// A move of a [`Book`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookMove {
    /// The move.
    pub m: Move,
    /// How good it is for the side to move.
    pub score: Score,
    /// How often it is played among those of its position, from 1 to 8.
    pub weight: u8,
}

impl BookMove {
    /// A move with its score and weight.
    pub fn new(m: Move, score: Score, weight: u8) -> BookMove {
        BookMove { m, score, weight }
    }
}

/// A book file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookError(String);

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not an opening book: {}", self.0)
    }
}

impl std::error::Error for BookError {}

/// A position and a move, as they look in the form that is looked up.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: u64,
    m: u16,
    weight: u8,
    score: i8,
}

const MAGIC: &[u8; 8] = b"SUMBOOK1";
/// The bytes of an entry: five of the key, two of the move and its weight, one of the score.
const SIZE: usize = 8;
/// The bits of a key.
const KEY: u32 = 40;
/// The bits of a move.
const MOVE: u32 = 13;
/// The largest weight: three bits hold one less.
const MOST: u8 = 8;

impl Book {
    /// The book that comes with the crate.
    pub fn embedded() -> &'static Book {
        static BOOK: LazyLock<Book> =
            LazyLock::new(|| Book::read(include_bytes!("../book.bin")).unwrap_or(Book { entries: Vec::new() }));
        &BOOK
    }

    /// Reads a book file.
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let failed = |what: &str| Err(BookError(what.to_owned()));
        let Some(rest) = bytes.strip_prefix(MAGIC) else { return failed("it does not begin with SUMBOOK1") };
        let (entries, []) = rest.as_chunks::<SIZE>() else { return failed("its last entry is cut off") };
        let entries: Vec<Entry> = entries.iter().map(|bytes| Entry::from_bytes(*bytes)).collect();
        if entries.iter().any(|entry| Move::from_bits(entry.m).is_none()) {
            return failed("an entry has no move");
        }
        if !entries.is_sorted_by(|a, b| (a.key, a.m) < (b.key, b.m)) {
            return failed("its entries are not sorted");
        }
        Ok(Book { entries })
    }

    /// A book of these moves. Of moves that are the same in a symmetric position, the first is kept.
    pub fn new(moves: impl IntoIterator<Item = (Position, BookMove)>) -> Book {
        let mut entries: Vec<Entry> = moves.into_iter().map(|(position, entry)| Entry::new(&position, entry)).collect();
        entries.sort_by_key(|entry| (entry.key, entry.m));
        entries.dedup_by_key(|entry| (entry.key, entry.m));
        Book { entries }
    }

    /// The book as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        MAGIC.iter().copied().chain(self.entries.iter().flat_map(|entry| entry.to_bytes())).collect()
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves for a position, the best first; none if the position is not in the book.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let (key, symmetry) = folded(position);
        let back = symmetry.inverse();
        let first = self.entries.partition_point(|entry| entry.key < key);
        let entries = self.entries[first..].iter().take_while(|entry| entry.key == key);
        let mut moves: Vec<BookMove> = entries
            .filter_map(|entry| {
                let m = Move::from_bits(entry.m)?.transform(back);
                // Two positions may have the same key, however unlikely that is.
                position.is_legal(m).then_some(BookMove { m, score: Score(entry.score.into()), weight: entry.weight })
            })
            .collect();
        moves.sort_by_key(|entry| (-entry.score.0, entry.m.to_bits()));
        moves
    }

    /// Whether the book has this move.
    pub fn contains(&self, position: &Position, m: Move) -> bool {
        let same = folded(&position.after_unchecked(m));
        self.moves(position).iter().any(|entry| entry.m == m || folded(&position.after_unchecked(entry.m)).0 == same.0)
    }

    /// A move for the side to move, the same for a seed; none that repeats a position of the game.
    pub(crate) fn choose(&self, game: &Game, seed: u64) -> Option<BookMove> {
        let position = game.position();
        let is_new = |m: Move| {
            let next = position.after_unchecked(m).zobrist_hash();
            game.positions().iter().all(|past| past.zobrist_hash() != next)
        };
        let moves: Vec<BookMove> = self.moves(position).into_iter().filter(|entry| is_new(entry.m)).collect();
        let total: usize = moves.iter().map(|entry| usize::from(entry.weight)).sum();
        let mut at = if total > 0 { Random::new(seed ^ position.zobrist_hash()).below(total) } else { return None };
        moves.into_iter().find(|entry| {
            let is_here = at < usize::from(entry.weight);
            at = at.saturating_sub(entry.weight.into());
            is_here
        })
    }
}

impl Entry {
    fn new(position: &Position, BookMove { m, score, weight }: BookMove) -> Entry {
        let (key, _) = folded(position);
        // Of a symmetric position, several moves are the same one.
        let m = symmetries(position).map(|symmetry| m.transform(symmetry).to_bits()).min().unwrap_or(m.to_bits());
        Entry { key, m, weight: weight.clamp(1, MOST), score: score.0.clamp(i8::MIN.into(), i8::MAX.into()) as i8 }
    }

    fn to_bytes(self) -> [u8; SIZE] {
        let word = self.m | u16::from(self.weight - 1) << MOVE;
        let mut bytes = self.key.to_le_bytes();
        bytes[5..7].copy_from_slice(&word.to_le_bytes());
        bytes[7] = self.score.cast_unsigned();
        bytes
    }

    fn from_bytes(bytes: [u8; SIZE]) -> Entry {
        let word = u16::from_le_bytes([bytes[5], bytes[6]]);
        Entry {
            key: u64::from_le_bytes(bytes) & ((1 << KEY) - 1),
            m: word & ((1 << MOVE) - 1),
            weight: (word >> MOVE) as u8 + 1,
            score: bytes[7].cast_signed(),
        }
    }
}

/// The marbles of the side to move and of the other side on the board turned or reflected.
fn form(position: &Position, symmetry: Symmetry) -> [u64; 2] {
    [position.ours(), position.theirs()].map(|cells| cells.transform(symmetry).bits())
}

/// What lead to the form that is looked up: several if the position is symmetric itself.
fn symmetries(position: &Position) -> impl Iterator<Item = Symmetry> {
    let least = Symmetry::ALL.into_iter().map(|symmetry| form(position, symmetry)).min();
    Symmetry::ALL.into_iter().filter(move |&symmetry| Some(form(position, symmetry)) == least)
}

/// The key of a position, and what leads to the form that is looked up.
fn folded(position: &Position) -> (u64, Symmetry) {
    let symmetry = symmetries(position).next().unwrap_or(Symmetry::IDENTITY);
    let [ours, theirs] = form(position, symmetry);
    let lost = [position.turn(), !position.turn()].map(|color: Color| u64::from(position.lost(color)));
    let mix = |sum: u64, number: u64| (sum ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
    let key = [ours, theirs, lost[0] << 8 | lost[1]].into_iter().fold(0, mix);
    (key.wrapping_mul(0xd6e8_feb8_6659_fd93) >> (u64::BITS - KEY), symmetry)
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Layout, Rules};

    use super::*;

    fn entry(text: &str, position: &Position, score: i32, weight: u8) -> (Position, BookMove) {
        (*position, BookMove { m: position.parse_move(text).unwrap(), score: Score(score), weight })
    }

    #[test]
    fn a_book_comes_back_from_its_bytes() {
        let (belgian, standard) = (Layout::BELGIAN_DAISY.position(), Layout::STANDARD.position());
        let book = Book::new([entry("a1b2", &belgian, 12, 8), entry("c2d3", &belgian, -200, 1), entry("a1b1", &standard, 0, 3)]);
        let again = Book::read(&book.to_bytes()).unwrap();
        assert_eq!((again.len(), &again.entries), (3, &book.entries));
        let moves = again.moves(&belgian);
        assert_eq!(moves.iter().map(|entry| (entry.score.0, entry.weight)).collect::<Vec<_>>(), [(12, 8), (-128, 1)]);
    }

    #[test]
    fn a_position_is_found_in_every_form() {
        let start = Layout::BELGIAN_DAISY.position();
        let after = start.after_unchecked(start.parse_move("a1b2").unwrap());
        let book = Book::new([entry("i5h5", &after, 7, 4)]);
        let wanted = after.parse_move("i5h5").unwrap();
        for symmetry in Symmetry::ALL {
            for position in [after.transform(symmetry), after.transform(symmetry).swap_colors()] {
                let moves = book.moves(&position);
                assert_eq!(moves.len(), 1, "{position}");
                assert!(book.contains(&position, wanted.transform(symmetry)), "{position}");
            }
        }
        assert!(book.moves(&start).is_empty());
        let damaged = after.with_lost(sumito_rules::ByColor::new(1, 0));
        assert!(book.moves(&damaged).is_empty(), "another number of marbles left to lose");
    }

    #[test]
    fn a_choice_depends_on_the_seed_alone_and_repeats_no_position() {
        let start = Layout::BELGIAN_DAISY.position();
        let book = Book::new([entry("a1b2", &start, 5, 3), entry("c2d3", &start, 4, 1)]);
        let game = Game::from_position(start, Rules::default());
        let chosen: Vec<Move> = (0..400).map(|seed| book.choose(&game, seed).unwrap().m).collect();
        assert_eq!(chosen, (0..400).map(|seed| book.choose(&game, seed).unwrap().m).collect::<Vec<_>>());
        let first = chosen.iter().filter(|&&m| m == chosen[0]).count().max(chosen.len() / 2);
        assert!((250..350).contains(&first), "{first} of 400");

        let mut game = Game::from_position(start, Rules::default());
        let back =
            Book::new([entry("b2a1", &start.after_unchecked(start.parse_move("a1b2").unwrap()).with_turn(Color::Black), 0, 1)]);
        for text in ["a1b2", "i5h5"] {
            game.play(game.position().parse_move(text).unwrap()).unwrap();
        }
        assert!(back.choose(&game, 1).is_none());
    }

    #[test]
    fn files_that_are_no_books_are_refused() {
        let start = Layout::BELGIAN_DAISY.position();
        let good = Book::new([entry("a1b2", &start, 5, 3), entry("c2d3", &start, 4, 1)]).to_bytes();
        assert!(Book::read(&good).is_ok());
        assert!(Book::read(&good[..good.len() - 1]).is_err());
        assert!(Book::read(b"").is_err());
        let mut unsorted = good.clone();
        unsorted[8..].rotate_left(SIZE);
        assert!(Book::read(&unsorted).is_err());
        let mut no_move = good.clone();
        no_move[13..15].copy_from_slice(&u16::MAX.to_le_bytes());
        assert!(Book::read(&no_move).is_err());
    }

    #[test]
    fn the_embedded_book_can_be_read_and_begins_every_important_game() {
        let book = Book::read(include_bytes!("../book.bin")).unwrap();
        for layout in [Layout::BELGIAN_DAISY, Layout::STANDARD, Layout::GERMAN_DAISY] {
            assert!(!book.moves(&layout.position()).is_empty(), "{}", layout.id);
        }
    }

    #[test]
    fn the_higher_levels_play_from_the_book_where_time_limits_the_search() {
        use std::time::Duration;

        use crate::{Clock, Control, Engine, Level, Limits, Options};

        let start = Layout::BELGIAN_DAISY.position();
        let known: Vec<Move> = Book::embedded().moves(&start).iter().map(|entry| entry.m).collect();
        let game = Game::from_position(start, Rules::default());
        let timed = || [Limits::move_time(Duration::from_millis(20)), Limits::clock(Clock::new(Duration::from_secs(1)))];
        let asked = |options: Options, limits: &Limits| {
            let report = Engine::new(options.with_hash(1)).search(&game, limits, &Control::new(), |_| {});
            (report.nodes == 0).then(|| report.best.unwrap())
        };
        let options = |level| Options::default().with_level(Level::new(level).unwrap());
        for level in 8..=10 {
            for limits in timed() {
                assert!(asked(options(level), &limits).is_some_and(|m| known.contains(&m)), "level {level}");
            }
        }
        assert!(asked(options(8), &Limits::default()).is_some(), "a level below the highest needs no limit");
        for other in [options(7), options(10).with_book(false), options(10).with_lines(2), options(10).with_plain(true)] {
            assert_eq!(asked(other.clone(), &timed()[0]), None, "{other:?}");
        }
        for limits in [Limits::nodes(100), Limits::depth(1), timed()[0].clone().with_only(known.clone())] {
            assert_eq!(asked(options(10), &limits), None, "{limits:?}");
        }
        let chosen: std::collections::BTreeSet<u16> =
            (0..60).filter_map(|seed| asked(options(10).with_seed(seed), &timed()[0])).map(Move::to_bits).collect();
        assert_eq!(chosen.len(), known.len(), "every move of the book is played for some seed");
    }
}
