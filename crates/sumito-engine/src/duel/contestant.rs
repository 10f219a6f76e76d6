//! The sides of a match: this engine with some settings, or any program that speaks the protocol.

use std::fmt;
use std::time::Duration;

use super::Error;
use crate::engine::Options;
use crate::network::Network;
use crate::params::Params;
use crate::protocol::{Bounds, OptionError};

/// One side of a match, written as words `key=value`.
///
/// Without `cmd=` it is this engine, `sumito`, with settings if there are any: the options of the protocol, such as `hash=64
/// evaluation=handmade level=5`, `network=FILE`, and the [numbers of the search](crate::params) by name. `greedy` is a player that looks
/// at nothing but its own move. With `cmd=`, which takes the
/// rest of the text, it is a program that speaks UGI, and other words are options set in it: `Hash=64 cmd=./other engine`. In both
/// cases `name=` is its name, and `movetime=`, `nodes=`, `depth=` or `clock=` its pace.
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    /// Its name in tables and records.
    pub name: String,
    /// How long it thinks, if that differs from the match.
    pub pace: Option<Pace>,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Engine { options: Options, network: Option<Vec<u8>> },
    Program { command: Vec<String>, options: Vec<(String, String)> },
}

/// How long a side thinks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pace {
    /// This much time for each move.
    MoveTime(Duration),
    /// This many positions for each move.
    Nodes(u64),
    /// This many plies for each move.
    Depth(u32),
    /// A clock for the whole game.
    Clock {
        /// On the clock at the start.
        base: Duration,
        /// Added after each move.
        increment: Duration,
    },
}

impl Contestant {
    /// Reads a contestant. `read` is called to read a network file.
    ///
    /// ```
    /// use sumito_engine::duel::{Contestant, Pace};
    ///
    /// let read = |_: &str| Err("no files here".to_owned());
    /// let plain = Contestant::parse("evaluation=handmade nodes=2000", read).unwrap();
    /// assert_eq!(plain.name, "evaluation=handmade");
    /// assert_eq!(plain.pace, Some(Pace::Nodes(2000)));
    /// assert!(Contestant::parse("evaluation=magic", read).is_err());
    /// ```
    pub fn parse(text: &str, read: impl Fn(&str) -> Result<Vec<u8>, String>) -> Result<Contestant, Error> {
        let (settings, command) = match text.split_once("cmd=") {
            Some((settings, command)) => (settings, Some(command.trim())),
            None => (text, None),
        };
        let (mut name, mut pace, mut words) = (None, None, Vec::new());
        for word in settings.split_whitespace().filter(|&word| word != DEFAULT) {
            if word == GREEDY {
                (name, pace) = (Some(GREEDY.to_owned()), Some(Pace::Depth(1)));
                words.push(("plain", "true"));
                continue;
            }
            let (key, value) =
                word.split_once('=').ok_or_else(|| Error(format!("expected a setting such as hash=16, found '{word}'")))?;
            match key {
                "name" => name = Some(value.to_owned()),
                _ => match Pace::parse(key, value)? {
                    Some(found) => pace = Some(found),
                    None => words.push((key, value)),
                },
            }
        }
        let said: Vec<String> =
            words.iter().map(|(key, value)| format!("{key}={value}")).chain(command.map(str::to_owned)).collect();
        let kind = match command {
            None => engine(&words, read)?,
            Some(command) => {
                let command = split_command(command);
                if command.is_empty() {
                    return Err(Error("expected a program after cmd=".to_owned()));
                }
                let options = words.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
                Kind::Program { command, options }
            }
        };
        let name = name.unwrap_or_else(|| if said.is_empty() { DEFAULT.to_owned() } else { said.join(" ") });
        Ok(Contestant { name, pace, kind })
    }

    /// The options of this engine; `None` for another program.
    pub fn options(&self) -> Option<&Options> {
        match &self.kind {
            Kind::Engine { options, .. } => Some(options),
            Kind::Program { .. } => None,
        }
    }
}

/// This engine without any settings.
const DEFAULT: &str = "sumito";

/// A player that looks only at its own move: it ejects a marble if it can, else it goes for the center.
const GREEDY: &str = "greedy";

/// This engine with these settings.
fn engine(words: &[(&str, &str)], read: impl Fn(&str) -> Result<Vec<u8>, String>) -> Result<Kind, Error> {
    let mut options = Options::default();
    let mut network = None;
    for &(key, value) in words {
        if key == "network" {
            let bytes = read(value).map_err(Error)?;
            Network::read(&bytes).map_err(|error| Error(format!("{value}: {error}")))?;
            network = Some(bytes);
        } else if let Some(param) = options.params.get_mut(key) {
            *param = number(key, value)?;
        } else {
            options = Bounds::default().set(&options, key, value).map_err(|error| match error {
                OptionError::Unknown(_) => {
                    Error(format!("{error}, network, and the numbers of the search: {}", Params::NAMES.join(", ")))
                }
                OptionError::Value { .. } => Error(error.to_string()),
            })?;
        }
    }
    Ok(Kind::Engine { options, network })
}

fn number<T: std::str::FromStr>(key: &str, value: &str) -> Result<T, Error> {
    value.parse().map_err(|_| Error(format!("expected a number for {key}, found '{value}'")))
}

impl Pace {
    /// The pace of `key=value`; `None` if the key is not one of a pace.
    ///
    /// `movetime=100` is in milliseconds, `clock=10+0.1` in seconds.
    pub fn parse(key: &str, value: &str) -> Result<Option<Pace>, Error> {
        let positive = |n: u64| if n == 0 { Err(Error(format!("expected {key} of at least 1"))) } else { Ok(n) };
        Ok(Some(match key {
            "movetime" => Pace::MoveTime(Duration::from_millis(positive(number(key, value)?)?)),
            "nodes" => Pace::Nodes(positive(number(key, value)?)?),
            "depth" => Pace::Depth(positive(number(key, value)?)?.min(u64::from(u32::MAX)) as u32),
            "clock" => {
                let (base, increment) = value.split_once('+').unwrap_or((value, "0"));
                let seconds = |text: &str| match Duration::try_from_secs_f64(number(key, text)?) {
                    Ok(time) => Ok(time),
                    Err(_) => Err(Error(format!("expected seconds for {key}, such as 10+0.1, found '{value}'"))),
                };
                Pace::Clock { base: seconds(base)?, increment: seconds(increment)? }
            }
            _ => return Ok(None),
        }))
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::MoveTime(time) => write!(f, "movetime={}", time.as_millis()),
            Pace::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Pace::Depth(depth) => write!(f, "depth={depth}"),
            Pace::Clock { base, increment } => write!(f, "clock={}+{}", base.as_secs_f64(), increment.as_secs_f64()),
        }
    }
}

/// Splits a command line into words; quotes keep words together.
fn split_command(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if matches!(c, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Evaluation;
    use crate::level::Level;

    fn parse(text: &str) -> Result<Contestant, Error> {
        Contestant::parse(text, |path| if path == "bad.bin" { Ok(vec![1, 2, 3]) } else { Err(format!("{path}: no such file")) })
    }

    #[test]
    fn contestants_are_read() {
        let set = Options::default()
            .with_hash(64)
            .with_threads(2)
            .with_evaluation(Evaluation::Rings)
            .with_contempt(-5)
            .with_plain(true);
        let options = Options { level: Level::new(3).unwrap(), ..set };
        let text = "name=plain hash=64  threads=2 evaluation=rings contempt=-5 plain=true Level=3 clock=10+0.1";
        let contestant = parse(text).unwrap();
        let pace = Pace::Clock { base: Duration::from_secs(10), increment: Duration::from_millis(100) };
        assert_eq!((contestant.name.as_str(), contestant.pace), ("plain", Some(pace)));
        assert_eq!(contestant.kind, Kind::Engine { options, network: None });

        let changed = parse("singular_margin=3").unwrap();
        let Kind::Engine { options, .. } = changed.kind else { panic!("not an engine") };
        assert_eq!(options.params.singular_margin, 3);

        let program = parse("movetime=50 Hash=64 cmd=./other 'with blanks' -x=1").unwrap();
        assert_eq!(
            (program.name.as_str(), program.pace),
            ("Hash=64 ./other 'with blanks' -x=1", Some(Pace::MoveTime(Duration::from_millis(50))))
        );
        let command = ["./other", "with blanks", "-x=1"].map(str::to_owned).to_vec();
        assert_eq!(program.kind, Kind::Program { command, options: vec![("Hash".to_owned(), "64".to_owned())] });

        let greedy = parse("greedy").unwrap();
        assert_eq!((greedy.name.as_str(), greedy.pace), ("greedy", Some(Pace::Depth(1))));
        assert_eq!(greedy.kind, Kind::Engine { options: Options::default().with_plain(true), network: None });

        for text in ["", "sumito", "sumito depth=3"] {
            let contestant = parse(text).unwrap();
            assert_eq!(contestant.name, "sumito");
            assert_eq!(contestant.kind, Kind::Engine { options: Options::default(), network: None });
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let check = |text: &str, message: &str| {
            let error = parse(text).unwrap_err();
            assert!(error.to_string().starts_with(message), "{text}: {error}");
        };
        check("fast", "expected a setting such as hash=16, found 'fast'");
        check("hash=big", "option Hash: expected a number from 1 to");
        check("singular_margin=big", "expected a number for singular_margin, found 'big'");
        check("speed=3", "there is no option 'speed'; there are Threads,");
        check("evaluation=x", "option Evaluation: expected network or handmade or rings, found 'x'");
        check("nodes=0", "expected nodes of at least 1");
        check("clock=-1", "expected seconds for clock");
        check("network=none.bin", "none.bin: no such file");
        check("network=bad.bin", "bad.bin: not a network of this engine");
        check("cmd= ", "expected a program after cmd=");
    }

    #[test]
    fn paces_are_written_as_they_are_read() {
        for text in ["movetime=100", "nodes=2000", "depth=6", "clock=10+0.1", "clock=60+0"] {
            let (key, value) = text.split_once('=').unwrap();
            assert_eq!(Pace::parse(key, value).unwrap().unwrap().to_string(), text);
        }
        assert_eq!(Pace::parse("hash", "1"), Ok(None));
    }
}
