//! Commands and their answers.

use sumito_rules::{Layout, party};

use crate::Commands;

/// The answer to a command, its lines with blanks for tabs.
fn answer(command: &str) -> Vec<String> {
    let mut lines = Vec::new();
    Commands::new().command(command, &mut |line| lines.push(line.replace('\t', " | ")));
    lines
}

#[test]
fn every_command_answers() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        ("perft 3", &["perft | depth=3 | leaves=98912"]),
        ("perft 2 german-daisy", &["perft | depth=2 | leaves=6244"]),
        (
            "show 5/6/7/8/4b4/8/7/6/w4 w 0 6",
            &[
                "position | text=5/6/7/8/4b4/8/7/6/w4 w 0 6 0 1 | turn=white | black=e5 | white=a1 | black-lost=0 | white-lost=6 | \
               number=1 | quiet=0 | occurrences=1 | moves=0 | rules=win=6 repetition=3 quiet=off no-move=loses | result=1-0 | \
               outcome=won-by-ejections | says=Black won by ejections",
            ],
        ),
        (
            "moves 5/6/7/8/9/8/7/6/b4 b",
            &[
                "move | text=a1a2 | kind=single | cells=a1 | direction=east | steps=a1-a2 | says=one marble east",
                "move | text=a1b2 | kind=single | cells=a1 | direction=north-east | steps=a1-b2 | says=one marble north-east",
                "move | text=a1b1 | kind=single | cells=a1 | direction=north-west | steps=a1-b1 | says=one marble north-west",
            ],
        ),
        (
            "try a3-a5 west 5/6/7/8/9/8/7/6/wwbbb b",
            &["move | text=a5a4 | kind=ejection-3-2 | cells=a3 a4 a5 | direction=west | steps=a3-a2 a4-a3 a5-a4 a1- a2-a1 | \
               pushed=a1 a2 | ejected=a1 | says=sumito 3-2, ejects the marble on a1"],
        ),
        (
            "try e4,e5 east 5/6/7/8/3bbww2/8/7/6/5 b",
            &["illegal | key=pac-2-2 | says=2 against 2 is a pac: equal numbers cannot push"],
        ),
        (
            "play nacre a1b2 5/6/7/8/9/8/7/6/b3w b rules quiet=1",
            &[
                "move | text=a1b2 | kind=single | cells=a1 | direction=north-east | steps=a1-b2 | says=one marble north-east",
                "position | text=5/6/7/8/9/8/7/1b4/4w w 0 0 1 1 | turn=white | black=b2 | white=a5 | black-lost=0 | white-lost=0 | \
                 number=1 | quiet=1 | occurrences=1 | moves=0 | rules=win=6 repetition=3 quiet=1 no-move=loses | \
                 result=1/2-1/2 | outcome=drawn-by-quiet-limit | says=drawn: too many plies without an ejection",
            ],
        ),
        ("play b2c3 standard moves a1b2", &["illegal | key=not-your-marble | cell=b2 | says=the marble on b2 is not yours"]),
        ("refute marble 1 5/6/7/2ww4/4w4/3bb3/7/6/wbb2 b moves a3a2", &["holds"]),
        ("refute marble 1 5/6/7/2ww4/4w4/3bb3/7/6/wbb2 b moves d4d5", &["refutation"]),
        ("refute save 1 5/6/7/2ww4/4w4/3bb3/7/6/wbb2 w moves e5e6", &["refutation | moves=a3a2"]),
        ("refute marbles 1", &["error | at=7 | says=expected marble, game, save or survive, found 'marbles'"]),
        ("convert kaa standard", &["position | text=0a12345b123456c345_0g567h456789i56789"]),
        ("write plain belgian-daisy moves a1b2 i5h5", &["line | text=belgian-daisy 1.a1b2 i5h5 *"]),
        (
            "read [White \"Ada\"]\n\n1. a1b2 i9h8 1-0",
            &["game | layout=standard | start=wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0 0 1 | result=1-0 | \
               tag-White=Ada | moves=a1b2 i9h8"],
        ),
        ("write code belgian-daisy moves a1b2 i5h5", &["line | text=ABAL1:belgian:|:3a1b2c333g5h5i54"]),
        ("write plain nacre belgian-daisy moves a1b2", &["line | text=belgian-daisy 1.a1d4 *"]),
        (
            "place white - 2 a1,b2 0",
            &["position | text=5/6/7/8/9/8/7/1w4/w4 w 2 0 0 1 | turn=white | white=a1 b2 | black-lost=2 | white-lost=0 | \
               number=1 | quiet=0 | occurrences=1 | moves=10 | rules=win=6 repetition=3 quiet=off no-move=loses"],
        ),
        (
            "survey 5/6/4w2/4w3/4b4/3b4/2b4/6/5 b",
            &[
                "group | color=black | key=trinomial | cells=c3 d4 e5",
                "group | color=white | key=binomial | cells=f6 g7",
                "three | color=black | key=lance | cells=c3 d4 e5",
                "sumito | color=black | key=sumito-3-2 | move=c3d4 | cells=c3 d4 e5 | pushed=f6 g7 | line=c3-g7 | \
                 says=3-2 sumito on c3-g7",
            ],
        ),
    ];
    for (command, lines) in cases {
        assert_eq!(answer(command), *lines, "{command}");
    }
}

#[test]
fn errors_say_where_and_what_would_be_right() {
    let cases = [
        ("perft", "error | at=5 | says=expected a depth"),
        ("perft four", "error | at=6 | says=expected a depth, found 'four'"),
        ("layouts all", "error | at=8 | says=expected the end of the command, found 'all'"),
        ("try a0 east", "error | at=4 | says=expected cells, such as a1,b2 or a1-c3, found 'a0'"),
        ("try a1 up", "error | at=7 | says=expected a direction, such as north-east, found 'up'"),
        ("show nowhere", "error | at=5 | says=expected the name of a layout or a position, found 'nowhere'"),
        ("show  rules win=0", "error | at=12 | says=expected a number from 1 to 61 after '=', found 'win=0'"),
        ("show moves a1b2 a1", "error | at=18 | says=expected a cell from a1 to i9, found the end"),
        ("show moves e5e6", "error | at=11 | says=e5e6: there is no marble on e5 | key=empty-cell | cell=e5"),
        ("play a1x standard", "error | at=8 | says=expected a cell from a1 to i9, found the end"),
        ("convert latin", "error | at=8 | says=expected native, playstrategy, kaa, abalonline or apgn, found 'latin'"),
        ("read", "error | at=4 | says=expected the text of a game file"),
        ("tree 0 standard", "error | at=5 | says=expected the number of a game, found '0'"),
        ("tree 2 standard 1.a1b2", "error | at=22 | says=expected a file of 2 games"),
        ("compose apgn\nply", "error | at=13 | says=expected a line 'game'"),
        ("compose apgn\ngame\tstart=standard\nply\tof=7", "error | at=13 | says=expected lines 'ply' that follow others"),
        (
            "compose code\ngame\tstart=5/6/7/8/4b4/8/7/6/5 b",
            "error | at=0 | says=a code is for games from a layout that it has a name for | problem=no-code",
        ),
        ("place black a1 0 a1 0", "error | at=0 | says=a cell holds marbles of both colors"),
        ("place black a1 99 a2 0", "error | at=15 | says=expected a number of marbles lost, found '99'"),
        ("analyse", "error | at=7 | says=expected a number of positions to look at for each move"),
    ];
    for (command, line) in cases {
        assert_eq!(answer(command), [line], "{command}");
    }
}

/// What `tree` tells of a game is what `compose` writes it from: nothing is lost on the way.
#[test]
fn records_with_variations_survive() {
    let cases = [
        "{Two\\nlines.} 1. a1b2! {[%eval 0.35]} (1. a2b3 {or so} 1... i5h5 (1... i6h6?! 2. a1b2) 2. a1b2) 1... i5h5 \
         2. a2b3?? {[%clk 0:09:58] a \\\\ backslash} 2... i6h6 1-0",
        "1. a1b2 (1. a2b3) (1. c2c3 {alone}) ({before} 1. c3d4) *",
    ];
    for moves in cases {
        let file = format!("[Event \"?\"]\n[Black \"Ada\"]\n[Variant \"belgian\"]\n\n{moves}\n");
        let mut record = Vec::new();
        let mut ply = String::new();
        Commands::new().command(&format!("tree 1 {file}"), &mut |line| match line.split('\t').next() {
            Some("game") => record.push(line.to_owned()),
            Some("ply") => line.clone_into(&mut ply),
            Some("move") => record.push(format!("{ply}\t{}", line.split('\t').nth(1).unwrap_or_default())),
            _ => {}
        });
        let written = answer(&format!("compose apgn\n{}", record.join("\n")));
        let text = written.iter().filter_map(|line| line.strip_prefix("line | text=")).collect::<Vec<_>>().join("\n");
        let read = |text: &str| sumito_rules::record::read(text.lines()).next().unwrap().unwrap();
        assert_eq!(read(&text), read(&file), "{text}");
    }
}

#[test]
fn a_file_that_does_not_read_says_where_and_why() {
    for (file, expected) in [
        (
            "\nstandard 1.a1b2 a1b2",
            "game=1 | line=2 | problem=illegal-move | number=1 | color=white | text=a1b2 | key=empty-cell | cell=a1",
        ),
        ("standard 1.a1b2 a1x", "game=1 | line=1 | problem=no-move | number=1 | color=white | text=a1x"),
        ("standard 1.a1b2 (", "game=1 | line=1 | problem=variation-not-closed"),
        ("[Variant \"nowhere\"]\n\n1. a1b2", "problem=tag | text=Variant | expected=position"),
        ("[Rules \"win=often\"]\n\n1. a1b2", "problem=tag | text=Rules | expected=rules"),
        ("[Result \"2-0\"]\n\n1. a1b2", "problem=tag | text=Result | expected=result"),
        ("[Notation \"chess\"]\n\n1. a1b2", "problem=tag | text=Notation | expected=name"),
        ("[Black Ada]\n\n1. a1b2", "line=1 | problem=no-tag | expected=tag"),
        ("nowhere 1. a1b2", "problem=start | expected=position"),
        ("ABAL1:belgian:4a1b2c33", "problem=code | expected=code"),
    ] {
        let lines = answer(&format!("read {file}"));
        assert!(lines[0].starts_with("error | at=") && lines[0].contains(expected), "{file}: {lines:?}");
    }
}

#[test]
fn a_game_is_judged() {
    let lines = answer("analyse 2000 5/6/4w2/8/bww3bbw/8/2b4/6/5 b 5 5 moves c3c4 g7g8");
    assert_eq!(lines[0], "progress | done=1 | all=3");
    let blunder = "judged | ply=1 | text=c3c4 | key=blunder | glyph=?? | before=#1 | eval=#-1 | chance=0.000 | loss=1.000 | best=e7e8 | \
         answer=e3e2 | decides=yes";
    assert_eq!(lines[3], blunder);
    assert!(lines[4].starts_with("reason | key=overlooks-win | moves=1 | says="), "{lines:?}");
    let last = lines.last().unwrap();
    assert!(last.starts_with("summary | color=white | moves=1 | accuracy=0.000 | best=0 | good=0 | "), "{last}");
}

#[test]
fn a_game_is_replayed_move_by_move() {
    let words = |command: &str| {
        let lines = answer(command).into_iter();
        lines.map(|line| line.split(" | ").next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(words("replay moves a1b2 i9h8"), ["position", "move", "position", "move", "position"]);
    assert_eq!(words("replay belgian-daisy"), ["position"]);
}

#[test]
fn the_third_occurrence_ends_a_game() {
    let round = "a5b6 h4i5 b6a5 i5h4";
    let shown = answer(&format!("show 5/w5/7/8/9/8/7/6/4b b moves {round} {round}"));
    assert!(shown[0].contains("outcome=drawn-by-repetition"), "{shown:?}");
}

#[test]
fn every_layout_is_listed() {
    let lines = answer("layouts");
    assert_eq!(lines.len(), Layout::all().len());
    assert!(lines[0].starts_with("layout | id=standard | name=Standard | "), "{}", lines[0]);
}

#[test]
fn the_bench_is_the_engine_s_own() {
    let lines = answer("bench 2");
    let nodes = sumito_engine::bench::run(2).nodes;
    assert!(lines[0].starts_with(&format!("bench | depth=2 | nodes={nodes} | milliseconds=")), "{lines:?}");
}

#[test]
fn everything_else_is_for_the_engine() {
    let mut commands = Commands::new();
    let mut lines = Vec::new();
    for line in
        ["setoption name Threads value 2", "position layout belgian-daisy moves a1b2", "quit", "go nodes 2000", "go", "dance"]
    {
        commands.command(line, &mut |line| lines.push(line.to_owned()));
    }
    let starts = ["info string error: option Threads", "info depth 1 ", "bestmove ", "info string error", "bestmove none"];
    let mut rest = lines.iter();
    for start in starts {
        assert!(rest.any(|line| line.starts_with(start)), "{start}: {lines:?}");
    }
    assert!(lines.last().is_some_and(|line| line.contains("there is no command 'dance'")), "{lines:?}");
}

/// A field of a line.
fn field<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.split(" | ").find_map(|field| field.strip_prefix(key)?.strip_prefix('='))
}

#[test]
fn party_games_are_shown_and_played() {
    let shown = answer("show three moves i5h5 White:flag");
    for (key, value) in [
        ("turn", Some("blue")),
        ("next", Some("black")),
        ("blocked", None),
        ("teams", Some("b-w-u")),
        ("scores", Some("0,0,0")),
        ("to-win", Some("6")),
        ("black-ejected", Some("0")),
        ("black-took", None),
        ("black-left", None),
        ("white-left", Some("flag")),
        ("white-lost", Some("0")),
        ("number", Some("1")),
        ("moves", Some("40")),
        ("outcome", None),
        ("red", None),
    ] {
        assert_eq!(field(&shown[0], key), value, "{key} in {}", shown[0]);
    }
    assert_eq!(answer("layouts party").len(), party::Layout::all().len());
    assert!(answer("layouts party")[0].starts_with("layout | id=three | name=Three | players=3 | teams=b-w-u | offered=yes"));
    assert_eq!(answer("moves three").len(), 40);
    assert_eq!(answer("perft 2 three"), ["perft | depth=2 | leaves=1587"]);
    assert_eq!(field(&answer("convert native three moves i5h5")[0], "text"), field(&answer("show three moves i5h5")[0], "text"));

    let played = answer("play e7e8 5/6/7/8/6bbw/8/u6/6/bb3 b b-w-u 5,0,0");
    assert_eq!((field(&played[0], "by"), field(&played[0], "victim")), (Some("black"), Some("white")));
    assert_eq!((field(&played[0], "ejected"), field(&played[1], "black-took")), (Some("e9"), Some("white:1")));
    assert_eq!((field(&played[1], "white-left"), field(&played[1], "white-lost")), (Some("out"), Some("1")));
    assert_eq!((field(&played[1], "winners"), field(&played[1], "result")), (Some("black"), Some("1-0-0")));
    assert_eq!(field(&played[1], "outcome"), Some("won-by-ejections"));

    let left = answer("play White:resigned three moves Blue:absent");
    assert_eq!(left.len(), 1);
    assert_eq!((field(&left[0], "winners"), field(&left[0], "outcome")), (Some("black"), Some("won-by-others-left")));
    let drawn = answer("play draw six-teams moves g6f5");
    assert_eq!((field(&drawn[0], "winners"), field(&drawn[0], "result")), (None, Some("1/2-1/2-1/2")), "{drawn:?}");
    let resigned = answer("play White+Red:resigned four-teams");
    assert_eq!((field(&resigned[0], "winners"), field(&resigned[0], "result")), (Some("black blue"), Some("1-0")));

    let blocked = "5/6/7/8/bu7/8/7/6/1w1r1 b bu-wr";
    assert_eq!(field(&answer(&format!("try e1,e2 east {blocked}"))[0], "key"), Some("partner-only-pushes"));
    assert_eq!(field(&answer("play i5h5 three moves i5h5")[0], "key"), Some("empty-cell"));
}

#[test]
fn party_games_are_replayed() {
    let lines = answer("replay four-teams moves a1b2 White:abandoned Black+Blue:resigned");
    let words: Vec<&str> = lines.iter().map(|line| line.split(" | ").next().unwrap()).collect();
    assert_eq!(words, ["position", "move", "position", "leave", "position", "leave", "position"]);
    assert_eq!((field(&lines[3], "seats"), field(&lines[3], "why")), (Some("white"), Some("abandoned")));
    assert_eq!((field(&lines[5], "seats"), field(&lines[5], "why")), (Some("black blue"), Some("resigned")));
    assert_eq!(field(&lines[6], "winners"), Some("white red"));
    assert_eq!(answer("replay three moves i5h5 draw")[3], "draw");
}

#[test]
fn commands_that_party_games_do_not_have_say_so() {
    for (command, error) in [
        ("survey three", "for games of two players"),
        ("refute marble 1 three", "for games of two players"),
        ("analyse 200 three", "for games of two players"),
        ("best 1 1 standard", "for games of three to six players"),
        ("best 6 1 three", "expected a level from 1 to 5, or nodes=N, found '6'"),
        ("best nodes=0 1 three", "expected a level from 1 to 5, or nodes=N, found 'nodes=0'"),
        ("best 1 one three", "expected a seed, which is a number, found 'one'"),
        ("best 1 1 three moves White:flag Blue:flag", "the game is over"),
        ("moves nacre three", "always written in aba-pro"),
        ("convert kaa three", "only the native notation"),
        ("write plain three", "always written as apgn"),
        ("write apgn nacre three", "always written as apgn"),
        ("show three moves i5h5 i5h5", "there is no marble on i5"),
        ("show three moves Red:flag", "that player is not in the game"),
        ("show three moves White:sleepy", "expected"),
        ("show 5/6/7/8/9/8/7/6/b3w b b-w-q", "expected"),
        ("layouts parties", "expected the end of the command"),
    ] {
        let lines = answer(command);
        assert!(lines[0].starts_with("error") && lines[0].contains(error), "{command}: {lines:?}");
    }
    assert_eq!(field(&answer("play Red:flag three")[0], "key"), Some("not-in-the-game"));
    assert_eq!(field(&answer("play draw three moves draw")[0], "key"), Some("game-over"));
    assert_eq!(field(&answer("play i5h5 three moves draw")[0], "key"), Some("game-over"));
}

#[test]
fn the_engine_plays_every_seat_of_every_layout() {
    for layout in party::Layout::all() {
        let mut game = layout.id.to_owned() + " moves";
        for (n, level) in (1..=4).cycle().take(layout.seating.seats().count() + 2).enumerate() {
            let best = answer(&format!("best {level} {n} {game}"));
            assert_eq!(best, answer(&format!("best {level} {n} {game}")), "the same for a seed");
            let [line] = best.as_slice() else { panic!("{best:?}") };
            let text = field(line, "text").unwrap();
            assert!(field(line, "pv").unwrap().starts_with(text), "{line}");
            assert_eq!(answer(&format!("play {text} {game}")).len(), 2, "{line}");
            game = format!("{game} {text}");
        }
    }
    let lines = answer("best nodes=3000 1 four-belgian");
    assert!(lines.len() > 2 && lines[..lines.len() - 1].iter().all(|line| line.starts_with("info | score=")), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("best | text=")), "{lines:?}");
    let won = answer("best 5 1 5/6/7/8/6bbw/8/u6/6/bb3 b b-w-u 5,0,0");
    assert_eq!((field(&won[0], "text"), field(&won[0], "win")), (Some("e7e8"), Some("1")));
}

const PARTY_FILE: &str = "[Event \"?\"]\n[Date \"????.??.??\"]\n[Black \"Ada\"]\n[White \"Bob\"]\n[Blue \"Cy\"]\n[Variant \"three\"]\n\
    [Teams \"b-w-u\"]\n[Result \"*\"]\n[Notation \"Aba-Pro\"]\n\n\
    1. i5h5 {good} (1. i6h6 c7d7) White:flag a1b2 {[%clk 0:01:00]} 2. h5g5!\nBlue:resigned *";

#[test]
fn party_files_are_read_and_written() {
    let [read] = &answer(&format!("read {PARTY_FILE}"))[..] else { panic!("one game") };
    assert_eq!((field(read, "layout"), field(read, "teams"), field(read, "result")), (Some("three"), Some("b-w-u"), Some("*")));
    assert_eq!((field(read, "tag-Black"), field(read, "tag-Blue")), (Some("Ada"), Some("Cy")));
    let moves = field(read, "moves").unwrap();
    assert_eq!(moves, "i5h5 White:flag a1b2 h5g5 Blue:resigned");
    let shown = answer(&format!("show three moves {moves}"));
    assert_eq!(field(&shown[0], "winners"), Some("black"));
    let written: Vec<String> = answer(&format!("write apgn three moves {moves}"));
    assert!(written.iter().any(|line| line.contains("1. i5h5 White:flag a1b2 2. h5g5 Blue:resigned 1-0-0")), "{written:?}");
    // An agreed draw is the result of a file, and a word of a game.
    let texts: Vec<&str> = written.iter().filter_map(|line| field(line, "text")).collect();
    assert!(texts.contains(&"[Black \"?\"]"), "{texts:?}");
    let draw = answer("write apgn three moves i5h5 draw");
    let file: Vec<&str> = draw.iter().map(|line| field(line, "text").unwrap_or_default()).collect();
    assert_eq!(field(&answer(&format!("read {}", file.join("\n")))[0], "moves"), Some("i5h5 draw"));
}

#[test]
fn party_trees_go_back_and_forth() {
    let mut lines = Vec::new();
    Commands::new().command(&format!("tree 1 {PARTY_FILE}"), &mut |line| lines.push(line.to_owned()));
    let words: Vec<&str> = lines.iter().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!(words[..2], ["game", "position"]);
    assert_eq!(words[2..], ["ply", "move", "position"].repeat(5));
    assert!(lines[2].ends_with("comment=good\tleft=White:flag"), "{}", lines[2]);
    assert!(lines[4].contains("turn=blue") && lines[4].contains("white-left=flag"), "{}", lines[4]);
    // What follows in the variation does not know of it.
    assert!(lines[7].contains("turn=white") && !lines[7].contains("white-left"), "{}", lines[7]);
    let composed = |lines: &[String]| {
        let plies = lines.iter().enumerate().filter_map(|(n, line)| match line.split_once('\t') {
            Some(("game", _)) => Some(line.clone()),
            Some(("ply", rest)) => {
                let text = lines[n + 1].split('\t').find_map(|field| field.strip_prefix("text=")).unwrap();
                Some(format!("ply\ttext={text}\t{rest}"))
            }
            _ => None,
        });
        let plies: Vec<String> = plies.collect();
        let mut file = Vec::new();
        Commands::new().command(&format!("compose apgn\n{}", plies.join("\n")), &mut |line| {
            file.push(line.strip_prefix("line").unwrap().trim_start_matches("\ttext=").to_owned());
        });
        file.join("\n")
    };
    assert_eq!(composed(&lines), PARTY_FILE.replace("    ", ""));
    let wrong = answer("compose apgn game\tstart=three\tleft=Red:flag");
    assert!(wrong[0].contains("that player is not in the game"), "{wrong:?}");
    let wrong = answer("compose apgn game\tstart=three\tresult=1-0");
    assert!(wrong[0].contains("a number for each team of b-w-u"), "{wrong:?}");
}
