//! Compares a note with its source on the command line and in an editor.

use referee_tests::cli::{Run, referee};
use referee_tests::tools::root;
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::Value;

const VISIT: &str =
    "[doctor] continue the lisinopril , twenty milligrams a day . any fever ?\n[patient] no\n";
const NOTE: &str = "Continue lisinopril 40 mg daily. The patient reports fever.\n";

fn sources(run: &Run) -> Vec<(String, String)> {
    let report: Value = serde_json::from_str(&run.stdout).expect("a report");
    let findings = report["files"][0]["findings"].as_array().expect("findings").clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    findings
        .iter()
        .filter(|finding| text(&finding["rule"]).starts_with("source/"))
        .map(|finding| (text(&finding["rule"]), text(&finding["related"][0]["path"])))
        .collect()
}

fn expected() -> Vec<(String, String)> {
    let pair = |rule: &str| (rule.to_owned(), "visit.txt".to_owned());
    vec![pair("source/dose-differs"), pair("source/negation-differs")]
}

#[test]
fn a_source_is_named_on_the_command_line_in_the_note_or_in_the_settings() {
    let check = ["check", "--offline", "--format", "json"];
    let folder = Folder::with(&[("note.md", NOTE), ("visit.txt", VISIT)]);
    let arguments = [&check[..], &["--kind", "clinical-note", "note.md", "--against", "visit.txt"]].concat();
    let run = referee(&folder, &arguments);
    assert_eq!((sources(&run), run.code), (expected(), 1), "{}", run.stderr);

    let folder = Folder::with(&[("visit.txt", VISIT)]);
    folder.write(
        "note.md",
        format!("---\nreferee: {{kind: clinical-note, sources: [visit.txt]}}\n---\n\n{NOTE}"),
    );
    assert_eq!(sources(&referee(&folder, &[&check[..], &["note.md"]].concat())), expected());

    let folder = Folder::with(&[("note.md", NOTE), ("visit.txt", VISIT)]);
    folder.write("referee.toml", "[documents]\nclinical = [\"*.md\"]\nsources = [\"visit.txt\"]\n");
    assert_eq!(sources(&referee(&folder, &[&check[..], &["note.md"]].concat())), expected());

    let folder = Folder::with(&[("note.md", NOTE), ("note.transcript.txt", VISIT)]);
    folder
        .write("referee.toml", "[documents]\nclinical = [\"*.md\"]\nsources = [\"{stem}.transcript.txt\"]\n");
    assert_eq!(sources(&referee(&folder, &[&check[..], &["note.md"]].concat())).len(), 2);
}

#[test]
fn what_is_compared_with_a_source_is_a_note_unless_it_cites() {
    let check = ["check", "--offline", "--format", "json", "note.md", "--against", "visit.txt"];
    let folder = Folder::with(&[("note.md", NOTE), ("visit.txt", VISIT)]);
    let run = referee(&folder, &check);
    assert_eq!(sources(&run), expected(), "{}", run.stderr);
    assert!(run.stderr.contains("--kind manuscript"), "{}", run.stderr);

    folder.write("note.md", format!("{NOTE}As others do [@jones2020].\n"));
    let run = referee(&folder, &check);
    assert_eq!(sources(&run), []);
    assert!(run.stderr.contains("--kind clinical-note"), "{}", run.stderr);
}

#[test]
fn a_spanish_note_gets_its_names_with_accents_and_its_fixes_in_spanish() {
    let folder = Folder::with(&[
        ("nota.md", "Paciente con dolor de oído izquierdo desde hace tres días.\n"),
        ("visita.txt", "Médico: ¿Qué le pasa?\nPaciente: Me duele el oído derecho desde hace tres días.\n"),
    ]);
    let run = referee(&folder, &["check", "--offline", "nota.md", "--against", "visita.txt"]);
    let words: Vec<&str> = run.stdout.split_whitespace().collect();
    let printed = words.join(" ");
    assert!(printed.contains("oído: izquierdo aquí, solo derecho en la fuente."), "{printed}");
    assert!(printed.contains("fix: Escribir «derecho», como dice la fuente"), "{printed}");
}

#[test]
fn the_terminal_shows_the_words_of_the_conversation_without_markup() {
    let folder = Folder::with(&[
        ("note.md", "Allergies: none known.\nIbuprofen 800 mg daily.\n"),
        (
            "visit.vtt",
            "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Doctor>Any allergies to medicines?\n\n\
             00:00:02.500 --> 00:00:04.000\n<v Patient>Sulfa. And I take ibuprofen, four hundred.\n",
        ),
    ]);
    let run = referee(&folder, &["check", "--offline", "note.md", "--against", "visit.vtt"]);
    let printed = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "source: Doctor, 00:00:01.000: Any allergies to medicines?",
        "source: Patient, 00:00:02.500: Sulfa. And I take ibuprofen, four hundred.",
        "ibuprofen: 800 mg here, 400 in the source.",
    ] {
        assert!(printed.contains(said), "{said}: {printed}");
    }
    assert!(!printed.contains("<v"), "{printed}");
}

#[test]
fn a_source_that_is_not_there_is_said() {
    let folder = Folder::with(&[("note.md", NOTE)]);
    let run = referee(&folder, &["check", "--offline", "note.md", "--against", "nothing.txt"]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stderr.contains("nothing.txt"), "{}", run.stderr);
    folder.write(
        "note.md",
        format!("---\nreferee: {{kind: clinical-note, sources: [visit.txt]}}\n---\n\n{NOTE}"),
    );
    let run = referee(&folder, &["check", "--offline", "--format", "json", "note.md"]);
    assert_eq!(sources(&run), [("source/not-compared".to_owned(), String::new())], "{}", run.stdout);
}

#[test]
fn an_editor_follows_edits_of_the_note_and_of_the_unsaved_source() {
    let folder = Folder::with(&[("visit.txt", VISIT)]);
    folder.write(
        "note.md",
        format!("---\nreferee: {{kind: clinical-note, sources: [visit.txt]}}\n---\n\n{NOTE}"),
    );
    let editor = Editor::start(&folder, ClientCapabilities::default());
    editor.open(&folder, "note.md", "markdown");
    let uri = folder.uri("note.md");
    let has = |rule: &'static str| move |found: &[Value]| found.iter().any(|finding| finding["code"] == rule);
    let found = editor.diagnostics_until(&uri, has("source/dose-differs"));
    let dose = found.iter().find(|finding| finding["code"] == "source/dose-differs").expect("the dose");
    let place = &dose["relatedInformation"][0];
    assert_eq!(place["location"]["uri"], folder.uri("visit.txt"));
    assert!(place["message"].as_str().unwrap_or_default().starts_with("doctor: "), "{place}");

    // The source says another dose now, and is not saved.
    editor.open(&folder, "visit.txt", "plaintext");
    editor.change(&folder.uri("visit.txt"), 2, &[(0, 35, 0, 41, "forty")]);
    editor.diagnostics_until(&uri, |found| !has("source/dose-differs")(found));
}

#[test]
fn a_pattern_finds_the_transcript_beside_the_note_or_above_it_and_no_other() {
    let check = ["check", "--offline", "--format", "json", "ward/note.md"];
    for pattern in ["**/*.transcript.txt", "**/{stem}.transcript.txt"] {
        let folder = Folder::with(&[("ward/note.md", NOTE), ("note.transcript.txt", VISIT)]);
        folder.write(
            "other.transcript.txt",
            "[doctor] lisinopril forty milligrams\n[patient] i have a fever\n",
        );
        folder.write(
            "referee.toml",
            format!("[documents]\nclinical = [\"**/*.md\"]\nsources = [\"{pattern}\"]\n"),
        );
        let run = referee(&folder, &check);
        assert_eq!(sources(&run).len(), 2, "{pattern}: {} {}", run.stdout, run.stderr);
    }
}

#[test]
fn a_source_that_is_empty_or_of_another_patient_is_reported_once() {
    let note = "---\nreferee: {kind: clinical-note, sources: [visit.txt]}\n---\n\nThe patient reports knee pain after a fall during \
        soccer practice last weekend. She denies numbness, tingling, locking, giving way, fever, chills, swelling of the ankle and \
        previous injuries of the joint. Examination shows tenderness over the medial joint line with a positive McMurray test and \
        intact distal pulses. Plan: magnetic resonance imaging, elevation, compression, crutches, acetaminophen, orthopedic \
        referral and a return visit in two weeks.\n";
    let asthma = "[doctor] how is the asthma ?\n[patient] i use the inhaler every morning and my breathing got better .\n";
    for text in ["", "\n\n", &asthma.repeat(2_000)] {
        let folder = Folder::with(&[("note.md", note), ("visit.txt", text)]);
        let run = referee(&folder, &["check", "--offline", "--format", "json", "note.md"]);
        let found = sources(&run);
        assert_eq!(found.len(), 1, "{} bytes: {found:?}", text.len());
        assert_eq!(found[0].0, "source/not-compared");
    }
}

#[test]
fn the_page_shows_the_note_with_its_evidence_line_by_line_for_a_signature() {
    let visit = "[00:01] Doctor: Continue the lisinopril, twenty milligrams a day. <script>alert(1)</script>\n[00:05] Patient: Okay.\n";
    let folder = Folder::with(&[
        ("note.md", "Continue lisinopril 40 mg daily.\nStart gabapentin.\n"),
        ("visit.txt", visit),
    ]);
    let check = [
        "check",
        "--offline",
        "--format",
        "html",
        "--kind",
        "clinical-note",
        "note.md",
        "--against",
        "visit.txt",
    ];
    let page = referee(&folder, &check).stdout;
    for part in [
        "The note and what was said",
        "<mark>lisinopril</mark>",
        "<u>gabapentin</u>",
        "Doctor, 00:01",
        "Checked by",
        "Date",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("<script>"), "{page}");
    folder.write("note.md", "Motivo: control de tensión. Continúa con lisinopril 20 mg al día.\n");
    let page = referee(&folder, &check).stdout;
    for part in ["La nota y lo que se dijo", "Revisado por", "Fecha"] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn the_example_of_the_guide_gives_each_row_of_its_table() {
    let page = std::fs::read_to_string(root().join("docs/guide/scribe.md")).expect("the page");
    let block = |name: &str| {
        let (_, after) = page.split_once(&format!("`{name}`:\n\n```text\n")).expect("an example");
        after.split_once("```").expect("its end").0.to_owned()
    };
    let folder = Folder::with(&[]);
    folder.write("visit.txt", block("visit.txt"));
    folder.write("note.md", block("note.md"));
    let run = referee(
        &folder,
        &[
            "check",
            "--offline",
            "--format",
            "json",
            "--kind",
            "clinical-note",
            "note.md",
            "--against",
            "visit.txt",
        ],
    );
    let report: Value = serde_json::from_str(&run.stdout).expect("a report");
    let findings = report["files"][0]["findings"].as_array().expect("findings");
    let mut said: Vec<&str> =
        findings.iter().map(|finding| finding["message"].as_str().expect("a message")).collect();
    let (_, table) = page.split_once("| where | what referee says | rule |").expect("the table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let mut expected: Vec<&str> = rows.filter_map(|row| row.split('|').nth(2)).map(str::trim).collect();
    said.sort_unstable();
    expected.sort_unstable();
    assert_eq!(said, expected);
}

/// The rules that report a note against a source of this name.
fn against(name: &str, source: &str, note: &str) -> Vec<String> {
    let folder = Folder::with(&[("note.md", note), (name, source)]);
    let arguments =
        ["check", "--offline", "--format", "json", "--kind", "clinical-note", "note.md", "--against", name];
    let run = referee(&folder, &arguments);
    sources(&run).into_iter().map(|(rule, _)| rule).collect()
}

#[test]
fn a_spanish_visit_is_compared_with_its_note() {
    let visit = "[00:00:04] Dra. Soto: ¿Ha tenido fiebre?\n[00:00:06] Paciente: No, nada de eso. Me duele la rodilla \
                 izquierda.\n[00:00:12] Dra. Soto: ¿Qué toma?\n[00:00:14] Paciente: Metformina, ochocientos cincuenta \
                 miligramos dos veces al día.\n";
    let note = "Dolor de rodilla izquierda. Niega fiebre. Toma metformina 850 mg dos veces al día.\n";
    assert!(against("visita.txt", visit, note).is_empty());
    for (before, after, rule) in [
        ("izquierda", "derecha", "source/side-differs"),
        ("Niega", "Refiere", "source/negation-differs"),
        ("850", "500", "source/dose-differs"),
        ("metformina", "losartán", "source/drug-not-said"),
    ] {
        let found = against("visita.txt", visit, &note.replacen(before, after, 1));
        assert!(found.iter().any(|one| one == rule), "{after}: {found:?}");
    }
}

#[test]
fn speakers_who_overlap_in_subtitles_are_kept_apart() {
    let visit = "WEBVTT\n\n00:00:01.000 --> 00:00:06.000\n<v Doctor>Any fever?\n\n\
                 00:00:02.000 --> 00:00:03.000\n<v Patient>No, no fever.\n\n\
                 00:00:02.500 --> 00:00:07.000\n<v Daughter>She had a cough.\n\n\
                 00:00:05.000 --> 00:00:08.000\n<v Doctor>Any chest pain?\n\n\
                 00:00:06.000 --> 00:00:09.000\n<v Patient>Yes, chest pain when I walk.\n";
    assert!(against("visit.vtt", visit, "Denies fever. Reports cough and chest pain.\n").is_empty());
    assert_eq!(against("visit.vtt", visit, "Reports fever.\n"), ["source/negation-differs"]);
    assert_eq!(against("visit.vtt", visit, "Denies chest pain.\n"), ["source/negation-differs"]);
}

#[test]
fn a_source_of_two_hundred_kilobytes_gives_one_finding_for_one_difference() {
    let talk = "[doctor] okay , and the left knee , is it better with the ibuprofen , six hundred milligrams ?\n\
                [patient] yes , a little , but it still hurts when i walk up the stairs at work .\n";
    let visit = talk.repeat(200_000 / talk.len() + 1);
    assert!(visit.len() >= 200_000);
    let note = "The patient reports left knee pain. She takes ibuprofen 600 mg for it.\n";
    assert!(against("visit.txt", &visit, note).is_empty());
    let changed = note.replace("600", "800");
    assert_eq!(against("visit.txt", &visit, &changed), ["source/dose-differs"]);
}
