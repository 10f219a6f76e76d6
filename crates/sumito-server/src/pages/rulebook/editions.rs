//! The editions compared: what each book says, and how Sumito resolves it.

use maud::{Markup, html};
use sumito_content::rulebook::{self, Block, Library, Section};
use sumito_content::texts::Texts;
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
                            tr #(rulebook::slug(edition)) {
                                th scope="row" {
                                    a href={ "/learn/rules?edition=" (rulebook::slug(edition)) } { (rulebook::edition_name(texts, edition)) }
                                }
                                td { (edition.publisher()) }
                                td { (rulebook::language_name(texts, edition.language())) }
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
                        tr id=(note.key.to_lowercase()) { th scope="row" { (note.title) } td { (answers(texts, note)) } td { (settled(note)) } }
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

/// The names of editions.
pub(super) fn names(texts: &Texts, editions: &[Edition]) -> Markup {
    html! { span.names { @for name in rulebook::edition_names(texts, editions) { span { (name) } " " } } }
}

/// What the editions say.
pub(super) fn answers(texts: &Texts, note: &Section) -> Markup {
    let said: Vec<_> = note
        .blocks
        .iter()
        .filter_map(|block| if let Block::Said { editions, text } = block { Some((editions, text)) } else { None })
        .collect();
    html! {
        @if !said.is_empty() { ul.said { @for (editions, text) in said { li { (names(texts, editions)) (words(text)) } } } }
    }
}

/// How Sumito resolves it.
pub(super) fn settled(note: &Section) -> Markup {
    html! { @for block in &note.blocks { @if let Block::Ours(text) = block { p.settled { b { "Sumito" } " " (words(text)) } } } }
}
