//! Files for tournaments: what is wrong with them is said in the reader's language, on pages, and as a key in the API.

use super::*;

impl Server {
    /// A tournament over the board, and who directs it.
    async fn over_the_board(&self) -> (User, String) {
        let (director, _) = self.account("boss").await;
        let wanted = json!({"name": "Club", "overTheBoard": true, "control": "none", "listed": false});
        let (status, made) = self.call("POST", "/api/tournaments", &director, wanted).await;
        assert_eq!(status, StatusCode::OK, "{made}");
        (director, made["tournament"].as_str().unwrap().to_owned())
    }

    /// The page that answers a form of the director's page in a language.
    async fn send_form(&self, user: &User, id: &str, language: &str, fields: &[(&str, &str)]) -> String {
        let back = format!("/tournaments/{id}/direct");
        let form = form_urlencoded::Serializer::new(String::new()).append_pair("back", &back).extend_pairs(fields).finish();
        let headers =
            [("cookie", user.0.as_str()), ("accept-language", language), ("content-type", "application/x-www-form-urlencoded")];
        let response = self.request("POST", &format!("/tournaments/{id}/act"), &headers, &form).await;
        let path = response.headers().get(header::LOCATION).map(|path| path.to_str().unwrap().to_owned());
        let page = match path {
            Some(path) => self.request("GET", &path, &headers[..2], "").await,
            None => response,
        };
        String::from_utf8(to_bytes(page.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
    }
}

/// A player of a TRF file, with a rating and an entry.
fn player(number: u8, rating: &str, entry: &str) -> String {
    format!("{:<91}{entry}\n", format!("{:<48}{rating}", format!("001 {number:>4}      Player {number}")))
}

#[tokio::test]
async fn a_bad_file_is_explained_in_the_readers_language() {
    let server = Server::start().await;
    let (director, id) = server.over_the_board().await;
    let contradiction = "012 Club\n".to_owned() + &player(1, "1500", "   2 w 1") + &player(2, "", "   1 b 1");
    let rating = "012 Club\n".to_owned() + &player(1, "1500", "") + &player(2, "fort", "");
    let points = "BBW  3.0\n".to_owned() + &player(1, "", "   2 w 1") + &player(2, "", "   1 b 0");
    for (language, file, expected) in [
        (
            "fr",
            rating.as_str(),
            "Ligne 3, caractère 49 · «\u{a0}fort\u{a0}» n’est pas un classement\u{a0}: il faut un nombre, 9999 au plus.",
        ),
        ("fr", &contradiction, "Ligne 2, caractère 99 · Les résultats des joueurs 1 et 2 à la ronde 1 se contredisent."),
        (
            "fr",
            "name;rating\nAda;1500\nBob;fort",
            "Ligne 3, caractère 5 · «\u{a0}fort\u{a0}» n’est pas un classement\u{a0}: il faut un nombre, 9999 au plus.",
        ),
        ("fr", "name,1\nAda,gagné", "Ligne 2, caractère 5 · «\u{a0}gagné\u{a0}» n’est pas une ronde"),
        // A list of names has no line for the columns.
        ("fr", "Ada\n\"Bob", "Ligne 2, caractère 1 · Le guillemet qui s’ouvre ici n’est pas fermé."),
        ("fr", "name,1\nAda,2 w 1\nAda,1 b 0", "Rien n’a été ajouté. Le nom «\u{a0}Ada\u{a0}» apparaît deux fois."),
        ("fr", &points, "Rien n’a été ajouté. Seuls un point par victoire et un demi-point par nulle sont possibles."),
        ("en", &contradiction, "Line 2, character 99 · The results of players 1 and 2 in round 1 contradict each other."),
        ("de", &contradiction, "Zeile 2, Zeichen 99 · Die Ergebnisse der Spieler 1 und 2 in Runde 1 widersprechen sich."),
        ("sv", &contradiction, "Rad 2, tecken 99 · Resultaten för spelarna 1 och 2 i rond 1 motsäger varandra."),
        ("pl", &contradiction, "Wiersz 2, znak 99 · Wyniki zawodników nr 1 i 2 w rundzie 1 są sprzeczne."),
        ("fr", &"Ada\n".repeat(100_001), "Le fichier dépasse 400 ko."),
        // Too many rounds for the settings.
        (
            "fr",
            &("XXR 40\n".to_owned() + &player(1, "", "   2 w 1") + &player(2, "", "   1 b 0")),
            "Rondes\u{a0}: un nombre de 1 à 30",
        ),
    ] {
        let page = server.send_form(&director, &id, language, &[("do", "import"), ("csv", file)]).await;
        let notice = page.split("role=\"alert\"").nth(1).and_then(|rest| rest.split("</p>").next()).unwrap_or_default();
        assert!(notice.contains(expected), "{expected}: {notice}");
    }
    // The same file without its mistake.
    let corrected = contradiction.replace("1 b 1", "1 b 0");
    let page = server.send_form(&director, &id, "fr", &[("do", "import"), ("csv", &corrected)]).await;
    assert!(!page.contains("role=\"alert\"") && page.contains("Player 2"), "it is added");
}

#[tokio::test]
async fn programs_get_the_key_of_what_is_wrong() {
    let server = Server::start().await;
    let (director, id) = server.over_the_board().await;
    for (request, key, problem, message) in [
        (
            json!({"do": "import", "csv": "name,rating\nAda,high"}),
            "bad-file",
            json!({"key": "not-a-rating", "arguments": {"text": "high"}, "line": 2, "column": 5}),
            "line 2, column 5: 'high' is not a rating: a number up to 9999 is needed here",
        ),
        (
            json!({"do": "import", "trf": "XXC red1"}),
            "bad-file",
            json!({"key": "unknown-value", "arguments": {"text": "red1", "possible": "white1, black1"}, "line": 1, "column": 5}),
            "line 1, column 5: 'red1' is unknown: white1 and black1 are possible",
        ),
        (
            json!({"do": "import", "csv": "name,1\nAda,2 w 1\nAda,1 b 0"}),
            "bad-file",
            json!({"key": "name-twice", "arguments": {"name": "Ada"}, "line": null, "column": null}),
            "the name 'Ada' appears twice",
        ),
        (json!({"do": "add", "name": " "}), "name-needed", Value::Null, "name: expected the name of a player"),
        (json!({"do": "forbid"}), "bad-players", Value::Null, "players: expected two players, such as [0, 3]"),
        (json!({"do": "bye", "round": 0}), "bad-round", Value::Null, "round: expected a number from 1"),
        (json!({"do": "start"}), "too-few-players", Value::Null, "at least two players are needed"),
    ] {
        let (_, refused) = server.order(&director, &id, request.clone()).await;
        assert_eq!(
            (&refused["key"], &refused["problem"], &refused["message"]),
            (&json!(key), &problem, &json!(message)),
            "{request}"
        );
    }
}

#[tokio::test]
async fn a_form_that_is_not_complete_is_explained_in_the_readers_language() {
    let server = Server::start().await;
    let (director, id) = server.over_the_board().await;
    for (fields, expected) in [
        (&[("do", "add"), ("name", " ")][..], "Indiquez un nom."),
        (&[("do", "forbid")], "Choisissez deux joueurs."),
        (&[("do", "bye"), ("round", "first")], "Cette ronde n’existe pas."),
        (&[("do", "dance")], "Le serveur n’a pas compris."),
    ] {
        let page = server.send_form(&director, &id, "fr", fields).await;
        assert!(page.contains(expected), "{expected}");
        assert!(!page.contains("expected"), "no English: {fields:?}");
    }
}

#[tokio::test]
async fn a_long_list_is_added_as_well_by_the_api_and_a_longer_one_is_refused_with_a_reason() {
    let server = Server::start().await;
    let (director, id) = server.over_the_board().await;
    let name = "has a longer name than most of those who come to tournaments, or to this one";
    let list = |count: usize| (0..count).map(|n| format!("\n{n} {name}")).collect::<Vec<_>>().concat();
    let import = |csv: String| server.order(&director, &id, json!({"do": "import", "csv": csv}));
    let (status, refused) = import("name".to_owned() + &list(6_000)).await;
    assert_eq!(
        (status, &refused["key"], &refused["problem"]["key"]),
        (StatusCode::BAD_REQUEST, &json!("bad-file"), &json!("too-long"))
    );
    let csv = "name".to_owned() + &list(1_000);
    assert!(csv.len() > 80_000, "longer than other requests may be");
    let (status, state) = import(csv).await;
    assert_eq!((status, &state["playerCount"]), (StatusCode::OK, &json!(1_000)), "{:.300}", state.to_string());
}
