//! A client of the language server, over the standard input and output of the real program.

use crate::{Folder, binary};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a test waits for an answer. Long enough for a machine that does other work as well.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What an editor says it can do, and how it behaves.
#[derive(Clone, Debug)]
pub struct ClientCapabilities {
    /// The capabilities of `initialize`.
    pub capabilities: Value,
    /// The object below `referee`: the answer to `workspace/configuration`.
    pub settings: Value,
    /// `initializationOptions`.
    pub initialization_options: Value,
    /// Whether requests of the server are answered.
    pub answers: bool,
    /// The process the server is told to watch.
    pub process_id: Option<u32>,
    /// The name that the editor gives itself.
    pub client_name: String,
    /// The methods of requests that are answered with an error.
    pub refuses: Vec<String>,
    /// Folders beside the first.
    pub more_folders: Vec<String>,
    /// Variables of the server's environment.
    pub environment: Vec<(String, String)>,
    /// Words before the command that starts the server.
    pub wrapped_in: Vec<String>,
    /// What the author chooses when asked something (`window/showMessageRequest`); `None` closes the question.
    pub choice: Option<String>,
}

impl Default for ClientCapabilities {
    fn default() -> Self {
        ClientCapabilities {
            capabilities: json!({
                "general": {"positionEncodings": ["utf-16"]},
                "window": {
                    "workDoneProgress": true,
                    "showMessage": {"messageActionItem": {"additionalPropertiesSupport": true}},
                },
                "workspace": {
                    "configuration": true,
                    "workspaceFolders": true,
                    "applyEdit": true,
                    "workspaceEdit": {"documentChanges": true},
                    "didChangeConfiguration": {"dynamicRegistration": true},
                    "didChangeWatchedFiles": {"dynamicRegistration": true},
                },
                "textDocument": {
                    "synchronization": {"didSave": true},
                    "publishDiagnostics": {
                        "versionSupport": true,
                        "relatedInformation": true,
                        "codeDescriptionSupport": true,
                        "dataSupport": true,
                        "tagSupport": {"valueSet": [1, 2]},
                    },
                    "hover": {"contentFormat": ["markdown", "plaintext"]},
                    "completion": {"completionItem": {
                        "documentationFormat": ["markdown", "plaintext"],
                        "labelDetailsSupport": true,
                        "resolveSupport": {"properties": ["documentation", "detail"]},
                    }},
                    "codeAction": {
                        "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source"]}},
                        "dataSupport": true,
                        "isPreferredSupport": true,
                        "resolveSupport": {"properties": ["edit"]},
                    },
                    "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
                    "definition": {"linkSupport": true},
                    "rename": {"prepareSupport": true},
                    "documentLink": {"tooltipSupport": true},
                    "foldingRange": {},
                    "inlayHint": {},
                    "codeLens": {},
                },
            }),
            settings: json!({}),
            initialization_options: Value::Null,
            answers: true,
            process_id: None,
            client_name: String::from("tests"),
            refuses: Vec::new(),
            more_folders: Vec::new(),
            environment: Vec::new(),
            wrapped_in: Vec::new(),
            choice: None,
        }
    }
}

impl ClientCapabilities {
    /// An editor that can do nothing but open and edit.
    #[must_use]
    pub fn none() -> Self {
        ClientCapabilities { capabilities: json!({}), ..ClientCapabilities::default() }
    }

    /// The same with one capability changed; `path` is a JSON pointer, missing objects are made.
    #[must_use]
    pub fn with(mut self, path: &str, value: Value) -> Self {
        let mut place = &mut self.capabilities;
        for name in path.split('/').skip(1) {
            if !place.is_object() {
                *place = json!({});
            }
            place = &mut place[name];
        }
        *place = value;
        self
    }

    /// The same for an editor that pulls diagnostics.
    #[must_use]
    pub fn pulling(self) -> Self {
        self.with(
            "/textDocument/diagnostic",
            json!({"dynamicRegistration": false, "relatedDocumentSupport": true}),
        )
        .with("/workspace/diagnostics", json!({"refreshSupport": true}))
    }

    /// The same with these variables in the server's environment.
    #[must_use]
    pub fn with_environment(mut self, variables: impl IntoIterator<Item = (String, String)>) -> Self {
        self.environment.extend(variables);
        self
    }

    /// The same with a server that is started by these words and its own.
    #[must_use]
    pub fn wrapped_in(mut self, words: Vec<String>) -> Self {
        self.wrapped_in = words;
        self
    }

    /// The same with an author who answers questions so.
    #[must_use]
    pub fn choosing(mut self, choice: &str) -> Self {
        self.choice = Some(choice.to_owned());
        self
    }

    /// The same with these settings below `referee`.
    #[must_use]
    pub fn with_settings(mut self, settings: Value) -> Self {
        self.settings = settings;
        self
    }
}

/// An error response.
#[derive(Clone, Debug, PartialEq)]
pub struct RpcError {
    /// The number that the protocol gives this kind of error.
    pub code: i64,
    /// What the server says went wrong.
    pub message: String,
}

#[derive(Default)]
struct Inbox {
    responses: HashMap<i64, (Value, Instant)>,
    last_answer: Option<Instant>,
    notifications: Vec<Value>,
    requests: Vec<Value>,
    settings: Value,
    choice: Option<String>,
    refuses: Vec<String>,
    closed: bool,
}

struct Shared {
    inbox: Mutex<Inbox>,
    arrived: Condvar,
    input: Mutex<Option<ChildStdin>>,
    answers: Mutex<bool>,
}

impl Shared {
    fn send(&self, message: &Value) {
        let body = message.to_string();
        if let Some(input) = lock(&self.input).as_mut() {
            // A server that has ended does not read; the test finds out by what it waits for.
            let _ = write!(input, "Content-Length: {}\r\n\r\n{body}", body.len());
            let _ = input.flush();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running session. When it is dropped, it is shut down, and the test fails if that is not orderly.
pub struct Editor {
    child: Child,
    shared: Arc<Shared>,
    next: i64,
    /// The answer to `initialize`.
    pub initialized: Value,
    /// The position encoding that was agreed on.
    pub encoding: String,
    /// The state and the cache of the server.
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

    /// Starts the process and says nothing yet.
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
        let shared = Arc::new(Shared {
            inbox: Mutex::new(Inbox {
                settings: abilities.settings.clone(),
                choice: abilities.choice.clone(),
                refuses: abilities.refuses.clone(),
                ..Inbox::default()
            }),
            arrived: Condvar::new(),
            input: Mutex::new(child.stdin.take()),
            answers: Mutex::new(abilities.answers),
        });
        let reader = Arc::clone(&shared);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some((message, arrived)) = read_message(&mut output) {
                take(&reader, message, arrived);
            }
            lock(&reader.inbox).closed = true;
            reader.arrived.notify_all();
        });
        Editor { child, shared, next: 0, initialized: Value::Null, encoding: String::new(), _home: home }
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: Value) {
        self.shared.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends any text as it is, to see what the server makes of it.
    pub fn send_raw(&self, text: &str) {
        if let Some(input) = lock(&self.shared.input).as_mut() {
            let _ = input.write_all(text.as_bytes());
            let _ = input.flush();
        }
    }

    /// Sends a request and does not wait for its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        let mut message = json!({"jsonrpc": "2.0", "id": self.next, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.shared.send(&message);
        self.next
    }

    /// Waits for the answer to a request that was sent.
    ///
    /// # Panics
    ///
    /// If none comes.
    pub fn answer(&self, id: i64) -> Result<Value, RpcError> {
        self.answer_within(id, PATIENCE).unwrap_or_else(|| panic!("no answer to request {id}"))
    }

    /// The answer to a request, if it comes in time.
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

    /// When the last answer had arrived, before it was read.
    #[must_use]
    pub fn answered_at(&self) -> Instant {
        lock(&self.shared.inbox).last_answer.unwrap_or_else(Instant::now)
    }

    /// Sends a request and waits for its answer.
    ///
    /// # Panics
    ///
    /// If it is an error or does not come.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.answer(id).unwrap_or_else(|error| panic!("{method} failed: {error:?}"))
    }

    /// Opens a file of the folder with the text that is on disk.
    pub fn open(&self, folder: &Folder, path: &str, language: &str) {
        self.open_text(&folder.uri(path), language, &folder.read(path));
    }

    /// Opens a buffer with a text, as version 1.
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

    /// Changes what `workspace/configuration` is answered with, and says so.
    pub fn configure(&self, settings: Value) {
        lock(&self.shared.inbox).settings = settings;
        self.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    }

    /// From now on the author answers questions so.
    pub fn choose(&self, choice: Option<&str>) {
        lock(&self.shared.inbox).choice = choice.map(str::to_owned);
    }

    /// Says that files changed on disk: 1 is created, 2 changed, 3 deleted.
    pub fn files_changed(&self, uris: &[(&str, u8)]) {
        let changes: Vec<Value> = uris.iter().map(|(uri, kind)| json!({"uri": uri, "type": kind})).collect();
        self.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
    }

    /// The next diagnostics published for `uri` at `version` or later; what was published before is dropped.
    ///
    /// # Panics
    ///
    /// If none are published.
    pub fn diagnostics(&self, uri: &str, version: i64) -> Vec<Value> {
        let params = self
            .notification_where(PATIENCE, "textDocument/publishDiagnostics", |params| {
                params["uri"] == uri && params["version"].as_i64().is_some_and(|at| at >= version)
            })
            .unwrap_or_else(|| panic!("no diagnostics for {uri} at version {version}"));
        params["diagnostics"].as_array().cloned().unwrap_or_default()
    }

    /// Waits until diagnostics for `uri` are published that `wanted` accepts.
    ///
    /// # Panics
    ///
    /// If none are.
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

    /// The first notification of a method that `wanted` accepts, if it comes in time. It and what came before
    /// it of the same method and about the same file are taken.
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
                // What was said of other files is still waited for.
                let same = message["method"] == method && message["params"]["uri"] == found["params"]["uri"];
                seen > at || !same
            });
            Some(found["params"].clone())
        })
    }

    /// All notifications of a method that have come and were not taken yet.
    #[must_use]
    pub fn notifications(&self, method: &str) -> Vec<Value> {
        let mut inbox = lock(&self.shared.inbox);
        let (found, rest) = std::mem::take(&mut inbox.notifications)
            .into_iter()
            .partition(|message: &Value| message["method"] == method);
        inbox.notifications = rest;
        let found: Vec<Value> = found;
        found.into_iter().map(|message| message["params"].clone()).collect()
    }

    /// Forgets the notifications and requests that have come: for sessions that are long.
    pub fn forget_messages(&self) {
        let mut inbox = lock(&self.shared.inbox);
        inbox.notifications.clear();
        inbox.requests.clear();
    }

    /// The first request of the server with this method, if it comes in time; it is taken.
    pub fn server_request(&self, patience: Duration, method: &str) -> Option<Value> {
        self.wait(patience, |inbox| {
            let at = inbox.requests.iter().position(|message| message["method"] == method)?;
            Some(inbox.requests.remove(at))
        })
    }

    /// From now on the requests of the server are answered, those that came before as well.
    pub fn answer_all(&self) {
        *lock(&self.shared.answers) = true;
        let requests = lock(&self.shared.inbox).requests.clone();
        for request in requests {
            let answer = answer_to(&request, &lock(&self.shared.inbox));
            self.shared.send(&answer);
        }
    }

    /// Sends `shutdown`.
    pub fn shut_down(&mut self) {
        self.request("shutdown", Value::Null);
    }

    /// Sends `exit`; the input stays open.
    pub fn exit(&self) {
        self.notify("exit", Value::Null);
    }

    /// Closes the server's input.
    pub fn close_input(&self) {
        lock(&self.shared.input).take();
    }

    /// Waits for the process to end by itself.
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

    /// The number of the server's process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    fn wait<T>(&self, patience: Duration, mut look: impl FnMut(&mut Inbox) -> Option<T>) -> Option<T> {
        let end = Instant::now() + patience;
        let mut inbox = lock(&self.shared.inbox);
        loop {
            if let Some(found) = look(&mut inbox) {
                return Some(found);
            }
            let left = end.saturating_duration_since(Instant::now());
            if inbox.closed || left.is_zero() {
                return None;
            }
            inbox = self.shared.arrived.wait_timeout(inbox, left).unwrap_or_else(PoisonError::into_inner).0;
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

/// A range as the protocol writes it, from line and column to line and column, counted from 0.
#[must_use]
pub fn range(line: u32, column: u32, end_line: u32, end_column: u32) -> Value {
    json!({"start": {"line": line, "character": column}, "end": {"line": end_line, "character": end_column}})
}

fn take(shared: &Shared, message: Value, arrived: Instant) {
    let is_request = message.get("method").is_some() && message.get("id").is_some();
    if is_request && *lock(&shared.answers) {
        let answer = answer_to(&message, &lock(&shared.inbox));
        shared.send(&answer);
    }
    let mut inbox = lock(&shared.inbox);
    if is_request {
        inbox.requests.push(message);
    } else if message.get("method").is_some() {
        inbox.notifications.push(message);
    } else if let Some(id) = message["id"].as_i64() {
        inbox.responses.insert(id, (message, arrived));
        inbox.last_answer = Some(arrived);
    }
    drop(inbox);
    shared.arrived.notify_all();
}

fn answer_to(request: &Value, inbox: &Inbox) -> Value {
    if inbox.refuses.iter().any(|method| request["method"] == method.as_str()) {
        let error = json!({"code": -32601, "message": "method not found"});
        return json!({"jsonrpc": "2.0", "id": request["id"], "error": error});
    }
    let result = match request["method"].as_str() {
        Some("workspace/configuration") => {
            let items = request["params"]["items"].as_array().map_or(1, Vec::len);
            Value::Array(vec![inbox.settings.clone(); items])
        }
        Some("window/showMessageRequest") => {
            let actions = request["params"]["actions"].as_array();
            let chosen = actions.into_iter().flatten().find(|action| {
                inbox.choice.as_ref().is_some_and(|choice| action["title"] == choice.as_str())
            });
            chosen.cloned().unwrap_or(Value::Null)
        }
        Some("workspace/applyEdit") => json!({"applied": true}),
        Some("window/showDocument") => json!({"success": true}),
        _ => Value::Null,
    };
    json!({"jsonrpc": "2.0", "id": request["id"], "result": result})
}

/// The next message, and when all of it had arrived: what a client makes of it takes its own time.
fn read_message(output: &mut impl BufRead) -> Option<(Value, Instant)> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length:") {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let mut body = vec![0; length?];
    output.read_exact(&mut body).ok()?;
    let arrived = Instant::now();
    Some((serde_json::from_slice(&body).ok()?, arrived))
}
