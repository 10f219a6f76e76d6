//! Reports, logs and accounts as text.

use std::io::Write;

use sumito_server::{AccountRecord, Agreement, Difficulty, LogEntry, Pace, ReportEntry, day};

use crate::error::{Error, printable};
use crate::plural::count;

pub(super) fn reports(reports: &[ReportEntry], none: &str, out: &mut impl Write) -> Result<(), Error> {
    if reports.is_empty() {
        writeln!(out, "{none}")?;
    }
    for ReportEntry { id, at, reporter, accused, game, line, reason, words, closed } in reports {
        let about = accused.as_deref().unwrap_or("nobody in particular");
        write!(out, "{id}  {}  {about}: {reason}", day(*at))?;
        writeln!(out, ", reported by {}", reporter.as_deref().unwrap_or("a deleted account"))?;
        if let Some(game) = game {
            writeln!(out, "            game {game}")?;
        }
        if let Some(line) = line {
            writeln!(out, "            chat: {}", printable(line))?;
        }
        if !words.is_empty() {
            writeln!(out, "            {}", printable(words))?;
        }
        if let Some((at, answer)) = closed {
            writeln!(out, "            closed {}: {}", day(*at), printable(answer))?;
        }
    }
    Ok(())
}

pub(super) fn log(entries: &[LogEntry], out: &mut impl Write) -> Result<(), Error> {
    if entries.is_empty() {
        writeln!(out, "nothing was done yet")?;
    }
    for LogEntry { at, by, action, subject, reason } in entries {
        writeln!(out, "{}  {action} {subject}, by {by}: {}", day(*at), printable(reason))?;
    }
    Ok(())
}

pub(super) fn account(record: &AccountRecord, out: &mut impl Write) -> Result<(), Error> {
    let standing = if record.standing.is_empty() { "no measures".to_owned() } else { record.standing.join(", ") };
    writeln!(out, "{}, since {}: {standing}\n", record.name, day(record.since))?;
    reports(&record.reports, "no reports", out)?;
    writeln!(out)?;
    log(&record.log, out)?;
    for (name, speed, points, is_undone) in &record.refunds {
        let undone = if *is_undone { ", taken back" } else { "" };
        writeln!(out, "refund: {points:.0} points to {name}, {speed}{undone}")?;
    }
    if let Some((at, agreement)) = &record.agreement {
        writeln!(out, "\nmeasured {}:", day(*at))?;
        self::agreement(agreement, out)?;
    }
    Ok(())
}

/// The agreement as a table, and what it does not say.
pub(super) fn agreement(agreement: &Agreement, out: &mut impl Write) -> Result<(), Error> {
    let percent = |share: f64| format!("{:.0}", share * 100.0);
    writeln!(out, "{}, {} nodes per move", count(agreement.games, "game"), agreement.nodes)?;
    writeln!(
        out,
        "{:<24} {:>6} {:>8} {:>12} {:>14} {:>8}",
        "positions", "moves", "agreed %", "95% interval", "usual %", "excess"
    )?;
    for difficulty in Difficulty::ALL {
        let all = agreement.count(difficulty, None);
        if all.moves == 0 {
            writeln!(out, "{:<24} {:>6}", difficulty.key(), 0)?;
            continue;
        }
        let [share, low, high] = all.share();
        let usual = agreement.usual(difficulty).map_or("-".to_owned(), |ends| ends.map(percent).join(" to "));
        let excess = agreement.excess(difficulty).map_or("-".to_owned(), |excess| format!("{excess:+.1}"));
        let interval = format!("{} to {}", percent(low), percent(high));
        let (name, share) = (difficulty.key(), percent(share));
        writeln!(out, "{name:<24} {:>6} {share:>8} {interval:>12} {usual:>14} {excess:>8}", all.moves)?;
        for pace in Pace::ALL {
            let count = agreement.count(difficulty, Some(pace));
            if count.moves > 0 {
                let [share, low, high] = count.share();
                let interval = format!("{} to {}", percent(low), percent(high));
                writeln!(out, "  {:<22} {:>6} {:>8} {interval:>12}", pace.key(), count.moves, percent(share))?;
            }
        }
    }
    writeln!(out, "\n{CAVEAT}")?;
    Ok(())
}

const CAVEAT: &str = "\
usual: where 95 of 100 players of this rating are expected. excess: standard deviations above that mean; more than 3 in hard positions is
rare for one account, but to be expected somewhere among many. A rating that lags behind, known positions and few moves raise it. This is
a reason to look at the games, and never a proof.";
