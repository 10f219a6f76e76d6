//! Opening books: moves from game files, which the bot plays without asking the engine.
//!
//! A position is the same in all twelve symmetries of the board, and with colors swapped.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

use sumito_rules::record::party::AnyRecord;
use sumito_rules::record::{GameResult, Glyph, Line, Record};
use sumito_rules::{Color, Game, Move, Position, Symmetry};

use super::config::{BookSettings, Choose};
use crate::error::Error;
use crate::games::Games;
use crate::site::GameView;

/// The marbles of the side to move and those of the other side, seen from where these numbers are smallest.
type Key = (u64, u64);

/// The moves of a book by their positions, with their weights.
#[derive(Debug, Default)]
pub(crate) struct Book {
    moves: HashMap<Key, Vec<(Move, u32)>>,
    /// How many plies of a game are followed.
    plies: usize,
    choose: Choose,
}

impl Book {
    /// Reads the files of a book. A game that does not replay is an error, with its place.
    pub(crate) fn load(settings: &BookSettings) -> Result<Book, Error> {
        let mut book = Book { plies: settings.plies, choose: settings.choose, ..Book::default() };
        for file in &settings.files {
            book.add_file(file)?;
        }
        if book.is_empty() && !settings.files.is_empty() {
            return Err(Error::Other(
                "book: the files have no move that could be played: all were lost, marked as mistakes, or beyond the plies"
                    .into(),
            ));
        }
        Ok(book)
    }

    /// The number of different positions.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    fn add_file(&mut self, file: &Path) -> Result<(), Error> {
        let mut games = 0;
        for game in Games::open(file)? {
            games += 1;
            match game? {
                AnyRecord::Two(record) => self.add(&record),
                AnyRecord::Party(_) => {
                    let message =
                        format!("{}: game {games} is for more than two players, and bots play with two", file.display());
                    return Err(Error::Other(message));
                }
            }
        }
        if games == 0 {
            return Err(Error::Other(format!("{}: there are no games in this book", file.display())));
        }
        Ok(())
    }

    fn add(&mut self, record: &Record) {
        self.add_line(*record.start(), &record.line, 0, record.result);
    }

    fn add_line(&mut self, mut position: Position, line: &Line, mut ply: usize, result: GameResult) {
        for step in &line.plies {
            if ply >= self.plies {
                return;
            }
            for variation in &step.variations {
                // Nobody knows how that would have ended.
                self.add_line(position, variation, ply, GameResult::Unknown);
            }
            match step.glyph {
                Some(Glyph::Mistake | Glyph::Blunder) => {}
                _ => self.add_move(&position, step.m, weight(result, position.turn())),
            }
            position = position.after_unchecked(step.m);
            ply += 1;
        }
    }

    fn add_move(&mut self, position: &Position, m: Move, weight: u32) {
        if weight == 0 {
            return;
        }
        let (key, symmetries) = folded(position);
        // Of a symmetric position, several moves are the same one.
        let m = symmetries.map(|symmetry| m.transform(symmetry)).min_by_key(|m| m.to_bits()).unwrap_or(m);
        let known = self.moves.entry(key).or_default();
        match known.iter_mut().find(|(other, _)| *other == m) {
            Some((_, sum)) => *sum = sum.saturating_add(weight),
            None => known.push((m, weight)),
        }
    }

    /// A move for the side to move, as the server writes it; `None` if the book has none.
    pub(crate) fn choose(&self, view: &GameView) -> Option<String> {
        if self.is_empty() || view.moves.len() >= self.plies {
            return None;
        }
        let mut game = Game::from_position(view.start.parse().ok()?, view.rules.parse().ok()?);
        for text in &view.moves {
            game.play(game.position().parse_move(text).ok()?).ok()?;
        }
        self.find(game.position(), RandomState::new().hash_one(view.version)).map(|m| m.to_string())
    }

    /// The move that a random number chooses.
    fn find(&self, position: &Position, random: u64) -> Option<Move> {
        let (key, mut symmetries) = folded(position);
        let moves = self.moves.get(&key)?;
        let (m, _) = match self.choose {
            Choose::Best => moves.iter().max_by_key(|(m, weight)| (*weight, m.to_bits()))?,
            Choose::Weighted => {
                let sum: u64 = moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
                let mut at = random % sum.max(1);
                moves.iter().find(|(_, weight)| {
                    let is_here = at < u64::from(*weight);
                    at = at.saturating_sub((*weight).into());
                    is_here
                })?
            }
        };
        let m = m.transform(symmetries.next()?.inverse());
        // Of two positions with the same marbles, the rules allow the same moves; this guards against a book that was built wrong.
        position.is_legal(m).then_some(m)
    }
}

/// How much a move counts: more if it won, and nothing if it lost.
fn weight(result: GameResult, mover: Color) -> u32 {
    match result {
        GameResult::Won(winner) if winner == mover => 2,
        GameResult::Won(_) => 0,
        GameResult::Drawn | GameResult::Unknown => 1,
    }
}

/// A position under all symmetries, and those that lead to this form: several if the position is symmetric itself.
fn folded(position: &Position) -> (Key, impl Iterator<Item = Symmetry>) {
    let (ours, theirs) = (position.ours(), position.theirs());
    let form = move |symmetry: Symmetry| (ours.transform(symmetry).bits(), theirs.transform(symmetry).bits());
    let key = Symmetry::ALL.into_iter().map(form).min().unwrap_or_default();
    (key, Symmetry::ALL.into_iter().filter(move |&symmetry| form(symmetry) == key))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use sumito_rules::Layout;
    use sumito_rules::record;

    use super::*;

    fn book(text: &str, plies: usize, choose: Choose) -> Book {
        let mut book = Book { plies, choose, ..Book::default() };
        for record in record::read(text.lines()) {
            book.add(&record.unwrap());
        }
        book
    }

    fn position(moves: &str) -> Position {
        let mut position = Layout::BELGIAN_DAISY.position();
        for text in moves.split_whitespace() {
            position = position.after_unchecked(position.parse_move(text).unwrap());
        }
        position
    }

    /// How often each of these moves is chosen, or one that is the same in a symmetric position.
    fn chosen<'a>(book: &Book, position: &Position, moves: &[&'a str]) -> BTreeMap<&'a str, usize> {
        let mut counts = BTreeMap::new();
        let after = |m| folded(&position.after_unchecked(m)).0;
        for random in 0..600 {
            let Some(m) = book.find(position, random) else { continue };
            let same = moves.iter().find(|text| after(position.parse_move(text).unwrap()) == after(m));
            *counts.entry(*same.unwrap_or_else(|| panic!("{m}"))).or_default() += 1;
        }
        counts
    }

    const GAMES: &str = "[Variant \"belgian\"]\n\n1. a1b2 i5h5 2. a2b3 (2. c2d3 i6h6) 1-0\n\n\
                         [Variant \"belgian\"]\n\n1. a1b2 i6h5?? 2. b2c3 0-1\n\n[Variant \"belgian\"]\n\n1. c2d3 1/2-1/2\n\n";

    #[test]
    fn moves_count_by_their_results() {
        let book = book(GAMES, 20, Choose::Weighted);
        // a1b2 won once and lost once, c2d3 was drawn.
        assert_eq!(chosen(&book, &position(""), &["a1b2", "c2d3"]), BTreeMap::from([("a1b2", 400), ("c2d3", 200)]));
        // i5h5 lost, and i6h5 won but is marked as a blunder.
        assert!(chosen(&book, &position("a1b2"), &[]).is_empty());
        // A variation counts as a game without a result.
        let third = chosen(&book, &position("a1b2 i5h5"), &["a2b3", "c2d3"]);
        assert_eq!(third, BTreeMap::from([("a2b3", 400), ("c2d3", 200)]));
        assert_eq!(chosen(&book, &position("a1b2 i5h5 c2d3"), &["i6h6"]).len(), 1);
        assert!(chosen(&book, &position("c2d3"), &[]).is_empty());
    }

    #[test]
    fn the_best_move_is_always_the_same_and_the_book_has_an_end() {
        let best = book(GAMES, 2, Choose::Best);
        assert_eq!(chosen(&best, &position(""), &["a1b2"]), BTreeMap::from([("a1b2", 600)]));
        assert!(chosen(&best, &position("a1b2 i5h5"), &[]).is_empty(), "the third ply is beyond it");
    }

    #[test]
    fn a_position_is_known_from_all_sides_and_with_both_colors() {
        let book = book(GAMES, 20, Choose::Best);
        let known = position("a1b2 i5h5");
        let expected = book.find(&known, 0).unwrap();
        for symmetry in Symmetry::ALL {
            for seen in [known.transform(symmetry), known.transform(symmetry).swap_colors()] {
                let found = book.find(&seen, 0).unwrap();
                // The same move, seen from there: it leads to the same position.
                let (after, same) = (seen.after_unchecked(found), known.after_unchecked(expected));
                assert_eq!(folded(&after).0, folded(&same).0, "{symmetry:?}");
            }
        }
    }

    #[test]
    fn equivalent_moves_of_a_symmetric_position_are_one() {
        // The standard layout is its own mirror image: these first moves are the same.
        let book = book("[Variant \"standard\"]\n\n1. c3d3 *\n\n[Variant \"standard\"]\n\n1. c5d6 *\n\n", 20, Choose::Weighted);
        assert_eq!(book.moves.values().map(Vec::len).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn mistakes_in_files_are_shown_where_they_are() {
        let folder = std::env::temp_dir().join(format!("sumito-book-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("book.apgn");
        let load = |text: &str| {
            fs::write(&file, text).unwrap();
            Book::load(&BookSettings { files: vec![file.clone()], plies: 20, choose: Choose::Weighted })
        };
        assert_eq!(load(GAMES).unwrap().len(), 3);
        let Err(Error::Text { message, excerpt }) = load("[Variant \"belgian\"]\n\n1. a1b2 i5h5\n2. a2b9 *\n") else { panic!() };
        assert!(message.starts_with("game 1, move 2 of Black: 'a2b9'"), "{message}");
        assert!(excerpt.to_string().contains("book.apgn, line 4, character 6"), "{excerpt}");
        assert!(load("").unwrap_err().to_string().ends_with("there are no games in this book"));
        assert!(
            load("[Variant \"belgian\"]\n\n1. a1b2? *\n").unwrap_err().to_string().starts_with("book: the files have no move")
        );
        fs::remove_dir_all(&folder).unwrap();
        let missing = Book::load(&BookSettings { files: vec![file], plies: 20, choose: Choose::Weighted });
        assert!(missing.unwrap_err().to_string().contains("book.apgn"));
    }
}
