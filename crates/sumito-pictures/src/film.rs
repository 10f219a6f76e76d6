//! Games as animated GIFs.

use std::collections::HashMap;
use std::thread;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::{Color, Pixmap, PremultipliedColorU8};
use sumito_rules::diagram::{Diagram, Layers, Theme};
use sumito_rules::{Cells, Move, Position, party};

use crate::drawing::{RenderError, draw, draw_on, read};

impl From<gif::EncodingError> for RenderError {
    fn from(error: gif::EncodingError) -> RenderError {
        RenderError::Encoding(error.to_string())
    }
}

/// A move of a game that is drawn.
#[derive(Clone, Debug)]
pub struct Step {
    before: Diagram,
    m: Move,
    /// The marbles that move, including pushed ones.
    rolling: Cells,
    after: Diagram,
}

impl Step {
    /// A legal move in this position.
    pub fn of(position: &Position, m: Move) -> Step {
        let after = Diagram::of(&position.after_unchecked(m)).last_move(m);
        Step { before: Diagram::of(position), m, rolling: m.cells() | position.explain(m).pushed, after }
    }

    /// The same for more than two players.
    pub fn of_party(position: &party::Position, m: Move) -> Step {
        let after = Diagram::of_party(&position.after_unchecked(m)).last_move(m);
        Step { before: Diagram::of_party(position), m, rolling: m.cells() | position.explain(m).pushed, after }
    }
}

/// A game that is drawn as an animated GIF.
#[derive(Clone, Debug)]
pub struct Film {
    /// The position that it starts with.
    pub start: Diagram,
    /// The moves.
    pub steps: Vec<Step>,
    /// The look of every frame.
    pub theme: Theme,
    /// In pixels.
    pub width: u32,
    /// How long each position is shown, in hundredths of a second; the last one is shown four times as long.
    pub pause: u16,
    /// Whether the marbles roll between two positions, which takes three more frames for each.
    pub rolls: bool,
    /// How many threads draw.
    pub threads: usize,
}

impl Film {
    /// Draws it. `look` sets up every diagram (view, coordinates). `report_progress` gets the number of frames drawn and their total.
    pub fn gif(
        &self,
        look: impl Fn(Diagram) -> Diagram + Sync,
        mut report_progress: impl FnMut(usize, usize),
    ) -> Result<Vec<u8>, RenderError> {
        let frames = self.frames();
        let [red, green, blue] = self.theme.page();
        let page = Color::from_rgba8(red, green, blue, 255);
        let svg = |diagram: &Diagram, layers| look(diagram.clone()).theme(self.theme).layers(layers).svg();
        let board = draw(&svg(&self.start, Layers::Board), self.width, page)?;
        let picture = |diagram: &Diagram| -> Result<Pixmap, RenderError> {
            Ok(draw_on(board.clone(), &read(&svg(diagram, Layers::Pieces))?))
        };
        let last = frames.last().map_or(&self.start, |(diagram, _)| diagram);
        let mut gif = Gif::new(&picture(&self.start)?, &picture(last)?)?;
        // A few frames at a time, so that a long game does not fill the memory.
        let threads = self.threads.max(1);
        for (n, batch) in frames.chunks(threads).enumerate() {
            report_progress(n * threads, frames.len());
            let pictures: Vec<_> = thread::scope(|scope| {
                let threads: Vec<_> = batch.iter().skip(1).map(|(diagram, _)| scope.spawn(|| picture(diagram))).collect();
                let first = batch.iter().take(1).map(|(diagram, _)| picture(diagram)).collect::<Vec<_>>();
                let others = threads.into_iter().map(|thread| thread.join().expect("drawing does not panic"));
                first.into_iter().chain(others).collect()
            });
            for (picture, (_, pause)) in pictures.into_iter().zip(batch) {
                gif.add(picture?, *pause)?;
            }
        }
        gif.finish()
    }

    /// Every frame with its pause.
    fn frames(&self) -> Vec<(Diagram, u16)> {
        let mut frames = vec![(self.start.clone(), self.pause)];
        for Step { before, m, rolling, after } in &self.steps {
            if self.rolls {
                frames.extend(ROLL.map(|part| (before.clone().slide(*rolling, m.direction(), part), ROLL_PAUSE)));
            }
            frames.push((after.clone(), self.pause));
        }
        if let Some((_, pause)) = frames.last_mut() {
            *pause = pause.saturating_mul(4);
        }
        frames
    }
}

/// How far the marbles have rolled in the frames between two positions, and how many hundredths of a second each is shown.
const ROLL: [f64; 3] = [0.2, 0.5, 0.8];
const ROLL_PAUSE: u16 = 5;

/// A GIF that grows frame by frame. All frames share one palette, and each contains only what changed since the last.
struct Gif {
    encoder: Encoder<Vec<u8>>,
    width: u16,
    palette: Vec<[u8; 3]>,
    /// The palette entry for "unchanged".
    unchanged: u8,
    /// The palette entry of each color seen so far.
    known: HashMap<[u8; 3], u8>,
    shown: Option<Pixmap>,
}

impl Gif {
    /// Chooses the palette from the first and the last frame.
    fn new(first: &Pixmap, last: &Pixmap) -> Result<Gif, RenderError> {
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
        Ok(Gif { encoder, width, palette, unchanged, known: HashMap::new(), shown: None })
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

    fn film(rolls: bool, plies: usize, threads: usize) -> Film {
        let mut position = Layout::BELGIAN_DAISY.position();
        let start = Diagram::of(&position);
        let steps = (0..plies).map(|n| {
            let m = position.legal_moves().nth(7 * n).unwrap();
            let step = Step::of(&position, m);
            position.play(m).unwrap();
            step
        });
        Film { start, steps: steps.collect(), theme: Theme::Dark, width: 96, pause: 40, rolls, threads }
    }

    /// The pauses of all frames.
    fn pauses(bytes: &[u8]) -> Vec<u16> {
        let mut decoder = gif::DecodeOptions::new().read_info(bytes).unwrap();
        assert_eq!(decoder.width(), 96);
        let mut pauses = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            pauses.push(frame.delay);
        }
        pauses
    }

    #[test]
    fn a_gif_shows_every_ply_and_ends_with_a_rest() {
        let draw = |film: &Film| film.gif(|diagram| diagram.coordinates(false), |_, _| {}).unwrap();
        let rolling = film(true, 3, 2);
        let bytes = draw(&rolling);
        let [ply, last] = [40, 160].map(|pause| [vec![ROLL_PAUSE; ROLL.len()], vec![pause]].concat());
        assert_eq!(pauses(&bytes), [vec![40], ply.clone(), ply, last].concat());
        assert_eq!(pauses(&draw(&film(false, 3, 1))), [40, 40, 40, 160]);
        assert_eq!(pauses(&draw(&film(true, 0, 1))), [160], "a game without moves is its start");
        assert!(draw(&Film { threads: 1, ..rolling }) == bytes, "the number of threads does not matter");
    }
}
