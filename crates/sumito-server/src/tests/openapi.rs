//! `docs/openapi.json` describes the server's responses: every route, and every field of the responses with its type.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::*;

fn document() -> Value {
    serde_json::from_str(include_str!("../../../../docs/openapi.json")).expect("docs/openapi.json is JSON")
}

/// The routes in the source code, as `GET /api/me`.
fn routes() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(path).unwrap();
                // `.route("/api/me", get(me).post(guest))`, on one line or several.
                for route in text.split(".route(").skip(1) {
                    let Some((path, rest)) = route.split_once("\",") else { continue };
                    let path = path.trim().trim_start_matches('"');
                    let is_ours =
                        ["/api/", "/health", "/image/", "/metrics", "/oembed"].iter().any(|start| path.starts_with(start));
                    if !is_ours || path.contains('*') {
                        continue;
                    }
                    let mut depth = 1;
                    let end = rest.find(|c| {
                        depth += i32::from(c == '(') - i32::from(c == ')');
                        depth == 0
                    });
                    let handlers = &rest[..end.unwrap_or(rest.len())];
                    for method in ["get", "post", "put", "delete", "patch"] {
                        let named = [format!(" {method}("), format!(").{method}("), format!("\n{method}(")];
                        if named.iter().any(|word| handlers.contains(word)) {
                            found.insert(format!("{} {path}", method.to_uppercase()));
                        }
                    }
                }
            }
        }
    }
    found
}

#[test]
fn the_document_has_every_route_and_no_other() {
    let document = document();
    let mut documented = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            documented.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    let routes = routes();
    assert!(routes.len() > 12, "{routes:?}");
    let missing: Vec<_> = routes.difference(&documented).collect();
    assert!(missing.is_empty(), "add to \"paths\" of docs/openapi.json, each with \"summary\" and \"responses\": {missing:?}");
    let gone: Vec<_> = documented.difference(&routes).collect();
    assert!(gone.is_empty(), "docs/openapi.json has routes that are not there: {gone:?}");
}

#[tokio::test]
async fn answers_are_as_the_document_tells() {
    let server = Server::start().await;
    let document = document();
    let check = async |request: &str, path: &str, user: &User, body: Value| -> Value {
        let (method, address) = request.split_once(' ').unwrap();
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let response = server.request(method, address, &[("cookie", &user.0)], &body).await;
        let status = response.status();
        let answer = json_of(response).await;
        let operation = &document["paths"][path][method.to_lowercase()];
        let responses = &operation["responses"];
        let mut documented = &responses[status.as_str()];
        if documented.is_null() {
            documented = &responses["default"];
        }
        if let Some(reference) = documented["$ref"].as_str() {
            documented = follow(&document, reference);
        }
        assert!(!documented.is_null(), "docs/openapi.json, {method} {path}: nothing about status {status}, which was {answer}");
        if let Some(content) = documented["content"].as_object() {
            let schema = content.values().next().map(|kind| &kind["schema"]).unwrap();
            if let Err(error) = matches(&document, schema, &answer, "") {
                panic!("docs/openapi.json, {method} {path}, {status}: {error}\nin {answer:#}");
            }
        }
        answer
    };

    let nobody = User(String::new());
    let (black, white, game) = server.pair("600").await;
    server.act(&black, &game, json!({"do": "play", "move": "a1b2", "version": 2})).await;
    server.act(&white, &game, json!({"do": "chat", "text": "hello"})).await;
    let get = Value::Null;
    check("GET /health", "/health", &nobody, get.clone()).await;
    check("GET /metrics", "/metrics", &nobody, get.clone()).await;
    check("GET /api/openapi.json", "/api/openapi.json", &nobody, get.clone()).await;
    check("GET /api/options", "/api/options", &nobody, get.clone()).await;
    check("GET /api/me", "/api/me", &nobody, get.clone()).await;
    check("GET /api/me", "/api/me", &black, get.clone()).await;
    check("POST /api/me", "/api/me", &black, get.clone()).await;
    check("POST /api/games", "/api/games", &black, json!({"against": "same-screen"})).await;
    check("POST /api/games", "/api/games", &black, json!({"against": "online", "public": true, "control": "300+3"})).await;
    check("POST /api/games", "/api/games", &black, json!({"against": "nobody"})).await;
    let party =
        json!({"against": "online", "layout": "three", "seats": ["you", "open", "engine:1"], "public": true, "takeover": 2});
    let party = check("POST /api/games", "/api/games", &black, party).await["game"].as_str().unwrap().to_owned();
    let act_there = format!("POST /api/games/{party}/actions");
    check(&act_there, "/api/games/{game}/actions", &white, json!({"do": "join", "seat": "white"})).await;
    check(&act_there, "/api/games/{game}/actions", &white, json!({"do": "offer", "what": "takeback"})).await;
    check(&act_there, "/api/games/{game}/actions", &black, json!({"do": "resign"})).await;
    check(&format!("GET /api/games/{party}?since=0"), "/api/games/{game}", &white, Value::Null).await;
    check(&act_there, "/api/games/{game}/actions", &white, json!({"do": "resign"})).await;
    check(&format!("GET /api/games/{party}"), "/api/games/{game}", &white, Value::Null).await;
    check("GET /api/games?status=mine", "/api/games", &black, get.clone()).await;
    check("GET /api/games?status=what", "/api/games", &black, get.clone()).await;
    let at = |rest: &str| format!("/api/games/{game}{rest}");
    let path = "/api/games/{game}";
    check(&format!("GET {}", at("?since=0")), path, &black, get.clone()).await;
    check("GET /api/games/nowhere", path, &black, get.clone()).await;
    let act = format!("POST {}", at("/actions"));
    check(&act, "/api/games/{game}/actions", &black, json!({"do": "play", "move": "a1b2", "version": 3})).await;
    let legal = check(&format!("GET {}", at("/moves")), "/api/games/{game}/moves", &nobody, get.clone()).await;
    let position: sumito_rules::Position = server.state(&game).await["position"].as_str().unwrap().parse().unwrap();
    let moves: Vec<String> = position.legal_moves().iter().map(|m| m.to_string()).collect();
    assert_eq!(legal, json!({"version": 3, "turn": "white", "moves": moves}));
    check(&act, "/api/games/{game}/actions", &black, json!({"do": "resign", "id": 7})).await;
    let over = check(&format!("GET {}", at("/moves")), "/api/games/{game}/moves", &nobody, get.clone()).await;
    assert_eq!(over["moves"], json!([]));
    check(&format!("GET {}", at("")), path, &nobody, get.clone()).await;
    check(&format!("GET {}", at("/chat")), "/api/games/{game}/chat", &black, get.clone()).await;
    check(&format!("GET {}", at("/chat")), "/api/games/{game}/chat", &nobody, get.clone()).await;
    check(&format!("GET {}", at("/record")), "/api/games/{game}/record", &nobody, get.clone()).await;
    check("GET /api/lobby", "/api/lobby", &nobody, get.clone()).await;

    let name = format!("Ada-{}", &game[..6]);
    let credentials = json!({"name": name, "password": "marbles of glass"});
    check("POST /api/account", "/api/account", &white, credentials.clone()).await;
    check("POST /api/session", "/api/session", &nobody, credentials).await;
    check("POST /api/session", "/api/session", &nobody, json!({"name": "nobody", "password": "at all, or so"})).await;
    check("POST /api/tokens", "/api/tokens", &white, get.clone()).await;
    check("POST /api/tokens", "/api/tokens", &black, get.clone()).await;
    check(&format!("GET /api/users/{name}"), "/api/users/{name}", &nobody, get.clone()).await;
    let ratings = format!("GET /api/users/{name}/ratings/rapid");
    check(&ratings, "/api/users/{name}/ratings/{speed}", &nobody, get.clone()).await;
    check("GET /api/players/blitz", "/api/players/{speed}", &nobody, get.clone()).await;
    check("GET /api/players/fast", "/api/players/{speed}", &nobody, get.clone()).await;
    check("GET /api/puzzles", "/api/puzzles", &nobody, get.clone()).await;
    check("GET /api/puzzles/progress", "/api/puzzles/progress", &black, get.clone()).await;
    let puzzle = &sumito_content::puzzles::collection()[0].id;
    let attempts = format!("POST /api/puzzles/{puzzle}/attempts");
    check(&attempts, "/api/puzzles/{id}/attempts", &black, json!({"moves": []})).await;
    check(&attempts, "/api/puzzles/{id}/attempts", &black, json!({"moves": ["nonsense"]})).await;
    check("GET /api/puzzles/progress", "/api/puzzles/progress", &black, get.clone()).await;
    check(&format!("GET /api/puzzles/{puzzle}"), "/api/puzzles/{id}", &nobody, get.clone()).await;
    check("POST /api/puzzles/runs/storm", "/api/puzzles/runs/{kind}", &black, json!({})).await;
    check("PUT /api/puzzles/runs/storm", "/api/puzzles/runs/{kind}", &black, json!({"run": "none", "tries": []})).await;
    check("GET /api/puzzles/nowhere", "/api/puzzles/{id}", &nobody, get.clone()).await;
    check("PUT /api/settings", "/api/settings", &white, json!({"theme": "dark"})).await;
    check("PUT /api/settings", "/api/settings", &white, json!({"theme": "loud"})).await;
    check("GET /api/settings", "/api/settings", &white, get.clone()).await;
    let (learner, _) = server.account("ada").await;
    let lessons = "/api/lessons/progress";
    check("PUT /api/lessons/progress", lessons, &learner, json!({"pac": 2})).await;
    check("PUT /api/lessons/progress", lessons, &learner, json!({"pac": 4})).await;
    check("GET /api/lessons/progress", lessons, &learner, get.clone()).await;
    check("GET /api/lessons/progress", lessons, &nobody, get.clone()).await;
    let (_, rival) = server.account("bob").await;
    let challenge = json!({"against": "online", "opponent": rival, "control": "600"});
    check("POST /api/games", "/api/games", &learner, challenge).await;
    check("GET /api/challenges", "/api/challenges", &learner, get.clone()).await;
    check("GET /api/challenges", "/api/challenges", &nobody, get.clone()).await;
    check(&format!("PUT /api/following/{rival}"), "/api/following/{name}", &learner, get.clone()).await;
    check("GET /api/following", "/api/following", &learner, get.clone()).await;
    check(&format!("DELETE /api/following/{rival}"), "/api/following/{name}", &learner, get.clone()).await;
    check(&format!("PUT /api/blocks/{rival}"), "/api/blocks/{name}", &learner, get.clone()).await;
    check("GET /api/blocks", "/api/blocks", &learner, get.clone()).await;
    check(&format!("DELETE /api/blocks/{rival}"), "/api/blocks/{name}", &learner, get.clone()).await;
    check("GET /api/users?name=bob", "/api/users", &nobody, get.clone()).await;
    check("GET /api/users", "/api/users", &nobody, get.clone()).await;
    let engine = json!({"against": "engine", "level": 1, "public": true});
    let over = check("POST /api/games", "/api/games", &learner, engine).await["game"].as_str().unwrap().to_owned();
    server.act(&learner, &over, json!({"do": "resign"})).await;
    let found = check("GET /api/games/search", "/api/games/search", &nobody, get.clone()).await;
    assert_eq!(found["games"][0]["game"], *over);
    check("GET /api/games/search?least=x", "/api/games/search", &nobody, get.clone()).await;
    let club = json!({"name": "Club", "format": "round-robin", "overTheBoard": true});
    let made =
        check("POST /api/tournaments", "/api/tournaments", &learner, club).await["tournament"].as_str().unwrap().to_owned();
    check("POST /api/tournaments", "/api/tournaments", &learner, json!({"name": "x", "rounds": 99})).await;
    check("POST /api/tournaments", "/api/tournaments", &nobody, json!({"name": "x"})).await;
    let actions = format!("POST /api/tournaments/{made}/actions");
    for action in [
        json!({"do": "import", "csv": "Ada\nBob\nCleo"}),
        json!({"do": "start"}),
        json!({"do": "pair"}),
        json!({"do": "pair"}),
        json!({"do": "enter"}),
        json!({"do": "what"}),
    ] {
        check(&actions, "/api/tournaments/{tournament}/actions", &learner, action).await;
    }
    let (moderator, judge) = server.moderator().await;
    let reports = "/api/reports";
    let filed = check("POST /api/reports", reports, &learner, json!({"player": rival, "reason": "help", "text": "fast"})).await;
    check("POST /api/reports", reports, &nobody, json!({"player": rival, "reason": "help"})).await;
    let operator = crate::Operator::open(&server.config.database).await.unwrap();
    let decision =
        |agrees| crate::Decision { difficulty: crate::Difficulty::Hard, pace: Some(crate::Pace::Quick), agrees, rating: 1500.0 };
    operator.save_agreement(&rival, &crate::Agreement::new(1, 100, &[decision(true), decision(false)])).await.unwrap();
    operator.close().await;
    let (users, acts) = ("/api/moderation/users/{name}", "/api/moderation/users/{name}/actions");
    check(&format!("GET /api/moderation/users/{rival}"), users, &moderator, get.clone()).await;
    check(&format!("GET /api/moderation/users/{rival}"), users, &learner, get.clone()).await;
    let act = format!("POST /api/moderation/users/{rival}/actions");
    check(&act, acts, &moderator, json!({"do": "ban", "reason": "a program"})).await;
    check(&act, acts, &moderator, json!({"do": "ban", "reason": "again"})).await;
    check(&format!("POST /api/moderation/users/{judge}/actions"), acts, &moderator, json!({"do": "mute", "reason": "me"})).await;
    let answer = format!("POST /api/moderation/reports/{}/actions", filed["report"].as_str().unwrap());
    let answers = "/api/moderation/reports/{report}/actions";
    check(&answer, answers, &moderator, json!({"do": "close-report", "reason": "banned"})).await;
    check("GET /api/moderation", "/api/moderation", &moderator, get.clone()).await;
    check("GET /api/tournaments", "/api/tournaments", &nobody, get.clone()).await;
    check(&format!("GET /api/tournaments/{made}"), "/api/tournaments/{tournament}", &nobody, get.clone()).await;
    check("GET /api/tournaments/nowhere", "/api/tournaments/{tournament}", &nobody, get.clone()).await;
    let file = "/api/tournaments/{tournament}/file";
    check(&format!("GET /api/tournaments/{made}/file"), file, &nobody, get.clone()).await;
    check(&format!("GET /api/tournaments/{made}/file?format=pdf"), file, &nobody, get.clone()).await;
    let (bot, _events) = server.listening("robo").await;
    let session = server.call("POST", "/api/room", &learner, json!({"version": "1"})).await;
    assert_eq!(session.1["key"], "bots-only");
    let entered = server.with_token(&bot.token, "POST", "/api/room", json!({"version": "1"})).await.1;
    for (schema, value) in [("RoomEntry", &entered["entry"]), ("RoomConditions", &entered["conditions"])] {
        check_schema(schema, value);
    }
    let room = check("GET /api/room", "/api/room", &nobody, get.clone()).await;
    assert_eq!(room["here"][0]["entry"], entered["entry"]["entry"]);
    check("POST /api/room", "/api/room", &learner, json!({"version": "1"})).await;
    check("DELETE /api/room", "/api/room", &learner, get.clone()).await;
    let entry = format!("GET /api/room/entries/{}", entered["entry"]["entry"].as_str().unwrap());
    check(&entry, "/api/room/entries/{entry}", &nobody, get.clone()).await;
    check("GET /api/room/entries/nowhere", "/api/room/entries/{entry}", &nobody, get.clone()).await;
    check("GET /api/room/games", "/api/room/games", &nobody, get.clone()).await;
    check("DELETE /api/session", "/api/session", &white, get).await;
}

/// The schema with this name describes a value.
pub(crate) fn check_schema(name: &str, value: &Value) {
    let document = document();
    if let Err(error) = matches(&document, &document["components"]["schemas"][name], value, "") {
        panic!("docs/openapi.json, {name}: {error}\nin {value:#}");
    }
}

fn follow<'a>(document: &'a Value, reference: &str) -> &'a Value {
    let found = reference.strip_prefix('#').and_then(|pointer| document.pointer(pointer));
    found.unwrap_or_else(|| panic!("docs/openapi.json: {reference} leads nowhere"))
}

/// The subset of JSON Schema that the document uses. A field that the schema does not name is an error too: the document would lack it.
fn matches(document: &Value, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        return matches(document, follow(document, reference), value, place);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let tries: Vec<_> = choices.iter().map(|choice| matches(document, choice, value, place)).collect();
        let errors: Vec<_> = tries.into_iter().filter_map(Result::err).collect();
        return if errors.len() < choices.len() { Ok(()) } else { Err(errors.join("; or ")) };
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    if !kinds.contains(&kind) {
        return Err(format!("{place} is {value}, and should be {}", kinds.join(" or ")));
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        return Err(format!("{place} is {value}, and should be one of {}", schema["enum"]));
    }
    for (n, item) in value.as_array().into_iter().flatten().enumerate() {
        matches(document, &schema["items"], item, &format!("{place}/{n}"))?;
    }
    let Some(fields) = value.as_object() else { return Ok(()) };
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !fields.contains_key(name) {
            return Err(format!("{place}/{name} is missing"));
        }
    }
    for (name, field) in fields {
        let place = format!("{place}/{name}");
        match (&schema["properties"][name], &schema["additionalProperties"]) {
            (Value::Null, Value::Null) => {
                return Err(format!("{place} is not documented: add it to the schema's \"properties\""));
            }
            (Value::Null, more) => matches(document, more, field, &place)?,
            (known, _) => matches(document, known, field, &place)?,
        }
    }
    Ok(())
}
