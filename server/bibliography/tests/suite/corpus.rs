//! Reads every entry of real bibliographies and compares the result with that of other programs.
//!
//! Requires the developer data (`REFEREE_SHARED`, or `shared` next to the project); without it the
//! tests are skipped with a message.

use referee_bibliography::{Bibliography, Format, Name, Work, html_text};
use referee_text::{Language, Rope};
use std::path::{Path, PathBuf};

pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("REFEREE_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let path = root.join(path);
    if !path.exists() {
        crate::skipped(format_args!("{} is not there", path.display()));
        return None;
    }
    Some(path)
}

pub(crate) fn files_below(path: &Path, extension: &str) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut open = vec![path.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.to_string_lossy().ends_with(extension) {
                out.push(path);
            }
        }
    }
    out.sort();
    out
}

pub(crate) fn text_of(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap();
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().iter().map(|byte| char::from(*byte)).collect())
}

/// Counts the lines that start with `@word{`, except those in comments.
fn entries_by_lines(text: &str) -> usize {
    let mut count = 0;
    let mut comment_depth = 0usize;
    for line in text.lines() {
        let start = line.trim_start();
        if comment_depth > 0 {
            comment_depth =
                (comment_depth + line.matches('{').count()).saturating_sub(line.matches('}').count());
            continue;
        }
        let Some(rest) = start.strip_prefix('@') else {
            continue;
        };
        let word: String =
            rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')).collect();
        if word.is_empty() || !rest[word.len()..].trim_start().starts_with(['{', '(']) {
            continue;
        }
        match word.to_lowercase().as_str() {
            "string" | "preamble" => {}
            "comment" => comment_depth = line.matches('{').count().saturating_sub(line.matches('}').count()),
            _ => count += 1,
        }
    }
    count
}

#[test]
fn nearly_every_entry_of_real_files_is_read() {
    let (Some(one), Some(other)) = (shared("data/bibliographies"), shared("data/manuscripts")) else {
        return;
    };
    let (mut counted, mut read, mut damaged, mut titled, mut files) = (0, 0, 0, 0, 0);
    for path in files_below(&one, ".bib").into_iter().chain(files_below(&other, ".bib")) {
        let text = text_of(&path);
        let expected = entries_by_lines(&text);
        let bibliography = Bibliography::read(Format::Bibtex, Rope::from_str(&text));
        files += 1;
        counted += expected;
        read += bibliography.len().min(expected);
        damaged += bibliography.problems().len();
        if bibliography.len() != expected {
            eprintln!("{}: {} read, {expected} counted", path.display(), bibliography.len());
        }
        for problem in bibliography.problems() {
            eprintln!(
                "{}:{}: {}",
                path.display(),
                problem.span.start,
                problem.message.text(Language::English)
            );
        }
        for entry in bibliography.entries() {
            let work = entry.work();
            titled += usize::from(work.title.is_some());
            assert!(text.get(entry.span().range()).is_some());
        }
    }
    eprintln!("{files} files: {read} of {counted} entries read, {titled} with a title, {damaged} problems");
    assert!(read * 1000 >= counted * 995, "{read} of {counted}");
}

fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[test]
fn titles_and_authors_are_those_that_zotero_reads() {
    let Some(folder) = shared("data/bibliographies/better_bibtex") else {
        return;
    };
    let (mut titles, mut same_titles, mut authors, mut same_authors) = (0, 0, 0, 0);
    let (mut dois, mut same_dois, mut years, mut same_years, mut missing) = (0, 0, 0, 0, 0);
    for path in files_below(&folder, ".json.gz") {
        let bib = PathBuf::from(path.to_string_lossy().replace(".json.gz", ".bib"));
        if !bib.exists() {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let mut json = String::new();
        if std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(bytes.as_slice()), &mut json)
            .is_err()
        {
            continue;
        }
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let text = text_of(&bib);
        let bibliography = Bibliography::read(Format::Bibtex, Rope::from_str(&text));
        for item in json["items"].as_array().unwrap() {
            let Some(key) = item["citationKey"].as_str() else {
                continue;
            };
            let expected_title = item["title"].as_str().map(|title| folded(&html_text::plain(title)));
            let same_title = |work: &Work| {
                let ours = |part: &Option<String>| part.as_deref().map(folded).unwrap_or_default();
                let expected = expected_title.as_deref().unwrap_or_default();
                // Zotero joins title, addition and subtitle in a different order.
                !ours(&work.title).is_empty()
                    && expected.starts_with(&ours(&work.title))
                    && expected.ends_with(&ours(&work.subtitle))
            };
            // Among entries with the same key, take the one with the same title; Zotero's order
            // differs.
            let mut candidates = bibliography.entries().filter(|entry| entry.key() == key);
            let first = bibliography.entries().find(|entry| entry.key() == key);
            let Some(entry) = candidates.find(|entry| same_title(&entry.work())).or(first) else {
                // Zotero has changed the key.
                missing += 1;
                continue;
            };
            let work = entry.work();
            if expected_title.is_some() {
                titles += 1;
                if same_title(&work) {
                    same_titles += 1;
                } else {
                    eprintln!("title of {key}: {:?}, zotero {}", work.full_title(), item["title"]);
                }
            }
            let expected: Vec<String> = item["creators"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|creator| creator["creatorType"] == "author")
                .map(|creator| {
                    folded(creator["lastName"].as_str().or(creator["name"].as_str()).unwrap_or_default())
                })
                .collect();
            if !expected.is_empty() {
                authors += 1;
                let ours: Vec<String> = work.authors.iter().map(|name| folded(&name.surname())).collect();
                let bare: Vec<String> = work
                    .authors
                    .iter()
                    .map(|name| match name {
                        Name::Person { family, .. } => folded(family),
                        Name::Organisation { name } => folded(name),
                    })
                    .collect();
                if ours
                    .iter()
                    .zip(&bare)
                    .zip(&expected)
                    .all(|((full, bare), other)| full == other || bare == other)
                    && ours.len() == expected.len()
                {
                    same_authors += 1;
                } else {
                    eprintln!("authors of {key}:\n  ours   {ours:?}\n  zotero {expected:?}");
                }
            }
            if let Some(expected) = item["DOI"].as_str() {
                dois += 1;
                if work.identifiers.doi() == Some(expected.to_lowercase().as_str()) {
                    same_dois += 1;
                } else {
                    eprintln!("doi of {key}: {:?}, zotero {expected:?}", work.identifiers.doi());
                }
            }
            if let Some(expected) =
                item["date"].as_str().and_then(|date| date.get(..4)).and_then(|year| year.parse::<i32>().ok())
            {
                years += 1;
                if work.year() == Some(expected) {
                    same_years += 1;
                } else {
                    eprintln!("year of {key}: {:?}, zotero {expected}", work.year());
                }
            }
        }
    }
    eprintln!(
        "as Zotero: titles {same_titles}/{titles}, authors {same_authors}/{authors}, DOIs {same_dois}/{dois}, years {same_years}/{years}; {missing} entries not found"
    );
    assert!(same_titles * 100 >= titles * 98, "{same_titles} of {titles} titles");
    assert!(same_authors * 100 >= authors * 98, "{same_authors} of {authors} authors");
}

#[test]
fn real_files_of_the_other_formats_are_read() {
    if let Some(path) = shared("data/bibliographies/bib/hayagriva-crate/basic.yml") {
        let text = text_of(&path);
        let keys = text
            .lines()
            .filter(|line| line.ends_with(':') && line.starts_with(|c: char| c.is_alphanumeric()));
        let bibliography = Bibliography::read(Format::Hayagriva, Rope::from_str(&text));
        assert_eq!(bibliography.problems(), []);
        assert_eq!(bibliography.len(), keys.count());
        let titled = bibliography.entries().filter(|entry| entry.work().title.is_some()).count();
        eprintln!("{}: {} entries, {titled} with a title", path.display(), bibliography.len());
        assert!(titled * 10 >= bibliography.len() * 9, "{titled}");
    }
    if let Some(folder) = shared("data/manuscripts/manubot_deep-review/content") {
        for path in files_below(&folder, ".json") {
            let text = text_of(&path);
            let items: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
            let bibliography = Bibliography::read(Format::CslJson, Rope::from_str(&text));
            assert_eq!(
                (bibliography.len(), bibliography.problems()),
                (items.len(), vec![]),
                "{}",
                path.display()
            );
            for (entry, item) in bibliography.entries().zip(&items) {
                let (work, year) = (entry.work(), &item["issued"]["date-parts"][0][0]);
                assert_eq!(work.title.is_some(), item["title"].is_string(), "{item}");
                let year = year.to_string().trim_matches('"').replace("null", "0");
                assert_eq!(work.year().unwrap_or_default().to_string(), year);
            }
        }
    }
}
