//! Programs that are killed, paused and started again.

use std::env;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::server::ask;

/// A program that is killed and started again.
pub(crate) struct Program {
    command: Command,
    child: Child,
}

impl Program {
    pub(crate) fn start(mut command: Command) -> Program {
        command.stdin(Stdio::null()).stdout(Stdio::null());
        if env::var_os("SUMITO_FAULT_LOG").is_none() {
            command.stderr(Stdio::null());
        }
        let child = command.spawn().expect("the program starts");
        Program { command, child }
    }

    pub(crate) fn kill(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    pub(crate) fn restart(&mut self) {
        self.kill();
        self.child = self.command.spawn().expect("the program starts");
    }

    /// Starts it again if it has ended.
    pub(crate) fn revive(&mut self) {
        if !matches!(self.child.try_wait(), Ok(None)) {
            self.restart();
        }
    }

    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
    }

    /// Waits until a server answers that it is healthy. It does not start without the bus and the database, which may need a moment
    /// themselves: then it is started again.
    pub(crate) async fn bring_up(&mut self, address: &str) {
        let begun = Instant::now();
        loop {
            self.revive();
            let asked = address.to_owned();
            let health = tokio::task::spawn_blocking(move || ask(&asked, "GET", "/health", "", "")).await.expect("no panic");
            if health.is_ok_and(|response| response.status == 200) {
                return;
            }
            assert!(begun.elapsed() < Duration::from_mins(1), "{address} comes up");
            sleep(Duration::from_millis(100)).await;
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A port that nothing listens on.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port").port()
}
