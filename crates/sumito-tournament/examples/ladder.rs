//! Plays simulated tournaments between players of known strengths, and prints when their list is complete:
//! `ladder [GAMES] [TOURNAMENTS] [STEP...]`. The steps are the differences between neighbors in Elo, from the strongest on: nine of 290 by default.
//!
//! Each tournament is played twice. First one pair of games after the other, as by a gauntlet: `next_pair` chooses. Then as in an engine room,
//! where everybody plays at the same time and may wait for an opponent, and the strongest players take longest.
//!
//! For each number of games: in how many tournaments all players are connected by results, and also in the true order; then the median width of
//! the intervals of differences between neighbors. The last line says after how many games the list was connected and in order for good.

use sumito_tournament::rating_list::{Anchor, Outcome, Rated, Results, Settings, next_pair, next_pair_by, rate};

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A game between players that differ by this much.
    fn game(&mut self, elo: f64) -> Outcome {
        let odds = 10f64.powf(elo / 800.0);
        let mut rest = self.next() * (odds + DRAW_WEIGHT + 1.0 / odds);
        for (outcome, weight) in [(Outcome::First, odds), (Outcome::Draw, DRAW_WEIGHT)] {
            if rest < weight {
                return outcome;
            }
            rest -= weight;
        }
        Outcome::Second
    }
}

/// Games of our lower levels are seldom drawn.
const DRAW_WEIGHT: f64 = 0.1;
/// What moving first is worth in Elo.
const FIRST_MOVE: f64 = 20.0;
/// The list is looked at after this many games.
const LOOK: u64 = 50;
/// How long a game of the strongest players takes; one of all others takes 1.
const SLOW: [f64; 2] = [20.0, 3.0];
/// What a pair is worth in the engine room, if one of the two is still playing.
const WAITING: f64 = 0.5;

/// What was found after a number of games.
#[derive(Clone, Default)]
struct Look {
    connected: u64,
    ordered: u64,
    widths: Vec<f64>,
}

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a number"));
    let (games, tournaments) = (args.next().unwrap_or(750), args.next().unwrap_or(100));
    let mut steps: Vec<f64> = args.map(|step| step as f64).collect();
    if steps.is_empty() {
        steps = vec![290.0; 9];
    }
    for (title, is_room) in [("one pair after the other", false), ("engine room", true)] {
        println!("{title}\ngames  connected  in order  median width");
        let mut looks = vec![Look::default(); (games / LOOK) as usize];
        let mut complete: Vec<u64> = (1..=tournaments)
            .map(|seed| {
                let mut tournament = Tournament::new(seed, &steps);
                if is_room {
                    tournament.play_at_once(games, &mut looks);
                } else {
                    tournament.play(games, &mut looks);
                }
                tournament.complete.unwrap_or(u64::MAX)
            })
            .collect();
        for (n, Look { connected, ordered, widths }) in looks.iter_mut().enumerate() {
            widths.sort_by(f64::total_cmp);
            let median = widths.get(widths.len() / 2).copied().unwrap_or(f64::NAN);
            println!("{:5}  {connected:9}  {ordered:8}  {median:12.0}", (n as u64 + 1) * LOOK);
        }
        complete.sort_unstable();
        let at = |share: f64| match complete[((complete.len() - 1) as f64 * share) as usize] {
            u64::MAX => "more".to_owned(),
            games => games.to_string(),
        };
        println!("complete for good: half after {} games, nine of ten after {}", at(0.5), at(0.9));
    }
}

struct Tournament {
    random: Random,
    results: Results,
    /// By the numbers in the results: the place, from the strongest on. The order in which the players are known says nothing.
    places: Vec<usize>,
    strengths: Vec<f64>,
    /// From when on the list was always complete.
    complete: Option<u64>,
}

impl Tournament {
    fn new(seed: u64, steps: &[f64]) -> Tournament {
        let mut random = Random(seed);
        let mut places: Vec<usize> = (0..=steps.len()).collect();
        for n in (1..places.len()).rev() {
            places.swap(n, (random.next() * (n + 1) as f64) as usize);
        }
        let strengths = (0..=steps.len()).map(|n| -steps[..n].iter().sum::<f64>()).collect();
        let mut results = Results::default();
        for &place in &places {
            results.player(&name(place));
        }
        Tournament { random, results, places, strengths, complete: None }
    }

    fn play(&mut self, games: u64, looks: &mut [Look]) {
        let offered = self.pairs(|_| true);
        while self.results.games() < games {
            let pair = next_pair(&self.results, &[], &offered).expect("a pair");
            self.end(pair, looks);
        }
    }

    fn play_at_once(&mut self, games: u64, looks: &mut [Look]) {
        // The pairs that are playing, and when they are done.
        let mut playing: Vec<((usize, usize), f64)> = Vec::new();
        let mut now = 0.0;
        while self.results.games() < games {
            let mut candidates = vec![true; self.places.len()];
            loop {
                let begun: Vec<(usize, usize)> = playing.iter().map(|&(pair, _)| pair).collect();
                let is_free = |n: usize| !begun.iter().any(|&(one, other)| one == n || other == n);
                let mut offered = self.pairs(|n| candidates[n]);
                offered.retain(|&(one, other)| is_free(one) || is_free(other));
                let worth = |(one, other)| if is_free(one) && is_free(other) { 1.0 } else { WAITING };
                let Some((one, other)) = next_pair_by(&self.results, &begun, &offered, worth) else { break };
                (candidates[one], candidates[other]) = (false, false);
                if is_free(one) && is_free(other) {
                    let slowest = self.places[one].min(self.places[other]);
                    playing.push(((one, other), now + SLOW.get(slowest).unwrap_or(&1.0) * (0.5 + self.random.next())));
                }
            }
            let next = (0..playing.len()).min_by(|&a, &b| playing[a].1.total_cmp(&playing[b].1)).expect("somebody plays");
            let (pair, ends) = playing.swap_remove(next);
            now = ends;
            self.end(pair, looks);
        }
    }

    fn pairs(&self, is_offered: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
        let players: Vec<usize> = (0..self.places.len()).filter(|&n| is_offered(n)).collect();
        players.iter().enumerate().flat_map(|(n, &one)| players[n + 1..].iter().map(move |&other| (one, other))).collect()
    }

    /// The two games of a pair have been played.
    fn end(&mut self, (one, other): (usize, usize), looks: &mut [Look]) {
        let ahead = self.strengths[self.places[one]] - self.strengths[self.places[other]];
        let (one, other) = (name(self.places[one]), name(self.places[other]));
        self.results.add(&one, &other, self.random.game(ahead + FIRST_MOVE));
        self.results.add(&other, &one, self.random.game(-ahead + FIRST_MOVE));
        let games = self.results.games();
        if games.is_multiple_of(LOOK)
            && let Some(look) = looks.get_mut((games / LOOK) as usize - 1)
        {
            self.look(look);
        }
    }

    fn look(&mut self, look: &mut Look) {
        let list = |anchor| rate(&self.results, &Settings { anchor, prior: None });
        let all = list(Anchor::Mean(0.0)).expect("no anchor");
        let is_connected = all.unrated.is_empty() && all.rated.iter().all(|player| player.open.is_none());
        let is_complete = is_connected && all.rated.is_sorted_by(|higher, lower| higher.name < lower.name);
        look.connected += u64::from(is_connected);
        look.ordered += u64::from(is_complete);
        if !is_complete {
            self.complete = None;
            return;
        }
        self.complete = self.complete.or(Some(self.results.games()));
        for place in 1..self.places.len() {
            let list = list(Anchor::Player(name(place - 1), 0.0)).expect("it is rated");
            look.widths.extend(list.rated.iter().filter(|player| player.name == name(place)).map(width));
        }
    }
}

fn name(place: usize) -> String {
    format!("{place:02}")
}

fn width(player: &Rated) -> f64 {
    player.elo.high - player.elo.low
}
