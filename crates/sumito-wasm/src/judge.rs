//! `analyze`: judges a game move by move and reports progress.

use sumito_engine::analysis::{Judgment, Reason, Summary, analyze};
use sumito_engine::{Control, Engine, Limits, Options};
use sumito_rules::record::Glyph;
use sumito_rules::shapes::Sumito;
use sumito_rules::{Color, Outcome};

use crate::line::{OutputLine, joined, lower};
use crate::words::Words;

/// The minimum number of positions per move; with fewer, judgments are meaningless.
const LEAST_NODES: u64 = 200;

/// Judges the moves of a game, searching a given number of positions for each.
pub(crate) fn judge(mut words: Words<'_>, write: &mut dyn FnMut(&str)) -> Result<(), OutputLine> {
    let nodes: u64 = words.parse("a number of positions to look at for each move", |word| word.parse().ok())?;
    let game = words.game()?.for_two()?;
    let limits = Limits::nodes(nodes.max(LEAST_NODES));
    let mut engine = Engine::new(Options::default());
    let found = analyze(&mut engine, &game, &limits, &Control::new(), |done, all| {
        write(OutputLine::new("progress").with("done", done).with("all", all).text());
    });
    let Some(analysis) = found else { return Ok(()) };
    let decisive = analysis.decisive();
    for (ply, judged) in analysis.moves.iter().enumerate() {
        let best = judged.lines.first().map_or(String::new(), |line| joined(line.pv.iter()));
        let line = OutputLine::new("judged")
            .with("ply", ply + 1)
            .with("text", judged.m)
            .with("key", judged.judgment.key())
            .with_some("glyph", judged.judgment.glyph().map(Glyph::suffix))
            .with("before", judged.eval_before())
            .with("eval", judged.eval_after())
            .with("chance", format_args!("{:.3}", judged.expectation()))
            .with("loss", format_args!("{:.3}", judged.loss))
            .with("best", best)
            .with("answer", joined(judged.answer.iter()))
            .with_some("book", judged.book.then_some("yes"))
            .with_some("decides", decisive.contains(&ply).then_some("yes"));
        write(line.text());
        judged.reasons.iter().for_each(|reason| write(of_reason(reason).text()));
    }
    let summary = analysis.summary();
    for color in Color::ALL {
        write(of_summary(color, &summary[color]).text());
    }
    Ok(())
}

fn of_reason(reason: &Reason) -> OutputLine {
    let line = OutputLine::new("reason").with("key", reason.key()).with("cells", reason.cells());
    let line = match reason {
        Reason::OverlooksWin { moves } => line.with("moves", moves),
        Reason::AllowsWin { winner, moves } => line.with("winner", lower(*winner)).with("moves", moves),
        Reason::Draws(draw) => line.with("outcome", Outcome::Drawn(*draw).key()),
        Reason::LetsSumitoThrough(sumito) | Reason::WalksIntoSumito(sumito) | Reason::OverlooksSumito(sumito) => {
            with_sumito(line, sumito)
        }
        Reason::OverlooksEjection(sumito) => with_sumito(line, sumito).with_some("marble", sumito.ejected),
        Reason::AllowsSumito { sumito, moves } | Reason::OverlooksPlan { sumito, moves } => {
            with_sumito(line, sumito).with("moves", moves)
        }
        Reason::WalksOutOfPac(pac) => line.with("forces", format_args!("{0}-{0}", pac.force)).with("line", pac.line),
        Reason::BreaksLance(lance) => line.with("line", lance),
        Reason::AbandonsMarble(marble) | Reason::LeavesDet(marble) | Reason::LeavesAlone(marble) => line.with("marble", marble),
        Reason::LosesMarble { marble, moves } | Reason::OverlooksGain { marble, moves } => {
            line.with("marble", marble).with("moves", moves)
        }
        Reason::BreaksBlock(_) => line,
    };
    line.with("says", reason)
}

fn with_sumito(line: OutputLine, sumito: &Sumito) -> OutputLine {
    let forces = format!("{}-{}", sumito.push.len(), sumito.pushed.len());
    line.with("forces", forces).with("line", sumito.line()).with_some("ejected", sumito.ejected)
}

fn of_summary(color: Color, summary: &Summary) -> OutputLine {
    let line = OutputLine::new("summary").with("color", lower(color)).with("moves", summary.moves);
    let line = line.with("accuracy", format_args!("{:.3}", summary.accuracy));
    Judgment::ALL.into_iter().zip(summary.judgments).fold(line, |line, (judgment, count)| line.with(judgment.key(), count))
}
