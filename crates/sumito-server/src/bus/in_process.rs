//! Nodes in one process: the only node of an SQLite database, or several in a test.

use std::sync::Arc;

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, broadcast, mpsc};

use super::link::{BACKLOG, Incoming, Link, Sender};

/// Connects the nodes of a process.
#[derive(Clone)]
pub(crate) struct Hub(broadcast::Sender<Arc<str>>);

impl Default for Hub {
    fn default() -> Hub {
        Hub(broadcast::channel(BACKLOG).0)
    }
}

impl Hub {
    /// Whether somebody else would receive what a node sends.
    pub(super) fn has_others(&self) -> bool {
        self.0.receiver_count() > 1
    }

    pub(super) fn link(&self) -> Link {
        let (inbox, incoming) = mpsc::channel(BACKLOG);
        let mut messages = self.0.subscribe();
        tokio::spawn(async move {
            loop {
                let message = tokio::select! {
                    message = messages.recv() => message,
                    () = inbox.closed() => return,
                };
                let message = match message {
                    Ok(text) => Incoming::Envelope(text.to_string()),
                    Err(RecvError::Lagged(_)) => Incoming::Lost,
                    Err(RecvError::Closed) => return,
                };
                if inbox.send(message).await.is_err() {
                    return;
                }
            }
        });
        Link { sender: Sender::InProcess(self.0.clone()), incoming, reset: Arc::new(Notify::new()) }
    }
}
