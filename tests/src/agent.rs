//! A small client of the Model Context Protocol: starts the real program and exchanges lines of
//! JSON.

use crate::cli::command;
use crate::folder::Folder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The longest that an answer may take before a test fails.
pub const PATIENCE: Duration = Duration::from_secs(90);

/// A running session. Dropping it ends the process.
pub struct Agent {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Messages that arrived while another one was awaited.
    kept: Vec<Value>,
    next: i64,
    /// The answer to `initialize`; null if the request was not sent.
    pub initialized: Value,
    /// The working folder, kept alive if the session owns it.
    _folder: Option<Folder>,
}

impl Agent {
    /// Starts the program in a folder and initializes the session.
    #[must_use]
    pub fn start(folder: &Folder, variables: &[(String, String)], arguments: &[&str]) -> Self {
        let mut agent = Agent::spawn(folder, variables, arguments);
        agent.initialized = agent.request(
            "initialize",
            json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            }),
        );
        agent.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        agent
    }

    /// Does the same in a folder that lives as long as the session.
    #[must_use]
    pub fn keeping(folder: Folder, variables: &[(String, String)], arguments: &[&str]) -> Self {
        let agent = Agent::start(&folder, variables, arguments);
        agent.with(folder)
    }

    /// Keeps a folder for as long as the session.
    #[must_use]
    pub fn with(mut self, folder: Folder) -> Self {
        self._folder = Some(folder);
        self
    }

    /// Starts the program without sending anything.
    ///
    /// # Panics
    ///
    /// If the program cannot be started.
    #[must_use]
    pub fn spawn(folder: &Folder, variables: &[(String, String)], arguments: &[&str]) -> Self {
        let words: Vec<&str> = ["mcp"].into_iter().chain(arguments.iter().copied()).collect();
        let mut child = command(&folder.path("."), &folder.home(), variables, &words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the binary can be started");
        let output = child.stdout.take().expect("the output is piped");
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { return };
                let message = serde_json::from_str(&line)
                    .unwrap_or_else(|error| json!({"unreadable": line, "why": error.to_string()}));
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Agent { child, input, messages, kept: Vec::new(), next: 0, initialized: Value::Null, _folder: None }
    }

    /// Sends bytes unchanged.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            // A server that has ended does not read; the test fails when it waits for the answer.
            let _ = input.write_all(bytes);
            let _ = input.flush();
        }
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        self.send_raw(format!("{message}\n").as_bytes());
    }

    /// Sends a request without waiting for the answer, and returns its id.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        let mut message = json!({"jsonrpc": "2.0", "id": self.next, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
        self.next
    }

    /// Returns the next message that `fits` accepts; `None` after `patience`.
    pub fn message(&mut self, patience: Duration, fits: impl Fn(&Value) -> bool) -> Option<Value> {
        if let Some(at) = self.kept.iter().position(&fits) {
            return Some(self.kept.remove(at));
        }
        let end = Instant::now() + patience;
        loop {
            match self.messages.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(message) if fits(&message) => return Some(message),
                Ok(message) => self.kept.push(message),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Returns the whole answer to a request: with `result` or with `error`.
    ///
    /// # Panics
    ///
    /// If no answer arrives.
    pub fn answer(&mut self, id: i64) -> Value {
        let answer = self.message(PATIENCE, |message| message["id"] == id && message.get("method").is_none());
        answer.unwrap_or_else(|| panic!("no answer to request {id}; {:?}", self.kept))
    }

    /// Sends a request and returns its result.
    ///
    /// # Panics
    ///
    /// If the answer is an error.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Calls a tool and returns the whole result.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// Calls a tool and returns its structured content.
    ///
    /// # Panics
    ///
    /// If the result is an error.
    pub fn give(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert_ne!(result["isError"], true, "{tool}: {result}");
        result["structuredContent"].clone()
    }

    /// Returns the messages that arrived but were not awaited.
    #[must_use]
    pub fn unread(&self) -> &[Value] {
        &self.kept
    }

    /// Closes the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Returns the exit status of the process, if it ends in time.
    pub fn ended_within(&mut self, patience: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + patience;
        while Instant::now() < end {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
