//! Finds works that could support a sentence, or that the author names, and inserts citations.
//!
//! The search covers the draft's own bibliography, the sources on this machine and the online
//! sources that the author allows, and ranks all results in one list. [`candidates`] returns them,
//! and [`insert`] inserts one of them.

mod query;
mod sentence;

use crate::model::ModelSession;
pub use query::{CiteQuery, NotAnIdentifier};
pub use sentence::{Sentence, sentence_at};

use referee_bibliography::{Identifier, Work};
use referee_citations::edits::{Insertion, NoInsertion, cite_entry, entry_of, insert_citation_under};
use referee_citations::{Judgement, Reference, Verdict};
use referee_records::{Answer, Question, Record, Source};
use referee_research::search::{
    Candidate, Page, SearchResults, SourceQuery, have_one_title, search_with_own,
};
use referee_research::{Embedder, PublicationStatus, Query, Vocabulary, identity, study::Study};
use referee_syntax::DraftKind;
use referee_text::{FileId, Language, Message, Span};
use referee_workspace::{FileKind, Snapshot};
use std::collections::HashMap;
use std::sync::Arc;

/// The maximum number of candidates that are offered.
pub const MAX_CANDIDATES: usize = 10;

/// The maximum number of entries of the draft's own bibliography that are offered.
const MAX_OWN_CANDIDATES: usize = 5;

/// The number of works that are ranked to select from.
const MAX_RANKED: usize = 60;

/// The minimum share of the rarer search words for which an entry of the bibliography is offered.
const MIN_OWN_COVERAGE: f32 = 0.3;

/// The minimum share of the words, each counted once, for which it is offered nevertheless, as a
/// weak match. In a short bibliography the words of an entry are never rare.
const MIN_OWN_WORD_SHARE: f32 = 0.4;

/// The prefix of the id of a candidate from the draft's bibliography.
const ENTRY_ID: &str = "entry:";

/// Why nothing can be cited.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CiteError {
    /// The file is not a draft.
    #[error("A citation can only be put into a draft.")]
    NotADraft,
    /// The place contains no sentence.
    #[error(
        "There is no sentence here. Put the cursor into one, select the words, or name the work: a title, a DOI, a PMID."
    )]
    NoSentence,
    /// No source returns the work with this id.
    #[error("No source returns {0} for these words any more; nothing was cited.")]
    NotReturned(String),
    /// The citation cannot be inserted.
    #[error(transparent)]
    Insertion(#[from] NoInsertion),
}

impl CiteError {
    /// Returns the reason in the languages of authors.
    #[must_use]
    pub fn message(&self) -> Message {
        let spanish = match self {
            CiteError::NotADraft => "Una cita solo se puede poner en un borrador.".to_owned(),
            CiteError::NoSentence => {
                "Aquí no hay ninguna frase. Ponga el cursor en una, seleccione las palabras o nombre el trabajo: un título, un DOI, un PMID."
                    .to_owned()
            }
            CiteError::NotReturned(id) => {
                format!("Ninguna fuente devuelve ya {id} para estas palabras; no se citó nada.")
            }
            CiteError::Insertion(why) => return why.message(),
        };
        Message::new(self.to_string(), spanish)
    }
}

/// The place of a citation, and the query for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitePlace {
    /// The byte offset at which the citation is inserted.
    pub at: usize,
    /// The query: the sentence, the author's words, or the identifier.
    pub query: CiteQuery,
}

/// A work that can be cited.
#[derive(Clone, Debug)]
pub struct OfferedWork {
    /// The id of the work in the next call.
    pub id: String,
    /// The work and why it fits.
    pub candidate: Candidate,
    /// The bibliography and the key of its entry, if the draft has one already.
    pub entry: Option<(FileId, String)>,
}

/// The results for a place.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The works, the best first: entries of the bibliography and others in one ranking, weak
    /// matches last.
    pub works: Vec<OfferedWork>,
    /// The sources that were asked, and their answers.
    pub asked: Vec<SourceQuery>,
    /// Web pages that are not based on a record.
    pub pages: Vec<Page>,
}

impl Offer {
    /// Whether all works share only little with the words.
    #[must_use]
    pub fn is_weak(&self) -> bool {
        self.works.iter().all(|one| one.candidate.is_weak())
    }
}

/// Returns the place of a citation. The author's own words are cited at the end of the sentence
/// under the cursor, or at the cursor without a sentence; otherwise the sentence is cited.
///
/// # Errors
///
/// If the file is not a draft, or there is neither a sentence nor words.
pub fn place(
    snapshot: &Snapshot,
    file: &FileId,
    range: Span,
    words: Option<CiteQuery>,
) -> Result<CitePlace, CiteError> {
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else {
        return Err(CiteError::NotADraft);
    };
    let sentence = sentence_at(&document, range);
    match (words, sentence) {
        (Some(query), sentence) => {
            Ok(CitePlace { at: sentence.map_or(range.end as usize, |sentence| sentence.end), query })
        }
        (None, Some(sentence)) => Ok(CitePlace { at: sentence.end, query: CiteQuery::Words(sentence.text) }),
        (None, None) => Err(CiteError::NoSentence),
    }
}

/// Returns the works that could be cited at a place, from the draft's bibliography, the sources on
/// this machine, and `online`, which may be asked about the words.
#[must_use]
pub fn candidates(
    snapshot: &Snapshot,
    models: &ModelSession,
    file: &FileId,
    query: &CiteQuery,
    online: &[Arc<dyn Source>],
) -> Offer {
    let mut offer = Offer { works: Vec::new(), asked: Vec::new(), pages: Vec::new() };
    let entries = entries(snapshot, file);
    match query {
        CiteQuery::Identifier(identifier) => of_identifier(snapshot, file, identifier, &entries, &mut offer),
        CiteQuery::Words(words) => of_words(snapshot, models, file, words, &entries, online, &mut offer),
    }
    offer
}

/// An entry of the draft's bibliography that can be offered.
struct OwnEntry {
    file: FileId,
    key: String,
    work: Work,
    judgement: Option<Arc<Judgement>>,
}

impl OwnEntry {
    /// Returns the entry as a record, with what the sources say about its work.
    fn record(&self) -> Record {
        let mut record = Record::new(self.file.name(), self.work.clone());
        if let Some(judgement) = &self.judgement {
            record.notices.clone_from(&judgement.notices);
            if let Some(known) = &judgement.record {
                record.work.summary.clone_from(&known.work.summary);
                record.types.clone_from(&known.types);
                record.subjects.clone_from(&known.subjects);
            }
        }
        record
    }

    fn offered(&self, candidate: Candidate) -> OfferedWork {
        let entry = Some((self.file.clone(), self.key.clone()));
        OfferedWork { id: format!("{ENTRY_ID}{}", self.key), candidate, entry }
    }
}

/// Returns the entries that may be cited: all except those whose identifier belongs to another
/// work.
fn entries(snapshot: &Snapshot, file: &FileId) -> Vec<OwnEntry> {
    snapshot.with_context(file, |context| {
        let all = context.bibliographies.iter().flat_map(|found| {
            found.bibliography.entries().map(move |entry| OwnEntry {
                file: found.file.clone(),
                key: entry.key().to_owned(),
                work: entry.work(),
                judgement: (context.known)(&found.file, entry.fingerprint()),
            })
        });
        let is_wrong = |judgement: &Arc<Judgement>| judgement.verdict == Verdict::Misidentified;
        all.filter(|entry| !entry.key.is_empty() && !entry.judgement.as_ref().is_some_and(is_wrong)).collect()
    })
}

/// Returns a candidate for exactly the requested work.
fn exact(record: Record) -> Candidate {
    Candidate {
        handle: identity::handle(&record.work),
        relevance: 1.0,
        coverage: 1.0,
        word_share: 1.0,
        is_on_subject: true,
        fit: f32::INFINITY,
        passage: None,
        study: Study::of(&record),
        standing: PublicationStatus::of_record(&record),
        record,
    }
}

fn of_identifier(
    snapshot: &Snapshot,
    file: &FileId,
    identifier: &Identifier,
    entries: &[OwnEntry],
    offer: &mut Offer,
) {
    let wanted = identifier.canonical();
    let has = |work: &Work| work.identifiers.iter().any(|own| own.canonical() == wanted);
    let record = known_record(snapshot, file, identifier);
    let own = match &record {
        // An entry that only has the same number is not the work.
        Some(record) => {
            let key = snapshot.with_context(file, |context| {
                entry_of(context, &record.work, std::slice::from_ref(identifier))
            });
            key.and_then(|key| entries.iter().find(|entry| entry.key == key))
        }
        None => entries.iter().find(|entry| has(&entry.work)),
    };
    if let Some(entry) = own {
        offer.works.push(entry.offered(exact(entry.record())));
    } else if let Some(record) = record {
        let candidate = exact(record);
        offer.works.push(OfferedWork { id: candidate.handle.clone(), candidate, entry: None });
    }
}

/// Returns the known record of an identifier: from online lookups, otherwise from this machine.
fn known_record(snapshot: &Snapshot, file: &FileId, identifier: &Identifier) -> Option<Record> {
    let reference = Reference::from_identifier(file, identifier, Span::default());
    let judged = snapshot.judgement(&reference).and_then(|judgement| judgement.record.clone());
    let ask = |source: &dyn Source| match source.ask(&Question::Identifier(identifier.clone())) {
        Answer::Records(records) => records.first().map(|record| Record::clone(record)),
        Answer::None(_) => None,
    };
    judged
        .or_else(|| {
            snapshot
                .with_context(file, |context| context.sources.iter().find_map(|source| ask(source.as_ref())))
        })
        .or_else(|| snapshot.zotero(file).and_then(|zotero| ask(&zotero)))
}

fn of_words(
    snapshot: &Snapshot,
    models: &ModelSession,
    file: &FileId,
    words: &str,
    entries: &[OwnEntry],
    online: &[Arc<dyn Source>],
    offer: &mut Offer,
) {
    let query = Query::of(words, &Vocabulary::shipped());
    let by_handle: HashMap<String, &OwnEntry> =
        entries.iter().rev().map(|entry| (identity::handle(&entry.work), entry)).collect();
    let records: Vec<Record> = entries.iter().map(OwnEntry::record).collect();
    let is_near = |candidate: &Candidate| {
        candidate.coverage >= MIN_OWN_COVERAGE || candidate.word_share >= MIN_OWN_WORD_SHARE
    };
    let embedder = models.query_embedder(&snapshot.settings(file));
    let found = search_sources(snapshot, file, query, records, online, embedder.as_deref(), MAX_RANKED);
    let (mut own, mut others) = (0, 0);
    for candidate in found.candidates {
        let entry = by_handle
            .get(&candidate.handle)
            .copied()
            .or_else(|| entries.iter().find(|entry| identity::same(&entry.work, &candidate.record.work)))
            .filter(|entry| have_one_title(&entry.work, &candidate.record.work));
        match entry {
            Some(entry) if own < MAX_OWN_CANDIDATES && is_near(&candidate) => {
                own += 1;
                offer.works.push(entry.offered(candidate));
            }
            None if others < MAX_CANDIDATES => {
                others += 1;
                offer.works.push(OfferedWork { id: candidate.handle.clone(), candidate, entry: None });
            }
            Some(_) | None => {}
        }
    }
    // All works are in one ranking. Weak matches follow the others, and retracted works come last.
    offer
        .works
        .sort_by_key(|one| (one.candidate.standing == PublicationStatus::Retracted, one.candidate.is_weak()));
    offer.asked = found.asked;
    offer.pages = found.pages;
}

fn search_sources(
    snapshot: &Snapshot,
    file: &FileId,
    query: Query,
    own: Vec<Record>,
    online: &[Arc<dyn Source>],
    embedder: Option<&dyn Embedder>,
    limit: usize,
) -> SearchResults {
    let mut sources: Vec<Arc<dyn Source>> =
        snapshot.with_context(file, |context| context.sources.iter().chain(online).cloned().collect());
    if let Some(zotero) = snapshot.zotero(file) {
        sources.push(Arc::new(zotero));
    }
    search_with_own(&query.with_vector(embedder, &sources), own, &sources, limit)
}

/// Returns the matches for the words of a sentence from the sources on this machine, without the
/// draft's own bibliography. This is fast enough to run without a request. It compares words only.
pub(crate) fn on_this_machine(snapshot: &Snapshot, file: &FileId, words: &str) -> Vec<Candidate> {
    let query = Query::of(words, &Vocabulary::shipped());
    search_sources(snapshot, file, query, Vec::new(), &[], None, MAX_CANDIDATES).candidates
}

/// Cites a candidate by its id. The search runs again, so that only results of it can be cited.
///
/// # Errors
///
/// If no source returns the candidate, or the draft cannot take the citation.
pub fn insert(
    snapshot: &Snapshot,
    models: &ModelSession,
    file: &FileId,
    place: &CitePlace,
    id: &str,
    online: &[Arc<dyn Source>],
) -> Result<Insertion, CiteError> {
    if let Some(key) = id.strip_prefix(ENTRY_ID) {
        let insertion = snapshot.with_context(file, |context| cite_entry(context, place.at, key))?;
        return insertion.ok_or_else(|| CiteError::NotReturned(format!("@{key}")));
    }
    let offer = candidates(snapshot, models, file, &place.query, online);
    let chosen = offer.works.iter().find(|one| one.id == id || one.candidate.handle == id);
    let chosen = chosen.ok_or_else(|| CiteError::NotReturned(id.to_owned()))?;
    let clinical = snapshot.document_kind(file) == DraftKind::ClinicalNote;
    let work = &chosen.candidate.record.work;
    // Use the key with which the author's other documents cite it.
    let item = snapshot.zotero(file).and_then(|zotero| zotero.item_of(work));
    let key = item.as_ref().and_then(|item| item.citation_key.as_deref());
    Ok(snapshot
        .with_context(file, |context| insert_citation_under(context, place.at, clinical, work, key))?)
}

/// Returns a candidate in one line for a menu, in a language; its reliability comes first.
#[must_use]
pub fn label(language: Language, candidate: &Candidate) -> String {
    let work = &candidate.record.work;
    let title = work.full_title().unwrap_or_else(|| language.pick("untitled", "sin título").to_owned());
    let mark = match candidate.standing {
        PublicationStatus::Sound => String::new(),
        standing => format!("{}: ", standing.mark().text(language)),
    };
    let title = referee_research::sentences::truncate_at_sentence(title.trim_end_matches('.'), 90);
    let weak = if candidate.is_weak() { language.pick("weak match: ", "coincidencia débil: ") } else { "" };
    let line = format!(
        "{mark}{weak}{} – {title} ({})",
        referee_bibliography::render::short(work),
        candidate.study.describe_in(language)
    );
    referee_bibliography::foreign::inert_line(&line).into_owned()
}

impl OfferedWork {
    /// Returns the work in one line for a menu, in a language; with its key if the draft can
    /// already cite it.
    #[must_use]
    pub fn label(&self, language: Language) -> String {
        let line = label(language, &self.candidate);
        match &self.entry {
            Some((file, key)) => {
                format!("{line} [{key} {} {}]", language.pick("in", "en"), file.name())
            }
            None => line,
        }
    }
}
