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
    /// Nobody, once the game is over.
    turn: Option<usize>,
    teams: usize,
    /// The team that has won, from 0, and why.
    pub(crate) verdict: Option<(usize, Reason)>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Ejections,
    Blocked,
    Left,
}

impl Board {
    pub(crate) fn of(position: &party::Position) -> Board {
        let seats = position.seating().seats();
        let marbles = Cell::all().filter_map(|cell| Some((place(cell), position.seat_at(cell)?)));
        let verdict = position.winner().map(|(team, by)| {
            let reason = match by {
                party::Win::Ejections => Reason::Ejections,
                party::Win::OthersBlocked => Reason::Blocked,
                party::Win::OthersLeft => Reason::Left,
                other => panic!("a new way to win: {other:?}"),
            };
            (team.number() as usize - 1, reason)
        });
        Board {
            marbles: marbles.collect(),
            ejected: seats.clone().map(|seat| position.ejected_by(seat).into()).collect(),
            left: seats.map(|seat| position.has_left(seat)).collect(),
            turn: verdict.is_none().then_some(position.turn() as usize),
            teams: position.seating().teams().count(),
            verdict,
        }
    }

    /// Everything the player to move may do.
    pub(crate) fn actions(&self) -> Vec<Action> {
        self.turn.map_or(Vec::new(), |seat| self.actions_of(seat).collect())
    }

    /// Lifts the marbles, puts them down a step further, and determines the winner or the next player.
    pub(crate) fn after(&self, action: &Action) -> Board {
        let mut board = self.clone();
        let mover = self.turn.expect("nobody moves after the end");
        let step = STEPS.into_iter().find(|(direction, _)| *direction == action.direction).unwrap().1;
        let lifted: Vec<(Coordinates, Seat)> = action.moving.iter().map(|at| (*at, board.marbles.remove(at).unwrap())).collect();
        for (place, owner) in lifted {
            let to = add(place, step, 1);
            if on_board(to) {
                board.marbles.insert(to, owner);
            } else {
                board.ejected[mover] += 1;
            }
        }
        board.remove_players_without_marbles();
        // If no opponent of the one who moved can move, that team has won, even if it cannot move either.
        let able = board.teams_that_can_move();
        let blocked = able.iter().all(|&team| team == board.team(mover)).then_some(board.team(mover));
        board.end_or_pass((mover + 1) % board.left.len(), blocked);
        board
    }

    /// These players leave at once.
    pub(crate) fn without(&self, leavers: &[usize]) -> Board {
        let mut board = self.clone();
        let turn = self.turn.expect("nobody leaves after the end");
        for &seat in leavers {
            assert!(!board.left[seat]);
            board.left[seat] = true;
        }
        // If a single team can still move, it has won, wherever it sits and whoever's turn it is.
        let able = board.teams_that_can_move();
        let blocked = (able.len() == 1).then(|| *able.first().unwrap());
        board.end_or_pass(turn, blocked);
        board
    }

    fn remove_players_without_marbles(&mut self) {
        for seat in 0..self.left.len() {
            self.left[seat] |= self.marbles.values().all(|&owner| owner as usize != seat);
        }
    }

    fn teams_that_can_move(&self) -> BTreeSet<usize> {
        let can_move = |&seat: &usize| self.actions_of(seat).next().is_some();
        (0..self.left.len()).filter(can_move).map(|seat| self.team(seat)).collect()
    }

    /// Six ejections win; then the last team at the table; then the one that blocks all others. Otherwise the next who can move does.
    fn end_or_pass(&mut self, from: usize, blocked: Option<usize>) {
        let table = self.teams_at_table();
        self.verdict = if let Some(team) = self.scores().iter().position(|&score| score >= 6) {
            Some((team, Reason::Ejections))
        } else if table.len() == 1 {
            table.first().map(|&team| (team, Reason::Left))
        } else {
            blocked.map(|team| (team, Reason::Blocked))
        };
        let seats = self.left.len();
        let order = (0..seats).map(|n| (from + n) % seats);
        let next = order.into_iter().find(|&seat| self.actions_of(seat).next().is_some());
        self.turn = next.filter(|_| self.verdict.is_none());
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
