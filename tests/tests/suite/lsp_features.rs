//! Requests at a position in the text.

use referee_tests::editor::{PATIENCE, range};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};

const BIB: &str = "@article{smith2020,
  author = {Smith, Ada and Lindqvist, Bo},
  title = {Effect of Metformin},
  journal = {Journal of Examples},
  year = {2020},
  doi = {10.5555/example.1},
}

@book{okafor1998, author = {Okafor, Grace}, title = {Blood *glucose*}, year = {1998}}
";
const DRAFT: &str = "---\nbibliography: refs.bib\n---\n\n# Results\n\n😀 see [@smith2020; @okafor1998].\n";

fn folder() -> Folder {
    Folder::with(&[
        ("paper.md", DRAFT),
        ("refs.bib", BIB),
        ("chapters/two.tex", "\\addbibresource{../refs.bib}\nText \\cite{smith2020}.\n"),
    ])
}

/// Starts a session that has read the draft and its bibliography.
fn session(abilities: ClientCapabilities) -> (Folder, Editor, String) {
    let folder = folder();
    let mut editor = Editor::start(&folder, abilities);
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    for _ in 0..200 {
        if !editor.request("textDocument/definition", at(&uri, 6, 10)).is_null() {
            return (folder, editor, uri);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("the bibliography is not read");
}

fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
}

fn with(mut params: Value, name: &str, value: Value) -> Value {
    params[name] = value;
    params
}

#[test]
fn a_citation_shows_its_card_in_the_markup_that_the_editor_knows() {
    let (_folder, mut editor, uri) = session(ClientCapabilities::default());
    let hover = editor.request("textDocument/hover", at(&uri, 6, 25));
    assert_eq!(hover["range"], range(6, 21, 6, 31));
    assert_eq!(hover["contents"]["kind"], "markdown");
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains(r"Blood \*glucose\*"), "{text}");
    drop(editor);
    let (_folder, mut editor, uri) = session(ClientCapabilities::none());
    let hover = editor.request("textDocument/hover", at(&uri, 6, 25));
    assert_eq!(hover["contents"]["kind"], "plaintext");
    assert!(hover["contents"]["value"].as_str().unwrap_or_default().contains("Blood *glucose*"));
}

#[test]
fn a_citation_leads_to_its_entry() {
    let (folder, mut editor, uri) = session(ClientCapabilities::default());
    let found = editor.request("textDocument/definition", at(&uri, 6, 10));
    assert_eq!(found[0]["targetUri"], folder.uri("refs.bib"));
    assert_eq!(found[0]["targetSelectionRange"], range(0, 9, 0, 18));
    assert_eq!(found[0]["originSelectionRange"], range(6, 9, 6, 18));
    drop(editor);
    let (folder, mut editor, uri) = session(ClientCapabilities::none());
    let found = editor.request("textDocument/definition", at(&uri, 6, 10));
    assert_eq!(found, json!({"uri": folder.uri("refs.bib"), "range": range(0, 9, 0, 18)}));
}

#[test]
fn a_key_is_renamed_in_every_draft_and_in_the_bibliography() {
    for abilities in [ClientCapabilities::default(), ClientCapabilities::none()] {
        let (folder, mut editor, uri) = session(abilities);
        editor.open(&folder, "chapters/two.tex", "latex");
        let place = editor.request("textDocument/prepareRename", at(&uri, 6, 10));
        assert_eq!(place, json!({"range": range(6, 9, 6, 18), "placeholder": "smith2020"}));
        let references = with(at(&uri, 6, 10), "context", json!({"includeDeclaration": true}));
        for _ in 0..200 {
            if editor.request("textDocument/references", references.clone()).as_array().map_or(0, Vec::len)
                == 3
            {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let edit = editor.request("textDocument/rename", with(at(&uri, 6, 10), "newName", json!("ada2020")));
        let mut edited: Vec<(String, Value)> = Vec::new();
        for change in edit["documentChanges"].as_array().into_iter().flatten() {
            let uri = change["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
            edited.push((uri, change["edits"][0]["range"].clone()));
        }
        for (uri, edits) in edit["changes"].as_object().into_iter().flatten() {
            edited.push((uri.clone(), edits[0]["range"].clone()));
        }
        edited.sort_by(|a, b| a.0.cmp(&b.0));
        let expected = [
            (folder.uri("chapters/two.tex"), range(1, 11, 1, 20)),
            (folder.uri("paper.md"), range(6, 9, 6, 18)),
            (folder.uri("refs.bib"), range(0, 9, 0, 18)),
        ];
        assert_eq!(edited, expected);
        let taken = editor.ask("textDocument/rename", with(at(&uri, 6, 10), "newName", json!("okafor1998")));
        let error = editor.answer(taken).expect_err("the key is taken");
        assert_eq!(error.message, "“okafor1998” is already the key of another entry in refs.bib.");
    }
}

#[test]
fn a_key_is_renamed_in_drafts_that_nobody_opened() {
    let entry = "@article{smith2020, title = {Effect of metformin}, year = {2020}}\n";
    let cites = "---\nbibliography: refs.bib\n---\n\nSee [@smith2020].\n";
    let folder = Folder::with(&[
        ("refs.bib", entry),
        ("paper.md", cites),
        // These cite the entry, each in a different way.
        ("letters/reply.md", &cites.replace("refs.bib", "../refs.bib")),
        ("book/_quarto.yml", "bibliography: ../refs.bib\n"),
        ("book/intro.qmd", "As @smith2020 says.\n"),
        (
            "thesis/main.tex",
            "\\begin{document}\n\\include{chapters/one}\n\\bibliography{../refs}\n\\end{document}\n",
        ),
        ("thesis/chapters/one.tex", "See \\cite{smith2020}.\n"),
        ("talk/slides.typ", "#bibliography(\"../refs.bib\")\nSee @smith2020.\n"),
        // These do not: another entry with that key, a key with that prefix, a word in the text.
        ("other/refs.bib", entry),
        ("other/paper.md", cites),
        (
            "letters/second.md",
            "---\nbibliography: ../refs.bib\n---\n\nThe key smith2020, and [@smith2020b].\n",
        ),
        // This is not one of the author's drafts.
        (".gitignore", "build/\n"),
        ("build/copy.md", &cites.replace("refs.bib", "../refs.bib")),
    ]);
    for abilities in [ClientCapabilities::default(), ClientCapabilities::none()] {
        let mut editor = Editor::start(&folder, abilities);
        let uri = folder.uri("paper.md");
        editor.open(&folder, "paper.md", "markdown");
        editor.diagnostics(&uri, 1);
        let edit = editor.request("textDocument/rename", with(at(&uri, 4, 8), "newName", json!("ada2020")));
        let changes = edit["documentChanges"].as_array().into_iter().flatten();
        let mut changed: Vec<String> = changes
            .map(|change| change["textDocument"]["uri"].as_str().unwrap_or_default().to_owned())
            .chain(edit["changes"].as_object().into_iter().flatten().map(|(uri, _)| uri.clone()))
            .collect();
        changed.sort();
        let expected = [
            "book/intro.qmd",
            "letters/reply.md",
            "paper.md",
            "refs.bib",
            "talk/slides.typ",
            "thesis/chapters/one.tex",
        ];
        assert_eq!(changed, expected.map(|path| folder.uri(path)));
        // A rename from the bibliography gives the same edits, and reports omitted files.
        editor.open(&folder, "refs.bib", "bibtex");
        let refs = folder.uri("refs.bib");
        let again =
            editor.request("textDocument/rename", with(at(&refs, 0, 12), "newName", json!("ada2020")));
        assert_eq!(
            again["documentChanges"].as_array().map(Vec::len),
            edit["documentChanges"].as_array().map(Vec::len)
        );
        assert_eq!(
            again["changes"].as_object().map(serde_json::Map::len),
            edit["changes"].as_object().map(serde_json::Map::len)
        );
        assert!(editor.notifications("window/showMessage").is_empty());
    }
}

#[test]
fn keys_are_completed_and_their_cards_come_on_request() {
    let (_folder, mut editor, uri) = session(ClientCapabilities::default());
    editor.change(&uri, 2, &[(6, 31, 6, 31, "; @metf")]);
    let list = editor.request("textDocument/completion", at(&uri, 6, 38));
    let item = &list["items"][0];
    assert_eq!(item["label"], "smith2020");
    assert_eq!(item["labelDetails"]["description"], "Smith and Lindqvist, 2020");
    assert_eq!(item["textEdit"], json!({"range": range(6, 34, 6, 38), "newText": "smith2020"}));
    assert!(item.get("documentation").is_none(), "{item}");
    let resolved = editor.request("completionItem/resolve", item.clone());
    let card = resolved["documentation"]["value"].as_str().unwrap_or_default();
    assert!(card.contains("https://doi.org/10.5555/example.1"), "{card}");
}

#[test]
fn a_fix_is_one_edit_that_is_worked_out_when_it_is_chosen() {
    for (abilities, lazy) in [
        (ClientCapabilities::default(), true),
        (ClientCapabilities::default().with("/textDocument/codeAction/resolveSupport", Value::Null), false),
    ] {
        let (_folder, mut editor, uri) = session(abilities);
        editor.change(&uri, 2, &[(6, 9, 6, 18, "smiht2020")]);
        // Some editors send no diagnostics with the request.
        let params = json!({
            "textDocument": {"uri": uri}, "range": range(6, 12, 6, 12), "context": {"diagnostics": []},
        });
        let actions = editor.request("textDocument/codeAction", params);
        let action = actions
            .as_array()
            .into_iter()
            .flatten()
            .find(|action| action["title"].as_str().unwrap_or_default().contains("smith2020"))
            .cloned()
            .unwrap_or_else(|| panic!("no fix among {actions:#}"));
        assert_eq!(action["kind"], "quickfix");
        assert_eq!(action["diagnostics"][0]["code"], "citation/undefined-key");
        assert_eq!(action.get("edit").is_none(), lazy);
        let chosen = if lazy { editor.request("codeAction/resolve", action) } else { action };
        let change = &chosen["edit"]["documentChanges"][0];
        assert_eq!(change["textDocument"], json!({"uri": uri, "version": 2}));
        assert_eq!(change["edits"], json!([{"range": range(6, 9, 6, 18), "newText": "smith2020"}]));
    }
}

#[test]
fn who_asks_about_one_diagnostic_with_the_range_of_the_file_gets_the_fixes_of_that_one() {
    let (_folder, mut editor, uri) = session(ClientCapabilities::default());
    editor.change(&uri, 2, &[(6, 9, 6, 18, "smiht2020")]);
    editor.change(&uri, 3, &[(6, 21, 6, 31, "@okafro1998")]);
    let mut titles = |diagnostics: Value| -> Vec<String> {
        let params = json!({
            "textDocument": {"uri": uri}, "range": range(0, 0, 7, 0), "context": {"diagnostics": diagnostics},
        });
        let actions = editor.request("textDocument/codeAction", params);
        let all = actions.as_array().into_iter().flatten().filter(|action| action["kind"] == "quickfix");
        all.filter_map(|action| action["title"].as_str().map(str::to_owned)).collect()
    };
    let has = |titles: &[String], key: &str| titles.iter().any(|title| title.contains(key));
    let one =
        |source: &str| json!([{"range": range(6, 9, 6, 18), "source": source, "message": "No entry …"}]);
    let ours = titles(one("referee"));
    assert!(has(&ours, "smith2020") && !has(&ours, "okafor1998"), "{ours:?}");
    for all in [titles(json!([])), titles(one("another"))] {
        assert!(has(&all, "smith2020") && has(&all, "okafor1998"), "{all:?}");
    }
}

#[test]
fn an_editor_that_knows_commands_only_gets_the_fix_applied() {
    let (_folder, mut editor, uri) = session(ClientCapabilities::none());
    editor.change(&uri, 2, &[(6, 9, 6, 18, "smiht2020")]);
    let params = json!({
        "textDocument": {"uri": uri}, "range": range(6, 12, 6, 12), "context": {"diagnostics": []},
    });
    let actions = editor.request("textDocument/codeAction", params);
    let command = actions
        .as_array()
        .into_iter()
        .flatten()
        .find(|action| action["title"].as_str().unwrap_or_default().contains("smith2020"))
        .cloned()
        .unwrap_or_else(|| panic!("no fix among {actions:#}"));
    let params = json!({"command": command["command"], "arguments": command["arguments"]});
    editor.request("workspace/executeCommand", params);
    let request = editor.server_request(PATIENCE, "workspace/applyEdit").unwrap_or_default();
    assert_eq!(request["params"]["edit"]["changes"][&uri][0]["newText"], "smith2020", "{request:#}");
}

#[test]
fn a_choice_that_no_longer_fits_the_text_is_refused() {
    let (_folder, mut editor, uri) = session(ClientCapabilities::default());
    editor.change(&uri, 2, &[(6, 9, 6, 18, "smiht2020")]);
    let params = json!({
        "textDocument": {"uri": uri}, "range": range(6, 12, 6, 12), "context": {"diagnostics": []},
    });
    let actions = editor.request("textDocument/codeAction", params);
    editor.change(&uri, 3, &[(6, 0, 6, 40, "")]);
    let resolve = editor.ask("codeAction/resolve", actions[0].clone());
    assert_eq!(editor.answer(resolve).map_err(|error| error.code), Err(-32801));
}

#[test]
fn the_outline_the_folds_and_the_links_of_a_bibliography() {
    let (folder, mut editor, _) = session(ClientCapabilities::default());
    editor.open(&folder, "refs.bib", "bibtex");
    let document = json!({"textDocument": {"uri": folder.uri("refs.bib")}});
    let symbols = editor.request("textDocument/documentSymbol", document.clone());
    assert_eq!(symbols[0]["name"], "smith2020");
    assert_eq!(symbols[0]["detail"], "Smith and Lindqvist, 2020: Effect of Metformin");
    assert_eq!(symbols[0]["range"], range(0, 0, 6, 1));
    let folds = editor.request("textDocument/foldingRange", document.clone());
    assert_eq!(folds.as_array().map(Vec::len), Some(1), "{folds}");
    assert_eq!((&folds[0]["startLine"], &folds[0]["endLine"]), (&json!(0), &json!(6)));
    let links = editor.request("textDocument/documentLink", document.clone());
    let link = editor.request("documentLink/resolve", links[0].clone());
    assert_eq!(link["target"], "https://doi.org/10.5555/example.1");
    let lenses = editor.request("textDocument/codeLens", document);
    assert_eq!(lenses[0]["command"]["title"], "cited once");
    let found = editor.request("workspace/symbol", json!({"query": "okafor"}));
    assert_eq!(found[0]["name"], "okafor1998");
    assert_eq!(found[0]["location"]["uri"], folder.uri("refs.bib"));
}

#[test]
fn the_outline_of_a_draft_is_a_list_for_an_editor_that_knows_no_trees() {
    let (_folder, mut editor, uri) = session(ClientCapabilities::none());
    let symbols = editor.request("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
    assert_eq!(symbols[0]["name"], "Results");
    assert_eq!(symbols[0]["location"]["uri"], uri);
}

#[test]
fn author_and_year_behind_a_key_are_shown_on_demand() {
    let settings = json!({"inlay_hints": true});
    let (_folder, mut editor, uri) = session(ClientCapabilities::default().with_settings(settings));
    let params = |uri: &str| json!({"textDocument": {"uri": uri}, "range": range(0, 0, 9, 0)});
    // The server asks the editor for its settings while it reads the bibliography.
    let hints = (0..200).find_map(|_| {
        let hints = editor.request("textDocument/inlayHint", params(&uri));
        if hints.as_array().is_some_and(|hints| !hints.is_empty()) {
            return Some(hints);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        None
    });
    let hints = hints.unwrap_or_default();
    let labels: Vec<&str> =
        hints.as_array().into_iter().flatten().filter_map(|hint| hint["label"].as_str()).collect();
    assert_eq!(labels, ["Smith and Lindqvist, 2020", "Okafor, 1998"]);
    assert_eq!(hints[0]["position"], json!({"line": 6, "character": 18}));
    drop(editor);
    let (_folder, mut editor, uri) = session(ClientCapabilities::default());
    assert_eq!(editor.request("textDocument/inlayHint", params(&uri)), json!([]));
}

#[test]
fn a_path_with_spaces_and_accents_is_told_as_the_editor_spells_it() {
    let folder = Folder::with(&[("mein Entwürf (1)/paper.md", DRAFT), ("mein Entwürf (1)/refs.bib", BIB)]);
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("mein Entwürf (1)/paper.md");
    editor.open(&folder, "mein Entwürf (1)/paper.md", "markdown");
    editor.diagnostics_until(&uri, |_| true);
    let found = editor.request("textDocument/definition", at(&uri, 6, 10));
    let target = found[0]["targetUri"].as_str().unwrap_or_default();
    assert!(target.contains("mein%20Entw%C3%BCrf%20") && target.ends_with("/refs.bib"), "{target}");
}

#[test]
fn the_citations_of_a_work_are_marked_in_the_file_at_the_cursor() {
    let folder = Folder::with(&[
        ("refs.bib", "@misc{a, title = {A}}\n@misc{b, title = {B}}\n"),
        ("paper.md", "---\nbibliography: refs.bib\n---\n\n😀 [@a; @b] and @a.\n"),
    ]);
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    // The key is unknown until the bibliography is read.
    for _ in 0..200 {
        if !editor.request("textDocument/definition", at(&uri, 4, 5)).is_null() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let marked = editor.request("textDocument/documentHighlight", at(&uri, 4, 5));
    let read = |range: Value| json!({"range": range, "kind": 2});
    assert_eq!(marked, json!([read(range(4, 5, 4, 6)), read(range(4, 17, 4, 18))]));
    editor.open(&folder, "refs.bib", "bibtex");
    let marked = editor.request("textDocument/documentHighlight", at(&folder.uri("refs.bib"), 0, 6));
    assert_eq!(marked, json!([{"range": range(0, 6, 0, 7), "kind": 3}]));
}

#[test]
fn a_bibliography_is_laid_out_and_a_draft_is_not() {
    let folder = Folder::with(&[
        ("refs.bib", "% ours\n@misc{a, title={😀 A}, year = 2020}\n@misc{b, title = {B\n"),
        ("paper.md", "---\nbibliography: refs.bib\n---\n\n   See [@a].\n"),
    ]);
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    editor.open(&folder, "paper.md", "markdown");
    editor.open(&folder, "refs.bib", "bibtex");
    let mut laid_out = |name: &str| {
        let options = json!({"tabSize": 4, "insertSpaces": true});
        let params = json!({"textDocument": {"uri": folder.uri(name)}, "options": options});
        editor.request("textDocument/formatting", params)
    };
    let edit = json!({"range": range(1, 0, 1, 35), "newText": "@misc{a,\n    title = {😀 A},\n    year  = 2020,\n}"});
    assert_eq!(laid_out("refs.bib"), json!([edit]), "the entry that is being typed is left alone");
    assert_eq!(laid_out("paper.md"), json!([]));
}
