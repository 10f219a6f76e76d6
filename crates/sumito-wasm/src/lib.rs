//! The rules and the engine for the browser, behind one text command.
//!
//! This is the whole interface: a page passes in one command as text and gets lines of text back. [`Commands`] executes them; `abi.rs`
//! exports them to the browser, where `web/sumito.js` calls them. There are no rules in JavaScript.
//!
//! # Commands
//!
//! | command | answer |
//! |---|---|
//! | `help` | `command`: the commands |
//! | `layouts [party]` | `layout`: each named layout for two players, or for three to six |
//! | `show GAME` | `position`: where the game stands |
//! | `moves [NOTATION] GAME` | `move`: each legal move |
//! | `try CELLS DIRECTION GAME` | `move` if it is legal, otherwise `illegal` |
//! | `play [NOTATION] MOVE GAME` | `move` and the `position` after it, or `illegal` |
//! | `replay [NOTATION] GAME` | `position` at the start, then for each move `move` and `position` |
//! | `survey GAME` | the glossary's terms that occur: `group`, `three`, `block`, `pac`, `sumito`, `blocked`, `threat`, `marbles` |
//! | `convert NOTATION GAME` | `position` in another notation of positions |
//! | `read FILE` | `game` for each game of a file, whose text may have many lines |
//! | `write FORMAT [NOTATION] GAME` | `line` for each line of a file; FORMAT is `apgn`, `playstrategy`, `plain` or `code` |
//! | `tree NUMBER FILE` | one game of a file with its variations: `game`, the `position` at its start, then `ply`, `move` and `position` for each move |
//! | `compose FORMAT [NOTATION] LINES` | `line` for each line of a file; LINES are `game` and `ply` as `tree` returns them, with the `text` of the move in `ply` |
//! | `place TURN BLACK LOST WHITE LOST` | `position` with these marbles and these numbers of lost ones; `-` stands for no marbles |
//! | `analyse NODES GAME` | `progress` while it runs, then `judged` for each move, each with its `reason`s, and `summary` for each side |
//! | `refute GOAL MOVES GAME` | `refutation` if the last move of the game cannot reach the goal, counted from the start of the game, within MOVES moves of the attacking side; otherwise `holds` |
//! | `best LIMIT SEED GAME` | the engine's move in a game of three to six: `best`. LIMIT is a level from 1 to 5, or `nodes=N`, then with `info` for each depth |
//! | `perft DEPTH GAME` | `perft`: the number of move sequences |
//! | `bench [DEPTH]` | `bench`: nodes of a fixed search, the engine's signature |
//!
//! Any other command is a line of the engine's protocol (`docs/protocol.md`), and so is its answer: `setoption name Level value 3`,
//! `position layout belgian-daisy moves a1b2`, `go movetime 1000`. A search blocks until it ends, so `go` needs a limit, and the only way to
//! stop it early is to terminate its worker. To stay responsive, search in slices (repeat `go nodes 200000`): the engine keeps what it has
//! found.
//!
//! A GAME consists of a start, rules and moves, each of which may be left out:
//!
//! ```text
//! belgian-daisy rules win=4 moves a1b2 i9h8
//! 5/6/4w2/4w3/4b4/3b4/2b4/6/5 b 0 0 0 1 moves c3d4
//! ```
//!
//! The start is a layout by any of its names, or a position in any notation; the default is the standard layout.
//! Moves are in Aba-Pro notation. CELLS are cells and runs of cells between commas (`a1,b2` or `a1-c3`); opposing marbles among
//! them are pushed. DIRECTION is one of `east`, `north-east`, `north-west`, `west`, `south-west`, `south-east`.
//!
//! If the start is a layout or position for three to six players, so is the game: `three moves i5h5 White:flag`. Departures stand among the moves
//! (`White:resigned`, `Black+Blue:resigned`, `White:flag`, `White:absent`, `White:abandoned`), and so does `draw` if all agree to one. `play` takes them
//! instead of a move, and `replay` returns `leave` with `seats` and `why`, or `draw`. Moves are in Aba-Pro only, and files are APGN. `survey`, `refute`,
//! `analyse` and `place` are for two players.
//!
//! # Lines
//!
//! A line is a word that names its type, followed by fields `key=value`, separated by tabs. Values may contain spaces but no tabs. Empty
//! fields are left out.
//!
//! - `move`: `text`, `kind` (a key, as of [`Explained::key`](sumito_rules::explain::Explanation::key)), `cells` of the moving side's marbles,
//!   `direction`, `steps` of all marbles that move (`a1-b2`; `a1-` leaves the board), `pushed`, `ejected`, `fourth` marble that
//!   stays behind, `says` in English.
//! - `illegal`: `key` (of [`IllegalMove::key`](sumito_rules::IllegalMove::key)), the `cell` that causes it, `says`.
//! - `position`: `text`, `turn`, cells of `black` and `white`, `black-lost`, `white-lost`, `number` of the move, `quiet` plies since
//!   the last ejection, `occurrences` of the position, number of legal `moves`, `rules`; once the game is over `result`, `outcome`
//!   (of [`Outcome::key`](sumito_rules::Outcome::key)), `says`.
//! - `position` of three to six: `text`, `turn`, the seats that are `next` after it, those still in the game but `blocked`, `teams` (`bu-wr`), the `scores` of the teams and
//!   the ejections `to-win`; for each seat its marbles (`black`), how many it has ejected (`black-ejected`) and whose since the start (`black-took=white:2 blue:1`), how many
//!   it has lost (`black-lost`), and why it left (`black-left`: of [`Departure::key`](sumito_rules::party::Departure::key), or `out` without marbles); then `number` of the round,
//!   `quiet`, `occurrences`, `moves`, `rules`; once the game is over `winners`, `result` with a number for each team, `outcome` (of
//!   [`party::Outcome::key`](sumito_rules::party::Outcome::key)), `says`. Its `move`s also have `by` and the `victim` that loses a marble.
//! - `info`, `best`: `text` of the move (only `best`), `score` in hundredths of a marble or `win` or `loss` in plies, `depth`, `nodes`, `pv`.
//! - `ply`: its `id`, the ply that it follows (`of`, 0 for the start), `glyph`, `eval` from Black's point of view, `clock` in milliseconds, `comment`, and
//!   the comment `before` a variation; players who `left` after it. In comments `\n` ends a line and `\\` is a backslash.
//! - `judged`: `ply` from 1, `text`, `key` (of [`Judgment::key`](sumito_engine::analysis::Judgment::key)), `glyph`, the evaluation `before` and after it (`eval`),
//!   Black's `chance` after it, the `loss` of winning chances, the `best` line, the `answer` that the move allowed and its continuation; `decides` is `yes` for
//!   the moves of [`Analysis::decisive`](sumito_engine::analysis::Analysis::decisive).
//! - `reason`: `key` (of [`Reason::key`](sumito_engine::analysis::Reason::key)), `cells`, and its details: `forces` such as `3-2`, `line`,
//!   `marble`, `ejected`, `moves`, `winner`, `outcome`.
//! - `refutation`: `moves` that prevent the goal; without them the goal is simply not reached. GOAL is `marble` or `game` (to win one), `save` (a marble) or
//!   `survive`.
//! - `error`: the command cannot be read. `at` is the byte offset of the mistake, `says` what was expected; for an
//!   illegal move of a GAME also `key` and `cell`; for a game of a FILE `game`, `line`, the `problem` (of
//!   [`RecordProblem::key`](sumito_rules::record::Problem::key)), the `number` and `color` of the move,
//!   and what was `expected` (of [`Subject::key`](sumito_rules::notation::Subject::key)).

mod abi;
mod best;
mod commands;
mod game;
mod judge;
mod line;
mod refute;
mod rules;
#[cfg(test)]
mod tests;
mod tree;
mod words;

pub use commands::Commands;
pub use game::AnyGame;
