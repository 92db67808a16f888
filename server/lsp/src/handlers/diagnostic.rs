//! `textDocument/diagnostic` and `workspace/diagnostic`: for editors that ask.

use super::partial_results::send_part;
use crate::pulled::PulledResult;
use crate::state::{State, View};
use crate::sync::lock;
use crate::uri;
use crate::worker::REVIEW_BUDGET;
use referee_findings::Finding;
use referee_text::{FileId, Rope};
use std::collections::HashMap;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::*;

/// What is to be said of a file.
enum Report {
    Same(String),
    New(String, Found),
}

/// The findings of a file and the text that they are in.
struct Found {
    text: Rope,
    findings: Vec<Finding>,
    items: String,
}

impl Found {
    fn diagnostics(&self, view: &View) -> Vec<Diagnostic> {
        view.encoder().diagnostics(&self.text, &self.findings)
    }
}

/// Waits, for a moment, until what a first answer rests on has been read: the editor's settings, the
/// bibliographies that an opened draft names. An answer before that would show findings that vanish, and an
/// editor that cannot be told to ask again would not see those that come later.
pub(crate) async fn settled(state: &State) {
    state.worker.settled(!state.client_capabilities().pulls_diagnostics).await;
}

/// The diagnostics of a document.
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
            // They are written already: the transport puts them in.
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

/// The findings of a file, or word that they are those of `previous`. A `hasty` answer leaves for later what came
/// from elsewhere and takes long.
fn report(view: &View, file: &FileId, previous: Option<&str>, hasty: bool) -> Result<Report> {
    let generation = lock(&view.state.pulled).generation(file);
    if view.state.pushes_diagnostics() && view.client_capabilities().pulls_diagnostics {
        // The editor did not pull again when it was asked to: from then on diagnostics are pushed, and not here too.
        let found = Found { text: Rope::new(), findings: Vec::new(), items: String::from("[]") };
        return Ok(Report::New(format!("{generation:x}-pushed"), found));
    }
    let limit = (hasty && view.client_capabilities().pulls_diagnostics).then_some(REVIEW_BUDGET);
    let shown_findings = &view.state.shown_findings;
    let fingerprint = shown_findings
        .fingerprint(&view.snapshot, file, limit, &view.cancel)
        .ok_or_else(Error::request_cancelled)?;
    let pulled = lock(&view.state.pulled).last(file);
    if let (Some(pulled), Some(previous)) = (pulled, previous)
        && pulled.fingerprint == fingerprint
        && pulled.result == previous
    {
        return Ok(Report::Same(pulled.result));
    }
    let review = shown_findings.review(&view.snapshot, file, limit, &view.cancel);
    if view.cancel.is_cancelled() {
        return Err(Error::request_cancelled());
    }
    let review = review.unwrap_or_default();
    let findings = review.findings;
    let text = view.snapshot.source_text(file).unwrap_or_default();
    let written = view.state.diagnostics_cache.write(&view.encoder(), file, &text, &findings);
    let result = format!("{generation:x}-{:016x}", written.content);
    if review.unfinished {
        // The editor is told to ask again when the rest is done.
        lock(&view.state.pulled).remove(file);
        view.state.worker.review_all();
    } else {
        let pulled = PulledResult { fingerprint, result: result.clone() };
        lock(&view.state.pulled).insert(file, generation, pulled);
    }
    if previous == Some(result.as_str()) {
        return Ok(Report::Same(result));
    }
    Ok(Report::New(result, Found { text, findings, items: written.items }))
}

/// The other open files that belong to a document and whose findings are otherwise than the editor was told.
fn related(view: &View, file: &FileId) -> Result<Option<HashMap<Url, DocumentDiagnosticReportKind>>> {
    if !view.client_capabilities().related_documents {
        return Ok(None);
    }
    let mut out = HashMap::new();
    let bibliographies = view.snapshot.bibliographies(file).into_iter().map(|found| found.file);
    let drafts = view.snapshot.drafts(file).into_iter().map(|found| found.file);
    for other in bibliographies.chain(drafts) {
        let pulled = lock(&view.state.pulled).last(&other);
        // What the editor has never asked for it does not show.
        let Some(pulled) = pulled.filter(|_| other != *file && view.snapshot.is_open(&other)) else {
            continue;
        };
        if let Report::New(result_id, found) = report(view, &other, Some(&pulled.result), true)?
            && let Some(uri) = view.uris.uri(&other)
        {
            let items = found.diagnostics(view);
            let report = FullDocumentDiagnosticReport { result_id: Some(result_id), items };
            out.insert(uri, report.into());
        }
    }
    Ok((!out.is_empty()).then_some(out))
}

/// The diagnostics of every file that is known, in parts where the editor takes parts.
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
    // What the editor was told of files that are gone is taken back.
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
