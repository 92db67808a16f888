//! Searches and texts on request: edits that are one step over draft and bibliography.

use referee_tests::editor::{PATIENCE, range};
use referee_tests::fixtures::CHAIN;
use referee_tests::{ClientCapabilities, Editor, Folder, workspace_edit};
use serde_json::{Value, json};

const LIBRARY: &str = "PMID- 101
TI  - A drug and a kinase in the livers of rats.
DP  - 2019
TA  - J Examples
AU  - Roe J
AU  - Poe E
PT  - Journal Article
AB  - We studied rats. Metformin activated AMPK in hepatocytes of rats. More
      work is needed.

PMID- 102
TI  - Metformin activates AMPK in hepatocytes of everybody.
DP  - 2018
TA  - J Examples
AU  - Doe J
PT  - Journal Article
PT  - Retracted Publication
AB  - Metformin activated AMPK in hepatocytes.

PMID- 103
TI  - Sleep of students before examinations.
DP  - 2017
TA  - J Examples
AU  - Loe J
PT  - Journal Article
AB  - Students slept less.
";
const SETTINGS: &str = "[library]\nfiles = [\"library.nbib\"]\n";
const BIB: &str =
    "@article{Jones2001,\n  author = {Jones, Al},\n  title  = {On waking},\n  year   = {2001},\n}\n";

fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({"uri": uri, "position": {"line": line, "character": character}})
}

/// Starts a session on one draft whose sources have been read.
fn session(name: &str, language: &str, draft: &str) -> (Folder, Editor, String) {
    over(LIBRARY, (name, language, draft), "referee.insertCitation", |uri| at(uri, 3, 4))
}

/// Starts a session on a draft (name, language, text) with a library, which has been read once the
/// command is answered.
fn over(
    library: &str,
    (name, language, draft): (&str, &str, &str),
    command: &str,
    place: impl Fn(&str) -> Value,
) -> (Folder, Editor, String) {
    let folder = Folder::with(&[
        ("referee.toml", SETTINGS),
        ("library.nbib", library),
        ("refs.bib", BIB),
        (name, draft),
    ]);
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri(name);
    editor.open(&folder, name, language);
    for _ in 0..400 {
        let order = json!({"command": command, "arguments": [place(&uri)]});
        let id = editor.ask("workspace/executeCommand", order);
        if editor.answer(id).is_ok() {
            return (folder, editor, uri);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("the library is not read");
}

fn run(editor: &mut Editor, command: &str, argument: Value) -> Value {
    editor.request("workspace/executeCommand", json!({"command": command, "arguments": [argument]}))
}

/// Returns the text of files after an edit, which arrives as one request.
fn applied(editor: &Editor, folder: &Folder, names: &[&str]) -> Vec<String> {
    let request = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit");
    after(&request["params"]["edit"], folder, names)
}

fn after(edit: &Value, folder: &Folder, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| workspace_edit::applied(edit, &folder.uri(name), &folder.read(name))).collect()
}

#[test]
fn candidates_come_with_the_passage_that_fits_and_retracted_work_is_marked() {
    let draft = "---\nbibliography: refs.bib\n---\nMetformin activates AMPK in hepatocytes.\n";
    let (_folder, mut editor, uri) = session("paper.md", "markdown", draft);
    let answer = run(&mut editor, "referee.insertCitation", at(&uri, 3, 4));
    let all = answer["candidates"].as_array().cloned().unwrap_or_default();
    let ids: Vec<&str> = all.iter().filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(ids, ["pmid:101", "pmid:102"], "{answer:#}");
    assert_eq!(all[0]["passage"]["text"], "Metformin activated AMPK in hepatocytes of rats.");
    assert_eq!(all[0]["study"], "study in animals");
    assert_eq!(all[1]["standing"], "retracted");
    assert!(all[1]["label"].as_str().unwrap_or_default().starts_with("RETRACTED"), "{answer:#}");
}

#[test]
fn a_citation_and_its_entry_are_one_edit_in_every_format() {
    for (name, language, draft, expected) in [
        (
            "paper.md",
            "markdown",
            "---\nbibliography: refs.bib\n---\nMetformin activates AMPK in hepatocytes.\n",
            "Metformin activates AMPK in hepatocytes [@Roe2019].\n",
        ),
        (
            "paper.tex",
            "latex",
            "\\documentclass{article}\n\\addbibresource{refs.bib}\n\\begin{document}\nMetformin activates AMPK in hepatocytes.\n\\end{document}\n",
            "Metformin activates AMPK in hepatocytes~\\cite{Roe2019}.\n",
        ),
        (
            "paper.typ",
            "typst",
            "#bibliography(\"refs.bib\")\n\n\nMetformin activates AMPK in hepatocytes.\n",
            "Metformin activates AMPK in hepatocytes @Roe2019.\n",
        ),
    ] {
        let (folder, mut editor, uri) = session(name, language, draft);
        let mut place = at(&uri, 3, 4);
        place["id"] = json!("pmid:101");
        let done = run(&mut editor, "referee.insertCitation", place);
        assert_eq!(done["label"], "Roe2019", "{name}");
        let texts = applied(&editor, &folder, &[name, "refs.bib"]);
        assert!(texts[0].contains(expected), "{}", texts[0]);
        assert!(
            texts[1].starts_with(BIB) && texts[1].contains("@article{Roe2019,\n  author = {Roe, J"),
            "{}",
            texts[1]
        );
    }
}

#[test]
fn a_note_names_its_source_and_a_numbered_list_grows() {
    let (folder, mut editor, uri) =
        session("note.txt", "clinical-note", "Note\n\n\nMetformin activates AMPK in hepatocytes.\n");
    let mut place = at(&uri, 3, 4);
    place["id"] = json!("pmid:101");
    run(&mut editor, "referee.insertCitation", place);
    let text = applied(&editor, &folder, &["note.txt"]).remove(0);
    assert!(text.contains("in hepatocytes [Source: Roe J, et al. A drug and a kinase"), "{text}");
    drop(editor);
    let list = "Told [1].\n\n\nMetformin activates AMPK in hepatocytes.\n\n# References\n\n1. Jones A. On waking. Sleep. 2019;1:1-2.\n";
    let (folder, mut editor, uri) = session("list.md", "markdown", list);
    let mut place = at(&uri, 3, 4);
    place["id"] = json!("pmid:101");
    run(&mut editor, "referee.insertCitation", place);
    let text = applied(&editor, &folder, &["list.md"]).remove(0);
    assert!(text.contains("in hepatocytes [2].\n"), "{text}");
    assert!(text.contains("2019;1:1-2.\n2. Roe J, Poe E."), "{text}");
}

#[test]
fn only_what_a_source_returned_can_be_cited() {
    let draft = "---\nbibliography: refs.bib\n---\nMetformin activates AMPK in hepatocytes.\n";
    let (_folder, mut editor, uri) = session("paper.md", "markdown", draft);
    let mut place = at(&uri, 3, 4);
    place["id"] = json!("pmid:99999");
    let id = editor
        .ask("workspace/executeCommand", json!({"command": "referee.insertCitation", "arguments": [place]}));
    let error = editor.answer(id).expect_err("no such record");
    assert!(error.message.contains("No source returns pmid:99999"), "{error:?}");
    let id = editor.ask(
        "workspace/executeCommand",
        json!({"command": "referee.insertCitation", "arguments": [at(&uri, 1, 4)]}),
    );
    assert!(
        editor.answer(id).expect_err("front matter").message.contains("no sentence"),
        "a place without a sentence"
    );
}

#[test]
fn candidates_are_offered_as_actions() {
    let draft = "---\nbibliography: refs.bib\n---\nMetformin activates AMPK in hepatocytes.\n";
    let (folder, mut editor, uri) = session("paper.md", "markdown", draft);
    let params = json!({
        "textDocument": {"uri": uri}, "range": range(3, 4, 3, 4),
        "context": {"diagnostics": [], "only": ["source.referee.cite"]},
    });
    let actions = editor.request("textDocument/codeAction", params);
    assert_eq!(actions.as_array().map_or(0, Vec::len), 2, "{actions:#}");
    assert_eq!(actions[0]["kind"], "source.referee.cite");
    let chosen = editor.request("codeAction/resolve", actions[0].clone());
    let texts = after(&chosen["edit"], &folder, &["paper.md", "refs.bib"]);
    assert!(texts[0].contains("[@Roe2019]") && texts[1].contains("{Roe2019,"), "{texts:?}");
}

/// Starts a session on a draft with the library of the chain.
fn chain(name: &str, language: &str, draft: &str) -> (Folder, Editor, String) {
    over(CHAIN, (name, language, draft), "referee.showEvidence", |uri| {
        let mut place = at(uri, 0, 0);
        place["question"] = json!("metformin amyloid");
        place
    })
}

const MARKDOWN: &str = "---\nbibliography: refs.bib\n---\n\n# Plan\n\nSome words.\n";

#[test]
fn hypotheses_come_as_a_section_with_citations_entries_and_where_they_came_from() {
    let (folder, mut editor, uri) = chain("paper.md", "markdown", MARKDOWN);
    let mut place = at(&uri, 6, 2);
    place["question"] = json!("metformin amyloid");
    let done = run(&mut editor, "referee.hypothesize", place);
    assert_eq!(done["works"], 3, "{done:#}");
    let texts = applied(&editor, &folder, &["paper.md", "refs.bib"]);
    let text = &texts[0];
    assert!(
        text.starts_with(
            "---\nbibliography: refs.bib\n---\n\n# Plan\n\nSome words.\n\n<!-- referee:written "
        ),
        "{text}"
    );
    assert!(
        text.contains("## Hypotheses\n") && text.contains("metformin → AMPK → autophagy → amyloid plaques"),
        "{text}"
    );
    assert!(text.contains("“Metformin activated AMPK in neurons.” [@Roe2019]"), "{text}");
    assert!(texts[1].starts_with(BIB) && texts[1].matches("\n@").count() == 3, "{}", texts[1]);
    assert!(!folder.path(".referee").exists(), "nothing but the draft and its bibliography is written");
}

#[test]
fn a_passage_stays_where_nothing_is_found_for_it_any_more() {
    let (folder, mut editor, uri) = chain("paper.md", "markdown", MARKDOWN);
    let mut place = at(&uri, 6, 2);
    place["question"] = json!("metformin amyloid");
    run(&mut editor, "referee.hypothesize", place);
    let texts = applied(&editor, &folder, &["paper.md", "refs.bib"]);
    let comment = texts[0].lines().position(|line| line.contains("referee:written")).expect("a comment");
    let comment = u32::try_from(comment).expect("a number");
    let unrelated = "PMID- 9\nTI  - Metformin and amyloid in the same room.\nDP  - 2011\nTA  - J Examples\nAU  - Noe J\nAB  - Metformin and amyloid were weighed.\n";
    for (library, says) in [
        (&LIBRARY[LIBRARY.find("PMID- 103").expect("it")..], "no paper was found"),
        (unrelated, "No hypothesis was found"),
    ] {
        let later = Folder::with(&[
            ("referee.toml", "network = \"deny\"\n\n[library]\nfiles = [\"library.nbib\"]\n"),
            ("library.nbib", library),
            ("refs.bib", texts[1].as_str()),
            ("paper.md", texts[0].as_str()),
        ]);
        // Refresh by command, and by the offered answer when the same question is asked at the same
        // position.
        let mut again = Editor::start(&later, ClientCapabilities::default().choosing("Refresh it"));
        let uri = later.uri("paper.md");
        again.open(&later, "paper.md", "markdown");
        let mut refresh = at(&uri, comment, 3);
        refresh["apply"] = json!(true);
        let mut offered = at(&uri, 6, 2);
        offered["question"] = json!("metformin amyloid");
        for (command, argument) in [("referee.refreshSection", refresh), ("referee.hypothesize", offered)] {
            let order = json!({"command": command, "arguments": [argument]});
            let id = again.ask("workspace/executeCommand", order);
            let message = match again.answer(id) {
                Ok(answer) => {
                    assert_eq!(answer["applied"], false, "{command}: {answer:#}");
                    answer["message"].as_str().unwrap_or_default().to_owned()
                }
                Err(error) => error.message,
            };
            assert!(
                message.contains(says) && message.contains("nothing was written"),
                "{command}: {message}"
            );
        }
        let none = again.server_request(std::time::Duration::from_millis(300), "workspace/applyEdit");
        assert!(none.is_none(), "{none:?}");
    }
}

#[test]
fn an_edit_that_the_editor_does_not_apply_is_told() {
    for refuses in [Vec::new(), vec!["workspace/applyEdit".to_owned()]] {
        let folder = Folder::with(&[
            ("referee.toml", SETTINGS),
            ("library.nbib", CHAIN),
            ("refs.bib", BIB),
            ("paper.md", MARKDOWN),
        ]);
        let abilities = ClientCapabilities { declines_edits: true, refuses, ..ClientCapabilities::default() };
        let mut editor = Editor::start(&folder, abilities);
        let uri = folder.uri("paper.md");
        editor.open(&folder, "paper.md", "markdown");
        for (command, more) in [
            ("referee.hypothesize", json!({"question": "metformin amyloid"})),
            ("referee.insertCitation", json!({"identifier": "PMID 2", "id": "pmid:2"})),
        ] {
            let mut place = at(&uri, 6, 2);
            for (key, value) in more.as_object().into_iter().flatten() {
                place[key] = value.clone();
            }
            run(&mut editor, command, place);
            let told = editor.notification_where(PATIENCE, "window/showMessage", |params| {
                params["message"] == "The editor did not apply this; nothing was written."
            });
            assert_eq!(told.expect("a warning")["type"], 2, "{command}");
        }
    }
}

#[test]
fn a_report_and_one_section_of_it_are_put_in_and_the_comment_can_be_taken_out() {
    let (folder, mut editor, uri) =
        chain("paper.tex", "latex", "\\addbibresource{refs.bib}\n\\section{Plan}\n\nSome words.\n");
    let mut place = at(&uri, 3, 2);
    place["question"] = json!("metformin amyloid");
    run(&mut editor, "referee.insertReport", place.clone());
    let texts = applied(&editor, &folder, &["paper.tex", "refs.bib"]);
    assert!(texts[0].contains("\\subsection{Evidence report: metformin amyloid}"), "{}", texts[0]);
    assert!(texts[0].contains("\\cite{Roe2019}") && texts[1].contains("{Roe2019,"), "{texts:?}");
    place["section"] = json!("limitations");
    run(&mut editor, "referee.insertReportSection", place.clone());
    let text = applied(&editor, &folder, &["paper.tex"]).remove(0);
    assert!(text.contains("\\subsection{Limitations}") && !text.contains("Methodology"), "{text}");
    assert!(text.contains("% referee:written "), "{text}");
    editor.change(&uri, 2, &[(3, 0, 3, 0, "% referee:written 2026-11-20 by=x\n")]);
    let removed = run(&mut editor, "referee.stripProvenance", json!({"uri": uri}));
    assert_eq!(removed["removed"], 1);
    place["section"] = json!("weather");
    let id = editor.ask(
        "workspace/executeCommand",
        json!({"command": "referee.insertReportSection", "arguments": [place]}),
    );
    assert!(editor.answer(id).expect_err("no such section").message.contains("no section weather"));
}

#[test]
fn a_section_without_a_work_to_cite_is_not_written_and_says_why() {
    let (_folder, mut editor, uri) = chain("paper.md", "markdown", MARKDOWN);
    let mut place = at(&uri, 6, 2);
    place["question"] = json!("metformin amyloid");
    place["section"] = json!("clinical");
    let done = run(&mut editor, "referee.insertReportSection", place);
    let message = done["message"].as_str().unwrap_or_default();
    for part in [
        "Nothing to cite on “metformin amyloid”; nothing was written.",
        "Searched: the library",
        "Found: 3 papers",
    ] {
        assert!(message.contains(part), "{message}");
    }
    let edit = editor.server_request(std::time::Duration::from_millis(300), "workspace/applyEdit");
    assert!(edit.is_none(), "{edit:?}");
}

#[test]
fn research_answers_with_a_report_and_nothing_is_put_in_unasked() {
    let (_folder, mut editor, uri) = chain("paper.md", "markdown", MARKDOWN);
    let mut place = at(&uri, 6, 2);
    place["question"] = json!("metformin amyloid");
    let done = run(&mut editor, "referee.research", place.clone());
    let text = done["text"].as_str().unwrap_or_default();
    assert!(
        text.starts_with("# Evidence report: metformin amyloid") && text.contains("## References"),
        "{text}"
    );
    place["question"] = json!("chlorophyll of desert plants");
    place["online"] = json!(false);
    let id = editor
        .ask("workspace/executeCommand", json!({"command": "referee.insertReport", "arguments": [place]}));
    assert!(editor.answer(id).expect_err("nothing is known").message.contains("No evidence collected"));
}

#[test]
fn evidence_comes_as_a_list_of_works_with_their_sentences_and_as_a_page() {
    let (_folder, mut editor, uri) = chain("paper.md", "markdown", MARKDOWN);
    let mut place = at(&uri, 6, 2);
    place["question"] = json!("metformin amyloid");
    let done = run(&mut editor, "referee.showEvidence", place);
    let works = done["evidence"].as_array().cloned().unwrap_or_default();
    let first = works.iter().find(|work| work["id"] == "pmid:1").expect("a work of the library");
    assert_eq!(first["label"], "Roe, 2019");
    assert_eq!(first["title"], "A drug and a kinase");
    assert_eq!(first["passages"], json!(["Metformin activated AMPK in neurons."]));
    assert_eq!(first["mark"], "");
    assert_eq!(first["links"][0]["target"], "https://pubmed.ncbi.nlm.nih.gov/1/");
    assert!(done["text"].as_str().unwrap_or_default().starts_with("# Evidence: metformin amyloid"));
    assert_eq!(done["message"], "3 works for “metformin amyloid”.");
}

#[test]
fn chains_are_offered_first_and_only_the_chosen_ones_are_written() {
    let (folder, mut editor, uri) = chain("paper.md", "markdown", MARKDOWN);
    let order = |question: &str, more: &[(&str, Value)]| {
        let mut place = at(&uri, 6, 2);
        place["question"] = json!(question);
        place["online"] = json!(false);
        for (name, value) in more {
            place[*name] = value.clone();
        }
        place
    };
    let choose = [("choose", json!(true))];
    let offer = run(&mut editor, "referee.hypothesize", order("metformin amyloid zorblax", &choose));
    assert_eq!(
        editor.server_request(std::time::Duration::from_millis(300), "workspace/applyEdit"),
        None,
        "{offer:#}"
    );
    assert_eq!(offer["online"], false, "{offer:#}");
    assert_eq!(offer["unknown"], json!([{"name": "zorblax"}]), "{offer:#}");
    assert!(offer["gaps"].to_string().contains("zorblax"), "{offer:#}");
    let offer = run(&mut editor, "referee.hypothesize", order("metformin amyloid", &choose));
    let chains = offer["hypotheses"].as_array().cloned().unwrap_or_default();
    let chain = chains.first().unwrap_or_else(|| panic!("{offer:#}"));
    assert_eq!(chain["chain"], "metformin → AMPK → autophagy → amyloid plaques", "{offer:#}");
    assert_eq!((&chain["tier"], &chain["against"]), (&json!("stated"), &json!(0)), "{offer:#}");
    assert!(chain["for"].as_u64() >= Some(3) && !chain["quotes"].as_array().unwrap().is_empty(), "{offer:#}");
    let chosen = |ids: Value| order("metformin amyloid", &[("chains", ids)]);
    let none = run(&mut editor, "referee.hypothesize", chosen(json!(["something else"])));
    assert!(none["message"].as_str().unwrap().contains("nothing was written"), "{none:#}");
    run(&mut editor, "referee.hypothesize", chosen(json!([chain["id"]])));
    let texts = applied(&editor, &folder, &["paper.md", "refs.bib"]);
    assert!(texts[0].contains("metformin → AMPK → autophagy → amyloid plaques"), "{}", texts[0]);
    assert!(texts[0].matches("```mermaid").count() == 1 && texts[0].contains("[@"), "{}", texts[0]);
}

#[test]
fn a_name_of_the_authors_own_is_added_by_an_edit_and_hostile_words_stay_one_line() {
    let folder = Folder::with(&[("referee.toml", ""), ("plan.md", "# Plan\n")]);
    let abilities = ClientCapabilities::default()
        .with("/workspace/workspaceEdit/resourceOperations", json!(["create", "rename"]));
    let mut editor = Editor::start(&folder, abilities);
    let uri = folder.uri("plan.md");
    editor.open(&folder, "plan.md", "markdown");
    let name = "exampl\nomab | all: drugs #1";
    let answer = run(&mut editor, "referee.addName", json!({"uri": uri, "name": name, "kind": "drug"}));
    assert_eq!(answer["line"], "drug: exampl omab all drugs 1", "{answer:#}");
    let edit = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit");
    let changes = &edit["params"]["edit"]["documentChanges"];
    assert_eq!(
        (&changes[0]["kind"], &changes[0]["options"]["ignoreIfExists"]),
        (&json!("create"), &json!(true))
    );
    assert!(changes[0]["uri"].as_str().unwrap().ends_with("/.referee/vocabulary.txt"), "{edit:#}");
    assert_eq!(changes[1]["edits"][0]["newText"], "drug: exampl omab all drugs 1\n");
    // An editor that cannot create files gets the line in a message.
    let mut plain = Editor::start(&folder, ClientCapabilities::default());
    plain.open(&folder, "plan.md", "markdown");
    let answer =
        run(&mut plain, "referee.addName", json!({"uri": uri, "name": "examplomab", "kind": "target"}));
    assert!(answer["message"].as_str().unwrap().ends_with("target: examplomab"), "{answer:#}");
}
