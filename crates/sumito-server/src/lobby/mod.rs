//! The lobby: open seats, games to watch and who is there, told to everybody who looks at it.

mod hall;

use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use sumito_rules::{ByColor, Move, Position};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval};

use hall::Hall;
pub(crate) use hall::{Gone, Place, View};

use crate::app::App;
use crate::app::lock;
use crate::failure::Failure;
use crate::games::Games;
use crate::games::room::{Person, Table};
use crate::http::socket::{Parting, Pulse, part, send, send_json};
use crate::http::wire;
use crate::id::{GameId, UserId};
use crate::people::lines::Line;
use crate::play::clock::Millis;
use crate::play::event::Setup;
use crate::play::live::{Action, Actor, Refusal, Status};
use crate::time::now;

/// A game as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Listed {
    pub(crate) id: GameId,
    pub(crate) setup: Setup,
    pub(crate) people: ByColor<Person>,
    pub(crate) position: Position,
    pub(crate) last: Option<Move>,
    pub(crate) score: ByColor<u8>,
    pub(crate) status: Status,
    /// When something last happened in it.
    pub(crate) at: Millis,
}

impl Listed {
    pub(crate) fn of(id: GameId, table: &Table) -> Listed {
        let Table { live, log, people, .. } = table;
        let game = live.game();
        Listed {
            id,
            setup: live.setup().clone(),
            people: people.clone(),
            position: *game.position(),
            last: game.moves().last().copied(),
            score: game.score(),
            status: live.status(),
            at: log.last().map_or(0, |event| event.at),
        }
    }
}

/// What there is, and those who are told.
pub(crate) struct Lobby {
    state: Mutex<State>,
    news: broadcast::Sender<Utf8Bytes>,
}

#[derive(Default)]
struct State {
    hall: Hall,
    /// Everything that was told so far, written once for all who come.
    whole: Utf8Bytes,
}

/// How often changes are told: many moves are one message then.
const TICK: Duration = Duration::from_millis(400);
/// How many messages a slow connection may fall behind before it is told everything anew.
const NEWS: usize = 16;

impl Default for Lobby {
    fn default() -> Lobby {
        let whole = wire::lobby(&View::default()).to_string().into();
        Lobby { state: Mutex::new(State { hall: Hall::default(), whole }), news: broadcast::channel(NEWS).0 }
    }
}

impl Lobby {
    /// Something happened in a game.
    pub(crate) fn note(&self, id: GameId, table: &Table, now: Millis) {
        self.lock().hall.note(id, &table.live, || Listed::of(id, table), now);
    }

    /// Whether a user may have another open seat listed.
    pub(crate) fn may_seek(&self, user: UserId) -> bool {
        self.lock().hall.may_seek(user)
    }

    /// Somebody is there as long as they keep what is returned.
    pub(crate) fn enter(self: &Arc<Lobby>, user: Option<UserId>, place: Place) -> Visit {
        self.lock().hall.enter(user, place);
        Visit { lobby: Arc::clone(self), user, place }
    }

    /// Everything, for a page.
    fn view(&self) -> View {
        self.lock().hall.view()
    }

    /// Everything as it was last told, for a program.
    pub(crate) fn json(&self) -> impl IntoResponse + use<> {
        let kind = HeaderValue::from_static("application/json");
        ([(header::CONTENT_TYPE, kind)], self.lock().whole.to_string())
    }

    /// Everything as it was last told, and what will be told from then on.
    fn listen(&self) -> (Utf8Bytes, broadcast::Receiver<Utf8Bytes>) {
        let state = self.lock();
        (state.whole.clone(), self.news.subscribe())
    }

    /// Tells what changed. The games that are returned wait for nobody any more.
    fn tick(&self, now: Millis) -> Vec<GameId> {
        let mut state = self.lock();
        let stale = state.hall.sweep(now);
        if let Some(change) = state.hall.take_change() {
            state.whole = wire::lobby(&state.hall.view()).to_string().into();
            // Nobody may be there to hear it.
            let _ = self.news.send(wire::lobby_change(&change).to_string().into());
        }
        stale
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that is done under this lock can leave half a change behind.
        lock(&self.state)
    }
}

/// The lists that pages show.
impl App {
    pub(crate) fn lobby(&self) -> View {
        self.games.lobby.view()
    }

    /// A user's games that are not over, the latest first.
    pub(crate) async fn running_games_of(&self, user: UserId, limit: i64) -> Result<Vec<Listed>, Failure> {
        self.list(self.games.db().running_games_of(user, limit).await?).await
    }

    /// A user's games, the latest first.
    pub(crate) async fn games_of(&self, user: UserId, limit: i64) -> Result<Vec<Listed>, Failure> {
        self.list(self.games.db().games_of(user, limit).await?).await
    }

    /// Public games that are over, the latest first.
    pub(crate) async fn recent_games(&self, limit: i64) -> Result<Vec<Listed>, Failure> {
        self.list(self.games.db().public_games("over", limit).await?).await
    }

    pub(crate) async fn list(&self, ids: Vec<GameId>) -> Result<Vec<Listed>, Failure> {
        self.games.list(&ids, now()).await
    }
}

/// Somebody who is there.
pub(crate) struct Visit {
    lobby: Arc<Lobby>,
    user: Option<UserId>,
    place: Place,
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.lobby.lock().hall.leave(self.user, self.place, now());
    }
}

/// Takes up the open seats and games of the database; then tells what changes, and aborts games that wait for nobody.
pub(crate) async fn keep(games: Weak<Games>) {
    if let Some(games) = games.upgrade()
        && let Err(failure) = take_up(&games).await
    {
        failure.log();
    }
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let Some(games) = games.upgrade() else { return };
        for game in games.lobby.tick(now()) {
            match games.act(game, Actor::Server, 0, Action::Abort, now()).await {
                // Somebody came at the last moment.
                Ok(_) | Err(Failure::Refused(Refusal::GameOver | Refusal::SeatTaken)) => {}
                Err(failure) => failure.log(),
            }
        }
    }
}

async fn take_up(games: &Games) -> Result<(), Failure> {
    for game in games.db().open_games(now() - hall::IDLE).await? {
        let noted = games.read(game, |table| {
            // Who waits has time to come back; what is played is as old as it is.
            let at = if table.live.status() == Status::Waiting { now() } else { Listed::of(game, table).at };
            games.lobby.note(game, table, at);
        });
        if let Err(failure) = noted.await {
            failure.log();
        }
    }
    Ok(())
}

/// Serves a page that shows the lobby, until one side ends it.
pub(crate) async fn serve(app: App, mut socket: WebSocket, user: Option<UserId>, mut line: Line) {
    let mut closing = app.closing.clone();
    let lobby = &app.games.lobby;
    let _visit = lobby.enter(user, Place::Lobby);
    let (whole, mut news) = lobby.listen();
    if send_json(&mut socket, &wire::you(user)).await.is_none() || send(&mut socket, Message::Text(whole)).await.is_none() {
        return;
    }
    let mut pulse = Pulse::new();
    loop {
        let goes_on = tokio::select! {
            message = socket.recv() => {
                pulse.hear();
                // There is nothing to say here.
                matches!(message, Some(Ok(Message::Ping(_) | Message::Pong(_)))).then_some(())
            }
            told = news.recv() => match told {
                Ok(text) => send(&mut socket, Message::Text(text)).await,
                Err(RecvError::Lagged(_)) => {
                    let whole;
                    (whole, news) = lobby.listen();
                    send(&mut socket, Message::Text(whole)).await
                }
                Err(RecvError::Closed) => None,
            },
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
