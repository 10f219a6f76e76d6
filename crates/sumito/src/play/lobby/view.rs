//! What the lobby looks like: a pure function of its state.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Paint, Modifier, Style};

use super::super::help;
use super::super::page::{Page, tail};
use super::super::remote::REASONS;
use super::{Entry, Kind, Lobby, Mode, Prompt};
use crate::plural::count;

/// A title and a free line above the list; a message of two lines and the keys below it.
const ABOVE: u16 = 2;
const BELOW: u16 = 3;

/// A line of the list.
enum Row<'a> {
    Title(Kind),
    Entry(&'a Entry),
    /// Nothing of this kind is there.
    Free,
}

/// All lines of the list.
fn rows(lobby: &Lobby) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut last = None;
    for entry in lobby.entries() {
        if last != Some(entry.kind) {
            if last.is_some() {
                rows.push(Row::Free);
            }
            rows.push(Row::Title(entry.kind));
        }
        last = Some(entry.kind);
        rows.push(Row::Entry(entry));
    }
    rows
}

/// The lines that fit, so that the chosen one is among them.
fn shown<'a>(lobby: &Lobby, rows: &'a [Row<'a>], height: usize) -> &'a [Row<'a>] {
    let is_chosen = |row: &Row<'_>| matches!(row, Row::Entry(entry) if lobby.chosen.as_ref() == Some(&entry.game));
    let chosen = rows.iter().position(is_chosen).unwrap_or(0);
    // Some lines stay below the chosen one, as long as there are any.
    let first = (chosen + 1 + height / 3).min(rows.len()).saturating_sub(height);
    &rows[first..rows.len().min(first + height)]
}

/// The entry at a line of the screen.
pub(super) fn entry_at(lobby: &Lobby, row: u16) -> Option<&Entry> {
    let height = lobby.size.1.checked_sub(ABOVE + BELOW)?;
    let line = row.checked_sub(ABOVE).filter(|line| *line < height)?;
    let rows = rows(lobby);
    let game = match shown(lobby, &rows, height.into()).get(usize::from(line))? {
        Row::Entry(entry) => entry.game.clone(),
        Row::Title(_) | Row::Free => return None,
    };
    lobby.entries().iter().find(|entry| entry.game == game)
}

/// Draws the lobby.
pub(crate) fn draw(lobby: &Lobby, area: Rect, buffer: &mut Buffer) {
    let mut page = Page::new(area, buffer, lobby.look.unicode);
    if lobby.mode == Mode::Help {
        return page.help(help::IN_THE_LOBBY);
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    page.text(area.x, area.y, &title(lobby), bold);
    let list = Rect { y: area.y + ABOVE, height: area.height.saturating_sub(ABOVE + BELOW), ..area };
    if let Mode::Reason(_) = lobby.mode {
        page.reasons(list);
    } else {
        page.list(lobby, list);
    }
    page.lobby_bottom(lobby);
}

fn title(lobby: &Lobby) -> String {
    let Some(lists) = &lobby.lists else { return format!("sumito  {}  connecting", lobby.server) };
    let name = lists.name.as_deref().unwrap_or("a guest");
    format!("sumito  {}  you are {name}  {} here", lobby.server, count(lists.online, "player"))
}

impl Page<'_> {
    fn list(&mut self, lobby: &Lobby, area: Rect) {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let chosen = if lobby.look.color { Style::new().bg(Paint::Indexed(110)).fg(Paint::Indexed(232)) } else { bold };
        let rows = rows(lobby);
        if rows.is_empty() && lobby.lists.is_some() {
            self.text(
                area.x,
                area.y,
                "Nobody is waiting and nobody plays: s seeks an opponent, e plays the engine.",
                Style::new(),
            );
        }
        for (n, row) in shown(lobby, &rows, area.height.into()).iter().enumerate() {
            let y = area.y + n as u16;
            match row {
                Row::Title(kind) => self.text(area.x, y, kind.title(), bold),
                Row::Free => {}
                Row::Entry(entry) => {
                    let is_chosen = lobby.chosen.as_ref() == Some(&entry.game);
                    let (mark, style) = if is_chosen { (">", chosen) } else { (" ", Style::new()) };
                    self.text(area.x, y, &format!("{mark} {}", entry.words), style);
                }
            }
        }
    }

    fn reasons(&mut self, area: Rect) {
        self.text(area.x, area.y, "Why do you decline the challenge?", Style::new().add_modifier(Modifier::BOLD));
        let none = [("enter", "no reason")];
        let keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].into_iter().zip(REASONS.map(|(_, words)| words));
        for (n, (key, words)) in none.into_iter().chain(keys).enumerate() {
            self.text(area.x, area.y + 1 + n as u16, &format!("{key:>7}  {words}"), Style::new());
        }
    }

    fn lobby_bottom(&mut self, lobby: &Lobby) {
        let (width, bottom) = (self.area.width, self.area.bottom());
        let refusal = if lobby.look.color { Style::new().fg(Paint::Red) } else { Style::new().add_modifier(Modifier::BOLD) };
        let style = if lobby.message.is_refusal { refusal } else { Style::new() };
        let place = Rect { y: bottom.saturating_sub(3), height: 2, ..self.area };
        self.paragraph(place, &lobby.message.text, style);
        let prompt = Style::new().add_modifier(Modifier::REVERSED);
        let keys = Style::new().add_modifier(Modifier::DIM);
        let typed = |lead: &str, text: &str| format!("{lead}{}_", tail(text, usize::from(width).saturating_sub(lead.len() + 2)));
        let (line, style) = match &lobby.mode {
            Mode::Type(Prompt::Seek, text) => (typed("seek an opponent; clock: ", text), prompt),
            Mode::Type(Prompt::Invite, text) => (typed("invite by a link; clock: ", text), prompt),
            Mode::Type(Prompt::Challenge, text) => (typed("challenge; name and clock: ", text), prompt),
            Mode::Type(Prompt::Engine, text) => (typed("play the engine; level: ", text), prompt),
            Mode::Reason(_) => ("a key declines; esc goes back".to_owned(), keys),
            Mode::List | Mode::Help => {
                ("enter open  d decline  s seek  i invite  c challenge  e engine  ? help  q quit".to_owned(), keys)
            }
        };
        self.text(self.area.x, bottom.saturating_sub(1), &line, style);
    }
}
