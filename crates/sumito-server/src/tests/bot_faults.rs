//! Programs that do something wrong get clear answers, keep their games, and disturb nobody: each fault happens while others play.

use super::bots::Program;
use super::*;

/// A bot that is going to do something wrong, its opponent with the game of the two, and a game of others that goes on meanwhile.
struct Scene {
    server: Server,
    bot: Program,
    ada: User,
    game: String,
    others: [User; 2],
    other_game: String,
    /// How many moves the others have made.
    made: usize,
}

/// Moves that others make, one after the other.
const MOVES: [&str; 6] = ["a1b2", "i5h5", "b2c3", "h5g5", "a2b3", "i6h6"];

impl Scene {
    async fn new(control: &str) -> Scene {
        let server = Server::start().await;
        let bot = server.bot("robo").await;
        let (ada, _) = server.account("ada").await;
        let game =
            server.create(&ada, json!({"against": "online", "opponent": bot.name, "control": control, "color": "black"})).await;
        assert_eq!(server.program_acts(&bot, &game, json!({"do": "join"})).await.0, StatusCode::OK);
        let (black, white, other_game) = server.pair("600").await;
        Scene { server, bot, ada, game, others: [black, white], other_game, made: 0 }
    }

    /// The others make a move, which both of them see.
    async fn others_go_on(&mut self) {
        let (server, n) = (&self.server, self.made);
        let mut watching = server.socket(&self.other_game, &self.others[(n + 1) % 2], "").await;
        watching.next_of("state").await;
        let action = json!({"do": "play", "move": MOVES[n], "version": n + 2});
        let (status, done) = server.act(&self.others[n % 2], &self.other_game, action).await;
        assert_eq!((status, &done["version"]), (StatusCode::OK, &json!(n + 3)), "{done}");
        assert_eq!(watching.next_of("event").await["move"], MOVES[n]);
        self.made += 1;
    }

    /// The bot's opponent makes a move, and then the bot: nothing was lost.
    async fn the_game_goes_on(&self, version: u32) {
        let moves = [("a1b2", "i5h5"), ("b2c3", "h5g5")][(version as usize - 2) / 2];
        let (status, done) =
            self.server.act(&self.ada, &self.game, json!({"do": "play", "move": moves.0, "version": version})).await;
        assert_eq!(status, StatusCode::OK, "{done}");
        let reply = json!({"do": "play", "move": moves.1, "version": version + 1});
        let (status, done) = self.server.program_acts(&self.bot, &self.game, reply).await;
        assert_eq!(status, StatusCode::OK, "{done}");
        assert_eq!(self.server.state(&self.game).await["version"], version + 2);
    }

    async fn acts(&self, action: Value) -> (StatusCode, Value) {
        self.server.program_acts(&self.bot, &self.game, action).await
    }

    /// The headers of the bot, from an address for which there are limits.
    fn headers(&self) -> [(&'static str, String); 2] {
        [("authorization", format!("Bearer {}", self.bot.token)), ("x-forwarded-for", "192.0.2.7".to_owned())]
    }
}

#[tokio::test]
async fn a_bot_that_moves_out_of_turn_is_told_so() {
    let mut scene = Scene::new("600").await;
    for (action, key) in [
        (json!({"do": "play", "move": "i5h5", "version": 2}), "not-your-turn"),
        (json!({"do": "play", "move": "a1b2", "version": 2}), "not-your-turn"),
        (json!({"do": "play", "move": "i5h5", "version": 99}), "stale"),
        (json!({"do": "accept", "what": "draw", "version": 2}), "nothing-offered"),
        (json!({"do": "claim", "what": "win"}), "opponent-here"),
    ] {
        let (status, refused) = scene.acts(action.clone()).await;
        assert_eq!((status, &refused["key"]), (StatusCode::CONFLICT, &json!(key)), "{action}");
        assert!(!refused["message"].as_str().unwrap().is_empty(), "{refused}");
    }
    // Nor in the game of others.
    let path = format!("/api/games/{}/actions", scene.other_game);
    let (status, refused) = scene.server.with_token(&scene.bot.token, "POST", &path, json!({"do": "resign"})).await;
    assert_eq!((status, &refused["key"]), (StatusCode::CONFLICT, &json!("not-your-seat")));
    scene.others_go_on().await;
    scene.the_game_goes_on(2).await;
    // Once more after its own move.
    assert_eq!(scene.acts(json!({"do": "play", "move": "h5g5", "version": 4})).await.1["key"], "not-your-turn");
    scene.others_go_on().await;
    scene.the_game_goes_on(4).await;
}

#[tokio::test]
async fn a_bot_that_sends_nonsense_is_told_what_is_wrong() {
    let mut scene = Scene::new("600").await;
    scene.the_game_goes_on(2).await;
    let (status, done) = scene.server.act(&scene.ada, &scene.game, json!({"do": "play", "move": "b2c3", "version": 4})).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    for (body, status, key, words) in [
        ("{", 400, "bad-request", "line 1"),
        ("\"nonsense\"", 400, "bad-request", "object"),
        ("[]", 400, "bad-request", "object"),
        (r#"{"do": "dance"}"#, 400, "bad-request", "dance"),
        (r#"{"do": "offer", "what": "everything"}"#, 400, "bad-request", "everything"),
        (r#"{"do": "chat", "text": ""}"#, 400, "bad-request", ""),
        (r#"{"do": "play", "version": 5}"#, 400, "bad-request", "move"),
        (r#"{"do": "play", "move": "h5g5", "version": -1}"#, 400, "bad-request", ""),
        (r#"{"do": "play", "move": "zz", "version": 5}"#, 409, "not-a-move", ""),
        (r#"{"do": "play", "move": "e1e2", "version": 5}"#, 409, "empty-cell", "e1"),
        (r#"{"do": "play", "move": "c3d3", "version": 5}"#, 409, "not-your-marble", "c3"),
    ] {
        let headers = scene.headers();
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let response = scene.server.request("POST", &format!("/api/games/{}/actions", scene.game), &headers, body).await;
        let found = response.status().as_u16();
        let refused = json_of(response).await;
        assert_eq!((found, &refused["key"]), (status, &json!(key)), "{body}");
        assert!(refused["message"].as_str().unwrap().contains(words), "{body}: {refused}");
    }
    let headers = scene.headers();
    let large = "x".repeat(100_000);
    let sent = [("authorization", headers[0].1.as_str())];
    let response = scene.server.request("POST", &format!("/api/games/{}/actions", scene.game), &sent, &large).await;
    assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE);
    // The same over the socket, which stays open; what is not text ends it.
    let mut socket = scene.server.try_socket(&scene.game, &[("authorization", &headers[0].1)], "").await.unwrap();
    assert_eq!(socket.ask(json!("nonsense")).await, "bad-request");
    assert_eq!(socket.ask(json!({"do": "play", "move": "zz", "version": 5})).await, "not-a-move");
    futures_util::SinkExt::send(&mut socket.0, Message::Binary(vec![0, 1, 2].into())).await.unwrap();
    while socket.next().await.is_some() {}
    scene.others_go_on().await;
    let (status, done) = scene.acts(json!({"do": "play", "move": "h5g5", "version": 5})).await;
    assert_eq!((status, &done["version"]), (StatusCode::OK, &json!(6)), "{done}");
}

#[tokio::test]
async fn a_flood_is_stopped_with_the_time_to_wait() {
    let mut scene = Scene::new("600").await;
    let headers = scene.headers();
    let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let mut refused = None;
    // Many at a time, so that it is a flood on a slow machine too.
    for _ in 0..20 {
        let flood = (0..100).map(|_| scene.server.request("GET", "/api/me", &headers, ""));
        let answers = futures_util::future::join_all(flood).await;
        refused = answers.into_iter().find(|answer| answer.status() == StatusCode::TOO_MANY_REQUESTS);
        if refused.is_some() {
            break;
        }
    }
    let refused = refused.expect("a flood is refused");
    let wait = refused.headers()["retry-after"].to_str().unwrap().parse::<u64>().unwrap();
    assert_eq!(json_of(refused).await["key"], "token-too-fast");
    // Its opponent, others, and another program at the same address go on.
    scene.others_go_on().await;
    let token = scene.server.token(&scene.ada, "play").await;
    let theirs = [("authorization", format!("Bearer {token}")), ("x-forwarded-for", "192.0.2.7".to_owned())];
    let theirs: Vec<(&str, &str)> = theirs.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(scene.server.request("GET", "/api/me", &theirs, "").await.status(), StatusCode::OK);
    // After the wait it was told, the bot can play again.
    assert_eq!(wait, 1);
    tokio::time::sleep(Duration::from_secs(wait)).await;
    let (status, done) = scene.server.act(&scene.ada, &scene.game, json!({"do": "play", "move": "a1b2", "version": 2})).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let reply = json!({"do": "play", "move": "i5h5", "version": 3}).to_string();
    let answer = scene.server.request("POST", &format!("/api/games/{}/actions", scene.game), &headers, &reply).await;
    assert_eq!(answer.status(), StatusCode::OK);

    // Over a socket, too.
    let headers = scene.headers();
    let headers = [(headers[0].0, headers[0].1.as_str()), (headers[1].0, headers[1].1.as_str())];
    let mut socket = scene.server.try_socket(&scene.game, &headers, "").await.unwrap();
    for _ in 0..200 {
        socket.send(json!({"do": "ping"})).await;
    }
    loop {
        let answer = socket.next().await.expect("the socket stays open");
        if answer["type"] == "refused" {
            assert_eq!(answer["key"], "too-many");
            break;
        }
    }
    scene.others_go_on().await;
}

#[tokio::test]
async fn a_token_has_64_connections_and_no_more() {
    let mut scene = Scene::new("600").await;
    let (bearer, path) = (scene.headers()[0].1.clone(), format!("/api/games/{}/stream", scene.game));
    let mut open = Vec::new();
    for _ in 0..64 {
        open.push(scene.server.stream(&scene.bot.token, &path).await);
    }
    for path in [path.as_str(), "/api/stream/events"] {
        let refused = scene.server.request("GET", path, &[("authorization", &bearer)], "").await;
        assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS, "{path}");
        assert!(refused.headers().contains_key("retry-after"));
        assert_eq!(json_of(refused).await["key"], "too-many");
    }
    for path in [format!("/api/games/{}/socket", scene.game), "/api/me/socket".to_owned(), "/api/lobby/socket".to_owned()] {
        let refused = scene.server.connect(&path, &[("authorization", &bearer)]).await.err().expect("a refusal");
        assert!(refused.to_string().contains("429"), "{path}: {refused}");
    }
    scene.others_go_on().await;
    scene.the_game_goes_on(2).await;
    // One that is closed makes room.
    drop(open.pop());
    let begun = std::time::Instant::now();
    while scene.server.connect("/api/me/socket", &[("authorization", &bearer)]).await.is_err() {
        assert!(begun.elapsed() < Duration::from_secs(20), "the server has not noticed that a stream was closed");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn a_bot_that_dies_is_away_and_finds_everything_when_it_comes_back() {
    let mut scene = Scene::new("600").await;
    scene.the_game_goes_on(2).await;
    let mut socket = scene.server.socket(&scene.game, &scene.ada, "").await;
    let stream_path = format!("/api/games/{}/stream", scene.game);
    let stream = scene.server.stream(&scene.bot.token, &stream_path).await;
    while socket.next_of("present").await["players"]["white"] != json!(true) {}
    drop(stream);
    let away = loop {
        let away = socket.next_of("present").await["away"]["white"].clone();
        if away != Value::Null {
            break away;
        }
    };
    assert!(away["claimableAt"].as_i64() > away["since"].as_i64());
    // Its opponent can move, and others do not notice.
    assert_eq!(socket.ask(json!({"do": "play", "move": "b2c3", "version": 4})).await, 5);
    scene.others_go_on().await;
    // It says what it has seen, and gets the rest.
    let mut back = scene.server.stream(&scene.bot.token, &format!("{stream_path}?since=4")).await;
    let state = back.next_of("state").await;
    assert_eq!((&state["version"], &state["missed"][0]["move"], &state["turn"]), (&json!(5), &json!("b2c3"), &json!("white")));
    while socket.next_of("present").await["away"]["white"] != Value::Null {}
    assert_eq!(scene.acts(json!({"do": "play", "move": "h5g5", "version": 5})).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_bot_that_never_moves_loses_on_time() {
    let mut scene = Scene::new("1").await;
    let stream = format!("/api/games/{}/stream", scene.game);
    let mut stream = scene.server.stream(&scene.bot.token, &stream).await;
    assert_eq!(
        scene.server.act(&scene.ada, &scene.game, json!({"do": "play", "move": "a1b2", "version": 2})).await.0,
        StatusCode::OK
    );
    scene.others_go_on().await;
    let ended = loop {
        let event = stream.next_of("event").await;
        if event["status"] != "playing" {
            break event;
        }
    };
    assert_eq!((&ended["event"], &ended["by"]), (&json!("flag-fell"), &json!("white")));
    assert_eq!((&ended["outcome"]["key"], &ended["outcome"]["winner"]), (&json!("won-on-time"), &json!("black")));
    assert_eq!(scene.acts(json!({"do": "play", "move": "i5h5", "version": 3})).await.1["key"], "game-over");
    scene.others_go_on().await;

    // A bot that does not even begin loses nothing: the game is aborted, and says why.
    let challenge = json!({"against": "online", "opponent": scene.bot.name, "control": "600", "color": "white"});
    let game = scene.server.create(&scene.ada, challenge).await;
    assert_eq!(scene.server.program_acts(&scene.bot, &game, json!({"do": "join"})).await.0, StatusCode::OK);
    let due = scene.server.state(&game).await["abortsAt"].as_i64().unwrap();
    scene.server.let_time_run_out(&game, due).await.unwrap();
    let state = scene.server.state(&game).await;
    assert_eq!((&state["status"], &state["why"]), (&json!("aborted"), &json!("no-first-move")));
    scene.others_go_on().await;
}
