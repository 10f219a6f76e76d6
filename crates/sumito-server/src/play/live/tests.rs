mod offers;
mod party;
mod time;

use sumito_rules::{Layout, Rules};

use super::*;
use crate::play::challenge::DeclineReason;
use crate::play::event::Start;
use crate::play::presence::Presence;
use crate::play::seats::{Seats, find_seat, seat_name};

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
    let setup = Setup::parse(&line).unwrap_or_else(|| panic!("{line}"));
    Script { setup, up_since: 0, random_color: None }
}

impl Script {
    fn rated(self) -> Script {
        Script { setup: Setup { rated: true, ..self.setup }, ..self }
    }

    fn check(self, lines: &str) -> LiveGame {
        let mut log = vec![(0, self.setup.to_string())];
        let mut live = LiveGame::new(self.setup, 0).unwrap();
        let mut presence = Presence::new(0);
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (asked, expected) = line.split_once(" > ").unwrap_or_else(|| panic!("{line}"));
            let mut words: Vec<&str> = asked.split(' ').collect();
            let version = words.pop_if(|word| word.starts_with('@')).map_or(live.version, |word| word[1..].parse().unwrap());
            let now = (words[0].parse::<f64>().unwrap() * 1000.0) as Millis;
            if let ["enters" | "leaves"] = words[2..] {
                let sides: Vec<Seat> = find_seat(words[1]).into_iter().collect();
                if words[2] == "enters" {
                    presence.enter(&sides, now);
                } else {
                    presence.leave(&sides, now);
                }
                assert_eq!(expected, "-", "{line}");
                continue;
            }
            let missed_since = presence.missed_since(now);
            let moment = Moment { now, up_since: self.up_since, missed_since, random_color: self.random_color, seed: 7 };
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
        ["join"] => Action::Join(None),
        ["join", seat] => Action::Join(find_seat(seat)),
        ["leaves-seat"] => Action::LeaveSeat,
        ["fills", level] => Action::Fill(Level::new(level.parse().unwrap()).unwrap()),
        ["claims", "absence", seat] => Action::ClaimAbsence(find_seat(seat).unwrap()),
        ["plays", text] => Action::Play { text: (*text).to_owned(), lag: 0 },
        ["plays", text, lag] => Action::Play { text: (*text).to_owned(), lag: lag.parse().unwrap() },
        ["resigns"] => Action::Resign,
        ["offers", offer] => Action::Offer(Offer::find(offer).unwrap()),
        ["accepts", offer] => Action::Accept(Offer::find(offer).unwrap()),
        ["rematch"] => Action::Rematch(NEXT.parse().unwrap()),
        ["declines", "challenge"] => Action::DeclineChallenge(None),
        ["declines", "challenge", reason] => Action::DeclineChallenge(Some(DeclineReason::find(reason).unwrap())),
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
    assert_eq!(live.clock().running(), Some(Seat::White));
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
        assert_eq!(live.sides(WHITE.parse().unwrap()).collect::<Vec<_>>(), [find_seat(color).unwrap()]);
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
        assert_eq!((result.key(), result.winner()), (outcome, find_seat(color).and_then(color_of_seat).map(|color| !color)));
    }
}

#[test]
fn the_lot_decides_who_is_black_in_a_rated_game() {
    for (seats, maker) in
        [([format!("user:{BLACK}"), "open".into()], Color::Black), (["open".into(), format!("user:{BLACK}")], Color::White)]
    {
        for random_color in Color::ALL {
            let rated = Script { random_color: Some(random_color), ..script("600", [&seats[0], &seats[1]]).rated() };
            let live = rated.check(&format!("1 white join > joined {} {WHITE}", seat_name(random_color)));
            assert_eq!(live.sides(WHITE.parse().unwrap()).collect::<Vec<_>>(), [Seat::from(random_color)]);
            assert_eq!(live.sides(BLACK.parse().unwrap()).collect::<Vec<_>>(), [Seat::from(!random_color)]);
            // In other games, the player who set up the game has chosen.
            let casual = Script { random_color: Some(random_color), ..script("600", [&seats[0], &seats[1]]) };
            casual.check(&format!("1 white join > joined {} {WHITE}", seat_name(!maker)));
        }
    }
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
            seats: Seats::new(users),
            challenged: None,
            bots: false,
            takeover: None,
            drawn: false,
            room: false,
        };
        let mover = seat_name(color);
        let live = Script { setup, up_since: 0, random_color: None }
            .check(&format!("1 {mover} plays e7e8 > moved e7e8\n2 {mover} plays e8e9 > !game-over"));
        assert_eq!(live.game().two().unwrap().outcome().map(Outcome::key), Some("won-by-ejections"));
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
    assert_eq!(live.game().two().unwrap().outcome().map(Outcome::key), Some("drawn-by-ply-limit"));
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
    assert_eq!(live.game().two().unwrap().outcome().map(Outcome::key), Some("drawn-by-ply-limit"));
}

#[test]
fn a_log_from_before_the_limit_replays_beyond_it_and_its_rematch_has_the_limit() {
    let setup = Setup { rules: Rules::STANDARD.with_repetition(None), ..online("none").setup };
    let round =
        ["moved\ta1b2", "moved\ti5h5", "moved\ta2b3", "moved\ti6h6", "moved\tb3a2", "moved\th6i6", "moved\tb2a1", "moved\th5i5"];
    let created = setup.to_string();
    assert!(!created.contains("plies"), "{created}");
    let lines = std::iter::once(created.as_str()).chain(round.into_iter().cycle().take(1200));
    let (live, _) = LiveGame::replay((0..).zip(lines)).unwrap();
    assert_eq!((live.game().ply(), live.status()), (1200, Status::Playing));
    assert_eq!(live.rematch_setup(None, 0).rules.ply_limit, Some(1000));
}

#[test]
fn a_start_without_a_game_is_refused() {
    let setup = Setup { start: Start::Position("5/6/7/8/9/8/7/6/b4 w".parse().unwrap()), ..online("none").setup };
    assert_eq!(LiveGame::new(setup, 0), Err(Refusal::StartIsOver));
}

#[test]
fn a_log_that_does_not_follow_is_told() {
    let created = online("600").setup.to_string();
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
             3 {by} declines challenge > !nothing-offered\n3 nobody declines challenge later > !not-your-seat\n\
             4 {to} declines challenge too-fast > declined challenge {open} too-fast\n5 {to} join > !game-over\n\
             6 {to} declines challenge > !game-over\n6 {to} aborts > !game-over\n7 {by} aborts > !game-over"
        ));
        let too_fast = AbortReason::Declined(Some(DeclineReason::TooFast));
        assert_eq!((declined.status(), declined.abort_reason()), (Status::Aborted, Some(too_fast)));
        for verb in ["aborts", "declines challenge"] {
            let declined = script().check(&format!("1 {to} {verb} > declined challenge {open}"));
            assert_eq!(declined.abort_reason(), Some(AbortReason::Declined(None)));
        }
        script().check(&format!("1 {to} join > joined {open} {challenged}\n2 {to} declines challenge > !nothing-offered"));
        let withdrawn = script().check(&format!("1 {by} aborts > aborted {by}\n2 {to} join > !game-over"));
        assert_eq!(withdrawn.abort_reason(), Some(AbortReason::GivenUp));
        let expired = script().check(&format!("1 server aborts > aborted {by}"));
        assert_eq!(expired.abort_reason(), Some(AbortReason::GivenUp));
        let joined = script().check(&format!("1 {to} join > joined {open} {challenged}"));
        assert_eq!(joined.rematch_setup(None, 0).challenged, None, "a rematch has both players");
    }
}
