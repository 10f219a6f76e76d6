//! The rule books and the words of their glossaries.

use alloc::string::String;
use core::fmt;

use crate::names::folded;

/// One of the seven known rule texts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum Edition {
    /// The French part of the old trilingual leaflet.
    S0Fr,
    /// The English part of the same leaflet.
    S0En,
    /// The Swedish part of the same leaflet.
    S0Sv,
    /// The French rules of 2006; they have no glossary.
    S1Fr,
    /// The publisher's old German rules.
    S2De,
    /// The English rules of today's publisher.
    S3En,
    /// The Polish translation of today's rules.
    S4Pl,
}

impl Edition {
    /// All seven, the oldest first.
    pub const ALL: [Edition; 7] =
        [Edition::S0Fr, Edition::S0En, Edition::S0Sv, Edition::S1Fr, Edition::S2De, Edition::S3En, Edition::S4Pl];

    /// The short name, `S0-FR` to `S4-PL`.
    pub const fn name(self) -> &'static str {
        ["S0-FR", "S0-EN", "S0-SV", "S1-FR", "S2-DE", "S3-EN", "S4-PL"][self as usize]
    }

    /// The language, as its two-letter code.
    pub const fn language(self) -> &'static str {
        ["fr", "en", "sv", "fr", "de", "en", "pl"][self as usize]
    }

    /// The publisher.
    pub const fn publisher(self) -> &'static str {
        match self {
            Edition::S0Fr | Edition::S0En | Edition::S0Sv | Edition::S2De => "Abalone S.A., Massy",
            Edition::S1Fr => "FoxMind",
            Edition::S3En => "Zygomatic",
            Edition::S4Pl => "Rebel",
        }
    }

    /// The year printed on it; most have none.
    pub const fn year(self) -> Option<u16> {
        match self {
            Edition::S1Fr => Some(2006),
            Edition::S4Pl => Some(2012),
            _ => None,
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An idea of the rule books' glossaries, with its word in each [`Edition`], in the order of the requirements R47 to R65.
///
/// The editions use different words for an idea, and sometimes mean different things by the same word: see
/// [`Sense`](crate::shapes::Sense).
///
/// ```
/// use sumito_rules::books::{Edition, Term};
///
/// assert_eq!(Term::find("Klincz"), Some(Term::Pac));
/// assert_eq!(Term::find("LAST LAGE"), Some(Term::Pac));
/// assert_eq!(Term::Pac.word(Edition::S0Sv), Some("låst läge"));
/// assert_eq!(Term::Pac.requirement(), 52);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Term {
    /// Marbles change their place without pushing (R47).
    Move,
    /// Superior numbers in a line, and the push that they allow (R48).
    Sumito,
    /// Opposing marbles are moved by the mover's own (R49).
    Push,
    /// Two or three marbles move along their own line (R50).
    Line,
    /// Two or three marbles move sideways (R51).
    Broadside,
    /// Equal numbers face each other in a line: neither can push (R52).
    Pac,
    /// A marble is pushed off the board (R53).
    Eject,
    /// A marble is sacrificed for a later gain (R54).
    Gambit,
    /// A marble is shut in (R55): see [`Sense`](crate::shapes::Sense).
    Covered,
    /// A marble that is lost, or one that disturbs the opponent (R56): see [`Sense`](crate::shapes::Sense).
    Det,
    /// A marble (R57).
    Marble,
    /// A marble that touches none of its color (R58).
    Monomial,
    /// Two marbles that touch (R59).
    Binomial,
    /// Three marbles that touch: a lance, an arc or a shield (R60).
    Trinomial,
    /// A connected group of any size (R61).
    Polynomial,
    /// Three in a straight line (R62).
    Lance,
    /// Three in a bend (R63).
    Arc,
    /// Three in a triangle (R64).
    Shield,
    /// Rows of three that support each other (R65).
    Block,
}

struct Entry {
    term: Term,
    key: &'static str,
    /// By edition, in the order of [`Edition::ALL`]; empty where the text has no word for it.
    words: [&'static str; 7],
    synonyms: &'static [&'static str],
}

const fn entry(term: Term, key: &'static str, words: [&'static str; 7], synonyms: &'static [&'static str]) -> Entry {
    Entry { term, key, words, synonyms }
}

/// An edition's word is the head of its glossary's entry, or else the word that its rules use.
#[rustfmt::skip]
static ENTRIES: [Entry; 19] = [
    entry(Term::Move, "move", ["mouvement", "move", "drag", "mouvement", "Zug", "movement", "ruch"], &["déplacement"]),
    entry(Term::Sumito, "sumito", ["sumito", "sumito", "sumito", "sumito", "Sumito", "sumito", "sumito"],
        &["Sumiko", "Sumiko-Position", "numerical superiority", "supériorité numérique", "övertag", "przewaga"]),
    entry(Term::Push, "push", ["pousser", "push", "knuff", "poussée", "Schieben", "push", "przepchnięcie"],
        &["pushing", "Vordrängen", "knuffa"]),
    entry(Term::Line, "line", ["ligne", "line", "linjeflytt", "en ligne", "Linie", "movement in a line", "ruch po linii"],
        &["in line", "in-line", "in-line move", "mouvement en ligne", "linje flytt", "in gerader Linie", "moving in a line"]),
    entry(Term::Broadside, "broadside",
        ["flèche", "broadside", "sidoflytt", "en flèche", "Pfeilzug", "arrow-like movement", "ruch boczny"],
        &["broadside move", "mouvement en flèche", "sido flytt", "Bewegung zur Seite", "arrow", "sidestep", "sideways"]),
    entry(Term::Pac, "pac", ["pac", "pac", "låst läge", "pac", "Pac", "pac", "klincz"],
        &["dödläge", "Pac-Stellung", "position de pac", "pac position", "clinch", "deadlock"]),
    entry(Term::Eject, "eject", ["éjecter", "eject", "död kula", "eject", "Hinausstoßen", "eject", "wypchnięcie"],
        &["éjection", "ejection", "ejected", "boule éject", "aus dem Spiel", "wypchnięta"]),
    entry(Term::Gambit, "gambit", ["gambit", "gambit", "gambit", "", "Gambit", "", ""], &["sacrifice"]),
    entry(Term::Covered, "covered", ["appui", "covered", "täckt", "", "Einkreisen", "", ""],
        &["boule en appui", "covering", "covered ball", "covered marble", "eingekreist", "surrounded"]),
    entry(Term::Det, "det", ["det", "det", "matt", "", "Det", "det", "det"], &["boule det", "det marble"]),
    entry(Term::Marble, "marble", ["boule", "marble", "kula", "bille", "Kugel", "marble", "kula"], &["ball", "kulor", "Kugeln"]),
    entry(Term::Monomial, "monomial", ["", "", "", "", "", "monomial", "układ pojedynczy"], &["single", "isolated marble"]),
    entry(Term::Binomial, "binomial", ["", "", "", "", "", "binomial", "układ podwójny"], &["pair"]),
    entry(Term::Trinomial, "trinomial", ["", "", "", "", "", "trinomial", "układ potrójny"], &["triple"]),
    entry(Term::Polynomial, "polynomial", ["", "", "", "", "", "polynomial", "układ wieloelementowy"], &["group"]),
    entry(Term::Lance, "lance", ["", "", "", "", "", "lance", "lanca"], &[]),
    entry(Term::Arc, "arc", ["", "", "", "", "", "arc", "łuk"], &[]),
    entry(Term::Shield, "shield", ["", "", "", "", "", "shield", "tarcza"], &["triangle"]),
    entry(Term::Block, "block", ["", "", "", "", "", "block", "blok"], &[]),
];

impl Term {
    /// All terms, in the order of their requirements.
    pub fn all() -> impl ExactSizeIterator<Item = Term> {
        ENTRIES.iter().map(|entry| entry.term)
    }

    fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }

    /// The number of its requirement: 47 to 65.
    pub const fn requirement(self) -> u8 {
        47 + self as u8
    }

    /// A stable key, for translations.
    pub fn key(self) -> &'static str {
        self.entry().key
    }

    /// The word that an edition uses, if it has one.
    pub fn word(self, edition: Edition) -> Option<&'static str> {
        Some(self.entry().words[edition as usize]).filter(|word| !word.is_empty())
    }

    /// Other words that [`find`](Term::find) knows.
    pub fn synonyms(self) -> &'static [&'static str] {
        self.entry().synonyms
    }

    /// Whether the edition's glossary explains it; otherwise the word occurs only in the rules, or not at all.
    pub fn is_explained_in(self, edition: Edition) -> bool {
        match edition {
            Edition::S0Fr | Edition::S0En | Edition::S0Sv | Edition::S2De => self <= Term::Det,
            Edition::S1Fr => false,
            Edition::S3En | Edition::S4Pl => {
                self >= Term::Marble || matches!(self, Term::Sumito | Term::Line | Term::Broadside | Term::Pac | Term::Det)
            }
        }
    }

    /// The term with this key, word or synonym in any edition. Case, accents, blanks, hyphens and an English or French plural do not
    /// matter.
    pub fn find(text: &str) -> Option<Term> {
        let wanted: String = folded(text).collect();
        let named = |wanted: &str| {
            ENTRIES.iter().find(|entry| {
                let words = entry.words.iter().chain(entry.synonyms).chain([&entry.key]);
                !wanted.is_empty() && words.into_iter().any(|word| folded(word).eq(wanted.chars()))
            })
        };
        named(&wanted).or_else(|| named(wanted.strip_suffix('s')?)).map(|entry| entry.term)
    }
}

/// The English word.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn every_word_finds_its_term_and_no_other() {
        for term in Term::all() {
            let entry = term.entry();
            assert_eq!(entry.term, term);
            let words = Edition::ALL.into_iter().filter_map(|edition| term.word(edition));
            for word in words.chain(term.synonyms().iter().copied()).chain([term.key()]) {
                assert_eq!(Term::find(word), Some(term), "{word}");
                assert_eq!(Term::find(&word.to_uppercase()), Some(term), "{word}");
                assert_eq!(Term::find(&folded(word).collect::<String>()), Some(term), "{word}");
            }
        }
    }

    #[test]
    fn terms_are_found_as_people_type_them() {
        let check = |text, expected| assert_eq!(Term::find(text), expected, "{text:?}");
        check("Sumikos", Some(Term::Sumito));
        check("  Sumito ", Some(Term::Sumito));
        check("la\u{30a}st la\u{308}ge", Some(Term::Pac));
        check("dodlage", Some(Term::Pac));
        check("Arrow like movement", Some(Term::Broadside));
        check("FLECHE", Some(Term::Broadside));
        check("HINAUSSTOSSEN", Some(Term::Eject));
        check("uklad potrojny", Some(Term::Trinomial));
        check("lances", Some(Term::Lance));
        check("", None);
        check("s", None);
        check(" - ", None);
        check("castling", None);
    }

    #[test]
    fn the_glossaries_have_the_entries_of_the_books() {
        let requirements: Vec<u8> = Term::all().map(Term::requirement).collect();
        assert_eq!(requirements, (47..=65).collect::<Vec<u8>>());
        let explained = Edition::ALL.map(|edition| Term::all().filter(|term| term.is_explained_in(edition)).count());
        assert_eq!(explained, [10, 10, 10, 0, 10, 14, 14]);
        for term in Term::all() {
            for edition in Edition::ALL {
                assert!(!term.is_explained_in(edition) || term.word(edition).is_some(), "{term} {edition}");
            }
        }
        assert_eq!(Edition::ALL.map(|edition| edition.name().to_lowercase()[3..] == *edition.language()), [true; 7]);
    }
}
