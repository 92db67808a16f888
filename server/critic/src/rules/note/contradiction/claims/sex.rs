//! Compares the patient's sex with organs, operations, titles and pronouns.

use super::super::kinds;
use super::claim::Claim;
use super::claim_list::ClaimList;
use super::remark::remark;
use crate::Draft;
use crate::analysis::folding::fold;
use referee_findings::{Remark, Severity};
use referee_text::Span;

/// Compares the patient's sex with organs, operations and pronouns.
pub(super) fn sex(draft: &Draft<'_>, claims: &ClaimList) -> Vec<Remark> {
    // Skip notes about two people (mother and child) and about transgender patients.
    let (at, is_man) = match (claims.first(Claim::Man), claims.first(Claim::Woman)) {
        _ if claims.has(Claim::Transgender) => return Vec::new(),
        (Some(at), None) => (at, true),
        (None, Some(at)) => (at, false),
        (Some(man), Some(woman)) => {
            let (first, second) = if man.start < woman.start { (man, woman) } else { (woman, man) };
            // A child and an adult are two people.
            let is_child = |span: Span| {
                let text = fold(draft.text(span).unwrap_or_default());
                ["boy", "girl", "nino", "nina"].iter().any(|word| text.contains(word))
            };
            if is_child(first) || is_child(second) {
                return Vec::new();
            }
            return vec![remark(
                draft,
                kinds::SEX,
                second,
                first,
                "the patient is a man in one place and a woman in the other.",
                "el paciente es varón en un lugar y mujer en el otro.",
                Severity::Information,
            )];
        }
        (None, None) => {
            let by_word = called_otherwise(draft, claims);
            return by_word.or_else(|| title_and_pronoun(draft, claims)).into_iter().collect();
        }
    };
    let (organ, pronoun) = if is_man { (Claim::OfWomen, Claim::She) } else { (Claim::OfMen, Claim::He) };
    let mut out = Vec::new();
    if let Some(organ) = claims.first(organ).filter(|organ| !is_titled_otherwise(draft, *organ, is_man)) {
        let (english, spanish) = if is_man {
            ("the note calls the patient a man.", "la nota dice que el paciente es varón.")
        } else {
            ("the note calls the patient a woman.", "la nota dice que la paciente es mujer.")
        };
        out.push(remark(draft, kinds::SEX, organ, at, english, spanish, Severity::Warning));
    }
    // A single wrong pronoun in a note with only the other pronoun, or with none.
    let is_title = |span: Span| draft.text(span).is_some_and(|text| text.starts_with('M'));
    // "El paciente" can refer to either sex.
    let is_of_anybody =
        |span: Span| !is_man && draft.text(span).is_some_and(|text| fold(text).ends_with("paciente"));
    if let Some(pronoun) = claims
        .first(pronoun)
        .filter(|pronoun| (pronoun.start > at.start || is_title(*pronoun)) && !is_of_anybody(*pronoun))
    {
        out.push(remark(
            draft,
            kinds::PRONOUN,
            pronoun,
            at,
            "the pronoun does not match the patient's sex.",
            "el pronombre no concuerda con el sexo del paciente.",
            Severity::Information,
        ));
    }
    out
}

/// Whether the last title before a location is of the other sex: "Mr M., 34: … Mrs M., 31: salpingectomy".
pub(super) fn is_titled_otherwise(draft: &Draft<'_>, place: Span, is_man: bool) -> bool {
    let before = draft.at(place.start as usize).and_then(|block| {
        let end = (place.start as usize).checked_sub(block.start)?;
        Some(fold(block.text().get(..end)?))
    });
    let before = before.unwrap_or_default();
    let mut words = before.split(|c: char| !c.is_alphanumeric()).rev();
    let is_of_women = |word: &str| matches!(word, "mrs" | "ms" | "miss" | "sra" | "srta");
    let last = words.find(|word| is_of_women(word) || matches!(*word, "mr" | "sr"));
    last.is_some_and(|title| is_of_women(title) == is_man)
}

/// "El paciente … su última cesárea", "Mrs Price … her prostate": a word or title that implies one sex and an organ or
/// operation of the other, in a note that does not state the sex.
pub(super) fn called_otherwise(draft: &Draft<'_>, claims: &ClaimList) -> Option<Remark> {
    let tells = |span: Span| {
        let text = fold(draft.text(span).unwrap_or_default());
        text.ends_with("paciente") || text.starts_with('m')
    };
    let (called, organ, english, spanish) = match (claims.first(Claim::He), claims.first(Claim::She)) {
        (Some(he), None) => (
            he,
            claims.first(Claim::OfWomen)?,
            "the note refers to the patient as a man.",
            "la nota se refiere al paciente como a un varón.",
        ),
        (None, Some(she)) => (
            she,
            claims.first(Claim::OfMen)?,
            "the note refers to the patient as a woman.",
            "la nota se refiere a la paciente como a una mujer.",
        ),
        _ => return None,
    };
    tells(called).then(|| remark(draft, kinds::SEX, organ, called, english, spanish, Severity::Warning))
}

/// "Mr. Chen tolerated it well. She was moved": a title of one sex followed by a pronoun of the other, in a note that
/// does not state the sex.
pub(super) fn title_and_pronoun(draft: &Draft<'_>, claims: &ClaimList) -> Option<Remark> {
    /// The maximum distance from the title to the pronoun, in bytes.
    const MAX_DISTANCE: u32 = 300;
    let (he, she) = (claims.first(Claim::He)?, claims.first(Claim::She)?);
    let (first, second) = if he.start < she.start { (he, she) } else { (she, he) };
    let shown = |span: Span| draft.text(span).unwrap_or_default();
    let by_word =
        |text: &str| ["paciente", "usuaria", "usuario"].iter().any(|word| fold(text).ends_with(word));
    let is_title = shown(first).starts_with('M') || by_word(shown(first));
    let is_pronoun = !shown(second).starts_with('M');
    let block = draft.at(first.start as usize)?;
    // In Britain surgeons are called "Mr." as well.
    let is_staff = ["surgeon", "consultant", "dr.", "operator", "reviewed by", "seen by"]
        .iter()
        .any(|word| block.text().to_lowercase().contains(word));
    // Far from the title, the paragraph of the pronoun speaks of the same person before it.
    let is_man = shown(first).starts_with("Mr") && !shown(first).starts_with("Mrs");
    let is_of_paragraph = draft.at(second.start as usize).is_some_and(|block| {
        let ahead =
            block.text().get(..(second.start as usize).saturating_sub(block.start)).unwrap_or_default();
        let words: &[&str] = if is_man { &["he", "his", "him", "mr"] } else { &["she", "her", "mrs", "ms"] };
        fold(ahead).split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word))
    });
    let is_near = second.start - first.end <= MAX_DISTANCE || is_of_paragraph;
    (is_title && is_pronoun && !is_staff && is_near).then(|| {
        remark(
            draft,
            kinds::PRONOUN,
            second,
            first,
            "the pronoun does not match “Mr/Mrs”.",
            "el pronombre no concuerda con «Sr./Sra.».",
            Severity::Information,
        )
    })
}
