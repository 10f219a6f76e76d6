//! Texts that are typed: moves, file names, the chat.

use ratatui::crossterm::event::KeyCode;

/// The most characters of a typed text.
const MOST: usize = 200;

/// What a key did to a text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Done,
    Cancelled,
    Unfinished,
}

/// A key while a text is being typed.
pub(super) fn key(text: &mut String, code: KeyCode) -> Typed {
    match code {
        KeyCode::Enter => return Typed::Done,
        KeyCode::Esc => return Typed::Cancelled,
        KeyCode::Backspace => {
            text.pop();
        }
        KeyCode::Char(c) if text.chars().count() < MOST => text.push(c),
        _ => {}
    }
    Typed::Unfinished
}

/// Adds a pasted text, as far as there is room.
pub(super) fn paste(text: &mut String, pasted: &str) {
    let room = MOST.saturating_sub(text.chars().count());
    text.extend(pasted.chars().filter(|c| !c.is_control()).take(room));
}
