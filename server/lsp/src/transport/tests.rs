//! Tests the transport from an editor's view, over in-memory pipes and the real tower-lsp.

#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::*;
use serde_json::{Value, json};
use std::sync::Mutex;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf};
use tower_lsp::lsp_types::*;
use tower_lsp::{Client, LanguageServer, LspService};

type Outcome<T> = tower_lsp::jsonrpc::Result<T>;

/// A server whose handlers misbehave in every way.
struct FaultyServer {
    client: Client,
    versions: Mutex<Vec<i32>>,
}

#[tower_lsp::async_trait]
impl LanguageServer for FaultyServer {
    async fn initialize(&self, _: InitializeParams) -> Outcome<InitializeResult> {
        Ok(InitializeResult::default())
    }

    async fn shutdown(&self) -> Outcome<()> {
        Ok(())
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.versions.lock().unwrap().push(params.text_document.version);
        self.client.log_message(MessageType::LOG, "changed").await;
    }

    async fn did_save(&self, _: DidSaveTextDocumentParams) {
        panic!("a notification that fails");
    }

    /// The line selects the kind of misbehaviour.
    async fn hover(&self, params: HoverParams) -> Outcome<Option<Hover>> {
        let seen = self.versions.lock().unwrap().clone();
        match params.text_document_position_params.position.line {
            1 => tokio::time::sleep(Duration::from_secs(5)).await,
            2 => {
                tokio::task::yield_now().await;
                std::thread::sleep(Duration::from_millis(700));
            }
            3 => panic!("a request that fails"),
            4 => {
                let _ = self.client.configuration(Vec::new()).await;
            }
            _ => {}
        }
        Ok(Some(Hover {
            contents: HoverContents::Scalar(MarkedString::String(format!("{seen:?}"))),
            range: None,
        }))
    }
}

/// How long a test waits for an expected message.
const PATIENCE: Duration = Duration::from_secs(20);

/// The editor's end of the pipes.
struct Pipes {
    input: WriteHalf<DuplexStream>,
    output: ReadHalf<DuplexStream>,
    ended: tokio::task::JoinHandle<Ending>,
    /// Messages that arrived while waiting for another.
    early: Vec<Value>,
}

impl Pipes {
    async fn open() -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (read, write) = tokio::io::split(theirs);
        let (service, socket) = LspService::new(|client| FaultyServer { client, versions: Mutex::default() });
        let ended = tokio::spawn(serve(read, write, socket, service, Arc::default(), Arc::default()));
        let (output, input) = tokio::io::split(ours);
        let mut pipes = Pipes { input, output, ended, early: Vec::new() };
        pipes.ask(0, "initialize", json!({"capabilities": {}})).await;
        pipes.answer(0).await;
        pipes
    }

    async fn send(&mut self, message: Value) {
        let body = message.to_string();
        self.input
            .write_all(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())
            .await
            .unwrap();
    }

    async fn ask(&mut self, id: u32, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
    }

    async fn hover(&mut self, id: u32, line: u32) {
        let params =
            json!({"textDocument": {"uri": "file:///a.md"}, "position": {"line": line, "character": 0}});
        self.ask(id, "textDocument/hover", params).await;
    }

    async fn change(&mut self, version: i32) {
        let params =
            json!({"textDocument": {"uri": "file:///a.md", "version": version}, "contentChanges": []});
        self.send(json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params})).await;
    }

    async fn next(&mut self) -> Value {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(self.output.read_u8().await.unwrap());
        }
        let head = String::from_utf8(head).unwrap();
        let length = head.trim().rsplit(' ').next().unwrap().parse().unwrap();
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).await.unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    async fn message(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.early.iter().position(&wanted) {
            return self.early.remove(at);
        }
        loop {
            let message = tokio::time::timeout(PATIENCE, self.next()).await.expect("a message comes");
            if wanted(&message) {
                return message;
            }
            self.early.push(message);
        }
    }

    /// Returns the ids of the requests whose answers arrived while waiting for another.
    fn answered_early(&self) -> Vec<u64> {
        let answers = self.early.iter().filter(|message| message.get("method").is_none());
        answers.filter_map(|message| message["id"].as_u64()).collect()
    }

    async fn answer(&mut self, id: u32) -> Value {
        self.message(|message| message["id"] == id && message.get("method").is_none()).await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn edits_are_applied_in_the_order_in_which_they_were_typed() {
    let mut pipes = Pipes::open().await;
    for version in 0..400 {
        pipes.change(version).await;
    }
    pipes.hover(1, 0).await;
    let answer = pipes.answer(1).await;
    let expected: Vec<i32> = (0..400).collect();
    assert_eq!(answer["result"]["contents"], format!("{expected:?}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_is_answered_about_the_text_at_the_moment_it_was_asked() {
    let mut pipes = Pipes::open().await;
    for version in 0..200 {
        pipes.change(version).await;
        pipes.hover(version as u32 + 1, 0).await;
    }
    for version in 0..200 {
        let answer = pipes.answer(version as u32 + 1).await;
        let expected: Vec<i32> = (0..=version).collect();
        assert_eq!(answer["result"]["contents"], format!("{expected:?}"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_does_not_wait_for_others_that_wait_or_compute() {
    for trouble in [1, 2] {
        let mut pipes = Pipes::open().await;
        let many = if trouble == 1 { 60 } else { 1 };
        for id in 1..=many {
            pipes.hover(id, trouble).await;
        }
        pipes.hover(100, 0).await;
        pipes.answer(100).await;
        assert!(pipes.answered_early().is_empty(), "those that were asked before are still waited for");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_can_be_cancelled_while_it_waits() {
    let mut pipes = Pipes::open().await;
    for id in 1..=8 {
        pipes.hover(id, 1).await;
    }
    pipes.send(json!({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 3}})).await;
    let answer = pipes.answer(3).await;
    assert_eq!(answer["error"]["code"], -32800);
    assert!(pipes.answered_early().is_empty(), "the others are still waited for");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handler_that_fails_is_an_error_and_the_session_goes_on() {
    let mut pipes = Pipes::open().await;
    pipes
        .send(json!({"jsonrpc": "2.0", "method": "textDocument/didSave",
        "params": {"textDocument": {"uri": "file:///a.md"}}}))
        .await;
    pipes.hover(1, 3).await;
    assert_eq!(pipes.answer(1).await["error"]["code"], -32603);
    pipes.hover(2, 0).await;
    assert!(pipes.answer(2).await["result"].is_object());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handlers_that_ask_the_editor_do_not_block_it_out() {
    let mut pipes = Pipes::open().await;
    for id in 1..=4 {
        pipes.hover(id, 4).await;
    }
    let mut questions = Vec::new();
    for _ in 0..4 {
        let question = pipes.message(|message| message["method"] == "workspace/configuration").await;
        questions.push(question["id"].clone());
    }
    for version in 0..300 {
        pipes.change(version).await;
    }
    for id in questions {
        pipes.send(json!({"jsonrpc": "2.0", "id": id, "result": []})).await;
    }
    for id in 1..=4 {
        pipes.answer(id).await;
    }
    pipes.hover(9, 0).await;
    pipes.answer(9).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exit_ends_the_session_while_the_input_stays_open() {
    let mut pipes = Pipes::open().await;
    pipes.ask(1, "shutdown", Value::Null).await;
    pipes.answer(1).await;
    pipes.send(json!({"jsonrpc": "2.0", "method": "exit"})).await;
    let ended = tokio::time::timeout(PATIENCE, pipes.ended).await.expect("the session ends");
    assert_eq!(ended.unwrap(), Ending::Exit);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_follows_exit_in_the_same_breath_is_not_heard() {
    let mut pipes = Pipes::open().await;
    let exit = json!({"jsonrpc": "2.0", "method": "exit"}).to_string();
    let answer = json!({"jsonrpc": "2.0", "id": 0, "result": null}).to_string();
    let burst: String = [&exit, &exit, &answer]
        .iter()
        .map(|body| format!("Content-Length: {}\r\n\r\n{body}", body.len()))
        .collect();
    pipes.input.write_all(burst.as_bytes()).await.unwrap();
    let ending = tokio::time::timeout(Duration::from_secs(3), pipes.ended).await.expect("the session ends");
    assert_eq!(ending.unwrap(), Ending::ExitWithoutShutdown);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_in_flight_does_not_keep_a_session_that_has_ended() {
    let mut pipes = Pipes::open().await;
    pipes.hover(1, 4).await;
    pipes.message(|message| message["method"] == "workspace/configuration").await;
    drop(pipes.input);
    drop(pipes.output);
    let ending = tokio::time::timeout(Duration::from_secs(3), pipes.ended).await.expect("the session ends");
    assert_eq!(ending.unwrap(), Ending::Disconnected);
}
