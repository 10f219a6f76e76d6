//! Nodes that hear from each other by core NATS, which delivers each message at most once.

use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt;
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

use super::link::{BACKLOG, Incoming, Link, Sender};

/// How long NATS may take to connect, or to take a message.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often a silent connection is probed.
const PING: Duration = Duration::from_secs(5);
/// The longest pause before another attempt to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Sends envelopes.
pub(super) struct Publisher {
    client: Client,
    subject: String,
}

impl Publisher {
    pub(super) async fn publish(&self, envelope: &str) -> Result<(), String> {
        // Without a connection it waits in the client, and later than that here.
        let publish = self.client.publish(self.subject.clone(), envelope.to_owned().into());
        match timeout(PATIENCE, publish).await {
            Ok(sent) => sent.map_err(|error| error.to_string()),
            Err(_) => Err("NATS does not answer".to_owned()),
        }
    }
}

/// Connects the nodes of a site at `nats://...`.
pub(super) async fn link(url: &str, site: &str) -> Result<Link, String> {
    let (inbox, incoming) = mpsc::channel(BACKLOG);
    let events = inbox.clone();
    let options = ConnectOptions::new()
        .name("sumito")
        .connection_timeout(PATIENCE)
        .ping_interval(PING)
        .subscription_capacity(BACKLOG)
        .reconnect_delay_callback(|attempts| LONGEST_PAUSE.min(Duration::from_millis(50) * attempts.min(100) as u32))
        .event_callback(move |event| {
            let inbox = events.clone();
            async move {
                match event {
                    // The subscription is back, or this was too slow: something is missing in any case.
                    Event::Connected | Event::SlowConsumer(_) => _ = inbox.send(Incoming::Lost).await,
                    event => tracing::info!(%event, "the bus"),
                }
            }
        });
    let client = options.connect(url).await.map_err(|error| error.to_string())?;
    let subject = format!("sumito.{site}");
    let mut messages = client.subscribe(subject.clone()).await.map_err(|error| error.to_string())?;
    let reset = Arc::new(Notify::new());
    let (again, connected) = (Arc::clone(&reset), client.clone());
    tokio::spawn(async move {
        loop {
            let message = tokio::select! {
                message = messages.next() => message,
                () = again.notified() => {
                    if let Err(error) = connected.force_reconnect().await {
                        tracing::warn!(%error, "the bus does not connect");
                    }
                    continue;
                }
                () = inbox.closed() => return,
            };
            let Some(message) = message else { return };
            let Ok(text) = std::str::from_utf8(&message.payload) else { continue };
            if inbox.send(Incoming::Envelope(text.to_owned())).await.is_err() {
                return;
            }
        }
    });
    Ok(Link { sender: Sender::Nats(Publisher { client, subject }), incoming, reset })
}
