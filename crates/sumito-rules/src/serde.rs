//! Serialization as text, for formats that people read: every value is a string in its text form.

use alloc::format;
use alloc::string::ToString;
use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cell::{Cell, Direction};
use crate::cells::Cells;
use crate::color::Color;
use crate::game::{Game, Rules};
use crate::moves::Move;
use crate::notation::MoveNotation;
use crate::party;
use crate::position::Position;
use crate::record::party::AnyRecord;
use crate::record::{self, Eval, Format, GameResult, Record};

/// A type with one text form for each value.
trait Text: Sized {
    /// What the text is, for error messages.
    const NAME: &'static str;

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    fn read<E: Error>(text: &str) -> Result<Self, E>;
}

struct TextVisitor<T>(PhantomData<T>);

impl<T: Text> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as text", T::NAME)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::read(text)
    }
}

macro_rules! serialize_as_text {
    ($($type:ty),* $(,)?) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.write(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(TextVisitor(PhantomData))
            }
        }
    )*};
}

serialize_as_text!(
    Cell,
    Cells,
    Color,
    Direction,
    Move,
    Position,
    Rules,
    Game,
    Record,
    Eval,
    GameResult,
    party::Position,
    party::Game,
    record::party::Record,
    party::Seat,
    party::Seating,
);

/// The text form is what `Display` writes and `FromStr` reads.
macro_rules! displayed {
    ($($type:ty = $name:literal),* $(,)?) => {$(
        impl Text for $type {
            const NAME: &'static str = $name;

            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }

            fn read<E: Error>(text: &str) -> Result<$type, E> {
                <$type>::from_str(text).map_err(E::custom)
            }
        }
    )*};
}

displayed!(
    Cell = "a cell",
    Cells = "a set of cells",
    Position = "a position",
    Rules = "the rules of a game",
    Eval = "an evaluation",
    GameResult = "the result of a game",
    party::Position = "a party position",
    party::Seating = "players and teams",
);

/// The text form is the name in lower case.
macro_rules! named {
    ($($type:ty = $name:literal),* $(,)?) => {$(
        impl Text for $type {
            const NAME: &'static str = $name;

            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&Lower(self))
            }

            fn read<E: Error>(text: &str) -> Result<$type, E> {
                let is_named = |value: &$type| format!("{}", Lower(value)) == text;
                <$type>::ALL.into_iter().find(is_named).ok_or_else(|| unknown::<$type, E>(text))
            }
        }
    )*};
}

named!(Color = "a color", Direction = "a direction", party::Seat = "a seat");

fn unknown<T: Text, E: Error>(text: &str) -> E {
    E::custom(format_args!("expected {}, found '{text}'", T::NAME))
}

struct Lower<'a, T>(&'a T);

impl<T: Display> Display for Lower<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_string().to_ascii_lowercase())
    }
}

/// The full text, since the usual one needs a position to be read.
impl Text for Move {
    const NAME: &'static str = "a move";

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{self:#}"))
    }

    fn read<E: Error>(text: &str) -> Result<Move, E> {
        Move::from_full_text(text).map_err(E::custom)
    }
}

/// APGN in native notation.
impl Text for Record {
    const NAME: &'static str = "a game record";

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.format(Format::Apgn(MoveNotation::AbaPro)))
    }

    fn read<E: Error>(text: &str) -> Result<Record, E> {
        let mut records = record::read(text.lines());
        match (records.next(), records.next()) {
            (Some(record), None) => record.map_err(E::custom),
            (None, _) => Err(E::custom("expected a game record, found none")),
            (Some(_), Some(_)) => Err(E::custom("expected one game record, found several")),
        }
    }
}

/// Its record. Undone moves are not kept.
impl Text for Game {
    const NAME: &'static str = "a game";

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Record::from(self).write(serializer)
    }

    fn read<E: Error>(text: &str) -> Result<Game, E> {
        Record::read::<E>(text)?.to_game().map_err(E::custom)
    }
}

/// APGN with a tag for each seat.
impl Text for record::party::Record {
    const NAME: &'static str = "a party game record";

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.format())
    }

    fn read<E: Error>(text: &str) -> Result<record::party::Record, E> {
        let mut records = record::party::read(text.lines());
        match (records.next(), records.next()) {
            (Some(Ok(AnyRecord::Party(record))), None) => Ok(*record),
            (Some(Err(error)), _) => Err(E::custom(error)),
            _ => Err(E::custom("expected one party game record")),
        }
    }
}

/// Its record. Undone actions are not kept.
impl Text for party::Game {
    const NAME: &'static str = "a party game";

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        record::party::Record::from(self).write(serializer)
    }

    fn read<E: Error>(text: &str) -> Result<party::Game, E> {
        record::party::Record::read::<E>(text)?.to_game().map_err(E::custom)
    }
}
