//! Learners' stars.

use super::{Db, DbError, UserId};

impl Db {
    /// The stars of a user, by the names of lessons.
    pub(crate) async fn lesson_stars(&self, user: UserId) -> Result<Vec<(String, i64)>, DbError> {
        let query = sqlx::query_as("select lesson, stars from lesson_stars where user_id = $1").bind(user.to_string());
        Ok(query.fetch_all(&self.pool).await?)
    }

    /// Saves a user's stars that are better than before.
    pub(crate) async fn keep_lesson_stars(&self, user: UserId, stars: Vec<(&'static str, i64)>) -> Result<(), DbError> {
        let write = move || {
            let keep = |&(lesson, stars): &(&'static str, i64)| {
                let query = sqlx::query(
                    "insert into lesson_stars (user_id, lesson, stars) values ($1, $2, $3) on conflict (user_id, lesson) \
                     do update set stars = excluded.stars where excluded.stars > lesson_stars.stars",
                );
                query.bind(user.to_string()).bind(lesson).bind(stars)
            };
            stars.iter().map(keep).collect()
        };
        self.write(write).await.map(|_| ())
    }
}
