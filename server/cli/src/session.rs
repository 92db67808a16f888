//! Opens a session for a command: the layers of settings, and their errors.

use crate::arguments::{LookupOptions, RequestedKind};
use crate::exit::Failure;
use crate::{output, progress};
use referee_literature::cache;
use referee_literature::papers::PaperStore;
pub(crate) use referee_operations::lock;
use referee_postgres::DatabaseAddress;
use referee_text::FileId;
use referee_workspace::settings::{Layer, Network, Origin, Settings, user_file};
use referee_workspace::{FileKind, Folders, Session, Snapshot, load_pending_observed};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;

/// The minimum number of files for which a progress bar is shown.
const MANY_FILES: usize = 8;

/// Opens a session with the settings of the user, of the environment and of the command line.
/// Errors in the first two are printed to standard error.
pub(crate) fn open(command_line: Layer) -> Session {
    let mut session = Session::new(user_settings(), environment_layer(), command_line);
    session.connect(Folders::of_user());
    if let Some(folder) = cache::folder() {
        session.use_papers(PaperStore::new(&folder));
    }
    for complaint in session.complaints() {
        output::complain(&complaint);
    }
    session
}

/// Opens a session that reads settings and bibliographies, without a library. It prints no errors, because
/// [`open`] prints the same ones.
pub(crate) fn settings_only(command_line: Layer) -> Session {
    Session::new(user_settings(), environment_layer(), command_line)
}

/// Reads all pending files of a session, and returns the session with its snapshot.
pub(crate) fn load(session: Session) -> (Mutex<Session>, Snapshot) {
    let session = Mutex::new(session);
    let bar = progress::bar(0, "Reading files {bar:30} {pos}/{len}  {elapsed}");
    load_pending_observed(&session, &|read, of| {
        // A few files are read before a bar would be visible.
        if of >= MANY_FILES {
            bar.set_length(of as u64);
            bar.set_position(read as u64);
        }
    });
    bar.finish_and_clear();
    let snapshot = lock(&session).snapshot();
    (session, snapshot)
}

/// Returns the path of the user's config.toml, which may not exist.
pub(crate) fn own_settings_file() -> Option<PathBuf> {
    user_file(|name| std::env::var(name).ok())
}

/// Returns the user's config.toml and its text; `None` if it does not exist or cannot be read.
fn user_settings() -> Option<(PathBuf, String)> {
    let path = own_settings_file()?;
    let text = std::fs::read_to_string(&path).ok()?;
    Some((path, text))
}

/// Returns the settings layer of the `REFEREE_…` environment variables.
fn environment_layer() -> Layer {
    Layer::from_environment(
        std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))),
    )
}

/// Returns the settings of the user and of the environment alone, for values that a workspace
/// cannot set, such as a database. [`open`] reports their errors.
pub(crate) fn own_settings() -> Settings {
    let user = user_settings().map(|(path, text)| Layer::from_toml(Origin::UserFile(path), &text));
    let layers: Vec<Arc<Layer>> = user.into_iter().chain([environment_layer()]).map(Arc::new).collect();
    Settings::merge(&layers)
}

/// Returns the effective settings of the current folder, so that a workspace's restrictions apply
/// to commands in it.
///
/// # Errors
///
/// If the current folder cannot be determined.
pub(crate) fn settings_here() -> std::io::Result<Settings> {
    let here = std::env::current_dir()?;
    let mut session = open(empty_layer());
    session.ask([FileId::new(here.join("referee.toml"))]);
    let (_session, snapshot) = load(session);
    Ok(snapshot.settings(&FileId::new(here.join("draft.md"))))
}

/// Returns the address of the database in the setting `library.url`; `None` if it is empty.
///
/// # Errors
///
/// If the address is invalid, or is on another machine while the network is denied.
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

/// Returns the settings layer of a command line without options.
pub(crate) fn empty_layer() -> Layer {
    Layer::new(Origin::CommandLine)
}

/// Returns the settings layer of a command that judges drafts of this kind: `offline` and `online`
/// control look-ups, `library` overrides the folder of the library.
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

/// Returns the settings layer of a command that judges drafts, from the shared options.
pub(crate) fn lookup_layer(lookup: &LookupOptions, kind: RequestedKind) -> Layer {
    layer(lookup.offline, lookup.online, kind, lookup.library.as_deref())
}

/// Prints each error in a referee.toml or a library as one line on standard error.
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
