//! What the sources say about one reference.

use super::plan::{Inquiry, Reach, description, is_described, published_as};
use referee_bibliography::{Identifier, Work};
use referee_records::services::is_service;
use referee_records::{Answer, Coverage, Question, Record, Source, SourceError};
use std::sync::Arc;

/// What the sources answered about one reference: all that judging may look at.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// One entry for each source that was asked, in the order of asking.
    pub answers: Vec<Answered>,
    /// What was not asked yet of what is worth asking.
    pub open: Open,
}

/// What was not asked yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Open {
    /// Nothing: every source that had to answer was asked.
    #[default]
    Nothing,
    /// By description: what the identifiers name is known.
    Descriptions,
    /// By identifier.
    Identifiers,
}

/// What one source answered.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The source's name.
    pub source: String,
    /// Whether absence of the work from it would mean something.
    pub coverage: Coverage,
    /// The answers by identifier, one for each identifier of the reference that it was asked for.
    pub by_identifier: Vec<Looked>,
    /// The answers by description, where that was asked: not if an identifier led to a record that fits.
    pub like: Vec<Answer>,
    /// The published versions that records of preprints point to.
    pub related: Vec<Arc<Record>>,
    /// What it has under the identifiers of the work that was found, where the reference does not give them.
    pub followed: Vec<Arc<Record>>,
}

/// What a source has under one identifier of the reference.
#[derive(Clone, Debug)]
pub struct Looked {
    /// The identifier, as the reference has it.
    pub identifier: Identifier,
    /// Whether absence of this identifier from the source would mean something: not every source that lists all
    /// articles lists all their DOIs.
    pub coverage: Coverage,
    /// The records that bear it.
    pub answer: Answer,
}

/// Asks the sources what judging `work` needs: its identifiers, and, unless a record found by them fits, what
/// looks like it. Online sources answer from what is known by now; what is worth asking them still is told by
/// [`Gathered::open`].
#[must_use]
pub fn gather(work: &Work, sources: &[Arc<dyn Source>]) -> Gathered {
    through(&Inquiry::new(work, sources))
}

/// The same through an inquiry, which can say then what to ask next.
pub(super) fn through(inquiry: &Inquiry<'_>) -> Gathered {
    let sources = inquiry.sources;
    let mut answers: Vec<Answered> =
        sources.iter().enumerate().map(|(at, source)| ask(inquiry, at, source.as_ref())).collect();
    let online = sources.iter().any(|source| is_service(source.name()));
    let open = if !online || inquiry.next(Reach::Everything).is_empty() {
        Open::Nothing
    } else if inquiry.next(Reach::Identifiers).is_empty() {
        Open::Descriptions
    } else {
        Open::Identifiers
    };
    if online {
        follow(inquiry, sources, &mut answers);
    }
    Gathered { answers, open }
}

fn ask(inquiry: &Inquiry<'_>, at: usize, source: &dyn Source) -> Answered {
    let work = inquiry.work;
    let by_identifier: Vec<Looked> =
        work.identifiers.iter().filter_map(|identifier| look(inquiry, identifier, source)).collect();
    let found = || by_identifier.iter().flat_map(|looked| records(&looked.answer));
    let all_found =
        !by_identifier.is_empty() && by_identifier.iter().all(|looked| !records_empty(&looked.answer));
    let fits = all_found && found().all(|record| inquiry.claim.fits(record));
    let describes =
        work.title.is_some() || work.subtitle.is_some() || (work.container.is_some() && work.pages.is_some());
    let mut like = Vec::new();
    // What an online source was asked is at hand; a library is searched now, and that takes time.
    if describes && (!fits || is_service(source.name())) {
        like.extend(known(inquiry.answer(source, &inquiry.like())));
        if source.name() == "pubmed"
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
        Coverage::Partial if inquiry.is_listed_in(source) => Coverage::Complete,
        coverage => coverage,
    };
    let source = source.name().to_owned();
    Answered { source, coverage, by_identifier, like, related, followed: Vec::new() }
}

/// Adds what the sources have under the identifiers of the work that was found.
fn follow(inquiry: &Inquiry<'_>, sources: &[Arc<dyn Source>], answers: &mut [Answered]) {
    let hits = inquiry.hits();
    let published = published_as(hits.iter().map(|hit| hit.record.as_ref()));
    for (name, question) in inquiry.follow(hits) {
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

fn look(inquiry: &Inquiry<'_>, identifier: &Identifier, source: &dyn Source) -> Option<Looked> {
    let work = inquiry.work;
    let alone =
        Work { kind: work.kind, identifiers: [identifier.clone()].into_iter().collect(), ..Work::default() };
    let question = Question::Identifier(identifier.clone());
    let mut answer = known(inquiry.answer(source, &question))?;
    // What doi.org knows is that a DOI exists; by content negotiation it may have described it as well.
    if source.name() == "doi"
        && let Answer::Records(records) = &mut answer
        && let Answer::Records(described) = inquiry.answer(source, &description(&question))
    {
        add(records, described.into_iter().filter(|record| is_described(record)).collect());
    }
    Some(Looked { identifier: identifier.clone(), coverage: source.covers(&alone), answer })
}

/// The answer, unless the question was not asked, or cannot be.
fn known(answer: Answer) -> Option<Answer> {
    (!matches!(answer, Answer::None(SourceError::NotAsked | SourceError::Offline | SourceError::Unsuited)))
        .then_some(answer)
}

pub(super) fn records(answer: &Answer) -> &[Arc<Record>] {
    match answer {
        Answer::Records(records) => records,
        Answer::None(_) => &[],
    }
}

/// Whether the source answered that it has nothing.
fn records_empty(answer: &Answer) -> bool {
    matches!(answer, Answer::Records(records) if records.is_empty())
}
