//! Games for more than two, over the real API and sockets.

use super::*;
use crate::play::live::{Action, Actor};

/// A move for the seat to move, as the rules choose it.
fn any_move(state: &Value) -> String {
    let position: sumito_rules::party::Position = state["position"].as_str().unwrap().parse().unwrap();
    position.legal_moves().nth(0).unwrap().to_string()
}

impl Server {
    /// Four people who play in two teams.
    async fn four(&self, setup: Value) -> ([User; 4], String) {
        let users = [self.guest().await, self.guest().await, self.guest().await, self.guest().await];
        let mut setup = setup;
        for (key, value) in [("against", "online"), ("layout", "four-teams"), ("color", "black")] {
            setup[key] = json!(value);
        }
        let game = self.create(&users[0], setup).await;
        for (user, seat) in users[1..].iter().zip(["white", "blue", "red"]) {
            let (status, done) = self.act(user, &game, json!({"do": "join", "seat": seat})).await;
            assert_eq!(status, StatusCode::OK, "{done}");
        }
        (users, game)
    }

    /// Whoever is to move does, `count` times.
    async fn play_on(&self, users: &[User; 4], game: &str, count: usize) {
        for _ in 0..count {
            let state = self.state(game).await;
            let turn = state["seats"].as_array().unwrap().iter().position(|seat| *seat == state["turn"]).unwrap();
            let action = json!({"do": "play", "move": any_move(&state), "version": state["version"]});
            let (status, done) = self.act(&users[turn], game, action).await;
            assert_eq!(status, StatusCode::OK, "{done}");
        }
    }

    pub(super) async fn text(&self, path: &str) -> String {
        let response = self.request("GET", path, &[], "").await;
        String::from_utf8(to_bytes(response.into_body(), 1 << 22).await.unwrap().to_vec()).unwrap()
    }
}

/// Four people at four sockets play in teams: one resigns, one runs out of time, and those who stay win. Somebody watches, reads along and talks
/// with others who watch; the players talk before and after, not while partners play.
#[tokio::test]
async fn four_people_play_in_teams_until_one_team_is_left() {
    let server = Server::start().await;
    let users = [server.guest().await, server.guest().await, server.guest().await, server.guest().await];
    let setup = json!({"against": "online", "layout": "four-teams", "control": "600", "public": true, "color": "black"});
    let game = server.create(&users[0], setup).await;
    let mut sockets = Vec::new();
    for user in &users {
        sockets.push(server.socket(&game, user, "").await);
    }
    let (watcher, _) = server.account("watcher").await;
    let mut audience = server.socket(&game, &watcher, "").await;
    let state = sockets[1].next_of("state").await;
    assert_eq!(
        (&state["status"], &state["you"], &state["host"], &state["openSeats"]),
        (&json!("open"), &json!([]), &json!("black"), &json!(3))
    );
    assert_eq!(state["teams"], json!([["black", "blue"], ["white", "red"]]));
    assert_eq!(sockets[0].ask(json!({"do": "chat", "text": "who plays?"})).await, 1);
    // The seats are taken one by one; one is given up again.
    assert_eq!(sockets[1].ask(json!({"do": "join", "seat": "black"})).await, "seat-taken");
    assert_eq!(sockets[1].ask(json!({"do": "join", "seat": "red"})).await, 2);
    assert_eq!(sockets[1].ask(json!({"do": "fill", "level": 3})).await, "not-host");
    assert_eq!(sockets[1].ask(json!({"do": "leave-seat"})).await, 3);
    assert_eq!(sockets[1].ask(json!({"do": "join", "seat": "white"})).await, 4);
    assert_eq!(sockets[2].ask(json!({"do": "join"})).await, 5);
    let event = sockets[0].next_of("event").await;
    assert_eq!((&event["event"], &event["by"], &event["openSeats"]), (&json!("joined"), &json!("red"), &json!(2)));
    assert_eq!(sockets[3].ask(json!({"do": "join", "seat": "red"})).await, 6);
    let state = server.state(&game).await;
    assert_eq!((&state["status"], &state["host"], &state["turn"]), (&json!("playing"), &Value::Null, &json!("black")));
    assert_eq!(state["players"].as_object().unwrap().len(), 4);
    assert_eq!(state["clocks"]["left"].as_object().unwrap().len(), 4);

    // Partners do not talk; those who watch do, among themselves.
    assert_eq!(sockets[2].ask(json!({"do": "chat", "text": "push!"})).await, "partners-play");
    assert_eq!(server.act(&users[1], &game, json!({"do": "chat", "text": "push!"})).await.1["key"], "partners-play");
    audience.send(json!({"do": "chat", "text": "what a game"})).await;
    let said = audience.next_of("chat").await;
    assert_eq!((&said["text"], &said["room"]), (&json!("what a game"), &json!("watchers")));
    let stranger = server.guest().await;
    assert_eq!(server.act(&stranger, &game, json!({"do": "chat", "text": "hi"})).await.1["key"], "account-needed");
    let read =
        async |user: &User| server.call("GET", &format!("/api/games/{game}/chat"), user, Value::Null).await.1["chat"].clone();
    assert_eq!(read(&watcher).await.as_array().unwrap().len(), 1);
    assert_eq!(read(&users[1]).await[0]["text"], "who plays?");

    // A round, and Black's second move.
    server.play_on(&users, &game, 5).await;
    // White resigns, and is skipped; the watcher sees it at once.
    let version = server.state(&game).await["version"].clone();
    assert_eq!(sockets[1].ask(json!({"do": "resign"})).await.as_u64(), version.as_u64().map(|version| version + 1));
    let event = loop {
        let event = audience.next_of("event").await;
        if event["event"] == "resigned" {
            break event;
        }
    };
    assert_eq!(
        (&event["by"], &event["word"], &event["turn"], &event["status"]),
        (&json!("white"), &json!("White:resigned"), &json!("blue"), &json!("playing"))
    );
    assert_eq!(event["departures"], json!([{"seat": "white", "why": "resigned", "engine": null}]));
    assert_eq!((&event["clocks"]["running"], &event["out"]), (&json!("blue"), &json!(["white"])));
    assert_eq!(sockets[1].ask(json!({"do": "offer", "what": "draw"})).await, "left-the-game");
    // A draw would need Black, Blue and Red.
    assert!(
        sockets[0].ask(json!({"do": "offer", "what": "draw", "version": server.state(&game).await["version"]})).await.is_u64()
    );
    assert_eq!(
        server.state(&game).await["offers"],
        json!([{"what": "draw", "by": "black", "agreed": ["black"], "waits": ["blue", "red"]}])
    );
    server.play_on(&users, &game, 1).await;
    assert_eq!(server.state(&game).await["offers"], json!([]), "a move declines it");
    // Red's time runs out.
    let flag_at = server.app.games.read(game.parse().unwrap(), |loaded| loaded.live.clock().flag().unwrap().1).await.unwrap();
    server.app.games.act(game.parse().unwrap(), Actor::Server, 0, Action::ClaimFlag, flag_at).await.unwrap();
    let state = server.state(&game).await;
    assert_eq!((&state["status"], &state["outcome"]["key"]), (&json!("over"), &json!("won-by-others-left")));
    assert_eq!((&state["outcome"]["winners"], &state["outcome"]["result"]), (&json!(["black", "blue"]), &json!("1-0")));
    assert_eq!(state["departures"][1], json!({"seat": "red", "why": "flag", "engine": null}));
    // Now everybody may talk, and the players read what the others said.
    assert!(sockets[2].ask(json!({"do": "chat", "text": "thanks"})).await.is_u64());
    let said: Vec<String> = read(&users[0]).await.as_array().unwrap().iter().map(|said| said["text"].to_string()).collect();
    assert_eq!(said, [r#""who plays?""#, r#""what a game""#, r#""thanks""#]);

    // The file reads back, and the page is there for everybody.
    let file = server.text(&format!("/api/games/{game}/record")).await;
    let record = sumito_rules::record::party::read(file.lines()).next().unwrap().unwrap();
    let sumito_rules::record::party::AnyRecord::Party(record) = record else { panic!("{file}") };
    let replayed = record.to_game().unwrap();
    assert_eq!(replayed.outcome().map(sumito_rules::party::Outcome::key), Some("won-by-others-left"), "{file}");
    assert_eq!((replayed.ply(), record.tag("Blue"), record.tag("TimeControl")), (6, Some("Guest"), Some("600")), "{file}");
    assert_eq!(server.request("GET", &format!("/api/games/{game}/record?format=plain"), &[], "").await.status(), 400);
    let page = server.text(&format!("/game/{game}")).await;
    assert!(page.contains(r#"id="game""#) && page.contains("four-teams"), "{page}");
    assert_eq!(server.request("GET", &format!("/game/{game}/rule-answers"), &[], "").await.status(), 200);

    // A rematch needs everybody; all sit one seat further.
    for (n, socket) in sockets.iter_mut().enumerate() {
        let answer = socket.ask(json!({"do": "offer", "what": "rematch"})).await;
        assert!(answer.is_u64(), "{n}: {answer}");
    }
    let next = server.state(&game).await["next"].as_str().unwrap().to_owned();
    let state = server.call("GET", &format!("/api/games/{next}"), &users[0], Value::Null).await.1;
    assert_eq!((&state["you"], &state["status"], &state["layout"]), (&json!(["white"]), &json!("playing"), &json!("four-teams")));
}

/// A game of people that ends is in the lists of all of them, and in no list of games for two.
#[tokio::test]
async fn a_party_is_found_in_the_profiles_of_all_its_players() {
    let server = Server::start().await;
    let accounts = [server.account("ada").await, server.account("bob").await, server.account("cid").await];
    let setup = json!({"against": "online", "layout": "three", "seats": ["open", "open", "you"], "public": true});
    let game = server.create(&accounts[0].0, setup).await;
    for (user, _) in &accounts[1..] {
        assert_eq!(server.act(user, &game, json!({"do": "join"})).await.0, 200);
    }
    let listed = |games: &Value| games["games"].as_array().unwrap().iter().any(|listed| listed["game"] == *game);
    for (user, _) in &accounts {
        assert!(listed(&server.call("GET", "/api/games?status=mine", user, Value::Null).await.1));
    }
    assert!(listed(&server.call("GET", "/api/games?status=playing", &accounts[0].0, Value::Null).await.1));
    for (user, _) in &accounts[1..] {
        assert_eq!(server.act(user, &game, json!({"do": "resign"})).await.0, 200);
    }
    for (n, (user, name)) in accounts.iter().enumerate() {
        let page = server.text(&format!("/user/{name}")).await;
        assert!(page.contains(&format!("/game/{game}")), "{name}");
        let result = if n == 0 { "won" } else { "lost" };
        let found = server.call("GET", &format!("/api/games/search?player={name}&result={result}"), user, Value::Null).await.1;
        assert!(listed(&found), "{name} {result}: {found}");
        let other = if n == 0 { "lost" } else { "won" };
        assert!(!listed(
            &server.call("GET", &format!("/api/games/search?player={name}&result={other}"), user, Value::Null).await.1
        ));
    }
    let found = server.call("GET", "/api/games/search?layout=three", &accounts[0].0, Value::Null).await.1;
    let entry = found["games"].as_array().unwrap().iter().find(|found| found["game"] == *game).unwrap().clone();
    assert_eq!(entry["winners"], json!(["blue"]));
    assert_eq!(
        ["black", "white", "blue"].map(|seat| entry["players"][seat]["name"].clone()),
        [1, 2, 0].map(|n| json!(accounts[n].1))
    );
    let opponents = format!("/api/games/search?player={}&opponent={}", accounts[0].1, accounts[1].1);
    assert!(listed(&server.call("GET", &opponents, &accounts[0].0, Value::Null).await.1), "all who sat at the table");
    for (query, is_found) in [
        ("players=3", true),
        ("players=2", false),
        ("result=blue", true),
        ("result=black", false),
        ("most=1", true),
        ("least=1", false),
    ] {
        let path = format!("/api/games/search?player={}&{query}", accounts[0].1);
        assert_eq!(listed(&server.call("GET", &path, &accounts[0].0, Value::Null).await.1), is_found, "{query}");
    }
    // Results by seat, for the player who won at Blue.
    let profile = server.text(&format!("/user/{}", accounts[0].1)).await;
    assert!(profile.contains("Three · Against people") && profile.contains("dot blue"), "{profile}");
}

/// One person with engines: they answer at once, take back when asked, and the game is over when the person leaves.
#[tokio::test]
async fn one_person_plays_with_five_engines() {
    let server = Server::start().await;
    let user = server.guest().await;
    let game = server.create(&user, json!({"against": "engine", "level": 1, "layout": "six", "color": "blue"})).await;
    let mut socket = server.socket(&game, &user, "").await;
    let wait = async |socket: &mut Client, version: u64| {
        while socket.next_of("event").await["version"].as_u64().unwrap() < version {}
    };
    if socket.next_of("state").await["version"].as_u64().unwrap() < 3 {
        wait(&mut socket, 3).await;
    }
    let state = server.state(&game).await;
    assert_eq!((&state["kind"], &state["turn"], state["moves"].as_array().unwrap().len()), (&json!("engine"), &json!("blue"), 2));
    assert_eq!(socket.ask(json!({"do": "play", "move": any_move(&state), "version": 3})).await, 4);
    wait(&mut socket, 9).await;
    assert_eq!(socket.ask(json!({"do": "offer", "what": "draw", "version": 9})).await, "engine-plays-on");
    assert_eq!(socket.ask(json!({"do": "offer", "what": "takeback", "version": 9})).await, 10);
    let event = loop {
        let event = socket.next_of("event").await;
        if event["event"] == "took-back" {
            break event;
        }
    };
    assert_eq!((&event["turn"], event["moves"].as_array().unwrap().len()), (&json!("blue"), 2));
    assert_eq!(socket.ask(json!({"do": "resign"})).await, 11);
    let state = server.state(&game).await;
    assert_eq!((&state["status"], &state["outcome"]["key"]), (&json!("over"), &json!("won-by-desertion")));
    assert_eq!(state["outcome"]["winners"].as_array().unwrap().len(), 5);
    assert_eq!(socket.ask(json!({"do": "offer", "what": "rematch"})).await, 12);
}

/// The engine takes over for somebody who resigns, and plays on after a restart of the server.
#[tokio::test]
async fn an_engine_takes_over_and_survives_a_restart() {
    let server = Server::start().await;
    let (users, game) = server.four(json!({"takeover": 1})).await;
    server.play_on(&users, &game, 1).await;
    assert_eq!(server.act(&users[1], &game, json!({"do": "resign"})).await.0, 200);
    let moved = async |server: &Server, count: usize| {
        for _ in 0..200 {
            if server.state(&game).await["moves"].as_array().unwrap().len() >= count {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the engine does not move: {}", server.state(&game).await);
    };
    moved(&server, 2).await;
    let state = server.state(&game).await;
    assert_eq!((&state["turn"], &state["departures"][0]["engine"], &state["out"]), (&json!("blue"), &json!(1), &json!([])));
    assert!(state["players"]["white"]["user"].is_string(), "the person stays in the list");
    server.play_on(&users, &game, 2).await;
    // It is Black's turn; the game goes on at another server of the same database.
    let config = Config { shares_database: true, ..server.config.clone() };
    let second = Server::with(config, server.folder.clone()).await;
    second.play_on(&users, &game, 1).await;
    moved(&second, 6).await;
}

#[tokio::test]
async fn setups_of_parties_that_do_not_hold_are_refused() {
    let server = Server::start().await;
    let user = server.guest().await;
    for (more, expected) in [
        (json!({"seats": ["you", "open"]}), "seats: expected 3 of them, and you in one"),
        (json!({"seats": ["you", "you", "open"]}), "seats: expected 3 of them, and you in one"),
        (json!({"seats": ["open", "open", "open"]}), "seats: expected 3 of them, and you in one"),
        (json!({"seats": ["you", "open", "engine:6"]}), "expected a number from 1 to 5"),
        (json!({"seats": ["you", "open", "somebody"]}), "seats: expected you, open or engine:LEVEL, found 'somebody'"),
        (json!({"color": "red"}), "color: expected a seat of the layout"),
        (json!({"takeover": 6}), "takeover: expected a number from 1 to 5"),
        (json!({"help": true}), "help: expected a layout for two players"),
        (json!({"layout": "five"}), "there is none by that name"),
        (json!({"layout": "standard", "takeover": 3}), "drawn, takeover and seats: expected a layout for more than two players"),
        (json!({"layout": "standard", "color": "blue"}), "color: expected a seat of the layout"),
    ] {
        let mut setup = json!({"against": "online", "layout": "three"});
        setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (status, answer) = server.call("POST", "/api/games", &user, setup).await;
        assert_eq!(status, 400, "{more}: {answer}");
        assert!(answer["message"].as_str().unwrap().contains(expected), "{more}: {answer}");
    }
}

/// Seats and lists of the lobby: a party is listed with its free seats until it begins, and a seat in it gives way to another game on time.
#[tokio::test]
async fn an_open_party_is_listed_until_it_is_full() {
    let server = Server::start().await;
    let (host, other) = (server.guest().await, server.guest().await);
    let mut lobby = server.connect("/api/lobby/socket", &[("cookie", &host.0)]).await.unwrap();
    let setup = json!({"against": "online", "layout": "three", "control": "600", "public": true, "color": "white"});
    let game = server.create(&host, setup.clone()).await;
    let next = async |lobby: &mut Client, wanted: &dyn Fn(&Value) -> bool| {
        loop {
            let change = lobby.next().await.unwrap();
            if wanted(&change) {
                return;
            }
        }
    };
    let open = |change: &Value, seats: u64| {
        let games = change["openSeats"].as_array().into_iter().flatten();
        games.into_iter().any(|listed| listed["game"] == *game && listed["openSeats"] == seats && listed["host"] == "white")
    };
    next(&mut lobby, &|change| open(change, 2)).await;
    let _other_lobby = server.connect("/api/lobby/socket", &[("cookie", &other.0)]).await.unwrap();
    assert_eq!(server.act(&other, &game, json!({"do": "join", "seat": "blue"})).await.0, 200);
    next(&mut lobby, &|change| open(change, 1)).await;
    // Whoever opens another game on time gives the seat up.
    let second = server.create(&other, setup).await;
    next(&mut lobby, &|change| open(change, 2)).await;
    let state = server.state(&game).await;
    assert_eq!((&state["players"]["blue"], &state["status"]), (&Value::Null, &json!("open")));
    assert_eq!(server.act(&other, &second, json!({"do": "abort"})).await.0, 200);
    assert_eq!(server.act(&host, &game, json!({"do": "fill", "level": 2})).await.0, 200);
    next(&mut lobby, &|change| change["gone"].as_array().is_some_and(|gone| gone.iter().any(|gone| gone["game"] == *game))).await;
    assert_eq!(server.state(&game).await["status"], "playing");
}

/// Games for two keep a log and a ring of notices each, whatever larger games need: a setup and the presence of six are stored apart.
#[test]
fn what_every_game_keeps_in_memory_is_small() {
    assert!(size_of::<crate::play::event::Event>() <= 32, "{} bytes", size_of::<crate::play::event::Event>());
    assert!(size_of::<crate::games::room::Notice>() <= 16, "{} bytes", size_of::<crate::games::room::Notice>());
    let live = size_of::<crate::play::live::LiveGame>();
    assert!(live <= 1_200, "{live} bytes");
}
