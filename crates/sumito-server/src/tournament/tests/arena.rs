//! Arenas.

use super::*;

#[test]
fn points_of_an_arena() {
    let settings = Settings { format: Format::Arena { minutes: 60 }, ..Settings::default() };
    // Games of one player as Black, who wins (w), wins with half the time (b), wins so too quickly (q), draws (d), draws quickly (e), draws long (l), loses (o) or
    // has an opponent who does not come (f): the points of each.
    for (games, expected) in [
        ("w", "2"),
        ("ww", "2 2"),
        ("www", "2 2 4"),
        ("wwww", "2 2 4 4"),
        ("wwb", "2 2 5"),
        ("b", "3"),
        ("q", "2"),
        ("wwd", "2 2 2"),
        ("wwdw", "2 2 2 2"),
        ("wwow", "2 2 0 2"),
        ("dd", "1 0"),
        ("dl", "1 1"),
        ("dod", "1 0 1"),
        ("e", "0"),
        ("wwfw", "2 2 4"),
    ] {
        let mut run = Run::started(settings.clone(), 2);
        for game in games.chars() {
            run.tick();
            run.now += 60_000;
            let board = run.state.boards.last().unwrap();
            let own = board.side_of(0).unwrap();
            let other = own.other();
            let (result, plies, berserk) = match game {
                'w' => (BoardResult::Won(own), 60, false),
                'b' => (BoardResult::Won(own), 14, true),
                'q' => (BoardResult::Won(own), 13, true),
                'd' => (BoardResult::Drawn, 20, false),
                'e' => (BoardResult::Drawn, 19, false),
                'l' => (BoardResult::Drawn, 60, false),
                'o' => (BoardResult::Won(other), 60, false),
                _ => (BoardResult::Forfeit(own), 0, false),
            };
            let berserk = [berserk && own == Side::First, berserk && own == Side::Second];
            let end = GameEnd { game: board.game, result, marbles: [6, 6], plies, berserk };
            run.act(Actor::Server, &Action::Report(vec![end])).unwrap();
            run.now += 20_000;
        }
        let sheet = run.state.players[0].sheet.games.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(sheet, expected, "{games}");
        run.check_log();
    }
}

#[test]
fn an_arena_pairs_those_who_are_free_and_ends() {
    let settings = Settings { format: Format::Arena { minutes: 5 }, control: "180+2".parse().unwrap(), ..Settings::default() };
    let mut run = Run::started(settings, 4);
    run.busy.insert(user(3));
    run.tick();
    assert_eq!(run.state.boards.len(), 1, "one waits, and one plays elsewhere");
    assert!(run.state.players[3].open.is_empty());
    run.busy.clear();
    run.tick();
    assert_eq!(run.state.boards.len(), 2);
    run.now += 300_000;
    run.tick();
    if run.state.open_boards > 0 {
        assert_eq!(run.state.phase, Phase::Running, "games that have begun still count");
        run.play(by_strength);
        run.tick();
    }
    assert_eq!(run.state.phase, Phase::Over(Why::Played));
}

#[test]
fn whoever_misses_games_pauses_longer_each_time_and_then_has_to_come_back() {
    let settings = Settings { format: Format::Arena { minutes: 60 }, control: "180+2".parse().unwrap(), ..Settings::default() };
    let mut run = Run::started(settings, 2);
    for (missed, pause) in [(1, 10), (2, 30), (3, 60), (4, 120), (5, 0)] {
        run.act(Actor::Server, &Action::Tick).unwrap();
        let board = run.state.board_of(0).expect("the pause is over");
        let (game, winner) = (board.game, board.side_of(0).unwrap().other());
        let end = GameEnd { game, result: BoardResult::Forfeit(winner), marbles: [0, 0], plies: 0, berserk: [false; 2] };
        run.act(Actor::Server, &Action::Report(vec![end])).unwrap();
        assert_eq!((run.state.players[0].missed, run.state.players[0].is_out), (missed, missed == 5));
        run.now += pause * 1_000 - 1;
        assert_eq!(run.act(Actor::Server, &Action::Tick), Ok(0), "{missed}");
        run.now += 1;
    }
    run.now += 600_000;
    assert_eq!(run.act(Actor::Server, &Action::Tick), Ok(0));
    run.act(Actor::User(user(0)), &Action::Return(None)).unwrap();
    assert_eq!(run.act(Actor::Server, &Action::Tick), Ok(1));
    run.check_log();
}

#[test]
fn nobody_waits_for_players_who_are_not_there() {
    let settings = Settings { format: Format::Arena { minutes: 60 }, control: "180+2".parse().unwrap(), ..Settings::default() };
    let mut run = Run::started(settings, 4);
    run.away.extend([user(0), user(1)]);
    // Whoever has just entered is taken to be there.
    run.tick();
    assert_eq!(run.state.boards.len(), 2);
    run.play(|_, _| BLACK);
    run.now += 60_000;
    run.act(Actor::Server, &Action::Tick).unwrap();
    assert_eq!(run.state.boards.len(), 3);
    assert!(run.boards().iter().all(|(one, other)| one.min(other) == &2 && one.max(other) == &3), "{:?}", run.boards());
    // As soon as they open a page.
    run.away.clear();
    run.tick();
    assert_eq!(run.state.boards.len(), 4);
}

#[test]
fn a_pause_makes_an_arena_longer_and_forbidden_pairs_do_not_meet() {
    let settings = Settings { format: Format::Arena { minutes: 10 }, control: "180+2".parse().unwrap(), ..Settings::default() };
    let mut run = Run::started(settings, 2);
    run.direct(&Action::Forbid(0, 1));
    run.tick();
    assert!(run.state.boards.is_empty());
    run.direct(&Action::Stop);
    let closes_at = run.state.closes_at().unwrap();
    run.now += 700_000;
    assert_eq!(
        (run.act(Actor::Server, &Action::Tick), run.state.due(run.now).is_some_and(|due| due < run.now + DAY)),
        (Ok(0), false)
    );
    run.direct(&Action::Resume);
    assert_eq!(run.state.closes_at(), Some(closes_at + 700_000));
    run.direct(&Action::Allow(0, 1));
    run.tick();
    assert_eq!(run.state.boards.len(), 1);
    run.check_log();
}

#[test]
fn a_correction_changes_the_streak_but_not_the_order() {
    let settings = Settings { format: Format::Arena { minutes: 60 }, ..Settings::default() };
    let mut run = Run::started(settings, 2);
    for _ in 0..3 {
        run.tick();
        run.play(|first, _| if first == 0 { BLACK } else { WHITE });
    }
    assert_eq!(run.state.players[0].sheet.games, [2, 2, 4]);
    let board = run.state.boards[1].clone();
    let result = BoardResult::Won(board.side_of(1).unwrap());
    run.direct(&Action::SetResult { game: board.game, result, marbles: None });
    assert_eq!((&run.state.players[0].sheet.games[..], &run.state.players[1].sheet.games[..]), (&[2, 0, 2][..], &[0, 2, 0][..]));
    run.check_log();
}
