//! Names: of the editions as readers know them, and of the terms in every language.

use sumito_rules::books::{Edition, Term, same_word};

use super::{Block, Library};
use crate::texts::{Language, Texts};

/// The edition's name in addresses and on the command line.
pub const fn slug(edition: Edition) -> &'static str {
    match edition {
        Edition::S0Fr => "leaflet-fr",
        Edition::S0En => "leaflet-en",
        Edition::S0Sv => "leaflet-sv",
        Edition::S1Fr => "foxmind",
        Edition::S2De => "german",
        Edition::S3En => "zygomatic",
        Edition::S4Pl => "rebel",
        // `Edition` may grow; a test checks that none is missing here.
        _ => "",
    }
}

/// The edition with this slug, or with this short name of docs/rules.md.
pub fn edition(name: &str) -> Option<Edition> {
    let is_named = |edition: &Edition| [slug(*edition), edition.name()].iter().any(|known| known.eq_ignore_ascii_case(name));
    Edition::ALL.into_iter().find(is_named)
}

/// The name of an edition for readers, such as `Trilingual leaflet (French)`.
pub fn edition_name(texts: &Texts, edition: Edition) -> String {
    match edition {
        Edition::S0Fr | Edition::S0En | Edition::S0Sv => leaflet(texts, &[edition]),
        Edition::S2De => texts.get("edition-german-leaflet"),
        _ => edition.year().map_or(edition.publisher().into(), |year| format!("{} {year}", edition.publisher())),
    }
}

/// The names of several editions; the parts of the trilingual leaflet become one name.
pub fn edition_names(texts: &Texts, editions: &[Edition]) -> Vec<String> {
    let (parts, others): (Vec<Edition>, Vec<Edition>) =
        editions.iter().partition(|edition| matches!(edition, Edition::S0Fr | Edition::S0En | Edition::S0Sv));
    let leaflet = (!parts.is_empty()).then(|| leaflet(texts, &parts));
    leaflet.into_iter().chain(others.into_iter().map(|edition| edition_name(texts, edition))).collect()
}

fn leaflet(texts: &Texts, parts: &[Edition]) -> String {
    let name = texts.get("edition-leaflet");
    if parts.len() == 3 {
        return name;
    }
    let languages: Vec<String> = parts.iter().map(|edition| language_name(texts, edition.language())).collect();
    format!("{name} ({})", languages.join(", "))
}

/// The name of a language, in the reader's.
pub fn language_name(texts: &Texts, code: &str) -> String {
    texts.get(&format!("edition-language-{code}"))
}

/// The word of each book, with the editions that share it.
pub fn words_of_books(term: Term) -> Vec<(&'static str, Vec<Edition>)> {
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

/// All words and phrases for a term, by language: those of the books, and our own.
pub fn words_for(term: Term) -> Vec<(Language, Vec<&'static str>)> {
    Language::ALL.into_iter().map(|language| (language, words_in(term, language))).collect()
}

/// The words for a term in one language; the head word comes first.
pub fn words_in(term: Term, language: Language) -> Vec<&'static str> {
    let section = Library::of(language).term(term);
    let books = Edition::ALL.into_iter().filter(|edition| edition.language() == language.code());
    let books = books.filter_map(|edition| term.word(edition));
    let synonyms = term.synonyms().iter().filter(|(code, _)| *code == language.code()).map(|(_, word)| *word);
    let ours = section.blocks.iter().flat_map(|block| if let Block::Also(words) = block { words.as_slice() } else { &[] });
    let mut words = vec![section.title];
    for word in books.chain(synonyms).chain(ours.copied()) {
        if !words.iter().any(|known| known.to_lowercase() == word.to_lowercase()) {
            words.push(word);
        }
    }
    words
}

/// The term with this word or phrase, in any language.
pub fn find_term(text: &str) -> Option<Term> {
    let ours =
        || Term::all().find(|term| words_for(*term).iter().any(|(_, words)| words.iter().any(|word| same_word(word, text))));
    Term::find(text).or_else(ours)
}

/// The terms in the alphabetical order of a language.
pub fn alphabetical(language: Language) -> Vec<Term> {
    let library = Library::of(language);
    let mut terms: Vec<Term> = Term::all().collect();
    terms.sort_by_key(|term| place(language, library.term(*term).title));
    terms
}

/// The place of a word in the alphabet of a language.
fn place(language: Language, word: &str) -> Vec<usize> {
    let alphabet = match language {
        Language::Swedish => "abcdefghijklmnopqrstuvwxyzåäö",
        Language::Polish => "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż",
        Language::English | Language::French | Language::German => "abcdefghijklmnopqrstuvwxyz",
    };
    let plain = |letter| match letter {
        'é' | 'è' | 'ê' => 'e',
        'ä' => 'a',
        'ö' | 'ô' => 'o',
        'ü' => 'u',
        letter => letter,
    };
    let find = |letter: char| alphabet.chars().position(|known| known == letter);
    // Blanks and hyphens come before all letters.
    let rank = |letter: char| find(letter).or_else(|| find(plain(letter))).map_or(0, |place| place + 1);
    word.to_lowercase().chars().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_have_names_for_readers() {
        let english = Texts::of(Language::English);
        let names = |editions: &[Edition]| edition_names(english, editions).join(" / ");
        assert_eq!(names(&Edition::ALL), "Trilingual leaflet / FoxMind 2006 / German leaflet / Zygomatic / Rebel 2012");
        assert_eq!(names(&[Edition::S0Fr, Edition::S0En]), "Trilingual leaflet (French, English)");
        assert_eq!(edition_name(Texts::of(Language::German), Edition::S0Sv), "Dreisprachiges Faltblatt (Schwedisch)");
        for known in Edition::ALL {
            assert!(!slug(known).is_empty());
            assert_eq!(edition(slug(known)), Some(known));
            assert_eq!(edition(&known.name().to_lowercase()), Some(known));
        }
        assert_eq!(edition("S9-XX"), None);
        assert_eq!(edition(""), None);
    }

    #[test]
    fn terms_are_found_by_every_word_of_every_language() {
        for term in Term::all() {
            for (language, words) in words_for(term) {
                for word in words {
                    assert_eq!(find_term(word), Some(term), "{word} in {language:?}");
                }
            }
        }
        for (word, term) in [
            ("Lanze", Term::Lance),
            ("bouclier", Term::Shield),
            ("skold", Term::Shield),
            ("osaczona", Term::Covered),
            ("Mise en appui", Term::Covered),
            ("covered position", Term::Covered),
            ("faire une flèche", Term::Broadside),
            ("to be in a pac", Term::Pac),
        ] {
            assert_eq!(find_term(word), Some(term), "{word}");
        }
        assert_eq!(find_term("castling"), None);
        assert_eq!(find_term(""), None);
    }

    #[test]
    fn the_glossary_is_in_the_order_of_the_alphabet() {
        let titles = |language| {
            let library = Library::of(language);
            alphabetical(language).into_iter().map(|term| library.term(term).title).collect::<Vec<_>>()
        };
        let before = |language, first: &str, second: &str| {
            let titles = titles(language);
            let at =
                |title: &str| titles.iter().position(|known| *known == title).unwrap_or_else(|| panic!("{title}: {titles:?}"));
            assert!(at(first) < at(second), "{titles:?}");
        };
        let english = titles(Language::English);
        assert!(english.is_sorted(), "{english:?}");
        before(Language::Swedish, "Block", "Båge");
        before(Language::Swedish, "Drag", "Död kula");
        before(Language::Swedish, "Trinom", "Täckt");
        before(Language::Polish, "Lanca", "Łuk");
        before(Language::Polish, "Łuk", "Osaczona");
        before(Language::French, "Det", "Éjecter");
        before(Language::French, "Éjecter", "Gambit");
        before(Language::German, "Det", "Eingekreist");
    }
}
