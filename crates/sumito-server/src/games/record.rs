//! A game as a record, for files and other programs.

use std::time::Duration;

use sumito_rules::{ByColor, Color, Record};

use crate::games::room::Table;
use crate::play::clock::{Left, TimeControl};
use crate::play::event::{Player, What};
use crate::play::live::LiveGame;
use crate::time::day;

/// The record of a game: who played when and how fast, each move with the time that was left after it, and how it ended.
pub(crate) fn record(table: &Table) -> Record {
    let live = &table.live;
    let setup = live.setup();
    let mut record = Record::from(live.game());
    for (ply, clock) in record.line.plies.iter_mut().zip(clocks(table)) {
        ply.clock = clock;
    }
    let names = ByColor::new(name(table, Color::Black), name(table, Color::White));
    let started = table.log.first().map_or(0, |event| event.at);
    let mut tags = vec![
        ("Event", if setup.rated { "Rated game" } else { "Casual game" }.to_owned()),
        ("Date", day(started).replace('-', ".")),
        ("Black", names.black),
        ("White", names.white),
    ];
    if setup.control != TimeControl::None {
        tags.push(("TimeControl", setup.control.to_string()));
    }
    for (tag, value) in tags {
        record.set_tag(tag, &value).expect("a tag of letters that no field stands for");
    }
    record
}

fn name(table: &Table, color: Color) -> String {
    match table.live.setup().seats[color] {
        Some(Player::Engine(level)) => format!("Sumito, level {level}"),
        Some(Player::User(_)) => table.people[color].name.clone().unwrap_or_else(|| "Guest".to_owned()),
        None => "?".to_owned(),
    }
}

/// The time that the mover had left after each move; what was taken back is forgotten.
fn clocks(table: &Table) -> Vec<Option<Duration>> {
    let mut clocks = Vec::new();
    let Some(What::Created(setup)) = table.log.first().map(|event| &event.what) else { return clocks };
    let Ok(mut live) = LiveGame::new(setup.clone()) else { return clocks };
    for event in &table.log[1..] {
        let mover = live.game().position().turn();
        if live.fold(event).is_err() {
            return clocks;
        }
        if matches!(event.what, What::Moved { .. }) {
            clocks.push(live.clock().left(mover, event.at).map(shown));
        }
        clocks.truncate(live.game().ply());
    }
    clocks
}

fn shown(left: Left) -> Duration {
    let time = if left.main > 0 { left.main } else { left.period };
    Duration::from_millis(time.max(0).unsigned_abs())
}
