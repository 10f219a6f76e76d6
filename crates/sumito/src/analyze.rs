//! `sumito analyze`: evaluates positions, and shows where a game was won and lost.

mod report;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use sumito_engine::analysis::analyze;
use sumito_engine::{Control, Engine, Limits, Options};
use sumito_rules::diagram::Theme;
use sumito_rules::notation::MoveNotation;
use sumito_rules::record::{self, Record};
use sumito_rules::{Game, Rules};

use crate::error::Error;
use crate::games::{GameArgs, for_two};
use crate::input::PositionArgs;
use crate::progress::Progress;
use crate::render::theme;

/// Find the best moves in a position, or judge every move of a game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Positions per move [default: 300000 in games, 3000000 for a position]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), group = "limit")]
    nodes: Option<u64>,
    /// Seconds per move
    #[arg(long, value_name = "S", value_parser = seconds, group = "limit")]
    time: Option<Duration>,
    /// Depth in plies
    #[arg(short, long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=99), group = "limit")]
    depth: Option<u32>,
    /// The number of best lines to show [default: 1 in games, 3 for a position]
    #[arg(short = 'k', long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: Option<u16>,
    /// The number of threads; only a single thread gives reproducible results
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of the hash table in mebibytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// The format: a text report, or the game as an annotated record [default: from the file name; otherwise text]
    #[arg(short, long, value_name = "FORMAT")]
    to: Option<Format>,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Also draw a chart of the winning chances to this file, as SVG
    #[arg(short, long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// The color theme of the chart
    #[arg(long, value_name = "NAME", default_value = Theme::Classic.name(), requires = "chart", value_parser = theme())]
    theme: Theme,
}

const EXAMPLES: &str = "\
Examples:
  sumito analyze games.apgn --game 3 --chart game3.svg
  sumito analyze games.apgn --time 1 --output analyzed.apgn
  echo 'Belgian Daisy 1.a1b2 i5h5 2.a2b3' | sumito analyze
  sumito analyze games.apgn --ply 20 --lines 5
  sumito analyze --layout belgian-daisy --depth 12
  sumito analyze --position '5/6/7/8/6bbw/2www3/2www2/1w4/1bbbb b 0 5' --nodes 100000

Scores are in marbles: for a game from Black's point of view, for a position from that of the side to move. A win 'in 3' takes the winner 3 moves.";

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Apgn,
}

/// The default limits.
const NODES_IN_GAMES: u64 = 300_000;
const NODES_FOR_POSITIONS: u64 = 3_000_000;

pub(crate) fn run(args: &Args, color: bool, out: &mut impl Write) -> Result<(), Error> {
    let color = color && args.output.is_none();
    let (record, mut game) = args.read()?;
    let moves = args.game.ply.unwrap_or(game.ply());
    if moves > game.ply() {
        return Err(Error::Other(format!("the game has {} plies; there is no ply {moves}", game.ply())));
    }
    let text = match record {
        Some(mut record) if args.game.ply.is_none() && game.ply() > 0 => {
            let mut engine = args.engine(1);
            let mut progress = Progress::new(true);
            let report_progress = |done, all| progress.show(|| bar(done, all));
            let analysis = analyze(&mut engine, &game, &args.limits(NODES_IN_GAMES), &Control::new(), report_progress);
            progress.clear();
            let analysis = analysis.ok_or_else(|| Error::Other("the analysis was stopped".into()))?;
            if let Some(path) = &args.chart {
                write_file(path, &(analysis.chart(args.theme) + "\n"))?;
            }
            match args.format() {
                Format::Text => report::of_game(&record, &analysis, color),
                Format::Apgn => {
                    analysis.annotate(&mut record);
                    // A tag of letters without a field of its own is never refused.
                    let _ = record.set_tag("Annotator", "Sumito");
                    record.format(record::Format::Apgn(MoveNotation::AbaPro))
                }
            }
        }
        _ if args.chart.is_some() => return Err(Error::Usage("a chart needs a game, not a position".into())),
        _ if args.format() == Format::Apgn => {
            return Err(Error::Usage("a record needs a game, not a position; choose text".into()));
        }
        _ => {
            game.go_to(moves);
            let mut engine = args.engine(3);
            let found = engine.search(&game, &args.limits(NODES_FOR_POSITIONS), &Control::new(), |_| {});
            report::of_position(&game, &found, color)
        }
    };
    match &args.output {
        None => write!(out, "{text}")?,
        Some(path) => write_file(path, &text)?,
    }
    Ok(())
}

impl Args {
    /// The game and its record; a game without moves for a position.
    fn read(&self) -> Result<(Option<Record>, Game), Error> {
        let record = if self.game.file.is_some() || self.position.is_given() {
            self.game.read()?.map(for_two).transpose()?
        } else if io::stdin().is_terminal() {
            return Err(Error::Usage("name a file of games, or use --position or --layout".into()));
        } else {
            Some(for_two(self.game.read_from(Path::new("-"))?)?)
        };
        match record {
            None => Ok((None, Game::from_position(self.position.read()?, Rules::default()))),
            Some(record) => {
                let game = record.to_game().map_err(|error| Error::Other(format!("cannot play the game: {error}")))?;
                Ok((Some(record), game))
            }
        }
    }

    fn engine(&self, lines: u16) -> Engine {
        let lines = self.lines.unwrap_or(lines).into();
        Engine::new(Options::default().with_threads(self.threads.into()).with_hash(self.hash as usize).with_lines(lines))
    }

    fn limits(&self, default_nodes: u64) -> Limits {
        let unlimited = self.time.is_none() && self.depth.is_none();
        let nodes = self.nodes.or(unlimited.then_some(default_nodes));
        let mut limits = Limits::default();
        (limits.nodes, limits.depth, limits.move_time) = (nodes, self.depth, self.time);
        limits
    }

    fn format(&self) -> Format {
        let extension = self.output.as_deref().and_then(Path::extension);
        let named = extension.is_some_and(|extension| ["apgn", "pgn"].iter().any(|known| extension.eq_ignore_ascii_case(known)));
        self.to.unwrap_or(if named { Format::Apgn } else { Format::Text })
    }
}

fn write_file(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|error| Error::File(path.display().to_string(), error))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected 0.001 to 86400 seconds".to_owned())
}

fn bar(done: usize, all: usize) -> String {
    let filled = 30 * done / all.max(1);
    format!("{}{} {done} of {all} positions", "█".repeat(filled), "░".repeat(30 - filled))
}
