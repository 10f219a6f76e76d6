//! The settings page. With scripts each choice takes effect immediately; without them, the form saves all choices.

use axum::Router;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Form, Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;
use sumito_content::texts::{Language, Texts};

use super::frame::{Page, frame};
use super::home::demo;
use super::{Reader, go_to};
use crate::app::App;
use crate::failure::Failure;
use crate::http::cookies::set_cookie;
use crate::people::caller::Caller;
use crate::people::sessions::LIFETIME;
use crate::people::settings::{ALL_SETTINGS, Settings};

/// The settings in the order of the page.
const GROUPS: [(&str, &[&str]); 3] = [
    ("look", &["theme", "marbles", "coordinates", "signs", "turn", "animation"]),
    ("play", &["confirm", "premove", "notation"]),
    ("site", &["language", "sounds", "chat"]),
];

/// The order of values, where it differs from the table of settings; the same as in `web/settings-panel.js`.
const ORDER: [&str; 5] = ["on", "slow", "normal", "fast", "off"];

/// The settings that are menus.
const MENUS: [&str; 3] = ["language", "turn", "notation"];

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
    let t = |key: &str| texts.get(key);
    let chosen = |key: &str, values: &[&'static str]| match key {
        "language" => reader.language.code(),
        _ => reader.settings.get(key).unwrap_or(values[0]),
    };
    let setting = |key: &str| {
        let values = ALL_SETTINGS.iter().find(|(known, _)| *known == key).map_or(&[][..], |(_, values)| values);
        setting(texts, key, values, chosen(key, values))
    };
    let content = html! {
        h1 { (t("settings-title")) }
        p { (t(if reader.name().is_some() { "settings-lead-account" } else { "settings-lead-guest" })) }
        @if let Some(said) = said { p.notice role="status" { (t(said)) } }
        div.settings-page {
            form.settings #settings action="/settings" method="post" {
                @for (group, keys) in GROUPS {
                    section.card aria-labelledby={ "group-" (group) } {
                        h2 id={ "group-" (group) } { (t(&format!("settings-group-{group}"))) }
                        @for key in keys { (setting(key)) }
                    }
                }
                button.main type="submit" { (t("settings-keep")) }
            }
            div.preview { (demo(texts)) p.quiet { (t("settings-preview")) } }
        }
    };
    frame(
        reader,
        &Page { path: "/settings", title: t("settings-title"), module: Some("account.js"), areas: &["account"], content },
    )
}

/// A setting: its label, and its values side by side, or in a menu where they are many or long.
fn setting(texts: &Texts, key: &str, values: &[&'static str], chosen: &str) -> Markup {
    let id = format!("setting-{key}");
    let mut values = values.to_vec();
    values.sort_by_key(|value| ORDER.iter().position(|known| known == value));
    html! {
        @if MENUS.contains(&key) {
            div.setting {
                label for=(id) { (label(texts, key)) }
                select id=(id) name=(key) {
                    @for value in &values { option value=(value) selected[*value == chosen] { (name(texts, key, value)) } }
                }
            }
        } @else {
            div.setting.wide[values.len() > 3] role="radiogroup" aria-labelledby=(id) {
                b id=(id) { (label(texts, key)) }
                div.choices {
                    @for value in &values {
                        label {
                            input type="radio" name=(key) value=(value) checked[*value == chosen];
                            span { @if key == "marbles" { i.swatch data-marbles=(value) aria-hidden="true" {} } (name(texts, key, value)) }
                        }
                    }
                }
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_setting_once() {
        let mut shown: Vec<&str> = GROUPS.iter().flat_map(|(_, keys)| keys.iter().copied()).collect();
        let mut all: Vec<&str> = ALL_SETTINGS.iter().map(|(key, _)| *key).collect();
        shown.sort_unstable();
        all.sort_unstable();
        assert_eq!(shown, all);
    }
}
