//! The WebSocket of a page that shows the lobby, of any other page whose reader may be challenged, and of programs that wait for their games.

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::announcement::Announcement;
use crate::app::App;
use crate::http::account_events::{AccountEvents, Wanted};
use crate::http::game_socket::Visitor;
use crate::http::socket::{CloseReason, Heartbeat, answer_ping, close, send, send_json};
use crate::http::wire;
use crate::lobby::{LobbyChange, Viewing};
use crate::time::now;

/// What a page wants to know.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Interest {
    /// The lobby, and whether somebody took the reader's open seat.
    Lobby,
    /// The lobby, to watch.
    Tv,
    /// Challenges alone.
    Challenges,
    /// Everything that is new for the account.
    Account,
}

/// Serves a socket until one side closes it. As in a game, what it works on is boxed, so that waiting costs little memory.
pub(super) async fn serve(app: App, mut socket: WebSocket, visitor: Visitor, interest: Interest) {
    let mut closing = app.closing();
    let Visitor { user, mut session, mut bucket, .. } = visitor;
    let member = user.as_ref().filter(|user| user.name.is_some()).map(|user| user.id);
    let user = user.map(|user| user.id);
    let lobby = &app.games.lobby;
    let (viewing, wanted) = match interest {
        Interest::Lobby => (Viewing::Lobby, Wanted::Challenges),
        Interest::Account => (Viewing::Lobby, Wanted::Everything),
        Interest::Tv | Interest::Challenges => (Viewing::Elsewhere, Wanted::Challenges),
    };
    let _visit = lobby.enter(user, viewing);
    let _attending = member.filter(|_| wanted == Wanted::Everything).map(|member| app.engine_room.attend(member));
    let mut events = AccountEvents::listen(&app, member, wanted);
    if send_json(&mut socket, &wire::you(user)).await.is_none() {
        return;
    }
    let mut changes = None;
    if matches!(interest, Interest::Lobby | Interest::Tv) {
        let (lists, following) = lobby.follow();
        changes = Some(following);
        if send(&mut socket, Message::Text(wire::lobby(&lists))).await.is_none() {
            return;
        }
    }
    if Box::pin(events.begin(&app, &mut socket)).await.is_none() {
        return;
    }
    let mut heartbeat = Heartbeat::new();
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
            change = next(&mut changes) => match change {
                Ok(change) => send(&mut socket, Message::Text(wire::lobby_change(&change))).await,
                Err(RecvError::Lagged(_)) => {
                    let (lists, following) = lobby.follow();
                    changes = Some(following);
                    send(&mut socket, Message::Text(wire::lobby(&lists))).await
                }
                Err(RecvError::Closed) => None,
            },
            news = events.news() => Box::pin(events.send(&app, &mut socket, news)).await,
            ping = heartbeat.beat() => match ping {
                Some(ping) => match send(&mut socket, ping).await {
                    Some(()) => Box::pin(events.catch_up(&app, &mut socket)).await,
                    None => None,
                },
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

/// The next change of the lobby, if the page follows it.
async fn next(
    changes: &mut Option<Receiver<Arc<Announcement<LobbyChange>>>>,
) -> Result<Arc<Announcement<LobbyChange>>, RecvError> {
    match changes {
        Some(changes) => changes.recv().await,
        None => std::future::pending().await,
    }
}
