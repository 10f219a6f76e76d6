//! The lobby of a server: what can be played and watched there. Like the state of a game it does no I/O.

mod lists;
#[cfg(test)]
mod tests;
mod view;

use std::time::Duration;

use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

use super::new_game::Terms;
use super::remote::{Action, Heard, REASONS, Request};
use super::state::{Effect, Event, Look};
use super::typing::{self, Typed};

pub(crate) use lists::{Entry, Kind, Lists};
pub(super) use view::draw;

/// How often the lists are renewed.
const RENEWED: Duration = Duration::from_secs(3);
/// How many lines a page is.
const PAGE: usize = 10;

#[derive(Clone, Debug)]
pub(crate) struct Lobby {
    pub(super) server: String,
    /// How new games are set up.
    terms: Terms,
    lists: Option<Lists>,
    /// The game of the chosen line: lines come and go, and it stays.
    chosen: Option<String>,
    mode: Mode,
    message: Message,
    /// Since the lists were asked for.
    since: Duration,
    /// Whether an answer is awaited.
    is_asked: bool,
    pub(super) look: Look,
    pub(super) size: (u16, u16),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Mode {
    List,
    Help,
    /// Something is being typed.
    Type(Prompt, String),
    /// Why this challenge is declined.
    Reason(String),
}

/// What is being typed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Prompt {
    /// The clock of an open seat for everybody.
    Seek,
    /// The clock of a game for whoever has the link.
    Invite,
    /// A name, and a clock.
    Challenge,
    /// A level of the engine.
    Engine,
}

/// A line for the player, and whether it is a refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Message {
    text: String,
    is_refusal: bool,
}

impl Lobby {
    /// The lobby, and what to do first.
    pub(crate) fn new(server: String, terms: Terms, look: Look, size: (u16, u16)) -> (Lobby, Vec<Effect>) {
        let mut lobby = Lobby {
            server,
            terms,
            lists: None,
            chosen: None,
            mode: Mode::List,
            message: Message::default(),
            since: Duration::ZERO,
            is_asked: false,
            look,
            size,
        };
        let effects = lobby.renew();
        (lobby, effects)
    }

    /// Asks for new lists.
    fn renew(&mut self) -> Vec<Effect> {
        (self.is_asked, self.since) = (true, Duration::ZERO);
        vec![Effect::Ask(Request::Lists)]
    }

    /// Somebody comes back from a game.
    pub(super) fn come_back(&mut self) -> Vec<Effect> {
        self.message = Message::default();
        self.renew()
    }

    /// What an event does.
    pub(crate) fn update(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Input(Input::Resize(columns, lines)) => self.size = (columns, lines),
            Event::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => return self.key(key),
            Event::Input(Input::Paste(pasted)) => {
                if let Mode::Type(_, text) = &mut self.mode {
                    typing::paste(text, &pasted);
                }
            }
            Event::Input(Input::Mouse(mouse)) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                return self.click(mouse.row);
            }
            Event::Input(Input::Mouse(mouse)) if mouse.kind == MouseEventKind::ScrollDown => self.step(1),
            Event::Input(Input::Mouse(mouse)) if mouse.kind == MouseEventKind::ScrollUp => self.step(-1),
            Event::Tick(time) => {
                self.since += time;
                if !self.is_asked && self.since >= RENEWED {
                    return self.renew();
                }
            }
            Event::Heard(heard) => self.hear(heard),
            Event::Input(_) | Event::Found { .. } | Event::Saved(..) => {}
        }
        Vec::new()
    }

    fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Lists(lists) => {
                if self.lists.is_none() || self.message.text.starts_with(LOST) {
                    self.message = Message::default();
                }
                (self.lists, self.is_asked) = (Some(*lists), false);
                if self.place().is_none() {
                    self.chosen = self.entries().first().map(|entry| entry.game.clone());
                }
            }
            Heard::Refused(Request::Lists, why) => {
                self.is_asked = false;
                self.refuse(format!("{LOST}: {why}"));
            }
            Heard::Refused(_, why) => self.refuse(why),
            Heard::Lost(why) => self.refuse(format!("{LOST}: {why}")),
            // Of a game that was left.
            _ => {}
        }
    }

    fn note(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_refusal: false };
    }

    pub(super) fn refuse(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_refusal: true };
    }

    fn entries(&self) -> &[Entry] {
        self.lists.as_ref().map_or(&[], |lists| &lists.entries)
    }

    /// The place of the chosen line among the entries.
    fn place(&self) -> Option<usize> {
        let chosen = self.chosen.as_ref()?;
        self.entries().iter().position(|entry| entry.game == *chosen)
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if key.code == KeyCode::Char('c') { vec![Effect::Quit] } else { Vec::new() };
        }
        match std::mem::replace(&mut self.mode, Mode::List) {
            Mode::List => self.list_key(key.code),
            Mode::Help => Vec::new(),
            Mode::Type(prompt, mut text) => {
                match typing::key(&mut text, key.code) {
                    Typed::Done => return self.create(prompt, text.trim()),
                    Typed::Cancelled => {}
                    Typed::Unfinished => self.mode = Mode::Type(prompt, text),
                }
                Vec::new()
            }
            Mode::Reason(game) => self.decline(game, key.code),
        }
    }

    fn list_key(&mut self, code: KeyCode) -> Vec<Effect> {
        match code {
            KeyCode::Up => self.step(-1),
            KeyCode::Down => self.step(1),
            KeyCode::PageUp => self.step(-(PAGE as isize)),
            KeyCode::PageDown => self.step(PAGE as isize),
            KeyCode::Home => self.step(isize::MIN),
            KeyCode::End => self.step(isize::MAX),
            KeyCode::Enter | KeyCode::Char(' ') => return self.open(),
            KeyCode::Char('d') => match self.place().map(|place| &self.entries()[place]) {
                Some(Entry { game, kind: Kind::Challenge, .. }) => self.mode = Mode::Reason(game.clone()),
                _ => self.refuse("choose a challenge to you, which d declines"),
            },
            KeyCode::Char('s') => self.mode = Mode::Type(Prompt::Seek, self.terms.clock().to_owned()),
            KeyCode::Char('i') => self.mode = Mode::Type(Prompt::Invite, self.terms.clock().to_owned()),
            KeyCode::Char('c') => self.mode = Mode::Type(Prompt::Challenge, String::new()),
            KeyCode::Char('e') => self.mode = Mode::Type(Prompt::Engine, String::new()),
            KeyCode::Char('?') | KeyCode::F(1) => self.mode = Mode::Help,
            KeyCode::Char('q') => return vec![Effect::Quit],
            _ => {}
        }
        Vec::new()
    }

    fn step(&mut self, lines: isize) {
        let last = self.entries().len().saturating_sub(1);
        let place = self.place().unwrap_or(0).saturating_add_signed(lines).min(last);
        self.chosen = self.entries().get(place).map(|entry| entry.game.clone());
    }

    /// A click chooses a line; one on the chosen line opens it.
    fn click(&mut self, row: u16) -> Vec<Effect> {
        if self.mode != Mode::List {
            return Vec::new();
        }
        let Some(entry) = view::entry_at(self, row).map(|entry| entry.game.clone()) else { return Vec::new() };
        if self.chosen.as_ref() == Some(&entry) {
            return self.open();
        }
        self.chosen = Some(entry);
        Vec::new()
    }

    fn open(&mut self) -> Vec<Effect> {
        let Some(entry) = self.place().map(|place| self.entries()[place].clone()) else {
            self.refuse("there is nothing to open; s seeks an opponent, e plays the engine");
            return Vec::new();
        };
        self.note("opening the game");
        let join = matches!(entry.kind, Kind::Challenge | Kind::OpenSeat);
        vec![Effect::Ask(Request::Open { game: entry.game, join })]
    }

    /// Sets up a game from what was typed.
    fn create(&mut self, prompt: Prompt, text: &str) -> Vec<Effect> {
        if text.is_empty() {
            return Vec::new();
        }
        let game = match prompt {
            Prompt::Seek => self.terms.open_seat(text, true),
            Prompt::Invite => self.terms.open_seat(text, false),
            Prompt::Challenge => {
                let (name, clock) = text.split_once(char::is_whitespace).unwrap_or((text, self.terms.clock()));
                self.terms.challenge(name, clock.trim())
            }
            Prompt::Engine => {
                let Ok(level @ 1..=10) = text.parse() else {
                    self.refuse(format!("expected a level from 1 to 10, found '{text}'"));
                    return Vec::new();
                };
                self.terms.engine(level)
            }
        };
        self.note("setting up the game");
        vec![Effect::Ask(Request::Create(game))]
    }

    /// The answer to the question why a challenge is declined.
    fn decline(&mut self, game: String, code: KeyCode) -> Vec<Effect> {
        let reason = match code {
            KeyCode::Enter => None,
            // 1 to 9, then 0.
            KeyCode::Char(digit @ '0'..='9') => Some(REASONS[(digit as usize - '0' as usize + 9) % 10].0),
            KeyCode::Esc => return Vec::new(),
            _ => {
                self.mode = Mode::Reason(game);
                return Vec::new();
            }
        };
        self.note("the challenge is declined");
        let action = Action::DeclineChallenge(reason);
        let mut effects = vec![Effect::Ask(Request::Act { game, version: 0, action })];
        effects.extend(self.renew());
        effects
    }
}

/// How a message about the connection begins: it is gone when the connection is back.
const LOST: &str = "no connection";
