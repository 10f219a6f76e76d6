//! The settings page. With scripts each choice takes effect immediately; without them, the form saves all choices.

use axum::Router;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Form, Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::html;
use serde::Deserialize;
use sumito_content::texts::{Language, Texts};

use super::frame::{Page, frame};
use super::{Reader, go_to};
use crate::app::App;
use crate::failure::Failure;
use crate::http::cookies::set_cookie;
use crate::people::caller::Caller;
use crate::people::sessions::LIFETIME;
use crate::people::settings::{ALL_SETTINGS, Settings};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/settings", get(show).post(keep)).layer(DefaultBodyLimit::max(4 * 1024))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct SettingsQuery {
    kept: Option<String>,
}

async fn show(reader: Reader, query: Result<Query<SettingsQuery>, QueryRejection>) -> Html<String> {
    Html(page(&reader, query.is_ok_and(|Query(query)| query.kept.is_some()).then_some("settings-kept")))
}

type FilledForm = Result<Form<Vec<(String, String)>>, FormRejection>;

async fn keep(State(app): State<App>, reader: Reader, caller: Caller, form: FilledForm) -> Response {
    match choose(&app, &caller, form).await {
        Ok(headers) => go_to("/settings?kept", headers),
        Err(failure) => {
            failure.log();
            (failure.status(), Html(page(&reader, Some("settings-not-kept")))).into_response()
        }
    }
}

async fn choose(app: &App, caller: &Caller, form: FilledForm) -> Result<HeaderMap, Failure> {
    let Form(fields) = form.map_err(|rejection| Failure::Bad(rejection.body_text()))?;
    let settings = Settings::checked(fields.iter().map(|(key, value)| (key.as_str(), value.as_str())))?;
    let session = app.people.save_settings(caller, settings.clone()).await?;
    let mut headers = app.session_headers(session.as_ref());
    // The language stays after signing out.
    if let Some(language) = settings.get("language") {
        let (name, value) = set_cookie("language", language, LIFETIME, app.is_secure());
        headers.append(name, value);
    }
    Ok(headers)
}

fn page(reader: &Reader, said: Option<&str>) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let chosen = |key: &str, values: &[&'static str]| match key {
        "language" => reader.language.code(),
        _ => reader.settings.get(key).unwrap_or(values[0]),
    };
    let content = html! {
        h1 { (t("settings-title")) }
        p { (t(if reader.name().is_some() { "settings-lead-account" } else { "settings-lead-guest" })) }
        @if let Some(said) = said { p.notice role="status" { (t(said)) } }
        form.card.settings #settings action="/settings" method="post" {
            @for (key, values) in ALL_SETTINGS {
                div.field {
                    label for={ "setting-" (key) } { (label(texts, key)) }
                    select id={ "setting-" (key) } name=(key) {
                        @for value in values {
                            option value=(value) selected[*value == chosen(key, values)] { (name(texts, key, value)) }
                        }
                    }
                }
            }
            button.main type="submit" { (t("settings-keep")) }
        }
    };
    frame(
        reader,
        &Page { path: "/settings", title: t("settings-title"), module: Some("account.js"), areas: &["account"], content },
    )
}

/// The label of a setting, the same as in the panel beside boards, which has all but two.
fn label(texts: &Texts, key: &str) -> String {
    match key {
        "language" => texts.get("switch-language"),
        "theme" => texts.get("switch-theme"),
        key => texts.get(&format!("js-setting-{key}")),
    }
}

/// The label of a value.
fn name(texts: &Texts, key: &str, value: &str) -> String {
    match (key, value) {
        ("language", code) => Language::find(code).map_or_else(String::new, |language| Texts::of(language).get("language-name")),
        ("theme", theme) => texts.get(&format!("settings-theme-{theme}")),
        ("turn", sixths) => format!("{}°", 60 * sixths.parse::<u16>().unwrap_or_default()),
        ("notation", "abapro") => "Aba-Pro".to_owned(),
        ("notation", "nacre") => "Nacre".to_owned(),
        ("notation", _) => "PlayStrategy".to_owned(),
        (_, "on" | "off") => texts.get(&format!("js-setting-{value}")),
        (key, value) => texts.get(&format!("js-setting-{key}-{value}")),
    }
}
