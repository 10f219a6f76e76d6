//! The glossary: every word of the books, with its meanings and a small diagram.

use maud::{Markup, PreEscaped, html};
use sumito_content::rulebook::{self, Block, Library, Section};
use sumito_content::texts::Texts;
use sumito_rules::books::{Edition, Term};
use sumito_rules::diagram::Diagram;

use super::{editions, words};
use crate::pages::Reader;
use crate::pages::frame::{Page, frame};

pub(super) fn page(reader: &Reader) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let content = html! {
        article.glossary {
            h1 { (t("glossary-title")) }
            p.lead { (t("glossary-lead")) }
            form.search #search role="search" hidden {
                label for="word" { (t("glossary-search")) }
                input #word type="search" name="word" autocomplete="off" spellcheck="false";
                p #found role="status" {}
            }
            div.entries { @for term in Term::all() { (entry(texts, term)) } }
        }
    };
    frame(
        reader,
        &Page { path: "/learn", title: t("glossary-title"), module: Some("rulebook.js"), areas: &["rulebook"], content },
    )
}

fn entry(texts: &Texts, term: Term) -> Markup {
    let section = Library::of(texts.language).term(term);
    let books = words_of_books(term);
    let known = |word: &str| books.iter().any(|(known, _)| known.eq_ignore_ascii_case(word));
    let others: Vec<&str> = section.words().into_iter().skip(1).filter(|word| !known(word)).collect();
    html! {
        section.entry.card id=(section.key) data-words=(section.words().join("|")) {
            div.meaning {
                h2 { (section.title) a.anchor href={ "#" (section.key) } aria-label=(section.title) { "#" } }
                @for block in &section.blocks {
                    @match block {
                        Block::Words { text, .. } => p { (words(text)) },
                        Block::Said { editions, text } => p.remark { (editions::names(editions)) (words(text)) },
                        _ => "",
                    }
                }
            }
            @if let Some(diagram) = rulebook::of_term(term) {
                div.sketch { (sketch(diagram, &format!("term-{}", section.key), section.title)) }
            }
            (meanings(section))
            dl.sources {
                dt { (texts.get("glossary-books")) }
                dd {
                    @for (word, editions) in &books {
                        span.word { span lang=(editions[0].language()) { (word) } " " (editions::names(editions)) } " "
                    }
                }
                @if !others.is_empty() { dt { (texts.get("glossary-also")) } dd { (others.join(", ")) } }
            }
        }
    }
}

/// The word of each book, those that share one together.
fn words_of_books(term: Term) -> Vec<(&'static str, Vec<Edition>)> {
    let mut words: Vec<(&str, Vec<Edition>)> = Vec::new();
    for edition in Edition::ALL {
        let Some(word) = term.word(edition) else { continue };
        match words.iter_mut().find(|(known, _)| *known == word) {
            Some((_, editions)) => editions.push(edition),
            None => words.push((word, vec![edition])),
        }
    }
    words
}

/// The meanings of a word that has several, each with its editions and a diagram.
fn meanings(section: &Section) -> Markup {
    let all: Vec<_> = section
        .blocks
        .iter()
        .filter_map(|block| if let Block::Meaning { sense, text } = block { Some((sense, text)) } else { None })
        .collect();
    html! {
        @if !all.is_empty() {
            ol.meanings {
                @for (sense, text) in all {
                    li id=(sense.key()) {
                        div { p { (words(text)) } (editions::names(sense.editions())) }
                        div.sketch { (sketch(rulebook::of_sense(*sense), sense.key(), section.title)) }
                    }
                }
            }
        }
    }
}

fn sketch(diagram: Diagram, id: &str, title: &str) -> Markup {
    PreEscaped(diagram.id(id).title(title).description("").coordinates(false).trays(false).svg())
}
