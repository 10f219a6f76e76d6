//! The solver against a plain search of everything, and what it tells about its proofs.

use sumito_engine::Control;
use sumito_engine::solve::{Decision, Goal, Solution, Solver, Task, Tree};
use sumito_rules::{ByColor, Cell, Cells, Color, Move, Position};

fn solve(task: &Task) -> Solution {
    Solver::new(1).solve(task, u64::MAX, &Control::new(), |_| {})
}

/// The definition, word by word: every move of both sides, nothing kept, nothing left out.
#[derive(Copy, Clone)]
struct Plain {
    start: Position,
    attacker: Color,
    game: bool,
}

impl Plain {
    fn new(task: &Task) -> Plain {
        let turn = task.position.turn();
        let attacker = if task.goal.defends() { !turn } else { turn };
        Plain { start: task.position, attacker, game: matches!(task.goal, Goal::WinGame | Goal::SaveGame) }
    }

    fn ahead(&self, position: &Position) -> i32 {
        let lost = |color: Color| i32::from(position.lost(color)) - i32::from(self.start.lost(color));
        lost(!self.attacker) - lost(self.attacker)
    }

    fn is_reached(&self, position: &Position) -> bool {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return position.winner() != Some(!self.attacker);
        }
        let is_kept = |m| {
            let next = position.after_unchecked(m);
            position.ejected(m).is_none() || (self.ahead(&next) >= 1 && next.winner() != Some(!self.attacker))
        };
        !self.game && self.ahead(position) >= 1 && moves.iter().all(is_kept)
    }

    fn attack(&self, position: &Position, moves: u8) -> bool {
        moves > 0 && position.legal_moves().iter().any(|m| self.defend(&position.after_unchecked(m), moves - 1))
    }

    fn defend(&self, position: &Position, moves: u8) -> bool {
        self.is_reached(position)
            || (moves > 0 && position.legal_moves().iter().all(|m| self.attack(&position.after_unchecked(m), moves)))
    }

    /// In how many moves a first move leads to the attacker's aim.
    fn first(&self, task: &Task, m: Move) -> Option<u8> {
        let next = task.position.after_unchecked(m);
        (1..=task.moves)
            .find(|&moves| if task.goal.defends() { self.attack(&next, moves) } else { self.defend(&next, moves - 1) })
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Marbles in a corner of the board, where they meet and fall off.
fn crowded(random: &mut Random, marbles: usize) -> Position {
    let corner = Cell::all().nth([0, 4, 56, 60][random.below(4)]).unwrap();
    let mut area = Cells::of(corner);
    for _ in 0..2 + random.below(2) {
        area |= area.neighbors();
    }
    let cells: Vec<Cell> = area.sorted().collect();
    let mut sides = ByColor::new(Cells::EMPTY, Cells::EMPTY);
    for _ in 0..marbles {
        let (cell, color) = (cells[random.below(cells.len())], Color::ALL[random.below(2)]);
        sides[color].insert(cell);
        sides[!color].remove(cell);
    }
    let lost = ByColor::new(random.below(6) as u8, random.below(6) as u8);
    let turn = Color::ALL[random.below(2)];
    Position::new(sides.black, sides.white, turn).unwrap().with_lost(lost)
}

fn check_against_plain(task: &Task) -> Decision {
    let solution = solve(task);
    let plain = Plain::new(task);
    for first in &solution.first_moves {
        let expected = plain.first(task, first.m);
        assert_eq!(first.moves, expected, "{task:?} {}", first.m);
        assert_eq!(first.decision == Decision::Proved, expected.is_some() != task.goal.defends(), "{task:?} {}", first.m);
    }
    assert!(solution.is_complete());
    let decision = Solver::new(1).decide(task, u64::MAX, &Control::new());
    let is_over = solution.first_moves.is_empty();
    assert!(is_over || decision == solution.decision, "{task:?} {decision:?}");
    assert_eq!(solution.first_moves.len(), task.position.legal_moves().len());
    let reached = solution.first_moves.iter().any(|first| first.decision == Decision::Proved);
    assert_eq!(solution.decision == Decision::Proved, reached, "{task:?}");
    solution.decision
}

#[test]
fn answers_are_those_of_a_plain_search() {
    let mut random = Random(1);
    let mut proved = [0; 4];
    for n in 0..600 {
        let marbles = 2 + random.below(12);
        let position = crowded(&mut random, marbles);
        for goal in Goal::ALL {
            let moves = if n % 40 == 0 && position.count_moves() < 25 { 3 } else { 1 + (n % 2) as u8 };
            let decision = check_against_plain(&Task { position, goal, moves });
            proved[goal as usize] += usize::from(decision == Decision::Proved);
        }
    }
    assert!(proved.iter().all(|&count| count > 25), "{proved:?}");
}

/// Every defense is answered, and every way ends where the aim is reached.
fn check_tree(plain: &Plain, position: &Position, tree: &Tree) {
    let next = position.after_unchecked(tree.answer);
    assert!(position.is_legal(tree.answer), "{position} {}", tree.answer);
    if plain.is_reached(&next) {
        assert_eq!((tree.moves, tree.defenses.len()), (1, 0));
        return;
    }
    assert_eq!(tree.defenses.len(), next.count_moves(), "{next}");
    assert_eq!(tree.moves, 1 + tree.defenses[0].then.moves);
    assert!(tree.defenses.is_sorted_by_key(|defense| std::cmp::Reverse(defense.then.moves)));
    for defense in &tree.defenses {
        check_tree(plain, &next.after_unchecked(defense.m), &defense.then);
    }
}

#[test]
fn trees_answer_every_defense_and_lines_are_the_longest() {
    let mut random = Random(2);
    let mut longest = [0; 4];
    for _ in 0..200 {
        let position = crowded(&mut random, 10);
        for goal in Goal::ALL {
            let task = Task { position, goal, moves: 3 };
            let (mut solver, control) = (Solver::new(1), Control::new());
            let solution = solver.solve(&task, u64::MAX, &control, |_| {});
            for first in solution.first_moves {
                let tree = solver.tree(&task, first.m, u64::MAX, &control);
                let line = solver.line(&task, first.m, u64::MAX, &control);
                assert_eq!((tree.is_some(), line.is_some()), (first.moves.is_some(), first.moves.is_some()));
                let (Some(tree), Some(line), Some(moves)) = (tree, line, first.moves) else { continue };
                let start = if goal.defends() { position.after_unchecked(first.m) } else { position };
                check_tree(&Plain::new(&task), &start, &tree);
                assert_eq!(tree.moves, moves);
                let plies = 2 * usize::from(moves) - 1;
                assert_eq!((tree.line().len(), line.len()), (plies, plies + usize::from(goal.defends())));
                longest[goal as usize] = longest[goal as usize].max(moves);
            }
        }
    }
    assert_eq!(longest, [3; 4]);
}

#[test]
fn questions_in_the_middle_agree_with_the_tree() {
    let mut random = Random(3);
    let (mut defended, mut refuted) = (0, 0);
    for _ in 0..150 {
        let position = crowded(&mut random, 9);
        for goal in Goal::ALL {
            let task = Task { position, goal, moves: 2 };
            let (mut solver, control) = (Solver::new(1), Control::new());
            for first in solver.solve(&task, u64::MAX, &control, |_| {}).first_moves {
                let refutation = solver.refutation(&task, &[first.m], u64::MAX, &control);
                let longest = solver.longest_defenses(&task, &[first.m], u64::MAX, &control);
                assert_eq!(refutation.is_some(), first.decision == Decision::Disproved, "{task:?} {}", first.m);
                assert_eq!(longest.is_some(), first.decision == Decision::Proved && !goal.defends(), "{task:?} {}", first.m);
                if let (Some(longest), Some(tree)) = (longest, solver.tree(&task, first.m, u64::MAX, &control)) {
                    let most = tree.defenses.first().map_or(0, |defense| defense.then.moves);
                    let expected = tree.defenses.iter().filter(|defense| defense.then.moves == most).count();
                    assert_eq!(longest.len(), expected, "{task:?} {}", first.m);
                    for &defense in &longest {
                        let solution = solver.solve_after(&task, &[first.m, defense], u64::MAX, &control).unwrap();
                        assert_eq!(solution.shortest(), Some(most), "{task:?} {} {defense}", first.m);
                        defended += 1;
                    }
                } else if let Some(line) = refutation {
                    if goal.defends() {
                        assert_eq!(Some(line.len()), first.moves.map(|moves| 2 * usize::from(moves) - 1), "{task:?} {}", first.m);
                    } else if let [prevention] = line[..] {
                        let solution = solver.solve_after(&task, &[first.m, prevention], u64::MAX, &control).unwrap();
                        assert_eq!(solution.decision, Decision::Disproved, "{task:?} {} {prevention}", first.m);
                    }
                    refuted += 1;
                }
            }
        }
    }
    assert!(defended > 200 && refuted > 4000, "{defended} {refuted}");
}

#[test]
fn a_limit_or_a_stop_leaves_the_question_undecided() {
    let position = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b".parse().unwrap();
    let task = Task { position, goal: Goal::WinMarble, moves: 4 };
    let limited = Solver::new(1).solve(&task, 1_000, &Control::new(), |_| {});
    assert_eq!(limited.decision, Decision::Undecided);
    assert!((1_000..1_010).contains(&limited.nodes));

    let control = Control::new();
    let stopped = Solver::new(1).solve(&task, u64::MAX, &control, |progress| {
        if progress.moves == 2 {
            control.stop();
        }
    });
    assert_eq!(stopped.decision, Decision::Undecided);
    assert!(!stopped.is_complete());
}

#[test]
fn a_solver_answers_one_question_after_the_other() {
    let mut random = Random(3);
    let mut solver = Solver::new(1);
    for _ in 0..60 {
        let position = crowded(&mut random, 9);
        for goal in Goal::ALL {
            let task = Task { position, goal, moves: 2 };
            let again = solver.solve(&task, u64::MAX, &Control::new(), |_| {});
            assert_eq!(again.first_moves, solve(&task).first_moves, "{task:?}");
        }
    }
}
