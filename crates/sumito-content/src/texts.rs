//! The texts of the pages in five languages, from the Fluent files under `i18n/`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey};
use serde_json::{Value, json};
use sumito_rules::Layout;

macro_rules! areas {
    ($($area:literal)*) => {
        /// The areas of the site, with their texts in each language, in the order of [`Language::ALL`].
        const AREAS: &[(&str, [&str; 5])] = &[$(($area, [
            include_str!(concat!("../../../i18n/en/", $area, ".ftl")),
            include_str!(concat!("../../../i18n/fr/", $area, ".ftl")),
            include_str!(concat!("../../../i18n/de/", $area, ".ftl")),
            include_str!(concat!("../../../i18n/sv/", $area, ".ftl")),
            include_str!(concat!("../../../i18n/pl/", $area, ".ftl")),
        ])),*];
    };
}

// The area that every page uses comes first.
areas! {
    "site"
    "refusals"
    "board"
    "layouts"
    "lobby"
    "play"
    "game"
    "analysis"
    "rulebook"
    "account"
    "lessons"
    "puzzles"
}

/// A language of the site: those of the rule books.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    French,
    German,
    Swedish,
    Polish,
}

impl Language {
    pub const ALL: [Language; 5] = [Language::English, Language::French, Language::German, Language::Swedish, Language::Polish];

    /// The code, as in a `lang` attribute.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
            Language::German => "de",
            Language::Swedish => "sv",
            Language::Polish => "pl",
        }
    }

    pub fn find(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// The browser's preferred language among ours, from its `Accept-Language`; otherwise English.
    pub fn preferred(accept: &str) -> Language {
        let mut preferences: Vec<(f32, Language)> = accept
            .split(',')
            .filter_map(|preference| {
                let (tag, weight) = preference.split_once(';').unwrap_or((preference, "q=1"));
                let weight = weight.trim().strip_prefix("q=")?.parse().ok()?;
                Some((weight, Language::find(tag.trim().split('-').next()?)?))
            })
            .collect();
        // The sort is stable: of equal preferences the first wins.
        preferences.sort_by(|a, b| b.0.total_cmp(&a.0));
        preferences.first().map_or(Language::English, |preference| preference.1)
    }
}

/// The texts of one language.
pub struct Texts {
    pub language: Language,
    bundle: FluentBundle<FluentResource>,
    /// The texts for scripts, by area: the members of a JSON object.
    scripts: Vec<(&'static str, String)>,
}

/// The value of a variable in a text. Texts can depend on a number: `{ $days -> [one] ... *[other] ... }`.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument<'a> {
    Text(Cow<'a, str>),
    Number(i64),
}

impl<'a> From<&'a str> for Argument<'a> {
    fn from(text: &'a str) -> Argument<'a> {
        Argument::Text(text.into())
    }
}

impl From<String> for Argument<'_> {
    fn from(text: String) -> Self {
        Argument::Text(text.into())
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Argument<'_> {
            fn from(number: $number) -> Self {
                Argument::Number(number as i64)
            }
        }
    )*};
}

numbers!(i64 u8 u16 u32 usize);

/// The prefixes of texts for scripts.
const FOR_SCRIPTS: [&str; 3] = ["js-", "illegal-", "refusal-"];

static TEXTS: LazyLock<[Texts; 5]> = LazyLock::new(|| Language::ALL.map(Texts::read));

impl Texts {
    /// The texts of a language.
    pub fn of(language: Language) -> &'static Texts {
        &TEXTS[language as usize]
    }

    fn read(language: Language) -> Texts {
        let mut bundle = FluentBundle::new_concurrent(vec![language.code().parse().expect("a language code")]);
        bundle.set_use_isolating(false);
        let mut scripts = Vec::with_capacity(AREAS.len());
        for (area, sources) in AREAS {
            // A test checks that every file parses.
            let resource =
                FluentResource::try_new(sources[language as usize].to_owned()).unwrap_or_else(|(resource, _)| resource);
            let texts = messages(&resource).filter(|(key, _)| FOR_SCRIPTS.iter().any(|start| key.starts_with(start)));
            let texts: BTreeMap<&str, Value> = texts.map(|(key, pattern)| (key, for_script(pattern))).collect();
            // `<` would let a text end the script element that contains it.
            let script = serde_json::to_string(&texts).expect("a map of texts is JSON").replace('<', "\\u003c");
            let members = script.strip_prefix('{').and_then(|script| script.strip_suffix('}')).unwrap_or_default();
            scripts.push((*area, members.to_owned()));
            bundle.add_resource_overriding(resource);
        }
        Texts { language, bundle, scripts }
    }

    /// The text with this key.
    pub fn get(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// Whether there is a text with this key.
    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// The text with this key and these arguments.
    pub fn with(&self, key: &str, arguments: &[(&str, Argument<'_>)]) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            // A test checks that every language has every key.
            return key.to_owned();
        };
        let mut args = FluentArgs::new();
        for (name, value) in arguments {
            match value {
                Argument::Text(text) => args.set(*name, text.as_ref()),
                Argument::Number(number) => args.set(*name, *number),
            }
        }
        self.bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
    }

    /// The name of a layout. Some have the same name in every language.
    pub fn layout(&self, layout: &Layout) -> String {
        let key = format!("layout-{}", layout.id);
        if self.has(&key) { self.get(&key) } else { layout.name.to_owned() }
    }

    /// The texts for the scripts of a page that uses these areas besides `site`, as JSON that is safe in a script element.
    pub fn script(&self, areas: &[&str]) -> String {
        let used = self.scripts.iter().filter(|(area, texts)| (*area == "site" || areas.contains(area)) && !texts.is_empty());
        format!("{{{}}}", used.map(|(_, texts)| texts.as_str()).collect::<Vec<_>>().join(","))
    }
}

/// The messages of a file, by their keys.
fn messages(resource: &FluentResource) -> impl Iterator<Item = (&str, &Pattern<&str>)> {
    resource.entries().filter_map(|entry| match entry {
        Entry::Message(message) => Some((message.id.name, message.value.as_ref()?)),
        _ => None,
    })
}

/// A text as `web/texts.js` reads it: a string with `{ $name }` for each argument, or, if it depends on a number, a list of such
/// strings and of choices `{"number": NAME, "cases": {"one": TEXT, ...}, "other": TEXT}`.
fn for_script(pattern: &Pattern<&str>) -> Value {
    let mut parts: Vec<Value> = Vec::new();
    for element in &pattern.elements {
        let words = match element {
            PatternElement::TextElement { value } => (*value).to_owned(),
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                let case = |variant: &Variant<&str>| match &variant.key {
                    VariantKey::Identifier { name } => (*name).to_owned(),
                    VariantKey::NumberLiteral { value } => (*value).to_owned(),
                };
                let cases: BTreeMap<String, Value> =
                    variants.iter().map(|variant| (case(variant), for_script(&variant.value))).collect();
                let other = variants.iter().find(|variant| variant.default).map(|variant| for_script(&variant.value));
                parts.push(json!({"number": variable(selector), "cases": cases, "other": other}));
                continue;
            }
            PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
                InlineExpression::StringLiteral { value } | InlineExpression::NumberLiteral { value } => (*value).to_owned(),
                inline => format!("{{ ${} }}", variable(inline)),
            },
        };
        match parts.last_mut() {
            Some(Value::String(before)) => *before += &words,
            _ => parts.push(words.into()),
        }
    }
    match parts.as_slice() {
        [Value::String(text)] => text.as_str().into(),
        _ => parts.into(),
    }
}

/// The name of a variable. Our texts use only variables and literals in braces; a test checks it.
fn variable<'a>(expression: &InlineExpression<&'a str>) -> &'a str {
    if let InlineExpression::VariableReference { id } = expression { id.name } else { "" }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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
        let mut folders =
            ["sumito-content/src", "sumito-server/src", "sumito/src", "../web"].map(|name| crates.join(name)).to_vec();
        let mut text = String::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let is = |name: &str| path.ends_with(name);
                if path.is_dir() && !is("node_modules") && !is("journeys") && !is("dist") {
                    folders.push(path);
                } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "js") && !is("texts.rs") {
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
            "speed-",
            "js-puzzles-wrong",
            "puzzles-theme-",
            "puzzles-level-",
            "language-name",
            "js-black",
            "js-white",
            "js-game-offers-",
            "js-game-offered-",
            "js-game-declined-",
            "lobby-level-",
            "lobby-kind-",
            "lobby-hint-",
            "lobby-clock-",
            "lobby-seconds-",
            "analysis-tab-",
            "analysis-term-",
            "js-analysis-mark-",
            "js-analysis-judgement-",
            "js-analysis-count-",
            "js-analysis-sense-",
            "js-analysis-reason-",
            "js-analysis-problem-",
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
        for outcome in ["won-by-ejections", "won-by-no-move", "drawn-by-repetition", "drawn-by-no-move", "drawn-by-quiet-limit"] {
            assert!(keys.contains(&format!("js-result-{outcome}").as_str()));
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
}
