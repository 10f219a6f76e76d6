use std::collections::BTreeSet;

use super::stated::{Stated, stated};
use super::*;

/// The structure that all languages must share: sections, numbers, figures, editions, and the number of moves to try per figure.
fn structure(sections: &[Section]) -> Vec<String> {
    let mut lines = Vec::new();
    for section in sections {
        lines.push(format!("# {}", section.key));
        lines.extend(section.blocks.iter().map(|block| match block {
            Block::Words { marks, .. } => format!("words {marks:?}"),
            Block::Figure { figure, trials, .. } => format!("figure {} {}", figure.key, trials.len()),
            Block::Layout { layout, .. } => format!("layout {}", layout.id),
            Block::Party { figure, trials, .. } => format!("party {} {}", figure.key, trials.len()),
            Block::Said { editions, .. } => format!("said {editions:?}"),
            Block::Ours(_) => "ours".to_owned(),
            Block::Meaning { sense, .. } => format!("meaning {}", sense.key()),
            Block::Also(_) => "also".to_owned(),
        }));
    }
    lines
}

fn marks(sections: &[Section]) -> BTreeSet<Mark> {
    let words = |block: &Block| if let Block::Words { marks, .. } = block { marks.clone() } else { Vec::new() };
    sections.iter().flat_map(|section| section.blocks.iter().flat_map(words)).collect()
}

#[test]
fn every_text_reads() {
    for source in [RULES, EDITIONS, GLOSSARY].concat() {
        if let Err(wrong) = read::sections(source) {
            panic!("{wrong}\n{}", source.lines().next().unwrap_or_default());
        }
    }
}

#[test]
fn all_languages_have_the_same_structure() {
    let english = Library::of(Language::English);
    for language in Language::ALL {
        let theirs = Library::of(language);
        for (theirs, ours) in
            [(&theirs.rules, &english.rules), (&theirs.editions, &english.editions), (&theirs.glossary, &english.glossary)]
        {
            assert_eq!(structure(theirs), structure(ours), "{language:?}");
        }
    }
}

#[test]
fn every_requirement_disagreement_and_gap_has_its_place_in_each_language() {
    let numbers = |kind: fn(u8) -> Mark, range: std::ops::RangeInclusive<u8>| range.map(kind);
    for language in Language::ALL {
        let library = Library::of(language);
        let covered = marks(&library.rules);
        let wanted = numbers(Mark::Requirement, 1..=46).chain(numbers(Mark::Conflict, 1..=18)).chain(numbers(Mark::Gap, 1..=8));
        for mark in wanted {
            assert!(covered.contains(&mark), "the rule book does not cover {mark} in {language:?}");
        }
        for mark in numbers(Mark::Conflict, 1..=18).chain(numbers(Mark::Gap, 1..=8)) {
            let note = library.note(mark).unwrap_or_else(|| panic!("no note {mark} in {language:?}"));
            assert!(matches!(note.blocks.last(), Some(Block::Ours(_))), "{mark} is not resolved in {language:?}");
            let said = note.blocks.iter().filter(|block| matches!(block, Block::Said { .. })).count();
            assert_eq!(said > 0, matches!(mark, Mark::Conflict(_)), "{mark} in {language:?}");
        }
        assert_eq!(library.editions.len(), 26);
    }
}

#[test]
fn every_figure_stands_in_the_rule_book_with_a_name_for_each_move_to_try() {
    for language in Language::ALL {
        let blocks = Library::of(language).rules.iter().flat_map(|section| &section.blocks);
        let mut found = Vec::new();
        let mut parties = Vec::new();
        for block in blocks {
            if let Block::Figure { figure, trials, .. } = block {
                assert_eq!(trials.len(), figure.trials.len(), "{} in {language:?}", figure.key);
                found.push(figure.key);
            }
            if let Block::Party { figure, trials, .. } = block {
                assert_eq!(trials.len(), figure.trials.len(), "{} in {language:?}", figure.key);
                parties.push(figure.key);
            }
        }
        assert!(parties.into_iter().eq(PartyFigure::all().iter().map(|figure| figure.key)), "{language:?}");
        found.sort_unstable();
        let mut wanted: Vec<&str> = Figure::all().iter().map(|figure| figure.key).collect();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{language:?}");
    }
}

#[test]
fn the_glossary_has_every_term_with_its_meanings() {
    for language in Language::ALL {
        let library = Library::of(language);
        for term in Term::all() {
            let section = library.term(term);
            assert_eq!(section.key, term.key());
            let number = Mark::Requirement(term.requirement());
            let words = |block: &Block| matches!(block, Block::Words { marks, .. } if marks.contains(&number));
            assert!(section.blocks.iter().any(words), "{number} in {language:?}");
            let senses: Vec<Sense> = section
                .blocks
                .iter()
                .filter_map(|block| if let Block::Meaning { sense, .. } = block { Some(*sense) } else { None })
                .collect();
            assert!(Sense::ALL.into_iter().filter(|sense| sense.term() == term).all(|sense| senses.contains(&sense)), "{term}");
        }
        for (word, term) in [("Sumiko", Term::Sumito), ("låst läge", Term::Pac), ("klincz", Term::Pac), ("dödläge", Term::Pac)]
        {
            let words = words_for(term).into_iter().flat_map(|(_, words)| words);
            assert!(words.into_iter().any(|known| known.eq_ignore_ascii_case(word)), "{word}");
        }
    }
}

#[test]
fn every_term_leads_to_a_chapter_and_every_figure_to_its_terms() {
    for language in Language::ALL {
        let library = Library::of(language);
        for term in Term::all() {
            assert!(library.chapter_of(term).is_some(), "{term} in {language:?}");
        }
        assert_eq!(library.chapter_of(Term::Sumito).map(|chapter| chapter.key), Some("sumito"));
        for figure in Figure::all() {
            for term in figure.terms {
                assert!(library.figures_of(*term).any(|(found, _)| found.key == figure.key), "{} in {language:?}", figure.key);
            }
        }
    }
}

/// An edition takes at most one position on each disagreement, and the table of requirements agrees with the notes.
#[test]
fn editions_do_not_contradict_themselves() {
    for note in &Library::of(Language::English).editions {
        let said =
            note.blocks.iter().flat_map(|block| if let Block::Said { editions, .. } = block { editions.as_slice() } else { &[] });
        let all: Vec<Edition> = said.copied().collect();
        let once: BTreeSet<Edition> = all.iter().copied().collect();
        assert_eq!(all.len(), once.len(), "{}", note.key);
    }
    let silent =
        |requirement| Edition::ALL.into_iter().filter(move |&edition| stated(requirement, edition) == Some(Stated::Silent));
    assert_eq!(silent(26).count(), 5, "C2: five editions do not know the edge");
    assert_eq!(silent(28).collect::<Vec<_>>(), [Edition::S3En, Edition::S4Pl], "C8");
    assert_eq!(silent(9).collect::<Vec<_>>(), [Edition::S0Fr, Edition::S2De, Edition::S3En, Edition::S4Pl], "C6");
    let in_words = |requirement, edition| stated(requirement, edition) == Some(Stated::InWords);
    for edition in [Edition::S0En, Edition::S0Sv] {
        assert!(in_words(16, edition) && in_words(17, edition), "the glossary of {edition} defines both kinds of movement");
    }
    assert!(
        in_words(37, Edition::S3En) && in_words(37, Edition::S4Pl),
        "both say that the alignment is broken along another axis"
    );
    assert_eq!(stated(22, Edition::S2De), Some(Stated::Shown), "the German leaflet says only that there are three");
    assert!((1..=46).all(|requirement| silent(requirement).count() < Edition::ALL.len()), "every requirement is in some edition");
}

#[test]
fn a_wrong_text_is_told_with_its_line() {
    for (source, expected) in [
        ("words", "line 1: expected a section, '# KEY | TITLE', before anything else"),
        ("# a | A\n\n[R1 X2] b", "line 3: expected a number such as R1, C2 or G3, found 'X2'"),
        ("# a | A\nfigure nowhere | b", "line 2: there is no figure 'nowhere'"),
        ("# a | A\nS9-XX: b", "line 2: there is no edition 'S9-XX'"),
        ("# a | A\n[] see [[castling]]", "line 2: the glossary has no 'castling'"),
        ("# a | A\n[] b\n- c", "line 3: a move to try belongs below a figure"),
    ] {
        assert_eq!(read::sections(source).err().as_deref(), Some(expected));
    }
}

#[test]
fn words_in_the_pages_lead_to_their_terms() {
    for language in Language::ALL {
        for pair in Texts::of(language).get("js-glossary").split(", ") {
            let (word, key) = pair.split_once('=').expect("WORD=TERM");
            // The search knows only the books' forms of a word.
            assert!(Term::find(word).is_none_or(|term| term.key() == key), "{pair} in {language:?}");
            assert!(Term::all().any(|term| term.key() == key), "{pair} in {language:?}");
            assert_eq!(word, word.to_lowercase(), "words are compared without regard to capitals");
        }
    }
}
