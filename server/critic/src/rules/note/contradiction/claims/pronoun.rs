//! Pronouns and titles that tell the sex of the patient.

use super::claim::Claim;
use super::claim_list::ClaimList;
use super::other_people::{speaks_of_others, speaks_of_relatives};
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case, exact, forms, words};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// Words that stand for the patient and tell the sex, folded, where they begin a sentence.
const PRONOUNS: &[(&str, Claim)] = &[
    ("he ", Claim::He),
    ("his ", Claim::He),
    ("she ", Claim::She),
    ("her ", Claim::She),
    ("mr ", Claim::He),
    ("mrs ", Claim::She),
    ("ms ", Claim::She),
    ("mr. ", Claim::He),
    ("mrs. ", Claim::She),
    ("ms. ", Claim::She),
    ("ella ", Claim::She),
    ("la paciente ", Claim::She),
    ("él ", Claim::He),
    ("el paciente ", Claim::He),
    ("el usuario ", Claim::He),
    ("la usuaria", Claim::She),
    ("este paciente ", Claim::He),
    ("esta paciente ", Claim::She),
];

/// Words for other people of whom a pronoun may be that is no patient's, folded: men, women and those who may be either.
static OTHER_MEN: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/claims/pronoun/other-men"));
static OTHER_WOMEN: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/claims/pronoun/other-women"));
static OTHER_PEOPLE: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/claims/pronoun/other-people"));

/// Those of [`OTHER_PEOPLE`] who look after patients and are not examined.
static STAFF: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("contradiction/claims/pronoun/staff"));

/// Whether a folded text names somebody of the sex of a claim, or a child, who may be examined too.
pub(crate) fn names_relative_of(folded: &str, claim: Claim) -> bool {
    let of_sex = if claim == Claim::He { &OTHER_MEN } else { &OTHER_WOMEN };
    folded
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| of_sex.contains(&word) || OTHER_PEOPLE.contains(&word) && !STAFF.contains(&word))
}

/// Whether a folded text begins with what a patient does in an interview: "relata tristeza".
fn tells(folded: &str) -> bool {
    static VERBS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("contradiction/claims/pronoun/verbs"));
    let word = folded.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
    word.is_some_and(|word| VERBS.contains(&word))
}

/// Whether a folded text names somebody else whom the pronoun of a claim may mean.
fn names_another(folded: &str, claim: Claim) -> bool {
    let of_sex = if claim == Claim::He { &OTHER_MEN } else { &OTHER_WOMEN };
    let mut before = "";
    // "GP letter", "nurse-led": what the note is, and nobody who is spoken of.
    let text = folded
        .replace("gp letter", " ")
        .replace("gp referral", " ")
        .replace("gp practice", " ")
        .replace("letter to gp", " ")
        .replace("nurse led", " ")
        .replace("nurse-led", " ");
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).any(|word| {
        // "Mujer de 50 años" is the patient, "su mujer" the wife.
        let is_wife = word != "mujer" || matches!(before, "su" | "mi");
        before = match word {
            "su" => "su",
            "mi" => "mi",
            _ => "",
        };
        OTHER_PEOPLE.contains(&word) || of_sex.contains(&word) && is_wife
    })
}

/// "The patient says he has pain": the pronoun behind the patient and what the patient does.
fn said_of_patient(block: &BlockContext<'_>, sentence: Sentence, out: &mut ClaimList) {
    static PATIENT_STATES: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"^(?:the )?(?:patient|pt) (?:{words})(?: that)? (?P<pronoun>s?he) ",
            words = forms("contradiction/claims/pronoun/patient-states")
        ))
    });
    let shown = block.slice(sentence.span);
    let Some(found) = PATIENT_STATES.captures(shown).and_then(|found| found.name("pronoun")) else { return };
    let before = fold(block.slice(Span { start: 0, end: sentence.span.start }));
    let claim = if found.as_str().eq_ignore_ascii_case("he") { Claim::He } else { Claim::She };
    let ahead = fold(shown.get(..found.start()).unwrap_or_default());
    // "The patient says he hit her": two people.
    let behind = fold(shown.get(found.end()..).unwrap_or_default());
    let others: &[&str] = if claim == Claim::He { &["she", "her", "hers"] } else { &["he", "him", "his"] };
    if behind.split(|c: char| !c.is_alphabetic()).any(|word| others.contains(&word)) {
        return;
    }
    if names_another(&before, claim) || speaks_of_relatives(&ahead) {
        return;
    }
    let start = sentence.span.start as usize;
    out.add(claim, Span::new(start + found.start(), start + found.end()));
}

/// Up to how many bytes the label before a sentence has.
const MAX_LABEL_LEN: usize = 30;

/// Returns whether a sentence is a title and a name alone, as whoever wrote a letter signs it: "Mr R. Sandhu".
pub(crate) fn is_signature(sentence: &str) -> bool {
    static SIGNATURE: LazyLock<Pattern> =
        LazyLock::new(|| exact(r"^(?:Mr|Mrs|Ms|Miss)\.?(?:\s+\p{Lu}[\p{L}.'’-]*){1,4}[.,]?$"));
    SIGNATURE.is_match(sentence.trim())
}

/// A pronoun at the beginning of a sentence, behind its label, in a block that names nobody else.
pub(super) fn pronoun(block: &BlockContext<'_>, sentence: Sentence, out: &mut ClaimList) {
    // "Assessment: She is rate controlled."
    let shown = block.slice(sentence.span);
    let label = shown.find(": ").filter(|at| *at <= MAX_LABEL_LEN).map_or(0, |at| at + 2);
    let lower = shown.get(label..).unwrap_or_default().to_lowercase();
    let behind = fold(&lower);
    // "Él", with its accent, is no article.
    let begins =
        |words: &str| if words.is_ascii() { behind.starts_with(words) } else { lower.starts_with(words) };
    let Some((words, claim)) = PRONOUNS.iter().find(|(words, _)| begins(words)) else {
        said_of_patient(block, sentence, out);
        return;
    };
    // "MR arthrogram" is an examination.
    if shown.get(label..).is_some_and(|rest| rest.starts_with("MR ")) {
        return;
    }
    if is_signature(shown) {
        return;
    }
    // Who is named before the pronoun may be meant by it; who is named behind it is not.
    let before = block.slice(Span { start: 0, end: sentence.span.start });
    // A title, or "la paciente", is the patient whoever else was named.
    let is_patient = words.starts_with('m') || words.contains("paciente");
    let is_of_another =
        if is_patient { speaks_of_others(&fold(before)) } else { names_another(&fold(before), *claim) };
    // "Él camina con bastón; está acompañado por su nieta": who comes in another clause is not meant by it.
    // So does "Ella relata tristeza, preocupada por su marido": who tells of himself is the patient.
    let is_told = tells(behind.get(words.len()..).unwrap_or_default());
    let ends: &[char] = if is_told { &[';', ':', ','] } else { &[';', ':'] };
    let clause = behind.split(ends).next().unwrap_or_default();
    if is_of_another || speaks_of_relatives(clause) {
        return;
    }
    let text = fold(block.text());
    if ["mr. and", "mrs. and", "mr and", "mrs and"].iter().any(|words| behind.starts_with(words))
        || text.contains("mr. and mrs")
        || text.contains("mr and mrs")
    {
        return;
    }
    let start = sentence.span.start as usize + label;
    out.add(*claim, Span::new(start, start + words.trim_end().len()));
}
