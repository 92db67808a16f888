//! The files of a crate must not import each other in a cycle.
//!
//! A path is resolved to the file that defines its item: a re-export (`pub use`) is not an import.

use super::{SourceFile, check_claim, crate_names, program};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};

/// A module of a crate, or an item in it: `["gate", "log"]`; empty for the crate root.
type Path = Vec<String>;

/// The modules of one crate, each in a separate file.
struct Modules {
    /// The code of each module, by its path joined with `/`.
    code: BTreeMap<String, String>,
    /// The re-exports of each module: the name and its origin; `*` for a whole module.
    exports: BTreeMap<String, Vec<(String, Path)>>,
    /// The imports of each module.
    uses: BTreeMap<String, Vec<Path>>,
}

impl Modules {
    fn of<'a>(files: impl Iterator<Item = &'a SourceFile>) -> Self {
        let mut code = BTreeMap::new();
        for file in files.filter(|file| !file.path.starts_with("bin/")) {
            let module = file.path.trim_end_matches(".rs");
            let module = if matches!(module, "lib" | "main") { "" } else { module };
            code.insert(module.to_owned(), file.code.clone());
        }
        let mut modules = Modules { code, exports: BTreeMap::new(), uses: BTreeMap::new() };
        modules.collect();
        modules
    }

    fn collect(&mut self) {
        let statement = Regex::new(r"\b(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);").unwrap();
        let inline = Regex::new(r"\b(?:crate|super|self)(?:::\w+)+").unwrap();
        let child = Regex::new(r"(?:^|[^\w:])([a-z_]\w*)::(\w+)").unwrap();
        let (mut exports, mut uses) = (BTreeMap::new(), BTreeMap::new());
        for (module, code) in &self.code {
            let (mut exported, mut used) = (Vec::new(), Vec::new());
            for found in statement.captures_iter(code) {
                for path in expand(&found[2]) {
                    let Some(absolute) = self.absolute(module, &path) else { continue };
                    if found.get(1).is_some() {
                        exported.push((path.rsplit("::").next().unwrap_or_default().to_owned(), absolute));
                    } else {
                        used.push(absolute);
                    }
                }
            }
            let rest = statement.replace_all(code, "");
            used.extend(inline.find_iter(&rest).filter_map(|path| self.absolute(module, path.as_str())));
            for found in child.captures_iter(&rest) {
                used.extend(self.absolute(module, &format!("{}::{}", &found[1], &found[2])));
            }
            exports.insert(module.clone(), exported);
            uses.insert(module.clone(), used);
        }
        (self.exports, self.uses) = (exports, uses);
    }

    /// Resolves a path in a module relative to the crate root; `None` for a path outside the crate.
    fn absolute(&self, module: &str, path: &str) -> Option<Path> {
        let mut parts: Vec<&str> = path.split("::").map(str::trim).collect();
        let mut here: Vec<&str> = module.split('/').filter(|part| !part.is_empty()).collect();
        match parts[0] {
            "crate" => here.clear(),
            "self" => {}
            "super" => {
                while parts.first() == Some(&"super") {
                    here.pop();
                    parts.remove(0);
                }
                parts.insert(0, "super");
            }
            first => {
                let name = here.iter().chain([&first]).copied().collect::<Vec<_>>().join("/");
                if !self.code.contains_key(&name) {
                    return None;
                }
                parts.insert(0, "self");
            }
        }
        Some(here.into_iter().chain(parts.into_iter().skip(1)).map(str::to_owned).collect())
    }

    /// Returns the module that defines the item at a path, through at most eight re-exports.
    fn defining(&self, path: &Path, depth: usize) -> String {
        let module_of = |length: usize| path[..length].join("/");
        let length =
            (0..=path.len()).rev().find(|length| self.code.contains_key(&module_of(*length))).unwrap_or(0);
        let (module, rest) = (module_of(length), &path[length..]);
        let Some(name) = rest.first().filter(|_| depth < 8) else { return module };
        let exports = self.exports.get(&module).map(Vec::as_slice).unwrap_or_default();
        let named = exports.iter().find(|(exported, _)| exported == name);
        if let Some((_, target)) = named {
            return self.defining(&[target.as_slice(), &rest[1..]].concat(), depth + 1);
        }
        match exports.iter().find(|(exported, _)| exported == "*") {
            Some((_, target)) => self.defining(&[&target[..target.len() - 1], rest].concat(), depth + 1),
            None => module,
        }
    }

    /// Returns the imports of each module.
    fn graph(&self) -> BTreeMap<&str, BTreeSet<String>> {
        let edges = |(module, paths): (&String, &Vec<Path>)| {
            let targets = paths.iter().map(|path| self.defining(path, 0));
            targets.filter(|target| target != module).collect::<BTreeSet<_>>()
        };
        self.uses.iter().map(|entry| (entry.0.as_str(), edges(entry))).collect()
    }
}

/// Expands a `use` to its single paths: `a::{b, c::{d, self}}` to `a::b`, `a::c::d` and `a::c`.
fn expand(path: &str) -> Vec<String> {
    let path = path.trim();
    let Some(open) = path.find('{') else {
        return vec![path.split(" as ").next().unwrap_or_default().trim().to_owned()];
    };
    let (prefix, mut depth, mut out, mut item) = (&path[..open], 0, Vec::new(), String::new());
    for character in path[open + 1..].chars() {
        match character {
            '}' if depth == 0 => break,
            ',' if depth == 0 => out.push(std::mem::take(&mut item)),
            other => {
                depth += i32::from(other == '{') - i32::from(other == '}');
                item.push(other);
            }
        }
    }
    out.push(item);
    let inner = out.iter().filter(|item| !item.trim().is_empty()).flat_map(|item| expand(item));
    inner
        .map(
            |item| {
                if item == "self" {
                    prefix.trim_end_matches(':').to_owned()
                } else {
                    format!("{prefix}{item}")
                }
            },
        )
        .collect()
}

/// Returns the modules that are part of a cycle.
fn on_circles(graph: &BTreeMap<&str, BTreeSet<String>>) -> Vec<String> {
    let reaches_itself = |start: &str| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![start]);
        while let Some(module) = next.pop() {
            for target in graph.get(module).into_iter().flatten() {
                if target == start {
                    return true;
                }
                if seen.insert(target.as_str()) {
                    next.push(target);
                }
            }
        }
        false
    };
    graph.keys().filter(|module| reaches_itself(module)).map(|module| (*module).to_owned()).collect()
}

#[test]
fn no_file_imports_a_file_that_imports_it() {
    let mut found = Vec::new();
    for name in crate_names() {
        let modules = Modules::of(program().iter().filter(|file| file.crate_name == name));
        found.extend(on_circles(&modules.graph()).iter().map(|module| format!("{name}/{module}")));
    }
    check_claim("No file imports a file that imports it", &found);
}

#[test]
fn a_circle_is_found_and_a_reexport_is_no_import() {
    let file = |path: &str, code: &str| SourceFile {
        crate_name: "made".to_owned(),
        path: path.to_owned(),
        code: code.to_owned(),
    };
    let files = [
        file("lib.rs", "pub use gate::Gate; mod gate; mod log;"),
        file("gate.rs", "mod pace; use crate::log::{Log, self}; pub use pace::Pace;"),
        file("gate/pace.rs", "pub struct Pace;"),
        file("log.rs", "use crate::gate::Pace;"),
    ];
    let modules = Modules::of(files.iter());
    assert!(on_circles(&modules.graph()).is_empty());
    let files = [
        file("gate.rs", "use crate::log::Log;"),
        file("log.rs", "fn f(gate: &super::gate::Gate) {}"),
        file("pace.rs", "use crate::gate::Gate;"),
    ];
    let modules = Modules::of(files.iter());
    assert_eq!(on_circles(&modules.graph()), ["gate", "log"]);
}
