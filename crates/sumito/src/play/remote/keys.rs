//! What keys do in a game on a server.

use ratatui::crossterm::event::KeyCode;
use sumito_engine::Level;

use super::super::state::{Effect, Mode, Purpose, Question, State};
use super::{Action, Remote, Request, What};
use crate::site::game::Status;

/// How many moves a game has when it can no longer be aborted.
const BEGUN: usize = 2;

impl State {
    pub(in crate::play) fn remote_key(&mut self, code: KeyCode) -> Vec<Effect> {
        let Some(remote) = &self.remote else { return Vec::new() };
        let view = &remote.view;
        let (plays, status, asked) = (view.plays(), view.status, remote.asked().next());
        match code {
            _ if remote.looks_through(code) => return self.replay_key(code),
            KeyCode::Char('q') => return self.ask(Question::Leave, remote.is_awaited()),
            KeyCode::Char('j') => return self.join(),
            KeyCode::Char('u') => return self.offer(What::Takeback),
            KeyCode::Char('=') => return self.offer(What::Draw),
            KeyCode::Char('n') => return self.offer(What::Rematch),
            KeyCode::Char('-') => match asked {
                Some(what) => return self.act(Action::Decline(what)),
                None => self.refuse("nothing was offered to you", None),
            },
            KeyCode::Char('r') if !plays => self.refuse_watching(),
            KeyCode::Char('r') => match status {
                Status::Open => return self.ask(Question::Withdraw, true),
                Status::Playing if view.moves.len() < BEGUN => return self.ask(Question::Abort, true),
                Status::Playing => return self.ask(Question::Resign, true),
                Status::Over | Status::Aborted => self.refuse_turn(),
            },
            KeyCode::Char('c') => match remote.absence() {
                Some(_) => return self.ask(Question::Claim, true),
                None => self.refuse("a game can be claimed when the opponent has left it", None),
            },
            KeyCode::Char('t') if plays && view.kind != "online" => self.refuse("there is nobody to talk to", None),
            KeyCode::Char('t') if plays => self.mode = Mode::TypeChat(String::new()),
            KeyCode::Char('t') => self.refuse("only the players can write", None),
            KeyCode::Char('h') => match self.person() {
                _ if !view.help => self.refuse("hints are not allowed in this game", None),
                Some(_) => return vec![self.think(Purpose::Hint, Level::FULL)],
                None => self.refuse("hints are for your own turn", None),
            },
            KeyCode::Char('p') => {}
            _ => return self.board_key(code),
        }
        Vec::new()
    }

    fn refuse_watching(&mut self) {
        self.refuse("you are watching: only the players can do that", None);
    }

    /// Takes the open seat.
    fn join(&mut self) -> Vec<Effect> {
        let view = self.remote_view();
        if view.status != Status::Open || view.plays() {
            self.refuse("there is no open seat", None);
            return Vec::new();
        }
        self.note("taking the seat");
        let game = self.remote_view().game.clone();
        vec![Effect::Ask(Request::Open { game, join: true })]
    }

    /// Offers something, or accepts it if the other side has offered it.
    fn offer(&mut self, what: What) -> Vec<Effect> {
        let Some(remote) = &self.remote else { return Vec::new() };
        let view = &remote.view;
        let (is_asked, is_offered) = (remote.asked().any(|asked| asked == what), view.offer(what.key()).is_some());
        let fits = match what {
            What::Rematch => view.is_ended(),
            What::Draw | What::Takeback => view.status == Status::Playing,
        };
        match what {
            _ if !view.plays() => self.refuse_watching(),
            What::Rematch if !fits => self.refuse("a rematch is possible after the game", None),
            _ if !fits => self.refuse_turn(),
            What::Takeback | What::Rematch if is_asked => return self.act(Action::Accept(what)),
            What::Draw if is_asked => return self.ask(Question::Draw, true),
            _ if is_offered => self.refuse("you have offered that already", None),
            What::Draw => return self.ask(Question::OfferDraw, true),
            What::Takeback | What::Rematch => return self.act(Action::Offer(what)),
        }
        Vec::new()
    }

    /// A question was answered with yes.
    pub(in crate::play) fn confirmed_remote(&mut self, question: Question) -> Vec<Effect> {
        match question {
            Question::Leave if self.remote.as_ref().is_some_and(|remote| remote.has_lobby) => vec![Effect::Leave],
            Question::Leave | Question::Quit | Question::New => vec![Effect::Quit],
            Question::Resign => self.act(Action::Resign),
            Question::Abort | Question::Withdraw => self.act(Action::Abort),
            Question::Draw => self.act(Action::Accept(What::Draw)),
            Question::OfferDraw => self.act(Action::Offer(What::Draw)),
            Question::Claim => self.act(Action::Claim { win: true }),
        }
    }

    /// The other answer to a question about a claim.
    pub(in crate::play) fn claim_draw(&mut self) -> Vec<Effect> {
        self.act(Action::Claim { win: false })
    }

    pub(in crate::play) fn say(&mut self, text: &str) -> Vec<Effect> {
        if text.is_empty() { Vec::new() } else { self.act(Action::Chat(text.to_owned())) }
    }

    /// Asks the server for the record, which has the times.
    pub(in crate::play) fn save_remote(&self, path: &str) -> Vec<Effect> {
        let game = self.remote_view().game.clone();
        vec![Effect::Ask(Request::Record { game, path: path.to_owned() })]
    }

    /// What to add after the record was saved.
    pub(in crate::play) fn saved_without(&mut self) -> Option<String> {
        self.remote.as_mut().and_then(|remote: &mut Box<Remote>| remote.saved_without.take())
    }
}
