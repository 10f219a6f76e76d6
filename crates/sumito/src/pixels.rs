//! Diagrams as pixels: PNG images and animated GIFs.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZero;
use std::thread;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::{Color, Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{Options, Tree};
use sumito_rules::diagram::{Diagram, Layers, Theme};
use sumito_rules::{Cells, Move};

/// The widest image, so that a typo does not fill the memory.
pub(crate) const MAX_WIDTH: u32 = 8192;

/// An image could not be made.
#[derive(Debug)]
pub(crate) enum RenderError {
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

impl From<gif::EncodingError> for RenderError {
    fn from(error: gif::EncodingError) -> RenderError {
        RenderError::Encoding(error.to_string())
    }
}

/// Draws an SVG as a PNG with a given width in pixels. The area around the board is transparent.
pub(crate) fn png(svg: &str, width: u32) -> Result<Vec<u8>, RenderError> {
    draw(svg, width, Color::TRANSPARENT)?.encode_png().map_err(|e| RenderError::Encoding(e.to_string()))
}

/// A move of a game that is drawn.
pub(crate) struct Step {
    pub(crate) before: Diagram,
    pub(crate) m: Move,
    /// The marbles that move, including pushed ones.
    pub(crate) rolling: Cells,
    pub(crate) after: Diagram,
}

/// Draws a game as an animated GIF with a given width in pixels. Each position is shown for `pause` hundredths of a second, the last one
/// four times as long, and the marbles roll between them. `look` sets up every diagram (view, coordinates). `report_progress` gets the
/// number of frames drawn and their total.
pub(crate) fn gif(
    start: &Diagram,
    steps: &[Step],
    theme: Theme,
    look: impl Fn(Diagram) -> Diagram + Sync,
    width: u32,
    pause: u16,
    mut report_progress: impl FnMut(usize, usize),
) -> Result<Vec<u8>, RenderError> {
    // Every frame with its pause.
    let mut diagrams = vec![(start.clone(), pause)];
    for Step { before, m, rolling, after } in steps {
        diagrams.extend(ROLL.map(|part| (before.clone().slide(*rolling, m.direction(), part), ROLL_PAUSE)));
        diagrams.push((after.clone(), pause));
    }
    let last = diagrams.len() - 1;
    diagrams[last].1 = pause.saturating_mul(4);

    let [red, green, blue] = theme.page();
    let page = Color::from_rgba8(red, green, blue, 255);
    let svg = |diagram: &Diagram, layers| look(diagram.clone()).theme(theme).layers(layers).svg();
    let board = draw(&svg(&diagrams[0].0, Layers::Board), width, page)?;
    let picture =
        |diagram: &Diagram| -> Result<Pixmap, RenderError> { Ok(draw_on(board.clone(), &read(&svg(diagram, Layers::Pieces))?)) };
    let mut film = Film::new(&picture(&diagrams[0].0)?, &picture(&diagrams[last].0)?)?;
    // All cores draw, a few frames at a time, so that a long game does not fill the memory.
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    for (n, batch) in diagrams.chunks(cores).enumerate() {
        report_progress(n * cores, diagrams.len());
        let pictures: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = batch.iter().map(|(diagram, _)| scope.spawn(|| picture(diagram))).collect();
            threads.into_iter().map(|thread| thread.join().expect("drawing does not panic")).collect()
        });
        for (picture, (_, pause)) in pictures.into_iter().zip(batch) {
            film.add(picture?, *pause)?;
        }
    }
    film.finish()
}

/// How far the marbles have rolled in the frames between two positions, and how many hundredths of a second each is shown.
const ROLL: [f64; 3] = [0.2, 0.5, 0.8];
const ROLL_PAUSE: u16 = 5;

/// Draws an SVG on a background.
fn draw(svg: &str, width: u32, background: Color) -> Result<Pixmap, RenderError> {
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
fn draw_on(mut pixels: Pixmap, tree: &Tree) -> Pixmap {
    let scale = pixels.width() as f32 / tree.size().width();
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels
}

fn read(svg: &str) -> Result<Tree, RenderError> {
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

/// A GIF that grows frame by frame. All frames share one palette, and each contains only what changed since the last.
struct Film {
    encoder: Encoder<Vec<u8>>,
    width: u16,
    palette: Vec<[u8; 3]>,
    /// The palette entry for "unchanged".
    unchanged: u8,
    /// The palette entry of each color seen so far.
    known: HashMap<[u8; 3], u8>,
    shown: Option<Pixmap>,
}

impl Film {
    /// Chooses the palette from the first and the last frame.
    fn new(first: &Pixmap, last: &Pixmap) -> Result<Film, RenderError> {
        let too_large = |_| RenderError::Width(first.width());
        let (width, height) =
            (u16::try_from(first.width()).map_err(too_large)?, u16::try_from(first.height()).map_err(too_large)?);
        let both: Vec<u8> = [first, last].iter().flat_map(|picture| colors(picture)).flatten().collect();
        let double = height.checked_mul(2).ok_or(RenderError::Width(first.width()))?;
        let sample = Frame::from_rgb_speed(width, double, &both, 5);
        let palette: Vec<[u8; 3]> = sample.palette.unwrap_or_default().as_chunks().0.to_vec();
        let mut uses = vec![0_u32; palette.len()];
        for &index in sample.buffer.iter() {
            uses[index as usize] += 1;
        }
        let unchanged = (0..palette.len()).min_by_key(|&index| uses[index]).unwrap_or_default() as u8;
        let mut encoder = Encoder::new(Vec::new(), width, height, palette.as_flattened())?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Film { encoder, width, palette, unchanged, known: HashMap::new(), shown: None })
    }

    /// Adds a frame that is shown for a number of hundredths of a second.
    fn add(&mut self, picture: Pixmap, pause: u16) -> Result<(), RenderError> {
        let width = self.width as usize;
        let shown = self.shown.take();
        let (before, now) = (shown.as_ref().map(Pixmap::pixels), picture.pixels());
        let changed = |n: usize| before.is_none_or(|before| before[n] != now[n]);
        let (mut left, mut right, mut top, mut bottom) = (width, 0, now.len() / width, 0);
        for n in (0..now.len()).filter(|&n| changed(n)) {
            (left, right) = (left.min(n % width), right.max(n % width + 1));
            (top, bottom) = (top.min(n / width), bottom.max(n / width + 1));
        }
        if right == 0 {
            // Nothing changed: one pixel carries the pause.
            (left, right, top, bottom) = (0, 1, 0, 1);
        }
        let inside = (top..bottom).flat_map(|line| line * width + left..line * width + right);
        let buffer: Vec<u8> = inside.map(|n| if changed(n) { self.entry(color(now[n])) } else { self.unchanged }).collect();
        let frame = Frame {
            delay: pause,
            dispose: DisposalMethod::Keep,
            transparent: Some(self.unchanged),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: buffer.into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame)?;
        self.shown = Some(picture);
        Ok(())
    }

    fn finish(self) -> Result<Vec<u8>, RenderError> {
        self.encoder.into_inner().map_err(|e| RenderError::Encoding(e.to_string()))
    }

    /// The palette entry nearest to a color.
    fn entry(&mut self, color: [u8; 3]) -> u8 {
        *self.known.entry(color).or_insert_with(|| {
            let distance = |other: &[u8; 3]| -> u32 { (0..3).map(|n| u32::from(color[n].abs_diff(other[n])).pow(2)).sum() };
            let entries = self.palette.iter().enumerate().filter(|&(n, _)| n != self.unchanged as usize);
            entries.min_by_key(|(_, other)| distance(other)).map_or(0, |(n, _)| n as u8)
        })
    }
}

/// The colors of an image without transparency.
fn colors(picture: &Pixmap) -> impl Iterator<Item = [u8; 3]> {
    picture.pixels().iter().copied().map(color)
}

fn color(pixel: PremultipliedColorU8) -> [u8; 3] {
    [pixel.red(), pixel.green(), pixel.blue()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sumito_rules::Layout;

    #[test]
    fn a_png_has_the_width_asked_for_and_the_colors_of_the_theme() {
        let start = Layout::BELGIAN_DAISY.position();
        let svg = Diagram::of(&start).theme(Theme::Print).svg();
        let bytes = png(&svg, 120).unwrap();
        let picture = Pixmap::decode_png(&bytes).unwrap();
        assert_eq!(picture.width(), 120);
        assert_eq!(picture.pixel(0, 0).unwrap().alpha(), 0);
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

    #[test]
    fn a_gif_shows_every_ply_and_ends_with_a_rest() {
        let mut position = Layout::BELGIAN_DAISY.position();
        let start = Diagram::of(&position);
        let steps: Vec<Step> = (0..3)
            .map(|n| {
                let m = position.legal_moves().nth(7 * n).unwrap();
                let (before, rolling) = (Diagram::of(&position), m.cells() | position.pushed(m));
                position.play(m).unwrap();
                Step { before, m, rolling, after: Diagram::of(&position).last_move(m) }
            })
            .collect();
        let bytes = gif(&start, &steps, Theme::Dark, |d| d.coordinates(false), 96, 40, |_, _| {}).unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
        assert_eq!(decoder.width(), 96);
        let mut pauses = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            pauses.push(frame.delay);
        }
        let [ply, last] = [40, 160].map(|pause| [vec![ROLL_PAUSE; ROLL.len()], vec![pause]].concat());
        assert_eq!(pauses, [vec![40], ply.clone(), ply, last].concat());
    }
}
