//! Ratings by Glicko-2, one for each speed. Pure: time is an argument.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use sumito_rules::{ByColor, Color, Rules};

use crate::id::UserId;
use crate::play::clock::{Extra, Millis, TimeControl};
use crate::play::event::{GameKind, ONLINE_RULES, Player, Setup, Start};
use crate::play::live::{LiveGame, Status};

/// The speed of a game; each speed has its own rating.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Speed {
    Blitz,
    Rapid,
    Classical,
    Correspondence,
}

/// The number of moves a player makes in a game: half the plies of the median game between people.
const MOVES: Millis = 45;
/// The number of byo-yomi periods that count as used: a player needs some of them, and rarely a whole one.
const PERIODS: Millis = 25;
const MINUTE: Millis = 60 * 1000;

impl Speed {
    pub(crate) const ALL: [Speed; 4] = [Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    pub(crate) fn find(name: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.name() == name)
    }

    /// The speed of a time control, by the time that a player is expected to use. `None` without a clock.
    pub(crate) fn of(control: TimeControl) -> Option<Speed> {
        let expected = match control {
            TimeControl::None => return None,
            TimeControl::Days(_) => return Some(Speed::Correspondence),
            TimeControl::Game { main, extra } => match extra {
                Extra::None => main,
                Extra::Increment(time) | Extra::Delay(time) | Extra::Bronstein(time) => main + MOVES * time,
                Extra::ByoYomi { period, .. } => main + PERIODS * period,
            },
        };
        Some(match expected {
            ..480_000 => Speed::Blitz,
            480_000..1_500_000 => Speed::Rapid,
            _ => Speed::Classical,
        })
    }
}

/// Why a game with this setup cannot be rated; `None` if it can.
pub(crate) fn why_not_rated(setup: &Setup) -> Option<&'static str> {
    let balanced = matches!(setup.start, Start::Layout(layout) if layout.is_balanced());
    if setup.kind() != GameKind::Online {
        Some("only games between two accounts can be rated")
    } else if setup.help {
        Some("there is no help in rated games")
    } else if !balanced {
        Some("only games from a layout that is the same for both sides can be rated")
    // A seat may still be open from before games had a limit of plies.
    } else if ![ONLINE_RULES, Rules::STANDARD].contains(&setup.rules) {
        Some("only games by the standard rules can be rated")
    } else if setup.control == TimeControl::None {
        Some("only games with a clock can be rated")
    } else {
        None
    }
}

/// The strength of a player at one speed.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Rating {
    pub(crate) mean: f64,
    /// How uncertain the rating is: the player's strength is within two of these with 95%.
    pub(crate) deviation: f64,
    /// How erratic the player is.
    pub(crate) volatility: f64,
    /// When the last game was rated.
    pub(crate) at: Millis,
}

/// Above this deviation a rating is provisional.
pub(crate) const PROVISIONAL: f64 = 110.0;
/// The deviation of a new player.
const UNKNOWN: f64 = 350.0;
/// Rating points per unit of Glicko-2's internal scale.
const SCALE: f64 = 173.7178;
/// How long without a game makes the deviation grow by one step. At five days, an established rating (60) is provisional again after a year.
const PERIOD: Millis = 5 * 24 * 60 * MINUTE;
/// The limits of ratings.
const RANGE: (f64, f64) = (100.0, 4000.0);

impl Rating {
    /// The rating before the first game.
    pub(crate) const fn new(at: Millis) -> Rating {
        Rating { mean: 1500.0, deviation: UNKNOWN, volatility: 0.06, at }
    }

    /// The rating at a later moment: the longer the player has not played, the less certain it is.
    pub(crate) fn at(self, now: Millis) -> Rating {
        let periods = (now - self.at).max(0) as f64 / PERIOD as f64;
        let deviation = self.deviation.hypot(self.volatility * SCALE * periods.sqrt()).min(UNKNOWN);
        Rating { deviation, at: now.max(self.at), ..self }
    }

    /// Whether it is provisional.
    pub(crate) fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// The rating as a whole number, as people read it.
    pub(crate) fn points(&self) -> i64 {
        self.mean.round() as i64
    }

    fn glicko(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.mean, deviation: self.deviation, volatility: self.volatility }
    }
}

/// A rating as others see it in a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShownRating {
    pub(crate) points: i64,
    pub(crate) provisional: bool,
    /// What the game changed, once it has been rated.
    pub(crate) change: Option<i64>,
}

impl ShownRating {
    pub(crate) fn of(rating: &Rating) -> ShownRating {
        ShownRating { points: rating.points(), provisional: rating.is_provisional(), change: None }
    }
}

/// A rated game that has ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct RatedGame {
    pub(crate) speed: Speed,
    pub(crate) players: ByColor<UserId>,
    /// Nobody if it was drawn.
    pub(crate) winner: Option<Color>,
    pub(crate) at: Millis,
}

impl RatedGame {
    /// A game that ended at this moment, if it counts: rated, between two users, with a result.
    pub(crate) fn of(live: &LiveGame, at: Millis) -> Option<RatedGame> {
        let setup = live.setup();
        let Status::Over(outcome) = live.status() else { return None };
        match (setup.seats.black, setup.seats.white) {
            (Some(Player::User(black)), Some(Player::User(white))) if setup.rated && black != white => {
                let speed = Speed::of(setup.control)?;
                Some(RatedGame { speed, players: ByColor::new(black, white), winner: outcome.winner(), at })
            }
            _ => None,
        }
    }
}

/// The ratings after a won or drawn game. Each game is its own rating period.
pub(crate) fn rate(before: ByColor<Rating>, winner: Option<Color>, now: Millis) -> ByColor<Rating> {
    let outcome = match winner {
        Some(Color::Black) => Outcomes::WIN,
        Some(Color::White) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let before = before.map(|rating| rating.at(now));
    let (black, white) = glicko2(&before.black.glicko(), &before.white.glicko(), &outcome, &Glicko2Config::new());
    ByColor::new(black, white).map(|after| Rating {
        mean: after.rating.clamp(RANGE.0, RANGE.1),
        deviation: after.deviation.min(UNKNOWN),
        volatility: after.volatility,
        at: now,
    })
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::glicko2_rating_period;

    use super::*;

    const DAY: Millis = 24 * 60 * MINUTE;

    fn rating(mean: f64, deviation: f64) -> Rating {
        Rating { mean, deviation, volatility: 0.06, at: 0 }
    }

    /// The example of Glickman's paper: three games in one period.
    #[test]
    fn the_library_computes_the_published_example() {
        let opponents = [(1400.0, 30.0, Outcomes::WIN), (1550.0, 100.0, Outcomes::LOSS), (1700.0, 300.0, Outcomes::LOSS)];
        let games = opponents.map(|(points, deviation, outcome)| (rating(points, deviation).glicko(), outcome));
        let after = glicko2_rating_period(&rating(1500.0, 200.0).glicko(), &games, &Glicko2Config::new());
        assert_eq!(format!("{:.2} {:.2} {:.5}", after.rating, after.deviation, after.volatility), "1464.05 151.52 0.06000");
        assert!(
            (after.rating - 1464.06).abs() < 0.02 && (after.volatility - 0.05999).abs() < 0.00001,
            "the paper rounds on its way"
        );
    }

    #[test]
    fn games_change_both_ratings() {
        let new = rating(1500.0, 350.0);
        let sure = rating(1500.0, 60.0);
        let table = [
            // Black, White, winner, what is expected of both: points and deviation.
            (new, new, Some(Color::Black), "1662 290 1338 290"),
            (new, new, Some(Color::White), "1338 290 1662 290"),
            (new, new, None, "1500 290 1500 290"),
            (sure, sure, Some(Color::Black), "1510 60 1490 60"),
            (sure, new, Some(Color::White), "1493 60 1675 249"),
            (rating(1800.0, 60.0), sure, Some(Color::Black), "1803 60 1497 60"),
            (rating(1800.0, 60.0), sure, Some(Color::White), "1783 60 1517 60"),
        ];
        for (black, white, winner, expected) in table {
            let after = rate(ByColor::new(black, white), winner, 0);
            let words = [after.black, after.white].map(|rating| format!("{} {:.0}", rating.points(), rating.deviation));
            assert_eq!(words.join(" "), expected, "{black:?} {white:?} {winner:?}");
        }
    }

    #[test]
    fn a_rating_that_is_not_used_becomes_uncertain_again() {
        let sure = rating(1700.0, 60.0);
        for (days, deviation, provisional) in
            [(0, 60, false), (5, 61, false), (100, 76, false), (365, 107, false), (400, 111, true), (36_500, 350, true)]
        {
            let later = sure.at(days * DAY);
            assert_eq!(
                (later.deviation.round() as i64, later.is_provisional(), later.points()),
                (deviation, provisional, 1700),
                "{days} days"
            );
        }
        assert_eq!(sure.at(-DAY), sure, "a clock that was set back changes nothing");
        // The rating of a returning player adapts faster.
        let after = |days| rate(ByColor::new(sure, sure), Some(Color::Black), days * DAY).black.points();
        assert!(after(1000) > after(0) + 20);
    }

    #[test]
    fn a_player_who_always_wins_or_loses_stays_within_reason() {
        let mut players = ByColor::new(Rating::new(0), Rating::new(0));
        for game in 0..5_000 {
            players = rate(players, Some(Color::White), game * MINUTE);
        }
        assert!(players.black.mean >= 100.0 && players.white.mean <= 4000.0, "{players:?}");
        assert!(players.black.deviation.is_finite() && players.white.volatility.is_finite(), "{players:?}");
    }

    #[test]
    fn controls_have_a_speed() {
        let table = [
            ("none", None),
            ("60", Some(Speed::Blitz)),
            ("180+2", Some(Speed::Blitz)),
            ("300+3", Some(Speed::Blitz)),
            ("360d2", Some(Speed::Blitz)),
            ("300b5", Some(Speed::Rapid)),
            ("479", Some(Speed::Blitz)),
            ("480", Some(Speed::Rapid)),
            ("600", Some(Speed::Rapid)),
            ("900+10", Some(Speed::Rapid)),
            ("600/3x30", Some(Speed::Rapid)),
            ("1499", Some(Speed::Rapid)),
            ("1500", Some(Speed::Classical)),
            ("1800+30", Some(Speed::Classical)),
            ("3d", Some(Speed::Correspondence)),
        ];
        for (control, speed) in table {
            assert_eq!(Speed::of(control.parse().unwrap()), speed, "{control}");
        }
        for speed in Speed::ALL {
            assert_eq!(Speed::find(speed.name()), Some(speed));
        }
    }
}
