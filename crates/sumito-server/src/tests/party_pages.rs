//! What people see of games for three to six.

use super::*;

async fn page(server: &Server, path: &str, user: &User) -> String {
    let response = server.request("GET", path, &[("cookie", &user.0)], "").await;
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
}

#[tokio::test]
async fn a_party_is_seen_in_the_lobby_on_its_page_and_in_the_lists() {
    let server = Server::start().await;
    let (host, name) = server.account("Ada").await;
    let visitor = server.guest().await;
    let wanted =
        json!({"against": "online", "layout": "four-teams", "color": "white", "control": "600", "public": true, "takeover": 2});
    let game = server.create(&host, wanted).await;
    let path = format!("/game/{game}");

    let lobby = page(&server, "/", &visitor).await;
    assert!(lobby.contains(&format!("data-game=\"{game}\" data-party")), "{lobby}");
    assert!(lobby.contains("for 4: 3 free seats") && lobby.contains("Four in teams"));
    // The script has its own names for layouts.
    assert!(lobby.contains("&quot;six-teams&quot;:&quot;Six in teams&quot;"));

    for user in [&host, &visitor] {
        let room = page(&server, &path, user).await;
        assert!(room.contains("party-game.js") && room.contains("<section class=\"card room\" id=\"room\">"), "{room}");
        assert!(room.contains("the engine plays on, level 2") && room.contains("The game is also offered in the lobby."));
        // The other colors are drawn too.
        assert!(["black", "white", "blue", "red"].iter().all(|color| room.contains(&format!("url(#sumito-{color})"))));
    }

    let version = server.state(&game).await["version"].clone();
    assert!(page(&server, "/games", &host).await.contains("<span class=\"quiet\">for 4: 3 free seats</span>"));
    let (status, _) = server.act(&host, &game, json!({"do": "fill", "level": 1, "version": version})).await;
    assert_eq!(status, StatusCode::OK);
    let table = page(&server, &path, &visitor).await;
    assert!(table.contains("id=\"room\" hidden") && table.contains("Four in teams · 10 min · casual"), "{table}");
    let own = page(&server, "/games", &host).await;
    assert!(own.contains("class=\"dot red\"") && own.contains("Black to move"), "{own}");

    let version = server.state(&game).await["version"].clone();
    let (status, _) = server.act(&host, &game, json!({"do": "resign", "version": version})).await;
    assert_eq!(status, StatusCode::OK);
    for list in [format!("/user/{name}"), format!("/games?player={name}"), format!("/games?player={name}&layout=four-teams")] {
        let list = page(&server, &list, &visitor).await;
        assert!(list.contains(&path) && list.contains("Four in teams"), "{list}");
    }
    assert!(!page(&server, &format!("/games?player={name}&layout=four-alone"), &visitor).await.contains(&path));
    assert!(page(&server, "/tv", &visitor).await.contains("id=\"tv\""));
}
