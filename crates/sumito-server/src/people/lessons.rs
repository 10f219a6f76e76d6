//! Learners' progress in the course, saved with their accounts.

use std::collections::BTreeMap;

use sumito_content::lessons::find;

use crate::failure::Failure;
use crate::id::UserId;
use crate::people::People;

const MOST_STARS: i64 = 3;

/// The best stars of each finished lesson.
pub(crate) type Stars = BTreeMap<&'static str, i64>;

/// Checks that these are lessons of the course, each with a possible number of stars.
pub(crate) fn check_stars(stars: BTreeMap<String, i64>) -> Result<Stars, Failure> {
    let known = |(name, stars): (String, i64)| {
        let (_, lesson) = find(&name).ok_or_else(|| Failure::Bad(format!("lessons: there is none called {name:?}")))?;
        if !(1..=MOST_STARS).contains(&stars) {
            return Err(Failure::Bad(format!("lessons: {name}: expected 1 to {MOST_STARS} stars, found {stars}")));
        }
        Ok((lesson.name, stars))
    };
    stars.into_iter().map(known).collect()
}

impl People {
    /// What a user has reached in the course. A lesson that is no longer in it is left out.
    pub(crate) async fn lesson_stars(&self, user: UserId) -> Result<Stars, Failure> {
        let saved = self.db.lesson_stars(user).await?;
        Ok(saved.into_iter().filter_map(|(lesson, stars)| Some((find(&lesson)?.1.name, stars))).collect())
    }

    /// Saves stars where they are better than before. Returns everything the user has reached.
    pub(crate) async fn save_lesson_stars(&self, user: UserId, stars: Stars) -> Result<Stars, Failure> {
        if !stars.is_empty() {
            self.db.keep_lesson_stars(user, stars.into_iter().collect()).await?;
        }
        self.lesson_stars(user).await
    }
}
