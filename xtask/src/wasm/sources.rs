//! What the module was built from: `web/sumito.wasm.sources` has a line for each source, its hash and its path.

use std::collections::BTreeMap;
use std::fs;

use crate::root;

const FILE: &str = "web/sumito.wasm.sources";

/// Hashes by path, below the folder of the workspace.
type Sources = BTreeMap<String, String>;

/// The sources as they are.
pub(super) fn list() -> Result<Sources, String> {
    let mut sources = Sources::new();
    for name in ["sumito-rules", "sumito-engine", "sumito-wasm"] {
        let folder = format!("crates/{name}");
        add(&format!("{folder}/Cargo.toml"), &mut sources)?;
        add(&format!("{folder}/src"), &mut sources)?;
    }
    add("crates/sumito-engine/network.bin", &mut sources)?;
    Ok(sources)
}

/// Adds a file, or all files of a folder.
fn add(path: &str, sources: &mut Sources) -> Result<(), String> {
    let full = root().join(path);
    let failed = |error| format!("{path}: {error}");
    if full.is_dir() {
        for entry in fs::read_dir(&full).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            add(&format!("{path}/{}", name.to_string_lossy()), sources)?;
        }
    } else {
        sources.insert(path.to_owned(), format!("{:016x}", hash(&fs::read(&full).map_err(failed)?)));
    }
    Ok(())
}

/// FNV-1a: it is to notice a change, not to withstand an attack.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Writes down what the module was built from.
pub(super) fn write(sources: &Sources) -> Result<(), String> {
    let lines: Vec<String> = sources.iter().map(|(path, hash)| format!("{hash} {path}")).collect();
    fs::write(root().join(FILE), lines.join("\n") + "\n").map_err(|error| format!("{FILE}: {error}"))
}

/// Compares that with the sources as they are.
pub(super) fn check() -> Result<(), String> {
    let text = fs::read_to_string(root().join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
    let built: Sources =
        text.lines().filter_map(|line| line.split_once(' ')).map(|(hash, path)| (path.to_owned(), hash.to_owned())).collect();
    let now = list()?;
    let mut changed: Vec<&str> =
        now.iter().filter(|(path, hash)| built.get(*path) != Some(*hash)).map(|(path, _)| &**path).collect();
    changed.extend(built.keys().filter(|path| !now.contains_key(*path)).map(|path| &**path));
    if changed.is_empty() {
        return Ok(());
    }
    Err(format!("web/sumito.wasm is older than {}\nrun cargo xtask wasm, and commit what it writes", changed.join(", ")))
}
