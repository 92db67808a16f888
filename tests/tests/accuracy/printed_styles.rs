//! Printed references in many styles, matched with a library: how often the right work is found,
//! and how often another.
//!
//! The strings are made from the developers' records by styles of the CSL archive, once as the
//! style prints them and once without identifiers. One record in four is missing in the library:
//! any match for it is wrong. The last table is for references as journals printed them, in the
//! reference lists of PubMed records.

use crate::{published, records};
use hayagriva::archive::{ArchivedStyle, locales};
use hayagriva::citationberg::{IndependentStyle, Locale, Style, json};
use hayagriva::{BibliographyDriver, BibliographyRequest, BufWriteFormat, CitationItem, CitationRequest};
use referee_bibliography::csl_write::csl_json;
use referee_bibliography::{Identifier, Identifiers, WorkKind, read_item};
use referee_citations::{Verdict, gather, judge};
use referee_literature::Library;
use referee_records::{Record, Source};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Styles of medicine, of other sciences and of other languages, including two that print no title.
const STYLES: &[&str] = &[
    "vancouver",
    "nlm-citation-sequence",
    "american-medical-association",
    "the-lancet",
    "bmj",
    "plos",
    "nature",
    "cell",
    "apa",
    "chicago-author-date",
    "harvard-cite-them-right",
    "modern-language-association",
    "ieee",
    "elsevier-with-titles",
    "elsevier-harvard",
    "springer-basic",
    "karger",
    "american-chemical-society",
    "american-physics-society",
    "iso-690-numeric",
    "gost-r-705-2008-numeric",
    "gb-7714-2015-numeric",
    "associacao-brasileira-de-normas-tecnicas",
    "deutsche-sprache",
];

/// Counts of printed references that were looked up in a library, and of the matches.
#[derive(Clone, Copy, Default)]
struct Matches {
    /// References whose work is in the library.
    known: usize,
    /// References whose work is not in the library.
    unknown: usize,
    /// References whose work is in the library and was found.
    right: usize,
    /// References, known or not, for which another work was found.
    wrong: usize,
    /// The time spent on parsing, looking up and judging all of them.
    time: Duration,
}

impl Matches {
    fn add(&mut self, other: Matches) {
        self.known += other.known;
        self.unknown += other.unknown;
        self.right += other.right;
        self.wrong += other.wrong;
        self.time += other.time;
    }

    fn precision(&self) -> f64 {
        self.right as f64 / (self.right + self.wrong).max(1) as f64
    }

    fn recall(&self) -> f64 {
        self.right as f64 / self.known.max(1) as f64
    }

    fn print(&self, name: &str) {
        let (precision, recall) = (self.precision(), self.recall());
        let f1 = 2.0 * precision * recall / (precision + recall).max(f64::MIN_POSITIVE);
        eprintln!(
            "{name:<48} {:>6} {:>6}   P {:>5.1}  R {:>5.1}  F1 {:>5.1}   {:>6.2} ms",
            self.known,
            self.unknown,
            100.0 * precision,
            100.0 * recall,
            100.0 * f1,
            self.time.as_secs_f64() * 1e3 / (self.known + self.unknown).max(1) as f64
        );
    }

    /// Looks one string up and counts the result. `printed` has the identifiers of its work;
    /// `known` is whether that work is in the library.
    fn look_up(&mut self, text: &str, printed: &Identifiers, known: bool, sources: &[Arc<dyn Source>]) {
        let start = Instant::now();
        let work = read_item(text).work;
        let judgement = judge(&work, &gather(&work, sources));
        self.time += start.elapsed();
        let found = match judgement.verdict {
            Verdict::Verified | Verdict::Differs => judgement.record,
            _ => None,
        };
        // A record that shares any identifier with the work is right: one work may have several
        // records.
        let is_right = found.as_ref().is_some_and(|record| {
            record.work.identifiers.iter().any(|identifier| printed.iter().any(|other| other == identifier))
        });
        self.known += usize::from(known);
        self.unknown += usize::from(!known);
        self.right += usize::from(known && is_right);
        self.wrong += usize::from(found.is_some() && !is_right);
        if std::env::var_os("REFEREE_ACCURACY_EXPLAIN").is_some()
            && (known != is_right || found.is_some() != is_right)
        {
            let title = found.as_ref().and_then(|record| record.work.title.as_deref()).unwrap_or("nothing");
            eprintln!(
                "-- {:?} {} {text}\n   read {:?} / {:?} / {:?}\n   found {title}",
                judgement.verdict,
                if known { "known" } else { "unknown" },
                work.title.as_deref().unwrap_or_default(),
                work.container.as_deref().unwrap_or_default(),
                work.authors.first(),
            );
        }
    }
}

/// Returns a record in the form of a style; `None` if the style prints nothing for it.
fn print_reference(item: &json::Item, style: &IndependentStyle, locales: &[Locale]) -> Option<String> {
    let mut driver = BibliographyDriver::new();
    let items = vec![CitationItem::with_entry(item)];
    driver.citation(CitationRequest::from_items(items, style, locales));
    let rendered = driver.finish(BibliographyRequest { style, locale: None, locale_files: locales });
    let mut text = String::new();
    rendered.bibliography?.items.first()?.content.write_buf(&mut text, BufWriteFormat::Plain).ok()?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// Returns the record as a CSL-JSON item, with or without its identifiers.
fn item(record: &Record, with_identifiers: bool) -> Option<json::Item> {
    let mut value = csl_json(&record.work);
    let fields = value.as_object_mut()?;
    if !with_identifiers {
        for name in ["DOI", "PMID", "PMCID", "URL", "ISBN", "number"] {
            fields.remove(name);
        }
    }
    for name in ["abstract", "available-date", "original-title", "language"] {
        fields.remove(name);
    }
    serde_json::from_value(value).ok()
}

#[test]
fn references_as_they_are_printed_are_found_again() {
    let Some(data) = records::data() else {
        referee_tests::tools::skipped(format_args!("the records to print are not on this machine"));
        return;
    };
    let all: Vec<Record> =
        records::lines(&data.join("records/dev.jsonl.gz")).iter().map(records::record).collect();
    let is_article = |record: &&Record| {
        record.work.kind == WorkKind::Article
            && record.work.title.is_some()
            && !record.work.authors.is_empty()
            && record.work.identifiers.iter().next().is_some()
    };
    let works: Vec<&Record> = all.iter().filter(is_article).collect();
    let known: Vec<Record> =
        works.iter().enumerate().filter(|(at, _)| at % 4 != 0).map(|(_, record)| (*record).clone()).collect();
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("library");
    let mut writer = Library::create_or_open_for_import(folder.clone()).unwrap();
    writer.add_records("records", known.clone()).unwrap();
    drop(writer);
    let library: Arc<dyn Source> = Arc::new(Library::open(folder).unwrap().unwrap());
    let sources = [library];
    // The full run prints every record in every style, otherwise a sample.
    let step = if std::env::var_os("REFEREE_ACCURACY").is_some_and(|value| value == "full") { 1 } else { 37 };
    let locales = locales();
    eprintln!("{:<48} known unknown of {} works, {} in the library", "", works.len(), known.len());
    for with_identifiers in [true, false] {
        let mut sum = Matches::default();
        for name in STYLES {
            let Style::Independent(style) = ArchivedStyle::by_name(name).unwrap().get() else {
                panic!("{name} is no style of its own");
            };
            let mut matches = Matches::default();
            for (at, record) in works.iter().enumerate().skip(step / 2).step_by(step) {
                let Some(text) =
                    item(record, with_identifiers).and_then(|item| print_reference(&item, &style, &locales))
                else {
                    continue;
                };
                matches.look_up(&text, &record.work.identifiers, at % 4 != 0, &sources);
            }
            assert!(matches.known > 0, "{name} prints nothing");
            matches.print(name);
            sum.add(matches);
        }
        sum.print(if with_identifiers {
            "all styles, as printed"
        } else {
            "all styles, without identifiers"
        });
        assert!(
            sum.precision() >= 0.995,
            "another work was found for {} of {}",
            sum.wrong,
            sum.known + sum.unknown
        );
        assert!(sum.recall() >= if with_identifiers { 0.97 } else { 0.89 }, "{}", sum.recall());
    }
    let mut real = Matches::default();
    for reference in published::printed(&data) {
        let printed: Identifiers = [reference.pmid.clone()].into_iter().collect();
        let is_cited =
            |record: &Record| record.work.identifiers.iter().any(|id: &Identifier| *id == reference.pmid);
        real.look_up(&reference.text, &printed, known.iter().any(is_cited), &sources);
    }
    real.print("printed by journals");
    assert!(real.recall() >= 0.95, "{}", real.recall());
    assert!(real.precision() >= 0.99, "another work was found for {} that journals printed", real.wrong);
}
