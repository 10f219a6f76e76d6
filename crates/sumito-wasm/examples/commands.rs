//! The commands on standard input, a blank line after each answer: to try them, and to compare the module with a native build.

use std::io;

use sumito_wasm::Commands;

fn main() -> io::Result<()> {
    let mut commands = Commands::new();
    for line in io::stdin().lines() {
        commands.command(&line?, &mut |line| println!("{line}"));
        println!();
    }
    Ok(())
}
