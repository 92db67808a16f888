//! The result of a check for people, in Markdown.

use crate::judged_reference::{ReferenceJudgements, count};
use crate::sent_text::Reading;
use referee_bibliography::foreign::{Markup, foreign};
use referee_bibliography::render;
use referee_citations::Verdict;
use referee_citations::json::{notices, verdict_of};
use referee_findings::Finding;
use referee_text::Language;
use referee_workspace::verify::ServiceNotice;

/// The result of a check for people.
#[derive(Clone, Debug, Default)]
pub struct CheckPage {
    /// A line that identifies it in a list.
    pub title: String,
    /// The whole page as Markdown.
    pub markdown: String,
}

impl CheckPage {
    /// Formats the result of a check.
    pub(super) fn of(
        references: &ReferenceJudgements,
        findings: &[Finding],
        service_notices: &[ServiceNotice],
        reading: &Reading,
    ) -> Self {
        let markdown = |words: &str| foreign(words, Markup::Markdown);
        let counts: Vec<String> = Verdict::ALL
            .into_iter()
            .filter(|verdict| count(references, *verdict) > 0)
            .map(|verdict| format!("{} {}", count(references, verdict), verdict.as_str()))
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
        CheckPage { title, markdown: out }
    }
}

/// Formats a key for use between backticks.
fn key(label: &str) -> String {
    referee_text::visible::on_one_line(label).replace('`', "'")
}
