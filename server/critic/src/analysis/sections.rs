//! Sections of notes and papers, recognised by their headings in English and Spanish.
//!
//! Headings are compared without accents, numbers and punctuation. In clinical notes a line that begins with a section
//! name and a colon (`PLAN: …`) counts as a heading.

mod labels;

use labels::{is_named_allergies, is_named_plan};
use referee_knowledge::{Row, Table, built_in};
use referee_text::{Span, fold};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;
use std::sync::LazyLock;

/// The level of a section that an inline label begins: below all headings.
pub(crate) const LABEL_LEVEL: u8 = 8;
/// The longest inline section name, in bytes.
const MAX_LABEL_BYTES: usize = 48;

/// The topic of a section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Section {
    /// Before the first heading, or below an unknown heading.
    #[default]
    Other,
    /// The title of the draft.
    Title,
    /// Abstract, Resumen.
    Abstract,
    /// Introduction, Background.
    Introduction,
    /// Methods.
    Methods,
    /// Results of a study.
    Results,
    /// Discussion.
    Discussion,
    /// Conclusion.
    Conclusion,
    /// The list of references.
    References,
    /// Closing statements of a paper: funding, ethics, interests, data availability.
    Statement,
    /// The case of a case report.
    Case,
    /// Chief complaint, reason for the visit.
    Complaint,
    /// History of the present illness; the subjective part of a note.
    Subjective,
    /// Past history, comorbidity.
    PastHistory,
    /// Current medications.
    Medications,
    /// Allergies.
    Allergies,
    /// Family history.
    FamilyHistory,
    /// Social history.
    SocialHistory,
    /// Review of systems.
    ReviewOfSystems,
    /// Physical examination; the objective part of a note.
    Objective,
    /// Laboratory and imaging.
    Findings,
    /// Histology, cytology, biopsy; the validation of the diagnosis.
    Pathology,
    /// Stage.
    Staging,
    /// Biomarkers.
    Biomarkers,
    /// ECOG, WHO performance status.
    PerformanceStatus,
    /// The question for a tumour board.
    Question,
    /// Attendees.
    Attendance,
    /// Assessment, impression, diagnosis.
    Assessment,
    /// Treatment options, management.
    Management,
    /// Plan, recommendation.
    Plan,
    /// Combined assessment and plan.
    AssessmentAndPlan,
    /// The hospital course.
    HospitalCourse,
    /// Diagnoses at discharge.
    DischargeDiagnosis,
    /// Medications at discharge.
    DischargeMedications,
    /// Instructions and follow-up.
    FollowUp,
    /// Procedures performed.
    Procedures,
}

impl Section {
    /// Whether the section contains recommendations.
    #[must_use]
    pub fn is_plan(self) -> bool {
        matches!(self, Section::Plan | Section::AssessmentAndPlan | Section::Management)
    }
}

/// Note sections by their names in `sections.tsv` of `referee-knowledge`: folded, separated by `|`.
static SECTION_NAMES: LazyLock<Vec<(&'static str, Section)>> = LazyLock::new(|| {
    static TABLE: LazyLock<Table> =
        LazyLock::new(|| built_in("sections.tsv").expect("the built-in table is well-formed"));
    let read = |row: &'static Row| Some((row.get("names"), of_id(row.get("section"))?));
    TABLE.rows().iter().filter_map(read).collect()
});

static SECTION_BY_NAME: LazyLock<FxHashMap<&'static str, Section>> = LazyLock::new(|| {
    let names =
        SECTION_NAMES.iter().flat_map(|(names, section)| names.split('|').map(move |name| (name, *section)));
    names.collect()
});

/// The section with this id, such as `past-history`.
pub(crate) fn of_id(id: &str) -> Option<Section> {
    let id: serde::de::value::StrDeserializer<'_, Error> = id.into_deserializer();
    Section::deserialize(id).ok()
}

/// The note section with this name, if there is one.
#[must_use]
pub fn of_note(name: &str) -> Option<Section> {
    let folded = fold::title(name);
    let folded = folded.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    SECTION_BY_NAME.get(folded).copied()
}

/// The section that applies at a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SectionInForce {
    /// The section.
    pub section: Section,
    /// The level of the heading that began it; 0 before the first, 8 for an inline label.
    pub level: u8,
    /// Whether it ends with the block: its label has text on the same line.
    pub brief: bool,
}

impl SectionInForce {
    /// The position after the end of a block without headings.
    #[must_use]
    pub fn behind_block(self) -> Self {
        if self.brief { SectionInForce { section: Section::Other, brief: false, ..self } } else { self }
    }
}

/// A section name at the beginning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The section.
    pub section: Section,
    /// The name including its colon.
    pub span: Span,
    /// Whether text follows on the same line.
    pub has_text: bool,
}

/// The section that a heading names.
#[must_use]
pub fn of_heading(heading: &str) -> Option<Section> {
    let folded = fold::title(heading);
    let name = folded.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    Some(match name {
        "abstract" | "summary" | "resumen" => Section::Abstract,
        "introduction" | "background" | "introduccion" | "antecedentes" => Section::Introduction,
        "methods"
        | "materials and methods"
        | "patients and methods"
        | "metodos"
        | "material y metodos"
        | "pacientes y metodos" => Section::Methods,
        "results" | "resultados" => Section::Results,
        "discussion" | "discusion" => Section::Discussion,
        "conclusion" | "conclusions" | "conclusiones" => Section::Conclusion,
        "references" | "bibliography" | "referencias" | "bibliografia" => Section::References,
        _ => return None,
    })
}

/// The label at the beginning of a note's line: `PLAN: …`, `**Plan:** …`, `Assessment & Plan -`, or the name alone on
/// the line. `start` is the line's offset in its block.
pub(crate) fn label(line: &str, start: usize) -> Option<Label> {
    let bare = line.trim_start_matches(['*', '_', '#', ' ', '-', '•', '\t', '>']);
    let lead = line.len() - bare.len();
    let window = bare.get(..bare.floor_char_boundary(MAX_LABEL_BYTES)).unwrap_or_default();
    let (name, end) = match window.find([':', '\n']) {
        Some(colon) => (window.get(..colon)?, colon + 1),
        None => match dashed(window) {
            Some((name, end)) => (name, end),
            None if bare.len() <= MAX_LABEL_BYTES => (bare, bare.len()),
            None => return None,
        },
    };
    let is_alone = end == bare.len() && !bare.ends_with(':');
    let name = name.trim_end_matches(['*', '_', ' ', '.']);
    // A name alone on its line must look like a heading, unlike "history" or "pathology".
    if is_alone && (name.len() < 3 || !name.starts_with(char::is_uppercase) || line.ends_with('.')) {
        return None;
    }
    let section = of_note(name)
        .or_else(|| (!is_alone && is_named_plan(name)).then_some(Section::Plan))
        .or_else(|| (!is_alone && is_named_allergies(name)).then_some(Section::Allergies))?;
    let rest = bare.get(end..).unwrap_or_default().trim_matches(['*', '_', ' ', '\t']);
    Some(Label { section, span: Span::new(start + lead, start + lead + end), has_text: !rest.is_empty() })
}

/// A name before a spaced dash (`Subjective — cough`) or a letter before a slash (`S/ cough`), with the end of its
/// mark. `A - positive` is a blood group and `O/E` a name.
fn dashed(line: &str) -> Option<(&str, usize)> {
    let (at, mark) =
        [" - ", " – ", " — ", "/ "].into_iter().filter_map(|mark| Some((line.find(mark)?, mark))).min()?;
    let (name, end) = (line.get(..at)?, at + mark.len());
    let rest = fold::words(line.get(end..).unwrap_or_default());
    let is_name = match (name.len(), mark) {
        (1, _) => !rest.first().is_some_and(|word| word.starts_with("pos") || word.starts_with("neg")),
        (_, "/ ") => false,
        _ => name.len() >= 3,
    };
    (is_name && name.starts_with(char::is_uppercase)).then_some((name, end))
}

/// Sections of one line; a following block is not part of them.
pub(crate) fn is_brief(section: Section) -> bool {
    !matches!(
        section,
        Section::Subjective
            | Section::Objective
            | Section::Assessment
            | Section::Plan
            | Section::AssessmentAndPlan
            | Section::Management
            | Section::HospitalCourse
            | Section::FollowUp
            | Section::DischargeMedications
    )
}

/// Sections that end with the line on which they begin; other lines of the block are not part of them.
pub(crate) fn ends_with_line(section: Section) -> bool {
    matches!(
        section,
        Section::Complaint
            | Section::SocialHistory
            | Section::ReviewOfSystems
            | Section::Procedures
            | Section::Pathology
    )
}

/// The position below a heading. An unknown heading stays in the section that contains it.
pub(crate) fn below(place: SectionInForce, level: u8, section: Option<Section>) -> SectionInForce {
    match section {
        Some(section) => SectionInForce { section, level, brief: false },
        None if place.level > 0 && level > place.level => SectionInForce { brief: false, ..place },
        None => SectionInForce { section: Section::Other, level, brief: false },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_a_section() {
        let rows = built_in("sections.tsv").map_or(0, |table| table.rows().len());
        assert!(rows > 0);
        assert_eq!(SECTION_NAMES.len(), rows);
    }

    #[test]
    fn headings_are_known_with_and_without_accents_numbers_and_case() {
        for name in
            ["Recomendación final", "RECOMENDACION FINAL", "5. Recomendación Final", "Final recommendation"]
        {
            assert_eq!(of_note(name), Some(Section::Plan), "{name}");
        }
        assert_eq!(of_note("Hallazgos Clínicos"), Some(Section::Findings));
        assert_eq!(of_note("Assessment & Plan"), of_note("Assessment plan"));
        assert_eq!(of_note("findings diagnostic options conclusive"), None);
        assert_eq!(of_heading("2. Materials and methods"), Some(Section::Methods));
    }

    #[test]
    fn a_line_of_a_note_may_begin_with_the_name_of_its_section() {
        let of = |line: &str| label(line, 0).map(|label| (label.section, label.has_text));
        assert_eq!(of("PLAN: start ramipril"), Some((Section::Plan, true)));
        assert_eq!(of("**Plan:**"), Some((Section::Plan, false)));
        assert_eq!(of("- Allergies: penicillin"), Some((Section::Allergies, true)));
        assert_eq!(of("Alergias: no conocidas"), Some((Section::Allergies, true)));
        assert_eq!(of("A: stable"), Some((Section::Assessment, true)));
        assert_eq!(of("Plan"), Some((Section::Plan, false)));
        assert_eq!(of("Plan to start ramipril tomorrow."), None);
        assert_eq!(of("history"), None);
        assert_eq!(of("Blood pressure: 120/80"), None);
        assert_eq!(of("Plan — start ramipril"), Some((Section::Plan, true)));
        assert_eq!(of("P/ start ramipril"), Some((Section::Plan, true)));
        assert_eq!(of("ED plan: aspirin 300 mg"), Some((Section::Plan, true)));
        assert_eq!(of("Tratamiento en urgencias: metamizol 2 g"), Some((Section::HospitalCourse, true)));
        assert_eq!(of("Discussed plan"), None);
        assert_eq!(of("Health insurance plan: none"), None);
        assert_eq!(of("A - positive, antibody screen negative"), None);
        assert_eq!(of("P/E normal"), None);
        assert_eq!(of("plan - as before"), None);
    }
}
