//! Labelled sentences: for each rule, those on which it must report and those on which it must not.
//!
//! They are in `labelled/*.txt`, were written for this purpose, and have the format of [`referee_critic::labelled`].
//! Note rules must not report on `clean.txt`, and paper rules must not report on `clean-papers.txt`.

use referee_critic::labelled::{BUILT_IN, Labelled, kind_of_drafts};
use referee_syntax::{DraftKind, Format};
use std::path::{Path, PathBuf};

pub(crate) fn read(path: &Path) -> (String, Vec<Labelled>) {
    let all = Labelled::read(&std::fs::read_to_string(path).unwrap());
    (all.first().map(|first| first.rule.clone()).unwrap_or_default(), all)
}

/// The files of labelled sentences, by name.
pub(crate) fn all_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/labelled");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_rule_speaks_where_it_must_and_nowhere_else() {
    let mut wrong = Vec::new();
    let files = all_files();
    assert!(!files.is_empty());
    let of = |name: &str| read(files.iter().find(|path| path.ends_with(name)).unwrap()).1;
    let (notes, papers) = (of("clean.txt"), of("clean-papers.txt"));
    let is_clean = |path: &&PathBuf| path.ends_with("clean.txt") || path.ends_with("clean-papers.txt");
    for path in files.iter().filter(|path| !is_clean(path)) {
        let (rule, mut cases) = read(path);
        let is_of_papers = kind_of_drafts(&rule) == DraftKind::Manuscript;
        let clean = if is_of_papers { &papers } else { &notes };
        cases.extend(clean.iter().cloned());
        assert!(referee_critic::rules::RULES.iter().any(|known| known.rule.id == rule), "no rule {rule}");
        let (must, must_not) =
            (cases.iter().filter(|case| case.must).count(), cases.iter().filter(|case| !case.must).count());
        if must < 40 || must_not < 80 {
            wrong.push(format!(
                "{rule} has only {must} at which it must speak and {must_not} at which it must not"
            ));
        }
        eprintln!("{rule}: {must} must, {must_not} must not");
        for case in &cases {
            // A paper in plain text lacks the headings that make it a whole paper.
            let formats = [Format::Markdown, Format::PlainText];
            let formats = if is_of_papers { &formats[..1] } else { &formats[..] };
            for format in formats.iter().copied() {
                if case.speaks(&rule, format) != case.must {
                    let what = if case.must { "is silent" } else { "speaks" };
                    wrong.push(format!("{rule} {what} at line {} ({format:?}): {}", case.line, case.text));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Rules whose cases are in unit tests, because they do not concern single sentences.
const COUNTED_ELSEWHERE: [&str; 1] = [
    // Whole papers without one of their sections: `rules/manuscript/missing_section.rs`.
    "manuscript/missing-section",
];

#[test]
fn every_rule_has_labelled_sentences() {
    let labelled: Vec<String> = all_files().iter().map(|path| read(path).0).collect();
    let missing: Vec<&str> = referee_critic::rules::RULES
        .iter()
        .map(|rule| rule.rule.id)
        .filter(|id| !labelled.iter().any(|known| known == id) && !COUNTED_ELSEWHERE.contains(id))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The hits of a rule with kinds name one of them, and each kind has a sentence on which it reports.
#[test]
fn every_kind_of_a_rule_is_named_by_what_it_says() {
    for rule in
        referee_critic::rules::RULES.iter().map(|rule| &rule.rule).filter(|rule| !rule.kinds.is_empty())
    {
        let mut silent: Vec<&str> = rule.kinds.iter().map(|kind| kind.id).collect();
        for path in all_files() {
            let (id, cases) = read(&path);
            for case in cases.iter().filter(|case| id == rule.id && case.must) {
                for hit in case.hits(Format::Markdown).iter().filter(|hit| hit.rule.id == rule.id) {
                    let kind = hit.remark.kind.and_then(|kind| rule.kind(kind));
                    let kind = kind.unwrap_or_else(|| panic!("of no kind: {}", case.text));
                    silent.retain(|id| *id != kind.id);
                }
            }
        }
        assert!(silent.is_empty(), "no sentence of {silent:?}");
    }
}

#[test]
fn the_sentences_of_every_rule_are_built_in() {
    let names: Vec<String> = all_files()
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with("clean"))
        .collect();
    let built_in: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
    assert_eq!(built_in, names);
}
