//! A player's profile with ratings, chart and games.

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;
use sumito_content::texts::Texts;
use sumito_rules::party::{Seat, Seating};

use super::Reader;
use super::badge::badge;
use super::chart::chart;
use super::frame::{Page, date, failure_page, frame};
use super::icons::{self, icon};
use super::party::layout_name;
use super::played::{Boards, meetings, rows};
use super::social::actions;
use super::tournaments;
use crate::app::App;
use crate::db::{ListedTournament, Meeting, PlayedGame, PoolRating, Profile, Record, Tally};
use crate::failure::Failure;
use crate::people::profiles::REMEMBERED;
use crate::people::social::Relation;
use crate::play::clock::Millis;
use crate::play::ratings::{Pool, Rating};
use crate::play::seats::seat_name;

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
    fn pool(&self) -> Option<Pool> {
        self.speed.as_deref().and_then(Pool::find)
    }
}

/// The content of a profile.
#[expect(clippy::struct_excessive_bools, reason = "independent of each other, and always named")]
struct Shown {
    profile: Profile,
    ratings: Vec<PoolRating>,
    records: Vec<Record>,
    /// The last games against the reader, as the reader's results.
    meetings: Vec<Meeting>,
    /// The pool of the chart, and the ratings.
    chart: Option<(Pool, Vec<(Millis, i64)>)>,
    /// Only the games of this pool.
    pool: Option<Pool>,
    games: Vec<PlayedGame>,
    boards: Boards,
    page: i64,
    more: bool,
    /// What the reader has to do with them; nothing for their own profile and for readers without an account.
    relation: Option<Relation>,
    online: bool,
    /// Whether a moderator has closed the account.
    is_closed: bool,
    /// Whether the reader is a moderator.
    for_moderator: bool,
    tournaments: Vec<ListedTournament>,
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
    let (pool, page) = (query.pool(), query.page.unwrap_or(1).clamp(1, 10_000));
    // Without a choice, the pool with the most games.
    let most = ratings.iter().max_by_key(|rating| rating.won + rating.drawn + rating.lost).map(|rating| rating.pool);
    let chart = match pool.or(most) {
        Some(pool) => Some((pool, app.people.rating_history(&profile, pool).await?)),
        None => None,
    };
    let (games, more) = app.people.played(&profile, reader.user.as_ref(), pool, page).await?;
    let boards = Boards::of(app, &games).await;
    let records = app.people.records(&profile).await?;
    let meetings = match reader.user.as_ref().map(|user| user.id).filter(|&user| user != profile.id) {
        Some(user) => app.people.meetings(user, profile.id, Some(user)).await?,
        None => Vec::new(),
    };
    let relation = match &reader.user {
        Some(user) if user.name.is_some() && user.id != profile.id => Some(app.people.relation(user.id, profile.id).await?),
        _ => None,
    };
    let online = app.people.is_online(profile.id);
    let tournaments = app.directing.played_by(profile.id).await?;
    let is_closed = app.people.is_closed(&profile).await?;
    let for_moderator = app.moderating.is_moderator(reader.user.as_ref()).await;
    Ok(Shown {
        profile,
        ratings,
        records,
        meetings,
        chart,
        pool,
        games,
        boards,
        page,
        more,
        relation,
        online,
        is_closed,
        for_moderator,
        tournaments,
    })
}

fn user_page(reader: &Reader, shown: &Shown) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let Shown { profile, ratings, records, .. } = shown;
    let is_own = reader.user.as_ref().is_some_and(|user| user.id == profile.id);
    let people = total(records.iter().filter(|record| !record.engine));
    let together = texts.with("meetings-you", &[("name", profile.name.as_str().into())]);
    let content = html! {
        div.profile-head {
            div {
                h1 { (profile.name) (badge(texts, profile.is_bot)) }
                p.quiet {
                    @if shown.online { span.online { (t("profile-online")) } " · " }
                    (t("profile-since")) " " (date(profile.since))
                    " · " (texts.with("profile-results", &[("won", people.won.into()), ("drawn", people.drawn.into()), ("lost", people.lost.into())]))
                }
            }
            @if is_own {
                div.row.account-links {
                    a.button href="/account" { (t("account-title")) }
                    a.button href="/settings" { (t("settings-title")) }
                }
            }
            @if shown.is_closed { p.notice { (t("profile-closed")) } }
            @if let Some(relation) = shown.relation { (actions(texts, profile, relation)) }
            @if shown.for_moderator {
                div.row.account-links {
                    a.button href={ @if is_own { "/moderation" } @else { "/moderation/user/" (profile.name) } } { (t("moderation-title")) }
                }
            }
        }
        div.profile {
            div.about-player {
                @if !shown.meetings.is_empty() { div.card { (meetings(texts, &together, &shown.meetings)) } }
                section.card aria-labelledby="ratings" {
                    h2 #ratings { (t("profile-ratings")) }
                    @if ratings.is_empty() { p.quiet { (t("profile-no-ratings")) } } @else { (ratings_table(texts, ratings)) }
                    @if let Some((pool, points)) = &shown.chart { (chart(texts, &pool_name(texts, *pool), points, start(points))) }
                    p { a href="/players" { (t("players-title")) } }
                }
                @if !records.is_empty() {
                    section.card aria-labelledby="record" {
                        h2 #record { (t("profile-record")) }
                        (records_table(texts, records))
                    }
                }
                @if !shown.tournaments.is_empty() {
                    section.card aria-labelledby="tournaments" {
                        h2 #tournaments { (t("tournaments-title")) }
                        (tournaments::rows(texts, &shown.tournaments))
                    }
                }
            }
            section aria-labelledby="games" {
                div.games-head {
                    h2 #games { (t("profile-games")) }
                    a.button href={ "/games?player=" (profile.name) } { (icon(icons::SEARCH)) (t("search-title")) }
                }
                (filters(texts, &format!("/user/{}", profile.name), shown.pool, true))
                @if shown.games.is_empty() { p.quiet { (t("profile-no-games")) } }
                (rows(texts, &shown.games, &shown.boards, Some(profile.id)))
                (pages(texts, shown))
            }
        }
    };
    frame(reader, &Page { path: "/user", title: profile.name.clone(), module: Some("moments.js"), areas: &[], content })
}

fn total<'a>(records: impl Iterator<Item = &'a Record>) -> Tally {
    records.fold(Tally::default(), |sum, Record { tally, .. }| Tally {
        won: sum.won + tally.won,
        drawn: sum.drawn + tally.drawn,
        lost: sum.lost + tally.lost,
    })
}

/// Results by kind of game and seat.
fn records_table(texts: &Texts, records: &[Record]) -> Markup {
    let mut groups: Vec<&[Record]> =
        records.chunk_by(|one, next| (one.layout, one.engine) == (next.layout, next.engine)).collect();
    // Two players first, then more, in the order of their layouts.
    groups.sort_by_key(|group| group[0].layout.is_some());
    html! {
        div.wide { table.records {
            thead { tr {
                th scope="col" { span.unseen { (texts.get("lobby-color")) } }
                (results_head(texts))
                th scope="col" { (texts.get("players-games")) }
                th scope="col" { span.unseen { (texts.get("search-result")) } }
            } }
            @for group in groups {
                tbody {
                    tr { th.group colspan="6" scope="rowgroup" { (group_name(texts, group[0])) } }
                    @for Record { layout, seat, tally, .. } in group {
                        tr {
                            th scope="row" {
                                span class={ "dot " (seat_name(*seat)) } aria-hidden="true" {} (texts.get(&format!("js-{}", seat_name(*seat))))
                                @if let Some(layout) = layout { (with_partners(texts, layout.seating, *seat)) }
                            }
                            td { (tally.won) } td { (tally.drawn) } td { (tally.lost) }
                            td { (tally.games()) }
                            td.share { (share(*tally)) }
                        }
                    }
                }
            }
        } }
    }
}

/// The kind of game that a record is about.
fn group_name(texts: &Texts, record: Record) -> String {
    let against = texts.get(if record.engine { "profile-against-engine" } else { "profile-against-people" });
    record.layout.map_or(against.clone(), |layout| format!("{} · {against}", layout_name(texts, layout)))
}

/// The marbles of the partners of a seat, behind its own.
fn with_partners(texts: &Texts, seating: Seating, seat: Seat) -> Markup {
    let partners: Vec<Seat> = seating.seats().filter(|&other| seating.are_partners(other, seat)).collect();
    let names: Vec<String> = partners.iter().map(|&seat| texts.get(&format!("js-{}", seat_name(seat)))).collect();
    let words = texts.with("js-party-with", &[("partner", names.join(", ").into())]);
    html! {
        @if !partners.is_empty() {
            span.partners role="img" aria-label=(words) title=(words) { @for seat in partners { span class={ "dot " (seat_name(seat)) } {} } }
        }
    }
}

/// A bar of games won, drawn and lost; the numbers are beside it.
pub(super) fn share(tally: Tally) -> Markup {
    let part = |count: i64| format!("flex-grow:{count}");
    html! {
        span.share-bar aria-hidden="true" {
            i.won style=(part(tally.won)) {}
            i.drawn style=(part(tally.drawn)) {}
            i.lost style=(part(tally.lost)) {}
        }
    }
}

/// The rating before the first game, if the history goes back that far.
fn start(history: &[(Millis, i64)]) -> Option<i64> {
    history.first().filter(|_| (history.len() as i64) < REMEMBERED).map(|(at, _)| Rating::new(*at).points())
}

fn ratings_table(texts: &Texts, ratings: &[PoolRating]) -> Markup {
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
                        th scope="row" { (pool_name(texts, rating.pool)) }
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
pub(super) fn points(texts: &Texts, record: &PoolRating) -> Markup {
    html! {
        (record.rating.points())
        @if record.is_provisional() { abbr title=(texts.get("profile-provisional")) { "?" } }
    }
}

pub(super) fn pool_name(texts: &Texts, pool: impl Into<Pool>) -> String {
    texts.get(&format!("speed-{}", pool.into().name()))
}

/// Links to the same page for one pool.
pub(super) fn filters(texts: &Texts, path: &str, chosen: Option<Pool>, all: bool) -> Markup {
    html! {
        nav.row.filters aria-label=(texts.get("profile-speed")) {
            @if all { a href=(path) aria-current=[chosen.is_none().then_some("page")] { (texts.get("profile-all")) } }
            @for pool in Pool::ALL {
                a href={ (path) "?speed=" (pool.name()) } aria-current=[(chosen == Some(pool)).then_some("page")] { (pool_name(texts, pool)) }
            }
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
        let speed = shown.pool.map(|pool| format!("&speed={}", pool.name())).unwrap_or_default();
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
