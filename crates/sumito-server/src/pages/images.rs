//! The addresses of images: cards for links, plain boards, and films of games.

use axum::Router;
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use sumito_content::puzzles;
use sumito_content::texts::{Language, Texts};
use sumito_rules::diagram::{Diagram, Theme};

use super::Reader;
use super::cards::{
    board_image, card_image, card_of_game, card_of_line, card_of_puzzle, card_of_site, card_of_tournament, diagram,
    diagram_of_puzzle, film_image,
};
use super::preview::Preview;
use super::subject::Line;
use crate::app::App;
use crate::failure::Failure;
use crate::games::room::LoadedGame;
use crate::id::{GameId, TournamentId};
use crate::images::{Image, ImageKind};
use crate::people::caller::Caller;
use crate::people::limits::Limit;

/// The widths of plain boards in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 100..=1600;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/image/site.png", get(site))
        .route("/image/game/{file}", get(game))
        .route("/image/position.png", get(position_board))
        .route("/image/position.gif", get(position_film))
        .route("/image/puzzle/{file}", get(puzzle))
        .route("/image/tournament/{file}", get(tournament))
}

/// How an image should look.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Look {
    /// The language of a card.
    lang: Option<String>,
    /// With a width, it is a plain board.
    width: Option<String>,
    theme: Option<String>,
}

impl Look {
    fn width(&self) -> Result<Option<u32>, Failure> {
        let Some(text) = &self.width else { return Ok(None) };
        let width = text.parse().ok().filter(|width| WIDTHS.contains(width));
        let expected = || Failure::Bad(format!("width: expected {} to {} pixels", WIDTHS.start(), WIDTHS.end()));
        width.map(Some).ok_or_else(expected)
    }

    fn theme(&self) -> Result<Theme, Failure> {
        self.theme
            .as_deref()
            .map_or(Ok(Theme::Classic), |name| name.parse().map_err(|error| Failure::Bad(format!("theme: {error}"))))
    }

    /// A plain board if a width is given, otherwise a card.
    fn still(&self, board: impl FnOnce() -> Diagram, card: impl FnOnce() -> sumito_pictures::Card) -> Result<Still, Failure> {
        Ok(match self.width()? {
            Some(width) => Still { image: board_image(board(), self.theme()?, width), has_words: false },
            None => Still { image: card_image(&card()), has_words: true },
        })
    }
}

struct Still {
    image: Image,
    /// Words may change: somebody deletes an account, or we find a better one.
    has_words: bool,
}

impl Still {
    fn kept(&self, is_final: bool) -> Kept {
        match (is_final, self.has_words) {
            (true, false) => Kept::Forever,
            (true, true) => Kept::Day,
            (false, _) => Kept::Moment,
        }
    }
}

/// How long caches may keep an image.
#[derive(Copy, Clone)]
enum Kept {
    Forever,
    Day,
    Moment,
    /// Only the browser of somebody who may see it.
    Private,
}

impl Kept {
    fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Kept::Forever => "public, max-age=31536000, immutable",
            Kept::Day => "public, max-age=86400",
            Kept::Moment => "public, max-age=15",
            Kept::Private => "private, no-cache",
        })
    }
}

/// A request for an image.
struct Asker {
    app: App,
    caller: Caller,
    reader: Reader,
    headers: HeaderMap,
    look: Look,
}

impl FromRequestParts<App> for Asker {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Asker, Failure> {
        let Query(look) = Query::try_from_uri(&parts.uri).map_err(|rejection| Failure::Bad(rejection.body_text()))?;
        let Ok(caller) = Caller::from_request_parts(parts, app).await;
        let Ok(reader) = Reader::from_request_parts(parts, app).await;
        Ok(Asker { app: app.clone(), caller, reader, headers: parts.headers.clone(), look })
    }
}

impl Asker {
    /// In English unless the address says otherwise, because caches keep one image for everybody.
    fn texts(&self) -> &'static Texts {
        Texts::of(self.look.lang.as_deref().and_then(Language::find).unwrap_or(Language::English))
    }

    /// The image, unless the browser has it. Only what has to be drawn counts against the limits. `name` is that of the file.
    async fn answer(self, image: Image, kept: Kept, name: &str) -> Result<Response, Failure> {
        let tag = HeaderValue::try_from(image.digest.tag()).expect("letters and digits");
        let common = [(CACHE_CONTROL, kept.header()), (ETAG, tag.clone())];
        let known = self.headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag) {
            return Ok((StatusCode::NOT_MODIFIED, common).into_response());
        }
        let (limit, kind, ending) = match image.kind {
            ImageKind::Still => (Limit::Image, "image/png", "png"),
            ImageKind::Film => (Limit::Film, "image/gif", "gif"),
        };
        if !self.app.images.has(&image) {
            self.app.people.limit(limit, &self.caller)?;
        }
        let bytes = self.app.images.get(image).await?;
        let file = HeaderValue::try_from(format!("inline; filename=\"sumito-{name}.{ending}\"")).expect("letters and digits");
        let kind = HeaderValue::from_static(kind);
        Ok((common, [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, file)], bytes).into_response())
    }
}

async fn site(asker: Asker) -> Result<Response, Failure> {
    let image = card_image(&card_of_site(asker.texts()));
    asker.answer(image, Kept::Day, "site").await
}

async fn game(Path(file): Path<String>, asker: Asker) -> Result<Response, Failure> {
    let (name, is_film) = match file.split_once('.') {
        Some((name, "png")) => (name, false),
        Some((name, "gif")) => (name, true),
        _ => return Err(Failure::NotFound),
    };
    let id: GameId = name.parse().map_err(|_| Failure::NotFound)?;
    let image = asker.app.games.read(id, |loaded| image_of_game(&asker, id, loaded, is_film)).await?;
    let (image, kept) = image?;
    asker.answer(image, kept, name).await
}

fn image_of_game(asker: &Asker, id: GameId, loaded: &LoadedGame, is_film: bool) -> Result<(Image, Kept), Failure> {
    let live = &loaded.live;
    let is_findable = live.setup().is_findable();
    let plays = asker.reader.user.as_ref().is_some_and(|user| live.sides(user.id).next().is_some());
    // Of a game that strangers do not find, only its players get images.
    if !is_findable && !plays {
        return Err(Failure::NotFound);
    }
    let is_over = live.status().is_ended();
    let (image, kept) = if is_film {
        let film = if is_over { film_image(live.game(), asker.look.theme()?) } else { None };
        (film.ok_or_else(|| Failure::Bad("gif: expected a finished game with at least one move".to_owned()))?, Kept::Forever)
    } else {
        let still = asker.look.still(|| diagram(live.game()), || card_of_game(asker.texts(), id, loaded))?;
        let kept = still.kept(is_over);
        (still.image, kept)
    };
    Ok((image, if is_findable { kept } else { Kept::Private }))
}

async fn position_board(Query(line): Query<Line>, asker: Asker) -> Result<Response, Failure> {
    let (game, texts) = (line.read()?, asker.texts());
    let still = asker.look.still(|| diagram(&game), || card_of_line(texts, &Preview::of_line(texts, line, &game), &game))?;
    let kept = still.kept(true);
    asker.answer(still.image, kept, "position").await
}

async fn position_film(Query(line): Query<Line>, asker: Asker) -> Result<Response, Failure> {
    let film = film_image(&line.read()?, asker.look.theme()?);
    let film = film.ok_or_else(|| Failure::Bad("moves: expected at least one move".to_owned()))?;
    asker.answer(film, Kept::Forever, "position").await
}

async fn puzzle(Path(file): Path<String>, asker: Asker) -> Result<Response, Failure> {
    let puzzle = file.strip_suffix(".png").and_then(puzzles::find).ok_or(Failure::NotFound)?;
    let still = asker.look.still(|| diagram_of_puzzle(puzzle), || card_of_puzzle(asker.texts(), puzzle))?;
    let kept = still.kept(true);
    asker.answer(still.image, kept, &puzzle.id).await
}

async fn tournament(Path(file): Path<String>, asker: Asker) -> Result<Response, Failure> {
    let id: TournamentId = file.strip_suffix(".png").and_then(|name| name.parse().ok()).ok_or(Failure::NotFound)?;
    let state = asker.app.directing.read(id).await?;
    if !state.settings.listed {
        return Err(Failure::NotFound);
    }
    let image = card_image(&card_of_tournament(asker.texts(), id, &state));
    asker.answer(image, Kept::Moment, id.as_str()).await
}
