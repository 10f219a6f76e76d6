//! Workers that think for several servers, and servers that die while somebody thinks for them.

use super::super::workers::{ask, engine_game, job, wait_for_version};
use super::*;

impl Nodes {
    /// The key of a worker.
    async fn key(&self) -> String {
        let name = format!("attic-{}", GameId::random());
        crate::add_worker_key(&self.a.config.database, &name).await.unwrap().unwrap()
    }

    async fn holder(&self, game: &str) -> Option<String> {
        let leases = self.b.app.games.db().engine_leases().await.unwrap();
        leases.into_iter().find(|(other, _)| other.as_str() == game).map(|(_, holder)| holder)
    }
}

#[tokio::test]
async fn a_worker_of_one_server_thinks_for_a_game_of_another() {
    for nodes in Nodes::with_engine(0).await {
        let key = nodes.key().await;
        let user = nodes.b.guest().await;
        let game = engine_game(&nodes.b, &user, "white").await;
        assert_ne!(nodes.holder(&game).await, Some(nodes.b.bus().node().to_string()), "nobody thinks there");
        let (job, m) = job(&nodes.a, &key).await;
        assert_eq!(nodes.holder(&game).await, Some(nodes.a.bus().node().to_string()));
        let done = json!({"lease": job["lease"], "version": 1, "move": m});
        assert_eq!(ask(&nodes.a, &key, json!({"done": done, "wait": null})).await.0, StatusCode::OK);
        wait_for_version(&nodes.b, &game, 2).await;
        assert_eq!(nodes.b.log(&game).await.len(), 2);
        assert_eq!(nodes.holder(&game).await, None);
    }
}

#[tokio::test]
async fn when_a_server_dies_its_worker_brings_the_move_to_another() {
    for nodes in Nodes::with_engine(0).await {
        let key = nodes.key().await;
        let user = nodes.a.guest().await;
        let game = engine_game(&nodes.a, &user, "white").await;
        let (job, m) = job(&nodes.a, &key).await;
        nodes.a.die().await;
        let done = json!({"lease": job["lease"], "version": 1, "move": m});
        for _ in 0..2 {
            // The answer may get lost, so it may come twice.
            assert_eq!(ask(&nodes.b, &key, json!({"done": done, "wait": null})).await.0, StatusCode::OK);
        }
        wait_for_version(&nodes.b, &game, 2).await;
        assert_eq!(ask(&nodes.b, &key, json!({"done": done, "wait": 50})).await, (StatusCode::OK, json!({"job": null})));
        assert_eq!(nodes.b.log(&game).await.len(), 2);
    }
}

#[tokio::test]
async fn when_a_server_dies_with_a_job_somebody_else_gets_it() {
    for nodes in Nodes::with_engine(0).await {
        let key = nodes.key().await;
        let user = nodes.a.guest().await;
        let game = engine_game(&nodes.a, &user, "white").await;
        let (first, _) = job(&nodes.a, &key).await;
        nodes.a.die().await;
        let (second, m) = job(&nodes.b, &key).await;
        assert_eq!((&first["version"], &first["moves"]), (&second["version"], &second["moves"]));
        let done = json!({"lease": second["lease"], "version": 1, "move": m});
        assert_eq!(ask(&nodes.b, &key, json!({"done": done, "wait": null})).await.0, StatusCode::OK);
        wait_for_version(&nodes.b, &game, 2).await;
        assert_eq!(nodes.b.log(&game).await.len(), 2);
    }
}
