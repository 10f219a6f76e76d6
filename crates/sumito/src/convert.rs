//! `sumito convert`: converts games and positions between formats, and checks that games replay.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use sumito_rules::notation::{MoveNotation, PositionNotation};
use sumito_rules::record;
use sumito_rules::record::party::AnyRecord;

use crate::error::Error;
use crate::games::Games;
use crate::input::{AnyPosition, PositionArgs, move_notation};
use crate::plural::count;
use crate::progress::Progress;

/// Convert games and positions, or check that games replay
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files of games: APGN, PlayStrategy or plain moves; - or none reads standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["position", "layout", "turn"])]
    files: Vec<PathBuf>,
    #[command(flatten)]
    position: PositionArgs,
    /// The target format: apgn, playstrategy, plain or code for games; native, playstrategy, kaa, abalonline or apgn for positions
    #[arg(short, long, value_name = "FORMAT", required_unless_present = "check")]
    to: Option<Format>,
    /// The move notation [default: the usual one for the format]
    #[arg(short, long, value_name = "NOTATION", value_parser = move_notation(), conflicts_with_all = ["position", "layout"])]
    notation: Option<MoveNotation>,
    /// Only check that the games replay
    #[arg(short, long, conflicts_with_all = ["to", "notation", "position", "layout"])]
    check: bool,
}

const EXAMPLES: &str = "\
Examples:
  sumito convert --check games.apgn
  sumito convert games.pgn --to apgn > games.apgn
  sumito convert games.apgn --to plain --notation nacre
  sumito convert games.apgn --to code
  echo 'Belgian Daisy 1.a1b2 i5h5' | sumito convert --to plain --notation playstrategy
  sumito convert --layout belgian-daisy --to kaa
  sumito convert --layout four-teams --to native
  sumito convert --position - --to native < positions.txt
  sumito convert --position 'ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1' --to native

Games that fail to replay are reported on standard error and left out; the exit code is then 1.";

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Format {
    Apgn,
    #[value(name = "playstrategy")]
    PlayStrategy,
    Plain,
    /// The short code of correspondence games
    Code,
    Native,
    Kaa,
    #[value(name = "abalonline")]
    AbalOnline,
}

/// How to write games.
#[derive(Copy, Clone)]
enum GameFormat {
    Record(record::Format),
    Code,
}

impl GameFormat {
    /// The game as text; otherwise why the format cannot hold it.
    fn write(self, record: &AnyRecord) -> Result<String, &'static str> {
        match (self, record) {
            (GameFormat::Record(format), AnyRecord::Two(record)) => Ok(record.format(format)),
            (GameFormat::Code, AnyRecord::Two(record)) => {
                let code = record.to_code().map(|code| code + "\n");
                code.ok_or("has no short code: it starts from a custom position, or needs more than six ejections")
            }
            (GameFormat::Record(record::Format::Apgn(MoveNotation::AbaPro)), AnyRecord::Party(record)) => Ok(record.format()),
            (_, AnyRecord::Party(_)) => Err("is for more than two players: it can only be written as apgn, in aba-pro"),
        }
    }
}

impl Format {
    fn of_games(self, notation: Option<MoveNotation>) -> Result<GameFormat, Error> {
        let chosen = notation.unwrap_or(MoveNotation::AbaPro);
        match self {
            Format::Apgn => Ok(GameFormat::Record(record::Format::Apgn(chosen))),
            Format::Plain => Ok(GameFormat::Record(record::Format::Plain(chosen))),
            Format::Code if notation.is_none() => Ok(GameFormat::Code),
            Format::Code => Err(Error::Usage("short codes have their own move notation; leave out --notation".into())),
            Format::PlayStrategy if notation.is_none_or(|notation| notation == MoveNotation::PlayStrategy) => {
                Ok(GameFormat::Record(record::Format::PlayStrategy))
            }
            Format::PlayStrategy => {
                Err(Error::Usage("PlayStrategy games have their own move notation; leave out --notation".into()))
            }
            Format::Native | Format::Kaa | Format::AbalOnline => Err(Error::Usage(
                "games can be converted to apgn, playstrategy, plain or code; for a position use --position or --layout".into(),
            )),
        }
    }

    fn of_positions(self) -> Result<PositionNotation, Error> {
        match self {
            Format::Native => Ok(PositionNotation::Native),
            Format::PlayStrategy => Ok(PositionNotation::PlayStrategy),
            Format::Kaa => Ok(PositionNotation::Kaa),
            Format::AbalOnline => Ok(PositionNotation::AbalOnline),
            Format::Apgn => Ok(PositionNotation::Apgn),
            Format::Plain | Format::Code => Err(Error::Usage(
                "plain and code are for games; a position can be native, playstrategy, kaa, abalonline or apgn".into(),
            )),
        }
    }
}

pub(crate) fn run(args: &Args, error_color: bool, out: &mut impl Write) -> Result<(), Error> {
    let format = match args.to {
        Some(to) if args.position.is_given() => {
            let notation = to.of_positions()?;
            for position in args.position.read_all()? {
                match position {
                    AnyPosition::Two(position) => writeln!(out, "{}", notation.format(&position))?,
                    AnyPosition::Party(position) if notation == PositionNotation::Native => writeln!(out, "{position}")?,
                    AnyPosition::Party(_) => {
                        return Err(Error::Usage("positions of more than two players can only be written as native".into()));
                    }
                }
            }
            return Ok(());
        }
        Some(to) => Some(to.of_games(args.notation)?),
        None => None,
    };
    if args.files.is_empty() && io::stdin().is_terminal() {
        return Err(Error::Usage("name a file of games, or - to type them".into()));
    }
    let standard_input = [PathBuf::from("-")];
    let files = if args.files.is_empty() { &standard_input[..] } else { &args.files };
    let mut tally = Tally::default();
    // Games printed to the same terminal show progress enough.
    let mut progress = Progress::new(args.check || !io::stdout().is_terminal());
    for file in files {
        for game in Games::open(file)? {
            match game {
                Ok(record) => {
                    tally.games += 1;
                    tally.moves += record.line().plies.len();
                    match format.map(|format| format.write(&record)) {
                        Some(Ok(text)) => write!(out, "{text}")?,
                        Some(Err(message)) => {
                            progress.clear();
                            Error::Other(format!("game {} {message}", tally.games + tally.refused)).report(error_color);
                            tally.unsupported += 1;
                        }
                        None => {}
                    }
                }
                Err(error @ Error::Text { .. }) => {
                    tally.refused += 1;
                    progress.clear();
                    error.report(error_color);
                }
                Err(error) => return Err(error),
            }
            progress.show(|| format!("{} games, {} moves ...", tally.games + tally.refused, tally.moves));
        }
    }
    progress.clear();
    if args.check {
        let (games, moves) = (count(tally.games + tally.refused, "game"), count(tally.moves, "move"));
        let end = if tally.refused == 0 { "all replay".to_owned() } else { format!("{} failed to replay", tally.refused) };
        writeln!(out, "{games}, {moves}; {end}")?;
    }
    if tally.refused + tally.unsupported > 0 { Err(Error::Reported) } else { Ok(()) }
}

#[derive(Default)]
struct Tally {
    /// Games that replay, and their moves.
    games: usize,
    moves: usize,
    refused: usize,
    /// Games that replay, but that the format cannot hold.
    unsupported: usize,
}
