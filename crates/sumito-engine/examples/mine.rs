//! Finds positions for `tests/data/suite.txt` in games that the engine plays against itself, proves each, and prints them:
//!
//! ```text
//! cargo run --release -p sumito-engine --example mine > crates/sumito-engine/tests/data/suite.txt
//! ```
//!
//! The sides think for different, small numbers of positions, so that mistakes happen; openings are random. A marble that can be won
//! need not be worth winning, one that is trapped can wait, and one that hangs may be given for a better one: the exercises about
//! marbles are only those where the engine finds the proved moves better than all others by half a marble when asked for each. The
//! exercises about the game are taken as they come. The same version of the engine finds the same positions again.

use std::collections::HashSet;

use sumito_engine::random::Random;
use sumito_engine::solve::{Decision, Goal, Solver, Task};
use sumito_engine::{Control, Engine, Limits, Options};
use sumito_rules::{Game, Layout, Move, Position, Rules};

/// What is wanted: the goal, the attacker's moves, and how many positions for each side to move.
const WANTED: [(Goal, u8, usize); 12] = [
    (Goal::WinGame, 3, 4),
    (Goal::WinGame, 2, 4),
    (Goal::WinGame, 1, 2),
    (Goal::SaveGame, 3, 1),
    (Goal::SaveGame, 2, 2),
    (Goal::SaveGame, 1, 1),
    (Goal::SaveMarble, 3, 2),
    (Goal::SaveMarble, 2, 3),
    (Goal::SaveMarble, 1, 2),
    (Goal::WinMarble, 3, 5),
    (Goal::WinMarble, 2, 4),
    (Goal::WinMarble, 4, 2),
];

const LAYOUTS: [&str; 8] =
    ["belgian-daisy", "standard", "german-daisy", "swiss-daisy", "dutch-daisy", "face-to-face", "the-wall", "infiltration"];

/// A question that takes more positions than this is left.
const LIMIT: u64 = 1_000_000;

/// Positions visited by the engine when it judges whether a marble is worth it, once for the proved moves and once for the others.
const JUDGE: u64 = 200_000;

/// How much better the proved moves must be, in hundredths of a marble.
const MARGIN: i32 = 50;

/// First moves that may reach the goal: more would make it too easy.
const MOST_SOLUTIONS: usize = 3;

/// Where one move saves, more than this number save against an attack that is a move shorter: else it is the shorter exercise.
const MOST_SAVING: usize = 2;

fn main() {
    println!("# Positions with proved answers, found and proved by `cargo run --release -p sumito-engine --example mine`.");
    println!("# Columns: goal, moves of the attacker, all first moves that reach the goal, position.");
    let mut miner = Miner {
        solver: Solver::new(64),
        judge: Engine::new(Options::default()),
        random: Random::new(2026),
        found: vec![[0; 2]; WANTED.len()],
        seen: HashSet::new(),
        rejected: 0,
    };
    let mut engine = Engine::new(Options::default().with_hash(4));
    let mut games = 0;
    while !miner.is_done() {
        miner.play(&mut engine);
        games += 1;
        eprintln!("{games} games: {} positions, {} marbles not worth it", miner.seen.len(), miner.rejected);
    }
}

struct Miner {
    solver: Solver,
    judge: Engine,
    random: Random,
    /// How many positions there are of each kind wanted, by the side to move.
    found: Vec<[usize; 2]>,
    seen: HashSet<u64>,
    /// Marbles not worth winning or saving.
    rejected: usize,
}

impl Miner {
    fn is_done(&self) -> bool {
        WANTED.iter().zip(&self.found).all(|((_, _, count), found)| found.iter().all(|found| found >= count))
    }

    /// Plays a game and looks at its positions; each kind is taken once from a game.
    fn play(&mut self, engine: &mut Engine) {
        let layout = Layout::find(LAYOUTS[self.random.below(LAYOUTS.len())]).unwrap_or(&Layout::BELGIAN_DAISY);
        let mut game = Game::new(layout, Rules::default().with_quiet_limit(Some(60)));
        let nodes = [300, 1_000, 4_000];
        let nodes = [nodes[self.random.below(3)], nodes[self.random.below(3)]];
        let opening = 4 + self.random.below(9);
        let mut taken = HashSet::new();
        engine.new_game();
        while game.outcome().is_none() && game.moves().len() < 300 {
            let moves = game.legal_moves();
            let m = if game.moves().len() < opening {
                moves.nth(self.random.below(moves.len()))
            } else {
                self.look(game.position(), &mut taken);
                let limits = Limits::nodes(nodes[game.position().turn() as usize]);
                engine.search(&game, &limits, &Control::new(), |_| {}).best
            };
            let Some(m) = m else { return };
            game.play_unchecked(m);
        }
    }

    fn look(&mut self, position: &Position, taken: &mut HashSet<usize>) {
        for (n, (goal, moves, count)) in WANTED.into_iter().enumerate() {
            let turn = position.turn() as usize;
            if self.found[n][turn] >= count || taken.contains(&n) || self.seen.contains(&position.zobrist_hash()) {
                continue;
            }
            // Long ways are dear to look for.
            if moves == 4 && self.random.below(5) > 0 {
                continue;
            }
            let task = Task { position: *position, goal, moves };
            if let Some(line) = self.prove(&task) {
                println!("{line}");
                taken.insert(n);
                self.seen.insert(position.zobrist_hash());
                self.found[n][turn] += 1;
            }
        }
    }

    /// Whether the engine finds the proved moves clearly better than all others.
    fn is_worth_it(&mut self, position: &Position, solutions: &[Move]) -> bool {
        let game = Game::from_position(*position, Rules::default());
        let others: Vec<Move> = game.legal_moves().iter().filter(|m| !solutions.contains(m)).collect();
        // A quick look sorts out most.
        [(JUDGE / 10, -MARGIN), (JUDGE, MARGIN)].into_iter().all(|(nodes, margin)| {
            let [proved, other] = [solutions, &others].map(|only| {
                self.judge.new_game();
                let limits = Limits::nodes(nodes).with_only(only.to_vec());
                self.judge.search(&game, &limits, &Control::new(), |_| {}).score().0
            });
            proved >= other + margin
        })
    }

    /// The line of the suite, if the position is good for it.
    fn prove(&mut self, task: &Task) -> Option<String> {
        let Task { position, goal, moves } = *task;
        let loser = if goal.defends() { position.turn() } else { !position.turn() };
        let to_win = position.marbles_to_win() - position.lost(loser);
        if matches!(goal, Goal::WinGame | Goal::SaveGame) && to_win > moves {
            return None;
        }
        // Cheap questions first: whether it is not shorter; whether anything is threatened at all.
        let control = Control::new();
        let mut decide = |task: &Task| self.solver.decide(task, LIMIT, &control);
        let is_good = if goal.defends() {
            let threat = if goal == Goal::SaveGame { Goal::WinGame } else { Goal::WinMarble };
            let passed = Task { position: position.with_turn(!position.turn()), goal: threat, moves };
            decide(&passed) == Decision::Proved && decide(task) == Decision::Proved
        } else {
            decide(&Task { moves: moves - 1, ..*task }) == Decision::Disproved && decide(task) == Decision::Proved
        };
        if !is_good {
            return None;
        }
        if goal.defends() {
            let shorter = Task { moves: moves - 1, ..*task };
            let solution = self.solver.solve(&shorter, LIMIT, &control, |_| {});
            if solution.solutions().len() <= MOST_SAVING {
                return None;
            }
        }
        let solution = self.solver.solve(task, LIMIT, &control, |_| {});
        let most = if goal.defends() { 1 } else { MOST_SOLUTIONS };
        if solution.decision != Decision::Proved || !solution.is_complete() || solution.solutions().len() > most {
            return None;
        }
        let solutions: Vec<Move> = solution.solutions().iter().map(|first| first.m).collect();
        if matches!(goal, Goal::WinMarble | Goal::SaveMarble) && !self.is_worth_it(&position, &solutions) {
            self.rejected += 1;
            return None;
        }
        let mut first: Vec<String> = solution.solutions().iter().map(|first| first.m.to_string()).collect();
        first.sort();
        Some(format!("{goal:<9}{moves}  {:<22}{position}", first.join(",")))
    }
}
