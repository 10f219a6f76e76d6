//! What everybody may know of players: names, ratings, who is strongest.

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::db::{Listing, Played, Profile, Record, User};
use crate::failure::Failure;
use crate::people::sessions;
use crate::play::ratings::Speed;
use crate::time::now;

/// How many players a list of the strongest has.
const LISTED: i64 = 50;
/// How many games back a rating is told.
const REMEMBERED: i64 = 300;

/// How many games a page of a profile has.
const PAGE: i64 = 20;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/users/{name}", get(user))
        .route("/api/users/{name}/ratings/{speed}", get(history))
        .route("/api/players/{speed}", get(strongest))
}

impl App {
    /// The account with this name, in any case.
    pub(crate) async fn profile(&self, name: &str) -> Result<Profile, Failure> {
        self.games.db().profile(&sessions::fold(name)).await?.ok_or(Failure::NotFound)
    }

    /// The ratings of an account, of those speeds that were played.
    pub(crate) async fn records(&self, profile: &Profile) -> Result<Vec<Record>, Failure> {
        Ok(self.games.db().records(profile.id, now()).await?)
    }

    /// The rating of an account after each of the last games, the oldest first.
    pub(crate) async fn rating_history(&self, profile: &Profile, speed: Speed) -> Result<Vec<(i64, i64)>, Failure> {
        let rows = self.games.db().history(profile.id, speed, REMEMBERED).await?;
        Ok(rows.into_iter().map(|(at, mean)| (at, mean.round() as i64)).collect())
    }

    /// The games of an account that a reader may see, a page of them, and whether there are more.
    pub(crate) async fn played(
        &self,
        profile: &Profile,
        reader: Option<&User>,
        speed: Option<Speed>,
        page: i64,
    ) -> Result<(Vec<Played>, bool), Failure> {
        let all = reader.is_some_and(|reader| reader.id == profile.id);
        let listing = Listing { user: profile.id, speed, all, skip: (page - 1) * PAGE, limit: PAGE + 1 };
        let mut games = self.games.db().played(&listing).await?;
        let more = games.len() as i64 > PAGE;
        games.truncate(PAGE as usize);
        Ok((games, more))
    }

    /// How many games against other people an account has won, drawn and lost.
    pub(crate) async fn results(&self, profile: &Profile) -> Result<(i64, i64, i64), Failure> {
        Ok(self.games.db().results(profile.id).await?)
    }

    /// The strongest players whose rating is sure.
    pub(crate) async fn strongest(&self, speed: Speed) -> Result<Vec<(String, Record)>, Failure> {
        Ok(self.games.db().strongest(speed, LISTED, now()).await?)
    }
}

async fn user(State(app): State<App>, Path(name): Path<String>) -> Result<axum::Json<Value>, Failure> {
    let profile = app.profile(&name).await?;
    let records = app.records(&profile).await?;
    let ratings: Map<String, Value> = records.iter().map(|record| (record.speed.name().to_owned(), value(record))).collect();
    Ok(axum::Json(json!({"user": profile.id.as_str(), "name": profile.name, "since": profile.since, "ratings": ratings})))
}

fn value(record: &Record) -> Value {
    let Record { rating, won, drawn, lost, .. } = record;
    json!({
        "rating": rating.points(),
        "deviation": rating.deviation.round() as i64,
        "provisional": rating.is_provisional(),
        "won": won,
        "drawn": drawn,
        "lost": lost,
    })
}

fn speed(text: &str) -> Result<Speed, Failure> {
    Speed::find(text).ok_or_else(|| Failure::Bad("speed: expected blitz, rapid, classical or correspondence".to_owned()))
}

async fn history(State(app): State<App>, Path((name, text)): Path<(String, String)>) -> Result<axum::Json<Value>, Failure> {
    let speed = speed(&text)?;
    let points = app.rating_history(&app.profile(&name).await?, speed).await?;
    let points = points.into_iter().map(|(at, rating)| json!({"at": at, "rating": rating}));
    Ok(axum::Json(json!({"speed": speed.name(), "history": points.collect::<Vec<_>>()})))
}

async fn strongest(State(app): State<App>, Path(text): Path<String>) -> Result<axum::Json<Value>, Failure> {
    let speed = speed(&text)?;
    let players = app.strongest(speed).await?;
    let players = players.iter().map(|(name, record)| {
        let mut player = value(record);
        player["name"] = json!(name);
        player
    });
    Ok(axum::Json(json!({"speed": speed.name(), "players": players.collect::<Vec<_>>()})))
}
