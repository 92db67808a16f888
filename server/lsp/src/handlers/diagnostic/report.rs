//! The diagnostic report of one file, for an editor that pulls.

use crate::pulled_results::PulledResult;
use crate::state::View;
use crate::sync::lock;
use crate::worker::REVIEW_BUDGET;
use referee_findings::Finding;
use referee_text::{FileId, Rope};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::Diagnostic;

/// The report of a file.
pub(super) enum Report {
    /// The editor's result with this id is still valid.
    Same(String),
    /// A result id and the current findings.
    New(String, Found),
}

/// The findings of a file and the text to which they refer.
pub(super) struct Found {
    text: Rope,
    findings: Vec<Finding>,
    /// The diagnostics, encoded as JSON.
    pub(super) items: String,
}

impl Found {
    /// Returns the findings as protocol diagnostics.
    pub(super) fn diagnostics(&self, view: &View) -> Vec<Diagnostic> {
        view.encoder().diagnostics(&self.text, &self.findings)
    }
}

/// Returns the findings of a file, or that those of `previous` are still valid. A `hasty` answer
/// postpones slow changes that result from judgements elsewhere.
pub(super) fn report(view: &View, file: &FileId, previous: Option<&str>, hasty: bool) -> Result<Report> {
    let generation = lock(&view.state.pulled).generation(file);
    if view.state.pushes_diagnostics() && view.client_capabilities().pulls_diagnostics {
        // The editor did not pull again when asked; from then on diagnostics are pushed, not
        // pulled.
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
        // The editor is asked to pull again when the rest is done.
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
