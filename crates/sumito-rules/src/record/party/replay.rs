//! From the words of a party game to its moves and departures.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::mem;

use super::{AnyRecord, DERIVED, Error, GameResult, Record};
use crate::moves::Move;
use crate::notation::{MoveNotation, ParseMoveError, Subject, quoted};
use crate::party::{Action, Layout, Position, Seating};
use crate::record::Line;
use crate::record::error::Problem;
use crate::record::splitter::{Ended, MAX_DEPTH, Place, Script, Tag, Token, TokenKind};

impl Ended {
    /// The game, for two players or for more: the tags say which.
    pub(in crate::record) fn any_record(self) -> Result<AnyRecord, Error> {
        match self.script {
            Ok(script) if script.is_party() => script.replay_party(self.game).map(|record| AnyRecord::Party(Box::new(record))),
            _ => Ok(AnyRecord::Two(Box::new(self.record()?))),
        }
    }
}

impl Script {
    /// Whether the tags name teams, or a start for more than two players.
    fn is_party(&self) -> bool {
        let names_layout = |tag: &Tag| crate::Layout::find(&tag.value).is_none() && Layout::find(&tag.value).is_some();
        self.tag("Teams").is_some()
            || self.tag("Variant").is_some_and(names_layout)
            || self.tag("Position").is_some_and(|tag| tag.value.parse::<Position>().is_ok())
    }

    fn replay_party(mut self, game: usize) -> Result<Record, Error> {
        let refuse = |(Place { line, at }, problem)| Error { game, line, at, turn: None, problem };
        let start = self.party_start().map_err(refuse)?;
        self.check_notation().map_err(refuse)?;
        let rules = self.rules().map_err(refuse)?;
        let result = self.party_result(start.seating()).map_err(refuse)?;
        let mut record = rules.map_or(Record::new(start), |rules| Record::new(start).with_rules(rules));
        record.result = result;
        for Tag { name, value, place } in mem::take(&mut self.tags) {
            if !DERIVED.iter().any(|derived| derived.eq_ignore_ascii_case(&name)) {
                record.set_tag(&name, &value).map_err(|error| refuse((place, Problem::Tag { name, error })))?;
            }
        }
        let mut replay = Replay { open: Open::at(record.start), outer: Vec::new(), departures: Vec::new() };
        for token in &self.tokens {
            let turn = (replay.open.position.round(), replay.open.position.turn());
            replay.take(token).map_err(|problem| {
                let mut at = token.place.at;
                if let Problem::Move { error: ParseMoveError::Syntax(error), .. } = &problem {
                    at += error.at;
                }
                let turn = matches!(problem, Problem::Move { .. } | Problem::Departure { .. }).then_some(turn);
                Error { game, line: token.place.line, at, turn, problem }
            })?;
        }
        if !replay.outer.is_empty() {
            let place = self.tokens.last().map_or(self.began, |token| token.place);
            return Err(refuse((place, Problem::VariationNotClosed)));
        }
        Ok(Record { line: replay.open.line, departures: replay.departures, ..record })
    }

    fn party_start(&self) -> Result<Position, (Place, Problem)> {
        let start = if let Some(tag) = self.tag("Position") {
            tag.value.parse().map_err(|error| tag.problem(error))?
        } else if let Some(tag) = self.tag("Variant") {
            let layout = Layout::find(&tag.value);
            let unknown = || Subject::Position.error(0, "a layout for three to six players", quoted(&tag.value));
            layout.map(Layout::position).ok_or_else(|| tag.problem(unknown()))?
        } else {
            let error = Subject::Position.error(0, "a tag Variant or Position", "neither");
            return Err((self.began, Problem::Start(error)));
        };
        if let Some(tag) = self.tag("Teams") {
            let seating: Seating = tag.value.parse().map_err(|error| tag.problem(error))?;
            if seating != start.seating() {
                let expected = format!("{}, the teams of the start", start.seating());
                return Err(tag.problem(Subject::Seating.error(0, expected, quoted(&tag.value))));
            }
        }
        Ok(start)
    }

    fn check_notation(&self) -> Result<(), (Place, Problem)> {
        let Some(tag) = self.tag("Notation") else { return Ok(()) };
        let notation: MoveNotation = tag.value.parse().map_err(|error| tag.problem(error))?;
        if notation == MoveNotation::AbaPro {
            return Ok(());
        }
        Err(tag.problem(Subject::Name.error(0, "Aba-Pro, the notation of games for more than two", quoted(&tag.value))))
    }

    /// The result of the tag and of the last word, which must agree. The word is taken off.
    fn party_result(&mut self, seating: Seating) -> Result<GameResult, (Place, Problem)> {
        let wrong = |text: &str| {
            let teams = seating.teams().next().map_or(GameResult::Unknown, GameResult::Won);
            Subject::Result.error(0, format!("a number for each team, as in {}, or *", teams.text(seating)), quoted(text))
        };
        let end = match self.tokens.last() {
            Some(Token { kind: TokenKind::Move(word), .. }) => GameResult::parse(word, seating),
            _ => None,
        };
        let end = if end.is_some() {
            self.tokens.pop();
            end
        } else if let Some(result) = self.result {
            let text = result.to_string();
            let place = self.tokens.last().map_or(self.began, |token| token.place);
            let problem = || (place, Problem::Tag { name: "Result".to_string(), error: wrong(&text) });
            Some(GameResult::parse(&text, seating).ok_or_else(problem)?)
        } else {
            None
        };
        let Some(tag) = self.tag("Result") else { return Ok(end.unwrap_or_default()) };
        let result = GameResult::parse(&tag.value, seating).ok_or_else(|| tag.problem(wrong(&tag.value)))?;
        match end {
            Some(end) if end != result => {
                let expected = format!("{}, as after the moves", end.text(seating));
                Err(tag.problem(Subject::Result.error(0, expected, quoted(&tag.value))))
            }
            _ => Ok(result),
        }
    }
}

/// A line that is being read: variations of its moves can follow.
struct Open {
    line: Line,
    /// The position before the last move.
    before: Position,
    position: Position,
}

impl Open {
    fn at(position: Position) -> Open {
        Open { line: Line::default(), before: position, position }
    }

    fn play(&mut self, m: Move) {
        self.before = self.position;
        self.position.play_unchecked(m);
        self.line.plies.push(m.into());
    }
}

struct Replay {
    open: Open,
    /// The lines around the variation that is being read.
    outer: Vec<Open>,
    departures: Vec<(usize, Action)>,
}

impl Replay {
    fn take(&mut self, token: &Token) -> Result<(), Problem> {
        let open = &mut self.open;
        match &token.kind {
            TokenKind::Move(word) => match Action::parse_departure(word, &open.position) {
                Some(action) if self.outer.is_empty() => {
                    action.depart(&mut open.position).map_err(|error| Problem::Departure { text: word.clone(), error })?;
                    self.departures.push((open.line.plies.len(), action));
                }
                _ => {
                    let m = open.position.parse_move(word);
                    open.play(m.map_err(|error| Problem::Move { text: word.clone(), error })?);
                }
            },
            TokenKind::Step(word, line, direction) => {
                let m = open.position.attempt(*line, *direction);
                open.play(m.map_err(|error| Problem::Move { text: word.clone(), error: error.into() })?);
            }
            TokenKind::Branch(_) => return Err(Problem::BranchFromNowhere),
            TokenKind::Glyph(glyph) => {
                if let Some(ply) = open.line.plies.last_mut() {
                    ply.glyph = Some(*glyph);
                }
            }
            TokenKind::Comment(comment) => open.line.add_comment(comment),
            TokenKind::Open if open.line.plies.is_empty() => return Err(Problem::NothingToVary),
            TokenKind::Open if self.outer.len() == MAX_DEPTH => return Err(Problem::TooDeep),
            TokenKind::Open => {
                let inner = Open::at(open.before);
                self.outer.push(mem::replace(open, inner));
            }
            TokenKind::Close => {
                let parent = self.outer.pop().ok_or(Problem::NotOpened)?;
                let inner = mem::replace(open, parent);
                open.line.plies.last_mut().expect("only a move is varied").variations.push(inner.line);
            }
        }
        Ok(())
    }
}
