//! Records from games, and games from records.

use alloc::string::ToString;

use super::{GameResult, Record};
use crate::game::{Game, Outcome, Rules};
use crate::illegal::IllegalMove;

impl Record {
    /// The main line as a game, ended as the record says. The error is the first move that the rules forbid.
    ///
    /// A record without rules of its own is played by the standard ones, except that positions may repeat, as older servers allowed.
    /// So only a record's own rules can end the game before its moves do.
    ///
    /// Files rarely say how a game ended that was not decided on the board. A lost game counts as lost on time if the `Termination`
    /// tag mentions time, otherwise as resigned. A game with an unknown result is drawn if the tag says so, and otherwise not over,
    /// because the tag does not say who resigned.
    ///
    /// ```
    /// use sumito_rules::game::Win;
    /// use sumito_rules::{Color, Outcome, record};
    ///
    /// let file = "[Variant \"belgian\"]\n[Termination \"Time forfeit\"]\n\n1. a1b2 i5h5 0-1";
    /// let record = record::read(file.lines()).next().unwrap().unwrap();
    /// let game = record.to_game().unwrap();
    /// assert_eq!(game.moves().len(), 2);
    /// assert_eq!(game.outcome(), Some(Outcome::Won { winner: Color::White, by: Win::Time }));
    /// ```
    pub fn to_game(&self) -> Result<Game, IllegalMove> {
        let rules = self.rules.unwrap_or(Rules::STANDARD.with_repetition(None));
        let mut game = match self.layout() {
            Some(layout) => Game::new(layout, rules),
            None => Game::from_position(self.start, rules),
        };
        for m in self.moves() {
            game.play(m)?;
        }
        if game.outcome().is_none() {
            match self.result {
                GameResult::Won(winner) if self.ended_on_time() => game.flag_fall(!winner)?,
                GameResult::Won(winner) => game.resign(!winner)?,
                GameResult::Drawn => game.agree_draw()?,
                GameResult::Unknown if self.ended_drawn() => game.agree_draw()?,
                GameResult::Unknown => {}
            }
        }
        Ok(game)
    }

    /// In English, or in French as on the server MiGs: `Au temps`.
    fn ended_on_time(&self) -> bool {
        self.termination_says(&["time", "temps"])
    }

    /// In English, or in French as on the server MiGs: `Match nul`.
    fn ended_drawn(&self) -> bool {
        self.termination_says(&["draw", "drawn", "nul"])
    }

    fn termination_says(&self, words: &[&str]) -> bool {
        let termination = self.tag("Termination").unwrap_or_default().to_lowercase();
        termination.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word))
    }
}

/// The moves played and the result, without undone moves.
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

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        outcome.winner().map_or(GameResult::Drawn, GameResult::Won)
    }
}
