//! What the server has to play and to watch, in words.

use serde::Deserialize;
use serde_json::Value;
use sumito_rules::Layout;

use crate::site::game::{Player, Side, Sides, Status};

/// What can be chosen in the lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lists {
    /// The name of the account; none for a guest.
    pub(crate) name: Option<String>,
    /// How many people are there.
    pub(crate) online: u64,
    /// In the order of their kinds.
    pub(crate) entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) game: String,
    pub(crate) kind: Kind,
    pub(crate) words: String,
}

/// What choosing an entry does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Go on with one's own game.
    Mine,
    /// Accept a challenge.
    Challenge,
    /// Take an open seat.
    OpenSeat,
    Watch,
}

impl Kind {
    pub(super) const fn title(self) -> &'static str {
        match self {
            Kind::Mine => "Your games",
            Kind::Challenge => "Challenges to you",
            Kind::OpenSeat => "Open seats",
            Kind::Watch => "Games to watch",
        }
    }
}

/// A game in a list of the server, for two players.
#[derive(Deserialize)]
struct Listed {
    game: String,
    rated: bool,
    layout: Option<String>,
    control: String,
    players: Sides<Option<Player>>,
    turn: Side,
    status: Status,
    position: String,
}

#[derive(Deserialize)]
struct Challenge {
    game: String,
    by: Player,
    to: Player,
    rated: bool,
    layout: Option<String>,
    control: String,
    color: Option<Side>,
}

impl Lists {
    /// Reads what the server says about its user, the lobby, the user's games and challenges.
    pub(crate) fn read(me: &Value, lobby: &Value, mine: &Value, challenges: &Value) -> Lists {
        let id = me["user"].as_str();
        let outgoing: Vec<Challenge> = read(&challenges["outgoing"]);
        let mut entries: Vec<Entry> = Vec::new();
        for game in
            read::<Listed>(&mine["games"]).into_iter().filter(|game| matches!(game.status, Status::Open | Status::Playing))
        {
            let to = outgoing.iter().find(|challenge| challenge.game == game.game);
            let words = to.map_or_else(|| own_words(&game, id), |to| format!("{}  waits for {}", terms(&game), to.to.shown()));
            entries.push(Entry { game: game.game, kind: Kind::Mine, words });
        }
        for challenge in read::<Challenge>(&challenges["incoming"]) {
            let color = challenge
                .color
                .map_or("random colors", |color| if color == Side::Black { "you play Black" } else { "you play White" });
            let Challenge { game, by, rated, layout, control, .. } = challenge;
            let words = format!("{}  {}  {color}", by.shown(), setup(&control, rated, layout.as_deref()));
            entries.push(Entry { game, kind: Kind::Challenge, words });
        }
        for game in read::<Listed>(&lobby["openSeats"]) {
            let maker = game.players.black.as_ref().or(game.players.white.as_ref()).map(Player::shown).unwrap_or_default();
            let color = match (&game.players.black, game.rated) {
                (_, true) => "random colors",
                (None, _) => "you play Black",
                (Some(_), _) => "you play White",
            };
            let words = format!("{maker}  {}  {color}", terms(&game));
            entries.push(Entry { game: game.game, kind: Kind::OpenSeat, words });
        }
        for game in read::<Listed>(&lobby["games"]) {
            let [black, white] =
                [&game.players.black, &game.players.white].map(|player| player.as_ref().map(Player::shown).unwrap_or_default());
            // The last word of a position is the number of the move.
            let number = game.position.split_whitespace().next_back().unwrap_or_default();
            let words = format!("{black} - {white}  {}  move {number}", terms(&game));
            entries.push(Entry { game: game.game, kind: Kind::Watch, words });
        }
        // A game is there once, as what it is to the user.
        let mut known: Vec<String> = Vec::new();
        entries.retain(|entry| {
            let is_new = !known.contains(&entry.game);
            known.push(entry.game.clone());
            is_new
        });
        Lists { name: me["name"].as_str().map(str::to_owned), online: lobby["online"].as_u64().unwrap_or_default(), entries }
    }
}

/// The entries of a list that are for two players.
fn read<T: for<'a> Deserialize<'a>>(list: &Value) -> Vec<T> {
    let entries = list.as_array().into_iter().flatten().filter(|entry| !entry["seats"].is_array());
    entries.filter_map(|entry| T::deserialize(entry).ok()).collect()
}

fn own_words(game: &Listed, user: Option<&str>) -> String {
    let is_own =
        |player: &Option<Player>| player.as_ref().is_some_and(|player| player.user.is_some() && player.user.as_deref() == user);
    let (is_black, is_white) = (is_own(&game.players.black), is_own(&game.players.white));
    let opponent = if is_black { &game.players.white } else { &game.players.black };
    let is_turn = if game.turn == Side::Black { is_black } else { is_white };
    let against = match opponent {
        _ if is_black && is_white => "both sides".to_owned(),
        Some(opponent) => format!("against {}", opponent.shown()),
        None => return format!("{}  waits for an opponent", terms(game)),
    };
    let turn = if is_turn { "your turn" } else { "their turn" };
    format!("{against}  {}  {turn}", terms(game))
}

fn terms(game: &Listed) -> String {
    setup(&game.control, game.rated, game.layout.as_deref())
}

/// Clock, weight and layout.
fn setup(control: &str, rated: bool, layout: Option<&str>) -> String {
    let clock = if control == "none" { "no clock" } else { control };
    let weight = if rated { "rated" } else { "casual" };
    let layout = layout.and_then(Layout::find).map_or("own position", |layout| layout.name);
    format!("{clock}  {weight}  {layout}")
}
