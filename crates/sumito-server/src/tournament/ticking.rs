//! What happens in a tournament on its own, and when.

use std::cmp::Reverse;

use crate::play::clock::Millis;
use crate::play::seats::shuffled;
use crate::tournament::action::{Action, Decided, Moment};
use crate::tournament::event::{EventKind, Why};
use crate::tournament::refusal::Refusal;
use crate::tournament::settings::{Format, Start};
use crate::tournament::state::{Phase, Tournament};

pub(super) const DAY: Millis = 24 * 60 * 60 * 1000;
/// How long a tournament waits for a second player after the time of its start.
const LAST_CHANCE: Millis = 10 * 60 * 1000;
/// After this long without any event, one that a director has to start is called off, and one that a director has to continue ends.
const FORGOTTEN_OPEN: Millis = 30 * DAY;
const FORGOTTEN_RUNNING: Millis = 90 * DAY;

impl Tournament {
    /// What it is time for.
    pub(super) fn tick(&self, moment: &Moment) -> Decided {
        if self.forgotten_at().is_some_and(|at| at <= moment.now) {
            return Ok(vec![EventKind::Finished(Why::Abandoned)]);
        }
        match self.phase {
            Phase::Open | Phase::Running if self.is_stopped() => Ok(Vec::new()),
            Phase::Open => match self.settings.start {
                Start::At(at) if moment.now >= at && self.present() >= 2 => self.start(moment),
                Start::At(at) if moment.now >= at + LAST_CHANCE => Ok(vec![EventKind::Finished(Why::TooFewPlayers)]),
                Start::WhenFull if self.is_full() => self.start(moment),
                _ => Ok(Vec::new()),
            },
            Phase::Running if self.settings.is_arena() => Ok(self.tick_arena(moment)),
            Phase::Running => Ok(self.tick_rounds(moment)),
            Phase::Over(_) => Ok(Vec::new()),
        }
    }

    /// When [`Action::Tick`] may have something to do; results of games come on their own.
    pub(crate) fn due(&self, now: Millis) -> Option<Millis> {
        let due = match self.phase {
            Phase::Open | Phase::Running if self.is_stopped() => None,
            Phase::Open => match self.settings.start {
                Start::At(at) if now < at => Some(at),
                Start::At(at) if self.present() < 2 => Some(at + LAST_CHANCE),
                Start::At(_) => Some(now),
                Start::WhenFull if self.is_full() => Some(now),
                Start::WhenFull | Start::ByHand => None,
            },
            Phase::Running if self.settings.is_arena() => self.arena_due(now),
            Phase::Running => match self.next_round_at() {
                Some(at) => Some(at.max(now)),
                // The second game of a double round.
                None if self.is_second_game_due() => Some(now),
                None => None,
            },
            Phase::Over(_) => None,
        };
        [due, self.forgotten_at()].into_iter().flatten().min()
    }

    /// When a tournament that waits for a director ends.
    fn forgotten_at(&self) -> Option<Millis> {
        match self.phase {
            Phase::Open if self.is_stopped() || !matches!(self.settings.start, Start::At(_)) => {
                Some(self.changed_at + FORGOTTEN_OPEN)
            }
            Phase::Running if self.is_stopped() || self.settings.over_the_board => Some(self.changed_at + FORGOTTEN_RUNNING),
            _ => None,
        }
    }

    /// How many ids of new games an action may need.
    pub(crate) fn ids_needed(&self, action: &Action) -> usize {
        let everyone = self.players.len();
        match action {
            Action::Tick if self.settings.is_arena() => self.players.iter().filter(|player| player.is_free()).count() / 2,
            // Everyone against everyone, twice.
            Action::Tick | Action::Pair(..) if self.settings.plays_at_once() => everyone * everyone.saturating_sub(1),
            Action::Tick | Action::Pair(..) => everyone / 2,
            Action::Import(paper, _) => paper.players.iter().map(|player| player.entries.len()).sum(),
            _ => 0,
        }
    }

    pub(super) fn start(&self, moment: &Moment) -> Decided {
        let mut order: Vec<usize> = (0..self.players.len()).filter(|player| !self.players[*player].is_out).collect();
        if order.len() < 2 {
            return Err(Refusal::TooFewPlayers);
        }
        match self.settings.format {
            Format::Knockout { drawn: true, .. } | Format::RoundRobin { .. } => order = shuffled(order, moment.seed),
            _ => order.sort_by_key(|player| Reverse(self.players[*player].rating)),
        }
        // Those who left before the start can come back later, except where the number of players decides the pairings.
        let gone = (0..self.players.len()).filter(|player| self.players[*player].is_out);
        if matches!(self.settings.format, Format::Swiss { .. } | Format::Arena { .. }) {
            order.extend(gone);
        }
        Ok(vec![EventKind::Started(order)])
    }
}
