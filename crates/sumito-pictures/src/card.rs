//! Cards: a board with a headline, a few facts and those who play, in the size that other sites show for a link.

use std::fmt::Write;
use std::sync::LazyLock;

use resvg::tiny_skia::{Color, Pixmap};
use sumito_rules::diagram::{Diagram, Layers, Theme};
use sumito_rules::party::Seat;

use crate::drawing::{RenderError, draw, draw_on, encode, read};
use crate::lettering::{Weight, fit, line, width, wrap};

/// The size of a card in pixels, as Open Graph recommends it.
pub const CARD_WIDTH: u32 = 1200;
/// See [`CARD_WIDTH`].
pub const CARD_HEIGHT: u32 = 630;

/// What a card shows. Texts that are too long are cut off.
#[derive(Clone, Debug)]
pub struct Card {
    /// The board.
    pub diagram: Diagram,
    /// What is most important, in large letters.
    pub headline: String,
    /// What else there is to say.
    pub facts: String,
    /// Those who play, from above; six at most.
    pub rows: Vec<Row>,
}

/// A line about somebody who plays.
#[derive(Clone, Debug)]
pub struct Row {
    /// What is in front of the name.
    pub mark: Mark,
    /// Who it is.
    pub name: String,
    /// At the end of the line: marbles or points.
    pub score: String,
}

/// What is in front of a name.
#[derive(Clone, Debug)]
pub enum Mark {
    /// A marble of this color, which has to be on the board or in its trays.
    Marble(Seat),
    /// A rank.
    Rank(String),
}

/// Quiet letters, and lines. The rest has the colors of the theme.
const QUIET: &str = "#7b6650";
const RULE: &str = "#dccfb8";
/// The board: left, top and width.
const BOARD: [f64; 3] = [26.0, 28.0, 632.0];
/// Where the texts are.
const LEFT: f64 = 694.0;
const RIGHT: f64 = 1152.0;
const TOP: f64 = 60.0;
const BOTTOM: f64 = 574.0;
/// The sizes of the letters.
const HEADLINE: f64 = 54.0;
const FACTS: f64 = 27.0;
const NAME: f64 = 36.0;

/// The paper with the empty board, which takes longer to draw than everything on it.
static PAPER: LazyLock<Result<Pixmap, RenderError>> = LazyLock::new(|| {
    let board = place(&Diagram::from_marbles([]), Layers::Board);
    let [red, green, blue] = Theme::Classic.page();
    let name = line("Sumito", Weight::Bold, 26.0, [34.0, 598.0], QUIET);
    draw(&format!("{OPEN}{board}{name}</svg>"), CARD_WIDTH, Color::from_rgba8(red, green, blue, 255))
});

/// The beginning of a card as SVG.
const OPEN: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">"#;

/// The part of a diagram at its place on the card.
fn place(diagram: &Diagram, layers: Layers) -> String {
    let [x, y, wide] = BOARD;
    let svg = diagram.clone().theme(Theme::Classic).trays(false).coordinates(false).layers(layers).svg();
    let place = format!(r#"<svg x="{x}" y="{y}" width="{wide}" height="{:.1}" "#, wide * 540.0 / 594.0);
    svg.replacen("<svg ", &place, 1)
}

/// Draws a card from its [SVG](Card::svg) as PNG.
pub fn card_png(svg: &str) -> Result<Vec<u8>, RenderError> {
    encode(&draw_on(PAPER.clone()?, &read(svg)?))
}

impl Card {
    /// The card as SVG, without the empty board. It says everything about the image, so it stands for it where images are compared.
    pub fn svg(&self) -> String {
        let text = Theme::Classic.ink().text;
        let mut svg = OPEN.to_owned() + &place(&self.diagram, Layers::Pieces);
        let room = RIGHT - LEFT;
        let mut y = TOP;
        // A short headline is larger.
        let size = if width(&self.headline, Weight::Bold, HEADLINE * 1.2) <= room { HEADLINE * 1.2 } else { HEADLINE };
        for words in wrap(&self.headline, Weight::Bold, size, room, 3) {
            y += size * 1.04;
            svg.push_str(&line(&words, Weight::Bold, size, [LEFT, y - size * 0.3], text));
        }
        y += 8.0;
        let rows = &self.rows[..self.rows.len().min(6)];
        let pitch = if rows.len() > 3 { 56.0 } else { 78.0 };
        let free = BOTTOM - pitch * rows.len() as f64 - y;
        for words in wrap(&self.facts, Weight::Medium, FACTS, room, ((free / (FACTS * 1.36)) as usize).max(1)) {
            y += FACTS * 1.36;
            svg.push_str(&line(&words, Weight::Medium, FACTS, [LEFT, y - FACTS * 0.36], QUIET));
        }
        for (n, row) in rows.iter().enumerate() {
            let middle = BOTTOM - pitch * (rows.len() - n) as f64 + pitch / 2.0;
            row.write(&mut svg, middle, pitch, text);
        }
        svg + "</svg>"
    }
}

impl Row {
    fn write(&self, svg: &mut String, middle: f64, pitch: f64, text: &str) {
        let size = if pitch < 60.0 { NAME * 0.84 } else { NAME };
        let base = middle + size * 0.35;
        let top = middle - pitch / 2.0;
        let _ = write!(svg, r#"<path d="M{LEFT} {top}H{RIGHT}" stroke="{RULE}" stroke-width="2"/>"#);
        let name = LEFT + size * 1.6;
        match &self.mark {
            Mark::Marble(seat) => {
                let scale = size * 1.1 / 56.0;
                let x = LEFT + size * 0.56;
                let color = seat.to_string().to_lowercase();
                let _ = write!(
                    svg,
                    r#"<path d="M0 0h0" transform="translate({x:.1} {middle:.1})scale({scale:.3})" marker-start="url(#sumito-{color})"/>"#
                );
            }
            Mark::Rank(rank) => svg.push_str(&line(rank, Weight::Medium, size, [LEFT, base], QUIET)),
        }
        let score = RIGHT - width(&self.score, Weight::Bold, size);
        let words = fit(&self.name, Weight::Bold, size, score - name - 16.0);
        svg.push_str(&line(&words, Weight::Bold, size, [name, base], text));
        svg.push_str(&line(&self.score, Weight::Bold, size, [score, base], text));
    }
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Layout, party};

    use super::*;

    fn row(mark: Mark, name: &str, score: &str) -> Row {
        Row { mark, name: name.to_owned(), score: score.to_owned() }
    }

    #[test]
    fn a_card_has_its_size_whatever_it_says() {
        let two = Card {
            diagram: Diagram::of(&Layout::BELGIAN_DAISY.position()),
            headline: "Black wins 6–4".to_owned(),
            facts: "Belgian Daisy · 10 min + 5 s · Rated".to_owned(),
            rows: vec![row(Mark::Marble(Seat::White), "Ada", "4"), row(Mark::Marble(Seat::Black), "Bob", "6")],
        };
        let six = party::Layout::find("six").unwrap().position();
        let names = Seat::ALL.map(|seat| row(Mark::Marble(seat), "WWWWWWWWWWWWWWWWWWWW", "12345"));
        let crowded = Card {
            diagram: Diagram::of_party(&six),
            headline: "Long words ".repeat(30),
            facts: "more ".repeat(99),
            rows: names.into(),
        };
        let bare = Card { headline: String::new(), facts: String::new(), rows: Vec::new(), ..two.clone() };
        let mut images = Vec::new();
        for card in [two, crowded, bare] {
            let bytes = card_png(&card.svg()).unwrap();
            let picture = Pixmap::decode_png(&bytes).unwrap();
            assert_eq!((picture.width(), picture.height()), (CARD_WIDTH, CARD_HEIGHT));
            assert!(picture.pixels().iter().all(|pixel| pixel.alpha() == 255), "a card has no holes");
            // The paper beside everything.
            let edge = picture.pixel(CARD_WIDTH - 5, 5).unwrap();
            assert_eq!((edge.red(), edge.green(), edge.blue()), (0xf6, 0xf1, 0xe7));
            images.push(picture.data().to_vec());
        }
        assert!(images[0] != images[2], "the texts are there");
    }
}
