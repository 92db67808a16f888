//! Whether the works that a sentence cites say so, as far as that can be told from their abstracts; asked for on
//! command, and told with what was compared.

use crate::card;
use referee_citations::claims::{self, Cited, Claim, cited};
use referee_citations::publication_status::PublicationStatus;
use referee_citations::support::{
    Contradiction, Objection, QuoteFound, closest, find_quote, objections, quotations,
};
use referee_citations::{Verdict, study::Study};
use referee_records::Record;
use referee_research::model::support::{Span as Rests, Verdict as Read, payload, support};
use referee_research::model::{CallControl, Model, ModelError};
use referee_syntax::{Citation, Document, Target};
use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// The most sentences that are looked up at once.
const MOST: usize = 500;

/// The least share of a sentence's content words that a sentence of an abstract has to have to be shown.
const MIN_SHARE_SHOWN: f64 = 0.3;

/// The outcome of looking a sentence up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupportState {
    /// Something speaks against it.
    Objected,
    /// Nothing speaks against it; that is no proof of support.
    Nothing,
    /// It could not be looked up: no abstract is known of a work that it cites.
    NotChecked,
}

impl SupportState {
    /// The name in machine-readable output.
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
    /// The key, `[n]`, the identifier.
    pub label: String,
    /// The record, where it is known.
    pub record: Option<Record>,
    /// Why nothing was compared with it.
    pub unknown: Option<&'static str>,
    /// The sentence of its abstract that is closest, with the share of content words that it has.
    pub closest: Option<(String, f64)>,
}

/// A sentence that was looked up.
#[derive(Clone, Debug)]
pub struct CheckedSentence {
    /// The sentence.
    pub claim: Claim,
    /// What came of it.
    pub state: SupportState,
    /// The works that it cites.
    pub sources: Vec<Source>,
    /// What speaks against it.
    pub objections: Vec<Objection>,
    /// Its quotations, and how each was found.
    pub quotes: Vec<(String, Option<QuoteFound>)>,
    /// What a language model read, where one was asked: its name and its verdict. The record of a span is one of
    /// `sources`.
    pub read: Option<(String, Read)>,
}

/// Why no sentence can be looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The file is no draft.
    #[error("Only the sentences of a draft can be looked up.")]
    NotADraft,
    /// No sentence at the place cites anything.
    #[error("No sentence here cites anything.")]
    NothingCitedHere,
    /// No sentence of the draft cites anything.
    #[error("No sentence of this draft cites anything.")]
    NothingCited,
}

/// The sentences that cite at a place, or in the whole draft where `place` is `None`.
///
/// # Errors
///
/// Where nothing can be looked up.
pub fn check(
    snapshot: &Snapshot,
    file: &FileId,
    place: Option<Span>,
) -> Result<Vec<CheckedSentence>, CheckError> {
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else {
        return Err(CheckError::NotADraft);
    };
    let all = match place {
        Some(place) => at(&document, place),
        None => (0..document.blocks().len())
            .flat_map(|index| claims::in_block(&document, index))
            .take(MOST)
            .collect(),
    };
    if all.is_empty() {
        return Err(match place {
            Some(_) => CheckError::NothingCitedHere,
            None => CheckError::NothingCited,
        });
    }
    // What is not judged yet is judged now, by what is on this machine.
    for reference in snapshot.pending(file) {
        snapshot.judge(&reference);
    }
    Ok(snapshot.with_surroundings(file, |context| {
        all.into_iter().map(|claim| look_up(cited(context, &claim), claim)).collect()
    }))
}

/// The claims that a range touches.
fn at(document: &Document, place: Span) -> Vec<Claim> {
    if place.is_empty() {
        return claims::at(document, place.start as usize).into_iter().collect();
    }
    let first = document.blocks().index_at(place.start as usize).unwrap_or_default();
    let last = document.blocks().index_at(place.end as usize).unwrap_or(first);
    (first..=last)
        .flat_map(|index| claims::in_block(document, index))
        .filter(|claim| claim.span.overlaps(place))
        .take(MOST)
        .collect()
}

fn look_up(cited: Vec<Cited>, claim: Claim) -> CheckedSentence {
    let sources: Vec<Source> = cited
        .iter()
        .map(|one| {
            let record = one.record();
            let named =
                |citation: &Citation| matches!(&citation.target, Target::Named(name) if *name == one.label);
            let unknown = match (&one.judgement, record) {
                (None, Some(_)) => None,
                (None, None) if claim.citations.iter().any(named) => {
                    Some("the library has no such document, or no such place in it")
                }
                (None, None) => Some("it was not checked whether and as what it exists"),
                (Some(judgement), None) => Some(match judgement.verdict {
                    Verdict::NotFound => "no source has it",
                    Verdict::Misidentified => "its identifier belongs to another work",
                    _ => "no record is known to be of this work",
                }),
                (_, Some(record)) if record.work.summary.is_none() => Some("no abstract is known of it"),
                _ => None,
            };
            Source {
                label: one.label.clone(),
                record: record.cloned(),
                unknown,
                closest: record
                    .and_then(|record| closest(&claim.text, record))
                    .filter(|(_, share)| *share >= MIN_SHARE_SHOWN),
            }
        })
        .collect();
    let records: Vec<&Record> = sources.iter().filter_map(|source| source.record.as_ref()).collect();
    let known = !sources.is_empty() && sources.iter().all(|source| source.unknown.is_none());
    let objections = if known { objections(&claim.text, &records) } else { Vec::new() };
    let quotes = quotations(&claim.text)
        .into_iter()
        .filter_map(|range| {
            let quote = claim.text.get(range)?;
            let found =
                records.iter().filter_map(|record| find_quote(quote, record.work.summary.as_deref()?)).next();
            Some((quote.to_owned(), found))
        })
        .collect();
    let state = match (known, objections.is_empty()) {
        (false, _) => SupportState::NotChecked,
        (true, false) => SupportState::Objected,
        (true, true) => SupportState::Nothing,
    };
    CheckedSentence { claim, state, sources, objections, quotes, read: None }
}

/// Has a language model read the works that these sentences cite, one after the other. What it reads against a
/// sentence becomes a finding of the draft (`citation/unsupported`) as long as the sentence stays as it is; a verdict
/// that is none takes nothing back. `begun` is told which sentence is being read, from 0, and how many characters
/// came.
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
        // Among the sources, some of which have no record.
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
        // Without a verdict what was read before stands.
        if known.len() == one.sources.len() && !matches!(read, Read::NotVerified(_)) {
            snapshot
                .with_surroundings(file, |context| context.claims.note(&one.claim.text, &records, against));
        }
        one.read = Some((model.judge().to_owned(), read));
    }
}

impl CheckedSentence {
    /// The sentence without the space that stands for citations.
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

    /// The outcome in a word or two for people: what a language model read, where one gave a verdict or was to
    /// give one; else what was found without it.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match (&self.read, self.state) {
            (Some((_, Read::Contradicts(_))), _) => "contradicted",
            (_, SupportState::Objected) => "objected",
            (Some((_, Read::Supports(_))), _) => "supported",
            (Some((_, Read::NotEnough)), _) => "neither",
            (Some((_, Read::NotVerified(_))), _) => "not verified",
            (None, SupportState::NotChecked) => "not checked",
            (None, SupportState::Nothing) => "nothing found",
        }
    }

    /// Whether a language model gave a verdict.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.read.as_ref().is_some_and(|(_, read)| !matches!(read, Read::NotVerified(_)))
    }

    /// Whether there is an abstract of a work that it cites.
    #[must_use]
    pub fn has_abstract(&self) -> bool {
        self.sources
            .iter()
            .any(|source| source.record.as_ref().is_some_and(|record| record.work.summary.is_some()))
    }

    /// Why, a line each: what speaks against it, what a language model rests on, what is not known of a source.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        let mut out: Vec<String> = self.objections.iter().map(told).collect();
        out.extend(self.told_by_model().map(|told| told.replace("**", "")));
        out.extend(
            self.sources.iter().filter_map(|source| Some(format!("{}: {}.", source.label, source.unknown?))),
        );
        out
    }

    /// What a language model would be asked about it, as it would be sent.
    ///
    /// # Errors
    ///
    /// Says why it would be sent nothing.
    pub fn payload(&self, model: &Model) -> Result<Value, ModelError> {
        let records: Vec<&Record> = self.sources.iter().filter_map(|source| source.record.as_ref()).collect();
        payload(model, &self.sentence(), &records)
    }

    /// The outcome as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let sources: Vec<Value> = self
            .sources
            .iter()
            .map(|source| {
                let work = source.record.as_ref().map(|record| &record.work);
                json!({
                    "key": source.label,
                    "title": work.and_then(referee_bibliography::Work::full_title),
                    "year": work.and_then(referee_bibliography::Work::year),
                    "source": source.record.as_ref().map(|record| &record.source),
                    "compared": if source.unknown.is_none() { "abstract" } else { "nothing" },
                    "unknown": source.unknown,
                    "closest": source.closest.as_ref().map(|(text, share)| json!({"text": text, "share": (share * 100.0).round() / 100.0})),
                })
            })
            .collect();
        let quotes: Vec<Value> =
            self.quotes.iter().map(|(quote, found)| json!({"quote": quote, "found": found})).collect();
        let mut out = json!({
            "sentence": self.sentence(),
            "state": self.state.as_str(),
            "sources": sources,
            "objections": self.objections,
            "quotes": quotes,
        });
        if let Some((model, read)) = &self.read {
            out["model"] = match read {
                Read::Supports(rests) | Read::Contradicts(rests) => json!({
                    "model": model,
                    "verdict": verdict_word(read),
                    "key": self.sources.get(rests.record).map(|source| source.label.as_str()),
                    "passage": rests.passage.text,
                    "place": rests.passage.place,
                }),
                Read::NotEnough => json!({"model": model, "verdict": verdict_word(read)}),
                Read::NotVerified(error) => json!({
                    "model": model, "verdict": verdict_word(read), "why": error.to_string(), "trouble": error,
                }),
            };
        }
        out
    }

    /// What a language model read, in a sentence.
    fn told_by_model(&self) -> Option<String> {
        let (model, read) = self.read.as_ref()?;
        let of = |rests: &Rests| {
            let label = self.sources.get(rests.record).map_or("?", |source| source.label.as_str());
            let passage = rests.passage.text.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("{label}: “{passage}”")
        };
        Some(match read {
            Read::Supports(rests) => {
                format!("The language model {model} reads that it is supported; it rests on {}", of(rests))
            }
            Read::Contradicts(rests) => {
                format!("The language model {model} reads the opposite; it rests on {}", of(rests))
            }
            Read::NotEnough => {
                format!(
                    "The language model {model} reads neither support nor the opposite in these abstracts."
                )
            }
            Read::NotVerified(error) => {
                format!("**Not verified** by a language model: {model} {error}.")
            }
        })
    }

    /// The outcome as a section of a Markdown document.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut out = format!("## {}\n\n", shortened(&self.sentence()));
        out.push_str(match self.state {
            SupportState::Objected => "**Something speaks against it.**\n\n",
            SupportState::Nothing => {
                "**Nothing was found that speaks against it.** That is no proof of support.\n\n"
            }
            SupportState::NotChecked => "**Not checked.**\n\n",
        });
        for objection in &self.objections {
            out.push_str(&format!("- {}\n", told(objection)));
        }
        for (quote, found) in &self.quotes {
            let how = match found {
                Some(QuoteFound::Verbatim) => "stands in the abstract, letter for letter",
                Some(QuoteFound::Normalised) => "stands in the abstract, word for word; its writing differs",
                None => continue,
            };
            out.push_str(&format!("- “{quote}” {how}.\n"));
        }
        let read = self.told_by_model();
        if let Some(told) = &read {
            out.push_str(&format!("- {told}\n"));
        }
        if read.is_some()
            || !self.objections.is_empty()
            || self.quotes.iter().any(|(_, found)| found.is_some())
        {
            out.push('\n');
        }
        for source in &self.sources {
            let Some(record) = &source.record else {
                out.push_str(&format!(
                    "- {}: {}.\n",
                    source.label,
                    source.unknown.unwrap_or("nothing is known of it")
                ));
                continue;
            };
            let standing = PublicationStatus::of_record(record);
            let mark = match standing.mark() {
                "" => String::new(),
                mark => format!(", {mark}"),
            };
            out.push_str(&format!(
                "- {} ({}): {} ({}{mark}; {})",
                source.label,
                record.work.year().map_or_else(|| "no year".to_owned(), |year| year.to_string()),
                record.work.full_title().unwrap_or_default(),
                Study::of(record).describe(),
                card::source_name(&record.source)
            ));
            match (&source.unknown, &source.closest) {
                (Some(why), _) => out.push_str(&format!(": {why}.\n")),
                (None, Some((sentence, share))) => out.push_str(&format!(
                    "\n  - closest sentence ({:.0} of 100 parts of the content words): “{sentence}”\n",
                    share * 100.0
                )),
                (None, None) => out.push_str("\n  - no sentence of its abstract is close\n"),
            }
        }
        out
    }
}

/// The name in machine-readable output.
fn verdict_word(read: &Read) -> &'static str {
    match read {
        Read::Supports(_) => "supports",
        Read::Contradicts(_) => "contradicts",
        Read::NotEnough => "not-enough",
        Read::NotVerified(_) => "not-verified",
    }
}

/// An objection in a sentence.
fn told(objection: &Objection) -> String {
    match objection {
        Objection::QuoteNotFound { quote, nearest: Some(near), .. } => {
            format!("“{quote}” does not stand in the abstract; that has: “{near}”.")
        }
        Objection::QuoteNotFound { quote, nearest: None, .. } => {
            format!("“{quote}” does not stand in the abstract; it may stand in the full text.")
        }
        Objection::NumberNotInSource { number, instead: Some(sentence), .. } => {
            format!("{number} does not stand in the abstract; that says: “{sentence}”")
        }
        Objection::NumberNotInSource { number, instead: None, .. } => {
            format!("{number} does not stand in the abstract; it may stand in the full text.")
        }
        Objection::OppositeDirection { sentence } => {
            format!("The opposite seems to stand there: “{sentence}”")
        }
        Objection::OtherKind { said, is } => {
            format!("The sentence says “{said}”; the work is another: {is}.")
        }
        Objection::OtherTopic => {
            "It has no word in common with the title and the abstract: the wrong work may be cited."
                .to_owned()
        }
    }
}

/// The outcomes of all sentences as a Markdown document.
#[must_use]
pub fn page(all: &[CheckedSentence]) -> String {
    let of = |state: SupportState| all.iter().filter(|one| one.state == state).count();
    let mut out = format!(
        "# Do the cited works say so?\n\n{}\n\nCompared with titles and abstracts only, by numbers, quotations, direction, kind of study and topic. Full texts were not read.\n\n",
        message(all)
    );
    if all.iter().any(|one| one.read.is_some()) {
        out.push_str(
            "What a language model reads is its own opinion: only the sentence that it rests on was looked up in the abstract.\n\n",
        );
    }
    let order = [SupportState::Objected, SupportState::NotChecked, SupportState::Nothing];
    for state in order {
        if of(state) > 0 {
            for one in all.iter().filter(|one| one.state == state) {
                out.push_str(&one.to_markdown());
                out.push('\n');
            }
        }
    }
    out
}

/// The outcomes of all sentences in one sentence.
#[must_use]
pub fn message(all: &[CheckedSentence]) -> String {
    let of = |state: SupportState| all.iter().filter(|one| one.state == state).count();
    let sentences = if all.len() == 1 { "1 sentence".to_owned() } else { format!("{} sentences", all.len()) };
    let mut out = format!(
        "{sentences} looked up: something speaks against {}, nothing was found against {}, {} could not be checked.",
        of(SupportState::Objected),
        of(SupportState::Nothing),
        of(SupportState::NotChecked)
    );
    if let Some((model, _)) = all.iter().find_map(|one| one.read.as_ref()) {
        let read = |word: &str| {
            all.iter()
                .filter(|one| one.read.as_ref().is_some_and(|(_, read)| verdict_word(read) == word))
                .count()
        };
        out.push_str(&format!(
            " The language model {model} reads {} as supported, {} as contradicted, {} as neither; {} not verified.",
            read("supports"),
            read("contradicts"),
            read("not-enough"),
            read("not-verified")
        ));
    }
    out
}

fn shortened(text: &str) -> String {
    const MOST: usize = 160;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(std::iter::once('…')).collect()
}

/// What a sentence of a passage rests on, as hover shows it; `None` outside of such passages, and where it cites
/// nothing.
#[must_use]
pub(crate) fn rests_on(snapshot: &Snapshot, file: &FileId, offset: usize) -> Option<(Span, Vec<Source>)> {
    let FileKind::Draft(document) = snapshot.kind(file)? else { return None };
    document.written().into_iter().find(|written| written.span.touches(offset))?;
    let claim = claims::at(&document, offset)?;
    let sources =
        snapshot.with_surroundings(file, |context| look_up(cited(context, &claim), claim.clone()).sources);
    (!sources.is_empty()).then_some((claim.span, sources))
}
