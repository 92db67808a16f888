//! Offers works for a sentence of a draft, and cites the one that the author chooses.

use crate::changed_files::also_changed;
use crate::citation_list::{CitationCandidate, CitationList, nothing_found, why_not_asked};
use crate::nothing_to_search::nothing_to_search;
use referee_features::cite::{self, CiteError, CitePlace, CiteQuery, NotAnIdentifier, Offer};
use referee_features::model::ModelSession;
use referee_findings::FileEdit;
use referee_records::Source;
use referee_text::{FileId, Language, Message, Phrase};
use referee_workspace::Snapshot;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const NOT_SEARCHED_ONLINE: Phrase = Phrase {
    english: "Nothing was searched online: the network is not allowed here, or you did not allow it.",
    spanish: "No se buscó nada en línea: la red no está permitida aquí, o usted no la permitió.",
};

/// Offers works for the sentence at a place, or cites the one that was chosen.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct InsertCitation {
    /// The chosen candidate; without it, candidates are offered.
    pub id: Option<String>,
    /// Text that replaces the sentence: another sentence, a title, or a pasted identifier.
    question: Option<String>,
    /// A DOI, a PMID, an arXiv number or an address.
    identifier: Option<String>,
    /// Whether online services are asked. By default, only if nothing was found without them.
    online: Option<bool>,
}

impl InsertCitation {
    /// Returns the words or the identifier that replace the sentence of the draft; `None` without
    /// them.
    ///
    /// # Errors
    ///
    /// If the identifier cannot be read.
    pub fn query(&self) -> Result<Option<CiteQuery>, InsertCitationError> {
        Ok(match &self.identifier {
            Some(identifier) => Some(CiteQuery::read_identifier(identifier)?),
            None => CiteQuery::read(self.question.as_deref().unwrap_or_default())?,
        })
    }
}

/// Why no work is offered or cited.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message().text(Language::English))]
pub enum InsertCitationError {
    /// The identifier cannot be read.
    Identifier(#[from] NotAnIdentifier),
    /// The place or the work cannot be cited.
    Cite(#[from] CiteError),
    /// An online search was requested, but is not allowed.
    NotSearchedOnline,
    /// There is no source to search; holds the next step.
    NothingToSearch(Phrase),
}

impl InsertCitationError {
    /// Returns the reason in the languages of authors.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            InsertCitationError::Identifier(why) => why.message(),
            InsertCitationError::Cite(why) => why.message(),
            InsertCitationError::NotSearchedOnline => NOT_SEARCHED_ONLINE.into(),
            InsertCitationError::NothingToSearch(why) => (*why).into(),
        }
    }
}

/// The draft that cites, with the models that compare sentences.
#[derive(Clone, Copy)]
pub struct CitingDraft<'a> {
    /// The open files.
    pub snapshot: &'a Snapshot,
    /// The models.
    pub models: &'a ModelSession,
    /// The draft.
    pub file: &'a FileId,
}

/// The online services, which only the author can allow.
pub trait OnlineOffer {
    /// Returns the offer with what online services have; `None` if they may not be asked.
    fn search(&self, query: &CiteQuery) -> Option<Offer>;

    /// Returns what a search for words would send; `None` if none may be made.
    fn offered(&self) -> Option<OfferedSearch>;
}

/// What an online search would send, for a row of an editor's list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OfferedSearch {
    /// Whether the author is asked first; not if it was allowed for the session.
    pub asks: bool,
    /// The hosts that get the words.
    pub hosts: Vec<String>,
    /// What would be sent, as a sentence.
    pub sent: String,
}

/// The works that could be cited at a place.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OfferedCitations {
    #[serde(flatten)]
    works: CitationList,
    /// Whether online services were asked.
    online: bool,
    /// What an online search would send; null if none may be made.
    search: Option<OfferedSearch>,
    /// Why there is nothing to choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// Offers the works that could be cited: from the draft's bibliography, from this machine, and from
/// online services if the author allows asking them.
///
/// # Errors
///
/// If there is nothing to search, or an online search was requested and is not allowed.
pub fn offer_citations(
    parameters: &InsertCitation,
    draft: CitingDraft<'_>,
    place: &CitePlace,
    online: &dyn OnlineOffer,
) -> Result<OfferedCitations, InsertCitationError> {
    let CitingDraft { snapshot, models, file } = draft;
    if let Some(zotero) = snapshot.zotero(file) {
        // A command may wait briefly; if Zotero is not running, the connection is refused quickly.
        zotero.look();
    }
    let language = snapshot.interface_language();
    let mut offer = cite::candidates(snapshot, models, file, &place.query, &[]);
    let (mut why_not_online, mut was_asked_online) = ("", false);
    if parameters.online == Some(true) || (parameters.online.is_none() && offer.is_weak()) {
        match online.search(&place.query) {
            Some(found) => {
                was_asked_online = true;
                offer = found;
            }
            None if parameters.online == Some(true) => return Err(InsertCitationError::NotSearchedOnline),
            None => why_not_online = why_not_asked(snapshot, file, &place.query).text(language),
        }
    }
    let exact = matches!(place.query, CiteQuery::Identifier(_));
    // A sentence without a search word asks no source, whatever sources there are.
    if offer.works.is_empty() && offer.asked.is_empty() && !exact && !snapshot.has_sources(file) {
        return Err(InsertCitationError::NothingToSearch(nothing_to_search(snapshot, file)));
    }
    let candidates = offer.works.iter().zip(1..);
    let candidates = candidates.map(|(one, rank)| CitationCandidate::offered(one, snapshot, file, rank));
    let message =
        offer.works.is_empty().then(|| nothing_found(language, &place.query, &offer, why_not_online));
    Ok(OfferedCitations {
        works: CitationList::of(
            place.query.words(),
            Some(exact),
            candidates.collect(),
            offer.asked,
            offer.pages,
        ),
        online: was_asked_online,
        search: if exact { None } else { online.offered() },
        message,
    })
}

/// A work that was cited.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InsertedCitation {
    title: String,
    /// What was done, as a sentence.
    message: String,
    /// What readers of the draft see: a key, `[3]`, `Source`.
    label: String,
    /// Whether the bibliography or the list already had the work.
    reused: bool,
}

/// Cites the candidate `id`, which was offered before. Returns the edits and the answer.
///
/// # Errors
///
/// If no source returns the candidate, or the draft cannot take the citation.
pub fn insert_citation(
    id: &str,
    draft: CitingDraft<'_>,
    place: &CitePlace,
    known: &[Arc<dyn Source>],
) -> Result<(Vec<FileEdit>, InsertedCitation), InsertCitationError> {
    let CitingDraft { snapshot, models, file } = draft;
    let insertion = cite::insert(snapshot, models, file, place, id, known)?;
    let language = snapshot.interface_language();
    let label = &insertion.label;
    let other = insertion.edits.iter().map(|edit| &edit.file).find(|changed| *changed != file);
    let message = match (insertion.reused, other) {
        (true, _) => {
            let also = also_changed(language, file, &insertion.edits);
            language.pick(format!("Cited {label}.{also}"), format!("Se ha citado {label}.{also}"))
        }
        (false, Some(other)) => {
            let name = other.name();
            language.pick(
                format!("Cited {label} and added it to {name} (unsaved)."),
                format!("Se ha citado {label} y se ha añadido a {name} (sin guardar)."),
            )
        }
        (false, None) => language.pick(
            format!("Cited {label} and added it to the references."),
            format!("Se ha citado {label} y se ha añadido a las referencias."),
        ),
    };
    let answer = InsertedCitation {
        title: insertion.title,
        message,
        label: insertion.label,
        reused: insertion.reused,
    };
    Ok((insertion.edits, answer))
}
