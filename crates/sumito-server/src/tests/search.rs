//! Finding games, and the featured one.

use super::*;
use crate::db::{GameKey, GameSearch};

impl Server {
    /// What a search finds, as the letters of the games, and where it goes on.
    async fn found(&self, user: &User, query: &str, games: &[(&str, String)]) -> (String, Option<String>) {
        let (status, found) = self.call("GET", &format!("/api/games/search?{query}"), user, Value::Null).await;
        assert_eq!(status, StatusCode::OK, "{query}: {found}");
        let letter = |game: &Value| {
            let name = games.iter().find(|(_, id)| *id == game["game"].as_str().unwrap()).map(|(name, _)| *name);
            name.unwrap_or("?").to_owned()
        };
        let letters: String = found["games"].as_array().unwrap().iter().map(letter).collect();
        (letters, found["next"].as_str().map(str::to_owned))
    }
}

const NOBODY: fn() -> User = || User(String::new());

#[tokio::test]
async fn games_are_found_by_what_they_are() {
    let server = Server::start().await;
    let ((ada, ada_name), (bob, bob_name)) = (server.account("ada").await, server.account("bob").await);
    let play = async |setup: Value, black: &User, white: Option<&User>, moves: &[&str], end: &str| {
        let game = server.create(black, setup).await;
        if let Some(white) = white {
            assert_eq!(server.act(white, &game, json!({"do": "join"})).await.0, StatusCode::OK);
        }
        for (i, text) in moves.iter().enumerate() {
            let mover = if i % 2 == 0 { black } else { white.unwrap_or(black) };
            let version = server.state(&game).await["version"].clone();
            let (status, done) = server.act(mover, &game, json!({"do": "play", "move": text, "version": version})).await;
            assert_eq!(status, StatusCode::OK, "{done}");
        }
        let (by, action) = if end == "white" { (white.unwrap_or(black), "resign") } else { (black, "resign") };
        let (status, done) = server.act(by, &game, json!({"do": action})).await;
        assert_eq!(status, StatusCode::OK, "{done}");
        // The list goes by time.
        tokio::time::sleep(Duration::from_millis(3)).await;
        game
    };
    let daisy = ["a1b2", "i5h5", "b2c3"];
    let online = |more: Value| {
        let mut setup = json!({"against": "online", "color": "black", "public": true, "control": "600"});
        setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        setup
    };
    let guest = server.guest().await;
    let daisy_game = play(online(json!({})), &ada, Some(&bob), &daisy, "white").await;
    let slow = play(online(json!({"layout": "standard", "control": "3d"})), &bob, Some(&ada), &[], "black").await;
    let unhurried = play(online(json!({"control": "none"})), &ada, Some(&guest), &daisy[..1], "black").await;
    let private = play(online(json!({"public": false})), &ada, Some(&bob), &[], "white").await;
    let engine = play(json!({"against": "engine", "level": 1, "color": "black", "public": true}), &ada, None, &[], "black").await;
    let running = server.create(&ada, json!({"against": "engine", "level": 1, "public": true})).await;
    let games = [("a", daisy_game), ("b", slow), ("c", unhurried), ("d", private), ("e", engine), ("r", running)];
    let today = crate::time::day(crate::time::now());
    for (query, expected) in [
        ("", "ecba"),
        (&*format!("player={ada_name}"), "ecba"),
        (&format!("player={}", ada_name.to_uppercase()), "ecba"),
        (&format!("player={bob_name}"), "ba"),
        (&format!("player={bob_name}&opponent={ada_name}"), "ba"),
        (&format!("opponent={bob_name}"), "ba"),
        ("player=nobody-at-all", ""),
        (&format!("player={ada_name}&result=won"), "ba"),
        (&format!("player={ada_name}&result=lost"), "ec"),
        ("result=black", "a"),
        ("result=white", "ecb"),
        ("result=draw", ""),
        ("ending=won-by-resignation", "ecba"),
        ("ending=won-on-time", ""),
        ("layout=standard", "b"),
        ("layout=belgian-daisy", "eca"),
        ("clock=rapid", "a"),
        ("clock=correspondence", "b"),
        ("clock=none", "ec"),
        ("rated=yes", ""),
        ("rated=no", "ecba"),
        ("engine=yes", "e"),
        ("engine=no", "cba"),
        (&format!("from={today}&to={today}"), "ecba"),
        ("to=2001-01-01", ""),
        ("from=2201-01-01", ""),
        ("least=1", "ca"),
        ("least=2", "a"),
        ("most=1", "ecb"),
        (&format!("player={ada_name}&engine=no&result=lost&clock=none"), "c"),
    ] {
        assert_eq!(server.found(&NOBODY(), query, &games).await, (expected.to_owned(), None), "{query}");
    }
    assert_eq!(server.found(&ada, &format!("player={ada_name}"), &games).await.0, "edcba", "one's own private games as well");
    assert_eq!(server.found(&bob, &format!("player={ada_name}"), &games).await.0, "ecba");
    for query in ["result=won", "layout=moon", "from=soon", "least=x", "after=1"] {
        let (status, _) = server.call("GET", &format!("/api/games/search?{query}"), &ada, Value::Null).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{query}");
        let page = server.request("GET", &format!("/games?{query}&player="), &[("accept", "text/html")], "").await;
        assert_eq!(page.status(), StatusCode::OK, "the page says what is wrong: {query}");
    }
    let page = server.request("GET", &format!("/games?player={bob_name}&result=won"), &[("accept", "text/html")], "").await;
    let page = String::from_utf8(to_bytes(page.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap();
    assert!(page.contains(&bob_name) && page.contains("search-player"), "{page}");

    // Page by page, and never more than a number of games at once.
    let db = server.app.games.db();
    let pages = async |search: GameSearch, limit: usize, window: i64| {
        let (mut after, mut seen, mut steps): (Option<GameKey>, String, usize) = (None, String::new(), 0);
        loop {
            let found = db.find_games(&search, after, limit, window).await.unwrap();
            let letter = |id: &str| games.iter().find(|(_, game)| game == id).map(|(name, _)| *name);
            seen.extend(found.games.iter().filter_map(|found| letter(found.game.as_str())));
            steps += 1;
            after = found.next;
            if after.is_none() || steps > 20 {
                return (seen, steps);
            }
        }
    };
    assert_eq!(pages(GameSearch::default(), 3, 100).await, ("ecba".to_owned(), 2));
    assert_eq!(pages(GameSearch::default(), 1, 100).await, ("ecba".to_owned(), 4));
    let rare = GameSearch { layout: Some("standard".to_owned()), ..GameSearch::default() };
    assert_eq!(pages(rare.clone(), 3, 100).await, ("b".to_owned(), 1));
    assert_eq!(pages(rare, 3, 2).await, ("b".to_owned(), 3), "it goes on where it has stopped looking");
}

#[tokio::test]
async fn games_and_names_from_before_are_found_after_a_restart() {
    let server = Server::start().await;
    let (ada, ada_name) = server.account("ada").await;
    let game =
        server.create(&ada, json!({"against": "engine", "level": 1, "color": "black", "public": true, "layout": "star"})).await;
    server.act(&ada, &game, json!({"do": "resign"})).await;
    let games = [("a", game)];
    server.app.games.db().forget_search().await;
    assert_eq!(server.found(&NOBODY(), "layout=star", &games).await.0, "");
    let again = Server::with(server.config.clone(), server.folder.clone()).await;
    for _ in 0..200 {
        let (found, _) = again.found(&NOBODY(), "layout=star&ending=won-by-resignation", &games).await;
        let (_, users) = again.call("GET", &format!("/api/users?name={ada_name}"), &NOBODY(), Value::Null).await;
        if found == "a" && users["users"][0]["name"] == *ada_name {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nothing was filled in");
}

#[tokio::test]
async fn the_featured_game_follows_what_is_played() {
    let server = Server::start().await;
    let mut tv = server.connect("/api/tv/socket", &[]).await.unwrap();
    assert_eq!(tv.next_of("lobby").await["featured"], Value::Null);
    let page = async |path: &str| {
        let response = server.request("GET", path, &[], "").await;
        String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
    };
    assert!(page("/tv").await.contains("Nobody is playing right now."));
    assert!(page("/").await.contains("id=\"demo\""));
    let featured = async |tv: &mut Client| loop {
        let change = tv.next_of("change").await["featured"].clone();
        if !change.is_null() {
            return change;
        }
    };
    let user = server.guest().await;
    let engine = server.create(&user, json!({"against": "engine", "level": 1, "color": "black", "public": true})).await;
    assert_eq!(featured(&mut tv).await, *engine, "a game against the engine is better than none");
    assert!(page("/").await.contains(&format!("/game/{engine}")));

    let (black, white) = (server.guest().await, server.guest().await);
    let game = server.create(&black, json!({"against": "online", "color": "black", "control": "600", "public": true})).await;
    server.act(&white, &game, json!({"do": "join"})).await;
    for (i, text) in ["a1b2", "i5h5", "b2c3", "h5g5"].iter().enumerate() {
        let mover = [&black, &white][i % 2];
        let (status, done) = server.act(mover, &game, json!({"do": "play", "move": text, "version": i + 2})).await;
        assert_eq!(status, StatusCode::OK, "{done}");
    }
    while featured(&mut tv).await != *game {}
    let stage = page("/tv/stage").await;
    assert!(stage.contains(&format!("/game/{game}")) && stage.contains("clock-black"), "{stage}");
    server.act(&black, &game, json!({"do": "resign"})).await;
    while featured(&mut tv).await != *engine {}
    server.act(&user, &engine, json!({"do": "resign"})).await;
    loop {
        if tv.next_of("change").await["featured"].is_null() {
            break;
        }
    }
    assert_eq!(page("/tv/stage").await, "");
}
