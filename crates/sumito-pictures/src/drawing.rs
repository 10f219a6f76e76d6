//! SVG as pixels.

use std::fmt;

use png::{ColorType, Compression, Encoder, Filter};
use resvg::tiny_skia::{Color, Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{Options, Tree};

/// The widest image, so that a typo does not fill the memory.
pub const MAX_WIDTH: u32 = 8192;

/// An image could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenderError {
    /// The SVG is invalid.
    Svg(String),
    /// The width is zero or above [`MAX_WIDTH`].
    Width(u32),
    /// The image cannot be encoded.
    Encoding(String),
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenderError::Svg(reason) => write!(f, "cannot draw the SVG: {reason}"),
            RenderError::Width(width) => write!(f, "expected a width from 1 to {MAX_WIDTH} pixels, found {width}"),
            RenderError::Encoding(reason) => write!(f, "cannot encode the image: {reason}"),
        }
    }
}

impl std::error::Error for RenderError {}

/// Draws an SVG as a PNG with a given width in pixels. What it leaves free, such as the area around a board, is transparent.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, RenderError> {
    encode(&draw(svg, width, Color::TRANSPARENT)?)
}

/// An image as PNG, without an alpha channel if nothing is transparent.
pub(crate) fn encode(pixels: &Pixmap) -> Result<Vec<u8>, RenderError> {
    let is_opaque = pixels.pixels().iter().all(|pixel| pixel.alpha() == 255);
    let plain = pixels.pixels().iter().map(PremultipliedColorU8::demultiply);
    let (color, data): (_, Vec<u8>) = if is_opaque {
        (ColorType::Rgb, plain.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect())
    } else {
        (ColorType::Rgba, plain.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]).collect())
    };
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(color);
    // The usual compression takes fifty times as long for one percent.
    encoder.set_compression(Compression::Fast);
    encoder.set_filter(Filter::Paeth);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&data));
    written.map_err(|e| RenderError::Encoding(e.to_string()))?;
    Ok(bytes)
}

/// Draws an SVG on a background.
pub(crate) fn draw(svg: &str, width: u32, background: Color) -> Result<Pixmap, RenderError> {
    if !(1..=MAX_WIDTH).contains(&width) {
        return Err(RenderError::Width(width));
    }
    let tree = read(svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().clamp(1.0, MAX_WIDTH as f32 * 2.0) as u32;
    let mut pixels = Pixmap::new(width, height).ok_or(RenderError::Width(width))?;
    pixels.fill(background);
    Ok(draw_on(pixels, &tree))
}

/// Draws an image over another one of the same width.
pub(crate) fn draw_on(mut pixels: Pixmap, tree: &Tree) -> Pixmap {
    let scale = pixels.width() as f32 / tree.size().width();
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels
}

pub(crate) fn read(svg: &str) -> Result<Tree, RenderError> {
    Tree::from_str(&without_variables(svg), &Options::default()).map_err(|e| RenderError::Svg(e.to_string()))
}

/// Replaces CSS custom properties with their fallback: `var(--name,value)` becomes `value`. The drawing library does not support
/// them.
fn without_variables(svg: &str) -> String {
    let mut plain = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once("var(--") {
        plain.push_str(before);
        let (inside, after) = after.split_once(')').unwrap_or((after, ""));
        plain.push_str(inside.split_once(',').map_or("", |(_, value)| value.trim()));
        rest = after;
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use sumito_rules::Layout;
    use sumito_rules::diagram::{Diagram, Theme};

    #[test]
    fn a_png_has_the_width_asked_for_and_the_colors_of_the_theme() {
        let start = Layout::BELGIAN_DAISY.position();
        let svg = Diagram::of(&start).theme(Theme::Print).svg();
        let bytes = png(&svg, 120).unwrap();
        let picture = Pixmap::decode_png(&bytes).unwrap();
        assert_eq!(picture.width(), 120);
        assert_eq!(picture.pixel(0, 0).unwrap().alpha(), 0);
        let drawn = draw(&svg, 120, Color::TRANSPARENT).unwrap();
        assert!(drawn.pixels().iter().zip(picture.pixels()).all(|(a, b)| a.demultiply() == b.demultiply()), "nothing is lost");
        // Between f5 and g5, a bit above the middle: bare white board.
        let middle = picture.pixel(60, picture.height() / 2 - 4).unwrap();
        assert_eq!((middle.red(), middle.alpha()), (255, 255));
    }

    #[test]
    fn custom_properties_take_the_value_they_fall_back_to() {
        assert_eq!(without_variables("a:var(--b,#123);c:var(--d, red )e"), "a:#123;c:rede");
        assert_eq!(without_variables("var(--b"), "");
        assert_eq!(without_variables("plain"), "plain");
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert!(matches!(png("<svg", 10), Err(RenderError::Svg(_))));
        let svg = Diagram::from_marbles([]).svg();
        for width in [0, MAX_WIDTH + 1, u32::MAX] {
            assert!(matches!(png(&svg, width), Err(RenderError::Width(_))));
        }
    }
}
