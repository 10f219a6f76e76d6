//! Sessions, accounts, tokens and settings.

use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};

use super::{ApiResult, SessionResult};
use crate::app::App;
use crate::http::wire::{self, Json};
use crate::people::caller::Caller;
use crate::people::limits::Limit;
use crate::people::settings::Settings;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/me", get(me).post(guest))
        .route("/api/account", post(register))
        .route("/api/account/bot", post(become_bot))
        .route("/api/session", post(sign_in).delete(sign_out))
        .route("/api/tokens", post(add_token))
        .route("/api/settings", get(settings).put(save_settings))
}

async fn me(State(app): State<App>, caller: Caller) -> ApiResult {
    Ok(wire::user_or_null(app.people.user(&caller).await?.as_ref()))
}

async fn guest(State(app): State<App>, caller: Caller) -> SessionResult {
    let identified = app.people.user_or_guest(&caller).await?;
    Ok((app.session_headers(identified.new_session.as_ref()), wire::user(&identified.user)))
}

async fn register(State(app): State<App>, caller: Caller, body: String) -> SessionResult {
    let welcome = app.people.sign_up(&caller, wire::credentials(&body)?).await?;
    let headers = app.session_headers(Some(&welcome.session));
    Ok((headers, wire::registered(&welcome.session.user, &welcome.recovery_code)))
}

async fn become_bot(State(app): State<App>, caller: Caller) -> ApiResult {
    Ok(wire::user(&app.people.become_bot(&caller).await?))
}

async fn sign_in(State(app): State<App>, caller: Caller, body: String) -> SessionResult {
    // A request that does not read counts as an attempt as well.
    let credentials = wire::credentials(&body).or_else(|failure| app.people.limit(Limit::Password, &caller).and(Err(failure)))?;
    let session = app.people.sign_in(&caller, credentials).await?;
    Ok((app.session_headers(Some(&session)), wire::user(&session.user)))
}

async fn sign_out(State(app): State<App>, caller: Caller) -> SessionResult {
    app.people.sign_out(&caller).await?;
    Ok((app.signed_out_headers(), Json::NULL))
}

async fn add_token(State(app): State<App>, caller: Caller, body: String) -> ApiResult {
    let (label, scope) = wire::token_request(&body)?;
    Ok(wire::token(&app.people.add_token(&caller, &label, scope).await?))
}

async fn settings(State(app): State<App>, caller: Caller) -> ApiResult {
    let settings = match app.people.user(&caller).await? {
        Some(user) => app.people.settings(&user).await?,
        None => Settings::default(),
    };
    Ok(wire::settings(&settings))
}

async fn save_settings(State(app): State<App>, caller: Caller, body: String) -> SessionResult {
    let settings = wire::settings_request(&body)?;
    let session = app.people.save_settings(&caller, settings.clone()).await?;
    Ok((app.session_headers(session.as_ref()), wire::settings(&settings)))
}
