//! Reads and judges one work: an identifier, an entry or a printed reference.

use crate::call::Call;
use crate::error::OperationError;
use crate::parameters::{line, text};
use crate::reference_list::is_entry;
use crate::sent_text::{Reading, SentText, TextFormat};
use referee_citations::{Judgement, Reference};
use referee_features::cite::CiteQuery;
use referee_text::FileId;
use referee_workspace::verify::ServiceFailure;
use std::sync::Arc;

/// A reference with its judgement.
pub(crate) struct JudgedWork {
    pub(crate) reference: Reference,
    pub(crate) judgement: Option<Arc<Judgement>>,
    pub(crate) reading: Reading,
    /// The services that did not answer all questions.
    pub(crate) failures: Vec<ServiceFailure>,
}

/// Creates a text as the context for judging works. It is as confidential as the given words, which
/// may be empty.
pub(crate) fn reading_beside(call: &Call<'_>, beside: &str) -> Reading {
    call.workspace.read(&SentText { format: TextFormat::Plain, text: beside, bibliography: None })
}

/// Judged references that are not part of a text.
pub(crate) struct JudgedReferences {
    /// A judgement for each reference; `None` if the call was cancelled first.
    pub(crate) judgements: Vec<Option<Arc<Judgement>>>,
    /// The services that did not answer all questions.
    pub(crate) failures: Vec<ServiceFailure>,
}

/// Looks up and judges references that are not part of a text.
pub(crate) fn judge(call: &Call<'_>, reading: &Reading, references: &[Reference]) -> JudgedReferences {
    let failures = call.judge_references(reading, references).failures;
    let judgements = references.iter().map(|reference| reading.snapshot.judgement(reference)).collect();
    JudgedReferences { judgements, failures }
}

/// Creates the reference for an identifier.
pub(crate) fn of_identifier(
    given: &str,
    name: &'static str,
    file: &FileId,
) -> Result<Reference, OperationError> {
    let query = CiteQuery::read_identifier(&line(name, given)?)?;
    query.reference(file).ok_or(OperationError::Empty(name))
}

/// Judges a work that is given by an identifier, an entry or a printed reference.
pub(crate) fn record_of(work: &str, beside: &str, call: &Call<'_>) -> Result<JudgedWork, OperationError> {
    if is_entry(work) {
        let entry = text("work", work)?;
        let reading =
            call.workspace.read(&SentText { format: TextFormat::Bibtex, text: &entry, bibliography: None });
        return of_text(reading, call);
    }
    let words = line("work", work)?;
    let reading = reading_beside(call, beside);
    if let Ok(Some(CiteQuery::Identifier(identifier))) = CiteQuery::read(&words) {
        let reference = Reference::from_identifier(&reading.file, &identifier, referee_text::Span::default());
        let judged = judge(call, &reading, std::slice::from_ref(&reference));
        let judgement = judged.judgements.into_iter().next().flatten();
        return Ok(JudgedWork { reference, judgement, reading, failures: judged.failures });
    }
    let list = format!("References\n\n1. {words}\n");
    let reading =
        call.workspace.read(&SentText { format: TextFormat::Plain, text: &list, bibliography: None });
    of_text(reading, call)
}

fn of_text(reading: Reading, call: &Call<'_>) -> Result<JudgedWork, OperationError> {
    let failures = call.judge_text(&reading).failures;
    let first = reading.snapshot.references(&reading.file).into_iter().next();
    let (reference, judgement) = first.ok_or(OperationError::NoWork)?;
    Ok(JudgedWork { reference, judgement, reading, failures })
}
