//! Classifies the study of a record by its source, or by its title and abstract if the source gives
//! no type.

mod subjects;

pub use subjects::Subjects;

use referee_bibliography::WorkKind;
use referee_records::Record;
use referee_text::Language;

/// The design of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// A meta-analysis or a systematic review.
    Synthesis,
    /// A guideline.
    Guideline,
    /// A randomised trial.
    RandomisedTrial,
    /// Another clinical trial.
    Trial,
    /// A cohort, case-control or cross-sectional study.
    Observational,
    /// Reports of single cases.
    CaseReport,
    /// A review that is not systematic.
    Review,
    /// An editorial, a letter, a comment.
    Opinion,
    /// A registered trial without results.
    Registration,
    /// A study of animals, cells or molecules.
    Laboratory,
    /// The design is not known.
    Unknown,
}

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
        let design = stated(&types);
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
        let has = |words: &[&str]| words.iter().any(|word| title.contains(word));
        let design = if record.work.kind == WorkKind::Trial {
            Design::Registration
        } else if has(&["meta-analysis", "systematic review", "metaanalysis", "meta analysis"]) {
            Design::Synthesis
        } else if has(&["guideline", "consensus statement", "recommendations for"]) {
            Design::Guideline
        } else if has(&["randomised", "randomized", "placebo-controlled", "double-blind"]) {
            Design::RandomisedTrial
        } else if has(&["cohort", "case-control", "cross-sectional", "registry", "retrospective study"]) {
            Design::Observational
        } else if has(&["case report"]) {
            Design::CaseReport
        } else if is_titled_review(&title) || calls_itself_review(&summary) {
            Design::Review
        } else if matches!(subjects, Subjects::Animals | Subjects::Cells) {
            Design::Laboratory
        } else if summary.contains("were randomly assigned")
            || summary.contains("randomised to")
            || summary.contains("randomized to")
        {
            Design::RandomisedTrial
        } else {
            Design::Unknown
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

/// Returns whether a title in lower case calls its work a review: `X: a review`, `Y: a review of its
/// use in Z`. `A review of 40 cases` is a series of cases.
fn is_titled_review(title: &str) -> bool {
    let title = title.trim_end_matches(['.', ' ']);
    let is_ending = [": review", ": a review", ": overview", ": an overview", "narrative review"]
        .iter()
        .any(|ending| title.ends_with(ending));
    is_ending || [": a review of its", ": a review on "].iter().any(|words| title.contains(words))
}

/// Returns whether an abstract in lower case says that its work is a review, and not that it
/// reviews something too.
fn calls_itself_review(summary: &str) -> bool {
    [
        "this review",
        "this mini-review",
        "this minireview",
        "this narrative review",
        "here, we review",
        "here we review",
        "this article reviews",
        "this paper reviews",
        "this chapter reviews",
    ]
    .iter()
    .any(|words| summary.contains(words))
}

fn stated(types: &[String]) -> Option<Design> {
    let is = |names: &[&str]| types.iter().any(|kind| names.contains(&kind.as_str()));
    if is(&["meta-analysis", "systematic review", "network meta-analysis"]) {
        Some(Design::Synthesis)
    } else if is(&["practice guideline", "guideline", "consensus development conference"]) {
        Some(Design::Guideline)
    } else if is(&["randomized controlled trial", "equivalence trial", "pragmatic clinical trial"]) {
        Some(Design::RandomisedTrial)
    } else if types
        .iter()
        .any(|kind| kind.starts_with("clinical trial") || kind == "controlled clinical trial")
    {
        Some(Design::Trial)
    } else if is(&[
        "observational study",
        "cohort study",
        "case-control study",
        "multicenter study",
        "twin study",
    ]) {
        Some(Design::Observational)
    } else if is(&["case reports", "case report"]) {
        Some(Design::CaseReport)
    } else if is(&["review", "scoping review"]) {
        Some(Design::Review)
    } else if is(&["editorial", "letter", "comment", "news"]) {
        Some(Design::Opinion)
    } else {
        None
    }
}
