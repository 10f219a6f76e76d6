//! Positions and layouts from the command line.

use std::ffi::OsStr;
use std::io;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sumito_rules::diagram::Diagram;
use sumito_rules::explain::Explanation;
use sumito_rules::notation::{MoveNotation, recognize_position};
use sumito_rules::party::Seat;
use sumito_rules::{Color, Layout, Move, Moves, Position, party};

use crate::error::Error;

/// A position, as all verbs accept it.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// The position, in any position notation; - reads it from standard input
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// The starting position of a layout; see 'sumito layouts' [default: standard]
    #[arg(
        short,
        long,
        value_name = "ID",
        conflicts_with = "position",
        value_parser = AnyLayoutParser,
        hide_possible_values = true
    )]
    layout: Option<AnyLayout>,
    /// The side to move, if the position does not say, or to change it
    #[arg(long, value_name = "COLOR", value_parser = color())]
    turn: Option<Color>,
}

impl PositionArgs {
    /// Whether the user named a position, rather than leaving it at the default.
    pub(crate) fn is_given(&self) -> bool {
        self.position.is_some() || self.layout.is_some()
    }

    /// The id of the layout, and the position as it was typed, for a server.
    pub(crate) fn named(&self) -> Result<(Option<String>, Option<String>), Error> {
        let layout = match self.layout {
            None => None,
            Some(AnyLayout::Two(layout)) => Some(layout.id.to_owned()),
            Some(AnyLayout::Party(_)) => return Err(Error::Usage(ONLY_TWO.into())),
        };
        let position = self.position.as_ref().map(|_| self.read()).transpose()?;
        Ok((layout, position.map(|position| position.to_string())))
    }

    /// The one position, for any number of players.
    pub(crate) fn read_any(&self) -> Result<AnyPosition, Error> {
        let mut positions = self.read_all()?;
        match positions.len() {
            1 => Ok(positions.remove(0)),
            count => Err(Error::Other(format!("expected one position on standard input, found {count}"))),
        }
    }

    /// The one position, for two players.
    pub(crate) fn read(&self) -> Result<Position, Error> {
        match self.read_any()? {
            AnyPosition::Two(position) => Ok(position),
            AnyPosition::Party(_) => Err(Error::Usage(ONLY_TWO.into())),
        }
    }

    /// The positions. Standard input can contain any number of them, one per line.
    pub(crate) fn read_all(&self) -> Result<Vec<AnyPosition>, Error> {
        let mut positions = match self.position.as_deref() {
            None => vec![match self.layout {
                None => AnyPosition::Two(Layout::STANDARD.position()),
                Some(AnyLayout::Two(layout)) => AnyPosition::Two(layout.position()),
                Some(AnyLayout::Party(layout)) => AnyPosition::Party(layout.position()),
            }],
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
                *position = position.with_turn(turn)?;
            }
        }
        Ok(positions)
    }
}

const ONLY_TWO: &str = "this verb is for positions of two players";

/// A position for any number of players.
#[derive(Copy, Clone)]
pub(crate) enum AnyPosition {
    Two(Position),
    Party(party::Position),
}

impl AnyPosition {
    pub(crate) fn diagram(&self) -> Diagram {
        match self {
            AnyPosition::Two(position) => Diagram::of(position),
            AnyPosition::Party(position) => Diagram::of_party(position),
        }
    }

    fn with_turn(self, turn: Color) -> Result<AnyPosition, Error> {
        match self {
            AnyPosition::Two(position) => Ok(AnyPosition::Two(position.with_turn(turn))),
            AnyPosition::Party(_) => {
                Err(Error::Usage("--turn is only for two players; other positions include whose turn it is".into()))
            }
        }
    }

    /// The player to move.
    pub(crate) fn turn(&self) -> Seat {
        match self {
            AnyPosition::Two(position) => position.turn().into(),
            AnyPosition::Party(position) => position.turn(),
        }
    }

    /// The number of the move or of the round.
    pub(crate) fn number(&self) -> u16 {
        match self {
            AnyPosition::Two(position) => position.move_number(),
            AnyPosition::Party(position) => position.round(),
        }
    }

    /// What a legal move does.
    pub(crate) fn explain(&self, m: Move) -> Explanation {
        match self {
            AnyPosition::Two(position) => position.explain(m),
            AnyPosition::Party(position) => position.explain(m),
        }
    }

    pub(crate) fn legal_moves(&self) -> Moves {
        match self {
            AnyPosition::Two(position) => position.legal_moves(),
            AnyPosition::Party(position) => position.legal_moves(),
        }
    }
}

fn parse_position(origin: String, text: &str) -> Result<AnyPosition, Error> {
    let position = if party::names_teams(text) {
        text.parse().map(AnyPosition::Party)
    } else {
        recognize_position(text).map(|(position, _)| AnyPosition::Two(position))
    };
    position.map_err(|error| Error::text(origin, text, &error))
}

/// Reads the name of a color.
fn color() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["black", "white"]).map(|name| if name == "black" { Color::Black } else { Color::White })
}

/// Reads the name of a notation of moves.
pub(crate) fn move_notation() -> impl TypedValueParser<Value = MoveNotation> {
    PossibleValuesParser::new(["aba-pro", "nacre", "playstrategy"]).try_map(|name| name.parse::<MoveNotation>())
}

/// A layout for any number of players.
#[derive(Copy, Clone, Debug)]
pub(crate) enum AnyLayout {
    Two(&'static Layout),
    Party(&'static party::Layout),
}

/// Reads the name of any layout, and gives shells the ids to complete.
#[derive(Clone)]
pub(crate) struct AnyLayoutParser;

impl TypedValueParser for AnyLayoutParser {
    type Value = AnyLayout;

    fn parse_ref(&self, cmd: &clap::Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<AnyLayout, clap::Error> {
        match value.to_str().and_then(party::Layout::find) {
            Some(layout) => Ok(AnyLayout::Party(layout)),
            None => LayoutParser.parse_ref(cmd, arg, value).map(AnyLayout::Two),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let party = party::Layout::all().iter().map(|layout| PossibleValue::new(layout.id).help(layout.name));
        Some(Box::new(LayoutParser.possible_values().into_iter().flatten().chain(party)))
    }
}

/// Reads a layout's id, name or alias, and gives shells the ids to complete.
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
        format!("no layout has that name; did you mean {}? {list}", near.join(", "))
    })
}
