//! The sources that a question typed on the command line is searched in.

use crate::arguments::{RequestedKind, SearchOptions};
use crate::exit::Failure;
use crate::session;
use referee_literature::MechanismLookup;
use referee_records::Source;
use referee_text::FileId;
use referee_workspace::Snapshot;
use referee_workspace::settings::{Network, Settings};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// What a question that is typed in a folder is searched in.
pub(crate) struct SearchSources {
    /// The library, and the online sources where the author allowed them.
    pub(crate) sources: Vec<Arc<dyn Source>>,
    /// The services that know what acts on what, if the author allowed to search online.
    pub(crate) mechanisms: Option<MechanismLookup>,
    /// The folder that the evidence of its questions is kept for.
    pub(crate) root: PathBuf,
    /// The settings in force there.
    pub(crate) settings: Settings,
    /// What the settings, the libraries and the online services are at that moment.
    pub(crate) snapshot: Snapshot,
    /// A draft of that folder, which is not on disk: what is asked is asked for it.
    pub(crate) draft: FileId,
    /// Whether the draft that was named is a clinical note: what is said about it is redacted before it leaves.
    pub(crate) confidential: bool,
}

/// Opens the sources that the settings of the named folder or draft name; online ones where the author allows the
/// words they typed to be searched for there.
///
/// # Errors
///
/// Where the path does not exist, nothing can be searched, or `--online` is given for a clinical note.
pub(crate) fn search_sources(options: &SearchOptions) -> Result<SearchSources, Failure> {
    let path = crate::walk::absolute(&options.path)?;
    let folder = folder_of(&path)?;
    let SearchOptions { library, online, .. } = options;
    // Without --online nothing is searched there, whatever the settings allow.
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
        return Err(Failure::refused(
            "there is no library to search; make one with `referee library import FILE...`, or name files under `[library] files` in referee.toml",
        ));
    }
    let settings = snapshot.settings(&probe);
    let root = settings.folder.clone().unwrap_or(folder);
    Ok(SearchSources { sources, mechanisms, root, settings, snapshot, draft: probe, confidential })
}

/// The folder that evidence is kept for: the one with the referee.toml in force at `path`, else the folder of `path`.
///
/// # Errors
///
/// Where the path does not exist.
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

/// The folder that a path names or lies in.
fn folder_of(path: &Path) -> Result<PathBuf, Failure> {
    match std::fs::metadata(path) {
        Ok(data) if data.is_dir() => Ok(path.to_path_buf()),
        Ok(_) => Ok(path.parent().unwrap_or(path).to_path_buf()),
        Err(error) => Err(Failure::about(path.display(), error)),
    }
}
