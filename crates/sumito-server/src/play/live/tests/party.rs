//! Games for more than two: seats that drop out in every order, takeover, consent, clocks and filling seats.

mod consent;
mod ends;

use super::*;
use crate::play::event::PARTY_LEVELS;

/// Plays scripts of lines `SECONDS ACTOR ACTION > EVENT`, as [`Script`] does. The users are named by the seats that they have at first;
/// `plays` without a move plays the first legal one, and the event is just `moved`.
struct Table {
    live: LiveGame,
    log: Vec<(Millis, String)>,
    presence: Presence,
}

fn user(name: &str) -> UserId {
    format!("{name:x<10}").parse().unwrap()
}

/// A game with these players: names of users, `open` or `engine:LEVEL`.
fn table(layout: &str, control: &str, players: &str, more: &str) -> Table {
    let seat = |word: &str| if word == "open" || word.contains(':') { word.to_owned() } else { format!("user:{}", user(word)) };
    let seats: Vec<String> = players.split(' ').map(seat).collect();
    let rules = "win=6 repetition=off quiet=off no-move=loses plies=1000";
    let line = format!("created\t{layout}\t{rules}\t{control}\tcasual\tpublic\t{}{more}", seats.join("\t"));
    let setup = Setup::parse(&line).unwrap_or_else(|| panic!("{line}"));
    assert_eq!(setup.to_string(), line);
    Table { live: LiveGame::new(setup, 0).unwrap(), log: vec![(0, line)], presence: Presence::new(0) }
}

/// A game in which a person has each seat.
fn people(layout: &str, control: &str, more: &str) -> Table {
    let seats = sumito_rules::party::Layout::find(layout).unwrap().seating.seats();
    table(layout, control, &seats.map(seat_name).collect::<Vec<_>>().join(" "), more)
}

impl Table {
    fn act(&mut self, actor: Actor, action: &Action, now: Millis) -> Result<String, Refusal> {
        let missed_since = self.presence.missed_since(now);
        let moment = Moment { now, missed_since, seed: 7, ..Moment::default() };
        let events = self.live.apply(actor, self.live.version, action, moment)?;
        for event in &events {
            self.live.fold(event).unwrap();
            self.log.push((event.at, event.kind.to_string()));
        }
        let (replayed, _) = LiveGame::replay(self.log.iter().map(|(at, line)| (*at, line.as_str()))).unwrap();
        assert_eq!(replayed, self.live, "{:?}", self.log);
        self.check_state();
        let texts: Vec<String> = events.iter().map(|event| event.kind.to_string().replace('\t', " ")).collect();
        Ok(texts.join(", "))
    }

    /// What holds after every event.
    fn check_state(&self) {
        let live = &self.live;
        match live.status() {
            Status::Playing => {
                let turn = live.game().turn();
                assert!(!live.game().has_left(turn), "{turn} has left and is to move: {:?}", self.log);
                assert!(live.clock().running().is_none_or(|running| running == turn), "{:?}", self.log);
                assert!(!live.people().is_empty(), "nobody is left: {:?}", self.log);
            }
            Status::Open => assert_eq!((live.clock().running(), live.host().is_some()), (None, true)),
            Status::Over(_) | Status::Aborted => assert_eq!((live.clock().running(), live.engine_to_move()), (None, None)),
        }
        for (offer, pending, waits) in live.offers() {
            assert!(!waits.is_empty() && !waits.contains(pending.by), "{offer:?} waits for nobody: {:?}", self.log);
        }
    }

    fn check(mut self, lines: &str) -> LiveGame {
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (asked, expected) = line.split_once(" > ").unwrap_or_else(|| panic!("{line}"));
            let words: Vec<&str> = asked.split(' ').collect();
            let now = (words[0].parse::<f64>().unwrap() * 1000.0) as Millis;
            if let ["enters" | "goes"] = words[2..] {
                let sides: Vec<Seat> = self.live.sides(user(words[1])).collect();
                match words[2] {
                    "enters" => self.presence.enter(&sides, now),
                    _ => self.presence.leave(&sides, now),
                }
                continue;
            }
            let actor = match words[1] {
                "engine" => Actor::Engine,
                "server" => Actor::Server,
                name => Actor::User(user(name)),
            };
            let played = words[2..] == ["plays"];
            let action = if played { self.any_move() } else { action(&words[2..]) };
            let mut found = self.act(actor, &action, now).unwrap_or_else(|refusal| format!("!{}", refusal.key()));
            if played && found.starts_with("moved ") {
                found.truncate("moved".len());
            }
            assert_eq!(found, expected, "{line}\n{:?}", self.log);
        }
        self.live
    }

    /// Whoever is to move does, a second later.
    fn move_on(&mut self, now: Millis) -> Millis {
        let actor = match self.live.player(self.live.game().turn()) {
            Some(Player::User(user)) => Actor::User(user),
            _ => Actor::Engine,
        };
        let m = self.any_move();
        self.act(actor, &m, now + 1_000).unwrap();
        now + 1_000
    }

    /// A seat drops out: one after the other by resigning, on time, absent from the start, or claimed by another player; where that cannot be, by
    /// resigning. Returns the reason, the event and the time.
    fn drop_out(&mut self, seat: Seat, kind: usize, mut now: Millis) -> (Departure, String, Millis) {
        let own = Actor::User(user(seat_name(seat)));
        let other = self.live.people().iter().find(|&other| other != seat).map(|other| Actor::User(user(seat_name(other))));
        match (kind % 4, other) {
            (1, _) => {
                while self.live.game().turn() != seat || self.live.game().moves_of(seat) == 0 {
                    now = self.move_on(now);
                }
                now += 700_000;
                (Departure::FlagFall, self.act(Actor::Server, &Action::ClaimFlag, now).unwrap(), now)
            }
            (2, _) if self.live.game().moves_of(seat) == 0 => {
                while self.live.game().turn() != seat {
                    now = self.move_on(now);
                }
                now += 30_000;
                (Departure::Absent, self.act(Actor::Server, &Action::ClaimFlag, now).unwrap(), now)
            }
            (3, Some(other)) => {
                while self.live.game().ply() < self.live.setup().seats.len() {
                    now = self.move_on(now);
                }
                self.presence.leave(&[seat], now);
                // Somebody else's clock runs meanwhile.
                now += 100_000;
                (Departure::Abandoned, self.act(other, &Action::ClaimAbsence(seat), now).unwrap(), now)
            }
            _ => {
                now += 1_000;
                (Departure::Resigned, self.act(own, &Action::Resign, now).unwrap(), now)
            }
        }
    }

    fn any_move(&self) -> Action {
        let text = self.live.game().legal_moves().nth(0).map_or("a1b2".to_owned(), |m| m.to_string());
        Action::Play { text, lag: 0 }
    }
}

/// How a game ended: the key, and the winners.
fn ended(live: &LiveGame) -> (&'static str, Vec<Seat>) {
    let Status::Over(ending) = live.status() else { panic!("{:?}", live.status()) };
    (ending.key(), ending.winners().iter().collect())
}

#[test]
fn seats_are_taken_left_and_filled() {
    let live = table("four-teams", "600", "black open open engine:2", "").check(
        "1 black plays > !not-started
         1 white join red > !seat-taken
         1 white join green > !seat-taken
         1 white join blue > joined blue whitexxxxx
         2 white join > !seat-taken
         2 white fills 3 > !not-host
         2 white aborts > !not-host
         3 white leaves-seat > left-seat blue
         4 blue join > joined white bluexxxxxx
         5 black leaves-seat > left-seat black
         6 blue fills 4 > filled 4
         7 blue leaves-seat > !already-started
         7 blue aborts > !too-late-to-abort
         7 red join > !seat-taken
         7 engine plays > moved
         8 blue plays > moved",
    );
    assert_eq!((live.host(), live.setup().kind()), (None, GameKind::Engine));
    assert_eq!(live.engine_to_move(), Level::new(4));
    let players: Vec<String> = live.setup().seats.iter().map(|(_, player)| player.unwrap().to_string()).collect();
    assert_eq!(players, ["engine:4", "user:bluexxxxxx", "engine:4", "engine:2"]);
    // The last person who waits ends the waiting, and so does the server.
    table("three", "600", "open black open", "").check("1 black leaves-seat > aborted white\n2 blue join > !game-over");
    table("three", "600", "open black white", "").check(
        "1 white aborts > !not-host
         2 black leaves-seat > left-seat white
         3 server aborts > aborted blue
         4 server aborts > !game-over",
    );
    // A game for two has a maker as well.
    script("600", [&format!("user:{BLACK}"), "open"])
        .check("1 black fills 3 > !only-parties\n1 black leaves-seat > aborted black\n2 white join > !game-over");
}

#[test]
fn the_game_begins_with_the_last_seat_and_seats_may_be_drawn() {
    let live = table("three", "none", "black open engine:1", "\tdrawn")
        .check("1 white join > joined white whitexxxxx, drawn white blue black");
    let seat = |name: &str| live.sides(user(name)).next();
    assert_eq!((seat("black"), seat("white")), (Some(Seat::White), Some(Seat::Blue)));
    assert_eq!((live.status(), live.player(Seat::Black)), (Status::Playing, Some(Player::Engine(Level::new(1).unwrap()))));
    let live = table("three", "none", "black open open", "\tdrawn").check("1 black fills 5 > filled 5, drawn white blue black");
    assert_eq!(live.setup().kind(), GameKind::Engine);
    // Everybody sits somewhere, and only once.
    for broken in ["drawn\tblack black white", "drawn\tblack white", "joined\tblack\tabcdefghij", "left-seat\twhite", "filled\t6"]
    {
        let line = table("three", "none", "black open open", "\tdrawn").log[0].1.clone();
        assert_eq!(LiveGame::replay([(0, line.as_str()), (1, broken)]).unwrap_err(), BrokenLog(2), "{broken}");
    }
}

/// All orders of these.
fn orders<T: Copy>(of: &[T]) -> Vec<Vec<T>> {
    let Some((&first, rest)) = of.split_first() else { return vec![Vec::new()] };
    let all = orders(rest).into_iter().flat_map(|order| {
        (0..=order.len()).map(move |n| {
            let mut order = order.clone();
            order.insert(n, first);
            order
        })
    });
    all.collect()
}

/// Seats drop out in every order, for every reason, with and without takeover: the game goes on until one team is left, or no person is.
#[test]
fn seats_drop_out_in_every_order() {
    let mut reasons = std::collections::BTreeSet::new();
    for layout in ["three", "four-teams", "four-alone", "six", "six-teams"] {
        let seating = sumito_rules::party::Layout::find(layout).unwrap().seating;
        let seats: Vec<Seat> = seating.seats().collect();
        for (n, order) in orders(&seats).into_iter().enumerate().filter(|(n, _)| seats.len() < 6 || n % 7 == 0) {
            for takeover in ["", "\ttakeover:2"] {
                let mut table = people(layout, "600", takeover);
                table.presence.enter(&seats, 0);
                let mut now = 0;
                let mut out = SeatSet::default();
                for (k, &seat) in order.iter().enumerate() {
                    // Some moves are made in between, by whoever is to move.
                    for _ in 0..(n + k) % 3 {
                        now = table.move_on(now);
                    }
                    let name = seat_name(seat);
                    let (why, found);
                    (why, found, now) = table.drop_out(seat, n / 2 + k, now);
                    let event = match why {
                        Departure::Resigned => "resigned",
                        Departure::FlagFall => "flag-fell",
                        Departure::Absent => "no-first-move",
                        _ => "abandoned",
                    };
                    assert_eq!(found, format!("{event} {name}"), "{layout} {order:?}");
                    reasons.insert(event);
                    out = out.with(seat);
                    let staying: Vec<Seat> = seats.iter().copied().filter(|&seat| !out.contains(seat)).collect();
                    let teams = seating.teams().filter(|&team| seating.members(team).any(|seat| !out.contains(seat))).count();
                    assert_eq!(table.live.people(), staying.iter().copied().collect());
                    let last = table.live.left().last().copied().unwrap();
                    assert_eq!((last.seat, last.why), (seat, why));
                    match (takeover, teams, staying.len()) {
                        // One team is left.
                        ("", 1, _) => {
                            let winners: Vec<Seat> = seating.members(seating.team(staying[0])).collect();
                            assert_eq!(ended(&table.live), ("won-by-others-left", winners), "{layout} {order:?}");
                            break;
                        }
                        // The engine has all other seats, and does not play without people.
                        (_, _, 0) => {
                            let loser = seating.team(seat);
                            let winners: Vec<Seat> = seating.seats().filter(|&seat| seating.team(seat) != loser).collect();
                            assert_eq!((last.engine, ended(&table.live).1), (None, winners), "{layout} {order:?}");
                            break;
                        }
                        _ => {
                            assert_eq!(table.live.status(), Status::Playing, "{layout} {order:?}");
                            assert_eq!(last.engine, if takeover.is_empty() { None } else { Level::new(2) });
                            let late = Actor::User(user(name));
                            assert_eq!(table.act(late, &Action::Resign, now), Err(Refusal::LeftTheGame));
                            assert_eq!(table.live.game().has_left(seat), takeover.is_empty());
                        }
                    }
                }
                assert!(table.live.status().is_ended(), "{layout} {order:?} {takeover}");
                assert_eq!(table.act(Actor::User(user("black")), &Action::Resign, now), Err(Refusal::GameOver));
            }
        }
    }
    assert_eq!(reasons.len(), 4, "{reasons:?}");
}

#[test]
fn whoever_leaves_is_skipped_and_the_clock_goes_on() {
    let live = people("three", "60", "").check(
        "1 black plays > moved
         2 white plays > moved
         3 blue plays > moved
         4 white plays > !not-your-turn
         5 white resigns > resigned white
         6 white plays > !left-the-game
         7 black plays > moved
         8 blue plays > moved
         9 black resigns > resigned black",
    );
    assert_eq!(ended(&live), ("won-by-others-left", vec![Seat::Blue]));
    // A seat that leaves on its turn hands the clock to the next; each has its own time.
    let live = people("four-alone", "60", "").check(
        "1 black plays > moved
         11 white resigns > resigned white
         31 blue plays > moved
         32 red plays > moved
         33 black plays > moved",
    );
    let left = live.setup().seats.seats().map(|seat| live.clock().left(seat, 33_000).unwrap().main / 1000).collect::<Vec<_>>();
    assert_eq!((live.clock().running(), left), (Some(Seat::Blue), vec![59, 50, 40, 59]));
}

#[test]
fn a_flag_puts_one_seat_out_and_never_stops_the_others() {
    for (more, engine) in [("", None), ("\ttakeover:3", Level::new(3))] {
        let live = people("six", "60", more).check(
            "1 black plays > moved
             2 white plays > moved
             3 blue plays > moved
             4 red plays > moved
             5 green plays > moved
             6 yellow plays > moved
             7 black plays > moved
             65.9 server flag > !time-left
             66 nobody flag > flag-fell white",
        );
        let left = live.left()[0];
        assert_eq!((left.seat, left.why, left.engine), (Seat::White, Departure::FlagFall, engine));
        let turn = if engine.is_some() { Seat::White } else { Seat::Blue };
        assert_eq!((live.game().turn(), live.clock().running()), (turn, Some(turn)));
        // An engine that takes over has the time of the start.
        let time = live.clock().left(turn, 66_000).unwrap().main;
        assert_eq!(time, if engine.is_some() { 60_000 } else { 59_000 });
        assert_eq!(live.engine_to_move(), engine);
    }
    // What somebody else does later comes after the flag, and is done all the same.
    let live = people("three", "60", "").check(
        "1 black plays > moved
         2 white plays > moved
         3 blue plays > moved
         4 black plays > moved
         80 blue resigns > flag-fell white, resigned blue",
    );
    assert_eq!(ended(&live), ("won-by-others-left", vec![Seat::Black]));
    people("three", "60", "").check(
        "1 black plays > moved
         2 white plays > moved
         3 blue plays > moved
         4 black plays > moved
         80 white plays > flag-fell white
         81 white offers draw > !left-the-game
         82 blue plays > moved",
    );
}

#[test]
fn flags_fall_one_after_the_other_until_one_is_left() {
    let moves = Seat::ALL.into_iter().enumerate().map(|(n, seat)| format!("{n} {} plays > moved", seat_name(seat)));
    // Black, White, Blue, Red and Green have a minute each, less the second for their first moves; Black's started the clock.
    let flags = [(65, "black"), (124, "white"), (183, "blue"), (242, "red"), (301, "green")];
    let flags = flags.map(|(at, seat)| format!("{}.9 server flag > !time-left\n{at} server flag > flag-fell {seat}", at - 1));
    let live = people("six", "60", "").check(&moves.chain(flags).collect::<Vec<_>>().join("\n"));
    assert_eq!(ended(&live), ("won-by-others-left", vec![Seat::Yellow]));
    assert_eq!(live.left().len(), 5);
}

#[test]
fn who_never_comes_is_out() {
    let live = people("three", "300+3", "").check(
        "29.9 server flag > !time-left
         30 server flag > no-first-move black
         59 server flag > !time-left
         59 white plays > moved
         88 server flag > !time-left
         89 server flag > no-first-move blue",
    );
    assert_eq!(ended(&live), ("won-by-others-left", vec![Seat::White]));
    assert_eq!(live.left()[1].why, Departure::Absent);
    let live = people("three", "300+3", "\ttakeover:1").check(
        "30 server flag > no-first-move black
         31 engine plays > moved
         32 white plays > moved
         62 server flag > no-first-move blue
         63 engine plays > moved
         64 engine plays > moved
         65 white resigns > resigned white",
    );
    assert_eq!(ended(&live).1, [Seat::Black, Seat::Blue]);
    // Against the engine alone nobody waits, and without a clock either.
    table("three", "300", "black engine:1 engine:1", "").check("99 server flag > !time-left");
    people("three", "none", "").check("99 server flag > !time-left");
}

#[test]
fn those_who_stay_go_on_without_an_absent_player() {
    let begun = "0 black enters > -
         0 white enters > -
         0 blue enters > -
         1 black plays > moved
         2 white plays > moved
         3 blue plays > moved
         10 white goes > -";
    for (more, engine) in [("", None), ("\ttakeover:5", Level::new(PARTY_LEVELS))] {
        let live = people("three", "300+3", more).check(&format!(
            "{begun}
             50 black claims win > !name-the-seat
             50 black claims absence white > !too-early
             50 black claims absence blue > !opponent-here
             50 black claims absence black > !opponent-here
             71 red claims absence white > !not-your-seat
             71 blue claims absence white > abandoned white
             72 blue claims absence white > !opponent-here
             72 white resigns > !left-the-game"
        ));
        assert_eq!((live.status(), live.left()[0].why), (Status::Playing, Departure::Abandoned));
        assert_eq!(live.left()[0].engine, engine);
    }
    online("300").check("1 black claims absence white > !only-parties");
}
