//! The claims of docs/architecture.md about the code, tested on the manifests and the sources.
//!
//! Each claim is one test. Exceptions are in a table with their reasons.

mod crates;
mod imports;
mod sources;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Returns the root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the workspace").to_path_buf()
}

/// Returns the folders in server/, one for each crate.
fn crate_names() -> Vec<String> {
    let folders = std::fs::read_dir(root().join("server")).expect("server/ is there");
    let mut names: Vec<String> = folders
        .map(|folder| folder.expect("server/ can be listed").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Returns the Rust files in a folder and its subfolders, sorted by path.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder can be listed") {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            out.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
    out.sort();
    out
}

/// A source file of the program, not of its tests.
struct SourceFile {
    /// The crate's folder in server/.
    crate_name: String,
    /// The path in the crate's `src`, with `/`, such as `gate/log.rs`.
    path: String,
    /// The text without comments, string contents and the test module at its end.
    code: String,
}

impl SourceFile {
    /// Returns the crate and the path, such as `literature/gate/log.rs`.
    fn name(&self) -> String {
        format!("{}/{}", self.crate_name, self.path)
    }
}

/// Whether a file contains only tests or test utilities.
fn is_for_tests(path: &str) -> bool {
    path.split('/').any(|part| part == "tests" || part == "tests.rs") || path.ends_with("testing.rs")
}

/// Returns the source files of the program.
fn program() -> &'static [SourceFile] {
    static PROGRAM: OnceLock<Vec<SourceFile>> = OnceLock::new();
    PROGRAM.get_or_init(read_program)
}

fn read_program() -> Vec<SourceFile> {
    let mut out = Vec::new();
    for crate_name in crate_names() {
        let folder = root().join("server").join(&crate_name).join("src");
        for file in rust_files(&folder) {
            let path = file
                .strip_prefix(&folder)
                .expect("it lies in the folder")
                .to_string_lossy()
                .replace('\\', "/");
            if is_for_tests(&path) {
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("a source can be read");
            out.push(SourceFile { crate_name: crate_name.clone(), path, code: code_of(&text) });
        }
    }
    out
}

/// Returns source text without comments, string contents and the test module at its end.
fn code_of(text: &str) -> String {
    let program = text.find("#[cfg(test)]\nmod tests {").map_or(text, |tests| &text[..tests]);
    let mut out = String::with_capacity(program.len());
    let mut rest = program;
    while let Some(character) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if let Some(length) = literal(rest) {
            out.push_str("\"\"");
            rest = &rest[length..];
        } else {
            // A quotation mark in a character literal would otherwise open a string.
            let length = if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
                rest[1..].find("'").map_or(1, |end| end + 2)
            } else {
                character.len_utf8()
            };
            out.push_str(&rest[..length]);
            rest = &rest[length..];
        }
    }
    out
}

/// Returns the length of the string literal at the start of a text, if one starts there.
fn literal(text: &str) -> Option<usize> {
    let hashes = text.strip_prefix('r').map(|raw| raw.len() - raw.trim_start_matches('#').len());
    if let Some(hashes) = hashes
        && text[1 + hashes..].starts_with('"')
    {
        let end = format!("\"{}", "#".repeat(hashes));
        let from = hashes + 2;
        return Some(text[from..].find(&end).map_or(text.len(), |at| from + at + end.len()));
    }
    let mut escaped = false;
    for (at, character) in text.strip_prefix('"')?.char_indices() {
        match character {
            '"' if !escaped => return Some(at + 2),
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    Some(text.len())
}

/// Fails if the list of violations of a claim is not empty.
fn check_claim(claim: &str, found: &[String]) {
    assert!(found.is_empty(), "{claim}; but: {found:#?}");
}

#[test]
fn strings_comments_and_tests_are_no_code() {
    let text =
        "let a = \"// no\"; // comment\nlet b = r#\"x\"y\"#; let c = '\"';\n#[cfg(test)]\nmod tests {\n}\n";
    assert_eq!(code_of(text), "let a = \"\"; \nlet b = \"\"; let c = '\"';\n");
}
