//! Who wants to enter: account, rating, and whether they know the password.

use std::sync::Arc;

use super::{Directing, password_digest};
use crate::db::Profile;
use crate::failure::Failure;
use crate::id::{TournamentId, UserId, random_bytes};
use crate::play::ratings::{Pool, Rating};
use crate::play::refusal::Refusal as GameRefusal;
use crate::time::now;
use crate::tournament::action::Entrant;
use crate::tournament::event::Who;
use crate::tournament::settings::Secret;
use crate::tournament::{Action, Actor, Refusal, Settings, Tournament};
use crate::user_text;

/// The longest name of somebody without an account.
const LONGEST_NAME: usize = 40;
/// The longest name of a tournament.
const LONGEST_TITLE: usize = 60;

impl Directing {
    /// A user enters, with what they know: the password, or the key of the link. A bot needs a director who adds it.
    pub(crate) async fn enter(
        self: &Arc<Directing>,
        id: TournamentId,
        profile: &Profile,
        secret: Option<&str>,
    ) -> Result<Arc<Tournament>, Failure> {
        if profile.is_bot {
            return Err(Refusal::NoBots.into());
        }
        let state = self.read(id).await?;
        let is_admitted = match (&state.settings.admission.secret, secret) {
            (Secret::None, _) => true,
            (Secret::Password(digest), Some(password)) => *digest == password_digest(password),
            (Secret::Link(key), Some(given)) => key == given,
            (_, None) => false,
        };
        let entrant = self.entrant(profile, &state.settings, is_admitted).await?;
        self.act(id, Actor::User(profile.id), Action::Enter(entrant)).await
    }

    /// An account, as a director enters it.
    pub(crate) async fn account(&self, profile: &Profile, settings: &Settings) -> Result<Entrant, Failure> {
        self.entrant(profile, settings, true).await
    }

    async fn entrant(&self, profile: &Profile, settings: &Settings, is_admitted: bool) -> Result<Entrant, Failure> {
        self.check_ban(profile.id, settings).await?;
        let now = now();
        let ratings = self.db.ratings(profile.id, now).await?;
        let known = ratings.into_iter().find(|rating| rating.pool == Pool::from(settings.speed()));
        let rating = known.map_or(Rating::new(now), |known| known.rating).points().clamp(0, 9_999) as u16;
        let (who, name) = (Who::Account(profile.id), profile.name.clone());
        Ok(Entrant { who, name, rating, since: profile.since, is_admitted })
    }

    /// Whoever is banned from rated play does not enter a rated tournament.
    pub(super) async fn check_ban(&self, user: UserId, settings: &Settings) -> Result<(), Failure> {
        if settings.rated && self.db.restrictions(user).await?.is_banned { Err(GameRefusal::RatedBan.into()) } else { Ok(()) }
    }
}

/// Somebody who plays over the board without an account. Nothing without a name.
pub(crate) fn person(name: &str, rating: u16) -> Option<Entrant> {
    let name = person_name(name);
    (!name.is_empty()).then(|| Entrant { who: Who::Person(code()), name, rating, since: 0, is_admitted: true })
}

/// The name of somebody without an account as it is saved.
pub(crate) fn person_name(name: &str) -> String {
    user_text::clean(name, LONGEST_NAME).replace('\t', " ")
}

/// The name of a tournament as it is saved.
pub(crate) fn title(name: &str) -> String {
    user_text::clean(name, LONGEST_TITLE).replace('\t', " ")
}

/// What somebody without an account types to enter results: letters and digits that nobody mixes up, too many to be guessed.
pub(crate) fn code() -> String {
    const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    random_bytes::<8>().iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}
