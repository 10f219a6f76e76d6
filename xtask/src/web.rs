//! `cargo xtask web`: bundles and minifies the scripts and styles into `web/dist`, which is committed so that the program builds without
//! Node.js; and the check that it is up to date.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::browser::fetch_packages;
use crate::sources::{Built, Sources};
use crate::{finish, root};

const FOLDER: &str = "web/dist";
const BUILT: Built = Built { result: FOLDER, file: "web/dist.sources", chore: "web" };

/// Builds the files and records their sources.
pub(crate) fn build() -> Result<(), String> {
    fetch_packages()?;
    // Read first, so that a change during the build makes the files stale.
    let sources = sources()?;
    bundle(FOLDER)?;
    BUILT.write(&sources)?;
    let files = files(FOLDER)?;
    println!("{FOLDER}: {} files, {} kB", files.len(), files.values().map(Vec::len).sum::<usize>() / 1000);
    Ok(())
}

/// Checks that a new build produces the same files.
pub(crate) fn check() -> Result<(), String> {
    BUILT.check(&sources()?)?;
    fetch_packages()?;
    let again = "target/web";
    bundle(again)?;
    let (committed, built) = (files(FOLDER)?, files(again)?);
    let names = committed.keys().chain(built.keys());
    match names.into_iter().find(|name| committed.get(*name) != built.get(*name)) {
        Some(name) => {
            Err(format!("{FOLDER}/{name} is not what its sources give\nrun cargo xtask web, and commit what it writes"))
        }
        None => Ok(()),
    }
}

/// The scripts and styles, and what builds them.
fn sources() -> Result<Sources, String> {
    let is_source = |name: &String| name.rsplit_once('.').is_some_and(|(_, ending)| ["js", "css"].contains(&ending));
    let names = files("web")?.into_keys().filter(is_source);
    let paths: Vec<String> =
        names.chain(["build.mjs".to_owned(), "package-lock.json".to_owned()]).map(|name| format!("web/{name}")).collect();
    Sources::read(paths.iter().map(String::as_str))
}

fn bundle(folder: &str) -> Result<(), String> {
    finish(Command::new("node").current_dir(root()).arg("web/build.mjs").arg(root().join(folder)))
}

/// The files of a folder, without those of folders in it.
fn files(folder: &str) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let failed = |error| format!("{folder}: {error}");
    let read = |path: &Path| fs::read(path).map_err(failed);
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(root().join(folder)).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.path().is_file() {
            files.insert(entry.file_name().to_string_lossy().into_owned(), read(&entry.path())?);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a release sends is not older than the scripts. (`cargo xtask test web` compares the content as well.)
    #[test]
    fn the_committed_files_are_up_to_date() {
        assert_eq!(BUILT.check(&sources().unwrap()), Ok(()));
    }
}
