use super::*;

/// A lobby driven by a script: `U enters`, `U enters G`, `U leaves`, `wait SECONDS`, and of a game `G`: `G U opens CONTROL`,
/// `G U invites CONTROL`, `G U challenges U CONTROL`, `G engine U CONTROL`, `G rematch U U`, `G joined U`, `G moved MOVE`, `G aborted`, `G resigned`. Users and games are single letters.
#[derive(Default)]
struct Script {
    state: LobbyState,
    now: Millis,
    games: HashMap<GameId, Vec<(Millis, String)>>,
}

fn id<T: std::str::FromStr>(letter: &str) -> T {
    letter.repeat(10).parse().unwrap_or_else(|_| panic!("{letter} is a letter"))
}

impl Script {
    fn step(&mut self, step: &str) {
        let created = |control: &str, public: &str, black: &str, white: &str| {
            format!(
                "created\tstandard\twin=6 repetition=3 quiet=off no-move=loses\t{control}\tcasual\t{public}\t{black}\t{white}"
            )
        };
        let user = |letter: &str| format!("user:{}", id::<UserId>(letter));
        let words: Vec<&str> = step.split(' ').collect();
        let mut enter = |user: Option<UserId>, viewing| _ = self.state.enter(user, viewing, None);
        let line = match words[..] {
            ["wait", seconds] => return self.now += seconds.parse::<Millis>().unwrap() * 1000,
            ["stranger", "enters"] => return enter(None, Viewing::Lobby),
            ["stranger", "leaves"] => return self.state.leave(None, Viewing::Lobby, None, self.now),
            [user, "enters"] => return enter(Some(id(user)), Viewing::Lobby),
            [user, "leaves"] => return self.state.leave(Some(id(user)), Viewing::Lobby, None, self.now),
            [user, "enters", game] => return enter(Some(id(user)), Viewing::Game(id(game))),
            [user, "leaves", game] => return self.state.leave(Some(id(user)), Viewing::Game(id(game)), None, self.now),
            [_, maker, "opens", control] => created(control, "public", &user(maker), "open"),
            [_, maker, "invites", control] => created(control, "private", "open", &user(maker)),
            [_, maker, "challenges", other, control] => {
                format!("{}\tfor:{}", created(control, "public", "open", &user(maker)), id::<UserId>(other))
            }
            [_, "rematch", black, white] => created("600", "private", &user(black), &user(white)),
            [_, "engine", player, control] => created(control, "public", "engine:1", &user(player)),
            [_, "joined", user] => {
                let color = if self.games[&id(words[0])][0].1.ends_with("open") { "white" } else { "black" };
                format!("joined\t{color}\t{}", id::<UserId>(user))
            }
            [_, "moved", m] => format!("moved\t{m}"),
            [_, "aborted"] => "aborted\tblack".to_owned(),
            [_, "resigned"] => "resigned\tblack".to_owned(),
            _ => panic!("{step}"),
        };
        let game = id(words[0]);
        let log = self.games.entry(game).or_default();
        log.push((self.now, line));
        let (live, log) = LiveGame::replay(log.iter().map(|(at, line)| (*at, line.as_str()))).unwrap();
        let at = log.last().map_or(0, |event| event.at);
        let players = live.setup().seats.map(|_| PlayerInfo::default());
        self.state.note(game, &live, || GameSummary::of(game, &live, players, at), None, self.now);
    }
}

/// The announcements, as text.
fn words(change: Option<&LobbyChange>, stale: &[GameId]) -> String {
    let letter = |id: &GameId| id.as_str()[..1].to_owned();
    let mut words = Vec::new();
    if let Some(change) = change {
        words.extend(change.lists.open_seats.iter().map(|game| format!("seat {}", letter(&game.id))));
        words.extend(change.gone.iter().map(|(id, gone)| format!("{gone:?} {}", letter(id)).to_lowercase()));
        words.extend(change.lists.games.iter().map(|game| format!("game {}", letter(&game.id))));
        words.extend(change.over.iter().map(|id| format!("over {}", letter(id))));
        words.push(format!("{} online, {} playing", change.lists.online, change.lists.playing));
    }
    words.extend(stale.iter().map(|id| format!("stale {}", letter(id))));
    words.join(", ")
}

/// Applies a change to what a follower knows.
fn take_in(known: &mut LobbyLists, LobbyChange { lists, gone, over }: LobbyChange) {
    let gone: Vec<GameId> = gone.iter().map(|(id, _)| *id).collect();
    for (list, changed, gone) in [(&mut known.open_seats, lists.open_seats, gone), (&mut known.games, lists.games, over)] {
        list.retain(|old| !gone.contains(&old.id) && !changed.iter().any(|new| new.id == old.id));
        list.extend(changed);
    }
    (known.online, known.playing, known.featured) = (lists.online, lists.playing, lists.featured);
    known.sort();
}

/// Checks the announcements after each step. A follower of every change must know the same as a newcomer.
fn check(steps: &[(&str, &str)]) {
    let mut script = Script::default();
    let mut known = LobbyLists::default();
    for (step, expected) in steps {
        script.step(step);
        let stale = script.state.sweep(script.now);
        let change = script.state.take_change();
        assert_eq!(words(change.as_ref(), &stale), *expected, "after {step} in {steps:#?}");
        if let Some(change) = change {
            take_in(&mut known, change);
        }
        assert_eq!(known, script.state.lists(), "after {step} in {steps:#?}");
    }
}

#[test]
fn a_seat_is_listed_until_somebody_takes_it() {
    check(&[
        ("u enters", "1 online, 0 playing"),
        ("a u opens 600", "seat a, 1 online, 0 playing"),
        ("stranger enters", "2 online, 0 playing"),
        ("v enters", "3 online, 0 playing"),
        ("v enters a", ""),
        ("a joined v", "taken a, game a, 3 online, 1 playing"),
        ("a moved a1b2", "game a, 3 online, 1 playing"),
        ("a resigned", "over a, 3 online, 0 playing"),
        ("v leaves", ""),
        ("v leaves a", "2 online, 0 playing"),
        ("stranger leaves", "1 online, 0 playing"),
    ]);
}

#[test]
fn an_invitation_is_never_listed() {
    check(&[
        ("a u invites 600", ""),
        ("wait 90000", ""),
        ("a joined v", ""),
        ("a moved a1b2", ""),
        ("b u invites 600", ""),
        ("b aborted", ""),
    ]);
}

#[test]
fn a_challenge_is_never_listed_and_expires_after_its_time() {
    check(&[
        ("u enters", "1 online, 0 playing"),
        ("a u challenges v 600", ""),
        ("b u challenges w 3d", ""),
        ("c u challenges x 600", ""),
        ("c joined x", "game c, 1 online, 1 playing"),
        ("c resigned", "over c, 1 online, 0 playing"),
        ("u leaves", "0 online, 0 playing"),
        ("wait 86400", ""),
        ("wait 1", "stale a"),
        ("a aborted", ""),
        ("wait 518400", "stale b"),
        ("b aborted", ""),
    ]);
}

#[test]
fn the_featured_game_is_announced_and_followers_know_it() {
    let mut script = Script::default();
    let mut featured = |step: &str| {
        script.step(step);
        script.state.sweep(script.now);
        let change = script.state.take_change();
        assert!(change.is_none_or(|change| change.lists.featured == script.state.featured()), "{step}");
        script.state.featured().map_or_else(String::new, |game| game.as_str()[..1].to_owned())
    };
    assert_eq!(featured("a engine u 600"), "a");
    assert_eq!(featured("v enters"), "a");
    assert_eq!(featured("b v opens 600"), "a");
    assert_eq!(featured("b joined w"), "a", "two people have to begin first");
    for (step, expected) in [("b moved a1b2", "a"), ("b moved i9h8", "a"), ("b moved b2c3", "a"), ("b moved i8h7", "b")] {
        assert_eq!(featured(step), expected, "{step}");
    }
    assert_eq!(featured("wait 91"), "b", "all are quiet: the better one stays");
    assert_eq!(featured("b resigned"), "a");
    assert_eq!(featured("a resigned"), "");
}

#[test]
fn who_goes_away_waits_no_longer() {
    // A reload changes nothing. A slow one hides the seat for a while, and it is given up only later.
    check(&[
        ("u enters", "1 online, 0 playing"),
        ("a u opens 300+3", "seat a, 1 online, 0 playing"),
        ("wait 600", ""),
        ("u leaves", "0 online, 0 playing"),
        ("wait 2", ""),
        ("u enters a", "1 online, 0 playing"),
        ("wait 29", ""),
        ("u leaves a", "0 online, 0 playing"),
        ("wait 3", "withdrawn a, 0 online, 0 playing"),
        ("wait 26", ""),
        ("u enters", "seat a, 1 online, 0 playing"),
        ("u leaves", "0 online, 0 playing"),
        ("wait 3", "withdrawn a, 0 online, 0 playing"),
        ("wait 27", ""),
        ("wait 1", "stale a"),
        ("a aborted", ""),
    ]);
    // One of two pages may be closed.
    check(&[
        ("u enters", "1 online, 0 playing"),
        ("a u opens 600", "seat a, 1 online, 0 playing"),
        ("u enters a", ""),
        ("u leaves", ""),
        ("wait 99", ""),
    ]);
    // A page of another game does not count, and no seat stays open forever.
    check(&[
        ("a u opens none", "seat a, 0 online, 0 playing"),
        ("u enters b", "1 online, 0 playing"),
        ("wait 3", "withdrawn a, 1 online, 0 playing"),
        ("wait 28", "stale a"),
    ]);
    check(&[
        ("u enters", "1 online, 0 playing"),
        ("a u opens 600", "seat a, 1 online, 0 playing"),
        ("wait 3600", ""),
        ("wait 1", "stale a"),
    ]);
    // With days for a move, nobody has to be online.
    check(&[("a u opens 3d", "seat a, 0 online, 0 playing"), ("wait 1209600", ""), ("wait 1", "stale a")]);
    check(&[("a u invites 600", ""), ("wait 604800", ""), ("wait 1", "stale a")]);
}

#[test]
fn a_seat_that_is_not_shown_cannot_be_taken() {
    let mut script = Script::default();
    let mut check = |steps: &[&str], takeable: bool| {
        for step in steps {
            script.step(step);
            script.state.sweep(script.now);
        }
        assert_eq!(script.state.is_takeable(id("a")), takeable, "after {steps:?}");
    };
    check(&["u enters", "a u opens 600"], true);
    check(&["u leaves", "wait 2"], true);
    check(&["wait 1"], false);
    check(&["u enters"], true);
    // A game that begins in another way, a rematch or by invitation, withdraws it.
    check(&["b v invites 600", "b joined u"], false);
    assert!(script.state.is_takeable(id("b")) && script.state.is_takeable(id("c")), "what is not listed is not for us to say");
    // An invitation can be taken while its maker is away.
    let mut script = Script::default();
    script.step("a u invites 600");
    script.step("wait 99");
    script.state.sweep(script.now);
    assert!(script.state.is_takeable(id("a")));
}

#[test]
fn who_sits_down_is_found_nowhere_else() {
    for begins in ["c joined u", "e rematch u v"] {
        check(&[
            ("u enters", "1 online, 0 playing"),
            ("a u opens 600", "seat a, 1 online, 0 playing"),
            ("b u opens 3d", "seat b, 1 online, 0 playing"),
            ("v enters", "2 online, 0 playing"),
            ("c v invites 900", ""),
            ("d v opens none", "seat d, 2 online, 0 playing"),
            (begins, "withdrawn a, withdrawn d, 2 online, 0 playing, stale a, stale d"),
            ("a aborted", "stale d"),
            ("d aborted", ""),
            ("b joined v", "taken b, 2 online, 0 playing"),
        ]);
    }
    // A game against the engine does not withdraw it.
    check(&[
        ("u enters", "1 online, 0 playing"),
        ("a u opens 600", "seat a, 1 online, 0 playing"),
        ("b engine u 600", "game b, 1 online, 1 playing"),
    ]);
}

#[test]
fn games_without_moves_are_not_shown_for_ever() {
    check(&[
        ("a engine u 600", "game a, 0 online, 1 playing"),
        ("wait 900", ""),
        ("a moved a1b2", "game a, 0 online, 1 playing"),
        ("wait 900", ""),
        ("wait 1", "over a, 0 online, 0 playing"),
        ("a moved i9h8", "game a, 0 online, 1 playing"),
        // Games with days for a move are not listed to watch.
        ("b engine u 1d", ""),
        ("b moved a1b2", ""),
    ]);
}

#[test]
fn so_many_games_are_shown_and_the_others_counted() {
    let mut script = Script::default();
    for game in ('a'..='z').take(MOST_GAMES + 3) {
        script.step(&format!("{game} engine u 600"));
    }
    let lists = script.state.lists();
    assert_eq!((lists.games.len(), lists.playing), (MOST_GAMES, MOST_GAMES + 3));
    // One that is over makes room for one in which something happens.
    script.state.take_change();
    script.step("a resigned");
    script.step("o moved a1b2");
    assert_eq!(words(script.state.take_change().as_ref(), &[]), "game o, over a, 0 online, 14 playing");
    assert_eq!(script.state.lists().games.len(), MOST_GAMES);
}
