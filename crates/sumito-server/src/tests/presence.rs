//! Players who are away, and games without a first move.

use super::*;
use crate::id::GameId;
use crate::play::clock::Millis;
use crate::play::event::Claim;
use crate::play::live::{Action, Actor};
use crate::time::now;

impl Server {
    /// Runs the server's own checks at this moment.
    pub(super) async fn let_time_run_out(&self, game: &str, at: Millis) -> Result<u32, crate::failure::Failure> {
        self.app.games.act(game.parse().unwrap(), Actor::Server, 0, Action::ClaimFlag, at).await
    }

    async fn begin(&self, control: &str) -> (User, User, String) {
        let (black, white, game) = self.pair(control).await;
        for (user, m, version) in [(&black, "a1b2", 2), (&white, "i5h5", 3)] {
            let (status, done) = self.act(user, &game, json!({"do": "play", "move": m, "version": version})).await;
            assert_eq!(status, StatusCode::OK, "{done}");
        }
        (black, white, game)
    }
}

#[tokio::test]
async fn a_game_on_time_without_a_first_move_is_aborted() {
    let server = Server::start().await;
    for moves in [0, 1] {
        let (black, _, game) = server.pair("600").await;
        let mut socket = server.socket(&game, &black, "").await;
        let mut aborts_at = socket.next_of("state").await["abortsAt"].as_i64().unwrap();
        if moves == 1 {
            socket.ask(json!({"do": "play", "move": "a1b2", "version": 2})).await;
            let later = socket.next_of("event").await["abortsAt"].as_i64().unwrap();
            assert!(later >= aborts_at);
            aborts_at = later;
        }
        let flags = server.app.games.db().flags().await.unwrap();
        let is_found = |flag: &(GameId, Millis)| flag.0 == game.parse().unwrap() && flag.1 <= aborts_at;
        assert!(flags.iter().any(is_found), "a restart looks in time: {flags:?}");
        assert!(server.let_time_run_out(&game, aborts_at - 1).await.is_err());
        server.let_time_run_out(&game, aborts_at).await.unwrap();
        let event = socket.next_of("event").await;
        assert_eq!((&event["event"], &event["by"], &event["why"]), (&json!("aborted"), &Value::Null, &json!("no-first-move")));
        assert_eq!((&event["status"], &event["abortsAt"]), (&json!("aborted"), &Value::Null));
        let state = server.state(&game).await;
        assert_eq!((&state["status"], &state["why"]), (&json!("aborted"), &json!("no-first-move")));
    }
    let (black, _, game) = server.begin("600").await;
    assert_eq!(server.state(&game).await["abortsAt"], Value::Null);
    server.act(&black, &game, json!({"do": "resign"})).await;
    assert_eq!(server.state(&game).await["why"], Value::Null);
}

#[tokio::test]
async fn the_other_player_may_end_a_game_that_was_left() {
    let server = Server::start().await;
    for (stays, claim, key, winner) in [
        ("black", "win", "won-by-absence", json!("black")),
        ("white", "win", "won-by-absence", json!("white")),
        ("black", "draw", "drawn-by-absence", Value::Null),
    ] {
        let (black, white, game) = server.begin("300+3").await;
        let (stayer, leaver, gone) = if stays == "black" { (&black, &white, "white") } else { (&white, &black, "black") };
        let mut socket = server.socket(&game, stayer, "").await;
        // A player with two pages open who closes one of them is not away.
        let (first, second) = (server.socket(&game, leaver, "").await, server.socket(&game, leaver, "").await);
        drop(first);
        assert_eq!(socket.ask(json!({"do": "claim", "what": claim})).await, "opponent-here");
        drop(second);
        let away = loop {
            let present = socket.next_of("present").await;
            assert_eq!((&present["players"][stays], &present["away"][stays]), (&json!(true), &Value::Null));
            if present["away"][gone] != Value::Null {
                assert_eq!(present["players"][gone], false);
                assert!(present["now"].as_i64() >= present["away"][gone]["since"].as_i64());
                break present["away"][gone].clone();
            }
        };
        let claimable_at = away["claimableAt"].as_i64().unwrap();
        assert_eq!(claimable_at - away["since"].as_i64().unwrap(), 60_000);
        assert_eq!(socket.ask(json!({"do": "claim", "what": claim})).await, "too-early");
        // A minute later.
        let me = server.call("GET", "/api/me", stayer, Value::Null).await.1["user"].as_str().unwrap().parse().unwrap();
        let claimed = Action::Claim(if claim == "win" { Claim::Win } else { Claim::Draw });
        server.app.games.act(game.parse().unwrap(), Actor::User(me), 0, claimed, claimable_at).await.unwrap();
        let event = socket.next_of("event").await;
        assert_eq!((&event["event"], &event["by"], &event["what"]), (&json!("claimed"), &json!(stays), &json!(claim)));
        assert_eq!((&event["outcome"]["key"], &event["outcome"]["winner"]), (&json!(key), &winner));
        // The game is over, so nobody is away from it.
        let present = socket.next_of("present").await;
        assert_eq!(present["away"], json!({"black": null, "white": null}));
        let response = server.request("GET", &format!("/api/games/{game}/record"), &[], "").await;
        let record = String::from_utf8(to_bytes(response.into_body(), 1 << 20).await.unwrap().to_vec()).unwrap();
        let words = if claim == "win" { format!("{stays} won: {gone} left") } else { "drawn: a player left the game".to_owned() };
        assert!(record.to_lowercase().contains(&words), "{record}");
    }
}

#[tokio::test]
async fn a_player_who_comes_back_is_there() {
    let server = Server::start().await;
    let (black, white, game) = server.begin("600").await;
    let mut socket = server.socket(&game, &black, "").await;
    let wait = async |socket: &mut Client, away: bool| {
        while (socket.next_of("present").await["away"]["white"] != Value::Null) != away {}
    };
    wait(&mut socket, true).await;
    let other = server.socket(&game, &white, "").await;
    wait(&mut socket, false).await;
    let late = now() + 120_000;
    let me = server.call("GET", "/api/me", &black, Value::Null).await.1["user"].as_str().unwrap().parse().unwrap();
    let claim = server.app.games.act(game.parse().unwrap(), Actor::User(me), 0, Action::Claim(Claim::Win), late).await;
    assert_eq!(claim.unwrap_err().key(), "opponent-here");
    drop(other);
    wait(&mut socket, true).await;
    // With days for a move nobody waits.
    let (black, _, game) = server.begin("1d").await;
    let mut socket = server.socket(&game, &black, "").await;
    loop {
        let away = socket.next_of("present").await["away"]["white"].clone();
        if away != Value::Null {
            assert_eq!(away["claimableAt"], Value::Null);
            break;
        }
    }
}
