//! The text of a model in a report.

use super::{QUESTION, judgement, obedient, run};
use referee_tests::model::{model, streamed};
use referee_tests::web::Reply;
use serde_json::{Value, json};

#[test]
fn a_report_keeps_the_sentences_that_hold_and_says_what_was_left_out() {
    let model = model(obedient);
    let (run, ..) = run(&model, &["report", QUESTION, "--rounds", "2"], &[]);
    assert_eq!(run.code, 0, "{run:?}");
    let text = &run.stdout;
    assert!(text.contains("- Metformin activated AMPK in 48 neurons [1]."), "{text}");
    assert!(text.contains("Autophagy may link AMPK to amyloid plaques in mice ["), "{text}");
    for wrong in ["50 neurons", "Smith", "Autophagy increases amyloid plaques"] {
        assert!(!text.contains(wrong), "{wrong}: {text}");
        assert!(run.stderr.contains(wrong), "{wrong}: {}", run.stderr);
    }
    assert!(run.stderr.contains("evidence that was not shown"), "{}", run.stderr);
    assert!(run.stderr.contains("are not in humans"), "{}", run.stderr);
    assert!(text.contains("Removed from the language model's text"), "{text}");
    assert!(text.contains("Sufficiency of the evidence, judged by tester: mechanism:"), "{text}");
    assert!(text.contains("Written by tester"), "{text}");
}

#[test]
fn a_report_keeps_no_sentence_of_a_model_that_no_quotation_carries() {
    let model = model(|put| {
        if put.wanted != "report" {
            return obedient(put);
        }
        let kinase = put.number_of("A drug and a kinase");
        let plaques = put.number_of("Digestion and plaques");
        let texts = |all: &[&str], number: Value| -> Vec<Value> {
            all.iter().map(|text| json!({"text": text, "evidence": [number]})).collect()
        };
        let mut mechanistic = texts(
            &[
                "Metformin activates AMPK.",
                "Metformin silenced AMPK in 48 neurons.",
                "Metformin did not activate AMPK in neurons.",
                "Metformin reduces amyloid plaques through AMPK in neurons.",
            ],
            json!(kinase),
        );
        mechanistic.extend(texts(
            &[
                "Autophagy worsens amyloid plaques in mice.",
                "Amyloid plaques reduce autophagy in mice.",
                "Autophagy has no effect on amyloid plaques in mice.",
                "Autophagy cures mice of dementia.",
            ],
            json!(plaques),
        ));
        streamed(&json!({"mechanistic": mechanistic, "clinical": [], "conclusion": []}).to_string())
    });
    let (run, ..) = run(&model, &["report", QUESTION, "--rounds", "2"], &[]);
    assert_eq!(run.code, 0, "{run:?}");
    let text = run.stdout.split("## Limitations").next().unwrap_or_default();
    assert!(text.contains("Metformin activates AMPK: “Metformin activated AMPK in 48 neurons.”"), "{text}");
    for wrong in [
        "silenced AMPK",
        "did not activate",
        "through AMPK in",
        "worsens",
        "plaques reduce",
        "no effect on amyloid",
        "cures mice",
    ] {
        assert!(!text.contains(wrong), "{wrong}: {text}");
        assert!(run.stderr.contains(wrong), "it is said that “{wrong}” was left out: {}", run.stderr);
    }
}

#[test]
fn a_score_whose_reason_does_not_stand_is_not_shown() {
    let model = model(|put| {
        let mut answer = judgement();
        answer["mechanism_reason"] = json!("rapamycin was shown to act on each hop");
        if put.wanted == "judgement" { streamed(&answer.to_string()) } else { obedient(put) }
    });
    let (run, ..) = run(&model, &["report", QUESTION, "--rounds", "2"], &[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(!run.stdout.contains("judged by tester"), "{}", run.stdout);
    assert!(run.stdout.contains("judged by counting"), "{}", run.stdout);
}

#[test]
fn a_report_without_the_model_is_whole_and_says_that_it_failed() {
    let model = model(|_| Reply::new(503, "text/plain", "busy"));
    let (run, ..) = run(&model, &["research", QUESTION, "--offline"], &[]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("metformin → AMPK → autophagy → amyloid plaques"), "{}", run.stdout);
    assert!(
        run.stdout.contains("The language model tester failed (status 503 of its server)."),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("Compiled without a language model"), "{}", run.stdout);
}
