//! Searching for finished games: a plain form whose address can be shared, and a page of what was found.

use maud::{Markup, html};
use sumito_content::texts::Texts;
use sumito_rules::{Color, Layout};

use super::Reader;
use super::controls::control_words;
use super::frame::{Page, date, frame};
use super::lists::layout_name;
use super::profile::speed_name;
use crate::app::App;
use crate::db::{FoundGames, GameKey, GameResult, PlayedGame};
use crate::failure::Failure;
use crate::people::caller::Caller;
use crate::people::game_search::{RESULTS, SearchForm, place};
use crate::play::event::{GameKind, Player, color_name};
use crate::play::live::Ending;
use crate::play::ratings::Speed;

/// A page of what is asked for.
pub(super) async fn page(app: &App, reader: &Reader, caller: &Caller, form: &SearchForm) -> Result<String, Failure> {
    let texts = reader.texts();
    let found = match app.people.find_games(caller, reader.user.as_ref(), form).await {
        Ok(found) => Some(found),
        Err(Failure::Bad(_)) => None,
        Err(failure) => return Err(failure),
    };
    let content = html! {
        h1 { (texts.get("search-found")) }
        (search_form(texts, form, found.as_ref().is_none_or(|found| found.games.is_empty())))
        section.card aria-label=(texts.get("search-found")) {
            @match &found {
                Some(found) => (results(texts, form, found)),
                None => p.notice.bad role="alert" { (texts.get("search-bad")) },
            }
        }
    };
    let title = texts.get("search-title");
    Ok(frame(reader, &Page { path: "/games", title, module: None, areas: &[], content }))
}

fn results(texts: &Texts, form: &SearchForm, FoundGames { games, next }: &FoundGames) -> Markup {
    let none = if next.is_some() { "search-none-yet" } else { "search-none" };
    html! {
        @if games.is_empty() { p.quiet role="status" { (texts.get(none)) } }
        ul.plain.history { @for game in games { li { (row(texts, game)) } } }
        nav.row aria-label=(texts.get("search-found")) {
            @if !form.after.is_empty() { a.button rel="first" href=(address(form, None)) { "‹ " (texts.get("profile-newer")) } }
            @if next.is_some() { a.button rel="next" href=(address(form, *next)) { (texts.get("profile-older")) " ›" } }
        }
    }
}

/// The address of a search, after a place in its list.
fn address(form: &SearchForm, after: Option<GameKey>) -> String {
    let after = after.map(place);
    let fields = form.fields().chain(after.as_deref().map(|after| ("after", after)));
    format!("/games?{}", form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish())
}

/// The form, closed unless nothing was found by it.
pub(super) fn search_form(texts: &Texts, form: &SearchForm, is_open: bool) -> Markup {
    let t = |key: &str| texts.get(key);
    let name = |name: &str, value: &str| {
        html! {
            div.field {
                label for={ "search-" (name) } { (t(&format!("search-{name}"))) }
                input id={ "search-" (name) } name=(name) value=(value) maxlength="40" autocomplete="off" autocapitalize="none"
                    spellcheck="false" list="player-names";
            }
        }
    };
    let typed = |name: &str, kind: &str, value: &str| {
        html! {
            div.field {
                label for={ "search-" (name) } { (t(&format!("search-{name}"))) }
                input id={ "search-" (name) } name=(name) type=(kind) value=(value) min=[(kind == "number").then_some("1")];
            }
        }
    };
    let select = |name: &str, chosen: &str, options: Vec<(String, String)>| {
        html! {
            div.field {
                label for={ "search-" (name) } { (t(&format!("search-{name}"))) }
                select id={ "search-" (name) } name=(name) {
                    option value="" { (t("search-any")) }
                    @for (value, words) in &options { option value=(value) selected[value == chosen] { (words) } }
                }
            }
        }
    };
    let keyed =
        |start: &str, values: &[&str]| values.iter().map(|value| ((*value).to_owned(), t(&format!("{start}-{value}")))).collect();
    let speeds = Speed::ALL.iter().map(|&speed| (speed.name().to_owned(), speed_name(texts, speed)));
    let clocks = speeds.chain([("none".to_owned(), t("search-clock-none"))]).collect();
    let layouts = Layout::all().iter().map(|layout| (layout.id.to_owned(), texts.layout(layout))).collect();
    html! {
        details.card.game-search open[is_open] {
            summary { (t("search-title")) }
            form action="/games" role="search" {
                div.search-fields {
                    (name("player", &form.player))
                    (name("opponent", &form.opponent))
                    (select("result", &form.result, keyed("search-result", &RESULTS)))
                    (select("ending", &form.ending, keyed("search-ending", &Ending::keys())))
                    (select("layout", &form.layout, layouts))
                    (select("clock", &form.clock, clocks))
                    (select("rated", &form.rated, keyed("search", &["yes", "no"])))
                    (select("engine", &form.engine, keyed("search", &["yes", "no"])))
                    (typed("from", "date", &form.from))
                    (typed("to", "date", &form.to))
                    (typed("least", "number", &form.least))
                    (typed("most", "number", &form.most))
                }
                div.row {
                    button.main type="submit" { (t("search-button")) }
                    @if !form.is_empty() { a.button.words href="/games" { (t("search-reset")) } }
                }
            }
        }
    }
}

/// A game that was found: both players, the result, how, when and how long.
fn row(texts: &Texts, game: &PlayedGame) -> Markup {
    let setup = &game.setup;
    let name = |color: Color| match setup.seats[color] {
        _ if setup.kind() == GameKind::SameScreen => texts.get(color_name(color)),
        Some(Player::Engine(level)) => texts.with("profile-engine", &[("level", level.number().into())]),
        _ => game.names[color].clone().unwrap_or_else(|| texts.get("profile-guest")),
    };
    let player = |color: Color| {
        html! { span.side { span class={ "dot " (color_name(color)) } role="img" aria-label=(texts.get(color_name(color))) {} (name(color)) } }
    };
    let (sign, key) = match game.result {
        GameResult::Won(Color::Black) => ("1–0", "search-result-black"),
        GameResult::Won(Color::White) => ("0–1", "search-result-white"),
        GameResult::Drawn | GameResult::Playing => ("½–½", "search-result-draw"),
    };
    let ending = game.ending.as_deref().map(|ending| format!("search-ending-{ending}")).filter(|key| texts.has(key));
    let moves = game.plies.map(|plies| texts.with("search-moves", &[("moves", ((plies + 1) / 2).into())]));
    let what = [control_words(texts, setup.control)]
        .into_iter()
        .chain(setup.rated.then(|| texts.get("profile-rated")))
        .chain([layout_name(texts, setup.start)])
        .chain(ending.map(|key| texts.get(&key)))
        .chain(moves);
    html! {
        a.game.both href={ "/game/" (game.game) } {
            span.result title=(texts.get(key)) { (sign) }
            span.who { (player(Color::Black)) (player(Color::White)) }
            span.quiet.when { (date(game.at)) }
            span.quiet.what { (what.collect::<Vec<_>>().join(" · ")) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_what_was_asked_for_and_no_more() {
        let form = SearchForm {
            player: " Ada L ".to_owned(),
            result: "won".to_owned(),
            after: "1-x".to_owned(),
            ..SearchForm::default()
        };
        assert_eq!(address(&form, None), "/games?player=Ada+L&result=won");
        let key = GameKey { at: 5, game: "aaaaaaaaaa".parse().unwrap() };
        assert_eq!(address(&form, Some(key)), "/games?player=Ada+L&result=won&after=5-aaaaaaaaaa");
        let form = SearchForm { player: "é&=?".to_owned(), ..SearchForm::default() };
        assert_eq!(address(&form, None), "/games?player=%C3%A9%26%3D%3F");
    }

    #[test]
    fn every_ending_has_words() {
        let texts = Texts::of(sumito_content::texts::Language::English);
        for ending in Ending::keys() {
            assert!(texts.has(&format!("search-ending-{ending}")), "{ending}");
        }
    }
}
