//! How well the teams stand, in hundredths of a marble.

use sumito_rules::party::{Position, Seat, Team};
use sumito_rules::{Cells, Direction, Move};

use crate::handmade::{self, RING_VALUE, RINGS};

/// A marble on the board, in addition to where it lies.
const MARBLE: i32 = 40;
/// A marble that an opponent could eject now.
const DANGER: i32 = 30;
/// A team that could eject a marble now, and each further marble that it could eject.
const ATTACK: i32 = 20;
const FURTHER_ATTACK: i32 = 6;

/// The value of each team by its number from 0. It does not depend on whose turn it is.
pub(super) fn standings(position: &Position) -> [i32; 6] {
    let seating = position.seating();
    let mut marbles = [Cells::EMPTY; 6];
    let mut all = Cells::EMPTY;
    for seat in seating.seats() {
        marbles[index(seating.team(seat))] |= position.marbles(seat);
        all |= position.marbles(seat);
    }
    let mut values = [0; 6];
    for team in seating.teams() {
        let (own, foes) = (marbles[index(team)], all - marbles[index(team)]);
        let to_go = position.marbles_to_win().saturating_sub(position.score(team));
        values[index(team)] += handmade::progress(to_go) + own.len() as i32 * MARBLE + handmade::shape(own, foes);
        for seat in seating.members(team).filter(|&seat| !position.has_left(seat)) {
            let targets = targets(position.marbles(seat), own, foes);
            if targets.is_empty() {
                continue;
            }
            values[index(team)] += ATTACK + (targets.len() as i32 - 1) * FURTHER_ATTACK;
            for other in seating.teams() {
                values[index(other)] -= (targets & marbles[index(other)]).len() as i32 * DANGER;
            }
        }
    }
    values
}

/// How well a team stands compared with the others.
pub(super) fn compared(position: &Position, team: Team) -> i32 {
    let seating = position.seating();
    let values = standings(position);
    let staying = |other: Team| seating.members(other).any(|seat| !position.has_left(seat));
    let others = || seating.teams().filter(|&other| other != team && staying(other));
    let (mut sum, mut count) = (0, 0);
    for other in others() {
        sum += values[index(other)];
        count += 1;
    }
    // Between the mean and the sum of the others: taking something from one of many should still pay.
    let rest = 2 * sum / (count + 1);
    // Whoever is closest to winning matters most.
    let leader = others().map(|other| position.score(other)).max().filter(|_| count > 1).unwrap_or(0);
    let closest = handmade::progress(position.marbles_to_win().saturating_sub(leader));
    values[index(team)] - rest - closest / 2
}

/// The value of marbles by their distance from the center.
pub(super) fn centrality(marbles: Cells) -> i32 {
    RINGS.iter().zip(RING_VALUE).map(|(&ring, each)| (marbles & ring).len() as i32 * each).sum()
}

/// The marbles that a player could eject on turn: `own` includes the partners' marbles, `tails` only the player's.
pub(super) fn targets(tails: Cells, own: Cells, foes: Cells) -> Cells {
    let mut targets = Cells::EMPTY;
    for direction in Direction::ALL {
        let at_edge = foes & Cells::edge(direction);
        if at_edge.is_empty() {
            continue;
        }
        // The leading marbles of rows of two and of three that may push.
        let two = own & tails.shift(direction);
        let three = own & two.shift(direction);
        let pushed = foes & three.shift(direction);
        targets |= at_edge & ((two | three).shift(direction) | pushed.shift(direction));
    }
    targets
}

/// The number of a team from 0.
pub(super) fn index(team: Team) -> usize {
    usize::from(team.number()) - 1
}

/// Whether a player's legal move pushes something.
pub(super) fn pushes(position: &Position, mover: Seat, m: Move) -> bool {
    m.is_inline() && m.len() > 1 && position.foes(mover).contains(m.landing())
}

/// Whether a player's legal push ejects a marble.
pub(super) fn ejects(position: &Position, mover: Seat, push: Move) -> bool {
    let (direction, foes) = (push.direction(), position.foes(mover));
    let second = push.landing().neighbor(direction).filter(|&cell| foes.contains(cell));
    second.unwrap_or(push.landing()).neighbor(direction).is_none()
}

#[cfg(test)]
mod tests {
    use sumito_rules::Rules;
    use sumito_rules::party::{BySeat, Game, Layout};

    use super::*;
    use crate::random::Random;

    /// The targets are those of the generator's ejections, which the rules' second referee has checked.
    #[test]
    fn targets_are_what_legal_moves_eject() {
        let mut random = Random::new(5);
        let mut found = 0;
        for layout in Layout::all() {
            for _ in 0..4 {
                let mut game = Game::new(layout, Rules::default());
                while game.outcome().is_none() && game.ply() < 150 {
                    let position = game.position();
                    let moves = game.legal_moves();
                    let ejected: Cells = moves.iter().filter_map(|m| position.ejected(m)).collect();
                    let own = position.marbles(position.turn());
                    let (team, foes) = (own | position.partners(position.turn()), position.foes(position.turn()));
                    assert_eq!(targets(own, team, foes), ejected, "{position}");
                    for m in &moves {
                        assert_eq!(pushes(position, position.turn(), m), !position.pushed(m).is_empty(), "{m} in {position}");
                        let push = pushes(position, position.turn(), m);
                        let ejection = push && ejects(position, position.turn(), m);
                        assert_eq!(ejection, position.ejected(m).is_some(), "{m} in {position}");
                    }
                    found += ejected.len();
                    game.play_unchecked(moves.nth(random.below(moves.len())).unwrap());
                }
            }
        }
        assert!(found > 100, "{found}");
    }

    #[test]
    fn the_start_is_the_same_for_every_team() {
        for layout in Layout::all().iter().filter(|layout| layout.is_offered()) {
            let position = layout.position();
            let values: Vec<i32> = layout.seating.teams().map(|team| compared(&position, team)).collect();
            assert!(values.iter().all(|value| (value - values[0]).abs() <= 2), "{}: {values:?}", layout.id);
        }
    }

    #[test]
    fn own_ejections_help_and_those_of_others_hurt() {
        for (rows, teams) in [
            ("5/6/7/8/3bbb3/3w4/7/6/u4", "b-w-u"),
            ("5/6/7/8/3bbb3/3w4/7/6/ur3", "bu-wr"),
            ("5/6/7/8/3bbb3/3w4/7/6/urgy1", "b-w-u-r-g-y"),
            ("5/6/7/8/3bbb3/3w4/7/6/urgy1", "br-wg-uy"),
        ] {
            let none: Position = format!("{rows} b {teams}").parse().unwrap();
            let value = |ejected: [u8; 6]| {
                let position = none.with_ejected(BySeat::new(ejected));
                compared(&position, position.seating().team(Seat::Black))
            };
            let even = value([0; 6]);
            assert!(value([1, 0, 0, 0, 0, 0]) > even && value([0, 1, 0, 0, 0, 0]) < even, "{teams}");
        }
    }
}
