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
    let dose = self::found(
        &[(&spoken.replace("warfarina", "5 mg de warfarina"), "v.json")],
        "Toma warfarina 10 mg.",
    );
    assert_eq!(dose[0].evidence[0].shown("\\u00bfN\\u00e1useas?\\nNo"), "¿Náuseas? No");
}

#[test]
fn a_laboratory_value_is_compared_with_the_table_by_any_of_its_names() {
    let table =
        "test,value,unit\nPotassium,3.1,mmol/L\nHemoglobin,10.2,g/dL\nCreatinine,2.1,mg/dL\nWBC,3.9,10^9/L\n";
    let differing = found(&[(table, "labs.csv")], "Labs: K 3.9, Hb 12.0, creatinine 1.1.");
    let messages: Vec<&str> = differing.iter().map(|remark| remark.message.text(Language::English)).collect();
    let expected = [
        "K: 3.9 here, 3.1 in the source.",
        "HB: 12 here, 10.2 in the source.",
        "creatinine: 1.1 here, 2.1 in the source.",
    ];
    assert_eq!(messages, expected);
    let same = found(&[(table, "labs.csv")], "Labs: K 3.1, Hb 10.2, creatinine 2.1.");
    assert!(same.is_empty(), "{same:?}");
}

#[test]
fn a_heart_rate_is_not_taken_for_a_pressure() {
    let talk = "[doctor] heart rate is eighty eight and he is thirty seven one\n[patient] okay";
    let note = "T 37.1, HR 88, BP 128/76.";
    assert!(found(&[(talk, "v.txt")], note).is_empty());
}

#[test]
fn a_drug_that_is_started_in_the_next_sentence_is_not_stopped() {
    let talk = "[doctor] Okay, stop the azithromycin, and pull the line. Let's restart his metformin.\n[patient] okay";
    let found = found(&[(talk, "v.txt")], "Resume metformin.");
    let messages: Vec<&str> = found.iter().map(|remark| remark.message.text(Language::English)).collect();
    assert_eq!(messages, ["The source stops or advises against azithromycin; the note does not say so."]);
}

/// An admission note, which a discharge letter is compared with.
const ADMISSION: &str = "72-year-old woman admitted with dyspnoea.\n\nAllergies: penicillin (anaphylaxis), sulfa (rash).\n\n\
Past history: heart failure, left hip replacement. No diabetes.\n\nHome medicines:\n- Furosemide 40 mg daily\n\
- Apixaban 5 mg twice daily\n- Bisoprolol 5 mg daily\n- Atorvastatin 20 mg nightly\n\n\
Examination: BP 142/86, HR 112, weight 82.4 kg.\n";

fn rules_of(note: &str) -> Vec<String> {
    let remarks = found(&[(ADMISSION, "admission.md")], note);
    remarks.iter().map(|remark| remark.message.text(Language::English).to_owned()).collect()
}

#[test]
fn what_changed_since_the_admission_is_no_difference() {
    let letter = "72-year-old woman.\n\nAllergies: penicillin, sulfa.\n\nHospital course: IV ceftriaxone for pneumonia. Weight fell from \
82.4 kg to 77 kg. BP 118/70 and HR 74 at discharge. No dyspnoea.\n\nDischarge medications:\n- Furosemide 80 mg daily \
(increased)\n- Apixaban 5 mg twice daily\n- Bisoprolol 5 mg daily\n- Atorvastatin 20 mg nightly\n- Spironolactone 25 mg \
daily (new)\n";
    assert_eq!(rules_of(letter), Vec::<String>::new());
}

#[test]
fn what_a_discharge_letter_copies_wrongly_or_leaves_out_is_reported() {
    let letter = "76-year-old woman.\n\nAllergies: penicillin.\n\nPast history: right hip replacement.\n\nHospital course: Weight \
fell from 84.2 kg to 77 kg.\n\nDischarge medications:\n- Furosemide 40 mg daily\n- Apixaban 2.5 mg twice daily\n\
- Bisoprolol 5 mg daily\n- Spironolactone 25 mg daily\n";
    let expected = [
        "The allergy to sulfa that the source mentions is not in the note.",
        "atorvastatin is among the medicines of the source; the note does not say what becomes of it.",
        "76 year here, 72 in the source.",
        "hip: right here, only left in the source.",
        "weight: 84.2 here, 82.4 in the source.",
        "apixaban: 2.5 mg here, 5 in the source.",
        "spironolactone is not mentioned in the source, by this or another name.",
    ];
    let mut messages = rules_of(letter);
    messages.sort_by_key(|message| expected.iter().position(|known| known == message));
    assert_eq!(messages, expected);
}

#[test]
fn a_parent_answers_for_a_child() {
    let talk = "Dr. Lee: Any vomiting or diarrhea?\nMother: He threw up once after coughing. No diarrhea.\nDr. Lee: Does he have \
asthma?\nMother: No, but my husband does, and he has eczema.\nDr. Lee: Allergies?\nMother: He gets hives with amoxicillin.\n\
Dr. Lee: His oxygen is ninety three. I don't think he needs antibiotics.\n";
    let note = "One vomit. Denies diarrhea.\n\nPMH: Eczema. No asthma.\n\nAllergies: Amoxicillin (hives).\n\nSpO2 93%.\n\n\
Plan: No antibiotics.\n";
    let rules = |note: &str| -> Vec<&str> {
        found(&[(talk, "v.txt")], note).iter().map(|remark| remark.rule).collect()
    };
    assert_eq!(rules(note), Vec::<&str>::new());
    for (before, after, rule) in [
        ("Amoxicillin (hives)", "NKDA", "source/left-out"),
        ("93%", "98%", "source/number-differs"),
        ("Denies diarrhea", "Reports diarrhea", "source/negation-differs"),
        ("Eczema. No asthma", "Asthma", "source/negation-differs"),
    ] {
        assert_eq!(rules(&note.replace(before, after)), [rule], "{before} -> {after}");
    }
}

#[test]
fn an_answer_without_a_name_is_not_of_the_next_drug() {
    let talk = "[doctor] Are you still on the sertraline?\n[patient] Yeah, a hundred. But I stopped the trazodone because it made \
me groggy.\n[doctor] Okay. Dr. Hall may want to go up to one fifty.\n";
    let note =
        "Sertraline 100 mg daily. Stopped trazodone.\n\nPlan: Dr. Hall may increase sertraline to 150 mg.";
    assert!(found(&[(talk, "v.txt")], note).is_empty());
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
