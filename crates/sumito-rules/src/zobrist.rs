//! The random numbers behind the hashes of positions, for two players and for more.

/// The splitmix64 sequence: well mixed and reproducible.
pub(crate) const fn splitmix(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A table of `ROWS` times `N` of them, starting at number `first`.
pub(crate) const fn table<const N: usize, const ROWS: usize>(first: u64) -> [[u64; N]; ROWS] {
    let mut keys = [[0; N]; ROWS];
    let mut i = 0;
    while i < ROWS * N {
        keys[i / N][i % N] = splitmix(first + i as u64);
        i += 1;
    }
    keys
}
