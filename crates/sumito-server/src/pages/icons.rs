//! Icons as paths, drawn as lines in a square of 24 units.

use maud::{Markup, html};

pub(super) const ABORT: &str = "M6 6l12 12M18 6L6 18";
pub(super) const COPY: &str = "M9 9h10v11H9zM15 9V4H5v11h4";
pub(super) const CUP: &str = "M7 4h10v5a5 5 0 0 1-10 0zM7 5H4v1a4 4 0 0 0 3.5 4M17 5h3v1a4 4 0 0 1-3.5 4M12 14v4M8 20h8";
pub(super) const DECIDED: &str = "M12 3v6M8 6l4-3 4 3M5 13l7-4 7 4M5 13v8M19 13v8M12 9v12";
pub(super) const DOWNLOAD: &str = "M12 4v11M7 10.5l5 5 5-5M5 20h14";
pub(super) const DRAW: &str = "M5 9.5h14M5 14.5h14";
pub(super) const FIRST: &str = "M7 6v12M18 6l-7 6 7 6";
pub(super) const BACK: &str = "M15 6l-7 6 7 6";
pub(super) const NEXT: &str = "M9 6l7 6-7 6";
pub(super) const LAST: &str = "M17 6v12M6 6l7 6-7 6";
pub(super) const FLAME: &str =
    "M12 3c.5 3.5 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2 1-3.5 2.2-4.6.3 1.3 1 2.2 1.9 2.6C10.2 9 10 6 12 3z";
pub(super) const FLIP: &str = "M4.5 10a8 8 0 0 1 14-3.5L20 8M20 4v4h-4M19.5 14a8 8 0 0 1-14 3.5L4 16M4 20v-4h4";
pub(super) const KEYBOARD: &str =
    "M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM7 10h.01M12 10h.01M17 10h.01M8 14h8";
pub(super) const MENU: &str = "M4 7h16M4 12h16M4 17h16";
pub(super) const MORE: &str =
    "M5 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2M12 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2M19 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2";
pub(super) const OPEN: &str = "M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5";
pub(super) const RESIGN: &str = "M6 21V4c4-2 8 2 12 0v9c-4 2-8-2-12 0";
pub(super) const RESIGN_TEAM: &str = "M3.5 21V7c3-1.5 5 1 8 0v6.5c-3 1-5-1.5-8 0M13 21V4c3-1.5 5 1 8 0v6.5c-3 1-5-1.5-8 0";
pub(super) const SEARCH: &str = "M17 10.5a6.5 6.5 0 1 1-13 0a6.5 6.5 0 1 1 13 0M15.5 15.5L20 20";
pub(super) const SHARE: &str = "M12 15V4M8 7.5l4-4 4 4M5 12v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7";
pub(super) const TAKE_BACK: &str = "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4";

pub(super) const PLAY: &str = "M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9zM14.8 12a2.8 2.8 0 1 1-5.6 0a2.8 2.8 0 1 1 5.6 0";
pub(super) const GAMES: &str =
    "M6 4.5H18a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3zM10.5 8.5l4 2.5-4 2.5zM8 21h8";
pub(super) const ANALYSIS: &str = "M3 17l5-6 4 3 5-8 4 4M3 21h18";
pub(super) const LEARN: &str = "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14";
pub(super) const PUZZLES: &str = "M9 4.5a2 2 0 0 1 4 0V6h4a1 1 0 0 1 1 1v3.5h1a2 2 0 0 1 0 4h-1V19a1 1 0 0 1-1 1h-4v-1a2 2 0 0 0-4 0v1H5a1 1 0 0 1-1-1v-4h1a2 2 0 0 0 0-4H4V7a1 1 0 0 1 1-1h4z";

/// An icon by its path.
pub(super) fn icon(path: &str) -> Markup {
    html! { svg.icon viewBox="0 0 24 24" aria-hidden="true" { path d=(path) {} } }
}
