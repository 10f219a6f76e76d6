//! A game as a record, for files and other programs.

use std::time::Duration;

use sumito_rules::{ByColor, Color, Record};

use super::clock::{Left, Millis, TimeControl};
use super::event::{Player, What};
use super::games::Table;
use super::play::LiveGame;

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
        ("Date", date(started)),
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

/// The day of a moment, as records write it: `2026.11.15`. Days are those of Greenwich.
fn date(at: Millis) -> String {
    // Years are counted from March, so that the odd day of a leap year is the last one; 400 of them have 146,097 days.
    let days = at.div_euclid(24 * 60 * 60 * 1000) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, turned) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + turned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_have_days() {
        const DAY: Millis = 24 * 60 * 60 * 1000;
        for (at, expected) in [
            (0, "1970.01.01"),
            (DAY - 1, "1970.01.01"),
            (-1, "1969.12.31"),
            (951_782_400_000, "2000.02.29"),
            (951_868_800_000, "2000.03.01"),
            (1_709_164_800_000, "2024.02.29"),
            (1_794_717_905_679, "2026.11.15"),
            (4_107_542_400_000, "2100.03.01"),
        ] {
            assert_eq!(date(at), expected, "{at}");
        }
    }
}
