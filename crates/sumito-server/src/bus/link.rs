//! How envelopes travel. A link may lose some, and says so if it knows.

use std::sync::Arc;

use tokio::sync::{Notify, broadcast, mpsc};

use super::nats::Publisher;
use crate::db::Notifier;

/// What comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Incoming {
    Envelope(String),
    /// Some may have been lost.
    Lost,
}

/// A connection to the other nodes.
pub(super) struct Link {
    pub(super) sender: Sender,
    pub(super) incoming: mpsc::Receiver<Incoming>,
    /// Makes the link connect again.
    pub(super) reset: Arc<Notify>,
}

/// How many envelopes may wait. Beyond that, the link waits or loses some.
pub(super) const BACKLOG: usize = 4_096;

pub(super) enum Sender {
    InProcess(broadcast::Sender<Arc<str>>),
    Postgres(Notifier, &'static str),
    Nats(Publisher),
}

impl Sender {
    pub(super) async fn send(&mut self, envelope: &str) -> Result<(), String> {
        match self {
            Sender::InProcess(hub) => {
                // Nobody may be there.
                let _ = hub.send(envelope.into());
                Ok(())
            }
            Sender::Postgres(notifier, channel) => notifier.notify(channel, envelope).await.map_err(|error| error.to_string()),
            Sender::Nats(publisher) => publisher.publish(envelope).await,
        }
    }
}
