//! Which players' results bound their strengths from both sides.

use super::Results;

/// The largest group of players in which everybody's strength is bounded by everybody else's: along games in which at least half a point was
/// taken, each can be reached from each (Ford's condition). Of equally large groups, the one with the most games, then the first.
pub(super) fn largest_component(results: &Results) -> Vec<usize> {
    let count = results.names.len();
    let mut took_from = vec![Vec::new(); count];
    let mut gave_to = vec![Vec::new(); count];
    for (&(first, second), &[won, drawn, lost]) in &results.pairings {
        for (taker, giver, points) in [(first, second, won + drawn), (second, first, lost + drawn)] {
            if points > 0 {
                took_from[taker].push(giver);
                gave_to[giver].push(taker);
            }
        }
    }
    let mut best: (usize, u64, Vec<usize>) = (0, 0, Vec::new());
    let mut placed = vec![false; count];
    for player in 0..count {
        if placed[player] {
            continue;
        }
        let (below, above) = (reached(player, &took_from), reached(player, &gave_to));
        let members: Vec<usize> = (0..count).filter(|&other| below[other] && above[other]).collect();
        for &member in &members {
            placed[member] = true;
        }
        let games = results.pairings.iter().filter(|((first, second), _)| members.contains(first) && members.contains(second));
        let games = games.flat_map(|(_, counts)| counts).sum();
        // A player alone has no opponent to be compared with.
        if members.len() > 1 && (members.len(), games) > (best.0, best.1) {
            best = (members.len(), games, members);
        }
    }
    best.2
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
