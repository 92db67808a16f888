//! Fetches the full texts of open-access works.

use super::shared::SharedState;
use crate::gate::{Allowance, Failure};
use crate::online::Reading;
use referee_bibliography::Identifier;
use referee_records::source::SourceError;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Why a service sent no full text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullTextFailure {
    /// The kind of failure.
    pub why: SourceError,
    /// A short description, for example `status 503`.
    pub detail: String,
}

/// The full-text services of a scheduler. Clones share one state.
///
/// Nothing is cached here: the caller stores what it reads of a text.
#[derive(Clone)]
pub struct FullTextLookup {
    lookup: Arc<SharedState>,
    cancel: CancellationToken,
}

impl std::fmt::Debug for FullTextLookup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FullTextLookup").finish_non_exhaustive()
    }
}

impl FullTextLookup {
    pub(super) fn new(lookup: Arc<SharedState>, cancel: CancellationToken) -> Self {
        FullTextLookup { lookup, cancel }
    }

    /// Returns the services that have full texts by such an identifier, and that the settings
    /// enable.
    #[must_use]
    pub fn services(&self, identifier: &Identifier) -> Vec<&'static str> {
        let all = self.lookup.full_texts.iter();
        let has = all.filter(|one| one.service.request(identifier, &one.endpoint.access).is_some());
        has.map(|one| one.endpoint.service.name()).collect()
    }

    /// Asks a service for the full text of a work, and waits for the answer: the bytes that it
    /// sent; `None` if it lacks an open-access text of the work. Must not be called from async code.
    ///
    /// # Errors
    ///
    /// If the service was not asked or did not answer. Nothing may be concluded then.
    pub fn fetch(&self, service: &str, identifier: &Identifier) -> Result<Option<Vec<u8>>, FullTextFailure> {
        let failed = |why, detail: &str| FullTextFailure { why, detail: detail.to_owned() };
        let asked = self.lookup.full_texts.iter().find(|one| one.endpoint.service.name() == service);
        let asked = asked.ok_or_else(|| failed(SourceError::Offline, "switched off"))?;
        let request = asked.service.request(identifier, &asked.endpoint.access);
        let request = request.ok_or_else(|| failed(SourceError::Unsuited, ""))?;
        let gate = &self.lookup.gate;
        let runtime = gate.runtime().ok_or_else(|| failed(SourceError::Unavailable, "no thread for it"))?;
        let answer = runtime.block_on(async {
            let permit = gate.acquire(&asked.endpoint, request.class, &self.cancel).await?;
            // An identifier of a work may also leave a clinical note.
            gate.exchange(&asked.endpoint, &request, permit, Allowance::ClosedTermsOnly, &self.cancel)
                .await
                .readings
        });
        gate.flush_log();
        let readings = answer.map_err(|Failure { why, detail }| failed(why, &detail))?;
        match readings.into_iter().next() {
            Some(Reading::Document(bytes)) => Ok((!bytes.is_empty()).then_some(bytes)),
            _ => Err(failed(SourceError::Unreadable, "")),
        }
    }
}
