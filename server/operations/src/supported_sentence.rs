//! Sentences that were compared with the works that they cite, for programs: `referee.support/1`
//! (docs/json.md).

use crate::text_range::{DocumentPlace, TextRange};
use referee_citations::support::reading::{PassageState, ReadPassage};
use referee_citations::support::{Objection, PassageIndex, QuoteFound};
use referee_features::support::{CheckedDraft, CheckedSentence, Hint, Source, verdict_word};
use referee_records::{FullTextForm, Passage, PassagePart};
use referee_research::PassageLocation;
use referee_research::model::ModelError;
use referee_research::model::support::Verdict;
use referee_syntax::Document;
use referee_text::{Language, Rope};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Map, Value};

/// The maximum number of passages that are reported for a sentence.
const MAX_PASSAGES: usize = 3;

/// A sentence with what speaks for and against it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SupportedSentence {
    sentence: String,
    #[schemars(schema_with = "state_schema")]
    state: &'static str,
    /// How urgently a person should read it, from 0.
    rank: u8,
    /// The works that it cites.
    sources: Vec<SupportSource>,
    /// What speaks against it.
    objections: Vec<ObjectionJson>,
    /// Its quotations, and how each was found.
    quotes: Vec<QuoteJson>,
    #[schemars(schema_with = "passage_state_schema")]
    passage_state: Option<PassageState>,
    /// The passages that come closest, the one that the state rests on first.
    passages: Vec<PassageJson>,
    /// The reading of a language model, if one was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<ModelReading>,
}

fn state_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": ["objected", "nothing-found", "not-checked"]})
}

fn passage_state_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": ["says-so", "says-otherwise", "no-passage", null]})
}

/// A work that a sentence cites.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct SupportSource {
    key: String,
    title: Option<String>,
    year: Option<i32>,
    /// The source of its record.
    source: Option<String>,
    /// What the sentence was compared with: `full-text`, `abstract`, `nothing`.
    compared: &'static str,
    full_text: Option<PaperJson>,
    /// Why nothing was compared.
    unknown: Option<&'static str>,
    /// The closest sentence of its abstract.
    closest: Option<ClosestSentence>,
}

/// The closest sentence of an abstract.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ClosestSentence {
    text: String,
    /// The share of the content words that it has, from 0 to 1.
    share: f64,
}

/// A full text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PaperJson {
    file: String,
    #[schemars(with = "String")]
    form: FullTextForm,
    version: Option<String>,
    licence: Option<String>,
    /// Whether a part of it could not be read.
    partial: bool,
}

/// What speaks against a sentence.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ObjectionJson {
    #[serde(flatten)]
    #[schemars(with = "Map<String, Value>")]
    objection: Objection,
    /// The place of its passage in a full text.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<FullTextPlace>,
}

/// A place in a full text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct FullTextPlace {
    page: Option<u32>,
    printed_page: Option<u32>,
    section: Option<String>,
    #[schemars(with = "String")]
    part: PassagePart,
}

/// A quotation of a sentence.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct QuoteJson {
    quote: String,
    #[schemars(with = "Option<String>")]
    found: Option<QuoteFound>,
}

/// A passage of a work.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PassageJson {
    /// The key of the work.
    key: Option<String>,
    text: String,
    /// The weighted share of the sentence's words that it has, from 0 to 1.
    share: f64,
    says_so: bool,
    /// Its place in a full text; null for an abstract.
    place: Option<FullTextPlace>,
    /// The reference that the passage itself gives.
    primary: Option<String>,
}

/// The reading of a language model.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ModelReading {
    /// The name of the model.
    model: String,
    /// `supports`, `contradicts`, `not-enough`, `not-verified`.
    verdict: &'static str,
    /// The sentence that the verdict rests on.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    rests_on: Option<ModelPassage>,
    /// Why there is no verdict.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    failure: Option<ModelFailure>,
}

/// The sentence that a verdict of a language model rests on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ModelPassage {
    key: Option<String>,
    passage: String,
    #[schemars(with = "String")]
    place: PassageLocation,
}

/// Why a language model gave no verdict.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ModelFailure {
    why: String,
    #[schemars(with = "Value")]
    trouble: ModelError,
}

impl SupportedSentence {
    /// Describes a sentence that was compared.
    #[must_use]
    pub fn of(checked: &CheckedSentence) -> Self {
        let label = |work: usize| checked.sources.get(work).map(|source| source.label.clone());
        let objection = |objection: &Objection| ObjectionJson {
            objection: objection.clone(),
            place: objection.words_of_source().and_then(|words| checked.passage_of(words)).map(place),
        };
        let passage = |passage: &ReadPassage| PassageJson {
            key: label(passage.work),
            text: passage.text.clone(),
            share: hundredths(passage.share),
            says_so: passage.says_so,
            place: passage.place.as_ref().map(place),
            primary: passage.primary.clone(),
        };
        let reading = |(model, read): &(String, Verdict)| ModelReading {
            model: model.clone(),
            verdict: verdict_word(read),
            rests_on: match read {
                Verdict::Supports(rests) | Verdict::Contradicts(rests) => Some(ModelPassage {
                    key: label(rests.record),
                    passage: rests.passage.text.clone(),
                    place: rests.passage.place,
                }),
                Verdict::NotEnough | Verdict::NotVerified(_) => None,
            },
            failure: match read {
                Verdict::NotVerified(error) => {
                    Some(ModelFailure { why: error.to_string(), trouble: error.clone() })
                }
                _ => None,
            },
        };
        let passages = checked.reading.iter().flat_map(|reading| reading.passages.iter().take(MAX_PASSAGES));
        let quotes = checked.quotes.iter();
        SupportedSentence {
            sentence: checked.sentence(),
            state: checked.state.as_str(),
            rank: checked.rank(),
            sources: checked.sources.iter().map(source).collect(),
            objections: checked.objections.iter().map(objection).collect(),
            quotes: quotes.map(|(quote, found)| QuoteJson { quote: quote.clone(), found: *found }).collect(),
            passage_state: checked.passage_state(),
            passages: passages.map(passage).collect(),
            model: checked.read.as_ref().map(reading),
        }
    }
}

fn source(source: &Source) -> SupportSource {
    let work = source.record.as_ref().map(|record| &record.work);
    SupportSource {
        key: source.label.clone(),
        title: work.and_then(|work| work.full_title()),
        year: work.and_then(|work| work.year()),
        source: source.record.as_ref().map(|record| record.source.clone()),
        compared: match (&source.paper, source.unknown) {
            (Some(_), _) => "full-text",
            (None, None) => "abstract",
            (None, Some(_)) => "nothing",
        },
        full_text: source.paper.as_deref().map(paper),
        unknown: source.unknown.map(|why| why.english),
        closest: source
            .closest
            .as_ref()
            .map(|(text, share)| ClosestSentence { text: text.clone(), share: hundredths(*share) }),
    }
}

fn paper(paper: &PassageIndex) -> PaperJson {
    let text = paper.full_text();
    PaperJson {
        file: text.origin.clone(),
        form: text.form,
        version: text.version.clone(),
        licence: text.licence.clone(),
        partial: paper.is_partial(),
    }
}

fn place(passage: &Passage) -> FullTextPlace {
    FullTextPlace {
        page: passage.page,
        printed_page: passage.printed_page,
        section: passage.section.clone(),
        part: passage.part,
    }
}

fn hundredths(share: f64) -> f64 {
    (share * 100.0).round() / 100.0
}

/// Drafts whose citing sentences were compared.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SupportedDrafts {
    #[schemars(extend("const" = "referee.support/1"))]
    schema: &'static str,
    files: Vec<SupportedDraft>,
}

impl SupportedDrafts {
    /// Combines the drafts of one run.
    #[must_use]
    pub fn of(files: Vec<SupportedDraft>) -> Self {
        SupportedDrafts { schema: "referee.support/1", files }
    }
}

/// A draft whose citing sentences were compared.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SupportedDraft {
    path: String,
    sentences: Vec<PlacedSentence>,
    /// How many citing sentences more there are.
    left_out: usize,
    hints: Vec<HintJson>,
    /// The outcome in a sentence.
    message: String,
}

/// A sentence with its place in a draft.
#[derive(Debug, Serialize, JsonSchema)]
struct PlacedSentence {
    #[serde(flatten)]
    sentence: SupportedSentence,
    /// The place in a document that is not plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<DocumentPlace>,
    range: TextRange,
}

/// A hint about a whole paper.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct HintJson {
    #[schemars(schema_with = "hint_schema")]
    kind: &'static str,
    /// The reference that it is about.
    key: Option<String>,
    /// The reference to consider instead.
    primary: Option<String>,
    message: String,
    range: TextRange,
}

fn hint_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": ["number-without-reference", "unneeded-reference", "repeated-from"]})
}

impl HintJson {
    /// Describes a hint about a text that begins `first_line` lines after the start of `text`.
    pub(crate) fn of(text: &Rope, hint: &Hint, first_line: usize) -> Self {
        let (key, primary) = hint.references();
        HintJson {
            kind: hint.kind(),
            key: key.map(str::to_owned),
            primary: primary.map(str::to_owned),
            message: hint.message(Language::English),
            range: TextRange::of(text, hint.span()).without_lines(first_line),
        }
    }
}

impl SupportedDraft {
    /// Describes a draft. `path` is the path as it is shown, `text` the text that the spans refer to.
    #[must_use]
    pub fn of(
        path: String,
        document: &Document,
        text: &Rope,
        checked: &CheckedDraft,
        hints: &[Hint],
    ) -> Self {
        let sentence = |one: &CheckedSentence| PlacedSentence {
            sentence: SupportedSentence::of(one),
            place: document.source_place(one.claim.span.start as usize).map(DocumentPlace::from),
            range: TextRange::of(text, one.claim.span),
        };
        SupportedDraft {
            path,
            sentences: checked.sentences.iter().map(sentence).collect(),
            left_out: checked.left_out,
            hints: hints.iter().map(|hint| HintJson::of(text, hint, 0)).collect(),
            message: checked.message(Language::English),
        }
    }
}
