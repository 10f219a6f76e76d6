//! The lobby, challenges, accounts and limits of several servers.

use super::*;

impl Nodes {
    /// What both show in the lobby, once they agree.
    async fn lobby(&self, is_so: impl Fn(&Value) -> bool) -> Value {
        let get = async |server: &Server| server.call("GET", "/api/lobby", &User(String::new()), Value::Null).await.1;
        until(async || is_so(&get(&self.a).await) && is_so(&get(&self.b).await)).await;
        get(&self.b).await
    }
}

fn games(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn all_servers_show_the_same_lobby() {
    for nodes in Nodes::all().await {
        let (maker, other) = (nodes.a.guest().await, nodes.b.guest().await);
        let cookie = |user: &User| user.0.clone();
        let mut lobby = nodes.a.connect("/api/lobby/socket", &[("cookie", &cookie(&maker))]).await.unwrap();
        let mut stranger = nodes.b.connect("/api/lobby/socket", &[]).await.unwrap();
        lobby.next_of("lobby").await;
        stranger.next_of("lobby").await;
        let seat = json!({"against": "online", "control": "600", "public": true, "color": "black", "layout": "standard"});
        let game = nodes.a.create(&maker, seat).await;
        let id: GameId = game.parse().unwrap();
        let shown = nodes.lobby(|lobby| games(&lobby["openSeats"]) == [game.as_str()] && lobby["online"] == 2).await;
        assert_eq!(shown["openSeats"][0]["control"], "600");
        // The server that does not see the maker does not give up the seat, however late it is, even if it hears nothing.
        let later = || now() + 50_000;
        assert_eq!(nodes.b.app.games.lobby.announce(later()), []);
        drop(lobby);
        until(async || !nodes.b.app.games.lobby.is_online(maker_id(&nodes.a, &maker).await)).await;
        assert_eq!(nodes.b.app.games.lobby.announce(later()), []);
        assert_eq!(nodes.a.app.games.lobby.announce(later()), [id]);
        nodes.lobby(|lobby| lobby["openSeats"] == json!([])).await;
        // Somebody who comes back to another server is back.
        let mut again = nodes.b.connect("/api/lobby/socket", &[("cookie", &cookie(&maker))]).await.unwrap();
        again.next_of("lobby").await;
        nodes.lobby(|lobby| games(&lobby["openSeats"]) == [game.as_str()]).await;
        assert_eq!(nodes.a.app.games.lobby.announce(later()), []);

        assert_eq!(nodes.b.act(&other, &game, json!({"do": "join"})).await.0, StatusCode::OK);
        nodes.lobby(|lobby| lobby["openSeats"] == json!([]) && lobby["playing"] == 1).await;
        for (server, user, text, version) in [(&nodes.b, &maker, MOVES[0], 2), (&nodes.a, &other, MOVES[1], 3)] {
            assert_eq!(server.act(user, &game, play(text, version)).await.0, StatusCode::OK);
            nodes.lobby(|lobby| lobby["games"][0]["last"] == text).await;
        }
        nodes.lobby(|lobby| lobby["featured"] == *game).await;
        nodes.a.act(&maker, &game, json!({"do": "resign"})).await;
        nodes.lobby(|lobby| lobby["games"] == json!([]) && lobby["playing"] == 0).await;
    }
}

async fn maker_id(server: &Server, user: &User) -> crate::id::UserId {
    server.call("GET", "/api/me", user, Value::Null).await.1["user"].as_str().unwrap().parse().unwrap()
}

/// An open seat whose maker looks at the lobby of the first server.
async fn open_seat(nodes: &Nodes) -> (Client, String) {
    let maker = nodes.a.guest().await;
    let mut lobby = nodes.a.connect("/api/lobby/socket", &[("cookie", &maker.0)]).await.unwrap();
    lobby.next_of("lobby").await;
    (lobby, nodes.a.create(&maker, json!({"against": "online", "control": "600", "public": true})).await)
}

#[tokio::test]
async fn a_server_that_has_just_started_knows_everything() {
    for nodes in Nodes::all().await {
        let (_lobby, game) = open_seat(&nodes).await;
        let Pair { game: played, black, .. } = nodes.pair("600").await;
        let black_at_a = nodes.a.socket(&played, &black, "").await;
        let new = Server::with(nodes.a.config.clone(), PathBuf::from("nowhere")).await;
        let is_known = async || {
            let lobby = new.call("GET", "/api/lobby", &User(String::new()), Value::Null).await.1;
            games(&lobby["openSeats"]) == [game.as_str()] && lobby["online"].as_u64() >= Some(2)
        };
        until(is_known).await;
        assert_eq!(new.app.games.lobby.announce(now() + 50_000), [], "it does not give up what it has not seen");
        let mut watcher = new.socket(&played, &User(String::new()), "").await;
        while watcher.next_of("present").await["players"]["black"] != true {}
        drop(black_at_a);
    }
}

#[tokio::test]
async fn when_a_server_dies_the_others_take_care_of_its_open_seats() {
    for nodes in Nodes::all().await {
        let (_lobby, game) = open_seat(&nodes).await;
        nodes.lobby(|lobby| games(&lobby["openSeats"]) == [game.as_str()]).await;
        nodes.a.die().await;
        let id: GameId = game.parse().unwrap();
        until(async || nodes.b.app.games.lobby.announce(now() + 50_000) == [id]).await;
    }
}

#[tokio::test]
async fn challenges_ring_at_every_server() {
    for nodes in Nodes::all().await {
        let ((ada, _), (bob, bob_name)) = (nodes.a.account("ada").await, nodes.b.account("bob").await);
        let mut line = nodes.b.connect("/api/me/socket", &[("cookie", &bob.0)]).await.unwrap();
        line.next_of("challenges").await;
        let wanted = json!({"against": "online", "opponent": bob_name, "control": "600", "color": "black"});
        let (status, state) = nodes.a.call("POST", "/api/games", &ada, wanted).await;
        assert_eq!(status, StatusCode::OK, "{state}");
        assert_eq!(line.next_of("challenges").await["incoming"][0]["game"], state["game"]);
        let game = state["game"].as_str().unwrap();
        assert_eq!(nodes.a.act(&ada, game, json!({"do": "abort"})).await.0, StatusCode::OK);
        while line.next_of("challenges").await["incoming"] != json!([]) {}
    }
}

#[tokio::test]
async fn a_challenge_is_declined_at_another_server() {
    for nodes in Nodes::all().await {
        let ((ada, _), (bob, bob_name)) = (nodes.a.account("ada").await, nodes.b.account("bob").await);
        let mut line = nodes.a.connect("/api/me/socket", &[("cookie", &ada.0)]).await.unwrap();
        line.next_of("you").await;
        let wanted = json!({"against": "online", "opponent": bob_name, "control": "600"});
        let (status, state) = nodes.a.call("POST", "/api/games", &ada, wanted).await;
        assert_eq!(status, StatusCode::OK, "{state}");
        while line.next_of("challenges").await["outgoing"] == json!([]) {}
        // The challenger's server has the game in memory, and may hear of the answer before it knows the answer.
        let game = state["game"].as_str().unwrap();
        let mut watching = nodes.a.socket(game, &ada, "").await;
        watching.next_of("state").await;
        let action = json!({"do": "decline", "what": "challenge", "reason": "busy"});
        assert_eq!(nodes.b.act(&bob, game, action).await.0, StatusCode::OK);
        let declined = line.next_of("declined").await;
        assert_eq!((&declined["game"], &declined["reason"]), (&json!(game), &json!("busy")));
        assert_eq!(watching.next_of("event").await["reason"], "busy");
    }
}

#[tokio::test]
async fn a_session_that_has_ended_ends_at_every_server() {
    for nodes in Nodes::all().await {
        let (user, _) = nodes.a.account("ada").await;
        let (_, _, game) = nodes.a.pair("none").await;
        let mut sockets =
            [nodes.b.socket(&game, &user, "").await, nodes.b.connect("/api/me/socket", &[("cookie", &user.0)]).await.unwrap()];
        assert_eq!(nodes.a.call("DELETE", "/api/session", &user, Value::Null).await.0, StatusCode::OK);
        for socket in &mut sockets {
            while socket.next().await.is_some() {}
        }
        // Even if nobody has said so.
        let (user, _) = nodes.a.account("bob").await;
        let mut socket = nodes.b.socket(&game, &user, "").await;
        socket.next_of("state").await;
        nodes.a.bus().lose_outgoing(1);
        assert_eq!(nodes.a.call("DELETE", "/api/session", &user, Value::Null).await.0, StatusCode::OK);
        while socket.next().await.is_some() {}
    }
}

#[tokio::test]
async fn a_new_name_is_shown_at_every_server() {
    for nodes in Nodes::all().await {
        let Pair { black, mut at_b, .. } = nodes.pair("none").await;
        let name = format!("ada-{}", &id::GameId::random().as_str()[..8]);
        let credentials = json!({"name": name, "password": "marbles of glass"});
        assert_eq!(nodes.a.call("POST", "/api/account", &black, credentials).await.0, StatusCode::OK);
        while at_b.next_of("state").await["players"]["black"]["name"] != *name {}
    }
}

#[tokio::test]
async fn limits_hold_for_all_servers_together() {
    for nodes in Nodes::all().await {
        let (_, name) = nodes.a.account("ada").await;
        let guess = async |n: usize| {
            let server = if n.is_multiple_of(2) { &nodes.a } else { &nodes.b };
            let headers = [("x-forwarded-for", format!("192.0.2.{n}"))];
            let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let body = json!({"name": name, "password": "marbles of clay"}).to_string();
            let answer = json_of(server.request("POST", "/api/session", &headers, &body).await).await;
            tokio::time::sleep(Duration::from_millis(20)).await;
            answer["key"].as_str().unwrap().to_owned()
        };
        let mut keys = Vec::new();
        for n in 0..30 {
            keys.push(guess(n).await);
        }
        let wrong = keys.iter().filter(|key| *key == "wrong-password").count();
        // What the other server has counted arrives a moment later.
        assert!((20..=24).contains(&wrong), "20 guesses for all servers: {keys:?}");
        assert_eq!(keys.last().unwrap(), "too-many-guesses");

        // Guests of one network.
        let (mut made, begun) = (0, std::time::Instant::now());
        for n in 0..40 {
            let server = if n % 2 == 0 { &nodes.a } else { &nodes.b };
            let response = server.request("POST", "/api/me", &[("x-forwarded-for", "198.51.100.7")], "").await;
            made += u64::from(response.status() == StatusCode::OK);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // One more every two seconds.
        let most = 34 + begun.elapsed().as_secs() / 2;
        assert!((30..=most).contains(&made), "30 guests at first: {made}");
    }
}
