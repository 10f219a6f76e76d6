//! Whole tournaments in a compact form, for comparisons with another pairing program.
//!
//! `E 7 5 w X1,2 A3:1.0,0.5 W3.0 D1.0` starts an event: players, rounds, the first player's side, forbidden pairs, acceleration of the first
//! players by round, points. A line `R 7H 3Z | 1-4+ 5-2= 6-0` is a round: byes that were entered before, then the other program's
//! pairing with results: `+` the first player won, `=` a draw, `-` the second won, `f` and `s` the first or second won by forfeit, `0` a bye.
//! `R | !` means that no pairing is possible.

#![allow(dead_code, reason = "the generator only writes, and the test mostly reads")]

use std::fmt::Write;

use sumito_tournament::event::{Forbidden, Outcome};
use sumito_tournament::{Bye, Entry, Event, Number, Pairing, Player, Score, Side};

/// An event with the rounds that another program paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// Before the first round.
    pub(crate) event: Event,
    pub(crate) rounds: Vec<Round>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) byes: Vec<(Number, Bye)>,
    /// None if no pairing is possible.
    pub(crate) pairings: Option<Vec<(Pairing, char)>>,
}

const BYES: [(Bye, char); 3] = [(Bye::Full, 'F'), (Bye::Half, 'H'), (Bye::Zero, 'Z')];

impl Round {
    pub(crate) fn enter_byes(&self, event: &mut Event, round: usize) {
        for &(player, bye) in &self.byes {
            let entries = &mut event.players[usize::from(player) - 1].entries;
            entries.resize(round, Entry::Bye(Bye::Zero));
            entries.push(Entry::Bye(bye));
        }
    }

    pub(crate) fn enter_results(&self, event: &mut Event) {
        for &(Pairing { first, second }, mark) in self.pairings.iter().flatten() {
            let Some(second) = second else {
                event.players[usize::from(first) - 1].entries.push(Entry::Bye(Bye::Pairing));
                continue;
            };
            let outcomes = match mark {
                '+' => [Outcome::Win, Outcome::Loss],
                '=' => [Outcome::Draw, Outcome::Draw],
                '-' => [Outcome::Loss, Outcome::Win],
                'f' => [Outcome::ForfeitWin, Outcome::ForfeitLoss],
                's' => [Outcome::ForfeitLoss, Outcome::ForfeitWin],
                _ => panic!("{mark} is not a result"),
            };
            for ((player, opponent), (side, outcome)) in
                [(first, second), (second, first)].into_iter().zip([Side::First, Side::Second].into_iter().zip(outcomes))
            {
                let entry = Entry::Game { opponent, side: Some(side), outcome, rated: true };
                event.players[usize::from(player) - 1].entries.push(entry);
            }
        }
    }
}

fn score(text: &str) -> Score {
    let (whole, tenth) = text.split_once('.').expect("a score has a point");
    Score(format!("{whole}{tenth}").parse().expect("a score is a number"))
}

pub(crate) fn read(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "E" => cases.push(Case { event: read_event(rest), rounds: Vec::new() }),
            "R" => cases.last_mut().expect("an event comes first").rounds.push(read_round(rest)),
            _ => panic!("{line} is neither an event nor a round"),
        }
    }
    cases
}

fn read_event(line: &str) -> Event {
    let mut event = Event::default();
    let mut words = line.split(' ');
    let mut number = || words.next().and_then(|word| word.parse::<usize>().ok()).expect("a number");
    let (players, rounds) = (number(), number());
    event.rounds = Some(rounds);
    event.players =
        (1..=players as Number).map(|number| Player { number, name: format!("P{number}"), ..Player::default() }).collect();
    for word in words {
        let rest = &word[1..];
        match &word[..1] {
            "w" => event.first_side = Some(Side::First),
            "b" => event.first_side = Some(Side::Second),
            "X" => {
                let players = rest.split(',').map(|number| number.parse().expect("a number")).collect();
                event.forbidden.push(Forbidden { players, rounds: None });
            }
            "A" => {
                let (count, scores) = rest.split_once(':').expect("players and scores");
                let scores: Vec<Score> = scores.split(',').map(score).collect();
                for player in &mut event.players[..count.parse().expect("a number")] {
                    player.accelerations.clone_from(&scores);
                }
            }
            "W" => (event.points.win, event.points.pairing_bye) = (score(rest), score(rest)),
            "D" => event.points.draw = score(rest),
            "U" => event.points.pairing_bye = score(rest),
            _ => panic!("{word} is unknown"),
        }
    }
    event
}

fn read_round(line: &str) -> Round {
    let (byes, pairings) = line.split_once('|').expect("byes and pairings are separated by a bar");
    let byes = byes.split_whitespace().map(|word| {
        let (number, mark) = word.split_at(word.len() - 1);
        let (bye, _) = BYES.iter().find(|(_, known)| mark.starts_with(*known)).expect("a bye");
        (number.parse().expect("a number"), *bye)
    });
    let pairing = |word: &str| {
        let (first, rest) = word.split_once('-').expect("two players");
        let first = first.parse().expect("a number");
        if rest == "0" {
            return (Pairing { first, second: None }, '0');
        }
        let (second, mark) = rest.split_at(rest.len() - 1);
        (Pairing { first, second: second.parse().ok() }, mark.chars().next().expect("a result"))
    };
    let pairings = (pairings.trim() != "!").then(|| pairings.split_whitespace().map(pairing).collect());
    Round { byes: byes.collect(), pairings }
}

pub(crate) fn write(case: &Case) -> String {
    let event = &case.event;
    let side = if event.first_side == Some(Side::First) { "w" } else { "b" };
    let mut text = format!("E {} {} {side}", event.players.len(), event.rounds.unwrap_or_default());
    for forbidden in &event.forbidden {
        let players: Vec<String> = forbidden.players.iter().map(ToString::to_string).collect();
        let _ = write!(text, " X{}", players.join(","));
    }
    let accelerated = event.players.iter().take_while(|player| !player.accelerations.is_empty()).count();
    if accelerated > 0 {
        let scores: Vec<String> = event.players[0].accelerations.iter().map(ToString::to_string).collect();
        let _ = write!(text, " A{accelerated}:{}", scores.join(","));
    }
    let usual = Event::default().points;
    for (mark, value, usual) in [
        ('W', event.points.win, usual.win),
        ('D', event.points.draw, usual.draw),
        ('U', event.points.pairing_bye, event.points.win),
    ] {
        if value != usual {
            let _ = write!(text, " {mark}{value}");
        }
    }
    text.push('\n');
    for round in &case.rounds {
        text.push('R');
        for (player, bye) in &round.byes {
            let (_, mark) = BYES.iter().find(|(known, _)| known == bye).expect("a bye");
            let _ = write!(text, " {player}{mark}");
        }
        text.push_str(" |");
        match &round.pairings {
            None => text.push_str(" !"),
            Some(pairings) => {
                for (Pairing { first, second }, mark) in pairings {
                    let _ = match second {
                        None => write!(text, " {first}-0"),
                        Some(second) => write!(text, " {first}-{second}{mark}"),
                    };
                }
            }
        }
        text.push('\n');
    }
    text
}
