//! Reports services that did not answer, so that a missing answer is not mistaken for a fact.

use crate::sent_text::{Reading, is_online};
use referee_citations::Judgement;
use referee_citations::json::silent_sources;
use referee_records::SourceError;
use referee_workspace::verify::{ServiceFailure, ServiceNotice, service_notices};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Returns why references are unchecked, in the notation of `referee.check/1`: `offline`,
/// `crossref: timeout`. `stopped` is true if the call ended before all questions were asked.
pub(crate) fn unchecked_because<'a>(
    reading: &Reading,
    judgements: impl IntoIterator<Item = &'a Judgement>,
    stopped: bool,
) -> Vec<String> {
    let mut because = Vec::new();
    if stopped {
        because.push("stopped before the end".to_owned());
    }
    if !is_online(&reading.snapshot, &reading.file) {
        because.push("offline".to_owned());
    }
    because.extend(
        silent_sources(judgements).into_iter().map(|(name, why, _)| format!("{name}: {}", why.slug())),
    );
    because
}

/// The services without an answer about single works.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Outages {
    /// Only if there are any: the services that did not answer, each with the reason, as in
    /// `europepmc: timeout`. What they know is missing here; ask again later.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    without_answer: BTreeSet<String>,
    /// Only if there are any: the requests of services to the user.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Map<String, Value>>")]
    service_notices: Vec<Value>,
}

impl Outages {
    /// Returns the services that did not answer about works with these judgements.
    pub(crate) fn of(judgements: &[Option<&Judgement>], failures: &[ServiceFailure]) -> Self {
        let consulted = judgements.iter().flatten().flat_map(|judgement| &judgement.consulted);
        let known = consulted.filter_map(|consulted| Some((consulted.name.as_str(), consulted.why?)));
        let failed = failures.iter().filter(|failure| failure.questions > 0);
        Outages {
            without_answer: known
                .chain(failed.map(|failure| (failure.service, failure.why)))
                .filter(|(_, why)| !is_by_choice(*why))
                .map(|(name, why)| format!("{name}: {}", why.slug()))
                .collect(),
            service_notices: service_notices(failures).iter().map(ServiceNotice::json).collect(),
        }
    }
}

/// Whether a source was deliberately not asked, or does not support the question.
fn is_by_choice(why: SourceError) -> bool {
    matches!(why, SourceError::Offline | SourceError::NotAsked | SourceError::Unsuited | SourceError::Private)
}
