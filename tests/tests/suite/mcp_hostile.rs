//! Any input to `referee mcp` gets an answer, and so does the next request.

use referee_tests::cli::command;
use referee_tests::fixtures::METFORMIN_RIS;
use referee_tests::scholar::{Scholar, papers};
use referee_tests::{Agent, Folder};
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// The longest that the program may take to exit after the end of its input.
const END_LIMIT: Duration = Duration::from_secs(2);

fn agent() -> Agent {
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.ris\"]\n"),
        ("library.ris", METFORMIN_RIS),
    ]);
    Agent::keeping(folder, &[], &[])
}

/// Asserts that the server still works.
fn assert_serving(agent: &mut Agent, after: &str) {
    let found = agent.give("search_library", json!({"query": "metformin"}));
    assert_eq!(found["records"].as_array().map(Vec::len), Some(1), "after {after}: {found}");
}

#[test]
fn arguments_of_the_wrong_kind_are_answered_with_what_is_wrong() {
    let mut agent = agent();
    for (name, arguments) in [
        ("check_references", json!({})),
        ("check_references", json!({"text": 7})),
        ("check_references", json!({"text": "a", "references": ["b"]})),
        ("check_references", json!({"references": "one string"})),
        ("check_references", json!({"references": []})),
        ("check_references", json!({"references": ["", "  "]})),
        ("check_references", json!({"text": "a", "format": "cuneiform"})),
        ("check_references", json!({"text": "a", "path": "/etc/passwd"})),
        ("check_references", json!({"references": vec!["x"; 501]})),
        ("verify_identifier", json!({"identifier": "no identifier"})),
        ("verify_identifier", json!({"identifier": "www.isrctn.com"})),
        ("verify_identifier", json!({"identifier": "10.1/x", "year": "MMXX"})),
        ("verify_identifier", json!({"identifier": ["10.5555/example.1"]})),
        ("find_citation", json!({"sentence": ""})),
        ("find_citation", json!({"sentence": "the of and"})),
        ("find_citation", json!({"sentence": "metformin", "limit": -1})),
        ("check_support", json!({"sentence": "metformin"})),
        ("check_support", json!({"sentence": "metformin", "work": "\u{0}"})),
        ("retraction_status", json!({"identifiers": []})),
        ("retraction_status", json!({"identifiers": [null]})),
        ("retraction_status", json!({"identifiers": vec!["1"; 101]})),
        ("search_library", json!({"query": {"deep": [[[[]]]]}})),
        ("search_library", json!({"query": "metformin", "limit": 1e300})),
    ] {
        let shown = arguments.to_string();
        let result = agent.call(name, arguments);
        assert_eq!(result["isError"], true, "{name} {shown}: {result}");
        let why = result["content"][0]["text"].as_str().unwrap();
        assert!(why.len() > 10 && why.len() < 400, "{name}: {why}");
    }
    assert_serving(&mut agent, "wrong arguments");
}

#[test]
fn requests_that_are_none_get_errors_with_their_id() {
    let mut agent = agent();
    for (method, params, code) in [
        ("tools/call", json!({"name": "no_such_tool", "arguments": {}}), -32602),
        ("tools/call", json!({"name": "search_library", "arguments": [1, 2]}), -32602),
        ("tools/call", json!({"name": 5}), -32602),
        ("tools/call", Value::Null, -32602),
        ("resources/read", json!({"uri": {}}), -32602),
        ("no/such/method", json!({}), -32601),
        ("prompts/list", json!({}), -32601),
        ("", json!({}), -32601),
    ] {
        let id = agent.ask(method, params);
        let answer = agent.answer(id);
        assert_eq!(answer["error"]["code"], code, "{method}: {answer}");
        if code == -32601 {
            let said = answer["error"]["message"].as_str().unwrap();
            assert!(said.contains("there is no method"), "{method}: {answer}");
        }
    }
    assert_serving(&mut agent, "bad requests");
}

#[test]
fn what_comes_beside_the_arguments_may_be_of_any_kind() {
    let mut agent = agent();
    for meta in [json!(5), json!("t"), json!([1]), json!(null), json!({"progressToken": {}})] {
        for (method, mut params) in [
            ("tools/call", json!({"name": "search_library", "arguments": {"query": "metformin"}})),
            ("resources/read", json!({"uri": "referee://record/10.5555%2Fexample.1"})),
            ("tools/list", json!({})),
            ("ping", json!({})),
        ] {
            params["_meta"] = meta.clone();
            let id = agent.ask(method, params);
            let answer = agent.answer(id);
            let is_answered = answer.get("result").is_some() || answer["error"]["code"] == -32602;
            assert!(is_answered, "{method} {meta}: {answer}");
        }
    }
    agent.send(&json!({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}));
    let refused = agent.message(Duration::from_secs(30), |message| message["id"] == 1.5);
    assert_eq!(refused.expect("an answer")["error"]["code"], -32600);
    for told in [json!(5), json!({"requestId": {}}), json!({"requestId": null}), json!({})] {
        agent.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": told}));
    }
    assert_serving(&mut agent, "_meta of any kind");
}

#[test]
fn two_requests_with_one_id_are_both_answered() {
    let scholar = Scholar::with(papers(1));
    let mut agent = Agent::keeping(Folder::with(&[]), &scholar.settings(), &["--online"]);
    scholar.set_latency(Duration::from_secs(2));
    let arguments = json!({"references": [format!("{}.", papers(1)[0].title)]});
    let id = agent.ask("tools/call", json!({"name": "check_references", "arguments": arguments}));
    agent.send(&json!({"jsonrpc": "2.0", "id": id, "method": "ping"}));
    assert_eq!(agent.answer(id)["error"]["code"], -32600);
    assert!(agent.answer(id)["result"]["structuredContent"]["references"].is_array());
    // After the answer the request has ended.
    agent.send(&json!({"jsonrpc": "2.0", "id": id, "method": "ping"}));
    assert!(agent.answer(id)["result"].is_object());
}

#[test]
fn a_client_that_says_little_of_itself_is_served() {
    let folder = Folder::with(&[]);
    let mut agent = Agent::spawn(&folder, &[], &[]);
    for params in [
        json!({"protocolVersion": "2025-06-18"}),
        json!({"protocolVersion": "2025-06-18", "capabilities": true, "clientInfo": {"name": "t"}}),
    ] {
        let begun = agent.request("initialize", params);
        assert_eq!(begun["protocolVersion"], "2025-06-18", "{begun}");
        assert_eq!(begun["serverInfo"]["name"], "referee", "{begun}");
    }
    for params in [json!({}), json!({"protocolVersion": 7}), json!([])] {
        let id = agent.ask("initialize", params);
        assert_eq!(agent.answer(id)["error"]["code"], -32602);
    }
    // The first request of a client for a version without `initialize` returns the supported
    // versions.
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "t\u{1b}[2J", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let id = agent.ask("server/discover", json!({"_meta": meta}));
    let answer = agent.answer(id);
    assert!(answer["error"]["data"]["supported"].to_string().contains("2025-11-25"), "{answer}");
    assert_clean(&answer, "server/discover");
    agent.request("tools/list", json!({}));
}

#[test]
fn lines_that_are_no_messages_are_answered_and_passed_over() {
    let mut agent = agent();
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_arguments = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":900,\"method\":\"tools/call\",\"params\":{{\"name\":\"search_library\",\"arguments\":{{\"query\":{deep}}}}}}}"
    );
    let lines: [&[u8]; 9] = [
        b"hello",
        b"{",
        b"[]",
        b"null",
        b"{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
        b"\x00\x01\x02\xff",
        b"Content-Length: 40",
        deep.as_bytes(),
        deep_arguments.as_bytes(),
    ];
    for line in lines {
        agent.send_raw(&[line, b"\n"].concat());
        let error = agent.message(Duration::from_secs(30), |message| message.get("error").is_some());
        let error = error.unwrap_or_else(|| {
            panic!("no answer to {}", String::from_utf8_lossy(&line[..line.len().min(80)]))
        });
        assert!(error["error"]["code"].is_i64() && error.get("id").is_some(), "{error}");
    }
    agent.send_raw(b"\n\r\n   \n");
    assert_serving(&mut agent, "garbage");
}

#[test]
fn ten_megabytes_are_refused_with_a_reason() {
    let mut agent = agent();
    let long = "A sentence. ".repeat(900_000);
    for (name, arguments) in [
        ("check_references", json!({"text": long})),
        ("check_references", json!({"text": "a [@b]", "bibliography": long})),
        ("check_references", json!({"references": [long]})),
        ("find_citation", json!({"sentence": long})),
        ("check_support", json!({"sentence": "a", "work": long})),
        ("search_library", json!({"query": long})),
        ("verify_identifier", json!({"identifier": long})),
    ] {
        let result = agent.call(name, arguments);
        assert_eq!(result["isError"], true, "{name}");
        assert!(result["content"][0]["text"].as_str().unwrap().contains("at most"), "{name}: {result}");
    }
    assert_serving(&mut agent, "10 MB");
}

#[test]
fn control_characters_go_in_and_do_not_come_out() {
    let mut agent = agent();
    let hostile = "Smith A.\u{0} Effect\u{1b}[31m of \u{202e}Metformin\u{7} on mortality. Journal of Examples. 2020. \u{9b}2J";
    for (name, arguments) in [
        ("check_references", json!({"references": [hostile]})),
        ("check_references", json!({"text": format!("# References\n\n1. {hostile}\n")})),
        (
            "check_references",
            json!({"text": "@article{k\u{1b}ey, title = {A \u{202e}title}, year = {2020}}"}),
        ),
        ("find_citation", json!({"sentence": hostile})),
        ("check_support", json!({"sentence": hostile, "work": hostile})),
        ("search_library", json!({"query": hostile})),
    ] {
        let result = agent.call(name, arguments);
        assert_clean(&result, name);
    }
    let id = agent.ask("tools/call", json!({"name": "evil\u{1b}[2J\u{202e}", "arguments": {}}));
    assert_clean(&agent.answer(id), "an unknown tool");
    let id = agent.ask("evil\u{7}\u{0}", json!({}));
    assert_clean(&agent.answer(id), "an unknown method");
    let listed = agent.request("resources/list", Value::Null);
    for resource in listed["resources"].as_array().unwrap() {
        let report = agent.request("resources/read", json!({"uri": resource["uri"]}));
        assert_clean(&report, "a report");
    }
    assert_serving(&mut agent, "control characters");
}

/// Asserts that no string contains a control character.
fn assert_clean(value: &Value, from: &str) {
    match value {
        Value::String(text) => {
            let active =
                |c: char| c.is_control() && c != '\n' && c != '\t' || ('\u{202a}'..='\u{202e}').contains(&c);
            assert!(!text.chars().any(active), "{from}: {text:?}");
        }
        Value::Array(all) => all.iter().for_each(|one| assert_clean(one, from)),
        Value::Object(all) => all.values().for_each(|one| assert_clean(one, from)),
        _ => {}
    }
}

#[test]
fn messages_before_initialize_do_not_end_the_server() {
    let folder = Folder::with(&[]);
    let mut agent = Agent::spawn(&folder, &[], &[]);
    agent.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    agent.send(&json!({"jsonrpc": "2.0", "id": 5, "result": {}}));
    agent.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 77}}));
    agent.request("ping", Value::Null);
    for version in ["2024-11-05", "1999-01-01", "2099-12-31"] {
        let given = agent.request(
            "initialize",
            json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}),
        );
        assert!(given["protocolVersion"].is_string(), "{given}");
        agent.request("ping", Value::Null);
        agent.request("tools/list", json!({}));
    }
}

#[test]
fn the_end_of_the_input_ends_the_program_and_answers_what_was_asked_before() {
    let mut agent = agent();
    let id = agent.ask("tools/call", json!({"name": "search_library", "arguments": {"query": "metformin"}}));
    agent.close_input();
    assert_eq!(agent.answer(id)["result"]["structuredContent"]["records"].as_array().map(Vec::len), Some(1));
    assert_eq!(agent.ended_within(END_LIMIT).and_then(|status| status.code()), Some(0));
    let folder = Folder::with(&[]);
    let mut silent = Agent::spawn(&folder, &[], &[]);
    silent.close_input();
    assert_eq!(silent.ended_within(END_LIMIT).and_then(|status| status.code()), Some(0));
}

#[test]
fn a_client_that_never_reads_does_not_keep_the_program_alive() {
    let folder = Folder::with(&[]);
    let mut child = command(&folder.path("."), &folder.home(), &[], &["mcp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for id in 0..200 {
        writeln!(input, "{}", json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"})).unwrap();
    }
    drop(input);
    let end = Instant::now() + Duration::from_secs(20);
    let mut ended = None;
    while ended.is_none() && Instant::now() < end {
        ended = child.try_wait().unwrap();
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    let _ = child.wait();
    assert!(ended.is_some(), "it waits for a reader that never comes");
}

#[test]
fn many_calls_at_once_are_all_answered() {
    let mut agent = agent();
    let ids: Vec<i64> = (0..200)
        .map(|_| {
            agent.ask("tools/call", json!({"name": "search_library", "arguments": {"query": "metformin"}}))
        })
        .collect();
    let mut answered = 0;
    for id in ids {
        let answer = agent.answer(id);
        let busy = answer["result"]["isError"] == true;
        assert!(busy || answer["result"]["structuredContent"]["records"].is_array(), "{answer}");
        answered += usize::from(!busy);
    }
    assert!(answered > 0);
    assert_serving(&mut agent, "many calls");
}
