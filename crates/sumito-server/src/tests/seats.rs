//! Seats: the limits per user and address, and simultaneous requests for the same seat.

use futures_util::future::join_all;

use super::*;

fn seat(control: &str) -> Value {
    json!({"against": "online", "color": "black", "control": control, "public": true})
}

/// How many of these were done, and the keys of the refusals.
fn count(answers: &[(StatusCode, Value)]) -> (usize, Vec<String>) {
    let refused = answers.iter().filter(|(status, _)| *status != StatusCode::OK);
    let keys: Vec<String> = refused.map(|(_, answer)| answer["key"].as_str().unwrap().to_owned()).collect();
    (answers.len() - keys.len(), keys)
}

impl Server {
    /// A guest who is in the lobby.
    async fn visitor(&self) -> (User, Client) {
        let user = self.guest().await;
        let client = self.connect("/api/lobby/socket", &[("cookie", &user.0)]).await.unwrap();
        (user, client)
    }

    async fn join(&self, user: &User, game: &str) -> (StatusCode, Value) {
        self.act(user, game, json!({"do": "join"})).await
    }

    async fn status(&self, game: &str) -> String {
        self.state(game).await["status"].as_str().unwrap().to_owned()
    }

    /// Sends a request from another address.
    async fn call_from(&self, address: &str, method: &str, path: &str, cookie: &str, body: Value) -> (StatusCode, Value) {
        let response = self.request(method, path, &[("cookie", cookie), ("x-forwarded-for", address)], &body.to_string()).await;
        (response.status(), json_of(response).await)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_who_join_each_other_start_one_game() {
    let server = Server::start().await;
    let (ada, bob) = (server.visitor().await, server.visitor().await);
    for control in ["600", "none"] {
        for _ in 0..25 {
            let a = server.create(&ada.0, seat(control)).await;
            let b = server.create(&bob.0, seat(control)).await;
            let (first, second) = tokio::join!(server.join(&ada.0, &b), server.join(&bob.0, &a));
            let (done, keys) = count(&[first.clone(), second.clone()]);
            assert_eq!(done, 1, "{first:?} {second:?}");
            assert!(["game-over", "already-playing"].contains(&keys[0].as_str()), "{keys:?}");
            let mut statuses = [server.status(&a).await, server.status(&b).await];
            statuses.sort();
            assert_eq!(statuses, ["aborted", "playing"]);
            let played = if first.0 == StatusCode::OK { &b } else { &a };
            assert_eq!(server.act(&ada.0, played, json!({"do": "resign"})).await.0, StatusCode::OK);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_seat_is_taken_by_one_of_many() {
    let server = Server::start().await;
    let maker = server.visitor().await;
    for _ in 0..10 {
        let game = server.create(&maker.0, seat("600")).await;
        let others = join_all((0..6).map(|_| server.guest())).await;
        let answers = join_all(others.iter().map(|user| server.join(user, &game))).await;
        let (done, keys) = count(&answers);
        assert_eq!((done, keys.iter().filter(|key| **key == "seat-taken").count()), (1, 5), "{keys:?}");
        server.act(&maker.0, &game, json!({"do": "resign"})).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_user_does_not_take_every_seat() {
    let server = Server::start().await;
    let makers = join_all((0..8).map(|_| server.visitor())).await;
    let guest = server.guest().await;
    let seats = async |control: &str| join_all(makers.iter().map(|(maker, _)| server.create(maker, seat(control)))).await;
    // One timed game, however many are requested at the same time.
    let live = seats("600").await;
    let answers = join_all(live.iter().map(|game| server.join(&guest, game))).await;
    let (done, keys) = count(&answers);
    assert_eq!((done, keys.iter().filter(|key| **key == "already-playing").count()), (1, 7), "{keys:?}");
    let own = server.call("POST", "/api/games", &guest, seat("900")).await;
    assert_eq!((own.0, &own.1["key"]), (StatusCode::CONFLICT, &json!("already-playing")));
    // Invitations are counted separately.
    let link = server.create(&makers[7].0, json!({"against": "online", "control": "600"})).await;
    assert_eq!(server.join(&guest, &link).await.0, StatusCode::OK);
    // With days for a move a few, and more with an account.
    let slow = seats("3d").await;
    let answers = join_all(slow.iter().map(|game| server.join(&guest, game))).await;
    let (done, keys) = count(&answers);
    assert_eq!((done, keys), (6, vec!["too-many-games".to_owned(); 2]));
    let (account, _) = server.account("ada").await;
    let slow = seats("3d").await;
    let answers = join_all(slow.iter().map(|game| server.join(&account, game))).await;
    assert_eq!(count(&answers).0, 8);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn guests_of_one_address_do_not_take_every_seat() {
    let server = Server::start().await;
    let makers = join_all((0..16).map(|_| server.visitor())).await;
    let seats = join_all(makers.iter().map(|(maker, _)| server.create(maker, seat("3d")))).await;
    // Each request without a session creates a new guest.
    let join = json!({"do": "join"});
    let ask = async |game: &String| {
        server.call_from("192.0.2.7", "POST", &format!("/api/games/{game}/actions"), "", join.clone()).await
    };
    let answers = join_all(seats.iter().map(ask)).await;
    let (done, keys) = count(&answers);
    assert_eq!((done, keys), (12, vec!["crowded-address".to_owned(); 4]));
    let open = async || {
        let statuses = join_all(seats.iter().map(|game| server.status(game))).await;
        statuses.iter().filter(|status| *status == "open").count()
    };
    assert_eq!(open().await, 4, "what was refused has changed nothing");
    // They do not fill the list either.
    let new = server.call_from("192.0.2.7", "POST", "/api/games", "", seat("3d")).await;
    assert_eq!((new.0, &new.1["key"]), (StatusCode::CONFLICT, &json!("crowded-address")));
    // A game that is over makes room, another address has its own, and an account is not counted by its address.
    let taken = answers.iter().position(|(status, _)| *status == StatusCode::OK).unwrap();
    server.act(&makers[taken].0, &seats[taken], json!({"do": "resign"})).await;
    let left: Vec<&String> =
        seats.iter().zip(&answers).filter(|(_, (status, _))| *status != StatusCode::OK).map(|(game, _)| game).collect();
    let path = |game: &String| format!("/api/games/{game}/actions");
    assert_eq!(server.call_from("192.0.2.7", "POST", &path(left[0]), "", join.clone()).await.0, StatusCode::OK);
    assert_eq!(server.call_from("192.0.2.7", "POST", &path(left[1]), "", join.clone()).await.0, StatusCode::CONFLICT);
    assert_eq!(server.call_from("192.0.2.8", "POST", &path(left[1]), "", join.clone()).await.0, StatusCode::OK);
    let (account, _) = server.account("ada").await;
    assert_eq!(server.call_from("192.0.2.7", "POST", &path(left[2]), &account.0, join.clone()).await.0, StatusCode::OK);
}

#[tokio::test]
async fn neighbors_play_with_each_other_as_much_as_they_like() {
    let server = Server::start().await;
    for _ in 0..14 {
        server.app.people.limits.forget();
        let response = server.request("POST", "/api/games", &[("x-forwarded-for", "192.0.2.9")], &seat("3d").to_string()).await;
        let game = json_of(response).await["game"].as_str().unwrap().to_owned();
        let path = format!("/api/games/{game}/actions");
        assert_eq!(server.call_from("192.0.2.9", "POST", &path, "", json!({"do": "join"})).await.0, StatusCode::OK);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_seat_that_gives_way_cannot_be_taken() {
    let server = Server::start().await;
    let (maker, other) = (server.visitor().await, server.visitor().await);
    // A new seat replaces it immediately.
    let first = server.create(&maker.0, seat("600")).await;
    let second = server.create(&maker.0, seat("900")).await;
    assert_eq!(server.join(&other.0, &first).await.1["key"], "game-over");
    assert_eq!(server.join(&other.0, &second).await.0, StatusCode::OK);
    server.act(&other.0, &second, json!({"do": "resign"})).await;
    // One with days for a move stays.
    let slow = server.create(&maker.0, seat("3d")).await;
    let live = server.create(&other.0, seat("600")).await;
    let own = server.create(&maker.0, seat("600")).await;
    assert_eq!(server.join(&maker.0, &live).await.0, StatusCode::OK);
    assert_eq!((server.status(&slow).await, server.status(&own).await), ("open".to_owned(), "aborted".to_owned()));
    server.act(&other.0, &live, json!({"do": "resign"})).await;
    // A user takes a seat while its maker opens another one: one of the two is refused.
    for _ in 0..25 {
        let old = server.create(&maker.0, seat("600")).await;
        let (joined, replaced) =
            tokio::join!(server.join(&other.0, &old), server.call("POST", "/api/games", &maker.0, seat("900")));
        let (done, keys) = count(&[joined.clone(), replaced.clone()]);
        assert_eq!(done, 1, "{joined:?} {replaced:?}");
        if joined.0 == StatusCode::OK {
            assert_eq!((server.status(&old).await.as_str(), keys), ("playing", vec!["already-playing".to_owned()]));
            server.act(&other.0, &old, json!({"do": "resign"})).await;
        } else {
            assert_eq!((server.status(&old).await.as_str(), keys), ("aborted", vec!["game-over".to_owned()]));
        }
    }
}

#[tokio::test]
async fn a_rematch_withdraws_the_open_seats_of_both() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("600").await;
    let _lobbies = [server.connect("/api/lobby/socket", &[("cookie", &black.0)]).await.unwrap()];
    server.act(&black, &game, json!({"do": "resign"})).await;
    let own = server.create(&black, seat("600")).await;
    for user in [&black, &white] {
        server.act(user, &game, json!({"do": "offer", "what": "rematch"})).await;
    }
    let stranger = server.guest().await;
    let (status, refused) = server.join(&stranger, &own).await;
    assert_eq!(status, StatusCode::CONFLICT, "{refused}");
    while server.status(&own).await == "open" {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(server.status(&own).await, "aborted");
}

/// A seat whose maker has closed the browser is hidden and cannot be taken; when the page is loaded again, it is back.
#[tokio::test]
async fn the_seat_of_a_closed_browser_leaves_the_lobby() {
    let server = Server::start().await;
    let ((maker, page), (other, mut lobby)) = (server.visitor().await, server.visitor().await);
    let game = server.create(&maker, seat("600")).await;
    let next = async |lobby: &mut Client, list: &str| loop {
        let change = lobby.next_of("change").await;
        if change[list] != json!([]) {
            return change[list][0]["game"].clone();
        }
    };
    assert_eq!(next(&mut lobby, "openSeats").await, json!(game));
    drop(page);
    assert_eq!(next(&mut lobby, "gone").await, json!(game));
    assert_eq!(server.join(&other, &game).await.1["key"], "seat-taken");
    let mut page = server.connect("/api/lobby/socket", &[("cookie", &maker.0)]).await.unwrap();
    let lists = page.next_of("lobby").await;
    assert_eq!(lists["openSeats"][0]["game"], json!(game), "the page knows at once that it still waits");
    assert_eq!(next(&mut lobby, "openSeats").await, json!(game));
    assert_eq!(server.join(&other, &game).await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn games_against_the_engine_are_limited() {
    let server = Server::start().await;
    let user = server.guest().await;
    let new = json!({"against": "engine", "level": 1, "color": "black"});
    let answers = join_all((0..16).map(|_| server.call("POST", "/api/games", &user, new.clone()))).await;
    let (done, keys) = count(&answers);
    assert_eq!((done, keys), (12, vec!["too-many-engine-games".to_owned(); 4]));
    assert_eq!(server.call("POST", "/api/games", &user, json!({"against": "same-screen"})).await.0, StatusCode::OK);
    let game = answers.iter().find(|(status, _)| *status == StatusCode::OK).unwrap().1["game"].as_str().unwrap();
    assert_eq!(server.act(&user, game, json!({"do": "resign"})).await.0, StatusCode::OK);
    assert_eq!(server.call("POST", "/api/games", &user, new).await.0, StatusCode::OK);
}
