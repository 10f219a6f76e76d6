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
    "community"
    "play"
    "game"
    "analysis"
    "rulebook"
    "account"
    "lessons"
    "course"
    "puzzles"
    "training"
    "party"
    "tournaments"
    "moderation"
    "engines"
    "share"
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
mod tests;
