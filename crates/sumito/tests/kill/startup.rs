//! Startup errors: anything wrong with the data is reported within two seconds, with advice.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::server::{Server, folder, serve};

/// Starts a server that cannot start, and returns what it says about that.
fn refused(mut command: Command) -> String {
    let begun = Instant::now();
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    while child.try_wait().expect("the program can be waited for").is_none() {
        if begun.elapsed() > Duration::from_secs(2) {
            let _ = child.kill();
            panic!("the program runs on: {:?}", child.wait_with_output());
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("the program has ended");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

/// A folder with a database that a server has used.
fn used(name: &str) -> std::path::PathBuf {
    let data = folder(name);
    let server = Server::start(&data);
    server.call("POST", "/api/games", "", r#"{"against":"same-screen"}"#);
    drop(server);
    data
}

#[test]
fn a_damaged_database_is_refused_at_once() {
    let data = used("damaged");
    let file = data.join("sumito.db");
    // Merge the killed server's journal into the file.
    let copy = data.join("copy.db");
    let backup = Command::new(env!("CARGO_BIN_EXE_sumito")).arg("backup").arg("--data").arg(&data).arg(&copy).output();
    assert!(backup.expect("the program runs").status.success());
    let whole = fs::read(&copy).expect("a copy");
    let start = |content: &[u8]| {
        for end in ["-wal", "-shm"] {
            let _ = fs::remove_file(data.join(format!("sumito.db{end}")));
        }
        fs::write(&file, content).expect("the file is written");
        refused(serve(&data))
    };
    let garbage: Vec<u8> = (0..1_000_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    assert!(start(&garbage).contains("sumito.db cannot be read: it is not a database; put a backup in its place"));
    for size in [100, 4_096, 20_000, whole.len() - 4_096] {
        let said = start(&whole[..size]);
        assert!(said.contains("sumito.db cannot be read: parts of it are missing"), "{size}: {said}");
    }
    let overwritten = [&whole[..4_096], &garbage[..whole.len() - 4_096]].concat();
    assert!(start(&overwritten).contains("cannot be read"));

    // An empty file is a new database, unless there is a journal to it.
    fs::write(&file, "").expect("the file is written");
    fs::write(data.join("sumito.db-wal"), &whole).expect("the journal is written");
    assert!(refused(serve(&data)).contains("it is empty, but its journal is not"));
    fs::write(&file, &whole).expect("the file is written");
    fs::remove_file(data.join("sumito.db-wal")).expect("the journal is removed");
    let server = Server::start(&data);
    assert_eq!(server.call("GET", "/api/games?status=playing", "", "").1["games"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_second_server_is_refused_and_other_verbs_are_not() {
    let data = folder("second");
    let server = Server::start(&data);
    server.call("POST", "/api/account", "", r#"{"name":"ada","password":"marbles of glass"}"#);
    for _ in 0..2 {
        let said = refused(serve(&data));
        assert!(said.contains(&format!("another server (process {}) uses", server.child.id())), "{said}");
    }
    for verb in [&["backup"][..], &["password"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sumito"));
        command.args(verb).arg("--data").arg(&data);
        match verb[0] {
            "backup" => command.arg(data.join("copy.db")),
            _ => command.arg("ada"),
        };
        let output = command.output().expect("the program runs");
        assert!(output.status.success(), "{output:?}");
    }
    server.call("POST", "/api/games", "", r#"{"against":"same-screen"}"#);
    // The lock goes with the process.
    drop(server);
    drop(Server::start(&data));
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_to_is_named() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;

    let data = std::env::temp_dir().join(format!("sumito-readonly-{}", std::process::id()));
    let permit = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions are set");
    fs::create_dir_all(&data).expect("a folder");
    permit(&data, 0o555);
    // Root may write anywhere: somebody else tries, with a copy of the program that everybody may run.
    let is_root = fs::write(data.join("probe"), "").is_ok();
    let command = if is_root {
        let program = data.join("sumito");
        // Not by this process: a child of another test would have the file open for writing, and nobody could run it.
        let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_sumito")).arg(&program).status();
        assert!(copied.expect("cp runs").success());
        permit(&program, 0o755);
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(&data).uid(65_534).gid(65_534);
        command
    } else {
        serve(&data)
    };
    let said = refused(command);
    permit(&data, 0o755);
    fs::remove_dir_all(&data).expect("the folder is removed");
    assert!(said.contains(&format!("cannot write to {}/sumito.db: Permission denied", data.display())), "{said}");
}
