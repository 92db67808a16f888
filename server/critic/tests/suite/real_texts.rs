//! The manuscript rules on results with known answers and on texts by many authors.
//!
//! The texts are in a folder next to the project and not part of it; if it is missing, the tests say so and pass.
//! `REFEREE_LIST=1 cargo test -p referee-critic --test suite real_texts -- --nocapture` lists every finding.
use referee_critic::analysis::statistics::{PlainText, Statistics};
use referee_critic::{RuleCache, Setting};
use referee_findings::Severity;
use referee_syntax::{Document, DraftKind, Format};
use referee_text::Rope;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder with texts, if it exists.
fn shared(inside: &str) -> Option<PathBuf> {
    let root = std::env::var_os("REFEREE_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let path = root.join("data").join(inside);
    if path.exists() {
        return Some(path);
    }
    crate::skipped(format_args!("there is no {inside} here; set REFEREE_SHARED to a folder that has it"));
    None
}

fn lines(path: &Path) -> Vec<serde_json::Value> {
    let file = std::fs::File::open(path).unwrap();
    let reader: Box<dyn BufRead> = if path.extension().is_some_and(|extension| extension == "gz") {
        Box::new(BufReader::new(flate2::read::MultiGzDecoder::new(file)))
    } else {
        Box::new(BufReader::new(file))
    };
    reader.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

/// The families of rules that read papers.
const OF_PAPERS: &[&str] = &["statistics/", "manuscript/", "draft/"];
/// The families of rules that read clinical notes.
const OF_NOTES: &[&str] = &["medication/", "note/"];

/// The findings of the statistics and manuscript rules: rule, severity, location, message.
fn said(format: Format, text: &str) -> Vec<(&'static str, Option<Severity>, String, String)> {
    said_of(format, text, DraftKind::Manuscript, OF_PAPERS)
}

fn said_of(
    format: Format,
    text: &str,
    kind: DraftKind,
    families: &[&str],
) -> Vec<(&'static str, Option<Severity>, String, String)> {
    let setting = Setting { kind, ..Setting::default() };
    let document = Document::read(format, Rope::from_str(text), Arc::default());
    let all = RuleCache::default().review(&document, &setting, &|| false).unwrap();
    let ours = all.into_iter().filter(|said| families.iter().any(|family| said.rule.id.starts_with(family)));
    ours.map(|said| {
        let range = said.remark.place.range();
        let mut from = range.start.saturating_sub(60);
        let mut to = (range.end + 60).min(text.len());
        while !text.is_char_boundary(from) {
            from -= 1;
        }
        while !text.is_char_boundary(to) {
            to += 1;
        }
        let severity = said.remark.severity.or(said.rule.severity);
        (said.rule.id, severity, text[from..to].replace('\n', " "), said.remark.message)
    })
    .collect()
}

#[test]
fn results_with_known_answers() {
    let Some(path) = shared("statistics/apa_results.jsonl") else { return };
    let all = lines(&path);
    let (mut recognised, mut wrong, mut missed, mut decisions) = (0, Vec::new(), Vec::new(), Vec::new());
    for one in &all {
        let sentence = one["sentence"].as_str().unwrap();
        let read = Statistics::of(PlainText::read(sentence, Format::PlainText, &[]));
        if read.results.len() != 1 {
            println!("not recognised: {sentence}");
            continue;
        }
        recognised += 1;
        let found = said(Format::Markdown, sentence);
        let flag = found.iter().find(|found| found.0 == "statistics/p-value");
        match (one["truth"].as_str().unwrap(), flag) {
            ("consistent", Some(_)) => wrong.push(sentence),
            ("consistent", None) => {}
            (_, None) => missed.push(sentence),
            ("decision_error", Some(flag)) if flag.1 != Some(Severity::Warning) => decisions.push(sentence),
            ("error", Some(flag)) if flag.1 == Some(Severity::Warning) => decisions.push(sentence),
            _ => {}
        }
    }
    println!(
        "{recognised} of {} recognised, {} wrong flags, {} missed, {} graded otherwise",
        all.len(),
        wrong.len(),
        missed.len(),
        decisions.len()
    );
    for sentence in missed.iter().chain(&decisions) {
        println!("  {sentence}");
    }
    assert!(recognised * 100 >= all.len() * 97, "recognised {recognised} of {}", all.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A plain sentence in the markup of a format.
fn dressed(sentence: &str, format: Format) -> String {
    let math = |open: &str, chi: &str| {
        // From the name of the statistic to the end of p, in one formula.
        let names = ["χ²(", "t(", "F(", "r(", "z ="];
        let start = names
            .iter()
            .filter_map(|name| {
                sentence
                    .find(&format!(" {name}"))
                    .or(sentence.find(&format!("({name}")))
                    .or(sentence.find(&format!("[{name}")))
            })
            .min();
        let (Some(start), Some(p)) = (start.map(|start| start + 1), sentence.rfind("p ")) else {
            return sentence.to_owned();
        };
        let value = sentence.get(p..).unwrap_or_default();
        let end = p + value.rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
        let inside = sentence.get(start..end).unwrap_or_default().replace("χ²", chi);
        format!("{}{open}{inside}{open}{}", &sentence[..start], &sentence[end..])
    };
    match format {
        Format::Latex => math("$", "\\chi^2"),
        Format::Typst => math("$", "chi^2"),
        _ => {
            let mut out = sentence.replace(" p ", " *p* ");
            for name in ["t(", "F(", "r("] {
                let letter = name.trim_end_matches('(');
                out = out.replace(&format!(" {name}"), &format!(" *{letter}*("));
            }
            out.replace("χ²(", "χ^2^(").replace(" = -", " = \u{2212}")
        }
    }
}

#[test]
fn results_in_the_markup_of_each_format() {
    let Some(path) = shared("statistics/apa_results.jsonl") else { return };
    let all = lines(&path);
    for format in [Format::Markdown, Format::Latex, Format::Typst] {
        let (mut recognised, mut wrong) = (0, Vec::new());
        for one in &all {
            let text = dressed(one["sentence"].as_str().unwrap(), format);
            let document = Document::read(format, Rope::from_str(&text), Arc::default());
            let setting = Setting::default();
            let mut memory = RuleCache::default();
            let draft = memory.read(&document, &setting);
            let read: usize = draft.blocks().map(|block| block.statistics().results.len()).sum();
            recognised += usize::from(read == 1);
            if read != 1 {
                println!("not recognised: {text}");
            }
            let flagged = said(format, &text).iter().any(|found| found.0 == "statistics/p-value");
            if flagged && one["truth"] == "consistent" {
                wrong.push(text);
            }
        }
        println!("{format:?}: {recognised} of {} recognised, {} wrong flags", all.len(), wrong.len());
        assert!(recognised * 100 >= all.len() * 97, "{format:?}: {recognised} of {}", all.len());
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

#[test]
fn means_with_known_answers() {
    let Some(path) = shared("statistics/grim_means.jsonl") else { return };
    let mut wrong = Vec::new();
    let all = lines(&path);
    for one in &all {
        let sentence = one["sentence"].as_str().unwrap();
        let flagged =
            said(Format::Markdown, sentence).iter().any(|found| found.0 == "statistics/impossible-mean");
        if flagged != (one["truth"] == "impossible") {
            wrong.push(sentence.to_owned());
        }
    }
    println!("{} of {} means judged otherwise", wrong.len(), all.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Counts findings and prints them on request.
#[derive(Default)]
struct Report {
    words: usize,
    texts: usize,
    counts: BTreeMap<(&'static str, Severity), usize>,
}

impl Report {
    fn add(&mut self, name: &str, format: Format, text: &str) {
        self.add_as(name, format, text, DraftKind::Manuscript, OF_PAPERS);
    }

    fn add_as(&mut self, name: &str, format: Format, text: &str, kind: DraftKind, families: &[&str]) {
        self.texts += 1;
        self.words += text.split_whitespace().count();
        for (rule, severity, place, message) in said_of(format, text, kind, families) {
            // Users do not see findings of rules that are off by default.
            let Some(severity) = severity.filter(|_| rule != "statistics/impossible-mean") else { continue };
            *self.counts.entry((rule, severity)).or_default() += 1;
            if std::env::var_os("REFEREE_LIST").is_some() {
                println!("{rule} {} {name}\n    …{place}…\n    {message}", severity.as_str());
            }
        }
    }

    /// Prints the figures and returns the number of findings at warning or above per 1,000 words.
    fn rate(&self, of: &str) -> f64 {
        println!("{of}: {} texts, {} words", self.texts, self.words);
        let mut loud = 0;
        for ((rule, severity), count) in &self.counts {
            println!("  {count:5} {rule} ({})", severity.as_str());
            if *severity >= Severity::Warning {
                loud += count;
            }
        }
        let rate =
            1_000.0 * f64::from(u32::try_from(loud).unwrap()) / f64::from(u32::try_from(self.words).unwrap());
        println!("  {rate:.3} at warning or above for 1,000 words, right or wrong");
        rate
    }
}

#[test]
fn abstracts_by_many_hands() {
    let Some(path) = shared("records/dev.jsonl.gz") else { return };
    let mut report = Report::default();
    for one in lines(&path) {
        let Some(text) = one["abstract"].as_str().filter(|text| text.len() > 100) else { continue };
        let name = one["pmid"].as_str().or(one["doi"].as_str()).unwrap_or("?").to_owned();
        report.add(&name, Format::PlainText, text);
    }
    assert!(report.rate("abstracts") < 1.0);
}

#[test]
fn manuscripts_by_many_hands() {
    let Some(root) = shared("manuscripts") else { return };
    let mut report = Report::default();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let format = match path.extension().and_then(|extension| extension.to_str()) {
                Some("md") => Format::Markdown,
                Some("qmd") => Format::Quarto,
                Some("Rmd") => Format::RMarkdown,
                Some("tex") => Format::Latex,
                Some("typ") => Format::Typst,
                _ => continue,
            };
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            report.add(&path.file_name().unwrap_or_default().to_string_lossy(), format, &text);
        }
    }
    assert!(report.rate("manuscripts") < 1.0);
}

/// Runs some families of rules on the clinical notes of many authors; `None` if they are missing.
fn report_of_notes(families: &[&str]) -> Option<Report> {
    let mut report = Report::default();
    let mut folders = vec![shared("notes")?];
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let mut add = |text: &str| {
                report.add_as(&name, Format::PlainText, text, DraftKind::ClinicalNote, families);
            };
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".txt") {
                add(&String::from_utf8_lossy(&std::fs::read(&path).unwrap()));
            } else if name.ends_with("train.jsonl.gz") {
                for one in lines(&path) {
                    if let Some(text) = one["text"].as_str() {
                        add(text);
                    }
                }
            }
        }
    }
    Some(report)
}

#[test]
fn notes_by_many_hands() {
    let Some(report) = report_of_notes(OF_PAPERS) else { return };
    assert!(report.rate("notes") < 1.0);
}

/// These notes contain no planted errors, so most findings in them are wrong.
#[test]
fn clinical_rules_on_notes_by_many_hands() {
    let Some(report) = report_of_notes(OF_NOTES) else { return };
    assert!(report.rate("notes") < 0.5);
}
