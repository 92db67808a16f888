//! Reports of this session's checks for people, in Markdown, kept in memory until the server ends.

use crate::reading::Reading;
use referee_bibliography::foreign::{Markup, foreign};
use referee_bibliography::render;
use referee_citations::json::{notices, verdict_of};
use referee_citations::{Judgement, Reference, Verdict};
use referee_findings::Finding;
use referee_text::Language;
use referee_workspace::verify::ServiceNotice;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of reports to keep.
const MAX_REPORTS: usize = 20;

/// The prefix of the addresses of reports.
pub(crate) const REPORT_URI: &str = "referee://report/";

/// The result of one check as a resource for people.
#[derive(Clone)]
pub(crate) struct Report {
    /// The address of the resource: [`REPORT_URI`] and a number.
    pub(crate) uri: String,
    /// A line that identifies the report in a list.
    pub(crate) title: String,
    /// The whole report as Markdown.
    pub(crate) markdown: String,
}

/// The last [`MAX_REPORTS`] reports, and the total number of reports.
#[derive(Default)]
pub(crate) struct Reports(Mutex<(usize, VecDeque<Report>)>);

impl Reports {
    /// Stores the report that `make` creates for its address; returns the address.
    pub(crate) fn keep(&self, make: impl FnOnce(String) -> Report) -> String {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.0 += 1;
        let uri = format!("{REPORT_URI}{}", all.0);
        let report = make(uri.clone());
        all.1.push_back(report);
        if all.1.len() > MAX_REPORTS {
            all.1.pop_front();
        }
        uri
    }

    /// Returns all reports, the oldest first.
    pub(crate) fn all(&self) -> Vec<Report> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.iter().cloned().collect()
    }

    /// Returns the report at an address.
    pub(crate) fn get(&self, uri: &str) -> Option<Report> {
        self.all().into_iter().find(|report| report.uri == uri)
    }
}

impl Report {
    /// Formats the report of a check.
    pub(crate) fn of(
        uri: String,
        references: &[(Reference, Option<Arc<Judgement>>)],
        findings: &[Finding],
        service_notices: &[ServiceNotice],
        reading: &Reading,
    ) -> Report {
        let markdown = |words: &str| foreign(words, Markup::Markdown);
        let count = |verdict| {
            references.iter().filter(|(_, judgement)| verdict_of(judgement.as_deref()) == verdict).count()
        };
        let counts: Vec<String> = Verdict::ALL
            .into_iter()
            .filter(|verdict| count(*verdict) > 0)
            .map(|verdict| format!("{} {}", count(verdict), verdict.as_str()))
            .collect();
        let title = match references.len() {
            0 => "no references".to_owned(),
            1 => format!("1 reference: {}", counts.join(", ")),
            some => format!("{some} references: {}", counts.join(", ")),
        };
        let mut out = format!("# References\n\n{title}.\n");
        if reading.is_private {
            out.push_str(
                "\nThe text reads as a clinical note: nothing but identifiers was looked up online.\n",
            );
        } else if !reading.may_look_up() {
            out.push_str("\nNothing was looked up online.\n");
        }
        for notice in service_notices {
            out.push_str(&format!("\n{}\n", markdown(&notice.text(Language::English))));
        }
        out.push('\n');
        for (reference, judgement) in references {
            let judgement = judgement.as_deref();
            out.push_str(&format!("- `{}`: **{}**", key(&reference.label), verdict_of(judgement).as_str()));
            if let Some(judgement) = judgement {
                for notice in notices(&judgement.notices) {
                    out.push_str(&format!(", **{notice}**"));
                }
                for difference in &judgement.differences {
                    out.push_str(&format!(
                        "; {}: “{}”, recorded “{}”",
                        difference.field,
                        markdown(&difference.claimed),
                        markdown(&difference.recorded)
                    ));
                }
                if let Some(record) = &judgement.record {
                    out.push_str(&format!("\n  {}", render::vancouver_markdown(&record.work)));
                }
            }
            out.push('\n');
        }
        if !findings.is_empty() {
            out.push_str("\n# Findings\n\n");
            for finding in findings {
                out.push_str(&format!(
                    "- {} `{}`: {}\n",
                    finding.severity.as_str(),
                    finding.rule,
                    markdown(&finding.message)
                ));
            }
        }
        Report { uri, title, markdown: out }
    }
}

/// Formats a key for use between backticks.
fn key(label: &str) -> String {
    referee_text::visible::on_one_line(label).replace('`', "'")
}
