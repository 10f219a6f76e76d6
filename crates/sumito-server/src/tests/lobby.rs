//! Open seats, games to watch, and people online.

use super::*;

impl Server {
    async fn lobby(&self, user: &User) -> Client {
        self.connect("/api/lobby/socket", &[("cookie", &user.0)]).await.unwrap()
    }
}

/// The games of a list.
fn games(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap()).collect()
}

/// The next change that is about more than people online.
async fn next_change(client: &mut Client) -> Value {
    loop {
        let change = client.next_of("change").await;
        let lists = ["openSeats", "gone", "games", "over"];
        if lists.iter().any(|list| change[list] != json!([])) {
            return change;
        }
    }
}

#[tokio::test]
async fn an_open_seat_is_announced_until_somebody_takes_it() {
    let server = Server::start().await;
    let (maker, other) = (server.guest().await, server.guest().await);
    let mut lobby = server.lobby(&maker).await;
    let me = server.call("GET", "/api/me", &maker, Value::Null).await.1;
    assert_eq!(lobby.next_of("you").await["user"], me["user"]);
    assert_eq!(lobby.next_of("lobby").await["openSeats"], json!([]));
    let mut stranger = server.lobby(&User(String::new())).await;
    assert_eq!(stranger.next_of("you").await["user"], Value::Null);

    // An invitation is only for people who have its address.
    server.create(&maker, json!({"against": "online", "control": "600"})).await;
    let seat = json!({"against": "online", "color": "white", "control": "300+3", "layout": "standard", "public": true});
    let game = server.create(&maker, seat).await;
    for client in [&mut lobby, &mut stranger] {
        let change = next_change(client).await;
        assert_eq!(games(&change["openSeats"]), [game.as_str()]);
        let seat = &change["openSeats"][0];
        assert_eq!((&seat["control"], &seat["layout"]), (&json!("300+3"), &json!("standard")));
        assert_eq!((&seat["players"]["black"], &seat["players"]["white"]["user"]), (&Value::Null, &me["user"]));
    }
    let (_, whole) = server.call("GET", "/api/lobby", &other, Value::Null).await;
    assert_eq!((games(&whole["openSeats"]), &whole["online"]), (vec![game.as_str()], &json!(2)));

    assert_eq!(server.act(&other, &game, json!({"do": "join"})).await.0, StatusCode::OK);
    for client in [&mut lobby, &mut stranger] {
        let change = next_change(client).await;
        assert_eq!(change["gone"], json!([{"game": game, "why": "taken"}]));
        assert_eq!((games(&change["games"]), &change["playing"]), (vec![game.as_str()], &json!(1)));
    }
    // Watchers get moves and the end of the game.
    assert_eq!(server.act(&other, &game, json!({"do": "play", "move": "a1b2", "version": 2})).await.0, StatusCode::OK);
    let change = next_change(&mut stranger).await;
    assert_eq!((&change["games"][0]["last"], &change["games"][0]["turn"]), (&json!("a1b2"), &json!("white")));
    server.act(&maker, &game, json!({"do": "resign"})).await;
    assert_eq!(next_change(&mut stranger).await["over"], json!([game]));
    assert_eq!(server.lobby(&other).await.next_of("lobby").await["games"], json!([]));
}

#[tokio::test]
async fn an_open_seat_can_be_withdrawn_and_another_one_takes_its_place() {
    let server = Server::start().await;
    let maker = server.guest().await;
    let mut lobby = server.lobby(&maker).await;
    let seat = json!({"against": "online", "control": "600", "public": true});
    let first = server.create(&maker, seat.clone()).await;
    assert_eq!(games(&next_change(&mut lobby).await["openSeats"]), [first.as_str()]);
    server.act(&maker, &first, json!({"do": "abort"})).await;
    assert_eq!(next_change(&mut lobby).await["gone"], json!([{"game": first, "why": "withdrawn"}]));

    let second = server.create(&maker, seat.clone()).await;
    assert_eq!(games(&next_change(&mut lobby).await["openSeats"]), [second.as_str()]);
    let third = server.create(&maker, seat.clone()).await;
    // Both changes may share a message.
    let (mut opened, mut gone) = (Vec::new(), Vec::new());
    while opened.is_empty() || gone.is_empty() {
        let change = next_change(&mut lobby).await;
        opened.extend(games(&change["openSeats"]).into_iter().map(str::to_owned));
        gone.extend(games(&change["gone"]).into_iter().map(str::to_owned));
    }
    assert_eq!((opened, gone), (vec![third.clone()], vec![second.clone()]));
    assert_eq!(server.state(&second).await["status"], "aborted");
    assert_eq!(server.state(&third).await["status"], "open");

    // One user does not fill the list.
    let (account, _) = server.account("ada").await;
    let patient = json!({"against": "online", "control": "2d", "public": true});
    for (user, most, key) in [(&maker, 6, "too-many-games"), (&account, 6, "too-many-open-seats")] {
        for _ in 0..most {
            server.create(user, patient.clone()).await;
        }
        let (status, refused) = server.call("POST", "/api/games", user, patient.clone()).await;
        assert_eq!((status, &refused["key"]), (StatusCode::CONFLICT, &json!(key)));
    }
}

#[tokio::test]
async fn open_seats_survive_a_restart() {
    let server = Server::start().await;
    let maker = server.guest().await;
    let game = server.create(&maker, json!({"against": "online", "control": "1d", "public": true})).await;
    let invitation = server.create(&maker, json!({"against": "online", "control": "600"})).await;
    let (_, _, played) = server.pair("600").await;
    let again = Server::with(server.config.clone(), server.folder.join("unused")).await;
    let mut lobby = again.lobby(&maker).await;
    let mut whole = lobby.next_of("lobby").await;
    if whole["openSeats"] == json!([]) {
        whole = next_change(&mut lobby).await;
    }
    assert!(games(&whole["openSeats"]).contains(&game.as_str()));
    assert!(!games(&whole["openSeats"]).contains(&invitation.as_str()));
    assert!(!games(&whole["games"]).contains(&played.as_str()), "it was played between friends");
}

/// A page checks by a ping whether its connection is alive.
#[tokio::test]
async fn a_sign_of_life_is_given() {
    let server = Server::start().await;
    let mut lobby = server.lobby(&User(String::new())).await;
    for id in [1, 7] {
        lobby.send_text(&json!({"do": "ping", "id": id}).to_string()).await;
        assert_eq!(lobby.next_of("done").await["id"], id);
    }
}

#[tokio::test]
async fn other_sites_and_chatter_are_kept_out() {
    let server = Server::start().await;
    let foreign = server.connect("/api/lobby/socket", &[("origin", "https://evil.example")]).await;
    assert!(matches!(foreign, Err(tungstenite::Error::Http(response)) if response.status() == StatusCode::FORBIDDEN));
    for chatter in ["hello", r#"{"do": "chat", "text": "hello"}"#, r#"{"do": "resign"}"#] {
        let mut lobby = server.lobby(&User(String::new())).await;
        lobby.send_text(chatter).await;
        while let Some(message) = lobby.next().await {
            assert!(["you", "lobby", "change"].contains(&message["type"].as_str().unwrap()), "{message}");
        }
    }
}

impl Server {
    async fn post_form(&self, headers: &[(&str, &str)], form: &str) -> Response {
        let kind = ("content-type", "application/x-www-form-urlencoded");
        self.request("POST", "/games", &[&[kind], headers].concat(), form).await
    }
}

#[tokio::test]
async fn a_form_sets_up_a_game_and_leads_to_it() {
    let server = Server::start().await;
    let form = "against=engine&level=4&color=white&layout=german-daisy&clock=own&own=fischer&minutes=5&seconds=3&days=2";
    let response = server.post_form(&[], form).await;
    assert_eq!(response.status(), StatusCode::SEE_OTHER);
    let user = User(cookie_of(&response));
    let address = response.headers()[header::LOCATION].to_str().unwrap().to_owned();
    let game = address.strip_prefix("/game/").unwrap();
    let state = server.call("GET", &format!("/api/games/{game}"), &user, Value::Null).await.1;
    assert_eq!((&state["control"], &state["layout"]), (&json!("300+3"), &json!("german-daisy")));
    assert_eq!((&state["players"]["black"], &state["you"]), (&json!({"engine": 4}), &json!(["white"])));

    let cookie = [("cookie", user.0.as_str())];
    let response = server.post_form(&cookie, "against=same-screen&turning=on").await;
    assert!(response.headers()[header::LOCATION].to_str().unwrap().ends_with("?turning=on"));

    // A script gets the address of the game.
    let script = [("cookie", user.0.as_str()), ("accept", "application/json")];
    let reply = json_of(server.post_form(&script, "against=online&clock=600").await).await;
    assert_eq!(
        (&reply["openSeat"], reply["address"].as_str().unwrap()),
        (&json!(true), &*format!("/game/{}", reply["game"].as_str().unwrap()))
    );
    let reply = json_of(server.post_form(&script, "against=friend&clock=600").await).await;
    assert_eq!(reply["openSeat"], false);
    assert_eq!(server.state(reply["game"].as_str().unwrap()).await["public"], false);
}

#[tokio::test]
async fn a_form_that_does_not_hold_comes_back_with_the_reason() {
    let server = Server::start().await;
    for (form, headers, status, words) in [
        (
            "against=engine&level=12",
            &[("accept-language", "de")][..],
            StatusCode::BAD_REQUEST,
            "Der Computer hat die Stufen 1 bis 10.",
        ),
        ("against=online&rated=on", &[("accept-language", "sv")][..], StatusCode::CONFLICT, "Det krävs ett konto för det."),
        ("against=online&clock=%3Cb%3E", &[][..], StatusCode::BAD_REQUEST, "There is no such clock"),
        (
            "against=online&clock=own&own=fischer&minutes=abc",
            &[("accept-language", "pl")][..],
            StatusCode::BAD_REQUEST,
            "Nie ma takiego zegara",
        ),
        ("against=online&rated=on", &[("accept", "application/json")][..], StatusCode::CONFLICT, "account-needed"),
        ("against=online", &[("origin", "https://evil.example")][..], StatusCode::FORBIDDEN, "foreign-page"),
    ] {
        let response = server.post_form(headers, form).await;
        assert_eq!(response.status(), status, "{form}");
        let page = to_bytes(response.into_body(), 4 << 20).await.unwrap();
        let page = String::from_utf8_lossy(&page);
        assert!(page.contains(words) && !page.contains("<b>&"), "{form}: {words} is not in {page}");
    }
    let response = server.request("POST", "/games", &[], "{}").await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn pages_list_ones_own_games_and_those_of_the_lobby() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("600").await;
    let own = server.create(&black, json!({"against": "engine", "level": 1, "color": "black"})).await;
    let seat = server.create(&white, json!({"against": "online", "control": "7d", "public": true})).await;
    let over = server.create(&white, json!({"against": "same-screen", "public": true})).await;
    server.act(&white, &over, json!({"do": "resign"})).await;
    for (path, user, there, not_there) in [
        ("/", &black, vec![&game, &own, &seat], vec![&over]),
        ("/games", &black, vec![&game, &own, &over], vec![&seat]),
        ("/games", &white, vec![&game, &seat, &over], vec![&own]),
        ("/", &User(String::new()), vec![&seat], vec![&game, &own]),
        ("/games", &User(String::new()), vec![&over], vec![&game, &own, &seat]),
    ] {
        let response = server.request("GET", path, &[("cookie", &user.0)], "").await;
        assert_eq!(response.status(), StatusCode::OK);
        let page = to_bytes(response.into_body(), 4 << 20).await.unwrap();
        let page = String::from_utf8_lossy(&page);
        let lists = |id: &String| page.contains(&format!("href=\"/game/{id}\""));
        assert!(there.into_iter().all(lists), "{path}: {page}");
        assert!(!not_there.into_iter().any(lists), "{path}: {page}");
    }
}

/// A list shows the same whether the games are in memory or not, and in the same order.
#[tokio::test]
async fn lists_are_the_same_from_memory_and_from_the_database() {
    let server = Server::start().await;
    let (ada, bob) = (server.account("ada").await, server.account("bob").await);
    let public = json!({"against": "online", "color": "black", "control": "600", "public": true});
    for (game, end) in [
        (json!({"against": "online", "color": "white", "control": "300+3", "public": true, "rated": true}), "resign"),
        (public.clone(), "resign"),
        (public, "play"),
        (json!({"against": "engine", "level": 2, "color": "black", "control": "3d"}), "play"),
    ] {
        let online = game["against"] == "online";
        let white = game["color"] == "white";
        let game = server.create(&ada.0, game).await;
        if online {
            server.act(&bob.0, &game, json!({"do": "join"})).await;
        }
        let mover = if white { &bob.0 } else { &ada.0 };
        let (status, done) = server
            .act(mover, &game, json!({"do": end, "move": if end == "play" { json!("a1b2") } else { Value::Null }, "version": 1}))
            .await;
        assert_eq!(status, StatusCode::OK, "{done}");
    }
    let again = Server::with(server.config.clone(), server.folder.clone()).await;
    for status in ["over", "playing", "open", "mine"] {
        let list = async |server: &Server| {
            let mut list = server.call("GET", &format!("/api/games?status={status}"), &ada.0, Value::Null).await.1;
            // The engine may have moved meanwhile.
            list["games"].as_array_mut().unwrap().retain(|game| game["kind"] == "online");
            list
        };
        let (here, there) = (list(&server).await, list(&again).await);
        assert_eq!(here, there, "{status}");
        assert_eq!(
            here["games"].as_array().map(Vec::len),
            Some(match status {
                "mine" => 3,
                "over" => 2,
                "playing" => 1,
                _ => 0,
            })
        );
    }
}
