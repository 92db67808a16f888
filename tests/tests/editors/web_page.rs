//! The page of `referee web` in a browser, with a small scholarly web on loopback.
//!
//! With `REFEREE_BLESS` the screenshot of this test replaces the one in the documentation.

use crate::pages::missing;
use referee_tests::scholar::{Scholar, papers};
use referee_tests::tools::{at_home, installed, root, run, skip, skipped};
use referee_tests::{Folder, Service};
use serde_json::{Value, json};
use std::time::Duration;

/// A note with a drug that conflicts with a listed allergy, and an ambiguous unit.
const NOTE: &str = "Allergies: penicillin (anaphylaxis, 2009)\n\nHistory: 71-year-old woman with atrial fibrillation.\n\nPlan:\n- Start amoxicillin 500 mg three times a day.\n- Insulin glargine 10U at bedtime.\n";

/// The visit of the note: the patient says another dose.
const CONVERSATION: &str = "[00:10] Dr Vela: I would like you to start amoxicillin, two hundred and fifty milligrams, three times a day.\n[00:15] Patient: All right. And the insulin stays at ten units?\n[00:18] Dr Vela: Yes, insulin glargine ten units at bedtime.\n";

#[test]
fn a_student_pastes_a_text_and_sees_what_is_true_of_its_references() {
    if let Some(missing) = missing() {
        return skip("the page in a browser", missing);
    }
    let known = papers(4);
    let paper = &known[0];
    let authors: Vec<String> =
        paper.authors.iter().map(|(given, family)| format!("{family} {}", &given[..1])).collect();
    let draft = format!(
        "A claim [1]. Another one [2].\n\nReferences\n\n1. {}. {}. {}. {};{}:{}. doi:{}\n2. Quill X, Marsh Y. Whales that sing in seven dialects and the sailors who answer them. {}. 2011;7:1-9. doi:10.5555/nowhere.7\n",
        authors.join(", "),
        paper.title,
        paper.journal.0,
        paper.year,
        paper.volume,
        paper.pages,
        paper.doi,
        paper.journal.0,
    );
    // The year differs from the record, and the DOI field contains a URL.
    let mut wrong = known[1].clone();
    wrong.year -= 6;
    let bibliography = wrong.bibtex("wrong", true).replace("doi = {", "doi = {https://doi.org/");
    let folder = Folder::with(&[]);
    let input =
        json!({"draft": draft, "note": NOTE, "conversation": CONVERSATION, "bibliography": bibliography});
    folder.write("input.json", input.to_string());
    let scholar = Scholar::with(known.clone());
    let mut variables = scholar.settings();
    variables.push((String::from("REFEREE_CONTACT"), String::from("reader@example.org")));
    let service = Service::of_page(&folder, &variables, &[]);
    let (home, pictures) = (Folder::with(&[]), installed().join("pictures"));
    std::fs::create_dir_all(&pictures).expect("a folder can be made");
    let mut command = at_home("node", &home.path(""));
    command.arg(root().join("tests/editors/browser/web.mjs"));
    command.arg(format!("http://{}{}", service.address, service.path));
    command.arg(folder.path("input.json")).arg(&pictures).env("EDITOR_TEST_TOOLS", installed());
    let output = run(&mut command, Duration::from_secs(240)).expect("the browser ends");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{printed}");
    let told: Value = serde_json::from_str(&printed).expect("the script prints JSON");
    let text = |name: &str| told[name].as_str().unwrap_or_default();

    assert_eq!(told["complaints"], json!([]), "{printed}");
    assert_eq!(told["foreign"], json!([]), "the page asked another address: {printed}");
    for (name, beyond) in told["beyondTheEdge"].as_object().expect("widths are listed") {
        assert_eq!(beyond, 0, "a phone has to scroll sideways: {name}");
    }
    match &told["axe"] {
        Value::Null => skipped(format_args!("axe-core: it is not in {}", installed().display())),
        found => assert_eq!(found, &json!([]), "{printed}"),
    }

    assert_eq!(text("focusAfterText"), "Check references");
    assert_eq!(text("focusAtQuestion"), "May these references be looked up online?");
    for words in ["2 references", "titles, authors", "127.0.0.1", "referee egress"] {
        assert!(text("question").contains(words), "{words}: {}", text("question"));
    }
    assert_eq!(told["verdicts"], json!({"[1]": "verified", "[2]": "not found"}), "{}", text("text"));
    assert!(
        text("status").contains("1 verified") && text("status").contains("1 not found"),
        "{}",
        text("status")
    );
    assert_eq!(text("language"), "es");
    assert_eq!(told["spanish"], json!({"[1]": "verificada", "[2]": "no encontrada"}));
    assert_eq!(text("kept"), draft);
    assert_eq!(text("keptAfterFile"), draft);
    assert_eq!(told["staysOnPage"], true, "a dropped file takes the place of the page");
    assert_eq!(told["together"], json!({"wrong": "differs"}));
    assert!(text("cancelled").contains("Cancelled"), "{}", text("cancelled"));
    assert!(text("gone").contains("does not answer"), "{}", text("gone"));
    assert_eq!(text("keptAtLast"), draft);
    let bib = told["bib"]["text"].as_str().unwrap_or_default();
    assert!(bib.contains(&paper.title) && bib.contains(&paper.doi), "{bib}");
    let report = told["report"]["text"].as_str().unwrap_or_default();
    assert!(report.contains("Signed off") && report.contains("type=\"checkbox\""), "{report}");
    assert_eq!(told["corrected"]["name"], "refs-corrected.bib");
    let corrected = told["corrected"]["text"].as_str().unwrap_or_default();
    assert!(corrected.contains(&format!("doi = {{{}}}", wrong.doi)), "{corrected}");
    assert!(corrected.contains(&format!("year = {{{}}}", wrong.year)), "the year is the author's to decide");
    assert!(text("ofFile").contains(&known[1].year.to_string()), "{}", text("ofFile"));
    for (name, words) in
        [("broken", "could not be read: it is not a valid Word file"), ("empty", "empty"), ("large", "32 MB")]
    {
        assert!(text(name).contains(words), "{name}: {}", text(name));
    }
    assert_eq!(text("tab"), "Clinical note");
    for words in ["amoxicillin", "10U", "line 6"] {
        assert!(text("note").contains(words), "{words}: {}", text("note"));
    }
    for words in ["Dr Vela, 00:10", "two hundred and fifty milligrams", "500"] {
        assert!(text("compared").contains(words), "{words}: {}", text("compared"));
    }
    if std::env::var_os("REFEREE_BLESS").is_some() {
        let shown = root().join("docs/pictures/web.png");
        std::fs::copy(pictures.join("web-results.png"), shown).expect("a picture can be copied");
    }
}
