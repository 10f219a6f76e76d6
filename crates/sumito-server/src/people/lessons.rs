//! What learners have reached in the course, kept with their accounts.

use std::collections::BTreeMap;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::routing::get;
use sumito_content::lessons::find;

use crate::app::App;
use crate::failure::Failure;
use crate::id::UserId;

/// The largest body: enough for every lesson.
const LARGEST: usize = 4096;
const MOST_STARS: i64 = 3;

/// The best stars of each lesson that was finished.
pub(crate) type Stars = BTreeMap<&'static str, i64>;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/api/lessons/progress", get(read).put(write).layer(DefaultBodyLimit::max(LARGEST)))
}

impl App {
    /// What a user has reached in the course. A lesson that is no longer in it is left out.
    pub(crate) async fn lesson_stars(&self, user: UserId) -> Result<Stars, Failure> {
        let kept = self.games.db().lesson_stars(user).await?;
        Ok(kept.into_iter().filter_map(|(lesson, stars)| Some((find(&lesson)?.1.name, stars))).collect())
    }
}

/// Reads a JSON object of known lessons and their stars.
fn parse(text: &str) -> Result<Stars, Failure> {
    let values: BTreeMap<String, i64> = serde_json::from_str(text).map_err(|error| Failure::Bad(format!("lessons: {error}")))?;
    let known = |(name, stars): (String, i64)| {
        let (_, lesson) = find(&name).ok_or_else(|| Failure::Bad(format!("lessons: there is none called {name:?}")))?;
        if !(1..=MOST_STARS).contains(&stars) {
            return Err(Failure::Bad(format!("lessons: {name}: expected 1 to {MOST_STARS} stars, found {stars}")));
        }
        Ok((lesson.name, stars))
    };
    values.into_iter().map(known).collect()
}

async fn read(State(app): State<App>, headers: HeaderMap) -> Result<axum::Json<Stars>, Failure> {
    let user = app.account(&headers).await?;
    Ok(axum::Json(app.lesson_stars(user.id).await?))
}

/// Keeps the better of what is told and what was kept, and tells everything that is kept then.
async fn write(State(app): State<App>, headers: HeaderMap, body: String) -> Result<axum::Json<Stars>, Failure> {
    let user = app.account(&headers).await?;
    let stars = parse(&body)?;
    if !stars.is_empty() {
        app.games.db().keep_lesson_stars(user.id, stars.into_iter().collect()).await?;
    }
    Ok(axum::Json(app.lesson_stars(user.id).await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_lessons_with_possible_stars_are_read() {
        for (text, expected) in [
            ("{}", Ok(vec![])),
            (r#"{"pac": 1, "first-steps": 3}"#, Ok(vec![("first-steps", 3), ("pac", 1)])),
            (r#"{"pac": 0}"#, Err("lessons: pac: expected 1 to 3 stars, found 0")),
            (r#"{"pac": 4}"#, Err("lessons: pac: expected 1 to 3 stars, found 4")),
            (r#"{"flying": 3}"#, Err("lessons: there is none called \"flying\"")),
        ] {
            let read = parse(text).map(|stars| stars.into_iter().collect::<Vec<_>>()).map_err(|failure| failure.to_string());
            assert_eq!(read.as_ref().map_err(String::as_str), expected.as_ref().map_err(|text| *text), "{text}");
        }
        for text in ["", "[]", r#"{"pac": "3"}"#, r#"{"pac": 2.5}"#, "null"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
