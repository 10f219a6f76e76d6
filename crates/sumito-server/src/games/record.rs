//! A game as a record, for files and other programs.

use std::time::Duration;

use sumito_rules::notation::MoveNotation;
use sumito_rules::party::Seat;
use sumito_rules::record::{Format, GameResult, Record, party};

use crate::failure::Failure;
use crate::games::room::LoadedGame;
use crate::play::any_game::AnyGame;
use crate::play::clock::{Millis, TimeControl, TimeLeft};
use crate::play::event::{Event, EventKind, Player};
use crate::play::live::{BrokenLog, Ending, LiveGame, Status};
use crate::time::day;

/// The record of a game in a file: players, date, time control, each move with the time left after it, and the result.
pub(crate) fn record(loaded: &LoadedGame, format: Format) -> Result<String, Failure> {
    let tags = tags(loaded);
    let clocks = clocks(&loaded.log);
    match loaded.live.game() {
        AnyGame::Two(game) => {
            let mut record = Record::from(game);
            record.line.plies.iter_mut().zip(clocks).for_each(|(ply, clock)| ply.clock = clock);
            for (tag, value) in tags {
                record.set_tag(&tag, &value).expect("a tag of letters without a field of its own");
            }
            Ok(record.format(format))
        }
        AnyGame::Party(_) if format != Format::Apgn(MoveNotation::AbaPro) => {
            Err(Failure::Bad("format: expected apgn, the only one for more than two players".to_owned()))
        }
        AnyGame::Party(game) => {
            let mut record = party::Record::from(game);
            record.line.plies.iter_mut().zip(clocks).for_each(|(ply, clock)| ply.clock = clock);
            for (tag, value) in tags {
                record.set_tag(&tag, &value).expect("a tag of letters without a field of its own");
            }
            Ok(record.format())
        }
    }
}

/// The record of a game for two from its log, with this result and these tags besides date and clock.
pub(crate) fn record_of_log(
    lines: &[(Millis, String)],
    result: GameResult,
    tags: &[(&str, String)],
) -> Result<String, BrokenLog> {
    let (live, log) = LiveGame::replay(lines.iter().map(|(at, line)| (*at, line.as_str())))?;
    let game = live.game().two().ok_or(BrokenLog(1))?;
    let mut record = Record::from(game);
    record.line.plies.iter_mut().zip(clocks(&log)).for_each(|(ply, clock)| ply.clock = clock);
    record.result = result;
    let started = log.first().map_or(0, |event| event.at);
    let more = [("Date", day(started).replace('-', ".")), ("TimeControl", live.setup().control.to_string())];
    for (tag, value) in tags.iter().chain(&more) {
        record.set_tag(tag, value).expect("a tag of letters without a field of its own");
    }
    Ok(record.format(Format::Apgn(MoveNotation::AbaPro)))
}

fn tags(loaded: &LoadedGame) -> Vec<(String, String)> {
    let setup = loaded.live.setup();
    let started = loaded.log.first().map_or(0, |event| event.at);
    let mut tags = vec![
        ("Event".to_owned(), event(setup.rated, setup.room).to_owned()),
        ("Date".to_owned(), day(started).replace('-', ".")),
    ];
    tags.extend(setup.seats.seats().map(|seat| (seat.to_string(), name(loaded, seat))));
    if setup.control != TimeControl::None {
        tags.push(("TimeControl".to_owned(), setup.control.to_string()));
    }
    let termination = match loaded.live.status() {
        Status::Over(Ending::Left { winner }) => {
            Some(winner.map_or("drawn: a player left the game".to_owned(), |winner| format!("{winner} won: {} left", !winner)))
        }
        Status::Over(Ending::Deserted { .. }) => Some("all people left the game".to_owned()),
        _ => None,
    };
    tags.extend(termination.map(|words| ("Termination".to_owned(), words)));
    tags
}

const fn event(is_rated: bool, is_of_room: bool) -> &'static str {
    match (is_rated, is_of_room) {
        (_, true) => "Engine room",
        (true, false) => "Rated game",
        (false, false) => "Casual game",
    }
}

fn name(loaded: &LoadedGame, seat: Seat) -> String {
    match loaded.live.setup().seats[seat] {
        Some(Player::Engine(level)) => format!("Sumito, level {level}"),
        Some(Player::User(_)) => {
            let name = loaded.players[seat].name.clone().unwrap_or_else(|| "Guest".to_owned());
            let substitute = loaded.live.left().iter().find(|left| left.seat == seat).and_then(|left| left.engine);
            substitute.map_or(name.clone(), |level| format!("{name}, then Sumito, level {level}"))
        }
        None => "?".to_owned(),
    }
}

/// The time that the mover had left after each move, without moves that were taken back.
fn clocks(log: &[Event]) -> Vec<Option<Duration>> {
    let mut clocks = Vec::new();
    let Some(EventKind::Created(setup)) = log.first().map(|event| &event.kind) else { return clocks };
    let Ok(mut live) = LiveGame::new((**setup).clone(), 0) else { return clocks };
    for event in &log[1..] {
        let mover = live.game().turn();
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
