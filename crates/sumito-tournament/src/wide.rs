//! Wide signed integers: a weight has a field for every criterion of a pairing, which 128 bits cannot contain.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A signed integer of `64 * N` bits in two's complement, lowest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    pub(crate) const ZERO: Wide<N> = Wide([0; N]);

    /// A number shifted left by this many bits.
    pub(crate) fn shifted(value: i64, bits: usize) -> Wide<N> {
        let (word, shift) = (bits / 64, bits % 64);
        let mut words = [if value < 0 { u64::MAX } else { 0 }; N];
        words[..word].fill(0);
        let wide = i128::from(value) << shift;
        words[word] = wide as u64;
        if word + 1 < N {
            words[word + 1] = (wide >> 64) as u64;
        }
        Wide(words)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn double(self) -> Wide<N> {
        self + self
    }

    /// Half of an even number.
    pub(crate) fn half(self) -> Wide<N> {
        debug_assert!(self.0[0].is_multiple_of(2), "labels of a tree have the same parity");
        let sign = (self.0[N - 1] as i64 >> 63) as u64;
        let above = |n: usize| self.0.get(n + 1).copied().unwrap_or(sign);
        Wide(std::array::from_fn(|n| self.0[n] >> 1 | above(n) << 63))
    }
}

impl<const N: usize> Add for Wide<N> {
    type Output = Wide<N>;

    fn add(self, other: Wide<N>) -> Wide<N> {
        let (mut words, mut carry) = (self.0, false);
        for (word, other) in words.iter_mut().zip(other.0) {
            (*word, carry) = word.carrying_add(other, carry);
        }
        Wide(words)
    }
}

impl<const N: usize> Sub for Wide<N> {
    type Output = Wide<N>;

    fn sub(self, other: Wide<N>) -> Wide<N> {
        let (mut words, mut borrow) = (self.0, false);
        for (word, other) in words.iter_mut().zip(other.0) {
            (*word, borrow) = word.borrowing_sub(other, borrow);
        }
        Wide(words)
    }
}

impl<const N: usize> AddAssign for Wide<N> {
    fn add_assign(&mut self, other: Wide<N>) {
        *self = *self + other;
    }
}

impl<const N: usize> SubAssign for Wide<N> {
    fn sub_assign(&mut self, other: Wide<N>) {
        *self = *self - other;
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Wide<N>) -> Ordering {
        let signs = (self.0[N - 1] as i64).cmp(&(other.0[N - 1] as i64));
        signs.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Wide<N>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wide(value: i128) -> Wide<2> {
        Wide([value as u64, (value >> 64) as u64])
    }

    proptest! {
        #[test]
        fn arithmetic_agrees_with_the_language(a in -(1_i128 << 100)..1 << 100, b in -(1_i128 << 100)..1 << 100) {
            prop_assert_eq!(wide(a) + wide(b), wide(a + b));
            prop_assert_eq!(wide(a) - wide(b), wide(a - b));
            prop_assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            prop_assert_eq!(wide(a).double().half(), wide(a));
        }

        #[test]
        fn shifting_agrees_with_the_language(value in -1_000_i64..1_000, bits in 0_usize..110) {
            prop_assert_eq!(Wide::<2>::shifted(value, bits), wide(i128::from(value) << bits));
        }
    }
}
