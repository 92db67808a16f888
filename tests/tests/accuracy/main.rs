//! Measures how often true references raise an alarm, and how often wrong ones are missed.
//!
//! The library contains the developers' records and is declared complete, so that absence is
//! evidence. A reference raises an alarm if a finding of warning or above would be shown: the
//! verdict is not-found or misidentified, or a serious field differs. `cargo test -p referee-tests
//! --test accuracy -- --nocapture` prints the report; with `REFEREE_ACCURACY=full` in the
//! environment every PubMed record is cited and falsified, otherwise every eighth. The rules of the
//! judge are independent of these sets: a miss leads to a general rule about references, or remains
//! a miss.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    missing_docs,
    reason = "a test that cannot set itself up should fail; its report is what it is for"
)]

mod biomedical;
mod crossvendor;
mod falsify;
mod labelled;
mod languages;
mod notices;
mod online;
mod printed_lists;
mod printed_styles;
mod published;
mod records;

use labelled::Labelled;
use referee_citations::{Disclosable, Judgement, Verdict, Weight, gather, judge};
use referee_findings::Severity;
use referee_literature::InMemoryLibrary;
use referee_records::{Completeness, NoticeKind, Record, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Whether a finding of warning or above would be shown.
fn is_alarmed(judgement: &Judgement) -> bool {
    match judgement.verdict {
        Verdict::NotFound | Verdict::Misidentified => true,
        Verdict::Differs => {
            judgement.differences.iter().any(|difference| difference.weight == Weight::Serious)
        }
        Verdict::Verified | Verdict::Uncovered | Verdict::Unchecked => false,
    }
}

/// Returns the severity of the worst finding that would be shown, if any.
fn severity(judgement: &Judgement) -> Option<Severity> {
    if is_alarmed(judgement) || !judgement.notices.is_empty() {
        return Some(Severity::Warning);
    }
    match judgement.differences.iter().map(|difference| difference.weight).max() {
        Some(Weight::Serious | Weight::Slight) => Some(Severity::Information),
        _ if judgement.published.is_some() => Some(Severity::Information),
        Some(Weight::Hint) => Some(Severity::Hint),
        None => None,
    }
}

/// Returns the rule of the finding, with the fields that differ.
fn rule(judgement: &Judgement) -> String {
    match judgement.verdict {
        Verdict::NotFound => String::from("citation/not-found"),
        Verdict::Misidentified => String::from("citation/misidentified"),
        _ => {
            let serious =
                judgement.differences.iter().filter(|difference| difference.weight == Weight::Serious);
            let fields: Vec<&str> = serious.map(|difference| difference.field).collect();
            format!("citation/differs ({})", fields.join(", "))
        }
    }
}

/// The result of judging a set.
#[derive(Default)]
struct Report {
    /// The numbers of alarms and of references, for each group.
    groups: BTreeMap<(bool, String), (usize, usize)>,
    /// The numbers of true and of false references with information at most.
    informed: [usize; 2],
    /// The time spent on queries, and on judging.
    gathering: Duration,
    judging: Duration,
    /// All wrong judgements.
    wrong: Vec<String>,
    /// The wrong references with any finding that `check` lists.
    found: BTreeSet<String>,
    /// The numbers of alarms by rule.
    rules: BTreeMap<(bool, String), usize>,
}

impl Report {
    /// Returns the result of checking `cases` online.
    fn online(cases: &[Labelled], checked: &online::Checked) -> Report {
        let mut report = Report { gathering: checked.time, judging: checked.again, ..Report::default() };
        for (case, judgement) in cases.iter().zip(&checked.judgements) {
            report.add(case, judgement);
        }
        report
    }

    fn add(&mut self, case: &Labelled, judgement: &Judgement) {
        let alarmed = is_alarmed(judgement);
        let group = self.groups.entry((case.valid, case.group.clone())).or_default();
        group.0 += usize::from(alarmed);
        group.1 += 1;
        if alarmed {
            *self.rules.entry((case.valid, rule(judgement))).or_default() += 1;
        }
        if !alarmed && severity(judgement) == Some(Severity::Information) {
            self.informed[usize::from(!case.valid)] += 1;
        }
        if alarmed == case.valid {
            self.wrong.push(explain(case, judgement));
        }
        if !case.valid && severity(judgement) > Some(Severity::Hint) {
            self.found.insert(case.name.clone());
        }
    }

    fn judge(cases: &[Labelled], sources: &[Arc<dyn Source>]) -> Report {
        let mut report = Report::default();
        for case in cases {
            let start = Instant::now();
            let gathered = gather(&case.work, sources);
            let middle = Instant::now();
            let judgement = judge(&case.work, &gathered);
            report.gathering += middle - start;
            report.judging += middle.elapsed();
            report.add(case, &judgement);
        }
        report
    }

    /// Prints how many of the wrong entries found in papers, or written by a language model, got a
    /// finding, and requires 95 in 100 of the former.
    fn print_incidents(&self, data: &std::path::Path) {
        let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for (name, origin) in labelled::origins(data) {
            let count = counts.entry(origin).or_default();
            count.0 += usize::from(self.found.contains(&name));
            count.1 += 1;
        }
        for (origin, (found, all)) in &counts {
            eprintln!("wrong ones by origin, {origin}: any finding on {found} of {all}");
        }
        let (found, all) = counts["real_world"];
        assert!(found * 100 >= all * 95, "{found} of {all} that were found in papers");
    }

    fn share(&self, valid: bool) -> (usize, usize) {
        let of = self.groups.iter().filter(|((label, _), _)| *label == valid);
        of.fold((0, 0), |sum, (_, count)| (sum.0 + count.0, sum.1 + count.1))
    }

    fn print(&self, name: &str) {
        eprintln!("\n== {name}");
        for ((valid, group), (alarmed, all)) in &self.groups {
            eprintln!(
                "{} {group:<45} alarmed {alarmed:>5} of {all:>5}",
                if *valid { "valid" } else { "wrong" }
            );
        }
        for line in &self.wrong {
            eprintln!("{line}");
        }
        for ((valid, rule), count) in &self.rules {
            eprintln!("{} alarmed by {rule:<45} {count:>5}", if *valid { "valid" } else { "wrong" });
        }
        let (false_alarms, valid) = self.share(true);
        let (caught, wrong) = self.share(false);
        let each = |time: Duration| time.as_secs_f64() * 1e6 / (valid + wrong).max(1) as f64;
        eprintln!("{name}: {:.0} µs to ask, {:.0} µs to judge", each(self.gathering), each(self.judging));
        let percent = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
        eprintln!("{name}: false alarms {false_alarms} of {valid} ({:.2} %)", percent(false_alarms, valid));
        eprintln!("{name}: caught {caught} of {wrong} ({:.2} %)", percent(caught, wrong));
        let [informed_valid, informed_wrong] = self.informed;
        let (found, accused) = (caught + informed_wrong, false_alarms + informed_valid);
        let f1 = 2.0 * found as f64 / (found + accused + wrong).max(1) as f64;
        eprintln!(
            "{name}: any finding on {accused} of {valid} true ones ({:.2} %) and {found} of {wrong} false ones \
             ({:.2} %), F1 {f1:.3}",
            percent(accused, valid),
            percent(found, wrong)
        );
    }
}

fn explain(case: &Labelled, judgement: &Judgement) -> String {
    let differences: Vec<String> = judgement
        .differences
        .iter()
        .map(|difference| {
            format!(
                "{} {:?}: {:?} / {:?}",
                difference.field, difference.weight, difference.claimed, difference.recorded
            )
        })
        .collect();
    let show = |record: &Record| {
        format!(
            "{:?} {:?} {:?} {:?}",
            record.work.title.as_deref().unwrap_or_default(),
            record.work.year(),
            record.work.container.as_deref().unwrap_or_default(),
            record.source
        )
    };
    let consulted: Vec<String> =
        judgement.consulted.iter().map(|source| format!("{} {:?}", source.name, source.outcome)).collect();
    format!(
        "-- {} [{}] {} -> {:?} {:?} ({})\n   claims {:?} ({} authors) {:?} {:?}\n   record {}\n   other {}\n   {}\n   {}",
        if case.valid { "FALSE ALARM" } else { "MISS" },
        case.group,
        case.name,
        judgement.verdict,
        judgement.unchecked_because,
        consulted.join(", "),
        case.work.title.as_deref().unwrap_or_default(),
        case.work.authors.len(),
        case.work.year(),
        case.work.container.as_deref().unwrap_or_default(),
        judgement.record.as_ref().map(show).unwrap_or_default(),
        judgement
            .other
            .as_ref()
            .map(|(identifier, record)| format!("{identifier} is {}", show(record)))
            .unwrap_or_default(),
        differences.join("; "),
        case.remark,
    )
}

/// Returns the step between the PubMed records that are cited and falsified.
fn step() -> usize {
    if std::env::var("REFEREE_ACCURACY").is_ok_and(|value| value == "full") { 1 } else { 8 }
}

fn library(data: &std::path::Path) -> (Vec<Record>, Arc<dyn Source>) {
    let all: Vec<Record> =
        records::lines(&data.join("records/dev.jsonl.gz")).iter().map(records::record).collect();
    (all.clone(), Arc::new(InMemoryLibrary::from_records(all, Completeness::everything())))
}

#[test]
fn labelled_references_are_judged_as_labelled() {
    let Some(data) = records::data() else {
        referee_tests::tools::skipped(format_args!("the developer data is not on this machine"));
        return;
    };
    let (all, library) = library(&data);
    let cases = labelled::read(&data);
    let known = |case: &Labelled| all.iter().any(|record| labelled::is_about(record, &case.work));
    // The library is declared complete. That is false for the true references whose works it lacks.
    let (judged, lacking): (Vec<Labelled>, Vec<Labelled>) =
        cases.into_iter().partition(|case| !case.valid || known(case));
    eprintln!("{} true references are left out, the library lacks their works", lacking.len());
    let report = Report::judge(&judged, &[library]);
    report.print("labelled");
    report.print_incidents(&data);
    let (false_alarms, valid) = report.share(true);
    let (caught, wrong) = report.share(false);
    assert!(valid > 500 && wrong > 700, "the sets were read in part only: {valid} and {wrong}");
    assert!(false_alarms * 100 <= valid, "{false_alarms} false alarms of {valid}");
    assert!(caught * 100 >= wrong * 97, "{caught} caught of {wrong}");
}

#[test]
fn true_references_are_not_accused_by_a_library_that_may_lack_them() {
    let Some(data) = records::data() else {
        referee_tests::tools::skipped(format_args!("the developer data is not on this machine"));
        return;
    };
    let all: Vec<Record> =
        records::lines(&data.join("records/dev.jsonl.gz")).iter().map(records::record).collect();
    // Every second record is missing: references to the missing works must not raise alarms.
    let half: Vec<Record> = all.iter().step_by(2).cloned().collect();
    let library: Arc<dyn Source> = Arc::new(InMemoryLibrary::from_records(half, Completeness::nothing()));
    let mut cases: Vec<Labelled> =
        labelled::read(&data).into_iter().chain(biomedical::make(&all, step())).collect();
    cases.retain(|case| case.valid);
    let report = Report::judge(&cases, &[library]);
    report.print("half a library");
    let (false_alarms, valid) = report.share(true);
    assert!(false_alarms * 1000 <= valid * 3, "{false_alarms} false alarms of {valid}");
}

#[test]
fn references_as_journals_printed_them_are_true() {
    let Some(data) = records::data() else {
        referee_tests::tools::skipped(format_args!("the developer data is not on this machine"));
        return;
    };
    let (all, library) = library(&data);
    let report = Report::judge(&published::read(&data, &all), &[library]);
    report.print("published");
}

#[test]
fn biomedical_references_are_judged_as_they_were_made() {
    let Some(data) = records::data() else {
        referee_tests::tools::skipped(format_args!("the developer data is not on this machine"));
        return;
    };
    let (all, library) = library(&data);
    let report = Report::judge(&biomedical::make(&all, step()), &[library]);
    report.print("biomedical");
    let (false_alarms, valid) = report.share(true);
    let (caught, wrong) = report.share(false);
    assert!(
        valid * step() > 10_000 && wrong * step() > 10_000,
        "the sets were made in part only: {valid} and {wrong}"
    );
    assert!(false_alarms * 1000 <= valid * 3, "{false_alarms} false alarms of {valid}");
    assert!(caught * 100 >= wrong * 99, "{caught} caught of {wrong}");
}

/// Starts the simulated web over the developers' records, and a scheduler that queries it.
fn web(
    data: &std::path::Path,
    polite: bool,
    options: &[&str],
) -> Option<(online::Web, tempfile::TempDir, referee_literature::LookupScheduler)> {
    let web = online::Web::start(&[data.join("records/dev.jsonl.gz")], options)?;
    let state = tempfile::tempdir().unwrap();
    let lookup = web.lookup(state.path(), polite);
    Some((web, state, lookup))
}

fn print_requests(name: &str, references: usize, checked: &online::Checked) {
    let each: Vec<String> =
        checked.requests.iter().map(|(service, count)| format!("{service} {count}")).collect();
    let per = checked.sent() as f64 / references.max(1) as f64;
    eprintln!("{name}: {per:.2} requests per reference ({})", each.join(", "));
}

#[test]
fn labelled_references_are_judged_online_as_labelled() {
    let Some(data) = records::data() else {
        referee_tests::tools::skipped(format_args!("the developer data is not on this machine"));
        return;
    };
    let Some((_web, _state, lookup)) = web(&data, false, &[]) else { return };
    let (all, _) = library(&data);
    let known = |case: &Labelled| all.iter().any(|record| labelled::is_about(record, &case.work));
    let cases: Vec<Labelled> =
        labelled::read(&data).into_iter().filter(|case| !case.valid || known(case)).collect();
    let checked = online::check(&cases, &lookup, Disclosable::Everything);
    let report = Report::online(&cases, &checked);
    report.print("labelled, online");
    report.print_incidents(&data);
    print_requests("labelled, online", cases.len(), &checked);
}

#[test]
fn biomedical_references_are_judged_online_as_they_were_made() {
    let Some(data) = records::data() else {
        referee_tests::tools::skipped(format_args!("the developer data is not on this machine"));
        return;
    };
    let Some((_web, _state, lookup)) = web(&data, false, &[]) else { return };
    let (all, _) = library(&data);
    let cases = biomedical::make(&all, step());
    let checked = online::check(&cases, &lookup, Disclosable::Everything);
    let report = Report::online(&cases, &checked);
    report.print("biomedical, online");
    print_requests("biomedical, online", cases.len(), &checked);
}

#[test]
fn every_retraction_is_told_online_and_no_correction_is_called_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notices.jsonl");
    let (cases, expected): (Vec<Labelled>, Vec<Vec<NoticeKind>>) = notices::make(&file).into_iter().unzip();
    let Some(web) = online::Web::start(&[file], &[]) else { return };
    let lookup = web.lookup(folder.path(), false);
    let checked = online::check(&cases, &lookup, Disclosable::Everything);
    print_requests("notices, online", cases.len(), &checked);
    for ((case, judgement), expected) in cases.iter().zip(&checked.judgements).zip(&expected) {
        let mut told: Vec<NoticeKind> = judgement.notices.iter().map(|notice| notice.kind).collect();
        told.sort_unstable();
        told.dedup();
        // A publisher's withdrawal is a retraction in PubMed.
        if matches!(expected.as_slice(), [NoticeKind::Withdrawal | NoticeKind::Removal]) {
            told.retain(|kind| *kind != NoticeKind::Retraction);
        }
        assert_eq!(&told, expected, "{}", explain(case, judgement));
        assert!(!is_alarmed(judgement), "{}", explain(case, judgement));
        assert!(judgement.notices.iter().all(|notice| notice.date.is_some()), "{}", explain(case, judgement));
    }
}

#[test]
fn no_outage_makes_an_accusation() {
    let Some(data) = records::data() else {
        referee_tests::tools::skipped(format_args!("the developer data is not on this machine"));
        return;
    };
    let (all, _) = library(&data);
    let cases: Vec<Labelled> = labelled::read(&data)
        .into_iter()
        .step_by(24)
        .chain(biomedical::make(&all, 8).into_iter().step_by(101))
        .collect();
    let run = |fault: Option<&str>| -> Option<Vec<Verdict>> {
        let options: Vec<&str> = fault.map(|fault| vec!["--fault", fault]).unwrap_or_default();
        let mut web = online::Web::start(&[data.join("records/dev.jsonl.gz")], &options)?;
        // A service that fails does so quickly.
        web.patience = Duration::from_secs(5);
        let state = tempfile::tempdir().unwrap();
        let lookup = web.lookup(state.path(), false);
        let checked = online::check(&cases, &lookup, Disclosable::Everything);
        Some(checked.judgements.into_iter().map(|judgement| judgement.verdict).collect())
    };
    let Some(sound) = run(None) else { return };
    let mut faults: Vec<String> = Vec::new();
    for service in
        ["eutils", "crossref", "europepmc", "openalex", "doi", "datacite", "arxiv", "semanticscholar"]
    {
        for fault in ["500", "html", "truncate", "empty"] {
            faults.push(format!(r#"{{"service": "{service}", "fault": "{fault}"}}"#));
        }
    }
    for seed in 0..3 {
        faults.push(format!(r#"{{"seed": {seed}, "rules": [{{"service": "*", "fault": "html", "p": 0.2}}, {{"service": "*", "fault": "truncate", "p": 0.2}}]}}"#));
    }
    let every = if step() == 1 { 1 } else { 7 };
    for fault in faults.iter().step_by(every) {
        let verdicts = run(Some(fault)).unwrap();
        for ((case, verdict), without) in cases.iter().zip(&verdicts).zip(&sound) {
            let accused = matches!(verdict, Verdict::NotFound | Verdict::Misidentified);
            assert!(
                !accused || verdict == without,
                "{fault}: {} {verdict:?}, without {without:?}",
                case.name
            );
        }
    }
}

#[test]
fn sixty_references_are_checked_in_seconds_and_politely() {
    let Some(data) = records::data() else {
        referee_tests::tools::skipped(format_args!("the developer data is not on this machine"));
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("requests.jsonl");
    let options = ["--latency-ms", "80", "--rate-limits", "on", "--log", log.to_str().unwrap()];
    let (all, _) = library(&data);
    let labelled: Vec<Labelled> = labelled::read(&data).into_iter().take(1100).step_by(18).take(60).collect();
    let biomedical: Vec<Labelled> = biomedical::make(&all, 8).into_iter().step_by(101).take(60).collect();
    for (name, cases) in [("labelled", labelled), ("biomedical", biomedical)] {
        let Some((_web, _state, lookup)) = web(&data, true, &options) else { return };
        let checked = online::check(&cases, &lookup, Disclosable::Everything);
        let bare = cases.iter().filter(|case| case.work.identifiers.is_empty()).count();
        print_requests(name, cases.len(), &checked);
        let right = cases
            .iter()
            .zip(&checked.judgements)
            .filter(|(case, judgement)| is_alarmed(judgement) != case.valid);
        eprintln!(
            "{name}: {} references, {bare} of them without identifiers, in {:.2} s, {} judged as labelled",
            cases.len(),
            checked.time.as_secs_f64(),
            right.count()
        );
        let refused = std::fs::read_to_string(&log)
            .unwrap()
            .lines()
            .filter(|line| line.contains("\"status\": 429"))
            .count();
        eprintln!("{name}: {refused} requests beyond the limits");
    }
}
