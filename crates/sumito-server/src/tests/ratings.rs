//! Rated games: both ratings change exactly once, together with the end of the game.

use super::*;

const RATED: &str = r#"{"against": "online", "color": "black", "control": "600", "rated": true}"#;

/// Two accounts in a rated game.
struct Rated {
    black: (User, String),
    white: (User, String),
    game: String,
}

async fn rated(server: &Server) -> Rated {
    let (black, white) = (server.account("black").await, server.account("white").await);
    let game = again(server, &black.0, &white.0, RATED).await;
    Rated { black, white, game }
}

async fn again(server: &Server, black: &User, white: &User, setup: &str) -> String {
    let game = server.create(black, serde_json::from_str(setup).unwrap()).await;
    assert_eq!(server.act(white, &game, json!({"do": "join"})).await.0, StatusCode::OK);
    game
}

async fn rapid(server: &Server, name: &str) -> Value {
    server.call("GET", &format!("/api/users/{name}"), &User(String::new()), Value::Null).await.1["ratings"]["rapid"].clone()
}

#[tokio::test]
async fn a_rated_game_changes_both_ratings_and_tells_it() {
    let server = Server::start().await;
    let Rated { black, white, game } = rated(&server).await;
    let state = server.state(&game).await;
    let new = json!({"user": state["players"]["black"]["user"], "name": black.1, "rating": 1500, "provisional": true});
    assert_eq!(state["players"]["black"], new, "before the end there is nothing to tell");
    assert_eq!(rapid(&server, &black.1).await, Value::Null);

    let mut socket = server.socket(&game, &black.0, "").await;
    assert_eq!(server.act(&white.0, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
    let event = socket.next_of("event").await;
    assert_eq!((&event["event"], &event["players"]["black"]["change"]), (&json!("resigned"), &json!(162)));
    for table in [event["players"].clone(), server.state(&game).await["players"].clone()] {
        assert_eq!((&table["black"]["rating"], &table["black"]["change"]), (&json!(1500), &json!(162)));
        assert_eq!((&table["white"]["rating"], &table["white"]["change"]), (&json!(1500), &json!(-162)));
    }
    // What comes after the end rates nothing.
    assert_eq!(server.act(&white.0, &game, json!({"do": "offer", "what": "rematch"})).await.0, StatusCode::OK);
    let won = json!({"rating": 1662, "deviation": 290, "provisional": true, "won": 1, "drawn": 0, "lost": 0});
    assert_eq!(rapid(&server, &black.1).await, won);
    assert_eq!(rapid(&server, &white.1.to_uppercase()).await["rating"], 1338);
    let history = format!("/api/users/{}/ratings/rapid", white.1);
    let points = server.call("GET", &history, &black.0, Value::Null).await.1;
    assert_eq!((points["history"].as_array().unwrap().len(), &points["history"][0]["rating"]), (1, &json!(1338)));

    // The rematch starts from there; a server that reads the log anew says the same.
    assert_eq!(server.act(&black.0, &game, json!({"do": "accept", "what": "rematch"})).await.0, StatusCode::OK);
    let next = server.state(&game).await["next"].as_str().unwrap().to_owned();
    let players = server.state(&next).await["players"].clone();
    assert_eq!((&players["white"]["rating"], &players["black"]["rating"]), (&json!(1662), &json!(1338)));
    let other = Server::with(server.config.clone(), PathBuf::new()).await;
    assert_eq!(other.state(&game).await["players"], server.state(&game).await["players"]);
}

#[tokio::test]
async fn what_does_not_count_is_not_rated() {
    let server = Server::start().await;
    let Rated { black, white, game } = rated(&server).await;
    assert_eq!(server.act(&black.0, &game, json!({"do": "abort"})).await.0, StatusCode::OK);
    let casual = again(&server, &black.0, &white.0, r#"{"against": "online", "control": "600"}"#).await;
    assert_eq!(server.act(&black.0, &casual, json!({"do": "resign"})).await.0, StatusCode::OK);
    for game in [&game, &casual] {
        assert_eq!(server.state(game).await["players"]["black"].get("change"), None);
    }
    assert_eq!((rapid(&server, &black.1).await, rapid(&server, &white.1).await), (Value::Null, Value::Null));

    let unbalanced = sumito_rules::Layout::all().iter().find(|layout| !layout.is_balanced()).unwrap().id;
    let cases = [
        json!({"against": "online", "rated": true}),
        json!({"against": "online", "rated": true, "control": "600", "help": true}),
        json!({"against": "online", "rated": true, "control": "600", "layout": unbalanced}),
        json!({"against": "online", "rated": true, "control": "600", "position": "standard"}),
        json!({"against": "online", "rated": true, "control": "600", "rules": "win=3"}),
        json!({"against": "same-screen", "rated": true, "control": "600"}),
        json!({"against": "engine", "level": 1, "rated": true, "control": "600"}),
    ];
    for case in cases {
        let (status, refused) = server.call("POST", "/api/games", &black.0, case.clone()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{case}");
        assert!(refused["message"].as_str().unwrap().starts_with("rated: "), "{refused}");
    }
    // Nobody plays against themselves.
    let game = server.create(&black.0, serde_json::from_str(RATED).unwrap()).await;
    assert_eq!(server.act(&black.0, &game, json!({"do": "join"})).await.1["key"], "seat-taken");
}

#[tokio::test]
async fn a_game_that_two_servers_end_at_once_is_rated_once() {
    let server = Server::start().await;
    let Rated { black, white, game } = rated(&server).await;
    // A second server on the same database has the game in memory as well.
    let other = Server::with(server.config.clone(), PathBuf::new()).await;
    assert_eq!(other.state(&game).await["status"], "playing");
    let resign = json!({"do": "resign"});
    let (first, second) = tokio::join!(server.act(&black.0, &game, resign.clone()), other.act(&white.0, &game, resign));
    let keys = [first.0, second.0].map(|status| status == StatusCode::OK);
    assert_eq!(keys.iter().filter(|&&done| done).count(), 1, "{first:?} {second:?}");
    let ratings = [rapid(&server, &black.1).await["rating"].clone(), rapid(&server, &white.1).await["rating"].clone()];
    let points: Vec<i64> = ratings.iter().filter_map(Value::as_i64).collect();
    assert_eq!(points.iter().sum::<i64>(), 3000, "{points:?}");
    assert!(points.contains(&1662), "{points:?}");
}

#[tokio::test]
async fn an_end_that_cannot_be_rated_is_not_saved() {
    let server = Server::start().await;
    let Rated { black, white, game } = rated(&server).await;
    // Something else says that the game has been rated: the second rating fails, and with it the end of the game.
    server.app.games.db().spoil_rating(game.parse().unwrap()).await;
    assert_eq!(server.act(&white.0, &game, json!({"do": "resign"})).await.0, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(server.state(&game).await["status"], "playing");
    assert_eq!((rapid(&server, &black.1).await, rapid(&server, &white.1).await), (Value::Null, Value::Null));
}

#[tokio::test]
async fn the_strongest_players_are_listed_once_their_rating_is_sure() {
    let server = Server::start().await;
    let Rated { black, white, game } = rated(&server).await;
    let setup = RATED.replace("600", "1800");
    server.act(&white.0, &game, json!({"do": "resign"})).await;
    let names = async || {
        let list = server.call("GET", "/api/players/classical", &User(String::new()), Value::Null).await.1;
        let names = list["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    assert!(!names().await.contains(&black.1));
    for round in 0..30 {
        let game = again(&server, &black.0, &white.0, &setup).await;
        let loser = if round % 3 == 0 { &black.0 } else { &white.0 };
        assert_eq!(server.act(loser, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
    }
    let found = names().await;
    let place = |name: &String| found.iter().position(|other| other == name).unwrap_or_else(|| panic!("{name} in {found:?}"));
    assert!(place(&black.1) < place(&white.1), "{found:?}");
    let (status, _) = server.call("GET", "/api/players/bullet", &black.0, Value::Null).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}
