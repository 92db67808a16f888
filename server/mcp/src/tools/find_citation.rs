//! `find_citation`: finds works that could support a sentence.

use crate::arguments::{FindCitation, MAX_WORKS, line};
use crate::error::ToolError;
use crate::reading::{AgentText, TextFormat};
use crate::records;
use crate::tool_call::ToolCall;
use referee_records::Source;
use referee_research::search::search;
use referee_research::{Query, Vocabulary};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) fn run(arguments: &FindCitation, call: &ToolCall<'_>) -> Result<Value, ToolError> {
    let sentence = line("sentence", &arguments.sentence)?;
    let query = Query::of(&sentence, &Vocabulary::shipped());
    if query.is_empty() {
        return Err(ToolError::NoWords);
    }
    let text = AgentText { format: TextFormat::Plain, text: &sentence, bibliography: None };
    let reading = call.workspace.read(&text);
    let mut sources: Vec<Arc<dyn Source>> =
        reading.snapshot.with_context(&reading.file, |context| context.sources.to_vec());
    let not_online = call.workspace.why_not_online(&reading);
    if not_online.is_none() {
        sources.extend(reading.snapshot.searchers(&reading.file, &call.cancel));
    }
    let embedder = call.workspace.models().query_embedder(&reading.snapshot.settings(&reading.file));
    let query = query.with_vector(embedder.as_deref(), &sources);
    let found = search(&query, &sources, arguments.limit.clamp(1, MAX_WORKS));
    let candidates: Vec<Value> = found
        .candidates
        .iter()
        .enumerate()
        .map(|(index, candidate)| {
            let mut out = candidate.to_json(index + 1);
            out["entry"] = records::entry(&candidate.record.work).into();
            out
        })
        .collect();
    Ok(json!({
        "schema": "referee.cite/1",
        "query": sentence,
        "asked": found.asked,
        "candidates": candidates,
        "pages": found.pages,
        "searched_online": not_online.is_none(),
        "not_searched_online_because": not_online,
    }))
}
