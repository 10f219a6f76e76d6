//! Which two engines play next, from which opening, and when it is enough.

use std::collections::{BTreeMap, BTreeSet};

use sumito_rules::record::Record;
use sumito_tournament::rating_list::{Results, next_pair};

use super::archive::SavedPair;
use crate::rank::outcome;

/// When a gauntlet ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// After this many games, between engines chosen by what their games would tell.
    Games(u64),
    /// After this many openings between every two engines.
    Rounds(u64),
}

/// Two games to play: the first engine moves first in the first.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Encounter {
    pub(super) one: usize,
    pub(super) other: usize,
    /// The number of the opening.
    pub(super) number: u64,
}

/// What was played, is being played, and is left to play.
pub(super) struct Plan {
    goal: Goal,
    /// The pairs of engines that may play, by their numbers on the command line, which are also those of the results.
    offered: Vec<(usize, usize)>,
    results: Results,
    playing: Vec<Encounter>,
    /// The openings that two engines have played.
    played: BTreeMap<(usize, usize), BTreeSet<u64>>,
}

impl Plan {
    /// A plan for these engines after the games of a file. With `first_only`, the first engine plays all games.
    pub(super) fn new(names: &[&str], first_only: bool, goal: Goal, saved: &[SavedPair]) -> Plan {
        let mut results = Results::default();
        for name in names {
            results.player(name);
        }
        let all = (0..names.len()).flat_map(|one| (one + 1..names.len()).map(move |other| (one, other)));
        let offered = all.filter(|&(one, _)| one == 0 || !first_only).collect();
        let mut plan = Plan { goal, offered, results, playing: Vec::new(), played: BTreeMap::new() };
        for SavedPair { number, records } in saved {
            plan.count(*number, records.each_ref());
        }
        plan
    }

    pub(super) fn results(&self) -> &Results {
        &self.results
    }

    /// The games of the list so far, and how many it shall have.
    pub(super) fn progress(&self) -> (u64, u64) {
        match self.goal {
            Goal::Games(games) => (self.results.games(), games),
            Goal::Rounds(rounds) => {
                let played: u64 = self.offered.iter().map(|&pair| self.met(pair).min(rounds)).sum();
                (2 * played, 2 * rounds * self.offered.len() as u64)
            }
        }
    }

    /// Whether nothing is left to begin or to end.
    pub(super) fn is_done(&self) -> bool {
        let (played, wanted) = self.progress();
        played >= wanted
    }

    /// Chooses two games to play next, if there are any.
    pub(super) fn begin(&mut self) -> Option<Encounter> {
        let (one, other) = match self.goal {
            Goal::Games(games) => {
                if self.results.games() + 2 * self.playing.len() as u64 >= games {
                    return None;
                }
                let playing: Vec<(usize, usize)> =
                    self.playing.iter().map(|encounter| (encounter.one, encounter.other)).collect();
                next_pair(&self.results, &playing, &self.offered)?
            }
            Goal::Rounds(rounds) => {
                let begun = |&pair: &(usize, usize)| self.numbers(pair).count() as u64;
                let least = self.offered.iter().copied().min_by_key(begun)?;
                (begun(&least) < rounds).then_some(least)?
            }
        };
        let taken: BTreeSet<u64> = self.numbers((one, other)).collect();
        let number = (0..=taken.len() as u64).find(|number| !taken.contains(number))?;
        let encounter = Encounter { one, other, number };
        self.playing.push(encounter);
        Some(encounter)
    }

    /// Two games have been played.
    pub(super) fn end(&mut self, encounter: Encounter, records: [&Record; 2]) {
        self.playing.retain(|playing| *playing != encounter);
        self.count(encounter.number, records);
    }

    fn count(&mut self, number: u64, records: [&Record; 2]) {
        for record in records {
            let (Some(black), Some(white)) = (record.tag("Black"), record.tag("White")) else { continue };
            let (one, other) = (self.results.player(black), self.results.player(white));
            if let Some(outcome) = outcome(record) {
                self.results.add(black, white, outcome);
            }
            self.played.entry((one.min(other), one.max(other))).or_default().insert(number);
        }
    }

    /// How many openings two engines have played.
    fn met(&self, pair: (usize, usize)) -> u64 {
        self.played.get(&pair).map_or(0, |numbers| numbers.len() as u64)
    }

    /// The openings that two engines have played or are playing.
    fn numbers(&self, pair: (usize, usize)) -> impl Iterator<Item = u64> {
        let played = self.played.get(&pair).into_iter().flatten().copied();
        played.chain(self.playing.iter().filter(move |now| (now.one, now.other) == pair).map(|now| now.number))
    }
}

#[cfg(test)]
mod tests {
    use sumito_rules::record::GameResult;
    use sumito_rules::{Color, Layout};

    use super::*;

    const NAMES: [&str; 3] = ["a", "b", "c"];

    /// Two games, both won by the engine that moved first.
    fn games(encounter: Encounter) -> [Record; 2] {
        [(encounter.one, encounter.other), (encounter.other, encounter.one)].map(|(black, white)| {
            let mut record = Record::new(Layout::STANDARD.position());
            record.set_tag("Black", NAMES[black]).unwrap();
            record.set_tag("White", NAMES[white]).unwrap();
            record.result = GameResult::Won(Color::Black);
            record
        })
    }

    fn play(plan: &mut Plan) -> Vec<Encounter> {
        let mut all = Vec::new();
        while let Some(encounter) = plan.begin() {
            let [one, two] = games(encounter);
            plan.end(encounter, [&one, &two]);
            all.push(encounter);
        }
        assert!(plan.is_done());
        all
    }

    #[test]
    fn rounds_give_every_pair_the_same_openings() {
        let all = play(&mut Plan::new(&NAMES, false, Goal::Rounds(2), &[]));
        let found: Vec<_> = all.iter().map(|encounter| (encounter.one, encounter.other, encounter.number)).collect();
        assert_eq!(found, [(0, 1, 0), (0, 2, 0), (1, 2, 0), (0, 1, 1), (0, 2, 1), (1, 2, 1)]);
        let first = play(&mut Plan::new(&NAMES, true, Goal::Rounds(1), &[]));
        assert!(first.len() == 2 && first.iter().all(|encounter| encounter.one == 0));
    }

    #[test]
    fn information_spreads_games_over_all_pairs() {
        let mut plan = Plan::new(&NAMES, false, Goal::Games(12), &[]);
        let all = play(&mut plan);
        assert_eq!((all.len(), plan.results().games()), (6, 12));
        for pair in [(0, 1), (0, 2), (1, 2)] {
            let numbers: Vec<u64> =
                all.iter().filter(|now| (now.one, now.other) == pair).map(|encounter| encounter.number).collect();
            assert_eq!(numbers, [0, 1], "{pair:?}");
        }
    }

    #[test]
    fn games_that_are_being_played_are_neither_repeated_nor_forgotten() {
        for goal in [Goal::Games(12), Goal::Rounds(2)] {
            let mut plan = Plan::new(&NAMES, false, goal, &[]);
            let begun: Vec<Encounter> = std::iter::from_fn(|| plan.begin()).collect();
            assert_eq!(begun.len(), 6, "{goal:?}");
            assert!((0..6).all(|n| !begun[..n].contains(&begun[n])));
            assert!(!plan.is_done());
        }
    }

    #[test]
    fn a_file_is_continued_whatever_the_order_of_engines() {
        let saved = [SavedPair { number: 0, records: games(Encounter { one: 0, other: 1, number: 0 }) }];
        let mut plan = Plan::new(&["c", "b", "a"], false, Goal::Rounds(1), &saved);
        assert_eq!(plan.progress(), (2, 6));
        let next: Vec<Encounter> = std::iter::from_fn(|| plan.begin()).collect();
        assert_eq!(next.iter().map(|now| (now.one, now.other)).collect::<Vec<_>>(), [(0, 1), (0, 2)]);
        // Games between engines that no longer play count for the list.
        let plan = Plan::new(&["a", "c"], false, Goal::Games(2), &saved);
        assert_eq!((plan.results().games(), plan.results().names().len()), (2, 3));
    }
}
