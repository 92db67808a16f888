//! The capabilities of a simulated editor, and its behaviour.

use serde_json::{Value, json};

/// The capabilities of a simulated editor, and its behaviour.
#[derive(Clone, Debug)]
pub struct ClientCapabilities {
    /// The capabilities of `initialize`.
    pub capabilities: Value,
    /// The object `referee` in the answer to `workspace/configuration`.
    pub settings: Value,
    /// `initializationOptions`.
    pub initialization_options: Value,
    /// Whether the editor answers requests of the server.
    pub answers: bool,
    /// The process that the server is asked to watch.
    pub process_id: Option<u32>,
    /// The language of the author's editor.
    pub locale: Option<String>,
    /// The client name of the editor.
    pub client_name: String,
    /// The methods of requests that the editor answers with an error.
    pub refuses: Vec<String>,
    /// Whether the editor answers edits of the server as not applied.
    pub declines_edits: bool,
    /// Workspace folders after the first.
    pub more_folders: Vec<String>,
    /// Environment variables of the server.
    pub environment: Vec<(String, String)>,
    /// The words before the command that starts the server.
    pub wrapped_in: Vec<String>,
    /// The author's answers to questions (`window/showMessageRequest`), separated by `|`; `None`
    /// dismisses the question.
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
    /// Returns an editor that can only open and edit.
    #[must_use]
    pub fn none() -> Self {
        ClientCapabilities { capabilities: json!({}), ..ClientCapabilities::default() }
    }

    /// Changes one capability; `path` is a JSON pointer, and missing objects are created.
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

    /// Makes the editor pull diagnostics.
    #[must_use]
    pub fn pulling(self) -> Self {
        self.with(
            "/textDocument/diagnostic",
            json!({"dynamicRegistration": false, "relatedDocumentSupport": true}),
        )
        .with("/workspace/diagnostics", json!({"refreshSupport": true}))
    }

    /// Adds these variables to the server's environment.
    #[must_use]
    pub fn with_environment(mut self, variables: impl IntoIterator<Item = (String, String)>) -> Self {
        self.environment.extend(variables);
        self
    }

    /// Starts the server with these words before the command.
    #[must_use]
    pub fn wrapped_in(mut self, words: Vec<String>) -> Self {
        self.wrapped_in = words;
        self
    }

    /// Sets the author's answer to questions.
    #[must_use]
    pub fn choosing(mut self, choice: &str) -> Self {
        self.choice = Some(choice.to_owned());
        self
    }

    /// Sets the settings below `referee`.
    #[must_use]
    pub fn with_settings(mut self, settings: Value) -> Self {
        self.settings = settings;
        self
    }
}
