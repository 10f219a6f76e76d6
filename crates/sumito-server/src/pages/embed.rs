//! Pages for other sites: a game that goes on, a position, a puzzle, a tournament, without anything around it. Whoever looks at them is nobody:
//! the guard drops cookies and tokens, and nothing here acts on an account.

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Deserialize;
use sumito_content::puzzles;
use sumito_content::texts::{Language, Texts};
use sumito_rules::diagram::Diagram;
use sumito_rules::party::Seat;
use sumito_rules::{Color, Game, Rules, Symmetry};

use super::Reader;
use super::frame::{ICON, drawn, flip, steps, tray};
use super::game::{name, seat, words};
use super::icons::{self, icon};
use super::party::tile;
use super::preview::Preview;
use super::rule_answers::{embedded_party_answers, party_answers};
use super::subject::{Line, Subject};
use super::{files, tournament_page};
use crate::app::App;
use crate::failure::Failure;
use crate::games::room::LoadedGame;
use crate::http::wire::{self, Json};
use crate::id::{GameId, TournamentId};
use crate::play::any_game::AnyGame;
use crate::play::seats::seat_name;
use crate::time::now;
use crate::tournament::Tournament;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/embed/game/{id}", get(game))
        .route("/embed/game/{id}/rule-answers", get(rule_answers))
        .route("/embed/position", get(position))
        .route("/embed/puzzle/{id}", get(puzzle))
        .route("/embed/tournament/{id}", get(tournament))
        .route("/embed/tournament/{id}/live", get(tournament_live))
}

/// What the site that embeds a page may choose.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Choices {
    theme: Option<String>,
    lang: Option<String>,
}

/// Somebody on another site.
struct Visitor {
    app: App,
    reader: Reader,
    /// `None` follows the visitor's system.
    theme: Option<&'static str>,
}

impl FromRequestParts<App> for Visitor {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, Self::Rejection> {
        let choices = Query::<Choices>::try_from_uri(&parts.uri).map(|Query(choices)| choices).unwrap_or_default();
        let Ok(mut reader) = Reader::from_request_parts(parts, app).await;
        reader.language = choices.lang.as_deref().and_then(Language::find).unwrap_or(reader.language);
        let theme = ["light", "dark"].into_iter().find(|theme| choices.theme.as_deref() == Some(theme));
        Ok(Visitor { app: app.clone(), reader, theme })
    }
}

/// An embedded page.
struct Embedded<'a> {
    preview: &'a Preview,
    /// What leads to the page on this site.
    way: &'static str,
    module: &'static str,
    areas: &'static [&'static str],
    content: Markup,
}

impl Visitor {
    fn texts(&self) -> &'static Texts {
        self.reader.texts()
    }

    /// The page, or why there is none; also for a frame on another site.
    fn answer(&self, page: Result<String, Failure>) -> Response {
        match page {
            // What it shows may change at any time.
            Ok(page) => ([(CACHE_CONTROL, HeaderValue::from_static("no-cache"))], Html(page)).into_response(),
            Err(failure) => {
                failure.log();
                let why = match failure.status() {
                    StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST => "embed-gone",
                    _ => "error-trouble",
                };
                (failure.status(), Html(error_page(&self.reader, why))).into_response()
            }
        }
    }

    fn page(&self, page: &Embedded<'_>) -> String {
        let Embedded { preview, way, module, areas, content } = page;
        let board = content.0.contains("<sumito-board").then_some("board");
        let areas: Vec<&str> = areas.iter().copied().chain(board).collect();
        let address = preview.subject.as_ref().map(Subject::page).unwrap_or_default();
        let head = html! {
            link rel="canonical" href={ (self.reader.origin.as_deref().unwrap_or_default()) (address) };
            @if areas.contains(&"party") { link rel="stylesheet" href=(files::address("party.css")); }
            @if areas.contains(&"tournaments") { link rel="stylesheet" href=(files::address("study.css")); }
            link rel="stylesheet" href=(files::address("embed.css"));
            script type="module" src=(files::address(module)) {}
            @for import in files::imports(module) { link rel="modulepreload" href=(files::address(&import)); }
            script type="application/json" #texts { (PreEscaped(self.texts().script(&areas))) }
        };
        let foot = html! {
            a.embed-way href=(address) target="_blank" rel="noopener" {
                span.embed-brand aria-hidden="true" { (PreEscaped(ICON)) }
                span { (self.texts().get(way)) }
                (icon(icons::OPEN))
                span.unseen { (self.texts().get("embed-new-tab")) }
            }
            span.embed-facts { (preview.facts) }
        };
        frame(&self.reader, self.theme, &preview.title, &head, content, &foot)
    }
}

/// The frame of an embedded page: no navigation, no reader.
fn frame(reader: &Reader, theme: Option<&str>, title: &str, head: &Markup, content: &Markup, foot: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang=(reader.language.code()) data-embedded data-theme=[theme] data-marbles="classic" data-coordinates="on" data-signs="off" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { (title) " · Sumito" }
                link rel="icon" href="/web/icon.svg" type="image/svg+xml";
                // Links lead out of the frame.
                base target="_blank";
                link rel="stylesheet" href=(files::address("style.css"));
                (head)
            }
            body.embed {
                main { h1.unseen { (title) } (content) }
                footer.embed-foot { (foot) }
            }
        }
    }
    .into_string()
}

/// The page of a frame for which there is nothing to show. `why` is the key of a text.
pub(super) fn error_page(reader: &Reader, why: &str) -> String {
    let texts = reader.texts();
    let head = html! { link rel="stylesheet" href=(files::address("embed.css")); };
    let content = html! { p.embed-nothing { (texts.get(why)) } };
    let foot = html! { a.embed-way href="/" target="_blank" rel="noopener" { span.embed-brand aria-hidden="true" { (PreEscaped(ICON)) } "Sumito" } };
    frame(reader, None, &texts.get(why), &head, &content, &foot)
}

fn id_of(text: &str) -> Result<GameId, Failure> {
    text.parse().map_err(|_| Failure::NotFound)
}

async fn game(Path(id): Path<String>, visitor: Visitor) -> Response {
    let page = async {
        let id = id_of(&id)?;
        visitor.app.games.read(id, |loaded| page_of_game(&visitor, id, loaded)).await?
    };
    visitor.answer(page.await)
}

fn page_of_game(visitor: &Visitor, id: GameId, loaded: &LoadedGame) -> Result<String, Failure> {
    if !loaded.live.setup().is_findable() {
        return Err(Failure::NotFound);
    }
    let texts = visitor.texts();
    let preview = Preview::of_game(texts, id, loaded);
    let is_live = !loaded.live.status().is_ended();
    let players = |color| seat(texts, loaded, color, &name(texts, loaded, color, &[]));
    let stage =
        Stage { text: &text_of(loaded), game: loaded.live.game(), says: &words(texts, loaded), steps: true, from_white: false };
    let content = html! {
        // The same as on the socket.
        script type="application/json" #game { (PreEscaped(wire::state(id, loaded, None, None, now()).embedded())) }
        (stage.markup(texts, players))
        p.embed-offline #offline role="status" hidden { (texts.get("game-offline")) }
    };
    let way = if is_live { "embed-watch" } else { "embed-game" };
    Ok(visitor.page(&Embedded {
        preview: &preview,
        way,
        module: module(loaded.live.game()),
        areas: areas(loaded.live.game()),
        content,
    }))
}

/// The game as its script names it.
fn text_of(loaded: &LoadedGame) -> GameText {
    let (game, setup) = (loaded.live.game(), loaded.live.setup());
    // More than two start from a layout, by which their pages name the game.
    match game {
        AnyGame::Two(_) => GameText::of(game),
        AnyGame::Party(_) => {
            GameText { start: format!("{} rules {}", setup.layout_id().unwrap_or_default(), setup.rules), words: game.words() }
        }
    }
}

/// A game in the words of the module of rules.
struct GameText {
    start: String,
    words: Vec<String>,
}

impl GameText {
    fn of(game: &AnyGame) -> GameText {
        let rules = match game {
            AnyGame::Two(game) => game.rules(),
            AnyGame::Party(game) => game.rules(),
        };
        GameText { start: format!("{} rules {rules}", game.start()), words: game.words() }
    }

    fn whole(&self) -> String {
        let Self { start, words } = self;
        if words.is_empty() { start.clone() } else { format!("{start} moves {}", words.join(" ")) }
    }
}

/// The script for a game.
fn module(game: &AnyGame) -> &'static str {
    if game.two().is_some() { "embed.js" } else { "embed-party.js" }
}

fn areas(game: &AnyGame) -> &'static [&'static str] {
    if game.two().is_some() { &["play", "game"] } else { &["play", "game", "party"] }
}

/// A board with its players and the moves.
struct Stage<'a> {
    text: &'a GameText,
    game: &'a AnyGame,
    says: &'a str,
    /// Whether one can step through the moves.
    steps: bool,
    /// Whether White sits below the board.
    from_white: bool,
}

impl Stage<'_> {
    fn markup(&self, texts: &Texts, player: impl Fn(Color) -> Markup) -> Markup {
        let GameText { start, words } = self.text;
        html! {
            // Every position of the game, so that the script needs the module of the rules only if it goes on.
            (embedded_party_answers(&self.text.whole(), false))
            div.embed-table.party[self.game.two().is_none()].many[self.game.two().is_none()] #embed-table data-mode="play"
                data-seats=(self.game.seating().seats().count()) data-start=(start) data-moves=(words.join(" ")) data-bottom=[self.from_white.then_some("white")] {
                div.stage.embed-stage.turned[self.from_white] {
                    @match self.game {
                        AnyGame::Two(game) => {
                            (player(Color::White))
                            (drawn(&self.look(Diagram::of(game.position()))))
                            (player(Color::Black))
                        },
                        AnyGame::Party(game) => {
                            (drawn(&self.look(Diagram::of_party(game.position()))))
                            @for seat in Seat::ALL { (tile(texts, seat)) }
                        },
                    }
                }
                div.embed-side {
                    p.say #say role="status" aria-live="polite" { (self.says) }
                    div.moves.pairs[self.game.two().is_some()].columns[self.game.two().is_none()] #moves hidden[!self.steps] {}
                    div.embed-controls hidden[!self.steps] { (steps(texts)) (flip(texts)) }
                }
            }
        }
    }

    fn look(&self, diagram: Diagram) -> Diagram {
        let diagram = if self.from_white { diagram.view(Symmetry::HALF_TURN) } else { diagram };
        self.game.last_move().map_or(diagram.clone(), |m| diagram.last_move(m))
    }
}

/// A side of the board without a player.
fn nobody(texts: &Texts, color: Color, ejected: u8) -> Markup {
    let id = seat_name(color);
    html! {
        div.seat id={ "seat-" (id) } {
            span class={ "dot " (id) } role="img" aria-label=(texts.get(id)) {}
            span.name { (texts.get(id)) }
            (tray(texts, !color, ejected))
        }
    }
}

/// What the rules say about every move of a game, for a page that follows it.
async fn rule_answers(Path(id): Path<String>, visitor: Visitor) -> Result<Response, Failure> {
    let id = id_of(&id)?;
    let look = |loaded: &LoadedGame| loaded.live.setup().is_findable().then(|| party_answers(&text_of(loaded).whole(), false));
    let answers: Json = visitor.app.games.read(id, look).await?.ok_or(Failure::NotFound)?;
    Ok(([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], answers).into_response())
}

async fn position(Query(line): Query<Line>, visitor: Visitor) -> Response {
    let page = line.read().map(|game| {
        let texts = visitor.texts();
        let preview = Preview::of_line(texts, line, &game);
        let score = game.score();
        let players = |color: Color| nobody(texts, color, score[color]);
        let stage =
            Stage { text: &GameText::of(&game), game: &game, says: &preview.headline, steps: game.ply() > 0, from_white: false };
        let content = stage.markup(texts, players);
        visitor.page(&Embedded { preview: &preview, way: "embed-position", module: module(&game), areas: areas(&game), content })
    });
    visitor.answer(page)
}

async fn puzzle(Path(id): Path<String>, visitor: Visitor) -> Response {
    let page = puzzles::find(&id).ok_or(Failure::NotFound).map(|puzzle| {
        let texts = visitor.texts();
        let preview = Preview::of_puzzle(texts, puzzle);
        let game = AnyGame::Two(Game::from_position(puzzle.position, Rules::default()));
        let players = |color: Color| nobody(texts, color, puzzle.position.lost(!color));
        // The solver sits below the board.
        let from_white = puzzle.position.turn() == Color::White;
        let stage = Stage { text: &GameText::of(&game), game: &game, says: &preview.headline, steps: false, from_white };
        let content = stage.markup(texts, players);
        visitor.page(&Embedded { preview: &preview, way: "embed-puzzle", module: "embed.js", areas: &["play"], content })
    });
    visitor.answer(page)
}

/// A tournament in the calendar.
async fn listed(visitor: &Visitor, id: &str) -> Result<(TournamentId, Arc<Tournament>), Failure> {
    let id = id.parse().map_err(|_| Failure::NotFound)?;
    let state = visitor.app.directing.read(id).await?;
    if state.settings.listed { Ok((id, state)) } else { Err(Failure::NotFound) }
}

async fn tournament(Path(id): Path<String>, visitor: Visitor) -> Response {
    let page = listed(&visitor, &id).await.map(|(id, state)| {
        let texts = visitor.texts();
        let preview = Preview::of_tournament(texts, id, &state);
        let content = html! {
            div.tournament-page.embed-tournament data-tournament=(id) {
                h2 { (state.settings.name) }
                div #live aria-live="polite" { (tournament_page::overview(texts, &state)) }
            }
        };
        visitor.page(&Embedded {
            preview: &preview,
            way: "embed-tournament",
            module: "embed-tournament.js",
            areas: &["tournaments"],
            content,
        })
    });
    visitor.answer(page)
}

/// The part of the page that changes, for its script.
async fn tournament_live(Path(id): Path<String>, visitor: Visitor) -> Response {
    let live = listed(&visitor, &id).await.map(|(_, state)| tournament_page::overview(visitor.texts(), &state).into_string());
    visitor.answer(live)
}
