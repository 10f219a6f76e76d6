//! The data that pages give their scripts, as JSON.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Json;
use crate::id::GameId;

/// The server's reply to a legal move at a step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveReply {
    pub(crate) good: bool,
    /// Words for the learner.
    pub(crate) says: String,
    /// The move that the other side makes then.
    pub(crate) answer: Option<String>,
}

/// The replies to everything that a learner may try at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StepReplies {
    /// Each reply with the moves that get it.
    pub(crate) moves: Vec<(MoveReply, Vec<String>)>,
    /// Where the step wants an illegal attempt: the key of its reason, and the words for it.
    pub(crate) illegal: Option<(&'static str, String)>,
}

/// The replies for the page of a lesson, step by step.
pub(crate) fn lesson_replies(steps: &[StepReplies]) -> Json {
    let step = |StepReplies { moves, illegal }: &StepReplies| {
        let moves = moves.iter().map(|(MoveReply { good, says, answer }, moves)| {
            json!({"answer": {"good": good, "says": says, "reply": answer}, "moves": moves.join(" ")})
        });
        let illegal = illegal.as_ref().map(|(reason, says)| json!({"reason": reason, "says": says}));
        json!({"moves": moves.collect::<Vec<_>>(), "illegal": illegal})
    };
    Json(steps.iter().map(step).collect())
}

/// What the module of the rules answers to commands: for each command its lines, taken apart into fields.
pub(crate) fn rule_answers(answers: Vec<(String, Vec<BTreeMap<String, String>>)>) -> Json {
    Json(answers.into_iter().map(|(command, lines)| (command, json!(lines))).collect())
}

/// Texts by their keys.
pub(crate) fn texts<'a>(texts: impl IntoIterator<Item = (&'a str, String)>) -> Json {
    Json(texts.into_iter().map(|(key, text)| (key.to_owned(), Value::String(text))).collect())
}

/// A list of names.
pub(crate) fn names<'a>(names: impl Iterator<Item = &'a str>) -> Json {
    Json(names.collect())
}

/// The reply to the form that sets up a game, for its script.
pub(crate) fn created_game(id: GameId, address: &str, is_open_seat: bool) -> Json {
    Json(json!({"game": id.as_str(), "address": address, "openSeat": is_open_seat}))
}
