//! What an editor says that it can do, and how it behaves.

use serde_json::{Value, json};

/// What an editor says it can do, and how it behaves.
#[derive(Clone, Debug)]
pub struct ClientCapabilities {
    /// The capabilities of `initialize`.
    pub capabilities: Value,
    /// The object below `referee`: the answer to `workspace/configuration`.
    pub settings: Value,
    /// `initializationOptions`.
    pub initialization_options: Value,
    /// Whether requests of the server are answered.
    pub answers: bool,
    /// The process the server is told to watch.
    pub process_id: Option<u32>,
    /// The language in which the author uses the editor.
    pub locale: Option<String>,
    /// The name that the editor gives itself.
    pub client_name: String,
    /// The methods of requests that are answered with an error.
    pub refuses: Vec<String>,
    /// Whether edits of the server are answered as not applied.
    pub declines_edits: bool,
    /// Folders beside the first.
    pub more_folders: Vec<String>,
    /// Variables of the server's environment.
    pub environment: Vec<(String, String)>,
    /// Words before the command that starts the server.
    pub wrapped_in: Vec<String>,
    /// What the author chooses when asked something (`window/showMessageRequest`), for several questions parted by `|`;
    /// `None` closes the question.
    pub choice: Option<String>,
}

impl Default for ClientCapabilities {
    fn default() -> Self {
        ClientCapabilities {
            capabilities: json!({
                "general": {"positionEncodings": ["utf-16"]},
                "window": {
                    "workDoneProgress": true,
                    "showMessage": {"messageActionItem": {"additionalPropertiesSupport": true}},
                },
                "workspace": {
                    "configuration": true,
                    "workspaceFolders": true,
                    "applyEdit": true,
                    "workspaceEdit": {"documentChanges": true},
                    "didChangeConfiguration": {"dynamicRegistration": true},
                    "didChangeWatchedFiles": {"dynamicRegistration": true},
                },
                "textDocument": {
                    "synchronization": {"didSave": true},
                    "publishDiagnostics": {
                        "versionSupport": true,
                        "relatedInformation": true,
                        "codeDescriptionSupport": true,
                        "dataSupport": true,
                        "tagSupport": {"valueSet": [1, 2]},
                    },
                    "hover": {"contentFormat": ["markdown", "plaintext"]},
                    "completion": {"completionItem": {
                        "documentationFormat": ["markdown", "plaintext"],
                        "labelDetailsSupport": true,
                        "resolveSupport": {"properties": ["documentation", "detail"]},
                    }},
                    "codeAction": {
                        "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source"]}},
                        "dataSupport": true,
                        "isPreferredSupport": true,
                        "resolveSupport": {"properties": ["edit"]},
                    },
                    "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
                    "definition": {"linkSupport": true},
                    "rename": {"prepareSupport": true},
                    "documentLink": {"tooltipSupport": true},
                    "foldingRange": {},
                    "inlayHint": {},
                    "codeLens": {},
                },
            }),
            settings: json!({}),
            initialization_options: Value::Null,
            answers: true,
            process_id: None,
            client_name: String::from("tests"),
            refuses: Vec::new(),
            declines_edits: false,
            more_folders: Vec::new(),
            environment: Vec::new(),
            locale: None,
            wrapped_in: Vec::new(),
            choice: None,
        }
    }
}

impl ClientCapabilities {
    /// An editor that can do nothing but open and edit.
    #[must_use]
    pub fn none() -> Self {
        ClientCapabilities { capabilities: json!({}), ..ClientCapabilities::default() }
    }

    /// The same with one capability changed; `path` is a JSON pointer, missing objects are made.
    #[must_use]
    pub fn with(mut self, path: &str, value: Value) -> Self {
        let mut place = &mut self.capabilities;
        for name in path.split('/').skip(1) {
            if !place.is_object() {
                *place = json!({});
            }
            place = &mut place[name];
        }
        *place = value;
        self
    }

    /// The same for an editor that pulls diagnostics.
    #[must_use]
    pub fn pulling(self) -> Self {
        self.with(
            "/textDocument/diagnostic",
            json!({"dynamicRegistration": false, "relatedDocumentSupport": true}),
        )
        .with("/workspace/diagnostics", json!({"refreshSupport": true}))
    }

    /// The same with these variables in the server's environment.
    #[must_use]
    pub fn with_environment(mut self, variables: impl IntoIterator<Item = (String, String)>) -> Self {
        self.environment.extend(variables);
        self
    }

    /// The same with a server that is started by these words and its own.
    #[must_use]
    pub fn wrapped_in(mut self, words: Vec<String>) -> Self {
        self.wrapped_in = words;
        self
    }

    /// The same with an author who answers questions so.
    #[must_use]
    pub fn choosing(mut self, choice: &str) -> Self {
        self.choice = Some(choice.to_owned());
        self
    }

    /// The same with these settings below `referee`.
    #[must_use]
    pub fn with_settings(mut self, settings: Value) -> Self {
        self.settings = settings;
        self
    }
}
