//! Who is rated, and how.

use super::connected::Groups;
use super::{Open, Results, tally};

/// The players of a list, by their numbers in the results.
pub(super) struct Members {
    /// Those whose strengths are bounded from both sides: by the others' results, or by a prior.
    pub(super) bounded: Vec<usize>,
    /// Those who are above or below these.
    pub(super) open: Vec<usize>,
    pub(super) groups: Groups,
    /// By player, whether it is above those who are bounded.
    above: Vec<bool>,
    /// Whether the games among those who would be bounded say something.
    pub(super) is_decided: bool,
}

impl Members {
    pub(super) fn new(results: &Results, has_prior: bool) -> Members {
        let (groups, everybody) = (Groups::new(results), 0..results.names.len());
        let bounded: Vec<usize> = if has_prior { everybody.clone().collect() } else { groups.largest(results) };
        let among = results.pairings.iter().filter(|((first, second), _)| bounded.contains(first) && bounded.contains(second));
        let is_decided = among.map(|(_, &[won, _, lost])| won + lost).sum::<u64>() > 0;
        let bounded = if is_decided || has_prior { bounded } else { Vec::new() };
        let (above, below) = (groups.above(&bounded), groups.below(&bounded));
        let open = everybody.filter(|&player| !has_prior && (above[player] || below[player])).collect();
        Members { bounded, open, groups, above, is_decided }
    }

    /// Why a player is bounded from one side only.
    pub(super) fn open_reason(&self, results: &Results, player: usize) -> Option<Open> {
        if !self.open.contains(&player) {
            return None;
        }
        let tally = tally(results, player, |_| true);
        Some(match (self.above[player], tally.won, tally.drawn, tally.lost) {
            (true, _, 0, 0) => Open::WonAll,
            (true, ..) => Open::Above,
            (false, 0, 0, _) => Open::LostAll,
            (false, ..) => Open::Below,
        })
    }
}
