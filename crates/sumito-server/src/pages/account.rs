//! The page of an account: sign in, sign up, and what belongs to an account. Plain forms, so that it works without scripts.

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Form, Query, State};
use axum::http::header::{CACHE_CONTROL, REFERER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, http};
use maud::{Markup, html};
use serde::Deserialize;
use sumito_content::texts::Texts;

use super::frame::{Page, date, frame};
use super::{Reader, go_to, own_path};
use crate::app::App;
use crate::db::Opened;
use crate::failure::Failure;
use crate::http::api::Address;
use crate::http::wire::Credentials;

/// No form of these pages is larger.
const LARGEST_FORM: usize = 8 * 1024;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/account", get(show))
        .route("/account/sign-in", post(sign_in))
        .route("/account/sign-up", post(sign_up))
        .route("/account/sign-out", post(sign_out))
        .route("/account/password", post(password))
        .route("/account/recover", post(recover))
        .route("/account/recovery", post(renew_recovery))
        .route("/account/sessions/end", post(end_sessions))
        .route("/account/tokens", post(add_token))
        .route("/account/tokens/end", post(end_token))
        .route("/account/delete", post(delete))
        // A form that was refused leaves its address in the browser: who goes there again, in another language too, finds the page.
        .method_not_allowed_fallback(async || go_to("/account", HeaderMap::new()))
        .layer(DefaultBodyLimit::max(LARGEST_FORM))
}

/// The fields of all forms; each uses some.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Fields {
    name: String,
    password: String,
    new: String,
    code: String,
    label: String,
    token: String,
    back: Option<String>,
}

type Filled = Result<Form<Fields>, FormRejection>;

fn filled(form: Filled) -> Result<Fields, Failure> {
    form.map(|Form(fields)| fields).map_err(|rejection| Failure::Bad(rejection.body_text()))
}

/// The forms of the page.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Which {
    SignIn,
    SignUp,
    Recover,
    Password,
    Recovery,
    Sessions,
    Tokens,
    Delete,
}

/// What the page says besides: what went wrong in which form, what was done, the secret of a new token, a new recovery code.
#[derive(Default)]
struct Said {
    trouble: Option<(Which, Failure)>,
    done: Option<&'static str>,
    token: Option<String>,
    code: Option<String>,
    /// What was typed, to be seen again.
    name: String,
    back: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Asked {
    done: Option<String>,
    back: Option<String>,
}

/// What can be said after a form.
const DONE: [(&str, &str); 4] = [
    ("password", "account-done-password"),
    ("sessions", "account-done-sessions"),
    ("token", "account-done-token"),
    ("deleted", "account-done-deleted"),
];

async fn show(
    State(app): State<App>,
    reader: Reader,
    headers: HeaderMap,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Response {
    let asked = asked.map(|Query(asked)| asked).unwrap_or_default();
    let done = asked.done.and_then(|done| DONE.iter().find(|(name, _)| *name == done)).map(|(_, key)| *key);
    let back = asked.back.or_else(|| came_from(&headers));
    answer(&app, &reader, &headers, Said { done, back, ..Said::default() }).await
}

/// The page of ours that led here: after signing in the reader goes back to it.
fn came_from(headers: &HeaderMap) -> Option<String> {
    let page: http::Uri = headers.get(REFERER)?.to_str().ok()?.parse().ok()?;
    let ours = headers.get(http::header::HOST)?.to_str().ok()? == page.authority()?.as_str();
    let path = page.path_and_query()?.as_str();
    (ours && !path.starts_with("/account")).then(|| path.to_owned())
}

async fn sign_in(State(app): State<App>, reader: Reader, address: Address, headers: HeaderMap, form: Filled) -> Response {
    let fields = match filled(form) {
        Ok(fields) => fields,
        Err(failure) => return refuse(&app, &reader, &headers, Which::SignIn, failure, Fields::default()).await,
    };
    let credentials = Credentials { name: fields.name.trim().to_owned(), password: fields.password.clone() };
    match app.sign_in(&headers, address, credentials).await {
        Ok((_, headers)) => go_to(own_path(fields.back.as_deref()), headers),
        Err(failure) => refuse(&app, &reader, &headers, Which::SignIn, failure, fields).await,
    }
}

async fn sign_up(State(app): State<App>, reader: Reader, address: Address, headers: HeaderMap, form: Filled) -> Response {
    let fields = match filled(form) {
        Ok(fields) => fields,
        Err(failure) => return refuse(&app, &reader, &headers, Which::SignUp, failure, Fields::default()).await,
    };
    let credentials = Credentials { name: fields.name.trim().to_owned(), password: fields.password.clone() };
    match app.sign_up(&headers, address, credentials).await {
        Ok((user, headers, code)) => {
            welcome(&Reader { user: Some(user), ..reader }, headers, &code, own_path(fields.back.as_deref()))
        }
        Err(failure) => refuse(&app, &reader, &headers, Which::SignUp, failure, fields).await,
    }
}

async fn sign_out(State(app): State<App>, reader: Reader, headers: HeaderMap) -> Response {
    match app.sign_out(&headers).await {
        Ok(headers) => go_to("/", headers),
        Err(failure) => refuse(&app, &reader, &headers, Which::Sessions, failure, Fields::default()).await,
    }
}

async fn password(State(app): State<App>, reader: Reader, address: Address, headers: HeaderMap, form: Filled) -> Response {
    let changed = match filled(form) {
        Ok(Fields { password, new, .. }) => app.change_password(&headers, address, password, new).await,
        Err(failure) => Err(failure),
    };
    match changed {
        Ok(headers) => go_to("/account?done=password", headers),
        Err(failure) => refuse(&app, &reader, &headers, Which::Password, failure, Fields::default()).await,
    }
}

async fn recover(State(app): State<App>, reader: Reader, address: Address, headers: HeaderMap, form: Filled) -> Response {
    let fields = match filled(form) {
        Ok(fields) => fields,
        Err(failure) => return refuse(&app, &reader, &headers, Which::Recover, failure, Fields::default()).await,
    };
    match app.recover(address, fields.name.trim(), &fields.code, fields.new.clone()).await {
        Ok((user, headers, code)) => {
            let settings = app.settings(&user).await.inspect_err(Failure::log).unwrap_or_default();
            let looks = reader.looks.with(settings.clone());
            let reader = Reader { language: reader.language, user: Some(user), settings, looks };
            welcome(&reader, headers, &code, own_path(fields.back.as_deref()))
        }
        Err(failure) => refuse(&app, &reader, &headers, Which::Recover, failure, fields).await,
    }
}

/// The new recovery code, for who has just come in, and the way on.
fn welcome(reader: &Reader, mut headers: HeaderMap, code: &str, back: &str) -> Response {
    let texts = reader.texts();
    let content = html! {
        h1 { (reader.name().unwrap_or_default()) }
        div.card.welcome {
            h2 { (texts.get("account-recovery")) }
            p { (texts.get("account-recovery-why")) }
            (secret(&texts.get("account-recovery-code"), code))
            a.button.main href=(back) { (texts.get("account-recovery-continue")) }
        }
    };
    let page = frame(reader, &Page { path: "/account", title: texts.get("account-title"), module: None, areas: &[], content });
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    (headers, Html(page)).into_response()
}

async fn renew_recovery(State(app): State<App>, reader: Reader, address: Address, headers: HeaderMap, form: Filled) -> Response {
    let made = match filled(form) {
        Ok(fields) => app.renew_recovery(&headers, address, fields.password).await,
        Err(failure) => Err(failure),
    };
    match made {
        Ok(code) => answer(&app, &reader, &headers, Said { code: Some(code), ..Said::default() }).await,
        Err(failure) => refuse(&app, &reader, &headers, Which::Recovery, failure, Fields::default()).await,
    }
}

async fn end_sessions(State(app): State<App>, reader: Reader, headers: HeaderMap) -> Response {
    match app.end_other_sessions(&headers).await {
        Ok(()) => go_to("/account?done=sessions", HeaderMap::new()),
        Err(failure) => refuse(&app, &reader, &headers, Which::Sessions, failure, Fields::default()).await,
    }
}

async fn add_token(State(app): State<App>, reader: Reader, address: Address, headers: HeaderMap, form: Filled) -> Response {
    let added = match filled(form) {
        Ok(fields) => app.add_token(&headers, address, &fields.label).await,
        Err(failure) => Err(failure),
    };
    match added {
        Ok(token) => answer(&app, &reader, &headers, Said { token: Some(token), ..Said::default() }).await,
        Err(failure) => refuse(&app, &reader, &headers, Which::Tokens, failure, Fields::default()).await,
    }
}

async fn end_token(State(app): State<App>, reader: Reader, headers: HeaderMap, form: Filled) -> Response {
    let ended = match filled(form) {
        Ok(fields) => app.end_token(&headers, &fields.token).await,
        Err(failure) => Err(failure),
    };
    match ended {
        Ok(()) => go_to("/account?done=token", HeaderMap::new()),
        Err(failure) => refuse(&app, &reader, &headers, Which::Tokens, failure, Fields::default()).await,
    }
}

async fn delete(State(app): State<App>, reader: Reader, address: Address, headers: HeaderMap, form: Filled) -> Response {
    let deleted = match filled(form) {
        Ok(fields) => app.delete_account(&headers, address, fields.password).await,
        Err(failure) => Err(failure),
    };
    match deleted {
        Ok(headers) => go_to("/account?done=deleted", headers),
        Err(failure) => refuse(&app, &reader, &headers, Which::Delete, failure, Fields::default()).await,
    }
}

/// The page again, with what went wrong in its place.
async fn refuse(app: &App, reader: &Reader, headers: &HeaderMap, which: Which, failure: Failure, fields: Fields) -> Response {
    failure.log();
    let said = Said { trouble: Some((which, failure)), name: fields.name, back: fields.back, ..Said::default() };
    answer(app, reader, headers, said).await
}

async fn answer(app: &App, reader: &Reader, headers: &HeaderMap, said: Said) -> Response {
    let status = said.trouble.as_ref().map_or(StatusCode::OK, |(_, failure)| failure.status());
    let sessions = match reader.name() {
        Some(_) => app.other_sessions(headers).await.inspect_err(Failure::log).unwrap_or_default(),
        None => Vec::new(),
    };
    // It may show a secret, and who has signed out should not find it again.
    let headers = [(CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (status, headers, Html(page(reader, &said, &sessions))).into_response()
}

fn page(reader: &Reader, said: &Said, sessions: &[Opened]) -> String {
    let texts = reader.texts();
    let content = html! {
        @if let Some(done) = said.done { p.notice role="status" { (texts.get(done)) } }
        @match reader.name() {
            Some(name) => (signed_in(texts, name, said, sessions)),
            None => (signed_out(reader, said)),
        }
    };
    frame(reader, &Page { path: "/account", title: texts.get("account-title"), module: None, areas: &[], content })
}

fn signed_out(reader: &Reader, said: &Said) -> Markup {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let back = html! { @if let Some(back) = &said.back { input type="hidden" name="back" value=(own_path(Some(back))); } };
    let name = |which| if said.trouble.as_ref().is_some_and(|(other, _)| *other == which) { said.name.as_str() } else { "" };
    html! {
        h1 { (t("account-title")) }
        div.cards {
            div.card {
                form action="/account/sign-in" method="post" {
                    h2 { (t("account-sign-in")) }
                    (trouble(texts, said, Which::SignIn))
                    (back)
                    (field(&t("account-name"), "sign-in-name", "name", "text", "username", name(Which::SignIn), None))
                    (field(&t("account-password"), "sign-in-password", "password", "password", "current-password", "", None))
                    button.main type="submit" { (t("account-sign-in")) }
                }
                details open[said.trouble.as_ref().is_some_and(|(which, _)| *which == Which::Recover)] {
                    summary { (t("account-forgot")) }
                    form action="/account/recover" method="post" {
                        p { (t("account-forgot-lead")) }
                        (trouble(texts, said, Which::Recover))
                        (back)
                        (field(&t("account-name"), "recover-name", "name", "text", "username", name(Which::Recover), None))
                        (field(&t("account-recovery"), "recover-code", "code", "text", "off", "", None))
                        (field(&t("account-new-password"), "recover-password", "new", "password", "new-password", "", Some(&t("account-recover-hint"))))
                        button.main type="submit" { (t("account-recover")) }
                    }
                }
            }
            form.card action="/account/sign-up" method="post" {
                h2 { (t("account-sign-up")) }
                p { (t("account-sign-up-lead")) }
                @if reader.user.is_some() { p { (t("account-keeps-games")) } }
                (trouble(texts, said, Which::SignUp))
                (back)
                (field(&t("account-name"), "sign-up-name", "name", "text", "username", name(Which::SignUp), Some(&t("account-name-hint"))))
                (field(&t("account-password"), "sign-up-password", "password", "password", "new-password", "", Some(&t("account-password-hint"))))
                button.main type="submit" { (t("account-sign-up")) }
            }
        }
    }
}

fn signed_in(texts: &Texts, name: &str, said: &Said, sessions: &[Opened]) -> Markup {
    let t = |key| texts.get(key);
    let browsers = sessions.iter().filter(|session| session.label.is_none()).count();
    let programs: Vec<(&str, &Opened)> =
        sessions.iter().filter_map(|session| Some((session.label.as_deref()?, session))).collect();
    html! {
        h1 { (name) }
        div.row.account-links {
            a.button href={ "/user/" (name) } { (t("account-profile")) }
            a.button href="/settings" { (t("settings-title")) }
            form action="/account/sign-out" method="post" { button type="submit" { (t("account-sign-out")) } }
        }
        div.cards {
            form.card action="/account/password" method="post" {
                h2 { (t("account-change-password")) }
                (trouble(texts, said, Which::Password))
                // Programs that keep passwords look for the name beside them.
                input type="hidden" name="name" value=(name) autocomplete="username";
                (field(&t("account-password"), "old-password", "password", "password", "current-password", "", None))
                (field(&t("account-new-password"), "new-password", "new", "password", "new-password", "", Some(&t("account-change-hint"))))
                button.main type="submit" { (t("account-change-password")) }
            }
            form.card action="/account/recovery" method="post" {
                h2 { (t("account-recovery")) }
                p.quiet { (t("account-recovery-lead")) }
                (trouble(texts, said, Which::Recovery))
                @if let Some(code) = &said.code { (secret(&t("account-recovery-code"), code)) }
                input type="hidden" name="name" value=(name) autocomplete="username";
                (field(&t("account-password"), "recovery-password", "password", "password", "current-password", "", None))
                button type="submit" { (t("account-recovery-make")) }
            }
            div.card {
                h2 { (t("account-sessions")) }
                (trouble(texts, said, Which::Sessions))
                p { (texts.with("account-sessions-count", &[("count", &browsers.to_string())])) }
                form action="/account/sessions/end" method="post" {
                    button type="submit" disabled[browsers == 0] { (t("account-end-sessions")) }
                }
            }
            div.card {
                h2 { (t("account-tokens")) }
                p.quiet { (t("account-tokens-lead")) }
                (trouble(texts, said, Which::Tokens))
                @if let Some(token) = &said.token { (secret(&t("account-token-new"), token)) }
                @if !programs.is_empty() {
                    ul.plain {
                        @for (label, session) in &programs {
                            li.row {
                                span { (label) " " span.quiet { (date(session.since)) } }
                                form action="/account/tokens/end" method="post" {
                                    input type="hidden" name="token" value=(session.digest);
                                    button.danger type="submit" aria-label=(texts.with("account-token-end-named", &[("name", label)])) { (t("account-token-end")) }
                                }
                            }
                        }
                    }
                }
                form action="/account/tokens" method="post" {
                    div.field {
                        label for="token-label" { (t("account-token-label")) }
                        input #token-label name="label" required maxlength="40" autocomplete="off";
                    }
                    button type="submit" { (t("account-token-add")) }
                }
            }
            form.card action="/account/delete" method="post" {
                h2 { (t("account-delete")) }
                p.quiet { (t("account-delete-lead")) }
                (trouble(texts, said, Which::Delete))
                input type="hidden" name="name" value=(name) autocomplete="username";
                (field(&t("account-password"), "delete-password", "password", "password", "current-password", "", None))
                button.danger type="submit" { (t("account-delete")) }
            }
        }
    }
}

/// Something that is told once.
fn secret(lead: &str, secret: &str) -> Markup {
    html! { div.notice.secret role="status" tabindex="-1" autofocus { p { (lead) } code.token { (secret) } } }
}

/// What went wrong in a form, at its head.
fn trouble(texts: &Texts, said: &Said, which: Which) -> Markup {
    let failure = said.trouble.as_ref().filter(|(other, _)| *other == which).map(|(_, failure)| failure);
    html! { @if let Some(failure) = failure { p.notice.bad role="alert" tabindex="-1" autofocus { (words(texts, which, failure)) } } }
}

/// A failure in the reader's language.
fn words(texts: &Texts, which: Which, failure: &Failure) -> String {
    texts.get(match failure {
        // Who is signed in was asked for the password alone.
        Failure::WrongPassword if which != Which::SignIn => "account-error-password-alone",
        Failure::WrongPassword => "account-error-wrong-password",
        Failure::WrongCode => "account-error-wrong-code",
        Failure::NameTaken => "account-error-name-taken",
        Failure::BadName => "account-error-bad-name",
        Failure::BadPassword => "account-error-bad-password",
        Failure::HasAccount => "account-error-has-account",
        Failure::SignedOut => "account-error-signed-out",
        Failure::TooMany => "account-error-too-many",
        _ => "account-error-other",
    })
}

fn field(label: &str, id: &str, name: &str, kind: &str, autocomplete: &str, value: &str, hint: Option<&str>) -> Markup {
    let hint_id = format!("{id}-hint");
    let new = autocomplete == "new-password";
    html! {
        div.field {
            label for=(id) { (label) }
            input id=(id) name=(name) type=(kind) autocomplete=(autocomplete) value=(value) required
                minlength=[new.then_some("8")] maxlength=(match (kind, name) { ("password", _) => "200", (_, "code") => "40", _ => "20" })
                autocapitalize="none" spellcheck="false" aria-describedby=[hint.map(|_| hint_id.as_str())];
            @if let Some(hint) = hint { p.hint.quiet id=(hint_id) { (hint) } }
        }
    }
}
