//! Counts of move sequences, as data. A line of a file is a position and pairs of depth and count: `POSITION ; 1 52 ; 2 2692`.

use sumito_rules::{Layout, Position, Symmetry, perft};

use crate::slow::Board;

/// The starting layouts.
pub(crate) const LAYOUTS: &str = include_str!("../data/layouts.perft");
/// The three layouts most played, one ply deeper, and the German Daisy that is often mistyped.
const DEEP: &str = include_str!("../data/deep.perft");
/// Positions from play: marbles are lost, some games end within the count.
const MIDGAMES: &str = include_str!("../data/midgames.perft");
/// Positions without a move: won games, and players who are shut in.
const ENDED: &str = include_str!("../data/ended.perft");

/// A position and how many move sequences of each length it has.
pub(crate) struct PerftCounts {
    pub(crate) position: Position,
    counts: Vec<(u32, u64)>,
}

/// The lines of a data file; `#` begins a remark.
pub(crate) fn read(data: &'static str) -> impl Iterator<Item = PerftCounts> {
    data.lines().map(|line| line.split('#').next().unwrap_or("").trim()).filter(|line| !line.is_empty()).map(|line| {
        let mut fields = line.split(';').map(str::trim);
        let position = fields.next().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no position: {line}"));
        let count = |field: &str| {
            let (depth, count) = field.split_once(' ').unwrap_or_else(|| panic!("no depth and count: {line}"));
            (depth.parse().expect("a depth"), count.parse().expect("a count"))
        };
        PerftCounts { position, counts: fields.map(count).collect() }
    })
}

/// Compares `count` with every number of the file that is not above the limit.
fn check(data: &'static str, limit: u64, count: impl Fn(&Position, u32) -> u64) {
    for PerftCounts { position, counts } in read(data) {
        assert!(!counts.is_empty(), "{position} has no count");
        for (depth, expected) in counts.into_iter().filter(|&(_, expected)| expected <= limit) {
            assert_eq!(count(&position, depth), expected, "{position} at depth {depth}");
        }
    }
}

#[test]
fn layouts() {
    check(LAYOUTS, 5_000_000, perft);
    for layout in Layout::all() {
        assert!(read(LAYOUTS).any(|line| line.position == layout.position()), "no counts for {}", layout.name);
    }
}

#[test]
fn most_played_layouts_deeply() {
    check(DEEP, 500_000_000, perft);
}

#[test]
fn midgames() {
    check(MIDGAMES, 20_000_000, perft);
}

#[test]
fn ended_games_have_no_moves() {
    check(ENDED, 0, perft);
    assert!(read(ENDED).all(|line| line.counts == [(1, 0), (2, 0)]));
}

#[test]
fn the_slow_rules_count_the_same() {
    let slow = |position: &Position, depth| Board::of(position).perft(depth);
    check(LAYOUTS, 5_000, slow);
    check(DEEP, 10_000, slow);
    check(MIDGAMES, 50_000, slow);
    check(ENDED, 0, slow);
}

#[test]
fn turned_reflected_and_recolored_positions_count_the_same() {
    for PerftCounts { position, counts } in [LAYOUTS, MIDGAMES].into_iter().flat_map(read) {
        for (depth, expected) in counts.into_iter().filter(|&(_, expected)| expected <= 100_000) {
            for symmetry in Symmetry::ALL {
                let turned = position.transform(symmetry);
                assert_eq!(perft(&turned, depth), expected, "{position} {symmetry:?}");
                assert_eq!(perft(&turned.swap_colors(), depth), expected, "{position} {symmetry:?}, colors swapped");
            }
        }
    }
}

/// In-line moves (single marbles among them) and broadsides, as another program counts them.
#[test]
fn inline_and_broadside_moves_are_told_apart() {
    let counts = [
        ("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b", 34, 10),
        ("ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b", 44, 8),
        ("bbbbb/b5/b6/b1wwwww1/1b5w1/1bbbbb1w/6w/5w/wwwww b", 48, 50),
        ("b1b1b/1bwwb1/1bwbwb1/3bb3/9/3ww3/1wbwbw1/1wbbw1/w1w1w b", 44, 4),
        ("5/w4b/ww3bb/wwww1bbb/3b1b3/bbb1wwww/bb3ww/b4w/5 b", 52, 28),
        ("2w1w/3bw1/7/8/4bbb2/wwbb2b1/3w2b/2wbww/1w3 b", 41, 17),
        ("2w1w/3bw1/7/8/4bbb2/wwbb2b1/3w2b/2wbww/1w3 w", 34, 10),
        ("bbb2/2wbbb/1bbwwww/3b4/3b5/2b5/1w5/wwww2/bbbbw b", 38, 15),
    ];
    for (text, inline, broadside) in counts {
        let position: Position = text.parse().expect(text);
        let moves = position.legal_moves();
        let sideways = moves.iter().filter(|m| m.is_broadside()).count();
        assert_eq!((moves.len() - sideways, sideways), (inline, broadside), "{text}");
    }
}
