//! The elements of the SVG: shades, marbles, signs, layers of the board.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::Highlight;
use super::outline::{Hexagon, Number};
use super::theme::{Glass, Palette};
use crate::cell::Cell;
use crate::party::Seat;

const MARBLE: i32 = 27;

/// Formats on to the end of a writer's text, which cannot fail.
macro_rules! put {
    ($writer:expr, $($format:tt)*) => {{
        let _ = write!($writer.text, $($format)*);
    }};
}
pub(super) use put;

/// An SVG that grows.
pub(super) struct Writer<'a> {
    pub(super) text: String,
    pub(super) id: &'a str,
    pub(super) palette: &'static Palette,
}

impl Writer<'_> {
    fn stop(&mut self, offset: f32, name: &str, color: &str) {
        let color = paint("stop-color", name, color);
        put!(self, r#"<stop offset="{offset}"{color}/>"#);
    }

    pub(super) fn gradient(&mut self, name: &str, top: &str, bottom: &str) {
        let id = self.id;
        put!(self, r#"<linearGradient id="{id}-{name}" x2="0" y2="1">"#);
        self.stop(0.0, name, top);
        self.stop(1.0, &format!("{name}-low"), bottom);
        put!(self, "</linearGradient>");
    }

    /// Light and shadow that do not depend on the theme's colors.
    pub(super) fn shades(&mut self) {
        let id = self.id;
        let white =
            |opacity: f32, offset: f32| format!(r##"<stop offset="{offset}" stop-color="#fff" stop-opacity="{opacity}"/>"##);
        let black = |opacity: f32, offset: f32| format!(r#"<stop offset="{offset}" stop-opacity="{opacity}"/>"#);
        let linear = [
            ("raised", format!("{}{}", white(0.45, 0.0), black(0.45, 1.0))),
            ("sunk", format!("{}{}", black(0.5, 0.0), white(0.35, 1.0))),
        ];
        for (name, stops) in linear {
            put!(self, r#"<linearGradient id="{id}-{name}" x2="0" y2="1">{stops}</linearGradient>"#);
        }
        let radial = [
            ("shadow", format!("{}{}{}", black(0.55, 0.0), black(0.45, 0.72), black(0.0, 1.0))),
            ("shine", format!("{}{}", white(0.95, 0.0), white(0.0, 1.0))),
        ];
        for (name, stops) in radial {
            put!(self, r#"<radialGradient id="{id}-{name}">{stops}</radialGradient>"#);
        }
        if self.palette.grain {
            let mut stripes = String::new();
            for (n, opacity) in [0.0, 0.1, 0.04, 0.13, 0.02, 0.07, 0.0].into_iter().enumerate() {
                let offset = n as f32 / 6.0;
                let _ = write!(stripes, r##"<stop offset="{offset:.2}" stop-color="#4a2405" stop-opacity="{opacity}"/>"##);
            }
            put!(self, r#"<linearGradient id="{id}-grain" gradientUnits="userSpaceOnUse" spreadMethod="repeat" "#);
            put!(self, r#"x1="0" y1="0" x2="4" y2="47">{stripes}</linearGradient>"#);
        }
    }

    /// A marble with its mark, its shine and its shadow. It is a marker, drawn at the point of a path: a `use` would be copied, part by
    /// part, for each marble, and browsers are slow to style and lay out so many elements.
    pub(super) fn marble(&mut self, color: Seat) {
        let name = class(color);
        let Glass { light, body, dark, edge, mark } = self.palette.marble(color);
        let id = self.id;
        let flat = self.palette.flat;
        if !flat {
            put!(self, r#"<radialGradient id="{id}-{name}-glass" cx=".36" cy=".28" r=".78">"#);
            self.stop(0.0, &format!("{name}-light"), light);
            self.stop(0.42, &name, body);
            self.stop(1.0, &format!("{name}-dark"), dark);
            put!(self, "</radialGradient>");
        }
        put!(self, r#"<marker id="{id}-{name}" markerUnits="userSpaceOnUse" overflow="visible">"#);
        let edge = paint("stroke", &format!("{name}-edge"), edge);
        if flat {
            let fill = paint("fill", &name, body);
            put!(self, r#"<circle r="{}" stroke-width="3"{}/>"#, MARBLE - 1, merge(&[fill, edge]));
        } else {
            put!(self, r#"<ellipse cx="3" cy="6" rx="31" ry="30" fill="url(#{id}-shadow)"/>"#);
            put!(self, r#"<circle r="{MARBLE}" fill="url(#{id}-{name}-glass)"{edge}/>"#);
        }
        let shape = match color {
            Seat::Black | Seat::White => "",
            Seat::Red => "M0-13L11.5 7H-11.5Z",
            Seat::Blue => "M-9-9H9V9H-9Z",
            Seat::Green => "M0-13L10 0L0 13L-10 0Z",
            Seat::Yellow => "M0-13L3.2-4.4L12.4-4L5.2 1.7L7.6 10.5L0 5.4L-7.6 10.5L-5.2 1.7L-12.4-4L-3.2-4.4Z",
        };
        if !shape.is_empty() {
            let fill = paint("fill", &format!("{name}-mark"), mark);
            put!(self, r#"<path d="{shape}" fill-opacity=".88"{fill}/>"#);
        }
        if !flat {
            put!(self, r#"<ellipse cx="-8" cy="-13" rx="13" ry="8.5" transform="rotate(-28 -8 -13)" fill="url(#{id}-shine)"/>"#);
        }
        put!(self, "</marker>");
    }

    /// The sign of a highlight: its casing, and the same again, thinner, in its own color.
    pub(super) fn sign(&mut self, kind: Highlight) {
        let name = highlight_name(kind);
        let (id, palette) = (self.id, self.palette);
        let casing = paint("stroke", "casing", palette.casing);
        let color = paint("stroke", name, palette.highlight(kind));
        let (shape, width) = match kind {
            Highlight::LastMove => (r#"path d="M0-32L28-16V16L0 32L-28 16V-16Z""#, 3.6),
            Highlight::Chosen => {
                (r#"path d="M27 0A27 27 0 1 1-27 0A27 27 0 1 1 27 0M19 0A19 19 0 1 1-19 0A19 19 0 1 1 19 0""#, 3.6)
            }
            Highlight::Target => (r#"circle r="4""#, 9.0),
            Highlight::Threat => (r#"circle r="26""#, 5.0),
            Highlight::Mark => (r#"path d="M-19-19H19V19H-19Z""#, 4.0),
        };
        let dashes = if kind == Highlight::Threat { r#" stroke-dasharray="12.6 7.82""# } else { "" };
        let outer = width + 3.0;
        put!(self, r#"<g id="{id}-{name}" fill="none" stroke-linejoin="round"><{shape} stroke-width="{outer}"{casing}/>"#);
        put!(self, r#"<{shape} stroke-width="{width}"{dashes}{color}/></g>"#);
    }

    /// A layer of the board.
    pub(super) fn board_part(&mut self, name: &str, hexagon: Hexagon) {
        let (id, palette) = (self.id, self.palette);
        let path = hexagon.path();
        let line = paint("stroke", "line", palette.line);
        put!(self, r#"<path class="sumito-{name}" d="{path}" fill="url(#{id}-{name})" stroke-width="2"{line}/>"#);
        if palette.grain && name != "gutter" {
            put!(self, r#"<path d="{path}" fill="url(#{id}-grain)"/>"#);
        }
        if !palette.flat {
            let inner = Hexagon { apothem: hexagon.apothem - 2.0, ..hexagon }.path();
            let light = if name == "gutter" { "sunk" } else { "raised" };
            put!(self, r#"<path d="{inner}" fill="none" stroke="url(#{id}-{light})" stroke-width="3"/>"#);
        }
    }

    /// A group of elements; nothing if it would be empty.
    pub(super) fn group<T>(&mut self, name: &str, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        let start = self.text.len();
        put!(self, r#"<g class="sumito-{name}">"#);
        let opened = self.text.len();
        for item in items {
            write(self, item);
        }
        if self.text.len() == opened {
            self.text.truncate(start);
        } else {
            self.text.push_str("</g>");
        }
    }

    /// A marble at a point.
    pub(super) fn place_marble(&mut self, color: Seat, cell: Option<Cell>, (x, y): (f64, f64)) {
        let (id, name) = (self.id, class(color));
        let cell = cell.map(|cell| format!(r#" data-cell="{cell}""#)).unwrap_or_default();
        let (x, y) = (Number(x), Number(y));
        put!(self, r#"<path class="sumito-marble sumito-{name}"{cell} d="M{x} {y}h0" marker-start="url(#{id}-{name})"/>"#);
    }

    /// The sign of a highlight at a point.
    pub(super) fn place_sign(&mut self, kind: Highlight, cell: Cell, (x, y): (f64, f64)) {
        let (id, name) = (self.id, highlight_name(kind));
        let (x, y) = (Number(x), Number(y));
        put!(self, r##"<use class="sumito-highlight sumito-{name}" data-cell="{cell}" href="#{id}-{name}" x="{x}" y="{y}"/>"##);
    }
}

/// A color to be written as attribute and style.
pub(super) struct Paint {
    attribute: String,
    style: String,
}

impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, r#"{} style="{}""#, self.attribute, self.style)
    }
}

/// A color under the name by which a page may override it.
pub(super) fn paint(attribute: &str, name: &str, color: &str) -> Paint {
    Paint { attribute: format!(r#" {attribute}="{color}""#), style: format!("{attribute}:var(--sumito-{name},{color})") }
}

/// Several colors of one element, which has but one `style`.
pub(super) fn merge(paints: &[Paint]) -> String {
    let attributes: String = paints.iter().map(|paint| paint.attribute.as_str()).collect();
    let styles: Vec<&str> = paints.iter().map(|paint| paint.style.as_str()).collect();
    format!(r#"{attributes} style="{}""#, styles.join(";"))
}

pub(super) fn class(color: Seat) -> String {
    color.to_string().to_lowercase()
}

pub(super) const fn highlight_name(kind: Highlight) -> &'static str {
    ["last-move", "chosen", "target", "threat", "mark"][kind as usize]
}

/// A text as the content of an element or attribute. Characters that XML forbids become a blank.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(c),
            '\u{0}'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    escaped
}
