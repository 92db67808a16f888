//! The commands that search and write: `referee.insertCitation`, `referee.hypothesize`,
//! `referee.research`, …
//!
//! Each takes one object with a place (`uri`, with `position` or `range`) and a subject
//! (`question`, `section`, `id`). Written text is one edit, and so one undo step; the answer
//! describes what was done. Each command has a file.

mod add_name;
mod check_support;
mod insert_citation;
mod refresh_section;
mod run;
mod show_evidence;
mod strip_provenance;
mod target;
mod write;

pub(super) use target::{Target, arguments, failed, not_written, refused, text_changed};

use crate::own_program::runnable;
use crate::state::View;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};

/// Finds works that could support a sentence, and cites one of them.
const INSERT_CITATION: &str = "referee.insertCitation";
/// Inserts the hypotheses of a question into the draft.
pub(crate) const HYPOTHESIZE: &str = "referee.hypothesize";
/// Inserts one section of a report into the draft.
const INSERT_SECTION: &str = "referee.insertReportSection";
/// Inserts a report into the draft.
pub(crate) const INSERT_REPORT: &str = "referee.insertReport";
/// Searches in rounds, and answers with the report.
pub(crate) const RESEARCH: &str = "referee.research";
/// Answers with the evidence of a question, or with all stored evidence, as a readable document.
const SHOW_EVIDENCE: &str = "referee.showEvidence";
/// Removes the provenance comments of written passages.
const STRIP_PROVENANCE: &str = "referee.stripProvenance";
/// Reports whether the works that a sentence cites support it, according to their abstracts.
pub(crate) const CHECK_SUPPORT: &str = "referee.checkSupport";
/// Shows the current version of a passage that was written on request.
pub(crate) const REFRESH_SECTION: &str = "referee.refreshSection";

/// Adds a name to the author's vocabulary.
const ADD_NAME: &str = "referee.addName";

/// The commands that [`execute`] handles.
pub(crate) const COMMANDS: &[&str] = &[
    INSERT_CITATION,
    HYPOTHESIZE,
    INSERT_SECTION,
    INSERT_REPORT,
    RESEARCH,
    SHOW_EVIDENCE,
    STRIP_PROVENANCE,
    CHECK_SUPPORT,
    REFRESH_SECTION,
    ADD_NAME,
];

/// Executes one of [`COMMANDS`].
pub(crate) fn execute(view: &View, name: &str, given: Vec<Value>) -> Result<Option<Value>> {
    let view = &view.with_libraries();
    let mut answer = answer(view, name, given)?;
    if let Some(message) = answer.as_mut().and_then(|answer| answer.get_mut("message")) {
        let named = message.as_str().map(|text| runnable(text).into_owned());
        *message = named.map_or(Value::Null, Value::String);
    }
    Ok(answer)
}

fn answer(view: &View, name: &str, given: Vec<Value>) -> Result<Option<Value>> {
    match name {
        INSERT_CITATION => insert_citation::execute(view, &arguments(given)?),
        HYPOTHESIZE => write::hypotheses(view, arguments(given)?),
        INSERT_SECTION => write::section(view, arguments(given)?),
        INSERT_REPORT => write::report(view, arguments(given)?),
        RESEARCH => write::research(view, arguments(given)?),
        SHOW_EVIDENCE => show_evidence::execute(view, &arguments(given)?),
        STRIP_PROVENANCE => strip_provenance::execute(view, &arguments(given)?),
        CHECK_SUPPORT => check_support::execute(view, &arguments(given)?),
        ADD_NAME => add_name::execute(view, &arguments(given)?),
        REFRESH_SECTION => refresh_section::execute(view, &arguments(given)?),
        other => Err(Error::invalid_params(format!("there is no command {other}"))),
    }
}
