//! Standings by points, then by tie-breaks in a chosen order.
//!
//! A game that was not played (a bye or a forfeit) counts for Buchholz and Sonneborn-Berger as a game against a virtual opponent who has
//! the player's own points, with the result that the player got. Opponents count with the points they have in the standings.

use std::fmt;
use std::str::FromStr;

use crate::event::{Bye, Entry, Event, Number, Outcome, Score, Side};

/// What separates players with the same points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// The points against the other tied players, if they have all met. Otherwise only a player who beat, or lost to, all others is
    /// separated from them.
    HeadToHead,
    /// Whoever beat all other tied players is first, and whoever lost to all of them is last; then the same for the rest. The value is the number
    /// of tied players who are behind because of that.
    BeatAll,
    /// The sum of the opponents' points.
    Buchholz,
    /// The same without the opponent with the fewest points.
    BuchholzCut1,
    /// The points of the opponents a player beat, and half of those of the opponents with a draw.
    SonnebornBerger,
    /// Games won by playing.
    Wins,
    /// The same with the black marbles, which move first.
    WinsAsBlack,
    /// Marbles ejected minus marbles lost, in games where both are known.
    MarbleDifference,
    /// The same without the player's best game.
    MarbleDifferenceCutBest,
}

impl TieBreak {
    /// All of them.
    pub const ALL: [TieBreak; 9] = [
        TieBreak::HeadToHead,
        TieBreak::BeatAll,
        TieBreak::Buchholz,
        TieBreak::BuchholzCut1,
        TieBreak::SonnebornBerger,
        TieBreak::Wins,
        TieBreak::WinsAsBlack,
        TieBreak::MarbleDifference,
        TieBreak::MarbleDifferenceCutBest,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            TieBreak::HeadToHead => "head-to-head",
            TieBreak::BeatAll => "beat-all",
            TieBreak::Buchholz => "buchholz",
            TieBreak::BuchholzCut1 => "buchholz-cut-1",
            TieBreak::SonnebornBerger => "sonneborn-berger",
            TieBreak::Wins => "wins",
            TieBreak::WinsAsBlack => "wins-as-black",
            TieBreak::MarbleDifference => "marble-difference",
            TieBreak::MarbleDifferenceCutBest => "marble-difference-cut-best",
        }
    }
}

impl FromStr for TieBreak {
    type Err = String;

    fn from_str(name: &str) -> Result<TieBreak, String> {
        let names = TieBreak::ALL.map(TieBreak::name);
        TieBreak::ALL
            .into_iter()
            .find(|tie_break| tie_break.name() == name)
            .ok_or_else(|| format!("'{name}' is not a tie-break: {} are possible", names.join(", ")))
    }
}

/// The value of a tie-break, in hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(pub i64);

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, hundredths) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let text = match (hundredths / 100, hundredths % 100) {
            (whole, 0) => format!("{sign}{whole}"),
            (whole, rest) if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
            (whole, rest) => format!("{sign}{whole}.{rest:02}"),
        };
        f.pad(&text)
    }
}

/// A row of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// From 1; players that no tie-break separates share a rank.
    pub rank: usize,
    /// The starting number.
    pub number: Number,
    /// Without acceleration.
    pub points: Score,
    /// One for each tie-break.
    pub values: Vec<Value>,
}

/// The standings, best first.
pub fn standings(event: &Event, tie_breaks: &[TieBreak]) -> Vec<Row> {
    let table = Table::new(event);
    let mut groups = vec![(0..event.players.len()).collect::<Vec<usize>>()];
    groups = split(&groups, |group| group.iter().map(|&player| table.points(player)).collect());
    let mut values = vec![Vec::new(); event.players.len()];
    for &tie_break in tie_breaks {
        for group in &groups {
            for (&player, value) in group.iter().zip(table.values(tie_break, group)) {
                values[player].push(value);
            }
        }
        groups = split(&groups, |group| group.iter().map(|&player| values[player].last().copied().unwrap_or_default()).collect());
    }
    let mut rows = Vec::new();
    for group in &groups {
        let rank = rows.len() + 1;
        rows.extend(group.iter().map(|&player| Row {
            rank,
            number: event.players[player].number,
            points: table.scores[player],
            values: values[player].clone(),
        }));
    }
    rows
}

/// Splits groups by values, highest first.
fn split(groups: &[Vec<usize>], values: impl Fn(&[usize]) -> Vec<Value>) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for group in groups {
        let mut valued: Vec<(Value, usize)> = values(group).into_iter().zip(group.iter().copied()).collect();
        valued.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        parts.extend(valued.chunk_by(|one, other| one.0 == other.0).map(|part| part.iter().map(|&(_, player)| player).collect()));
    }
    parts
}

/// Entries and points of all rounds that have been paired.
struct Table<'a> {
    event: &'a Event,
    rounds: usize,
    scores: Vec<Score>,
    index: std::collections::HashMap<Number, usize>,
}

impl Table<'_> {
    fn new(event: &Event) -> Table<'_> {
        let rounds = event.rounds_paired();
        let scores = (0..event.players.len()).map(|player| event.score(player, rounds)).collect();
        Table { event, rounds, scores, index: event.index() }
    }

    fn points(&self, player: usize) -> Value {
        Value(i64::from(self.scores[player].0) * 10)
    }

    fn entries(&self, player: usize) -> impl Iterator<Item = Entry> {
        (0..self.rounds).map(move |round| self.event.entry(player, round))
    }

    /// The played games: opponent, side and outcome.
    fn games(&self, player: usize) -> impl Iterator<Item = (usize, Side, Outcome)> {
        let games = self.entries(player).filter_map(|entry| entry.played());
        games
            .filter(|(.., outcome)| *outcome != Outcome::Pending)
            .map(|(opponent, side, outcome)| (self.index[&opponent], side, outcome))
    }

    /// The points of the opponents, with virtual ones for rounds without a game, and the half points against them.
    fn opponents(&self, player: usize) -> Vec<(Value, i64)> {
        let opponents = self.entries(player).filter_map(|entry| {
            let half_points = match entry {
                Entry::Game { outcome: Outcome::Win | Outcome::ForfeitWin, .. } | Entry::Bye(Bye::Full | Bye::Pairing) => 2,
                Entry::Game { outcome: Outcome::Draw, .. } | Entry::Bye(Bye::Half) => 1,
                Entry::Game { outcome: Outcome::Loss | Outcome::ForfeitLoss, .. } | Entry::Bye(Bye::Zero) => 0,
                Entry::Game { outcome: Outcome::Pending, .. } => return None,
            };
            let opponent = entry.played().map_or(player, |(opponent, ..)| self.index[&opponent]);
            Some((self.points(opponent), half_points))
        });
        opponents.collect()
    }

    fn values(&self, tie_break: TieBreak, group: &[usize]) -> Vec<Value> {
        match tie_break {
            TieBreak::HeadToHead => self.head_to_head(group),
            TieBreak::BeatAll => self.beat_all(group),
            _ => group.iter().map(|&player| self.value(tie_break, player)).collect(),
        }
    }

    fn value(&self, tie_break: TieBreak, player: usize) -> Value {
        let opponents = self.opponents(player);
        let sum: i64 = opponents.iter().map(|(points, _)| points.0).sum();
        let wins = |side: Option<Side>| {
            let won = self
                .games(player)
                .filter(|(_, played, outcome)| *outcome == Outcome::Win && side.is_none_or(|side| side == *played));
            won.count() as i64 * 100
        };
        Value(match tie_break {
            TieBreak::HeadToHead | TieBreak::BeatAll => 0,
            TieBreak::Buchholz => sum,
            TieBreak::BuchholzCut1 => sum - opponents.iter().map(|(points, _)| points.0).min().unwrap_or(0),
            TieBreak::SonnebornBerger => opponents.iter().map(|(points, half_points)| points.0 * half_points / 2).sum(),
            TieBreak::Wins => wins(None),
            TieBreak::WinsAsBlack => wins(Some(Side::First)),
            TieBreak::MarbleDifference => 100 * self.marble_differences(player).iter().sum::<i64>(),
            TieBreak::MarbleDifferenceCutBest => {
                let differences = self.marble_differences(player);
                100 * (differences.iter().sum::<i64>() - differences.iter().max().unwrap_or(&0))
            }
        })
    }

    /// Of each game where the marbles of both are known.
    fn marble_differences(&self, player: usize) -> Vec<i64> {
        let marbles =
            |player: usize, round: usize| self.event.players[player].marbles.get(round).copied().flatten().map(i64::from);
        let difference = |round: usize| {
            let (opponent, ..) = self.event.entry(player, round).played()?;
            Some(marbles(player, round)? - marbles(self.index[&opponent], round)?)
        };
        (0..self.rounds).filter_map(difference).collect()
    }

    fn beat_all(&self, group: &[usize]) -> Vec<Value> {
        let always = |player: usize, other: usize, wanted: Outcome| {
            let mut games = self.games(player).filter(|(opponent, ..)| *opponent == other).peekable();
            games.peek().is_some() && games.all(|(.., outcome)| outcome == wanted)
        };
        let mut rest = group.to_vec();
        let (mut behind, mut values) = (0, std::collections::HashMap::new());
        while rest.len() > 1 {
            let find = |wanted: Outcome| {
                rest.iter().position(|&player| rest.iter().all(|&other| other == player || always(player, other, wanted)))
            };
            if let Some(first) = find(Outcome::Win) {
                values.insert(rest[first], behind + rest.len() - 1);
                rest.remove(first);
            } else if let Some(last) = find(Outcome::Loss) {
                values.insert(rest[last], behind);
                rest.remove(last);
                behind += 1;
            } else {
                break;
            }
        }
        group.iter().map(|player| Value(100 * values.get(player).copied().unwrap_or(behind) as i64)).collect()
    }

    fn head_to_head(&self, group: &[usize]) -> Vec<Value> {
        let mutual = |player: usize| self.games(player).filter(|(opponent, ..)| group.contains(opponent));
        let half_points = |outcome: Outcome| match outcome {
            Outcome::Win => 2,
            Outcome::Draw => 1,
            _ => 0,
        };
        let met = |player: usize| {
            group.iter().filter(|&&other| other != player && mutual(player).any(|(opponent, ..)| opponent == other)).count()
        };
        let all_met = group.iter().all(|&player| met(player) + 1 == group.len());
        let value = |&player: &usize| {
            let (points, games) =
                mutual(player).fold((0, 0), |(points, games), (.., outcome)| (points + half_points(outcome), games + 1));
            // One who met all others may be separated even if they have not all met each other.
            match met(player) + 1 == group.len() {
                _ if all_met => Value(points * 50),
                true if points == 2 * games => Value(100),
                true if points == 0 => Value(-100),
                _ => Value(0),
            }
        };
        if group.len() < 2 { vec![Value(0); group.len()] } else { group.iter().map(value).collect() }
    }
}

#[cfg(test)]
mod tests;
