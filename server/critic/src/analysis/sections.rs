//! Sections: the headings of notes and papers by what they mean, in English and Spanish.
//!
//! A heading is compared without accents, numbers and marks. In clinical notes a line that begins with the name
//! of a section and a colon (`PLAN: …`) counts as a heading.

mod labels;

use labels::{is_named_allergies, is_named_plan};
use referee_text::{Span, fold};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The level of a section that begins with a label in a line: below all headings.
pub(crate) const LABEL_LEVEL: u8 = 8;
/// The longest name of a section in a line, in bytes.
const MAX_LABEL_BYTES: usize = 48;

/// What a section is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Section {
    /// Before the first heading, or below a heading that is none of the others.
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
    /// Funding, ethics, interests, availability of data: statements at the end of a paper.
    Statement,
    /// The case of a case report.
    Case,
    /// Chief complaint, reason for the visit.
    Complaint,
    /// History of the present illness; the subjective part of a note.
    Subjective,
    /// Past history, comorbidity.
    PastHistory,
    /// Medications that are taken.
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
    /// The question to a board.
    Question,
    /// Who attended.
    Attendance,
    /// Assessment, impression, diagnosis.
    Assessment,
    /// Options of treatment, management.
    Management,
    /// Plan, recommendation.
    Plan,
    /// Assessment and plan in one.
    AssessmentAndPlan,
    /// What happened in hospital.
    HospitalCourse,
    /// Diagnoses at discharge.
    DischargeDiagnosis,
    /// Medications at discharge.
    DischargeMedications,
    /// Instructions and follow-up.
    FollowUp,
    /// Procedures done.
    Procedures,
}

impl Section {
    /// Whether what stands there is advice about what to do.
    #[must_use]
    pub fn is_plan(self) -> bool {
        matches!(self, Section::Plan | Section::AssessmentAndPlan | Section::Management)
    }
}

/// The names of sections of notes: folded, separated by `|`.
const SECTION_NAMES: &[(&str, Section)] = &[
    (
        "chief complaint|cc|reason for visit|reason for consultation|reason for admission|presenting complaint|pc|\
         motivo de consulta|motivo de ingreso|motivo|mc|presenting problem|reason for referral|motivo de derivacion",
        Section::Complaint,
    ),
    (
        "history of present illness|hpi|history of presenting complaint|hpc|present illness|history|subjective|s|\
         interval history|clinical history|enfermedad actual|historia actual|historia de la enfermedad actual|subjetivo|\
         anamnesis|historia clinica|case summary|clinical summary|presentation|presentacion|presentacion clinica|\
         resumen clinico|clinical presentation|subjective data|history and findings|ea|padecimiento actual|historia de la enfermedad|historia",
        Section::Subjective,
    ),
    (
        "past medical history|pmh|pmhx|past history|medical history|past surgical history|psh|surgical history|\
         comorbidities|comorbidity|antecedentes|antecedentes personales|antecedentes medicos|antecedentes quirurgicos|\
         antecedentes patologicos|comorbilidades|past medical and surgical history|past medical surgical history|antecedentes de interes|antecedentes medicos y quirurgicos|antecedentes personales patologicos|app|medical background|comorbilidad|problem list|background",
        Section::PastHistory,
    ),
    (
        "medications|current medications|home medications|medication|meds|dh|dhx|drug history|drugs|medication list|\
         admission medications|medications on admission|medicacion|medicacion actual|medicacion habitual|tratamiento actual|tratamiento habitual|\
         farmacos|tratamiento domiciliario|medicacion cronica|tratamiento cronico|tratamiento previo|regular medications|medications and allergies|prior to admission medications|meds on admission|meds at admission|admission meds|home meds|pta meds|pre admission meds|pre admission medications|usual meds|usual medications|regular meds|repeat medications|repeat meds|current meds|long term medications|medicacion previa|medicacion domiciliaria|medicacion al ingreso|tratamiento al ingreso|tratamiento previo al ingreso|tto habitual|tto domiciliario|tto previo|tto cronico|medicacion en domicilio",
        Section::Medications,
    ),
    (
        "allergies|allergy|drug reactions|reactions to drugs|medication reactions|reacciones a farmacos|reacciones a medicamentos|reacciones medicamentosas|drug allergies|medication allergies|allergies and intolerances|alergias|alergia|ram|\
         alergias medicamentosas|allergies and adverse reactions|alergias e intolerancias|all|drug allergy|known allergies|\
         known drug allergies|allergies intolerances|allergies drug|medication allergy|med allergies|allergies meds|\
         allergies medications|allergic to|adverse drug reactions|adverse reactions|adrs|adr|intolerances|\
         drug intolerances|allergy list|allergies and reactions|allergy intolerance|allergies and sensitivities|\
         alergias medicamentosas conocidas|alergias conocidas|alergico a|alergica a|alergias farmacologicas|\
         alergia a medicamentos|alergias a medicamentos|antecedentes alergicos|antecedentes de alergia|amc|rams|\
         reacciones adversas|reacciones adversas a medicamentos|intolerancias|alergia medicamentosa|\
         alergias y reacciones adversas|alergias intolerancias|alertas|alergias farmacos|allergy status|wristband|red wristband|red band|allergy band|allergy box|allergy alert|\
         allergy alerts|alerts|alert|allergy flag|pulsera roja|pulsera de alergia|alerta de alergia|\
         sensitivity on scr|sensitivities on scr|allergy on scr|allergies on scr|allergies on record|allergy on record|wears red band|wearing red band|wears red wristband|red allergy band|drug sensitivities|drug sensitivity|medicine sensitivities|\
         known sensitivities|medicine allergies|allergies adrs|allergies adr|allergies sensitivities|allergies alerts|allergy tab|\
         allergy history|ram previas|alergias ram|alergias medicamentos|alergias a farmacos|lleva pulsera roja|alergias registradas|\
         alergia registrada|ramc|alg|sensitivities|drug sensitivities and allergies",
        Section::Allergies,
    ),
    (
        "family history|fh|fhx|family hx|antecedentes familiares|historia familiar|af|family medical history",
        Section::FamilyHistory,
    ),
    (
        "social history|sh|shx|social hx|habits|habitos|historia social|antecedentes sociales|habitos toxicos",
        Section::SocialHistory,
    ),
    (
        "review of systems|ros|systems review|revision por sistemas|anamnesis por aparatos|por aparatos|por aparatos y sistemas|anamnesis por aparatos y sistemas|revision por aparatos y sistemas|interrogatorio por aparatos|system review|systems enquiry",
        Section::ReviewOfSystems,
    ),
    (
        "physical examination|physical exam|exam|examination|pe|o e|on examination|objective|o|vitals|vital signs|\
         vitals reviewed|physical findings|exploracion|exploracion fisica|examen fisico|objetivo|constantes|ef|signos vitales|objective data|objective findings|exploracion clinica|exploracion general|examination findings",
        Section::Objective,
    ),
    (
        "results|investigations|labs|laboratory|laboratory data|laboratory results|imaging|radiology|data|studies|\
         diagnostic studies|test results|findings|clinical findings|pruebas complementarias|exploraciones complementarias|\
         analitica|laboratorio|imagen|radiologia|resultados|hallazgos|hallazgos clinicos|pruebas de imagen|ecg|ekg|ct|mri|\
         tac|rm|pet|pet ct|bloods",
        Section::Findings,
    ),
    (
        "pathology|histology|histopathology|biopsy|cytology|pathology report|diagnostic validation|diagnosis confirmation|\
         histological diagnosis|pathological diagnosis|anatomia patologica|histologia|biopsia|validacion diagnostica|\
         diagnostico anatomopatologico|diagnostico histologico|confirmacion diagnostica|histology pathology|\
         pathology histology|tissue diagnosis|ap|citologia|diagnostic confirmation|diagnostic workup",
        Section::Pathology,
    ),
    (
        "staging|stage|tnm|clinical stage|tumor stage|tumour stage|cancer stage|estadificacion|estadio|estadiaje|\
         analisis de estadificacion|staging analysis|estadio clinico|estadificacion tnm",
        Section::Staging,
    ),
    (
        "biomarkers|biomarker|molecular|molecular markers|molecular profile|receptors|biomarcadores|marcadores|\
         perfil molecular|estudio molecular",
        Section::Biomarkers,
    ),
    (
        "performance status|ecog|who performance status|ps|ecog ps|karnofsky|estado funcional|estado general|who ps",
        Section::PerformanceStatus,
    ),
    (
        "clinical question|question|question to the board|question for the board|reason for discussion|pregunta clinica|\
         pregunta|motivo de presentacion|pregunta al comite",
        Section::Question,
    ),
    (
        "attendance|attendees|present|members present|participants|asistentes|participantes|miembros|asistencia",
        Section::Attendance,
    ),
    (
        "assessment|impression|imp|diagnosis|diagnoses|a|assessment and differential|differential diagnosis|working diagnosis|\
         ddx|dx|conclusion|summary|clinical impression|problem|problems|juicio clinico|impresion|impresion diagnostica|\
         diagnostico|diagnosticos|valoracion|evaluacion|juicio diagnostico|analisis|jc|id|discussion|board discussion|\
         discusion",
        Section::Assessment,
    ),
    (
        "management|treatment options|options|management options|treatment|therapeutic options|opciones de manejo|manejo|\
         opciones terapeuticas|opciones|tratamiento|opciones de tratamiento|medical treatment|tx|tto|mx|mgmt|mgt",
        Section::Management,
    ),
    (
        "plan|p|protocol|protocolo|skin prep|preparacion de la piel|antibiotic prophylaxis|profilaxis antibiotica|medication orders|stat doses|prescription|receta|prescripcion|treatment plan|recommendation|recommendations|final recommendation|board recommendation|consensus|\
         consensus recommendation|proposal|proposed management|management plan|agreed plan|board decision|propuesta|propuesta terapeutica|decision terapeutica|decisiones|acuerdo|resolucion|conducta terapeutica|mdt outcome|outcome|mdt decision|decision|orders|recomendacion|recomendaciones|\
         recomendacion final|plan terapeutico|plan de tratamiento|actitud|conducta|plan of care|care plan|plan de cuidados|plan de manejo|conducta a seguir|plan de actuacion|\
         ordenes|mdt|mdm|mdt plan|mdm plan|mdt advice|mdt recommendation|comite de tumores|comite|plan tx|plan tto|plan y tratamiento|plan y tto|rp|indicaciones|decision del comite|next steps|next step|proximos pasos|actitud terapeutica|rx",
        Section::Plan,
    ),
    (
        "assessment and plan|a p|ap plan|assessment plan|impression and plan|impression plan|imp plan|\
         assessment and recommendations|evaluacion y plan|juicio clinico y plan|diagnostico y plan|analisis y plan|\
         valoracion y plan|impresion y plan",
        Section::AssessmentAndPlan,
    ),
    (
        "hospital course|course|clinical course|course in hospital|brief hospital course|evolucion|curso clinico|evolucion en planta|evolucion durante el ingreso|evolucion hospitalaria|summary of admission|admission summary|hospital stay|summary of hospital course|hospital course by problem|inpatient course|clinical progress|resumen del ingreso|curso en planta|\
         evolucion clinica|curso hospitalario|progress|evolucion y comentarios|ed course|er course|emergency department course|ed treatment|\
         er treatment|treatment in ed|treatment in the ed|treatment given|given in ed|given in the ed|emergency treatment|\
         tratamiento en urgencias|tratamiento administrado|tratamiento recibido|tratamiento administrado en urgencias|\
         tratamiento realizado|medicacion administrada|medicacion en urgencias|evolucion en urgencias|tratamiento en planta|\
         tratamiento durante el ingreso",
        Section::HospitalCourse,
    ),
    (
        "discharge diagnosis|discharge diagnoses|final diagnosis|diagnostico al alta|diagnosticos al alta|diagnostico de alta|\
         diagnostico principal|diagnostico final|primary diagnosis|principal diagnosis|diagnosis at discharge|diagnoses at discharge|diagnosis on discharge|discharge dx|final diagnoses|principal diagnoses|diagnosticos principales|diagnosticos finales|juicio clinico al alta|diagnosticos de alta",
        Section::DischargeDiagnosis,
    ),
    (
        "discharge medications|medications at discharge|discharge meds|medicacion al alta|medications on discharge|medication at discharge|medication on discharge|discharge medication|discharge prescriptions|discharge medication list|discharge drugs|take home medications|meds on discharge|meds at discharge|discharged on|discharge home on|ttos|ttas|tta|al alta|alta con|medicacion de alta|medicamentos al alta|medicacion de alta|tratamiento de alta|tratamiento al alta|tto al alta|\
         farmacos al alta",
        Section::DischargeMedications,
    ),
    (
        "follow up|followup|discharge instructions|instructions|patient instructions|discharge plan|seguimiento|\
         instrucciones|recomendaciones al alta|control|controles|plan al alta|follow up plan|safety net|safetynet|follow up plans|follow up instructions|follow up appointments|follow up care|appointments|outpatient follow up|disposition and follow up|discharge disposition and follow up|discharge follow up|follow up and disposition|revision|revisiones|citas|proximas citas|citas de seguimiento|controles y seguimiento|recomendaciones y seguimiento|proxima revision|revision en consulta",
        Section::FollowUp,
    ),
    ("procedures|procedure|operations|procedimientos|procedimiento|intervenciones", Section::Procedures),
];

static SECTION_BY_NAME: LazyLock<FxHashMap<&'static str, Section>> = LazyLock::new(|| {
    let names =
        SECTION_NAMES.iter().flat_map(|(names, section)| names.split('|').map(move |name| (name, *section)));
    names.collect()
});

/// The section of a note that a name means, where it is one.
#[must_use]
pub fn of_note(name: &str) -> Option<Section> {
    let folded = fold::title(name);
    let folded = folded.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    SECTION_BY_NAME.get(folded).copied()
}

/// Where one is among the sections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SectionInForce {
    /// The section.
    pub section: Section,
    /// The level of the heading that began it; 0 before the first, 8 for a label in a line.
    pub level: u8,
    /// Whether it ends with the block: it began with a label that has its text on the same line.
    pub brief: bool,
}

impl SectionInForce {
    /// The place behind the end of a block without headings.
    #[must_use]
    pub fn behind_block(self) -> Self {
        if self.brief { SectionInForce { section: Section::Other, brief: false, ..self } } else { self }
    }
}

/// The name of a section at the beginning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The section.
    pub section: Section,
    /// The name with its colon.
    pub span: Span,
    /// Whether text follows on the line.
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

/// The label with which a line of a note begins: `PLAN: …`, `**Plan:** …`, `Assessment & Plan -`, or the name alone
/// on the line. `start` is where the line begins in its block.
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
    // A name alone on its line must look like a heading: not "history", not "pathology".
    if is_alone && (name.len() < 3 || !name.starts_with(char::is_uppercase) || line.ends_with('.')) {
        return None;
    }
    let section = of_note(name)
        .or_else(|| (!is_alone && is_named_plan(name)).then_some(Section::Plan))
        .or_else(|| (!is_alone && is_named_allergies(name)).then_some(Section::Allergies))?;
    let rest = bare.get(end..).unwrap_or_default().trim_matches(['*', '_', ' ', '\t']);
    Some(Label { section, span: Span::new(start + lead, start + lead + end), has_text: !rest.is_empty() })
}

/// A name before a dash between spaces, `Subjective — cough`, or a letter before a stroke, `S/ cough`, and where its mark
/// ends. `A - positive` is a blood group, and `O/E` a name.
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

/// Sections that are told in one line; what follows in another block is no part of them.
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

/// Sections that are told on one line where they begin on it; another line of the block is no part of them.
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

/// The place below a heading: one that is not known leaves the section that it is part of.
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
