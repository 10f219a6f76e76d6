//! Reads games from files and standard input one at a time, however long the file is.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use sumito_rules::Move;
use sumito_rules::diagram::Diagram;
use sumito_rules::notation::ParseMoveError;
use sumito_rules::party::{Action, Departure, Seat};
use sumito_rules::record::party::{self, AnyRecord};
use sumito_rules::record::{self, Record};

use crate::error::Error;
use crate::input::AnyPosition;

/// One game of a file, and how far to play it.
#[derive(Debug, clap::Args)]
pub(crate) struct GameArgs {
    /// A file of games: APGN, PlayStrategy or plain moves; - reads standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["position", "layout", "turn"])]
    pub(crate) file: Option<PathBuf>,
    /// Which game of the file
    #[arg(short, long, value_name = "N", default_value_t = 1, requires = "file", value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// The position after N plies, 0 for the start [default: the end of the game]
    #[arg(long, value_name = "N", requires = "file")]
    pub(crate) ply: Option<usize>,
}

impl GameArgs {
    /// The chosen game, if a file is given.
    pub(crate) fn read(&self) -> Result<Option<AnyRecord>, Error> {
        self.file.as_ref().map(|file| self.read_from(file)).transpose()
    }

    /// The chosen game of this file.
    pub(crate) fn read_from(&self, file: &Path) -> Result<AnyRecord, Error> {
        let mut count = 0;
        for game in Games::open(file)? {
            count += 1;
            if count == self.game {
                return game;
            }
            // A game that does not replay is counted and skipped; a file that cannot be read is an error.
            if let Err(error @ Error::File(..)) = game {
                return Err(error);
            }
        }
        let games = crate::plural::count(count, "game");
        Err(Error::Other(format!("{} has {games}; there is no game {}", display_name(file), self.game)))
    }
}

/// The game, if it is for two players.
pub(crate) fn for_two(record: AnyRecord) -> Result<Record, Error> {
    match record {
        AnyRecord::Two(record) => Ok(*record),
        AnyRecord::Party(_) => {
            Err(Error::Other("this game is for more than two players, which this verb does not support".into()))
        }
    }
}

/// A position of a game and what led to it.
pub(crate) struct Moment {
    pub(crate) ply: usize,
    pub(crate) position: AnyPosition,
    /// The move, and the position it was played in.
    pub(crate) last: Option<(AnyPosition, Move)>,
    /// Players who left after the move.
    pub(crate) left: Vec<(Seat, Departure)>,
}

impl Moment {
    /// The position with the last move highlighted.
    pub(crate) fn diagram(&self) -> Diagram {
        let diagram = self.position.diagram();
        match self.last {
            Some((_, m)) => diagram.last_move(m),
            None => diagram,
        }
    }
}

/// The positions of a game, from the start to the end.
pub(crate) fn moments(record: &AnyRecord) -> Vec<Moment> {
    let start = match record {
        AnyRecord::Two(record) => AnyPosition::Two(*record.start()),
        AnyRecord::Party(record) => AnyPosition::Party(*record.start()),
    };
    let mut moments = vec![Moment { ply: 0, position: start, last: None, left: Vec::new() }];
    let actions: Vec<Action> = match record {
        AnyRecord::Two(record) => record.moves().map(Action::Play).collect(),
        AnyRecord::Party(record) => record.actions().collect(),
    };
    for action in actions {
        let now = moments.last_mut().expect("the start is there");
        match (action, &mut now.position) {
            (Action::Play(m), &mut before) => {
                let ply = now.ply + 1;
                let position = match before {
                    AnyPosition::Two(position) => AnyPosition::Two(position.after_unchecked(m)),
                    AnyPosition::Party(position) => AnyPosition::Party(position.after_unchecked(m)),
                };
                moments.push(Moment { ply, position, last: Some((before, m)), left: Vec::new() });
            }
            (Action::Leave(seat, departure), AnyPosition::Party(position)) => {
                now.left.extend(position.leave(seat).is_ok().then_some((seat, departure)));
            }
            (Action::ResignTeam(team), AnyPosition::Party(position)) => {
                let staying = position.seating().members(team).filter(|&seat| !position.has_left(seat));
                now.left.extend(staying.map(|seat| (seat, Departure::Resigned)));
                // What was read replays.
                let _ = position.leave_as_team(team);
            }
            _ => {}
        }
    }
    moments
}

/// The moment after a number of plies, or the last one.
pub(crate) fn moment(record: &AnyRecord, ply: Option<usize>) -> Result<Moment, Error> {
    let plies = record.line().plies.len();
    let wanted = ply.unwrap_or(plies);
    moments(record)
        .into_iter()
        .nth(wanted)
        .ok_or_else(|| Error::Other(format!("the game has {plies} plies; there is no ply {wanted}")))
}

/// The games of a file. A game that does not replay is an error; the next one follows.
pub(crate) struct Games {
    name: String,
    input: Box<dyn BufRead>,
    /// `None` at the end of the file.
    reader: Option<party::Reader>,
    ready: VecDeque<Result<AnyRecord, party::Error>>,
    /// The lines of the game being read, to show where an error is.
    lines: VecDeque<String>,
    /// The number of lines read so far.
    read: usize,
    /// Whether the last line ended a game.
    reported: bool,
}

impl Games {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(path: &Path) -> Result<Games, Error> {
        let name = display_name(path);
        let input: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            Box::new(BufReader::new(File::open(path).map_err(|error| Error::File(name.clone(), error))?))
        };
        let reader = Some(party::Reader::new());
        Ok(Games { name, input, reader, ready: VecDeque::new(), lines: VecDeque::new(), read: 0, reported: false })
    }
}

impl Iterator for Games {
    type Item = Result<AnyRecord, Error>;

    fn next(&mut self) -> Option<Result<AnyRecord, Error>> {
        loop {
            if let Some(game) = self.ready.pop_front() {
                self.reported = true;
                return Some(game.map_err(|error| self.refusal(&error)));
            }
            self.reader.as_ref()?;
            let mut bytes = Vec::new();
            if let Err(error) = self.input.read_until(b'\n', &mut bytes) {
                self.reader = None;
                return Some(Err(Error::File(self.name.clone(), error)));
            }
            if bytes.is_empty() {
                self.ready.extend(self.reader.take().and_then(party::Reader::finish));
                continue;
            }
            // Old files contain names in other encodings; invalid UTF-8 is replaced.
            let line = String::from_utf8_lossy(&bytes).into_owned();
            self.keep(&line);
            self.ready.extend(self.reader.as_mut()?.push_line(&line));
        }
    }
}

impl Games {
    /// Keeps the lines of the game being read, up to a limit.
    fn keep(&mut self, line: &str) {
        let kept = if self.reported { 1 } else { MOST_LINES };
        while self.lines.len() > kept {
            self.lines.pop_front();
        }
        self.reported = false;
        self.lines.push_back(line.trim_end().to_owned());
        self.read += 1;
    }

    /// The error of a game, with the line it is in.
    fn refusal(&self, error: &party::Error) -> Error {
        let turn = error.turn.map_or(String::new(), |(number, seat)| format!(", move {number} of {seat}"));
        let message = format!("game {}{turn}: {}", error.game, message(&error.problem));
        let back = self.read.saturating_sub(error.line) + 1;
        let line = self.lines.len().checked_sub(back).and_then(|index| self.lines.get(index));
        let line = line.map_or("", String::as_str);
        Error::at(message, format!("{}, line {}", self.name, error.line), line, error.at)
    }
}

/// The problem in words, without its location, which is shown separately.
fn message(problem: &record::Problem) -> String {
    match problem {
        record::Problem::Move { text, error: ParseMoveError::Syntax(error) } => format!("'{text}': {}", error.message()),
        record::Problem::NoTag(error) | record::Problem::Code(error) | record::Problem::Start(error) => error.message().clone(),
        record::Problem::Tag { name, error } => format!("tag {name}: {}", error.message()),
        problem => problem.to_string(),
    }
}

/// The most lines kept for one game.
const MOST_LINES: usize = 10_000;

fn display_name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}
