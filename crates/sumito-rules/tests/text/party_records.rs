//! Files of party games.

use sumito_rules::party::{Action, Departure, Game, Layout, Seat};
use sumito_rules::record::party::{self, AnyRecord, GameResult, Record};
use sumito_rules::{Rules, record};

fn only(file: &str) -> Record {
    let mut records = party::read(file.lines());
    match (records.next(), records.next()) {
        (Some(Ok(AnyRecord::Party(record))), None) => *record,
        other => panic!("{other:?}\n{file}"),
    }
}

/// A game that anybody may leave at any time.
fn random_game(layout: &'static Layout, seed: &mut u64) -> Game {
    let mut below = |end: usize| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % end
    };
    let rules = Rules::default().with_ply_limit(Some(60 + below(60) as u16));
    let mut game = Game::new(layout, rules);
    while game.outcome().is_none() {
        let seat = Seat::ALL[below(layout.seating.seats().count())];
        match below(60) {
            0 => _ = game.leave(seat, Departure::ALL[below(4)]),
            1 => _ = game.resign_team(layout.seating.team(seat)),
            2 if below(10) == 0 => game.agree_draw().unwrap(),
            _ => {
                let moves = game.legal_moves();
                game.play(moves.nth(below(moves.len())).unwrap()).unwrap();
            }
        }
    }
    game
}

#[test]
fn games_of_every_layout_read_back() {
    let mut seed = 1;
    let (mut departures, mut together) = (0, 0);
    for layout in Layout::all() {
        for n in 0..20 {
            let game = random_game(layout, &mut seed);
            let mut record = Record::from(&game);
            record.set_tag("Yellow", "Zoë \"Z\"").unwrap();
            record.set_tag("Event", "Party").unwrap();
            let text = record.format();
            let read = only(&text);
            assert_eq!(read, record, "{layout} {n}\n{text}");
            assert_eq!(read.format(), text);
            assert_eq!(read.layout(), Some(layout));
            let again = read.to_game().unwrap();
            assert_eq!(again.outcome(), game.outcome(), "{text}");
            assert_eq!((again.position(), again.ejections()), (game.position(), game.ejections()), "{text}");
            assert!(again.departures().eq(game.departures()), "{text}");
            departures += game.departures().count();
            together += game.actions().iter().filter(|action| matches!(action, Action::ResignTeam(_))).count();
            // A file of games for two, for more, and for two again.
            let two = "[Variant \"standard\"]\n\n1. a1b2 i5h5 *\n\n";
            let mixed: Vec<_> = party::read(format!("{two}{text}{two}").lines()).map(Result::unwrap).collect();
            assert!(matches!(&mixed[..], [AnyRecord::Two(_), AnyRecord::Party(_), AnyRecord::Two(_)]), "{text}");
        }
    }
    assert!(departures > 100 && together > 20, "{departures} {together}");
}

#[test]
fn a_record_keeps_what_was_said_about_the_moves() {
    let file = r#"[Event "Test"]
[Date "2026.11.16"]
[Black "Ada"]
[White "Bob"]
[Blue "Cy"]
[Red "?"]
[Variant "four-teams"]
[Teams "bu-wr"]
[Result "1-0"]
[Notation "Aba-Pro"]
[Rules "win=6 repetition=3 quiet=off no-move=loses"]
[TimeControl "600+5"]

{at the start} 1. d1e2! {[%clk 0:09:58] good} (1. c1d2 f4e4 {also}) f4e4
White:absent f7e6 d8e8 2. e2e3 Red:flag 1-0

"#;
    let record = only(file);
    assert_eq!(record.format(), file);
    assert_eq!((record.tag("Blue"), record.tag("red")), (Some("Cy"), None));
    assert_eq!(record.line.plies[0].variations[0].plies.len(), 2);
    let game = record.to_game().unwrap();
    assert_eq!(game.departures().collect::<Vec<_>>(), [(Seat::White, Departure::Absent), (Seat::Red, Departure::FlagFall)]);
    assert_eq!(game.outcome().unwrap().to_string(), "team 1 won: nobody else is left");
    assert_eq!(record.result, GameResult::Won(game.position().seating().team(Seat::Black)));
}

#[test]
fn the_example_of_the_documentation_reads() {
    let notations = include_str!("../../../../docs/notations.md");
    let block = notations.split("```").find(|block| block.contains("[Teams")).expect("an example");
    let record = only(block.trim_start());
    assert_eq!((record.moves().count(), record.to_game().unwrap().departures().count()), (5, 2));
    assert_eq!(only(&record.format()), record);
}

#[test]
fn players_can_leave_before_the_first_move() {
    let mut game = Game::new(Layout::find("six").unwrap(), Rules::default());
    for seat in [Seat::White, Seat::Blue, Seat::Red] {
        game.leave(seat, Departure::Absent).unwrap();
    }
    game.play(game.legal_moves().nth(0).unwrap()).unwrap();
    let record = Record::from(&game);
    assert!(record.format().contains("White:absent Blue:absent Red:absent 1. "), "{}", record.format());
    assert_eq!(only(&record.format()), record);
}

#[test]
fn a_custom_position_needs_no_layout() {
    let file = "[Position \"5/6/7/8/6bbw/8/u6/6/bbw2 b b-w-u 5,0,0x 3 9\"]\n\ne7e8 1-0-0\n";
    let record = only(file);
    assert_eq!((record.layout(), record.start().round()), (None, 9));
    assert!(record.format().contains("[Variant \"custom\"]\n[Teams \"b-w-u\"]\n[Result \"1-0-0\"]"));
    assert_eq!(only(&record.format()), record);
    // Without its rules a record allows repetitions.
    assert!(matches!(record.to_game().unwrap().outcome(), Some(outcome) if outcome.key() == "won-by-ejections"));
}

#[test]
fn errors_say_the_line_the_column_and_the_player() {
    let cases = [
        ("[Variant \"three\"]\n\n1. i5h5 a9a8", 3, 8, "game 1, line 3, move 1 of White: 'a9a8': expected"),
        ("[Variant \"three\"]\n\n1. i5h5 i6h6", 3, 8, "move 1 of White: 'i6h6': the marble on i6 is not yours"),
        ("[Variant \"three\"]\n\n1. i5h5\nRed:flag", 4, 0, "'Red:flag': that player is not in the game"),
        ("[Variant \"three\"]\n\n1. White:flag\nWhite:flag", 4, 0, "move 1 of Black: 'White:flag': that player is not in"),
        ("[Variant \"three\"]\n\n1. i5h5 White:tired", 3, 8, "'White:tired': expected"),
        ("[Variant \"three\"]\n\n1. i5h5 (1. i6h6 White:flag)", 3, 17, "'White:flag': expected"),
        ("[Variant \"three\"]\n\n1. i5h5 (1. i6h6", 3, 12, "expected ')'"),
        ("[Variant \"three\"]\n[Teams \"bu-wr\"]\n\n*", 2, 8, "tag Teams: expected b-w-u, the teams of the start, found 'bu-wr'"),
        ("[Variant \"three\"]\n[Result \"1-0\"]\n\n", 2, 9, "tag Result: expected a number for each team, as in 1-0-0, or *"),
        (
            "[Variant \"three\"]\n[Result \"1-0-0\"]\n\n0-1-0",
            2,
            9,
            "tag Result: expected 0-1-0, as after the moves, found '1-0-0'",
        ),
        ("[Variant \"three\"]\n\ni5h5 1-0", 3, 0, "tag Result: expected a number for each team"),
        ("[Variant \"three\"]\n[Notation \"Nacre\"]\n\n*", 2, 11, "expected Aba-Pro"),
        ("[Teams \"b-w-u\"]\n\n*", 1, 8, "expected a tag Variant or Position"),
        ("[Teams \"b-w-u\"]\n[Variant \"four\"]\n\n*", 2, 10, "expected a layout for three to six players, found 'four'"),
        ("[Variant \"three\"]\n[Rules \"win=no\"]\n\n*", 2, 8, "tag Rules: expected a number"),
    ];
    for (file, line, at, message) in cases {
        let error = party::read(file.lines()).next().unwrap().expect_err(file);
        assert!(error.to_string().contains(message), "{file}: {error}");
        assert_eq!((error.game, error.line, error.at), (1, line, at), "{file}: {error}");
    }
    // Games for two have the same errors as ever.
    let file = "Standard 1.a1b2 a1b2";
    let (two, any) = (record::read([file]).next().unwrap().unwrap_err(), party::read([file]).next().unwrap().unwrap_err());
    assert_eq!(two.to_string(), any.to_string());
}
