//! The session of a guest, kept between runs of the program: whoever comes back has the same seat.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The names of the cookie with a session: over TLS it has a prefix.
const NAMES: [&str; 2] = ["sumito", "__Host-sumito"];

/// The session in the value of a `Set-Cookie` header, as it is sent back.
pub(super) fn session(set_cookie: &str) -> Option<String> {
    let cookie = set_cookie.split(';').next()?.trim();
    let (name, value) = cookie.split_once('=')?;
    (NAMES.contains(&name) && !value.is_empty()).then(|| cookie.to_owned())
}

/// The saved session for a server. One that is damaged is none.
pub(super) fn load(server: &str) -> Option<String> {
    let text = fs::read_to_string(file(server)?).ok()?;
    session(&text).filter(|session| session.chars().all(|c| c.is_ascii_graphic()))
}

/// Saves the session for a server. Where that is not possible, it lasts as long as the program.
pub(super) fn save(server: &str, session: &str) {
    if let Some(file) = file(server) {
        let _ = write(&file, session);
    }
}

fn write(file: &Path, session: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    // Nobody else may play with it.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(session.as_bytes())
}

/// Where the session for a server is kept: in the folder for what programs remember.
fn file(server: &str) -> Option<PathBuf> {
    let from = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = from("XDG_STATE_HOME").or_else(|| Some(from("HOME")?.join(".local/state"))).or_else(|| from("LOCALAPPDATA"))?;
    Some(folder.join("sumito").join(format!("guest-{}", file_name(server))))
}

/// A server's address as the name of a file. What was given over TLS is never sent without it.
fn file_name(server: &str) -> String {
    server.replacen("://", "-", 1).chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_found_and_others_are_not() {
        for (header, expected) in [
            ("sumito=abc123; Path=/; HttpOnly; SameSite=Lax", Some("sumito=abc123")),
            ("__Host-sumito=abc123; Secure", Some("__Host-sumito=abc123")),
            ("sumito-device=abc", None),
            ("sumito=; Max-Age=0", None),
            ("other=abc", None),
            ("", None),
        ] {
            assert_eq!(session(header).as_deref(), expected, "{header}");
        }
    }

    #[test]
    fn a_file_is_named_after_its_server() {
        assert_eq!(file_name("https://example.org"), "https-example.org");
        assert_eq!(file_name("http://127.0.0.1:8061"), "http-127.0.0.1-8061");
        assert_eq!(file_name("https://a/../b"), "https-a-..-b");
    }

    #[test]
    fn a_session_is_written_for_its_owner_alone() {
        let folder = env::temp_dir().join(format!("sumito-guest-{}", std::process::id()));
        let file = folder.join("deep").join("guest-x");
        write(&file, "sumito=one").unwrap();
        write(&file, "sumito=two").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "sumito=two");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
