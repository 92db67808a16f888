//! Checks whether the works that a sentence cites support it, as far as their abstracts show. It
//! runs on command, and its result includes what was compared.

mod hints;
mod page;
mod report;
mod table;

pub use hints::{Hint, hints, hints_markdown};
pub use page::{Section, page};
pub use report::verdict_word;
pub use table::{SupportRow, rows};

use referee_citations::Verdict;
use referee_citations::claims::{self, Cited, Claim, cited};
use referee_citations::rules::RuleContext;
use referee_citations::support::reading::{self, PassageState, ReadPassage, SupportReading};
use referee_citations::support::{
    ComparedWork, Contradiction, Objection, PassageIndex, QuoteFound, closest, find_quote, is_comparable,
    objections_with, quotations,
};
use referee_records::Record;
use referee_research::model::support::{Span as Rests, Verdict as Read, payload, support};
use referee_research::model::{CallControl, Model, ModelError};
use referee_syntax::{Citation, Document, Target};
use referee_text::{FileId, Message, Phrase, Span};
use referee_workspace::{FileKind, Snapshot};
use serde_json::Value;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The maximum number of sentences that are looked up at once; for a longer draft the result
/// includes the number of the rest.
const MAX_SENTENCES: usize = 500;

/// The minimum share of a sentence's content words for which a sentence of an abstract is shown.
const MIN_SHARE_SHOWN: f64 = 0.3;

/// The result of looking up a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupportState {
    /// Something contradicts it.
    Objected,
    /// Nothing contradicts it, which does not prove support.
    Nothing,
    /// It could not be looked up, because no abstract of a cited work is known.
    NotChecked,
}

impl SupportState {
    /// Returns the name in machine-readable output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            SupportState::Objected => "objected",
            SupportState::Nothing => "nothing-found",
            SupportState::NotChecked => "not-checked",
        }
    }
}

/// A work that a sentence cites, and what it says.
#[derive(Clone, Debug)]
pub struct Source {
    /// The label: the key, `[n]` or the identifier.
    pub label: String,
    /// The record, if it is known.
    pub record: Option<Record>,
    /// Why nothing was compared with it.
    pub unknown: Option<Phrase>,
    /// The closest sentence of its abstract, with the share of content words that it contains.
    pub closest: Option<(String, f64)>,
    /// Its full text, if the author has it.
    pub paper: Option<Arc<PassageIndex>>,
}

/// A sentence that was looked up.
#[derive(Clone, Debug)]
pub struct CheckedSentence {
    /// The sentence.
    pub claim: Claim,
    /// The result.
    pub state: SupportState,
    /// The works that it cites.
    pub sources: Vec<Source>,
    /// The objections to the sentence.
    pub objections: Vec<Objection>,
    /// What the passages of the works say; `None` if it could not be looked up.
    pub reading: Option<SupportReading>,
    /// Its quotations, and how each was found.
    pub quotes: Vec<(String, Option<QuoteFound>)>,
    /// The reading of a language model, if one was asked: its name and its verdict. The record of a
    /// span is an index into `sources`.
    pub read: Option<(String, Read)>,
}

impl Source {
    /// Whether nothing is known of the work because it was not looked up.
    #[must_use]
    pub fn is_unchecked(&self) -> bool {
        self.unknown == Some(UNCHECKED)
    }
}

/// The sentences of a place or a draft that were looked up.
#[derive(Clone, Debug, Default)]
pub struct CheckedDraft {
    /// The sentences that cite, in the order of the text.
    pub sentences: Vec<CheckedSentence>,
    /// The number of further sentences that cite something and were not looked up, because there
    /// are too many.
    pub left_out: usize,
}

/// Why no sentence can be looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The file is not a draft.
    #[error("Only the sentences of a draft can be looked up.")]
    NotADraft,
    /// No sentence at the place cites anything.
    #[error("No sentence here cites anything.")]
    NothingCitedHere,
    /// No sentence of the draft cites anything.
    #[error("No sentence of this draft cites anything.")]
    NothingCited,
}

impl CheckError {
    /// Returns the reason in the languages of authors.
    #[must_use]
    pub fn message(self) -> Message {
        let spanish = match self {
            CheckError::NotADraft => "Solo se pueden comprobar las frases de un borrador.",
            CheckError::NothingCitedHere => "Ninguna frase de aquí cita nada.",
            CheckError::NothingCited => "Ninguna frase de este borrador cita nada.",
        };
        Message::new(self.to_string(), spanish)
    }
}

/// Looks up the sentences that cite something at a place, or in the whole draft if `place` is
/// `None`.
///
/// # Errors
///
/// If nothing can be looked up.
pub fn check(snapshot: &Snapshot, file: &FileId, place: Option<Span>) -> Result<CheckedDraft, CheckError> {
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else {
        return Err(CheckError::NotADraft);
    };
    let mut all = match place {
        Some(place) => at(&document, place),
        None => (0..document.blocks().len()).flat_map(|index| claims::in_block(&document, index)).collect(),
    };
    if all.is_empty() {
        return Err(match place {
            Some(_) => CheckError::NothingCitedHere,
            None => CheckError::NothingCited,
        });
    }
    let left_out = all.len().saturating_sub(MAX_SENTENCES);
    all.truncate(MAX_SENTENCES);
    // Judge pending references now, with the data on this machine.
    for reference in snapshot.pending(file) {
        snapshot.judge(&reference);
    }
    let look_up_claim = |context: &RuleContext<'_>, claim: Claim| look_up(cited(context, &claim), claim);
    let sentences = snapshot
        .with_context(file, |context| all.into_iter().map(|claim| look_up_claim(context, claim)).collect());
    Ok(CheckedDraft { sentences, left_out })
}

/// Looks up a sentence outside of a draft, against the works that are cited for it.
#[must_use]
pub fn check_sentence(sentence: &str, cited: Vec<Cited>) -> CheckedSentence {
    let claim = Claim {
        span: Span::new(0, sentence.len()),
        text: sentence.to_owned(),
        around: String::new(),
        citations: Vec::new(),
    };
    look_up(cited, claim)
}

/// Returns the claims that a range touches.
fn at(document: &Document, place: Span) -> Vec<Claim> {
    if place.is_empty() {
        return claims::at(document, place.start as usize).into_iter().collect();
    }
    let first = document.blocks().index_at(place.start as usize).unwrap_or_default();
    let last = document.blocks().index_at(place.end as usize).unwrap_or(first);
    (first..=last)
        .flat_map(|index| claims::in_block(document, index))
        .filter(|claim| claim.span.overlaps(place))
        .collect()
}

const NO_DOCUMENT: Phrase = Phrase {
    english: "the library has no such document, or no such place in it",
    spanish: "la biblioteca no tiene ese documento, o este no tiene ese lugar",
};
const NOT_LOOKED_UP: Phrase =
    Phrase { english: "it has no entry, or was not looked up", spanish: "no tiene entrada o no se buscó" };
const NOT_FOUND: Phrase = Phrase { english: "no source has it", spanish: "ninguna fuente la tiene" };
const ANOTHER_WORK: Phrase = Phrase {
    english: "its identifier belongs to another work",
    spanish: "su identificador es de otro trabajo",
};
const UNCHECKED: Phrase = Phrase {
    english: "it was not looked up, so what it says is not known",
    spanish: "no se buscó, así que no se sabe qué dice",
};
const NO_RECORD: Phrase = Phrase {
    english: "no record is certainly of this work",
    spanish: "ningún registro es con seguridad de este trabajo",
};
const SHORT_ABSTRACT: Phrase = Phrase {
    english: "its abstract is too short to compare with",
    spanish: "su resumen es demasiado breve para comparar",
};
const NO_ABSTRACT: Phrase =
    Phrase { english: "no abstract is known of it", spanish: "no se conoce su resumen" };

fn look_up(cited: Vec<Cited>, claim: Claim) -> CheckedSentence {
    let sources: Vec<Source> = cited
        .iter()
        .map(|one| {
            let record = one.record();
            let named =
                |citation: &Citation| matches!(&citation.target, Target::Named(name) if *name == one.label);
            let unknown = match (&one.judgement, record) {
                (None, Some(_)) => None,
                (None, None) if claim.citations.iter().any(named) => Some(NO_DOCUMENT),
                (None, None) => Some(NOT_LOOKED_UP),
                (Some(judgement), None) => Some(match judgement.verdict {
                    Verdict::NotFound => NOT_FOUND,
                    Verdict::Misidentified => ANOTHER_WORK,
                    Verdict::Unchecked => UNCHECKED,
                    _ => NO_RECORD,
                }),
                (_, Some(_)) if one.paper.is_some() => None,
                (_, Some(record)) if record.work.summary.is_none() => Some(NO_ABSTRACT),
                (_, Some(record)) if !is_comparable(record) => Some(SHORT_ABSTRACT),
                _ => None,
            };
            Source {
                label: one.label.clone(),
                record: record.cloned(),
                unknown,
                closest: record
                    .and_then(|record| closest(&claim.text, record))
                    .filter(|(_, share)| *share >= MIN_SHARE_SHOWN),
                paper: one.compared().and(one.paper.clone()),
            }
        })
        .collect();
    let works: Vec<ComparedWork<'_>> = cited.iter().filter_map(Cited::compared).collect();
    let known = !sources.is_empty() && sources.iter().all(|source| source.unknown.is_none());
    let objections = if known { objections_with(&claim.text, &claim.around, &works) } else { Vec::new() };
    let reading = known.then(|| reading::read(&claim.text, &works, &objections));
    let quotes = quotations(&claim.text)
        .into_iter()
        .filter_map(|range| {
            let quote = claim.text.get(range)?;
            let in_paper =
                works.iter().filter_map(|work| work.paper?.places_of_quote(quote).into_iter().next());
            let in_abstract =
                works.iter().filter_map(|work| find_quote(quote, work.record.work.summary.as_deref()?));
            let found = in_paper.map(|place| place.found).chain(in_abstract).next();
            Some((quote.to_owned(), found))
        })
        .collect();
    let state = match (known, objections.is_empty()) {
        (false, _) => SupportState::NotChecked,
        (true, false) => SupportState::Objected,
        (true, true) => SupportState::Nothing,
    };
    CheckedSentence { claim, state, sources, objections, reading, quotes, read: None }
}

/// Has a language model read the works that these sentences cite, one sentence after the other. A
/// reading against a sentence becomes a finding of the draft (`citation/unsupported`) while the
/// sentence is unchanged; without a verdict, earlier findings stay. `begun` receives the index of
/// the current sentence, from 0, and the number of characters received.
pub fn read_by_model(
    snapshot: &Snapshot,
    file: &FileId,
    all: &mut [CheckedSentence],
    model: &Model,
    cancel: &CancellationToken,
    begun: &mut dyn FnMut(usize, usize),
) {
    for (index, one) in all.iter_mut().enumerate() {
        begun(index, 0);
        let numbered = one.sources.iter().enumerate();
        let known: Vec<(usize, &Record)> =
            numbered.filter_map(|(number, source)| Some((number, source.record.as_ref()?))).collect();
        let records: Vec<&Record> = known.iter().map(|(_, record)| *record).collect();
        let mut on_progress = |characters| begun(index, characters);
        let mut call = CallControl { cancel, on_progress: &mut on_progress };
        let mut read = if cancel.is_cancelled() {
            Read::NotVerified(ModelError::Cancelled)
        } else {
            support(model, &one.sentence(), &records, &mut call)
        };
        // Convert to an index among the sources, some of which are without a record.
        if let Read::Supports(Rests { record, .. }) | Read::Contradicts(Rests { record, .. }) = &mut read {
            *record = known.get(*record).map_or(*record, |(number, _)| *number);
        }
        let against = match &read {
            Read::Contradicts(rests) => {
                one.state = SupportState::Objected;
                Some(Contradiction {
                    model: model.judge().to_owned(),
                    work: rests.record,
                    passage: rests.passage.text.clone(),
                })
            }
            _ => None,
        };
        // Without a verdict, the earlier reading stays.
        if known.len() == one.sources.len() && !matches!(read, Read::NotVerified(_)) {
            snapshot.with_context(file, |context| context.claims.note(&one.claim.text, &records, against));
        }
        one.read = Some((model.judge().to_owned(), read));
    }
}

impl CheckedSentence {
    /// Returns what the passages say; `None` if it could not be looked up.
    #[must_use]
    pub fn passage_state(&self) -> Option<PassageState> {
        match (&self.read, &self.reading) {
            (Some((_, Read::Contradicts(_))), Some(_)) => Some(PassageState::SaysOtherwise),
            (_, reading) => reading.as_ref().map(|reading| reading.state),
        }
    }

    /// Returns the passage that the state rests on, or else the closest one.
    #[must_use]
    pub fn passage(&self) -> Option<&ReadPassage> {
        self.reading.as_ref()?.passages.first()
    }

    /// Returns the sentence without the placeholders for citations.
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut out = String::with_capacity(self.claim.text.len());
        for word in self.claim.text.split_whitespace() {
            if !out.is_empty() && !word.starts_with(['.', ',', ';', ':', ')']) {
                out.push(' ');
            }
            out.push_str(word);
        }
        out
    }

    /// Returns the outcome in a word or two for people: the verdict of a language model, if one was
    /// asked; otherwise the result without it.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match (&self.read, self.state) {
            (Some((_, Read::Contradicts(_))), _) => "contradicted",
            (_, SupportState::Objected) => "objected",
            (Some((_, Read::Supports(_))), _) => "supported",
            (Some((_, Read::NotEnough)), _) => "neither",
            (Some((_, Read::NotVerified(_))), _) => "not verified",
            (None, SupportState::NotChecked) => "not checked",
            (None, SupportState::Nothing) if self.passage_state() == Some(PassageState::SaysSo) => "says so",
            (None, SupportState::Nothing) => "no objection",
        }
    }

    /// Whether a language model gave a verdict.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.read.as_ref().is_some_and(|(_, read)| !matches!(read, Read::NotVerified(_)))
    }

    /// Whether the abstract of a cited work is known.
    #[must_use]
    pub fn has_abstract(&self) -> bool {
        self.sources
            .iter()
            .any(|source| source.record.as_ref().is_some_and(|record| record.work.summary.is_some()))
    }

    /// Returns the request to a language model about it, as it would be sent.
    ///
    /// # Errors
    ///
    /// Returns the reason if nothing would be sent.
    pub fn payload(&self, model: &Model) -> Result<Value, ModelError> {
        let records: Vec<&Record> = self.sources.iter().filter_map(|source| source.record.as_ref()).collect();
        payload(model, &self.sentence(), &records)
    }
}

/// Returns the works that support a sentence of a passage, for hover; `None` outside such passages,
/// and for a sentence that cites nothing.
#[must_use]
pub(crate) fn rests_on(snapshot: &Snapshot, file: &FileId, offset: usize) -> Option<(Span, Vec<Source>)> {
    let FileKind::Draft(document) = snapshot.kind(file)? else { return None };
    document.written().into_iter().find(|written| written.span.touches(offset))?;
    let claim = claims::at(&document, offset)?;
    let sources =
        snapshot.with_context(file, |context| look_up(cited(context, &claim), claim.clone()).sources);
    (!sources.is_empty()).then_some((claim.span, sources))
}
