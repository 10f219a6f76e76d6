//! The glossary: every word of the books, with its meanings and a small diagram.

use maud::{Markup, PreEscaped, html};
use sumito_content::rulebook::{self, Block, Library, Section, plain};
use sumito_content::texts::{Language, Texts};
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
            div.entries { @for term in rulebook::alphabetical(texts.language) { (entry(texts, term)) } }
        }
    };
    frame(
        reader,
        &Page { path: "/learn", title: t("glossary-title"), module: Some("rulebook.js"), areas: &["rulebook"], content },
    )
}

fn entry(texts: &Texts, term: Term) -> Markup {
    let library = Library::of(texts.language);
    let section = library.term(term);
    let books = rulebook::words_of_books(term);
    let all: Vec<&str> = rulebook::words_for(term).into_iter().flat_map(|(_, words)| words).collect();
    html! {
        section.entry.card id=(section.key) data-words=(all.join("|")) {
            div.meaning {
                h2 { (section.title) a.anchor href={ "#" (section.key) } aria-label=(section.title) { "#" } }
                @for block in &section.blocks {
                    @match block {
                        Block::Words { text, .. } => p { (words(text)) },
                        Block::Said { editions, text } => p.remark { (editions::names(texts, editions)) (words(text)) },
                        _ => "",
                    }
                }
            }
            @if let Some(diagram) = rulebook::of_term(term) {
                div.sketch { (sketch(diagram, &format!("term-{}", section.key), section.title)) }
            }
            (meanings(texts, section))
            dl.sources {
                dt { (texts.get("glossary-books")) }
                dd {
                    @for (word, editions) in &books {
                        span.word { span lang=(editions[0].language()) { (word) } " " (editions::names(texts, editions)) } " "
                    }
                }
                @if let Some(chapter) = library.chapter_of(term) {
                    dt { (texts.get("glossary-chapter")) }
                    dd {
                        a href={ "/learn/rules#" (chapter.key) } { (chapter.title) }
                        @for (figure, caption) in library.figures_of(term) {
                            " · " a href={ "/learn/rules#figure-" (figure.key) } { (plain(caption).trim_end_matches('.')) }
                        }
                    }
                }
                dt { (texts.get("glossary-also")) }
                dd { (others(texts, term, &books)) }
            }
        }
    }
}

/// Words that the books' list does not show, by language; the reader's own comes first.
fn others(texts: &Texts, term: Term, books: &[(&str, Vec<Edition>)]) -> Markup {
    let title = Library::of(texts.language).term(term).title;
    let shown = |word: &str| word.eq_ignore_ascii_case(title) || books.iter().any(|(known, _)| known.eq_ignore_ascii_case(word));
    let mut all: Vec<(Language, Vec<&str>)> = rulebook::words_for(term);
    all.sort_by_key(|(language, _)| *language != texts.language);
    html! {
        ul.languages {
            @for (language, words) in all {
                @let words: Vec<&str> = words.into_iter().filter(|word| !shown(word)).collect();
                @if !words.is_empty() {
                    li {
                        span.quiet { (rulebook::language_name(texts, language.code())) (texts.get("rulebook-colon")) } " "
                        span lang=(language.code()) { (words.join(", ")) }
                    }
                }
            }
        }
    }
}

/// The meanings of a word that has several, each with its editions and a diagram.
fn meanings(texts: &Texts, section: &Section) -> Markup {
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
                        div { p { (words(text)) } (editions::names(texts, sense.editions())) }
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
