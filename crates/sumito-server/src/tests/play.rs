//! Games from setup to rematch, over the real API and sockets.

use super::*;

#[tokio::test]
async fn a_newcomer_plays_against_the_engine() {
    let server = Server::start().await;
    let response = server.request("POST", "/api/games", &[], r#"{"against":"engine","level":1,"color":"black"}"#).await;
    let user = User(cookie_of(&response));
    let state = json_of(response).await;
    assert_eq!((&state["kind"], &state["you"]), (&json!("engine"), &json!(["black"])));
    let game = state["game"].as_str().unwrap();

    let mut socket = server.socket(game, &user, "").await;
    let state = socket.next_of("state").await;
    assert_eq!((&state["version"], &state["turn"]), (&json!(1), &json!("black")));
    assert_eq!(socket.ask(json!({"do": "play", "move": "a1b2", "version": 1, "id": 5})).await, json!(2));
    let event = socket.next_of("event").await;
    assert_eq!((&event["event"], &event["version"], &event["turn"]), (&json!("moved"), &json!(2), &json!("white")));
    let answer = socket.next_of("event").await;
    assert_eq!((&answer["event"], &answer["version"], &answer["turn"]), (&json!("moved"), &json!(3), &json!("black")));

    // The engine opens where it has Black.
    let game = server.create(&user, json!({"against": "engine", "level": 10, "color": "white", "layout": "standard"})).await;
    let mut socket = server.socket(&game, &user, "").await;
    let state = socket.next_of("state").await;
    // It may have moved before the socket was open.
    let opened = if state["version"] == 1 { socket.next_of("event").await } else { state };
    assert_eq!((&opened["version"], &opened["turn"]), (&json!(2), &json!("white")));
    let state = server.state(&game).await;
    assert_eq!((&state["version"], state["moves"].as_array().map(Vec::len)), (&json!(2), Some(1)));
}

#[tokio::test]
async fn two_players_see_each_others_moves_and_nothing_else_is_let_through() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("600").await;
    let stranger = server.guest().await;
    let (mut b, mut w) = (server.socket(&game, &black, "").await, server.socket(&game, &white, "").await);
    let mut s = server.socket(&game, &stranger, "").await;
    let mut nobody = server.socket(&game, &User(String::new()), "").await;
    assert_eq!(w.next_of("state").await["you"], json!(["white"]));
    assert_eq!(s.next_of("state").await["you"], json!([]));

    let play = |m: &str, version: u32| json!({"do": "play", "move": m, "version": version});
    assert_eq!(w.ask(play("i5h5", 2)).await, "not-your-turn");
    assert_eq!(s.ask(play("a1b2", 2)).await, "not-your-seat");
    assert_eq!(nobody.ask(play("a1b2", 2)).await, "signed-out");
    assert_eq!(b.ask(play("a1b2", 1)).await, 3, "joining did not change the position");
    assert_eq!(w.ask(play("i5h5", 1)).await, "stale");
    assert_eq!(w.ask(play("i5h5", 99)).await, "stale");
    assert_eq!(w.ask(json!({"do": "play", "version": 3})).await, "bad-request");
    assert_eq!(w.ask(json!({"do": "dance", "version": 3})).await, "bad-request");
    assert_eq!(w.ask(json!({"do": "offer", "what": "cake"})).await, "bad-request");
    w.send_text("{not json").await;
    assert_eq!(w.next_of("refused").await["key"], "bad-request");

    w.send(json!({"do": "play", "move": "a4b4", "version": 3, "id": 9})).await;
    let done = w.next_of("done").await;
    assert_eq!((&done["version"], &done["id"]), (&json!(4), &json!(9)));
    for socket in [&mut b, &mut s] {
        let mut event = socket.next_of("event").await;
        while event["version"] != 4 {
            event = socket.next_of("event").await;
        }
        assert_eq!((&event["event"], &event["move"]), (&json!("moved"), &json!("a4b4")));
        assert_eq!(event["clocks"]["running"], "black");
    }
    // An illegal move is explained with the cell.
    b.send(json!({"do": "play", "move": "e5e6", "version": 4})).await;
    let refused = b.next_of("refused").await;
    assert_eq!((&refused["key"], &refused["cell"]), (&json!("empty-cell"), &json!("e5")));

    // Chat is private to the players.
    assert_eq!(s.ask(json!({"do": "chat", "text": "hello"})).await, "not-your-seat");
    b.send(json!({"do": "chat", "text": "  good <b>luck</b>\u{7} "})).await;
    assert_eq!(w.next_of("chat").await["text"], "good <b>luck</b>");
    // Reordering characters are filtered, and empty messages refused.
    for nothing in ["\u{200b} \u{feff}", "\u{200d}", "\u{202e}", "\n"] {
        assert_eq!(w.ask(json!({"do": "chat", "text": nothing})).await, "bad-request", "{nothing:?}");
    }
    let (status, chat) = server.call("GET", &format!("/api/games/{game}/chat"), &white, Value::Null).await;
    assert_eq!((status, chat["chat"].as_array().map(Vec::len)), (StatusCode::OK, Some(1)));
    let (status, _) = server.call("GET", &format!("/api/games/{game}/chat"), &stranger, Value::Null).await;
    assert_eq!(status, StatusCode::CONFLICT);

    // White loses its connection; the others are notified.
    drop(w);
    let mut present = b.next_of("present").await;
    while present["players"]["white"] != json!(false) {
        present = b.next_of("present").await;
    }
    assert_eq!(present["players"]["black"], true);
    let mut heard = s.next().await.unwrap();
    while heard["type"] != "present" || heard["players"]["white"] != json!(false) {
        assert_ne!(heard["type"], "chat", "strangers do not hear what players say");
        heard = s.next().await.unwrap();
    }
}

#[tokio::test]
async fn a_client_catches_up_and_two_tabs_agree() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("none").await;
    let mut first = server.socket(&game, &black, "").await;
    let mut second = server.socket(&game, &black, "").await;
    assert_eq!(first.ask(json!({"do": "play", "move": "a1b2", "version": 2})).await, 3);
    assert_eq!(second.next_of("event").await["version"], 3);
    drop((first, second));
    server.act(&white, &game, json!({"do": "offer", "what": "takeback"})).await;
    server.act(&white, &game, json!({"do": "offer", "what": "draw", "version": 3})).await;
    server.act(&white, &game, json!({"do": "play", "move": "i5h5", "version": 3})).await;

    let mut again = server.socket(&game, &black, "?since=3").await;
    let state = again.next_of("state").await;
    let missed: Vec<_> = state["missed"].as_array().unwrap().iter().map(|event| &event["event"]).collect();
    assert_eq!(missed, ["offered", "moved"]);
    assert_eq!((&state["version"], &state["moves"]), (&json!(5), &json!(["a1b2", "i5h5"])));
    assert_eq!(state["offers"], json!([{"what": "draw", "by": "white"}]));
    assert_eq!(again.ask(json!({"do": "accept", "what": "draw", "version": 5})).await, 6);
    assert_eq!(server.state(&game).await["outcome"]["key"], "drawn-by-agreement");

    for since in ["?since=0", "?since=99"] {
        let state = server.socket(&game, &black, since).await.next_of("state").await;
        assert_eq!(state["missed"].as_array().unwrap().len(), if since == "?since=0" { 6 } else { 0 });
    }
}

#[tokio::test]
async fn a_flag_falls_although_nobody_is_there() {
    let server = Server::start().await;
    let (black, _, game) = server.pair("1").await;
    server.act(&black, &game, json!({"do": "play", "move": "a1b2", "version": 2})).await;
    let id = game.parse().unwrap();
    let begun = std::time::Instant::now();
    let log = loop {
        // Do not open the game: a page or a socket could make the flag fall.
        let log = server.app.games.db().log(id).await.unwrap();
        if log.len() > 3 {
            break log;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "the flag does not fall: {log:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(log[3].1, "flag-fell\twhite");
    assert!(log[3].0 - log[2].0 >= 1_000, "{log:?}");
    let state = server.state(&game).await;
    assert_eq!((&state["status"], &state["outcome"]["key"]), (&json!("over"), &json!("won-on-time")));
}

#[tokio::test]
async fn games_outlive_the_server() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("300+3").await;
    server.act(&black, &game, json!({"do": "play", "move": "a1b2", "version": 2})).await;
    server.act(&white, &game, json!({"do": "play", "move": "i5h5", "version": 3})).await;
    let engine = server.create(&black, json!({"against": "engine", "level": 1, "color": "black"})).await;
    let without_now = |mut state: Value| {
        state["clocks"] = Value::Null;
        state
    };
    let before = without_now(server.state(&game).await);

    let again = Server::with(server.config.clone(), PathBuf::from("nowhere")).await;
    assert_eq!(without_now(again.state(&game).await), before);
    let (status, _) = again.act(&black, &game, json!({"do": "play", "move": "b2c3", "version": 4})).await;
    assert_eq!(status, StatusCode::OK, "the session has outlived it as well");

    // The first server does not know that move: another one is refused, and then it is up to date. The same one is answered as it was saved.
    let (status, refused) = server.act(&black, &game, json!({"do": "play", "move": "a2a3", "version": 4})).await;
    assert_eq!((status, &refused["key"]), (StatusCode::CONFLICT, &json!("stale")));
    let (status, done) = server.act(&black, &game, json!({"do": "play", "move": "b2c3", "version": 4})).await;
    assert_eq!((status, &done["version"]), (StatusCode::OK, &json!(5)));
    assert_eq!(server.state(&game).await["version"], 5);
    assert_eq!(again.state(&engine).await["version"], 1);
}

#[tokio::test]
async fn a_rematch_is_a_new_game_with_colors_exchanged() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("600").await;
    let mut socket = server.socket(&game, &black, "").await;
    assert_eq!(socket.ask(json!({"do": "offer", "what": "rematch"})).await, "not-over");
    assert_eq!(socket.ask(json!({"do": "resign"})).await, 3);
    assert_eq!(socket.ask(json!({"do": "offer", "what": "rematch"})).await, 4);
    server.act(&white, &game, json!({"do": "accept", "what": "rematch"})).await;
    let mut event = socket.next_of("event").await;
    while event["event"] != "rematched" {
        event = socket.next_of("event").await;
    }
    let next = server.call("GET", &format!("/api/games/{}", event["next"].as_str().unwrap()), &black, Value::Null).await.1;
    assert_eq!((&next["you"], &next["status"], &next["control"]), (&json!(["white"]), &json!("playing"), &json!("600")));
    assert_eq!(server.state(&game).await["next"], next["game"]);
}

#[tokio::test]
async fn lists_show_what_is_public() {
    let server = Server::start().await;
    let user = server.guest().await;
    let public = server.create(&user, json!({"against": "online", "public": true})).await;
    let private = server.create(&user, json!({"against": "online"})).await;
    let ids = |listing: Value| listing["games"].as_array().unwrap().iter().map(|game| game["game"].clone()).collect::<Vec<_>>();
    let nobody = User(String::new());
    let open = ids(server.call("GET", "/api/games?status=open", &nobody, Value::Null).await.1);
    assert!(open.contains(&json!(public)) && !open.contains(&json!(private)));
    let mine = ids(server.call("GET", "/api/games?status=mine", &user, Value::Null).await.1);
    assert!(mine.contains(&json!(public)) && mine.contains(&json!(private)));
    assert_eq!(ids(server.call("GET", "/api/games?status=mine", &nobody, Value::Null).await.1), Vec::<Value>::new());
    let (status, _) = server.call("GET", "/api/games?status=lost", &nobody, Value::Null).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let options = server.call("GET", "/api/options", &nobody, Value::Null).await.1;
    assert_eq!(options["controls"][1], "600");
}

#[tokio::test]
async fn setups_that_do_not_hold_are_refused() {
    let server = Server::start().await;
    let user = server.guest().await;
    let cases = [
        (json!({}), "missing field `against`"),
        (json!({"against": "engine"}), "level: expected a number from 1 to 10"),
        (json!({"against": "engine", "level": 11}), "level: expected a number from 1 to 10"),
        (json!({"against": "online", "layout": "nowhere"}), "layout: there is none by that name"),
        (json!({"against": "online", "position": "x"}), "position: "),
        (json!({"against": "online", "layout": "star", "position": "star"}), "give a layout or a position, not both"),
        (json!({"against": "online", "control": "fast"}), "control: "),
        (json!({"against": "online", "rules": "win=0"}), "rules: "),
        (json!({"against": "online", "rules": "plies=1001"}), "rules: expected plies=1000 or less, found plies=1001"),
        (json!({"against": "online", "rated": true}), "only users with an account can do that"),
        (json!({"against": "same-screen", "rated": true}), "rated: only games between accounts can be rated"),
        (json!({"against": "online", "bet": 5}), "unknown field `bet`"),
        (json!({"against": "same-screen", "position": "5/6/7/8/9/8/7/6/b4 w"}), "the game would be over in this position"),
    ];
    for (game, message) in cases {
        let (status, refused) = server.call("POST", "/api/games", &user, game.clone()).await;
        assert!(status.is_client_error(), "{game}: {status}");
        assert!(refused["message"].as_str().unwrap().starts_with(message), "{game}: {refused}");
    }
}
