//! Arenas: points with streaks, and who is paired when.

use std::cmp::Reverse;
use std::collections::HashSet;

use sumito_tournament::event::Outcome;
use sumito_tournament::{Side, arena};

use crate::play::clock::Millis;
use crate::tournament::action::Moment;
use crate::tournament::board::Ended;
use crate::tournament::event::{EventKind, Pairings, Why};
use crate::tournament::player::Player;
use crate::tournament::state::Tournament;

/// What a player has in an arena.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sheet {
    pub(crate) points: u32,
    /// The points of each game.
    pub(crate) games: Vec<u32>,
    /// Games won in a row.
    pub(crate) streak: u32,
    /// The last game was a draw.
    has_drawn: bool,
}

/// From this many games won in a row on, points are doubled.
const ON_FIRE: u32 = 2;
/// A draw with fewer plies counts nothing, and a second one in a row only with as many as the last number.
const QUICK_DRAW: u16 = 20;
const LONG_DRAW: u16 = 60;
/// A game with half the time brings another point if each side made seven moves.
const BERSERK_PLIES: u16 = 14;
/// The pauses after games missed in a row. After one more, a player has to come back by hand.
const PAUSES: [Millis; 4] = [10_000, 30_000, 60_000, 120_000];
pub(super) const MOST_MISSED: u32 = PAUSES.len() as u32 + 1;
/// How long a player without an open page is still paired: programs have none, and a phone may be asleep between two games.
const GRACE: Millis = 60_000;

impl Sheet {
    /// The points of these games, in the order of their ends.
    pub(super) fn of(games: impl Iterator<Item = (Side, Ended)>) -> Sheet {
        let mut sheet = Sheet::default();
        for (side, ended) in games {
            sheet.add(&ended, side);
        }
        sheet
    }

    /// Whether the next win counts double.
    pub(crate) fn is_on_fire(&self) -> bool {
        self.streak >= ON_FIRE
    }

    pub(super) fn add(&mut self, ended: &Ended, side: Side) {
        let is_double = self.is_on_fire();
        let own = usize::from(side == Side::Second);
        let points = match ended.result.outcome(side) {
            Outcome::Win => {
                self.streak += 1;
                2 * (1 + u32::from(is_double)) + u32::from(ended.berserk[own] && ended.plies >= BERSERK_PLIES)
            }
            Outcome::Draw => {
                self.streak = 0;
                let counts = ended.plies >= if self.has_drawn { LONG_DRAW } else { QUICK_DRAW };
                u32::from(counts) * (1 + u32::from(is_double))
            }
            Outcome::Loss => {
                self.streak = 0;
                0
            }
            // A game that nobody played counts for nobody.
            Outcome::ForfeitWin | Outcome::ForfeitLoss | Outcome::Pending => return,
        };
        self.has_drawn = ended.result.outcome(side) == Outcome::Draw;
        self.points += points;
        self.games.push(points);
    }
}

impl Tournament {
    /// Until when a player is not paired after missed games.
    fn pause_until(player: &Player) -> Millis {
        match (player.missed as usize).checked_sub(1) {
            None => player.since,
            Some(n) => player.since + PAUSES[n.min(PAUSES.len() - 1)],
        }
    }

    pub(super) fn tick_arena(&self, moment: &Moment) -> Vec<EventKind> {
        let Some(closes_at) = self.closes_at() else { return Vec::new() };
        if moment.now >= closes_at {
            // Games that have begun still count.
            return if self.open_boards == 0 { vec![EventKind::Finished(Why::Played)] } else { Vec::new() };
        }
        let here: Vec<usize> = (0..self.players.len()).filter(|player| self.is_here(*player, moment)).collect();
        let free = |&player: &usize| self.waiting(player, 0);
        if !self.is_pairing_due(&here.iter().map(free).collect::<Vec<_>>(), moment.now) {
            return Vec::new();
        }
        let ranks = self.arena_ranks();
        let free: Vec<arena::Free> = here.iter().map(|&player| self.waiting(player, ranks[player])).collect();
        let forbidden: HashSet<(usize, usize)> = self.forbidden.iter().copied().collect();
        let is_forbidden = |one: u32, other: u32| forbidden.contains(&(one.min(other) as usize, one.max(other) as usize));
        let pairs = arena::pair(&free, is_forbidden);
        let boards: Vec<_> =
            pairs.into_iter().zip(&moment.ids).map(|((one, other), id)| (*id, one as usize, other as usize)).collect();
        if boards.is_empty() {
            return Vec::new();
        }
        vec![EventKind::Paired(Pairings { round: self.rounds.len(), boards, ..Pairings::default() })]
    }

    fn is_pairing_due(&self, free: &[arena::Free], now: Millis) -> bool {
        arena::is_due(free, 2 * self.open_boards, seconds(now), self.settings.usual_game())
    }

    /// Whether a player can be paired now: free, not pausing after missed games, at no other game, and connected. Whoever has just come or just
    /// finished a game is taken to be there.
    fn is_here(&self, player: usize, moment: &Moment) -> bool {
        let player = &self.players[player];
        let is_away = moment.now - player.since >= GRACE && player.user.is_some_and(|user| moment.away.contains(&user));
        player.is_free() && !is_away && !moment.is_seated(player) && Tournament::pause_until(player) <= moment.now
    }

    /// The places of all players by points and rating, from zero.
    fn arena_ranks(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by_key(|&player| (Reverse(self.players[player].sheet.points), Reverse(self.players[player].rating)));
        let mut ranks = vec![0; order.len()];
        for (rank, player) in order.into_iter().enumerate() {
            ranks[player] = rank;
        }
        ranks
    }

    fn waiting(&self, player: usize, rank: usize) -> arena::Free {
        let own = &self.players[player];
        let last = own.boards.last().map(|index| &self.boards[*index]);
        arena::Free {
            id: player as u32,
            rank: rank as u32,
            rating: own.rating.into(),
            since: seconds(Tournament::pause_until(own)),
            last_opponent: last.map(|board| board.opponent_of(player) as u32),
            balance: own.balance,
            last_side: last.and_then(|board| board.side_of(player)),
        }
    }

    /// When somebody may have to be paired. What happens elsewhere is not known here: a player may come from another tournament, or open a page.
    pub(super) fn arena_due(&self, now: Millis) -> Option<Millis> {
        let closes_at = self.closes_at()?;
        if now >= closes_at {
            return (self.open_boards == 0).then_some(now);
        }
        let free = || self.players.iter().filter(|player| player.is_free());
        if free().count() < 2 {
            return Some(closes_at);
        }
        let patience = if self.open_boards == 0 { 0 } else { arena::patience(self.settings.usual_game()) as Millis * 1_000 };
        let first = free().map(|player| Tournament::pause_until(player) + patience).min().unwrap_or(closes_at);
        Some(first.max(now + 1_000).min(closes_at))
    }
}

fn seconds(at: Millis) -> u64 {
    at.div_euclid(1_000) as u64
}
