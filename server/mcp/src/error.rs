//! The errors of the tools.

use referee_operations::OperationError;

/// An error of a tool, which the agent receives as the result of the call, so that it can correct
/// it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ToolError {
    /// The arguments do not match the schema of the tool.
    #[error("the arguments do not fit: {0}")]
    Arguments(#[source] serde_json::Error),
    /// The operation could not be carried out.
    #[error(transparent)]
    Operation(#[from] OperationError),
    /// The result cannot be written as JSON.
    #[error("the result cannot be written: {0}")]
    Unwritable(#[from] serde_json::Error),
    /// Too many calls are waiting.
    #[error("too many calls are running; wait for an answer before the next")]
    Busy,
    /// The call failed because of a bug in the program.
    #[error("a fault of referee stopped this call")]
    Fault,
}
