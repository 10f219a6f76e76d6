//! What images cost: bytes and milliseconds. `cargo run --release -p sumito-pictures --example cost [FOLDER]` also writes them to a folder.

use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs};

use sumito_pictures::{Card, Film, Mark, Row, Step, card_png, png};
use sumito_rules::diagram::{Diagram, Theme};
use sumito_rules::party::{self, Seat};
use sumito_rules::{Layout, Position};

/// How often each image is drawn; the fastest time counts.
const REPEATED: usize = 5;

fn main() {
    let folder = env::args().nth(1).map(PathBuf::from);
    let row = |seat, name: &str, score: &str| Row { mark: Mark::Marble(seat), name: name.to_owned(), score: score.to_owned() };
    let (last, steps) = played(80);
    let two = Card {
        diagram: Diagram::of(&last),
        headline: "Black wins".to_owned(),
        facts: "Belgian Daisy · 10 min + 5 s · Rated".to_owned(),
        rows: vec![row(Seat::White, "Grace", "4"), row(Seat::Black, "Ada", "6")],
    };
    let six = Card {
        diagram: Diagram::of_party(&party::Layout::find("six").expect("a known layout").position()),
        headline: "Yellow to move".to_owned(),
        facts: "Six players · 10 min".to_owned(),
        rows: Seat::ALL.map(|seat| row(seat, &format!("{seat} player"), "2")).into(),
    };
    measure("card of a game for two", "two.png", folder.as_ref(), || card_png(&two.svg()));
    measure("card of a game for six", "six.png", folder.as_ref(), || card_png(&six.svg()));
    measure("board, 1000 pixels wide", "board.png", folder.as_ref(), || png(&Diagram::of(&last).svg(), 1000));
    for (plies, rolls) in [(80, true), (80, false), (400, false), (1000, false)] {
        let steps = if plies == 80 { steps.clone() } else { played(plies).1 };
        let start = Diagram::of(&Layout::BELGIAN_DAISY.position());
        let film = Film { start, steps, theme: Theme::Classic, width: 360, pause: 70, rolls, threads: 1 };
        let what = format!("film of {plies} plies{}", if rolls { ", rolling" } else { "" });
        measure(&what, &format!("film-{plies}{}.gif", if rolls { "-rolling" } else { "" }), folder.as_ref(), || {
            film.gif(|d| d, |_, _| {})
        });
    }
}

/// A game of this many plies that wanders about, and its last position.
fn played(plies: usize) -> (Position, Vec<Step>) {
    let mut position = Layout::BELGIAN_DAISY.position();
    let steps = (0..plies).map(|n| {
        let moves = position.quiet_moves();
        let m = moves.nth(n * 7919 % moves.len()).expect("a move of the list");
        let step = Step::of(&position, m);
        position.play(m).expect("a legal move");
        step
    });
    let steps = steps.collect();
    (position, steps)
}

fn measure<E: std::fmt::Debug>(what: &str, file: &str, folder: Option<&PathBuf>, make: impl Fn() -> Result<Vec<u8>, E>) {
    let timed = |_| {
        let begun = Instant::now();
        let bytes = make().expect("the image can be drawn");
        (begun.elapsed(), bytes)
    };
    let (time, bytes) = (0..REPEATED).map(timed).min_by_key(|(time, _)| *time).expect("it is drawn");
    println!("{what}: {} kB, {:.1} ms", bytes.len() / 1000, time.as_secs_f64() * 1e3);
    if let Some(folder) = folder {
        fs::write(folder.join(file), bytes).expect("the folder can be written to");
    }
}
