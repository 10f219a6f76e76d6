//! Finding players: by a part of their names, and the strongest.

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::frame::{Page, failure_page, frame};
use super::profile::{filters, points, results_head};
use super::{Reader, go_to};
use crate::app::App;
use crate::db::{SpeedRating, User};
use crate::people::caller::Caller;
use crate::play::ratings::Speed;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/players", get(players))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PlayersQuery {
    speed: String,
    /// A part of a name.
    name: String,
}

async fn players(
    State(app): State<App>,
    reader: Reader,
    caller: Caller,
    query: Result<Query<PlayersQuery>, QueryRejection>,
) -> Response {
    let query = query.map(|Query(query)| query).unwrap_or_default();
    let speed = Speed::find(&query.speed).unwrap_or(Speed::Rapid);
    let name = query.name.trim();
    let found = if name.is_empty() { Ok(None) } else { app.people.find(&caller, name).await.map(Some) };
    let found = match found {
        Ok(found) => found,
        Err(failure) => return failure_page(&reader, &failure),
    };
    // Somebody who wrote the whole name, or chose it from the list, wants to see that player.
    let is_exact = |user: &&User| user.name.as_deref().is_some_and(|other| other.eq_ignore_ascii_case(name));
    if let Some(exact) = found.iter().flatten().find(is_exact) {
        return go_to(&format!("/user/{}", exact.name.as_deref().unwrap_or_default()), HeaderMap::new());
    }
    match app.people.strongest(speed).await {
        Ok(players) => Html(page(&reader, name, found.as_deref(), speed, &players)).into_response(),
        Err(failure) => failure_page(&reader, &failure),
    }
}

fn page(reader: &Reader, name: &str, found: Option<&[User]>, speed: Speed, players: &[(String, SpeedRating)]) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let content = html! {
        h1 { (t("nav-find")) }
        form.row.find-player action="/players" role="search" {
            label.unseen for="find-name" { (t("find-name")) }
            input #find-name type="search" name="name" value=(name) placeholder=(t("find-name")) maxlength="40" autocomplete="off"
                autocapitalize="none" spellcheck="false" list="player-names";
            button.main type="submit" { (t("find-button")) }
        }
        @if let Some(found) = found { (results(reader, found)) }
        section.card aria-labelledby="strongest" {
            h2 #strongest { (t("players-title")) }
            p.quiet { (t("players-lead")) }
            (filters(texts, "/players", Some(speed), false))
            @if players.is_empty() { p.quiet { (t("players-none")) } } @else {
                div.wide { table.players {
                    thead { tr {
                        th scope="col" { (t("players-place")) }
                        th scope="col" { (t("players-name")) }
                        th scope="col" { (t("profile-rating")) }
                        (results_head(texts))
                    } }
                    tbody {
                        @for (place, (name, record)) in players.iter().enumerate() {
                            tr {
                                td { (place + 1) }
                                th scope="row" { a href={ "/user/" (name) } { (name) } }
                                td { b { (points(texts, record)) } }
                                td { (record.won) } td { (record.drawn) } td { (record.lost) }
                            }
                        }
                    }
                } }
            }
        }
    };
    frame(reader, &Page { path: "/players", title: t("nav-find"), module: None, areas: &[], content })
}

fn results(reader: &Reader, found: &[User]) -> Markup {
    let texts = reader.texts();
    html! {
        section.card.found aria-labelledby="found" {
            h2 #found { (texts.get("find-results")) }
            @if found.is_empty() { p.quiet role="status" { (texts.get("find-none")) } }
            ul.plain {
                @for name in found.iter().filter_map(|user| user.name.as_deref()) {
                    li.row { a href={ "/user/" (name) } { (name) } }
                }
            }
        }
    }
}
