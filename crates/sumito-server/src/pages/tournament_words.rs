//! What the server refuses in tournaments, in the reader's language.

use sumito_content::texts::{Argument, Texts};

use super::refusal_key;
use crate::failure::Failure;
use crate::tournament::settings::BadSetting;
use crate::tournament::{BadFile, Refusal};

/// Why something was refused: what is wrong with a file also says where.
pub(super) fn words(texts: &Texts, failure: &Failure) -> String {
    let text = texts.get(&refusal_key(texts, failure));
    match failure {
        Failure::Tournament(Refusal::BadSetting(bad)) => bad_setting(texts, bad),
        Failure::Tournament(Refusal::BadFile(bad)) => format!("{text} {}", bad_file(texts, bad)),
        _ => text,
    }
}

/// What is wrong with a file, as the analysis says it of game files.
fn bad_file(texts: &Texts, bad: &BadFile) -> String {
    let arguments: Vec<(&str, Argument<'_>)> = bad.arguments().into_iter().map(|(name, value)| (name, value.into())).collect();
    let why = texts.with(&format!("tournament-file-{}", bad.key()), &arguments);
    match bad.place() {
        Some((line, column)) => {
            let place = [("line", line.into()), ("character", column.into())];
            format!("{} · {why}", texts.with("tournament-file-where", &place))
        }
        None => why,
    }
}

/// What is wrong with a setting.
fn bad_setting(texts: &Texts, bad: &BadSetting) -> String {
    let setting = match bad.field {
        "preset" => "presets",
        "leastRating" => "least",
        "mostRating" => "most",
        "accountDays" => "days",
        "startsAt" => "start-time",
        "playOff" => "play-off",
        "tieBreaks" => "scoring",
        "layouts" => "layout",
        field => field,
    };
    let why = match bad.range {
        Some((least, most)) => texts.with("tournament-bad-range", &[("least", least.into()), ("most", most.into())]),
        None => texts.get(&format!("tournament-bad-{}", bad.key)),
    };
    let setting = texts.get(&format!("tournament-{setting}"));
    texts.with("tournament-bad-setting", &[("setting", setting.into()), ("why", why.into())])
}

#[cfg(test)]
mod tests;
