//! Tests real drafts in LaTeX and Typst: they are parsed without a panic, and every key that they
//! cite is defined.

use referee_syntax::{Document, Format, Options, Target};
use referee_text::decode::decode;
use referee_text::{Rope, Span, TextEdit};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn manuscripts() -> Option<PathBuf> {
    let shared = std::env::var_os("REFEREE_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let folder = shared.join("data/manuscripts");
    if folder.is_dir() {
        return Some(folder);
    }
    crate::skipped(format_args!("{} is not there", folder.display()));
    None
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|own| own == extension) {
                out.push(path);
            }
        }
    }
    out.sort();
    out
}

fn read(path: &Path, format: Format) -> (String, Document) {
    let text = decode(std::fs::read(path).unwrap()).text;
    let document = Document::read(format, Rope::from_str(&text), Arc::new(Options::default()));
    (text, document)
}

/// Returns the keys that a file cites, and those that it defines itself.
fn keys(document: &Document) -> (Vec<String>, Vec<String>) {
    let (mut cited, mut own) = (Vec::new(), Vec::new());
    for block in document.blocks().iter() {
        for citation in &block.content.citations {
            if let Target::Key(key) = &citation.target {
                cited.push(key.clone());
            }
        }
        own.extend(
            block.content.list_items.iter().filter_map(|item| item.key.as_ref()).map(|key| key.name.clone()),
        );
        own.extend(block.content.labels.iter().map(|label| label.name.clone()));
    }
    (cited, own)
}

fn bib_keys(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split('@').skip(1).filter_map(|entry| {
        let (_, rest) = entry.split_once(['{', '('])?;
        Some(rest.trim_start().split([',', '\n']).next()?.trim().to_owned())
    })
}

/// The drafts below a folder whose keys are looked up together, because they share bibliographies.
struct Project {
    documents: Vec<(PathBuf, Document)>,
    keys: HashSet<String>,
    /// Whether all bibliographies that they use are present.
    complete: bool,
}

fn project(folder: &Path, extension: &str, format: Format) -> Project {
    let mut keys_of: HashSet<String> = HashSet::new();
    let mut bibliographies: HashSet<String> = HashSet::new();
    for path in files(folder, "bib") {
        keys_of.extend(bib_keys(&decode(std::fs::read(&path).unwrap()).text));
        bibliographies.insert(path.file_stem().unwrap().to_string_lossy().into_owned());
    }
    let mut documents = Vec::new();
    let mut named = Vec::new();
    for path in files(folder, extension) {
        let (text, document) = read(&path, format);
        keys_of.extend(bib_keys(&text));
        keys_of.extend(keys(&document).1);
        for block in document.blocks().iter() {
            named.extend(block.content.bibliographies.iter().map(|named| named.name.clone()));
            bibliographies.extend(block.content.embedded.iter().map(|file| stem(&file.name)));
        }
        documents.push((path, document));
    }
    let complete =
        named.iter().all(|name| bibliographies.contains(&stem(name)) || name.contains("\\jobname"));
    Project { documents, keys: keys_of, complete: complete && !named.is_empty() }
}

fn stem(name: &str) -> String {
    let name = name.rsplit('/').next().unwrap_or_default();
    name.strip_suffix(".bib").unwrap_or(name).to_owned()
}

/// Keys that the manuals cite but their bibliographies lack.
const REALLY_MISSING: &[&str] = &["Chomsky1981", "Munn2000", "texbook", "Aup91", "Dou72", "Hal82"];

#[test]
fn latex_manuals_cite_what_their_bibliographies_hold() {
    let Some(folder) = manuscripts() else { return };
    let root = folder.join("latex_texlive");
    let (mut read, mut cited, mut checked, mut missing) = (0, 0, 0, Vec::new());
    for kind in ["bibtex", "latex", "lualatex", "support", "xelatex"] {
        for package in std::fs::read_dir(root.join(kind)).unwrap() {
            let package = package.unwrap().path();
            if !package.is_dir() {
                continue;
            }
            let project = project(&package, "tex", Format::Latex);
            for (path, document) in &project.documents {
                read += 1;
                let own = keys(document).0;
                cited += own.len();
                if project.complete {
                    checked += own.len();
                    let unknown = own
                        .into_iter()
                        .filter(|key| !project.keys.contains(key) && !REALLY_MISSING.contains(&key.as_str()));
                    missing.extend(unknown.map(|key| format!("{}: {key}", path.display())));
                }
            }
        }
    }
    eprintln!("{read} files, {cited} citations, {checked} of them in drafts whose bibliographies are there");
    assert!(read > 300 && cited > 900 && checked > 100, "{read} {cited} {checked}");
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn typst_drafts_cite_what_they_define_or_list() {
    let Some(folder) = manuscripts() else { return };
    let project = project(&folder.join("typst_tinymist"), "typ", Format::Typst);
    assert!(project.documents.len() > 20);
    for (path, document) in &project.documents {
        for key in keys(document).0 {
            assert!(project.keys.contains(&key), "{}: {key}", path.display());
        }
    }
}

#[test]
fn typing_in_a_real_draft_gives_what_a_fresh_read_gives() {
    let Some(folder) = manuscripts() else { return };
    for (name, extension, format) in
        [("latex_texlive", "tex", Format::Latex), ("typst_tinymist", "typ", Format::Typst)]
    {
        for (nth, path) in files(&folder.join(name), extension).iter().enumerate() {
            let (_, mut document) = read(path, format);
            let mut rope = document.text().clone();
            for (turn, piece) in ["\\cite{x", "}", "\n\n", "{", "$", "#cite(", "`", "%"].iter().enumerate() {
                let at = rope.len_bytes() * (turn * 7 + nth % 5 + 1) / 64;
                let edit = TextEdit::new(Span::new(at, at + nth % 3), *piece).apply(&mut rope);
                document.edit(rope.clone(), &edit);
            }
            let fresh = Document::read(format, rope, Arc::new(Options::default()));
            let shape = |document: &Document| -> Vec<String> {
                document
                    .blocks()
                    .iter()
                    .map(|block| {
                        let content = &block.content;
                        format!("{:?} {:?} {:?}", block.span(), content.citations, content.opaque)
                    })
                    .collect()
            };
            assert_eq!(shape(&document), shape(&fresh), "{}", path.display());
        }
    }
}
