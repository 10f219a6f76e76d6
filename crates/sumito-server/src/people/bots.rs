//! Accounts that belong to programs.

use crate::db::{Scope, User};
use crate::failure::Failure;
use crate::people::People;
use crate::people::caller::Caller;
use crate::people::limits::Limit;
use crate::play::refusal::Refusal;
use crate::time::now;

impl People {
    /// Makes the caller's account a bot, before its first game and for good: others must know whom they play with.
    pub(crate) async fn become_bot(&self, caller: &Caller) -> Result<User, Failure> {
        self.limit(Limit::Create, caller)?;
        let user = self.account_with(caller, Scope::Bot).await?;
        if !self.games.become_bot(user.id, now()).await? {
            return Err(Refusal::HasPlayed.into());
        }
        // Challenges that wait show the name as well.
        self.games.renamed(user.id, now()).await?;
        Ok(User { is_bot: true, ..user })
    }
}
