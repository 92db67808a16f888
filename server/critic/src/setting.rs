//! Inputs of the rules other than the text.

use crate::analysis::cell_lines::CellLines;
use referee_syntax::DraftKind;
use std::sync::Arc;

/// Inputs of the rules other than the draft.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setting {
    /// The kind of draft.
    pub kind: DraftKind,
    /// The profile with the expected sections; `None` if not set.
    pub profile: Option<Profile>,
    /// The region whose conventions apply.
    pub region: Region,
    /// Whether the author's language model is on another machine.
    pub model_elsewhere: bool,
    /// The target journal of a manuscript; `None` if not set.
    pub journal: Option<Journal>,
    /// The problematic cell lines of the author's list.
    pub cell_lines: Option<Arc<CellLines>>,
}

/// A journal's requirements for a manuscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Journal {
    /// The ICMJE Recommendations, as updated in January 2026: use of artificial intelligence must be disclosed.
    Icmje,
}

impl Journal {
    /// The journal of the setting `critic.journal`; `None` for an unknown value.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        name.trim().eq_ignore_ascii_case("icmje").then_some(Journal::Icmje)
    }
}

/// The kind of text, which determines the expected sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Subjective, objective, assessment, plan.
    Soap,
    /// History and physical examination.
    HistoryAndPhysical,
    /// Discharge summary.
    Discharge,
    /// Minutes of a multidisciplinary tumour board.
    TumourBoard,
    /// Introduction, methods, results and discussion.
    Imrad,
    /// Case report.
    CaseReport,
}

impl Profile {
    /// The profile of the setting `critic.profile`; `None` for `auto` and unknown values.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name.trim().to_ascii_lowercase().as_str() {
            "soap" => Profile::Soap,
            "history-and-physical" => Profile::HistoryAndPhysical,
            "discharge" => Profile::Discharge,
            "tumour-board" | "tumor-board" => Profile::TumourBoard,
            "imrad" => Profile::Imrad,
            "case-report" => Profile::CaseReport,
            _ => return None,
        })
    }

    /// The profile that a file name suggests: `2024-05-02 tumour-board.md`, `epicrisis.txt`.
    #[must_use]
    pub fn of_file_name(name: &str, kind: DraftKind) -> Option<Self> {
        let folded = format!(" {} ", referee_text::fold::title(name));
        let names: &[(&str, Profile)] = match kind {
            DraftKind::Manuscript => {
                &[(" case report ", Profile::CaseReport), (" caso clinico ", Profile::CaseReport)]
            }
            DraftKind::ClinicalNote => &[
                (" soap ", Profile::Soap),
                (" tumour board ", Profile::TumourBoard),
                (" tumor board ", Profile::TumourBoard),
                (" tumourboard ", Profile::TumourBoard),
                (" tumorboard ", Profile::TumourBoard),
                (" mdt ", Profile::TumourBoard),
                (" comite de tumores ", Profile::TumourBoard),
                (" comite oncologico ", Profile::TumourBoard),
                (" history and physical ", Profile::HistoryAndPhysical),
                (" h p ", Profile::HistoryAndPhysical),
                (" historia clinica ", Profile::HistoryAndPhysical),
                (" discharge ", Profile::Discharge),
                (" informe de alta ", Profile::Discharge),
                (" epicrisis ", Profile::Discharge),
            ],
        };
        names.iter().find(|(words, _)| folded.contains(words)).map(|(_, profile)| *profile)
    }

    /// Its value in the settings.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Profile::Soap => "soap",
            Profile::HistoryAndPhysical => "history-and-physical",
            Profile::Discharge => "discharge",
            Profile::TumourBoard => "tumour-board",
            Profile::Imrad => "imrad",
            Profile::CaseReport => "case-report",
        }
    }

    /// Its name in a message: in English without an article, in Spanish with one.
    pub(crate) fn in_words(self) -> (&'static str, &'static str) {
        match self {
            Profile::Soap => ("SOAP note", "la nota SOAP"),
            Profile::HistoryAndPhysical => ("history and physical", "la historia clínica"),
            Profile::Discharge => ("discharge summary", "la epicrisis"),
            Profile::TumourBoard => ("tumour board record", "el acta del comité de tumores"),
            Profile::Imrad => ("manuscript", "el manuscrito"),
            Profile::CaseReport => ("case report", "el informe de caso"),
        }
    }
}

/// The region whose conventions apply: discouraged abbreviations and their replacements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Region {
    /// United States: the Joint Commission and ISMP.
    #[default]
    EnUs,
    /// United Kingdom.
    EnGb,
    /// Spain: SEFH and ISMP-España.
    EsEs,
    /// Chile.
    EsCl,
}

impl Region {
    /// The region of the setting `critic.region`; the United States for an unknown value.
    #[must_use]
    pub fn parse(name: &str) -> Self {
        match name.trim().to_ascii_lowercase().as_str() {
            "en-gb" => Region::EnGb,
            "es-es" => Region::EsEs,
            "es-cl" => Region::EsCl,
            _ => Region::EnUs,
        }
    }

    /// Whether texts in the region are written in Spanish.
    #[must_use]
    pub fn is_spanish(self) -> bool {
        matches!(self, Region::EsEs | Region::EsCl)
    }
}
