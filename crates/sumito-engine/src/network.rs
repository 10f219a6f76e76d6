//! The evaluation network: what goes in, the accumulator that a move changes in a few places, and what comes out.
//!
//! Two kinds of inputs, seen from either side. Marbles by cell and how many more each side may lose feed a wide first layer, as in other
//! engines. Patterns along the lines feed a few channels of each cell, the same weights for all cells and all symmetries of the board;
//! their sums over each ring go on. Three small layers, separate for early and late stages of the game, make the score of both. All
//! integers. `docs/network.md` specifies the file.

use std::fmt;

use sumito_rules::{Cell, Cells, Color, Position};

use crate::patterns::{self, CELLS, Lines, NUMBERS};
use crate::simd::{Activations, CELL_ONE, FirstWeights, INPUTS, Pattern, Ring, Row, SecondWeights, Simd};

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

/// What is known of a position on a path: the first layer before clipping, seen from Black and from White; the rings; the lines; and the
/// cells.
#[derive(Clone)]
pub(crate) struct Accumulator {
    sides: [Row; 2],
    pub(crate) rings: [Ring; RINGS],
    pub(crate) lines: Lines,
    /// The channels of those cells whose patterns changed at this ply; the others are where [`since`](Self::since) says.
    pub(crate) cells: [Activations; CELLS],
    /// For each cell, the ply of the path at which its patterns changed last.
    pub(crate) since: [u8; CELLS],
}

impl Accumulator {
    pub(crate) const ZERO: Accumulator = Accumulator {
        sides: [Row([0; WIDTH]); 2],
        rings: [Ring([0; 2 * CHANNELS]); RINGS],
        lines: Lines::ZERO,
        cells: [Activations([0; 2 * CHANNELS]); CELLS],
        since: [0; CELLS],
    };
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

    /// The accumulator of a position from nothing, to begin a path with.
    pub(crate) fn fresh(&self, position: &Position) -> Accumulator {
        let mut accumulator = Accumulator { sides: [self.bias; 2], lines: Lines::of(position), ..Accumulator::ZERO };
        for color in Color::ALL {
            let marbles = position.marbles(color).iter().map(|cell| marble(color, cell));
            for inputs in marbles.chain([left(color, position)]) {
                for (row, input) in accumulator.sides.iter_mut().zip(inputs) {
                    add(row, &self.features[input]);
                }
            }
        }
        for cell in Cell::all() {
            let patterns = accumulator.lines.numbers(cell.index()).map(|number| &self.patterns[number]);
            accumulator.cells[cell.index()] = Activations::of(patterns);
            let ring = &mut accumulator.rings[cell.distance_to_center() as usize];
            for (sum, &channel) in ring.0.iter_mut().zip(&accumulator.cells[cell.index()].0) {
                *sum += i16::from(channel);
            }
        }
        accumulator
    }

    /// Fills the accumulator of the position at `ply` of a path, from those before it.
    pub(crate) fn update(&self, path: &mut [Accumulator], ply: usize, before: &Position, after: &Position) {
        let (earlier, rest) = path.split_at_mut(ply);
        let (input, out) = (&earlier[ply - 1], &mut rest[0]);
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
        self.simd.update_cells(out, earlier, &self.patterns, cells);
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
        let first: [[i8; SMALL]; INPUTS] = std::array::from_fn(|_| reader.i8s());
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
        let first = FirstWeights::arranged(&first);
        // An output of the first layer and its square are side by side.
        let second = (0..SMALL).map(|i| std::array::from_fn(|k| second[i + k % 2 * SMALL][k / 2])).collect();
        Ok(Head { first, first_bias, second: boxed(second), second_bias, third, third_bias })
    }

    /// The output, from the inputs and two functions that compute the sums of the first and second layer.
    #[inline(always)]
    pub(crate) fn output<Inputs>(
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

    /// Whether the accumulator at the end of a path is that of a position from nothing.
    fn check(path: &[Accumulator], fresh: &Accumulator, position: &Position) {
        let last = path.last().unwrap();
        assert!(last.sides.iter().zip(&fresh.sides).all(|(a, b)| a.0 == b.0), "{position}");
        assert!(last.rings == fresh.rings && last.lines == fresh.lines, "{position}");
        for cell in Cell::all().map(Cell::index) {
            assert_eq!(path[usize::from(last.since[cell])].cells[cell], fresh.cells[cell], "{position}");
        }
    }

    /// Visits paths through random games with a network.
    fn random_paths(network: &Network, seed: u64, mut visit: impl FnMut(&[Accumulator], &Position)) {
        let mut path: Vec<Accumulator> = Vec::new();
        random_games(seed, |before, after| {
            if path.len() == 40 || before.move_number() == 1 {
                path.clear();
            }
            if path.is_empty() {
                path.push(network.fresh(before));
            }
            let ply = path.len();
            path.push(Accumulator::ZERO);
            network.update(&mut path, ply, before, after);
            visit(&path, after);
        });
    }

    #[test]
    fn an_updated_accumulator_equals_a_fresh_one() {
        let network = Network::read(&random_network(1)).unwrap();
        random_paths(&network, 7, |path, position| check(path, &network.fresh(position), position));
    }

    #[test]
    fn all_instruction_sets_give_the_same_numbers() {
        let bytes = random_network(2);
        let scores = |simd| {
            let network = Network { simd, ..Network::read(&bytes).unwrap() };
            let mut scores = Vec::new();
            random_paths(&network, 8, |path, position| {
                check(path, &network.fresh(position), position);
                scores.push(network.evaluate(&path[path.len() - 1], position));
            });
            scores
        };
        let all: Vec<Vec<i32>> = Simd::available().into_iter().map(scores).collect();
        assert!(all.iter().all(|scores| *scores == all[0]));
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
