//! `sumito bot`: connects a program that speaks UGI to a server.
//!
//! One thread reads the stream of events and answers challenges; each game has a thread with its own stream and its own engine. Everything can be
//! lost at any moment: streams are opened again with what was seen last, a move is repeated until it is answered, and an engine that dies is
//! started again.

mod book;
mod config;
mod control;
mod game;

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Scope, scope};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::Error;
use crate::interrupt::stop_on_interrupt;
use crate::plural::count;
use crate::site::{Site, Trouble, read_token};
use book::Book;
use config::{Config, Decline, Mistake};
use game::Match;

/// Connect a UGI program, or our engine, to a server as a bot
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The address of the server
    #[arg(long, value_name = "URL")]
    server: String,
    /// A file with the token of the bot's account
    #[arg(long, value_name = "FILE")]
    token_file: PathBuf,
    /// Settings: engine options, opening books, which challenges to accept, when to resign, and more
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Make the account a bot first, for good; it must not have played, and the token needs the scope bot
    #[arg(long)]
    become_bot: bool,
    /// Also play in the engine room, the server's tournament between bots that never ends
    #[arg(long)]
    room: bool,
    /// The version for the list of the engine room: each has its own rating [default: that of our own engine, with its level]
    #[arg(long, value_name = "VERSION", requires = "room")]
    version: Option<String>,
    /// How many threads the engine uses, for the list; our own engine uses this many
    #[arg(long, value_name = "N", requires = "room", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The level of our own engine, if no other is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10), conflicts_with = "engine")]
    level: Option<u8>,
    /// The program and its arguments; our own engine if there is none
    #[arg(last = true, value_name = "ENGINE")]
    engine: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  sumito bot --server https://example.org --token-file token --level 5
  sumito bot --server http://127.0.0.1:8061 --token-file token --config bot.toml -- python3 engine.py
  sumito bot --server https://example.org --token-file token --room --version 1.2 --threads 2 -- ./my-engine

docs/bots.md describes the settings. Ctrl-C ends the bot; its games wait, and it goes on with them when it is started again.";

/// A challenge that waits for an answer, as the server describes it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Challenge {
    pub(crate) game: String,
    pub(crate) by: User,
    pub(crate) layout: Option<String>,
    pub(crate) control: String,
    pub(crate) rated: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct User {
    pub(crate) name: Option<String>,
    #[serde(default)]
    pub(crate) bot: bool,
}

/// What all threads share.
struct Bot<'a> {
    site: Site,
    config: &'a Config,
    book: &'a Book,
    engine: &'a [String],
    /// What to enter the engine room with.
    room: Option<Value>,
    /// The games that have a thread.
    playing: Mutex<HashSet<String>>,
    stop: &'a AtomicBool,
}

pub(crate) fn run(args: Args, out: &mut impl Write) -> Result<(), Error> {
    let token = read_token(&args.token_file)?;
    let mut config = match &args.config {
        Some(file) => {
            let text = fs::read_to_string(file).map_err(|error| Error::Other(format!("{}: {error}", file.display())))?;
            Config::parse(&text).map_err(|Mistake { message, at }| match at {
                Some(at) => Error::in_file(message, &file.display().to_string(), &text, at),
                None => Error::Other(format!("{}: {message}", file.display())),
            })?
        }
        None => Config::default(),
    };
    let book = Book::load(&config.book)?;
    let mut engine = args.engine;
    let mut version = args.version;
    if engine.is_empty() {
        let own = std::env::current_exe().map_err(|error| Error::Other(format!("our own program is not found: {error}")))?;
        engine = vec![own.display().to_string(), "engine".to_owned()];
        if let Some(level) = args.level {
            config.engine.options.insert("Level".to_owned(), level.into());
        }
        if let Some(threads) = args.threads {
            config.engine.options.insert("Threads".to_owned(), i64::from(threads).into());
        }
        let level = args.level.map(|level| format!(" level {level}")).unwrap_or_default();
        version = version.or_else(|| Some(format!("sumito {}{level}", env!("CARGO_PKG_VERSION"))));
    }
    let room = match version {
        Some(version) if args.room => {
            Some(json!({"version": version, "threads": args.threads.unwrap_or(1), "games": config.concurrency}))
        }
        None if args.room => {
            let message = "--room: say with --version which version of the program plays, because each has its own rating";
            return Err(Error::Usage(message.to_owned()));
        }
        _ => None,
    };
    let stop = stop_on_interrupt()?;
    let site = Site::new(&args.server, Some(token), Arc::clone(&stop), |why| eprintln!("{why}; trying again"))?;
    let name = sign_in(&site, args.become_bot)?;
    writeln!(out, "{name} plays at {}; Ctrl-C ends", site.server())?;
    if !book.is_empty() {
        writeln!(out, "the book has {}", count(book.len(), "position"))?;
    }
    out.flush()?;
    let bot = Bot { site, config: &config, book: &book, engine: &engine, room, playing: Mutex::default(), stop: &stop };
    let heard = scope(|scope| bot.listen(scope));
    bot.leave_room();
    heard
}

/// The name of the bot. The server may be starting.
fn sign_in(site: &Site, become_bot: bool) -> Result<String, Error> {
    let me = if become_bot { site.insist("POST", "/api/account/bot", None) } else { site.insist("GET", "/api/me", None) };
    let me = me.map_err(|trouble| Error::Other(trouble.to_string()))?;
    match me["name"].as_str() {
        None => Err(Error::Other("the server does not know the token; make one on the page /account".to_owned())),
        Some(name) if me["bot"] == true => Ok(name.to_owned()),
        Some(name) => {
            Err(Error::Other(format!("{name} is not a bot; --become-bot makes it one for good, before its first game")))
        }
    }
}

impl Bot<'_> {
    /// Answers challenges and plays games until the bot is stopped.
    fn listen<'scope, 'env: 'scope>(&'env self, scope: &'scope Scope<'scope, 'env>) -> Result<(), Error> {
        let path = || "/api/stream/events".to_owned();
        let heard = self.site.follow(path, |message| {
            let Some(message) = message else { return ControlFlow::Continue(()) };
            match message["type"].as_str() {
                Some("you") => self.enter_room(),
                Some("challenges") => self.answer(&message["incoming"]),
                Some("game") if message["status"] == "playing" => self.join_game(scope, &message),
                _ => {}
            }
            ControlFlow::Continue(())
        });
        heard.map_err(|trouble| Error::Other(trouble.to_string()))
    }

    /// Enters the engine room, which needs the stream of events that has just been opened. Whoever is in it stays.
    fn enter_room(&self) {
        let Some(wanted) = &self.room else { return };
        match self.site.insist("POST", "/api/room", Some(wanted)) {
            Ok(_) | Err(Trouble::Stopped) => {}
            Err(trouble) => eprintln!("the engine room: {trouble}"),
        }
    }

    /// Leaves the engine room, if the server can be reached: otherwise it notices soon.
    fn leave_room(&self) {
        if self.room.is_some()
            && let Err(trouble) = self.site.ask("DELETE", "/api/room", None)
        {
            eprintln!("the engine room: {trouble}");
        }
    }

    fn playing(&self) -> MutexGuard<'_, HashSet<String>> {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, incoming: &Value) {
        let challenges: Vec<Challenge> = serde_json::from_value(incoming.clone()).unwrap_or_default();
        let mut places = self.config.concurrency.saturating_sub(self.playing().len());
        for challenge in challenges {
            let busy = Decline { reason: Some("busy"), why: "too many games" };
            let refusal = if places == 0 { Err(busy) } else { self.config.accept.check(&challenge) };
            let by = challenge.by.name.as_deref().unwrap_or("somebody");
            let action = match refusal {
                Ok(()) => {
                    places -= 1;
                    eprintln!("{}: accepting the challenge of {by}", challenge.game);
                    json!({"do": "join"})
                }
                Err(Decline { reason, why }) => {
                    eprintln!("{}: declining the challenge of {by}: {why}", challenge.game);
                    json!({"do": "decline", "what": "challenge", "reason": reason})
                }
            };
            if let Err(trouble @ Trouble::Refused { .. }) = self.site.act(&challenge.game, &action) {
                // It was withdrawn, or answered before.
                eprintln!("{}: {trouble}", challenge.game);
            }
        }
    }

    /// Plays a game in a thread of its own, unless it has one.
    fn join_game<'scope, 'env: 'scope>(&'env self, scope: &'scope Scope<'scope, 'env>, message: &Value) {
        let Some(game) = message["game"].as_str().map(str::to_owned) else { return };
        if message["kind"] != "online" || message["seats"].is_array() || !self.playing().insert(game.clone()) {
            return;
        }
        scope.spawn(move || {
            match Match::new(&self.site, self.config, self.book, self.engine, &game, self.stop).play() {
                Ok(how) => eprintln!("{game}: {how}"),
                Err(trouble) => eprintln!("{game}: {trouble}"),
            }
            self.playing().remove(&game);
        });
    }
}
