//! The diagram as SVG.
//!
//! Neighboring cells are 60 units apart and rows 52, so that every cell lies on whole numbers. Colors are written twice: as
//! attributes, which every program understands, and as styles with custom properties, by which a page may change them.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::outline::{Hexagon, Number, arrow_path, sin_cos};
use super::parts::{Writer, escape, merge, paint, put};
use super::{Diagram, Highlight, Layers, describe, glyphs};
use crate::cell::{Cell, Direction};
use crate::party::Seat;

const PITCH: i32 = 60;
const ROW: i32 = 52;

/// From the middle of the board to the middle of each side: of the plate with and without labels, and what gutter and rim add.
const PLATE: f64 = 264.0;
const BARE_PLATE: f64 = 246.0;
const GUTTER: f64 = 62.0;
const RIM: f64 = 14.0;
const MARGIN: f64 = 3.0;

impl Diagram {
    /// Writes the diagram as one self-contained `<svg>` element.
    ///
    /// It scales to any size, carries `<title>` and `<desc>`, and needs no font. Elements have classes that begin with `sumito-`,
    /// marbles, cells and highlights a `data-cell` by which a page can find them.
    pub fn svg(&self) -> String {
        let mut out = Writer { text: String::with_capacity(12_000), id: &self.id, palette: self.theme.palette() };
        let plate = if self.coordinates { PLATE } else { BARE_PLATE };
        let inside = if self.gutter { plate + GUTTER } else { plate };
        let rim = Hexagon { apothem: inside + RIM, rounding: if self.gutter { 84.0 } else { 56.0 } };
        // A whole number of units, rounded up.
        let (width, height) = ((rim.reach() + MARGIN) as i32 + 1, (rim.apothem + MARGIN) as i32);
        let id = &self.id;
        let view_box = format!("{} {} {} {}", -width, -height, 2 * width, 2 * height);
        put!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" class="sumito-diagram" viewBox="{view_box}" role="img" "#);
        put!(out, r#"aria-labelledby="{id}-title {id}-desc">"#);
        let title = self.title.as_deref().unwrap_or("Abalone position");
        let description = self.description.as_deref().map_or_else(|| self.describe(), str::to_owned);
        put!(out, r#"<title id="{id}-title">{}</title><desc id="{id}-desc">{}</desc>"#, escape(title), escape(&description));
        self.write_definitions(&mut out);
        if self.layers != Layers::Pieces {
            // From the outside in.
            out.board_part("rim", rim);
            if self.gutter {
                out.board_part("gutter", Hexagon { apothem: inside, rounding: 70.0 });
            }
            out.board_part("plate", Hexagon { apothem: plate, rounding: 44.0 });
            self.write_cells(&mut out);
            if self.coordinates {
                self.write_labels(&mut out);
            }
        }
        if self.layers != Layers::Board {
            self.write_pieces(&mut out, plate);
        }
        out.text.push_str("</svg>");
        out.text
    }

    /// Marbles, in the gutter and on the board, highlights and arrows.
    fn write_pieces(&self, out: &mut Writer<'_>, plate: f64) {
        if self.gutter {
            out.group("lost", self.gutter_marbles(plate + GUTTER / 2.0), |out, (color, point)| {
                out.place_marble(color, None, point);
            });
        }
        out.group("marbles", self.in_sight(), |out, (cell, color)| {
            out.place_marble(color, Some(cell), self.marble_point(cell));
        });
        let highlights =
            Highlight::ALL.into_iter().flat_map(|kind| self.highlights[kind as usize].sorted().map(move |cell| (kind, cell)));
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

    /// The middle of a cell in the picture.
    fn point(&self, cell: Cell) -> (f64, f64) {
        let seen = self.view.cell(cell);
        let up = seen.row() as i32 - 4;
        let right = seen.digit() as i32 - 5;
        ((right * PITCH - up * PITCH / 2).into(), (-up * ROW).into())
    }

    /// The middle of the marble that belongs to a cell: that of the cell, unless it slides.
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

    /// The ejected marbles: each color along one side of the board, Black's far from Black and White's far from White.
    fn gutter_marbles(&self, apothem: f64) -> Vec<(Seat, (f64, f64))> {
        let mut marbles = Vec::new();
        for (color, count) in describe::known(&self.lost) {
            // Sixths of a turn from the upper side of the board, as it lies unturned.
            let side = [0, 3, 2, 5, 4, 1][color as usize];
            let side = if self.view.is_mirrored() { 3 - side } else { side } + i32::from(self.view.turns());
            let (sin, cos) = sin_cos(2 * side + 3);
            let middle = (apothem * cos, -apothem * sin);
            // From the left to the right; more than six lie closer together.
            let along = if sin > -0.1 { (sin, cos) } else { (-sin, -cos) };
            let gap = 54.0_f64.min(270.0 / (f64::from(count) - 1.0).max(1.0));
            for n in 0..count {
                let offset = f64::from(n) * gap - 135.0;
                marbles.push((color, (middle.0 + along.0 * offset, middle.1 + along.1 * offset)));
            }
        }
        marbles
    }

    /// What the rest refers to: shades, a marble of each color, a sign for each kind of highlight.
    fn write_definitions(&self, out: &mut Writer<'_>) {
        let palette = out.palette;
        put!(out, "<defs>");
        for (name, [top, bottom]) in
            [("rim", palette.rim), ("gutter", palette.gutter), ("plate", palette.plate), ("hollow", palette.hollow)]
        {
            out.gradient(name, top, bottom);
        }
        if !palette.flat {
            out.shades();
        }
        for color in Seat::ALL {
            let lies = self.marbles.contains(&Some(color)) || self.gutter && self.lost[color] > Some(0);
            if lies {
                out.marble(color);
            }
        }
        for kind in Highlight::ALL {
            if !self.highlights[kind as usize].is_empty() {
                out.sign(kind);
            }
        }
        put!(out, "</defs>");
    }

    /// A hollow for each cell. They are plain circles that take their looks from the group.
    fn write_cells(&self, out: &mut Writer<'_>) {
        let (id, radius) = (out.id, out.palette.hollow_radius);
        let edge = if out.palette.flat { String::new() } else { format!(r#" stroke="url(#{id}-sunk)" stroke-width="2""#) };
        put!(out, r#"<g class="sumito-cells" fill="url(#{id}-hollow)"{edge}>"#);
        for cell in Cell::all() {
            let (x, y) = self.point(cell);
            put!(out, r#"<circle data-cell="{cell}" cx="{x}" cy="{y}" r="{radius}"/>"#);
        }
        put!(out, "</g>");
    }

    fn write_labels(&self, out: &mut Writer<'_>) {
        let color = paint("stroke", "label", out.palette.label);
        put!(out, r#"<g class="sumito-coordinates" fill="none"{color} stroke-width="2.4" stroke-linecap="round" "#);
        put!(out, r#"stroke-linejoin="round">"#);
        for (glyph, cell, outward) in self.labels() {
            let (x, y) = self.point(cell);
            let (right, down) = step(outward);
            let place = (Number(x + right * 0.71), Number(y + down * 0.71));
            put!(out, r#"<path transform="translate({} {})" d="{}"/>"#, place.0, place.1, glyphs::path(glyph));
        }
        put!(out, "</g>");
    }
}

/// The way to the next cell, to the right and down.
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
