//! Many games at once, apart from Python: how a game is set up, stepped, and written into its rows of the arrays.

use std::hint::black_box;

use sumito_engine::random::Random;
use sumito_rules::{Cell, Game, IllegalMove, Move, Moves, Position, Rules, Symmetry};

use crate::encode::{self, Encoding};
use crate::position::Start;
use crate::threads::Threads;
use crate::words;

/// How the games of a batch are set up and rewarded.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) starts: Vec<Start>,
    pub(crate) rules: Rules,
    pub(crate) max_plies: usize,
    pub(crate) encoding: Encoding,
    pub(crate) symmetry: Choice,
    pub(crate) win: f32,
    pub(crate) draw: f32,
    pub(crate) ejection: f32,
}

/// Which symmetry a game is seen through.
#[derive(Clone, Copy)]
pub(crate) enum Choice {
    Fixed(Symmetry),
    Random,
}

impl Choice {
    fn draw(self, random: &mut Random) -> Symmetry {
        match self {
            Choice::Fixed(symmetry) => symmetry,
            Choice::Random => Symmetry::ALL[random.below(Symmetry::ALL.len())],
        }
    }
}

/// One game that is not over. It is kept as it is seen: a game on the turned or reflected board is a game like any other, so that
/// symmetries cost nothing.
#[derive(Clone)]
pub(crate) struct Slot {
    seen: Game,
    /// A random legal move, drawn while the legal moves were at hand; none until they are.
    drawn: Option<Move>,
    /// Whether it has been handed out.
    is_used: bool,
    random: Random,
    symmetry: Symmetry,
    start: Start,
}

/// A saved game: start, symmetry, seed of the random numbers to come, moves on the board as it is seen, the random move and whether it is used.
pub(crate) type SavedSlot = (String, usize, u64, Vec<u16>, Option<u16>, bool);

impl Slot {
    /// Game `n` of a batch. Batches with neighboring seeds have nothing in common.
    pub(crate) fn new(setup: &Setup, seed: u64, n: usize) -> Slot {
        let mut random = Random::new(Random::new(seed).next().wrapping_add(n as u64));
        let start = setup.starts[random.below(setup.starts.len())];
        let symmetry = setup.symmetry.draw(&mut random);
        Slot { seen: start.seen(symmetry).game(setup.rules), drawn: None, is_used: false, random, symmetry, start }
    }

    /// The next game.
    pub(crate) fn restart(&mut self, setup: &Setup) {
        let start = setup.starts[self.random.below(setup.starts.len())];
        let symmetry = setup.symmetry.draw(&mut self.random);
        if (start, symmetry) == (self.start, self.symmetry) {
            // The same memory again.
            self.seen.go_to(0);
        } else {
            (self.start, self.symmetry) = (start, symmetry);
            self.seen = start.seen(symmetry).game(setup.rules);
        }
        self.drawn = None;
    }

    /// Continues with a game that is not over and has the same rules.
    pub(crate) fn set_game(&mut self, start: Start, moves: &[Move]) {
        let rules = self.seen.rules();
        self.start = start;
        self.seen = start.seen(self.symmetry).game(rules);
        for m in moves {
            self.seen.play_unchecked(m.transform(self.symmetry));
        }
        self.drawn = None;
    }

    /// Everything that the game and its future depend on.
    pub(crate) fn save(&self) -> SavedSlot {
        let moves = self.seen.moves().iter().map(|m| m.index() as u16).collect();
        let drawn = self.drawn.map(|m| m.index() as u16);
        (self.start.text(), words::symmetry_number(self.symmetry), self.random.seed(), moves, drawn, self.is_used)
    }

    /// The game as it was saved; none if that is not possible.
    pub(crate) fn restore(setup: &Setup, start: Start, saved: &SavedSlot) -> Option<Slot> {
        let (_, symmetry, seed, moves, drawn, is_used) = saved;
        let symmetry = *Symmetry::ALL.get(*symmetry)?;
        let mut seen = start.seen(symmetry).game(setup.rules);
        for &index in moves {
            seen.play(Move::from_index(index.into())?).ok()?;
        }
        let drawn = drawn.and_then(|index| Move::from_index(index.into()));
        let is_right = seen.outcome().is_none() && drawn.is_none_or(|m| seen.legal_moves().contains(m));
        is_right.then(|| Slot { seen, drawn, is_used: *is_used, random: Random::new(*seed), symmetry, start })
    }

    /// The game on the board as it is.
    pub(crate) fn game(&self) -> Game {
        let mut game = self.start.game(self.seen.rules());
        for m in self.seen.moves() {
            game.play_unchecked(m.transform(self.symmetry.inverse()));
        }
        game
    }

    /// The position on the board as it is.
    pub(crate) fn position(&self) -> Position {
        self.seen.position().transform(self.symmetry.inverse())
    }

    pub(crate) const fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// The move of an action, if it is legal.
    #[inline]
    pub(crate) fn read(&self, action: i64) -> Option<Move> {
        let m = Move::from_index(usize::try_from(action).ok()?)?;
        (self.drawn == Some(m) || self.seen.position().legal_moves().contains(m)).then_some(m)
    }

    /// Why the rules forbid an action: its move on the board as it is, and the reason. None if it is not a move at all.
    pub(crate) fn refusal(&self, action: i64) -> Option<(Move, IllegalMove)> {
        let seen = Move::from_index(usize::try_from(action).ok()?)?;
        let m = seen.transform(self.symmetry.inverse());
        Some((m, self.position().check(m).err()?))
    }

    /// A random legal action.
    #[inline]
    pub(crate) fn sample(&mut self) -> i64 {
        if self.is_used {
            let position = self.seen.position();
            self.drawn = draw(position, &position.legal_moves(), &mut self.random);
        }
        self.is_used = true;
        self.drawn.map_or(0, |m| m.index() as i64)
    }
}

/// A random legal move: a random marble in a random kind of move, until they make a legal one. That takes ten tries in an ordinary position,
/// which is faster than counting the moves.
#[inline]
fn draw(position: &Position, moves: &Moves, random: &mut Random) -> Option<Move> {
    let mut marbles = [0; Cell::COUNT];
    let mut count = 0;
    for (cell, place) in position.ours().into_iter().zip(&mut marbles) {
        *place = cell.index();
        count += 1;
    }
    for _ in 0..MOST_TRIES {
        let pair = random.below(count * Moves::SETS);
        let (kind, marble) = (pair % Moves::SETS, marbles[pair / Moves::SETS]);
        if moves.sets()[kind].bits() >> marble & 1 == 1 {
            return Move::from_index(kind * Cell::COUNT + marble);
        }
    }
    moves.nth(random.below(moves.len()))
}

/// One in a thousand times this is not enough, and the moves are counted.
const MOST_TRIES: usize = 64;

/// The arrays, or their rows for some of the games.
pub(crate) struct Arrays<'a> {
    pub(crate) observations: &'a mut [i8],
    pub(crate) finals: &'a mut [i8],
    pub(crate) masks: &'a mut [bool],
    pub(crate) turns: &'a mut [i8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) truncated: &'a mut [bool],
}

/// Some games and their rows.
struct Rows<'a> {
    slots: &'a mut [Slot],
    arrays: Arrays<'a>,
}

/// What one game shows.
struct Row<'a> {
    slot: &'a mut Slot,
    observation: &'a mut [i8],
    last: &'a mut [i8],
    mask: &'a mut [bool],
    turn: &'a mut i8,
    reward: &'a mut f32,
    terminated: &'a mut bool,
    truncated: &'a mut bool,
}

impl Row<'_> {
    /// Plays a legal move; a finished game starts again.
    #[inline]
    fn step(&mut self, setup: &Setup, m: Move) {
        let slot = &mut *self.slot;
        let mover = slot.seen.position().turn();
        slot.seen.play_unchecked(m);
        slot.drawn = None;
        let ejected = slot.seen.position().plies_since_ejection() == 0;
        let mut reward = if ejected { setup.ejection } else { 0.0 };
        let outcome = slot.seen.outcome();
        if let Some(outcome) = outcome {
            reward += match outcome.winner() {
                Some(winner) if winner == mover => setup.win,
                Some(_) => -setup.win,
                None => setup.draw,
            };
        }
        let is_cut = outcome.is_none() && slot.seen.ply() >= setup.max_plies;
        *self.reward = reward;
        *self.terminated = outcome.is_some();
        *self.truncated = is_cut;
        if outcome.is_some() || is_cut {
            setup.encoding.write(slot.seen.positions(), slot.seen.position().turn(), self.last);
            slot.restart(setup);
        }
    }

    /// Writes what the player to move sees.
    #[inline]
    fn show(&mut self, setup: &Setup) {
        let slot = &mut *self.slot;
        let turn = slot.seen.position().turn();
        let moves = slot.seen.position().legal_moves();
        encode::write_mask(&moves, self.mask);
        setup.encoding.write(slot.seen.positions(), turn, self.observation);
        *self.turn = turn as i8;
        if slot.drawn.is_none() {
            slot.drawn = draw(slot.seen.position(), &moves, &mut slot.random);
            slot.is_used = false;
        }
    }
}

/// Games whose memory is fetched at once.
const BLOCK: usize = 16;

impl Rows<'_> {
    /// Plays these moves, and writes the arrays.
    fn step(&mut self, setup: &Setup, moves: &[Option<Move>]) {
        let size = setup.encoding.size();
        for (mut block, moves) in self.split(BLOCK, size).zip(moves.chunks(BLOCK)) {
            // The last positions of games are far apart. Looking at all of them first lets the processor wait for all at the same time.
            black_box(block.slots.iter().fold(0, |sum, slot| sum ^ slot.seen.position().zobrist_hash()));
            for (mut row, m) in block.each(size).zip(moves) {
                if let Some(m) = *m {
                    row.step(setup, m);
                }
                row.show(setup);
            }
        }
    }

    /// Writes the arrays.
    fn show(&mut self, setup: &Setup) {
        self.each(setup.encoding.size()).for_each(|mut row| row.show(setup));
    }

    /// The row of each game.
    fn each(&mut self, size: usize) -> impl Iterator<Item = Row<'_>> {
        let arrays = &mut self.arrays;
        let observations = arrays.observations.chunks_exact_mut(size).zip(arrays.finals.chunks_exact_mut(size));
        let masks = arrays.masks.chunks_exact_mut(Move::INDICES).zip(&mut *arrays.turns);
        let results = arrays.rewards.iter_mut().zip(&mut *arrays.terminated).zip(&mut *arrays.truncated);
        self.slots.iter_mut().zip(observations).zip(masks).zip(results).map(|(((slot, seen), masks), results)| {
            let ((observation, last), (mask, turn), ((reward, terminated), truncated)) = (seen, masks, results);
            Row { slot, observation, last, mask, turn, reward, terminated, truncated }
        })
    }

    /// The rows in parts of this many games.
    fn split(&mut self, games: usize, size: usize) -> impl ExactSizeIterator<Item = Rows<'_>> {
        let arrays = &mut self.arrays;
        let observations = arrays.observations.chunks_mut(games * size).zip(arrays.finals.chunks_mut(games * size));
        let masks = arrays.masks.chunks_mut(games * Move::INDICES).zip(arrays.turns.chunks_mut(games));
        let flags = arrays.terminated.chunks_mut(games).zip(arrays.truncated.chunks_mut(games));
        let results = arrays.rewards.chunks_mut(games).zip(flags);
        self.slots.chunks_mut(games).zip(observations).zip(masks).zip(results).map(|(((slots, seen), masks), results)| {
            let ((observations, finals), (masks, turns), (rewards, (terminated, truncated))) = (seen, masks, results);
            Rows { slots, arrays: Arrays { observations, finals, masks, turns, rewards, terminated, truncated } }
        })
    }
}

/// All games, and the threads that step them.
pub(crate) struct Batch {
    pub(crate) setup: Setup,
    pub(crate) slots: Vec<Slot>,
    pub(crate) seed: u64,
    pub(crate) threads: Threads,
    /// The moves of a step.
    chosen: Vec<Option<Move>>,
}

impl Batch {
    pub(crate) fn new(setup: Setup, slots: Vec<Slot>, seed: u64, threads: Threads) -> Batch {
        let chosen = vec![None; slots.len()];
        Batch { setup, slots, seed, threads, chosen }
    }

    /// How many games each thread has. Waking it takes some microseconds, which is not worth it for fewer games than `least`.
    fn share(&self, least: usize) -> usize {
        self.slots.len().div_ceil(self.threads.count()).max(least)
    }

    /// Reads an action for each game; if some are illegal, the number of the first game that refuses its own.
    pub(crate) fn read(&mut self, actions: &[i64]) -> Result<(), usize> {
        let share = self.share(256);
        let parts = self.slots.chunks(share).zip(actions.chunks(share)).zip(self.chosen.chunks_mut(share));
        self.threads.share_out(parts, |((slots, actions), chosen)| {
            for ((slot, &action), chosen) in slots.iter().zip(actions).zip(chosen) {
                *chosen = slot.read(action);
            }
        });
        self.chosen.iter().position(Option::is_none).map_or(Ok(()), Err)
    }

    /// A random legal action for each game.
    pub(crate) fn sample(&mut self, actions: &mut [i64]) {
        let share = self.share(2048);
        let parts = self.slots.chunks_mut(share).zip(actions.chunks_mut(share));
        self.threads.share_out(parts, |(slots, actions)| {
            for (slot, action) in slots.iter_mut().zip(actions) {
                *action = slot.sample();
            }
        });
    }

    /// Plays what was read, and writes the rows of all games.
    pub(crate) fn step(&mut self, arrays: Arrays<'_>) {
        let (setup, share, size) = (&self.setup, self.share(32), self.setup.encoding.size());
        let mut rows = Rows { slots: &mut self.slots, arrays };
        let parts = rows.split(share, size).zip(self.chosen.chunks(share));
        self.threads.share_out(parts, |(mut rows, chosen)| rows.step(setup, chosen));
    }

    /// Writes the rows of all games.
    pub(crate) fn show(&mut self, arrays: Arrays<'_>) {
        let (setup, share, size) = (&self.setup, self.share(32), self.setup.encoding.size());
        let mut rows = Rows { slots: &mut self.slots, arrays };
        self.threads.share_out(rows.split(share, size), |mut rows| rows.show(setup));
    }

    /// Writes the rows of one game.
    pub(crate) fn show_game(&mut self, n: usize, arrays: Arrays<'_>) {
        let size = self.setup.encoding.size();
        let mut rows = Rows { slots: &mut self.slots, arrays };
        rows.each(size).skip(n).take(1).for_each(|mut row| row.show(&self.setup));
    }
}
