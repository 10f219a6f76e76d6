//! Positions in the five notations.

use proptest::prelude::*;
use sumito_rules::notation::PositionNotation::{AbalOnline, Apgn, Kaa, Native, PlayStrategy};
use sumito_rules::notation::{PositionNotation, position_or_layout, recognize_position};
use sumito_rules::{ByColor, Color, Layout, Position};

use crate::play::{game, replay};

const BELGIAN_DAISY: [(PositionNotation, &str); 5] = [
    (Native, "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0 0 1"),
    (PlayStrategy, "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1"),
    (Kaa, "0a12b123c23g78h789i89_0a45b456c56g45h456i56"),
    (AbalOnline, "0a1a2b1b2b3c2c3g7g8h7h8h9i8i9,0a4a5b4b5b6c5c6g4g5h4h5h6i5i6"),
    (Apgn, "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b"),
];

/// Black has lost one marble and White four; White is to move.
const MIDGAME: [(PositionNotation, &str); 5] = [
    (Native, "5/6/7/2b5/3bww3/8/7/6/b3w w 1 4 17 58"),
    (PlayStrategy, "5/6/7/2S5/3Sss3/8/7/6/S3s 4 1 w 17 58"),
    (Kaa, "1a1e4f4_4a5e56"),
    (AbalOnline, "1a1e4f4,4a5e5e6"),
    (Apgn, "5/6/7/2b5/3bww3/8/7/6/b3w-1b4w w"),
];

#[test]
fn positions_by_hand() {
    let start = Layout::BELGIAN_DAISY.position();
    let midgame: Position = MIDGAME[0].1.parse().unwrap();
    assert_eq!((midgame.lost(Color::Black), midgame.lost(Color::White)), (1, 4));
    for (position, texts) in [(start, BELGIAN_DAISY), (midgame, MIDGAME)] {
        for (notation, text) in texts {
            assert_eq!(notation.format(&position), text);
            assert_eq!(notation.parse(text), Ok(kept(notation, position)), "{text}");
        }
    }
}

/// What a notation keeps of a position.
fn kept(notation: PositionNotation, position: Position) -> Position {
    match notation {
        Native | PlayStrategy => position,
        Apgn => position.with_counters(0, 1),
        Kaa | AbalOnline => position.with_counters(0, 1).with_turn(Color::Black),
        other => panic!("what does {other} keep?"),
    }
}

#[test]
fn notations_are_recognized() {
    for (notation, text) in BELGIAN_DAISY.into_iter().chain(MIDGAME) {
        let (position, recognized) = recognize_position(text).unwrap();
        // An APGN position without losses is a native one that is cut short.
        let expected = if notation == Apgn && !text.contains('-') { Native } else { notation };
        assert_eq!((position, recognized), (notation.parse(text).unwrap(), expected), "{text}");
        assert_eq!(position_or_layout(text), Ok(position));
    }
    assert_eq!(recognize_position("5/6/7/8/9/8/7/6/5 0 0 w").unwrap().1, PlayStrategy);
    assert_eq!(recognize_position("5/6/7/8/9/8/7/6/5 w").unwrap().1, Native);
    assert_eq!(position_or_layout("Belgian_daisy"), Ok(Layout::BELGIAN_DAISY.position()));
}

#[test]
fn errors_tell_the_place() {
    for (text, expected) in [
        ("ww1bb/wwwbbb", "expected row g, one of nine between slashes, found the end (at character 13)"),
        ("ww2bb/6/7/8/9/8/7/6/5 b", "expected no more than 5 cells in row i, found 'b' (at character 5)"),
        ("5/6/7/8/9/8/7/6/5/5 b", "expected nine rows, found a tenth (at character 18)"),
        ("5/6/7/8/9/8/7/6/x4 b", "expected b, w or a number of empty cells, found 'x' (at character 17)"),
        ("5/6/7/8/9/8/7/6/5", "expected the side to move, b or w, found the end (at character 18)"),
        ("5/6/7/8/9/8/7/6/5 black", "expected the side to move, b or w, found 'black' (at character 19)"),
        ("  s4/6/7/8/9/8/7/6/4b 0 0 b", "expected S, s or a number of empty cells, found 'b' (at character 21)"),
        ("s4/6/7/8/9/8/7/6/5 0 62 b", "expected marbles won by White, a number from 0 to 61, found '62' (at character 22)"),
        ("s4/6/7/8/9/8/7/6/5 0 0 b 0 1 2", "expected the end of the position, found '2' (at character 30)"),
        ("5/6/7/8/9/8/7/6/5-5b b", "expected the marbles lost, such as 5b4w, found '5b' (at character 19)"),
        ("0a12_0a12", "expected each cell once, found a1 again (at character 8)"),
        ("0a12_0a6", "expected a cell of the board, found a6 (at character 8)"),
        ("0a12_0ab1", "expected a cell from a1 to i9, found 'ab1' (at character 7)"),
        ("0a12_0k1", "expected a cell from a1 to i9, found 'k1' (at character 7)"),
        ("0a12_a3", "expected the number of marbles lost, 0 to 61, found 'a3' (at character 6)"),
        ("0a1é,0", "expected a cell from a1 to i9, found 'é' (at character 4)"),
        ("99,0", "expected the number of marbles lost, 0 to 61, found '99' (at character 1)"),
    ] {
        assert_eq!(recognize_position(text).unwrap_err().to_string(), expected, "{text}");
    }
    let error = recognize_position("hello").unwrap_err();
    assert!(error.message().starts_with("expected a position, such as 'wwwww/"), "{error}");
    let error = position_or_layout("custodes").unwrap_err();
    assert_eq!(error.to_string(), "expected the name of a layout or a position, found 'custodes' (at character 1)");
    assert_eq!(Kaa.parse("0a12").unwrap_err().at, 4);
}

/// The table of positions in the documentation says what the code does.
#[test]
fn the_documentation_is_right() {
    let page = include_str!("../../../../docs/notations.md");
    let native = table_entry(page, Native).parse::<Position>().unwrap();
    assert_eq!(native.lost(Color::White), 1);
    for notation in PositionNotation::ALL {
        let text = table_entry(page, notation);
        assert_eq!(notation.format(&native), text);
        assert_eq!(notation.parse(text), Ok(native), "{text}");
    }
}

fn table_entry(page: &str, notation: PositionNotation) -> &str {
    let head = format!("| {notation} | `");
    let row = page.lines().filter_map(|line| line.strip_prefix(&head)?.strip_suffix("` |")).next_back();
    row.unwrap_or_else(|| panic!("no row for {notation}"))
}

#[test]
fn upper_case_is_read() {
    let expected = Layout::BELGIAN_DAISY.position();
    for (notation, text) in BELGIAN_DAISY.into_iter().filter(|(notation, _)| *notation != PlayStrategy) {
        assert_eq!(notation.parse(&text.to_uppercase()), Ok(expected));
    }
}

#[test]
fn notations_are_found_by_name() {
    for notation in PositionNotation::ALL {
        assert_eq!(notation.name().parse(), Ok(notation));
        assert_eq!(notation.name().to_lowercase().parse(), Ok(notation));
    }
    assert!("epd".parse::<PositionNotation>().is_err());
}

proptest! {
    #[test]
    fn what_is_written_is_read((start, moves) in game(150), plies: u16, number in 1..=u16::MAX, swap: bool) {
        let position = replay(start, &moves).with_counters(plies, number);
        let position = if swap { position.swap_colors() } else { position };
        for notation in PositionNotation::ALL {
            let text = notation.format(&position);
            let read = notation.parse(&text);
            prop_assert_eq!(read.as_ref(), Ok(&kept(notation, position)), "{}", &text);
            let recognized = recognize_position(&text).map(|(position, _)| position);
            prop_assert_eq!(recognized, read);
        }
    }

    /// Any cells, full boards and empty ones too.
    #[test]
    fn any_board_is_read_back(black: u64, white: u64, lost in (0u8..=61, 0u8..=61)) {
        let black = sumito_rules::Cells::from_bits(black & sumito_rules::Cells::ALL.bits());
        let white = sumito_rules::Cells::from_bits(white & sumito_rules::Cells::ALL.bits()) - black;
        let position = Position::new(black, white, Color::White).unwrap().with_lost(ByColor::new(lost.0, lost.1));
        for notation in PositionNotation::ALL {
            prop_assert_eq!(recognize_position(&notation.format(&position)).unwrap().0, kept(notation, position));
        }
    }

    #[test]
    fn any_text_is_answered(text in "\\PC{0,40}|[0-9a-iA-IsSwWbB/_,. -]{0,60}") {
        for notation in PositionNotation::ALL {
            if let Err(error) = notation.parse(&text) {
                prop_assert!(error.at <= text.len());
            }
        }
        let _ = recognize_position(&text);
        let _ = position_or_layout(&text);
    }
}
