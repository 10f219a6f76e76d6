//! Games as JSON.

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use sumito_rules::{ByColor, Color, Layout};

use super::{Json, merge};
use crate::db::{ChatMessage, status_name};
use crate::games::room::{Attending, Away, Clocks, LoadedGame, Notice, Update};
use crate::id::{GameId, UserId};
use crate::play::clock::{Millis, TimeControl, TimeLeft};
use crate::play::event::{Event, EventKind, Offer, Player, color_name};
use crate::play::live::{AbortReason, Ending, Status};
use crate::play::ratings::ShownRating;
use crate::play::summary::{GameSummary, PlayerInfo};

/// The most events that are sent again: messages stay short, however long a game was and however little of it a client says it knows.
const MOST_MISSED: usize = 500;

/// The whole game. `missed` are the events after the version that the client knew.
pub(crate) fn state(id: GameId, loaded: &LoadedGame, user: Option<UserId>, since: Option<u32>, now: Millis) -> Json {
    let LoadedGame { live, log, .. } = loaded;
    let you: Vec<&str> = user.map(|user| live.sides(user).map(color_name).collect()).unwrap_or_default();
    let mut state = summary(&loaded.summary(id));
    let more = json!({
        "type": "state",
        "version": live.version(),
        "start": live.game().start().to_string(),
        "you": you,
        "moves": live.game().moves().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "clocks": clocks(&Clocks::of(live, now), now),
        "offers": offers(live.offers()),
        "drawRefused": live.draw_refused().map(color_name).collect::<Vec<_>>(),
        "abortsAt": live.first_move_due(loaded.up_since),
        "why": live.abort_reason().and_then(abort_reason),
        "next": live.next().map(|next| next.to_string()),
        "challenged": live.setup().challenged.map(|user| user.to_string()),
    });
    merge(&mut state, more);
    if let Some(since) = since {
        let known = (since as usize).max(log.len().saturating_sub(MOST_MISSED)).min(log.len());
        let missed = (known as u32 + 1..).zip(&log[known..]).map(|(version, happened)| event(version, happened));
        merge(&mut state, json!({"missed": missed.collect::<Vec<_>>()}));
    }
    Json(state)
}

/// A game as lists show it.
pub(super) fn summary(game: &GameSummary) -> Value {
    let GameSummary { id, setup, position, last_move, score, status, .. } = game;
    json!({
        "game": id.as_str(),
        "kind": setup.kind().name(),
        "rated": setup.rated,
        "help": setup.has_help(),
        "public": setup.public,
        "layout": setup.layout_id(),
        "rules": setup.rules.to_string(),
        "control": setup.control.to_string(),
        "players": players(setup.seats, &game.players),
        "position": position.to_string(),
        "turn": color_name(position.turn()),
        "score": by_color(*score, |score| json!(score)),
        "last": last_move.map(|m| m.to_string()),
        "status": status_name(*status),
        "outcome": outcome(*status),
        "at": game.at,
    })
}

/// A list of games.
pub(crate) fn games(games: &[GameSummary]) -> Json {
    Json(json!({"games": games.iter().map(summary).collect::<Vec<_>>()}))
}

fn outcome(status: Status) -> Option<Value> {
    let Status::Over(outcome) = status else { return None };
    Some(outcome_value(outcome))
}

fn outcome_value(outcome: Ending) -> Value {
    json!({"key": outcome.key(), "winner": outcome.winner().map(color_name), "result": outcome.result()})
}

const fn abort_reason(reason: AbortReason) -> Option<&'static str> {
    match reason {
        AbortReason::NoFirstMove => Some("no-first-move"),
        AbortReason::Declined => Some("declined"),
        AbortReason::GivenUp => None,
    }
}

fn players(seats: ByColor<Option<Player>>, infos: &ByColor<PlayerInfo>) -> Value {
    let seat = |color: Color| seats[color].map(|seat| player(seat, &infos[color]));
    json!({"black": seat(Color::Black), "white": seat(Color::White)})
}

fn player(player: Player, PlayerInfo { name, rating }: &PlayerInfo) -> Value {
    let mut value = match player {
        Player::User(user) => json!({"user": user.as_str(), "name": name}),
        Player::Engine(level) => json!({"engine": level.number()}),
    };
    if let Some(ShownRating { points, provisional, change }) = rating {
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
            |TimeLeft { free, main, period, periods }| json!({"free": free, "main": main, "period": period, "periods": periods}),
        )
    });
    json!({"now": now, "running": clocks.running.map(color_name), "left": left})
}

/// An event alone, without the state of the game after it.
fn event(version: u32, Event { at, kind }: &Event) -> Value {
    let mut value = match kind {
        EventKind::Created(_) => json!({"event": "created"}),
        EventKind::Joined(color, user) => json!({"event": "joined", "by": color_name(*color), "user": user.as_str()}),
        EventKind::Moved { m, .. } => json!({"event": "moved", "move": m.to_string()}),
        EventKind::Offered(offer, by) => json!({"event": "offered", "what": offer.name(), "by": color_name(*by)}),
        EventKind::Declined(offer, by) => json!({"event": "declined", "what": offer.name(), "by": color_name(*by)}),
        EventKind::TookBack(by) => json!({"event": "took-back", "by": color_name(*by)}),
        EventKind::Resigned(by) => json!({"event": "resigned", "by": color_name(*by)}),
        EventKind::DrawAgreed => json!({"event": "draw-agreed"}),
        EventKind::FlagFell(by) => json!({"event": "flag-fell", "by": color_name(*by)}),
        EventKind::Aborted(by) => json!({"event": "aborted", "by": color_name(*by)}),
        EventKind::NoFirstMove(_) => json!({"event": "aborted", "by": null, "why": abort_reason(AbortReason::NoFirstMove)}),
        EventKind::Claimed(claim, by) => json!({"event": "claimed", "what": claim.name(), "by": color_name(*by)}),
        EventKind::Rematched(next) => json!({"event": "rematched", "next": next.as_str()}),
    };
    merge(&mut value, json!({"version": version, "at": at}));
    value
}

/// The message for the watchers of a game.
pub(crate) fn notice(notice: &Notice) -> Utf8Bytes {
    let value = match notice {
        Notice::Event(update) => return update.text(|update| self::update(update).to_string()),
        Notice::Attending(attending) => self::attending(attending),
        Notice::Chat(message) => {
            let mut value = chat_message(message);
            merge(&mut value, json!({"type": "chat"}));
            value
        }
        Notice::Reloaded => unreachable!("a socket sends the state instead"),
        Notice::EngineQueue(ahead) => json!({"type": "engine", "ahead": ahead}),
    };
    value.to_string().into()
}

fn update(update: &Update) -> Value {
    let mut value = event(update.version, &update.event);
    let after = json!({
        "type": "event",
        "status": status_name(update.status),
        "outcome": outcome(update.status),
        "turn": color_name(update.turn),
        "clocks": clocks(&update.clocks, update.event.at),
        "ply": update.ply,
        "offers": offers(update.offers.iter().copied()),
        "drawRefused": update.draw_refused.iter().copied().map(color_name).collect::<Vec<_>>(),
        "abortsAt": update.aborts_at,
    });
    merge(&mut value, after);
    if let Some((seats, infos)) = &update.players {
        merge(&mut value, json!({"players": players(*seats, infos)}));
    }
    value
}

fn offers(offers: impl Iterator<Item = (Offer, Color)>) -> Value {
    offers.map(|(offer, by)| json!({"what": offer.name(), "by": color_name(by)})).collect()
}

fn attending(Attending { now, players, watchers, away }: &Attending) -> Value {
    let away = by_color(*away, |away| {
        away.map_or(Value::Null, |Away { since, claimable_at }| json!({"since": since, "claimableAt": claimable_at}))
    });
    json!({"type": "present", "now": now, "players": by_color(*players, |here| json!(here)), "watchers": watchers, "away": away})
}

/// What a game can be set up with.
pub(crate) fn options() -> Json {
    let layouts = Layout::all().iter().map(|layout| json!({"id": layout.id, "name": layout.name}));
    Json(json!({
        "layouts": layouts.collect::<Vec<_>>(),
        "controls": TimeControl::PRESETS,
        "levels": (1..=sumito_engine::Level::FULL.number()).collect::<Vec<_>>(),
    }))
}

/// The chat of a game.
pub(crate) fn chat(messages: &[ChatMessage]) -> Json {
    Json(json!({"chat": messages.iter().map(chat_message).collect::<Vec<_>>()}))
}

fn chat_message(message: &ChatMessage) -> Value {
    json!({"at": message.at, "user": message.user.as_str(), "text": message.text})
}
