//! A session with a private folder, and a comparison with a new session.

use referee_findings::Finding;
use referee_literature::papers::PaperStore;
use referee_text::{FileId, Span, TextEdit};
use referee_workspace::settings::Layer;
use referee_workspace::{Folders, Session, Snapshot, load_pending};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// A session with a private folder.
pub(super) struct TestWorkspace {
    folder: TempDir,
    session: Mutex<Session>,
    /// The open files, with the editor's language ids.
    open: BTreeMap<String, &'static str>,
    versions: i32,
}

impl TestWorkspace {
    /// Creates a folder with these files, none of them open.
    pub(super) fn new(files: &[(&str, &str)]) -> Self {
        TestWorkspace::with(files, Session::default(), tempfile::tempdir().expect("a folder"))
    }

    /// Creates one for a session that may use the network, as far as the command-line settings
    /// allow.
    pub(super) fn connected(files: &[(&str, &str)], command_line: Layer) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = Session::new(None, Layer::from_environment(std::iter::empty()), command_line);
        session.connect(Some(Folders { state: folder.path().join("state"), cache: None }));
        TestWorkspace::with(files, session, folder)
    }

    fn with(files: &[(&str, &str)], mut session: Session, folder: TempDir) -> Self {
        session.set_folders(vec![folder.path().to_path_buf()]);
        let workspace =
            TestWorkspace { folder, session: Mutex::new(session), open: BTreeMap::new(), versions: 0 };
        for (name, text) in files {
            let path = workspace.path(name);
            std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        workspace
    }

    /// Returns the path of a file.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Keeps papers in a folder of its own.
    pub(super) fn use_papers(&mut self) {
        let store = PaperStore::new(&self.path("cache"));
        self.session.get_mut().expect("no poison").use_papers(store);
    }

    /// Ignores what the workspace declares.
    pub(super) fn isolate(&mut self) {
        self.session.get_mut().expect("no poison").isolate();
    }

    /// Writes a file that is not text, and its folders.
    pub(super) fn write_bytes(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }

    /// Returns the file with this name.
    pub(super) fn file(&self, name: &str) -> FileId {
        FileId::new(self.path(name))
    }

    /// Opens a file with its text on disk, or with an empty text.
    pub(super) fn open(&mut self, name: &str) {
        let text = std::fs::read_to_string(self.path(name)).unwrap_or_default();
        self.open_with(name, &text);
    }

    /// Opens a file with a text.
    pub(super) fn open_with(&mut self, name: &str, text: &str) {
        let language = language(name);
        self.versions += 1;
        let file = self.file(name);
        self.session.get_mut().expect("no poison").open(file, language, self.versions, text);
        self.open.insert(name.to_owned(), language);
    }

    /// Closes a file.
    pub(super) fn close(&mut self, name: &str) {
        let file = self.file(name);
        self.session.get_mut().expect("no poison").close(&file);
        self.open.remove(name);
    }

    /// Lists the open files by name.
    pub(super) fn open_names(&self) -> Vec<String> {
        self.open.keys().cloned().collect()
    }

    /// Returns the text of an open file.
    pub(super) fn text(&self, name: &str) -> String {
        let session = self.session.lock().expect("no poison");
        session.source_text(&self.file(name)).map(ToString::to_string).unwrap_or_default()
    }

    /// Replaces a span of an open file with `text`.
    pub(super) fn edit(&mut self, name: &str, span: Span, text: &str) {
        let file = self.file(name);
        self.versions += 1;
        let session = self.session.get_mut().expect("no poison");
        session.edit(&file, &TextEdit::new(span, text));
        session.set_version(&file, self.versions);
    }

    /// Replaces the first `old` in an open file with `new`.
    pub(super) fn replace(&mut self, name: &str, old: &str, new: &str) {
        let start = self.text(name).find(old).unwrap_or_else(|| panic!("no {old:?} in {name}"));
        self.edit(name, Span::new(start, start + old.len()), new);
    }

    /// Writes a file on disk, or removes it, and notifies the session.
    pub(super) fn write(&mut self, name: &str, text: Option<&str>) {
        self.write_in_silence(name, text);
        let file = self.file(name);
        self.session.get_mut().expect("no poison").disk_changed(&[file]);
    }

    /// Writes a file on disk, or removes it, without notifying the session.
    pub(super) fn write_in_silence(&self, name: &str, text: Option<&str>) {
        match text {
            Some(text) => std::fs::write(self.path(name), text).expect("a file"),
            None => drop(std::fs::remove_file(self.path(name))),
        }
    }

    /// Whether the session detects a change on disk itself.
    pub(super) fn notices_disk_changes(&self) -> bool {
        referee_workspace::notice_disk_changes(&self.session)
    }

    /// Returns a snapshot after everything has been read and judged.
    pub(super) fn settled(&self) -> Snapshot {
        settled(&self.session)
    }

    /// Returns the current snapshot, without reading pending files.
    pub(super) fn snapshot(&self) -> Snapshot {
        self.session.lock().expect("no poison").snapshot()
    }

    /// Returns the findings in a file.
    pub(super) fn findings(&self, name: &str) -> Vec<Finding> {
        findings(&self.settled(), &self.file(name))
    }

    /// Returns the rules with findings in a file.
    pub(super) fn rules(&self, name: &str) -> Vec<&'static str> {
        self.findings(name).iter().map(|finding| finding.rule).collect()
    }

    /// Returns the snapshot of a new session with the same texts.
    pub(super) fn fresh(&self) -> Snapshot {
        let mut session = Session::default();
        session.set_folders(vec![self.folder.path().to_path_buf()]);
        for (name, language) in &self.open {
            let file = self.file(name);
            let version = self.session.lock().expect("no poison").version(&file).unwrap_or_default();
            session.open(file, language, version, &self.text(name));
        }
        settled(&Mutex::new(session))
    }

    /// Returns the differences between this session and a new one, for every open file.
    pub(super) fn differences(&self) -> Vec<String> {
        let (now, fresh) = (self.settled(), self.fresh());
        let mut out = Vec::new();
        for name in self.open.keys() {
            let file = self.file(name);
            let (here, there) = (findings(&now, &file), findings(&fresh, &file));
            let of = |findings: &[Finding]| -> Vec<String> {
                findings
                    .iter()
                    .map(|it| {
                        format!("{:?} {} {:?} {} {:?}", it.span, it.rule, it.severity, it.message, it.related)
                    })
                    .collect()
            };
            let (lines, fresh_lines) = (of(&here), of(&there));
            out.extend(
                lines
                    .iter()
                    .filter(|line| !fresh_lines.contains(line))
                    .map(|line| format!("{name}: only here: {line}")),
            );
            out.extend(
                fresh_lines
                    .iter()
                    .filter(|line| !lines.contains(line))
                    .map(|line| format!("{name}: only fresh: {line}")),
            );
            if out.is_empty() && here != there {
                out.push(format!("{name}: {here:?} is not {there:?}"));
            }
        }
        let known = |snapshot: &Snapshot| snapshot.known_files();
        if known(&now) != known(&fresh) {
            out.push(format!("known: {:?} and fresh {:?}", known(&now), known(&fresh)));
        }
        out
    }
}

fn settled(session: &Mutex<Session>) -> Snapshot {
    load_pending(session);
    let snapshot = session.lock().expect("no poison").snapshot();
    for file in snapshot.open_files() {
        for reference in snapshot.pending(&file) {
            let _judged = snapshot.judge(&reference);
        }
    }
    snapshot
}

fn findings(snapshot: &Snapshot, file: &FileId) -> Vec<Finding> {
    snapshot.review(file, &CancellationToken::new()).unwrap_or_default().findings
}

fn language(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("tex") => "latex",
        Some("typ") => "typst",
        Some("bib") => "bibtex",
        Some("toml") => "toml",
        Some("txt") => "plaintext",
        _ => "markdown",
    }
}
