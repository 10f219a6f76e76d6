//! The tables of a tournament: pairings, standings, crosstables and brackets. They are the same for every reader.

use maud::{Markup, html};
use sumito_content::texts::Texts;
use sumito_tournament::event::Outcome;
use sumito_tournament::knockout::Tie;
use sumito_tournament::{Bye, Score, Side};

use super::icons;
use super::tournament_boards::open_boards;
use crate::tournament::settings::Format;
use crate::tournament::table::Row;
use crate::tournament::{Board, BoardResult, Phase, Tournament};

/// The rows of the standings on a page.
const ROWS: usize = 100;
/// The most games of an arena that are listed.
const PLAYING: usize = 30;
/// The last games of a player that an arena shows.
const SHEET: usize = 12;

/// The name of a player; a deleted account has none.
pub(super) fn name(texts: &Texts, state: &Tournament, player: usize) -> String {
    let name = &state.players[player].name;
    if name.is_empty() { texts.get("tournament-no-name") } else { name.clone() }
}

pub(super) fn linked(texts: &Texts, state: &Tournament, player: usize) -> Markup {
    let one = &state.players[player];
    html! {
        @if one.user.is_some() && !one.name.is_empty() { a href={ "/user/" (one.name) } { (one.name) } } @else { (name(texts, state, player)) }
    }
}

/// Points without needless zeros: 3, 2.5.
pub(super) fn points(score: Score) -> String {
    if score.0.is_multiple_of(10) { (score.0 / 10).to_string() } else { score.to_string() }
}

/// A result as lists show it.
pub(super) fn result_sign(result: BoardResult) -> &'static str {
    match result {
        BoardResult::Won(Side::First) => "1–0",
        BoardResult::Won(Side::Second) => "0–1",
        BoardResult::Drawn => "½–½",
        BoardResult::Forfeit(Side::First) => "+ –",
        BoardResult::Forfeit(Side::Second) => "– +",
        BoardResult::BothForfeit => "– –",
    }
}

/// A round by its name. Play-offs have no number.
pub(super) fn round_name(texts: &Texts, state: &Tournament, round: usize) -> String {
    match state.rounds.get(round) {
        Some(round) if round.is_play_off => texts.get("tournament-play-off"),
        _ => texts.with("tournament-round", &[("round", (round + 1).into())]),
    }
}

/// The boards of a round.
pub(super) fn pairings(texts: &Texts, state: &Tournament, round: usize) -> Markup {
    let details = &state.rounds[round];
    html! {
        section.pairings {
            h2 { (round_name(texts, state, round)) }
            @if details.is_relaxed { p.quiet { (texts.get("tournament-relaxed")) } }
            table {
                thead { (pairing_head(texts)) }
                tbody {
                    @for (n, board) in state.boards_of(round).iter().enumerate() { (pairing(texts, state, n, board)) }
                    @for (player, bye) in &details.byes {
                        tr.bye { td.no {} td { (linked(texts, state, *player)) } td.quiet colspan="2" {
                            (texts.get(match bye { Bye::Half => "tournament-bye-half", Bye::Zero => "tournament-bye-none", _ => "tournament-bye" }))
                        } }
                    }
                }
            }
        }
    }
}

fn pairing_head(texts: &Texts) -> Markup {
    html! {
        tr {
            th.no scope="col" { span.unseen { (texts.get("tournament-board")) } "#" }
            th scope="col" { span.dot.black aria-hidden="true" {} (texts.get("black")) }
            th.result scope="col" { (texts.get("tournament-result")) }
            th scope="col" { span.dot.white aria-hidden="true" {} (texts.get("white")) }
        }
    }
}

fn pairing(texts: &Texts, state: &Tournament, n: usize, board: &Board) -> Markup {
    let side = |place: usize, class: &str, side: Side| {
        let has_won = board.result.is_some_and(|ended| matches!(ended.result.outcome(side), Outcome::Win | Outcome::ForfeitWin));
        let marbles = board.result.and_then(|ended| ended.marbles).map(|marbles| marbles[place]);
        html! {
            td.won[has_won] {
                div.player {
                    span class={ "dot " (class) } aria-hidden="true" {}
                    span {
                        (linked(texts, state, board.players[place]))
                        @if let Some(marbles) = marbles { " " span.quiet.marbles title=(texts.get("tournament-marbles")) { (marbles) } }
                    }
                }
            }
        }
    };
    html! {
        tr {
            td.no { (n + 1) }
            (side(0, "black", Side::First))
            td.result {
                @let sign = board.result.map(|ended| result_sign(ended.result));
                @match (sign, state.settings.over_the_board) {
                    (Some(sign), true) => (sign),
                    (Some(sign), false) => a href={ "/game/" (board.game) } { (sign) },
                    (None, true) => @if board.is_contradictory() { b title=(texts.get("tournament-contradiction")) { "?" } } @else { "…" },
                    (None, false) => a.watch-link href={ "/game/" (board.game) } { (texts.get("tournament-watch")) },
                }
            }
            (side(1, "white", Side::Second))
        }
    }
}

/// The games of an arena that are being played, those of the best players first.
pub(super) fn playing(texts: &Texts, state: &Tournament) -> Markup {
    let open = open_boards(state);
    html! {
        @if !open.is_empty() {
            section.pairings {
                h2 { (texts.get("tournament-playing")) " " span.quiet { (open.len()) } }
                table { thead { (pairing_head(texts)) } tbody {
                    @for (n, board) in open.into_iter().take(PLAYING).enumerate() { (pairing(texts, state, n, board)) }
                } }
            }
        }
    }
}

/// How many pages the standings have.
pub(super) fn pages(state: &Tournament) -> usize {
    state.standings().len().div_ceil(ROWS).max(1)
}

/// A page of the standings. The reader's own row is marked by the script, because the table is the same for everybody.
pub(super) fn standings(texts: &Texts, state: &Tournament, page: usize) -> Markup {
    let t = |key: &str| texts.get(key);
    let rows = state.standings();
    let ties: &[_] = if rows.iter().any(|row| !row.ties.is_empty()) { &state.settings.tie_breaks } else { &[] };
    let has_started = state.phase != Phase::Open;
    let is_arena = has_started && state.settings.is_arena();
    let has_performance = rows.iter().any(|row| row.performance.is_some());
    let has_ratings = state.players.iter().any(|player| player.rating > 0);
    html! {
        section.standings #standings {
            h2 { (t(if has_started { "tournament-standings" } else { "tournament-entries" })) " " span.quiet { (rows.len()) } }
            @if rows.is_empty() { p.quiet { (t("tournament-nobody")) } } @else {
                table {
                    thead { tr {
                        th.no scope="col" { span.unseen { (t("tournament-rank")) } "#" }
                        th scope="col" { (t("tournament-player")) }
                        @if has_ratings { th.number.rating scope="col" { (t("tournament-rating")) } }
                        @if is_arena { th scope="col" { (t("tournament-sheet")) } }
                        @if has_started { th.number scope="col" { (t("tournament-points")) } }
                        @for tie in ties { th.number.tie-break scope="col" { (t(&format!("tournament-tie-{}", tie.name()))) } }
                        @if has_performance { th.number.tie-break.performance scope="col" { (t("tournament-performance")) } }
                    } }
                    tbody {
                        @for row in rows.iter().skip((page - 1) * ROWS).take(ROWS) {
                            @let player = &state.players[row.player];
                            tr.out[player.is_out] data-player=(row.player) {
                                td.no { (row.rank) }
                                th scope="row" {
                                    (linked(texts, state, row.player))
                                    @if player.is_out { " " span.quiet { "(" (t("tournament-is-out")) ")" } }
                                }
                                @if has_ratings { td.number.rating { @if player.rating > 0 { (player.rating) } } }
                                @if is_arena { td.sheet { (sheet(texts, row)) } }
                                @if has_started { td.number.points { b { (points(row.points)) } } }
                                @for (value, tie) in row.ties.iter().zip(ties) {
                                    td.number.tie-break data-label=(t(&format!("tournament-tie-{}", tie.name()))) { (value) }
                                }
                                @if has_performance {
                                    td.number.tie-break.performance data-label=(t("tournament-performance")) { @if let Some(performance) = row.performance { (performance) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The way to the other pages of the standings.
pub(super) fn page_links(texts: &Texts, state: &Tournament, page: usize) -> Markup {
    let pages = pages(state);
    html! {
        @if pages > 1 {
            nav.row.pages aria-label=(texts.get("tournament-standings")) {
                @for n in 1..=pages { a.button.words data-page=(n) href={ "?page=" (n) "#standings" } aria-current=[(n == page).then_some("page")] { (n) } }
            }
        }
    }
}

/// The points of the last games, doubled ones and a streak marked.
fn sheet(texts: &Texts, row: &Row) -> Markup {
    let skipped = row.sheet.len().saturating_sub(SHEET);
    html! {
        @if row.is_on_fire { span.flame title=(texts.get("tournament-streak")) { (icons::icon(icons::FLAME)) span.unseen { (texts.get("tournament-streak")) } } }
        @if skipped > 0 { span.quiet { "…" } }
        @for game in &row.sheet[skipped..] { span.double[*game >= 4].zero[*game == 0] { (game) } }
    }
}

/// A result as crosstables show it.
fn outcome_sign(board: &Board, side: Side) -> &'static str {
    match board.result.map(|ended| ended.result.outcome(side)) {
        None | Some(Outcome::Pending) => "·",
        Some(Outcome::Win) => "1",
        Some(Outcome::Draw) => "½",
        Some(Outcome::Loss) => "0",
        Some(Outcome::ForfeitWin) => "+",
        Some(Outcome::ForfeitLoss) => "–",
    }
}

fn crosstable_entry(texts: &Texts, state: &Tournament, board: &Board, player: usize) -> Markup {
    let side = board.side_of(player).unwrap_or(Side::First);
    let color = if side == Side::First { "black" } else { "white" };
    let sign = html! { span class={ "dot " (color) } aria-hidden="true" {} span.unseen { (texts.get(color)) " " } (outcome_sign(board, side)) };
    html! { @if state.settings.over_the_board { span.entry { (sign) } } @else { a.entry href={ "/game/" (board.game) } { (sign) } } }
}

/// Everyone against everyone in a round robin, otherwise players by rounds.
pub(super) fn crosstable(texts: &Texts, state: &Tournament, page: usize) -> Markup {
    let rows = state.standings();
    if matches!(state.settings.format, Format::RoundRobin { .. }) {
        return round_robin(texts, state, rows);
    }
    let rounds = state.regular_rounds();
    let mut places = vec![0; state.players.len()];
    for (place, row) in rows.iter().enumerate() {
        places[row.player] = place + 1;
    }
    let bye = |player: usize, round: usize| match state.rounds[round].byes.iter().find(|(other, _)| *other == player) {
        Some((_, Bye::Half)) => "½",
        Some((_, Bye::Pairing | Bye::Full)) => "+",
        _ => "–",
    };
    html! {
        details.cross open[rows.len() <= 16] {
            summary { h2 { (texts.get("tournament-crosstable")) } }
            div.wide tabindex="0" role="region" aria-label=(texts.get("tournament-crosstable")) { table.crosstable {
                thead { tr { th.no scope="col" { "#" } th scope="col" { (texts.get("tournament-player")) } @for round in 1..=rounds { th scope="col" { (round) } } } }
                tbody {
                    @for (place, row) in rows.iter().enumerate().skip((page - 1) * ROWS).take(ROWS) {
                        tr {
                            td.no { (place + 1) }
                            th scope="row" { (name(texts, state, row.player)) }
                            @for round in 0..rounds {
                                @let boards = state.players[row.player].boards.iter().map(|index| &state.boards[*index]).filter(|board| board.round == round);
                                @let boards: Vec<&Board> = boards.collect();
                                td {
                                    @if let Some(first) = boards.first() {
                                        span.quiet { (places[first.opponent_of(row.player)]) } " "
                                        @for board in &boards { (crosstable_entry(texts, state, board, row.player)) }
                                    } @else { span.quiet { (bye(row.player, round)) } }
                                }
                            }
                        }
                    }
                }
            } }
            p.quiet { (texts.get("tournament-crosstable-signs")) }
        }
    }
}

fn round_robin(texts: &Texts, state: &Tournament, rows: &[Row]) -> Markup {
    html! {
        details.cross open {
            summary { h2 { (texts.get("tournament-crosstable")) } }
            div.wide tabindex="0" role="region" aria-label=(texts.get("tournament-crosstable")) { table.crosstable.square {
                thead { tr {
                    th.no scope="col" { "#" } th scope="col" { (texts.get("tournament-player")) }
                    @for (n, row) in rows.iter().enumerate() { th scope="col" { abbr title=(name(texts, state, row.player)) { (n + 1) } } }
                    th.number scope="col" { (texts.get("tournament-points")) }
                } }
                tbody {
                    @for (n, row) in rows.iter().enumerate() {
                        tr {
                            td.no { (n + 1) }
                            th scope="row" { (name(texts, state, row.player)) }
                            @for other in rows {
                                @if other.player == row.player { td.self aria-hidden="true" {} } @else {
                                    td { @for index in &state.players[row.player].boards {
                                        @let board = &state.boards[*index];
                                        @if board.opponent_of(row.player) == other.player && !board.is_play_off { (crosstable_entry(texts, state, board, row.player)) }
                                    } }
                                }
                            }
                            td.number { b { (points(row.points)) } }
                        }
                    }
                }
            } }
            p.quiet { (texts.get("tournament-crosstable-colors")) }
        }
    }
}

/// The matches of a knockout by stage, and those to come.
pub(super) fn bracket(texts: &Texts, state: &Tournament) -> Markup {
    let stages = state.bracket();
    let first = stages.first().map_or(0, Vec::len);
    // A stage has half of the matches of the one before.
    let count = first.max(1).ilog2() as usize + 1;
    let stage_name = |stage: usize| match count - stage {
        1 => texts.get("tournament-final"),
        2 => texts.get("tournament-semifinals"),
        3 => texts.get("tournament-quarterfinals"),
        _ => texts.with("tournament-stage", &[("stage", (stage + 1).into())]),
    };
    html! {
        section {
            h2 { (texts.get("tournament-bracket")) }
            div.wide tabindex="0" role="region" aria-label=(texts.get("tournament-bracket")) { div.bracket {
                @for stage in 0..count {
                    @let ties: &[Tie] = stages.get(stage).map_or(&[], Vec::as_slice);
                    div.stage-column {
                        h3 { (stage_name(stage)) }
                        ol {
                            @for n in 0..(first >> stage).max(1) {
                                @match ties.get(n) { Some(tie) => (tie_card(texts, state, tie)), None => li.tie.to-come { div.match { span { "–" } span { "–" } } } }
                            }
                        }
                        @for tie in ties.iter().filter(|tie| tie.is_for_third_place) {
                            h3 { (texts.get("tournament-third-place")) }
                            ol.third { (tie_card(texts, state, tie)) }
                        }
                    }
                }
            } }
        }
    }
}

fn tie_card(texts: &Texts, state: &Tournament, tie: &Tie) -> Markup {
    let half = |points: usize| match (points / 2, points % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    };
    let side = |number: u16, half_points: usize| {
        let player = state.order.get(usize::from(number) - 1).copied();
        html! {
            span.won[tie.winner == Some(number)].lost[tie.winner.is_some_and(|winner| winner != number)] {
                span.name { span.quiet.seed { (number) } " " @if let Some(player) = player { (linked(texts, state, player)) } }
                @if tie.lower.is_some() { b { (half(half_points)) } }
            }
        }
    };
    html! {
        li.tie.bye[tie.lower.is_none()] {
            div.match {
                (side(tie.higher, tie.half_points[0]))
                @match tie.lower { Some(lower) => (side(lower, tie.half_points[1])), None => span.quiet { (texts.get("tournament-free")) } }
            }
        }
    }
}
