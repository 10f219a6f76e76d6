//! The rules a second time, slowly and straight from the books: a board is a map from (row, digit) to the marble that lies there, and
//! a move is tried by lifting marbles and putting them down. It shares nothing with the generator under test; they meet by the
//! names of cells and directions alone. Each step names the requirement it follows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use sumito_rules::{Cell, Color, Direction, Position};

/// Row 1 (a) to 9 (i), and the digit: the two halves of a cell's name.
pub(crate) type Coordinates = (i8, i8);

/// What a step adds to row and digit.
pub(crate) type Step = (i8, i8);

/// The six directions (R12).
pub(crate) const STEPS: [(Direction, Step); 6] = [
    (Direction::East, (0, 1)),
    (Direction::NorthEast, (1, 1)),
    (Direction::NorthWest, (1, 0)),
    (Direction::West, (0, -1)),
    (Direction::SouthWest, (-1, -1)),
    (Direction::SouthEast, (-1, 0)),
];

/// A board of the books: marbles, whose turn it is, marbles lost by Black and by White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) marbles: BTreeMap<Coordinates, Color>,
    pub(crate) turn: Color,
    pub(crate) black_lost: u8,
    pub(crate) white_lost: u8,
}

/// Something a player may do, and the board afterwards.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub(crate) pushed: BTreeSet<Coordinates>,
    pub(crate) ejected: Option<Coordinates>,
    pub(crate) after: Board,
}

/// The marbles a hand takes, and the way it moves them.
pub(crate) type Attempt = (BTreeSet<Coordinates>, Step);

/// Nine rows of 5 to 9 and back to 5 cells, the hexagon of figure 1 (R1).
pub(crate) fn on_board((row, digit): Coordinates) -> bool {
    let (first, last) = match row {
        1 => (1, 5),
        2 => (1, 6),
        3 => (1, 7),
        4 => (1, 8),
        5 => (1, 9),
        6 => (2, 9),
        7 => (3, 9),
        8 => (4, 9),
        9 => (5, 9),
        _ => return false,
    };
    first <= digit && digit <= last
}

pub(crate) fn places() -> impl Iterator<Item = Coordinates> {
    (1..=9).flat_map(|row| (1..=9).map(move |digit| (row, digit))).filter(|&place| on_board(place))
}

pub(crate) fn next((row, digit): Coordinates, (up, right): Step) -> Coordinates {
    (row + up, digit + right)
}

/// The place of a cell, by the two halves of its name.
pub(crate) fn place(cell: Cell) -> Coordinates {
    (cell.row() as i8 + 1, cell.digit() as i8)
}

pub(crate) fn cell((row, digit): Coordinates) -> Cell {
    Cell::new(row as u8 - 1, digit as u8).expect("a place on the board")
}

/// Every one, two or three touching cells of a straight line (R10, R14): only these can be moved together.
pub(crate) static LINES: LazyLock<BTreeSet<BTreeSet<Coordinates>>> = LazyLock::new(|| {
    let mut lines = BTreeSet::new();
    for first in places() {
        lines.insert(BTreeSet::from([first]));
        // Three of the six directions meet each line once.
        for step in [(0, 1), (1, 1), (1, 0)] {
            let second = next(first, step);
            let third = next(second, step);
            if on_board(second) {
                lines.insert(BTreeSet::from([first, second]));
            }
            if on_board(second) && on_board(third) {
                lines.insert(BTreeSet::from([first, second, third]));
            }
        }
    }
    lines
});

impl Board {
    pub(crate) fn of(position: &Position) -> Board {
        let color = |place| Some((place, position.color_at(cell(place))?));
        Board {
            marbles: places().filter_map(color).collect(),
            turn: position.turn(),
            black_lost: position.lost(Color::Black),
            white_lost: position.lost(Color::White),
        }
    }

    /// Everything the side to move may do.
    pub(crate) fn actions(&self) -> BTreeMap<Attempt, Action> {
        let mut actions = BTreeMap::new();
        for hand in LINES.iter() {
            for (_, step) in STEPS {
                if let Some(action) = self.action(hand, step) {
                    actions.insert((hand.clone(), step), action);
                }
            }
        }
        actions
    }

    /// What happens when the hand moves these marbles, which touch in a straight line; `None` if the books forbid it.
    pub(crate) fn action(&self, hand: &BTreeSet<Coordinates>, step: Step) -> Option<Action> {
        // R41: after six ejections the game is won, and nobody moves.
        if self.black_lost >= 6 || self.white_lost >= 6 {
            return None;
        }
        // R10: the marbles are one's own.
        if hand.iter().any(|place| self.marbles.get(place) != Some(&self.turn)) {
            return None;
        }
        // R11, R15: all of them go one space the same way.
        let targets: Vec<Coordinates> =
            hand.iter().map(|&place| next(place, step)).filter(|place| !hand.contains(place)).collect();
        // R8: a movement, into free spaces (R13, R16, R17, R18) ...
        if targets.iter().all(|&place| on_board(place) && !self.marbles.contains_key(&place)) {
            return Some(self.moved(hand, &BTreeSet::new(), step));
        }
        // ... or a sumito. R23: along the axis of the line, where the front marble alone meets a space that is not of the line.
        let [front] = targets[..] else { return None };
        // R24: the opposing marbles touch the front one, and each other.
        let mut pushed = BTreeSet::new();
        let mut behind = front;
        while self.marbles.get(&behind).is_some_and(|&color| color != self.turn) {
            pushed.insert(behind);
            behind = next(behind, step);
        }
        // R21, R22, R33 to R35: two push one, three push one or two, and nothing else pushes.
        if ![(2, 1), (3, 1), (3, 2)].contains(&(hand.len(), pushed.len())) {
            return None;
        }
        // R25, R26: behind them is a free space or the edge. A marble of either color there forbids the push (R29).
        if self.marbles.contains_key(&behind) {
            return None;
        }
        Some(self.moved(hand, &pushed, step))
    }

    /// The board after the hand's marbles and the pushed ones went one space (R11, R27).
    fn moved(&self, hand: &BTreeSet<Coordinates>, pushed: &BTreeSet<Coordinates>, step: Step) -> Action {
        let mut after = self.clone();
        for place in hand.iter().chain(pushed) {
            after.marbles.remove(place);
        }
        for &place in hand {
            after.marbles.insert(next(place, step), self.turn);
        }
        let mut ejected = None;
        for &place in pushed {
            if on_board(next(place, step)) {
                after.marbles.insert(next(place, step), !self.turn);
            } else {
                // R39, R40: pushed off the board it is out of the game; only one can be.
                assert_eq!(ejected.replace(place), None, "one marble at a time");
            }
        }
        match (ejected, self.turn) {
            (None, _) => {}
            (Some(_), Color::Black) => after.white_lost += 1,
            (Some(_), Color::White) => after.black_lost += 1,
        }
        // R6: then it is the other player's turn.
        after.turn = !self.turn;
        Action { pushed: pushed.clone(), ejected, after }
    }

    /// The number of sequences of so many plies.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.actions().values().map(|action| action.after.perft(depth - 1)).sum()
    }
}
