//! `referee mcp --http`: the same tools, only for programs on this machine that have the token.

use referee_tests::Service;
use referee_tests::cli::referee;
use referee_tests::fixtures::folder_for_agents;
use referee_tests::scholar::{Scholar, papers};
use referee_tests::service::HttpResponse;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::time::Duration;

const BEARER: (&str, &str) = ("authorization", "Bearer a-token-of-the-tests-0123456789");
const EVENTS: (&str, &str) = ("accept", "application/json, text/event-stream");

fn post(server: &Service, headers: &[(&str, &str)], message: &Value) -> HttpResponse {
    server.request("POST", "/mcp", headers, message.to_string().as_bytes())
}

fn initialize() -> Value {
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
}

fn call(id: i64, tool: &str, arguments: Value) -> Value {
    json!({
        "jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": tool, "arguments": arguments, "_meta": {"progressToken": id}},
    })
}

/// Begins a session and returns its id.
fn begin(server: &Service) -> String {
    let begun = post(server, &[BEARER, EVENTS], &initialize());
    assert_eq!(begun.json()["result"]["serverInfo"]["name"], "referee", "{begun:?}");
    let id = begun.header("mcp-session-id").expect("a session has an id").to_owned();
    let headers = [BEARER, ("mcp-session-id", &id)];
    let ready = post(server, &headers, &json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    assert_eq!(ready.status, 202, "{ready:?}");
    id
}

/// Returns the messages in an event stream.
fn events(response: &HttpResponse) -> Vec<Value> {
    let data = response.body.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).expect("an event is a message")).collect()
}

#[test]
fn an_agent_that_knows_the_token_gets_the_verdicts_and_its_progress() {
    let folder = folder_for_agents();
    let scholar = Scholar::with(papers(12));
    let server = Service::of_agents(&folder, &scholar.settings(), &["--online", "--token-file", "token"]);
    let id = begin(&server);
    let headers = [BEARER, EVENTS, ("mcp-session-id", id.as_str()), ("mcp-protocol-version", "2025-11-25")];
    let entries: String =
        papers(12).iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("p{n}"), true)).collect();
    let checked = post(&server, &headers, &call(7, "check_references", json!({"text": entries})));
    assert_eq!(checked.header("content-type"), Some("text/event-stream"));
    let messages = events(&checked);
    let (last, before) = messages.split_last().expect("a response comes");
    assert_eq!(last["id"], 7);
    assert_eq!(last["result"]["structuredContent"]["summary"]["references"]["verified"], 12, "{last}");
    assert!(before.iter().all(|message| message["method"] == "notifications/progress"), "{before:?}");
    assert!(!before.is_empty());
    // A client that does not accept events gets the response alone.
    let plain = [BEARER, ("accept", "application/json"), ("mcp-session-id", id.as_str())];
    let found = post(&server, &plain, &call(8, "search_library", json!({"query": "metformin"})));
    assert_eq!(found.json()["result"]["structuredContent"]["records"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_call_that_is_called_off_gets_no_answer_and_its_stream_ends() {
    let folder = folder_for_agents();
    let scholar = Scholar::with(papers(12));
    let server = Service::of_agents(&folder, &scholar.settings(), &["--online", "--token-file", "token"]);
    let id = begin(&server);
    let headers = [BEARER, EVENTS, ("mcp-session-id", id.as_str())];
    scholar.set_latency(Duration::from_secs(20));
    let entries: String =
        papers(12).iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("p{n}"), true)).collect();
    let body = call(7, "check_references", json!({"text": entries})).to_string();
    let head = format!("POST /mcp HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", server.address);
    let length = ("content-length", &*body.len().to_string());
    let head = headers
        .iter()
        .chain([&length])
        .fold(head, |head, (name, value)| head + &format!("{name}: {value}\r\n"));
    let mut asked = server.connect();
    asked.write_all(format!("{head}\r\n{body}").as_bytes()).expect("the call is taken");
    asked.set_read_timeout(Some(Duration::from_millis(200))).expect("a limit");
    let mut answer = Vec::new();
    let cancelled =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
    // A cancellation before the call arrives is ignored.
    let mut tries = 0;
    while asked.read_to_end(&mut answer).is_err() {
        assert_eq!(post(&server, &headers, &cancelled).status, 202);
        // The services would take twelve times as long.
        tries += 1;
        assert!(tries < 75, "{}", String::from_utf8_lossy(&answer));
    }
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 200") && !answer.contains("\"id\":7"), "{answer}");
    // The session continues.
    let found = post(&server, &headers, &call(8, "search_library", json!({"query": "metformin"})));
    assert!(events(&found).iter().any(|message| message["id"] == 8), "{found:?}");
}

#[test]
fn the_reports_of_one_session_are_not_those_of_another() {
    let folder = folder_for_agents();
    let server = Service::of_agents(&folder, &[], &["--token-file", "token"]);
    let (first, second) = (begin(&server), begin(&server));
    let ask = |session: &str, message: &Value| {
        post(&server, &[BEARER, ("mcp-session-id", session)], message).json()
    };
    ask(
        &first,
        &call(
            1,
            "check_references",
            json!({"references": ["Smith A. Effect of Metformin on mortality. 2020."]}),
        ),
    );
    let reports = |session: &str| {
        let listed = ask(session, &json!({"jsonrpc": "2.0", "id": 2, "method": "resources/list"}));
        listed["result"]["resources"].as_array().map_or(0, Vec::len)
    };
    assert_eq!((reports(&first), reports(&second)), (1, 0));
    let ended = server.request("DELETE", "/mcp", &[BEARER, ("mcp-session-id", &first)], b"");
    assert_eq!(ended.status, 204);
    let gone = post(
        &server,
        &[BEARER, ("mcp-session-id", &first)],
        &call(3, "search_library", json!({"query": "a"})),
    );
    assert_eq!(gone.status, 404, "{gone:?}");
    assert_eq!(reports(&second), 0, "the other one goes on");
}

#[test]
fn without_the_token_or_from_a_page_of_another_site_nothing_is_answered() {
    let folder = folder_for_agents();
    let server = Service::of_agents(&folder, &[], &["--token-file", "token"]);
    let status = |headers: &[(&str, &str)]| post(&server, headers, &initialize()).status;
    assert_eq!(status(&[]), 401);
    assert_eq!(status(&[("authorization", "Bearer another-token-of-the-tests-01234")]), 401);
    assert_eq!(status(&[("authorization", "Basic YTph")]), 401);
    for origin in
        ["https://example.org", "http://localhost.example.org", "null", "http://127.0.0.1@example.org"]
    {
        assert_eq!(status(&[BEARER, ("origin", origin)]), 403, "{origin}");
    }
    assert_eq!(status(&[BEARER, ("origin", "http://localhost:5173")]), 200);
    // A host name that resolves to this machine is still foreign.
    assert_eq!(status(&[BEARER, ("host", "rebound.example.org")]), 403);
}

#[test]
fn connections_that_say_nothing_are_closed_and_keep_no_agent_out() {
    let folder = folder_for_agents();
    let server = Service::of_agents(&folder, &[], &["--token-file", "token"]);
    // More than the connection limit: each starts a request and never finishes its head.
    let silent: Vec<_> = (0..140)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"POST /mcp HTTP/1.1\r\nhost: ").expect("a part of a head can be sent");
            stream
        })
        .collect();
    begin(&server);
    drop(silent);
}

#[test]
fn requests_that_are_none_are_refused_and_the_next_is_answered() {
    let folder = folder_for_agents();
    let server = Service::of_agents(&folder, &[], &["--token-file", "token"]);
    let id = begin(&server);
    let session = ("mcp-session-id", id.as_str());
    for (headers, body, status) in [
        (&[BEARER, session][..], &b"no json"[..], 400),
        (&[BEARER, session], b"", 400),
        (&[BEARER, session], b"[]", 400),
        (&[BEARER], b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", 400),
        (&[BEARER, ("mcp-session-id", "0")], b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", 404),
        (&[BEARER, session, ("mcp-protocol-version", "1999-01-01")], b"{}", 400),
        (&[BEARER, session, ("content-length", "2147483648")], b"{}", 413),
        (&[BEARER, session], b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", 200),
    ] {
        let response = server.request("POST", "/mcp", headers, body);
        assert_eq!(response.status, status, "{headers:?} {response:?}");
    }
    assert_eq!(server.request("GET", "/mcp", &[BEARER, session], b"").status, 405);
    assert_eq!(server.request("POST", "/", &[BEARER, session], b"{}").status, 404);
    // Ids belong to a session, and arguments of the wrong type get the same answer as on standard
    // input.
    let wrong = post(&server, &[BEARER, session], &call(1, "check_references", json!({"text": 1})));
    assert_eq!(wrong.json()["result"]["isError"], true, "{wrong:?}");
}

#[test]
fn other_machines_are_not_served_and_a_weak_token_is_refused() {
    let folder = folder_for_agents();
    folder.write("weak", "secret");
    for (arguments, reason) in [
        (&["mcp", "--http", "0.0.0.0:0"][..], "other machines"),
        (&["mcp", "--http", "127.0.0.1:0", "--token-file", "weak"], "shorter than 20"),
        (&["mcp", "--http", "127.0.0.1:0", "--token-file", "missing"], "missing"),
        (&["mcp", "--token-file", "token"], "--http"),
    ] {
        let refused = referee(&folder, arguments);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.stderr.contains(reason), "{refused:?}");
    }
}
