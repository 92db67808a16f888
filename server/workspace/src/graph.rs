//! The relations between files: the drafts that a draft includes, and its bibliographies.

use crate::citation_style::{self, NamedStyle};
use crate::files::{Content, FileState};
use crate::{inline_r, paths, project};
use referee_syntax::{BibliographySetup, Document, Format};
use referee_text::{FileId, Message, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many folders are listed to find the main file of a chapter: its own and its ancestors.
const MAX_FOLDERS_OF_MAIN_FILE: usize = 3;

/// Drafts that belong together, and their bibliographies.
#[derive(Debug, Default)]
pub(crate) struct Group {
    /// The drafts, sorted by path.
    pub(crate) drafts: Vec<FileId>,
    /// The bibliographies that were found, in the order of their references.
    pub(crate) bibliographies: Vec<FileId>,
    /// Whether every referenced bibliography was found and read.
    pub(crate) complete: bool,
    /// Whether a part of the drafts is unknown: a missing file, or one with a computed name.
    pub(crate) has_unread_parts: bool,
    /// The drafts' declarations about the program that reads their bibliographies.
    pub(crate) setup: BibliographySetup,
}

/// A reference to a bibliography that does not exist or cannot be read.
#[derive(Clone, Debug)]
pub(crate) struct Dangling {
    pub(crate) span: Span,
    pub(crate) name: String,
    pub(crate) reason: Arc<Message>,
}

/// The graph for one snapshot. It contains everything reachable from the files that are open or
/// were requested, and nothing else that was read before.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    group_of: HashMap<FileId, Arc<Group>>,
    /// The drafts included in a draft, in the order of its text.
    included: HashMap<FileId, Vec<FileId>>,
    dangling: HashMap<FileId, Vec<Dangling>>,
    /// The sources of each note: those that it lists itself, then those in the settings.
    sources: HashMap<FileId, Vec<FileId>>,
    /// The listed sources of each note that do not exist.
    missing_sources: HashMap<FileId, Vec<Dangling>>,
    /// The citation style of each draft, declared in the draft or in the settings of its project.
    styles: HashMap<FileId, NamedStyle>,
    /// Files that must be read to complete the graph.
    pub(crate) wanted: BTreeSet<FileId>,
    /// Folders whose drafts must be known to complete the graph, because a chapter does not refer
    /// to its main file.
    pub(crate) wanted_folders: BTreeSet<PathBuf>,
    /// The files that were looked for, whether they exist or not.
    pub(crate) looked_for: HashSet<FileId>,
}

#[derive(Clone, Copy)]
pub(crate) struct GraphInputs<'a> {
    pub(crate) files: &'a HashMap<FileId, FileState>,
    /// The folders of the workspace.
    pub(crate) folders: &'a [PathBuf],
    pub(crate) open: &'a BTreeSet<FileId>,
    /// The explicitly requested files.
    pub(crate) asked: &'a BTreeSet<FileId>,
    /// The drafts in each folder that was listed to find a main file.
    pub(crate) siblings: &'a HashMap<PathBuf, Vec<FileId>>,
    /// Returns the sources of a note in the settings.
    pub(crate) sources: &'a dyn Fn(&FileId) -> Vec<String>,
    /// Whether references are printed in the citation styles of the drafts: only then their files are wanted.
    pub(crate) with_styles: bool,
}

/// The result of resolving a reference to a file.
enum Resolved {
    Read(FileId),
    Pending,
    Nowhere(Arc<Message>),
    NotAFile,
}

/// The state during the construction of the graph.
struct Builder<'a> {
    inputs: GraphInputs<'a>,
    graph: Graph,
    /// The reachable drafts, sorted by path.
    drafts: BTreeMap<FileId, Names>,
}

/// The references of one draft.
#[derive(Default)]
struct Names {
    neighbours: Vec<FileId>,
    bibliographies: Vec<FileId>,
    complete: bool,
    has_unread_parts: bool,
    names_any: bool,
    /// Whether Sphinx or MyST reads the bibliographies; these are not among the supported programs.
    is_of_sphinx: bool,
}

impl Graph {
    /// Builds the graph of the drafts that are open or were requested, and those reachable from
    /// them.
    pub(crate) fn make(inputs: GraphInputs<'_>) -> Self {
        let mut builder = Builder { inputs, graph: Graph::default(), drafts: BTreeMap::new() };
        builder.reach(inputs.open.iter().chain(inputs.asked).cloned().collect());
        // A main file may lead to further chapters, and these to further folders.
        let mut groups = builder.groups();
        loop {
            let folders = builder.folders_of_main_files(&groups);
            let new: Vec<PathBuf> =
                folders.into_iter().filter(|folder| !builder.graph.wanted_folders.contains(folder)).collect();
            if new.is_empty() {
                break;
            }
            let siblings = new.iter().filter_map(|folder| inputs.siblings.get(folder)).flatten();
            let siblings: Vec<FileId> = siblings.cloned().collect();
            builder.graph.wanted_folders.extend(new);
            for sibling in siblings.iter().filter(|sibling| !inputs.files.contains_key(*sibling)) {
                builder.graph.wanted.insert(sibling.clone());
            }
            builder.graph.looked_for.extend(siblings.iter().cloned());
            builder.reach(siblings);
            groups = builder.groups();
        }
        let mut graph = builder.graph;
        graph.add_bibliographies(&groups, inputs);
        for group in groups {
            let group = Arc::new(group);
            for draft in &group.drafts {
                graph.group_of.insert(draft.clone(), Arc::clone(&group));
            }
        }
        graph
    }

    /// Returns the group of a draft, or of a bibliography: all drafts that refer to it, with their
    /// other bibliographies.
    pub(crate) fn group(&self, file: &FileId) -> Option<&Arc<Group>> {
        self.group_of.get(file)
    }

    /// Returns the drafts that a draft includes, directly and indirectly, without duplicates, in
    /// the order of the text.
    pub(crate) fn included(&self, file: &FileId) -> Vec<FileId> {
        let mut out: Vec<FileId> = Vec::new();
        let mut open: Vec<&FileId> = self.included.get(file).into_iter().flatten().rev().collect();
        while let Some(next) = open.pop() {
            if next != file && !out.contains(next) {
                out.push(next.clone());
                open.extend(self.included.get(next).into_iter().flatten().rev());
            }
        }
        out
    }

    /// Returns the unresolved references of a draft.
    pub(crate) fn dangling(&self, file: &FileId) -> &[Dangling] {
        self.dangling.get(file).map_or(&[], Vec::as_slice)
    }

    /// Returns the sources of a note.
    pub(crate) fn sources(&self, file: &FileId) -> &[FileId] {
        self.sources.get(file).map_or(&[], Vec::as_slice)
    }

    /// Returns the listed sources of a note that do not exist.
    pub(crate) fn missing_sources(&self, file: &FileId) -> &[Dangling] {
        self.missing_sources.get(file).map_or(&[], Vec::as_slice)
    }

    /// Returns the citation style of a draft or bibliography: its own, else the one on which its group
    /// agrees.
    pub(crate) fn style(&self, file: &FileId) -> Option<&NamedStyle> {
        if let Some(own) = self.styles.get(file) {
            return Some(own);
        }
        let mut named = self.group(file)?.drafts.iter().filter_map(|draft| self.styles.get(draft));
        let first = named.next()?;
        named.all(|other| other == first).then_some(first)
    }

    /// Iterates over the reachable drafts and bibliographies.
    pub(crate) fn files(&self) -> impl Iterator<Item = &FileId> {
        self.group_of.keys().chain(self.group_of.values().flat_map(|group| &group.bibliographies))
    }

    /// Whether a draft or bibliography is reachable.
    pub(crate) fn holds(&self, file: &FileId) -> bool {
        self.group_of.contains_key(file)
    }

    /// Relates each bibliography to all drafts that refer to it.
    fn add_bibliographies(&mut self, groups: &[Group], inputs: GraphInputs<'_>) {
        let mut of_bibliography: BTreeMap<FileId, Group> = BTreeMap::new();
        let alone = |bibliography: &FileId| Group {
            bibliographies: vec![bibliography.clone()],
            complete: true,
            ..Group::default()
        };
        for group in groups {
            for bibliography in &group.bibliographies {
                let entry =
                    of_bibliography.entry(bibliography.clone()).or_insert_with(|| alone(bibliography));
                entry.drafts.extend(group.drafts.iter().cloned());
                entry.complete &= group.complete;
                entry.has_unread_parts |= group.has_unread_parts;
                entry.setup.of_formats = entry.setup.of_formats.with(group.setup.programs());
                for other in &group.bibliographies {
                    if !entry.bibliographies.contains(other) {
                        entry.bibliographies.push(other.clone());
                    }
                }
            }
        }
        for file in inputs.open.iter().chain(inputs.asked) {
            if matches!(inputs.files.get(file), Some(FileState::Read(read)) if read.bibliography().is_some())
            {
                of_bibliography.entry(file.clone()).or_insert_with(|| alone(file));
            }
        }
        self.group_of.extend(of_bibliography.into_iter().map(|(file, group)| (file, Arc::new(group))));
    }
}

impl<'a> Builder<'a> {
    /// Follows the references of `files` recursively.
    fn reach(&mut self, mut files: Vec<FileId>) {
        while let Some(id) = files.pop() {
            if self.drafts.contains_key(&id) {
                continue;
            }
            if let Some(document) = self.draft(&id) {
                let names = self.names(&id, document);
                files.extend(names.neighbours.iter().cloned());
                self.drafts.insert(id, names);
            }
        }
    }

    fn draft(&self, id: &FileId) -> Option<&'a Document> {
        match self.inputs.files.get(id) {
            Some(FileState::Read(file)) => file.draft().map(|document| &**document),
            _ => None,
        }
    }

    /// Groups the reachable drafts with the drafts that they include.
    fn groups(&self) -> Vec<Group> {
        let index: HashMap<&FileId, usize> = self.drafts.keys().enumerate().map(|(i, id)| (id, i)).collect();
        let mut parent: Vec<usize> = (0..self.drafts.len()).collect();
        for (i, names) in self.drafts.values().enumerate() {
            for neighbour in &names.neighbours {
                if let Some(&j) = index.get(neighbour) {
                    let (a, b) = (root(&mut parent, i), root(&mut parent, j));
                    parent[a.max(b)] = a.min(b);
                }
            }
        }
        let mut groups: BTreeMap<usize, Group> = BTreeMap::new();
        for (i, (id, names)) in self.drafts.iter().enumerate() {
            let group = groups
                .entry(root(&mut parent, i))
                .or_insert_with(|| Group { complete: true, ..Group::default() });
            group.drafts.push(id.clone());
            group.complete &= names.complete;
            group.has_unread_parts |= names.has_unread_parts;
            if !names.is_of_sphinx
                && let Some(document) = self.draft(id)
            {
                group.setup = group.setup.with(document.bibliography_setup());
            }
            for bibliography in &names.bibliographies {
                if !group.bibliographies.contains(bibliography) {
                    group.bibliographies.push(bibliography.clone());
                }
            }
        }
        groups.into_values().collect()
    }

    /// Returns the folders that may contain the main files of chapters without a bibliography that
    /// no known draft includes: their own folder and its ancestors.
    fn folders_of_main_files(&self, groups: &[Group]) -> BTreeSet<PathBuf> {
        let mut out = BTreeSet::new();
        for draft in
            groups.iter().filter(|group| group.bibliographies.is_empty()).flat_map(|group| &group.drafts)
        {
            let names_any = self.drafts.get(draft).is_some_and(|names| names.names_any);
            if !names_any && self.draft(draft).is_some_and(may_be_a_part) {
                let above = paths::upwards(draft.folder(), self.inputs.folders);
                out.extend(above.into_iter().take(MAX_FOLDERS_OF_MAIN_FILE));
            }
        }
        out
    }

    fn names(&mut self, id: &FileId, document: &Document) -> Names {
        let mut names = Names { complete: true, ..Names::default() };
        let extension = (document.format() == Format::Latex).then_some("bib");
        for named in document.names_bibliographies() {
            names.names_any = true;
            if let Some(path) = inline_r::path(&named.name) {
                // An R expression may compute the name of another file.
                match path.map(|path| self.find(id, &path, None)) {
                    Some(Resolved::Read(file)) => names.bibliographies.push(file),
                    _ => names.complete = false,
                }
                continue;
            }
            match self.find(id, &named.name, extension) {
                Resolved::Read(file) => names.bibliographies.push(file),
                Resolved::Pending | Resolved::NotAFile => names.complete = false,
                // These files only define journal abbreviations.
                Resolved::Nowhere(_) if matches!(stem(&named.name), "IEEEabrv" | "IEEEfull") => {}
                Resolved::Nowhere(reason) => {
                    names.complete = false;
                    if !comes_with_tex(&named.name) {
                        self.dangle(id, named.span, named.name, reason);
                    }
                }
            }
        }
        let extension = (document.format() == Format::Latex).then_some("tex");
        for named in document.includes() {
            match self.find(id, &named.name, extension) {
                Resolved::Read(file) => {
                    self.graph.included.entry(id.clone()).or_default().push(file.clone());
                    names.neighbours.push(file);
                }
                Resolved::Pending => names.complete = false,
                // The typesetting program reports a missing include; it searches more places.
                Resolved::NotAFile | Resolved::Nowhere(_) => names.has_unread_parts |= !named.is_import,
            }
        }
        for named in document.roots() {
            if let Resolved::Read(file) = self.find(id, &named.name, extension) {
                names.neighbours.push(file);
            }
        }
        if let Some(named) = document.citation_style().filter(|_| self.inputs.with_styles) {
            self.style(id, id, &named.name);
        }
        self.project(id, document, &mut names);
        self.note_sources(id, document);
        names
    }

    /// What a note was written from: as it says itself, and as the settings say.
    fn note_sources(&mut self, id: &FileId, document: &Document) {
        if !self.inputs.open.contains(id) && !self.inputs.asked.contains(id) {
            return;
        }
        let own = document.front_matter().map(|head| head.sources).unwrap_or_default();
        for named in own {
            match self.find_source(id, &named.name) {
                Resolved::Read(file) => self.add_source(id, file),
                Resolved::Pending | Resolved::NotAFile => {}
                Resolved::Nowhere(reason) => {
                    let missing = self.graph.missing_sources.entry(id.clone()).or_default();
                    missing.push(Dangling { span: named.span, name: named.name, reason });
                }
            }
        }
        for name in (self.inputs.sources)(id) {
            // In the folder of the note; with `**/` also in the nearest one above it.
            let found = match name.strip_prefix("**/") {
                Some(rest) => self.find_at(paths::candidates(id.path(), rest, None, self.inputs.folders)),
                None => self.find_source(id, &name),
            };
            if let Resolved::Read(file) = found {
                self.add_source(id, file);
            }
        }
    }

    /// Adds a source of a note, unless the source is the note itself.
    fn add_source(&mut self, id: &FileId, source: FileId) {
        let sources = self.graph.sources.entry(id.clone()).or_default();
        if source != *id && !sources.contains(&source) {
            sources.push(source);
        }
    }

    /// Adds the bibliographies that a project's settings list for all its documents.
    fn project(&mut self, id: &FileId, document: &Document, names: &mut Names) {
        let in_head = || document.front_matter().is_some_and(|head| !head.bibliographies.is_empty());
        let (book, sphinx) = match document.format() {
            Format::Quarto | Format::RMarkdown => (true, false),
            Format::Markdown => (!names.names_any, !in_head()),
            // A directive on one page shows a list of the works that all pages cite, from all files
            // of the project.
            Format::Rst => (false, true),
            _ => (false, false),
        };
        if !book && !sphinx {
            return;
        }
        let book_settings = if book { project::BOOK_SETTINGS } else { &[] };
        let sphinx_settings = if sphinx { project::SPHINX_SETTINGS } else { &[] };
        let mut places = Vec::new();
        for folder in paths::upwards(id.folder(), self.inputs.folders) {
            places.extend(book_settings.iter().chain(sphinx_settings).map(|name| folder.join(name)));
        }
        if book && !names.names_any {
            for name in ["index.Rmd", "index.qmd"] {
                places.push(id.folder().join(name));
            }
        }
        for place in places {
            let place = FileId::new(place);
            if place == *id {
                continue;
            }
            self.graph.looked_for.insert(place.clone());
            let project = match self.inputs.files.get(&place) {
                None => {
                    self.graph.wanted.insert(place);
                    names.complete = false;
                    continue;
                }
                Some(FileState::Read(file)) => match &file.content {
                    Content::Project(_, document) | Content::Draft(document) => document,
                    _ => continue,
                },
                Some(_) => continue,
            };
            if let Some(named) = project.citation_style().filter(|_| self.inputs.with_styles) {
                self.style(id, &place, &named.name);
            }
            for named in project.names_bibliographies() {
                names.names_any = true;
                names.is_of_sphinx |= sphinx_settings.iter().any(|name| place.path().ends_with(name));
                match self.find(&place, &named.name, None) {
                    Resolved::Read(file) => names.bibliographies.push(file),
                    _ => names.complete = false,
                }
            }
        }
    }

    /// Sets the style that `place` declares for a draft, unless one with higher precedence is
    /// known.
    fn style(&mut self, draft: &FileId, place: &FileId, name: &str) {
        if self.graph.styles.contains_key(draft) {
            return;
        }
        let style = match citation_style::name(name) {
            Some(name) => NamedStyle::Known(name.to_owned()),
            None => match self.find(place, name, None) {
                Resolved::Read(file) => NamedStyle::File(file),
                Resolved::Pending | Resolved::NotAFile | Resolved::Nowhere(_) => return,
            },
        };
        self.graph.styles.insert(draft.clone(), style);
    }

    fn find(&mut self, draft: &FileId, name: &str, extension: Option<&str>) -> Resolved {
        self.find_at(paths::candidates(draft.path(), name, extension, self.inputs.folders))
    }

    /// Finds a source of a note by its name. Only the note's folder counts: a file of that name further up is of another
    /// visit.
    fn find_source(&mut self, note: &FileId, name: &str) -> Resolved {
        let folder = note.path().parent().map(Path::to_path_buf).unwrap_or_default();
        self.find_at(paths::candidates(note.path(), name, None, &[folder]))
    }

    fn find_at(&mut self, candidates: Vec<PathBuf>) -> Resolved {
        if candidates.is_empty() {
            return Resolved::NotAFile;
        }
        let mut pending = false;
        let mut reason: Option<Arc<Message>> = None;
        for place in candidates {
            let place = FileId::new(place);
            self.graph.looked_for.insert(place.clone());
            match self.inputs.files.get(&place) {
                Some(FileState::Read(_)) if !pending => return Resolved::Read(place),
                Some(FileState::Read(_) | FileState::Missing) => {}
                Some(FileState::Unreadable(why)) => {
                    let reason = reason.get_or_insert_with(|| Arc::clone(why));
                    // The intended file exists: another file with that name further up is not the
                    // right one. Only a path without an extension may be a folder.
                    if !pending && place.path().extension().is_some() {
                        return Resolved::Nowhere(Arc::clone(reason));
                    }
                }
                None => {
                    pending = true;
                    self.graph.wanted.insert(place);
                }
            }
        }
        if pending {
            return Resolved::Pending;
        }
        Resolved::Nowhere(
            reason.unwrap_or_else(|| Arc::new(Message::new("there is no such file", "no hay tal archivo"))),
        )
    }

    fn dangle(&mut self, id: &FileId, span: Span, name: String, reason: Arc<Message>) {
        let dangling = Dangling { span, name, reason };
        self.graph.dangling.entry(id.clone()).or_default().push(dangling);
    }
}

/// Whether a bibliography comes with TeX and is not in the draft's folder.
fn comes_with_tex(name: &str) -> bool {
    matches!(stem(name), "biblatex-examples" | "xampl" | "achemso" | "apsrev-control")
}

/// Returns a file name without folder and extension.
fn stem(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".bib").unwrap_or(file)
}

/// Whether a LaTeX or Typst file has citations, so that it may be a chapter of another document.
fn may_be_a_part(document: &Document) -> bool {
    matches!(document.format(), Format::Latex | Format::Typst) && document.citations().next().is_some()
}

fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}
