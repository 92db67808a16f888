//! The complete input of the rules, collected for one review.

use super::inputs::Inputs;
use crate::folder_settings::FolderSettings;
use crate::library::Sources;
use crate::papers::LookedForText;
use crate::registry;
use crate::review_cache::LookedUp;
use crate::snapshot::Snapshot;
use referee_bibliography::Work;
use referee_citations::rules::{BibliographyFile, Check, DraftFile, RULES, ReviewScratch, RuleContext};
use referee_citations::{EvidenceIndex, Judgement, Reference};
use referee_findings::{Finding, Rule, Suppression, suppression};
use referee_records::FullText;
use referee_syntax::{DraftKind, Format, WrittenPassage};
use referee_text::{FileId, Language, Rope, Span};
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

/// The complete input of the rules, collected for one review.
pub(crate) struct ReviewContext<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) file: &'a FileId,
    pub(crate) inputs: Inputs,
    pub(crate) bibliographies: Vec<BibliographyFile>,
    pub(crate) drafts: Vec<DraftFile>,
    pub(crate) written: Vec<WrittenPassage>,
    pub(crate) folder: Arc<FolderSettings>,
    sources: Option<Arc<Sources>>,
    evidence: Option<Arc<EvidenceIndex>>,
    kind: DraftKind,
    /// The language of the findings, computed on first use.
    language: OnceCell<Language>,
    /// The judgements that were looked up since this was last cleared.
    pub(crate) looked_up: RefCell<Vec<LookedUp>>,
    /// The full texts that were looked up since this was last cleared.
    pub(crate) looked_for: RefCell<Vec<LookedForText>>,
}

impl<'a> ReviewContext<'a> {
    pub(crate) fn new(snapshot: &'a Snapshot, file: &'a FileId) -> Self {
        let draft = snapshot.file(file).and_then(|read| read.draft());
        ReviewContext {
            snapshot,
            file,
            inputs: Inputs::of(snapshot, file),
            bibliographies: snapshot.bibliographies(file),
            drafts: snapshot.drafts(file),
            written: draft.map(|draft| draft.written()).unwrap_or_default(),
            folder: snapshot.folder_settings(file),
            sources: snapshot.sources(file),
            evidence: snapshot.evidence(file),
            kind: snapshot.document_kind(file),
            language: OnceCell::new(),
            looked_up: RefCell::default(),
            looked_for: RefCell::default(),
        }
    }

    /// Creates the context of a file with a known language of its findings.
    pub(crate) fn in_language(snapshot: &'a Snapshot, file: &'a FileId, language: Language) -> Self {
        ReviewContext { language: OnceCell::from(language), ..ReviewContext::new(snapshot, file) }
    }

    /// Returns the language of the findings.
    pub(crate) fn language(&self) -> Language {
        *self.language.get_or_init(|| self.snapshot.language_of_findings(self.file))
    }

    /// Returns the known judgement for a fingerprint, and records the look-up.
    pub(crate) fn judgement(&self, fingerprint: u64, sources: &Sources) -> Option<Arc<Judgement>> {
        let known = self.snapshot.judgements().get(fingerprint, sources);
        self.looked_up.borrow_mut().push((fingerprint, sources.generation, known.clone()));
        known
    }

    /// Whether the recorded look-ups would still give the same judgements.
    pub(crate) fn holds(&self, looked_up: &[LookedUp]) -> bool {
        looked_up.iter().all(|(fingerprint, generation, then)| {
            match (self.snapshot.judgements().of(*fingerprint, *generation), then) {
                (Some(now), Some(then)) => Arc::ptr_eq(&now, then),
                (now, then) => now.is_none() && then.is_none(),
            }
        })
    }

    /// Returns the full text of a cited work, and records the look-up.
    fn full_text(&self, work: &Work) -> Option<Arc<FullText>> {
        // Before the look-up: a text that arrives meanwhile is processed next time.
        let state = self.snapshot.shelves().look_for(self.file, work);
        self.looked_for.borrow_mut().push(state);
        self.snapshot.full_text(self.file, work)
    }

    /// Whether the recorded look-ups would still give the same full texts.
    pub(crate) fn holds_texts(&self, looked_for: &[LookedForText]) -> bool {
        looked_for.iter().all(|then| self.snapshot.shelves().holds(self.file, then))
    }

    /// Calls `work` with the context for the rules.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&RuleContext<'_>) -> T) -> T {
        let draft = self.snapshot.file(self.file).and_then(|read| read.draft());
        // Only Typst uses the same syntax for cross-references and citations.
        let has_unread_parts = self.snapshot.group(self.file).is_some_and(|group| group.has_unread_parts);
        let labels = |name: &str| {
            let mut typst = self.drafts.iter().filter(|draft| draft.document.format() == Format::Typst);
            // An unknown part of the drafts may define the label.
            typst.any(|draft| has_unread_parts || draft.document.has_label(name))
        };
        let known = |file: &FileId, fingerprint: u64| {
            let sources = self.snapshot.sources(file)?;
            self.judgement(fingerprint, &sources)
        };
        let judgement = |reference: &Reference| known(&reference.file, reference.fingerprint);
        let language = || self.language();
        let full_text = |work: &Work| self.full_text(work);
        work(&RuleContext {
            file: self.file,
            draft: draft.map(|document| &**document),
            bibliographies: &self.bibliographies,
            complete: self.snapshot.group(self.file).is_none_or(|group| group.complete),
            programs: self.snapshot.group(self.file).map(|group| group.setup.programs()).unwrap_or_default(),
            drafts: &self.drafts,
            labels: &labels,
            judgement: &judgement,
            known: &known,
            full_text: &full_text,
            claims: &self.snapshot.cache().claims,
            entry_cache: &self.snapshot.cache().entry_cache,
            kind: self.kind,
            written: &self.written,
            evidence: self.evidence.as_deref(),
            language: &language,
            interface: self.snapshot.interface_language(),
            memo: ReviewScratch::default(),
            sources: self.sources.as_ref().map_or(&[], |sources| &sources.all),
        })
    }

    /// Applies the suppression comments of the file to `findings`, and adds remarks about comments
    /// without effect. `all_judged` returns whether every reference in the file has a complete
    /// judgement; it is called only if needed.
    pub(crate) fn suppressed(
        &self,
        findings: Vec<Finding>,
        suppressions: &[Suppression],
        text: &Rope,
        unit: &dyn Fn(Span) -> Option<Span>,
        all_judged: &dyn Fn() -> bool,
    ) -> Vec<Finding> {
        if suppressions.is_empty() || self.snapshot.is_isolated() {
            return findings;
        }
        let all: Vec<&Rule> = registry::all().collect();
        let is_about_judgements = |id: &str| {
            let rule = RULES.iter().find(|rule| rule.rule.id == id);
            rule.is_some_and(|rule| rule.checks.iter().any(|check| matches!(check, Check::Judged(_))))
        };
        let ran = |id: &str| {
            let Some(rule) = registry::find_by_any_id(id) else { return false };
            self.folder.severity_of(rule, Some(id), rule.severity).is_some()
                && (!is_about_judgements(id) || (self.snapshot.has_sources(self.file) && all_judged()))
        };
        let suppression_context =
            suppression::SuppressionContext { text, unit, rules: &all, ran: &ran, language: self.language() };
        let applied = suppression::apply(findings, suppressions, &suppression_context);
        let mut kept = applied.kept;
        for mut report in applied.reports {
            if let Some(severity) = self.folder.severity(report.rule, Some(report.severity)) {
                report.severity = severity;
                kept.push(report);
            }
        }
        kept
    }
}

/// Whether the judgements of recorded look-ups are complete. A judgement with an unanswered source
/// may still get remarks.
pub(crate) fn are_settled(looked_up: &[LookedUp]) -> bool {
    looked_up
        .iter()
        .all(|(_, _, known)| known.as_ref().is_some_and(|known| known.unchecked_because.is_none()))
}
