//! Runs the server's tests on PostgreSQL, with several servers connected by it and by NATS: a private cluster in a temporary folder that is removed afterwards.

use std::env;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

use serde_json::Value;

use crate::bench::nodes::cpu_of_family;
use crate::nats::{self, Nats};
use crate::{cargo, finish, install, is_root, root};

mod tls;

/// Runs the server's tests on their own cluster, and the program over TLS.
pub(crate) fn test() -> Result<(), String> {
    let (cluster, nats) = (Cluster::start(Disk::Forgetful)?, Nats::start()?);
    let program = test_program("sumito_server")?;
    let tests = |words: &str| {
        let mut tests = Command::new(&program);
        tests.current_dir(root().join("crates/sumito-server")).arg("--quiet").args(words.split_whitespace());
        tests.env("SUMITO_TEST_DATABASE", cluster.address()).env("SUMITO_TEST_NATS", nats.address());
        // They wait more than they compute.
        tests.env("RUST_TEST_THREADS", "4");
        tests
    };
    finish(&mut tests(""))?;
    // The same with all servers on NATS, except what was tested with every bus.
    finish(tests("tests:: --skip nodes:: --skip bus:: --skip db::").env("SUMITO_TEST_BUS", nats.address()))?;
    tls::check(&cluster)?;
    drop(nats);
    faults(&cluster, None)
}

/// Lets several servers, PostgreSQL and NATS fail at random for some seconds, while 200 games are played.
pub(crate) fn test_faults(seconds: Option<&str>) -> Result<(), String> {
    faults(&Cluster::start(Disk::Forgetful)?, Some(seconds.unwrap_or("600")))
}

/// The same, or a short test with few games.
fn faults(cluster: &Cluster, seconds: Option<&str>) -> Result<(), String> {
    let restart = cluster.program("pg_ctl");
    let words: Vec<_> =
        [restart.get_program()].into_iter().chain(restart.get_args()).map(|word| word.to_string_lossy()).collect();
    let restart = words.join(" ");
    let data = cluster.data().display().to_string();
    let mut tests = Command::new(test_program("nodes")?);
    tests.current_dir(root().join("crates/sumito"));
    tests.env("SUMITO_TEST_DATABASE", cluster.address()).env("SUMITO_TEST_NATS_PROGRAM", nats::find_or_install()?);
    tests.env("SUMITO_TEST_PSQL", cluster.psql());
    tests.env("SUMITO_TEST_RESTART", format!("cd / && {restart} restart --wait --silent --mode=fast --pgdata {data} >/dev/null"));
    if let Some(seconds) = seconds {
        tests.env("SUMITO_FAULT_SECONDS", seconds).env("SUMITO_FAULT_GAMES", "200").env("SUMITO_FAULT_PATIENCE", "5");
    }
    finish(tests.args(["--quiet", "--nocapture"]))
}

/// The program with the tests of a library or of a file in `tests`. It is built as for the whole workspace: a single package would need other features of its
/// dependencies, and so another build of many of them.
fn test_program(name: &str) -> Result<PathBuf, String> {
    let mut build = cargo("test --quiet --workspace --no-run --message-format=json");
    let output = build.stderr(Stdio::inherit()).output().map_err(|error| format!("cargo: {error}"))?;
    let found = String::from_utf8_lossy(&output.stdout).lines().find_map(|line| {
        let artifact: Value = serde_json::from_str(line).ok()?;
        let is_wanted = artifact["target"]["name"] == name && artifact["profile"]["test"] == true;
        artifact["executable"].as_str().filter(|_| is_wanted).map(PathBuf::from)
    });
    found.ok_or_else(|| format!("the tests of {name} were not built"))
}

/// Whether a cluster flushes its commits to disk.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Disk {
    Durable,
    /// A power failure would only lose a test.
    Forgetful,
}

/// A running PostgreSQL, stopped and removed when it goes out of scope, even after a failed test.
pub(crate) struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    password: String,
}

impl Cluster {
    pub(crate) fn start(disk: Disk) -> Result<Cluster, String> {
        let advice = "the tests of the server need PostgreSQL: install it (Debian: apt-get install postgresql), or name the folder of \
                      initdb and pg_ctl in the variable POSTGRES";
        let programs = find_programs().map_or_else(
            || {
                install("postgresql", advice)?;
                find_programs().ok_or_else(|| advice.to_owned())
            },
            Ok,
        )?;
        // The path of a socket must be short, so the folder is directly in /tmp.
        let folder = env::temp_dir().join(format!("sumito-postgres-{}", process::id()));
        fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let cluster = Cluster { programs, folder, port: free_port()?, password: tls::password()? };
        if is_root() {
            // PostgreSQL refuses to run as root; its package creates a user for it.
            finish(Command::new("chown").arg("postgres:").arg(&cluster.folder))?;
        }
        // Only this user can reach the socket, because the folder is private. The port needs a password.
        finish(cluster.command("chmod").arg("700").arg(&cluster.folder))?;
        tls::certify(&cluster)?;
        let secret = cluster.folder.join("password");
        fs::write(&secret, &cluster.password).map_err(|error| format!("{}: {error}", secret.display()))?;
        finish(
            cluster
                .program("initdb")
                .args(["--auth=trust", "--username=sumito", "--encoding=UTF8", "--locale=C", "--no-sync", "--pgdata"])
                .arg(cluster.data())
                .arg("--pwfile")
                .arg(&secret)
                .stdout(Stdio::null()),
        )?;
        // Each test's server has its own connections.
        let (folder, port, fsync) = (cluster.folder.display(), cluster.port, if disk == Disk::Durable { "on" } else { "off" });
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder} -c fsync={fsync} -c max_connections=400 \
             -c ssl=on -c ssl_cert_file={folder}/server.crt -c ssl_key_file={folder}/server.key"
        );
        let hba = cluster.data().join("pg_hba.conf");
        fs::write(&hba, tls::HBA).map_err(|error| format!("{}: {error}", hba.display()))?;
        let log = cluster.folder.join("log");
        let started = finish(
            cluster
                .program("pg_ctl")
                .args(["start", "--wait", "--silent", "--options", &options, "--pgdata"])
                .arg(cluster.data())
                .arg("--log")
                .arg(&log)
                .stdout(Stdio::null()),
        );
        started.map_err(|message| format!("{message}\n{}", fs::read_to_string(&log).unwrap_or_default()))?;
        Ok(cluster)
    }

    /// The URL of the database, through the socket in the folder.
    fn address(&self) -> String {
        self.address_of("postgres")
    }

    fn address_of(&self, database: &str) -> String {
        format!("postgres:///{database}?user=sumito&host={}&port={}", self.folder.display(), self.port)
    }

    /// Creates a database, and returns its URL.
    pub(crate) fn create_database(&self, name: &str) -> Result<String, String> {
        let mut create = self.command(self.psql());
        finish(create.args([&self.address(), "--quiet", "--command", &format!("create database {name}")]))?;
        Ok(self.address_of(name))
    }

    /// PostgreSQL's client. Debian's is not in the folder of its server.
    fn psql(&self) -> PathBuf {
        Some(self.programs.join("psql")).filter(|file| file.is_file()).unwrap_or_else(|| "psql".into())
    }

    /// The CPU time of all its processes so far, in seconds.
    pub(crate) fn cpu(&self) -> f64 {
        let pid = fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        pid.lines().next().and_then(|pid| pid.parse().ok()).map_or(0.0, cpu_of_family)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// A PostgreSQL program, run as a user that is allowed to.
    fn program(&self, name: &str) -> Command {
        self.command(self.programs.join(name))
    }

    fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["--user", "postgres", "--"]).arg(program.as_ref());
            command
        } else {
            Command::new(program.as_ref())
        };
        command.current_dir(&self.folder);
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.data().join("postmaster.pid").exists() {
            let stopped = finish(
                self.program("pg_ctl").args(["stop", "--wait", "--silent", "--mode=immediate", "--pgdata"]).arg(self.data()),
            );
            if let Err(message) = stopped {
                eprintln!("cannot stop PostgreSQL: {message}");
            }
        }
        // Leftovers in a temporary folder are harmless.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A port that nothing listens on.
pub(crate) fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    listener.map(|address| address.port()).map_err(|error| format!("no free port: {error}"))
}

/// The folder with PostgreSQL's programs: from the variable POSTGRES, on the path, or Debian's newest.
fn find_programs() -> Option<PathBuf> {
    let complete = |folder: &PathBuf| ["initdb", "pg_ctl"].iter().all(|name| folder.join(name).is_file());
    if let Some(named) = env::var_os("POSTGRES") {
        return Some(named.into());
    }
    let on_path = env::split_paths(&env::var_os("PATH")?).find(complete);
    let version = |folder: &PathBuf| folder.parent().and_then(|parent| parent.file_name()?.to_str()?.parse::<u32>().ok());
    let debian = || {
        let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
        versions.filter_map(|entry| Some(entry.ok()?.path().join("bin"))).filter(complete).max_by_key(version)
    };
    on_path.or_else(debian)
}
