//! The account page: signing in, signing up, and managing an account. Plain forms, so that it works without scripts.

mod view;

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Form, Query, State};
use axum::http::header::{CACHE_CONTROL, REFERER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, http};
use serde::Deserialize;

use super::{Reader, go_to, own_path};
use crate::app::App;
use crate::db::Scope;
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
        .route("/account/bot", post(become_bot))
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
    Bot,
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
const DONE: [(&str, &str); 5] = [
    ("bot", "account-done-bot"),
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
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    (headers, Html(view::welcome(&reader, &recovery_code, back))).into_response()
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

async fn become_bot(State(app): State<App>, reader: Reader, caller: Caller) -> Response {
    match app.people.become_bot(&caller).await {
        Ok(_) => go_to("/account?done=bot", HeaderMap::new()),
        Err(failure) => refuse(&app, &reader, &caller, AccountForm::Bot, failure, Fields::default()).await,
    }
}

async fn delete(State(app): State<App>, reader: Reader, caller: Caller, form: FilledForm) -> Response {
    let deleted = match filled(form) {
        Ok(fields) => app.people.delete_account(&caller, fields.password, async |user| app.directing.forget(user).await).await,
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
    (status, headers, Html(view::page(reader, &feedback, &sessions, &blocked))).into_response()
}
