//! The verdict about one reference, from everything that was gathered about it.

use super::answers::{Gathered, SourceAnswers, Unasked, is_described, records};
use super::compare::{ClaimedWork, Comparison, FoundBy, SearchCompleteness, is_one_publication};
use super::{identifiers, journals, trials};
use crate::{Consulted, Difference, Judgement, Outcome, Verdict, Weight};
use referee_bibliography::{Identifier, Work, WorkKind};
use referee_records::services::is_service;
use referee_records::{Answer, Coverage, Notice, NoticeKind, Record, RelationKind, SourceError};
use std::sync::Arc;

/// Judges `work` by what was gathered. Pure: the same arguments give the same judgement.
#[must_use]
pub fn judge(work: &Work, gathered: &Gathered) -> Judgement {
    decide(&ClaimedWork::read(work), gathered)
}

/// [`judge`] for a reference that was read before.
pub(super) fn decide(claim: &ClaimedWork<'_>, gathered: &Gathered) -> Judgement {
    let summary = AnswerSummary::of(gathered);
    let candidates = candidates(claim, gathered, summary.completeness);
    let best = best(&candidates);
    let misfit = misfit(&candidates, best);

    let mut judgement = Judgement {
        verdict: Verdict::Unchecked,
        record: best.map(|candidate| candidate.record.clone()),
        other: misfit.map(|(identifier, record)| (identifier.clone(), record.clone())),
        notices: best.map(|best| notices(best, &candidates, gathered)).unwrap_or_default(),
        published: best.and_then(|best| published(claim, best, &candidates, gathered)).cloned(),
        differences: best
            .map(|best| differences(claim, best, &candidates, gathered, summary))
            .unwrap_or_default(),
        consulted: consulted(gathered, &candidates),
        unchecked_because: None,
    };
    let serious = judgement.differences.iter().any(|difference| difference.weight == Weight::Serious);
    // An incomplete answer can verify but not accuse: a source that did not answer, or was not asked yet, may hold the
    // version that is meant.
    let doubt = |found: FoundBy| match (summary.silent, summary.unasked) {
        (Some(why), _) => Some(why),
        (None, Unasked::Identifiers) => Some(SourceError::NotAsked),
        (None, Unasked::Descriptions) if found == FoundBy::Likeness => Some(SourceError::NotAsked),
        _ => None,
    };
    judgement.verdict = match best {
        _ if judgement.other.is_some() => match doubt(FoundBy::Identifier) {
            None => Verdict::Misidentified,
            Some(why) => judgement.leave(why),
        },
        Some(best) if serious => match doubt(best.found()) {
            None => Verdict::Differs,
            Some(why) => {
                if best.found() == FoundBy::Likeness {
                    judgement.record = None;
                }
                judgement.leave(why)
            }
        },
        Some(_) if judgement.differences.is_empty() => Verdict::Verified,
        Some(_) => Verdict::Differs,
        None => absent(claim, gathered, summary, &mut judgement),
    };
    judgement
}

impl Judgement {
    /// Takes back what would accuse the reference, and says why it is unchecked.
    fn leave(&mut self, why: SourceError) -> Verdict {
        self.unchecked_because = Some(why);
        self.differences.clear();
        self.other = None;
        Verdict::Unchecked
    }
}

/// What the answers of all sources together allow.
#[derive(Clone, Copy)]
struct AnswerSummary {
    completeness: SearchCompleteness,
    /// Why a source that may know the work did not answer.
    silent: Option<SourceError>,
    /// What is worth asking and was not asked yet.
    unasked: Unasked,
}

impl AnswerSummary {
    fn of(gathered: &Gathered) -> AnswerSummary {
        let covering = || gathered.answers.iter().filter(|answered| answered.coverage != Coverage::None);
        let silent = covering().find_map(silence).or_else(|| gathered.answers.iter().find_map(mute));
        let complete = || covering().any(|answered| answered.coverage == Coverage::Complete);
        let completeness = if gathered.answers.is_empty() || covering().next().is_none() {
            SearchCompleteness::Uncovered
        } else if silent.is_none() && gathered.unasked == Unasked::Nothing && complete() {
            SearchCompleteness::Complete
        } else if silent.is_none()
            && gathered.unasked == Unasked::Nothing
            && covering().filter(|answered| is_service(&answered.source) && !answered.like.is_empty()).count()
                > 1
        {
            SearchCompleteness::Searched
        } else {
            SearchCompleteness::Partial
        };
        AnswerSummary { completeness, silent, unasked: gathered.unasked }
    }
}

fn silence(answered: &SourceAnswers) -> Option<SourceError> {
    let answers = answered.by_identifier.iter().map(|looked| &looked.answer).chain(&answered.like);
    answers.into_iter().find_map(reason)
}

/// Why an online source that was asked for an identifier did not answer, whatever it covers.
fn mute(answered: &SourceAnswers) -> Option<SourceError> {
    let looked = answered.by_identifier.iter().filter(|_| is_service(&answered.source));
    looked.map(|looked| &looked.answer).find_map(reason)
}

fn reason(answer: &Answer) -> Option<SourceError> {
    match answer {
        // A question that a source cannot answer leaves no doubt.
        Answer::None(why) if *why != SourceError::Unsuited => Some(*why),
        _ => None,
    }
}

/// A record that may be the work.
struct Candidate<'a> {
    record: &'a Record,
    /// The identifiers of the reference that led to it.
    identifiers: Vec<&'a Identifier>,
    comparison: Comparison,
    same_work: bool,
    differences: Vec<Difference>,
}

impl Candidate<'_> {
    fn found(&self) -> FoundBy {
        if self.identifiers.is_empty() { FoundBy::Likeness } else { FoundBy::Identifier }
    }

    fn serious(&self) -> usize {
        self.differences.iter().filter(|difference| difference.weight == Weight::Serious).count()
    }
}

fn candidates<'a>(
    claim: &ClaimedWork<'_>,
    gathered: &'a Gathered,
    completeness: SearchCompleteness,
) -> Vec<Candidate<'a>> {
    let mut found: Vec<(&Arc<Record>, Vec<&Identifier>)> = Vec::new();
    for answered in &gathered.answers {
        for looked in &answered.by_identifier {
            for record in records(&looked.answer) {
                match found.iter_mut().find(|(known, _)| is_one(known, record)) {
                    Some((_, identifiers)) => identifiers.push(&looked.identifier),
                    None => found.push((record, vec![&looked.identifier])),
                }
            }
        }
        for record in answered.like.iter().flat_map(records).chain(&answered.followed) {
            if !found.iter().any(|(known, _)| is_one(known, record)) {
                found.push((record, Vec::new()));
            }
        }
    }
    found
        .into_iter()
        // A record that only says that an identifier exists cannot be compared with a description.
        .filter(|(record, _)| is_described(record) || !claim.has_title())
        .filter_map(|(record, identifiers)| {
            if record.work.kind == WorkKind::Trial {
                return trial(claim, record, identifiers);
            }
            let how = if identifiers.is_empty() { FoundBy::Likeness } else { FoundBy::Identifier };
            let comparison = claim.compare(record, how)?;
            let same_work = comparison.is_same_work(claim, how, completeness);
            let differences = comparison.differences(claim, record, how, completeness);
            Some(Candidate { record, identifiers, comparison, same_work, differences })
        })
        .collect()
}

/// Whether two records say the same.
fn is_one(a: &Record, b: &Record) -> bool {
    std::ptr::eq(a, b) || a == b
}

/// The candidate for a trial that a number of the reference names. Where the reference is an article, the registration
/// is a candidate only if it belongs to another trial.
fn trial<'a>(
    claim: &ClaimedWork<'_>,
    record: &'a Arc<Record>,
    identifiers: Vec<&'a Identifier>,
) -> Option<Candidate<'a>> {
    let other = trials::is_other(claim.work, record);
    if !other && !trials::is_cited(claim.work) && claim.has_title() {
        return None;
    }
    let comparison = claim.compare(record, FoundBy::Identifier)?;
    Some(Candidate { record, identifiers, comparison, same_work: !other, differences: Vec::new() })
}

/// The record of the work that the reference means: of those that are it, the one with the fewest serious
/// differences, then the closest title, then the one that an identifier names, then the highest score.
fn best<'c, 'a>(candidates: &'c [Candidate<'a>]) -> Option<&'c Candidate<'a>> {
    candidates.iter().filter(|candidate| candidate.same_work).min_by(|a, b| {
        let key = |candidate: &Candidate<'_>| {
            (
                candidate.serious(),
                candidate.comparison.title,
                candidate.identifiers.is_empty(),
                candidate.differences.len(),
            )
        };
        key(a).cmp(&key(b)).then_with(|| b.comparison.score.total_cmp(&a.comparison.score))
    })
}

/// The identifier of the reference that belongs to another work than the one meant, with that work.
fn misfit<'a>(
    candidates: &[Candidate<'a>],
    best: Option<&Candidate<'a>>,
) -> Option<(&'a Identifier, &'a Record)> {
    candidates
        .iter()
        .filter(|candidate| {
            !best.is_some_and(|best| std::ptr::eq(*candidate, best) || is_version(candidate, best))
        })
        .find_map(|candidate| {
            let identifier = candidate.identifiers.iter().find(|identifier| {
                identifiers::is_of_one_work(identifier)
                    || (candidate.record.work.kind == WorkKind::Trial && !candidate.same_work)
            })?;
            // Another source says that the identifier belongs to the work that is meant.
            let is_said_otherwise = !candidate.same_work
                && (best.is_some_and(|best| identifiers::bears(&best.record.work, identifier))
                    || candidates
                        .iter()
                        .any(|other| other.same_work && other.identifiers.contains(identifier)));
            if is_said_otherwise {
                return None;
            }
            let other = match best {
                _ if !candidate.same_work => true,
                // Two publications under one title and one name: the identifier is that of the other.
                Some(best) => {
                    !is_one_publication(candidate.record, best.record)
                        && candidate.serious() > 0
                        && best.serious() == 0
                }
                None => false,
            };
            other.then_some((*identifier, candidate.record))
        })
}

/// Whether a record is a version of the work that is meant: its preprint or its article. Citing one of them under the
/// identifier of the other misleads nobody.
fn is_version(candidate: &Candidate<'_>, best: &Candidate<'_>) -> bool {
    let linked = |a: &Record, b: &Record| {
        a.relations.iter().any(|relation| {
            matches!(
                relation.kind,
                RelationKind::PublishedAs | RelationKind::HasPreprint | RelationKind::RepublishedAs
            ) && identifiers::bears(&b.work, &relation.identifier)
        })
    };
    let close = candidate.comparison.authors.agree()
        && candidate.comparison.title.is_none_or(|title| title.is_same());
    linked(candidate.record, best.record)
        || linked(best.record, candidate.record)
        || (close && (candidate.comparison.recorded_preprint || best.comparison.recorded_preprint))
}

/// In what the reference differs from the best record. What another record of the same publication confirms is
/// no difference: sources abbreviate, transliterate and date in their own ways.
fn differences(
    claim: &ClaimedWork<'_>,
    best: &Candidate<'_>,
    candidates: &[Candidate<'_>],
    gathered: &Gathered,
    summary: AnswerSummary,
) -> Vec<Difference> {
    let others = || {
        candidates.iter().filter(|other| {
            other.same_work
                && !std::ptr::eq(*other, best)
                && is_one_publication(other.record, best.record)
                && shares(other.record, best.record)
        })
    };
    let mut out: Vec<Difference> = best
        .differences
        .iter()
        .filter(|difference| !others().any(|other| confirms(other, difference.field)))
        .cloned()
        .collect();
    out.extend(identifier_differences(claim.work, best, candidates, gathered, summary));
    out
}

fn shares(a: &Record, b: &Record) -> bool {
    a.work
        .identifiers
        .iter()
        .any(|identifier| identifiers::is_of_one_work(identifier) && identifiers::bears(&b.work, identifier))
}

/// Whether a record has the field and agrees in it.
fn confirms(candidate: &Candidate<'_>, field: &str) -> bool {
    use super::{journals::Relation, titles};
    let comparison = &candidate.comparison;
    match field {
        "title" => comparison.title == Some(titles::Relation::Same),
        "authors" => comparison.authors.known && comparison.authors.weight.is_none(),
        "year" => comparison.year.is_some_and(|year| year.distance == 0),
        "journal" => comparison.venue == Relation::Same,
        "volume" => comparison.volume == Some(true),
        "pages" => {
            comparison.page == Some(true)
                && !candidate.differences.iter().any(|difference| difference.field == "pages")
        }
        _ => false,
    }
}

/// Identifiers of the reference that the record does not bear and that lead nowhere.
fn identifier_differences(
    work: &Work,
    best: &Candidate<'_>,
    candidates: &[Candidate<'_>],
    gathered: &Gathered,
    summary: AnswerSummary,
) -> Vec<Difference> {
    let mut out: Vec<Difference> = Vec::new();
    let recorded = &best.record.work;
    for identifier in work.identifiers.iter().filter(|identifier| identifiers::is_of_one_work(identifier)) {
        let leads_somewhere = candidates.iter().any(|candidate| candidate.identifiers.contains(&identifier));
        if leads_somewhere || identifiers::bears(recorded, identifier) {
            continue;
        }
        let own = identifiers::counterpart(recorded, identifier);
        let Some(weight) = stray(identifier, own, best, gathered, summary) else { continue };
        out.push(Difference {
            field: identifiers::field(identifier),
            claimed: identifiers::value(identifier),
            recorded: own.map(identifiers::value).unwrap_or_default(),
            weight,
        });
    }
    out
}

/// How much it matters that no source knows an identifier of the reference; `own` is the one that the record has.
fn stray(
    identifier: &Identifier,
    own: Option<&Identifier>,
    best: &Candidate<'_>,
    gathered: &Gathered,
    summary: AnswerSummary,
) -> Option<Weight> {
    // "10.1371/journal.pone.0012345.g001" names a figure of the work.
    if let (Identifier::Doi(doi), Some(Identifier::Doi(own))) = (identifier, own)
        && doi.strip_prefix(own.as_str()).is_some_and(|rest| rest.starts_with(['.', '/']))
    {
        return None;
    }
    let looked = || {
        gathered
            .answers
            .iter()
            .flat_map(|answered| &answered.by_identifier)
            .filter(|looked| looked.identifier == *identifier)
    };
    // The identifier exists, although no source describes its work.
    if looked().any(|looked| !records(&looked.answer).is_empty()) {
        return None;
    }
    let answered = looked().all(|looked| matches!(looked.answer, Answer::Records(_)));
    if answered
        && summary.unasked != Unasked::Identifiers
        && summary.silent.is_none()
        && looked().any(|looked| looked.coverage == Coverage::Complete)
    {
        return Some(Weight::Serious);
    }
    if !answered {
        return None;
    }
    match identifier {
        // A work has one PubMed number; it may have several DOIs: of its preprint, its versions, its reprints.
        Identifier::Pmid(_) | Identifier::Pmcid(_) => own.map(|_| Weight::Serious),
        Identifier::Doi(doi) => {
            own?;
            let version = journals::is_preprint_doi(doi) || best.comparison.recorded_preprint;
            let placed = best.comparison.venue == journals::Relation::Same
                && (best.comparison.volume == Some(true) || best.comparison.page == Some(true));
            (!version).then_some(if placed { Weight::Serious } else { Weight::Slight })
        }
        _ => None,
    }
}

/// What was announced about the work and still stands, by any source.
fn notices(best: &Candidate<'_>, candidates: &[Candidate<'_>], gathered: &Gathered) -> Vec<Notice> {
    if is_notice(best.record) {
        return Vec::new();
    }
    let mut all: Vec<Notice> = best.record.notices.clone();
    let alike = candidates
        .iter()
        .filter(|other| other.same_work && shares(other.record, best.record))
        .map(|other| other.record);
    // A record under an identifier of the work is the work, however it is described there.
    let followed = gathered.answers.iter().flat_map(|answered| &answered.followed);
    let named = followed.map(Arc::as_ref).filter(|record| shares(record, best.record));
    for record in alike.chain(named).filter(|record| !is_notice(record)) {
        for notice in &record.notices {
            if !all.iter().any(|known| is_one_event(known, notice)) {
                all.push(notice.clone());
            }
        }
    }
    in_force(all)
}

/// Whether a record is itself the announcement: citing that is legitimate.
fn is_notice(record: &Record) -> bool {
    record.relations.iter().any(|relation| relation.kind == RelationKind::NoticeAbout)
        || record.types.iter().any(|kind| {
            ["retraction of publication", "published erratum", "expression of concern", "retraction notice"]
                .contains(&kind.to_ascii_lowercase().as_str())
        })
}

/// Whether two sources announce one event.
fn is_one_event(a: &Notice, b: &Notice) -> bool {
    a.kind == b.kind
        && (a == b
            || a.identifiers.iter().any(|identifier| b.identifiers.contains(identifier))
            || a.date.is_none()
            || b.date.is_none()
            || a.date == b.date
            || a.kind == NoticeKind::Retraction)
}

/// Leaves out what a later reinstatement took back, and the reinstatement; tells each event once.
fn in_force(mut notices: Vec<Notice>) -> Vec<Notice> {
    notices.sort_by_key(|notice| notice.date);
    let reinstated = notices
        .iter()
        .filter(|notice| notice.kind == NoticeKind::Reinstatement)
        .map(|notice| notice.date)
        .max();
    let mut out: Vec<Notice> = Vec::new();
    for notice in notices {
        let taken_back = match (reinstated, notice.kind) {
            (_, NoticeKind::Reinstatement) => true,
            (Some(date), NoticeKind::Retraction | NoticeKind::Withdrawal | NoticeKind::Concern) => {
                date.is_none() || notice.date <= date
            }
            _ => false,
        };
        if !taken_back && !out.iter().any(|known| is_one_event(known, &notice)) {
            out.push(notice);
        }
    }
    out
}

/// The published version of a work that is cited as a preprint.
fn published<'a>(
    claim: &ClaimedWork<'_>,
    best: &Candidate<'a>,
    candidates: &[Candidate<'a>],
    gathered: &'a Gathered,
) -> Option<&'a Record> {
    // The least score of Crossref's matching of preprints and articles.
    const MIN_SCORE: f64 = 0.85;
    let cited_as_preprint =
        claim.preprint || (claim.work.container.is_none() && best.comparison.recorded_preprint);
    if !cited_as_preprint {
        return None;
    }
    if !best.comparison.recorded_preprint {
        return is_publication(&best.record.work).then_some(best.record);
    }
    let links = || best.record.relations.iter().filter(|relation| relation.kind == RelationKind::PublishedAs);
    let everything = gathered
        .answers
        .iter()
        .flat_map(|answered| &answered.related)
        .map(Arc::as_ref)
        .chain(candidates.iter().map(|candidate| candidate.record));
    for record in everything {
        if links().any(|link| identifiers::bears(&record.work, &link.identifier)) {
            return Some(record);
        }
    }
    candidates
        .iter()
        .find(|candidate| {
            let comparison = &candidate.comparison;
            is_publication(&candidate.record.work)
                && !comparison.recorded_preprint
                && comparison.title.is_some_and(|title| title.is_same())
                && comparison.authors.agree()
                && comparison.authors.first
                && comparison.score >= MIN_SCORE
                && comparison.year.is_none_or(|year| (-3..=1).contains(&year.distance))
        })
        .map(|candidate| candidate.record)
}

fn is_publication(work: &Work) -> bool {
    matches!(work.kind, WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Chapter)
        && work.container.is_some()
}

fn consulted(gathered: &Gathered, candidates: &[Candidate<'_>]) -> Vec<Consulted> {
    gathered
        .answers
        .iter()
        .map(|answered| {
            let all = || answered.by_identifier.iter().map(|looked| &looked.answer).chain(&answered.like);
            let has = |record: &Arc<Record>| {
                candidates.iter().any(|candidate| candidate.same_work && is_one(candidate.record, record))
            };
            let why = silence(answered);
            let outcome = if all().flat_map(records).chain(&answered.followed).any(has) {
                Outcome::Match
            } else {
                match why {
                    // It was not asked, so it did not fail.
                    Some(SourceError::NotAsked | SourceError::Offline | SourceError::Private) => {
                        Outcome::Skipped
                    }
                    Some(_) => Outcome::Error,
                    None if all().next().is_none() => Outcome::Skipped,
                    None => Outcome::NoMatch,
                }
            };
            Consulted { name: answered.source.clone(), outcome, why }
        })
        .collect()
}

/// The verdict where no record is the work.
fn absent(
    claim: &ClaimedWork<'_>,
    gathered: &Gathered,
    summary: AnswerSummary,
    judgement: &mut Judgement,
) -> Verdict {
    if gathered.answers.is_empty() {
        return Verdict::Unchecked;
    }
    let identified = claim.work.identifiers.iter().any(identifiers::is_of_one_work);
    if !claim.has_title() && !identified && claim.work.identifiers.is_empty() {
        // Too little to tell one work from another.
        return Verdict::Unchecked;
    }
    let doubt = summary.silent.or((summary.unasked != Unasked::Nothing).then_some(SourceError::NotAsked));
    let unregistered = is_unregistered(claim.work, gathered);
    match summary.completeness {
        SearchCompleteness::Uncovered if !unregistered => Verdict::Uncovered,
        _ if doubt.is_some() => {
            judgement.unchecked_because = doubt;
            Verdict::Unchecked
        }
        // An identifier that is not registered names no work of any kind.
        _ if unregistered => Verdict::NotFound,
        // A bare identifier: only a source that knows all of its kind can miss it.
        SearchCompleteness::Complete if claim.has_title() => Verdict::NotFound,
        _ => Verdict::Unchecked,
    }
}

/// Whether none of the identifiers of a reference exists: whoever keeps the register of their kind says so, and
/// nobody else has anything under them.
fn is_unregistered(work: &Work, gathered: &Gathered) -> bool {
    let looked = |identifier: &Identifier| {
        let identifier = identifier.clone();
        gathered
            .answers
            .iter()
            .flat_map(|answered| &answered.by_identifier)
            .filter(move |looked| looked.identifier == identifier)
    };
    let missing = |identifier: &Identifier| {
        looked(identifier).any(|looked| looked.coverage == Coverage::Complete)
            && looked(identifier)
                .all(|looked| matches!(&looked.answer, Answer::Records(records) if records.is_empty()))
    };
    !work.identifiers.is_empty() && work.identifiers.iter().all(missing)
}
