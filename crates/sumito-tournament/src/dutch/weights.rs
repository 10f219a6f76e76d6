//! The criteria of a bracket as fields of a weight, most important first.

use std::collections::HashMap;

use super::bracket::Bracket;
use super::contender::{Contender, Float};
use super::{Meeting, Side};
use crate::event::Score;
use crate::wide::Wide;

/// The words of the widest weights.
pub(super) const MAX_WORDS: usize = 32;

/// The number of bits for a sum.
fn bits(sum: usize) -> usize {
    (usize::BITS - sum.leading_zeros()) as usize
}

/// Where the fields of a weight are. The sum of a field over all pairs never reaches the next field.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The scores in the bracket above that of the residents, highest first, and the number of players with each.
    above: Vec<(Score, usize)>,
    resident_score: Score,
    residents: usize,
    /// Pairs that a field can count.
    most: usize,
    has_floats: [bool; 2],
    relaxed: bool,
    /// The largest number of games.
    games: usize,
    bits: usize,
    /// The bits below the criteria, for the order of candidates.
    order_bits: usize,
}

/// Writes fields from the most important to the least important one.
struct Fields<const N: usize> {
    weight: Wide<N>,
    left: usize,
}

impl<const N: usize> Fields<N> {
    fn push(&mut self, value: usize, most: usize) {
        self.left -= bits(most);
        if value > 0 {
            self.weight += Wide::shifted(value as i64, self.left);
        }
    }
}

impl Layout {
    pub(super) fn new(bracket: &Bracket<'_>) -> Layout {
        let contenders = &bracket.field.contenders;
        let mut above: Vec<(Score, usize)> = Vec::new();
        for &contender in bracket.moved_down {
            match above.last_mut() {
                Some((score, count)) if *score == contenders[contender].score => *count += 1,
                _ => above.push((contenders[contender].score, 1)),
            }
        }
        let size = bracket.moved_down.len() + bracket.residents + bracket.next;
        let most = if bracket.field.rules.relaxed { contenders.len() + 1 } else { size + 1 };
        let mut layout = Layout {
            above,
            resident_score: contenders[bracket.start].score,
            residents: bracket.residents,
            most,
            has_floats: [bracket.field.round > 0, bracket.field.round > 1],
            relaxed: bracket.field.rules.relaxed,
            games: contenders.iter().map(|contender| contender.games).max().unwrap_or(0),
            bits: 0,
            // Candidates differ in the number of exchanges, the sum of the places, and one player's choice.
            order_bits: 4 * bits(most) + 2,
        };
        layout.bits = layout.order_bits + layout.lower_bits() + layout.upper_bits();
        layout
    }

    /// The words that a weight needs, with room for labels.
    pub(super) fn words(&self) -> usize {
        (self.bits + 2 * bits(self.most) + 4).div_ceil(64)
    }

    /// The bits of a field for every score above that of the residents.
    fn score_bits(&self) -> usize {
        self.above.iter().map(|(_, count)| bits(*count)).sum()
    }

    /// The bits of the fields up to C9.
    fn upper_bits(&self) -> usize {
        let relaxed = if self.relaxed { 4 * bits(self.most) } else { 0 };
        relaxed + 2 * bits(self.most) + 2 * self.score_bits() + bits(self.residents) + bits(self.games)
    }

    /// The bits of the fields from C10 on.
    fn lower_bits(&self) -> usize {
        let floats = self.has_floats.iter().filter(|&&has| has).count();
        4 * bits(self.most) + floats * (2 * bits(self.most) + 2 * self.score_bits())
    }

    /// A field for every higher score in the bracket: whether it is this one.
    fn push_score<const N: usize>(&self, fields: &mut Fields<N>, score: Option<Score>) {
        for (above, count) in &self.above {
            fields.push(usize::from(score == Some(*above)), *count);
        }
    }

    /// The weight of a pair: the higher player, the lower one, and in which bracket the lower one is.
    fn pair<const N: usize>(&self, meeting: Meeting, higher: &Contender, lower: &Contender, place: Place) -> Wide<N> {
        let mut fields = Fields { weight: Wide::ZERO, left: self.bits };
        if self.relaxed {
            fields.push(usize::from(meeting != Meeting::Repeated), self.most);
            fields.push(1, self.most);
            fields.push(usize::from(meeting != Meeting::SameColor), self.most);
            fields.push(0, self.most);
        }
        let here = place == Place::Here;
        let is_above = higher.score > lower.score;
        // C6 and C7: as many pairs as possible, and of the highest scores.
        fields.push(usize::from(here), self.most);
        self.push_score(&mut fields, here.then_some(higher.score));
        // C8: the same in the next bracket.
        let next = place == Place::Next;
        fields.push(usize::from(next), self.most);
        self.push_score(&mut fields, next.then_some(higher.score));
        fields.push(usize::from(next && higher.score == self.resident_score), self.residents);
        // C9 is about the bye.
        fields.push(0, self.games);
        if !here {
            return fields.weight;
        }
        // C10 to C13: colors.
        let (one, other) = (&higher.color, &lower.color);
        let same = one.side.is_some() && one.side == other.side;
        let absolute = one.is_absolute() && other.is_absolute();
        fields.push(usize::from(!(same && one.difference > 1 && other.difference > 1)), self.most);
        fields.push(usize::from(!(same && absolute && gets_a_third(higher, lower))), self.most);
        fields.push(usize::from(!same), self.most);
        fields.push(usize::from(!(same && one.is_strong() && other.is_strong() && !absolute)), self.most);
        // C14 to C17: floats.
        for back in (0..2).filter(|&back| self.has_floats[back]) {
            let down = |contender: &Contender| contender.floats[back] == Float::Down && contender.score == self.resident_score;
            fields.push(usize::from(down(higher)) + usize::from(down(lower)), self.most);
            fields.push(usize::from(!(is_above && lower.floats[back] == Float::Up)), self.most);
        }
        // C18 to C21: scores of floats.
        for back in (0..2).filter(|&back| self.has_floats[back]) {
            let above = is_above.then_some(higher.score);
            self.push_score(&mut fields, above.filter(|_| higher.floats[back] == Float::Down));
            self.push_score(&mut fields, above.filter(|_| lower.floats[back] != Float::Up));
        }
        debug_assert_eq!(fields.left, self.order_bits);
        fields.weight
    }

    /// The weight of a bye.
    pub(super) fn bye<const N: usize>(&self, contender: &Contender) -> Wide<N> {
        let mut fields = Fields { weight: Wide::ZERO, left: self.bits };
        if self.relaxed {
            fields.push(1, self.most);
            fields.push(usize::from(contender.is_bye_possible), self.most);
            fields.push(1, self.most);
            // The place in the order rises as the score falls.
            fields.push(contender.place, self.most);
        }
        fields.weight
    }

    /// C9, for a bye in this bracket: few unplayed games.
    pub(super) fn games<const N: usize>(&self, contender: &Contender) -> Wide<N> {
        Wide::shifted(contender.games as i64, self.bits - self.upper_bits())
    }

    /// The order of candidates: the number of exchanges, then the sum of the places in S1.
    pub(super) fn order<const N: usize>(&self, exchanges: i64, places: i64) -> Wide<N> {
        let choice = bits(self.most) + 1;
        Wide::shifted(exchanges, self.order_bits - bits(self.most)) + Wide::shifted(places, choice)
    }

    /// A choice of one player.
    pub(super) fn choice<const N: usize>(value: i64) -> Wide<N> {
        Wide::shifted(value, 0)
    }
}

/// The weights of pairs. They depend only on scores, colors and floats, which many players share.
pub(super) struct PairWeights<'a, const N: usize> {
    layout: &'a Layout,
    contenders: &'a [Contender],
    /// By contender: the first one with the same scores, colors and floats.
    alike: Vec<usize>,
    known: HashMap<(usize, usize, Place, Meeting), Wide<N>>,
}

impl<'a, const N: usize> PairWeights<'a, N> {
    pub(super) fn new(layout: &'a Layout, contenders: &'a [Contender]) -> PairWeights<'a, N> {
        let mut first = HashMap::new();
        let alike = contenders.iter().enumerate().map(|(n, contender)| {
            let Contender { score, color, floats, .. } = contender;
            *first.entry((*score, color.side, color.difference, color.repeated, *floats)).or_insert(n)
        });
        PairWeights { layout, contenders, alike: alike.collect(), known: HashMap::new() }
    }

    pub(super) fn pair(&mut self, meeting: Meeting, higher: usize, lower: usize, place: Place) -> Wide<N> {
        let (higher, lower) = (self.alike[higher], self.alike[lower]);
        let weight = || self.layout.pair(meeting, &self.contenders[higher], &self.contenders[lower], place);
        *self.known.entry((higher, lower, place, meeting)).or_insert_with(weight)
    }
}

/// The bracket of the lower player of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Here,
    Next,
    Later,
}

/// Whether one of two players with the same absolute preference gets the same color three times in a row (C11): the one with the
/// smaller difference has to give way.
fn gets_a_third(higher: &Contender, lower: &Contender) -> bool {
    let (one, other) = (&higher.color, &lower.color);
    let wrong = one.side.map(Side::other);
    match one.difference.cmp(&other.difference) {
        std::cmp::Ordering::Equal => one.repeated.is_some() && one.repeated == other.repeated,
        std::cmp::Ordering::Greater => other.repeated == wrong,
        std::cmp::Ordering::Less => one.repeated == wrong,
    }
}
