//! A puzzle and its text, a line of `puzzles/puzzles.txt`; see docs/puzzles.md.

use std::fmt;
use std::str::FromStr;

use sumito_engine::solve::Goal;
use sumito_rules::{Move, Position, Symmetry};

use super::motif::Motif;

/// What a puzzle is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Win a marble.
    Marble,
    /// Win the game.
    Game,
    /// Save the marble.
    Save,
    /// Win a marble by breaking a pac.
    Pac,
    /// Play the only move that does not lose the game.
    Only,
}

impl Theme {
    pub const ALL: [Theme; 5] = [Theme::Marble, Theme::Game, Theme::Save, Theme::Pac, Theme::Only];

    /// Its name in files and URLs.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Marble => "marble",
            Theme::Game => "game",
            Theme::Save => "save",
            Theme::Pac => "pac",
            Theme::Only => "only",
        }
    }

    /// The solver's goal for the side to move.
    pub const fn goal(self) -> Goal {
        match self {
            Theme::Marble | Theme::Pac => Goal::WinMarble,
            Theme::Game => Goal::WinGame,
            Theme::Save => Goal::SaveMarble,
            Theme::Only => Goal::SaveGame,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Theme, String> {
        let theme = Theme::ALL.into_iter().find(|theme| theme.name() == text);
        theme.ok_or_else(|| format!("expected marble, game, save, pac or only, found '{text}'"))
    }
}

/// A position with exactly one first move that reaches the goal, and the continuations after the best defense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name, computed from the position, so that it never changes.
    pub id: String,
    pub theme: Theme,
    /// The number of moves of the attacking side: the solver, or the opponent if the goal is to save something.
    pub moves: u8,
    pub difficulty: Difficulty,
    pub solution: Choice,
    pub position: Position,
    /// What happens in it; follows from the rest.
    pub motifs: Vec<Motif>,
}

/// A move that reaches the goal, and the continuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub m: Move,
    /// The best defense; `None` if the goal is reached.
    pub reply: Option<Reply>,
}

/// The best defense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub m: Move,
    /// All moves that still reach the goal.
    pub then: Vec<Choice>,
}

/// An estimate of the difficulty, and the features behind it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// On the rating scale, where a new solver has 1500.
    pub rating: u16,
    pub first: Kind,
    /// The depth from which on a weak search finds the first move; 0 if it does not.
    pub depth: u8,
}

/// The kind of the first move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Ejection,
    Push,
    Quiet,
    Broadside,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Ejection, Kind::Push, Kind::Quiet, Kind::Broadside];

    pub(super) fn of(position: &Position, m: Move) -> Kind {
        if position.ejected(m).is_some() {
            Kind::Ejection
        } else if !position.pushed(m).is_empty() {
            Kind::Push
        } else if m.is_broadside() && m.len() > 1 {
            Kind::Broadside
        } else {
            Kind::Quiet
        }
    }

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Ejection => "ejection",
            Kind::Push => "push",
            Kind::Quiet => "quiet",
            Kind::Broadside => "broadside",
        }
    }

    const fn letter(self) -> char {
        match self {
            Kind::Ejection => 'e',
            Kind::Push => 'p',
            Kind::Quiet => 'q',
            Kind::Broadside => 'b',
        }
    }
}

impl Puzzle {
    /// Follows the solver's moves, with the best defense in between; `None` if one of them does not reach the goal.
    pub fn follow(&self, moves: &[Move]) -> Option<&Choice> {
        let (first, rest) = moves.split_first()?;
        let start = (self.solution.m == *first).then_some(&self.solution)?;
        rest.iter().try_fold(start, |choice, m| choice.reply.as_ref()?.then.iter().find(|next| next.m == *m))
    }

    /// The solver's moves against the best defense. Where several moves reach the goal, the first one listed.
    pub fn solver_moves(&self) -> Vec<Move> {
        std::iter::successors(Some(&self.solution), |choice| choice.reply.as_ref()?.then.first()).map(|choice| choice.m).collect()
    }
}

impl Choice {
    /// The number of ways to finish.
    pub fn endings(&self) -> usize {
        self.reply.as_ref().map_or(1, |reply| reply.then.iter().map(Choice::endings).sum())
    }
}

/// The name for a position: the same under all twelve symmetries of the board and with the colors swapped.
pub(super) fn id(position: &Position) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
    // The choice of the image makes the upper bits small.
    let hash = canonical(position).zobrist_hash();
    (0..6).map(|n| char::from(LETTERS[(hash >> (5 * n)) as usize % 32])).collect()
}

/// A canonical position among all that are equal up to symmetry and swapped colors, without counters.
pub(super) fn canonical(position: &Position) -> Position {
    let plain = position.with_counters(0, 1);
    let both = [plain, plain.swap_colors()];
    let images = both.iter().flat_map(|position| Symmetry::ALL.into_iter().map(|symmetry| position.transform(symmetry)));
    images.min_by_key(Position::zobrist_hash).unwrap_or(plain)
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { id, theme, moves, difficulty, solution, position, motifs: _ } = self;
        write!(f, "{id} {theme} {moves} {difficulty} {solution} {position}")
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.rating, self.first.letter(), self.depth)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.m)?;
        let Some(reply) = &self.reply else { return Ok(()) };
        write!(f, "({}:", reply.m)?;
        for (n, choice) in reply.then.iter().enumerate() {
            write!(f, "{}{choice}", if n == 0 { "" } else { "," })?;
        }
        f.write_str(")")
    }
}

impl FromStr for Puzzle {
    type Err = String;

    fn from_str(line: &str) -> Result<Puzzle, String> {
        let words: Vec<&str> = line.splitn(6, ' ').collect();
        let [id, theme, moves, difficulty, solution, position] = words[..] else {
            return Err(format!("expected id, theme, moves, difficulty, solution and position, found {} words", words.len()));
        };
        let position: Position = position.parse().map_err(|error| format!("position: {error}"))?;
        let mut text = solution;
        let choice = choice(&mut text, position)?;
        if !text.is_empty() {
            return Err(format!("solution: expected the end, found '{text}'"));
        }
        let theme = theme.parse()?;
        Ok(Puzzle {
            id: id.to_owned(),
            motifs: Motif::of(&position, theme, &choice),
            theme,
            moves: moves.parse().map_err(|_| format!("expected a number of moves, found '{moves}'"))?,
            difficulty: difficulty.parse()?,
            solution: choice,
            position,
        })
    }
}

impl FromStr for Difficulty {
    type Err = String;

    fn from_str(text: &str) -> Result<Difficulty, String> {
        let parts: Vec<&str> = text.split('/').collect();
        let read = || {
            let [rating, first, depth] = parts[..] else { return None };
            Some(Difficulty {
                rating: rating.parse().ok()?,
                first: Kind::ALL.into_iter().find(|kind| kind.letter().to_string() == first)?,
                depth: depth.parse().ok()?,
            })
        };
        read().ok_or_else(|| format!("expected a difficulty such as 1480/q/3, found '{text}'"))
    }
}

/// Reads a move with its continuation. Moves are parsed in the position they are played in, so a solution that parses is legal.
fn choice(text: &mut &str, mut position: Position) -> Result<Choice, String> {
    let m = played(text, &mut position)?;
    if !take(text, '(') {
        return Ok(Choice { m, reply: None });
    }
    let answer = played(text, &mut position)?;
    let mut then = Vec::new();
    let mut separator = ':';
    while take(text, separator) {
        then.push(choice(text, position)?);
        separator = ',';
    }
    if then.is_empty() || !take(text, ')') {
        return Err(format!("solution: expected ':', ',' or ')' before '{text}'"));
    }
    Ok(Choice { m, reply: Some(Reply { m: answer, then }) })
}

/// Reads a move and plays it.
fn played(text: &mut &str, position: &mut Position) -> Result<Move, String> {
    let end = text.find(['(', ':', ',', ')']).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let m = position.parse_move(word).map_err(|error| format!("solution: '{word}': {error}"))?;
    position.play_unchecked(m);
    *text = rest;
    Ok(m)
}

fn take(text: &mut &str, wanted: char) -> bool {
    let rest = text.strip_prefix(wanted);
    *text = rest.unwrap_or(text);
    rest.is_some()
}
