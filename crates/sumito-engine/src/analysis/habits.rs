//! How players move and what they miss, counted over many games: the measure for levels that should err as people do.

use std::collections::BTreeMap;
use std::fmt;

use sumito_rules::{Cells, Game, Move, Position, shapes};

use super::{Analysis, Judgment, Reason};

/// How often something happened, out of all chances.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The cases that count.
    pub hits: u64,
    /// All cases.
    pub all: u64,
}

impl Share {
    fn add(&mut self, hit: bool) {
        self.hits += u64::from(hit);
        self.all += 1;
    }

    /// From 0 to 100.
    pub fn percent(self) -> f64 {
        100.0 * self.hits as f64 / self.all.max(1) as f64
    }
}

/// Counts over the moves of games; see [`Habits::add`] and [`Habits::judge`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Habits {
    /// Of the moves with an ejection to play, those that ejected nothing.
    pub missed_ejections: Share,
    /// Of the moves under a threat that could have been met, those that left a marble to be ejected and ejected none.
    pub unmet_threats: Share,
    /// Of the moves under no threat that ejected nothing, those after which a marble could be ejected.
    pub new_dangers: Share,
    /// Moves that broke a group in two, or left one.
    pub splits: Share,
    /// Moves after which the marbles are farther from the center, taken together.
    pub outward: Share,
    /// Broadsides.
    pub broadsides: Share,
    /// Pushes, where one was possible.
    pub pushes: Share,
    /// Moves within two cells of where the last move went.
    pub near: Share,
    /// Moves that led to a position seen before.
    pub repeated: Share,
    /// Sides of games that were judged.
    pub sides: u64,
    /// The moves of those.
    pub judged: u64,
    /// The sum of their accuracies, each from 0 to 1.
    pub accuracy: f64,
    /// Their judgments, in the order of [`Judgment::ALL`].
    pub judgments: [u64; 5],
    /// Why moves were bad.
    pub reasons: BTreeMap<String, u64>,
}

impl Habits {
    /// Counts what can be seen without a search.
    pub fn add(&mut self, game: &Game) {
        for (ply, (&m, pair)) in game.moves().iter().zip(game.positions().windows(2)).enumerate() {
            let [before, after] = [pair[0], pair[1]];
            let mover = before.turn();
            let ejects = before.ejected(m).is_some();
            if before.can_eject() {
                self.missed_ejections.add(!ejects);
            }
            if before.with_turn(!mover).can_eject() {
                if before.legal_moves().iter().any(|m| !before.after_unchecked(m).can_eject()) {
                    self.unmet_threats.add(!ejects && after.can_eject());
                }
            } else if !ejects {
                self.new_dangers.add(after.can_eject());
            }
            let groups = |position: &Position| shapes::groups(position, mover).len();
            self.splits.add(groups(&after) > groups(&before));
            self.outward.add(spread(after.marbles(mover)) > spread(before.marbles(mover)));
            self.broadsides.add(m.is_broadside());
            if !before.pushes().is_empty() {
                self.pushes.add(!before.pushed(m).is_empty());
            }
            if let Some(last) = ply.checked_sub(1).map(|last| game.moves()[last]) {
                self.near.add(distance(m, last.destinations()) <= 2);
            }
            self.repeated
                .add(game.positions()[..=ply].iter().any(|seen| seen.has_same_board(&after) && seen.turn() == after.turn()));
        }
    }

    /// Counts what the analysis says about the moves.
    pub fn judge(&mut self, analysis: &Analysis) {
        let summary = analysis.summary();
        for side in [summary.black, summary.white] {
            self.sides += 1;
            self.judged += side.moves as u64;
            self.accuracy += side.accuracy * side.moves as f64;
            for (sum, count) in self.judgments.iter_mut().zip(side.judgments) {
                *sum += count as u64;
            }
        }
        for reason in analysis.moves.iter().filter_map(|judged| judged.reasons.first()) {
            let moves = match reason {
                Reason::OverlooksGain { moves, .. } | Reason::LosesMarble { moves, .. } => format!(" in {moves}"),
                _ => String::new(),
            };
            *self.reasons.entry(format!("{}{moves}", reason.key())).or_default() += 1;
        }
    }
}

/// The sum of the distances from the center.
fn spread(marbles: Cells) -> u32 {
    marbles.iter().map(|cell| u32::from(cell.distance_to_center())).sum()
}

/// How far a move starts from some cells.
pub(crate) fn distance(m: Move, cells: Cells) -> u8 {
    m.cells().iter().flat_map(|from| cells.iter().map(move |to| from.distance(to))).min().unwrap_or(0)
}

impl fmt::Display for Habits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares = [
            ("missed an ejection", self.missed_ejections),
            ("left a threat unmet", self.unmet_threats),
            ("walked into danger", self.new_dangers),
            ("split a group", self.splits),
            ("moved outward", self.outward),
            ("broadsides", self.broadsides),
            ("pushed where possible", self.pushes),
            ("near the last move", self.near),
            ("repeated a position", self.repeated),
        ];
        for (name, share) in shares {
            writeln!(f, "{name:24}{:5.1} % of {}", share.percent(), share.all)?;
        }
        if self.judged == 0 {
            return Ok(());
        }
        let moves = self.judged as f64;
        writeln!(f, "{:24}{:5.1} % of {} moves", "accuracy", 100.0 * self.accuracy / moves, self.judged)?;
        for (judgment, count) in Judgment::ALL.into_iter().zip(self.judgments).skip(2) {
            writeln!(f, "{:24}{:5.2} a side and game", judgment.key(), count as f64 / self.sides as f64)?;
        }
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        for (reason, &count) in reasons {
            writeln!(f, "  {reason:28}{:5.2} in 100 moves", 100.0 * count as f64 / moves)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sumito_rules::Rules;

    use super::*;
    use crate::analysis::analyze;
    use crate::{Control, Engine, Limits, Options};

    #[test]
    fn missed_ejections_and_unmet_threats_are_counted() {
        // Each side can eject a marble, and both wander off; then the first side ejects.
        let black: Position = "5/6/7/8/bww3bbw/8/7/6/b4 b 5 5".parse().unwrap();
        for start in [black, black.swap_colors()] {
            let mut game = Game::from_position(start, Rules::default());
            for text in ["a1a2", "e2e3"] {
                let m = game.position().parse_move(text).unwrap();
                game.play(m).unwrap();
            }
            let mut habits = Habits::default();
            habits.add(&game);
            assert_eq!(habits.missed_ejections, Share { hits: 2, all: 2 });
            assert_eq!(habits.unmet_threats, Share { hits: 2, all: 2 });
            assert_eq!((habits.new_dangers.all, habits.broadsides.hits, habits.repeated.hits), (0, 0, 0));

            let mut engine = Engine::new(Options::default().with_hash(1));
            let analysis = analyze(&mut engine, &game, &Limits::nodes(500), &Control::new(), |_, _| {}).unwrap();
            habits.judge(&analysis);
            assert_eq!((habits.sides, habits.judged, habits.judgments[4]), (2, 2, 2));
            assert_eq!(habits.reasons.get("overlooks-win"), Some(&2));
        }
    }
}
