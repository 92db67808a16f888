//! `$/progress` with a part of the answer to `workspace/diagnostic`.

use crate::state::View;
use tower_lsp::lsp_types::notification::Notification;
use tower_lsp::lsp_types::{
    ProgressToken, WorkspaceDiagnosticReportPartialResult, WorkspaceDocumentDiagnosticReport,
};

/// `$/progress` with a partial result: lsp-types 0.94 supports only work-done progress.
enum PartialResult {}

#[derive(serde::Serialize, serde::Deserialize)]
struct PartialResultParams {
    token: ProgressToken,
    value: WorkspaceDiagnosticReportPartialResult,
}

impl Notification for PartialResult {
    type Params = PartialResultParams;
    const METHOD: &'static str = "$/progress";
}

/// Sends one part and waits until it is queued, because the answer must follow it.
pub(super) fn send_part(view: &View, token: &ProgressToken, item: WorkspaceDocumentDiagnosticReport) {
    let params = PartialResultParams {
        token: token.clone(),
        value: WorkspaceDiagnosticReportPartialResult { items: vec![item] },
    };
    tokio::runtime::Handle::current().block_on(view.state.client.notify::<PartialResult>(params));
}
