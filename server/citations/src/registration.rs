//! Reads the statements of a manuscript about the trial that it reports, for comparison with a
//! registry.
//!
//! Anything uncertain is skipped: a manuscript that mentions two trials, that reports a part of one
//! or that plans one yields no statements.

mod outcome;
mod prose;
mod stated_trial;

pub(crate) use outcome::differ_in_subject;
pub(crate) use stated_trial::{StatedTrial, stated};

use crate::claims::{self, Claim};
use prose::any_case;
use referee_bibliography::Identifier;
use referee_syntax::{Citation, Document, Target};
use referee_text::Span;
use regex::Regex;
use std::sync::LazyLock;

/// The length of the beginning of a draft that is taken for its title and abstract, in bytes.
const MAX_OPENING_BYTES: usize = 4_000;

/// The registration number of the trial that a manuscript reports.
pub(crate) struct OwnRegistration {
    pub(crate) number: Identifier,
    /// The span of the number.
    pub(crate) span: Span,
}

/// Words that say that something was registered.
static REGISTERED_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:pre-?)?registered\b|\bregistration\b|\bregistry\b|\bClinicalTrials\.gov\b|\bregistrad[oa]\b|\bregistro\b|\binscrit[oa]\b",
    )
});

/// Words that indicate that the number belongs to another trial.
static ANOTHER_TRIAL: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:reviews?|PROSPERO|previous(?:ly)?|earlier|prior|another|other|parent|main|original|larger|ongoing|on-going|under way|underway|future|planned|subsequent|forthcoming|similar|unlike|et al|companion|sister|their|these trials|trials (?:such|like)|e\.g|revisi[oó]n|previ[oa]s?|anterior(?:es)?|otr[oa]s?|principal|original|en curso|futur[oa]s?|similar(?:es)?)\b",
    )
});

/// Words in a title or an abstract that indicate that the paper reports a part of a trial, several
/// trials, or a trial without results yet.
static SECONDARY_REPORT: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:secondary|post[- ]?hoc|sub-?group|exploratory|ancillary|interim|pooled|per-?protocol|mediation|economic|cost-effectiveness|process) (?:analys[ie]s|evaluation|study)\b|\bsub-?stud(?:y|ies)\b|\b(?:study|trial) protocol\b|\bprotocol (?:for|of|paper)\b|\brationale and design\b|\bdesign and rationale\b|\b(?:open-label )?extension\b|\blong-?term follow-?up\b|\b(?:\w+-year|extended) follow-?up of\b|\bmeta-analys[ie]s\b|\bsystematic review\b|\bbaseline characteristics\b|\bcohort profile\b|\bwill be (?:randomi[sz]ed|recruited|enrolled)\b|\ban[aá]lisis (?:secundario|post ?hoc|intermedio|exploratorio|de subgrupos?|agrupado|econ[oó]mico)\b|\bsub-?estudio\b|\bprotocolo (?:de|del|para)\b|\b(?:fase de )?extensi[oó]n\b|\bseguimiento a largo plazo\b|\brevisi[oó]n sistem[aá]tica\b|\bmetan[aá]lisis\b|\bmeta-an[aá]lisis\b|\bser[aá]n (?:aleatorizad|reclutad|asignad)[oa]s\b",
    )
});

/// Returns the registration of the trial that a manuscript reports; `None` if it is not certain
/// that the paper reports that trial as a whole.
pub(crate) fn own_registration(document: &Document) -> Option<OwnRegistration> {
    let in_references = document.reference_blocks();
    let is_own_text = |span: Span| {
        let block = document.blocks().index_at(span.start as usize);
        block.is_some_and(|block| !in_references.contains(&block))
    };
    let mut numbers: Vec<(Identifier, Span)> = Vec::new();
    for cited in document.citations() {
        if let Target::Identifier(number @ Identifier::Trial(_)) = &cited.citation.target
            && is_own_text(cited.span)
        {
            numbers.push((number.clone(), cited.span));
        }
    }
    let (number, _) = numbers.first()?.clone();
    if numbers.iter().any(|(other, _)| *other != number) || SECONDARY_REPORT.is_match(&opening(document)) {
        return None;
    }
    let claims: Vec<Claim> = numbers.iter().filter_map(|(_, span)| sentence_of(document, *span)).collect();
    // A sentence that cites another work may be about that work.
    let is_of_another = |claim: &Claim| {
        ANOTHER_TRIAL.is_match(&claim.text) || claim.citations.iter().any(|citation| !is_trial(citation))
    };
    if claims.iter().any(is_of_another) {
        return None;
    }
    let registered = claims.iter().find(|claim| REGISTERED_WORDS.is_match(&claim.text))?;
    let span = registered.citations.iter().find(|citation| is_trial(citation))?.span;
    Some(OwnRegistration { number, span })
}

fn is_trial(citation: &Citation) -> bool {
    matches!(citation.target, Target::Identifier(Identifier::Trial(_)))
}

/// Returns the sentence that contains a citation.
fn sentence_of(document: &Document, citation: Span) -> Option<Claim> {
    let block = document.blocks().index_at(citation.start as usize)?;
    let claims = claims::in_block(document, block);
    claims.into_iter().find(|claim| claim.citations.iter().any(|own| own.span == citation))
}

/// Returns the title and the abstract, with their markup.
fn opening(document: &Document) -> String {
    let text = document.text();
    let end = text.len_bytes().min(MAX_OPENING_BYTES);
    // Move the end to a character boundary.
    let end = (end.saturating_sub(3)..=end)
        .rev()
        .find(|end| text.try_byte_to_char(*end).is_ok_and(|at| text.char_to_byte(at) == *end));
    end.and_then(|end| text.get_byte_slice(..end)).map(|part| part.to_string()).unwrap_or_default()
}
