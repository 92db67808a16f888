//! The schema of a work in the words of Crossref.

use schemars::JsonSchema;

/// A work in the words of Crossref, with `matchingScore` from 0 to 1.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used: `crossref` leaves out unknown fields")]
pub(crate) struct CrossrefWork {
    #[schemars(rename = "DOI")]
    doi: Option<String>,
    title: Option<Vec<String>>,
    #[schemars(rename = "matchingScore")]
    matching_score: f64,
}
