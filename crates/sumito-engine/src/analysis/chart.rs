//! The course of a game as a picture: Black's winning chances after every move.

use std::fmt::Write;

use sumito_rules::Color;
use sumito_rules::diagram::{Ink, Theme};

use super::{Analysis, JudgedMove, Judgment};

const WIDTH: f64 = 840.0;
const HEIGHT: f64 = 360.0;
/// The field of the curve.
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 22.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = HEIGHT - 76.0;

/// Formats on to the end of a text, which cannot fail.
macro_rules! put {
    ($text:expr, $($format:tt)*) => {{
        let _ = write!($text, $($format)*);
    }};
}

impl Analysis {
    /// Draws the evaluation over the game as one self-contained `<svg>` element.
    ///
    /// The higher the curve, the better for Black. Each kind of bad move has a shape and a letter of its own, and a `<title>` that
    /// says which move it was and why it was bad. Elements have classes that begin with `sumito-`, marks a `data-ply`.
    pub fn chart(&self, theme: Theme) -> String {
        let ink = theme.ink();
        let mut out = String::new();
        put!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" class="sumito-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" "#);
        put!(out, r#"aria-labelledby="sumito-chart-title sumito-chart-desc" font-family="sans-serif" font-size="13">"#);
        put!(out, r#"<title id="sumito-chart-title">Winning chances over the game</title>"#);
        put!(out, r#"<desc id="sumito-chart-desc">{}</desc>"#, self.describe());
        put!(out, r#"<rect width="{WIDTH}" height="{HEIGHT}" rx="10"{}/>"#, fill("paper", ink.paper));
        self.write_curve(&mut out, ink);
        self.write_axes(&mut out, ink);
        // The worst come last, so that nothing covers them.
        let decisive = self.decisive();
        for mark in &MARKS {
            let moves = self.moves.iter().enumerate().filter(|(_, judged)| judged.judgment == mark.judgment);
            for (ply, judged) in moves {
                let (x, y) = self.point(ply + 1, judged.expectation());
                put!(out, r#"<g class="sumito-{}" data-ply="{}">"#, judged.judgment, ply + 1);
                put!(out, "<title>{}: {}</title>", judged.label(), judged.words());
                mark.draw(&mut out, ink, x, y, decisive.contains(&ply));
                out.push_str("</g>");
            }
        }
        write_legend(&mut out, ink);
        out.push_str("</svg>");
        out
    }

    /// The picture in words.
    fn describe(&self) -> String {
        let percent = |chances: f64| (chances * 100.0).round();
        let start = percent(self.start_expectation());
        let end = percent(self.moves.last().map_or(self.start_expectation(), JudgedMove::expectation));
        let plies = if self.moves.len() == 1 { "1 ply".to_owned() } else { format!("{} plies", self.moves.len()) };
        let mut text = format!("Black's winning chances over {plies}, from {start} to {end} percent.");
        for judgment in [Judgment::Blunder, Judgment::Mistake] {
            let moves: Vec<String> =
                self.moves.iter().filter(|judged| judged.judgment == judgment).map(JudgedMove::label).collect();
            if !moves.is_empty() {
                let plural = if moves.len() == 1 { "" } else { "s" };
                put!(text, " {judgment}{plural}: {}.", moves.join(", "));
            }
        }
        text
    }

    /// Black's chances before the first move.
    fn start_expectation(&self) -> f64 {
        let (score, side) = match self.moves.first() {
            Some(first) => (first.before, first.mover()),
            None => (self.end_score, self.end.turn()),
        };
        if side == Color::Black { score.expectation() } else { 1.0 - score.expectation() }
    }

    /// Where the curve is after this many plies, given Black's chances.
    fn point(&self, ply: usize, chances: f64) -> (f64, f64) {
        let x = LEFT + (RIGHT - LEFT) * ply as f64 / self.moves.len().max(1) as f64;
        (x, BOTTOM - (BOTTOM - TOP) * chances)
    }

    /// Black's share below the curve, White's above.
    fn write_curve(&self, out: &mut String, ink: Ink) {
        let (width, height) = (RIGHT - LEFT, BOTTOM - TOP);
        put!(out, r#"<rect x="{LEFT}" y="{TOP}" width="{width}" height="{height}"{}/>"#, fill("white", ink.white));
        let chances = std::iter::once(self.start_expectation()).chain(self.moves.iter().map(JudgedMove::expectation));
        let mut curve = String::new();
        for (ply, chances) in chances.enumerate() {
            let (x, y) = self.point(ply, chances);
            put!(curve, " {x:.1},{y:.1}");
        }
        if self.moves.is_empty() {
            let (_, y) = self.point(0, self.start_expectation());
            put!(curve, " {RIGHT},{y:.1}");
        }
        put!(
            out,
            r#"<polygon class="sumito-share" points="{LEFT},{BOTTOM}{curve} {RIGHT},{BOTTOM}"{}/>"#,
            fill("black", ink.black)
        );
        let line = stroke("danger", ink.danger);
        put!(out, r#"<polyline class="sumito-curve" points="{}" fill="none" stroke-width="2"{line}/>"#, curve.trim_start());
    }

    fn write_axes(&self, out: &mut String, ink: Ink) {
        let line = stroke("line", ink.line);
        let middle = f64::midpoint(TOP, BOTTOM);
        put!(out, r#"<g class="sumito-axes" fill="none"{line}>"#);
        put!(out, r#"<path d="M{LEFT},{middle}H{RIGHT}" stroke-dasharray="5 4"/>"#);
        put!(out, r#"<rect x="{LEFT}" y="{TOP}" width="{}" height="{}"/>"#, RIGHT - LEFT, BOTTOM - TOP);
        let numbers: Vec<(usize, u16)> = self.numbered_plies();
        for &(ply, _) in &numbers {
            let (x, _) = self.point(ply, 0.0);
            put!(out, r#"<path d="M{x:.1},{BOTTOM}v5"/>"#);
        }
        put!(out, r#"</g><g class="sumito-labels"{}>"#, fill("text", ink.text));
        for (words, y) in [("Black", TOP + 13.0), ("even", middle + 4.0), ("White", BOTTOM - 4.0)] {
            put!(out, r#"<text x="{}" y="{y}" text-anchor="end">{words}</text>"#, LEFT - 8.0);
        }
        for (ply, number) in numbers {
            let (x, _) = self.point(ply, 0.0);
            put!(out, r#"<text x="{x:.1}" y="{}" text-anchor="middle">{number}</text>"#, BOTTOM + 20.0);
        }
        out.push_str("</g>");
    }

    /// Plies whose move number is written below the curve: not too many, at round numbers.
    fn numbered_plies(&self) -> Vec<(usize, u16)> {
        let moves = self.moves.len() / 2;
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].into_iter().find(|step| moves / step <= 12).unwrap_or(5000);
        let numbered = self.moves.iter().enumerate().filter(|(_, judged)| judged.mover() == Color::Black);
        numbered
            .map(|(ply, judged)| (ply + 1, judged.position.move_number()))
            .filter(|&(_, number)| usize::from(number).is_multiple_of(step))
            .collect()
    }
}

/// How a bad move is marked.
struct Mark {
    judgment: Judgment,
    letter: char,
    /// The outline around its middle.
    path: &'static str,
    /// How far the letter's foot is below the middle.
    foot: f64,
}

const MARKS: [Mark; 3] = [
    Mark { judgment: Judgment::Inaccuracy, letter: 'i', path: "m-7,-7h14v14h-14z", foot: 4.0 },
    Mark { judgment: Judgment::Mistake, letter: 'm', path: "m0,-12l12,20h-24z", foot: 5.5 },
    Mark { judgment: Judgment::Blunder, letter: 'B', path: "m0,-13l13,13l-13,13l-13,-13z", foot: 4.5 },
];

impl Mark {
    /// Draws the mark, filled if the move decided the game.
    fn draw(&self, out: &mut String, ink: Ink, x: f64, y: f64, filled: bool) {
        let colors = if filled {
            paint(&[("fill", "danger", ink.danger), ("stroke", "paper", ink.paper)])
        } else {
            paint(&[("fill", "paper", ink.paper), ("stroke", "danger", ink.danger)])
        };
        put!(out, r#"<path d="M{x:.1},{y:.1}{}" stroke-width="2"{colors}/>"#, self.path);
        let text = if filled { fill("paper", ink.paper) } else { fill("text", ink.text) };
        let (letter, foot) = (self.letter, y + self.foot);
        put!(
            out,
            r#"<text x="{x:.1}" y="{foot:.1}" text-anchor="middle" font-size="12" font-weight="bold"{text}>{letter}</text>"#
        );
    }
}

fn write_legend(out: &mut String, ink: Ink) {
    let y = HEIGHT - 24.0;
    put!(out, r#"<g class="sumito-legend" aria-hidden="true">"#);
    for (n, mark) in MARKS.iter().enumerate() {
        let x = LEFT + 10.0 + 130.0 * n as f64;
        mark.draw(out, ink, x, y, false);
        put!(out, r#"<text x="{}" y="{}"{}>{}</text>"#, x + 20.0, y + 4.5, fill("text", ink.text), mark.judgment);
    }
    let x = LEFT + 10.0 + 130.0 * MARKS.len() as f64;
    let blunder = &MARKS[MARKS.len() - 1];
    blunder.draw(out, ink, x, y, true);
    put!(out, r#"<text x="{}" y="{}"{}>decided the game</text>"#, x + 20.0, y + 4.5, fill("text", ink.text));
    put!(out, r#"<text x="{RIGHT}" y="{}" text-anchor="end"{}>move</text></g>"#, y + 4.5, fill("text", ink.text));
}

/// Colors, written so that every program understands them and a page may change them: property, name, color.
fn paint(colors: &[(&str, &str, &str)]) -> String {
    let (mut attributes, mut style) = (String::new(), String::new());
    for (property, name, color) in colors {
        put!(attributes, r#" {property}="{color}""#);
        put!(style, "{property}:var(--sumito-{name},{color});");
    }
    format!(r#"{attributes} style="{}""#, style.trim_end_matches(';'))
}

fn fill(name: &str, color: &str) -> String {
    paint(&[("fill", name, color)])
}

fn stroke(name: &str, color: &str) -> String {
    paint(&[("stroke", name, color)])
}
