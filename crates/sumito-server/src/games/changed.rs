//! What servers publish about a game that has changed. Pure.

use std::fmt;
use std::str::FromStr;

use crate::db::LoggedLine;
use crate::id::{GameId, NodeId};
use crate::play::clock::{Millis, TimeControl};
use crate::play::event::Event;
use crate::play::live::{LiveGame, Status};

/// A game has a new version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) game: GameId,
    pub(super) version: u32,
    pub(super) listing: Listing,
    pub(super) plies: usize,
    /// The event that led to it, so that nobody has to ask the database for it; not if there were several.
    pub(super) event: Option<(Millis, String)>,
}

/// What the lobby shows of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    Nothing,
    OpenSeat,
    Live,
    /// The game is over: nothing any more.
    Ended,
}

impl Listing {
    const ALL: [(Listing, &'static str); 4] =
        [(Listing::Nothing, "-"), (Listing::OpenSeat, "open"), (Listing::Live, "live"), (Listing::Ended, "ended")];
}

/// The longest line of a log that is sent along.
const LONGEST_LINE: usize = 200;

impl Changed {
    /// These events have brought a game to its present version; none if they are not known.
    pub(super) fn of(game: GameId, live: &LiveGame, events: &[Event]) -> Changed {
        let is_live = live.setup().public && !matches!(live.setup().control, TimeControl::Days(_));
        let listing = match live.status() {
            Status::Open => Listing::OpenSeat,
            Status::Playing if is_live => Listing::Live,
            Status::Playing => Listing::Nothing,
            Status::Over(_) | Status::Aborted => Listing::Ended,
        };
        let event = match events {
            [event] => Some((event.at, event.kind.to_string())).filter(|(_, line)| line.len() <= LONGEST_LINE),
            _ => None,
        };
        Changed { game, version: live.version(), listing, plies: live.game().ply(), event }
    }
}

/// All changes of a game that were heard of at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct News {
    pub(super) from: NodeId,
    pub(super) latest: Changed,
    lines: Vec<LoggedLine>,
}

impl News {
    pub(super) fn new(from: NodeId, changed: Changed) -> News {
        let mut news = News { from, latest: changed.clone(), lines: Vec::new() };
        news.add(from, changed);
        news
    }

    pub(super) fn add(&mut self, from: NodeId, mut changed: Changed) {
        if let Some((at, line)) = changed.event.take() {
            self.lines.push(LoggedLine { version: changed.version, at, line });
        }
        if changed.version >= self.latest.version {
            (self.from, self.latest) = (from, changed);
        }
    }

    /// The lines that lead from this version to the latest, if all of them came along.
    pub(super) fn lines_after(&self, version: u32) -> Option<Vec<LoggedLine>> {
        let line = |version: u32| self.lines.iter().find(|line| line.version == version).cloned();
        (version + 1..=self.latest.version).map(line).collect()
    }
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Changed { game, version, listing, plies, event } = self;
        write!(f, "{game} {version} {} {plies}", Listing::ALL[*listing as usize].1)?;
        event.as_ref().map_or(Ok(()), |(at, line)| write!(f, " {at} {line}"))
    }
}

impl FromStr for Changed {
    type Err = ();

    fn from_str(text: &str) -> Result<Changed, ()> {
        let (game, version, listing, plies, event) = match text.splitn(6, ' ').collect::<Vec<_>>()[..] {
            [game, version, listing, plies] => (game, version, listing, plies, None),
            [game, version, listing, plies, at, line] => {
                (game, version, listing, plies, Some((at.parse().map_err(|_| ())?, line.to_owned())))
            }
            _ => return Err(()),
        };
        let listing = Listing::ALL.iter().find(|(_, name)| *name == listing).ok_or(())?.0;
        Ok(Changed {
            game: game.parse().map_err(|_| ())?,
            version: version.parse().map_err(|_| ())?,
            listing,
            plies: plies.parse().map_err(|_| ())?,
            event,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(game: GameId, version: u32, event: Option<&str>) -> Changed {
        Changed { game, version, listing: Listing::Live, plies: 3, event: event.map(|line| (5, line.to_owned())) }
    }

    #[test]
    fn a_change_reads_as_it_was_written() {
        let game = GameId::random();
        for (listing, name) in Listing::ALL {
            let changed = Changed { listing, ..changed(game, 7, None) };
            assert_eq!(changed.to_string(), format!("{game} 7 {name} 3"));
            assert_eq!(changed.to_string().parse(), Ok(changed));
        }
        for line in ["moved\ta1b2\t30", "created\tstandard\twin=6 quiet=off"] {
            assert_eq!(changed(game, 7, Some(line)).to_string().parse(), Ok(changed(game, 7, Some(line))));
        }
        for text in ["", "aaaaaaaaaa 1 - 0 0", "aaaaaaaaaa 1 - x", "aaaaaaaaaa -1 - 0", "short 1 - 0", "aaaaaaaaaa 1 other 0"] {
            assert_eq!(text.parse::<Changed>(), Err(()), "{text}");
        }
    }

    #[test]
    fn lines_that_came_along_are_used_only_if_none_is_missing() {
        let (game, from) = (GameId::random(), NodeId::random());
        let mut news = News::new(from, changed(game, 4, Some("four")));
        let lines = |news: &News, version| {
            news.lines_after(version).map(|lines| lines.into_iter().map(|line| line.line).collect::<Vec<_>>())
        };
        assert_eq!(lines(&news, 3), Some(vec!["four".to_owned()]));
        assert_eq!(lines(&news, 2), None, "the third is unknown");
        news.add(from, changed(game, 6, None));
        assert_eq!(lines(&news, 3), None, "several events at once");
        // The order in which two servers are heard is not that of the log.
        let mut news = News::new(from, changed(game, 5, Some("five")));
        news.add(NodeId::random(), changed(game, 4, Some("four")));
        assert_eq!(lines(&news, 3), Some(vec!["four".to_owned(), "five".to_owned()]));
        assert_eq!((news.latest.version, news.from), (5, from));
    }
}
