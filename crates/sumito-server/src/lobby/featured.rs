//! Which live game is shown to everybody: pure.

use std::collections::BTreeMap;

use crate::id::GameId;
use crate::play::clock::Millis;
use crate::play::event::GameKind;

/// What makes a live game worth watching.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct LiveInfo {
    /// When something last happened.
    pub(super) at: Millis,
    pub(super) kind: GameKind,
    /// The page for everybody shows games for two.
    pub(super) is_party: bool,
    /// The ratings of both players together, as far as they have some.
    pub(super) rating: i64,
    pub(super) plies: usize,
}

/// A game in which nothing happens for this long gives way to another one.
const QUIET: Millis = 90_000;
/// From this many plies on there is something to see.
const BEGUN: usize = 4;

impl LiveInfo {
    fn is_active(&self, now: Millis) -> bool {
        now - self.at <= QUIET
    }

    /// More is better: something happens, people play, there is something to see, and they play well.
    fn interest(&self, now: Millis) -> impl Ord + use<> {
        (self.is_active(now), self.kind == GameKind::Online, self.plies >= BEGUN, self.rating, self.plies, self.at)
    }
}

/// The featured game. It stays until it is over or quiet; a game against the engine stays until two people play.
pub(super) fn choose(current: Option<GameId>, live: &BTreeMap<GameId, LiveInfo>, now: Millis) -> Option<GameId> {
    let candidates = || live.iter().filter(|(_, info)| info.kind != GameKind::SameScreen && !info.is_party);
    if let Some((id, info)) = current.and_then(|id| Some((id, live.get(&id)?))) {
        let people_play =
            || candidates().any(|(_, other)| other.kind == GameKind::Online && other.is_active(now) && other.plies >= BEGUN);
        if info.is_active(now) && (info.kind == GameKind::Online || !people_play()) {
            return Some(id);
        }
    }
    let is_current = |id: &GameId| Some(*id) == current;
    // Of equal games the present one stays.
    candidates().max_by_key(|(id, info)| (info.interest(now), is_current(id))).map(|(id, _)| *id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games as `NAME KIND RATING PLIES SECONDS-AGO`, and which one is chosen while another one is shown.
    fn check(games: &str, current: &str, expected: &str) {
        const NOW: Millis = 10_000_000;
        let id = |name: &str| name.repeat(10).parse::<GameId>().ok();
        let game = |line: &str| {
            let [name, kind, rating, plies, ago] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let is_party = kind == "party";
            let kind = match kind {
                "people" | "party" => GameKind::Online,
                "engine" => GameKind::Engine,
                _ => GameKind::SameScreen,
            };
            let at = NOW - ago.parse::<Millis>().unwrap() * 1000;
            (id(name).unwrap(), LiveInfo { at, kind, is_party, rating: rating.parse().unwrap(), plies: plies.parse().unwrap() })
        };
        let live = games.split(", ").filter(|line| !line.is_empty()).map(game).collect();
        assert_eq!(choose(id(current), &live, NOW), id(expected), "{games}; now {current}");
    }

    #[test]
    fn strong_players_come_first_and_people_before_the_engine() {
        check("", "", "");
        check("", "a", "");
        check("a engine 0 50 1", "", "a");
        check("a engine 3000 50 1, b people 0 10 1", "", "b");
        check("a people 3000 10 1, b people 3600 10 1", "", "b");
        check("a people 3000 30 1, b people 3000 10 1", "", "a");
        check("a people 3600 0 1, b people 3000 10 1", "", "b");
        check("a people 3600 20 200, b engine 0 20 1", "", "b");
        check("a same-screen 0 20 1", "", "");
        check("a party 0 20 1", "", "");
        check("a party 0 20 1, b engine 0 20 1", "", "b");
    }

    #[test]
    fn a_game_stays_until_it_is_over_or_quiet() {
        check("a people 3000 10 60, b people 3600 10 1", "a", "a");
        check("a people 3000 10 91, b people 3600 10 1", "a", "b");
        check("a people 3000 10 91, b people 3000 10 91", "a", "a");
        check("a people 3000 10 91, b people 3000 10 91", "b", "b");
        check("b people 3600 10 1", "a", "b");
        check("a engine 0 50 1, b people 0 10 1", "a", "b");
        check("a engine 0 50 1, b people 0 2 1", "a", "a");
        check("a people 0 2 1, b engine 3000 50 1", "a", "a");
    }
}
