//! Games: how they end, what is undone and done again. Every table is played with both colors.

use sumito_rules::game::{Action, Draw, Ending, GameOver, Win};
use sumito_rules::{ByColor, Cell, Color, Direction, Game, IllegalMove, Layout, Move, Outcome, Position, Rules};

use crate::random::Random;

/// Plays moves in the native notation.
fn play(game: &mut Game, line: &str) {
    for text in line.split_whitespace() {
        let m = game.position().parse_move(text).expect(text);
        game.play(m).expect(text);
    }
}

fn swapped(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Won { winner, by } => Outcome::Won { winner: !winner, by },
        Outcome::Drawn(draw) => Outcome::Drawn(draw),
    }
}

const BLACK_EJECTS: Option<Outcome> = Some(Outcome::Won { winner: Color::Black, by: Win::Ejections });
const BLACK_LEAVES_NO_MOVE: Option<Outcome> = Some(Outcome::Won { winner: Color::Black, by: Win::NoMove });
const REPEATED: Option<Outcome> = Some(Outcome::Drawn(Draw::Repetition));
const TOO_QUIET: Option<Outcome> = Some(Outcome::Drawn(Draw::QuietLimit));
const TOO_LONG: Option<Outcome> = Some(Outcome::Drawn(Draw::PlyLimit));
const STUCK: Option<Outcome> = Some(Outcome::Drawn(Draw::NoMove));

/// Plays the line by these rules, and again with the colors exchanged: it ends with the last move, in this way.
fn check(start: &str, rules: &str, line: &str, outcome: Option<Outcome>) {
    let start: Position = start.parse().expect(start);
    for (start, outcome) in [(start, outcome), (start.swap_colors(), outcome.map(swapped))] {
        let mut game = Game::from_position(start, rules.parse().expect(rules));
        for text in line.split_whitespace() {
            assert_eq!(game.outcome(), None, "before {text} of {line}");
            play(&mut game, text);
        }
        assert_eq!(game.outcome(), outcome, "{start} by {rules} after {line}");
        if outcome.is_some() {
            assert!(game.legal_moves().is_empty());
            let any = Move::inline(Cell::E5, Direction::East, 1).unwrap();
            assert_eq!(game.play(any), Err(IllegalMove::GameOver));
            assert_eq!(game.resign(Color::Black), Err(GameOver));
            assert_eq!(game.agree_draw(), Err(GameOver));
            assert_eq!(game.flag_fall(Color::White), Err(GameOver));
        }
    }
}

#[test]
fn r41_the_sixth_ejection_wins() {
    const START: &str = "5/6/7/8/4w4/8/7/6/wbb2 b";
    check(&format!("{START} 3 4"), "", "a3a2", None);
    check(&format!("{START} 3 5"), "", "a3a2", BLACK_EJECTS);
    check(&format!("{START} 0 3"), "", "a3a2", None);
    check(&format!("{START} 0 3"), "blitz", "a3a2", BLACK_EJECTS);
    check(&format!("{START} 0 0"), "win=1", "a3a2", BLACK_EJECTS);
    check(&format!("{START} 0 6"), "", "", BLACK_EJECTS);
    check(&format!("{START} 0 6"), "win=8", "a3a2", None);
}

#[test]
fn the_winning_ejection_comes_before_everything_else() {
    // It takes White's last marble, so White could not move either.
    const START: &str = "5/6/7/8/9/8/7/6/wbb2 b 0";
    check(&format!("{START} 5"), "no-move=draws quiet=1", "a3a2", BLACK_EJECTS);
    check(&format!("{START} 4"), "", "a3a2", BLACK_LEAVES_NO_MOVE);
}

#[test]
fn g1_who_cannot_move_loses() {
    // A white marble in the corner is walled in; the wall closes with b3b2.
    const START: &str = "5/6/7/8/9/8/7/b1b3/wb3 b";
    check(START, "", "b3b2", BLACK_LEAVES_NO_MOVE);
    check(START, "no-move=draws", "b3b2", STUCK);
    check(START, "", "b3c3", None);
    check("5/6/7/8/9/8/7/bb4/wb3 w", "", "", BLACK_LEAVES_NO_MOVE);
    // No white marble has a free cell beside it, but two can eject a third.
    check("5/6/7/8/9/8/7/1bbb2/bwwbb w", "", "a3a2", None);
}

#[test]
fn g3_the_third_occurrence_draws() {
    const START: &str = "5/6/7/8/4b4/8/7/6/w4 b";
    const ROUND: &str = "e5e6 a1a2 e6e5 a2a1";
    let (two, three) = ([ROUND; 2].join(" "), [ROUND; 3].join(" "));
    check(START, "", ROUND, None);
    check(START, "", &two, REPEATED);
    check(START, "repetition=2", ROUND, REPEATED);
    check(START, "repetition=4", &two, None);
    check(START, "repetition=4", &three, REPEATED);
    check(START, "repetition=off", &three, None);
    // The repetition is the older claim where the limit is reached at once.
    check(START, "quiet=8", &two, REPEATED);
    // Any position counts, not only the first.
    check(START, "", "e5f5 a1b1 f5f6 b1b2 f6f5 b2b1 f5f6 b1b2 f6f5 b2b1", REPEATED);
}

#[test]
fn occurrences_count_with_the_side_to_move_and_since_the_last_ejection() {
    let start: Position = "5/6/7/8/4b4/8/7/6/wbb2 b".parse().unwrap();
    let mut game = Game::from_position(start, Rules::default().with_repetition(None));
    for (line, occurrences) in [
        // Black goes round a triangle while White steps aside and back: the same marbles, the other side to move.
        ("e5e6 a1b1 e6f6 b1a1 f6e5", 1),
        ("a1b1 e5e6 b1a1 e6f6 a1b1 f6e5 b1a1", 2),
        ("e5e6 a1b1 e6e5 b1a1", 3),
        ("a3a2", 1),
    ] {
        play(&mut game, line);
        assert_eq!(game.occurrences(), occurrences, "after {line}");
    }
}

#[test]
fn g3_a_limit_of_plies_without_ejection_draws() {
    const START: &str = "5/6/7/8/4w4/8/7/6/wbb2 b 0 0";
    check(&format!("{START} 0 1"), "quiet=3", "a3b3 e5e6 b3a3", TOO_QUIET);
    check(&format!("{START} 2 9"), "quiet=3", "a3b3", TOO_QUIET);
    check(&format!("{START} 2 9"), "quiet=3", "a3a2 e5e6 a2a3", None);
    check(&format!("{START} 3 9"), "quiet=3", "", TOO_QUIET);
    check(&format!("{START} 3 9"), "", "a3b3", None);
}

#[test]
fn g3_a_limit_of_plies_draws() {
    const START: &str = "5/6/7/8/4w4/8/7/6/wbb2 b 0";
    // The game may be as long as the limit, and is drawn then.
    check(&format!("{START} 0"), "plies=3", "a3b3 e5e6", None);
    check(&format!("{START} 0"), "plies=3", "a3b3 e5e6 b3a3", TOO_LONG);
    check(&format!("{START} 0"), "plies=1", "a3b3", TOO_LONG);
    // An ejection does not start the count again, and what was played before the start does not count.
    check(&format!("{START} 0 7 500"), "plies=3", "a3a2 e5e6 a2a3", TOO_LONG);
    // A win with the last ply is a win. Of several draws, the length counts last.
    check(&format!("{START} 5"), "plies=1", "a3a2", BLACK_EJECTS);
    check("5/6/7/8/9/8/7/b1b3/wb3 b", "plies=1", "b3b2", BLACK_LEAVES_NO_MOVE);
    check(&format!("{START} 0"), "plies=2 quiet=2", "a3b3 e5e6", TOO_QUIET);
    let round = "a3b3 e5e6 b3a3 e6e5";
    check(&format!("{START} 0"), "plies=4 repetition=2", round, REPEATED);
    check(&format!("{START} 0"), "", round, None);
}

#[test]
fn a_game_at_its_limit_can_be_undone_and_continued_up_to_it() {
    for swap in [false, true] {
        let start: Position = "5/6/7/8/4w4/8/7/6/wbb2 b".parse().unwrap();
        let start = if swap { start.swap_colors() } else { start };
        let mut game = Game::from_position(start, Rules::default().with_ply_limit(Some(2)));
        play(&mut game, "a3b3 e5e6");
        assert_eq!(game.outcome(), TOO_LONG);
        assert!(game.undo().is_some() && game.outcome().is_none());
        play(&mut game, "e5d5");
        assert_eq!((game.ply(), game.outcome()), (2, TOO_LONG));
        let outcome = game.outcome().unwrap();
        let texts = (outcome.key(), outcome.result(), outcome.to_string());
        assert_eq!(texts, ("drawn-by-ply-limit", "1/2-1/2", "drawn at the limit of plies".to_owned()));
    }
}

#[test]
fn g2_g3_games_end_by_resignation_agreement_and_time() {
    for color in Color::ALL {
        let lost_by = |by| Outcome::Won { winner: !color, by };
        let result = if color == Color::White { "1-0" } else { "0-1" };
        let cases = [
            (Ending::Resignation(color), lost_by(Win::Resignation), "won-by-resignation", result),
            (Ending::Agreement, Outcome::Drawn(Draw::Agreement), "drawn-by-agreement", "1/2-1/2"),
            (Ending::FlagFall(color), lost_by(Win::Time), "won-on-time", result),
        ];
        for (ending, outcome, key, result) in cases {
            let mut game = Game::new(&Layout::STANDARD, Rules::default());
            play(&mut game, "a1b2");
            let mut acted = game.clone();
            match ending {
                Ending::Resignation(loser) => game.resign(loser),
                Ending::Agreement => game.agree_draw(),
                Ending::FlagFall(loser) => game.flag_fall(loser),
                other => panic!("how does {other:?} end a game?"),
            }
            .unwrap();
            assert_eq!((game.outcome(), outcome.key(), outcome.result()), (Some(outcome), key, result));
            assert!(game.legal_moves().is_empty());
            assert_eq!(game.ply(), 1);
            assert_eq!(game.actions().last(), Some(Action::End(ending)));
            acted.end(ending).unwrap();
            assert_eq!(acted, game);
        }
    }
}

/// Random games by random moves from a few marbles, where positions come back often, and from a layout.
fn random_games() -> impl Iterator<Item = Game> {
    let few: Position = "b4/6/7/8/9/8/7/1w4/wbb2 b".parse().unwrap();
    let starts = [few, few.swap_colors(), Layout::BELGIAN_DAISY.position()];
    let rules = ["win=2", "repetition=5 quiet=60", "win=1 no-move=draws"];
    starts.into_iter().enumerate().flat_map(move |(n, start)| {
        rules.into_iter().map(move |rules| {
            let mut random = Random::new(n as u64);
            let mut game = Game::from_position(start, rules.parse().unwrap());
            game.play_out(|count| random.below(count));
            game
        })
    })
}

#[test]
fn occurrences_are_those_of_the_whole_game() {
    for mut game in random_games() {
        let end = game.ply();
        assert!(game.outcome().is_some());
        for ply in 0..=end {
            game.go_to(ply);
            let now = game.position();
            let seen = game.positions().iter().filter(|p| p.has_same_board(now)).count();
            assert_eq!(game.occurrences(), seen);
            let draws = game.rules().repetition.is_some_and(|n| seen >= n as usize);
            assert!(!draws || ply == end, "goes on after {seen} occurrences");
        }
    }
}

#[test]
fn what_is_undone_can_be_done_again() {
    for game in random_games() {
        // The same moves once more: after each, everything is known that a viewer asks.
        let known = |game: &Game| (*game.position(), game.moves().len(), game.outcome(), game.legal_moves(), game.occurrences());
        let mut again = Game::from_position(*game.start(), game.rules());
        let mut seen = vec![known(&again)];
        for &m in game.moves() {
            again.play(m).expect("it was legal before");
            seen.push(known(&again));
        }
        assert_eq!(again, game);
        for ply in (0..game.ply()).rev() {
            assert_eq!(again.undo(), Some(Action::Play(game.moves()[ply])));
            assert_eq!(known(&again), seen[ply]);
        }
        assert_eq!(again.undo(), None);
        for (ply, &m) in game.moves().iter().enumerate() {
            assert_eq!(again.redo(), Some(Action::Play(m)));
            assert_eq!(known(&again), seen[ply + 1]);
        }
        assert_eq!(again.redo(), None);
        assert_eq!(again, game);
    }
}

#[test]
fn a_new_action_takes_the_place_of_what_was_undone() {
    for color in Color::ALL {
        let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
        play(&mut game, "a1b2 i5h5");
        game.resign(color).unwrap();
        let resigned = game.clone();
        // The resignation is an action of its own.
        assert_eq!(game.undo(), Some(Action::End(Ending::Resignation(color))));
        assert_eq!((game.outcome(), game.ply()), (None, 2));
        assert_eq!(game.redo(), Some(Action::End(Ending::Resignation(color))));
        assert_eq!(game, resigned);
        game.go_to(1);
        assert_eq!((game.ply(), game.outcome()), (1, None));
        game.go_to(usize::MAX);
        assert_eq!(game, resigned);
        game.go_to(1);
        play(&mut game, "i6h6");
        assert_eq!(game.redo(), None);
        let mut other = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
        play(&mut other, "a1b2 i6h6");
        assert_eq!(game, other);
    }
}

#[test]
fn a_take_back_gives_the_choice_again() {
    // Moves played, who asks, moves left or none if there is nothing to take back.
    let cases = [
        ("", Color::Black, None),
        ("a1b2", Color::White, None),
        ("a1b2", Color::Black, Some(0)),
        ("a1b2 i5h5", Color::White, Some(1)),
        ("a1b2 i5h5", Color::Black, Some(0)),
        ("a1b2 i5h5 a2b3", Color::White, Some(1)),
        ("a1b2 i5h5 a2b3", Color::Black, Some(2)),
    ];
    for (line, color, left) in cases {
        for resigned in [false, true] {
            let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
            play(&mut game, line);
            if resigned {
                game.resign(color).unwrap();
            }
            assert_eq!(game.take_back(color), left.is_some(), "{color} after {line}");
            if let Some(left) = left {
                assert_eq!((game.ply(), game.position().turn(), game.outcome()), (left, color, None), "{color} after {line}");
            }
        }
    }
}

#[test]
fn the_score_counts_ejections() {
    let start: Position = "5/6/7/8/4w4/8/7/6/wbb2 b 2 3".parse().unwrap();
    for (start, score) in [(start, ByColor::new(4, 2)), (start.swap_colors(), ByColor::new(2, 4))] {
        let mut game = Game::from_position(start, Rules::default());
        play(&mut game, "a3a2");
        assert_eq!(game.score(), score);
    }
}

#[test]
fn illegal_moves_leave_the_game_alone() {
    let mut game = Game::new(&Layout::STANDARD, Rules::default());
    let before = game.clone();
    let cases = [
        (Move::inline(Cell::I5, Direction::SouthEast, 1), IllegalMove::NotYourMarble(Cell::I5)),
        (Move::inline(Cell::E5, Direction::East, 1), IllegalMove::EmptyCell(Cell::E5)),
        (Move::inline(Cell::A1, Direction::East, 2), IllegalMove::BlockedByOwn(Cell::A3)),
    ];
    for (m, reason) in cases {
        assert_eq!(game.play(m.unwrap()), Err(reason));
        assert_eq!(game, before);
    }
}
