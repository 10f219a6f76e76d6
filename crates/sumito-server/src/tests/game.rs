//! The page of a game, its record, and the socket messages that the page needs.

use super::*;

async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> (StatusCode, String) {
    let (parts, body) = server.request("GET", path, headers, "").await.into_parts();
    let body = to_bytes(body, 4 << 20).await.unwrap();
    (parts.status, String::from_utf8_lossy(&body).into_owned())
}

#[tokio::test]
async fn the_page_of_a_game_reads_without_scripts() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("600/3x30").await;
    server.act(&black, &game, json!({"do": "play", "move": "a1b2", "version": 2})).await;
    let path = format!("/game/{game}");
    for (user, language, expected) in [
        (&black, "en", ["You – Guest", "a1b2", "White to move", "10 min, then 3 × 30 s", "Belgian Daisy"]),
        (&white, "de", ["Gast – Sie", "a1b2", "Weiß am Zug", "10 min, dann 3 × 30 s", "Belgisches Gänseblümchen"]),
        (&User(String::new()), "pl", ["Gość – Gość", "a1b2", "Ruch białych", "10 min, potem 3 × 30 s", "Belgijska stokrotka"]),
    ] {
        let (status, page) = get(&server, &path, &[("cookie", &user.0), ("accept-language", language)]).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(page.contains("class=\"stage seated turned\""), user.0 == white.0, "the side below the board");
        for words in expected {
            assert!(page.contains(words), "{words} in {language}");
        }
    }
    // The rules' answers: legal moves only for the player to move.
    let found = format!("{path}/rule-answers");
    for (user, moves) in [(&black, false), (&white, true), (&User(String::new()), false)] {
        let (status, found) = get(&server, &found, &[("cookie", &user.0)]).await;
        assert_eq!(status, StatusCode::OK);
        assert!(found.contains("\"replay ") && found.contains(" moves a1b2\""), "{found}");
        assert_eq!(found.contains("\"moves "), moves, "{found}");
    }
    for missing in ["/game/aaaaaaaaaa/rule-answers", "/game/nonsense/rule-answers"] {
        assert_eq!(get(&server, missing, &[]).await.0, StatusCode::NOT_FOUND, "{missing}");
    }
    for missing in ["/game/aaaaaaaaaa", "/game/nonsense", "/game/"] {
        let (status, page) = get(&server, missing, &[("accept-language", "fr")]).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{missing}");
        assert!(page.contains("Cette page n’existe pas"), "{missing}");
    }
}

#[tokio::test]
async fn a_page_with_an_open_seat_invites_visitors_and_gives_who_waits_a_link() {
    let server = Server::start().await;
    let [owner, visitor] = [server.guest().await, server.guest().await];
    for (color, lead) in [("black", "You would play White."), ("white", "You would play Black and begin.")] {
        let game = server.create(&owner, json!({"against": "online", "color": color, "control": "3d"})).await;
        let path = format!("/game/{game}");
        let section = |page: &str, id: &str| {
            let start = page.find(&format!("id=\"{id}\"")).unwrap();
            !page[start..start + page[start..].find('>').unwrap()].contains("hidden")
        };
        let (_, page) = get(&server, &path, &[("cookie", &owner.0)]).await;
        assert!(section(&page, "invitation") && !section(&page, "welcome"), "{color}");
        let (_, page) = get(&server, &path, &[("cookie", &visitor.0)]).await;
        assert!(!section(&page, "invitation") && section(&page, "welcome"), "{color}");
        assert!(page.contains(lead) && page.contains("3 days per move"), "{color}");
    }
}

#[tokio::test]
async fn a_game_is_a_record_with_names_and_times() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("600").await;
    let mut line = server.socket(&game, &black, "").await;
    for (user, m, version) in [(&black, "a1b2", 2), (&white, "i5h5", 3), (&black, "b2c3", 4)] {
        server.act(user, &game, json!({"do": "play", "move": m, "version": version})).await;
    }
    server.act(&black, &game, json!({"do": "offer", "what": "takeback", "version": 5})).await;
    server.act(&white, &game, json!({"do": "accept", "what": "takeback", "version": 6})).await;
    // Events contain the pending offers after them, and the number of moves.
    let mut found = Vec::new();
    while found.len() < 5 {
        let event = line.next_of("event").await;
        found.push((
            event["event"].as_str().unwrap().to_owned(),
            event["ply"].as_u64().unwrap(),
            event["offers"].as_array().unwrap().len(),
        ));
    }
    let expected = [("moved", 1, 0), ("moved", 2, 0), ("moved", 3, 0), ("offered", 3, 1), ("took-back", 2, 0)];
    assert_eq!(found, expected.map(|(event, ply, offers)| (event.to_owned(), ply, offers)));
    server.act(&white, &game, json!({"do": "resign"})).await;

    let path = format!("/api/games/{game}/record");
    let (status, record) = get(&server, &path, &[]).await;
    assert_eq!(status, StatusCode::OK);
    for part in ["[Black \"Guest\"]", "[TimeControl \"600\"]", "[Variant \"belgian\"]", "a1b2", "i5h5", "1-0"] {
        assert!(record.contains(part), "{part} in {record}");
    }
    assert!(!record.contains("b2c3"), "{record}");
    let read = sumito_rules::record::read(record.lines()).next().unwrap().unwrap();
    assert_eq!(read.line.plies.len(), 2);
    assert!(read.line.plies.iter().all(|ply| ply.clock.is_some()), "{record}");
    assert!(get(&server, &format!("{path}?format=plain"), &[]).await.1.starts_with("belgian-daisy"));
    assert_eq!(get(&server, &format!("{path}?format=stone"), &[]).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(get(&server, "/api/games/aaaaaaaaaa/record", &[]).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_line_gives_a_sign_of_life_to_anybody() {
    let server = Server::start().await;
    let (black, _, game) = server.pair("none").await;
    for user in [black, User(String::new())] {
        let mut line = server.socket(&game, &user, "").await;
        assert_eq!(line.ask(json!({"do": "ping"})).await, json!(2));
    }
}
