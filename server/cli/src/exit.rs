//! How a command ends: with an exit status, or with a failure that is told in one line.

use std::error::Error;
use std::fmt;
use std::process::ExitCode;

/// What a command ends with.
pub(crate) type CommandResult = Result<ExitCode, Failure>;

/// The exit status of a command that did its work and has something to object to, or found nothing.
pub(crate) const OBJECTION: u8 = 1;

/// The exit status of a command that could not do its work.
pub(crate) const COULD_NOT: u8 = 2;

/// The exit status of `check` if nothing was found, but not everything could be looked up.
pub(crate) const NOT_LOOKED_UP: u8 = 3;

/// Why a command could not do its work, in one line.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked for cannot be done; the text says why.
    Refused(String),
    /// An error of the crates below, told as it is.
    Error(Box<dyn Error + Send + Sync>),
    /// An error that needs the name of what it happened to, such as a file.
    About(String, Box<dyn Error + Send + Sync>),
}

impl Failure {
    /// A failure that says itself why: `message` is a clause without a full stop.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Failure::Refused(message.into())
    }

    /// An error that happened to `subject`: printed as `subject: error`.
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

/// The exit status of a run over several files: whether one of them could not be used decides.
pub(crate) fn status(failed: bool) -> ExitCode {
    if failed { ExitCode::from(COULD_NOT) } else { ExitCode::SUCCESS }
}
