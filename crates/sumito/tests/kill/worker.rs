//! Workers of the real program: one that is killed while it thinks loses nothing, and one that is stopped gives its work back.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::server::{Server, folder, serve};
use crate::{moves, new_game};

const PATIENCE: Duration = Duration::from_mins(1);

/// A worker, killed when it goes out of scope.
struct Worker(Child);

impl Worker {
    fn start(server: &Server, key: &str) -> Worker {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sumito"));
        command.args(["worker", "--threads", "2", "--key", key, "--server", &format!("http://{}", server.address)]);
        Worker(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts"))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server that does not think itself.
fn start(data: &Path) -> Server {
    let mut command = serve(data);
    command.args(["--engine-threads", "0"]);
    Server::run(command)
}

fn keys(data: &Path, args: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_sumito")).arg("keys").arg("--data").arg(data).args(args).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text").trim().to_owned()
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what} takes too long");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_worker_that_is_killed_or_stopped_leaves_its_work_to_another() {
    let data = folder("worker");
    let server = start(&data);
    let key = keys(&data, &["add", "attic"]);
    let cookie = server.call("POST", "/api/me", "", "").0.expect("a session");
    let metric = |name: &str| {
        let text = crate::ask(&server.address, "GET", "/metrics", "", "").expect("the server answers").body;
        text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok()).expect("the metric")
    };
    // Level 10 thinks for more than a second about a position that is not in its opening book.
    let position = "wwww1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 1";
    let strong = &format!(r#"{{"against":"engine","level":10,"color":"white","position":"{position}"}}"#);
    for signal in ["-KILL", "-INT"] {
        let game = new_game(&server, &cookie, strong);
        assert_eq!(moves(&server, &game.game).len(), 0, "nobody thinks");
        let mut worker = Worker::start(&server, &key);
        wait_until("taking the job", || metric("sumito_engine_thinking") == 1);
        let sent = Command::new("kill").args([signal, &worker.0.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        let begun = Instant::now();
        worker.0.wait().expect("it ends");
        assert!(begun.elapsed() < Duration::from_secs(20), "it ends soon");
        let next = Worker::start(&server, &key);
        wait_until("the move", || !moves(&server, &game.game).is_empty());
        assert_eq!(moves(&server, &game.game).len(), 1);
        drop(next);
    }
    // Five engines at one table, and one at a table that somebody has left.
    let worker = Worker::start(&server, &key);
    let six = new_game(&server, &cookie, r#"{"against":"engine","level":4,"color":"yellow","layout":"six"}"#);
    wait_until("five moves", || moves(&server, &six.game).len() == 5);
    let three = r#"{"against":"online","layout":"three","seats":["you","open","engine:2"]}"#;
    let three = new_game(&server, &cookie, three);
    let other = server.call("POST", "/api/me", "", "").0.expect("a session");
    let act = |cookie: &str, action: &str| {
        let path = format!("/api/games/{}/actions", three.game);
        let answer = crate::ask(&server.address, "POST", &path, cookie, action).expect("the server answers").body;
        assert!(answer.contains("\"done\""), "{answer}");
    };
    act(&other, r#"{"do":"join"}"#);
    act(&cookie, r#"{"do":"resign"}"#);
    act(&other, r#"{"do":"play","move":"a4a3","version":3}"#);
    wait_until("the engine's move", || moves(&server, &three.game).len() == 3);
    drop(worker);
    assert!(keys(&data, &["list"]).starts_with("attic\tcreated "), "the key is listed");
    keys(&data, &["revoke", "attic"]);
    let mut refused = Worker::start(&server, &key);
    assert_eq!(refused.0.wait().expect("it ends").code(), Some(1));
}
