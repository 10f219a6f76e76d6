//! How nodes that share a database hear from each other.
//!
//! The truth is in the database; the bus only says "look", and may lose messages. Every node receives everything: a move costs a line of
//! 20 bytes, and many lines share an envelope. Envelopes are numbered, so that a node notices a lost one by the next, at the latest by
//! the next sign of life, whatever carries them. Then, after the connection was lost, and when another node dies, subscribers get
//! [`Delivery::Lagged`] and compare what they have with the database.

mod envelope;
#[cfg(test)]
mod faults;
mod in_process;
mod link;
mod nats;
mod peers;
mod postgres;
mod tasks;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{Instant, timeout};

use crate::db::Db;
use crate::id::NodeId;
use crate::lock::lock;
use crate::metrics::{Count, Histogram};
use crate::time::now;
use envelope::{Envelope, LONGEST_LINE, Line};
use link::Link;
use peers::{Heard, Peers};

pub(crate) use envelope::Topic;
pub(crate) use in_process::Hub;

/// This node's connection to the others.
#[derive(Clone)]
pub(crate) struct Bus(Arc<Shared>);

struct Shared {
    node: NodeId,
    carrier: Carrier,
    /// Connects the nodes of this process, if nothing else does.
    hub: Option<Hub>,
    outbox: mpsc::Sender<Outgoing>,
    /// Lines were thrown away: the next number is left out, so that the others notice.
    has_dropped: AtomicBool,
    outlets: Mutex<Vec<Outlet>>,
    peers: Mutex<Peers>,
    /// The last sign of life that has not come back yet, and when it was sent.
    beat: Mutex<Option<(u64, Instant)>>,
    /// Others have to be asked what they know.
    asks: AtomicBool,
    /// Somebody has asked.
    asked: AtomicBool,
    ready: Notify,
    /// Makes the link connect again.
    reset: Arc<Notify>,
    figures: Figures,
    #[cfg(test)]
    faults: faults::Faults,
}

/// What carries the envelopes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Carrier {
    InProcess,
    Postgres,
    Nats,
}

impl Carrier {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Carrier::InProcess => "in-process",
            Carrier::Postgres => "postgres",
            Carrier::Nats => "nats",
        }
    }
}

/// The metrics of the bus.
#[derive(Default)]
pub(crate) struct Figures {
    pub(crate) sent: Count,
    pub(crate) received: Count,
    /// How often something may have been lost.
    pub(crate) lagged: Count,
    /// From sending a sign of life until it comes back.
    pub(crate) lag: Histogram,
}

enum Outgoing {
    Line(Line),
    Close(oneshot::Sender<()>),
}

/// Where a subscriber's messages go.
struct Outlet {
    topics: &'static [Topic],
    sender: mpsc::Sender<Delivery>,
    /// Something did not fit.
    is_behind: bool,
}

/// What a subscriber receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// Another node published this.
    Message { from: NodeId, topic: Topic, text: String },
    /// Another node has asked what this one knows.
    Asked,
    /// Another node has ended. What it published last may be missing.
    Gone(NodeId),
    /// Messages may be missing.
    Lagged,
}

/// The messages of some topics, in order.
pub(crate) struct Subscription(mpsc::Receiver<Delivery>);

impl Subscription {
    /// Waits for the next one; `None` when the bus is gone.
    pub(crate) async fn next(&mut self) -> Option<Delivery> {
        self.0.recv().await
    }
}

/// How long an envelope is retried before it is thrown away.
const PATIENCE: Duration = Duration::from_secs(4);
/// How long the bus may take to start.
const START: Duration = Duration::from_secs(5);
/// How many lines may wait to be sent, and how many deliveries for a subscriber.
const BACKLOG: usize = 1 << 16;

impl Bus {
    /// Connects to the other nodes of a database: by NATS if there is an address, else by the database if it is shared.
    pub(crate) async fn start(db: &Db, database: &str, address: Option<&str>) -> Result<Bus, String> {
        if !db.is_shared() {
            if address.is_some() {
                return Err("a bus connects servers that share a database on PostgreSQL (--database postgres://...)".to_owned());
            }
            return Ok(Bus::in_process(&Hub::default()));
        }
        let node = NodeId::random();
        let (carrier, link) = match address {
            Some(address) => {
                let site = db.site().await.map_err(|error| error.to_string())?;
                let link = nats::link(address, &site.name).await;
                (Carrier::Nats, link.map_err(|error| format!("cannot reach the bus at {address}: {error}"))?)
            }
            None => (Carrier::Postgres, postgres::link(database).await.map_err(|error| error.to_string())?),
        };
        let others = db.nodes_alive().await.map_err(|error| error.to_string())?;
        if let Some((_, other)) = others.iter().find(|(_, other)| other != carrier.name()) {
            let advice = "all servers of a database must use the same --bus";
            return Err(format!("another server of this database uses the bus {other}, this one {}; {advice}", carrier.name()));
        }
        db.beat(node, carrier.name()).await.map_err(|error| error.to_string())?;
        let bus = Bus::with(node, carrier, None, link, Some(db.clone()));
        lock(&bus.0.peers).expect(others.into_iter().map(|(node, _)| node), now());
        bus.wait_until_ready().await?;
        tokio::spawn(tasks::record(Arc::downgrade(&bus.0), db.clone()));
        Ok(bus)
    }

    /// Connects to the other nodes of this process.
    pub(crate) fn in_process(hub: &Hub) -> Bus {
        Bus::with(NodeId::random(), Carrier::InProcess, Some(hub.clone()), hub.link(), None)
    }

    fn with(node: NodeId, carrier: Carrier, hub: Option<Hub>, link: Link, db: Option<Db>) -> Bus {
        let (outbox, outgoing) = mpsc::channel(BACKLOG);
        let shared = Arc::new(Shared {
            node,
            carrier,
            hub,
            outbox,
            has_dropped: AtomicBool::default(),
            outlets: Mutex::default(),
            peers: Mutex::default(),
            beat: Mutex::default(),
            asks: AtomicBool::default(),
            asked: AtomicBool::default(),
            ready: Notify::new(),
            reset: link.reset,
            figures: Figures::default(),
            #[cfg(test)]
            faults: faults::Faults::default(),
        });
        // Others answer with what they know.
        shared.queue(Topic::Hello, String::new());
        tokio::spawn(tasks::send(Arc::downgrade(&shared), node, link.sender, outgoing));
        tokio::spawn(tasks::receive(Arc::downgrade(&shared), link.incoming, db));
        Bus(shared)
    }

    /// Waits until this node hears itself: from then on it hears everybody.
    async fn wait_until_ready(&self) -> Result<(), String> {
        let ready = timeout(START, self.0.ready.notified()).await;
        ready.map_err(|_| format!("the bus ({}) carries no messages", self.0.carrier.name()))
    }

    pub(crate) fn node(&self) -> NodeId {
        self.0.node
    }

    /// Whether somebody else may be listening.
    pub(crate) fn is_shared(&self) -> bool {
        self.0.hub.as_ref().is_none_or(Hub::has_others)
    }

    /// Publishes a line of text, if somebody may be listening. It is sent soon; if that fails, the others notice that something is
    /// missing.
    pub(crate) fn publish(&self, topic: Topic, text: impl FnOnce() -> String) {
        if self.is_shared() {
            self.0.queue(topic, text());
        }
    }

    /// Subscribes to topics, from now on.
    pub(crate) fn subscribe(&self, topics: &'static [Topic]) -> Subscription {
        let (sender, receiver) = mpsc::channel(BACKLOG);
        lock(&self.0.outlets).push(Outlet { topics, sender, is_behind: false });
        Subscription(receiver)
    }

    /// The other nodes that were heard lately.
    pub(crate) fn others(&self) -> Vec<NodeId> {
        lock(&self.0.peers).nodes().collect()
    }

    pub(crate) fn figures(&self) -> &Figures {
        &self.0.figures
    }

    /// Sends what is waiting, and takes leave of the others.
    pub(crate) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.0.outbox.send(Outgoing::Close(done)).await.is_ok() {
            let _ = timeout(PATIENCE, closed).await;
        }
    }
}

impl Shared {
    fn queue(&self, topic: Topic, mut text: String) {
        if text.contains('\n') {
            text = text.replace('\n', " ");
        }
        let line = Line { topic, text };
        if line.len() > LONGEST_LINE {
            tracing::error!(?topic, length = line.text.len(), "a line is too long for the bus");
            self.has_dropped.store(true, Relaxed);
        } else if self.outbox.try_send(Outgoing::Line(line)).is_err() {
            self.has_dropped.store(true, Relaxed);
        }
    }

    /// Takes in an envelope.
    fn hear(&self, text: &str) {
        #[cfg(test)]
        if self.faults.loses_incoming() {
            return;
        }
        let Some(Envelope { from, number, lines }) = Envelope::read(text) else {
            tracing::warn!("the bus carries something that is not from a server");
            return;
        };
        if from == self.node {
            self.ready.notify_one();
            if let Some((_, sent)) = lock(&self.beat).take_if(|(beat, _)| *beat <= number) {
                self.figures.lag.add(sent.elapsed());
            }
            return;
        }
        self.figures.received.add();
        let heard = lock(&self.peers).hear(from, number, now());
        match heard {
            Heard::Again => return,
            Heard::Next => {}
            // A node that has just started knows nothing yet.
            Heard::First if number == 1 => {}
            Heard::First => self.asks.store(true, Relaxed),
            Heard::AfterGap => self.lose(),
        }
        for Line { topic, text } in lines {
            match topic {
                Topic::Beat => {}
                Topic::Hello => self.asked.store(true, Relaxed),
                Topic::Bye => {
                    if lock(&self.peers).leave(from) {
                        self.deliver(None, &Delivery::Gone(from));
                    }
                }
                topic => self.deliver(Some(topic), &Delivery::Message { from, topic, text }),
            }
        }
    }

    /// Something may be missing.
    fn lose(&self) {
        self.figures.lagged.add();
        self.asks.store(true, Relaxed);
        self.deliver(None, &Delivery::Lagged);
    }

    /// Delivers to the subscribers of a topic, or to all.
    fn deliver(&self, topic: Option<Topic>, delivery: &Delivery) {
        let mut outlets = lock(&self.outlets);
        outlets.retain_mut(|outlet| {
            if topic.is_some_and(|topic| !outlet.topics.contains(&topic)) {
                return true;
            }
            if outlet.is_behind && outlet.sender.try_send(Delivery::Lagged).is_ok() {
                outlet.is_behind = false;
            }
            match outlet.sender.try_send(delivery.clone()) {
                Ok(()) => true,
                Err(TrySendError::Full(_)) => {
                    outlet.is_behind = true;
                    true
                }
                Err(TrySendError::Closed(_)) => false,
            }
        });
    }
}

#[cfg(test)]
mod tests;
