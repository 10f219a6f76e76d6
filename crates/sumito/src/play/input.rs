//! What keys and mouse do to the state.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position as Point, Rect};
use sumito_engine::Level;
use sumito_rules::notation::{MoveNotation, ParseMoveError};
use sumito_rules::{ByColor, Cell, Cells, Direction, IllegalMove, Move, Position};

use super::state::{Effect, Mode, Player, Purpose, Question, State};
use super::typing::{self, Typed};
use super::view;

impl State {
    pub(super) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if key.code == KeyCode::Char('c') { vec![Effect::Quit] } else { Vec::new() };
        }
        match std::mem::replace(&mut self.mode, Mode::Board) {
            Mode::Board if self.remote.is_some() => self.remote_key(key.code),
            Mode::Board if self.replay => self.replay_key(key.code),
            Mode::Board => self.board_key(key.code),
            Mode::Help => Vec::new(),
            Mode::TypeMove(text) => self.typed(key.code, text, Mode::TypeMove, State::play_typed),
            Mode::TypeFile(text) => self.typed(key.code, text, Mode::TypeFile, State::save_as),
            Mode::TypeChat(text) => self.typed(key.code, text, Mode::TypeChat, State::say),
            Mode::Confirm(Question::Claim) if key.code == KeyCode::Char('d') => self.claim_draw(),
            Mode::Confirm(question) if matches!(key.code, KeyCode::Char('y' | 'Y')) => self.confirmed(question),
            Mode::Confirm(_) => {
                self.note("");
                Vec::new()
            }
        }
    }

    /// A key while a text is being typed.
    fn typed(
        &mut self,
        code: KeyCode,
        mut text: String,
        mode: fn(String) -> Mode,
        done: fn(&mut State, &str) -> Vec<Effect>,
    ) -> Vec<Effect> {
        match typing::key(&mut text, code) {
            Typed::Done => return done(self, text.trim()),
            Typed::Cancelled => {}
            Typed::Unfinished => self.mode = mode(text),
        }
        Vec::new()
    }

    pub(super) fn paste(&mut self, pasted: &str) {
        if let Mode::TypeMove(text) | Mode::TypeFile(text) | Mode::TypeChat(text) = &mut self.mode {
            typing::paste(text, pasted);
        }
    }

    /// A key that works in every game.
    fn common_key(&mut self, code: KeyCode) -> Vec<Effect> {
        match code {
            KeyCode::Char('?') | KeyCode::F(1) => self.mode = Mode::Help,
            KeyCode::Char('f') => self.flipped = !self.flipped,
            KeyCode::Char('s') => self.mode = Mode::TypeFile(self.file.clone().unwrap_or_else(|| "game.apgn".to_owned())),
            KeyCode::Char('n') => return self.ask(Question::New, self.is_unsaved()),
            KeyCode::Char('q') => return self.ask(Question::Quit, self.is_unsaved()),
            _ => {}
        }
        Vec::new()
    }

    /// Asks first, if that is needed.
    pub(super) fn ask(&mut self, question: Question, needed: bool) -> Vec<Effect> {
        if !needed {
            return self.confirmed(question);
        }
        self.mode = Mode::Confirm(question);
        Vec::new()
    }

    pub(super) fn replay_key(&mut self, code: KeyCode) -> Vec<Effect> {
        let done = self.game.actions().count();
        match code {
            KeyCode::Right | KeyCode::Down | KeyCode::Char(' ') => self.game.go_to(done + 1),
            KeyCode::Left | KeyCode::Up => self.game.go_to(done.saturating_sub(1)),
            KeyCode::PageDown => self.game.go_to(done + 10),
            KeyCode::PageUp => self.game.go_to(done.saturating_sub(10)),
            KeyCode::Home => self.game.go_to(0),
            KeyCode::End => self.game.go_to(usize::MAX),
            KeyCode::Char('p') => {
                self.replay = false;
                self.note("you play on from here");
                return self.next_turn();
            }
            _ => return self.common_key(code),
        }
        let outcome = || self.game.outcome().map(|outcome| outcome.to_string()).unwrap_or_default();
        self.note(self.remote.as_ref().map_or_else(outcome, |remote| remote.ending_at(self.game.ply())));
        Vec::new()
    }

    pub(super) fn board_key(&mut self, code: KeyCode) -> Vec<Effect> {
        match code {
            KeyCode::Left => self.step(&[Direction::West]),
            KeyCode::Right => self.step(&[Direction::East]),
            KeyCode::Up => self.step(&[Direction::NorthWest, Direction::NorthEast]),
            KeyCode::Down => self.step(&[Direction::SouthEast, Direction::SouthWest]),
            KeyCode::Char(' ') => self.choose(self.cursor),
            KeyCode::Enter | KeyCode::Char(':' | 'm') => self.mode = Mode::TypeMove(String::new()),
            KeyCode::Esc => {
                (self.chosen, self.hint) = (Cells::EMPTY, None);
                self.note("");
            }
            KeyCode::Char(c) if direction(c).is_some() => {
                let towards = direction(c).map(|direction| self.on_board(direction));
                return towards.map_or(Vec::new(), |direction| self.push(direction));
            }
            KeyCode::Char('h') => match self.person() {
                Some(_) => return vec![self.think(Purpose::Hint, Level::FULL)],
                None => self.refuse("hints are for your own turn", None),
            },
            KeyCode::Char('u') => return self.take_back(),
            KeyCode::Char('r') if self.game.outcome().is_none() => return self.ask(Question::Resign, true),
            KeyCode::Char('=') if self.players == ByColor::new(Player::Person, Player::Person) => {
                return self.ask(Question::Draw, self.game.outcome().is_none());
            }
            KeyCode::Char('=') => self.refuse("the engine agrees to no draws", None),
            _ => return self.common_key(code),
        }
        Vec::new()
    }

    /// The direction on the board of one on the screen.
    fn on_board(&self, direction: Direction) -> Direction {
        if self.flipped { direction.opposite() } else { direction }
    }

    /// Moves the cursor in the first of these directions in which there is a cell.
    fn step(&mut self, directions: &[Direction]) {
        let mut seen = directions.iter().map(|&direction| self.on_board(direction));
        if let Some(cell) = seen.find_map(|direction| self.cursor.neighbor(direction)) {
            self.cursor = cell;
        }
    }

    /// Chooses a marble, or no longer.
    fn choose(&mut self, cell: Cell) {
        let Some(turn) = self.person() else { return self.refuse_turn() };
        let position = self.game.position();
        self.hint = None;
        let reason = match position.color_at(cell) {
            Some(color) if color == turn => {
                self.chosen = with_marble(self.chosen, cell, position.ours());
                return self.note("");
            }
            Some(_) => IllegalMove::NotYourMarble(cell),
            None => IllegalMove::EmptyCell(cell),
        };
        self.refuse(reason.to_string(), reason.cell());
    }

    pub(super) fn refuse_turn(&mut self) {
        if let Some(remote) = &self.remote {
            return self.refuse(remote.not_yet(), None);
        }
        match self.game.outcome() {
            Some(_) => self.refuse(IllegalMove::GameOver.to_string(), None),
            None if self.replay => self.refuse("this is a replay; p plays on from here", None),
            None => self.refuse("it is the engine's turn", None),
        }
    }

    /// Moves the chosen marbles; without any, the cursor.
    fn push(&mut self, direction: Direction) -> Vec<Effect> {
        if self.chosen.is_empty() {
            if let Some(cell) = self.cursor.neighbor(direction) {
                self.cursor = cell;
            }
            return Vec::new();
        }
        match self.game.position().attempt(self.chosen, direction) {
            Ok(m) => {
                if let Some(cell) = self.cursor.neighbor(direction) {
                    self.cursor = cell;
                }
                self.play(m)
            }
            Err(reason) => {
                self.refuse(reason.to_string(), reason.cell());
                Vec::new()
            }
        }
    }

    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        if self.mode != Mode::Board {
            return Vec::new();
        }
        let point = Point::new(mouse.column, mouse.row);
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        let cell = view::Layout::new(area, self.flipped).and_then(|layout| layout.board.hit(point));
        match (mouse.kind, cell) {
            (MouseEventKind::Down(MouseButton::Left), Some(cell)) => self.click(cell),
            (MouseEventKind::Down(MouseButton::Right), _) => {
                self.chosen = Cells::EMPTY;
                Vec::new()
            }
            (MouseEventKind::ScrollUp, _) if self.replay => self.replay_key(KeyCode::Left),
            (MouseEventKind::ScrollDown, _) if self.replay => self.replay_key(KeyCode::Right),
            _ => Vec::new(),
        }
    }

    /// A click chooses a marble of one's own, or moves the chosen ones so that one of them steps to the cell.
    fn click(&mut self, cell: Cell) -> Vec<Effect> {
        self.cursor = cell;
        let Some(turn) = self.person() else {
            self.refuse_turn();
            return Vec::new();
        };
        let position = *self.game.position();
        if self.chosen.is_empty() || position.color_at(cell) == Some(turn) {
            self.choose(cell);
            return Vec::new();
        }
        let towards: Vec<Direction> =
            Direction::ALL.into_iter().filter(|&direction| self.chosen.shift(direction).contains(cell)).collect();
        let legal: Vec<Move> = towards.iter().filter_map(|&direction| position.attempt(self.chosen, direction).ok()).collect();
        match (legal.as_slice(), towards.as_slice()) {
            ([m], _) => return self.play(*m),
            ([], []) => self.refuse(format!("{cell} is not next to the chosen marbles"), Some(cell)),
            ([], [direction, ..]) => {
                if let Err(reason) = position.attempt(self.chosen, *direction) {
                    self.refuse(reason.to_string(), reason.cell());
                }
            }
            _ => self.refuse("that could be more than one move; use the keys w e a d z x", None),
        }
        Vec::new()
    }

    fn play_typed(&mut self, text: &str) -> Vec<Effect> {
        if text.is_empty() {
            return Vec::new();
        }
        if self.person().is_none() {
            self.refuse_turn();
            return Vec::new();
        }
        match read_move(self.game.position(), text) {
            Ok(m) => self.play(m),
            Err(error) => {
                let cell = if let ParseMoveError::Illegal(reason) = &error { reason.cell() } else { None };
                self.refuse(format!("{text}: {error}"), cell);
                Vec::new()
            }
        }
    }
}

/// The keys of the six directions, by their places on the keyboard, as on the site.
fn direction(key: char) -> Option<Direction> {
    Some(match key {
        'w' => Direction::NorthWest,
        'e' => Direction::NorthEast,
        'a' => Direction::West,
        'd' => Direction::East,
        'z' | 'y' => Direction::SouthWest,
        'x' => Direction::SouthEast,
        _ => return None,
    })
}

/// A move in any notation: the first that fits. The error is that of a rule if one notation fits, otherwise that of the native notation.
fn read_move(position: &Position, text: &str) -> Result<Move, ParseMoveError> {
    let notations = [MoveNotation::AbaPro, MoveNotation::Nacre, MoveNotation::PlayStrategy];
    let mut errors = Vec::new();
    for notation in notations {
        match notation.parse(position, text) {
            Ok(m) => return Ok(m),
            Err(error) => errors.push(error),
        }
    }
    let rule = errors.iter().position(|error| matches!(error, ParseMoveError::Illegal(_)));
    Err(errors.swap_remove(rule.unwrap_or(0)))
}

/// The chosen marbles with one more, or without it if it was chosen. Marbles that do not form a line with it are let go; one of our own that is
/// missing between two is added.
fn with_marble(chosen: Cells, cell: Cell, ours: Cells) -> Cells {
    let one = Cells::of(cell);
    if chosen.contains(cell) {
        let rest = chosen - one;
        return if is_line(rest) { rest } else { Cells::EMPTY };
    }
    let joined = chosen | one;
    if is_line(joined) {
        return joined;
    }
    let between = chosen.iter().filter(|_| chosen.len() == 1).filter_map(|other| {
        let (direction, steps) = other.direction_to(cell)?;
        (steps == 2).then(|| other.neighbor(direction)).flatten()
    });
    match between.last() {
        Some(middle) if ours.contains(middle) => joined | Cells::of(middle),
        _ => one,
    }
}

/// Whether these are one to three touching cells of a line, which can then move in some direction.
fn is_line(cells: Cells) -> bool {
    Direction::ALL.into_iter().any(|direction| Move::from_cells(cells, direction).is_some())
}
