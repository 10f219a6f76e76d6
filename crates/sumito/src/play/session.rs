//! The screens of the program: a game, or the lobby of a server with games that come and go. Pure, like both of them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::lobby::{self, Lobby};
use super::remote::Heard;
use super::state::{Effect, Event, Setup, State};
use super::view;

pub(crate) struct Session {
    screen: Screen,
    /// The lobby that a game was opened from, to go back to.
    lobby: Option<Box<Lobby>>,
}

enum Screen {
    Game(Box<State>),
    Lobby(Box<Lobby>),
}

impl Session {
    /// A game without a server, and what to do first.
    pub(crate) fn local(setup: Setup) -> (Session, Vec<Effect>) {
        let (state, effects) = State::new(setup);
        (Session::game(state), effects)
    }

    /// A game alone.
    pub(crate) fn game(state: State) -> Session {
        Session { screen: Screen::Game(Box::new(state)), lobby: None }
    }

    pub(crate) fn lobby(lobby: Lobby) -> Session {
        Session { screen: Screen::Lobby(Box::new(lobby)), lobby: None }
    }

    /// What an event does.
    pub(crate) fn update(&mut self, event: Event) -> Vec<Effect> {
        match (&mut self.screen, event) {
            (Screen::Lobby(_), Event::Heard(Heard::Opened(view))) => {
                let Screen::Lobby(lobby) = &mut self.screen else { return Vec::new() };
                let game = view.game.clone();
                match State::remote(*view, lobby.server.clone(), true, lobby.look, lobby.size) {
                    Ok(state) => {
                        self.lobby = Some(lobby.clone());
                        self.screen = Screen::Game(Box::new(state));
                        vec![Effect::Watch(Some(game))]
                    }
                    Err(why) => {
                        lobby.refuse(why);
                        Vec::new()
                    }
                }
            }
            (Screen::Lobby(lobby), event) => lobby.update(event),
            (Screen::Game(state), event) => {
                let effects = state.update(event);
                if effects.contains(&Effect::Leave) { self.leave() } else { effects }
            }
        }
    }

    /// Goes back to the lobby; without one, the program ends.
    fn leave(&mut self) -> Vec<Effect> {
        let Some(mut lobby) = self.lobby.take() else { return vec![Effect::Quit] };
        if let Screen::Game(state) = &self.screen {
            lobby.size = state.size;
        }
        let mut effects = vec![Effect::Watch(None)];
        effects.extend(lobby.come_back());
        self.screen = Screen::Lobby(lobby);
        effects
    }

    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer) {
        match &self.screen {
            Screen::Game(state) => view::draw(state, area, buffer),
            Screen::Lobby(lobby) => lobby::draw(lobby, area, buffer),
        }
    }
}
