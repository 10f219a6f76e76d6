//! Reading TRF files.

use std::collections::HashMap;

use super::line::Line;
use super::{FIRST_ROUND, TrfError};
use crate::event::{Bye, Entry, Event, Forbidden, Number, Outcome, Player, Score, Side};
use crate::problem::{MAX_ROUNDS, Problem};

/// Reads a TRF file.
pub fn read(text: &str) -> Result<Event, TrfError> {
    let mut reader = Reader::default();
    // With `\r\n`, every other line is empty.
    let ends = if text.contains("\r\n") { 2 } else { 1 };
    for (n, line) in text.split(['\n', '\r']).enumerate() {
        let number = n / ends;
        reader.read_line(&Line { number: number + 1, chars: line.trim_start_matches('\u{feff}').chars().collect() })?;
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    event: Event,
    /// By player: the line, and the points that it gives.
    lines: HashMap<Number, (Line, Option<Score>)>,
    accelerations: HashMap<Number, Vec<Score>>,
    marbles: HashMap<Number, Vec<Option<u8>>>,
    scores: HashMap<Number, Vec<Option<Score>>>,
    absent_next: Vec<Number>,
    /// Players that other lines name, and what to say if there is no such player.
    mentions: Vec<(Number, TrfError)>,
    has_bye_points: bool,
}

impl Reader {
    fn read_line(&mut self, line: &Line) -> Result<(), TrfError> {
        let code: String = line.chars.iter().take(3).collect();
        let words = line.words();
        let only = || match words.as_slice() {
            [] => Err(line.error(3, Problem::NoValue(code.clone()))),
            [word] => Ok(word),
            [_, (column, _), ..] => Err(line.error(*column, Problem::TwoValues(code.clone()))),
        };
        let unknown = |column: usize, text: &str, possible| {
            Err(line.error(column, Problem::UnknownValue { text: text.to_owned(), possible }))
        };
        match code.as_str() {
            "001" => return self.read_player(line),
            "XXR" | "142" => {
                let (column, word) = only()?;
                self.event.rounds = Some(line.round(*column, word)? + 1);
            }
            "XXC" => {
                for (column, word) in &words {
                    match word.as_str() {
                        "white1" => self.event.first_side = Some(Side::First),
                        "black1" => self.event.first_side = Some(Side::Second),
                        _ => return unknown(*column, word, &["white1", "black1"]),
                    }
                }
            }
            "152" => {
                let (column, word) = only()?;
                self.event.first_side = match word.as_str() {
                    "W" => Some(Side::First),
                    "B" => Some(Side::Second),
                    _ => return unknown(*column, word, &["W", "B"]),
                };
            }
            "XXP" => {
                let players = self.players(line, &words)?;
                self.event.forbidden.push(Forbidden { players, rounds: None });
            }
            "XXZ" => {
                let players = self.players(line, &words)?;
                self.absent_next.extend(players);
            }
            "240" => {
                let round = line.round(6, &line.columns(6, 9))?;
                let later: Vec<_> = words.iter().filter(|(column, _)| *column >= 10).cloned().collect();
                let players = self.players(line, &later)?;
                self.event.absent.extend(players.into_iter().map(|player| (round, player)));
            }
            "250" => self.read_accelerations(line)?,
            "260" => {
                let rounds = (line.round(4, &line.columns(4, 7))?, line.round(8, &line.columns(8, 11))?);
                let later: Vec<_> = words.iter().filter(|(column, _)| *column >= 12).cloned().collect();
                let players = self.players(line, &later)?;
                self.event.forbidden.push(Forbidden { players, rounds: Some(rounds) });
            }
            "XXA" => {
                let (player, fields) = self.by_round(line)?;
                let read = |(column, text): &(usize, String)| match text.as_str() {
                    "" => Ok(Score(0)),
                    text => line.score(*column, text),
                };
                self.accelerations.insert(player, fields.iter().map(read).collect::<Result<_, _>>()?);
            }
            "XXM" => {
                let (player, fields) = self.by_round(line)?;
                let read = |(column, text): &(usize, String)| match text.as_str() {
                    "" => Ok(None),
                    text => text.parse().map(Some).map_err(|_| line.error(*column, Problem::NotMarbles(text.to_owned()))),
                };
                self.marbles.insert(player, fields.iter().map(read).collect::<Result<_, _>>()?);
            }
            "XXG" => {
                let (player, fields) = self.by_round(line)?;
                let read = |(column, text): &(usize, String)| match text.as_str() {
                    "" => Ok(None),
                    text => line.score(*column, text).map(Some),
                };
                self.scores.insert(player, fields.iter().map(read).collect::<Result<_, _>>()?);
            }
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => {
                let (column, word) = only()?;
                let score = line.score(*column, word)?;
                self.set_points(code.chars().last().unwrap_or_default(), score);
            }
            "162" => self.read_points(line)?,
            _ if line.chars.iter().all(|c| c.is_whitespace()) => {}
            _ => self.event.headers.push(line.chars.iter().collect::<String>().trim_end().to_owned()),
        }
        Ok(())
    }

    fn players(&mut self, line: &Line, words: &[(usize, String)]) -> Result<Vec<Number>, TrfError> {
        let mut players = Vec::new();
        for (column, word) in words {
            let player = line.player(*column, word)?;
            self.mentions.push((player, line.error(*column, Problem::NoSuchPlayer(player))));
            players.push(player);
        }
        Ok(players)
    }

    /// A player and a field of four columns for every round.
    fn by_round(&mut self, line: &Line) -> Result<(Number, Vec<(usize, String)>), TrfError> {
        let player = line.player(4, &line.columns(4, 8))?;
        self.mentions.push((player, line.error(4, Problem::NoSuchPlayer(player))));
        let starts = (9..line.chars.len()).step_by(5);
        let fields: Vec<(usize, String)> = starts.map(|start| (start, line.columns(start, start + 4))).collect();
        if fields.len() > MAX_ROUNDS {
            return Err(line.error(9 + 5 * MAX_ROUNDS, Problem::TooManyRounds));
        }
        Ok((player, fields))
    }

    fn read_accelerations(&mut self, line: &Line) -> Result<(), TrfError> {
        let score = line.score(9, &line.columns(9, 13))?;
        let (start, end) = (line.round(14, &line.columns(14, 17))?, line.round(18, &line.columns(18, 21))?);
        let (first, last) = (line.player(22, &line.columns(22, 26))?, line.player(27, &line.columns(27, 31))?);
        for player in first..=last {
            let scores = self.accelerations.entry(player).or_default();
            scores.resize(scores.len().max(end + 1), Score(0));
            if start <= end {
                scores[start..=end].fill(score);
            }
        }
        Ok(())
    }

    fn read_points(&mut self, line: &Line) -> Result<(), TrfError> {
        for start in (5..line.chars.len()).step_by(9) {
            let kind = line.chars[start];
            let score = line.score(start + 1, &line.columns(start + 1, start + 5))?;
            match kind {
                'W' | 'D' | 'L' => self.set_points(kind, score),
                'Z' => ['Z', 'F'].into_iter().for_each(|kind| self.set_points(kind, score)),
                'P' => self.set_points('U', score),
                _ => {
                    let possible = &["W", "D", "L", "Z", "P"];
                    return Err(line.error(start, Problem::UnknownValue { text: kind.to_string(), possible }));
                }
            }
        }
        Ok(())
    }

    fn set_points(&mut self, kind: char, score: Score) {
        let points = &mut self.event.points;
        match kind {
            'W' => {
                points.win = score;
                if !self.has_bye_points {
                    points.pairing_bye = score;
                }
            }
            'D' => points.draw = score,
            'L' => points.loss = score,
            'Z' => points.zero_bye = score,
            'F' => points.forfeit_loss = score,
            _ => {
                points.pairing_bye = score;
                self.has_bye_points = true;
            }
        }
    }

    fn read_player(&mut self, line: &Line) -> Result<(), TrfError> {
        let number = line.player(4, &line.columns(4, 8))?;
        if self.lines.contains_key(&number) {
            return Err(line.error(4, Problem::PlayerTwice(number)));
        }
        let rating = line.columns(48, 52);
        let rating = match rating.as_str() {
            "" => 0,
            text => text.parse().map_err(|_| line.error(48, Problem::NotARating(text.to_owned())))?,
        };
        let score = line.columns(80, 84);
        let score = if score.is_empty() { None } else { Some(line.score(80, &score)?) };
        let rank = line.columns(85, 89);
        let rank = match rank.as_str() {
            "" => None,
            text => Some(text.parse().map_err(|_| line.error(85, Problem::NotARank(text.to_owned())))?),
        };
        let (mut entries, mut skipped) = (Vec::new(), 0);
        for start in (FIRST_ROUND..line.chars.len()).step_by(10) {
            match read_entry(line, start, number)? {
                Some(entry) => {
                    entries.resize(entries.len() + skipped, Entry::Bye(Bye::Zero));
                    entries.push(entry);
                    skipped = 0;
                }
                // An empty round counts only if a later one is not.
                None => skipped += 1,
            }
        }
        if entries.len() > MAX_ROUNDS {
            return Err(line.error(FIRST_ROUND + 10 * MAX_ROUNDS, Problem::TooManyRounds));
        }
        let (title, name, origin) = (line.columns(9, 13), line.columns(14, 47), line.chars.get(53..80).unwrap_or_default());
        let origin = origin.iter().collect::<String>().trim_end().to_owned();
        // The title's columns matter: sex, then title.
        let title = if line.columns(9, 10).is_empty() && !title.is_empty() { format!(" {title}") } else { title };
        self.event.players.push(Player { number, name, rating, title, origin, rank, entries, ..Player::default() });
        self.lines.insert(number, (Line { number: line.number, chars: line.chars.clone() }, score));
        Ok(())
    }

    fn finish(mut self) -> Result<Event, TrfError> {
        if let Some((_, error)) = self.mentions.iter().find(|(player, _)| !self.lines.contains_key(player)) {
            return Err(error.clone());
        }
        self.event.players.sort_by_key(|player| player.number);
        for player in &mut self.event.players {
            player.accelerations = self.accelerations.remove(&player.number).unwrap_or_default();
            player.marbles = self.marbles.remove(&player.number).unwrap_or_default();
            player.scores = self.scores.remove(&player.number).unwrap_or_default();
        }
        let next = self.event.rounds_paired();
        self.event.absent.extend(self.absent_next.iter().map(|&player| (next, player)));
        self.check_games()?;
        self.check_scores()?;
        Ok(self.event)
    }

    /// Both players of a game must name each other, with different sides and results that fit.
    fn check_games(&self) -> Result<(), TrfError> {
        let index = self.event.index();
        for player in &self.event.players {
            let (line, _) = &self.lines[&player.number];
            for (n, entry) in player.entries.iter().enumerate() {
                let Entry::Game { opponent, side, outcome, .. } = *entry else { continue };
                let (start, round, player) = (FIRST_ROUND + 10 * n, n + 1, player.number);
                let Some(&other) = index.get(&opponent) else {
                    return Err(line.error(start, Problem::NoSuchPlayer(opponent)));
                };
                let reply = self.event.entry(other, n);
                let Entry::Game { opponent: back, side: other_side, outcome: other_outcome, .. } = reply else {
                    return Err(line.error(start, Problem::NoGame { player, opponent, round }));
                };
                if back != player {
                    return Err(line.error(start, Problem::OtherOpponent { player, opponent, other: back, round }));
                }
                if side.is_some() && side == other_side {
                    return Err(line.error(start + 5, Problem::SameColor { player, opponent, round }));
                }
                if !fits(outcome, other_outcome) {
                    return Err(line.error(start + 7, Problem::ResultsContradict { player, opponent, round }));
                }
            }
        }
        Ok(())
    }

    /// The points of a player must be those of the results. Some programs add the acceleration, or points of a bye in the next round.
    fn check_scores(&self) -> Result<(), TrfError> {
        let rounds = self.event.rounds_paired();
        for (n, player) in self.event.players.iter().enumerate() {
            let (line, given) = &self.lines[&player.number];
            let score = self.event.score(n, rounds);
            let bye = player.entries.get(rounds).map_or(Score(0), |entry| self.event.points.of(entry));
            let acceleration = player.accelerations.get(rounds).copied().unwrap_or_default();
            let possible = [score, score + bye, score + acceleration, score + bye + acceleration];
            if let Some(given) = *given
                && !possible.contains(&given)
            {
                return Err(line.error(80, Problem::PointsDiffer { player: player.number, given, points: score }));
            }
        }
        Ok(())
    }
}

fn fits(one: Outcome, other: Outcome) -> bool {
    match one {
        Outcome::Win => other == Outcome::Loss,
        // A director may count a game as lost for both.
        Outcome::Loss => matches!(other, Outcome::Win | Outcome::Loss),
        Outcome::Draw => other == Outcome::Draw,
        Outcome::ForfeitWin => other == Outcome::ForfeitLoss,
        Outcome::ForfeitLoss => matches!(other, Outcome::ForfeitWin | Outcome::ForfeitLoss),
        Outcome::Pending => other == Outcome::Pending,
    }
}

/// The entry of a round, in ten columns: opponent, color and result.
fn read_entry(line: &Line, start: usize, number: Number) -> Result<Option<Entry>, TrfError> {
    let at = |offset: usize| line.chars.get(start + offset).copied().unwrap_or(' ');
    for offset in [4, 6, 8, 9] {
        if !at(offset).is_whitespace() {
            return Err(line.error(start + offset, Problem::OutOfPlace(at(offset))));
        }
    }
    let opponent = line.columns(start, start + 4);
    let opponent = if opponent.is_empty() || opponent == "0000" { None } else { Some(line.player(start, &opponent)?) };
    if opponent == Some(number) {
        return Err(line.error(start, Problem::OwnOpponent(number)));
    }
    let (color, mark) = (at(5), at(7).to_ascii_uppercase());
    let side = match color {
        'w' => Some(Side::First),
        'b' => Some(Side::Second),
        '-' | ' ' => None,
        _ => return Err(line.error(start + 5, Problem::NotAColor(color))),
    };
    if opponent.is_none() && side.is_some() {
        return Err(line.error(start, Problem::ColorWithoutOpponent));
    }
    let (outcome, bye) = match mark {
        '1' | 'W' => (Some(Outcome::Win), None),
        '=' => (Some(Outcome::Draw), Some(Bye::Half)),
        'D' => (Some(Outcome::Draw), None),
        '0' | 'L' => (Some(Outcome::Loss), None),
        '+' => (Some(Outcome::ForfeitWin), Some(Bye::Pairing)),
        '-' => (Some(Outcome::ForfeitLoss), Some(Bye::Zero)),
        'U' => (None, Some(Bye::Pairing)),
        'F' => (None, Some(Bye::Full)),
        'H' => (None, Some(Bye::Half)),
        'Z' => (None, Some(Bye::Zero)),
        ' ' => (Some(Outcome::Pending), Some(Bye::Zero)),
        _ => return Err(line.error(start + 7, Problem::NotAResult(mark))),
    };
    let Some(opponent) = opponent else {
        if line.columns(start, start + 10).is_empty() {
            return Ok(None);
        }
        let wrong = || line.error(start + 7, Problem::ResultWithoutOpponent(mark));
        return bye.map(|bye| Some(Entry::Bye(bye))).ok_or_else(wrong);
    };
    let Some(outcome) = outcome else {
        return Err(line.error(start + 7, Problem::ByeWithOpponent { mark, opponent }));
    };
    let is_forfeit = matches!(outcome, Outcome::ForfeitWin | Outcome::ForfeitLoss);
    if side.is_none() && !is_forfeit {
        return Err(line.error(start + 5, Problem::NoColor));
    }
    Ok(Some(Entry::Game { opponent, side, outcome, rated: !matches!(mark, 'W' | 'D' | 'L') }))
}

/// Reads an entry on its own; nothing if it is none.
pub(crate) fn parse_entry(opponent: &str, color: &str, mark: &str) -> Option<Entry> {
    let opponent = if opponent == "0" { "0000" } else { opponent };
    let mark = if mark == "?" { " " } else { mark };
    let chars: Vec<char> = format!("{opponent:>4} {color} {mark}").chars().collect();
    if chars.len() != 8 {
        return None;
    }
    // A number of its own that no opponent has.
    read_entry(&Line { number: 1, chars }, 0, 0).ok().flatten()
}
