//! Tournaments as JSON.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Value, json};
use sumito_tournament::standings::TieBreak;
use sumito_tournament::{Bye, Score};

use super::{Json, parse};
use crate::db::ListedTournament;
use crate::directing::new_tournament::NewTournament;
use crate::directing::requests::TournamentRequest;
use crate::failure::Failure;
use crate::id::{GameId, TournamentId, UserId};
use crate::tournament::settings::{Scoring, Secret, Start};
use crate::tournament::table::Row;
use crate::tournament::{BadFile, Board, Phase, Player, Settings, Tournament};

/// A request for a new tournament.
pub(crate) fn new_tournament(text: &str) -> Result<NewTournament, Failure> {
    parse(text)
}

/// A request of a player or a director.
pub(crate) fn tournament_request(text: &str) -> Result<TournamentRequest, Failure> {
    parse(text)
}

/// What is wrong with a file: a key for translations with what they insert, and the place if there is one.
pub(super) fn file_problem(bad: &BadFile) -> Value {
    let (line, column) = bad.place().unzip();
    let arguments: BTreeMap<&str, String> = bad.arguments().into_iter().collect();
    json!({"key": bad.key(), "arguments": arguments, "line": line, "column": column})
}

/// The calendar.
pub(crate) fn tournaments([running, open, over]: &[Vec<ListedTournament>; 3]) -> Json {
    let list = |list: &[ListedTournament]| list.iter().map(listed).collect::<Vec<_>>();
    Json(json!({"running": list(running), "open": list(open), "over": list(over)}))
}

fn listed(tournament: &ListedTournament) -> Value {
    json!({
        "tournament": tournament.id.as_str(),
        "name": tournament.name,
        "format": tournament.format,
        "control": tournament.control,
        "overTheBoard": tournament.is_over_the_board,
        "startsAt": tournament.starts_at,
        "players": tournament.players,
        "winners": tournament.winners,
    })
}

/// Who reads about a tournament, and which part.
pub(crate) struct Look {
    pub(crate) reader: Option<UserId>,
    /// The accounts that direct it.
    pub(crate) directors: Vec<(UserId, Option<String>)>,
    /// Of the standings, from 1.
    pub(crate) page: usize,
    /// From 1.
    pub(crate) round: Option<usize>,
}

/// From this many players or boards on, an answer has only a part of them.
const LARGE: usize = 300;
const MANY_BOARDS: usize = 3_000;
/// The rows of the standings on a page, and the most boards of a large tournament in an answer.
const ROWS: usize = 100;
const BOARDS: usize = 500;

/// A tournament as a reader may see it. Of a large one only some players: those whose places are in the rest of the answer.
pub(crate) fn tournament(id: TournamentId, state: &Tournament, look: &Look) -> Json {
    let you = look.reader.and_then(|user| state.player_of(user));
    let directs = look.reader.is_some_and(|user| state.is_director(user));
    let why = if let Phase::Over(why) = state.phase { Some(why.name()) } else { None };
    let is_large = state.players.len() > LARGE || state.boards.len() > MANY_BOARDS;
    let all = state.standings();
    let rows: Vec<&Row> = if is_large {
        all.iter().skip(look.page.saturating_sub(1).saturating_mul(ROWS)).take(ROWS).collect()
    } else {
        all.iter().collect()
    };
    let is_shown = |n: usize| match look.round {
        Some(round) => n + 1 == round,
        None => !is_large || n + 1 == state.rounds.len() && !state.settings.is_arena(),
    };
    let shown: Vec<usize> = (0..state.rounds.len()).filter(|n| is_shown(*n)).collect();
    // In a large arena, only what is being played.
    let playing = is_large && state.settings.is_arena() && look.round.is_none();
    let open = state.boards.iter().filter(|board| playing && board.result.is_none()).take(BOARDS);
    let open: Vec<&Board> = open.collect();
    let mut named: HashSet<usize> = rows.iter().map(|row| row.player).chain(you).collect();
    for board in open.iter().copied().chain(shown.iter().flat_map(|n| state.boards_of(*n))) {
        named.extend(board.players);
    }
    named.extend(shown.iter().flat_map(|n| &state.rounds[*n].byes).map(|(player, _)| *player));
    let players = (0..state.players.len()).filter(|n| !is_large || named.contains(n));
    let rounds = shown.iter().map(|&n| {
        let round = &state.rounds[n];
        let byes = round.byes.iter().map(|(player, bye)| json!({"player": player, "bye": bye_name(*bye)}));
        json!({
            "round": n + 1,
            "at": round.at,
            "playOff": round.is_play_off,
            "relaxed": round.is_relaxed,
            "boards": state.boards_of(n).iter().map(board).collect::<Vec<_>>(),
            "byes": byes.collect::<Vec<_>>(),
        })
    });
    let directors = look.directors.iter().map(|(user, name)| json!({"user": user.as_str(), "name": name}));
    Json(json!({
        "tournament": id.as_str(),
        "version": state.version,
        "status": state.phase.name(),
        "why": why,
        "stopped": state.is_stopped(),
        "settings": settings(&state.settings),
        "directors": directors.collect::<Vec<_>>(),
        "playerCount": state.players.len(),
        "players": players.map(|n| player(state, n, directs)).collect::<Vec<_>>(),
        "standings": rows.iter().map(|one| row(one)).collect::<Vec<_>>(),
        "pages": if is_large { all.len().div_ceil(ROWS).max(1) } else { 1 },
        "roundCount": state.rounds.len(),
        "rounds": rounds.collect::<Vec<_>>(),
        "playing": playing.then(|| open.into_iter().map(board).collect::<Vec<_>>()),
        "forbidden": state.forbidden.iter().map(|(one, other)| json!([one, other])).collect::<Vec<_>>(),
        "startsAt": state.starts_at(),
        "nextRoundAt": state.next_round_at(),
        "closesAt": state.closes_at(),
        "winners": state.winners(),
        "you": you,
        "game": you.and_then(|player| state.board_of(player)).map(|board| board.game.to_string()),
        "link": link(state, look.reader),
    }))
}

/// The key of the link, for directors alone.
fn link(state: &Tournament, reader: Option<UserId>) -> Option<String> {
    match &state.settings.admission.secret {
        Secret::Link(key) if reader.is_some_and(|user| state.is_director(user)) => Some(key.clone()),
        _ => None,
    }
}

fn settings(settings: &Settings) -> Value {
    let secret = match settings.admission.secret {
        Secret::None => "none",
        Secret::Password(_) => "password",
        Secret::Link(_) => "link",
    };
    let start = match settings.start {
        Start::At(_) => "at",
        Start::WhenFull => "full",
        Start::ByHand => "hand",
    };
    json!({
        "name": settings.name,
        "format": settings.format.to_string(),
        "start": start,
        "overTheBoard": settings.over_the_board,
        "control": settings.control.to_string(),
        "layouts": settings.layouts.iter().map(|layout| layout.id).collect::<Vec<_>>(),
        "rated": settings.rated,
        "listed": settings.listed,
        "secret": secret,
        "leastRating": settings.admission.least_rating,
        "mostRating": settings.admission.most_rating,
        "accountDays": settings.admission.account_days,
        "capacity": settings.capacity,
        "pause": settings.pause,
        "scoring": if settings.scoring == Scoring::Marbles { "marbles" } else { "games" },
        "tieBreaks": settings.tie_breaks.iter().copied().map(TieBreak::name).collect::<Vec<_>>(),
        "playOff": settings.play_off.map(|control| control.to_string()),
    })
}

fn player(state: &Tournament, n: usize, directs: bool) -> Value {
    let Player { user, code, name, rating, is_out, byes, .. } = &state.players[n];
    json!({
        "player": n,
        "number": state.number(n),
        "user": user.map(|user| user.to_string()),
        "code": code.as_ref().filter(|_| directs),
        "name": name,
        "rating": rating,
        "out": is_out,
        "byes": byes.iter().map(|round| round + 1).collect::<Vec<_>>(),
    })
}

fn points(score: Score) -> f64 {
    f64::from(score.0) / 10.0
}

fn row(row: &Row) -> Value {
    json!({
        "player": row.player,
        "rank": row.rank,
        "points": points(row.points),
        "tieBreaks": row.ties.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "won": row.record.won,
        "drawn": row.record.drawn,
        "lost": row.record.lost,
        "performance": row.performance,
        "sheet": row.sheet,
        "streak": row.is_on_fire,
    })
}

fn board(board: &Board) -> Value {
    json!({
        "board": board.game.as_str(),
        "black": board.players[0],
        "white": board.players[1],
        "result": board.result.map(|ended| ended.result.name()),
        "marbles": board.result.and_then(|ended| ended.marbles),
        "contradictory": board.is_contradictory(),
        "claims": board.claims.map(|claim| claim.map(|claim| json!({"result": claim.result.name(), "marbles": claim.marbles}))),
    })
}

const fn bye_name(bye: Bye) -> &'static str {
    match bye {
        Bye::Pairing | Bye::Full => "full",
        Bye::Half => "half",
        Bye::Zero => "zero",
    }
}

/// A tournament has a new version; the reader plays this game.
pub(crate) fn tournament_changed(version: u32, game: Option<GameId>) -> Json {
    Json(json!({"type": "tournament", "version": version, "game": game.map(|game| game.to_string())}))
}
