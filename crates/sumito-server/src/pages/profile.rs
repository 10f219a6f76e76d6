//! A player's profile with ratings, chart and games.

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;
use sumito_content::texts::Texts;
use sumito_rules::Color;

use super::Reader;
use super::chart::chart;
use super::controls::control_words;
use super::frame::{Page, date, failure_page, frame};
use super::social::actions;
use crate::app::App;
use crate::db::{GameResult, PlayedGame, Profile, SpeedRating};
use crate::failure::Failure;
use crate::people::profiles::REMEMBERED;
use crate::people::social::Relation;
use crate::play::clock::Millis;
use crate::play::event::{Player, Start};
use crate::play::ratings::{Rating, Speed};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/user/{name}", get(user))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ProfileQuery {
    speed: Option<String>,
    page: Option<i64>,
}

impl ProfileQuery {
    fn speed(&self) -> Option<Speed> {
        self.speed.as_deref().and_then(Speed::find)
    }
}

/// The content of a profile.
struct Shown {
    profile: Profile,
    ratings: Vec<SpeedRating>,
    /// Games won, drawn and lost against other people.
    results: (i64, i64, i64),
    /// The speed of the chart, and the ratings.
    chart: Option<(Speed, Vec<(Millis, i64)>)>,
    /// Only the games at this speed.
    speed: Option<Speed>,
    games: Vec<PlayedGame>,
    page: i64,
    more: bool,
    /// What the reader has to do with them; nothing for their own profile and for readers without an account.
    relation: Option<Relation>,
    online: bool,
}

async fn user(
    State(app): State<App>,
    reader: Reader,
    Path(name): Path<String>,
    query: Result<Query<ProfileQuery>, QueryRejection>,
) -> Response {
    let query = query.map(|Query(query)| query).unwrap_or_default();
    match look(&app, &reader, &name, &query).await {
        Ok(shown) => Html(user_page(&reader, &shown)).into_response(),
        Err(failure) => failure_page(&reader, &failure),
    }
}

async fn look(app: &App, reader: &Reader, name: &str, query: &ProfileQuery) -> Result<Shown, Failure> {
    let profile = app.people.profile(name).await?;
    let ratings = app.people.ratings(&profile).await?;
    let (speed, page) = (query.speed(), query.page.unwrap_or(1).clamp(1, 10_000));
    // Without a choice, the speed that is played most.
    let most = ratings.iter().max_by_key(|rating| rating.won + rating.drawn + rating.lost).map(|rating| rating.speed);
    let chart = match speed.or(most) {
        Some(speed) => Some((speed, app.people.rating_history(&profile, speed).await?)),
        None => None,
    };
    let (games, more) = app.people.played(&profile, reader.user.as_ref(), speed, page).await?;
    let results = app.people.results(&profile).await?;
    let relation = match &reader.user {
        Some(user) if user.name.is_some() && user.id != profile.id => Some(app.people.relation(user.id, profile.id).await?),
        _ => None,
    };
    let online = app.people.is_online(profile.id);
    Ok(Shown { profile, ratings, results, chart, speed, games, page, more, relation, online })
}

fn user_page(reader: &Reader, shown: &Shown) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let Shown { profile, ratings, results, .. } = shown;
    let is_own = reader.user.as_ref().is_some_and(|user| user.id == profile.id);
    let content = html! {
        h1 { (profile.name) }
        p.quiet {
            @if shown.online { span.online { (t("profile-online")) } " · " }
            (t("profile-since")) " " (date(profile.since))
            " · " (texts.with("profile-results", &[("won", results.0.into()), ("drawn", results.1.into()), ("lost", results.2.into())]))
        }
        @if is_own {
            div.row.account-links {
                a.button href="/account" { (t("account-title")) }
                a.button href="/settings" { (t("settings-title")) }
            }
        }
        @if let Some(relation) = shown.relation { (actions(texts, profile, relation)) }
        div.profile {
            section.card aria-labelledby="ratings" {
                h2 #ratings { (t("profile-ratings")) }
                @if ratings.is_empty() { p.quiet { (t("profile-no-ratings")) } } @else { (ratings_table(texts, ratings)) }
                @if let Some((speed, points)) = &shown.chart { (chart(texts, &speed_name(texts, *speed), points, start(points))) }
                p { a href="/players" { (t("players-title")) } }
            }
            section.card aria-labelledby="games" {
                h2 #games { (t("profile-games")) }
                (filters(texts, &format!("/user/{}", profile.name), shown.speed, true))
                p { a href={ "/games?player=" (profile.name) } { (t("search-title")) } }
                @if shown.games.is_empty() { p.quiet { (t("profile-no-games")) } }
                ul.plain.history { @for game in &shown.games { li { (row(texts, profile, game)) } } }
                (pages(texts, shown))
            }
        }
    };
    frame(reader, &Page { path: "/user", title: profile.name.clone(), module: None, areas: &[], content })
}

/// The rating before the first game, if the history goes back that far.
fn start(history: &[(Millis, i64)]) -> Option<i64> {
    history.first().filter(|_| (history.len() as i64) < REMEMBERED).map(|(at, _)| Rating::new(*at).points())
}

fn ratings_table(texts: &Texts, ratings: &[SpeedRating]) -> Markup {
    html! {
        div.wide { table {
            thead { tr {
                th scope="col" { (texts.get("profile-speed")) }
                th scope="col" { (texts.get("profile-rating")) }
                (results_head(texts))
            } }
            tbody {
                @for rating in ratings {
                    tr {
                        th scope="row" { (speed_name(texts, rating.speed)) }
                        td { b { (points(texts, rating)) } }
                        td { (rating.won) } td { (rating.drawn) } td { (rating.lost) }
                    }
                }
            }
        } }
    }
}

/// The headings of the columns for games won, drawn and lost: short signs for phones, words for screen readers.
pub(super) fn results_head(texts: &Texts) -> Markup {
    html! {
        @for (sign, key) in [("+", "profile-won"), ("=", "profile-drawn"), ("−", "profile-lost")] {
            th scope="col" title=(texts.get(key)) { span aria-hidden="true" { (sign) } span.unseen { (texts.get(key)) } }
        }
    }
}

/// A rating, with a question mark while it is provisional.
pub(super) fn points(texts: &Texts, record: &SpeedRating) -> Markup {
    html! {
        (record.rating.points())
        @if record.rating.is_provisional() { abbr title=(texts.get("profile-provisional")) { "?" } }
    }
}

pub(super) fn speed_name(texts: &Texts, speed: Speed) -> String {
    texts.get(&format!("speed-{}", speed.name()))
}

/// Links to the same page for one speed.
pub(super) fn filters(texts: &Texts, path: &str, chosen: Option<Speed>, all: bool) -> Markup {
    html! {
        nav.row.filters aria-label=(texts.get("profile-speed")) {
            @if all { a href=(path) aria-current=[chosen.is_none().then_some("page")] { (texts.get("profile-all")) } }
            @for speed in Speed::ALL {
                a href={ (path) "?speed=" (speed.name()) } aria-current=[(chosen == Some(speed)).then_some("page")] { (speed_name(texts, speed)) }
            }
        }
    }
}

/// A game in a row: colors, opponent, result, date.
fn row(texts: &Texts, profile: &Profile, game: &PlayedGame) -> Markup {
    let seats = game.setup.seats;
    let ours = if seats.black == Some(Player::User(profile.id)) { Color::Black } else { Color::White };
    let both = seats.black == seats.white;
    let (sign, key) = match game.result {
        GameResult::Playing => ("…", "profile-playing"),
        _ if both => ("–", "profile-over"),
        GameResult::Drawn => ("½", "profile-game-drawn"),
        GameResult::Won(winner) if winner == ours => ("1", "profile-game-won"),
        GameResult::Won(_) => ("0", "profile-game-lost"),
    };
    let color = if ours == Color::Black { "black" } else { "white" };
    let name = match seats[!ours] {
        _ if both => texts.get("profile-same-screen"),
        Some(Player::Engine(level)) => texts.with("profile-engine", &[("level", level.number().into())]),
        _ => game.names[!ours].clone().unwrap_or_else(|| texts.get("profile-guest")),
    };
    let layout = match game.setup.start {
        Start::Layout(layout) => texts.layout(layout),
        Start::Position(_) => texts.get("profile-position"),
    };
    html! {
        a.game href={ "/game/" (game.game) } {
            span class={ "result " (key) } title=(texts.get(key)) aria-label=(texts.get(key)) role="img" { (sign) }
            span class={ "dot " (color) } role="img" aria-label=(texts.get(color)) {}
            span.who { (name) }
            @if let Some(change) = game.change { span.change { (signed(change)) } }
            span.quiet.what { (control_words(texts, game.setup.control)) @if game.setup.rated { " · " (texts.get("profile-rated")) } " · " (layout) }
            span.quiet { (date(game.at)) }
        }
    }
}

/// A change with its sign; the minus is as wide as the plus.
pub(super) fn signed(change: i64) -> String {
    match change {
        ..0 => format!("−{}", -change),
        0 => "±0".to_owned(),
        _ => format!("+{change}"),
    }
}

fn pages(texts: &Texts, shown: &Shown) -> Markup {
    let link = |page: i64| {
        let speed = shown.speed.map(|speed| format!("&speed={}", speed.name())).unwrap_or_default();
        format!("/user/{}?page={page}{speed}", shown.profile.name)
    };
    html! {
        @if shown.page > 1 || shown.more {
            nav.row aria-label=(texts.get("profile-games")) {
                @if shown.page > 1 { a.button rel="prev" href=(link(shown.page - 1)) { "‹ " (texts.get("profile-newer")) } }
                @if shown.more { a.button rel="next" href=(link(shown.page + 1)) { (texts.get("profile-older")) " ›" } }
            }
        }
    }
}
