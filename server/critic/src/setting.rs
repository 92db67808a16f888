//! What decides, beside the text, what the rules say.

use crate::analysis::cell_lines::CellLines;
use referee_syntax::DraftKind;
use std::sync::Arc;

/// What decides, beside the text, what the rules say about a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setting {
    /// What the draft is for.
    pub kind: DraftKind,
    /// Which sections are expected; `None` where nobody said so.
    pub profile: Option<Profile>,
    /// Whose conventions count.
    pub region: Region,
    /// Whether the author's language model is on another machine.
    pub model_elsewhere: bool,
    /// The journal for which a manuscript is written; `None` where nobody said so.
    pub journal: Option<Journal>,
    /// The problematic cell lines of the list that the author named.
    pub cell_lines: Option<Arc<CellLines>>,
}

/// What a journal asks of a manuscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Journal {
    /// The Recommendations of the ICMJE, as updated in January 2026: the use of artificial intelligence is disclosed.
    Icmje,
}

impl Journal {
    /// The journal of the setting `critic.journal`; `None` for what is none.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        name.trim().eq_ignore_ascii_case("icmje").then_some(Journal::Icmje)
    }
}

/// Which sections a text of this sort has.
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
    /// The profile of the setting `critic.profile`; `None` for `auto` and for what is no profile.
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

    /// The profile that the name of a file tells: `2024-05-02 tumour-board.md`, `epicrisis.txt`.
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

    /// The word of the settings.
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

    /// What a message calls such a text: in English without an article, in Spanish with its article.
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

/// Whose conventions count: which abbreviations are discouraged, and by what they are replaced.
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
    /// The region of the setting `critic.region`; the United States for what is no region.
    #[must_use]
    pub fn parse(name: &str) -> Self {
        match name.trim().to_ascii_lowercase().as_str() {
            "en-gb" => Region::EnGb,
            "es-es" => Region::EsEs,
            "es-cl" => Region::EsCl,
            _ => Region::EnUs,
        }
    }

    /// Whether texts there are written in Spanish.
    #[must_use]
    pub fn is_spanish(self) -> bool {
        matches!(self, Region::EsEs | Region::EsCl)
    }
}
