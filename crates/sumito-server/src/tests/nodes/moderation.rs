//! What a moderator decides at one server holds at all of them.

use super::*;
use crate::moderating::{ModerationAction, Operator};

#[tokio::test]
async fn a_decision_at_one_server_holds_at_the_other() {
    for nodes in Nodes::all().await {
        let [(mallory, name), (moderator, judge)] = [nodes.b.account("mal").await, nodes.a.account("mod").await];
        let operator = Operator::open(&nodes.a.config.database).await.unwrap();
        operator.act(&judge, ModerationAction::Grant, "trusted").await.unwrap();
        let act = async |what: &str| {
            let path = format!("/api/moderation/users/{name}/actions");
            let (status, answer) = nodes.a.call("POST", &path, &moderator, json!({"do": what, "reason": "why"})).await;
            assert_eq!(status, StatusCode::OK, "{answer}");
        };
        let seat = json!({"against": "online", "control": "3d", "public": true, "rated": true});
        let game = nodes.b.create(&mallory, seat.clone()).await;
        let mut socket = nodes.b.socket(&game, &mallory, "").await;
        socket.next_of("state").await;
        act("mute").await;
        assert_eq!(socket.ask(json!({"do": "chat", "text": "hello"})).await, "muted");
        act("ban").await;
        until(async || nodes.b.state(&game).await["status"] == "aborted").await;
        assert_eq!(nodes.b.call("POST", "/api/games", &mallory, seat).await.1["key"], "rated-ban");
        act("close").await;
        while socket.next().await.is_some() {}
        assert_eq!(nodes.b.call("GET", "/api/me", &mallory, Value::Null).await.1, Value::Null);
        // Two at once: one of them is refused, and the log has it once.
        let path = format!("/api/moderation/users/{name}/actions");
        let reopen = json!({"do": "reopen", "reason": "why"});
        let (first, second) = tokio::join!(
            nodes.a.call("POST", &path, &moderator, reopen.clone()),
            nodes.b.call("POST", &path, &moderator, reopen.clone())
        );
        let mut statuses = [first.0, second.0];
        statuses.sort_unstable();
        assert_eq!(statuses, [StatusCode::OK, StatusCode::CONFLICT]);
        let log = operator.account(&name).await.unwrap().log;
        assert_eq!(log.iter().map(|entry| entry.action.as_str()).collect::<Vec<_>>(), ["reopen", "close", "ban", "mute"]);
        operator.close().await;
    }
}
