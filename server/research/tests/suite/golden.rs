//! Compares a report and its hypotheses verbatim with golden files, in four formats.
//!
//! `REFEREE_BLESS=1 cargo test -p referee-research --test suite golden` rewrites the files; a
//! reader must then review the changes.

use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use referee_literature::InMemoryLibrary;
use referee_records::{Completeness, Notice, NoticeKind, Record, Source};
use referee_research::page::{CitationSyntax, write};
use referee_research::report::{bibliography, compose, page};
use referee_research::rounds::{ResearchContext, ResearchOutcome, research};
use referee_research::{Store, Vocabulary, clock, hypotheses};
use referee_syntax::Format;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

struct Paper {
    pmid: u32,
    title: &'static str,
    summary: &'static str,
    author: &'static str,
    year: i32,
    types: &'static [&'static str],
    subjects: &'static [&'static str],
    retracted: bool,
}

/// Invented papers: a chain of three hops, one that denies a hop, a trial, a review without an
/// abstract, a retracted one, and one about something else.
const PAPERS: &[Paper] = &[
    Paper {
        pmid: 90_000_001,
        title: "A drug and a kinase in cultured neurons",
        summary: "We treated 48 cultures. Metformin activated AMPK in neurons of rats. 50% & more of them <lived>.",
        author: "Aster",
        year: 2019,
        types: &["Journal Article"],
        subjects: &["Animals", "Rats"],
        retracted: false,
    },
    Paper {
        pmid: 90_000_002,
        title: "A kinase and digestion in neurons",
        summary: "In neurons, AMPK increases autophagy.",
        author: "Birch",
        year: 2018,
        types: &["Journal Article"],
        subjects: &["Mice", "Animals"],
        retracted: false,
    },
    Paper {
        pmid: 90_000_003,
        title: "Digestion and plaques in old mice",
        summary: "Autophagy reduces amyloid plaques in mice.",
        author: "Cedar",
        year: 2017,
        types: &["Journal Article"],
        subjects: &["Animals"],
        retracted: false,
    },
    Paper {
        pmid: 90_000_004,
        title: "No effect of a drug on a kinase in human neurons",
        summary: "Metformin did not activate AMPK in human neurons.",
        author: "Dogwood",
        year: 2021,
        types: &["Journal Article"],
        subjects: &["Humans"],
        retracted: false,
    },
    Paper {
        pmid: 90_000_005,
        title: "Metformin and amyloid in older adults: a randomised trial",
        summary: "We randomised 120 adults. Metformin did not reduce amyloid plaques after 12 months (p = 0.40).",
        author: "Elm",
        year: 2022,
        types: &["Randomized Controlled Trial", "Journal Article"],
        subjects: &["Humans", "Aged"],
        retracted: false,
    },
    Paper {
        pmid: 90_000_006,
        title: "Metformin and amyloid: what we think",
        summary: "",
        author: "Fir",
        year: 2015,
        types: &["Review"],
        subjects: &[],
        retracted: false,
    },
    Paper {
        pmid: 90_000_007,
        title: "Metformin clears amyloid plaques overnight",
        summary: "Metformin reduces amyloid plaques in everybody.",
        author: "Gorse",
        year: 2016,
        types: &["Journal Article", "Retracted Publication"],
        subjects: &["Humans"],
        retracted: true,
    },
    Paper {
        pmid: 90_000_008,
        title: "Sleep of students before examinations",
        summary: "We asked students how they slept.",
        author: "Hazel",
        year: 2014,
        types: &["Journal Article"],
        subjects: &["Humans"],
        retracted: false,
    },
];

fn record(paper: &Paper) -> Record {
    let notice = Notice {
        kind: NoticeKind::Retraction,
        date: Some(Date { year: 2020, month: Some(5), day: Some(1) }),
        identifiers: Vec::new(),
        source: "pubmed".into(),
        reason: None,
    };
    Record {
        as_of: Some(Date { year: 2026, month: Some(1), day: Some(2) }),
        notices: if paper.retracted { vec![notice] } else { Vec::new() },
        subjects: paper.subjects.iter().map(|subject| (*subject).to_owned()).collect(),
        types: paper.types.iter().map(|kind| (*kind).to_owned()).collect(),
        ..Record::new(
            "pubmed",
            Work {
                kind: WorkKind::Article,
                title: Some(paper.title.to_owned()),
                authors: vec![Name::person(paper.author, "Ann B"), Name::person("Oak", "Carl")],
                container: Some("Journal of Examples & Counterexamples".to_owned()),
                date: Some(Date { year: paper.year, month: None, day: None }),
                volume: Some("7".to_owned()),
                pages: Some("11-19".to_owned()),
                summary: (!paper.summary.is_empty()).then(|| paper.summary.to_owned()),
                identifiers: [Identifier::Pmid(paper.pmid)].into_iter().collect(),
                language: Some("en".to_owned()),
                ..Work::default()
            },
        )
    }
}

fn outcome() -> ResearchOutcome {
    let records = PAPERS.iter().map(record).collect();
    let library: Arc<dyn Source> = Arc::new(InMemoryLibrary::from_records(records, Completeness::nothing()));
    let vocabulary = Vocabulary::shipped();
    let mut store = Store::in_memory().unwrap();
    let mut progress = |_: referee_research::rounds::Progress<'_>| {};
    let mut context = ResearchContext {
        sources: &[library],
        vocabulary: &vocabulary,
        cancel: &CancellationToken::new(),
        progress: &mut progress,
        model: None,
        embedder: None,
        mechanisms: None,
        query_embedder: None,
    };
    research("metformin amyloid", 3, &mut store, &mut context).unwrap()
}

fn compare(name: &str, text: &str, stale: &mut Vec<String>) {
    // The date of the report does not matter for this test.
    let text = text.replace(&clock::iso(clock::today()), "2026-01-02");
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("REFEREE_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let stands = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    if stands != text {
        stale.push(name.to_owned());
    }
}

#[test]
fn a_report_is_the_same_letter_for_letter_in_each_format() {
    let outcome = outcome();
    let report = compose(&outcome).unwrap();
    let (entries, keys) = bibliography(&report, Format::Quarto);
    let mut stale = Vec::new();
    let keyed = CitationSyntax::Keys(keys);
    for (name, format) in [("report.md", Format::Markdown), ("report.txt", Format::PlainText)] {
        compare(name, &write(&page(&report, true), format, &report.numbers(), 0), &mut stale);
    }
    for (name, format) in
        [("report.qmd", Format::Quarto), ("report.tex", Format::Latex), ("report.typ", Format::Typst)]
    {
        compare(name, &write(&page(&report, false), format, &keyed, 0), &mut stale);
    }
    compare("report.bib", &entries, &mut stale);
    let hypotheses = hypotheses::page(&outcome.assessment);
    let numbers = CitationSyntax::Numbers(hypotheses.cited().into_iter().zip(1..).collect());
    compare("hypotheses.md", &write(&hypotheses, Format::Markdown, &numbers, 0), &mut stale);
    assert!(stale.is_empty(), "read what changed in {stale:?}: REFEREE_BLESS=1 writes them anew");
}

#[test]
fn what_the_files_say_is_true_of_the_papers() {
    let report = compose(&outcome()).unwrap();
    let text = write(&page(&report, true), Format::Markdown, &report.numbers(), 0);
    // Sections in order, each once.
    let order = [
        "# Evidence report",
        "## Executive Summary",
        "## Research Question",
        "## Methodology",
        "## Hypotheses Tested",
        "## Mechanistic Findings",
        "## Clinical Findings",
        "## Drug Candidates",
        "## Limitations",
        "## Conclusion",
        "## References",
    ];
    let places: Vec<usize> = order
        .iter()
        .map(|heading| text.find(heading).unwrap_or_else(|| panic!("{heading}: {text}")))
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    // Every quotation occurs in the paper that is cited for it.
    for section in [&report.mechanistic_findings, &report.clinical_findings] {
        for sentence in section.sentences.iter().filter(|sentence| sentence.quote.is_some()) {
            let quote = sentence.quote.as_deref().unwrap();
            let holds = |paper: &&Paper| {
                sentence.evidence.contains(&format!("pmid:{}", paper.pmid))
                    && (paper.summary.contains(quote) || paper.title.contains(quote))
            };
            assert!(PAPERS.iter().any(|paper| holds(&paper)), "{sentence:?}");
        }
    }
    // The retracted work is mentioned, but neither cited nor counted.
    assert!(text.contains("Retracted and therefore excluded: Gorse"), "{text}");
    assert!(report.references.iter().all(|one| one.handle != "pmid:90000007"), "{:?}", report.references);
    assert!(!text.contains("Sleep of students"), "{text}");
}
