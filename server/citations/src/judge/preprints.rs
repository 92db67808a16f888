//! Handles arXiv papers: which sources describe them, and whether they were withdrawn.
//!
//! arXiv allows few requests, so nothing waits for it. OpenAlex and DataCite, where arXiv registers
//! every paper, say which paper a number belongs to, and doi.org says that a number belongs to
//! none. Only arXiv says that a paper was withdrawn: it is asked last, and its failure affects only
//! the question of withdrawal.

use super::answers::{IdentifierAnswer, MAX_FOLLOWED, SourceAnswers, is_described, records};
use super::inquiry::{FoundRecord, Inquiry, SourceQuestion};
use referee_bibliography::{Identifier, Work, WorkKind};
use referee_records::{Answer, Coverage, Question, Service};

/// The sources whose answers are not needed if DataCite (and doi.org where necessary) answered
/// about an arXiv number.
const NOT_NEEDED: &[Service] = &[Service::Arxiv, Service::OpenAlex, Service::SemanticScholar];

impl Inquiry<'_> {
    /// Returns the questions to DataCite about the arXiv papers that no other source described.
    pub(super) fn preprint_registers(&self) -> Vec<SourceQuestion> {
        let mut out = Vec::new();
        for question in self.undescribed() {
            if matches!(&question, Question::Identifier(identifier) if is_arxiv(identifier)) {
                self.first_of(&[Service::DataCite], &question, &mut out);
            }
        }
        out
    }

    /// Returns the questions to arXiv about the papers whose numbers the reference gives, else
    /// about the preprints that were found.
    pub(super) fn withdrawals(&self, found_records: &[FoundRecord]) -> Vec<SourceQuestion> {
        let mut wanted: Vec<Identifier> =
            self.distinct_identifiers().filter(|identifier| is_arxiv(identifier)).cloned().collect();
        if wanted.is_empty() {
            let of_works = found_records.iter().filter(|found| found.is_work);
            for found in of_works.filter(|found| found.record.work.kind == WorkKind::Preprint) {
                let new = arxiv_numbers(&found.record.work).filter(|number| !wanted.contains(number));
                let new: Vec<Identifier> = new.collect();
                wanted.extend(new);
            }
            wanted.truncate(MAX_FOLLOWED);
        }
        let is_known = |identifier: &Identifier| {
            found_records.iter().any(|found| {
                found.record.source == Service::Arxiv
                    && arxiv_numbers(&found.record.work).any(|number| number == identifier.canonical())
            })
        };
        let mut out = Vec::new();
        for identifier in wanted.into_iter().filter(|identifier| !is_known(identifier)) {
            self.first_of(&[Service::Arxiv], &Question::Identifier(identifier), &mut out);
        }
        out
    }
}

/// Removes failures of sources to answer about an arXiv number if other sources settled which paper
/// it belongs to, or that it belongs to none. The failure of arXiv is kept as
/// [`SourceAnswers::withdrawal_unanswered`].
pub(super) fn forgive_silence_about_arxiv(answers: &mut [SourceAnswers]) {
    let answer_of = |service: Service, number: &Identifier| -> Option<&IdentifierAnswer> {
        let of = answers.iter().filter(|answered| answered.source == service);
        of.flat_map(|answered| &answered.by_identifier)
            .filter(|looked| looked.identifier.canonical() == *number)
            .find(|looked| matches!(looked.answer, Answer::Records(_)))
    };
    let is_described_by = |service: Service, number: &Identifier| {
        let described =
            |looked: &IdentifierAnswer| records(&looked.answer).iter().any(|record| is_described(record));
        answer_of(service, number).map(described)
    };
    let mut numbers: Vec<Identifier> = Vec::new();
    for looked in answers.iter().flat_map(|answered| &answered.by_identifier) {
        let canonical = looked.identifier.canonical();
        if is_arxiv(&canonical) && !numbers.contains(&canonical) {
            numbers.push(canonical);
        }
    }
    let decided: Vec<Identifier> = numbers
        .into_iter()
        .filter(|number| match is_described_by(Service::DataCite, number) {
            Some(true) => true,
            // doi.org does not know the newest papers yet.
            Some(false) => {
                answer_of(Service::Doi, number).is_some_and(|looked| looked.coverage == Coverage::Complete)
            }
            None => is_described_by(Service::OpenAlex, number) == Some(true),
        })
        .collect();
    for source in answers.iter_mut().filter(|answered| Service::is_among(&answered.source, NOT_NEEDED)) {
        let is_arxiv = source.source == Service::Arxiv;
        let mut silent = None;
        source.by_identifier.retain(|looked| match looked.answer {
            Answer::None(why) if decided.contains(&looked.identifier.canonical()) => {
                silent = Some(why);
                false
            }
            _ => true,
        });
        if is_arxiv {
            source.withdrawal_unanswered = source.withdrawal_unanswered.or(silent);
        } else {
            source.unneeded = source.unneeded.or(silent);
        }
    }
}

fn is_arxiv(identifier: &Identifier) -> bool {
    matches!(identifier.canonical(), Identifier::Arxiv(..))
}

fn arxiv_numbers(work: &Work) -> impl Iterator<Item = Identifier> {
    work.identifiers.iter().map(Identifier::canonical).filter(is_arxiv)
}
