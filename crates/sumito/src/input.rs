//! What the verbs read: positions and layouts from the command line.

use std::ffi::OsStr;
use std::io;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sumito_rules::{Color, Layout, MoveNotation, Position, recognize_position};

use crate::error::Error;

/// A position, as every verb takes it.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// The position, in any position notation; - reads it from standard input
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// The start of this layout, one of 'sumito layouts' [default: standard]
    #[arg(
        short,
        long,
        value_name = "ID",
        conflicts_with = "position",
        value_parser = LayoutParser,
        hide_possible_values = true
    )]
    layout: Option<&'static Layout>,
    /// Whose turn it is, for positions that do not say, or to change it
    #[arg(long, value_name = "COLOR", value_parser = color())]
    turn: Option<Color>,
}

impl PositionArgs {
    /// Whether the user named a position, rather than leaving it at the default.
    pub(crate) fn is_given(&self) -> bool {
        self.position.is_some() || self.layout.is_some()
    }

    /// The one position.
    pub(crate) fn read(&self) -> Result<Position, Error> {
        let mut positions = self.read_all()?;
        match positions.len() {
            1 => Ok(positions.remove(0)),
            count => Err(Error::Other(format!("expected one position on standard input, found {count}"))),
        }
    }

    /// The positions: more than one, or none, if they come from standard input, one a line.
    pub(crate) fn read_all(&self) -> Result<Vec<Position>, Error> {
        let mut positions = match self.position.as_deref() {
            None => vec![self.layout.unwrap_or(&Layout::STANDARD).position()],
            Some("-") => {
                let name = "standard input";
                let text = io::read_to_string(io::stdin()).map_err(|error| Error::File(name.into(), error))?;
                let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
                lines.map(|(line, number)| parse_position(format!("{name}, line {number}"), line)).collect::<Result<_, _>>()?
            }
            Some(text) => vec![parse_position("--position".into(), text)?],
        };
        if let Some(turn) = self.turn {
            for position in &mut positions {
                *position = position.with_turn(turn);
            }
        }
        Ok(positions)
    }
}

fn parse_position(origin: String, text: &str) -> Result<Position, Error> {
    let (position, _) = recognize_position(text).map_err(|error| Error::text(origin, text, &error))?;
    Ok(position)
}

/// Reads the name of a color.
fn color() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["black", "white"]).map(|name| if name == "black" { Color::Black } else { Color::White })
}

/// Reads the name of a notation of moves.
pub(crate) fn move_notation() -> impl TypedValueParser<Value = MoveNotation> {
    PossibleValuesParser::new(["aba-pro", "nacre", "playstrategy"]).try_map(|name| name.parse::<MoveNotation>())
}

/// Reads a layout's id, name or alias, and tells shells the ids.
#[derive(Clone)]
pub(crate) struct LayoutParser;

impl TypedValueParser for LayoutParser {
    type Value = &'static Layout;

    fn parse_ref(&self, cmd: &clap::Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<&'static Layout, clap::Error> {
        parse_layout.parse_ref(cmd, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Layout::all().iter().map(|layout| PossibleValue::new(layout.id).help(layout.name))))
    }
}

fn parse_layout(text: &str) -> Result<&'static Layout, String> {
    if let Some(layout) = Layout::find(text) {
        return Ok(layout);
    }
    let wanted = text.to_lowercase();
    let start = wanted.chars().take(3).collect::<String>();
    let near: Vec<&str> = Layout::all()
        .iter()
        .filter(|layout| layout.names().map(str::to_lowercase).any(|name| name.starts_with(&start) || name.contains(&wanted)))
        .map(|layout| layout.id)
        .take(4)
        .collect();
    let list = "'sumito layouts --all' lists them all";
    Err(if near.is_empty() || start.is_empty() {
        format!("no layout has that name; {list}")
    } else {
        format!("no layout has that name; near are {}; {list}", near.join(", "))
    })
}
