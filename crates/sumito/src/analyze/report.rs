//! An analysis as text to read.

use std::fmt::Write;

use sumito_engine::analysis::{Analysis, JudgedMove, Judgment};
use sumito_engine::{Report, Score, ScoreKind};
use sumito_rules::diagram::Diagram;
use sumito_rules::record::{Eval, Glyph, Record};
use sumito_rules::{Color, Game, Move, Position, shapes};

use crate::show::{board, headline};

/// The most moves shown of a line.
const SHOWN: usize = 10;

/// The best lines of a position, the board, and what is threatened.
pub(super) fn of_position(game: &Game, found: &Report, color: bool) -> String {
    let position = game.position();
    let mut text = board(&Diagram::of(position), color);
    text.push('\n');
    if let Some(outcome) = game.outcome() {
        return text + &format!("The game is over: {outcome}\n");
    }
    let depth = found.lines.first().map_or(0, |line| line.depth);
    let depth = crate::plural::count(depth, "ply");
    let nodes = thousands(found.nodes);
    put(&mut text, format_args!("Best lines for {}, {depth} deep, {nodes} positions\n", position.turn()));
    for (n, line) in found.lines.iter().enumerate() {
        let moves = numbered(position, &line.pv[..line.pv.len().min(SHOWN)]);
        put(&mut text, format_args!("{:>3}. {:<11} {moves}\n", n + 1, own_words(line.score)));
    }

    let mut facts: Vec<String> = Vec::new();
    for side in Color::ALL {
        facts.extend(shapes::threats(position, side).iter().map(ToString::to_string));
        let quiet = shapes::sumitos(position, side).into_iter().filter(|sumito| sumito.ejected.is_none());
        facts.extend(quiet.map(|sumito| format!("{side} has a {sumito}")));
    }
    if !facts.is_empty() {
        text += "\nOn the board\n";
        for fact in facts {
            put(&mut text, format_args!("  {fact}\n"));
        }
    }
    text
}

/// A table of the moves, the bad moves with their reasons, and a summary for both sides.
pub(super) fn of_game(record: &Record, analysis: &Analysis, color: bool) -> String {
    let mut text = headline(record) + "\n\n";
    write_table(&mut text, analysis, color);
    write_bad_moves(&mut text, analysis, color);
    write_summary(&mut text, analysis);
    text
}

fn write_table(text: &mut String, analysis: &Analysis, color: bool) {
    let mut shown = String::new();
    let mut row = String::new();
    for judged in &analysis.moves {
        let glyph = judged.judgment.glyph().map_or("", Glyph::suffix);
        let m = format!("{}{glyph}", judged.m);
        let cell = format!("{}{m:<9}{} {:>11}", paint(judged.judgment, color), plain(color), eval_words(judged));
        if judged.mover() == Color::Black || row.is_empty() {
            put(&mut row, format_args!("{:>5}. ", judged.position.move_number()));
        }
        if judged.mover() == Color::White && row.len() < 9 {
            put(&mut row, format_args!("{:<9} {:>11}", "...", ""));
        }
        row += &cell;
        if judged.mover() == Color::White {
            shown += row.trim_end();
            shown.push('\n');
            row.clear();
        } else {
            row += "   ";
        }
    }
    if !row.is_empty() {
        shown += row.trim_end();
        shown.push('\n');
    }
    put(text, format_args!("{:>5}  {:<21}   White\n{shown}", "Move", "Black"));
}

fn write_bad_moves(text: &mut String, analysis: &Analysis, color: bool) {
    let bad = analysis.moves.iter().filter(|judged| judged.judgment >= Judgment::Inaccuracy);
    let bad: Vec<&JudgedMove> = bad.collect();
    if bad.is_empty() {
        return;
    }
    text.push('\n');
    for judged in bad {
        let (mark, plain) = (paint(judged.judgment, color), plain(color));
        let (before, after) = (black_words(judged.eval_before()), eval_words(judged));
        put(text, format_args!("{mark}{}{plain}  {before} to {after}. {}\n", judged.label(), judged.words()));
        for line in judged.better_lines() {
            let moves = numbered(&judged.position, &line.pv[..line.pv.len().min(SHOWN)]);
            put(text, format_args!("    better {moves}\n"));
        }
        if !judged.answer.is_empty() {
            let after = judged.position.after_unchecked(judged.m);
            let moves = numbered(&after, &judged.answer[..judged.answer.len().min(SHOWN)]);
            put(text, format_args!("    allows {moves}\n"));
        }
    }
    let decisive: Vec<String> = analysis.decisive().into_iter().map(|ply| analysis.moves[ply].label()).collect();
    if !decisive.is_empty() {
        put(text, format_args!("\nThe moves that decided the game: {}\n", decisive.join(", ")));
    }
}

fn write_summary(text: &mut String, analysis: &Analysis) {
    let summary = analysis.summary();
    let mut row = |name: &str, value: &dyn Fn(Color) -> String| {
        put(text, format_args!("{name:<14} {:>6} {:>6}\n", value(Color::Black), value(Color::White)));
    };
    row("\nHow they played", &|color| color.to_string());
    row("accuracy", &|color| {
        if summary[color].moves == 0 { "-".into() } else { format!("{:.0}%", summary[color].accuracy * 100.0) }
    });
    for (name, judgment) in
        [("inaccuracies", Judgment::Inaccuracy), ("mistakes", Judgment::Mistake), ("blunders", Judgment::Blunder)]
    {
        row(name, &|color| summary[color].judgments[judgment as usize].to_string());
    }
    row("book moves", &|color| analysis.moves.iter().filter(|judged| judged.book && judged.mover() == color).count().to_string());
}

/// The evaluation after a move, or how the game ended there.
fn eval_words(judged: &JudgedMove) -> String {
    match judged.outcome {
        Some(outcome) => outcome.winner().map_or("draw".into(), |winner| format!("{winner} won")),
        None => black_words(judged.eval_after()),
    }
}

/// A score from Black's point of view.
fn black_words(eval: Eval) -> String {
    match eval {
        Eval::Centimarbles(n) => marbles(n),
        Eval::Win { winner, moves } => format!("{winner} in {moves}"),
    }
}

/// A score from the point of view of the side to move.
fn own_words(score: Score) -> String {
    match score.kind() {
        ScoreKind::Centimarbles(n) => marbles(n),
        ScoreKind::WinIn(plies) => format!("wins in {}", plies.div_ceil(2)),
        ScoreKind::LossIn(plies) => format!("loses in {}", plies.div_ceil(2)),
    }
}

fn marbles(hundredths: i32) -> String {
    format!("{:+.2}", f64::from(hundredths) / 100.0)
}

/// Moves with their numbers: `12... c3d4 13. e5e4`.
fn numbered(position: &Position, line: &[Move]) -> String {
    let mut position = *position;
    let mut words = Vec::new();
    for (n, &m) in line.iter().enumerate() {
        let number = match (position.turn(), n) {
            (Color::Black, _) => format!("{}. ", position.move_number()),
            (Color::White, 0) => format!("{}... ", position.move_number()),
            (Color::White, _) => String::new(),
        };
        words.push(format!("{number}{m}"));
        position.play_unchecked(m);
    }
    words.join(" ")
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or("")).collect();
    groups.join(",")
}

fn paint(judgment: Judgment, color: bool) -> &'static str {
    match judgment {
        _ if !color => "",
        Judgment::Best => "\x1b[32m",
        Judgment::Good => "",
        Judgment::Inaccuracy => "\x1b[33m",
        Judgment::Mistake => "\x1b[35m",
        Judgment::Blunder => "\x1b[1;31m",
    }
}

fn plain(color: bool) -> &'static str {
    if color { "\x1b[0m" } else { "" }
}

/// Appends formatted text, which cannot fail.
fn put(text: &mut String, words: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(words);
}
