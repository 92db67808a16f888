//! What each service lists, which decides whether the absence of a work from it is meaningful.
//!
//! A work described only by identifiers is covered by the source that assigns such identifiers or
//! keeps their register. A work with a title is covered by the sources that list its kind:
//!
//! | kind | listed completely by | also looked for in |
//! |---|---|---|
//! | an article in a journal of medicine or the life sciences | PubMed and Europe PMC, and Crossref | |
//! | any other article, a conference paper | Crossref and OpenAlex | Europe PMC |
//! | either, in a venue of computing and a year of `data/computing_venues.tsv` | also dblp; for some also OpenReview | |
//! | either without a venue | Crossref, OpenAlex and Semantic Scholar together | Europe PMC |
//! | a preprint | the server: arXiv, and DataCite for it; Europe PMC for bioRxiv and medRxiv | OpenAlex |
//! | a trial, cited by its registration | ClinicalTrials.gov, for its own numbers | |
//! | a chapter, a book with a DOI | none | Crossref, OpenAlex |
//! | a book, by its ISBN or its title | none | Open Library |
//! | a thesis | none | DataCite, OpenAlex |
//! | a report, a guideline, a standard | none | OpenAlex, Crossref |
//! | software, a data set | none | DataCite; CRAN, PyPI and GitHub, by name or address; Software Heritage, by the address of the repository |
//! | a patent | none | Europe PMC, which has those in the life sciences |
//! | a web page | none | the page itself, the Internet Archive |
//! | anything else: laws, letters | none | |
//!
//! dblp and OpenReview are queried if OpenAlex or Crossref did not answer, or if neither lists the
//! venue completely. If they list it and answer in full, the failure of a general index (OpenAlex,
//! Semantic Scholar, Crossref) does not matter, provided that Crossref or OpenAlex answered without
//! a match. If one of dblp and OpenReview fails, nothing is concluded.
//!
//! An article is listed "completely" only if its journal is known to be listed. A journal that no
//! source lists (regional journals, many Chinese ones) does not justify an accusation: for it, and
//! for journals with uninformative titles, the result is [`Coverage::Partial`]. The judge may then
//! ask the source whether it lists the journal.

use super::computing::ComputingVenue;
use crate::Coverage;
use crate::completeness::{is_biomedical, kind_of, listed_nowhere, on_arxiv, on_preprint_server};
use referee_bibliography::{Identifier, Work, WorkKind};
use std::ops::RangeInclusive;

/// DOI prefixes that DataCite's members register. Crossref is not queried for them.
const DATACITE_PREFIXES: &[&str] = &[
    "10.48550/",
    "10.5281/",
    "10.6084/",
    "10.17605/",
    "10.5061/",
    "10.17632/",
    "10.7910/",
    "10.3886/",
    "10.13140/",
    "10.25384/",
    "10.14469/",
    "10.5255/",
    "10.4121/",
];

/// Whether only DataCite registers DOIs with this prefix.
#[must_use]
pub fn is_datacite_doi(doi: &str) -> bool {
    DATACITE_PREFIXES.iter().any(|prefix| doi.starts_with(prefix))
}

/// Whether a DOI may circulate without being registered: JSTOR assigned DOIs to articles that their
/// publishers never deposited, and ACM's Digital Library uses internal DOIs.
fn may_be_unregistered(doi: &str) -> bool {
    doi.starts_with("10.2307/") || is_number_of_acm(doi)
}

/// Whether a DOI is an internal number of ACM's Digital Library for a work that it lists but does
/// not register: 10.5555/3295222.3295349, and 10.5555/AAI28498765 for a ProQuest thesis. doi.org
/// does not resolve them.
#[must_use]
pub fn is_number_of_acm(doi: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let Some(suffix) = doi.strip_prefix("10.5555/") else { return false };
    let thesis = suffix.strip_prefix("aai").or_else(|| suffix.strip_prefix("AAI"));
    thesis.is_some_and(|number| is_number(number.trim_end_matches(['x', 'X'])))
        || suffix.split('.').all(is_number)
}

fn by_number(work: &Work, own: impl Fn(&Identifier) -> bool) -> Option<Coverage> {
    if work.title.is_some() || work.container.is_some() {
        return None;
    }
    Some(if work.identifiers.iter().any(own) { Coverage::Complete } else { Coverage::None })
}

/// Returns `Complete` if the source is known to list the journal, or if the work lacks a journal
/// and can only be searched for everywhere.
fn article(work: &Work) -> Coverage {
    if work.container.is_none() || is_core(work) { Coverage::Complete } else { Coverage::Partial }
}

/// Whether a reference is recognisably biomedical.
#[must_use]
pub fn is_of_life_sciences(work: &Work) -> bool {
    work.identifiers.pmid().is_some()
        || work.identifiers.pmcid().is_some()
        || [&work.container, &work.container_short].into_iter().flatten().any(|name| is_biomedical(name))
}

fn is_core(work: &Work) -> bool {
    [&work.container, &work.container_short].into_iter().flatten().any(|name| super::venues::is_core(name))
}

/// Returns PubMed's coverage of a work.
pub(super) fn pubmed(work: &Work) -> Coverage {
    if let Some(coverage) = by_number(work, |identifier| matches!(identifier, Identifier::Pmid(_))) {
        return coverage;
    }
    match kind_of(work) {
        WorkKind::Article | WorkKind::Unknown if is_of_life_sciences(work) => article(work),
        _ => Coverage::None,
    }
}

/// Returns Europe PMC's coverage of a work.
pub(super) fn europepmc(work: &Work) -> Coverage {
    if let Some(coverage) = by_number(work, |identifier| matches!(identifier, Identifier::Pmcid(_))) {
        return coverage;
    }
    match kind_of(work) {
        WorkKind::Article if is_of_life_sciences(work) => article(work),
        WorkKind::Preprint if on_life_science_server(work) => Coverage::Complete,
        WorkKind::Preprint if on_arxiv(work) => Coverage::None,
        WorkKind::Article | WorkKind::Preprint | WorkKind::Unknown if !listed_nowhere(work) => {
            Coverage::Partial
        }
        _ => Coverage::None,
    }
}

/// Returns Crossref's coverage of a work.
pub(super) fn crossref(work: &Work) -> Coverage {
    if let Some(coverage) = by_number(work, |_| false) {
        return coverage;
    }
    match kind_of(work) {
        _ if listed_nowhere(work) => Coverage::None,
        WorkKind::Preprint if on_arxiv(work) => Coverage::None,
        WorkKind::Article | WorkKind::ConferencePaper => article(work),
        WorkKind::Preprint | WorkKind::Book | WorkKind::Chapter | WorkKind::Unknown => Coverage::Partial,
        _ => Coverage::None,
    }
}

/// Returns OpenAlex's coverage of a work.
pub(super) fn openalex(work: &Work) -> Coverage {
    if let Some(coverage) = by_number(work, |_| false) {
        return coverage;
    }
    match kind_of(work) {
        _ if listed_nowhere(work) => Coverage::None,
        WorkKind::Article if is_of_life_sciences(work) => Coverage::None,
        WorkKind::Preprint if on_life_science_server(work) => Coverage::None,
        WorkKind::Article | WorkKind::ConferencePaper => article(work),
        WorkKind::Preprint | WorkKind::Book | WorkKind::Chapter | WorkKind::Unknown => Coverage::Partial,
        _ => Coverage::None,
    }
}

/// Returns Semantic Scholar's coverage of a work.
pub(super) fn semanticscholar(work: &Work) -> Coverage {
    match kind_of(work) {
        _ if work.title.is_none() || listed_nowhere(work) => Coverage::None,
        WorkKind::Article | WorkKind::ConferencePaper if work.container.is_none() => Coverage::Complete,
        WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Preprint | WorkKind::Unknown => {
            Coverage::Partial
        }
        _ => Coverage::None,
    }
}

/// Returns arXiv's coverage of a work.
pub(super) fn arxiv(work: &Work) -> Coverage {
    if let Some(coverage) =
        by_number(work, |identifier| matches!(identifier.canonical(), Identifier::Arxiv(..)))
    {
        return coverage;
    }
    match kind_of(work) {
        _ if listed_nowhere(work) => Coverage::None,
        WorkKind::Preprint if on_arxiv(work) => Coverage::Complete,
        _ => Coverage::None,
    }
}

/// Returns the coverage of a work by DataCite, where arXiv registers every paper.
pub(super) fn datacite(work: &Work) -> Coverage {
    if let Some(coverage) = by_number(work, |_| false) {
        return coverage;
    }
    match kind_of(work) {
        WorkKind::Preprint if on_arxiv(work) => Coverage::Complete,
        _ => Coverage::None,
    }
}

/// Returns the coverage of a work by doi.org, which registers all DOIs and nothing else.
pub(super) fn doi(work: &Work) -> Coverage {
    // arXiv registers a DOI for each of its identifiers.
    let is_registered = |identifier: &Identifier| match identifier.canonical() {
        Identifier::Doi(doi) => !may_be_unregistered(&doi),
        Identifier::Arxiv(..) => true,
        _ => false,
    };
    by_number(work, is_registered).unwrap_or(Coverage::None)
}

/// Returns the coverage of a work by the PMC ID converter.
pub(super) fn idconv(work: &Work) -> Coverage {
    by_number(work, |identifier| matches!(identifier, Identifier::Pmcid(_))).unwrap_or(Coverage::None)
}

/// Returns ClinicalTrials.gov's coverage of a work.
pub(super) fn clinicaltrials(work: &Work) -> Coverage {
    let own = |identifier: &Identifier| matches!(identifier, Identifier::Trial(id) if id.starts_with("NCT"));
    if let Some(coverage) = by_number(work, own) {
        return coverage;
    }
    match kind_of(work) {
        WorkKind::Trial if work.identifiers.iter().any(own) => Coverage::Complete,
        _ => Coverage::None,
    }
}

/// Returns dblp's coverage of a work.
pub(super) fn dblp(work: &Work) -> Coverage {
    in_computing(work, |venue| venue.dblp.as_ref())
}

/// Returns OpenReview's coverage of a work.
pub(super) fn openreview(work: &Work) -> Coverage {
    match in_computing(work, |venue| venue.openreview.as_ref()) {
        // It has the venues of its list; which others it has is unpredictable.
        Coverage::Partial
            if super::computing::venue_of(work).is_none_or(|venue| venue.openreview.is_none()) =>
        {
            Coverage::None
        }
        coverage => coverage,
    }
}

/// Returns `Complete` for the listed years of a computing venue; `Partial` for its other years and
/// for papers of unlisted conferences.
fn in_computing(
    work: &Work,
    listed: impl Fn(&'static ComputingVenue) -> Option<&'static RangeInclusive<i32>>,
) -> Coverage {
    let kind = kind_of(work);
    if work.title.is_none()
        || !matches!(kind, WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Unknown)
        || is_of_life_sciences(work)
    {
        return Coverage::None;
    }
    let Some(venue) = super::computing::venue_of(work) else {
        let is_paper = kind == WorkKind::ConferencePaper && work.container.is_some();
        return if is_paper { Coverage::Partial } else { Coverage::None };
    };
    let is_listed = |years: &RangeInclusive<i32>| work.year().is_some_and(|year| years.contains(&year));
    if listed(venue).is_some_and(is_listed) { Coverage::Complete } else { Coverage::Partial }
}

/// Returns Open Library's coverage of a work. Absence from it never means anything.
pub(super) fn openlibrary(work: &Work) -> Coverage {
    let is_book = work.kind == WorkKind::Book || work.identifiers.isbn().is_some();
    if is_book { Coverage::Partial } else { Coverage::None }
}

/// Whether the work is on bioRxiv or medRxiv, which Europe PMC covers completely.
fn on_life_science_server(work: &Work) -> bool {
    let named = [&work.container, &work.publisher].into_iter().flatten().any(|name| {
        let folded = name.to_lowercase();
        folded.contains("biorxiv") || folded.contains("medrxiv")
    });
    (named || work.identifiers.doi().is_some_and(|doi| doi.starts_with("10.1101/")))
        && !on_arxiv(work)
        && (on_preprint_server(work) || work.kind == WorkKind::Preprint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_bibliography::Date;

    fn cited(kind: WorkKind, container: &str) -> Work {
        Work {
            kind,
            title: Some(String::from("A title of some length")),
            container: (!container.is_empty()).then(|| container.to_owned()),
            ..Work::default()
        }
    }

    #[test]
    fn nothing_is_absent_that_no_source_lists() {
        for kind in [
            WorkKind::WebPage,
            WorkKind::Thesis,
            WorkKind::Software,
            WorkKind::Report,
            WorkKind::Standard,
            WorkKind::Patent,
            WorkKind::Dataset,
            WorkKind::Book,
            WorkKind::Other,
        ] {
            let work = cited(kind, "Some place");
            for coverage in
                [pubmed(&work), europepmc(&work), crossref(&work), openalex(&work), arxiv(&work), doi(&work)]
            {
                assert_eq!(coverage, Coverage::None, "{kind:?}");
            }
        }
    }

    #[test]
    fn a_journal_of_the_field_is_listed_where_its_name_is_known() {
        let known = cited(WorkKind::Article, "N. Engl. J. Med.");
        assert_eq!(pubmed(&known), Coverage::Complete);
        assert_eq!(crossref(&known), Coverage::Complete);
        assert_eq!(openalex(&known), Coverage::None);
        let regional = cited(WorkKind::Article, "Chinese Journal of Practical Internal Medicine");
        assert_eq!(pubmed(&regional), Coverage::Partial);
        assert_eq!(crossref(&regional), Coverage::Partial);
    }

    #[test]
    fn venues_of_computing_are_listed_in_the_years_of_the_list() {
        let paper = |venue: &str, year| Work {
            date: Some(Date { year, month: None, day: None }),
            ..cited(WorkKind::ConferencePaper, venue)
        };
        assert_eq!(dblp(&paper("ICLR", 2021)), Coverage::Complete);
        assert_eq!(openreview(&paper("ICLR", 2021)), Coverage::Partial);
        assert_eq!(openreview(&paper("ICLR", 2024)), Coverage::Complete);
        assert_eq!(dblp(&paper("Journal of Machine Learning Research", 2019)), Coverage::Complete);
        assert_eq!(openreview(&paper("Journal of Machine Learning Research", 2019)), Coverage::None);
        // Before OpenReview, before the venue existed, and too recent to be listed reliably.
        assert_eq!(openreview(&paper("NeurIPS", 2015)), Coverage::Partial);
        assert_eq!(dblp(&paper("ICLR", 2011)), Coverage::Partial);
        assert_eq!(dblp(&paper("ICLR", 2026)), Coverage::Partial);
        assert_eq!(dblp(&cited(WorkKind::ConferencePaper, "ICLR")), Coverage::Partial, "no year");
        assert_eq!(dblp(&paper("Symposium on Somewhat Rare Topics", 2020)), Coverage::Partial);
        assert_eq!(openreview(&paper("Symposium on Somewhat Rare Topics", 2020)), Coverage::None);
        let physics = Work { kind: WorkKind::Article, ..paper("Physical Review Letters", 2020) };
        assert_eq!((dblp(&physics), openreview(&physics)), (Coverage::None, Coverage::None));
        let chapter = Work { kind: WorkKind::Chapter, ..paper("ICLR", 2021) };
        assert_eq!(dblp(&chapter), Coverage::None);
    }

    #[test]
    fn a_number_is_absent_from_the_register_that_gives_it_out() {
        let alone = |identifier| Work { identifiers: [identifier].into_iter().collect(), ..Work::default() };
        assert_eq!(pubmed(&alone(Identifier::Pmid(1))), Coverage::Complete);
        assert_eq!(crossref(&alone(Identifier::Pmid(1))), Coverage::None);
        let number = alone(Identifier::Doi(String::from("10.1056/x")));
        assert_eq!(doi(&number), Coverage::Complete);
        assert_eq!(crossref(&number), Coverage::None);
        for unregistered in
            ["10.2307/123456", "10.5555/3295222.3295349", "10.5555/3045390", "10.5555/AAI28498765"]
        {
            assert_eq!(doi(&alone(Identifier::Doi(String::from(unregistered)))), Coverage::None);
        }
        assert_eq!(doi(&alone(Identifier::Doi(String::from("10.5555/nowhere.1")))), Coverage::Complete);
        assert_eq!(
            clinicaltrials(&alone(Identifier::Trial(String::from("NCT01234567")))),
            Coverage::Complete
        );
        assert_eq!(clinicaltrials(&alone(Identifier::Trial(String::from("ISRCTN12345678")))), Coverage::None);
    }

    #[test]
    fn preprints_are_absent_from_their_server() {
        assert_eq!(arxiv(&cited(WorkKind::Preprint, "arXiv")), Coverage::Complete);
        assert_eq!(europepmc(&cited(WorkKind::Preprint, "medRxiv")), Coverage::Complete);
        assert_eq!(arxiv(&cited(WorkKind::Preprint, "medRxiv")), Coverage::None);
        assert_eq!(europepmc(&cited(WorkKind::Preprint, "ChemRxiv")), Coverage::Partial);
    }
}
