//! Searches the records on this machine.

use crate::call::Call;
use crate::error::OperationError;
use crate::one_work::reading_beside;
use crate::parameters::{MAX_LINE_BYTES, MAX_WORKS, line, ten};
use crate::work_record::WorkRecord;
use referee_features::cite::CiteQuery;
use referee_records::{Answer, Question, Record, Source};
use referee_research::search::search;
use referee_research::{Query, Vocabulary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Searches the records on this machine by words or by an identifier. Nothing leaves this machine.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Search the library")]
pub struct SearchLibrary {
    /// Words, or a DOI, PMID and the like.
    #[schemars(length(max = MAX_LINE_BYTES))]
    query: String,
    /// The maximum number of records.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = MAX_WORKS))]
    limit: usize,
}

/// The records that a search found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FoundRecords {
    query: String,
    /// The sources that were searched.
    searched: Vec<String>,
    /// The records, the best first.
    records: Vec<FoundRecord>,
}

/// A record that a search found.
#[derive(Debug, Serialize, JsonSchema)]
struct FoundRecord {
    #[serde(flatten)]
    record: WorkRecord,
    /// The share of the rarer words of the query that it has; null for an identifier.
    coverage: Option<f32>,
}

/// Searches the records on this machine.
///
/// # Errors
///
/// If there is no library, or the query is empty, too long or no identifier.
pub fn search_library(parameters: &SearchLibrary, call: &Call<'_>) -> Result<FoundRecords, OperationError> {
    let query = line("query", &parameters.query)?;
    let reading = reading_beside(call, "");
    let all = reading.snapshot.with_context(&reading.file, |context| context.sources.to_vec());
    // Only sources on this machine support word search here; online services are searched
    // elsewhere.
    let library: Vec<Arc<dyn Source>> =
        all.into_iter().filter(|source| source.search("a", 1).is_some()).collect();
    if library.is_empty() {
        return Err(OperationError::NoLibrary);
    }
    let limit = parameters.limit.clamp(1, MAX_WORKS);
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
                return Err(OperationError::NoWords);
            }
            let embedder = call.workspace.models().query_embedder(&reading.snapshot.settings(&reading.file));
            let words = words.with_vector(embedder.as_deref(), &library);
            let found = search(&words, &library, limit);
            found.candidates.into_iter().map(|one| (one.record, Some(one.coverage))).collect()
        }
    };
    let records = found
        .iter()
        .map(|(record, coverage)| FoundRecord { record: WorkRecord::of(record), coverage: *coverage });
    Ok(FoundRecords {
        records: records.collect(),
        searched: library.iter().map(|source| source.name().to_owned()).collect(),
        query,
    })
}
