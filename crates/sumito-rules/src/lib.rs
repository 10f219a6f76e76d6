//! The rules of Abalone, complete and exact, as a library without dependencies: positions and their legal moves, games and how they
//! end, notations, game files, layouts, the rule books' own words, and diagrams.
//!
//! Everything here is a function of its arguments: nothing reads a file, prints or looks at a clock, and no text that a user can give
//! makes it panic. (Only `draw`, for boards drawn in tests and examples, does.)
//!
//! # A first game
//!
//! ```
//! use sumito_rules::{Diagram, Game, IllegalMove, Layout, Rules, TextStyle, explain};
//!
//! // Set up the Belgian Daisy. Black moves first.
//! let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
//! assert_eq!(game.legal_moves().len(), 52);
//!
//! // The three black marbles on b1, b2 and b3 face three white ones: that push fails, and the error says by which rule.
//! let refused = game.position().parse_move("b1b2").unwrap_err();
//! assert_eq!(refused, IllegalMove::Pac(3).into());
//! assert_eq!(refused.to_string(), "3 against 3 is a pac: equal numbers cannot push");
//!
//! // Play a move: what lies on the diagonal from a1 steps to b2, c3 and d4.
//! let m = game.position().parse_move("a1b2")?;
//! assert_eq!(explain(game.position(), m).to_string(), "3 in line north-east");
//! game.play(m)?;
//!
//! // Draw the board, with the cells that the move left and reached in brackets.
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
//! # What is where
//!
//! - **The board.** [`Cell`], `a1` to `i9`; [`Direction`] and [`Axis`]; [`Symmetry`], the twelve ways to lay the board on itself;
//!   [`Cells`], a set of cells with the operators of sets; [`Color`] and [`ByColor`].
//! - **Positions and moves.** A [`Position`] is marbles, side to move and losses, without history. It gives its legal
//!   [`moves`](Position::moves) in bulk, as [`Moves`]; judges any [`attempt`](Position::attempt) and answers by a [`Move`] or an
//!   [`IllegalMove`]; plays and takes back. [`explain`] says what a move does; [`perft`] counts sequences of moves.
//! - **Games.** A [`Game`] is a start, [`Rules`] and what was done since; it knows repetitions and its [`Outcome`], and goes back and
//!   forth. [`Layout`] has the named starts.
//! - **Three to six players**, alone or in teams: [`PartyPosition`], [`PartyGame`], [`PartyLayout`], on the same board and by the
//!   same generator.
//! - **Text.** [`MoveNotation`] and [`PositionNotation`] read and write what players and sites use; [`recognize_position`] finds the
//!   notation by itself. [`RecordReader`] takes game files of any size line by line; a [`Record`] is one game of them.
//! - **The rule books' words.** [`shapes`] finds lances, blocks, pacs, sumitos and marbles in danger on a board; [`Term`] and
//!   [`Edition`] have the glossaries, [`Figure`] the books' figures to try moves on.
//! - **Pictures.** [`Diagram`] draws a board as SVG or as text.
//!
//! # Numbers of the rules
//!
//! R1 to R74 in these pages number what the rule books require, C1 to C16 the places where they contradict each other. The project's
//! `docs/rules.md` tells each with the editions that state it, and how it is settled.

#![forbid(unsafe_code)]

mod cell;
mod cells;
mod color;
mod diagram;
mod explain;
mod figures;
mod game;
mod generate;
mod glossary;
mod illegal;
mod layout;
mod moves;
mod notation;
mod outcome;
mod party;
mod perft;
mod position;
mod record;
mod rules;
pub mod shapes;

// The board.
pub use cell::{Axis, Cell, Direction, ParseCellError, Symmetry};
pub use cells::Cells;
pub use color::{ByColor, Color};

// Positions and moves.
pub use explain::{Explained, MoveKind, explain};
pub use illegal::IllegalMove;
pub use moves::{Move, Moves, MovesIter};
pub use perft::perft;
pub use position::{Position, Undo};

// Games.
pub use game::{Action, Ending, Game};
pub use layout::{Confidence, Layout};
pub use outcome::{Draw, Outcome, Win};
pub use rules::Rules;

// Three to six players.
pub use party::{BySeat, PartyAction, PartyGame, PartyLayout, PartyOutcome, PartyPosition, PartyWin, Seat, Seating, Team};

// Text.
pub use notation::{MoveNotation, MoveTextError, ParseError, PositionNotation, position_or_layout, recognize_position};
pub use record::{
    Eval, Glyph, Line, Ply, Record, RecordError, RecordFormat, RecordProblem, RecordReader, RecordResult, read_records,
};

// The rule books' words, and pictures.
pub use diagram::{Diagram, Highlight, Ink, Layers, ParseThemeError, TextStyle, Theme};
pub use figures::{Figure, Printed, Trial};
pub use glossary::{Edition, Term};

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
