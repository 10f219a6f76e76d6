//! Every game ends, and logs stay readable.

use super::*;

/// Random actions of random people: whatever they do, the game ends, and its log replays.
#[test]
fn every_game_ends() {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let mut endings = std::collections::BTreeSet::new();
    for layout in sumito_rules::party::Layout::all().iter().filter(|layout| layout.is_offered()) {
        for (n, control) in ["none", "20", "10+1", "20/2x5"].into_iter().enumerate() {
            let seats: Vec<&str> = layout.seating.seats().map(seat_name).collect();
            let more = ["", "\ttakeover:2", "\ttakeover:1\tdrawn", "\tdrawn"][n];
            let mut table =
                table(layout.id, control, &["black", "engine:1", "open", "open", "open", "open"][..seats.len()].join(" "), more);
            let setup = table.log[0].1.replace("plies=1000", "plies=90");
            table.live = LiveGame::new(Setup::parse(&setup).unwrap(), 0).unwrap();
            table.log[0].1 = setup;
            let mut now = 0;
            for step in 0.. {
                assert!(step < 3_000, "{layout} goes on: {:?}", table.log);
                if table.live.status().is_ended() {
                    break;
                }
                now += next(4_000) as Millis;
                let turn = table.live.game().turn();
                let mover = match table.live.player(turn) {
                    Some(Player::User(user)) => Actor::User(user),
                    _ => Actor::Engine,
                };
                let somebody = Actor::User(user(seats[next(seats.len())]));
                let offer = Offer::ALL[next(4)];
                let legal = table.live.game().legal_moves();
                let m =
                    Action::Play { text: legal.nth(next(legal.len().max(1))).map(|m| m.to_string()).unwrap_or_default(), lag: 0 };
                let (actor, action) = match next(40) {
                    0 => (somebody, Action::Join(None)),
                    1 => (somebody, Action::LeaveSeat),
                    2 if step > 20 => (somebody, Action::Fill(Level::new(1).unwrap())),
                    3..=5 => (somebody, Action::Offer(offer)),
                    6..=9 => (somebody, Action::Accept(offer)),
                    10 => (somebody, Action::Decline(offer)),
                    11 if next(4) == 0 => (somebody, Action::Resign),
                    12 if next(4) == 0 => (somebody, Action::ClaimAbsence(Seat::ALL[next(6)])),
                    13 => (Actor::Server, Action::ClaimFlag),
                    _ => (mover, m),
                };
                let _ = table.act(actor, &action, now);
            }
            endings.insert(match table.live.status() {
                Status::Over(ending) => ending.key(),
                _ => "aborted",
            });
        }
    }
    assert!(endings.len() >= 3, "the actions bring too little about: {endings:?}");
}

/// Logs as servers before there were games for more than two have written them, line by line.
#[test]
fn old_logs_of_two_players_replay_and_are_written_as_they_were() {
    let mut games = 0;
    for log in include_str!("two_players.log").split("\n\n") {
        let lines: Vec<(Millis, &str)> = log
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_once('\t').map(|(at, line)| (at.parse().unwrap(), line)).unwrap())
            .collect();
        let (live, events) = LiveGame::replay(lines.iter().copied()).unwrap_or_else(|broken| panic!("{broken}: {log}"));
        let written: Vec<(Millis, String)> = events.iter().map(|event| (event.at, event.kind.to_string())).collect();
        assert!(written.iter().map(|(at, line)| (*at, line.as_str())).eq(lines), "{log}");
        let expected = log.lines().find_map(|line| line.strip_prefix("# ")).unwrap();
        let status = match live.status() {
            Status::Open => "open".to_owned(),
            Status::Playing => format!("playing, {} to move", seat_name(live.game().turn())),
            Status::Over(ending) => format!("{} {}", ending.result(), ending.key()),
            Status::Aborted => format!("aborted, {:?}", live.abort_reason().unwrap()),
        };
        let clocks = [Color::Black, Color::White].map(|color| live.clock().left(color, 0).map_or(0, |left| left.main));
        assert_eq!(format!("{status}; clocks {} {}", clocks[0], clocks[1]), expected, "{log}");
        games += 1;
    }
    assert_eq!(games, 6);
}
