//! The evaluation network: its inputs, the accumulator that each move updates in a few places, and its output.
//!
//! Inputs, seen from either side: its own marbles by cell, the other's marbles by cell, how many more marbles each side may lose. One
//! hidden layer for each side, clipped and squared; one output, with separate weights for early and late stages of the game.
//! All integers. `docs/network.md` specifies the file.

use std::fmt;

use sumito_rules::{Cell, Cells, Color, Position};

use crate::simd::{ONE, Row, Simd};

/// Hidden units for each side.
pub(crate) const HIDDEN: usize = 512;
/// Two kinds of marbles on each cell, and for each side one to six marbles left to lose.
pub(crate) const FEATURES: usize = 2 * Cell::COUNT + 2 * LEFT;
const LEFT: usize = 6;
/// Output weights by stage of the game.
pub(crate) const STAGES: usize = 6;
/// Scores over this are log-odds of winning.
pub(crate) const SCALE: i32 = 200;
/// One in the fixed point of the output weights.
const WEIGHT_ONE: i32 = 64;

const MAGIC: &[u8; 8] = b"SUMITO01";

/// The weights.
pub(crate) struct Network {
    simd: Simd,
    features: Vec<Row>,
    bias: Row,
    /// For each stage the weights of the side to move, then those of the other side.
    output: Vec<[Row; 2]>,
    output_bias: [i32; STAGES],
}

/// A network file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkError(String);

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a network of this engine: {}", self.0)
    }
}

impl std::error::Error for NetworkError {}

/// The hidden layer before clipping, seen from Black and from White.
#[derive(Clone)]
pub(crate) struct Accumulator {
    sides: [Row; 2],
}

impl Accumulator {
    pub(crate) fn zero() -> Accumulator {
        Accumulator { sides: [Row([0; HIDDEN]); 2] }
    }
}

impl Network {
    /// Reads a network file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let rows = FEATURES + 1 + 2 * STAGES;
        let expected = MAGIC.len() + 2 * HIDDEN * rows + 4 * STAGES;
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError("it does not begin with SUMITO01".into()));
        }
        if bytes.len() != expected {
            return Err(NetworkError(format!("it has {} bytes instead of {expected}", bytes.len())));
        }
        let (weights, biases) = bytes[MAGIC.len()..].split_at(2 * HIDDEN * rows);
        let mut values = weights.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]]));
        let mut row = || {
            let mut row = Row([0; HIDDEN]);
            row.0.iter_mut().zip(&mut values).for_each(|(to, from)| *to = from);
            row
        };
        let features = (0..FEATURES).map(|_| row()).collect();
        let bias = row();
        let output: Vec<[Row; 2]> = (0..STAGES).map(|_| [row(), row()]).collect();
        let mut output_bias = [0; STAGES];
        for (to, b) in output_bias.iter_mut().zip(biases.chunks_exact(4)) {
            *to = i32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        }
        // Products must fit 16 bits and sums 32 bits, whatever the activations: then all versions of the loops agree.
        for row in output.iter().flatten() {
            let size: i64 = row.0.iter().map(|&w| i64::from(w).abs()).sum();
            if row.0.iter().any(|w| w.abs() > 127) || size * i64::from(ONE) * i64::from(ONE) > i64::from(i32::MAX) {
                return Err(NetworkError("an output weight is too large".into()));
            }
        }
        Ok(Network { simd: Simd::available()[0], features, bias, output, output_bias })
    }

    /// The accumulator of a position from nothing.
    pub(crate) fn fresh(&self, position: &Position) -> Accumulator {
        let mut accumulator = Accumulator { sides: [self.bias; 2] };
        for side in Color::ALL {
            let row = &mut accumulator.sides[side as usize];
            for color in Color::ALL {
                for cell in position.marbles(color) {
                    add(row, &self.features[marble(side, color, cell)]);
                }
                add(row, &self.features[left(side, color, position)]);
            }
        }
        accumulator
    }

    /// The accumulator after a move, from the one before it.
    pub(crate) fn update(&self, out: &mut Accumulator, input: &Accumulator, before: &Position, after: &Position) {
        self.carry(out, input, before, after, None);
    }

    /// The same, and the score for the side to move, in one pass over the accumulator.
    pub(crate) fn update_and_evaluate(
        &self,
        out: &mut Accumulator,
        input: &Accumulator,
        before: &Position,
        after: &Position,
    ) -> i32 {
        let stage = stage(after);
        let [mover, other] = &self.output[stage];
        let weights = if after.turn() == Color::Black { [mover, other] } else { [other, mover] };
        self.score(stage, self.carry(out, input, before, after, Some(weights)))
    }

    /// Updates both sides; with weights for them it also returns the two sums of the output.
    #[inline(always)]
    fn carry(
        &self,
        out: &mut Accumulator,
        input: &Accumulator,
        before: &Position,
        after: &Position,
        weights: Option<[&Row; 2]>,
    ) -> [i32; 2] {
        Color::ALL.map(|side| {
            let mut added = List::new(&self.bias);
            let mut removed = List::new(&self.bias);
            for color in Color::ALL {
                let (old, new) = (before.marbles(color), after.marbles(color));
                let changed = old ^ new;
                if changed == Cells::EMPTY {
                    continue;
                }
                for cell in changed & old {
                    removed.push(&self.features[marble(side, color, cell)]);
                }
                for cell in changed & new {
                    added.push(&self.features[marble(side, color, cell)]);
                }
                if before.lost(color) != after.lost(color) {
                    removed.push(&self.features[left(side, color, before)]);
                    added.push(&self.features[left(side, color, after)]);
                }
            }
            let side = side as usize;
            let weights = weights.map(|weights| weights[side]);
            self.simd.update(&mut out.sides[side], &input.sides[side], added.rows(), removed.rows(), weights)
        })
    }

    /// The score for the side to move.
    pub(crate) fn evaluate(&self, accumulator: &Accumulator, position: &Position) -> i32 {
        let stage = stage(position);
        let [mover, other] = &self.output[stage];
        let turn = position.turn();
        let sums =
            [self.simd.dot(&accumulator.sides[turn as usize], mover), self.simd.dot(&accumulator.sides[!turn as usize], other)];
        self.score(stage, sums)
    }

    fn score(&self, stage: usize, sums: [i32; 2]) -> i32 {
        // The squares carry one factor of ONE too many.
        let sum = i64::from(sums[0]) + i64::from(sums[1]);
        let output = sum / i64::from(ONE) + i64::from(self.output_bias[stage]);
        (output * i64::from(SCALE) / i64::from(i32::from(ONE) * WEIGHT_ONE)) as i32
    }
}

fn add(to: &mut Row, row: &Row) {
    to.0.iter_mut().zip(row.0).for_each(|(to, from)| *to = to.wrapping_add(from));
}

/// At most six marbles and two counts change.
struct List<'a> {
    rows: [&'a Row; 8],
    len: usize,
}

impl<'a> List<'a> {
    fn new(filler: &'a Row) -> List<'a> {
        List { rows: [filler; 8], len: 0 }
    }

    fn push(&mut self, row: &'a Row) {
        self.rows[self.len] = row;
        self.len += 1;
    }

    fn rows(&self) -> &[&'a Row] {
        &self.rows[..self.len]
    }
}

#[inline]
fn marble(side: Color, color: Color, cell: Cell) -> usize {
    usize::from(side != color) * Cell::COUNT + cell.index()
}

/// How many more marbles `color` may lose, one to six.
fn still(position: &Position, color: Color) -> usize {
    usize::from(position.marbles_to_win().saturating_sub(position.lost(color))).clamp(1, LEFT)
}

fn left(side: Color, color: Color, position: &Position) -> usize {
    2 * Cell::COUNT + usize::from(side != color) * LEFT + still(position, color) - 1
}

/// The stage of the game: 0 while nothing is lost, 5 when both sides are near the end.
fn stage(position: &Position) -> usize {
    (2 * LEFT - still(position, Color::Black) - still(position, Color::White)) / 2
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Game, Layout, Rules};

    use super::*;
    use crate::random::Random;

    /// A network of random weights of the sizes that training gives.
    fn random_network(seed: u64) -> Vec<u8> {
        let mut random = Random::new(seed);
        let mut bytes = MAGIC.to_vec();
        let mut weights = |count: usize, size: i32, bytes: &mut Vec<u8>| {
            for _ in 0..count {
                let weight = random.below(2 * size as usize + 1) as i32 - size;
                bytes.extend((weight as i16).to_le_bytes());
            }
        };
        weights(FEATURES * HIDDEN, 90, &mut bytes);
        weights(HIDDEN, 120, &mut bytes);
        weights(2 * STAGES * HIDDEN, 60, &mut bytes);
        weights(2 * STAGES, 3_000, &mut bytes);
        bytes
    }

    /// Visits the positions of random games, from one to the next.
    fn random_games(seed: u64, mut visit: impl FnMut(&Position, &Position)) {
        let mut random = Random::new(seed);
        for layout in [&Layout::STANDARD, &Layout::BELGIAN_DAISY, &Layout::GERMAN_DAISY] {
            let mut game = Game::new(layout, Rules::default());
            for _ in 0..250 {
                let moves = game.legal_moves();
                let Some(m) = moves.nth(random.below(moves.len())) else { break };
                let before = *game.position();
                game.play_unchecked(m);
                visit(&before, game.position());
            }
        }
    }

    #[test]
    fn an_updated_accumulator_equals_a_fresh_one() {
        let network = Network::read(&random_network(1)).unwrap();
        random_games(7, |before, after| {
            let mut updated = Accumulator::zero();
            network.update(&mut updated, &network.fresh(before), before, after);
            let fresh = network.fresh(after);
            assert!(updated.sides.iter().zip(&fresh.sides).all(|(a, b)| a.0 == b.0), "{before} {after}");
        });
    }

    #[test]
    fn all_instruction_sets_give_the_same_numbers() {
        let bytes = random_network(2);
        let networks: Vec<Network> =
            Simd::available().into_iter().map(|simd| Network { simd, ..Network::read(&bytes).unwrap() }).collect();
        random_games(8, |before, after| {
            let scores = networks.iter().map(|network| {
                let (fresh, mut updated) = (network.fresh(before), [Accumulator::zero(), Accumulator::zero()]);
                network.update(&mut updated[0], &fresh, before, after);
                let score = network.update_and_evaluate(&mut updated[1], &fresh, before, after);
                assert!(updated[0].sides.iter().zip(&updated[1].sides).all(|(a, b)| a.0 == b.0), "{before} {after}");
                [score, network.evaluate(&updated[0], after)]
            });
            let scores: Vec<i32> = scores.flatten().collect();
            assert!(scores.iter().all(|&score| score == scores[0]), "{after}: {scores:?}");
        });
    }

    #[test]
    fn a_position_with_the_colors_swapped_has_the_same_score() {
        let network = Network::read(&random_network(3)).unwrap();
        random_games(9, |_, position| {
            let swapped = position.swap_colors();
            let score = |position: &Position| network.evaluate(&network.fresh(position), position);
            assert_eq!(score(position), score(&swapped), "{position}");
        });
    }

    /// `train/train.py` writes positions with the scores that its own integers give.
    #[test]
    fn the_embedded_network_gives_the_numbers_of_its_training() {
        let network = Network::read(include_bytes!("../network.bin")).unwrap();
        let mut lines = 0;
        for line in include_str!("../network.check").lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let cells = |hex| Cells::from_bits(u64::from_str_radix(hex, 16).unwrap());
            let lost = |count: &str| count.parse().unwrap();
            for turn in Color::ALL {
                let mut marbles = sumito_rules::ByColor::default();
                let mut losses = sumito_rules::ByColor::default();
                (marbles[turn], marbles[!turn]) = (cells(words[0]), cells(words[1]));
                (losses[turn], losses[!turn]) = (lost(words[2]), lost(words[3]));
                let position = Position::new(marbles.black, marbles.white, turn).unwrap().with_lost(losses);
                let score = network.evaluate(&network.fresh(&position), &position);
                assert_eq!(score, words[4].parse().unwrap(), "{position}");
            }
            lines += 1;
        }
        assert!(lines >= 100);
    }

    #[test]
    fn files_that_are_no_networks_are_refused() {
        let good = random_network(4);
        assert!(Network::read(&good).is_ok());
        assert!(Network::read(&good[..good.len() - 1]).is_err());
        assert!(Network::read(b"").is_err());
        let mut heavy = good.clone();
        let at = MAGIC.len() + 2 * HIDDEN * (FEATURES + 1);
        heavy[at..at + 2].copy_from_slice(&128i16.to_le_bytes());
        assert!(Network::read(&heavy).is_err());
    }
}
