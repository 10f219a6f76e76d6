//! Arena: whoever is free is paired again, until the time is over.
//!
//! A pairing is due as soon as two players are free and one of them has waited for the [`patience`], or nobody is playing. Everyone free is
//! paired; with an odd number, the latest arrival waits, unless two would meet again because of that. Opponents are close in rank and rating. Nobody meets the last opponent again while
//! there is another way, and then those who had one color much more often get the other.

use std::cmp::Reverse;

use crate::event::Side;
use crate::matching::Matcher;
use crate::wide::Wide;

/// A player without a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Free {
    /// Identifies the player.
    pub id: u32,
    /// The place in the standings, from zero.
    pub rank: u32,
    /// The strength.
    pub rating: i32,
    /// When the player became free, in seconds.
    pub since: u64,
    /// The last opponent.
    pub last_opponent: Option<u32>,
    /// Games as the first side minus games as the second.
    pub balance: i32,
    /// The side of the last game.
    pub last_side: Option<Side>,
}

/// How long a player waits for better opponents, in seconds: more in events with long games.
pub fn patience(game_seconds: u64) -> u64 {
    (game_seconds / 10 + 6).clamp(15, 50)
}

/// Whether the free players are to be paired now.
pub fn is_due(free: &[Free], playing: usize, now: u64, game_seconds: u64) -> bool {
    let has_waited = |player: &Free| now.saturating_sub(player.since) >= patience(game_seconds);
    free.len() > 1 && (playing == 0 || free.iter().any(has_waited))
}

/// Players that are compared with each other at once: neighbors in the standings.
const GROUP: usize = 64;

/// Two of the same color more often than this are not paired while there is another way.
const MAX_BALANCE: i32 = 3;

/// Pairs of ids: who moves first, and the opponent. Those who must not meet wait if there is nobody else.
pub fn pair(free: &[Free], is_forbidden: impl Fn(u32, u32) -> bool) -> Vec<(u32, u32)> {
    let mut players = free.to_vec();
    // Those who came first come first; in a large event, one who is too many waits here.
    players.sort_by_key(|player| (player.since, player.rank));
    if players.len() >= 2 * GROUP {
        players.truncate(players.len() / 2 * 2);
    }
    let mut ordered: Vec<(usize, Free)> = players.into_iter().enumerate().collect();
    ordered.sort_by_key(|(_, player)| player.rank);
    let mut pairs = Vec::new();
    let mut rest = ordered.as_slice();
    while !rest.is_empty() {
        // The last group is larger rather than very small, so that everyone has a choice.
        let (group, others) = rest.split_at(if rest.len() < 2 * GROUP { rest.len() } else { GROUP });
        pairs.extend(pair_group(group, &is_forbidden));
        rest = others;
    }
    pairs
}

/// Pairs players, given with their order of arrival. With an odd number one has to wait: the latest whose absence repeats no pairing.
fn pair_group(group: &[(usize, Free)], is_forbidden: &impl Fn(u32, u32) -> bool) -> Vec<(u32, u32)> {
    let bench = group.len();
    let size = bench + bench % 2;
    let mut matcher = Matcher::<4>::new(size, size);
    for (n, (arrival, one)) in group.iter().enumerate() {
        for (k, (_, other)) in group[..n].iter().enumerate() {
            let forbidden = Wide::shifted(-i64::from(is_forbidden(one.id, other.id)), 140);
            matcher.connect(n, k, forbidden + weight(one, other));
        }
        if bench < size {
            matcher.connect(n, bench, Wide::shifted(*arrival as i64, 100));
        }
    }
    let is_solved = matcher.solve();
    debug_assert!(is_solved, "every two players are connected");
    let pairs = (0..bench).map(|n| (n, matcher.mate(n))).filter(|&(n, mate)| n < mate && mate < bench);
    let pairs = pairs.filter(|&(n, mate)| !is_forbidden(group[n].1.id, group[mate].1.id));
    pairs.map(|(n, mate)| with_sides(&group[n].1, &group[mate].1)).collect()
}

/// How good a pair that may meet is: no repetition, then no color much too often, then closeness, which counts more at the top.
fn weight(one: &Free, other: &Free) -> Wide<4> {
    let repeats = one.last_opponent == Some(other.id) || other.last_opponent == Some(one.id);
    let unbalanced = [one, other].iter().all(|player| player.balance >= MAX_BALANCE)
        || [one, other].iter().all(|player| player.balance <= -MAX_BALANCE);
    let top = i64::from(one.rank.min(other.rank));
    let ranks = i64::from(one.rank.abs_diff(other.rank)) * (300 / (top + 10) + 10);
    let ratings = i64::from(one.rating.abs_diff(other.rating));
    Wide::shifted(-i64::from(repeats), 120) + Wide::shifted(-i64::from(unbalanced), 80) - Wide::shifted(ranks + ratings, 0)
}

/// Who had the first side less often gets it; then whoever had the second side last; then the lower rank.
fn with_sides(one: &Free, other: &Free) -> (u32, u32) {
    let need = |player: &Free| (player.balance, player.last_side == Some(Side::First), Reverse(player.rank));
    if need(one) <= need(other) { (one.id, other.id) } else { (other.id, one.id) }
}

#[cfg(test)]
mod tests;
