//! Positions and moves as text.

use proptest::prelude::*;
use sumito_rules::party::{self, Seat};

use crate::agree::choose;
use crate::random::Random;

#[test]
fn positions_and_moves_read_back() {
    let mut random = Random::new(4);
    for layout in party::Layout::all() {
        let mut position = layout.position();
        for ply in 0..150 {
            let text = position.to_string();
            assert_eq!(text.parse(), Ok(position), "{text}");
            assert_eq!(text.to_uppercase().parse(), Ok(position), "{text}");
            for m in &position.legal_moves() {
                assert_eq!(position.parse_move(&m.to_string()), Ok(m), "{m} in {text}");
            }
            if ply % 50 == 49 {
                let _ = position.leave(Seat::ALL[random.below(layout.seating.seats().count())]);
            }
            let Some(m) = choose(&position, &mut random) else { break };
            position.play_unchecked(m);
        }
    }
}

#[test]
fn what_may_be_left_out_has_its_default() {
    let rows = "bbbbb/bbbbbb/7/u6w/uu5ww/uu4ww/uu3ww/uu2ww/uu1ww";
    let start = party::Layout::find("three").unwrap().position();
    for rest in ["", " 0,0,0", " 0,0,0 0", " 0,0,0 0 1"] {
        assert_eq!(format!("{rows} b b-w-u{rest}").parse(), Ok(start), "{rest}");
    }
    let late: party::Position = format!("{rows} u b-w-u 2,0x,1 7 12").parse().unwrap();
    assert_eq!((late.turn(), late.has_left(Seat::White), late.round()), (Seat::Blue, true, 12));
}

#[test]
fn errors_say_where_and_what_would_be_right() {
    let cases = [
        ("bbbbb/6/7/8/9/8/7/6/5 b", 23, "expected the teams"),
        ("bbbbb/6/7/8/9/8/7/6/5 b b-w-r", 24, "one of b-w b-w-u bu-wr"),
        ("bbbbb/6/7/8/9/8/7/6/5 u b-w", 22, "a letter of b-w, found 'u'"),
        ("bbbbx/6/7/8/9/8/7/6/5 b b-w", 4, "expected b, w, u, r, g, y or a number"),
        ("bbbbg/6/7/8/9/8/7/6/5 b b-w", 24, "expected teams that include Green, who has marbles, found 'b-w'"),
        ("bbbbb/6/7/8/9/8/7/6/5 b b-w 0", 28, "expected 2 numbers of ejected marbles separated by commas, found 1"),
        ("bbbbb/6/7/8/9/8/7/6/5 b b-w 0,y", 30, "the marbles ejected by White, a number from 0 to 61, found 'y'"),
        ("bbbbb/6/7/8/9/8/7/6/5 b b-w 0x,0x", 0, "a player with marbles who has not left"),
        ("5/6/7/8/9/8/7/6/5 b b-w", 0, "a player with marbles who has not left, found none"),
        ("bbbbb/6/7/8/9/8/7/6/5 b b-w 0,0 0 1 2", 36, "expected the end"),
    ];
    for (text, at, message) in cases {
        let error = text.parse::<party::Position>().expect_err(text);
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(error.message().contains(message), "{text}: {error}");
    }
}

#[test]
fn moves_that_are_none_are_refused() {
    let position = party::Layout::find("four-belgian").unwrap().position();
    for (text, message) in [
        ("", "expected"),
        ("a1", "expected"),
        ("a1c3", "expected"),
        ("a1b", "expected a cell"),
        ("a1é", "expected a cell"),
        ("a1a2b3c4", "expected"),
        ("a1b3a2", "not in one line"),
        ("d4e5", "no marble on d4"),
        ("i9h8", "not yours"),
    ] {
        let error = position.parse_move(text).expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[bwurgy1-9]{0,5}(/[bwurgyx0-9]{1,3}){0,8} [bwurgyx] [bwurgy-]{1,6} [0-9x,]{0,9}", junk in ".{0,30}") {
        for text in [&text, &junk] {
            if let Ok(position) = text.parse::<party::Position>() {
                prop_assert_eq!(position.to_string().parse(), Ok(position));
            }
            let start = party::Layout::all()[0].position();
            if let Ok(m) = start.parse_move(text) {
                prop_assert!(start.is_legal(m));
            }
        }
    }
}
