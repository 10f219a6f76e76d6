//! Tournaments through the API and the pages: from entries to the winner.

use super::*;
use crate::db::Db;

impl Server {
    /// Accounts, and a tournament that the first of them has made and all have entered.
    pub(super) async fn tournament(&self, players: usize, settings: Value) -> (String, Vec<User>) {
        let mut users = Vec::new();
        for _ in 0..players {
            users.push(self.account("player").await.0);
        }
        let (status, made) = self.call("POST", "/api/tournaments", &users[0], settings).await;
        assert_eq!(status, StatusCode::OK, "{made}");
        let id = made["tournament"].as_str().unwrap().to_owned();
        for user in &users {
            assert_eq!(self.order(user, &id, json!({"do": "enter"})).await.0, StatusCode::OK);
        }
        (id, users)
    }

    pub(super) async fn order(&self, user: &User, id: &str, request: Value) -> (StatusCode, Value) {
        self.call("POST", &format!("/api/tournaments/{id}/actions"), user, request).await
    }

    async fn look(&self, user: &User, id: &str) -> Value {
        self.call("GET", &format!("/api/tournaments/{id}"), user, Value::Null).await.1
    }

    /// Waits until a tournament is as expected.
    pub(super) async fn until(&self, id: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let nobody = User(String::new());
        for _ in 0..200 {
            let state = self.look(&nobody, id).await;
            if holds(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{what}: {}", self.look(&nobody, id).await);
    }

    /// White resigns in every game of a round as soon as it exists.
    pub(super) async fn play_round(&self, id: &str, users: &[User], round: usize) {
        let is_paired = |state: &Value| state["rounds"].as_array().unwrap().len() == round;
        let state = self.until(id, "a round is paired", is_paired).await;
        for board in state["rounds"][round - 1]["boards"].as_array().unwrap() {
            let (game, white) = (board["board"].as_str().unwrap(), board["white"].as_u64().unwrap() as usize);
            let mut done = StatusCode::NOT_FOUND;
            for _ in 0..100 {
                done = self.act(&users[white], game, json!({"do": "resign"})).await.0;
                if done == StatusCode::OK {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(30)).await;
            }
            assert_eq!(done, StatusCode::OK, "{game}");
        }
    }

    async fn page_for(&self, user: &User, path: &str) -> String {
        let response = self.request("GET", path, &[("cookie", &user.0)], "").await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
    }
}

pub(super) fn swiss(rounds: u8) -> Value {
    json!({"name": "Cup", "format": "swiss", "rounds": rounds, "control": "600", "pause": 0})
}

#[tokio::test]
async fn a_swiss_is_played_from_entry_to_winner() {
    let server = Server::start().await;
    let (id, users) = server.tournament(4, swiss(2)).await;
    let nobody = User(String::new());
    assert_eq!(server.order(&users[1], &id, json!({"do": "start"})).await.1["key"], "not-director");
    assert_eq!(server.order(&users[1], &id, json!({"do": "enter"})).await.1["key"], "already-entered");
    assert_eq!(server.order(&nobody, &id, json!({"do": "enter"})).await.1["key"], "signed-out");
    assert!(server.page_for(&users[1], &format!("/tournaments/{id}")).await.contains("Withdraw"));
    let mut line = server.connect(&format!("/api/tournaments/{id}/socket"), &[]).await.unwrap();
    let before = line.next_of("tournament").await["version"].as_u64().unwrap();
    assert_eq!(server.order(&users[0], &id, json!({"do": "start"})).await.0, StatusCode::OK);
    assert!(line.next_of("tournament").await["version"].as_u64().unwrap() > before);
    for round in 1..=2 {
        server.play_round(&id, &users, round).await;
    }
    let over = server.until(&id, "it is over", |state| state["status"] == "over").await;
    assert_eq!(over["why"], "played");
    assert_eq!(over["standings"][0]["points"], 2.0);
    let games = over["rounds"][0]["boards"].as_array().unwrap();
    assert!(games.iter().all(|board| board["result"] == "1-0"), "{games:?}");
    // The winner is shown on the page, in the calendar, in files and in the profile.
    let winner = &over["players"][over["standings"][0]["player"].as_u64().unwrap() as usize]["name"];
    let winner = winner.as_str().unwrap();
    for path in [format!("/tournaments/{id}"), "/tournaments".to_owned(), format!("/tournaments/{id}/screen")] {
        assert!(server.page_for(&nobody, &path).await.contains(&format!("{winner} wins")), "{path}");
    }
    assert!(server.page_for(&nobody, &format!("/user/{winner}")).await.contains(&format!("/tournaments/{id}")));
    let game = games[0]["board"].as_str().unwrap();
    assert!(server.page_for(&nobody, &format!("/game/{game}")).await.contains(&format!("/tournaments/{id}")));
    assert!(server.page_for(&nobody, &format!("/api/tournaments/{id}/file")).await.contains("XXR 2"));
    assert!(server.page_for(&nobody, &format!("/api/tournaments/{id}/file?format=csv")).await.starts_with("number,name,"));
    for language in ["fr", "de", "sv", "pl"] {
        for path in [
            "/tournaments".to_owned(),
            "/tournaments/new?preset=mind-sports".to_owned(),
            format!("/tournaments/{id}"),
            "/clock".to_owned(),
        ] {
            let response = server.request("GET", &path, &[("accept-language", language)], "").await;
            assert_eq!(response.status(), StatusCode::OK, "{path} {language}");
        }
    }
}

#[tokio::test]
async fn nothing_is_lost_if_the_server_dies_between_pairing_and_games() {
    let server = Server::start().await;
    let (id, users) = server.tournament(4, swiss(1)).await;
    server.order(&users[0], &id, json!({"do": "start"})).await;
    let state = server
        .until(&id, "a round", |state| state["rounds"][0]["boards"].as_array().is_some_and(|boards| boards.len() == 2))
        .await;
    let games: Vec<String> = state["rounds"][0]["boards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|board| board["board"].as_str().unwrap().to_owned())
        .collect();
    for game in &games {
        server.until(&id, "the games exist", |_| true).await;
        assert_eq!(server.state(game).await["status"], "playing", "{game}");
    }
    // As if the server had died before it created the games.
    let db: &Db = server.app.games.db();
    db.forget_games(games.clone()).await;
    let again = Server::with(server.config.clone(), server.folder.clone()).await;
    for game in &games {
        for _ in 0..100 {
            if again.state(game).await["status"] == "playing" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(again.state(game).await["status"], "playing", "{game}");
    }
    assert_eq!(again.look(&users[0], &id).await["rounds"].as_array().unwrap().len(), 1, "paired once");
}

#[tokio::test]
async fn a_player_in_two_tournaments_is_never_paired_twice_at_once() {
    let server = Server::start().await;
    let (first, users) = server.tournament(2, swiss(1)).await;
    let arena = json!({"name": "Arena", "format": "arena", "minutes": 10, "control": "180+2"});
    let (_, other) = server.call("POST", "/api/tournaments", &users[0], arena).await;
    let second = other["tournament"].as_str().unwrap();
    for user in &users {
        assert_eq!(server.order(user, second, json!({"do": "enter"})).await.0, StatusCode::OK);
    }
    for id in [&first, second] {
        assert_eq!(server.order(&users[0], id, json!({"do": "start"})).await.0, StatusCode::OK);
    }
    let pairs = async |id: &str| server.look(&users[0], id).await["rounds"].as_array().unwrap().len();
    for _ in 0..60 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(pairs(&first).await + pairs(second).await <= 1, "one of the two waits");
    }
    let waiting = if pairs(&first).await == 1 { second.to_owned() } else { first.clone() };
    let playing = if waiting == first { second.to_owned() } else { first.clone() };
    server.play_round(&playing, &users, 1).await;
    server.until(&waiting, "the other one goes on", |state| !state["rounds"].as_array().unwrap().is_empty()).await;
}

#[tokio::test]
async fn an_arena_has_berserk_and_late_entries() {
    let server = Server::start().await;
    let arena = json!({"name": "Arena", "format": "arena", "minutes": 10, "control": "180+2"});
    let (id, users) = server.tournament(2, arena).await;
    assert_eq!(server.order(&users[0], &id, json!({"do": "berserk"})).await.1["key"], "cannot-berserk");
    server.order(&users[0], &id, json!({"do": "start"})).await;
    let state = server.until(&id, "a pairing", |state| !state["rounds"].as_array().unwrap().is_empty()).await;
    let board = &state["rounds"][0]["boards"][0];
    let (game, black) = (board["board"].as_str().unwrap(), board["black"].as_u64().unwrap() as usize);
    server.until(&id, "the game exists", |_| true).await;
    assert_eq!(server.look(&users[black], &id).await["game"], *game);
    let (status, done) = server.order(&users[black], &id, json!({"do": "berserk"})).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(server.state(game).await["clocks"]["left"]["black"]["main"], 90_000);
    assert_eq!(server.state(game).await["clocks"]["left"]["white"]["main"], 180_000);
    assert_eq!(server.order(&users[black], &id, json!({"do": "berserk"})).await.1["key"], "cannot-berserk", "only once");
    let (late, _) = server.account("late").await;
    assert_eq!(server.order(&late, &id, json!({"do": "enter"})).await.0, StatusCode::OK);
    server.act(&users[1 - black], game, json!({"do": "resign"})).await;
    let next = server.until(&id, "the winner plays again", |state| state["rounds"].as_array().unwrap().len() > 1).await;
    assert_eq!(next["standings"][0]["points"], 2.0, "too few moves for the point of a berserker");
}

#[tokio::test]
async fn a_director_runs_a_tournament_over_the_board() {
    let server = Server::start().await;
    let (director, _) = server.account("boss").await;
    let wanted = json!({"name": "Club", "format": "round-robin", "overTheBoard": true, "control": "none", "listed": false});
    let (_, made) = server.call("POST", "/api/tournaments", &director, wanted).await;
    let id = made["tournament"].as_str().unwrap();
    let import = json!({"do": "import", "csv": "name;rating\nAda;1500\nBob;1400\nCleo;"});
    assert_eq!(server.order(&director, id, import.clone()).await.1["players"].as_array().unwrap().len(), 3);
    assert_eq!(server.order(&director, id, import).await.1["players"].as_array().unwrap().len(), 3, "nobody twice");
    assert_eq!(
        server.order(&director, id, json!({"do": "import", "csv": "name,rating\nX,high"})).await.0,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(server.order(&director, id, json!({"do": "add", "name": "Dora"})).await.0, StatusCode::OK);
    server.order(&director, id, json!({"do": "start"})).await;
    for round in 0..3 {
        let (status, state) = server.order(&director, id, json!({"do": "pair"})).await;
        assert_eq!(status, StatusCode::OK, "{state}");
        assert_eq!(server.order(&director, id, json!({"do": "pair"})).await.1["key"], "round-unfinished");
        for board in state["rounds"][round]["boards"].as_array().unwrap() {
            // By the form of the page.
            let form = format!(
                "do=result&board={}&result=1-0&black=6&white=3&back=/tournaments/{id}/direct",
                board["board"].as_str().unwrap()
            );
            let headers = [("cookie", director.0.as_str()), ("content-type", "application/x-www-form-urlencoded")];
            let response = server.request("POST", &format!("/tournaments/{id}/act"), &headers, &form).await;
            assert_eq!(response.headers()["location"], format!("/tournaments/{id}/direct"));
        }
    }
    let (_, over) = server.order(&director, id, json!({"do": "pair"})).await;
    assert_eq!((&over["status"], &over["why"]), (&json!("over"), &json!("played")));
    let stranger = server.guest().await;
    assert!(server.page_for(&director, &format!("/tournaments/{id}/direct")).await.contains("Ada"));
    let hidden = server.request("GET", &format!("/tournaments/{id}/direct"), &[("cookie", &stranger.0)], "").await;
    assert_eq!(hidden.status(), StatusCode::NOT_FOUND);
    assert!(!server.page_for(&stranger, "/tournaments").await.contains("Club"), "it is not listed");
}

#[tokio::test]
async fn passwords_links_and_settings_are_checked() {
    let server = Server::start().await;
    let (ada, _) = server.account("ada").await;
    let (bob, _) = server.account("bob").await;
    let make = async |settings: Value| server.call("POST", "/api/tournaments", &ada, settings).await;
    for (settings, key) in [
        (json!({"name": ""}), "bad-setting"),
        (json!({"name": "x", "format": "ladder"}), "bad-setting"),
        (json!({"name": "x", "rounds": 0}), "bad-setting"),
        (json!({"name": "x", "what": 1}), "bad-request"),
    ] {
        let (status, refused) = make(settings).await;
        assert_eq!((status, &refused["key"]), (StatusCode::BAD_REQUEST, &json!(key)), "{refused}");
    }
    let (_, made) = make(json!({"name": "Secret", "preset": "club-evening", "password": "pac"})).await;
    let id = made["tournament"].as_str().unwrap();
    assert!(!made.to_string().contains("digest") && made["settings"]["secret"] == "password");
    assert_eq!(server.order(&bob, id, json!({"do": "enter"})).await.1["key"], "entry-password");
    assert_eq!(server.order(&bob, id, json!({"do": "enter", "password": "pic"})).await.1["key"], "entry-password");
    assert_eq!(server.order(&bob, id, json!({"do": "enter", "password": "pac"})).await.0, StatusCode::OK);
    let (_, made) = make(json!({"name": "Linked", "byLink": true})).await;
    let (id, key) = (made["tournament"].as_str().unwrap(), made["link"].as_str().unwrap());
    assert_eq!(server.look(&bob, id).await["link"], Value::Null, "only directors see it");
    assert_eq!(server.order(&bob, id, json!({"do": "enter", "password": key})).await.0, StatusCode::OK);
    // The form of the page.
    let headers = [("cookie", ada.0.as_str()), ("content-type", "application/x-www-form-urlencoded")];
    let (today, zone) = (crate::time::now() / crate::time::DAY * crate::time::DAY, 60 * crate::time::MINUTE);
    let at = format!("{}T19:30", crate::time::day(today + 7 * crate::time::DAY));
    let form = format!(
        "name=By+form&format=knockout&place=online&games=3&third_place=on&control=900&layout=standard&start=at&at={at}&zone=60&listed=on&scoring=games&tie1=wins&play_off="
    );
    let response = server.request("POST", "/tournaments", &headers, &form).await;
    assert_eq!(response.status(), StatusCode::SEE_OTHER);
    let path = response.headers()["location"].to_str().unwrap().to_owned();
    let state = server.look(&bob, path.rsplit('/').next().unwrap()).await;
    assert_eq!(state["settings"]["format"], "knockout 3 third-place");
    let expected = today + 7 * crate::time::DAY + (19 * 60 + 30) * crate::time::MINUTE - zone;
    assert_eq!(state["startsAt"], expected);
    let bad = server.request("POST", "/tournaments", &headers, "name=&format=swiss").await;
    assert_eq!(bad.status(), StatusCode::BAD_REQUEST);
}
