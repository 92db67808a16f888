//! A client of the language server, over standard input and output of the real program.

mod capabilities;
mod connection;

pub use capabilities::ClientCapabilities;

use crate::{Folder, binary};
use connection::{Connection, Inbox, answer_to, lock, read_message, take};
use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a test waits for an answer. Enough for a machine that is busy with other work.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// An error response.
#[derive(Clone, Debug, PartialEq)]
pub struct RpcError {
    /// The error code of the protocol.
    pub code: i64,
    /// The message of the server.
    pub message: String,
}

/// A running session. Dropping it shuts the server down; the test fails if the shutdown is not
/// clean.
pub struct Editor {
    child: Child,
    connection: Arc<Connection>,
    next: i64,
    /// The answer to `initialize`.
    pub initialized: Value,
    /// The negotiated position encoding.
    pub encoding: String,
    /// The home folder, with the state and the cache of the server.
    _home: tempfile::TempDir,
}

impl Editor {
    /// Starts the server in `folder` and initializes the session.
    #[must_use]
    pub fn start(folder: &Folder, abilities: ClientCapabilities) -> Self {
        let mut editor = Editor::spawn(&abilities);
        let mut folders = vec![json!({"uri": folder.uri(""), "name": "first"})];
        folders.extend(abilities.more_folders.iter().map(|uri| json!({"uri": uri, "name": "more"})));
        let params = json!({
            "processId": abilities.process_id,
            "clientInfo": {"name": abilities.client_name},
            "locale": abilities.locale,
            "rootUri": folder.uri(""),
            "workspaceFolders": folders,
            "capabilities": abilities.capabilities,
            "initializationOptions": abilities.initialization_options,
        });
        editor.initialized = editor.request("initialize", params);
        let encoding = &editor.initialized["capabilities"]["positionEncoding"];
        editor.encoding = encoding.as_str().unwrap_or("utf-16").to_owned();
        editor.notify("initialized", json!({}));
        editor
    }

    /// Starts the process without sending anything.
    ///
    /// # Panics
    ///
    /// If it cannot be started.
    #[must_use]
    pub fn spawn(abilities: &ClientCapabilities) -> Self {
        let empty = std::env::temp_dir().join("referee-tests-without-user-settings");
        let home = tempfile::tempdir().expect("a home for the server");
        let mut words = abilities.wrapped_in.iter().map(std::ffi::OsString::from).chain([binary().into()]);
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .arg("lsp")
            .env("HOME", home.path())
            .env("XDG_CONFIG_HOME", &empty)
            .env("XDG_DATA_HOME", &empty)
            .env("REFEREE_STATE", home.path().join("state"))
            .env("REFEREE_CACHE", home.path().join("cache"))
            .envs(abilities.environment.iter().cloned())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the binary can be started");
        let output = child.stdout.take().expect("the output is piped");
        let connection = Arc::new(Connection {
            inbox: Mutex::new(Inbox {
                settings: abilities.settings.clone(),
                choice: abilities.choice.clone(),
                refuses: abilities.refuses.clone(),
                declines_edits: abilities.declines_edits,
                ..Inbox::default()
            }),
            arrived: Condvar::new(),
            input: Mutex::new(child.stdin.take()),
            answers: Mutex::new(abilities.answers),
        });
        let reader = Arc::clone(&connection);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some((message, arrived)) = read_message(&mut output) {
                take(&reader, message, arrived);
            }
            lock(&reader.inbox).closed = true;
            reader.arrived.notify_all();
        });
        Editor { child, connection, next: 0, initialized: Value::Null, encoding: String::new(), _home: home }
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: Value) {
        self.connection.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends any text unchanged, to test how the server handles it.
    pub fn send_raw(&self, text: &str) {
        if let Some(input) = lock(&self.connection.input).as_mut() {
            let _ = input.write_all(text.as_bytes());
            let _ = input.flush();
        }
    }

    /// Sends a request without waiting for the answer, and returns its id.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        let mut message = json!({"jsonrpc": "2.0", "id": self.next, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.connection.send(&message);
        self.next
    }

    /// Waits for the answer to a request.
    ///
    /// # Panics
    ///
    /// If no answer arrives.
    pub fn answer(&self, id: i64) -> Result<Value, RpcError> {
        self.answer_within(id, PATIENCE).unwrap_or_else(|| panic!("no answer to request {id}"))
    }

    /// Returns the answer to a request, if it arrives in time.
    #[must_use]
    pub fn answer_within(&self, id: i64, patience: Duration) -> Option<Result<Value, RpcError>> {
        let (message, _) = self.wait(patience, |inbox| inbox.responses.remove(&id))?;
        if let Some(error) = message.get("error") {
            return Some(Err(RpcError {
                code: error["code"].as_i64().unwrap_or_default(),
                message: error["message"].as_str().unwrap_or_default().to_owned(),
            }));
        }
        Some(Ok(message["result"].clone()))
    }

    /// Returns the time at which the last answer had arrived, before it was parsed.
    #[must_use]
    pub fn answered_at(&self) -> Instant {
        lock(&self.connection.inbox).last_answer.unwrap_or_else(Instant::now)
    }

    /// Sends a request and waits for its answer.
    ///
    /// # Panics
    ///
    /// If the answer is an error or does not arrive.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.answer(id).unwrap_or_else(|error| panic!("{method} failed: {error:?}"))
    }

    /// Opens a file of the folder with its text on disk.
    pub fn open(&self, folder: &Folder, path: &str, language: &str) {
        self.open_text(&folder.uri(path), language, &folder.read(path));
    }

    /// Opens a buffer with this text as version 1.
    pub fn open_text(&self, uri: &str, language: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Changes an open file. Each edit is `(start line, start column, end line, end column, text)`.
    pub fn change(&self, uri: &str, version: i64, edits: &[(u32, u32, u32, u32, &str)]) {
        let changes: Vec<Value> = edits
            .iter()
            .map(|(line, column, end_line, end_column, text)| {
                json!({"range": range(*line, *column, *end_line, *end_column), "text": text})
            })
            .collect();
        let document = json!({"uri": uri, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// Changes the answer to `workspace/configuration`, and notifies the server.
    pub fn configure(&self, settings: Value) {
        lock(&self.connection.inbox).settings = settings;
        self.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    }

    /// Sets the author's answer to later questions.
    pub fn choose(&self, choice: Option<&str>) {
        lock(&self.connection.inbox).choice = choice.map(str::to_owned);
    }

    /// Notifies the server of files that changed on disk: 1 is created, 2 changed, 3 deleted.
    pub fn files_changed(&self, uris: &[(&str, u8)]) {
        let changes: Vec<Value> = uris.iter().map(|(uri, kind)| json!({"uri": uri, "type": kind})).collect();
        self.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
    }

    /// Returns the next diagnostics published for `uri` at `version` or later; earlier ones are
    /// dropped.
    ///
    /// # Panics
    ///
    /// If no diagnostics are published.
    pub fn diagnostics(&self, uri: &str, version: i64) -> Vec<Value> {
        let params = self
            .notification_where(PATIENCE, "textDocument/publishDiagnostics", |params| {
                params["uri"] == uri && params["version"].as_i64().is_some_and(|at| at >= version)
            })
            .unwrap_or_else(|| panic!("no diagnostics for {uri} at version {version}"));
        params["diagnostics"].as_array().cloned().unwrap_or_default()
    }

    /// Waits for published diagnostics for `uri` that `wanted` accepts.
    ///
    /// # Panics
    ///
    /// If no such diagnostics are published.
    pub fn diagnostics_until(&self, uri: &str, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let mut last = Value::Null;
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Some(params) = self
                .notification_where(left, "textDocument/publishDiagnostics", |params| params["uri"] == uri)
            else {
                panic!("no diagnostics as wanted for {uri}; the last were {last:#}");
            };
            let found = params["diagnostics"].as_array().cloned().unwrap_or_default();
            if wanted(&found) {
                return found;
            }
            last = params;
        }
    }

    /// Returns the first notification of a method that `wanted` accepts, if it arrives in time.
    /// Removes it and earlier notifications of the same method and file.
    pub fn notification_where(
        &self,
        patience: Duration,
        method: &str,
        wanted: impl Fn(&Value) -> bool,
    ) -> Option<Value> {
        self.wait(patience, |inbox| {
            let at = inbox
                .notifications
                .iter()
                .position(|message| message["method"] == method && wanted(&message["params"]))?;
            let found = inbox.notifications.remove(at);
            let mut seen = 0;
            inbox.notifications.retain(|message| {
                seen += 1;
                // Keep notifications about other files.
                let same = message["method"] == method && message["params"]["uri"] == found["params"]["uri"];
                seen > at || !same
            });
            Some(found["params"].clone())
        })
    }

    /// Removes and returns all notifications of a method that have arrived.
    #[must_use]
    pub fn notifications(&self, method: &str) -> Vec<Value> {
        let mut inbox = lock(&self.connection.inbox);
        let (found, rest) = std::mem::take(&mut inbox.notifications)
            .into_iter()
            .partition(|message: &Value| message["method"] == method);
        inbox.notifications = rest;
        let found: Vec<Value> = found;
        found.into_iter().map(|message| message["params"].clone()).collect()
    }

    /// Drops the notifications and requests that have arrived, for long sessions.
    pub fn forget_messages(&self) {
        let mut inbox = lock(&self.connection.inbox);
        inbox.notifications.clear();
        inbox.requests.clear();
    }

    /// Removes and returns the first server request with this method, if it arrives in time.
    pub fn server_request(&self, patience: Duration, method: &str) -> Option<Value> {
        self.wait(patience, |inbox| {
            let at = inbox.requests.iter().position(|message| message["method"] == method)?;
            Some(inbox.requests.remove(at))
        })
    }

    /// Answers the requests of the server from now on, including those that arrived before.
    pub fn answer_all(&self) {
        *lock(&self.connection.answers) = true;
        let requests = lock(&self.connection.inbox).requests.clone();
        for request in requests {
            let answer = answer_to(&request, &lock(&self.connection.inbox));
            self.connection.send(&answer);
        }
    }

    /// Sends `shutdown`.
    pub fn shut_down(&mut self) {
        self.request("shutdown", Value::Null);
    }

    /// Sends `exit` and leaves the input open.
    pub fn exit(&self) {
        self.notify("exit", Value::Null);
    }

    /// Closes the server's input.
    pub fn close_input(&self) {
        lock(&self.connection.input).take();
    }

    /// Waits for the process to exit.
    pub fn ended_within(&mut self, patience: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= end {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Returns the process id of the server.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    fn wait<T>(&self, patience: Duration, mut look: impl FnMut(&mut Inbox) -> Option<T>) -> Option<T> {
        let end = Instant::now() + patience;
        let mut inbox = lock(&self.connection.inbox);
        loop {
            if let Some(found) = look(&mut inbox) {
                return Some(found);
            }
            let left = end.saturating_duration_since(Instant::now());
            if inbox.closed || left.is_zero() {
                return None;
            }
            inbox =
                self.connection.arrived.wait_timeout(inbox, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if let Ok(Some(_)) = self.child.try_wait() {
            return;
        }
        if std::thread::panicking() {
            let _ = self.child.kill();
            let _ = self.child.wait();
            return;
        }
        let id = self.ask("shutdown", Value::Null);
        let shut_down = self.answer_within(id, PATIENCE).is_some();
        self.exit();
        let status = self.ended_within(Duration::from_secs(5));
        if status.is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        assert!(shut_down, "the server did not answer shutdown");
        assert!(status.is_some(), "the server did not end after exit with its input open");
        assert!(status.is_some_and(|status| status.success()), "the server ended with {status:?}");
    }
}

/// Returns a range of the protocol, with lines and columns counted from 0.
#[must_use]
pub fn range(line: u32, column: u32, end_line: u32, end_column: u32) -> Value {
    json!({"start": {"line": line, "character": column}, "end": {"line": end_line, "character": end_column}})
}
