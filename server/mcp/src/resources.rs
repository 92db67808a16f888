//! The resources that an agent can read by address: the record of an identifier, and the reports of
//! this session.

use crate::arguments::line;
use crate::error::ToolError;
use crate::records;
use crate::report::{REPORT_URI, Reports};
use crate::tool_call::ToolCall;
use crate::tools::record_of;
use percent_encoding::percent_decode_str;
use referee_features::cite::CiteQuery;
use rmcp::model::{Resource, ResourceContents, ResourceTemplate};
use serde_json::json;

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
            .with_description(report.title)
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
    call: &ToolCall<'_>,
    reports: &Reports,
) -> Option<Result<ResourceContents, ToolError>> {
    if uri.starts_with(REPORT_URI) {
        let report = reports.get(uri)?;
        let text = referee_text::visible::visible(&report.markdown);
        return Some(Ok(ResourceContents::text(text, uri).with_mime_type(MARKDOWN)));
    }
    let identifier = percent_decode_str(uri.strip_prefix(RECORD_URI)?).decode_utf8().ok()?;
    Some(record(uri, &identifier, call))
}

fn record(uri: &str, identifier: &str, call: &ToolCall<'_>) -> Result<ResourceContents, ToolError> {
    // Accept only identifiers: a resource is not a search.
    CiteQuery::read_identifier(&line("identifier", identifier)?)?;
    let work = record_of(identifier, "", call)?;
    let judgement = work.judgement.as_deref();
    let known = judgement.and_then(|judgement| judgement.record.as_ref());
    let notices = judgement.map(|judgement| judgement.notices.as_slice()).unwrap_or_default();
    let value = records::cleaned(json!({
        "reference": records::reference(&work.reference, judgement),
        "record": known.map(records::record),
        "announcements": notices.iter().map(records::notice).collect::<Vec<_>>(),
        "looked_up_online": work.reading.may_look_up(),
    }));
    let uri = referee_text::visible::on_one_line(uri);
    Ok(ResourceContents::text(format!("{value:#}"), uri).with_mime_type(JSON))
}
