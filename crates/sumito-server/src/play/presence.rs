//! Which players are connected, and since when. Pure: time is an argument.

use sumito_rules::party::{BySeat, Seat};

use crate::play::clock::Millis;

/// Who is connected to a game. A player may have several pages open.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Presence {
    sides: BySeat<Side>,
    watchers: u32,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Side {
    connections: u32,
    /// When the last connection went, or the server began to watch. It matters only without a connection.
    gone_since: Millis,
    /// Since when the player has been there, reloads of the page aside.
    here_since: Option<Millis>,
}

/// How many connections the players and the watchers of a game have to one server.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Connections {
    pub(crate) players: BySeat<u32>,
    pub(crate) watchers: u32,
}

impl Connections {
    /// The same with another connection that plays these sides, or none.
    pub(crate) fn with(mut self, sides: &[Seat]) -> Connections {
        for &seat in sides {
            self.players[seat] += 1;
        }
        self.watchers += u32::from(sides.is_empty());
        self
    }

    /// The same without one of them.
    pub(crate) fn without(mut self, sides: &[Seat]) -> Connections {
        for &seat in sides {
            self.players[seat] = self.players[seat].saturating_sub(1);
        }
        self.watchers = self.watchers.saturating_sub(u32::from(sides.is_empty()));
        self
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Connections::default()
    }
}

/// A player who is back this soon has not been away: that is how long it takes to load a page again.
pub(crate) const RELOAD: Millis = 3_000;

impl Presence {
    /// Nobody is connected yet. After a restart of the server players are as absent as if they had just left.
    pub(crate) fn new(now: Millis) -> Presence {
        let side = Side { connections: 0, gone_since: now, here_since: None };
        Presence { sides: BySeat::new([side; 6]), watchers: 0 }
    }

    /// Somebody connects who plays these sides, or none.
    pub(crate) fn enter(&mut self, sides: &[Seat], now: Millis) {
        for &seat in sides {
            let side = &mut self.sides[seat];
            if side.is_gone(now) || side.here_since.is_none() {
                side.here_since = Some(now);
            }
            side.connections += 1;
        }
        self.watchers += u32::from(sides.is_empty());
    }

    /// The same connection goes.
    pub(crate) fn leave(&mut self, sides: &[Seat], now: Millis) {
        for &seat in sides {
            let side = &mut self.sides[seat];
            side.connections = side.connections.saturating_sub(1);
            side.gone_since = now;
        }
        self.watchers = self.watchers.saturating_sub(u32::from(sides.is_empty()));
    }

    /// The connections to one server change from `before` to `after`.
    pub(crate) fn change(&mut self, before: Connections, after: Connections, now: Millis) {
        for seat in Seat::ALL {
            for _ in before.players[seat]..after.players[seat] {
                self.enter(&[seat], now);
            }
            for _ in after.players[seat]..before.players[seat] {
                self.leave(&[seat], now);
            }
        }
        self.watchers = (self.watchers + after.watchers).saturating_sub(before.watchers);
    }

    pub(crate) fn watchers(&self) -> u32 {
        self.watchers
    }

    /// Since when each player has been away; nothing for those who are there.
    pub(crate) fn away_since(&self, now: Millis) -> BySeat<Option<Millis>> {
        self.sides.map(|side| side.is_gone(now).then_some(side.gone_since))
    }

    /// Since when each player has been away while another one waited. What all have missed, because the network or the server was
    /// down, counts for nobody.
    pub(crate) fn missed_since(&self, now: Millis) -> BySeat<Option<Millis>> {
        let here_since = self.sides.map(|side| side.here_since.filter(|_| !side.is_gone(now)));
        let away_since = self.away_since(now);
        BySeat::new(Seat::ALL.map(|seat| {
            let waits_since = Seat::ALL.into_iter().filter(|&other| other != seat).filter_map(|other| here_since[other]).min();
            Some(away_since[seat]?.max(waits_since?))
        }))
    }

    /// When the next players of this many count as away, if nobody comes.
    pub(crate) fn absences(&self, seats: u8, now: Millis) -> Vec<Millis> {
        let leaving = |side: Side| (side.connections == 0 && !side.is_gone(now)).then_some(side.gone_since + RELOAD);
        let mut moments: Vec<Millis> = Seat::ALL[..seats.into()].iter().filter_map(|&seat| leaving(self.sides[seat])).collect();
        moments.sort_unstable();
        moments.dedup();
        moments
    }
}

impl Side {
    fn is_gone(&self, now: Millis) -> bool {
        self.connections == 0 && now - self.gone_since >= RELOAD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(since: BySeat<Option<Millis>>) -> (Option<Millis>, Option<Millis>) {
        (since[Seat::Black], since[Seat::White])
    }

    /// Steps `SECONDS WHO enters|leaves`; then since when, in seconds, each side is away and is missed by the other.
    fn check(steps: &str, now: f64, expected: [(Option<i64>, Option<i64>); 2]) {
        for swap in [false, true] {
            let mut presence = Presence::new(0);
            for step in steps.split(", ").filter(|step| !step.is_empty()) {
                let words: Vec<&str> = step.split(' ').collect();
                let seat = |black: bool| if black == swap { Seat::White } else { Seat::Black };
                let sides = match words[1] {
                    "black" => vec![seat(true)],
                    "white" => vec![seat(false)],
                    _ => Vec::new(),
                };
                let at = (words[0].parse::<f64>().unwrap() * 1000.0) as Millis;
                match words[2] {
                    "enters" => presence.enter(&sides, at),
                    _ => presence.leave(&sides, at),
                }
            }
            let now = (now * 1000.0) as Millis;
            for (seat, expected) in
                [Seat::Black, Seat::White].into_iter().zip(if swap { [expected[1], expected[0]] } else { expected })
            {
                let seconds = |since: Option<Millis>| since.map(|since| since / 1000);
                let since = (seconds(presence.away_since(now)[seat]), seconds(presence.missed_since(now)[seat]));
                assert_eq!(since, expected, "{seat:?} after {steps}");
            }
            if let Some(&at) = presence.absences(2, now).first() {
                let count = |now| Seat::ALL.into_iter().take(2).filter(|&seat| presence.away_since(now)[seat].is_some()).count();
                assert!(at > now && count(at) > count(now) && count(at - 1) == count(now), "after {steps}");
            }
        }
    }

    #[test]
    fn a_player_is_away_after_a_moment_and_missed_by_one_who_is_there() {
        let here = (None, None);
        check("1 black enters, 1 white enters", 99.0, [here, here]);
        check("1 black enters, 1 white enters, 50 white leaves", 52.9, [here, here]);
        check("1 black enters, 1 white enters, 50 white leaves", 53.0, [here, (Some(50), Some(50))]);
        // A reload is no absence, and does not make the other wait again.
        check("1 black enters, 1 white enters, 50 white leaves, 52 white enters", 99.0, [here, here]);
        check(
            "1 black enters, 1 white enters, 20 white leaves, 50 black leaves, 52 black enters",
            99.0,
            [here, (Some(20), Some(20))],
        );
        // An absence that ended is forgotten.
        check(
            "1 black enters, 1 white enters, 20 white leaves, 50 white enters, 60 white leaves",
            70.0,
            [here, (Some(60), Some(60))],
        );
    }

    #[test]
    fn one_of_two_pages_may_be_closed() {
        check("1 white enters, 2 white enters, 3 white leaves, 1 black enters", 99.0, [(None, None), (None, None)]);
        check(
            "1 white enters, 2 white enters, 3 white leaves, 9 white leaves, 1 black enters",
            99.0,
            [(None, None), (Some(9), Some(9))],
        );
        check("1 nobody enters, 2 nobody leaves, 1 black enters", 99.0, [(None, None), (Some(0), Some(1))]);
    }

    #[test]
    fn a_player_may_be_connected_to_several_servers() {
        let here = Connections::default().with(&[Seat::White]).with(&[]).with(&[]);
        let there = Connections::default().with(&[Seat::White]).with(&[Seat::Black]);
        assert_eq!(here.without(&[Seat::White]).without(&[]).without(&[]), Connections::default());
        let mut presence = Presence::new(0);
        presence.change(Connections::default(), here, 1_000);
        presence.change(Connections::default(), there, 2_000);
        assert_eq!((both(presence.away_since(99_000)), presence.watchers()), ((None, None), 2));
        presence.change(here, Connections::default(), 3_000);
        assert_eq!((both(presence.away_since(99_000)), presence.watchers()), ((None, None), 0), "the other server is enough");
        presence.change(there, there.without(&[Seat::White]), 5_000);
        assert_eq!(both(presence.missed_since(99_000)), (None, Some(5_000)));
        presence.change(Connections::default(), here, 100_000);
        assert_eq!(both(presence.missed_since(101_000)), (None, None));
    }

    #[test]
    fn what_both_have_missed_counts_for_nobody() {
        // The server has just started: nobody is there yet.
        check("", 2.0, [(None, None), (None, None)]);
        check("", 99.0, [(Some(0), None), (Some(0), None)]);
        check("30 black enters", 99.0, [(None, None), (Some(0), Some(30))]);
        // Both lose the network; the first to come back has waited for nobody yet.
        check(
            "1 black enters, 1 white enters, 20 white leaves, 20 black leaves, 90 black enters",
            95.0,
            [(None, None), (Some(20), Some(90))],
        );
        check("1 black enters, 1 white enters, 20 white leaves, 30 black leaves", 95.0, [(Some(30), None), (Some(20), None)]);
    }

    #[test]
    fn one_of_six_is_missed_as_long_as_somebody_waits() {
        let mut presence = Presence::new(0);
        for (n, seat) in Seat::ALL.into_iter().enumerate() {
            presence.enter(&[seat], 1_000 * n as Millis);
        }
        presence.leave(&[Seat::Red], 10_000);
        presence.leave(&[Seat::Black], 11_000);
        assert_eq!(presence.absences(6, 12_000), [13_000, 14_000]);
        assert_eq!(presence.absences(3, 12_000), [14_000], "there is no Red");
        presence.enter(&[Seat::Black], 12_000);
        presence.leave(&[Seat::Black], 20_000);
        assert_eq!(presence.missed_since(99_000)[Seat::Red], Some(10_000));
        assert_eq!(presence.missed_since(99_000)[Seat::Black], Some(20_000));
        for seat in [Seat::White, Seat::Blue, Seat::Green, Seat::Yellow] {
            assert_eq!(presence.missed_since(99_000)[seat], None);
            presence.leave(&[seat], 100_000);
        }
        assert_eq!(presence.missed_since(200_000)[Seat::Red], None, "nobody waits");
        presence.enter(&[Seat::Yellow], 210_000);
        assert_eq!(presence.missed_since(220_000)[Seat::Red], Some(210_000));
    }
}
