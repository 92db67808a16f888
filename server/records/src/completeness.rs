//! Decides what the absence of a work from a library means.
//!
//! By default, the absence of a work from a library means nothing. The owner can declare which
//! collections the library contains completely: `[library] complete = ["pubmed"]`, or
//! `["pubmed:1990-2024"]` for a period.
//!
//! | name | works whose absence means that they do not exist |
//! |---|---|
//! | `pubmed` | articles in journals that PubMed lists; works with a PubMed or PMC identifier |
//! | `crossref` | articles, conference papers and chapters in journals and proceedings with other records in the library; works with a DOI of a publisher with other records |
//! | `arxiv` | preprints on arXiv |
//! | `dblp` | conference papers and articles in proceedings and journals with other records in the library |
//! | `clinicaltrials` | trials with an NCT number |
//! | `all`, `*` | articles, preprints, conference papers, chapters and trials; books with a DOI |
//!
//! None of these collections lists web pages, theses, software, data sets, standards, patents,
//! reports and books, so their absence means nothing. Without a period, a work that is newer than
//! the newest record of the library, or lacks a year, is not considered absent, except under `all`.

mod field;
mod holdings;
mod work_class;

pub use field::is_biomedical;
pub use holdings::{Holdings, Inventory, MIN_JOURNALS_OF_MOST, Newest, doi_prefix};
pub use work_class::{kind_of, listed_nowhere, on_arxiv, on_preprint_server};

use crate::source::Coverage;
use referee_bibliography::{Work, WorkKind};
use work_class::{in_repository, is_bare_doi, is_nct};

/// An invalid entry of `[library] complete`; the message lists the valid ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompletenessError {
    /// The collection is unknown.
    #[error(
        "\"{0}\" is not a collection that a library can hold completely; known are pubmed, crossref, arxiv, dblp, clinicaltrials and all"
    )]
    UnknownCollection(String),
    /// The text after the colon is not a period.
    #[error("\"{0}\" is not a period; write years, as in pubmed:1990-2024, pubmed:1990- or pubmed:2024")]
    UnknownPeriod(String),
}

/// The collections that a library contains completely.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completeness {
    claims: Vec<Claim>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Claim {
    collection: Collection,
    /// The first and the last year, inclusive.
    period: Option<(i32, i32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Collection {
    PubMed,
    Crossref,
    Arxiv,
    Dblp,
    ClinicalTrials,
    All,
}

impl Completeness {
    /// Creates a value without complete collections: absence means nothing.
    #[must_use]
    pub fn nothing() -> Self {
        Completeness::default()
    }

    /// Creates a value for a library with every kind of work that scholarly sources list.
    #[must_use]
    pub fn everything() -> Self {
        Completeness { claims: vec![Claim { collection: Collection::All, period: None }] }
    }

    /// Parses the entries of `[library] complete`.
    ///
    /// # Errors
    ///
    /// If a collection is unknown or a period is invalid; the message lists the valid values.
    pub fn from_names<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Result<Self, CompletenessError> {
        let (completeness, mut problems) = Completeness::read(names);
        if problems.is_empty() { Ok(completeness) } else { Err(problems.swap_remove(0)) }
    }

    /// Parses the entries of `[library] complete`; returns the valid ones, and an error for each
    /// other one.
    pub fn read<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> (Self, Vec<CompletenessError>) {
        let mut completeness = Completeness::default();
        let mut problems = Vec::new();
        for name in names {
            match claim(name.as_ref()) {
                Ok(claim) => completeness.claims.push(claim),
                Err(problem) => problems.push(problem),
            }
        }
        (completeness, problems)
    }

    /// Returns what the absence of `work` from a library with these holdings means.
    pub fn coverage(&self, work: &Work, holdings: &dyn Holdings) -> Coverage {
        let mut best = if listed_nowhere(work) { Coverage::None } else { Coverage::Partial };
        if self.claims.is_empty() {
            return best;
        }
        // If no claimed collection lists such works, the library does not either.
        let mut any = false;
        for claim in &self.claims {
            match claim.coverage(work, holdings) {
                Coverage::Complete => return Coverage::Complete,
                Coverage::Partial => any = true,
                Coverage::None => {}
            }
        }
        if !any {
            best = Coverage::None;
        }
        best
    }
}

fn claim(name: &str) -> Result<Claim, CompletenessError> {
    let (collection, period) = match name.trim().split_once(':') {
        Some((collection, period)) => (collection.trim(), Some(period.trim())),
        None => (name.trim(), None),
    };
    let collection = match collection.to_ascii_lowercase().as_str() {
        "pubmed" | "medline" => Collection::PubMed,
        "crossref" => Collection::Crossref,
        "arxiv" => Collection::Arxiv,
        "dblp" => Collection::Dblp,
        "clinicaltrials" => Collection::ClinicalTrials,
        "all" | "*" => Collection::All,
        _ => {
            return Err(CompletenessError::UnknownCollection(collection.to_owned()));
        }
    };
    let unknown = |period: &str| CompletenessError::UnknownPeriod(period.to_owned());
    let period = period.map(|period| read_period(period).ok_or_else(|| unknown(period))).transpose()?;
    Ok(Claim { collection, period })
}

fn read_period(text: &str) -> Option<(i32, i32)> {
    let year = |text: &str| -> Option<i32> {
        let text = text.trim();
        (text.len() == 4).then(|| text.parse().ok()).flatten()
    };
    match text.split_once(['-', '–']) {
        None => year(text).map(|year| (year, year)),
        Some((first, last)) => {
            let first = if first.trim().is_empty() { i32::MIN } else { year(first)? };
            let last = if last.trim().is_empty() { i32::MAX } else { year(last)? };
            (first <= last && (first, last) != (i32::MIN, i32::MAX)).then_some((first, last))
        }
    }
}

/// PubMed identifiers are lower: about 42 million were assigned by 2026, fewer than two million a
/// year.
const NO_PMID_FROM: u32 = 80_000_000;

impl Claim {
    fn coverage(&self, work: &Work, holdings: &dyn Holdings) -> Coverage {
        let listed = self.collection.lists(work, holdings);
        if listed != Coverage::Complete || self.in_time(work, holdings) { listed } else { Coverage::Partial }
    }

    /// Whether the work is from a period that the library covers completely.
    fn in_time(&self, work: &Work, holdings: &dyn Holdings) -> bool {
        let year = work.year();
        if let Some((first, last)) = self.period {
            return year.is_some_and(|year| (first..=last).contains(&year));
        }
        if self.collection == Collection::All {
            return true;
        }
        if let Some(pmid) = work.identifiers.pmid()
            && (pmid <= holdings.highest_pmid() || pmid >= NO_PMID_FROM)
        {
            return true;
        }
        match (work.date.or(work.online_date), holdings.newest()) {
            (Some(date), Some(newest)) if date.year == newest.year => match (date.month, newest.month) {
                (Some(month), Some(newest)) => month <= newest,
                _ => true,
            },
            (Some(date), Some(newest)) => date.year < newest.year,
            _ => false,
        }
    }
}

impl Collection {
    /// Returns whether the collection lists all works like this one, regardless of the period.
    fn lists(self, work: &Work, holdings: &dyn Holdings) -> Coverage {
        let kind = kind_of(work);
        match self {
            Collection::PubMed => {
                let numbered = work.identifiers.pmid().is_some() || work.identifiers.pmcid().is_some();
                match kind {
                    _ if numbered && !listed_nowhere(work) => Coverage::Complete,
                    WorkKind::Article | WorkKind::Unknown if in_pubmed_journal(work, holdings) => {
                        Coverage::Complete
                    }
                    // PubMed lists some preprints and some articles in other fields.
                    WorkKind::Article | WorkKind::Preprint | WorkKind::Unknown => Coverage::Partial,
                    _ => Coverage::None,
                }
            }
            Collection::Crossref => match kind {
                WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Chapter
                    if in_known_journal(work, holdings) || has_known_prefix(work, holdings) =>
                {
                    Coverage::Complete
                }
                WorkKind::Preprint | WorkKind::Book | WorkKind::Unknown
                    if has_known_prefix(work, holdings) =>
                {
                    Coverage::Complete
                }
                WorkKind::Article
                | WorkKind::ConferencePaper
                | WorkKind::Chapter
                | WorkKind::Preprint
                | WorkKind::Book
                | WorkKind::Unknown => Coverage::Partial,
                _ => Coverage::None,
            },
            Collection::Arxiv => match kind {
                _ if work.identifiers.arxiv().is_some() && !listed_nowhere(work) => Coverage::Complete,
                WorkKind::Preprint if on_arxiv(work) => Coverage::Complete,
                WorkKind::Preprint | WorkKind::Unknown => Coverage::Partial,
                _ => Coverage::None,
            },
            Collection::Dblp => match kind {
                WorkKind::ConferencePaper | WorkKind::Article if in_known_journal(work, holdings) => {
                    Coverage::Complete
                }
                WorkKind::ConferencePaper | WorkKind::Article | WorkKind::Unknown => Coverage::Partial,
                _ => Coverage::None,
            },
            Collection::ClinicalTrials => match kind {
                WorkKind::Trial | WorkKind::Unknown if work.identifiers.iter().any(is_nct) => {
                    Coverage::Complete
                }
                WorkKind::Trial | WorkKind::Unknown => Coverage::Partial,
                _ => Coverage::None,
            },
            // A repository contains data, slides and programs as well as papers. A bare DOI shows
            // neither the kind of work nor whether it is registered where papers are.
            Collection::All if kind == WorkKind::Unknown && in_repository(work) => Coverage::None,
            Collection::All
                if kind == WorkKind::Unknown && is_bare_doi(work) && !has_known_prefix(work, holdings) =>
            {
                Coverage::Partial
            }
            Collection::All => match kind {
                WorkKind::Article
                | WorkKind::Preprint
                | WorkKind::ConferencePaper
                | WorkKind::Chapter
                | WorkKind::Trial => Coverage::Complete,
                WorkKind::Book if work.identifiers.doi().is_some() => Coverage::Complete,
                WorkKind::Unknown if !work.identifiers.is_empty() || work.container.is_some() => {
                    Coverage::Complete
                }
                WorkKind::Unknown => Coverage::Partial,
                _ => Coverage::None,
            },
        }
    }
}

fn in_known_journal(work: &Work, holdings: &dyn Holdings) -> bool {
    [&work.container, &work.container_short].into_iter().flatten().any(|name| holdings.has_journal(name))
}

fn has_known_prefix(work: &Work, holdings: &dyn Holdings) -> bool {
    work.identifiers.doi().and_then(doi_prefix).is_some_and(|prefix| holdings.has_doi_prefix(prefix))
}

/// Whether PubMed lists the journal. A library with all of PubMed has records from every journal. A
/// smaller one that is declared complete knows only some journals, so the name must show that it is
/// biomedical.
fn in_pubmed_journal(work: &Work, holdings: &dyn Holdings) -> bool {
    if in_known_journal(work, holdings) {
        return true;
    }
    !holdings.has_most_journals()
        && [&work.container, &work.container_short].into_iter().flatten().any(|name| is_biomedical(name))
}

#[cfg(test)]
mod tests;
