//! What the sources say about one reference.

use super::compare::Claim;
use referee_bibliography::{Identifier, Work};
use referee_literature::{Answer, Coverage, Question, Record, RelationKind, Source};

/// What the sources answered about one reference: all that judging may look at.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// One entry for each source that was asked, in the order of asking.
    pub answers: Vec<Answered>,
}

/// What one source answered.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The source's name.
    pub source: String,
    /// Whether absence of the work from it would mean something.
    pub coverage: Coverage,
    /// The answers by identifier, one for each identifier of the reference.
    pub by_identifier: Vec<Looked>,
    /// The answer by description, where that was asked: not if an identifier led to a record that fits.
    pub like: Option<Answer>,
    /// The published versions that records of preprints point to.
    pub related: Vec<Record>,
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
/// looks like it.
#[must_use]
pub fn gather(work: &Work, sources: &[std::sync::Arc<dyn Source>]) -> Gathered {
    let claim = Claim::read(work);
    let answers = sources.iter().map(|source| ask(work, &claim, source.as_ref())).collect();
    Gathered { answers }
}

fn ask(work: &Work, claim: &Claim<'_>, source: &dyn Source) -> Answered {
    let by_identifier: Vec<Looked> =
        work.identifiers.iter().map(|identifier| look(work, identifier, source)).collect();
    let records = || by_identifier.iter().flat_map(|looked| records(&looked.answer));
    let all_found =
        !by_identifier.is_empty() && by_identifier.iter().all(|looked| !records_empty(&looked.answer));
    let fits = all_found && records().all(|record| claim.fits(record));
    let describes =
        work.title.is_some() || work.subtitle.is_some() || (work.container.is_some() && work.pages.is_some());
    let like = (describes && !fits).then(|| source.ask(&Question::Like(Box::new(work.clone()))));

    let mut related: Vec<Record> = Vec::new();
    for relation in records().chain(like.iter().flat_map(self::records)).flat_map(|record| &record.relations)
    {
        if relation.kind == RelationKind::PublishedAs
            && let Answer::Records(found) = source.ask(&Question::Identifier(relation.identifier.clone()))
        {
            for record in found {
                if !related.contains(&record) {
                    related.push(record);
                }
            }
        }
    }
    Answered { source: source.name().to_owned(), coverage: source.covers(work), by_identifier, like, related }
}

fn look(work: &Work, identifier: &Identifier, source: &dyn Source) -> Looked {
    let alone =
        Work { kind: work.kind, identifiers: [identifier.clone()].into_iter().collect(), ..Work::default() };
    Looked {
        identifier: identifier.clone(),
        coverage: source.covers(&alone),
        answer: source.ask(&Question::Identifier(identifier.clone())),
    }
}

pub(super) fn records(answer: &Answer) -> &[Record] {
    match answer {
        Answer::Records(records) => records,
        Answer::None(_) => &[],
    }
}

/// Whether the source answered that it has nothing.
fn records_empty(answer: &Answer) -> bool {
    matches!(answer, Answer::Records(records) if records.is_empty())
}
