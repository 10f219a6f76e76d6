//! Players and each other: challenges, following, blocking, and finding names.

use super::*;
use crate::people::limits::Limit;

impl Server {
    async fn challenge(&self, user: &User, name: &str) -> (StatusCode, Value) {
        let game = json!({"against": "online", "opponent": name, "control": "600", "color": "black"});
        self.call("POST", "/api/games", user, game).await
    }

    async fn get(&self, user: &User, path: &str) -> Value {
        self.call("GET", path, user, Value::Null).await.1
    }

    /// The games of the challenges to a user, and of those by them.
    async fn pending(&self, user: &User) -> (Vec<String>, Vec<String>) {
        let challenges = self.get(user, "/api/challenges").await;
        let games = |side: &str| {
            let list = challenges[side].as_array().unwrap();
            list.iter().map(|challenge| challenge["game"].as_str().unwrap().to_owned()).collect()
        };
        (games("incoming"), games("outgoing"))
    }
}

fn game_of((status, state): &(StatusCode, Value)) -> String {
    assert_eq!(*status, StatusCode::OK, "{state}");
    state["game"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_challenge_is_seen_at_once_and_accepted() {
    let server = Server::start().await;
    let ((ada, ada_name), (bob, bob_name)) = (server.account("ada").await, server.account("bob").await);
    // One looks at another page, one at the lobby, and one at a game.
    let (_, _, elsewhere) = server.pair("600").await;
    let cookie = [("cookie", bob.0.as_str())];
    let mut lines = [
        server.connect("/api/me/socket", &cookie).await.unwrap(),
        server.connect("/api/lobby/socket", &cookie).await.unwrap(),
        server.socket(&elsewhere, &bob, "").await,
    ];
    for line in &mut lines {
        let news = line.next_of("challenges").await;
        assert_eq!((&news["incoming"], &news["outgoing"]), (&json!([]), &json!([])), "a line begins with what is there");
    }
    let game = game_of(&server.challenge(&ada, &bob_name).await);
    for line in &mut lines {
        let news = line.next_of("challenges").await;
        assert_eq!(news["incoming"][0]["game"], *game);
        assert_eq!(news["incoming"][0]["by"]["name"], *ada_name);
        assert_eq!(news["incoming"][0]["color"], "white");
        assert_eq!(news["outgoing"], json!([]));
    }
    // Somebody who comes later sees it as well, on the page and on the line.
    let page = server.request("GET", "/learn", &cookie, "").await;
    let page = String::from_utf8(to_bytes(page.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap();
    assert!(page.contains(&format!("/game/{game}/accept")));
    let mut late = server.connect("/api/me/socket", &cookie).await.unwrap();
    assert_eq!(late.next_of("challenges").await["incoming"][0]["game"], *game);
    assert_eq!(server.pending(&ada).await, (vec![], vec![game.clone()]));
    // Nobody else can take the seat, and the lobby does not list it.
    let stranger = server.guest().await;
    assert_eq!(server.act(&stranger, &game, json!({"do": "join"})).await.1["key"], "seat-reserved");
    assert_eq!(server.act(&stranger, &game, json!({"do": "abort"})).await.1["key"], "not-your-seat");
    assert_eq!(server.get(&stranger, "/api/games?status=open").await, json!({"games": []}));
    let lobby = server.app.games.lobby.lists();
    assert!(lobby.open_seats.is_empty());

    assert_eq!(server.act(&bob, &game, json!({"do": "join"})).await.0, StatusCode::OK);
    assert_eq!(server.state(&game).await["status"], "playing");
    for line in &mut lines {
        // It is gone everywhere. A page that connects at the moment of the challenge hears of it twice.
        while line.next_of("challenges").await["incoming"] != json!([]) {}
    }
    assert_eq!(server.pending(&ada).await, (vec![], vec![]));
}

#[tokio::test]
async fn challenges_are_declined_and_withdrawn() {
    let server = Server::start().await;
    let ((ada, _), (bob, bob_name)) = (server.account("ada").await, server.account("bob").await);
    let mut line = server.connect("/api/me/socket", &[("cookie", ada.0.as_str())]).await.unwrap();
    let declined = game_of(&server.challenge(&ada, &bob_name).await);
    while line.next_of("challenges").await["outgoing"] == json!([]) {}
    // By the form of the page, without scripts.
    let post = async |user: &User, path: String, body: &str| {
        let headers = [("cookie", user.0.as_str()), ("content-type", "application/x-www-form-urlencoded")];
        server.request("POST", &path, &headers, body).await.status()
    };
    let path = |act: &str, game: &str| format!("/game/{game}/{act}");
    assert_eq!(post(&bob, path("decline", &declined), "reason=ugly").await, StatusCode::BAD_REQUEST);
    assert_eq!(post(&bob, path("withdraw", &declined), "").await, StatusCode::SEE_OTHER, "as declining without a reason");
    // A page that connects at the moment of the challenge hears of it twice.
    while line.next_of("challenges").await["outgoing"] != json!([]) {}
    let state = server.state(&declined).await;
    assert_eq!((&state["status"], &state["why"], &state["reason"]), (&json!("aborted"), &json!("declined"), &Value::Null));

    // With a reason, which the challenger reads on the page of the game, and on any other page.
    let declined = game_of(&server.challenge(&ada, &bob_name).await);
    assert_eq!(post(&bob, path("decline", &declined), "reason=too-slow").await, StatusCode::SEE_OTHER);
    assert_eq!(server.state(&declined).await["reason"], "too-slow");
    let read = async |user: &User, path: &str| {
        let page = server.request("GET", path, &[("cookie", &user.0)], "").await;
        String::from_utf8(to_bytes(page.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
    };
    assert!(read(&ada, &format!("/game/{declined}")).await.contains("The challenge was declined: “The clock is too slow”"));
    let answer = read(&ada, &format!("/challenges?answered={declined}")).await;
    assert!(
        answer.contains(&format!("{bob_name} declined your challenge")) && answer.contains("The clock is too slow"),
        "{answer}"
    );
    assert!(answer.contains(&format!("/?challenge={bob_name}#setup")), "{answer}");
    // Somebody who was between two pages learns of it from the next one, which remembers its challenges and always hears which of them wait.
    let mut next = server.connect("/api/me/socket?only=challenges", &[("cookie", ada.0.as_str())]).await.unwrap();
    assert_eq!(next.next_of("challenges").await["outgoing"], json!([]));
    let answers = read(&ada, &format!("/challenges?answered={declined},nonsense,{declined}")).await;
    assert_eq!(answers.matches(&format!("{bob_name} declined your challenge")).count(), 2, "{answers}");
    let stranger = read(&server.guest().await, &format!("/challenges?answered={declined}")).await;
    assert!(!stranger.contains(&bob_name), "nobody else's business: {stranger}");

    let withdrawn = game_of(&server.challenge(&ada, &bob_name).await);
    assert_eq!(server.act(&ada, &withdrawn, json!({"do": "abort"})).await.0, StatusCode::OK);
    assert_eq!(server.state(&withdrawn).await["why"], Value::Null);
    assert_eq!(server.pending(&bob).await, (vec![], vec![]));
    assert_eq!(server.act(&bob, &withdrawn, json!({"do": "join"})).await.1["key"], "game-over");
}

#[tokio::test]
async fn a_challenge_survives_a_restart() {
    let server = Server::start().await;
    let ((ada, _), (bob, bob_name)) = (server.account("ada").await, server.account("bob").await);
    let game = game_of(&server.challenge(&ada, &bob_name).await);
    let again = Server::with(server.config.clone(), server.folder.clone()).await;
    assert_eq!(again.pending(&bob).await.0, std::slice::from_ref(&game));
    assert_eq!(again.act(&bob, &game, json!({"do": "join"})).await.0, StatusCode::OK);
}

#[tokio::test]
async fn there_are_limits_to_challenges() {
    let server = Server::start().await;
    let ((ada, ada_name), (_, bob_name)) = (server.account("ada").await, server.account("bob").await);
    let guest = server.guest().await;
    let key = async |user: &User, name: &str| server.challenge(user, name).await.1["key"].clone();
    assert_eq!(key(&guest, &bob_name).await, "account-needed");
    assert_eq!(key(&ada, &ada_name).await, "own-challenge");
    assert_eq!(key(&ada, "nobody-at-all").await, "no-such-player");
    assert_eq!(key(&ada, &bob_name.to_uppercase()).await, Value::Null, "in any case");
    assert_eq!(key(&ada, &bob_name).await, "already-challenged");
    let against_engine = json!({"against": "engine", "level": 1, "opponent": bob_name});
    assert_eq!(server.call("POST", "/api/games", &ada, against_engine).await.0, StatusCode::BAD_REQUEST);
    for _ in 1..10 {
        let (_, name) = server.account("more").await;
        assert_eq!(key(&ada, &name).await, Value::Null);
    }
    let (_, last) = server.account("last").await;
    assert_eq!(key(&ada, &last).await, "too-many-challenges");
}

#[tokio::test]
async fn a_blocked_player_cannot_challenge_join_or_chat_and_running_games_go_on() {
    let server = Server::start().await;
    let ((ada, ada_name), (bob, bob_name)) = (server.account("ada").await, server.account("bob").await);
    let game = game_of(&server.challenge(&ada, &bob_name).await);
    server.act(&bob, &game, json!({"do": "join"})).await;
    let pending = game_of(&server.call("POST", "/api/games", &bob, json!({"against": "online", "opponent": ada_name})).await);
    server.call("PUT", &format!("/api/following/{ada_name}"), &bob, Value::Null).await;
    assert_eq!(server.get(&bob, "/api/following").await["following"][0]["name"], *ada_name);

    let (status, _) = server.call("PUT", &format!("/api/blocks/{bob_name}"), &ada, Value::Null).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(server.state(&pending).await["why"], "declined");
    assert_eq!(server.get(&bob, "/api/following").await, json!({"following": []}));
    assert_eq!(server.challenge(&bob, &ada_name).await.1["key"], "not-accepting");
    assert_eq!(server.challenge(&ada, &bob_name).await.1["key"], "you-blocked");
    let seat = server.create(&ada, json!({"against": "online", "public": true, "control": "3d"})).await;
    assert_eq!(server.act(&bob, &seat, json!({"do": "join"})).await.1["key"], "not-accepting");
    let seat = server.create(&bob, json!({"against": "online", "public": true, "control": "3d"})).await;
    assert_eq!(server.act(&ada, &seat, json!({"do": "join"})).await.1["key"], "you-blocked");
    // In the game that they play, both go on; only one of them is heard.
    assert_eq!(server.act(&bob, &game, json!({"do": "chat", "text": "hello"})).await.1["key"], "chat-closed");
    assert_eq!(server.act(&ada, &game, json!({"do": "chat", "text": "hello"})).await.0, StatusCode::OK);
    assert_eq!(server.act(&ada, &game, json!({"do": "play", "move": "a1b2", "version": 2})).await.0, StatusCode::OK);
    assert_eq!(server.act(&bob, &game, json!({"do": "play", "move": "i5h5", "version": 3})).await.0, StatusCode::OK);
    // Nobody else sees the block.
    assert_eq!(server.get(&ada, "/api/blocks").await["users"][0]["name"], *bob_name);
    assert_eq!(server.get(&bob, "/api/blocks").await, json!({"users": []}));
    assert_eq!(server.call("GET", "/api/blocks", &server.guest().await, Value::Null).await.0, StatusCode::UNAUTHORIZED);

    server.call("DELETE", &format!("/api/blocks/{bob_name}"), &ada, Value::Null).await;
    assert_eq!(server.act(&bob, &game, json!({"do": "chat", "text": "thanks"})).await.0, StatusCode::OK);
}

#[tokio::test]
async fn followed_players_are_shown_with_their_games() {
    let server = Server::start().await;
    let ((ada, _), (bob, bob_name), (eve, eve_name)) =
        (server.account("ada").await, server.account("bob").await, server.account("eve").await);
    for name in [&bob_name, &eve_name] {
        let response = server.request("POST", &format!("/user/{name}/follow"), &[("cookie", &ada.0), FORM], "").await;
        assert_eq!(response.headers()[header::LOCATION], format!("/user/{name}").as_str());
    }
    let _here = server.connect("/api/me/socket", &[("cookie", eve.0.as_str())]).await.unwrap();
    let seat = server.create(&eve, json!({"against": "online", "public": true, "control": "600"})).await;
    let mut line = server.connect("/api/lobby/socket", &[("cookie", eve.0.as_str())]).await.unwrap();
    line.next_of("lobby").await;
    assert_eq!(server.act(&server.guest().await, &seat, json!({"do": "join"})).await.0, StatusCode::OK);
    let following = server.get(&ada, "/api/following").await["following"].clone();
    assert_eq!((&following[0]["name"], &following[0]["online"]), (&json!(eve_name), &json!(true)), "who is there comes first");
    assert_eq!(following[0]["game"], *seat);
    assert_eq!(
        (&following[1]["name"], &following[1]["online"], &following[1]["game"]),
        (&json!(bob_name), &json!(false), &Value::Null)
    );

    server.call("DELETE", &format!("/api/following/{bob_name}"), &ada, Value::Null).await;
    assert_eq!(server.get(&ada, "/api/following").await["following"].as_array().unwrap().len(), 1);
    let (own, name) = (&bob, &bob_name);
    assert_eq!(server.call("PUT", &format!("/api/following/{name}"), own, Value::Null).await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.call("PUT", "/api/following/nobody-at-all", own, Value::Null).await.0, StatusCode::NOT_FOUND);
}

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

#[tokio::test]
async fn forms_of_other_sites_change_nothing() {
    let server = Server::start().await;
    let ((ada, _), (_, bob_name)) = (server.account("ada").await, server.account("bob").await);
    let headers = [("cookie", ada.0.as_str()), ("host", "here"), ("origin", "http://elsewhere"), FORM];
    for action in ["follow", "block"] {
        let response = server.request("POST", &format!("/user/{bob_name}/{action}"), &headers, "").await;
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{action}");
    }
    assert_eq!(server.get(&ada, "/api/following").await, json!({"following": []}));
    assert_eq!(server.get(&ada, "/api/blocks").await, json!({"users": []}));
}

#[tokio::test]
async fn players_are_found_by_parts_of_their_names() {
    let server = Server::start().await;
    let register = async |name: &str| {
        let credentials = json!({"name": name, "password": "marbles of glass"}).to_string();
        assert_eq!(server.request("POST", "/api/account", &[], &credentials).await.status(), StatusCode::OK, "{name}");
    };
    for name in ["Marianne", "mario", "Anna-Maria", "Zed", "aa-ron", "Ann"] {
        register(name).await;
    }
    let find = async |text: &str| {
        let path = format!("/api/users?name={text}");
        let found = server.get(&User(String::new()), &path).await;
        let users = found["users"].as_array().unwrap_or_else(|| panic!("{found}"));
        users.iter().map(|user| user["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    for (text, expected) in [
        ("mar", "Marianne mario Anna-Maria"),
        ("MARI", "Marianne mario Anna-Maria"),
        ("m%C3%A1r", "Marianne mario Anna-Maria"),
        ("ann", "Ann Anna-Maria Marianne"),
        ("an", "Ann Anna-Maria"),
        ("a", "aa-ron Ann Anna-Maria"),
        ("aaron", "aa-ron"),
        ("ron", "aa-ron"),
        ("zed", "Zed"),
        ("xyz", ""),
        ("%25", ""),
        ("", ""),
    ] {
        assert_eq!(find(text).await, expected, "{text}");
    }
    let page = server.request("GET", "/players?name=mar", &[], "").await;
    let page = String::from_utf8(to_bytes(page.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap();
    assert!(page.contains("/user/Anna-Maria"));
    let exact = server.request("GET", "/players?name=MARIO", &[], "").await;
    assert_eq!(exact.headers()[header::LOCATION], "/user/mario");
    // Nobody searches faster than people type. What was used up in the future does not fill again now.
    let address = "192.0.2.9".parse().unwrap();
    let later = crate::time::now() + crate::time::DAY;
    assert_eq!((0..99).filter(|_| server.app.people.limits.allow(Limit::Search, address, later)).count(), 60);
    for path in ["/api/users?name=mar", "/players?name=mar", "/api/games/search"] {
        let answer = server.request("GET", path, &[("x-forwarded-for", "192.0.2.9")], "").await;
        assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS, "{path}");
    }
}

#[tokio::test]
async fn a_deleted_account_leaves_no_follows_blocks_or_challenges() {
    let server = Server::start().await;
    let ((ada, ada_name), (bob, bob_name), (eve, eve_name)) =
        (server.account("ada").await, server.account("bob").await, server.account("eve").await);
    let sent = game_of(&server.challenge(&ada, &bob_name).await);
    let received = game_of(&server.challenge(&eve, &ada_name).await);
    server.call("PUT", &format!("/api/following/{ada_name}"), &bob, Value::Null).await;
    server.call("PUT", &format!("/api/following/{bob_name}"), &ada, Value::Null).await;
    let blocked = server.call("PUT", &format!("/api/blocks/{ada_name}"), &eve, Value::Null).await;
    assert_eq!(blocked.0, StatusCode::OK);
    let again = server.challenge(&bob, &ada_name).await;
    let pending = game_of(&again);
    let headers = [("cookie", ada.0.as_str()), FORM];
    let deleted = server.request("POST", "/account/delete", &headers, "password=marbles+of+glass").await;
    assert_eq!(deleted.status(), StatusCode::SEE_OTHER);
    assert_eq!(server.get(&bob, "/api/following").await, json!({"following": []}));
    assert_eq!(server.get(&eve, "/api/blocks").await, json!({"users": []}));
    assert_eq!(server.pending(&bob).await, (vec![], vec![]));
    for game in [sent, received, pending] {
        assert_eq!(server.state(&game).await["status"], "aborted");
    }
    assert_eq!(server.get(&eve, &format!("/api/users?name={}", &ada_name[..8])).await, json!({"users": []}));
    assert_eq!(server.challenge(&eve, &ada_name).await.1["key"], "no-such-player");
    let _ = eve_name;
}
