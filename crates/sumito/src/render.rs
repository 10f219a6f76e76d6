//! `sumito render`: images of positions and animations of games.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sumito_pictures::{Film, MAX_WIDTH, Step, png};
use sumito_rules::diagram::{Diagram, Highlight, Theme};
use sumito_rules::notation::ParseMoveError;
use sumito_rules::record::party::AnyRecord;
use sumito_rules::{Cell, Move, Symmetry};

use crate::error::Error;
use crate::games::{GameArgs, Moment, moment, moments};
use crate::input::{AnyPosition, PositionArgs};
use crate::progress::Progress;

/// Draw a position as SVG or PNG, or a game as an animated GIF
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format [default: from the file name; otherwise gif for a game, svg for a position]
    #[arg(short, long, value_name = "FORMAT")]
    format: Option<Format>,
    /// The color theme
    #[arg(long, value_name = "NAME", default_value = Theme::Classic.name(), value_parser = theme())]
    theme: Theme,
    /// The width in pixels [default: 600, 400 for gif; an SVG without it scales to any size]
    #[arg(short, long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=MAX_WIDTH as i64))]
    size: Option<u32>,
    /// Show the board from White's side
    #[arg(short, long)]
    white: bool,
    /// Leave out the coordinates
    #[arg(long)]
    no_coordinates: bool,
    /// Leave out the trays with the ejected marbles
    #[arg(long)]
    no_trays: bool,
    /// Highlight these cells, such as 'e5,e6'
    #[arg(long, value_name = "CELLS", value_delimiter = ',')]
    mark: Vec<Cell>,
    /// Draw an arrow for each of these moves, such as 'a1b2,c3c5d4'
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    arrow: Vec<String>,
    /// How long a GIF shows each position, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0.8, value_parser = pause)]
    pause: f64,
}

const EXAMPLES: &str = "\
Examples:
  sumito render --layout belgian-daisy --output daisy.svg
  sumito render --position 0a12b123c23_0g78h789i89 --theme print --size 1200 -o board.png
  sumito render --layout six -o six.svg
  sumito render --arrow a1b2,a5b5 --mark e5 > moves.svg
  sumito render games.apgn --game 3 -o game.gif
  sumito render games.apgn --ply 20 -o ply20.png";

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Svg,
    Png,
    Gif,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let format = args.format()?;
    if format != Format::Svg && args.output.is_none() && io::stdout().is_terminal() {
        return Err(Error::Usage("cannot print an image to a terminal: use --output FILE, or redirect the output".into()));
    }
    let bytes = match (args.game.read()?, format) {
        (Some(record), Format::Gif) => args.film(&record)?,
        (None, Format::Gif) => {
            return Err(Error::Usage("a GIF shows a game: name a file of games, or choose svg or png for a position".into()));
        }
        (Some(record), _) => {
            let moment = moment(&record, args.game.ply)?;
            args.picture(format, &moment.position, moment.diagram())?
        }
        (None, _) => {
            let position = args.position.read_any()?;
            args.picture(format, &position, position.diagram())?
        }
    };
    match &args.output {
        None => out.write_all(&bytes)?,
        Some(path) => fs::write(path, bytes).map_err(|error| Error::File(path.display().to_string(), error))?,
    }
    Ok(())
}

impl Args {
    fn format(&self) -> Result<Format, Error> {
        let extension = self.output.as_deref().and_then(Path::extension).map(|extension| extension.to_string_lossy());
        match (self.format, extension) {
            (Some(format), _) => Ok(format),
            (None, Some(extension)) => Format::from_str(&extension, true).map_err(|_| {
                Error::Usage(format!("'.{extension}' is not an image format: name the file .svg, .png or .gif, or use --format"))
            }),
            (None, None) if self.game.file.is_some() && self.game.ply.is_none() => Ok(Format::Gif),
            (None, None) => Ok(Format::Svg),
        }
    }

    /// An image of one position, as SVG or PNG.
    fn picture(&self, format: Format, position: &AnyPosition, diagram: Diagram) -> Result<Vec<u8>, Error> {
        let mut diagram = self.dress(diagram).theme(self.theme);
        for m in &self.arrow {
            diagram = diagram.move_arrow(read_arrow(position, m)?);
        }
        let svg = self.mark.iter().fold(diagram, |diagram, &cell| diagram.highlight(Highlight::Mark, cell)).svg();
        if format == Format::Png {
            return png(&svg, self.size.unwrap_or(600)).map_err(|error| Error::Other(error.to_string()));
        }
        let sized = self.size.map_or(svg.clone(), |width| svg.replacen("<svg ", &format!("<svg width=\"{width}\" "), 1));
        Ok((sized + "\n").into_bytes())
    }

    fn film(&self, record: &AnyRecord) -> Result<Vec<u8>, Error> {
        let plies = moment(record, self.game.ply)?.ply;
        let moments = moments(record);
        let steps: Vec<Step> = moments.iter().take(plies + 1).filter_map(step).collect();
        let film = Film {
            start: moments[0].diagram(),
            steps,
            theme: self.theme,
            width: self.size.unwrap_or(400),
            pause: (self.pause * 100.0).round() as u16,
            rolls: true,
            threads: thread::available_parallelism().map_or(1, NonZero::get),
        };
        let mut progress = Progress::new(true);
        let drawn = film.gif(
            |diagram| self.dress(diagram),
            |drawn, all| {
                progress.show(|| format!("frame {drawn} of {all} ..."));
            },
        );
        progress.clear();
        drawn.map_err(|error| Error::Other(error.to_string()))
    }

    fn dress(&self, diagram: Diagram) -> Diagram {
        let view = if self.white { Symmetry::HALF_TURN } else { Symmetry::IDENTITY };
        diagram.view(view).coordinates(!self.no_coordinates).trays(!self.no_trays)
    }
}

/// How a moment of a game came about, for an animation.
fn step(moment: &Moment) -> Option<Step> {
    moment.last.map(|(before, m)| match before {
        AnyPosition::Two(position) => Step::of(&position, m),
        AnyPosition::Party(position) => Step::of_party(&position, m),
    })
}

fn read_arrow(position: &AnyPosition, text: &str) -> Result<Move, Error> {
    let m = match position {
        AnyPosition::Two(position) => position.parse_move(text),
        AnyPosition::Party(position) => position.parse_move(text),
    };
    m.map_err(|error| match error {
        ParseMoveError::Syntax(error) => Error::text("--arrow", text, &error),
        ParseMoveError::Illegal(rule) => Error::at(rule.to_string(), "--arrow".into(), text, 0),
    })
}

/// Reads the name of a theme.
pub(crate) fn theme() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.map(Theme::name)).try_map(|name| name.parse::<Theme>())
}

/// GIF stores the pause in hundredths of a second, in two bytes.
fn pause(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|seconds| (0.02..=60.0).contains(seconds)).ok_or_else(|| "expected 0.02 to 60 seconds".to_owned())
}
