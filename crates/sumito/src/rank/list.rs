//! A rating list on the command line: its options, and how it is printed.

use std::fmt::Write as _;
use std::io::Write;

use clap::ValueEnum;
use serde_json::json;
use sumito_tournament::rating_list::{Anchor, Interval, Rated, RatingList, Results, Settings, Tally, rate};

use crate::error::{Error, printable};
use crate::plural::count;

/// How a list is made and printed, for all verbs that print one.
#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    /// Give this player this rating, and all others theirs relative to it
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor, help_heading = "Rating list")]
    anchor: Option<(String, f64)>,
    /// The mean of all ratings [default: 0]
    #[arg(long, value_name = "ELO", conflicts_with = "anchor", value_parser = finite, allow_negative_numbers = true, help_heading = "Rating list")]
    mean: Option<f64>,
    /// Rate all players: take strengths to vary with this standard deviation, in Elo, before the first game
    #[arg(long, value_name = "ELO", value_parser = deviation, help_heading = "Rating list")]
    prior: Option<f64>,
    /// How to print the list: table, csv or json
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "table",
        hide_possible_values = true,
        help_heading = "Rating list"
    )]
    format: Format,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Format {
    Table,
    Csv,
    Json,
}

fn finite(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| "expected a number such as 1500".to_owned())
}

fn deviation(text: &str) -> Result<f64, String> {
    let expected = "expected a number of Elo from 1 to 10000, such as 300";
    finite(text).ok().filter(|elo| (1.0..=10_000.0).contains(elo)).ok_or_else(|| expected.to_owned())
}

/// Names can contain `=`, numbers cannot.
fn anchor(text: &str) -> Result<(String, f64), String> {
    let parsed = text.rsplit_once('=').and_then(|(name, elo)| Some((name.to_owned(), finite(elo).ok()?)));
    parsed.filter(|(name, _)| !name.is_empty()).ok_or_else(|| "expected a player and a rating, such as 'Ada=1500'".to_owned())
}

impl ListArgs {
    fn settings(&self) -> Settings {
        let anchor = match &self.anchor {
            Some((name, elo)) => Anchor::Player(name.clone(), *elo),
            None => Anchor::Mean(self.mean.unwrap_or(0.0)),
        };
        Settings { anchor, prior: self.prior }
    }

    /// Makes the list and prints it; `notes` follow the table.
    pub(crate) fn write(&self, results: &Results, notes: &[String], out: &mut impl Write) -> Result<(), Error> {
        let settings = self.settings();
        let list = rate(results, &settings).map_err(|error| Error::Other(error.to_string()))?;
        match self.format {
            Format::Table => write!(out, "{}", table(&list, &settings, notes))?,
            Format::Csv => write!(out, "{}", csv(&list))?,
            Format::Json => writeln!(out, "{:#}", json(&list, &settings))?,
        }
        Ok(())
    }
}

/// Players with the same rating share a rank.
fn ranked(rated: &[Rated]) -> impl Iterator<Item = (usize, &Rated)> {
    let rank = |player: &Rated| 1 + rated.iter().filter(|other| whole(other.elo.value) > whole(player.elo.value)).count();
    rated.iter().map(move |player| (rank(player), player))
}

/// A rating is shown without decimals; one that rounds to zero has no sign.
fn whole(elo: f64) -> i64 {
    elo.round() as i64
}

/// An interval, of which one end can be missing.
fn range(Interval { low, high, .. }: Interval) -> String {
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("[{}, {}]", whole(low), whole(high)),
        (true, false) => format!("{} or more", whole(low)),
        (false, _) => format!("{} or less", whole(high)),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn table(list: &RatingList, settings: &Settings, notes: &[String]) -> String {
    let head = ["rank", "name", "Elo", "95% interval", "games", "won", "drawn", "lost", "score", "draws", "opposition"];
    let mut rows = vec![head.map(str::to_owned)];
    for (rank, player) in ranked(&list.rated) {
        let Tally { won, drawn, lost, .. } = player.tally;
        let draws = drawn as f64 / player.tally.games().max(1) as f64;
        rows.push([
            rank.to_string(),
            printable(&player.name),
            whole(player.elo.value).to_string(),
            range(player.elo),
            player.tally.games().to_string(),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            percent(player.tally.score()),
            percent(draws),
            whole(player.opposition).to_string(),
        ]);
    }
    let mut text = String::new();
    if list.rated.is_empty() {
        text += "no player can be rated\n";
    } else {
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..head.len()).map(width).collect();
        for row in &rows {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                // Names are aligned to the left, numbers to the right.
                1 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
        }
    }
    text.push('\n');
    let _ = writeln!(text, "{} between rated players{}", count(list.games, "game"), prior_note(settings));
    if let (Some(first_move), Some(draws)) = (list.first_move, list.draws) {
        let _ = writeln!(text, "moving first: {first_move} Elo; draws between equals: {}", percent(draws));
    }
    for (player, open) in list.rated.iter().filter_map(|player| Some((player, player.open?))) {
        let _ = writeln!(text, "bounded from one side: {}: {open}", printable(&player.name));
    }
    for player in &list.unrated {
        let Tally { won, drawn, lost, .. } = player.tally;
        let _ = writeln!(text, "not rated: {} W{won} D{drawn} L{lost}: {}", printable(&player.name), player.reason);
    }
    for note in notes {
        let _ = writeln!(text, "{note}");
    }
    text
}

fn prior_note(settings: &Settings) -> String {
    settings.prior.map_or(String::new(), |elo| format!(", with a prior of {elo} Elo"))
}

fn csv(list: &RatingList) -> String {
    let mut text = "rank,name,elo,low,high,games,won,drawn,lost,score,opposition,open,not_rated\n".to_owned();
    for (rank, player) in ranked(&list.rated) {
        let value = player.elo.value;
        let [low, high] =
            [player.elo.low, player.elo.high].map(|end| if end.is_finite() { format!("{end:.1}") } else { String::new() });
        let open = player.open.map(|open| open.to_string()).unwrap_or_default();
        let Tally { won, drawn, lost, .. } = player.tally;
        let (games, score) = (player.tally.games(), player.tally.score());
        let name = quoted(&player.name);
        let opposition = player.opposition;
        let _ = writeln!(
            text,
            "{rank},{name},{value:.1},{low},{high},{games},{won},{drawn},{lost},{score:.4},{opposition:.1},{open},"
        );
    }
    for player in &list.unrated {
        let Tally { won, drawn, lost, .. } = player.tally;
        let (name, games, score) = (quoted(&player.name), player.tally.games(), player.tally.score());
        let _ = writeln!(text, ",{name},,,,{games},{won},{drawn},{lost},{score:.4},,,{}", player.reason);
    }
    text
}

/// A field of a CSV file, in quotes if it needs them.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

fn json(list: &RatingList, settings: &Settings) -> serde_json::Value {
    let tenths = |number: f64| (number * 10.0).round() / 10.0 + 0.0;
    // An end that is missing is infinite here and null in JSON.
    let interval = |elo: Interval| json!({"elo": tenths(elo.value), "low": tenths(elo.low), "high": tenths(elo.high)});
    let tally = |tally: Tally| json!({"won": tally.won, "drawn": tally.drawn, "lost": tally.lost});
    let rated: Vec<serde_json::Value> = ranked(&list.rated)
        .map(|(rank, player)| {
            json!({
                "rank": rank,
                "name": player.name,
                "rating": interval(player.elo),
                "games": tally(player.tally),
                "opposition": tenths(player.opposition),
                "open": player.open.map(|open| open.to_string()),
            })
        })
        .collect();
    let unrated: Vec<serde_json::Value> = list
        .unrated
        .iter()
        .map(|player| json!({"name": player.name, "games": tally(player.tally), "reason": player.reason.to_string()}))
        .collect();
    json!({
        "games": list.games,
        "prior": settings.prior,
        "firstMove": list.first_move.map(interval),
        "drawsBetweenEquals": list.draws.map(|share| (share * 10_000.0).round() / 10_000.0),
        "rated": rated,
        "notRated": unrated,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_read_and_fields_quoted() {
        assert_eq!(anchor("level=3=1500"), Ok(("level=3".to_owned(), 1500.0)));
        assert_eq!(anchor("Ada=-12.5"), Ok(("Ada".to_owned(), -12.5)));
        for wrong in ["Ada", "=5", "Ada=", "Ada=inf", "Ada=x"] {
            assert!(anchor(wrong).is_err(), "{wrong}");
        }
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(quoted("plain name"), "plain name");
    }
}
