//! The elements of the SVG: shades, marbles, signs, layers of the board.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::outline::{Hexagon, Number};
use super::theme::{Glass, Palette};
use super::{Highlight, wood};
use crate::cell::Cell;
use crate::party::Seat;

/// The radius of a marble.
pub(super) const MARBLE: f64 = 27.6;

/// Appends formatted text to a writer's text, which cannot fail.
macro_rules! put {
    ($writer:expr, $($format:tt)*) => {{
        let _ = write!($writer.text, $($format)*);
    }};
}
pub(super) use put;

/// An SVG under construction.
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

    pub(super) fn gradient(&mut self, name: &str, [top, bottom]: [&str; 2]) {
        let id = self.id;
        // Light falls from the upper left.
        let way = if name == "plate" { r#"x1=".2" x2=".6" y2="1""# } else { r#"x2="0" y2="1""# };
        put!(self, r#"<linearGradient id="{id}-{name}" {way}>"#);
        self.stop(0.0, name, top);
        self.stop(1.0, &format!("{name}-low"), bottom);
        put!(self, "</linearGradient>");
    }

    /// A gradient of light and shadow, which does not depend on the theme's colors: stops of offset, color and opacity.
    fn shade(&mut self, name: &str, shape: Shade, stops: &[(f32, &str, f32)]) {
        let id = self.id;
        let (element, place) = match shape {
            Shade::Down => ("linearGradient", r#" x2="0" y2="1""#),
            Shade::Round => ("radialGradient", ""),
            Shade::Pool => ("radialGradient", r#" cx=".34" cy=".22" r=".85""#),
        };
        put!(self, r#"<{element} id="{id}-{name}"{place}>"#);
        for (offset, color, opacity) in stops {
            put!(self, r#"<stop offset="{offset}" stop-color="{color}" stop-opacity="{opacity}"/>"#);
        }
        put!(self, "</{element}>");
    }

    /// Light and shadow on board and trays.
    pub(super) fn board_shades(&mut self) {
        let (glow, dusk) = ("#ffe2b8", "#2a1404");
        self.shade("bevel", Shade::Down, &[(0.0, glow, 0.5), (0.3, glow, 0.12), (0.65, "#000", 0.05), (1.0, "#000", 0.55)]);
        self.shade("sunk", Shade::Down, &[(0.0, dusk, 0.6), (0.25, dusk, 0.18), (0.75, glow, 0.12), (1.0, glow, 0.5)]);
        self.shade("lip", Shade::Down, &[(0.0, dusk, 0.5), (0.45, dusk, 0.06), (0.6, glow, 0.08), (1.0, glow, 0.6)]);
        self.shade("pool", Shade::Pool, &[(0.0, "#fff6df", 0.34), (0.55, "#fff6df", 0.06), (1.0, "#3a1a00", 0.16)]);
    }

    /// Light and shadow on marbles.
    pub(super) fn marble_shades(&mut self) {
        self.shade("cast", Shade::Round, &[(0.0, "#2a1200", 0.5), (0.7, "#2a1200", 0.34), (1.0, "#2a1200", 0.0)]);
        self.shade("contact", Shade::Round, &[(0.8, "#1c0c00", 0.7), (1.0, "#1c0c00", 0.0)]);
        self.shade("shine", Shade::Round, &[(0.0, "#fff", 1.0), (0.3, "#fff", 0.82), (0.62, "#fff", 0.22), (1.0, "#fff", 0.0)]);
        // The board's reflection on the shaded side.
        let id = self.id;
        put!(self, r#"<radialGradient id="{id}-warm" cx=".42" cy=".36" r=".663">"#);
        for (offset, opacity) in [(0.66, 0.0), (0.86, 0.15), (0.96, 0.5), (1.0, 0.3)] {
            let color = paint("stop-color", "reflection", self.palette.reflection);
            put!(self, r#"<stop offset="{offset}" stop-opacity="{opacity}"{color}/>"#);
        }
        put!(self, "</radialGradient>");
    }

    /// A marble with its mark, its shine and its shadow. It is a marker, drawn at the point of a path: browsers would copy the
    /// parts of a `use` for each marble, and take long to style and lay out all these elements.
    pub(super) fn marble(&mut self, color: Seat) {
        let name = class(color);
        let Glass { light, body, shade, dark, edge, mark } = self.palette.marble(color);
        let id = self.id;
        let flat = self.palette.flat;
        if !flat {
            put!(self, r#"<radialGradient id="{id}-{name}-glass" cx=".355" cy=".28" r=".78">"#);
            self.stop(0.0, &format!("{name}-light"), light);
            self.stop(0.42, &name, body);
            self.stop(0.82, &format!("{name}-shade"), shade);
            self.stop(1.0, &format!("{name}-dark"), dark);
            put!(self, "</radialGradient>");
        }
        put!(self, r#"<marker id="{id}-{name}" markerUnits="userSpaceOnUse" overflow="visible">"#);
        let edge = paint("stroke", &format!("{name}-edge"), edge);
        if flat {
            let fill = paint("fill", &name, body);
            put!(self, r#"<circle r="{}" stroke-width="3.5"{}/>"#, MARBLE - 1.6, merge(&[fill, edge]));
        } else {
            put!(self, r#"<ellipse cx="6" cy="10" rx="31" ry="29" fill="url(#{id}-cast)"/>"#);
            put!(self, r#"<circle cx=".8" cy="2.2" r="30.5" fill="url(#{id}-contact)"/>"#);
            put!(self, r#"<circle r="{MARBLE}" fill="url(#{id}-{name}-glass)"/>"#);
            put!(self, r#"<circle r="{MARBLE}" fill="url(#{id}-warm)"/>"#);
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
            put!(
                self,
                r#"<ellipse cx="-9" cy="-13" rx="12.5" ry="7.5" transform="rotate(-34 -9 -13)" fill="url(#{id}-shine)"/>"#
            );
        }
        put!(self, "</marker>");
    }

    /// Light around a marble that moved, and on the cells it left.
    pub(super) fn halo(&mut self) {
        let id = self.id;
        let color = self.palette.highlight(Highlight::LastMove);
        put!(self, r#"<radialGradient id="{id}-halo">"#);
        for (offset, opacity) in [(0.6, 0.95), (0.78, 0.5), (1.0, 0.0)] {
            let color = paint("stop-color", "last-move", color);
            put!(self, r#"<stop offset="{offset}" stop-opacity="{opacity}"{color}/>"#);
        }
        put!(self, "</radialGradient>");
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
                (r#"path d="M29 0A29 29 0 1 1-29 0A29 29 0 1 1 29 0M21 0A21 21 0 1 1-21 0A21 21 0 1 1 21 0""#, 3.6)
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

    /// The frame around the board.
    pub(super) fn rim(&mut self, hexagon: Hexagon) {
        let (id, path) = (self.id, hexagon.path());
        let line = paint("stroke", "line", self.palette.line);
        put!(self, r#"<path class="sumito-rim" d="{path}" fill="url(#{id}-rim)"{line}/>"#);
        if !self.palette.flat {
            let bevel = hexagon.inside(1.6).path();
            put!(self, r#"<path d="{bevel}" fill="none" stroke="url(#{id}-bevel)" stroke-width="2.2"/>"#);
        }
    }

    /// The board inside the frame, lower than it.
    pub(super) fn plate(&mut self, hexagon: Hexagon) {
        let (id, path) = (self.id, hexagon.path());
        let line = paint("stroke", "line", self.palette.line);
        put!(self, r#"<path class="sumito-plate" d="{path}" fill="url(#{id}-plate)" stroke-width="1.4"{line}/>"#);
        if self.palette.grain {
            put!(self, r##"<g class="sumito-grain" fill="none" stroke="#6b3a10" stroke-linecap="round">"##);
            put!(self, r#"<path d="{}" stroke-width="9" opacity=".05"/>"#, wood::BROAD);
            put!(self, r#"<path d="{}" stroke-width=".8" opacity=".17"/></g>"#, wood::FINE);
        }
        if !self.palette.flat {
            let sunk = hexagon.inside(2.0).path();
            put!(self, r#"<path d="{path}" fill="url(#{id}-pool)"/>"#);
            put!(self, r#"<path d="{sunk}" fill="none" stroke="url(#{id}-sunk)" stroke-width="3.5"/>"#);
        }
    }

    /// A tray with a marble of a color for each one that was lost, and empty slots for those that may still follow: `width` units wide
    /// and 60 high, from the origin.
    pub(super) fn tray(&mut self, color: Seat, count: u8, width: f64) {
        let id = self.id;
        let line = paint("stroke", "line", self.palette.line);
        put!(
            self,
            r#"<rect class="sumito-rim" x="1" y="1" width="{}" height="58" rx="29" fill="url(#{id}-rim)"{line}/>"#,
            Number(width - 2.0)
        );
        let looks = if self.palette.flat {
            format!(r#" fill="url(#{id}-hollow)""#)
        } else {
            let bevel = Number(width - 5.0);
            put!(
                self,
                r#"<rect x="2.5" y="2.5" width="{bevel}" height="55" rx="27.5" fill="none" stroke="url(#{id}-bevel)" stroke-width="2"/>"#
            );
            format!(r#" fill-opacity=".42" stroke="url(#{id}-lip)" stroke-width="1.5""#)
        };
        put!(self, r#"<g class="sumito-slots"{looks}>"#);
        for n in 0..slots(count) {
            put!(self, r#"<circle cx="{}" cy="30" r="20"/>"#, slot(n));
        }
        put!(self, r#"</g><g class="sumito-lost" transform="scale({TRAY_SCALE})">"#);
        for n in 0..count {
            self.place_marble(color, None, (f64::from(slot(n)) / TRAY_SCALE, 30.0 / TRAY_SCALE));
        }
        put!(self, "</g>");
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

/// Marbles in a tray are a little smaller than on the board.
const TRAY_SCALE: f64 = 0.84;

/// How many slots a tray with this many marbles has.
fn slots(count: u8) -> u8 {
    count.max(6)
}

/// The middle of a slot, from the left.
fn slot(n: u8) -> u16 {
    30 + 52 * u16::from(n)
}

/// The width of a tray with this many marbles.
pub(super) fn tray_width(count: u8) -> f64 {
    f64::from(slot(slots(count) - 1) + 30)
}

/// The shape of a gradient of light.
#[derive(Copy, Clone)]
enum Shade {
    /// From the top to the bottom.
    Down,
    /// Around the middle.
    Round,
    /// Around a point where the light falls.
    Pool,
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

/// A color, with the name of the property by which a page can override it.
pub(super) fn paint(attribute: &str, name: &str, color: &str) -> Paint {
    Paint { attribute: format!(r#" {attribute}="{color}""#), style: format!("{attribute}:var(--sumito-{name},{color})") }
}

/// Several colors of one element, which can have only one `style`.
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

/// Escapes text for an element or attribute. Characters that XML forbids become spaces.
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
