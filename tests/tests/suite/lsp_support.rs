//! The critic of cited passages, and passages written on request, over stdio.

use referee_tests::cli::referee;
use referee_tests::editor::{ClientCapabilities, Editor, PATIENCE, range};
use referee_tests::{Folder, workspace_edit};
use serde_json::{Value, json};

const SETTINGS: &str = "[library]\nfiles = [\"library.nbib\"]\n";

const LIBRARY: &str = "PMID- 1
TI  - A drug and a kinase in neurons.
DP  - 2019
TA  - J Examples
AU  - Roe J
AB  - We kept 48 cultures for ten days and looked at each of them twice a day.
      Metformin activated AMPK in neurons of old rats by 12.5%. No harm was seen
      in any culture that was kept with care.

PMID- 2
TI  - A kinase and digestion in neurons.
DP  - 2018
TA  - J Examples
AU  - Doe J
AB  - In neurons, AMPK increases autophagy.

PMID- 3
TI  - Digestion and plaques in mice.
DP  - 2017
TA  - J Examples
AU  - Loe J
AB  - Autophagy reduces amyloid plaques in mice.

PMID- 4
TI  - Sleep of students before examinations.
DP  - 2016
TA  - J Examples
AU  - Moe J
AB  - We asked students how they slept.
";

const BIB: &str = "@article{roe, title={A drug and a kinase in neurons}, author={Roe, J}, journal={J Examples}, year=2019, pmid={1}}
@article{moe, title={Sleep of students before examinations}, author={Moe, J}, journal={J Examples}, year=2016, pmid={4}}
";

fn folder(draft: &str) -> Folder {
    Folder::with(&[
        ("referee.toml", SETTINGS),
        ("library.nbib", LIBRARY),
        ("refs.bib", BIB),
        ("paper.md", draft),
    ])
}

fn head(text: &str) -> String {
    format!("---\ntitle: metformin amyloid\nbibliography: refs.bib\n---\n\n{text}")
}

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|one| one["code"].as_str()).collect()
}

fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({"uri": uri, "position": {"line": line, "character": character}})
}

fn run(editor: &mut Editor, command: &str, argument: Value) -> Value {
    editor.request("workspace/executeCommand", json!({"command": command, "arguments": [argument]}))
}

/// Applies the edit that the server requests, reopens the draft with the result, and returns it.
fn applied(editor: &Editor, folder: &Folder, uri: &str, version: i64) -> String {
    let request = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit");
    let edit = &request["params"]["edit"];
    let draft = workspace_edit::applied(edit, uri, &folder.read("paper.md"));
    folder.write("paper.md", &draft);
    let bib = folder.uri("refs.bib");
    let before = folder.read("refs.bib");
    let entries = workspace_edit::applied(edit, &bib, &before);
    if entries != before {
        folder.write("refs.bib", &entries);
        editor.files_changed(&[(&bib, 2)]);
    }
    let lines = u32::try_from(draft.lines().count()).unwrap_or(u32::MAX) + 100;
    editor.change(uri, version, &[(0, 0, lines, 0, &draft)]);
    draft
}

#[test]
fn sentences_are_compared_with_the_abstracts_of_what_they_cite() {
    let text = head(
        "Metformin activated AMPK in neurons of old rats by 21.5% [@roe].\n\nMetformin suppressed AMPK in neurons of old rats [@roe].\n\nThe authors saw “no harm in any culture that was kept without care” [@roe].\n\nMetformin activates AMPK in neurons [@roe].\n",
    );
    let folder = folder(&text);
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    let told = editor.diagnostics_until(&uri, |all| codes(all).contains(&"citation/unsupported"));
    let of = |code: &str| told.iter().filter(|one| one["code"] == code).count();
    assert_eq!(
        (of("citation/number-not-in-source"), of("citation/unsupported"), of("citation/quote-not-found")),
        (1, 1, 1),
        "{told:#?}"
    );
    let number = told.iter().find(|one| one["code"] == "citation/number-not-in-source").expect("it is there");
    assert_eq!(number["range"], range(5, 51, 5, 55));
    assert_eq!(number["severity"], 3);
    // Typing elsewhere in the draft leaves the findings unchanged; correcting the number removes
    // its finding.
    editor.change(&uri, 2, &[(5, 51, 5, 55, "12.5")]);
    let told = editor.diagnostics_until(&uri, |all| !codes(all).contains(&"citation/number-not-in-source"));
    assert!(codes(&told).contains(&"citation/unsupported"), "{told:#?}");
    let answer = run(&mut editor, "referee.checkSupport", at(&uri, 7, 4));
    assert_eq!(answer["sentences"][0]["state"], "objected", "{answer:#}");
    assert_eq!(answer["sentences"][0]["objections"][0]["kind"], "opposite-direction");
    let all = run(&mut editor, "referee.checkSupport", json!({"uri": uri}));
    let states: Vec<&str> =
        all["sentences"].as_array().into_iter().flatten().filter_map(|one| one["state"].as_str()).collect();
    assert_eq!(states, ["nothing-found", "objected", "objected", "nothing-found"], "{all:#}");
    assert!(all["text"].as_str().is_some_and(|text| text.contains("closest sentence")), "{all:#}");
    let id = editor.ask(
        "workspace/executeCommand",
        json!({"command": "referee.checkSupport", "arguments": [at(&uri, 1, 0)]}),
    );
    assert!(editor.answer(id).expect_err("no sentence").message.contains("No sentence here cites"));
}

#[test]
fn what_takes_time_is_offered_by_its_kind() {
    let folder = folder(&head("Metformin activates AMPK in neurons [@roe].\n"));
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    for (kind, command) in [
        ("source.referee.support", "referee.checkSupport"),
        ("source.referee.hypothesize", "referee.hypothesize"),
        ("source.referee.report", "referee.insertReport"),
        ("source.referee.research", "referee.research"),
    ] {
        let params = json!({
            "textDocument": {"uri": uri}, "range": range(5, 4, 5, 4),
            "context": {"diagnostics": [], "only": [kind]},
        });
        let actions = editor.request("textDocument/codeAction", params);
        let found: Vec<&str> = actions
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|one| one["command"]["command"].as_str())
            .collect();
        assert_eq!(found, [command], "{kind}: {actions:#}");
    }
}

#[test]
fn a_passage_that_was_written_on_request_knows_what_it_rests_on() {
    let folder = folder(&head("# Plan\n\nSome words.\n"));
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    let mut done = Err(());
    for _ in 0..400 {
        let id = editor.ask(
            "workspace/executeCommand",
            json!({"command": "referee.hypothesize", "arguments": [at(&uri, 7, 2)]}),
        );
        done = editor.answer(id).map_err(|_| ());
        if done.is_ok() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(done.expect("hypotheses")["works"], 3);
    let text = applied(&editor, &folder, &uri, 2);
    assert!(
        text.contains("question=\"metformin amyloid\"") && text.contains("<!-- referee:end -->"),
        "{text}"
    );
    // The text as written is free of findings.
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let lines: Vec<&str> = text.lines().collect();
    let line = |part: &str| {
        u32::try_from(lines.iter().position(|line| line.contains(part)).expect("a line")).expect("a number")
    };
    let (comment, quoted) = (line("referee:written"), line("Metformin activated AMPK"));
    let lenses = editor.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    let lens = &lenses[0];
    assert_eq!(lens["range"]["start"]["line"], comment, "{lenses:#}");
    let title = lens["command"]["title"].as_str().unwrap_or_default();
    assert!(
        title.starts_with("Written 20") && title.contains("cites 3 works") && !title.contains("edited"),
        "{title}"
    );
    let hover = editor.request(
        "textDocument/hover",
        json!({"textDocument": {"uri": uri}, "position": {"line": quoted, "character": 30}}),
    );
    let shown = hover["contents"]["value"].as_str().unwrap_or_default().to_owned();
    assert!(shown.contains("This sentence rests on"), "{hover:#}");
    // All stored evidence can be shown at once, without a search.
    let kept = run(&mut editor, "referee.showEvidence", json!({"uri": uri, "all": true}));
    let page = kept["text"].as_str().unwrap_or_default();
    assert!(page.starts_with("# Evidence\n") && page.contains("## metformin amyloid"), "{page}");
    assert!(page.contains("“In neurons, AMPK increases autophagy.”") && page.contains("pmid:2"), "{page}");
    // A refresh gives the same text.
    let same = run(&mut editor, "referee.refreshSection", at(&uri, comment, 3));
    assert_eq!((&same["changed"], &same["edited"]), (&json!(false), &json!(false)), "{same:#}");
    // A citation from elsewhere gets a finding; after an edit by a person the passage is not
    // overwritten.
    editor.change(&uri, 3, &[(quoted + 1, 0, quoted + 1, 0, "\nAnd students slept [@moe].\n\n")]);
    let told = editor.diagnostics_until(&uri, |all| codes(all).contains(&"citation/not-in-evidence"));
    assert_eq!(told.iter().filter(|one| one["code"] == "citation/not-in-evidence").count(), 1, "{told:#?}");
    let mut place = at(&uri, comment, 3);
    place["apply"] = json!(true);
    let kept = run(&mut editor, "referee.refreshSection", place);
    assert_eq!((&kept["edited"], &kept["applied"]), (&json!(true), &json!(false)), "{kept:#}");
    let diff = kept["text"].as_str().unwrap_or_default();
    assert!(diff.contains("-And students slept [@moe]."), "{diff}");
    let lenses = editor.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    assert!(
        lenses[0]["command"]["title"].as_str().is_some_and(|title| title.contains("edited since")),
        "{lenses:#}"
    );
    // Without its comments the passage belongs to the author.
    let removed = run(&mut editor, "referee.stripProvenance", json!({"uri": uri}));
    assert_eq!(removed["removed"], 2);
}

#[test]
fn a_passage_is_told_when_its_evidence_grows_or_falls_and_is_written_anew_on_request() {
    let folder = folder(&head("# Plan\n\nSome words.\n"));
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    let mut place = at(&uri, 7, 2);
    place["section"] = json!("mechanistic");
    let mut done = false;
    for _ in 0..400 {
        let id = editor.ask(
            "workspace/executeCommand",
            json!({"command": "referee.insertReportSection", "arguments": [place]}),
        );
        done = editor.answer(id).is_ok();
        if done {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(done, "a section");
    let text = applied(&editor, &folder, &uri, 2);
    let comment = text.lines().position(|line| line.contains("referee:written")).expect("a comment");
    let comment = u32::try_from(comment).expect("a number");
    // A new work is added, and one of the cited works is retracted.
    let more = LIBRARY.replace("PMID- 1\n", "PMID- 1\nPT  - Retracted Publication\n")
        + "\nPMID- 5\nTI  - Metformin and amyloid in people.\nDP  - 2020\nTA  - J Examples\nAU  - Noe J\nAB  - Metformin lowered amyloid plaques in people.\n";
    folder.write("library.nbib", &more);
    let library = folder.uri("library.nbib");
    editor.files_changed(&[(&library, 2)]);
    let fresh = (0..200)
        .find_map(|_| {
            // The library is read again meanwhile.
            let order = json!({"command": "referee.refreshSection", "arguments": [at(&uri, comment, 3)]});
            let id = editor.ask("workspace/executeCommand", order);
            if let Ok(answer) = editor.answer(id)
                && answer["changed"] == true
            {
                return Some(answer);
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
            None
        })
        .expect("something new");
    assert!(fresh["text"].as_str().is_some_and(|diff| diff.contains("+")), "{fresh:#}");
    assert_eq!(fresh["applied"], false, "nothing is changed unasked");
    let told = editor.diagnostics_until(&uri, |all| codes(all).contains(&"citation/evidence-changed"));
    let told = told.iter().find(|one| one["code"] == "citation/evidence-changed").expect("it is there");
    assert_eq!(told["range"]["start"]["line"], comment);
    let mut place = at(&uri, comment, 3);
    place["apply"] = json!(true);
    let written = run(&mut editor, "referee.refreshSection", place);
    assert_eq!(written["applied"], true, "{written:#}");
    let text = applied(&editor, &folder, &uri, 3);
    assert!(text.contains("Metformin lowered amyloid plaques in people"), "{text}");
    assert_eq!(text.matches("referee:written").count(), 1, "{text}");
}

#[test]
fn hints_about_the_whole_draft_are_given_on_request_even_if_it_cites_nothing() {
    for (text, citing) in [
        ("Hypertension affects 31 % of adults.\n", 0),
        (
            "Hypertension affects 31 % of adults. It is silent. So it goes.\n\nMetformin activated AMPK [@roe].\n",
            1,
        ),
    ] {
        let folder = folder(&head(text));
        let mut editor = Editor::start(&folder, ClientCapabilities::default());
        editor.open(&folder, "paper.md", "markdown");
        let uri = folder.uri("paper.md");
        let given =
            run(&mut editor, "referee.checkSupport", json!({"uri": uri, "model": false, "hints": true}));
        assert_eq!(given["sentences"].as_array().map(Vec::len), Some(citing), "{given}");
        assert_eq!(given["hints"][0]["kind"], "number-without-reference", "{given}");
        assert_eq!(given["hints"][0]["range"], range(5, 21, 5, 23), "{given}");
    }
}

#[test]
fn reports_say_that_only_the_abstract_of_a_work_was_compared() {
    let folder = folder(&head(
        "Metformin activated AMPK in neurons of old rats by 12.5% [@roe]. Students slept [@moe].\n",
    ));
    let check = |format: &str| {
        let arguments = ["check", "paper.md", "--offline", "--format", format, "--fail-on", "never"];
        referee(&folder, &arguments).stdout
    };
    let report: Value = serde_json::from_str(&check("json")).expect("JSON");
    let compared: Vec<&Value> = report["files"][0]["references"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|reference| &reference["compared_with"])
        .collect();
    assert_eq!(compared, ["abstract", "nothing"], "{report}");
    let html = check("html");
    let only = "Compared with title and abstract only (PubMed), not with the full text.";
    assert_eq!(html.matches(only).count(), 1, "{html}");
    assert_eq!(
        html.matches(
            "no full text, and no abstract of at least 20 words, is known that is certainly of this work"
        )
        .count(),
        1,
        "{html}"
    );
    let support = referee(&folder, &["support", "paper.md", "--offline", "--format", "html"]).stdout;
    assert!(support.contains("title and abstract only (PubMed)"), "{support}");
}
