//! Misreadings in real bibliographies: every place lies within its file, and all programs read a
//! safe correction alike.

use crate::corpus::{files_below, shared, text_of};
use referee_bibliography::bibtex::Surroundings;
use referee_bibliography::{Bibliography, Format, Misreading};
use referee_text::{Rope, TextEdit};
use std::collections::BTreeMap;

/// Returns every place of a file that some program reads differently.
fn misreadings(bibliography: &Bibliography) -> Vec<Misreading> {
    let around = Surroundings { is_alone: true, defines: &|_| false, entry: &|_| false };
    let mut all = bibliography.misreadings(&around);
    for entry in bibliography.entries() {
        let start = entry.span().start as usize;
        all.extend(entry.misreadings().into_iter().map(|misreading| misreading.shift(start)));
    }
    all
}

fn read(text: &str) -> Bibliography {
    Bibliography::read(Format::Bibtex, Rope::from_str(text))
}

/// Applies those edits that do not overlap an earlier one.
fn corrected(text: &str, mut edits: Vec<TextEdit>) -> String {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = String::new();
    let mut at = 0;
    for edit in edits {
        let span = edit.span.range();
        if span.start < at {
            continue;
        }
        out.push_str(&text[at..span.start]);
        out.push_str(&edit.text);
        at = span.end;
    }
    out + &text[at..]
}

#[test]
fn certain_corrections_of_real_files_leave_nothing_to_correct() {
    let Some(folder) = shared("data/bibliographies") else { return };
    let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
    let mut count = 0;
    for path in files_below(&folder, ".bib") {
        let mut text = text_of(&path);
        for round in 0..4 {
            let bibliography = read(&text);
            let all = misreadings(&bibliography);
            if round == 0 {
                count += bibliography.len();
            }
            let mut edits = Vec::new();
            for misreading in &all {
                assert!(text.get(misreading.span.range()).is_some(), "{path:?}: {misreading:?}");
                if round == 0 {
                    *rows.entry(misreading.row.id).or_default() += 1;
                    println!(
                        "{} | {} | {}",
                        misreading.row.id,
                        misreading.value,
                        path.file_name().unwrap().to_string_lossy()
                    );
                }
                let certain = misreading.corrections.iter().filter(|one| one.is_safe);
                edits.extend(certain.flat_map(|one| one.edits.clone()));
            }
            if edits.is_empty() {
                break;
            }
            assert!(round < 3, "{path:?} is corrected again and again: {edits:?}");
            let entries = bibliography.len();
            text = corrected(&text, edits);
            assert!(read(&text).len() >= entries, "a correction lost an entry of {path:?}");
        }
    }
    assert!(count > 1_000, "{count} entries");
    println!("{count} entries: {rows:?}");
}

#[test]
fn any_text_is_looked_at_without_a_panic() {
    for text in [
        "@",
        "@a",
        "@a{",
        "@a{k",
        "@a{k,",
        "@a{k,}",
        "@a{k,,}",
        "@a(k)",
        "@a(k,)",
        "% @",
        "@comment",
        "@comment @",
        "x @ y\n@a{k,}",
        "@a{k, author = {and}}",
        "@a{k, author = {;}}",
        "@a{k, author = {,,,,}}",
        "@a{k, date = {--}}",
        "@a{k, year = {é}}",
        "@a{k, title = {\\}}",
        "@a{k, title = {\\url{%}}",
        "@a{k, title = {é%é&}}",
        "@a{k, x = é}",
        "@string(a=b)",
        "@string(",
        "@a{é é, title = x # y}",
        "\u{feff}% é@é\n@a{k, crossref = {}}",
        "@a{k, crossref = {K}}@A{K, crossref = k}",
    ] {
        let bibliography = read(text);
        for misreading in misreadings(&bibliography) {
            for edit in misreading.corrections.iter().flat_map(|one| &one.edits) {
                assert!(text.get(edit.span.range()).is_some(), "{text}: {edit:?}");
            }
        }
    }
}
