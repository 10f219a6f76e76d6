//! One value for each seat of a game, and sets of seats. A game has two to six seats.

use std::ops::{Index, IndexMut};

use sumito_rules::Color;
use sumito_rules::party::{BySeat, Seat};

/// One value for each seat of a game. Nothing is allocated: most games have two seats, and there are many of them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seats<T> {
    count: u8,
    /// The default beyond the last seat.
    values: BySeat<T>,
}

impl<T: Default> Seats<T> {
    /// The values of the first seats.
    ///
    /// # Panics
    ///
    /// If there are more than six.
    pub(crate) fn new(values: impl IntoIterator<Item = T>) -> Seats<T> {
        let mut seats = Seats { count: 0, values: BySeat::new(std::array::from_fn(|_| T::default())) };
        for value in values {
            seats.values[Seat::ALL[usize::from(seats.count)]] = value;
            seats.count += 1;
        }
        seats
    }

    pub(crate) fn map<U: Default>(self, mut f: impl FnMut(T) -> U) -> Seats<U> {
        let mut left = self.count;
        let values = self.values.map(|value| {
            if left == 0 {
                return U::default();
            }
            left -= 1;
            f(value)
        });
        Seats { count: self.count, values }
    }

    /// The values moved on by one seat: the last one comes first. With two seats they are swapped.
    #[must_use]
    pub(crate) fn rotated(mut self) -> Seats<T> {
        let mut carried = std::mem::take(&mut self.values[Seat::ALL[usize::from(self.count) - 1]]);
        for &seat in &Seat::ALL[..usize::from(self.count)] {
            std::mem::swap(&mut self.values[seat], &mut carried);
        }
        self
    }
}

impl<T> Seats<T> {
    pub(crate) fn len(&self) -> usize {
        self.count.into()
    }

    /// The seats in the order in which they move.
    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<T> {
        Seat::ALL.into_iter().take(self.count.into())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.seats().map(|seat| (seat, &self.values[seat]))
    }

    pub(crate) fn get(&self, seat: Seat) -> Option<&T> {
        ((seat as u8) < self.count).then(|| &self.values[seat])
    }
}

/// Two seats.
impl<T: Default> Default for Seats<T> {
    fn default() -> Seats<T> {
        Seats::new([T::default(), T::default()])
    }
}

impl<T, S: Into<Seat>> Index<S> for Seats<T> {
    type Output = T;

    fn index(&self, seat: S) -> &T {
        &self.values[seat.into()]
    }
}

impl<T, S: Into<Seat>> IndexMut<S> for Seats<T> {
    fn index_mut(&mut self, seat: S) -> &mut T {
        &mut self.values[seat.into()]
    }
}

/// A set of seats.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SeatSet(u8);

impl SeatSet {
    pub(crate) fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat as u8) != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub(crate) fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat as u8)
    }

    #[must_use]
    pub(crate) fn without(self, others: SeatSet) -> SeatSet {
        SeatSet(self.0 & !others.0)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::default(), SeatSet::with)
    }
}

/// The name of a seat in texts: `black`, `white`, `blue`, `red`, `green` or `yellow`.
pub(crate) fn seat_name(seat: impl Into<Seat>) -> &'static str {
    match seat.into() {
        Seat::Black => "black",
        Seat::White => "white",
        Seat::Blue => "blue",
        Seat::Red => "red",
        Seat::Green => "green",
        Seat::Yellow => "yellow",
    }
}

/// The seat with this name.
pub(crate) fn find_seat(name: &str) -> Option<Seat> {
    Seat::ALL.into_iter().find(|&seat| seat_name(seat) == name)
}

/// The color of a seat in a game for two.
pub(crate) fn color_of_seat(seat: Seat) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| Seat::from(color) == seat)
}

/// The list in an order drawn from a seed.
pub(crate) fn shuffled<T>(mut list: Vec<T>, seed: u64) -> Vec<T> {
    let mut state = seed;
    for last in (1..list.len()).rev() {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let chosen = ((mixed ^ (mixed >> 31)) % (last as u64 + 1)) as usize;
        list.swap(last, chosen);
    }
    list
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn seats_are_moved_on_and_two_are_swapped() {
        let list = |seats: &Seats<u8>| seats.iter().map(|(_, &value)| value).collect::<Vec<_>>();
        assert_eq!(list(&Seats::new([1, 2]).rotated()), [2, 1]);
        assert_eq!(list(&Seats::new([1, 2, 3, 4, 5, 6]).rotated()), [6, 1, 2, 3, 4, 5]);
        let doubled = Seats::new([1, 2, 3]).map(|value: u8| value * 2);
        assert_eq!(list(&doubled), [2, 4, 6]);
        assert_eq!((doubled[Seat::Blue], doubled.get(Seat::Red), doubled[Color::White]), (6, None, 4));
    }

    #[test]
    fn names_and_sets_know_all_six() {
        let all: SeatSet = Seat::ALL.into_iter().collect();
        assert!(all.iter().eq(Seat::ALL));
        for seat in Seat::ALL {
            assert_eq!(find_seat(seat_name(seat)), Some(seat));
            let others = all.without(SeatSet::default().with(seat));
            assert!(!others.contains(seat) && others.iter().count() == 5);
        }
        assert_eq!((find_seat("Black"), find_seat("")), (None, None));
        assert_eq!((color_of_seat(Seat::White), color_of_seat(Seat::Blue)), (Some(Color::White), None));
    }

    #[test]
    fn a_shuffle_is_fair() {
        let mut counts: HashMap<Vec<u8>, u32> = HashMap::new();
        for seed in 0..6000 {
            *counts.entry(shuffled(vec![1, 2, 3], seed)).or_default() += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|&count| (880..1120).contains(&count)), "{counts:?}");
    }
}
