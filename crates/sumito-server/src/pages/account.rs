//! The account page: signing in, signing up, and managing an account. Plain forms, so that it works without scripts.

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
use crate::db::{Scope, SessionInfo, User};
use crate::failure::Failure;
use crate::people::accounts::{Credentials, Welcome};
use crate::people::caller::Caller;

/// The largest form on these pages, in bytes.
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
        // A refused form leaves its address in the browser; reloading it or switching the language must lead to the page.
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
    scope: String,
    back: Option<String>,
}

impl Fields {
    fn credentials(&self) -> Credentials {
        Credentials { name: self.name.trim().to_owned(), password: self.password.clone() }
    }
}

type FilledForm = Result<Form<Fields>, FormRejection>;

fn filled(form: FilledForm) -> Result<Fields, Failure> {
    form.map(|Form(fields)| fields).map_err(|rejection| Failure::Bad(rejection.body_text()))
}

/// The forms of the page.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum AccountForm {
    SignIn,
    SignUp,
    Recover,
    Password,
    Recovery,
    Sessions,
    Tokens,
    Delete,
}

/// The message after a form: an error, a confirmation, the secret of a new token, or a new recovery code.
#[derive(Default)]
struct Feedback {
    error: Option<(AccountForm, Failure)>,
    done: Option<&'static str>,
    token: Option<String>,
    code: Option<String>,
    /// The name that was typed, to be shown again.
    name: String,
    back: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct AccountQuery {
    done: Option<String>,
    back: Option<String>,
}

/// The confirmations.
const DONE: [(&str, &str); 4] = [
    ("password", "account-done-password"),
    ("sessions", "account-done-sessions"),
    ("token", "account-done-token"),
    ("deleted", "account-done-deleted"),
];

async fn show(
    State(app): State<App>,
    reader: Reader,
    caller: Caller,
    headers: HeaderMap,
    query: Result<Query<AccountQuery>, QueryRejection>,
) -> Response {
    let query = query.map(|Query(query)| query).unwrap_or_default();
    let done = query.done.and_then(|done| DONE.iter().find(|(name, _)| *name == done)).map(|(_, key)| *key);
    let back = query.back.or_else(|| came_from(&headers));
    respond(&app, &reader, &caller, Feedback { done, back, ..Feedback::default() }).await
}

/// The page that led here, to return to after signing in.
fn came_from(headers: &HeaderMap) -> Option<String> {
    let page: http::Uri = headers.get(REFERER)?.to_str().ok()?.parse().ok()?;
    let is_ours = headers.get(http::header::HOST)?.to_str().ok()? == page.authority()?.as_str();
    let path = page.path_and_query()?.as_str();
    (is_ours && !path.starts_with("/account")).then(|| path.to_owned())
}

async fn sign_in(State(app): State<App>, reader: Reader, caller: Caller, form: FilledForm) -> Response {
    let fields = match filled(form) {
        Ok(fields) => fields,
        Err(failure) => return refuse(&app, &reader, &caller, AccountForm::SignIn, failure, Fields::default()).await,
    };
    match app.people.sign_in(&caller, fields.credentials()).await {
        Ok(session) => go_to(own_path(fields.back.as_deref()), app.session_headers(Some(&session))),
        Err(failure) => refuse(&app, &reader, &caller, AccountForm::SignIn, failure, fields).await,
    }
}

async fn sign_up(State(app): State<App>, reader: Reader, caller: Caller, form: FilledForm) -> Response {
    let fields = match filled(form) {
        Ok(fields) => fields,
        Err(failure) => return refuse(&app, &reader, &caller, AccountForm::SignUp, failure, Fields::default()).await,
    };
    match app.people.sign_up(&caller, fields.credentials()).await {
        Ok(welcome) => welcome_page(&app, reader, welcome, own_path(fields.back.as_deref())),
        Err(failure) => refuse(&app, &reader, &caller, AccountForm::SignUp, failure, fields).await,
    }
}

async fn sign_out(State(app): State<App>, reader: Reader, caller: Caller) -> Response {
    match app.people.sign_out(&caller).await {
        Ok(()) => go_to("/", app.signed_out_headers()),
        Err(failure) => refuse(&app, &reader, &caller, AccountForm::Sessions, failure, Fields::default()).await,
    }
}

async fn password(State(app): State<App>, reader: Reader, caller: Caller, form: FilledForm) -> Response {
    let changed = match filled(form) {
        Ok(Fields { password, new, .. }) => app.people.change_password(&caller, password, new).await,
        Err(failure) => Err(failure),
    };
    match changed {
        Ok(session) => go_to("/account?done=password", app.session_headers(Some(&session))),
        Err(failure) => refuse(&app, &reader, &caller, AccountForm::Password, failure, Fields::default()).await,
    }
}

async fn recover(State(app): State<App>, reader: Reader, caller: Caller, form: FilledForm) -> Response {
    let fields = match filled(form) {
        Ok(fields) => fields,
        Err(failure) => return refuse(&app, &reader, &caller, AccountForm::Recover, failure, Fields::default()).await,
    };
    match app.people.recover(&caller, fields.name.trim(), &fields.code, fields.new.clone()).await {
        Ok(welcome) => {
            let settings = app.people.settings(&welcome.session.user).await.inspect_err(Failure::log).unwrap_or_default();
            let looks = reader.looks.with(settings.clone());
            let reader = Reader { settings, looks, ..reader };
            welcome_page(&app, reader, welcome, own_path(fields.back.as_deref()))
        }
        Err(failure) => refuse(&app, &reader, &caller, AccountForm::Recover, failure, fields).await,
    }
}

/// The new recovery code after signing up or recovering an account, with a link to continue.
fn welcome_page(app: &App, reader: Reader, Welcome { session, recovery_code }: Welcome, back: &str) -> Response {
    let mut headers = app.session_headers(Some(&session));
    let reader = Reader { user: Some(session.user), ..reader };
    let texts = reader.texts();
    let content = html! {
        h1 { (reader.name().unwrap_or_default()) }
        div.card.welcome {
            h2 { (texts.get("account-recovery")) }
            p { (texts.get("account-recovery-why")) }
            (secret(&texts.get("account-recovery-code"), &recovery_code))
            a.button.main href=(back) { (texts.get("account-recovery-continue")) }
        }
    };
    let page = frame(&reader, &Page { path: "/account", title: texts.get("account-title"), module: None, areas: &[], content });
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    (headers, Html(page)).into_response()
}

async fn renew_recovery(State(app): State<App>, reader: Reader, caller: Caller, form: FilledForm) -> Response {
    let renewed = match filled(form) {
        Ok(fields) => app.people.renew_recovery(&caller, fields.password).await,
        Err(failure) => Err(failure),
    };
    match renewed {
        Ok(code) => respond(&app, &reader, &caller, Feedback { code: Some(code), ..Feedback::default() }).await,
        Err(failure) => refuse(&app, &reader, &caller, AccountForm::Recovery, failure, Fields::default()).await,
    }
}

async fn end_sessions(State(app): State<App>, reader: Reader, caller: Caller) -> Response {
    match app.people.end_other_sessions(&caller).await {
        Ok(()) => go_to("/account?done=sessions", HeaderMap::new()),
        Err(failure) => refuse(&app, &reader, &caller, AccountForm::Sessions, failure, Fields::default()).await,
    }
}

async fn add_token(State(app): State<App>, reader: Reader, caller: Caller, form: FilledForm) -> Response {
    let added = match filled(form) {
        Ok(fields) => app.people.add_token(&caller, &fields.label, Scope::of_token(&fields.scope).unwrap_or(Scope::Read)).await,
        Err(failure) => Err(failure),
    };
    match added {
        Ok(token) => respond(&app, &reader, &caller, Feedback { token: Some(token), ..Feedback::default() }).await,
        Err(failure) => refuse(&app, &reader, &caller, AccountForm::Tokens, failure, Fields::default()).await,
    }
}

async fn end_token(State(app): State<App>, reader: Reader, caller: Caller, form: FilledForm) -> Response {
    let ended = match filled(form) {
        Ok(fields) => app.people.end_token(&caller, &fields.token).await,
        Err(failure) => Err(failure),
    };
    match ended {
        Ok(()) => go_to("/account?done=token", HeaderMap::new()),
        Err(failure) => refuse(&app, &reader, &caller, AccountForm::Tokens, failure, Fields::default()).await,
    }
}

async fn delete(State(app): State<App>, reader: Reader, caller: Caller, form: FilledForm) -> Response {
    let deleted = match filled(form) {
        Ok(fields) => app.people.delete_account(&caller, fields.password).await,
        Err(failure) => Err(failure),
    };
    match deleted {
        Ok(()) => go_to("/account?done=deleted", app.signed_out_headers()),
        Err(failure) => refuse(&app, &reader, &caller, AccountForm::Delete, failure, Fields::default()).await,
    }
}

/// The page again, with the error in its form.
async fn refuse(app: &App, reader: &Reader, caller: &Caller, form: AccountForm, failure: Failure, fields: Fields) -> Response {
    failure.log();
    let feedback = Feedback { error: Some((form, failure)), name: fields.name, back: fields.back, ..Feedback::default() };
    respond(app, reader, caller, feedback).await
}

async fn respond(app: &App, reader: &Reader, caller: &Caller, feedback: Feedback) -> Response {
    let status = feedback.error.as_ref().map_or(StatusCode::OK, |(_, failure)| failure.status());
    let sessions = match reader.name() {
        Some(_) => app.people.other_sessions(caller).await.inspect_err(Failure::log).unwrap_or_default(),
        None => Vec::new(),
    };
    // It may show a secret, and must not come back after signing out.
    let headers = [(CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    let blocked = match &reader.user {
        Some(user) if user.name.is_some() => app.people.blocked(user.id).await.inspect_err(Failure::log).unwrap_or_default(),
        _ => Vec::new(),
    };
    (status, headers, Html(page(reader, &feedback, &sessions, &blocked))).into_response()
}

fn page(reader: &Reader, feedback: &Feedback, sessions: &[SessionInfo], blocked: &[User]) -> String {
    let texts = reader.texts();
    let content = html! {
        @if let Some(done) = feedback.done { p.notice role="status" { (texts.get(done)) } }
        @match reader.name() {
            Some(name) => (signed_in(texts, name, feedback, sessions, blocked)),
            None => (signed_out(reader, feedback)),
        }
    };
    frame(reader, &Page { path: "/account", title: texts.get("account-title"), module: None, areas: &[], content })
}

fn signed_out(reader: &Reader, feedback: &Feedback) -> Markup {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let back = html! { @if let Some(back) = &feedback.back { input type="hidden" name="back" value=(own_path(Some(back))); } };
    let name = |form| if feedback.error.as_ref().is_some_and(|(other, _)| *other == form) { feedback.name.as_str() } else { "" };
    html! {
        h1 { (t("account-title")) }
        div.cards {
            div.card {
                form action="/account/sign-in" method="post" {
                    h2 { (t("account-sign-in")) }
                    (error(texts, feedback, AccountForm::SignIn))
                    (back)
                    (field(&t("account-name"), "sign-in-name", "name", "text", "username", name(AccountForm::SignIn), None))
                    (field(&t("account-password"), "sign-in-password", "password", "password", "current-password", "", None))
                    button.main type="submit" { (t("account-sign-in")) }
                }
                details open[feedback.error.as_ref().is_some_and(|(form, _)| *form == AccountForm::Recover)] {
                    summary { (t("account-forgot")) }
                    form action="/account/recover" method="post" {
                        p { (t("account-forgot-lead")) }
                        (error(texts, feedback, AccountForm::Recover))
                        (back)
                        (field(&t("account-name"), "recover-name", "name", "text", "username", name(AccountForm::Recover), None))
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
                (error(texts, feedback, AccountForm::SignUp))
                (back)
                (field(&t("account-name"), "sign-up-name", "name", "text", "username", name(AccountForm::SignUp), Some(&t("account-name-hint"))))
                (field(&t("account-password"), "sign-up-password", "password", "password", "new-password", "", Some(&t("account-password-hint"))))
                button.main type="submit" { (t("account-sign-up")) }
            }
        }
    }
}

fn signed_in(texts: &Texts, name: &str, feedback: &Feedback, sessions: &[SessionInfo], blocked: &[User]) -> Markup {
    let t = |key| texts.get(key);
    let browsers = sessions.iter().filter(|session| session.label.is_none()).count();
    let programs: Vec<(&str, &SessionInfo)> =
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
                (error(texts, feedback, AccountForm::Password))
                // Password managers look for the name.
                input type="hidden" name="name" value=(name) autocomplete="username";
                (field(&t("account-password"), "old-password", "password", "password", "current-password", "", None))
                (field(&t("account-new-password"), "new-password", "new", "password", "new-password", "", Some(&t("account-change-hint"))))
                button.main type="submit" { (t("account-change-password")) }
            }
            form.card action="/account/recovery" method="post" {
                h2 { (t("account-recovery")) }
                p.quiet { (t("account-recovery-lead")) }
                (error(texts, feedback, AccountForm::Recovery))
                @if let Some(code) = &feedback.code { (secret(&t("account-recovery-code"), code)) }
                input type="hidden" name="name" value=(name) autocomplete="username";
                (field(&t("account-password"), "recovery-password", "password", "password", "current-password", "", None))
                button type="submit" { (t("account-recovery-make")) }
            }
            div.card {
                h2 { (t("account-sessions")) }
                (error(texts, feedback, AccountForm::Sessions))
                p { (texts.with("account-sessions-count", &[("count", browsers.into())])) }
                form action="/account/sessions/end" method="post" {
                    button type="submit" disabled[browsers == 0] { (t("account-end-sessions")) }
                }
            }
            div.card {
                h2 { (t("account-tokens")) }
                p.quiet { (t("account-tokens-lead")) }
                (error(texts, feedback, AccountForm::Tokens))
                @if let Some(token) = &feedback.token { (secret(&t("account-token-new"), token)) }
                @if !programs.is_empty() {
                    ul.plain {
                        @for (label, session) in &programs {
                            li.row {
                                span { (label) " " span.quiet { (t(scope_key(session.scope))) " · " (date(session.since)) } }
                                form action="/account/tokens/end" method="post" {
                                    input type="hidden" name="token" value=(session.digest);
                                    button.danger type="submit" aria-label=(texts.with("account-token-end-named", &[("name", (*label).into())])) { (t("account-token-end")) }
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
                    fieldset {
                        legend { (t("account-token-scope")) }
                        div.choices {
                            @for scope in [Scope::Play, Scope::Read] {
                                label {
                                    input type="radio" name="scope" value=(scope.name()) checked[scope == Scope::Play];
                                    span { (t(scope_key(scope))) }
                                }
                            }
                        }
                        p.quiet.hint { (t("account-token-scope-why")) }
                    }
                    button type="submit" { (t("account-token-add")) }
                }
            }
            (blocked_players(texts, blocked))
            form.card action="/account/delete" method="post" {
                h2 { (t("account-delete")) }
                p.quiet { (t("account-delete-lead")) }
                (error(texts, feedback, AccountForm::Delete))
                input type="hidden" name="name" value=(name) autocomplete="username";
                (field(&t("account-password"), "delete-password", "password", "password", "current-password", "", None))
                button.danger type="submit" { (t("account-delete")) }
            }
        }
    }
}

fn blocked_players(texts: &Texts, blocked: &[User]) -> Markup {
    html! {
        div.card #blocked {
            h2 { (texts.get("account-blocked")) }
            p.quiet { (texts.get(if blocked.is_empty() { "account-blocked-none" } else { "account-blocked-lead" })) }
            ul.plain {
                @for name in blocked.iter().filter_map(|user| user.name.as_deref()) {
                    li.row {
                        a href={ "/user/" (name) } { (name) }
                        form action={ "/user/" (name) "/unblock" } method="post" {
                            input type="hidden" name="back" value="/account";
                            button type="submit" aria-label=(texts.with("account-unblock-named", &[("name", name.into())])) { (texts.get("profile-unblock")) }
                        }
                    }
                }
            }
        }
    }
}

/// What a program may do, in words.
fn scope_key(scope: Scope) -> &'static str {
    match scope {
        Scope::Read => "account-token-read",
        Scope::Play | Scope::Full => "account-token-play",
    }
}

/// Something that is shown once.
fn secret(lead: &str, secret: &str) -> Markup {
    html! { div.notice.secret role="status" tabindex="-1" autofocus { p { (lead) } code.token { (secret) } } }
}

/// The error of a form, at its top.
fn error(texts: &Texts, feedback: &Feedback, form: AccountForm) -> Markup {
    let failure = feedback.error.as_ref().filter(|(other, _)| *other == form).map(|(_, failure)| failure);
    html! { @if let Some(failure) = failure { p.notice.bad role="alert" tabindex="-1" autofocus { (words(texts, form, failure)) } } }
}

/// A failure in the reader's language.
fn words(texts: &Texts, form: AccountForm, failure: &Failure) -> String {
    texts.get(match failure {
        // A signed-in user entered only the password.
        Failure::WrongPassword if form != AccountForm::SignIn => "account-error-password-alone",
        Failure::WrongPassword => "account-error-wrong-password",
        Failure::WrongCode => "account-error-wrong-code",
        Failure::NameTaken => "account-error-name-taken",
        Failure::BadName => "account-error-bad-name",
        Failure::ReservedName => "refusal-reserved-name",
        Failure::BadPassword => "account-error-bad-password",
        Failure::CommonPassword => "refusal-common-password",
        Failure::TooManyGuesses => "refusal-too-many-guesses",
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
