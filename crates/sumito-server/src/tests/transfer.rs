//! Moving everything to another database.

use std::ops::ControlFlow;
use std::path::Path;

use super::*;
use crate::db::{Access, Transfer, TransferError, TransferStep, transfer};

fn sqlite(folder: &Path, name: &str) -> String {
    format!("sqlite://{}?mode=rwc", folder.join(name).display())
}

/// A server on SQLite where people have played, talked, solved and befriended each other.
async fn busy_server() -> (Server, User, String) {
    let (config, folder) = Server::configured();
    let config = Config { database: sqlite(&folder, "old.db"), bus: None, ..config };
    let server = Server::with(config, folder).await;
    let ((ada, _), (bob, bobs_name)) = (server.account("Ada").await, server.account("zoe").await);
    let game = server.create(&ada, json!({"against": "online", "color": "black", "control": "300+3", "public": true})).await;
    for (user, action) in [
        (&bob, json!({"do": "join"})),
        (&ada, json!({"do": "play", "move": "a1b2", "version": 2})),
        (&bob, json!({"do": "play", "move": "i5h5", "version": 3})),
        (&ada, json!({"do": "chat", "text": "¡Hola! 你好"})),
        (&ada, json!({"do": "resign"})),
    ] {
        let (status, done) = server.act(user, &game, action).await;
        assert_eq!(status, StatusCode::OK, "{done}");
    }
    // Names and lines that sort differently by language than by bytes.
    for n in 0..12 {
        server.guest().await;
        server.create(&ada, json!({"against": "same-screen", "control": format!("{}", 60 + n)})).await;
    }
    assert_eq!(server.call("PUT", &format!("/api/following/{bobs_name}"), &ada, Value::Null).await.0, StatusCode::OK);
    let puzzle = &sumito_content::puzzles::collection()[0];
    let tried = server.call("POST", &format!("/api/puzzles/{}/attempts", puzzle.id), &ada, json!({"moves": []})).await;
    assert_eq!(tried.0, StatusCode::OK);
    // A ban with its refunds, and a report.
    let operator = crate::Operator::open(&server.config.database).await.unwrap();
    operator.act(&bobs_name, crate::ModerationAction::Ban, "¿por qué?").await.unwrap();
    operator.close().await;
    let report = server.call("POST", "/api/reports", &ada, json!({"player": bobs_name, "reason": "name"})).await;
    assert_eq!(report.0, StatusCode::OK);
    (server, ada, game)
}

#[tokio::test]
async fn everything_moves_to_another_database_even_after_an_interruption() {
    let (server, ada, game) = busy_server().await;
    let (from, to) = (&server.config.database, Db::fresh(&server.folder).await);
    let mut steps = 0;
    let mut stop_soon = |_| {
        steps += 1;
        if steps == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert!(matches!(transfer(from, &to, &mut stop_soon).await, Err(TransferError::Stopped)));
    let half = Config { database: to.clone(), ..server.config.clone() };
    let refused = App::start(&half).await.err().unwrap().to_string();
    assert!(refused.contains("run sumito migrate again"), "{refused}");

    let mut shown: Vec<Transfer> = Vec::new();
    let mut note = |step| {
        shown.push(step);
        ControlFlow::Continue(())
    };
    let rows = transfer(from, &to, &mut note).await.unwrap();
    let copied: Vec<_> = shown.iter().filter(|step| step.step == TransferStep::Copying).collect();
    assert!(copied[0].rows > 16, "it went on: {:?}", copied[0]);
    assert!(copied.is_sorted_by_key(|step| step.rows));
    assert_eq!(copied.last().map(|step| (step.rows, step.of)), Some((rows, rows)));

    let moved = Server::with(half, server.folder.join("moved")).await;
    let (before, after) = (server.state(&game).await, moved.state(&game).await);
    for key in ["players", "outcome", "moves", "events", "version", "position", "control"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    // Everybody is still signed in.
    for path in ["/api/me", "/api/following", "/api/puzzles/progress", "/api/account"] {
        let [before, after] =
            [server.call("GET", path, &ada, Value::Null).await, moved.call("GET", path, &ada, Value::Null).await];
        assert_eq!(before, after, "{path}");
    }
    assert!(matches!(
        transfer(from, &to, &mut |_| ControlFlow::Continue(())).await,
        Err(TransferError::Occupied | TransferError::InUse)
    ));
}

#[tokio::test]
async fn a_transfer_notices_that_a_row_has_changed() {
    let (server, _, game) = busy_server().await;
    let (from, to) = (&server.config.database, Db::fresh(&server.folder).await);
    let mut stop_before_comparing = |step: Transfer| match step.step {
        TransferStep::Copying => ControlFlow::Continue(()),
        TransferStep::Comparing => ControlFlow::Break(()),
    };
    assert!(matches!(transfer(from, &to, &mut stop_before_comparing).await, Err(TransferError::Stopped)));
    let db = Db::open(&to, Access::Shared).await.unwrap();
    db.damage(game.parse().unwrap()).await;
    db.close().await;
    let compared = transfer(from, &to, &mut |_| ControlFlow::Continue(())).await;
    assert!(matches!(compared, Err(TransferError::Different("events"))), "{compared:?}");
}
