//! The mark beside the name of an account that belongs to a program.

use maud::{Markup, html};
use sumito_content::texts::Texts;

pub(super) fn badge(texts: &Texts, is_bot: bool) -> Markup {
    html! { @if is_bot { " " span.badge { (texts.get("js-bot")) } } }
}

/// A name with the mark, where there is room for words alone.
pub(super) fn with_badge(texts: &Texts, name: &str, is_bot: bool) -> String {
    if is_bot { format!("{name} [{}]", texts.get("js-bot")) } else { name.to_owned() }
}
