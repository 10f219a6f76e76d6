//! Outlines as SVG paths.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write};

const SQRT_3: f64 = 1.732_050_807_568_877_2;

/// Sine and cosine of a number of twelfths of a full turn. (Functions of floating-point numbers are not in `core`.)
pub(super) fn sin_cos(twelfths: i32) -> (f64, f64) {
    const SINES: [f64; 12] =
        [0.0, 0.5, SQRT_3 / 2.0, 1.0, SQRT_3 / 2.0, 0.5, 0.0, -0.5, -SQRT_3 / 2.0, -1.0, -SQRT_3 / 2.0, -0.5];
    let sine = |twelfths: i32| SINES[twelfths.rem_euclid(12) as usize];
    (sine(twelfths), sine(twelfths + 3))
}

/// The square root of a number that is at least 1, by Newton's method from above.
fn sqrt(number: f64) -> f64 {
    let mut root = number;
    loop {
        let next = f64::midpoint(root, number / root);
        if next >= root {
            return root;
        }
        root = next;
    }
}

/// A hexagon with horizontal upper and lower sides and rounded corners.
#[derive(Copy, Clone)]
pub(super) struct Hexagon {
    pub(super) apothem: f64,
    /// How far from a corner the sides begin to bend.
    pub(super) rounding: f64,
}

impl Hexagon {
    /// The same hexagon, inset.
    pub(super) fn inside(self, by: f64) -> Hexagon {
        Hexagon { apothem: self.apothem - by, rounding: self.rounding - by / 2.0 }
    }

    /// From the middle to where the corner would be without rounding.
    fn radius(self) -> f64 {
        self.apothem * 2.0 / SQRT_3
    }

    pub(super) fn path(self) -> String {
        let radius = self.radius();
        let corner = |sixths: i32| {
            let (sin, cos) = sin_cos(2 * sixths);
            (radius * cos, radius * sin)
        };
        let mut path = String::new();
        for n in 0..6 {
            let (before, at, after) = (corner(n - 1), corner(n), corner(n + 1));
            let toward = |(x, y): (f64, f64)| {
                let part = self.rounding / radius;
                (Number(at.0 + (x - at.0) * part), Number(at.1 + (y - at.1) * part))
            };
            let ((x1, y1), (x2, y2)) = (toward(before), toward(after));
            let start = if n == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{start}{x1} {y1}Q{} {} {x2} {y2}", Number(at.0), Number(at.1));
        }
        path.push('Z');
        path
    }
}

/// An arrow that starts at the middle of one cell and ends just before the middle of another.
pub(super) fn arrow_path(from: (f64, f64), to: (f64, f64)) -> String {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = sqrt(x * x + y * y);
    let (x, y) = (x / length, y / length);
    let tip = length - 2.0;
    // Along the arrow and to its left, point by point around the outline.
    let outline =
        [(-4.0, 5.0), (tip - 22.0, 6.0), (tip - 24.0, 15.0), (tip, 0.0), (tip - 24.0, -15.0), (tip - 22.0, -6.0), (-4.0, -5.0)];
    let mut path = String::new();
    for (n, (along, left)) in outline.into_iter().enumerate() {
        let point = (Number(from.0 + x * along + y * left), Number(from.1 + y * along - x * left));
        let _ = write!(path, "{}{} {}", if n == 0 { 'M' } else { 'L' }, point.0, point.1);
    }
    path.push('Z');
    path
}

/// A trail from the middle of one cell to the middle of another, wider at its end.
pub(super) fn trail_path(from: (f64, f64), to: (f64, f64)) -> String {
    const WIDTHS: [f64; 2] = [17.0, 23.0];
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = sqrt(x * x + y * y);
    let (x, y) = (x / length, y / length);
    let side = |(px, py): (f64, f64), off: f64| format!("{} {}", Number(px - y * off), Number(py + x * off));
    let [start, end] = WIDTHS;
    let first = side(from, start);
    let others = [side(to, end), side(to, -end), side(from, -start)].join("L");
    format!("M{first}L{others}A{start} {start} 0 0 0 {first}Z")
}

/// A number with at most one decimal, in as few characters as possible.
#[derive(Copy, Clone)]
pub(super) struct Number(pub(super) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0 + if self.0 < 0.0 { -0.5 } else { 0.5 }) as i64;
        if tenths % 10 == 0 { write!(f, "{}", tenths / 10) } else { write!(f, "{}", tenths as f64 / 10.0) }
    }
}
