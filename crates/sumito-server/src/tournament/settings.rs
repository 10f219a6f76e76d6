//! What a director chooses for a tournament.

mod preset;
mod text;

use std::fmt;

use sumito_rules::Layout;
use sumito_tournament::standings::TieBreak;

use crate::play::clock::{Extra, Millis, TimeControl};
use crate::play::ratings::Speed;

pub(crate) use preset::Preset;

/// The choices for a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) name: String,
    pub(crate) format: Format,
    /// Real boards: results are entered by hand.
    pub(crate) over_the_board: bool,
    pub(crate) control: TimeControl,
    /// One for all rounds, or one for each; the list starts over when it is used up.
    pub(crate) layouts: Vec<&'static Layout>,
    pub(crate) rated: bool,
    /// Whether it is in the calendar.
    pub(crate) listed: bool,
    pub(crate) admission: Admission,
    pub(crate) start: Start,
    /// The most players.
    pub(crate) capacity: Option<u16>,
    /// Seconds between rounds.
    pub(crate) pause: u32,
    pub(crate) scoring: Scoring,
    pub(crate) tie_breaks: Vec<TieBreak>,
    /// The clock of games that decide who is first, if the tie-breaks do not.
    pub(crate) play_off: Option<TimeControl>,
}

/// The four formats.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Whoever is free is paired again, for this many minutes.
    Arena {
        minutes: u16,
    },
    /// By the Dutch system. In a double one, each round has two games with the colors swapped.
    Swiss {
        rounds: u8,
        double: bool,
    },
    RoundRobin {
        double: bool,
    },
    /// The winner of a match goes on. Seeds go by rating, or are drawn.
    Knockout {
        games: u8,
        third_place: bool,
        drawn: bool,
    },
}

impl Format {
    /// The name in texts and addresses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Arena { .. } => "arena",
            Format::Swiss { double: false, .. } => "swiss",
            Format::Swiss { double: true, .. } => "double-swiss",
            Format::RoundRobin { .. } => "round-robin",
            Format::Knockout { .. } => "knockout",
        }
    }
}

/// Who may enter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Admission {
    pub(crate) secret: Secret,
    pub(crate) least_rating: Option<u16>,
    pub(crate) most_rating: Option<u16>,
    /// Days since the account was made.
    pub(crate) account_days: u16,
}

/// What a player has to know in order to enter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Secret {
    #[default]
    None,
    /// A digest of the password.
    Password(String),
    /// The key in the link.
    Link(String),
}

/// When it starts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    At(Millis),
    WhenFull,
    /// A director starts it.
    ByHand,
}

/// What a game is worth.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scoring {
    /// A point for a win, half of one for a draw.
    Games,
    /// A point for each ejected marble, and four for a win.
    Marbles,
}

/// A setting that makes no sense: which one, a key for translations, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadSetting {
    pub(crate) field: &'static str,
    pub(crate) key: &'static str,
    pub(crate) why: String,
    /// The least and the most, if it is a number that is too small or too large.
    pub(crate) range: Option<(i64, i64)>,
}

impl BadSetting {
    pub(crate) fn new(field: &'static str, key: &'static str, why: impl fmt::Display) -> BadSetting {
        BadSetting { field, key, why: why.to_string(), range: None }
    }

    fn check(field: &'static str, number: impl Into<i64>, least: impl Into<i64>, most: impl Into<i64>) -> Result<(), BadSetting> {
        let (number, least, most) = (number.into(), least.into(), most.into());
        if (least..=most).contains(&number) {
            return Ok(());
        }
        let why = format!("expected a number from {least} to {most}");
        Err(BadSetting { field, key: "range", why, range: Some((least, most)) })
    }
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.why)
    }
}

const MOST_ROUNDS: u8 = 30;
const MOST_MINUTES: u16 = 720;
/// The most players of an arena.
const MOST_PLAYERS: u16 = 5_000;
/// Pairing more by the Swiss system takes longer than a second.
const MOST_SWISS: u16 = 1_000;
const MOST_KNOCKOUT: u16 = 1_024;
/// More would mean too many rounds of a round robin.
const MOST_ROUND_ROBIN: u16 = 64;
/// Everyone plays against everyone at the same time.
const MOST_AT_ONCE: u16 = 20;
const LONGEST_PAUSE: u32 = 7 * 24 * 60 * 60;
const MOST_LAYOUTS: usize = 30;
const MOST_TIE_BREAKS: usize = 6;
const HIGHEST_RATING: u16 = 4_000;
const MOST_DAYS: u16 = 3_650;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            name: String::new(),
            format: Format::Swiss { rounds: 5, double: false },
            over_the_board: false,
            control: TimeControl::Game { main: 600_000, extra: Extra::None },
            layouts: vec![&Layout::BELGIAN_DAISY],
            rated: false,
            listed: true,
            admission: Admission::default(),
            start: Start::ByHand,
            capacity: None,
            pause: 30,
            scoring: Scoring::Games,
            tie_breaks: vec![TieBreak::BuchholzCut1, TieBreak::Buchholz, TieBreak::SonnebornBerger],
            play_off: None,
        }
    }
}

impl Settings {
    /// Whether players sit at a game at the same time: they can be in one such game only.
    pub(crate) fn is_live(&self) -> bool {
        !self.over_the_board && matches!(self.control, TimeControl::Game { .. })
    }

    pub(crate) fn is_arena(&self) -> bool {
        matches!(self.format, Format::Arena { .. })
    }

    /// The layout of a round, counted from zero.
    pub(crate) fn layout(&self, round: usize) -> &'static Layout {
        self.layouts.get(round % self.layouts.len().max(1)).copied().unwrap_or(&Layout::BELGIAN_DAISY)
    }

    /// How long a game usually takes, in seconds.
    pub(crate) fn usual_game(&self) -> u64 {
        let seconds = match self.control {
            TimeControl::Game { main, extra: Extra::None } => main / 1_000,
            TimeControl::Game { main, extra: Extra::Increment(time) | Extra::Delay(time) | Extra::Bronstein(time) } => {
                (main + 40 * time) / 1_000
            }
            TimeControl::Game { main, extra: Extra::ByoYomi { period, .. } } => (main + 20 * period) / 1_000,
            TimeControl::Days(_) | TimeControl::None => 600,
        };
        seconds as u64
    }

    /// The speed of the ratings that count.
    pub(crate) fn speed(&self) -> Speed {
        Speed::of(self.control).unwrap_or(Speed::Rapid)
    }

    /// Whether all rounds start at the same time: a round robin in which a move may take days would never end otherwise.
    pub(crate) fn plays_at_once(&self) -> bool {
        matches!(self.format, Format::RoundRobin { .. }) && !self.over_the_board && matches!(self.control, TimeControl::Days(_))
    }

    /// Why a tournament cannot have these settings.
    pub(crate) fn check(&self) -> Result<(), BadSetting> {
        let wrong = |field: &'static str, key: &'static str, why: &str| Err(BadSetting::new(field, key, why));
        if self.name.is_empty() {
            return wrong("name", "name", "expected a name of 1 to 60 characters");
        }
        match self.format {
            Format::Arena { minutes } => BadSetting::check("minutes", minutes, 5, MOST_MINUTES)?,
            Format::Swiss { rounds, .. } => BadSetting::check("rounds", rounds, 1, MOST_ROUNDS)?,
            Format::Knockout { games, .. } => BadSetting::check("games", games, 1, 15)?,
            Format::RoundRobin { .. } => {}
        }
        if self.is_arena() && self.over_the_board {
            return wrong("format", "arena-online", "an arena is played online");
        }
        if self.is_arena() && !matches!(self.control, TimeControl::Game { .. }) {
            return wrong("control", "arena-clock", "an arena needs a clock for the whole game");
        }
        if !self.over_the_board && self.control == TimeControl::None {
            return wrong("control", "clock-needed", "games online need a clock");
        }
        if !self.over_the_board && self.play_off == Some(TimeControl::None) {
            return wrong("playOff", "clock-needed", "games online need a clock");
        }
        BadSetting::check("layouts", self.layouts.len() as i64, 1, MOST_LAYOUTS as i64)?;
        if self.rated && self.over_the_board {
            return wrong("rated", "rated-online", "only games online can be rated");
        }
        if self.rated && !self.layouts.iter().all(|layout| layout.is_balanced()) {
            return wrong("rated", "rated-layout", "only games from a layout that is the same for both sides can be rated");
        }
        match self.capacity {
            Some(capacity) => BadSetting::check("capacity", capacity, 2, self.limit())?,
            None if self.start == Start::WhenFull => {
                return wrong(
                    "capacity",
                    "capacity-needed",
                    "a tournament that starts when it is full needs a number of players",
                );
            }
            None => {}
        }
        BadSetting::check("pause", self.pause, 0, LONGEST_PAUSE)?;
        BadSetting::check("tieBreaks", self.tie_breaks.len() as i64, 0, MOST_TIE_BREAKS as i64)?;
        let Admission { least_rating, most_rating, account_days, .. } = self.admission;
        BadSetting::check("leastRating", least_rating.unwrap_or(0), 0, HIGHEST_RATING)?;
        BadSetting::check("mostRating", most_rating.unwrap_or(HIGHEST_RATING), least_rating.unwrap_or(0), HIGHEST_RATING)?;
        BadSetting::check("accountDays", account_days, 0, MOST_DAYS)
    }

    /// The most players that the format allows.
    fn limit(&self) -> u16 {
        match self.format {
            _ if self.plays_at_once() => MOST_AT_ONCE,
            Format::Arena { .. } => MOST_PLAYERS,
            Format::Swiss { .. } => MOST_SWISS,
            Format::RoundRobin { .. } => MOST_ROUND_ROBIN,
            Format::Knockout { .. } => MOST_KNOCKOUT,
        }
    }

    /// The most players.
    pub(crate) fn most_players(&self) -> usize {
        self.capacity.unwrap_or(self.limit()).into()
    }
}
