//! Pronouns and titles that reveal the patient's sex.

use super::claim::Claim;
use super::claim_list::ClaimList;
use super::other_people::{speaks_of_others, speaks_of_relatives};
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case, exact, forms, word_list, word_set, words};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// Words for the patient at the start of a sentence that reveal the sex, folded.
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

/// Words for other people whom a pronoun may refer to, folded: men, women, and those who may be either.
static OTHER_MEN: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| word_set("contradiction/claims/pronoun/other-men"));
static OTHER_WOMEN: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| word_set("contradiction/claims/pronoun/other-women"));
static OTHER_PEOPLE: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| word_set("contradiction/claims/pronoun/other-people"));

/// The subset of [`OTHER_PEOPLE`] who care for patients and are not examined.
static STAFF: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| word_set("contradiction/claims/pronoun/staff"));

/// Whether a folded text mentions a person of a claim's sex, or a child, who may also be examined.
pub(crate) fn names_relative_of(folded: &str, claim: Claim) -> bool {
    let of_sex = if claim == Claim::He { &OTHER_MEN } else { &OTHER_WOMEN };
    folded
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| of_sex.contains(word) || OTHER_PEOPLE.contains(word) && !STAFF.contains(word))
}

/// Whether a folded text begins with a patient's report: "relata tristeza".
fn tells(folded: &str) -> bool {
    static VERBS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("contradiction/claims/pronoun/verbs"));
    let word = folded.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
    word.is_some_and(|word| VERBS.contains(&word))
}

/// Whether a folded text mentions another person whom a claim's pronoun may refer to.
fn names_another(folded: &str, claim: Claim) -> bool {
    let of_sex = if claim == Claim::He { &OTHER_MEN } else { &OTHER_WOMEN };
    let mut before = "";
    // "GP letter", "nurse-led": these describe the document and no person.
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
        OTHER_PEOPLE.contains(word) || of_sex.contains(word) && is_wife
    })
}

/// "The patient says he has pain": the pronoun after the patient and a reporting verb.
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

/// The maximum length of a label before a sentence, in bytes.
const MAX_LABEL_LEN: usize = 30;

/// Returns whether a sentence consists of a title and a name, as in the signature of a letter: "Mr R. Sandhu".
pub(crate) fn is_signature(sentence: &str) -> bool {
    static SIGNATURE: LazyLock<Pattern> =
        LazyLock::new(|| exact(r"^(?:Mr|Mrs|Ms|Miss)\.?(?:\s+\p{Lu}[\p{L}.'’-]*){1,4}[.,]?$"));
    SIGNATURE.is_match(sentence.trim())
}

/// Whether the title and name of a sentence are those of staff: "Consultant: Ms Farrant", "Mr Szabo, elective ward". `label` is
/// the length of the label before them.
fn is_of_staff(shown: &str, label: usize) -> bool {
    static LABEL: LazyLock<Pattern> =
        LazyLock::new(|| any_case(&format!(r"\b(?:{})\b", forms("contradiction/claims/staff-label"))));
    static BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
        exact(&format!(
            r"^\w+\.?(?:\s+\p{{Lu}}[\p{{L}}.'’-]*){{1,3}}(?:['’]s|,)?[ (,/-]{{1,3}}(?:{})\b",
            forms("contradiction/claims/staff-behind-name")
        ))
    });
    let line = shown.get(label..).unwrap_or_default().split('\n').next().unwrap_or_default();
    LABEL.is_match(shown.get(..label).unwrap_or_default()) || BEHIND.is_match(line) || is_signature(line)
}

/// A pronoun at the beginning of a sentence, after its label, in a block that mentions no other person.
pub(super) fn pronoun(block: &BlockContext<'_>, sentence: Sentence, out: &mut ClaimList) {
    // "Assessment: She is rate controlled."
    let shown = block.slice(sentence.span);
    let label = shown.find(": ").filter(|at| *at <= MAX_LABEL_LEN).map_or(0, |at| at + 2);
    let lower = shown.get(label..).unwrap_or_default().to_lowercase();
    let behind = fold(&lower);
    // With its accent, "Él" is not an article.
    let begins =
        |words: &str| if words.is_ascii() { behind.starts_with(words) } else { lower.starts_with(words) };
    let Some((words, claim)) = PRONOUNS.iter().find(|(words, _)| begins(words)) else {
        said_of_patient(block, sentence, out);
        return;
    };
    // An MR arthrogram is an examination.
    if shown.get(label..).is_some_and(|rest| rest.starts_with("MR ")) {
        return;
    }
    if is_signature(shown) || words.starts_with('m') && is_of_staff(shown, label) {
        return;
    }
    // The pronoun may refer to a person mentioned before it, but not to one mentioned after it.
    let before = block.slice(Span { start: 0, end: sentence.span.start });
    // A title, or "la paciente", is the patient, whoever else is mentioned.
    let is_patient = words.starts_with('m') || words.contains("paciente");
    let is_of_another =
        if is_patient { speaks_of_others(&fold(before)) } else { names_another(&fold(before), *claim) };
    // "Él camina con bastón; está acompañado por su nieta": a person in another clause is not meant. The same holds for
    // "Ella relata tristeza, preocupada por su marido": whoever reports about herself is the patient.
    let is_told = tells(behind.get(words.len()..).unwrap_or_default());
    let ends: &[char] = if is_told { &[';', ':', ','] } else { &[';', ':'] };
    let clause = behind.split(ends).next().unwrap_or_default();
    // What follows a conjunction is not what the patient reports: "denies pain and came with his sister".
    let conjunctions =
        if is_told { word_list!("contradiction/claims/pronoun/conjunctions").as_slice() } else { &[] };
    let clause = conjunctions.iter().fold(clause, |clause, word| clause.split(word).next().unwrap_or(clause));
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
