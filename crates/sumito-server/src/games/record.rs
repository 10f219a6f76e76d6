//! A game as a record, for files and other programs.

use std::time::Duration;

use sumito_rules::record::Record;
use sumito_rules::{ByColor, Color};

use crate::games::room::LoadedGame;
use crate::play::clock::{TimeControl, TimeLeft};
use crate::play::event::{EventKind, Player};
use crate::play::live::{Ending, LiveGame, Status};
use crate::time::day;

/// The record of a game: players, date, time control, each move with the time left after it, and the result.
pub(crate) fn record(loaded: &LoadedGame) -> Record {
    let live = &loaded.live;
    let setup = live.setup();
    let mut record = Record::from(live.game());
    for (ply, clock) in record.line.plies.iter_mut().zip(clocks(loaded)) {
        ply.clock = clock;
    }
    let names = ByColor::new(name(loaded, Color::Black), name(loaded, Color::White));
    let started = loaded.log.first().map_or(0, |event| event.at);
    let mut tags = vec![
        ("Event", if setup.rated { "Rated game" } else { "Casual game" }.to_owned()),
        ("Date", day(started).replace('-', ".")),
        ("Black", names.black),
        ("White", names.white),
    ];
    if setup.control != TimeControl::None {
        tags.push(("TimeControl", setup.control.to_string()));
    }
    if let Status::Over(Ending::Left { winner }) = live.status() {
        let words = winner.map_or("drawn: a player left the game".to_owned(), |winner| format!("{winner} won: {} left", !winner));
        tags.push(("Termination", words));
    }
    for (tag, value) in tags {
        record.set_tag(tag, &value).expect("a tag of letters without a field of its own");
    }
    record
}

fn name(loaded: &LoadedGame, color: Color) -> String {
    match loaded.live.setup().seats[color] {
        Some(Player::Engine(level)) => format!("Sumito, level {level}"),
        Some(Player::User(_)) => loaded.players[color].name.clone().unwrap_or_else(|| "Guest".to_owned()),
        None => "?".to_owned(),
    }
}

/// The time that the mover had left after each move, without moves that were taken back.
fn clocks(loaded: &LoadedGame) -> Vec<Option<Duration>> {
    let mut clocks = Vec::new();
    let Some(EventKind::Created(setup)) = loaded.log.first().map(|event| &event.kind) else { return clocks };
    let Ok(mut live) = LiveGame::new(setup.clone(), 0) else { return clocks };
    for event in &loaded.log[1..] {
        let mover = live.game().position().turn();
        if live.fold(event).is_err() {
            return clocks;
        }
        if matches!(event.kind, EventKind::Moved { .. }) {
            clocks.push(live.clock().left(mover, event.at).map(shown));
        }
        clocks.truncate(live.game().ply());
    }
    clocks
}

fn shown(left: TimeLeft) -> Duration {
    let time = if left.main > 0 { left.main } else { left.period };
    Duration::from_millis(time.max(0).unsigned_abs())
}
