//! The sections of each kind of note.

use crate::Profile;
use crate::analysis::sections::Section;

/// A section that a profile expects.
#[derive(Debug)]
pub struct Expected {
    /// Its English name.
    pub english: &'static str,
    /// Its Spanish name.
    pub spanish: &'static str,
    /// Any of these satisfies it.
    pub sections: &'static [Section],
    /// Words anywhere in the note that make it unnecessary, folded; a status lacks a separate section.
    pub(super) words: &'static [&'static str],
    /// Required only once the diagnosis is confirmed.
    pub(super) only_confirmed: bool,
}

/// A section with its names, the sections that satisfy it, and the words that make it unnecessary.
const fn expected(
    english: &'static str,
    spanish: &'static str,
    sections: &'static [Section],
    words: &'static [&'static str],
) -> Expected {
    Expected { english, spanish, sections, words, only_confirmed: false }
}

use Section as S;

const SOAP: &[Expected] = &[
    expected("Subjective", "Subjetivo", &[S::Subjective, S::Complaint, S::ReviewOfSystems], &[]),
    expected("Objective", "Objetivo", &[S::Objective, S::Findings], &[]),
    expected("Assessment", "Evaluación", &[S::Assessment, S::AssessmentAndPlan], &[]),
    expected("Plan", "Plan", &[S::Plan, S::AssessmentAndPlan, S::Management], &[]),
];

const HISTORY_AND_PHYSICAL: &[Expected] = &[
    expected("Chief complaint", "Motivo de consulta", &[S::Complaint], &[]),
    expected("History of present illness", "Enfermedad actual", &[S::Subjective], &[]),
    // `AP` means both "antecedentes personales" and "anatomía patológica".
    expected("Past medical history", "Antecedentes personales", &[S::PastHistory, S::Pathology], &[]),
    expected("Medications", "Medicación", &[S::Medications], &[]),
    expected("Allergies", "Alergias", &[S::Allergies], &["nkda", "nka", "alergias", "allergies"]),
    expected("Family history", "Antecedentes familiares", &[S::FamilyHistory], &[]),
    expected("Social history", "Hábitos", &[S::SocialHistory], &[]),
    expected("Review of systems", "Anamnesis por aparatos", &[S::ReviewOfSystems], &[]),
    expected("Physical examination", "Exploración física", &[S::Objective], &[]),
    expected("Assessment", "Juicio clínico", &[S::Assessment, S::AssessmentAndPlan], &[]),
    expected("Plan", "Plan", &[S::Plan, S::AssessmentAndPlan, S::Management], &[]),
];

const DISCHARGE: &[Expected] = &[
    expected("Discharge diagnosis", "Diagnóstico al alta", &[S::DischargeDiagnosis, S::Assessment], &[]),
    expected("Hospital course", "Evolución", &[S::HospitalCourse], &[]),
    expected(
        "Discharge medications",
        "Tratamiento al alta",
        &[S::DischargeMedications, S::Medications, S::Management],
        &[],
    ),
    expected("Follow-up", "Seguimiento", &[S::FollowUp, S::Plan], &[]),
];

const TUMOUR_BOARD: &[Expected] = &[
    expected("Clinical findings", "Hallazgos clínicos", &[S::Findings, S::Objective, S::Subjective], &[]),
    // The content below `Diagnosis` decides whether it is confirmed.
    expected("Diagnostic validation", "Validación diagnóstica", &[S::Pathology, S::Assessment], &[]),
    Expected {
        only_confirmed: true,
        ..expected("Staging", "Estadificación", &[S::Staging], &["stage", "estadio", "tnm"])
    },
    expected("Management options", "Opciones de manejo", &[S::Management], &[]),
    expected("Recommendation", "Recomendación final", &[S::Plan, S::AssessmentAndPlan], &[]),
    expected(
        "Performance status",
        "Estado funcional",
        &[S::PerformanceStatus],
        &["ecog", "karnofsky", "performance status"],
    ),
    expected(
        "Comorbidity",
        "Comorbilidad",
        &[S::PastHistory],
        &["comorbidity", "comorbidities", "comorbilidad", "comorbilidades", "antecedentes"],
    ),
    Expected {
        only_confirmed: true,
        ..expected(
            "Biomarkers",
            "Biomarcadores",
            &[S::Biomarkers],
            &[
                "biomarker",
                "biomarkers",
                "her2",
                "egfr",
                "pd-l1",
                "kras",
                "brca",
                "msi",
                "receptor",
                "receptors",
                "receptores",
                "biomarcadores",
            ],
        )
    },
    expected("Clinical question", "Pregunta clínica", &[S::Question], &[]),
    expected("Attendance", "Asistentes", &[S::Attendance], &[]),
];

/// The sections of a profile; empty unless it is a note profile.
pub(super) fn of_profile(profile: Option<Profile>) -> &'static [Expected] {
    match profile {
        Some(Profile::Soap) => SOAP,
        Some(Profile::HistoryAndPhysical) => HISTORY_AND_PHYSICAL,
        Some(Profile::Discharge) => DISCHARGE,
        Some(Profile::TumourBoard) => TUMOUR_BOARD,
        Some(Profile::Imrad | Profile::CaseReport) | None => &[],
    }
}
