//! Golden test: the findings of all rules in every labelled and audited draft. A change that should not change findings
//! shows here if it does.
//!
//! `golden.txt` has one line per draft with findings: a hash of its text and setting, then each hit as
//! `rule@start-end`, prefixed with `!` from warning upwards. `REFEREE_BLESS=1` rewrites it; read the difference, and
//! list in the commit what changed and why.

use crate::{audit, labelled};
use referee_critic::{RuleCache, Setting};
use referee_findings::Severity;
use referee_syntax::{Document, DraftKind, Format};
use referee_text::Rope;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The drafts of a file, with their settings.
fn drafts(path: &Path) -> Vec<(Format, String, Setting)> {
    if path.parent().is_some_and(|folder| folder.ends_with("labelled")) {
        let cases = labelled::read(path).1;
        return cases.into_iter().map(|case| (Format::Markdown, case.text, case.setting)).collect();
    }
    let kind = if path.to_string_lossy().contains("papers") {
        DraftKind::Manuscript
    } else {
        DraftKind::ClinicalNote
    };
    audit::read(path)
        .into_iter()
        .map(|case| {
            let kind = if case.is_paper { DraftKind::Manuscript } else { kind };
            (case.format, case.text, Setting { kind, ..Setting::default() })
        })
        .collect()
}

/// The FNV-1a hash of a draft and its setting: the same in every version of Rust.
fn hash(text: &str, setting: &Setting) -> u32 {
    let salt =
        format!("{:?}{:?}{:?}{}", setting.kind, setting.region, setting.profile, setting.model_elsewhere);
    text.bytes()
        .chain(salt.bytes())
        .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn verdicts(format: Format, text: &str, setting: &Setting) -> String {
    let document = Document::read(format, Rope::from_str(text), Arc::default());
    let hits = RuleCache::default().review(&document, setting, &|| false).unwrap();
    let mut out: Vec<String> = hits
        .iter()
        .map(|hit| {
            let loud = hit.remark.severity.or(hit.rule.severity) >= Some(Severity::Warning);
            let place = hit.remark.place;
            format!("{}{}@{}-{}", if loud { "!" } else { "" }, hit.rule.id, place.start, place.end)
        })
        .collect();
    out.sort();
    out.join(" ")
}

fn files() -> Vec<PathBuf> {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let mut out = labelled::all_files();
    out.extend(std::fs::read_dir(suite.join("audit")).unwrap().map(|entry| entry.unwrap().path()));
    out.sort();
    out
}

#[test]
fn verdicts_are_as_frozen() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/golden.txt");
    let mut texts = BTreeMap::new();
    let mut now = String::new();
    for path in files() {
        let mut lines = BTreeMap::new();
        for (format, text, setting) in drafts(&path) {
            let said = verdicts(format, &text, &setting);
            if !said.is_empty() {
                let key = format!("{:08x}", hash(&text, &setting));
                lines.insert(key.clone(), said);
                texts.insert(key, text);
            }
        }
        writeln!(now, "[{}]", path.file_stem().unwrap().to_string_lossy()).unwrap();
        for (key, said) in lines {
            writeln!(now, "{key} {said}").unwrap();
        }
    }
    if std::env::var_os("REFEREE_BLESS").is_some() {
        std::fs::write(golden, now).unwrap();
        return;
    }
    let frozen = std::fs::read_to_string(golden).unwrap_or_default();
    if frozen == now {
        return;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (frozen.lines().collect(), now.lines().collect());
    let mut list = String::new();
    let gone = old.iter().filter(|line| !new.contains(line)).map(|line| ('-', line));
    let came = new.iter().filter(|line| !old.contains(line)).map(|line| ('+', line));
    let mut count = 0;
    for (sign, line) in gone.chain(came) {
        count += 1;
        let text = texts.get(line.split(' ').next().unwrap_or_default()).map_or("", String::as_str);
        writeln!(list, "{sign} {line}\n    {}", text.trim().replace('\n', "↵")).unwrap();
    }
    panic!("{count} lines of golden.txt differ; REFEREE_BLESS=1 writes it anew:\n{list}");
}
