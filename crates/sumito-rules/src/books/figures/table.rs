//! The figures.

use super::Printed::{Absent, Number, Unnumbered};
use super::{Figure, Printed, Trial};
use crate::books::Term;
use crate::cell::Cell;
use crate::cell::Direction::{self, East, NorthEast, NorthWest, SouthEast, SouthWest};
use crate::color::Color;
use crate::illegal::IllegalMove::{
    self, BroadsideCannotPush, FourAgainstThree, GapBetween, MoreThanThree, NoSpaceBehind, NotInLine, OffTheBoard, Pac,
};
use crate::shapes::Segment;

pub(super) static FIGURES: [Figure; 19] = [
    Figure {
        key: "start",
        requirement: 66,
        terms: &[Term::Marble],
        printed: everywhere("1"),
        board: "
                w w w w w
               w w w w w w
              . . w w w . .
             . . . . . . . .
            . . . . . . . . .
             . . . . . . . .
              . . b b b . .
               b b b b b b
                b b b b b
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("a1 b2 c3", NorthEast, Ok("inline-3")), trial("a1", SouthWest, Err(OffTheBoard(Cell::A1)))],
    },
    Figure {
        key: "in-line",
        requirement: 67,
        terms: &[Term::Move, Term::Line],
        printed: everywhere("2"),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . . . . b . . . .
             . . . b . . . .
              . . b . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[
            trial("c3-e5", NorthEast, Ok("inline-3")),
            trial("c3-e5", SouthWest, Ok("inline-3")),
            trial("d4 e5", NorthEast, Ok("inline-2")),
            trial("e5", NorthEast, Ok("single")),
        ],
    },
    Figure {
        key: "broadside",
        requirement: 68,
        terms: &[Term::Move, Term::Broadside],
        printed: everywhere("3"),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . . . . . . . . .
             . . b b b . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[
            trial("d3-d5", NorthEast, Ok("broadside-3")),
            trial("d3-d5", NorthWest, Ok("broadside-3")),
            trial("d3 d4", SouthEast, Ok("broadside-2")),
        ],
    },
    Figure {
        key: "sumito-2-1",
        requirement: 69,
        terms: &[Term::Sumito, Term::Push],
        printed: everywhere("4"),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . . b b w . . . .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("e3 e4", East, Ok("sumito-2-1"))],
    },
    Figure {
        key: "sumito-3-1",
        requirement: 69,
        terms: &[Term::Sumito, Term::Push],
        printed: printed(Number("4"), Number("4"), Number("4"), Number("5"), Number("5")),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . b b b w . . . .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("e2-e4", East, Ok("sumito-3-1")), trial("e3 e4", East, Ok("sumito-2-1"))],
    },
    Figure {
        key: "sumito-3-2",
        requirement: 69,
        terms: &[Term::Sumito, Term::Push],
        printed: printed(Number("4"), Number("4"), Number("4"), Number("6"), Number("6")),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . b b b w w . . .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("e2-e4", East, Ok("sumito-3-2")), trial("e3 e4", East, Err(Pac(2)))],
    },
    Figure {
        key: "four-against-two",
        requirement: 70,
        terms: &[Term::Sumito, Term::Push],
        printed: printed(Absent, Absent, Absent, Number("6b"), Number("6bis")),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            b b b b w w . . .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("e2-e4", East, Ok("sumito-3-2")), trial("e1-e4", East, Err(MoreThanThree))],
    },
    Figure {
        key: "no-space-behind",
        requirement: 71,
        terms: &[Term::Push],
        printed: printed(Number("5"), Number("5"), Number("5"), Unnumbered, Unnumbered),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . b b b w w b . .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("e2-e6", East, Err(NoSpaceBehind(Cell::E7)))],
    },
    Figure {
        key: "gap-between",
        requirement: 71,
        terms: &[Term::Push],
        printed: printed(Number("5"), Number("5"), Number("5"), Unnumbered, Unnumbered),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . b b b . w . . .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("e2-e4 e6", East, Err(GapBetween(Cell::E5)))],
    },
    Figure {
        key: "not-in-line",
        requirement: 71,
        terms: &[Term::Push, Term::Line],
        printed: printed(Number("5"), Number("5"), Number("5"), Unnumbered, Unnumbered),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . w . . . .
            . b b b . . . . .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("e2-e4 f5", East, Err(NotInLine)), trial("e2-e4", NorthEast, Err(BroadsideCannotPush(Cell::F5)))],
    },
    Figure {
        key: "pac-1-1",
        requirement: 72,
        terms: &[Term::Pac],
        printed: printed(Number("6"), Number("6"), Number("6"), Absent, Absent),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . . . b w . . . .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("e4", East, Err(Pac(1)))],
    },
    Figure {
        key: "pac-2-2",
        requirement: 72,
        terms: &[Term::Pac],
        printed: printed(Number("6"), Number("6"), Number("6"), Absent, Absent),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . . b b w w . . .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("e3 e4", East, Err(Pac(2)))],
    },
    Figure {
        key: "pac-3-3",
        requirement: 72,
        terms: &[Term::Pac],
        printed: printed(Number("6"), Number("6"), Number("6"), Absent, Absent),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . b b b w w w . .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("e2-e4", East, Err(Pac(3)))],
    },
    Figure {
        key: "pac-4-3",
        requirement: 72,
        terms: &[Term::Pac],
        printed: printed(Absent, Absent, Absent, Absent, Absent),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . b b b b w w w .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("e3-e5", East, Err(FourAgainstThree)), trial("e2-e5", East, Err(MoreThanThree))],
    },
    Figure {
        key: "pac-break",
        requirement: 72,
        terms: &[Term::Pac, Term::Sumito],
        printed: printed(Number("6"), Number("7"), Number("7"), Absent, Absent),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . b b b w w w . .
             . . . b . . . .
              . . b . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[("a-b", Segment { from: Cell::E1, to: Cell::E9 }), ("c-d", Segment { from: Cell::A1, to: Cell::I9 })],
        trials: &[trial("e2-e4", East, Err(Pac(3))), trial("c3 d4", NorthEast, Ok("sumito-2-1"))],
    },
    Figure {
        key: "ejection",
        requirement: 73,
        terms: &[Term::Eject, Term::Det],
        printed: printed(Number("7"), Number("8"), Number("8"), Unnumbered, Unnumbered),
        board: "
                . . . . .
               . . . w w .
              . . . . . . .
             . . . . . . . .
            . . . . . . . . .
             . . . . . . . .
              . b b . . . .
               . b b . . .
                w . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("b2 c3", SouthWest, Ok("ejection-2-1"))],
    },
    Figure {
        key: "block",
        requirement: 74,
        terms: &[Term::Block],
        printed: printed(Absent, Absent, Absent, Number("10"), Unnumbered),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . b b b . .
            w w w b b b . . .
             . . b b b . . .
              . . w . . . .
               . w . . . .
                w . . . .
        ",
        turn: Color::White,
        lines: &[],
        trials: &[trial("e1-e3", East, Err(Pac(3))), trial("a1-c3", NorthEast, Err(Pac(3)))],
    },
    Figure {
        key: "arc",
        requirement: 74,
        terms: &[Term::Arc, Term::Trinomial],
        printed: printed(Absent, Absent, Absent, Unnumbered, Unnumbered),
        board: "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . b . . . .
            . . . . b b . . .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[trial("e5 e6 f5", East, Err(NotInLine))],
    },
    Figure {
        key: "trinomials",
        requirement: 74,
        terms: &[Term::Trinomial, Term::Lance, Term::Arc, Term::Shield],
        printed: printed(Absent, Absent, Absent, Number("11"), Unnumbered),
        board: "
                . . . . .
               . . . . . .
              b b b . . . .
             . . . . . . . .
            . . . . . b . . .
             . . . . . b b .
              . . b . . . .
               . b b . . .
                . . . . .
        ",
        turn: Color::Black,
        lines: &[],
        trials: &[
            trial("g3-g5", East, Ok("inline-3")),
            trial("d6 d7 e6", East, Err(NotInLine)),
            trial("b2 b3 c3", East, Err(NotInLine)),
        ],
    },
];

const fn trial(chosen: &'static str, direction: Direction, answer: Result<&'static str, IllegalMove>) -> Trial {
    Trial { chosen, direction, answer }
}

/// The old French, English and German texts agree in their numbers.
const fn printed(old: Printed, swedish: Printed, s1: Printed, s3: Printed, s4: Printed) -> [Printed; 7] {
    [old, old, swedish, s1, old, s3, s4]
}

const fn everywhere(number: &'static str) -> [Printed; 7] {
    [Number(number); 7]
}
