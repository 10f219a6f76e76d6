//! The visitors of other servers, as those publish them. Pure.

use std::collections::{HashMap, HashSet};

use super::state::Viewing;
use crate::id::{GameId, NodeId, UserId};

#[derive(Default)]
pub(super) struct Elsewhere(HashMap<NodeId, Visitors>);

/// The visitors of one other server.
#[derive(Default)]
struct Visitors {
    views: HashMap<UserId, HashSet<Viewing>>,
    anonymous: usize,
    /// Those that were not confirmed since it began to publish all of them.
    unconfirmed: Option<HashSet<UserId>>,
}

/// What a server publishes about its visitors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// All pages of a user; none if the user has left.
    Views(UserId, HashSet<Viewing>),
    /// Visitors without a user.
    Anonymous(usize),
    /// All visitors follow.
    Begin,
    /// Those were all.
    End,
    /// The game that is shown to everybody, as far as the publisher decides that.
    Featured(Option<GameId>),
}

/// What changes with a word.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) left: Vec<(UserId, Viewing)>,
    pub(super) entered: Vec<(UserId, Viewing)>,
}

impl Word {
    pub(super) fn read(text: &str) -> Option<Word> {
        let mut words = text.split(' ');
        let word = match words.next()? {
            "views" => {
                let user = words.next()?.parse().ok()?;
                return Some(Word::Views(user, words.map(read_viewing).collect::<Option<_>>()?));
            }
            "anonymous" => Word::Anonymous(words.next()?.parse().ok()?),
            "begin" => Word::Begin,
            "end" => Word::End,
            "featured" => Word::Featured(match words.next()? {
                "-" => None,
                game => Some(game.parse().ok()?),
            }),
            _ => return None,
        };
        words.next().is_none().then_some(word)
    }

    pub(super) fn write(&self) -> String {
        match self {
            Word::Views(user, views) => {
                let mut text = format!("views {user}");
                for viewing in views {
                    text.push(' ');
                    match viewing {
                        Viewing::Lobby => text.push('l'),
                        Viewing::Elsewhere => text.push('e'),
                        Viewing::Game(game) => text.push_str(game.as_str()),
                    }
                }
                text
            }
            Word::Anonymous(count) => format!("anonymous {count}"),
            Word::Begin => "begin".to_owned(),
            Word::End => "end".to_owned(),
            Word::Featured(game) => format!("featured {}", game.as_ref().map_or("-", GameId::as_str)),
        }
    }
}

fn read_viewing(word: &str) -> Option<Viewing> {
    match word {
        "l" => Some(Viewing::Lobby),
        "e" => Some(Viewing::Elsewhere),
        game => game.parse().ok().map(Viewing::Game),
    }
}

impl Elsewhere {
    /// Takes in a word of a server.
    pub(super) fn hear(&mut self, node: NodeId, word: Word) -> Change {
        let visitors = self.0.entry(node).or_default();
        match word {
            Word::Views(user, views) => {
                if let Some(unconfirmed) = &mut visitors.unconfirmed {
                    unconfirmed.remove(&user);
                }
                visitors.set(user, views)
            }
            Word::Anonymous(count) => {
                visitors.anonymous = count;
                Change::default()
            }
            Word::Begin => {
                visitors.unconfirmed = Some(visitors.views.keys().copied().collect());
                Change::default()
            }
            Word::End => {
                let mut change = Change::default();
                for user in visitors.unconfirmed.take().unwrap_or_default() {
                    change.left.extend(visitors.set(user, HashSet::new()).left);
                }
                change
            }
            Word::Featured(_) => Change::default(),
        }
    }

    /// A server has ended.
    pub(super) fn forget(&mut self, node: NodeId) -> Change {
        let visitors = self.0.remove(&node).unwrap_or_default();
        let left = visitors.views.into_iter().flat_map(|(user, views)| views.into_iter().map(move |viewing| (user, viewing)));
        Change { left: left.collect(), entered: Vec::new() }
    }

    /// Visitors without a user.
    pub(super) fn anonymous(&self) -> usize {
        self.0.values().map(|visitors| visitors.anonymous).sum()
    }
}

impl Visitors {
    fn set(&mut self, user: UserId, views: HashSet<Viewing>) -> Change {
        let before = self.views.remove(&user).unwrap_or_default();
        let only = |these: &HashSet<Viewing>, not: &HashSet<Viewing>| these.difference(not).map(|&view| (user, view)).collect();
        let change = Change { left: only(&before, &views), entered: only(&views, &before) };
        if !views.is_empty() {
            self.views.insert(user, views);
        }
        change
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn views(user: UserId, views: &[Viewing]) -> Word {
        Word::Views(user, views.iter().copied().collect())
    }

    #[test]
    fn words_read_as_they_were_written() {
        let (user, game) = (UserId::random(), GameId::random());
        for word in [
            views(user, &[Viewing::Lobby, Viewing::Elsewhere, Viewing::Game(game)]),
            views(user, &[]),
            Word::Anonymous(12),
            Word::Begin,
            Word::End,
            Word::Featured(Some(game)),
            Word::Featured(None),
        ] {
            assert_eq!(Word::read(&word.write()), Some(word));
        }
        for text in ["", "views", "views x", "anonymous", "anonymous -1", "begin 1", "featured", "featured x", "other"] {
            assert_eq!(Word::read(text), None, "{text}");
        }
    }

    #[test]
    fn visitors_who_are_not_confirmed_have_left() {
        let mut elsewhere = Elsewhere::default();
        let [node, other] = [NodeId::random(), NodeId::random()];
        let [ada, bob] = [UserId::random(), UserId::random()];
        let entered = |user, viewing| Change { entered: vec![(user, viewing)], ..Change::default() };
        let left = |user, viewing| Change { left: vec![(user, viewing)], ..Change::default() };
        assert_eq!(elsewhere.hear(node, views(ada, &[Viewing::Lobby])), entered(ada, Viewing::Lobby));
        assert_eq!(elsewhere.hear(node, views(bob, &[Viewing::Elsewhere])), entered(bob, Viewing::Elsewhere));
        assert_eq!(elsewhere.hear(other, views(ada, &[Viewing::Lobby])), entered(ada, Viewing::Lobby));
        elsewhere.hear(node, Word::Anonymous(3));
        elsewhere.hear(other, Word::Anonymous(4));
        assert_eq!(elsewhere.anonymous(), 7);
        elsewhere.hear(node, Word::Begin);
        assert_eq!(elsewhere.hear(node, views(ada, &[Viewing::Lobby])), Change::default());
        assert_eq!(elsewhere.hear(node, Word::End), left(bob, Viewing::Elsewhere));
        assert_eq!(elsewhere.hear(node, Word::End), Change::default());
        assert_eq!(elsewhere.forget(node), left(ada, Viewing::Lobby));
        assert_eq!(elsewhere.anonymous(), 4);
    }
}
