//! The client of a server: requests, and streams that are opened again whenever they end. `sumito bot` and `sumito play` use it.
//!
//! A server can be lost at any moment, and come back. Whatever may be repeated is repeated until it is answered.

pub(crate) mod game;
mod guest;

use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::http::Response;
use ureq::{Agent, Body, RequestBuilder};

use crate::error::Error;

pub(crate) use game::{GameView, Status, Updated};

/// How long a request may take.
const REQUEST: Duration = Duration::from_secs(20);
/// How long a stream is read before it is opened again. A connection that died without a word is noticed by then.
const STREAM: Duration = Duration::from_mins(1);
/// How long to wait before a failed request is repeated, at first and at most.
const PAUSE: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(10));

/// A server, and who talks to it.
pub(crate) struct Site {
    requests: Agent,
    streams: Agent,
    /// Its address, without a slash at the end.
    server: String,
    identity: Mutex<Identity>,
    stop: Arc<AtomicBool>,
    /// What to do with the reason when the server cannot be reached, before it is tried again.
    report: Box<dyn Fn(&str) + Send + Sync>,
}

/// Who sends the requests.
enum Identity {
    /// An account, by a token.
    Token(String),
    /// A guest, by the cookie of a session, which the server gives to whoever takes a seat.
    Guest(Option<String>),
}

/// Why a request failed.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// It may succeed later.
    Passing(String),
    /// The server refuses it, for the reason with this key.
    Refused {
        key: String,
        message: String,
    },
    Stopped,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Passing(why) => f.write_str(why),
            Trouble::Refused { key, message } => write!(f, "{message} ({key})"),
            Trouble::Stopped => f.write_str("stopped"),
        }
    }
}

impl Trouble {
    pub(crate) fn is(&self, wanted: &str) -> bool {
        matches!(self, Trouble::Refused { key, .. } if key == wanted)
    }
}

impl Site {
    /// The account of a token, or a guest without one. `report` gets the reason whenever the server cannot be reached.
    pub(crate) fn new(
        server: &str,
        token: Option<String>,
        stop: Arc<AtomicBool>,
        report: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Site, Error> {
        let server = server.trim_end_matches('/');
        if !is_address(server) {
            return Err(Error::Usage(not_an_address(server)));
        }
        // A token or a session is for this address alone: redirects are not followed.
        let agent = || Agent::config_builder().http_status_as_error(false).max_redirects(0).max_redirects_will_error(false);
        let requests = agent().timeout_global(Some(REQUEST)).build().into();
        let streams = agent()
            .timeout_connect(Some(REQUEST))
            .timeout_recv_response(Some(REQUEST))
            .timeout_recv_body(Some(STREAM))
            .build()
            .into();
        let identity = Mutex::new(match token {
            Some(token) => Identity::Token(token),
            None => Identity::Guest(guest::load(server)),
        });
        Ok(Site { requests, streams, server: server.to_owned(), identity, stop, report: Box::new(report) })
    }

    pub(crate) fn server(&self) -> &str {
        &self.server
    }

    fn identity(&self) -> MutexGuard<'_, Identity> {
        self.identity.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says who sends a request.
    fn signed<T>(&self, request: RequestBuilder<T>) -> RequestBuilder<T> {
        match &*self.identity() {
            Identity::Token(token) => request.header("authorization", format!("Bearer {token}")),
            Identity::Guest(Some(cookie)) => request.header("cookie", cookie),
            Identity::Guest(None) => request,
        }
    }

    /// Keeps the session that the server has given to a guest.
    fn remember(&self, response: &Response<Body>) {
        let cookies = response.headers().get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
        let Some(session) = cookies.filter_map(guest::session).next_back() else { return };
        if let Identity::Guest(cookie) = &mut *self.identity() {
            guest::save(&self.server, &session);
            *cookie = Some(session);
        }
    }

    /// Sends a request once.
    pub(crate) fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, Trouble> {
        self.text(method, path, body).map(|text| serde_json::from_str(&text).unwrap_or_default())
    }

    /// The same for a reply that is not JSON.
    pub(crate) fn text(&self, method: &str, path: &str, body: Option<&Value>) -> Result<String, Trouble> {
        let url = format!("{}{path}", self.server);
        let sent = match method {
            "GET" => self.signed(self.requests.get(url)).call(),
            "DELETE" => self.signed(self.requests.delete(url)).call(),
            _ => self.signed(self.requests.post(url)).send(body.map(Value::to_string).unwrap_or_default()),
        };
        let mut response = sent.map_err(|error| self.passing(&error))?;
        self.remember(&response);
        self.check(&mut response)?;
        response.body_mut().read_to_string().map_err(|error| self.passing(&error))
    }

    /// Whether a response is what was asked for; otherwise why not.
    fn check(&self, response: &mut Response<Body>) -> Result<(), Trouble> {
        let status = response.status().as_u16();
        if (200..300).contains(&status) {
            return Ok(());
        }
        if let (300..400, Some(place)) = (status, response.headers().get("location").and_then(|place| place.to_str().ok())) {
            let message = format!("the server is somewhere else: use the address of {place}");
            return Err(Trouble::Refused { key: String::new(), message });
        }
        let text = response.body_mut().read_to_string().map_err(|error| self.passing(&error))?;
        Err(judge(status, &text))
    }

    fn passing(&self, error: &dyn fmt::Display) -> Trouble {
        Trouble::Passing(format!("cannot reach {}: {error}", self.server))
    }

    /// Sends a request until it is answered. Only for those that may be repeated.
    pub(crate) fn insist(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, Trouble> {
        let mut pause = PAUSE.0;
        loop {
            match self.ask(method, path, body) {
                Err(Trouble::Passing(why)) => {
                    (self.report)(&why);
                    self.rest(pause)?;
                    pause = (pause * 2).min(PAUSE.1);
                }
                answered => return answered,
            }
        }
    }

    /// Does something in a game. Repeating it does no harm: a move names its version, and the rest can be done only once.
    pub(crate) fn act(&self, game: &str, action: &Value) -> Result<Value, Trouble> {
        self.insist("POST", &format!("/api/games/{game}/actions"), Some(action))
    }

    /// Says something, if it can be said at once: what is said twice is worse than what is not said.
    pub(crate) fn say(&self, game: &str, text: &str) -> Result<(), Trouble> {
        let action = json!({"do": "chat", "text": text});
        self.ask("POST", &format!("/api/games/{game}/actions"), Some(&action)).map(|_| ())
    }

    /// Reads the messages of a stream, and opens it again whenever it ends. The empty lines that come when nothing happens are heard as
    /// `None`.
    pub(crate) fn follow(
        &self,
        path: impl Fn() -> String,
        mut hear: impl FnMut(Option<Value>) -> ControlFlow<()>,
    ) -> Result<(), Trouble> {
        let mut pause = PAUSE.0;
        loop {
            let begun = Instant::now();
            match self.read(&path(), &mut hear) {
                Ok(ControlFlow::Break(())) | Err(Trouble::Stopped) => return Ok(()),
                Ok(ControlFlow::Continue(())) => {}
                Err(Trouble::Passing(why)) => (self.report)(&why),
                Err(trouble) => return Err(trouble),
            }
            if begun.elapsed() > PAUSE.1 {
                pause = PAUSE.0;
            }
            if self.rest(pause).is_err() {
                return Ok(());
            }
            pause = (pause * 2).min(PAUSE.1);
        }
    }

    fn read(&self, path: &str, hear: &mut impl FnMut(Option<Value>) -> ControlFlow<()>) -> Result<ControlFlow<()>, Trouble> {
        let sent = self.signed(self.streams.get(format!("{}{path}", self.server))).call();
        let mut response = sent.map_err(|error| self.passing(&error))?;
        self.check(&mut response)?;
        for line in BufReader::new(response.body_mut().as_reader()).lines() {
            if self.is_stopped() {
                return Err(Trouble::Stopped);
            }
            // The connection broke, or it is time to open the stream again.
            let Ok(line) = line else { break };
            if hear(serde_json::from_str(&line).ok()).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Waits, unless the program is stopped.
    pub(crate) fn rest(&self, pause: Duration) -> Result<(), Trouble> {
        let until = Instant::now() + pause;
        while Instant::now() < until && !self.is_stopped() {
            sleep(Duration::from_millis(20));
        }
        if self.is_stopped() { Err(Trouble::Stopped) } else { Ok(()) }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

/// Whether a text is the address of a server, or of a page.
pub(crate) fn is_address(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// What is wrong with another text.
pub(crate) fn not_an_address(text: &str) -> String {
    format!("--server: expected a URL such as https://example.org, found '{text}'")
}

/// The token in a file.
pub(crate) fn read_token(file: &Path) -> Result<String, Error> {
    let text = fs::read_to_string(file).map_err(|error| Error::Other(format!("{}: {error}", file.display())))?;
    let token = text.trim();
    // Whatever else is in the file must not be sent anywhere.
    if token.is_empty() || token.contains(|c: char| !c.is_ascii_graphic()) {
        return Err(Error::Other(format!(
            "{}: expected a token, as the page /account shows it, and nothing else",
            file.display()
        )));
    }
    Ok(token.to_owned())
}

/// What it means that a response is not what was asked for.
fn judge(status: u16, text: &str) -> Trouble {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    match status {
        // Too fast, or something is down for a moment.
        408 | 429 | 500..=599 => Trouble::Passing(format!("the server answers with status {status}")),
        _ => {
            let word = |field: &str| value[field].as_str().map(str::to_owned);
            let message = word("message").unwrap_or_else(|| format!("the server answers with status {status}"));
            Trouble::Refused { key: word("key").unwrap_or_default(), message }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn responses_are_judged() {
        for (status, text, passes) in
            [(429, "", true), (503, "{}", true), (500, "<html>", true), (409, "{}", false), (404, "", false)]
        {
            assert_eq!(matches!(judge(status, text), Trouble::Passing(_)), passes, "{status}");
        }
        assert!(judge(409, r#"{"key": "stale", "message": "late"}"#).is("stale"));
    }

    /// A token is not carried to wherever a server points.
    #[test]
    fn redirects_are_not_followed() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = format!("http://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let mut client = client.unwrap();
                let _ = client.read(&mut [0; 1024]);
                let reply = "HTTP/1.1 301 Moved\r\nLocation: https://example.org/api/me\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
                let _ = client.write_all(reply.as_bytes());
            }
        });
        let site = Site::new(&server, Some("secret".to_owned()), Arc::default(), |_| ()).unwrap();
        let expected = "the server is somewhere else: use the address of https://example.org/api/me";
        for asked in [
            site.ask("GET", "/api/me", None).map(|_| ()),
            site.follow(|| "/api/stream/events".to_owned(), |_| ControlFlow::Break(())),
        ] {
            let Err(Trouble::Refused { message, .. }) = asked else { panic!("{asked:?}") };
            assert_eq!(message, expected);
        }
    }
}
