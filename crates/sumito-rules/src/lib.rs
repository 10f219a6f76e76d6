//! The rules of the board game Abalone: positions and legal moves, games and how they end, games for three to six players, notations, game
//! files, named layouts, the vocabulary of the rule books, and diagrams.
//!
//! The crate has no dependencies and no `unsafe` code, does no I/O, and works without the standard library (`no_std` with `alloc`).
//! Every function depends only on its arguments, and no text that it is given makes it panic. (Only the functions called `draw`, which
//! read boards drawn in tests and examples, panic on a bad drawing.)
//!
//! # A first game
//!
//! ```
//! use sumito_rules::diagram::{Diagram, TextStyle};
//! use sumito_rules::{Game, IllegalMove, Layout, Rules};
//!
//! // Set up the Belgian Daisy. Black moves first.
//! let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
//! assert_eq!(game.legal_moves().len(), 52);
//!
//! // The three black marbles on b1, b2 and b3 face three white ones. They cannot push, and the error says why.
//! let error = game.position().parse_move("b1b2").unwrap_err();
//! assert_eq!(error, IllegalMove::Pac(3).into());
//! assert_eq!(error.to_string(), "3 against 3 is a pac: equal numbers cannot push");
//!
//! // Play a move: the marbles on the diagonal from a1 step to b2, c3 and d4.
//! let m = game.position().parse_move("a1b2")?;
//! assert_eq!(game.position().explain(m).to_string(), "3 in line north-east");
//! game.play(m)?;
//!
//! // Draw the board, with the cells that changed in brackets.
//! let diagram = Diagram::of(game.position()).last_move(m);
//! assert_eq!(
//!     diagram.text(TextStyle::ASCII),
//!     "
//!     i w w . b b
//!    h w w w b b b
//!   g . w w . b b .
//!  f . . . . . . . .
//! e . . . . . . . . .
//!  d . . .[b]. . . . 9
//!   c . b[b]. w w . 8
//!    b b[b]b w w w 7
//!     a[.]b . w w 6
//!        1 2 3 4 5
//! w White to move
//! lost: b Black 0, w White 0
//! "
//!     .trim_start_matches('\n')
//! );
//! assert!(diagram.svg().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The board
//!
//! A [`Cell`] is one of 61, `a1` to `i9`: the letter is the row from the bottom, the digit the diagonal that rises to the left. There are
//! six [`Direction`]s along three [`Axis`]es, and twelve [`Symmetry`]s. [`Cells`] is a set of cells with the operators of sets; a
//! [`Color`] is a side, and [`ByColor`] has a value for each.
//!
//! ```
//! use sumito_rules::{Cell, Cells, Direction, Symmetry};
//!
//! assert_eq!(Cell::E5.neighbor(Direction::NorthEast), Some(Cell::F6));
//! let line: Cells = "c3-c5".parse()?;
//! assert_eq!(line.shift(Direction::NorthEast), "d4-d6".parse()?);
//! assert_eq!((line | Cells::of(Cell::E5)).len(), 4);
//! assert_eq!(Symmetry::HALF_TURN.cell(Cell::A1), Cell::I9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Positions and moves
//!
//! A [`Position`] has the marbles, the side to move and the losses, but no history. It lists its legal moves as [`Moves`], a compact set
//! that is counted and searched without allocating; plays a [`Move`] after checking it ([`play`](Position::play)) or without
//! ([`play_unchecked`](Position::play_unchecked)); and judges any attempt of a player, with the rule that forbids it if it is not legal
//! ([`attempt`](Position::attempt), [`IllegalMove`]). [`explain`] says what a move does, and [`perft`] counts move sequences.
//!
//! ```
//! use sumito_rules::{Direction, Position, perft};
//!
//! let mut position: Position = "5/6/7/8/9/8/7/6/wwbbb b 0 5".parse()?;
//! let push = position.attempt("a3-a5".parse()?, Direction::West)?;
//! assert_eq!(push.to_string(), "a5a4");
//! assert_eq!(position.ejected(push), Some("a1".parse()?));
//! assert_eq!(perft(&position, 1), position.legal_moves().len() as u64);
//!
//! position.play(push)?;
//! assert!(position.winner().is_some() && position.legal_moves().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Games
//!
//! A [`Game`] is a start, [`Rules`] and everything done since. It knows repetitions and its [`Outcome`], and goes back and forth. A
//! [`Layout`] is a named start. See [`game`] and [`layout`].
//!
//! # More
//!
//! - [`party`]: games for three to six players, alone or in teams.
//! - [`notation`]: moves and positions as text, in the notations of several sites and programs.
//! - [`record`]: game files, with variations, comments, clock times and evaluations.
//! - [`diagram`]: the board as SVG and as text.
//! - [`shapes`]: what the rule books have a word for: lances, blocks, pacs, sumitos, threats.
//! - [`books`]: editions, glossaries and figures of the rule books.
//!
//! # Checked and unchecked
//!
//! Calls that take a [`Move`] check it and return a `Result`, unless their name ends in `_unchecked`. Those trust the caller: given an
//! illegal move they lead to a nonsensical position, never to undefined behavior. Calls that describe a move without playing it, such as
//! [`pushed`](Position::pushed) and [`explain`](Position::explain), also expect a legal one.
//!
//! # Features
//!
//! - `serde`: `Serialize` and `Deserialize` for [`Cell`], [`Cells`], [`Color`], [`Move`], [`Position`], [`Rules`], [`Game`] and their
//!   counterparts in [`party`], as their text. Off by default.
//!
//! # Numbers of the rules
//!
//! R1 to R74 in this documentation number what the rule books require, C1 to C16 the places where they contradict each other. The
//! project's `docs/rules.md` lists each of them with the editions that state it, and how it is settled here.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod books;
mod cell;
mod cells;
mod color;
pub mod diagram;
pub mod explain;
pub mod game;
mod generate;
mod illegal;
pub mod iter;
pub mod layout;
mod moves;
mod names;
pub mod notation;
pub mod party;
mod perft;
mod position;
pub mod record;
#[cfg(feature = "serde")]
mod serde;
pub mod shapes;
mod zobrist;

pub use cell::{Axis, Cell, Direction, Symmetry};
pub use cells::Cells;
pub use color::{ByColor, Color};
#[doc(inline)]
pub use game::{Game, Outcome, Rules};
pub use illegal::IllegalMove;
#[doc(inline)]
pub use layout::Layout;
pub use moves::{Move, Moves};
#[doc(inline)]
pub use notation::ParseError;
pub use perft::perft;
pub use position::{Position, Undo};

/// The examples of the README files are tests too.
#[cfg(doctest)]
mod readme {
    #[doc = include_str!("../README.md")]
    struct Crate;
}
