//! Rules that a user writes as files: in an editor, on the command line, with errors, and with each kind of frame.

use referee_tests::cli::{Run, run_at_home};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::Value;
use std::time::Duration;

/// The example of the guide.
const GUIDE: &str = include_str!("../../../docs/guide/knowledge.md");

/// Returns the rule that the guide shows.
fn example() -> &'static str {
    let (_, rest) = GUIDE.split_once("```toml\n").expect("the guide shows a rule");
    rest.split_once("```").expect("it ends").0
}

/// Returns a folder with a note and the rule files of a user.
fn hospital(note: &str, rules: &[(&str, &str)]) -> Folder {
    let mut files =
        vec![("ward.note.md".to_owned(), format!("---\nreferee:\n  kind: clinical-note\n---\n\n{note}"))];
    files.extend(
        rules
            .iter()
            .map(|(name, text)| (format!("config/referee/knowledge/rules/{name}.toml"), (*text).to_owned())),
    );
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Folder::with(&files)
}

fn variables(folder: &Folder) -> Vec<(String, String)> {
    vec![("XDG_CONFIG_HOME".to_owned(), folder.path("config").display().to_string())]
}

fn referee(folder: &Folder, arguments: &[&str]) -> Run {
    run_at_home(&folder.path(""), &folder.home(), &variables(folder), arguments)
}

const NOTE: &str = "64-year-old woman, eGFR 24.\n\nPlan: start methotrexate 15 mg weekly.\n";
const ID: &str = "site/methotrexate-kidneys";

#[test]
fn the_rule_of_the_guide_reports_in_an_editor_and_on_the_command_line() {
    let folder = hospital(NOTE, &[("methotrexate-kidneys", example())]);
    let editor = Editor::start(&folder, ClientCapabilities::default().with_environment(variables(&folder)));
    editor.open(&folder, "ward.note.md", "markdown");
    let has = |found: &[Value]| found.iter().any(|finding| finding["code"] == ID);
    let found = editor.diagnostics_until(&folder.uri("ward.note.md"), has);
    let finding = found.iter().find(|finding| finding["code"] == ID).expect("the editor shows the finding");
    let message = finding["message"].as_str().unwrap_or_default();
    assert!(message.contains("“methotrexate”") && message.contains("our formulary, edition 12"), "{message}");
    assert_eq!(finding["severity"], 2);
    // A rule of a user has no page in the published documentation.
    assert!(finding.get("codeDescription").is_none(), "{finding}");
    let run = referee(&folder, &["check", "ward.note.md"]);
    assert!(run.stdout.contains(ID), "{}", run.stdout);
    let without = run_at_home(&folder.path(""), &folder.home(), &[], &["check", "ward.note.md"]);
    assert!(!without.stdout.contains("site/"), "{}", without.stdout);
}

#[test]
fn settings_comments_explanations_and_formats_know_the_rule() {
    let folder = hospital(NOTE, &[("methotrexate-kidneys", example())]);
    let codes = |run: &Run| -> Vec<(String, String)> {
        let report: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
        let all = report["files"].as_array().into_iter().flatten();
        let findings = all.flat_map(|file| file["findings"].as_array().into_iter().flatten());
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        findings
            .map(|finding| (text(&finding["rule"]), text(&finding["severity"])))
            .filter(|(rule, _)| rule == ID)
            .collect()
    };
    let check = || codes(&referee(&folder, &["check", "--format", "json", "ward.note.md"]));
    assert_eq!(check(), [(ID.to_owned(), "warning".to_owned())]);
    folder.write("referee.toml", format!("[rules]\n\"{ID}\" = \"hint\"\n"));
    assert_eq!(check(), [(ID.to_owned(), "hint".to_owned())]);
    folder.write("referee.toml", "[rules]\n\"site/*\" = \"off\"\n");
    let off = referee(&folder, &["check", "--format", "json", "ward.note.md"]);
    assert!(codes(&off).is_empty() && !off.stdout.contains("configuration/"), "{}", off.stdout);
    folder.write("referee.toml", "");
    let silenced =
        NOTE.replace("Plan:", &format!("<!-- referee:ignore {ID} discussed with the patient -->\nPlan:"));
    folder.write("ward.note.md", format!("---\nreferee:\n  kind: clinical-note\n---\n\n{silenced}"));
    assert!(check().is_empty());
    let explained = referee(&folder, &["explain", ID]);
    assert!(
        explained.stdout.contains("our formulary, edition 12"),
        "{}{}",
        explained.stdout,
        explained.stderr
    );
    let listed = referee(&folder, &["rules"]);
    assert!(listed.stdout.contains(ID), "{}", listed.stdout);
    folder.write("ward.note.md", format!("---\nreferee:\n  kind: clinical-note\n---\n\n{NOTE}"));
    let sarif = referee(&folder, &["check", "--format", "sarif", "ward.note.md"]);
    let sarif: Value = serde_json::from_str(&sarif.stdout).expect("it is JSON");
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().expect("there are rules");
    let own = rules.iter().find(|rule| rule["id"] == ID).expect("the rule is listed");
    assert!(own.get("helpUri").is_none());
    let results = sarif["runs"][0]["results"].as_array().expect("there are results");
    assert!(results.iter().any(|result| result["ruleId"] == ID));
}

#[test]
fn a_broken_file_is_shown_with_its_line_and_nothing_else_is_lost() {
    let broken = example().replace("severity = \"warning\"", "severity = \"very bad\"");
    let taken = example().replace("site/methotrexate-kidneys", "medication/interaction");
    let own = example().replace("site/methotrexate-kidneys", "site/second");
    let rules = [("broken", broken.as_str()), ("own", own.as_str()), ("taken", taken.as_str())];
    let folder = hospital(NOTE, &rules);
    let run = referee(&folder, &["check", "ward.note.md"]);
    assert!(
        run.stderr.contains("broken.toml:2: unknown variant `very bad`, expected one of `error`"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("taken.toml:1: `id` should be of the family `site`"), "{}", run.stderr);
    assert!(run.stdout.contains("site/second") && !run.stdout.contains(ID), "{}", run.stdout);
    let editor = Editor::start(&folder, ClientCapabilities::default().with_environment(variables(&folder)));
    editor
        .notification_where(Duration::from_secs(60), "window/showMessage", |message| {
            message["message"].as_str().is_some_and(|text| text.contains("broken.toml:2"))
        })
        .expect("the editor shows the error");
    editor.open(&folder, "ward.note.md", "markdown");
    let has = |found: &[Value]| found.iter().any(|finding| finding["code"] == "site/second");
    let found = editor.diagnostics_until(&folder.uri("ward.note.md"), has);
    assert!(has(&found), "{found:?}");
}

#[test]
fn a_trial_says_which_frame_matched_and_what_stopped_it() {
    let folder = hospital("", &[("methotrexate-kidneys", example())]);
    let attempt = |sentence: &str| referee(&folder, &["rules", "try", ID, sentence]).stdout;
    let speaks = attempt("eGFR 24. Plan: methotrexate 15 mg weekly.");
    for part in ["when.drug: `methotrexate` counts", "when.kidneys: `egfr<30` holds, by `eGFR 24`", "speaks"]
    {
        assert!(speaks.contains(part), "{part}: {speaks}");
    }
    let healthy = attempt("eGFR 90. Plan: methotrexate 15 mg weekly.");
    assert!(
        healthy.contains("when.kidneys: `egfr<30` does not hold") && healthy.contains("is silent"),
        "{healthy}"
    );
    let excused =
        attempt("eGFR 24, on dialysis, discussed with nephrology. Plan: methotrexate 15 mg weekly.");
    assert!(
        excused.contains("unless.agreed: `discussed with nephrology` keeps the rule silent"),
        "{excused}"
    );
}

/// Builds a rule with these frames and sentences.
fn rule(name: &str, scope: &str, frames: &str, speaks: &[&str], silent: &[&str]) -> String {
    let list = |all: &[&str]| format!("{all:?}");
    let (english, spanish) = (list(&speaks[..speaks.len() - 1]), list(&speaks[speaks.len() - 1..]));
    let (no_english, no_spanish) = (list(&silent[..silent.len() - 1]), list(&silent[silent.len() - 1..]));
    format!(
        "id = \"site/{name}\"\nseverity = \"warning\"\ndrafts = \"notes\"\nscope = \"{scope}\"\nplace = \"a\"\n\
         source = \"ward\"\nchecked = \"unreviewed\"\n[title]\nenglish = \"x\"\nspanish = \"x\"\n\
         [message]\nenglish = \"{{a}}\"\nspanish = \"{{a}}\"\n{frames}\n\
         [speaks]\nenglish = {english}\nspanish = {spanish}\n[silent]\nenglish = {no_english}\nspanish = {no_spanish}\n"
    )
}

#[test]
fn each_kind_of_frame_and_scope_is_read() {
    let rules = [
        rule(
            "words",
            "sentence",
            "[when.a]\nwords = [\"ginger tea\", \"infusión de jengibre\", \"metast*\"]",
            &[
                "Drinks ginger\ntea.",
                "Ginger-tea at night.",
                "Two ginger teas.",
                "Metastases.",
                "Toma infusion de jengibre.",
            ],
            &[
                "Denies ginger tea.",
                "Mother drinks ginger tea.",
                "Ginger, tea.",
                "Possible metastasis.",
                "Niega infusión de jengibre.",
            ],
        ),
        rule(
            "said",
            "sentence",
            "[when.a]\nwords = [\"asthma\", \"asma\"]\nsaid = [\"negated\"]\n[unless.b]\nwords = [\"exercise\", \"ejercicio\"]",
            &["No asthma.", "Niega asma."],
            &["Asthma.", "No asthma with exercise.", "Asma."],
        ),
        rule(
            "relative",
            "sentence",
            "[when.a]\nwords = [\"glaucoma\"]\nof = \"relative\"",
            &["Mother had glaucoma.", "Su madre tiene glaucoma."],
            &["Glaucoma.", "Tiene glaucoma."],
        ),
        rule(
            "section",
            "sentence",
            "[when.a]\nwords = [\"glaucoma\"]\nsections = [\"past-history\"]",
            &["PMH: glaucoma.", "Antecedentes: glaucoma."],
            &["Plan: glaucoma.", "Plan: glaucoma."],
        ),
        rule(
            "pair",
            "item",
            "[when.a]\ndrugs = [\"warfarin\"]\n[when.b]\ndrugs = [\"@nsaids\"]",
            &["- Warfarin 3 mg. Also ibuprofen.", "- Warfarina 3 mg. También ibuprofeno."],
            &["- Warfarin 3 mg.\n- Ibuprofen 400 mg.", "- Warfarina 3 mg.\n- Ibuprofeno 400 mg."],
        ),
        rule(
            "same",
            "sentence",
            "[when.a]\ndrugs = [\"@nsaids\"]\n[when.b]\ndrugs = [\"@nsaids\"]",
            &["Ibuprofen and naproxen.", "Ibuprofeno y naproxeno."],
            &["Ibuprofen, later ibuprofen.", "Ibuprofeno, luego ibuprofeno."],
        ),
        rule(
            "dose",
            "sentence",
            "[when.a]\norders = [\"metformin\"]\ncondition = \"day>1500\"",
            &["Plan: metformin 850 mg twice daily.", "Plan: metformina 850 mg cada 12 horas."],
            &[
                "Plan: metformin 500 mg twice daily.",
                "Plan: stop metformin 850 mg twice daily.",
                "Plan: metformina 500 mg cada 12 horas.",
            ],
        ),
        rule(
            "route",
            "sentence",
            "[when.a]\norders = [\"morphine\"]\nroute = [\"IV\"]",
            &["Plan: morphine 2 mg IV.", "Plan: morfina 2 mg IV."],
            &["Plan: morphine 10 mg PO.", "Plan: morfina 10 mg VO."],
        ),
        rule(
            "value",
            "note",
            "[when.a]\npatient = \"potassium>6\"",
            &["Potassium 6.8.", "Potasio 6,8."],
            &["Potassium 4.1.", "Potasio 4,1."],
        ),
        rule(
            "patient",
            "note",
            "[when.a]\norders = [\"valproate\"]\n[when.b]\npatient = \"woman & age<50 & not unprotected\"\n[unless.c]\npatient = \"pregnant\"",
            &[
                "30-year-old woman.\n\nPlan: valproate 500 mg BD.",
                "Mujer de 30 años.\n\nPlan: valproato 500 mg cada 12 h.",
            ],
            &[
                "30-year-old man.\n\nPlan: valproate 500 mg BD.",
                "60-year-old woman.\n\nPlan: valproate 500 mg BD.",
                "30-year-old pregnant woman.\n\nPlan: valproate 500 mg BD.",
                "Varón de 30 años.\n\nPlan: valproato 500 mg cada 12 h.",
            ],
        ),
        rule(
            "in-one-section",
            "section",
            "[when.a]\nwords = [\"fever\", \"fiebre\"]\n[when.b]\nwords = [\"neutropenia\"]",
            &["## Assessment\n\nFever.\n\nNeutropenia.", "## Valoración\n\nFiebre.\n\nNeutropenia."],
            &[
                "## Assessment\n\nFever.\n\n## Plan\n\nNeutropenia.",
                "## Valoración\n\nFiebre.\n\n## Plan\n\nNeutropenia.",
            ],
        ),
    ];
    let names: Vec<String> = (0..rules.len()).map(|number| format!("rule-{number}")).collect();
    let files: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(rules.iter().map(String::as_str)).collect();
    let folder = hospital("", &files);
    let run = referee(&folder, &["rules", "test", "--files"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    assert_eq!(run.stdout.lines().filter(|line| line.starts_with("site/")).count(), rules.len());
}

#[test]
fn a_sentence_of_a_file_that_is_wrong_is_named_with_its_line() {
    let wrong = example().replace("eGFR 24. Plan", "eGFR 84. Plan");
    assert_ne!(wrong, example());
    let folder = hospital("", &[("methotrexate-kidneys", &wrong)]);
    let run = referee(&folder, &["rules", "test", "--files"]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("methotrexate-kidneys.toml:"), "{}", run.stdout);
    assert!(run.stdout.contains(&format!("{ID} is silent: eGFR 84.")), "{}", run.stdout);
}
