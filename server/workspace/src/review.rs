//! The review of one file: what the rules say about it, after settings and suppression comments.
//!
//! A draft is reviewed block by block, and a block is reviewed again only when it or something that the rules read
//! for it has changed (`inputs` says what that is, `review_cache` keeps the results). What is said about
//! a reference is shown at its entry in the bibliography, and in a draft at the first citation of it. Nothing here
//! asks a source: what is not judged yet is passed over.

mod bibliography;
mod configuration;
mod context;
mod draft;
mod hits;
mod inputs;
mod references;
mod remarks;

use crate::files::Content;
use crate::rules::DAMAGED_ENTRY;
use crate::snapshot::Snapshot;
use context::ReviewContext;
use referee_citations::rules::{RULES, RuleContext};
use referee_critic::rules::draft::ASSISTANT_LEFTOVER;
use referee_findings::{Finding, Fix};
use referee_text::{FileId, Language};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// What a review of one file says.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// The findings in the order of the text, after settings and suppression comments.
    pub findings: Vec<Finding>,
    /// Judgements have come that are not looked at yet: the next review goes on with them.
    pub unfinished: bool,
}

impl Snapshot {
    /// Reviews a file by what is known; `None` when cancelled, or where the file is none of referee's. Findings
    /// come in the order of the text, after settings and suppression comments.
    #[must_use]
    pub fn review(&self, file: &FileId, cancel: &CancellationToken) -> Option<Review> {
        review(self, file, None, cancel)
    }

    /// Reviews a file while its author is typing: what was judged anew since the last review, somewhere in the file, is
    /// looked at for `limit`, and the rest of it by the reviews that follow ([`Review::unfinished`]).
    #[must_use]
    pub fn review_within(
        &self,
        file: &FileId,
        limit: Duration,
        cancel: &CancellationToken,
    ) -> Option<Review> {
        review(self, file, Some(limit), cancel)
    }

    /// The fixes for one finding of a review of this view.
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
        if finding.rule == DAMAGED_ENTRY.id {
            return bibliography::fixes(self, file, finding).into_iter().collect();
        }
        let Some(rule) = RULES.iter().find(|rule| rule.rule.id == finding.rule) else { return Vec::new() };
        ReviewContext::new(self, file).with(|context| rule.fixes(context, finding))
    }

    /// Calls `work` with everything that stands around a file, for edits that are not a fix of a finding.
    pub fn with_context<T>(&self, file: &FileId, work: impl FnOnce(&RuleContext<'_>) -> T) -> T {
        ReviewContext::new(self, file).with(work)
    }

    /// The language of what is said about a file: of a draft that of its words, or of the region that the settings name;
    /// of any other file the author's.
    #[must_use]
    pub fn language_of_findings(&self, file: &FileId) -> Language {
        match self.file(file).and_then(|read| read.draft()) {
            Some(document) => draft::language(self, file, document),
            None => self.author_language(file),
        }
    }

    /// A number that changes whenever anything changes that a review of `file` rests on: its text and version, the
    /// files around it, the settings, what is known of its references.
    #[must_use]
    pub fn fingerprint(&self, file: &FileId) -> u64 {
        inputs::fingerprint(self, file)
    }

    /// The id of what a review of `file` says in this view: two views in which a review may say different things, or
    /// the same at other places, have different ids. It changes when a file is closed and opened again.
    #[must_use]
    pub fn result_id(&self, file: &FileId) -> String {
        format!("{:016x}", self.fingerprint(file))
    }
}

/// Reviews a file. Where there is a `limit`, blocks that nobody edited and whose references were judged anew are
/// looked at for so long.
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
