//! The editions compared: what each book says, and how Sumito resolves it.

use maud::{Markup, html};
use sumito_content::rulebook::{Block, Library, Section};
use sumito_content::texts::{Language, Texts};
use sumito_rules::books::Edition;

use super::words;
use crate::pages::Reader;
use crate::pages::frame::{Page, frame};

pub(super) fn page(reader: &Reader) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let notes = |start| Library::of(texts.language).editions.iter().filter(move |note| note.key.starts_with(start));
    let content = html! {
        article.editions {
            h1 { (t("editions-title")) }
            p.lead { (t("editions-lead")) }
            h2 { (t("editions-books")) }
            div.wide tabindex="0" role="region" aria-label=(t("editions-books")) {
                table {
                    thead { tr {
                        @for key in ["editions-name", "editions-publisher", "editions-language", "editions-year"] { th scope="col" { (t(key)) } }
                    } }
                    tbody {
                        @for edition in Edition::ALL {
                            tr #(edition.name().to_lowercase()) {
                                th scope="row" { a href={ "/learn/rules?edition=" (edition) } { (edition) } }
                                td { (edition.publisher()) }
                                td { (language_name(edition)) }
                                td { @if let Some(year) = edition.year() { (year) } @else { "–" } }
                            }
                        }
                    }
                }
            }
            h2 { (t("editions-conflicts")) }
            table.notes {
                thead { tr { @for key in ["editions-question", "editions-answers"] { th scope="col" { (t(key)) } } th scope="col" { "Sumito" } } }
                tbody {
                    @for note in notes('C') {
                        tr id=(note.key.to_lowercase()) { th scope="row" { (note.title) } td { (answers(note)) } td { (settled(note)) } }
                    }
                }
            }
            h2 { (t("editions-gaps")) }
            p { (t("editions-gaps-lead")) }
            table.notes.gaps {
                thead { tr { th scope="col" { (t("editions-question")) } th scope="col" { "Sumito" } } }
                tbody {
                    @for note in notes('G') { tr id=(note.key.to_lowercase()) { th scope="row" { (note.title) } td { (settled(note)) } } }
                }
            }
        }
    };
    frame(reader, &Page { path: "/learn", title: t("editions-title"), module: None, areas: &[], content })
}

/// An edition by its short name, publisher and language.
pub(super) fn named(edition: Edition) -> String {
    let year = edition.year().map(|year| format!(", {year}")).unwrap_or_default();
    format!("{edition}: {}, {}{year}", edition.publisher(), language_name(edition))
}

fn language_name(edition: Edition) -> String {
    Language::find(edition.language()).map(|language| Texts::of(language).get("language-name")).unwrap_or_default()
}

/// The short names of editions, each with the rest as a tooltip.
pub(super) fn names(editions: &[Edition]) -> Markup {
    html! { span.names { @for edition in editions { abbr title=(named(*edition)) { (edition) } " " } } }
}

/// What the editions say.
pub(super) fn answers(note: &Section) -> Markup {
    let said: Vec<_> = note
        .blocks
        .iter()
        .filter_map(|block| if let Block::Said { editions, text } = block { Some((editions, text)) } else { None })
        .collect();
    html! {
        @if !said.is_empty() { ul.said { @for (editions, text) in said { li { (names(editions)) (words(text)) } } } }
    }
}

/// How Sumito resolves it.
pub(super) fn settled(note: &Section) -> Markup {
    html! { @for block in &note.blocks { @if let Block::Ours(text) = block { p.settled { b { "Sumito" } " " (words(text)) } } } }
}
