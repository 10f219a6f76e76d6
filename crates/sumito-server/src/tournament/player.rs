//! A player of a tournament.

use crate::id::UserId;
use crate::play::clock::Millis;
use crate::tournament::arena::Sheet;
use crate::tournament::event::Who;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Player {
    /// None for somebody without an account, over the board.
    pub(crate) user: Option<UserId>,
    /// With it, somebody without an account can enter results.
    pub(crate) code: Option<String>,
    /// Empty if the account was deleted.
    pub(crate) name: String,
    /// Zero if there is none.
    pub(crate) rating: u16,
    /// The starting number, from 1. Whoever left before the start of some formats has none.
    pub(crate) number: Option<usize>,
    /// Not to be paired: withdrawn, or missed a game.
    pub(crate) is_out: bool,
    /// Ready to be paired since then.
    pub(crate) since: Millis,
    /// The rounds with a requested bye, from zero.
    pub(crate) byes: Vec<usize>,
    /// All boards, in the order of the pairings.
    pub(crate) boards: Vec<usize>,
    /// Those without a result.
    pub(crate) open: Vec<usize>,
    /// Those with one, in the order of the results.
    pub(crate) ended: Vec<usize>,
    /// Those that a director decided while their games online go on: the player is not free until they end.
    pub(crate) lingering: Vec<usize>,
    /// Games as Black minus games as White.
    pub(crate) balance: i32,
    /// Games missed in a row.
    pub(crate) missed: u32,
    /// How often the player has left, come back, or asked for byes.
    pub(crate) changes: u32,
    /// The points in an arena.
    pub(crate) sheet: Sheet,
}

impl Player {
    pub(super) fn new(who: &Who, name: &str, rating: u16, now: Millis) -> Player {
        let (user, code) = match who {
            Who::Account(user) => (Some(*user), None),
            Who::Person(code) => (None, Some(code.clone()).filter(|code| !code.is_empty())),
        };
        Player {
            user,
            code,
            name: name.to_owned(),
            rating,
            number: None,
            is_out: false,
            since: now,
            byes: Vec::new(),
            boards: Vec::new(),
            open: Vec::new(),
            ended: Vec::new(),
            lingering: Vec::new(),
            balance: 0,
            missed: 0,
            changes: 0,
            sheet: Sheet::default(),
        }
    }

    /// Whether the player can be paired, as far as the tournament knows.
    pub(super) fn is_free(&self) -> bool {
        !self.is_out && self.open.is_empty()
    }

    pub(super) fn has_played(&self) -> bool {
        !self.boards.is_empty()
    }
}
