//! The collection is correct, and faults are found.

use std::collections::HashSet;

use sumito_engine::Control;
use sumito_engine::solve::Solver;
use sumito_rules::{Color, Position, Symmetry};

use super::check::{fault, sample, twins};
use super::prove::breaks_pac;
use super::puzzle::{Puzzle, id};
use super::{Level, THEMES, Wanted, collection};

/// The number proved on every run; `sumito puzzles check` proves all.
const SAMPLE: usize = 16;

#[test]
fn the_collection_reads_and_writes_the_same() {
    let lines = super::COLLECTION.lines().filter(|line| !line.starts_with('#'));
    for (puzzle, line) in collection().iter().zip(lines) {
        assert_eq!(puzzle.to_string(), line);
        assert_eq!(puzzle.id, id(&puzzle.position));
    }
    assert_eq!(twins(collection()), Vec::<String>::new());
}

#[test]
fn a_sample_of_the_collection_is_proved() {
    let mut solver = Solver::new(16);
    // The longest ones take seconds each.
    let short: Vec<Puzzle> = collection().iter().filter(|puzzle| puzzle.moves < 4).cloned().collect();
    for puzzle in sample(&short, SAMPLE) {
        assert_eq!(fault(&mut solver, puzzle, &Control::new()), None);
    }
}

/// The estimate leaves no hard win in one move, which is an ejection, and no easy one in four.
#[test]
fn every_theme_has_easy_and_hard_puzzles() {
    assert!(collection().len() >= 2_000);
    for theme in THEMES {
        for (level, impossible) in [(Level::Easy, "marble-4"), (Level::Hard, "marble-1")] {
            let wanted = Wanted::read(Some(theme), Some(level.name()));
            let count = collection().iter().filter(|puzzle| wanted.fits(puzzle)).count();
            let expected = if theme == impossible { 0..=0 } else { 5..=usize::MAX };
            assert!(expected.contains(&count), "{theme}, {}: {count}", level.name());
        }
    }
}

/// Two black marbles can push a white one off in one way only.
const SOUND: &str = "vcunmr marble 1 830/e/1 a3a2 5/6/7/2ww4/4w4/3bb3/7/6/wbb2 b 0 0 0 1";

#[test]
fn faults_are_found() {
    let sound: Puzzle = SOUND.parse().unwrap();
    let cases = [
        (Puzzle { id: "aaaaaa".to_owned(), ..sound.clone() }, "aaaaaa: the id of this position is"),
        (Puzzle { moves: 2, ..sound.clone() }, "no single first move reaches the goal 'marble' in 2"),
        (Puzzle { theme: "game".parse().unwrap(), ..sound.clone() }, "no single first move"),
        (Puzzle { theme: "pac".parse().unwrap(), ..sound.clone() }, "no single first move"),
        (Puzzle { theme: "save".parse().unwrap(), ..sound.clone() }, "no single first move"),
        (
            Puzzle { solution: SOUND.replace("a3a2", "d4d5").parse::<Puzzle>().unwrap().solution, ..sound.clone() },
            "something else",
        ),
        (Puzzle { difficulty: "600/q/0".parse().unwrap(), ..sound.clone() }, "something else"),
    ];
    let mut solver = Solver::new(1);
    let mut check = |puzzle: &Puzzle| fault(&mut solver, puzzle, &Control::new());
    assert_eq!(check(&sound), None);
    for (puzzle, expected) in cases {
        let found = check(&puzzle).unwrap_or_default();
        assert!(found.contains(expected), "{puzzle}: {found}");
    }
    assert_eq!(twins(&[sound.clone(), sound]).len(), 1);
}

#[test]
fn invalid_lines_are_refused_with_a_reason() {
    let position = "5/6/7/2ww4/4w4/3bb3/7/6/wbb2 b 0 0 0 1";
    let cases = [
        ("x", "expected id, theme, moves, difficulty, solution and position, found 1 words"),
        (&format!("x win 1 600/e/1 a3a2 {position}"), "expected marble, game, save, pac or only, found 'win'"),
        (&format!("x marble one 600/e/1 a3a2 {position}"), "expected a number of moves, found 'one'"),
        (&format!("x marble 1 600 a3a2 {position}"), "expected a difficulty such as 1480/q/3, found '600'"),
        (&format!("x marble 1 600/e/1 a3a9 {position}"), "solution: 'a3a9'"),
        (&format!("x marble 1 600/e/1 a3a2() {position}"), "solution: ''"),
        (&format!("x marble 1 600/e/1 a3a2(f4f5) {position}"), "solution: expected ':', ',' or ')' before ')'"),
        (&format!("x marble 1 600/e/1 a3a2) {position}"), "solution: expected the end, found ')'"),
        ("x marble 1 600/e/1 a3a2 5/6 b", "position: "),
    ];
    for (line, expected) in cases {
        let found = line.parse::<Puzzle>().unwrap_err();
        assert!(found.starts_with(expected), "{line}: {found}");
    }
}

#[test]
fn a_puzzle_has_one_name_under_all_symmetries() {
    let position: Position = "5/6/7/2ww4/4w4/3bb3/7/6/wbb2 b 1 2".parse().unwrap();
    let both = [position, position.swap_colors(), position.with_counters(7, 30)];
    let names: HashSet<String> =
        both.iter().flat_map(|position| Symmetry::ALL.map(|symmetry| id(&position.transform(symmetry)))).collect();
    assert_eq!(names.len(), 1);
    assert!(!names.contains(&id(&position.with_turn(Color::White))));
}

#[test]
fn a_pac_is_broken_from_another_side() {
    // Two against two on row e; black's other two push the front white marble out of the row, or the rear one.
    let black: Position = "5/6/7/8/2bbww3/4b3/3b3/6/5 b".parse().unwrap();
    for position in [black, black.swap_colors()] {
        for (text, expected) in [("c4d5", true), ("d5d6", false), ("e3d3", false)] {
            let m = position.parse_move(text).unwrap();
            assert_eq!(breaks_pac(&position, m), expected, "{text} in {position}");
        }
    }
}
