//! True references from one database, checked against the records of another database for the same
//! works.
//!
//! An author who copies from Web of Science, Scopus or PubMed writes journals, authors and years in
//! that vendor's form. A finding here is a false alarm unless the two descriptions contradict each
//! other.

use crate::labelled::Labelled;
use crate::{languages, online, records, severity};
use referee_bibliography::{Bibliography, Format};
use referee_citations::{Disclosable, Judgement, Verdict};
use referee_findings::Severity;
use referee_text::Rope;
use std::collections::BTreeMap;
use std::path::Path;

/// Reads the references, each with the DOI of its work.
fn read(folder: &Path) -> Vec<(Labelled, String)> {
    let mut files: BTreeMap<String, Bibliography> = BTreeMap::new();
    let mut out = Vec::new();
    for row in records::lines(&folder.join("truth.jsonl")) {
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let bibliography = files.entry(text("file")).or_insert_with_key(|file| {
            let source = std::fs::read_to_string(folder.join(file)).unwrap();
            Bibliography::read(Format::Bibtex, Rope::from_str(&source))
        });
        let entry = bibliography.get(&text("key")).unwrap();
        let case = Labelled {
            name: text("key"),
            valid: true,
            group: text("set"),
            remark: format!("{} {}", row["vendors"], text("doi")),
            work: entry.work(),
        };
        out.push((case, text("doi")));
    }
    out
}

/// Returns the verdict and the fields that differ.
fn cause(judgement: &Judgement) -> String {
    let fields: Vec<&str> = judgement.differences.iter().map(|difference| difference.field).collect();
    let published = if judgement.published.is_some() { ", published" } else { "" };
    format!("{:?} {}{published}", judgement.verdict, fields.join("+"))
}

#[test]
fn references_that_another_database_describes_otherwise_are_not_accused() {
    let Some(folder) = records::data().map(|data| data.join("crossvendor")).filter(|folder| folder.is_dir())
    else {
        referee_tests::tools::skipped(format_args!(
            "the references of several databases are not on this machine"
        ));
        return;
    };
    let Some(web) = online::Web::start(&[folder.join("records.jsonl.gz")], &[]) else { return };
    let state = tempfile::tempdir().unwrap();
    let lookup = web.lookup(state.path(), false);
    let (cases, meant): (Vec<Labelled>, Vec<String>) = read(&folder).into_iter().unzip();
    let checked = online::check(&cases, &lookup, Disclosable::Everything);
    let mut causes: BTreeMap<(Severity, String), usize> = BTreeMap::new();
    let mut unverified: BTreeMap<String, usize> = BTreeMap::new();
    let mut strayed = 0;
    for ((case, judgement), meant) in cases.iter().zip(&checked.judgements).zip(&meant) {
        let severity = severity(judgement);
        if judgement.verdict != Verdict::Verified {
            *unverified.entry(format!("{:?}", judgement.verdict)).or_default() += 1;
        }
        if let Some(severity) = severity {
            *causes.entry((severity, cause(judgement))).or_default() += 1;
        }
        if severity.is_some_and(|severity| severity > Severity::Hint)
            || judgement.verdict != Verdict::Verified
        {
            eprintln!("{severity:?} [{}]\n{}", cause(judgement), crate::explain(case, judgement));
        }
        let own = judgement.record.as_ref().and_then(|record| record.work.identifiers.doi());
        if own.is_some_and(|own| !own.eq_ignore_ascii_case(meant)) {
            strayed += 1;
            eprintln!("   taken for {own:?}, is {meant}: {}", case.name);
        }
    }
    for ((severity, cause), count) in &causes {
        eprintln!("{severity:?} {cause:<60} {count:>5}");
    }
    languages::print(&cases, &checked.judgements);
    let share = |count: usize| 100.0 * count as f64 / cases.len() as f64;
    let count = |wanted: Severity| -> usize {
        causes.iter().filter(|((severity, _), _)| *severity == wanted).map(|(_, count)| count).sum()
    };
    let (warned, informed) = (count(Severity::Warning), count(Severity::Information));
    let unsure: usize = unverified.values().sum();
    eprintln!("several databases: {} references, {strayed} taken for another work", cases.len());
    eprintln!("several databases: warning {warned} ({:.2} %)", share(warned));
    eprintln!("several databases: any finding {} ({:.2} %)", warned + informed, share(warned + informed));
    eprintln!("several databases: verified {:.2} %, else {unverified:?}", 100.0 - share(unsure));
    assert!(warned * 100 <= cases.len(), "{warned} warnings");
    assert!((warned + informed) * 100 <= cases.len() * 4, "{} findings", warned + informed);
    assert!(unsure * 100 <= cases.len() * 5, "{unsure} not verified: {unverified:?}");
    assert_eq!(strayed, 0, "taken for another work");
    assert!(cases.len() > 1_000, "the set was read in part only: {}", cases.len());
}
