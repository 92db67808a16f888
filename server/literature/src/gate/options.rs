//! The options of a gate, and the folders of this user.

use super::consent::Consent;
use super::site_pace::SitePace;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A request is passed on to another address so often at most.
pub(super) const MAX_REDIRECTS: usize = 3;

/// What a gate is made with.
#[derive(Clone, Debug)]
pub struct GateOptions {
    /// Whether the author allows the network.
    pub consent: Consent,
    /// The address that services may write to; in the `User-Agent` for the services that want one.
    pub contact: Option<String>,
    /// The folder for the log and for what is shared with other processes of this machine. Made when needed.
    pub state: PathBuf,
    /// How long to wait for services.
    pub timeouts: Timeouts,
    /// What gives this machine its turns among others of its site; `None` where it is alone.
    pub site_pace: Option<Arc<dyn SitePace>>,
}

impl GateOptions {
    /// A gate that lets nothing pass until its consent is set, and keeps its log in `state`.
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

    /// Who asks, as services want to know it: the program with the address of its project, and the author's address for
    /// the services that want it.
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

/// How long to wait for services.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For the first response of a service that has not answered anything yet: for all that is asked of it together.
    pub first_response: Duration,
    /// For one response of a service that has been answering.
    pub response: Duration,
    /// For services that did not answer in time, once more when all else is done.
    pub late_response: Duration,
    /// How long a service that failed is left alone.
    pub cool_down: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts {
            // What waits for it is to be told within 2 seconds; the rest is for telling.
            first_response: Duration::from_millis(1_700),
            response: Duration::from_secs(10),
            late_response: Duration::from_millis(3_500),
            cool_down: Duration::from_secs(30),
        }
    }
}

/// The folder where the log and the shared limits are kept: `REFEREE_STATE`, else `$XDG_STATE_HOME/referee`, else
/// `~/.local/state/referee`, on Windows `%LOCALAPPDATA%\referee`; `None` where none of these is known.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    user_folder("REFEREE_STATE", "XDG_STATE_HOME", ".local/state")
}

/// A folder of this user: named by `own`, else `referee` below the folder that `xdg` names, else below `~/home`.
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
    // Relative paths in these variables are to be ignored, says the XDG specification.
    named(xdg)
        .filter(|folder| folder.is_absolute())
        .or_else(|| {
            named("HOME").filter(|folder| folder.is_absolute()).map(|folder| folder.join(Path::new(home)))
        })
        .map(|folder| folder.join("referee"))
}
