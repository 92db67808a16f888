//! Which questions to put to the online sources next.
//!
//! [`plan`] is pure: it sees what the sources know already and says what is worth asking now. It is called again
//! whenever answers have come, until it wants nothing more; then every source that had to answer has answered, or
//! has failed and stays a reason for doubt. The order:
//!
//! 1. Identifiers, at the register that gives them out or describes them best: they go in batches. Where there are
//!    none, the title at the sources that may be asked often.
//! 2. A DOI that nobody describes, at doi.org: does it exist, and who knows it? A number of arXiv, at DataCite before.
//! 3. Where what was found does not fit: the same identifiers at other sources, and the title.
//! 4. Where no title fits either: the searches that rank, which are rare goods; the place in the journal. Then the sources
//!    that are scarce: without a key OpenAlex and Semantic Scholar grant few searches a day, so Crossref takes their place
//!    in 1 and 3, and they are asked only for what it left open. Then, for a paper of computing where one of them did not
//!    answer: the bibliographies of computing.
//! 5. Where it is not found at all and no source is known to list its journal: whether one does.
//!    Also where a work is right in everything but the name of its journal: whether there is such a journal.
//! 6. Of the work that was found: whether somebody announced something about it, and the article of a preprint.
//! 7. Of a work that no source lists: whether its web page is there, and who keeps a copy of it.
//! 8. Of a paper on arXiv: whether arXiv says that it was withdrawn.
//!
//! A record that fits ends the asking, except for steps 6 and 8.

use super::inquiry::{Inquiry, SourceQuestion};
use referee_bibliography::Work;
use referee_records::Source;
use referee_records::services::is_service;
use std::sync::Arc;

/// What of a reference may leave this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Disclosable {
    /// Titles, authors, journals, years, pages and identifiers.
    Everything,
    /// Identifiers only: what a clinical note allows.
    Identifiers,
}

/// The questions to ask next about `work`, the first first; none where enough is known, or nothing more can be
/// asked. Sources that are no online services are consulted, and never asked for later.
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
            // Where OpenAlex is not scarce, it was searched for the title by now.
            let is_open = self.is_scarce("openalex") && self.is_doubtful(found_records);
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
