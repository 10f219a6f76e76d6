//! Open seats, games to watch, and who is there.

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

/// The next change that tells more than who is there.
async fn next_change(client: &mut Client) -> Value {
    loop {
        let change = client.next_of("change").await;
        let lists = ["seeks", "gone", "games", "over"];
        if lists.iter().any(|list| change[list] != json!([])) {
            return change;
        }
    }
}

#[tokio::test]
async fn a_seek_is_told_to_everybody_until_somebody_takes_it() {
    let server = Server::start().await;
    let (maker, other) = (server.guest().await, server.guest().await);
    let mut lobby = server.lobby(&maker).await;
    let me = server.call("GET", "/api/me", &maker, Value::Null).await.1;
    assert_eq!(lobby.next_of("you").await["user"], me["user"]);
    assert_eq!(lobby.next_of("lobby").await["seeks"], json!([]));
    let mut stranger = server.lobby(&User(String::new())).await;
    assert_eq!(stranger.next_of("you").await["user"], Value::Null);

    // An invitation is for those alone who have its address.
    server.create(&maker, json!({"against": "online", "control": "600"})).await;
    let seek = json!({"against": "online", "color": "white", "control": "300+3", "layout": "standard", "public": true});
    let game = server.create(&maker, seek).await;
    for client in [&mut lobby, &mut stranger] {
        let change = next_change(client).await;
        assert_eq!(games(&change["seeks"]), [game.as_str()]);
        let seek = &change["seeks"][0];
        assert_eq!((&seek["control"], &seek["layout"]), (&json!("300+3"), &json!("standard")));
        assert_eq!((&seek["players"]["black"], &seek["players"]["white"]["user"]), (&Value::Null, &me["user"]));
    }
    let (_, whole) = server.call("GET", "/api/lobby", &other, Value::Null).await;
    assert_eq!((games(&whole["seeks"]), &whole["online"]), (vec![game.as_str()], &json!(2)));

    assert_eq!(server.act(&other, &game, json!({"do": "join"})).await.0, StatusCode::OK);
    for client in [&mut lobby, &mut stranger] {
        let change = next_change(client).await;
        assert_eq!(change["gone"], json!([{"game": game, "why": "taken"}]));
        assert_eq!((games(&change["games"]), &change["playing"]), (vec![game.as_str()], &json!(1)));
    }
    // Moves are told to those who watch, and the end.
    assert_eq!(server.act(&other, &game, json!({"do": "play", "move": "a1b2", "version": 2})).await.0, StatusCode::OK);
    let change = next_change(&mut stranger).await;
    assert_eq!((&change["games"][0]["last"], &change["games"][0]["turn"]), (&json!("a1b2"), &json!("white")));
    server.act(&maker, &game, json!({"do": "resign"})).await;
    assert_eq!(next_change(&mut stranger).await["over"], json!([game]));
    assert_eq!(server.lobby(&other).await.next_of("lobby").await["games"], json!([]));
}

#[tokio::test]
async fn a_seek_can_be_withdrawn_and_another_one_takes_its_place() {
    let server = Server::start().await;
    let maker = server.guest().await;
    let mut lobby = server.lobby(&maker).await;
    let seek = json!({"against": "online", "control": "600", "public": true});
    let first = server.create(&maker, seek.clone()).await;
    assert_eq!(games(&next_change(&mut lobby).await["seeks"]), [first.as_str()]);
    server.act(&maker, &first, json!({"do": "abort"})).await;
    assert_eq!(next_change(&mut lobby).await["gone"], json!([{"game": first, "why": "withdrawn"}]));

    let second = server.create(&maker, seek.clone()).await;
    assert_eq!(games(&next_change(&mut lobby).await["seeks"]), [second.as_str()]);
    let third = server.create(&maker, seek.clone()).await;
    let change = next_change(&mut lobby).await;
    assert_eq!((games(&change["seeks"]), games(&change["gone"])), (vec![third.as_str()], vec![second.as_str()]));
    // The server has aborted it, so that nobody can join.
    for _ in 0..50 {
        if server.state(&second).await["status"] == "aborted" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(server.state(&second).await["status"], "aborted");
    assert_eq!(server.state(&third).await["status"], "waiting");

    // One user does not fill the list.
    let patient = json!({"against": "online", "control": "2d", "public": true});
    let mut tries = Vec::new();
    for _ in 0..8 {
        tries.push(server.call("POST", "/api/games", &maker, patient.clone()).await.0);
    }
    assert_eq!(tries.iter().filter(|status| **status == StatusCode::OK).count(), 5);
    assert_eq!(tries[7], StatusCode::TOO_MANY_REQUESTS);
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
    if whole["seeks"] == json!([]) {
        whole = next_change(&mut lobby).await;
    }
    assert!(games(&whole["seeks"]).contains(&game.as_str()));
    assert!(!games(&whole["seeks"]).contains(&invitation.as_str()));
    assert!(!games(&whole["games"]).contains(&played.as_str()), "it was played between friends");
}

#[tokio::test]
async fn other_sites_and_chatter_are_kept_out() {
    let server = Server::start().await;
    let foreign = server.connect("/api/lobby/socket", &[("origin", "https://evil.example")]).await;
    assert!(matches!(foreign, Err(tungstenite::Error::Http(response)) if response.status() == StatusCode::FORBIDDEN));
    let mut lobby = server.lobby(&User(String::new())).await;
    lobby.send_text("hello").await;
    while let Some(message) = lobby.next().await {
        assert!(["you", "lobby", "change"].contains(&message["type"].as_str().unwrap()), "{message}");
    }
}
