//! `sumito rules`: the rule book, the editions compared and the glossary in the terminal.

mod paper;

use std::env;
use std::ffi::OsStr;
use std::io::Write;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use sumito_content::rulebook::{self, Block, Library, Mark, Section, describe_party_trial, describe_trial, plain};
use sumito_content::texts::{Language, Texts};
use sumito_rules::books::{Edition, Printed, Term};
use sumito_rules::diagram::{Diagram, TextStyle};

use crate::error::Error;
use paper::Paper;

/// Read the rules, with figures, in one of five languages
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A chapter, 'editions', 'glossary' or a word of the glossary [default: all chapters]
    #[arg(value_name = "CHAPTER", value_parser = TopicParser, hide_possible_values = true)]
    topic: Option<Topic>,
    /// The language: en, fr, de, sv or pl [default: that of the terminal, else en]
    #[arg(long, value_name = "CODE", value_parser = language(), hide_possible_values = true)]
    lang: Option<Language>,
    /// Compare with an edition: leaflet-fr, leaflet-en, leaflet-sv, foxmind, german, zygomatic or rebel
    #[arg(long, value_name = "EDITION", value_parser = edition(), ignore_case = true, hide_possible_values = true)]
    edition: Option<Edition>,
    /// The width of the text [default: $COLUMNS, else 80]
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(40..=200))]
    width: Option<u16>,
    /// Draw with letters only
    #[arg(long)]
    ascii: bool,
}

const EXAMPLES: &str = "\
Examples:
  sumito rules | less -R
  sumito rules --lang sv
  sumito rules pac --lang pl
  sumito rules sumito --edition german
  sumito rules glossary
  sumito rules klincz

Chapters: aim, set-up, turn, movement, sumito, impossible, pac, shapes, ejection, winning, time, players.";

/// What to read.
#[derive(Clone, Copy, Debug)]
enum Topic {
    Chapter(usize),
    Editions,
    Glossary,
    Term(Term),
}

pub(crate) fn run(args: &Args, color: bool, out: &mut impl Write) -> Result<(), Error> {
    let language = args.lang.unwrap_or_else(of_terminal);
    let columns = || env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let width = args.width.or_else(columns).unwrap_or(80).clamp(40, 100);
    let mut book = Book {
        texts: Texts::of(language),
        library: Library::of(language),
        edition: args.edition,
        style: TextStyle { color, unicode: !args.ascii },
        paper: Paper::new(usize::from(width), color),
    };
    match args.topic {
        None => {
            book.paper.title(&book.texts.get("rulebook-title"));
            book.paper.words(&book.texts.get("rulebook-lead"), "");
            book.paper.words(&book.texts.get("rulebook-inventors"), "");
            book.library.rules.iter().for_each(|chapter| book.chapter(chapter));
        }
        Some(Topic::Chapter(number)) => book.chapter(&book.library.rules[number]),
        Some(Topic::Editions) => book.editions(),
        Some(Topic::Glossary) => {
            book.paper.title(&book.texts.get("glossary-title"));
            for term in rulebook::alphabetical(language) {
                book.term(term);
            }
        }
        Some(Topic::Term(term)) => book.term(term),
    }
    Ok(out.write_all(book.paper.finish().as_bytes())?)
}

/// The language that the terminal's settings ask for, such as `LANG=sv_SE.UTF-8`.
fn of_terminal() -> Language {
    let setting =
        ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| env::var(name).ok()).find(|value| !value.is_empty());
    setting.and_then(|value| Language::find(value.split(['_', '.', '-']).next()?)).unwrap_or(Language::English)
}

struct Book {
    texts: &'static Texts,
    library: &'static Library,
    edition: Option<Edition>,
    style: TextStyle,
    paper: Paper,
}

impl Book {
    fn chapter(&mut self, chapter: &Section) {
        self.paper.heading(chapter.title);
        for block in &chapter.blocks {
            match block {
                Block::Words { marks, text } => {
                    self.paper.text(text, "");
                    if let Some((edition, coverage)) =
                        self.edition.and_then(|edition| Some((edition, rulebook::coverage(marks, edition)?)))
                    {
                        self.paper.words(
                            &self.texts.with(coverage.key(), &[("edition", rulebook::edition_name(self.texts, edition).into())]),
                            "  > ",
                        );
                        self.paper.gap();
                    }
                    marks
                        .iter()
                        .filter_map(|&mark| Some((mark, self.library.note(mark)?)))
                        .for_each(|(mark, note)| self.note(mark, note));
                }
                Block::Figure { figure, caption, trials } => {
                    self.paper.boards(&paper::boards(figure, self.style));
                    let number =
                        self.edition.map(|edition| self.printed(figure.printed_in(edition), edition)).unwrap_or_default();
                    self.paper.words(&format!("{} {number}", plain(caption)), "    ");
                    for (trial, label) in figure.trials.iter().zip(trials) {
                        let (answer, _) = describe_trial(self.texts, &figure.position(), trial);
                        self.pair(&plain(label), &answer, "    - ");
                    }
                    self.paper.gap();
                }
                Block::Layout { layout, caption } => {
                    let diagram = Diagram::from_marbles(
                        layout
                            .seating
                            .seats()
                            .flat_map(|seat| layout.position().marbles(seat).sorted().map(move |cell| (cell, seat))),
                    );
                    self.paper.boards(&[diagram.text(self.style)]);
                    self.paper.words(&plain(caption), "    ");
                    self.paper.gap();
                }
                Block::Party { figure, caption, trials } => {
                    self.paper.boards(&[Diagram::of_party(&figure.position()).text(self.style)]);
                    self.paper.words(&plain(caption), "    ");
                    for (trial, label) in figure.trials.iter().zip(trials) {
                        let (answer, _) = describe_party_trial(self.texts, &figure.position(), trial);
                        self.pair(&plain(label), &answer, "    - ");
                    }
                    self.paper.gap();
                }
                Block::Ours(text) => {
                    self.pair(&self.texts.get("rulebook-ours"), &plain(text), "  * ");
                    self.paper.gap();
                }
                _ => {}
            }
        }
    }

    /// A disagreement or gap: all that is said of it, or what one edition says, and how we settle it.
    fn note(&mut self, mark: Mark, note: &Section) {
        let key = if matches!(mark, Mark::Gap(_)) { "rulebook-ours" } else { "rulebook-differ" };
        let says = |block: &Block| matches!(block, Block::Said { editions, .. } if self.edition.is_none_or(|edition| editions.contains(&edition)));
        if matches!(mark, Mark::Conflict(_)) && !note.blocks.iter().any(says) {
            return;
        }
        self.pair(&self.texts.get(key), note.title, "  * ");
        self.answers(note, "    ");
        self.paper.gap();
    }

    fn answers(&mut self, note: &Section, indent: &str) {
        for block in &note.blocks {
            match block {
                Block::Said { editions, text } if self.edition.is_none_or(|edition| editions.contains(&edition)) => {
                    self.pair(&self.names(editions), &plain(text), indent);
                }
                Block::Ours(text) => self.pair("Sumito", &plain(text), indent),
                _ => {}
            }
        }
    }

    fn editions(&mut self) {
        self.paper.title(&self.texts.get("editions-title"));
        for edition in Edition::ALL {
            let line = format!(
                "{}{} {}",
                rulebook::edition_name(self.texts, edition),
                self.texts.get("rulebook-colon"),
                edition.publisher()
            );
            self.paper.words(&line, "  ");
        }
        self.paper.gap();
        for (start, key) in [('C', "editions-conflicts"), ('G', "editions-gaps")] {
            self.paper.heading(&self.texts.get(key));
            for note in self.library.editions.iter().filter(|note| note.key.starts_with(start)) {
                self.paper.words(note.title, "");
                self.answers(note, "    ");
                self.paper.gap();
            }
        }
    }

    fn term(&mut self, term: Term) {
        let section = self.library.term(term);
        self.paper.heading(section.title);
        for block in &section.blocks {
            match block {
                Block::Words { text, .. } => self.paper.text(text, ""),
                Block::Said { editions, text } => self.pair(&self.names(editions), &plain(text), "  "),
                Block::Meaning { sense, text } => {
                    self.pair(&self.names(sense.editions()), &plain(text), "  * ");
                    self.paper.boards(&[rulebook::of_sense(*sense).text(self.style)]);
                }
                _ => {}
            }
        }
        if let Some(diagram) = rulebook::of_term(term) {
            self.paper.boards(&[diagram.text(self.style)]);
        }
        let books =
            rulebook::words_of_books(term).into_iter().map(|(word, editions)| format!("{word} ({})", self.names(&editions)));
        let books: Vec<String> = books.collect();
        self.pair(&self.texts.get("glossary-books"), &books.join("; "), "  ");
        if let Some(chapter) = self.library.chapter_of(term) {
            self.pair(&self.texts.get("glossary-chapter"), &format!("{} (sumito rules {})", chapter.title, chapter.key), "  ");
        }
        for (language, words) in rulebook::words_for(term) {
            self.pair(&rulebook::language_name(self.texts, language.code()), &words.join(", "), "  ");
        }
        self.paper.gap();
    }

    fn names(&self, editions: &[Edition]) -> String {
        rulebook::edition_names(self.texts, editions).join(", ")
    }

    /// Something and what is said of it.
    fn pair(&mut self, what: &str, said: &str, indent: &str) {
        self.paper.words(&format!("{what}{} {said}", self.texts.get("rulebook-colon")), indent);
    }

    fn printed(&self, printed: Printed, edition: Edition) -> String {
        let name = ("edition", rulebook::edition_name(self.texts, edition).into());
        match printed {
            Printed::Number(number) => self.texts.with("rulebook-printed-number", &[name, ("number", number.into())]),
            Printed::Unnumbered => self.texts.with("rulebook-printed-unnumbered", &[name]),
            Printed::Absent => self.texts.with("rulebook-printed-absent", &[name]),
        }
    }
}

#[derive(Clone)]
struct TopicParser;

impl TypedValueParser for TopicParser {
    type Value = Topic;

    fn parse_ref(&self, _: &clap::Command, _: Option<&clap::Arg>, value: &OsStr) -> Result<Topic, clap::Error> {
        let text = value.to_string_lossy();
        let chapters = &Library::of(Language::English).rules;
        match text.as_ref() {
            "editions" => Ok(Topic::Editions),
            "glossary" => Ok(Topic::Glossary),
            key => chapters
                .iter()
                .position(|chapter| chapter.key == key)
                .map(Topic::Chapter)
                .or_else(|| rulebook::find_term(key).map(Topic::Term))
                .ok_or_else(|| {
                    let keys: Vec<&str> = chapters.iter().map(|chapter| chapter.key).collect();
                    let message = format!(
                        "there is no chapter or word '{key}'; the chapters are {}, editions, glossary\n",
                        keys.join(", ")
                    );
                    clap::Error::raw(ErrorKind::InvalidValue, message)
                }),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let chapters =
            Library::of(Language::English).rules.iter().map(|chapter| PossibleValue::new(chapter.key).help(chapter.title));
        Some(Box::new(chapters.chain(["editions", "glossary"].map(PossibleValue::new))))
    }
}

fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::code)).map(|code| Language::find(&code).unwrap_or(Language::English))
}

fn edition() -> impl TypedValueParser<Value = Edition> {
    let names = Edition::ALL.map(|edition| PossibleValue::new(rulebook::slug(edition)).alias(edition.name()));
    PossibleValuesParser::new(names).try_map(|name| rulebook::edition(&name).ok_or("no such edition"))
}
