//! A report as `referee.check/1`, which docs/json.md describes.

use crate::compared_text::ComparedText;
use crate::html;
use crate::judged_reference::JudgedReference;
use crate::report::Report;
use crate::text_range::{DocumentPlace, TextRange};
use crate::workspace_influence::InfluenceJson;
use referee_bibliography::Work;
use referee_bibliography::render::vancouver;
use referee_citations::{Judgement, Reference};
use referee_findings::{Data, FileEdit, Finding, Fix, Severity};
use referee_records::FullTextForm;
use referee_syntax::DraftKind;
use referee_text::{FileId, Rope, Span};
use referee_workspace::papers::{PaperOrigin, ShelvedPaper};
use referee_workspace::verify::ServiceNotice;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The whole object.
#[derive(Serialize)]
struct ReportJson<'a> {
    schema: &'static str,
    files: Vec<FileJson<'a>>,
    summary: SummaryJson<'a>,
    workspace: InfluenceJson<'a>,
}

/// One element of `files`.
#[derive(Serialize)]
struct FileJson<'a> {
    path: String,
    kind: &'static str,
    findings: Vec<FindingJson<'a>>,
    references: Vec<ReferenceJson<'a>>,
}

/// The member `summary`.
#[derive(Serialize)]
pub struct SummaryJson<'a> {
    /// The number of files.
    files: usize,
    /// The number of references with each verdict.
    references: BTreeMap<&'static str, usize>,
    /// The number of findings of each severity.
    findings: BTreeMap<&'static str, usize>,
    /// Why references are unchecked.
    unchecked_because: Vec<String>,
    /// The number of references that were looked up.
    looked_at: usize,
    /// The number of references that were not looked up.
    not_looked_at: usize,
    /// The cited keys without a bibliography.
    keys_without_bibliography: &'a [String],
    /// The requests of services to the user.
    notices: Vec<Value>,
}

/// One element of `findings`.
#[derive(Serialize)]
struct FindingJson<'a> {
    rule: &'static str,
    /// The kind of a rule that has kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    severity: &'static str,
    range: TextRange,
    /// The position in a document that is not plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceJson>,
    message: &'a str,
    related: Vec<RelatedJson<'a>>,
    fixes: Vec<FixJson>,
    data: &'a Data,
}

/// The member `place`.
#[derive(Serialize)]
struct PlaceJson {
    #[serde(flatten)]
    place: DocumentPlace,
    /// The words of the finding.
    text: String,
}

/// One element of `related`.
#[derive(Serialize)]
struct RelatedJson<'a> {
    path: String,
    range: TextRange,
    message: &'a str,
}

/// One element of `fixes`.
#[derive(Serialize)]
struct FixJson {
    title: String,
    edits: Vec<EditJson>,
}

/// One element of `edits`.
#[derive(Serialize)]
struct EditJson {
    path: String,
    range: TextRange,
    text: String,
}

/// One element of `references`.
#[derive(Serialize)]
struct ReferenceJson<'a> {
    #[serde(flatten)]
    judged: JudgedReference,
    /// The claim of the reference in printed form.
    claimed: String,
    /// The fields in which the reference and the record differ, with both texts.
    compared: Vec<ComparedField<'a>>,
    /// The work that an identifier of the reference belongs to, if it is a different one.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<OtherWork>,
    /// What the sentences that cite it were compared with: `full-text`, `abstract`, `nothing`; missing
    /// in a bibliography, which has no sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared_with: Option<&'static str>,
    /// The full text that claims were compared with besides the abstract, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    full_text: Option<FullTextJson>,
    /// Web addresses of the record, or otherwise of the reference.
    links: Vec<Link>,
}

/// The member `full_text`.
#[derive(Serialize)]
struct FullTextJson {
    /// The file; missing for a text of a service.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The service; missing for a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    service: Option<&'static str>,
    /// The format of the full text: `pdf`, `jats`, `latex`.
    form: FullTextForm,
    /// The number of pages; 0 for a form without pages.
    pages: u32,
    version: Option<String>,
    licence: Option<String>,
}

/// One element of `compared`.
#[derive(Serialize)]
struct ComparedField<'a> {
    field: &'a str,
    claimed: &'a str,
    recorded: &'a str,
}

/// The member `other`.
#[derive(Serialize)]
struct OtherWork {
    /// The identifier, as `doi:10.1000/1`.
    identifier: String,
    /// The work in printed form.
    work: String,
    links: Vec<Link>,
}

/// One element of `links`.
#[derive(Serialize)]
struct Link {
    name: &'static str,
    url: String,
}

impl<'a> ReferenceJson<'a> {
    fn of(
        report: &Report,
        file: &FileId,
        reference: &'a Reference,
        known: Option<&'a Arc<Judgement>>,
    ) -> Self {
        let judgement = known.map(|judgement| &**judgement);
        let record = judgement.and_then(|judgement| judgement.record.as_ref());
        let differences = judgement.map_or(&[][..], |judgement| &judgement.differences);
        let compared = differences.iter().map(|difference| ComparedField {
            field: difference.field,
            claimed: &difference.claimed,
            recorded: &difference.recorded,
        });
        let other = judgement.and_then(|judgement| judgement.other.as_ref());
        ReferenceJson {
            judged: JudgedReference::of(reference, judgement),
            claimed: html::claimed(report, reference),
            compared: compared.collect(),
            other: other.map(|(identifier, record)| OtherWork {
                identifier: identifier.to_string(),
                work: vancouver(&record.work),
                links: links(&record.work),
            }),
            compared_with: ComparedText::of(report, file, reference, known).map(|text| text.name()),
            full_text: report
                .snapshot
                .paper_of_reference(file, reference)
                .map(|paper| full_text(report, &paper)),
            links: links(record.map_or(&*reference.work, |record| &record.work)),
        }
    }
}

fn full_text(report: &Report, found: &ShelvedPaper) -> FullTextJson {
    let service = match &found.origin {
        PaperOrigin::Service(service) => Some(*service),
        _ => None,
    };
    FullTextJson {
        file: found.origin.path().map(|path| report.relative(path)),
        service,
        form: found.paper.form(),
        pages: found.paper.pages,
        version: found.paper.about.version.clone(),
        licence: found.paper.about.licence.clone(),
    }
}

fn links(work: &Work) -> Vec<Link> {
    html::addresses(work).into_iter().map(|(name, url)| Link { name, url }).collect()
}

/// Returns the report in the format of `referee check --format json`, with a line break at its end.
///
/// # Errors
///
/// If the serialisation fails.
pub fn render(report: &Report) -> Result<String, serde_json::Error> {
    let mut texts = Texts::new(report);
    let mut files = Vec::new();
    for file in &report.files {
        let mut findings = Vec::new();
        for finding in &file.findings {
            let fixes = report.snapshot.source_fixes(&file.file, finding);
            findings.push(texts.finding(&file.file, finding, fixes));
        }
        files.push(FileJson {
            path: report.relative(file.file.path()),
            kind: match file.kind {
                DraftKind::Manuscript => "manuscript",
                DraftKind::ClinicalNote => "clinical-note",
            },
            findings,
            references: file
                .references
                .iter()
                .map(|(reference, judgement)| {
                    ReferenceJson::of(report, &file.file, reference, judgement.as_ref())
                })
                .collect(),
        });
    }
    let printed = ReportJson {
        schema: "referee.check/1",
        workspace: report.workspace.json(),
        summary: summary(report),
        files,
    };
    let mut text = serde_json::to_string_pretty(&printed)?;
    text.push('\n');
    Ok(text)
}

/// The object `summary` of `referee.check/1`.
#[must_use]
pub fn summary(report: &Report) -> SummaryJson<'_> {
    let looked = report.looked_at();
    let severities = [Severity::Error, Severity::Warning, Severity::Information, Severity::Hint];
    let verdicts = report.verdicts().into_iter();
    SummaryJson {
        files: report.files.len(),
        references: verdicts.map(|(verdict, count)| (verdict.as_str(), count)).collect(),
        findings: severities
            .into_iter()
            .map(|severity| (severity.as_str(), report.count(severity)))
            .collect(),
        unchecked_because: report.unchecked_because(),
        looked_at: looked.looked_at,
        not_looked_at: looked.not_looked_at,
        keys_without_bibliography: &report.keys_without_bibliography,
        notices: report.notices.iter().map(ServiceNotice::json).collect(),
    }
}

/// The texts of the files with findings and fixes, each looked up once.
pub struct Texts<'a> {
    report: &'a Report,
    known: HashMap<FileId, Option<Rope>>,
}

impl<'a> Texts<'a> {
    /// Creates an empty cache; each text is looked up in the snapshot of `report` on first use.
    #[must_use]
    pub fn new(report: &'a Report) -> Self {
        Texts { report, known: HashMap::new() }
    }

    /// Returns the text of a file; `None` if it was not read.
    pub fn of(&mut self, file: &FileId) -> Option<&Rope> {
        let snapshot = &self.report.snapshot;
        self.known.entry(file.clone()).or_insert_with(|| snapshot.source_text(file)).as_ref()
    }

    /// Returns a span as lines and characters, both from 0.
    fn range(&mut self, file: &FileId, span: Span) -> TextRange {
        self.of(file).map(|text| TextRange::of(text, span)).unwrap_or_default()
    }

    /// Returns the message of a finding, preceded by its position if line numbers mean nothing to a
    /// reader of the document.
    #[must_use]
    pub fn message(&self, file: &FileId, finding: &Finding) -> String {
        match self.report.snapshot.source_place(file, finding.span.start as usize) {
            Some(place) => format!("{place}: {}", finding.message),
            None => finding.message.clone(),
        }
    }

    /// Returns the member `place`: the position of a finding in a document that is not plain text,
    /// and its words. `None` for a text.
    fn place(&mut self, file: &FileId, span: Span) -> Option<PlaceJson> {
        let place = self.report.snapshot.source_place(file, span.start as usize)?;
        let words = self.of(file).and_then(|text| text.get_byte_slice(span.range())).map(String::from);
        Some(PlaceJson { place: place.into(), text: words.unwrap_or_default() })
    }

    /// One element of `findings`.
    fn finding<'f>(&mut self, file: &FileId, finding: &'f Finding, fixes: Vec<Fix>) -> FindingJson<'f> {
        let related = finding.related.iter().map(|related| RelatedJson {
            path: self.report.relative(related.file.path()),
            range: self.range(&related.file, related.span),
            message: &related.message,
        });
        let related = related.collect();
        let mut edits = |fix: &Fix| {
            let edit = |edit: &FileEdit| EditJson {
                path: self.report.relative(edit.file.path()),
                range: self.range(&edit.file, edit.span),
                text: edit.text.clone(),
            };
            fix.edits.iter().map(edit).collect()
        };
        let fixes = fixes.iter().map(|fix| FixJson { title: fix.title.clone(), edits: edits(fix) }).collect();
        FindingJson {
            rule: finding.rule,
            kind: finding.kind,
            severity: finding.severity.as_str(),
            range: self.range(file, finding.span),
            place: self.place(file, finding.span),
            message: &finding.message,
            related,
            fixes,
            data: &finding.data,
        }
    }
}
