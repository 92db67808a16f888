//! What the absence of a work from a library means.
//!
//! A library is a collection like any other: that it lacks a work says nothing, until its owner says what it
//! holds completely: `[library] complete = ["pubmed"]`, or `["pubmed:1990-2024"]` for a period.
//!
//! | name | works whose absence means that they do not exist |
//! |---|---|
//! | `pubmed` | articles in journals that PubMed lists; anything that carries a PubMed or PMC number |
//! | `crossref` | articles, conference papers and chapters in journals and proceedings of which the library has other records; works with a DOI of a publisher of which it has others |
//! | `arxiv` | preprints on arXiv |
//! | `dblp` | conference papers and articles in proceedings and journals of which the library has other records |
//! | `clinicaltrials` | trials with an NCT number |
//! | `all`, `*` | articles, preprints, conference papers, chapters and trials; books with a DOI |
//!
//! Web pages, theses, software, data sets, standards, patents, reports and books are in no such list, so
//! nothing can be concluded about them. Without a period, a work that is newer than the newest record of the
//! library is not called absent (nor one without a year), except under `all`.

mod field;

pub use field::is_biomedical;

use crate::journals::Journals;
use crate::merge;
use crate::record::Record;
use crate::source::Coverage;
use crate::words;
use referee_bibliography::{Date, Identifier, Work, WorkKind};
use std::collections::HashSet;

/// What a library holds completely.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completeness {
    claims: Vec<Claim>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Claim {
    collection: Collection,
    /// First and last year, both inclusive.
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

/// What of a library decides whether an absence means something.
pub trait Holdings {
    /// Whether it has records from this journal or these proceedings.
    fn has_journal(&self, name: &str) -> bool;
    /// Whether it has records from so many journals that it knows by itself which ones PubMed lists (about
    /// 35,000).
    fn has_most_journals(&self) -> bool;
    /// Whether it has records with DOIs of this publisher: `10.1056`.
    fn has_doi_prefix(&self, prefix: &str) -> bool;
    /// The date of its newest record.
    fn newest(&self) -> Option<Date>;
    /// The highest PubMed number in it.
    fn highest_pmid(&self) -> u32;
}

/// A library that knows this many names of journals (each has one or two) has most of them.
pub const MOST_JOURNALS: usize = 10_000;

/// No PubMed number is as high: about 42 million were given by 2026, fewer than two million a year.
const NO_PMID_FROM: u32 = 80_000_000;

/// The holdings of a library in memory.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    journals: Journals,
    doi_prefixes: HashSet<String>,
    newest: Newest,
    highest_pmid: u32,
}

/// The date of the newest record. One slip in a file of the user's own must not make a library seem newer than
/// it is: such files count only where there is nothing better.
#[derive(Clone, Copy, Debug, Default)]
pub struct Newest {
    stated: Option<Date>,
    typed: Option<Date>,
}

impl Newest {
    /// Takes a date into account; `typed` says that it is from a file of the user's own.
    pub fn add(&mut self, date: Option<Date>, typed: bool) {
        let newest = if typed { &mut self.typed } else { &mut self.stated };
        *newest = (*newest).max(date);
    }

    /// The date up to which the import is complete: as stated by the files, else as typed.
    pub fn date(self) -> Option<Date> {
        self.stated.or(self.typed)
    }
}

impl Inventory {
    /// Takes a record of the library into account.
    pub fn add(&mut self, record: &Record) {
        let work = &record.work;
        for name in [&work.container, &work.container_short].into_iter().flatten() {
            self.journals.add(name);
        }
        if let Some(prefix) = work.identifiers.doi().and_then(doi_prefix)
            && !self.doi_prefixes.contains(prefix)
        {
            self.doi_prefixes.insert(prefix.to_owned());
        }
        self.newest.add(work.date.max(work.online_date), merge::is_typed(&record.source));
        self.highest_pmid = self.highest_pmid.max(work.identifiers.pmid().unwrap_or(0));
    }
}

impl Holdings for Inventory {
    fn has_journal(&self, name: &str) -> bool {
        self.journals.knows(name)
    }

    fn has_most_journals(&self) -> bool {
        self.journals.len() >= MOST_JOURNALS
    }

    fn has_doi_prefix(&self, prefix: &str) -> bool {
        self.doi_prefixes.contains(prefix)
    }

    fn newest(&self) -> Option<Date> {
        self.newest.date()
    }

    fn highest_pmid(&self) -> u32 {
        self.highest_pmid
    }
}

/// What stands before the slash of a DOI.
pub fn doi_prefix(doi: &str) -> Option<&str> {
    doi.split_once('/').map(|(prefix, _)| prefix)
}

impl Completeness {
    /// Nothing is complete: absence means nothing.
    #[must_use]
    pub fn nothing() -> Self {
        Completeness::default()
    }

    /// Every kind of work that scholarly sources list is complete.
    #[must_use]
    pub fn everything() -> Self {
        Completeness { claims: vec![Claim { collection: Collection::All, period: None }] }
    }

    /// Reads the names of `[library] complete`.
    ///
    /// # Errors
    ///
    /// Says which name is unknown or which period cannot be read, and what is allowed.
    pub fn from_names<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Result<Self, String> {
        let (completeness, mut problems) = Completeness::read(names);
        if problems.is_empty() { Ok(completeness) } else { Err(problems.swap_remove(0)) }
    }

    /// Reads the names of `[library] complete`: what can be read, and a message for each name that cannot.
    pub fn read<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> (Self, Vec<String>) {
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

    /// What absence of `work` from a library with these holdings means.
    pub fn coverage(&self, work: &Work, holdings: &dyn Holdings) -> Coverage {
        let mut best = if listed_nowhere(work) { Coverage::None } else { Coverage::Partial };
        if self.claims.is_empty() {
            return best;
        }
        // Where every claim says that it does not list such works, neither does the library.
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

fn claim(name: &str) -> Result<Claim, String> {
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
            return Err(format!(
                "\"{collection}\" is not a collection that a library can hold completely; known are pubmed, crossref, arxiv, dblp, clinicaltrials and all"
            ));
        }
    };
    let period = period.map(|period| read_period(period).ok_or_else(|| format!("\"{period}\" is not a period; write years, as in pubmed:1990-2024, pubmed:1990- or pubmed:2024"))).transpose()?;
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

impl Claim {
    fn coverage(&self, work: &Work, holdings: &dyn Holdings) -> Coverage {
        let listed = self.collection.lists(work, holdings);
        if listed != Coverage::Complete || self.in_time(work, holdings) { listed } else { Coverage::Partial }
    }

    /// Whether the work is from a time of which the library has everything.
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
    /// Whether the collection lists every work like this one, times aside.
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
                    // PubMed lists some preprints and some articles of other fields.
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
            // A repository holds data, slides and programs as well as papers, and a bare DOI does not say which
            // of them it is; nor whether it was registered where papers are.
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

/// The kind of work, where the entry's type is vaguer than its fields: `@article` with `journal = {arXiv}`.
pub fn kind_of(work: &Work) -> WorkKind {
    match work.kind {
        WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Unknown if on_preprint_server(work) => {
            WorkKind::Preprint
        }
        WorkKind::Unknown
            if work.identifiers.iter().any(|identifier| matches!(identifier, Identifier::Trial(_)))
                && work.title.is_none() =>
        {
            WorkKind::Trial
        }
        kind => kind,
    }
}

/// Kinds of work that none of the collections lists. A number of PubMed or arXiv does not change that: a data
/// set may point to its article.
pub fn listed_nowhere(work: &Work) -> bool {
    matches!(
        work.kind,
        WorkKind::WebPage
            | WorkKind::Thesis
            | WorkKind::Software
            | WorkKind::Dataset
            | WorkKind::Standard
            | WorkKind::Patent
            | WorkKind::Report
            | WorkKind::Other
    ) || (work.kind == WorkKind::Book && work.identifiers.doi().is_none())
}

/// Whether nothing is known of the work but a DOI.
fn is_bare_doi(work: &Work) -> bool {
    let only_dois = work.identifiers.iter().all(|identifier| matches!(identifier, Identifier::Doi(_)));
    work.title.is_none() && work.container.is_none() && only_dois && work.identifiers.doi().is_some()
}

/// The prefixes of repositories that register the DOIs of data, slides and programs with DataCite: Zenodo,
/// figshare, Dryad, Dataverse, Mendeley Data, OSF, GigaDB, ResearchGate, GBIF, protocols.io, Code Ocean, ICPSR,
/// PDB, PANGAEA, NASA's Earth data.
const REPOSITORIES: &[&str] = &[
    "10.5281", "10.6084", "10.5061", "10.7910", "10.17632", "10.17605", "10.5524", "10.13140", "10.15468",
    "10.17504", "10.24433", "10.3886", "10.2210", "10.1594", "10.5067",
];

/// Whether the DOI is of a repository.
fn in_repository(work: &Work) -> bool {
    work.identifiers.doi().and_then(doi_prefix).is_some_and(|prefix| REPOSITORIES.contains(&prefix))
}

fn is_nct(identifier: &Identifier) -> bool {
    matches!(identifier, Identifier::Trial(id) if id.starts_with("NCT"))
}

/// Whether the work is a preprint on arXiv, by identifier, journal or address.
pub fn on_arxiv(work: &Work) -> bool {
    work.identifiers.arxiv().is_some()
        || work.identifiers.doi().is_some_and(|doi| doi.starts_with("10.48550/"))
        || names(work).any(|name| name == "corr" || name.starts_with("arxiv") || name.contains(" arxiv"))
        || work.url.as_deref().is_some_and(|url| url.contains("arxiv.org/"))
}

/// Whether the work is on a server of preprints.
pub fn on_preprint_server(work: &Work) -> bool {
    names(work).any(|name| {
        name == "corr"
            || [
                "arxiv",
                "biorxiv",
                "medrxiv",
                "chemrxiv",
                "psyarxiv",
                "research square",
                "ssrn",
                "preprints",
                "osf preprints",
                "techrxiv",
            ]
            .iter()
            .any(|server| name.starts_with(server))
    })
}

fn names(work: &Work) -> impl Iterator<Item = String> {
    [&work.container, &work.publisher].into_iter().flatten().map(|name| words::journal_key(name))
}

fn in_known_journal(work: &Work, holdings: &dyn Holdings) -> bool {
    [&work.container, &work.container_short].into_iter().flatten().any(|name| holdings.has_journal(name))
}

fn has_known_prefix(work: &Work, holdings: &dyn Holdings) -> bool {
    work.identifiers.doi().and_then(doi_prefix).is_some_and(|prefix| holdings.has_doi_prefix(prefix))
}

/// Whether PubMed lists the journal. A library with all of PubMed has records from each of its journals; a
/// smaller one that is said to be complete knows only some, and the name has to say that it is of the field.
fn in_pubmed_journal(work: &Work, holdings: &dyn Holdings) -> bool {
    if in_known_journal(work, holdings) {
        return true;
    }
    !holdings.has_most_journals()
        && [&work.container, &work.container_short].into_iter().flatten().any(|name| is_biomedical(name))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    fn article(journal: &str, year: i32) -> Work {
        Work {
            kind: WorkKind::Article,
            title: Some(String::from("A title")),
            container: Some(journal.to_owned()),
            date: Some(Date { year, month: None, day: None }),
            ..Work::default()
        }
    }

    fn stated(source: &str, work: Work) -> Record {
        Record {
            work,
            source: source.to_owned(),
            as_of: None,
            notices: Vec::new(),
            relations: Vec::new(),
            subjects: Vec::new(),
            types: Vec::new(),
        }
    }

    fn holdings() -> Inventory {
        let mut holdings = Inventory::default();
        holdings.add(&stated("pubmed", article("Acta Obscura", 2020)));
        holdings
    }

    fn covers(names: &[&str], work: &Work) -> Coverage {
        Completeness::from_names(names).unwrap().coverage(work, &holdings())
    }

    #[test]
    fn nothing_is_absent_from_a_library_that_claims_nothing() {
        assert_eq!(covers(&[], &article("Lancet", 2010)), Coverage::Partial);
    }

    #[test]
    fn a_complete_pubmed_has_the_articles_of_its_journals_and_no_others() {
        assert_eq!(covers(&["pubmed"], &article("Lancet", 2010)), Coverage::Complete);
        assert_eq!(covers(&["pubmed"], &article("Acta obscura", 2010)), Coverage::Complete);
        assert_eq!(covers(&["pubmed"], &article("Journal of Finance", 2010)), Coverage::Partial);
        assert_eq!(covers(&["pubmed"], &article("Health Economics", 2010)), Coverage::Partial);
        assert_eq!(
            covers(&["pubmed"], &Work { kind: WorkKind::ConferencePaper, ..article("NeurIPS", 2010) }),
            Coverage::None
        );
    }

    #[test]
    fn a_work_newer_than_the_library_is_not_absent() {
        assert_eq!(covers(&["pubmed"], &article("Lancet", 2021)), Coverage::Partial);
        assert_eq!(covers(&["pubmed"], &Work { date: None, ..article("Lancet", 2000) }), Coverage::Partial);
        assert_eq!(covers(&["pubmed:2000-2024"], &article("Lancet", 2021)), Coverage::Complete);
        assert_eq!(covers(&["pubmed:2000-2024"], &article("Lancet", 1999)), Coverage::Partial);
        assert_eq!(covers(&["all"], &article("Lancet", 2021)), Coverage::Complete);
    }

    #[test]
    fn a_slip_in_a_users_file_does_not_make_a_library_newer() {
        let mut holdings = holdings();
        holdings.add(&stated("bibtex", article("Acta Obscura", 2099)));
        let pubmed = Completeness::from_names(["pubmed"]).unwrap();
        assert_eq!(pubmed.coverage(&article("Lancet", 2025), &holdings), Coverage::Partial);
    }

    #[test]
    fn what_no_source_lists_is_not_absent_from_any() {
        for kind in [
            WorkKind::WebPage,
            WorkKind::Thesis,
            WorkKind::Software,
            WorkKind::Standard,
            WorkKind::Patent,
            WorkKind::Report,
            WorkKind::Dataset,
            WorkKind::Book,
            WorkKind::Other,
        ] {
            for names in [&["pubmed"][..], &["all"], &["crossref", "arxiv", "dblp"], &[]] {
                assert_eq!(
                    covers(names, &Work { kind, ..article("Lancet", 2010) }),
                    Coverage::None,
                    "{kind:?} {names:?}"
                );
            }
        }
    }

    #[test]
    fn a_bare_doi_is_absent_only_where_its_publisher_is_known_to_register_papers() {
        let bare = |doi: &str| Work {
            identifiers: [Identifier::Doi(doi.to_owned())].into_iter().collect(),
            ..Work::default()
        };
        let holdings = {
            let mut inventory = holdings();
            let mut known = article("Lancet", 2020);
            known.identifiers = bare("10.1016/s0140-6736(20)1").identifiers;
            inventory.add(&stated("pubmed", known));
            inventory
        };
        let all = Completeness::everything();
        assert_eq!(all.coverage(&bare("10.1016/none"), &holdings), Coverage::Complete);
        assert_eq!(all.coverage(&bare("10.4242/none"), &holdings), Coverage::Partial);
        for repository in ["10.5281/zenodo.1", "10.6084/m9.figshare.1"] {
            assert_eq!(all.coverage(&bare(repository), &holdings), Coverage::None);
            let titled = Work { title: Some(String::from("Tables")), ..bare(repository) };
            assert_eq!(all.coverage(&titled, &holdings), Coverage::None);
        }
    }

    #[test]
    fn a_preprint_is_absent_from_arxiv_only_where_it_is_said_to_be_there() {
        let mut preprint = Work { kind: WorkKind::Preprint, ..article("arXiv", 2010) };
        assert_eq!(covers(&["arxiv"], &preprint), Coverage::Complete);
        assert_eq!(covers(&["arxiv"], &article("arXiv preprint arXiv:2010.01234", 2010)), Coverage::Complete);
        preprint.container = Some(String::from("bioRxiv"));
        assert_eq!(covers(&["arxiv"], &preprint), Coverage::Partial);
        assert_eq!(covers(&["arxiv"], &article("Lancet", 2010)), Coverage::None);
    }

    #[test]
    fn a_pubmed_number_that_cannot_have_been_given_is_absent() {
        let work =
            |pmid| Work { identifiers: [Identifier::Pmid(pmid)].into_iter().collect(), ..Work::default() };
        assert_eq!(covers(&["pubmed"], &work(99_999_999)), Coverage::Complete);
        assert_eq!(covers(&["pubmed"], &work(45_000_000)), Coverage::Partial);
    }

    #[test]
    fn an_unknown_collection_is_said_and_the_others_stay() {
        let (completeness, problems) = Completeness::read(["pubmed", "scopus", "pubmed:soon"]);
        assert_eq!(problems.len(), 2);
        assert!(problems[0].contains("scopus") && problems[0].contains("crossref"));
        assert!(problems[1].contains("soon"));
        assert_eq!(completeness, Completeness::from_names(["pubmed"]).unwrap());
    }

    proptest::proptest! {
        #[test]
        fn any_name_is_read_or_refused(name in "\\PC*") {
            let _ = Completeness::from_names([name]);
        }
    }
}
