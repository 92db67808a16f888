//! The resources that an agent can read by address: the record of an identifier, and the reports of
//! this session.

use crate::cleaned::cleaned;
use crate::error::ToolError;
use crate::report::{REPORT_URI, Reports};
use percent_encoding::percent_decode_str;
use referee_operations::Call;
use referee_operations::work_resource::work_resource;
use rmcp::model::{Resource, ResourceContents, ResourceTemplate};

/// The prefix of the addresses of records.
const RECORD_URI: &str = "referee://record/";

const JSON: &str = "application/json";

const MARKDOWN: &str = "text/markdown";

/// Lists the reports of this session.
pub(crate) fn list(reports: &Reports) -> Vec<Resource> {
    let resource = |report: crate::report::Report| {
        let name = format!("report {}", report.uri.trim_start_matches(REPORT_URI));
        Resource::new(report.uri, name)
            .with_title("Report of check_references")
            .with_description(report.page.title)
            .with_mime_type(MARKDOWN)
    };
    reports.all().into_iter().map(resource).collect()
}

/// Lists the templates of the addresses.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new("referee://record/{identifier}", "record")
            .with_title("Record of a work")
            .with_description("What the sources say about the work with this identifier (a DOI, PMID:…, PMC…, arXiv:…, a trial number), percent-encoded.")
            .with_mime_type(JSON),
        ResourceTemplate::new("referee://report/{number}", "report")
            .with_title("Report of check_references")
            .with_description("The report of a check of this session, for people.")
            .with_mime_type(MARKDOWN),
    ]
}

/// Reads the resource at an address; `None` if it does not exist.
pub(crate) fn read(
    uri: &str,
    call: &Call<'_>,
    reports: &Reports,
) -> Option<Result<ResourceContents, ToolError>> {
    if uri.starts_with(REPORT_URI) {
        let report = reports.get(uri)?;
        let text = referee_text::visible::visible(&report.page.markdown);
        return Some(Ok(ResourceContents::text(text, uri).with_mime_type(MARKDOWN)));
    }
    let identifier = percent_decode_str(uri.strip_prefix(RECORD_URI)?).decode_utf8().ok()?;
    Some(record(uri, &identifier, call))
}

fn record(uri: &str, identifier: &str, call: &Call<'_>) -> Result<ResourceContents, ToolError> {
    let value = cleaned(serde_json::to_value(work_resource(identifier, call)?)?);
    let uri = referee_text::visible::on_one_line(uri);
    Ok(ResourceContents::text(format!("{value:#}"), uri).with_mime_type(JSON))
}
