//! The connection of a game at the terminal to a server: requests in one thread, the stream of the game in another.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use serde::Deserialize;
use serde_json::{Value, json};
use sumito_rules::ByColor;

use super::lobby::Lists;
use super::new_game::Terms;
use super::remote::{Action, Away, ChatLine, Heard, Presence, Request};
use super::state::Event;
use crate::error::Error;
use crate::site::game::{GameView, Happened, Updated};
use crate::site::{Site, Trouble, read_token};

/// A server that is talked to while the terminal shows something else.
pub(super) struct Link {
    site: Arc<Site>,
    requests: Sender<Request>,
    heard: Receiver<Event>,
    sender: Sender<Event>,
    /// The number of the stream that is followed: those with other numbers end.
    watch: Arc<AtomicU64>,
}

impl Link {
    /// Connects to a server: with a token, or as a guest.
    pub(super) fn connect(server: &str, token_file: Option<&Path>) -> Result<Link, Error> {
        let token = token_file.map(read_token).transpose()?;
        let has_token = token.is_some();
        let (sender, heard) = channel();
        let reports = sender.clone();
        let report = move |why: &str| {
            // Nobody listens when the program ends.
            let _ = reports.send(Event::Heard(Heard::Lost(why.to_owned())));
        };
        let site = Arc::new(Site::new(server, token, Arc::new(AtomicBool::new(false)), report)?);
        let me = site.ask("GET", "/api/me", None).map_err(|trouble| failure(&trouble))?;
        if has_token && me.is_null() {
            return Err(Error::Other("the server does not know the token; make one on the page /account".to_owned()));
        }
        let (requests, waiting) = channel();
        let worker = Worker { site: Arc::clone(&site), sender: sender.clone() };
        thread::spawn(move || worker.run(&waiting));
        Ok(Link { site, requests, heard, sender, watch: Arc::default() })
    }

    pub(super) fn server(&self) -> &str {
        self.site.server()
    }

    /// The game with this id.
    pub(super) fn game(&self, game: &str) -> Result<GameView, Error> {
        let state = self.site.ask("GET", &format!("/api/games/{game}"), None);
        read_game(state).map_err(|why| Error::Other(format!("game {game}: {why}")))
    }

    /// Sets up a game.
    pub(super) fn create(&self, game: &Value) -> Result<GameView, Error> {
        read_game(self.site.ask("POST", "/api/games", Some(game))).map_err(Error::Other)
    }

    /// Takes an open seat with these terms if there is one, and otherwise opens one.
    pub(super) fn seek(&self, terms: &Terms, clock: &str, public: bool) -> Result<GameView, Error> {
        if public {
            let lobby = self.site.ask("GET", "/api/lobby", None).map_err(|trouble| failure(&trouble))?;
            let me = self.site.ask("GET", "/api/me", None).map_err(|trouble| failure(&trouble))?;
            let is_own =
                |seat: &Value| ["black", "white"].iter().any(|side| !me.is_null() && seat["players"][side]["user"] == me["user"]);
            for seat in lobby["openSeats"].as_array().into_iter().flatten() {
                let Some(game) = seat["game"].as_str().filter(|_| terms.fits(clock, seat) && !is_own(seat)) else { continue };
                // Somebody else may be faster, or not want to play with us.
                if self.site.act(game, &json!({"do": "join"})).is_ok() {
                    return self.game(game);
                }
            }
        }
        self.create(&terms.open_seat(clock, public))
    }

    pub(super) fn ask(&self, request: Request) {
        // The thread ends with the program.
        let _ = self.requests.send(request);
    }

    /// Follows a game, and no other; or none.
    pub(super) fn watch(&self, game: Option<String>) {
        let number = self.watch.fetch_add(1, SeqCst) + 1;
        let Some(game) = game else { return };
        let feed = Feed {
            site: Arc::clone(&self.site),
            sender: self.sender.clone(),
            game,
            number,
            watch: Arc::clone(&self.watch),
            view: None,
        };
        thread::spawn(move || feed.run());
    }

    /// What has been heard since the last call.
    pub(super) fn heard(&self) -> impl Iterator<Item = Event> {
        self.heard.try_iter()
    }
}

fn failure(trouble: &Trouble) -> Error {
    Error::Other(words(trouble))
}

/// Why a request failed, for people.
fn words(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Refused { message, .. } => message.clone(),
        trouble => trouble.to_string(),
    }
}

fn read_game(state: Result<Value, Trouble>) -> Result<GameView, String> {
    GameView::read(&state.map_err(|trouble| words(&trouble))?)
}

/// Sends the requests, one after the other.
struct Worker {
    site: Arc<Site>,
    sender: Sender<Event>,
}

impl Worker {
    fn run(&self, requests: &Receiver<Request>) {
        for request in requests {
            let heard = match self.handle(&request) {
                Ok(None) => continue,
                Ok(Some(heard)) => heard,
                Err(why) => Heard::Refused(request, why),
            };
            if self.sender.send(Event::Heard(heard)).is_err() {
                return;
            }
        }
    }

    fn handle(&self, request: &Request) -> Result<Option<Heard>, String> {
        let refused = |trouble: Trouble| words(&trouble);
        match request {
            Request::Act { game, action: Action::Chat(text), .. } => self.site.say(game, text).map(|()| None).map_err(refused),
            // The stream of the game says what came of it.
            Request::Act { game, version, action } => self.site.act(game, &body(action, *version)).map(|_| None).map_err(refused),
            Request::Open { game, join } => {
                if *join {
                    self.site.act(game, &json!({"do": "join"})).map_err(refused)?;
                }
                let view = read_game(self.site.insist("GET", &format!("/api/games/{game}"), None))?;
                Ok(Some(Heard::Opened(Box::new(view))))
            }
            // Once: after a lost reply, nobody knows whether the game is there. The lobby shows it.
            Request::Create(game) => {
                Ok(Some(Heard::Opened(Box::new(read_game(self.site.ask("POST", "/api/games", Some(game)))?))))
            }
            Request::Record { game, path } => {
                let text = self.site.text("GET", &format!("/api/games/{game}/record"), None).map_err(refused);
                Ok(Some(Heard::Record { path: path.clone(), text }))
            }
            Request::Lists => self.lists().map(|lists| Some(Heard::Lists(Box::new(lists)))).map_err(refused),
        }
    }

    fn lists(&self) -> Result<Lists, Trouble> {
        let get = |path: &str| self.site.ask("GET", path, None);
        let (me, lobby, mine) = (get("/api/me")?, get("/api/lobby")?, get("/api/games?status=mine")?);
        // A guest has none.
        let challenges = if me["name"].is_string() { get("/api/challenges")? } else { Value::Null };
        Ok(Lists::read(&me, &lobby, &mine, &challenges))
    }
}

/// An action as the API wants it.
fn body(action: &Action, version: u32) -> Value {
    let (verb, what) = match action {
        Action::Play(text) => return json!({"do": "play", "move": text, "version": version}),
        Action::Chat(text) => return json!({"do": "chat", "text": text}),
        Action::DeclineChallenge(reason) => return json!({"do": "decline", "what": "challenge", "reason": reason}),
        Action::Resign => ("resign", None),
        Action::Abort => ("abort", None),
        Action::Offer(what) => ("offer", Some(what.key())),
        Action::Accept(what) => ("accept", Some(what.key())),
        Action::Decline(what) => ("decline", Some(what.key())),
        Action::Claim { win } => ("claim", Some(if *win { "win" } else { "draw" })),
    };
    match what {
        None => json!({"do": verb, "version": version}),
        Some(what) => json!({"do": verb, "what": what, "version": version}),
    }
}

/// The stream of one game.
struct Feed {
    site: Arc<Site>,
    sender: Sender<Event>,
    game: String,
    number: u64,
    watch: Arc<AtomicU64>,
    view: Option<GameView>,
}

impl Feed {
    fn run(mut self) {
        let (site, game) = (Arc::clone(&self.site), self.game.clone());
        // The last version seen, for when the stream has to be opened again.
        let seen: Cell<Option<u32>> = Cell::new(None);
        let path = || match seen.get() {
            Some(version) => format!("/api/games/{game}/stream?since={version}"),
            None => format!("/api/games/{game}/stream"),
        };
        let followed = site.follow(path, |message| {
            let goes_on = self.hear(message.as_ref());
            seen.set(self.view.as_ref().map(|view| view.version));
            goes_on
        });
        if let Err(trouble) = followed {
            let _ = self.send(Heard::Refused(Request::Open { game: self.game.clone(), join: false }, words(&trouble)));
        }
    }

    /// Passes something on. Nobody wants to hear it if another game is followed.
    fn send(&self, heard: Heard) -> ControlFlow<()> {
        if self.watch.load(SeqCst) != self.number || self.sender.send(Event::Heard(heard)).is_err() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn hear(&mut self, message: Option<&Value>) -> ControlFlow<()> {
        let Some(message) = message else { return self.send(Heard::Alive) };
        match message["type"].as_str() {
            Some("state") => self.look(message),
            Some("event") => self.update(message),
            Some("present") => self.send(Heard::Present(presence(message))),
            Some("chat") => ChatLine::read(message).map_or(ControlFlow::Continue(()), |line| self.send(Heard::Said(line))),
            Some("engine") => self.send(Heard::Ahead(message["ahead"].as_u64().unwrap_or_default())),
            Some("closed") => self.send(Heard::Lost("the server has closed the connection".to_owned())),
            _ => self.send(Heard::Alive),
        }
    }

    fn look(&mut self, state: &Value) -> ControlFlow<()> {
        let view = match GameView::read(state) {
            Ok(view) => view,
            Err(why) => {
                self.send(Heard::Refused(Request::Open { game: self.game.clone(), join: false }, why))?;
                return ControlFlow::Break(());
            }
        };
        let plays = view.plays();
        self.view = Some(view.clone());
        // Of what happened while the connection was lost, the last thing is worth a word.
        let missed = state["missed"].as_array().and_then(|missed| Happened::deserialize(missed.last()?).ok());
        self.send(Heard::Game(Box::new(view), missed))?;
        if plays { self.read_chat() } else { ControlFlow::Continue(()) }
    }

    /// The chat as it is, because what was said while the connection was lost is not sent again.
    fn read_chat(&self) -> ControlFlow<()> {
        let Ok(chat) = self.site.ask("GET", &format!("/api/games/{}/chat", self.game), None) else {
            return ControlFlow::Continue(());
        };
        self.send(Heard::Chat(chat["chat"].as_array().into_iter().flatten().filter_map(ChatLine::read).collect()))
    }

    fn update(&mut self, event: &Value) -> ControlFlow<()> {
        let Some(view) = &mut self.view else { return ControlFlow::Continue(()) };
        match view.update(event) {
            Updated::Known => ControlFlow::Continue(()),
            Updated::Changed => {
                let view = view.clone();
                self.send(Heard::Game(Box::new(view), Happened::deserialize(event).ok()))
            }
            Updated::Behind => match self.site.insist("GET", &format!("/api/games/{}", self.game), None) {
                Ok(state) => self.look(&state),
                Err(_) => ControlFlow::Continue(()),
            },
        }
    }
}

impl ChatLine {
    fn read(message: &Value) -> Option<ChatLine> {
        Some(ChatLine { user: message["user"].as_str()?.to_owned(), text: message["text"].as_str()?.to_owned() })
    }
}

fn presence(message: &Value) -> Presence {
    let away = |side: &str| {
        let away = &message["away"][side];
        away.is_object().then(|| Away { claimable_at: away["claimableAt"].as_i64() })
    };
    Presence {
        now: message["now"].as_i64().unwrap_or_default(),
        away: ByColor::new(away("black"), away("white")),
        watchers: message["watchers"].as_u64().unwrap_or_default(),
    }
}

/// The server and the game of a link such as `https://example.org/game/RMBFlUj1zG`.
pub(super) fn read_link(link: &str) -> Option<(&str, &str)> {
    let (server, game) = link.trim_end_matches('/').rsplit_once("/game/")?;
    is_game(game).then_some((server, game))
}

/// Whether a text can be the id of a game.
pub(super) fn is_game(text: &str) -> bool {
    text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::super::remote::What;
    use super::*;

    #[test]
    fn links_name_a_server_and_a_game() {
        for (link, expected) in [
            ("https://example.org/game/RMBFlUj1zG", Some(("https://example.org", "RMBFlUj1zG"))),
            ("http://127.0.0.1:8061/game/RMBFlUj1zG/", Some(("http://127.0.0.1:8061", "RMBFlUj1zG"))),
            ("https://example.org/game/short", None),
            ("https://example.org/game/../../etc", None),
            ("https://example.org/", None),
        ] {
            assert_eq!(read_link(link), expected, "{link}");
        }
    }

    #[test]
    fn actions_are_written_as_the_api_wants_them() {
        for (action, expected) in [
            (Action::Play("a1b2".to_owned()), json!({"do": "play", "move": "a1b2", "version": 7})),
            (Action::Resign, json!({"do": "resign", "version": 7})),
            (Action::Offer(What::Draw), json!({"do": "offer", "what": "draw", "version": 7})),
            (Action::Accept(What::Rematch), json!({"do": "accept", "what": "rematch", "version": 7})),
            (Action::Claim { win: false }, json!({"do": "claim", "what": "draw", "version": 7})),
            (Action::DeclineChallenge(Some("later")), json!({"do": "decline", "what": "challenge", "reason": "later"})),
            (Action::DeclineChallenge(None), json!({"do": "decline", "what": "challenge", "reason": null})),
        ] {
            assert_eq!(body(&action, 7), expected);
        }
    }

    #[test]
    fn absence_is_read() {
        let message = json!({"type": "present", "now": 5, "players": {"black": true, "white": false}, "watchers": 2,
                             "away": {"black": null, "white": {"since": 1, "claimableAt": 60}}});
        let expected = Presence { now: 5, away: ByColor::new(None, Some(Away { claimable_at: Some(60) })), watchers: 2 };
        assert_eq!(presence(&message), expected);
    }
}
