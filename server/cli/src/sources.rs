//! The sources for a question typed on the command line.

use crate::arguments::{RequestedKind, SearchOptions};
use crate::exit::Failure;
use crate::session;
use referee_literature::MechanismLookup;
use referee_operations::nothing_to_search::NOTHING_TO_SEARCH;
use referee_records::Source;
use referee_text::FileId;
use referee_workspace::Snapshot;
use referee_workspace::settings::{Network, Settings};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The sources for a question typed in a folder.
pub(crate) struct SearchSources {
    /// The library, and the online sources if the author allowed them.
    pub(crate) sources: Vec<Arc<dyn Source>>,
    /// The services for mechanisms of action, if the author allowed online searches.
    pub(crate) mechanisms: Option<MechanismLookup>,
    /// The folder that the evidence belongs to.
    pub(crate) root: PathBuf,
    /// The effective settings of the folder.
    pub(crate) settings: Settings,
    /// A snapshot of the settings, the libraries and the online services.
    pub(crate) snapshot: Snapshot,
    /// A virtual draft in that folder, for which the question is asked.
    pub(crate) draft: FileId,
    /// Whether the given draft is a clinical note, so that text about it is redacted before it is
    /// sent.
    pub(crate) confidential: bool,
}

/// Opens the sources in the settings of the given folder or draft; online ones only if the author
/// allowed searches for the typed words.
///
/// # Errors
///
/// If the path does not exist, nothing can be searched, or `--online` is given for a clinical note.
pub(crate) fn search_sources(options: &SearchOptions) -> Result<SearchSources, Failure> {
    let path = crate::walk::absolute(&options.path)?;
    let folder = folder_of(&path)?;
    let SearchOptions { library, online, .. } = options;
    // Without --online nothing is searched online, whatever the settings allow.
    let mut session = session::open(session::layer(false, *online, RequestedKind::Auto, library.as_deref()));
    let probe = FileId::new(folder.join("question.md"));
    session.set_folders(vec![folder.clone()]);
    session.ask([FileId::new(folder.join("referee.toml"))]);
    let named = (path != folder).then(|| FileId::new(path));
    session.ask(named.clone());
    session.open(probe.clone(), "markdown", 1, "");
    let (_session, snapshot) = session::load(session);
    session::complain_about_settings(&snapshot);
    let mut sources = snapshot.with_context(&probe, |around| around.sources.to_vec());
    if let Some(zotero) = snapshot.zotero(&probe) {
        zotero.look();
        if !zotero.items().1.is_empty() {
            sources.push(Arc::new(zotero));
        }
    }
    let confidential = named.as_ref().is_some_and(|file| snapshot.is_confidential(file));
    let mut mechanisms = None;
    if *online {
        if confidential {
            return Err(Failure::refused(
                "this is a clinical note: no words for it are searched for online; leave --online out",
            ));
        }
        let searchers = snapshot.searchers(&probe, &CancellationToken::new());
        if searchers.is_empty() {
            let why = match snapshot.network(&probe) {
                Network::Deny => "`network` is \"deny\"",
                _ => "no online source is enabled",
            };
            return Err(Failure::refused(format!("nothing can be searched online: {why}")));
        }
        sources.extend(searchers);
        mechanisms = snapshot.mechanisms(&probe, &CancellationToken::new());
    }
    if sources.is_empty() {
        return Err(Failure::refused(NOTHING_TO_SEARCH));
    }
    let settings = snapshot.settings(&probe);
    let root = settings.folder.clone().unwrap_or(folder);
    Ok(SearchSources { sources, mechanisms, root, settings, snapshot, draft: probe, confidential })
}

/// Returns the folder that evidence belongs to: the one with the effective referee.toml at `path`,
/// otherwise the folder of `path`.
///
/// # Errors
///
/// If the path does not exist.
pub(crate) fn workspace_root(path: &Path) -> Result<PathBuf, Failure> {
    let path = crate::walk::absolute(path)?;
    let folder = folder_of(&path)?;
    let mut session = session::open(session::empty_layer());
    let probe = FileId::new(folder.join("question.md"));
    session.set_folders(vec![folder.clone()]);
    session.ask([FileId::new(folder.join("referee.toml"))]);
    session.open(probe.clone(), "markdown", 1, "");
    let (_session, snapshot) = session::load(session);
    Ok(snapshot.settings(&probe).folder.clone().unwrap_or(folder))
}

/// Returns the folder at a path, or the folder of the file at a path.
fn folder_of(path: &Path) -> Result<PathBuf, Failure> {
    match std::fs::metadata(path) {
        Ok(data) if data.is_dir() => Ok(path.to_path_buf()),
        Ok(_) => Ok(path.parent().unwrap_or(path).to_path_buf()),
        Err(error) => Err(Failure::about(path.display(), error)),
    }
}
