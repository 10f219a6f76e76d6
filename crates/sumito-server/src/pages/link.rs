//! Scripts and styles as they travel: without comments, and with modules that are wanted together in one file.
//!
//! A phone pays for each request, and without HTTP/2 a browser makes six at a time: the scripts of a game would come in four waves. So the
//! modules of a [group](GROUPS) are sent as one. Each becomes a function that is called once, after those that it imports, and gives what
//! it exports; the others of the group, and the scripts outside of it, take that from a constant with the module's name. The address of
//! each member stays and leads to the same: whoever imports it, early or late, gets the one module.
//!
//! This is no bundler. It reads the one style in which the scripts of `web/` are written, and its tests hold them to it.

use std::borrow::Cow;
use std::fmt::Write;

use super::strip::{Syntax, strip};

/// The modules that travel in one file, under the name of the last: each after those that it imports. Who asks for one gets all, so what
/// travels with the script of a page belongs to that page; and what a worker imports travels alone, since it has no page.
const GROUPS: &[&[&str]] = &[
    &[
        "texts.js",
        "later.js",
        "storage.js",
        "reader.js",
        "refusals.js",
        "delivery.js",
        "settings.js",
        "sounds.js",
        "mini.js",
        "progress.js",
        "buttons.js",
        "frame.js",
    ],
    &["drawing.js", "gestures.js", "spoken.js", "board.js"],
    &["glossary.js", "rules.js", "table.js"],
    &["controls.js", "lobby.js"],
    &["chat.js", "clock.js", "game.js"],
];

/// A script as it is sent. `source` gives the text of a script.
pub(super) fn link<'a>(name: &str, source: impl Fn(&str) -> Cow<'a, str>) -> String {
    let text = |name: &str| strip(&source(name), Syntax::Script);
    match group(name) {
        Some(group) if file(name) == name => join(group, text),
        Some(_) => lead(name, &text(name)),
        None => alone(&text(name)),
    }
}

fn group(name: &str) -> Option<&'static [&'static str]> {
    GROUPS.iter().copied().find(|group| group.contains(&name))
}

/// The file in which a module travels.
fn file(name: &str) -> &str {
    group(name).and_then(<[&str]>::last).copied().unwrap_or(name)
}

/// What a module's exports are called outside of it.
fn constant(name: &str) -> String {
    format!("${}", name.trim_end_matches(".js").replace('-', "_"))
}

/// A group as one module.
fn join(group: &[&str], text: impl Fn(&str) -> String) -> String {
    let (mut head, mut joined) = (String::new(), String::new());
    for name in group {
        let text = text(name);
        let module = Module::read(&text);
        let exports = module.exports().join(", ");
        let outside = module.imports.iter().filter(|import| !group.contains(&import.from));
        outside.for_each(|import| import.ask(&mut head));
        _ = writeln!(joined, "const {} = (() => {{", constant(name));
        module.imports.iter().for_each(|import| import.take(&mut joined));
        _ = writeln!(joined, "{}return {{ {exports} }};\n}})();", module.declared());
        // Who asks for the group by its own name gets what that module exports.
        if file(name) == *name && !exports.is_empty() {
            _ = writeln!(joined, "export const {{ {exports} }} = {};", constant(name));
        }
    }
    let all: Vec<String> = group.iter().map(|name| constant(name)).collect();
    format!("{head}{joined}export {{ {} }};\n", all.join(", "))
}

/// What the address of a module leads to that travels with others.
fn lead(name: &str, text: &str) -> String {
    let exports = Module::read(text).exports().join(", ");
    format!("import {{ {0} }} from './{1}';\nexport const {{ {exports} }} = {0};\n", constant(name), file(name))
}

/// A module that travels alone. Those that it imports may not.
fn alone(text: &str) -> String {
    let module = Module::read(text);
    let (mut head, mut taken) = (String::new(), String::new());
    for import in &module.imports {
        import.ask(&mut head);
        import.take(&mut taken);
    }
    format!("{head}{taken}{}", module.body)
}

/// A module of `web/` without comments: its imports come first, and what it exports is declared at the start of a line.
struct Module<'a> {
    imports: Vec<Import<'a>>,
    body: &'a str,
}

impl<'a> Module<'a> {
    fn read(text: &'a str) -> Module<'a> {
        let mut imports = Vec::new();
        let mut body = text;
        while let Some((import, rest)) = body.split_once(";\n").and_then(|(line, rest)| Some((Import::read(line)?, rest))) {
            imports.push(import);
            body = rest;
        }
        Module { imports, body }
    }

    /// The names of what it exports.
    fn exports(&self) -> Vec<&'a str> {
        let name = |line: &'a str| {
            let (_, name) = line.strip_prefix("export ")?.trim_start_matches("async ").split_once(' ')?;
            name.split(|sign: char| !sign.is_alphanumeric() && sign != '_').next()
        };
        self.body.lines().filter_map(name).collect()
    }

    /// The same without the word that exports it.
    fn declared(&self) -> String {
        self.body.split_inclusive('\n').map(|line| line.strip_prefix("export ").unwrap_or(line)).collect()
    }
}

/// `import { a, b as c } from './file.js'`, or `import './file.js'`.
struct Import<'a> {
    names: Vec<&'a str>,
    from: &'a str,
}

impl<'a> Import<'a> {
    fn read(statement: &'a str) -> Option<Import<'a>> {
        let statement = statement.strip_prefix("import ")?;
        let (names, from) = statement.rsplit_once("'./").map(|(names, from)| (names.trim(), from))?;
        let names = match names {
            "" => "",
            names => names.strip_prefix('{')?.strip_suffix("} from")?,
        };
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        Some(Import { names, from: from.strip_suffix('\'')? })
    }

    /// Imports the module with all that it exports, once.
    fn ask(&self, head: &mut String) {
        let Import { names, from } = self;
        let statement = match group(from) {
            _ if names.is_empty() => format!("import './{}';\n", file(from)),
            Some(_) => format!("import {{ {} }} from './{}';\n", constant(from), file(from)),
            None => format!("import * as {} from './{from}';\n", constant(from)),
        };
        if !head.contains(&statement) {
            *head += &statement;
        }
    }

    /// Takes the names out of it.
    fn take(&self, body: &mut String) {
        if !self.names.is_empty() {
            _ = writeln!(body, "const {{ {} }} = {};", self.names.join(", ").replace(" as ", ": "), constant(self.from));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::pages::FILES;
    use crate::pages::files::is_script;

    const PAGES: [&str; 2] = ["lobby.js", "game.js"];

    fn source(name: &str) -> Cow<'static, str> {
        let (.., content) = FILES.iter().find(|file| file.0 == name).unwrap_or_else(|| panic!("there is no {name}"));
        String::from_utf8_lossy(content)
    }

    fn scripts() -> impl Iterator<Item = (&'static str, String)> {
        FILES.iter().filter(|(name, ..)| is_script(name)).map(|(name, ..)| (*name, strip(&source(name), Syntax::Script)))
    }

    #[test]
    fn a_group_is_one_module() {
        let scripts = |name: &str| {
            Cow::from(match name {
                "controls.js" => "// Words.\nimport { t } from './texts.js';\n\nexport const words = (clock) => t(clock);\n",
                "lobby.js" => {
                    "import './board.js';\nimport { words as said } from './controls.js';\nimport {\n  load,\n} from './sumito.js';\n\n\
                     /** Here. */\nexport async function here() {\n  return said(load);\n}\n"
                }
                _ => "import { play } from './sounds.js';\nimport { here } from './lobby.js';\nhere(play);\n",
            })
        };
        for (name, expected) in [
            (
                "lobby.js",
                "import { $texts } from './frame.js';\nimport './board.js';\nimport * as $sumito from './sumito.js';\n\
                 const $controls = (() => {\nconst { t } = $texts;\nconst words = (clock) => t(clock);\nreturn { words };\n})();\n\
                 const $lobby = (() => {\nconst { words: said } = $controls;\nconst { load } = $sumito;\nasync function here() {\n\
                 return said(load);\n}\nreturn { here };\n})();\nexport const { here } = $lobby;\nexport { $controls, $lobby };\n",
            ),
            ("controls.js", "import { $controls } from './lobby.js';\nexport const { words } = $controls;\n"),
            (
                "help.js",
                "import { $sounds } from './frame.js';\nimport { $lobby } from './lobby.js';\nconst { play } = $sounds;\n\
                 const { here } = $lobby;\nhere(play);\n",
            ),
        ] {
            assert_eq!(link(name, scripts), expected, "{name}");
        }
    }

    /// The style of the scripts, without which they could not be read so simply.
    #[test]
    fn scripts_keep_to_the_style() {
        for (name, text) in scripts() {
            let Module { imports, body } = Module::read(&text);
            assert!(
                !body.lines().any(|line| line.starts_with("import ")),
                "{name}: imports come first, as `import {{ a, b as c }} from './file.js';`"
            );
            for Import { from, .. } in imports {
                assert!(FILES.iter().any(|file| file.0 == from), "{name} imports {from}, which is not in the list of files");
            }
            for line in body.lines().filter(|line| line.starts_with("export ")) {
                let words: Vec<&str> = line.trim_start_matches("export ").trim_start_matches("async ").split(' ').collect();
                let plain = ["function", "class", "const"].contains(&words[0]) && words[1].starts_with(char::is_alphabetic);
                assert!(plain, "{name}: `{line}`: exported is a function, a class or a constant, where it is declared");
            }
        }
    }

    #[test]
    fn members_come_after_what_they_import() {
        for (at, group) in GROUPS.iter().enumerate() {
            for (n, name) in group.iter().enumerate() {
                let text = strip(&source(name), Syntax::Script);
                for Import { from, .. } in Module::read(&text).imports {
                    let earlier = group[..n].contains(&from) || !group.contains(&from);
                    assert!(earlier, "{name} comes before {from}, which it imports");
                    let after = GROUPS[at + 1..].iter().any(|later| later.contains(&from));
                    assert!(!after, "{name} imports {from} of a later group");
                }
            }
        }
    }

    /// The script of a page would run on others.
    #[test]
    fn what_travels_with_the_script_of_a_page_belongs_to_it() {
        let texts: Vec<(&str, String)> = scripts().collect();
        for group in GROUPS.iter().filter(|group| PAGES.contains(group.last().unwrap())) {
            for (name, text) in texts.iter().filter(|(name, _)| !group.contains(name)) {
                for Import { from, .. } in Module::read(text).imports {
                    assert!(!group.contains(&from), "{name} imports {from}, which travels with {}", group.last().unwrap());
                }
            }
        }
    }

    /// A worker has no page and no board.
    #[test]
    fn a_worker_gets_no_group() {
        let text = strip(&source("worker.js"), Syntax::Script);
        let imports = Module::read(&text).imports;
        assert!(!imports.is_empty());
        for Import { from, .. } in imports {
            assert_eq!(group(from), None, "worker.js imports {from}");
        }
    }
}
