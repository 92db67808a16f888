//! New lists of medical words belong in the tables of `referee-knowledge`, not in the critic.
//!
//! A list is a pattern with more than ten word alternatives, or more than ten consecutive words. `word_lists.txt`
//! records how many each file still has; a number may only decrease. `REFEREE_BLESS=1` writes lower numbers.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The maximum number of words in a Rust list.
const MAX_WORDS: usize = 10;

/// Files about papers and languages, whose words are not medical, and test helpers.
const NOT_MEDICAL: &[&str] = &[
    "analysis/language.rs",
    "analysis/statistics",
    "analysis/topics.rs",
    "labelled.rs",
    "rules/draft",
    "rules/manuscript",
    "rules/privacy",
    "rules/statistics",
    "rules/testing.rs",
];

/// A string literal in a source file: its byte offset and its content without quotation marks.
struct Literal<'s> {
    start: usize,
    end: usize,
    text: &'s str,
}

/// The string literals of a Rust source, without comments.
fn literals(source: &str) -> Vec<Literal<'_>> {
    let bytes = source.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &source[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\''") {
            at += if rest.starts_with("'\"'") { 3 } else { 4 };
        } else if rest.starts_with("r\"")
            || rest.starts_with("r#") && rest[1..].trim_start_matches('#').starts_with('"')
        {
            let hashes = rest[1..].find('"').unwrap_or(0);
            let close = format!("\"{}", "#".repeat(hashes));
            let start = at + hashes + 2;
            let length = source[start..].find(&close).unwrap_or(source.len() - start);
            out.push(Literal {
                start: at,
                end: start + length + close.len(),
                text: &source[start..start + length],
            });
            at = start + length + close.len();
        } else if bytes[at] == b'"' {
            let start = at + 1;
            let mut end = start;
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            out.push(Literal { start: at, end: end + 1, text: &source[start..end.min(source.len())] });
            at = end + 1;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    out
}

/// Whether part of a pattern is a word: three consecutive letters outside an escape.
fn is_word(piece: &str) -> bool {
    let mut run = 0;
    let mut chars = piece.chars();
    while let Some(c) = chars.next() {
        if c == '\\' {
            chars.next();
            run = 0;
        } else if c.is_alphabetic() {
            run += 1;
            if run == 3 {
                return true;
            }
        } else {
            run = 0;
        }
    }
    false
}

/// Whether the text between two literals is only a list separator.
fn is_between_items(gap: &str) -> bool {
    let code: String = gap.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    code.contains([',', '|'])
        && code.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || ",|():._&".contains(c))
        && !code.contains("::new(")
}

/// The lists in a source file, with their lines and word counts.
fn lists(source: &str) -> Vec<(usize, usize)> {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or(source);
    let all = literals(source);
    let line = |at: usize| source[..at].matches('\n').count() + 1;
    let is_document =
        |text: &str| text.contains("\n## ") || text.contains("| --- |") || text.starts_with("\\\n##");
    let mut out = Vec::new();
    for literal in all.iter().filter(|literal| !is_document(literal.text)) {
        let words = literal.text.split('|').filter(|piece| is_word(piece)).count();
        if words > MAX_WORDS {
            out.push((line(literal.start), words));
        }
    }
    let mut first = 0;
    while first < all.len() {
        let mut last = first;
        while last + 1 < all.len() && is_between_items(&source[all[last].end..all[last + 1].start]) {
            last += 1;
        }
        let run = &all[first..=last];
        let words = run.iter().filter(|literal| is_word(literal.text) && !literal.text.contains('|')).count();
        if words > MAX_WORDS {
            out.push((line(run[0].start), words));
        }
        first = last + 1;
    }
    out.sort_unstable();
    out
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            out.push(path);
        }
    }
}

/// The lists of each file that has any, by path below `src`.
fn left() -> BTreeMap<String, Vec<(usize, usize)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut out = BTreeMap::new();
    for file in files {
        let path = file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let found = lists(&std::fs::read_to_string(&file).unwrap());
        if !NOT_MEDICAL.iter().any(|known| path.starts_with(known)) && !found.is_empty() {
            out.insert(path, found);
        }
    }
    out
}

/// The number of word lists left in the critic.
pub(crate) fn count() -> usize {
    left().values().map(Vec::len).sum()
}

#[test]
fn no_file_has_more_lists_of_words_than_before() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/word_lists.txt");
    let read = std::fs::read_to_string(&path).unwrap_or_default();
    let allowed: BTreeMap<&str, usize> = read
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.rsplit_once(' '))
        .map(|(file, count)| (file, count.parse().unwrap()))
        .collect();
    let left = left();
    let mut more = String::new();
    let mut fewer = Vec::new();
    for (file, found) in &left {
        let most = allowed.get(file.as_str()).copied().unwrap_or(0);
        if found.len() > most {
            for (line, words) in found {
                writeln!(more, "server/critic/src/{file}:{line}: {words} words").unwrap();
            }
        }
    }
    for (file, most) in &allowed {
        let now = left.get(*file).map_or(0, Vec::len);
        if now < *most {
            fewer.push(format!("{file} has {now} lists, not {most}"));
        }
    }
    assert!(
        more.is_empty() || allowed.is_empty(),
        "put lists of more than {MAX_WORDS} words into a table of server/knowledge/data, such as words.tsv or contexts.tsv:\n{more}"
    );
    if std::env::var_os("REFEREE_BLESS").is_some() {
        let mut text =
            "# How many lists of more than ten words each file still has. A figure may only fall.\n"
                .to_owned();
        for (file, found) in &left {
            writeln!(text, "{file} {}", found.len()).unwrap();
        }
        std::fs::write(&path, text).unwrap();
        return;
    }
    assert!(fewer.is_empty(), "REFEREE_BLESS=1 lowers word_lists.txt:\n{}", fewer.join("\n"));
}

#[test]
fn a_list_is_a_pattern_or_a_row_of_words() {
    let words =
        ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "theta", "iota", "kappa", "lambda", "sigma"];
    let pattern = format!("let a = 1; // none\nlet b = r\"\\b(?:{})\\b\";", words.join("|"));
    assert_eq!(lists(&pattern), [(2, 11)]);
    let row = format!("const A: &[&str] = &[\"{}\"];", words.join("\", \""));
    assert_eq!(lists(&row), [(1, 11)]);
    let pairs = format!("const A: &[(&str, B)] = &[(\"{}\", B::C)];", words.join("\", B::C), (\""));
    assert_eq!(lists(&pairs), [(1, 11)]);
    assert_eq!(lists(&format!("const A: &[&str] = &[\"{}\"];", words[1..].join("\", \""))), []);
    assert_eq!(lists(&format!("#[cfg(test)]\nmod tests {{ {row} }}")), []);
    assert_eq!(lists(r#"let a = r"\b(?:\d+|\w|a|b|c|d|e|f|g|h|i|j|k)";"#), []);
}
