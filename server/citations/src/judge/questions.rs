//! Builds questions from parts of a reference.

use referee_bibliography::{Date, Identifiers, Work, WorkKind, public_web_address};
use referee_records::Question;
use std::sync::Arc;

/// Returns the question for the description of the work with the identifier of a question.
pub(super) fn description(question: &Question) -> Question {
    let identifiers = match question {
        Question::Identifier(identifier) => [identifier.clone()].into_iter().collect(),
        Question::Like(work) => work.identifiers.clone(),
        Question::Subject(_) => Identifiers::default(),
    };
    Question::Like(Arc::new(Work { identifiers, ..Work::default() }))
}

/// Returns the place of the work in a journal, if the reference gives it: journal, volume and page.
pub(super) fn place(work: &Work) -> Option<Work> {
    (work.container.is_some() && work.volume.is_some() && work.pages.is_some()).then(|| Work {
        kind: work.kind,
        authors: work.authors.first().cloned().into_iter().collect(),
        container: work.container.clone(),
        container_short: work.container_short.clone(),
        date: work.date,
        volume: work.volume.clone(),
        pages: work.pages.clone(),
        ..Work::default()
    })
}

/// Returns the question about the web page of a work without identifiers: its address, with the
/// year of the work because pages change. Only for kinds of works that no source lists completely.
pub(super) fn page(work: &Work) -> Option<Question> {
    let is_asked_for = matches!(
        work.kind,
        WorkKind::WebPage
            | WorkKind::Report
            | WorkKind::Software
            | WorkKind::Dataset
            | WorkKind::Standard
            | WorkKind::Other
    ) && work.identifiers.is_empty();
    let url = public_web_address(work.url.as_deref().filter(|_| is_asked_for)?)?;
    Some(Question::Like(Arc::new(Work { url: Some(url), date: work.date, ..Work::default() })))
}

/// Returns the question whether a source lists the journal of an article in its period. It contains
/// only the journal and the decade, so that one question serves all references to the journal.
pub(super) fn journal(work: &Work) -> Option<Work> {
    let date = work.date.map(|date| Date { year: middle_of_decade(date.year), month: None, day: None });
    Some(Work { date, ..journal_of_any_year(work)? })
}

/// Returns the journal of a work without a year, to ask whether a journal of this name exists.
pub(super) fn journal_of_any_year(work: &Work) -> Option<Work> {
    let listed = matches!(work.kind, WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Unknown);
    let container = work.container.clone().filter(|_| listed)?;
    Some(Work { kind: WorkKind::Article, container: Some(container), ..Work::default() })
}

fn middle_of_decade(year: i32) -> i32 {
    const DECADE: i32 = 10;
    year.div_euclid(DECADE) * DECADE + DECADE / 2
}
