//! The proof of the game for three to six: a second generator over random games, each rule in a drawn example, texts and layouts.

mod agree;
mod checked;
mod departures;
mod examples;
mod game;
mod layouts;
#[path = "../rules/random.rs"]
mod random;
mod slow;
mod texts;
