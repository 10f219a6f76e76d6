//! The page of a tournament: what it is, what its reader can do, who plays whom, and who stands where.

use std::sync::{Arc, LazyLock, Mutex};

use maud::{Markup, PreEscaped, html};
use sumito_content::texts::Texts;
use sumito_tournament::Side;
use sumito_tournament::standings::TieBreak;

use super::Reader;
use super::controls::control_words;
use super::frame::{Page, frame, frame_with};
use super::mini::mini_board;
use super::preview::Preview;
use super::share::share_link;
use super::subject::Subject;
use super::tournament_tables::{bracket, crosstable, name, page_links, pages, pairings, playing, points, round_name, standings};
use super::tournaments::moment;
use crate::directing::until;
use crate::id::TournamentId;
use crate::lock::lock;
use crate::play::clock::Millis;
use crate::recent::Recent;
use crate::time::now;
use crate::tournament::settings::{Admission, Format, Scoring, Secret, Start};
use crate::tournament::table::Row;
use crate::tournament::{Board, BoardResult, Phase, Tournament};

/// A tournament as one reader sees it.
pub(super) struct View<'a> {
    pub(super) reader: &'a Reader,
    pub(super) id: TournamentId,
    pub(super) state: &'a Tournament,
    /// The key of the link.
    pub(super) key: Option<&'a str>,
    /// Of somebody without an account who enters results.
    pub(super) code: Option<&'a str>,
    /// Of the standings, from 1.
    pub(super) page: usize,
}

/// What is in the head of the page, besides the tournament itself.
pub(super) struct Head {
    pub(super) directors: Vec<String>,
    pub(super) can_direct: bool,
    /// Why something was refused.
    pub(super) refused: Option<String>,
    /// Boards to watch.
    pub(super) boards: Markup,
    /// The game on the large board of an arena.
    pub(super) stage: Option<Markup>,
}

pub(super) fn page(view: &View<'_>, head: &Head) -> String {
    let View { reader, id, state, .. } = view;
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let is_arena = state.settings.is_arena();
    let content = html! {
        (mini_board())
        div.tournament-page data-tournament=(id) data-key=[view.key] data-code=[view.code] data-page=(view.page) {
            div.games-head {
                h1 { (state.settings.name) }
                div.row.no-print {
                    @if head.can_direct { a.button href={ "/tournaments/" (id) "/direct" } { (t("tournament-direct")) } }
                    (share_link(texts, &Subject::Tournament(*id).share()))
                    details.menu.more {
                        summary aria-label=(t("tournament-more")) { (super::icons::icon(super::icons::MORE)) }
                        div {
                            @if !is_arena { button type="button" data-print="pairings" { (t("tournament-print-pairings")) } }
                            button type="button" data-print="standings" { (t("tournament-print-standings")) }
                            a.button href={ "/tournaments/" (id) "/screen" } { (t("tournament-screen")) }
                            @if !is_arena { a.button href={ "/api/tournaments/" (id) "/file?format=trf" } { (t("tournament-file")) " (TRF)" } }
                            a.button href={ "/api/tournaments/" (id) "/file?format=csv" } { (t("tournament-file")) " (CSV)" }
                            a.button href={ "/api/tournaments/" (id) "/file?format=standings" } { (t("tournament-standings")) " (CSV)" }
                        }
                    }
                }
            }
            p.quiet.facts { (facts(texts, state)) }
            p.quiet.no-print {
                @if !head.directors.is_empty() { (texts.with("tournament-directed-by", &[("names", head.directors.join(", ").into())])) }
                @for condition in conditions(texts, &state.settings.admission) { " · " (condition) }
            }
            @if let Some(refused) = &head.refused { p.notice.bad role="alert" { (refused) } }
            p.unseen #tournament-say role="status" {}
            div.event {
                div #live { (live(view)) }
                aside.no-print {
                    @if is_arena {
                        section.stage.seated.tv #tv data-shows=[head.stage.as_ref().map(|_| "live")] data-stage={ "/tournaments/" (id) "/stage" } hidden[head.stage.is_none()] {
                            @if let Some(stage) = &head.stage { (stage) }
                        }
                        p.say #tv-say role="status" {}
                    } @else if !state.settings.over_the_board { div #boards { (head.boards) } }
                }
            }
            p.no-print { a href="/tournaments" { (t("tournaments-all")) } }
        }
    };
    let title = state.settings.name.clone();
    // The board of an arena comes later, with its first game.
    let areas: &[&str] = if is_arena {
        &["tournaments", "play", "game", "community", "board"]
    } else {
        &["tournaments", "play", "game", "community"]
    };
    let page = Page { path: "/tournaments", title, module: Some("tournament.js"), areas, content };
    frame_with(reader, &page, &Preview::of_tournament(texts, *id, state))
}

/// For a large screen: pairings and standings alone.
pub(super) fn screen(view: &View<'_>) -> String {
    let content = html! {
        div.tournament-page.screen data-tournament=(view.id) data-screen {
            h1 { (view.state.settings.name) }
            p.quiet.facts { (facts(view.reader.texts(), view.state)) }
            div #live { (live(view)) }
        }
    };
    let title = view.state.settings.name.clone();
    frame(
        view.reader,
        &Page { path: "/tournaments", title, module: Some("tournament.js"), areas: &["tournaments", "game"], content },
    )
}

/// Format, clock, layout and how many play.
pub(super) fn facts(texts: &Texts, state: &Tournament) -> String {
    let settings = &state.settings;
    let mut words = vec![texts.get(&format!("tournament-format-{}", settings.format.name()))];
    match settings.format {
        Format::Swiss { rounds, .. } => words.push(texts.with("tournament-rounds-count", &[("count", rounds.into())])),
        Format::Arena { minutes } => words.push(format!("{minutes} min")),
        Format::RoundRobin { double: true } => words.push(texts.get("tournament-double")),
        Format::Knockout { games, .. } if games > 1 => words.push(texts.with("tournament-best-of", &[("number", games.into())])),
        _ => {}
    }
    if settings.over_the_board {
        words.push(texts.get("tournament-over-the-board"));
    }
    words.push(control_words(texts, settings.control));
    let mut layouts: Vec<String> = settings.layouts.iter().map(|layout| texts.layout(layout)).collect();
    layouts.dedup();
    words.push(layouts.join(", "));
    if settings.scoring == Scoring::Marbles {
        words.push(texts.get("tournament-scoring-marbles"));
    }
    if settings.rated {
        words.push(texts.get("tournament-is-rated"));
    }
    words.join(" · ")
}

/// Who may enter.
fn conditions(texts: &Texts, admission: &Admission) -> Vec<String> {
    let secret = match admission.secret {
        Secret::None => None,
        Secret::Password(_) => Some(texts.get("tournament-needs-password")),
        Secret::Link(_) => Some(texts.get("tournament-needs-link")),
    };
    let rating = match (admission.least_rating, admission.most_rating) {
        (None, None) => None,
        (Some(least), Some(most)) => Some(format!("{} {least}–{most}", texts.get("tournament-rating"))),
        (Some(least), None) => Some(format!("{} {least}", texts.get("tournament-least"))),
        (None, Some(most)) => Some(format!("{} {most}", texts.get("tournament-most"))),
    };
    let days =
        (admission.account_days > 0).then(|| texts.with("tournament-needs-days", &[("count", admission.account_days.into())]));
    secret.into_iter().chain(rating).chain(days).collect()
}

/// What changes while somebody looks at the page: first what concerns the reader, then what is the same for everybody.
pub(super) fn live(view: &View<'_>) -> Markup {
    let View { reader, state, .. } = view;
    let you = view.you();
    let game = you.and_then(|player| state.game_of(player));
    html! {
        div.latest data-game=[game] data-version=(state.version) data-you=[you] data-rounds=(state.rounds.len()) {
            @if !matches!(state.phase, Phase::Over(_)) { (countdown(reader.texts(), state)) (own(view, you)) }
            (PreEscaped(&*shared(view)))
        }
    }
}

/// What is the same for everybody, rendered once for each version of the tournament: in a large arena, thousands look at it at the same time.
fn shared(view: &View<'_>) -> Arc<str> {
    type Key = (TournamentId, u32, &'static str, usize);
    static RENDERED: LazyLock<Mutex<Recent<Key, Arc<str>>>> = LazyLock::new(|| Mutex::new(Recent::new(100)));
    let page = view.page.clamp(1, pages(view.state));
    let key = (view.id, view.state.version, view.reader.language.code(), page);
    if let Some(known) = lock(&RENDERED).get(&key) {
        return Arc::clone(known);
    }
    let rendered: Arc<str> = render(view.reader.texts(), view.state, page).into_string().into();
    Arc::clone(lock(&RENDERED).entry(key, || rendered))
}

fn render(texts: &Texts, state: &Tournament, page: usize) -> Markup {
    let rounds = state.rounds.len();
    let first = first_current_round(state);
    let standings = html! { (standings(texts, state, page)) (page_links(texts, state, page)) };
    html! {
        (end(texts, state))
        @if state.settings.is_arena() { (standings) (playing(texts, state)) } @else {
            (current_rounds(texts, state))
            @if !matches!(state.settings.format, Format::Knockout { .. }) || rounds == 0 { (standings) }
            @if rounds > 0 {
                @if matches!(state.settings.format, Format::Knockout { .. }) { (bracket(texts, state)) (standings) }
                @else { (crosstable(texts, state, page)) }
            }
            @if first > 0 {
                details.earlier.no-print {
                    summary { h2 { (texts.get("tournament-earlier")) } }
                    @for round in (0..first).rev() { (pairings(texts, state, round)) }
                }
            }
        }
    }
}

/// What a visitor of another site sees: how far it is, who plays, and who stands where.
pub(super) fn overview(texts: &Texts, state: &Tournament) -> Markup {
    html! {
        div.latest data-version=(state.version) {
            @if !matches!(state.phase, Phase::Over(_)) { (countdown(texts, state)) }
            (end(texts, state))
            @if state.settings.is_arena() { (playing(texts, state)) } @else { (current_rounds(texts, state)) }
            (standings(texts, state, 1))
        }
    }
}

/// The pairings of the rounds that are being played.
fn current_rounds(texts: &Texts, state: &Tournament) -> Markup {
    let rounds = first_current_round(state)..state.rounds.len();
    html! { div.current { @for round in rounds.rev() { (pairings(texts, state, round)) } } }
}

/// By correspondence, all rounds are played at the same time.
fn first_current_round(state: &Tournament) -> usize {
    if state.settings.plays_at_once() { 0 } else { state.rounds.len().saturating_sub(1) }
}

/// Of a tournament that is over: the winners, and why it ended.
fn end(texts: &Texts, state: &Tournament) -> Markup {
    html! {
        @if let Phase::Over(why) = state.phase {
            @if !state.winners().is_empty() { (podium(texts, state)) }
            p.quiet.why { (texts.get(&format!("tournament-why-{}", why.name()))) }
        }
    }
}

/// The winner's card: the three best, or more who share a place.
fn podium(texts: &Texts, state: &Tournament) -> Markup {
    let rows: Vec<&Row> = state.standings().iter().take_while(|row| row.rank <= 3).take(6).collect();
    let winners = state.winners();
    let names: Vec<String> = winners.iter().map(|player| name(texts, state, *player)).collect();
    html! {
        section.card.podium aria-label=(texts.get("tournament-winners")) {
            p.cup aria-hidden="true" { (super::icons::icon(super::icons::CUP)) }
            h2 { (won_by(texts, &names)) }
            ol {
                @for row in rows {
                    li value=(row.rank) class={ "place-" (row.rank) } {
                        span.place aria-hidden="true" { (row.rank) }
                        b { (name(texts, state, row.player)) }
                        span.quiet {
                            (points(row.points))
                            @if let Some(performance) = row.performance { " · " (texts.get("tournament-performance")) " " (performance) }
                        }
                    }
                }
            }
            p.quiet { (state.settings.name) @if let Some(at) = state.ended_at { " · " (moment(at)) } }
        }
    }
}

/// Who has won, or who share the first place.
pub(super) fn won_by(texts: &Texts, names: &[String]) -> String {
    texts.with("tournament-won-by", &[("name", names.join(", ").into()), ("count", names.len().into())])
}

fn countdown(texts: &Texts, state: &Tournament) -> Markup {
    let t = |key: &str| texts.get(key);
    let clock = |key: &str, at: Millis| {
        let seconds = until(at).div_euclid(1_000);
        let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        html! {
            p.countdown role="timer" { (t(key)) " " b data-until=(until(at)) {
                @if hours > 0 { (hours) ":" (format!("{minutes:02}:{seconds:02}")) } @else { (minutes) ":" (format!("{seconds:02}")) }
            } }
        }
    };
    html! {
        @if state.is_stopped() { p.notice { (t("tournament-stopped")) } } @else {
            @match (state.phase, state.settings.start) {
                (Phase::Open, Start::At(at)) => { p.starts { (t("tournament-starts")) " " (moment(at)) } (clock("tournament-starts-in", at)) },
                (Phase::Open, Start::WhenFull) => p.notice {
                    (texts.with("tournament-starts-full", &[("count", state.settings.most_players().into())])) " "
                    b { (state.present()) " / " (state.settings.most_players()) }
                },
                (Phase::Open, Start::ByHand) => p.notice { (t("tournament-starts-hand")) },
                _ => {
                    @if let Some(at) = state.closes_at() { (clock("tournament-ends-in", at)) }
                    @if let Some(at) = state.next_round_at() { (clock("tournament-next-round-in", at)) }
                },
            }
        }
    }
}

impl View<'_> {
    /// The reader's place in the list of players.
    pub(super) fn you(&self) -> Option<usize> {
        let user = self.reader.user.as_ref().and_then(|user| self.state.player_of(user.id));
        user.or_else(|| self.state.player_with(&self.code?.trim().to_uppercase()))
    }
}

/// What the reader can do.
fn own(view: &View<'_>, you: Option<usize>) -> Markup {
    let View { reader, id, state, key, code, .. } = view;
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let act = format!("/tournaments/{id}/act");
    let button = |action: &str, key: &str, class: &str| {
        html! { form action=(act) method="post" { button type="submit" name="do" value=(action) class=(class) { (t(key)) } } }
    };
    let has_account = reader.name().is_some();
    let is_board = state.settings.over_the_board;
    html! {
        section.card.own.no-print aria-label=(t("tournament-you")) {
            @match you {
                None if is_board && (!has_account || state.phase != Phase::Open) => {
                    form.row method="get" {
                        label { (t("tournament-code")) " " input name="code" required maxlength="8" size="10" autocomplete="off" autocapitalize="characters" spellcheck="false" value=[*code]; }
                        button.main type="submit" { (t("tournament-code-go")) }
                    }
                    @if code.is_some() { p.notice.bad role="alert" { (t("refusal-entry-code")) } }
                    @if !has_account && state.phase == Phase::Open { p { a href="/account" { (t("tournament-account")) } } }
                },
                None if !has_account => p { a.button.main href="/account" { (t("tournament-account")) } },
                None if !state.takes_entries(now()) => p.quiet { (t("refusal-entry-closed")) },
                None => form.row action=(act) method="post" {
                    @match (&state.settings.admission.secret, key) {
                        (Secret::Password(_), _) => label { (t("tournament-password")) " " input name="password" required autocomplete="off"; },
                        (Secret::Link(_), Some(key)) => input type="hidden" name="password" value=(key);,
                        (Secret::Link(_), None) => span.quiet { (t("tournament-link-needed")) },
                        (Secret::None, _) => {},
                    }
                    @if !matches!((&state.settings.admission.secret, key), (Secret::Link(_), None)) {
                        button.main type="submit" name="do" value="enter" { (t("tournament-enter")) }
                    }
                },
                Some(player) if state.players[player].is_out => div.row {
                    span { (t("tournament-out")) }
                    @if state.players[player].user.is_some() { (button("return", "tournament-return", "main")) }
                },
                Some(player) => {
                    @match state.board_of(player) {
                        Some(board) if is_board => (claim(view, board, player)),
                        Some(_) => @for (n, board) in state.open_boards_of(player).enumerate() {
                            div.row {
                                a.button.main[n == 0] href={ "/game/" (board.game) } { (t("tournament-your-game")) }
                                span { (opponent_line(texts, state, board, player)) }
                            }
                        },
                        None => p role="status" { (waiting(texts, state, player)) },
                    }
                    @if state.players[player].user.is_some() { (requests(view, player, &act)) }
                },
            }
        }
    }
}

/// Against whom, and with which color.
fn opponent_line(texts: &Texts, state: &Tournament, board: &Board, player: usize) -> Markup {
    let color = if board.side_of(player) == Some(Side::First) { "black" } else { "white" };
    let round = if state.settings.is_arena() { String::new() } else { format!("{} · ", round_name(texts, state, board.round)) };
    html! {
        (round) span class={ "dot " (color) } aria-hidden="true" {} (texts.get(color)) " – " b { (name(texts, state, board.opponent_of(player))) }
    }
}

fn waiting(texts: &Texts, state: &Tournament, player: usize) -> String {
    let bye = state.rounds.last().and_then(|round| round.byes.iter().find(|(other, _)| *other == player));
    match state.phase {
        Phase::Open => texts.get("tournament-entered"),
        _ if state.settings.over_the_board => texts.get("tournament-waiting-board"),
        _ if bye.is_some() && state.open_boards > 0 => texts.get("tournament-waiting-bye"),
        _ => texts.get("tournament-waiting"),
    }
}

/// What a player may ask for between games.
fn requests(view: &View<'_>, player: usize, act: &str) -> Markup {
    let (texts, state) = (view.reader.texts(), view.state);
    let next = state.rounds.len() + 1;
    let own = &state.players[player];
    let asked = own.byes.iter().copied().find(|round| *round + 1 >= next);
    let request = |action: &str, round: usize, key: &str| {
        html! {
            form action=(act) method="post" {
                input type="hidden" name="round" value=(round);
                button.words type="submit" name="do" value=(action) { (texts.with(key, &[("round", round.into())])) }
            }
        }
    };
    html! {
        div.row {
            @if let Some(round) = asked { (request("cancel-bye", round + 1, "tournament-cancel-bye")) }
            @else if let Format::Swiss { rounds, .. } = state.settings.format && own.byes.is_empty() && next < rounds.into() {
                (request("bye", next, "tournament-request-bye"))
            }
            form action=(act) method="post" { button.words type="submit" name="do" value="withdraw" { (texts.get("tournament-withdraw")) } }
        }
    }
}

/// Over the board, players say how their game ended.
fn claim(view: &View<'_>, board: &Board, player: usize) -> Markup {
    let (texts, state) = (view.reader.texts(), view.state);
    let side = board.side_of(player).unwrap_or(Side::First);
    let place = usize::from(side == Side::Second);
    let own = board.claims[place];
    let marbles = own.and_then(|claim| claim.marbles);
    let fields = if place == 0 { ["black", "white"] } else { ["white", "black"] };
    html! {
        form.claim action={ "/tournaments/" (view.id) "/act" } method="post" {
            p { (opponent_line(texts, state, board, player)) }
            p { (texts.get("tournament-claim")) }
            input type="hidden" name="board" value=(board.game);
            input type="hidden" name="do" value="claim";
            @if let Some(code) = view.code {
                input type="hidden" name="code" value=(code);
                input type="hidden" name="back" value={ "/tournaments/" (view.id) "?code=" (code.trim().to_uppercase()) };
            }
            @if counts_marbles(state) {
                div.marbles {
                    @for (n, (field, key)) in fields.into_iter().zip(["tournament-marbles-own", "tournament-marbles-other"]).enumerate() {
                        label { (texts.get(key)) " " input type="number" name=(field) min="0" max="6" inputmode="numeric" value=[marbles.map(|marbles| marbles[place ^ n])]; }
                    }
                }
            }
            div.row.answers {
                @for (result, key) in [(BoardResult::Won(side), "won"), (BoardResult::Drawn, "drawn"), (BoardResult::Won(side.other()), "lost")] {
                    button type="submit" name="result" value=(result.name()) aria-pressed=(own.is_some_and(|claim| claim.result == result)) { (texts.get(&format!("tournament-claim-{key}"))) }
                }
            }
            @if board.is_contradictory() { p.notice.bad { (texts.get("tournament-contradiction")) } }
            @else if own.is_some() { p.quiet role="status" { (texts.get("tournament-claimed")) } }
        }
    }
}

/// Whether the marbles of a game matter for the standings.
pub(super) fn counts_marbles(state: &Tournament) -> bool {
    let marbles = [TieBreak::MarbleDifference, TieBreak::MarbleDifferenceCutBest];
    state.settings.scoring == Scoring::Marbles || state.settings.tie_breaks.iter().any(|tie_break| marbles.contains(tie_break))
}
