//! The evidence in a note for a malignant diagnosis.

use super::short_reports::{malignant_result, negative_result};
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::sections::Section;
use crate::analysis::staging::ClaimedStage;
use crate::analysis::terms::Term;
use crate::pattern::{Pattern, context, words};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// The status of a malignant diagnosis. Locations are in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diagnosis {
    /// Confirmed at this location, by tissue or as a fact.
    Confirmed(Span),
    /// Negated, pending or possible at this location.
    Open(Span, State),
    /// Not mentioned.
    Absent,
}

/// The evidence for and against a diagnosis: the first of each kind, with its location.
#[derive(Clone, Copy, Default)]
struct Evidence {
    histology: Option<Span>,
    stated: Option<Span>,
    open_pathology: Option<(Span, State)>,
    suspected: Option<(Span, State)>,
}

impl Evidence {
    /// Adds the evidence of a block that begins at `start`.
    fn add(&mut self, other: Evidence, start: usize) {
        let moved = |span: Span| span.shift(start);
        let moved_with = |(span, state): (Span, State)| (span.shift(start), state);
        self.histology = self.histology.or(other.histology.map(moved));
        self.stated = self.stated.or(other.stated.map(moved));
        self.open_pathology = self.open_pathology.or(other.open_pathology.map(moved_with));
        self.suspected = self.suspected.or(other.suspected.map(moved_with));
    }
}

/// Finds the first [`Evidence`] of each kind in a draft.
struct EvidenceScan;

impl Scan for EvidenceScan {
    type State = ();
    type Summary = Evidence;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Evidence, block: &BlockContext<'_>) {
        if block.in_references {
            return;
        }
        let here = block.fact_of_sentences(weigh);
        summary.add(*here, block.start);
    }
}

/// The status of a malignant diagnosis in a note.
#[must_use]
pub fn diagnosis(draft: &Draft<'_>) -> Diagnosis {
    let mut evidence = Evidence::default();
    for group in draft.scan::<EvidenceScan>(()) {
        evidence.add(*group.summary, group.start);
    }
    if let Some(span) = evidence.histology {
        return Diagnosis::Confirmed(span);
    }
    match (evidence.open_pathology, evidence.stated, evidence.suspected) {
        (Some((span, state)), _, _) => Diagnosis::Open(span, state),
        (None, Some(span), _) => Diagnosis::Confirmed(span),
        (None, None, Some((span, state))) => Diagnosis::Open(span, state),
        (None, None, None) => Diagnosis::Absent,
    }
}

/// Words that confirm if the sentence also mentions a tissue examination, folded.
static CONFIRMING_WORDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("treatment-before-diagnosis/evidence/confirming-words"));

/// `ALL` in capitals as acute lymphoblastic leukaemia, unless a colon makes it an allergy label or the rest of the
/// sentence is in capitals too.
fn acute_leukaemia(block: &BlockContext<'_>, sentence: Sentence) -> Option<Span> {
    let text = block.slice(sentence.span);
    let is_shouted = !text.chars().any(char::is_lowercase);
    let at = text.match_indices("ALL").map(|(at, _)| at).find(|at| {
        let before = text.get(..*at).and_then(|text| text.chars().next_back());
        let behind = text.get(at + 3..).unwrap_or_default();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '-')
            && !behind.starts_with(|c: char| c.is_alphanumeric() || c == ':' || c == '-')
    })?;
    let start = sentence.span.start as usize + at;
    (!is_shouted).then(|| Span::new(start, start + 3))
}

/// A grade or depth that only histology of a malignant tumour gives, with its number: "Gleason 4+3", "Breslow 2.6 mm".
fn grade_of_tissue(block: &BlockContext<'_>, sentence: Sentence) -> Option<Span> {
    const GRADE_NAMES: &[&str] =
        &["gleason", "isup", "breslow", "fuhrman", "nottingham", "fnclcc", "ki-67", "ki67", "grade group"];
    /// The maximum number of bytes between the name and its number.
    const MAX_GAP: usize = 12;
    let lower = block.slice(sentence.span).to_ascii_lowercase();
    GRADE_NAMES.iter().find_map(|name| {
        let at = lower.find(name)?;
        let behind = lower.get(at + name.len()..)?;
        let digit = behind.find(|c: char| c.is_ascii_digit() || c == 'i')?;
        let is_whole = !lower.get(..at)?.ends_with(char::is_alphanumeric);
        let start = sentence.span.start as usize + at;
        (is_whole && digit <= MAX_GAP).then(|| Span::new(start, start + name.len()))
    })
}

/// Returns the place of a sample that was taken or sent, without its result: "6 biopsies sent Friday".
fn sample_taken(block: &BlockContext<'_>, sentence: Sentence) -> Option<Span> {
    static SAMPLE_TAKEN: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(
            r"\b(?:biops(?:y|ies)|biopsias?|bx|punch|cores|pieza|muestras?)(?: x ?[0-9]+)? (?:was |were |have been |has been |se han |se ha |ya )?(?:sent|taken|enviad[oa]s?|remitid[oa]s?|tomad[oa]s?|mandad[oa]s?)\b|\bse (?:toman|envian|remiten|han tomado) (?:[0-9]+ )?(?:biopsias?|muestras?)\b",
        )
    });
    static RESULT_WORDS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("treatment-before-diagnosis/evidence/result-words"));
    let folded = fold(block.slice(sentence.span));
    let found = SAMPLE_TAKEN.find(&folded)?;
    let is_known = RESULT_WORDS.iter().any(|word| folded.contains(word));
    (!is_known && folded.len() == sentence.span.len()).then(|| {
        let start = sentence.span.start as usize;
        Span::new(start + found.start(), start + found.end())
    })
}

/// A pathology term in a sentence that awaits it in other words: "core biopsy: taken Wednesday, result awaited".
/// Samples with a result, or of something else, are not pending.
fn sample_awaited(block: &BlockContext<'_>, sentence: Sentence) -> Option<Span> {
    static RESULT_AWAITED: LazyLock<Pattern> =
        LazyLock::new(|| context("treatment-before-diagnosis/evidence/result-awaited"));
    static RESULT_KNOWN: LazyLock<Pattern> =
        LazyLock::new(|| context("treatment-before-diagnosis/evidence/result-known"));
    let folded = fold(block.slice(sentence.span));
    if !RESULT_AWAITED.is_match(&folded) || RESULT_KNOWN.is_match(&folded) {
        return None;
    }
    let found = block.terms_in(sentence.span, |term| term == Term::Pathology).next()?;
    let said = assertion::within(block, sentence, found.span);
    (said.state != State::Historical && said.experiencer == Experiencer::Patient).then_some(found.span)
}

fn weigh(block: &BlockContext<'_>, sentence: Sentence, evidence: &mut Evidence) {
    let section = block.section_at(sentence.span.start as usize);
    if section == Section::FamilyHistory {
        return;
    }
    if let Some(span) = acute_leukaemia(block, sentence) {
        let said = assertion::within(block, sentence, span);
        if matches!(said.state, State::Confirmed | State::Historical)
            && said.experiencer == Experiencer::Patient
        {
            evidence.stated.get_or_insert(span.shift(block.start));
        }
    }
    if let Some(span) = grade_of_tissue(block, sentence) {
        let said = assertion::within(block, sentence, span);
        if said.state == State::Confirmed && said.experiencer == Experiencer::Patient {
            evidence.histology.get_or_insert(span.shift(block.start));
        }
    }
    if let Some(span) = malignant_result(block, sentence)
        && assertion::within(block, sentence, span).experiencer == Experiencer::Patient
    {
        evidence.histology.get_or_insert(span.shift(block.start));
    }
    let has_pathology = block.has_pathology_term(sentence.span) || section == Section::Pathology;
    let has_cancer =
        block.terms_in(sentence.span, |term| matches!(term, Term::Cancer | Term::Histology)).next().is_some();
    if !has_cancer && let Some(span) = sample_awaited(block, sentence) {
        evidence.open_pathology.get_or_insert((span.shift(block.start), State::Pending));
    }
    if let Some(span) = negative_result(block, sentence) {
        evidence.open_pathology.get_or_insert((span.shift(block.start), State::Negated));
    }
    if !has_cancer && let Some(span) = sample_taken(block, sentence) {
        evidence.open_pathology.get_or_insert((span.shift(block.start), State::Pending));
    }
    for found in block.phrases_in(sentence.span) {
        let Meaning::Term(term) = found.meaning else { continue };
        if !matches!(term, Term::Histology | Term::Cancer | Term::Pathology | Term::Mass) {
            continue;
        }
        let said = assertion::within(block, sentence, found.span);
        let at = found.span.shift(block.start);
        if said.experiencer == Experiencer::Relative {
            continue;
        }
        match (term, said.state) {
            (Term::Histology, State::Confirmed) if !is_of_treatment(block, sentence, found.span) => {
                evidence.histology.get_or_insert(at);
            }
            (Term::Histology, State::Historical) => {
                evidence.stated.get_or_insert(at);
            }
            (Term::Histology | Term::Cancer, State::Uncertain | State::Pending | State::Negated) => {
                evidence.suspected.get_or_insert((at, said.state));
            }
            (Term::Cancer, State::Confirmed) => {
                let words = block.slice(sentence.span);
                let confirms = words
                    .split(|c: char| !c.is_alphabetic())
                    .any(|word| CONFIRMING_WORDS.contains(&fold(word).as_str()));
                let is_word = is_a_diagnosis(block.slice(found.span));
                if has_pathology && confirms && !is_screening(words) {
                    evidence.histology.get_or_insert(at);
                } else if is_word {
                    evidence.stated.get_or_insert(at);
                }
            }
            (Term::Cancer, State::Historical) => {
                evidence.stated.get_or_insert(at);
            }
            (Term::Pathology, State::Negated | State::Pending | State::Uncertain) if !has_cancer => {
                evidence.open_pathology.get_or_insert((at, said.state));
            }
            (Term::Pathology, State::Negated | State::Pending) => {
                evidence.open_pathology.get_or_insert((at, said.state));
            }
            _ => {}
        }
    }
    for stage in block.stages().iter().filter(|stage| sentence.span.contains(stage.span)) {
        let ClaimedStage::Tnm(tnm) = &stage.says else { continue };
        if assertion::within(block, sentence, stage.span).state == State::Confirmed
            && tnm.prefix.contains('p')
        {
            evidence.stated.get_or_insert(stage.span.shift(block.start));
        }
    }
}

/// "Cancer" is a disease; "tumour", "neoplasm" and "malignant" are weaker.
fn is_a_diagnosis(word: &str) -> bool {
    let folded = fold(word);
    ["cancer", "metasta", "ca "].iter().any(|stem| folded.starts_with(stem)) || folded.ends_with(" ca")
}

fn is_screening(sentence: &str) -> bool {
    let folded = fold(sentence);
    ["screening", "cribado", "markers", "marcadores"].iter().any(|word| folded.contains(word))
}

/// "lymphoma clinic", "carcinoma protocol": the name of something else.
fn is_of_treatment(block: &BlockContext<'_>, sentence: Sentence, term: Span) -> bool {
    let behind = block.prose().get(term.end as usize..sentence.span.end as usize).unwrap_or_default();
    let next = behind.split_whitespace().next().unwrap_or_default();
    matches!(
        fold(next).trim_matches(|c: char| !c.is_alphanumeric()),
        "clinic"
            | "referral"
            | "pathway"
            | "query"
            | "screening"
            | "protocol"
            | "service"
            | "risk"
            | "prevention"
            | "team"
            | "mdt"
            | "mdm"
            | "board"
            | "meeting"
            | "conference"
            | "committee"
            | "unit"
            | "nurse"
            | "centre"
            | "center"
    )
}
