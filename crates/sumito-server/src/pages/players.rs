//! Finding players: by a part of their names, those who are here, and the strongest.

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;
use sumito_content::texts::Texts;

use super::badge::badge;
use super::frame::{Page, failure_page, frame};
use super::profile::{filters, points, pool_name, results_head, share};
use super::{Reader, go_to};
use crate::app::App;
use crate::db::{Ranked, Tally};
use crate::failure::Failure;
use crate::id::UserId;
use crate::people::caller::Caller;
use crate::people::profiles::Listed;
use crate::play::ratings::{Pool, Speed};

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
    let pool = Pool::find(&query.speed).unwrap_or(Pool::Speed(Speed::Rapid));
    let name = query.name.trim();
    match look(&app, &caller, name, pool).await {
        Ok(Shown { found: Some(found), .. }) if exact(&found, name).is_some() => {
            // Somebody who wrote the whole name, or chose it from the list, wants to see that player.
            go_to(&format!("/user/{}", exact(&found, name).unwrap_or_default()), HeaderMap::new())
        }
        Ok(shown) => Html(page(&reader, name, pool, &shown)).into_response(),
        Err(failure) => failure_page(&reader, &failure),
    }
}

/// What the page shows.
struct Shown {
    /// The players with a part of the name, if one was asked for.
    found: Option<Vec<Listed>>,
    /// Players who have a page open.
    here: Vec<Listed>,
    /// The strongest players, and whether they are here.
    strongest: Vec<(Ranked, bool)>,
    /// Players whose rating is not established yet.
    provisional: Vec<(Ranked, bool)>,
}

/// With fewer established players than this, others are listed as well.
const FEW: usize = 20;

async fn look(app: &App, caller: &Caller, name: &str, pool: Pool) -> Result<Shown, Failure> {
    let found = if name.is_empty() {
        None
    } else {
        let users = app.people.find(caller, name).await?;
        let ids: Vec<UserId> = users.iter().map(|user| user.id).collect();
        let mut listed = app.people.listed(&ids).await?;
        // Names that begin with it come first.
        listed.sort_by_key(|listed| ids.iter().position(|id| *id == listed.user.id));
        Some(listed)
    };
    let strongest = app.people.strongest(pool).await?;
    let provisional = if strongest.len() < FEW { app.people.provisional(pool).await? } else { Vec::new() };
    let present = |ranked: Vec<Ranked>| -> Vec<(Ranked, bool)> {
        let presence: Vec<bool> = ranked.iter().map(|ranked| app.people.is_online(ranked.user)).collect();
        ranked.into_iter().zip(presence).collect()
    };
    Ok(Shown { found, here: app.people.here().await?, strongest: present(strongest), provisional: present(provisional) })
}

/// The found player with exactly this name.
fn exact<'a>(found: &'a [Listed], name: &str) -> Option<&'a str> {
    found.iter().filter_map(|listed| listed.user.name.as_deref()).find(|other| other.eq_ignore_ascii_case(name))
}

fn page(reader: &Reader, name: &str, pool: Pool, shown: &Shown) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let content = html! {
        div.games-head {
            h1 { (t("nav-find")) }
            a.button href="/engines" { (t("engines-title")) }
        }
        div.find-page {
            div.finding {
                form.find-player action="/players" role="search" {
                    label.unseen for="find-name" { (t("find-name")) }
                    input #find-name type="search" name="name" value=(name) placeholder=(t("find-name")) maxlength="40" autocomplete="off"
                        autocapitalize="none" spellcheck="false" list="player-names";
                    button.main type="submit" { (t("find-button")) }
                }
                @if let Some(found) = &shown.found { (list(texts, "found", "find-results", "find-none", found)) }
                (list(texts, "here", "players-here", "players-here-none", &shown.here))
            }
            section.card aria-labelledby="strongest" {
                h2 #strongest { (t("players-title")) }
                p.quiet { (t("players-lead")) }
                (filters(texts, "/players", Some(pool), false))
                @if shown.strongest.is_empty() { p.quiet { (t("players-none")) } }
                @if !shown.strongest.is_empty() || !shown.provisional.is_empty() { (table(texts, shown)) }
            }
        }
    };
    frame(reader, &Page { path: "/players", title: t("nav-find"), module: None, areas: &[], content })
}

fn table(texts: &Texts, shown: &Shown) -> Markup {
    let t = |key| texts.get(key);
    let row = |place: Option<usize>, (Ranked { name, record, .. }, here): &(Ranked, bool)| {
        let tally = Tally { won: record.won, drawn: record.drawn, lost: record.lost };
        html! {
            tr {
                td { @match place { Some(place) => (place), None => "–" } }
                th scope="row" { a href={ "/user/" (name) } { (name) } (presence(texts, *here)) }
                td { b { (points(texts, record)) } }
                td { (tally.games()) }
                td { (tally.won) } td { (tally.drawn) } td { (tally.lost) }
                td.share { (share(tally)) }
            }
        }
    };
    html! {
        div.wide { table.players {
            thead { tr {
                th scope="col" { (t("players-place")) }
                th scope="col" { (t("players-name")) }
                th scope="col" { (t("profile-rating")) }
                th scope="col" { (t("players-games")) }
                (results_head(texts))
                th.share scope="col" { span.unseen { (t("search-result")) } }
            } }
            tbody { @for (place, player) in (1..).zip(&shown.strongest) { (row(Some(place), player)) } }
            @if !shown.provisional.is_empty() {
                tbody {
                    tr { th.group colspan="8" scope="rowgroup" { (t("players-provisional")) } }
                    @for player in &shown.provisional { (row(None, player)) }
                }
            }
        } }
    }
}

/// A dot beside the name of a player who is here.
fn presence(texts: &Texts, here: bool) -> Markup {
    let name = texts.get("profile-online");
    html! { @if here { " " span.here-dot role="img" title=(name) aria-label=(name) {} } }
}

/// Players in a card, each with presence and rating.
fn list(texts: &Texts, id: &str, title: &str, none: &str, players: &[Listed]) -> Markup {
    html! {
        section.card.found id=(id) aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } { (texts.get(title)) }
            @if players.is_empty() { p.quiet role="status" { (texts.get(none)) } }
            ul.plain {
                @for Listed { user, online, record } in players {
                    @let name = user.name.as_deref().unwrap_or_default();
                    li.row {
                        span { a href={ "/user/" (name) } { (name) } (badge(texts, user.is_bot)) (presence(texts, *online)) }
                        @if let Some(record) = record {
                            span.quiet { (pool_name(texts, record.pool)) " " b { (points(texts, record)) } }
                        }
                    }
                }
            }
        }
    }
}
