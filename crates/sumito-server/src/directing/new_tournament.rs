//! A request for a new tournament, from JSON or from the form of a page.

use serde::Deserialize;
use sumito_rules::Layout;
use sumito_tournament::standings::TieBreak;

use super::entrants::title;
use super::password_digest;
use crate::failure::Failure;
use crate::id::GameId;
use crate::play::clock::{Millis, TimeControl};
use crate::time::DAY;
use crate::tournament::settings::{BadSetting, Format, Preset, Scoring, Secret, Start};
use crate::tournament::{Refusal, Settings};

/// A request for a new tournament in the terms of the API. What is missing is as in the preset, or as usual.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase", expecting = "an object")]
pub(crate) struct NewTournament {
    pub(crate) name: String,
    pub(crate) preset: Option<String>,
    /// `arena`, `swiss`, `double-swiss`, `round-robin` or `knockout`.
    pub(crate) format: Option<String>,
    /// Of an arena.
    pub(crate) minutes: Option<u16>,
    /// Of a Swiss tournament.
    pub(crate) rounds: Option<u8>,
    /// Everyone meets everyone twice.
    pub(crate) double: Option<bool>,
    /// Of a match.
    pub(crate) games: Option<u8>,
    pub(crate) third_place: Option<bool>,
    /// Seeds are drawn.
    pub(crate) drawn: Option<bool>,
    pub(crate) over_the_board: Option<bool>,
    pub(crate) control: Option<String>,
    pub(crate) layouts: Option<Vec<String>>,
    pub(crate) rated: Option<bool>,
    pub(crate) listed: Option<bool>,
    pub(crate) password: Option<String>,
    /// Only those with the link may enter.
    pub(crate) by_link: Option<bool>,
    pub(crate) least_rating: Option<u16>,
    pub(crate) most_rating: Option<u16>,
    pub(crate) account_days: Option<u16>,
    /// In milliseconds since 1970.
    pub(crate) starts_at: Option<Millis>,
    pub(crate) when_full: Option<bool>,
    pub(crate) by_hand: Option<bool>,
    /// Zero for as many as possible.
    pub(crate) capacity: Option<u16>,
    /// Seconds between rounds.
    pub(crate) pause: Option<u32>,
    /// `games` or `marbles`.
    pub(crate) scoring: Option<String>,
    pub(crate) tie_breaks: Option<Vec<String>>,
    /// The clock of a play-off for the first place, or `off`.
    pub(crate) play_off: Option<String>,
}

/// How far ahead a tournament can be announced.
const LONGEST_AHEAD: Millis = 366 * DAY;

impl NewTournament {
    /// The settings of a new tournament.
    pub(crate) fn settings(self, now: Millis) -> Result<Settings, Failure> {
        let base = match self.preset.as_deref() {
            None | Some("") => Settings::default(),
            Some(name) => {
                let names = Preset::ALL.map(Preset::name).join(", ");
                let unknown = || BadSetting::new("preset", "unknown", format!("expected one of {names}"));
                Preset::find(name).ok_or_else(unknown).map_err(Refusal::from)?.settings()
            }
        };
        self.change(base, now).map_err(|bad| Refusal::from(bad).into())
    }

    /// Other settings with what is given here. Passwords and links stay unless others are given.
    pub(crate) fn change(self, mut settings: Settings, now: Millis) -> Result<Settings, BadSetting> {
        if !self.name.is_empty() || settings.name.is_empty() {
            settings.name = title(&self.name);
        }
        if let Some(format) = self.format.as_deref().filter(|format| *format != settings.format.name()) {
            settings.format = match format {
                "arena" => Format::Arena { minutes: 60 },
                "swiss" => Format::Swiss { rounds: 5, double: false },
                "double-swiss" => Format::Swiss { rounds: 5, double: true },
                "round-robin" => Format::RoundRobin { double: false },
                "knockout" => Format::Knockout { games: 1, third_place: false, drawn: false },
                _ => {
                    let names = "arena, swiss, double-swiss, round-robin or knockout";
                    return Err(BadSetting::new("format", "unknown", format!("expected {names}")));
                }
            };
        }
        match &mut settings.format {
            Format::Arena { minutes } => set(minutes, self.minutes),
            Format::Swiss { rounds, .. } => set(rounds, self.rounds),
            Format::RoundRobin { double } => set(double, self.double),
            Format::Knockout { games, third_place, drawn } => {
                set(games, self.games);
                set(third_place, self.third_place);
                set(drawn, self.drawn);
            }
        }
        let control = |field: &'static str, text: &str| {
            text.trim().parse::<TimeControl>().map_err(|error| BadSetting::new(field, "unknown-clock", error))
        };
        if let Some(text) = self.control.as_deref() {
            settings.control = control("control", text)?;
        }
        if let Some(layouts) = &self.layouts {
            let unknown = |name: &String| BadSetting::new("layouts", "unknown-layout", format!("there is no layout '{name}'"));
            let find = |name: &String| Layout::find(name).ok_or_else(|| unknown(name));
            settings.layouts = layouts.iter().filter(|name| !name.is_empty()).map(find).collect::<Result<_, _>>()?;
        }
        set(&mut settings.over_the_board, self.over_the_board);
        set(&mut settings.rated, self.rated);
        set(&mut settings.listed, self.listed);
        settings.admission.secret = secret(settings.admission.secret, self.password.as_deref(), self.by_link);
        let or_none = |number: u16| Some(number).filter(|number| *number > 0);
        set(&mut settings.admission.least_rating, self.least_rating.map(or_none));
        set(&mut settings.admission.most_rating, self.most_rating.map(or_none));
        set(&mut settings.admission.account_days, self.account_days);
        set(&mut settings.capacity, self.capacity.map(or_none));
        let start = match (self.starts_at, self.when_full, self.by_hand) {
            (Some(at), ..) => Start::At(at),
            (None, Some(true), _) => Start::WhenFull,
            (None, _, Some(true)) => Start::ByHand,
            _ => settings.start,
        };
        if let Start::At(at) = start
            && start != settings.start
            && !(now..now + LONGEST_AHEAD).contains(&at)
        {
            return Err(BadSetting::new("startsAt", "start-time", "expected a time to come, at most a year ahead"));
        }
        settings.start = start;
        set(&mut settings.pause, self.pause);
        match self.scoring.as_deref() {
            None => {}
            Some("games") => settings.scoring = Scoring::Games,
            Some("marbles") => settings.scoring = Scoring::Marbles,
            Some(_) => return Err(BadSetting::new("scoring", "unknown", "expected games or marbles")),
        }
        if let Some(names) = &self.tie_breaks {
            let mut tie_breaks: Vec<TieBreak> = Vec::new();
            for name in names.iter().filter(|name| !name.is_empty()) {
                let tie_break = name.parse().map_err(|why: String| BadSetting::new("tieBreaks", "unknown", why))?;
                // One that did not separate them will not do it later.
                if !tie_breaks.contains(&tie_break) {
                    tie_breaks.push(tie_break);
                }
            }
            settings.tie_breaks = tie_breaks;
        }
        match self.play_off.as_deref() {
            None => {}
            Some("off" | "") => settings.play_off = None,
            Some(text) => settings.play_off = Some(control("playOff", text)?),
        }
        settings.check()?;
        Ok(settings)
    }
}

/// What has to be known for an entry, after a change. An empty password means that none is needed any more.
fn secret(old: Secret, password: Option<&str>, by_link: Option<bool>) -> Secret {
    match (old, password.map(str::trim), by_link) {
        (_, Some(password), _) if !password.is_empty() => Secret::Password(password_digest(password)),
        (Secret::Link(key), _, Some(true)) => Secret::Link(key),
        (_, _, Some(true)) => Secret::Link(GameId::random().to_string()),
        (Secret::Link(_), _, Some(false)) | (Secret::Password(_), Some(_), _) => Secret::None,
        (old, ..) => old,
    }
}

fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}
