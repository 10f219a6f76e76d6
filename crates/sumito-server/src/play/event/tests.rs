use super::*;

#[test]
fn every_line_reads_back() {
    let game = AnyGame::Two(Game::new(&Layout::BELGIAN_DAISY, Rules::default()));
    let first = [
        "created\tbelgian-daisy\twin=6 repetition=3 quiet=off no-move=loses\t600\trated\tpublic\tuser:abcdefghij\topen",
        "created\tbelgian-daisy\twin=6 repetition=3 quiet=off no-move=loses\t600\trated\tpublic\tuser:abcdefghij\topen\tfor:klmnopqrst",
        "created\t5/6/7/8/2bbw4/8/7/6/bb3 b 1 2 3 4\twin=4 repetition=off quiet=9 no-move=draws\tnone\tcasual\tprivate\tengine:10\tuser:ABCDEFGHI0",
        "created\tbelgian-daisy\twin=6 repetition=3 quiet=off no-move=loses plies=1000\t600\trated\tpublic\tuser:abcdefghij\topen",
        "created\t5/6/7/8/2bbw4/8/7/6/bb3 b 1 2 3 4\twin=6 repetition=3 quiet=off no-move=loses plies=1000\t60+1\tcasual\tprivate\tuser:abcdefghij\tuser:ABCDEFGHI0\troom",
        "created\tstar\twin=6 repetition=3 quiet=off no-move=loses\tnone\thelped\tprivate\tuser:abcdefghij\topen",
        "created\tthree\twin=6 repetition=3 quiet=off no-move=loses plies=1000\t600\tcasual\tpublic\tuser:abcdefghij\topen\tengine:5",
        "created\tsix-teams\twin=6 repetition=3 quiet=off no-move=loses plies=1000\tnone\tcasual\tprivate\topen\tengine:1\topen\tuser:abcdefghij\topen\topen\ttakeover:3\tdrawn",
    ];
    for line in first {
        let setup = Setup::parse(line).unwrap_or_else(|| panic!("{line:?}"));
        assert_eq!(setup.to_string(), line);
    }
    let lines = [
        "joined\twhite\tabcdefghij",
        "moved\ta1b2",
        "moved\ta1b2\t120",
        "offered\tdraw\tblack",
        "offered\trematch\twhite",
        "declined\ttakeback\twhite",
        "declined\tchallenge\twhite",
        "declined\tchallenge\tblack\ttoo-fast",
        "took-back\tblack",
        "resigned\twhite",
        "draw-agreed",
        "flag-fell\tblack",
        "aborted\twhite",
        "no-first-move\tblack",
        "claimed\twin\twhite",
        "claimed\tdraw\tblack",
        "berserked\twhite",
        "rematched\tabcdefghij",
    ];
    for line in lines {
        let kind = EventKind::parse(line, &game).unwrap_or_else(|| panic!("{line:?}"));
        assert_eq!(kind.to_string(), line);
    }
    let party = party::Layout::find("six-teams").unwrap();
    let game = AnyGame::Party(party::Game::new(party, Rules::default()));
    let lines = [
        "joined\tyellow\tabcdefghij",
        "left-seat\tblue",
        "filled\t5",
        "drawn\tblue black white yellow green red",
        "moved\ti8h7\t120",
        "offered\tresign\tgreen",
        "agreed\tdraw\tred",
        "resigned\tblue",
        "team-resigned\twhite",
        "flag-fell\tgreen",
        "no-first-move\tyellow",
        "abandoned\tred",
    ];
    for line in lines {
        let kind = EventKind::parse(line, &game).unwrap_or_else(|| panic!("{line:?}"));
        assert_eq!(kind.to_string(), line);
    }
    for layout in party::Layout::all() {
        assert!(Layout::all().iter().all(|other| other.id != layout.id), "the same id for two and for more: {}", layout.id);
    }
}

#[test]
fn new_games_have_a_limit_of_plies_and_older_ones_have_none() {
    for (text, expected) in [
        ("", Ok(ONLINE_RULES)),
        ("plies=off", Ok(ONLINE_RULES)),
        ("plies=1000", Ok(ONLINE_RULES)),
        ("blitz", Ok(ONLINE_RULES.with_marbles_to_win(4))),
        ("plies=1", Ok(Rules::STANDARD.with_ply_limit(Some(1)))),
        ("plies=1001", Err("expected plies=1000 or less, found plies=1001".to_owned())),
    ] {
        assert_eq!(bounded(text.parse().unwrap()), expected, "{text}");
    }
    let old = "created\tstar\twin=6 repetition=3 quiet=off no-move=loses\tnone\tcasual\tprivate\tuser:abcdefghij\topen";
    assert_eq!(Setup::parse(old).unwrap().rules.ply_limit, None);
}

#[test]
fn other_lines_are_refused() {
    let lines = [
        "",
        "moved",
        "moved\ta1a9",
        "moved\ta1b2\tsoon",
        "moved a1b2",
        "joined\tgreen\tabcdefghij",
        "resigned\tblue",
        "filled\t6",
        "drawn\tblack blue",
        "joined\twhite\tshort",
        "offered\tcake\tblack",
        "claimed\tcake\tblack",
        "declined\tchallenge\tblack\ttoo-blue",
        "no-first-move",
    ];
    let game = AnyGame::Two(Game::new(&Layout::STANDARD, Rules::default()));
    for line in lines {
        assert_eq!(EventKind::parse(line, &game), None, "{line:?}");
    }
    let first = [
        "created\tthree\twin=6\t600\tcasual\tpublic\topen\topen",
        "created\tthree\twin=6\t600\tcasual\tpublic\topen\topen\tengine:6",
        "created\tthree\twin=6\t600\tcasual\tpublic\topen\topen\topen\ttakeover:6",
        "created\tthree\twin=6\t600\tcasual\tpublic\topen\topen\topen\tfor:abcdefghij",
        "created\tstandard\twin=6\t600\tcasual\tpublic\topen\topen\tdrawn",
        "created\tstandard\twin=6\t600\tcasual\tpublic\topen\topen\ttakeover:3",
        "created\tnowhere\twin=6\t600\trated\tpublic\topen\topen",
        "created\tstandard\twin=6\t600\trated\tpublic\topen\tengine:11",
        "created\tstandard\twin=6\t600\tserious\tpublic\topen\topen",
    ];
    for line in first {
        assert_eq!(Setup::parse(line), None, "{line:?}");
    }
}
