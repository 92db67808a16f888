//! The tools: their names, arguments and results.

mod check_references;
mod check_support;
mod compare_note;
mod find_citation;
mod find_mechanism;
mod listing;
mod one_work;
mod retraction_status;
mod search_library;
mod verify_identifier;

use crate::arguments::read;
use crate::error::ToolError;
use crate::report::Reports;
use crate::tool_call::ToolCall;
pub(crate) use listing::tools;
pub(crate) use one_work::record_of;
use serde_json::{Map, Value};

/// Runs a tool; `None` if the name is unknown.
pub(crate) fn run(
    name: &str,
    arguments: Map<String, Value>,
    call: &ToolCall<'_>,
    reports: &Reports,
) -> Option<Result<Value, ToolError>> {
    Some(match name {
        "check_references" => read(arguments).and_then(|read| check_references::run(&read, call, reports)),
        "verify_identifier" => read(arguments).and_then(|read| verify_identifier::run(&read, call)),
        "find_citation" => read(arguments).and_then(|read| find_citation::run(&read, call)),
        "find_mechanism" => read(arguments).and_then(|read| find_mechanism::run(&read, call)),
        "check_support" => read(arguments).and_then(|read| check_support::run(&read, call)),
        "retraction_status" => read(arguments).and_then(|read| retraction_status::run(&read, call)),
        "compare_note" => read(arguments).and_then(|read| compare_note::run(&read)),
        "search_library" => read(arguments).and_then(|read| search_library::run(&read, call)),
        _ => return None,
    })
}

/// Whether there is a tool with this name.
pub(crate) fn exists(name: &str) -> bool {
    tools().iter().any(|tool| tool.name == name)
}
