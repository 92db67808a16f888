//! The review of one file: what the rules say about it, after settings and silences.
//!
//! A draft is reviewed block by block, and a block that has not changed is not reviewed again ([`memory`]). What
//! is said about a reference is shown at its entry in the bibliography, and in a draft at the first citation of
//! it. Nothing here asks a source: what is not judged yet is passed over.

mod bibliography;
mod configuration;
mod draft;
mod memory;
mod remarks;

pub(crate) use memory::Memory;

use crate::files::Content;
use crate::library::Sources;
use crate::registry;
use crate::snapshot::{Snapshot, list_items};
use memory::LookedUp;
use referee_citations::rules::{BibliographyFile, Check, CitationRule, DraftFile, Memo, RULES, RuleContext};
use referee_citations::{EvidenceIndex, Judgement, Reference};
use referee_findings::{Finding, Fix, Rule, Suppression, suppression};
use referee_syntax::{Kind, Target, Written};
use referee_text::{FileId, Rope, Span};
use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// What a review of one file says.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// The findings in the order of the text, after settings and silences.
    pub findings: Vec<Finding>,
    /// Judgements have come that are not looked at yet: the next review goes on with them.
    pub unfinished: bool,
}

/// Reviews a file. Where there is a `limit`, blocks that nobody edited and whose references were judged anew are
/// looked at for so long.
pub(crate) fn review(
    snapshot: &Snapshot,
    file: &FileId,
    limit: Option<Duration>,
    cancel: &CancellationToken,
) -> Option<Review> {
    let read = snapshot.file(file)?;
    let mut unfinished = false;
    let mut findings = match &read.content {
        Content::Draft(document) => {
            let review = draft::review(snapshot, file, document, limit, cancel)?;
            unfinished = review.unfinished;
            review.findings
        }
        Content::Bibliography(bibliography) => bibliography::review(snapshot, file, bibliography, cancel)?,
        Content::Configuration(_, layer) => configuration::review(snapshot, file, layer),
        Content::Project(..) => Vec::new(),
    };
    findings.sort_by(|a, b| (a.span.start, a.span.end, a.rule).cmp(&(b.span.start, b.span.end, b.rule)));
    Some(Review { findings, unfinished })
}

/// The fixes for one finding.
pub(crate) fn fixes(snapshot: &Snapshot, file: &FileId, finding: &Finding) -> Vec<Fix> {
    if let Some(rule) = referee_critic::rules::RULES.iter().find(|rule| rule.rule.id == finding.rule) {
        return draft::critic_fixes(snapshot, file, rule, finding);
    }
    let Some(rule) = RULES.iter().find(|rule| rule.rule.id == finding.rule) else { return Vec::new() };
    ReviewContext::new(snapshot, file).with(|context| rule.fixes(context, finding))
}

/// Everything that rules may look at, held together for one review.
pub(crate) struct ReviewContext<'a> {
    snapshot: &'a Snapshot,
    file: &'a FileId,
    pub(crate) bibliographies: Vec<BibliographyFile>,
    drafts: Vec<DraftFile>,
    labels: HashSet<String>,
    complete: bool,
    pub(crate) written: Vec<Written>,
    evidence: Option<Arc<EvidenceIndex>>,
    kind: Kind,
    pub(crate) folder: Arc<crate::snapshot::FolderSettings>,
    /// The judgements that were looked up since this was last emptied.
    pub(crate) looked_up: RefCell<Vec<LookedUp>>,
}

impl<'a> ReviewContext<'a> {
    pub(crate) fn new(snapshot: &'a Snapshot, file: &'a FileId) -> Self {
        let drafts = snapshot.drafts(file);
        // Only Typst spells a cross-reference as it spells a citation.
        let labels = drafts
            .iter()
            .filter(|draft| draft.document.format() == referee_syntax::Format::Typst)
            .flat_map(|draft| draft.document.labels().map(str::to_owned))
            .collect();
        ReviewContext {
            snapshot,
            file,
            bibliographies: snapshot.bibliographies(file),
            drafts,
            labels,
            complete: snapshot.group(file).is_none_or(|group| group.complete),
            written: snapshot
                .file(file)
                .and_then(|read| read.draft())
                .map(|draft| draft.written())
                .unwrap_or_default(),
            evidence: snapshot.evidence(file),
            kind: snapshot.document_kind(file),
            folder: snapshot.folder_settings(file),
            looked_up: RefCell::default(),
        }
    }

    /// The judgement that is known under a fingerprint, noted as looked up.
    pub(crate) fn judgement(&self, fingerprint: u64, sources: &Sources) -> Option<Arc<Judgement>> {
        let known = self.snapshot.judgements().get(fingerprint, sources);
        self.looked_up.borrow_mut().push((fingerprint, sources.generation, known.clone()));
        known
    }

    /// Whether what was looked up is still what is known.
    pub(crate) fn holds(&self, looked_up: &[LookedUp]) -> bool {
        looked_up.iter().all(|(fingerprint, generation, then)| {
            match (self.snapshot.judgements().of(*fingerprint, *generation), then) {
                (Some(now), Some(then)) => Arc::ptr_eq(&now, then),
                (now, then) => now.is_none() && then.is_none(),
            }
        })
    }

    /// Calls `work` with the surroundings.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&RuleContext<'_>) -> T) -> T {
        let draft = self.snapshot.file(self.file).and_then(|read| read.draft());
        let labels = |name: &str| self.labels.contains(name);
        let known = |file: &FileId, fingerprint: u64| {
            let sources = self.snapshot.sources(file)?;
            self.judgement(fingerprint, &sources)
        };
        let judgement = |reference: &Reference| known(&reference.file, reference.fingerprint);
        work(&RuleContext {
            file: self.file,
            draft: draft.map(|document| &**document),
            bibliographies: &self.bibliographies,
            complete: self.complete,
            drafts: &self.drafts,
            labels: &labels,
            judgement: &judgement,
            known: &known,
            claims: &self.snapshot.memory().claims,
            kind: self.kind,
            written: &self.written,
            evidence: self.evidence.as_deref(),
            memo: Memo::default(),
            sources: self.folder.sources.as_ref().map_or(&[], |sources| &sources.all),
        })
    }

    /// What is left of `findings` after the silences of the file, and the remarks about silences without effect.
    pub(crate) fn suppressed(
        &self,
        findings: Vec<Finding>,
        suppressions: &[Suppression],
        text: &Rope,
        unit: &dyn Fn(Span) -> Option<Span>,
    ) -> Vec<Finding> {
        if suppressions.is_empty() {
            return findings;
        }
        let all: Vec<&Rule> = registry::all().collect();
        let judged = |id: &str| {
            let rule = RULES.iter().find(|rule| rule.rule.id == id);
            rule.is_some_and(|rule| rule.checks.iter().any(|check| matches!(check, Check::Judged(_))))
        };
        // What a source left open may be remarked on yet.
        let open = |judgement: &Judgement| judgement.unchecked_because.is_some();
        let all_judged = self.snapshot.has_sources(self.file)
            && self.snapshot.pending(self.file).is_empty()
            && !self
                .snapshot
                .references(self.file)
                .iter()
                .any(|(_, known)| known.as_deref().is_some_and(open));
        let ran = |id: &str| {
            let own = registry::find(id).and_then(|rule| rule.severity);
            self.folder.settings.severity(id, own).is_some() && (all_judged || !judged(id))
        };
        let suppression_context = suppression::SuppressionContext { text, unit, rules: &all, ran: &ran };
        let applied = suppression::apply(findings, suppressions, &suppression_context);
        let mut kept = applied.kept;
        for mut report in applied.reports {
            if let Some(severity) = self.folder.settings.severity(report.rule, Some(report.severity)) {
                report.severity = severity;
                kept.push(report);
            }
        }
        kept
    }

    /// Changes whenever what a rule says here may change although the file has not.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.suppression_context().hash(&mut hasher);
        self.snapshot.judgements().revision().hash(&mut hasher);
        hasher.finish()
    }

    /// The same, apart from the judgements: each of them concerns the blocks that looked it up.
    pub(crate) fn suppression_context(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for found in &self.bibliographies {
            found.file.hash(&mut hasher);
            (Arc::as_ptr(&found.bibliography) as usize).hash(&mut hasher);
        }
        self.complete.hash(&mut hasher);
        (self.kind == Kind::ClinicalNote).hash(&mut hasher);
        self.snapshot.memory().claims.readings().hash(&mut hasher);
        // A session makes a new one whenever anything in it has changed.
        self.evidence.as_ref().map_or(0, |evidence| Arc::as_ptr(evidence) as usize).hash(&mut hasher);
        let labels = self.labels.iter().fold(0u64, |sum, label| {
            let mut one = DefaultHasher::new();
            label.hash(&mut one);
            sum.wrapping_add(one.finish())
        });
        labels.hash(&mut hasher);
        self.folder.sources.as_ref().map_or(0, |sources| sources.generation).hash(&mut hasher);
        for (path, value, _) in self.folder.settings.explain() {
            if ["rules.", "critic.", "documents."].iter().any(|group| path.starts_with(group)) {
                (path, value.to_string()).hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

/// A number that changes whenever anything that a review of `file` rests on may have changed.
pub(crate) fn fingerprint(snapshot: &Snapshot, file: &FileId) -> u64 {
    let around = ReviewContext::new(snapshot, file);
    let mut hasher = DefaultHasher::new();
    around.fingerprint().hash(&mut hasher);
    if let Some(read) = snapshot.file(file) {
        read.revision.hash(&mut hasher);
        read.version.hash(&mut hasher);
    }
    for draft in &around.drafts {
        (Arc::as_ptr(&draft.document) as usize).hash(&mut hasher);
    }
    hasher.finish()
}

/// The references of a file whose fingerprint `wanted` accepts, each once, in the order of the text.
pub(crate) fn references(snapshot: &Snapshot, file: &FileId, wanted: &dyn Fn(u64) -> bool) -> Vec<Reference> {
    let Some(read) = snapshot.file(file) else { return Vec::new() };
    let mut out = Vec::new();
    match &read.content {
        Content::Bibliography(bibliography) => {
            for entry in bibliography.entries() {
                if wanted(entry.fingerprint()) {
                    out.push(Reference::from_entry(file, &entry));
                }
            }
        }
        Content::Draft(document) => {
            let around = ReviewContext::new(snapshot, file);
            let mut seen: HashSet<(FileId, usize)> = HashSet::new();
            let mut bare: HashSet<u64> = HashSet::new();
            let mut cite = |key: &str, out: &mut Vec<Reference>| {
                let found = around
                    .bibliographies
                    .iter()
                    .find_map(|found| Some((found, found.bibliography.get(key)?)));
                let Some((found, entry)) = found else { return };
                if seen.insert((found.file.clone(), entry.index())) && wanted(entry.fingerprint()) {
                    out.push(Reference::from_entry(&found.file, &entry));
                }
            };
            for cited in document.citations() {
                match &cited.citation.target {
                    Target::Key(key) => cite(key, &mut out),
                    Target::Identifier(identifier) => {
                        let reference = Reference::from_identifier(file, identifier, cited.span);
                        if wanted(reference.fingerprint) && bare.insert(reference.fingerprint) {
                            out.push(reference);
                        }
                    }
                    Target::Numbers(_) | Target::Malformed(..) | Target::Named(_) => {}
                }
            }
            if document.cites_all() {
                for found in &around.bibliographies {
                    for entry in found.bibliography.entries() {
                        cite(entry.key(), &mut out);
                    }
                }
            }
            let draft = DraftFile { file: file.clone(), document: Arc::clone(document) };
            out.extend(list_items(&draft).filter(|reference| wanted(reference.fingerprint)));
        }
        Content::Configuration(..) | Content::Project(..) => {}
    }
    out
}

/// The rules whose check is of one kind.
pub(crate) fn rules() -> impl Iterator<Item = &'static CitationRule> {
    RULES.iter().copied()
}
