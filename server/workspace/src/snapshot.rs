//! An immutable view of the workspace.

use crate::files::{Content, File, FileState};
use crate::folder_settings::{FolderSettings, Layers, SettingsCache, SettingsInputs, workspace_around};
use crate::graph::{Dangling, Graph, GraphInputs, Group};
use crate::judging::Judgements;
use crate::library::{LibraryPlace, Sources};
use crate::missing_attachments::MissingAttachments;
use crate::online::Online;
use crate::review_cache::ReviewCache;
use crate::settings::{Network, Settings};
use referee_bibliography::{Bibliography, Date};
use referee_citations::rules::{BibliographyFile, DraftFile};
use referee_citations::{EvidenceIndex, Judgement, Reference};
use referee_literature::Allowance;
use referee_records::Source;
use referee_syntax::{Citation, Document, Kind, SourcePlace, Target, identifier_in_key};
use referee_text::{FileId, Revision, Rope, Span};
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
}

impl Snapshot {
    pub(crate) fn new(parts: Parts) -> Self {
        Snapshot(Arc::new(Inner { parts, graph: OnceLock::new(), roots: OnceLock::new() }))
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
        let matters = |id: &FileId, file: &File| {
            let relates = matches!(file.content, Content::Draft(_) | Content::Bibliography(_));
            !relates || graph.holds(id)
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
            Some(FileState::Unreadable(reason)) => Some(reason.to_string()),
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
            Content::Bibliography(bibliography) => FileKind::Bibliography(Arc::clone(bibliography)),
            Content::Configuration(..) | Content::Project(..) => FileKind::Configuration,
        })
    }

    /// What a draft is for: by what the user says for all drafts, its own front matter, the editor's language, or
    /// the patterns in the settings.
    #[must_use]
    pub fn document_kind(&self, file: &FileId) -> Kind {
        let Some(read) = self.file(file) else { return Kind::Manuscript };
        match self.folder_settings(file).settings.values.documents_kind.as_str() {
            "manuscript" => return Kind::Manuscript,
            "clinical-note" => return Kind::ClinicalNote,
            _ => {}
        }
        if let Some(declared) = read.draft().and_then(|document| document.declared_kind()) {
            return declared;
        }
        if read.clinical || self.is_listed_as_note(file) { Kind::ClinicalNote } else { Kind::Manuscript }
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
            || read.draft().is_some_and(|document| document.declared_kind() == Some(Kind::ClinicalNote))
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

    /// The same, with its revision.
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

    /// What is wrong with the library that many share, for each of these files once: that it does not answer, or is not
    /// asked. No line of a workspace's settings names it, so no finding can say it.
    #[must_use]
    pub fn shared_library_complaints(&self, files: &[FileId]) -> BTreeSet<String> {
        let mut out = BTreeSet::new();
        for file in files {
            let folder = self.folder_settings(file);
            let of_sources = folder.sources.iter().flat_map(|sources| &sources.complaints);
            let about_it =
                folder.complaints.iter().chain(of_sources).filter(|(key, _)| *key == "library.url");
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
                let bibliography = Arc::clone(self.file(id)?.bibliography()?);
                Some(BibliographyFile { file: id.clone(), bibliography })
            })
            .collect()
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

    /// The citation at a place, with its span and group in offsets of the file. A cursor on the brackets around
    /// several keys is on none of them.
    #[must_use]
    pub fn citation_at(&self, file: &FileId, offset: usize) -> Option<Citation> {
        let document = self.file(file)?.draft()?;
        let index = document.blocks().index_at(offset)?;
        // A cursor behind the last character of a block stands at the start of the next one.
        let near = (index.saturating_sub(1)..=index).rev();
        let all = near.flat_map(|index| document.citations_in(index)).map(|cited| cited.to_citation());
        let on_it = |citation: &Citation| {
            // The marker in front of a key belongs to it.
            let marker = usize::from(matches!(citation.target, Target::Key(_)));
            Span::new((citation.span.start as usize).saturating_sub(marker), citation.span.end as usize)
                .touches(offset)
        };
        let all: Vec<Citation> = all.collect();
        all.iter()
            .find(|citation| on_it(citation))
            .or_else(|| {
                let mut around = all.iter().filter(|citation| citation.group.touches(offset));
                let only = around.next()?;
                around.all(|other| other.group != only.group).then_some(only)
            })
            .cloned()
    }

    /// The reference that a citation in `file` means; for several numbers the first.
    #[must_use]
    pub fn reference(&self, file: &FileId, citation: &Citation) -> Option<Reference> {
        match &citation.target {
            Target::Key(key) => {
                let from_entry = self.bibliographies(file).iter().find_map(|found| {
                    found.bibliography.get(key).map(|entry| Reference::from_entry(&found.file, &entry))
                });
                from_entry
                    .or_else(|| {
                        self.drafts(file)
                            .iter()
                            .find_map(|draft| list_items(draft).find(|reference| reference.label == *key))
                    })
                    .or_else(|| self.identifier_key(file, key, citation.span))
            }
            Target::Numbers(numbers) => {
                let number = numbers.first()?;
                let document = Arc::clone(self.file(file)?.draft()?);
                let draft = DraftFile { file: file.clone(), document };
                let label = format!("[{number}]");
                list_items(&draft).find(|reference| reference.label == label)
            }
            Target::Identifier(identifier) => {
                Some(Reference::from_identifier(file, identifier, citation.span))
            }
            Target::Malformed(..) | Target::Named(_) => None,
        }
    }

    /// The reference that a key makes by itself, being an identifier (`doi:10.1/x`), where no bibliography and no list of
    /// references has an item of that name; `span` is the place of the key.
    #[must_use]
    pub fn identifier_key(&self, file: &FileId, key: &str, span: Span) -> Option<Reference> {
        let identifier = identifier_in_key(key)?;
        let is_defined = self.bibliographies(file).iter().any(|found| found.bibliography.get(key).is_some())
            || self
                .drafts(file)
                .iter()
                .any(|draft| list_items(draft).any(|reference| reference.label == key));
        (!is_defined).then(|| Reference::from_identifier(file, &identifier, span))
    }

    /// What is known of a reference. Nothing is asked of any source here.
    #[must_use]
    pub fn judgement(&self, reference: &Reference) -> Option<Arc<Judgement>> {
        let sources = self.sources(&reference.file)?;
        self.0.parts.judgements.get(reference.fingerprint, &sources)
    }

    /// What is known of the reference with this fingerprint in a file: [`Snapshot::judgement`] without the cost of
    /// making the reference.
    #[must_use]
    pub fn judgement_of(&self, file: &FileId, fingerprint: u64) -> Option<Arc<Judgement>> {
        let sources = self.sources(file)?;
        self.0.parts.judgements.get(fingerprint, &sources)
    }

    /// On which day an online source was heard last about a reference, in this session.
    #[must_use]
    pub fn heard(&self, reference: &Reference) -> Option<Date> {
        let sources = self.sources(&reference.file)?;
        self.0.parts.judgements.heard(reference.fingerprint, &sources)
    }

    /// Judges a reference by what is on this machine and remembers it for every later view. `None` where there is
    /// nothing to judge by.
    pub fn judge(&self, reference: &Reference) -> Option<Arc<Judgement>> {
        let sources = self.sources(&reference.file).filter(|sources| !sources.is_empty())?;
        Some(self.0.parts.judgements.judge(reference, &sources))
    }

    /// Whether there is any source on this machine for a file.
    #[must_use]
    pub fn has_sources(&self, file: &FileId) -> bool {
        self.sources(file).is_some_and(|sources| !sources.is_empty())
    }

    /// Whether the libraries that the settings name for a file have been read.
    #[must_use]
    pub fn are_libraries_read(&self, file: &FileId) -> bool {
        self.sources(file).is_some()
    }

    /// Every place that cites `key` in the drafts that belong together with `file`.
    #[must_use]
    pub fn citations_of(&self, file: &FileId, key: &str) -> Vec<(FileId, Span)> {
        let mut out = Vec::new();
        for draft in self.drafts(file) {
            for cited in draft.document.citations() {
                if matches!(&cited.citation.target, Target::Key(name) if name == key) {
                    out.push((draft.file.clone(), cited.span));
                }
            }
        }
        out
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

    /// The same for the files of a folder.
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

/// The references that the list in a draft makes.
pub(crate) fn list_items(draft: &DraftFile) -> impl Iterator<Item = Reference> + '_ {
    draft
        .document
        .list_items()
        .map(|listed| Reference::from_list_item(&draft.file, &listed.item, listed.start))
}
