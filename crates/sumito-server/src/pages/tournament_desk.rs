//! The page of a tournament's directors.

use maud::{Markup, html};

use super::Reader;
use super::frame::{Page, frame};
use super::tournament_page::{counts_marbles, facts};
use super::tournament_tables::{name, result_sign, round_name};
use crate::id::TournamentId;
use crate::tournament::settings::{Format, Secret};
use crate::tournament::{Board, BoardResult, Phase, Tournament};

/// The desk of a tournament.
pub(super) struct Desk<'a> {
    pub(super) reader: &'a Reader,
    pub(super) id: TournamentId,
    pub(super) state: &'a Tournament,
    /// The names of the directors.
    pub(super) directors: Vec<String>,
}

/// Players of whom everything can be changed on one page.
const LISTED: usize = 500;

impl Desk<'_> {
    /// The page, with what was refused, and the list or file that was.
    pub(super) fn page(&self, refused: Option<&str>, list: Option<&str>) -> String {
        let Desk { reader, id, state, .. } = self;
        let texts = reader.texts();
        let t = |key: &str| texts.get(key);
        let content = html! {
            div.desk data-tournament=(id) data-desk {
                div.games-head {
                    h1 { (state.settings.name) }
                    a.button href={ "/tournaments/" (id) } { (t("tournament-page")) }
                }
                p.quiet { (facts(texts, state)) }
                @if let Some(refused) = refused { p.notice.bad role="alert" { (refused) } }
                // Not among what changes: what is being corrected must not get lost.
                @if let Some(list) = list {
                    form.card #correct action=(self.act()) method="post" { (self.list_field(list)) (self.import_button()) }
                }
                div #live { (self.live()) }
            }
        };
        let title = format!("{} · {}", state.settings.name, t("tournament-direct"));
        let areas = &["tournaments", "game"];
        frame(reader, &Page { path: "/tournaments", title, module: Some("tournament.js"), areas, content })
    }

    /// What changes while a director looks at it: players enter results by phone.
    pub(super) fn live(&self) -> Markup {
        let Desk { reader, id, state, .. } = self;
        let texts = reader.texts();
        let t = |key: &str| texts.get(key);
        let disputed: Vec<&Board> = state.boards.iter().filter(|board| board.is_contradictory()).collect();
        let is_over = matches!(state.phase, Phase::Over(_));
        html! {
            div.latest data-version=(state.version) data-rounds=(state.rounds.len()) {
                @if let (Secret::Link(key), false) = (&state.settings.admission.secret, is_over) {
                    p.notice { (t("tournament-link")) " " a href={ "/tournaments/" (id) "?key=" (key) } { "/tournaments/" (id) "?key=" (key) } }
                }
                @if !disputed.is_empty() {
                    section.card.bad { h2 { (t("tournament-disputed")) } @for board in disputed { (self.board(board, true)) } }
                }
                (self.course())
                (self.results())
                (self.players())
                (self.rules())
            }
        }
    }

    fn act(&self) -> String {
        format!("/tournaments/{}/act", self.id)
    }

    /// Forms lead back to this page.
    fn back(&self) -> Markup {
        html! { input type="hidden" name="back" value={ "/tournaments/" (self.id) "/direct" }; }
    }

    /// A button of its own. The round says what the director sees: if another one was faster, nothing happens twice.
    fn button(&self, action: &str, key: &str, class: &str, round: Option<usize>) -> Markup {
        html! {
            form action=(self.act()) method="post" {
                (self.back())
                @if let Some(round) = round { input type="hidden" name="round" value=(round); }
                button class=(class) type="submit" name="do" value=(action) { (self.reader.texts().get(key)) }
            }
        }
    }

    /// Start, rounds, pauses and the end.
    fn course(&self) -> Markup {
        let state = self.state;
        let t = |key: &str| self.reader.texts().get(key);
        let rounds = state.rounds.len();
        let is_free = !state.settings.is_arena() && state.open_boards == 0;
        html! {
            section.card {
                h2 { (t("tournament-course")) }
                div.row {
                    @match state.phase {
                        Phase::Open => {
                            (self.button("start", "tournament-start-now", "main", None))
                            a.button href={ "/tournaments/" (self.id) "/edit" } { (t("tournament-edit")) }
                            @if state.is_stopped() { (self.button("resume", "tournament-resume", "", None)) } @else { (self.button("stop", "tournament-stop", "words", None)) }
                            (self.button("finish", "tournament-cancel", "words danger", None))
                        },
                        Phase::Running => {
                            @if is_free { (self.button("pair", if rounds == 0 { "tournament-pair-first" } else { "tournament-pair" }, "main", Some(rounds + 1))) }
                            @if state.is_stopped() { (self.button("resume", "tournament-resume", if is_free { "" } else { "main" }, None)) } @else { (self.button("stop", "tournament-stop", "words", None)) }
                            @if state.settings.over_the_board && rounds > 0 { (self.button("unpair", "tournament-unpair", "words", Some(rounds))) }
                            (self.button("finish", "tournament-finish", "words danger", None))
                        },
                        Phase::Over(why) => p { (t(&format!("tournament-why-{}", why.name()))) },
                    }
                }
                @if matches!((state.phase, state.settings.format), (Phase::Running, Format::Swiss { .. })) && state.open_boards == 0 {
                    details {
                        summary { (t("tournament-by-hand")) }
                        form action=(self.act()) method="post" {
                            (self.back())
                            input type="hidden" name="round" value=(rounds + 1);
                            label.field { span { (t("tournament-by-hand-why")) } textarea name="pairs" rows="4" placeholder="1 2" {} }
                            button type="submit" name="do" value="pair" { (t("tournament-pair")) }
                        }
                    }
                }
            }
        }
    }

    fn results(&self) -> Markup {
        let (texts, state) = (self.reader.texts(), self.state);
        let last = state.rounds.len().saturating_sub(1);
        // Boards that are being played all at once, or the last round.
        let is_current = |board: &&Board| board.round == last || board.result.is_none();
        let earlier: Vec<&Board> = state.boards.iter().filter(|board| !is_current(board)).collect();
        html! {
            @if !state.rounds.is_empty() && !state.settings.is_arena() {
                section.card #results {
                    h2 { (texts.get("tournament-results")) " · " (round_name(texts, state, last)) }
                    @for board in state.boards.iter().filter(is_current) { (self.board(board, false)) }
                    @if !earlier.is_empty() {
                        details { summary { (texts.get("tournament-earlier")) } @for board in earlier.into_iter().rev() { (self.board(board, false)) } }
                    }
                }
            }
        }
    }

    /// A board, with a button for each result.
    fn board(&self, board: &Board, is_disputed: bool) -> Markup {
        let (texts, state) = (self.reader.texts(), self.state);
        let [black, white] = board.players.map(|player| name(texts, state, player));
        let known = board.result.map(|ended| ended.result);
        let claims: Vec<String> = board
            .claims
            .iter()
            .zip([&black, &white])
            .filter_map(|(claim, name)| {
                let claim = (*claim)?;
                let marbles = claim.marbles.map_or(String::new(), |[black, white]| format!(" ({black} : {white})"));
                Some(format!("{name}: {}{marbles}", result_sign(claim.result)))
            })
            .collect();
        let number = state.boards_of(board.round).iter().position(|other| other.game == board.game).unwrap_or(0) + 1;
        let marbles = board.result.and_then(|ended| ended.marbles);
        let field = |name: &str, place: usize| {
            html! { input type="number" name=(name) min="0" max="6" inputmode="numeric" aria-label={ (texts.get("tournament-marbles")) ", " (texts.get(name)) } value=[marbles.map(|marbles| marbles[place])]; }
        };
        let (played, other): (Vec<BoardResult>, Vec<BoardResult>) =
            BoardResult::ALL.into_iter().partition(|result| !result.is_forfeit());
        let button = |result: BoardResult| {
            html! { button type="submit" name="result" value=(result.name()) aria-pressed=(known == Some(result)) { (result_sign(result)) } }
        };
        html! {
            form.board-row.disputed[is_disputed] action=(self.act()) method="post" aria-label={ (black) " – " (white) } {
                (self.back())
                input type="hidden" name="do" value="result";
                input type="hidden" name="board" value=(board.game);
                p.who {
                    span.quiet { (number) }
                    @if is_disputed { span.quiet { (round_name(texts, state, board.round)) } }
                    span { span.dot.black aria-hidden="true" {} (black) }
                    span { span.dot.white aria-hidden="true" {} (white) }
                }
                @if !claims.is_empty() && (known.is_none() || board.is_contradictory()) { p.quiet { (claims.join(" · ")) } }
                @if let Some(played) = board.played { p.quiet { (texts.get("tournament-game-ended")) " " (result_sign(played)) } }
                div.answers {
                    @for result in played { (button(result)) }
                    details open[known.is_some_and(BoardResult::is_forfeit)] {
                        summary { (texts.get("tournament-forfeits")) }
                        div.answers { @for result in other { (button(result)) } }
                    }
                    @if state.settings.over_the_board && counts_marbles(state) {
                        label.marbles { span { (texts.get("tournament-marbles")) } (field("black", 0)) ":" (field("white", 1)) }
                    }
                }
            }
        }
    }

    fn players(&self) -> Markup {
        let (texts, state) = (self.reader.texts(), self.state);
        let t = |key: &str| texts.get(key);
        let is_over = matches!(state.phase, Phase::Over(_));
        let codes: Vec<(usize, &String)> =
            state.players.iter().enumerate().filter_map(|(n, player)| Some((n, player.code.as_ref()?))).collect();
        html! {
            section.card #players {
                h2 { (t("tournament-entries")) " " span.quiet { (state.present()) } }
                @if !is_over {
                    form.row action=(self.act()) method="post" {
                        (self.back())
                        label { (t("tournament-player")) " " input name="name" required maxlength="40" autocomplete="off" list=[(!state.settings.over_the_board).then_some("player-names")]; }
                        @if state.settings.over_the_board { label { (t("tournament-rating")) " " input type="number" name="rating" min="0" max="4000" inputmode="numeric"; } }
                        button type="submit" name="do" value="add" { (t("tournament-add")) }
                    }
                    @if state.settings.over_the_board && state.phase == Phase::Open {
                        details {
                            summary { (t("tournament-import")) }
                            form action=(self.act()) method="post" {
                                (self.list_field(""))
                                label.field { span { (t("tournament-import-file")) } input type="file" data-into="csv" accept=".csv,.trf,.trfx,.txt,text/csv,text/plain"; }
                                (self.import_button())
                            }
                        }
                    }
                }
                @if !codes.is_empty() && !is_over {
                    details {
                        summary { (t("tournament-codes")) }
                        p.quiet { (texts.with("tournament-codes-why", &[("address", format!("/tournaments/{}", self.id).into())])) }
                        ul.codes { @for (n, code) in codes { li { span { (name(texts, state, n)) } a href={ "/tournaments/" (self.id) "?code=" (code) } { code { (code) } } } } }
                    }
                }
                ul.desk-players {
                    @for (n, player) in state.players.iter().enumerate().take(LISTED) {
                        li.out[player.is_out] {
                            span { span.quiet { (state.number(n)) } " " (name(texts, state, n)) @if player.rating > 0 { " " span.quiet { (player.rating) } } }
                            @if !is_over { (self.player_actions(n)) }
                        }
                    }
                }
            }
        }
    }

    /// Where a director writes a list, or sees a file before it is sent.
    fn list_field(&self, list: &str) -> Markup {
        let why = self.reader.texts().with("tournament-import-why", &[("columns", "name, rating".into())]);
        html! {
            (self.back())
            label.field { span { (why) } textarea name="csv" rows="6" placeholder="name,rating" spellcheck="false" { (list) } }
        }
    }

    fn import_button(&self) -> Markup {
        html! { button type="submit" name="do" value="import" { (self.reader.texts().get("tournament-import")) } }
    }

    fn player_actions(&self, player: usize) -> Markup {
        let (texts, state) = (self.reader.texts(), self.state);
        let own = &state.players[player];
        let next = state.rounds.len() + 1;
        let may_have_bye = matches!(state.settings.format, Format::Swiss { rounds, .. } if next < rounds.into());
        html! {
            form.row action=(self.act()) method="post" {
                (self.back())
                input type="hidden" name="player" value=(player);
                input type="hidden" name="round" value=(own.byes.iter().find(|round| **round + 1 >= next).map_or(next, |round| round + 1));
                @if own.is_out { button.words type="submit" name="do" value="return" { (texts.get("tournament-return")) } } @else {
                    @if own.byes.iter().any(|round| *round + 1 >= next) {
                        button.words type="submit" name="do" value="cancel-bye" aria-pressed="true" { (texts.get("tournament-bye-short")) }
                    } @else if may_have_bye && own.byes.is_empty() {
                        button.words type="submit" name="do" value="bye" { (texts.get("tournament-bye-short")) }
                    }
                    button.words type="submit" name="do" value="withdraw" { (texts.get("tournament-withdraw")) }
                }
            }
        }
    }

    /// Forbidden pairs, and who directs.
    fn rules(&self) -> Markup {
        let (texts, state) = (self.reader.texts(), self.state);
        let t = |key: &str| texts.get(key);
        let choice = |field: &str| {
            html! { select name=(field) aria-label=(t("tournament-player")) { @for n in 0..state.players.len() { option value=(n) { (name(texts, state, n)) } } } }
        };
        html! {
            @if matches!(state.settings.format, Format::Swiss { .. } | Format::Arena { .. }) && (2..=LISTED).contains(&state.players.len()) {
                section.card {
                    h2 { (t("tournament-forbidden")) }
                    ul.plain { @for (one, other) in &state.forbidden {
                        li { form.row action=(self.act()) method="post" {
                            (self.back())
                            input type="hidden" name="one" value=(one);
                            input type="hidden" name="other" value=(other);
                            span { (name(texts, state, *one)) " – " (name(texts, state, *other)) }
                            button.words type="submit" name="do" value="allow" { (t("tournament-allow")) }
                        } }
                    } }
                    form.row action=(self.act()) method="post" {
                        (self.back()) (choice("one")) (choice("other"))
                        button type="submit" name="do" value="forbid" { (t("tournament-forbid")) }
                    }
                }
            }
            section.card {
                h2 { (t("tournament-directors")) }
                ul.plain { @for director in &self.directors {
                    li { form.row action=(self.act()) method="post" {
                        (self.back())
                        input type="hidden" name="name" value=(director);
                        span { a href={ "/user/" (director) } { (director) } }
                        @if self.directors.len() > 1 { button.words type="submit" name="do" value="remove-director" { (t("tournament-remove-director")) } }
                    } }
                } }
                form.row action=(self.act()) method="post" {
                    (self.back())
                    label { (t("find-name")) " " input name="name" required maxlength="20" autocomplete="off" list="player-names"; }
                    button type="submit" name="do" value="add-director" { (t("tournament-add-director")) }
                }
            }
        }
    }
}
