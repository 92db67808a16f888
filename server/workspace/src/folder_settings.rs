//! The settings of a folder and their consequences, computed once for all snapshots until something
//! changes.

use crate::files::FileState;
use crate::library::{LibraryPlace, Sources};
use crate::online::Online;
use crate::papers::PaperFolder;
use crate::registry;
use crate::settings::{Layer, Network, Settings};
use globset::{Glob, GlobSet, GlobSetBuilder};
use referee_critic::analysis::cell_lines::CellLines;
use referee_findings::{Rule, Severity};
use referee_text::FileId;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The layers of settings that are the same for every folder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    /// Layers below the workspace file.
    pub(crate) user: Vec<Arc<Layer>>,
    /// Layers above the workspace file, by rank.
    pub(crate) above: BTreeMap<u8, Arc<Layer>>,
    /// Whether files of the workspace are ignored: their settings and their suppressions.
    pub(crate) isolated: bool,
}

/// The inputs from which the settings of a folder are computed.
#[derive(Clone, Copy)]
pub(crate) struct SettingsInputs<'a> {
    pub(crate) files: &'a HashMap<FileId, FileState>,
    /// The folders of the workspace.
    pub(crate) folders: &'a [PathBuf],
    pub(crate) layers: &'a Layers,
    /// The workspaces whose author allowed online look-ups.
    pub(crate) granted: &'a BTreeSet<PathBuf>,
    pub(crate) libraries: &'a HashMap<LibraryPlace, Arc<Sources>>,
    pub(crate) online: &'a Online,
}

/// The settings of a folder and their consequences.
pub(crate) struct FolderSettings {
    pub(crate) settings: Settings,
    /// Whether references may be looked up online, including the author's answer.
    pub(crate) network: Network,
    /// The locations of the libraries.
    pub(crate) library: LibraryPlace,
    /// The sources; `None` until the libraries have been read.
    pub(crate) sources: Option<Arc<Sources>>,
    /// The author's list of problematic cell lines, if it can be read.
    pub(crate) cell_lines: Option<Arc<CellLines>>,
    /// The errors about the locations of libraries, each with its setting.
    pub(crate) complaints: Vec<(&'static str, String)>,
    /// The hash of all values; it changes whenever one of them does.
    pub(crate) hash: u64,
    /// The explicit severities of rules; `None` is off.
    severities: HashMap<&'static str, Option<Severity>>,
    /// The patterns of clinical notes in the user's own settings.
    own_notes: GlobSet,
    /// The patterns in workspace files, each with the folder of its file.
    notes_of_folders: Vec<(PathBuf, GlobSet)>,
}

/// The settings of the folders requested so far. A session replaces the cache whenever one of their
/// inputs changes, so that it is never stale.
#[derive(Default)]
pub(crate) struct SettingsCache(Mutex<HashMap<PathBuf, Arc<FolderSettings>>>);

impl SettingsCache {
    /// Returns the settings of a folder.
    pub(crate) fn get(&self, folder: &Path, inputs: SettingsInputs<'_>) -> Arc<FolderSettings> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(folder) {
            return Arc::clone(found);
        }
        let made = Arc::new(FolderSettings::make(folder, inputs));
        known.insert(folder.to_path_buf(), Arc::clone(&made));
        made
    }
}

impl FolderSettings {
    fn make(folder: &Path, inputs: SettingsInputs<'_>) -> Self {
        let settings = settings_for(folder, inputs.files, inputs.layers);
        let network = match settings.network() {
            Network::Ask if inputs.granted.contains(workspace_around(inputs.folders, folder)) => {
                Network::Allow
            }
            network => network,
        };
        let (library, mut complaints) = LibraryPlace::of(&settings);
        complaints.extend(PaperFolder::of(&settings).1);
        let cell_lines = match cell_lines(&settings.values.critic_cell_lines) {
            Ok(lines) => lines,
            Err(error) => {
                complaints
                    .push(("critic.cell_lines", format!("The list of cell lines cannot be read: {error}.")));
                None
            }
        };
        let sources =
            inputs.libraries.get(&library).map(|local| inputs.online.join(local, &settings, network));
        let mut hasher = DefaultHasher::new();
        settings.folder.hash(&mut hasher);
        for (path, value, _) in settings.explain() {
            (path, value.to_string()).hash(&mut hasher);
        }
        let said =
            registry::all().flat_map(Rule::ids).filter_map(|id| Some((id, settings.said_severity(id)?)));
        FolderSettings {
            network,
            library,
            sources,
            cell_lines,
            complaints,
            hash: hasher.finish(),
            severities: said.collect(),
            own_notes: globs(&settings.own_notes),
            notes_of_folders: settings
                .notes_of_folders
                .iter()
                .map(|(folder, patterns)| (folder.clone(), globs(patterns)))
                .collect(),
            settings,
        }
    }

    /// Returns the severity of a rule; `own` is its default, or that of a remark; `None` is off.
    pub(crate) fn severity(&self, rule: &str, own: Option<Severity>) -> Option<Severity> {
        self.severities.get(rule).copied().unwrap_or(own)
    }

    /// Returns the severity of a finding: the author's setting for its kind, else for the rule, else `own`.
    pub(crate) fn severity_of(
        &self,
        rule: &Rule,
        kind: Option<&str>,
        own: Option<Severity>,
    ) -> Option<Severity> {
        let of_kind = kind.and_then(|kind| self.severities.get(kind).copied());
        of_kind.unwrap_or_else(|| self.severity(rule.id, own))
    }

    /// Whether the settings list a file as a clinical note. Patterns in a workspace file are relative to its folder;
    /// the user's own patterns, to each folder of the workspace and each folder of a workspace file.
    pub(crate) fn is_listed_as_note(&self, file: &FileId, folders: &[PathBuf]) -> bool {
        let path = file.path();
        let lists = |notes: &GlobSet, base: &Path| {
            !notes.is_empty() && path.strip_prefix(base).is_ok_and(|name| notes.is_match(name))
        };
        let bases = || folders.iter().chain(self.notes_of_folders.iter().map(|(folder, _)| folder));
        (!self.own_notes.is_empty() && self.own_notes.is_match(path))
            || bases().any(|base| lists(&self.own_notes, base))
            || self.notes_of_folders.iter().any(|(base, notes)| lists(notes, base))
    }
}

/// The maximum size of a list of cell lines, in bytes; the flat file of Cellosaurus has about 120
/// MB.
const MAX_LIST_BYTES: u64 = 256 << 20;

/// Reads the user's list of cell lines; `None` if the setting is empty.
fn cell_lines(path: &str) -> std::io::Result<Option<Arc<CellLines>>> {
    if path.is_empty() {
        return Ok(None);
    }
    let path = crate::settings::expand_home(path);
    if std::fs::metadata(&path)?.len() > MAX_LIST_BYTES {
        return Err(std::io::Error::new(std::io::ErrorKind::FileTooLarge, "it is too large"));
    }
    let bytes = std::fs::read(&path)?;
    Ok(Some(Arc::new(CellLines::read(&String::from_utf8_lossy(&bytes)))))
}

/// Compiles the valid patterns. Invalid ones are reported at their position.
fn globs(patterns: &[String]) -> GlobSet {
    let mut set = GlobSetBuilder::new();
    for glob in patterns.iter().filter_map(|pattern| Glob::new(pattern).ok()) {
        set.add(glob);
    }
    set.build().unwrap_or_default()
}

/// Returns the innermost workspace folder that contains a folder, or otherwise the folder itself.
pub(crate) fn workspace_around<'a>(folders: &'a [PathBuf], folder: &'a Path) -> &'a Path {
    let holds = |root: &&PathBuf| folder.starts_with(root);
    let around = folders.iter().filter(holds).max_by_key(|root| root.components().count());
    around.map_or(folder, PathBuf::as_path)
}

/// Iterates over the possible paths of referee.toml for a folder, nearest first.
pub(crate) fn configurations(folder: &Path) -> impl Iterator<Item = FileId> + '_ {
    folder
        .ancestors()
        .filter(|ancestor| !ancestor.as_os_str().is_empty())
        .map(|ancestor| FileId::new(ancestor.join("referee.toml")))
}

/// Returns the effective settings for the files of a folder.
pub(crate) fn settings_for(folder: &Path, files: &HashMap<FileId, FileState>, layers: &Layers) -> Settings {
    let mut said =
        configurations(folder).filter(|_| !layers.isolated).filter_map(|id| match files.get(&id) {
            Some(FileState::Read(file)) => file.layer().cloned(),
            _ => None,
        });
    let nearest = said.next();
    let outer: Vec<Arc<Layer>> = said.collect();
    let all: Vec<Arc<Layer>> =
        layers.user.iter().cloned().chain(nearest).chain(layers.above.values().cloned()).collect();
    Settings::merge_within(&all, &outer)
}
