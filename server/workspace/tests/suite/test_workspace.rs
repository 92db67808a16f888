//! A session over a folder of its own, and the same seen by a session that starts anew.

use referee_findings::Finding;
use referee_text::{FileId, Span, TextEdit};
use referee_workspace::settings::Layer;
use referee_workspace::{Folders, Session, Snapshot, load_pending};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// A session over a folder of its own.
pub(super) struct TestWorkspace {
    folder: TempDir,
    session: Mutex<Session>,
    /// What is open, with the editor's language id.
    open: BTreeMap<String, &'static str>,
    versions: i32,
}

impl TestWorkspace {
    /// A folder with these files, none of them open.
    pub(super) fn new(files: &[(&str, &str)]) -> Self {
        TestWorkspace::with(files, Session::default(), tempfile::tempdir().expect("a folder"))
    }

    /// The same for a session that may go online, as far as the settings of its command line say.
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

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The file with this name.
    pub(super) fn file(&self, name: &str) -> FileId {
        FileId::new(self.path(name))
    }

    /// Opens a file with the text that is on disk, or with none.
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

    /// The names of the files that are open.
    pub(super) fn open_names(&self) -> Vec<String> {
        self.open.keys().cloned().collect()
    }

    /// The text of an open file.
    pub(super) fn text(&self, name: &str) -> String {
        let session = self.session.lock().expect("no poison");
        session.source_text(&self.file(name)).map(ToString::to_string).unwrap_or_default()
    }

    /// Puts `text` in the place of some bytes of an open file.
    pub(super) fn edit(&mut self, name: &str, span: Span, text: &str) {
        let file = self.file(name);
        self.versions += 1;
        let session = self.session.get_mut().expect("no poison");
        session.edit(&file, &TextEdit::new(span, text));
        session.set_version(&file, self.versions);
    }

    /// Puts `new` in the place of the first `old` in an open file.
    pub(super) fn replace(&mut self, name: &str, old: &str, new: &str) {
        let start = self.text(name).find(old).unwrap_or_else(|| panic!("no {old:?} in {name}"));
        self.edit(name, Span::new(start, start + old.len()), new);
    }

    /// Writes a file on disk, or removes it, and says so.
    pub(super) fn write(&mut self, name: &str, text: Option<&str>) {
        self.write_in_silence(name, text);
        let file = self.file(name);
        self.session.get_mut().expect("no poison").disk_changed(&[file]);
    }

    /// Writes a file on disk, or removes it, and tells nobody.
    pub(super) fn write_in_silence(&self, name: &str, text: Option<&str>) {
        match text {
            Some(text) => std::fs::write(self.path(name), text).expect("a file"),
            None => drop(std::fs::remove_file(self.path(name))),
        }
    }

    /// Whether the session finds by itself that something has changed on disk.
    pub(super) fn notices_disk_changes(&self) -> bool {
        referee_workspace::notice_disk_changes(&self.session)
    }

    /// A view of everything, with everything read and judged that can be.
    pub(super) fn settled(&self) -> Snapshot {
        settled(&self.session)
    }

    /// A view of this moment, with nothing read that is not read yet.
    pub(super) fn snapshot(&self) -> Snapshot {
        self.session.lock().expect("no poison").snapshot()
    }

    /// What is found in a file.
    pub(super) fn findings(&self, name: &str) -> Vec<Finding> {
        findings(&self.settled(), &self.file(name))
    }

    /// The rules that find something in a file.
    pub(super) fn rules(&self, name: &str) -> Vec<&'static str> {
        self.findings(name).iter().map(|finding| finding.rule).collect()
    }

    /// What a session that starts now on the same texts finds in a file.
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

    /// What differs between this session and one that starts now, for every open file.
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
