//! Measures how often players agree with the engine, by their strength: what accounts are compared with.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use sumito_rules::record::Record;
use sumito_rules::record::party::AnyRecord;
use sumito_rules::{ByColor, Color};
use sumito_server::Difficulty;
use sumito_tournament::rating_list::{Anchor, Results, Settings, rate};

use super::agreement::{Chosen, Examiner, NODES};
use crate::error::{Error, printable};
use crate::games::Games;
use crate::progress::Progress;
use crate::rank::outcome;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of games: APGN, PlayStrategy or plain moves; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Examine about this many games, spread evenly over the files
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The mean rating of the players
    #[arg(long, value_name = "ELO", default_value_t = 1500.0)]
    mean: f64,
    /// The players' strengths vary by this much, in Elo, before the first game
    #[arg(long, value_name = "ELO", default_value_t = 300.0)]
    prior: f64,
    /// Rows of the table are this far apart, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 200.0)]
    step: f64,
    /// A row for each player instead, by name: for a few engines
    #[arg(long, conflicts_with = "step")]
    by_name: bool,
}

/// Agreed, and how many moves.
type Counts = [(u32, u32); 3];

/// A player with fewer moves of a kind says nothing about how much players differ.
const ENOUGH: u32 = 20;

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let mut games: Vec<(Record, ByColor<String>)> = Vec::new();
    let mut results = Results::default();
    for file in &args.files {
        for game in Games::open(file)? {
            // What does not replay, or is for more than two players, says nothing here.
            let Ok(AnyRecord::Two(record)) = game else { continue };
            let (Some(black), Some(white), Some(outcome)) = (record.tag("Black"), record.tag("White"), outcome(&record)) else {
                continue;
            };
            let players = ByColor::new(black.to_owned(), white.to_owned());
            results.add(&players.black, &players.white, outcome);
            games.push((*record, players));
        }
    }
    let settings = Settings { anchor: Anchor::Mean(args.mean), prior: Some(args.prior) };
    let list = rate(&results, &settings).map_err(|error| Error::Other(error.to_string()))?;
    let ratings: BTreeMap<&str, f64> = list.rated.iter().map(|player| (player.name.as_str(), player.elo.value)).collect();
    let every = (games.len() / args.games as usize).max(1);
    let sample: Vec<&(Record, ByColor<String>)> = games.iter().step_by(every).collect();
    let mut players: BTreeMap<&str, Counts> = BTreeMap::new();
    let (mut examiner, mut progress) = (Examiner::new(), Progress::new(true));
    for (n, (record, names)) in sample.iter().enumerate() {
        let Ok(game) = record.to_game() else { continue };
        progress.show(|| format!("game {} of {}", n + 1, sample.len()));
        for Chosen { color, difficulty, agrees, .. } in examiner.examine(&game, |_, _| {}) {
            let (agreed, of) = &mut players.entry(name(names, color)).or_default()[difficulty as usize];
            *agreed += u32::from(agrees);
            *of += 1;
        }
    }
    progress.clear();
    writeln!(out, "{} of {} games, {NODES} nodes per move", sample.len(), games.len())?;
    let mut rows: BTreeMap<Row<'_>, Vec<(f64, &Counts)>> = BTreeMap::new();
    for (name, counts) in &players {
        if let Some(rating) = ratings.get(name) {
            let row = if args.by_name { Row::Player(name) } else { Row::Ratings((rating / args.step).floor() as i64) };
            rows.entry(row).or_default().push((*rating, counts));
        }
    }
    write_table(&rows, out)
}

fn name(names: &ByColor<String>, color: Color) -> &str {
    match color {
        Color::Black => &names.black,
        Color::White => &names.white,
    }
}

/// Those who are counted together.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Row<'a> {
    Ratings(i64),
    Player(&'a str),
}

fn write_table(rows: &BTreeMap<Row<'_>, Vec<(f64, &Counts)>>, out: &mut impl Write) -> Result<(), Error> {
    writeln!(out, "rating\tplayers\t{}", Difficulty::ALL.map(|kind| format!("{0} moves\t{0} agreed", kind.key())).join("\t"))?;
    for (row, players) in rows {
        // Weighted by moves, as the shares are.
        let weight = |counts: &Counts| f64::from(counts.iter().map(|(_, of)| of).sum::<u32>());
        let all: f64 = players.iter().map(|(_, counts)| weight(counts)).sum();
        let mean = players.iter().map(|(rating, counts)| rating * weight(counts)).sum::<f64>() / all.max(1.0);
        let cells = Difficulty::ALL.map(|kind| {
            let (agreed, of) = sum(players, kind);
            format!("{of}\t{:.3}", f64::from(agreed) / f64::from(of.max(1)))
        });
        let name = if let Row::Player(name) = row { format!("\t{}", printable(name)) } else { String::new() };
        writeln!(out, "{mean:.0}\t{}\t{}{name}", players.len(), cells.join("\t"))?;
    }
    let spread = Difficulty::ALL.map(|kind| format!("{} {:.3}", kind.key(), spread(rows.values(), kind)));
    writeln!(out, "standard deviation between players of a row, beyond chance: {}", spread.join(", "))?;
    Ok(())
}

fn sum(row: &[(f64, &Counts)], kind: Difficulty) -> (u32, u32) {
    row.iter().map(|(_, counts)| counts[kind as usize]).fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1))
}

/// How much the shares of players differ from those of their row, beyond what chance explains: the method of moments, over players with enough moves.
fn spread<'a>(rows: impl Iterator<Item = &'a Vec<(f64, &'a Counts)>>, kind: Difficulty) -> f64 {
    let (mut excess, mut weights) = (0.0, 0.0);
    for row in rows {
        let (agreed, of) = sum(row, kind);
        let mean = f64::from(agreed) / f64::from(of.max(1));
        for (agreed, of) in row.iter().map(|(_, counts)| counts[kind as usize]).filter(|(_, of)| *of >= ENOUGH) {
            let (share, n) = (f64::from(agreed) / f64::from(of), f64::from(of));
            excess += n * ((share - mean).powi(2) - mean * (1.0 - mean) / n);
            weights += n;
        }
    }
    if weights > 0.0 { (excess / weights).max(0.0).sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two players of 100 moves with shares of 0.4 and 0.6: the variance of 0.01 is 0.0025 by chance and 0.0075 between them.
    #[test]
    fn the_spread_between_players_leaves_chance_out() {
        let players: [Counts; 2] = [[(40, 100), (5, 10), (50, 100)], [(60, 100), (5, 10), (50, 100)]];
        let row: Vec<(f64, &Counts)> = players.iter().map(|counts| (1500.0, counts)).collect();
        assert!((spread([&row].into_iter(), Difficulty::Easy) - 0.0075_f64.sqrt()).abs() < 1e-9);
        assert!(spread([&row].into_iter(), Difficulty::Hard) < 1e-9, "too few moves");
        assert!(spread([&row].into_iter(), Difficulty::Open) < 1e-9, "less than chance");
    }
}
