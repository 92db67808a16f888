//! `referee review-note`: a language model's review of a clinical note, and its limits.

use referee_tests::cli::{Run, run_at_home};
use referee_tests::model::{ModelRequest, model, settings, streamed};
use referee_tests::web::Reply;
use referee_tests::{Folder, Web};
use serde_json::{Value, json};

const NOTE: &str = "HPI: 54-year-old woman with dysuria.\nUrine culture grew E. coli, resistant to ciprofloxacin.\n\nPlan: ciprofloxacin 500 mg twice daily for seven days.\n";

fn run(model: &Web, arguments: &[&str]) -> Run {
    let (folder, home) = (Folder::with(&[("note.txt", NOTE)]), Folder::with(&[]));
    let mut variables = settings(model);
    variables.push(("REFEREE_STATE".to_owned(), home.path("state").display().to_string()));
    let mut all = vec!["review-note", "note.txt", "--kind", "clinical-note", "--format", "json"];
    all.extend(arguments);
    run_at_home(&folder.path(""), &home.path(""), &variables, &all)
}

fn hints(run: &Run) -> Vec<Value> {
    let answer: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("no JSON: {run:?}"));
    answer["files"][0]["hints"].as_array().cloned().unwrap_or_default()
}

fn answering(problems: Value) -> Web {
    model(move |put: &ModelRequest| {
        assert_eq!(put.wanted, "note_review");
        streamed(&json!({"problems": problems}).to_string())
    })
}

fn problem(quote: &str, against: &str) -> Value {
    json!({"kind": "pharmacotherapy", "quote": quote, "against": against, "why": "The germ is resistant to the drug that is ordered."})
}

#[test]
fn two_places_of_the_note_that_a_model_sets_against_each_other_become_a_hint_with_its_name() {
    let model = answering(json!([problem(
        "ciprofloxacin 500 mg twice daily",
        "E. coli, resistant to ciprofloxacin"
    )]));
    let run = run(&model, &["--send-to-model"]);
    assert_eq!(run.code, 0, "{run:?}");
    let found = hints(&run);
    assert_eq!(found.len(), 1, "{run:?}");
    assert_eq!((&found[0]["severity"], &found[0]["by"]), (&json!("hint"), &json!("tester")));
    assert_eq!(found[0]["place"]["quote"], "ciprofloxacin 500 mg twice daily");
    assert_eq!(found[0]["place"]["range"]["start"], json!({"line": 3, "character": 6}));
}

#[test]
fn what_a_model_invents_misquotes_or_leaves_unsaid_becomes_no_hint() {
    let invented = answering(json!([
        problem("ciprofloxacin 750 mg twice daily", "E. coli, resistant to ciprofloxacin"),
        problem("Allergies: quinolones (anaphylaxis)", "ciprofloxacin 500 mg twice daily"),
        problem("ciprofloxacin 500 mg twice daily", "ciprofloxacin 500 mg twice daily"),
        {"kind": "treatment", "quote": "ciprofloxacin 500 mg twice daily", "against": "Urine culture grew E. coli", "why": "Give 2 g of ceftriaxone for 14 days."},
    ]));
    let told = run(&invented, &["--send-to-model"]);
    assert!(hints(&told).is_empty() && told.stderr.contains("left out"), "{told:?}");
    let silent = run(&answering(json!([])), &["--send-to-model"]);
    assert!(hints(&silent).is_empty() && silent.code == 0, "{silent:?}");
    for nonsense in ["", "I cannot do that.", "{\"problems\": \"none\"}", "PASS"] {
        let model = model(move |_| streamed(nonsense));
        let failed = run(&model, &["--send-to-model"]);
        assert!(failed.code == 2 && hints(&failed).is_empty(), "{nonsense}: {failed:?}");
    }
    let broken = model(|_| Reply::new(500, "text/plain", "no"));
    assert_eq!(run(&broken, &["--send-to-model"]).code, 2);
}

#[test]
fn without_the_authors_leave_no_model_reads_a_note() {
    let model = answering(json!([]));
    let refused = run(&model, &[]);
    assert!(refused.code == 2 && model.asked().is_empty(), "{refused:?}");
    let shown = run(&model, &["--show-payload"]);
    assert!(shown.stdout.contains("resistant to ciprofloxacin") && model.asked().is_empty(), "{shown:?}");
}
