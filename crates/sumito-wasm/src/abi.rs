//! The way in from the browser: two functions, and two that the browser brings.
//!
//! `input(length)` gives the place where the host writes the bytes of a command, then `command()` answers it. Each line of the answer
//! is handed to the host's `host.line(text, length)` as soon as it is there, so that a search can be watched. The host's
//! `host.now()` is the engine's clock, in milliseconds. All memory stays the module's own: nothing is to be freed.

#![cfg(target_arch = "wasm32")]
// SAFETY: no other function of the module has these names, and none of them reads or writes through a pointer.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::Commands;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    safe fn line(text: *const u8, length: usize);
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static COMMANDS: RefCell<Commands> = RefCell::new(Commands::new());
}

#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

#[unsafe(no_mangle)]
extern "C" fn command() {
    let input = INPUT.take();
    COMMANDS.with_borrow_mut(|commands| {
        commands.command(&String::from_utf8_lossy(&input), &mut |text| line(text.as_ptr(), text.len()));
    });
}
