//! The diagram as SVG.
//!
//! Neighboring cells are 60 units apart and rows 52, so every cell has whole-number coordinates. Colors are written twice: as
//! attributes, which every program understands, and as styles with custom properties, which a page can override.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::outline::{Hexagon, Number, arrow_path, trail_path};
use super::parts::{Writer, escape, merge, paint, put, tray_width};
use super::{Diagram, Highlight, Layers, Theme, describe, glyphs};
use crate::cell::{Cell, Direction};
use crate::party::Seat;

const PITCH: i32 = 60;
const ROW: i32 = 52;

/// From the middle of the board to the middle of each side of the plate, and how far from its corners the sides begin to bend.
const PLATE: Hexagon = Hexagon { apothem: 246.0, rounding: 44.0 };
/// The same for the rim around it.
const RIM: Hexagon = Hexagon { apothem: 267.0, rounding: 56.0 };
/// From the middle of a cell to a label in the middle of the rim, in steps: beside a side, and at a corner.
const LABEL: f64 = 0.935;
const CORNER_LABEL: f64 = 0.74;
/// Half the width and height of the picture.
const WIDTH: i32 = 297;
const HEIGHT: i32 = 270;
/// The height of a row of trays above or below the board, with the gap between.
const TRAYS: i32 = 62;

impl Diagram {
    /// Writes the diagram as one self-contained `<svg>` element.
    ///
    /// It scales to any size, carries `<title>` and `<desc>`, and needs no font. Elements have classes that begin with `sumito-`,
    /// marbles, cells and highlights a `data-cell` by which a page can find them.
    pub fn svg(&self) -> String {
        let mut out = Writer { text: String::with_capacity(12_000), id: &self.id, palette: self.theme.palette() };
        let id = &self.id;
        let [above, below] = self.tray_rows();
        let top = HEIGHT + if above.is_empty() { 0 } else { TRAYS };
        let bottom = HEIGHT + if below.is_empty() { 0 } else { TRAYS };
        let view_box = format!("{} {} {} {}", -WIDTH, -top, 2 * WIDTH, top + bottom);
        put!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" "#);
        if self.layers == Layers::Board {
            // The picture of the pieces, on top of this one, has the description.
            put!(out, r#"class="sumito-board" aria-hidden="true">"#);
        } else {
            let title = self.title.as_deref().unwrap_or("Abalone position");
            let description = self.description.as_deref().map_or_else(|| self.describe(), str::to_owned);
            put!(out, r#"class="sumito-diagram" role="img" aria-labelledby="{id}-title {id}-desc">"#);
            put!(out, r#"<title id="{id}-title">{}</title><desc id="{id}-desc">{}</desc>"#, escape(title), escape(&description));
        }
        self.write_definitions(&mut out);
        if self.layers != Layers::Pieces {
            out.rim(RIM);
            out.plate(PLATE);
            self.write_cells(&mut out);
            if self.coordinates {
                self.write_labels(&mut out);
            }
        }
        if self.layers != Layers::Board {
            self.write_pieces(&mut out);
            write_trays(&mut out, &above, -HEIGHT - TRAYS);
            write_trays(&mut out, &below, HEIGHT);
        }
        out.text.push_str("</svg>");
        out.text
    }

    /// Marbles, highlights and arrows.
    fn write_pieces(&self, out: &mut Writer<'_>) {
        let is_soft = !out.palette.flat;
        if is_soft {
            self.write_last_move(out);
        }
        out.group("marbles", self.in_sight(), |out, (cell, color)| {
            out.place_marble(color, Some(cell), self.marble_point(cell));
        });
        let kinds = Highlight::ALL.into_iter().filter(|&kind| !(is_soft && kind == Highlight::LastMove));
        let highlights = kinds.flat_map(|kind| self.highlights[kind as usize].sorted().map(move |cell| (kind, cell)));
        out.group("highlights", highlights, |out, (kind, cell)| {
            out.place_sign(kind, cell, self.point(cell));
        });
        out.group("arrows", &self.arrows, |out, &(from, to)| {
            let (casing, arrow) = (out.palette.casing, out.palette.arrow);
            let colors = [paint("fill", "arrow", arrow), paint("stroke", "casing", casing)];
            let path = arrow_path(self.point(from), self.point(to));
            put!(out, r#"<path class="sumito-arrow" data-from="{from}" data-to="{to}" d="{path}"{}/>"#, merge(&colors));
        });
    }

    /// The last move as light below the marbles: a trail where they came from, a halo around those that moved.
    fn write_last_move(&self, out: &mut Writer<'_>) {
        let id = out.id;
        let color = paint("fill", "last-move", out.palette.highlight(Highlight::LastMove));
        out.group("trails", &self.trails, |out, &(from, to)| {
            let path = trail_path(self.point(from), self.point(to));
            put!(out, r#"<path class="sumito-trail" d="{path}" opacity=".5"{color}/>"#);
        });
        let moved = self.highlights[Highlight::LastMove as usize].sorted();
        out.group("halos", moved, |out, cell| {
            let (x, y) = self.point(cell);
            // A halo on an empty cell would be brighter than one around a marble.
            let (radius, opacity) = if self.marbles[cell.index()].is_some() { (41, "1") } else { (24, ".45") };
            put!(out, r#"<circle class="sumito-halo" data-cell="{cell}" cx="{x}" cy="{y}" r="{radius}" opacity="{opacity}" fill="url(#{id}-halo)"/>"#);
        });
    }

    /// The marbles that each color lost, above the board and below it. Whoever ejected them has them on their side.
    fn tray_rows(&self) -> [Vec<(Seat, u8)>; 2] {
        let mut rows = [Vec::new(), Vec::new()];
        if self.trays {
            // Black sits below, and White above, until the view turns the upper side of the board down.
            let is_turned = self.point(Cell::I7).1 > 0.0;
            for (color, count) in describe::known(&self.lost) {
                rows[usize::from((color as u8 % 2 == 1) != is_turned)].push((color, count));
            }
        }
        rows
    }

    /// The middle of a cell in the picture.
    fn point(&self, cell: Cell) -> (f64, f64) {
        let seen = self.view.cell(cell);
        let up = seen.row() as i32 - 4;
        let right = seen.digit() as i32 - 5;
        ((right * PITCH - up * PITCH / 2).into(), (-up * ROW).into())
    }

    /// The middle of a cell's marble: the middle of the cell, unless the marble is sliding.
    fn marble_point(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.point(cell);
        match self.slide.filter(|slide| slide.cells.contains(cell)) {
            None => (x, y),
            Some(slide) => {
                let (right, down) = step(self.view.direction(slide.direction));
                (x + right * slide.part, y + down * slide.part)
            }
        }
    }

    /// The definitions: shades, a marble of each color, a sign for each kind of highlight. Two layers on one page share an id, so
    /// each defines only what it uses.
    fn write_definitions(&self, out: &mut Writer<'_>) {
        let palette = out.palette;
        put!(out, "<defs>");
        if self.layers != Layers::Pieces {
            out.gradient("plate", palette.plate);
        }
        // The trays are made of the same wood as the rim, and belong to the pieces.
        let has_trays = self.layers != Layers::Board && self.tray_rows().iter().any(|row| !row.is_empty());
        if self.layers != Layers::Pieces || has_trays {
            out.gradient("rim", palette.rim);
            out.gradient("hollow", palette.hollow);
            if !palette.flat {
                out.board_shades();
            }
        }
        if self.layers != Layers::Board {
            if !palette.flat {
                out.marble_shades();
                if !self.highlights[Highlight::LastMove as usize].is_empty() {
                    out.halo();
                }
            }
            for color in Seat::ALL {
                if self.marbles.contains(&Some(color)) || self.lost[color].is_some() {
                    out.marble(color);
                }
            }
            for kind in Highlight::ALL {
                if !self.highlights[kind as usize].is_empty() {
                    out.sign(kind);
                }
            }
        }
        put!(out, "</defs>");
    }

    /// A hollow for each cell: plain circles styled by their group.
    fn write_cells(&self, out: &mut Writer<'_>) {
        let (id, radius) = (out.id, out.palette.hollow_radius);
        let edge = if out.palette.flat { String::new() } else { format!(r#" stroke="url(#{id}-lip)" stroke-width="1.8""#) };
        put!(out, r#"<g class="sumito-cells" fill="url(#{id}-hollow)"{edge}>"#);
        for cell in Cell::all() {
            let (x, y) = self.point(cell);
            put!(out, r#"<circle data-cell="{cell}" cx="{x}" cy="{y}" r="{radius}"/>"#);
        }
        put!(out, "</g>");
    }

    fn write_labels(&self, out: &mut Writer<'_>) {
        let color = paint("stroke", "label", out.palette.label);
        put!(out, r#"<g class="sumito-coordinates" fill="none"{color} stroke-width="2.8" stroke-linecap="round" "#);
        put!(out, r#"stroke-linejoin="round">"#);
        for (glyph, cell, outward) in self.labels() {
            let (x, y) = self.point(cell);
            let (right, down) = step(outward);
            let part = if is_corner(self.view.cell(cell), outward) { CORNER_LABEL } else { LABEL };
            let place = (Number(x + right * part), Number(y + down * part));
            put!(out, r#"<path transform="translate({} {})scale(.68)" d="{}"/>"#, place.0, place.1, glyphs::path(glyph));
        }
        put!(out, "</g>");
    }
}

/// Whether this direction leads from the cell to a corner of the board, as seen.
fn is_corner(cell: Cell, outward: Direction) -> bool {
    [1, 5].into_iter().all(|sixths| cell.neighbor(outward.turned(sixths)).is_none())
}

/// A row of trays with its top at `y`, as large as fits above or below the board.
fn write_trays(out: &mut Writer<'_>, row: &[(Seat, u8)], y: i32) {
    const GAP: f64 = 12.0;
    let width: f64 = row.iter().map(|&(_, count)| tray_width(count) + GAP).sum::<f64>() - GAP;
    let scale = (f64::from(2 * WIDTH) / width).min(0.8);
    let mut x = -width / 2.0;
    let y = (f64::from(y) + f64::from(TRAYS) / 2.0) / scale - 30.0;
    for &(color, count) in row {
        put!(out, r#"<g class="sumito-tray" transform="scale({scale:.3})translate({} {})">"#, Number(x), Number(y));
        out.tray(color, count, tray_width(count));
        put!(out, "</g>");
        x += tray_width(count) + GAP;
    }
}

/// A tray of slots with the marbles of a color that were lost, as an `<svg>` of its own.
///
/// It belongs on a page with a diagram of this [`id`](Diagram::id), whose definitions it uses.
pub fn tray(lost: Seat, count: u8, id: &str) -> String {
    let mut out = Writer { text: String::with_capacity(1_500), id, palette: Theme::Classic.palette() };
    let width = tray_width(count);
    put!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="sumito-tray" viewBox="0 0 {} 60" aria-hidden="true">"#,
        Number(width)
    );
    out.tray(lost, count, width);
    out.text.push_str("</svg>");
    out.text
}

/// The offset to the next cell, to the right and down.
fn step(direction: Direction) -> (f64, f64) {
    let (pitch, half, row) = (f64::from(PITCH), f64::from(PITCH / 2), f64::from(ROW));
    match direction {
        Direction::East => (pitch, 0.0),
        Direction::NorthEast => (half, -row),
        Direction::NorthWest => (-half, -row),
        Direction::West => (-pitch, 0.0),
        Direction::SouthWest => (-half, row),
        Direction::SouthEast => (half, row),
    }
}
