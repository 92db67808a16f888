//! The author's Zotero with a draft: its items are found, cited and shown under the cursor.

use referee_tests::cli::run_at_home;
use referee_tests::editor::{PATIENCE, range};
use referee_tests::web::Reply;
use referee_tests::{ClientCapabilities, Editor, Folder, Web};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const DRAFT: &str = "---\nbibliography: refs.bib\n---\n\nYoga helps adults with low back pain.\n\nIt was said before [@known2019].\n";
const BIB: &str = "@article{known2019,\n  author = {Ferrante, Carla},\n  title = {Soil moisture in alpine meadows},\n  year = {2019},\n  doi = {10.5555/soil.1},\n}\n";

/// Serves a Zotero with answers at these paths only.
fn serve(answers: impl Fn(&str) -> Option<Value> + Send + Sync + 'static) -> Web {
    Web::serve(move |asked| {
        let answer = answers(asked.path().split('?').next().unwrap_or_default());
        let mut reply = match answer {
            Some(answer) => Reply::json(&answer),
            None => Reply::new(404, "application/json", "{}"),
        };
        reply.headers.push(("Last-Modified-Version", "7".to_owned()));
        reply
    })
}

/// Serves a Zotero with two items, one of which the draft already cites.
fn zotero() -> Web {
    serve(|path| match path {
        "/api/users/0/items" => Some(items()),
        "/api/users/0/collections" => Some(json!([{"key": "COLL0001", "version": 1, "data": {
            "key": "COLL0001", "name": "Back *pain*", "parentCollection": false,
        }}])),
        "/better-bibtex/json-rpc" => {
            Some(json!({"jsonrpc": "2.0", "id": 1, "result": {"YOGAYOGA": "wielandYoga2017"}}))
        }
        _ => None,
    })
}

fn items() -> Value {
    let item = |key: &str, title: &str, doi: &str, text: &str| {
        json!({"key": key, "version": 3, "data": {
            "key": key, "itemType": "journalArticle", "title": title, "DOI": doi, "date": "2017",
            "creators": [{"creatorType": "author", "firstName": "L", "lastName": "Wieland"}],
            "abstractNote": text, "collections": ["COLL0001"],
        }})
    };
    let pdf = json!({"key": "PDFPDF01", "version": 3, "data": {"key": "PDFPDF01", "itemType": "attachment", "parentItem": "SOILSOIL", "contentType": "application/pdf"}});
    json!([
        item(
            "YOGAYOGA",
            "Yoga for chronic low back pain in adults",
            "10.5555/yoga.1",
            "Yoga improved back function at six months."
        ),
        item("SOILSOIL", "Soil moisture in alpine meadows", "10.5555/soil.1", "Meadows were wet."),
        pdf,
    ])
}

fn settings(zotero: &Web) -> Vec<(String, String)> {
    vec![("REFEREE_SOURCES__ZOTERO__BASE_URL".to_owned(), format!("{}/api", zotero.url()))]
}

fn session(zotero: &Web) -> (Folder, Editor, String) {
    let folder = Folder::with(&[("refs.bib", BIB), ("paper.md", DRAFT)]);
    let abilities = ClientCapabilities::default().with_environment(settings(zotero));
    let editor = Editor::start(&folder, abilities);
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    (folder, editor, uri)
}

#[test]
fn cite_finds_the_items_of_zotero() {
    let zotero = zotero();
    let folder = Folder::with(&[("paper.md", DRAFT)]);
    let run = run_at_home(
        &folder.path(""),
        &folder.home(),
        &settings(&zotero),
        &["cite", "Yoga helps adults with chronic low back pain.", "--format", "json"],
    );
    let given: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error} {run:?}"));
    assert_eq!(given["candidates"][0]["doi"], "10.5555/yoga.1", "{given}");
    assert_eq!(given["candidates"][0]["source"], "zotero", "{given}");
    let mut denied = settings(&zotero);
    denied.push(("REFEREE_NETWORK".to_owned(), "deny".to_owned()));
    let asked = zotero.asked().len();
    let run = run_at_home(&folder.path(""), &folder.home(), &denied, &["cite", "Yoga helps."]);
    assert!(run.code == 2 && zotero.asked().len() == asked, "{run:?}");
}

#[test]
fn an_item_is_inserted_with_the_key_of_better_bibtex() {
    let zotero = zotero();
    let (_folder, mut editor, uri) = session(&zotero);
    let place = json!({"uri": uri, "position": {"line": 4, "character": 4}});
    let offered = editor.request(
        "workspace/executeCommand",
        json!({"command": "referee.insertCitation", "arguments": [place]}),
    );
    assert_eq!(offered["candidates"][0]["source"], "zotero", "{offered}");
    assert_eq!(offered["candidates"][0]["zotero"], "zotero://select/library/items/YOGAYOGA", "{offered}");
    assert_eq!(offered["candidates"][0]["pdf"], Value::Null, "it has no PDF: {offered}");
    let mut of_soil = place.clone();
    of_soil["question"] = json!("Soil moisture in alpine meadows");
    let offered_of_soil = editor.request(
        "workspace/executeCommand",
        json!({"command": "referee.insertCitation", "arguments": [of_soil]}),
    );
    let first = &offered_of_soil["candidates"][0];
    assert_eq!(first["zotero"], "zotero://select/library/items/SOILSOIL", "{offered_of_soil}");
    assert_eq!(first["pdf"], "zotero://open-pdf/library/items/PDFPDF01", "{offered_of_soil}");
    let mut chosen = place;
    chosen["id"] = offered["candidates"][0]["id"].clone();
    editor
        .ask("workspace/executeCommand", json!({"command": "referee.insertCitation", "arguments": [chosen]}));
    let edit = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit").to_string();
    assert!(edit.contains("@article{wielandYoga2017,") && edit.contains("[@wielandYoga2017]"), "{edit}");
}

#[test]
fn hover_says_where_in_zotero_a_work_is_and_opens_it() {
    let zotero = zotero();
    let (_folder, mut editor, uri) = session(&zotero);
    let at = json!({"textDocument": {"uri": uri}, "position": {"line": 6, "character": 24}});
    let card = once_answered(&mut editor, "textDocument/hover", &at, |card| {
        Some(card.to_string()).filter(|card| card.contains("In Zotero"))
    });
    assert!(card.contains("zotero://select/library/items/SOILSOIL"), "{card}");
    assert!(card.contains("zotero://open-pdf/library/items/PDFPDF01"), "{card}");
    assert!(!card.contains("Back *pain*"), "names of collections are no markup: {card}");
}

/// Repeats a request until Zotero has answered, because the server does not wait for it; returns
/// the wanted part of the answer.
fn once_answered<T>(
    editor: &mut Editor,
    method: &str,
    params: &Value,
    wanted: impl Fn(&Value) -> Option<T>,
) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        let answer = editor.request(method, params.clone());
        if let Some(found) = wanted(&answer) {
            return found;
        }
        assert!(Instant::now() < end, "{answer:#}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Returns the completion item with the label `wanted` after `[@` and some letters.
fn offered(editor: &mut Editor, at: &Value, wanted: &str) -> Value {
    once_answered(editor, "textDocument/completion", at, |found| {
        found["items"].as_array()?.iter().find(|item| item["label"] == wanted).cloned()
    })
}

/// Returns the command that an editor sends when the author accepts a completion.
fn taking(item: &Value) -> Value {
    let command = &item["command"];
    json!({"command": command["command"], "arguments": command["arguments"]})
}

#[test]
fn an_item_is_completed_by_a_word_of_its_title_and_gets_its_entry() {
    let zotero = zotero();
    let (_folder, mut editor, uri) = session(&zotero);
    editor.change(&uri, 2, &[(4, 37, 4, 37, " [@yoga")]);
    let at = json!({"textDocument": {"uri": uri}, "position": {"line": 4, "character": 44}});
    let item = offered(&mut editor, &at, "wielandYoga2017");
    assert_eq!(
        item["textEdit"]["newText"].as_str().or(item["textEdit"]["insert"].as_str()),
        Some("wielandYoga2017")
    );
    let card = editor.request("completionItem/resolve", item.clone());
    assert!(card["documentation"].to_string().contains("Yoga improved back function"), "{card:#}");
    editor.ask("workspace/executeCommand", taking(&item));
    let edit = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit").to_string();
    assert!(edit.contains("@article{wielandYoga2017,") && edit.contains("refs.bib"), "{edit}");
    // A work in the bibliography is offered once, with the key of its entry.
    editor.change(&uri, 3, &[(4, 40, 4, 44, "soil")]);
    let found = editor.request("textDocument/completion", at);
    let labels: Vec<&str> =
        found["items"].as_array().into_iter().flatten().filter_map(|item| item["label"].as_str()).collect();
    assert_eq!(labels, ["known2019"]);
}

#[test]
fn a_key_of_better_bibtex_that_is_typed_by_heart_gets_its_entry_by_an_action() {
    let zotero = zotero();
    let (_folder, mut editor, uri) = session(&zotero);
    editor.change(&uri, 2, &[(4, 37, 4, 37, " [@wielandYoga2017]")]);
    let range = range(4, 44, 4, 44);
    let params = json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}});
    let action = once_answered(&mut editor, "textDocument/codeAction", &params, |actions| {
        let adds = |action: &&Value| {
            action["title"].as_str().is_some_and(|title| title.ends_with("from Zotero to refs.bib"))
        };
        actions.as_array()?.iter().find(adds).cloned()
    });
    let edit = editor.request("codeAction/resolve", action)["edit"].to_string();
    assert!(edit.contains("@article{wielandYoga2017,"), "{edit}");
}

#[test]
fn what_was_retracted_of_zotero_is_said_by_one_command() {
    let zotero = zotero();
    let library = "PMID- 80000001\nTI  - Yoga for chronic low back pain in adults\nFAU - Wieland, L\nDP  - 2017\nAID - 10.5555/yoga.1 [doi]\nPT  - Retracted Publication\nRIN - J Test. 2019;1:2. PMID: 80000002\n";
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"records.nbib\"]\n"),
        ("records.nbib", library),
    ]);
    let run = run_at_home(&folder.path(""), &folder.home(), &settings(&zotero), &["zotero"]);
    assert!(run.code == 1 && run.stdout.contains("zotero://select/library/items/YOGAYOGA"), "{run:?}");
    assert!(
        run.stdout.contains("2 items in Zotero: 1 retracted or of concern; 1 item could not be checked"),
        "{run:?}"
    );
    let closed = [("REFEREE_SOURCES__ZOTERO__BASE_URL".to_owned(), "http://127.0.0.1:9/api".to_owned())];
    let run = run_at_home(&folder.path(""), &folder.home(), &closed, &["zotero"]);
    assert!(run.code == 2 && run.stderr.contains("start Zotero 7 or newer"), "{run:?}");
}

/// Serves a Zotero whose author shares a library with a group; an item there has the same key as
/// one of the author's.
fn zotero_with_a_group() -> Web {
    let shared = json!([
        {"key": "SOILSOIL", "version": 2, "data": {
            "key": "SOILSOIL", "itemType": "journalArticle", "title": "Tides and sleep in lighthouse keepers",
            "DOI": "10.5555/tide.1", "date": "2015", "collections": [],
            "creators": [{"creatorType": "author", "firstName": "M", "lastName": "Keeper"}],
        }},
        {"key": "PDFPDF02", "version": 2, "data": {
            "key": "PDFPDF02", "itemType": "attachment", "parentItem": "SOILSOIL", "contentType": "application/pdf",
        }},
    ]);
    serve(move |path| match path {
        "/api/users/0/items" => Some(items()),
        "/api/users/0/groups" => {
            Some(json!([{"id": 4711, "version": 1, "data": {"id": 4711, "name": "Coast group"}}]))
        }
        "/api/groups/4711/items" => Some(shared.clone()),
        "/api/users/0/collections" | "/api/groups/4711/collections" => Some(json!([])),
        _ => None,
    })
}

#[test]
fn the_items_of_a_group_are_completed_cited_shown_and_checked_like_ones_own() {
    let zotero = zotero_with_a_group();
    let (_folder, mut editor, uri) = session(&zotero);
    editor.change(&uri, 2, &[(4, 37, 4, 37, " [@tides")]);
    let at = json!({"textDocument": {"uri": uri}, "position": {"line": 4, "character": 45}});
    let item = offered(&mut editor, &at, "keeper2015");
    let card = editor.request("completionItem/resolve", item.clone());
    let card = card["documentation"].to_string();
    assert!(
        card.contains("Coast group") && card.contains("zotero://select/groups/4711/items/SOILSOIL"),
        "{card}"
    );
    assert!(card.contains("zotero://open-pdf/groups/4711/items/PDFPDF02"), "{card}");
    editor.ask("workspace/executeCommand", taking(&item));
    let edit = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit").to_string();
    assert!(edit.contains("@article{keeper2015,") && edit.contains("Tides and sleep"), "{edit}");
    let folder = Folder::with(&[("refs.bib", BIB), ("paper.md", DRAFT)]);
    let run = run_at_home(
        &folder.path(""),
        &folder.home(),
        &settings(&zotero),
        &["cite", "Tides and sleep in lighthouse keepers", "--format", "json"],
    );
    let given: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"));
    assert!(given["candidates"][0].to_string().contains("10.5555/tide.1"), "{given}");
    let library = "PMID- 80000011\nTI  - Tides and sleep in lighthouse keepers\nFAU - Keeper, M\nDP  - 2015\nAID - 10.5555/tide.1 [doi]\nPT  - Retracted Publication\nRIN - J Test. 2019;1:2. PMID: 80000012\n";
    folder.write("records.nbib", library);
    folder.write("referee.toml", "[library]\nfiles = [\"records.nbib\"]\n");
    let run = run_at_home(&folder.path(""), &folder.home(), &settings(&zotero), &["zotero"]);
    assert!(run.code == 1 && run.stdout.contains("zotero://select/groups/4711/items/SOILSOIL"), "{run:?}");
}

#[test]
fn where_edits_are_one_step_the_key_and_the_entry_of_an_item_come_in_one() {
    let zotero = zotero();
    let folder = Folder::with(&[("refs.bib", BIB), ("paper.md", DRAFT)]);
    let abilities = ClientCapabilities::default()
        .with_environment(settings(&zotero))
        .with("/workspace/workspaceEdit/documentChanges", json!(true))
        .with("/workspace/workspaceEdit/failureHandling", json!("textOnlyTransactional"));
    let mut editor = Editor::start(&folder, abilities);
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.change(&uri, 2, &[(4, 37, 4, 37, " [@yoga")]);
    let at = json!({"textDocument": {"uri": uri}, "position": {"line": 4, "character": 44}});
    let item = offered(&mut editor, &at, "wielandYoga2017");
    // Accepting the completion alone writes nothing.
    assert_eq!(item["textEdit"]["newText"], "yoga", "{item}");
    editor.ask("workspace/executeCommand", taking(&item));
    let request = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit");
    let changes = request["params"]["edit"]["documentChanges"].as_array().cloned().unwrap_or_default();
    assert_eq!(changes.len(), 2, "{request}");
    let of = |name: &str| {
        let named =
            |change: &&Value| change["textDocument"]["uri"].as_str().is_some_and(|uri| uri.ends_with(name));
        changes.iter().find(named).cloned().unwrap_or_default()["edits"][0].clone()
    };
    assert_eq!(of("paper.md")["newText"], "wielandYoga2017", "{request}");
    assert_eq!(of("paper.md")["range"], range(4, 40, 4, 44), "{request}");
    assert!(
        of("refs.bib")["newText"].as_str().is_some_and(|text| text.contains("@article{wielandYoga2017,"))
    );
    assert!(request["params"]["label"].as_str().is_some_and(|label| label.contains("wielandYoga2017")));
    // Text that was changed meanwhile is left alone.
    editor.change(&uri, 3, &[(4, 40, 4, 44, "soil")]);
    let id = editor.ask("workspace/executeCommand", taking(&item));
    assert!(editor.answer(id).is_err(), "the text has changed");
}
