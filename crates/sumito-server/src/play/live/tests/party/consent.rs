//! Draws, takebacks, rematches and resigning as a team.

use super::*;

#[test]
fn a_draw_needs_everybody_who_is_still_there() {
    let live = people("four-alone", "none", "").check(
        "1 black offers draw > offered draw black
         2 black offers draw > !already-offered
         3 red accepts draw > agreed draw red
         4 red accepts draw > !already-offered
         5 white offers draw > agreed draw white
         6 black plays > moved
         7 blue accepts draw > draw-agreed",
    );
    assert_eq!(ended(&live), ("drawn-by-agreement", vec![]));
    // Whoever moves without having agreed declines it; whoever leaves ends it; who is out is not asked.
    let live = people("four-alone", "none", "").check(
        "1 blue offers draw > offered draw blue
         2 black plays > moved
         3 red accepts draw > !nothing-offered
         4 white offers draw > offered draw white
         5 black accepts draw > agreed draw black
         6 red resigns > resigned red
         7 blue accepts draw > !nothing-offered
         8 white offers draw > offered draw white
         9 black accepts draw > agreed draw black
         10 blue declines draw > declined draw blue
         11 white offers draw > !refused-before
         12 black offers draw > offered draw black
         13 blue accepts draw > agreed draw blue
         14 red accepts draw > !left-the-game
         15 white accepts draw > draw-agreed",
    );
    assert_eq!(ended(&live), ("drawn-by-agreement", vec![]));
    // The engine plays on, even if it has only taken over.
    table("three", "none", "black engine:1 blue", "").check("1 black offers draw > !engine-plays-on");
    people("three", "none", "\ttakeover:1").check("1 blue resigns > resigned blue\n2 black offers draw > !engine-plays-on");
}

#[test]
fn a_takeback_needs_everybody_and_the_engine_agrees() {
    let live = people("three", "none", "").check(
        "1 black offers takeback > !nothing-to-take-back
         1 black plays > moved
         2 white plays > moved
         3 black offers takeback > offered takeback black
         4 white offers takeback > !answer-first
         4 white accepts takeback > agreed takeback white
         5 blue accepts takeback > took-back black
         6 white plays > !not-your-turn
         7 black plays > moved
         8 black offers takeback > offered takeback black
         9 blue declines takeback > declined takeback blue
         10 black offers takeback > offered takeback black
         11 white plays > moved
         12 blue accepts takeback > !nothing-offered",
    );
    assert_eq!((live.game().ply(), live.game().turn()), (2, Seat::Blue));
    // The departure stays, the moves go.
    let live = table("four-alone", "60", "black white engine:1 red", "").check(
        "1 black plays > moved
         2 white plays > moved
         3 engine plays > moved
         4 red resigns > resigned red
         5 black offers takeback > offered takeback black
         6 white accepts takeback > took-back black",
    );
    assert_eq!((live.game().ply(), live.game().turn(), live.clock().running()), (0, Seat::Black, Some(Seat::Black)));
    assert!(live.game().has_left(Seat::Red));
    table("three", "none", "black engine:1 engine:2", "").check(
        "1 black plays > moved
         2 engine plays > moved
         3 engine plays > moved
         4 black offers takeback > took-back black",
    );
}

#[test]
fn partners_resign_together() {
    let live = people("four-teams", "60", "\ttakeover:2").check(
        "1 black plays > moved
         2 blue offers resign > offered resign blue
         3 white accepts resign > !nothing-offered
         3 blue offers resign > !already-offered
         4 black accepts resign > team-resigned blue",
    );
    assert_eq!(ended(&live), ("won-by-others-left", vec![Seat::White, Seat::Red]));
    assert_eq!(live.left().iter().map(|left| left.seat).collect::<Vec<_>>(), [Seat::Black, Seat::Blue]);
    // Of three teams, one leaves; its engine agrees.
    let live = table("six-teams", "60", "black white blue engine:3 green yellow", "").check(
        "1 black plays > moved
         2 white offers resign > offered resign white
         3 white plays > moved
         4 black offers resign > team-resigned black
         5 black plays > !left-the-game
         6 yellow accepts resign > !nothing-offered",
    );
    assert_eq!(live.status(), Status::Playing);
    people("four-teams", "60", "").check(
        "1 white offers resign > offered resign white
         2 black plays > moved
         3 white plays > moved
         4 blue plays > moved
         5 red plays > moved
         6 red accepts resign > !nothing-offered
         7 red resigns > resigned red
         8 white offers resign > !no-partner",
    );
    people("three", "60", "").check("1 black offers resign > !no-partner");
    online("60").check("1 black offers resign > !no-partner");
}

#[test]
fn a_rematch_moves_everybody_on_by_one_seat() {
    let live = people("four-teams", "none", "\ttakeover:4").check(&format!(
        "1 black rematch > !not-over
         1 red offers resign > offered resign red
         2 white accepts resign > team-resigned red
         3 black rematch > offered rematch black
         4 white rematch > agreed rematch white
         5 blue declines rematch > declined rematch blue
         6 blue rematch > offered rematch blue
         7 red rematch > agreed rematch red
         8 black rematch > agreed rematch black
         9 white rematch > rematched {NEXT}
         10 blue rematch > !already-offered"
    ));
    let next = live.rematch_setup(None, 0);
    let seats: Vec<Option<UserId>> = next.seats.iter().map(|(_, player)| player.unwrap().user()).collect();
    assert_eq!(seats, ["red", "black", "white", "blue"].map(|name| Some(user(name))));
    assert_eq!((next.takeover, LiveGame::new(next, 0).unwrap().status()), (Level::new(4), Status::Playing));
    // Those who never came are not asked, and their seats are open.
    let live = people("three", "300", "").check(&format!(
        "30 server flag > no-first-move black
         31 white plays > moved
         32 blue resigns > resigned blue
         33 white rematch > offered rematch white
         34 black rematch > !left-the-game
         35 blue rematch > rematched {NEXT}"
    ));
    let next = LiveGame::new(live.rematch_setup(None, 0), 0).unwrap();
    assert_eq!((next.status(), next.open_seat(), next.host()), (Status::Open, Some(Seat::White), Some(Seat::Black)));
    table("three", "none", "black engine:1 engine:2", "")
        .check(&format!("1 black resigns > resigned black\n2 black rematch > rematched {NEXT}"));
}
