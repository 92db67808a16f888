//! The figures in the guide: table rows, rows not yet compared with their source, lines of the critic.
//!
//! `REFEREE_BLESS=1` writes them into `docs/guide/knowledge.md`.

use referee_knowledge::{BUILT_IN, UNREVIEWED, built_in};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- figures -->";
const END: &str = "<!-- end of figures -->";
/// The number of lines by which the critic may grow or shrink before the guide must be updated.
const MAX_LINES_OFF: usize = 500;

fn guide(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide").join(file)
}

/// Lines of the sources below a folder, excluding test modules.
fn lines_below(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| {
            if path.is_dir() {
                lines_below(&path)
            } else if path.extension().is_none_or(|extension| extension != "rs") || path.ends_with("tests.rs")
            {
                0
            } else {
                let source = std::fs::read_to_string(&path).unwrap();
                source.split("#[cfg(test)]\nmod ").next().unwrap_or_default().lines().count()
            }
        })
        .sum()
}

/// The rows of a built-in table, and how many are not compared with their source.
fn rows(path: &str) -> (usize, usize) {
    let table = built_in(path).unwrap();
    let unreviewed = table.rows().iter().filter(|row| row.get("checked") == UNREVIEWED).count();
    (table.rows().len(), unreviewed)
}

fn figures(lines: usize) -> String {
    let mut out = format!("{BEGIN}\n| table | rows | `unreviewed` |\n|---|---|---|\n");
    let (mut all, mut open) = (0, 0);
    for file in BUILT_IN {
        let (count, unreviewed) = rows(file.path);
        all += count;
        open += unreviewed;
        writeln!(out, "| `{}` | {count} | {unreviewed} |", file.path).unwrap();
    }
    writeln!(out, "| all | {all} | {open} |\n").unwrap();
    let lists = crate::word_lists::count();
    write!(
        out,
        "The critic that reads them has about {lines} lines of Rust without its tests, and {lists} lists of more than ten words that \
are still in Rust (`server/critic/tests/suite/word_lists.txt`; a test refuses new ones).\n{END}"
    )
    .unwrap();
    out
}

#[test]
fn the_guide_gives_the_figures_of_the_tables() {
    let path = guide("knowledge.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (Some(start), Some(end)) = (text.find(BEGIN), text.find(END)) else {
        panic!("docs/guide/knowledge.md has no place for figures")
    };
    let end = end + END.len();
    let lines = lines_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let written = text[start..end]
        .split("about ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .and_then(|number| number.parse::<usize>().ok());
    let is_near = written.is_some_and(|written| written.abs_diff(lines) <= MAX_LINES_OFF);
    let shown = written.filter(|_| is_near).unwrap_or(lines / 100 * 100);
    let now = figures(shown);
    if std::env::var_os("REFEREE_BLESS").is_some() {
        std::fs::write(&path, format!("{}{now}{}", &text[..start], &text[end..])).unwrap();
        return;
    }
    assert_eq!(
        text[start..end],
        now,
        "REFEREE_BLESS=1 cargo test -p referee-critic --test suite figures writes the figures into docs/guide/knowledge.md"
    );
}

#[test]
fn the_guide_for_notes_gives_the_rows_of_its_tables() {
    let text = std::fs::read_to_string(guide("note.md")).unwrap();
    let mut wrong = Vec::new();
    for file in BUILT_IN.iter().filter(|file| file.path.starts_with("relations/")) {
        let name = file.path.trim_start_matches("relations/");
        for (at, found) in text.match_indices(&format!("`{name}` (")) {
            let rest = &text[at + found.len()..];
            let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
            let count = rows(file.path).0;
            if !number.is_empty() && number.parse() != Ok(count) {
                wrong.push(format!("{name} has {count} rows, and docs/guide/note.md says {number}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
