//! `search_library`: searches the records on this machine.

use super::one_work::reading_beside;
use crate::arguments::{MAX_WORKS, SearchLibrary, line};
use crate::error::ToolError;
use crate::records;
use crate::tool_call::ToolCall;
use referee_features::cite::CiteQuery;
use referee_records::{Answer, Question, Record, Source};
use referee_research::search::search;
use referee_research::{Query, Vocabulary};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) fn run(arguments: &SearchLibrary, call: &ToolCall<'_>) -> Result<Value, ToolError> {
    let query = line("query", &arguments.query)?;
    let reading = reading_beside(call, "");
    let all = reading.snapshot.with_context(&reading.file, |context| context.sources.to_vec());
    // Only sources on this machine support word search here; online services are searched
    // elsewhere.
    let library: Vec<Arc<dyn Source>> =
        all.into_iter().filter(|source| source.search("a", 1).is_some()).collect();
    if library.is_empty() {
        return Err(ToolError::NoLibrary);
    }
    let limit = arguments.limit.clamp(1, MAX_WORKS);
    let found: Vec<(Record, Option<f32>)> = match CiteQuery::read(&query)? {
        Some(CiteQuery::Identifier(identifier)) => library
            .iter()
            .filter_map(|source| match source.ask(&Question::Identifier(identifier.clone())) {
                Answer::Records(records) => Some(records),
                Answer::None(_) => None,
            })
            .flatten()
            .take(limit)
            .map(|record| (Record::clone(&record), None))
            .collect(),
        _ => {
            let words = Query::of(&query, &Vocabulary::shipped());
            if words.is_empty() {
                return Err(ToolError::NoWords);
            }
            let embedder = call.workspace.models().query_embedder(&reading.snapshot.settings(&reading.file));
            let words = words.with_vector(embedder.as_deref(), &library);
            let found = search(&words, &library, limit);
            found.candidates.into_iter().map(|one| (one.record, Some(one.coverage))).collect()
        }
    };
    let records: Vec<Value> = found
        .iter()
        .map(|(record, coverage)| {
            let mut out = records::record(record);
            out["coverage"] = json!(coverage);
            out
        })
        .collect();
    let names: Vec<&str> = library.iter().map(|source| source.name()).collect();
    Ok(json!({"query": query, "searched": names, "records": records}))
}
