//! What servers publish about a game that has changed. Pure.

use std::fmt;
use std::str::FromStr;

use crate::id::GameId;
use crate::play::clock::TimeControl;
use crate::play::live::{LiveGame, Status};

/// A game has a new version.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) game: GameId,
    pub(super) version: u32,
    pub(super) listing: Listing,
    pub(super) plies: usize,
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

impl Changed {
    pub(super) fn of(game: GameId, live: &LiveGame) -> Changed {
        let is_live = live.setup().public && !matches!(live.setup().control, TimeControl::Days(_));
        let listing = match live.status() {
            Status::Open => Listing::OpenSeat,
            Status::Playing if is_live => Listing::Live,
            Status::Playing => Listing::Nothing,
            Status::Over(_) | Status::Aborted => Listing::Ended,
        };
        Changed { game, version: live.version(), listing, plies: live.game().ply() }
    }
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Changed { game, version, listing, plies } = self;
        write!(f, "{game} {version} {} {plies}", Listing::ALL[*listing as usize].1)
    }
}

impl FromStr for Changed {
    type Err = ();

    fn from_str(text: &str) -> Result<Changed, ()> {
        let [game, version, listing, plies] = text.split(' ').collect::<Vec<_>>()[..] else { return Err(()) };
        let listing = Listing::ALL.iter().find(|(_, name)| *name == listing).ok_or(())?.0;
        Ok(Changed {
            game: game.parse().map_err(|_| ())?,
            version: version.parse().map_err(|_| ())?,
            listing,
            plies: plies.parse().map_err(|_| ())?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_reads_as_it_was_written() {
        for (listing, name) in Listing::ALL {
            let changed = Changed { game: GameId::random(), version: 7, listing, plies: 3 };
            assert_eq!(changed.to_string(), format!("{} 7 {name} 3", changed.game));
            assert_eq!(changed.to_string().parse(), Ok(changed));
        }
        for text in ["", "aaaaaaaaaa 1 - 0 0", "aaaaaaaaaa 1 - x", "aaaaaaaaaa -1 - 0", "short 1 - 0", "aaaaaaaaaa 1 other 0"] {
            assert_eq!(text.parse::<Changed>(), Err(()), "{text}");
        }
    }
}
