//! Tests the labelled pairs of `labelled.tsv`.

use referee_conversation::{Note, Talk, compare};

const PAIRS: &str = include_str!("labelled.tsv");

/// Returns the rules that report something in a note.
fn rules(talk: &str, note: &str) -> Vec<&'static str> {
    let (talk, note) = (talk.replace("\\n", "\n"), note.replace("\\n", "\n"));
    compare(&Note::read(&note, 0), &Talk::read(&[(&talk, "visit.txt")]))
        .iter()
        .map(|remark| remark.rule)
        .collect()
}

#[test]
fn each_pair_makes_its_rule_speak_and_no_other() {
    let mut wrong = Vec::new();
    let (mut speak, mut silent) = (0, 0);
    for line in PAIRS.lines().filter(|line| !line.starts_with('#')) {
        let [label, talk, note] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let found = rules(talk, note);
        let is_right = if label == "-" {
            silent += 1;
            found.is_empty()
        } else {
            speak += 1;
            !found.is_empty() && found.iter().all(|rule| *rule == label)
        };
        if !is_right {
            wrong.push(format!("{label}: {talk} | {note} -> {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), speak + silent, wrong.join("\n"));
    assert!(speak >= 40 && silent >= 80, "{speak} speak, {silent} are silent");
}
