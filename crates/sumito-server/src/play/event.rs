//! The events of a game: its log, from which everything else follows. Each event is a line of text with tab-separated words.

use std::fmt;

use sumito_engine::Level;
use sumito_rules::party::Seat;
use sumito_rules::{Game, Layout, Move, Position, Rules, party};

use crate::id::{GameId, UserId};
use crate::play::any_game::AnyGame;
use crate::play::challenge::DeclineReason;
use crate::play::clock::{Millis, TimeControl};
use crate::play::seats::{Seats, find_seat, seat_name};

/// A game on the server is drawn at this many plies, so that pages, sockets and logs stay bounded. People do not get that far: the longest
/// of 2,589 games that were played on another server has 370 plies.
const MAX_PLIES: u16 = 1_000;

/// The default rules of games on the server: the standard rules with the limit.
pub(crate) const ONLINE_RULES: Rules = Rules::STANDARD.with_ply_limit(Some(MAX_PLIES));

/// The setup of a game; the first event of its log.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent of each other, and always named")]
pub(crate) struct Setup {
    pub(crate) start: Start,
    pub(crate) rules: Rules,
    pub(crate) control: TimeControl,
    /// Whether it counts for the ratings. In that case moves cannot be taken back (R9).
    pub(crate) rated: bool,
    /// Whether two people agreed that both may ask for help; see [`Setup::has_help`].
    pub(crate) help: bool,
    /// Whether it is listed for everyone. Whoever has the address of a game may watch it in any case.
    pub(crate) public: bool,
    /// The players; `None` for an open seat.
    pub(crate) seats: Seats<Option<Player>>,
    /// The only user who may take the open seat: the game is a challenge.
    pub(crate) challenged: Option<UserId>,
    /// Whether a bot and a person may play it although it is rated.
    pub(crate) bots: bool,
    /// The level at which the engine plays on for somebody who leaves a game for more than two. Without it, the seat is out.
    pub(crate) takeover: Option<Level>,
    /// Whether the seats of a game for more than two are drawn at random when it begins.
    pub(crate) drawn: bool,
    /// Whether it belongs to the engine room. It counts for its list alone, and moves cannot be taken back.
    pub(crate) room: bool,
}

/// Where a game starts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Layout(&'static Layout),
    Position(Position),
    /// For more than two players.
    Party(&'static party::Layout),
}

/// Who plays a side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Player {
    User(UserId),
    Engine(Level),
}

/// The ways to play.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GameKind {
    /// One user against the engine, or the engine alone.
    Engine,
    /// People at the same screen: one user has all seats.
    SameScreen,
    /// Two users or more, or open seats.
    Online,
}

impl GameKind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            GameKind::Engine => "engine",
            GameKind::SameScreen => "same-screen",
            GameKind::Online => "online",
        }
    }
}

/// These rules with the limit of plies that games on the server have. A limit that is too high is an error.
pub(crate) fn bounded(rules: Rules) -> Result<Rules, String> {
    match rules.ply_limit {
        Some(plies) if plies > MAX_PLIES => Err(format!("expected plies={MAX_PLIES} or less, found plies={plies}")),
        Some(_) => Ok(rules),
        None => Ok(rules.with_ply_limit(Some(MAX_PLIES))),
    }
}

/// The highest level of the engine in a game for more than two.
pub(crate) const PARTY_LEVELS: u8 = 5;

impl Start {
    /// The number of seats.
    pub(crate) fn seats(&self) -> usize {
        match self {
            Start::Layout(_) | Start::Position(_) => 2,
            Start::Party(layout) => layout.seating.seats().count(),
        }
    }

    fn is_party(&self) -> bool {
        matches!(self, Start::Party(_))
    }

    /// The engine's level with this number in such a game.
    pub(crate) fn level(&self, number: u8) -> Option<Level> {
        Level::new(number).filter(|level| !self.is_party() || level.number() <= PARTY_LEVELS)
    }
}

impl Setup {
    /// The id of the layout that a game starts with; none for a position.
    pub(crate) fn layout_id(&self) -> Option<&'static str> {
        match self.start {
            Start::Layout(layout) => Some(layout.id),
            Start::Position(_) => None,
            Start::Party(layout) => Some(layout.id),
        }
    }

    /// Whether it is for more than two players.
    pub(crate) fn is_party(&self) -> bool {
        self.start.is_party()
    }

    /// Whether the game is aborted if somebody does not make a first move in time: without them it would not be the game that was agreed on.
    /// Other games for more than two go on.
    pub(crate) fn needs_all_first_moves(&self) -> bool {
        self.rated || !self.is_party()
    }

    pub(crate) fn kind(&self) -> GameKind {
        let mut users = self.users();
        let first = users.next();
        if self.has_open_seat() || users.any(|user| Some(user) != first) {
            GameKind::Online
        } else if self.seats.iter().any(|(_, player)| matches!(player, Some(Player::Engine(_)))) {
            GameKind::Engine
        } else {
            GameKind::SameScreen
        }
    }

    /// The users in the order of their seats; one who has several comes several times.
    pub(crate) fn users(&self) -> impl Iterator<Item = UserId> {
        self.seats.iter().filter_map(|(_, player)| player.and_then(Player::user))
    }

    pub(crate) fn has_open_seat(&self) -> bool {
        self.open_seats().next().is_some()
    }

    pub(crate) fn open_seats(&self) -> impl Iterator<Item = Seat> {
        self.seats.iter().filter(|(_, player)| player.is_none()).map(|(seat, _)| seat)
    }

    /// Whether players may use hints: never in rated games, and against a person only if that was agreed on during setup.
    pub(crate) fn has_help(&self) -> bool {
        !self.rated && !self.is_party() && (self.help || self.kind() != GameKind::Online)
    }

    /// Whether its open seats are listed in the lobby. A challenge is only for the challenged.
    pub(crate) fn is_open_seat(&self) -> bool {
        self.public && self.challenged.is_none() && self.has_open_seat()
    }

    /// Whether strangers find it in lists, and may show it on other sites. Others are for those who have the link.
    pub(crate) fn is_findable(&self) -> bool {
        self.public || self.rated || self.room
    }

    /// The game before the first move.
    pub(crate) fn game(&self) -> AnyGame {
        match self.start {
            Start::Layout(layout) => AnyGame::Two(Game::new(layout, self.rules)),
            Start::Position(position) => AnyGame::Two(Game::from_position(position, self.rules)),
            Start::Party(layout) => AnyGame::Party(party::Game::new(layout, self.rules)),
        }
    }

    /// Reads the first line of a log.
    pub(crate) fn parse(text: &str) -> Option<Setup> {
        let words: Vec<&str> = text.split('\t').collect();
        let ["created", start, rules, control, weight, public, ref rest @ ..] = words[..] else { return None };
        let start = parse_start(start)?;
        let (seats, rest) = rest.split_at_checked(start.seats())?;
        let seats: Option<Vec<Option<Player>>> = seats.iter().map(|seat| parse_seat(seat).ok()).collect();
        let seats = Seats::new(seats?);
        let is_level = |player: &Option<Player>| player.is_none_or(|player| player.fits(start));
        if !seats.iter().all(|(_, player)| is_level(player)) {
            return None;
        }
        let mut setup = Setup {
            start,
            rules: rules.parse().ok()?,
            control: control.parse().ok()?,
            rated: weight == "rated",
            help: weight != "rated" && parse_either(weight, "helped", "casual")?,
            public: parse_either(public, "public", "private")?,
            seats,
            challenged: None,
            bots: false,
            takeover: None,
            drawn: false,
            room: false,
        };
        for word in rest {
            match word.split_once(':') {
                Some(("for", user)) if !start.is_party() && setup.challenged.is_none() => {
                    setup.challenged = Some(user.parse().ok()?);
                }
                Some(("takeover", level)) if start.is_party() => setup.takeover = Some(start.level(level.parse().ok()?)?),
                None if start.is_party() && *word == "drawn" => setup.drawn = true,
                None if !start.is_party() && *word == "bots" => setup.bots = true,
                None if !start.is_party() && *word == "room" => setup.room = true,
                _ => return None,
            }
        }
        Some(setup)
    }
}

impl Player {
    pub(crate) fn user(self) -> Option<UserId> {
        if let Player::User(user) = self { Some(user) } else { None }
    }

    /// Whether the engine has this level in such a game.
    fn fits(self, start: Start) -> bool {
        match self {
            Player::User(_) => true,
            Player::Engine(level) => start.level(level.number()).is_some(),
        }
    }
}

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) at: Millis,
    pub(crate) kind: EventKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EventKind {
    /// The game was set up. Boxed, because every game in memory has many events and one setup.
    Created(Box<Setup>),
    /// A user took an open seat.
    Joined(Seat, UserId),
    /// A user gave a seat up before the game began.
    LeftSeat(Seat),
    /// The engine took all open seats, at this level.
    Filled(Level),
    /// The seats were drawn: where the player of each seat sits now.
    Drawn(Box<[Seat]>),
    /// The side to move moved; this much lag was credited.
    Moved {
        m: Move,
        lag: Millis,
    },
    /// A player offers something to the others.
    Offered(Offer, Seat),
    /// A player agrees to an offer, and not everybody has.
    Agreed(Offer, Seat),
    /// A player declines an offer.
    Declined(Offer, Seat),
    /// The game went back to before a player's last move.
    TookBack(Seat),
    Resigned(Seat),
    /// This player and all partners resigned.
    TeamResigned(Seat),
    DrawAgreed,
    FlagFell(Seat),
    /// A player left before the game had begun properly.
    Aborted(Seat),
    /// The user whom this open seat is for does not want to play.
    ChallengeDeclined(Seat, Option<DeclineReason>),
    /// A player did not make the first move in time.
    NoFirstMove(Seat),
    /// The other player left the game, and this side took what it was entitled to.
    Claimed(Claim, Seat),
    /// This player left a game for more than two, as another one claimed.
    Abandoned(Seat),
    /// A side plays with half its time.
    Berserked(Seat),
    /// The players went on to another game.
    Rematched(GameId),
}

/// What can be offered.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Offer {
    Draw,
    Takeback,
    Rematch,
    /// To resign as a team.
    Resign,
}

/// What a player may claim whose opponent left the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Claim {
    Win,
    Draw,
}

impl Claim {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Claim::Win => "win",
            Claim::Draw => "draw",
        }
    }

    fn find(name: &str) -> Option<Claim> {
        [Claim::Win, Claim::Draw].into_iter().find(|claim| claim.name() == name)
    }
}

impl Offer {
    pub(crate) const ALL: [Offer; 4] = [Offer::Draw, Offer::Takeback, Offer::Rematch, Offer::Resign];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Offer::Draw => "draw",
            Offer::Takeback => "takeback",
            Offer::Rematch => "rematch",
            Offer::Resign => "resign",
        }
    }

    pub(crate) fn find(name: &str) -> Option<Offer> {
        Offer::ALL.into_iter().find(|offer| offer.name() == name)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::User(user) => write!(f, "user:{user}"),
            Player::Engine(level) => write!(f, "engine:{level}"),
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Layout(layout) => f.write_str(layout.id),
            Start::Position(position) => position.fmt(f),
            Start::Party(layout) => f.write_str(layout.id),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { start, rules, control, rated, help, public, seats, challenged, bots, takeover, drawn, room } = self;
        let weight = match (rated, help) {
            (true, _) => "rated",
            (false, true) => "helped",
            (false, false) => "casual",
        };
        let public = if *public { "public" } else { "private" };
        write!(f, "created\t{start}\t{rules}\t{control}\t{weight}\t{public}")?;
        for (_, player) in seats.iter() {
            match player {
                Some(player) => write!(f, "\t{player}")?,
                None => f.write_str("\topen")?,
            }
        }
        challenged.map_or(Ok(()), |user| write!(f, "\tfor:{user}"))?;
        f.write_str(if *bots { "\tbots" } else { "" })?;
        takeover.map_or(Ok(()), |level| write!(f, "\ttakeover:{level}"))?;
        f.write_str(if *drawn { "\tdrawn" } else { "" })?;
        f.write_str(if *room { "\troom" } else { "" })
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut of_seat = |what: &str, seat: &Seat| write!(f, "{what}\t{}", seat_name(*seat));
        match self {
            EventKind::Created(setup) => setup.fmt(f),
            EventKind::Joined(seat, user) => write!(f, "joined\t{}\t{user}", seat_name(*seat)),
            EventKind::LeftSeat(seat) => of_seat("left-seat", seat),
            EventKind::Filled(level) => write!(f, "filled\t{level}"),
            EventKind::Drawn(seats) => {
                let names: Vec<&str> = seats.iter().map(|&seat| seat_name(seat)).collect();
                write!(f, "drawn\t{}", names.join(" "))
            }
            EventKind::Moved { m, lag: 0 } => write!(f, "moved\t{m}"),
            EventKind::Moved { m, lag } => write!(f, "moved\t{m}\t{lag}"),
            EventKind::Offered(offer, seat) => write!(f, "offered\t{}\t{}", offer.name(), seat_name(*seat)),
            EventKind::Agreed(offer, seat) => write!(f, "agreed\t{}\t{}", offer.name(), seat_name(*seat)),
            EventKind::Declined(offer, seat) => write!(f, "declined\t{}\t{}", offer.name(), seat_name(*seat)),
            EventKind::TookBack(seat) => of_seat("took-back", seat),
            EventKind::Resigned(seat) => of_seat("resigned", seat),
            EventKind::TeamResigned(seat) => of_seat("team-resigned", seat),
            EventKind::DrawAgreed => f.write_str("draw-agreed"),
            EventKind::FlagFell(seat) => of_seat("flag-fell", seat),
            EventKind::Aborted(seat) => of_seat("aborted", seat),
            EventKind::ChallengeDeclined(seat, None) => of_seat("declined\tchallenge", seat),
            EventKind::ChallengeDeclined(seat, Some(reason)) => {
                write!(f, "declined\tchallenge\t{}\t{}", seat_name(*seat), reason.key())
            }
            EventKind::NoFirstMove(seat) => of_seat("no-first-move", seat),
            EventKind::Claimed(claim, seat) => write!(f, "claimed\t{}\t{}", claim.name(), seat_name(*seat)),
            EventKind::Abandoned(seat) => of_seat("abandoned", seat),
            EventKind::Berserked(seat) => of_seat("berserked", seat),
            EventKind::Rematched(next) => write!(f, "rematched\t{next}"),
        }
    }
}

impl EventKind {
    /// Whether other players sit in the game after it, or in other seats.
    pub(crate) fn changes_players(&self) -> bool {
        matches!(self, EventKind::Joined(..) | EventKind::LeftSeat(_) | EventKind::Filled(_) | EventKind::Drawn(_))
    }

    /// Whether somebody leaves a game by it which may go on.
    pub(crate) fn is_departure(&self) -> bool {
        use EventKind::{Abandoned, FlagFell, NoFirstMove, Resigned, TeamResigned};
        matches!(self, Resigned(_) | TeamResigned(_) | FlagFell(_) | NoFirstMove(_) | Abandoned(_))
    }

    /// Reads a line of a log after the first. The text of a move has meaning only in the position before it.
    pub(crate) fn parse(text: &str, game: &AnyGame) -> Option<EventKind> {
        let words: Vec<&str> = text.split('\t').collect();
        let seat = |name: &str| find_seat(name).filter(|&seat| game.seating().has(seat));
        Some(match words[..] {
            ["joined", name, user] => EventKind::Joined(seat(name)?, user.parse().ok()?),
            ["left-seat", name] => EventKind::LeftSeat(seat(name)?),
            ["filled", level] => {
                EventKind::Filled(Level::new(level.parse().ok()?).filter(|level| level.number() <= PARTY_LEVELS)?)
            }
            ["drawn", seats] => EventKind::Drawn(seats.split(' ').map(seat).collect::<Option<_>>()?),
            ["moved", m] => EventKind::Moved { m: game.parse_move(m).ok()?, lag: 0 },
            ["moved", m, lag] => EventKind::Moved { m: game.parse_move(m).ok()?, lag: lag.parse().ok()? },
            ["offered", offer, name] => EventKind::Offered(Offer::find(offer)?, seat(name)?),
            ["agreed", offer, name] => EventKind::Agreed(Offer::find(offer)?, seat(name)?),
            ["declined", "challenge", name] => EventKind::ChallengeDeclined(seat(name)?, None),
            ["declined", "challenge", name, reason] => {
                EventKind::ChallengeDeclined(seat(name)?, Some(DeclineReason::find(reason)?))
            }
            ["declined", offer, name] => EventKind::Declined(Offer::find(offer)?, seat(name)?),
            ["took-back", name] => EventKind::TookBack(seat(name)?),
            ["resigned", name] => EventKind::Resigned(seat(name)?),
            ["team-resigned", name] => EventKind::TeamResigned(seat(name)?),
            ["draw-agreed"] => EventKind::DrawAgreed,
            ["flag-fell", name] => EventKind::FlagFell(seat(name)?),
            ["aborted", name] => EventKind::Aborted(seat(name)?),
            ["no-first-move", name] => EventKind::NoFirstMove(seat(name)?),
            ["claimed", claim, name] => EventKind::Claimed(Claim::find(claim)?, seat(name)?),
            ["abandoned", name] => EventKind::Abandoned(seat(name)?),
            ["berserked", name] => EventKind::Berserked(seat(name)?),
            ["rematched", next] => EventKind::Rematched(next.parse().ok()?),
            _ => return None,
        })
    }
}

fn parse_start(text: &str) -> Option<Start> {
    let layout = Layout::all().iter().find(|layout| layout.id == text).map(Start::Layout);
    let party = || party::Layout::all().iter().find(|layout| layout.id == text).map(Start::Party);
    layout.or_else(party).or_else(|| text.parse().ok().map(Start::Position))
}

/// Whether a text is the first or the second of two words.
fn parse_either(text: &str, yes: &str, no: &str) -> Option<bool> {
    if text == yes || text == no { Some(text == yes) } else { None }
}

/// Reads a seat: a player, or `open`.
pub(crate) fn parse_seat(text: &str) -> Result<Option<Player>, ()> {
    let player = match text.split_once(':') {
        None if text == "open" => return Ok(None),
        Some(("user", user)) => user.parse().ok().map(Player::User),
        Some(("engine", level)) => level.parse().ok().and_then(Level::new).map(Player::Engine),
        _ => None,
    };
    player.map(Some).ok_or(())
}

#[cfg(test)]
mod tests;
