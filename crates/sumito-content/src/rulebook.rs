//! The rule book, the editions compared, and the glossary: our own texts in five languages, read once from the files under `learn/`.
//!
//! Pages and terminal show the same text. Each block is one line of the file:
//!
//! | line | what it is |
//! |---|---|
//! | `# KEY \| TITLE` | starts a section: a chapter, a disagreement `C1`, a gap `G1`, or a term of the glossary |
//! | `[R1 C2 G3] TEXT` | a paragraph, with the numbers in docs/rules.md that it covers |
//! | `figure KEY \| CAPTION` | a figure of the rules library; lines `- TEXT` below it name its moves to try, in order |
//! | `layout ID \| CAPTION` | a layout for more than two players |
//! | `party KEY \| CAPTION` | a figure for more than two players, with moves to try as above |
//! | `S0-FR S2-DE: TEXT` | what these editions say |
//! | `Sumito: TEXT` | how Sumito resolves it, or a rule that is our own |
//! | `sense KEY: TEXT` | one of several meanings of a term |
//! | `also: WORD, WORD` | other words for a term, for the search |
//!
//! Within a text `*...*` is strong, `` `...` `` is a cell or a move, and `[[WORDS]]` or `[[WORDS|TERM]]` links to the glossary.

mod names;
mod party_figures;
mod read;
mod sketch;
mod stated;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use sumito_rules::books::{Edition, Figure, Term, Trial};
use sumito_rules::shapes::Sense;
use sumito_rules::{IllegalMove, Position, party};

use crate::texts::{Language, Texts};

pub use names::{
    alphabetical, edition, edition_name, edition_names, find_term, language_name, slug, words_for, words_in, words_of_books,
};
pub use party_figures::{PartyFigure, PartyTrial};
pub use sketch::{of_figure, of_sense, of_term};
pub use stated::coverage;

/// The texts of one language.
pub struct Library {
    /// The chapters of the rule book.
    pub rules: Vec<Section>,
    /// C1 to C18, then G1 to G8.
    pub editions: Vec<Section>,
    /// The terms, in the order of the requirements R47 to R65.
    pub glossary: Vec<Section>,
}

/// A chapter, a disagreement or gap, or a term.
pub struct Section {
    pub key: &'static str,
    pub title: &'static str,
    pub blocks: Vec<Block>,
}

pub enum Block {
    Words { marks: Vec<Mark>, text: Text },
    Figure { figure: &'static Figure, caption: Text, trials: Vec<Text> },
    Layout { layout: &'static party::Layout, caption: Text },
    Party { figure: &'static PartyFigure, caption: Text, trials: Vec<Text> },
    Said { editions: Vec<Edition>, text: Text },
    Ours(Text),
    Meaning { sense: Sense, text: Text },
    Also(Vec<&'static str>),
}

/// A number in docs/rules.md that a paragraph covers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Requirement(u8),
    Conflict(u8),
    Gap(u8),
}

pub type Text = Vec<Span>;

/// A run of words with the same style and link.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Span {
    pub words: &'static str,
    pub strong: bool,
    pub kind: SpanKind,
}

#[derive(Copy, Clone, Debug, PartialEq)]
pub enum SpanKind {
    Plain,
    /// A cell or a move.
    Code,
    /// A word of the glossary.
    Term(Term),
}

macro_rules! sources {
    ($folder:literal) => {
        [
            include_str!(concat!("../../../learn/", $folder, "/en.txt")),
            include_str!(concat!("../../../learn/", $folder, "/fr.txt")),
            include_str!(concat!("../../../learn/", $folder, "/de.txt")),
            include_str!(concat!("../../../learn/", $folder, "/sv.txt")),
            include_str!(concat!("../../../learn/", $folder, "/pl.txt")),
        ]
    };
}

const RULES: [&str; 5] = sources!("rules");
const EDITIONS: [&str; 5] = sources!("editions");
const GLOSSARY: [&str; 5] = sources!("glossary");

static LIBRARIES: LazyLock<[Library; 5]> = LazyLock::new(|| {
    Language::ALL.map(|language| {
        let read = |sources: [&'static str; 5]| read::sections(sources[language as usize]).expect("a test reads every text");
        Library { rules: read(RULES), editions: read(EDITIONS), glossary: read(GLOSSARY) }
    })
});

impl Library {
    pub fn of(language: Language) -> &'static Library {
        &LIBRARIES[language as usize]
    }

    /// The disagreement or gap that a paragraph mentions.
    pub fn note(&self, mark: Mark) -> Option<&Section> {
        let key = mark.to_string();
        self.editions.iter().find(|section| section.key == key)
    }

    pub fn term(&self, term: Term) -> &Section {
        &self.glossary[usize::from(term.requirement() - 47)]
    }

    /// The chapter of the rule book that explains a term: the first with a figure of it, or else the first that links to it.
    pub fn chapter_of(&self, term: Term) -> Option<&Section> {
        let links = |text: &Text| text.iter().any(|span| span.kind == SpanKind::Term(term));
        let names =
            |section: &&Section| section.blocks.iter().any(|block| matches!(block, Block::Words { text, .. } if links(text)));
        let shows = |section: &&Section| figures_in(section).any(|(figure, _)| figure.terms.contains(&term));
        self.rules.iter().find(shows).or_else(|| self.rules.iter().find(names))
    }

    /// The figures of the rule book that show a term, with their captions.
    pub fn figures_of(&self, term: Term) -> impl Iterator<Item = (&'static Figure, &Text)> {
        self.rules.iter().flat_map(figures_in).filter(move |(figure, _)| figure.terms.contains(&term))
    }
}

fn figures_in(section: &Section) -> impl Iterator<Item = (&'static Figure, &Text)> {
    section.blocks.iter().filter_map(|block| match block {
        Block::Figure { figure, caption, .. } => Some((*figure, caption)),
        _ => None,
    })
}

impl std::fmt::Display for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mark::Requirement(number) => write!(f, "R{number}"),
            Mark::Conflict(number) => write!(f, "C{number}"),
            Mark::Gap(number) => write!(f, "G{number}"),
        }
    }
}

/// The requirement whose paragraph states the rule that forbids an attempt.
pub const fn forbidding(reason: IllegalMove) -> u8 {
    match reason {
        IllegalMove::EmptyCell(_) | IllegalMove::NotYourMarble(_) | IllegalMove::NothingChosen => 10,
        IllegalMove::NotContiguous => 14,
        IllegalMove::BlockedByOwn(_) | IllegalMove::OffTheBoard(_) => 18,
        IllegalMove::MoreThanThree => 19,
        IllegalMove::Outnumbered { .. } => 21,
        IllegalMove::BroadsideCannotPush(_) => 23,
        IllegalMove::NoSpaceBehind(_) => 29,
        IllegalMove::GapBetween(_) => 30,
        IllegalMove::NotInLine => 31,
        IllegalMove::Pac(_) => 33,
        IllegalMove::FourAgainstThree => 35,
        IllegalMove::GameOver => 41,
        // The rest occurs only in games for more than two players.
        _ => 45,
    }
}

/// The result of a trial: what the move does, or the rule that forbids it.
pub fn describe_trial(texts: &Texts, position: &Position, trial: &Trial) -> (String, Option<IllegalMove>) {
    match position.attempt(trial.cells(), trial.direction) {
        Ok(m) => (texts.get(&["js-did-", position.explain(m).key()].concat()), None),
        Err(reason) => (refusal(texts, reason), Some(reason)),
    }
}

/// The result of a trial for more than two players, and the key of the rule that forbids it.
pub fn describe_party_trial(texts: &Texts, position: &party::Position, trial: &PartyTrial) -> (String, Option<IllegalMove>) {
    match (position.attempt(trial.cells(), trial.direction), trial.answer) {
        (Err(reason), _) => (refusal(texts, reason), Some(reason)),
        (Ok(_), answer) => (texts.get(&["js-did-", answer.unwrap_or("single")].concat()), None),
    }
}

fn refusal(texts: &Texts, reason: IllegalMove) -> String {
    let cell = reason.cell().map(|cell| cell.to_string()).unwrap_or_default();
    texts.with(&["illegal-", reason.key()].concat(), &[("cell", cell.into())])
}

/// A text without markup.
pub fn plain(text: &[Span]) -> String {
    text.iter().map(|span| span.words).collect()
}
