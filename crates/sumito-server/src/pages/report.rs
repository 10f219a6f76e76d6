//! The form to report a player, a game or a line of its chat.

use axum::Router;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use form_urlencoded::Serializer;
use maud::html;

use super::frame::{Page, failure_page, frame};
use super::{Reader, go_to, refusal_key};
use crate::app::App;
use crate::failure::Failure;
use crate::moderating::reporting::{ReportRequest, Reportable};
use crate::moderation::report::{Reason, Subject};
use crate::people::caller::Caller;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/report", get(show).post(send))
}

/// The address of the form for what a request names.
fn address(request: &ReportRequest) -> String {
    let mut query = Serializer::new(String::new());
    let at = request.at.map(|at| at.to_string());
    let fields = [("player", &request.player), ("game", &request.game), ("at", &at), ("author", &request.author)];
    for (key, value) in fields {
        if let Some(value) = value {
            query.append_pair(key, value);
        }
    }
    format!("/report?{}", query.finish())
}

fn sign_in(request: &ReportRequest) -> Response {
    let back: String = form_urlencoded::byte_serialize(address(request).as_bytes()).collect();
    go_to(&format!("/account?back={back}"), HeaderMap::new())
}

async fn show(State(app): State<App>, reader: Reader, query: Result<Query<ReportRequest>, QueryRejection>) -> Response {
    let Ok(Query(request)) = query else { return failure_page(&reader, &Failure::NotFound) };
    form(&app, &reader, &request, None).await
}

async fn send(
    State(app): State<App>,
    reader: Reader,
    caller: Caller,
    request: Result<Form<ReportRequest>, FormRejection>,
) -> Response {
    let Ok(Form(request)) = request else { return failure_page(&reader, &Failure::NotFound) };
    match app.moderating.file(&caller, &request).await {
        Ok(_) => Html(thanks(&reader, &request)).into_response(),
        Err(Failure::SignedOut) => sign_in(&request),
        Err(failure) => form(&app, &reader, &request, Some(failure)).await,
    }
}

async fn form(app: &App, reader: &Reader, request: &ReportRequest, failure: Option<Failure>) -> Response {
    let Some(user) = reader.user.as_ref().filter(|user| user.name.is_some()) else { return sign_in(request) };
    match app.moderating.reportable(user, request).await {
        Ok(reportable) => {
            let status = failure.as_ref().map_or(axum::http::StatusCode::OK, Failure::status);
            (status, Html(page(reader, request, &reportable, failure.as_ref()))).into_response()
        }
        Err(failure) => failure_page(reader, &failure),
    }
}

fn page(reader: &Reader, request: &ReportRequest, reportable: &Reportable, failure: Option<&Failure>) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let Reportable { subject, name, game, line, players, .. } = reportable;
    // Somebody insults in a chat; everywhere else, help is what is reported most.
    let usual = if matches!(subject, Subject::Chat { .. }) { Reason::Insults } else { Reason::Help };
    let chosen = Reason::find(&request.reason).unwrap_or(usual);
    let content = html! {
        div.form-page {
            h1 { (t("report-title")) }
            @if let Some(failure) = failure { p.notice.bad role="alert" { (t(&refusal_key(texts, failure))) } }
            form.card.report-form action="/report" method="post" {
                p {
                    @match subject {
                        Subject::Player(_) => (texts.with("report-player", &[("name", name.as_deref().unwrap_or_default().into())])),
                        Subject::Game(_) => (t("report-game")),
                        Subject::Chat { .. } => (t("report-line")),
                    }
                }
                @if let Some(line) = line { blockquote { b { (name.as_deref().unwrap_or(&t("js-game-guest"))) (t("colon")) } " " (line) } }
                @if let Some(game) = game { p { a href={ "/game/" (game) } { (t("report-to-game")) } } }
                @for (key, value) in [("game", request.game.clone()), ("at", request.at.map(|at| at.to_string())), ("author", request.author.clone())] {
                    @if let Some(value) = value { input type="hidden" name=(key) value=(value); }
                }
                @if !players.is_empty() {
                    div.field {
                        label for="report-player" { (t("report-which")) }
                        select #report-player name="player" {
                            option value="" { (t("report-which-none")) }
                            @for player in players { option value=(player) { (player) } }
                        }
                    }
                } @else if let Some(player) = &request.player { input type="hidden" name="player" value=(player); }
                fieldset {
                    legend { (t("report-why")) }
                    @for reason in Reason::ALL {
                        label.tick { input type="radio" name="reason" value=(reason.key()) checked[reason == chosen]; span { (t(&format!("report-reason-{}", reason.key()))) } }
                    }
                }
                div.field {
                    label for="report-text" { (t("report-text")) }
                    textarea #report-text name="text" rows="4" maxlength="1000" aria-describedby="report-hint" { (request.text) }
                    p.hint #report-hint { (t("report-text-hint")) }
                }
                button.main type="submit" { (t("report-send")) }
            }
        }
    };
    frame(reader, &Page { path: "/report", title: t("report-title"), module: None, areas: &[], content })
}

fn thanks(reader: &Reader, request: &ReportRequest) -> String {
    let texts = reader.texts();
    let back = match (&request.game, &request.player) {
        (Some(game), _) => format!("/game/{game}"),
        (None, Some(player)) => format!("/user/{player}"),
        (None, None) => "/".to_owned(),
    };
    let content = html! {
        div.form-page {
            h1 { (texts.get("report-title")) }
            p.notice role="status" { (texts.get("report-thanks")) }
            p { a.button.main href=(back) { (texts.get("report-back")) } }
        }
    };
    frame(reader, &Page { path: "/report", title: texts.get("report-title"), module: None, areas: &[], content })
}
