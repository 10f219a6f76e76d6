//! A small random number generator: fast, seeded, and the same on every platform.

/// The wyrand sequence: for games that can be repeated, not for secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

/// Seeds are often small numbers, and a state of zeros is not random at all.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed ^ SEED)
    }

    /// The seed of the numbers that are still to come.
    ///
    /// ```
    /// use sumito_engine::random::Random;
    ///
    /// let mut random = Random::new(7);
    /// random.next();
    /// assert_eq!(Random::new(random.seed()).next(), random.next());
    /// ```
    pub fn seed(&self) -> u64 {
        self.0 ^ SEED
    }

    /// The next number.
    #[allow(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (product >> 64) as u64 ^ product as u64
    }

    /// A number below `bound`, or 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}
