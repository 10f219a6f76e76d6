//! What the terminal shows: a pure function of the state.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Color as Paint, Modifier, Style};
use sumito_rules::{Cell, Color};

use super::board::{Board, Scale};
use super::clock::shown;
use super::help;
use super::page::{Page, tail, wrapped};
use super::state::{Look, Message, Mode, Player, Question, State};
use crate::site::game::Status;

/// Where things are on the screen.
pub(super) struct Layout {
    pub(super) board: Board,
    /// Players, clocks and moves, if there is room next to the board.
    panel: Option<Rect>,
}

/// The columns that the panel needs, with a gap.
const PANEL: u16 = 30;
/// A title above the board; a message of two lines and the keys below it.
const LINES_AROUND: u16 = 4;

impl Layout {
    /// `None` if even the smallest board does not fit.
    pub(super) fn new(area: Rect, flipped: bool) -> Option<Layout> {
        let lines = area.height.checked_sub(LINES_AROUND)?;
        let beside = area.width.checked_sub(PANEL).and_then(|columns| Scale::fitting(columns, lines));
        let scale = beside.or_else(|| Scale::fitting(area.width, lines))?;
        let board = Board { scale, corner: Point::new(area.x, area.y + 1), flipped };
        let panel = beside.map(|scale| {
            let left = area.x + scale.size().0 + 1;
            Rect::new(left, area.y + 1, area.right() - left, lines)
        });
        Some(Layout { board, panel })
    }
}

/// Draws the state.
pub(crate) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    let mut page = Page::new(area, buffer, state.look.unicode);
    if state.mode == Mode::Help {
        return page.help(if state.remote.is_some() { help::ON_A_SERVER } else { help::HERE });
    }
    let Some(layout) = Layout::new(area, state.flipped) else {
        let (width, height) = Scale::SMALL.size();
        page.text(area.x, area.y, &format!("too small: needs {width}x{}", height + LINES_AROUND), Style::new());
        return;
    };
    page.text(area.x, area.y, &title(state, layout.panel.is_none()), Style::new().add_modifier(Modifier::BOLD));
    page.board(state, &layout.board);
    if let Some(panel) = layout.panel {
        page.panel(state, panel);
    }
    page.bottom(state, layout.panel.is_some());
}

/// The game in a line; with the score and the clocks if there is no room for the panel.
fn title(state: &State, short: bool) -> String {
    let game = &state.game;
    let start = game.layout().map_or("custom position", |layout| layout.name);
    if !short {
        let more = state.remote.as_ref().map(|remote| format!("  {}", remote.title())).unwrap_or_default();
        return format!("sumito  {start}{more}");
    }
    let side = |color: Color| {
        let score = game.score()[color];
        match state.time_left(color) {
            None => format!("{color} {score}"),
            // Signs leave room for the clocks.
            Some((left, _)) => format!("{} {score} {}", glyph(state.look, Some(color), false, 0), shown(left)),
        }
    };
    let turn = match &state.remote {
        Some(_) if state.is_playing() => format!("{} to move", game.position().turn()),
        _ => turn(state),
    };
    format!("{}  {}  {turn}", side(Color::Black), side(Color::White))
}

/// Whose turn it is, or how the game ended.
pub(super) fn turn(state: &State) -> String {
    let looks_back = |moves: usize| state.replay && state.game.ply() < moves;
    match (&state.remote, state.game.outcome()) {
        (Some(remote), _) if looks_back(remote.view.moves.len()) => format!("ply {}", state.game.ply()),
        (Some(remote), _) => remote.turn(),
        (None, Some(outcome)) => outcome.to_string(),
        (None, None) if state.replay => format!("ply {}", state.game.ply()),
        (None, None) if state.is_thinking() => format!("{} thinks", state.game.position().turn()),
        (None, None) => format!("{} to move", state.game.position().turn()),
    }
}

/// How a cell is marked, from the most important to the least.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Mark {
    Reason,
    CursorAndChosen,
    Cursor,
    Chosen,
    Hint,
    Last,
    None,
}

impl Mark {
    fn of(state: &State, cell: Cell) -> Mark {
        let last = state.game.moves().last();
        let is_chosen = state.chosen.contains(cell);
        match &state.message {
            Message::Refusal(_, Some(reason)) if *reason == cell => Mark::Reason,
            _ if state.cursor == cell && !state.replay => {
                if is_chosen {
                    Mark::CursorAndChosen
                } else {
                    Mark::Cursor
                }
            }
            _ if is_chosen => Mark::Chosen,
            _ if state.hint.is_some_and(|m| m.cells().contains(cell) || m.destinations().contains(cell)) => Mark::Hint,
            _ if last.is_some_and(|m| m.cells().contains(cell) || m.destinations().contains(cell)) => Mark::Last,
            _ => Mark::None,
        }
    }

    /// What is drawn to the left and right of the cell, so that no color is needed.
    const fn signs(self) -> (char, char) {
        match self {
            Mark::Reason => ('!', '!'),
            Mark::CursorAndChosen => ('{', '}'),
            Mark::Cursor => ('[', ']'),
            Mark::Chosen => ('(', ')'),
            Mark::Hint => ('?', '?'),
            Mark::Last => ('-', '-'),
            Mark::None => (' ', ' '),
        }
    }

    fn style(self, look: Look) -> Style {
        if !look.color {
            return match self {
                Mark::Reason | Mark::Cursor | Mark::CursorAndChosen | Mark::Chosen => Style::new().add_modifier(Modifier::BOLD),
                _ => Style::new(),
            };
        }
        let ground = match self {
            Mark::Reason => 160,
            Mark::CursorAndChosen | Mark::Chosen => 71,
            Mark::Cursor => 110,
            Mark::Hint => 179,
            Mark::Last => 144,
            Mark::None => BOARD,
        };
        Style::new().bg(Paint::Indexed(ground)).fg(Paint::Indexed(232))
    }
}

/// The board's color of the 256, as in `sumito show`.
const BOARD: u8 = 137;

impl Page<'_> {
    fn board(&mut self, state: &State, board: &Board) {
        for (name, point) in board.names() {
            self.put(point.x, point.y, name, Style::new().add_modifier(Modifier::DIM));
        }
        for cell in Cell::all() {
            self.cell(state, board, cell);
        }
    }

    fn cell(&mut self, state: &State, board: &Board, cell: Cell) {
        let (area, mark, look) = (board.cell(cell), Mark::of(state, cell), state.look);
        let color = state.game.position().color_at(cell);
        let style = mark.style(look);
        let marble = match color {
            Some(Color::White) if look.color => style.fg(Paint::Indexed(231)),
            Some(_) => style.add_modifier(Modifier::BOLD),
            None if look.color => style.fg(Paint::Indexed(94)),
            None => style,
        };
        let (left, right) = mark.signs();
        for (n, y) in (area.y..area.bottom()).enumerate() {
            let glyph = glyph(look, color, area.height > 1, n);
            self.put(area.x, y, left, style);
            self.text(area.x + 1, y, glyph, marble);
            self.put(area.right() - 1, y, right, style);
        }
    }

    /// The message, and what can be typed.
    fn bottom(&mut self, state: &State, has_panel: bool) {
        let (width, bottom) = (usize::from(self.area.width).max(1), self.area.bottom());
        // Where there is no panel, what it would say comes before what happened last.
        let notice = state.remote.as_ref().filter(|_| !has_panel).and_then(|remote| remote.notices().into_iter().next());
        let refusal = if state.look.color { Style::new().fg(Paint::Red) } else { Style::new().add_modifier(Modifier::BOLD) };
        let (text, style) = match &state.message {
            Message::Note(text) => (notice.unwrap_or_else(|| text.clone()), Style::new()),
            Message::Refusal(text, _) => (text.clone(), refusal),
        };
        for (n, line) in wrapped(&text, width).into_iter().take(2).enumerate() {
            self.text(self.area.x, bottom.saturating_sub(3) + n as u16, &line, style);
        }
        let prompt = Style::new().add_modifier(Modifier::REVERSED);
        let keys = Style::new().add_modifier(Modifier::DIM);
        let (line, style) = match &state.mode {
            Mode::TypeMove(text) => (format!("move: {}_", tail(text, width.saturating_sub(8))), prompt),
            Mode::TypeFile(text) => (format!("save as: {}_", tail(text, width.saturating_sub(11))), prompt),
            Mode::TypeChat(text) => (format!("say: {}_", tail(text, width.saturating_sub(7))), prompt),
            Mode::Confirm(question) => (words_of(*question).to_owned(), prompt),
            _ if state.remote.is_some() => (remote_keys(state).to_owned(), keys),
            _ if state.replay => ("left right home end  p play on  f turn  s save  ? help  q quit".to_owned(), keys),
            _ => ("space choose  w e a d z x move  enter type  h hint  u undo  ? help  q quit".to_owned(), keys),
        };
        self.text(self.area.x, bottom.saturating_sub(1), &line, style);
    }
}

const fn words_of(question: Question) -> &'static str {
    match question {
        Question::Quit => "The game is not saved. Quit anyway? y/n",
        Question::New => "The game is not saved. Start a new one anyway? y/n",
        Question::Resign => "Resign? y/n",
        Question::Draw => "Agree to a draw? y/n",
        Question::OfferDraw => "Offer a draw? y/n",
        Question::Abort => "Abort the game? y/n",
        Question::Withdraw => "Withdraw the open seat? y/n",
        Question::Claim => "Your opponent has left. Claim y the win, d a draw, n neither",
        Question::Leave => "The game goes on without you. Leave it? y/n",
    }
}

/// The most useful keys of a game on a server.
fn remote_keys(state: &State) -> &'static str {
    let Some(remote) = &state.remote else { return "" };
    let view = &remote.view;
    match (view.plays(), view.status) {
        (true, Status::Playing) if view.kind != "online" => {
            "space choose  w e a d z x move  enter type  h hint  u undo  r resign  ? help  q leave"
        }
        (true, Status::Playing) => "space choose  w e a d z x move  enter type  = draw  r resign  t talk  ? help",
        (true, Status::Open) => "r withdraw  f turn  ? help  q leave",
        (false, Status::Open) => "j take the seat  f turn  ? help  q leave",
        (false, Status::Playing) => "f turn  s save  ? help  q leave",
        (true, Status::Over) => "n rematch  left right home end look  t talk  s save  ? help  q leave",
        (false, Status::Over) | (_, Status::Aborted) => "left right home end look  f turn  s save  ? help  q leave",
    }
}

/// A cell's content: one line, or one of two. The shapes differ, so that nobody has to tell the sides by their colors.
pub(super) fn glyph(look: Look, color: Option<Color>, large: bool, line: usize) -> &'static str {
    let lines = match (color, look.unicode, large) {
        (Some(Color::Black), true, true) => ["▟██▙", "▜██▛"],
        (Some(Color::White), true, true) => ["╭──╮", "╰──╯"],
        (Some(Color::Black), false, true) => ["/bb\\", "\\bb/"],
        (Some(Color::White), false, true) => ["/ww\\", "\\ww/"],
        (None, true, true) => [" ▗▖ ", " ▝▘ "],
        (None, false, true) => ["    ", " .. "],
        (Some(Color::Black), true, false) => ["●"; 2],
        (Some(Color::White), true, false) => ["○"; 2],
        (Some(Color::Black), false, false) => ["b"; 2],
        (Some(Color::White), false, false) => ["w"; 2],
        (None, true, false) => ["·"; 2],
        (None, false, false) => ["."; 2],
    };
    lines[line.min(1)]
}

/// Who plays, in words.
pub(crate) fn name(player: Player) -> String {
    match player {
        Player::Person | Player::Remote => "Player".to_owned(),
        Player::Engine(level) => format!("sumito level {level}"),
    }
}
