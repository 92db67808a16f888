//! The libraries that a workspace's settings name.

use crate::settings::Settings;
use crate::stamp::Stamp;
use referee_literature::library::changing_file;
use referee_literature::{InMemoryLibrary, Library, LookupScheduler};
use referee_records::{Completeness, Source};
use referee_text::Revision;
use std::path::PathBuf;
use std::sync::Arc;

/// Where the libraries of a workspace are, and what they hold completely.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LibraryPlace {
    /// Plain files that are read into memory.
    pub files: Vec<PathBuf>,
    /// The folder of the library on disk.
    pub folder: PathBuf,
    /// What they hold completely.
    pub complete: Vec<String>,
}

/// The sources that answer for a workspace, and what was wrong with them.
pub struct Sources {
    /// Changes when anything that they answer may change.
    pub generation: u64,
    /// The sources, in the order in which they are asked.
    pub all: Vec<Arc<dyn Source>>,
    /// What was wrong, with the setting that it is about: `library.files`, `library.path`, `library.complete`.
    pub complaints: Vec<(&'static str, String)>,
    /// How the files looked that they were made from.
    looks: Vec<(PathBuf, Stamp)>,
    /// The scheduler whose sources are among them.
    pub(crate) lookup: Option<LookupScheduler>,
}

impl std::fmt::Debug for Sources {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.all.iter().map(|source| source.name()).collect();
        f.debug_struct("Sources")
            .field("generation", &self.generation)
            .field("all", &names)
            .finish_non_exhaustive()
    }
}

impl LibraryPlace {
    /// The place that the settings of a folder name.
    #[must_use]
    pub fn of(settings: &Settings) -> (Self, Vec<(&'static str, String)>) {
        let mut complaints = Vec::new();
        let mut files = Vec::new();
        for name in &settings.values.library_files {
            let Some(folder) = &settings.folder else {
                files.push(crate::settings::expand_home(name));
                continue;
            };
            let path = crate::paths::join(folder, name);
            if path.starts_with(folder) {
                files.push(path);
            } else {
                complaints.push((
                    "library.files",
                    format!("`{name}` lies outside of the workspace, and files named by a workspace file must lie inside it; it is not read."),
                ));
            }
        }
        (
            LibraryPlace {
                files,
                folder: settings.library_folder(),
                complete: settings.values.library_complete.clone(),
            },
            complaints,
        )
    }
}

impl Sources {
    /// Reads the files and opens the library. Never fails: what is wrong is in `complaints`.
    #[must_use]
    pub fn open(place: &LibraryPlace) -> Self {
        let mut sources = Sources {
            generation: Revision::next().get(),
            all: Vec::new(),
            complaints: Vec::new(),
            lookup: None,
            // Before they are read: what changes meanwhile is seen the next time.
            looks: place
                .files
                .iter()
                .cloned()
                .chain([changing_file(&place.folder)])
                .map(|path| {
                    let seen = Stamp::of(&path);
                    (path, seen)
                })
                .collect(),
        };
        sources.fill(place);
        sources
    }

    /// Sources that were made elsewhere; no file stands behind them.
    pub(crate) fn of(all: Vec<Arc<dyn Source>>) -> Self {
        Sources {
            generation: Revision::next().get(),
            all,
            complaints: Vec::new(),
            looks: Vec::new(),
            lookup: None,
        }
    }

    /// The same with the sources of a look-up scheduler behind them.
    pub(crate) fn with_lookup(&self, lookup: LookupScheduler) -> Self {
        Sources {
            generation: Revision::next().get(),
            all: self.all.iter().cloned().chain(lookup.sources()).collect(),
            complaints: self.complaints.clone(),
            lookup: Some(lookup),
            looks: self.looks.clone(),
        }
    }

    fn fill(&mut self, place: &LibraryPlace) {
        let (complete, unknown) = Completeness::read(&place.complete);
        self.complaints.extend(unknown.into_iter().map(|error| ("library.complete", error.to_string())));
        let mut records = Vec::new();
        for path in &place.files {
            match referee_literature::read_records(path) {
                Ok(file) => {
                    for damage in file.damage {
                        self.complaints.push(("library.files", format!("{}: {damage}", path.display())));
                    }
                    records.extend(file.records);
                }
                Err(error) => self.complaints.push(("library.files", format!("{}: {error}", path.display()))),
            }
        }
        if !records.is_empty() {
            self.all.push(Arc::new(InMemoryLibrary::from_records(records, complete.clone())));
        }
        match Library::open(&place.folder) {
            Ok(Some(library)) => self.all.push(Arc::new(library.with_completeness(complete))),
            Ok(None) => {}
            Err(error) => self.complaints.push(("library.path", error.to_string())),
        }
    }

    /// Whether what they were made from has changed: another process has imported something, or the library was
    /// made or removed.
    #[must_use]
    pub fn are_stale(&self) -> bool {
        self.looks.iter().any(|(path, seen)| Stamp::of(path) != *seen)
    }

    /// Whether there is nothing to ask.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
