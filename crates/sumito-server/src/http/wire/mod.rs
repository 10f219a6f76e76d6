//! The JSON of API, sockets and page data. No other code knows it; docs/api.md describes what programs may use.

mod command;
mod engine_room;
mod game;
mod lobby;
mod moderation;
mod oembed;
mod page;
mod people;
mod puzzles;
mod social;
mod tournaments;
mod workers;

use axum::Extension;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use sumito_rules::notation::ParseMoveError;

use crate::failure::{Failure, FailureKey};
use crate::games::new_game::NewGame;
use crate::play::refusal::Refusal;
use crate::tournament;

pub(crate) use command::{Command, Request, decline_reason};
pub(crate) use engine_room::{entered, left_room, room, room_entry, room_request};
pub(crate) use game::{chat, game_message, games, legal_moves, notice, options, state};
pub(crate) use lobby::{lobby, lobby_change, you};
pub(crate) use moderation::{answer_request, filed_report, measure_request, moderated_account, moderation, report_request};
pub(crate) use oembed::{Oembed, oembed};
pub(crate) use page::{MoveReply, StepReplies, created_game, lesson_replies, names, rule_answers, texts};
pub(crate) use people::{
    credentials, players, profile, rating_history, registered, settings, settings_request, stars, stars_request, token,
    token_request, user, user_or_null,
};
pub(crate) use puzzles::{attempt_request, attempted, finished_run, new_run, progress, puzzle, puzzles, run_request};
pub(crate) use social::{challenge_declined, challenges, following, found_games, users};
pub(crate) use tournaments::{
    Look as TournamentLook, new_tournament, tournament, tournament_changed, tournament_request, tournaments,
};
pub(crate) use workers::{job, lease_id, no_job, work_request};

/// A JSON value on its way out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Json(Value);

impl Json {
    pub(crate) const NULL: Json = Json(Value::Null);

    /// The text for a `script` element of a page: `<` would let a text end the element.
    pub(crate) fn embedded(&self) -> String {
        self.to_string().replace('<', "\\u003c")
    }
}

impl std::fmt::Display for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        self.log();
        let mut response = (self.status(), Extension(FailureKey(self.key())), refused(&self, None)).into_response();
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// A request to set up a game.
pub(crate) fn new_game(text: &str) -> Result<NewGame, Failure> {
    parse(text)
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::Bad(error.to_string()))
}

/// An action was done, and brought the game to this version. `id` is the one of the request.
pub(crate) fn done(version: u32, id: Option<u32>) -> Json {
    Json(json!({"type": "done", "version": version, "id": id}))
}

/// A refusal: a key for translations, English words, the cell that shows the reason where there is one, and what is wrong with a file.
pub(crate) fn refused(failure: &Failure, id: Option<u32>) -> Json {
    let cell = match failure {
        Failure::Refused(Refusal::Move(ParseMoveError::Illegal(illegal))) => illegal.cell().map(|cell| cell.to_string()),
        _ => None,
    };
    let problem = match failure {
        Failure::Tournament(tournament::Refusal::BadFile(bad)) => Some(tournaments::file_problem(bad)),
        _ => None,
    };
    let (key, message) = (failure.key(), failure.to_string());
    Json(json!({"type": "refused", "key": key, "message": message, "cell": cell, "problem": problem, "id": id}))
}

/// Why the server ends a stream.
pub(crate) fn stream_closed(why: &str) -> Json {
    Json(json!({"type": "closed", "why": why}))
}

/// Adds the fields of `more` to an object.
fn merge(value: &mut Value, more: Value) {
    if let (Value::Object(fields), Value::Object(more)) = (value, more) {
        fields.extend(more);
    }
}
