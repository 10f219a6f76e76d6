//! An analysis written into a record.

use sumito_rules::record::{Line, Ply, Record};

use super::{Analysis, HORIZON, JudgedMove, Judgment};

impl Analysis {
    /// Adds evaluations, judgments, reasons and better lines to the main line of the game's record.
    ///
    /// What was said before stays; what this analysis says already is not said twice.
    pub fn annotate(&self, record: &mut Record) {
        for (ply, judged) in record.line.plies.iter_mut().zip(&self.moves) {
            if judged.outcome.is_none() {
                ply.eval = Some(judged.eval_after());
            }
            if judged.judgment < Judgment::Inaccuracy {
                continue;
            }
            ply.glyph = judged.judgment.glyph();
            let words = judged.words();
            if !ply.comment.contains(&words) {
                if !ply.comment.is_empty() {
                    ply.comment.push(' ');
                }
                ply.comment.push_str(&words);
            }
            for line in judged.variations() {
                if !ply.variations.contains(&line) {
                    ply.variations.push(line);
                }
            }
        }
    }
}

impl JudgedMove {
    /// The judgment and its reasons in a sentence: `Blunder: lets a 3-2 sumito through on c3-g7.`
    pub fn words(&self) -> String {
        let mut words = self.judgment.to_string();
        words[..1].make_ascii_uppercase();
        for (n, reason) in self.reasons.iter().enumerate() {
            words += if n == 0 { ": " } else { "; " };
            words += &reason.to_string();
        }
        words + "."
    }

    /// What would have been better, with the worth of each line at its first move.
    fn variations(&self) -> impl Iterator<Item = Line> {
        self.better_lines().map(|line| {
            let mut plies: Vec<Ply> = line.pv.iter().take(HORIZON).map(|&m| m.into()).collect();
            if let Some(first) = plies.first_mut() {
                first.eval = Some(line.score.eval(self.mover()));
            }
            plies.into()
        })
    }
}
