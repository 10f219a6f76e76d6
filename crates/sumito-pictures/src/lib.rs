//! Boards as pixels: PNG images, animated GIFs, and the cards that other sites show for a link.
//!
//! Everything is a function of its arguments, takes a while (milliseconds for an image, seconds for a long film), and uses the threads it is
//! given. Nothing needs a font of the system: the letters of cards are outlines (`lettering.rs`).

mod card;
mod drawing;
mod film;
mod lettering;

pub use card::{CARD_HEIGHT, CARD_WIDTH, Card, Mark, Row, card_png};
pub use drawing::{MAX_WIDTH, RenderError, png};
pub use film::{Film, Step};
pub use lettering::is_lettered;
