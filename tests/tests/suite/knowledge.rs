//! The user's own tables and their commands: a drug and a dose of a hospital in an editor and on
//! the command line, errors in a table, and labelled sentences.

use referee_tests::cli::run_at_home;
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::Value;
use std::time::Duration;

const NOTE: &str =
    "Allergies: penicillin (anaphylaxis).\n\nPlan: start zeltacillin 4 g by mouth twice daily.\n";
const DRUGS: &str = "id\tenglish\tspanish\tother\tkind\tclasses\tsource\tchecked\n\
    zeltamicol\tzeltamicol\tzeltamicol\tZeltasol\tpenicillin\tpenicillin\tformulary of the hospital\t2026-11-28\n";
const DOSES: &str = "drug\troute\twho\tbasis\thighest\tunit\tsource\tchecked\n\
    zeltamicol\tany\tadult\tdose\t500\tmg\tformulary of the hospital\t2026-11-28\n\
    zeltamicol\tany\tadult\tday\t1000\tmg\tformulary of the hospital\t2026-11-28\n\
    metformin\tany\tadult\tday\t2000\tmg\tformulary of the hospital\t2026-11-28\n";
const INTERACTIONS: &str = "one\tother\twhen\tstrength\tenglish\tspanish\tsource\tchecked\n\
    zeltamicol\twarfarin\t\tcontraindicated\tbleeding\themorragia\tformulary of the hospital\t2026-11-28\n\
    sertraline\tsumatriptan\t\tcontraindicated\tserotonin\tserotonina\tformulary of the hospital\t2026-11-28\n";

/// Returns a folder with a note and the tables of a user.
fn hospital(note: &str, tables: &[(&str, &str)]) -> Folder {
    let mut files =
        vec![("ward.note.md".to_owned(), format!("---\nreferee:\n  kind: clinical-note\n---\n\n{note}"))];
    files.extend(
        tables.iter().map(|(name, text)| (format!("config/referee/knowledge/{name}"), (*text).to_owned())),
    );
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Folder::with(&files)
}

fn variables(folder: &Folder) -> Vec<(String, String)> {
    vec![("XDG_CONFIG_HOME".to_owned(), folder.path("config").display().to_string())]
}

/// Returns the ids of the rules that an editor shows in the note.
fn shown(folder: &Folder, wanted: &str) -> Vec<String> {
    let abilities = ClientCapabilities::default().with_environment(variables(folder));
    let editor = Editor::start(folder, abilities);
    editor.open(folder, "ward.note.md", "markdown");
    let has = |found: &[Value]| found.iter().any(|finding| finding["code"] == wanted);
    let found = editor.diagnostics_until(&folder.uri("ward.note.md"), has);
    found.iter().filter_map(|finding| finding["code"].as_str().map(str::to_owned)).collect()
}

#[test]
fn a_drug_and_a_dose_of_a_hospital_count_in_an_editor() {
    let note = NOTE.replace("zeltacillin", "Zeltasol");
    let folder = hospital(&note, &[("drugs.tsv", DRUGS), ("doses.tsv", DOSES)]);
    let rules = shown(&folder, "medication/implausible-dose");
    assert!(rules.iter().any(|rule| rule == "medication/allergy-conflict"), "{rules:?}");
    // The drug is unknown without the tables.
    let run = run_at_home(&folder.path(""), &folder.home(), &[], &["check", "ward.note.md"]);
    assert!(!run.stdout.contains("medication/"), "{}", run.stdout);
    let run = run_at_home(&folder.path(""), &folder.home(), &variables(&folder), &["check", "ward.note.md"]);
    assert!(run.stdout.contains("medication/allergy-conflict"), "{}", run.stdout);
}

#[test]
fn an_error_in_a_table_is_shown_with_file_and_line_and_the_other_rows_count() {
    let wrong = DOSES.replace("\t1000\tmg", "\tmuch\tmg");
    let folder = hospital("Plan: metformin 2550 mg daily.\n", &[("drugs.tsv", DRUGS), ("doses.tsv", &wrong)]);
    let abilities = ClientCapabilities::default().with_environment(variables(&folder));
    let editor = Editor::start(&folder, abilities);
    let message = editor
        .notification_where(Duration::from_secs(60), "window/showMessage", |message| {
            message["message"].as_str().is_some_and(|text| text.contains("doses.tsv:3"))
        })
        .expect("the editor shows the error");
    assert_eq!(message["type"], 2);
    let run = run_at_home(&folder.path(""), &folder.home(), &variables(&folder), &["check", "ward.note.md"]);
    assert!(run.stderr.contains("doses.tsv:3: the column `highest` should be a number"), "{}", run.stderr);
    assert!(run.stdout.contains("medication/implausible-dose"), "{}", run.stdout);
}

#[test]
fn a_rule_is_tried_on_a_sentence() {
    let folder = hospital("", &[("drugs.tsv", DRUGS), ("doses.tsv", DOSES)]);
    let run =
        |arguments: &[&str]| run_at_home(&folder.path(""), &folder.home(), &variables(&folder), arguments);
    let speaks = run(&["rules", "try", "medication/implausible-dose", "Plan: Zeltasol 4 g twice daily."]);
    assert_eq!(speaks.code, 0, "{}", speaks.stderr);
    for part in ["the drug `zeltamicol`", "formulary of the hospital", "medication/implausible-dose speaks"] {
        assert!(speaks.stdout.contains(part), "{part}: {}", speaks.stdout);
    }
    let silent = run(&["rules", "try", "medication/implausible-dose", "Plan: Zeltasol 500 mg twice daily."]);
    assert!(silent.stdout.contains("medication/implausible-dose is silent"), "{}", silent.stdout);
    assert_eq!(run(&["rules", "try", "medication/nothing", "x"]).code, 2);
}

#[test]
fn an_interaction_of_a_hospital_counts() {
    let note = "Medications: warfarin 3 mg daily, Zeltasol 500 mg twice daily.\n";
    let tables = [("drugs.tsv", DRUGS), ("relations/interactions.tsv", INTERACTIONS)];
    let folder = hospital(note, &tables);
    let run =
        |arguments: &[&str]| run_at_home(&folder.path(""), &folder.home(), &variables(&folder), arguments);
    let rules = shown(&folder, "medication/interaction");
    assert!(rules.iter().any(|rule| rule == "medication/interaction"), "{rules:?}");
    let attempt = |sentence: &str| run(&["rules", "try", "medication/interaction", sentence]).stdout;
    let new = attempt(note);
    assert!(
        new.contains("medication/interaction speaks") && new.contains("contraindicated; bleeding"),
        "{new}"
    );
    // The title of a formulary is not translated.
    let spanish = attempt("Tratamiento habitual: warfarina 3 mg/día, Zeltasol 500 mg cada 12 h.");
    assert!(spanish.contains("hemorragia (formulary of the hospital; cotejado 2026-11-28)"), "{spanish}");
    // The built-in table only advises caution for this pair; the hospital is stricter.
    let stricter = attempt("Medications: sertraline 100 mg daily, sumatriptan 50 mg daily.");
    assert!(stricter.contains("warning at") && stricter.contains("formulary of the hospital"), "{stricter}");
}

#[test]
fn an_interaction_of_an_unknown_drug_is_shown_with_file_and_line() {
    let wrong = INTERACTIONS.replace("zeltamicol", "zeltamicole");
    let tables = [("relations/interactions.tsv", wrong.as_str())];
    let folder = hospital("Medications: sertraline 100 mg daily, sumatriptan 50 mg daily.\n", &tables);
    let run = run_at_home(&folder.path(""), &folder.home(), &variables(&folder), &["check", "ward.note.md"]);
    assert!(run.stderr.contains("interactions.tsv:2: the column `one`"), "{}", run.stderr);
    assert!(run.stdout.contains("medication/interaction"), "{}", run.stdout);
}

#[test]
fn labelled_sentences_are_run() {
    let folder = hospital("", &[("drugs.tsv", DRUGS), ("doses.tsv", DOSES)]);
    folder.write(
        "mine.txt",
        "= medication/implausible-dose\n+ Plan: Zeltasol 4 g twice daily.\n- Plan: Zeltasol 500 mg twice daily.\n",
    );
    let run =
        |arguments: &[&str]| run_at_home(&folder.path(""), &folder.home(), &variables(&folder), arguments);
    let right = run(&["rules", "test", "mine.txt"]);
    assert_eq!(right.code, 0, "{}{}", right.stdout, right.stderr);
    assert!(right.stdout.contains("2 of 2"), "{}", right.stdout);
    folder.write("mine.txt", "= medication/implausible-dose\n- Plan: Zeltasol 4 g twice daily.\n");
    let wrong = run(&["rules", "test", "mine.txt"]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.stdout.contains("mine.txt:2: medication/implausible-dose speaks"), "{}", wrong.stdout);
    folder.write("mine.txt", "no sentence\n");
    assert_eq!(run(&["rules", "test", "mine.txt"]).code, 2);
    let own = run(&["rules", "test", "--rule", "medication/intrathecal-vinca"]);
    assert_eq!(own.code, 0, "{}", own.stdout);
}
