//! Games for more than two whose players are connected to different servers.

use super::*;

fn any_move(state: &Value) -> String {
    let position: sumito_rules::party::Position = state["position"].as_str().unwrap().parse().unwrap();
    position.legal_moves().nth(0).unwrap().to_string()
}

/// Three people at two servers: seats, the lobby, moves, a departure, the engine that takes over, chat and presence reach everybody.
#[tokio::test]
async fn three_people_at_two_servers_play_one_game() {
    for nodes in Nodes::all().await {
        let (a, b) = (&nodes.a, &nodes.b);
        let users = [a.guest().await, b.guest().await, a.guest().await];
        let setup =
            json!({"against": "online", "layout": "three", "control": "600", "public": true, "color": "black", "takeover": 1});
        let game = a.create(&users[0], setup).await;
        let mut sockets = [a.socket(&game, &users[0], "").await, b.socket(&game, &users[1], "").await];
        let listed = async |server: &Server, seats: u64| {
            let lobby = server.call("GET", "/api/lobby", &users[0], Value::Null).await.1;
            lobby["openSeats"].as_array().unwrap().iter().any(|open| open["game"] == *game && open["openSeats"] == seats)
        };
        until(async || listed(b, 2).await).await;
        assert_eq!(b.act(&users[1], &game, json!({"do": "join", "seat": "blue"})).await.0, 200);
        until(async || listed(a, 1).await && listed(b, 1).await).await;
        sockets[1].send(json!({"do": "chat", "text": "hello"})).await;
        assert_eq!(sockets[0].next_of("chat").await["text"], "hello");
        assert_eq!(a.act(&users[2], &game, json!({"do": "join"})).await.0, 200);
        until(async || b.state(&game).await["status"] == "playing").await;
        while sockets[0].next_of("present").await["players"]["blue"] != true {}

        // Black at one server, White and Blue at the other, whoever they are connected to.
        for (server, user, count) in [(a, &users[0], 1), (b, &users[2], 2), (a, &users[1], 3)] {
            let state = server.state(&game).await;
            let action = json!({"do": "play", "move": any_move(&state), "version": state["version"]});
            let (status, done) = server.act(user, &game, action).await;
            assert_eq!(status, 200, "{done}");
            for server in [a, b] {
                until(async || server.state(&game).await["moves"].as_array().unwrap().len() == count).await;
            }
        }
        // White leaves, and the engine plays on when it is White's turn.
        assert_eq!(a.act(&users[2], &game, json!({"do": "resign"})).await.0, 200);
        let state = b.state(&game).await;
        assert_eq!(
            b.act(&users[0], &game, json!({"do": "play", "move": any_move(&state), "version": state["version"]})).await.0,
            200
        );
        for server in [a, b] {
            until(async || server.state(&game).await["turn"] == "blue").await;
            assert_eq!(server.state(&game).await["departures"], json!([{"seat": "white", "why": "resigned", "engine": 1}]));
        }
        assert_eq!(b.act(&users[1], &game, json!({"do": "resign"})).await.0, 200);
        until(async || a.state(&game).await["departures"].as_array().unwrap().len() == 2).await;
        assert_eq!(a.act(&users[0], &game, json!({"do": "resign"})).await.0, 200);
        until(async || b.state(&game).await["outcome"]["key"] == "won-by-desertion").await;
    }
}
