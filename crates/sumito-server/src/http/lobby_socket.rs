//! The WebSocket of a page that shows the lobby, and of any other page whose reader may be challenged.

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::announcement::Announcement;
use crate::app::App;
use crate::failure::Failure;
use crate::http::game_socket::Visitor;
use crate::http::socket::{CloseReason, Heartbeat, close, send, send_json};
use crate::http::wire::{self, Command, Request};
use crate::id::UserId;
use crate::lobby::{LobbyChange, Viewing};
use crate::people::limits::Bucket;
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
}

/// Serves a socket until one side closes it. As in a game, what it works on is boxed, so that waiting costs little memory.
pub(super) async fn serve(app: App, mut socket: WebSocket, visitor: Visitor, interest: Interest) {
    let mut closing = app.closing();
    let Visitor { user, mut session, mut bucket, .. } = visitor;
    let member = user.as_ref().filter(|user| user.name.is_some()).map(|user| user.id);
    let user = user.map(|user| user.id);
    let lobby = &app.games.lobby;
    let _visit = lobby.enter(user, if interest == Interest::Lobby { Viewing::Lobby } else { Viewing::Elsewhere });
    let mut bell = lobby.bells.listen(member);
    if send_json(&mut socket, &wire::you(user)).await.is_none() {
        return;
    }
    let mut changes = None;
    if interest != Interest::Challenges {
        let (lists, following) = lobby.follow();
        changes = Some(following);
        if send(&mut socket, Message::Text(wire::lobby(&lists))).await.is_none() {
            return;
        }
    }
    if Box::pin(send_challenges(&app, &mut socket, member, true)).await.is_none() {
        return;
    }
    let mut heartbeat = Heartbeat::new();
    loop {
        let goes_on = tokio::select! {
            message = socket.recv() => {
                heartbeat.hear();
                match message {
                    Some(Ok(Message::Text(text))) => Box::pin(answer(&mut socket, &text, &mut bucket)).await,
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
            () = bell.rung() => Box::pin(send_challenges(&app, &mut socket, member, false)).await,
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

/// The next change of the lobby, if the page follows it.
async fn next(
    changes: &mut Option<Receiver<Arc<Announcement<LobbyChange>>>>,
) -> Result<Arc<Announcement<LobbyChange>>, RecvError> {
    match changes {
        Some(changes) => changes.recv().await,
        None => std::future::pending().await,
    }
}

/// Sends the challenges that wait for an answer. A page that has just connected expects none.
pub(super) async fn send_challenges(app: &App, socket: &mut WebSocket, user: Option<UserId>, is_new: bool) -> Option<()> {
    let Some(user) = user else { return Some(()) };
    match app.people.challenges(user).await {
        Ok(challenges) if is_new && challenges.is_empty() => Some(()),
        Ok(challenges) => {
            let is_online = |user| app.people.is_online(user);
            send_json(socket, &wire::challenges(&challenges, user, is_online)).await
        }
        Err(failure) => {
            // The page asks again when it connects the next time.
            Failure::log(&failure);
            Some(())
        }
    }
}

/// Answers a ping, unless too many come. Clients send nothing else here.
async fn answer(socket: &mut WebSocket, text: &str, bucket: &mut Bucket) -> Option<()> {
    let request = Request::parse(text).ok()?;
    let id = request.id;
    match request.command(0) {
        Command::Ping if bucket.take(now()) => send_json(socket, &wire::done(0, id)).await,
        _ => None,
    }
}
