//! The tasks behind the bus: sending, receiving, and watching over the connection and the other nodes.

use std::sync::Weak;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::envelope::{Envelope, Line};
use super::link::{Incoming, Sender};
use super::peers::SILENCE;
use super::{Carrier, Delivery, Outgoing, PATIENCE, Shared, Topic};
use crate::db::Db;
use crate::id::NodeId;
use crate::lock::lock;
use crate::time::now;

/// How often each node gives a sign of life.
pub(super) const BEAT: Duration = Duration::from_secs(1);
/// How often the state of the bus is checked.
pub(super) const TICK: Duration = Duration::from_millis(250);
/// How long a sign of life may take to come back before the connection counts as dead.
const ECHO: Duration = Duration::from_secs(4);
/// The pause before an envelope is sent again.
const PAUSE: Duration = Duration::from_millis(100);
/// How often a node writes into the database that it is alive.
const RECORD: Duration = Duration::from_secs(2);
/// How many lines are sent at once.
const BATCH: usize = 4_096;

/// Sends what is published, and signs of life.
pub(super) async fn send(shared: Weak<Shared>, node: NodeId, mut link: Sender, mut outgoing: mpsc::Receiver<Outgoing>) {
    let (mut number, mut waiting) = (0, Vec::new());
    let mut beat = interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    beat.reset();
    loop {
        let mut lines = Vec::new();
        let mut beats = false;
        let is_open = tokio::select! {
            count = outgoing.recv_many(&mut waiting, BATCH) => count > 0,
            _ = beat.tick() => {
                beats = true;
                lines.push(Line { topic: Topic::Beat, text: String::new() });
                true
            }
        };
        let mut closed = None;
        for message in waiting.drain(..) {
            match message {
                Outgoing::Line(line) => lines.push(line),
                Outgoing::Close(done) => closed = Some(done),
            }
        }
        if closed.is_some() || !is_open {
            lines.push(Line { topic: Topic::Bye, text: String::new() });
        }
        if let Some(shared) = shared.upgrade() {
            if shared.has_dropped.swap(false, Relaxed) {
                number += 1;
            }
            // Nobody is there to hear it.
            if beats && shared.hub.as_ref().is_some_and(|hub| !hub.has_others()) {
                continue;
            }
        }
        for envelope in Envelope::pack(node, &mut number, lines) {
            if beats && let Some(shared) = shared.upgrade() {
                lock(&shared.beat).get_or_insert((envelope.number, Instant::now()));
            }
            send_one(&shared, &mut link, &envelope).await;
        }
        if let Some(done) = closed {
            // The one who asked may have gone.
            let _ = done.send(());
            return;
        }
        if !is_open {
            return;
        }
    }
}

/// Sends an envelope, if it can be sent soon enough. Otherwise the others miss its number.
async fn send_one(shared: &Weak<Shared>, link: &mut Sender, envelope: &Envelope) {
    let begun = Instant::now();
    let text = envelope.write();
    loop {
        #[cfg(test)]
        if shared.upgrade().is_some_and(|shared| shared.faults.loses_outgoing()) {
            return;
        }
        match link.send(&text).await {
            Ok(()) => {
                if let Some(shared) = shared.upgrade() {
                    shared.figures.sent.add();
                }
                return;
            }
            Err(error) if begun.elapsed() > PATIENCE => {
                tracing::warn!(error, "the bus does not carry a message");
                return;
            }
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Takes in what others publish, and watches over the connection.
pub(super) async fn receive(shared: Weak<Shared>, mut incoming: mpsc::Receiver<Incoming>, db: Option<Db>) {
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_tick = now();
    loop {
        tokio::select! {
            message = incoming.recv() => {
                let (Some(message), Some(shared)) = (message, shared.upgrade()) else { return };
                match message {
                    Incoming::Envelope(text) => shared.hear(&text),
                    Incoming::Lost => shared.lose(),
                }
            }
            _ = tick.tick() => {
                let Some(shared) = shared.upgrade() else { return };
                let paused = now() - last_tick;
                last_tick = now();
                if paused > SILENCE {
                    // This process was stopped for a while: the others may have given it up.
                    lock(&shared.peers).excuse(now());
                    shared.asked.store(true, Relaxed);
                    shared.lose();
                }
                check(&shared, db.as_ref()).await;
            }
        }
    }
}

/// Asks and answers, notices a dead connection, and finds out about silent nodes.
async fn check(shared: &Shared, db: Option<&Db>) {
    if shared.asks.swap(false, Relaxed) {
        shared.queue(Topic::Hello, String::new());
    }
    if shared.asked.swap(false, Relaxed) {
        shared.deliver(None, &Delivery::Asked);
    }
    let is_dead = lock(&shared.beat).take_if(|(_, sent)| sent.elapsed() > ECHO).is_some();
    if is_dead && shared.carrier != Carrier::InProcess {
        tracing::warn!("the bus does not answer, connecting again");
        shared.reset.notify_one();
        shared.lose();
    }
    let silent = lock(&shared.peers).take_silent(now());
    if silent.is_empty() {
        return;
    }
    // A node that still writes to the database is cut off from the bus, not dead: its users are still there.
    let alive: Vec<NodeId> = match db {
        None => Vec::new(),
        Some(db) => match timeout(TICK, db.nodes_alive()).await {
            Ok(Ok(alive)) => alive.into_iter().map(|(node, _)| node).collect(),
            _ => silent.clone(),
        },
    };
    for node in silent {
        if alive.contains(&node) {
            lock(&shared.peers).expect([node], now());
        } else {
            tracing::info!(%node, "another server is gone");
            shared.deliver(None, &Delivery::Gone(node));
            shared.lose();
        }
    }
}

/// Writes into the database that this node is alive.
pub(super) async fn record(shared: Weak<Shared>, db: Db) {
    loop {
        sleep(RECORD).await;
        let Some((node, carrier)) = shared.upgrade().map(|shared| (shared.node, shared.carrier)) else { return };
        if let Err(error) = db.beat(node, carrier.name()).await {
            tracing::debug!(%error, "no sign of life in the database");
        }
    }
}
