//! Streams for programs: a response that does not end, with a message on each line. The messages are those of the sockets.

use std::convert::Infallible;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Body;
use axum::extract::ws::Utf8Bytes;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::app::App;
use crate::failure::Failure;
use crate::http::account_events::{AccountEvents, Wanted};
use crate::http::game_socket::{Connection, Visitor};
use crate::http::socket::{Outlet, TIMEOUT, send_json};
use crate::http::wire;
use crate::id::{GameId, UserId};
use crate::lobby::Viewing;
use crate::people::caller::Caller;
use crate::people::limits::Resource;
use crate::people::session_sockets::SessionSocket;

/// How many lines wait for a program that does not read them.
const UNREAD: usize = 64;
/// How often an empty line is sent, so that both sides notice when nobody is there any more.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// The lines of a stream.
pub(super) struct Lines {
    sender: mpsc::Sender<String>,
    /// The last line, for which there is always room: why the server ends the stream.
    last: Arc<OnceLock<String>>,
    /// How long a program may take to read.
    patience: Duration,
}

impl Outlet for Lines {
    async fn put(&mut self, text: Utf8Bytes) -> Option<()> {
        match tokio::time::timeout(self.patience, self.sender.send(format!("{text}\n"))).await {
            Ok(sent) => sent.ok(),
            Err(_) => self.close("too-slow"),
        }
    }
}

impl Lines {
    /// A stream, and the response with its lines.
    fn open(patience: Duration) -> (Lines, Response) {
        let (sender, lines) = mpsc::channel(UNREAD);
        let last: Arc<OnceLock<String>> = Arc::default();
        let body = stream::unfold((lines, Some(Arc::clone(&last))), |(mut lines, last)| async move {
            match lines.recv().await {
                Some(line) => Some((Ok::<_, Infallible>(line), (lines, last))),
                None => last?.get().map(|line| (Ok(line.clone()), (lines, None))),
            }
        });
        let kind = HeaderValue::from_static("application/x-ndjson");
        // A proxy must not wait for more lines before it passes one on.
        let unbuffered = (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
        let headers = [(header::CONTENT_TYPE, kind), unbuffered];
        (Lines { sender, last, patience }, (headers, Body::from_stream(body)).into_response())
    }

    /// Ends the stream with a reason.
    fn close(&self, why: &str) -> Option<()> {
        let _ = self.last.set(format!("{}\n", wire::stream_closed(why)));
        None
    }
}

/// Opens a stream, if the caller's address does not have too many.
pub(super) fn open<F>(app: &App, caller: &Caller, serve: impl FnOnce(Lines) -> F) -> Result<Response, Failure>
where
    F: Future<Output = ()> + Send + 'static,
{
    let permit = app.people.limits.hold(Resource::Socket, caller.address).ok_or(Failure::TooMany)?;
    let (lines, response) = Lines::open(TIMEOUT);
    let (app, serving) = (app.clone(), serve(lines));
    app.games.metrics.sockets.add();
    tokio::spawn(async move {
        serving.await;
        app.games.metrics.sockets.take();
        drop(permit);
    });
    Ok(response)
}

fn keep_alive() -> Interval {
    let mut ticks = interval(KEEP_ALIVE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// Everything that happens in a game. Whoever plays in it counts as present.
pub(super) async fn serve_game(app: App, game: GameId, visitor: Visitor, since: Option<u32>, mut lines: Lines) {
    let mut closing = app.closing();
    let Visitor { user, scope, mut session, bucket } = visitor;
    let id = user.as_ref().map(|user| user.id);
    let Ok(mut watcher) = app.games.watch(game, id, since.unwrap_or(0)).await else { return };
    let _visit = app.games.lobby.enter(id, Viewing::Game(game));
    let mut connection = Connection::new(app, game, user, scope, bucket);
    if connection.send_state(&mut lines, &mut watcher, since).await.is_none() {
        return;
    }
    let mut ticks = keep_alive();
    loop {
        let goes_on = tokio::select! {
            notice = watcher.notices.recv() => connection.forward(&mut lines, &mut watcher, notice).await,
            _ = ticks.tick() => lines.put(Utf8Bytes::default()).await,
            () = session.ended() => lines.close("signed-out"),
            () = closing.due() => lines.close("restart"),
        };
        if goes_on.is_none() {
            return;
        }
    }
}

/// The challenges of a user, and the games that begin and end.
pub(super) async fn serve_events(app: App, user: UserId, mut session: SessionSocket, mut lines: Lines) {
    let mut closing = app.closing();
    let _visit = app.games.lobby.enter(Some(user), Viewing::Lobby);
    let _attending = app.engine_room.attend(user);
    let mut events = AccountEvents::listen(&app, Some(user), Wanted::Everything);
    if send_json(&mut lines, &wire::you(Some(user))).await.is_none() || events.begin(&app, &mut lines).await.is_none() {
        return;
    }
    let mut ticks = keep_alive();
    loop {
        let goes_on = tokio::select! {
            news = events.news() => events.send(&app, &mut lines, news).await,
            _ = ticks.tick() => match lines.put(Utf8Bytes::default()).await {
                Some(()) => events.catch_up(&app, &mut lines).await,
                None => None,
            },
            () = session.ended() => lines.close("signed-out"),
            () = closing.due() => lines.close("restart"),
        };
        if goes_on.is_none() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    #[tokio::test]
    async fn a_program_that_does_not_read_is_left_with_a_reason() {
        let (mut lines, response) = Lines::open(Duration::from_millis(20));
        for n in 0..UNREAD {
            assert!(lines.put(n.to_string().into()).await.is_some(), "{n}");
        }
        assert!(lines.put("one too many".into()).await.is_none());
        drop(lines);
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let text = String::from_utf8(body.to_vec()).unwrap();
        let read: Vec<&str> = text.lines().collect();
        assert_eq!(read.len(), UNREAD + 1);
        assert_eq!((read[0], read[UNREAD]), ("0", r#"{"type":"closed","why":"too-slow"}"#));
    }

    #[tokio::test]
    async fn a_program_that_is_gone_is_noticed() {
        let (mut lines, response) = Lines::open(TIMEOUT);
        drop(response);
        assert!(lines.put(Utf8Bytes::default()).await.is_none());
    }
}
