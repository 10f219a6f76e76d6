//! A game on a server: what is known of it besides the board, and what messages do to it. Like the rest of the state it does no I/O.

mod keys;
mod messages;
#[cfg(test)]
mod tests;
mod words;

use std::time::Duration;

use ratatui::crossterm::event::KeyCode;
use sumito_rules::notation::MoveNotation;
use sumito_rules::{ByColor, Cells, Color, Game, Layout, Move};

use super::state::{Effect, Look, Player, Setup, State};
use crate::site::game::{GameView, Happened, Status};

pub(crate) use messages::{Action, Away, ChatLine, Heard, Presence, Request, What};
pub(super) use words::REASONS;

/// A game on a server.
#[derive(Clone, Debug)]
pub(crate) struct Remote {
    /// As the server described it last.
    pub(super) view: GameView,
    /// How long ago that was.
    age: Duration,
    /// How long nothing has come from the server, not even a sign of life.
    silence: Duration,
    /// Why the server cannot be reached.
    trouble: Option<String>,
    /// Our move that the server has not confirmed.
    sent: Option<Sent>,
    presence: Option<Presence>,
    /// How long ago that was.
    presence_age: Duration,
    pub(super) chat: Vec<ChatLine>,
    /// How many games the engine thinks about first.
    ahead: u64,
    /// The rematch that we are waiting for.
    going_to: Option<String>,
    /// The address of the server.
    server: String,
    /// Whether leaving the game goes back to the lobby.
    pub(super) has_lobby: bool,
    /// Why the record was saved without the times.
    saved_without: Option<String>,
    /// How the game ended; empty before that.
    ending: String,
}

/// A move on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sent {
    text: String,
    ply: usize,
    /// The age of the clocks when it was made: they have stopped for us.
    age: Duration,
}

impl State {
    /// A game on a server, as it stands. The error says why it cannot be shown.
    pub(crate) fn remote(view: GameView, server: String, has_lobby: bool, look: Look, size: (u16, u16)) -> Result<State, String> {
        let game = game_of(&view)?;
        let ending = words::ended(&view, &game);
        let setup = Setup {
            game,
            players: players_of(&view),
            names: view.names(),
            clock: None,
            look,
            size,
            replay: false,
            file: Some(format!("sumito-{}.apgn", view.game)),
            origin: None,
        };
        let (mut state, _) = State::new(setup);
        state.flipped = view.own_color() == Some(Color::White);
        state.replay = view.is_ended();
        state.remote = Some(Box::new(Remote {
            view,
            age: Duration::ZERO,
            silence: Duration::ZERO,
            trouble: None,
            sent: None,
            presence: None,
            presence_age: Duration::ZERO,
            chat: Vec::new(),
            ahead: 0,
            going_to: None,
            server,
            has_lobby,
            saved_without: None,
            ending,
        }));
        Ok(state)
    }

    /// Suggests a file name for saving.
    pub(crate) fn suggest(&mut self, file: String) {
        self.file = Some(file);
    }

    /// What a message from the server does.
    pub(super) fn hear(&mut self, heard: Heard) -> Vec<Effect> {
        let Some(remote) = &mut self.remote else { return Vec::new() };
        // What cannot be asked for says nothing about the connection.
        if !matches!(heard, Heard::Lost(_) | Heard::Record { .. }) {
            remote.silence = Duration::ZERO;
        }
        match heard {
            Heard::Game(view, happened) => return self.look(*view, happened.as_ref()),
            Heard::Present(presence) => {
                (remote.presence, remote.presence_age) = (Some(presence), Duration::ZERO);
            }
            Heard::Chat(lines) => remote.chat = lines,
            Heard::Said(line) => remote.chat.push(line),
            Heard::Ahead(ahead) => remote.ahead = ahead,
            Heard::Alive => remote.trouble = None,
            Heard::Lost(why) => remote.trouble = Some(why),
            Heard::Refused(request, why) => self.refused(&request, &why),
            Heard::Record { path, text: Ok(text) } => return vec![Effect::Save { path, text }],
            Heard::Record { path, text: Err(why) } => {
                remote.saved_without = Some(why);
                return vec![Effect::Save { path, text: self.record_text() }];
            }
            // The seat was taken: from now on the server has to know who is listening.
            Heard::Opened(view) if view.game == remote.view.game => {
                let game = view.game.clone();
                let mut effects = self.look(*view, None);
                effects.push(Effect::Watch(Some(game)));
                return effects;
            }
            // Those are for the lobby.
            Heard::Opened(_) | Heard::Lists(_) => {}
        }
        Vec::new()
    }

    /// Takes in how the game stands.
    fn look(&mut self, view: GameView, happened: Option<&Happened>) -> Vec<Effect> {
        let Some(remote) = &mut self.remote else { return Vec::new() };
        if view.game != remote.view.game {
            if remote.going_to.as_ref() == Some(&view.game) {
                self.go_on(view);
            }
            return Vec::new();
        }
        // A server that has just come back, or another one of the same site, may not know the last moves yet.
        if view.version < remote.view.version {
            return Vec::new();
        }
        let game = match game_of(&view) {
            Ok(game) => game,
            Err(why) => {
                self.refuse(why, None);
                return Vec::new();
            }
        };
        let mut effects = Vec::new();
        remote.ending = words::ended(&view, &game);
        (remote.age, remote.trouble, remote.ahead) = (Duration::ZERO, None, 0);
        let before = std::mem::replace(&mut remote.view, view);
        let view = &remote.view;
        if before.status == Status::Open && view.status == Status::Playing {
            // It may have taken a while until somebody came.
            effects.push(Effect::Bell);
        }
        // Whoever opens a game that has a rematch wants to see that game.
        if let (None, Some(next), true) = (&before.next, &view.next, view.plays()) {
            remote.going_to = Some(next.clone());
            effects.push(Effect::Watch(Some(next.clone())));
        }
        let signed_out = before.plays() && !view.plays();
        (self.players, self.names) = (players_of(view), view.names());
        if before.own_color() != view.own_color() {
            self.flipped = view.own_color() == Some(Color::White);
        }
        let is_late = self.settle();
        if let Some(sent) = self.remote.as_mut().and_then(|remote| remote.sent.as_mut()) {
            // It has not arrived, so our clock has not stopped yet.
            sent.age = Duration::ZERO;
        }
        self.show(game, Some(&before));
        if is_late {
            self.refuse("the game went on before your move arrived", None);
        } else if signed_out {
            self.refuse("the server no longer knows you: you can only watch", None);
        } else if let Some(words) = happened.and_then(|happened| words::happened(self, happened)) {
            self.note(words);
        }
        effects
    }

    fn remote_view(&self) -> &GameView {
        &self.remote.as_ref().expect("a game on a server").view
    }

    /// What became of the move that was sent. Says whether it came too late.
    fn settle(&mut self) -> bool {
        let Some(remote) = &mut self.remote else { return false };
        let Some(Sent { text, ply, .. }) = &remote.sent else { return false };
        let view = &remote.view;
        if view.moves.get(*ply) == Some(text) {
            remote.sent = None;
        } else if view.status != Status::Playing || view.moves.len() != *ply || !view.you.contains(&view.turn) {
            remote.sent = None;
            return true;
        }
        false
    }

    /// Shows the board of the server, and our move that is on its way. `before` is what was known of the game; nothing if it has to be shown
    /// again.
    fn show(&mut self, game: Game, before: Option<&GameView>) {
        let view = self.remote_view();
        let is_new = before.is_none_or(|before| before.moves != view.moves || before.status != view.status);
        let has_moved = before.is_some_and(|before| before.moves.len() < view.moves.len());
        // Whoever looks through a finished game is not disturbed.
        if self.replay && !is_new {
            return;
        }
        self.game = game;
        if let Some(sent) = self.remote.as_ref().and_then(|remote| remote.sent.as_ref())
            && let Ok(m) = self.game.position().parse_move(&sent.text)
        {
            let _ = self.game.play(m);
        }
        if !is_new {
            return;
        }
        (self.chosen, self.hint) = (Cells::EMPTY, None);
        self.withdraw();
        self.replay = self.remote_view().is_ended();
        match self.game.moves().last() {
            _ if self.replay => self.note(self.remote.as_ref().map(|remote| remote.ending.clone()).unwrap_or_default()),
            Some(&m) if has_moved => self.note(words::moved(&self.game, m)),
            _ => self.note(""),
        }
    }

    /// Goes on to the rematch.
    fn go_on(&mut self, view: GameView) {
        let Some(remote) = &self.remote else { return };
        match State::remote(view, remote.server.clone(), remote.has_lobby, self.look, self.size) {
            Ok(mut next) => {
                next.note("the rematch begins");
                *self = next;
            }
            Err(why) => self.refuse(why, None),
        }
    }

    /// The server does not allow what was asked.
    fn refused(&mut self, request: &Request, why: &str) {
        if let Request::Act { action: Action::Play(text), .. } = request
            && let Some(remote) = &mut self.remote
            && remote.sent.as_ref().is_some_and(|sent| sent.text == *text)
        {
            // Back to the board as the server knows it.
            remote.sent = None;
            if let Ok(game) = game_of(&remote.view) {
                self.show(game, None);
            }
        }
        self.refuse(why, None);
    }

    /// Sends a move, and shows it at once.
    pub(super) fn send_move(&mut self, m: Move) -> Vec<Effect> {
        let ply = self.game.ply();
        let text = MoveNotation::AbaPro.format(self.game.position(), m);
        if let Err(reason) = self.game.play(m) {
            self.refuse(reason.to_string(), reason.cell());
            return Vec::new();
        }
        (self.chosen, self.hint) = (Cells::EMPTY, None);
        self.withdraw();
        self.note(words::moved(&self.game, m));
        if let Some(remote) = &mut self.remote {
            remote.sent = Some(Sent { text: text.clone(), ply, age: remote.age });
        }
        self.act(Action::Play(text))
    }

    /// Asks the server to do something in this game.
    fn act(&self, action: Action) -> Vec<Effect> {
        let view = self.remote_view();
        vec![Effect::Ask(Request::Act { game: view.game.clone(), version: view.version, action })]
    }

    /// Time passes for the clocks of the server.
    pub(super) fn tick_remote(&mut self, time: Duration) {
        if let Some(remote) = &mut self.remote {
            remote.age += time;
            remote.silence += time;
            remote.presence_age += time;
        }
    }
}

impl Remote {
    /// Whether a move waits for the server.
    pub(super) fn has_sent(&self) -> bool {
        self.sent.is_some()
    }

    /// The time that a side has left, and whether it runs.
    pub(super) fn time_left(&self, color: Color) -> Option<(Duration, bool)> {
        // A clock that is stopped by our own move stops on the screen as well.
        let passed = self.sent.as_ref().map_or(self.age, |sent| sent.age);
        let left = self.view.clocks.after(color, passed)?;
        let runs = self.view.clocks.running.is_some_and(|side| Color::from(side) == color);
        Some((left.shown(), runs && !self.view.is_ended()))
    }

    /// Whether somebody waits for us, or our time runs.
    fn is_awaited(&self) -> bool {
        let view = &self.view;
        view.plays() && !view.is_ended() && (view.kind == "online" || view.control != "none")
    }

    /// How the game ended, if it did after this many plies.
    pub(super) fn ending_at(&self, ply: usize) -> String {
        if ply == self.view.moves.len() { self.ending.clone() } else { String::new() }
    }

    /// After the game, keys that would move the cursor go through it.
    fn looks_through(&self, code: KeyCode) -> bool {
        use KeyCode::{Down, End, Home, Left, PageDown, PageUp, Right, Up};
        self.view.is_ended() && matches!(code, Left | Right | Up | Down | Home | End | PageUp | PageDown)
    }

    /// The offers that wait for our answer.
    fn asked(&self) -> impl Iterator<Item = What> {
        let own = self.view.own_color();
        What::ALL.into_iter().filter(move |what| own.is_some() && self.view.offer(what.key()).is_some_and(|by| Some(by) != own))
    }

    /// The opponent's absence.
    fn absence(&self) -> Option<(Color, Away)> {
        let opponent = !self.view.own_color()?;
        let away = self.presence.as_ref()?.away[opponent]?;
        (self.view.status == Status::Playing).then_some((opponent, away))
    }

    /// How long until something happens on the server's clock, which said `now` some time ago.
    fn until(at: i64, now: i64, passed: Duration) -> Duration {
        Duration::from_millis((at - now).max(0).unsigned_abs()).saturating_sub(passed)
    }
}

/// Who plays each side.
fn players_of(view: &GameView) -> ByColor<Player> {
    ByColor::new(Color::Black, Color::White).map(|color| {
        let is_ours = view.you.iter().any(|&side| Color::from(side) == color);
        if is_ours { Player::Person } else { Player::Remote }
    })
}

/// The game of a view: its moves, and how it ended.
fn game_of(view: &GameView) -> Result<Game, String> {
    let unknown = |what: &str| format!("the server describes the {what} of the game in an unknown way");
    let start = view.start.parse().map_err(|_| unknown("start"))?;
    let rules = view.rules.parse().map_err(|_| unknown("rules"))?;
    let layout = Layout::all().iter().find(|layout| layout.position() == start);
    let mut game = layout.map_or_else(|| Game::from_position(start, rules), |layout| Game::new(layout, rules));
    for text in &view.moves {
        let m = game.position().parse_move(text).map_err(|_| unknown("moves"))?;
        game.play(m).map_err(|_| unknown("moves"))?;
    }
    // Where a player left the game there is nothing like it on the board.
    if let Some(outcome) = &view.outcome {
        let loser = outcome.winner.map(|side| !Color::from(side));
        let _ = match (outcome.key.as_str(), loser) {
            ("won-by-resignation", Some(loser)) => game.resign(loser),
            ("won-on-time", Some(loser)) => game.flag_fall(loser),
            ("drawn-by-agreement", None) => game.agree_draw(),
            _ => Ok(()),
        };
    }
    Ok(game)
}
