//! The texts that can be written into a draft about a question: hypotheses, a report or one section
//! of it.

use crate::hypotheses;
use crate::page::Page;
use crate::report::{self, NoEvidence, SECTIONS};
use crate::run::{Purpose, ResearchResult, author};
use std::fmt;

/// The prefix of the name of a section.
const SECTION_PREFIX: &str = "section-";

/// The name of [`Deliverable::Hypotheses`].
const HYPOTHESES: &str = "hypotheses";

/// A text that is written about a question. Its name, which the comment above the written passage
/// keeps, is `hypotheses`, `report` or `section-` followed by the id of the section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deliverable {
    /// The hypotheses.
    Hypotheses,
    /// The whole report.
    Report,
    /// The section with this id, one of [`SECTIONS`].
    Section(String),
}

/// A page and its author: the name of a language model, `extracted` or `counted-and-quoted`.
#[derive(Clone, Debug)]
pub struct AuthoredPage {
    /// The page.
    pub page: Page,
    /// The author of the page.
    pub author: String,
}

/// The reason why a deliverable cannot be made from a result.
#[derive(Debug, thiserror::Error)]
pub enum DeliverableError {
    /// A report needs evidence.
    #[error(transparent)]
    NoEvidence(#[from] NoEvidence),
    /// A report lacks a section with this id.
    #[error("There is no section {0}; a report has {sections}.", sections = SECTIONS.join(", "))]
    UnknownSection(String),
}

impl Deliverable {
    /// Parses a name. Does not check whether a report has a section with that id.
    #[must_use]
    pub fn parse(name: &str) -> Self {
        match name.strip_prefix(SECTION_PREFIX) {
            Some(section) => Deliverable::Section(section.to_owned()),
            None if name == HYPOTHESES => Deliverable::Hypotheses,
            None => Deliverable::Report,
        }
    }

    /// Returns the purpose of the research run that this deliverable needs.
    #[must_use]
    pub fn purpose(&self) -> Purpose {
        match self {
            Deliverable::Hypotheses => Purpose::Hypotheses,
            Deliverable::Report | Deliverable::Section(_) => Purpose::Report,
        }
    }

    /// Whether it reports findings of works but no work is available. The method and limitations of a report need no
    /// work.
    #[must_use]
    pub fn has_nothing_to_cite(&self, result: &ResearchResult) -> bool {
        let Ok(report) = result.report() else { return true };
        let cites = match self {
            Deliverable::Hypotheses => !result.outcome.assessment.hypotheses.is_empty(),
            Deliverable::Report => !report.references.is_empty(),
            Deliverable::Section(section) => match section.as_str() {
                "hypotheses" => !report.hypotheses_tested.is_empty(),
                "mechanistic" => !report.mechanistic_findings.citations().is_empty(),
                "clinical" => !report.clinical_findings.citations().is_empty(),
                "candidates" => !report.drug_candidates.is_empty(),
                "summary" | "conclusion" | "references" => !report.references.is_empty(),
                _ => true,
            },
        };
        !cites
    }

    /// Builds the page from the result of a run.
    ///
    /// # Errors
    ///
    /// Without evidence for a report, or if the section does not exist.
    pub fn page(&self, result: &ResearchResult) -> Result<AuthoredPage, DeliverableError> {
        if *self == Deliverable::Hypotheses {
            let assessment = &result.outcome.assessment;
            let author = author(assessment.model.as_ref(), "extracted");
            return Ok(AuthoredPage { page: hypotheses::page(assessment), author });
        }
        let report = result.report()?;
        let author = author(report.model.as_ref(), "counted-and-quoted");
        let page = match self {
            Deliverable::Section(section) => report::section_page(&report, section)
                .ok_or_else(|| DeliverableError::UnknownSection(section.clone()))?,
            _ => report::page(&report, false),
        };
        Ok(AuthoredPage { page, author })
    }
}

impl fmt::Display for Deliverable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deliverable::Hypotheses => f.write_str(HYPOTHESES),
            Deliverable::Report => f.write_str("report"),
            Deliverable::Section(section) => write!(f, "{SECTION_PREFIX}{section}"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::run::{Models, ResearchObserver, ResearchRun, ResearchWarning, Storage};
    use crate::testing::{library, record};
    use referee_records::Source;
    use std::sync::Arc;
    use tokio_util::sync::CancellationToken;

    struct Silent;

    impl ResearchObserver for Silent {
        fn warning(&mut self, _: &ResearchWarning) {}
        fn progress(&mut self, _: crate::rounds::Progress<'_>) {}
        fn writing(&mut self, _: &str, _: usize) {}
    }

    fn result(sources: &[Arc<dyn Source>]) -> ResearchResult {
        let run = ResearchRun {
            question: "metformin amyloid",
            rounds: 1,
            purpose: Purpose::Report,
            storage: Storage::default(),
            sources,
            mechanisms: None,
            models: &Models::default(),
        };
        run.execute(&mut Silent, &CancellationToken::new()).unwrap()
    }

    #[test]
    fn a_name_is_read_as_it_is_written() {
        for name in ["hypotheses", "report", "section-clinical"] {
            assert_eq!(Deliverable::parse(name).to_string(), name);
        }
    }

    #[test]
    fn every_section_of_a_report_has_a_page_and_no_other_has_one() {
        let found =
            result(&library(vec![record(1, "Metformin and plaques", "Metformin reduced amyloid plaques.")]));
        for section in SECTIONS {
            let made = Deliverable::Section((*section).to_owned()).page(&found).unwrap();
            assert_eq!(made.author, "counted-and-quoted");
        }
        let unknown = Deliverable::parse("section-poetry").page(&found).unwrap_err();
        assert!(unknown.to_string().starts_with("There is no section poetry; a report has summary, "));
        assert_eq!(Deliverable::Hypotheses.page(&found).unwrap().author, "extracted");
    }

    #[test]
    fn a_report_that_would_cite_no_work_is_known_before_it_is_written() {
        let found =
            result(&library(vec![record(1, "Metformin and plaques", "Metformin was stored with amyloid.")]));
        let aims = library(vec![record(
            1,
            "Metformin and amyloid: a protocol",
            "OBJECTIVE: To study metformin and amyloid plaques. METHODS: We will give metformin.",
        )]);
        let told =
            result(&library(vec![record(1, "Metformin and plaques", "Metformin reduced amyloid plaques.")]));
        for name in ["report", "section-mechanistic", "section-summary"] {
            assert!(!Deliverable::parse(name).has_nothing_to_cite(&told), "{name}");
        }
        assert!(Deliverable::parse("section-clinical").has_nothing_to_cite(&told));
        assert!(!Deliverable::parse("section-methodology").has_nothing_to_cite(&found));
        assert!(Deliverable::parse("section-hypotheses").has_nothing_to_cite(&result(&aims)));
        assert!(Deliverable::Report.has_nothing_to_cite(&result(&[])));
    }

    #[test]
    fn without_evidence_there_are_hypotheses_to_say_so_and_no_report() {
        let nothing = result(&[]);
        assert!(Deliverable::Hypotheses.page(&nothing).is_ok());
        assert!(matches!(Deliverable::Report.page(&nothing), Err(DeliverableError::NoEvidence(_))));
    }
}
