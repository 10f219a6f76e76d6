//! What follows from decisions about accounts, which other servers and the command line save as well.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::Moderating;
use crate::db::ModerationAppend;
use crate::failure::Failure;
use crate::id::UserId;
use crate::moderation::Action;
use crate::time::now;
use crate::tournament;

/// How often a server looks.
const LOOK: Duration = Duration::from_secs(1);

/// Looks as long as the server is up.
pub(super) async fn run(moderating: Weak<Moderating>) {
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(moderating) = moderating.upgrade() else { return };
        if let Err(failure) = moderating.look().await {
            failure.log();
        }
    }
}

impl Moderating {
    /// Does what follows from decisions. Twice does no harm: what is done is refused the second time.
    pub(super) async fn look(self: &Arc<Moderating>) -> Result<(), Failure> {
        let _turn = self.looking.lock().await;
        for (user, number, action) in self.db.unsettled_moderation().await? {
            // One account must not keep the others waiting.
            if let Err(failure) = self.follow_up(user, action).await {
                failure.log();
                continue;
            }
            self.db.moderate(ModerationAppend::Settled { user, number, at: now() }).await?;
            self.refresh(user, action).await;
        }
        Ok(())
    }

    /// The account gives up what it may no longer have: rated seats, games and tournaments after a ban, all of them after the account was closed. If
    /// that was undone in the meantime, nothing has to be given up.
    async fn follow_up(&self, user: UserId, action: Action) -> Result<(), Failure> {
        let restrictions = self.db.restrictions(user).await?;
        let only_rated = match action {
            Action::Close if restrictions.is_closed => false,
            Action::Ban if restrictions.is_banned => true,
            _ => return Ok(()),
        };
        if !only_rated {
            self.people.close_ended_sockets(user).await?;
        }
        // First the tournaments, so that no other game begins.
        for tournament in self.db.unfinished_tournaments(user).await? {
            let withdrawn = async {
                let state = self.directing.read(tournament).await?;
                if state.settings.rated || !only_rated {
                    let by = tournament::Actor::User(user);
                    self.directing.act(tournament, by, tournament::Action::Withdraw(None)).await?;
                }
                Ok(())
            };
            // It may be over by now, or unreadable.
            if let Err(failure @ Failure::Database(_)) = withdrawn.await {
                return Err(failure);
            }
        }
        self.people.leave_games(user, only_rated).await
    }

    /// Shows new ratings and names where people look at them.
    pub(super) async fn refresh(&self, user: UserId, action: Action) {
        if !matches!(action, Action::Ban | Action::Unban) {
            return;
        }
        let refunded = self.db.refunded_users(user).await.unwrap_or_default();
        for user in refunded {
            // Whoever loads the page again sees them anyway.
            let _ = self.games.renamed(user, now()).await.inspect_err(Failure::log);
        }
    }
}
