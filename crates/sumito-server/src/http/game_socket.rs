//! The WebSocket of a page that shows a game.

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::broadcast::error::RecvError;

use crate::app::App;
use crate::db::{Scope, User};
use crate::failure::Failure;
use crate::games::room::{Notice, Watcher};
use crate::http::account_events::{AccountEvents, Wanted};
use crate::http::socket::{CloseReason, Heartbeat, Outlet, close, send, send_json};
use crate::http::wire::{self, Command, Json, Request};
use crate::id::{GameId, UserId};
use crate::lobby::Viewing;
use crate::people::limits::Bucket;
use crate::people::session_sockets::SessionSocket;
use crate::play::clock::Millis;
use crate::play::event::EventKind;
use crate::play::live::Actor;
use crate::time::now;

/// Who opens a socket.
pub(super) struct Visitor {
    pub(super) user: Option<User>,
    pub(super) scope: Scope,
    pub(super) session: SessionSocket,
    pub(super) bucket: Bucket,
}

/// A connection to a game.
pub(super) struct Connection {
    app: App,
    game: GameId,
    user: Option<User>,
    scope: Scope,
    /// The version that the client has seen.
    seen: u32,
    /// The round-trip time to the client.
    lag: Millis,
    bucket: Bucket,
}

/// Serves a socket until one side ends it. A server has many sockets that wait and few that work: what they work on is boxed, so that waiting
/// costs little memory.
pub(super) async fn serve(app: App, mut socket: WebSocket, game: GameId, visitor: Visitor, since: Option<u32>) {
    let mut closing = app.closing();
    let Visitor { user, scope, mut session, bucket } = visitor;
    let watched = app.games.watch(game, user.as_ref().map(|user| user.id), since.unwrap_or(0));
    let watcher = Box::pin(watched).await;
    let Ok(mut watcher) = watcher else { return };
    let _visit = app.games.lobby.enter(user.as_ref().map(|user| user.id), Viewing::Game(game));
    let member = user.as_ref().filter(|user| user.name.is_some()).map(|user| user.id);
    let mut events = AccountEvents::listen(&app, member, Wanted::Challenges);
    let mut connection = Connection::new(app, game, user, scope, bucket);
    if Box::pin(connection.send_state(&mut socket, &mut watcher, since)).await.is_none() {
        return;
    }
    if Box::pin(events.begin(&connection.app, &mut socket)).await.is_none() {
        return;
    }
    let mut heartbeat = Heartbeat::new();
    loop {
        let goes_on = tokio::select! {
            message = socket.recv() => {
                heartbeat.hear();
                match message {
                    Some(Ok(message)) => Box::pin(connection.hear(&mut socket, &mut heartbeat, message)).await,
                    _ => None,
                }
            }
            notice = watcher.notices.recv() => Box::pin(connection.forward(&mut socket, &mut watcher, notice)).await,
            news = events.news() => Box::pin(events.send(&connection.app, &mut socket, news)).await,
            ping = heartbeat.beat() => match ping {
                Some(ping) => send(&mut socket, ping).await,
                None => None,
            },
            () = session.ended() => close(&mut socket, CloseReason::SignedOut).await,
            () = closing.due() => close(&mut socket, CloseReason::Restart).await,
        };
        if goes_on.is_none() {
            return;
        }
    }
}

impl Connection {
    pub(super) fn new(app: App, game: GameId, user: Option<User>, scope: Scope, bucket: Bucket) -> Connection {
        Connection { app, game, user, scope, seen: 0, lag: 0, bucket }
    }

    fn user_id(&self) -> Option<UserId> {
        self.user.as_ref().map(|user| user.id)
    }

    async fn hear(&mut self, socket: &mut WebSocket, heartbeat: &mut Heartbeat, message: Message) -> Option<()> {
        let text = match message {
            Message::Text(text) => text,
            // Pings and pongs cost as much to read, so they count too; a client that sends too many gets no reply.
            Message::Pong(_) | Message::Ping(_) if !self.bucket.take(now()) => return None,
            Message::Pong(pong) => {
                self.lag = heartbeat.answer(&pong).unwrap_or(self.lag);
                return Some(());
            }
            Message::Ping(_) => return Some(()),
            Message::Binary(_) | Message::Close(_) => return None,
        };
        let reply = if self.bucket.take(now()) {
            match Request::parse(&text) {
                Ok(request) => {
                    let id = request.id;
                    self.act(request).await.map_or_else(|failure| self.refuse(&failure, id), |version| wire::done(version, id))
                }
                Err(failure) => self.refuse(&failure, None),
            }
        } else {
            self.refuse(&Failure::TooMany, None)
        };
        send_json(socket, &reply).await
    }

    async fn act(&self, request: Request) -> Result<u32, Failure> {
        let user = || match self.user_id() {
            Some(_) if self.scope < Scope::Play => Err(Failure::TokenScope),
            user => user.ok_or(Failure::SignedOut),
        };
        let (games, version) = (&self.app.games, request.version);
        match request.command(self.lag)? {
            Command::Act(action) => games.act(self.game, Actor::User(user()?), version, action, now()).await,
            Command::Say(text) => games.say(self.game, user()?, &text, now()).await.map(|()| self.seen),
            Command::Ping => Ok(self.seen),
        }
    }

    fn refuse(&self, failure: &Failure, id: Option<u32>) -> Json {
        failure.log();
        self.app.games.metrics.refusals.add();
        wire::refused(failure, id)
    }

    pub(super) async fn forward(
        &mut self,
        out: &mut impl Outlet,
        watcher: &mut Watcher,
        notice: Result<Notice, RecvError>,
    ) -> Option<()> {
        match notice {
            Ok(Notice::Event(update)) if update.value.version <= self.seen => Some(()),
            Ok(Notice::Event(update)) if update.value.version == self.seen + 1 => {
                match update.value.event.kind {
                    EventKind::Joined(seat, user) if Some(user) == self.user_id() => watcher.play_for(vec![seat]),
                    // The random draw gave this player's side to the newcomer.
                    EventKind::Joined(seat, _) if watcher.plays(seat) => {
                        return self.send_state(out, watcher, Some(self.seen)).await;
                    }
                    EventKind::LeftSeat(seat) if watcher.plays(seat) => watcher.play_for(Vec::new()),
                    // Everybody sits elsewhere.
                    EventKind::Drawn(_) => return self.send_state(out, watcher, Some(self.seen)).await,
                    _ => {}
                }
                self.seen = update.value.version;
                out.put(wire::notice(&Notice::Event(update))).await
            }
            // Something was missed: send everything again.
            Ok(Notice::Event(_) | Notice::Reloaded) | Err(RecvError::Lagged(_)) => {
                self.send_state(out, watcher, Some(self.seen)).await
            }
            // Those who play and those who watch have a chat each.
            Ok(Notice::Chat(message)) if message.watchers == watcher.is_player() => Some(()),
            Ok(notice) => out.put(wire::notice(&notice)).await,
            Err(RecvError::Closed) => None,
        }
    }

    pub(super) async fn send_state(&mut self, out: &mut impl Outlet, watcher: &mut Watcher, since: Option<u32>) -> Option<()> {
        let user = self.user_id();
        let look = self.app.games.read(self.game, |loaded| {
            let sides = user.map(|user| loaded.live.sides(user).collect()).unwrap_or_default();
            (loaded.live.version(), sides, wire::state(self.game, loaded, user, since, now()))
        });
        match look.await {
            Ok((version, sides, state)) => {
                self.seen = version;
                // The user may have taken a seat among the events that were missed.
                watcher.play_for(sides);
                send_json(out, &state).await
            }
            Err(failure) => {
                let refused = self.refuse(&failure, None);
                send_json(out, &refused).await;
                None
            }
        }
    }
}
