//! From the words of a game to its moves: finds start and notation, and plays.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::error::{Error, Problem};
use super::splitter::{MAX_DEPTH, Place, Script, Tag, Token, TokenKind};
use super::words::Number;
use super::{DERIVED, GameResult, Line, Record, text};
use crate::color::Color;
use crate::game::Rules;
use crate::illegal::IllegalMove;
use crate::layout::Layout;
use crate::moves::Move;
use crate::notation::{MoveNotation, ParseError, ParseMoveError, PositionNotation, position_or_layout, recognize_position};
use crate::position::Position;

/// How the moves of a game are written.
#[derive(Copy, Clone)]
struct Reading {
    notation: MoveNotation,
    /// Whether letters and digits are exchanged.
    mirrored: bool,
}

impl Reading {
    /// PlayStrategy's files from before 2026.
    const OLD_PLAYSTRATEGY: Reading = Reading { notation: MoveNotation::Nacre, mirrored: true };

    fn read(self, position: &Position, text: &str) -> Result<Move, ParseMoveError> {
        if self.mirrored { self.notation.parse_mirrored(position, text) } else { self.notation.parse(position, text) }
    }
}

impl From<MoveNotation> for Reading {
    fn from(notation: MoveNotation) -> Reading {
        Reading { notation, mirrored: false }
    }
}

/// The tag of a record whose file exchanged letters and digits.
const CONVERTED: (&str, &str) = ("Converted", "from cells with letter and digit exchanged");

/// A game that does not say where it starts, starts from the first of these from which it replays.
const USUAL_STARTS: [&Layout; 3] = [&Layout::STANDARD, &Layout::BELGIAN_DAISY, &Layout::GERMAN_DAISY];

impl Script {
    /// Plays the moves. If the game does not say its start or notation, all are tried; the error is that of the try that got farthest.
    pub(super) fn replay(self, game: usize) -> Result<Record, Error> {
        let refuse = |(Place { line, at }, problem)| Error { game, line, at, turn: None, problem };
        let (starts, readings) = (self.starts().map_err(refuse)?, self.readings().map_err(refuse)?);
        let (rules, result) = (self.rules().map_err(refuse)?, self.result().map_err(refuse)?);
        let mut farthest: Option<Refusal> = None;
        for &start in &starts {
            let record = rules.map_or(Record::new(start), |rules| Record::new(start).with_rules(rules));
            for &reading in &readings {
                match replay(&self.tokens, record.start, reading) {
                    Ok(line) => {
                        let mut record = Record { line, result, ..record };
                        for Tag { name, value, place } in self.tags {
                            if !DERIVED.iter().any(|derived| derived.eq_ignore_ascii_case(&name)) {
                                let set = record.set_tag(&name, &value);
                                set.map_err(|error| refuse((place, Problem::Tag { name, error })))?;
                            }
                        }
                        if reading.mirrored {
                            record.set_tag(CONVERTED.0, CONVERTED.1).expect("a tag of letters that no field stands for");
                        }
                        return Ok(record);
                    }
                    Err(refusal) if farthest.as_ref().is_none_or(|other| refusal.token > other.token) => farthest = Some(refusal),
                    Err(_) => {}
                }
            }
        }
        let Refusal { token, turn, problem } = farthest.expect("there is always a start and a notation to try");
        let Place { line, mut at } = self.tokens.get(token).or(self.tokens.last()).map_or(self.began, |token| token.place);
        if let Problem::Move { error: ParseMoveError::Syntax(error), .. } = &problem {
            at += error.at;
        }
        Err(Error { game, line, at, turn, problem })
    }

    pub(super) fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().rfind(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// The positions that the game may start from.
    fn starts(&self) -> Result<Vec<Position>, (Place, Problem)> {
        if let Some(tag) = self.tag("Position").or(self.tag("FEN")) {
            let (position, _) = recognize_position(&tag.value).map_err(|error| tag.problem(error))?;
            return Ok(vec![position]);
        }
        let named = self.tag("SetUp").filter(|tag| !matches!(tag.value.as_str(), "0" | "1")).or(self.tag("Variant"));
        if let Some(tag) = named {
            // This is what PlayStrategy calls the game, and it starts from the Belgian Daisy.
            if tag.value.eq_ignore_ascii_case("Abalone") {
                return Ok(vec![Layout::BELGIAN_DAISY.position()]);
            }
            return Ok(vec![position_or_layout(&tag.value).map_err(|error| tag.problem(error))?]);
        }
        if !self.start.is_empty() {
            let position = position_or_layout(self.start.trim_end());
            return Ok(vec![position.map_err(|error| (self.began, Problem::Start(error)))?]);
        }
        Ok(USUAL_STARTS.map(Layout::position).to_vec())
    }

    /// The ways in which the moves may be written.
    fn readings(&self) -> Result<Vec<Reading>, (Place, Problem)> {
        if let Some(tag) = self.tag("Notation") {
            let notation: MoveNotation = tag.value.parse().map_err(|error| tag.problem(error))?;
            return Ok(vec![notation.into()]);
        }
        let is_playstrategy = self.tag("P1").is_some()
            || self.tag("FEN").is_some_and(|tag| PositionNotation::PlayStrategy.parse(&tag.value).is_ok());
        let mut readings = MoveNotation::ALL.map(Reading::from).to_vec();
        if is_playstrategy {
            readings.reverse();
            readings.push(Reading::OLD_PLAYSTRATEGY);
        }
        Ok(readings)
    }

    pub(super) fn rules(&self) -> Result<Option<Rules>, (Place, Problem)> {
        self.tag("Rules").map(|tag| tag.value.parse().map_err(|error| tag.problem(error))).transpose()
    }

    fn result(&self) -> Result<GameResult, (Place, Problem)> {
        let Some(tag) = self.tag("Result") else { return Ok(self.result.unwrap_or_default()) };
        let result = tag.value.parse().map_err(|error| tag.problem(error))?;
        match self.result {
            Some(end) if end != result => Err((tag.place, Problem::ResultsDiffer { tag: result, end })),
            _ => Ok(result),
        }
    }
}

impl Tag {
    pub(super) fn problem(&self, error: ParseError) -> (Place, Problem) {
        let place = Place { at: self.place.at + error.at, ..self.place };
        (place, Problem::Tag { name: self.name.clone(), error })
    }
}

/// Why the moves do not replay, and at which token.
struct Refusal {
    token: usize,
    turn: Option<(u16, Color)>,
    problem: Problem,
}

/// A line that is being read: variations of its moves can follow.
struct Open {
    line: Line,
    /// The position before each move.
    before: Vec<Position>,
    position: Position,
}

impl Open {
    fn at(position: Position) -> Open {
        Open { line: Line::default(), before: Vec::new(), position }
    }

    fn play(&mut self, m: Move) {
        self.before.push(self.position);
        self.position.play_unchecked(m);
        self.line.plies.push(m.into());
    }

    /// Which of the moves has this number.
    fn find(&self, Number { number, color }: Number) -> Option<usize> {
        let first = self.before.first()?;
        let moves = number.checked_sub(first.move_number().into())? as usize;
        let n = (2 * moves + usize::from(color == Color::White)).checked_sub(usize::from(first.turn() == Color::White))?;
        (n < self.before.len()).then_some(n)
    }

    /// Ends a branch, if this is one, and returns the line that it branches from.
    fn trunk(self, trunk: Option<(Open, usize)>) -> Open {
        match trunk {
            Some((mut trunk, n)) => {
                trunk.line.plies[n].variations.push(self.line);
                trunk
            }
            None => self,
        }
    }
}

fn replay(tokens: &[Token], start: Position, reading: Reading) -> Result<Line, Refusal> {
    // In a branch: the main line, and the index of the move that the branch replaces.
    let mut trunk: Option<(Open, usize)> = None;
    let mut outer: Vec<Open> = Vec::new();
    let mut open = Open::at(start);
    for (n, token) in tokens.iter().enumerate() {
        let turn = Some((open.position.move_number(), open.position.turn()));
        let refuse = |problem| Refusal { token: n, turn, problem };
        match &token.kind {
            TokenKind::Move(word) => {
                let m = reading.read(&open.position, word);
                open.play(m.map_err(|error| refuse(Problem::Move { text: word.clone(), error }))?);
            }
            TokenKind::Step(word, line, direction) => {
                let m = open.position.attempt_exactly(*line, *direction);
                let problem = |error: IllegalMove| Problem::Move { text: word.clone(), error: error.into() };
                open.play(m.map_err(|error| refuse(problem(error)))?);
            }
            TokenKind::Branch(_) if !outer.is_empty() => return Err(refuse(Problem::VariationNotClosed)),
            TokenKind::Branch(number) => {
                open = open.trunk(trunk.take());
                let n = number.and_then(|number| open.find(number)).ok_or_else(|| refuse(Problem::BranchFromNowhere))?;
                let branch = Open::at(open.before[n]);
                trunk = Some((mem::replace(&mut open, branch), n));
            }
            TokenKind::Glyph(glyph) => {
                if let Some(ply) = open.line.plies.last_mut() {
                    ply.glyph = Some(*glyph);
                }
            }
            TokenKind::Comment(comment) => open.line.add_comment(comment),
            TokenKind::Open if open.line.plies.is_empty() => return Err(refuse(Problem::NothingToVary)),
            TokenKind::Open if outer.len() == MAX_DEPTH => return Err(refuse(Problem::TooDeep)),
            TokenKind::Open => {
                let inner = Open::at(*open.before.last().expect("only a move is varied"));
                outer.push(mem::replace(&mut open, inner));
            }
            TokenKind::Close => {
                let parent = outer.pop().ok_or_else(|| refuse(Problem::NotOpened))?;
                let inner = mem::replace(&mut open, parent);
                open.line.plies.last_mut().expect("only a move is varied").variations.push(inner.line);
            }
        }
    }
    if outer.is_empty() {
        Ok(open.trunk(trunk).line)
    } else {
        Err(Refusal { token: tokens.len(), turn: None, problem: Problem::VariationNotClosed })
    }
}

impl Line {
    /// Adds the text between braces to the last move, or to the line if it has no move yet.
    pub(super) fn add_comment(&mut self, braced: &str) {
        let remark = text::read_comment(braced);
        let comment = match self.plies.last_mut() {
            Some(ply) => {
                ply.eval = ply.eval.or(remark.eval);
                ply.clock = ply.clock.or(remark.clock);
                &mut ply.comment
            }
            None => &mut self.comment,
        };
        if !comment.is_empty() && !remark.comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(&remark.comment);
    }
}
