//! Tournaments that many people want, ready to use.

use sumito_tournament::standings::TieBreak;

use super::{Format, Scoring, Settings};
use crate::play::clock::{Extra, Millis, TimeControl};

/// A tournament that is ready to use.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Preset {
    /// The championship of the Mind Sports Olympiad.
    MindSports,
    /// A league in which marbles count.
    FrenchLeague,
    ClubEvening,
    HourlyArena,
}

impl Preset {
    pub(crate) const ALL: [Preset; 4] = [Preset::MindSports, Preset::FrenchLeague, Preset::ClubEvening, Preset::HourlyArena];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Preset::MindSports => "mind-sports",
            Preset::FrenchLeague => "french-league",
            Preset::ClubEvening => "club-evening",
            Preset::HourlyArena => "hourly-arena",
        }
    }

    pub(crate) fn find(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// The settings without a name, to be started by hand.
    pub(crate) fn settings(self) -> Settings {
        let minutes = |minutes: Millis| TimeControl::Game { main: minutes * 60_000, extra: Extra::None };
        let usual = Settings::default();
        match self {
            // Ties: one who beat or lost to all the others, then the marbles without the best game, then Sonneborn-Berger. Whoever is still tied for
            // first plays off with ten minutes; other medals are shared.
            Preset::MindSports => Settings {
                format: Format::Swiss { rounds: 5, double: false },
                control: minutes(15),
                tie_breaks: vec![TieBreak::BeatAll, TieBreak::MarbleDifferenceCutBest, TieBreak::SonnebornBerger],
                play_off: Some(minutes(10)),
                ..usual
            },
            Preset::FrenchLeague => Settings {
                format: Format::RoundRobin { double: false },
                control: minutes(15),
                scoring: Scoring::Marbles,
                tie_breaks: vec![TieBreak::Wins, TieBreak::HeadToHead, TieBreak::MarbleDifference],
                ..usual
            },
            Preset::ClubEvening => Settings {
                format: Format::RoundRobin { double: false },
                control: minutes(10),
                tie_breaks: vec![TieBreak::HeadToHead, TieBreak::SonnebornBerger, TieBreak::Wins],
                ..usual
            },
            Preset::HourlyArena => Settings {
                format: Format::Arena { minutes: 57 },
                control: TimeControl::Game { main: 180_000, extra: Extra::Increment(2_000) },
                rated: true,
                tie_breaks: Vec::new(),
                ..usual
            },
        }
    }
}
