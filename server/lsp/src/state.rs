//! What a session with an editor knows.

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
    /// The draft that they were offered for.
    pub(crate) file: FileId,
    /// What was asked.
    pub(crate) question: String,
    /// What was found.
    pub(crate) result: ResearchResult,
}

/// Everything that handlers share.
pub(crate) struct State {
    pub(crate) client: EditorClient,
    /// Where tasks run, for threads that are none of its own.
    pub(crate) runtime: tokio::runtime::Handle,
    pub(crate) lifecycle: Arc<Lifecycle>,
    /// Takes messages that are JSON already.
    pub(crate) sink: Arc<MessageSink>,
    /// `initialized` was received, and the work has begun.
    pub(crate) started: AtomicBool,
    /// How many threads read texts of open files.
    pub(crate) text_readers: AtomicUsize,
    /// A text of an open file was read, or is no longer to be.
    pub(crate) text_was_read: Notify,
    /// Findings as JSON.
    pub(crate) diagnostics_cache: DiagnosticsCache,
    /// Which problem is shown in which file.
    pub(crate) shown_findings: ShownFindings,
    /// What could not be read of the user's own tables, one line each.
    pub(crate) unread_tables: Vec<String>,
    pub(crate) session: Mutex<Session>,
    /// The keys of the language model and the model on this machine.
    pub(crate) models: ModelSession,
    pub(crate) indexes: Indexes,
    pub(crate) worker: Worker,
    pub(crate) settings: Mutex<EditorSettings>,
    /// The editor has sent something odd before: once is worth a warning, a thousand times is not.
    pub(crate) was_odd: AtomicBool,
    /// What the editor pulled last of each file.
    pub(crate) pulled: Mutex<PulledResults>,
    /// The editor announced to pull diagnostics again when it is asked to, and did not.
    refresh_failed: AtomicBool,
    /// The editor has agreed to tell of changes on disk.
    pub(crate) watches_files: AtomicBool,
    /// Which workspaces the author was asked about in this session.
    pub(crate) asked: Mutex<BTreeSet<PathBuf>>,
    /// The workspaces whose author lets words be searched for online in this session without being asked each time.
    pub(crate) searched: Mutex<BTreeSet<PathBuf>>,
    /// The hypotheses that were offered last, for the author to choose from.
    pub(crate) offered: Mutex<Option<OfferedHypotheses>>,
    /// The work that the author can cancel, by its progress token.
    pub(crate) cancellable: Mutex<HashMap<String, CancellationToken>>,
    uris: Mutex<Arc<Uris>>,
    client_capabilities: OnceLock<ClientCapabilities>,
}

impl State {
    /// The state of a session that begins.
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

    /// Notes what the editor can do; the first time counts.
    pub(crate) fn set_client_capabilities(&self, client_capabilities: ClientCapabilities) {
        let _ = self.client_capabilities.set(client_capabilities);
        if self.pushes_diagnostics() || self.client_capabilities().related_documents {
            self.shown_findings.set_shows_chapters();
        }
    }

    /// What the editor can do.
    pub(crate) fn client_capabilities(&self) -> &ClientCapabilities {
        static NO_CAPABILITIES: OnceLock<ClientCapabilities> = OnceLock::new();
        self.client_capabilities
            .get()
            .unwrap_or_else(|| NO_CAPABILITIES.get_or_init(ClientCapabilities::default))
    }

    /// Whether the editor has told its settings, where it can.
    pub(crate) fn are_settings_known(&self) -> bool {
        !self.client_capabilities().configuration || lock(&self.settings).complete
    }

    /// The language in which the author uses the editor.
    pub(crate) fn language(&self) -> Language {
        self.client_capabilities().language
    }

    /// Whether diagnostics are pushed to this editor.
    pub(crate) fn pushes_diagnostics(&self) -> bool {
        !self.client_capabilities().pulls_diagnostics || self.refresh_failed.load(Ordering::Relaxed)
    }

    /// Notes that the editor does not pull again when it is asked to: from now on diagnostics are pushed.
    pub(crate) fn stop_refreshing(&self) {
        if !self.refresh_failed.swap(true, Ordering::Relaxed) {
            tracing::warn!("the editor does not ask for diagnostics again; from now on they are sent to it");
            self.shown_findings.set_shows_chapters();
            self.worker.review_all();
        }
    }

    /// The names of files at this moment.
    pub(crate) fn uris(&self) -> Arc<Uris> {
        Arc::clone(&lock(&self.uris))
    }

    /// Changes the names of files.
    pub(crate) fn with_uris(&self, change: impl FnOnce(&mut Uris)) {
        change(Arc::make_mut(&mut lock(&self.uris)));
    }

    /// Waits until the newest text of a file was read; without a file, until all were. Ready at once where they are.
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

    /// A view of the workspace at this moment.
    pub(crate) fn view(self: &Arc<Self>) -> View {
        let snapshot = lock(&self.session).snapshot();
        View { snapshot, uris: self.uris(), cancel: CancellationToken::new(), state: Arc::clone(self) }
    }
}

/// What a request sees: the workspace at the moment in which it was asked.
pub(crate) struct View {
    pub(crate) snapshot: Snapshot,
    pub(crate) uris: Arc<Uris>,
    /// Says that the editor no longer wants the answer.
    pub(crate) cancel: CancellationToken,
    pub(crate) state: Arc<State>,
}

impl View {
    /// A file and its text; `None` for one that is not known.
    pub(crate) fn open(&self, uri: &Url) -> Option<(FileId, Rope)> {
        let file = crate::uri::file(uri);
        let text = self.snapshot.source_text(&file)?;
        Some((file, text))
    }

    /// The file and the byte that a position names.
    pub(crate) fn place(
        &self,
        at: &tower_lsp::lsp_types::TextDocumentPositionParams,
    ) -> Option<FilePosition> {
        let (file, text) = self.open(&at.text_document.uri)?;
        let offset = crate::from_protocol::byte(&text, at.position, self.encoding());
        Some(FilePosition { file, text, offset })
    }

    /// The workspace as it is now, with what other programs wrote since.
    pub(crate) fn read_disk(&self) -> View {
        let changed = notice_disk_changes(&self.state.session);
        // Another thread may have noticed it first, and be reading still.
        load_pending(&self.state.session);
        if changed {
            self.state.worker.refresh_all();
        }
        View { cancel: self.cancel.clone(), ..self.state.view() }
    }

    /// The workspace as it is now, with what other programs wrote since: for an edit of a bibliography that may be
    /// older in memory than on disk. With it `span` of `file`, moved with what was typed meanwhile; `None` where
    /// that place itself was changed.
    pub(crate) fn read_again(&self, file: &FileId, span: Span) -> Option<(View, Span)> {
        let view = self.read_disk();
        let (before, now) = (self.snapshot.source_text(file)?, view.snapshot.source_text(file)?);
        let span = moved(&before.to_string(), &now.to_string(), span)?;
        Some((view, span))
    }

    /// The workspace with its libraries and bibliographies, which may still be on their way from disk: a command that
    /// searches waits for them.
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

/// Where a span of `before` is in `now`, of which one part may have been changed; `None` where that part touches it.
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

/// A byte in a file.
pub(crate) struct FilePosition {
    pub(crate) file: FileId,
    pub(crate) text: Rope,
    pub(crate) offset: usize,
}

/// The session with the settings of the user's own file and the environment.
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
    session.read_large_texts_later();
    session
}
