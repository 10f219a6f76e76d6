//! The sources of a committed build result: a file next to it lists the hash and path of each source, so that the checks notice a result
//! that is older than its sources.

use std::collections::BTreeMap;
use std::fs;

use crate::root;

/// A committed build result.
pub(crate) struct Built {
    /// Its name in messages.
    pub(crate) result: &'static str,
    /// The file that lists its sources.
    pub(crate) file: &'static str,
    /// The chore that builds it.
    pub(crate) chore: &'static str,
}

/// Hashes by path, relative to the workspace.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Sources(BTreeMap<String, String>);

impl Sources {
    /// These files, and all files in these folders, as they are now.
    pub(crate) fn read<'a>(paths: impl IntoIterator<Item = &'a str>) -> Result<Sources, String> {
        let mut sources = Sources(BTreeMap::new());
        for path in paths {
            sources.add(path)?;
        }
        Ok(sources)
    }

    fn add(&mut self, path: &str) -> Result<(), String> {
        let full = root().join(path);
        let failed = |error| format!("{path}: {error}");
        if full.is_dir() {
            for entry in fs::read_dir(&full).map_err(failed)? {
                let name = entry.map_err(failed)?.file_name();
                self.add(&format!("{path}/{}", name.to_string_lossy()))?;
            }
        } else {
            self.0.insert(path.to_owned(), format!("{:016x}", hash(&fs::read(&full).map_err(failed)?)));
        }
        Ok(())
    }
}

impl Built {
    /// Writes the list of sources.
    pub(crate) fn write(&self, sources: &Sources) -> Result<(), String> {
        let lines: Vec<String> = sources.0.iter().map(|(path, hash)| format!("{hash} {path}")).collect();
        fs::write(root().join(self.file), lines.join("\n") + "\n").map_err(|error| format!("{}: {error}", self.file))
    }

    /// Compares the list with the current sources.
    pub(crate) fn check(&self, now: &Sources) -> Result<(), String> {
        let text = fs::read_to_string(root().join(self.file)).map_err(|error| format!("{}: {error}", self.file))?;
        let changed = changed(&text, now);
        if changed.is_empty() {
            return Ok(());
        }
        let Built { result, chore, .. } = self;
        Err(format!("{result} is older than {}\nrun cargo xtask {chore}, and commit what it writes", changed.join(", ")))
    }
}

/// The sources that were added, changed or removed since.
fn changed(written: &str, now: &Sources) -> Vec<String> {
    let built: BTreeMap<&str, &str> =
        written.lines().filter_map(|line| line.split_once(' ')).map(|(hash, path)| (path, hash)).collect();
    let changed =
        now.0.iter().filter(|(path, hash)| built.get(path.as_str()) != Some(&hash.as_str())).map(|(path, _)| path.as_str());
    let removed = built.keys().copied().filter(|path| !now.0.contains_key(*path));
    changed.chain(removed).map(str::to_owned).collect()
}

/// FNV-1a: enough to notice a change.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_added_and_removed_sources_are_named() {
        let now = Sources([("a", "1"), ("b", "2"), ("c", "3")].map(|(path, hash)| (path.to_owned(), hash.to_owned())).into());
        for (written, expected) in [
            ("1 a\n2 b\n3 c\n", &[][..]),
            ("1 a\n9 b\n3 c\n", &["b"]),
            ("1 a\n2 b\n", &["c"]),
            ("1 a\n2 b\n3 c\n4 d\n", &["d"]),
            ("", &["a", "b", "c"]),
        ] {
            assert_eq!(changed(written, &now), expected, "{written:?}");
        }
    }
}
