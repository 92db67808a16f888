//! Follows the page for agents: its setup, and answers as documented.

use super::page::Page;
use referee_tests::cli::referee;
use referee_tests::fixtures::{AGENT_TOKEN, folder_for_agents};
use referee_tests::tools::root;
use referee_tests::{Agent, Folder, Service};
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn what_the_page_for_agents_shows_is_what_the_server_answers() {
    let text = std::fs::read_to_string(root().join("docs/guide/agents.md")).expect("the page is there");
    let (_, examples) = text.split_once("## What it says").expect("the page has examples");
    let example = root().join("docs/examples/metformin");
    let folder = Folder::with(&[]);
    for file in ["library.nbib", "paper.md", "referee.toml", "refs.bib"] {
        folder.write(file, std::fs::read(example.join(file)).expect("the example is there"));
    }
    let mut agent = Agent::start(&folder, &[], &["--offline"]);
    let mut blocks = examples.split("```json\n").skip(1).map(|rest| {
        let block = rest.split("```").next().unwrap_or_default();
        serde_json::from_str::<Value>(block).unwrap_or_else(|error| panic!("{error}: {block}"))
    });
    let mut shown = 0;
    for named in examples.split(" with\n\n```json").filter_map(|before| before.rsplit('`').nth(1)) {
        let (Some(arguments), Some(answer)) = (blocks.next(), blocks.next()) else { break };
        let given = agent.give(named, arguments);
        assert_shown(&answer, &given, named);
        shown += 1;
    }
    assert_eq!(shown, 4, "every example was tried");
    let tools = agent.request("tools/list", Value::Null);
    for tool in tools["tools"].as_array().expect("tools are listed") {
        let name = tool["name"].as_str().unwrap_or_default();
        assert!(text.contains(&format!("| `{name}` |")), "{name} is not in the table");
    }
}

#[test]
fn an_agent_is_set_up_as_its_page_says() {
    let page = Page::read("agents.md");
    let text = std::fs::read_to_string(root().join("docs/guide/agents.md")).expect("the page is there");
    let folder = folder_for_agents();
    // The start commands of each client, as written in its settings.
    let (_, setting_up) = text.split_once("## Set it up").expect("the page says how");
    let (setting_up, _) = setting_up.split_once("## What it may do").expect("the page goes on");
    let mut started = 0;
    for block in setting_up.split("```json\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let settings: Value = serde_json::from_str(block).unwrap_or_else(|error| panic!("{error}: {block}"));
        let servers = ["servers", "context_servers", "mcpServers"].map(|name| &settings[name]["referee"]);
        let server = servers.into_iter().find(|server| server.is_object()).expect("a server is named");
        assert_eq!(server["command"], "referee", "{block}");
        let words: Vec<&str> =
            server["args"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert_eq!(words.first(), Some(&"mcp"), "{block}");
        let mut agent = Agent::start(&folder, &[], &words[1..]);
        let found = agent.give("search_library", serde_json::json!({"query": "metformin"}));
        assert_eq!(found["records"].as_array().map(Vec::len), Some(1), "{found}");
        started += 1;
    }
    assert_eq!(started, 3, "VS Code, Zed and Neovim");
    for started in ["referee mcp --offline", "referee mcp --online"] {
        let words = page.words(started);
        let words: Vec<&str> = words.split(' ').skip(2).collect();
        Agent::start(&folder, &[], &words).request("ping", Value::Null);
    }
    // Over HTTP, on a free port.
    page.line("referee mcp --http");
    assert!(text.contains("referee mcp --http                       # http://127.0.0.1:8081/mcp"));
    let help = referee(&folder, &["mcp", "--help"]);
    assert!(help.stdout.contains("127.0.0.1:8081"), "{help:?}");
    let service = Service::of_agents(&folder, &[], &[]);
    assert_eq!(service.request("POST", "/mcp", &[], b"{}").status, 401, "a token was made for the run");
    let second = page.line("referee mcp --http 127.0.0.1:9000 --token-file ~/.config/referee/agent-token");
    let token = folder.home().join(".config/referee/agent-token");
    std::fs::create_dir_all(token.parent().expect("it has a folder")).expect("a folder can be made");
    std::fs::write(&token, AGENT_TOKEN).expect("it can be written");
    let named = second
        .replace("referee mcp --http 127.0.0.1:9000 ", "")
        .replace('~', &folder.home().to_string_lossy());
    let service = Service::of_agents(&folder, &[], &named.split(' ').collect::<Vec<_>>());
    let bearer = format!("Bearer {AGENT_TOKEN}");
    let ping = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let answer = service.request("POST", "/mcp", &[("authorization", &bearer)], ping);
    assert!(answer.status == 400 && answer.body.contains("Mcp-Session-Id"), "{answer:?}");
    // Claude Code is not installed on the test machines.
    page.assert_followed(&["claude mcp add", "referee check", "referee cite --online"]);
}

/// Asserts that an answer matches the page, in which strings that end with “…” are truncated.
fn assert_shown(shown: &Value, given: &Value, at: &str) {
    match (shown, given) {
        (Value::Object(shown), Value::Object(given)) => {
            let names =
                |value: &serde_json::Map<String, Value>| value.keys().cloned().collect::<BTreeSet<_>>();
            assert_eq!(names(shown), names(given), "{at}");
            shown.iter().for_each(|(name, value)| assert_shown(value, &given[name], &format!("{at}.{name}")));
        }
        (Value::Array(shown), Value::Array(given)) => {
            assert_eq!(shown.len(), given.len(), "{at}: {given:?}");
            shown.iter().zip(given).for_each(|(shown, given)| assert_shown(shown, given, at));
        }
        (Value::String(shown), Value::String(given)) if shown.ends_with('…') => {
            assert!(given.starts_with(shown.trim_end_matches('…')), "{at}: {given}");
        }
        _ => assert_eq!(shown, given, "{at}"),
    }
}
