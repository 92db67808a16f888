//! The options of a gate, and the folders of this user.

use super::consent::Consent;
use super::site_pace::SitePace;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The maximum number of redirects of one request.
pub(super) const MAX_REDIRECTS: usize = 3;

/// The options of a gate.
#[derive(Clone, Debug)]
pub struct GateOptions {
    /// Whether the author allows network access.
    pub consent: Consent,
    /// The address at which services may contact the author; sent in the `User-Agent` to the
    /// services that ask for one.
    pub contact: Option<String>,
    /// The folder of the log and of the state shared with other processes of this machine. Created
    /// when needed.
    pub state: PathBuf,
    /// The timeouts for services.
    pub timeouts: Timeouts,
    /// Coordinates this machine with others of its site; `None` if it is alone.
    pub site_pace: Option<Arc<dyn SitePace>>,
}

impl GateOptions {
    /// Creates options that allow no request until consent is set, with the log in `state`.
    #[must_use]
    pub fn new(state: impl Into<PathBuf>) -> Self {
        GateOptions {
            consent: Consent::default(),
            contact: None,
            state: state.into(),
            timeouts: Timeouts::default(),
            site_pace: None,
        }
    }

    /// Returns the `User-Agent` in the form that services ask for: the program with the address of
    /// its project, and the author's address for the services that want it.
    pub(super) fn user_agent(&self, with_contact: bool) -> String {
        const PROGRAM: &str = concat!("referee/", env!("CARGO_PKG_VERSION"));
        const PROJECT: &str = env!("CARGO_PKG_REPOSITORY");
        let contact = self.contact.as_deref().map(str::trim).unwrap_or_default();
        let printable = contact.chars().all(|c| c.is_ascii_graphic());
        if !with_contact || contact.is_empty() || !printable {
            format!("{PROGRAM} (+{PROJECT})")
        } else {
            format!("{PROGRAM} (+{PROJECT}; mailto:{contact})")
        }
    }
}

/// The timeouts for services.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For the first response of a service that has not answered yet: the total for all requests to
    /// it.
    pub first_response: Duration,
    /// For one response of a service that has answered.
    pub response: Duration,
    /// For services that did not answer in time: one more wait when all other work is done.
    pub late_response: Duration,
    /// How long a service that failed is not asked.
    pub cool_down: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts {
            // Callers must get a result within 2 seconds; the rest of that time is for reporting
            // it.
            first_response: Duration::from_millis(1_700),
            response: Duration::from_secs(10),
            late_response: Duration::from_millis(3_500),
            cool_down: Duration::from_secs(30),
        }
    }
}

/// Returns the folder of the log and the shared limits: `REFEREE_STATE`, else
/// `$XDG_STATE_HOME/referee`, else `~/.local/state/referee`; on Windows `%LOCALAPPDATA%\referee`.
/// `None` if none of these variables is set.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    user_folder("REFEREE_STATE", "XDG_STATE_HOME", ".local/state")
}

/// Returns a folder of this user: the value of the variable `own`, else `referee` in the folder
/// given by the variable `xdg`, else `referee` in `~/home`.
pub(crate) fn user_folder(own: &str, xdg: &str, home: &str) -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = named(own) {
        return Some(folder);
    }
    if cfg!(windows)
        && let Some(folder) = named("LOCALAPPDATA")
    {
        return Some(folder.join("referee"));
    }
    // The XDG specification says to ignore relative paths in these variables.
    named(xdg)
        .filter(|folder| folder.is_absolute())
        .or_else(|| {
            named("HOME").filter(|folder| folder.is_absolute()).map(|folder| folder.join(Path::new(home)))
        })
        .map(|folder| folder.join("referee"))
}
