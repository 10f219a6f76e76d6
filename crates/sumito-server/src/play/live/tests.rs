use sumito_rules::{Layout, Rules};

use super::*;
use crate::play::event::{Start, color_name, find_color};
use crate::play::presence::Presence;

const BLACK: &str = "blackblack";
const WHITE: &str = "whitewhite";
const NEXT: &str = "nextnextne";

/// Plays scripts of lines `SECONDS ACTOR ACTION > EVENT`, or `> !REFUSAL`. An action refers to the current version, unless it
/// says `@VERSION`. After each event, replaying the log must give the same game. Players who enter or leave cause no event: `> -`.
struct Script {
    setup: Setup,
    up_since: Millis,
    random_color: Option<Color>,
}

fn online(control: &str) -> Script {
    script(control, [&format!("user:{BLACK}"), &format!("user:{WHITE}")])
}

fn script(control: &str, [black, white]: [&str; 2]) -> Script {
    let line = format!("created\tbelgian-daisy\twin=6\t{control}\tcasual\tprivate\t{black}\t{white}");
    let Some(EventKind::Created(setup)) = EventKind::parse(&line, &Layout::STANDARD.position()) else { panic!("{line}") };
    Script { setup, up_since: 0, random_color: None }
}

impl Script {
    fn rated(self) -> Script {
        Script { setup: Setup { rated: true, ..self.setup }, ..self }
    }

    fn check(self, lines: &str) -> LiveGame {
        let mut log = vec![(0, EventKind::Created(self.setup.clone()).to_string())];
        let mut live = LiveGame::new(self.setup, 0).unwrap();
        let mut presence = Presence::new(0);
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (asked, expected) = line.split_once(" > ").unwrap_or_else(|| panic!("{line}"));
            let mut words: Vec<&str> = asked.split(' ').collect();
            let version = words.pop_if(|word| word.starts_with('@')).map_or(live.version, |word| word[1..].parse().unwrap());
            let now = (words[0].parse::<f64>().unwrap() * 1000.0) as Millis;
            if let ["enters" | "leaves"] = words[2..] {
                let sides: Vec<Color> = find_color(words[1]).into_iter().collect();
                if words[2] == "enters" {
                    presence.enter(&sides, now);
                } else {
                    presence.leave(&sides, now);
                }
                assert_eq!(expected, "-", "{line}");
                continue;
            }
            let missed_since = presence.missed_since(now);
            let moment = Moment { now, up_since: self.up_since, missed_since, random_color: self.random_color };
            let found = match live.apply(actor(words[1]), version, &action(&words[2..]), moment) {
                Err(refusal) => format!("!{}", refusal.key()),
                Ok(events) => {
                    for event in &events {
                        live.fold(event).unwrap();
                        log.push((event.at, event.kind.to_string()));
                    }
                    let texts: Vec<String> = events.iter().map(|event| event.kind.to_string().replace('\t', " ")).collect();
                    texts.join(", ")
                }
            };
            assert_eq!(found, expected, "{line}");
            let (replayed, events) = LiveGame::replay(log.iter().map(|(at, line)| (*at, line.as_str()))).unwrap();
            assert_eq!(replayed, live, "{line}");
            assert_eq!(events.len(), live.version as usize);
        }
        live
    }
}

fn actor(word: &str) -> Actor {
    match word {
        "engine" => Actor::Engine,
        "server" => Actor::Server,
        "black" => Actor::User(BLACK.parse().unwrap()),
        "white" => Actor::User(WHITE.parse().unwrap()),
        _ => Actor::User("strangerrr".parse().unwrap()),
    }
}

fn action(words: &[&str]) -> Action {
    match words {
        ["join"] => Action::Join,
        ["plays", text] => Action::Play { text: (*text).to_owned(), lag: 0 },
        ["plays", text, lag] => Action::Play { text: (*text).to_owned(), lag: lag.parse().unwrap() },
        ["resigns"] => Action::Resign,
        ["offers", "draw"] => Action::OfferDraw,
        ["accepts", "draw"] => Action::AcceptDraw,
        ["offers", "takeback"] => Action::OfferTakeback,
        ["accepts", "takeback"] => Action::AcceptTakeback,
        ["rematch"] => Action::Rematch(NEXT.parse().unwrap()),
        ["declines", offer] => Action::Decline(Offer::find(offer).unwrap()),
        ["aborts"] => Action::Abort,
        ["flag"] => Action::ClaimFlag,
        ["claims", "win"] => Action::Claim(Claim::Win),
        ["claims", "draw"] => Action::Claim(Claim::Draw),
        _ => panic!("{words:?}"),
    }
}

#[test]
fn moves_are_made_in_turn_by_who_sits_there() {
    let live = online("none").check(
        "1 white plays i5h5 > !not-your-turn
         1 nobody plays a1b2 > !not-your-seat
         1 engine plays a1b2 > !not-your-seat
         1 server plays a1b2 > !not-your-seat
         1 black plays zz > !not-a-move
         1 black plays e5e6 > !empty-cell
         1 black plays b1b2 > !pac-3-3
         2 black plays a1b2 > moved a1b2
         3 black plays b2c3 > !not-your-turn
         3 white plays e5e6 > !empty-cell",
    );
    assert_eq!(live.status(), Status::Playing);
    assert_eq!(live.clock().running(), Some(Color::White));
}

#[test]
fn a_move_is_meant_for_the_position_that_was_seen() {
    online("none").check(
        "1 black plays a1b2 @0 > !stale
         1 black plays a1b2 @2 > !stale
         2 black plays a1b2 @1 > moved a1b2
         3 white offers draw @1 > !stale
         3 white offers draw @2 > offered draw white
         4 white plays a4b4 @1 > !stale
         5 black accepts draw @1 > !stale
         6 white plays a4b4 @2 > moved a4b4
         7 white resigns @0 > resigned white",
    );
}

/// A takeback requested while the opponent's reply is arriving still means the player's own move.
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
fn an_open_seat_is_taken_once() {
    for (seats, color) in
        [([format!("user:{BLACK}"), "open".into()], "white"), (["open".into(), format!("user:{BLACK}")], "black")]
    {
        let live = script("600", [&seats[0], &seats[1]]).check(&format!(
            "1 black plays a1b2 > !not-started
             1 black offers draw > !not-started
             1 black rematch > !not-over
             1 black join > !seat-taken
             1 engine join > !not-your-seat
             2 white join > joined {color} {WHITE}
             3 stranger join > !seat-taken
             3 white join > !seat-taken",
        ));
        assert_eq!((live.status(), live.open_seat()), (Status::Playing, None));
        assert_eq!(live.sides(WHITE.parse().unwrap()).collect::<Vec<_>>(), [find_color(color).unwrap()]);
    }
    script("600", [&format!("user:{BLACK}"), "open"]).check(
        "1 white aborts > !not-your-seat
         2 black aborts > aborted black
         3 white join > !game-over
         3 black rematch > !not-started",
    );
    // The server aborts a game that nobody joined.
    for (seats, color) in
        [([format!("user:{BLACK}"), "open".into()], "black"), (["open".into(), format!("user:{BLACK}")], "white")]
    {
        script("600", [&seats[0], &seats[1]]).check(&format!(
            "1 server aborts > aborted {color}
             2 server aborts > !game-over",
        ));
    }
    online("600").check("1 server aborts > !seat-taken");
}

#[test]
fn either_side_resigns_at_any_time() {
    for (color, outcome) in [("black", "won-by-resignation"), ("white", "won-by-resignation")] {
        let live = online("600").check(&format!(
            "1 black plays a1b2 > moved a1b2
             2 {color} resigns > resigned {color}
             3 {color} resigns > !game-over
             3 white plays i5h5 > !game-over
             3 stranger resigns > !not-your-seat"
        ));
        let Status::Over(result) = live.status() else { panic!("{:?}", live.status()) };
        assert_eq!((result.key(), result.winner()), (outcome, find_color(color).map(|color| !color)));
    }
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
    assert_eq!(live.draw_refused().collect::<Vec<_>>(), Color::ALL);
    let live = online("none").check("1 black offers draw > offered draw black\n2 white declines draw > declined draw white");
    assert_eq!(live.draw_refused().collect::<Vec<_>>(), [Color::Black]);
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
        for side in Color::ALL {
            live.offered[side][Offer::Draw as usize] = MAX_OFFERS;
        }
        let refused = live.apply(actor(by), live.version, &Action::OfferDraw, 2_000);
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
    assert_eq!(live.game().outcome().and_then(Outcome::winner), Some(Color::White));
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
                let winner = find_color(stayer).filter(|_| claim == "win");
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

#[test]
fn the_lot_decides_who_is_black_in_a_rated_game() {
    for (seats, maker) in
        [([format!("user:{BLACK}"), "open".into()], Color::Black), (["open".into(), format!("user:{BLACK}")], Color::White)]
    {
        for random_color in Color::ALL {
            let rated = Script { random_color: Some(random_color), ..script("600", [&seats[0], &seats[1]]).rated() };
            let live = rated.check(&format!("1 white join > joined {} {WHITE}", color_name(random_color)));
            assert_eq!(live.sides(WHITE.parse().unwrap()).collect::<Vec<_>>(), [random_color]);
            assert_eq!(live.sides(BLACK.parse().unwrap()).collect::<Vec<_>>(), [!random_color]);
            // In other games, the player who set up the game has chosen.
            let casual = Script { random_color: Some(random_color), ..script("600", [&seats[0], &seats[1]]) };
            casual.check(&format!("1 white join > joined {} {WHITE}", color_name(!maker)));
        }
    }
}

#[test]
fn the_lot_decides_who_is_black_in_a_rated_rematch() {
    let live = online("600").rated().check("1 black resigns > resigned black");
    for (black, seats) in
        [(None, live.setup().seats.swapped()), (Some(BLACK), live.setup().seats), (Some(WHITE), live.setup().seats.swapped())]
    {
        assert_eq!(live.rematch_setup(black.map(|black| black.parse().unwrap())).seats, seats);
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
        assert_eq!(live.rematch_setup(None).seats, live.setup().seats.swapped());
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

#[test]
fn the_engine_answers_for_the_position_it_was_asked_about() {
    let live = script("600", [&format!("user:{BLACK}"), "engine:3"]).check(
        "1 black plays a1b2 > moved a1b2
         2 engine plays i5h5 @1 > !stale
         2 engine plays i5h5 @2 > moved i5h5
         3 black offers draw > !engine-plays-on
         4 black offers takeback > took-back black
         5 engine plays i5h5 @4 > !not-your-turn
         6 black plays a1b2 > moved a1b2",
    );
    assert_eq!(live.engine_to_move(), Level::new(3));
    let live = script("none", ["engine:10", &format!("user:{WHITE}")]).check("");
    assert_eq!(live.engine_to_move(), Level::new(10));
    let live = script("none", ["engine:10", &format!("user:{WHITE}")]).check(&format!(
        "1 white resigns > resigned white
         2 white rematch > rematched {NEXT}"
    ));
    assert_eq!(live.engine_to_move(), None);
}

#[test]
fn an_ejection_too_many_ends_the_game_and_stops_the_clock() {
    for color in Color::ALL {
        let black: sumito_rules::Position = "5/6/7/8/6bbw/8/7/6/w4 b 0 5 0 1".parse().unwrap();
        let start = if color == Color::Black { black } else { black.swap_colors() };
        let users = [BLACK, WHITE].map(|user| Some(Player::User(user.parse().unwrap())));
        let setup = Setup {
            start: Start::Position(start),
            rules: Rules::default(),
            control: "60".parse().unwrap(),
            rated: false,
            help: false,
            public: false,
            seats: ByColor::new(users[0], users[1]),
            challenged: None,
        };
        let mover = color_name(color);
        let live = Script { setup, up_since: 0, random_color: None }
            .check(&format!("1 {mover} plays e7e8 > moved e7e8\n2 {mover} plays e8e9 > !game-over"));
        assert_eq!(live.game().outcome().map(Outcome::key), Some("won-by-ejections"));
        assert_eq!(live.clock().running(), None);
    }
}

#[test]
fn a_game_is_drawn_at_its_limit_of_plies() {
    let rules = "repetition=off plies=4".parse().unwrap();
    let setup = Setup { rules, ..online("600").setup };
    let moves = "1 black plays a1b2 > moved a1b2
        2 white plays i5h5 > moved i5h5
        3 black plays a2b3 > moved a2b3";
    let live = Script { setup: setup.clone(), up_since: 0, random_color: None }.check(moves);
    assert_eq!(live.status(), Status::Playing);
    // The last ply can be taken back before it is played, but not after.
    let live = Script { setup: setup.clone(), up_since: 0, random_color: None }.check(&format!(
        "{moves}
        4 black offers takeback > offered takeback black
        5 white accepts takeback > took-back black
        6 black plays a2b3 > moved a2b3
        7 white plays i6h6 > moved i6h6
        8 white offers takeback > !game-over
        9 black plays b2c3 > !game-over"
    ));
    assert_eq!(live.game().outcome().map(Outcome::key), Some("drawn-by-ply-limit"));
    assert_eq!(live.clock().running(), None);
    // The same with the colors exchanged: White has the last ply then.
    let start = Start::Position(Layout::BELGIAN_DAISY.position().swap_colors());
    let live = Script { setup: Setup { start, ..setup }, up_since: 0, random_color: None }.check(
        "1 white plays a1b2 > moved a1b2
        2 black plays i5h5 > moved i5h5
        3 white plays a2b3 > moved a2b3
        4 black plays i6h6 > moved i6h6
        5 white plays b2c3 > !game-over",
    );
    assert_eq!(live.game().outcome().map(Outcome::key), Some("drawn-by-ply-limit"));
}

#[test]
fn a_log_from_before_the_limit_replays_beyond_it_and_its_rematch_has_the_limit() {
    let setup = Setup { rules: Rules::STANDARD.with_repetition(None), ..online("none").setup };
    let round =
        ["moved\ta1b2", "moved\ti5h5", "moved\ta2b3", "moved\ti6h6", "moved\tb3a2", "moved\th6i6", "moved\tb2a1", "moved\th5i5"];
    let created = EventKind::Created(setup).to_string();
    assert!(!created.contains("plies"), "{created}");
    let lines = std::iter::once(created.as_str()).chain(round.into_iter().cycle().take(1200));
    let (live, _) = LiveGame::replay((0..).zip(lines)).unwrap();
    assert_eq!((live.game().ply(), live.status()), (1200, Status::Playing));
    assert_eq!(live.rematch_setup(None).rules.ply_limit, Some(1000));
}

#[test]
fn a_start_without_a_game_is_refused() {
    let setup = Setup { start: Start::Position("5/6/7/8/9/8/7/6/b4 w".parse().unwrap()), ..online("none").setup };
    assert_eq!(LiveGame::new(setup, 0), Err(Refusal::StartIsOver));
}

#[test]
fn a_log_that_does_not_follow_is_told() {
    let created = EventKind::Created(online("600").setup).to_string();
    let check = |lines: &[&str], version| {
        let log = std::iter::once(created.as_str()).chain(lines.iter().copied()).map(|line| (0, line));
        assert_eq!(LiveGame::replay(log).unwrap_err(), BrokenLog(version), "{lines:?}");
    };
    check(&["moved\ta1b2", "moved\ta1b2"], 3);
    check(&["nonsense"], 2);
    check(&["took-back\tblack"], 2);
    check(&["resigned\tblack", "resigned\tblack"], 3);
    check(&["joined\tblack\tabcdefghij"], 2);
    check(&[&created], 2);
    assert_eq!(LiveGame::replay([]).unwrap_err(), BrokenLog(1));
    assert_eq!(LiveGame::replay([(0, "moved\ta1b2")]).unwrap_err(), BrokenLog(1));
}

#[test]
fn only_the_challenged_takes_the_seat_or_declines() {
    let challenge = |seats: [&str; 2], challenged: &str| {
        let script = script("600", seats);
        Script { setup: Setup { challenged: Some(challenged.parse().unwrap()), ..script.setup }, ..script }
    };
    let (black, white) = (format!("user:{BLACK}"), format!("user:{WHITE}"));
    for (seats, by, to, open) in [([&*black, "open"], "black", "white", "white"), (["open", &*white], "white", "black", "black")]
    {
        let challenged = if to == "white" { WHITE } else { BLACK };
        let script = || challenge(seats, challenged);
        script().check(&format!("1 {to} join > joined {open} {challenged}\n2 {to} aborts > aborted {open}"));
        let declined = script().check(&format!(
            "1 nobody join > !seat-reserved\n2 nobody aborts > !not-your-seat\n3 {by} join > !seat-taken\n\
             4 {to} aborts > aborted {open}\n5 {to} join > !game-over\n6 {to} aborts > !game-over\n7 {by} aborts > !game-over"
        ));
        assert_eq!((declined.status(), declined.abort_reason()), (Status::Aborted, Some(AbortReason::Declined)));
        let withdrawn = script().check(&format!("1 {by} aborts > aborted {by}\n2 {to} join > !game-over"));
        assert_eq!(withdrawn.abort_reason(), Some(AbortReason::GivenUp));
        let expired = script().check(&format!("1 server aborts > aborted {by}"));
        assert_eq!(expired.abort_reason(), Some(AbortReason::GivenUp));
        let joined = script().check(&format!("1 {to} join > joined {open} {challenged}"));
        assert_eq!(joined.rematch_setup(None).challenged, None, "a rematch has both players");
    }
}
