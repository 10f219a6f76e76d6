//! What the rules answer to the first questions of a page, put into the page: nobody waits for the module to choose a first move.

use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value};
use sumito_rules::Game;
use sumito_wasm::Desk;

/// The fields that `web/rules.js` reads.
const READ: [&str; 14] = [
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
];

/// What is told of a game, as an element of its page.
pub(super) fn told(game: &Game, moves: bool) -> Markup {
    // `<` would let a text end the element.
    let json = answers(game, moves).to_string().replace('<', "\\u003c");
    html! { script type="application/json" #told { (PreEscaped(json)) } }
}

/// How a game came to stand as it does, and if `moves` its legal moves, as the module tells them.
pub(super) fn answers(game: &Game, moves: bool) -> Value {
    let commands = ["replay", "moves"].into_iter().filter(|command| moves || *command != "moves");
    let asked = text(game);
    let answers = commands.map(|command| {
        let command = format!("{command} {asked}");
        let answer = answer(&command);
        (command, answer)
    });
    Value::Object(answers.collect())
}

/// The game as the page of a game names it.
fn text(game: &Game) -> String {
    let start = format!("{} rules {}", game.start(), game.rules());
    match game.moves() {
        [] => start,
        moves => moves.iter().fold(format!("{start} moves"), |text, m| text + " " + &m.to_string()),
    }
}

/// The lines of an answer, taken apart.
fn answer(command: &str) -> Value {
    let mut lines = Vec::new();
    Desk::new().command(command, &mut |line| {
        let mut fields = line.split('\t');
        let is = fields.next().unwrap_or_default();
        let fields = fields.filter_map(|field| field.split_once('=')).filter(|(key, _)| READ.contains(key));
        let fields = [("is", is)].into_iter().chain(fields).map(|(key, value)| (key.to_owned(), Value::from(value)));
        lines.push(Value::Object(fields.collect::<Map<_, _>>()));
    });
    lines.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sumito_rules::{Layout, Rules};

    #[test]
    fn a_page_carries_the_answers_of_the_module() {
        let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
        let first = game.legal_moves().iter().next().unwrap();
        game.play(first).unwrap();
        let page = told(&game, true).into_string();
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
        assert!(!told(&game, false).into_string().contains("\"moves "));
    }
}
