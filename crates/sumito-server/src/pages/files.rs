//! Serves the files of `web/`: compressed once, with an entity tag, and with the imports of each script.
//!
//! A release serves the bundled and minified scripts and styles in `web/dist`, made by `cargo xtask web`. A debug build serves the modules of
//! `web/` from the source tree, so that changes are visible without a build; with the variable `SUMITO_BUNDLE` it serves the same as a
//! release. Tests check both. The folders are the only list of the files.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

use crate::http::wire;

/// Scripts and styles, bundled and minified.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Bundle;

/// Scripts and styles from the source tree.
#[cfg(debug_assertions)]
#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "*.js"]
#[include = "*.css"]
#[exclude = "*/*"]
struct Sources;

#[cfg(not(debug_assertions))]
use Bundle as Sources;

/// Files that are served unchanged.
#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "sumito.wasm"]
#[include = "icon.svg"]
#[include = "manifest.webmanifest"]
#[include = "*.woff2"]
struct Unchanged;

/// The names of all files, for the service worker, which keeps them.
const LIST: &str = "files.json";

/// A file as it is sent.
struct Served {
    kind: &'static str,
    tag: HeaderValue,
    plain: Bytes,
    /// `None` if compression does not pay.
    packed: Option<Bytes>,
    /// Its static imports.
    imports: Vec<String>,
}

/// Whether files are those of a release.
fn is_bundled() -> bool {
    static BUNDLED: LazyLock<bool> =
        LazyLock::new(|| !cfg!(debug_assertions) || cfg!(test) || std::env::var_os("SUMITO_BUNDLE").is_some());
    *BUNDLED
}

/// The files of a release, compressed once.
static RELEASE: LazyLock<BTreeMap<String, Arc<Served>>> = LazyLock::new(|| {
    let names = names();
    names.into_iter().filter_map(|name| Some((name.clone(), Arc::new(serve(&name)?)))).collect()
});

fn names() -> BTreeSet<String> {
    let changing: Vec<Cow<'_, str>> = if is_bundled() { Bundle::iter().collect() } else { Sources::iter().collect() };
    changing.into_iter().chain(Unchanged::iter()).map(Cow::into_owned).chain([LIST.to_owned()]).collect()
}

fn content(name: &str) -> Option<Cow<'static, [u8]>> {
    if name == LIST {
        // The service worker keeps the others.
        let names = names();
        let kept = names.iter().map(String::as_str).filter(|name| *name != LIST && *name != "service-worker.js");
        return Some(wire::names(kept).to_string().into_bytes().into());
    }
    let changing = if is_bundled() { Bundle::get(name) } else { Sources::get(name) };
    changing.or_else(|| Unchanged::get(name)).map(|file| file.data)
}

fn find(name: &str) -> Option<Arc<Served>> {
    if is_bundled() { RELEASE.get(name).cloned() } else { serve(name).map(Arc::new) }
}

fn serve(name: &str) -> Option<Served> {
    let plain = match content(name)? {
        Cow::Borrowed(content) => Bytes::from_static(content),
        Cow::Owned(content) => content.into(),
    };
    let tag = HeaderValue::from_str(&format!("W/\"{:016x}\"", digest(&plain))).expect("a number is plain text");
    // The module is large, and in a debug build compressing it takes longer than sending it.
    let packed = if cfg!(debug_assertions) && name == "sumito.wasm" { None } else { pack(&plain) };
    let kind = kind(name);
    let imports = if kind == SCRIPT { imported(&String::from_utf8_lossy(&plain)) } else { Vec::new() };
    Some(Served { kind, tag, packed: packed.filter(|packed| packed.len() < plain.len()), plain, imports })
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, kind)| kind) {
        Some("js") => SCRIPT,
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// The address of a file on a page. In a release its folder is named after the hash of all files, so that a browser never has to ask for it
/// again; scripts import others from the same folder. Files that may change at any time are in the plain folder.
pub(super) fn address(name: &str) -> String {
    if is_bundled() { format!("/web/{}/{name}", version()) } else { format!("/web/{name}") }
}

/// Distinguishes the present files from those of another version of the program.
fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let tags: Vec<u8> = RELEASE.values().flat_map(|served| served.tag.as_bytes()).copied().collect();
        format!("{:016x}", digest(&tags))
    });
    &VERSION
}

/// The common styles, for pages that include them inline: a phone can paint these pages without another request.
pub(super) fn style() -> String {
    find("style.css").map(|served| String::from_utf8_lossy(&served.plain).into_owned()).unwrap_or_default()
}

/// A file from a folder that is named after a version; browsers cache it forever. A page of another version gets the current file.
pub(super) fn answer_of(folder: &str, name: &str, headers: &HeaderMap) -> Response {
    let mut response = answer(name, headers);
    if is_bundled() && folder == version() && response.status() != StatusCode::NOT_FOUND {
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    }
    response
}

/// A file of `web/`. Browsers check each time whether it has changed, so that a new version of the program takes effect immediately.
pub(super) fn answer(name: &str, headers: &HeaderMap) -> Response {
    let Some(served) = find(name) else {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    };
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
    let common =
        [(CACHE_CONTROL, HeaderValue::from_static("no-cache")), (ETAG, served.tag.clone()), (VARY, ACCEPT_ENCODING.into())];
    if text(IF_NONE_MATCH).split(',').any(|known| known.trim() == served.tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(CONTENT_TYPE, served.kind)];
    match served.packed.clone().filter(|_| takes_gzip(text(ACCEPT_ENCODING))) {
        Some(packed) => (common, kind, [(CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (common, kind, served.plain.clone()).into_response(),
    }
}

/// The scripts that a script imports, directly and indirectly. A page lists them, so that a browser requests all of them at once.
pub(super) fn imports(name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![name.to_owned()];
    while let Some(name) = open.pop() {
        let direct = find(&name).map(|served| served.imports.clone()).unwrap_or_default();
        open.extend(direct.into_iter().filter(|import| found.insert(import.clone())));
    }
    found
}

/// The static imports of a script, minified or not. Dynamic imports, by `import(...)`, are left out.
fn imported(script: &str) -> Vec<String> {
    let mut parts = script.split(['\'', '"']).peekable();
    let mut found = Vec::new();
    while let (Some(before), Some(path)) = (parts.next(), parts.peek()) {
        let before = before.trim_end();
        let word = before.rsplit(|sign: char| !sign.is_ascii_alphanumeric()).next().unwrap_or_default();
        if ["from", "import"].contains(&word)
            && let Some(name) = path.strip_prefix("./")
        {
            found.push(name.to_owned());
        }
    }
    found
}

fn pack(content: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).ok()?;
    Some(encoder.finish().ok()?.into())
}

/// Whether a client accepts gzip: it is named, and not with a weight of zero.
fn takes_gzip(accepted: &str) -> bool {
    accepted.split(',').any(|coding| {
        let mut words = coding.split(';').map(str::trim);
        let named = words.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip") || name == "*");
        let refused = words.any(|word| word.strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0)));
        named && !refused
    })
}

/// The FNV-1a hash, to distinguish versions of our own files.
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
    fn a_folder_that_is_named_after_the_version_may_be_kept() {
        let kept = |folder: &str, name: &str| {
            let response = answer_of(folder, name, &HeaderMap::new());
            response.headers().get(CACHE_CONTROL).map(|value| value.to_str().unwrap_or_default().to_owned())
        };
        assert_eq!(version().len(), 16);
        assert_eq!(kept(version(), "game.js").as_deref(), Some("public, max-age=31536000, immutable"));
        assert_eq!(kept("0123456789abcdef", "game.js").as_deref(), Some("no-cache"));
        assert_eq!(kept(version(), "secret"), None);
        assert_eq!(kept(version(), "../package.json"), None);
        assert_eq!(address("game.js"), format!("/web/{}/game.js", version()));
    }

    /// A cached page needs its scripts too, in whichever folder.
    #[test]
    fn the_service_worker_finds_every_file_in_the_list() {
        let list = String::from_utf8(serve(LIST).unwrap().plain.to_vec()).unwrap();
        let mut names: Vec<&str> = list.trim().trim_matches(['[', ']']).split(',').map(|name| name.trim_matches('"')).collect();
        assert!(names.len() > 20 && names.contains(&"game.js") && names.contains(&"sumito.wasm"), "{names:?}");
        assert!(!names.contains(&"service-worker.js") && find("service-worker.js").is_some());
        assert!(names.iter().all(|name| find(name).is_some() && kind(name) != "application/octet-stream"), "{names:?}");
        // In a debug build the list is that of the source tree.
        names = Vec::from_iter(["board.js", "table.js", "style.css"]);
        assert!(names.iter().all(|name| Sources::get(name).is_some()));
        for other in ["build.mjs", "journeys.mjs", "dist/game.js", "node_modules/typescript/lib/tsc.js", "package.json"] {
            assert!(Sources::get(other).is_none(), "{other}");
        }
    }

    #[test]
    fn imports_are_found_as_written_and_as_minified() {
        for (script, expected) in [
            (
                "import { $texts } from './frame.js';\nimport './board.js';\nconst later = import('./help.js');\n",
                &["frame.js", "board.js"][..],
            ),
            (
                r#"import{a as b,c}from"./shared-table.js";import"./frame.js";export{x}from"./y.js";let d=import("./z.js")"#,
                &["shared-table.js", "frame.js", "y.js"],
            ),
            ("export * from './rules.js';\nconst from = ['./no.js', \"import\", './neither.js'];", &["rules.js"]),
            ("", &[]),
        ] {
            assert_eq!(imported(script), expected, "{script}");
        }
        assert!(imports("local.js").len() > 2);
    }
}
