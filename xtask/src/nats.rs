//! A private NATS server, for tests of several servers that hear from each other by it.

use std::env;
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::install;
use crate::postgres::free_port;

/// A running NATS server, stopped when it goes out of scope.
pub(crate) struct Nats {
    child: Child,
    port: u16,
}

/// How long it may take to start.
const START: Duration = Duration::from_secs(10);

impl Nats {
    pub(crate) fn start() -> Result<Nats, String> {
        let program = find_or_install()?;
        let port = free_port()?;
        let mut command = Command::new(&program);
        command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().map_err(|error| format!("{}: {error}", program.display()))?;
        let mut nats = Nats { child, port };
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if begun.elapsed() > START || !matches!(nats.child.try_wait(), Ok(None)) {
                return Err(format!("{} does not start", program.display()));
            }
            sleep(Duration::from_millis(20));
        }
        Ok(nats)
    }

    /// The id of its process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program, installed if it is missing and that is possible.
pub(crate) fn find_or_install() -> Result<PathBuf, String> {
    let advice = "the tests of several servers need NATS: install it (Debian: apt-get install nats-server), or name the program in the \
                  variable NATS";
    find_program().map_or_else(
        || {
            install("nats-server", advice)?;
            find_program().ok_or_else(|| advice.to_owned())
        },
        Ok,
    )
}

/// The program: from the variable NATS, on the path, or where Debian puts it.
fn find_program() -> Option<PathBuf> {
    if let Some(named) = env::var_os("NATS") {
        return Some(named.into());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    folders.map(|folder| folder.join("nats-server")).find(|file| file.is_file())
}
