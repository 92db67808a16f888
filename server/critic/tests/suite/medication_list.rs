//! Errors in medication lists that a pharmacist would stop, each with an error-free twin.
//!
//! They are in `medication_list/*.txt`. `REFEREE_LIST=FILE` checks another file of the same format; docs/benchmarks.md
//! has the first run of each file.

use referee_critic::{RuleCache, Setting};
use referee_findings::Severity;
use referee_syntax::{Document, DraftKind, Format};
use referee_text::Rope;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The minimum share of erroneous notes in which something must be found.
const MIN_RECALL: f64 = 0.90;
/// The minimum share of findings that are in erroneous notes.
const MIN_PRECISION: f64 = 0.97;

/// The rules about medication lists, related content and discharge letters.
const RULES: &[&str] = &[
    "medication/duplicate",
    "medication/interaction",
    "medication/patient-limit",
    "medication/reconciliation",
    "medication/contraindicated",
    "medication/implausible-dose",
    "medication/allergy-conflict",
    "note/follow-up",
    "note/contradiction",
    "note/impossible-value",
];

/// The findings in a text, at information and above.
fn told(text: &str) -> Vec<String> {
    let document = Document::read(Format::PlainText, Rope::from_str(text), Arc::default());
    let setting = Setting { kind: DraftKind::ClinicalNote, ..Setting::default() };
    let hits = RuleCache::default().review(&document, &setting, &|| false).unwrap();
    hits.into_iter()
        .filter(|hit| RULES.contains(&hit.rule.id))
        .filter(|hit| hit.remark.severity.or(hit.rule.severity) >= Some(Severity::Information))
        .map(|hit| format!("{}: {}", hit.rule.id, hit.remark.message))
        .collect()
}

fn judge(path: &Path) -> (f64, f64, String) {
    let source = std::fs::read_to_string(path).unwrap();
    let (mut found, mut all, mut wrong) = (0.0, 0.0, 0.0);
    let mut kinds: BTreeMap<String, (usize, usize, usize)> = BTreeMap::new();
    let mut list = String::new();
    for (at, line) in source.lines().enumerate().filter(|(_, line)| line.starts_with(['+', '-'])) {
        let (head, text) = line.split_once(' ').unwrap();
        let (is_planted, kind) = (head.starts_with('+'), &head[1..]);
        let told = told(&format!("{}\n", text.replace('↵', "\n")));
        let count = kinds.entry(kind.to_owned()).or_default();
        if is_planted {
            all += 1.0;
            count.1 += 1;
            if told.is_empty() {
                list += &format!("missed, line {}: {text}\n", at + 1);
            } else {
                found += 1.0;
                count.0 += 1;
            }
        } else if !told.is_empty() {
            wrong += 1.0;
            count.2 += 1;
            list += &format!("wrong, line {}: {text}\n    {told:?}\n", at + 1);
        }
        if std::env::var_os("REFEREE_REPORT").is_some() && is_planted {
            eprintln!("line {}: {told:?}", at + 1);
        }
    }
    let name = path.file_name().unwrap().to_string_lossy();
    eprintln!("{name}: found, all, wrong twins by kind: {kinds:?}");
    (found / all, found / f64::max(found + wrong, 1.0), list)
}

#[test]
fn a_medication_list_is_read_as_a_pharmacist_reads_it() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/medication_list");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(own).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    if let Some(other) = std::env::var_os("REFEREE_LIST") {
        files = vec![PathBuf::from(other)];
    }
    let mut failed = String::new();
    for path in files {
        let (recall, precision, list) = judge(&path);
        eprintln!("{}: recall {recall:.3}, precision {precision:.3}\n{list}", path.display());
        if recall < MIN_RECALL || precision < MIN_PRECISION {
            failed += &format!("{}: recall {recall:.3}, precision {precision:.3}\n{list}", path.display());
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

#[test]
fn a_letter_with_fifteen_medicines_tells_each_problem_once() {
    let letter = "Discharge summary. 81-year-old man, 68 kg, eGFR 24 mL/min, K 4.6, QTc 430 ms.\n\nDischarge medications:\n\
        - apixaban 2.5 mg BD\n- naproxen 500 mg BD\n- ramipril 5 mg daily\n- bisoprolol 2.5 mg daily\n- atorvastatin 40 mg nightly\n\
        - metformin 1 g BD\n- omeprazole 20 mg daily\n- pantoprazole 40 mg daily\n- tamsulosin 400 mcg daily\n- finasteride 5 mg daily\n\
        - paracetamol 500 mg QDS\n- senna 15 mg nightly\n- levothyroxine 75 mcg daily\n- furosemide 40 mg daily\n- amlodipine 5 mg daily\n\n\
        Follow-up: GP in two weeks.\n";
    let told = told(letter);
    let count = |text: &str| told.iter().filter(|one| one.contains(text)).count();
    // Naproxen with the anticoagulant and this kidney function, metformin with this kidney function, two proton pump
    // inhibitors.
    assert_eq!(told.len(), 3, "{told:#?}");
    let of_both = told.iter().filter(|one| one.contains("naproxen") && one.contains("apixaban")).count();
    assert_eq!(of_both, 1, "{told:#?}");
    assert_eq!(count("“pantoprazole” and “omeprazole”"), 1, "{told:#?}");
}
