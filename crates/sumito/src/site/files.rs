//! The files of `web/` on their way: compressed once, known by a tag, and with the scripts that a script needs.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::Write;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::FILES;

/// A file as it is sent.
#[derive(Clone)]
struct Served {
    tag: HeaderValue,
    plain: Bytes,
    /// Nothing if it is not worth it.
    packed: Option<Bytes>,
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

/// The scripts that a script imports, and those that they import: a page names them, so that a browser asks for all at once.
pub(super) fn imports(name: &str) -> BTreeSet<&'static str> {
    static DIRECT: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
        let scripts = FILES.iter().filter(|(name, ..)| is_script(name));
        scripts.map(|(name, _, content)| (*name, imported(std::str::from_utf8(content).unwrap_or_default()))).collect()
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

fn is_script(name: &str) -> bool {
    name.strip_suffix(".js").is_some()
}

/// The files that a script imports from the start. What it asks for later on is left for later.
fn imported(script: &'static str) -> Vec<&'static str> {
    let statements = script.split("\nimport ").skip(1).chain(script.strip_prefix("import "));
    let names = statements.filter_map(|statement| statement.split(';').next()?.split_once("'./")?.1.split('\'').next());
    names.filter(|name| is_script(name)).collect()
}

fn find(name: &str) -> Option<(Served, &'static str)> {
    static ALL: LazyLock<HashMap<&str, Served>> =
        LazyLock::new(|| FILES.iter().map(|(name, _, content)| (*name, serve(name, Bytes::from_static(content)))).collect());
    let (_, kind, _) = FILES.iter().find(|file| file.0 == name)?;
    // While the program is being worked on a file is sent as it lies in the source tree: a change is seen without building.
    let source = cfg!(debug_assertions).then(|| fs::read(format!("{}/../../web/{name}", env!("CARGO_MANIFEST_DIR"))));
    match source.and_then(Result::ok) {
        Some(content) => Some((serve(name, content.into()), kind)),
        None => Some((ALL.get(name)?.clone(), kind)),
    }
}

fn serve(name: &str, plain: Bytes) -> Served {
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

    /// A page that a browser has kept needs its scripts too.
    #[test]
    fn the_service_worker_keeps_every_file() {
        let worker = include_str!("../../../../web/service-worker.js");
        let (_, list) = worker.split_once("const FILES = [").unwrap();
        let (list, _) = list.split_once("];").unwrap();
        let mut kept: Vec<&str> =
            list.split(',').map(|name| name.trim().trim_matches('\'')).filter(|name| !name.is_empty()).collect();
        let mut files: Vec<&str> = FILES.iter().map(|(name, ..)| *name).filter(|name| *name != "service-worker.js").collect();
        kept.sort_unstable();
        files.sort_unstable();
        assert_eq!(kept, files);
    }

    #[test]
    fn imports_are_found_and_are_files_of_ours() {
        let script = "// A script.\nimport { a } from './a.js';\nimport {\n  b,\n  c,\n} from './b.js';\nimport './c.js';\n\
                      const later = import('./d.js');\n";
        assert_eq!(imported(script), ["a.js", "b.js", "c.js"]);
        assert_eq!(imported("import './a.js';\n"), ["a.js"]);
        for (name, ..) in FILES.iter().filter(|(name, ..)| is_script(name)) {
            for import in imports(name) {
                assert!(FILES.iter().any(|file| file.0 == import), "{name} imports {import}, which is not in the list of files");
            }
        }
        assert!(imports("local.js").contains("board.js"));
    }
}
