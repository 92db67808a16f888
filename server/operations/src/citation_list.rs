//! Works that could be cited: `referee.cite/1`.

mod messages;

use crate::judged_reference::address;
use crate::work_record::{entry, person};
use referee_features::cite::OfferedWork;
use referee_records::NoticeKind;
use referee_research::search::{Candidate, Page, SourceQuery};
use referee_research::{PassageLocation, PublicationStatus};
use referee_text::FileId;
use referee_workspace::Snapshot;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

pub use messages::{nothing_found, why_not_asked};

/// Works that could be cited for a sentence, or that have an identifier.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CitationList {
    #[schemars(extend("const" = "referee.cite/1"))]
    schema: &'static str,
    /// The sentence, or the identifier.
    query: String,
    /// Whether the query is an identifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    /// Each source that was searched, and why one did not answer.
    #[schemars(with = "Vec<Map<String, Value>>")]
    asked: Vec<SourceQuery>,
    /// The works, the best first.
    candidates: Vec<CitationCandidate>,
    /// Web pages, not literature.
    #[schemars(with = "Vec<Map<String, Value>>")]
    pages: Vec<Page>,
}

impl CitationList {
    /// Returns a list with the works of `candidates` in their order; `exact` is given if
    /// it matters whether the query is an identifier.
    #[must_use]
    pub fn of(
        query: String,
        exact: Option<bool>,
        candidates: Vec<CitationCandidate>,
        asked: Vec<SourceQuery>,
        pages: Vec<Page>,
    ) -> Self {
        CitationList { schema: "referee.cite/1", query, exact, asked, candidates, pages }
    }
}

/// A work that could be cited.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CitationCandidate {
    /// The place in the list, from 1.
    rank: usize,
    /// The id, for the next call.
    id: String,
    title: Option<String>,
    authors: Vec<String>,
    year: Option<i32>,
    journal: Option<String>,
    doi: Option<String>,
    pmid: Option<u64>,
    url: Option<String>,
    relevance: f32,
    /// The share of the rarer words of the query that it has, from 0 to 1.
    coverage: f32,
    /// Whether it shares only little with the query.
    weak: bool,
    /// The passage that comes closest.
    passage: Option<CandidatePassage>,
    /// The kind of study, in words.
    study: String,
    /// Whether the work can still be relied on.
    #[schemars(with = "String")]
    standing: PublicationStatus,
    #[schemars(with = "Vec<String>")]
    notices: Vec<NoticeKind>,
    /// The source that has it.
    source: String,
    /// The work as an entry of BibTeX, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<String>,
    /// What an editor offers besides.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    offer: Option<CandidateOffer>,
}

/// The passage of a work that comes closest.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct CandidatePassage {
    text: String,
    /// The part of the record: the title or the abstract.
    #[serde(rename = "in")]
    #[schemars(with = "String")]
    place: PassageLocation,
}

/// What an editor offers besides: a line for a menu, the key, the place in Zotero.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct CandidateOffer {
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    zotero: Option<ZoteroAddresses>,
}

/// The addresses of a work in the author's Zotero.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ZoteroAddresses {
    zotero: String,
    pdf: Option<String>,
}

impl CitationCandidate {
    /// Describes a work; `rank` counts from 1.
    #[must_use]
    pub fn of(candidate: &Candidate, rank: usize) -> Self {
        let work = &candidate.record.work;
        CitationCandidate {
            rank,
            id: candidate.handle.clone(),
            title: work.full_title(),
            authors: work.authors.iter().map(person).collect(),
            year: work.year(),
            journal: work.container.clone(),
            doi: work.identifiers.doi().map(str::to_owned),
            pmid: work.identifiers.pmid().map(u64::from),
            url: address(work),
            relevance: candidate.relevance,
            coverage: candidate.coverage,
            weak: candidate.is_weak(),
            passage: candidate
                .passage
                .as_ref()
                .map(|passage| CandidatePassage { text: passage.text.clone(), place: passage.place }),
            study: candidate.study.describe(),
            standing: candidate.standing,
            notices: candidate.record.notices.iter().map(|notice| notice.kind).collect(),
            source: candidate.record.source.clone(),
            entry: None,
            offer: None,
        }
    }

    /// Adds the entry of BibTeX of the work.
    pub(crate) fn with_entry(self, candidate: &Candidate) -> Self {
        CitationCandidate { entry: entry(&candidate.record.work), ..self }
    }

    /// Describes a work that an editor offers for a draft: with a line for a menu, its key if the
    /// draft has it, and its place in the author's Zotero.
    #[must_use]
    pub fn offered(offered: &OfferedWork, snapshot: &Snapshot, file: &FileId, rank: usize) -> Self {
        let item = snapshot.zotero(file).and_then(|zotero| zotero.item_of(&offered.candidate.record.work));
        CitationCandidate {
            id: offered.id.clone(),
            offer: Some(CandidateOffer {
                label: offered.label(snapshot.interface_language()),
                key: offered.entry.as_ref().map(|(_, key)| key.clone()),
                zotero: item.map(|item| ZoteroAddresses { zotero: item.select_url(), pdf: item.pdf_url() }),
            }),
            ..CitationCandidate::of(&offered.candidate, rank)
        }
    }
}
