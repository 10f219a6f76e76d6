//! Game files.

use std::time::Duration;

use proptest::prelude::*;
use sumito_rules::game::{Draw, Ending, Win};
use sumito_rules::notation::MoveNotation;
use sumito_rules::record::{self, Eval, Glyph, Line, Ply, Record};
use sumito_rules::{Color, Game, IllegalMove, Layout, Outcome, Position, Rules};

use crate::play::{choose, layout};

fn read(file: &str) -> Vec<Result<Record, record::Error>> {
    record::read(file.lines()).collect()
}

fn read_one(file: &str) -> Record {
    let mut games = read(file);
    assert_eq!(games.len(), 1, "{file}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}\n{file}"))
}

/// The moves in Aba-Pro, variations in parentheses.
fn moves(line: &Line) -> String {
    let mut words = Vec::new();
    for ply in &line.plies {
        words.push(ply.m.to_string());
        words.extend(ply.variations.iter().map(|line| format!("({})", moves(line))));
    }
    words.join(" ")
}

#[test]
fn forms_of_move_lists() {
    for (file, layout, expected) in [
        ("Belgian daisy 1.a1b2 i5h5 2.a2b3 i6h6", "belgian-daisy", "a1b2 i5h5 a2b3 i6h6"),
        ("a1b2 i5h5", "standard", "a1b2 i5h5"),
        ("1. A1B2 I5H5 2. A2B3 *", "standard", "a1b2 i5h5 a2b3"),
        ("German daisy: 1.b1c2 h4g4", "german-daisy", "b1c2 h4g4"),
        // Not told where it starts: h9g8 is no move of the first usual start.
        ("1.a1b2 a5b5 2.h9g8", "belgian-daisy", "a1b2 a5b5 h9g8"),
        // Not told how it is written: Nacre, and White's moves marked by a dash.
        ("Belgian 1.a1d4 1.-i5f5 2.a2c4 2.-a5d5", "belgian-daisy", "a1b2 i5h5 a2b3 a5b5"),
        ("Belgian\n1 a1b2\ni5h5\n2 a2b3", "belgian-daisy", "a1b2 i5h5 a2b3"),
        ("[P1 \"ada\"]\n[Variant \"Abalone\"]\n1. a1d4 i5f5 2. a2c4 a5d5 3. b3e6", "belgian-daisy", "a1b2 i5h5 a2b3 a5b5 b3c4"),
        (
            "[Variant \"belgian\"]\n\n1. a1b2 (1. a2b3 i5h5 (1... i6h6)) 1... i5h5",
            "belgian-daisy",
            "a1b2 (a2b3 i5h5 (i6h6)) i5h5",
        ),
        ("\u{feff}[SetUp \"belgian daisy\"]\r\n\r\n1.a1b2\r\n", "belgian-daisy", "a1b2"),
        ("0a12b123c23g78h789i89_0a45b456c56g45h456i56 1.a1b2", "belgian-daisy", "a1b2"),
        ("[Variant \"belgian\"] [Result \"*\"]", "belgian-daisy", ""),
        // Branches name the move that they leave: Black's second, then White's first.
        (
            "Belgian 1.a1d4 1.-i5f5 2.a2c4 2.-a5d5 | 2.d4e5 2.-a5d5|1.-i6g6 2.a2c4",
            "belgian-daisy",
            "a1b2 i5h5 (i6h6 a2b3) a2b3 (d4e5 a5b5) a5b5",
        ),
        // Numbers with the side, signs for pushes, threats, wins in sight and the score.
        (
            "Belgian daisy 1x.A1D4 $A1 1y.I5F5 2x.A2C4 2y.A5D5 3x.B3D5> (0-0) #°3y 3y H4F4",
            "belgian-daisy",
            "a1b2 i5h5 a2b3 a5b5 b3c4 h4g4",
        ),
        ("belgian 1.a1c3-d4 i5g5-f5 2. a2b3-c4 a5c5-d5 3.b3c4:d5:", "belgian-daisy", "a1b2 i5h5 a2b3 a5b5 b3c4"),
        ("Snakes (variant) 1.d2e3", "snakes-variant", "d2e3"),
        ("ABAL1:belgian:Ada_L|Bob:3a1b2c333g5h5i542a2b33", "belgian-daisy", "a1b2 i5h5 a2b3"),
        ("abal1:standard:3A1B2C33", "standard", "a1b2"),
        ("ABAL1:german_daisy:|:", "german-daisy", ""),
        // PlayStrategy's cells before 2026, and where moves ended then.
        ("[P1 \"ada\"]\n[Variant \"Abalone\"]\n1. a1d4 e9e6 2. b1d3 e1e4 3. c2e4", "belgian-daisy", "a1b2 i5h5 a2b3 a5b5 b3c4"),
    ] {
        let record = read_one(file);
        assert_eq!(record.layout().map(|layout| layout.id), Some(layout), "{file}");
        assert_eq!(moves(&record.line), expected, "{file}");
    }
}

#[test]
fn what_is_said_by_signs_is_kept() {
    let record = read_one("Belgian daisy 1x.A1D4! $A1 1y.I5F5 $14 2x.A2C4>?! (0-1) #°3y");
    let said: Vec<_> = record.line.plies.iter().map(|ply| (ply.glyph, ply.comment.as_str())).collect();
    assert_eq!(said, [(Some(Glyph::Good), "$A1"), (None, "$14"), (Some(Glyph::Dubious), "(0-1) #°3y")]);
}

#[test]
fn old_cells_are_told() {
    let record = read_one("[P1 \"ada\"]\n[Variant \"Abalone\"]\n1. a1d4 e9e6");
    assert_eq!(record.tag("Converted"), Some("from cells with letter and digit exchanged"));
    let record = read_one("ABAL1:belgian:Ada_L|Bob:3a1b2c33");
    assert_eq!(record.tags().collect::<Vec<_>>(), [("Black", "Ada L"), ("White", "Bob")]);
}

/// The endings of MiGs, whose files seldom tell who won.
#[test]
fn french_endings_are_understood() {
    for (termination, result, outcome) in [
        ("Abandon", "0-1", Some(Outcome::Won { winner: Color::White, by: Win::Resignation })),
        ("Abandon", "*", None),
        ("Au temps", "1-0", Some(Outcome::Won { winner: Color::Black, by: Win::Time })),
        ("Au temps", "*", None),
        ("Au score", "*", None),
        ("Déco", "*", None),
        ("Match nul", "*", Some(Outcome::Drawn(Draw::Agreement))),
        ("Match nul", "1/2-1/2", Some(Outcome::Drawn(Draw::Agreement))),
    ] {
        let file = format!("[Variant \"belgian\"]\n[Termination \"{termination}\"]\n\n1. a1b2 i5h5 {result}");
        assert_eq!(read_one(&file).to_game().unwrap().outcome(), outcome, "{termination} {result}");
    }
}

#[test]
fn the_usual_tags_are_known_in_any_case() {
    let record = read_one("[BlaCk \"Ada\"]\n[whiteelo \"1700\"]\n[MyTag \"1\"]\n\n1.a1b2 *");
    assert_eq!(record.tags().collect::<Vec<_>>(), [("Black", "Ada"), ("WhiteElo", "1700"), ("MyTag", "1")]);
}

#[test]
fn everything_of_a_record_is_read() {
    let record = read_one(
        "[Event \"A \\\"short\\\" game\"]\n[Date \"????.??.??\"]\n[Black \"Ada\"]\n[WhiteElo \"1700\"]\n[Position \"5/6/7/8/3bb4/8/7/6/4w-0b5w w\"]\n\
         [Result \"1-0\"]\n\n{To the end} 7... a5a4! {[%clk 1:02:03.5] it [%eval -0.8]runs \n away} {far} (7... a5b5?? {[%eval #3] no}) 8. e4e5 $3 ; quick\n1-0\n",
    );
    assert_eq!(record.tags().collect::<Vec<_>>(), [("Event", "A \"short\" game"), ("Black", "Ada"), ("WhiteElo", "1700")]);
    assert_eq!(record.start().to_string(), "5/6/7/8/3bb4/8/7/6/4w w 0 5 0 1");
    assert_eq!(record.line.comment, "To the end");
    let [white, black] = record.line.plies.as_slice() else { panic!("two plies") };
    assert_eq!((white.glyph, white.clock), (Some(Glyph::Good), Some(Duration::from_millis(3_723_500))));
    assert_eq!(white.comment, "it runs   away far");
    assert_eq!(moves(&white.variations[0]), "a5b5");
    assert_eq!(white.eval, Some(Eval::Centimarbles(-80)));
    let varied = &white.variations[0].plies[0];
    assert_eq!((varied.glyph, varied.eval), (Some(Glyph::Blunder), Some(Eval::Win { winner: Color::Black, moves: 3 })));
    assert_eq!((black.glyph, black.comment.as_str()), (Some(Glyph::Brilliant), "quick"));
    assert_eq!(record.result.to_string(), "1-0");
}

#[test]
fn games_are_told_apart() {
    for (file, lengths) in [
        ("a1b2 1-0 a1b2 i5h5 0-1", &[1, 2][..]),
        ("1.a1b2 i5h5 2.a2b3\n1.a1b2 i5h5\n1.a1b2", &[3, 2, 1]),
        ("Standard 1.a1b2\n\nBelgian daisy 1.a1b2 a5b5\n", &[1, 2]),
        ("[Event \"1\"]\n\na1b2\n[Event \"2\"]\n\na1b2 i5h5", &[1, 2]),
        ("[Event \"1\"]\n\n[Event \"2\"]\n\na1b2 i5h5", &[0, 2]),
        ("{a remark}\n[Event \"1\"]\n\n1. a1b2 *\n\n{another}\n", &[1]),
        ("1. a1b2\n\ni5h5\n\n2. a2b3", &[3]),
        ("", &[]),
        ("\n \n; nothing here\n", &[]),
    ] {
        let found: Vec<usize> = read(file).into_iter().map(|game| game.unwrap().line.plies.len()).collect();
        assert_eq!(found, lengths, "{file}");
    }
}

#[test]
fn what_does_not_replay_is_refused() {
    for (file, expected) in [
        ("1.a1b2 i5h5 2.a1b2", "game 1, line 1, move 2 of Black: 'a1b2': there is no marble on a1"),
        (
            "Standard\n1.a1b2\ni5z5",
            "game 1, line 3, move 1 of White: 'i5z5': expected a cell from a1 to i9, found 'z5' (at character 3)",
        ),
        ("Standard 1.a1b2 (1.a1a2)", "game 1, line 1, move 1 of Black: 'a1a2': at most three marbles move together"),
        (
            "Standard 1.a1b2 hello",
            "game 1, line 1, move 1 of White: 'hello': expected a cell from a1 to i9, found 'hello' (at character 1)",
        ),
        ("Custodes 1.a1b2", "game 1, line 1: expected the name of a layout or a position, found 'Custodes' (at character 1)"),
        (
            "[Variant \"custom\"]\n\na1b2",
            "game 1, line 1: tag Variant: expected the name of a layout or a position, found 'custom' (at character 1)",
        ),
        (
            "[Position \"5/6\"]",
            "game 1, line 1: tag Position: expected row g, one of nine between slashes, found the end (at character 4)",
        ),
        (
            "[Notation \"SAN\"]",
            "game 1, line 1: tag Notation: expected aba-pro, nacre or playstrategy, found 'SAN' (at character 1)",
        ),
        ("[Result \"won\"]", "game 1, line 1: tag Result: expected 1-0, 0-1, 1/2-1/2 or *, found 'won' (at character 1)"),
        ("[Event \"x\"]\n[Result \"1-0\"]\n\n0-1", "game 1, line 2: the Result tag is 1-0, but the moves end with 0-1"),
        ("[Event x]\n\na1b2", "game 1, line 1: expected the value of the tag in quotes, found 'x]' (at character 7)"),
        ("[Event \"x]", "game 1, line 1: expected a closing quote in the tag, found the end (at character 11)"),
        (
            "Standard 1.a1b2 | a2b3",
            "game 1, line 1, move 1 of White: a branch must start with the number of a move of the game, as in | 2.-b5b4",
        ),
        (
            "Standard 1.a1b2 | 2.a2b3",
            "game 1, line 1, move 1 of White: a branch must start with the number of a move of the game, as in | 2.-b5b4",
        ),
        ("Standard 1.a1b2 (1.a2b3 | 1.a3b4)", "game 1, line 1, move 1 of White: expected ')' before the end of the game"),
        ("ABAL1:standard", "game 1, line 1: expected ':' and the moves after the layout, found the end (at character 15)"),
        ("ABAL1:standard:a|b:4a1", "game 1, line 1: expected the number of marbles, 1 to 3, found '4a1' (at character 20)"),
        ("ABAL1:standard:a|b:1a19", "game 1, line 1: expected a direction, 0 to 5, found '9' (at character 23)"),
        ("ABAL1:standard:1a6", "game 1, line 1: expected a cell from a1 to i9, found 'a6' (at character 17)"),
        (
            "ABAL1:nowhere:1a10",
            "game 1, line 1: tag Variant: expected the name of a layout or a position, found 'nowhere' (at character 1)",
        ),
        // A code means just the marbles that it names.
        ("ABAL1:standard:1a13", "game 1, line 1, move 1 of Black: '1a13': your own marble on b2 is in the way"),
        ("Standard (1.a1b2)", "game 1, line 1, move 1 of Black: a variation must follow a move"),
        ("a1b2 ) i5h5", "game 1, line 1, move 1 of White: ')' closes a variation that was not opened"),
        ("a1b2\n(a2b3 1-0", "game 1, line 2: expected ')' before the end of the game"),
        ("a1b2\n{oh", "game 1, line 2: expected '}' after the comment that starts here"),
        ("a1b2 } i5h5", "game 1, line 1, move 1 of White: '}': expected a cell from a1 to i9, found '}' (at character 1)"),
    ] {
        let games = read(file);
        assert_eq!(games.len(), 1, "{file}");
        assert_eq!(games[0].as_ref().unwrap_err().to_string(), expected, "{file}");
    }
}

#[test]
fn refusals_point_at_the_place() {
    for (file, rest_of_line) in [
        ("1.a1b2 i5h5 2.a1b2 i5h5", "a1b2 i5h5"),
        ("Standard\n1.a1b2\n  i5z5 2.a2b3", "z5 2.a2b3"),
        ("Standard 1.a1b2 (1.a1a2)", "a1a2)"),
        ("Standard 1.a1b2 {é} hello", "hello"),
        ("Custodes 1.a1b2", "Custodes 1.a1b2"),
        ("[Event \"x\"] [Variant \"custom\"]\n\na1b2", "custom\"]"),
        ("[Position \"5/6\"]", "\"]"),
        ("[Event x]\n\na1b2", " x]"),
        ("a1b2 ) i5h5", ") i5h5"),
        ("a1b2\ni5h5 {oh", "{oh"),
    ] {
        let games = read(file);
        let error = games[0].as_ref().unwrap_err();
        let line = file.lines().nth(error.line - 1).unwrap();
        assert_eq!(line.get(error.at..), Some(rest_of_line), "{file}");
    }
}

/// Whatever is wrong with a game, the one before it and the one after it are read.
#[test]
fn one_bad_game_spoils_no_other() {
    for bad in [
        "a1a9",
        "a1b2 (",
        "a1b2 )",
        "{never closed",
        "(((",
        "a1b2 {x} y",
        "[Tag",
        "\"",
        "}",
        "[Position \"?!\"]",
        "é é é",
        "a1b2 a1b2 1-0",
    ] {
        let file = format!("[Event \"1\"]\n\n1. a1b2 *\n\n[Event \"2\"]\n\n{bad}\n\n[Event \"3\"]\n\n1. a1b2 i5h5 *\n");
        let games = read(&file);
        assert_eq!(games.len(), 3, "{bad}");
        assert!(games[0].is_ok() && games[2].is_ok(), "{bad}");
        let error = games[1].as_ref().expect_err(bad);
        assert_eq!(error.game, 2, "{bad}");
        assert!((5..=10).contains(&error.line), "{bad}: {error}");
    }
}

/// Games that never end, in moves, in a comment, in tags and in depth. The game after them is read.
#[test]
fn endless_games_are_refused_in_bounded_memory() {
    let moves = "a1a2 a5b5 a2a1 b5a5 {round and round}\n".repeat(100_000);
    let comment = format!("a1b2 {{{}}}", "on and on\n".repeat(500_000));
    let blank_comment = format!("a1b2 {{{}}}", "\n".repeat(5_000_000));
    let tags = "[Event \"again\"]".repeat(2_000);
    let depth = format!("{}{}", "a1b2 (".repeat(200), ")".repeat(200));
    for (game, problem) in [
        (moves, record::Problem::TooLong),
        (comment, record::Problem::TooLong),
        (blank_comment, record::Problem::TooLong),
        (tags, record::Problem::TooLong),
        (depth, record::Problem::TooDeep),
    ] {
        let games = read(&format!("{game} 1-0\n\n[Event \"next\"]\n\n1. a1b2 *\n"));
        assert_eq!(games.len(), 2, "{problem}");
        assert_eq!(games[0].as_ref().unwrap_err().problem, problem);
        assert!(games[1].is_ok(), "{problem}");
    }
}

/// Lines may come with their line breaks, and games as soon as they end.
#[test]
fn lines_come_one_by_one() {
    let mut reader = record::Reader::new();
    assert!(reader.push_line("[Variant \"belgian\"]\r\n").is_empty());
    assert!(reader.push_line("1. a1b2 {a\n").is_empty());
    let games = reader.push_line("comment} i5h5 1-0 Standard 1.a1b2 0-1 a1b2\n");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].as_ref().unwrap().line.plies[0].comment, "a comment");
    assert_eq!(games[1].as_ref().unwrap().layout(), Some(&Layout::STANDARD));
    assert_eq!(reader.finish().unwrap().unwrap().line.plies.len(), 1);
}

/// Games made for these tests, in the three formats: what they say, and that they are written as they stand.
#[test]
fn files_read_and_write_alike() {
    for (file, format, games) in [
        (include_str!("../data/records/commented.apgn"), record::Format::Apgn(MoveNotation::AbaPro), 2),
        (include_str!("../data/records/playstrategy.pgn"), record::Format::PlayStrategy, 2),
        (include_str!("../data/records/plain.txt"), record::Format::Plain(MoveNotation::Nacre), 2),
    ] {
        let records: Vec<Record> = read(file).into_iter().map(Result::unwrap).collect();
        assert_eq!(records.len(), games, "{format}");
        let written: String = records.iter().map(|record| record.format(format)).collect();
        assert_eq!(written, file, "{format}");
    }
}

#[test]
fn formats_are_found_by_name() {
    for format in record::Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
    }
    assert!("sgf".parse::<record::Format>().is_err());
}

/// A record without rules of its own may repeat; with rules it ends where they end it.
#[test]
fn repetition_ends_a_game_only_by_its_rules() {
    let moves = "1. a1b2 i5h5 ".to_owned() + &"2. d4c3 f5g5 3. c3d4 g5f5 ".repeat(4);
    let file = |tag: &str| format!("[Variant \"belgian\"]\n{tag}\n\n{moves} 1-0");
    let game = read_one(&file("")).to_game().unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Won { winner: Color::Black, by: Win::Resignation }));
    assert_eq!(game.moves().len(), 18);
    let ruled = read_one(&file("[Rules \"repetition=3\"]"));
    assert_eq!(ruled.rules(), Some(Rules::STANDARD));
    assert_eq!(ruled.to_game(), Err(IllegalMove::GameOver));
}

#[test]
fn rules_tell_when_a_game_is_won() {
    let file = |rules: &str| format!("[Position \"5/6/7/8/6bbw/8/7/6/w3b-0b3w b\"]\n[Rules \"{rules}\"]\n\n1. e7e8 a1a2");
    assert!(read(&file("standard"))[0].is_ok());
    let error = read(&file("blitz"))[0].clone().unwrap_err();
    assert_eq!(error.to_string(), "game 1, line 4, move 1 of White: 'a1a2': the game is over");
    let error = read(&file("win=0"))[0].clone().unwrap_err();
    assert!(error.to_string().starts_with("game 1, line 2: tag Rules: expected "), "{error}");
}

const ENDINGS: [Ending; 5] = [
    Ending::Resignation(Color::Black),
    Ending::Resignation(Color::White),
    Ending::Agreement,
    Ending::FlagFall(Color::Black),
    Ending::FlagFall(Color::White),
];

/// Comments and values with whatever could confuse a reader.
fn odd_text() -> impl Strategy<Value = String> {
    "[a-z]{0,5}|[\\PC\\n\\r\\t]{0,12}|([]\\[{}()\\\\\"; \\n?!$*%]|\\[%clk 0:01:00\\]|\\[%eval 1.00\\]|1\\. |1-0){0,8}"
}

fn clock() -> impl Strategy<Value = Option<Duration>> {
    prop::option::of(prop_oneof![
        (0..100_000u64).prop_map(Duration::from_secs),
        any::<u64>().prop_map(Duration::from_millis),
        any::<Duration>(),
    ])
}

fn eval() -> impl Strategy<Value = Option<Eval>> {
    prop::option::of(prop_oneof![
        (-i32::MAX..=i32::MAX).prop_map(Eval::Centimarbles),
        (prop::sample::select(Color::ALL.as_slice()), any::<u32>()).prop_map(|(winner, moves)| Eval::Win { winner, moves }),
    ])
}

/// A tree of choices that becomes a tree of moves once there is a position.
#[derive(Clone, Debug)]
struct Choices {
    comment: String,
    plies: Vec<(u16, Remarks, Vec<Choices>)>,
}

type Remarks = (Option<Glyph>, Option<Eval>, Option<Duration>, String);

fn choices() -> impl Strategy<Value = Choices> {
    let line = |variations: BoxedStrategy<Vec<Choices>>| {
        let remarks = (prop::option::of(prop::sample::select(Glyph::ALL.as_slice())), eval(), clock(), odd_text());
        let plies = prop::collection::vec((any::<u16>(), remarks, variations), 0..10);
        (odd_text(), plies).prop_map(|(comment, plies)| Choices { comment, plies })
    };
    line(Just(Vec::new()).boxed()).prop_recursive(3, 12, 3, move |inner| {
        line(prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(inner, 0..3)].boxed())
    })
}

fn grow(position: &Position, choices: Choices) -> Line {
    let mut position = *position;
    let mut line = Line::default();
    line.comment = choices.comment;
    for (choice, (glyph, eval, clock, comment), variations) in choices.plies {
        let Some(m) = choose(&position, choice) else { break };
        let variations = variations.into_iter().map(|choices| grow(&position, choices)).collect();
        let mut ply = Ply::from(m);
        (ply.glyph, ply.eval, ply.clock, ply.comment, ply.variations) = (glyph, eval, clock, comment, variations);
        line.plies.push(ply);
        position.play_unchecked(m);
    }
    line
}

fn rules() -> impl Strategy<Value = Rules> {
    let limit = || prop::option::of(1..500u16);
    (1..8u8, prop::option::of(2..5u8), limit(), any::<bool>(), limit()).prop_map(
        |(marbles_to_win, repetition, quiet_limit, no_move_loses, ply_limit)| {
            let rules = Rules::STANDARD.with_marbles_to_win(marbles_to_win).with_repetition(repetition);
            rules.with_quiet_limit(quiet_limit).with_no_move_loses(no_move_loses).with_ply_limit(ply_limit)
        },
    )
}

fn record() -> impl Strategy<Value = Record> {
    let tags = prop::collection::vec(("[A-Z][A-Za-z0-9_]{0,6}|Black|White|P1|BlackElo|Termination|Date|Event", odd_text()), 0..6);
    let counters = prop_oneof![Just((0, 1)), (any::<u16>(), 1..=u16::MAX)];
    let start = (layout(), counters, any::<bool>()).prop_map(|(layout, (quiet, number), swap)| {
        let start = layout.position().with_counters(quiet, number);
        if swap { start.swap_colors() } else { start }
    });
    let result = prop::sample::select(record::GameResult::ALL.as_slice());
    (start, prop::option::of(rules()), tags, choices(), result).prop_map(|(start, rules, tags, choices, result)| {
        let mut record = Record::new(start);
        if let Some(rules) = rules {
            record = record.with_rules(rules);
        }
        for (name, value) in tags {
            // Names that the record itself stands for are refused; they may come up.
            let _ = record.set_tag(&name, &value);
        }
        record.line = grow(record.start(), choices);
        record.result = result;
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read(records in prop::collection::vec(record(), 1..4)) {
        for format in [record::Format::PlayStrategy].into_iter().chain(MoveNotation::ALL.map(record::Format::Apgn)) {
            let file: String = records.iter().map(|record| record.format(format)).collect();
            let read: Result<Vec<Record>, record::Error> = record::read(file.lines()).collect();
            prop_assert_eq!(read.as_ref(), Ok(&records), "{}", file);
        }
        let file: String = records.iter().map(|record| record.format(record::Format::Plain(MoveNotation::AbaPro))).collect();
        let games = read(&file);
        prop_assert_eq!(games.len(), records.len(), "{}", file);
        for (game, record) in games.into_iter().zip(&records) {
            let game = game.unwrap();
            prop_assert_eq!(*game.start(), record.start().with_marbles_to_win(6));
            prop_assert_eq!(game.result, record.result);
            prop_assert!(game.moves().eq(record.moves()));
        }
    }

    /// A game, its record and the record's file are the same game, however it ended.
    #[test]
    fn games_come_back_from_their_records(
        layout in layout(),
        rules in rules(),
        choices in prop::collection::vec(any::<u16>(), 0..150),
        ending in prop::option::of(prop::sample::select(ENDINGS.as_slice())),
    ) {
        let mut game = Game::new(layout, rules);
        for choice in choices {
            if game.outcome().is_none() {
                game.play(choose(game.position(), choice).unwrap()).unwrap();
            }
        }
        if let (None, Some(ending)) = (game.outcome(), ending) {
            game.end(ending).unwrap();
        }
        let record = Record::from(&game);
        prop_assert_eq!(record.to_game(), Ok(game));
        if let Some(code) = record.to_code() {
            prop_assert!(read_one(&code).moves().eq(record.moves()), "{}", code);
        }
        for format in [record::Format::PlayStrategy, record::Format::Apgn(MoveNotation::Nacre)] {
            prop_assert_eq!(&read_one(&record.format(format)), &record);
        }
    }

    /// Any text is answered, and whatever is taken can be written and read again.
    #[test]
    fn any_text_is_answered(text in "\\PC{0,60}|([]\\[{}()\\\\\"; \\n?!$*%.,-]|1\\. |a1b2|i5h5|1-0|Standard|\\||1\\.-|2x\\.|>|\\(1-1\\)|#°2y|ABAL1:belgian:a\\|b:3a1b2c33 |\\[Event \"x\"\\]\n){0,30}") {
        for record in read(&text).into_iter().flatten() {
            let file = record.format(record::Format::Apgn(MoveNotation::AbaPro));
            prop_assert_eq!(read_one(&file), record);
        }
    }
}
