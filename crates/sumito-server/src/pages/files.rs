//! The files of `web/` on their way: compressed once, known by a tag, and with the scripts that a script needs.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::link::link;
use super::strip::{Syntax, strip};
use crate::http::wire::{self, Json};

/// The files of `web/` that browsers get: part of the program in a release, read from the source tree while it is being worked on.
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web"]
#[include = "*.css"]
#[include = "*.js"]
#[include = "*.svg"]
#[include = "*.wasm"]
#[include = "*.webmanifest"]
#[exclude = "*/*"]
struct Web;

/// The files by name, type and content, in the order of their names: the only list of them.
pub(super) static FILES: LazyLock<Vec<(&'static str, &'static str, &'static [u8])>> = LazyLock::new(|| {
    let mut names: Vec<Cow<'static, str>> = Web::iter().collect();
    names.sort();
    // They live as long as the program.
    let names = names.into_iter().map(|name| &*name.into_owned().leak());
    names.map(|name| (name, kind(name), &*source(name).into_owned().leak())).collect()
});

/// The type of a file.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// The names of all files but the service worker, which fetches the others by this list.
pub(super) fn list() -> Json {
    wire::names(FILES.iter().map(|(name, ..)| *name).filter(|name| *name != "service-worker.js"))
}

/// A file as it is sent.
#[derive(Clone)]
struct Served {
    tag: HeaderValue,
    plain: Bytes,
    /// Nothing if it is not worth it.
    packed: Option<Bytes>,
}

/// The address of a file on a page: in a folder whose name tells the content of all files, so that a browser that has it need not ask again.
/// Scripts ask for others in the same folder. While the program is being worked on files change, and their folder is the plain one.
pub(super) fn address(name: &str) -> String {
    if cfg!(debug_assertions) { format!("/web/{name}") } else { format!("/web/{}/{name}", version()) }
}

/// What tells the present files from those of another version of the program.
fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let all = FILES.iter().filter_map(|(name, ..)| find(name)).map(|(served, _)| served.tag);
        let all = all.fold(Vec::new(), |mut all, tag| {
            all.extend_from_slice(tag.as_bytes());
            all
        });
        format!("{:016x}", digest(&all))
    });
    &VERSION
}

/// The styles of every page, for pages that carry them: a phone paints those before it has asked for anything.
pub(super) fn style() -> Cow<'static, str> {
    static STYLE: LazyLock<String> = LazyLock::new(|| strip(&text("style.css"), Syntax::Style));
    if cfg!(debug_assertions) { strip(&text("style.css"), Syntax::Style).into() } else { STYLE.as_str().into() }
}

/// A file of `web/` from a folder that tells its version: a browser keeps it for good. A page of another version gets what there is now.
pub(super) fn answer_of(folder: &str, name: &str, headers: &HeaderMap) -> Response {
    let mut response = answer(name, headers);
    if folder == version() && response.status() != StatusCode::NOT_FOUND {
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    }
    response
}

/// A file of `web/`. Browsers ask each time whether it changed, so that a new version of the program is seen at once.
pub(super) fn answer(name: &str, headers: &HeaderMap) -> Response {
    let Some((served, kind)) = find(name) else {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    };
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
    let common =
        [(CACHE_CONTROL, HeaderValue::from_static("no-cache")), (ETAG, served.tag.clone()), (VARY, ACCEPT_ENCODING.into())];
    if text(IF_NONE_MATCH).split(',').any(|known| known.trim() == served.tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(CONTENT_TYPE, kind)];
    match served.packed.filter(|_| takes_gzip(text(ACCEPT_ENCODING))) {
        Some(packed) => (common, kind, [(CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (common, kind, served.plain).into_response(),
    }
}

/// The scripts that a script imports as it is sent, and those that they import: a page names them, so that a browser asks for all at once.
pub(super) fn imports(name: &str) -> BTreeSet<&'static str> {
    static DIRECT: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
        let scripts = FILES.iter().map(|(name, ..)| *name).filter(|name| is_script(name));
        scripts.map(|name| (name, imported(&link(name, text)))).collect()
    });
    let mut found = BTreeSet::new();
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        for import in DIRECT.get(name).into_iter().flatten() {
            if found.insert(*import) {
                open.push(import);
            }
        }
    }
    found
}

pub(super) fn is_script(name: &str) -> bool {
    name.strip_suffix(".js").is_some()
}

/// The files that a script imports from the start, a line for each. What it asks for later on is left for later.
fn imported(script: &str) -> Vec<&'static str> {
    let paths = script.lines().filter(|line| line.starts_with("import ")).filter_map(|line| line.split('\'').nth(1));
    let names = FILES.iter().map(|(name, ..)| *name);
    paths.filter_map(|path| names.clone().find(|name| path.strip_prefix("./") == Some(name))).collect()
}

fn find(name: &str) -> Option<(Served, &'static str)> {
    static ALL: LazyLock<HashMap<&str, Served>> = LazyLock::new(|| FILES.iter().map(|(name, ..)| (*name, serve(name))).collect());
    let (_, kind, _) = FILES.iter().find(|file| file.0 == name)?;
    let served = if cfg!(debug_assertions) { serve(name) } else { ALL.get(name)?.clone() };
    Some((served, kind))
}

/// The content of a file; nothing if there is none of this name.
fn source(name: &str) -> Cow<'static, [u8]> {
    Web::get(name).map_or(Cow::Borrowed(&[]), |file| file.data)
}

fn text(name: &str) -> Cow<'static, str> {
    match source(name) {
        Cow::Borrowed(content) => String::from_utf8_lossy(content),
        Cow::Owned(content) => String::from_utf8_lossy(&content).into_owned().into(),
    }
}

fn serve(name: &str) -> Served {
    let plain: Bytes = match name.rsplit_once('.') {
        Some((_, "js")) => link(name, text).into(),
        Some((_, "css")) => strip(&text(name), Syntax::Style).into(),
        _ => match source(name) {
            Cow::Borrowed(content) => Bytes::from_static(content),
            Cow::Owned(content) => content.into(),
        },
    };
    let tag = HeaderValue::from_str(&format!("W/\"{:016x}\"", digest(&plain))).expect("a number is plain text");
    // The module is large, and without optimization packing it takes longer than sending it.
    let packed = if cfg!(debug_assertions) && name == "sumito.wasm" { None } else { pack(&plain) };
    Served { tag, packed: packed.filter(|packed| packed.len() < plain.len()), plain }
}

fn pack(content: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).ok()?;
    Some(encoder.finish().ok()?.into())
}

/// Whether a client takes gzip: it is named, and not refused by a weight of zero.
fn takes_gzip(accepted: &str) -> bool {
    accepted.split(',').any(|coding| {
        let mut words = coding.split(';').map(str::trim);
        let named = words.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip") || name == "*");
        let refused = words.any(|word| word.strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0)));
        named && !refused
    })
}

/// The FNV-1a hash: to tell versions of our own files apart.
fn digest(content: &[u8]) -> u64 {
    content.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_taken_where_it_is_named() {
        for (accepted, taken) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, gzip;q=0.8", true),
            ("*", true),
            ("", false),
            ("identity", false),
            ("gzip;q=0", false),
            ("br, gzip; q=0.0", false),
        ] {
            assert_eq!(takes_gzip(accepted), taken, "{accepted}");
        }
    }

    #[test]
    fn a_folder_that_tells_the_version_may_be_kept() {
        let kept = |folder: &str, name: &str| {
            let response = answer_of(folder, name, &HeaderMap::new());
            response.headers().get(CACHE_CONTROL).map(|value| value.to_str().unwrap_or_default().to_owned())
        };
        assert_eq!(version().len(), 16);
        assert_eq!(kept(version(), "frame.js").as_deref(), Some("public, max-age=31536000, immutable"));
        assert_eq!(kept("0123456789abcdef", "frame.js").as_deref(), Some("no-cache"));
        assert_eq!(kept(version(), "secret"), None);
        // Tests are made of a program that is being worked on.
        assert_eq!(address("frame.js"), "/web/frame.js");
    }

    #[test]
    fn the_files_of_pages_are_listed_and_nothing_else() {
        let names: Vec<&str> = FILES.iter().map(|(name, ..)| *name).collect();
        for name in ["board.js", "icon.svg", "manifest.webmanifest", "service-worker.js", "style.css", "sumito.wasm"] {
            assert!(names.contains(&name), "{name}");
            assert!(!source(name).is_empty(), "{name}");
        }
        for (name, kind, _) in FILES.iter() {
            assert!(!name.contains('/') && *kind != "application/octet-stream", "{name}");
        }
        let listed = list().to_string();
        assert!(listed.contains("\"board.js\"") && !listed.contains("service-worker"), "{listed}");
    }

    #[test]
    fn imports_are_found() {
        let script = "import { $texts } from './frame.js';\nimport './board.js';\nconst later = import('./help.js');\n";
        assert_eq!(imported(script), ["frame.js", "board.js"]);
        assert!(imports("local.js").contains("board.js"));
    }
}
