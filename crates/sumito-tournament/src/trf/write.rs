//! Writing TRF files.

use std::fmt::Write;

use crate::event::{Bye, Entry, Event, Number, Outcome, Player, Points, Score, Side};

/// Writes a TRF file. Reading it returns the same event.
pub fn write(event: &Event) -> String {
    let mut lines = event.headers.clone();
    if let Some(rounds) = event.rounds {
        lines.push(format!("XXR {rounds}"));
    }
    if let Some(side) = event.first_side {
        lines.push(format!("XXC {}", if side == Side::First { "white1" } else { "black1" }));
    }
    lines.extend(points(&event.points));
    let numbers = |players: &[Number]| players.iter().fold(String::new(), |line, player| line + &format!(" {player:>4}"));
    for forbidden in &event.forbidden {
        lines.push(match forbidden.rounds {
            None => format!("XXP{}", numbers(&forbidden.players)),
            Some((first, last)) => format!("260 {:>3} {:>3}{}", first + 1, last + 1, numbers(&forbidden.players)),
        });
    }
    lines.extend(event.absent.iter().map(|&(round, player)| format!("240 Z {:>3}{}", round + 1, numbers(&[player]))));
    let rounds = event.rounds_paired();
    lines.extend(event.players.iter().enumerate().map(|(n, player)| player_line(player, event.score(n, rounds))));
    for player in &event.players {
        if !player.accelerations.is_empty() {
            let fields = player.accelerations.iter().fold(String::new(), |line, score| line + &format!(" {score:>4}"));
            lines.push(format!("XXA {:>4}{fields}", player.number));
        }
        if !player.marbles.is_empty() {
            let field = |marbles: &Option<u8>| marbles.map_or(String::new(), |marbles| marbles.to_string());
            let fields = player.marbles.iter().fold(String::new(), |line, marbles| line + &format!(" {:>4}", field(marbles)));
            lines.push(format!("XXM {:>4}{fields}", player.number));
        }
        if !player.scores.is_empty() {
            let field = |score: &Option<Score>| score.map_or(String::new(), |score| score.to_string());
            let fields = player.scores.iter().fold(String::new(), |line, score| line + &format!(" {:>4}", field(score)));
            lines.push(format!("XXG {:>4}{fields}", player.number));
        }
    }
    lines.into_iter().fold(String::new(), |text, line| text + &line + "\n")
}

/// The points that differ from the usual ones.
fn points(points: &Points) -> Vec<String> {
    let usual = Points::default();
    let values = [
        ("BBW", points.win, usual.win),
        ("BBD", points.draw, usual.draw),
        ("BBL", points.loss, usual.loss),
        ("BBZ", points.zero_bye, usual.zero_bye),
        ("BBF", points.forfeit_loss, usual.forfeit_loss),
        // A bye of the pairing is usually a win.
        ("BBU", points.pairing_bye, points.win),
    ];
    values.iter().filter(|(_, value, usual)| value != usual).map(|(code, value, _)| format!("{code} {value:>4}")).collect()
}

fn player_line(player: &Player, score: Score) -> String {
    let rating = if player.rating == 0 { String::new() } else { player.rating.to_string() };
    let rank = player.rank.map_or(String::new(), |rank| rank.to_string());
    let mut line = format!(
        "001 {:>4} {:<4} {:<33.33} {rating:>4} {:<27.27}{score:>4} {rank:>4}",
        player.number, player.title, player.name, player.origin
    );
    for &entry in &player.entries {
        let (opponent, color, mark) = marks(entry);
        let _ = write!(line, "  {:>4} {color} {mark}", opponent.map_or("0000".to_owned(), |opponent| opponent.to_string()));
    }
    line.trim_end().to_owned()
}

/// An entry on its own, such as `12 w 1`; `0 - U` is a bye.
pub(crate) fn entry_text(entry: Entry) -> String {
    let (opponent, color, mark) = marks(entry);
    format!("{} {color} {}", opponent.unwrap_or(0), if mark == ' ' { '?' } else { mark })
}

fn marks(entry: Entry) -> (Option<Number>, char, char) {
    match entry {
        Entry::Bye(bye) => (None, '-', bye_mark(bye)),
        Entry::Game { opponent, side, outcome, rated } => {
            (Some(opponent), side.map_or('-', side_mark), game_mark(outcome, rated))
        }
    }
}

fn side_mark(side: Side) -> char {
    match side {
        Side::First => 'w',
        Side::Second => 'b',
    }
}

fn bye_mark(bye: Bye) -> char {
    match bye {
        Bye::Pairing => 'U',
        Bye::Full => 'F',
        Bye::Half => 'H',
        Bye::Zero => 'Z',
    }
}

fn game_mark(outcome: Outcome, rated: bool) -> char {
    match (outcome, rated) {
        (Outcome::Win, true) => '1',
        (Outcome::Win, false) => 'W',
        (Outcome::Draw, true) => '=',
        (Outcome::Draw, false) => 'D',
        (Outcome::Loss, true) => '0',
        (Outcome::Loss, false) => 'L',
        (Outcome::ForfeitWin, _) => '+',
        (Outcome::ForfeitLoss, _) => '-',
        (Outcome::Pending, _) => ' ',
    }
}
