//! Saves games without destroying others.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes records to files, and remembers which files are this game's own.
#[derive(Default)]
pub(crate) struct Saver {
    own: BTreeSet<PathBuf>,
}

impl Saver {
    /// A saver for a game that came from a file, which it may replace: the file contains nothing else.
    pub(super) fn replacing(path: &Path) -> Saver {
        Saver { own: BTreeSet::from([path.to_owned()]) }
    }

    /// Writes a record. A file that already exists is replaced only if it is this game's own, and at once: a full disk leaves the old one.
    pub(super) fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        let path = PathBuf::from(name);
        let failed = |error: std::io::Error| format!("cannot save {name}: {error}");
        if !self.own.contains(&path) && path.exists() {
            return Err(format!("{name} exists and has other games; save under another name"));
        }
        let mut part = path.clone().into_os_string();
        part.push(".part");
        let written = fs::write(&part, text).and_then(|()| fs::rename(&part, &path));
        if let Err(error) = written {
            let _ = fs::remove_file(&part);
            return Err(failed(error));
        }
        self.own.insert(path);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_this_game_are_replaced() {
        let folder = std::env::temp_dir().join(format!("sumito-play-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let name = |file: &str| folder.join(file).display().to_string();
        fs::write(name("other"), "old").unwrap();
        let mut saver = Saver::default();
        assert!(saver.write(&name("other"), "new").unwrap_err().contains("exists"));
        assert_eq!(fs::read_to_string(name("other")).unwrap(), "old");
        assert_eq!(saver.write(&name("mine"), "one"), Ok(()));
        assert_eq!(saver.write(&name("mine"), "two"), Ok(()));
        assert_eq!(fs::read_to_string(name("mine")).unwrap(), "two");
        assert_eq!(Saver::replacing(&folder.join("other")).write(&name("other"), "new"), Ok(()));
        assert!(saver.write(&name("missing/file"), "x").unwrap_err().starts_with("cannot save"));
        fs::remove_dir_all(folder).unwrap();
    }
}
