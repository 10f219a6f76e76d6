//! Sumito.
fn main() {}
