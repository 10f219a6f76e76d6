//! Color preferences, and who gets which color.

use super::contender::Contender;
use crate::event::{Entry, Event, Side};

/// What a player's games so far say about the next color.
#[derive(Clone, Debug)]
pub(super) struct Preference {
    /// None before the first game.
    pub(super) side: Option<Side>,
    /// How many more games with one color than with the other.
    pub(super) difference: usize,
    /// The color of the last two games, if they had the same.
    pub(super) repeated: Option<Side>,
    /// The colors of all games, in order.
    history: Vec<Side>,
}

impl Preference {
    pub(super) fn new(history: Vec<Side>) -> Preference {
        let count = |side: Side| history.iter().filter(|&&played| played == side).count();
        let (first, second) = (count(Side::First), count(Side::Second));
        let difference = first.abs_diff(second);
        let rarer = if first > second { Side::Second } else { Side::First };
        let last = history.last().copied();
        let repeated = last.filter(|&last| history.len() >= 2 && history[history.len() - 2] == last);
        let side = match (difference, repeated) {
            (2.., _) => Some(rarer),
            (_, Some(side)) => Some(side.other()),
            (1, _) => Some(rarer),
            _ => last.map(Side::other),
        };
        Preference { side, difference, repeated, history }
    }

    pub(super) fn is_absolute(&self) -> bool {
        self.difference > 1 || self.repeated.is_some()
    }

    /// At least strong: one of the two that another preference must not override (C13).
    pub(super) fn is_strong(&self) -> bool {
        self.difference > 0 || self.repeated.is_some()
    }
}

/// The side of the higher player in a pair (5.2). The first contender must be the higher one.
pub(super) fn allocate(higher: &Contender, lower: &Contender, first_side: Side) -> Side {
    let (one, other) = (&higher.color, &lower.color);
    match (one.side, other.side) {
        (None, None) => return if higher.rank.is_multiple_of(2) { first_side } else { first_side.other() },
        (Some(side), None) => return side,
        (None, Some(side)) => return side.other(),
        (Some(side), Some(opposite)) if side != opposite => return side,
        _ => {}
    }
    let side = one.side.unwrap_or(first_side);
    let strength = |preference: &Preference| match (preference.is_absolute(), preference.is_strong()) {
        (true, _) => 2 + preference.difference,
        (_, true) => 1,
        _ => 0,
    };
    match strength(one).cmp(&strength(other)) {
        std::cmp::Ordering::Greater => side,
        std::cmp::Ordering::Less => side.other(),
        std::cmp::Ordering::Equal => {
            // The opposite of the last round in which their colors differed, or else the wish of the higher player.
            let pairs = one.history.iter().rev().zip(other.history.iter().rev());
            pairs.filter(|(own, theirs)| own != theirs).map(|(own, _)| own.other()).next().unwrap_or(side)
        }
    }
}

/// The side that the first player had, or would have had, in the first round with games.
pub(super) fn first_side(event: &Event) -> Option<Side> {
    let has_side = |entry: &Entry| matches!(entry, Entry::Game { side: Some(_), .. });
    let round = event.players.iter().filter_map(|player| player.entries.iter().position(has_side)).min()?;
    let took_part = event.players.iter().filter(|player| player.entries.iter().take(round + 1).any(Entry::is_paired));
    let sides = took_part.enumerate().filter_map(|(n, player)| match player.entries.get(round) {
        Some(Entry::Game { side: Some(side), .. }) => Some(if n % 2 == 0 { *side } else { side.other() }),
        _ => None,
    });
    sides.into_iter().next()
}
