//! An immutable view of the workspace.

use crate::files::{Content, File, State};
use crate::graph::{Dangling, Graph, Group};
use crate::judging::Judgements;
use crate::library::{LibraryPlace, Sources};
use crate::online::Online;
use crate::review::{self, Memory, Review};
use crate::session::{Layers, settings_for};
use crate::settings::{Network, Settings};
use referee_bibliography::{Bibliography, Date};
use referee_citations::rules::{BibliographyFile, DraftFile, RuleContext};
use referee_citations::{EvidenceIndex, Judgement, Reference};
use referee_findings::{Finding, Fix};
use referee_literature::Allowance;
use referee_records::Source;
use referee_syntax::{Citation, Document, Kind, Target};
use referee_text::{FileId, Rope, Span};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
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
    settings: Mutex<HashMap<PathBuf, Arc<FolderSettings>>>,
}

/// What a session lends to its views.
pub(crate) struct Parts {
    pub(crate) files: Arc<HashMap<FileId, State>>,
    pub(crate) open: Arc<BTreeSet<FileId>>,
    pub(crate) folders: Arc<Vec<PathBuf>>,
    pub(crate) layers: Arc<Layers>,
    pub(crate) granted: Arc<BTreeSet<PathBuf>>,
    pub(crate) evidence: Arc<HashMap<PathBuf, Arc<EvidenceIndex>>>,
    pub(crate) libraries: Arc<HashMap<LibraryPlace, Arc<Sources>>>,
    pub(crate) online: Arc<Online>,
    pub(crate) judgements: Arc<Judgements>,
    pub(crate) memory: Arc<Memory>,
}

/// The settings of a folder and what they lead to.
pub(crate) struct FolderSettings {
    pub(crate) settings: Settings,
    /// Whether references may be looked up online, with the author's answer.
    pub(crate) network: Network,
    pub(crate) sources: Option<Arc<Sources>>,
    pub(crate) complaints: Vec<(&'static str, String)>,
}

impl Snapshot {
    pub(crate) fn new(parts: Parts) -> Self {
        Snapshot(Arc::new(Inner { parts, graph: OnceLock::new(), settings: Mutex::default() }))
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

    /// Every file that was read, open or from disk, in the order of the paths.
    #[must_use]
    pub fn known_files(&self) -> Vec<FileId> {
        let mut out: Vec<FileId> = self
            .0
            .parts
            .files
            .iter()
            .filter(|(_, state)| matches!(state, State::Read(_)))
            .map(|(id, _)| id.clone())
            .collect();
        out.sort();
        out
    }

    /// Why a file that was asked for could not be read; `None` where it was.
    #[must_use]
    pub fn why_unread(&self, file: &FileId) -> Option<String> {
        match self.0.parts.files.get(file) {
            Some(State::Read(_)) => None,
            Some(State::Unreadable(reason)) => Some(reason.to_string()),
            Some(State::Missing) | None => Some("there is no such file".to_owned()),
        }
    }

    /// A number that changes whenever anything that a review of `file` rests on may have changed.
    #[must_use]
    pub fn fingerprint(&self, file: &FileId) -> u64 {
        review::fingerprint(self, file)
    }

    /// The id of what a review of `file` says in this view: two views in which a review may say different things, or
    /// the same at other places, have different ids. It changes when a file is closed and opened again.
    #[must_use]
    pub fn result_id(&self, file: &FileId) -> String {
        format!("{:016x}", self.fingerprint(file))
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
        match self.folder_settings(file).settings.text("documents.kind").as_str() {
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
        let folder = self.folder_settings(file);
        let patterns = folder.settings.texts("documents.clinical");
        let base = folder.settings.folder.clone().or_else(|| self.0.parts.folders.first().cloned());
        let name = base.as_ref().and_then(|base| file.path().strip_prefix(base).ok()).unwrap_or(file.path());
        patterns.iter().any(|pattern| {
            globset::Glob::new(pattern).is_ok_and(|glob| glob.compile_matcher().is_match(name))
        })
    }

    /// Whether nothing but identifiers of the file's references may ever leave this machine: it is a clinical note
    /// by what it says of itself, by the editor or by the settings, whichever says so; or a bibliography that such
    /// a note cites from.
    #[must_use]
    pub fn is_confidential(&self, file: &FileId) -> bool {
        let Some(read) = self.file(file) else { return true };
        if self.folder_settings(file).settings.text("documents.kind") == "clinical-note" {
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
        self.workspace_around(self.folder_of(file)).to_path_buf()
    }

    fn workspace_around<'a>(&'a self, folder: &'a Path) -> &'a Path {
        let holds = |root: &&PathBuf| folder.starts_with(root);
        let around = self.0.parts.folders.iter().filter(holds).max_by_key(|root| root.components().count());
        around.map_or(folder, PathBuf::as_path)
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
        let folder = self.folder_of(file);
        let around = self.0.parts.evidence.iter().filter(|(root, _)| folder.starts_with(root));
        let nearest = around.max_by_key(|(root, _)| root.components().count());
        nearest.map(|(_, index)| Arc::clone(index))
    }

    /// Whether references of a file may be looked up online: by the settings, and where these say `ask` by what
    /// the author answered for the workspace.
    #[must_use]
    pub fn network(&self, file: &FileId) -> Network {
        self.folder_settings(file).network
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
        crate::online::Place::of(&self.folder_settings(file).settings).hosts()
    }

    /// What decides, beside the text, what the critic says about a draft.
    pub(crate) fn critic_setting(&self, file: &FileId) -> referee_critic::Setting {
        use referee_critic::{Profile, Region, Setting};
        let kind = self.document_kind(file);
        let settings = &self.folder_settings(file).settings;
        let declared = self.file(file).and_then(|read| read.draft()?.front_matter()?.profile);
        let profile = declared
            .and_then(|named| Profile::parse(&named.name))
            .or_else(|| Profile::parse(&settings.text("critic.profile")))
            .or_else(|| Profile::of_file_name(&file.name(), kind));
        let model_elsewhere = !settings.text("llm.model").is_empty()
            && !referee_literature::gate::is_local(&settings.text("llm.base_url"));
        Setting { kind, profile, region: Region::parse(&settings.text("critic.region")), model_elsewhere }
    }

    /// The settings in force for a file.
    #[must_use]
    pub fn settings(&self, file: &FileId) -> Settings {
        self.folder_settings(file).settings.clone()
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
                from_entry.or_else(|| {
                    self.drafts(file)
                        .iter()
                        .find_map(|draft| list_items(draft).find(|reference| reference.label == *key))
                })
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

    /// What is known of a reference. Nothing is asked of any source here.
    #[must_use]
    pub fn judgement(&self, reference: &Reference) -> Option<Arc<Judgement>> {
        let sources = self.sources(&reference.file)?;
        self.0.parts.judgements.get(reference.fingerprint, &sources)
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

    /// The references of a file that a source on this machine could judge and has not yet.
    #[must_use]
    pub fn pending(&self, file: &FileId) -> Vec<Reference> {
        let Some(sources) = self.sources(file).filter(|sources| !sources.is_empty()) else {
            return Vec::new();
        };
        review::references(self, file, &|fingerprint| {
            self.0.parts.judgements.get(fingerprint, &sources).is_none()
        })
    }

    /// The references that a draft cites or lists, or that a bibliography has, each once, in the order of the
    /// text, with what is known of them.
    #[must_use]
    pub fn references(&self, file: &FileId) -> Vec<(Reference, Option<Arc<Judgement>>)> {
        let all = review::references(self, file, &|_| true);
        all.into_iter()
            .map(|reference| {
                let judgement = self.judgement(&reference);
                (reference, judgement)
            })
            .collect()
    }

    /// Whether there is any source on this machine for a file.
    #[must_use]
    pub fn has_sources(&self, file: &FileId) -> bool {
        self.sources(file).is_some_and(|sources| !sources.is_empty())
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

    /// Reviews a file by what is known; `None` when cancelled, or where the file is none of referee's. Findings
    /// come in the order of the text, after settings and silences.
    #[must_use]
    pub fn review(&self, file: &FileId, cancel: &CancellationToken) -> Option<Review> {
        review::review(self, file, None, cancel)
    }

    /// The same for an author who is typing: what was judged anew since the last review, somewhere in the file, is
    /// looked at for `limit`, and the rest of it by the reviews that follow ([`Review::unfinished`]).
    #[must_use]
    pub fn review_within(
        &self,
        file: &FileId,
        limit: Duration,
        cancel: &CancellationToken,
    ) -> Option<Review> {
        review::review(self, file, Some(limit), cancel)
    }

    /// The fixes for one finding of a review of this view.
    #[must_use]
    pub fn fixes(&self, file: &FileId, finding: &Finding) -> Vec<Fix> {
        review::fixes(self, file, finding)
    }

    /// Calls `work` with everything that stands around a file, for edits that are not a fix of a finding.
    pub fn with_surroundings<T>(&self, file: &FileId, work: impl FnOnce(&RuleContext<'_>) -> T) -> T {
        review::ReviewContext::new(self, file).with(work)
    }

    pub(crate) fn file(&self, file: &FileId) -> Option<&Arc<File>> {
        match self.0.parts.files.get(file) {
            Some(State::Read(file)) => Some(file),
            _ => None,
        }
    }

    pub(crate) fn graph(&self) -> &Graph {
        self.0.graph.get_or_init(|| Graph::make(&self.0.parts.files, &self.0.parts.folders))
    }

    pub(crate) fn group(&self, file: &FileId) -> Option<&Arc<Group>> {
        self.graph().group(file)
    }

    pub(crate) fn dangling(&self, file: &FileId) -> &[Dangling] {
        self.graph().dangling(file)
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.0.parts.memory
    }

    pub(crate) fn online(&self) -> &Online {
        &self.0.parts.online
    }

    pub(crate) fn judgements(&self) -> &Judgements {
        &self.0.parts.judgements
    }

    pub(crate) fn sources(&self, file: &FileId) -> Option<Arc<Sources>> {
        self.folder_settings(file).sources.clone()
    }

    pub(crate) fn folder_settings(&self, file: &FileId) -> Arc<FolderSettings> {
        let folder = self.folder_of(file);
        let mut known = self.0.settings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(folder) {
            return Arc::clone(found);
        }
        let parts = &self.0.parts;
        let settings = settings_for(folder, &parts.files, &parts.layers);
        let network = match settings.network() {
            Network::Ask if parts.granted.contains(self.workspace_around(folder)) => Network::Allow,
            network => network,
        };
        let (place, complaints) = LibraryPlace::of(&settings);
        let local = parts.libraries.get(&place);
        let sources = local.map(|local| parts.online.join(local, &settings, network));
        let made = Arc::new(FolderSettings { settings, network, sources, complaints });
        known.insert(folder.to_path_buf(), Arc::clone(&made));
        made
    }
}

/// The references that the list in a draft makes.
pub(crate) fn list_items(draft: &DraftFile) -> impl Iterator<Item = Reference> + '_ {
    draft
        .document
        .list_items()
        .map(|listed| Reference::from_list_item(&draft.file, &listed.item, listed.start))
}
