//! Rated games for four in two teams: the ratings of all four change exactly once, together with the end of the game.

use super::*;
use crate::play::live::{Action, Actor};
use crate::time::now;

const SEATS: [&str; 4] = ["black", "white", "blue", "red"];

/// Four accounts at a table, in the order of their seats, and the game.
struct Table {
    players: Vec<(User, String)>,
    game: String,
}

fn setup(more: &Value) -> Value {
    let mut setup = json!({"against": "online", "layout": "four-teams", "color": "black", "control": "600", "rated": true});
    setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    setup
}

async fn accounts(server: &Server) -> Vec<(User, String)> {
    let mut accounts = Vec::new();
    for name in ["ada", "bob", "cleo", "dan"] {
        accounts.push(server.account(name).await);
    }
    accounts
}

impl Table {
    /// A rated game that begins; the accounts take its seats in this order, unless they are drawn.
    async fn begin(server: &Server, accounts: Vec<(User, String)>, more: Value) -> Table {
        let game = server.create(&accounts[0].0, setup(&more)).await;
        for ((user, _), seat) in accounts.iter().zip(SEATS).skip(1) {
            let (status, done) = server.act(user, &game, json!({"do": "join", "seat": seat})).await;
            assert_eq!(status, StatusCode::OK, "{done}");
        }
        Table::found(server, accounts, game).await
    }

    /// A game that goes on, with its players as they sit.
    async fn found(server: &Server, mut accounts: Vec<(User, String)>, game: String) -> Table {
        let state = server.state(&game).await;
        let place = |name: &String| SEATS.iter().position(|seat| state["players"][seat]["name"] == **name);
        accounts.sort_by_key(|(_, name)| place(name).expect("everybody has a seat"));
        Table { players: accounts, game }
    }

    async fn new(server: &Server) -> Table {
        let accounts = accounts(server).await;
        Table::begin(server, accounts, json!({})).await
    }

    fn user(&self, seat: &str) -> &User {
        &self.players[SEATS.iter().position(|name| *name == seat).unwrap()].0
    }

    fn name(&self, seat: &str) -> &str {
        &self.players[SEATS.iter().position(|name| *name == seat).unwrap()].1
    }

    async fn act(&self, server: &Server, seat: &str, action: Value) -> (StatusCode, Value) {
        server.act(self.user(seat), &self.game, action).await
    }

    async fn leave(&self, server: &Server, seats: &[&str]) {
        for seat in seats {
            let (status, done) = self.act(server, seat, json!({"do": "resign"})).await;
            assert_eq!(status, StatusCode::OK, "{seat}: {done}");
        }
    }

    /// What the game changed, in the order of the seats.
    async fn changes(&self, server: &Server) -> Vec<Option<i64>> {
        let state = server.state(&self.game).await;
        SEATS.map(|seat| state["players"][seat]["change"].as_i64()).into()
    }

    /// The ratings of all players in teams.
    async fn ratings(&self, server: &Server) -> Vec<Value> {
        let mut ratings = Vec::new();
        for (_, name) in &self.players {
            ratings.push(server.teams(name).await);
        }
        ratings
    }
}

impl Server {
    async fn teams(&self, name: &str) -> Value {
        self.call("GET", &format!("/api/users/{name}"), &User(String::new()), Value::Null).await.1["ratings"]["teams"].clone()
    }
}

#[tokio::test]
async fn a_team_game_changes_four_ratings_and_tells_it() {
    let server = Server::start().await;
    let table = Table::new(&server).await;
    let state = server.state(&table.game).await;
    assert_eq!((&state["rated"], &state["status"], &state["takeover"]), (&json!(true), &json!("playing"), &Value::Null));
    for seat in SEATS {
        let player = &state["players"][seat];
        assert_eq!((&player["rating"], &player["provisional"], player.get("change")), (&json!(1500), &json!(true), None));
    }
    let mut socket = server.socket(&table.game, table.user("red"), "").await;
    table.leave(&server, &["white"]).await;
    assert_eq!(table.changes(&server).await, [None; 4], "one partner has left, the other one plays on");
    assert_eq!(table.ratings(&server).await, vec![Value::Null; 4]);
    table.leave(&server, &["red"]).await;
    let event = loop {
        let event = socket.next_of("event").await;
        if event["status"] == "over" {
            break event;
        }
    };
    assert_eq!(event["outcome"]["winners"], json!(["black", "blue"]));
    for players in [&event["players"], &server.state(&table.game).await["players"]] {
        for (seat, change) in SEATS.into_iter().zip([82, -82, 82, -82]) {
            assert_eq!((&players[seat]["rating"], &players[seat]["change"]), (&json!(1500), &json!(change)), "{seat}");
        }
    }
    let won = json!({"rating": 1582, "deviation": 343, "provisional": true, "won": 1, "drawn": 0, "lost": 0});
    assert_eq!((server.teams(table.name("black")).await, server.teams(table.name("blue")).await), (won.clone(), won));
    assert_eq!(server.teams(table.name("white")).await["rating"], 1418);

    // Profile, history, search, and the list of players.
    let history =
        server.call("GET", &format!("/api/users/{}/ratings/teams", table.name("red")), table.user("red"), Value::Null).await.1;
    assert_eq!((&history["speed"], &history["history"][0]["rating"]), (&json!("teams"), &json!(1418)));
    let profile = server.text(&format!("/user/{}?speed=teams", table.name("red"))).await;
    for expected in [format!("/game/{}", table.game), "1418".to_owned(), "−82".to_owned(), "Teams".to_owned()] {
        assert!(profile.contains(&expected), "{expected}");
    }
    assert!(!server.text(&format!("/user/{}?speed=blitz", table.name("red"))).await.contains(&table.game));
    let players = server.text("/players?speed=teams").await;
    assert!(SEATS.iter().all(|seat| players.contains(table.name(seat))), "{players}");
    assert_eq!(server.call("GET", "/api/players/teams", table.user("red"), Value::Null).await.1["speed"], "teams");

    // In a rematch everybody sits one seat further; it starts from the new ratings, and a server that reads the log again agrees.
    for seat in SEATS {
        assert_eq!(table.act(&server, seat, json!({"do": "offer", "what": "rematch"})).await.0, StatusCode::OK);
    }
    let next = server.state(&table.game).await["next"].as_str().unwrap().to_owned();
    let players = server.state(&next).await["players"].clone();
    assert_eq!((&players["white"]["name"], &players["white"]["rating"]), (&json!(table.name("black")), &json!(1582)));
    let other = Server::with(server.config.clone(), PathBuf::new()).await;
    assert_eq!(other.state(&table.game).await["players"], server.state(&table.game).await["players"]);
}

/// Whoever leaves loses, and does not profit from a partner who goes on to win, or to draw. The partner does.
#[tokio::test]
async fn a_player_who_leaves_has_lost_whatever_the_partner_achieves() {
    let server = Server::start().await;
    let table = Table::new(&server).await;
    table.leave(&server, &["black", "white", "red"]).await;
    assert_eq!(table.changes(&server).await, [-82, -82, 82, -82].map(Some));
    let search = async |seat: &str, result: &str| {
        let path = format!("/api/games/search?player={}&result={result}", table.name(seat));
        let found = server.call("GET", &path, table.user(seat), Value::Null).await.1;
        found["games"].as_array().unwrap().iter().any(|found| found["game"] == *table.game)
    };
    assert!(search("blue", "won").await && !search("blue", "lost").await);
    assert!(search("black", "lost").await && !search("black", "won").await, "the partner won, who had not left");

    let table = Table::begin(&server, table.players, json!({})).await;
    table.leave(&server, &["white"]).await;
    for seat in ["black", "blue", "red"] {
        let version = server.state(&table.game).await["version"].clone();
        let (status, done) = table.act(&server, seat, json!({"do": "offer", "what": "draw", "version": version})).await;
        assert_eq!(status, StatusCode::OK, "{done}");
    }
    assert_eq!(server.state(&table.game).await["outcome"]["key"], "drawn-by-agreement");
    let changes = table.changes(&server).await;
    assert!(changes[1].unwrap() < -50 && changes[3].unwrap().abs() < 40, "{changes:?}");
    let profile = server.text(&format!("/user/{}", table.name("white"))).await;
    assert!(!profile.contains("result drawn"), "a draw of those who stayed");
}

/// A player who has left may join another game while the first one continues.
#[tokio::test]
async fn a_player_who_has_left_may_play_elsewhere() {
    let server = Server::start().await;
    let table = Table::begin(&server, accounts(&server).await, json!({"public": true})).await;
    let other = json!({"against": "online", "control": "600", "public": true});
    let refused = async |seat: &str| server.call("POST", "/api/games", table.user(seat), other.clone()).await.1["key"].clone();
    assert_eq!(refused("white").await, "already-playing");
    let (listed, mine) = (table.user("white"), async |user: &User| {
        let games = server.call("GET", "/api/games?status=mine", user, Value::Null).await.1;
        games["games"].as_array().unwrap().iter().any(|game| game["game"] == *table.game && game["status"] == "playing")
    });
    table.leave(&server, &["white"]).await;
    assert_eq!((refused("white").await, refused("red").await), (Value::Null, json!("already-playing")));
    assert!(mine(listed).await, "it can still be found");
}

#[tokio::test]
async fn only_four_accounts_without_engines_play_for_ratings() {
    let server = Server::start().await;
    let (ada, _) = server.account("ada").await;
    let create = async |user: &User, more: Value| server.call("POST", "/api/games", user, setup(&more)).await.1["key"].clone();
    for (more, key) in [
        (json!({"layout": "three"}), "not-ratable"),
        (json!({"layout": "four-alone"}), "not-ratable"),
        (json!({"layout": "six-teams"}), "not-ratable"),
        (json!({"control": "none"}), "not-ratable"),
        (json!({"rules": "win=4"}), "not-ratable"),
        (json!({"takeover": 3}), "not-ratable"),
        (json!({"seats": ["you", "engine:1", "open", "open"]}), "not-ratable"),
        (json!({"against": "engine", "level": 2}), "not-ratable"),
        (json!({"bots": true}), "bad-request"),
    ] {
        assert_eq!(create(&ada, more.clone()).await, key, "{more}");
    }
    assert_eq!(create(&server.guest().await, json!({})).await, "account-needed");
    let game = server.create(&ada, setup(&json!({}))).await;
    assert_eq!(server.act(&server.guest().await, &game, json!({"do": "join"})).await.1["key"], "account-needed");
    // Engines cannot fill the table, which waits for people.
    let (status, refused) = server.act(&ada, &game, json!({"do": "fill", "level": 3})).await;
    assert_eq!((status, &refused["key"]), (StatusCode::BAD_REQUEST, &json!("not-ratable")));
    assert_eq!(server.state(&game).await["openSeats"], 3);
    // Moves stand.
    let table = Table::new(&server).await;
    let position: sumito_rules::party::Position = server.state(&table.game).await["position"].as_str().unwrap().parse().unwrap();
    let version = server.state(&table.game).await["version"].clone();
    let play = json!({"do": "play", "move": position.legal_moves().nth(0).unwrap().to_string(), "version": version});
    assert_eq!(table.act(&server, "black", play).await.0, StatusCode::OK);
    let version = server.state(&table.game).await["version"].clone();
    assert_eq!(
        table.act(&server, "black", json!({"do": "offer", "what": "takeback", "version": version})).await.1["key"],
        "move-stands"
    );
}

/// Chance decides which team begins; partners stay together unless all seats are drawn.
#[tokio::test]
async fn chance_decides_which_team_begins() {
    let server = Server::start().await;
    let accounts = accounts(&server).await;
    let names: Vec<String> = accounts.iter().map(|(_, name)| name.clone()).collect();
    let (mut first, mut partners, mut again) = (Vec::new(), Vec::new(), accounts);
    for drawn in [false, true] {
        for _ in 0..12 {
            again.sort_by_key(|(_, name)| names.iter().position(|other| other == name));
            let table = Table::begin(&server, again, json!({"drawn": drawn})).await;
            let ada = names.iter().position(|name| name == table.name("black")).unwrap();
            first.push((drawn, ada));
            let seat = table.players.iter().position(|(_, name)| *name == names[0]).unwrap();
            partners.push((drawn, table.players[(seat + 2) % 4].1.clone()));
            table.leave(&server, &["black", "blue"]).await;
            again = table.players;
        }
    }
    let of = |drawn: bool, player: usize| first.contains(&(drawn, player));
    assert!((0..4).filter(|&player| of(false, player)).count() > 1, "{first:?}");
    assert!(partners.iter().all(|(drawn, partner)| *drawn || *partner == names[2]), "{partners:?}");
    assert!(partners.iter().any(|(drawn, partner)| *drawn && *partner != names[2]), "{partners:?}");
}

/// Without all first moves it is not the game that was agreed on: it is aborted, and not rated.
#[tokio::test]
async fn a_game_without_a_first_move_is_aborted() {
    let server = Server::start().await;
    let table = Table::new(&server).await;
    let mut socket = server.socket(&table.game, table.user("red"), "").await;
    let aborts_at = server.state(&table.game).await["abortsAt"].as_i64().unwrap();
    server.app.games.act(table.game.parse().unwrap(), Actor::Server, 0, Action::ClaimFlag, aborts_at.max(now())).await.unwrap();
    let event = socket.next_of("event").await;
    assert_eq!(
        (&event["event"], &event["why"], &event["status"]),
        (&json!("aborted"), &json!("no-first-move"), &json!("aborted"))
    );
    assert_eq!((table.changes(&server).await, table.ratings(&server).await), (vec![None; 4], vec![Value::Null; 4]));
    let missed = server.call("GET", &format!("/api/games/{}?since=4", table.game), table.user("red"), Value::Null).await.1;
    assert_eq!(missed["missed"].as_array().unwrap().last().unwrap()["event"], "aborted");
}

#[tokio::test]
async fn a_team_game_that_two_servers_end_at_once_is_rated_once() {
    let server = Server::start().await;
    let table = Table::new(&server).await;
    table.leave(&server, &["white", "black"]).await;
    let other = Server::with(server.config.clone(), PathBuf::new()).await;
    assert_eq!(other.state(&table.game).await["status"], "playing");
    let resign = json!({"do": "resign"});
    let (first, second) = tokio::join!(
        server.act(table.user("red"), &table.game, resign.clone()),
        other.act(table.user("blue"), &table.game, resign)
    );
    let done = [&first, &second].iter().filter(|(status, _)| *status == StatusCode::OK).count();
    assert_eq!(done, 1, "{first:?} {second:?}");
    let ratings = table.ratings(&server).await;
    let games: i64 = ratings.iter().map(|rating| rating["won"].as_i64().unwrap() + rating["lost"].as_i64().unwrap()).sum();
    assert_eq!(games, 4, "{ratings:?}");
    let mut points: Vec<i64> = ratings.iter().map(|rating| rating["rating"].as_i64().unwrap()).collect();
    points.sort_unstable();
    assert_eq!(points, [1418, 1418, 1418, 1582]);
}

#[tokio::test]
async fn an_end_that_cannot_be_rated_for_all_four_is_not_saved() {
    let server = Server::start().await;
    let table = Table::new(&server).await;
    table.leave(&server, &["white"]).await;
    server.app.games.db().spoil_rating(table.game.parse().unwrap()).await;
    assert_eq!(table.act(&server, "red", json!({"do": "resign"})).await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(server.state(&table.game).await["status"], "playing");
    assert_eq!(table.ratings(&server).await, vec![Value::Null; 4]);
}

/// A ban gives points back to all who lost some at a table with the account. A game that ends while one of its players is banned is not rated.
#[tokio::test]
async fn a_ban_gives_points_back_to_everybody_at_the_table() {
    let server = Server::start().await;
    let table = Table::new(&server).await;
    table.leave(&server, &["white", "red"]).await;
    assert_eq!(table.changes(&server).await, [82, -82, 82, -82].map(Some));
    let cheater = table.name("black").to_owned();
    let partner = table.name("blue").to_owned();
    let losers = [table.name("white").to_owned(), table.name("red").to_owned()];
    let running = Table::begin(&server, table.players, json!({})).await;
    let (moderator, _) = server.moderator().await;
    let ban = json!({"do": "ban", "reason": "an engine"});
    let (status, answer) = server.call("POST", &format!("/api/moderation/users/{cheater}/actions"), &moderator, ban).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    for name in &losers {
        assert_eq!((&server.teams(name).await["rating"], &server.teams(name).await["deviation"]), (&json!(1500), &json!(343)));
    }
    assert_eq!(server.teams(&partner).await["rating"], 1582, "whoever gained keeps it");
    // The account leaves its rated game, which the others may finish: it no longer counts.
    for _ in 0..100 {
        if server.state(&running.game).await["departures"].as_array().unwrap().len() == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for seat in SEATS {
        // Until one team is left.
        running.act(&server, seat, json!({"do": "resign"})).await;
    }
    let state = server.state(&running.game).await;
    assert_eq!((&state["status"], running.changes(&server).await), (&json!("over"), vec![None; 4]), "{state}");
    assert_eq!(
        server.call("POST", "/api/games", running.user(SEATS[seat_of(&running, &cheater)]), setup(&json!({}))).await.1["key"],
        "rated-ban"
    );
    let list = server.text("/players?speed=teams").await;
    assert!(!list.contains(&format!("/user/{cheater}")) && list.contains(&format!("/user/{partner}")));
}

fn seat_of(table: &Table, name: &str) -> usize {
    table.players.iter().position(|(_, other)| other == name).unwrap()
}

/// Somebody who leaves and deletes the account keeps the others neither from ending the game nor from their ratings.
#[tokio::test]
async fn a_deleted_account_does_not_stop_a_game_from_being_rated() {
    let server = Server::start().await;
    let table = Table::new(&server).await;
    let delete = "password=marbles+of+glass";
    let headers = [("cookie", table.user("white").0.as_str()), ("content-type", "application/x-www-form-urlencoded")];
    let response = server.request("POST", "/account/delete", &headers, delete).await;
    assert!(response.status().is_redirection() || response.status().is_success(), "{}", response.status());
    assert_eq!(server.state(&table.game).await["departures"][0]["seat"], "white");
    table.leave(&server, &["red"]).await;
    assert_eq!(server.state(&table.game).await["status"], "over");
    assert_eq!(table.changes(&server).await, [Some(82), None, Some(82), Some(-82)]);
    assert_eq!(server.teams(table.name("black")).await["won"], 1);
}
