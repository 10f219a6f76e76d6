//! Tables for spreadsheets.

use crate::tournament::state::Tournament;

impl Tournament {
    /// The standings: a line of column names, then a line for each player.
    pub(crate) fn standings_table(&self) -> Vec<Vec<String>> {
        let mut head = ["rank", "number", "name", "rating", "points"].map(str::to_owned).to_vec();
        let rows = self.standings();
        let has_ties = rows.iter().any(|row| !row.ties.is_empty());
        head.extend(self.settings.tie_breaks.iter().filter(|_| has_ties).map(|tie_break| tie_break.name().to_owned()));
        head.extend(["won", "drawn", "lost", "performance"].map(str::to_owned));
        let line = |row: &crate::tournament::table::Row| {
            let player = &self.players[row.player];
            let rating = if player.rating == 0 { String::new() } else { player.rating.to_string() };
            let number = self.number(row.player).to_string();
            let mut line = vec![row.rank.to_string(), number, player.name.clone(), rating, row.points.to_string()];
            line.extend(row.ties.iter().map(ToString::to_string));
            line.extend([row.record.won, row.record.drawn, row.record.lost].map(|games| games.to_string()));
            line.push(row.performance.map(|performance| performance.to_string()).unwrap_or_default());
            line
        };
        [head].into_iter().chain(rows.iter().map(line)).collect()
    }

    /// All games in the order of their pairings.
    pub(crate) fn games_table(&self) -> Vec<Vec<String>> {
        let head = ["game", "black", "white", "result", "moves", "berserk"].map(str::to_owned).to_vec();
        let line = |board: &crate::tournament::Board| {
            let [black, white] = board.players.map(|player| self.players[player].name.clone());
            let berserk = match board.result.map_or([false; 2], |ended| ended.berserk) {
                [false, false] => "",
                [true, false] => "black",
                [false, true] => "white",
                [true, true] => "both",
            };
            let result = board.result.map_or("", |ended| ended.result.name()).to_owned();
            let plies = board.result.map_or(String::new(), |ended| ended.plies.to_string());
            vec![board.game.to_string(), black, white, result, plies, berserk.to_owned()]
        };
        [head].into_iter().chain(self.boards.iter().map(line)).collect()
    }
}
