//! Games as JSON.

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use sumito_engine::Level;
use sumito_rules::Layout;
use sumito_rules::party::{self, BySeat, Seat};

use super::people::mark_bot;
use super::{Json, merge};
use crate::db::{ChatMessage, status_name};
use crate::games::room::{Attending, Away, Clocks, LoadedGame, Notice, PartyState, Update};
use crate::id::{GameId, UserId};
use crate::play::challenge::DeclineReason;
use crate::play::clock::{Millis, TimeControl, TimeLeft};
use crate::play::event::{Event, EventKind, Offer, PARTY_LEVELS, Player, Setup, Start};
use crate::play::live::{AbortReason, Ending, Left, LiveGame, Pending, Status};
use crate::play::ratings::ShownRating;
use crate::play::seats::{SeatSet, Seats, seat_name};
use crate::play::summary::{GameSummary, PlayerInfo};

/// The most events that are sent again: messages stay short, however long a game was and however little of it a client says it knows.
const MOST_MISSED: usize = 500;

/// The whole game. `missed` are the events after the version that the client knew.
pub(crate) fn state(id: GameId, loaded: &LoadedGame, user: Option<UserId>, since: Option<u32>, now: Millis) -> Json {
    let LoadedGame { live, log, .. } = loaded;
    let you: Vec<&str> = user.map(|user| live.sides(user).map(seat_name).collect()).unwrap_or_default();
    let mut state = summary(&loaded.summary(id));
    let more = json!({
        "type": "state",
        "version": live.version(),
        "start": live.game().start().to_string(),
        "you": you,
        "moves": live.game().words(),
        "clocks": clocks(&Clocks::of(live, now), now),
        "offers": offers(live.offers(), live.setup().is_party()),
        "drawRefused": live.draw_refused().map(seat_name).collect::<Vec<_>>(),
        "abortsAt": live.first_move_due(loaded.up_since),
        "why": live.abort_reason().and_then(abort_reason),
        "reason": live.abort_reason().and_then(decline_reason),
        "next": live.next().map(|next| next.to_string()),
        "challenged": live.setup().challenged.map(|user| user.to_string()),
    });
    merge(&mut state, more);
    if let Some(party) = PartyState::of(live) {
        merge(&mut state, party_state(&party));
    }
    if let Some(since) = since {
        let aborts = live.setup().needs_all_first_moves();
        let known = (since as usize).max(log.len().saturating_sub(MOST_MISSED)).min(log.len());
        let missed = (known as u32 + 1..).zip(&log[known..]).map(|(version, happened)| event(version, happened, aborts));
        merge(&mut state, json!({"missed": missed.collect::<Vec<_>>()}));
    }
    Json(state)
}

/// The legal moves of the side to move; none unless the game is being played.
pub(crate) fn legal_moves(live: &LiveGame) -> Json {
    let moves = (live.status() == Status::Playing).then(|| live.game().legal_moves());
    let moves: Vec<String> = moves.iter().flat_map(|moves| moves.iter()).map(|m| m.to_string()).collect();
    Json(json!({"version": live.version(), "turn": seat_name(live.game().turn()), "moves": moves}))
}

/// A game as lists show it.
pub(super) fn summary(game: &GameSummary) -> Value {
    let GameSummary { id, setup, position, last_move, score, status, .. } = game;
    let mut value = json!({
        "game": id.as_str(),
        "kind": setup.kind().name(),
        "rated": setup.rated,
        "help": setup.has_help(),
        "public": setup.public,
        "layout": setup.layout_id(),
        "rules": setup.rules.to_string(),
        "control": setup.control.to_string(),
        "players": players(&setup.seats, &game.players),
        "position": position.to_string(),
        "turn": seat_name(position.turn()),
        "score": by_seat(score, |score| json!(score)),
        "last": last_move.map(|m| m.to_string()),
        "status": status_name(*status),
        "outcome": outcome(*status),
        "at": game.at,
    });
    if let Start::Party(layout) = setup.start {
        merge(&mut value, party_setup(setup, layout, game.host));
    }
    value
}

/// The setup of a game for more than two, as far as others have nothing like it.
fn party_setup(setup: &Setup, layout: &party::Layout, host: Option<Seat>) -> Value {
    let seating = layout.seating;
    let teams = seating.teams().map(|team| names(seating.members(team)));
    json!({
        "seats": names(seating.seats()),
        "teams": teams.collect::<Vec<_>>(),
        "openSeats": setup.open_seats().count(),
        "host": host.map(seat_name),
        "drawn": setup.drawn,
        "takeover": setup.takeover.map(Level::number),
    })
}

fn names(seats: impl Iterator<Item = Seat>) -> Vec<&'static str> {
    seats.map(seat_name).collect()
}

fn set(seats: SeatSet) -> Vec<&'static str> {
    names(seats.iter())
}

/// The state of a game for more than two, as far as others have nothing like it.
fn party_state(party: &PartyState) -> Value {
    let ejected = |by: &BySeat<u8>| {
        let owners = Seat::ALL.into_iter().filter(|&owner| by[owner] > 0);
        owners.map(|owner| (seat_name(owner).to_owned(), json!(by[owner]))).collect::<Value>()
    };
    let left = party.left.iter().map(
        |Left { seat, why, engine }| json!({"seat": seat_name(*seat), "why": why.key(), "engine": engine.map(Level::number)}),
    );
    json!({
        "position": party.position,
        "score": by_seat(&party.score, |score| json!(score)),
        "ejected": party.score.seats().map(|by| (seat_name(by).to_owned(), ejected(&party.ejected[by]))).collect::<Value>(),
        "departures": left.collect::<Vec<_>>(),
        "out": set(party.out),
        "host": party.host.map(seat_name),
        "openSeats": party.open_seats,
    })
}

/// A list of games.
pub(crate) fn games(games: &[GameSummary]) -> Json {
    Json(json!({"games": games.iter().map(summary).collect::<Vec<_>>()}))
}

/// A game of a user that has begun or ended.
pub(crate) fn game_message(game: &GameSummary) -> Json {
    let mut value = summary(game);
    merge(&mut value, json!({"type": "game"}));
    Json(value)
}

fn outcome(status: Status) -> Option<Value> {
    let Status::Over(outcome) = status else { return None };
    Some(outcome_value(outcome))
}

fn outcome_value(outcome: Ending) -> Value {
    json!({
        "key": outcome.key(),
        "winner": outcome.winner().map(seat_name),
        "winners": set(outcome.winners()),
        "result": outcome.result(),
    })
}

const fn abort_reason(reason: AbortReason) -> Option<&'static str> {
    match reason {
        AbortReason::NoFirstMove => Some("no-first-move"),
        AbortReason::Declined(_) => Some("declined"),
        AbortReason::GivenUp => None,
    }
}

/// The reason that was given for declining a challenge.
fn decline_reason(reason: AbortReason) -> Option<&'static str> {
    if let AbortReason::Declined(reason) = reason { reason.map(DeclineReason::key) } else { None }
}

fn players(seats: &Seats<Option<Player>>, infos: &Seats<PlayerInfo>) -> Value {
    let seat =
        |(seat, sits): (Seat, &Option<Player>)| (seat_name(seat).to_owned(), json!(sits.map(|sits| player(sits, &infos[seat]))));
    seats.iter().map(seat).collect()
}

fn player(player: Player, PlayerInfo { name, is_bot, rating }: &PlayerInfo) -> Value {
    let mut value = match player {
        Player::User(user) => json!({"user": user.as_str(), "name": name}),
        Player::Engine(level) => json!({"engine": level.number()}),
    };
    mark_bot(&mut value, *is_bot);
    if let Some(ShownRating { points, provisional, change }) = rating {
        merge(&mut value, json!({"rating": points, "provisional": provisional}));
        if let Some(change) = change {
            merge(&mut value, json!({"change": change}));
        }
    }
    value
}

fn by_seat<T>(values: &Seats<T>, value: impl Fn(&T) -> Value) -> Value {
    values.iter().map(|(seat, of)| (seat_name(seat).to_owned(), value(of))).collect()
}

fn clocks(clocks: &Clocks, now: Millis) -> Value {
    let left = by_seat(&clocks.left, |left| {
        left.as_ref().map_or(
            Value::Null,
            |TimeLeft { free, main, period, periods }| json!({"free": free, "main": main, "period": period, "periods": periods}),
        )
    });
    json!({"now": now, "running": clocks.running.map(seat_name), "left": left})
}

/// An event alone, without the state of the game after it. `aborts`: whether the game is aborted if a first move is not made in time.
fn event(version: u32, Event { at, kind }: &Event, aborts: bool) -> Value {
    let by = |what: &str, seat: &Seat| json!({"event": what, "by": seat_name(*seat)});
    let offer = |what: &str, offer: &Offer, seat: &Seat| json!({"event": what, "what": offer.name(), "by": seat_name(*seat)});
    let mut value = match kind {
        EventKind::Created(_) => json!({"event": "created"}),
        EventKind::Joined(seat, user) => json!({"event": "joined", "by": seat_name(*seat), "user": user.as_str()}),
        EventKind::LeftSeat(seat) => by("left-seat", seat),
        EventKind::Filled(level) => json!({"event": "filled", "level": level.number()}),
        EventKind::Drawn(seats) => {
            let places = Seat::ALL.into_iter().zip(seats).map(|(from, to)| (seat_name(from).to_owned(), json!(seat_name(*to))));
            json!({"event": "drawn", "seats": places.collect::<Value>()})
        }
        EventKind::Moved { m, .. } => json!({"event": "moved", "move": m.to_string()}),
        EventKind::Offered(what, seat) => offer("offered", what, seat),
        EventKind::Agreed(what, seat) => offer("agreed", what, seat),
        EventKind::Declined(what, seat) => offer("declined", what, seat),
        EventKind::TookBack(seat) => by("took-back", seat),
        EventKind::Resigned(seat) => by("resigned", seat),
        EventKind::TeamResigned(seat) => by("team-resigned", seat),
        EventKind::DrawAgreed => json!({"event": "draw-agreed"}),
        EventKind::FlagFell(seat) => by("flag-fell", seat),
        EventKind::Aborted(seat) => by("aborted", seat),
        EventKind::ChallengeDeclined(seat, reason) => {
            let reason = reason.map(DeclineReason::key);
            json!({"event": "aborted", "by": seat_name(*seat), "why": "declined", "reason": reason})
        }
        EventKind::NoFirstMove(_) if aborts => {
            json!({"event": "aborted", "by": null, "why": abort_reason(AbortReason::NoFirstMove)})
        }
        EventKind::NoFirstMove(seat) => by("no-first-move", seat),
        EventKind::Claimed(claim, seat) => json!({"event": "claimed", "what": claim.name(), "by": seat_name(*seat)}),
        EventKind::Abandoned(seat) => by("abandoned", seat),
        EventKind::Berserked(seat) => by("berserked", seat),
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
    let mut value = event(update.version, &update.event, update.status == Status::Aborted);
    let after = json!({
        "type": "event",
        "status": status_name(update.status),
        "outcome": outcome(update.status),
        "turn": seat_name(update.turn),
        "clocks": clocks(&update.clocks, update.event.at),
        "ply": update.ply,
        "offers": offers(update.offers.iter().copied(), update.party.is_some()),
        "drawRefused": update.draw_refused.iter().copied().map(seat_name).collect::<Vec<_>>(),
        "abortsAt": update.aborts_at,
    });
    merge(&mut value, after);
    if let Some((seats, infos)) = &update.players {
        merge(&mut value, json!({"players": players(seats, infos)}));
    }
    if let Some(party) = &update.party {
        merge(&mut value, party_state(party));
        match update.event.kind {
            EventKind::TookBack(_) => merge(&mut value, json!({"moves": party.words})),
            _ => merge(&mut value, json!({"word": update.word})),
        }
    }
    value
}

fn offers(offers: impl Iterator<Item = (Offer, Pending, SeatSet)>, is_party: bool) -> Value {
    let offer = |(offer, Pending { by, agreed, .. }, waits): (Offer, Pending, SeatSet)| {
        let mut value = json!({"what": offer.name(), "by": seat_name(by)});
        // Of two, the other one has not answered.
        if is_party {
            merge(&mut value, json!({"agreed": set(agreed), "waits": set(waits)}));
        }
        value
    };
    offers.map(offer).collect()
}

fn attending(Attending { now, players, watchers, away }: &Attending) -> Value {
    let away = by_seat(away, |away| {
        away.as_ref().map_or(Value::Null, |Away { since, claimable_at }| json!({"since": since, "claimableAt": claimable_at}))
    });
    json!({"type": "present", "now": now, "players": by_seat(players, |here| json!(here)), "watchers": watchers, "away": away})
}

/// What a game can be set up with.
pub(crate) fn options() -> Json {
    let layouts = Layout::all().iter().map(|layout| json!({"id": layout.id, "name": layout.name}));
    let parties = party::Layout::all().iter().filter(|layout| layout.is_offered()).map(|layout| {
        json!({"id": layout.id, "name": layout.name, "seats": names(layout.seating.seats()), "teams": layout.seating.to_string()})
    });
    Json(json!({
        "layouts": layouts.collect::<Vec<_>>(),
        "partyLayouts": parties.collect::<Vec<_>>(),
        "controls": TimeControl::PRESETS,
        "levels": (1..=Level::FULL.number()).collect::<Vec<_>>(),
        "partyLevels": (1..=PARTY_LEVELS).collect::<Vec<_>>(),
    }))
}

/// The chat of a game.
pub(crate) fn chat(messages: &[ChatMessage]) -> Json {
    Json(json!({"chat": messages.iter().map(chat_message).collect::<Vec<_>>()}))
}

fn chat_message(message: &ChatMessage) -> Value {
    let room = if message.watchers { "watchers" } else { "players" };
    json!({"at": message.at, "user": message.user.as_str(), "text": message.text, "room": room})
}
