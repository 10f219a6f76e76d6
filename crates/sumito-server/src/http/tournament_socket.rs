//! The WebSocket of a page that shows a tournament: it says when there is something new.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};

use crate::app::App;
use crate::http::socket::{CloseReason, Heartbeat, answer_ping, close, send, send_json};
use crate::http::wire;
use crate::id::{GameId, TournamentId, UserId, random_bytes};
use crate::lobby::Viewing;
use crate::people::limits::Bucket;
use crate::people::session_sockets::SessionSocket;
use crate::time::now;
use crate::tournament::Tournament;

/// Who opens a socket.
pub(super) struct Visitor {
    pub(super) user: Option<UserId>,
    pub(super) session: SessionSocket,
    pub(super) bucket: Bucket,
}

/// A page that has just looked waits this long before it looks again, so that many results at once cost one look; and longer if many look.
const PAUSE: Duration = Duration::from_millis(700);
const PAUSE_PER_WATCHER: Duration = Duration::from_millis(3);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// Follows one player, to announce each new game as soon as it begins.
struct Seat {
    user: Option<UserId>,
    player: Option<usize>,
    game: Option<GameId>,
}

impl Seat {
    /// Whether another game has begun.
    fn look(&mut self, state: &Tournament) -> bool {
        self.player = self.player.or_else(|| state.player_of(self.user?));
        let game = self.player.and_then(|player| state.game_of(player));
        let before = std::mem::replace(&mut self.game, game);
        game.is_some() && game != before
    }
}

/// Not all at the same moment.
fn pause(watchers: usize) -> Duration {
    let [byte] = random_bytes();
    let most = (PAUSE_PER_WATCHER * watchers as u32).min(LONGEST_PAUSE);
    PAUSE + most.mul_f64(0.5 + f64::from(byte) / 256.0)
}

pub(super) async fn serve(app: App, mut socket: WebSocket, id: TournamentId, visitor: Visitor) {
    let mut closing = app.closing();
    let Visitor { user, mut session, mut bucket } = visitor;
    let _visit = app.games.lobby.enter(user, Viewing::Elsewhere);
    let mut versions = app.directing.watch(id);
    let Ok(state) = app.directing.read(id).await else { return };
    versions.mark_unchanged();
    let mut seat = Seat { user, player: None, game: None };
    seat.look(&state);
    if send_json(&mut socket, &wire::tournament_changed(state.version, seat.game)).await.is_none() {
        return;
    }
    let mut heartbeat = Heartbeat::new();
    let mut rest = Box::pin(tokio::time::sleep(Duration::ZERO));
    let mut is_new = false;
    loop {
        let goes_on = tokio::select! {
            message = socket.recv() => {
                heartbeat.hear();
                match message {
                    Some(Ok(Message::Text(text))) => Box::pin(answer_ping(&mut socket, &text, &mut bucket)).await,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => bucket.take(now()).then_some(()),
                    _ => None,
                }
            }
            changed = versions.changed() => {
                is_new = true;
                match (changed, app.directing.read(id).await) {
                    (Ok(()), Ok(state)) if seat.look(&state) => {
                        send_json(&mut socket, &wire::tournament_changed(state.version, seat.game)).await
                    }
                    (changed, _) => changed.ok(),
                }
            }
            () = &mut rest, if is_new => {
                is_new = false;
                rest.as_mut().reset(tokio::time::Instant::now() + pause(app.directing.watchers(id)));
                let version = *versions.borrow_and_update();
                send_json(&mut socket, &wire::tournament_changed(version, seat.game)).await
            }
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
