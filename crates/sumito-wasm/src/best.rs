//! `best`: the engine's move in a game of three to six players.

use sumito_engine::party::{Level, Options, Report, search};
use sumito_engine::{Control, Limits, ScoreKind};
use sumito_rules::IllegalMove;

use crate::line::{OutputLine, joined};
use crate::words::Words;

/// How far the engine may go: as far as a level does, or to a number of positions.
enum Limit {
    Level(Level),
    Nodes(u64),
}

fn read_limit(word: &str) -> Option<Limit> {
    match word.strip_prefix("nodes=") {
        Some(nodes) => nodes.parse().ok().filter(|&nodes| nodes > 0).map(Limit::Nodes),
        None => word.parse().ok().and_then(Level::new).map(Limit::Level),
    }
}

/// Finds a move; with a number of positions, each finished depth is reported.
pub(crate) fn best(mut words: Words<'_>, write: &mut dyn FnMut(&str)) -> Result<(), OutputLine> {
    let limit = words.parse("a level from 1 to 5, or nodes=N", read_limit)?;
    let seed: u64 = words.parse("a seed, which is a number", |word| word.parse().ok())?;
    let game = words.game()?.for_more()?;
    let (level, limits) = match limit {
        Limit::Level(level) => (level, Limits::default()),
        Limit::Nodes(nodes) => (Level::FULL, Limits::nodes(nodes)),
    };
    let is_verbose = limits.nodes.is_some();
    let found = search(&game, &Options::new(level, seed), &limits, &Control::new(), |report| {
        if is_verbose {
            write(with_report(OutputLine::new("info"), report).text());
        }
    });
    let report = found.ok_or_else(|| OutputLine::error(0, IllegalMove::GameOver).with("key", IllegalMove::GameOver.key()))?;
    write(with_report(OutputLine::new("best").with("text", report.best), &report).text());
    Ok(())
}

fn with_report(line: OutputLine, report: &Report) -> OutputLine {
    let line = match report.score.kind() {
        ScoreKind::Centimarbles(score) => line.with("score", score),
        ScoreKind::WinIn(plies) => line.with("win", plies),
        ScoreKind::LossIn(plies) => line.with("loss", plies),
    };
    line.with("depth", report.depth).with("nodes", report.nodes).with("pv", joined(report.pv.iter()))
}
