//! Users' settings, saved as a JSON object, because the list of settings changes too often for columns.

use std::collections::BTreeMap;

use super::{Db, DbError, UserId};

/// Reads saved settings; none if there are none.
pub(super) fn read(json: Option<&str>) -> BTreeMap<String, String> {
    json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

impl Db {
    pub(crate) async fn settings(&self, user: UserId) -> Result<BTreeMap<String, String>, DbError> {
        let query = sqlx::query_as("select json from settings where user_id = $1").bind(user.to_string());
        let row: Option<(String,)> = query.fetch_optional(&self.pool).await?;
        Ok(read(row.as_ref().map(|(json,)| json.as_str())))
    }

    pub(crate) async fn save_settings(
        &self,
        user: UserId,
        settings: impl Iterator<Item = (&'static str, &'static str)>,
    ) -> Result<(), DbError> {
        let json = serde_json::to_string(&settings.collect::<BTreeMap<_, _>>()).expect("a map of texts is JSON");
        let write = move || {
            let query = sqlx::query(
                "insert into settings (user_id, json) values ($1, $2) on conflict (user_id) do update set json = excluded.json",
            );
            vec![query.bind(user.to_string()).bind(json.clone())]
        };
        self.write(write).await.map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_read_is_no_setting() {
        for text in [None, Some(""), Some("nothing"), Some("[1]"), Some(r#"{"theme": 1}"#)] {
            assert_eq!(read(text), BTreeMap::new(), "{text:?}");
        }
        assert_eq!(read(Some(r#"{"theme":"dark"}"#)), BTreeMap::from([("theme".to_owned(), "dark".to_owned())]));
    }
}
