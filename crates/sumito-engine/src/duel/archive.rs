//! A match as a file of records, from which it can be resumed.

use sumito_rules::record::{self, Record};

use super::{Duel, Ending, Error, Standings};

impl Duel {
    /// A description of everything that decides which games are played: the `Event` tag of the match's records.
    pub fn event(&self) -> String {
        let [first, second] = self.contestants.each_ref().map(|contestant| {
            let pace = contestant.pace.unwrap_or(self.pace);
            format!("{} {pace}", contestant.name)
        });
        let layouts: Vec<&str> = self.openings.layouts.iter().map(|layout| layout.id).collect();
        let openings = format!("{} plies={} seed={}", layouts.join(","), self.openings.plies, self.openings.seed);
        format!("{first} v {second}; {openings}; {}", self.referee.rules)
    }

    /// The standings of a match by the text of its file, and how many bytes of the file count. A pair that was cut off by an interruption
    /// does not count, and must be removed from the file.
    pub fn resume(&self, text: &str) -> Result<(Standings, usize), Error> {
        let mut standings = Standings::default();
        let mut counted = 0;
        let mut games = games(text).into_iter();
        while let Some(one) = games.next() {
            let Some(two) = games.next() else { break };
            let end = two.as_ptr() as usize - text.as_ptr() as usize + two.len();
            let (Some(one), Some(two)) = (self.read(one)?, self.read(two)?) else { break };
            if (one.number, one.second, two.second) != (two.number, false, true) {
                return Err(Error(format!("the games of pair {} do not follow each other", one.number + 1)));
            }
            if !standings.played.contains(&one.number) {
                standings.add_games(one.number, [(&one.record, one.ending), (&two.record, two.ending)]);
            }
            counted = end;
        }
        Ok((standings, counted))
    }

    /// Reads a game; `None` if it was cut off.
    fn read(&self, text: &str) -> Result<Option<Saved>, Error> {
        let refuse = |message: String| Err(Error(message));
        let last_word = text.split_whitespace().next_back().unwrap_or_default();
        if !text.ends_with("\n\n") || last_word.parse::<sumito_rules::record::GameResult>().is_err() {
            return Ok(None);
        }
        let record = match record::read(text.lines()).next() {
            Some(Ok(record)) => record,
            Some(Err(error)) => return refuse(format!("a game of the file does not replay: {error}")),
            None => return Ok(None),
        };
        let (event, found) = (self.event(), record.tag("Event").unwrap_or("?").to_owned());
        if found != event {
            return refuse(format!("the file belongs to another match: {found}, not {event}"));
        }
        let round = record.tag("Round").unwrap_or_default();
        let parsed =
            round.split_once('.').and_then(|(number, game)| Some((number.parse::<u64>().ok()?, game.parse::<u64>().ok()?)));
        let Some((number @ 1.., game @ 1..=2)) = parsed else {
            return refuse(format!("expected a tag Round such as 12.1, found '{round}'"));
        };
        let termination = record.tag("Termination").unwrap_or_default();
        let Some(ending) = Ending::ALL.into_iter().find(|ending| ending.text() == termination) else {
            return refuse(format!("expected a tag Termination such as adjudicated, found '{termination}'"));
        };
        Ok(Some(Saved { number: number - 1, second: game == 2, ending, record }))
    }
}

/// A game of a file.
struct Saved {
    number: u64,
    second: bool,
    ending: Ending,
    record: Record,
}

/// The texts of the games: each begins with its first tag, which may be cut off at the end of the text.
fn games(text: &str) -> Vec<&str> {
    const TAG: &str = "[Event ";
    let lines = text.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some((*end - line.len(), line))
    });
    let starts: Vec<usize> =
        lines.filter(|(_, line)| line.starts_with(TAG) || TAG.starts_with(line)).map(|(start, _)| start).collect();
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| &text[start..end]).collect()
}
