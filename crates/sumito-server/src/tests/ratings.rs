//! Rated games: both ratings change exactly once, together with the end of the game.

use super::*;

const RATED: &str = r#"{"against": "online", "control": "600", "rated": true}"#;

/// Two accounts in a rated game.
struct Rated {
    black: (User, String),
    white: (User, String),
    game: String,
}

async fn rated(server: &Server) -> Rated {
    let (maker, other) = (server.account("maker").await, server.account("other").await);
    let game = again(server, &maker.0, &other.0, RATED).await;
    // A random draw has decided who is Black.
    let (black, white) = if server.black(&game).await == maker.1 { (maker, other) } else { (other, maker) };
    Rated { black, white, game }
}

async fn again(server: &Server, maker: &User, other: &User, setup: &str) -> String {
    let game = server.create(maker, serde_json::from_str(setup).unwrap()).await;
    assert_eq!(server.act(other, &game, json!({"do": "join"})).await.0, StatusCode::OK);
    game
}

impl Server {
    /// The name of the player who has Black.
    async fn black(&self, game: &str) -> String {
        self.state(game).await["players"]["black"]["name"].as_str().unwrap().to_owned()
    }
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
    // Nothing after the end changes ratings.
    assert_eq!(server.act(&white.0, &game, json!({"do": "offer", "what": "rematch"})).await.0, StatusCode::OK);
    let won = json!({"rating": 1662, "deviation": 290, "provisional": true, "won": 1, "drawn": 0, "lost": 0});
    assert_eq!(rapid(&server, &black.1).await, won);
    assert_eq!(rapid(&server, &white.1.to_uppercase()).await["rating"], 1338);
    let history = format!("/api/users/{}/ratings/rapid", white.1);
    let points = server.call("GET", &history, &black.0, Value::Null).await.1;
    assert_eq!((points["history"].as_array().unwrap().len(), &points["history"][0]["rating"]), (1, &json!(1338)));

    // The rematch starts from there; a server that reads the log again agrees.
    assert_eq!(server.act(&black.0, &game, json!({"do": "accept", "what": "rematch"})).await.0, StatusCode::OK);
    let next = server.state(&game).await["next"].as_str().unwrap().to_owned();
    let players = server.state(&next).await["players"].clone();
    assert_eq!((&players["white"]["rating"], &players["black"]["rating"]), (&json!(1662), &json!(1338)));
    let other = Server::with(server.config.clone(), PathBuf::new()).await;
    assert_eq!(other.state(&game).await["players"], server.state(&game).await["players"]);
}

/// The requested color does not matter, and neither does trying again.
#[tokio::test]
async fn rated_games_draw_lots_for_colors() {
    let server = Server::start().await;
    let (ada, bob) = (server.account("ada").await, server.account("bob").await);
    let game = async |maker: &User, other: &User, color: &str, control: &str| {
        let setup = json!({"against": "online", "control": control, "rated": true, "color": color}).to_string();
        let game = again(&server, maker, other, &setup).await;
        (server.black(&game).await, game)
    };
    let end = async |game: &str, end: &str| assert_eq!(server.act(&ada.0, game, json!({"do": end})).await.0, StatusCode::OK);
    let (first, id) = game(&ada.0, &bob.0, "black", "600").await;
    end(&id, "abort").await;
    for (maker, other) in [(&ada.0, &bob.0), (&bob.0, &ada.0)] {
        for color in ["black", "white", "random"] {
            let (black, id) = game(maker, other, color, "600").await;
            assert_eq!(black, first, "an aborted game does not change the draw");
            end(&id, "abort").await;
        }
    }
    // A rematch of an aborted game has the same draw.
    let (_, id) = game(&ada.0, &bob.0, "random", "600").await;
    end(&id, "abort").await;
    for user in [&ada.0, &bob.0] {
        assert_eq!(server.act(user, &id, json!({"do": "offer", "what": "rematch"})).await.0, StatusCode::OK);
    }
    let next = server.state(&id).await["next"].as_str().unwrap().to_owned();
    assert_eq!(server.black(&next).await, first);
    end(&next, "resign").await;
    // From now on the colors are balanced, even while a game with days for a move has not begun.
    let (black, slow) = game(&bob.0, &ada.0, "random", "1d").await;
    assert_ne!(black, first, "the other one has Black now");
    let (black, other) = game(&bob.0, &ada.0, "random", "2d").await;
    assert_ne!(black, first, "nobody has moved in the game before");
    end(&other, "abort").await;
    let movers = if server.black(&slow).await == ada.1 { [&ada.0, &bob.0] } else { [&bob.0, &ada.0] };
    for (user, m, version) in [(movers[0], "a1b2", 2), (movers[1], "i5h5", 3)] {
        let (status, done) = server.act(user, &slow, json!({"do": "play", "move": m, "version": version})).await;
        assert_eq!(status, StatusCode::OK, "{done}");
    }
    let mut blacks = Vec::new();
    for _ in 0..8 {
        let (black, id) = game(&ada.0, &bob.0, "black", "600").await;
        blacks.push(black);
        end(&id, "resign").await;
    }
    for pair in blacks.chunks(2) {
        assert_ne!(pair[0], pair[1], "each has Black once in two games: {blacks:?}");
    }
}

/// The waiting player is notified if the draw gives their seat to the newcomer.
#[tokio::test]
async fn a_page_that_waits_learns_its_color() {
    let server = Server::start().await;
    let maker = server.account("maker").await;
    let mut seen = Vec::new();
    while !(seen.contains(&json!(["black"])) && seen.contains(&json!(["white"]))) {
        let other = server.account("other").await;
        let game = server.create(&maker.0, serde_json::from_str(RATED).unwrap()).await;
        let mut socket = server.socket(&game, &maker.0, "").await;
        let you = socket.next_of("state").await["you"].clone();
        assert_eq!(server.act(&other.0, &game, json!({"do": "join"})).await.0, StatusCode::OK);
        let black = server.black(&game).await == maker.1;
        let after = loop {
            let message = socket.next().await.unwrap();
            match message["type"].as_str() {
                Some("state") => break message["you"].clone(),
                Some("event") => break you,
                _ => {}
            }
        };
        assert_eq!(after, json!([if black { "black" } else { "white" }]));
        seen.push(after);
        // The connection now belongs to that side: nobody is away when the game begins.
        let play = json!({"do": "play", "move": "a1b2", "version": 2});
        let mover = if black { &maker.0 } else { &other.0 };
        assert_eq!(server.act(mover, &game, play).await.0, StatusCode::OK);
        assert_eq!(server.act(&maker.0, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
    }
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
        json!({"against": "online", "rated": true, "control": "600", "rules": "plies=10"}),
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
    // The game is already marked as rated: rating it fails, and with it saving the end of the game.
    server.app.games.db().spoil_rating(game.parse().unwrap()).await;
    assert_eq!(server.act(&white.0, &game, json!({"do": "resign"})).await.0, StatusCode::SERVICE_UNAVAILABLE);
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
