//! The game as a record, to be saved.

use sumito_rules::notation::MoveNotation;
use sumito_rules::record::{self, Record};

use super::state::{Effect, State};

impl State {
    pub(super) fn is_unsaved(&self) -> bool {
        !self.replay && self.game.ply() > 0 && self.saved != self.game.actions().count()
    }

    pub(super) fn save_as(&mut self, path: &str) -> Vec<Effect> {
        if path.is_empty() {
            return Vec::new();
        }
        if self.remote.is_some() {
            return self.save_remote(path);
        }
        vec![Effect::Save { path: path.to_owned(), text: self.record_text() }]
    }

    pub(super) fn record_text(&self) -> String {
        self.record().format(record::Format::Apgn(MoveNotation::AbaPro))
    }

    /// The game as a record.
    pub(super) fn record(&self) -> Record {
        let mut record = Record::from(&self.game);
        if let Some(origin) = &self.origin {
            for (name, value) in origin.tags().filter(|&(name, _)| name != "Termination") {
                // What was read as a tag can be written as one.
                let _ = record.set_tag(name, value);
            }
            record.line.comment.clone_from(&origin.line.comment);
            let plies = record.line.plies.iter_mut().zip(&origin.line.plies);
            for (ply, known) in plies.take_while(|(ply, known)| ply.m == known.m) {
                *ply = known.clone();
            }
        }
        for (ply, time) in record.line.plies.iter_mut().zip(&self.times) {
            ply.clock = time.or(ply.clock);
        }
        for (tag, name) in [("Black", &self.names.black), ("White", &self.names.white)] {
            // A name from the command line can contain anything; a tag that cannot be written is left out.
            let _ = record.set_tag(tag, name);
        }
        if let Some(clock) = self.first_clock {
            let _ = record.set_tag("TimeControl", &format!("{}+{}", clock.left.black.as_secs(), clock.increment.as_secs()));
        }
        record
    }
}
