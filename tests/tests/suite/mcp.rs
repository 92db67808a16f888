//! `referee mcp`: requests and answers of an agent.

use referee_tests::fixtures::{CHAIN, METFORMIN_BIB, METFORMIN_RIS};
use referee_tests::scholar::{Scholar, ServiceFault, papers};
use referee_tests::{Agent, Folder};
use serde_json::{Value, json};
use std::time::Duration;

const LIBRARY: &str = "[library]\nfiles = [\"library.ris\"]\n";

const RETRACTED_NBIB: &str = "PMID- 77
TI  - Vaccines and a claim that was taken back.
DP  - 1998
TA  - J Examples
AU  - Roe J
PT  - Journal Article
PT  - Retracted Publication
RIN - J Examples. 2010 Feb 6;375(9713):445. PMID: 78
AB  - We followed 300 children for two years and asked their parents twice a year.
      Symptoms after the vaccine were seen in 12.5% of the children. No child died
      in the two years in which we looked at them.
";

fn with_library() -> Folder {
    Folder::with(&[("referee.toml", LIBRARY), ("library.ris", METFORMIN_RIS)])
}

fn offline(folder: Folder) -> Agent {
    Agent::keeping(folder, &[], &[])
}

/// Returns the verdict of each reference by its key.
fn verdicts(given: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let all = given["references"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| (text(&one["key"]), text(&one["verdict"]))).collect()
}

fn pair(key: &str, verdict: &str) -> (String, String) {
    (key.to_owned(), verdict.to_owned())
}

#[test]
fn every_tool_says_what_it_takes_and_gives() {
    let mut agent = offline(with_library());
    assert_eq!(agent.initialized["serverInfo"]["name"], "referee");
    assert!(agent.initialized["instructions"].as_str().unwrap().contains("unchecked"));
    let tools = agent.request("tools/list", Value::Null);
    let names: Vec<&str> =
        tools["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "check_references",
            "verify_identifier",
            "find_citation",
            "find_mechanism",
            "check_support",
            "retraction_status",
            "search_library",
            "compare_note"
        ]
    );
    for tool in tools["tools"].as_array().unwrap() {
        for (schema, what) in [("inputSchema", "input"), ("outputSchema", "output")] {
            jsonschema::validator_for(&tool[schema]).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(tool[schema]["type"], "object");
        }
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        let members = tool["inputSchema"]["properties"].as_object().unwrap();
        let described = members.iter().filter(|(name, _)| *name != "limit");
        for (name, member) in described {
            assert!(member["description"].as_str().unwrap().len() > 5, "{}: {name}", tool["name"]);
        }
    }
}

#[test]
fn what_a_tool_gives_fits_its_schema_and_stands_in_the_text_too() {
    let mut agent = offline(with_library());
    let tools = agent.request("tools/list", Value::Null);
    for (name, arguments) in [
        ("check_references", json!({"text": METFORMIN_BIB, "format": "bibtex"})),
        ("verify_identifier", json!({"identifier": "10.5555/example.1"})),
        ("find_citation", json!({"sentence": "Metformin and mortality"})),
        ("find_mechanism", json!({"question": "metformin mortality"})),
        ("check_support", json!({"sentence": "It works.", "work": "10.5555/example.1"})),
        ("retraction_status", json!({"identifiers": ["10.5555/example.1", "PMID:9"]})),
        ("search_library", json!({"query": "metformin"})),
        (
            "compare_note",
            json!({"note": "Lisinopril 40 mg daily.", "sources": [{"name": "visit.txt", "text": "[doctor] lisinopril , twenty milligrams\n[patient] okay"}]}),
        ),
    ] {
        let tool = tools["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap();
        let result = agent.call(name, arguments);
        assert_ne!(result["isError"], true, "{result}");
        let schema = jsonschema::validator_for(&tool["outputSchema"]).unwrap();
        let errors: Vec<String> =
            schema.iter_errors(&result["structuredContent"]).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?} {result}");
        let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, result["structuredContent"], "{name}");
    }
}

#[test]
fn a_draft_with_its_bibliography_gets_verdicts_and_findings_at_its_lines() {
    let mut agent = offline(with_library());
    let given = agent.give(
        "check_references",
        json!({
            "text": "It lowers mortality [@smith2020].\n\nIt was said before [@nobody1999].\n",
            "bibliography": METFORMIN_BIB,
        }),
    );
    assert_eq!(verdicts(&given), [pair("smith2020", "verified")], "{given}");
    let finding = &given["findings"][0];
    assert_eq!(finding["rule"], "citation/undefined-key", "{given}");
    assert_eq!(finding["range"]["start"]["line"], 2, "{finding}");
    assert_eq!(given["summary"]["references"]["verified"], 1);
}

#[test]
fn hints_about_a_draft_are_given_on_request() {
    let mut agent = offline(with_library());
    let text = "Hypertension affects 31 % of adults. It is silent. Few know it.\n\nIt lowers mortality [@smith2020].\n";
    let draft = json!({"text": text, "bibliography": METFORMIN_BIB});
    assert!(agent.give("check_references", draft.clone()).get("hints").is_none());
    let mut with_hints = draft;
    with_hints["hints"] = json!(true);
    let given = agent.give("check_references", with_hints);
    let hints = given["hints"].as_array().cloned().unwrap_or_default();
    assert_eq!(hints.len(), 1, "{given}");
    assert_eq!(hints[0]["kind"], "number-without-reference");
    assert_eq!(hints[0]["range"]["start"], json!({"line": 0, "character": 21}), "{given}");
    assert!(hints[0]["message"].as_str().is_some_and(|message| message.contains("Hypertension")), "{given}");
}

#[test]
fn offline_what_the_library_does_not_have_is_unchecked_and_never_not_found() {
    let mut agent = offline(with_library());
    let given = agent.give(
        "check_references",
        json!({"references": [
            "Smith A, Lindqvist B. Effect of Metformin on mortality. Journal of Examples. 2020.",
            "[2] Quill X. Whales that sing and sailors who answer. Annals of Examples. 2011;3:1-9.",
        ]}),
    );
    assert_eq!(verdicts(&given), [pair("[1]", "verified"), pair("[2]", "unchecked")], "{given}");
    assert_eq!(given["summary"]["unchecked_because"], json!(["offline"]));
    assert_eq!(given["summary"]["references"]["not-found"], 0);
    assert_eq!(given["looked_up_online"], false);
}

#[test]
fn an_identifier_of_another_work_is_misidentified() {
    let mut agent = offline(with_library());
    let right = agent.give(
        "verify_identifier",
        json!({"identifier": "https://doi.org/10.5555/EXAMPLE.1", "title": "Effect of metformin on mortality", "authors": ["Smith, Ada"], "year": 2020}),
    );
    assert_eq!(right["verdict"], "verified", "{right}");
    assert!(right["entry"].as_str().unwrap().starts_with("@article{"), "{right}");
    let wrong = agent.give(
        "verify_identifier",
        json!({"identifier": "10.5555/example.1", "title": "Whales that sing in dialects and the sailors who answer", "authors": ["Quill, Xenia"], "year": 2011}),
    );
    assert_eq!(wrong["verdict"], "misidentified", "{wrong}");
    assert_eq!(wrong["belongs_to"]["title"], "Effect of Metformin on mortality", "{wrong}");
}

#[test]
fn a_sentence_gets_works_with_passages_and_entries() {
    let folder =
        Folder::with(&[("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"), ("library.nbib", CHAIN)]);
    let mut agent = offline(folder);
    let given =
        agent.give("find_citation", json!({"sentence": "Metformin activates AMPK in neurons.", "limit": 2}));
    let first = &given["candidates"][0];
    assert_eq!(first["pmid"], 1, "{given}");
    assert_eq!(first["passage"]["text"], "Metformin activated AMPK in neurons.");
    assert!(first["entry"].as_str().unwrap().contains("A drug and a kinase"), "{first}");
    assert_eq!(given["searched_online"], false);
    let found = agent.give("search_library", json!({"query": "amyloid plaques"}));
    assert_eq!(found["records"][0]["pmid"], "3", "{found}");
    let found = agent.give("search_library", json!({"query": "PMID:2"}));
    assert_eq!(
        found["records"][0]["title"].as_str().unwrap().trim_end_matches('.'),
        "A kinase and digestion"
    );
}

#[test]
fn a_retraction_is_told_and_silence_about_an_unknown_work_is_no_clean_bill() {
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\", \"more.ris\"]\n"),
        ("library.nbib", RETRACTED_NBIB),
        ("more.ris", METFORMIN_RIS),
    ]);
    let mut agent = offline(folder);
    let given = agent
        .give("retraction_status", json!({"identifiers": ["77", "10.5555/example.1", "10.5555/nowhere.9"]}));
    let status: Vec<&str> =
        given["works"].as_array().unwrap().iter().map(|work| work["status"].as_str().unwrap()).collect();
    assert_eq!(status, ["retracted", "no-notice", "unchecked"], "{given}");
    assert_eq!(given["works"][0]["announcements"][0]["kind"], "retraction", "{given}");
    let support = agent.give(
        "check_support",
        json!({"sentence": "Symptoms after the vaccine were seen in 47.5% of the children.", "work": "PMID 77"}),
    );
    assert_eq!(support["state"], "objected", "{support}");
    assert_eq!(support["work"]["notices"], json!(["retraction"]), "{support}");
}

#[test]
fn a_record_and_the_report_of_a_check_can_be_read() {
    let mut agent = offline(with_library());
    let given = agent.give("check_references", json!({"text": METFORMIN_BIB}));
    let uri = given["report"].as_str().unwrap();
    let listed = agent.request("resources/list", Value::Null);
    assert_eq!(listed["resources"][0]["uri"], uri, "{listed}");
    let report = agent.request("resources/read", json!({"uri": uri}));
    let text = report["contents"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("`smith2020`: **verified**") && text.contains("`okafor1998`: **uncovered**"),
        "{text}"
    );
    let record = agent.request("resources/read", json!({"uri": "referee://record/10.5555%2Fexample.1"}));
    let record: Value = serde_json::from_str(record["contents"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(record["record"]["title"], "Effect of Metformin on mortality");
    let templates = agent.request("resources/templates/list", Value::Null);
    assert_eq!(templates["resourceTemplates"].as_array().map(Vec::len), Some(2));
    for missing in ["referee://report/99", "file:///etc/passwd", "referee://nothing"] {
        let id = agent.ask("resources/read", json!({"uri": missing}));
        assert!(agent.answer(id).get("error").is_some(), "{missing}");
    }
}

#[test]
fn no_file_that_a_text_names_is_opened() {
    let folder = with_library();
    folder.write("refs.bib", "@article{secret2020, title = {The secret of the house}, year = {2020}}\n");
    folder.write("chapter.tex", "\\cite{hidden}\n");
    let mut agent = Agent::start(&folder, &[], &[]);
    for (format, text) in [
        ("markdown", "---\nbibliography: refs.bib\n---\n\nAs said [@secret2020].\n".to_owned()),
        (
            "markdown",
            format!(
                "---\nbibliography: {}\n---\n\nAs said [@secret2020].\n",
                folder.path("refs.bib").display()
            ),
        ),
        ("latex", "\\bibliography{refs}\n\\input{chapter}\nAs said \\cite{secret2020}.\n".to_owned()),
    ] {
        let given = agent.give("check_references", json!({"text": text, "format": format}));
        assert_eq!(given["references"], json!([]), "{given}");
        assert!(!given.to_string().contains("secret of the house"), "{given}");
    }
}

#[test]
fn the_network_is_used_where_the_settings_allow_it_and_only_there() {
    let all = papers(4);
    let scholar = Scholar::with(all.clone());
    let folder = Folder::with(&[]);
    let entries = all[0].bibtex("true0", true) + &all[1].bibtex("true1", false);
    let invented = "@article{invented, author = {Quill, Xenia}, title = {Whales that sing in dialects and the sailors who answer}, journal = {Annals of Examples}, year = {2011}, volume = {3}, pages = {1--9}, doi = {10.5555/nowhere.1}}";
    let arguments = json!({"text": format!("{entries}{invented}\n")});
    let mut agent = Agent::start(&folder, &scholar.settings(), &[]);
    let given = agent.give("check_references", arguments.clone());
    assert!(verdicts(&given).iter().all(|(_, verdict)| verdict == "unchecked"), "{given}");
    assert!(scholar.asked().is_empty(), "nothing may be asked without the author's word");
    drop(agent);
    let mut allowed = scholar.settings();
    allowed.push(("REFEREE_NETWORK".to_owned(), "allow".to_owned()));
    let mut agent = Agent::start(&folder, &allowed, &[]);
    let given = agent.give("check_references", arguments.clone());
    assert_eq!(
        verdicts(&given),
        [pair("true0", "verified"), pair("true1", "verified"), pair("invented", "not-found")],
        "{given}"
    );
    let before = scholar.asked().len();
    let found = agent.give("find_citation", json!({"sentence": "Sleep duration of nurses on night shifts"}));
    assert_eq!(found["searched_online"], false, "{found}");
    assert_eq!(scholar.asked().len(), before, "words may be searched for only with --online");
    drop(agent);
    folder.write("referee.toml", "network = \"deny\"\n");
    let mut agent = Agent::start(&folder, &allowed[..allowed.len() - 1], &[]);
    let given = agent.give("check_references", arguments);
    assert_eq!(given["looked_up_online"], false, "{given}");
    assert_eq!(scholar.asked().len(), before);
}

#[test]
fn of_a_clinical_note_only_identifiers_leave() {
    let all = papers(3);
    let scholar = Scholar::with(all.clone());
    let mut agent = Agent::keeping(Folder::with(&[]), &scholar.settings(), &["--online"]);
    let note = format!(
        "HPI: Mrs. Quintanilla, 71, has gout.\n\nPlan: allopurinol (doi:{}).\n\nReferences\n\n1. {} {}. {}.\n",
        all[0].doi, all[1].authors[0].1, all[1].title, all[1].journal.0
    );
    let given = agent.give("check_references", json!({"text": note}));
    assert_eq!((&given["kind"], &given["only_identifiers_leave"]), (&json!("clinical-note"), &json!(true)));
    let found = agent
        .give("find_citation", json!({"sentence": "Mrs. Quintanilla should get allopurinol for her gout."}));
    assert_eq!(found["searched_online"], false, "{found}");
    assert!(found["not_searched_online_because"].as_str().unwrap().contains("clinical note"), "{found}");
    agent.give("check_support", json!({"sentence": "71 yo F with gout c/o pain needs allopurinol", "work": format!("{} {}.", all[1].authors[0].1, all[1].title)}));
    let everything: String = scholar.asked().iter().map(|(_, asked)| asked.everything()).collect();
    for word in ["Quintanilla", "gout", "allopurinol"] {
        assert!(!everything.to_lowercase().contains(&word.to_lowercase()), "“{word}” left: {everything}");
    }
    let title = all[1].title.split(' ').next().unwrap();
    let of_note: Vec<String> = scholar.asked().iter().map(|(_, asked)| asked.path().to_owned()).collect();
    assert!(!of_note.iter().take(1).any(|path| path.contains(title)), "{of_note:?}");
}

#[test]
fn online_a_sentence_is_searched_for_with_the_authors_word() {
    let scholar = Scholar::with(papers(4));
    let mut agent = Agent::keeping(Folder::with(&[]), &scholar.settings(), &["--online"]);
    let found = agent.give("find_citation", json!({"sentence": "Mortality in adults with asthma"}));
    assert_eq!(found["searched_online"], true, "{found}");
    assert!(!scholar.asked().is_empty());
}

#[test]
fn progress_is_told_to_who_asks_for_it_and_a_call_can_be_called_off() {
    let all = papers(30);
    let scholar = Scholar::with(all.clone());
    let mut agent = Agent::keeping(Folder::with(&[]), &scholar.settings(), &["--online"]);
    let entries: String =
        all.iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("p{n}"), n % 2 == 0)).collect();
    let id = agent.ask(
        "tools/call",
        json!({"name": "check_references", "arguments": {"text": entries}, "_meta": {"progressToken": "t"}}),
    );
    let answer = agent.answer(id);
    assert_eq!(answer["result"]["structuredContent"]["summary"]["references"]["verified"], 30, "{answer}");
    let told: Vec<f64> = agent
        .unread()
        .iter()
        .filter(|message| {
            message["method"] == "notifications/progress" && message["params"]["progressToken"] == "t"
        })
        .filter_map(|message| message["params"]["progress"].as_f64())
        .collect();
    assert!(!told.is_empty() && told.is_sorted(), "{told:?}");
    scholar.set_latency(Duration::from_secs(20));
    let more = papers(60).split_off(40);
    let entries: String =
        more.iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("m{n}"), true)).collect();
    let id = agent.ask("tools/call", json!({"name": "check_references", "arguments": {"text": entries}}));
    agent.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
    agent.request("ping", Value::Null);
    let library = agent.call("search_library", json!({"query": "anything"}));
    assert_eq!(library["isError"], true, "there is no library: {library}");
    agent.close_input();
    assert!(agent.ended_within(Duration::from_secs(3)).is_some_and(|status| status.success()));
}

#[test]
fn an_answer_about_one_work_says_which_services_did_not_answer() {
    let all = papers(3);
    let scholar = Scholar::with(all.clone());
    for service in ["europepmc", "pubmed", "crossref"] {
        scholar.set_service_fault(service, Some(ServiceFault::Refuse));
    }
    scholar.set_service_fault("openalex", Some(ServiceFault::Pause(429, 7_200)));
    let mut agent = Agent::keeping(Folder::with(&[]), &scholar.settings(), &["--online"]);
    let entry = all[1].bibtex("one", false);
    for (tool, arguments) in [
        ("check_support", json!({"sentence": "It lowers mortality by half.", "work": entry})),
        ("check_support", json!({"sentence": "It lowers mortality by half.", "work": all[0].doi})),
        ("verify_identifier", json!({"identifier": all[2].doi})),
        ("retraction_status", json!({"identifiers": [all[0].doi]})),
    ] {
        let given = agent.give(tool, arguments);
        let silent: Vec<&str> =
            given["without_answer"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert!(silent.iter().any(|said| said.starts_with("crossref: ")), "{tool}: {given}");
    }
    // No report if every service answered, or about services that may not be queried.
    let well = Scholar::with(all.clone());
    let mut agent = Agent::keeping(Folder::with(&[]), &well.settings(), &["--online"]);
    let given = agent.give("verify_identifier", json!({"identifier": all[2].doi}));
    assert_eq!((&given["verdict"], &given["without_answer"]), (&json!("verified"), &Value::Null), "{given}");
    let given = offline(with_library()).give("verify_identifier", json!({"identifier": "10.5555/nowhere.1"}));
    assert_eq!(given["without_answer"], Value::Null, "{given}");
}

#[test]
fn a_note_is_compared_with_its_source_by_an_agent() {
    let mut agent = offline(with_library());
    let visit = "WEBVTT\n\n00:00:05.000 --> 00:00:08.000\n<v Doctor>Take lisinopril, twenty milligrams.\n";
    let result = agent.give(
        "compare_note",
        json!({"note": "Lisinopril 40 mg daily.", "sources": [{"name": "visit.vtt", "text": visit}], "language": "es"}),
    );
    let finding = &result["findings"][0];
    assert_eq!(finding["rule"], "source/dose-differs", "{result}");
    assert!(finding["message"].as_str().unwrap().contains("aquí"), "{finding}");
    assert_eq!(finding["evidence"][0]["speaker"], "Doctor");
    assert_eq!(finding["evidence"][0]["time"], "00:00:05.000");
    let refused = agent.call("compare_note", json!({"note": "Cough.", "sources": []}));
    assert_eq!(refused["isError"], true, "{refused}");
}
