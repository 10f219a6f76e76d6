//! The two published libraries: they package offline, the rules link without the standard library, and both build with the oldest compiler
//! they promise.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::{cargo, finish, root};

/// The published crates, in the order in which they would be published.
const LIBRARIES: [&str; 2] = ["sumito-rules", "sumito-engine"];

/// A program with its own panic handler and no memory. The compiler refuses a second panic handler, so this links only if nothing brings in
/// the standard library.
const BARE: &str = "\
#![no_std]
extern crate sumito_rules;
struct Nothing;
unsafe impl core::alloc::GlobalAlloc for Nothing {
    unsafe fn alloc(&self, _: core::alloc::Layout) -> *mut u8 {
        core::ptr::null_mut()
    }
    unsafe fn dealloc(&self, _: *mut u8, _: core::alloc::Layout) {}
}
#[global_allocator]
static NOTHING: Nothing = Nothing;
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
";

/// What `cargo publish --dry-run` does, but without a network: each crate builds from its package alone, the engine against the package of
/// the rules next to it.
pub(crate) fn package() -> Result<(), String> {
    let folder = root().join("target/package-check");
    forget_packages(&folder)?;
    let packages = LIBRARIES.map(|name| format!("--package {name}")).join(" ");
    finish(cargo(&format!("package --quiet --offline --allow-dirty {packages} --target-dir")).arg(folder))
}

/// Removes what cargo has unpacked and built of our packages. It does so once per version, and would build the engine with older rules.
fn forget_packages(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    // Packages from the network are in folders named after their registry; those of local packages have no name before the hash.
    let Some(Ok(registries)) = home.map(|home| fs::read_dir(home.join("registry/src"))) else { return Ok(()) };
    for registry in registries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with('-')) {
        for copy in fs::read_dir(registry.path()).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let name = copy.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if LIBRARIES.iter().any(|library| name.starts_with(&format!("{library}-"))) {
                fs::remove_dir_all(&copy).map_err(|error| format!("{}: {error}", copy.display()))?;
            }
        }
    }
    Ok(())
}

/// Links the rules, with all features, into a program that has no standard library.
pub(crate) fn no_std() -> Result<(), String> {
    let folder = root().join("target/no-std");
    let quick = "--config profile.dev.package.sumito-rules.opt-level=0";
    finish(cargo(&format!("build --quiet --package sumito-rules --all-features {quick} --target-dir")).arg(&folder))?;
    let program = folder.join("bare.rs");
    fs::write(&program, BARE).map_err(|error| format!("{}: {error}", program.display()))?;
    let dependencies = folder.join("debug/deps");
    let mut rustc = Command::new("rustc");
    rustc
        .args(["--edition=2024", "--crate-type=staticlib", "-Cpanic=abort", "-L"])
        .arg(format!("dependency={}", dependencies.display()));
    rustc.arg("--extern").arg(format!("sumito_rules={}", folder.join("debug/libsumito_rules.rlib").display()));
    finish(rustc.arg("-o").arg(folder.join("libbare.a")).arg(program))
}

/// Checks each library with the compiler that its manifest names as the oldest; rustup installs it if it is missing.
pub(crate) fn msrv() -> Result<(), String> {
    for name in LIBRARIES {
        let manifest = format!("crates/{name}/Cargo.toml");
        let text = fs::read_to_string(root().join(&manifest)).map_err(|error| format!("{manifest}: {error}"))?;
        let version = text.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
        let version = version.ok_or(format!("{manifest} names no rust-version"))?;
        let mut rustup = Command::new("rustup");
        finish(rustup.args(["toolchain", "install", "--no-self-update", "--profile=minimal", version]))?;
        let mut check = Command::new("rustup");
        check.current_dir(root()).args(["run", version, "cargo", "check", "--locked", "--package", name]);
        // With these, the compiler that runs this chore would be used again.
        for variable in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER"] {
            check.env_remove(variable);
        }
        finish(check.arg("--target-dir").arg(root().join("target/msrv")))?;
        println!("{name} builds with Rust {version}");
    }
    Ok(())
}
