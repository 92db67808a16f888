//! Opening a session for one command: which settings count, and what is wrong with them.

use crate::arguments::{LookupOptions, RequestedKind};
use crate::exit::Failure;
use crate::{output, progress};
pub(crate) use referee_check::lock;
use referee_postgres::DatabaseAddress;
use referee_text::FileId;
use referee_workspace::settings::{Layer, Network, Origin, Settings, user_file};
use referee_workspace::{FileKind, Folders, Session, Snapshot, load_pending_observed};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;

/// From how many files on their reading is shown.
const MANY_FILES: usize = 8;

/// A session with the settings of the user, of the environment and of the command line. What is wrong with the first
/// two is said once on standard error.
pub(crate) fn open(command_line: Layer) -> Session {
    let mut session = Session::new(user_settings(), environment_layer(), command_line);
    session.connect(Folders::of_user());
    for complaint in session.complaints() {
        output::complain(&complaint);
    }
    session
}

/// Reads all files that a session waits for, and returns the session with its snapshot.
pub(crate) fn load(session: Session) -> (Mutex<Session>, Snapshot) {
    let session = Mutex::new(session);
    let bar = progress::bar(0, "Reading files {bar:30} {pos}/{len}  {elapsed}");
    load_pending_observed(&session, &|read, of| {
        // A few files are read before anybody sees a bar.
        if of >= MANY_FILES {
            bar.set_length(of as u64);
            bar.set_position(read as u64);
        }
    });
    bar.finish_and_clear();
    let snapshot = lock(&session).snapshot();
    (session, snapshot)
}

/// The user's config.toml and its text; `None` where there is none, or it cannot be read.
fn user_settings() -> Option<(PathBuf, String)> {
    let path = user_file(|name| std::env::var(name).ok())?;
    let text = std::fs::read_to_string(&path).ok()?;
    Some((path, text))
}

/// The settings layer of the `REFEREE_…` variables of the environment.
fn environment_layer() -> Layer {
    Layer::from_environment(
        std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))),
    )
}

/// The settings of the user and of the environment alone, for what no workspace can name, such as a database.
/// [`open`] says what is wrong with them.
pub(crate) fn own_settings() -> Settings {
    let user = user_settings().map(|(path, text)| Layer::from_toml(Origin::UserFile(path), &text));
    let layers: Vec<Arc<Layer>> = user.into_iter().chain([environment_layer()]).map(Arc::new).collect();
    Settings::merge(&layers)
}

/// The settings in force where the command was typed: what a workspace forbids holds for what is typed in it.
///
/// # Errors
///
/// Where the current folder cannot be determined.
pub(crate) fn settings_here() -> std::io::Result<Settings> {
    let here = std::env::current_dir()?;
    let mut session = open(empty_layer());
    session.ask([FileId::new(here.join("referee.toml"))]);
    let (_session, snapshot) = load(session);
    Ok(snapshot.settings(&FileId::new(here.join("draft.md"))))
}

/// The address of the database that the settings name in `library.url`; `None` where they name none.
///
/// # Errors
///
/// Where it is no address, or that of another machine while no network is allowed.
pub(crate) fn shared_database(settings: &Settings) -> Result<Option<DatabaseAddress>, Failure> {
    let url = settings.values.library_url.trim();
    if url.is_empty() {
        return Ok(None);
    }
    let address: DatabaseAddress = url.parse().map_err(|error| Failure::about("library.url", error))?;
    if settings.network() == Network::Deny && !address.is_on_this_machine() {
        return Err(Failure::refused(format!("{address} is on another machine, and no network is allowed")));
    }
    Ok(Some(address))
}

/// The settings layer of a command line that sets nothing.
pub(crate) fn empty_layer() -> Layer {
    Layer::new(Origin::CommandLine)
}

/// The settings layer of a command that judges drafts of this kind: `offline` and `online` say whether anything is looked
/// up, `library` names the folder of the library in place of the settings'.
pub(crate) fn layer(offline: bool, online: bool, kind: RequestedKind, library: Option<&Path>) -> Layer {
    let mut layer = empty_layer();
    if offline {
        layer.set("network", Value::from("deny"));
    }
    if online {
        layer.set("network", Value::from("allow"));
    }
    match kind {
        RequestedKind::Auto => {}
        RequestedKind::Manuscript => layer.set("documents.kind", Value::from("manuscript")),
        RequestedKind::ClinicalNote => layer.set("documents.kind", Value::from("clinical-note")),
    }
    if let Some(folder) = library {
        let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        layer.set("library.path", Value::from(absolute.to_string_lossy()));
    }
    layer
}

/// The settings layer of a command that judges drafts, by the options that these commands share.
pub(crate) fn lookup_layer(lookup: &LookupOptions, kind: RequestedKind) -> Layer {
    layer(lookup.offline, lookup.online, kind, lookup.library.as_deref())
}

/// Says each thing that is wrong with a referee.toml, or with a library, in one line on standard error.
pub(crate) fn complain_about_settings(snapshot: &Snapshot) {
    let files = snapshot.known_files();
    for complaint in snapshot.library_complaints(&files) {
        output::complain(&complaint);
    }
    for file in files {
        if !matches!(snapshot.kind(&file), Some(FileKind::Configuration)) {
            continue;
        }
        let Some(review) = snapshot.review(&file, &CancellationToken::new()) else { continue };
        let Some(text) = snapshot.text(&file) else { continue };
        for finding in review.findings {
            let line = text.byte_to_line((finding.span.start as usize).min(text.len_bytes())) + 1;
            output::complain(&format!("{}:{line}: {}", output::shown(file.path()), finding.message));
        }
    }
}
