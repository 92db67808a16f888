//! Tests sources in every format, alone and combined.

use referee_conversation::rules::compare_sources;
use referee_conversation::{Note, SourceRemark, Talk, compare};
use referee_text::Language;

fn found(sources: &[(&str, &str)], note: &str) -> Vec<SourceRemark> {
    let all = Talk::read(sources);
    let spoken = all.spoken(sources);
    compare_sources(&Note::read(note, 0), &all, spoken.as_ref())
}

#[test]
fn overlapping_speakers_of_subtitles_are_kept_apart() {
    let vtt = "WEBVTT\n\n00:00:01.000 --> 00:00:05.000\n<v Doctor>Any chest pain or fever?</v>\n\n\
               00:00:04.000 --> 00:00:06.000\n<v Patient>No, no fever.</v>\n<v Doctor>Good.</v>\n";
    let remarks = found(&[(vtt, "visit.vtt")], "The patient reports fever.");
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    let evidence = &remarks[0].evidence;
    assert!(
        evidence.iter().any(|place| place.speaker == "Patient" && place.time == "00:00:04.000"),
        "{evidence:?}"
    );
    assert!(evidence.iter().all(|place| vtt.get(place.span.range()).is_some()));
}

#[test]
fn speakers_who_talk_at_the_same_time_answer_each_their_own_question() {
    // The patient answers while the doctor goes on, and a relative speaks across both.
    let vtt = "WEBVTT\n\n00:00:01.000 --> 00:00:06.000\n<v Doctor>Any fever?\n\n\
               00:00:02.000 --> 00:00:03.000\n<v Patient>No, no fever.\n\n\
               00:00:02.500 --> 00:00:07.000\n<v Daughter>She had a cough.\n\n\
               00:00:05.000 --> 00:00:08.000\n<v Doctor>Any chest pain?\n\n\
               00:00:06.000 --> 00:00:09.000\n<v Patient>Yes, chest pain when I walk, a lot of chest pain.\n";
    let rules =
        |note: &str| found(&[(vtt, "visit.vtt")], note).iter().map(|one| one.rule).collect::<Vec<_>>();
    assert!(rules("Denies fever. Reports cough and chest pain.").is_empty());
    assert_eq!(rules("Reports fever."), ["source/negation-differs"]);
    assert_eq!(rules("Denies chest pain."), ["source/negation-differs"]);
}

#[test]
fn speakers_who_are_named_the_wrong_way_round_are_exchanged() {
    let question = |about: &str| format!("[patient] do you have any {about} ?\n[doctor] no\n");
    let mut talk: String =
        ["fever", "cough", "nausea", "rash", "dizziness", "swelling"].map(question).concat();
    talk.push_str(
        "[patient] and chest pain ?\n[doctor] yes , chest pain when i walk , a lot of chest pain\n",
    );
    let rules =
        |note: &str| found(&[(&talk, "visit.txt")], note).iter().map(|one| one.rule).collect::<Vec<_>>();
    assert_eq!(rules("Reports fever."), ["source/negation-differs"]);
    assert_eq!(rules("Denies chest pain."), ["source/negation-differs"]);
    assert!(rules("Denies fever and cough. Reports chest pain.").is_empty());
}

#[test]
fn answers_of_a_recording_without_speakers_deny_what_was_asked() {
    let lines = [
        "Hi, what brings you in?",
        "I have a cough.",
        "Okay. Do you have any chest",
        "pain at all?",
        "No, no.",
    ];
    let note = "HPI: Cough. Denies chest pain.";
    let plain = lines.join("\n");
    let one_line = lines.join(" ");
    let mut subtitles = String::from("WEBVTT\n\n");
    for (at, line) in lines.iter().enumerate() {
        subtitles.push_str(&format!("00:0{at}.000 --> 00:0{at}.900\n{line}\n\n"));
    }
    for (text, name) in [(&plain, "v.txt"), (&one_line, "v.txt"), (&subtitles, "v.vtt")] {
        let denied = found(&[(text, name)], note);
        assert!(denied.is_empty(), "{name} {text}: {denied:?}");
        let other = found(&[(&text.replace("No, no", "Yes, I do"), name)], note);
        assert!(
            other.iter().any(|remark| remark.rule == "source/negation-differs"),
            "{name} {text}: {other:?}"
        );
    }
}

#[test]
fn the_exports_of_programs_for_dictation_have_speakers() {
    let turns = [
        ("A", "0:00", "What brings you in?"),
        ("B", "0:03", "I have a cough."),
        ("A", "0:05", "Any chest pain?"),
        ("B", "1:06", "No."),
    ];
    let write = |line: fn(&str, &str, &str) -> String| -> String {
        turns.iter().map(|(who, at, said)| line(who, at, said)).collect()
    };
    let forms = [
        write(|who, at, said| format!("Speaker {who}  {at}\n{said}\n\n")),
        write(|who, at, said| format!("Speaker {who} ({at}):\n{said}\n")),
        write(|who, at, said| format!("{at} Speaker {who}\n{said}\n")),
        write(|who, at, said| format!("[{at}] Speaker {who}\n{said}\n")),
        write(|who, at, said| format!("Example, {who}   {at}\n{said}\n")),
    ];
    for form in forms {
        let denied = found(&[(&form, "v.txt")], "HPI: Cough. Denies chest pain.");
        assert!(denied.is_empty(), "{form}: {denied:?}");
        let other = found(&[(&form, "v.txt")], "HPI: Cough. Reports chest pain.");
        assert!(other.iter().any(|remark| remark.rule == "source/negation-differs"), "{form}: {other:?}");
    }
}

#[test]
fn escapes_in_json_are_words() {
    let spoken = r#"[{"speaker": "Paciente", "text": "\u00bfN\u00e1useas? No\u2026 Tomo warfarina."}]"#;
    let found = found(&[(spoken, "v.json")], "Toma warfarina. Toma amiodarona.");
    let said: Vec<&str> = found.iter().map(|remark| remark.rule).collect();
    assert_eq!(said, ["source/drug-not-said"]);
}

#[test]
fn turns_of_json_and_a_table_of_results_are_sources() {
    let json = r#"[{"speaker": "doctor", "text": "Take lisinopril, twenty milligrams."}]"#;
    assert!(found(&[(json, "visit.json")], "Lisinopril 20 mg daily.").is_empty());
    assert_eq!(found(&[(json, "visit.json")], "Lisinopril 40 mg daily.").len(), 1);
    let table = "analyte,value\npotassium,6.1\n";
    assert!(
        found(&[(json, "visit.json"), (table, "labs.csv")], "Lisinopril 20 mg. Potassium 6.1.").is_empty()
    );
}

#[test]
fn a_sentence_of_yesterday_that_today_contradicts_was_copied() {
    let yesterday = "The patient denies fever.\nBack pain.\n";
    let today = "[doctor] any fever ?\n[patient] yes , fever all night , a high fever\n";
    let remarks = found(&[(yesterday, "yesterday.md"), (today, "visit.txt")], "The patient denies fever.\n");
    assert_eq!(remarks.iter().map(|remark| remark.rule).collect::<Vec<_>>(), ["source/copied"]);
}

#[test]
fn a_source_without_words_or_of_another_visit_is_said_once() {
    let note = "The patient reports knee pain after a fall during soccer practice last weekend. She denies numbness, \
                tingling, locking, giving way, fever, chills, swelling of the ankle and previous injuries of the joint. \
                Physical examination shows tenderness over the medial joint line with a positive McMurray test and intact \
                distal pulses. Plan: magnetic resonance imaging, elevation, compression, crutches, acetaminophen, \
                orthopedic referral and a return visit in two weeks.";
    let empty = found(&[("", "visit.txt")], note);
    assert_eq!(empty.iter().map(|remark| remark.rule).collect::<Vec<_>>(), ["source/not-compared"]);
    let other = "[doctor] how is the asthma ?\n[patient] i use the inhaler every morning and my breathing got better .\n\
                 [doctor] wonderful . keep using the spacer and rinse your mouth . any trouble at school ?\n[patient] no .";
    let found = found(&[(other, "visit.txt")], note);
    assert_eq!(found.iter().map(|remark| remark.rule).collect::<Vec<_>>(), ["source/not-compared"]);
    assert!(found[0].message.text(Language::English).contains("another visit"));
}

#[test]
fn a_long_visit_is_compared_and_gives_the_same_again() {
    let line = "[doctor] okay , and the pain in your left knee , is it better with the ibuprofen , six hundred milligrams ?\n\
                [patient] yes , a little , but it still hurts when i walk up the stairs at work .\n";
    let talk = line.repeat(200_000 / line.len());
    let note = "The patient reports left knee pain. She takes ibuprofen 600 mg. Denies fever, chills or night sweats.\n".repeat(40);
    let talk = Talk::read(&[(&talk, "visit.txt")]);
    let read = Note::read(&note, 0);
    let first = compare(&read, &talk);
    assert_eq!(compare(&read, &talk), first);
}

#[test]
fn a_source_that_is_too_long_is_compared_in_part_and_reported() {
    // The limit lies inside of a letter of two bytes.
    let mut talk = String::from("[patient] i take ibuprofen , six hundred milligrams .\n[doctor] o");
    talk.push_str(&"ó".repeat(referee_conversation::reader::MAX_SOURCE_BYTES / 2));
    let talk = Talk::read(&[(&talk, "visit.txt")]);
    let found = compare(&Note::read("She takes ibuprofen 600 mg.", 0), &talk);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].message.text(Language::English).contains("longer than 4 MB"));
}
