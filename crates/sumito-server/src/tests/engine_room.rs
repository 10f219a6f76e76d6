//! The engine room over the real router: entering, pairing, results, the list and its file.

use sumito_rules::{Color, Game, Position, Rules, record};
use sumito_tournament::rating_list::{Outcome, Results, Settings, rate};

use super::bots::{Lines, Program};
use super::*;
use crate::db::{Db, Fault};

impl Server {
    /// A server whose room has this clock.
    async fn with_room(clock: &str) -> Server {
        let (config, folder) = Server::configured();
        let database = Db::fresh(&folder).await;
        Server::with(Config { database, room_clock: clock.to_owned(), ..config }, folder).await
    }

    /// The same database, served again.
    async fn again(&self) -> Server {
        Server::with(self.config.clone(), self.folder.join("again")).await
    }

    /// A bot that listens.
    pub(super) async fn listening(&self, name: &str) -> (Program, Lines) {
        let bot = self.bot(name).await;
        let mut events = self.stream(&bot.token, "/api/stream/events").await;
        events.next_of("you").await;
        (bot, events)
    }

    async fn enter(&self, bot: &Program, version: &str) -> (StatusCode, Value) {
        self.with_token(&bot.token, "POST", "/api/room", json!({"version": version})).await
    }

    async fn room(&self) -> Value {
        self.call("GET", "/api/room", &User(String::new()), Value::Null).await.1
    }

    /// Waits until the room is as expected.
    async fn room_until(&self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..240 {
            let room = self.room().await;
            if holds(&room) {
                return room;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{what}: {:#}", self.room().await);
    }

    /// The color of a bot in a game.
    async fn color(&self, bot: &Program, game: &str) -> &'static str {
        let players = self.state(game).await["players"].clone();
        if players["black"]["name"] == *bot.name { "black" } else { "white" }
    }
}

impl Lines {
    /// The next game that begins.
    async fn next_game(&mut self) -> String {
        let next = async {
            loop {
                let game = self.next_of("game").await;
                if game["status"] == "playing" {
                    return game["game"].as_str().unwrap().to_owned();
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(30), next).await.expect("a game within 30 s")
    }
}

#[tokio::test]
async fn only_a_connected_bot_enters_the_room() {
    let server = Server::start().await;
    let (ada, _) = server.account("ada").await;
    let wanted = json!({"version": "1"});
    let nobody = User(String::new());
    assert_eq!(server.call("POST", "/api/room", &nobody, wanted.clone()).await.1["key"], "signed-out");
    assert_eq!(server.call("POST", "/api/room", &ada, wanted.clone()).await.1["key"], "bots-only");
    let bot = server.bot("robo").await;
    assert_eq!(server.enter(&bot, "1").await.1["key"], "no-stream");
    let mut events = server.stream(&bot.token, "/api/stream/events").await;
    events.next_of("you").await;
    for (body, field) in [
        (json!({}), "version"),
        (json!({"version": " "}), "version"),
        (json!({"version": "1", "threads": 0}), "threads"),
        (json!({"version": "1", "games": 17}), "games"),
        (json!({"version": "1", "color": "black"}), "color"),
    ] {
        let (status, refused) = server.with_token(&bot.token, "POST", "/api/room", body.clone()).await;
        assert_eq!((status, &refused["key"]), (StatusCode::BAD_REQUEST, &json!("bad-request")), "{body}");
        assert!(refused["message"].as_str().unwrap().contains(field), "{refused}");
    }
    let (status, entered) = server.with_token(&bot.token, "POST", "/api/room", json!({"version": " 1.2 ", "threads": 4})).await;
    assert_eq!(status, StatusCode::OK, "{entered}");
    assert_eq!(entered["entry"]["label"], format!("{} 1.2", bot.name));
    assert_eq!((&entered["entry"]["threads"], &entered["entry"]["concurrency"]), (&json!(4), &json!(1)));
    assert_eq!((&entered["conditions"]["control"], &entered["conditions"]["openings"]), (&json!("60+1"), &json!(60)));
    // Again it is the same entry; another version is another one, and the only one that is there.
    assert_eq!(server.enter(&bot, "1.2").await.1["entry"]["entry"], entered["entry"]["entry"]);
    let other = server.enter(&bot, "2").await.1;
    assert_ne!(other["entry"]["entry"], entered["entry"]["entry"]);
    let here = server.room().await["here"].clone();
    assert_eq!((here.as_array().unwrap().len(), &here[0]["version"]), (1, &json!("2")));
    for n in 3..=20 {
        assert_eq!(server.enter(&bot, &n.to_string()).await.0, StatusCode::OK, "{n}");
    }
    assert_eq!(server.enter(&bot, "21").await.1["key"], "too-many-versions");
    // A token that may only read neither enters nor leaves.
    let other_bot = {
        let (user, name) = server.account("reader").await;
        let token = server.token(&user, "read").await;
        server.call("POST", "/api/account/bot", &user, Value::Null).await;
        Program { token, name }
    };
    let mut quiet = server.stream(&other_bot.token, "/api/stream/events").await;
    quiet.next_of("you").await;
    assert_eq!(server.enter(&other_bot, "1").await.1["key"], "token-scope");
    let refused = server.with_token(&other_bot.token, "DELETE", "/api/room", Value::Null).await;
    assert_eq!(refused.1["key"], "token-scope");
    // It leaves, twice without harm.
    for _ in 0..2 {
        assert_eq!(server.with_token(&bot.token, "DELETE", "/api/room", Value::Null).await.0, StatusCode::OK);
    }
    assert_eq!(server.room().await["here"], json!([]));
    assert_eq!(server.call("GET", "/api/room/entries/nowhere", &nobody, Value::Null).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn two_bots_play_every_opening_twice_and_never_two_games_at_once() {
    let server = Server::start().await;
    let (ours, mut events) = server.listening("ours").await;
    let (theirs, _theirs) = server.listening("theirs").await;
    for bot in [&ours, &theirs] {
        assert_eq!(server.enter(bot, "1").await.0, StatusCode::OK);
    }
    let mut starts = Vec::new();
    let mut colors = Vec::new();
    for played in 1..=4 {
        let game = events.next_game().await;
        let state = server.state(&game).await;
        assert_eq!((&state["control"], &state["rated"], &state["public"]), (&json!("60+1"), &json!(false), &json!(false)));
        let here = server.room_until("the game is shown", |room| room["here"][0]["playing"][0] == *game).await;
        assert!(here["here"].as_array().unwrap().iter().all(|bot| bot["playing"] == json!([game])), "{here}");
        starts.push(state["start"].as_str().unwrap().to_owned());
        colors.push(server.color(&ours, &game).await);
        // Moves are not taken back, and it is not listed among the games of people.
        assert_eq!(
            server.program_acts(&ours, &game, json!({"do": "offer", "what": "takeback", "version": 1})).await.1["key"],
            "move-stands"
        );
        let listed = server.call("GET", "/api/games", &User(String::new()), Value::Null).await.1;
        assert!(!listed.to_string().contains(&game), "{listed}");
        assert!(server.shown(&format!("/game/{game}")).await.contains("href=\"/engines\""));
        assert_eq!(server.program_acts(&theirs, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
        server.room_until("it counts", |room| room["games"] == played).await;
    }
    assert_eq!((&starts[0], &starts[2]), (&starts[1], &starts[3]));
    assert_ne!(starts[0], starts[2]);
    assert_ne!(colors[0], colors[1]);
    assert_ne!(colors[2], colors[3]);
    // Ratings of other games are not touched, and both have no rating yet: one won everything.
    let room = server.room().await;
    let reasons: Vec<&str> = room["notRated"].as_array().unwrap().iter().filter_map(|bot| bot["notRated"].as_str()).collect();
    assert_eq!(reasons, ["won all its games", "lost all its games"]);
    let profile = server.call("GET", &format!("/api/users/{}", ours.name), &User(String::new()), Value::Null).await.1;
    assert_eq!(profile["ratings"], json!({}));
    // A game against a person counts as well: while it lasts, the bot is not paired.
    assert_eq!(server.with_token(&theirs.token, "DELETE", "/api/room", Value::Null).await.0, StatusCode::OK);
    let game = events.next_game().await;
    let (ada, _) = server.account("ada").await;
    let challenge = server.create(&ada, json!({"against": "online", "opponent": theirs.name, "control": "600"})).await;
    assert_eq!(server.program_acts(&theirs, &challenge, json!({"do": "join"})).await.0, StatusCode::OK);
    assert_eq!(server.program_acts(&theirs, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
    server.room_until("it counts", |room| room["games"] == 5).await;
    assert_eq!(server.enter(&theirs, "1").await.0, StatusCode::OK);
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let room = server.room().await;
    assert!(room["here"].as_array().unwrap().iter().all(|bot| bot["playing"] == json!([])), "{room}");
    assert_eq!(server.act(&ada, &challenge, json!({"do": "resign"})).await.0, StatusCode::OK);
    let half = events.next_game().await;
    assert_eq!(server.state(&half).await["start"], server.state(&game).await["start"], "the half is completed");
}

#[tokio::test]
async fn nothing_is_lost_if_the_server_dies_between_pairing_and_creating() {
    let server = Server::start().await;
    let (ours, mut events) = server.listening("ours").await;
    let (theirs, their_events) = server.listening("theirs").await;
    for bot in [&ours, &theirs] {
        server.enter(bot, "1").await;
    }
    let game = events.next_game().await;
    let start = server.state(&game).await["start"].clone();
    // As if the game had not been created: another server, which knows nothing of it, creates it from the pairing.
    server.app.games.db().forget_games(vec![game.clone()]).await;
    let second = server.again().await;
    for _ in 0..100 {
        if second.state(&game).await["status"] == "playing" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(second.state(&game).await["start"], start);
    // The first half ends; one of the two goes, and the pair is completed when it is back, on a server that was started since.
    server.with_token(&theirs.token, "DELETE", "/api/room", Value::Null).await;
    assert_eq!(second.program_acts(&theirs, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
    server.room_until("the first half counts", |room| room["games"] == 1).await;
    drop(their_events);
    let third = server.again().await;
    let mut back = third.stream(&theirs.token, "/api/stream/events").await;
    back.next_of("you").await;
    assert_eq!(third.enter(&theirs, "1").await.0, StatusCode::OK);
    // Servers on SQLite do not hear from each other, so any of them may have created it.
    let is_playing = |room: &Value| room["here"].as_array().unwrap().iter().any(|bot| bot["playing"] != json!([]));
    let room = third.room_until("the half begins", is_playing).await;
    let half = room["here"].as_array().unwrap().iter().find_map(|bot| bot["playing"][0].as_str()).unwrap();
    assert_ne!(half, game);
    assert_eq!(third.state(half).await["start"], start);
    assert_ne!(third.color(&ours, half).await, third.color(&ours, &game).await);
}

#[tokio::test]
async fn a_bot_that_does_not_play_leaves_and_its_game_is_played_again_later() {
    let server = Server::with_room("1+1").await;
    let (ours, mut events) = server.listening("ours").await;
    let (theirs, _theirs) = server.listening("theirs").await;
    for bot in [&ours, &theirs] {
        server.enter(bot, "1").await;
    }
    // Aborted before it began: it does not count, and whoever did that is out for a while.
    let game = events.next_game().await;
    let start = server.state(&game).await["start"].clone();
    assert_eq!(server.program_acts(&theirs, &game, json!({"do": "abort"})).await.0, StatusCode::OK);
    let room = server.room_until("it has left", |room| room["here"].as_array().unwrap().len() == 1).await;
    assert_eq!((&room["games"], &room["here"][0]["name"]), (&json!(0), &json!(ours.name)));
    assert_eq!(server.enter(&theirs, "1").await.1["key"], "room-pause");
    assert_eq!(server.enter(&theirs, "2").await.1["key"], "room-pause", "another version is the same bot");
    server.app.games.db().age_room(10 * 60 * 1000).await;
    for bot in [&ours, &theirs] {
        assert_eq!(server.enter(bot, "1").await.0, StatusCode::OK);
    }
    let again = events.next_game().await;
    assert_eq!(server.state(&again).await["start"], start);
    // Both move, then one is silent: it loses on time, and leaves.
    let mut state = server.state(&again).await;
    for _ in 0..2 {
        let bot = if server.color(&ours, &again).await == state["turn"] { &ours } else { &theirs };
        let position: Position = state["position"].as_str().unwrap().parse().unwrap();
        let first = Game::from_position(position, Rules::STANDARD).legal_moves().nth(0).unwrap();
        let action = json!({"do": "play", "move": first.to_string(), "version": state["version"]});
        let (status, done) = server.program_acts(bot, &again, action).await;
        assert_eq!(status, StatusCode::OK, "{done}");
        state = server.state(&again).await;
    }
    let silent = if server.color(&ours, &again).await == state["turn"] { &ours } else { &theirs };
    let room = server.room_until("it has lost on time", |room| room["games"] == 1).await;
    let here: Vec<&Value> = room["here"].as_array().unwrap().iter().map(|bot| &bot["name"]).collect();
    assert!(!here.contains(&&json!(silent.name)), "{room}");
    assert_eq!(here.len(), 1);
}

#[tokio::test]
async fn a_bot_that_is_gone_leaves_the_room() {
    let server = Server::start().await;
    let (ours, _events) = server.listening("ours").await;
    let (theirs, their_events) = server.listening("theirs").await;
    server.enter(&theirs, "1").await;
    // A stream that is opened again in time changes nothing.
    drop(their_events);
    let mut again = server.stream(&theirs.token, "/api/stream/events").await;
    again.next_of("you").await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(server.room().await["here"][0]["name"], *theirs.name);
    drop(again);
    server.room_until("it has left", |room| room["here"] == json!([])).await;
    // Nobody is paired with it.
    server.enter(&ours, "1").await;
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(server.room().await["here"][0]["playing"], json!([]));
}

#[tokio::test]
async fn a_lost_reply_or_a_failed_commit_changes_nothing() {
    let server = Server::start().await;
    let (ours, mut events) = server.listening("ours").await;
    let (theirs, _theirs) = server.listening("theirs").await;
    for (bot, fault) in [(&ours, Fault::AnswerIsLost), (&theirs, Fault::CommitFails)] {
        server.app.games.db().faults.spoil_commits([fault]);
        let (status, entered) = server.enter(bot, "1").await;
        assert_eq!(status, StatusCode::OK, "{entered}");
    }
    for played in 1..=2 {
        let game = events.next_game().await;
        server.app.games.db().faults.spoil_commits([Fault::AnswerIsLost, Fault::CommitFails, Fault::AnswerIsLost]);
        assert_eq!(server.program_acts(&theirs, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
        server.room_until("it counts once", |room| room["games"] == played).await;
    }
}

#[tokio::test]
async fn the_file_of_all_games_gives_the_list_and_pages_show_it() {
    let server = Server::start().await;
    let mut bots = Vec::new();
    // Versions can be strange.
    for version in ["1", "2 \"beta\" \\ [x]", "ß 3"] {
        let (bot, events) = server.listening("bot").await;
        assert_eq!(server.enter(&bot, version).await.0, StatusCode::OK);
        bots.push((bot, events));
    }
    // Whoever has White resigns in every third game, Black in the others, and one game is drawn.
    for played in 1..=9 {
        let room = server
            .room_until("a game is played", |room| {
                room["games"] == played - 1 && room["here"].as_array().unwrap().iter().any(|bot| bot["playing"] != json!([]))
            })
            .await;
        let here = room["here"].as_array().unwrap();
        let game = here.iter().find_map(|bot| bot["playing"][0].as_str()).unwrap().to_owned();
        let players = server.state(&game).await["players"].clone();
        let bot = |color: &str| &bots.iter().find(|(bot, _)| players[color]["name"] == *bot.name).unwrap().0;
        let (black, white) = (bot("black"), bot("white"));
        match played {
            4 => {
                server.program_acts(black, &game, json!({"do": "offer", "what": "draw", "version": 1})).await;
                let accept = json!({"do": "accept", "what": "draw", "version": 2});
                let (status, done) = server.program_acts(white, &game, accept).await;
                assert_eq!(status, StatusCode::OK, "{done}");
            }
            n => {
                let loser = if n % 3 == 0 { white } else { black };
                assert_eq!(server.program_acts(loser, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
            }
        }
        server.room_until("it counts", |room| room["games"] == played).await;
    }
    for (bot, _) in &bots {
        server.with_token(&bot.token, "DELETE", "/api/room", Value::Null).await;
    }
    let room = server.room().await;
    let file = server.request("GET", "/api/room/games", &[], "").await;
    assert!(file.headers()["content-disposition"].to_str().unwrap().contains("sumito-engine-room.apgn"));
    let text = String::from_utf8(to_bytes(file.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap();
    let mut results = Results::default();
    let mut games = 0;
    for record in record::read(text.lines()) {
        let record = record.unwrap();
        assert_eq!((record.tag("Event"), record.tag("TimeControl")), (Some("Engine room 60+1"), Some("60+1")));
        let outcome = match record.result {
            record::GameResult::Won(Color::Black) => Outcome::First,
            record::GameResult::Won(Color::White) => Outcome::Second,
            record::GameResult::Drawn => Outcome::Draw,
            record::GameResult::Unknown => panic!("{text}"),
        };
        results.add(record.tag("Black").unwrap(), record.tag("White").unwrap(), outcome);
        games += 1;
    }
    assert_eq!(games, 9);
    let list = rate(&results, &Settings::default()).unwrap();
    let rated = room["rated"].as_array().unwrap();
    assert!(!rated.is_empty(), "{room}");
    assert_eq!(rated.len(), list.rated.len());
    for (shown, player) in rated.iter().zip(&list.rated) {
        assert_eq!(shown["label"], *player.name);
        assert_eq!(shown["rating"]["elo"], (player.elo.value * 10.0).round() / 10.0 + 0.0);
        assert_eq!(shown["results"]["won"], player.tally.won);
    }
    let reasons: Vec<String> = list.unrated.iter().map(|player| player.reason.to_string()).collect();
    let shown: Vec<&Value> = room["notRated"].as_array().unwrap().iter().map(|bot| &bot["notRated"]).collect();
    assert_eq!(shown, reasons.iter().map(|reason| json!(reason)).collect::<Vec<_>>().iter().collect::<Vec<_>>());

    // The pages, in every language.
    let entry = rated[0]["entry"].as_str().unwrap();
    for language in ["en", "fr", "de", "sv", "pl"] {
        for path in ["/engines".to_owned(), format!("/engines/{entry}"), "/players".to_owned()] {
            let response = server.request("GET", &path, &[("accept-language", language)], "").await;
            assert_eq!(response.status(), StatusCode::OK, "{path} {language}");
            let page = String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap();
            assert!(page.contains("/engines"), "{path} {language}");
        }
    }
    let page = server.shown(&format!("/engines/{entry}")).await;
    assert!(page.contains("/game/") && page.contains("Results by opponent"), "{page}");
    let details = server.call("GET", &format!("/api/room/entries/{entry}"), &User(String::new()), Value::Null).await.1;
    let played = details["results"]["won"].as_u64().unwrap()
        + details["results"]["drawn"].as_u64().unwrap()
        + details["results"]["lost"].as_u64().unwrap();
    assert!(details["games"].as_array().unwrap().len() as u64 >= played, "{details}");
    super::openapi::check_schema("Room", &room);
    super::openapi::check_schema("RoomEntryDetails", &details);
    assert_eq!(server.request("GET", "/engines/nowhere", &[], "").await.status(), StatusCode::NOT_FOUND);
}
