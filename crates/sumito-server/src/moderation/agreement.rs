//! How far an account's moves agree with the engine's choices, compared with what its rating predicts. A hint for moderators, never a proof.

use std::fmt;
use std::str::FromStr;

use super::baseline;

/// How hard the engine's choice is to find.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// One move is better than all others, and a short search finds it.
    Easy,
    /// One move is better than all others, and a short search prefers another one.
    Hard,
    /// Several moves are about as good: which one somebody chooses says little.
    Open,
}

/// How long somebody thought about a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Less than 3 seconds.
    Quick,
    /// Less than 15 seconds.
    Steady,
    /// Longer.
    Slow,
}

/// A move that somebody chose.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Decision {
    /// How hard the engine's choice was to find.
    pub difficulty: Difficulty,
    /// How long it took; `None` if that is not known, or was days.
    pub pace: Option<Pace>,
    /// Whether it was the engine's choice.
    pub agrees: bool,
    /// The player's rating at that time.
    pub rating: f64,
}

/// Decisions counted together.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Count {
    /// How many there were.
    pub moves: u32,
    /// In how many of them the player chose what the engine would.
    pub agreed: u32,
    /// How many that would be by the player's rating.
    pub expected: f64,
    /// The variance of that number if each decision were drawn by itself.
    pub variance: f64,
}

/// The agreement of an account with the engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreement {
    /// The number of games.
    pub games: u32,
    /// Positions searched for each move.
    pub nodes: u64,
    /// By difficulty, and by pace with unknown ones last.
    cells: [[Count; 4]; 3],
}

impl Difficulty {
    /// All three.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Hard, Difficulty::Open];

    /// A stable key, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Hard => "hard",
            Difficulty::Open => "open",
        }
    }

    /// The difficulty of a position: by how much of the winning chances the best move is better than the second best, and whether a short search chose it.
    pub fn of(gap: f64, short_search_agrees: bool) -> Difficulty {
        if gap < CLEARLY_BETTER {
            Difficulty::Open
        } else if short_search_agrees {
            Difficulty::Easy
        } else {
            Difficulty::Hard
        }
    }
}

/// By how much of the winning chances a move has to be better than any other.
const CLEARLY_BETTER: f64 = 0.02;

impl Pace {
    /// All three.
    pub const ALL: [Pace; 3] = [Pace::Quick, Pace::Steady, Pace::Slow];

    /// A stable key, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            Pace::Quick => "quick",
            Pace::Steady => "steady",
            Pace::Slow => "slow",
        }
    }

    /// The pace of a move that took this many milliseconds.
    pub fn of(millis: i64) -> Pace {
        match millis {
            ..3_000 => Pace::Quick,
            3_000..15_000 => Pace::Steady,
            _ => Pace::Slow,
        }
    }
}

impl Count {
    fn plus(self, other: Count) -> Count {
        Count {
            moves: self.moves + other.moves,
            agreed: self.agreed + other.agreed,
            expected: self.expected + other.expected,
            variance: self.variance + other.variance,
        }
    }

    /// The part of the moves that agreed, with Wilson's interval of 95%.
    pub fn share(&self) -> [f64; 3] {
        if self.moves == 0 {
            return [0.0, 0.0, 1.0];
        }
        let (n, p) = (f64::from(self.moves), f64::from(self.agreed) / f64::from(self.moves));
        let z2 = TWO_SIDED * TWO_SIDED;
        let center = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = TWO_SIDED / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        [p, (center - half).max(0.0), (center + half).min(1.0)]
    }
}

/// Standard deviations on either side that contain 95% of a normal distribution.
const TWO_SIDED: f64 = 1.96;

impl Agreement {
    /// Counts decisions.
    pub fn new(games: u32, nodes: u64, decisions: &[Decision]) -> Agreement {
        let mut agreement = Agreement { games, nodes, ..Agreement::default() };
        for &Decision { difficulty, pace, agrees, rating } in decisions {
            let p = baseline::expected(difficulty, rating);
            let pace = pace.map_or(3, |pace| pace as usize);
            let one = Count { moves: 1, agreed: agrees.into(), expected: p, variance: p * (1.0 - p) };
            let cell = &mut agreement.cells[difficulty as usize][pace];
            *cell = cell.plus(one);
        }
        agreement
    }

    /// The moves of a difficulty, of one pace or of any.
    pub fn count(&self, difficulty: Difficulty, pace: Option<Pace>) -> Count {
        let cells = &self.cells[difficulty as usize];
        match pace {
            Some(pace) => cells[pace as usize],
            None => cells.iter().fold(Count::default(), |sum, &cell| sum.plus(cell)),
        }
    }

    /// The share of moves that agree for people with this rating, from the lower to the upper end: 95 of 100 honest players are expected in between.
    pub fn usual(&self, difficulty: Difficulty) -> Option<[f64; 2]> {
        let count = self.count(difficulty, None);
        let n = f64::from(count.moves);
        let half = TWO_SIDED * deviation(difficulty, &count) / n;
        let mean = count.expected / n;
        (count.moves > 0).then(|| [(mean - half).max(0.0), (mean + half).min(1.0)])
    }

    /// By how many standard deviations the account agrees more often than its rating predicts.
    pub fn excess(&self, difficulty: Difficulty) -> Option<f64> {
        let count = self.count(difficulty, None);
        (count.moves > 0).then(|| (f64::from(count.agreed) - count.expected) / deviation(difficulty, &count))
    }
}

/// The standard deviation of the number of moves that agree: by chance, and because people with the same rating differ.
fn deviation(difficulty: Difficulty, count: &Count) -> f64 {
    let between = f64::from(count.moves) * baseline::SPREAD[difficulty as usize];
    (count.variance + between * between).sqrt().max(f64::MIN_POSITIVE)
}

/// One line for the whole, and one for each cell that has something in it.
impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "games {} nodes {}", self.games, self.nodes)?;
        for (difficulty, cells) in Difficulty::ALL.iter().zip(&self.cells) {
            for (pace, Count { moves, agreed, expected, variance }) in cells.iter().enumerate().filter(|(_, cell)| cell.moves > 0)
            {
                let pace = Pace::ALL.get(pace).map_or("unknown", |pace| pace.key());
                writeln!(f, "{} {pace} {moves} {agreed} {expected} {variance}", difficulty.key())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Agreement {
    type Err = ();

    fn from_str(text: &str) -> Result<Agreement, ()> {
        let mut agreement = Agreement::default();
        for line in text.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["games", games, "nodes", nodes] => {
                    agreement.games = games.parse().map_err(|_| ())?;
                    agreement.nodes = nodes.parse().map_err(|_| ())?;
                }
                [difficulty, pace, moves, agreed, expected, variance] => {
                    let row = Difficulty::ALL.iter().position(|known| known.key() == difficulty).ok_or(())?;
                    let column = Pace::ALL.iter().position(|known| known.key() == pace);
                    agreement.cells[row][column.unwrap_or(3)] = Count {
                        moves: moves.parse().map_err(|_| ())?,
                        agreed: agreed.parse().map_err(|_| ())?,
                        expected: expected.parse().map_err(|_| ())?,
                        variance: variance.parse().map_err(|_| ())?,
                    };
                }
                _ => return Err(()),
            }
        }
        Ok(agreement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decisions(difficulty: Difficulty, pace: Option<Pace>, agreed: usize, of: usize) -> Vec<Decision> {
        (0..of).map(|n| Decision { difficulty, pace, agrees: n < agreed, rating: 1500.0 }).collect()
    }

    #[test]
    fn moves_are_counted_by_difficulty_and_pace_and_read_back() {
        let mut all = decisions(Difficulty::Hard, Some(Pace::Quick), 3, 10);
        all.extend(decisions(Difficulty::Hard, None, 5, 10));
        all.extend(decisions(Difficulty::Easy, Some(Pace::Slow), 9, 10));
        let agreement = Agreement::new(2, 1_000, &all);
        let counts = |difficulty, pace| {
            let count = agreement.count(difficulty, pace);
            (count.moves, count.agreed)
        };
        assert_eq!(counts(Difficulty::Hard, None), (20, 8));
        assert_eq!(counts(Difficulty::Hard, Some(Pace::Quick)), (10, 3));
        assert_eq!(counts(Difficulty::Easy, Some(Pace::Slow)), (10, 9));
        assert_eq!((counts(Difficulty::Open, None), agreement.excess(Difficulty::Open)), ((0, 0), None));
        assert_eq!(agreement.to_string().parse(), Ok(agreement.clone()));
        assert_eq!("nonsense".parse::<Agreement>(), Err(()));
    }

    /// The interval for 5 of 10 as published tables have it.
    #[test]
    fn shares_have_wilsons_interval() {
        let count = Count { moves: 10, agreed: 5, ..Count::default() };
        let words = count.share().map(|share| format!("{share:.3}"));
        assert_eq!(words, ["0.500", "0.237", "0.763"]);
        let nothing = Count::default().share().map(|share| format!("{share:.0}"));
        assert_eq!(nothing, ["0", "0", "1"]);
    }

    #[test]
    fn an_excess_is_never_more_certain_than_people_are_alike() {
        let expected = baseline::expected(Difficulty::Hard, 1500.0);
        let of = 10_000;
        let as_expected = (expected * of as f64).round() as usize;
        let usual = Agreement::new(1, 1, &decisions(Difficulty::Hard, None, as_expected, of));
        assert!(usual.excess(Difficulty::Hard).unwrap().abs() < 0.1);
        let [low, high] = usual.usual(Difficulty::Hard).unwrap();
        assert!(low < expected && expected < high);
        // However many moves there are, players of the same rating differ by the spread.
        let spread = baseline::SPREAD[Difficulty::Hard as usize];
        assert!(high - expected > 1.9 * spread);
        let all = Agreement::new(1, 1, &decisions(Difficulty::Hard, None, of, of)).excess(Difficulty::Hard).unwrap();
        assert!(all > 3.0 && all < (1.0 - expected) / spread);
        let none = Agreement::new(1, 1, &decisions(Difficulty::Hard, None, 0, of)).excess(Difficulty::Hard).unwrap();
        assert!(none < 0.0);
    }

    #[test]
    fn positions_and_moves_have_their_kind() {
        let kinds = [(0.01, true), (0.01, false), (0.05, true), (0.05, false)].map(|(gap, agrees)| Difficulty::of(gap, agrees));
        assert_eq!(kinds, [Difficulty::Open, Difficulty::Open, Difficulty::Easy, Difficulty::Hard]);
        let paces = [0, 2_999, 3_000, 14_999, 15_000, 600_000].map(Pace::of);
        assert_eq!(paces, [Pace::Quick, Pace::Quick, Pace::Steady, Pace::Steady, Pace::Slow, Pace::Slow]);
    }
}
