//! The party rules a second time, slowly: a table of cells with the marbles that lie there, and every move tried by hand. It shares
//! nothing with the generator but the names of cells, directions and seats.

use std::collections::{BTreeMap, BTreeSet};

use sumito_rules::party::{self, Seat};
use sumito_rules::{Cell, Direction};

/// A table of cells: row 1 (a) to 9 (i), and the digit.
type Coordinates = (i8, i8);

const STEPS: [(Direction, Coordinates); 6] = [
    (Direction::East, (0, 1)),
    (Direction::NorthEast, (1, 1)),
    (Direction::NorthWest, (1, 0)),
    (Direction::West, (0, -1)),
    (Direction::SouthWest, (-1, -1)),
    (Direction::SouthEast, (-1, 0)),
];

/// What a player may do: the line of the hand, the direction of its step, and all marbles that move, the pushed ones among them.
pub(crate) struct Action {
    pub(crate) hand: Vec<Coordinates>,
    pub(crate) direction: Direction,
    moving: Vec<Coordinates>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    marbles: BTreeMap<Coordinates, Seat>,
    ejected: Vec<u32>,
    left: Vec<bool>,
    turn: usize,
    teams: usize,
}

impl Board {
    pub(crate) fn of(position: &party::Position) -> Board {
        let seats = position.seating().seats();
        let marbles = Cell::all().filter_map(|cell| Some((place(cell), position.seat_at(cell)?)));
        Board {
            marbles: marbles.collect(),
            ejected: seats.clone().map(|seat| position.ejected_by(seat).into()).collect(),
            left: seats.map(|seat| position.has_left(seat)).collect(),
            turn: position.turn() as usize,
            teams: position.seating().teams().count(),
        }
    }

    /// Everything the player to move may do.
    pub(crate) fn actions(&self) -> Vec<Action> {
        let over = self.scores().iter().any(|&score| score >= 6) || self.teams_at_table().len() < 2;
        if over { Vec::new() } else { self.actions_of(self.turn).collect() }
    }

    /// Lifts the marbles, puts them down a step further, and finds who is next.
    pub(crate) fn after(&self, action: &Action) -> Board {
        let mut board = self.clone();
        let step = STEPS.into_iter().find(|(direction, _)| *direction == action.direction).unwrap().1;
        let lifted: Vec<(Coordinates, Seat)> = action.moving.iter().map(|at| (*at, board.marbles.remove(at).unwrap())).collect();
        for (place, owner) in lifted {
            let to = add(place, step, 1);
            if on_board(to) {
                board.marbles.insert(to, owner);
            } else {
                board.ejected[self.turn] += 1;
            }
        }
        board.turn = board.next_turn(self.turn);
        board
    }

    fn team(&self, seat: usize) -> usize {
        seat % self.teams
    }

    fn scores(&self) -> Vec<u32> {
        let mut scores = vec![0; self.teams];
        for (seat, ejected) in self.ejected.iter().enumerate() {
            scores[self.team(seat)] += ejected;
        }
        scores
    }

    fn teams_at_table(&self) -> BTreeSet<usize> {
        (0..self.left.len()).filter(|&seat| !self.left[seat]).map(|seat| self.team(seat)).collect()
    }

    fn actions_of(&self, seat: usize) -> impl Iterator<Item = Action> {
        let lines = self.marbles.keys().flat_map(|&start| {
            // A single marble has no line of its own: take it once.
            let lengths = STEPS[..3].iter().flat_map(|&(line, step)| (1..=3).map(move |length| (line, step, length)));
            lengths.filter(|&(line, _, length)| length > 1 || line == Direction::East).map(move |(_, step, length)| {
                let hand: Vec<Coordinates> = (0..length).map(|n| add(start, step, n)).collect();
                (hand, step)
            })
        });
        lines.flat_map(move |(hand, line_step)| {
            STEPS.into_iter().filter_map(move |(direction, step)| {
                let moving = self.judge(seat, &hand, line_step, step)?;
                Some(Action { hand: hand.clone(), direction, moving })
            })
        })
    }

    /// The marbles that move if a hand takes these, the pushed ones among them; `None` if the rules forbid it.
    fn judge(&self, seat: usize, hand: &[Coordinates], line_step: Coordinates, step: Coordinates) -> Option<Vec<Coordinates>> {
        if self.left[seat] {
            return None;
        }
        let owners: Vec<usize> =
            hand.iter().map(|place| self.marbles.get(place).map(|&seat| seat as usize)).collect::<Option<_>>()?;
        if owners.iter().any(|&owner| self.team(owner) != self.team(seat)) {
            return None;
        }
        let all_own = owners.iter().all(|&owner| owner == seat);
        let free = |place: Coordinates| on_board(place) && !self.marbles.contains_key(&place);
        let along = step == line_step || step == (-line_step.0, -line_step.1);

        // Sideways: one's own marbles alone, and every cell free.
        if hand.len() > 1 && !along {
            let room = hand.iter().all(|&place| free(add(place, step, 1)));
            return (all_own && room).then(|| hand.to_vec());
        }

        // Along the line: the rear marble is one's own.
        let (rear, front) = if step == line_step { (0, hand.len() - 1) } else { (hand.len() - 1, 0) };
        let (rear_owner, front) = (owners[rear], hand[front]);
        if rear_owner != seat {
            return None;
        }
        let ahead = add(front, step, 1);
        if free(ahead) {
            return all_own.then(|| hand.to_vec());
        }
        let mut pushed = Vec::new();
        let mut next = ahead;
        while let Some(&owner) = self.marbles.get(&next)
            && self.team(owner as usize) != self.team(seat)
        {
            pushed.push(next);
            next = add(next, step, 1);
        }
        let stronger = !pushed.is_empty() && pushed.len() < hand.len();
        let room = !on_board(next) || free(next);
        (stronger && room).then(|| [hand, &pushed].concat())
    }

    /// The next who can move; if no opponent can, the next opponent, and the game ends there.
    fn next_turn(&self, last: usize) -> usize {
        let seats = self.left.len();
        let order: Vec<usize> = (1..=seats).map(|n| (last + n) % seats).filter(|&seat| !self.left[seat]).collect();
        let opponents: Vec<usize> = order.iter().copied().filter(|&seat| self.team(seat) != self.team(last)).collect();
        let can_move = |&seat: &usize| self.actions_of(seat).next().is_some();
        if opponents.iter().any(can_move) { order.into_iter().find(can_move).unwrap() } else { opponents[0] }
    }
}

pub(crate) fn place(cell: Cell) -> Coordinates {
    let name = cell.to_string().into_bytes();
    ((name[0] - b'a') as i8 + 1, (name[1] - b'0') as i8)
}

fn add(from: Coordinates, step: Coordinates, times: usize) -> Coordinates {
    (from.0 + step.0 * times as i8, from.1 + step.1 * times as i8)
}

fn on_board((row, digit): Coordinates) -> bool {
    (1..=9).contains(&row) && (1..=9).contains(&digit) && (-4..=4).contains(&(digit - row))
}
