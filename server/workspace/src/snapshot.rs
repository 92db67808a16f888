//! An immutable view of the workspace.

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

/// What a file is to referee.
#[derive(Clone, Debug)]
pub enum FileKind {
    /// A draft.
    Draft(Arc<Document>),
    /// A bibliography.
    Bibliography(Arc<Bibliography>),
    /// A referee.toml, or a project's settings.
    Configuration,
}

/// An immutable view of the workspace at one moment.
#[derive(Clone)]
pub struct Snapshot(Arc<Inner>);

struct Inner {
    parts: Parts,
    graph: OnceLock<Graph>,
    roots: OnceLock<Vec<PathBuf>>,
    closed_chapters: OnceLock<Vec<FileId>>,
}

/// What a session lends to its views.
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
    pub(crate) settings: Arc<SettingsCache>,
    pub(crate) asked: Arc<BTreeSet<FileId>>,
    pub(crate) siblings: Arc<HashMap<PathBuf, Vec<FileId>>>,
    pub(crate) real_paths: Arc<HashMap<PathBuf, PathBuf>>,
    pub(crate) attachments: Arc<HashMap<FileId, MissingAttachments>>,
    /// The language of the editor, where it named one.
    pub(crate) locale: Option<Language>,
    /// Prints references in citation styles, where the program has something that does.
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

    /// The version of an open file in this view.
    #[must_use]
    pub fn version(&self, file: &FileId) -> Option<i32> {
        self.file(file)?.version
    }

    /// The files that are open.
    #[must_use]
    pub fn open_files(&self) -> Vec<FileId> {
        self.0.parts.open.iter().cloned().collect()
    }

    /// Whether the file is open.
    #[must_use]
    pub fn is_open(&self, file: &FileId) -> bool {
        self.0.parts.open.contains(file)
    }

    /// Every file that was read and that an open file or one that was asked for leads to, in the order of the paths.
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

    /// Why a file that was asked for could not be read; `None` where it was.
    #[must_use]
    pub fn why_unread(&self, file: &FileId) -> Option<String> {
        match self.0.parts.files.get(file) {
            Some(FileState::Read(_)) => None,
            Some(FileState::Unreadable(reason)) => Some(reason.text(self.interface_language()).to_owned()),
            Some(FileState::Missing) | None => Some("there is no such file".to_owned()),
        }
    }

    /// Whether a file is only read, and no edit of it would be one: a document of a word processor, a PDF, a list of
    /// references that another program exported.
    #[must_use]
    pub fn is_read_only(&self, file: &FileId) -> bool {
        self.file(file).is_some_and(|read| read.is_read_only())
    }

    /// What of a file could not be read although the rest was, a part of a sentence each.
    #[must_use]
    pub fn unread_parts(&self, file: &FileId) -> Vec<String> {
        self.file(file).map(|read| read.unread_parts.clone()).unwrap_or_default()
    }

    /// Where in a document that is no plain text the byte `offset` of its text stands; `None` in every other file.
    #[must_use]
    pub fn source_place(&self, file: &FileId, offset: usize) -> Option<SourcePlace> {
        self.file(file)?.draft()?.source_place(offset)
    }

    /// The text of a file, open or read from disk.
    #[must_use]
    pub fn text(&self, file: &FileId) -> Option<Rope> {
        self.file(file).map(|file| file.text().clone())
    }

    /// What a file is, and what was read from it.
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

    /// What a draft is for: by what the user says for all drafts, its own front matter, the editor's language, or
    /// the patterns in the settings.
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

    /// Whether nothing but identifiers of the file's references may ever leave this machine: it is a clinical note
    /// by what it says of itself, by the editor or by the settings, whichever says so; or a bibliography that such
    /// a note cites from.
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

    /// The workspace that a file belongs to, as far as consent goes: the folder of the workspace that holds it, or
    /// else its own folder.
    #[must_use]
    pub fn workspace_of(&self, file: &FileId) -> PathBuf {
        workspace_around(&self.0.parts.folders, self.folder_of(file)).to_path_buf()
    }

    /// The folder of a file; an unsaved buffer belongs to the workspace.
    fn folder_of<'a>(&'a self, file: &'a FileId) -> &'a Path {
        match file.folder() {
            folder if folder.is_absolute() => folder,
            _ => self.0.parts.folders.first().map_or(Path::new(""), PathBuf::as_path),
        }
    }

    /// What the evidence around a file holds; `None` where there is none.
    #[must_use]
    pub fn evidence(&self, file: &FileId) -> Option<Arc<EvidenceIndex>> {
        self.revised_evidence(file).map(|(_, index)| index)
    }

    /// The evidence that belongs to a file, with its revision.
    pub(crate) fn revised_evidence(&self, file: &FileId) -> Option<(Revision, Arc<EvidenceIndex>)> {
        let folder = self.folder_of(file);
        let around = self.0.parts.evidence.iter().filter(|(root, _)| folder.starts_with(root));
        let nearest = around.max_by_key(|(root, _)| root.components().count());
        nearest.map(|(_, (revision, index))| (*revision, Arc::clone(index)))
    }

    /// Whether references of a file may be looked up online: by the settings, and where these say `ask` by what
    /// the author answered for the workspace.
    #[must_use]
    pub fn network(&self, file: &FileId) -> Network {
        self.folder_settings(file).network
    }

    /// The author's Zotero on this machine, which is followed from now on; what it has not told yet is not waited for.
    /// None where the settings switch it off, or nothing may be asked.
    #[must_use]
    pub fn zotero(&self, file: &FileId) -> Option<referee_literature::Zotero> {
        let folder = self.folder_settings(file);
        let zotero = self.0.parts.online.zotero(&folder.settings, folder.network)?;
        zotero.follow();
        Some(zotero)
    }

    /// Whether there are online sources at all, allowed or not.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.0.parts.online.is_connected()
    }

    /// Lets requests pass as far as some open file may look references up, and breaks off what is under way where
    /// none may any more.
    pub fn sync_network_permission(&self) {
        let allowed = self.open_files().iter().any(|file| self.network(file) == Network::Allow);
        self.0.parts.online.open(allowed);
    }

    /// The online services as sources that can be searched by subject, for words that the author gives out: they ask
    /// when they are searched. None where the network is not allowed, and none for what is confidential.
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

    /// The services that know what acts on what, for names that the author gives out. `None` if the network is not
    /// allowed or the file is confidential.
    #[must_use]
    pub fn mechanisms(&self, file: &FileId, cancel: &CancellationToken) -> Option<MechanismLookup> {
        if self.network(file) != Network::Allow || self.is_confidential(file) {
            return None;
        }
        let lookup = self.sources(file)?.lookup.clone()?;
        self.0.parts.online.open(true);
        Some(lookup.mechanisms(cancel))
    }

    /// The hosts that would be asked what acts on what.
    #[must_use]
    pub fn mechanism_hosts(&self, file: &FileId) -> Vec<String> {
        crate::online::OnlineSettings::of(&self.folder_settings(file).settings).mechanism_hosts()
    }

    /// The hosts that references of a file would be looked up at.
    #[must_use]
    pub fn hosts(&self, file: &FileId) -> Vec<String> {
        crate::online::OnlineSettings::of(&self.folder_settings(file).settings).hosts()
    }

    /// What decides, beside the text, what the critic says about a draft.
    pub(crate) fn critic_setting(&self, file: &FileId) -> referee_critic::Setting {
        use referee_critic::{Profile, Region, Setting};
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
        Setting { kind, profile, region, model_elsewhere, cell_lines: folder.cell_lines.clone() }
    }

    /// The settings in force for a file.
    #[must_use]
    pub fn settings(&self, file: &FileId) -> Settings {
        self.folder_settings(file).settings.clone()
    }

    /// What is wrong with the libraries that no line of a workspace's settings names, so that no finding can say it, once
    /// for all of these files: one that many share does not answer or is not asked, one on this machine cannot be read.
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

    /// The bibliographies that count for a file.
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

    /// A bibliography as the programs that build its drafts print it.
    pub(crate) fn as_printed(&self, file: &FileId, bibliography: &Arc<Bibliography>) -> Arc<Bibliography> {
        printed_by(bibliography, self.group(file).map(|group| group.setup.programs()).unwrap_or_default())
    }

    /// The drafts that belong together with a file, itself included where it is one.
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

    /// The drafts that a draft takes in (`\\input`, `#include`), and those that these take in: the chapters of a paper.
    /// Clinical notes are left out unless the draft is one itself.
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

    /// The chapters of open drafts ([`Snapshot::included`]) that are not open themselves, each once. Their text is the one
    /// on disk.
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

    /// The BibTeX files that open drafts name and that are not open themselves, each once.
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

    /// Whether files are still to be read that the open ones lead to: which chapters a draft has is not known yet.
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
                with_styles: parts.printer.is_some(),
            })
        })
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

    /// The settings in force for a file and what they lead to.
    pub(crate) fn folder_settings(&self, file: &FileId) -> Arc<FolderSettings> {
        self.settings_of_folder(self.folder_of(file))
    }

    /// The settings in force for the files of a folder.
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

/// A bibliography as these programs print it.
fn printed_by(bibliography: &Arc<Bibliography>, programs: Programs) -> Arc<Bibliography> {
    match bibliography.programs() == programs {
        true => Arc::clone(bibliography),
        false => Arc::new(bibliography.as_printed_by(programs)),
    }
}
