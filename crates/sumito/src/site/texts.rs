//! The texts of the pages in five languages, from the Fluent files under `i18n/`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};

/// A language of the pages: those of the rule books.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    English,
    French,
    German,
    Swedish,
    Polish,
}

impl Language {
    pub(crate) const ALL: [Language; 5] =
        [Language::English, Language::French, Language::German, Language::Swedish, Language::Polish];

    /// As in the `lang` attribute of a page.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
            Language::German => "de",
            Language::Swedish => "sv",
            Language::Polish => "pl",
        }
    }

    const fn source(self) -> &'static str {
        match self {
            Language::English => include_str!("../../../../i18n/en.ftl"),
            Language::French => include_str!("../../../../i18n/fr.ftl"),
            Language::German => include_str!("../../../../i18n/de.ftl"),
            Language::Swedish => include_str!("../../../../i18n/sv.ftl"),
            Language::Polish => include_str!("../../../../i18n/pl.ftl"),
        }
    }

    pub(crate) fn find(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// The language that a browser likes best of those we have, from its `Accept-Language`; English if none.
    pub(crate) fn preferred(accept: &str) -> Language {
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
pub(crate) struct Texts {
    pub(crate) language: Language,
    bundle: FluentBundle<FluentResource>,
    /// What the scripts of a page need, as JSON.
    script: String,
}

/// Texts with these beginnings go to the scripts.
const FOR_SCRIPTS: [&str; 3] = ["js-", "illegal-", "refusal-"];

static TEXTS: LazyLock<[Texts; 5]> = LazyLock::new(|| Language::ALL.map(Texts::read));

impl Texts {
    /// The texts of a language.
    pub(crate) fn of(language: Language) -> &'static Texts {
        &TEXTS[language as usize]
    }

    fn read(language: Language) -> Texts {
        let mut bundle = FluentBundle::new_concurrent(vec![language.code().parse().expect("a language code")]);
        bundle.set_use_isolating(false);
        let resource = FluentResource::try_new(language.source().to_owned()).unwrap_or_else(|(resource, _)| resource);
        bundle.add_resource_overriding(resource);
        let messages: BTreeMap<&str, &str> =
            messages(language.source()).filter(|(key, _)| FOR_SCRIPTS.iter().any(|start| key.starts_with(start))).collect();
        // `<` would let a text end the script element that it stands in.
        let script = serde_json::to_string(&messages).expect("a map of texts is JSON").replace('<', "\\u003c");
        Texts { language, bundle, script }
    }

    /// The text with this key.
    pub(crate) fn get(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// The text with this key and these arguments.
    pub(crate) fn with(&self, key: &str, arguments: &[(&str, &str)]) -> String {
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

    /// The texts for the page's scripts, as JSON that may stand in a script element.
    pub(crate) fn script(&self) -> &str {
        &self.script
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

    #[test]
    fn all_languages_have_the_same_keys_and_placeholders() {
        let english: Vec<(&str, &str)> = messages(Language::English.source()).collect();
        assert!(english.len() > 80);
        for language in Language::ALL {
            assert!(FluentResource::try_new(language.source().to_owned()).is_ok(), "{language:?}");
            let theirs: Vec<(&str, &str)> = messages(language.source()).collect();
            let keys = |all: &[(&'static str, &'static str)]| all.iter().map(|(key, _)| *key).collect::<Vec<_>>();
            assert_eq!(keys(&theirs), keys(&english), "{language:?}");
            for ((key, ours), (_, theirs)) in english.iter().zip(&theirs) {
                assert_eq!(placeholders(theirs), placeholders(ours), "{key} in {language:?}");
                assert!(!theirs.trim().is_empty(), "{key} in {language:?}");
            }
        }
    }

    /// Every key of the files is named in a page or a script, and every key that those name is in the files.
    #[test]
    fn no_text_is_missing_or_unused() {
        let sources = [
            include_str!("pages.rs"),
            include_str!("../../../../web/analysis.js"),
            include_str!("../../../../web/local.js"),
            include_str!("../../../../web/frame.js"),
        ]
        .concat();
        // Keys that are put together from a beginning and the rules' own keys.
        let built = ["js-result-", "illegal-", "js-turn-", "js-cell-", "language-name", "js-black", "js-white"];
        for (key, _) in messages(Language::English.source()) {
            let named = ['"', '\'', '`'].iter().any(|quote| sources.contains(&format!("{quote}{key}{quote}")));
            assert!(named || built.iter().any(|start| key.starts_with(start)), "{key} is not used");
        }
        let keys: Vec<&str> = messages(Language::English.source()).map(|(key, _)| key).collect();
        for quoted in sources.split(['\'', '"']).skip(1).step_by(1) {
            let is_key = FOR_SCRIPTS.iter().any(|start| quoted.starts_with(start))
                && !quoted.ends_with('-')
                && !quoted.contains([' ', '$', '\n']);
            assert!(!is_key || keys.contains(&quoted), "{quoted} has no text");
        }
        for outcome in ["won-by-ejections", "won-by-no-move", "drawn-by-repetition", "drawn-by-no-move", "drawn-by-quiet-limit"] {
            assert!(keys.contains(&format!("js-result-{outcome}").as_str()));
        }
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
            assert!(Texts::of(language).with("js-depth", &[("depth", "12"), ("nodes", "34")]).contains("12"));
        }
    }
}
