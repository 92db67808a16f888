//! A workspace for tests: files from a fixture, a library of a few records, and the findings of a
//! session about them.

use referee_bibliography::{Bibliography, Date, Name, Work, WorkKind};
use referee_citations::EvidenceIndex;
use referee_citations::rules::RuleContext;
use referee_findings::{FileEdit, Finding, Fix, Severity};
use referee_fixture::Fixture;
use referee_literature::InMemoryLibrary;
use referee_records::{Completeness, Record, Source};
use referee_text::edit::apply_all;
use referee_text::{FileId, TextEdit};
use referee_workspace::load::{Loaded, load};
use referee_workspace::{FileKind, LoadRequest, Session, Snapshot};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// The maximum number of rounds in which a session may request files: drafts refer to
/// bibliographies, which refer to no further files.
const MAX_ROUNDS: usize = 8;

/// Files, the known records, and a snapshot of a session over both.
pub(crate) struct World {
    /// The folder from which the session reads files that are not open.
    folder: Rc<TempDir>,
    /// The files by name, in the order of the fixture, with their full text.
    files: Vec<(String, String)>,
    records: Vec<Record>,
    clinical: bool,
    evidence: Option<EvidenceIndex>,
    snapshot: Snapshot,
}

impl World {
    /// Opens the files of a fixture: `//- refs.bib`. A draft without a bibliography gets a first
    /// line that includes all of them; texts and offsets are given without this line.
    pub(crate) fn new(fixture: &str) -> World {
        let fixture = Fixture::parse(fixture);
        let files: Vec<(&str, &str)> =
            fixture.files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
        World::of(&files)
    }

    /// Opens files from pairs of name and text, for tests that generate a text.
    pub(crate) fn of(files: &[(&str, &str)]) -> World {
        let bibliographies: Vec<&str> =
            files.iter().map(|(name, _)| *name).filter(|name| lists(name)).collect();
        let files = files
            .iter()
            .map(|(name, text)| ((*name).to_owned(), with_bibliographies(name, text, &bibliographies)))
            .collect();
        World::opened(files, Vec::new(), false, None)
    }

    fn opened(
        files: Vec<(String, String)>,
        records: Vec<Record>,
        clinical: bool,
        evidence: Option<EvidenceIndex>,
    ) -> World {
        let folder = tempfile::tempdir().unwrap();
        let mut session = Session::default();
        session.set_folders(vec![folder.path().to_path_buf()]);
        let kind = if clinical { "clinical-note" } else { "auto" };
        let complaints = session.set_editor_settings(&serde_json::json!({ "documents": { "kind": kind } }));
        assert!(complaints.is_empty(), "{complaints:?}");
        session.know_evidence(folder.path(), evidence.clone());
        for (name, text) in &files {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            session.open(FileId::new(path), "", 1, text);
        }
        let (complete, unknown) = Completeness::read(["all"]);
        assert!(unknown.is_empty(), "{unknown:?}");
        let library: Arc<dyn Source> = Arc::new(InMemoryLibrary::from_records(records.clone(), complete));
        let sources = if records.is_empty() { Vec::new() } else { vec![library] };
        for _ in 0..MAX_ROUNDS {
            for wanted in session.wanted() {
                session.supply(match wanted {
                    LoadRequest::Library(place) => Loaded::library(place, sources.clone()),
                    other => load(&other),
                });
            }
        }
        let snapshot = session.snapshot();
        for (name, _) in &files {
            for reference in snapshot.pending(&FileId::new(folder.path().join(name))) {
                snapshot.judge(&reference);
            }
        }
        World { folder: Rc::new(folder), files, records, clinical, evidence, snapshot }
    }

    /// Adds a library that has these records and is complete.
    pub(crate) fn knowing(self, records: Vec<Record>) -> World {
        World::opened(self.files, records, self.clinical, self.evidence)
    }

    /// Adds a library that is complete and lacks all works in the files.
    pub(crate) fn knowing_none(self) -> World {
        self.knowing(vec![record(work("Soil moisture in alpine meadows", "Ferrante", 1987, "Geoderma"))])
    }

    /// Makes the drafts clinical notes.
    pub(crate) fn notes(self) -> World {
        World::opened(self.files, self.records, true, self.evidence)
    }

    /// Adds evidence to the workspace.
    pub(crate) fn holding(self, evidence: EvidenceIndex) -> World {
        World::opened(self.files, self.records, self.clinical, Some(evidence))
    }

    /// Calls `work` with the context of a file for rules and edits.
    pub(crate) fn around<T>(&self, name: &str, work: impl FnOnce(&RuleContext<'_>) -> T) -> T {
        self.snapshot.with_context(&self.id(name), work)
    }

    /// Returns the findings of the rules about citations in a file, in the order of the text.
    pub(crate) fn findings(&self, name: &str) -> Vec<Finding> {
        let review = self.snapshot.review(&self.id(name), &CancellationToken::new()).unwrap();
        assert!(!review.unfinished);
        let all = review.findings.into_iter();
        all.filter(|finding| {
            finding.rule.starts_with("citation/")
                || finding.rule.contains("unsupported")
                || finding.rule == "manuscript/registry-differs"
        })
        .collect()
    }

    /// Returns the findings of one rule in a file.
    pub(crate) fn findings_of(&self, name: &str, rule: &str) -> Vec<Finding> {
        self.findings(name).into_iter().filter(|finding| finding.rule == rule).collect()
    }

    /// Returns the only finding of one rule in a file.
    pub(crate) fn finding(&self, name: &str, rule: &str) -> Finding {
        let mut all = self.findings_of(name, rule);
        assert_eq!(all.len(), 1, "{all:#?}\namong {:#?}", self.findings(name));
        all.remove(0)
    }

    /// Returns the text of a finding's span.
    pub(crate) fn place(&self, name: &str, finding: &Finding) -> String {
        self.full_text(name)[finding.span.range()].to_owned()
    }

    /// Returns the texts and severities of the findings of one rule.
    pub(crate) fn places(&self, name: &str, rule: &str) -> Vec<(String, Severity)> {
        let all = self.findings_of(name, rule);
        all.into_iter().map(|finding| (self.place(name, &finding), finding.severity)).collect()
    }

    /// Returns the fixes of a finding.
    pub(crate) fn fixes(&self, name: &str, finding: &Finding) -> Vec<Fix> {
        self.snapshot.fixes(&self.id(name), finding)
    }

    /// Returns the world after applying the fix whose title starts with `title` to the only finding
    /// of a rule.
    pub(crate) fn fixed(&self, name: &str, rule: &str, title: &str) -> World {
        let finding = self.finding(name, rule);
        let fixes = self.fixes(name, &finding);
        let titles: Vec<&str> = fixes.iter().map(|fix| fix.title.as_str()).collect();
        let fix = fixes.iter().find(|fix| fix.title.starts_with(title));
        self.after(&fix.unwrap_or_else(|| panic!("no fix “{title}” among {titles:?}")).edits)
    }

    /// Returns the world after edits, opened again.
    pub(crate) fn after(&self, edits: &[FileEdit]) -> World {
        World::opened(self.edited(edits), self.records.clone(), self.clinical, self.evidence.clone())
    }

    /// Returns the files after edits, which must be in known files, in order, without overlap, and
    /// at character boundaries.
    pub(crate) fn edited(&self, edits: &[FileEdit]) -> Vec<(String, String)> {
        let mut by_file: BTreeMap<&FileId, Vec<TextEdit>> = BTreeMap::new();
        for edit in edits {
            by_file.entry(&edit.file).or_default().push(TextEdit::new(edit.span, edit.text.clone()));
        }
        let mut files = Vec::new();
        for (name, before) in &self.files {
            let mine = by_file.remove(&self.id(name)).unwrap_or_default();
            for pair in mine.windows(2) {
                assert!(
                    pair[0].span.end <= pair[1].span.start,
                    "edits overlap or are out of order: {mine:?}"
                );
            }
            for edit in &mine {
                let inside = before.get(edit.span.range()).is_some();
                assert!(inside, "an edit cuts a character or lies outside: {edit:?}");
            }
            files.push((name.clone(), apply_all(before, &mine)));
        }
        assert!(by_file.is_empty(), "an edit is for a file that is not there: {by_file:?}");
        files
    }

    /// Returns the text of a file, without the line that includes the bibliographies.
    pub(crate) fn text(&self, name: &str) -> String {
        let full = self.full_text(name);
        full[..self.start(name).0].to_owned() + &full[self.start(name).1..]
    }

    /// Returns the start and end of the lines in a file that include the bibliographies.
    pub(crate) fn start(&self, name: &str) -> (usize, usize) {
        let full = self.full_text(name);
        let all: Vec<&str> =
            self.files.iter().map(|(name, _)| name.as_str()).filter(|name| lists(name)).collect();
        let added = preamble(name, full, &all);
        let start = if full.starts_with(&added) { 0 } else { FENCE.len() };
        if full[start..].starts_with(&added) { (start, start + added.len()) } else { (0, 0) }
    }

    pub(crate) fn full_text(&self, name: &str) -> &str {
        &self.files.iter().find(|file| file.0 == name).unwrap_or_else(|| panic!("no file {name}")).1
    }

    /// Returns a bibliography.
    pub(crate) fn bibliography(&self, name: &str) -> Arc<Bibliography> {
        match self.snapshot.kind(&self.id(name)) {
            Some(FileKind::Bibliography(bibliography)) => bibliography,
            _ => panic!("no bibliography {name}"),
        }
    }

    fn id(&self, name: &str) -> FileId {
        FileId::new(self.folder.path().join(name))
    }
}

/// The delimiter of the front matter of a Markdown draft.
const FENCE: &str = "---\n";

fn lists(name: &str) -> bool {
    matches!(name.rsplit('.').next(), Some("bib" | "json" | "yaml" | "yml"))
}

fn with_bibliographies(name: &str, text: &str, all: &[&str]) -> String {
    if all.is_empty() || lists(name) || text.contains("bibliography") {
        return text.to_owned();
    }
    match text.strip_prefix(FENCE).filter(|_| name.to_lowercase().ends_with("md")) {
        Some(rest) => format!("{FENCE}{}{rest}", preamble(name, text, all)),
        None => format!("{}{text}", preamble(name, text, all)),
    }
}

/// Returns the lines that include bibliographies in a draft, for its start or its front matter.
fn preamble(name: &str, text: &str, all: &[&str]) -> String {
    let tex = |name: &&str| format!("\\addbibresource{{{name}}}");
    let typ = |name: &&str| format!("#bibliography(\"{name}\")");
    let line = format!("bibliography: [{}]\n", all.join(", "));
    let block = format!("{FENCE}{line}{FENCE}");
    match name.rsplit('.').next().unwrap_or_default() {
        "md" | "qmd" | "Rmd" if text.starts_with(FENCE) && !text.starts_with(&block) => line,
        "md" | "qmd" | "Rmd" => block,
        "tex" => format!("{}\n", all.iter().map(tex).collect::<String>()),
        "typ" => format!("{}\n\n", all.iter().map(typ).collect::<Vec<_>>().join(" ")),
        _ => String::new(),
    }
}

/// Returns a work with the fields that most messages show.
pub(crate) fn work(title: &str, author: &str, year: i32, journal: &str) -> Work {
    Work {
        kind: WorkKind::Article,
        title: Some(title.to_owned()),
        authors: vec![Name::person(author, "J")],
        date: Some(Date { year, ..Date::default() }),
        container: Some(journal.to_owned()),
        ..Work::default()
    }
}

/// Returns a PubMed record of a work.
pub(crate) fn record(work: Work) -> Record {
    Record { as_of: Some(Date { year: 2024, month: Some(5), day: Some(2) }), ..Record::new("pubmed", work) }
}

/// The abstract of the only work that [`early_treatment`] cites.
const SUMMARY: &str = "We followed 1,204 adults for ten years with care and patience. Early treatment lowered mortality in older adults with sepsis by 12.5% (95% CI 8 to 17). The authors saw no benefit of late treatment in older adults.";

/// Returns a draft that cites one work, `roe`, whose abstract is known: for the rules that compare
/// sentences with it.
pub(crate) fn early_treatment(name: &str, text: &str) -> World {
    let bib = "@article{roe, title={Early treatment in older adults}, pmid={1}}\n";
    let mut known = work("Early treatment in older adults", "Roe", 2019, "J Examples");
    known.summary = Some(SUMMARY.to_owned());
    known.identifiers.insert(referee_bibliography::Identifier::Pmid(1));
    World::of(&[("refs.bib", bib), (name, text)]).knowing(vec![record(known)])
}
