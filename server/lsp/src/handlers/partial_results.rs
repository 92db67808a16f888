//! `$/progress` with a part of the answer to `workspace/diagnostic`.

use crate::state::View;
use tower_lsp::lsp_types::notification::Notification;
use tower_lsp::lsp_types::{
    ProgressToken, WorkspaceDiagnosticReportPartialResult, WorkspaceDocumentDiagnosticReport,
};

/// `$/progress` with a part of a result: our version of the protocol's types knows work-done progress only.
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

/// Sends one part, and waits until it is on its way: the answer must come after it.
pub(super) fn send_part(view: &View, token: &ProgressToken, item: WorkspaceDocumentDiagnosticReport) {
    let params = PartialResultParams {
        token: token.clone(),
        value: WorkspaceDiagnosticReportPartialResult { items: vec![item] },
    };
    tokio::runtime::Handle::current().block_on(view.state.client.notify::<PartialResult>(params));
}
