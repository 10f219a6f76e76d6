//! The WebSocket of a page that shows a game.

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::broadcast::error::RecvError;

use crate::app::App;
use crate::db::{Scope, User};
use crate::failure::Failure;
use crate::games::room::{Notice, Watcher};
use crate::http::lobby_socket::send_challenges;
use crate::http::socket::{CloseReason, Heartbeat, close, send, send_json};
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
struct Connection {
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
    let mut bell = app.games.lobby.bells.listen(member);
    let mut connection = Connection { app, game, user, scope, seen: 0, lag: 0, bucket };
    if Box::pin(connection.send_state(&mut socket, &mut watcher, since)).await.is_none() {
        return;
    }
    if Box::pin(send_challenges(&connection.app, &mut socket, member, true)).await.is_none() {
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
            () = bell.rung() => Box::pin(send_challenges(&connection.app, &mut socket, member, false)).await,
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
        match request.command(self.lag) {
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

    async fn forward(&mut self, socket: &mut WebSocket, watcher: &mut Watcher, notice: Result<Notice, RecvError>) -> Option<()> {
        match notice {
            Ok(Notice::Event(update)) if update.value.version <= self.seen => Some(()),
            Ok(Notice::Event(update)) if update.value.version == self.seen + 1 => {
                if let EventKind::Joined(color, user) = update.value.event.kind {
                    if Some(user) == self.user_id() {
                        watcher.play_for(vec![color]);
                    } else if watcher.plays(color) {
                        // The random draw gave this player's side to the newcomer.
                        return self.send_state(socket, watcher, Some(self.seen)).await;
                    }
                }
                self.seen = update.value.version;
                send(socket, Message::Text(wire::notice(&Notice::Event(update)))).await
            }
            // Something was missed: send everything again.
            Ok(Notice::Event(_) | Notice::Reloaded) | Err(RecvError::Lagged(_)) => {
                self.send_state(socket, watcher, Some(self.seen)).await
            }
            // Chat is only for the players.
            Ok(Notice::Chat(_)) if !watcher.is_player() => Some(()),
            Ok(notice) => send(socket, Message::Text(wire::notice(&notice))).await,
            Err(RecvError::Closed) => None,
        }
    }

    async fn send_state(&mut self, socket: &mut WebSocket, watcher: &mut Watcher, since: Option<u32>) -> Option<()> {
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
                send_json(socket, &state).await
            }
            Err(failure) => {
                let refused = self.refuse(&failure, None);
                send_json(socket, &refused).await;
                None
            }
        }
    }
}
