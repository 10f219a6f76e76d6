//! Writes records.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use super::{Eval, Line, Record, renamed, text};
use crate::color::Color;
use crate::layout::Layout;
use crate::notation::{MoveNotation, ParseError, PositionNotation, Subject, quoted};
use crate::position::Position;

/// A way to write records.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// APGN with everything in the record, in any notation.
    Apgn(MoveNotation),
    /// PlayStrategy's PGN, in its own notation.
    PlayStrategy,
    /// Only start, moves and result. A game that goes on after six ejections may not read back.
    Plain(MoveNotation),
}

impl Format {
    /// All of them, in their usual notation.
    pub const ALL: [Format; 3] = [Format::Apgn(MoveNotation::AbaPro), Format::PlayStrategy, Format::Plain(MoveNotation::AbaPro)];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Apgn(_) => "APGN",
            Format::PlayStrategy => "PlayStrategy",
            Format::Plain(_) => "plain",
        }
    }

    /// The notation of the moves.
    pub const fn notation(self) -> MoveNotation {
        match self {
            Format::Apgn(notation) | Format::Plain(notation) => notation,
            Format::PlayStrategy => MoveNotation::PlayStrategy,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = ParseError;

    /// The format with this name, in its usual notation.
    fn from_str(text: &str) -> Result<Format, ParseError> {
        let format = Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(text));
        format.ok_or_else(|| Subject::Name.error(0, "apgn, playstrategy or plain", quoted(text)))
    }
}

/// The names of layouts in APGN. Others are written as positions.
const APGN_VARIANTS: [&str; 17] = [
    "standard",
    "belgian",
    "german_daisy",
    "dutch_daisy",
    "swiss_daisy",
    "alien",
    "alliances",
    "atomouche",
    "centrifugeuse",
    "corners",
    "domination",
    "duel",
    "fujiyama",
    "snakes_variant",
    "star",
    "the_clearing",
    "the_wall",
];

/// Lines of moves are no longer than this, unless a single comment is.
const WIDTH: usize = 80;

impl Record {
    /// Writes the record, followed by a blank line, so that files are made by joining records.
    ///
    /// ```
    /// use sumito_rules::Layout;
    /// use sumito_rules::notation::MoveNotation;
    /// use sumito_rules::record::{Format, Record};
    ///
    /// let mut record = Record::new(Layout::BELGIAN_DAISY.position());
    /// let m = record.start().parse_move("a1b2").unwrap();
    /// record.line.plies.push(m.into());
    /// assert_eq!(record.format(Format::Plain(MoveNotation::Nacre)), "belgian-daisy 1.a1d4 *\n\n");
    /// ```
    pub fn format(&self, format: Format) -> String {
        let mut out = String::new();
        match format {
            Format::Apgn(notation) => self.write_apgn_tags(&mut out, notation),
            Format::PlayStrategy => self.write_playstrategy_tags(&mut out),
            Format::Plain(notation) => {
                self.write_plain(&mut out, notation);
                return out;
            }
        }
        out.push('\n');
        let mut words = Vec::new();
        write_line(&mut words, &self.line, self.start, format.notation());
        words.push(self.result.to_string());
        write_wrapped(&mut out, &words);
        out
    }

    fn write_apgn_tags(&self, out: &mut String, notation: MoveNotation) {
        for (name, unknown) in [("Event", "?"), ("Date", "????.??.??"), ("Black", "?"), ("White", "?")] {
            text::write_tag(out, name, self.tag(name).unwrap_or(unknown));
        }
        let variant = self.layout().and_then(apgn_variant);
        text::write_tag(out, "Variant", variant.unwrap_or("custom"));
        text::write_tag(out, "Result", &self.result.to_string());
        text::write_tag(out, "Notation", notation.name());
        if variant.is_none() {
            // Only the native text contains the counters.
            let plain = self.start.plies_since_ejection() == 0 && self.start.move_number() == 1;
            let notation = if plain { PositionNotation::Apgn } else { PositionNotation::Native };
            text::write_tag(out, "SetUp", "1");
            text::write_tag(out, "Position", &notation.format(&self.start));
        }
        self.write_rules(out);
        for (name, value) in self.tags().filter(|(name, _)| !is_player_or_event(name)) {
            text::write_tag(out, name, value);
        }
    }

    fn write_rules(&self, out: &mut String) {
        if let Some(rules) = self.rules {
            text::write_tag(out, "Rules", &rules.to_string());
        }
    }

    fn write_playstrategy_tags(&self, out: &mut String) {
        for (name, known, unknown) in
            [("Event", "Event", "?"), ("Date", "Date", "????.??.??"), ("P1", "Black", "?"), ("P2", "White", "?")]
        {
            text::write_tag(out, name, self.tag(known).unwrap_or(unknown));
        }
        text::write_tag(out, "Result", &self.result.to_string());
        text::write_tag(out, "Variant", "Abalone");
        text::write_tag(out, "FEN", &PositionNotation::PlayStrategy.format(&self.start));
        self.write_rules(out);
        for (name, value) in self.tags().filter(|(name, _)| !is_player_or_event(name)) {
            text::write_tag(out, &renamed(name, [("Black", "P1"), ("White", "P2")]), value);
        }
    }

    fn write_plain(&self, out: &mut String, notation: MoveNotation) {
        let mut position = self.start;
        let mut words = vec![self.layout().map_or_else(|| position.to_string(), |layout| layout.id.to_owned())];
        let mut number = Numbering::new(&position);
        for m in self.moves() {
            words.push(format!("{}{}", number.next(""), notation.format(&position, m)));
            position.play_unchecked(m);
        }
        words.push(self.result.to_string());
        write_wrapped(out, &words);
    }
}

/// The name of a layout in APGN.
pub(super) fn apgn_variant(layout: &'static Layout) -> Option<&'static str> {
    APGN_VARIANTS.into_iter().find(|name| Layout::find(name) == Some(layout))
}

fn is_player_or_event(name: &str) -> bool {
    ["Event", "Date", "Black", "White"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Adds the words of a line and its variations.
fn write_line(words: &mut Vec<String>, line: &Line, mut position: Position, notation: MoveNotation) {
    if !line.comment.is_empty() {
        write_comment(words, &line.comment, None, None);
    }
    let mut number = Numbering::new(&position);
    for ply in &line.plies {
        let m = notation.format(&position, ply.m);
        words.push(format!("{}{m}{}", number.next(" "), ply.glyph.map_or("", |glyph| glyph.suffix())));
        if !ply.comment.is_empty() || ply.eval.is_some() || ply.clock.is_some() {
            write_comment(words, &ply.comment, ply.eval, ply.clock);
            number.interrupt();
        }
        for variation in &ply.variations {
            let first = words.len();
            write_line(words, variation, position, notation);
            if words.len() == first {
                words.push(String::new());
            }
            words[first].insert(0, '(');
            words.last_mut().expect("a word was pushed").push(')');
            number.interrupt();
        }
        position.play_unchecked(ply.m);
    }
}

pub(super) fn write_comment(words: &mut Vec<String>, comment: &str, eval: Option<Eval>, clock: Option<Duration>) {
    let mut word = String::new();
    text::write_comment(&mut word, comment, eval, clock);
    words.push(word);
}

/// The numbers of moves: before each of Black's, and before White's where a line begins or was interrupted.
struct Numbering {
    number: u32,
    turn: Color,
    interrupted: bool,
}

impl Numbering {
    fn new(position: &Position) -> Numbering {
        Numbering { number: position.move_number().into(), turn: position.turn(), interrupted: true }
    }

    fn interrupt(&mut self) {
        self.interrupted = true;
    }

    /// What to write before the next move.
    fn next(&mut self, blank: &str) -> String {
        let (turn, number) = (self.turn, self.number);
        let interrupted = core::mem::take(&mut self.interrupted);
        self.turn = !turn;
        self.number += u32::from(turn == Color::White);
        match turn {
            Color::Black => format!("{number}.{blank}"),
            Color::White if interrupted => format!("{number}...{blank}"),
            Color::White => String::new(),
        }
    }
}

pub(super) fn write_wrapped(out: &mut String, words: &[String]) {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 {
            let fits = width + 1 + length <= WIDTH;
            out.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        out.push_str(word);
        width += length;
    }
    out.push_str("\n\n");
}
