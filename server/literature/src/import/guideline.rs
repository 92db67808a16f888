//! Guidelines and other documents that are cited by page and section: Markdown, plain text, HTML
//! and the text of PDF.
//!
//! A document becomes one record per part: the text under one heading, on one page. The readers,
//! one file per format, report headings and pages to [`outline`].

mod document;
mod html;
mod lines;
mod markdown;
mod outline;
mod pdf;
mod title;

pub(crate) use document::DocumentName;
pub(in crate::import) use document::{DocumentFormat, begins_like_document};
pub use pdf::{
    FRAGMENTS_OPTION, PdfAnswer, PdfLine, PdfText, READ_PDF_COMMAND, read_pdf_fragments, read_pdfs_with,
    serve_pdf_reader,
};
pub use title::{document_title, guideline_key, last_document};

use super::incoming::Incoming;
use document::Document;
use outline::{DocumentPart, clean};
use referee_bibliography::{Date, Work, WorkKind};
use referee_records::record::{GUIDELINE, Record};
use referee_text::{decode::decode, fold};
use std::collections::HashMap;
use std::io::{BufRead, Read as _};

/// The maximum size of a PDF in bytes.
const MAX_PDF_BYTES: u64 = 128 << 20;

/// The maximum size in bytes of a text or HTML document.
const MAX_TEXT_BYTES: u64 = 32 << 20;

/// Reads a document. `each` receives its parts in order and returns whether to continue. Returns
/// the parts that could not be read, each with its position.
pub(super) fn read(
    input: &mut dyn BufRead,
    name: &DocumentName,
    each: &mut dyn FnMut(Incoming) -> bool,
) -> Vec<String> {
    let mut bytes = Vec::new();
    let mut damage = match (&mut *input).take(MAX_PDF_BYTES).read_to_end(&mut bytes) {
        Ok(_) => Vec::new(),
        Err(error) => vec![format!("byte {}: {error}", bytes.len())],
    };
    let format = DocumentFormat::of(&bytes, &name.extension);
    let limit = if format == DocumentFormat::Pdf { MAX_PDF_BYTES } else { MAX_TEXT_BYTES };
    if bytes.len() as u64 >= limit {
        bytes.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        damage.push(format!("only its first {} MB are read", limit >> 20));
    }
    let document = match format {
        DocumentFormat::Pdf => pdf::read(bytes),
        DocumentFormat::Html => html::read(&decode(bytes).text),
        DocumentFormat::Markdown => markdown::read(&decode(bytes).text),
        DocumentFormat::Text => {
            let text = decode(bytes).text;
            if begins_like_document(b"", text.trim_start()) { html::read(&text) } else { lines::read(&text) }
        }
    };
    damage.extend(document.damage.iter().cloned());
    let garbage =
        document.parts.iter().map(|part| part.text.chars().filter(|c| is_garbage(*c)).count()).sum::<usize>();
    let letters = document.parts.iter().map(|part| part.text.len()).sum::<usize>();
    if garbage * 20 > letters {
        damage.push(String::from("it is no text: nothing of it is kept"));
        return damage;
    }
    if document.parts.is_empty() && damage.is_empty() {
        damage.push(String::from("there is no text in it; scanned pages have to be recognised first (OCR)"));
    }
    for record in records(document, name) {
        if !each(Incoming::Record(Box::new(record))) {
            break;
        }
    }
    damage
}

/// Returns whether a character cannot occur in text.
fn is_garbage(c: char) -> bool {
    c == '\u{fffd}' || (c.is_control() && !c.is_whitespace())
}

/// Creates a record for each part of a document.
fn records(document: Document, name: &DocumentName) -> Vec<Record> {
    let own = document.title.as_deref().map(clean).filter(|title| !title.is_empty());
    let given = name.title.as_deref().map(clean).filter(|title| !title.is_empty());
    let title = given.or(own).unwrap_or_else(|| clean(&name.stem.replace(['_', '-'], " ")));
    let year = year_in(&title).or_else(|| year_in(&document.dated)).or_else(|| year_in(&name.stem));
    let date = year.map(|year| Date { year, month: None, day: None });
    let names = section_names(&document.parts, &title);
    let mut out = Vec::with_capacity(document.parts.len());
    for (part, section) in document.parts.into_iter().zip(names) {
        let mut subjects = vec![title.clone()];
        subjects.extend(part.headings.iter().rev().skip(1).cloned());
        let work = Work {
            kind: if section.is_some() { WorkKind::Chapter } else { WorkKind::Report },
            container: section.is_some().then(|| title.clone()),
            title: section.or_else(|| Some(title.clone())),
            pages: part.page.map(|page| page.to_string()),
            summary: Some(part.text),
            date,
            ..Work::default()
        };
        out.push(Record {
            subjects,
            types: vec![String::from("Practice Guideline")],
            ..Record::new(GUIDELINE, work)
        });
    }
    out
}

/// Returns the section name of each part: its heading, preceded by the one above if several parts
/// share it, and followed by a number if several parts of one page share it.
fn section_names(parts: &[DocumentPart], title: &str) -> Vec<Option<String>> {
    let title = fold::title(title);
    let is_title = |heading: &String| fold::title(heading) == title;
    let paths: Vec<Vec<&String>> = parts
        .iter()
        .map(|part| part.headings.iter().filter(|heading| !is_title(heading)).collect())
        .collect();
    let mut under: HashMap<&str, Vec<&[&String]>> = HashMap::new();
    for path in &paths {
        if let Some((last, above)) = path.split_last() {
            let known = under.entry(last).or_default();
            if !known.contains(&above) {
                known.push(above);
            }
        }
    }
    let mut seen: HashMap<(String, Option<u32>), u32> = HashMap::new();
    let mut out = Vec::with_capacity(parts.len());
    for (path, part) in paths.iter().zip(parts) {
        let name = path.split_last().map(|(last, above)| match above.last() {
            Some(over) if under.get(last.as_str()).is_some_and(|all| all.len() > 1) => {
                format!("{over} – {last}")
            }
            _ => (*last).clone(),
        });
        let count = seen.entry((name.clone().unwrap_or_default(), part.page)).or_insert(0);
        *count += 1;
        out.push(match name {
            Some(name) if *count > 1 => Some(format!("{name} ({count})")),
            None if *count > 1 => Some(format!("part {count}")),
            name => name,
        });
    }
    out
}

/// Returns the year in a text, if it contains exactly one.
fn year_in(text: &str) -> Option<i32> {
    let mut years = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|run| run.len() == 4)
        .filter_map(|run| run.parse::<i32>().ok())
        .filter(|year| (1950..=2100).contains(year));
    let first = years.next()?;
    years.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(name: &str, text: &str) -> Vec<Record> {
        let (stem, extension) = name.split_once('.').unwrap_or((name, ""));
        let name = DocumentName { title: None, stem: stem.to_owned(), extension: extension.to_owned() };
        let mut out = Vec::new();
        let damage = read(&mut text.as_bytes(), &name, &mut |incoming| {
            if let Incoming::Record(record) = incoming {
                out.push(*record);
            }
            true
        });
        assert!(damage.is_empty(), "{damage:?}");
        out
    }

    fn told(records: &[Record]) -> Vec<String> {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        records
            .iter()
            .map(|record| {
                let work = &record.work;
                format!(
                    "{}|{}|{}|{}",
                    text(&work.container),
                    text(&work.title),
                    text(&work.pages),
                    text(&work.summary)
                )
            })
            .collect()
    }

    #[test]
    fn a_document_is_cut_at_its_headings_whatever_its_format() {
        let expected = [
            "Raised pressure 2023|1.1 First step||Offer one drug.",
            "Raised pressure 2023|1.2 Next||Add another.",
        ];
        for (name, text) in [
            (
                "a.md",
                "# Raised pressure 2023\n\n## 1.1 First step\n\nOffer **one** drug.\n\n## 1.2 Next\n\nAdd [another](x).\n",
            ),
            (
                "a.html",
                "<html><head><title>Raised pressure 2023</title><style>p{}</style></head><body><nav>Home</nav><h2>1.1 First step</h2><p>Offer <b>one</b>\ndrug.</p><h2>1.2 Next</h2><p>Add another.</p></body></html>",
            ),
            (
                "a.txt",
                "Raised pressure 2023\n====================\n\n1.1 First step\n\nOffer one\ndrug.\n\n1.2 Next\n\nAdd another.\n",
            ),
        ] {
            let records = all(name, text);
            assert_eq!(told(&records), expected, "{name}");
            assert_eq!(records[0].work.year(), Some(2023), "{name}");
        }
    }

    #[test]
    fn form_feeds_are_pages_and_parts_of_one_name_are_told_apart() {
        let text = "PRESSURE\n\nFirst words.\n\u{c}Second words.\n\u{c}OTHERS\n\nThird words.\n";
        let records = all("Some_guide.txt", text);
        assert_eq!(
            told(&records),
            [
                "Some guide|PRESSURE|1|First words.",
                "Some guide|PRESSURE|2|Second words.",
                "Some guide|OTHERS|3|Third words."
            ]
        );
        let twice = all("g.md", "# Guide\n\n## A\n\n### Advice\n\nOne.\n\n## B\n\n### Advice\n\nTwo.\n");
        let names: Vec<_> = twice.iter().filter_map(|record| record.work.title.clone()).collect();
        assert_eq!(names, ["A – Advice", "B – Advice"]);
    }

    #[test]
    fn what_is_long_is_cut_between_paragraphs_and_nothing_is_lost() {
        let text = format!(
            "# Guide\n\n## Long\n\n{}",
            "A sentence of the guide stands here. ".repeat(20).trim_end().to_owned() + "\n\n"
        );
        let text = text + &"Another paragraph of some length follows here.\n\n".repeat(400);
        let records = all("g.md", &text);
        assert!(records.len() > 2);
        let kept: usize = records
            .iter()
            .filter_map(|one| one.work.summary.as_ref())
            .map(|text| text.matches("Another").count())
            .sum();
        assert_eq!(kept, 400);
        let mut names: Vec<_> = records.iter().map(|record| record.work.title.clone()).collect();
        names.dedup();
        assert_eq!(names.len(), records.len());
    }

    #[test]
    fn a_year_is_taken_where_there_is_one_only() {
        assert_eq!(year_in("Guide 2022, second printing 2022"), Some(2022));
        assert_eq!(year_in("Guide 2019, updated 2022"), None);
        assert_eq!(year_in("Dose 2500 mg"), None);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]
        #[test]
        fn any_document_is_read(text in "(#|<h1>|</h1>|<p>|<|>|\\[|\\]|\\(|\\)|\\*|`|~~~|---|\n|\u{c}|[A-Za-z0-9é .:-]){0,120}", bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
            for extension in ["md", "html", "txt", "pdf"] {
                let name = DocumentName { title: None, stem: "x".into(), extension: extension.into() };
                read(&mut text.as_bytes(), &name, &mut |_| true);
                read(&mut bytes.as_slice(), &name, &mut |_| true);
                let pdf = [b"%PDF-1.4\n", bytes.as_slice()].concat();
                read(&mut pdf.as_slice(), &name, &mut |_| true);
            }
        }
    }
}
