//! Each rule of the game for more than two, in a small example on row e.

use sumito_rules::party::{self, Seat};
use sumito_rules::{Cells, Direction, IllegalMove, Symmetry};

/// Black to move: the row, the marbles his hand takes east, and the row afterwards or the rule against it.
type Example = (&'static str, &'static str, Result<&'static str, &'static str>);

/// Black and Blue against White and Red.
const IN_TEAMS: [Example; 22] = [
    // A partner's marbles count in a push, wherever in the line.
    ("buw6", "e1-e2", Ok("1buw5")),
    ("buuwr4", "e1-e3", Ok("1buuwr3")),
    ("bubwr4", "e1-e3", Ok("1bubwr3")),
    ("bbuw5", "e1-e3", Ok("1bbuw4")),
    ("6buw", "e7-e8", Ok("7bu")),
    ("4buuwr", "e5-e7", Ok("5buuw")),
    // The marble that pushes from the rear is the mover's own.
    ("ubw6", "e1-e2", Err("pusher-not-yours")),
    ("ubbwr4", "e1-e3", Err("pusher-not-yours")),
    ("ubbwr4", "e2-e3", Err("pac-2-2")),
    ("ubw6", "e1", Err("not-your-marble")),
    // Without a push a partner's marble does not move.
    ("bu7", "e1-e2", Err("partner-only-pushes")),
    ("7bu", "e8-e9", Err("partner-only-pushes")),
    // Nor is it ever pushed: it is in the way, in front and behind.
    ("bu7", "e1", Err("blocked-by-partner")),
    ("bbu6", "e1-e2", Err("blocked-by-partner")),
    ("bbwu5", "e1-e2", Err("no-space-behind")),
    ("bbbwru3", "e1-e3", Err("no-space-behind")),
    // Opponents stand together, and numbers count as in the game for two.
    ("buwr5", "e1-e2", Err("pac-2-2")),
    ("buuwrw3", "e1-e3", Err("pac-3-3")),
    ("bbuurwr2", "e2-e4", Err("four-against-three")),
    ("bbuuw4", "e1-e4", Err("more-than-three")),
    ("bbuuw4", "e2-e4", Ok("b1buuw3")),
    ("bu1w5", "e1-e2 e4", Err("gap-between")),
];

/// Black, White and Blue, everybody alone.
const ALONE: [Example; 7] = [
    ("bbbwu4", "e1-e3", Ok("1bbbwu3")),
    ("4bbbuw", "e5-e7", Ok("5bbbu")),
    ("bbu6", "e1-e2", Ok("1bbu5")),
    ("bbuw5", "e1-e2", Err("pac-2-2")),
    ("bbbwuw3", "e1-e3", Err("pac-3-3")),
    ("bbwbu4", "e1-e2", Err("no-space-behind")),
    ("bubw5", "e1", Err("pac-1-1")),
];

#[test]
fn partners_help_in_a_push_and_in_nothing_else() {
    for example in &IN_TEAMS {
        check(example, "bu-wr");
    }
}

#[test]
fn everybody_else_is_an_opponent() {
    for example in &ALONE {
        check(example, "b-w-u");
    }
}

#[test]
fn a_broadside_takes_ones_own_marbles_alone() {
    let position = on_row_e("bbu6", "bu-wr");
    let attempt = |cells: &str| position.attempt(cells.parse().unwrap(), Direction::NorthEast).map_err(IllegalMove::key);
    assert_eq!(attempt("e1-e2").map(|m| m.to_string()), Ok("e1e2f2".to_string()));
    assert_eq!(attempt("e1-e3"), Err("partner-only-pushes"));
}

#[test]
fn the_one_who_pushes_counts_the_ejection_for_the_team() {
    let mut position = on_row_e("6buw", "bu-wr");
    let m = position.parse_move("e7e8").unwrap();
    position.play(m).unwrap();
    assert_eq!(Seat::ALL.map(|seat| position.ejected_by(seat)), [1, 0, 0, 0, 0, 0]);
    let scores: Vec<u8> = position.seating().teams().map(|team| position.score(team)).collect();
    assert_eq!(scores, [1, 0]);
}

/// An example holds on the board turned or reflected any way.
fn check(&(row, hand, expected): &Example, teams: &str) {
    let position = on_row_e(row, teams);
    let hand: Cells = hand.parse().unwrap();
    for symmetry in Symmetry::ALL {
        let mut position = position.transform(symmetry);
        let attempt = position.attempt(hand.transform(symmetry), symmetry.direction(Direction::East));
        assert_eq!(attempt.map_err(IllegalMove::key).err(), expected.err(), "{row} {hand} under {symmetry:?}");
        if let (Ok(m), Ok(after)) = (attempt, expected) {
            position.play(m).unwrap();
            let after = on_row_e(after, teams).transform(symmetry);
            assert_eq!(Seat::ALL.map(|seat| position.marbles(seat)), Seat::ALL.map(|seat| after.marbles(seat)), "{row} {hand}");
        }
    }
}

/// Black to move with this row e. The marbles of row a let everybody move.
fn on_row_e(row: &str, teams: &str) -> party::Position {
    let others = if teams == "bu-wr" { "1w1r1" } else { "1w1u1" };
    format!("5/6/7/8/{row}/8/7/6/{others} b {teams}").parse().unwrap()
}
