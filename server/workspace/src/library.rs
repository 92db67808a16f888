//! The libraries in a workspace's settings.

use crate::settings::{Network, Settings};
use crate::stamp::Stamp;
use referee_literature::cache::SharedAnswers;
use referee_literature::library::changing_file;
use referee_literature::plain_file::is_plain_file;
use referee_literature::retractions;
use referee_literature::{InMemoryLibrary, Library, LibraryError, LookupScheduler};
use referee_postgres::{DatabaseAddress, DatabaseError, PoolLimits, SharedLibrary};
use referee_records::{Completeness, Source};
use referee_text::Revision;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The locations of a workspace's libraries, and the collections that they contain completely.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LibraryPlace {
    /// Plain files that are read into memory.
    pub files: Vec<PathBuf>,
    /// The folder of the library on disk.
    pub folder: PathBuf,
    /// The address of a shared library.
    pub shared: Option<SharedAddress>,
    /// The collections that they contain completely.
    pub complete: Vec<String>,
    /// The complete collections in the user's own settings, if a workspace file declares others.
    pub own_complete: Option<Vec<String>>,
    /// The folder that must contain the files, with links resolved; `None` if the user's own
    /// settings list the files.
    pub inside: Option<PathBuf>,
    /// The maximum size of the files, in MB.
    pub max_megabytes: u64,
}

/// The address of a shared library in the settings. It is never printed, because it may contain a
/// password.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct SharedAddress(String);

impl SharedAddress {
    /// Returns the address in the settings, valid or not; may be empty.
    pub(crate) fn named_by(settings: &Settings) -> Self {
        SharedAddress(settings.values.library_url.trim().to_owned())
    }
}

impl std::fmt::Debug for SharedAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SharedAddress(…)")
    }
}

/// The sources for a workspace, and the errors in them.
pub struct Sources {
    /// Changes whenever any of their answers may change.
    pub generation: u64,
    /// The sources in the order in which they are queried.
    pub all: Vec<Arc<dyn Source>>,
    /// The same sources with the tables of retracted works, which lack records: they judge
    /// references.
    pub(crate) judging: Vec<Arc<dyn Source>>,
    retraction_tables: Vec<Arc<dyn Source>>,
    /// The errors, each with its setting: `library.files`, `library.path`, `library.url`,
    /// `library.complete`.
    pub complaints: Vec<(&'static str, String)>,
    /// The state of the files when they were read.
    looks: Vec<(PathBuf, Stamp)>,
    /// The sources without the records and declarations of a workspace file; `None` if there are
    /// none of those.
    pub(crate) impartial: Option<Vec<Arc<dyn Source>>>,
    /// The scheduler of the online sources among them.
    pub(crate) lookup: Option<LookupScheduler>,
    /// The shared library, and its change counter when these sources were created.
    shared: Option<(Arc<SharedLibrary>, u64)>,
    /// The same sources for files whose content must stay on this machine except for identifiers,
    /// if one of the sources is remote; `None` if all are local.
    confidential: Option<Arc<Sources>>,
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
    /// Returns the locations in the settings of a folder, with their errors.
    #[must_use]
    pub fn of(settings: &Settings) -> (Self, Vec<(&'static str, String)>) {
        let mut complaints = Vec::new();
        let mut files = Vec::new();
        let inside = settings.folder.clone().filter(|_| settings.is_said_by_workspace("library.files"));
        for name in &settings.values.library_files {
            let path = match (&inside, &settings.folder) {
                (Some(folder), _) => crate::paths::join(folder, name),
                (None, Some(folder)) => folder.join(crate::settings::expand_home(name)),
                (None, None) => crate::settings::expand_home(name),
            };
            if inside.as_ref().is_none_or(|folder| path.starts_with(folder)) {
                files.push(path);
            } else {
                complaints.push(("library.files", Unreadable::Outside { name: name.clone() }.to_string()));
            }
        }
        let own_complete = settings
            .own
            .as_ref()
            .filter(|_| settings.is_said_by_workspace("library.complete"))
            .map(|own| own.values.library_complete.clone());
        (
            LibraryPlace {
                files,
                folder: settings.library_folder(),
                shared: shared_address(settings, &mut complaints),
                complete: settings.values.library_complete.clone(),
                own_complete,
                inside,
                max_megabytes: u64::from(settings.values.documents_max_size),
            },
            complaints,
        )
    }
}

/// Returns the address of the shared library, if the settings contain one that may be contacted.
fn shared_address(
    settings: &Settings,
    complaints: &mut Vec<(&'static str, String)>,
) -> Option<SharedAddress> {
    let named = SharedAddress::named_by(settings);
    if named.0.is_empty() {
        return None;
    }
    match named.0.parse::<DatabaseAddress>() {
        Ok(address) if settings.network() == Network::Deny && !address.is_on_this_machine() => {
            complaints.push((
                "library.url",
                format!("The shared library at {address} is not asked: it is on another machine, and no network is allowed."),
            ));
            None
        }
        Ok(_) => Some(named),
        Err(error) => {
            complaints.push(("library.url", error.to_string()));
            None
        }
    }
}

/// The reason why a file in `library.files` is not read.
#[derive(Debug, thiserror::Error)]
enum Unreadable {
    #[error(
        "`{name}` lies outside of the workspace, and files named by a workspace file must lie inside it, links followed; it is not read."
    )]
    Outside { name: String },
    #[error("{}: it is not a plain file; it is not read", .0.display())]
    NotAFile(PathBuf),
    #[error("{}: it has {megabytes} MB; files over {max_megabytes} MB are not read (the setting documents.max_size)", path.display())]
    TooLarge { path: PathBuf, megabytes: u64, max_megabytes: u64 },
    #[error("{}: {source}", path.display())]
    Disk { path: PathBuf, source: std::io::Error },
}

impl LibraryPlace {
    /// Returns the resolved path of a file, if it may be read.
    fn readable(&self, path: &Path) -> Result<PathBuf, Unreadable> {
        let disk = |source| Unreadable::Disk { path: path.to_path_buf(), source };
        let real = path.canonicalize().map_err(disk)?;
        if let Some(folder) = &self.inside {
            let folder = folder.canonicalize().map_err(disk)?;
            if !real.starts_with(folder) {
                return Err(Unreadable::Outside { name: path.display().to_string() });
            }
        }
        let metadata = real.metadata().map_err(disk)?;
        if !is_plain_file(&real, &metadata) {
            return Err(Unreadable::NotAFile(path.to_path_buf()));
        }
        if metadata.len() > self.max_megabytes << 20 {
            return Err(Unreadable::TooLarge {
                path: path.to_path_buf(),
                megabytes: metadata.len().div_ceil(1 << 20),
                max_megabytes: self.max_megabytes,
            });
        }
        Ok(real)
    }
}

/// Opens the library in a folder, or the shards of a shared one; `None` if there is neither.
fn open_folder(folder: &Path, complete: Completeness) -> Result<Option<Arc<dyn Source>>, LibraryError> {
    let shards = Library::open_shards(folder)?;
    let library = if shards.is_some() { shards } else { Library::open(folder)? };
    Ok(library.map(|library| Arc::new(library.with_completeness(complete)) as Arc<dyn Source>))
}

impl Sources {
    /// Reads the files and opens the library. Never fails: errors are in `complaints`.
    #[must_use]
    pub fn open(place: &LibraryPlace) -> Self {
        let mut sources = Sources {
            generation: Revision::next().get(),
            all: Vec::new(),
            judging: Vec::new(),
            retraction_tables: Vec::new(),
            complaints: Vec::new(),
            impartial: None,
            lookup: None,
            shared: None,
            confidential: None,
            // Before they are read: a change in the meantime is then noticed the next time.
            looks: place
                .files
                .iter()
                .cloned()
                .chain([changing_file(&place.folder)])
                .chain(retractions::user_file())
                .map(|path| {
                    let seen = Stamp::of(&path);
                    (path, seen)
                })
                .collect(),
        };
        sources.fill(place);
        sources.add_retraction_tables();
        sources.add_shared(place);
        sources.judging = sources.sources_to_judge_by();
        sources
    }

    /// Adds the tables of retracted works on this machine. They lack records, and cannot confirm
    /// a workspace's references.
    fn add_retraction_tables(&mut self) {
        let (tables, error) = retractions::current();
        if let Some(error) = error {
            let text = format!("{error}; the table of retractions that is part of the program is used");
            self.complaints.push(("library.path", text));
        }
        let tables = tables.into_iter().map(|table| Arc::new(table) as Arc<dyn Source>);
        self.retraction_tables = tables.collect();
        let tables = &self.retraction_tables;
        self.impartial.iter_mut().for_each(|impartial| impartial.extend(tables.iter().cloned()));
    }

    /// Adds the shared library after the local ones. It is kept even if it does not answer: a
    /// verdict that needs it stays open until it does.
    fn add_shared(&mut self, place: &LibraryPlace) {
        let Some(SharedAddress(url)) = &place.shared else { return };
        if let Err(error) = self.try_add_shared(url, place) {
            self.complaints.push(("library.url", error.to_string()));
        }
    }

    fn try_add_shared(&mut self, url: &str, place: &LibraryPlace) -> Result<(), DatabaseError> {
        let address: DatabaseAddress = url.parse()?;
        let open = |complete: &[String]| {
            let (complete, _) = Completeness::read(complete);
            SharedLibrary::new(&address, PoolLimits::default())
                .map(|library| library.with_completeness(complete))
        };
        let library = Arc::new(open(&place.complete)?);
        if let Err(error) = library.check() {
            self.complaints.push(("library.url", error.to_string()));
        }
        if !address.is_on_this_machine() {
            let closed = |complete: &[String]| -> Result<Arc<dyn Source>, DatabaseError> {
                Ok(Arc::new(open(complete)?.for_identifiers_only()))
            };
            let all = self.all.iter().cloned().chain([closed(&place.complete)?]).collect();
            let mut confidential = Sources::of(all);
            confidential.retraction_tables.clone_from(&self.retraction_tables);
            confidential.judging = confidential.sources_to_judge_by();
            confidential.complaints.clone_from(&self.complaints);
            confidential.impartial.clone_from(&self.impartial);
            if let Some(impartial) = &mut confidential.impartial {
                impartial.push(closed(place.own_complete.as_ref().unwrap_or(&place.complete))?);
            }
            self.confidential = Some(Arc::new(confidential));
        }
        let impartial: Option<Arc<dyn Source>> = match (&self.impartial, &place.own_complete) {
            (None, _) => None,
            (Some(_), None) => Some(Arc::clone(&library) as Arc<dyn Source>),
            (Some(_), Some(own)) => Some(Arc::new(open(own)?)),
        };
        if let (Some(all), Some(own)) = (&mut self.impartial, impartial) {
            all.push(own);
        }
        self.all.push(Arc::clone(&library) as Arc<dyn Source>);
        let changes = library.changes();
        self.shared = Some((library, changes));
        Ok(())
    }

    /// Returns the answers of online services that the users of the shared library share.
    pub(crate) fn shared_answers(&self) -> Option<Arc<dyn SharedAnswers>> {
        self.shared.as_ref().map(|(library, _)| Arc::new(library.answers()) as Arc<dyn SharedAnswers>)
    }

    /// Whether one of them is a library on another machine.
    pub(crate) fn has_remote_library(&self) -> bool {
        self.confidential.is_some()
    }

    /// Returns the sources for a file: for a confidential one, remote sources get only identifiers.
    pub(crate) fn for_file(self: &Arc<Self>, is_confidential: bool) -> Arc<Self> {
        match &self.confidential {
            Some(confidential) if is_confidential => Arc::clone(confidential),
            _ => Arc::clone(self),
        }
    }

    /// Creates sources that do not depend on files.
    pub(crate) fn of(all: Vec<Arc<dyn Source>>) -> Self {
        Sources {
            generation: Revision::next().get(),
            judging: all.clone(),
            all,
            retraction_tables: Vec::new(),
            complaints: Vec::new(),
            looks: Vec::new(),
            impartial: None,
            lookup: None,
            shared: None,
            confidential: None,
        }
    }

    /// Returns the libraries, followed by the sources of a look-up scheduler.
    pub(crate) fn with_lookup(&self, lookup: LookupScheduler) -> Self {
        Sources {
            generation: Revision::next().get(),
            all: self.all.iter().cloned().chain(lookup.sources()).collect(),
            judging: self.judging.iter().cloned().chain(lookup.sources()).collect(),
            retraction_tables: self.retraction_tables.clone(),
            complaints: self.complaints.clone(),
            impartial: self
                .impartial
                .as_ref()
                .map(|local| local.iter().cloned().chain(lookup.sources()).collect()),
            confidential: self
                .confidential
                .as_ref()
                .map(|sources| Arc::new(sources.with_lookup(lookup.clone()))),
            lookup: Some(lookup),
            looks: self.looks.clone(),
            shared: self.shared.clone(),
        }
    }

    fn fill(&mut self, place: &LibraryPlace) {
        let (complete, unknown) = Completeness::read(&place.complete);
        self.complaints.extend(unknown.into_iter().map(|error| ("library.complete", error.to_string())));
        let mut records = Vec::new();
        for path in &place.files {
            let real = match place.readable(path) {
                Ok(real) => real,
                Err(reason) => {
                    self.complaints.push(("library.files", reason.to_string()));
                    continue;
                }
            };
            match referee_literature::read_records(&real) {
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
        let own_records = self.all.len();
        match open_folder(&place.folder, complete) {
            Ok(library) => self.all.extend(library),
            Err(error) => self.complaints.push(("library.path", error.to_string())),
        }
        let brings_records = place.inside.is_some() && own_records > 0;
        if !brings_records && place.own_complete.is_none() {
            return;
        }
        let mut impartial: Vec<Arc<dyn Source>> = Vec::new();
        if let Some(own) = &place.own_complete {
            let (complete, _) = Completeness::read(own);
            if place.inside.is_none() {
                impartial.extend(self.all.iter().take(own_records).cloned());
            }
            // Its errors have already been reported.
            if let Ok(library) = open_folder(&place.folder, complete) {
                impartial.extend(library);
            }
        } else {
            impartial.extend(self.all.iter().skip(own_records).cloned());
        }
        self.impartial = Some(impartial);
    }

    /// Whether their inputs have changed: another process has imported records, or the library was
    /// created or removed.
    #[must_use]
    pub(crate) fn are_stale(&self) -> bool {
        self.looks.iter().any(|(path, seen)| Stamp::of(path) != *seen)
            || self.shared.as_ref().is_some_and(|(library, seen)| library.changes() != *seen)
    }

    /// Whether references can be judged: by a source, or at least by the tables of retracted works.
    #[must_use]
    pub(crate) fn can_judge(&self) -> bool {
        !self.judging.is_empty()
    }

    fn sources_to_judge_by(&self) -> Vec<Arc<dyn Source>> {
        self.all.iter().chain(&self.retraction_tables).cloned().collect()
    }

    /// Whether the list of sources is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
