//! Clinical notes with `referee check`, the example in the guide, and the baseline for existing
//! text.

use referee_tests::Folder;
use referee_tests::cli::{Run, referee};
use serde_json::Value;
use std::path::Path;

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr))
}

fn findings(value: &Value) -> Vec<(String, String)> {
    let files = value["files"].as_array().expect("files");
    let all = files.iter().flat_map(|file| file["findings"].as_array().expect("findings"));
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    all.map(|finding| (word(&finding["rule"]), word(&finding["severity"]))).collect()
}

fn rules(run: &Run) -> Vec<String> {
    let mut out: Vec<String> = findings(&json(run)).into_iter().map(|finding| finding.0).collect();
    out.sort();
    out.dedup();
    out
}

#[test]
fn a_file_is_a_note_by_its_front_matter_by_the_settings_or_by_the_command_line() {
    let text = "Insulin 10U daily.\n";
    let folder = Folder::with(&[("a.md", text), ("notes/b.md", text)]);
    folder.write("c.md", format!("---\nreferee:\n  kind: clinical-note\n---\n\n{text}"));
    folder.write("referee.toml", "[documents]\nclinical = [\"notes/**\"]\n");
    let rule = [String::from("medication/unit-abbreviation")];
    assert!(rules(&referee(&folder, &["check", "--format", "json", "a.md"])).is_empty());
    assert_eq!(rules(&referee(&folder, &["check", "--format", "json", "notes/b.md"])), rule);
    assert_eq!(rules(&referee(&folder, &["check", "--format", "json", "c.md"])), rule);
    assert_eq!(
        rules(&referee(&folder, &["check", "--format", "json", "--kind", "clinical-note", "a.md"])),
        rule
    );
    assert!(
        rules(&referee(&folder, &["check", "--format", "json", "--kind", "manuscript", "c.md"])).is_empty()
    );
}

#[test]
fn clinical_content_is_never_changed_by_fix() {
    let text = "Insulin 10U daily. Warfarin 5.0 mg QD. Digoxin .125 mg daily. MS 4 mg IV.\n";
    let folder = Folder::with(&[("a.txt", text)]);
    let run = referee(&folder, &["check", "--kind", "clinical-note", "--fix", "a.txt"]);
    assert!(run.code <= 1, "{}", run.stderr);
    assert_eq!(folder.read("a.txt"), text);
}

#[test]
fn a_silence_of_a_rule_about_notes_needs_a_reason() {
    let of = |reason: &str| {
        let text =
            format!("<!-- referee:ignore medication/unit-abbreviation{reason} -->\nInsulin 10U daily.\n");
        let folder = Folder::with(&[("a.md", &text)]);
        rules(&referee(&folder, &["check", "--kind", "clinical-note", "--format", "json", "a.md"]))
    };
    assert!(of(" quoted from the order").is_empty());
    assert!(of("").contains(&String::from("medication/unit-abbreviation")));
}

#[test]
fn profile_and_region_come_from_the_nearest_folder() {
    let folder = Folder::with(&[
        ("referee.toml", "[documents]\nclinical = [\"**\"]\n[critic]\nprofile = \"soap\"\n"),
        ("a.txt", "S: cough\nO: clear\nP: rest\n"),
        ("uk/referee.toml", "[documents]\nclinical = [\"**\"]\n[critic]\nregion = \"en-GB\"\n"),
        ("uk/b.txt", "Amlodipine 5 mg OD.\n"),
    ]);
    assert_eq!(rules(&referee(&folder, &["check", "--format", "json", "a.txt"])), ["note/missing-section"]);
    assert!(rules(&referee(&folder, &["check", "--format", "json", "uk/b.txt"])).is_empty());
}

#[test]
fn a_rule_that_is_off_by_default_is_silent_until_it_is_switched_on() {
    let note = "---\nreferee:\n  kind: clinical-note\n---\n\nMedications:\n- lisinopril 20 mg daily\n- spironolactone 25 mg daily\n";
    let folder = Folder::with(&[("note.md", note)]);
    let check = || findings(&json(&referee(&folder, &["check", "--format", "json", "note.md"])));
    assert_eq!(check(), []);
    folder.write("referee.toml", "[rules]\n\"medication/caution\" = \"information\"\n");
    assert_eq!(check(), [("medication/caution".to_owned(), "information".to_owned())]);
}

#[test]
fn known_findings_are_left_out_until_their_line_changes() {
    let folder = Folder::with(&[("a.txt", "Insulin 10U daily.\n")]);
    let check = ["check", "--kind", "clinical-note", "--format", "json", "--fail-on", "warning", "a.txt"];
    assert_eq!(referee(&folder, &check).code, 1);
    let written = referee(&folder, &["check", "--kind", "clinical-note", "--write-baseline", "a.txt"]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    let baseline = folder.read("referee.baseline.json");
    assert!(!baseline.contains("Insulin"), "the text of a note is written nowhere: {baseline}");
    let again = referee(&folder, &check);
    assert_eq!((again.code, rules(&again)), (0, Vec::new()));
    assert!(again.stderr.contains("1 known finding"), "{}", again.stderr);
    // Changes to other lines do not matter; a change to the line itself makes the finding new.
    folder.write("a.txt", "Seen today.\nInsulin 10U daily.\nHeparin 5000 U sc.\n");
    let more = referee(&folder, &check);
    assert_eq!(findings(&json(&more)).len(), 1, "{}", more.stdout);
    folder.write("a.txt", "Insulin 10U twice daily.\n");
    assert_eq!(referee(&folder, &check).code, 1);
    folder.write("referee.baseline.json", "{");
    let broken = referee(&folder, &check);
    assert_eq!(broken.code, 2, "{}", broken.stderr);
    assert!(broken.stderr.contains("not a baseline"), "{}", broken.stderr);
}

#[test]
fn the_example_shows_every_planted_problem_and_nothing_else() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples/tumour-board.md");
    let folder = Folder::with(&[(
        "tumour-board.md",
        &std::fs::read_to_string(example).expect("the example is there"),
    )]);
    let run = referee(&folder, &["check", "--format", "json", "tumour-board.md"]);
    let mut found = findings(&json(&run));
    found.sort();
    let found: Vec<(&str, &str)> =
        found.iter().map(|(rule, severity)| (rule.as_str(), severity.as_str())).collect();
    assert_eq!(
        found,
        [
            ("medication/allergy-conflict", "error"),
            ("medication/drug-abbreviation", "warning"),
            ("medication/trailing-zero", "warning"),
            ("medication/uncited-dose", "warning"),
            ("medication/unit-abbreviation", "warning"),
            ("note/impossible-stage", "warning"),
            ("note/missing-section", "information"),
            ("note/treatment-before-diagnosis", "warning"),
        ]
    );
}

#[test]
fn a_kind_of_contradiction_is_switched_by_its_own_name() {
    let note = "65-year-old man. Never smoked. He has 40 pack-years. Weight 70 kg (32 lb).\n";
    let kinds = |run: &Run| -> Vec<(String, String)> {
        let value = json(run);
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let all = value["files"].as_array().expect("files").iter().flat_map(|file| {
            file["findings"].as_array().expect("findings").iter().filter(|one| one["kind"].is_string())
        });
        all.map(|one| {
            assert_eq!(one["rule"], "note/contradiction");
            (word(&one["kind"]), word(&one["severity"]))
        })
        .collect()
    };
    let folder = Folder::with(&[("a.md", note)]);
    let arguments = ["check", "--format", "json", "--kind", "clinical-note", "a.md"];
    let all = kinds(&referee(&folder, &arguments));
    let has = |found: &[(String, String)], kind: &str, severity: &str| {
        found.iter().any(|one| one.0 == format!("note/contradiction.{kind}") && one.1 == severity)
    };
    assert!(has(&all, "habit", "warning") && has(&all, "units", "warning"), "{all:?}");

    folder.write("referee.toml", "[rules]\n\"note/contradiction.habit\" = \"off\"\n");
    let left = kinds(&referee(&folder, &arguments));
    assert!(!has(&left, "habit", "warning") && has(&left, "units", "warning"), "{left:?}");

    // Settings for a kind take precedence over settings for its rule.
    folder.write(
        "referee.toml",
        "[rules]\n\"note/contradiction\" = \"off\"\n\"note/contradiction.units\" = \"hint\"\n",
    );
    let left = kinds(&referee(&folder, &arguments));
    assert!(has(&left, "units", "hint") && left.len() == 1, "{left:?}");

    folder.write("referee.toml", "[rules]\n\"note/contradiction.habits\" = \"off\"\n");
    let run = referee(&folder, &arguments);
    assert!(run.stderr.contains("There is no rule `note/contradiction.habits`"), "{}", run.stderr);
}

#[test]
fn a_kind_is_explained_tried_and_silenced() {
    let folder = Folder::with(&[]);
    let run = referee(&folder, &["explain", "note/contradiction.units"]);
    assert!(run.code == 0 && run.stdout.contains("70 kg (32 lb)"), "{}{}", run.stdout, run.stderr);
    let run = referee(&folder, &["rules"]);
    assert!(run.stdout.contains("note/contradiction.units "), "{}", run.stdout);
    let run = referee(&folder, &["rules", "try", "note/contradiction.units", "Weight 70 kg (32 lb)."]);
    assert!(run.stdout.contains("note/contradiction.units speaks"), "{}{}", run.stdout, run.stderr);
    let run = referee(&folder, &["rules", "try", "note/contradiction.side", "Weight 70 kg (32 lb)."]);
    assert!(run.stdout.contains("note/contradiction.side is silent"), "{}{}", run.stdout, run.stderr);
    let check = |comment: &str| {
        folder.write("a.md", format!("{comment}\nWeight 70 kg (32 lb).\n"));
        rules(&referee(&folder, &["check", "--format", "json", "--kind", "clinical-note", "a.md"]))
    };
    assert!(check("").contains(&String::from("note/contradiction")));
    let silenced = check("<!-- referee:ignore note/contradiction.units as the scale printed it -->");
    assert!(!silenced.contains(&String::from("note/contradiction")), "{silenced:?}");
}
