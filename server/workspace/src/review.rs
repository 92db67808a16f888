//! The review of a file: the findings of the rules, after settings and suppression comments.
//!
//! A draft is reviewed block by block, and a block is reviewed again only if it, or another input
//! of the rules for it, has changed (`inputs` defines the inputs, `review_cache` stores the
//! results). A finding about a reference is shown at its entry in the bibliography, and in a draft
//! at its first citation. A review never queries a source: references without a judgement are
//! skipped.

mod bibliography;
mod configuration;
mod context;
mod draft;
mod hits;
mod inputs;
mod other_attachments;
mod references;
mod remarks;
mod sources;

use crate::files::Content;
use crate::rules::DAMAGED_ENTRY;
use crate::snapshot::Snapshot;
use context::ReviewContext;
use referee_citations::rules::{RULES, RuleContext};
use referee_critic::rules::draft::ASSISTANT_LEFTOVER;
use referee_findings::{Finding, Fix};
use referee_text::{FileId, Language};
pub use sources::{Passage, SourcedTerm};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The result of the review of a file.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// The findings in the order of the text, after settings and suppression comments.
    pub findings: Vec<Finding>,
    /// Whether new judgements have not been processed yet: the next review continues with them.
    pub unfinished: bool,
}

impl Snapshot {
    /// Reviews a file with the known judgements; `None` if cancelled, or if referee does not handle
    /// the file. Findings are in the order of the text, after settings and suppression comments.
    #[must_use]
    pub fn review(&self, file: &FileId, cancel: &CancellationToken) -> Option<Review> {
        review(self, file, None, cancel)
    }

    /// Reviews a file while its author is typing: judgements that are new since the last review,
    /// anywhere in the file, are processed for `limit`, and the rest by later reviews
    /// ([`Review::unfinished`]).
    #[must_use]
    pub fn review_within(
        &self,
        file: &FileId,
        limit: Duration,
        cancel: &CancellationToken,
    ) -> Option<Review> {
        review(self, file, Some(limit), cancel)
    }

    /// Whether the latest review of a bibliography lacks nothing but newer judgements. Its next review
    /// takes as long as its first.
    #[must_use]
    pub fn lacks_only_judgements(&self, bibliography: &FileId) -> bool {
        bibliography::lacks_only_judgements(self, bibliography)
    }

    /// Returns the fixes for a finding in a review of this snapshot.
    #[must_use]
    pub fn fixes(&self, file: &FileId, finding: &Finding) -> Vec<Fix> {
        if self.is_read_only(file) {
            return Vec::new();
        }
        let is_in_bibliography = || self.file(file).is_some_and(|read| read.bibliography().is_some());
        if finding.rule == ASSISTANT_LEFTOVER.id && is_in_bibliography() {
            return bibliography::leftover_fix(self, file, finding).into_iter().collect();
        }
        if let Some(rule) = referee_critic::rules::RULES.iter().find(|rule| rule.rule.id == finding.rule) {
            return draft::critic_fixes(self, file, rule, finding);
        }
        if finding.rule.starts_with("source/") {
            return sources::fixes(self, file, finding);
        }
        if finding.rule == DAMAGED_ENTRY.id {
            return bibliography::fixes(self, file, finding).into_iter().collect();
        }
        let Some(rule) = RULES.iter().find(|rule| rule.rule.id == finding.rule) else { return Vec::new() };
        ReviewContext::new(self, file).with(|context| rule.fixes(context, finding))
    }

    /// Returns the drugs, numbers and problems of a note with the passages of its sources that speak
    /// of them, in the order of the note; `None` for a file without sources.
    #[must_use]
    pub fn sourced_terms(&self, file: &FileId) -> Option<Vec<SourcedTerm>> {
        sources::sourced_terms(self, file)
    }

    /// Returns the passages of the sources of a note for a place: those of a finding there, otherwise
    /// those of the term; `None` if there is neither.
    #[must_use]
    pub fn sourced_at(&self, file: &FileId, offset: usize) -> Option<SourcedTerm> {
        sources::sourced_at(self, file, offset)
    }

    /// Calls `work` with the context of a file, for edits that are not a fix of a finding.
    pub fn with_context<T>(&self, file: &FileId, work: impl FnOnce(&RuleContext<'_>) -> T) -> T {
        ReviewContext::new(self, file).with(work)
    }

    /// Returns the language of findings about a file: for a draft that of its text, or of the
    /// region in the settings; for any other file the author's.
    #[must_use]
    pub fn language_of_findings(&self, file: &FileId) -> Language {
        match self.file(file).and_then(|read| read.draft()) {
            Some(document) => draft::language(self, file, document),
            None => self.author_language(file),
        }
    }

    /// Returns a hash that changes whenever an input of a review of `file` changes: its text and
    /// version, the related files, the settings, the judgements of its references.
    #[must_use]
    pub fn fingerprint(&self, file: &FileId) -> u64 {
        inputs::fingerprint(self, file)
    }

    /// Returns the id of the result of a review of `file`: two snapshots whose results may differ,
    /// in content or in position, have different ids. It changes when a file is closed and opened
    /// again.
    #[must_use]
    pub fn result_id(&self, file: &FileId) -> String {
        format!("{:016x}", self.fingerprint(file))
    }
}

/// Returns a hash that changes whenever the references of a file, or the settings of its folder, may
/// have changed.
pub(crate) fn papers_key(snapshot: &Snapshot, file: &FileId) -> u64 {
    inputs::Inputs::of(snapshot, file).references_key()
}

/// Reviews a file. With a `limit`, unedited blocks whose references have new judgements are
/// processed only for that long.
fn review(
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
        Content::Bibliography(bibliography) => {
            bibliography::review(snapshot, file, &snapshot.as_printed(file, bibliography), cancel)?
        }
        Content::Configuration(_, layer) => configuration::review(snapshot, file, layer),
        Content::Project(..) | Content::CitationStyle(_) => Vec::new(),
    };
    findings.sort_by(|a, b| (a.span.start, a.span.end, a.rule).cmp(&(b.span.start, b.span.end, b.rule)));
    Some(Review { findings, unfinished })
}
