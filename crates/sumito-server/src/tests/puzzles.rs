//! Puzzle attempts.

use sumito_content::puzzles::{Puzzle, collection};

use super::*;

/// The moves that solve a puzzle.
fn solution(puzzle: &Puzzle) -> Vec<String> {
    puzzle.solver_moves().iter().map(ToString::to_string).collect()
}

/// A puzzle of three moves, its solver's moves, and a wrong first move.
fn example() -> (&'static Puzzle, Vec<String>, String) {
    let puzzle = collection().iter().find(|puzzle| puzzle.moves == 3 && puzzle.solution.reply.is_some()).unwrap();
    let moves = solution(puzzle);
    let wrong = puzzle.position.legal_moves().iter().find(|&m| m != puzzle.solution.m).unwrap().to_string();
    (puzzle, moves, wrong)
}

async fn attempt(server: &Server, user: &User, id: &str, moves: &[String]) -> (StatusCode, Value) {
    server.call("POST", &format!("/api/puzzles/{id}/attempts"), user, json!({"moves": moves})).await
}

#[tokio::test]
async fn the_first_try_alone_is_rated_and_a_failed_puzzle_can_be_made_good() {
    let server = Server::start().await;
    let (puzzle, moves, wrong) = example();
    let user = server.guest().await;
    let progress = async || server.call("GET", "/api/puzzles/progress", &user, Value::Null).await.1["progress"].clone();
    assert_eq!(progress().await, Value::Null);

    let (status, failed) = attempt(&server, &user, &puzzle.id, &[wrong]).await;
    assert_eq!((status, &failed["solved"], &failed["first"]), (StatusCode::OK, &json!(false), &json!(true)));
    assert_eq!((&failed["rating"], &failed["change"]), (&Value::Null, &Value::Null), "hidden before the fifth puzzle");
    assert_eq!(progress().await["failed"], json!([puzzle.id]));

    let (_, solved) = attempt(&server, &user, &puzzle.id, &moves).await;
    assert_eq!((&solved["solved"], &solved["first"], &solved["change"]), (&json!(true), &json!(false), &Value::Null));
    assert_eq!(solved["rating"], failed["rating"]);
    let reached = progress().await;
    assert_eq!(
        (&reached["failed"], &reached["solved"], &reached["tried"], &reached["days"]),
        (&json!([]), &json!(0), &json!(1), &json!(1))
    );

    // Somebody else solves it immediately: the puzzle's rating drops by about as much as it had risen.
    let other = server.guest().await;
    let before = server.call("GET", &format!("/api/puzzles/{}", puzzle.id), &other, Value::Null).await.1;
    let (_, solved) = attempt(&server, &other, &puzzle.id, &moves).await;
    assert_eq!(solved["solved"], true);
    assert_eq!((&solved["first"], &solved["run"], &solved["days"]), (&json!(true), &json!(1), &json!(1)));
    let after = server.call("GET", &format!("/api/puzzles/{}", puzzle.id), &other, Value::Null).await.1;
    assert!(after["rating"].as_i64() < before["rating"].as_i64(), "{before} {after}");
    assert_eq!(after["tries"].as_i64().unwrap() - before["tries"].as_i64().unwrap(), 1);
}

#[tokio::test]
async fn tries_are_checked_move_by_move() {
    let server = Server::start().await;
    let (puzzle, moves, wrong) = example();
    let user = server.guest().await;
    let texts = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
    for (body, expected) in [
        (texts(&["nonsense"]), "moves: 'nonsense'"),
        (moves[..1].to_vec(), "moves: expected more"),
        ([moves.clone(), texts(&["a1a2"])].concat(), "moves: "),
        (vec![moves[0].clone(); 17], "moves: expected at most 16"),
    ] {
        let (status, answer) = attempt(&server, &user, &puzzle.id, &body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body:?}");
        assert!(answer["message"].as_str().unwrap_or_default().starts_with(expected), "{body:?}: {answer}");
    }
    assert_eq!(attempt(&server, &user, "nobody", &moves).await.0, StatusCode::NOT_FOUND);
    // Looking at the solution counts as an attempt; a visitor without a session gets one.
    let response = server.request("POST", &format!("/api/puzzles/{}/attempts", puzzle.id), &[], r#"{"moves": []}"#).await;
    let newcomer = User(cookie_of(&response));
    assert_eq!(json_of(response).await["solved"], false);
    assert_eq!(attempt(&server, &newcomer, &puzzle.id, &[wrong]).await.1["first"], false);
    let list = server.call("GET", "/api/puzzles", &user, Value::Null).await.1;
    assert_eq!(list["puzzles"].as_array().unwrap().len(), collection().len());
}

/// The moves that solve a puzzle of a run.
fn moves_of(puzzle: &Value) -> Vec<String> {
    solution(sumito_content::puzzles::find(puzzle["id"].as_str().unwrap()).unwrap())
}

#[tokio::test]
async fn the_rating_appears_with_the_fifth_puzzle_and_does_not_jump() {
    let server = Server::start().await;
    let user = server.guest().await;
    for (n, puzzle) in collection().iter().take(7).enumerate() {
        let (_, failed) = attempt(&server, &user, &puzzle.id, &[]).await;
        assert_eq!(failed["rating"].is_null(), n < 4, "{failed}");
        assert_eq!(failed["change"].is_null(), n < 5, "{failed}");
        assert!(failed["change"].as_i64().unwrap_or_default() > -120, "{failed}");
    }
}

#[tokio::test]
async fn a_run_is_scored_by_the_server_once() {
    let server = Server::start().await;
    let user = server.guest().await;
    for kind in ["storm", "streak"] {
        let path = format!("/api/puzzles/runs/{kind}");
        let (status, run) = server.call("POST", &path, &user, json!({})).await;
        assert_eq!(status, StatusCode::OK, "{run}");
        assert_eq!(run["clock"].is_null(), kind == "streak");
        let puzzles = run["puzzles"].as_array().unwrap();
        let end = async |name: &Value, tries: Value| server.call("PUT", &path, &user, json!({"run": name, "tries": tries})).await;

        // Nobody is that fast, and other moves solve nothing.
        let claimed: Vec<Vec<String>> = puzzles.iter().map(moves_of).collect();
        assert_eq!(end(&run["run"], json!(claimed)).await.0, StatusCode::BAD_REQUEST);
        assert_eq!(end(&json!("another"), json!([])).await.0, StatusCode::NOT_FOUND);
        assert_eq!(end(&run["run"], json!([["a1i9"]])).await.0, StatusCode::BAD_REQUEST);
        let stranger = server.guest().await;
        let (status, _) = server.call("PUT", &path, &stranger, json!({"run": run["run"], "tries": []})).await;
        assert_eq!(status, StatusCode::NOT_FOUND);

        let first = moves_of(&puzzles[0]);
        tokio::time::sleep(std::time::Duration::from_millis(260 * first.len() as u64)).await;
        let (status, ended) = end(&run["run"], json!([first])).await;
        assert_eq!((status, ended), (StatusCode::OK, json!({"score": 1, "best": 1, "record": true})));
        // A reply that was lost: the same answer, and nothing more is counted.
        let (_, again) = end(&run["run"], json!([])).await;
        assert_eq!(again, json!({"score": 1, "best": 1, "record": false}));
        // The next run starts from nothing and keeps the best.
        let (_, run) = server.call("POST", &path, &user, json!({})).await;
        assert_eq!(run["best"], 1);
        let (_, ended) = end(&run["run"], json!([])).await;
        assert_eq!(ended, json!({"score": 0, "best": 1, "record": false}));
    }
    assert_eq!(server.call("POST", "/api/puzzles/runs/marathon", &user, json!({})).await.0, StatusCode::NOT_FOUND);
}
