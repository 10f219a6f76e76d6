//! Flags, first moves that never come, and players who leave.

use super::*;

#[test]
fn a_game_is_aborted_before_the_second_move() {
    for color in ["black", "white"] {
        let live = online("600").check(&format!(
            "1 black plays a1b2 > moved a1b2
             2 nobody aborts > !not-your-seat
             2 {color} aborts > aborted {color}
             3 white plays i5h5 > !game-over
             700 server flag > !game-over"
        ));
        assert_eq!(live.status(), Status::Aborted);
    }
    online("600").check(
        "1 black plays a1b2 > moved a1b2
         2 white plays i5h5 > moved i5h5
         3 black aborts > !too-late-to-abort",
    );
}

#[test]
fn the_servers_clock_decides_when_a_flag_falls() {
    let live = online("60").check(
        "0 server flag > !time-left
         10 black plays a1b2 > moved a1b2
         20 white plays i5h5 > moved i5h5
         79.999 white flag > !time-left
         80 white flag > flag-fell black
         81 black plays b2c3 > !game-over",
    );
    assert_eq!(live.game().two().unwrap().outcome().and_then(Outcome::winner), Some(Color::White));
    // Whatever comes after it, the flag fell first. Black has used ten seconds of its minute.
    for late in ["black plays b2c3", "black resigns", "white resigns", "white offers draw", "nobody flag", "server flag"] {
        online("60").check(&format!(
            "100 black plays a1b2 > moved a1b2
             110 white plays i5h5 > moved i5h5
             170 {late} > flag-fell black",
        ));
    }
    online("none").check(
        "1 black plays a1b2 > moved a1b2
         9999999 server flag > !time-left",
    );
    // Lag is credited, within bounds.
    online("60").check(
        "0 black plays a1b2 > moved a1b2
         60.3 white plays i5h5 400 > moved i5h5 400
         61 black plays b2c3 -5 > moved b2c3
         62 white plays h5g5 > flag-fell white",
    );
    online("60").check(
        "0 black plays a1b2 > moved a1b2
         60.6 white plays i5h5 9000 > flag-fell white",
    );
}

#[test]
fn a_game_on_time_is_aborted_if_a_first_move_does_not_come() {
    let live = online("600").check(
        "29.999 server flag > !time-left
         30 server flag > no-first-move black
         31 black plays a1b2 > !game-over
         31 server flag > !game-over",
    );
    assert_eq!((live.status(), live.abort_reason()), (Status::Aborted, Some(AbortReason::NoFirstMove)));
    // White has its own half minute. Then the clock alone decides.
    online("600").check(
        "20 black plays a1b2 > moved a1b2
         49.999 server flag > !time-left
         50 white flag > no-first-move white",
    );
    let live = online("600").check(
        "20 black plays a1b2 > moved a1b2
         49 white plays i5h5 > moved i5h5
         300 server flag > !time-left",
    );
    assert_eq!((live.first_move_due(0), live.deadline(0)), (None, Some(649_000)));
    // It starts when the second player joins, and again after a takeback.
    for seats in [[format!("user:{BLACK}"), "open".into()], ["open".into(), format!("user:{BLACK}")]] {
        let live = script("600", [&seats[0], &seats[1]]).check("500 server flag > !time-left");
        assert_eq!(live.deadline(0), None);
        let color = if seats[0] == "open" { "black" } else { "white" };
        script("600", [&seats[0], &seats[1]]).check(&format!(
            "500 white join > joined {color} {WHITE}
             529 server flag > !time-left
             530 server flag > no-first-move black"
        ));
    }
    online("600").check(
        "20 black plays a1b2 > moved a1b2
         25 black offers takeback > offered takeback black
         26 white accepts takeback > took-back black
         55 server flag > !time-left
         56 server flag > no-first-move black",
    );
    // A move that arrives before the server has noticed counts, and an earlier flag fall comes first.
    online("600").check("40 black plays a1b2 > moved a1b2");
    online("5").check(
        "20 black plays a1b2 > moved a1b2
         25 server flag > flag-fell white",
    );
    // Other games have no such limit.
    let user = format!("user:{BLACK}");
    for (control, seats) in [
        ("none", [user.clone(), format!("user:{WHITE}")]),
        ("1d", [user.clone(), format!("user:{WHITE}")]),
        ("600", [user.clone(), "engine:3".into()]),
        ("600", ["engine:3".into(), user.clone()]),
        ("600", [user.clone(), user.clone()]),
    ] {
        let live = script(control, [&seats[0], &seats[1]]).check("9999 server flag > !time-left");
        assert_eq!(live.first_move_due(0), None, "{control} {seats:?}");
    }
}

#[test]
fn a_server_that_was_down_gives_the_time_for_a_first_move_again() {
    let script = Script { up_since: 100_000, ..online("600") };
    let live = script.check("129.999 server flag > !time-left");
    assert_eq!((live.first_move_due(100_000), live.deadline(100_000)), (Some(130_000), Some(130_000)));
    Script { up_since: 100_000, ..online("600") }.check("130 server flag > no-first-move black");
}

#[test]
fn who_leaves_may_lose() {
    for (mover, leaver, stayer) in [("black", "white", "black"), ("black", "black", "white")] {
        for (claim, key) in [("win", "won-by-absence"), ("draw", "drawn-by-absence")] {
            for (control, patience) in [("300+3", 60), ("600", 60), ("1800", 180), ("none", 180)] {
                let live = online(control).check(&format!(
                    "0 black enters > -
                     0 white enters > -
                     1 {mover} plays a1b2 > moved a1b2
                     2 white plays i5h5 > moved i5h5
                     9 {stayer} claims {claim} > !opponent-here
                     10 {leaver} leaves > -
                     12 {stayer} claims {claim} > !opponent-here
                     13 {stayer} claims {claim} > !too-early
                     {before}.9 {stayer} claims {claim} > !too-early
                     {after} {leaver} claims {claim} > !opponent-here
                     {after} stranger claims {claim} > !not-your-seat
                     {after} {stayer} claims {claim} @1 > claimed {claim} {stayer}
                     {after} {stayer} claims {claim} > !game-over",
                    before = 9 + patience,
                    after = 10 + patience,
                ));
                let Status::Over(ending) = live.status() else { panic!("{:?}", live.status()) };
                let winner = find_seat(stayer).and_then(color_of_seat).filter(|_| claim == "win");
                assert_eq!((ending.key(), ending.winner(), live.clock().running()), (key, winner, None));
                let result = winner.map_or("1/2-1/2", |winner| if winner == Color::Black { "1-0" } else { "0-1" });
                assert_eq!(ending.result(), result);
            }
        }
    }
}

#[test]
fn who_comes_back_in_time_plays_on() {
    online("600").check(
        "0 black enters > -
         0 white enters > -
         1 black plays a1b2 > moved a1b2
         2 white plays i5h5 > moved i5h5
         10 white leaves > -
         69 white enters > -
         75 black claims win > !opponent-here
         80 white leaves > -
         139 black claims win > !too-early
         140 black claims win > claimed win black",
    );
    // A flag that has fallen comes first, and so does what the clock says about who waits.
    online("60").check(
        "0 black enters > -
         0 white enters > -
         1 black plays a1b2 > moved a1b2
         2 white plays i5h5 > moved i5h5
         3 white leaves > -
         70 black claims win > flag-fell black",
    );
}

#[test]
fn absence_does_not_matter_where_nobody_waits() {
    let user = format!("user:{BLACK}");
    let begins = "0 black enters > -
         0 white enters > -
         1 black plays a1b2 > moved a1b2";
    for (control, seats) in [
        ("1d", [user.clone(), format!("user:{WHITE}")]),
        ("600", [user.clone(), "engine:3".into()]),
        ("600", [user.clone(), user.clone()]),
    ] {
        let live = script(control, [&seats[0], &seats[1]]).check(begins);
        assert_eq!(live.absence().claimable_at(Some(0)), None, "{control} {seats:?}");
    }
    script("1d", [&user, &format!("user:{WHITE}")]).check(&format!(
        "{begins}
         2 white plays i5h5 > moved i5h5
         3 white leaves > -
         9999 black claims win > !too-early"
    ));
    // Before both have moved, the game is aborted instead.
    online("600").check(&format!(
        "{begins}
         2 white leaves > -
         99 black claims win > !too-early
         99 black aborts > aborted black"
    ));
    script("600", [&user, "open"]).check("99 black claims win > !not-started");
}
