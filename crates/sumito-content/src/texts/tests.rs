//! Every language has every text, in its own typography, and no text is unused.

use std::collections::BTreeSet;

use sumito_rules::record::{self, Problem};

use super::*;

/// The variables of a text.
fn variables(pattern: &Pattern<&str>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            let inline = match expression {
                Expression::Inline(inline) => inline,
                Expression::Select { selector, variants } => {
                    found.extend(variants.iter().flat_map(|variant| variables(&variant.value)));
                    selector
                }
            };
            match inline {
                InlineExpression::VariableReference { id } => _ = found.insert(id.name.to_owned()),
                InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
                other => panic!("scripts do not know {other:?}"),
            }
        }
    }
    found
}

/// The words of a text, including those of each choice, and the keys of its choices.
fn words(pattern: &Pattern<&'static str>) -> (Vec<&'static str>, Vec<Vec<&'static str>>) {
    let (mut words, mut choices) = (Vec::new(), Vec::new());
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => words.push(*value),
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                let key = |variant: &Variant<&'static str>| match variant.key {
                    VariantKey::Identifier { name } => Some(name),
                    VariantKey::NumberLiteral { .. } => None,
                };
                choices.push(variants.iter().filter_map(key).collect());
                for variant in variants {
                    let (more_words, more_choices) = self::words(&variant.value);
                    words.extend(more_words);
                    choices.extend(more_choices);
                }
            }
            PatternElement::Placeable { .. } => {}
        }
    }
    (words, choices)
}

/// The messages of every area, by their keys.
fn all(language: Language) -> Vec<(&'static str, Pattern<&'static str>)> {
    AREAS.iter().flat_map(|(area, sources)| parsed(area, sources[language as usize], language)).collect()
}

fn parsed(area: &str, source: &'static str, language: Language) -> Vec<(&'static str, Pattern<&'static str>)> {
    let resource =
        fluent_syntax::parser::parse(source).unwrap_or_else(|(_, errors)| panic!("{area} in {language:?}: {errors:?}"));
    let message = |entry| if let Entry::Message(message) = entry { Some((message.id.name, message.value?)) } else { None };
    resource.body.into_iter().filter_map(message).collect()
}

#[test]
fn all_languages_have_the_same_keys_and_variables() {
    for (area, sources) in AREAS {
        let english = parsed(area, sources[0], Language::English);
        assert!(!english.is_empty(), "{area}");
        for language in Language::ALL {
            let theirs = parsed(area, sources[language as usize], language);
            let keys = |all: &[(&'static str, Pattern<&'static str>)]| all.iter().map(|(key, _)| *key).collect::<Vec<_>>();
            assert_eq!(keys(&theirs), keys(&english), "{area} in {language:?}");
            for ((key, ours), (_, theirs)) in english.iter().zip(&theirs) {
                assert_eq!(variables(theirs), variables(ours), "{key} in {language:?}");
                assert!(words(theirs).0.iter().any(|words| !words.trim().is_empty()), "{key} in {language:?}");
            }
        }
    }
    let mut keys: Vec<&str> = all(Language::English).into_iter().map(|(key, _)| key).collect();
    keys.sort_unstable();
    assert_eq!(keys.windows(2).find(|pair| pair[0] == pair[1]), None, "a key is in two areas");
}

/// Texts that depend on a number have the plural forms that the language needs for whole numbers.
#[test]
fn choices_have_the_plural_forms_of_the_language() {
    let mut seen = 0;
    for language in Language::ALL {
        let needed: &[&str] = if language == Language::Polish { &["one", "few", "many"] } else { &["one", "other"] };
        for (key, pattern) in all(language) {
            for choice in words(&pattern).1 {
                seen += 1;
                // One form is enough if it fits all numbers except some literal ones.
                let one_form = choice.len() == 1;
                assert!(one_form || needed.iter().all(|form| choice.contains(form)), "{key} in {language:?}: {choice:?}");
            }
        }
    }
    assert!(seen > 5);
    let plies = |language, count: i64| Texts::of(language).with("js-analysis-plies", &[("count", count.into())]);
    for (language, count, expected) in [
        (Language::English, 1, "1 ply"),
        (Language::English, 2, "2 plies"),
        (Language::French, 0, "0 demi-coup"),
        (Language::French, 2, "2 demi-coups"),
        (Language::Polish, 1, "1 półruch"),
        (Language::Polish, 3, "3 półruchy"),
        (Language::Polish, 12, "12 półruchów"),
        (Language::Polish, 22, "22 półruchy"),
    ] {
        assert_eq!(plies(language, count), expected);
    }
}

/// Texts that count things have forms for one and for several of them.
#[test]
fn counts_have_plural_forms() {
    let counts = ["count", "games", "moves", "marbles", "ahead", "days"];
    let mut seen = 0;
    for language in [Language::English, Language::Polish] {
        for (key, pattern) in all(language) {
            let is_count = variables(&pattern).iter().any(|name| counts.contains(&name.as_str()));
            // A clock abbreviates its units, and the marbles of a row are listed.
            if is_count && !["js-clock-days", "js-board-row"].contains(&key) {
                seen += 1;
                assert!(!words(&pattern).1.is_empty(), "{key} has one form in {language:?}");
            }
        }
    }
    assert!(seen > 30);
}

/// French punctuation that follows a space must use a non-breaking space, so that no line starts with it.
#[test]
fn french_punctuation_has_non_breaking_spaces() {
    for (key, pattern) in all(Language::French) {
        for text in words(&pattern).0 {
            let apart = [" :", " ;", " ?", " !", " »", "« "].iter().find(|sign| text.contains(**sign));
            assert_eq!(apart, None, "{key} = {text}");
        }
    }
}

/// Typographic punctuation: no straight quotes or apostrophes, no three periods for an ellipsis, and the quotation marks
/// of each language.
#[test]
fn punctuation_is_that_of_the_language() {
    for language in Language::ALL {
        let others: &[char] = match language {
            Language::English => &['„', '«', '»'],
            Language::French => &['„', '“', '”'],
            Language::German => &['”', '«', '»', '’'],
            Language::Swedish => &['„', '“', '«', '»', '’'],
            Language::Polish => &['“', '«', '»', '’'],
        };
        for (key, pattern) in all(language) {
            // This name comes from the rules library.
            if key == "layout-robot" {
                continue;
            }
            for text in words(&pattern).0 {
                let typed = ["'", "\"", "..."].iter().find(|sign| text.contains(**sign));
                assert_eq!(typed, None, "{key} = {text}");
                assert_eq!(text.chars().find(|sign| others.contains(sign)), None, "{key} = {text}");
            }
        }
    }
}

/// The sources that use texts: content, server, program and scripts.
fn sources() -> String {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut folders = ["sumito-content/src", "sumito-server/src", "sumito/src", "../web"].map(|name| crates.join(name)).to_vec();
    let mut text = String::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is = |name: &str| path.ends_with(name);
            if path.is_dir() && !is("node_modules") && !is("journeys") && !is("dist") {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "js")
                && !is("texts.rs")
                && !is("texts/tests.rs")
            {
                text += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    text
}

/// Every key in the files is used by a page or a script, and every key used there is in the files.
#[test]
fn no_text_is_missing_or_unused() {
    let sources = sources();
    // Keys composed of a prefix and a key of the rules or the data.
    let built = [
        "js-result-",
        "illegal-",
        "refusal-",
        "js-turn-",
        "layout-",
        "js-cell-",
        "js-did-",
        "js-board-kind-",
        "js-setting-",
        "settings-theme-",
        "settings-group-",
        "speed-",
        "js-puzzles-wrong",
        "puzzles-theme-",
        "puzzles-group-",
        "puzzles-level-",
        "language-name",
        "edition-language-",
        "js-black",
        "js-white",
        "js-blue",
        "js-red",
        "js-green",
        "js-yellow",
        "js-wins-",
        "js-board-row-",
        "js-party-layout-",
        "js-party-left-",
        "js-game-offers-",
        "js-game-offered-",
        "js-game-declined-",
        "js-decline-",
        "js-party-offers-",
        "js-party-offered-",
        "js-party-declined-",
        "lobby-level-",
        "lobby-name-",
        "lobby-kind-",
        "lobby-hint-",
        "lobby-clock-",
        "lobby-seconds-",
        "search-",
        "analysis-tab-",
        "analysis-term-",
        "js-analysis-mark-",
        "js-analysis-judgement-",
        "js-analysis-count-",
        "js-analysis-sense-",
        "js-analysis-reason-",
        "js-analysis-problem-",
        "js-analysis-expected-",
        "js-run-",
        "tournaments-",
        "tournament-format-",
        "tournament-preset-",
        "report-reason-",
        "moderation-mute",
        "moderation-unmute",
        "moderation-ban",
        "moderation-unban",
        "moderation-close",
        "moderation-reopen",
        "moderation-grant",
        "moderation-revoke",
        "tournament-start-",
        "tournament-scoring-",
        "tournament-entry-",
        "tournament-bad-",
        // A test of the server compares these with the errors in files.
        "tournament-file-",
        "tournament-tie-",
        "tournament-claim-",
        "tournament-why-",
        "js-clock-flag-",
        "storm-",
        "streak-",
        "practice-",
        "js-practice-",
        // A test below compares these with the rules.
        "js-left-",
        "lessons-chapter-",
        // A test in lessons.rs compares these with the lessons.
        "lesson-",
    ];
    let keys: Vec<&str> = all(Language::English).into_iter().map(|(key, _)| key).collect();
    for key in &keys {
        let named = ['"', '\'', '`'].iter().any(|quote| sources.contains(&format!("{quote}{key}{quote}")));
        assert!(named || built.iter().any(|start| key.starts_with(start)), "{key} is not used");
    }
    // Every `t("...")` in a page must have a text.
    for (place, _) in sources.match_indices("t(\"") {
        let before = sources[..place].chars().next_back();
        let key = sources[place + 3..].split('"').next().unwrap_or_default();
        let asks = before.is_some_and(|sign| !sign.is_alphanumeric() && sign != '_')
            && !key.contains(|sign: char| !sign.is_ascii_lowercase() && !sign.is_ascii_digit() && sign != '-');
        assert!(!asks || keys.contains(&key), "t(\"{key}\") has no text");
    }
    for quoted in sources.split(['\'', '"']).skip(1) {
        let is_key = FOR_SCRIPTS.iter().any(|start| quoted.starts_with(start))
            && !quoted.ends_with('-')
            && !quoted.contains([' ', '$', '{', '\n']);
        assert!(!is_key || keys.contains(&quoted), "{quoted} has no text");
    }
    for outcome in [
        "won-by-ejections",
        "won-by-no-move",
        "drawn-by-repetition",
        "drawn-by-no-move",
        "drawn-by-quiet-limit",
        "drawn-by-ply-limit",
    ] {
        assert!(keys.contains(&format!("js-result-{outcome}").as_str()));
    }
}

/// Games for three to six end, and players leave them, for reasons of the rules, and some refusals are theirs alone.
#[test]
fn the_keys_of_party_games_have_their_texts() {
    use sumito_rules::game::Draw;
    use sumito_rules::party::{Departure, LeaveError, Outcome, Seat, Seating, Win};
    use sumito_rules::{Cell, IllegalMove};

    let winner = Seating::alone(3).unwrap().team(Seat::Black);
    let wins = [Win::Ejections, Win::OthersBlocked, Win::OthersLeft].map(|by| Outcome::Won { winner, by });
    let draws = [Draw::Repetition, Draw::QuietLimit, Draw::PlyLimit, Draw::NoMove, Draw::Agreement].map(Outcome::Drawn);
    let partners = [IllegalMove::PusherNotYours, IllegalMove::PartnerOnlyPushes, IllegalMove::BlockedByPartner];
    let wanted = [
        wins.iter().chain(&draws).map(|outcome| format!("js-result-{}", outcome.key())).collect(),
        partners.iter().map(|refusal| format!("illegal-{}", refusal(Cell::E5).key())).collect(),
        Departure::ALL.iter().map(|departure| format!("js-left-{}", departure.key())).collect(),
        vec![format!("illegal-{}", LeaveError::GameOver.key()), format!("refusal-{}", LeaveError::NotInTheGame.key())],
    ]
    .concat();
    for language in Language::ALL {
        let keys: Vec<&str> = all(language).into_iter().map(|(key, _)| key).collect();
        for key in &wanted {
            assert!(keys.contains(&key.as_str()), "{key} has no text in {}", language.code());
        }
    }
}

/// Pages explain in the reader's language what is wrong with a game file: the keys come from the rules.
#[test]
fn errors_in_game_files_have_their_texts() {
    for (file, expected) in [
        ("[Variant \"nowhere\"]", "position"),
        ("[Rules \"win=often\"]", "rules"),
        ("[Result \"2-0\"]", "result"),
        ("[Notation \"chess\"]", "name"),
        ("[Black Ada]", "tag"),
        ("nowhere", "position"),
        ("ABAL1:belgian:4a1b2c33", "code"),
    ] {
        let error = record::read(format!("{file}\n\n1. a1b2").lines()).next().unwrap().unwrap_err();
        let (Problem::NoTag(cause) | Problem::Code(cause) | Problem::Start(cause) | Problem::Tag { error: cause, .. }) =
            &error.problem
        else {
            panic!("{file}: {error}")
        };
        assert_eq!(cause.subject.key(), expected, "{file}: {error}");
        let keys: Vec<&str> = all(Language::English).into_iter().map(|(key, _)| key).collect();
        for key in [format!("js-analysis-problem-{}", error.problem.key()), format!("js-analysis-expected-{expected}")] {
            assert!(keys.contains(&key.as_str()), "{key} has no text");
        }
    }
}

/// Every name belongs to a layout, the English names are those of the rules, and names are unique in each language.
#[test]
fn layouts_have_their_names() {
    let ids: Vec<&str> = all(Language::English).into_iter().filter_map(|(key, _)| key.strip_prefix("layout-")).collect();
    assert!(ids.len() > 50);
    for id in ids {
        assert!(Layout::all().iter().any(|layout| layout.id == id), "there is no layout {id}");
    }
    for language in Language::ALL {
        let texts = Texts::of(language);
        let names: Vec<String> = Layout::all().iter().map(|layout| texts.layout(layout)).collect();
        for (i, (name, layout)) in names.iter().zip(Layout::all()).enumerate() {
            assert!(!names[..i].contains(name), "two layouts are named {name}");
            assert!(language != Language::English || name == layout.name, "{name}");
            // A known French name must be used.
            let known = Layout::find(name).is_none_or(|found| found == layout);
            assert!(language != Language::French || known, "{name}");
        }
    }
    assert_eq!(Texts::of(Language::German).layout(&Layout::BELGIAN_DAISY), "Belgisches Gänseblümchen");
    assert_eq!(Texts::of(Language::Polish).layout(Layout::find("neko").unwrap()), "Neko");
}

#[test]
fn the_browser_chooses_the_language() {
    for (accept, expected) in [
        ("", Language::English),
        ("sv", Language::Swedish),
        ("de-AT,de;q=0.9,en;q=0.5", Language::German),
        ("nl,pl;q=0.3,fr;q=0.8", Language::French),
        ("xx;q=oops,pl", Language::Polish),
    ] {
        assert_eq!(Language::preferred(accept), expected, "{accept}");
    }
}

#[test]
fn arguments_are_inserted() {
    for language in Language::ALL {
        let text = Texts::of(language).with("js-analysis-depth", &[("depth", 12_i64.into()), ("rate", "1e5".into())]);
        assert!(text.contains("12") && text.contains("1e5"), "{text}");
    }
}

#[test]
fn scripts_get_texts_with_choices() {
    let resource = FluentResource::try_new(
        "a = Win { $what } now.\nb = { $n ->\n    [one] One { $what }\n   *[other] { $n } of { $what }\n } left\n".to_owned(),
    );
    let resource = resource.unwrap();
    let texts: Vec<(&str, Value)> = messages(&resource).map(|(key, pattern)| (key, for_script(pattern))).collect();
    let choice = json!({
        "number": "n",
        "cases": {"one": "One { $what }", "other": "{ $n } of { $what }"},
        "other": "{ $n } of { $what }",
    });
    assert_eq!(texts, [("a", json!("Win { $what } now.")), ("b", json!([choice, " left"]))]);
}
