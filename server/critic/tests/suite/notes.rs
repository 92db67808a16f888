//! The findings of the note rules in real notes, if the developers' shared data is available.
//!
//! `REFEREE_REPORT=1 cargo test -p referee-critic --test suite notes -- --nocapture` lists every finding with its
//! location for manual review; docs/benchmarks.md has the results.

use flate2::read::GzDecoder;
use referee_critic::{RuleCache, Setting};
use referee_findings::Severity;
use referee_syntax::{Document, DraftKind, Format};
use referee_text::Rope;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn shared() -> Option<PathBuf> {
    let place = std::env::var_os("REFEREE_SHARED").map(PathBuf::from);
    let place = place.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let notes = place.join("data/notes");
    if !notes.is_dir() {
        crate::skipped(format_args!("no {}", notes.display()));
        return None;
    }
    Some(notes)
}

fn texts(folder: &Path) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(".note.txt"))
        .map(|path| {
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                std::fs::read_to_string(&path).unwrap(),
            )
        })
        .collect();
    out.sort();
    out
}

fn spanish(path: &Path) -> Vec<(String, String)> {
    let mut all = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut all).unwrap();
    all.lines()
        .enumerate()
        .map(|(index, line)| {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            (format!("case {index}"), value["text"].as_str().unwrap_or_default().to_owned())
        })
        .collect()
}

/// Findings of warning and above per 1,000 words.
fn report(name: &str, notes: &[(String, String)]) -> f64 {
    let setting = Setting { kind: DraftKind::ClinicalNote, ..Setting::default() };
    let mut words = 0;
    let mut counts: BTreeMap<(&str, Severity), usize> = BTreeMap::new();
    let list = std::env::var_os("REFEREE_REPORT").is_some();
    for (file, text) in notes {
        words += text.split_whitespace().count();
        let document = Document::read(Format::PlainText, Rope::from_str(text), Arc::default());
        for said in RuleCache::default().review(&document, &setting, &|| false).unwrap() {
            let Some(severity) = said.remark.severity.or(said.rule.severity) else { continue };
            *counts.entry((said.rule.id, severity)).or_default() += 1;
            if list {
                let range = said.remark.place.range();
                let start = text.floor_char_boundary(range.start.saturating_sub(70));
                let end = text.floor_char_boundary((range.end + 50).min(text.len()));
                let around = text[start..end].replace('\n', " ⏎ ");
                eprintln!("{file} {} {}: [{}] {around}", severity.as_str(), said.rule.id, &text[range]);
            }
        }
    }
    let loud: usize = counts
        .iter()
        .filter(|((_, severity), _)| *severity >= Severity::Warning)
        .map(|(_, count)| count)
        .sum();
    let rate = loud as f64 * 1000.0 / words.max(1) as f64;
    eprintln!(
        "{name}: {} notes, {words} words, {loud} at warning or above ({rate:.2} per 1,000 words)",
        notes.len()
    );
    for ((rule, severity), count) in counts {
        eprintln!("    {count:4} {:11} {rule}", severity.as_str());
    }
    rate
}

#[test]
fn real_notes_see_few_warnings() {
    let Some(folder) = shared() else { return };
    for (name, notes) in [
        ("ACI-Bench", texts(&folder.join("aci_bench"))),
        ("PriMock57", texts(&folder.join("primock57"))),
        ("MEDDOCAN", spanish(&folder.join("meddocan_es_train.jsonl.gz"))),
    ] {
        assert!(!notes.is_empty(), "{name} is empty");
        // All of them, right or wrong; docs/benchmarks.md lists the wrong ones.
        assert!(report(name, &notes) <= 1.0, "{name}");
    }
}
