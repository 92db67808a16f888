//! The references of a run that a service left open: neither confirmed nor accused, and worth
//! another look-up.

use crate::report::Report;
use referee_citations::Verdict;
use referee_citations::json::{silent_about, verdict_of};
use referee_records::{SourceError, source_name};
use referee_text::Language;
use std::time::Duration;

/// The references that a run could not look up because services did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotLookedUp {
    /// The number of references that are unchecked for this reason, without duplicates.
    pub references: usize,
    /// The number of all references in the run.
    pub of: usize,
    /// The services without an answer, each with its reason, those with the most references first.
    pub services: Vec<(String, SourceError)>,
    /// The earliest time, after the end of the run, at which one of them may answer; `None` if it
    /// is unknown.
    pub again_in: Option<Duration>,
}

impl NotLookedUp {
    /// Whether at least one service may answer later without further action. An invalid key, for
    /// example, needs a person.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.services.iter().any(|(_, why)| why.passes())
    }

    /// Returns how many references were not looked up, and why: `3 of 40 references were not looked
    /// up: Crossref did not answer in time`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let (references, verb) = match self.of {
            1 => ("reference", "was"),
            _ => ("references", if self.references == 1 { "was" } else { "were" }),
        };
        let silent = self.services.iter().filter(|(_, why)| *why != SourceError::Unlogged);
        let mut reasons: Vec<String> =
            silent.map(|(name, why)| format!("{} {why}", source_name(Language::English, name))).collect();
        if reasons.len() < self.services.len() {
            reasons.push(String::from("the log of what leaves this machine cannot be written"));
        }
        format!(
            "{} of {} {references} {verb} not looked up: {}",
            self.references,
            self.of,
            reasons.join("; ")
        )
    }
}

impl Report {
    /// Returns the references that are unchecked because a service did not answer; `None` if that
    /// affects no reference. Excludes look-ups that are not permitted (no network by the settings, a
    /// clinical note), because a later one would not help.
    #[must_use]
    pub fn not_looked_up(&self) -> Option<NotLookedUp> {
        let references = self.references();
        let mut services: Vec<(String, SourceError)> = Vec::new();
        let judgements = references.iter().filter_map(|(_, judgement)| judgement.as_deref());
        for (name, why, _) in silent_about(Verdict::Unchecked, judgements) {
            if is_outage(why) && !services.iter().any(|(known, _)| *known == name) {
                services.push((name, why));
            }
        }
        let is_open = |judgement: Option<&referee_citations::Judgement>| {
            verdict_of(judgement) == Verdict::Unchecked
                && judgement.is_some_and(|judgement| {
                    judgement.consulted.iter().any(|consulted| consulted.why.is_some_and(is_outage))
                })
        };
        let open = references.iter().filter(|(_, judgement)| is_open(judgement.as_deref())).count();
        if open == 0 {
            return None;
        }
        let failures = self.verified.failures.iter().filter(|failure| failure.why.passes());
        let again_in = failures
            .filter(|failure| services.iter().any(|(name, _)| name == failure.service))
            .filter_map(|failure| failure.again_in)
            .min();
        Some(NotLookedUp { references: open, of: references.len(), services, again_in })
    }
}

/// Whether a source failed to answer a question: another look-up may succeed, either by itself or
/// after a change at the service or of a key.
fn is_outage(why: SourceError) -> bool {
    match why {
        SourceError::Unavailable
        | SourceError::Timeout
        | SourceError::Busy
        | SourceError::Unreadable
        | SourceError::KeyRefused
        | SourceError::Forbidden
        | SourceError::BudgetSpent
        | SourceError::OwnLimit
        | SourceError::Unlogged
        | SourceError::Cancelled => true,
        SourceError::Offline
        | SourceError::NotAsked
        | SourceError::Unsuited
        | SourceError::Private
        | SourceError::Refused => false,
    }
}

#[cfg(test)]
mod tests {
    use super::NotLookedUp;
    use referee_records::SourceError;

    #[test]
    fn the_sentence_counts_and_gives_the_reason_of_each_service() {
        let open = |references, of| NotLookedUp {
            references,
            of,
            services: vec![
                ("crossref".to_owned(), SourceError::Timeout),
                ("pubmed".to_owned(), SourceError::Unavailable),
            ],
            again_in: None,
        };
        assert_eq!(
            open(3, 40).sentence(),
            "3 of 40 references were not looked up: Crossref did not answer in time; PubMed is not available (no connection or a server error)"
        );
        assert!(open(1, 1).sentence().starts_with("1 of 1 reference was not looked up"));
        let unlogged = NotLookedUp {
            services: vec![
                ("crossref".to_owned(), SourceError::Unlogged),
                ("pubmed".to_owned(), SourceError::Unlogged),
            ],
            ..open(2, 2)
        };
        assert_eq!(
            unlogged.sentence(),
            "2 of 2 references were not looked up: the log of what leaves this machine cannot be written"
        );
    }
}
