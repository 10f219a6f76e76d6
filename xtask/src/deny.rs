//! What the program is made of: licenses, bans and sources as `deny.toml` has them. They are checked here without a network, and by cargo-deny
//! where it is installed, which also finds known vulnerabilities. Skipped checks are reported.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;
use spdx::{Expression, ParseMode};
use toml::Table;

use crate::{cargo, finish, host, root};

/// What `deny.toml` says, as far as it is checked here.
struct Rules {
    licenses: BTreeSet<String>,
    bans: BTreeSet<String>,
    registries: BTreeSet<String>,
}

pub(crate) fn check() -> Result<(), String> {
    let text = fs::read_to_string(root().join("deny.toml")).map_err(|error| format!("deny.toml: {error}"))?;
    let rules = Rules::read(&text)?;
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml", "crates/sumito-python/Cargo.toml"] {
        let packages = packages(manifest)?;
        let found: Vec<String> = packages.iter().flat_map(|package| rules.complaints(package)).collect();
        if !found.is_empty() {
            return Err(format!("{manifest}:\n{}", found.join("\n")));
        }
        println!("{manifest}: licenses, bans and sources of {} crates are allowed", packages.len());
    }
    check_advisories()
}

/// Known vulnerabilities, and once more all the rest.
fn check_advisories() -> Result<(), String> {
    let is_installed = Command::new("cargo").args(["deny", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !is_installed.is_ok_and(|status| status.success()) {
        println!(
            "not run: cargo deny is not installed (cargo install --locked cargo-deny), so known vulnerabilities were not checked"
        );
        return Ok(());
    }
    finish(&mut cargo("deny --offline check licenses bans sources"))?;
    if finish(&mut cargo("deny fetch db")).is_err() {
        println!("not run: the database of known vulnerabilities is out of reach");
        return Ok(());
    }
    finish(&mut cargo("deny check advisories"))
}

/// All crates of a workspace, for all systems if their descriptions are there.
fn packages(manifest: &str) -> Result<Vec<Value>, String> {
    let metadata = |options: &[&str]| {
        let mut command = cargo("metadata --format-version 1 --locked --manifest-path");
        let output = command.arg(root().join(manifest)).args(options).output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
        metadata["packages"].as_array().cloned().ok_or_else(|| "cargo metadata names no packages".to_owned())
    };
    metadata(&["--offline"]).or_else(|_| metadata(&[])).or_else(|_| {
        println!("{manifest}: crates for other systems are not on this machine and were not checked");
        metadata(&["--offline", "--filter-platform", &host()?])
    })
}

impl Rules {
    fn read(text: &str) -> Result<Rules, String> {
        let table: Table = text.parse().map_err(|error| format!("deny.toml: {error}"))?;
        let list = |section: &str, key: &str| {
            let list = table.get(section).and_then(|section| section.get(key)).and_then(|list| list.as_array());
            list.cloned().ok_or_else(|| format!("deny.toml: expected a list {section}.{key}"))
        };
        let texts = |list: Vec<toml::Value>| list.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect();
        let bans = list("bans", "deny")?;
        let bans: Option<BTreeSet<String>> = bans.iter().map(|ban| ban.get("crate")?.as_str().map(str::to_owned)).collect();
        Ok(Rules {
            licenses: texts(list("licenses", "allow")?),
            bans: bans.ok_or("deny.toml: expected { crate = \"...\" } in bans.deny")?,
            registries: texts(list("sources", "allow-registry")?),
        })
    }

    /// What is wrong with a crate.
    fn complaints(&self, package: &Value) -> Vec<String> {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        let name = format!("{} {}", text("name"), text("version"));
        let mut complaints = Vec::new();
        let license = Expression::parse_mode(text("license"), ParseMode::LAX);
        let is_allowed = license.is_ok_and(|license| license.evaluate(|wanted| self.licenses.contains(&wanted.to_string())));
        if !is_allowed {
            complaints.push(format!("{name}: its license '{}' is not allowed", text("license")));
        }
        if self.bans.contains(text("name")) {
            complaints.push(format!("{name}: is banned"));
        }
        // Our own crates have no source.
        let source = package["source"].as_str();
        if source
            .is_some_and(|source| source.strip_prefix("registry+").is_none_or(|registry| !self.registries.contains(registry)))
        {
            complaints.push(format!("{name}: its source {} is not allowed", source.unwrap_or_default()));
        }
        complaints
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_allowed_is_found() {
        let rules = Rules::read(&fs::read_to_string(root().join("deny.toml")).unwrap()).unwrap();
        let index = "registry+https://github.com/rust-lang/crates.io-index";
        let check = |name: &str, license: &str, source: Option<&str>| {
            rules.complaints(&json!({"name": name, "version": "1.0.0", "license": license, "source": source})).join("; ")
        };
        for license in ["MIT", "MIT/Apache-2.0", "GPL-2.0-only OR Apache-2.0", "(MIT OR GPL-3.0-only) AND Unicode-3.0"] {
            assert_eq!(check("serde", license, Some(index)), "", "{license}");
        }
        for license in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "", "my own"] {
            assert_eq!(check("serde", license, None), format!("serde 1.0.0: its license '{license}' is not allowed"));
        }
        assert_eq!(check("openssl", "Apache-2.0", Some(index)), "openssl 1.0.0: is banned");
        for source in ["git+https://github.com/serde-rs/serde", "registry+https://example.org/index"] {
            assert_eq!(check("serde", "MIT", Some(source)), format!("serde 1.0.0: its source {source} is not allowed"));
        }
        assert!(Rules::read("[licenses]\nallow = []").is_err_and(|error| error.contains("bans.deny")));
    }
}
