//! Searching for finished games: a plain form whose address can be shared, and a page of what was found.

use maud::{Markup, html};
use sumito_content::texts::Texts;
use sumito_rules::Layout;

use super::Reader;
use super::frame::{Page, frame};
use super::icons::{self, icon};
use super::party::{layout_name, offered};
use super::played::{Boards, rows};
use super::profile::pool_name;
use crate::app::App;
use crate::db::{FoundGames, GameKey};
use crate::failure::Failure;
use crate::people::caller::Caller;
use crate::people::game_search::{PLAYERS, RESULTS, SearchForm, place};
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
    let boards = match &found {
        Some(found) => Boards::of(app, &found.games).await,
        None => Boards::default(),
    };
    let is_open = found.as_ref().is_none_or(|found| found.games.is_empty());
    let content = html! {
        div.games-head {
            h1 { (texts.get("search-found")) }
            (search_form(texts, form, is_open))
        }
        (chosen(texts, form))
        @match &found {
            Some(found) => (results(texts, form, found, &boards)),
            None => p.notice.bad role="alert" { (texts.get("search-bad")) },
        }
    };
    let title = texts.get("search-title");
    Ok(frame(reader, &Page { path: "/games", title, module: None, areas: &[], content }))
}

fn results(texts: &Texts, form: &SearchForm, FoundGames { games, next }: &FoundGames, boards: &Boards) -> Markup {
    let none = if next.is_some() { "search-none-yet" } else { "search-none" };
    html! {
        @if games.is_empty() { p.quiet role="status" { (texts.get(none)) } }
        (rows(texts, games, boards, None))
        @if next.is_some() || !form.after.is_empty() {
            nav.row aria-label=(texts.get("search-found")) {
                @if !form.after.is_empty() { a.button rel="first" href=(address(form, None)) { "‹ " (texts.get("profile-newer")) } }
                @if next.is_some() { a.button rel="next" href=(address(form, *next)) { (texts.get("profile-older")) " ›" } }
            }
        }
    }
}

/// What was asked for, each with a link to the same search without it.
fn chosen(texts: &Texts, form: &SearchForm) -> Markup {
    let t = |key: &str| texts.get(key);
    let named = |key: String, value: &str| if texts.has(&key) { texts.get(&key) } else { value.to_owned() };
    html! {
        ul.search-chosen aria-label=(t("search-filters")) {
            @for (name, value) in form.fields() {
                @let value = match name {
                    "result" | "ending" => named(format!("search-{name}-{value}"), value),
                    "rated" | "engine" => named(format!("search-{value}"), value),
                    "clock" if value == "none" => t("search-clock-none"),
                    "clock" => named(format!("speed-{value}"), value),
                    "layout" => match Layout::find(value) {
                        Some(layout) => texts.layout(layout),
                        None => named(format!("js-party-layout-{value}"), value),
                    },
                    _ => value.to_owned(),
                };
                @let words = format!("{}{} {value}", t(&format!("search-{name}")), t("colon"));
                li { a href=(without(form, name)) title=(t("search-drop")) { span { (words) } span.unseen { ". " (t("search-drop")) } } }
            }
        }
    }
}

/// The address of a search without one of its fields; all games if nothing is left.
fn without(form: &SearchForm, field: &str) -> String {
    let fields: Vec<(&str, &str)> = form.fields().filter(|(name, _)| *name != field).collect();
    if fields.is_empty() {
        return "/games".to_owned();
    }
    format!("/games?{}", form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish())
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
    let speeds = Speed::ALL.iter().map(|&speed| (speed.name().to_owned(), pool_name(texts, speed)));
    let clocks = speeds.chain([("none".to_owned(), t("search-clock-none"))]).collect();
    let layouts = Layout::all().iter().map(|layout| (layout.id.to_owned(), texts.layout(layout)));
    let layouts = layouts.chain(offered().map(|layout| (layout.id.to_owned(), layout_name(texts, layout)))).collect();
    html! {
        details.game-search open[is_open] {
            summary.button { (icon(icons::SEARCH)) (t("search-title")) }
            form.card action="/games" role="search" {
                div.search-fields {
                    (name("player", &form.player))
                    (name("opponent", &form.opponent))
                    (select("players", &form.players, PLAYERS.map(|count| (count.to_owned(), count.to_owned())).into()))
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
        let form = SearchForm { player: "ada".to_owned(), result: "won".to_owned(), ..SearchForm::default() };
        assert_eq!(without(&form, "result"), "/games?player=ada");
        assert_eq!(without(&SearchForm { player: String::new(), ..form }, "result"), "/games");
    }

    #[test]
    fn every_ending_has_words() {
        let texts = Texts::of(sumito_content::texts::Language::English);
        for ending in Ending::keys() {
            assert!(texts.has(&format!("search-ending-{ending}")), "{ending}");
        }
    }
}
