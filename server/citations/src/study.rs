//! Classifies the study of a record by its source, or by its title and abstract if the source gives
//! no type.

mod design;
mod subjects;

pub use design::Design;
pub use subjects::Subjects;

use referee_bibliography::WorkKind;
use referee_records::Record;
use referee_text::Language;

/// The kind of study that a record describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Study {
    /// The design.
    pub design: Design,
    /// The subjects of the study.
    pub subjects: Subjects,
    /// Whether the record is a preprint, without peer review.
    pub preprint: bool,
    /// Whether the source states the design; otherwise it was derived from the title and the
    /// abstract.
    pub stated: bool,
}

impl Study {
    /// Classifies the study of a record.
    #[must_use]
    pub fn of(record: &Record) -> Study {
        let types: Vec<String> = record.types.iter().map(|kind| kind.to_lowercase()).collect();
        let title = record.work.full_title().unwrap_or_default().to_lowercase();
        let summary = record.work.summary.as_deref().unwrap_or_default().to_lowercase();
        let design = design::of_types(&types);
        let is_clinical = matches!(
            design,
            Some(
                Design::Synthesis
                    | Design::Guideline
                    | Design::RandomisedTrial
                    | Design::Trial
                    | Design::CaseReport
            )
        );
        let subjects = subjects::subjects(record, &title, &summary, is_clinical);
        let preprint = record.work.kind == WorkKind::Preprint || types.iter().any(|kind| kind == "preprint");
        if let Some(design) = design {
            return Study { design, subjects, preprint, stated: true };
        }
        let is_laboratory = matches!(subjects, Subjects::Animals | Subjects::Cells);
        let design = if record.work.kind == WorkKind::Trial {
            Design::Registration
        } else if let Some(design) = design::of_title(&title) {
            design
        } else {
            match design::of_abstract(&summary) {
                // The abstract of a laboratory study may mention another group's trial.
                found if is_laboratory && found != Some(Design::Review) => Design::Laboratory,
                found => found.unwrap_or(Design::Unknown),
            }
        };
        Study { design, subjects, preprint, stated: false }
    }

    /// Returns whether the study is clinical evidence: it studied patients or other people.
    #[must_use]
    pub fn is_clinical(&self) -> bool {
        match self.design {
            Design::Synthesis
            | Design::Guideline
            | Design::RandomisedTrial
            | Design::Trial
            | Design::Observational
            | Design::CaseReport => !matches!(self.subjects, Subjects::Animals | Subjects::Cells),
            _ => self.subjects == Subjects::Humans && self.design != Design::Laboratory,
        }
    }

    /// Returns the rank of the design in the usual hierarchy of evidence, from 0 to 5; it is not a
    /// judgement of the study's quality.
    #[must_use]
    pub fn tier(&self) -> u8 {
        match self.design {
            Design::Synthesis => 5,
            Design::RandomisedTrial => 4,
            Design::Trial | Design::Guideline => 3,
            Design::Observational => 2,
            Design::CaseReport | Design::Laboratory => 1,
            Design::Review | Design::Opinion | Design::Registration | Design::Unknown => 0,
        }
    }

    /// Describes the study in a few words of English.
    #[must_use]
    pub fn describe(&self) -> String {
        self.describe_in(Language::English)
    }

    /// Describes the study in a few words of a language.
    #[must_use]
    pub fn describe_in(&self, language: Language) -> String {
        let (english, spanish) = match (self.design, self.subjects) {
            (Design::Synthesis, _) => {
                ("systematic review or meta-analysis", "revisión sistemática o metaanálisis")
            }
            (Design::Guideline, _) => ("guideline", "guía clínica"),
            (Design::RandomisedTrial, _) => ("randomised trial", "ensayo aleatorizado"),
            (Design::Trial, _) => ("clinical trial", "ensayo clínico"),
            (Design::Observational, _) => ("observational study", "estudio observacional"),
            (Design::CaseReport, _) => ("case report", "caso clínico"),
            (Design::Review, _) => ("review", "revisión"),
            (Design::Opinion, _) => ("editorial, letter or comment", "editorial, carta o comentario"),
            (Design::Registration, _) => ("trial registration", "registro de un ensayo"),
            (_, Subjects::Animals) => ("study in animals", "estudio en animales"),
            (_, Subjects::Cells) => ("study in cells", "estudio en células"),
            (_, Subjects::Humans) => ("study in people", "estudio en personas"),
            (_, Subjects::Unknown) => ("study type unknown", "tipo de estudio desconocido"),
        };
        let mut out = language.pick(english, spanish).to_owned();
        if self.subjects == Subjects::Animals && !english.contains("animals") {
            out.push_str(language.pick(" in animals", " en animales"));
        }
        if self.preprint {
            out.push_str(language.pick(", preprint", ", preimpresión"));
        }
        out
    }
}
