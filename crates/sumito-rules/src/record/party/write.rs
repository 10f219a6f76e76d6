//! Writes party records.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Record;
use crate::notation::MoveNotation;
use crate::party::{Action, Position, Seat};
use crate::record::{Line, text, write};

impl Record {
    /// Writes the record as APGN, followed by a blank line, so that files are made by joining records.
    pub fn format(&self) -> String {
        let mut out = String::new();
        self.write_tags(&mut out);
        out.push('\n');
        let mut words = Vec::new();
        write_line(&mut words, &self.line, self.start, &self.departures);
        words.push(self.result.text(self.start.seating()));
        write::write_wrapped(&mut out, &words);
        out
    }

    fn write_tags(&self, out: &mut String) {
        let seating = self.start.seating();
        text::write_tag(out, "Event", self.tag("Event").unwrap_or("?"));
        text::write_tag(out, "Date", self.tag("Date").unwrap_or("????.??.??"));
        for seat in seating.seats().map(|seat| seat.to_string()) {
            text::write_tag(out, &seat, self.tag(&seat).unwrap_or("?"));
        }
        let layout = self.layout();
        text::write_tag(out, "Variant", layout.map_or("custom", |layout| layout.id));
        text::write_tag(out, "Teams", &seating.to_string());
        text::write_tag(out, "Result", &self.result.text(seating));
        text::write_tag(out, "Notation", MoveNotation::AbaPro.name());
        if layout.is_none() {
            text::write_tag(out, "SetUp", "1");
            text::write_tag(out, "Position", &self.start.to_string());
        }
        if let Some(rules) = self.rules {
            text::write_tag(out, "Rules", &rules.to_string());
        }
        let is_written = |name: &str| {
            let is_seat = |seat: Seat| seating.has(seat) && seat.to_string().eq_ignore_ascii_case(name);
            ["Event", "Date"].iter().any(|known| known.eq_ignore_ascii_case(name)) || Seat::ALL.into_iter().any(is_seat)
        };
        for (name, value) in self.tags().filter(|(name, _)| !is_written(name)) {
            text::write_tag(out, name, value);
        }
    }
}

/// Adds the words of a line and its variations. The departures are those of the main line; variations have none.
fn write_line(words: &mut Vec<String>, line: &Line, mut position: Position, departures: &[(usize, Action)]) {
    if !line.comment.is_empty() {
        write::write_comment(words, &line.comment, None, None);
    }
    let leave_before = |n: usize, position: &mut Position, words: &mut Vec<String>| {
        for &(_, action) in departures.iter().filter(|(ply, _)| *ply == n) {
            words.push(action.text(position));
            // A record that was changed after it was read may not replay; it is written all the same.
            let _ = action.depart(position);
        }
    };
    let mut numbered = None;
    for (n, ply) in line.plies.iter().enumerate() {
        leave_before(n, &mut position, words);
        let (round, turn) = (position.round(), position.turn());
        let number = match numbered {
            Some(last) if last == round => String::new(),
            None if turn != Seat::Black => format!("{round}... "),
            _ => format!("{round}. "),
        };
        numbered = Some(round);
        words.push(format!("{number}{}{}", ply.m, ply.glyph.map_or("", |glyph| glyph.suffix())));
        if !ply.comment.is_empty() || ply.eval.is_some() || ply.clock.is_some() {
            write::write_comment(words, &ply.comment, ply.eval, ply.clock);
        }
        for variation in &ply.variations {
            let first = words.len();
            write_line(words, variation, position, &[]);
            if words.len() == first {
                words.push(String::new());
            }
            words[first].insert(0, '(');
            words.last_mut().expect("a word was pushed").push(')');
        }
        position.play_unchecked(ply.m);
    }
    leave_before(line.plies.len(), &mut position, words);
}
