//! The panel next to the board: players, clocks, notices, moves and chat.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use sumito_rules::Color;
use sumito_rules::notation::MoveNotation;

use super::clock::shown;
use super::page::{Page, wrapped};
use super::state::State;
use super::view::{glyph, turn};

/// The most lines of notices, and the fewest of moves.
const NOTICES: u16 = 6;
const MOVES: u16 = 3;

impl Page<'_> {
    pub(super) fn panel(&mut self, state: &State, area: Rect) {
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        let mut y = area.y;
        for color in Color::ALL {
            let is_turn = state.is_playing() && state.game.position().turn() == color;
            let sign = glyph(state.look, Some(color), false, 0);
            let arrow = if is_turn { ">" } else { " " };
            let style = if is_turn { bold } else { plain };
            let you =
                if state.remote.as_ref().is_some_and(|remote| remote.view.own_color() == Some(color)) { " (you)" } else { "" };
            self.text(area.x, y, &format!("{arrow} {sign} {color}: {}{you}", state.names[color]), style);
            let (taken, needed) = (state.game.score()[color], state.game.rules().marbles_to_win);
            let score = format!("ejected {taken} of {needed}");
            match state.time_left(color) {
                None => self.text(area.x + 2, y + 1, &score, plain),
                Some((left, runs)) => {
                    let clock = shown(left);
                    self.text(area.x + 2, y + 1, &clock, if runs { bold } else { plain });
                    self.text(area.x + 4 + clock.chars().count() as u16, y + 1, &score, plain);
                }
            }
            y += 2;
        }
        let rest = |y: u16| Rect { y, height: area.bottom().saturating_sub(y), ..area };
        y += 1;
        y += self.paragraph(rest(y), &turn(state), bold);
        if let Some(remote) = &state.remote {
            let end = y + NOTICES;
            for notice in remote.notices() {
                let height = end.saturating_sub(y).min(rest(y).height);
                y += self.paragraph(Rect { height, ..rest(y) }, &notice, plain);
            }
        }
        y += 1;
        let chat = chat(state, area.width);
        let lines = rest(y).height;
        // The chat gets half of the room at most, and a line between it and the moves.
        let talk = (chat.len() as u16).min((lines / 2).min(lines.saturating_sub(MOVES + 1)));
        let gap = u16::from(talk > 0);
        self.last_lines(Rect { height: lines - talk - gap, ..rest(y) }, &moves(state));
        self.last_lines(Rect { y: area.bottom() - talk, height: talk, ..area }, &chat);
    }

    /// Writes the last lines of a text, as far as there is room.
    fn last_lines(&mut self, area: Rect, lines: &[String]) {
        let skipped = lines.len().saturating_sub(area.height.into());
        for (n, line) in lines[skipped..].iter().enumerate() {
            self.text(area.x, area.y + n as u16, line, Style::new());
        }
    }
}

/// The chat in lines of a width.
fn chat(state: &State, width: u16) -> Vec<String> {
    let Some(remote) = &state.remote else { return Vec::new() };
    let line = |line: &super::remote::ChatLine| format!("{}: {}", remote.writer(&line.user), line.text);
    remote.chat.iter().map(line).flat_map(|text| wrapped(&text, width.into())).collect()
}

/// The moves, two in a line.
fn moves(state: &State) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (&m, position) in state.game.moves().iter().zip(state.game.positions()) {
        let text = MoveNotation::AbaPro.format(position, m);
        match (lines.last_mut(), position.turn()) {
            (Some(line), Color::White) => line.push_str(&text),
            (None, Color::White) => lines.push(format!("{:>3}. {:<8}{text}", position.move_number(), "...")),
            (_, Color::Black) => lines.push(format!("{:>3}. {text:<8}", position.move_number())),
        }
    }
    lines
}
