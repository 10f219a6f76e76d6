//! Tournaments as tables: comma-separated values, as spreadsheets read and write them.
//!
//! The first line names the columns: `number`, `name`, `rating`, `points`, and one for each round, from `1`. A round is written as in TRF:
//! the opponent's number, the color and the result, such as `12 w 1`; `0 - U` is a bye. Only `name` is needed: players without a number are
//! numbered as they come. Fields may be separated by commas, semicolons or tabs. Points are written for people and not read.

use std::fmt;

use crate::event::{Entry, Event, Number, Player};
use crate::problem::{MAX_NUMBER, Problem};
use crate::trf;

/// Why a table cannot be read. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvError {
    /// The line.
    pub line: usize,
    /// The first character of the field.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub problem: Problem,
}

impl fmt::Display for CsvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for CsvError {}

/// Writes players and rounds as a table.
pub fn write(event: &Event) -> String {
    let rounds = event.players.iter().map(|player| player.entries.len()).max().unwrap_or(0);
    let paired = event.rounds_paired();
    let mut rows = vec![["number", "name", "rating", "points"].map(str::to_owned).to_vec()];
    rows[0].extend((1..=rounds).map(|round| round.to_string()));
    for (n, player) in event.players.iter().enumerate() {
        let rating = if player.rating == 0 { String::new() } else { player.rating.to_string() };
        let mut row = vec![player.number.to_string(), player.name.clone(), rating, event.score(n, paired).to_string()];
        row.extend((0..rounds).map(|round| player.entries.get(round).copied().map_or(String::new(), trf::entry_text)));
        rows.push(row);
    }
    table(&rows)
}

/// Rows as comma-separated values.
pub fn table(rows: &[Vec<String>]) -> String {
    let field = |text: &String| match text.chars().next() {
        // A spreadsheet would take such a text for a formula.
        Some('=' | '+' | '-' | '@') if text.parse::<f64>().is_err() => format!("\"'{}\"", text.replace('"', "\"\"")),
        _ if text.contains([',', '"', '\n', ';', '\t']) => format!("\"{}\"", text.replace('"', "\"\"")),
        _ => text.clone(),
    };
    rows.iter().fold(String::new(), |lines, row| lines + &row.iter().map(field).collect::<Vec<_>>().join(",") + "\n")
}

/// A row that is not blank: the number of its line, and its fields with their columns.
struct Row {
    line: usize,
    fields: Vec<(usize, String)>,
}

impl Row {
    /// A field, empty if there is none, and where it is.
    fn field(&self, place: Option<usize>) -> (&str, usize) {
        let field = place.and_then(|place| self.fields.get(place));
        field.map_or(("", 1), |(column, text)| (text.trim(), *column))
    }

    fn error(&self, column: usize, problem: Problem) -> CsvError {
        CsvError { line: self.line, column, problem }
    }

    /// A number, or zero if the field is empty.
    fn number(&self, place: Option<usize>, wrong: fn(String) -> Problem) -> Result<u16, CsvError> {
        let (text, column) = self.field(place);
        let number = if text.is_empty() { Some(0) } else { text.parse().ok().filter(|number| *number <= MAX_NUMBER) };
        number.ok_or_else(|| self.error(column, wrong(text.to_owned())))
    }
}

/// Reads a table.
pub fn read(text: &str) -> Result<Event, CsvError> {
    let rows = rows(text)?;
    let nowhere = |problem: Problem| CsvError { line: 1, column: 1, problem };
    let Some((head, rows)) = rows.split_first() else {
        return Err(nowhere(Problem::EmptyTable));
    };
    let names: Vec<String> = head.fields.iter().map(|(_, name)| name.trim().to_lowercase()).collect();
    let place = |name: &str| names.iter().position(|other| other == name);
    let Some(name_place) = place("name") else {
        return Err(nowhere(Problem::NoNameColumn));
    };
    let (numbers, ratings) = (place("number"), place("rating"));
    let rounds: Vec<usize> = (1..).map_while(|round: usize| place(&round.to_string())).collect();
    let mut event = Event::default();
    for row in rows {
        if event.players.len() >= MAX_NUMBER.into() {
            return Err(row.error(1, Problem::TooManyPlayers));
        }
        let own = match row.number(numbers, Problem::NotAPlayer)? {
            0 => event.players.len() as Number + 1,
            number => number,
        };
        let rating = row.number(ratings, Problem::NotARating)?;
        let (name, column) = row.field(Some(name_place));
        // Only the sign that keeps spreadsheets from computing goes.
        let guarded = name.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@']));
        let name = guarded.unwrap_or(name).to_owned();
        if name.is_empty() {
            return Err(row.error(column, Problem::NoName));
        }
        let mut player = Player { number: own, name, rating, ..Player::default() };
        for &round in &rounds {
            let (text, column) = row.field(Some(round));
            if text.is_empty() {
                break;
            }
            let wrong = || row.error(column, Problem::NotAnEntry(text.to_owned()));
            player.entries.push(entry(text).ok_or_else(wrong)?);
        }
        event.players.push(player);
    }
    // The rules of TRF files apply here too: both players of a game agree about it.
    trf::read(&trf::write(&event)).map_err(|found| {
        let row = found.line.checked_sub(1).and_then(|n| rows.get(n)).unwrap_or(head);
        let round = found.column.checked_sub(trf::FIRST_ROUND + 1).and_then(|column| rounds.get(column / 10));
        row.error(row.field(round.copied().or(numbers)).1, found.problem)
    })?;
    event.players.sort_by_key(|player| player.number);
    Ok(event)
}

/// A round such as `12 w 1`, with or without the blanks.
fn entry(text: &str) -> Option<Entry> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [opponent, color, mark] = words.as_slice() else { return None };
    trf::parse_entry(opponent, color, mark)
}

/// The rows that are not blank.
fn rows(text: &str) -> Result<Vec<Row>, CsvError> {
    let text = text.trim_start_matches('\u{feff}');
    // Spreadsheets of some countries write semicolons.
    let first = text.lines().next().unwrap_or_default();
    let separator = [',', ';', '\t'].into_iter().max_by_key(|separator| first.matches(*separator).count()).unwrap_or(',');
    let (mut rows, mut fields, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut column, mut is_quoted) = (1, 0, false);
    // Where the row and the field begin.
    let (mut row_start, mut field_start) = (1, 1);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        column += 1;
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                field.extend(letters.next());
                column += 1;
            }
            '"' if is_quoted || field.trim().is_empty() => is_quoted = !is_quoted,
            '\n' if !is_quoted => {
                fields.push((field_start, std::mem::take(&mut field)));
                rows.push(Row { line: row_start, fields: std::mem::take(&mut fields) });
                line += 1;
                (row_start, column, field_start) = (line, 0, 1);
            }
            _ if letter == separator && !is_quoted => {
                fields.push((field_start, std::mem::take(&mut field)));
                field_start = column + 1;
            }
            '\r' => {}
            _ => {
                if letter == '\n' {
                    (line, column) = (line + 1, 0);
                }
                field.push(letter);
            }
        }
    }
    if is_quoted {
        return Err(CsvError { line: row_start, column: field_start, problem: Problem::QuoteNotClosed });
    }
    fields.push((field_start, field));
    rows.push(Row { line: row_start, fields });
    rows.retain(|row| row.fields.iter().any(|(_, field)| !field.trim().is_empty()));
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_keep_their_apostrophes() {
        let names = ["'t Hooft", "'", "=1+1", "-Ada", "@bob"];
        let players = names.map(|name| Player { name: name.to_owned(), ..Player::default() });
        let mut event = Event { players: players.into(), ..Event::default() };
        for (player, number) in event.players.iter_mut().zip(1..) {
            player.number = number;
        }
        let back = read(&write(&event)).unwrap();
        assert_eq!(back.players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>(), names);
    }

    #[test]
    fn tables_are_read_with_any_separator() {
        for text in
            ["name,rating\nAda,1500\nBob,", "Name;Rating\r\nAda;1500\r\nBob;\r\n", "\u{feff}rating\tname\n1500\tAda\n\n\tBob\n"]
        {
            let event = read(text).unwrap();
            let players: Vec<_> =
                event.players.iter().map(|player| (player.number, player.name.as_str(), player.rating)).collect();
            assert_eq!(players, [(1, "Ada", 1500), (2, "Bob", 0)], "{text:?}");
        }
    }

    #[test]
    fn tables_with_rounds_come_back() {
        let text = "number,name,rating,points,1,2\n1,\"Ada, the first\",1500,1.5,2 w 1,0 - H\n2,\"B\"\"ob\",,1.0,1 b 0,0 - U\n";
        let event = read(text).unwrap();
        assert_eq!(write(&event), text);
    }

    #[test]
    fn mistakes_are_found_where_they_are() {
        for (text, expected) in [
            ("", "line 1, column 1: the table is empty: the first line names the columns, such as name,rating"),
            ("Ada\nBob", "line 1, column 1: there is no column 'name': the first line names the columns, such as name,rating"),
            ("name,rating\nAda,strong", "line 2, column 5: 'strong' is not a rating: a number up to 9999 is needed here"),
            ("name,rating\n\n,1500", "line 3, column 1: the name is missing"),
            ("name\n\"Ada", "line 2, column 1: a quotation mark is not closed"),
            (
                "name,1\nAda,won",
                "line 2, column 5: 'won' is not a round: expected opponent, color and result, such as 12 w 1, or 0 - U",
            ),
            (
                "name;1;2\nAda;2 w 1;0 - H\nBob;1 b 0;0 - X",
                "line 3, column 11: '0 - X' is not a round: expected opponent, color and result, such as 12 w 1, or 0 - U",
            ),
            (
                "name,1,2\nAda,2 w 1,2 b 1\nBob,1 b 0,1 w 1",
                "line 2, column 11: the results of players 1 and 2 in round 2 contradict each other",
            ),
            ("number,name\n1,Ada\n1,Bob", "line 3, column 1: player 1 appears twice"),
            (
                "number,name\n12345,Ada",
                "line 2, column 1: '12345' is not a starting number: a number from 1 to 9999 is needed here",
            ),
            (&("name".to_owned() + &"\nAda".repeat(10_000)), "line 10001, column 1: there are at most 9999 players"),
            ("name,1\nAda,2 w 1\nBob,1 b 1", "line 2, column 5: the results of players 1 and 2 in round 1 contradict each other"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(name[,;]1)?[ 0-9a-zA-Z,;\"\n=+-]{0,100}") {
            let _ = read(&text);
        }

        #[test]
        fn names_come_back(names in prop::collection::vec("[a-zż,;\" ]{0,8}[a-z]", 1..5)) {
            let rows: Vec<Vec<String>> = [vec!["name".to_owned(), "rating".to_owned()]].into_iter().chain(names.iter().map(|name| vec![name.clone(), String::new()])).collect();
            let event = read(&table(&rows)).unwrap();
            let back: Vec<String> = event.players.into_iter().map(|player| player.name).collect();
            prop_assert_eq!(back, names.iter().map(|name| name.trim().to_owned()).collect::<Vec<_>>());
        }
    }
}
