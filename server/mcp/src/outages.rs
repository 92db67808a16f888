//! Reports services that did not answer, so that an agent does not mistake a missing answer for a
//! fact.

use crate::reading::{Reading, is_online};
use referee_citations::Judgement;
use referee_citations::json::silent_sources;
use referee_records::SourceError;
use referee_workspace::verify::{ServiceFailure, ServiceNotice, service_notices};
use serde_json::{Value, json};
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

/// Adds to an answer about single works the services that did not answer (`without_answer`) and the
/// requests of services to the user (`service_notices`), each only if it is not empty.
pub(crate) fn add(answer: &mut Value, judgements: &[Option<&Judgement>], failures: &[ServiceFailure]) {
    let consulted = judgements.iter().flatten().flat_map(|judgement| &judgement.consulted);
    let known = consulted.filter_map(|consulted| Some((consulted.name.as_str(), consulted.why?)));
    let failed = failures.iter().filter(|failure| failure.questions > 0);
    let all: BTreeSet<String> = known
        .chain(failed.map(|failure| (failure.service, failure.why)))
        .filter(|(_, why)| !is_by_choice(*why))
        .map(|(name, why)| format!("{name}: {}", why.slug()))
        .collect();
    if !all.is_empty() {
        answer["without_answer"] = json!(all);
    }
    let notices: Vec<Value> = service_notices(failures).iter().map(ServiceNotice::json).collect();
    if !notices.is_empty() {
        answer["service_notices"] = json!(notices);
    }
}

/// Whether a source was deliberately not asked, or does not support the question.
fn is_by_choice(why: SourceError) -> bool {
    matches!(why, SourceError::Offline | SourceError::NotAsked | SourceError::Unsuited | SourceError::Private)
}
