//! Pairing one bracket.

use super::weights::{Layout, MAX_WORDS, PairWeights, Place};
use super::{Field, PairError};
use crate::matching::Matcher;
use crate::wide::Wide;

/// The players of a score, and those that remained from higher brackets.
pub(super) struct Bracket<'a> {
    pub(super) field: &'a Field,
    /// Unpaired contenders of higher brackets.
    pub(super) moved_down: &'a [usize],
    /// The first contender of this score.
    pub(super) start: usize,
    /// The number of contenders of this score.
    pub(super) residents: usize,
    /// The number of contenders of the next score.
    pub(super) next: usize,
}

impl Bracket<'_> {
    /// The pairs of this bracket.
    pub(super) fn pair(&self) -> Result<Vec<(usize, usize)>, PairError> {
        let layout = Layout::new(self);
        match layout.words() {
            0..=4 => self.pair_with::<4>(&layout),
            5..=8 => self.pair_with::<8>(&layout),
            9..=MAX_WORDS => self.pair_with::<MAX_WORDS>(&layout),
            _ => Err(PairError::TooWide),
        }
    }

    fn pair_with<const N: usize>(&self, layout: &Layout) -> Result<Vec<(usize, usize)>, PairError> {
        let later = self.field.contenders.len() - self.start - self.residents - self.next;
        // Usually anyone can be paired later, so that it is faster to check that in the end.
        if later > 2 * MIN_EXITS
            && !self.field.rules.relaxed
            && let Ok(task) = Task::<N>::new(self, layout, true).finished()
            && task.can_be_completed()
        {
            return Ok(task.pairs);
        }
        // The rules have been settled such that a pairing exists.
        Ok(Task::<N>::new(self, layout, false).finished()?.pairs)
    }
}

/// The least number of exits instead of later players.
const MIN_EXITS: usize = 12;

/// The vertices are the moved-down players, the residents, the players of the next score, the bye if there is one, and everyone else.
///
/// Instead of everyone else there may be a few exits, which anyone may take. More pairings are possible then, so the best one among them
/// is the best one if it can be completed.
struct Task<'a, const N: usize> {
    bracket: &'a Bracket<'a>,
    layout: &'a Layout,
    matcher: Matcher<N>,
    /// The contender of each vertex; none for the bye and the exits.
    contenders: Vec<Option<usize>>,
    moved_down: usize,
    /// The number of vertices in the bracket.
    size: usize,
    bye: Option<usize>,
    /// The vertices from here on are exits.
    exits: Option<usize>,
    /// The mates outside of the bracket, in case it has been cut off.
    outside: Option<Vec<usize>>,
    pairs: Vec<(usize, usize)>,
}

impl<'a, const N: usize> Task<'a, N> {
    fn new(bracket: &'a Bracket<'a>, layout: &'a Layout, with_exits: bool) -> Task<'a, N> {
        let Bracket { field, moved_down, start, residents, next } = *bracket;
        let end = start + residents;
        let mut contenders: Vec<Option<usize>> = moved_down.iter().copied().chain(start..end + next).map(Some).collect();
        let bye = field.has_bye().then_some(contenders.len());
        contenders.extend(bye.map(|_| None));
        let first_other = contenders.len();
        if with_exits {
            contenders.resize(first_other + MIN_EXITS + first_other % 2, None);
        } else {
            contenders.extend((end + next..field.contenders.len()).map(Some));
        }
        let exits = with_exits.then_some(first_other);
        let weighted = if field.rules.relaxed { contenders.len() } else { first_other };
        let (moved_down, size) = (moved_down.len(), moved_down.len() + residents);
        let mut matcher = Matcher::new(contenders.len(), weighted);
        let mut weights = PairWeights::new(layout, &field.contenders);
        // Players who remained from higher brackets cannot meet each other, or they would have been paired there.
        for b in moved_down..contenders.len() {
            for a in 0..b {
                let is_exit = exits.is_some_and(|exits| b >= exits);
                let weight = match (contenders[a], contenders[b]) {
                    _ if is_exit => Wide::ZERO,
                    (Some(higher), Some(lower)) if field.may_meet(higher, lower) => {
                        let place = match b {
                            _ if b < size => Place::Here,
                            _ if b < size + next => Place::Next,
                            _ => Place::Later,
                        };
                        if b < weighted { weights.pair(field.meeting(higher, lower), higher, lower, place) } else { Wide::ZERO }
                    }
                    (Some(contender), None) | (None, Some(contender)) if field.may_have_bye(contender) => {
                        if b < weighted {
                            layout.bye(&field.contenders[contender])
                        } else {
                            Wide::ZERO
                        }
                    }
                    _ => continue,
                };
                matcher.connect(a, b, weight);
            }
        }
        matcher.lower_labels([moved_down, size, contenders.len()]);
        Task { bracket, layout, matcher, contenders, moved_down, size, bye, exits, outside: None, pairs: Vec::new() }
    }

    fn finished(mut self) -> Result<Task<'a, N>, PairError> {
        self.solve()?;
        self.check_exits()?;
        self.prefer_byes_of_players_with_more_games()?;
        self.cut_off()?;
        self.choose_moved_down()?;
        self.pair_moved_down()?;
        self.pair_remainder()?;
        Ok(self)
    }

    /// There must have been enough exits: another pairing in the bracket changes at most one pair outside for every player who leaves it.
    fn check_exits(&self) -> Result<(), PairError> {
        let Some(exits) = self.exits else { return Ok(()) };
        let used = (exits..self.contenders.len()).filter(|&exit| self.matcher.mate(exit) < exits).count();
        let leaving = (0..self.size).filter(|&vertex| !self.is_paired_here(vertex)).count();
        if used + 2 * leaving + 2 <= self.contenders.len() - exits { Ok(()) } else { Err(PairError::Impossible) }
    }

    /// If nobody leaves the bracket, nobody does in any best pairing, and the players outside do not matter.
    fn cut_off(&mut self) -> Result<(), PairError> {
        if (0..self.size).all(|vertex| self.is_paired_here(vertex)) {
            self.outside = Some((0..self.contenders.len()).map(|vertex| self.matcher.mate(vertex)).collect());
            self.matcher.truncate(self.size);
        }
        self.solve()
    }

    /// Whether those who took an exit can be paired with the later players.
    fn can_be_completed(&self) -> bool {
        let Some(exits) = self.exits else { return true };
        let field = self.bracket.field;
        let mate = |vertex: usize| self.outside.as_ref().map_or_else(|| self.matcher.mate(vertex), |mates| mates[vertex]);
        let is_paired = |contender: usize| self.pairs.iter().any(|&(one, other)| one == contender || other == contender);
        let leaves = |vertex: &usize| mate(*vertex) >= exits && !self.contenders[*vertex].is_some_and(is_paired);
        let end = self.bracket.start + self.bracket.residents + self.bracket.next;
        let left = (0..exits).filter(leaves).map(|vertex| self.contenders[vertex]);
        let left: Vec<Option<usize>> = left.chain((end..field.contenders.len()).map(Some)).collect();
        field.can_all_be_paired(&left)
    }

    fn solve(&mut self) -> Result<(), PairError> {
        if self.matcher.solve() { Ok(()) } else { Err(PairError::Impossible) }
    }

    fn is_paired_here(&self, vertex: usize) -> bool {
        self.matcher.mate(vertex) < self.size
    }

    /// Finishes a pair.
    fn finish(&mut self, a: usize, b: usize) {
        self.pairs.extend(self.contenders[a].zip(self.contenders[b]));
        self.matcher.remove_pair(a, b);
    }

    /// C9 applies if the bye is the only one who leaves the bracket.
    fn prefer_byes_of_players_with_more_games(&mut self) -> Result<(), PairError> {
        let Some(bye) = self.bye.filter(|&bye| self.matcher.mate(bye) < self.size) else { return Ok(()) };
        if (0..self.size).any(|vertex| !self.is_paired_here(vertex) && self.matcher.mate(vertex) != bye) {
            return Ok(());
        }
        let (contenders, layout, field) = (&self.contenders, self.layout, self.bracket.field);
        self.matcher.add_weights(bye, |vertex| {
            contenders[vertex].map_or(Wide::ZERO, |contender| layout.games(&field.contenders[contender]))
        });
        self.solve()
    }

    /// Decides which of the moved-down players are paired: the highest possible.
    fn choose_moved_down(&mut self) -> Result<(), PairError> {
        let (moved_down, size) = (self.moved_down, self.size);
        let is_here = move |vertex: usize| (moved_down..size).contains(&vertex);
        for vertex in 0..moved_down {
            if !self.is_paired_here(vertex) && self.matcher.may_use(vertex, is_here) {
                self.matcher.add_weights(vertex, |other| Layout::choice(i64::from(is_here(other))));
                self.solve()?;
            }
            let paired = self.is_paired_here(vertex);
            self.matcher.forbid(vertex, |other| is_here(other) != paired);
            self.solve()?;
        }
        Ok(())
    }

    /// Gives each moved-down player the highest possible opponent.
    fn pair_moved_down(&mut self) -> Result<(), PairError> {
        for vertex in 0..self.moved_down {
            if self.is_paired_here(vertex) {
                self.pair_with_highest(vertex)?;
            }
        }
        Ok(())
    }

    fn pair_with_highest(&mut self, vertex: usize) -> Result<(), PairError> {
        let size = self.size;
        let mate = self.matcher.mate(vertex);
        if self.matcher.may_use(vertex, |other| other < mate) {
            self.matcher.add_weights(vertex, |other| Layout::choice(if other < size { (size - other) as i64 } else { 0 }));
            self.solve()?;
        }
        self.finish(vertex, self.matcher.mate(vertex));
        self.solve()
    }

    /// Pairs the other residents, the upper half (S1) against the lower half (S2), with as few exchanges between them as possible.
    fn pair_remainder(&mut self) -> Result<(), PairError> {
        let remainder: Vec<usize> =
            self.matcher.vertices().iter().copied().filter(|vertex| (self.moved_down..self.size).contains(vertex)).collect();
        let pairs = remainder.iter().filter(|&&vertex| self.is_upper(vertex)).count();
        let layout = self.layout;
        // A pair counts for S1 if its higher player is there, and less the lower that player is. Labels of S1 rise with the weights,
        // so pairs of S1 and S2 stay tight.
        let extra = |place: usize| layout.order::<N>(i64::from(place < pairs), pairs as i64 - place as i64);
        self.matcher.shift(
            &remainder,
            |higher, _| extra(higher),
            |place| if place < pairs { extra(place).double() } else { Wide::ZERO },
        );
        self.solve()?;
        self.choose_exchanges(&remainder, pairs)?;

        let upper: Vec<bool> = remainder.iter().map(|&vertex| self.is_upper(vertex)).collect();
        let mut places = vec![None; self.contenders.len()];
        for (n, &vertex) in remainder.iter().enumerate() {
            places[vertex] = Some(n);
        }
        for (n, &vertex) in remainder.iter().enumerate() {
            let stays = |other: usize| match places[other] {
                // Only pairs of S1 and S2, with the higher player in S1.
                Some(k) => upper[n.min(k)] && !upper[n.max(k)],
                None => !upper[n],
            };
            self.matcher.forbid(vertex, |other| !stays(other));
        }
        self.solve()?;
        for (n, &vertex) in remainder.iter().enumerate() {
            if upper[n] {
                self.pair_with_highest(vertex)?;
            }
        }
        Ok(())
    }

    /// Whether a resident is the higher player of a pair in this bracket.
    fn is_upper(&self, vertex: usize) -> bool {
        (vertex + 1..self.size).contains(&self.matcher.mate(vertex))
    }

    /// Decides who changes between S1 and S2: the lowest of S1, and the highest of S2.
    fn choose_exchanges(&mut self, remainder: &[usize], pairs: usize) -> Result<(), PairError> {
        let size = self.size;
        let exchanges = remainder[..pairs].iter().filter(|&&vertex| !self.is_upper(vertex)).count();
        let mut left = exchanges;
        for &vertex in remainder[..pairs].iter().rev() {
            if left == 0 {
                break;
            }
            let is_lower = move |other: usize| (vertex + 1..size).contains(&other);
            if self.is_upper(vertex) && self.matcher.may_use(vertex, |other| !is_lower(other)) {
                self.matcher.add_weights(vertex, |other| Layout::choice(-i64::from(is_lower(other))));
                self.solve()?;
            }
            let stays = self.is_upper(vertex);
            left -= usize::from(!stays);
            self.matcher.forbid(vertex, |other| is_lower(other) != stays);
            self.solve()?;
        }
        let mut left = exchanges;
        for &vertex in &remainder[pairs..] {
            if left <= 1 {
                break;
            }
            let is_lower = move |other: usize| (vertex + 1..size).contains(&other);
            if !self.is_upper(vertex) && self.matcher.may_use(vertex, is_lower) {
                self.matcher.add_weights(vertex, |other| Layout::choice(i64::from(is_lower(other))));
                self.solve()?;
            }
            let rises = self.is_upper(vertex);
            left -= usize::from(rises);
            self.matcher.forbid(vertex, |other| is_lower(other) != rises);
            self.solve()?;
        }
        Ok(())
    }
}
