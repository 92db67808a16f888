//! Which files belong together: what a draft includes, which bibliographies count for it.

use crate::files::{Content, State};
use crate::paths;
use referee_syntax::{Document, Format};
use referee_text::{FileId, Span};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Drafts that belong together, and the bibliographies that count for each of them.
#[derive(Debug, Default)]
pub(crate) struct Group {
    /// The drafts, in the order of their paths.
    pub(crate) drafts: Vec<FileId>,
    /// The bibliographies that were found, in the order in which they are named.
    pub(crate) bibliographies: Vec<FileId>,
    /// Whether every bibliography that is named was found and read.
    pub(crate) complete: bool,
}

/// The name of a bibliography that leads nowhere.
#[derive(Clone, Debug)]
pub(crate) struct Dangling {
    pub(crate) span: Span,
    pub(crate) name: String,
    pub(crate) reason: Arc<str>,
}

/// The whole of it, for one snapshot.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    group_of: HashMap<FileId, Arc<Group>>,
    dangling: HashMap<FileId, Vec<Dangling>>,
    /// Files that would have to be read to say more.
    pub(crate) wanted: BTreeSet<FileId>,
    /// Folders whose drafts would have to be known to say more: a chapter does not name its main file.
    pub(crate) wanted_folders: BTreeSet<PathBuf>,
}

/// What a name turned out to be.
enum Found {
    Read(FileId),
    Pending,
    Nowhere(Arc<str>),
    NotAFile,
}

/// What is known while the graph is made.
struct Maker<'a> {
    files: &'a HashMap<FileId, State>,
    folders: &'a [PathBuf],
    graph: Graph,
}

/// What one draft names.
#[derive(Default)]
struct Names {
    neighbours: Vec<FileId>,
    bibliographies: Vec<FileId>,
    complete: bool,
    names_any: bool,
}

impl Graph {
    /// Relates all known drafts.
    pub(crate) fn make(files: &HashMap<FileId, State>, folders: &[PathBuf]) -> Self {
        let mut maker = Maker { files, folders, graph: Graph::default() };
        let mut drafts: Vec<(&FileId, &Arc<Document>)> = files
            .iter()
            .filter_map(|(id, state)| match state {
                State::Read(file) => file.draft().map(|document| (id, document)),
                _ => None,
            })
            .collect();
        drafts.sort_by_key(|(id, _)| (*id).clone());
        let names: Vec<Names> = drafts.iter().map(|(id, document)| maker.names(id, document)).collect();

        let index: HashMap<&FileId, usize> = drafts.iter().enumerate().map(|(i, (id, _))| (*id, i)).collect();
        let mut parent: Vec<usize> = (0..drafts.len()).collect();
        for (i, names) in names.iter().enumerate() {
            for neighbour in &names.neighbours {
                if let Some(&j) = index.get(neighbour) {
                    let (a, b) = (root(&mut parent, i), root(&mut parent, j));
                    parent[a.max(b)] = a.min(b);
                }
            }
        }
        let mut groups: HashMap<usize, Group> = HashMap::new();
        for (i, (id, _)) in drafts.iter().enumerate() {
            let at = root(&mut parent, i);
            let group = groups.entry(at).or_insert_with(|| Group { complete: true, ..Group::default() });
            group.drafts.push((*id).clone());
            group.complete &= names[i].complete;
            for bibliography in &names[i].bibliographies {
                if !group.bibliographies.contains(bibliography) {
                    group.bibliographies.push(bibliography.clone());
                }
            }
        }
        for (i, (id, document)) in drafts.iter().enumerate() {
            let at = root(&mut parent, i);
            let Some(group) = groups.get(&at) else { continue };
            // A chapter that names no bibliography and is included by nothing known: its main file may lie beside
            // or above it.
            if group.bibliographies.is_empty() && !names[i].names_any && may_be_a_part(document) {
                maker.graph.wanted_folders.extend(paths::upwards(id.folder(), folders).into_iter().take(3));
            }
        }
        let mut graph = maker.graph;
        for group in groups.into_values() {
            let group = Arc::new(group);
            for draft in &group.drafts {
                graph.group_of.insert(draft.clone(), Arc::clone(&group));
            }
        }
        graph.add_bibliographies(files);
        graph
    }

    /// The group of a draft, or of a bibliography: all drafts that name it, and what else they name.
    pub(crate) fn group(&self, file: &FileId) -> Option<&Arc<Group>> {
        self.group_of.get(file)
    }

    /// The names in a draft that lead nowhere.
    pub(crate) fn dangling(&self, file: &FileId) -> &[Dangling] {
        self.dangling.get(file).map_or(&[], Vec::as_slice)
    }

    fn add_bibliographies(&mut self, files: &HashMap<FileId, State>) {
        let mut seen: HashSet<*const Group> = HashSet::new();
        let mut of_bibliography: HashMap<FileId, Group> = HashMap::new();
        let mut groups: Vec<Arc<Group>> = self.group_of.values().cloned().collect();
        groups.sort_by(|a, b| a.drafts.cmp(&b.drafts));
        for group in groups {
            if !seen.insert(Arc::as_ptr(&group)) {
                continue;
            }
            for bibliography in &group.bibliographies {
                let entry = of_bibliography.entry(bibliography.clone()).or_insert_with(|| Group {
                    bibliographies: vec![bibliography.clone()],
                    complete: true,
                    ..Group::default()
                });
                entry.drafts.extend(group.drafts.iter().cloned());
                entry.complete &= group.complete;
                for other in &group.bibliographies {
                    if !entry.bibliographies.contains(other) {
                        entry.bibliographies.push(other.clone());
                    }
                }
            }
        }
        for (id, state) in files {
            if matches!(state, State::Read(file) if file.bibliography().is_some()) {
                let group = of_bibliography.remove(id).unwrap_or_else(|| Group {
                    bibliographies: vec![id.clone()],
                    complete: true,
                    ..Group::default()
                });
                self.group_of.insert(id.clone(), Arc::new(group));
            }
        }
    }
}

impl Maker<'_> {
    fn names(&mut self, id: &FileId, document: &Document) -> Names {
        let mut names = Names { complete: true, ..Names::default() };
        let extension = (document.format() == Format::Latex).then_some("bib");
        for named in document.names_bibliographies() {
            names.names_any = true;
            match self.find(id, &named.name, extension) {
                Found::Read(file) => names.bibliographies.push(file),
                Found::Pending | Found::NotAFile => names.complete = false,
                // It only abbreviates the names of journals.
                Found::Nowhere(_) if matches!(stem(&named.name), "IEEEabrv" | "IEEEfull") => {}
                Found::Nowhere(reason) => {
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
                Found::Read(file) => names.neighbours.push(file),
                Found::Pending => names.complete = false,
                // Whether an included file is missing is for the typesetting to say: it looks in more places.
                Found::NotAFile | Found::Nowhere(_) => {}
            }
        }
        for named in document.roots() {
            if let Found::Read(file) = self.find(id, &named.name, extension) {
                names.neighbours.push(file);
            }
        }
        if matches!(document.format(), Format::Markdown | Format::Quarto | Format::RMarkdown) {
            self.project(id, document, &mut names);
        }
        names
    }

    /// The bibliographies that a project's settings name for all its documents.
    fn project(&mut self, id: &FileId, document: &Document, names: &mut Names) {
        if document.format() == Format::Markdown && names.names_any {
            return;
        }
        let mut places = Vec::new();
        for folder in paths::upwards(id.folder(), self.folders) {
            for name in ["_quarto.yml", "_quarto.yaml", "_bookdown.yml", "_metadata.yml"] {
                places.push(folder.join(name));
            }
        }
        if !names.names_any {
            for name in ["index.Rmd", "index.qmd"] {
                places.push(id.folder().join(name));
            }
        }
        for place in places {
            let place = FileId::new(place);
            if place == *id {
                continue;
            }
            let named = match self.files.get(&place) {
                None => {
                    self.graph.wanted.insert(place);
                    names.complete = false;
                    continue;
                }
                Some(State::Read(file)) => match &file.content {
                    Content::Project(_, document) | Content::Draft(document) => {
                        document.names_bibliographies()
                    }
                    _ => continue,
                },
                Some(_) => continue,
            };
            for named in named {
                names.names_any = true;
                match self.find(&place, &named.name, None) {
                    Found::Read(file) => names.bibliographies.push(file),
                    _ => names.complete = false,
                }
            }
        }
    }

    fn find(&mut self, draft: &FileId, name: &str, extension: Option<&str>) -> Found {
        let candidates = paths::candidates(draft.path(), name, extension, self.folders);
        if candidates.is_empty() {
            return Found::NotAFile;
        }
        let mut pending = false;
        let mut reason: Option<Arc<str>> = None;
        for place in candidates {
            let place = FileId::new(place);
            match self.files.get(&place) {
                Some(State::Read(_)) if !pending => return Found::Read(place),
                Some(State::Read(_) | State::Missing) => {}
                Some(State::Unreadable(why)) => {
                    reason.get_or_insert_with(|| Arc::clone(why));
                }
                None => {
                    pending = true;
                    self.graph.wanted.insert(place);
                }
            }
        }
        if pending {
            return Found::Pending;
        }
        Found::Nowhere(reason.unwrap_or_else(|| Arc::from("there is no such file")))
    }

    fn dangle(&mut self, id: &FileId, span: Span, name: String, reason: Arc<str>) {
        let dangling = Dangling { span, name, reason };
        self.graph.dangling.entry(id.clone()).or_default().push(dangling);
    }
}

/// Bibliographies that lie in TeX's own folders and not beside the draft.
fn comes_with_tex(name: &str) -> bool {
    matches!(stem(name), "biblatex-examples" | "xampl" | "achemso" | "apsrev-control")
}

/// The name without folder and extension.
fn stem(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".bib").unwrap_or(file)
}

/// A LaTeX or Typst file that cites and is not a whole document by itself.
fn may_be_a_part(document: &Document) -> bool {
    matches!(document.format(), Format::Latex | Format::Typst)
        && document.blocks().iter().any(|block| !block.content.citations.is_empty())
}

fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}
