//! The engine room: its list, who is there, and a page for each entry.

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;
use sumito_content::texts::Texts;
use sumito_rules::Layout;
use sumito_tournament::rating_list::{Interval, Open, Rated, Reason, Tally};

use super::Reader;
use super::badge::badge;
use super::controls::control_words;
use super::frame::{Page, failure_page, frame};
use super::played::{Boards, rows};
use super::profile::{results_head, share, signed};
use super::tournaments::moment;
use crate::app::App;
use crate::db;
use crate::engine_room::Here;
use crate::engines::{Conditions, Entry, Listing, openings};
use crate::failure::Failure;
use crate::id::EntryId;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/engines", get(list)).route("/engines/{entry}", get(entry))
}

async fn list(State(app): State<App>, reader: Reader) -> Response {
    match app.engine_room.here().await {
        Ok(here) => Html(list_page(&reader, &app.engine_room.list(), &here)).into_response(),
        Err(failure) => failure_page(&reader, &failure),
    }
}

fn list_page(reader: &Reader, list: &Listing, here: &[Here]) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let content = html! {
        div.games-head {
            h1 { (t("engines-title")) }
            @if list.games > 0 { a.button href="/api/room/games" download { (t("engines-download")) } }
        }
        p.quiet { (t("engines-lead")) }
        div.find-page {
            div.finding {
                (conditions(texts, list.conditions))
                (present(texts, here))
            }
            section.card aria-labelledby="list" {
                h2 #list { (t("engines-list")) }
                @if list.games == 0 {
                    p.quiet { (t("engines-none")) }
                } @else {
                    p.quiet { (t("engines-why")) }
                    (table(texts, list))
                    @if list.rated.iter().any(|(_, rated)| rated.open.is_some()) { p.quiet { (t("engines-open")) } }
                    p.quiet {
                        (texts.with("engines-games", &[("count", (list.games as i64).into())]))
                        @if let (Some(first), Some(draws)) = (list.first_move, list.draws) {
                            " · "
                            (texts.with("engines-first-move", &[("elo", elo(first).into()), ("draws", percent(texts, draws).into())]))
                        }
                        " · " (moment(list.at))
                    }
                }
            }
        }
    };
    frame(reader, &Page { path: "/engines", title: t("engines-title"), module: Some("moments.js"), areas: &[], content })
}

/// What all games of the room have in common.
fn conditions(texts: &Texts, conditions: Conditions) -> Markup {
    let mut layouts: Vec<&Layout> = Vec::new();
    for opening in openings() {
        if !layouts.contains(&opening.layout) {
            layouts.push(opening.layout);
        }
    }
    let layouts: Vec<String> = layouts.into_iter().map(|layout| texts.layout(layout)).collect();
    html! {
        section.card aria-labelledby="conditions" {
            h2 #conditions { (texts.get("engines-conditions")) }
            dl.facts-list {
                dt { (texts.get("engines-clock")) } dd { (control_words(texts, conditions.control)) }
                dt { (texts.get("engines-openings")) }
                dd { (texts.with("engines-openings-count", &[("count", openings().len().into())])) br; span.quiet { (layouts.join(" · ")) } }
                dt { (texts.get("engines-rules")) } dd { (texts.get("engines-rules-standard")) }
            }
            p.quiet { (texts.get("engines-join")) " " code { "sumito bot --room" } }
        }
    }
}

fn present(texts: &Texts, here: &[Here]) -> Markup {
    html! {
        section.card.found aria-labelledby="here" {
            h2 #here { (texts.get("engines-here")) }
            @if here.is_empty() { p.quiet { (texts.get("engines-here-none")) } }
            ul.plain {
                @for Here { entry, games } in here {
                    li.row {
                        span { (link(texts, entry)) }
                        @for game in games { a href={ "/game/" (game) } { (texts.get("following-playing")) } }
                    }
                }
            }
        }
    }
}

/// The name of an entry, which leads to its page.
fn link(texts: &Texts, entry: &Entry) -> Markup {
    html! { a href={ "/engines/" (entry.id) } { (name(texts, entry)) " " (entry.version) } }
}

fn name(texts: &Texts, entry: &Entry) -> String {
    entry.name.clone().unwrap_or_else(|| texts.get("engines-deleted"))
}

fn threads(texts: &Texts, entry: &Entry) -> String {
    texts.with("engines-threads", &[("count", entry.threads.into())])
}

fn table(texts: &Texts, list: &Listing) -> Markup {
    let t = |key| texts.get(key);
    let row = |place: Option<usize>, entry: &Entry, rating: Markup, tally: Tally| {
        html! {
            tr {
                td { @match place { Some(place) => (place), None => "–" } }
                th scope="row" { (link(texts, entry)) br; span.quiet { (threads(texts, entry)) } }
                td { (rating) }
                td { (tally.games()) }
                td { (percent(texts, tally.score())) }
                td.share { (share(shown(tally))) }
            }
        }
    };
    html! {
        div.wide { table.players.engines {
            thead { tr {
                th scope="col" { (t("players-place")) }
                th scope="col" { (t("engines-bot")) }
                th scope="col" { (t("profile-rating")) }
                th scope="col" { (t("players-games")) }
                th scope="col" { (t("engines-score")) }
                th.share scope="col" { span.unseen { (t("search-result")) } }
            } }
            tbody {
                @for (place, (id, rated)) in list.rated.iter().enumerate() {
                    (row(Some(list.rank(place)), &list.entries[id], rating(texts, rated), rated.tally))
                }
            }
            @if !list.unrated.is_empty() {
                tbody {
                    tr { th.group colspan="6" scope="rowgroup" { (t("engines-not-rated")) } }
                    @for (id, unrated) in &list.unrated {
                        (row(None, &list.entries[id], html! { span.quiet { (t(reason(unrated.reason))) } }, unrated.tally))
                    }
                }
            }
        } }
    }
}

/// A rating with its interval, and why that has only one end.
fn rating(texts: &Texts, rated: &Rated) -> Markup {
    let end = |elo: f64| signed(elo.round() as i64);
    let Interval { low, high, .. } = rated.elo;
    let range = match rated.open {
        None => format!("{} … {}", end(low), end(high)),
        Some(open) if open.is_above() => texts.with("engines-at-least", &[("end", end(low).into())]),
        Some(_) => texts.with("engines-at-most", &[("end", end(high).into())]),
    };
    html! {
        b { (elo(rated.elo)) }
        br;
        span.quiet.range title=(texts.get("engines-interval")) { (range) }
        @if let Some(open) = rated.open { br; span.quiet { (texts.get(open_reason(open))) } }
    }
}

fn elo(interval: Interval) -> String {
    signed(interval.value.round() as i64)
}

fn percent(texts: &Texts, share: f64) -> String {
    texts.with("engines-percent", &[("number", ((100.0 * share).round() as i64).into())])
}

/// The numbers for the bar of games won, drawn and lost.
fn shown(tally: Tally) -> db::Tally {
    db::Tally { won: tally.won as i64, drawn: tally.drawn as i64, lost: tally.lost as i64 }
}

const fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::NoGames => "engines-reason-no-games",
        Reason::WonAll => "engines-reason-won-all",
        Reason::LostAll => "engines-reason-lost-all",
        Reason::NotConnected => "engines-reason-not-connected",
        Reason::NothingDecided => "engines-reason-nothing-decided",
    }
}

const fn open_reason(open: Open) -> &'static str {
    match open {
        Open::WonAll => "engines-reason-won-all",
        Open::LostAll => "engines-reason-lost-all",
        Open::Above => "engines-reason-above",
        Open::Below => "engines-reason-below",
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct EntryQuery {
    page: Option<i64>,
}

async fn entry(
    State(app): State<App>,
    reader: Reader,
    Path(id): Path<String>,
    query: Result<Query<EntryQuery>, QueryRejection>,
) -> Response {
    let page = query.map(|Query(query)| query).unwrap_or_default().page.unwrap_or(1).clamp(1, 100_000);
    match look(&app, &reader, &id, page).await {
        Ok(page) => Html(page).into_response(),
        Err(failure) => failure_page(&reader, &failure),
    }
}

async fn look(app: &App, reader: &Reader, id: &str, page: i64) -> Result<String, Failure> {
    let id: EntryId = id.parse().map_err(|_| Failure::NotFound)?;
    let entry = app.engine_room.entry(id).await?;
    let list = app.engine_room.list();
    let (games, more) = app.engine_room.games_of(id, page).await?;
    let boards = Boards::of(app, &games).await;
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let standing = list.standing(id);
    let title = format!("{} {}", name(texts, &entry), entry.version);
    let content = html! {
        p { a href="/engines" { "‹ " (t("engines-title")) } }
        div.profile-head {
            div {
                h1 { (title) (badge(texts, true)) }
                p.quiet {
                    @if entry.is_present { span.online { (t("engines-is-here")) } " · " }
                    (threads(texts, &entry))
                    @if let Some(name) = &entry.name { " · " a href={ "/user/" (name) } { (name) } }
                }
            }
        }
        div.profile {
            div.about-player {
                section.card aria-labelledby="rating" {
                    h2 #rating { (t("profile-rating")) }
                    @if let Some(rated) = standing.rated {
                        p { (rating(texts, rated)) }
                        @if let Some(rank) = standing.rank { p.quiet { (texts.with("tournament-placed", &[("rank", rank.into())])) } }
                    } @else {
                        p.quiet { (t(standing.unrated.map_or("engines-reason-no-games", |unrated| reason(unrated.reason)))) }
                    }
                }
                (opponents(texts, &list, id))
            }
            section aria-labelledby="games" {
                h2 #games { (t("profile-games")) }
                @if games.is_empty() { p.quiet { (t("engines-none")) } }
                (rows(texts, &games, &boards, Some(entry.user)))
                @if page > 1 || more {
                    nav.row aria-label=(t("profile-games")) {
                        @if page > 1 { a.button rel="prev" href={ "/engines/" (id) "?page=" (page - 1) } { "‹ " (t("profile-newer")) } }
                        @if more { a.button rel="next" href={ "/engines/" (id) "?page=" (page + 1) } { (t("profile-older")) " ›" } }
                    }
                }
            }
        }
    };
    Ok(frame(reader, &Page { path: "/engines", title, module: None, areas: &[], content }))
}

/// The results of an entry against each opponent, the strongest first.
fn opponents(texts: &Texts, list: &Listing, id: EntryId) -> Markup {
    let mut met: Vec<(EntryId, Tally)> = list.ledger.opponents(id).into_iter().collect();
    let place = |id: EntryId| list.rated.iter().position(|(other, _)| *other == id).unwrap_or(usize::MAX);
    met.sort_by_key(|&(id, _)| place(id));
    html! {
        @if !met.is_empty() {
            section.card aria-labelledby="opponents" {
                h2 #opponents { (texts.get("engines-opponents")) }
                div.wide { table.records {
                    thead { tr {
                        th scope="col" { (texts.get("engines-bot")) }
                        (results_head(texts))
                        th scope="col" { (texts.get("engines-score")) }
                        th.share scope="col" { span.unseen { (texts.get("search-result")) } }
                    } }
                    tbody {
                        @for (id, tally) in met {
                            @if let Some(entry) = list.entries.get(&id) {
                                tr {
                                    th scope="row" { (link(texts, entry)) }
                                    td { (tally.won) } td { (tally.drawn) } td { (tally.lost) }
                                    td { (percent(texts, tally.score())) }
                                    td.share { (share(shown(tally))) }
                                }
                            }
                        }
                    }
                } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::{ACCEPT_LANGUAGE, HeaderValue};
    use sumito_content::texts::Language;
    use sumito_rules::Color;

    use super::*;
    use crate::engines::ledger::Batch;
    use crate::engines::{Ledger, RoomResult};
    use crate::http::wire;
    use crate::id::UserId;

    /// Two bots with results on both sides, one that won everything and one that lost everything.
    fn listing() -> (Listing, Vec<EntryId>) {
        let ids: Vec<EntryId> = (0..4).map(|_| EntryId::random()).collect();
        let mut ledger = Ledger::default();
        for (black, white) in [(0, 1), (1, 0), (2, 0), (1, 3)] {
            let result = Some(RoomResult::Won(Color::Black));
            ledger.add(&Batch { black: ids[black], white: ids[white], result, games: 3, last_opening: 2, at: 1 });
        }
        let entry = |(n, &id): (usize, &EntryId)| Entry {
            id,
            user: UserId::random(),
            name: Some(format!("bot{n}")),
            version: "1".to_owned(),
            threads: 1,
            games: 1,
            is_present: false,
        };
        let entries = ids.iter().enumerate().map(entry).collect();
        (Listing::new(Conditions::parse("60+1").expect("a clock"), entries, &ledger, 1), ids)
    }

    #[test]
    fn ranges_with_one_end_are_shown_in_every_language() {
        let (list, ids) = listing();
        for language in Language::ALL {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(language.code()));
            let reader = Reader::anonymous(&headers);
            let (texts, page) = (reader.texts(), list_page(&reader, &list, &[]));
            let end = |id: EntryId, high: bool| {
                let elo = list.standing(id).rated.expect("it is rated").elo;
                signed(if high { elo.high } else { elo.low }.round() as i64)
            };
            for (key, end) in [("engines-at-least", end(ids[2], false)), ("engines-at-most", end(ids[3], true))] {
                let range = texts.with(key, &[("end", end.into())]);
                assert!(page.contains(&range), "{}: {range}", language.code());
            }
            for key in ["engines-open", "engines-reason-won-all", "engines-reason-lost-all"] {
                assert!(page.contains(&texts.get(key)), "{}: {key}", language.code());
            }
            assert!(!page.contains(&texts.get("engines-not-rated")), "{page}");
        }
    }

    #[test]
    fn an_end_that_is_missing_is_null_for_programs() {
        let (list, ids) = listing();
        let room: serde_json::Value = serde_json::from_str(&wire::room(&list, &[]).to_string()).expect("JSON");
        crate::tests::openapi::check_schema("Room", &room);
        for (id, missing, open) in [(ids[2], "high", "won all its games"), (ids[3], "low", "lost all its games")] {
            let rated = room["rated"].as_array().expect("a list");
            let shown = rated.iter().find(|entry| entry["entry"] == id.as_str()).expect("it is rated");
            assert!(shown["rating"][missing].is_null() && shown["rating"]["elo"].is_number(), "{shown}");
            assert_eq!((&shown["open"], &shown["notRated"]), (&open.into(), &serde_json::Value::Null));
        }
        assert_eq!(room["rated"].as_array().map(Vec::len), Some(4));
    }
}
