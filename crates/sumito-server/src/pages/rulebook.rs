//! The learning pages: the overview, the rule book, the editions compared, the glossary. Their texts come from `learn/`.

mod editions;
mod figure;
mod glossary;

use std::collections::BTreeSet;

use axum::Router;
use axum::extract::Query;
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;
use sumito_content::rulebook::{self, Block, Library, Mark, Section, Span, SpanKind};
use sumito_content::texts::Texts;
use sumito_rules::books::{Edition, Term};

use super::Reader;
use super::frame::{Page, frame};
use crate::app::App;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/learn", get(async |reader: Reader| Html(entrance(&reader))))
        .route("/learn/rules", get(async |reader: Reader, Query(query): Query<RulesQuery>| Html(rules(&reader, &query))))
        .route("/learn/editions", get(async |reader: Reader| Html(editions::page(&reader))))
        .route("/learn/glossary", get(async |reader: Reader| Html(glossary::page(&reader))))
}

#[derive(Deserialize)]
struct RulesQuery {
    /// The edition to compare with, by its name in addresses.
    edition: Option<String>,
}

/// A link to the glossary.
pub(super) fn glossary_link(term: Term, words: &str) -> Markup {
    html! { a.term href={ "/learn/glossary#" (term.key()) } { (words) } }
}

/// Links the first occurrence of each glossary term in a text; `web/glossary.js` does the same for the scripts' texts.
pub(super) fn linked(texts: &Texts, text: &str) -> Markup {
    let list = texts.get("js-glossary");
    let words: Vec<(&str, &str)> = list.split(", ").filter_map(|pair| pair.split_once('=')).collect();
    let mut terms = BTreeSet::new();
    let (mut parts, mut plain, mut at) = (Vec::new(), 0, 0);
    while let Some(next) = text[at..].chars().next() {
        let begins = !text[..at].ends_with(char::is_alphabetic);
        let here = words.iter().filter(|_| begins).find_map(|(word, term)| Some((word_at(&text[at..], word)?, *term)));
        match here {
            Some((length, term)) if terms.insert(term) => {
                parts.push((&text[plain..at], Some((&text[at..at + length], term))));
                at += length;
                plain = at;
            }
            _ => at += next.len_utf8(),
        }
    }
    parts.push((&text[plain..], None));
    html! {
        @for (plain, word) in parts {
            (plain)
            @if let Some((word, term)) = word { a.term href={ "/learn/glossary#" (term) } { (word) } }
        }
    }
}

/// The length in bytes of a word at the start of a text; a longer word with the same beginning does not match.
fn word_at(text: &str, word: &str) -> Option<usize> {
    let mut letters = text.char_indices();
    for expected in word.chars() {
        let (_, letter) = letters.next()?;
        if !letter.to_lowercase().eq([expected]) {
            return None;
        }
    }
    let rest = letters.as_str();
    (!rest.starts_with(char::is_alphabetic)).then_some(text.len() - rest.len())
}

fn entrance(reader: &Reader) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let ways = [
        ("/learn/lessons", "lessons-title", "lessons-lead", "in-line"),
        ("/learn/rules", "learn-rules", "learn-rules-lead", "sumito-3-2"),
        ("/learn/glossary", "learn-glossary", "learn-glossary-lead", "trinomials"),
        ("/learn/editions", "learn-editions", "learn-editions-lead", "pac-break"),
        ("/puzzles", "learn-puzzles", "learn-puzzles-lead", "ejection"),
        ("/learn/coordinates", "coordinates-title", "learn-coordinates-lead", "broadside"),
    ];
    let content = html! {
        h1 { (t("learn-title")) }
        p { (t("learn-lead")) }
        div.ways {
            @for (address, title, lead, figure) in ways {
                a.card.way href=(address) {
                    (figure::ornament(figure))
                    span { b { (t(title)) } span.quiet { (t(lead)) } }
                }
            }
        }
    };
    frame(reader, &Page { path: "/learn", title: t("learn-title"), module: None, areas: &[], content })
}

fn rules(reader: &Reader, query: &RulesQuery) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let library = Library::of(texts.language);
    let edition = query.edition.as_deref().and_then(rulebook::edition);
    let content = html! {
        div.book {
            nav.contents aria-labelledby="contents" {
                h2 #contents { (t("rulebook-contents")) }
                ol { @for chapter in &library.rules { li { a href={ "#" (chapter.key) } { (chapter.title) } } } }
                p { a href="/learn/glossary" { (t("learn-glossary")) } br; a href="/learn/editions" { (t("learn-editions")) } }
            }
            article.rules data-rules=(figure::forbidding_rules()) {
                h1 { (t("rulebook-title")) }
                p.lead { (t("rulebook-lead")) }
                p.quiet { (t("rulebook-inventors")) }
                (choose_edition(texts, edition))
                @for chapter in &library.rules { (section(texts, library, chapter, edition)) }
            }
        }
    };
    frame(
        reader,
        &Page {
            path: "/learn",
            title: t("rulebook-title"),
            module: Some("rulebook.js"),
            areas: &["rulebook", "board", "party"],
            content,
        },
    )
}

fn choose_edition(texts: &Texts, chosen: Option<Edition>) -> Markup {
    html! {
        form.compare action="/learn/rules" method="get" {
            label for="edition" { (texts.get("rulebook-edition")) }
            div.row {
                select #edition name="edition" {
                    option value="" { (texts.get("rulebook-edition-none")) }
                    @for edition in Edition::ALL {
                        option value=(rulebook::slug(edition)) selected[chosen == Some(edition)] {
                            (rulebook::edition_name(texts, edition))
                        }
                    }
                }
                button type="submit" { (texts.get("rulebook-edition-show")) }
            }
        }
    }
}

fn section(texts: &Texts, library: &Library, chapter: &Section, edition: Option<Edition>) -> Markup {
    // Consecutive figures are shown side by side.
    let rows = chapter.blocks.chunk_by(|a, b| is_picture(a) && is_picture(b));
    html! {
        section id=(chapter.key) {
            h2 { (chapter.title) a.anchor href={ "#" (chapter.key) } aria-label=(chapter.title) { "#" } }
            @for row in rows {
                @if let [Block::Words { marks, text }] = row {
                    (paragraph(texts, library, marks, text, edition))
                } @else if let [Block::Ours(text)] = row {
                    p.our-rule { b { (texts.get("rulebook-ours")) (texts.get("rulebook-colon")) } " " (words(text)) }
                } @else {
                    div.figures { @for block in row { (figure::picture(texts, block, edition)) } }
                }
            }
        }
    }
}

const fn is_picture(block: &Block) -> bool {
    matches!(block, Block::Figure { .. } | Block::Layout { .. } | Block::Party { .. })
}

/// A paragraph, with an anchor for each requirement, and its notes.
fn paragraph(texts: &Texts, library: &Library, marks: &[Mark], text: &[Span], edition: Option<Edition>) -> Markup {
    let anchors = marks.iter().filter(|mark| matches!(mark, Mark::Requirement(_)));
    let notes = marks.iter().filter_map(|&mark| Some((mark, library.note(mark)?)));
    let stated = edition.and_then(|edition| Some((edition, rulebook::coverage(marks, edition)?)));
    html! {
        p { @for mark in anchors { span.place id=(mark.to_string().to_lowercase()) {} } (words(text)) }
        @if let Some((edition, coverage)) = stated {
            p.stated class=(coverage.key()) { (texts.with(coverage.key(), &[("edition", rulebook::edition_name(texts, edition).into())])) }
        }
        @for (mark, note) in notes {
            details.note.ours[matches!(mark, Mark::Gap(_))] {
                summary {
                    @let key = if matches!(mark, Mark::Gap(_)) { "rulebook-ours" } else { "rulebook-differ" };
                    b { (texts.get(key)) } (texts.get("rulebook-colon")) " " (note.title)
                }
                (editions::answers(texts, note))
                (editions::settled(note))
            }
        }
    }
}

/// A text with its strong words and its links to the glossary.
fn words(text: &[Span]) -> Markup {
    html! {
        @for span in text {
            @if span.strong { strong { (piece(span)) } } @else { (piece(span)) }
        }
    }
}

fn piece(span: &Span) -> Markup {
    html! {
        @match span.kind {
            SpanKind::Plain => (span.words),
            SpanKind::Code => code { (span.words) },
            SpanKind::Term(term) => (glossary_link(term, span.words)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sumito_content::texts::Language;

    #[test]
    fn words_of_the_glossary_lead_there() {
        let link = |term: &str, word: &str| format!("<a class=\"term\" href=\"/learn/glossary#{term}\">{word}</a>");
        for (language, text, expected) in [
            (Language::English, "A sumito & an Arc.", format!("A {} &amp; an {}.", link("sumito", "sumito"), link("arc", "Arc"))),
            // Once per term, and never inside another word.
            (Language::English, "Search: pac, Pacs, blocked", format!("Search: {}, Pacs, blocked", link("pac", "pac"))),
            (Language::German, "Eine Pac-Stellung", format!("Eine {}", link("pac", "Pac-Stellung"))),
            (
                Language::Swedish,
                "Ett låst läge, det är matt",
                format!("Ett {}, det är {}", link("pac", "låst läge"), link("det", "matt")),
            ),
            (Language::Polish, "Łuk", link("arc", "Łuk")),
            (Language::French, "rien", "rien".to_owned()),
        ] {
            assert_eq!(linked(Texts::of(language), text).into_string(), expected, "{text}");
        }
    }
}
