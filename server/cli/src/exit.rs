//! The end of a command: an exit status, or a failure reported in one line.

use std::error::Error;
use std::fmt;
use std::process::ExitCode;

pub(crate) type CommandResult = Result<ExitCode, Failure>;

/// The exit status of a command with objections or without results.
pub(crate) const OBJECTION: u8 = 1;

/// The exit status of a command that failed.
pub(crate) const COULD_NOT: u8 = 2;

/// The exit status of `check` without findings, if some references could not be looked up.
pub(crate) const NOT_LOOKED_UP: u8 = 3;

/// The reason why a command failed, in one line.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request is impossible; the text contains the reason.
    Refused(String),
    /// An error of a lower crate, unchanged.
    Error(Box<dyn Error + Send + Sync>),
    /// An error with its subject, such as a file.
    About(String, Box<dyn Error + Send + Sync>),
}

impl Failure {
    /// Creates a failure from `message`, a clause without a full stop.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Failure::Refused(message.into())
    }

    /// Creates a failure for an error about `subject`, printed as `subject: error`.
    pub(crate) fn about(subject: impl fmt::Display, error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Failure::About(subject.to_string(), error.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(message) => f.write_str(message),
            Failure::Error(error) => error.fmt(f),
            Failure::About(subject, error) => write!(f, "{subject}: {error}"),
        }
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Error(Box::new(error))
    }
}

/// Returns the exit status of a run over several files; `failed` if any of them could not be used.
pub(crate) fn status(failed: bool) -> ExitCode {
    if failed { ExitCode::from(COULD_NOT) } else { ExitCode::SUCCESS }
}
