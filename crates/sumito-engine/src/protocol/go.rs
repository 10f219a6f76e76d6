//! The limits of `go`.

use std::time::Duration;

use sumito_rules::{Color, Position};

use super::shortened;
use crate::time::{Clock, Limits};

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) limits: Limits,
    /// Keep the answer until `stop`.
    pub(super) infinite: bool,
    /// Search on the opponent's time, until `ponderhit`.
    pub(super) ponder: bool,
}

const CLOCK: [&str; 8] = ["p1time", "p2time", "p1inc", "p2inc", "p1delay", "p2delay", "byoyomi", "movestogo"];
const OTHERS: [&str; 6] = ["movetime", "depth", "nodes", "infinite", "ponder", "searchmoves"];

/// Reads the arguments of `go`.
pub(super) fn parse(words: &[&str], position: &Position) -> Result<Go, String> {
    let mut go = Go::default();
    let me = if position.turn() == Color::Black { "p1" } else { "p2" };
    let (mut clock, mut timed) = (Clock::default(), false);
    let mut rest = words;
    while let [word, after @ ..] = rest {
        let number = || number(word, after.first());
        let time = || number().map(Duration::from_millis);
        let mut taken = 1;
        match word.strip_prefix(me).ok_or(*word) {
            Err("infinite") => {
                go.infinite = true;
                taken = 0;
            }
            Err("ponder") => {
                go.ponder = true;
                taken = 0;
            }
            Err("searchmoves") => {
                taken = after.iter().take_while(|word| !CLOCK.contains(word) && !OTHERS.contains(word)).count();
                for text in &after[..taken] {
                    let m =
                        position.parse_move(text).map_err(|error| format!("go searchmoves '{}': {error}", shortened(text)))?;
                    go.limits.only.push(m);
                }
                if taken == 0 {
                    return Err("go searchmoves needs at least one move after it".to_owned());
                }
            }
            Err("movetime") => go.limits.move_time = Some(time()?),
            Err("depth") => go.limits.depth = Some(number()?.clamp(1, 1000) as u32),
            Err("nodes") => go.limits.nodes = Some(number()?),
            Err("movestogo") => clock.moves_to_go = Some(number()?.clamp(1, 1000) as u32),
            Err("byoyomi") => {
                clock.byo_yomi += time()?;
                timed = true;
            }
            Ok("time") => {
                clock.left = time()?;
                timed = true;
            }
            Ok("inc") => clock.increment = time()?,
            // A delay before the clock starts is like a byo-yomi period: it is available for every move and cannot be saved.
            Ok("delay") => clock.byo_yomi += time()?,
            // The other player's clock does not matter.
            Err("p1time" | "p2time" | "p1inc" | "p2inc" | "p1delay" | "p2delay") => drop(time()?),
            _ => {
                return Err(format!(
                    "go does not know '{}'; it knows {}",
                    shortened(word),
                    [CLOCK.join(", "), OTHERS.join(", ")].join(", ")
                ));
            }
        }
        rest = &after[taken..];
    }
    if timed {
        go.limits.clock = Some(clock);
    } else if words.iter().any(|word| CLOCK.contains(word)) {
        return Err(format!("go lacks {me}time: {} is to move", position.turn()));
    }
    Ok(go)
}

/// The number after a word. Clocks that have run out may be below zero.
fn number(word: &str, text: Option<&&str>) -> Result<u64, String> {
    let Some(text) = text else { return Err(format!("go {word} needs a number after it")) };
    let number = text.parse::<i64>().map_err(|_| format!("go {word} needs a number after it, found '{}'", shortened(text)))?;
    Ok(number.max(0) as u64)
}
