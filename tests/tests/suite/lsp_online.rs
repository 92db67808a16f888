//! An editor whose author allows or denies look-ups, with a small scholarly web on loopback.

use referee_tests::editor::{PATIENCE, range};
use referee_tests::scholar::{Scholar, ServiceFault, papers};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};
use std::time::Duration;
use tempfile::TempDir;

const ASK: &str = "window/showMessageRequest";

/// Returns a draft that cites this number of true works, every second without identifiers, and an
/// invented one.
fn folder(count: usize) -> (Folder, Scholar) {
    let all = papers(count);
    let mut bib: String =
        all.iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("true{n}"), n % 2 == 0)).collect();
    bib.push_str("@article{invented,\n  author = {Quill, Xenia},\n  title = {Whales that sing in dialects and the sailors who answer them},\n  journal = {Annals of Examples},\n  year = {2011},\n  doi = {10.5555/nowhere.1},\n}\n");
    let cited: String = (0..count).map(|n| format!("Shown by others [@true{n}].\n\n")).collect();
    let draft = format!("---\nbibliography: refs.bib\n---\n\nNobody wrote this [@invented].\n\n{cited}");
    (Folder::with(&[("paper.md", &draft), ("refs.bib", &bib)]), Scholar::with(all))
}

fn home() -> TempDir {
    tempfile::tempdir().expect("a home")
}

/// Returns an editor of a user with a private home.
fn editor_of(home: &TempDir, scholar: &Scholar) -> ClientCapabilities {
    let place = |name: &str| home.path().join(name).to_string_lossy().into_owned();
    let folders = [("REFEREE_STATE", place("state")), ("REFEREE_CACHE", place("cache"))];
    let folders = folders.map(|(name, value)| (name.to_owned(), value));
    ClientCapabilities::default().with_environment(scholar.settings()).with_environment(folders)
}

fn has(diagnostics: &[Value], rule: &str) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic["code"] == rule)
}

#[test]
fn the_author_is_asked_once_and_what_was_allowed_is_looked_up() {
    let (folder, scholar) = folder(8);
    let home = home();
    let uri = folder.uri("paper.md");
    {
        let mut editor = Editor::start(&folder, editor_of(&home, &scholar).choosing("Allow"));
        editor.open(&folder, "paper.md", "markdown");
        let asked = editor.server_request(PATIENCE, ASK).expect("the author is asked");
        let message = asked["params"]["message"].as_str().unwrap_or_default();
        assert!(message.contains("127.0.0.1"), "{message}");
        for words in ["DOIs, PMIDs", "titles, authors, journals, years", "never your text"] {
            assert!(message.contains(words), "{message}");
        }
        let found = editor.diagnostics_until(&uri, |found| has(found, "citation/not-found"));
        assert!(!has(&found, "citation/misidentified"), "{found:#?}");
        // The card has the source and the date of the check.
        let at = json!({"textDocument": {"uri": uri}, "position": {"line": 6, "character": 20}});
        let deadline = std::time::Instant::now() + PATIENCE;
        loop {
            let card = editor.request("textDocument/hover", at.clone());
            let text = card["contents"]["value"].as_str().unwrap_or_default().to_owned();
            if text.contains("Verified")
                && text.contains("matches the record in")
                && text.contains("Crossref")
            {
                break;
            }
            assert!(std::time::Instant::now() < deadline, "{text}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    scholar.web.forget();
    // The next session remembers consent and results: it sends neither a question nor requests.
    let editor = Editor::start(&folder, editor_of(&home, &scholar).choosing("Allow"));
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, |found| has(found, "citation/not-found"));
    assert!(editor.server_request(Duration::from_millis(300), ASK).is_none());
    assert_eq!(scholar.web.connections(), 0);
    assert!(!folder.path(".referee").exists(), "nothing is remembered in the workspace");
}

#[test]
fn an_editor_that_starts_slowly_forbids_the_network_before_anybody_is_asked() {
    for (network, asked) in [("deny", false), ("ask", true)] {
        let (folder, scholar) = folder(3);
        let home = home();
        let mut abilities = editor_of(&home, &scholar).choosing("Not now");
        abilities.settings["network"] = json!(network);
        // Later settings of the editor override the initial ones.
        abilities.initialization_options = json!({"network": if asked { "deny" } else { "ask" }});
        abilities.answers = false;
        let editor = Editor::start(&folder, abilities);
        editor.open(&folder, "paper.md", "markdown");
        editor.notify("textDocument/didSave", json!({"textDocument": {"uri": folder.uri("paper.md")}}));
        assert!(editor.server_request(Duration::from_secs(12), ASK).is_none(), "asked too early: {network}");
        editor.answer_all();
        let patience = if asked { PATIENCE } else { Duration::from_secs(3) };
        assert_eq!(editor.server_request(patience, ASK).is_some(), asked, "{network}");
        assert_eq!(scholar.web.connections(), 0, "{network}");
    }
}

#[test]
fn without_a_yes_nothing_connects() {
    for choice in [Some("Not now"), Some("Never for this workspace"), None] {
        let (folder, scholar) = folder(3);
        let home = home();
        let mut abilities = editor_of(&home, &scholar);
        abilities.choice = choice.map(str::to_owned);
        {
            let editor = Editor::start(&folder, abilities.clone());
            editor.open(&folder, "paper.md", "markdown");
            assert!(editor.server_request(PATIENCE, ASK).is_some(), "{choice:?}");
            editor.notify("textDocument/didSave", json!({"textDocument": {"uri": folder.uri("paper.md")}}));
            assert!(
                editor.server_request(Duration::from_millis(400), ASK).is_none(),
                "asked twice: {choice:?}"
            );
        }
        let editor = Editor::start(&folder, abilities);
        editor.open(&folder, "paper.md", "markdown");
        let again = editor.server_request(Duration::from_millis(700), ASK).is_some();
        assert_eq!(again, choice != Some("Never for this workspace"), "{choice:?}");
        assert_eq!(scholar.web.connections(), 0, "{choice:?}");
    }
}

#[test]
fn an_editor_that_cannot_ask_stays_offline_unless_its_user_says_otherwise() {
    let (folder, scholar) = folder(3);
    let uri = folder.uri("paper.md");
    let abilities = editor_of(&home(), &scholar).with("/window/showMessage", Value::Null);
    {
        let mut editor = Editor::start(&folder, abilities.clone());
        editor.open(&folder, "paper.md", "markdown");
        editor.diagnostics(&uri, 1);
        editor.request("workspace/executeCommand", json!({"command": "referee.verifyAll"}));
        assert!(
            editor
                .notification_where(PATIENCE, "window/showMessage", |said| {
                    said["message"].as_str().is_some_and(|text| text.contains("network"))
                })
                .is_some()
        );
        assert!(editor.server_request(Duration::from_millis(200), ASK).is_none());
        assert_eq!(scholar.web.connections(), 0);
    }
    let editor = Editor::start(&folder, abilities.with_settings(json!({"network": "allow"})));
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, |found| has(found, "citation/not-found"));
}

#[test]
fn a_workspace_cannot_allow_what_its_reader_did_not() {
    let (folder, scholar) = folder(3);
    folder.write("referee.toml", "network = \"allow\"\n");
    let editor = Editor::start(&folder, editor_of(&home(), &scholar));
    editor.open(&folder, "paper.md", "markdown");
    editor.open(&folder, "referee.toml", "toml");
    editor.diagnostics_until(&folder.uri("referee.toml"), |found| has(found, "configuration/invalid"));
    assert!(editor.server_request(PATIENCE, ASK).is_some());
    assert_eq!(scholar.web.connections(), 0);
}

#[test]
fn progress_is_shown_and_can_be_called_off() {
    let (folder, scholar) = folder(40);
    scholar.set_latency(Duration::from_millis(400));
    let editor =
        Editor::start(&folder, editor_of(&home(), &scholar).with_settings(json!({"network": "allow"})));
    editor.open(&folder, "paper.md", "markdown");
    let begun = editor.notification_where(PATIENCE, "$/progress", |progress| {
        progress["value"]["kind"] == "report"
            && progress["value"]["message"].as_str().is_some_and(|words| words.starts_with("checking "))
    });
    let token = begun.expect("progress is reported")["token"].clone();
    editor.notify("window/workDoneProgress/cancel", json!({"token": token}));
    let ended = editor.notification_where(Duration::from_secs(3), "$/progress", |progress| {
        progress["token"] == token && progress["value"]["kind"] == "end"
    });
    assert!(ended.is_some(), "it ends when it is called off");
    let asked = scholar.web.asked().len();
    std::thread::sleep(Duration::from_millis(800));
    assert_eq!(scholar.web.asked().len(), asked, "nothing is asked any more");
}

#[test]
fn who_says_yes_is_told_what_came_of_it_in_one_line() {
    let (folder, scholar) = folder(3);
    let abilities = editor_of(&home(), &scholar)
        .with("/experimental", json!({"refereeStatus": true}))
        .choosing("Not now");
    let mut editor = Editor::start(&folder, abilities);
    editor.open(&folder, "paper.md", "markdown");
    let undecided = editor.notification_where(PATIENCE, "referee/status", |status| {
        status["network"] == "ask" && status["unchecked"].as_u64().is_some_and(|count| count > 0)
    });
    assert!(undecided.is_some(), "an editor can show that the author has not decided");
    editor.choose(Some("Allow"));
    editor.request("workspace/executeCommand", json!({"command": "referee.allowNetwork"}));
    let said = editor.notification_where(PATIENCE, "window/showMessage", |said| {
        said["message"].as_str().is_some_and(|text| text.contains(" verified, "))
    });
    let said = said.expect("it is said")["message"].as_str().unwrap_or_default().to_owned();
    assert!(said.lines().count() == 1 && said.contains("attention") && said.contains("unchecked"), "{said}");
    let decided = editor.notification_where(PATIENCE, "referee/status", |status| {
        status["network"] == "allow" && status["unchecked"] == 0
    });
    assert!(decided.is_some());
}

#[test]
fn what_was_shown_stays_while_services_fail() {
    let (folder, scholar) = folder(4);
    let uri = folder.uri("paper.md");
    let mut editor =
        Editor::start(&folder, editor_of(&home(), &scholar).with_settings(json!({"network": "allow"})));
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, |found| has(found, "citation/not-found"));
    for service in referee_tests::scholar::SERVICES {
        scholar.set_service_fault(service, Some(ServiceFault::Status(500)));
    }
    let _ = editor.notifications("textDocument/publishDiagnostics");
    editor.request("workspace/executeCommand", json!({"command": "referee.verifyAll"}));
    std::thread::sleep(Duration::from_millis(1500));
    for said in editor.notifications("textDocument/publishDiagnostics") {
        let found = said["diagnostics"].as_array().cloned().unwrap_or_default();
        assert!(has(&found, "citation/not-found"), "{found:#?}");
    }
}

#[test]
fn what_is_unchecked_for_want_of_consent_can_be_looked_up_by_an_action() {
    let (folder, scholar) = folder(3);
    let mut editor = Editor::start(&folder, editor_of(&home(), &scholar).choosing("Not now"));
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    assert!(editor.server_request(PATIENCE, ASK).is_some());
    let params =
        json!({"textDocument": {"uri": uri}, "range": range(6, 20, 6, 20), "context": {"diagnostics": []}});
    let actions = editor.request("textDocument/codeAction", params);
    let actions = actions.as_array().cloned().unwrap_or_default();
    let look = actions.iter().find(|action| action["command"]["command"] == "referee.allowNetwork");
    let look = look.unwrap_or_else(|| panic!("{actions:#?}"));
    assert_eq!(scholar.web.connections(), 0);
    editor.choose(Some("Allow"));
    let command = &look["command"];
    editor.request(
        "workspace/executeCommand",
        json!({"command": command["command"], "arguments": command["arguments"]}),
    );
    editor.diagnostics_until(&uri, |found| has(found, "citation/not-found"));
}

#[test]
fn a_pasted_address_of_a_paper_becomes_a_citation_with_an_entry() {
    let all = papers(6);
    let scholar = Scholar::with(all.clone());
    let pasted = [
        format!("https://doi.org/{}", all[1].doi),
        format!("https://pubmed.ncbi.nlm.nih.gov/{}/", all[2].pmid),
        format!("https://www.inventedpress.example/doi/full/{}", all[3].doi),
        format!("PMID: {}", all[4].pmid),
    ];
    for (n, address) in pasted.iter().enumerate() {
        let folder = Folder::with(&[
            ("paper.md", &format!("---\nbibliography: refs.bib\n---\n\nIt was shown {address} before.\n")),
            ("refs.bib", &all[0].bibtex("first", true)),
        ]);
        let mut editor =
            Editor::start(&folder, editor_of(&home(), &scholar).with_settings(json!({"network": "allow"})));
        let uri = folder.uri("paper.md");
        editor.open(&folder, "paper.md", "markdown");
        let at = 13 + address.len() as u32 - 3;
        let params = json!({"textDocument": {"uri": uri}, "range": range(4, at, 4, at),
            "context": {"diagnostics": [], "only": ["refactor.rewrite"]}});
        let deadline = std::time::Instant::now() + PATIENCE;
        let action = loop {
            let actions = editor.request("textDocument/codeAction", params.clone());
            let actions = actions.as_array().cloned().unwrap_or_default();
            let found = actions
                .iter()
                .find(|action| action["title"].as_str().is_some_and(|title| title.ends_with("cite it")));
            if let Some(found) = found {
                break found.clone();
            }
            assert!(std::time::Instant::now() < deadline, "{address}: {actions:#?}");
            std::thread::sleep(Duration::from_millis(50));
        };
        // A known work is a direct edit; an unknown one is looked up first.
        let resolved = if action["command"].is_null() {
            editor.request("codeAction/resolve", action)
        } else {
            let command = &action["command"];
            editor.request(
                "workspace/executeCommand",
                json!({"command": command["command"], "arguments": command["arguments"]}),
            );
            editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit comes")["params"].clone()
        };
        let text = resolved["edit"].to_string();
        assert!(text.contains(&all[n + 1].title), "{address}: {text}");
        assert!(text.contains("[@"), "{text}");
        let edits = resolved["edit"]["documentChanges"].as_array().cloned().unwrap_or_default();
        let draft = edits.iter().find(|change| change["textDocument"]["uri"] == uri.as_str()).cloned();
        let edit = draft.unwrap_or_default()["edits"][0].clone();
        assert_eq!(
            edit["range"],
            range(4, 13, 4, 13 + address.len() as u32),
            "{address}: the whole of it is replaced"
        );
    }
}

#[test]
fn an_identifier_is_looked_up_and_cited_by_command() {
    let all = papers(4);
    let scholar = Scholar::with(all.clone());
    let folder = Folder::with(&[
        (
            "paper.md",
            &format!("---\nbibliography: refs.bib\n---\n\nIt was shown (doi:{}) before.\n", all[1].doi),
        ),
        ("refs.bib", &all[0].bibtex("first", true)),
    ]);
    let mut editor =
        Editor::start(&folder, editor_of(&home(), &scholar).with_settings(json!({"network": "allow"})));
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.request(
        "workspace/executeCommand",
        json!({"command": "referee.citeIdentifier", "arguments": [{"uri": uri, "range": range(4, 22, 4, 22)}]}),
    );
    let edit = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit comes");
    assert!(edit.to_string().contains(&all[1].title), "{edit:#}");
    // The author looks at the draft, and would not see that the bibliography is changed and
    // unsaved.
    let told = editor.notification_where(PATIENCE, "window/showMessage", |params| {
        params["message"].as_str().is_some_and(|message| message.contains("refs.bib was changed as well"))
    });
    assert!(told.is_some());
    // Meanwhile another program has added the entry, without a notification to the server: it is
    // not added twice.
    folder.write("refs.bib", all[0].bibtex("first", true) + &all[1].bibtex("added", true));
    editor.request(
        "workspace/executeCommand",
        json!({"command": "referee.citeIdentifier", "arguments": [{"uri": uri, "range": range(4, 22, 4, 22)}]}),
    );
    let edit = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit comes").to_string();
    assert!(edit.contains("@added") && !edit.contains(&all[1].title), "{edit}");
}

#[test]
fn a_key_that_is_an_identifier_is_looked_up_and_becomes_an_entry() {
    let all = papers(4);
    let scholar = Scholar::with(all.clone());
    let draft =
        format!("---\nbibliography: refs.bib\n---\n\nIt was shown [see @doi:{}, p. 3] before.\n", all[1].doi);
    let folder = Folder::with(&[("paper.md", &draft), ("refs.bib", &all[0].bibtex("first", true))]);
    let mut editor =
        Editor::start(&folder, editor_of(&home(), &scholar).with_settings(json!({"network": "allow"})));
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.request(
        "workspace/executeCommand",
        json!({"command": "referee.citeIdentifier", "arguments": [{"uri": uri, "range": range(4, 24, 4, 24)}]}),
    );
    let edit = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit comes");
    assert!(edit.to_string().contains(&all[1].title), "{edit:#}");
    // Only the key is replaced; its context remains.
    let of_draft = edit["params"]["edit"]["documentChanges"]
        .as_array()
        .and_then(|changes| changes.iter().find(|change| change["textDocument"]["uri"] == uri.as_str()))
        .unwrap_or_else(|| panic!("{edit:#}"));
    assert_eq!(of_draft["edits"][0]["range"], range(4, 19, 4, 23 + all[1].doi.len() as u32), "{edit:#}");
}

#[test]
fn a_note_open_in_the_editor_sends_identifiers_only() {
    let scholar = Scholar::with(papers(4));
    let note = "Mrs Vantongeren came with a swollen calf, as in PMID: 80000001.\n\nReferences\n\n1. Vantongeren E. Her calf. Ward notes. 2024;1:1-2.\n";
    let folder = Folder::with(&[("note.txt", note)]);
    let mut editor =
        Editor::start(&folder, editor_of(&home(), &scholar).with_settings(json!({"network": "allow"})));
    editor.open(&folder, "note.txt", "clinical-note");
    let at =
        json!({"textDocument": {"uri": folder.uri("note.txt")}, "position": {"line": 0, "character": 55}});
    let deadline = std::time::Instant::now() + PATIENCE;
    while !editor.request("textDocument/hover", at.clone()).to_string().contains("Verified") {
        assert!(std::time::Instant::now() < deadline, "the identifier is looked up: {:?}", scholar.asked());
        std::thread::sleep(Duration::from_millis(50));
    }
    for asked in scholar.web.asked() {
        let all = asked.everything();
        assert!(!["vantongeren", "calf", "swollen", "ward"].iter().any(|word| all.contains(word)), "{all}");
    }
}
