//! Nodes that hear from each other by PostgreSQL's LISTEN and NOTIFY.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::time::sleep;

use super::link::{BACKLOG, Incoming, Link, Sender};
use crate::db::{DbError, Listener, Notifier};

const CHANNEL: &str = "sumito";
/// The pause before another attempt to connect.
const PAUSE: Duration = Duration::from_millis(250);

pub(super) async fn link(url: &str) -> Result<Link, DbError> {
    let listener = Listener::connect(url, CHANNEL).await?;
    let (inbox, incoming) = mpsc::channel(BACKLOG);
    let reset = Arc::new(Notify::new());
    tokio::spawn(listen(url.to_owned(), listener, inbox, Arc::clone(&reset)));
    Ok(Link { sender: Sender::Postgres(Notifier::new(url), CHANNEL), incoming, reset })
}

/// Listens until nobody wants to know any more. After the connection breaks, everything that was sent meanwhile is lost.
async fn listen(url: String, mut listener: Listener, inbox: mpsc::Sender<Incoming>, reset: Arc<Notify>) {
    loop {
        let next = tokio::select! {
            next = listener.next() => next,
            () = reset.notified() => None,
            () = inbox.closed() => return,
        };
        if let Some(text) = next {
            if inbox.send(Incoming::Envelope(text)).await.is_err() {
                return;
            }
            continue;
        }
        listener = loop {
            match Listener::connect(&url, CHANNEL).await {
                Ok(listener) => break listener,
                Err(error) => tracing::debug!(%error, "the bus does not connect"),
            }
            tokio::select! {
                () = sleep(PAUSE) => {}
                () = inbox.closed() => return,
            }
        };
        if inbox.send(Incoming::Lost).await.is_err() {
            return;
        }
    }
}
