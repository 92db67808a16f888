//! The one table: which method is answered by which handler.

use crate::parent;
use crate::transport::Life;
use std::sync::Arc;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;
use tower_lsp::{Client, LanguageServer};

/// The language server.
pub(crate) struct Server {
    client: Client,
    life: Arc<Life>,
}

impl Server {
    /// A server that speaks to `client`.
    pub(crate) fn new(client: Client, life: Arc<Life>) -> Self {
        Server { client, life }
    }
}

#[tower_lsp::async_trait]
impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        if let Some(pid) = params.process_id {
            tokio::spawn(parent::watch(pid, Arc::clone(&self.life)));
        }
        let _ = &self.client;
        Ok(InitializeResult {
            server_info: Some(ServerInfo {
                name: String::from("referee"),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
            ..InitializeResult::default()
        })
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }
}
