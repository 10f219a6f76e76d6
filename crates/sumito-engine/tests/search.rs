//! The engine as others use it: it finds what is there, repeats itself exactly, and stops when told.

use sumito_engine::{Control, Engine, Evaluation, Limits, Options, ScoreKind};
use sumito_rules::{ByColor, Color, Game, Layout, Position, Rules};

fn think(game: &Game, limits: &Limits) -> sumito_engine::Report {
    Engine::new(Options::default()).search(game, limits, &Control::new(), |_| {})
}

fn nodes(count: u64) -> Limits {
    Limits::nodes(count)
}

/// Black can push a sixth white marble off at once.
fn one_ejection_from_winning(turn: Color) -> Game {
    let position = Position::draw(
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . b b w
         . . w w w . . .
          . . w w w . .
           . w . . . .
            . b b b b
        ",
        Color::Black,
    );
    let position = position.with_lost(ByColor::new(0, 5));
    let position = if turn == Color::Black { position } else { position.swap_colors() };
    Game::from_position(position, Rules::default())
}

#[test]
fn a_win_in_one_is_found_by_both_colors_and_every_evaluation() {
    for turn in Color::ALL {
        for evaluation in [Evaluation::Network, Evaluation::Handmade, Evaluation::Rings] {
            let mut engine = Engine::new(Options::default().with_evaluation(evaluation));
            let report = engine.search(&one_ejection_from_winning(turn), &nodes(20_000), &Control::new(), |_| {});
            assert_eq!(report.best.unwrap().to_string(), "e7e8", "{turn} {evaluation:?}");
            assert_eq!(report.score().kind(), ScoreKind::WinIn(1));
        }
    }
}

#[test]
fn the_limit_of_plies_ends_the_search_in_a_draw_but_not_before_a_win() {
    for turn in Color::ALL {
        let position = *one_ejection_from_winning(turn).position();
        let limited = |position, plies| Game::from_position(position, Rules::default().with_ply_limit(plies));
        let score = |game: &Game| {
            Engine::new(Options::default().with_contempt(0)).search(game, &nodes(5_000), &Control::new(), |_| {}).score()
        };
        assert_eq!(score(&limited(position, Some(1))).kind(), ScoreKind::WinIn(1), "{turn}");
        // Without the fifth ejection there is no win in one ply: it would come too late.
        let earlier = position.with_lost(ByColor::default());
        assert_eq!(score(&limited(earlier, Some(1))).0, 0, "{turn}");
        assert_ne!(score(&limited(earlier, None)).0, 0, "{turn}");
        // The plies already played count.
        let mut game = limited(earlier, Some(2));
        let first = game.legal_moves().iter().next().unwrap();
        game.play(first).unwrap();
        assert_eq!(score(&game).0, 0, "{turn}");
    }
}

#[test]
fn a_fixed_number_of_nodes_repeats_exactly() {
    let game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
    let mut engine = Engine::new(Options::default());
    let first = engine.search(&game, &nodes(50_000), &Control::new(), |_| {});
    engine.new_game();
    let second = engine.search(&game, &nodes(50_000), &Control::new(), |_| {});
    let fresh = think(&game, &nodes(50_000));
    for other in [second, fresh] {
        assert_eq!((other.best, other.nodes, other.score()), (first.best, first.nodes, first.score()));
    }
    assert!((50_000..50_010).contains(&first.nodes), "{}", first.nodes);
}

#[test]
fn a_better_move_found_before_a_depth_is_finished_is_played() {
    let (mut changes, mut found) = (0, 0);
    for layout in ["standard", "belgian-daisy", "german-daisy", "swiss-daisy", "domination"].map(|id| Layout::find(id).unwrap()) {
        for start in [layout.position(), layout.position().swap_colors()] {
            let game = Game::from_position(start, Rules::default());
            let finished: Vec<sumito_engine::Report> = (1..=9).map(|depth| think(&game, &Limits::depth(depth))).collect();
            for pair in finished.windows(2).filter(|pair| pair[0].best != pair[1].best) {
                let stopped = think(&game, &nodes(pair[1].nodes - 1));
                assert_eq!(stopped.lines[0].pv.first(), stopped.best.as_ref(), "{start}");
                changes += 1;
                found += u32::from(stopped.best == pair[1].best);
            }
        }
    }
    // Now and then the better move appears with the last node.
    assert!(changes > 4 && 4 * found >= 3 * changes, "{found} of {changes}");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut game = Game::new(&Layout::STANDARD, Rules::default());
    game.resign(Color::White).unwrap();
    assert_eq!(think(&game, &nodes(1000)).best, None);
}

#[test]
fn several_lines_are_different_moves_in_order() {
    let mut engine = Engine::new(Options::default().with_lines(4));
    let game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
    let report = engine.search(&game, &Limits::depth(5), &Control::new(), |_| {});
    assert_eq!(report.lines.len(), 4);
    assert!(report.lines.is_sorted_by_key(|line| -line.score.0));
    let first: std::collections::HashSet<_> = report.lines.iter().map(|line| line.pv[0]).collect();
    assert_eq!(first.len(), 4);
}

#[test]
fn lines_are_legal_and_only_the_moves_asked_for_are_looked_at() {
    let game = Game::new(&Layout::GERMAN_DAISY, Rules::default());
    let only = game.legal_moves().nth(7).unwrap();
    let report = think(&game, &Limits::depth(6).with_only(vec![only]));
    assert_eq!(report.best, Some(only));
    let mut replay = game.clone();
    for &m in &report.lines[0].pv {
        replay.play(m).unwrap();
    }
}

#[test]
fn it_stops_soon_with_any_number_of_threads() {
    for threads in [1, 2, 4] {
        let mut engine = Engine::new(Options::default().with_threads(threads));
        let control = Control::new();
        let game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
        let mut before = None;
        let report = engine.search(&game, &Limits::default(), &control, |info| {
            if info.depth >= 6 && before.is_none() {
                control.stop();
                before = Some(info.nodes);
            }
        });
        assert!(report.best.is_some());
        // How long that takes is measured by `cargo xtask bench`. Here nodes are counted, which a busy machine does not change; other
        // threads may search any number of them before the first one has called stop.
        let after = report.nodes - before.expect("depth 6 is finished before the search is stopped");
        assert!(threads > 1 || after <= 2 * 1024, "{after} nodes after the stop");
    }
}
