//! Swiss, round robin and knockout.

use super::*;

#[test]
fn a_swiss_is_played_to_its_end() {
    let mut run = Run::started(swiss(3, false), 5);
    for round in 0..3 {
        run.tick();
        assert_eq!(run.state.rounds.len(), round + 1);
        run.tick();
        assert_eq!(run.state.rounds.len(), round + 1, "a round ends before the next begins");
        run.play(by_strength);
        assert_eq!(run.act(Actor::Server, &Action::Tick), Ok(0), "there is a pause between rounds");
    }
    run.tick();
    assert_eq!(run.state.phase, Phase::Over(Why::Played));
    assert_eq!(run.ranks()[0], (0, 1));
    run.check_log();
}

/// At most one game per player and round, nobody twice against the same opponent and one bye per player unless the rules were relaxed, and no color more than
/// two times more often, with late entries, withdrawals, requested byes and forbidden pairs.
#[test]
fn random_swiss_tournaments_keep_the_rules() {
    let mut random = 1_u64;
    let mut draw = |n: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % n
    };
    for _ in 0..60 {
        let players = 2 + draw(12) as usize;
        let rounds = 3 + draw(4) as u8;
        let mut run = Run::started(swiss(rounds, draw(3) == 0), players);
        for round in 0..usize::from(rounds) {
            for player in 0..players {
                match draw(12) {
                    0 => _ = run.act(Actor::User(user(player)), &Action::Withdraw(None)),
                    1 | 2 => _ = run.act(Actor::User(user(player)), &Action::Return(None)),
                    3 => _ = run.act(Actor::User(user(player)), &Action::RequestBye(None, round + 1)),
                    4 if round == 0 => run.direct(&Action::Forbid(player, (player + 1) % players)),
                    _ => {}
                }
            }
            if round == 1 {
                let late = entrant(100 + players, 1500);
                let _ = run.act(Actor::User(user(100 + players)), &Action::Enter(late));
            }
            while run.state.rounds.len() <= round && run.state.phase == Phase::Running {
                run.tick();
            }
            while run.state.open_boards > 0 {
                let result = [BLACK, WHITE, BoardResult::Drawn, BoardResult::Forfeit(Side::First)][draw(4) as usize];
                run.play(|_, _| result);
                run.tick();
            }
        }
        run.tick();
        run.check_log();
        check_rounds(&run.state);
    }
}

fn check_rounds(state: &Tournament) {
    let games = if matches!(state.settings.format, Format::Swiss { double: true, .. }) { 2 } else { 1 };
    let mut met: HashMap<(usize, usize), usize> = HashMap::new();
    let mut byes: HashMap<usize, usize> = HashMap::new();
    let mut colors: HashMap<usize, i32> = HashMap::new();
    let is_relaxed = state.rounds.iter().any(|round| round.is_relaxed);
    for (n, round) in state.rounds.iter().enumerate() {
        let mut seats: HashMap<usize, usize> = HashMap::new();
        for board in state.boards_of(n) {
            let [first, second] = board.players;
            assert_ne!(first, second);
            assert!(!state.forbidden.contains(&(first.min(second), first.max(second))));
            for player in board.players {
                *seats.entry(player).or_default() += 1;
            }
            let is_first_game = seats[&first] == 1;
            let played = board.result.is_none_or(|ended| !ended.result.is_forfeit());
            if played {
                *met.entry((first.min(second), first.max(second))).or_default() += usize::from(is_first_game);
                *colors.entry(first).or_default() += 1;
                *colors.entry(second).or_default() -= 1;
            }
        }
        for (player, bye) in &round.byes {
            assert!(!seats.contains_key(player), "a bye and a game");
            *byes.entry(*player).or_default() += usize::from(*bye == Bye::Pairing);
        }
        assert!(seats.values().all(|seats| *seats <= games), "one game per player and round");
    }
    if !is_relaxed {
        assert!(met.values().all(|times| *times == 1), "{met:?}");
        assert!(byes.values().all(|byes| *byes <= 1), "{byes:?}");
        // In the last round leaders and their opponents may get their color once more.
        assert!(colors.values().all(|difference| difference.abs() <= 3), "{colors:?}");
        let planned = state.planned_rounds().unwrap();
        let last = if state.rounds.len() == planned { planned - 1 } else { planned };
        assert!(before_last(state, last).values().all(|difference| difference.abs() <= 2));
    }
}

/// How much more often each player had Black than White before a round.
fn before_last(state: &Tournament, round: usize) -> HashMap<usize, i32> {
    let mut colors: HashMap<usize, i32> = HashMap::new();
    for board in
        state.boards.iter().filter(|board| board.round < round && board.result.is_none_or(|ended| !ended.result.is_forfeit()))
    {
        *colors.entry(board.players[0]).or_default() += 1;
        *colors.entry(board.players[1]).or_default() -= 1;
    }
    colors
}

#[test]
fn a_double_swiss_has_two_games_with_the_colors_swapped() {
    let mut run = Run::started(swiss(2, true), 4);
    run.tick();
    assert_eq!(run.boards(), [(0, 2), (3, 1)]);
    // The first pair goes on at once, the other one is still playing.
    let game = run.state.boards[0].game;
    run.act(
        Actor::Server,
        &Action::Report(vec![GameEnd { game, result: BLACK, marbles: [6, 0], plies: 60, berserk: [false; 2] }]),
    )
    .unwrap();
    run.act(Actor::Server, &Action::Tick).unwrap();
    assert_eq!(run.boards(), [(0, 2), (3, 1), (2, 0)]);
    run.play(|first, _| if first == 3 { BoardResult::Forfeit(Side::Second) } else { BoardResult::Drawn });
    run.tick();
    // Who does not come to the first game misses both.
    let points: Vec<_> = run.state.standings().iter().map(|row| (row.player, row.points.0)).collect();
    assert_eq!(points, [(2, 25), (1, 20), (0, 15), (3, 0)], "one has a bye in the second round, because another does not come");
    assert_eq!(run.state.rounds.len(), 2);
    run.check_log();
}

#[test]
fn a_round_robin_counts_those_who_leave() {
    let mut run = Run::started(Settings { format: Format::RoundRobin { double: false }, ..Settings::default() }, 4);
    assert_eq!(run.state.planned_rounds(), Some(3));
    run.tick();
    run.play(by_strength);
    run.direct(&Action::Withdraw(Some(0)));
    for _ in 0..2 {
        run.tick();
        run.play(by_strength);
    }
    run.tick();
    assert_eq!(run.state.phase, Phase::Over(Why::Played));
    let lost = run.state.boards.iter().filter(|board| board.result.is_some_and(|ended| ended.result.is_forfeit())).count();
    assert_eq!((lost, run.state.boards.len()), (2, 6));
    assert_eq!(run.act(Actor::User(user(999)), &Action::Pair(vec![(0, Some(1))], None)), Err(Refusal::Over));
    run.check_log();
}

#[test]
fn a_knockout_has_tie_break_games_and_a_third_place() {
    let mut run = Run::started(knockout(1, true), 5);
    run.tick();
    assert_eq!(run.boards(), [(3, 4)]);
    run.play(|_, _| BoardResult::Drawn);
    run.tick();
    assert_eq!(run.boards(), [(4, 3)], "a tied match goes on with the colors swapped");
    run.play(|_, _| WHITE);
    run.tick();
    let stage = run.boards();
    assert_eq!(stage, [(0, 3), (1, 2)]);
    let decided = run.state.boards[1].game;
    run.play(by_strength);
    run.tick();
    assert_eq!(run.boards(), [(0, 1), (2, 3)]);
    let correction = Action::SetResult { game: decided, result: BLACK, marbles: None };
    run.play(by_strength);
    assert_eq!(run.act(Actor::User(user(999)), &correction), Err(Refusal::ResultStands));
    run.tick();
    assert_eq!(run.state.phase, Phase::Over(Why::Played));
    assert_eq!(run.ranks(), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]);
    assert_eq!(run.state.bracket().len(), 3);
    run.check_log();
}

#[test]
fn a_play_off_decides_who_is_first() {
    let settings = Settings { tie_breaks: Vec::new(), play_off: "600".parse().ok(), ..swiss(1, false) };
    let mut run = Run::started(settings, 4);
    run.tick();
    run.play(by_strength);
    run.tick();
    assert_eq!(run.ranks().iter().filter(|(_, rank)| *rank == 1).count(), 2);
    assert_eq!(run.boards(), [(0, 1)]);
    assert!(run.state.rounds[1].is_play_off);
    run.play(|_, _| BoardResult::Drawn);
    run.tick();
    run.play(by_strength);
    run.tick();
    assert_eq!(run.state.phase, Phase::Over(Why::Played));
    assert_eq!(run.ranks(), [(0, 1), (1, 2), (2, 3), (3, 3)]);
    let points: Vec<u32> = run.state.standings().iter().map(|row| row.points.0).collect();
    assert_eq!(points, [10, 10, 0, 0], "its games bring no points");
    run.check_log();
}

#[test]
fn marbles_count_in_the_french_league() {
    let ended = |result, marbles| Ended { result, at: 0, marbles, plies: 60, berserk: [false; 2] };
    for (result, marbles, first, second) in [
        (BLACK, Some([6, 3]), 100, 30),
        (WHITE, Some([5, 6]), 50, 100),
        (BoardResult::Drawn, Some([2, 4]), 20, 40),
        // A win by resignation or on time counts like a whole one.
        (BLACK, Some([1, 4]), 100, 40),
        (BoardResult::Forfeit(Side::Second), None, 0, 100),
        (BoardResult::BothForfeit, None, 0, 0),
    ] {
        let ended = ended(result, marbles);
        let found = [Side::First, Side::Second].map(|side| ended.score(side, Scoring::Marbles).0);
        assert_eq!(found, [first, second], "{result} {marbles:?}");
    }
    let mut run = Run::started(Preset::FrenchLeague.settings(), 3);
    run.tick();
    run.play(|_, _| BLACK);
    let points: Vec<u32> = run.state.standings().iter().map(|row| row.points.0).collect();
    assert_eq!(points, [100, 20, 0]);
    assert_eq!(run.state.settings.tie_breaks[0], TieBreak::Wins);
}

#[test]
fn a_round_waits_a_while_for_players_of_other_tournaments() {
    let mut run = Run::started(swiss(2, false), 4);
    run.busy.insert(user(0));
    run.tick();
    assert!(run.state.rounds.is_empty());
    run.now += 300_000;
    run.tick();
    assert_eq!(run.boards().len(), 1);
    assert!(run.state.players[0].open.is_empty());
    assert!(run.state.rounds[0].byes.contains(&(0, Bye::Zero)));
}

#[test]
fn a_game_that_ends_after_the_director_has_decided_is_shown() {
    let mut run = Run::started(swiss(2, false), 2);
    run.tick();
    let game = run.state.boards[0].game;
    run.direct(&Action::SetResult { game, result: BLACK, marbles: None });
    let end = GameEnd { game, result: WHITE, marbles: [0, 6], plies: 70, berserk: [false; 2] };
    for _ in 0..2 {
        run.act(Actor::Server, &Action::Report(vec![end])).unwrap();
    }
    assert!(run.state.boards[0].is_contradictory());
    assert_eq!(run.state.boards[0].result.map(|ended| ended.result), Some(BLACK));
    assert_eq!(run.log.iter().filter(|(_, line)| line.starts_with("played")).count(), 1);
    run.check_log();
}

#[test]
fn too_many_forbidden_pairs_end_a_tournament_and_repetitions_are_the_last_resort() {
    let mut forbidden = Run::started(swiss(3, false), 2);
    forbidden.direct(&Action::Forbid(0, 1));
    forbidden.tick();
    assert_eq!(forbidden.state.phase, Phase::Over(Why::Impossible));
    let mut repeated = Run::started(swiss(3, false), 2);
    for _ in 0..3 {
        repeated.tick();
        repeated.play(by_strength);
    }
    repeated.tick();
    assert_eq!(repeated.state.phase, Phase::Over(Why::Played));
    assert_eq!(repeated.state.boards.len(), 3);
    assert!(repeated.state.rounds[1].is_relaxed);
}

#[test]
fn a_player_who_does_not_come_is_not_paired_until_they_say_so() {
    let mut run = Run::started(swiss(4, false), 4);
    run.tick();
    run.play(|first, _| if first == 0 { BoardResult::Forfeit(Side::Second) } else { BLACK });
    assert!(run.state.players[0].is_out);
    run.tick();
    assert!(run.state.players[0].open.is_empty());
    run.play(by_strength);
    run.act(Actor::User(user(0)), &Action::Return(None)).unwrap();
    run.tick();
    assert!(!run.state.players[0].open.is_empty());
    // One bye can be requested, for a round to come that is not the last one.
    for (round, expected) in [(0, Err(Refusal::NoBye)), (3, Err(Refusal::NoBye))] {
        assert_eq!(run.act(Actor::User(user(1)), &Action::RequestBye(None, round)), expected);
    }
}

#[test]
fn a_correction_is_replayed_as_it_was() {
    let mut run = Run::started(swiss(3, false), 4);
    run.tick();
    run.play(by_strength);
    let board = run.state.boards[0].clone();
    run.now += 5_000;
    run.direct(&Action::SetResult { game: board.game, result: BoardResult::Drawn, marbles: Some([3, 3]) });
    assert_eq!(
        run.state.boards[0].result.map(|ended| ended.at),
        board.result.map(|ended| ended.at),
        "it stays where it was in the order"
    );
    run.check_log();
    // Marbles must fit: six win, and a game that nobody played has none.
    for (result, marbles) in
        [(BLACK, [3, 6]), (BLACK, [7, 0]), (BoardResult::Drawn, [6, 6]), (BoardResult::Forfeit(Side::First), [1, 0])]
    {
        let action = Action::SetResult { game: board.game, result, marbles: Some(marbles) };
        assert_eq!(run.act(Actor::User(user(999)), &action), Err(Refusal::BadMarbles), "{result} {marbles:?}");
    }
}

#[test]
fn a_bracket_that_is_being_played_cannot_be_contradicted() {
    let mut run = Run::started(knockout(1, false), 4);
    run.tick();
    let semifinal = run.state.boards[0].game;
    run.play(by_strength);
    // Before the final is paired, a semifinal can be corrected.
    run.direct(&Action::SetResult { game: semifinal, result: WHITE, marbles: None });
    run.direct(&Action::SetResult { game: semifinal, result: BLACK, marbles: None });
    run.tick();
    assert_eq!(run.boards(), [(0, 1)]);
    let wrong = Action::SetResult { game: semifinal, result: WHITE, marbles: None };
    assert_eq!(run.act(Actor::User(user(999)), &wrong), Err(Refusal::ResultStands));
    let final_game = run.state.boards[2].game;
    run.direct(&Action::SetResult { game: final_game, result: WHITE, marbles: None });
    run.tick();
    assert_eq!(run.ranks()[0], (1, 1));
}

#[test]
fn players_who_are_out_of_a_knockout_may_play_elsewhere() {
    let mut run = Run::started(knockout(1, false), 4);
    run.tick();
    run.play(by_strength);
    run.busy.insert(user(3));
    run.tick();
    assert_eq!(run.state.rounds.len(), 2, "the final does not wait for somebody who has lost");
    run.busy.insert(user(0));
    let mut waiting = Run::started(knockout(1, false), 4);
    waiting.busy.insert(user(0));
    waiting.tick();
    assert!(waiting.state.rounds.is_empty());
}

#[test]
fn whoever_still_plays_a_game_that_was_decided_gets_no_other() {
    let mut run = Run::started(swiss(3, false), 4);
    run.tick();
    let [first, second] = [run.state.boards[0].clone(), run.state.boards[1].clone()];
    run.now += 1_000;
    run.direct(&Action::SetResult { game: first.game, result: BLACK, marbles: None });
    let end = |board: &crate::tournament::Board| GameEnd {
        game: board.game,
        result: BLACK,
        marbles: [6, 0],
        plies: 60,
        berserk: [false; 2],
    };
    run.act(Actor::Server, &Action::Report(vec![end(&second)])).unwrap();
    run.tick();
    assert_eq!(run.state.rounds.len(), 1, "the round waits for the game that goes on");
    run.act(Actor::Server, &Action::Report(vec![end(&first)])).unwrap();
    run.tick();
    assert_eq!(run.state.rounds.len(), 2);
    run.check_log();
}

#[test]
fn a_round_robin_by_correspondence_is_played_at_once() {
    for double in [false, true] {
        let settings = Settings { format: Format::RoundRobin { double }, control: "3d".parse().unwrap(), ..Settings::default() };
        assert!(Settings { name: "x".to_owned(), capacity: Some(21), ..settings.clone() }.check().is_err());
        let mut run = Run::started(settings, 5);
        run.tick();
        let games = if double { 20 } else { 10 };
        assert_eq!((run.state.rounds.len(), run.state.open_boards), (games / 2, games));
        assert_eq!(run.state.players[0].open.len(), games * 2 / 5);
        run.direct(&Action::Withdraw(Some(4)));
        run.play(by_strength);
        run.tick();
        assert_eq!(run.state.phase, Phase::Over(Why::Played));
        assert_eq!(run.ranks()[0], (0, 1));
        run.check_log();
    }
}

#[test]
fn two_directors_who_press_the_same_button_do_it_once() {
    let mut run = Run::started(Settings { over_the_board: true, ..swiss(5, false) }, 3);
    let director = Actor::User(user(999));
    let pair = |round| Action::Pair(Vec::new(), Some(round));
    assert_eq!(run.act(director, &Action::Start), Err(Refusal::Started));
    assert_eq!(run.act(director, &pair(0)), Ok(1));
    assert_eq!(run.act(director, &pair(0)), Err(Refusal::RoundChanged));
    run.now += 1_000;
    let game = run.state.boards[0].game;
    run.direct(&Action::SetResult { game, result: BLACK, marbles: None });
    assert_eq!(run.act(director, &Action::SetResult { game, result: BLACK, marbles: None }), Ok(0));
    assert_eq!(run.act(director, &pair(0)), Err(Refusal::RoundChanged), "the page is old");
    assert_eq!(run.act(director, &pair(1)), Ok(1));
    let back = |round| Action::Unpair(Some(round));
    assert_eq!(run.act(director, &back(1)), Ok(1));
    assert_eq!(run.act(director, &back(1)), Err(Refusal::RoundChanged));
    run.check_log();
}

/// Ties in the championship of the Mind Sports Olympiad: who beat the others, then the marbles without the best game, then Sonneborn-Berger. Whoever is
/// still tied for first plays off; other medals are shared.
#[test]
fn ties_of_the_mind_sports_olympiad() {
    let preset = Preset::MindSports.settings();
    assert_eq!(preset.format, Format::Swiss { rounds: 5, double: false });
    assert_eq!(
        (preset.control.to_string(), preset.play_off.map(|control| control.to_string())),
        ("900".to_owned(), Some("600".to_owned()))
    );
    assert_eq!(preset.tie_breaks, [TieBreak::BeatAll, TieBreak::MarbleDifferenceCutBest, TieBreak::SonnebornBerger]);
    let play = |games: &[(usize, usize, BoardResult, [u8; 2])]| {
        let settings = Settings {
            format: Format::Swiss { rounds: games.len() as u8 / 2, double: false },
            over_the_board: true,
            ..Preset::MindSports.settings()
        };
        let mut run = Run::started(settings, 4);
        for round in games.chunks(2) {
            run.direct(&Action::Pair(round.iter().map(|(black, white, ..)| (*black, Some(*white))).collect(), None));
            run.now += 1_000;
            for (black, white, result, marbles) in round {
                let board = run.state.boards.iter().rev().find(|board| board.players == [*black, *white]).unwrap();
                let action = Action::SetResult { game: board.game, result: *result, marbles: Some(*marbles) };
                run.direct(&action);
            }
        }
        run
    };
    // 0 and 1 have two points each, and 0 won their game, although 1 has more marbles. 2 and 3 have one each, and 2 won.
    let beaten = play(&[
        (0, 1, BLACK, [6, 5]),
        (2, 3, BLACK, [6, 0]),
        (0, 2, BLACK, [6, 5]),
        (1, 3, BLACK, [6, 0]),
        (0, 3, WHITE, [0, 6]),
        (1, 2, BLACK, [6, 0]),
    ]);
    assert_eq!(beaten.ranks(), [(0, 1), (1, 2), (2, 3), (3, 4)]);
    // 0 and 2 have won both games and have not met: 5 and 4 marbles more, but without the best game 1 and 2.
    let marbles = play(&[(0, 1, BLACK, [6, 2]), (2, 3, BLACK, [6, 4]), (0, 3, BLACK, [6, 5]), (2, 1, BLACK, [6, 4])]);
    assert_eq!(marbles.ranks()[..2], [(2, 1), (0, 2)]);
    let values: Vec<String> = marbles.state.standings()[0].ties.iter().map(ToString::to_string).collect();
    assert_eq!(values, ["0", "2", "0"]);
    // Nothing separates 0 and 2: they play off. 1 and 3 share the third place.
    let mut tied = play(&[(0, 1, BLACK, [6, 4]), (2, 3, BLACK, [6, 4]), (0, 3, BLACK, [6, 4]), (2, 1, BLACK, [6, 4])]);
    assert_eq!(tied.ranks(), [(0, 1), (2, 1), (1, 3), (3, 3)]);
    tied.direct(&Action::Pair(Vec::new(), None));
    assert!(tied.state.rounds[2].is_play_off);
    tied.now += 1_000;
    let game = tied.state.boards[4].game;
    tied.direct(&Action::SetResult { game, result: WHITE, marbles: None });
    tied.direct(&Action::Pair(Vec::new(), None));
    assert_eq!(tied.state.phase, Phase::Over(Why::Played));
    assert_eq!(tied.ranks(), [(2, 1), (0, 2), (1, 3), (3, 3)]);
    assert_eq!(tied.state.winners(), [2]);
    // Without a play-off, both have won.
    let mut shared = play(&[(0, 1, BLACK, [6, 4]), (2, 3, BLACK, [6, 4]), (0, 3, BLACK, [6, 4]), (2, 1, BLACK, [6, 4])]);
    shared.direct(&Action::Finish);
    assert_eq!(shared.state.winners(), [0, 2]);
    tied.check_log();
}
