//! The rules' answers to the first questions of a page, embedded in the page, so that a first move can be made before the WebAssembly module has loaded.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use sumito_rules::Game;
use sumito_wasm::Commands;

use crate::http::wire::{self, Json};

/// The fields that `web/rules.js` reads.
const READ: [&str; 22] = [
    "text",
    "kind",
    "cells",
    "direction",
    "steps",
    "ejected",
    "turn",
    "black",
    "white",
    "black-lost",
    "white-lost",
    "number",
    "result",
    "outcome",
    // For more than two players.
    "next",
    "teams",
    "blue",
    "red",
    "green",
    "yellow",
    "to-win",
    "by",
];

/// The answers as an element of a game page.
pub(super) fn embedded_answers(game: &Game, moves: bool) -> Markup {
    html! { script type="application/json" #rule-answers { (PreEscaped(answers(game, moves).embedded())) } }
}

/// The replay of a game and, if `moves`, its legal moves, as the module would answer.
pub(super) fn answers(game: &Game, moves: bool) -> Json {
    let commands = ["replay", "moves"].into_iter().filter(|command| moves || *command != "moves");
    let asked = text(game);
    let answers = commands.map(|command| {
        let command = format!("{command} {asked}");
        let answer = answer(&command);
        (command, answer)
    });
    wire::rule_answers(answers.collect())
}

/// The replays of games that have not begun, for more than two players.
pub(super) fn embedded_starts(games: impl Iterator<Item = String>) -> Markup {
    let commands = games.map(|game| format!("replay {game}"));
    let answers = wire::rule_answers(commands.map(|command| (command.clone(), answer(&command))).collect());
    html! { script type="application/json" #rule-answers { (PreEscaped(answers.embedded())) } }
}

/// The game as the page of a game names it.
fn text(game: &Game) -> String {
    let start = format!("{} rules {}", game.start(), game.rules());
    match game.moves() {
        [] => start,
        moves => moves.iter().fold(format!("{start} moves"), |text, m| text + " " + &m.to_string()),
    }
}

/// The lines of an answer, split into fields.
fn answer(command: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = Vec::new();
    Commands::new().command(command, &mut |line| {
        let mut fields = line.split('\t');
        let is = fields.next().unwrap_or_default();
        let fields = fields.filter_map(|field| field.split_once('=')).filter(|(key, _)| READ.contains(key));
        let fields = [("is", is)].into_iter().chain(fields).map(|(key, value)| (key.to_owned(), value.to_owned()));
        lines.push(fields.collect());
    });
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use sumito_rules::{Layout, Rules};

    use super::*;

    #[test]
    fn a_page_carries_the_answers_of_the_module() {
        let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
        let first = game.legal_moves().iter().next().unwrap();
        game.play(first).unwrap();
        let page = embedded_answers(&game, true).into_string();
        let (_, json) = page.split_once('>').unwrap();
        let json = json.trim_end_matches("</script>");
        let answers: Value = serde_json::from_str(json).unwrap();
        let asked = text(&game);
        assert!(asked.ends_with(&format!(" moves {first}")), "{asked}");
        let replay = answers[format!("replay {asked}")].as_array().unwrap();
        assert_eq!(replay.iter().map(|line| line["is"].as_str().unwrap()).collect::<Vec<_>>(), ["position", "move", "position"]);
        assert_eq!(replay[1]["text"], first.to_string());
        assert_eq!(replay[2]["text"], game.position().to_string());
        let moves = answers[format!("moves {asked}")].as_array().unwrap();
        assert_eq!(moves.len(), game.legal_moves().len());
        assert!(moves.iter().all(|line| line["is"] == "move" && line["says"].is_null()), "{moves:?}");
        assert!(!embedded_answers(&game, false).into_string().contains("\"moves "));
    }
}
