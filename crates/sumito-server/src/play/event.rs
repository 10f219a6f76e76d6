//! The events of a game: its log, from which everything else follows. Each event is a line of text with tab-separated words.

use std::fmt;

use sumito_engine::Level;
use sumito_rules::{ByColor, Color, Game, Layout, Move, Position, Rules};

use crate::id::{GameId, UserId};
use crate::play::clock::{Millis, TimeControl};

/// A game on the server is drawn at this many plies, so that pages, sockets and logs stay bounded. People do not get that far: the longest
/// of 2,589 games that were played on another server has 370 plies.
const MAX_PLIES: u16 = 1_000;

/// The default rules of games on the server: the standard rules with the limit.
pub(crate) const ONLINE_RULES: Rules = Rules::STANDARD.with_ply_limit(Some(MAX_PLIES));

/// The setup of a game; the first event of its log.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub(crate) seats: ByColor<Option<Player>>,
    /// The only user who may take the open seat: the game is a challenge.
    pub(crate) challenged: Option<UserId>,
}

/// Where a game starts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Layout(&'static Layout),
    Position(Position),
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
    /// Against the engine.
    Engine,
    /// Two people at the same screen: one user has both seats.
    SameScreen,
    /// Two users.
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

impl Setup {
    /// The id of the layout that a game starts with; none for a position.
    pub(crate) fn layout_id(&self) -> Option<&'static str> {
        match self.start {
            Start::Layout(layout) => Some(layout.id),
            Start::Position(_) => None,
        }
    }

    pub(crate) fn kind(&self) -> GameKind {
        match (self.seats.black, self.seats.white) {
            (Some(Player::Engine(_)), _) | (_, Some(Player::Engine(_))) => GameKind::Engine,
            (Some(black), Some(white)) if black == white => GameKind::SameScreen,
            _ => GameKind::Online,
        }
    }

    /// Whether players may use hints: never in rated games, and against a person only if that was agreed on during setup.
    pub(crate) fn has_help(&self) -> bool {
        !self.rated && (self.help || self.kind() != GameKind::Online)
    }

    /// Whether its open seat is listed in the lobby. A challenge is only for the challenged.
    pub(crate) fn is_open_seat(&self) -> bool {
        self.public && self.challenged.is_none() && (self.seats.black.is_none() || self.seats.white.is_none())
    }

    /// The game before the first move.
    pub(crate) fn game(&self) -> Game {
        match self.start {
            Start::Layout(layout) => Game::new(layout, self.rules),
            Start::Position(position) => Game::from_position(position, self.rules),
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
    /// The game was set up.
    Created(Setup),
    /// A user took the open seat.
    Joined(Color, UserId),
    /// The side to move moved; this much lag was credited.
    Moved {
        m: Move,
        lag: Millis,
    },
    /// A side offers something to the other.
    Offered(Offer, Color),
    /// A side declines an offer.
    Declined(Offer, Color),
    /// The game went back to before a side's last move.
    TookBack(Color),
    Resigned(Color),
    DrawAgreed,
    FlagFell(Color),
    /// A side left before the game had begun properly.
    Aborted(Color),
    /// A side did not make its first move in time.
    NoFirstMove(Color),
    /// The other player left the game, and this side took what it was entitled to.
    Claimed(Claim, Color),
    /// The players went on to another game.
    Rematched(GameId),
}

/// What can be offered.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Offer {
    Draw,
    Takeback,
    Rematch,
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
    pub(crate) const ALL: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Rematch];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Offer::Draw => "draw",
            Offer::Takeback => "takeback",
            Offer::Rematch => "rematch",
        }
    }

    pub(crate) fn find(name: &str) -> Option<Offer> {
        Offer::ALL.into_iter().find(|offer| offer.name() == name)
    }
}

/// The name of a side in texts: `black` or `white`.
pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The side of a [`color_name`].
pub(crate) fn find_color(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| color_name(color) == name)
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
        }
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventKind::Created(Setup { start, rules, control, rated, help, public, seats, challenged }) => {
                let weight = match (rated, help) {
                    (true, _) => "rated",
                    (false, true) => "helped",
                    (false, false) => "casual",
                };
                let public = if *public { "public" } else { "private" };
                let seat = |player: Option<Player>| player.map_or_else(|| "open".to_owned(), |player| player.to_string());
                let [black, white] = [seats.black, seats.white].map(seat);
                write!(f, "created\t{start}\t{rules}\t{control}\t{weight}\t{public}\t{black}\t{white}")?;
                challenged.map_or(Ok(()), |user| write!(f, "\tfor:{user}"))
            }
            EventKind::Joined(color, user) => write!(f, "joined\t{}\t{user}", color_name(*color)),
            EventKind::Moved { m, lag: 0 } => write!(f, "moved\t{m}"),
            EventKind::Moved { m, lag } => write!(f, "moved\t{m}\t{lag}"),
            EventKind::Offered(offer, color) => write!(f, "offered\t{}\t{}", offer.name(), color_name(*color)),
            EventKind::Declined(offer, color) => write!(f, "declined\t{}\t{}", offer.name(), color_name(*color)),
            EventKind::TookBack(color) => write!(f, "took-back\t{}", color_name(*color)),
            EventKind::Resigned(color) => write!(f, "resigned\t{}", color_name(*color)),
            EventKind::DrawAgreed => f.write_str("draw-agreed"),
            EventKind::FlagFell(color) => write!(f, "flag-fell\t{}", color_name(*color)),
            EventKind::Aborted(color) => write!(f, "aborted\t{}", color_name(*color)),
            EventKind::NoFirstMove(color) => write!(f, "no-first-move\t{}", color_name(*color)),
            EventKind::Claimed(claim, color) => write!(f, "claimed\t{}\t{}", claim.name(), color_name(*color)),
            EventKind::Rematched(next) => write!(f, "rematched\t{next}"),
        }
    }
}

impl EventKind {
    /// Reads a line of a log. The text of a move has meaning only in the position before it.
    pub(crate) fn parse(text: &str, position: &Position) -> Option<EventKind> {
        let words: Vec<&str> = text.split('\t').collect();
        Some(match words[..] {
            ["created", start, rules, control, weight, public, black, white, ref rest @ ..] => EventKind::Created(Setup {
                start: parse_start(start)?,
                rules: rules.parse().ok()?,
                control: control.parse().ok()?,
                rated: weight == "rated",
                help: weight != "rated" && parse_either(weight, "helped", "casual")?,
                public: parse_either(public, "public", "private")?,
                seats: ByColor::new(parse_seat(black).ok()?, parse_seat(white).ok()?),
                challenged: match rest {
                    [] => None,
                    [word] => Some(word.strip_prefix("for:")?.parse().ok()?),
                    _ => return None,
                },
            }),
            ["joined", color, user] => EventKind::Joined(find_color(color)?, user.parse().ok()?),
            ["moved", m] => EventKind::Moved { m: position.parse_move(m).ok()?, lag: 0 },
            ["moved", m, lag] => EventKind::Moved { m: position.parse_move(m).ok()?, lag: lag.parse().ok()? },
            ["offered", offer, color] => EventKind::Offered(Offer::find(offer)?, find_color(color)?),
            ["declined", offer, color] => EventKind::Declined(Offer::find(offer)?, find_color(color)?),
            ["took-back", color] => EventKind::TookBack(find_color(color)?),
            ["resigned", color] => EventKind::Resigned(find_color(color)?),
            ["draw-agreed"] => EventKind::DrawAgreed,
            ["flag-fell", color] => EventKind::FlagFell(find_color(color)?),
            ["aborted", color] => EventKind::Aborted(find_color(color)?),
            ["no-first-move", color] => EventKind::NoFirstMove(find_color(color)?),
            ["claimed", claim, color] => EventKind::Claimed(Claim::find(claim)?, find_color(color)?),
            ["rematched", next] => EventKind::Rematched(next.parse().ok()?),
            _ => return None,
        })
    }
}

fn parse_start(text: &str) -> Option<Start> {
    let layout = Layout::all().iter().find(|layout| layout.id == text).map(Start::Layout);
    layout.or_else(|| text.parse().ok().map(Start::Position))
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
mod tests {
    use super::*;

    #[test]
    fn every_line_reads_back() {
        let position = Layout::BELGIAN_DAISY.position();
        let lines = [
            "created\tbelgian-daisy\twin=6 repetition=3 quiet=off no-move=loses\t600\trated\tpublic\tuser:abcdefghij\topen",
            "created\tbelgian-daisy\twin=6 repetition=3 quiet=off no-move=loses\t600\trated\tpublic\tuser:abcdefghij\topen\tfor:klmnopqrst",
            "created\t5/6/7/8/2bbw4/8/7/6/bb3 b 1 2 3 4\twin=4 repetition=off quiet=9 no-move=draws\tnone\tcasual\tprivate\tengine:10\tuser:ABCDEFGHI0",
            "created\tbelgian-daisy\twin=6 repetition=3 quiet=off no-move=loses plies=1000\t600\trated\tpublic\tuser:abcdefghij\topen",
            "created\tstar\twin=6 repetition=3 quiet=off no-move=loses\tnone\thelped\tprivate\tuser:abcdefghij\topen",
            "joined\twhite\tabcdefghij",
            "moved\ta1b2",
            "moved\ta1b2\t120",
            "offered\tdraw\tblack",
            "offered\trematch\twhite",
            "declined\ttakeback\twhite",
            "took-back\tblack",
            "resigned\twhite",
            "draw-agreed",
            "flag-fell\tblack",
            "aborted\twhite",
            "no-first-move\tblack",
            "claimed\twin\twhite",
            "claimed\tdraw\tblack",
            "rematched\tabcdefghij",
        ];
        for line in lines {
            let kind = EventKind::parse(line, &position).unwrap_or_else(|| panic!("{line:?}"));
            assert_eq!(kind.to_string(), line);
        }
    }

    #[test]
    fn new_games_have_a_limit_of_plies_and_older_ones_have_none() {
        for (text, expected) in [
            ("", Ok(ONLINE_RULES)),
            ("plies=off", Ok(ONLINE_RULES)),
            ("plies=1000", Ok(ONLINE_RULES)),
            ("blitz", Ok(ONLINE_RULES.with_marbles_to_win(4))),
            ("plies=1", Ok(Rules::STANDARD.with_ply_limit(Some(1)))),
            ("plies=1001", Err("expected plies=1000 or less, found plies=1001".to_owned())),
        ] {
            assert_eq!(bounded(text.parse().unwrap()), expected, "{text}");
        }
        let old = "created\tstar\twin=6 repetition=3 quiet=off no-move=loses\tnone\tcasual\tprivate\tuser:abcdefghij\topen";
        let Some(EventKind::Created(setup)) = EventKind::parse(old, &Layout::STANDARD.position()) else { panic!("{old}") };
        assert_eq!(setup.rules.ply_limit, None);
    }

    #[test]
    fn other_lines_are_refused() {
        let lines = [
            "",
            "moved",
            "moved\ta1a9",
            "moved\ta1b2\tsoon",
            "moved a1b2",
            "joined\tgreen\tabcdefghij",
            "joined\twhite\tshort",
            "offered\tcake\tblack",
            "claimed\tcake\tblack",
            "no-first-move",
            "created\tnowhere\twin=6\t600\trated\tpublic\topen\topen",
            "created\tstandard\twin=6\t600\trated\tpublic\topen\tengine:11",
            "created\tstandard\twin=6\t600\tserious\tpublic\topen\topen",
        ];
        for line in lines {
            assert_eq!(EventKind::parse(line, &Layout::STANDARD.position()), None, "{line:?}");
        }
    }
}
