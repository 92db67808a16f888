//! `textDocument/diagnostic` and `workspace/diagnostic`: for editors that pull.

mod related;
mod report;

use super::partial_results::send_part;
use crate::state::{State, View};
use crate::uri;
use referee_text::FileId;
use related::related;
use report::{Report, report};
use std::collections::HashMap;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Waits briefly for the editor's settings and for the bibliographies of an opened draft. An earlier answer would show
/// findings that then vanish, and an editor without refresh support would miss later ones.
pub(crate) async fn settled(state: &State) {
    state.worker.settled(!state.client_capabilities().pulls_diagnostics).await;
}

/// Returns the diagnostics of a document.
pub(crate) fn document(
    view: &View,
    params: DocumentDiagnosticParams,
) -> Result<DocumentDiagnosticReportResult> {
    let file = uri::file(&params.text_document.uri);
    let report = report(view, &file, params.previous_result_id.as_deref(), true)?;
    let related_documents = related(view, &file)?;
    let report = match report {
        Report::Same(result_id) => {
            DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
                related_documents,
                unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
            })
        }
        Report::New(result_id, found) => {
            // The transport inserts the encoded items.
            view.state.sink.keep_items(&result_id, found.items.into());
            DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
                related_documents,
                full_document_diagnostic_report: FullDocumentDiagnosticReport {
                    result_id: Some(result_id),
                    items: Vec::new(),
                },
            })
        }
    };
    Ok(report.into())
}

/// Returns the diagnostics of every known file, in parts if the editor supports partial results.
pub(crate) fn workspace(
    view: &View,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let previous: HashMap<FileId, String> =
        params.previous_result_ids.into_iter().map(|id| (uri::file(&id.uri), id.value)).collect();
    let token = params.partial_result_params.partial_result_token;
    let mut items = Vec::new();
    view.state.shown_findings.set_shows_workspace();
    let known = view.snapshot.known_files();
    for file in &known {
        let Some(uri) = view.uris.uri(file) else { continue };
        let version = view.snapshot.version(file).map(i64::from);
        let item = match report(view, file, previous.get(file).map(String::as_str), false)? {
            Report::Same(result_id) => {
                let report = UnchangedDocumentDiagnosticReport { result_id };
                WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
                    uri,
                    version,
                    unchanged_document_diagnostic_report: report,
                })
            }
            Report::New(result_id, found) => full(uri, version, Some(result_id), found.diagnostics(view)),
        };
        match &token {
            Some(token) => send_part(view, token, item),
            None => items.push(item),
        }
    }
    // Clear the diagnostics of files that are gone.
    for file in previous.keys().filter(|file| !known.contains(file)) {
        if let Some(uri) = view.uris.uri(file) {
            items.push(full(uri, None, None, Vec::new()));
        }
    }
    Ok(WorkspaceDiagnosticReport { items }.into())
}

fn full(
    uri: Url,
    version: Option<i64>,
    result_id: Option<String>,
    items: Vec<Diagnostic>,
) -> WorkspaceDocumentDiagnosticReport {
    WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
        uri,
        version,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    })
}
