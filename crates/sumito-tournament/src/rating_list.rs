//! Rating lists: the strengths that make the results of all games together the likeliest, with their 95% intervals.
//!
//! The model is Bradley and Terry's, with Davidson's draws and an advantage for the side that moves first. With `d` the difference in
//! strength, including that advantage, the results win, draw and loss have chances in the proportions `exp(d / 2)`, `n`, `exp(-d / 2)`:
//! 400 Elo are ten wins for each loss, however often games are drawn. All numbers are estimated at once, by Newton's method (the likelihood
//! has one peak), and the intervals come from the inverse of the Fisher information.
//!
//! Without a prior, only players whose results bound their strength from both sides are rated: see [`Unrated`].
//!
//! ```
//! use sumito_tournament::rating_list::{Outcome, Results, Settings, rate};
//!
//! let mut results = Results::default();
//! for outcome in [Outcome::First, Outcome::First, Outcome::Second, Outcome::Draw] {
//!     results.add("Ada", "Bo", outcome);
//!     results.add("Bo", "Ada", outcome.swapped());
//! }
//! let list = rate(&results, &Settings::default()).unwrap();
//! assert_eq!(list.rated[0].name, "Ada");
//! // Four wins against two: 400 log10(2) Elo apart.
//! assert_eq!((list.rated[0].elo.value - list.rated[1].elo.value).round(), 120.0);
//! ```

use std::collections::BTreeMap;
use std::fmt;

mod connected;
mod fit;
mod schedule;
#[cfg(test)]
mod tests;

use connected::largest_component;
use fit::{ELO, Fit, Pairing};
pub use schedule::{next_pair, next_pair_by};

/// How a game ended, for the player who moved first.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player who moved first won.
    First,
    /// Nobody won.
    Draw,
    /// The player who moved second won.
    Second,
}

impl Outcome {
    /// The same result with the colors swapped.
    #[must_use]
    pub const fn swapped(self) -> Outcome {
        match self {
            Outcome::First => Outcome::Second,
            Outcome::Draw => Outcome::Draw,
            Outcome::Second => Outcome::First,
        }
    }
}

/// The results of games between named players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    names: Vec<String>,
    /// By the players who moved first and second: how often the first won, nobody won, the second won.
    pairings: BTreeMap<(usize, usize), [u64; 3]>,
}

impl Results {
    /// Adds a player, who need not have played. Returns its number, from 0 in the order in which the players were added.
    pub fn player(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// Adds a game. One against oneself says nothing and is left out.
    pub fn add(&mut self, first: &str, second: &str, outcome: Outcome) {
        self.add_many(first, second, outcome, 1);
    }

    /// Adds this many games with the same result.
    pub fn add_many(&mut self, first: &str, second: &str, outcome: Outcome, games: u64) {
        let pair = (self.player(first), self.player(second));
        if pair.0 != pair.1 && games > 0 {
            self.pairings.entry(pair).or_default()[outcome as usize] += games;
        }
    }

    /// The players' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.pairings.values().flatten().sum()
    }

    /// The games between two players, whoever moved first.
    pub fn games_between(&self, one: usize, other: usize) -> u64 {
        [(one, other), (other, one)].iter().filter_map(|pair| self.pairings.get(pair)).flatten().sum()
    }
}

/// What a list is anchored on.
#[derive(Clone, Debug, PartialEq)]
pub enum Anchor {
    /// The mean of the rated players.
    Mean(f64),
    /// One player, by name.
    Player(String, f64),
}

/// How a list is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// What has which rating.
    pub anchor: Anchor,
    /// Before the first game, strengths vary around their mean with this standard deviation in Elo; `None` to go by the games alone.
    pub prior: Option<f64>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { anchor: Anchor::Mean(0.0), prior: None }
    }
}

/// A value and the ends of its 95% interval.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Interval {
    /// The likeliest value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// `+72 [55, 90]`.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A negative number that rounds to zero is written without a sign.
        let [value, low, high] = [self.value, self.low, self.high].map(|number| number.round() + 0.0);
        write!(f, "{value:+.0} [{low:.0}, {high:.0}]")
    }
}

/// A player's games.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl Tally {
    /// All games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The points: a win is one, a draw a half.
    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }

    /// The share of the points, from 0 to 1; a half without games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }
}

/// A player with a rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The player.
    pub name: String,
    /// The rating. The interval is that of the difference to the anchor.
    pub elo: Interval,
    /// The games that the rating is based on.
    pub tally: Tally,
    /// The average rating of the opponents in these games; without games the player's own.
    pub opposition: f64,
}

/// A player whose games do not say how strong it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrated {
    /// The player.
    pub name: String,
    /// All its games.
    pub tally: Tally,
    /// Why.
    pub reason: Reason,
}

/// Why a player is not rated. A strength is bounded from both sides if every group of players took at least half a point from the others, and
/// gave away as much: the largest such group is rated.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It has no games.
    NoGames,
    /// It won all its games: it could be stronger by any amount.
    WonAll,
    /// It lost all its games.
    LostAll,
    /// None of its games was against a rated player.
    NotConnected,
    /// It, or its group, won all games against the rated players.
    AboveTheOthers,
    /// It, or its group, lost all games against the rated players.
    BelowTheOthers,
    /// No game was won, so any difference in strength is possible.
    NothingDecided,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NoGames => "no games",
            Reason::WonAll => "won all its games",
            Reason::LostAll => "lost all its games",
            Reason::NotConnected => "no games against rated players",
            Reason::AboveTheOthers => "never lost or drew against rated players",
            Reason::BelowTheOthers => "never won or drew against rated players",
            Reason::NothingDecided => "all games of the list were drawn",
        })
    }
}

/// A rating list.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingList {
    /// The rated players, the strongest first; equals by name.
    pub rated: Vec<Rated>,
    /// The others, by name.
    pub unrated: Vec<Unrated>,
    /// What moving first is worth in Elo; `None` if nobody is rated.
    pub first_move: Option<Interval>,
    /// How often equal players draw, apart from that advantage: from 0 to 1; `None` if nobody is rated.
    pub draws: Option<f64>,
    /// The games between rated players, which the list is based on.
    pub games: u64,
}

/// A list cannot be made as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The player to anchor the list on has no games.
    UnknownAnchor(String),
    /// The player to anchor the list on is not rated.
    UnratedAnchor(String, Reason),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::UnknownAnchor(name) => write!(f, "no player is called '{name}', so the list cannot be anchored on it"),
            Error::UnratedAnchor(name, reason) => {
                write!(f, "'{name}' is not rated ({reason}), so the list cannot be anchored on it")
            }
        }
    }
}

impl std::error::Error for Error {}

/// Makes the list. The same results give the same list, whatever the order of the games.
pub fn rate(results: &Results, settings: &Settings) -> Result<RatingList, Error> {
    let results = &sorted(results);
    let members = match settings.prior {
        Some(_) => (0..results.names.len()).collect(),
        None => largest_component(results),
    };
    let place: BTreeMap<usize, usize> = members.iter().enumerate().map(|(n, &player)| (player, n)).collect();
    let pairings: Vec<Pairing> = results
        .pairings
        .iter()
        .filter_map(|(&(first, second), &counts)| {
            Some(Pairing { first: *place.get(&first)?, second: *place.get(&second)?, counts })
        })
        .collect();
    let decided = pairings.iter().any(|pairing| pairing.counts[0] + pairing.counts[2] > 0);
    let rated = if decided || settings.prior.is_some() && !members.is_empty() { members } else { Vec::new() };
    let unrated = unrated(results, &rated, decided);
    if let Anchor::Player(name, _) = &settings.anchor {
        if !results.names.contains(name) {
            return Err(Error::UnknownAnchor(name.clone()));
        }
        if let Some(missing) = unrated.iter().find(|player| player.name == *name) {
            return Err(Error::UnratedAnchor(name.clone(), missing.reason));
        }
    }
    if rated.is_empty() {
        return Ok(RatingList { rated: Vec::new(), unrated, first_move: None, draws: None, games: 0 });
    }
    let fit = Fit::new(rated.len(), &pairings, settings.prior.map(|elo| elo / ELO));
    let (anchor, level) = match &settings.anchor {
        Anchor::Mean(elo) => (None, *elo),
        Anchor::Player(name, elo) => (rated.iter().position(|&player| results.names[player] == *name), *elo),
    };
    let elos: Vec<Interval> = (0..rated.len())
        .map(|n| {
            let (value, deviation) = fit.strength(n, anchor);
            interval(level + ELO * value, ELO * deviation)
        })
        .collect();
    let mut list: Vec<Rated> = rated
        .iter()
        .enumerate()
        .map(|(n, &player)| Rated {
            name: results.names[player].clone(),
            elo: elos[n],
            tally: tally(results, player, |other| place.contains_key(&other)),
            opposition: opposition(&pairings, n, &elos),
        })
        .collect();
    list.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value).then_with(|| a.name.cmp(&b.name)));
    let (first_move, deviation) = fit.first_move();
    Ok(RatingList {
        rated: list,
        unrated,
        first_move: Some(interval(ELO * first_move, ELO * deviation)),
        draws: Some(fit.draws_between_equals()),
        games: pairings.iter().flat_map(|pairing| pairing.counts).sum(),
    })
}

/// Standard deviations from the middle to the ends of a 95% interval.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

fn interval(value: f64, deviation: f64) -> Interval {
    Interval { value, low: value - DEVIATIONS * deviation, high: value + DEVIATIONS * deviation }
}

/// The same results with the players in alphabetical order, so that sums are added up in the same order for any order of the games.
fn sorted(results: &Results) -> Results {
    let mut names = results.names.clone();
    names.sort();
    let place = |player: usize| names.binary_search(&results.names[player]).expect("the same names");
    let pairings = results.pairings.iter().map(|(&(first, second), &counts)| ((place(first), place(second)), counts)).collect();
    Results { pairings, names }
}

/// The games of a player against those opponents.
fn tally(results: &Results, player: usize, counts_against: impl Fn(usize) -> bool) -> Tally {
    let mut tally = Tally::default();
    for (&(first, second), &[won, drawn, lost]) in &results.pairings {
        let (opponent, won, lost) = match player {
            _ if player == first => (second, won, lost),
            _ if player == second => (first, lost, won),
            _ => continue,
        };
        if counts_against(opponent) {
            tally.won += won;
            tally.drawn += drawn;
            tally.lost += lost;
        }
    }
    tally
}

/// The average rating of a player's opponents.
fn opposition(pairings: &[Pairing], player: usize, elos: &[Interval]) -> f64 {
    let (mut games, mut sum) = (0, 0.0);
    for pairing in pairings {
        let opponent = match player {
            _ if player == pairing.first => pairing.second,
            _ if player == pairing.second => pairing.first,
            _ => continue,
        };
        let count: u64 = pairing.counts.iter().sum();
        games += count;
        sum += count as f64 * elos[opponent].value;
    }
    if games == 0 { elos[player].value } else { sum / games as f64 }
}

/// The players who are not rated, and why.
fn unrated(results: &Results, rated: &[usize], decided: bool) -> Vec<Unrated> {
    let players = (0..results.names.len()).filter(|player| !rated.contains(player));
    players
        .map(|player| {
            let all = tally(results, player, |_| true);
            let against_rated = tally(results, player, |other| rated.contains(&other));
            let reason = match (all, against_rated) {
                (all, _) if all.games() == 0 => Reason::NoGames,
                (Tally { drawn: 0, lost: 0, .. }, _) => Reason::WonAll,
                (Tally { won: 0, drawn: 0, .. }, _) => Reason::LostAll,
                _ if !decided => Reason::NothingDecided,
                (_, against) if against.games() == 0 => Reason::NotConnected,
                (_, against) if against.won > 0 => Reason::AboveTheOthers,
                _ => Reason::BelowTheOthers,
            };
            Unrated { name: results.names[player].clone(), tally: all, reason }
        })
        .collect()
}
