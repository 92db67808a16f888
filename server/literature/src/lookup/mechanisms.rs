//! Asks the services that know which substance acts on which target, and fetches the records that
//! they cite.

use super::call::Wanted;
use super::fetch::FetchCall;
use super::mechanism_endpoint::MechanismEndpoint;
use super::shared::SharedState;
use crate::cache::Key;
use crate::gate::{Allowance, Failure};
use crate::online::{MechanismAnswer, MechanismQuestion, NotAnAnswer, Reading, Request};
use referee_bibliography::Identifier;
use referee_records::record::Record;
use referee_records::services;
use referee_records::source::{Answer, Question, SourceError};
use serde_json::Value;
use std::sync::Arc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Why a mechanism service did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MechanismFailure {
    /// The kind of failure.
    pub why: SourceError,
    /// A short description, for example `status 503`.
    pub detail: String,
}

/// The mechanism services of a scheduler. Clones share one state.
///
/// Every method blocks until answers arrive, and must not be called from async code. Answers are
/// cached like those about works.
#[derive(Clone)]
pub struct MechanismLookup {
    lookup: Arc<SharedState>,
    cancel: CancellationToken,
}

impl std::fmt::Debug for MechanismLookup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MechanismLookup").finish_non_exhaustive()
    }
}

impl MechanismLookup {
    pub(super) fn new(lookup: Arc<SharedState>, cancel: CancellationToken) -> Self {
        MechanismLookup { lookup, cancel }
    }

    /// Returns whether the settings enable this service.
    #[must_use]
    pub fn has(&self, service: &str) -> bool {
        self.endpoint(service).is_some()
    }

    fn endpoint(&self, service: &str) -> Option<&MechanismEndpoint> {
        self.lookup.mechanisms.iter().find(|one| one.endpoint.service.name() == service)
    }

    /// Asks a service questions, as many in parallel as it allows, and returns the answers in
    /// order.
    pub fn ask(
        &self,
        service: &str,
        questions: &[MechanismQuestion],
    ) -> Vec<Result<MechanismAnswer, MechanismFailure>> {
        let Some(asked) = self.endpoint(service) else {
            return questions.iter().map(|_| Err(failed(SourceError::Offline, "switched off"))).collect();
        };
        let mut sent: Vec<Option<Result<Value, MechanismFailure>>> = questions.iter().map(|_| None).collect();
        let mut open: Vec<(usize, Key, Request)> = Vec::new();
        for (at, question) in questions.iter().enumerate() {
            match asked.service.request(question, &asked.endpoint.access) {
                None => sent[at] = Some(Err(failed(SourceError::Unsuited, ""))),
                Some(request) => {
                    let key = key(asked, &request);
                    match self.lookup.answer_cache.read_json(key) {
                        Some(known) => sent[at] = Some(Ok(known)),
                        None => open.push((at, key, request)),
                    }
                }
            }
        }
        for (at, key, answer) in self.send(asked, open) {
            if let Ok(value) = &answer {
                self.lookup.answer_cache.write_json(key, value);
            }
            sent[at] = Some(answer);
        }
        let read = |(question, sent): (&MechanismQuestion, Option<Result<Value, MechanismFailure>>)| {
            let sent = sent.unwrap_or_else(|| Err(failed(SourceError::Cancelled, "")))?;
            asked.service.answer(question, &sent).map_err(|why| match why {
                NotAnAnswer::Unreadable(detail) => failed(SourceError::Unreadable, &detail),
                NotAnAnswer::Refused(detail) => failed(SourceError::Refused, &detail),
                NotAnAnswer::Denied(detail) => failed(SourceError::Forbidden, &detail),
                NotAnAnswer::Busy => failed(SourceError::Busy, ""),
            })
        };
        questions.iter().zip(sent).map(read).collect()
    }

    /// Sends requests through the gate, each with the index of its question.
    fn send(
        &self,
        asked: &MechanismEndpoint,
        open: Vec<(usize, Key, Request)>,
    ) -> Vec<(usize, Key, Result<Value, MechanismFailure>)> {
        let gate = &self.lookup.gate;
        let Some(runtime) = gate.runtime().filter(|_| !open.is_empty()) else {
            let none = |(at, key, _)| (at, key, Err(failed(SourceError::Unavailable, "no thread for it")));
            return open.into_iter().map(none).collect();
        };
        let answers = runtime.block_on(async {
            let mut under_way = JoinSet::new();
            for (at, key, request) in open {
                let (gate, endpoint, cancel) = (gate.clone(), asked.endpoint.clone(), self.cancel.clone());
                under_way.spawn(async move {
                    let answer = match gate.acquire(&endpoint, request.class, &cancel).await {
                        Ok(permit) => {
                            let allowance = Allowance::Everything;
                            gate.exchange(&endpoint, &request, permit, allowance, &cancel).await.readings
                        }
                        Err(failure) => Err(failure),
                    };
                    let answer = answer.map_err(|Failure { why, detail }| failed(why, &detail));
                    let first = |readings: Vec<Reading>| match readings.into_iter().next() {
                        Some(Reading::Json(value)) => Ok(value),
                        _ => Err(failed(SourceError::Unreadable, "")),
                    };
                    (at, key, answer.and_then(first))
                });
            }
            let mut answers = Vec::new();
            while let Some(answer) = under_way.join_next().await {
                // A task that panicked sends no answer; `ask` finds no entry for its question.
                answers.extend(answer);
            }
            answers
        });
        gate.flush_log();
        answers
    }

    /// Returns the PubMed records with these PMIDs, and the error if PubMed did not answer.
    #[must_use]
    pub fn records(&self, pmids: &[u32]) -> (Vec<Arc<Record>>, Option<SourceError>) {
        let name = services::PUBMED.name;
        let Some(handle) = self.lookup.handles.iter().find(|handle| handle.name() == name) else {
            return (Vec::new(), Some(SourceError::Offline));
        };
        let question = |pmid: &u32| Question::Identifier(Identifier::Pmid(*pmid));
        let wanted = pmids.iter().map(|pmid| Wanted { service: name, question: question(pmid) });
        FetchCall::new(&self.lookup, Allowance::Everything, &self.cancel)
            .run(wanted.collect(), &mut |_| Vec::new());
        let (mut records, mut why) = (Vec::new(), None);
        for pmid in pmids {
            match self.lookup.answer_cache.ask(&self.lookup.gate, handle, &question(pmid)) {
                Answer::Records(found) => records.extend(found.into_iter().next()),
                Answer::None(error) => why = Some(error),
            }
        }
        (records, why)
    }
}

fn failed(why: SourceError, detail: &str) -> MechanismFailure {
    MechanismFailure { why, detail: detail.to_owned() }
}

/// Returns the cache key of the answer to a request.
fn key(asked: &MechanismEndpoint, request: &Request) -> Key {
    let words = request.questions.first().cloned().unwrap_or_else(|| Question::Subject("".into()));
    asked.seed.key(&words)
}
