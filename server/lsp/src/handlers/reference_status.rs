//! `referee/references`: the status of the references of a file, for a list next to the text. An
//! editor that shows their counts declares `"experimental": {"refereeStatus": true}` and then
//! receives `referee/status`.

use crate::state::View;
use referee_features::reference_status::{Count, ReferenceStatus, reference_statuses};
use referee_text::{FileId, Span};
use referee_workspace::settings::Network;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::notification::Notification;
use tower_lsp::lsp_types::{Location, TextDocumentIdentifier, Url};

/// The method of the request.
pub(crate) const METHOD: &str = "referee/references";

/// The parameters: the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReferencesOf {
    text_document: TextDocumentIdentifier,
}

impl ReferencesOf {
    /// Returns the URI of the draft in the editor's spelling.
    pub(crate) fn uri(&self) -> &Url {
        &self.text_document.uri
    }
}

/// The references of a file.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct References {
    uri: Url,
    version: Option<i32>,
    references: Vec<Item>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    label: String,
    title: String,
    verdict: serde_json::Value,
    unchecked_because: Option<&'static str>,
    notices: Vec<&'static str>,
    needs_a_look: bool,
    links: Vec<Link>,
    /// The place of the reference: the entry, the list item or the identifier.
    location: Option<Location>,
    /// The places in the file and its chapters that cite it.
    citations: Vec<Location>,
}

#[derive(Clone, Debug, Serialize)]
struct Link {
    title: String,
    target: String,
}

/// Returns the status of the references of a file.
pub(crate) fn references(view: &View, params: ReferencesOf) -> Result<Option<References>> {
    let uri = params.text_document.uri;
    let Some((file, _)) = view.open(&uri) else { return Ok(None) };
    let Some(all) = reference_statuses(&view.snapshot, &file, &view.cancel) else {
        return Err(Error::request_cancelled());
    };
    let references = all.into_iter().map(|reference_status| item(view, reference_status)).collect();
    Ok(Some(References { version: view.snapshot.version(&file), uri, references }))
}

fn item(view: &View, reference_status: ReferenceStatus) -> Item {
    let encoder = view.encoder();
    let at = |file: &FileId, span: Span| encoder.location(file, span);
    Item {
        needs_a_look: reference_status.needs_a_look(),
        location: at(&reference_status.file, reference_status.span),
        citations: reference_status.cited.iter().filter_map(|(file, span)| at(file, *span)).collect(),
        verdict: match reference_status.verdict {
            Some(verdict) => serde_json::to_value(verdict).unwrap_or_default(),
            None => json!("undefined"),
        },
        links: reference_status
            .links
            .into_iter()
            .map(|link| Link { title: link.title, target: link.target })
            .collect(),
        label: reference_status.label,
        title: reference_status.title,
        unchecked_because: reference_status.unchecked_because,
        notices: reference_status.notices,
    }
}

/// `referee/status`: the status counts of a file have changed.
pub(crate) enum Status {}

/// The numbers of references of a file by status.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatusParams {
    uri: Url,
    verified: usize,
    to_look_at: usize,
    unchecked: usize,
    uncovered: usize,
    /// Whether references may be looked up online: `allow`, `deny`, or `ask` while the author has
    /// not decided.
    network: String,
}

impl StatusParams {
    /// Creates the parameters from the counts of a file.
    pub(crate) fn new(uri: Url, count: Count, network: Network) -> Self {
        let network = match network {
            Network::Ask => "ask",
            Network::Allow => "allow",
            Network::Deny => "deny",
        };
        StatusParams {
            uri,
            verified: count.verified,
            to_look_at: count.to_look_at,
            unchecked: count.unchecked,
            uncovered: count.uncovered,
            network: network.to_owned(),
        }
    }
}

impl Notification for Status {
    type Params = StatusParams;
    const METHOD: &'static str = "referee/status";
}
