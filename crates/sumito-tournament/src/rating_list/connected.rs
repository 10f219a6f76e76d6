//! Which players' results bound their strengths from both sides.

use super::Results;

/// The players in groups in which everybody's strength is bounded by everybody else's: along games in which at least half a point was taken,
/// each can be reached from each (Ford's condition).
pub(super) struct Groups {
    /// By player, the number of the group.
    pub(super) group: Vec<usize>,
    /// From whom each player took points.
    took_from: Vec<Vec<usize>>,
    /// Who took points from each player.
    gave_to: Vec<Vec<usize>>,
}

impl Groups {
    pub(super) fn new(results: &Results) -> Groups {
        let count = results.names.len();
        let (mut took_from, mut gave_to) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for (&(first, second), &[won, drawn, lost]) in &results.pairings {
            for (taker, giver, points) in [(first, second, won + drawn), (second, first, lost + drawn)] {
                if points > 0 {
                    took_from[taker].push(giver);
                    gave_to[giver].push(taker);
                }
            }
        }
        let mut group = vec![usize::MAX; count];
        for player in 0..count {
            if group[player] == usize::MAX {
                let (below, above) = (reached(player, &took_from), reached(player, &gave_to));
                (0..count).filter(|&other| below[other] && above[other]).for_each(|other| group[other] = player);
            }
        }
        Groups { group, took_from, gave_to }
    }

    /// The largest group, with at least two players. Of equally large ones, the one with the most games, then the first.
    pub(super) fn largest(&self, results: &Results) -> Vec<usize> {
        let (mut players, mut games) = (vec![0_u64; self.group.len()], vec![0_u64; self.group.len()]);
        self.group.iter().for_each(|&group| players[group] += 1);
        for (&(first, second), counts) in &results.pairings {
            if self.group[first] == self.group[second] {
                games[self.group[first]] += counts.iter().sum::<u64>();
            }
        }
        // The last of equals is found, so they are looked at backwards. A player alone has no opponent to be compared with.
        let groups = (0..self.group.len()).rev().filter(|&group| players[group] > 1);
        let best = groups.max_by_key(|&group| (players[group], games[group]));
        (0..self.group.len()).filter(|&player| Some(self.group[player]) == best).collect()
    }

    /// Who is above a group: along games in which points were taken, they reach it, and it does not reach them.
    pub(super) fn above(&self, group: &[usize]) -> Vec<bool> {
        beyond(group, &self.gave_to)
    }

    /// Who is below a group.
    pub(super) fn below(&self, group: &[usize]) -> Vec<bool> {
        beyond(group, &self.took_from)
    }
}

/// Who can be reached from a group, without its members.
fn beyond(group: &[usize], edges: &[Vec<usize>]) -> Vec<bool> {
    let Some(&start) = group.first() else { return vec![false; edges.len()] };
    let mut found = reached(start, edges);
    for &member in group {
        found[member] = false;
    }
    found
}

/// The players who can be reached from one, itself included.
fn reached(start: usize, edges: &[Vec<usize>]) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    seen[start] = true;
    let mut open = vec![start];
    while let Some(player) = open.pop() {
        for &next in &edges[player] {
            if !std::mem::replace(&mut seen[next], true) {
                open.push(next);
            }
        }
    }
    seen
}
