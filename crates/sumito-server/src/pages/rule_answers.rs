//! The rules' answers to the first questions of a page, embedded in the page, so that a first move can be made before the WebAssembly module has loaded.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use sumito_rules::Game;
use sumito_wasm::Commands;

use crate::http::wire::{self, Json};

/// The fields of replays and moves that `web/rules.js` and `web/party-rules.js` read.
const READ: [&str; 27] = [
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
    "victim",
    "seats",
    "why",
    "blocked",
    "winners",
];

/// Who has left, and why: such as `blue-left`.
const LEFT: &str = "-left";

/// The answers as an element of a game page.
pub(super) fn embedded_answers(game: &Game, moves: bool) -> Markup {
    html! { script type="application/json" #rule-answers { (PreEscaped(answers(game, moves).embedded())) } }
}

/// The replay of a game and, if `moves`, its legal moves, as the module would answer.
pub(super) fn answers(game: &Game, moves: bool) -> Json {
    party_answers(&text(game), moves)
}

/// The same for a game for more than two, whose page has it as a script.
pub(super) fn embedded_party_answers(game: &str, moves: bool) -> Markup {
    html! { script type="application/json" #rule-answers { (PreEscaped(party_answers(game, moves).embedded())) } }
}

/// The same for a game in the words of the module.
pub(super) fn party_answers(asked: &str, moves: bool) -> Json {
    let commands = ["replay", "moves"].into_iter().filter(|command| moves || *command != "moves");
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
        let fields =
            fields.filter_map(|field| field.split_once('=')).filter(|(key, _)| READ.contains(key) || key.ends_with(LEFT));
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

    /// A page that is opened in the middle of a game shows the same as one that was there all along.
    #[test]
    fn what_the_script_of_larger_games_reads_is_there() {
        let script = include_str!("../../../../web/party-rules.js");
        let fields = script.split("line.").skip(1).map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap());
        // Those of other commands, and the type of the line.
        let read: Vec<&str> = fields.filter(|field| !["is", "key", "cell", "of", "id"].contains(field)).collect();
        assert!(read.len() > 10, "{read:?}");
        for field in read {
            assert!(READ.contains(&field), "{field}");
        }
        let left = answer("replay three moves White:resigned");
        assert_eq!(left.last().unwrap().get("white-left").map(String::as_str), Some("resigned"), "{left:?}");
        assert!(
            left.iter().any(|line| line["is"] == "leave" && line["seats"] == "white" && line["why"] == "resigned"),
            "{left:?}"
        );
    }

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

    /// What the scripts read of a line, by name.
    #[test]
    fn everything_that_the_scripts_read_is_embedded() {
        // The answers to other commands are never embedded.
        let others = ["is", "key", "cell", "says", "id", "of"];
        let mut found = 0;
        for script in ["rules.js", "party-rules.js"] {
            let path = format!("{}/../../web/{script}", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            for part in text.split("line").skip(1) {
                let name = match part.chars().next() {
                    Some('.') => part[1..].split(|c: char| !c.is_ascii_alphabetic()).next(),
                    Some('[') if part.starts_with("['") => part[2..].split('\'').next(),
                    _ => None,
                };
                let Some(name) = name.filter(|name| !others.contains(name)) else { continue };
                assert!(READ.contains(&name), "{script} reads {name}");
                found += 1;
            }
        }
        assert!(found > 20, "only {found} fields");
    }

    /// Trays, departures and winners of a larger game are on its page.
    #[test]
    fn the_page_of_a_party_knows_who_took_whose_marbles_and_who_left() {
        let start = "5/6/7/8/6bbw/8/7/6/uu3 b b-w-u 5,0,0 0 1";
        let asked = format!("{start} rules win=6 moves Blue:flag e7e8");
        let answers: Value = serde_json::from_str(&party_answers(&asked, false).to_string()).unwrap();
        let replay = &answers[format!("replay {asked}")];
        let is = |n: usize, key: &str| replay[n][key].as_str().unwrap_or_default().to_owned();
        assert_eq!((is(1, "is"), is(1, "seats"), is(1, "why")), ("leave".into(), "blue".into(), "flag".into()), "{replay}");
        assert_eq!((is(2, "blue-left"), is(2, "blocked")), ("flag".into(), String::new()), "{replay}");
        assert_eq!(
            (is(3, "by"), is(3, "victim"), is(4, "winners")),
            ("black".into(), "white".into(), "black".into()),
            "{replay}"
        );
    }
}
