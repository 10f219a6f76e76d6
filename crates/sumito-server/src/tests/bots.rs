//! Programs that play: bot accounts, the scopes of their tokens, and streams.

use axum::body::BodyDataStream;
use futures_util::StreamExt;

use super::*;

/// A program with a token.
pub(super) struct Program {
    pub(super) token: String,
    pub(super) name: String,
}

/// The lines of a stream.
pub(super) struct Lines {
    body: BodyDataStream,
    unread: String,
}

impl Lines {
    /// The next line, which may be empty; `None` at the end.
    async fn line(&mut self) -> Option<String> {
        loop {
            if let Some((line, rest)) = self.unread.split_once('\n') {
                let line = line.to_owned();
                self.unread = rest.to_owned();
                return Some(line);
            }
            let more = tokio::time::timeout(Duration::from_secs(20), self.body.next()).await.expect("a line within 20 s");
            self.unread += std::str::from_utf8(&more?.unwrap()).unwrap();
        }
    }

    pub(super) async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let line = self.line().await.unwrap_or_else(|| panic!("the stream ended while waiting for {kind}"));
            if !line.is_empty() {
                let message: Value = serde_json::from_str(&line).unwrap();
                if message["type"] == kind {
                    return message;
                }
            }
        }
    }
}

impl Server {
    pub(super) async fn token(&self, user: &User, scope: &str) -> String {
        let (status, token) = self.call("POST", "/api/tokens", user, json!({"scope": scope})).await;
        assert_eq!(status, StatusCode::OK, "{token}");
        token["token"].as_str().unwrap().to_owned()
    }

    pub(super) async fn bot(&self, name: &str) -> Program {
        let (user, name) = self.account(name).await;
        let program = Program { token: self.token(&user, "bot").await, name };
        let (status, account) = self.with_token(&program.token, "POST", "/api/account/bot", Value::Null).await;
        assert_eq!((status, &account["bot"]), (StatusCode::OK, &json!(true)));
        program
    }

    pub(super) async fn with_token(&self, token: &str, method: &str, path: &str, body: Value) -> (StatusCode, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let response = self.request(method, path, &[("authorization", &format!("Bearer {token}"))], &body).await;
        (response.status(), json_of(response).await)
    }

    pub(super) async fn program_acts(&self, program: &Program, game: &str, action: Value) -> (StatusCode, Value) {
        self.with_token(&program.token, "POST", &format!("/api/games/{game}/actions"), action).await
    }

    pub(super) async fn stream(&self, token: &str, path: &str) -> Lines {
        let response = self.request("GET", path, &[("authorization", &format!("Bearer {token}"))], "").await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        Lines { body: response.into_body().into_data_stream(), unread: String::new() }
    }

    pub(super) async fn shown(&self, path: &str) -> String {
        let page = self.request("GET", path, &[], "").await;
        String::from_utf8(to_bytes(page.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
    }
}

#[tokio::test]
async fn an_account_becomes_a_bot_before_its_first_game_and_for_good() {
    let server = Server::start().await;
    let (ada, _) = server.account("ada").await;
    for (scope, expected) in [("read", "token-scope"), ("play", "token-scope")] {
        let token = server.token(&ada, scope).await;
        let (status, refused) = server.with_token(&token, "POST", "/api/account/bot", Value::Null).await;
        assert_eq!((status, &refused["key"]), (StatusCode::FORBIDDEN, &json!(expected)), "{scope}");
    }
    let guest = server.guest().await;
    assert_eq!(server.call("POST", "/api/account/bot", &guest, Value::Null).await.1["key"], "signed-out");
    assert_eq!(server.call("GET", "/api/me", &ada, Value::Null).await.1["bot"], Value::Null);
    // In the browser, and twice: whoever lost the reply gets the same.
    for _ in 0..2 {
        assert_eq!(server.call("POST", "/api/account/bot", &ada, Value::Null).await.1["bot"], true);
    }
    assert_eq!(server.call("GET", "/api/me", &ada, Value::Null).await.1["bot"], true);

    let (bob, bob_name) = server.account("bob").await;
    let game = server.create(&bob, json!({"against": "engine", "level": 1})).await;
    server.act(&bob, &game, json!({"do": "resign"})).await;
    let (status, refused) = server.call("POST", "/api/account/bot", &bob, Value::Null).await;
    assert_eq!((status, &refused["key"]), (StatusCode::CONFLICT, &json!("has-played")));
    // The account page says the same, in words.
    let form = server.request("POST", "/account/bot", &[("cookie", &bob.0)], "").await;
    assert_eq!(form.status(), StatusCode::CONFLICT);
    let page = String::from_utf8(to_bytes(form.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap();
    assert!(page.contains("Only a new account can become a bot"), "{page}");
    assert!(!server.shown(&format!("/user/{bob_name}")).await.contains("badge"));
}

#[tokio::test]
async fn the_name_of_a_bot_has_a_badge() {
    let server = Server::start().await;
    let bot = server.bot("robo").await;
    let (ada, ada_name) = server.account("ada").await;
    assert!(server.shown(&format!("/user/{}", bot.name)).await.contains(r#"<span class="badge">Bot</span>"#));
    let found = server.call("GET", &format!("/api/users?name={}", bot.name), &ada, Value::Null).await.1;
    assert_eq!(found["users"][0]["bot"], true);
    let game = json!({"against": "online", "opponent": bot.name, "control": "600", "color": "black"});
    let game = server.create(&ada, game).await;
    let challenges = server.call("GET", "/api/challenges", &ada, Value::Null).await.1;
    assert_eq!(challenges["outgoing"][0]["to"]["bot"], true);
    assert_eq!(challenges["outgoing"][0]["by"]["bot"], Value::Null);
    assert_eq!(server.program_acts(&bot, &game, json!({"do": "join"})).await.0, StatusCode::OK);
    assert_eq!(server.state(&game).await["players"]["white"]["bot"], true);
    let page = server.shown(&format!("/game/{game}")).await;
    assert!(page.contains(r#"<span class="badge" id="bot-white">Bot</span>"#));
    assert!(page.contains(r#"<span class="badge" id="bot-black" hidden>"#));
    assert_eq!(server.act(&ada, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
    let played = format!(r#"{} <span class="badge">Bot</span>"#, bot.name);
    assert!(server.shown(&format!("/user/{ada_name}")).await.contains(&played));
}

#[tokio::test]
async fn bots_are_rated_apart_from_people_and_only_where_that_is_allowed() {
    let server = Server::start().await;
    let bot = server.bot("robo").await;
    let (ada, ada_name) = server.account("ada").await;
    let rated = |bots: bool| json!({"against": "online", "opponent": bot.name, "control": "600", "rated": true, "bots": bots});
    assert_eq!(server.call("POST", "/api/games", &ada, rated(false)).await.1["key"], "not-ratable");
    // Nor may a bot take a rated seat that is not for bots.
    let seat = server.create(&ada, json!({"against": "online", "control": "600", "rated": true})).await;
    assert_eq!(server.program_acts(&bot, &seat, json!({"do": "join"})).await.1["key"], "not-ratable");

    let game = server.create(&ada, rated(true)).await;
    assert_eq!(server.program_acts(&bot, &game, json!({"do": "join"})).await.0, StatusCode::OK);
    assert_eq!(server.act(&ada, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
    let ratings = async |name: &str| {
        let user = server.call("GET", &format!("/api/users/{name}"), &ada, Value::Null).await.1;
        user["ratings"].clone()
    };
    assert_eq!(ratings(&bot.name).await["rapid"]["rating"], 1662);
    assert_eq!(ratings(&ada_name).await, json!({}), "a game with a bot changes no rating among people");
    let history = server.call("GET", &format!("/api/users/{}/ratings/rapid", bot.name), &ada, Value::Null).await.1;
    assert_eq!(history["history"][0]["rating"], 1662);
    // In games with bots, the rating against bots is shown.
    let again = server.create(&ada, rated(true)).await;
    assert_eq!(server.program_acts(&bot, &again, json!({"do": "join"})).await.0, StatusCode::OK);
    let players = server.state(&again).await["players"].clone();
    let mut shown = [players["black"]["rating"].as_i64(), players["white"]["rating"].as_i64()];
    shown.sort_unstable();
    assert_eq!(shown, [Some(1338), Some(1662)]);
    let players = server.call("GET", "/api/players/rapid", &ada, Value::Null).await.1;
    assert!(!players.to_string().contains(&bot.name), "{players}");
}

#[tokio::test]
async fn a_bot_plays_by_streams() {
    let server = Server::start().await;
    let bot = server.bot("robo").await;
    let (ada, _) = server.account("ada").await;
    let (status, _) = server.with_token("nobody's", "GET", "/api/stream/events", Value::Null).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let mut events = server.stream(&bot.token, "/api/stream/events").await;
    let you = events.next_of("you").await["user"].clone();
    assert_eq!(events.next_of("challenges").await["incoming"], json!([]), "a stream begins with what is there");

    let challenge = json!({"against": "online", "opponent": bot.name, "control": "600", "color": "black"});
    let game = server.create(&ada, challenge.clone()).await;
    let heard = events.next_of("challenges").await;
    assert_eq!(heard["incoming"][0]["game"], *game);
    assert_eq!(server.program_acts(&bot, &game, json!({"do": "join"})).await.0, StatusCode::OK);
    let begun = events.next_of("game").await;
    assert_eq!((&begun["game"], &begun["status"], &begun["players"]["white"]["user"]), (&json!(game), &json!("playing"), &you));

    // The stream of the game has the messages of its socket, byte for byte.
    let path = format!("/api/games/{game}/stream");
    let mut stream = server.stream(&bot.token, &path).await;
    let mut socket = server.socket(&game, &ada, "").await;
    assert_eq!(stream.next_of("state").await["you"], json!(["white"]));
    socket.next_of("state").await;
    let (_, done) = server.act(&ada, &game, json!({"do": "play", "move": "a1b2", "version": 2})).await;
    assert_eq!(done["version"], 3);
    let moved = stream.next_of("event").await;
    assert_eq!((&moved["move"], &moved["turn"]), (&json!("a1b2"), &json!("white")));
    assert_eq!(moved, socket.next_of("event").await);

    // The same move again is answered as it was saved; another one is late.
    let reply = json!({"do": "play", "move": "i5h5", "version": 3});
    for _ in 0..3 {
        let (status, done) = server.program_acts(&bot, &game, reply.clone()).await;
        assert_eq!((status, &done["version"]), (StatusCode::OK, &json!(4)), "{done}");
    }
    let other = server.program_acts(&bot, &game, json!({"do": "play", "move": "i6h6", "version": 3})).await;
    assert_eq!(other.1["key"], "stale");
    // Of the other player's move that is not true.
    assert_eq!(server.act(&ada, &game, reply).await.1["key"], "stale");

    // Whoever was away says what they have seen.
    drop(stream);
    server.act(&ada, &game, json!({"do": "play", "move": "b2c3", "version": 4})).await;
    let state = server.stream(&bot.token, &format!("{path}?since=4")).await.next_of("state").await;
    assert_eq!((&state["version"], &state["missed"][0]["move"]), (&json!(5), &json!("b2c3")));
    let mut late = server.stream(&bot.token, "/api/stream/events").await;
    assert_eq!(late.next_of("game").await["game"], *game, "a newcomer gets the games that are being played");

    assert_eq!(server.program_acts(&bot, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
    for events in [&mut events, &mut late] {
        let ended = events.next_of("game").await;
        assert_eq!(
            (&ended["game"], &ended["status"], &ended["outcome"]["winner"]),
            (&json!(game), &json!("over"), &json!("black"))
        );
    }
}

#[tokio::test]
async fn a_challenge_is_declined_with_a_reason_that_the_challenger_gets_everywhere() {
    let server = Server::start().await;
    let (bot, asking) = (server.bot("robo").await, server.bot("asking").await);
    let challenge = json!({"against": "online", "opponent": bot.name, "control": "60"});
    let new_game = async || {
        let (status, state) = server.with_token(&asking.token, "POST", "/api/games", challenge.clone()).await;
        assert_eq!(status, StatusCode::OK, "{state}");
        state["game"].as_str().unwrap().to_owned()
    };
    // The challenger listens by both kinds of streams, and has the socket of the game open.
    let mut events = server.stream(&asking.token, "/api/stream/events").await;
    let bearer = format!("Bearer {}", asking.token);
    let mut account = server.connect("/api/me/socket", &[("authorization", &bearer)]).await.unwrap();
    events.next_of("you").await;
    account.next_of("you").await;
    let mut heard = server.stream(&bot.token, "/api/stream/events").await;
    heard.next_of("you").await;
    for reason in [json!("too-fast"), Value::Null] {
        let game = new_game().await;
        let mut socket = server.try_socket(&game, &[("authorization", &bearer)], "").await.unwrap();
        socket.next_of("state").await;
        // Both kinds have announced the challenge before it is answered.
        while events.next_of("challenges").await["outgoing"] == json!([]) {}
        while account.next_of("challenges").await["outgoing"] == json!([]) {}
        while heard.next_of("challenges").await["incoming"] == json!([]) {}
        let action = json!({"do": "decline", "what": "challenge", "reason": reason});
        assert_eq!(server.program_acts(&bot, &game, action).await.0, StatusCode::OK);
        let declined = events.next_of("declined").await;
        assert_eq!((&declined["game"], &declined["by"]["name"]), (&json!(game), &json!(bot.name)));
        assert_eq!((&declined["by"]["bot"], &declined["reason"]), (&json!(true), &reason));
        assert_eq!(account.next_of("declined").await, declined, "the socket of the account has the messages of the stream");
        let event = socket.next_of("event").await;
        assert_eq!((&event["event"], &event["why"], &event["reason"]), (&json!("aborted"), &json!("declined"), &reason));
        let state = server.state(&game).await;
        assert_eq!((&state["status"], &state["why"], &state["reason"]), (&json!("aborted"), &json!("declined"), &reason));
    }
    // What is wrong is said.
    let game = new_game().await;
    for (action, words) in [
        (json!({"do": "decline", "what": "challenge", "reason": "ugly"}), "reason: expected one of later, busy, too-fast"),
        (json!({"do": "decline", "what": "draw", "reason": "later"}), "reason: only a challenge is declined with a reason"),
        (json!({"do": "accept", "what": "challenge"}), "what: a challenge is accepted with join"),
    ] {
        let (status, refused) = server.program_acts(&bot, &game, action.clone()).await;
        assert_eq!((status, &refused["key"]), (StatusCode::BAD_REQUEST, &json!("bad-request")), "{action}");
        assert!(refused["message"].as_str().unwrap().starts_with(words), "{refused}");
    }
    let (_, refused) = server.program_acts(&asking, &game, json!({"do": "decline", "what": "challenge"})).await;
    assert_eq!(refused["key"], "nothing-offered", "the challenger withdraws instead");
    assert_eq!(server.program_acts(&bot, &game, json!({"do": "join"})).await.0, StatusCode::OK);
    let (_, refused) = server.program_acts(&bot, &game, json!({"do": "decline", "what": "challenge"})).await;
    assert_eq!(refused["key"], "nothing-offered", "too late");
}

/// Whatever happens to an account, the socket and the stream say the same, in the same order.
#[tokio::test]
async fn the_socket_of_an_account_has_the_messages_of_its_stream() {
    let server = Server::start().await;
    let bot = server.bot("robo").await;
    let ((ada, _), (bob, _)) = (server.account("ada").await, server.account("bob").await);
    let challenge = json!({"against": "online", "opponent": bot.name, "control": "600", "color": "black"});
    let before = server.create(&bob, challenge.clone()).await;
    assert_eq!(server.program_acts(&bot, &before, json!({"do": "join"})).await.0, StatusCode::OK);

    let mut stream = server.stream(&bot.token, "/api/stream/events").await;
    let bearer = format!("Bearer {}", bot.token);
    let mut socket = server.connect("/api/me/socket", &[("authorization", &bearer)]).await.unwrap();
    let mut same = async |kind: &str| {
        let (line, message) = (stream.next_of(kind).await, socket.next_of(kind).await);
        assert_eq!(line, message);
        line
    };
    same("you").await;
    assert_eq!(same("game").await["game"], *before, "what is being played");
    let game = server.create(&ada, challenge.clone()).await;
    assert_eq!(same("challenges").await["incoming"][0]["game"], *game);
    assert_eq!(server.program_acts(&bot, &game, json!({"do": "join"})).await.0, StatusCode::OK);
    let begun = same("game").await;
    assert_eq!((&begun["game"], &begun["status"]), (&json!(game), &json!("playing")));
    assert_eq!(server.program_acts(&bot, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
    assert_eq!(same("game").await["outcome"]["winner"], "black");

    // A page asks for challenges alone.
    let mut page = server.connect("/api/me/socket?only=challenges", &[("authorization", &bearer)]).await.unwrap();
    assert_eq!(page.next().await.unwrap()["type"], "you");
    assert_eq!(page.next().await.unwrap()["incoming"], json!([]));
    let game = server.create(&ada, challenge).await;
    assert_eq!(page.next().await.unwrap()["incoming"][0]["game"], *game);
    let wrong = server.connect("/api/me/socket?only=cake", &[("authorization", &bearer)]).await;
    assert!(wrong.is_err_and(|error| error.to_string().contains("400")));
}

#[tokio::test]
async fn a_stream_ends_with_its_token_and_says_so() {
    let server = Server::start().await;
    let (ada, _) = server.account("ada").await;
    let token = server.token(&ada, "read").await;
    let mut events = server.stream(&token, "/api/stream/events").await;
    events.next_of("you").await;
    let (_, _, game) = server.pair("600").await;
    let mut watched = server.stream(&token, &format!("/api/games/{game}/stream")).await;
    watched.next_of("state").await;
    let refused = server.with_token(&token, "POST", &format!("/api/games/{game}/actions"), json!({"do": "resign"})).await;
    assert_eq!(refused.1["key"], "token-scope");
    let digest = crate::people::sessions::digest(&token);
    let form = [("cookie", ada.0.as_str()), ("content-type", "application/x-www-form-urlencoded")];
    server.request("POST", "/account/tokens/end", &form, &format!("token={digest}")).await;
    for lines in [&mut events, &mut watched] {
        assert_eq!(lines.next_of("closed").await["why"], "signed-out");
        assert_eq!(lines.line().await, None);
    }
    let (status, _) = server.with_token(&token, "GET", "/api/stream/events", Value::Null).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_bot_plays_in_a_tournament_only_if_a_director_adds_it() {
    let server = Server::start().await;
    let (ada, _) = server.account("ada").await;
    let bot = server.bot("robot").await;
    let (_, made) = server.call("POST", "/api/tournaments", &ada, json!({"name": "Cup", "format": "swiss", "rounds": 1})).await;
    let actions = format!("/api/tournaments/{}/actions", made["tournament"].as_str().unwrap());
    let (_, refused) = server.with_token(&bot.token, "POST", &actions, json!({"do": "enter"})).await;
    assert_eq!(refused["key"], "no-bots", "{refused}");
    let (status, added) = server.call("POST", &actions, &ada, json!({"do": "add", "name": bot.name})).await;
    assert_eq!((status, &added["players"][0]["name"]), (StatusCode::OK, &json!(bot.name)), "{added}");
}
