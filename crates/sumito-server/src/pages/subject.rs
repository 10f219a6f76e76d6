//! What other sites can show of this one, and its addresses: its page, its embedded page, and its images.

use serde::Deserialize;
use sumito_content::puzzles::{self, Puzzle};
use sumito_rules::party;

use crate::failure::Failure;
use crate::id::{GameId, TournamentId};
use crate::play::any_game::AnyGame;

/// What can be shown on other sites.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    Game(GameId),
    Position(Line),
    Puzzle(&'static Puzzle),
    Tournament(TournamentId),
}

/// A position and the moves that lead on from it, as in the addresses of the analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct Line {
    pub(super) position: String,
    pub(super) rules: String,
    pub(super) moves: String,
}

/// The longest line in bytes. The longest game of the server is shorter.
const LONGEST_LINE: usize = 8_000;

impl Line {
    /// The game, as the module of the rules names it.
    pub(super) fn text(&self) -> String {
        let Line { position, rules, moves } = self;
        format!("{position} rules {rules} moves {moves}")
    }

    /// The game with its moves.
    pub(super) fn read(&self) -> Result<AnyGame, Failure> {
        let text = self.text();
        if self.position.is_empty() {
            return Err(Failure::Bad("position: expected the name of a layout or a position".to_owned()));
        }
        if text.len() > LONGEST_LINE {
            return Err(Failure::Bad(format!("position, rules, moves: expected at most {LONGEST_LINE} bytes")));
        }
        match sumito_wasm::AnyGame::read(&text) {
            Ok(sumito_wasm::AnyGame::Two(game)) => Ok(AnyGame::Two(game)),
            Ok(sumito_wasm::AnyGame::Party(game)) => Ok(AnyGame::Party(game)),
            Err(why) => Err(Failure::Bad(format!("position, rules, moves: {why}"))),
        }
    }

    fn is_party(&self) -> bool {
        party::Layout::find(&self.position).is_some() || party::names_teams(&self.position)
    }

    fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for (key, value) in [("position", &self.position), ("rules", &self.rules), ("moves", &self.moves)] {
            if !value.is_empty() {
                query.append_pair(key, value);
            }
        }
        query.finish()
    }
}

impl Subject {
    /// The subject of a page or an embedded page of this site, by its path and query.
    pub(super) fn find(path: &str, query: &str) -> Option<Subject> {
        let value = |key: &str| form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == key).map(|(_, value)| value);
        let line = || {
            let text = |key| value(key).unwrap_or_default().into_owned();
            Line { position: text("position"), rules: text("rules"), moves: text("moves") }
        };
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        match parts[..] {
            ["game", id] | ["embed", "game", id] => id.parse().ok().map(Subject::Game),
            ["analysis"] | ["analysis", "party"] if value("game").is_some() => value("game")?.parse().ok().map(Subject::Game),
            ["analysis"] | ["analysis", "party"] | ["embed", "position"] => {
                Some(line()).filter(|line| !line.position.is_empty()).map(Subject::Position)
            }
            ["puzzles", id] | ["embed", "puzzle", id] => puzzles::find(id).map(Subject::Puzzle),
            ["tournaments", id] | ["embed", "tournament", id] => id.parse().ok().map(Subject::Tournament),
            _ => None,
        }
    }

    /// The path of its page on this site.
    pub(super) fn page(&self) -> String {
        match self {
            Subject::Game(id) => format!("/game/{id}"),
            Subject::Position(line) if line.is_party() => format!("/analysis/party?{}", line.query()),
            Subject::Position(line) => format!("/analysis?{}", line.query()),
            Subject::Puzzle(puzzle) => format!("/puzzles/{}", puzzle.id),
            Subject::Tournament(id) => format!("/tournaments/{id}"),
        }
    }

    /// The path of its page for other sites.
    pub(super) fn embed(&self) -> String {
        self.under("embed", "")
    }

    /// The path of the page that says how to share it.
    pub(super) fn share(&self) -> String {
        self.under("share", "")
    }

    /// The path of an image of it; `ending` is `.png` or `.gif`.
    pub(super) fn image(&self, ending: &str) -> String {
        self.under("image", ending)
    }

    fn under(&self, folder: &str, ending: &str) -> String {
        match self {
            Subject::Game(id) => format!("/{folder}/game/{id}{ending}"),
            Subject::Position(line) => format!("/{folder}/position{ending}?{}", line.query()),
            Subject::Puzzle(puzzle) => format!("/{folder}/puzzle/{}{ending}", puzzle.id),
            Subject::Tournament(id) => format!("/{folder}/tournament/{id}{ending}"),
        }
    }
}

/// An address with one more parameter.
pub(super) fn with_parameter(address: &str, key: &str, value: &str) -> String {
    let sign = if address.contains('?') { '&' } else { '?' };
    format!("{address}{sign}{key}={value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_subjects_and_back() {
        let puzzle = &puzzles::collection()[0].id;
        for path in [
            "/game/abcdefghij".to_owned(),
            "/analysis?position=belgian-daisy&moves=a1b2+i5h4".to_owned(),
            "/analysis?position=5%2F6%2F7%2F3b4%2F3bb4%2F3b4%2F7%2F6%2F5+w&rules=win%3D4".to_owned(),
            "/analysis/party?position=six".to_owned(),
            format!("/puzzles/{puzzle}"),
            "/tournaments/abcdefghij".to_owned(),
        ] {
            let split = |address: &str| {
                let (path, query) = address.split_once('?').unwrap_or((address, ""));
                Subject::find(path, query)
            };
            let subject = split(&path).unwrap_or_else(|| panic!("{path}"));
            assert_eq!(subject.page(), path);
            assert_eq!(split(&subject.embed()).unwrap().page(), path, "{}", subject.embed());
        }
        let of_game = Subject::find("/analysis", "game=abcdefghij&report").unwrap();
        assert_eq!(of_game.page(), "/game/abcdefghij");
        for (path, query) in
            [("/", ""), ("/game/short", ""), ("/analysis", ""), ("/puzzles/next", ""), ("/game/a/b", ""), ("", "")]
        {
            assert!(Subject::find(path, query).is_none(), "{path}");
        }
    }

    #[test]
    fn lines_read_or_say_what_is_wrong() {
        let line = |position: &str, rules: &str, moves: &str| Line {
            position: position.to_owned(),
            rules: rules.to_owned(),
            moves: moves.to_owned(),
        };
        assert_eq!(line("belgian-daisy", "", "a1b2 i5h4").read().unwrap().ply(), 2);
        assert_eq!(line("six", "win=3", "").read().unwrap().seating().seats().count(), 6);
        for (wrong, why) in [
            (line("", "", ""), "expected the name of a layout or a position"),
            (line("nowhere", "", ""), "found 'nowhere'"),
            (line("standard", "win=x", ""), "rules"),
            (line("standard", "", "a1a9"), "found 'a9'"),
            (line("standard", "", "e5e6"), "no marble on e5"),
            (line("standard", "", &"a1b2 ".repeat(2_000)), "at most 8000 bytes"),
        ] {
            let said = wrong.read().unwrap_err().to_string();
            assert!(said.contains(why), "{said}");
        }
    }
}
