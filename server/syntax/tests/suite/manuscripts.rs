//! Tests real manuscripts, if they are available.

use super::read;
use referee_syntax::{Format, Target};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folder of manuscripts.
fn manuscripts() -> Option<PathBuf> {
    let fallback = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
    let folder =
        std::env::var_os("REFEREE_SHARED").map_or_else(fallback, PathBuf::from).join("data/manuscripts");
    if !folder.is_dir() {
        crate::skipped(format_args!("there is no folder {}", folder.display()));
        return None;
    }
    Some(folder)
}

fn files(folder: &Path, extensions: &[&str], out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, extensions, out);
        } else if path.extension().and_then(|end| end.to_str()).is_some_and(|end| extensions.contains(&end)) {
            out.push(path);
        }
    }
}

fn format_of(path: &Path) -> Format {
    match path.extension().and_then(|end| end.to_str()) {
        Some("qmd") => Format::Quarto,
        Some("Rmd") => Format::RMarkdown,
        Some("tex") => Format::Latex,
        Some("typ") => Format::Typst,
        Some("txt") => Format::PlainText,
        _ => Format::Markdown,
    }
}

fn drafts(extensions: &[&str]) -> Vec<(PathBuf, String)> {
    let Some(folder) = manuscripts() else { return Vec::new() };
    let mut paths = Vec::new();
    files(&folder, extensions, &mut paths);
    paths.retain(|path| !path.ends_with("LICENSE.md"));
    paths
        .into_iter()
        .map(|path| (path.clone(), String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()))
        .collect()
}

/// Returns the keys of a folder's .bib files: the words after `@type{`.
fn keys(folder: &Path) -> HashSet<String> {
    let mut paths = Vec::new();
    files(folder, &["bib"], &mut paths);
    let mut out = HashSet::new();
    for path in paths {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
        for (at, _) in text.match_indices('@') {
            let Some((kind, rest)) = text[at + 1..].split_once('{') else { continue };
            if kind.chars().all(char::is_alphabetic) {
                out.extend(rest.split(',').next().map(|key| key.trim().to_owned()));
            }
        }
    }
    out
}

#[test]
fn every_key_that_a_manuscript_cites_is_in_its_bibliography() {
    let Some(folder) = manuscripts() else { return };
    let mut offenders = Vec::new();
    let mut cited = 0;
    for name in ["quarto_lakens", "joss_pubmed_parser", "joss_refchecker", "rmd_scrutiny"] {
        let folder = folder.join(name);
        let keys = keys(&folder);
        let mut paths = Vec::new();
        files(&folder, &["qmd", "md", "Rmd"], &mut paths);
        for path in paths {
            let text = fs::read_to_string(&path).unwrap();
            for citation in read(format_of(&path), &text).citations() {
                if let Target::Key(key) = &citation.citation.target {
                    cited += 1;
                    if !keys.contains(key) {
                        offenders.push(format!("{}: @{key} at {}", path.display(), citation.span.start));
                    }
                }
            }
        }
    }
    assert!(offenders.is_empty(), "{offenders:#?}");
    assert!(cited > 800, "{cited} citations");
}

#[test]
fn citations_are_not_missed_in_a_book() {
    // As many keys as a search for `@key` outside comments finds.
    let Some(folder) = manuscripts() else { return };
    let keys = keys(&folder.join("quarto_lakens"));
    for (path, text) in drafts(&["qmd"]) {
        let found: HashSet<u32> =
            read(Format::Quarto, &text).citations().map(|cited| cited.span.start).collect();
        for (at, _) in text.match_indices('@') {
            let end = text[at + 1..]
                .find(|c: char| !(c.is_alphanumeric() || "_-".contains(c)))
                .map_or(text.len(), |len| at + 1 + len);
            let key = &text[at + 1..end];
            let start = u32::try_from(at + 1).unwrap();
            let commented = text[..at].rfind("<!--") > text[..at].rfind("-->");
            assert!(
                commented || !keys.contains(key) || found.contains(&start),
                "{}: @{key} at {at} is missed",
                path.display()
            );
        }
    }
}

#[test]
fn a_manubot_manuscript_cites_by_identifier() {
    let mut identifiers = 0;
    let mut others = Vec::new();
    for (path, text) in drafts(&["md"]) {
        if !path.to_string_lossy().contains("manubot") {
            continue;
        }
        for cited in read(Format::Markdown, &text).citations() {
            match &cited.citation.target {
                Target::Key(key) if referee_syntax::identifier_in_key(key).is_some() => identifiers += 1,
                Target::Identifier(_) => identifiers += 1,
                target => others.push(format!("{}: {target:?}", path.display())),
            }
        }
    }
    assert!(others.is_empty(), "{others:#?}");
    assert!(identifiers > 350 || manuscripts().is_none(), "{identifiers}");
}

#[test]
fn a_draft_that_is_cut_off_anywhere_is_read() {
    for (path, text) in drafts(&["qmd", "md", "Rmd", "tex", "typ"]) {
        let format = format_of(&path);
        let step = (text.len() / 12).max(1);
        for at in (0..text.len()).step_by(step) {
            let at = text.floor_char_boundary(at);
            let document = read(format, &text[..at]);
            assert_eq!(document.blocks().iter().map(|block| block.len as usize).sum::<usize>(), at);
            read(format, &text[at..]).list_items().count();
        }
    }
}
