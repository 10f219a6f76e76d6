//! oEmbed: a site that is given a link to a page of ours asks here how to show it. See <https://oembed.com>.

use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, HeaderValue, VARY};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use sumito_pictures::{CARD_HEIGHT, CARD_WIDTH};

use super::Reader;
use super::preview::Preview;
use super::share::{default_size, embed_code};
use super::subject::Subject;
use crate::app::App;
use crate::failure::Failure;
use crate::http::wire::{self, Oembed};

/// How long others should remember the answer, in seconds.
const CACHE_AGE: u32 = 3_600;
/// The smallest embedded page in pixels: with less, the board cannot be seen.
const LEAST: u32 = 200;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/oembed", get(oembed))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct OembedQuery {
    url: String,
    format: Option<String>,
    maxwidth: Option<String>,
    maxheight: Option<String>,
}

async fn oembed(State(app): State<App>, reader: Reader, Query(query): Query<OembedQuery>) -> Response {
    let answer = match describe(&app, &reader, &query).await {
        Ok(answer) => answer,
        Err(failure) => failure.into_response(),
    };
    // A script on any page may ask.
    ([(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"))], answer).into_response()
}

async fn describe(app: &App, reader: &Reader, query: &OembedQuery) -> Result<Response, Failure> {
    let refuse = |status, why: &str| Ok((status, wire::refused(&Failure::Bad(why.to_owned()), None)).into_response());
    if query.format.as_deref().is_some_and(|format| format != "json") {
        return refuse(StatusCode::NOT_IMPLEMENTED, "format: expected json");
    }
    if query.url.is_empty() {
        return Err(Failure::Bad("url: expected the address of a page of this site".to_owned()));
    }
    let most = [most("maxwidth", query.maxwidth.as_deref())?, most("maxheight", query.maxheight.as_deref())?];
    let origin = reader.origin.as_deref().ok_or_else(|| Failure::Bad("host: expected the name of this site".to_owned()))?;
    let subject = subject_of(origin, &query.url).ok_or(Failure::NotFound)?;
    let preview = preview_of(app, reader, subject.clone()).await?;
    if preview.subject.is_none() {
        return refuse(StatusCode::UNAUTHORIZED, "this is not public");
    }
    let [width, height] = default_size(&subject).map(|size| size.max(LEAST));
    let [width, height] = [width.min(most[0]), height.min(most[1])];
    let html = embed_code(origin, &subject, &preview.title, [width, height]);
    // A thumbnail has to fit as well.
    let fits = CARD_WIDTH <= most[0] && CARD_HEIGHT <= most[1];
    let thumbnail = fits.then(|| (format!("{origin}{}", preview.image(reader.language)), CARD_WIDTH, CARD_HEIGHT));
    let title = format!("{} · {}", preview.title, preview.description());
    let answer = wire::oembed(&Oembed { title, origin, html, width, height, thumbnail, cache_age: CACHE_AGE });
    let kept = [(CACHE_CONTROL, "public, max-age=60"), (VARY, "accept-language, cookie")];
    Ok((kept.map(|(name, value)| (name, HeaderValue::from_static(value))), answer).into_response())
}

/// The largest size that the other site has room for, in pixels.
fn most(name: &str, text: Option<&str>) -> Result<u32, Failure> {
    let Some(text) = text else { return Ok(u32::MAX) };
    let size = text.parse().ok().filter(|&size: &u32| size > 0);
    size.ok_or_else(|| Failure::Bad(format!("{name}: expected a number of pixels")))
}

/// What an address of this site shows.
fn subject_of(origin: &str, url: &str) -> Option<Subject> {
    // Links from before the site had a certificate, and the other way round.
    let rest = |url: &str| url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).map(str::to_owned);
    let address = rest(url)?.strip_prefix(&rest(origin)?)?.to_owned();
    let address = address.split('#').next()?;
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    if path.starts_with('/') { Subject::find(path, query) } else { None }
}

async fn preview_of(app: &App, reader: &Reader, subject: Subject) -> Result<Preview, Failure> {
    let texts = reader.texts();
    match subject {
        Subject::Game(id) => app.games.read(id, |loaded| Preview::of_game(texts, id, loaded)).await,
        Subject::Position(line) => {
            // An address that leads nowhere.
            let game = line.read().map_err(|_| Failure::NotFound)?;
            Ok(Preview::of_line(texts, line, &game))
        }
        Subject::Puzzle(puzzle) => Ok(Preview::of_puzzle(texts, puzzle)),
        Subject::Tournament(id) => Ok(Preview::of_tournament(texts, id, &*app.directing.read(id).await?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_this_site_are_known() {
        let origin = "https://sumito.example";
        for (url, expected) in [
            ("https://sumito.example/game/abcdefghij", Some("/game/abcdefghij")),
            ("http://sumito.example/game/abcdefghij#moves", Some("/game/abcdefghij")),
            ("https://sumito.example/analysis?position=six&x=y", Some("/analysis/party?position=six")),
            ("https://sumito.example.evil.org/game/abcdefghij", None),
            ("https://sumito.example@evil.org/game/abcdefghij", None),
            ("https://evil.org/https://sumito.example/game/abcdefghij", None),
            ("https://sumito.examplegame/abcdefghij", None),
            ("/game/abcdefghij", None),
            ("ftp://sumito.example/game/abcdefghij", None),
            ("https://sumito.example", None),
        ] {
            assert_eq!(subject_of(origin, url).map(|subject| subject.page()).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn sizes_are_numbers_of_pixels() {
        assert_eq!((most("maxwidth", None).unwrap(), most("maxwidth", Some("300")).unwrap()), (u32::MAX, 300));
        for wrong in ["0", "-1", "", "abc", "1e3", "99999999999999999999"] {
            assert!(most("maxwidth", Some(wrong)).is_err(), "{wrong}");
        }
    }
}
