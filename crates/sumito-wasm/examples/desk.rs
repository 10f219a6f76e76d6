//! The commands on standard input, a blank line after each answer: to try them, and to compare the module with a native build.

use std::io;

use sumito_wasm::Desk;

fn main() -> io::Result<()> {
    let mut desk = Desk::new();
    for line in io::stdin().lines() {
        desk.command(&line?, &mut |line| println!("{line}"));
        println!();
    }
    Ok(())
}
