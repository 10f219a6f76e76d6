//! The rule books and the words of their glossaries.

use alloc::string::String;
use core::fmt;

use crate::names::{folded, same_name};

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
    /// By language: inflections, usage phrases of the books, and words that people use instead.
    synonyms: &'static [(&'static str, &'static str)],
}

const fn entry(
    term: Term,
    key: &'static str,
    words: [&'static str; 7],
    synonyms: &'static [(&'static str, &'static str)],
) -> Entry {
    Entry { term, key, words, synonyms }
}

/// An edition's word is the head of its glossary's entry, or else the word that its rules use.
#[rustfmt::skip]
static ENTRIES: [Entry; 19] = [
    entry(Term::Move, "move", ["mouvement", "move", "drag", "mouvement", "Zug", "movement", "ruch"], &[("fr", "déplacement")]),
    entry(Term::Sumito, "sumito", ["sumito", "sumito", "sumito", "sumito", "Sumito", "sumito", "sumito"],
        &[("en", "numerical superiority"), ("en", "to set up a Sumito"), ("fr", "supériorité numérique"), ("fr", "créer un Sumito"),
            ("fr", "position de sumito"), ("de", "Sumiko"), ("de", "Sumiko-Position"), ("sv", "övertag"), ("pl", "przewaga")]),
    entry(Term::Push, "push", ["pousser", "push", "knuff", "poussée", "Schieben", "push", "przepchnięcie"],
        &[("en", "pushing"), ("de", "Vordrängen"), ("sv", "knuffa")]),
    entry(Term::Line, "line", ["ligne", "line", "linjeflytt", "en ligne", "Linie", "movement in a line", "ruch po linii"],
        &[("en", "in line"), ("en", "in-line"), ("en", "in-line move"), ("en", "moving in a line"), ("fr", "mouvement en ligne"),
            ("de", "in gerader Linie"), ("sv", "linje flytt")]),
    entry(Term::Broadside, "broadside",
        ["flèche", "broadside", "sidoflytt", "en flèche", "Pfeilzug", "arrow-like movement", "ruch boczny"],
        &[("en", "broadside move"), ("en", "to do a Broadside"), ("en", "arrow"), ("en", "sidestep"), ("en", "sideways"),
            ("fr", "mouvement en flèche"), ("fr", "faire une flèche"), ("de", "Bewegung zur Seite"), ("de", "einen Pfeilzug machen"),
            ("sv", "sido flytt")]),
    entry(Term::Pac, "pac", ["pac", "pac", "låst läge", "pac", "Pac", "pac", "klincz"],
        &[("en", "pac position"), ("en", "to be in a Pac"), ("en", "clinch"), ("en", "deadlock"), ("fr", "position de pac"),
            ("fr", "être en pac"), ("de", "Pac-Stellung"), ("sv", "dödläge")]),
    entry(Term::Eject, "eject", ["éjecter", "eject", "död kula", "eject", "Hinausstoßen", "eject", "wypchnięcie"],
        &[("en", "ejection"), ("en", "ejected"), ("fr", "éjection"), ("fr", "boule éject"), ("de", "aus dem Spiel"), ("pl", "wypchnięta")]),
    entry(Term::Gambit, "gambit", ["gambit", "gambit", "gambit", "", "Gambit", "", ""], &[("en", "sacrifice"), ("fr", "sacrifice")]),
    entry(Term::Covered, "covered", ["appui", "covered", "täckt", "", "Einkreisen", "", ""],
        &[("en", "covering"), ("en", "covered ball"), ("en", "covered marble"), ("en", "covered position"), ("en", "surrounded"),
            ("fr", "boule en appui"), ("fr", "position d’appui"), ("fr", "mise en appui"), ("de", "eingekreist")]),
    entry(Term::Det, "det", ["det", "det", "matt", "", "Det", "det", "det"], &[("en", "det marble"), ("fr", "boule det")]),
    entry(Term::Marble, "marble", ["boule", "marble", "kula", "bille", "Kugel", "marble", "kula"],
        &[("en", "ball"), ("de", "Kugeln"), ("sv", "kulor")]),
    entry(Term::Monomial, "monomial", ["", "", "", "", "", "monomial", "układ pojedynczy"], &[("en", "single"), ("en", "isolated marble")]),
    entry(Term::Binomial, "binomial", ["", "", "", "", "", "binomial", "układ podwójny"], &[("en", "pair")]),
    entry(Term::Trinomial, "trinomial", ["", "", "", "", "", "trinomial", "układ potrójny"], &[("en", "triple")]),
    entry(Term::Polynomial, "polynomial", ["", "", "", "", "", "polynomial", "układ wieloelementowy"], &[("en", "group")]),
    entry(Term::Lance, "lance", ["", "", "", "", "", "lance", "lanca"], &[]),
    entry(Term::Arc, "arc", ["", "", "", "", "", "arc", "łuk"], &[]),
    entry(Term::Shield, "shield", ["", "", "", "", "", "shield", "tarcza"], &[("en", "triangle")]),
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

    /// Other words and phrases that [`find`](Term::find) knows, each after the code of its language.
    pub fn synonyms(self) -> &'static [(&'static str, &'static str)] {
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
                let words = entry.words.iter().chain(entry.synonyms.iter().map(|(_, word)| word)).chain([&entry.key]);
                !wanted.is_empty() && words.into_iter().any(|word| folded(word).eq(wanted.chars()))
            })
        };
        named(&wanted).or_else(|| named(wanted.strip_suffix('s')?)).map(|entry| entry.term)
    }
}

/// Whether two words are the same the way [`Term::find`] compares them: without case, accents, blanks and hyphens.
pub fn same_word(a: &str, b: &str) -> bool {
    same_name(a, b)
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
            for word in words.chain(term.synonyms().iter().map(|(_, word)| *word)).chain([term.key()]) {
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
        check("position d'appui", Some(Term::Covered));
        check("to be in a Pac", Some(Term::Pac));
        check("Faire une fleche", Some(Term::Broadside));
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
