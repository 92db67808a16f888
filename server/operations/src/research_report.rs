//! The report of the evidence on a question: `referee.report/1`.

use referee_research::report::{NO_EVIDENCE_ID, ResearchReport};
use serde::Serialize;

/// The report of the evidence on a question.
#[derive(Debug, Serialize)]
pub struct ReportAnswer<'a> {
    schema: &'static str,
    /// `report-complete`, or that of a report without evidence.
    id: &'static str,
    /// Null without evidence.
    report: Option<&'a ResearchReport>,
}

impl<'a> ReportAnswer<'a> {
    /// Describes a report; `None` without evidence.
    #[must_use]
    pub fn of(report: Option<&'a ResearchReport>) -> Self {
        let id = if report.is_some() { "report-complete" } else { NO_EVIDENCE_ID };
        ReportAnswer { schema: "referee.report/1", id, report }
    }
}
