//! Short drafts with one planted error each, and harmless ones that look wrong: the recall and precision of all rules.
//!
//! They are in `audit/*.txt`. They were written before the rules ran on them, with other words than those of
//! `labelled/`. `REFEREE_AUDIT=FILE` checks another file of the same format.

use referee_critic::{RuleCache, Setting};
use referee_findings::Severity;
use referee_syntax::{Document, DraftKind, Format};
use referee_text::Rope;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The minimum share of planted errors that must be found.
const MIN_RECALL: f64 = 0.95;
/// The minimum recall for the pairs in other voices (`twins.txt`); each of the last misses would need a separate
/// analysis.
const MIN_RECALL_OF_TWINS: f64 = 0.85;
/// The minimum recall for notes from wards, surgeries and emergency rooms (`wards.txt`, `wards-again.txt`); some misses
/// would need a separate analysis too.
const MIN_RECALL_OF_WARDS: f64 = 0.95;
const MIN_RECALL_OF_WARDS_AGAIN: f64 = 0.90;
/// The minimum recall for texts by ward sisters, pharmacists and junior doctors, and for the second set of papers.
const MIN_RECALL_OF_HANDOVERS: f64 = 0.90;
/// The minimum recall for pairs by authors who had not seen the rules (`blind-*.txt`).
const MIN_RECALL_OF_BLIND: f64 = 0.90;
/// The minimum recall for the last six sets of `blind-*.txt`, which were run once after the rules had been improved on
/// all the others.
const MIN_RECALL_OF_LAST_BLIND: f64 = 0.75;
/// The minimum share of findings of severity warning and above that are planted errors.
const MIN_PRECISION: f64 = 0.97;
/// The minimum precision for pairs by authors who had not seen the rules.
const MIN_PRECISION_OF_BLIND: f64 = 0.95;

/// Rules about content that a draft of two lines cannot have.
const ABOUT_WHOLE_DRAFTS: [&str; 3] =
    ["note/missing-section", "manuscript/missing-section", "manuscript/missing-statement"];

pub(crate) struct Case {
    /// The rule that must report, without its family; `None` if none must.
    planted: Option<String>,
    pub(crate) text: String,
    pub(crate) format: Format,
    /// Whether it is a passage of a paper in a file of notes.
    pub(crate) is_paper: bool,
    line: usize,
}

pub(crate) fn read(path: &Path) -> Vec<Case> {
    let source = std::fs::read_to_string(path).unwrap();
    let lines = source.lines().enumerate().filter(|(_, line)| line.starts_with(['+', '-']));
    lines
        .map(|(at, line)| {
            let (head, text) = line.split_once(' ').unwrap();
            let (rule, format) = head.split_once('|').unwrap_or((head, ""));
            Case {
                planted: rule.strip_prefix('+').map(str::to_owned),
                text: format!("{}\n", text.replace('↵', "\n")),
                format: if format.ends_with("tex") { Format::Latex } else { Format::Markdown },
                is_paper: format == "paper",
                line: at + 1,
            }
        })
        .collect()
}

/// Counts hits, misses and false findings in one file, and lists each wrong case.
fn judge(path: &Path, kind: DraftKind) -> (f64, f64, String) {
    let (mut found, mut missed, mut wrong) = (0.0, 0.0, 0.0);
    let mut list = String::new();
    for case in read(path) {
        let document = Document::read(case.format, Rope::from_str(&case.text), Arc::default());
        let kind = if case.is_paper { DraftKind::Manuscript } else { kind };
        let setting = Setting { kind, ..Setting::default() };
        let mut all = RuleCache::default().review(&document, &setting, &|| false).unwrap();
        all.retain(|hit| !ABOUT_WHOLE_DRAFTS.contains(&hit.rule.id));
        let is_planted = |id: &str| id.rsplit('/').next() == case.planted.as_deref();
        if case.planted.is_some() {
            if all.iter().any(|hit| is_planted(hit.rule.id)) {
                found += 1.0;
            } else {
                missed += 1.0;
                let told: Vec<&str> = all.iter().map(|hit| hit.rule.id).collect();
                list += &format!(
                    "missed, line {}: {:?} {} (told: {told:?})\n",
                    case.line,
                    case.planted,
                    case.text.trim()
                );
            }
        }
        for hit in all.iter().filter(|hit| !is_planted(hit.rule.id)) {
            if hit.remark.severity.or(hit.rule.severity) >= Some(Severity::Warning) {
                wrong += 1.0;
                list += &format!(
                    "wrong, line {}: {}: {} ({})\n",
                    case.line,
                    hit.rule.id,
                    hit.remark.message,
                    case.text.trim()
                );
            }
        }
    }
    (found / (found + missed), found / (found + wrong), list)
}

#[test]
fn planted_errors_are_found_and_harmless_drafts_left_alone() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/audit");
    let mut files = vec![
        (own.join("notes.txt"), DraftKind::ClinicalNote),
        (own.join("more-notes.txt"), DraftKind::ClinicalNote),
        (own.join("last-notes.txt"), DraftKind::ClinicalNote),
        (own.join("twins.txt"), DraftKind::ClinicalNote),
        (own.join("antidotes-and-germs.txt"), DraftKind::ClinicalNote),
        (own.join("wards.txt"), DraftKind::ClinicalNote),
        (own.join("wards-again.txt"), DraftKind::ClinicalNote),
        (own.join("handovers.txt"), DraftKind::ClinicalNote),
        (own.join("handovers-again.txt"), DraftKind::ClinicalNote),
        (own.join("clauses.txt"), DraftKind::ClinicalNote),
        (own.join("forms.txt"), DraftKind::ClinicalNote),
        (own.join("statements.txt"), DraftKind::ClinicalNote),
        (own.join("whole-notes.txt"), DraftKind::ClinicalNote),
        (own.join("charts.txt"), DraftKind::ClinicalNote),
        (own.join("papers.txt"), DraftKind::Manuscript),
        (own.join("more-papers.txt"), DraftKind::Manuscript),
    ];
    for language in ["en", "es"] {
        files.extend(
            (1..=4).map(|set| (own.join(format!("blind-{language}-{set}.txt")), DraftKind::ClinicalNote)),
        );
    }
    files.extend(
        ["en-5", "en-6", "en-7", "en-8", "es-5", "es-6"]
            .map(|set| (own.join(format!("blind-{set}.txt")), DraftKind::ClinicalNote)),
    );
    if let Some(other) = std::env::var_os("REFEREE_AUDIT") {
        let kind = if other.to_string_lossy().contains("paper") {
            DraftKind::Manuscript
        } else {
            DraftKind::ClinicalNote
        };
        files = vec![(PathBuf::from(other), kind)];
    }
    let mut failed = Vec::new();
    for (path, kind) in files {
        let (recall, precision, list) = judge(&path, kind);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        eprintln!("{name}: recall {recall:.3}, precision {precision:.3}\n{list}");
        let least = match name.as_str() {
            "twins.txt" => MIN_RECALL_OF_TWINS,
            "wards.txt" => MIN_RECALL_OF_WARDS,
            "wards-again.txt" => MIN_RECALL_OF_WARDS_AGAIN,
            "handovers.txt" | "handovers-again.txt" | "more-papers.txt" => MIN_RECALL_OF_HANDOVERS,
            "blind-en-5.txt" | "blind-en-6.txt" | "blind-en-7.txt" | "blind-en-8.txt" | "blind-es-5.txt"
            | "blind-es-6.txt" => MIN_RECALL_OF_LAST_BLIND,
            name if name.starts_with("blind-") => MIN_RECALL_OF_BLIND,
            _ => MIN_RECALL,
        };
        let least_precision = if name.starts_with("blind-") { MIN_PRECISION_OF_BLIND } else { MIN_PRECISION };
        if recall < least || precision < least_precision {
            failed.push(format!("{name}: recall {recall:.3}, precision {precision:.3}\n{list}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
