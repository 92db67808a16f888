//! Finds works that could support a sentence.

use crate::call::Call;
use crate::citation_list::{CitationCandidate, CitationList};
use crate::error::OperationError;
use crate::parameters::{MAX_LINE_BYTES, MAX_WORKS, line, ten};
use crate::sent_text::{SentText, TextFormat};
use referee_records::Source;
use referee_research::search::search;
use referee_research::{Query, Vocabulary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Finds published works that could support a sentence, best first, each with the passage that comes
/// closest, whether it was retracted, and an entry of BibTeX. Searches the library on this machine;
/// online only where the author started the server with --online. A candidate shares words with the
/// sentence: read the passage, or ask `check_support`, before you cite it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Find a citation")]
pub struct FindCitation {
    /// The sentence, or the words, that need a source.
    #[schemars(length(max = MAX_LINE_BYTES))]
    sentence: String,
    /// The maximum number of works.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = MAX_WORKS))]
    limit: usize,
}

/// The works that could support a sentence.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FoundCitations {
    #[serde(flatten)]
    works: CitationList,
    searched_online: bool,
    not_searched_online_because: Option<&'static str>,
}

/// Finds works that could support a sentence.
///
/// # Errors
///
/// If the sentence lacks a word to search for, or is too long.
pub fn find_citation(parameters: &FindCitation, call: &Call<'_>) -> Result<FoundCitations, OperationError> {
    let sentence = line("sentence", &parameters.sentence)?;
    let query = Query::of(&sentence, &Vocabulary::shipped());
    if query.is_empty() {
        return Err(OperationError::NoWords);
    }
    let text = SentText { format: TextFormat::Plain, text: &sentence, bibliography: None };
    let reading = call.workspace.read(&text);
    let mut sources: Vec<Arc<dyn Source>> =
        reading.snapshot.with_context(&reading.file, |context| context.sources.to_vec());
    let not_online = call.workspace.why_not_online(&reading);
    if not_online.is_none() {
        sources.extend(reading.snapshot.searchers(&reading.file, &call.cancel));
    }
    let embedder = call.workspace.models().query_embedder(&reading.snapshot.settings(&reading.file));
    let query = query.with_vector(embedder.as_deref(), &sources);
    let found = search(&query, &sources, parameters.limit.clamp(1, MAX_WORKS));
    let candidates = found.candidates.iter().zip(1..);
    let candidates =
        candidates.map(|(candidate, rank)| CitationCandidate::of(candidate, rank).with_entry(candidate));
    Ok(FoundCitations {
        works: CitationList::of(sentence, None, candidates.collect(), found.asked, found.pages),
        searched_online: not_online.is_none(),
        not_searched_online_because: not_online,
    })
}
