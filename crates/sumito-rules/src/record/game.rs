//! Records of games, and games from records.

use super::{Record, RecordResult};
use crate::game::Game;
use crate::illegal::IllegalMove;
use crate::outcome::Outcome;
use crate::rules::Rules;

impl Record {
    /// The main line as a game, ended as the record says.
    ///
    /// Without rules of its own a record is played by the standard ones, but may repeat: servers of old let their players go
    /// on. It is refused only where its own rules end the game before its moves do.
    ///
    /// Files rarely tell how a game was lost that was not lost on the board: on time if the `Termination` tag speaks of time,
    /// otherwise by resignation. A game whose result is not known is drawn if the tag says so, and otherwise not over: the tag
    /// does not tell who gave up.
    ///
    /// ```
    /// use sumito_rules::{Color, Outcome, Win, read_records};
    ///
    /// let file = "[Variant \"belgian\"]\n[Termination \"Time forfeit\"]\n\n1. a1b2 i5h5 0-1";
    /// let record = read_records(file.lines()).next().unwrap().unwrap();
    /// let game = record.to_game().unwrap();
    /// assert_eq!(game.moves().len(), 2);
    /// assert_eq!(game.outcome(), Some(Outcome::Won { winner: Color::White, by: Win::Time }));
    /// ```
    pub fn to_game(&self) -> Result<Game, IllegalMove> {
        let rules = self.rules.unwrap_or(Rules { repetition: None, ..Rules::STANDARD });
        let mut game = match self.layout() {
            Some(layout) => Game::new(layout, rules),
            None => Game::from_position(self.start, rules),
        };
        for m in self.moves() {
            game.play(m)?;
        }
        if game.outcome().is_none() {
            match self.result {
                RecordResult::Won(winner) if self.ended_on_time() => game.flag_fall(!winner)?,
                RecordResult::Won(winner) => game.resign(!winner)?,
                RecordResult::Drawn => game.agree_draw()?,
                RecordResult::Unknown if self.ended_drawn() => game.agree_draw()?,
                RecordResult::Unknown => {}
            }
        }
        Ok(game)
    }

    /// In English, or in French as MiGs had it: `Au temps`.
    fn ended_on_time(&self) -> bool {
        self.termination_says(&["time", "temps"])
    }

    /// In English, or in French as MiGs had it: `Match nul`.
    fn ended_drawn(&self) -> bool {
        self.termination_says(&["draw", "drawn", "nul"])
    }

    fn termination_says(&self, words: &[&str]) -> bool {
        let termination = self.tag("Termination").unwrap_or_default().to_lowercase();
        termination.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word))
    }
}

/// The moves played and the result; what was undone is left out.
impl From<&Game> for Record {
    fn from(game: &Game) -> Record {
        let mut record = Record::new(*game.start()).with_rules(game.rules());
        record.line.plies = game.moves().iter().map(|&m| m.into()).collect();
        if let Some(outcome) = game.outcome() {
            record.result = outcome.into();
            record.set_tag("Termination", &outcome.to_string()).expect("a tag of letters that no field stands for");
        }
        record
    }
}

impl From<Outcome> for RecordResult {
    fn from(outcome: Outcome) -> RecordResult {
        outcome.winner().map_or(RecordResult::Drawn, RecordResult::Won)
    }
}
