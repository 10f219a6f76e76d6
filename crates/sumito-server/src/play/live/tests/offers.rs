//! Draws, takebacks and rematches: what is offered, accepted and declined.

use super::*;

#[test]
fn a_takeback_is_meant_for_the_own_last_move() {
    script("none", [&format!("user:{BLACK}"), "engine:3"]).check(
        "1 black plays a1b2 @1 > moved a1b2
         2 engine plays i5h5 @2 > moved i5h5
         3 black offers takeback @1 > !stale
         3 black offers takeback @2 > took-back black
         4 black offers takeback @4 > !nothing-to-take-back
         5 black plays a1b2 @4 > moved a1b2
         6 black offers takeback @4 > !stale",
    );
    online("none").check(
        "1 black plays a1b2 > moved a1b2
         2 white plays i5h5 > moved i5h5
         3 white offers takeback @2 > !stale
         3 black offers takeback @2 > offered takeback black",
    );
    script("none", [&format!("user:{BLACK}"), &format!("user:{BLACK}")]).check(
        "1 black plays a1b2 > moved a1b2
         2 black plays i5h5 > moved i5h5
         3 black offers takeback @2 > !stale
         3 black offers takeback @3 > took-back white",
    );
}

#[test]
fn a_draw_is_agreed() {
    online("none").check(
        "1 black accepts draw > !nothing-offered
         1 white declines draw > !nothing-offered
         1 white offers draw > offered draw white
         1 white offers draw > !already-offered
         1 white accepts draw > !nothing-offered
         1 white declines draw > !nothing-offered
         1 stranger accepts draw > !not-your-seat
         2 black accepts draw > draw-agreed",
    );
    // Offering what the other side has offered accepts it.
    online("none").check(
        "1 white offers draw > offered draw white
         2 black offers draw > draw-agreed",
    );
}

#[test]
fn a_draw_refused_does_not_come_back_for_the_same_position() {
    let live = online("none").check(
        "1 black offers draw > offered draw black
         1 white declines draw > declined draw white
         1 black offers draw > !refused-before
         2 white offers draw > offered draw white
         2 black declines draw > declined draw black
         3 black plays a1b2 > moved a1b2
         4 black offers draw > offered draw black
         5 white plays i5h5 > moved i5h5
         6 white accepts draw > !nothing-offered
         6 white plays a5b5 > !not-your-turn
         7 black plays d4c3 > moved d4c3
         8 white plays f5g5 > moved f5g5
         9 white offers draw > !refused-before
         9 black offers draw > !refused-before",
    );
    assert_eq!(live.draw_refused().collect::<Vec<_>>(), [Seat::Black, Seat::White]);
    let live = online("none").check("1 black offers draw > offered draw black\n2 white declines draw > declined draw white");
    assert_eq!(live.draw_refused().collect::<Vec<_>>(), [Seat::Black]);
}

#[test]
fn moves_are_taken_back_by_agreement() {
    let live = online("none").check(
        "1 black offers takeback > !nothing-to-take-back
         1 black plays a1b2 > moved a1b2
         2 white offers takeback > !nothing-to-take-back
         2 black offers takeback > offered takeback black
         2 black offers takeback > !already-offered
         2 black accepts takeback > !nothing-offered
         3 white declines takeback > declined takeback white
         3 white accepts takeback > !nothing-offered
         4 white plays i5h5 > moved i5h5
         5 black offers takeback > offered takeback black
         5 white offers takeback > !answer-first
         6 white accepts takeback > took-back black
         7 white plays i5h5 @4 > !stale
         7 black plays a2b3 @6 > !stale
         7 black plays a2b3 @7 > moved a2b3",
    );
    assert_eq!(live.game().ply(), 1);
    // A move settles the question.
    online("none").check(
        "1 black plays a1b2 > moved a1b2
         2 black offers takeback > offered takeback black
         3 white plays i5h5 > moved i5h5
         4 white accepts takeback > !nothing-offered",
    );
    online("none").rated().check(
        "1 black plays a1b2 > moved a1b2
         2 black offers takeback > !move-stands",
    );
}

#[test]
fn offers_are_limited_so_that_logs_stay_bounded() {
    let lines = |line: &str| format!("{line}\n").repeat(MAX_OFFERS.into());
    for (by, other, extra) in [("black", "white", ""), ("white", "black", "1 white plays i5h5 > moved i5h5\n")] {
        let begun = format!("1 black plays a1b2 > moved a1b2\n{extra}");
        let nagging = |what: &str| {
            let offer = if what == "rematch" { "rematch".to_owned() } else { format!("offers {what}") };
            let refused = format!("2 {by} {offer} > offered {what} {by}\n2 {other} declines {what} > declined {what} {other}");
            format!("{}2 {by} {offer} > !too-many-offers\n", lines(&refused))
        };
        // The limit of one kind leaves the others alone, and so does that of one side.
        online("none").check(&format!(
            "{begun}{}3 {by} offers draw > offered draw {by}
             4 {other} resigns > resigned {other}
             {}5 {other} rematch > offered rematch {other}
             5 {by} rematch > rematched {NEXT}",
            nagging("takeback"),
            nagging("rematch")
        ));
        // A draw can be offered once in a position, so each offer needs another one.
        let mut live = online("none").check(&begun);
        for side in [Seat::Black, Seat::White] {
            live.offered[side][Offer::Draw as usize] = MAX_OFFERS;
        }
        let refused = live.apply(actor(by), live.version, &Action::Offer(Offer::Draw), 2_000);
        assert_eq!(refused, Err(Refusal::TooManyOffers));
    }
    // Moves that are taken back without asking are limited as well: at the same screen for each side, against the engine for the player.
    let seat = format!("user:{BLACK}");
    let again =
        |text: &str, color: &str| format!("2 black plays {text} > moved {text}\n2 black offers takeback > took-back {color}");
    let live = script("none", [&seat, &seat]).check(&format!(
        "{}1 black plays a1b2 > moved a1b2
         1 black offers takeback > !too-many-offers
         {}1 black plays i5h5 > moved i5h5
         1 black offers takeback > !too-many-offers
         2 black plays a2b3 > moved a2b3",
        lines(&again("a1b2", "black")),
        lines(&again("i5h5", "white")),
    ));
    assert_eq!(live.version, 4 * u32::from(MAX_OFFERS) + 4);
    for (color, seats) in [("black", [seat.as_str(), "engine:1"]), ("white", ["engine:1", seat.as_str()])] {
        let (extra, text) = if color == "black" { ("", "a1b2") } else { ("1 engine plays a1b2 > moved a1b2\n", "i5h5") };
        script("none", seats).check(&format!(
            "{extra}{}3 black plays {text} > moved {text}
             3 black offers takeback > !too-many-offers",
            lines(&again(text, color))
        ));
    }
}

#[test]
fn the_lot_decides_who_is_black_in_a_rated_rematch() {
    let live = online("600").rated().check("1 black resigns > resigned black");
    for (black, seats) in
        [(None, live.setup().seats.rotated()), (Some(BLACK), live.setup().seats), (Some(WHITE), live.setup().seats.rotated())]
    {
        assert_eq!(live.rematch_setup(black.map(|black| black.parse().unwrap()), 0).seats, seats);
    }
}

#[test]
fn a_rematch_exchanges_the_colors() {
    for (first, second) in [("black", "white"), ("white", "black")] {
        let live = online("600").check(&format!(
            "1 black rematch > !not-over
             1 {second} declines rematch > !not-over
             2 {second} resigns > resigned {second}
             3 {first} rematch > offered rematch {first}
             3 {first} rematch > !already-offered
             4 {second} declines rematch > declined rematch {second}
             5 {second} rematch > offered rematch {second}
             6 {first} rematch > rematched {NEXT}
             7 {second} rematch > !already-offered"
        ));
        assert_eq!(live.next(), NEXT.parse().ok());
        assert_eq!(live.rematch_setup(None, 0).seats, live.setup().seats.rotated());
    }
}

#[test]
fn two_at_one_screen_need_nobodys_consent() {
    let seat = format!("user:{BLACK}");
    script("none", [&seat, &seat]).check(&format!(
        "1 black plays a1b2 > moved a1b2
         2 black plays i5h5 > moved i5h5
         3 black offers takeback > took-back white
         4 black offers takeback > took-back black
         4 black offers takeback > !nothing-to-take-back
         5 black plays a1b2 > moved a1b2
         6 white plays i5h5 > !not-your-seat
         7 black offers draw > draw-agreed
         8 black rematch > rematched {NEXT}"
    ));
    script("none", [&seat, &seat]).check(
        "1 black plays a1b2 > moved a1b2
         2 black resigns > resigned white",
    );
}
