//! The other nodes, as far as they are heard. Pure: time is an argument.

use std::collections::HashMap;

use crate::id::NodeId;
use crate::play::clock::Millis;

/// A node that is silent for this long is gone: it beats three times in it.
pub(super) const SILENCE: Millis = 3_500;

#[derive(Default)]
pub(super) struct Peers(HashMap<NodeId, Peer>);

struct Peer {
    /// The number of its last envelope, if one was heard.
    number: Option<u64>,
    heard: Millis,
}

/// What an envelope says about its sender.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// It is the next one.
    Next,
    /// It is the first one: what the sender published before is unknown.
    First,
    /// At least one before it was lost.
    AfterGap,
    /// It has come before.
    Again,
}

impl Peers {
    pub(super) fn hear(&mut self, from: NodeId, number: u64, now: Millis) -> Heard {
        let peer = self.0.entry(from).or_insert(Peer { number: None, heard: now });
        peer.heard = now;
        let heard = match peer.number {
            None => Heard::First,
            Some(last) if number <= last => return Heard::Again,
            Some(last) if number == last + 1 => Heard::Next,
            Some(_) => Heard::AfterGap,
        };
        peer.number = Some(number);
        heard
    }

    /// These nodes are there, although they were not heard yet, or lately.
    pub(super) fn expect(&mut self, nodes: impl IntoIterator<Item = NodeId>, now: Millis) {
        for node in nodes {
            self.0.entry(node).or_insert(Peer { number: None, heard: now });
        }
    }

    /// Forgets a node that stops. `false` if it was not known.
    pub(super) fn leave(&mut self, node: NodeId) -> bool {
        self.0.remove(&node).is_some()
    }

    /// Forgets the nodes that have been silent for too long.
    pub(super) fn take_silent(&mut self, now: Millis) -> Vec<NodeId> {
        let silent: Vec<NodeId> = self.0.iter().filter(|(_, peer)| now - peer.heard > SILENCE).map(|(node, _)| *node).collect();
        for node in &silent {
            self.0.remove(node);
        }
        silent
    }

    /// Nobody could be heard for a while, through no fault of theirs.
    pub(super) fn excuse(&mut self, now: Millis) {
        for peer in self.0.values_mut() {
            peer.heard = now;
        }
    }

    /// The nodes that were heard.
    #[cfg(test)]
    pub(super) fn heard(&self) -> impl Iterator<Item = NodeId> {
        self.0.iter().filter(|(_, peer)| peer.number.is_some()).map(|(node, _)| *node)
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.0.keys().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_envelope_and_a_silent_node_are_noticed() {
        let mut peers = Peers::default();
        let [a, b] = [NodeId::random(), NodeId::random()];
        let heard: Vec<Heard> = [7, 8, 8, 7, 10, 11].iter().map(|&number| peers.hear(a, number, 1_000)).collect();
        assert_eq!(heard, [Heard::First, Heard::Next, Heard::Again, Heard::Again, Heard::AfterGap, Heard::Next]);
        assert_eq!(peers.hear(b, 1, 2_000), Heard::First);
        assert_eq!(peers.take_silent(1_000 + SILENCE), []);
        assert_eq!(peers.take_silent(1_001 + SILENCE), [a]);
        assert_eq!(peers.take_silent(1_001 + SILENCE), []);
        assert_eq!(peers.hear(a, 12, 9_000), Heard::First, "it is back");
        peers.excuse(9_000);
        assert_eq!(peers.take_silent(9_000 + SILENCE), []);
        assert!(peers.leave(b) && !peers.leave(b));
        peers.expect([a, b], 20_000);
        assert_eq!((peers.hear(a, 13, 20_000), peers.hear(b, 9, 20_000)), (Heard::Next, Heard::First));
        assert!(peers.leave(b));
        assert_eq!(peers.nodes().collect::<Vec<_>>(), [a]);
    }
}
