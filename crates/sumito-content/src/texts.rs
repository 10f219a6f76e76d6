//! The texts of the pages in five languages, from the Fluent files under `i18n/`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
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

// What every page uses comes first.
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

/// A language of the pages: those of the rule books.
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

    /// As in the `lang` attribute of a page.
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

    /// The language that a browser likes best of those we have, from its `Accept-Language`; English if none.
    pub fn preferred(accept: &str) -> Language {
        let mut wishes: Vec<(f32, Language)> = accept
            .split(',')
            .filter_map(|wish| {
                let (tag, weight) = wish.split_once(';').unwrap_or((wish, "q=1"));
                let weight = weight.trim().strip_prefix("q=")?.parse().ok()?;
                Some((weight, Language::find(tag.trim().split('-').next()?)?))
            })
            .collect();
        // A stable sort: of equal wishes the first counts.
        wishes.sort_by(|a, b| b.0.total_cmp(&a.0));
        wishes.first().map_or(Language::English, |wish| wish.1)
    }
}

/// The texts of one language.
pub struct Texts {
    pub language: Language,
    bundle: FluentBundle<FluentResource>,
    /// What the scripts of each area need: the members of a JSON object.
    scripts: Vec<(&'static str, String)>,
}

/// Texts with these beginnings go to the scripts.
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
            let source = sources[language as usize];
            let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, _)| resource);
            bundle.add_resource_overriding(resource);
            let texts = messages(source).filter(|(key, _)| FOR_SCRIPTS.iter().any(|start| key.starts_with(start)));
            let texts: BTreeMap<&str, &str> = texts.collect();
            // `<` would let a text end the script element that it stands in.
            let script = serde_json::to_string(&texts).expect("a map of texts is JSON").replace('<', "\\u003c");
            scripts.push((*area, script.trim_matches(['{', '}']).to_owned()));
        }
        Texts { language, bundle, scripts }
    }

    /// The text with this key.
    pub fn get(&self, key: &str) -> String {
        self.with(key, &[])
    }

    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// The text with this key and these arguments.
    pub fn with(&self, key: &str, arguments: &[(&str, &str)]) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            // A test makes sure that every language has every key.
            return key.to_owned();
        };
        let mut args = FluentArgs::new();
        for &(name, value) in arguments {
            args.set(name, value);
        }
        self.bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
    }

    /// The name of a layout. Some are called the same in every language.
    pub fn layout(&self, layout: &Layout) -> String {
        let key = format!("layout-{}", layout.id);
        if self.has(&key) { self.get(&key) } else { layout.name.to_owned() }
    }

    /// The texts for the scripts of a page that uses these areas beside `site`, as JSON that may stand in a script element.
    pub fn script(&self, areas: &[&str]) -> String {
        let used = self.scripts.iter().filter(|(area, texts)| (*area == "site" || areas.contains(area)) && !texts.is_empty());
        format!("{{{}}}", used.map(|(_, texts)| texts.as_str()).collect::<Vec<_>>().join(","))
    }
}

/// The keys and texts of a file. Our messages are of one line each.
fn messages(source: &str) -> impl Iterator<Item = (&str, &str)> {
    source.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placeholders(text: &str) -> Vec<&str> {
        let mut all: Vec<&str> =
            text.split("{ $").skip(1).filter_map(|rest| rest.split_once(" }")).map(|(name, _)| name).collect();
        all.sort_unstable();
        all
    }

    /// The keys and texts of every area.
    fn all(language: Language) -> Vec<(&'static str, &'static str)> {
        AREAS.iter().flat_map(|(_, sources)| messages(sources[language as usize])).collect()
    }

    #[test]
    fn all_languages_have_the_same_keys_and_placeholders() {
        for (area, sources) in AREAS {
            let english: Vec<(&str, &str)> = messages(sources[0]).collect();
            assert!(!english.is_empty(), "{area}");
            for language in Language::ALL {
                let source = sources[language as usize];
                assert!(FluentResource::try_new(source.to_owned()).is_ok(), "{area} in {language:?}");
                let theirs: Vec<(&str, &str)> = messages(source).collect();
                let keys = |all: &[(&'static str, &'static str)]| all.iter().map(|(key, _)| *key).collect::<Vec<_>>();
                assert_eq!(keys(&theirs), keys(&english), "{area} in {language:?}");
                for ((key, ours), (_, theirs)) in english.iter().zip(&theirs) {
                    assert_eq!(placeholders(theirs), placeholders(ours), "{key} in {language:?}");
                    assert!(!theirs.trim().is_empty(), "{key} in {language:?}");
                }
            }
        }
        let mut keys: Vec<&str> = all(Language::English).into_iter().map(|(key, _)| key).collect();
        keys.sort_unstable();
        assert_eq!(keys.windows(2).find(|pair| pair[0] == pair[1]), None, "a key is in two areas");
    }

    /// No row begins with a sign that French sets apart from its word: the blank before it does not break.
    #[test]
    fn french_signs_stay_with_their_words() {
        for (key, text) in all(Language::French) {
            let apart = [" :", " ;", " ?", " !", " »", "« "].iter().find(|sign| text.contains(**sign));
            assert_eq!(apart, None, "{key} = {text}");
        }
    }

    /// Signs as printers set them: no apostrophe or quotation mark of typewriters, no three dots; and quotation marks
    /// as each language has them.
    #[test]
    fn signs_are_those_of_the_language() {
        for language in Language::ALL {
            let others: &[char] = match language {
                Language::English => &['„', '«', '»'],
                Language::French => &['„', '“', '”'],
                Language::German => &['”', '«', '»', '’'],
                Language::Swedish => &['„', '“', '«', '»', '’'],
                Language::Polish => &['“', '«', '»', '’'],
            };
            for (key, text) in all(language) {
                // This name is that of the rules.
                if key == "layout-robot" {
                    continue;
                }
                let typed = ["'", "\"", "..."].iter().find(|sign| text.contains(**sign));
                assert_eq!(typed, None, "{key} = {text}");
                assert_eq!(text.chars().find(|sign| others.contains(sign)), None, "{key} = {text}");
            }
        }
    }

    /// The sources that name texts: content, server, program, and the scripts.
    fn sources() -> String {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut folders =
            ["sumito-content/src", "sumito-server/src", "sumito/src", "../web"].map(|name| crates.join(name)).to_vec();
        let mut text = String::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let is = |name: &str| path.ends_with(name);
                if path.is_dir() && !is("node_modules") && !is("journeys") {
                    folders.push(path);
                } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "js") && !is("texts.rs") {
                    text += &std::fs::read_to_string(path).unwrap();
                }
            }
        }
        text
    }

    /// Every key of the files is named in a page or a script, and every key that those name is in the files.
    #[test]
    fn no_text_is_missing_or_unused() {
        let sources = sources();
        // Keys that are put together from a beginning and a key of the rules or of the data.
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
            // A test of lessons.rs holds these and the lessons together.
            "lesson-",
        ];
        let keys: Vec<&str> = all(Language::English).into_iter().map(|(key, _)| key).collect();
        for key in &keys {
            let named = ['"', '\'', '`'].iter().any(|quote| sources.contains(&format!("{quote}{key}{quote}")));
            assert!(named || built.iter().any(|start| key.starts_with(start)), "{key} is not used");
        }
        // What a page asks for by `t("...")` must be there.
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

    /// Every name belongs to a layout, the English ones are those of the rules, and no two layouts of a language have the same.
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
                assert!(!names[..i].contains(name), "two are called {name}");
                assert!(language != Language::English || name == layout.name, "{name}");
                // Where a French name is known, it is that one.
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
    fn arguments_stand_in_the_texts() {
        for language in Language::ALL {
            assert!(Texts::of(language).with("js-analysis-depth", &[("depth", "12"), ("rate", "34")]).contains("12"));
        }
    }
}
