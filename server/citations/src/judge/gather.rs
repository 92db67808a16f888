//! Asks the sources about one reference.

use super::answers::{
    Gathered, IdentifierAnswer, JournalStatus, ListedIdentifier, SourceAnswers, Unasked, is_described,
    published_as, records,
};
use super::compare::FoundBy;
use super::inquiry::Inquiry;
use super::plan::Disclosable;
use super::preprints::forgive_silence_about_arxiv;
use super::questions::description;
use super::stages::COMPUTING;
use referee_bibliography::{Identifier, Work};
use referee_records::services::is_service;
use referee_records::{Answer, Coverage, Question, Record, RetractionTable, Service, Source, SourceError};
use std::sync::Arc;

/// Asks the sources for what judging `work` needs: its identifiers and, unless a record found by
/// them fits, works with a similar description. Online sources answer from what is already known;
/// [`Gathered::unasked`] states what is still worth asking them.
#[must_use]
pub fn gather(work: &Work, sources: &[Arc<dyn Source>]) -> Gathered {
    gather_through(&Inquiry::new(work, sources))
}

/// Does the work of [`gather`] through an inquiry, which can then return the next questions.
pub(super) fn gather_through(inquiry: &Inquiry<'_>) -> Gathered {
    let sources = inquiry.sources;
    let mut answers: Vec<SourceAnswers> =
        sources.iter().enumerate().map(|(at, source)| ask(inquiry, at, source.as_ref())).collect();
    let online = sources.iter().any(|source| is_service(source.name()));
    let unasked = if !online || inquiry.next(Disclosable::Everything).is_empty() {
        Unasked::Nothing
    } else if inquiry.next(Disclosable::Identifiers).is_empty() {
        Unasked::Descriptions
    } else {
        Unasked::Identifiers
    };
    if online {
        follow(inquiry, sources, &mut answers);
        forgive_silence_about_arxiv(&mut answers);
    }
    // The status of the journal matters only in this case.
    let is_in_doubt = answers.iter().any(|answered| is_wrong_in_journal_alone(inquiry, answered));
    let journal = if is_in_doubt { inquiry.journal_status() } else { JournalStatus::Unasked };
    let listed = listed(inquiry, &answers);
    // A table of retractions cannot return records, so an empty answer from it is not evidence.
    let answers = sources
        .iter()
        .zip(answers)
        .filter(|(source, _)| source.retraction_table().is_none())
        .map(|(_, answered)| answered)
        .collect();
    Gathered { answers, unasked, journal, page: inquiry.cited_page(), listed }
}

/// Returns the identifiers of the reference, and of the records found for it, that are in a table
/// of retracted works.
fn listed(inquiry: &Inquiry<'_>, answers: &[SourceAnswers]) -> Vec<ListedIdentifier> {
    let tables: Vec<&RetractionTable> =
        inquiry.sources.iter().filter_map(|source| source.retraction_table()).collect();
    if tables.is_empty() {
        return Vec::new();
    }
    let found = answers.iter().flat_map(|answered| {
        let by_identifier = answered.by_identifier.iter().flat_map(|looked| records(&looked.answer));
        by_identifier.chain(answered.like.iter().flat_map(records)).chain(&answered.followed)
    });
    let found = found.flat_map(|record| record.work.identifiers.iter());
    let mut out: Vec<ListedIdentifier> = Vec::new();
    for identifier in inquiry.work.identifiers.iter().chain(found) {
        if out.iter().any(|known| known.identifier == *identifier) {
            continue;
        }
        let listing = tables.iter().filter(|table| table.lists(identifier)).max_by_key(|table| table.as_of());
        out.extend(listing.map(|table| ListedIdentifier {
            identifier: identifier.clone(),
            as_of: table.as_of(),
            source: table.source(),
        }));
    }
    out
}

/// Returns whether a source has a record that differs seriously only in the name of the journal.
fn is_wrong_in_journal_alone(inquiry: &Inquiry<'_>, answered: &SourceAnswers) -> bool {
    let is_wrong = |record: &Arc<Record>, how: FoundBy| inquiry.claim.is_wrong_in_journal_alone(record, how);
    let by_identifier = answered.by_identifier.iter().flat_map(|looked| records(&looked.answer));
    by_identifier.into_iter().any(|record| is_wrong(record, FoundBy::Identifier))
        || answered.like.iter().flat_map(records).any(|record| is_wrong(record, FoundBy::Likeness))
}

fn ask(inquiry: &Inquiry<'_>, at: usize, source: &dyn Source) -> SourceAnswers {
    let work = inquiry.work;
    let by_identifier: Vec<IdentifierAnswer> =
        work.identifiers.iter().filter_map(|identifier| look(inquiry, identifier, source)).collect();
    let found = || by_identifier.iter().flat_map(|looked| records(&looked.answer));
    let all_found =
        !by_identifier.is_empty() && by_identifier.iter().all(|looked| !records_empty(&looked.answer));
    let fits = all_found && found().all(|record| inquiry.claim.fits(record));
    let describes =
        work.title.is_some() || work.subtitle.is_some() || (work.container.is_some() && work.pages.is_some());
    let mut like = Vec::new();
    // An online source answers from its cache; a library would be searched now, which takes time.
    if describes && (!fits || is_service(source.name())) {
        like.extend(known(inquiry.answer(source, &inquiry.like())));
        if *source.name() == Service::PubMed
            && work.title.is_some()
            && let Some(question) = inquiry.place_in_turn()
        {
            like.extend(known(inquiry.answer(source, &question)));
        }
    }
    let mut related: Vec<Arc<Record>> = Vec::new();
    for identifier in published_as(found().chain(like.iter().flat_map(records)).map(Arc::as_ref)) {
        if let Answer::Records(versions) = inquiry.answer(source, &Question::Identifier(identifier)) {
            add(&mut related, versions);
        }
    }
    let coverage = match inquiry.coverage(at) {
        // These sources are asked only if others were not enough; until then their silence is not
        // evidence.
        _ if like.is_empty() && Service::is_among(source.name(), &COMPUTING) => Coverage::None,
        Coverage::Partial if inquiry.is_listed_in(source) => Coverage::Complete,
        coverage => coverage,
    };
    SourceAnswers {
        source: source.name().to_owned(),
        coverage,
        by_identifier,
        like,
        related,
        followed: Vec::new(),
        page_unanswered: inquiry.page_unanswered(source),
        withdrawal_unanswered: None,
        unneeded: None,
    }
}

/// Adds the records that the sources have under the identifiers of the work that was found.
fn follow(inquiry: &Inquiry<'_>, sources: &[Arc<dyn Source>], answers: &mut [SourceAnswers]) {
    let found_records = inquiry.found_records();
    let published = published_as(found_records.iter().map(|hit| hit.record.as_ref()));
    let withdrawals = inquiry.withdrawals(found_records);
    let is_own = |question: &Question| matches!(question, Question::Identifier(identifier) if inquiry.work.identifiers.iter().any(|own| own == identifier));
    for (name, question) in &withdrawals {
        // The identifiers of the reference itself were already looked up.
        let place = sources.iter().position(|source| source.name() == name).filter(|_| !is_own(question));
        if let Some((source, answered)) = place.and_then(|at| Some((sources.get(at)?, answers.get_mut(at)?)))
            && let Some(Answer::None(why)) = known(inquiry.answer(source.as_ref(), question))
        {
            answered.withdrawal_unanswered = Some(why);
        }
    }
    for (name, question) in inquiry.follow(found_records).into_iter().chain(withdrawals) {
        let place = sources.iter().position(|source| source.name() == name);
        let Some((source, answered)) = place.and_then(|at| Some((sources.get(at)?, answers.get_mut(at)?)))
        else {
            continue;
        };
        let Question::Identifier(identifier) = &question else { continue };
        match inquiry.answer(source.as_ref(), &question) {
            Answer::Records(records) if published.contains(identifier) => add(&mut answered.related, records),
            Answer::Records(records) => add(&mut answered.followed, records),
            Answer::None(_) => {}
        }
    }
}

fn add(list: &mut Vec<Arc<Record>>, records: Vec<Arc<Record>>) {
    for record in records {
        if !list.contains(&record) {
            list.push(record);
        }
    }
}

fn look(inquiry: &Inquiry<'_>, identifier: &Identifier, source: &dyn Source) -> Option<IdentifierAnswer> {
    let work = inquiry.work;
    let alone =
        Work { kind: work.kind, identifiers: [identifier.clone()].into_iter().collect(), ..Work::default() };
    let question = Question::Identifier(identifier.clone());
    let mut answer = known(inquiry.answer(source, &question))?;
    // The DOI proxy only confirms that a DOI exists; the answer to content negotiation may describe
    // the work as well.
    if *source.name() == Service::Doi
        && let Answer::Records(records) = &mut answer
        && let Answer::Records(described) = inquiry.answer(source, &description(&question))
    {
        add(records, described.into_iter().filter(|record| is_described(record)).collect());
    }
    Some(IdentifierAnswer { identifier: identifier.clone(), coverage: source.covers(&alone), answer })
}

/// Returns the answer, unless the question was not asked or the source cannot answer it.
fn known(answer: Answer) -> Option<Answer> {
    (!matches!(answer, Answer::None(SourceError::NotAsked | SourceError::Offline | SourceError::Unsuited)))
        .then_some(answer)
}

/// Returns whether the source answered without records.
fn records_empty(answer: &Answer) -> bool {
    matches!(answer, Answer::Records(records) if records.is_empty())
}
