//! What moderators see and do: reports, accounts, and the log of all decisions.

use axum::Router;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use maud::{Markup, html};
use serde::Deserialize;
use sumito_content::texts::Texts;

use super::frame::{Page, date, failure_page, frame};
use super::moderated;
use super::{Reader, go_to, own_path, refusal_key};
use crate::app::App;
use crate::db::{LoggedAction, Report};
use crate::failure::Failure;
use crate::moderating::Overview;
use crate::moderation::Action;
use crate::moderation::report::ReportAction;
use crate::people::caller::Caller;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/moderation", get(show))
        .route("/moderation/reports/{report}", post(answer))
        .route("/moderation/user/{name}", get(account).post(act))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Find {
    name: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Decision {
    #[serde(rename = "do")]
    act: String,
    reason: String,
    back: Option<String>,
}

/// The page for somebody who may not see it: the form to sign in, or why not.
fn refused(reader: &Reader, back: &str, failure: &Failure) -> Response {
    match failure {
        Failure::SignedOut => go_to(&format!("/account?back={back}"), HeaderMap::new()),
        failure => failure_page(reader, failure),
    }
}

/// Pages for moderators are never cached.
fn private(page: String) -> Response {
    ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], Html(page)).into_response()
}

async fn show(State(app): State<App>, reader: Reader, caller: Caller, query: Result<Query<Find>, QueryRejection>) -> Response {
    let wanted = query.ok().and_then(|Query(find)| find.name).map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let overview = match app.moderating.overview(&caller).await {
        Ok(overview) => overview,
        Err(failure) => return refused(&reader, "/moderation", &failure),
    };
    let missing = match wanted {
        Some(name) => match app.people.profile(&name).await {
            Ok(profile) => return go_to(&format!("/moderation/user/{}", profile.name), HeaderMap::new()),
            Err(_) => Some(name),
        },
        None => None,
    };
    private(page(&reader, &overview, missing.as_deref()))
}

async fn answer(
    State(app): State<App>,
    reader: Reader,
    caller: Caller,
    Path(report): Path<String>,
    form: Result<Form<Decision>, FormRejection>,
) -> Response {
    let Form(Decision { act, reason, back }) = form.unwrap_or_else(|_| Form(Decision::default()));
    let back = own_path(back.as_deref().or(Some("/moderation")));
    let (Some(action), Ok(report)) = (ReportAction::find(&act), report.parse()) else {
        return failure_page(&reader, &Failure::NotFound);
    };
    match app.moderating.answer(&caller, report, action, &reason).await {
        Ok(()) => go_to(back, HeaderMap::new()),
        Err(failure) => refused(&reader, back, &failure),
    }
}

async fn account(State(app): State<App>, reader: Reader, caller: Caller, Path(name): Path<String>) -> Response {
    account_page(&app, &reader, &caller, &name, None).await
}

async fn account_page(app: &App, reader: &Reader, caller: &Caller, name: &str, failure: Option<&Failure>) -> Response {
    match app.moderating.account(caller, name).await {
        Ok(file) => private(moderated::page(reader, &file, failure)),
        Err(failure) => refused(reader, "/moderation", &failure),
    }
}

async fn act(
    State(app): State<App>,
    reader: Reader,
    caller: Caller,
    Path(name): Path<String>,
    form: Result<Form<Decision>, FormRejection>,
) -> Response {
    let Form(Decision { act, reason, .. }) = form.unwrap_or_else(|_| Form(Decision::default()));
    let Some(action) = Action::find(&act) else { return failure_page(&reader, &Failure::NotFound) };
    match app.moderating.act(&caller, &name, action, &reason).await {
        Ok(()) => go_to(&format!("/moderation/user/{name}"), HeaderMap::new()),
        Err(failure @ Failure::Moderation(_)) => account_page(&app, &reader, &caller, &name, Some(&failure)).await,
        Err(failure) => refused(&reader, "/moderation", &failure),
    }
}

fn page(reader: &Reader, Overview { open, closed, log }: &Overview, missing: Option<&str>) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let content = html! {
        div.moderation {
            h1 { (t("moderation-title")) }
            @if missing.is_some() { p.notice.bad role="alert" { (t(&refusal_key(texts, &Failure::NoSuchPlayer))) } }
            form.row action="/moderation" role="search" {
                label for="moderation-name" { (t("moderation-find")) }
                input #moderation-name name="name" required maxlength="40" autocomplete="off" autocapitalize="off" spellcheck="false" value=(missing.unwrap_or_default());
                button type="submit" { (t("moderation-find-button")) }
            }
            section aria-labelledby="open" {
                h2 #open { (t("moderation-open")) }
                @if open.is_empty() { p.quiet { (t("moderation-open-none")) } }
                (reports(texts, open, "/moderation"))
            }
            @if !closed.is_empty() {
                details {
                    summary { (t("moderation-closed")) " (" (closed.len()) ")" }
                    (reports(texts, closed, "/moderation"))
                }
            }
            section aria-labelledby="log" {
                h2 #log { (t("moderation-log")) }
                (entries(texts, log, true))
            }
        }
    };
    frame(reader, &Page { path: "/moderation", title: t("moderation-title"), module: None, areas: &[], content })
}

/// Reports, each with a form to answer it.
pub(super) fn reports(texts: &Texts, reports: &[Report], back: &str) -> Markup {
    let t = |key: &str| texts.get(key);
    html! {
        @for report in reports {
            @let is_open = report.closed_at.is_none();
            @let id = format!("report-{}", report.id);
            article.card.report id=(id) {
                p {
                    b {
                        @match &report.accused {
                            Some(name) => a href={ "/moderation/user/" (name) } { (name) },
                            None => (t("moderation-nobody")),
                        }
                    }
                    " · " (t(&format!("report-reason-{}", report.reason.key())))
                    " · " span.quiet {
                        (texts.with("moderation-by", &[("name", report.reporter.clone().unwrap_or_else(|| t("moderation-deleted")).into())]))
                        ", " (date(report.at))
                    }
                }
                @if let Some(line) = &report.line { blockquote { (line) } }
                @if !report.words.is_empty() { p.said { (report.words) } }
                @if let Some(game) = &report.game { p { a href={ "/game/" (game) } { (t("report-to-game")) } } }
                @if let Some(answer) = report.answer.as_ref().filter(|_| !is_open) {
                    p.quiet { (texts.with("moderation-answer", &[("text", answer.as_str().into())])) }
                }
                (decision(texts, &format!("/moderation/reports/{}", report.id), &id,
                    if is_open { ReportAction::Close.name() } else { ReportAction::Reopen.name() }, Some(back)))
            }
        }
    }
}

/// A form with a reason and a button.
pub(super) fn decision(texts: &Texts, address: &str, id: &str, act: &str, back: Option<&str>) -> Markup {
    let reason = format!("{id}-{act}-reason");
    html! {
        form.row.decision action=(address) method="post" {
            @if let Some(back) = back { input type="hidden" name="back" value=(back); }
            label for=(reason) { (texts.get("moderation-reason")) }
            input id=(reason) name="reason" required maxlength="500" autocomplete="off";
            button type="submit" name="do" value=(act) { (texts.get(&format!("moderation-{act}"))) }
        }
    }
}

/// The log as a table; with the account or report that each entry is about, if there are several.
pub(super) fn entries(texts: &Texts, log: &[LoggedAction], of_all: bool) -> Markup {
    let t = |key: &str| texts.get(key);
    let deleted = || t("moderation-deleted");
    html! {
        @if log.is_empty() { p.quiet { (t("moderation-log-none")) } } @else {
            div.wide tabindex="0" role="region" aria-label=(t("moderation-log")) { table.log {
                thead { tr {
                    th scope="col" { (t("moderation-when")) }
                    th scope="col" { (t("moderation-who")) }
                    th scope="col" { (t("moderation-what")) }
                    @if of_all { th scope="col" { (t("moderation-about")) } }
                    th scope="col" { (t("moderation-reason")) }
                } }
                tbody {
                    @for entry in log {
                        tr {
                            td { (date(entry.at)) }
                            td { @if entry.by_operator { (t("moderation-operator")) } @else { (entry.by.clone().unwrap_or_else(deleted)) } }
                            td { (t(&format!("moderation-{}", entry.action))) }
                            @if of_all {
                                td {
                                    @match (&entry.account, &entry.report) {
                                        (Some(name), _) => a href={ "/moderation/user/" (name) } { (name) },
                                        (None, Some(report)) => (texts.with("moderation-report", &[("id", report.as_str().into())])),
                                        (None, None) => (deleted()),
                                    }
                                }
                            }
                            td { (entry.reason) }
                        }
                    }
                }
            } }
        }
    }
}
