//! The WebSocket of a page that shows the lobby.

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::broadcast::error::RecvError;

use crate::app::App;
use crate::http::game_socket::Visitor;
use crate::http::socket::{CloseReason, Heartbeat, close, send, send_json};
use crate::http::wire::{self, Command, Request};
use crate::lobby::Viewing;
use crate::people::limits::Bucket;
use crate::time::now;

/// Serves a socket until one side closes it.
pub(super) async fn serve(app: App, mut socket: WebSocket, visitor: Visitor) {
    let mut closing = app.closing.clone();
    let Visitor { user, mut session, mut bucket, .. } = visitor;
    let user = user.map(|user| user.id);
    let lobby = &app.games.lobby;
    let _visit = lobby.enter(user, Viewing::Lobby);
    let (lists, mut changes) = lobby.follow();
    if send_json(&mut socket, &wire::you(user)).await.is_none()
        || send(&mut socket, Message::Text(wire::lobby(&lists))).await.is_none()
    {
        return;
    }
    let mut heartbeat = Heartbeat::new();
    loop {
        let goes_on = tokio::select! {
            message = socket.recv() => {
                heartbeat.hear();
                match message {
                    Some(Ok(Message::Text(text))) => answer(&mut socket, &text, &mut bucket).await,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => bucket.take(now()).then_some(()),
                    _ => None,
                }
            }
            change = changes.recv() => match change {
                Ok(change) => send(&mut socket, Message::Text(wire::lobby_change(&change))).await,
                Err(RecvError::Lagged(_)) => {
                    let lists;
                    (lists, changes) = lobby.follow();
                    send(&mut socket, Message::Text(wire::lobby(&lists))).await
                }
                Err(RecvError::Closed) => None,
            },
            ping = heartbeat.beat() => match ping {
                Some(ping) => send(&mut socket, ping).await,
                None => None,
            },
            () = session.ended() => close(&mut socket, CloseReason::SignedOut).await,
            _ = closing.changed() => close(&mut socket, CloseReason::Restart).await,
        };
        if goes_on.is_none() {
            return;
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
