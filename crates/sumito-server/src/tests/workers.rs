//! Workers on other machines think for the engine.

use sumito_rules::{Game, Position, Rules, party};

use super::*;
use crate::time::now;

/// A server that does not think itself, and the key of a worker.
async fn server_and_key() -> (Server, String) {
    let server = Server::with_engine(0).await;
    let key = crate::add_worker_key(&server.config.database, &format!("attic-{}", id::GameId::random())).await.unwrap().unwrap();
    (server, key)
}

pub(super) async fn ask(server: &Server, key: &str, body: Value) -> (StatusCode, Value) {
    let authorization = format!("Bearer {key}");
    let response = server.request("POST", "/api/worker/jobs", &[("authorization", &authorization)], &body.to_string()).await;
    (response.status(), json_of(response).await)
}

/// A job, and the first legal move in its position.
pub(super) async fn job(server: &Server, key: &str) -> (Value, String) {
    let job = loop {
        let (status, reply) = ask(server, key, json!({"wait": 10_000})).await;
        assert_eq!(status, StatusCode::OK, "{reply}");
        if !reply["job"].is_null() {
            break reply["job"].clone();
        }
    };
    let (start, rules): (Position, Rules) =
        (job["start"].as_str().unwrap().parse().unwrap(), job["rules"].as_str().unwrap().parse().unwrap());
    let mut game = Game::from_position(start, rules);
    for text in job["moves"].as_array().unwrap() {
        let m = game.position().parse_move(text.as_str().unwrap()).unwrap();
        game.play(m).unwrap();
    }
    let m = game.legal_moves().nth(0).unwrap().to_string();
    (job, m)
}

/// A game in which the engine moves first, or second.
pub(super) async fn engine_game(server: &Server, user: &User, color: &str) -> String {
    server.create(user, json!({"against": "engine", "color": color, "level": 1, "layout": "belgian-daisy"})).await
}

pub(super) async fn wait_for_version(server: &Server, game: &str, version: u64) {
    while server.state(game).await["version"].as_u64() < Some(version) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn workers_bring_moves_for_both_colors() {
    let (server, key) = server_and_key().await;
    let user = server.guest().await;
    assert_eq!(ask(&server, &key, json!({"wait": 0})).await, (StatusCode::OK, json!({"job": null})));
    for (color, mine) in [("white", None), ("black", Some("a1b2"))] {
        let game = engine_game(&server, &user, color).await;
        let mut version = 1;
        if let Some(text) = mine {
            let (status, done) = server.act(&user, &game, json!({"do": "play", "move": text, "version": 1})).await;
            assert_eq!(status, StatusCode::OK, "{done}");
            version = 2;
        }
        let (job, m) = job(&server, &key).await;
        assert_eq!((&job["version"], &job["level"]), (&json!(version), &json!(1)));
        assert!(job["clock"].is_object() && job["nodes"].is_null(), "{job}");
        // Nobody else gets it meanwhile.
        assert_eq!(ask(&server, &key, json!({"wait": 50})).await.1, json!({"job": null}));
        let done = json!({"lease": job["lease"], "version": version, "move": m});
        assert_eq!(ask(&server, &key, json!({"done": done, "wait": null})).await.0, StatusCode::OK);
        wait_for_version(&server, &game, version + 1).await;
        // The reply may have been lost: the same move again changes nothing.
        assert_eq!(ask(&server, &key, json!({"done": done, "wait": 50})).await, (StatusCode::OK, json!({"job": null})));
        assert_eq!(server.state(&game).await["version"], version + 1);
    }
}

/// Workers think for the engines of a larger table too, also after somebody has left it.
#[tokio::test]
async fn workers_bring_moves_for_games_of_more_than_two() {
    let (server, key) = server_and_key().await;
    let (ada, bob) = (server.guest().await, server.guest().await);
    let setup = json!({"against": "online", "layout": "three", "seats": ["you", "open", "engine:5"], "control": "600"});
    let game = server.create(&ada, setup).await;
    assert_eq!(server.act(&bob, &game, json!({"do": "join"})).await.0, StatusCode::OK);
    assert_eq!(server.act(&ada, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
    let play = async |user: &User| {
        let state = server.state(&game).await;
        let position: party::Position = state["position"].as_str().unwrap().parse().unwrap();
        let m = position.legal_moves().nth(0).unwrap().to_string();
        let (status, done) = server.act(user, &game, json!({"do": "play", "move": m, "version": state["version"]})).await;
        assert_eq!(status, StatusCode::OK, "{done}");
        m
    };
    let moved = play(&bob).await;
    let job = ask(&server, &key, json!({"wait": 10_000})).await.1["job"].clone();
    assert_eq!((&job["moves"], &job["level"]), (&json!(["Black:resigned", moved]), &json!(5)));
    assert!(job["clock"].is_object() && job["nodes"].is_u64(), "{job}");
    let start: party::Position = job["start"].as_str().unwrap().parse().unwrap();
    assert_eq!(start, party::Layout::find("three").unwrap().position());
    // An illegal move is refused, and another worker finds a legal one.
    for (text, version) in [("a1i9", 4), ("i5h5", 4)] {
        let job = if text == "a1i9" { job.clone() } else { ask(&server, &key, json!({"wait": 10_000})).await.1["job"].clone() };
        let position: party::Position = server.state(&game).await["position"].as_str().unwrap().parse().unwrap();
        let legal = position.legal_moves().nth(0).unwrap().to_string();
        let text = if text == "a1i9" { text.to_owned() } else { legal };
        let done = json!({"lease": job["lease"], "version": version, "move": text});
        assert_eq!(ask(&server, &key, json!({"done": done, "wait": null})).await.0, StatusCode::OK);
    }
    wait_for_version(&server, &game, 5).await;
    assert_eq!(server.state(&game).await["turn"], "white");
}

#[tokio::test]
async fn a_job_that_is_given_back_or_answered_badly_goes_to_another_worker() {
    let (server, key) = server_and_key().await;
    let user = server.guest().await;
    let game = engine_game(&server, &user, "white").await;
    let (first, _) = job(&server, &key).await;
    let authorization = format!("Bearer {key}");
    let path = format!("/api/worker/jobs/{}", first["lease"].as_str().unwrap());
    let response = server.request("DELETE", &path, &[("authorization", &authorization)], "").await;
    assert_eq!(response.status(), StatusCode::OK);
    let (second, _) = job(&server, &key).await;
    assert_ne!(first["lease"], second["lease"]);
    // An illegal move is refused by the rules, and somebody else has to find one.
    let bad = json!({"lease": second["lease"], "version": 1, "move": "a1i9"});
    assert_eq!(ask(&server, &key, json!({"done": bad, "wait": null})).await.0, StatusCode::OK);
    let (third, m) = job(&server, &key).await;
    let done = json!({"lease": third["lease"], "version": 1, "move": m});
    assert_eq!(ask(&server, &key, json!({"done": done, "wait": null})).await.0, StatusCode::OK);
    wait_for_version(&server, &game, 2).await;
}

#[tokio::test]
async fn a_job_of_a_worker_that_is_gone_is_given_to_another_within_seconds() {
    let (server, key) = server_and_key().await;
    let user = server.guest().await;
    engine_game(&server, &user, "white").await;
    let (first, _) = job(&server, &key).await;
    let promised = first["milliseconds"].as_i64().unwrap();
    assert!((4_000..8_000).contains(&promised), "{promised}");
    let begun = now();
    let (second, _) = job(&server, &key).await;
    assert_eq!((&first["version"], &first["moves"]), (&second["version"], &second["moves"]));
    assert!(now() - begun >= promised - 1_000, "the first worker had its time");
}

#[tokio::test]
async fn only_a_valid_key_opens_the_door_and_it_opens_no_other() {
    let (server, key) = server_and_key().await;
    let user = server.guest().await;
    for wrong in ["", "nonsense"] {
        assert_eq!(ask(&server, wrong, json!({"wait": 0})).await.0, StatusCode::UNAUTHORIZED, "{wrong}");
    }
    // The session of a player is no key, and the key is no session.
    assert_eq!(server.call("POST", "/api/worker/jobs", &user, json!({"wait": 0})).await.0, StatusCode::UNAUTHORIZED);
    let authorization = format!("Bearer {key}");
    let response = server.request("GET", "/api/account", &[("authorization", &authorization)], "").await;
    assert_ne!(response.status(), StatusCode::OK);
    for bad in [json!({"wait": "long"}), json!({"done": {"lease": "x", "version": 1, "move": "a1b2"}, "wait": 0}), json!([])] {
        assert_eq!(ask(&server, &key, bad.clone()).await.0, StatusCode::BAD_REQUEST, "{bad}");
    }
    let keys = crate::worker_keys(&server.config.database).await.unwrap();
    let used = keys.iter().find(|known| known.used_at.is_some()).expect("its use was noted");
    assert!(crate::add_worker_key(&server.config.database, &used.name).await.unwrap().is_none(), "the name is taken");
    assert!(crate::remove_worker_key(&server.config.database, &used.name).await.unwrap());
    assert!(!crate::remove_worker_key(&server.config.database, &used.name).await.unwrap());
    assert_eq!(ask(&server, &key, json!({"wait": 0})).await.0, StatusCode::UNAUTHORIZED, "it was revoked");
}
