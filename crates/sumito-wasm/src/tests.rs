//! Commands and their answers.

use sumito_rules::Layout;

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
