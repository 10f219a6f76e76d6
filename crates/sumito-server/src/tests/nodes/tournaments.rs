//! Tournaments at several servers: everybody follows them anywhere, and one server keeps them going.

use super::*;
use crate::tests::tournaments::swiss;

/// The directors and players of one tournament are at two servers. The server that keeps it going dies during a round, and the other one goes on.
#[tokio::test]
async fn a_tournament_at_two_servers_survives_the_one_that_leads_it() {
    for nodes in Nodes::all().await {
        let (a, b) = (&nodes.a, &nodes.b);
        let (id, users) = a.tournament(4, swiss(3)).await;
        let path = format!("/api/tournaments/{id}/socket");
        let mut lines = [a.connect(&path, &[]).await.unwrap(), b.connect(&path, &[]).await.unwrap()];
        let mut before = [0, 0];
        for (line, before) in lines.iter_mut().zip(&mut before) {
            *before = line.next_of("tournament").await["version"].as_u64().unwrap();
        }
        assert_eq!(b.order(&users[0], &id, json!({"do": "start"})).await.0, StatusCode::OK);
        for (line, before) in lines.iter_mut().zip(before) {
            assert!(line.next_of("tournament").await["version"].as_u64().unwrap() > before);
        }
        b.play_round(&id, &users, 1).await;
        let has_games = |state: &Value| state["rounds"].as_array().unwrap().len() == 2;
        let second = a.until(&id, "the second round is paired", has_games).await;
        for board in second["rounds"][1]["boards"].as_array().unwrap() {
            until(async || b.state(board["board"].as_str().unwrap()).await["status"] == "playing").await;
        }

        let leads = async |server: &Server| {
            let lease = server.app.games.db().lease_tournament(id.parse().unwrap(), server.bus().node());
            lease.await.unwrap()
        };
        let (leader, other) = if leads(a).await { (a, b) } else { (b, a) };
        assert!(!leads(other).await, "one server leads");
        leader.die().await;
        other.play_round(&id, &users, 2).await;
        // Its lease runs out first.
        until(async || leads(other).await).await;
        other.play_round(&id, &users, 3).await;
        let over = other.until(&id, "it is over", |state| state["status"] == "over").await;
        assert_eq!(over["why"], "played");
        for round in over["rounds"].as_array().unwrap() {
            let boards = round["boards"].as_array().unwrap();
            let mut players: Vec<u64> =
                boards.iter().flat_map(|board| ["black", "white"].map(|color| board[color].as_u64().unwrap())).collect();
            players.sort_unstable();
            assert_eq!(players, [0, 1, 2, 3], "everybody plays once in a round: {round}");
            assert!(boards.iter().all(|board| board["result"] == "1-0"), "{round}");
        }
    }
}
