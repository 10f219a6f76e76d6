//! Ratings: by Glicko-2 in games for two, one for each speed, and by Weng and Lin's method in games for four in two teams. Pure: time is an
//! argument.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_two_teams};
use sumito_rules::party::Seating;
use sumito_rules::{ByColor, Color, Rules};

use crate::id::UserId;
use crate::play::clock::{Extra, Millis, TimeControl};
use crate::play::event::{GameKind, ONLINE_RULES, Player, Setup, Start};
use crate::play::live::{LiveGame, Status};

/// The speed of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// The games that share a rating. A player has one in each pool.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Pool {
    /// Games for two at a speed.
    Speed(Speed),
    /// Games for four in two teams, at any speed: one table takes four players, so that ratings for each speed would never become certain.
    Teams,
}

/// The seating of the games that are rated for teams.
pub(crate) const TEAMS: Seating = Seating::new(4, 2).expect("two teams of two");

impl Pool {
    pub(crate) const ALL: [Pool; 5] = [
        Pool::Speed(Speed::Blitz),
        Pool::Speed(Speed::Rapid),
        Pool::Speed(Speed::Classical),
        Pool::Speed(Speed::Correspondence),
        Pool::Teams,
    ];

    /// The pool of a game, rated or not. `None` without a clock, and where no games are rated.
    pub(crate) fn of(setup: &Setup) -> Option<Pool> {
        let speed = Speed::of(setup.control)?;
        match setup.start {
            Start::Party(layout) => (layout.seating == TEAMS).then_some(Pool::Teams),
            Start::Layout(_) | Start::Position(_) => Some(Pool::Speed(speed)),
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Pool::Speed(speed) => speed.name(),
            Pool::Teams => "teams",
        }
    }

    pub(crate) fn find(name: &str) -> Option<Pool> {
        Pool::ALL.into_iter().find(|pool| pool.name() == name)
    }

    /// Above this deviation a rating is provisional. Partners share each result, so that a rating in teams becomes certain more slowly: with
    /// this limit, thirteen games between new players are enough, as they are for two.
    pub(crate) const fn provisional_above(self) -> f64 {
        match self {
            Pool::Speed(_) => PROVISIONAL,
            Pool::Teams => 280.0,
        }
    }
}

impl From<Speed> for Pool {
    fn from(speed: Speed) -> Pool {
        Pool::Speed(speed)
    }
}

/// Why a game with this setup cannot be rated; `None` if it can.
pub(crate) fn why_not_rated(setup: &Setup) -> Option<&'static str> {
    let is_fair = match setup.start {
        Start::Layout(layout) => layout.is_balanced(),
        Start::Position(_) => false,
        Start::Party(layout) => layout.seating == TEAMS && layout.is_offered(),
    };
    let has_engine = setup.seats.iter().any(|(_, player)| matches!(player, Some(Player::Engine(_))));
    if setup.is_party() && !is_fair {
        Some("only games for two, and for four in two teams, can be rated")
    } else if setup.kind() != GameKind::Online || has_engine {
        Some("only games between accounts can be rated")
    } else if setup.takeover.is_some() {
        Some("the engine does not take over in rated games")
    } else if setup.help {
        Some("there is no help in rated games")
    } else if !is_fair {
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

/// The strength of a player in one pool.
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

/// Above this deviation a rating by Glicko-2 is provisional.
const PROVISIONAL: f64 = 110.0;
/// The deviation of a new player.
const UNKNOWN: f64 = 350.0;
/// Rating points per unit of Glicko-2's internal scale.
const SCALE: f64 = 173.7178;
/// How long without a game makes the deviation grow by one step. At five days, an established rating (60) is provisional again after a year.
const PERIOD: Millis = 5 * 24 * 60 * MINUTE;
/// The limits of ratings.
pub(crate) const RANGE: (f64, f64) = (100.0, 4000.0);

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

    /// Whether it is provisional; for ratings by Glicko-2.
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

    fn weng_lin(self) -> WengLinRating {
        WengLinRating { rating: self.mean, uncertainty: self.deviation }
    }

    /// What a game made of it.
    fn changed(self, mean: f64, deviation: f64, volatility: f64) -> Rating {
        let (mean, deviation) = (mean.clamp(RANGE.0, RANGE.1), deviation.min(UNKNOWN));
        Rating { mean, deviation, volatility, at: self.at }
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
    pub(crate) fn of(pool: Pool, rating: &Rating) -> ShownRating {
        ShownRating { points: rating.points(), provisional: rating.deviation > pool.provisional_above(), change: None }
    }
}

/// A rated game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RatedGame {
    pub(crate) pool: Pool,
    /// Both sides: a player each, or two partners.
    pub(crate) sides: [Vec<RatedPlayer>; 2],
    pub(crate) at: Millis,
}

/// Somebody who played a rated game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct RatedPlayer {
    pub(crate) user: UserId,
    pub(crate) result: Outcomes,
}

impl RatedGame {
    /// A game that ended at this moment, if it counts: rated, between users, with a result.
    ///
    /// Partners share their result, except that whoever has left has lost, whatever the partner still achieves: nobody escapes a loss by
    /// leaving, or is carried to a win.
    pub(crate) fn of(live: &LiveGame, at: Millis) -> Option<RatedGame> {
        let setup = live.setup();
        let Status::Over(ending) = live.status() else { return None };
        let pool = Pool::of(setup).filter(|_| setup.rated)?;
        let (seating, winners) = (live.game().seating(), ending.winners());
        let has_left = |seat| live.left().iter().any(|left| left.seat == seat);
        let player = |seat| {
            let result = match winners.contains(seat) {
                _ if has_left(seat) => Outcomes::LOSS,
                true => Outcomes::WIN,
                false if winners.is_empty() => Outcomes::DRAW,
                false => Outcomes::LOSS,
            };
            Some(RatedPlayer { user: setup.seats[seat]?.user()?, result })
        };
        let mut sides = seating.teams().map(|team| seating.members(team).map(player).collect::<Option<Vec<_>>>());
        let sides = [sides.next()??, sides.next()??];
        let mut users: Vec<UserId> = sides.iter().flatten().map(|player| player.user).collect();
        users.sort_unstable();
        users.dedup();
        (users.len() == setup.seats.len()).then_some(RatedGame { pool, sides, at })
    }

    /// The players of both sides, in this order.
    pub(crate) fn players(&self) -> impl Iterator<Item = RatedPlayer> {
        self.sides.iter().flatten().copied()
    }

    /// The ratings of all players after the game, from those before it.
    pub(crate) fn rate(&self, before: &[Rating]) -> Vec<Rating> {
        if let (Pool::Speed(_), &[black, white]) = (self.pool, before) {
            let winner = match self.sides[0][0].result {
                Outcomes::WIN => Some(Color::Black),
                Outcomes::LOSS => Some(Color::White),
                Outcomes::DRAW => None,
            };
            let after = rate(ByColor::new(black, white), winner, self.at);
            return vec![after.black, after.white];
        }
        let before: Vec<Rating> = before.iter().map(|rating| rating.at(self.at)).collect();
        let (first, second) = before.split_at(self.sides[0].len());
        let teams = [(first, second, &self.sides[0]), (second, first, &self.sides[1])];
        let after = |(team, others, players): (&[Rating], &[Rating], &Vec<RatedPlayer>)| {
            // Partners may differ in their results. Each is rated as if the whole team had the same.
            let after = |(n, player): (usize, &RatedPlayer)| rate_team(team, others, player.result)[n];
            players.iter().enumerate().map(after).collect::<Vec<_>>()
        };
        teams.into_iter().flat_map(after).collect()
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
    let changed = |before: Rating, after: Glicko2Rating| before.changed(after.rating, after.deviation, after.volatility);
    ByColor::new(changed(before.black, black), changed(before.white, white))
}

/// The ratings of a team after a game against another one. Weng and Lin's parameters, on the scale of the other ratings: performances in single
/// games spread half as far as the strengths of new players.
fn rate_team(team: &[Rating], others: &[Rating], result: Outcomes) -> Vec<Rating> {
    let config = WengLinConfig { beta: UNKNOWN / 2.0, ..WengLinConfig::new() };
    let ratings = |team: &[Rating]| team.iter().map(|rating| rating.weng_lin()).collect::<Vec<_>>();
    let (after, _) = weng_lin_two_teams(&ratings(team), &ratings(others), &result, &config);
    team.iter().zip(after).map(|(before, after)| before.changed(after.rating, after.uncertainty, before.volatility)).collect()
}

#[cfg(test)]
mod tests;
