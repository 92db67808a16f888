//! Detects clinical notes. Senders do not always declare them, so the text has to be recognised: a
//! note is about one patient, with the sections and the shorthand of notes.

use referee_critic::analysis::sections::{Section, of_heading, of_note};
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The minimum sum of signs and sections of a note.
const MIN_SIGNS: usize = 2;

/// The length of the examined beginning, in bytes; the beginning of a longer text is sufficient.
const MAX_EXAMINED_BYTES: usize = 200_000;

#[expect(clippy::unwrap_used, reason = "constant patterns, and a test compiles them")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap()
}

/// Patterns that identify one patient by name or number; one match is sufficient.
static IDENTIFYING_PATTERNS: LazyLock<[Regex; 3]> = LazyLock::new(|| {
    [
        pattern(
            r"(?i)\b(?:mrn|nhs (?:no|number)|medical record (?:no|number)|hospital (?:no|number)|historia cl[ií]nica n|n[º°] (?:de )?(?:historia|ficha)|rut|ficha)\b\.?\s*[:#º°]?\s*[\d.-]{4,}",
        ),
        pattern(r"(?i)\b(?:dob|d\.o\.b\.|date of birth|fecha de nacimiento|f\. ?nac\.?)\s*:?\s*\d"),
        pattern(
            r"\b(?:(?:Mr|Mrs|Miss)\b\.?|(?:Ms|Sr|Sra|Srta)\.|(?:Patient|Paciente|Name|Nombre)(?: name)?:)\s+\p{Lu}\p{Ll}+",
        ),
    ]
});

/// Signs of a note about one patient, with their weights: each kind counts once, however often it
/// occurs.
static NOTE_SIGNS: LazyLock<[(usize, Regex); 6]> = LazyLock::new(|| {
    [
        // A person with an age: the subject of a note. In a single sentence this is enough not to
        // send it.
        (
            2,
            pattern(
                r"(?i)\b\d{1,3}[- ]?(?:y/?o|yo|years?[- ]old|a[ñn]os)\b[,]?\s*(?:(?:old|white|black|asian|hispanic|caucasian|right-handed|left-handed)\s+)*(?:male|female|man|woman|boy|girl|gentleman|lady|m|f|patient|pt|with|who|presents|presenting|presented)\b",
            ),
        ),
        (
            2,
            pattern(
                r"(?i)\b(?:paciente|var[oó]n|mujer|hombre|ni[ñn][oa])\s+(?:(?:masculino|femenina|femenino|masculina)\s+)?de\s+\d{1,3}\s*a[ñn]os\b",
            ),
        ),
        (
            1,
            pattern(
                r"(?i)\b(?:pt|(?:the |this |my |our )patient)\s+(?:is|was|has|had|presents|presented|reports|reported|denies|denied|complains|c/o|states|takes|tolerated)\b|\b(?:niega|refiere|acude (?:por|a)|ingresa por)\b",
            ),
        ),
        (1, pattern(r"(?i)(?:^|[\s(])(?:c/o|s/p|h/o|w/o|r/o|f/u|d/c|b/l|n/v|nkda|rtc)(?:[\s.,;)]|$)")),
        (
            1,
            pattern(
                r"(?i)\b(?:start|continue|stop|hold|increase|decrease|iniciar?|suspender|mantener)\s+\w+\s+\d+(?:\.\d+)?\s*(?:mg|mcg|µg|g|ml|units|ui)\b",
            ),
        ),
        (
            1,
            pattern(
                r"(?i)\b(?:bp|ta)\s*:?\s*\d{2,3}/\d{2,3}\b|\bspo2\b|\bhr\s*:?\s*\d{2,3}\b|\bafebrile\b|\bafebril\b",
            ),
        ),
    ]
});

/// Whether a text reads as a note about a patient.
#[must_use]
pub fn reads_as_note(text: &str) -> bool {
    let text = beginning(text, MAX_EXAMINED_BYTES);
    if IDENTIFYING_PATTERNS.iter().any(|pattern| pattern.is_match(text)) {
        return true;
    }
    // A case report describes one patient, but has the headings of papers.
    if is_paper(text) {
        return false;
    }
    signs(text) >= MIN_SIGNS
}

/// Whether a text is clearly a note about a patient: enough to check it as one although its author
/// did not declare it. A name alone does not make a text a note.
#[must_use]
pub fn is_plainly_note(text: &str) -> bool {
    let text = beginning(text, MAX_EXAMINED_BYTES);
    let is_about_somebody = IDENTIFYING_PATTERNS.iter().any(|pattern| pattern.is_match(text));
    !is_paper(text) && signs(text) + usize::from(is_about_somebody) > MIN_SIGNS
}

/// Returns the sum of the signs and sections of a note.
fn signs(text: &str) -> usize {
    let signs: usize =
        NOTE_SIGNS.iter().filter(|(_, pattern)| pattern.is_match(text)).map(|(weight, _)| weight).sum();
    signs + note_sections(text)
}

/// Returns the longest prefix of a text of at most `most` bytes.
fn beginning(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    &text[..end]
}

/// Whether the text has a heading of papers that notes lack.
fn is_paper(text: &str) -> bool {
    let mut headings = text.lines().filter_map(heading).filter_map(of_heading);
    headings.any(|section| matches!(section, Section::Abstract | Section::Introduction | Section::Methods))
}

/// Returns the text of a heading in Markdown or LaTeX.
fn heading(line: &str) -> Option<&str> {
    let line = line.trim();
    let words = match line.strip_prefix('#') {
        Some(rest) => rest.trim_start_matches('#'),
        None => line
            .strip_prefix("\\section")?
            .trim_start_matches('*')
            .trim_start_matches('{')
            .split('}')
            .next()?,
    };
    Some(words.trim())
}

/// Counts the different sections of the text that only notes have.
fn note_sections(text: &str) -> usize {
    let name = |line: &str| -> Option<String> {
        let line = line.trim().trim_start_matches(['#', '*', '-', ' ']);
        let end = line.find(':').unwrap_or(line.len());
        let name = line.get(..end)?.trim_matches(['*', ' ', '=', '_']);
        (name.len() <= 40).then(|| name.to_lowercase())
    };
    let sections: BTreeSet<String> = text
        .lines()
        .filter_map(|line| {
            let name = name(line)?;
            let section = of_note(&name)?;
            // Headings that papers and abstracts also have.
            let shared =
                ["objective", "history", "presentation", "present", "background", "results", "findings"];
            let is_own = matches!(
                section,
                Section::Complaint
                    | Section::Subjective
                    | Section::PastHistory
                    | Section::Medications
                    | Section::Allergies
                    | Section::FamilyHistory
                    | Section::SocialHistory
                    | Section::ReviewOfSystems
                    | Section::Objective
                    | Section::Plan
                    | Section::AssessmentAndPlan
                    | Section::HospitalCourse
                    | Section::DischargeDiagnosis
                    | Section::DischargeMedications
            ) || ["assessment", "impression", "juicio clinico"].contains(&name.as_str());
            (is_own && !shared.contains(&name.as_str())).then(|| format!("{section:?}"))
        })
        .collect();
    sections.len()
}

#[cfg(test)]
mod tests {
    use super::reads_as_note;

    #[test]
    fn a_note_is_known_by_its_sections_its_shorthand_and_whom_it_names() {
        for note in [
            "HPI: 71F with DM2, on metformin.\nAssessment: CKD 3b.\nPlan: reduce the dose.",
            "CC: chest pain\nMeds: aspirin 81 mg\nAllergies: NKDA",
            "# Subjective\n\nFeels well.\n\n# Plan\n\nSee again in 3 months.",
            "Mrs. Quintanilla was seen for pain and should get methotrexate.",
            "MRN 00451234, admitted with sepsis",
            "A 72-year-old woman with metastatic breast cancer should be given trastuzumab.",
            "72 yo M s/p CABG c/o dyspnea",
            "Paciente de 64 años con fibrilación auricular, niega dolor.",
            "Pt denies fever, BP 142/88, continue lisinopril 20 mg",
            "DOB: 03/04/1951. Needs anticoagulation.",
        ] {
            assert!(reads_as_note(note), "{note}");
        }
    }

    #[test]
    fn a_sentence_of_a_paper_is_none() {
        for text in [
            "Metformin lowers mortality in patients with type 2 diabetes.",
            "Patients older than 65 years were more likely to be readmitted.",
            "We enrolled 412 women aged 40 to 60 years.",
            "Objective: To assess statins. Methods: A trial. Results: None. Conclusion: It works.",
            "# Introduction\n\nA 72-year-old man presented with fever. The patient was treated.\n\n# References\n\n1. Smith J.",
            "Smith J, Jones A. Outcomes in older adults. Lancet. 2019;1:2-3.",
            "Blood pressure targets below 120 mm Hg reduce events.",
            "MS Patients in the trial had relapses.",
        ] {
            assert!(!reads_as_note(text), "{text}");
        }
    }
}
