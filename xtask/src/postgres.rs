//! Runs the server's tests on PostgreSQL, with several servers connected by it and by NATS: a private cluster in a temporary folder that is removed afterwards.

use std::env;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

use crate::nats::{self, Nats};
use crate::{cargo, finish, install, is_root};

mod tls;

/// Runs the server's tests on their own cluster, and the program over TLS.
pub(crate) fn test() -> Result<(), String> {
    let (cluster, nats) = (Cluster::start()?, Nats::start()?);
    let mut tests = cargo("test --quiet --package sumito-server");
    finish(tests.env("SUMITO_TEST_DATABASE", cluster.address()).env("SUMITO_TEST_NATS", nats.address()))?;
    finish(&mut cargo("build --quiet --package sumito"))?;
    tls::check(&cluster)?;
    drop(nats);
    faults(&cluster, None)
}

/// Lets several servers, PostgreSQL and NATS fail at random for some seconds, while 200 games are played.
pub(crate) fn test_faults(seconds: Option<&str>) -> Result<(), String> {
    faults(&Cluster::start()?, Some(seconds.unwrap_or("600")))
}

/// The same, or a short test with few games.
fn faults(cluster: &Cluster, seconds: Option<&str>) -> Result<(), String> {
    let restart = cluster.program("pg_ctl");
    let words: Vec<_> =
        [restart.get_program()].into_iter().chain(restart.get_args()).map(|word| word.to_string_lossy()).collect();
    let restart = words.join(" ");
    let data = cluster.data().display().to_string();
    let mut tests = cargo("test --package sumito --test nodes");
    tests.env("SUMITO_TEST_DATABASE", cluster.address()).env("SUMITO_TEST_NATS_PROGRAM", nats::find_or_install()?);
    tests.env("SUMITO_TEST_RESTART", format!("cd / && {restart} restart --wait --silent --mode=fast --pgdata {data} >/dev/null"));
    if let Some(seconds) = seconds {
        tests.env("SUMITO_FAULT_SECONDS", seconds).env("SUMITO_FAULT_GAMES", "200");
    }
    finish(tests.args(["--quiet", "--", "--nocapture"]))
}

/// A running PostgreSQL, stopped and removed when it goes out of scope, even after a failed test.
struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    password: String,
}

impl Cluster {
    fn start() -> Result<Cluster, String> {
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
        // No flushing: a power failure would only lose a test. Each test's server has its own connections.
        let (folder, port) = (cluster.folder.display(), cluster.port);
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder} -c fsync=off -c max_connections=400 \
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
        format!("postgres:///postgres?user=sumito&host={}&port={}", self.folder.display(), self.port)
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
