//! Reports and moderators: who may do what, what follows from it, and how it is undone.

use super::*;
use crate::moderating::{ModerationAction, Operator};

const RATED: &str = r#"{"against": "online", "control": "600", "rated": true}"#;

impl Server {
    async fn operator(&self) -> Operator {
        Operator::open(&self.config.database).await.unwrap()
    }

    /// A moderator, and the name of the account.
    pub(super) async fn moderator(&self) -> (User, String) {
        let (user, name) = self.account("mod").await;
        let operator = self.operator().await;
        operator.act(&name, ModerationAction::Grant, "trusted").await.unwrap();
        operator.close().await;
        (user, name)
    }

    async fn measure(&self, moderator: &User, name: &str, act: &str) -> (StatusCode, Value) {
        let body = json!({"do": act, "reason": format!("{act} because")});
        self.call("POST", &format!("/api/moderation/users/{name}/actions"), moderator, body).await
    }

    async fn measures(&self, moderator: &User, name: &str, acts: &[&str]) {
        for act in acts {
            let (status, answer) = self.measure(moderator, name, act).await;
            assert_eq!(status, StatusCode::OK, "{act}: {answer}");
        }
    }

    async fn report(&self, user: &User, report: Value) -> Value {
        let (status, answer) = self.call("POST", "/api/reports", user, report).await;
        assert_eq!(answer["key"].is_null(), status == StatusCode::OK, "{answer}");
        if answer["key"].is_null() { answer["report"].clone() } else { answer["key"].clone() }
    }

    /// A rated game that the second user loses, or wins; returns it.
    async fn rated_game(&self, first: &User, second: &User, second_wins: bool) -> String {
        let game = self.create(first, serde_json::from_str(RATED).unwrap()).await;
        assert_eq!(self.act(second, &game, json!({"do": "join"})).await.0, StatusCode::OK);
        let loser = if second_wins { first } else { second };
        assert_eq!(self.act(loser, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
        game
    }

    /// Rating and deviation at the rapid speed.
    async fn rapid(&self, name: &str) -> (i64, i64) {
        let user = self.call("GET", &format!("/api/users/{name}"), &User(String::new()), Value::Null).await.1;
        let rapid = &user["ratings"]["rapid"];
        (rapid["rating"].as_i64().unwrap(), rapid["deviation"].as_i64().unwrap())
    }
}

#[tokio::test]
async fn people_report_players_games_and_chat_lines_once() {
    let server = Server::start().await;
    let ((ada, ada_name), (bob, bob_name)) = (server.account("ada").await, server.account("bob").await);
    let (moderator, _) = server.moderator().await;
    let player = json!({"player": bob_name, "reason": "help", "text": "always e5"});
    assert_eq!(server.report(&User(String::new()), player.clone()).await, "signed-out");
    assert_eq!(server.report(&server.guest().await, player.clone()).await, "signed-out");
    assert_eq!(server.report(&bob, player.clone()).await, "own-report");
    assert_eq!(server.report(&ada, json!({"player": bob_name, "reason": "boring"})).await, "bad-request");
    assert_eq!(server.report(&ada, json!({"player": bob_name, "reason": "other", "text": "  "})).await, "reason-needed");
    assert_eq!(server.report(&ada, json!({"player": "nobody-at-all", "reason": "help"})).await, "not-found");
    assert_eq!(server.report(&ada, json!({"reason": "help"})).await, "bad-request");
    let first = server.report(&ada, player.clone()).await;
    assert_eq!(server.report(&ada, player.clone()).await, "already-reported");

    let game = server.create(&ada, json!({"against": "online", "color": "black", "control": "600"})).await;
    server.act(&bob, &game, json!({"do": "join"})).await;
    server.act(&bob, &game, json!({"do": "chat", "text": "you fool"})).await;
    let said = server.call("GET", &format!("/api/games/{game}/chat"), &ada, Value::Null).await.1["chat"][0].clone();
    let line = json!({"game": game, "at": said["at"], "author": said["user"], "reason": "insults"});
    // Whoever cannot read the chat cannot report it.
    let (cleo, _) = server.account("cleo").await;
    assert_eq!(server.report(&cleo, line.clone()).await, "not-found");
    for (user, report) in [
        (&ada, line.clone()),
        (&ada, json!({"game": game, "reason": "stalling"})),
        (&cleo, json!({"game": game, "player": ada_name, "reason": "help"})),
        (&cleo, json!({"player": bob_name, "reason": "name"})),
    ] {
        assert_eq!(server.report(user, report).await.as_str().unwrap().len(), 10);
    }
    assert_eq!(server.report(&cleo, json!({"game": game, "reason": "help"})).await, "already-reported", "one about each game");
    assert_eq!(server.report(&bob, json!({"game": game, "player": bob_name, "reason": "help"})).await, "no-such-player");

    let overview = server.call("GET", "/api/moderation", &moderator, Value::Null).await.1;
    let open = overview["open"].as_array().unwrap();
    let about = |n: usize| {
        [&open[n]["accused"], &open[n]["reporter"], &open[n]["reason"]].map(|value| value.as_str().unwrap().to_owned())
    };
    assert_eq!(open.len(), 5);
    assert_eq!(about(0), [bob_name.as_str(), &ada_name, "help"]);
    assert_eq!((about(1)[0].as_str(), &open[1]["line"]), (bob_name.as_str(), &json!("you fool")));
    assert_eq!(about(2)[0], bob_name, "the opponent is meant");
    assert_eq!(about(3)[0], ada_name);

    // Answered with a reason, then the same can be reported again.
    let answers = format!("/api/moderation/reports/{}/actions", first.as_str().unwrap());
    let close = json!({"do": "close-report", "reason": "warned"});
    assert_eq!(server.call("POST", &answers, &ada, close.clone()).await.1["key"], "not-moderator");
    assert_eq!(server.call("POST", &answers, &moderator, json!({"do": "close-report"})).await.1["key"], "reason-needed");
    let closed = server.call("POST", &answers, &moderator, close.clone()).await.1["closed"][0].clone();
    assert_eq!((&closed["report"], &closed["answer"]), (&first, &json!("warned")));
    assert_eq!(server.call("POST", &answers, &moderator, close).await.1["key"], "nothing-to-change");
    let reopen = json!({"do": "reopen-report", "reason": "again"});
    assert_eq!(server.call("POST", &answers, &moderator, reopen.clone()).await.0, StatusCode::OK);
    server.call("POST", &answers, &moderator, json!({"do": "close-report", "reason": "done"})).await;
    assert_eq!(server.report(&ada, player).await.as_str().unwrap().len(), 10);
    assert_eq!(server.call("POST", &answers, &moderator, reopen).await.1["key"], "already-reported");
    let log = server.call("GET", "/api/moderation", &moderator, Value::Null).await.1["log"].clone();
    assert_eq!((&log[0]["do"], &log[0]["reason"], &log[0]["report"]), (&json!("close-report"), &json!("done"), &first));
    assert_eq!(
        server
            .call("POST", "/api/moderation/reports/0123456789/actions", &moderator, json!({"do": "close-report", "reason": "x"}))
            .await
            .0,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn reports_of_one_person_are_limited() {
    let server = Server::start().await;
    let (ada, _) = server.account("ada").await;
    for n in 0..20 {
        let (_, name) = server.account(&format!("p{n}")).await;
        assert_eq!(server.report(&ada, json!({"player": name, "reason": "help"})).await.as_str().unwrap().len(), 10);
    }
    let (_, name) = server.account("more").await;
    assert_eq!(server.report(&ada, json!({"player": name, "reason": "help"})).await, "too-many-reports");
}

#[tokio::test]
async fn only_moderators_act_in_person_and_not_on_themselves() {
    let server = Server::start().await;
    let ((ada, ada_name), (moderator, name)) = (server.account("ada").await, server.moderator().await);
    let (_, other) = server.moderator().await;
    let token =
        server.call("POST", "/api/tokens", &moderator, json!({"scope": "play"})).await.1["token"].as_str().unwrap().to_owned();
    let bearer = format!("Bearer {token}");
    let body = json!({"do": "mute", "reason": "why"}).to_string();
    for (method, path) in [
        ("GET", "/api/moderation".to_owned()),
        ("GET", format!("/api/moderation/users/{ada_name}")),
        ("POST", format!("/api/moderation/users/{ada_name}/actions")),
    ] {
        let body = if method == "POST" { body.as_str() } else { "" };
        let refused = json_of(server.request(method, &path, &[("authorization", &bearer)], body).await).await;
        assert_eq!(refused["key"], "token-scope", "{path}");
        let refused = json_of(server.request(method, &path, &[], body).await).await;
        assert_eq!(refused["key"], "signed-out", "{path}");
        let response = server.request(method, &path, &[("cookie", &ada.0)], body).await;
        assert_eq!(response.status(), StatusCode::FORBIDDEN);
        assert_eq!(json_of(response).await["key"], "not-moderator", "{path}");
    }
    // From a page of another site.
    let foreign = [("cookie", moderator.0.as_str()), ("origin", "https://evil.example"), ("host", "localhost")];
    for path in
        [format!("/api/moderation/users/{ada_name}/actions"), "/api/reports".to_owned(), format!("/moderation/user/{ada_name}")]
    {
        assert_eq!(server.request("POST", &path, &foreign, &body).await.status(), StatusCode::FORBIDDEN, "{path}");
    }
    for (subject, act, key) in [
        (&name, "mute", "own-account"),
        (&other, "mute", "moderators-account"),
        (&ada_name, "grant", "not-moderator"),
        (&ada_name, "unmute", "nothing-to-change"),
        (&ada_name, "explode", "bad-request"),
    ] {
        assert_eq!(server.measure(&moderator, subject, act).await.1["key"], key, "{act}");
    }
    let actions = format!("/api/moderation/users/{ada_name}/actions");
    assert_eq!(server.call("POST", &actions, &moderator, json!({"do": "mute", "reason": " "})).await.1["key"], "reason-needed");
    assert_eq!(server.measure(&moderator, "nobody-at-all", "mute").await.0, StatusCode::NOT_FOUND);
    // The operator takes the role away.
    let operator = server.operator().await;
    operator.act(&name, ModerationAction::Revoke, "thanks").await.unwrap();
    operator.close().await;
    assert_eq!(server.measure(&moderator, &ada_name, "mute").await.1["key"], "not-moderator");
}

#[tokio::test]
async fn a_muted_person_cannot_chat_until_it_is_undone() {
    let server = Server::start().await;
    let ((ada, name), (moderator, by)) = (server.account("ada").await, server.moderator().await);
    let game = server.create(&ada, json!({"against": "engine", "level": 1, "color": "black"})).await;
    let mut socket = server.socket(&game, &ada, "").await;
    let chat = json!({"do": "chat", "text": "hello"});
    assert!(socket.ask(chat.clone()).await.is_number());
    server.measures(&moderator, &name, &["mute"]).await;
    assert_eq!(socket.ask(chat.clone()).await, "muted");
    let (status, refused) = server.act(&ada, &game, chat.clone()).await;
    assert_eq!((status, refused["message"].as_str().unwrap().contains("moderator")), (StatusCode::CONFLICT, true));
    server.measures(&moderator, &name, &["unmute"]).await;
    assert!(socket.ask(chat).await.is_number());
    let file = server.call("GET", &format!("/api/moderation/users/{name}"), &moderator, Value::Null).await.1;
    let log: Vec<Value> =
        file["log"].as_array().unwrap().iter().map(|entry| json!([entry["do"], entry["by"], entry["reason"]])).collect();
    assert_eq!(log, [json!(["unmute", by, "unmute because"]), json!(["mute", by, "mute because"])]);
    assert_eq!((&file["muted"], &file["banned"], &file["closed"]), (&json!(false), &json!(false), &json!(false)));
}

/// Computed by hand from the published example of two new players: the loser of the first game goes from 1500 to 1338.
#[tokio::test]
async fn a_ban_refunds_what_opponents_lost_and_undoing_it_takes_that_back() {
    let server = Server::start().await;
    let (moderator, _) = server.moderator().await;
    let [mallory, ada, bob] = [server.account("mal").await, server.account("ada").await, server.account("bob").await];
    server.rated_game(&mallory.0, &ada.0, false).await;
    assert_eq!(server.rapid(&ada.1).await, (1338, 290));
    // Bob wins: he keeps what he gained.
    server.rated_game(&mallory.0, &bob.0, true).await;
    let (bobs, mallorys) = (server.rapid(&bob.1).await, server.rapid(&mallory.1).await);
    assert!(bobs.0 > 1600);

    server.measures(&moderator, &mallory.1, &["ban"]).await;
    assert_eq!(server.rapid(&ada.1).await, (1500, 290), "the deviation stays");
    assert_eq!((server.rapid(&bob.1).await, server.rapid(&mallory.1).await), (bobs, mallorys));
    let path = format!("/api/moderation/users/{}", mallory.1);
    let refunds = server.call("GET", &path, &moderator, Value::Null).await.1["refunds"].clone();
    assert_eq!(refunds.as_array().unwrap().len(), 1);
    assert_eq!((&refunds[0]["name"], &refunds[0]["points"], &refunds[0]["undoneAt"]), (&json!(ada.1), &json!(162), &Value::Null));
    // Twice is refused, and changes nothing. Servers that look again add nothing either.
    assert_eq!(server.measure(&moderator, &mallory.1, "ban").await.1["key"], "nothing-to-change");
    let user = server.app.games.db().profile(&mallory.1.to_lowercase()).await.unwrap().unwrap().id;
    let again = crate::db::ModerationAppend::Settled { user, number: 1, at: crate::time::now() };
    server.app.games.db().moderate(again).await.unwrap();
    assert_eq!(server.rapid(&ada.1).await, (1500, 290));

    // Ada plays on: the refund is still what it was.
    server.rated_game(&ada.0, &bob.0, false).await;
    let before = server.rapid(&ada.1).await;
    server.measures(&moderator, &mallory.1, &["unban"]).await;
    assert_eq!(server.rapid(&ada.1).await, (before.0 - 162, before.1));
    let refunds = server.call("GET", &path, &moderator, Value::Null).await.1["refunds"].clone();
    assert!(refunds[0]["undoneAt"].is_number());
    // A second ban refunds the same again, once.
    server.measures(&moderator, &mallory.1, &["ban"]).await;
    assert_eq!(server.rapid(&ada.1).await, before);
}

/// A loss of 162 points and a win: what was lost in sum comes back, never more.
#[tokio::test]
async fn a_refund_counts_all_games_with_the_banned_account_together() {
    let server = Server::start().await;
    let (moderator, _) = server.moderator().await;
    let [mallory, ada, bob] = [server.account("mal").await, server.account("ada").await, server.account("bob").await];
    server.rated_game(&mallory.0, &ada.0, false).await;
    server.rated_game(&mallory.0, &ada.0, true).await;
    let after_win = server.rapid(&ada.1).await;
    server.rated_game(&mallory.0, &bob.0, false).await;
    let bobs = server.rapid(&bob.1).await;
    server.measures(&moderator, &mallory.1, &["ban"]).await;
    let adas = server.rapid(&ada.1).await;
    // She had 1500 before: if she is above that now, she has gained in sum, and keeps it.
    assert_eq!(adas.0, after_win.0.max(1500), "{after_win:?}");
    assert_eq!(server.rapid(&bob.1).await, (1500, bobs.1));
}

#[tokio::test]
async fn a_refund_is_all_or_nothing_and_survives_a_lost_reply() {
    use crate::db::Fault;
    for fault in [Fault::AnswerIsLost, Fault::CommitFails] {
        let server = Server::start().await;
        let (moderator, _) = server.moderator().await;
        let [mallory, ada] = [server.account("mal").await, server.account("ada").await];
        server.rated_game(&mallory.0, &ada.0, false).await;
        server.app.games.db().faults.spoil_commits([fault]);
        server.measures(&moderator, &mallory.1, &["ban"]).await;
        assert_eq!(server.rapid(&ada.1).await, (1500, 290), "once");
        let log =
            server.call("GET", &format!("/api/moderation/users/{}", mallory.1), &moderator, Value::Null).await.1["log"].clone();
        assert_eq!(log.as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_banned_person_plays_nothing_that_is_rated() {
    let server = Server::start().await;
    let (moderator, _) = server.moderator().await;
    let [mallory, ada, bob] = [server.account("mal").await, server.account("ada").await, server.account("bob").await];
    let rated: Value = serde_json::from_str(RATED).unwrap();
    // A game in progress, and an open seat with days for a move.
    let running = server.create(&mallory.0, rated.clone()).await;
    server.act(&ada.0, &running, json!({"do": "join"})).await;
    let black = server.state(&running).await["players"]["black"]["name"] == json!(mallory.1);
    let movers = if black { [&mallory.0, &ada.0] } else { [&ada.0, &mallory.0] };
    for (user, m, version) in [(movers[0], "a1b2", 2), (movers[1], "i5h5", 3)] {
        assert_eq!(server.act(user, &running, json!({"do": "play", "move": m, "version": version})).await.0, StatusCode::OK);
    }
    let slow = json!({"against": "online", "control": "3d", "rated": true, "public": true});
    let seat = server.create(&mallory.0, slow.clone()).await;
    let casual = server.create(&mallory.0, json!({"against": "online", "control": "3d", "public": true})).await;
    let swiss = json!({"name": "Cup", "format": "swiss", "rounds": 3, "control": "180+2", "rated": true});
    let cup = server.call("POST", "/api/tournaments", &ada.0, swiss).await.1["tournament"].as_str().unwrap().to_owned();
    let enter = format!("/api/tournaments/{cup}/actions");
    assert_eq!(server.call("POST", &enter, &mallory.0, json!({"do": "enter"})).await.0, StatusCode::OK);

    server.measures(&moderator, &mallory.1, &["ban"]).await;
    let state = server.state(&running).await;
    assert_eq!((&state["status"], &state["outcome"]["winner"]), (&json!("over"), &json!(if black { "white" } else { "black" })));
    assert_eq!(state["players"]["black"]["change"], Value::Null, "it is not rated");
    assert_eq!(server.state(&seat).await["status"], "aborted");
    assert_eq!(server.state(&casual).await["status"], "open");
    let players = server.call("GET", &format!("/api/tournaments/{cup}"), &ada.0, Value::Null).await.1["players"].clone();
    assert_eq!((&players[0]["name"], &players[0]["out"]), (&json!(mallory.1), &json!(true)));
    for action in ["enter", "return"] {
        assert_eq!(server.call("POST", &enter, &mallory.0, json!({"do": action})).await.1["key"], "rated-ban", "{action}");
    }
    let (status, refused) = server.call("POST", &enter, &ada.0, json!({"do": "add", "name": mallory.1})).await;
    assert_eq!((status, &refused["key"]), (StatusCode::CONFLICT, &json!("rated-ban")));

    assert_eq!(server.call("POST", "/api/games", &mallory.0, rated.clone()).await.1["key"], "rated-ban");
    let seat = server.create(&ada.0, rated.clone()).await;
    assert_eq!(server.act(&mallory.0, &seat, json!({"do": "join"})).await.1["key"], "rated-ban");
    // Others are not told why.
    let challenge = json!({"against": "online", "control": "600", "rated": true, "opponent": mallory.1});
    assert_eq!(server.call("POST", "/api/games", &bob.0, challenge).await.1["key"], "not-accepting");
    let game = json!({"against": "online", "control": "600", "opponent": bob.1});
    assert_eq!(server.call("POST", "/api/games", &mallory.0, game).await.0, StatusCode::OK, "a casual challenge");
    // Nor is a rematch of the old game possible.
    assert_eq!(server.act(&mallory.0, &running, json!({"do": "offer", "what": "rematch"})).await.0, StatusCode::OK);
    assert_eq!(server.act(&ada.0, &running, json!({"do": "accept", "what": "rematch"})).await.1["key"], "not-accepting");
    let list = server.call("GET", "/api/players/rapid", &ada.0, Value::Null).await.1;
    assert!(!list.to_string().contains(&mallory.1), "banned accounts are not in the lists");

    server.measures(&moderator, &mallory.1, &["unban"]).await;
    assert_eq!(server.act(&mallory.0, &seat, json!({"do": "join"})).await.0, StatusCode::OK);
    assert_eq!(server.call("POST", &enter, &mallory.0, json!({"do": "enter"})).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_closed_account_is_signed_out_and_leaves_its_games() {
    let server = Server::start().await;
    let (moderator, _) = server.moderator().await;
    let [mallory, ada] = [server.account("mal").await, server.account("ada").await];
    let token =
        server.call("POST", "/api/tokens", &mallory.0, json!({"scope": "play"})).await.1["token"].as_str().unwrap().to_owned();
    let game = server.create(&mallory.0, json!({"against": "online", "color": "black", "control": "600"})).await;
    server.act(&ada.0, &game, json!({"do": "join"})).await;
    for (user, m, version) in [(&mallory.0, "a1b2", 2), (&ada.0, "i5h5", 3)] {
        assert_eq!(server.act(user, &game, json!({"do": "play", "move": m, "version": version})).await.0, StatusCode::OK);
    }
    let seat = server.create(&mallory.0, json!({"against": "online", "control": "3d", "public": true})).await;
    let challenge = server.create(&ada.0, json!({"against": "online", "control": "3d", "opponent": mallory.1})).await;
    let mut socket = server.socket(&game, &mallory.0, "").await;
    socket.next_of("state").await;

    server.measures(&moderator, &mallory.1, &["close"]).await;
    while socket.next().await.is_some() {}
    assert_eq!(server.call("GET", "/api/me", &mallory.0, Value::Null).await.1, Value::Null);
    let bearer = format!("Bearer {token}");
    assert_eq!(json_of(server.request("GET", "/api/me", &[("authorization", &bearer)], "").await).await, Value::Null);
    assert_eq!(server.state(&game).await["outcome"]["winner"], "white");
    assert_eq!(server.state(&seat).await["status"], "aborted");
    assert_eq!(server.state(&challenge).await["status"], "aborted");
    let again = json!({"against": "online", "control": "3d", "opponent": mallory.1});
    assert_eq!(server.call("POST", "/api/games", &ada.0, again).await.1["key"], "not-accepting");
    let credentials = json!({"name": mallory.1, "password": "marbles of glass"});
    let sign_in = async || server.call("POST", "/api/session", &User(String::new()), credentials.clone()).await;
    let (status, refused) = sign_in().await;
    assert_eq!((status, &refused["key"]), (StatusCode::FORBIDDEN, &json!("account-closed")));
    let wrong = json!({"name": mallory.1, "password": "marbles of clay"});
    assert_eq!(server.call("POST", "/api/session", &User(String::new()), wrong).await.1["key"], "wrong-password");
    assert!(server.page(&format!("/user/{}", mallory.1), &ada.0).await.1.contains("This account is closed."));

    server.measures(&moderator, &mallory.1, &["reopen"]).await;
    assert_eq!(sign_in().await.0, StatusCode::OK);
    assert!(!server.page(&format!("/user/{}", mallory.1), &ada.0).await.1.contains("This account is closed."));
    assert_eq!(server.state(&game).await["outcome"]["winner"], "white", "games stay as they ended");
}

/// The command line writes to the database alone; a running server does the rest within a second or two.
#[tokio::test]
async fn a_server_carries_out_what_the_operator_decides() {
    let server = Server::start().await;
    let [mallory, ada] = [server.account("mal").await, server.account("ada").await];
    server.rated_game(&mallory.0, &ada.0, false).await;
    let seat = server.create(&mallory.0, json!({"against": "online", "control": "3d", "public": true})).await;
    let mut socket = server.socket(&seat, &mallory.0, "").await;
    socket.next_of("state").await;
    let operator = server.operator().await;
    assert_eq!(server.report(&ada.0, json!({"player": mallory.1, "reason": "help"})).await.as_str().unwrap().len(), 10);
    let [open, closed] = operator.reports().await.unwrap();
    assert_eq!((open.len(), closed.len(), open[0].accused.as_deref()), (1, 0, Some(mallory.1.as_str())));
    assert!(operator.act("nobody-at-all", ModerationAction::Mute, "why").await.unwrap_err().to_string().contains("no account"));
    assert!(operator.act(&mallory.1, ModerationAction::Unban, "why").await.unwrap_err().to_string().contains("already"));
    operator.act(&mallory.1, ModerationAction::Ban, "a program").await.unwrap();
    operator.act(&mallory.1, ModerationAction::Close, "twice").await.unwrap();
    assert_eq!(server.rapid(&ada.1).await.0, 1500);
    while socket.next().await.is_some() {}
    let wait = async {
        while server.state(&seat).await["status"] != "aborted" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait).await.expect("a server looks every second");
    operator.close_report(&open[0].id, "banned").await.unwrap();
    assert!(operator.close_report("0123456789", "x").await.unwrap_err().to_string().contains("no report"));
    let record = operator.account(&mallory.1).await.unwrap();
    assert_eq!((record.standing, record.log.len(), record.refunds.len()), (vec!["banned", "closed"], 2, 1));
    assert_eq!(record.log[0].by, "operator");
    let games = operator.rated_games(&ada.1, 10).await.unwrap();
    assert_eq!((games.len(), games[0].rating), (1, 1500.0));
    let agreement = crate::Agreement::new(1, 100, &[]);
    operator.save_agreement(&ada.1, &agreement).await.unwrap();
    assert_eq!(operator.account(&ada.1).await.unwrap().agreement.unwrap().1, agreement);
    operator.close().await;
}

#[tokio::test]
async fn pages_are_for_moderators_and_forms_do_what_the_api_does() {
    let server = Server::start().await;
    let [mallory, ada] = [server.account("mal").await, server.account("ada").await];
    let (moderator, _) = server.moderator().await;
    let (status, page) = server.page("/moderation", &ada.0).await;
    assert_eq!((status, page.contains("Only a moderator can do that.")), (StatusCode::FORBIDDEN, true));
    assert_eq!(server.page("/moderation", &User(String::new())).await.0, StatusCode::SEE_OTHER);
    assert_eq!(server.page("/report?player=x", &User(String::new())).await.0, StatusCode::SEE_OTHER);
    assert_eq!(server.page("/report", &ada.0).await.0, StatusCode::BAD_REQUEST);
    assert!(server.page(&format!("/user/{}", mallory.1), &ada.0).await.1.contains(&format!("/report?player={}", mallory.1)));
    assert!(!server.page(&format!("/user/{}", mallory.1), &ada.0).await.1.contains("/moderation/user/"));

    let form = ("content-type", "application/x-www-form-urlencoded");
    let send = async |user: &User, path: &str, body: &str| {
        let response = server.request("POST", path, &[("cookie", &user.0), form, ("accept", "text/html")], body).await;
        (response.status(), String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap())
    };
    let report = format!("player={}&reason=help&text=%3Cb%3Efast%3C%2Fb%3E", mallory.1);
    let (status, thanks) = send(&ada.0, "/report", &report).await;
    assert_eq!((status, thanks.contains("A moderator will look at it.")), (StatusCode::OK, true));
    let (status, again) = send(&ada.0, "/report", &report).await;
    assert_eq!((status, again.contains("You have already reported this.")), (StatusCode::CONFLICT, true));
    let (_, overview) = server.page("/moderation", &moderator).await;
    assert!(overview.contains("&lt;b&gt;fast&lt;/b&gt;") && overview.contains(&format!("/moderation/user/{}", mallory.1)));
    let path = format!("/moderation/user/{}", mallory.1);
    let (_, account) = send(&moderator, &path, "do=ban&reason=++").await;
    assert!(account.contains("Give a reason in a few words."), "{account}");
    assert_eq!(send(&ada.0, &path, "do=ban&reason=x").await.0, StatusCode::FORBIDDEN);
    assert_eq!(send(&moderator, &path, "do=ban&reason=a+program").await.0, StatusCode::SEE_OTHER);
    let (_, account) = server.page(&path, &moderator).await;
    assert!(account.contains("In force") && account.contains("a program"));
    assert_eq!(server.page(&format!("/moderation?name={}", mallory.1.to_uppercase()), &moderator).await.0, StatusCode::SEE_OTHER);
    assert!(server.page("/moderation?name=nobody-at-all", &moderator).await.1.contains("Nobody here has that name."));
}
