//! Debian's compiler for WebAssembly, for machines where rustup cannot add the target.
//!
//! The packages are unpacked into a folder under `target/`; nothing is installed. They contain a compiler and the
//! sources of the standard library, which cargo builds along with the module.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{folder, linker};
use crate::{finish, shown};

/// The dependencies of the compiler to unpack; the rest is on every Debian with a linker.
const PACKAGES: [&str; 4] = ["rustc-web", "rust-web-src", "libstd-rust-web", "libllvm"];

/// Makes a cargo build use Debian's compiler, downloading it first if necessary.
pub(super) fn compile_with(build: &mut Command) -> Result<(), String> {
    let compiler = folder().join("debian");
    if !compiler.join("complete").exists() {
        fetch(&compiler).map_err(|message| {
            let hint = "building for the browser needs the compiler's wasm32 target: rustup target add wasm32-unknown-unknown, \
                        or a Debian that has the packages rustc-web and rust-web-src";
            format!("{message}\n{hint}")
        })?;
    }
    println!("compiler: Debian's, in {}", compiler.display());
    build
        // Building the standard library is an unstable feature, which the compiler has to be told to allow.
        .arg("-Zbuild-std=std,panic_abort")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC", compiler.join("usr/bin/rustc"))
        .env("LD_LIBRARY_PATH", libraries(&compiler)?)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker()?);
    Ok(())
}

/// The folder of the compiler's libraries for this machine's architecture.
fn libraries(compiler: &Path) -> Result<PathBuf, String> {
    let folders = fs::read_dir(compiler.join("usr/lib")).map_err(|error| format!("{}: {error}", compiler.display()))?;
    let mut paths = folders.filter_map(|entry| Some(entry.ok()?.path()));
    let found = paths.find(|path| path.to_string_lossy().ends_with("-linux-gnu"));
    found.ok_or_else(|| format!("{}: the packages hold no libraries", compiler.display()))
}

/// Downloads the packages and unpacks them.
fn fetch(compiler: &Path) -> Result<(), String> {
    let packages = compiler.join("packages");
    for part in ["lists/partial", "cache/archives/partial", "packages"] {
        fs::create_dir_all(compiler.join(part)).map_err(|error| format!("{}: {error}", compiler.display()))?;
    }
    println!("updating Debian's package lists");
    finish(apt("apt-get", compiler).args(["--quiet=2", "update"]))?;
    let names = needed(compiler)?;
    println!("downloading {}", names.join(", "));
    finish(apt("apt-get", compiler).args(["--quiet=2", "download"]).args(&names).current_dir(&packages))?;
    println!("unpacking");
    for file in fs::read_dir(&packages).map_err(|error| format!("{}: {error}", packages.display()))?.flatten() {
        finish(Command::new("dpkg-deb").arg("--extract").arg(file.path()).arg(compiler))?;
    }
    fs::remove_dir_all(&packages).map_err(|error| format!("{}: {error}", packages.display()))?;
    fs::write(compiler.join("complete"), "").map_err(|error| format!("{}: {error}", compiler.display()))
}

/// The packages to unpack. Their names contain versions, which change.
fn needed(compiler: &Path) -> Result<Vec<String>, String> {
    let mut depends = apt("apt-cache", compiler);
    depends.args(["depends", "--recurse", "--no-recommends", "--no-suggests", "--no-conflicts", "--no-breaks", "--no-replaces"]);
    depends.args(["--no-enhances", PACKAGES[0], PACKAGES[1]]);
    let output = depends.output().map_err(|error| format!("apt-cache: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let names: Vec<String> =
        text.lines().filter(|line| PACKAGES.iter().any(|name| line.starts_with(name))).map(str::to_owned).collect();
    if names.len() < PACKAGES.len() { Err(format!("the packages are not known: {}", shown(&depends))) } else { Ok(names) }
}

/// A command of Debian's package manager with its own package lists, since the system's may be old.
fn apt(program: &str, compiler: &Path) -> Command {
    let mut command = Command::new(program);
    for (key, folder) in [("Dir::State::Lists", "lists"), ("Dir::Cache", "cache")] {
        command.arg("-o").arg(format!("{key}={}", compiler.join(folder).display()));
    }
    // As root, apt would otherwise download as a user who may not write here.
    command.args(["-o", "APT::Sandbox::User=root"]);
    command
}
