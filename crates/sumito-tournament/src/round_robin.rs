//! Everyone meets everyone, by the Berger tables of the FIDE Handbook (C.05, annex 1).

use crate::event::{Event, Pairing};

/// Places in the list of players, from zero: who moves first, and the opponent; none is a bye.
pub type Game = (usize, Option<usize>);

/// All rounds for a number of players. In a double tournament everyone meets twice with both colors; the last two rounds of the first
/// half change places, so that nobody has the same color three times in a row.
pub fn table(players: usize, double: bool) -> Vec<Vec<Game>> {
    // With an odd number, the last place is empty and its opponents have a bye.
    let places = players + players % 2;
    if players < 2 {
        return Vec::new();
    }
    let mut rounds: Vec<Vec<Game>> = (0..places - 1).map(|round| table_round(players, places, round)).collect();
    if double {
        let swap = |&(first, second): &Game| second.map_or((first, None), |second| (second, Some(first)));
        let back: Vec<Vec<Game>> = rounds.iter().map(|games| games.iter().map(swap).collect()).collect();
        let last = rounds.len() - 1;
        if last > 0 {
            rounds.swap(last - 1, last);
        }
        rounds.extend(back);
    }
    rounds
}

fn table_round(players: usize, places: usize, round: usize) -> Vec<Game> {
    let circle = places - 1;
    // The last place stays, everyone else moves on by half of the places.
    let opponent = round * (places / 2) % circle;
    let fixed = if round.is_multiple_of(2) { (opponent, circle) } else { (circle, opponent) };
    let others = (1..places / 2).map(|step| ((opponent + step) % circle, (opponent + circle - step) % circle));
    let games = std::iter::once(fixed).chain(others).map(|(first, second)| match (first < players, second < players) {
        (true, true) => (first, Some(second)),
        (true, false) => (first, None),
        _ => (second, None),
    });
    // Byes come last, as in other pairings.
    let (mut games, byes): (Vec<Game>, Vec<Game>) = games.partition(|(_, second)| second.is_some());
    games.extend(byes);
    games
}

/// The pairings of the next round; none after the last one. If a player has a bye for this round, the opponent has one, too.
pub fn pair(event: &Event, double: bool) -> Option<Vec<Pairing>> {
    let round = event.rounds_paired();
    let games = table(event.players.len(), double).into_iter().nth(round)?;
    let number = |place: usize| event.players[place].number;
    let mut pairings = Vec::new();
    for (first, second) in games {
        let present: Vec<usize> =
            [Some(first), second].into_iter().flatten().filter(|&place| event.is_present(place, round)).collect();
        match present.as_slice() {
            [] => {}
            [place] => pairings.push(Pairing { first: number(*place), second: None }),
            _ => pairings.push(Pairing { first: number(first), second: second.map(number) }),
        }
    }
    pairings.sort_by_key(|pairing| pairing.second.is_none());
    Some(pairings)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table as the Handbook prints it, with places from 1.
    fn printed(players: usize) -> String {
        let game = |(first, second): Game| format!("{}-{}", first + 1, second.map_or(0, |second| second + 1));
        let rounds = table(players, false).into_iter().map(|games| games.into_iter().map(game).collect::<Vec<_>>().join(" "));
        rounds.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn tables_are_those_of_the_handbook() {
        assert_eq!(printed(2), "1-2");
        assert_eq!(printed(3), "2-3 1-0; 1-2 3-0; 3-1 2-0");
        assert_eq!(printed(4), "1-4 2-3; 4-3 1-2; 2-4 3-1");
        assert_eq!(printed(6), "1-6 2-5 3-4; 6-4 5-3 1-2; 2-6 3-1 4-5; 6-5 1-4 2-3; 3-6 4-2 5-1");
        let eight = printed(8);
        assert!(eight.starts_with("1-8 2-7 3-6 4-5; 8-5 6-4 7-3 1-2; 2-8 3-1 4-7 5-6; 8-6 7-5 1-4 2-3;"), "{eight}");
    }

    #[test]
    fn everyone_meets_everyone_once_per_cycle() {
        for players in 2..40 {
            for double in [false, true] {
                let rounds = table(players, double);
                assert_eq!(rounds.len(), (players - 1 + players % 2) * (1 + usize::from(double)));
                let mut met = vec![0; players * players];
                for games in &rounds {
                    let mut seen = vec![false; players];
                    for &(first, second) in games {
                        for place in [Some(first), second].into_iter().flatten() {
                            assert!(!seen[place], "{place} plays twice in a round of {players}");
                            seen[place] = true;
                        }
                        if let Some(second) = second {
                            met[first * players + second] += 1;
                        }
                    }
                    assert!(seen.iter().all(|&seen| seen));
                }
                for a in 0..players {
                    for b in 0..a {
                        let counts = (met[a * players + b], met[b * players + a]);
                        if double { assert_eq!(counts, (1, 1)) } else { assert_eq!(counts.0 + counts.1, 1) }
                    }
                }
            }
        }
    }

    #[test]
    fn colors_are_balanced() {
        for players in 2..40 {
            for double in [false, true] {
                for place in 0..players {
                    let games = table(players, double).into_iter().flatten();
                    let colors: Vec<bool> = games
                        .filter(|(first, second)| second.is_some() && (*first == place || *second == Some(place)))
                        .map(|(first, _)| first == place)
                        .collect();
                    let first = colors.iter().filter(|&&first| first).count();
                    assert!(first.abs_diff(colors.len() - first) <= 1, "{place} of {players}");
                    assert!(colors.windows(3).all(|three| three.iter().any(|&first| first != three[0])), "{place} of {players}");
                }
            }
        }
    }
}
