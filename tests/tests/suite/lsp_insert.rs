//! Insertions into a draft and its bibliography: the selected work, once, and nothing if there is
//! no such work.

use referee_tests::cli::referee;
use referee_tests::editor::PATIENCE;
use referee_tests::{ClientCapabilities, Editor, Folder, binary};
use serde_json::{Value, json};
use std::time::Duration;

const LIBRARY: &str = "PMID- 201
TI  - Yoga for chronic low back pain in adults.
DP  - 2017
TA  - J Examples
AU  - Wieland L
LID - 10.5555/yoga.1 [doi]
PT  - Journal Article
AB  - Yoga improved back function at six months.

PMID- 202
TI  - Soil moisture in alpine meadows.
DP  - 1987
TA  - Geoderma
AU  - Ferrante C
PT  - Journal Article
AB  - Meadows were wet.
";

const BIB: &str = "@article{hatha1999,\n  author = {Olsen, Berit},\n  title  = {Breathing exercises and stretching in primary care},\n  year   = {1999},\n}\n\n@article{wrong2003,\n  author = {Nilsen, Odd},\n  title  = {Antibiotics in dental practice},\n  year   = {2003},\n  doi    = {10.5555/yoga.1},\n}\n";

const DRAFT: &str = "---\nbibliography: refs.bib\n---\n\nStretching helps many patients in primary care.\n\nAnother claim stands here.\n";

fn session(settings: &str) -> (Folder, Editor, String) {
    let folder = Folder::with(&[
        ("referee.toml", settings),
        ("library.nbib", LIBRARY),
        ("refs.bib", BIB),
        ("paper.md", DRAFT),
    ]);
    let editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    (folder, editor, uri)
}

/// The text of a clinical note.
const NOTE: &str =
    "---\nreferee: {kind: clinical-note}\n---\n\nAssessment: chronic low back pain, stretching advised.\n";

const WITH_LIBRARY: &str = "[library]\nfiles = [\"library.nbib\"]\n";

fn cite(editor: &mut Editor, uri: &str, line: u32, more: Value) -> Value {
    let mut argument = json!({"uri": uri, "position": {"line": line, "character": 4}});
    for (key, value) in more.as_object().into_iter().flatten() {
        argument[key] = value.clone();
    }
    editor.request(
        "workspace/executeCommand",
        json!({"command": "referee.insertCitation", "arguments": [argument]}),
    )
}

/// Returns the new texts of the requested edits, by file name.
fn written(editor: &Editor) -> Vec<(String, String)> {
    let request = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit");
    let changes = request["params"]["edit"]["documentChanges"].as_array().cloned().unwrap_or_default();
    let mut out = Vec::new();
    for change in changes {
        let uri = change["textDocument"]["uri"].as_str().unwrap_or_default();
        let name = uri.rsplit('/').next().unwrap_or_default().to_owned();
        for edit in change["edits"].as_array().into_iter().flatten() {
            out.push((name.clone(), edit["newText"].as_str().unwrap_or_default().to_owned()));
        }
    }
    out.sort();
    out
}

fn ids(answer: &Value) -> Vec<String> {
    let all = answer["candidates"].as_array().cloned().unwrap_or_default();
    all.iter().filter_map(|one| one["id"].as_str().map(str::to_owned)).collect()
}

#[test]
fn what_the_draft_can_cite_already_is_offered_first_and_cited_by_its_key() {
    let (_folder, mut editor, uri) = session("");
    let answer = cite(&mut editor, &uri, 4, json!({"question": "breathing exercises stretching"}));
    assert_eq!(answer["candidates"][0]["key"], "hatha1999", "{answer:#}");
    let done = cite(&mut editor, &uri, 4, json!({"id": ids(&answer)[0]}));
    assert!(done["message"].as_str().unwrap_or_default().contains("hatha1999"), "{done}");
    assert_eq!(written(&editor), [("paper.md".to_owned(), " [@hatha1999]".to_owned())]);
}

#[test]
fn an_identifier_or_a_title_is_cited_in_place_of_the_sentence() {
    for named in [
        json!({"question": "10.5555/yoga.1"}),
        json!({"question": "PMID 201"}),
        json!({"identifier": "201"}),
        json!({"identifier": "https://pubmed.ncbi.nlm.nih.gov/201/"}),
        json!({"question": "https://doi.org/10.5555/yoga.1"}),
    ] {
        let (_folder, mut editor, uri) = session(WITH_LIBRARY);
        let answer = cite(&mut editor, &uri, 6, named.clone());
        assert_eq!(ids(&answer), ["pmid:201"], "{named} {answer:#}");
        assert_eq!(answer["exact"], true);
        let mut chosen = named.clone();
        chosen["id"] = json!("pmid:201");
        let done = cite(&mut editor, &uri, 6, chosen);
        let texts = written(&editor);
        // An entry with the same DOI but another title is not the work.
        assert!(texts[0].1.contains("[@") && !texts[0].1.contains("wrong2003"), "{texts:?}");
        assert!(
            texts[1].0 == "refs.bib" && texts[1].1.contains("Yoga for chronic low back pain"),
            "{texts:?}"
        );
        assert!(done["message"].as_str().unwrap_or_default().contains("added it to refs.bib"), "{done}");
    }
    let (_folder, mut editor, uri) = session(WITH_LIBRARY);
    let answer = cite(&mut editor, &uri, 6, json!({"question": "yoga for chronic low back pain"}));
    assert_eq!(ids(&answer)[0], "pmid:201", "{answer:#}");
}

#[test]
fn an_address_without_an_identifier_is_refused_and_not_searched_for() {
    let (_folder, mut editor, uri) = session(WITH_LIBRARY);
    let address = "https://www.example.com/articles/yoga-for-chronic-low-back-pain";
    for named in [json!({"question": address}), json!({"identifier": address})] {
        let mut argument = json!({"uri": uri, "position": {"line": 6, "character": 4}});
        for (key, value) in named.as_object().into_iter().flatten() {
            argument[key] = value.clone();
        }
        let order = json!({"command": "referee.insertCitation", "arguments": [argument]});
        let id = editor.ask("workspace/executeCommand", order);
        let refused = editor.answer(id).expect_err("no DOI").message;
        assert!(refused.starts_with("No DOI can be read from this address"), "{refused}");
    }
}

#[test]
fn a_sentence_without_a_word_to_look_for_is_not_told_that_there_is_no_library() {
    let (_folder, mut editor, uri) = session(WITH_LIBRARY);
    let answer = cite(&mut editor, &uri, 6, json!({"question": "as shown"}));
    let message = answer["message"].as_str().unwrap_or_default();
    assert!(message.contains("No work was found for these words"), "{answer:#}");
}

#[test]
fn where_nothing_is_found_nothing_is_written_and_the_next_step_is_named() {
    let (_folder, mut editor, uri) = session(WITH_LIBRARY);
    let answer = cite(&mut editor, &uri, 6, json!({"identifier": "PMID: 999999"}));
    assert_eq!(ids(&answer), Vec::<String>::new());
    let message = answer["message"].as_str().unwrap_or_default();
    assert!(message.contains("nothing was cited") && message.contains("referee.allowNetwork"), "{message}");
    let argument =
        json!({"uri": uri, "position": {"line": 6, "character": 4}, "question": "quasars in dwarf galaxies"});
    for command in ["referee.hypothesize", "referee.insertReport"] {
        let order = json!({"command": command, "arguments": [argument.clone()]});
        let id = editor.ask("workspace/executeCommand", order);
        let message = editor.answer(id).expect_err("nothing is known").message;
        assert!(message.contains("nothing was written"), "{command} {message}");
    }
    assert!(editor.server_request(Duration::from_millis(300), "workspace/applyEdit").is_none());
}

#[test]
fn what_forbids_a_search_is_named_once_with_what_to_do_next() {
    let (folder, note) = (Folder::with(&[("paper.md", DRAFT)]), Folder::with(&[("note.md", NOTE)]));
    for (network, told) in
        [("ask", "(the command referee.allowNetwork)"), ("deny", "the setting `network` is `deny`")]
    {
        for (folder, name, told) in
            [(&folder, "paper.md", told), (&note, "note.md", "the words of a clinical note stay on it")]
        {
            let mut abilities =
                ClientCapabilities { choice: Some("Not now".to_owned()), ..ClientCapabilities::default() };
            abilities.environment.push(("REFEREE_NETWORK".to_owned(), network.to_owned()));
            let mut editor = Editor::start(folder, abilities);
            editor.open(folder, name, "markdown");
            for command in ["referee.insertCitation", "referee.insertReport"] {
                let argument = json!({
                    "uri": folder.uri(name),
                    "position": {"line": 4, "character": 4},
                    "question": "stretching in primary care",
                });
                let order = json!({"command": command, "arguments": [argument]});
                let id = editor.ask("workspace/executeCommand", order);
                let message = editor.answer(id).expect_err("there is nothing to search").message;
                assert_eq!(message.matches(told).count(), 1, "{network} {name} {command}: {message}");
                assert!(message.contains("mport records into the library"), "{message}");
            }
        }
    }
}

#[test]
fn a_message_names_a_command_by_what_the_editor_calls_it() {
    let folder = Folder::with(&[("paper.md", DRAFT), ("refs.bib", BIB)]);
    let names = json!({"referee.allowNetwork": ":Referee allow", "other.command": "nothing"});
    let abilities = ClientCapabilities::default().with("/experimental/refereeCommands", names);
    let mut editor = Editor::start(&folder, abilities.choosing("Not now"));
    editor.open(&folder, "paper.md", "markdown");
    let argument = json!({
        "uri": folder.uri("paper.md"),
        "position": {"line": 4, "character": 4},
        "question": "quasars in dwarf galaxies",
    });
    // As an error, and as the message of an answer.
    let order = json!({"command": "referee.insertReport", "arguments": [argument.clone()]});
    let id = editor.ask("workspace/executeCommand", order);
    let message = editor.answer(id).expect_err("there is nothing to search").message;
    assert!(message.contains("(the command :Referee allow)"), "{message}");
    assert!(!message.contains("referee.allowNetwork"), "{message}");
    let (_folder, mut editor, uri) = {
        let folder = Folder::with(&[
            ("referee.toml", WITH_LIBRARY),
            ("library.nbib", LIBRARY),
            ("refs.bib", BIB),
            ("paper.md", DRAFT),
        ]);
        let names = json!({"referee.allowNetwork": ":Referee allow"});
        let abilities = ClientCapabilities::default().with("/experimental/refereeCommands", names);
        let editor = Editor::start(&folder, abilities);
        let uri = folder.uri("paper.md");
        editor.open(&folder, "paper.md", "markdown");
        (folder, editor, uri)
    };
    let answer = cite(&mut editor, &uri, 6, json!({"identifier": "PMID: 999999"}));
    let message = answer["message"].as_str().unwrap_or_default();
    assert!(message.contains("with the command :Referee allow"), "{message}");
}

#[test]
fn a_message_names_a_command_by_what_a_terminal_finds() {
    let folder = Folder::with(&[
        ("paper.md", "---\nbibliography: refs.bib\n---\n\nSee [@hatha1999].\n"),
        ("refs.bib", BIB),
    ]);
    let program = binary();
    let there = program.parent().expect("the program is in a folder").display().to_string();
    for (path, told) in [
        (there, "`referee egress` lists every request".to_owned()),
        (
            folder.path("").display().to_string(),
            format!("`{} egress` lists every request", program.display()),
        ),
    ] {
        let mut abilities = ClientCapabilities::default();
        abilities
            .environment
            .extend([("PATH".to_owned(), path), ("REFEREE_NETWORK".to_owned(), "ask".to_owned())]);
        let mut editor = Editor::start(&folder, abilities);
        editor.open(&folder, "paper.md", "markdown");
        editor.ask("workspace/executeCommand", json!({"command": "referee.allowNetwork"}));
        let asked = editor.server_request(PATIENCE, "window/showMessageRequest").expect("the question");
        let message = asked["params"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(&told), "{message}");
    }
}

#[test]
fn an_entry_for_a_latex_draft_has_the_commands_of_greek_letters() {
    let record = "PMID- 301\nTI  - Interferon-γ and ±5 \u{b5}M of TNF-α in arthritis.\nDP  - 2019\nTA  - J Examples\nAU  - Roe J\n";
    for (name, language, draft, title) in [
        (
            "main.tex",
            "latex",
            "\\addbibresource{refs.bib}\n\nA claim stands here.\n",
            "Interferon-$\\gamma$ and $\\pm$5 {$\\mu$M} of {TNF}-$\\alpha$ in arthritis}",
        ),
        (
            "main.md",
            "markdown",
            "---\nbibliography: refs.bib\n---\n\nA claim stands here.\n",
            "Interferon-γ and ±5 {\u{b5}M} of {TNF}-α in arthritis}",
        ),
    ] {
        let bib = "@misc{other,\n  title = {Another},\n}\n";
        let folder = Folder::with(&[
            ("referee.toml", WITH_LIBRARY),
            ("library.nbib", record),
            ("refs.bib", bib),
            (name, draft),
        ]);
        let mut editor = Editor::start(&folder, ClientCapabilities::default());
        editor.open(&folder, name, language);
        let line = u32::try_from(draft.lines().count() - 1).unwrap_or_default();
        cite(&mut editor, &folder.uri(name), line, json!({"question": "PMID 301", "id": "pmid:301"}));
        let texts = written(&editor);
        assert!(texts.iter().any(|(file, text)| file == "refs.bib" && text.contains(title)), "{texts:?}");
    }
}

#[test]
fn an_entry_that_another_program_wrote_meanwhile_is_not_written_again() {
    let (folder, mut editor, uri) = session(WITH_LIBRARY);
    let answer = cite(&mut editor, &uri, 6, json!({"identifier": "PMID 201"}));
    assert_eq!(ids(&answer), ["pmid:201"]);
    let own =
        "\n@article{wieland,\n  title = {Yoga for chronic low back pain in adults},\n  pmid = {201},\n}\n";
    folder.write("refs.bib", format!("{BIB}{own}"));
    cite(&mut editor, &uri, 6, json!({"identifier": "PMID 201", "id": "pmid:201"}));
    assert_eq!(written(&editor), [("paper.md".to_owned(), " [@wieland]".to_owned())]);
}

#[test]
fn the_same_section_is_offered_to_be_refreshed_and_not_written_twice() {
    let passage = "<!-- referee:written 2026-01-05 by=counted-and-quoted question=\"yoga back pain\" what=section-limitations works=1 evidence=pmid:201 hash=0 -->\n\n## Limitations\n\nOne paper.\n\n<!-- referee:end -->\n";
    let folder = Folder::with(&[
        ("referee.toml", WITH_LIBRARY),
        ("library.nbib", LIBRARY),
        ("refs.bib", BIB),
        ("paper.md", &format!("{DRAFT}\n{passage}")),
    ]);
    let uri = folder.uri("paper.md");
    let argument = json!({
        "uri": uri, "position": {"line": 6, "character": 4}, "question": "Yoga, back pain", "section": "limitations",
    });
    let order = json!({"command": "referee.insertReportSection", "arguments": [argument]});
    let languages = [
        ("en", "This was written here before, on 2026-01-05", "Write another", "1 paper"),
        ("es", "Esto ya se escribió aquí, el 2026-01-05", "Escribir otro", "1 artículo"),
    ];
    for (locale, told, again, from) in languages {
        let abilities =
            ClientCapabilities { locale: Some(locale.to_owned()), ..ClientCapabilities::default() };
        let mut editor = Editor::start(&folder, abilities);
        editor.open(&folder, "paper.md", "markdown");
        let answer = editor.request("workspace/executeCommand", order.clone());
        assert!(answer["message"].as_str().unwrap_or_default().starts_with(told), "{answer:#}");
        assert!(editor.server_request(Duration::from_millis(300), "workspace/applyEdit").is_none());
        editor.choose(Some(again));
        let answer = editor.request("workspace/executeCommand", order.clone());
        assert!(answer["message"].as_str().unwrap_or_default().contains(from), "{answer:#}");
        assert!(editor.server_request(PATIENCE, "workspace/applyEdit").is_some());
    }
}

#[test]
fn a_rename_asks_before_it_changes_a_file_outside_of_the_workspace() {
    for asks in [true, false] {
        let elsewhere = Folder::with(&[("shared.bib", "@article{roe2001, title = {One}}\n")]);
        let shared = elsewhere.path("shared");
        let text = format!("\\cite{{roe2001}}\n\\bibliography{{{}}}\n", shared.display());
        let folder = Folder::with(&[("main.tex", text.as_str())]);
        let mut abilities = ClientCapabilities::default();
        if asks {
            let support = json!({"groupsOnLabel": true});
            abilities = abilities.with("/workspace/workspaceEdit/changeAnnotationSupport", support);
        }
        let mut editor = Editor::start(&folder, abilities);
        editor.open(&folder, "main.tex", "latex");
        let uri = folder.uri("main.tex");
        let _ = editor.request(
            "textDocument/hover",
            json!({"textDocument": {"uri": uri}, "position": {"line": 0, "character": 8}}),
        );
        let edit = editor.request(
            "textDocument/rename",
            json!({"textDocument": {"uri": uri}, "position": {"line": 0, "character": 8}, "newName": "ada2001"}),
        );
        let changes = edit["documentChanges"].as_array().cloned().unwrap_or_default();
        let of = |uri: String| {
            changes
                .iter()
                .find(|change| change["textDocument"]["uri"] == uri)
                .map(|change| change["edits"][0].clone())
        };
        assert!(of(uri.clone()).is_some_and(|edit| edit.get("annotationId").is_none()), "{edit:#}");
        match of(elsewhere.uri("shared.bib")) {
            Some(change) => {
                assert!(asks, "{edit:#}");
                let id = change["annotationId"].as_str().unwrap_or_default();
                assert_eq!(edit["changeAnnotations"][id]["needsConfirmation"], true, "{edit:#}");
            }
            None => {
                assert!(!asks, "{edit:#}");
                let told = editor.notification_where(PATIENCE, "window/showMessage", |told| {
                    told["message"].as_str().unwrap_or_default().contains("outside of the workspace")
                });
                assert!(told.is_some());
            }
        }
    }
}

#[test]
fn a_paper_is_checked_with_the_chapters_that_it_takes_in() {
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\ncomplete = [\"all\"]\n"),
        ("library.nbib", LIBRARY),
        (
            "refs.bib",
            "@article{wieland2017, author = {Wieland, L}, title = {Yoga for chronic low back pain in adults}, journal = {J Examples}, year = {2017}}\n@article{none2020, author = {Nobody, N}, title = {Levitation for chronic low back pain}, journal = {J Examples}, year = {2016}}\n",
        ),
        (
            "main.tex",
            "\\documentclass{article}\n\\addbibresource{refs.bib}\n\\begin{document}\n\\input{chapters/one}\n\\end{document}\n",
        ),
        (
            "chapters/one.tex",
            "Yoga helps~\\cite{wieland2017}. So does levitation~\\cite{none2020}.\n\\input{chapters/two}\n",
        ),
        ("chapters/two.tex", "And this~\\cite{undefined1999}.\n"),
    ]);
    let run = referee(&folder, &["check", "main.tex", "--format", "json"]);
    let value: Value = serde_json::from_str(&run.stdout).unwrap();
    let files = value["files"].as_array().cloned().unwrap_or_default();
    let rules: Vec<String> = files
        .iter()
        .flat_map(|file| file["findings"].as_array().cloned().unwrap_or_default())
        .filter_map(|finding| finding["rule"].as_str().map(str::to_owned))
        .collect();
    assert!(rules.contains(&"citation/not-found".to_owned()), "{value:#}");
    assert!(rules.contains(&"citation/undefined-key".to_owned()), "{value:#}");
    assert_eq!(value["summary"]["references"]["verified"], 1, "{value:#}");
    assert_eq!(run.code, 1);
}

#[test]
fn a_work_that_shares_little_with_the_sentence_is_offered_as_a_weak_match_and_nothing_online_was_asked() {
    let (_folder, mut editor, uri) = session(WITH_LIBRARY);
    let words = "Yoga improved the sleep of sailors at sea.";
    let answer = cite(&mut editor, &uri, 6, json!({"question": words, "online": false}));
    let offered = &answer["candidates"][0];
    assert_eq!(offered["weak"], true, "{answer:#}");
    assert!(
        offered["label"].as_str().is_some_and(|label| label.starts_with("weak match: ")),
        "the list says so: {answer:#}"
    );
    assert_eq!(answer["online"], false, "{answer:#}");
    let strong =
        cite(&mut editor, &uri, 6, json!({"question": "Yoga for chronic low back pain", "online": false}));
    assert_eq!(strong["candidates"][0]["weak"], false, "{strong:#}");
}
