//! Rules about the manifests: which crates may depend on each other, and where a dependency may be
//! used.

use super::{crate_names, root, rust_files};
use regex::Regex;
use std::collections::BTreeMap;

/// The levels of the workspace, lowest first. A crate may depend on lower levels, but not on its
/// own.
const LEVELS: &[&[&str]] = &[
    &["text", "serving"],
    &["bibliography", "findings", "knowledge"],
    &["syntax", "records"],
    &["literature", "documents", "csl", "citations", "critic", "conversation"],
    &["postgres"],
    &["workspace", "research"],
    &["features"],
    &["operations"],
    &["lsp", "mcp", "service"],
    &["cli"],
];

/// Dependencies that are restricted to some crates.
const RESERVED: &[(&str, &[&str])] = &[
    ("tower-lsp", &["lsp"]),
    ("lsp-types", &["lsp"]),
    ("reqwest", &["literature"]),
    ("axum", &["mcp", "service", "serving"]),
    ("hyper-util", &["serving"]),
    ("async-openai", &["research"]),
    ("clap", &["cli"]),
    ("hayagriva", &["csl"]),
    ("tantivy", &["literature"]),
    ("tokio-postgres", &["postgres", "service"]),
    ("deadpool-postgres", &["postgres"]),
    ("rusqlite", &["literature", "research"]),
    ("schemars", &["operations", "mcp", "service"]),
];

/// Returns the dependencies of a crate; `development` adds those of its tests.
fn dependencies(name: &str, development: bool) -> Vec<String> {
    let path = root().join("server").join(name).join("Cargo.toml");
    let manifest: toml::Table =
        std::fs::read_to_string(path).expect("a crate has a manifest").parse().expect("a manifest is TOML");
    let mut tables = vec!["dependencies", "build-dependencies"];
    tables.extend(development.then_some("dev-dependencies"));
    let tables = tables.into_iter().filter_map(|table| manifest.get(table).and_then(toml::Value::as_table));
    tables.flat_map(|table| table.keys().cloned()).collect()
}

fn level(name: &str) -> usize {
    LEVELS.iter().position(|names| names.contains(&name)).unwrap_or_else(|| panic!("{name} has no level"))
}

#[test]
fn no_crate_knows_one_above_or_beside_it() {
    for name in crate_names() {
        for other in dependencies(&name, false).iter().filter_map(|other| other.strip_prefix("referee-")) {
            assert!(level(other) < level(&name), "{name} must not know {other}");
        }
    }
}

#[test]
fn every_level_names_crates_that_exist() {
    let names = crate_names();
    let listed: Vec<&str> = LEVELS.iter().flat_map(|level| level.iter().copied()).collect();
    for name in &listed {
        assert!(names.iter().any(|exists| exists == name), "there is no server/{name}");
    }
    assert_eq!(listed.len(), names.len(), "{names:?}");
}

#[test]
fn a_reserved_dependency_stays_in_its_crate() {
    for name in crate_names() {
        let dependencies = dependencies(&name, false);
        for (reserved, allowed) in RESERVED {
            if dependencies.iter().any(|dependency| dependency == reserved) {
                assert!(allowed.contains(&name.as_str()), "{name} must not use {reserved}");
            }
        }
    }
}

/// The crates that `mcp` may depend on: it translates between a protocol and operations, so that it
/// decides nothing about references, searches and notes.
const BELOW_MCP: &[&str] = &["operations", "serving", "text", "unify", "workspace"];

#[test]
fn the_protocol_for_agents_knows_only_operations() {
    for other in dependencies("mcp", true).iter().filter_map(|other| other.strip_prefix("referee-")) {
        assert!(BELOW_MCP.contains(&other), "mcp must reach {other} through an operation");
    }
}

#[test]
fn every_crate_says_what_it_is_for() {
    for name in crate_names() {
        let folder = root().join("server").join(&name).join("src");
        let source = std::fs::read_to_string(folder.join("lib.rs"))
            .or_else(|_| std::fs::read_to_string(folder.join("main.rs")))
            .expect("a crate has a root");
        let head = source.lines().take_while(|line| line.starts_with("//!"));
        let words: usize = head.map(|line| line.split_whitespace().count()).sum();
        assert!(words >= 20, "server/{name} says too little about itself");
    }
}

#[test]
fn the_page_names_every_crate() {
    let page = std::fs::read_to_string(root().join("docs/architecture.md")).expect("the page is there");
    for name in crate_names() {
        assert!(page.contains(&format!("\n  {name}/ ")), "docs/architecture.md does not name {name}");
    }
}

#[test]
fn every_version_is_chosen_in_one_place() {
    for name in crate_names() {
        let path = root().join("server").join(&name).join("Cargo.toml");
        let manifest = std::fs::read_to_string(&path).expect("a crate has a manifest");
        for line in manifest.lines().skip_while(|line| *line != "[dependencies]") {
            assert!(!line.contains("version ="), "{}: `{line}` should say workspace = true", path.display());
        }
    }
}

#[test]
fn a_crate_alone_builds_its_dependencies_as_the_workspace_does() {
    let without: BTreeMap<String, Vec<String>> = crate_names()
        .into_iter()
        .map(|name| (name.clone(), dependencies(&name, true)))
        .filter(|(_, all)| !all.iter().any(|dependency| dependency == "referee-unify"))
        .collect();
    assert!(without.is_empty(), "tests/unify/Cargo.toml says why these need it: {:?}", without.keys());
}

/// A crate without code references: its features make a build of one crate equal to a build of the
/// workspace.
const NAMED_BY_NO_CODE: &[&str] = &["referee-unify"];

#[test]
fn every_dependency_is_used_by_its_crate() {
    for name in crate_names() {
        let folder = root().join("server").join(&name);
        let sources: Vec<String> = rust_files(&folder)
            .iter()
            .map(|file| std::fs::read_to_string(file).expect("a source can be read"))
            .collect();
        for dependency in dependencies(&name, true) {
            let word = Regex::new(&format!(r"\b{}\b", dependency.replace('-', "_"))).unwrap();
            let is_used = sources.iter().any(|source| word.is_match(source));
            assert!(
                is_used || NAMED_BY_NO_CODE.contains(&dependency.as_str()),
                "server/{name} depends on {dependency} and does not use it"
            );
        }
    }
}
