//! The transposition table: results for positions already searched, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sumito_rules::Move;

use crate::score::Score;

/// What a stored score says about the true one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Nothing: only the move and the evaluation are useful.
    None = 0,
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the true score.
    Exact = 3,
}

/// What the table knows about a position.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) best: Option<Move>,
    pub(crate) score: i32,
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Entry {
    /// Whether the score answers everything that a search with this window could.
    #[inline]
    pub(crate) fn settles(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
            Bound::None => false,
        }
    }
}

/// Two words: the data, and the key mixed with the data. A torn write gives a key that matches nothing.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The table. The user sets its size; its age distinguishes entries of earlier searches.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

const AGES: u8 = 64;

impl Table {
    /// A table of about this many mebibytes, at least one.
    pub(crate) fn new(megabytes: usize) -> Table {
        let count = ((megabytes.max(1) << 20) / size_of::<Bucket>()).min(u32::MAX as usize);
        let mut buckets = Vec::with_capacity(count);
        prefer_large_pages(&mut buckets);
        buckets.extend((0..count).map(|_| Bucket::default()));
        Table { buckets, age: 0 }
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
        self.age = 0;
    }

    /// Entries from now on count as newer than those before.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        // The upper half of hash times count, in words of 64 bits: the browser has no wider ones. Counts stay below 2^32.
        let count = self.buckets.len() as u64;
        let low = ((hash & 0xffff_ffff) * count) >> 32;
        &self.buckets[(((hash >> 32) * count + low) >> 32) as usize]
    }

    /// Whether [`prefetch`](Table::prefetch) does anything here.
    pub(crate) const PREFETCHES: bool = cfg!(target_arch = "x86_64");

    /// Prefetches the bucket of a position that will be probed soon.
    #[inline]
    #[allow(unsafe_code, unused_variables)]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing and cannot fault; the address is that of a live bucket.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(hash)).cast());
        }
    }

    /// The entry of a position `ply` plies from the root.
    #[inline]
    pub(crate) fn probe(&self, hash: u64, ply: usize) -> Option<Entry> {
        self.bucket(hash).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == hash && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Stores a position. A deeper entry of this search is not replaced by a shallower one.
    #[inline]
    pub(crate) fn store(&self, hash: u64, ply: usize, entry: Entry) {
        let bucket = self.bucket(hash);
        let mut chosen = &bucket.0[0];
        let mut least = i32::MAX;
        let mut best = entry.best;
        for slot in &bucket.0 {
            let data = slot.data.load(Relaxed);
            if data == 0 {
                chosen = slot;
                break;
            }
            if slot.check.load(Relaxed) ^ data == hash {
                let old = unpack(data, ply);
                if best.is_none() {
                    best = old.best;
                }
                if entry.bound != Bound::Exact && entry.depth + 3 < old.depth && age_of(data) == self.age {
                    return;
                }
                chosen = slot;
                break;
            }
            let stale = (self.age + AGES - age_of(data)) % AGES;
            let value = unpack(data, ply).depth - 4 * i32::from(stale);
            if value < least {
                (least, chosen) = (value, slot);
            }
        }
        let data = pack(Entry { best, ..entry }, ply, self.age);
        chosen.check.store(hash ^ data, Relaxed);
        chosen.data.store(data, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    pub(crate) fn permille_full(&self) -> usize {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| slot.data.load(Relaxed) != 0 && age_of(slot.data.load(Relaxed)) == self.age).count();
        used * 1000 / (sample.len() * 4)
    }
}

/// Asks the system to back the room of a table with large pages before it is filled. The search reads the table all over the place, and
/// with pages of 4 kB nearly every read would have to look up its page first.
#[allow(unsafe_code, unused_variables)]
fn prefer_large_pages(room: &mut Vec<Bucket>) {
    #[cfg(target_os = "linux")]
    {
        const LARGE_PAGE: usize = 2 << 20;
        const MADV_HUGEPAGE: i32 = 14;
        unsafe extern "C" {
            fn madvise(address: *mut u8, length: usize, advice: i32) -> i32;
        }
        let start: *mut u8 = room.as_mut_ptr().cast();
        let (skipped, length) = (start.align_offset(LARGE_PAGE), room.capacity() * size_of::<Bucket>());
        if let Some(rest) = length.checked_sub(skipped).filter(|&rest| rest >= LARGE_PAGE) {
            // SAFETY: the range lies within memory of our own. It is advice alone: contents stay as they are, and a refusal does no harm.
            unsafe { madvise(start.wrapping_add(skipped), rest / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE) };
        }
    }
}

// Move 16 bits, score 16, evaluation 16, depth 8, bound 2, age 6.
fn pack(entry: Entry, ply: usize, age: u8) -> u64 {
    let score = if entry.score >= Score::FORCED {
        entry.score + ply as i32
    } else if entry.score <= -Score::FORCED {
        entry.score - ply as i32
    } else {
        entry.score
    };
    u64::from(entry.best.map_or(0, Move::to_bits))
        | u64::from(score as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | u64::from((entry.depth + 1) as u8) << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

/// Forced wins are stored by their distance from the position, and read by that from the root.
fn unpack(data: u64, ply: usize) -> Entry {
    let score = i32::from((data >> 16) as i16);
    let score = if score >= Score::FORCED {
        score - ply as i32
    } else if score <= -Score::FORCED {
        score + ply as i32
    } else {
        score
    };
    Entry {
        best: Move::from_bits(data as u16),
        score,
        eval: i32::from((data >> 32) as i16),
        depth: i32::from((data >> 48) as u8) - 1,
        bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(data >> 56 & 3) as usize],
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_stored() {
        let table = Table::new(1);
        let best = Move::inline(sumito_rules::Cell::A1, sumito_rules::Direction::NorthEast, 2);
        for (i, score) in [0, 17, -1234, Score::WIN - 7, -Score::WIN + 9].into_iter().enumerate() {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                let hash = 0x1234_5678_9abc_def0 ^ ((i as u64) << 32);
                table.store(hash, 3, Entry { best, score, eval: -42, depth: 11 + i as i32, bound });
                let entry = table.probe(hash, 3).unwrap();
                assert_eq!((entry.best, entry.score, entry.eval, entry.depth), (best, score, -42, 11 + i as i32));
            }
        }
        assert!(table.probe(1, 0).is_none());
    }
}
