//! Holds our texts to the word list in `i18n/words.toml`: one name for each thing in each language, and plain American English.

use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace").to_owned()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

/// A line of a text, and where it stands.
struct Line {
    place: String,
    words: Vec<String>,
}

/// The words of a text in lower case; an end of a sentence or clause is a word too, so that no form extends over it.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for letter in text.chars().flat_map(char::to_lowercase).chain([' ']) {
        if letter.is_alphabetic() {
            word.push(letter);
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if ".;:!?,()".contains(letter) {
            words.push(letter.to_string());
        }
    }
    words
}

fn lines(path: &Path, keep: impl Fn(&str) -> Option<String>) -> Vec<Line> {
    let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let line = |(n, line): (usize, &str)| Some(Line { place: format!("{name}:{}", n + 1), words: words(&keep(line)?) });
    read(path).lines().enumerate().filter_map(line).collect()
}

/// The text of a line of a Fluent file: without its key, and with a mark for everything in braces.
fn of_message(line: &str) -> Option<String> {
    // These are lists of words for the program.
    let is_list = line.starts_with("js-glossary =") || line.starts_with("js-help-covered-sense");
    if line.starts_with('#') || is_list {
        return None;
    }
    let text = if line.starts_with(' ') { line.split_once(']').map_or(line, |(_, text)| text) } else { line.split_once(" =")?.1 };
    let mut kept = String::new();
    for (i, part) in text.split('{').enumerate() {
        kept += if i == 0 { part } else { part.split_once('}').map_or("", |(_, after)| after) };
        kept.push('.');
    }
    Some(kept)
}

/// The text of a line of a file under `learn/`: without keys, numbers and the words for the search.
fn of_book(line: &str) -> Option<String> {
    if line.starts_with("also: ") {
        return None;
    }
    Some(match line.strip_prefix("# ").or_else(|| line.strip_prefix("figure ")).or_else(|| line.strip_prefix("layout ")) {
        Some(head) => head.split_once(" | ")?.1.to_owned(),
        None => line.to_owned(),
    })
}

/// The texts of the pages in one language.
fn pages(language: &str) -> Vec<Line> {
    let messages = files(&format!("i18n/{language}"), "ftl").into_iter().flat_map(|path| lines(&path, of_message));
    let books = ["rules", "editions", "glossary"].map(|folder| root().join(format!("learn/{folder}/{language}.txt")));
    messages.chain(books.iter().flat_map(|path| lines(path, of_book))).collect()
}

/// The text of our documents: without code.
fn documents() -> Vec<Line> {
    let top = ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name));
    let mut found = Vec::new();
    for path in top.into_iter().chain(files("docs", "md")) {
        let is_code = std::cell::Cell::new(false);
        found.extend(lines(&path, |line| {
            is_code.set(is_code.get() != line.starts_with("```"));
            let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" . ");
            (!is_code.get()).then_some(prose)
        }));
    }
    found
}

/// Whether the words contain the form: words in this order, where `*` stands for any ending.
fn contains(words: &[String], form: &str) -> bool {
    let form: Vec<&str> = form.split(' ').collect();
    let is = |word: &String, wanted: &str| wanted.strip_suffix('*').map_or(word == wanted, |start| word.starts_with(start));
    words.windows(form.len()).any(|words| words.iter().zip(&form).all(|(word, wanted)| is(word, wanted)))
}

fn forms(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list of forms").iter().map(|form| form.as_str().expect("a form is text")).collect()
}

fn list() -> Table {
    read(&root().join("i18n/words.toml")).parse().expect("the word list is TOML")
}

fn check(lines: &[Line], not: &[&str], instead: &str, wrong: &mut Vec<String>) {
    for line in lines {
        wrong.extend(
            not.iter().filter(|form| contains(&line.words, form)).map(|form| format!("{}: '{form}'{instead}", line.place)),
        );
    }
}

#[test]
fn each_thing_has_one_name_in_each_language() {
    let mut wrong = Vec::new();
    for language in ["en", "fr", "de", "sv", "pl"] {
        let texts = pages(language);
        assert!(texts.len() > 500, "{language} has {} texts", texts.len());
        let list = list();
        let things = list[language].as_table().expect("a table of things");
        assert!(things.len() >= 8, "{language} lists {} things", things.len());
        for (thing, names) in things {
            let name = names["use"].as_str().expect("a name is text");
            assert!(texts.iter().any(|line| contains(&line.words, name)), "no text in {language} has '{name}' for {thing}");
            check(&texts, &forms(&names["not"]), &format!(", instead of '{name}' for {thing}"), &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn english_is_plain_and_american() {
    let list = list();
    let not = forms(&list["english"]["not"]);
    let mut wrong = Vec::new();
    check(&pages("en"), &not, "", &mut wrong);
    check(&documents(), &not, "", &mut wrong);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn forms_are_found_as_the_list_says() {
    for (text, form, expected) in [
        ("Die Engine, Stufe 3", "engine*", true),
        ("Engines", "engine", false),
        ("So many minutes", "so many", true),
        ("So. Many minutes", "so many", false),
        ("{ $cell } is free", "cell", true),
        ("Książeczka", "książecz*", true),
    ] {
        assert_eq!(contains(&words(text), form), expected, "{text}");
    }
    let words_of = |line| of_message(line).map(|text| words(&text).join(" "));
    assert_eq!(words_of("a = { $cell } is free"), Some(". is free .".to_owned()));
    assert_eq!(words_of("# a comment"), None);
    assert_eq!(words_of("        [one] { $n } ply"), Some(". ply .".to_owned()));
}
