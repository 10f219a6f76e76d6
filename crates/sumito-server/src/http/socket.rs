//! One WebSocket for each page that shows a game.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval};

use crate::app::App;
use crate::db::User;
use crate::failure::Failure;
use crate::games::room::{News, Watch};
use crate::http::wire::{self, Request, Wish};
use crate::id::{GameId, UserId};
use crate::lobby::Place;
use crate::people::limits::Bucket;
use crate::people::lines::Line;
use crate::play::clock::Millis;
use crate::play::event::What;
use crate::play::live::Actor;
use crate::time::now;

/// The largest message a client may send.
pub(crate) const LARGEST: usize = 4096;
/// The most bytes that wait for a client that does not take them; the longest state of a game fits.
pub(crate) const MOST_UNSENT: usize = 1 << 20;
/// How often the line is measured.
const PING: Duration = Duration::from_secs(5);
/// How long a line may be silent.
const SILENCE: Duration = Duration::from_secs(20);

/// Measures a line now and then, and notices when nobody is there any more.
pub(crate) struct Pulse {
    ping: Interval,
    heard: Instant,
}

impl Pulse {
    pub(crate) fn new() -> Pulse {
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Pulse { ping, heard: Instant::now() }
    }

    /// The other side has been heard.
    pub(crate) fn hear(&mut self) {
        self.heard = Instant::now();
    }

    /// Waits until the line is to be measured; the message does that. None if the line has been silent for too long.
    pub(crate) async fn beat(&mut self) -> Option<Message> {
        self.ping.tick().await;
        (self.heard.elapsed() <= SILENCE).then(|| Message::Ping(now().to_be_bytes().to_vec().into()))
    }
}

/// Who opens a socket.
pub(crate) struct Visitor {
    pub(crate) user: Option<User>,
    pub(crate) line: Line,
    pub(crate) bucket: Bucket,
}

/// A connection to a game.
struct Connection {
    app: App,
    game: GameId,
    user: Option<User>,
    /// The version that the client was told.
    seen: u32,
    /// How long a message takes to the client and back.
    lag: Millis,
    bucket: Bucket,
}

/// Serves a socket until one side ends it.
pub(crate) async fn serve(app: App, mut socket: WebSocket, game: GameId, visitor: Visitor, since: Option<u32>) {
    let mut closing = app.closing.clone();
    let Visitor { user, mut line, bucket } = visitor;
    let watch = app.games.watch(game, user.as_ref().map(|user| user.id)).await;
    let Ok(mut watch) = watch else { return };
    let _visit = app.games.lobby.enter(user.as_ref().map(|user| user.id), Place::Game(game));
    let mut connection = Connection { app, game, user, seen: 0, lag: 0, bucket };
    if connection.send_state(&mut socket, since).await.is_none() {
        return;
    }
    let mut pulse = Pulse::new();
    loop {
        let goes_on = tokio::select! {
            message = socket.recv() => {
                pulse.hear();
                match message {
                    Some(Ok(message)) => connection.hear(&mut socket, message).await,
                    _ => None,
                }
            }
            news = watch.news.recv() => connection.tell(&mut socket, &mut watch, news).await,
            ping = pulse.beat() => match ping {
                Some(ping) => send(&mut socket, ping).await,
                None => None,
            },
            () = line.ended() => part(&mut socket, Parting::SignedOut).await,
            _ = closing.changed() => part(&mut socket, Parting::Restart).await,
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

    async fn hear(&mut self, socket: &mut WebSocket, message: Message) -> Option<()> {
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(sent) => {
                if let Ok(sent) = <[u8; 8]>::try_from(&sent[..]) {
                    self.lag = now().saturating_sub(Millis::from_be_bytes(sent)).max(0);
                }
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
        let user = || self.user_id().ok_or(Failure::SignedOut);
        let (games, version) = (&self.app.games, request.version);
        match request.wish(self.lag) {
            Wish::Act(action) => games.act(self.game, Actor::User(user()?), version, action, now()).await,
            Wish::Say(line) => games.say(self.game, user()?, &line, now()).await.map(|()| self.seen),
            Wish::Answer => Ok(self.seen),
        }
    }

    fn refuse(&self, failure: &Failure, id: Option<u32>) -> Value {
        failure.log();
        self.app.games.metrics.refusals.add();
        wire::refused(failure, id)
    }

    async fn tell(&mut self, socket: &mut WebSocket, watch: &mut Watch, news: Result<News, RecvError>) -> Option<()> {
        match news {
            Ok(News::Event(told)) if told.version <= self.seen => Some(()),
            Ok(News::Event(told)) if told.version == self.seen + 1 => {
                self.seen = told.version;
                if let What::Joined(color, user) = told.event.what
                    && Some(user) == self.user_id()
                {
                    watch.play_for(vec![color]);
                }
                send(socket, Message::Text(wire::news(&News::Event(told)))).await
            }
            // Something was missed: everything anew.
            Ok(News::Event(_)) | Err(RecvError::Lagged(_)) => self.send_state(socket, Some(self.seen)).await,
            // What players say to each other is for them alone.
            Ok(News::Chat(_)) if !watch.is_player() => Some(()),
            Ok(news) => send(socket, Message::Text(wire::news(&news))).await,
            Err(RecvError::Closed) => None,
        }
    }

    async fn send_state(&mut self, socket: &mut WebSocket, since: Option<u32>) -> Option<()> {
        let user = self.user_id();
        let look =
            self.app.games.read(self.game, |table| (table.live.version(), wire::state(self.game, table, user, since, now())));
        match look.await {
            Ok((version, state)) => {
                self.seen = version;
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

pub(crate) async fn send_json(socket: &mut WebSocket, value: &Value) -> Option<()> {
    send(socket, Message::text(value.to_string())).await
}

/// Why the server closes a socket.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Parting {
    Restart,
    SignedOut,
}

/// Tells the other side that the server restarts: it may come again at once.
pub(crate) async fn part(socket: &mut WebSocket, why: Parting) -> Option<()> {
    let (code, reason) = match why {
        Parting::Restart => (1012, "the server restarts"),
        Parting::SignedOut => (4001, "the session has ended"),
    };
    let frame = CloseFrame { code, reason: reason.into() };
    send(socket, Message::Close(Some(frame))).await;
    None
}

/// A client that does not take what it is sent is left.
pub(crate) async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    tokio::time::timeout(SILENCE, socket.send(message)).await.ok()?.ok()
}
