//! The reports of the files beside a draft, for an editor that pulls.

use super::report::{Report, report};
use crate::state::View;
use crate::sync::lock;
use referee_text::FileId;
use std::collections::HashMap;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Returns the related documents of a report, for editors that support them: the other open files
/// that belong to the document, if their findings have changed; its closed chapters and
/// bibliographies, which the editor does not request; and empty reports for files that stopped
/// belonging to it.
pub(super) fn related(
    view: &View,
    file: &FileId,
) -> Result<Option<HashMap<Url, DocumentDiagnosticReportKind>>> {
    if !view.client_capabilities().related_documents {
        return Ok(None);
    }
    let mut out = HashMap::new();
    let mut tell = |file: &FileId, result_id: Option<String>, items: Vec<Diagnostic>| {
        if let Some(uri) = view.uris.uri(file) {
            out.insert(uri, FullDocumentDiagnosticReport { result_id, items }.into());
        }
    };
    // A bibliography with new judgements is reviewed as a whole, which a keystroke does not wait for: the editor is
    // asked to pull again when the reviewer has finished it.
    let is_postponed = |other: &FileId| {
        let postponed =
            view.client_capabilities().pulls_diagnostics && view.snapshot.lacks_only_judgements(other);
        if postponed {
            view.state.worker.review_all();
        }
        postponed
    };
    let bibliographies = view.snapshot.bibliographies(file).into_iter().map(|found| found.file);
    let drafts = view.snapshot.drafts(file).into_iter().map(|found| found.file);
    for other in bibliographies.chain(drafts) {
        let pulled = lock(&view.state.pulled).last(&other);
        // The editor does not show files that it has never requested.
        let Some(pulled) = pulled.filter(|_| other != *file && view.snapshot.is_open(&other)) else {
            continue;
        };
        if is_postponed(&other) {
            continue;
        }
        if let Report::New(result_id, found) = report(view, &other, Some(&pulled.result), true)? {
            tell(&other, Some(result_id), found.diagnostics(view));
        }
    }
    let bibliographies = view.snapshot.closed_bibliographies();
    let mut closed: Vec<FileId> = view.snapshot.closed_chapters().to_vec();
    let mut beside = view.snapshot.included(file);
    beside.extend(view.snapshot.bibliographies(file).into_iter().map(|found| found.file));
    closed.extend(bibliographies);
    for chapter in beside.iter().filter(|other| closed.contains(other) && !is_postponed(other)) {
        let pulled = lock(&view.state.pulled).last(chapter).map(|pulled| pulled.result);
        if let Report::New(result_id, found) = report(view, chapter, pulled.as_deref(), true)? {
            let items = found.diagnostics(view);
            let is_news = lock(&view.state.pulled).told_beside(chapter, !items.is_empty());
            if is_news {
                tell(chapter, Some(result_id), items);
            }
        }
    }
    if !view.snapshot.is_reading() {
        for gone in lock(&view.state.pulled).take_beside(|told| !closed.contains(told)) {
            tell(&gone, None, Vec::new());
        }
    }
    Ok((!out.is_empty()).then_some(out))
}
