//! Tournaments: the calendar, and the forms of players and directors.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Form, Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use maud::{Markup, html};
use serde::Deserialize;
use sumito_content::texts::Texts;

use super::controls::control_words;
use super::frame::{Page, failure_page, frame};
use super::tournament_boards::{boards, boards_fragment, fragment, stage, stage_fragment};
use super::tournament_desk::Desk;
use super::tournament_form::{FormPage, TournamentForm, form};
use super::tournament_page::{self, Head, View, won_by};
use super::tournament_words::words;
use super::{Reader, go_to, own_path};
use crate::app::App;
use crate::db::ListedTournament;
use crate::directing::requests::TournamentRequest;
use crate::failure::Failure;
use crate::id::TournamentId;
use crate::people::caller::Caller;
use crate::play::clock::{Millis, TimeControl};
use crate::time::{MINUTE, day};
use crate::tournament::settings::Preset;
use crate::tournament::{Refusal, Settings, Tournament};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/tournaments", get(calendar).post(create))
        .route("/tournaments/new", get(new))
        .route("/tournaments/{id}", get(show))
        .route("/tournaments/{id}/live", get(live))
        .route("/tournaments/{id}/screen", get(screen))
        .route("/tournaments/{id}/direct", get(direct))
        .route("/tournaments/{id}/direct/live", get(desk_live))
        .route("/tournaments/{id}/edit", get(edit).post(change))
        .route("/tournaments/{id}/boards", get(boards_fragment))
        .route("/tournaments/{id}/stage", get(stage_fragment))
        .route("/tournaments/{id}/act", post(act))
}

async fn calendar(State(app): State<App>, reader: Reader) -> Response {
    let lists = match app.directing.calendar().await {
        Ok(lists) => lists,
        Err(failure) => return failure_page(&reader, &failure),
    };
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let content = html! {
        div.games-head {
            h1 { (t("tournaments-title")) }
            div.row {
                a.button.main href="/tournaments/new" { (t("tournaments-new")) }
                a.button href="/clock" { (t("clock-title")) }
            }
        }
        p.quiet { (t("tournaments-lead")) }
        @for (list, key) in lists.iter().zip(["running", "open", "over"]) {
            @if !list.is_empty() || key == "open" {
                section aria-labelledby=(key) {
                    h2 id=(key) { (t(&format!("tournaments-{key}"))) }
                    @if list.is_empty() { p.quiet { (t("tournaments-none")) } } @else { (rows(texts, list)) }
                }
            }
        }
    };
    let page = Page {
        path: "/tournaments",
        title: t("tournaments-title"),
        module: Some("tournament.js"),
        areas: &["tournaments"],
        content,
    };
    Html(frame(&reader, &page)).into_response()
}

/// A list of tournaments.
pub(super) fn rows(texts: &Texts, list: &[ListedTournament]) -> Markup {
    html! {
        ul.tournaments {
            @for one in list {
                li { a.card.tournament href={ "/tournaments/" (one.id) } {
                    b { (one.name) }
                    span.quiet {
                        (texts.get(&format!("tournament-format-{}", one.format)))
                        @if let Ok(control) = one.control.parse::<TimeControl>() { " · " (control_words(texts, control)) }
                        @if one.is_over_the_board { " · " (texts.get("tournament-over-the-board")) }
                        " · " (texts.with("tournament-players", &[("count", one.players.into())]))
                    }
                    span.quiet {
                        @if let Some(rank) = one.rank { (texts.with("tournament-placed", &[("rank", rank.into())])) " · " }
                        @if !one.winners.is_empty() { (won_by(texts, &named(texts, &one.winners))) }
                        @else if let Some(at) = one.starts_at { (moment(at)) }
                        @else if one.status == "open" { (texts.get("tournament-starts-later")) }
                    }
                } }
            }
        }
    }
}

/// Names as they are shown: deleted accounts have none.
fn named(texts: &Texts, names: &[String]) -> Vec<String> {
    names.iter().map(|name| if name.is_empty() { texts.get("tournament-no-name") } else { name.clone() }).collect()
}

/// A moment: in UTC, until the script shows it in the reader's time.
pub(super) fn moment(at: Millis) -> Markup {
    let minutes = at.div_euclid(MINUTE).rem_euclid(24 * 60);
    let (day, hour, minute) = (day(at), minutes / 60, minutes % 60);
    html! { time datetime={ (day) "T" (format!("{hour:02}:{minute:02}")) "Z" } data-at=(at) { (day) " " (format!("{hour:02}:{minute:02}")) " UTC" } }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct NewQuery {
    preset: Option<String>,
}

async fn new(reader: Reader, Query(query): Query<NewQuery>) -> Response {
    let preset = query.preset.as_deref().and_then(Preset::find);
    let settings = preset.map_or_else(Settings::default, Preset::settings);
    let fields = TournamentForm::of(&settings, preset);
    Html(form(&reader, &FormPage { preset, id: None, fields, refused: None })).into_response()
}

async fn create(State(app): State<App>, reader: Reader, caller: Caller, Form(fields): Form<TournamentForm>) -> Response {
    let preset = Preset::find(&fields.preset);
    let made = match fields.wanted() {
        Ok(wanted) => app.directing.set_up(&caller, wanted).await,
        Err(failure) => Err(failure),
    };
    match made {
        Ok(id) => go_to(&format!("/tournaments/{id}"), HeaderMap::new()),
        Err(failure) => form_again(&reader, preset, None, fields, &failure),
    }
}

/// The form as it was sent, and what is wrong with it.
fn form_again(
    reader: &Reader,
    preset: Option<Preset>,
    id: Option<TournamentId>,
    fields: TournamentForm,
    failure: &Failure,
) -> Response {
    if !failure.status().is_client_error() {
        return failure_page(reader, failure);
    }
    let why = words(reader.texts(), failure);
    (failure.status(), Html(form(reader, &FormPage { preset, id, fields, refused: Some(&why) }))).into_response()
}

async fn edit(State(app): State<App>, reader: Reader, Path(id): Path<String>) -> Response {
    match directed(&app, &reader, &id).await {
        Ok((id, state)) => {
            let fields = TournamentForm::of(&state.settings, None);
            Html(form(&reader, &FormPage { preset: None, id: Some(id), fields, refused: None })).into_response()
        }
        Err(failure) => failure_page(&reader, &failure),
    }
}

async fn change(
    State(app): State<App>,
    reader: Reader,
    caller: Caller,
    Path(id): Path<String>,
    Form(fields): Form<TournamentForm>,
) -> Response {
    let Ok(id) = tournament_id(&id) else { return failure_page(&reader, &Failure::NotFound) };
    let changed = async {
        let settings = Some(fields.wanted()?);
        let request = TournamentRequest { act: "change".to_owned(), settings, ..TournamentRequest::default() };
        app.directing.request(&caller, id, request).await
    };
    match changed.await {
        Ok(_) => go_to(&format!("/tournaments/{id}/direct"), HeaderMap::new()),
        Err(failure) => form_again(&reader, None, Some(id), fields, &failure),
    }
}

pub(super) fn tournament_id(text: &str) -> Result<TournamentId, Failure> {
    text.parse().map_err(|_| Failure::NotFound)
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ShowQuery {
    /// The key of the link.
    key: Option<String>,
    /// Of somebody without an account.
    code: Option<String>,
    page: Option<usize>,
    refused: Option<String>,
}

impl ShowQuery {
    fn view<'a>(&'a self, reader: &'a Reader, id: TournamentId, state: &'a Tournament) -> View<'a> {
        View { reader, id, state, key: self.key.as_deref(), code: self.code.as_deref(), page: self.page.unwrap_or(1) }
    }

    /// Why something was refused that was asked for before.
    fn refused(&self, texts: &Texts) -> Option<String> {
        let key = format!("refusal-{}", self.refused.as_ref()?);
        texts.has(&key).then(|| texts.get(&key))
    }
}

async fn show(State(app): State<App>, reader: Reader, Path(id): Path<String>, Query(query): Query<ShowQuery>) -> Response {
    show_with(&app, &reader, &id, &query, query.refused(reader.texts())).await
}

async fn show_with(app: &App, reader: &Reader, id: &str, query: &ShowQuery, refused: Option<String>) -> Response {
    let look = async {
        let id = tournament_id(id)?;
        let state = app.directing.read(id).await?;
        let head = Head {
            directors: director_names(app, &state).await?,
            can_direct: can_direct(app, reader, &state).await,
            refused,
            boards: boards(app, reader, &state).await.inspect_err(Failure::log).unwrap_or_default(),
            stage: stage(app, reader, &state, None).await,
        };
        Ok::<_, Failure>(tournament_page::page(&query.view(reader, id, &state), &head))
    };
    match look.await {
        Ok(page) => ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], Html(page)).into_response(),
        Err(failure) => failure_page(reader, &failure),
    }
}

/// The names of those who direct a tournament.
async fn director_names(app: &App, state: &Tournament) -> Result<Vec<String>, Failure> {
    Ok(app.directing.directors(state).await?.into_iter().filter_map(|(_, name)| name).collect())
}

/// Directors and moderators.
async fn can_direct(app: &App, reader: &Reader, state: &Tournament) -> bool {
    let is_director = reader.user.as_ref().is_some_and(|user| state.is_director(user.id));
    is_director || app.moderating.is_moderator(reader.user.as_ref()).await
}

/// The part of the page that changes, for its script.
async fn live(State(app): State<App>, reader: Reader, Path(id): Path<String>, Query(query): Query<ShowQuery>) -> Response {
    let look = async {
        let id = tournament_id(&id)?;
        let state = app.directing.read(id).await?;
        Ok::<_, Failure>(tournament_page::live(&query.view(&reader, id, &state)))
    };
    fragment(&reader, look.await)
}

async fn screen(State(app): State<App>, reader: Reader, Path(id): Path<String>, Query(query): Query<ShowQuery>) -> Response {
    let look = async {
        let id = tournament_id(&id)?;
        let state = app.directing.read(id).await?;
        Ok::<_, Failure>(tournament_page::screen(&query.view(&reader, id, &state)))
    };
    match look.await {
        Ok(page) => Html(page).into_response(),
        Err(failure) => failure_page(&reader, &failure),
    }
}

/// A tournament that the reader may direct; nobody else learns that there is such a page.
async fn directed(app: &App, reader: &Reader, id: &str) -> Result<(TournamentId, Arc<Tournament>), Failure> {
    let id = tournament_id(id)?;
    let state = app.directing.read(id).await?;
    if can_direct(app, reader, &state).await { Ok((id, state)) } else { Err(Failure::NotFound) }
}

async fn direct(State(app): State<App>, reader: Reader, Path(id): Path<String>, Query(query): Query<ShowQuery>) -> Response {
    desk_with(&app, &reader, &id, query.refused(reader.texts()).as_deref(), None).await
}

async fn desk_with(app: &App, reader: &Reader, id: &str, refused: Option<&str>, list: Option<&str>) -> Response {
    let look = async {
        let (id, state) = directed(app, reader, id).await?;
        let directors = director_names(app, &state).await?;
        Ok::<_, Failure>(Desk { reader, id, state: &state, directors }.page(refused, list))
    };
    match look.await {
        Ok(page) => ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], Html(page)).into_response(),
        Err(failure) => failure_page(reader, &failure),
    }
}

async fn desk_live(State(app): State<App>, reader: Reader, Path(id): Path<String>) -> Response {
    let look = async {
        let (id, state) = directed(&app, &reader, &id).await?;
        let directors = director_names(&app, &state).await?;
        Ok(Desk { reader: &reader, id, state: &state, directors }.live())
    };
    fragment(&reader, look.await)
}

/// The fields of the forms of players and directors. Those of other actions are missing or empty.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ActForm {
    #[serde(rename = "do")]
    act: String,
    player: String,
    round: String,
    password: String,
    code: String,
    board: String,
    result: String,
    black: String,
    white: String,
    one: String,
    other: String,
    name: String,
    rating: String,
    csv: String,
    /// Pairs by hand, a line for each: two starting numbers, or one and a zero for a bye.
    pairs: String,
    back: String,
}

impl ActForm {
    /// The request. People name players by their starting numbers.
    fn request(&self, state: &Tournament) -> TournamentRequest {
        let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let place = |number: usize| state.order.get(number.wrapping_sub(1)).copied().unwrap_or(usize::MAX);
        let pair = |line: &str| {
            let words = line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse::<usize>().ok());
            match words.collect::<Vec<_>>()[..] {
                // Pairing programs write the number of pairs first.
                [] | [_] => None,
                [one, 0, ..] => Some((place(one), None)),
                [one, other, ..] => Some((place(one), Some(place(other)))),
            }
        };
        TournamentRequest {
            act: self.act.clone(),
            player: self.player.parse().ok(),
            round: self.round.parse().ok(),
            password: text(&self.password),
            code: text(&self.code),
            board: text(&self.board),
            result: text(&self.result),
            marbles: self.black.parse().ok().zip(self.white.parse().ok()).map(|(black, white)| [black, white]),
            pairs: self.pairs.lines().filter_map(pair).collect(),
            players: self.one.parse().ok().zip(self.other.parse().ok()).map(|(one, other)| [one, other]),
            name: text(&self.name),
            rating: self.rating.parse().ok(),
            csv: text(&self.csv),
            trf: None,
            settings: None,
        }
    }
}

async fn act(
    State(app): State<App>,
    reader: Reader,
    caller: Caller,
    Path(id): Path<String>,
    Form(form): Form<ActForm>,
) -> Response {
    let done = async {
        let id = tournament_id(&id)?;
        let request = form.request(&*app.directing.read(id).await?);
        app.directing.request(&caller, id, request).await
    };
    let page = format!("/tournaments/{id}");
    let back = if form.back.is_empty() { page.as_str() } else { own_path(Some(&form.back)) };
    match done.await {
        Ok(_) => go_to(back, HeaderMap::new()),
        Err(Failure::SignedOut) => go_to("/account", HeaderMap::new()),
        // What is wrong with a file or with the settings that it brings does not fit in an address.
        Err(failure @ Failure::Tournament(Refusal::BadFile(_) | Refusal::BadSetting(_))) => {
            let why = words(reader.texts(), &failure);
            if back.ends_with("/direct") {
                desk_with(&app, &reader, &id, Some(&why), Some(&form.csv)).await
            } else {
                show_with(&app, &reader, &id, &ShowQuery::default(), Some(why)).await
            }
        }
        Err(failure) if failure.status().is_client_error() => {
            let sign = if back.contains('?') { '&' } else { '?' };
            go_to(&format!("{back}{sign}refused={}", failure.key()), HeaderMap::new())
        }
        Err(failure) => failure_page(&reader, &failure),
    }
}
