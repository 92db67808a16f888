//! Full texts of open-access works from services.
//!
//! A service is asked by an identifier of the work, once: its answer is stored like a file, under
//! the name of the service and the identifier. A missing text is remembered for a month.

use super::extract::extract_sent;
use super::matching::Match;
use super::planned_reference::PlannedReference;
use super::shelf::{PaperOrigin, ShelvedPaper};
use crate::snapshot::Snapshot;
use referee_bibliography::Identifier;
use referee_citations::identity;
use referee_literature::cache;
use referee_literature::lookup::FullTextLookup;
use referee_literature::papers::{FileStamp, PaperBytes, PaperError, PaperState, PaperStore, RemoteState};
use referee_records::services;
use referee_text::FileId;
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// How long the answer that a text is missing is valid, in seconds: an embargo may end.
const ABSENCE_LIFETIME: u64 = 30 * 24 * 3_600;

/// A request for the full text of a work.
pub(super) struct TextRequest {
    service: &'static str,
    identifier: Identifier,
    /// The name under which the answer is stored.
    name: String,
}

/// Returns the paper that a service sent before for a work.
pub(super) fn known(
    snapshot: &Snapshot,
    store: &PaperStore,
    reference: &PlannedReference,
) -> Option<ShelvedPaper> {
    let asked = services::of_full_texts().iter().map(|service| service.name);
    asked
        .flat_map(|service| identifiers(reference).map(move |identifier| (service, identifier)))
        .find_map(|(service, identifier)| stored(snapshot, store, reference, (service, &identifier)))
}

/// Returns the requests for a work that `file` cites, without those whose answer is known.
pub(super) fn requests(
    snapshot: &Snapshot,
    store: &PaperStore,
    file: &FileId,
    reference: &PlannedReference,
) -> Vec<TextRequest> {
    let Some(lookup) = lookup(snapshot, file, &CancellationToken::new()) else { return Vec::new() };
    let now = cache::seconds_now();
    let is_open = |name: &str| match store.remote(name) {
        Ok(Some(RemoteState::Absent(then))) => now.saturating_sub(then) > ABSENCE_LIFETIME,
        // A text that was sent and is not used is another work, or cannot be read.
        Ok(Some(RemoteState::Stored(_))) | Err(_) => false,
        Ok(None) => true,
    };
    let mut out: Vec<TextRequest> = Vec::new();
    for identifier in identifiers(reference) {
        for service in lookup.services(&identifier) {
            let name = name(service, &identifier);
            if is_open(&name) && !out.iter().any(|other| other.name == name) {
                out.push(TextRequest { service, identifier: identifier.clone(), name });
            }
        }
    }
    out
}

/// Asks for the full text of a work that `file` cites, until a service sends it, and stores it.
/// `None` if no service has it or answers.
pub(super) fn ask(
    snapshot: &Snapshot,
    store: &PaperStore,
    (file, reference): (&FileId, &PlannedReference),
    requests: Vec<TextRequest>,
    cancel: &CancellationToken,
) -> Result<Option<ShelvedPaper>, PaperError> {
    let Some(lookup) = lookup(snapshot, file, cancel) else { return Ok(None) };
    snapshot.online().open(true);
    for TextRequest { service, identifier, name } in requests {
        // A service that does not answer is asked again in the next run.
        let Ok(sent) = lookup.fetch(service, &identifier) else { continue };
        let Some(bytes) = sent else {
            store.note_absent(&name, cache::seconds_now())?;
            continue;
        };
        let bytes = PaperBytes::of(bytes);
        let hash = bytes.hash;
        let (paper, text) = extract_sent(bytes, service);
        let modified = i64::try_from(cache::seconds_now()).unwrap_or(i64::MAX);
        let stamp = FileStamp { size: 0, modified };
        store.write(&paper, text.as_ref(), Some((Path::new(&name), stamp)))?;
        if let Some(text) = text {
            snapshot.shelves().remember(hash, text);
        }
        if let Some(paper) = stored(snapshot, store, reference, (service, &identifier)) {
            return Ok(Some(paper));
        }
    }
    Ok(None)
}

fn lookup(snapshot: &Snapshot, file: &FileId, cancel: &CancellationToken) -> Option<FullTextLookup> {
    let lookup = snapshot.sources(file)?.lookup.clone()?;
    Some(lookup.full_texts(cancel))
}

/// Returns a stored text, unless it is another work.
fn stored(
    snapshot: &Snapshot,
    store: &PaperStore,
    reference: &PlannedReference,
    (service, identifier): (&'static str, &Identifier),
) -> Option<ShelvedPaper> {
    let Ok(Some(RemoteState::Stored(hash))) = store.remote(&name(service, identifier)) else { return None };
    let paper = store.paper(hash).ok().flatten().filter(|paper| paper.state == PaperState::Read)?;
    // The text was asked for by an identifier, so it need not say which work it is.
    if matches!(snapshot.shelves().matches().of(store, &paper, reference), Match::OtherWork(_)) {
        return None;
    }
    Some(ShelvedPaper {
        origin: PaperOrigin::Service(service),
        paper: Arc::new(paper),
        works: reference.works.clone(),
    })
}

/// Returns the identifiers of a work by which services have full texts.
fn identifiers(reference: &PlannedReference) -> impl Iterator<Item = Identifier> + '_ {
    let all = reference.works.iter().flat_map(|work| work.identifiers.iter().cloned());
    all.filter(|identifier| matches!(identifier, Identifier::Pmcid(_) | Identifier::Arxiv(..)))
}

fn name(service: &str, identifier: &Identifier) -> String {
    format!("{service}:{}", identity::key(identifier))
}
