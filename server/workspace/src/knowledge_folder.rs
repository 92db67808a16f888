//! The user's own tables and rules: `knowledge/` in the folder of config.toml.
//!
//! Only the user's own folders are read, never a workspace: a table that comes with a draft could
//! silence the rules that check it, and a rule could fill a screen. The files extend the tables of `referee-knowledge`, and none of
//! their contents is ever part of a request to another machine.

use crate::settings::user_file;
use referee_knowledge::OverlayFile;
use std::path::{Path, PathBuf};

/// The maximum size of a file, in bytes.
const MAX_FILE_BYTES: u64 = 4 << 20;
/// The maximum number of files.
const MAX_FILES: usize = 200;
/// The maximum depth of a folder: `relations/interactions.tsv`.
const MAX_DEPTH: usize = 2;

/// Returns the folders that may contain a user's tables: next to config.toml, and in the folder of
/// the platform. `variable` reads the environment.
#[must_use]
pub fn folders(variable: impl Fn(&str) -> Option<String>) -> Vec<PathBuf> {
    let beside = user_file(&variable).and_then(|file| Some(file.parent()?.to_owned()));
    let home = variable("HOME").map(PathBuf::from);
    let platform = match std::env::consts::OS {
        "macos" => home.map(|home| home.join("Library/Application Support/referee")),
        "windows" => variable("APPDATA").map(|folder| PathBuf::from(folder).join("referee")),
        _ => None,
    };
    let mut out: Vec<PathBuf> =
        beside.into_iter().chain(platform).map(|folder| folder.join("knowledge")).collect();
    out.dedup();
    out
}

/// Reads the tables and rules in the folders. Each file that cannot be read adds a one-line complaint.
#[must_use]
pub fn read(folders: &[PathBuf]) -> (Vec<OverlayFile>, Vec<String>) {
    let (mut files, mut complaints) = (Vec::new(), Vec::new());
    for folder in folders {
        let mut paths = Vec::new();
        tables_below(folder, MAX_DEPTH, &mut paths);
        paths.sort();
        for path in paths {
            let shown = path.display();
            if files.len() == MAX_FILES {
                complaints.push(format!("{shown}: more than {MAX_FILES} tables; this one is not read"));
                break;
            }
            match read_file(&path) {
                Ok(text) => files.push(OverlayFile {
                    path: path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/"),
                    name: shown.to_string(),
                    text,
                }),
                Err(error) => complaints.push(format!("{shown}: {error}")),
            }
        }
    }
    (files, complaints)
}

/// Reads the user's tables and rules and adds them to the built-in ones; call it before the first table is
/// used. Returns one line, with file and line number, for each error.
#[must_use]
pub fn install() -> Vec<String> {
    let (files, mut complaints) = read(&folders(|name| std::env::var(name).ok()));
    if !files.is_empty() && referee_knowledge::install(files) {
        complaints.extend(referee_knowledge::errors().iter().map(ToString::to_string));
    }
    complaints
}

fn read_file(path: &Path) -> std::io::Result<String> {
    if std::fs::metadata(path)?.len() > MAX_FILE_BYTES {
        return Err(std::io::Error::other(format!("larger than {MAX_FILE_BYTES} bytes")));
    }
    Ok(referee_text::decode::decode(std::fs::read(path)?).text)
}

fn tables_below(folder: &Path, depth: usize, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "tsv" || extension == "toml") {
            out.push(path);
        } else if depth > 1 && path.is_dir() {
            tables_below(&path, depth - 1, out);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn tables_beside_the_users_settings_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().to_string_lossy().into_owned();
        let tables = folder.path().join("referee/knowledge");
        std::fs::create_dir_all(tables.join("relations")).unwrap();
        std::fs::write(tables.join("drugs.tsv"), "id\tsource\tchecked\n").unwrap();
        std::fs::write(tables.join("relations/a.tsv"), b"\xff\xfei\0d\0").unwrap();
        std::fs::create_dir_all(tables.join("rules")).unwrap();
        std::fs::write(tables.join("rules/b.toml"), "id = \"site/b\"").unwrap();
        std::fs::write(tables.join("notes.txt"), "no table").unwrap();
        let found = folders(|name| (name == "XDG_CONFIG_HOME").then(|| config.clone()));
        assert_eq!(found.first(), Some(&tables));
        let (files, complaints) = read(&found);
        assert!(complaints.is_empty(), "{complaints:?}");
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["drugs.tsv", "relations/a.tsv", "rules/b.toml"]);
        assert_eq!(files[1].text, "id");
    }

    #[test]
    fn without_a_folder_there_is_nothing() {
        assert_eq!(folders(|_| None), Vec::<PathBuf>::new());
        assert!(read(&[PathBuf::from("/nowhere/at/all")]).0.is_empty());
    }
}
