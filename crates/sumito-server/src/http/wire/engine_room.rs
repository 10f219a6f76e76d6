//! The engine room as JSON.

use serde::Deserialize;
use serde_json::{Value, json};
use sumito_tournament::rating_list::{Interval, Tally};

use super::{Json, merge, parse};
use crate::db::{GameResult, PlayedGame};
use crate::engine_room::Here;
use crate::engines::list::Standing;
use crate::engines::{Conditions, Entry, Listing, Wanted, openings};
use crate::failure::Failure;
use crate::play::seats::seat_name;

/// Reads what a bot says about itself.
pub(crate) fn room_request(text: &str) -> Result<Wanted, Failure> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, expecting = "an object")]
    struct Fields {
        version: String,
        #[serde(default = "one")]
        threads: u16,
        #[serde(default = "one")]
        games: u16,
    }
    let Fields { version, threads, games } = parse(text)?;
    Ok(Wanted { version, threads, games })
}

const fn one() -> u16 {
    1
}

/// A bot is in the room.
pub(crate) fn entered(found: &Entry, conditions: Conditions) -> Json {
    Json(json!({"entry": entry(found), "conditions": room_conditions(conditions)}))
}

/// A bot has left the room.
pub(crate) fn left_room() -> Json {
    Json(json!({"entry": null}))
}

/// The list, and who is there.
pub(crate) fn room(list: &Listing, here: &[Here]) -> Json {
    let rated = list.rated.iter().map(|(id, _)| standing(list, &list.entries[id]));
    let unrated = list.unrated.iter().map(|(id, _)| standing(list, &list.entries[id]));
    let here = here.iter().map(|here| {
        let mut value = entry(&here.entry);
        value["playing"] = here.games.iter().map(|game| json!(game.as_str())).collect();
        value
    });
    Json(json!({
        "conditions": room_conditions(list.conditions),
        "at": list.at,
        "games": list.games,
        "firstMove": list.first_move.map(interval),
        "drawsBetweenEquals": list.draws.map(|share| (share * 10_000.0).round() / 10_000.0),
        "rated": rated.collect::<Vec<_>>(),
        "notRated": unrated.collect::<Vec<_>>(),
        "here": here.collect::<Vec<_>>(),
    }))
}

/// An entry with its opponents and its latest games.
pub(crate) fn room_entry(list: &Listing, found: &Entry, games: &[PlayedGame], more: bool) -> Json {
    let opponents = list.ledger.opponents(found.id).into_iter().filter_map(|(id, games)| {
        let mut value = entry(list.entries.get(&id)?);
        value["results"] = tally(games);
        Some(value)
    });
    let games = games.iter().map(|game| {
        let players = game.setup.seats.iter().map(|(seat, _)| (seat_name(seat).to_owned(), json!(game.names[seat])));
        json!({
            "game": game.game.as_str(),
            "players": players.collect::<serde_json::Map<String, Value>>(),
            "result": match game.result {
                GameResult::Won(winners) => winners.iter().next().map(seat_name),
                GameResult::Drawn => Some("draw"),
                GameResult::Playing => None,
            },
            "ending": game.ending,
            "plies": game.plies,
            "at": game.at,
        })
    });
    let mut value = standing(list, found);
    merge(&mut value, json!({"opponents": opponents.collect::<Vec<_>>(), "games": games.collect::<Vec<_>>(), "more": more}));
    Json(value)
}

fn room_conditions(conditions: Conditions) -> Value {
    let mut layouts: Vec<&str> = openings().iter().map(|opening| opening.layout.id).collect();
    layouts.sort_unstable();
    layouts.dedup();
    json!({
        "control": conditions.control.to_string(),
        "rules": Conditions::RULES.to_string(),
        "layouts": layouts,
        "openings": openings().len(),
    })
}

fn entry(entry: &Entry) -> Value {
    json!({
        "entry": entry.id.as_str(),
        "name": entry.name,
        "version": entry.version,
        "label": entry.label(),
        "threads": entry.threads,
        "concurrency": entry.games,
        "present": entry.is_present,
    })
}

fn standing(list: &Listing, found: &Entry) -> Value {
    let at = list.standing(found.id);
    let Standing { rank, rated, unrated } = at;
    let mut value = entry(found);
    merge(
        &mut value,
        json!({
            "rank": rank,
            "rating": rated.map(|rated| interval(rated.elo)),
            "opposition": rated.map(|rated| tenths(rated.opposition)),
            "open": rated.and_then(|rated| rated.open).map(|open| open.to_string()),
            "notRated": unrated.map(|unrated| unrated.reason.to_string()),
            "results": tally(at.tally()),
        }),
    );
    value
}

/// The decimals that `sumito rank` writes.
fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}

/// An end that is missing is infinite, and null in JSON.
fn interval(elo: Interval) -> Value {
    json!({"elo": tenths(elo.value), "low": tenths(elo.low), "high": tenths(elo.high)})
}

fn tally(tally: Tally) -> Value {
    json!({"won": tally.won, "drawn": tally.drawn, "lost": tally.lost})
}
