//! Values as JSON strings, and back. Run with `--features serde`.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sumito_rules::game::Ending;
use sumito_rules::party::{self, Seat, Seating};
use sumito_rules::record::{self, Eval, GameResult, Record};
use sumito_rules::{Cell, Cells, Color, Direction, Game, Layout, Move, Position, Rules};

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
    assert_eq!(serde_json::to_value(value).unwrap(), serde_json::Value::from(text));
    assert_eq!(&serde_json::from_value::<T>(text.into()).unwrap(), value);
}

#[test]
fn values_are_their_text() {
    check(&Cell::E5, "e5");
    check(&"c3-c5".parse::<Cells>().unwrap(), "c3 c4 c5");
    check(&Cells::EMPTY, "");
    check(&Color::White, "white");
    check(&Direction::NorthEast, "north-east");
    check(&Layout::BELGIAN_DAISY.position(), "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0 0 1");
    check(&Rules::BLITZ, &Rules::BLITZ.to_string());
    check(&Eval::Centimarbles(-120), "-1.20");
    check(&GameResult::Won(Color::White), "0-1");
    check(&Seat::Blue, "blue");
    check(&Seating::new(4, 2).unwrap(), "bu-wr");
    let party = party::Layout::find("three").unwrap().position();
    check(&party, &party.to_string());
    let mut party_game = party::Game::new(party::Layout::find("three").unwrap(), Rules::default());
    party_game.play(party_game.position().parse_move("i5h5").unwrap()).unwrap();
    party_game.leave(Seat::White, party::Departure::Absent).unwrap();
    let record = record::party::Record::from(&party_game);
    check(&record, &record.format());
    check(&party_game, &record.format());
}

#[test]
fn moves_name_their_whole_line() {
    check(&Move::inline(Cell::A1, Direction::NorthEast, 1).unwrap(), "a1b2");
    check(&Move::inline(Cell::A1, Direction::NorthEast, 3).unwrap(), "a1c3d4");
    check(&Move::broadside(Cell::C3, Direction::East, 3, Direction::NorthEast).unwrap(), "c3c5d4");
    for m in (0..=u16::MAX).filter_map(Move::from_bits) {
        let json = serde_json::to_string(&m).unwrap();
        assert_eq!(serde_json::from_str::<Move>(&json).unwrap(), m, "{json}");
    }
}

#[test]
fn wrong_texts_are_refused_with_a_reason() {
    fn refused<T: DeserializeOwned + Debug>(json: &str) -> String {
        serde_json::from_str::<T>(json).unwrap_err().to_string()
    }
    assert!(refused::<Cell>("\"k5\"").starts_with("expected a cell from a1 to i9"), "{}", refused::<Cell>("\"k5\""));
    assert!(refused::<Color>("\"green\"").contains("expected a color, found 'green'"));
    assert!(refused::<Position>("\"5/6\"").contains("row g"));
    assert!(refused::<Move>("\"a1c4\"").contains("neighbor of a1"));
    assert!(refused::<Game>("\"\"").contains("found none"));
    assert!(refused::<Record>("\"Standard 1.a1b2\\n\\nStandard 1.a1b2\"").contains("several"));
    assert!(refused::<Game>("\"Standard 1.a1b2 a1b2\"").contains("no marble on a1"));
    assert!(refused::<Cell>("17").contains("a cell as text"));
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Saved {
    game: Game,
    last: Option<Move>,
}

fn any_game() -> impl Strategy<Value = Game> {
    let rules = prop_oneof![Just(Rules::STANDARD), Just(Rules::BLITZ), Just(Rules::STANDARD.with_quiet_limit(Some(50)))];
    let ending = prop_oneof![
        Just(None),
        Just(Some(Ending::Agreement)),
        Just(Some(Ending::Resignation(Color::Black))),
        Just(Some(Ending::FlagFall(Color::White))),
    ];
    let start = prop_oneof![
        (0..Layout::all().len()).prop_map(|n| Layout::all()[n].position()),
        Just("5/6/7/8/6bbw/8/7/6/w4 w 0 5 7 9".parse::<Position>().unwrap()),
    ];
    (start, rules, prop::collection::vec(any::<u16>(), 0..120), ending).prop_map(|(start, rules, choices, ending)| {
        let layout = Layout::all().iter().find(|layout| layout.position() == start);
        let mut game = layout.map_or_else(|| Game::from_position(start, rules), |layout| Game::new(layout, rules));
        for choice in choices {
            let moves = game.legal_moves();
            let Some(m) = moves.nth(choice as usize % moves.len().max(1)) else { break };
            game.play(m).unwrap();
        }
        if let Some(ending) = ending {
            let _ = game.end(ending);
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_read_back(game in any_game()) {
        let saved = Saved { last: game.moves().last().copied(), game };
        let json = serde_json::to_string(&saved).unwrap();
        prop_assert_eq!(serde_json::from_str::<Saved>(&json).unwrap(), saved);
    }
}
