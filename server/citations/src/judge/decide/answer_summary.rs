//! What the answers of all sources together allow to conclude.

use super::super::answers::{Gathered, SourceAnswers, Unasked};
use super::super::compare::SearchCompleteness;
use referee_records::services::is_service;
use referee_records::{Answer, Coverage, SourceError};

/// What the answers of all sources together allow.
#[derive(Clone, Copy)]
pub(super) struct AnswerSummary {
    pub(super) completeness: SearchCompleteness,
    /// Why a source that may know the work did not answer.
    pub(super) unanswered: Option<SourceError>,
    /// What is worth asking and was not asked yet.
    pub(super) unasked: Unasked,
}

impl AnswerSummary {
    pub(super) fn of(gathered: &Gathered) -> AnswerSummary {
        let covering = || gathered.answers.iter().filter(|answered| answered.coverage != Coverage::None);
        let unanswered = covering()
            .find_map(unanswered_because)
            .or_else(|| gathered.answers.iter().find_map(identifier_unanswered_because));
        let complete = || covering().any(|answered| answered.coverage == Coverage::Complete);
        let completeness = if gathered.answers.is_empty() || covering().next().is_none() {
            SearchCompleteness::Uncovered
        } else if unanswered.is_none() && gathered.unasked == Unasked::Nothing && complete() {
            SearchCompleteness::Complete
        } else if unanswered.is_none()
            && gathered.unasked == Unasked::Nothing
            && covering().filter(|answered| is_service(&answered.source) && !answered.like.is_empty()).count()
                > 1
        {
            SearchCompleteness::Searched
        } else {
            SearchCompleteness::Partial
        };
        AnswerSummary { completeness, unanswered, unasked: gathered.unasked }
    }
}

/// Why a source left a question unanswered, where it did.
pub(super) fn unanswered_because(answered: &SourceAnswers) -> Option<SourceError> {
    let answers = answered.by_identifier.iter().map(|looked| &looked.answer).chain(&answered.like);
    answers.into_iter().find_map(error_of)
}

/// Why an online source that was asked for an identifier did not answer, whatever it covers.
fn identifier_unanswered_because(answered: &SourceAnswers) -> Option<SourceError> {
    let looked = answered.by_identifier.iter().filter(|_| is_service(&answered.source));
    looked.map(|looked| &looked.answer).find_map(error_of)
}

fn error_of(answer: &Answer) -> Option<SourceError> {
    match answer {
        // A question that a source cannot answer leaves no doubt.
        Answer::None(why) if *why != SourceError::Unsuited => Some(*why),
        _ => None,
    }
}
