//! Who enters, leaves and comes back.

use crate::play::clock::Millis;
use crate::tournament::action::{Decided, Entrant, entered};
use crate::tournament::event::{EventKind, Who};
use crate::tournament::refusal::Refusal;
use crate::tournament::settings::Format;
use crate::tournament::state::{Phase, Tournament};
use crate::tournament::ticking::DAY;

impl Tournament {
    pub(super) fn enter(&self, entrant: &Entrant, now: Millis) -> Decided {
        let known = if let Who::Account(user) = entrant.who { self.player_of(user) } else { None };
        if let Some(player) = known {
            // Coming back brings nothing but the next rounds.
            return if self.players[player].is_out { self.return_to(player) } else { Err(Refusal::AlreadyEntered) };
        }
        self.check_place(entrant, now)?;
        let admission = &self.settings.admission;
        if !entrant.is_admitted {
            return Err(Refusal::WrongPassword);
        }
        if admission.least_rating.is_some_and(|least| entrant.rating < least) {
            return Err(Refusal::RatingTooLow);
        }
        if admission.most_rating.is_some_and(|most| entrant.rating > most) {
            return Err(Refusal::RatingTooHigh);
        }
        if now - entrant.since < Millis::from(admission.account_days) * DAY {
            return Err(Refusal::AccountTooYoung);
        }
        Ok(vec![entered(entrant)])
    }

    /// Whether there is a place for somebody.
    pub(super) fn check_place(&self, entrant: &Entrant, now: Millis) -> Result<(), Refusal> {
        let is_known = |player: &crate::tournament::Player| match &entrant.who {
            Who::Account(user) => player.user == Some(*user),
            Who::Person(_) => player.user.is_none() && player.name == entrant.name,
        };
        if self.players.iter().any(is_known) {
            return Err(Refusal::AlreadyEntered);
        }
        if self.is_full() {
            return Err(Refusal::Full);
        }
        self.check_time(now)
    }

    fn check_time(&self, now: Millis) -> Result<(), Refusal> {
        if self.phase == Phase::Running {
            // Late: up to half of the rounds, and in an arena as long as a game is possible.
            let is_open = match self.settings.format {
                Format::Swiss { rounds, .. } => 2 * self.rounds.len() <= usize::from(rounds),
                Format::Arena { .. } => self.closes_at().is_none_or(|closes_at| now < closes_at),
                Format::RoundRobin { .. } | Format::Knockout { .. } => false,
            };
            if !is_open {
                return Err(Refusal::EntryClosed);
            }
        }
        Ok(())
    }

    /// Whether somebody may still enter, as far as the time and the number of players are concerned.
    pub(crate) fn takes_entries(&self, now: Millis) -> bool {
        self.check_time(now).is_ok() && !self.is_full()
    }

    /// Whether nobody else can enter.
    pub(super) fn is_full(&self) -> bool {
        self.present() >= self.settings.most_players()
    }

    /// How many players have not left.
    pub(crate) fn present(&self) -> usize {
        self.players.iter().filter(|player| !player.is_out).count()
    }

    /// Before the start there must be a place; later, whoever has a number can always come back.
    pub(super) fn return_to(&self, player: usize) -> Decided {
        if !self.players[player].is_out {
            return Ok(Vec::new());
        }
        // Whoever has deleted the account cannot play.
        if self.players[player].name.is_empty() {
            return Err(Refusal::NoSuchPlayer);
        }
        match self.phase {
            Phase::Open if self.is_full() => Err(Refusal::Full),
            Phase::Running if self.players[player].number.is_none() => Err(Refusal::EntryClosed),
            _ => Ok(vec![EventKind::Returned(player)]),
        }
    }

    pub(super) fn request_bye(&self, player: usize, round: usize) -> Decided {
        let Format::Swiss { rounds, .. } = self.settings.format else { return Err(Refusal::NoBye) };
        let own = &self.players[player];
        if round < self.rounds.len() || round + 1 >= usize::from(rounds) || !own.byes.is_empty() || own.is_out {
            return Err(Refusal::NoBye);
        }
        Ok(vec![EventKind::ByeRequested(player, round)])
    }
}
