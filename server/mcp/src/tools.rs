//! The tools: each is an operation under a name for agents.

use crate::error::ToolError;
use crate::report::Reports;
use referee_operations::Call;
use referee_operations::check_references::{CheckReferences, CheckedReferences, check_references};
use referee_operations::check_support::check_support;
use referee_operations::compare_note::{CompareNote, NoteComparison, compare_note};
use referee_operations::find_citation::find_citation;
use referee_operations::find_mechanism::find_mechanism;
use referee_operations::retraction_status::retraction_status;
use referee_operations::search_library::search_library;
use referee_operations::verify_identifier::verify_identifier;
use referee_operations::{OperationError, schema};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::{Arc, LazyLock};

/// Runs a tool with the arguments of a call.
type Run = dyn Fn(JsonObject, &Call<'_>, &Reports) -> Result<Value, ToolError> + Send + Sync;

/// A tool: its description for clients, and what it does.
struct AgentTool {
    tool: Tool,
    run: Box<Run>,
}

/// All tools, in the order in which clients list them.
static TOOLS: LazyLock<Vec<AgentTool>> = LazyLock::new(|| {
    vec![
        tool("check_references", Reach::Network, checked_with_report),
        tool("verify_identifier", Reach::Network, |given, call, _| verify_identifier(given, call)),
        tool("find_citation", Reach::Network, |given, call, _| find_citation(given, call)),
        tool("find_mechanism", Reach::Network, |given, call, _| find_mechanism(given, call)),
        tool("check_support", Reach::Network, |given, call, _| check_support(given, call)),
        tool("retraction_status", Reach::Network, |given, call, _| retraction_status(given, call)),
        tool("search_library", Reach::Machine, |given, call, _| search_library(given, call)),
        tool("compare_note", Reach::Machine, |given, _, _| compared(given)),
    ]
});

/// How far a tool reaches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// The online services, if the settings allow them.
    Network,
    /// This machine only.
    Machine,
}

/// Returns the descriptions of all tools.
pub(crate) fn tools() -> Vec<Tool> {
    TOOLS.iter().map(|one| one.tool.clone()).collect()
}

/// Runs a tool; `None` if the name is unknown.
pub(crate) fn run(
    name: &str,
    arguments: JsonObject,
    call: &Call<'_>,
    reports: &Reports,
) -> Option<Result<Value, ToolError>> {
    TOOLS.iter().find(|one| one.tool.name == name).map(|one| (one.run)(arguments, call, reports))
}

/// Whether there is a tool with this name.
pub(crate) fn exists(name: &str) -> bool {
    TOOLS.iter().any(|one| one.tool.name == name)
}

/// Describes an operation as a tool. Title, description and schemas come from the types of its
/// parameters and its result.
fn tool<P, R>(
    name: &'static str,
    reach: Reach,
    operation: impl Fn(&P, &Call<'_>, &Reports) -> Result<R, OperationError> + Send + Sync + 'static,
) -> AgentTool
where
    P: DeserializeOwned + JsonSchema,
    R: Serialize + JsonSchema,
{
    let mut input = schema::of_parameters::<P>();
    let mut text = |member: &str| match input.remove(member) {
        Some(Value::String(text)) => text,
        _ => name.to_owned(),
    };
    let (title, description) = (text("title"), text("description"));
    let mut output = schema::of_result::<R>();
    output.remove("title");
    let hints = ToolAnnotations::from_raw(
        Some(title.clone()),
        Some(true),
        Some(false),
        Some(true),
        Some(reach == Reach::Network),
    );
    let tool = Tool::new(name, description, Arc::new(input))
        .with_title(title)
        .with_raw_output_schema(Arc::new(output))
        .with_annotations(hints);
    let run = move |arguments, call: &Call<'_>, reports: &Reports| {
        let given: P = serde_json::from_value(Value::Object(arguments)).map_err(ToolError::Arguments)?;
        Ok(serde_json::to_value(operation(&given, call, reports)?)?)
    };
    AgentTool { tool, run: Box::new(run) }
}

/// The result of `check_references` with the address of its report.
#[derive(Serialize, JsonSchema)]
struct ReportedReferences {
    #[serde(flatten)]
    checked: CheckedReferences,
    /// The address of a report for people, to be read as a resource.
    report: String,
}

fn checked_with_report(
    given: &CheckReferences,
    call: &Call<'_>,
    reports: &Reports,
) -> Result<ReportedReferences, OperationError> {
    let mut checked = check_references(given, call)?;
    let report = reports.keep(std::mem::take(&mut checked.page));
    Ok(ReportedReferences { checked, report })
}

fn compared(given: &CompareNote) -> Result<NoteComparison, OperationError> {
    compare_note(given)
}
