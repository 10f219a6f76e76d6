//! How many unfinished games a user may have, so that nobody fills the lobby, takes every seat or keeps the engine to themselves.

use crate::play::clock::TimeControl;
use crate::play::event::{GameKind, Setup};
use crate::play::refusal::Refusal;

/// The unfinished games of a user.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unfinished {
    /// Games on time against people that are being played.
    pub(crate) live: i64,
    /// Games against people with days for a move or without a clock, those with an open seat among them.
    pub(crate) slow: i64,
    /// Such games whose open seat is listed in the lobby.
    pub(crate) listed: i64,
    /// Games whose open seat is for somebody who gets the link.
    pub(crate) invitations: i64,
    /// Games against the engine that were played lately.
    pub(crate) engine: i64,
}

/// What a user wants to do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    SetUp,
    Join,
}

/// The most games without a hurry, with an account and without one.
const SLOW: [i64; 2] = [30, 6];
const LISTED: i64 = 6;
const INVITATIONS: i64 = 20;
const ENGINE: i64 = 12;
/// The most games on time that a bot plays at once.
const BOT_LIVE: i64 = 16;

impl Unfinished {
    /// The same for a bot, which can be in several games on time at once.
    pub(crate) fn of_bot(self) -> Unfinished {
        Unfinished { live: (self.live - (BOT_LIVE - 1)).max(0), ..self }
    }

    /// Whether a user may have one more game. The open seat on time that a user has listed gives way, and does not count.
    pub(crate) fn check(&self, wish: Wish, setup: &Setup, has_account: bool) -> Result<(), Refusal> {
        match setup.kind() {
            GameKind::Engine if self.engine >= ENGINE => return Err(Refusal::TooManyEngineGames),
            GameKind::SameScreen | GameKind::Engine => return Ok(()),
            GameKind::Online => {}
        }
        let is_live = matches!(setup.control, TimeControl::Game { .. });
        // Two friends who have a link know what they are doing.
        if is_live && setup.public && self.live > 0 {
            return Err(Refusal::AlreadyPlaying);
        }
        if !is_live && self.slow >= SLOW[usize::from(!has_account)] {
            return Err(Refusal::TooManyGames);
        }
        let is_full = match (wish, setup.is_open_seat()) {
            (Wish::Join, _) => false,
            (Wish::SetUp, true) => !is_live && self.listed >= LISTED,
            (Wish::SetUp, false) => self.invitations >= INVITATIONS,
        };
        if is_full { Err(Refusal::TooManySeats) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(unfinished: Unfinished, wish: Wish, game: &str, has_account: bool) -> &'static str {
        let [control, public, white] = game.split(' ').collect::<Vec<_>>()[..] else { panic!("{game}") };
        let line = format!("created\tstandard\twin=6\t{control}\tcasual\t{public}\tuser:uuuuuuuuuu\t{white}");
        let setup = Setup::parse(&line).unwrap_or_else(|| panic!("{line}"));
        unfinished.check(wish, &setup, has_account).map_or_else(|refusal| refusal.key(), |()| "ok")
    }

    #[test]
    fn a_bot_plays_several_games_on_time() {
        for (live, expected) in [(0, "ok"), (15, "ok"), (16, "already-playing"), (17, "already-playing")] {
            let playing = Unfinished { live, ..Unfinished::default() }.of_bot();
            assert_eq!(check(playing, Wish::Join, "600 public open", true), expected, "{live}");
        }
    }

    #[test]
    fn a_user_plays_one_game_on_time_from_the_lobby() {
        let playing = Unfinished { live: 1, ..Unfinished::default() };
        for wish in [Wish::SetUp, Wish::Join] {
            assert_eq!(check(Unfinished::default(), wish, "600 public open", false), "ok");
            assert_eq!(check(playing, wish, "600 public open", true), "already-playing");
            // By a link, without a hurry, or against the engine.
            for game in
                ["600 private open", "none public open", "3d public open", "600 public engine:3", "600 public user:uuuuuuuuuu"]
            {
                assert_eq!(check(playing, wish, game, true), "ok", "{game}");
            }
        }
    }

    #[test]
    fn games_without_a_hurry_are_counted() {
        for game in ["none public open", "1d public open", "1d private open"] {
            for wish in [Wish::SetUp, Wish::Join] {
                let slow = |slow| Unfinished { slow, ..Unfinished::default() };
                assert_eq!(check(slow(5), wish, game, false), "ok");
                assert_eq!(check(slow(6), wish, game, false), "too-many-games");
                assert_eq!(check(slow(29), wish, game, true), "ok");
                assert_eq!(check(slow(30), wish, game, true), "too-many-games");
                assert_eq!(check(slow(30), wish, "600 public open", true), "ok");
            }
        }
    }

    #[test]
    fn open_seats_are_counted() {
        let listed = Unfinished { listed: 6, ..Unfinished::default() };
        assert_eq!(check(listed, Wish::SetUp, "3d public open", true), "too-many-open-seats");
        assert_eq!(check(listed, Wish::Join, "3d public open", true), "ok");
        assert_eq!(check(listed, Wish::SetUp, "600 public open", true), "ok", "it takes the place of the one before");
        let invitations = Unfinished { invitations: 20, ..Unfinished::default() };
        assert_eq!(check(invitations, Wish::SetUp, "600 private open", true), "too-many-open-seats");
        assert_eq!(check(invitations, Wish::SetUp, "600 public open", true), "ok");
    }

    #[test]
    fn games_against_the_engine_are_counted() {
        let engine = |engine| Unfinished { engine, ..Unfinished::default() };
        assert_eq!(check(engine(11), Wish::SetUp, "600 public engine:3", true), "ok");
        assert_eq!(check(engine(12), Wish::SetUp, "600 public engine:3", true), "too-many-engine-games");
        assert_eq!(check(engine(12), Wish::SetUp, "none private user:uuuuuuuuuu", true), "ok");
    }
}
