//! What other servers of the same database publish about people: sessions that have ended, and what was counted against limits.

use std::sync::Weak;

use crate::bus::{Delivery, Subscription, Topic};
use crate::failure::Failure;
use crate::people::People;
use crate::time::now;

pub(crate) const TOPICS: &[Topic] = &[Topic::People, Topic::Limit];

pub(crate) async fn run(people: Weak<People>, mut subscription: Subscription) {
    while let Some(delivery) = subscription.next().await {
        let Some(people) = people.upgrade() else { return };
        let done = match delivery {
            Delivery::Message { topic: Topic::Limit, text, .. } => {
                people.limits.hear(&text, now());
                Ok(())
            }
            Delivery::Message { text, .. } => match text.strip_prefix("sessions ").and_then(|user| user.parse().ok()) {
                Some(user) => people.close_ended_sockets_here(user).await,
                None => Ok(()),
            },
            Delivery::Lagged => people.compare_sessions().await,
            Delivery::Asked | Delivery::Gone(_) => Ok(()),
        };
        if let Err(failure) = done {
            failure.log();
        }
    }
}

impl People {
    /// Closes the sockets whose sessions have ended meanwhile.
    async fn compare_sessions(&self) -> Result<(), Failure> {
        let digests = self.sockets.digests();
        let valid = self.db.valid_sessions(&digests, now()).await?;
        self.sockets.close(digests.iter().filter(|digest| !valid.contains(*digest)));
        Ok(())
    }
}
