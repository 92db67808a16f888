//! What the rules about claims share: their remarks and fixes.

use super::checked_claim::CheckedClaim;
use super::context::RuleContext;
use super::definition::{Anchor, Remark};
use super::subject::removals;
use super::wording;
use crate::guideline;
use crate::support::Objection;
use referee_findings::{Data, Finding, Fix, Severity};
use referee_text::Span;
use std::ops::Range;

impl CheckedClaim<'_> {
    /// A remark about a range of the claim; about its first citation where there is none.
    pub(super) fn remark(
        &self,
        at: Option<&Range<usize>>,
        message: String,
        severity: Severity,
        more: &[(&'static str, &str)],
    ) -> Remark {
        let start = self.claim.span.start as usize;
        let place = at.map(|at| Span::new(start + at.start, start + at.end));
        let key = match self.cited.as_slice() {
            [one] => Some(one.label.clone()),
            _ => None,
        };
        let more = more.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        // What was written from abstracts must stand in them.
        let severity = if self.written.is_some() { Severity::Warning } else { severity };
        Remark {
            place: place
                .or_else(|| self.claim.citations.first().map(|citation| citation.span))
                .map_or(Anchor::Subject, Anchor::Span),
            message,
            severity: Some(severity),
            data: Data { key, more },
            ..Remark::default()
        }
    }

    /// What was looked at: `the abstract of “Title” (Smith 2019; PubMed, 2024-05-02)`.
    pub(super) fn looked_at(&self) -> String {
        let record = match self.cited.as_slice() {
            [one] => one.record(),
            _ => None,
        };
        match record {
            Some(part) if guideline::is_part(part) => wording::part(&part.work),
            Some(record) => {
                format!(
                    "the abstract of {} as {} has it",
                    wording::work(&record.work),
                    wording::attribution(record)
                )
            }
            None => format!("the abstracts of the {} works that are cited here", self.cited.len()),
        }
    }

    /// What a language model read against the claim, as a remark; nothing where the same was found without it.
    pub(super) fn read_against(&self, severity: Severity) -> Option<Remark> {
        let read = self.read.as_deref()?;
        let same = |objection: &Objection| matches!(objection, Objection::OppositeDirection { sentence } if *sentence == read.passage);
        if self.objections.iter().any(same) {
            return None;
        }
        let cited = self.cited.get(read.work)?;
        let record = cited.record()?;
        let place = match &cited.part {
            Some(part) => wording::part(&part.work),
            None => format!(
                "the abstract of {} as {} has it",
                wording::work(&record.work),
                wording::attribution(record)
            ),
        };
        let message = format!(
            "The language model {} reads the opposite in {place}: {}. Compare them.",
            read.model,
            wording::quoted(read.passage.trim_end_matches('.'))
        );
        let more = [("passage", read.passage.as_str()), ("model", read.model.as_str())];
        let mut remark = self.remark(None, message, severity, &more);
        remark.data.key = Some(cited.label.clone());
        Some(remark)
    }

    /// What else may be so, and what to do.
    pub(super) fn advice(&self) -> &'static str {
        if self.written.is_some() {
            "This passage was written from abstracts; write it anew or take the sentence out."
        } else if self.cited.iter().all(|cited| cited.part.is_some()) {
            "It may stand elsewhere in the document: compare it there."
        } else {
            "It may stand in the full text, which was not read: compare it there."
        }
    }

    /// Whether the sentence was made by counting and quoting: its own numbers and words are referee's, and only what it
    /// quotes is the work's.
    pub(super) fn is_counted(&self) -> bool {
        self.written.is_some_and(|written| {
            let by = written.provenance.by.as_str();
            by.starts_with("counted") || by.starts_with("extracted")
        })
    }

    /// Whether the sentence itself says that it tells what the abstract says.
    pub(super) fn names_abstract(&self) -> bool {
        let lower = self.claim.text.to_lowercase();
        ["abstract", "resumen", "their title"].iter().any(|word| lower.contains(word))
    }
}

/// The fixes of a rule about claims: the citation can be removed.
pub(super) fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    removals(context, finding).into_iter().filter(|fix| fix.title == "Remove this citation").collect()
}
