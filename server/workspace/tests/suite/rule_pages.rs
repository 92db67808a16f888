//! The pages in docs/rules match the documentation of the rules.
use referee_findings::{Rule, pages};
use referee_workspace::registry;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const HEADINGS: [&str; 6] =
    ["## What it flags", "## Why", "## Example", "## What it cannot tell", "## Fixes", "## Sources"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules")
}

/// Returns the Markdown files in a folder and its subfolders, as relative paths.
fn written(folder: &Path) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            out.extend(written(&entry.path()).into_iter().map(|below| format!("{name}/{below}")));
        } else {
            out.insert(name);
        }
    }
    out
}

/// With `REFEREE_BLESS=1` the pages are rewritten instead of compared.
#[test]
fn the_pages_of_the_rules_are_up_to_date() {
    let rules: Vec<&Rule> = registry::all().collect();
    let pages = pages(&rules);
    if std::env::var_os("REFEREE_BLESS").is_some() {
        for (path, text) in &pages {
            let path = folder().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }
    for (path, text) in &pages {
        let stands = std::fs::read_to_string(folder().join(path)).unwrap_or_default().replace("\r\n", "\n");
        assert!(stands == *text, "docs/rules/{path} is stale: run this test with REFEREE_BLESS=1");
    }
    let expected: BTreeSet<String> = pages.into_iter().map(|(path, _)| path).collect();
    assert_eq!(written(&folder()), expected, "docs/rules holds a page that no rule writes");
}

#[test]
fn every_rule_documents_itself_under_the_same_headings() {
    for rule in registry::all() {
        let headings: Vec<&str> = rule.documentation.lines().filter(|line| line.starts_with("## ")).collect();
        assert_eq!(headings, HEADINGS, "{}", rule.id);
        let (_, below) = rule.documentation.split_once(HEADINGS[5]).unwrap();
        assert!(!below.trim().is_empty(), "{} names no source", rule.id);
        assert!(!rule.summary.ends_with('.') && !rule.summary.is_empty(), "{}", rule.id);
    }
}

#[test]
fn ids_are_unique_and_have_a_family() {
    let mut seen = BTreeSet::new();
    for rule in registry::all() {
        assert!(seen.insert(rule.id), "{} is there twice", rule.id);
        let (family, name) = rule.id.split_once('/').unwrap();
        for part in [family, name] {
            assert!(
                part.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !part.is_empty(),
                "{}",
                rule.id
            );
        }
    }
}
