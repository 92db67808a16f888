//! Chooses the questions to ask the online sources next.
//!
//! [`plan`] is pure: from what the sources already know, it derives the questions that are worth
//! asking now. It is called again whenever answers arrive, until it returns no questions; then
//! every source whose answer was needed has answered, or has failed and remains a reason for doubt.
//! The order:
//!
//! 1. Identifiers, at the registers that assign them or describe them best: they are sent in
//!    batches. Without identifiers, the title at the sources that may be asked often.
//! 2. A DOI that no source describes, at doi.org: whether it exists, and which agency registered
//!    it. Before that, an arXiv number at DataCite.
//! 3. If the records found do not fit: the same identifiers at other sources, and the title.
//! 4. If no title fits either: the searches that rank, whose number is limited; the place in the
//!    journal. Then the scarce sources: without a key, OpenAlex and Semantic Scholar allow few
//!    searches a day, so Crossref replaces them in 1 and 3, and they are asked only about what it
//!    left open. Then, for a paper of computing about which one of them did not answer: the
//!    bibliographies of computing.
//! 5. If the work is not found and no source is known to list its journal: whether a source lists
//!    it. Also, if only the name of the journal is wrong: whether a journal of this name exists.
//! 6. For a work that was found: its notices, and the article of a preprint.
//! 7. For a work that no source lists: whether its web page exists, and which archive has a copy.
//! 8. For a paper on arXiv: whether arXiv says that it was withdrawn.
//!
//! A record that fits ends the questions, except for steps 6 and 8.

use super::inquiry::{Inquiry, SourceQuestion};
use referee_bibliography::Work;
use referee_records::services::is_service;
use referee_records::{Service, Source};
use std::sync::Arc;

/// The parts of a reference that may leave this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Disclosable {
    /// Titles, authors, journals, years, pages and identifiers.
    Everything,
    /// Only identifiers, as for clinical notes.
    Identifiers,
}

/// Returns the questions to ask next about `work`, in order; empty if enough is known or nothing
/// more can be asked. Sources on this machine are consulted right away and are not part of the
/// result.
#[must_use]
pub fn plan(work: &Work, reach: Disclosable, sources: &[Arc<dyn Source>]) -> Vec<SourceQuestion> {
    let online = sources.iter().any(|source| is_service(source.name()));
    if online { Inquiry::new(work, sources).next(reach) } else { Vec::new() }
}

impl Inquiry<'_> {
    pub(super) fn next(&self, reach: Disclosable) -> Vec<SourceQuestion> {
        let by_title = reach == Disclosable::Everything && self.describes();
        let identified = self.own_identifiers().next().is_some();
        let mut open = self.unasked(self.registers());
        if by_title && !identified {
            open.extend(self.unasked(self.titles()));
        }
        if !open.is_empty() {
            return open;
        }
        for stage in [Self::preprint_registers, Self::agencies, Self::of_agencies] {
            let open = self.unasked(stage(self));
            if !open.is_empty() {
                return open;
            }
        }
        let found_records = self.found_records();
        if !self.is_settled(found_records) {
            let mut open = self.unasked(self.opinions(found_records));
            if by_title {
                open.extend(self.unasked(self.titles()));
            }
            if !open.is_empty() {
                return open;
            }
            if by_title {
                let mut titles = self.more_titles();
                titles.extend(self.titles_of_unlisted_kinds());
                let open = self.unasked(titles);
                if !open.is_empty() {
                    return open;
                }
            }
            // Unless OpenAlex is scarce, it has been searched for the title by now.
            let is_open = self.is_scarce(Service::OpenAlex) && self.is_doubtful(found_records);
            let enough = self.has_work(found_records) && !self.is_early(found_records) && !is_open;
            if by_title && !enough && !self.is_misled(found_records) {
                for stage in [Self::last_searches, Self::scarce_searches] {
                    let open = self.unasked(stage(self));
                    if !open.is_empty() {
                        return open;
                    }
                }
                if !self.has_work(found_records) {
                    let open = self.bibliographies_of_computing();
                    if !open.is_empty() {
                        return open;
                    }
                }
                if !self.has_work(found_records)
                    && let Some(ask) = self.next_about_journal()
                {
                    return vec![ask];
                }
            }
        }
        if by_title
            && self.is_wrong_in_journal_alone(found_records)
            && let Some(ask) = self.next_about_journal_of_any_year()
        {
            return vec![ask];
        }
        let open = self.unasked(self.follow(found_records));
        if !open.is_empty() {
            return open;
        }
        let mut open = if reach == Disclosable::Everything { self.unasked(self.pages()) } else { Vec::new() };
        open.extend(self.unasked(self.withdrawals(found_records)));
        open
    }
}
