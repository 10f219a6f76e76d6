//! Games when saving fails, or when another server has saved something else.

use super::*;
use crate::db::Fault;

/// A move of Black from the standard layout, and one of White.
const BLACK: &str = "a1b2";
const WHITE: &str = "i5h5";

fn play(text: &str, version: u32) -> Value {
    json!({"do": "play", "move": text, "version": version})
}

impl Server {
    /// Another server on the same database, which does not hear from this one.
    async fn beside(&self) -> Server {
        let other = Server::with(self.config.clone(), PathBuf::from("nowhere")).await;
        for server in [self, &other] {
            server.app.games.bus().cut_off(true);
        }
        other
    }

    async fn lines(&self, game: &str) -> Vec<String> {
        let log = self.app.games.db().log(game.parse().unwrap()).await.unwrap();
        log.into_iter().map(|(_, line)| line).collect()
    }

    async fn health(&self) -> (StatusCode, String) {
        let response = self.request("GET", "/health", &[], "").await;
        let status = response.status();
        (status, json_of(response).await.as_str().unwrap_or_default().to_owned())
    }
}

#[tokio::test]
async fn players_hear_that_nothing_can_be_saved_and_go_on_when_it_can() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("600").await;
    let (mut b, mut w) = (server.socket(&game, &black, "").await, server.socket(&game, &white, "").await);
    let faults = &server.app.games.db().faults;
    assert_eq!(server.health().await, (StatusCode::OK, "ok\n".to_owned()));
    faults.spoil_commits([Fault::CommitFails; 1_000]);
    let begun = std::time::Instant::now();
    assert_eq!(b.ask(play(BLACK, 2)).await, "cannot-save");
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    assert_eq!(w.ask(json!({"do": "chat", "text": "hello?"})).await, "cannot-save");
    let (status, refused) = server.act(&black, &game, play(BLACK, 2)).await;
    assert_eq!((status, &refused["key"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("cannot-save")));
    tokio::time::sleep(Duration::from_secs(1)).await;
    let begun = std::time::Instant::now();
    assert_eq!(server.health().await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert_eq!(server.state(&game).await["version"], 2, "nothing has happened");

    faults.heal();
    assert_eq!(b.ask(play(BLACK, 2)).await, 3);
    let event = w.next_of("event").await;
    assert_eq!((&event["version"], &event["move"]), (&json!(3), &json!(BLACK)));
    assert_eq!(w.ask(play(WHITE, 3)).await, 4);
    assert_eq!(server.lines(&game).await.len(), 4);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(server.health().await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_panic_before_something_is_saved_leaves_the_game_as_it_was() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("none").await;
    let faults = &server.app.games.db().faults;
    for (user, text, version) in [(&black, BLACK, 2), (&white, WHITE, 3)] {
        faults.panic_once();
        let (status, _) = server.act(user, &game, play(text, version)).await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(server.state(&game).await["version"], version);
        let (status, done) = server.act(user, &game, play(text, version)).await;
        assert_eq!((status, &done["version"]), (StatusCode::OK, &json!(version + 1)));
    }
    // The log has no gap: another server reads the same game.
    let (again, state) = (server.beside().await.state(&game).await, server.state(&game).await);
    assert_eq!((&again["version"], &again["moves"]), (&json!(4), &json!([BLACK, WHITE])));
    assert_eq!(again["moves"], state["moves"]);

    faults.panic_once();
    let setup = json!({"against": "same-screen"});
    assert_eq!(server.call("POST", "/api/games", &black, setup.clone()).await.0, StatusCode::INTERNAL_SERVER_ERROR);
    server.create(&black, setup).await;
}

#[tokio::test]
async fn a_rematch_and_the_event_that_names_it_are_saved_together() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("none").await;
    server.act(&black, &game, json!({"do": "resign"})).await;
    let rematch = json!({"do": "offer", "what": "rematch"});
    assert_eq!(server.act(&black, &game, rematch.clone()).await.0, StatusCode::OK);
    let count = async || {
        let (_, games) = server.call("GET", "/api/games?status=mine", &white, Value::Null).await;
        games["games"].as_array().unwrap().len()
    };
    let faults = &server.app.games.db().faults;
    // Neither is saved, although the first statements succeed.
    faults.spoil_commits([Fault::CommitFails; 1_000]);
    assert_eq!(server.act(&white, &game, rematch.clone()).await.1["key"], "cannot-save");
    faults.heal();
    assert_eq!(count().await, 1);

    // Two servers agree to a rematch at the same time: only one of the two games exists.
    let other = server.beside().await;
    other.state(&game).await;
    let (here, there) = tokio::join!(server.act(&white, &game, rematch.clone()), other.act(&white, &game, rematch.clone()));
    let mut answers = [here.1["type"].clone(), there.1["type"].clone()];
    answers.sort_by_key(Value::to_string);
    assert_eq!(answers, ["done", "refused"]);
    assert_eq!(count().await, 2);
    let next = server.state(&game).await["next"].clone();
    assert_eq!(next, other.state(&game).await["next"]);
    assert_eq!(server.state(next.as_str().unwrap()).await["status"], "playing");
}

/// The slower server reads the game again, and all its watchers see it immediately.
#[tokio::test]
async fn after_a_conflict_everybody_sees_what_the_other_server_has_saved() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("none").await;
    let stranger = server.guest().await;
    let other = server.beside().await;
    let mut sockets = Vec::new();
    for user in [&black, &white, &stranger] {
        let mut socket = other.socket(&game, user, "").await;
        assert_eq!(socket.next_of("state").await["version"], 2);
        sockets.push(socket);
    }
    assert_eq!(server.act(&black, &game, play(BLACK, 2)).await.1["version"], 3);
    // The other server has not heard of it.
    sockets[0].send(json!({"do": "play", "move": "a2b3", "version": 2, "id": 7})).await;
    let refused = sockets[0].next_of("refused").await;
    assert_eq!((&refused["key"], &refused["id"]), (&json!("stale"), &json!(7)));
    for socket in &mut sockets {
        let state = socket.next_of("state").await;
        assert_eq!((&state["version"], &state["moves"]), (&json!(3), &json!([BLACK])));
        assert_eq!(state["missed"][0]["event"], "moved");
    }
    // Then everybody continues from there.
    assert_eq!(sockets[1].ask(play(WHITE, 3)).await, 4);
    for socket in &mut sockets {
        assert_eq!(socket.next_of("event").await["version"], 4);
    }
}

/// An action may still be possible after what another server has saved in the meantime.
#[tokio::test]
async fn after_a_conflict_what_is_still_possible_is_done() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("none").await;
    let other = server.beside().await;
    let mut b = other.socket(&game, &black, "").await;
    assert_eq!(b.next_of("state").await["version"], 2);
    // An offer does not change the position.
    assert_eq!(server.act(&white, &game, json!({"do": "offer", "what": "draw", "version": 2})).await.1["version"], 3);
    assert_eq!(b.ask(play(BLACK, 2)).await, 4);
    assert_eq!(server.lines(&game).await.len(), 4);
    // The same the other way round, with the end of the game.
    assert_eq!(server.act(&white, &game, json!({"do": "resign"})).await.1["version"], 5);
    assert_eq!(server.lines(&game).await[3..], [format!("moved\t{BLACK}"), "resigned\twhite".to_owned()]);
}

#[tokio::test]
async fn a_move_in_doubt_is_shown_as_soon_as_it_is_known_to_be_saved() {
    for (fault, version) in [(Fault::AnswerIsLost, 3), (Fault::CommitFails, 2)] {
        let server = Server::start().await;
        let (black, white, game) = server.pair("none").await;
        let (mut b, mut w) = (server.socket(&game, &black, "").await, server.socket(&game, &white, "").await);
        for socket in [&mut b, &mut w] {
            socket.next_of("state").await;
        }
        let faults = &server.app.games.db().faults;
        faults.spoil_commits([fault]);
        faults.cut_off_after_commit();
        assert_eq!(b.ask(play(BLACK, 2)).await, "save-in-doubt");
        faults.heal();
        if version == 3 {
            for socket in [&mut b, &mut w] {
                assert_eq!(socket.next_of("state").await["version"], 3);
            }
        }
        // In any case, the game continues from there.
        let (user, text) = if version == 3 { (&white, WHITE) } else { (&black, BLACK) };
        let (status, done) = server.act(user, &game, play(text, version)).await;
        assert_eq!((status, &done["version"]), (StatusCode::OK, &json!(version + 1)));
        assert_eq!(server.lines(&game).await.len() as u32, version + 1);
    }
}

#[tokio::test]
async fn a_log_that_does_not_replay_is_read_once_and_harms_no_other_game() {
    let server = Server::start().await;
    let (black, _, broken) = server.pair("1").await;
    server.act(&black, &broken, play(BLACK, 2)).await;
    let whole = server.create(&black, json!({"against": "online", "color": "black", "control": "600"})).await;
    server.app.games.db().damage(broken.parse().unwrap()).await;

    let other = server.beside().await;
    // The flag has fallen: the game is checked once, not every second.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let looks = other.app.games.metrics.act.count();
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    // Of several servers, only one looks.
    let expected = if other.app.games.db().is_shared() { looks.min(1) } else { 1 };
    assert_eq!((looks, other.app.games.metrics.act.count()), (expected, expected));

    let (status, refused) = other.call("GET", &format!("/api/games/{broken}"), &black, Value::Null).await;
    assert_eq!((status, &refused["key"]), (StatusCode::INTERNAL_SERVER_ERROR, &json!("unreadable-game")));
    let (_, refused) = other.act(&black, &broken, json!({"do": "resign"})).await;
    assert_eq!(refused["key"], "unreadable-game");
    assert!(other.try_socket(&broken, &[("cookie", &black.0)], "").await.is_err());
    for (language, words) in [("en", "This game cannot be shown"), ("de", "Diese Partie kann nicht gezeigt werden")] {
        let headers = [("accept", "text/html"), ("accept-language", language)];
        let response = other.request("GET", &format!("/game/{broken}"), &headers, "").await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let page = json_of(response).await;
        assert!(page.as_str().unwrap().contains(words), "{page}");
    }
    let (_, games) = other.call("GET", "/api/games?status=mine", &black, Value::Null).await;
    let listed: Vec<_> = games["games"].as_array().unwrap().iter().map(|game| game["game"].clone()).collect();
    assert_eq!(listed, [json!(whole)]);
    assert_eq!(other.state(&whole).await["status"], "open");
}
