//! Settings of users, as JSON.

use super::{Db, DbError, UserId};

impl Db {
    pub(crate) async fn settings(&self, user: UserId) -> Result<Option<String>, DbError> {
        let query = sqlx::query_as("select json from settings where user_id = $1").bind(user.to_string());
        let row: Option<(String,)> = query.fetch_optional(&self.pool).await?;
        Ok(row.map(|(json,)| json))
    }

    pub(crate) async fn set_settings(&self, user: UserId, json: &str) -> Result<(), DbError> {
        let json = json.to_owned();
        let write = move || {
            let query = sqlx::query(
                "insert into settings (user_id, json) values ($1, $2) on conflict (user_id) do update set json = excluded.json",
            );
            vec![query.bind(user.to_string()).bind(json.clone())]
        };
        self.write(write).await.map(|_| ())
    }
}
