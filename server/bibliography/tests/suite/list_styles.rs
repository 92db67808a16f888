//! Formats real works in the styles of journals and parses them again.
use referee_bibliography::{Name, ParsedItem, read_item};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;

fn shared() -> Option<PathBuf> {
    let folder = std::env::var_os("REFEREE_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let there = folder.join("data/records/dev.jsonl.gz").exists();
    if !there {
        crate::skipped(format_args!("the shared data is not on this machine"));
    }
    there.then_some(folder)
}

/// A work of the data.
struct Real {
    authors: Vec<(String, String)>,
    title: String,
    journal: String,
    abbreviation: String,
    year: String,
    volume: String,
    issue: String,
    pages: String,
}

/// Removes the tags that some titles in the data have.
fn plain(title: &str) -> String {
    let mut out = title.to_owned();
    for tag in ["i", "b", "sub", "sup", "em", "strong"] {
        out = out.replace(&format!("<{tag}>"), "").replace(&format!("</{tag}>"), "");
    }
    out.replace("&amp;", "&")
}

fn works() -> Vec<Real> {
    let Some(folder) = shared() else { return Vec::new() };
    let file = std::fs::File::open(folder.join("data/records/dev.jsonl.gz")).unwrap();
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    let mut out = Vec::new();
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let get = |name: &str| {
            value.get(name).map_or(String::new(), |field| {
                field.as_str().map_or_else(|| field.to_string(), str::to_owned)
            })
        };
        let authors: Vec<(String, String)> = value
            .get("authors")
            .and_then(|authors| authors.as_array())
            .into_iter()
            .flatten()
            .filter_map(|author| {
                let part = |name: &str| {
                    author.get(name).and_then(|part| part.as_str()).unwrap_or_default().to_owned()
                };
                (!part("family").is_empty() && !part("given").is_empty())
                    .then(|| (part("family"), part("given")))
            })
            .collect();
        let real = Real {
            authors,
            title: plain(&get("title")),
            journal: plain(&get("journal")),
            abbreviation: plain(&get("journal_abbrev")),
            year: get("year"),
            volume: get("volume"),
            issue: get("issue"),
            pages: get("pages"),
        };
        let complete = !real.authors.is_empty()
            && real.title.len() > 10
            && !real.title.contains('<')
            && !real.journal.is_empty()
            && !real.abbreviation.is_empty()
            && real.volume.bytes().all(|b| b.is_ascii_digit())
            && !real.volume.is_empty()
            && !real.pages.is_empty()
            && !real.pages.contains([',', ';', ' '])
            && value.get("type").and_then(|kind| kind.as_str()) == Some("journal-article");
        if complete {
            out.push(real);
        }
    }
    out
}

fn initials(given: &str) -> String {
    Name::person("x", given).initials()
}

fn dotted(given: &str) -> String {
    initials(given).chars().map(|c| format!("{c}.")).collect::<Vec<_>>().join(" ")
}

fn closed(title: &str) -> String {
    if title.ends_with(['?', '!', '.']) { title.to_owned() } else { format!("{title}.") }
}

fn joined(names: Vec<String>, last: &str) -> String {
    match names.split_last() {
        Some((tail, head)) if !head.is_empty() => format!("{}{last}{tail}", head.join(", ")),
        _ => names.join(""),
    }
}

/// Formats a work in a style; also returns the number of authors in the text.
fn written(style: &str, work: &Real) -> (String, usize) {
    let Real { authors, title, journal, abbreviation, year, volume, issue, pages } = work;
    let issue =
        if issue.is_empty() || issue.contains(['(', ')']) { String::new() } else { format!("({issue})") };
    let vancouver = |n: usize| {
        let names: Vec<String> =
            authors.iter().take(n).map(|(family, given)| format!("{family} {}", initials(given))).collect();
        names.join(", ") + if authors.len() > n { ", et al" } else { "" }
    };
    let comma = |last: &str| {
        joined(authors.iter().map(|(family, given)| format!("{family}, {}", dotted(given))).collect(), last)
    };
    let full = pages.replace('-', "\u{2013}");
    let all = authors.len();
    let dotted_abbreviation = abbreviation
        .split(' ')
        .map(|word| {
            if journal.split(' ').any(|long| long.eq_ignore_ascii_case(word)) {
                word.to_owned()
            } else {
                format!("{word}.")
            }
        })
        .collect::<Vec<_>>()
        .join(" ");
    match style {
        "vancouver" => (
            format!("{}. {} {abbreviation}. {year};{volume}{issue}:{pages}.", vancouver(6), closed(title)),
            all.min(6),
        ),
        "ama" => (
            format!(
                "{}. {} *{abbreviation}*. {year};{volume}{issue}:{full}. doi:10.1000/x1",
                vancouver(3),
                closed(title)
            ),
            all.min(3),
        ),
        "bmc" => (
            format!("{}: {} {abbreviation} {year}, {volume}{issue}:{pages}.", vancouver(30), closed(title)),
            all.min(30),
        ),
        "apa" => (
            format!(
                "{} ({year}). {} *{journal}*, *{volume}*{issue}, {full}. https://doi.org/10.1000/x1",
                comma(", & "),
                closed(title)
            ),
            all,
        ),
        "harvard" => (
            format!(
                "{} ({year}) \u{2018}{title}\u{2019}, {journal}, {volume}{issue}, pp. {full}.",
                comma(" and ")
            ),
            all,
        ),
        "elsevier" => (
            format!(
                "{}, {year}. {} {dotted_abbreviation} {volume} {issue}, {full}.",
                comma(", "),
                closed(title)
            ),
            all,
        ),
        "springer" => (
            format!("{} ({year}) {} {abbreviation} {volume}{issue}:{full}", vancouver(500), closed(title)),
            all,
        ),
        "ieee" => {
            let names = authors.iter().map(|(family, given)| format!("{} {family}", dotted(given))).collect();
            let issue = issue.trim_matches(['(', ')']);
            let no = if issue.is_empty() || issue.contains(' ') {
                String::new()
            } else {
                format!(" no. {issue},")
            };
            (
                format!(
                    "[7] {}, \u{201c}{title},\u{201d} {dotted_abbreviation}, vol. {volume},{no} pp. {full}, {year}.",
                    joined(names, " and ")
                ),
                all,
            )
        }
        "nature" => (
            format!(
                "{} {} *{dotted_abbreviation}* **{volume}**, {full} ({year}).",
                comma(" & "),
                closed(title)
            ),
            all,
        ),
        "mdpi" => {
            let names: Vec<String> = authors
                .iter()
                .map(|(family, given)| format!("{family}, {}", dotted(given).replace(' ', "")))
                .collect();
            (
                format!(
                    "{} {} *{dotted_abbreviation}* **{year}**, *{volume}*, {full}.",
                    names.join("; "),
                    closed(title)
                ),
                all,
            )
        }
        _ => (String::new(), 0),
    }
}

/// Rates each field of an item as right (1), missing (0) or wrong (-1).
fn judge(item: &ParsedItem, work: &Real, style: &str, named: usize) -> Vec<(&'static str, i8)> {
    let folded = |text: &str| {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    let score = |field: &Option<String>, truth: &[&str]| match field {
        None => 0,
        Some(value) if truth.iter().any(|truth| folded(value) == folded(truth)) => 1,
        Some(_) => -1,
    };
    let read = &item.work;
    let surnames: Vec<String> = read.authors.iter().map(|name| folded(&name.surname())).collect();
    let truth: Vec<String> = work.authors.iter().take(named).map(|(family, _)| folded(family)).collect();
    let issue_known =
        !work.issue.is_empty() && style != "nature" && style != "mdpi" && !work.issue.contains(['(', ' ']);
    vec![
        ("title", score(&read.title, &[&work.title])),
        ("journal", score(&read.container, &[&work.journal, &work.abbreviation])),
        ("year", score(&read.date.map(|date| date.year.to_string()), &[&work.year])),
        ("volume", score(&read.volume, &[&work.volume])),
        (
            "issue",
            if issue_known {
                score(&read.issue, &[&work.issue])
            } else {
                i8::from(read.issue.is_none() || work.issue.contains(['(', ' '])) * 2 - 1
            },
        ),
        ("pages", score(&read.pages, &[&work.pages])),
        (
            "authors",
            if surnames.is_empty() {
                0
            } else if surnames == truth {
                1
            } else {
                -1
            },
        ),
    ]
}

#[test]
fn real_works_are_read_in_every_style() {
    let works = works();
    if works.is_empty() {
        return;
    }
    let mut complaints = Vec::new();
    for style in
        ["vancouver", "ama", "bmc", "apa", "harvard", "elsevier", "springer", "ieee", "nature", "mdpi"]
    {
        let mut counts: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
        let mut shown = 0;
        for work in &works {
            let (text, named) = written(style, work);
            let item = read_item(&text);
            for (field, score) in judge(&item, work, style, named) {
                counts.entry(field).or_default()[usize::try_from(score + 1).unwrap()] += 1;
                if score < 0 && shown < 12 && std::env::var_os("REFEREE_SHOW").is_some() {
                    shown += 1;
                    eprintln!(
                        "{style} {field}: {text}\n    {:?} | {:?} | {:?}",
                        item.work.title,
                        item.work.container,
                        item.work.authors.iter().map(Name::surname).collect::<Vec<_>>()
                    );
                }
            }
        }
        let total = u32::try_from(works.len()).unwrap();
        let line: Vec<String> = counts
            .iter()
            .map(|(field, [wrong, missing, _])| format!("{field} -{wrong} ?{missing}"))
            .collect();
        eprintln!("{style:10} of {total}: {}", line.join(", "));
        for (field, [wrong, missing, _]) in counts {
            if wrong * 1000 > total * 7 {
                complaints.push(format!("{style}: {wrong} of {total} have a wrong {field}"));
            }
            if missing * 100 > total * 6 {
                complaints.push(format!("{style}: {missing} of {total} have no {field}"));
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}
