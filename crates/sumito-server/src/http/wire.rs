//! The JSON of socket and API. Nobody else knows it; docs/api.md describes it.

use axum::extract::ws::Utf8Bytes;
use serde::Deserialize;
use serde_json::{Value, json};
use sumito_rules::{ByColor, Color, Layout, MoveTextError, Outcome, position_or_layout};

use crate::db::{Said, User, status_name};
use crate::failure::Failure;
use crate::games::room::{Clocks, News, Person, Present, Table, Told};
use crate::id::{GameId, UserId};
use crate::lobby::{Gone, Listed, View};
use crate::play::clock::{Left, Millis, TimeControl};
use crate::play::event::{Event, Kind, Offer, Player, Setup, Start, What, color_name};
use crate::play::live::{Action, Refusal, Status};
use crate::play::ratings::Standing;

/// Something that a client wants done.
#[derive(Debug, Deserialize)]
#[serde(expecting = "an object")]
pub(crate) struct Request {
    #[serde(flatten)]
    command: Command,
    /// The version of the game that the client has seen.
    #[serde(default)]
    pub(crate) version: u32,
    /// Comes back with the answer.
    pub(crate) id: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
enum Command {
    Join,
    Play {
        #[serde(rename = "move")]
        text: String,
    },
    Resign,
    Offer {
        what: Offered,
    },
    Accept {
        what: Offered,
    },
    Decline {
        what: Offered,
    },
    Abort,
    Flag,
    Chat {
        text: String,
    },
    Ping,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Offered {
    Draw,
    Takeback,
    Rematch,
}

/// What a request is about.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Act(Action),
    Say(String),
    /// A sign of life.
    Answer,
}

impl Request {
    pub(crate) fn parse(text: &str) -> Result<Request, Failure> {
        parse(text)
    }

    /// `lag` is what the server has measured of the line.
    pub(crate) fn wish(self, lag: Millis) -> Wish {
        Wish::Act(match self.command {
            Command::Chat { text } => return Wish::Say(text),
            Command::Ping => return Wish::Answer,
            Command::Join => Action::Join,
            Command::Play { text } => Action::Play { text, lag },
            Command::Resign => Action::Resign,
            Command::Offer { what: Offered::Draw } => Action::OfferDraw,
            Command::Offer { what: Offered::Takeback } => Action::OfferTakeback,
            Command::Accept { what: Offered::Draw } => Action::AcceptDraw,
            Command::Accept { what: Offered::Takeback } => Action::AcceptTakeback,
            Command::Offer { what: Offered::Rematch } | Command::Accept { what: Offered::Rematch } => {
                Action::Rematch(GameId::random())
            }
            Command::Decline { what: Offered::Draw } => Action::Decline(Offer::Draw),
            Command::Decline { what: Offered::Takeback } => Action::Decline(Offer::Takeback),
            Command::Decline { what: Offered::Rematch } => Action::Decline(Offer::Rematch),
            Command::Abort => Action::Abort,
            Command::Flag => Action::ClaimFlag,
        })
    }
}

/// A game that a client wants.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct NewGame {
    against: Against,
    #[serde(default)]
    color: Choice,
    /// The engine's, from 1 to 10.
    level: Option<u8>,
    layout: Option<String>,
    position: Option<String>,
    rules: Option<String>,
    control: Option<String>,
    #[serde(default)]
    rated: bool,
    #[serde(default)]
    help: bool,
    #[serde(default)]
    public: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Against {
    Engine,
    SameScreen,
    Online,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Choice {
    Black,
    White,
    #[default]
    Random,
}

impl NewGame {
    pub(crate) fn parse(text: &str) -> Result<NewGame, Failure> {
        parse(text)
    }

    /// The setup for a user. `lot` is the color if it is left to chance.
    pub(crate) fn setup(self, user: &User, lot: Color) -> Result<Setup, Failure> {
        let bad = |field: &str, error: &dyn std::fmt::Display| Failure::Bad(format!("{field}: {error}"));
        let start = match (self.layout, self.position) {
            (Some(_), Some(_)) => return Err(Failure::Bad("give a layout or a position, not both".to_owned())),
            (None, None) => Start::Layout(&Layout::BELGIAN_DAISY),
            (Some(layout), None) => {
                Start::Layout(Layout::find(&layout).ok_or_else(|| bad("layout", &"there is none by that name"))?)
            }
            (None, Some(text)) => Start::Position(position_or_layout(&text).map_err(|error| bad("position", &error))?),
        };
        let rules = self.rules.unwrap_or_default().parse().map_err(|error| bad("rules", &error))?;
        let control = match self.control {
            Some(text) => text.parse().map_err(|error| bad("control", &error))?,
            None => TimeControl::None,
        };
        let us = match self.color {
            Choice::Black => Color::Black,
            Choice::White => Color::White,
            Choice::Random => lot,
        };
        let them = match self.against {
            Against::Online => None,
            Against::SameScreen => Some(Player::User(user.id)),
            Against::Engine => {
                let level = self.level.and_then(sumito_engine::Level::new);
                Some(Player::Engine(level.ok_or_else(|| bad("level", &"expected a number from 1 to 10"))?))
            }
        };
        if self.rated && self.against != Against::Online {
            return Err(Failure::Bad("rated: only games between accounts can be rated".to_owned()));
        }
        if self.rated && self.help {
            return Err(Failure::Bad("rated: there is no help in rated games".to_owned()));
        }
        if self.rated && user.name.is_none() {
            return Err(Failure::AccountNeeded);
        }
        let mut seats = ByColor::default();
        seats[us] = Some(Player::User(user.id));
        seats[!us] = them;
        Ok(Setup { start, rules, control, rated: self.rated, help: self.help, public: self.public, seats })
    }
}

/// Name and password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct Credentials {
    pub(crate) name: String,
    pub(crate) password: String,
}

impl Credentials {
    pub(crate) fn parse(text: &str) -> Result<Credentials, Failure> {
        parse(text)
    }
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::Bad(error.to_string()))
}

/// The whole game. `missed` are the events after the version that the client knew.
pub(crate) fn state(id: GameId, table: &Table, user: Option<UserId>, since: Option<u32>, now: Millis) -> Value {
    let Table { live, log, .. } = table;
    let setup = live.setup();
    let you: Vec<&str> = user.map(|user| live.sides(user).map(color_name).collect()).unwrap_or_default();
    let mut state = summary(&Listed::of(id, table));
    let more = json!({
        "type": "state",
        "version": live.version(),
        "start": live.game().start().to_string(),
        "rules": setup.rules.to_string(),
        "you": you,
        "moves": live.game().moves().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "clocks": clocks(&Clocks::of(live, now), now),
        "offers": offers(live.offers()),
        "drawRefused": live.draw_refused().map(color_name).collect::<Vec<_>>(),
        "next": live.next().map(|next| next.to_string()),
    });
    merge(&mut state, more);
    if let Some(since) = since {
        let known = (since as usize).min(log.len());
        let missed = (since + 1..).zip(&log[known..]).map(|(version, happened)| event(version, happened));
        merge(&mut state, json!({"missed": missed.collect::<Vec<_>>()}));
    }
    state
}

/// A game as lists show it.
pub(crate) fn summary(listed: &Listed) -> Value {
    let Listed { id, setup, position, last, score, status, .. } = listed;
    let layout = match setup.start {
        Start::Layout(layout) => Some(layout.id),
        Start::Position(_) => None,
    };
    json!({
        "game": id.as_str(),
        "kind": kind_name(setup.kind()),
        "rated": setup.rated,
        "help": setup.has_help(),
        "public": setup.public,
        "layout": layout,
        "control": setup.control.to_string(),
        "players": players(setup.seats, &listed.people),
        "position": position.to_string(),
        "turn": color_name(position.turn()),
        "score": by_color(*score, |score| json!(score)),
        "last": last.map(|m| m.to_string()),
        "status": status_name(*status),
        "outcome": outcome(*status),
        "at": listed.at,
    })
}

/// The lobby: everything of it.
pub(crate) fn lobby(view: &View) -> Value {
    let list = |games: &[Listed]| games.iter().map(summary).collect::<Vec<_>>();
    json!({
        "type": "lobby",
        "online": view.online,
        "playing": view.playing,
        "seeks": list(&view.seeks),
        "games": list(&view.games),
    })
}

/// What changed in the lobby.
pub(crate) fn lobby_change(view: &View) -> Value {
    let gone = view.gone.iter().map(|(game, gone)| {
        let why = match gone {
            Gone::Taken => "taken",
            Gone::Withdrawn => "withdrawn",
        };
        json!({"game": game.as_str(), "why": why})
    });
    let mut value = lobby(view);
    let more = json!({
        "type": "change",
        "gone": gone.collect::<Vec<_>>(),
        "over": view.over.iter().map(GameId::as_str).collect::<Vec<_>>(),
    });
    merge(&mut value, more);
    value
}

/// Who the server takes the other end of a line for.
pub(crate) fn you(id: Option<UserId>) -> Value {
    json!({"type": "you", "user": id.as_ref().map(UserId::as_str)})
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Engine => "engine",
        Kind::SameScreen => "same-screen",
        Kind::Online => "online",
    }
}

fn outcome(status: Status) -> Option<Value> {
    let Status::Over(outcome) = status else { return None };
    Some(outcome_value(outcome))
}

fn outcome_value(outcome: Outcome) -> Value {
    json!({"key": outcome.key(), "winner": outcome.winner().map(color_name), "result": outcome.result()})
}

fn players(seats: ByColor<Option<Player>>, people: &ByColor<Person>) -> Value {
    let seat = |color: Color| seats[color].map(|seat| player(seat, &people[color]));
    json!({"black": seat(Color::Black), "white": seat(Color::White)})
}

fn player(player: Player, Person { name, standing }: &Person) -> Value {
    let mut value = match player {
        Player::User(user) => json!({"user": user.as_str(), "name": name}),
        Player::Engine(level) => json!({"engine": level.number()}),
    };
    if let Some(Standing { points, provisional, change }) = standing {
        merge(&mut value, json!({"rating": points, "provisional": provisional}));
        if let Some(change) = change {
            merge(&mut value, json!({"change": change}));
        }
    }
    value
}

fn by_color<T>(values: ByColor<T>, mut value: impl FnMut(T) -> Value) -> Value {
    json!({"black": value(values.black), "white": value(values.white)})
}

fn clocks(clocks: &Clocks, now: Millis) -> Value {
    let left = by_color(clocks.left, |left| {
        left.map_or(
            Value::Null,
            |Left { free, main, period, periods }| json!({"free": free, "main": main, "period": period, "periods": periods}),
        )
    });
    json!({"now": now, "running": clocks.running.map(color_name), "left": left})
}

/// What happened, without what the game is after it.
fn event(version: u32, Event { at, what }: &Event) -> Value {
    let mut value = match what {
        What::Created(_) => json!({"event": "created"}),
        What::Joined(color, user) => json!({"event": "joined", "by": color_name(*color), "user": user.as_str()}),
        What::Moved { m, .. } => json!({"event": "moved", "move": m.to_string()}),
        What::Offered(offer, by) => json!({"event": "offered", "what": offer.name(), "by": color_name(*by)}),
        What::Declined(offer, by) => json!({"event": "declined", "what": offer.name(), "by": color_name(*by)}),
        What::TookBack(by) => json!({"event": "took-back", "by": color_name(*by)}),
        What::Resigned(by) => json!({"event": "resigned", "by": color_name(*by)}),
        What::DrawAgreed => json!({"event": "draw-agreed"}),
        What::FlagFell(by) => json!({"event": "flag-fell", "by": color_name(*by)}),
        What::Aborted(by) => json!({"event": "aborted", "by": color_name(*by)}),
        What::Rematched(next) => json!({"event": "rematched", "next": next.as_str()}),
    };
    merge(&mut value, json!({"version": version, "at": at}));
    value
}

/// The text of a message. An event is put into words once for all who watch.
pub(crate) fn news(news: &News) -> Utf8Bytes {
    let value = match news {
        News::Event(told) => return told.text.get_or_init(|| self::told(told).to_string().into()).clone(),
        News::Present(present) => self::present(present),
        News::Chat(said) => {
            let mut value = self::said(said);
            merge(&mut value, json!({"type": "chat"}));
            value
        }
        News::EngineWaits(ahead) => json!({"type": "engine", "ahead": ahead}),
    };
    value.to_string().into()
}

fn told(told: &Told) -> Value {
    let mut value = event(told.version, &told.event);
    let after = json!({
        "type": "event",
        "status": status_name(told.status),
        "outcome": outcome(told.status),
        "turn": color_name(told.turn),
        "clocks": clocks(&told.clocks, told.event.at),
        "ply": told.ply,
        "offers": offers(told.offers.iter().copied()),
        "drawRefused": told.draw_refused.iter().copied().map(color_name).collect::<Vec<_>>(),
    });
    merge(&mut value, after);
    if let Some((seats, people)) = &told.people {
        merge(&mut value, json!({"players": players(*seats, people)}));
    }
    value
}

fn offers(offers: impl Iterator<Item = (Offer, Color)>) -> Value {
    offers.map(|(offer, by)| json!({"what": offer.name(), "by": color_name(by)})).collect()
}

fn present(present: &Present) -> Value {
    let players = by_color(present.players, |connections| json!(connections > 0));
    json!({"type": "present", "players": players, "watchers": present.watchers})
}

pub(crate) fn said(said: &Said) -> Value {
    json!({"at": said.at, "user": said.user.as_str(), "text": said.line})
}

pub(crate) fn user(user: &User) -> Value {
    json!({"user": user.id.as_str(), "name": user.name})
}

/// What a game can be set up with.
pub(crate) fn options() -> Value {
    let layouts = Layout::all().iter().map(|layout| json!({"id": layout.id, "name": layout.name}));
    json!({
        "layouts": layouts.collect::<Vec<_>>(),
        "controls": TimeControl::PRESETS,
        "levels": (1..=sumito_engine::Level::FULL.number()).collect::<Vec<_>>(),
    })
}

pub(crate) fn done(version: u32, id: Option<u32>) -> Value {
    json!({"type": "done", "version": version, "id": id})
}

/// A refusal: a key for translations, English words, and the cell that shows the reason where there is one.
pub(crate) fn refused(failure: &Failure, id: Option<u32>) -> Value {
    let cell = match failure {
        Failure::Refused(Refusal::Move(MoveTextError::Illegal(illegal))) => illegal.cell().map(|cell| cell.to_string()),
        _ => None,
    };
    json!({"type": "refused", "key": failure.key(), "message": failure.to_string(), "cell": cell, "id": id})
}

fn merge(value: &mut Value, more: Value) {
    if let (Value::Object(fields), Value::Object(more)) = (value, more) {
        fields.extend(more);
    }
}
