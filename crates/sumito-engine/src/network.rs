//! The evaluation network: what goes in, the accumulator that a move changes in a few places, and what comes out.
//!
//! Two kinds of inputs, seen from either side. Marbles by cell and how many more each side may lose feed a wide first layer, as in other
//! engines. Patterns along the lines feed a few channels of each cell, the same weights for all cells and all symmetries of the board;
//! their sums over each ring go on. Three small layers, separate for early and late stages of the game, make the score of both. All
//! integers. `docs/network.md` specifies the file.

use std::fmt;

use sumito_rules::{Cell, Cells, Color, Position};

use crate::patterns::{self, Lines, NUMBERS, Offsets};
use crate::simd::{CELL_ONE, Change, FirstWeights, INPUTS, Inputs, Pattern, Ring, Row, SecondWeights, Simd, activation};

/// Units of the first layer for each side.
pub(crate) const WIDTH: usize = 256;
/// They are multiplied with one another in pairs.
pub(crate) const PAIRS: usize = WIDTH / 2;
/// Channels of a cell for each side.
pub(crate) const CHANNELS: usize = 32;
/// Rings of the board.
pub(crate) const RINGS: usize = 5;
/// Outputs of the first dense layer. Each goes on as it is and squared.
pub(crate) const SMALL: usize = 16;
/// Outputs of the second dense layer.
pub(crate) const HIDDEN: usize = 32;
/// Two kinds of marbles on each cell, and for each side one to six marbles left to lose.
pub(crate) const FEATURES: usize = 2 * Cell::COUNT + 2 * LEFT;
const LEFT: usize = 6;
/// Dense layers by stage of the game.
pub(crate) const STAGES: usize = 6;
/// Scores over this are log-odds of winning.
pub(crate) const SCALE: i32 = 200;
/// One in the outputs of the dense layers.
pub(crate) const ONE: i32 = 127 * 256 / 8;
/// One in the weights of the second and third dense layer.
const WEIGHT_ONE: i32 = 1 << WEIGHT_SHIFT;
pub(crate) const WEIGHT_SHIFT: u32 = 10;
/// Sums of the first dense layer lose this many bits.
pub(crate) const FIRST_SHIFT: u32 = 3;
/// Squares lose this many bits.
pub(crate) const SQUARE_SHIFT: u32 = 12;

const MAGIC: &[u8; 8] = b"SUMITO02";

/// The weights.
pub(crate) struct Network {
    simd: Simd,
    features: Vec<Row>,
    bias: Row,
    patterns: Box<[Pattern; NUMBERS]>,
    heads: Vec<Head>,
}

/// The dense layers of one stage.
pub(crate) struct Head {
    pub(crate) first: Box<FirstWeights>,
    pub(crate) first_bias: [i32; SMALL],
    pub(crate) second: Box<SecondWeights>,
    pub(crate) second_bias: [i32; HIDDEN],
    pub(crate) third: [i32; HIDDEN],
    pub(crate) third_bias: i32,
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

/// What is known of a position: the first layer before clipping, seen from Black and from White; the rings; the lines
/// and the patterns on them.
#[derive(Clone)]
pub(crate) struct Accumulator {
    sides: [Row; 2],
    rings: [Ring; RINGS],
    lines: Lines,
    offsets: Offsets,
}

impl Accumulator {
    pub(crate) fn zero() -> Accumulator {
        let rings = [Ring([0; 2 * CHANNELS]); RINGS];
        Accumulator { sides: [Row([0; WIDTH]); 2], rings, lines: Lines::ZERO, offsets: Offsets::ZERO }
    }
}

/// Takes numbers from the bytes of a file whose length was checked.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (bytes, rest) = self.0.split_first_chunk::<N>().expect("the length of the file was checked");
        self.0 = rest;
        *bytes
    }

    fn i8s<const N: usize>(&mut self) -> [i8; N] {
        self.bytes::<N>().map(u8::cast_signed)
    }

    fn i16s<const N: usize>(&mut self) -> [i16; N] {
        std::array::from_fn(|_| i16::from_le_bytes(self.bytes()))
    }

    fn i32s<const N: usize>(&mut self) -> [i32; N] {
        std::array::from_fn(|_| i32::from_le_bytes(self.bytes()))
    }
}

/// The bytes of a network file.
fn file_size() -> usize {
    let head = INPUTS * SMALL + 4 * SMALL + 2 * 2 * SMALL * HIDDEN + 4 * HIDDEN + 2 * HIDDEN + 4;
    MAGIC.len() + patterns::listed().count() * CHANNELS + FEATURES * WIDTH + 2 * WIDTH + STAGES * head
}

impl Network {
    /// Reads a network file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let expected = file_size();
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError("it does not begin with SUMITO02".into()));
        }
        if bytes.len() != expected {
            return Err(NetworkError(format!("it has {} bytes instead of {expected}", bytes.len())));
        }
        let mut reader = Reader(&bytes[MAGIC.len()..]);
        let mut patterns: Box<[Pattern; NUMBERS]> = vec![Pattern([0; 2 * CHANNELS]); NUMBERS]
            .into_boxed_slice()
            .try_into()
            .unwrap_or_else(|_| unreachable!("the length is right"));
        for number in patterns::listed() {
            let channels = reader.i8s::<CHANNELS>();
            // The sum of three must fit 8 bits.
            if channels.iter().any(|weight| weight.unsigned_abs() > CELL_ONE.unsigned_abs()) {
                return Err(NetworkError("a weight of a pattern is too large".into()));
            }
            for number in [number, patterns::reversed(number)] {
                patterns[number].0[..CHANNELS].copy_from_slice(&channels);
                patterns[patterns::swapped(number)].0[CHANNELS..].copy_from_slice(&channels);
            }
        }
        let features = (0..FEATURES).map(|_| Row(reader.i8s::<WIDTH>().map(i16::from))).collect();
        let bias = Row(reader.i16s());
        let heads = (0..STAGES).map(|_| Head::read(&mut reader)).collect::<Result<_, _>>()?;
        Ok(Network { simd: Simd::available()[0], features, bias, patterns, heads })
    }

    /// The accumulator of a position from nothing.
    pub(crate) fn fresh(&self, position: &Position) -> Accumulator {
        let lines = Lines::of(position);
        let mut accumulator = Accumulator { sides: [self.bias; 2], lines, offsets: Offsets::of(&lines), ..Accumulator::zero() };
        for color in Color::ALL {
            let marbles = position.marbles(color).iter().map(|cell| marble(color, cell));
            for inputs in marbles.chain([left(color, position)]) {
                for (row, input) in accumulator.sides.iter_mut().zip(inputs) {
                    add(row, &self.features[input]);
                }
            }
        }
        for cell in Cell::all() {
            let patterns = accumulator.offsets.numbers(cell.index()).map(|number| &self.patterns[number]);
            let ring = &mut accumulator.rings[cell.distance_to_center() as usize];
            for (k, sum) in ring.0.iter_mut().enumerate() {
                *sum += i16::from(activation(patterns, k));
            }
        }
        accumulator
    }

    /// The accumulator after a move, from the one before it.
    pub(crate) fn update(&self, out: &mut Accumulator, input: &Accumulator, before: &Position, after: &Position) {
        // The rows taken away and those added, as Black and as White sees it.
        let mut rows = [[Rows::new(&self.bias); 2]; 2];
        let mut push = |at: usize, [black, white]: [usize; 2]| {
            rows[at][0].push(&self.features[black]);
            rows[at][1].push(&self.features[white]);
        };
        out.lines = input.lines;
        let mut cells = Cells::EMPTY;
        for color in Color::ALL {
            let there = after.marbles(color);
            for cell in before.marbles(color) ^ there {
                push(usize::from(there.contains(cell)), marble(color, cell));
                cells |= out.lines.change(cell, color);
            }
            if before.lost(color) != after.lost(color) {
                push(0, left(color, before));
                push(1, left(color, after));
            }
        }
        let [removed, added] = &rows;
        for side in 0..2 {
            self.simd.update_side(&mut out.sides[side], &input.sides[side], added[side].get(), removed[side].get());
        }
        self.simd.update_offsets(&mut out.offsets, &input.offsets, &out.lines, cells);
        let change = Change { table: &self.patterns, before: &input.offsets, after: &out.offsets, cells };
        self.simd.update_rings(&mut out.rings, &input.rings, &change);
    }

    /// The score for the side to move.
    pub(crate) fn evaluate(&self, accumulator: &Accumulator, position: &Position) -> i32 {
        let turn = position.turn();
        let [mover, other] = [turn, !turn].map(|side| &accumulator.sides[side as usize]);
        let output = self.simd.forward([mover, other], &accumulator.rings, turn as usize, &self.heads[stage(position)]);
        (i64::from(output) * i64::from(SCALE) / i64::from(ONE * WEIGHT_ONE)) as i32
    }
}

#[allow(clippy::unnecessary_box_returns)] // The arrays are too large for the stack.
fn boxed<T, const N: usize>(values: Vec<T>) -> Box<[T; N]> {
    values.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("the length is that of the array"))
}

impl Head {
    fn read(reader: &mut Reader<'_>) -> Result<Head, NetworkError> {
        let first: Vec<[i8; SMALL]> = (0..INPUTS).map(|_| reader.i8s()).collect();
        let first_bias = reader.i32s();
        let second: Vec<[i16; HIDDEN]> = (0..2 * SMALL).map(|_| reader.i16s()).collect();
        let second_bias = reader.i32s();
        let (third, [third_bias]) = (reader.i16s().map(i32::from), reader.i32s());
        let fits = |bias: i32, weights: &mut dyn Iterator<Item = i64>| {
            i64::from(bias).abs() + weights.map(i64::abs).sum::<i64>() * i64::from(ONE) <= i64::from(i32::MAX)
        };
        let second_fits = (0..HIDDEN).all(|o| fits(second_bias[o], &mut second.iter().map(|row| i64::from(row[o]))));
        if !second_fits || !fits(third_bias, &mut third.iter().map(|&weight| i64::from(weight))) {
            return Err(NetworkError("weights of a dense layer are too large".into()));
        }
        let first = boxed(crate::simd::arranged(&first));
        // An output of the first layer and its square are side by side.
        let second = (0..SMALL).map(|i| std::array::from_fn(|k| second[i + k % 2 * SMALL][k / 2])).collect();
        Ok(Head { first, first_bias, second: boxed(second), second_bias, third, third_bias })
    }

    /// The output, from the inputs and two functions that compute the sums of the first and second layer.
    #[inline(always)]
    pub(crate) fn output(
        &self,
        inputs: &Inputs,
        first: impl Fn(&Inputs, &FirstWeights) -> [i32; SMALL],
        second: impl Fn(&[i16; 2 * SMALL], &SecondWeights) -> [i32; HIDDEN],
    ) -> i32 {
        let sums = first(inputs, &self.first);
        let mut both = [0; 2 * SMALL];
        for i in 0..SMALL {
            let x = ((sums[i] + self.first_bias[i]) >> FIRST_SHIFT).clamp(-ONE, ONE);
            both[2 * i] = x.max(0) as i16;
            both[2 * i + 1] = ((x * x) >> SQUARE_SHIFT) as i16;
        }
        let sums = second(&both, &self.second);
        let mut total = self.third_bias;
        for ((sum, bias), weight) in sums.into_iter().zip(self.second_bias).zip(self.third) {
            total += ((sum + bias) >> WEIGHT_SHIFT).clamp(0, ONE) * weight;
        }
        total
    }
}

fn add(to: &mut Row, row: &Row) {
    to.0.iter_mut().zip(row.0).for_each(|(to, from)| *to = to.wrapping_add(from));
}

/// Rows of the first layer: at most three marbles of either color and a count.
#[derive(Copy, Clone)]
struct Rows<'a> {
    rows: [&'a Row; Rows::MOST],
    len: usize,
}

impl<'a> Rows<'a> {
    const MOST: usize = 4;

    fn new(filler: &'a Row) -> Rows<'a> {
        Rows { rows: [filler; Rows::MOST], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, row: &'a Row) {
        self.rows[self.len] = row;
        self.len += 1;
    }

    fn get(&self) -> &[&'a Row] {
        &self.rows[..self.len]
    }
}

/// The input of a marble, as Black and as White sees it.
#[inline(always)]
fn marble(color: Color, cell: Cell) -> [usize; 2] {
    by_side(color, cell.index(), Cell::COUNT)
}

/// The first or second of two inputs: as the side of this color sees it, or as the other does.
#[inline(always)]
fn by_side(color: Color, input: usize, apart: usize) -> [usize; 2] {
    if color == Color::Black { [input, input + apart] } else { [input + apart, input] }
}

/// How many more marbles `color` may lose, one to six.
fn still(position: &Position, color: Color) -> usize {
    usize::from(position.marbles_to_win().saturating_sub(position.lost(color))).clamp(1, LEFT)
}

/// The input of the marbles that `color` has left to lose, as Black and as White sees it.
fn left(color: Color, position: &Position) -> [usize; 2] {
    by_side(color, 2 * Cell::COUNT + still(position, color) - 1, LEFT)
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
        let mut weights = |count: usize, size: i32, width: usize| {
            for _ in 0..count {
                let weight = random.below(2 * size as usize + 1) as i32 - size;
                bytes.extend(&weight.to_le_bytes()[..width]);
            }
        };
        weights(patterns::listed().count() * CHANNELS, 42, 1);
        weights(FEATURES * WIDTH, 90, 1);
        weights(WIDTH, 120, 2);
        for _ in 0..STAGES {
            weights(INPUTS * SMALL, 127, 1);
            weights(SMALL, 20_000, 4);
            weights(2 * SMALL * HIDDEN, 1_000, 2);
            weights(HIDDEN, 500_000, 4);
            weights(HIDDEN, 1_000, 2);
            weights(1, 500_000, 4);
        }
        assert_eq!(bytes.len(), file_size());
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

    fn same(a: &Accumulator, b: &Accumulator) -> bool {
        a.sides.iter().zip(&b.sides).all(|(a, b)| a.0 == b.0)
            && a.rings == b.rings
            && a.lines == b.lines
            && a.offsets == b.offsets
    }

    #[test]
    fn an_updated_accumulator_equals_a_fresh_one() {
        let network = Network::read(&random_network(1)).unwrap();
        random_games(7, |before, after| {
            let mut updated = Accumulator::zero();
            network.update(&mut updated, &network.fresh(before), before, after);
            let fresh = network.fresh(after);
            assert!(same(&updated, &fresh), "{before} {after}");
        });
    }

    #[test]
    fn all_instruction_sets_give_the_same_numbers() {
        let bytes = random_network(2);
        let networks: Vec<Network> =
            Simd::available().into_iter().map(|simd| Network { simd, ..Network::read(&bytes).unwrap() }).collect();
        random_games(8, |before, after| {
            let scores = networks.iter().map(|network| {
                let mut updated = Accumulator::zero();
                network.update(&mut updated, &network.fresh(before), before, after);
                assert!(same(&updated, &networks[0].fresh(after)), "{before} {after}");
                network.evaluate(&updated, after)
            });
            let scores: Vec<i32> = scores.collect();
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

    /// `train/export.py` writes positions with the scores that its own integers give.
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
        let heavy = |at: usize, weight: &[u8]| {
            let mut bytes = good.clone();
            bytes[at..at + weight.len()].copy_from_slice(weight);
            Network::read(&bytes)
        };
        assert!(heavy(MAGIC.len(), &[43]).is_err());
        assert!(heavy(file_size() - 4 - 2 * HIDDEN, &[[255, 127]; HIDDEN].concat()).is_err());
        assert!(heavy(file_size() - 4, &i32::MAX.to_le_bytes()).is_err());
    }
}
