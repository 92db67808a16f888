//! An immutable snapshot of the workspace.

mod printed;
mod references;

pub(crate) use references::list_items;

use crate::files::{Content, File, FileState};
use crate::folder_settings::{FolderSettings, Layers, SettingsCache, SettingsInputs, workspace_around};
use crate::graph::{Dangling, Graph, GraphInputs, Group};
use crate::judging::Judgements;
use crate::library::{LibraryPlace, Sources};
use crate::missing_attachments::MissingAttachments;
use crate::online::Online;
use crate::papers::Shelves;
use crate::review_cache::ReviewCache;
use crate::settings::{Network, Settings};
use referee_bibliography::printed::ReferencePrinter;
use referee_bibliography::{Bibliography, Format as BibliographyFormat, Programs};
use referee_citations::EvidenceIndex;
use referee_citations::rules::{BibliographyFile, DraftFile};
use referee_literature::{Allowance, MechanismLookup};
use referee_records::Source;
use referee_syntax::{Document, DraftKind, SourcePlace};
use referee_text::{FileId, Language, Revision, Rope};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use tokio_util::sync::CancellationToken;

/// The kind of a file.
#[derive(Clone, Debug)]
pub enum FileKind {
    /// A draft.
    Draft(Arc<Document>),
    /// A bibliography.
    Bibliography(Arc<Bibliography>),
    /// A referee.toml, or the settings of a project.
    Configuration,
}

/// An immutable snapshot of the workspace at one moment.
#[derive(Clone)]
pub struct Snapshot(Arc<Inner>);

struct Inner {
    parts: Parts,
    graph: OnceLock<Graph>,
    roots: OnceLock<Vec<PathBuf>>,
    closed_chapters: OnceLock<Vec<FileId>>,
}

/// The parts that a session shares with its snapshots.
pub(crate) struct Parts {
    pub(crate) files: Arc<HashMap<FileId, FileState>>,
    pub(crate) open: Arc<BTreeSet<FileId>>,
    pub(crate) folders: Arc<Vec<PathBuf>>,
    pub(crate) layers: Arc<Layers>,
    pub(crate) granted: Arc<BTreeSet<PathBuf>>,
    pub(crate) evidence: Arc<HashMap<PathBuf, (Revision, Arc<EvidenceIndex>)>>,
    pub(crate) libraries: Arc<HashMap<LibraryPlace, Arc<Sources>>>,
    pub(crate) online: Arc<Online>,
    pub(crate) judgements: Arc<Judgements>,
    pub(crate) cache: Arc<ReviewCache>,
    pub(crate) shelves: Arc<Shelves>,
    pub(crate) settings: Arc<SettingsCache>,
    pub(crate) asked: Arc<BTreeSet<FileId>>,
    pub(crate) siblings: Arc<HashMap<PathBuf, Vec<FileId>>>,
    pub(crate) real_paths: Arc<HashMap<PathBuf, PathBuf>>,
    pub(crate) attachments: Arc<HashMap<FileId, MissingAttachments>>,
    /// The language of the editor, if it is known.
    pub(crate) locale: Option<Language>,
    /// The printer of references in citation styles, if the program has one.
    pub(crate) printer: Option<Arc<dyn ReferencePrinter>>,
}

impl Snapshot {
    pub(crate) fn new(parts: Parts) -> Self {
        Snapshot(Arc::new(Inner {
            parts,
            graph: OnceLock::new(),
            roots: OnceLock::new(),
            closed_chapters: OnceLock::new(),
        }))
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.0.parts
    }

    /// Returns the version of an open file in this snapshot.
    #[must_use]
    pub fn version(&self, file: &FileId) -> Option<i32> {
        self.file(file)?.version
    }

    /// Returns the open files.
    #[must_use]
    pub fn open_files(&self) -> Vec<FileId> {
        self.0.parts.open.iter().cloned().collect()
    }

    /// Whether the file is open.
    #[must_use]
    pub fn is_open(&self, file: &FileId) -> bool {
        self.0.parts.open.contains(file)
    }

    /// Returns every file that was read and is reachable from a file that is open or was requested,
    /// sorted by path.
    #[must_use]
    pub fn known_files(&self) -> Vec<FileId> {
        let graph = self.graph();
        let matters = |id: &FileId, file: &File| match file.content {
            Content::Draft(_) | Content::Bibliography(_) => graph.holds(id),
            Content::CitationStyle(_) => false,
            Content::Configuration(..) | Content::Project(..) => true,
        };
        let read = self.0.parts.files.iter().filter(|(id, state)| match state {
            FileState::Read(file) => matters(id, file),
            FileState::Missing | FileState::Unreadable(_) => false,
        });
        let mut out: Vec<FileId> = read.map(|(id, _)| id.clone()).collect();
        out.sort();
        out
    }

    /// Returns why a requested file could not be read; `None` if it was read.
    #[must_use]
    pub fn why_unread(&self, file: &FileId) -> Option<String> {
        match self.0.parts.files.get(file) {
            Some(FileState::Read(_)) => None,
            Some(FileState::Unreadable(reason)) => Some(reason.text(self.interface_language()).to_owned()),
            Some(FileState::Missing) | None => Some("there is no such file".to_owned()),
        }
    }

    /// Whether a file is read-only: a word-processor document, a PDF, a reference list exported by
    /// another program.
    #[must_use]
    pub fn is_read_only(&self, file: &FileId) -> bool {
        self.file(file).is_some_and(|read| read.is_read_only())
    }

    /// Returns descriptions of the parts of a file that could not be read, each as a clause.
    #[must_use]
    pub fn unread_parts(&self, file: &FileId) -> Vec<String> {
        self.file(file).map(|read| read.unread_parts.clone()).unwrap_or_default()
    }

    /// Returns the position of the byte `offset` in a document that is not plain text; `None` for
    /// every other file.
    #[must_use]
    pub fn source_place(&self, file: &FileId, offset: usize) -> Option<SourcePlace> {
        self.file(file)?.draft()?.source_place(offset)
    }

    /// Returns the text of a file, open or read from disk.
    #[must_use]
    pub fn text(&self, file: &FileId) -> Option<Rope> {
        self.file(file).map(|file| file.text().clone())
    }

    /// Returns the kind of a file, with its parsed content.
    #[must_use]
    pub fn kind(&self, file: &FileId) -> Option<FileKind> {
        Some(match &self.file(file)?.content {
            Content::Draft(document) => FileKind::Draft(Arc::clone(document)),
            Content::Bibliography(bibliography) => {
                FileKind::Bibliography(self.as_printed(file, bibliography))
            }
            Content::Configuration(..) | Content::Project(..) => FileKind::Configuration,
            Content::CitationStyle(_) => return None,
        })
    }

    /// Returns the purpose of a draft, from the user's setting for all drafts, its own front
    /// matter, the editor's language id, or the patterns in the settings.
    #[must_use]
    pub fn document_kind(&self, file: &FileId) -> DraftKind {
        let Some(read) = self.file(file) else { return DraftKind::Manuscript };
        match self.folder_settings(file).settings.values.documents_kind.as_str() {
            "manuscript" => return DraftKind::Manuscript,
            "clinical-note" => return DraftKind::ClinicalNote,
            _ => {}
        }
        if let Some(declared) = read.draft().and_then(|document| document.declared_kind()) {
            return declared;
        }
        if read.clinical || self.is_listed_as_note(file) {
            DraftKind::ClinicalNote
        } else {
            DraftKind::Manuscript
        }
    }

    /// Whether the settings list a file as a clinical note.
    fn is_listed_as_note(&self, file: &FileId) -> bool {
        self.folder_settings(file).is_listed_as_note(file, &self.0.parts.folders)
    }

    /// Whether only identifiers of the file's references may ever leave this machine: it is
    /// declared a clinical note by its front matter, by the editor or by the settings; or it is a
    /// bibliography of such a note.
    #[must_use]
    pub fn is_confidential(&self, file: &FileId) -> bool {
        let Some(read) = self.file(file) else { return true };
        if self.folder_settings(file).settings.are_all_notes {
            return true;
        }
        if read.bibliography().is_some() {
            let drafts = self.group(file).map(|group| group.drafts.clone()).unwrap_or_default();
            return drafts.iter().any(|draft| draft != file && self.is_confidential(draft));
        }
        read.clinical
            || self.is_listed_as_note(file)
            || read.draft().is_some_and(|document| document.declared_kind() == Some(DraftKind::ClinicalNote))
    }

    /// Returns the workspace of a file for consent: the workspace folder that contains it,
    /// otherwise the folder of the file.
    #[must_use]
    pub fn workspace_of(&self, file: &FileId) -> PathBuf {
        workspace_around(&self.0.parts.folders, self.folder_of(file)).to_path_buf()
    }

    /// Returns the folder of a file; an unsaved buffer belongs to the workspace.
    fn folder_of<'a>(&'a self, file: &'a FileId) -> &'a Path {
        match file.folder() {
            folder if folder.is_absolute() => folder,
            _ => self.0.parts.folders.first().map_or(Path::new(""), PathBuf::as_path),
        }
    }

    /// Returns the index of the evidence for a file, if any.
    #[must_use]
    pub fn evidence(&self, file: &FileId) -> Option<Arc<EvidenceIndex>> {
        self.revised_evidence(file).map(|(_, index)| index)
    }

    /// Returns the index of the evidence for a file, with its revision.
    pub(crate) fn revised_evidence(&self, file: &FileId) -> Option<(Revision, Arc<EvidenceIndex>)> {
        let folder = self.folder_of(file);
        let around = self.0.parts.evidence.iter().filter(|(root, _)| folder.starts_with(root));
        let nearest = around.max_by_key(|(root, _)| root.components().count());
        nearest.map(|(_, (revision, index))| (*revision, Arc::clone(index)))
    }

    /// Returns whether references of a file may be looked up online: by the settings, or, if they
    /// say `ask`, by the author's answer for the workspace.
    #[must_use]
    pub fn network(&self, file: &FileId) -> Network {
        self.folder_settings(file).network
    }

    /// Returns the author's Zotero on this machine, which is monitored from now on; does not wait
    /// for its answers. `None` if the settings disable it, or the network is denied.
    #[must_use]
    pub fn zotero(&self, file: &FileId) -> Option<referee_literature::Zotero> {
        let folder = self.folder_settings(file);
        let zotero = self.0.parts.online.zotero(&folder.settings, folder.network)?;
        zotero.follow();
        Some(zotero)
    }

    /// Whether there are online sources, allowed or not.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.0.parts.online.is_connected()
    }

    /// Allows requests if any open file may look references up, otherwise stops them, including
    /// those in progress.
    pub fn sync_network_permission(&self) {
        let allowed = self.open_files().iter().any(|file| self.network(file) == Network::Allow);
        self.0.parts.online.open(allowed);
    }

    /// Returns the online services as sources for a subject search with words that the author
    /// released; they send requests when searched. Empty if the network is not allowed or the file
    /// is confidential.
    #[must_use]
    pub fn searchers(&self, file: &FileId, cancel: &CancellationToken) -> Vec<Arc<dyn Source>> {
        if self.network(file) != Network::Allow || self.is_confidential(file) {
            return Vec::new();
        }
        let Some(lookup) = self.sources(file).and_then(|sources| sources.lookup.clone()) else {
            return Vec::new();
        };
        self.0.parts.online.open(true);
        lookup.searchers(Allowance::Everything, cancel)
    }

    /// Returns the services for mechanisms of action, for names that the author released. `None` if
    /// the network is not allowed or the file is confidential.
    #[must_use]
    pub fn mechanisms(&self, file: &FileId, cancel: &CancellationToken) -> Option<MechanismLookup> {
        if self.network(file) != Network::Allow || self.is_confidential(file) {
            return None;
        }
        let lookup = self.sources(file)?.lookup.clone()?;
        self.0.parts.online.open(true);
        Some(lookup.mechanisms(cancel))
    }

    /// Returns the hosts for queries about mechanisms.
    #[must_use]
    pub fn mechanism_hosts(&self, file: &FileId) -> Vec<String> {
        crate::online::OnlineSettings::of(&self.folder_settings(file).settings).mechanism_hosts()
    }

    /// Returns the hosts for searches by words.
    #[must_use]
    pub fn search_hosts(&self, file: &FileId) -> Vec<String> {
        crate::online::OnlineSettings::of(&self.folder_settings(file).settings).search_hosts()
    }

    /// Returns the hosts for look-ups of a file's references.
    #[must_use]
    pub fn hosts(&self, file: &FileId) -> Vec<String> {
        crate::online::OnlineSettings::of(&self.folder_settings(file).settings).hosts()
    }

    /// Returns the inputs of the critic for a draft other than its text.
    pub(crate) fn critic_setting(&self, file: &FileId) -> referee_critic::Setting {
        use referee_critic::{Journal, Profile, Region, Setting};
        let kind = self.document_kind(file);
        let folder = self.folder_settings(file);
        let settings = &folder.settings;
        let declared = self.file(file).and_then(|read| read.draft()?.front_matter()?.profile);
        let profile = declared
            .and_then(|named| Profile::parse(&named.name))
            .or_else(|| Profile::parse(&settings.values.critic_profile))
            .or_else(|| Profile::of_file_name(&file.name(), kind));
        let model_elsewhere = !settings.values.llm_model.is_empty()
            && !referee_literature::gate::is_local(&settings.values.llm_base_url);
        let region = Region::parse(&settings.values.critic_region);
        let journal = Journal::parse(&settings.values.critic_journal);
        Setting { kind, profile, region, journal, model_elsewhere, cell_lines: folder.cell_lines.clone() }
    }

    /// Returns the effective settings for a file.
    #[must_use]
    pub fn settings(&self, file: &FileId) -> Settings {
        self.folder_settings(file).settings.clone()
    }

    /// Returns the errors in libraries that are not in a workspace's settings, and therefore have
    /// no finding, without duplicates for all of these files: a shared one that does not answer or
    /// may not be contacted, a local one that cannot be read.
    #[must_use]
    pub fn library_complaints(&self, files: &[FileId]) -> BTreeSet<String> {
        let mut out = BTreeSet::new();
        for file in files {
            let folder = self.folder_settings(file);
            let of_sources = folder.sources.iter().flat_map(|sources| &sources.complaints);
            let is_path_told = self.settings(file).is_said_by_workspace("library.path");
            let about_it = (folder.complaints.iter().chain(of_sources))
                .filter(|(key, _)| *key == "library.url" || *key == "library.path" && !is_path_told);
            out.extend(about_it.map(|(_, message)| message.clone()));
        }
        out
    }

    /// Returns the bibliographies of a file.
    #[must_use]
    pub fn bibliographies(&self, file: &FileId) -> Vec<BibliographyFile> {
        let Some(group) = self.group(file) else { return Vec::new() };
        group
            .bibliographies
            .iter()
            .filter_map(|id| {
                let bibliography = printed_by(self.file(id)?.bibliography()?, group.setup.programs());
                Some(BibliographyFile { file: id.clone(), bibliography })
            })
            .collect()
    }

    /// Returns a bibliography as printed by the programs that build its drafts.
    pub(crate) fn as_printed(&self, file: &FileId, bibliography: &Arc<Bibliography>) -> Arc<Bibliography> {
        printed_by(bibliography, self.group(file).map(|group| group.setup.programs()).unwrap_or_default())
    }

    /// Returns the drafts in the group of a file, including itself if it is a draft.
    #[must_use]
    pub fn drafts(&self, file: &FileId) -> Vec<DraftFile> {
        let Some(group) = self.group(file) else { return Vec::new() };
        group
            .drafts
            .iter()
            .filter_map(|id| {
                Some(DraftFile { file: id.clone(), document: Arc::clone(self.file(id)?.draft()?) })
            })
            .collect()
    }

    /// Returns the drafts that a draft includes directly and indirectly (`\\input`, `#include`):
    /// the chapters of a paper. Clinical notes are excluded unless the draft is one itself.
    #[must_use]
    pub fn included(&self, file: &FileId) -> Vec<FileId> {
        let confidential = self.is_confidential(file);
        let mut out = self.graph().included(file);
        out.retain(|other| {
            let is_draft = self.file(other).is_some_and(|read| read.draft().is_some());
            is_draft && (confidential || !self.is_confidential(other))
        });
        out
    }

    /// Returns the chapters of open drafts ([`Snapshot::included`]) that are not open themselves,
    /// without duplicates. Their text is that on disk.
    #[must_use]
    pub fn closed_chapters(&self) -> &[FileId] {
        self.0.closed_chapters.get_or_init(|| {
            let mut out: Vec<FileId> = Vec::new();
            for chapter in self.0.parts.open.iter().flat_map(|file| self.included(file)) {
                if !self.is_open(&chapter) && !out.contains(&chapter) {
                    out.push(chapter);
                }
            }
            out
        })
    }

    /// Returns the BibTeX files of open drafts that are not open themselves, without duplicates.
    #[must_use]
    pub fn closed_bibliographies(&self) -> Vec<FileId> {
        let drafts = self
            .0
            .parts
            .open
            .iter()
            .filter(|file| self.file(file).is_some_and(|read| read.draft().is_some()));
        let named = drafts.flat_map(|draft| self.bibliographies(draft));
        let bibtex = named.filter(|named| named.bibliography.format() == BibliographyFormat::Bibtex);
        let closed: BTreeSet<FileId> =
            bibtex.map(|named| named.file).filter(|file| !self.is_open(file)).collect();
        closed.into_iter().collect()
    }

    /// Whether reachable files are still being read, so that the chapters of drafts are not known
    /// yet.
    #[must_use]
    pub fn is_reading(&self) -> bool {
        let graph = self.graph();
        let mut folders = graph.wanted_folders.iter();
        !graph.wanted.is_empty() || folders.any(|folder| !self.0.parts.siblings.contains_key(folder))
    }

    pub(crate) fn file(&self, file: &FileId) -> Option<&Arc<File>> {
        match self.0.parts.files.get(file) {
            Some(FileState::Read(file)) => Some(file),
            _ => None,
        }
    }

    pub(crate) fn graph(&self) -> &Graph {
        let parts = &self.0.parts;
        self.0.graph.get_or_init(|| {
            Graph::make(GraphInputs {
                files: &parts.files,
                folders: &parts.folders,
                open: &parts.open,
                asked: &parts.asked,
                siblings: &parts.siblings,
                sources: &|file| self.sources_by_settings(file),
                with_styles: parts.printer.is_some(),
            })
        })
    }

    /// Returns the sources of a note, from the note itself or the settings: the files that were read.
    #[must_use]
    pub fn note_sources(&self, file: &FileId) -> &[FileId] {
        self.graph().sources(file)
    }

    /// Returns the names of a note's sources in the settings.
    fn sources_by_settings(&self, file: &FileId) -> Vec<String> {
        let folder = self.folder_settings(file);
        let patterns = &folder.settings.values.documents_sources;
        if patterns.is_empty() || !self.is_clinical_by_settings(file) {
            return Vec::new();
        }
        let stem = file.path().file_stem().unwrap_or_default().to_string_lossy();
        // A star is the name of the note too: the transcripts of other visits are not its sources.
        let name = |pattern: &String| {
            let (folders, rest) = match pattern.strip_prefix("**/") {
                Some(rest) => ("**/", rest),
                None => ("", pattern.as_str()),
            };
            let rest = rest.replace("{stem}", &stem);
            let is_absolute = Path::new(&rest).is_absolute();
            if is_absolute { rest } else { format!("{folders}{}", rest.replace('*', &stem)) }
        };
        patterns.iter().map(name).collect()
    }

    /// Whether a file is a clinical note, which is asked while the files around it are not known yet.
    fn is_clinical_by_settings(&self, file: &FileId) -> bool {
        self.document_kind(file) == DraftKind::ClinicalNote
    }

    /// The folders that make the workspace.
    pub(crate) fn roots(&self) -> &[PathBuf] {
        self.0.roots.get_or_init(|| self.find_roots())
    }

    pub(crate) fn group(&self, file: &FileId) -> Option<&Arc<Group>> {
        self.graph().group(file)
    }

    pub(crate) fn dangling(&self, file: &FileId) -> &[Dangling] {
        self.graph().dangling(file)
    }

    pub(crate) fn cache(&self) -> &ReviewCache {
        &self.0.parts.cache
    }

    pub(crate) fn online(&self) -> &Online {
        &self.0.parts.online
    }

    pub(crate) fn judgements(&self) -> &Judgements {
        &self.0.parts.judgements
    }

    pub(crate) fn sources(&self, file: &FileId) -> Option<Arc<Sources>> {
        let sources = self.folder_settings(file).sources.clone()?;
        Some(if sources.has_remote_library() {
            sources.for_file(self.is_confidential(file))
        } else {
            sources
        })
    }

    /// Returns the effective settings for a file and their consequences.
    pub(crate) fn folder_settings(&self, file: &FileId) -> Arc<FolderSettings> {
        self.settings_of_folder(self.folder_of(file))
    }

    /// Returns the effective settings for the files of a folder.
    pub(crate) fn settings_of_folder(&self, folder: &Path) -> Arc<FolderSettings> {
        let parts = &self.0.parts;
        parts.settings.get(
            folder,
            SettingsInputs {
                files: &parts.files,
                folders: &parts.folders,
                layers: &parts.layers,
                granted: &parts.granted,
                libraries: &parts.libraries,
                online: &parts.online,
            },
        )
    }
}

/// Returns a bibliography as printed by these programs.
fn printed_by(bibliography: &Arc<Bibliography>, programs: Programs) -> Arc<Bibliography> {
    match bibliography.programs() == programs {
        true => Arc::clone(bibliography),
        false => Arc::new(bibliography.as_printed_by(programs)),
    }
}
