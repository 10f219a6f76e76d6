//! The state of a game at the terminal, and what events do to it. It reads no clock, no keyboard and no file: it returns what to do.

use std::time::Duration;

use ratatui::crossterm::event::{Event as Input, KeyEventKind};
use sumito_engine::Level;
use sumito_rules::notation::MoveNotation;
use sumito_rules::record::Record;
use sumito_rules::{ByColor, Cell, Cells, Color, Game, Move};

use super::clock::Clock;
use super::remote::{Heard, Remote, Request};
use crate::site::game::Status;

/// Who moves for a color.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Person,
    Engine(Level),
    /// Somebody else, on a server.
    Remote,
}

/// What a terminal shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) color: bool,
    pub(crate) unicode: bool,
}

/// What happens.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// A key, the mouse, or a new size of the terminal.
    Input(Input),
    /// Time has passed.
    Tick(Duration),
    /// The engine has answered a request.
    Found { request: u64, m: Option<Move> },
    /// The record was saved, or why not.
    Saved(String, Result<(), String>),
    /// A server says something.
    Heard(Heard),
}

/// What to do outside of the state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    /// Let the engine choose a move. A later request replaces it.
    Think { request: u64, level: Level, game: Game, clock: Option<(Duration, Duration)> },
    /// Write this text to a file.
    Save { path: String, text: String },
    /// Ask the server for something. The answer is heard.
    Ask(Request),
    /// Follow this game on the server, and no other.
    Watch(Option<String>),
    /// Call somebody who may not be looking.
    Bell,
    /// Go back to the lobby.
    Leave,
    /// End the program.
    Quit,
}

/// What typed characters are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Keys are commands.
    Board,
    /// A move is being typed.
    TypeMove(String),
    /// The name of a file is being typed.
    TypeFile(String),
    /// A line of the chat is being typed.
    TypeChat(String),
    /// A question to be answered with y or n.
    Confirm(Question),
    /// The help screen.
    Help,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Quit,
    Resign,
    Draw,
    New,
    /// On a server.
    OfferDraw,
    Abort,
    Withdraw,
    Claim,
    Leave,
}

/// A line for the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    Note(String),
    /// Something was refused; a cell may show why.
    Refusal(String, Option<Cell>),
}

/// What the engine's answer is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Play,
    Hint,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(super) game: Game,
    pub(super) players: ByColor<Player>,
    pub(super) names: ByColor<String>,
    pub(super) clock: Option<Clock>,
    /// The clock at the start, for a new game.
    pub(super) first_clock: Option<Clock>,
    /// The time that the mover had left after each move, where a clock ran.
    pub(super) times: Vec<Option<Duration>>,
    /// The record that the game came from, with its comments.
    pub(super) origin: Option<Record>,
    pub(super) look: Look,
    pub(super) size: (u16, u16),
    pub(super) flipped: bool,
    pub(super) cursor: Cell,
    pub(super) chosen: Cells,
    pub(super) hint: Option<Move>,
    pub(super) mode: Mode,
    pub(super) message: Message,
    /// Whether a finished game is being looked through.
    pub(super) replay: bool,
    request: u64,
    waiting: Option<Purpose>,
    pub(super) file: Option<String>,
    /// The actions of the game when it was last saved.
    pub(super) saved: usize,
    /// The game on a server, if it is one. Boxed, because most are not.
    pub(super) remote: Option<Box<Remote>>,
}

/// How a game at the terminal begins.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) game: Game,
    pub(crate) players: ByColor<Player>,
    pub(crate) names: ByColor<String>,
    pub(crate) clock: Option<Clock>,
    pub(crate) look: Look,
    pub(crate) size: (u16, u16),
    pub(crate) replay: bool,
    pub(crate) file: Option<String>,
    pub(crate) origin: Option<Record>,
}

impl State {
    /// The state at the start, and what to do first.
    pub(crate) fn new(setup: Setup) -> (State, Vec<Effect>) {
        let Setup { game, players, names, clock, look, size, replay, file, origin } = setup;
        let mut state = State {
            saved: game.actions().count(),
            times: Vec::new(),
            flipped: players.black != Player::Person && players.white == Player::Person,
            cursor: Cell::E5,
            chosen: Cells::EMPTY,
            hint: None,
            mode: Mode::Board,
            message: Message::Note(String::new()),
            request: 0,
            waiting: None,
            first_clock: clock,
            game,
            players,
            names,
            clock,
            look,
            size,
            replay,
            file,
            origin,
            remote: None,
        };
        if replay {
            state.game.go_to(0);
        }
        let effects = state.next_turn();
        (state, effects)
    }

    /// Whether the engine is thinking about its move.
    pub(super) fn is_thinking(&self) -> bool {
        self.waiting == Some(Purpose::Play)
    }

    /// The person to move, unless it is the engine's turn or the game is over or replayed.
    pub(super) fn person(&self) -> Option<Color> {
        let turn = self.game.position().turn();
        let waits = self.remote.as_ref().is_some_and(|remote| remote.has_sent() || remote.view.status != Status::Playing);
        let may = !self.replay && !waits && self.game.outcome().is_none() && self.players[turn] == Player::Person;
        may.then_some(turn)
    }

    /// Whether somebody is to move.
    pub(super) fn is_playing(&self) -> bool {
        let begun = self.remote.as_ref().is_none_or(|remote| remote.view.status == Status::Playing);
        begun && self.game.outcome().is_none()
    }

    /// The time that a side has left, and whether it runs.
    pub(super) fn time_left(&self, color: Color) -> Option<(Duration, bool)> {
        match &self.remote {
            Some(remote) => remote.time_left(color),
            None => self.clock.map(|clock| (clock.left[color], self.clock_runs() && self.game.position().turn() == color)),
        }
    }

    /// The clocks start with the first move, and stand still while somebody looks through the game.
    fn clock_runs(&self) -> bool {
        !self.replay && self.game.outcome().is_none() && self.game.ply() > 0
    }

    /// What an event does.
    pub(crate) fn update(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Input(Input::Resize(columns, lines)) => self.size = (columns, lines),
            Event::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => return self.key(key),
            Event::Input(Input::Mouse(mouse)) => return self.mouse(mouse),
            Event::Input(Input::Paste(text)) => self.paste(&text),
            Event::Tick(time) => self.tick(time),
            Event::Found { request, m } if request == self.request => return self.found(m),
            // An answer to a question that was withdrawn, or nothing of interest.
            Event::Found { .. } | Event::Input(_) => {}
            Event::Saved(path, Ok(())) => {
                self.saved = self.game.actions().count();
                match self.saved_without() {
                    None => self.note(format!("saved as {path}")),
                    Some(why) => self.note(format!("saved as {path}, without the times: {why}")),
                }
                self.file = Some(path);
            }
            Event::Saved(_, Err(error)) => self.refuse(error, None),
            Event::Heard(heard) => return self.hear(heard),
        }
        Vec::new()
    }

    pub(super) fn note(&mut self, text: impl Into<String>) {
        self.message = Message::Note(text.into());
    }

    pub(super) fn refuse(&mut self, text: impl Into<String>, cell: Option<Cell>) {
        self.message = Message::Refusal(text.into(), cell);
    }

    fn tick(&mut self, time: Duration) {
        self.tick_remote(time);
        let runs = self.clock_runs();
        let turn = self.game.position().turn();
        let Some(clock) = self.clock.as_mut().filter(|_| runs) else { return };
        if !clock.run(turn, time) && self.game.flag_fall(turn).is_ok() {
            self.withdraw();
            self.announce();
        }
    }

    /// Forgets what the engine was asked.
    pub(super) fn withdraw(&mut self) {
        self.request += 1;
        self.waiting = None;
    }

    fn announce(&mut self) {
        if let Some(outcome) = self.game.outcome() {
            self.note(format!("{outcome}"));
        }
    }

    /// Lets the engine think if it is its turn.
    pub(super) fn next_turn(&mut self) -> Vec<Effect> {
        self.withdraw();
        (self.chosen, self.hint) = (Cells::EMPTY, None);
        let turn = self.game.position().turn();
        if self.game.outcome().is_some() || self.replay {
            self.announce();
            return Vec::new();
        }
        match self.players[turn] {
            Player::Person | Player::Remote => Vec::new(),
            Player::Engine(level) => vec![self.think(Purpose::Play, level)],
        }
    }

    pub(super) fn think(&mut self, purpose: Purpose, level: Level) -> Effect {
        self.withdraw();
        self.waiting = Some(purpose);
        let turn = self.game.position().turn();
        let clock = self.clock.filter(|_| purpose == Purpose::Play).map(|clock| (clock.left[turn], clock.increment));
        Effect::Think { request: self.request, level, game: self.game.clone(), clock }
    }

    fn found(&mut self, m: Option<Move>) -> Vec<Effect> {
        match (self.waiting.take(), m) {
            (Some(Purpose::Play), Some(m)) => self.play(m),
            (Some(Purpose::Hint), Some(m)) => {
                let position = *self.game.position();
                self.hint = Some(m);
                self.note(format!("hint: {}, {}", MoveNotation::AbaPro.format(&position, m), position.explain(m)));
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Plays a move of the side to move.
    pub(super) fn play(&mut self, m: Move) -> Vec<Effect> {
        if self.remote.is_some() {
            return self.send_move(m);
        }
        let before = *self.game.position();
        if let Err(reason) = self.game.play(m) {
            self.refuse(reason.to_string(), reason.cell());
            return Vec::new();
        }
        if let Some(clock) = &mut self.clock {
            clock.moved(before.turn());
            self.times.resize(self.game.ply() - 1, None);
            self.times.push(Some(clock.left[before.turn()]));
        }
        self.note(format!("{} {}: {}", before.turn(), MoveNotation::AbaPro.format(&before, m), before.explain(m)));
        self.next_turn()
    }

    pub(super) fn confirmed(&mut self, question: Question) -> Vec<Effect> {
        if self.remote.is_some() {
            return self.confirmed_remote(question);
        }
        match question {
            Question::Quit => return vec![Effect::Quit],
            Question::Resign => {
                // Whoever is at the keyboard: the side to move if both are.
                let turn = self.game.position().turn();
                let loser = if self.players[turn] == Player::Person { turn } else { !turn };
                let _ = self.game.resign(loser);
            }
            Question::Draw => {
                let _ = self.game.agree_draw();
            }
            Question::New => {
                self.game = match self.game.layout() {
                    Some(layout) => Game::new(layout, self.game.rules()),
                    None => Game::from_position(*self.game.start(), self.game.rules()),
                };
                self.clock = self.first_clock;
                (self.saved, self.file, self.origin) = (0, None, None);
                self.times.clear();
                self.replay = false;
                self.note("a new game");
            }
            // Those are asked on a server.
            Question::OfferDraw | Question::Abort | Question::Withdraw | Question::Claim | Question::Leave => {}
        }
        self.next_turn()
    }

    pub(super) fn take_back(&mut self) -> Vec<Effect> {
        let people: Vec<Color> = Color::ALL.into_iter().filter(|&color| self.players[color] == Player::Person).collect();
        let undone = match people.as_slice() {
            [person] => self.game.take_back(*person),
            _ => self.game.undo().is_some(),
        };
        if !undone {
            self.refuse("there is no move to take back", None);
            return Vec::new();
        }
        self.note("taken back");
        self.next_turn()
    }
}
