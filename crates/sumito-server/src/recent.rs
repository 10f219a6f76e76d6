//! A map that remembers what was used lately, in bounded memory.

use std::collections::HashMap;
use std::hash::Hash;

/// The entries used lately, and those used before them. When the first have become too many, the second are forgotten all at once: no call has to
/// look through the map, and an entry that is in use stays.
pub(crate) struct Recent<K, V> {
    most: usize,
    young: HashMap<K, V>,
    old: HashMap<K, V>,
}

impl<K: Copy + Eq + Hash, V> Recent<K, V> {
    /// A map that remembers at least the last `most` entries, and at most twice as many.
    pub(crate) fn new(most: usize) -> Recent<K, V> {
        Recent { most, young: HashMap::new(), old: HashMap::new() }
    }

    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }

    /// The entry for a key, made if there is none.
    pub(crate) fn entry(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let known = self.old.remove(&key);
        if self.young.len() >= self.most && !self.young.contains_key(&key) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.entry(key).or_insert_with(|| known.unwrap_or_else(make))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_use_stays_and_memory_is_bounded() {
        let mut recent = Recent::new(10);
        *recent.entry(0, || 1) += 1;
        for key in 1..100 {
            assert_eq!(*recent.entry(0, || 7), 2, "an entry in use is not made again");
            recent.entry(key, || key);
            assert!(recent.len() <= 20);
        }
        assert_eq!(recent.get(&99), Some(&99));
        assert!((90..100).all(|key| recent.get(&key) == Some(&key)), "the last ten are known");
        assert_eq!(recent.get(&1), None);
        assert_eq!(*recent.entry(1, || 5), 5, "what was forgotten is made again");
    }
}
