//! Rating lists: the strengths that make the results of all games together the likeliest, with their 95% intervals.
//!
//! The model is Bradley and Terry's, with Davidson's draws and an advantage for the side that moves first. With `d` the difference in
//! strength, including that advantage, the results win, draw and loss have chances in the proportions `exp(d / 2)`, `n`, `exp(-d / 2)`:
//! 400 Elo are ten wins for each loss, however often games are drawn. All numbers are estimated at once, by Newton's method (the likelihood
//! has one peak), and the intervals come from the inverse of the Fisher information.
//!
//! Without a prior, the results must bound a strength from both sides. Players whose strength is bounded from one side only, such as one who won
//! all games, get a rating by a stated convention and an interval with one end: see [`Rated::open`]. Others are not rated: see [`Unrated`].
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
mod members;
mod schedule;
#[cfg(test)]
mod tests;

use fit::{ELO, Fit, Pairing};
use members::Members;
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
    /// The games against rated players.
    pub tally: Tally,
    /// The average rating of the opponents in these games; without games the player's own.
    pub opposition: f64,
    /// Why the results bound this strength from one side only; `None` if they bound it from both.
    ///
    /// Its interval has no other end: `high` or `low` is infinite. The value is that of a fit in which half a win and half a loss are added for
    /// each group of such players, spread over its games against others. Players who are bounded from both sides are rated without these.
    pub open: Option<Open>,
}

/// Why the results bound a strength from one side only.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Open {
    /// It won all its games: it could be stronger by any amount.
    WonAll,
    /// It lost all its games.
    LostAll,
    /// It, or its group, never lost or drew against those who are rated from both sides, or against others above these.
    Above,
    /// It, or its group, never won or drew against those who are rated from both sides, or against others below these.
    Below,
}

impl Open {
    /// Whether the interval has no upper end; otherwise it has no lower one.
    pub const fn is_above(self) -> bool {
        matches!(self, Open::WonAll | Open::Above)
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Open::WonAll => "won all its games",
            Open::LostAll => "lost all its games",
            Open::Above => "its group gave no points to those below it",
            Open::Below => "its group took no points from those above it",
        })
    }
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

/// Why a player is not rated. Strengths bound each other if every group of players took at least half a point from the others, and gave away as
/// much: the list is based on the largest set of players with that property, and has those who are above or below it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It has no games.
    NoGames,
    /// It won all its games, and none was against a rated player.
    WonAll,
    /// It lost all its games, and none was against a rated player.
    LostAll,
    /// Its games do not say whether it is stronger or weaker than the rated players.
    NotConnected,
    /// No game was won, so any difference in strength is possible.
    NothingDecided,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NoGames => "no games",
            Reason::WonAll => "won all its games",
            Reason::LostAll => "lost all its games",
            Reason::NotConnected => "not comparable with rated players",
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
    /// The rating of the player to anchor the list on is bounded from one side only.
    OpenAnchor(String, Open),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::UnknownAnchor(name) => write!(f, "no player is called '{name}', so the list cannot be anchored on it"),
            Error::UnratedAnchor(name, reason) => {
                write!(f, "'{name}' is not rated ({reason}), so the list cannot be anchored on it")
            }
            Error::OpenAnchor(name, open) => {
                write!(f, "the rating of '{name}' is open on one side ({open}), so the list cannot be anchored on it")
            }
        }
    }
}

impl std::error::Error for Error {}

/// Makes the list. The same results give the same list, whatever the order of the games.
pub fn rate(results: &Results, settings: &Settings) -> Result<RatingList, Error> {
    let results = &sorted(results);
    let members = Members::new(results, settings.prior.is_some());
    let unrated = unrated(results, &members);
    let anchor = match &settings.anchor {
        Anchor::Mean(_) => None,
        Anchor::Player(name, _) => Some(anchor(results, &members, &unrated, name)?),
    };
    if members.bounded.is_empty() {
        return Ok(RatingList { rated: Vec::new(), unrated, first_move: None, draws: None, games: 0 });
    }
    // Players who are bounded from both sides come first.
    let rated: Vec<usize> = members.bounded.iter().chain(&members.open).copied().collect();
    let bounded = members.bounded.len();
    let pairings = pairings(results, &rated);
    let among_bounded: Vec<Pairing> =
        pairings.iter().filter(|pairing| pairing.first < bounded && pairing.second < bounded).cloned().collect();
    let fit = Fit::new(bounded, &among_bounded, settings.prior.map(|elo| elo / ELO));
    let open_fit = (!members.open.is_empty()).then(|| Fit::new(rated.len(), &with_halves(&pairings, &rated, &members), None));
    let level = match settings.anchor {
        Anchor::Mean(elo) | Anchor::Player(_, elo) => elo,
    };
    let reference = anchor.map_or_else(|| (0..bounded).collect(), |anchor| vec![anchor]);
    let reasons: Vec<Option<Open>> = rated.iter().map(|&player| members.open_reason(results, player)).collect();
    let elos: Vec<Interval> = (0..rated.len())
        .map(|n| {
            let fit = if n < bounded { &fit } else { open_fit.as_ref().unwrap_or(&fit) };
            let (value, deviation) = fit.strength(n, &reference);
            interval(level + ELO * value, ELO * deviation, reasons[n])
        })
        .collect();
    let mut list: Vec<Rated> = (0..rated.len())
        .map(|n| Rated {
            name: results.names[rated[n]].clone(),
            elo: elos[n],
            tally: tally(results, rated[n], |other| rated.contains(&other)),
            opposition: opposition(&pairings, n, &elos),
            open: reasons[n],
        })
        .collect();
    list.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value).then_with(|| a.name.cmp(&b.name)));
    let (first_move, deviation) = fit.first_move();
    Ok(RatingList {
        rated: list,
        unrated,
        first_move: Some(interval(ELO * first_move, ELO * deviation, None)),
        draws: Some(fit.draws_between_equals()),
        games: pairings.iter().map(Pairing::games).sum::<f64>() as u64,
    })
}

/// The number of the player that a list is anchored on.
fn anchor(results: &Results, members: &Members, unrated: &[Unrated], name: &str) -> Result<usize, Error> {
    let player = results.names.iter().position(|known| known == name).ok_or_else(|| Error::UnknownAnchor(name.to_owned()))?;
    if let Some(missing) = unrated.iter().find(|player| player.name == *name) {
        return Err(Error::UnratedAnchor(name.to_owned(), missing.reason));
    }
    match members.open_reason(results, player) {
        Some(open) => Err(Error::OpenAnchor(name.to_owned(), open)),
        None => Ok(members.bounded.iter().position(|&member| member == player).expect("it is rated")),
    }
}

/// The games between the players of a list, by their places in it.
fn pairings(results: &Results, rated: &[usize]) -> Vec<Pairing> {
    let place: BTreeMap<usize, usize> = rated.iter().enumerate().map(|(n, &player)| (player, n)).collect();
    let between = results
        .pairings
        .iter()
        .filter_map(|(&(first, second), counts)| Some(Pairing::new(*place.get(&first)?, *place.get(&second)?, counts)));
    between.collect()
}

/// The same with half a win and half a loss for each group of players who are bounded from one side only, spread over its games against others.
fn with_halves(pairings: &[Pairing], rated: &[usize], members: &Members) -> Vec<Pairing> {
    let group = |n: usize| members.groups.group[rated[n]];
    let mut games: BTreeMap<usize, f64> = BTreeMap::new();
    for pairing in pairings.iter().filter(|pairing| group(pairing.first) != group(pairing.second)) {
        for n in [pairing.first, pairing.second] {
            *games.entry(group(n)).or_default() += pairing.games();
        }
    }
    let mut all = pairings.to_vec();
    for pairing in all.iter_mut().filter(|pairing| group(pairing.first) != group(pairing.second)) {
        let share = pairing.games() / 2.0;
        let open = [pairing.first, pairing.second].into_iter().filter(|&n| n >= members.bounded.len());
        let added: f64 = open.map(|n| share / games[&group(n)]).sum();
        pairing.counts[0] += added;
        pairing.counts[2] += added;
    }
    all
}

/// Standard deviations from the middle to the ends of a 95% interval.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

fn interval(value: f64, deviation: f64, open: Option<Open>) -> Interval {
    let (low, high) = (value - DEVIATIONS * deviation, value + DEVIATIONS * deviation);
    match open {
        None => Interval { value, low, high },
        Some(open) if open.is_above() => Interval { value, low, high: f64::INFINITY },
        Some(_) => Interval { value, low: f64::NEG_INFINITY, high },
    }
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
    let (mut games, mut sum) = (0.0, 0.0);
    for pairing in pairings {
        let opponent = match player {
            _ if player == pairing.first => pairing.second,
            _ if player == pairing.second => pairing.first,
            _ => continue,
        };
        games += pairing.games();
        sum += pairing.games() * elos[opponent].value;
    }
    if games == 0.0 { elos[player].value } else { sum / games }
}

/// The players who are not rated, and why.
fn unrated(results: &Results, members: &Members) -> Vec<Unrated> {
    let players = (0..results.names.len()).filter(|player| !members.bounded.contains(player) && !members.open.contains(player));
    players
        .map(|player| {
            let tally = tally(results, player, |_| true);
            let reason = match tally {
                Tally { won: 0, drawn: 0, lost: 0 } => Reason::NoGames,
                Tally { drawn: 0, lost: 0, .. } => Reason::WonAll,
                Tally { won: 0, drawn: 0, .. } => Reason::LostAll,
                _ if !members.is_decided => Reason::NothingDecided,
                _ => Reason::NotConnected,
            };
            Unrated { name: results.names[player].clone(), tally, reason }
        })
        .collect()
}
