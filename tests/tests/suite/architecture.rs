//! The directions in which the crates may know each other, read from their manifests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The levels of the house, lowest first. A crate may know the levels below its own, and nothing beside it.
const LEVELS: &[&[&str]] = &[
    &["text"],
    &["bibliography", "findings"],
    &["syntax", "records"],
    &["literature", "citations", "critic"],
    &["workspace", "research"],
    &["features"],
    &["lsp"],
    &["cli"],
];

/// Crates that only one room may use.
const RESERVED: &[(&str, &[&str])] = &[
    ("tower-lsp", &["lsp"]),
    ("lsp-types", &["lsp"]),
    ("reqwest", &["literature"]),
    ("async-openai", &["research"]),
    ("clap", &["cli"]),
    ("tantivy", &["literature"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the workspace").to_path_buf()
}

/// The dependencies of each room, development ones left out.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let mut out = BTreeMap::new();
    for room in std::fs::read_dir(root().join("server")).expect("server/ is there") {
        let room = room.expect("server/ can be listed");
        let manifest =
            std::fs::read_to_string(room.path().join("Cargo.toml")).expect("a room has a manifest");
        let manifest: toml::Table = manifest.parse().expect("a manifest is TOML");
        let mut names = Vec::new();
        for table in ["dependencies", "build-dependencies"] {
            if let Some(table) = manifest.get(table).and_then(toml::Value::as_table) {
                names.extend(table.keys().cloned());
            }
        }
        out.insert(room.file_name().to_string_lossy().into_owned(), names);
    }
    out
}

fn level(room: &str) -> usize {
    LEVELS.iter().position(|rooms| rooms.contains(&room)).unwrap_or_else(|| panic!("{room} has no level"))
}

#[test]
fn no_room_knows_one_above_or_beside_it() {
    for (room, names) in dependencies() {
        for other in names.iter().filter_map(|name| name.strip_prefix("referee-")) {
            assert!(level(other) < level(&room), "{room} must not know {other}");
        }
    }
}

#[test]
fn a_reserved_crate_stays_in_its_room() {
    for (room, names) in dependencies() {
        for (reserved, rooms) in RESERVED {
            if names.iter().any(|name| name == reserved) {
                assert!(rooms.contains(&room.as_str()), "{room} must not use {reserved}");
            }
        }
    }
}

/// The files below `folder`.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder can be listed") {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            out.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
    out
}

#[test]
fn only_the_gate_connects() {
    let gate = root().join("server/literature/src/gate");
    for room in dependencies().keys() {
        for path in sources(&root().join("server").join(room).join("src")) {
            if path.starts_with(&gate) {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a source can be read");
            for word in ["reqwest::", "TcpStream", "UdpSocket", "ToSocketAddrs", "std::net::Tcp", "hyper::"] {
                assert!(!text.contains(word), "{} must not use {word}", path.display());
            }
        }
    }
}

#[test]
fn every_room_says_what_it_is_for() {
    for room in dependencies().keys() {
        let folder = root().join("server").join(room).join("src");
        let source = std::fs::read_to_string(folder.join("lib.rs"))
            .or_else(|_| std::fs::read_to_string(folder.join("main.rs")))
            .expect("a room has a root");
        let words: usize = source
            .lines()
            .take_while(|line| line.starts_with("//!"))
            .map(|line| line.split_whitespace().count())
            .sum();
        assert!(words >= 20, "server/{room} says too little about itself");
    }
}

#[test]
fn every_version_is_chosen_in_one_place() {
    for entry in std::fs::read_dir(root().join("server")).expect("server/ is there") {
        let path = entry.expect("server/ can be listed").path().join("Cargo.toml");
        let manifest = std::fs::read_to_string(&path).expect("a room has a manifest");
        for line in manifest.lines().skip_while(|line| *line != "[dependencies]") {
            assert!(!line.contains("version ="), "{}: `{line}` should say workspace = true", path.display());
        }
    }
}
