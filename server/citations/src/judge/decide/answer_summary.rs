//! Summarizes what the answers of all sources together allow to conclude.

use super::super::answers::{Gathered, SourceAnswers, Unasked};
use super::super::compare::SearchCompleteness;
use super::super::stages::{COMPUTING, GENERAL_INDEXES};
use referee_records::services::is_service;
use referee_records::{Answer, Coverage, Service, SourceError};

/// Indexes of every field. They may fail if the sources that list the venue completely have all
/// answered.
const REPLACEABLE: [Service; 3] = [Service::OpenAlex, Service::Crossref, Service::SemanticScholar];

/// A summary of the answers of all sources.
#[derive(Clone, Copy)]
pub(super) struct AnswerSummary {
    pub(super) completeness: SearchCompleteness,
    /// Why a source that may know the work did not answer.
    pub(super) unanswered: Option<SourceError>,
    /// Why a source did not answer whose answer is needed to say that the work does not exist.
    pub(super) undecided: Option<SourceError>,
    /// The questions that are worth asking and have not been asked yet.
    pub(super) unasked: Unasked,
}

impl AnswerSummary {
    pub(super) fn of(gathered: &Gathered) -> AnswerSummary {
        let covering = || gathered.answers.iter().filter(|answered| answered.coverage != Coverage::None);
        let unanswered = covering()
            .find_map(unanswered_because)
            .or_else(|| gathered.answers.iter().find_map(identifier_unanswered_because));
        // If the sources that list the venue all lack the work, the failure of a general index
        // changes nothing.
        let undecided = unanswered.filter(|_| !is_decided_by_its_field(gathered));
        let complete = || covering().any(|answered| answered.coverage == Coverage::Complete);
        let completeness = if gathered.answers.is_empty() || covering().next().is_none() {
            SearchCompleteness::Uncovered
        } else if undecided.is_none() && gathered.unasked == Unasked::Nothing && complete() {
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
        AnswerSummary { completeness, unanswered, undecided, unasked: gathered.unasked }
    }
}

/// Returns whether the sources that list the venue of the work completely all answered, a general
/// index answered too, and only other general indexes failed.
fn is_decided_by_its_field(gathered: &Gathered) -> bool {
    let full =
        |answered: &&SourceAnswers| !answered.like.is_empty() && unanswered_because(answered).is_none();
    let of_field = || {
        let covering = gathered.answers.iter().filter(|answered| answered.coverage != Coverage::None);
        covering.filter(|answered| Service::is_among(&answered.source, &COMPUTING))
    };
    let has_identifier_failed = |answered: &SourceAnswers| {
        answered.by_identifier.iter().any(|looked| error_of(&looked.answer).is_some())
    };
    of_field().any(|answered| answered.coverage == Coverage::Complete)
        && of_field().all(|answered| full(&answered))
        && gathered
            .answers
            .iter()
            .any(|answered| Service::is_among(&answered.source, &GENERAL_INDEXES) && full(&answered))
        && gathered
            .answers
            .iter()
            .filter(|answered| answered.coverage != Coverage::None || has_identifier_failed(answered))
            .filter(|answered| unanswered_because(answered).is_some())
            .all(|answered| {
                Service::is_among(&answered.source, &REPLACEABLE) && !has_identifier_failed(answered)
            })
}

/// Returns why a source left a question unanswered; `None` if it answered everything.
pub(super) fn unanswered_because(answered: &SourceAnswers) -> Option<SourceError> {
    let answers = answered.by_identifier.iter().map(|looked| &looked.answer).chain(&answered.like);
    answers.into_iter().find_map(error_of)
}

/// Returns why an online source that was asked about an identifier did not answer, whatever it
/// covers.
fn identifier_unanswered_because(answered: &SourceAnswers) -> Option<SourceError> {
    let looked = answered.by_identifier.iter().filter(|_| is_service(&answered.source));
    looked.map(|looked| &looked.answer).find_map(error_of)
}

fn error_of(answer: &Answer) -> Option<SourceError> {
    match answer {
        // A question that a source cannot answer by its nature leaves no doubt.
        Answer::None(why) if *why != SourceError::Unsuited => Some(*why),
        _ => None,
    }
}
