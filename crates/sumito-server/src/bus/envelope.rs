//! What travels between nodes: lines of text under the sender's id and a number. Pure.

use std::str::FromStr;

use crate::id::NodeId;

/// What a line is about. Nodes subscribe to topics.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// A game has a new version.
    Game,
    /// A message in the chat of a game.
    Chat,
    /// Who is connected to a game.
    Presence,
    /// Who is online, and what everybody is shown.
    Lobby,
    /// Something is there for one user.
    Bell,
    /// A user's sessions or name have changed.
    People,
    /// What was counted against a limit.
    Limit,
    /// A tournament has a new version.
    Tournament,
    /// The sender asks all nodes to publish what they know: it has just started or missed something.
    Hello,
    /// A sign of life.
    Beat,
    /// The sender stops.
    Bye,
}

impl Topic {
    const ALL: [(Topic, &'static str); 11] = [
        (Topic::Game, "game"),
        (Topic::Chat, "chat"),
        (Topic::Presence, "presence"),
        (Topic::Lobby, "lobby"),
        (Topic::Bell, "bell"),
        (Topic::People, "people"),
        (Topic::Limit, "limit"),
        (Topic::Tournament, "tournament"),
        (Topic::Hello, "hello"),
        (Topic::Beat, "beat"),
        (Topic::Bye, "bye"),
    ];

    fn name(self) -> &'static str {
        Topic::ALL[self as usize].1
    }
}

impl FromStr for Topic {
    type Err = ();

    fn from_str(name: &str) -> Result<Topic, ()> {
        Topic::ALL.iter().find(|(_, known)| *known == name).map(|(topic, _)| *topic).ok_or(())
    }
}

/// A line that was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) topic: Topic,
    pub(super) text: String,
}

/// Lines that travel together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Envelope {
    pub(super) from: NodeId,
    /// Counts the sender's envelopes from one, so that a missing one is noticed.
    pub(super) number: u64,
    pub(super) lines: Vec<Line>,
}

/// The longest envelope. PostgreSQL takes less than 8,000 bytes.
pub(super) const LONGEST: usize = 7_900;
/// The longest line, with its topic.
pub(super) const LONGEST_LINE: usize = LONGEST - 40;

impl Line {
    /// Its length in an envelope.
    pub(super) fn len(&self) -> usize {
        self.topic.name().len() + self.text.len() + 2
    }
}

impl Envelope {
    pub(super) fn write(&self) -> String {
        let mut text = format!("{} {}", self.from, self.number);
        for Line { topic, text: line } in &self.lines {
            text.extend(["\n", topic.name(), "\t", line]);
        }
        text
    }

    /// Lines of unknown topics are left out: a newer version of the program may have sent them.
    pub(super) fn read(text: &str) -> Option<Envelope> {
        let mut lines = text.split('\n');
        let (from, number) = lines.next()?.split_once(' ')?;
        let line = |line: &str| {
            let (topic, text) = line.split_once('\t')?;
            Some(Line { topic: topic.parse().ok()?, text: text.to_owned() })
        };
        Some(Envelope { from: from.parse().ok()?, number: number.parse().ok()?, lines: lines.filter_map(line).collect() })
    }

    /// Distributes lines over as few envelopes as possible, in order.
    pub(super) fn pack(from: NodeId, number: &mut u64, lines: impl IntoIterator<Item = Line>) -> Vec<Envelope> {
        let mut envelopes: Vec<Envelope> = Vec::new();
        let mut room = 0;
        for line in lines {
            if line.len() > room {
                *number += 1;
                envelopes.push(Envelope { from, number: *number, lines: Vec::new() });
                room = LONGEST_LINE;
            }
            room = room.saturating_sub(line.len());
            envelopes.last_mut().expect("one was just added").lines.push(line);
        }
        envelopes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(topic: Topic, text: &str) -> Line {
        Line { topic, text: text.to_owned() }
    }

    #[test]
    fn an_envelope_reads_as_it_was_written() {
        let lines = vec![line(Topic::Game, "abc 7"), line(Topic::Chat, "a\tb – ç"), line(Topic::Bye, "")];
        let envelope = Envelope { from: NodeId::random(), number: 12, lines };
        assert_eq!(Envelope::read(&envelope.write()), Some(envelope.clone()));
        let later = format!("{}\nunheard\tof\nrubbish", envelope.write());
        assert_eq!(Envelope::read(&later), Some(envelope));
        for text in ["", "abc", "0123456789 x", "short 1", "0123456789 -1"] {
            assert_eq!(Envelope::read(text), None, "{text}");
        }
        for (topic, name) in Topic::ALL {
            assert_eq!((topic.name(), name.parse()), (name, Ok(topic)));
        }
    }

    #[test]
    fn lines_are_packed_in_order_and_no_envelope_is_too_long() {
        let lines: Vec<Line> = (0..2_000).map(|n| line(Topic::Game, &format!("{n} {}", "x".repeat(n % 50)))).collect();
        let mut number = 4;
        let envelopes = Envelope::pack(NodeId::random(), &mut number, lines.clone());
        assert!(envelopes.iter().all(|envelope| envelope.write().len() < 8_000));
        let numbers: Vec<u64> = envelopes.iter().map(|envelope| envelope.number).collect();
        assert_eq!(numbers, (5..=number).collect::<Vec<_>>());
        assert!(envelopes.len() < 12, "{}", envelopes.len());
        assert_eq!(envelopes.into_iter().flat_map(|envelope| envelope.lines).collect::<Vec<_>>(), lines);
        let longest = line(Topic::Presence, &"x".repeat(LONGEST_LINE - 10));
        let [envelope] = &Envelope::pack(NodeId::random(), &mut number, [longest])[..] else { panic!("one line") };
        assert!(envelope.write().len() <= LONGEST, "{}", envelope.write().len());
    }
}
