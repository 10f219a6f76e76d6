//! What all sockets share: opening, heartbeat, sending and closing.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval};

use crate::app::App;
use crate::failure::Failure;
use crate::http::wire::{self, Command, Json, Request};
use crate::id::random_bytes;
use crate::people::caller::Caller;
use crate::people::limits::{Bucket, Resource};
use crate::play::clock::Millis;
use crate::time::now;

/// The largest message a client may send.
const LARGEST: usize = 4096;
/// The most bytes that wait for a client that does not read them; the longest state of a game fits.
const MOST_UNSENT: usize = 1 << 20;
/// How often the lag is measured.
const PING_INTERVAL: Duration = Duration::from_secs(5);
/// How long a client may be silent, or take to read a message.
pub(super) const TIMEOUT: Duration = Duration::from_secs(20);

/// Measures the lag of a connection, and notices when nobody is there any more.
pub(super) struct Heartbeat {
    ping: Interval,
    heard: Instant,
    /// The last ping and when it was sent, until it is answered.
    unanswered: Option<([u8; 8], Instant)>,
}

impl Heartbeat {
    pub(super) fn new() -> Heartbeat {
        let mut ping = interval(PING_INTERVAL);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Heartbeat { ping, heard: Instant::now(), unanswered: None }
    }

    /// The client was heard.
    pub(super) fn hear(&mut self) {
        self.heard = Instant::now();
    }

    /// Waits until a ping is due. None if the client has been silent for too long.
    pub(super) async fn beat(&mut self) -> Option<Message> {
        self.ping.tick().await;
        (self.heard.elapsed() <= TIMEOUT).then(|| {
            // The client cannot answer before it has arrived.
            let ping = random_bytes();
            self.unanswered = Some((ping, Instant::now()));
            Message::Ping(ping.to_vec().into())
        })
    }

    /// How long the last ping took to the client and back, if this is its answer. Others are ignored: a client must not choose its lag.
    pub(super) fn answer(&mut self, pong: &[u8]) -> Option<Millis> {
        let (_, sent) = self.unanswered.take_if(|(ping, _)| ping == pong)?;
        Some(sent.elapsed().as_millis() as Millis)
    }
}

impl App {
    /// Opens a socket, if the caller's address does not have too many.
    pub(super) fn open_socket<F>(
        self,
        caller: &Caller,
        upgrade: WebSocketUpgrade,
        serve: impl FnOnce(WebSocket) -> F + Send + 'static,
    ) -> Result<Response, Failure>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let permit = self.people.limits.hold(Resource::Socket, caller.address).ok_or(Failure::TooMany)?;
        self.games.metrics.sockets.add();
        let upgrade = upgrade.max_message_size(LARGEST).max_frame_size(LARGEST);
        // Messages are short and sockets are many: buffers are small, and a client that does not read is given up.
        let upgrade = upgrade.read_buffer_size(512).write_buffer_size(0).max_write_buffer_size(MOST_UNSENT);
        let failed = self.clone();
        let upgrade = upgrade.on_failed_upgrade(move |error| {
            tracing::debug!(%error, "a socket did not open");
            failed.games.metrics.sockets.take();
        });
        Ok(upgrade.on_upgrade(async move |socket| {
            serve(socket).await;
            self.games.metrics.sockets.take();
            drop(permit);
        }))
    }
}

/// Where the messages for a client go: a socket, or a stream of lines. Both carry the same.
pub(super) trait Outlet: Send {
    /// Sends a message. None if the client is gone, or does not read.
    fn put(&mut self, text: Utf8Bytes) -> impl Future<Output = Option<()>> + Send;
}

impl Outlet for WebSocket {
    async fn put(&mut self, text: Utf8Bytes) -> Option<()> {
        send(self, Message::Text(text)).await
    }
}

pub(super) async fn send_json(out: &mut impl Outlet, value: &Json) -> Option<()> {
    out.put(value.to_string().into()).await
}

/// Why the server closes a socket.
#[derive(Copy, Clone, Debug)]
pub(super) enum CloseReason {
    Restart,
    SignedOut,
}

/// Closes a socket with a reason: the client may reconnect at once.
pub(super) async fn close(socket: &mut WebSocket, why: CloseReason) -> Option<()> {
    let (code, reason) = match why {
        CloseReason::Restart => (1012, "the server restarts"),
        CloseReason::SignedOut => (4001, "the session has ended"),
    };
    let frame = CloseFrame { code, reason: reason.into() };
    send(socket, Message::Close(Some(frame))).await;
    None
}

/// Sends a message. None if the client is gone, or does not read.
pub(super) async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    tokio::time::timeout(TIMEOUT, socket.send(message)).await.ok()?.ok()
}

/// Answers a ping, unless too many come. It is all that clients send where they only listen.
pub(super) async fn answer_ping(socket: &mut WebSocket, text: &str, bucket: &mut Bucket) -> Option<()> {
    let request = Request::parse(text).ok()?;
    let id = request.id;
    match request.command(0).ok()? {
        Command::Ping if bucket.take(now()) => send_json(socket, &wire::done(0, id)).await,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_answer_to_the_last_ping_counts_and_once() {
        let mut heartbeat = Heartbeat::new();
        assert_eq!(heartbeat.answer(&0_u64.to_be_bytes()), None, "nothing was asked");
        let Some(Message::Ping(ping)) = heartbeat.beat().await else { panic!("a ping is due") };
        assert_eq!(heartbeat.answer(&0_u64.to_be_bytes()), None, "an old moment is no answer");
        assert_eq!(heartbeat.answer(&[]), None);
        tokio::time::sleep(Duration::from_millis(30)).await;
        let lag = heartbeat.answer(&ping).unwrap();
        assert!((30..5_000).contains(&lag), "{lag}");
        assert_eq!(heartbeat.answer(&ping), None, "once");
    }
}
