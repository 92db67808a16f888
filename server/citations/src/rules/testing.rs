//! A small world of files for the tests of the rules: drafts and bibliographies from text, reviewed by the rules'
//! own checks, with fixes that are applied to the text and read again.

use super::checked_claim::CheckedClaim;
use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::files::{BibliographyFile, DraftFile};
use super::memo::Memo;
use super::registry::RULES;
use crate::support::ClaimCache;
use crate::{EvidenceIndex, Judgement, Outcome, Reference, Verdict, claims};
use referee_bibliography::{Bibliography, Date, Name, Work, WorkKind};
use referee_findings::{Finding, Fix, Severity};
use referee_records::Record;
use referee_syntax::{Citation, Document, Format, Kind, Target};
use referee_text::edit::apply_all;
use referee_text::{FileId, Rope, Span, TextEdit};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Drafts, bibliographies and what is known of their references.
#[derive(Clone)]
pub(crate) struct World {
    bibliographies: Vec<BibliographyFile>,
    drafts: Vec<DraftFile>,
    judgements: HashMap<String, Arc<Judgement>>,
    complete: bool,
    kind: Kind,
    evidence: Option<EvidenceIndex>,
}

impl World {
    /// The files, by name and text; what they are is told by their extension.
    pub(crate) fn of(files: &[(&str, &str)]) -> World {
        let mut world = World {
            bibliographies: Vec::new(),
            drafts: Vec::new(),
            judgements: HashMap::new(),
            complete: true,
            kind: Kind::Manuscript,
            evidence: None,
        };
        for (name, text) in files {
            world.add(name, text);
        }
        world
    }

    fn add(&mut self, name: &str, text: &str) {
        use referee_bibliography::Format as Bib;
        let (file, text) = (FileId::new(name), Rope::from_str(text));
        let draft = |format| DraftFile {
            file: file.clone(),
            document: Arc::new(Document::read(format, text.clone(), Arc::default())),
        };
        let bibliography = |format| BibliographyFile {
            file: file.clone(),
            bibliography: Arc::new(Bibliography::read(format, text.clone())),
        };
        match name.rsplit('.').next().unwrap_or_default() {
            "md" => self.drafts.push(draft(Format::Markdown)),
            "tex" => self.drafts.push(draft(Format::Latex)),
            "typ" => self.drafts.push(draft(Format::Typst)),
            "txt" => self.drafts.push(draft(Format::PlainText)),
            "bib" => self.bibliographies.push(bibliography(Bib::Bibtex)),
            "json" => self.bibliographies.push(bibliography(Bib::CslJson)),
            "yaml" => self.bibliographies.push(bibliography(Bib::CslYaml)),
            "yml" => self.bibliographies.push(bibliography(Bib::Hayagriva)),
            other => panic!("no format for {other}"),
        }
    }

    /// What is known of a reference, by its label.
    pub(crate) fn judged(mut self, label: &str, judgement: Judgement) -> World {
        self.judgements.insert(label.to_owned(), Arc::new(judgement));
        self
    }

    /// The drafts are clinical notes.
    pub(crate) fn notes(mut self) -> World {
        self.kind = Kind::ClinicalNote;
        self
    }

    /// There is evidence.
    pub(crate) fn holding(mut self, evidence: EvidenceIndex) -> World {
        self.evidence = Some(evidence);
        self
    }

    /// A bibliography that the draft names was not found.
    pub(crate) fn incomplete(mut self) -> World {
        self.complete = false;
        self
    }

    /// What the rules may look at beside a file.
    pub(crate) fn around<T>(&self, name: &str, work: impl FnOnce(&RuleContext<'_>) -> T) -> T {
        let file = FileId::new(name);
        let draft = self.drafts.iter().find(|draft| draft.file == file);
        let typst = |draft: &&DraftFile| draft.document.format() == Format::Typst;
        let labels = |name: &str| {
            let mut blocks =
                self.drafts.iter().filter(typst).flat_map(|draft| draft.document.blocks().iter());
            blocks.any(|block| block.content.labels.iter().any(|label| label.name == name))
        };
        let judgement = |reference: &Reference| self.judgements.get(&reference.label).cloned();
        let known = |file: &FileId, fingerprint: u64| {
            let bibliography = self.bibliographies.iter().find(|one| one.file == *file)?;
            let entry =
                bibliography.bibliography.entries().find(|entry| entry.fingerprint() == fingerprint)?;
            self.judgements.get(entry.key()).cloned()
        };
        let claims = ClaimCache::default();
        let written = draft.map(|draft| draft.document.written()).unwrap_or_default();
        work(&RuleContext {
            file: &file,
            draft: draft.map(|draft| &*draft.document),
            bibliographies: &self.bibliographies,
            complete: self.complete,
            drafts: &self.drafts,
            labels: &labels,
            judgement: &judgement,
            known: &known,
            claims: &claims,
            kind: self.kind,
            written: &written,
            evidence: self.evidence.as_ref(),
            sources: &[],
            memo: Memo::default(),
        })
    }

    /// What the rules say about a file, in the order of the text.
    pub(crate) fn findings(&self, name: &str) -> Vec<Finding> {
        let mut out = self.around(name, |context| match context.draft {
            Some(draft) => about_draft(context, draft),
            None => about_bibliography(context),
        });
        out.sort_by_key(|finding| finding.span);
        out
    }

    /// What one rule says about a file.
    pub(crate) fn findings_of(&self, name: &str, rule: &str) -> Vec<Finding> {
        self.findings(name).into_iter().filter(|finding| finding.rule == rule).collect()
    }

    /// The one thing that one rule says about a file.
    pub(crate) fn finding(&self, name: &str, rule: &str) -> Finding {
        let mut all = self.findings_of(name, rule);
        assert_eq!(all.len(), 1, "{all:#?}");
        all.remove(0)
    }

    /// The place of a finding, as text.
    pub(crate) fn place(&self, name: &str, finding: &Finding) -> String {
        self.text(name)[finding.span.range()].to_owned()
    }

    /// The fixes of a finding.
    pub(crate) fn fixes(&self, name: &str, finding: &Finding) -> Vec<Fix> {
        let rule = RULES.iter().find(|rule| rule.rule.id == finding.rule);
        rule.map(|rule| self.around(name, |context| rule.fixes(context, finding))).unwrap_or_default()
    }

    /// The world after the fix whose title starts so, for the one finding of a rule.
    pub(crate) fn fixed(&self, name: &str, rule: &str, title: &str) -> World {
        let finding = self.finding(name, rule);
        let fixes = self.fixes(name, &finding);
        let titles: Vec<&str> = fixes.iter().map(|fix| fix.title.as_str()).collect();
        let fix = fixes.iter().find(|fix| fix.title.starts_with(title));
        self.with(fix.unwrap_or_else(|| panic!("no fix “{title}” among {titles:?}")))
    }

    /// The world after a fix: its edits applied to the texts, and the texts read anew.
    pub(crate) fn with(&self, fix: &Fix) -> World {
        let mut edits: BTreeMap<&FileId, Vec<TextEdit>> = BTreeMap::new();
        for edit in &fix.edits {
            edits.entry(&edit.file).or_default().push(TextEdit::new(edit.span, edit.text.clone()));
        }
        let mut world = World { bibliographies: Vec::new(), drafts: Vec::new(), ..self.clone() };
        for name in self.names() {
            let before = self.text(&name);
            let mine = edits.remove(&FileId::new(name.as_str())).unwrap_or_default();
            for pair in mine.windows(2) {
                assert!(
                    pair[0].span.end <= pair[1].span.start,
                    "edits overlap or are out of order: {mine:?}"
                );
            }
            for edit in &mine {
                assert!(
                    before.get(edit.span.range()).is_some(),
                    "an edit cuts a character or lies outside: {edit:?}"
                );
            }
            world.add(&name, &apply_all(&before, &mine));
        }
        assert!(edits.is_empty(), "a fix edits a file that is not there: {edits:?}");
        world
    }

    fn names(&self) -> Vec<String> {
        let bibliographies = self.bibliographies.iter().map(|file| file.file.to_string());
        bibliographies.chain(self.drafts.iter().map(|draft| draft.file.to_string())).collect()
    }

    /// The text of a file.
    pub(crate) fn text(&self, name: &str) -> String {
        let file = FileId::new(name);
        let draft = self
            .drafts
            .iter()
            .find(|draft| draft.file == file)
            .map(|draft| draft.document.text().to_string());
        draft.unwrap_or_else(|| self.bibliography(name).text().to_string())
    }

    /// A bibliography.
    pub(crate) fn bibliography(&self, name: &str) -> &Bibliography {
        let file = FileId::new(name);
        let found = self.bibliographies.iter().find(|found| found.file == file);
        found.map_or_else(|| panic!("no file {name}"), |found| &*found.bibliography)
    }
}

fn about_draft(context: &RuleContext<'_>, draft: &Document) -> Vec<Finding> {
    let mut out = Vec::new();
    for cited in draft.citations() {
        let citation = cited.to_citation();
        for (rule, check) in checks() {
            if let Check::Citation(check) = check {
                let label = if let Target::Key(key) = &citation.target { key.clone() } else { String::new() };
                let remark = check(context, &citation);
                out.extend(remark.map(|remark| finding(context.file, rule, remark, citation.span, &label)));
            }
        }
        out.extend(about_cited(context, &citation));
    }
    for listed in draft.list_items() {
        let reference = Reference::from_list_item(context.file, &listed.item, listed.start);
        out.extend(about_reference(context, &reference));
    }
    for (rule, check) in checks() {
        if let Check::Draft(check) = check {
            let remarks = check(context, draft).into_iter();
            out.extend(remarks.map(|remark| finding(context.file, rule, remark, Span::at(0), "")));
        }
    }
    for claim in (0..draft.blocks().len()).flat_map(|index| claims::in_block(draft, index)) {
        let Some(looked) = CheckedClaim::check(context, &claim) else { continue };
        for (rule, check) in checks() {
            if let Check::Claim(check) = check {
                let remarks = check(context, &looked).into_iter();
                out.extend(remarks.map(|remark| finding(context.file, rule, remark, claim.span, "")));
            }
        }
    }
    out
}

fn about_cited(context: &RuleContext<'_>, citation: &Citation) -> Vec<Finding> {
    let reference = match &citation.target {
        Target::Key(key) => context.entry(key).map(|(file, entry)| Reference::from_entry(&file.file, &entry)),
        Target::Identifier(identifier) => {
            Some(Reference::from_identifier(context.file, identifier, citation.span))
        }
        Target::Numbers(_) | Target::Malformed(..) | Target::Named(_) => None,
    };
    let mut out = reference.map(|reference| about_reference(context, &reference)).unwrap_or_default();
    out.iter_mut().for_each(|finding| finding.span = citation.span);
    out
}

fn about_bibliography(context: &RuleContext<'_>) -> Vec<Finding> {
    let Some(file) = context.bibliographies.iter().find(|file| file.file == *context.file) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (rule, check) in checks() {
        match check {
            Check::Bibliography(check) => {
                let remarks = check(context, file);
                out.extend(
                    remarks.into_iter().map(|remark| finding(context.file, rule, remark, Span::at(0), "")),
                );
            }
            Check::Entry(check) => {
                for entry in file.bibliography.entries() {
                    for remark in check(&entry) {
                        let span = remark
                            .place
                            .span(|field| entry.field_span(field))
                            .unwrap_or_else(|| entry.key_span());
                        out.push(finding(context.file, rule, remark, span, entry.key()));
                    }
                }
            }
            _ => {}
        }
    }
    for entry in file.bibliography.entries() {
        out.extend(about_reference(context, &Reference::from_entry(&file.file, &entry)));
    }
    out
}

fn about_reference(context: &RuleContext<'_>, reference: &Reference) -> Vec<Finding> {
    let Some(judgement) = (context.judgement)(reference) else { return Vec::new() };
    let judged = checks().filter_map(|(rule, check)| match check {
        Check::Judged(check) => check(reference, &judgement).map(|remark| (rule, remark)),
        _ => None,
    });
    judged
        .map(|(rule, remark)| {
            let span = remark.place.span(|field| reference.field(field)).unwrap_or(reference.name_span);
            finding(context.file, rule, remark, span, &reference.label)
        })
        .collect()
}

fn checks() -> impl Iterator<Item = (&'static CitationRule, &'static Check)> {
    RULES.iter().flat_map(|rule| rule.checks.iter().map(move |check| (*rule, check)))
}

fn finding(file: &FileId, rule: &CitationRule, remark: Remark, span: Span, label: &str) -> Finding {
    let severity = remark.severity.or(rule.rule.severity).unwrap_or(Severity::Hint);
    let span = remark.place.span(|_| None).unwrap_or(span);
    let mut finding = remark.into_finding(&rule.rule, severity, file, span);
    if finding.data.key.is_none() && !label.is_empty() {
        finding.data.key = Some(label.to_owned());
    }
    finding
}

/// A work with what most messages show.
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

/// A record of PubMed with a work.
pub(crate) fn record(work: Work) -> Record {
    Record {
        work,
        source: String::from("pubmed"),
        as_of: Some(Date { year: 2024, month: Some(5), day: Some(2) }),
        notices: Vec::new(),
        relations: Vec::new(),
        subjects: Vec::new(),
        types: Vec::new(),
    }
}

/// A judgement without more.
pub(crate) fn judgement(verdict: Verdict) -> Judgement {
    Judgement {
        verdict,
        record: None,
        other: None,
        notices: Vec::new(),
        published: None,
        differences: Vec::new(),
        consulted: vec![crate::Consulted {
            name: String::from("pubmed"),
            outcome: Outcome::NoMatch,
            why: None,
        }],
        unchecked_because: None,
    }
}

/// A draft that cites one work, `roe`, whose abstract is known: for the rules that compare sentences with it.
pub(crate) mod early_treatment {
    use super::{World, judgement, record, work};
    use crate::{Judgement, Verdict};
    use referee_findings::Severity;

    const BIB: &str = "@article{roe, title={Early treatment in older adults}, pmid={1}}\n";
    const SUMMARY: &str = "We followed 1,204 adults for ten years with care and patience. Early treatment lowered mortality in older adults with sepsis by 12.5% (95% CI 8 to 17). The authors saw no benefit of late treatment in older adults.";

    /// The world of a draft.
    pub(crate) fn world(name: &str, text: &str) -> World {
        let mut known = work("Early treatment in older adults", "Roe", 2019, "J Examples");
        known.summary = Some(SUMMARY.to_owned());
        let judged = Judgement { record: Some(record(known)), ..judgement(Verdict::Verified) };
        World::of(&[("refs.bib", BIB), (name, text)]).judged("roe", judged.clone()).judged("PMID:1", judged)
    }

    /// What a rule marks in a Markdown draft, and how severely.
    pub(crate) fn told_of(text: &str, rule: &str) -> Vec<(String, Severity)> {
        let world = world("paper.md", text);
        let all = world.findings_of("paper.md", rule);
        all.into_iter().map(|finding| (world.place("paper.md", &finding), finding.severity)).collect()
    }
}
