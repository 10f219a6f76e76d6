//! Who stands where.

use std::cmp::Reverse;

use sumito_tournament::event::Outcome;
use sumito_tournament::knockout::{self, Tie};
use sumito_tournament::standings::{Value, standings};
use sumito_tournament::{Number, Score};

use crate::tournament::board::Board;
use crate::tournament::settings::Format;
use crate::tournament::state::{Phase, Tournament};

/// A row of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) player: usize,
    /// From 1; players that nothing separates share a rank.
    pub(crate) rank: usize,
    pub(crate) points: Score,
    /// One for each tie-break.
    pub(crate) ties: Vec<Value>,
    pub(crate) record: Record,
    /// The rating that these results would be usual for.
    pub(crate) performance: Option<i64>,
    /// In an arena, the points of each game, and whether a streak goes on.
    pub(crate) sheet: Vec<u32>,
    pub(crate) is_on_fire: bool,
}

/// Games won, drawn and lost by playing.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) won: usize,
    pub(crate) drawn: usize,
    pub(crate) lost: usize,
}

impl Tournament {
    /// The standings, best first.
    pub(crate) fn standings(&self) -> &[Row] {
        self.rows.get(|| self.compute_standings())
    }

    /// All who share the first place, once there is a winner.
    pub(crate) fn winners(&self) -> Vec<usize> {
        let has_ended = matches!(self.phase, Phase::Over(_)) && self.boards.iter().any(|board| board.result.is_some());
        if !has_ended {
            return Vec::new();
        }
        self.standings().iter().take_while(|row| row.rank == 1).map(|row| row.player).collect()
    }

    fn compute_standings(&self) -> Vec<Row> {
        let rows = self.ranked();
        if !self.rounds.last().is_some_and(|round| round.is_play_off) {
            return rows;
        }
        // The play-off orders those who were tied for first.
        let group = self.first_of(&rows);
        let places = ranks(&places(&self.play_off_paper(&group), knockout::Options::default()));
        let row = |(number, rank): (Number, usize)| {
            let player = group[usize::from(number) - 1];
            rows.iter().find(|row| row.player == player).map(|row| Row { rank, ..row.clone() })
        };
        places.into_iter().filter_map(row).chain(rows[group.len()..].iter().cloned()).collect()
    }

    /// Those with the first rank, by starting number.
    fn first_of(&self, rows: &[Row]) -> Vec<usize> {
        let mut group: Vec<usize> = rows.iter().take_while(|row| row.rank == 1).map(|row| row.player).collect();
        group.sort_by_key(|player| self.number(*player));
        group
    }

    /// Those whom the tie-breaks leave at the top, by starting number.
    pub(super) fn tied_for_first(&self) -> Vec<usize> {
        if matches!(self.settings.format, Format::Arena { .. } | Format::Knockout { .. }) {
            return Vec::new();
        }
        self.first_of(&self.ranked())
    }

    /// Without the play-off.
    fn ranked(&self) -> Vec<Row> {
        let order = |row: &Row| (row.rank, self.number(row.player));
        let mut rows = match self.settings.format {
            _ if self.phase == Phase::Open => self.entries(),
            Format::Arena { .. } => self.arena_rows(),
            Format::Knockout { .. } => self.knockout_rows(),
            _ => self.round_rows(),
        };
        rows.sort_by_key(order);
        rows
    }

    fn row(&self, player: usize, rank: usize, points: Score) -> Row {
        let record = self.record(player);
        let performance = self.performance(player);
        Row { player, rank, points, ties: Vec::new(), record, performance, sheet: Vec::new(), is_on_fire: false }
    }

    /// Before the start: by rating.
    fn entries(&self) -> Vec<Row> {
        let mut here: Vec<usize> = (0..self.players.len()).filter(|player| !self.players[*player].is_out).collect();
        here.sort_by_key(|player| Reverse(self.players[*player].rating));
        let mut rows: Vec<Row> = here.iter().map(|&player| self.row(player, 0, Score(0))).collect();
        rank_by(&mut rows, |row| self.players[row.player].rating);
        rows
    }

    fn round_rows(&self) -> Vec<Row> {
        let rows = standings(&self.paper(), &self.settings.tie_breaks);
        let row = |row: sumito_tournament::standings::Row| {
            let player = self.order[usize::from(row.number) - 1];
            Row { ties: row.values, ..self.row(player, row.rank, row.points) }
        };
        rows.into_iter().map(row).filter(|row| self.is_shown(row.player)).collect()
    }

    /// Whoever left without a game is not in the standings.
    fn is_shown(&self, player: usize) -> bool {
        !self.players[player].is_out || self.players[player].has_played()
    }

    fn arena_rows(&self) -> Vec<Row> {
        let row = |player: usize| {
            let sheet = &self.players[player].sheet;
            let row = self.row(player, 0, Score(10 * sheet.points));
            Row { sheet: sheet.games.clone(), is_on_fire: sheet.is_on_fire(), ..row }
        };
        let mut rows: Vec<Row> = (0..self.players.len()).filter(|player| self.is_shown(*player)).map(row).collect();
        // Who played better against the opponents they had comes first.
        rows.sort_by_key(|row| (Reverse(row.points), Reverse(row.performance)));
        rank_by(&mut rows, |row| (row.points, row.performance));
        rows
    }

    fn knockout_rows(&self) -> Vec<Row> {
        let places = places(&self.paper(), self.knockout_options());
        let row = |(number, rank): (Number, usize)| {
            let player = self.order[usize::from(number) - 1];
            let boards = self.players[player].boards.iter().map(|index| &self.boards[*index]);
            self.row(player, rank, Score(boards.filter(|board| won(board, player)).count() as u32 * 10))
        };
        ranks(&places).into_iter().map(row).collect()
    }

    /// The matches of a knockout, by stage.
    pub(crate) fn bracket(&self) -> Vec<Vec<Tie>> {
        if !matches!(self.settings.format, Format::Knockout { .. }) || self.order.is_empty() {
            return Vec::new();
        }
        knockout::bracket(&self.settled_paper(), self.knockout_options()).map(|(stages, _)| stages).unwrap_or_default()
    }

    /// The paper without a round that is being played.
    pub(super) fn settled_paper(&self) -> sumito_tournament::Event {
        let mut paper = self.paper();
        if self.open_boards > 0 {
            for player in &mut paper.players {
                player.entries.pop();
            }
        }
        paper
    }

    fn record(&self, player: usize) -> Record {
        let mut record = Record::default();
        for outcome in self.outcomes(player) {
            match outcome.1 {
                Outcome::Win => record.won += 1,
                Outcome::Draw => record.drawn += 1,
                Outcome::Loss => record.lost += 1,
                _ => {}
            }
        }
        record
    }

    /// The opponents and results of the games that a player has finished.
    fn outcomes(&self, player: usize) -> impl Iterator<Item = (usize, Outcome)> {
        self.players[player].boards.iter().filter_map(move |index| {
            let board = &self.boards[*index];
            let outcome = board.result?.result.outcome(board.side_of(player)?);
            Some((board.opponent_of(player), outcome))
        })
    }

    /// The average rating of the opponents, 400 more for each win and less for each loss.
    fn performance(&self, player: usize) -> Option<i64> {
        let games = self.outcomes(player).filter_map(|(opponent, outcome)| {
            let rating = i64::from(Some(self.players[opponent].rating).filter(|rating| *rating > 0)?);
            match outcome {
                Outcome::Win => Some(rating + 400),
                Outcome::Draw => Some(rating),
                Outcome::Loss => Some(rating - 400),
                _ => None,
            }
        });
        let games: Vec<i64> = games.collect();
        (!games.is_empty()).then(|| games.iter().sum::<i64>() / games.len() as i64)
    }
}

/// Gives sorted rows their ranks: those with the same key share one.
fn rank_by<K: PartialEq>(rows: &mut [Row], key: impl Fn(&Row) -> K) {
    for n in 0..rows.len() {
        let is_same = n > 0 && key(&rows[n]) == key(&rows[n - 1]);
        rows[n].rank = if is_same { rows[n - 1].rank } else { n + 1 };
    }
}

fn won(board: &Board, player: usize) -> bool {
    let outcome = board.result.zip(board.side_of(player)).map(|(ended, side)| ended.result.outcome(side));
    matches!(outcome, Some(Outcome::Win | Outcome::ForfeitWin))
}

/// How far each player of a knockout has come: the higher, the better.
fn places(paper: &sumito_tournament::Event, options: knockout::Options) -> Vec<(Number, i64)> {
    let mut settled = paper.clone();
    let is_pending = |player: &sumito_tournament::Player| {
        player.entries.last().is_some_and(|entry| entry.played().is_some_and(|(.., outcome)| outcome == Outcome::Pending))
    };
    if settled.players.iter().any(is_pending) {
        for player in &mut settled.players {
            player.entries.pop();
        }
    }
    let stages = knockout::bracket(&settled, options).map(|(stages, _)| stages).unwrap_or_default();
    let mut places: Vec<(Number, i64)> = paper.players.iter().map(|player| (player.number, 0)).collect();
    for (stage, ties) in stages.iter().enumerate() {
        let base = 8 * (stage as i64 + 1);
        for tie in ties {
            for player in [Some(tie.higher), tie.lower].into_iter().flatten() {
                let has_won = tie.winner == Some(player);
                // The match for the third place is below the final.
                let place = if tie.is_for_third_place { base - 2 + i64::from(has_won) } else { base + 3 * i64::from(has_won) };
                if let Some(known) = places.iter_mut().find(|(number, _)| *number == player) {
                    known.1 = place;
                }
            }
        }
    }
    places.sort_by_key(|(number, place)| (Reverse(*place), *number));
    places
}

/// Ranks from places, which are sorted.
fn ranks(places: &[(Number, i64)]) -> Vec<(Number, usize)> {
    let rank = |place: i64| places.iter().filter(|(_, other)| *other > place).count() + 1;
    places.iter().map(|&(number, place)| (number, rank(place))).collect()
}
