//! Runs the real program as a server, and sends requests to it.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// The program, running; killed when it goes out of scope.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
}

/// The response to a request.
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The session's cookie, if one is set.
    pub(crate) cookie: Option<String>,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}", self.body))
    }
}

impl Server {
    pub(crate) fn start(data: &Path) -> Server {
        let mut command = serve(data);
        command.args(["--engine-threads", "1"]);
        Server::run(command)
    }

    /// Starts a server with this command.
    pub(crate) fn run(mut command: Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("the address");
        let address = line.trim().rsplit_once("//").expect("an address").1.trim_end_matches('/').to_owned();
        Server { child, address }
    }

    /// Sends a request and reads the whole response: the session's cookie, if one is set, and the JSON.
    pub(crate) fn call(&self, method: &str, path: &str, cookie: &str, body: &str) -> (Option<String>, Value) {
        let answer = ask(&self.address, method, path, cookie, body).expect("the server answers");
        let json = answer.json();
        (answer.cookie, json)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGKILL: no graceful shutdown.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command that serves this folder, on any free port.
pub(crate) fn serve(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sumito"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data);
    command.stdin(Stdio::null());
    command
}

/// Sends a request to a server that may be gone.
pub(crate) fn ask(address: &str, method: &str, path: &str, cookie: &str, body: &str) -> io::Result<Response> {
    let mut stream = TcpStream::connect(address)?;
    let len = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nContent-Length: {len}\r\n");
    write!(stream, "{head}Connection: close\r\n\r\n{body}")?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    let broken = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(broken)?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(broken)?;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    Ok(Response { status, cookie: cookie.map(str::to_owned), body: body.to_owned() })
}

/// An empty folder for the data of a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&data);
    data
}

/// Pseudorandom numbers (xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }
}

/// How often to kill: as often as `SUMITO_KILLS` says, divided by a number for tests that take longer.
pub(crate) fn kills(default: usize, divisor: usize) -> usize {
    let wanted = std::env::var("SUMITO_KILLS").ok().map(|text| text.parse::<usize>().expect("SUMITO_KILLS is a number"));
    wanted.map_or(default, |wanted| (wanted / divisor).max(1))
}
