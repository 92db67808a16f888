//! Messages to and from the server: sending, the inbox, and the answers to requests of the server.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::process::ChildStdin;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The messages of the server, and how requests of the server are answered.
#[derive(Default)]
pub(super) struct Inbox {
    pub(super) responses: HashMap<i64, (Value, Instant)>,
    pub(super) last_answer: Option<Instant>,
    pub(super) notifications: Vec<Value>,
    pub(super) requests: Vec<Value>,
    pub(super) settings: Value,
    pub(super) choice: Option<String>,
    pub(super) refuses: Vec<String>,
    pub(super) declines_edits: bool,
    pub(super) closed: bool,
}

/// The ends of the pipes and the inbox, shared between the session and the reader thread.
pub(super) struct Connection {
    pub(super) inbox: Mutex<Inbox>,
    pub(super) arrived: Condvar,
    pub(super) input: Mutex<Option<ChildStdin>>,
    pub(super) answers: Mutex<bool>,
}

impl Connection {
    pub(super) fn send(&self, message: &Value) {
        let body = message.to_string();
        if let Some(input) = lock(&self.input).as_mut() {
            // A server that has ended does not read; the test fails when it waits for the answer.
            let _ = write!(input, "Content-Length: {}\r\n\r\n{body}", body.len());
            let _ = input.flush();
        }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts a message into the inbox; answers it first if it is a request of the server.
pub(super) fn take(shared: &Connection, message: Value, arrived: Instant) {
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

/// Returns the answer to a request of the server: that of an editor with the behaviour set by the
/// test.
pub(super) fn answer_to(request: &Value, inbox: &Inbox) -> Value {
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
                inbox.choice.iter().flat_map(|all| all.split('|')).any(|choice| action["title"] == choice)
            });
            chosen.cloned().unwrap_or(Value::Null)
        }
        Some("workspace/applyEdit") => json!({"applied": !inbox.declines_edits}),
        Some("window/showDocument") => json!({"success": true}),
        _ => Value::Null,
    };
    json!({"jsonrpc": "2.0", "id": request["id"], "result": result})
}

/// Returns the next message, and the time at which it had arrived completely, before parsing.
pub(super) fn read_message(output: &mut impl BufRead) -> Option<(Value, Instant)> {
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
