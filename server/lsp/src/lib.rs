//! The editor's side: the language server protocol over the workspace.
