//! The events of a tournament: its log, from which everything else follows. Each event is a line of text with tab-separated words. Players are
//! named by their places in the list of entries, from zero.

use std::fmt;

use sumito_tournament::Bye;

use crate::id::{GameId, UserId};
use crate::play::clock::Millis;
use crate::tournament::board::{BoardResult, Claim, Ended};
use crate::tournament::settings::Settings;

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) at: Millis,
    pub(crate) kind: EventKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EventKind {
    Created {
        by: UserId,
        settings: Box<Settings>,
    },
    /// The settings have changed, before the start.
    Changed(Box<Settings>),
    DirectorAdded(UserId),
    DirectorRemoved(UserId),
    /// A player entered, with the name and the rating of that moment.
    Entered {
        who: Who,
        name: String,
        rating: u16,
    },
    /// A player has no name any more, because the account was deleted.
    Renamed(usize, String),
    /// A player left, or does not want to be paired for now.
    Withdrew(usize),
    Returned(usize),
    /// A bye with half a point in this round.
    ByeRequested(usize, usize),
    /// The bye of this round is not wanted any more.
    ByeCanceled(usize, usize),
    /// These two must not meet.
    Forbidden(usize, usize),
    Allowed(usize, usize),
    /// It started, with the players in this order.
    Started(Vec<usize>),
    Paired(Pairings),
    /// The last round was taken back, before it had a result.
    Unpaired,
    /// A board ended, or a director corrects its result.
    Ended {
        game: GameId,
        ended: Ended,
        by: Source,
    },
    /// A game online ended after a director had decided it.
    Played {
        game: GameId,
        result: BoardResult,
    },
    /// A player says what the result over the board is.
    Claimed {
        game: GameId,
        player: usize,
        claim: Claim,
    },
    Stopped,
    Resumed,
    Finished(Why),
}

/// Whom an entry is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Account(UserId),
    /// Somebody without an account who plays over the board, with the code that lets them enter results.
    Person(String),
}

/// Pairs that were made together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairings {
    /// From zero.
    pub(crate) round: usize,
    pub(crate) is_play_off: bool,
    /// No pairing fulfilled all rules.
    pub(crate) is_relaxed: bool,
    /// The ids are decided here, so that a game is created once, even if the server dies before.
    pub(crate) boards: Vec<(GameId, usize, usize)>,
    pub(crate) byes: Vec<(usize, Bye)>,
}

/// Where a result comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Game,
    Players,
    Director,
}

/// Why a tournament is over.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Everything was played.
    Played,
    /// A director ended it early.
    ByDirector,
    /// A director called it off before it started.
    Cancelled,
    TooFewPlayers,
    /// Too many pairs are forbidden.
    Impossible,
    /// Nobody did anything for a long time.
    Abandoned,
}

impl Why {
    pub(crate) const ALL: [Why; 6] =
        [Why::Played, Why::ByDirector, Why::Cancelled, Why::TooFewPlayers, Why::Impossible, Why::Abandoned];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Why::Played => "played",
            Why::ByDirector => "by-director",
            Why::Cancelled => "cancelled",
            Why::TooFewPlayers => "too-few-players",
            Why::Impossible => "impossible",
            Why::Abandoned => "abandoned",
        }
    }
}

impl Source {
    fn name(self) -> &'static str {
        match self {
            Source::Game => "game",
            Source::Players => "players",
            Source::Director => "director",
        }
    }
}

fn bye_name(bye: Bye) -> &'static str {
    match bye {
        Bye::Pairing => "pairing",
        Bye::Full => "full",
        Bye::Half => "half",
        Bye::Zero => "zero",
    }
}

fn parse_bye(name: &str) -> Option<Bye> {
    [Bye::Pairing, Bye::Full, Bye::Half, Bye::Zero].into_iter().find(|&bye| bye_name(bye) == name)
}

/// The marbles that each side ejected, or `-`.
fn marbles_text(marbles: Option<[u8; 2]>) -> String {
    marbles.map_or("-".to_owned(), |[first, second]| format!("{first} {second}"))
}

fn parse_marbles(text: &str) -> Result<Option<[u8; 2]>, ()> {
    let number = |text: &str| text.parse().map_err(|_| ());
    match text.split_once(' ') {
        Some((first, second)) => Ok(Some([number(first)?, number(second)?])),
        None if text == "-" => Ok(None),
        None => Err(()),
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventKind::Created { by, settings } => write!(f, "created\t{by}\t{settings}"),
            EventKind::Changed(settings) => write!(f, "changed\t{settings}"),
            EventKind::DirectorAdded(user) => write!(f, "director-added\t{user}"),
            EventKind::DirectorRemoved(user) => write!(f, "director-removed\t{user}"),
            EventKind::Entered { who: Who::Account(user), name, rating } => write!(f, "entered\t{user}\t{rating}\t{name}"),
            EventKind::Entered { who: Who::Person(code), name, rating } => write!(f, "entered\t-{code}\t{rating}\t{name}"),
            EventKind::Renamed(player, name) => write!(f, "renamed\t{player}\t{name}"),
            EventKind::Withdrew(player) => write!(f, "withdrew\t{player}"),
            EventKind::Returned(player) => write!(f, "returned\t{player}"),
            EventKind::ByeRequested(player, round) => write!(f, "bye\t{player}\t{round}"),
            EventKind::ByeCanceled(player, round) => write!(f, "no-bye\t{player}\t{round}"),
            EventKind::Forbidden(one, other) => write!(f, "forbidden\t{one}\t{other}"),
            EventKind::Allowed(one, other) => write!(f, "allowed\t{one}\t{other}"),
            EventKind::Started(order) => {
                let order: Vec<String> = order.iter().map(ToString::to_string).collect();
                write!(f, "started\t{}", order.join(" "))
            }
            EventKind::Paired(Pairings { round, is_play_off, is_relaxed, boards, byes }) => {
                let kind = if *is_play_off { "play-off" } else { "round" };
                write!(f, "paired\t{kind}\t{round}\t{}", if *is_relaxed { "relaxed" } else { "regular" })?;
                for (game, first, second) in boards {
                    write!(f, "\t{game} {first} {second}")?;
                }
                for (player, bye) in byes {
                    write!(f, "\tbye {player} {}", bye_name(*bye))?;
                }
                Ok(())
            }
            EventKind::Unpaired => f.write_str("unpaired"),
            EventKind::Ended { game, ended: Ended { result, marbles, plies, berserk, .. }, by } => {
                let marbles = marbles_text(*marbles);
                let berserk = match berserk {
                    [false, false] => "none",
                    [true, false] => "first",
                    [false, true] => "second",
                    [true, true] => "both",
                };
                write!(f, "ended\t{game}\t{result}\t{marbles}\t{plies}\t{berserk}\t{}", by.name())
            }
            EventKind::Played { game, result } => write!(f, "played\t{game}\t{result}"),
            EventKind::Claimed { game, player, claim: Claim { result, marbles } } => {
                write!(f, "claimed\t{game}\t{player}\t{result}\t{}", marbles_text(*marbles))
            }
            EventKind::Stopped => f.write_str("stopped"),
            EventKind::Resumed => f.write_str("resumed"),
            EventKind::Finished(why) => write!(f, "finished\t{}", why.name()),
        }
    }
}

impl Event {
    /// Reads a line of a log.
    pub(crate) fn parse(at: Millis, text: &str) -> Option<Event> {
        parse(at, text).map(|kind| Event { at, kind })
    }
}

fn parse(at: Millis, text: &str) -> Option<EventKind> {
    if let Some(rest) = text.strip_prefix("created\t") {
        let (by, settings) = rest.split_once('\t')?;
        return Some(EventKind::Created { by: by.parse().ok()?, settings: Box::new(settings.parse().ok()?) });
    }
    if let Some(settings) = text.strip_prefix("changed\t") {
        return Some(EventKind::Changed(Box::new(settings.parse().ok()?)));
    }
    let words: Vec<&str> = text.split('\t').collect();
    let number = |word: &str| word.parse::<usize>().ok();
    Some(match words.as_slice() {
        ["director-added", user] => EventKind::DirectorAdded(user.parse().ok()?),
        ["director-removed", user] => EventKind::DirectorRemoved(user.parse().ok()?),
        ["entered", user, rating, name] => {
            let who = match user.strip_prefix('-') {
                Some(code) => Who::Person(code.to_owned()),
                None => Who::Account(user.parse().ok()?),
            };
            EventKind::Entered { who, name: (*name).to_owned(), rating: rating.parse().ok()? }
        }
        ["renamed", player, name] => EventKind::Renamed(number(player)?, (*name).to_owned()),
        ["withdrew", player] => EventKind::Withdrew(number(player)?),
        ["returned", player] => EventKind::Returned(number(player)?),
        ["bye", player, round] => EventKind::ByeRequested(number(player)?, number(round)?),
        ["no-bye", player, round] => EventKind::ByeCanceled(number(player)?, number(round)?),
        ["forbidden", one, other] => EventKind::Forbidden(number(one)?, number(other)?),
        ["allowed", one, other] => EventKind::Allowed(number(one)?, number(other)?),
        ["started", order] => EventKind::Started(order.split(' ').map(number).collect::<Option<_>>()?),
        ["paired", kind, round, how, rest @ ..] => {
            let mut pairings = Pairings {
                round: number(round)?,
                is_play_off: *kind == "play-off",
                is_relaxed: *how == "relaxed",
                ..Pairings::default()
            };
            for word in rest {
                match word.split(' ').collect::<Vec<_>>().as_slice() {
                    ["bye", player, bye] => pairings.byes.push((number(player)?, parse_bye(bye)?)),
                    [game, first, second] => pairings.boards.push((game.parse().ok()?, number(first)?, number(second)?)),
                    _ => return None,
                }
            }
            EventKind::Paired(pairings)
        }
        ["unpaired"] => EventKind::Unpaired,
        ["ended", game, result, marbles, plies, berserk, by] => {
            let marbles = parse_marbles(marbles).ok()?;
            let berserk = [["first", "both"].contains(berserk), ["second", "both"].contains(berserk)];
            let by = [Source::Game, Source::Players, Source::Director].into_iter().find(|source| source.name() == *by)?;
            let ended = Ended { result: result.parse().ok()?, at, marbles, plies: plies.parse().ok()?, berserk };
            EventKind::Ended { game: game.parse().ok()?, ended, by }
        }
        ["played", game, result] => EventKind::Played { game: game.parse().ok()?, result: result.parse().ok()? },
        ["claimed", game, player, result, marbles] => {
            let claim = Claim { result: result.parse().ok()?, marbles: parse_marbles(marbles).ok()? };
            EventKind::Claimed { game: game.parse().ok()?, player: number(player)?, claim }
        }
        ["stopped"] => EventKind::Stopped,
        ["resumed"] => EventKind::Resumed,
        ["finished", why] => EventKind::Finished(Why::ALL.into_iter().find(|other| other.name() == *why)?),
        _ => return None,
    })
}
