use std::collections::BTreeSet;

use sumito_content::texts::Language;
use sumito_tournament::knockout::Contradiction;
use sumito_tournament::{csv, trf};

use super::*;
use crate::directing::new_tournament::NewTournament;

/// The TRF lines of players with these entries in their rounds.
fn players(entries: &[&str]) -> String {
    let line = |(n, entry): (usize, &&str)| format!("{:<91}{entry}\n", format!("001 {:>4}      Player", n + 1));
    entries.iter().enumerate().map(line).collect()
}

/// What is wrong with a file, by its line and column.
fn problem_of(is_trf: bool, file: &str) -> BadFile {
    let read = if is_trf {
        trf::read(file).map_err(|error| (error.line, error.column, error.problem))
    } else {
        csv::read(file).map_err(|error| (error.line, error.column, error.problem))
    };
    let (line, column, problem) = read.expect_err(file);
    BadFile::Unreadable { line, column, problem }
}

/// The keys in a source file, such as `=> "no-value"`.
fn keys(source: &'static str) -> impl Iterator<Item = &'static str> {
    source.split("=> \"").skip(1).filter_map(|rest| rest.split('"').next())
}

#[test]
fn every_error_in_a_file_has_a_text_in_five_languages() {
    let mut found: Vec<BadFile> = Vec::new();
    let mut check = |is_trf: bool, file: &str, key: &str, place: (usize, usize)| {
        let bad = problem_of(is_trf, file);
        assert_eq!((bad.key(), bad.place()), (key, Some(place)), "{file}");
        found.push(bad);
    };
    for (file, key, place) in [
        ("XXR".to_owned(), "no-value", (1, 4)),
        ("XXR 3 4".to_owned(), "two-values", (1, 7)),
        ("012 Club\nXXC red1".to_owned(), "unknown-value", (2, 5)),
        ("001   -2".to_owned(), "not-a-player", (1, 5)),
        ("XXR three".to_owned(), "not-a-round", (1, 5)),
        ("BBW half".to_owned(), "not-points", (1, 5)),
        ("XXM    1  six".to_owned(), "not-marbles", (1, 10)),
        (format!("{:<48}good", "001    1"), "not-a-rating", (1, 49)),
        (format!("{:<85}1st", "001    1"), "not-a-rank", (1, 86)),
        (players(&["   2 w 11"]), "out-of-place", (1, 100)),
        (players(&["   2 x 1"]), "not-a-color", (1, 97)),
        (players(&["   2 w ?"]), "not-a-result", (1, 99)),
        (players(&["0000 - 1"]), "result-without-opponent", (1, 99)),
        (players(&["0000 w 1"]), "color-without-opponent", (1, 92)),
        (players(&["   2 - 1"]), "no-color", (1, 97)),
        (players(&["   2 w H"]), "bye-with-opponent", (1, 99)),
        (players(&["0000 - U", "   2 w 1"]), "own-opponent", (2, 92)),
        (players(&["   7 w 1"]), "no-such-player", (1, 92)),
        ("001    1\n001    1".to_owned(), "player-twice", (2, 5)),
        ("XXA    1".to_owned() + &"  1.0".repeat(100), "too-many-rounds", (1, 505)),
        (players(&["   2 w 1", "0000 - U"]), "no-game", (1, 92)),
        (players(&["   2 w 1", "   3 b 0", "   2 w 1"]), "other-opponent", (1, 92)),
        (players(&["   2 w 1", "   1 w 0"]), "same-color", (1, 97)),
        (players(&["   2 w 1", "   1 b 1"]), "results-contradict", (1, 99)),
        (format!("{:<80} 2.5{:<7}0000 - U", "001    1", ""), "points-differ", (1, 81)),
    ] {
        check(true, &file, key, place);
    }
    for (file, key, place) in [
        ("", "empty-table", (1, 1)),
        ("Ada\nBob", "no-name-column", (1, 1)),
        ("name,rating\n\n,1500", "no-name", (3, 1)),
        ("name,1\nAda,won", "not-an-entry", (2, 5)),
        ("name\n\"Ada", "quote-not-closed", (2, 1)),
        ("name,rating\nAda,high", "not-a-rating", (2, 5)),
        ("number,name\n12345,Ada", "not-a-player", (2, 1)),
        ("number,name\n1,Ada\n1,Bob", "player-twice", (3, 1)),
        ("name,1\nAda,2 w 1\nBob,1 b 1", "results-contradict", (2, 5)),
        (&("name".to_owned() + &"\nAda".repeat(10_000)), "too-many-players", (10_001, 1)),
    ] {
        check(false, file, key, place);
    }
    found.extend([
        BadFile::TooLong(400_000),
        BadFile::NamelessPlayer(3),
        BadFile::NameTwice("Ada".to_owned()),
        BadFile::HasPlayers,
        BadFile::OtherPoints,
        BadFile::Accelerated,
        BadFile::RoundsContradict,
        BadFile::NotTheBracket(Contradiction { round: 2, players: (1, 4) }),
        BadFile::BeyondBerger,
        BadFile::NotBerger(2),
    ]);
    for bad in &found {
        let failure = Failure::Tournament(bad.clone().into());
        let said = Language::ALL.map(|language| words(Texts::of(language), &failure));
        for (language, text) in Language::ALL.into_iter().zip(&said) {
            assert!(Texts::of(language).has(&format!("tournament-file-{}", bad.key())), "{} in {language:?}", bad.key());
            let place = bad.place().map(|(line, column)| vec![line.to_string(), column.to_string()]).unwrap_or_default();
            let inserted = bad.arguments().into_iter().map(|(_, value)| value).chain(place);
            for value in inserted {
                assert!(text.contains(&value), "{value} is not in: {text}");
            }
        }
        let different: BTreeSet<&String> = said.iter().collect();
        assert_eq!(different.len(), 5, "{said:?}");
    }
    // No error is missing above.
    let sources = [include_str!("../../../../sumito-tournament/src/problem.rs"), include_str!("../../tournament/bad_file.rs")];
    let all: BTreeSet<&str> = sources.into_iter().flat_map(keys).collect();
    let texts = include_str!("../../../../../i18n/en/tournaments.ftl").lines();
    let texts: BTreeSet<&str> = texts
        .filter_map(|line| line.strip_prefix("tournament-file-")?.split(" =").next())
        .filter(|key| *key != "where")
        .collect();
    assert_eq!(found.iter().map(BadFile::key).collect::<BTreeSet<_>>(), all);
    assert_eq!(texts, all);
}

#[test]
fn every_bad_setting_has_a_text_in_five_languages() {
    let check = |wanted: &str, english: &str, french: &str| {
        let request: NewTournament = serde_json::from_str(wanted).unwrap();
        let failure = request.settings(0).expect_err(wanted);
        for language in Language::ALL {
            let text = words(Texts::of(language), &failure);
            assert!(!text.contains("tournament-"), "{wanted} in {language:?}: {text}");
        }
        let said = [Language::English, Language::French].map(|language| words(Texts::of(language), &failure));
        assert_eq!(said, [english.to_owned(), french.to_owned()], "{wanted}");
    };
    let unknown = ["this is not one of the choices", "ce choix n’existe pas"];
    let each = |setting: &str, field: [&str; 2], why: [&str; 2]| {
        let wanted = format!(r#"{{"name": "Club", {setting}}}"#);
        check(&wanted, &format!("{}: {}", field[0], why[0]), &format!("{}\u{a0}: {}", field[1], why[1]));
    };
    each(r#""preset": "none""#, ["Ready to use", "Modèles"], unknown);
    each(r#""format": "ladder""#, ["Format", "Formule"], unknown);
    each(r#""scoring": "goals""#, ["Points and tie-breaks", "Points et départages"], unknown);
    each(r#""tieBreaks": ["age"]"#, ["Points and tie-breaks", "Points et départages"], unknown);
    each(r#""rounds": 0"#, ["Rounds", "Rondes"], ["a number from 1 to 30", "un nombre de 1 à 30"]);
    each(r#""leastRating": 5000"#, ["Rating from", "Classement minimal"], ["a number from 0 to 4000", "un nombre de 0 à 4000"]);
    each(
        r#""startsAt": -1"#,
        ["Time", "Heure"],
        ["a time to come, at most a year ahead", "une heure à venir, dans un an au plus"],
    );
    each(
        r#""control": "soon""#,
        ["Clock", "Pendule"],
        ["this is not a clock, try 300+3", "ce n’est pas une pendule, essayez 300+3"],
    );
    each(
        r#""layouts": ["none"]"#,
        ["Starting layout", "Position de départ"],
        ["there is no such layout", "cette position de départ n’existe pas"],
    );
    each(
        r#""playOff": "none""#,
        ["Play-off", "Départage au plateau"],
        ["games online need a clock", "les parties en ligne demandent une pendule"],
    );
    check(r#"{"name": " "}"#, "Name: 1 to 60 characters", "Nom\u{a0}: de 1 à 60 caractères");
}
