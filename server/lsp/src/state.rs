//! The state of a session with an editor.

use crate::client_capabilities::ClientCapabilities;
use crate::diagnostics_cache::DiagnosticsCache;
use crate::editor_client::EditorClient;
use crate::editor_settings::EditorSettings;
use crate::lifecycle::Lifecycle;
use crate::pulled_results::PulledResults;
use crate::shown_findings::ShownFindings;
use crate::sync::lock;
use crate::to_protocol::ProtocolEncoder;
use crate::transport::MessageSink;
use crate::uri::Uris;
use crate::worker::Worker;
use referee_features::completion::Indexes;
use referee_features::model::ModelSession;
use referee_literature::cache;
use referee_literature::papers::PaperStore;
use referee_research::run::ResearchResult;
use referee_text::{Encoding, FileId, Language, Rope, Span};
use referee_workspace::settings::{Layer, Origin, user_file};
use referee_workspace::{Folders, Session, Snapshot};
use referee_workspace::{load_pending, notice_disk_changes};
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tower_lsp::lsp_types::Url;

/// Hypotheses that were offered for the author to choose from.
pub(crate) struct OfferedHypotheses {
    /// The draft for which they were offered.
    pub(crate) file: FileId,
    pub(crate) question: String,
    pub(crate) result: ResearchResult,
}

/// The state that all handlers share.
pub(crate) struct State {
    pub(crate) client: EditorClient,
    /// The runtime for tasks, used by threads outside of it.
    pub(crate) runtime: tokio::runtime::Handle,
    pub(crate) lifecycle: Arc<Lifecycle>,
    /// Accepts messages that are already JSON.
    pub(crate) sink: Arc<MessageSink>,
    /// `initialized` was received, and the background work has started.
    pub(crate) started: AtomicBool,
    /// The number of threads that read texts of open files.
    pub(crate) text_readers: AtomicUsize,
    /// A text of an open file was read, or need not be read any more.
    pub(crate) text_was_read: Notify,
    /// Findings as JSON.
    pub(crate) diagnostics_cache: DiagnosticsCache,
    /// The problems that are shown in each file.
    pub(crate) shown_findings: ShownFindings,
    /// Problems with reading the user's own tables, one line each.
    pub(crate) unread_tables: Vec<String>,
    pub(crate) session: Mutex<Session>,
    /// The keys of the language model and the model on this machine.
    pub(crate) models: ModelSession,
    pub(crate) indexes: Indexes,
    pub(crate) worker: Worker,
    pub(crate) settings: Mutex<EditorSettings>,
    /// Whether the editor has sent an unexpected message before: only the first is logged as a
    /// warning.
    pub(crate) was_odd: AtomicBool,
    /// The editor's last pull of each file.
    pub(crate) pulled: Mutex<PulledResults>,
    /// The editor declared refresh support for diagnostics but did not pull again.
    refresh_failed: AtomicBool,
    /// The editor agreed to report changes on disk.
    pub(crate) watches_files: AtomicBool,
    /// The workspaces that the author was asked about in this session.
    pub(crate) asked: Mutex<BTreeSet<PathBuf>>,
    /// The workspaces in which the author allows online searches for words in this session without
    /// a question each time.
    pub(crate) searched: Mutex<BTreeSet<PathBuf>>,
    /// The hypotheses that were offered last, for the author to choose from.
    pub(crate) offered: Mutex<Option<OfferedHypotheses>>,
    /// The work that the author can cancel, by its progress token.
    pub(crate) cancellable: Mutex<HashMap<String, CancellationToken>>,
    uris: Mutex<Arc<Uris>>,
    client_capabilities: OnceLock<ClientCapabilities>,
}

impl State {
    /// Creates the state of a new session.
    pub(crate) fn new(client: tower_lsp::Client, lifecycle: Arc<Lifecycle>, sink: Arc<MessageSink>) -> Self {
        let runtime = tokio::runtime::Handle::current();
        State {
            client: EditorClient::new(client, runtime.clone()),
            runtime,
            lifecycle,
            sink,
            started: AtomicBool::new(false),
            text_readers: AtomicUsize::new(0),
            text_was_read: Notify::new(),
            diagnostics_cache: DiagnosticsCache::default(),
            shown_findings: ShownFindings::default(),
            unread_tables: referee_workspace::knowledge_folder::install(),
            session: Mutex::new(session()),
            models: ModelSession::default(),
            indexes: Indexes::default(),
            worker: Worker::default(),
            settings: Mutex::default(),
            was_odd: AtomicBool::new(false),
            pulled: Mutex::default(),
            refresh_failed: AtomicBool::new(false),
            watches_files: AtomicBool::new(false),
            asked: Mutex::default(),
            searched: Mutex::default(),
            offered: Mutex::default(),
            cancellable: Mutex::default(),
            uris: Mutex::default(),
            client_capabilities: OnceLock::new(),
        }
    }

    /// Stores the capabilities of the editor; only the first call has an effect.
    pub(crate) fn set_client_capabilities(&self, client_capabilities: ClientCapabilities) {
        let _ = self.client_capabilities.set(client_capabilities);
        if self.pushes_diagnostics() || self.client_capabilities().related_documents {
            self.shown_findings.set_shows_chapters();
        }
    }

    /// Returns the capabilities of the editor.
    pub(crate) fn client_capabilities(&self) -> &ClientCapabilities {
        static NO_CAPABILITIES: OnceLock<ClientCapabilities> = OnceLock::new();
        self.client_capabilities
            .get()
            .unwrap_or_else(|| NO_CAPABILITIES.get_or_init(ClientCapabilities::default))
    }

    /// Returns whether the editor has sent its settings, if it can.
    pub(crate) fn are_settings_known(&self) -> bool {
        !self.client_capabilities().configuration || lock(&self.settings).complete
    }

    /// Returns the language of the editor.
    pub(crate) fn language(&self) -> Language {
        self.client_capabilities().language
    }

    /// Returns whether diagnostics are pushed to this editor.
    pub(crate) fn pushes_diagnostics(&self) -> bool {
        !self.client_capabilities().pulls_diagnostics || self.refresh_failed.load(Ordering::Relaxed)
    }

    /// Records that the editor does not pull again when asked: from now on diagnostics are pushed.
    pub(crate) fn stop_refreshing(&self) {
        if !self.refresh_failed.swap(true, Ordering::Relaxed) {
            tracing::warn!("the editor does not ask for diagnostics again; from now on they are sent to it");
            self.shown_findings.set_shows_chapters();
            self.worker.review_all();
        }
    }

    /// Returns the current URIs of files.
    pub(crate) fn uris(&self) -> Arc<Uris> {
        Arc::clone(&lock(&self.uris))
    }

    /// Changes the URIs of files.
    pub(crate) fn with_uris(&self, change: impl FnOnce(&mut Uris)) {
        change(Arc::make_mut(&mut lock(&self.uris)));
    }

    /// Waits until the newest text of a file has been read; without a file, until all texts have
    /// been read. Returns at once if they have.
    pub(crate) async fn text_read(&self, file: Option<&FileId>) {
        loop {
            let mut read = pin!(self.text_was_read.notified());
            read.as_mut().enable();
            let is_unread = match file {
                Some(file) => lock(&self.session).is_unread(file),
                None => lock(&self.session).has_unread(),
            };
            if !is_unread {
                return;
            }
            read.await;
        }
    }

    /// Returns a view of the current workspace.
    pub(crate) fn view(self: &Arc<Self>) -> View {
        let snapshot = lock(&self.session).snapshot();
        View { snapshot, uris: self.uris(), cancel: CancellationToken::new(), state: Arc::clone(self) }
    }
}

/// The view of a request: the workspace at the time the request arrived.
pub(crate) struct View {
    pub(crate) snapshot: Snapshot,
    pub(crate) uris: Arc<Uris>,
    /// Cancelled when the editor no longer wants the answer.
    pub(crate) cancel: CancellationToken,
    pub(crate) state: Arc<State>,
}

impl View {
    /// Returns a file and its text; `None` if the file is not known.
    pub(crate) fn open(&self, uri: &Url) -> Option<(FileId, Rope)> {
        let file = crate::uri::file(uri);
        let text = self.snapshot.source_text(&file)?;
        Some((file, text))
    }

    /// Returns the file and the byte offset of a position.
    pub(crate) fn place(
        &self,
        at: &tower_lsp::lsp_types::TextDocumentPositionParams,
    ) -> Option<FilePosition> {
        let (file, text) = self.open(&at.text_document.uri)?;
        let offset = crate::from_protocol::byte(&text, at.position, self.encoding());
        Some(FilePosition { file, text, offset })
    }

    /// Returns the current workspace, including changes that other programs wrote to disk.
    pub(crate) fn read_disk(&self) -> View {
        let changed = notice_disk_changes(&self.state.session);
        // Another thread may have noticed the change first and still be reading.
        load_pending(&self.state.session);
        if changed {
            self.state.worker.refresh_all();
        }
        View { cancel: self.cancel.clone(), ..self.state.view() }
    }

    /// Returns the current workspace, including changes on disk: for an edit of a bibliography that
    /// may be older in memory than on disk. Also returns `span` of `file`, moved by what was typed
    /// meanwhile; `None` if the span itself was changed.
    pub(crate) fn read_again(&self, file: &FileId, span: Span) -> Option<(View, Span)> {
        let view = self.read_disk();
        let (before, now) = (self.snapshot.source_text(file)?, view.snapshot.source_text(file)?);
        let span = moved(&before.to_string(), &now.to_string(), span)?;
        Some((view, span))
    }

    /// Returns the current workspace after loading its libraries and bibliographies, for which a
    /// command that searches must wait.
    pub(crate) fn with_libraries(&self) -> View {
        load_pending(&self.state.session);
        View { cancel: self.cancel.clone(), ..self.state.view() }
    }

    pub(crate) fn client_capabilities(&self) -> &ClientCapabilities {
        self.state.client_capabilities()
    }

    pub(crate) fn encoding(&self) -> Encoding {
        self.client_capabilities().encoding
    }

    pub(crate) fn indexes(&self) -> &Indexes {
        &self.state.indexes
    }

    pub(crate) fn encoder(&self) -> ProtocolEncoder<'_> {
        ProtocolEncoder {
            snapshot: &self.snapshot,
            uris: &self.uris,
            client_capabilities: self.client_capabilities(),
        }
    }
}

/// Returns the span in `now` of a span in `before`, if one region of the text may have changed;
/// `None` if the change touches the span.
fn moved(before: &str, now: &str, span: Span) -> Option<Span> {
    let same = before.bytes().zip(now.bytes()).take_while(|(a, b)| a == b).count();
    if same == before.len() && same == now.len() || (span.end as usize) < same {
        return Some(span);
    }
    let room = before.len().min(now.len()) - same;
    let tail = before.bytes().rev().zip(now.bytes().rev()).take(room).take_while(|(a, b)| a == b).count();
    let behind = before.len() - tail;
    (span.start as usize >= behind).then(|| {
        let shift = |at: u32| at as usize - behind + (now.len() - tail);
        Span::new(shift(span.start), shift(span.end))
    })
}

/// A byte offset in a file.
pub(crate) struct FilePosition {
    pub(crate) file: FileId,
    pub(crate) text: Rope,
    pub(crate) offset: usize,
}

/// Creates the session with the settings of the user's own file and the environment.
fn session() -> Session {
    let variable = |name: &str| std::env::var(name).ok();
    let user: Option<(PathBuf, String)> = user_file(variable).and_then(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path, text))
    });
    let variables = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let environment = Layer::from_environment(variables);
    for complaint in &environment.complaints {
        tracing::warn!("environment: {}", complaint.message.text(Language::English));
    }
    let mut session =
        Session::new(user, environment, Layer::from_json(Origin::CommandLine, &serde_json::json!({})));
    session.connect(Folders::of_user());
    if let Some(folder) = cache::folder() {
        session.use_papers(PaperStore::new(&folder));
    }
    session.read_large_texts_later();
    session
}
