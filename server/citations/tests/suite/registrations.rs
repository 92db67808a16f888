//! Tests the statements of papers about their own trial against its registration.

use crate::world::World;
use referee_bibliography::{Date, Identifier, Work, WorkKind};
use referee_findings::{Finding, Severity};
use referee_records::{Record, RegisteredTrial};

const RULE: &str = "manuscript/registry-differs";
const NUMBER: &str = "NCT01234567";

fn date(text: &str) -> Date {
    let mut parts = text.split('-');
    let mut next = || parts.next().map(|part| part.parse::<u16>().unwrap());
    let year = i32::from(next().unwrap());
    let mut small = || next().map(|value| u8::try_from(value).unwrap());
    Date { year, month: small(), day: small() }
}

/// Builds a registration from a line such as `240 | 2015-02 | 2015-01-10 | Change in HbA1c`.
fn registration(line: &str) -> Record {
    let fields: Vec<&str> = line.split(" | ").collect();
    let mut work = Work {
        kind: WorkKind::Trial,
        title: Some(String::from("A Trial of Semaglutide in Adults With Type 2 Diabetes")),
        ..Work::default()
    };
    work.identifiers.insert(Identifier::Trial(NUMBER.to_owned()));
    let start = fields[1].trim_end_matches('?');
    let trial = RegisteredTrial {
        primary_outcomes: vec![fields[3].to_owned()],
        enrolled: fields[0].parse().ok(),
        start: Some(date(start)),
        has_started: start == fields[1],
        first_submitted: Some(date(fields[2])),
    };
    Record { trial: Some(trial), ..Record::new("clinicaltrials", work) }
}

fn paper(sentence: &str, spanish: bool) -> String {
    let own = match (sentence.contains("NCT"), spanish) {
        (true, _) => "",
        (false, false) => "The trial was registered at ClinicalTrials.gov (NCT01234567).",
        (false, true) => "El ensayo está registrado en ClinicalTrials.gov (NCT01234567).",
    };
    if spanish {
        format!(
            "# Semaglutida en adultos\n\n## Resumen\n\nEstudiamos un fármaco en la práctica.\n\n## Métodos\n\n{sentence} {own}\n\n## Resultados\n\nLos pacientes toleraron bien el fármaco.\n"
        )
    } else {
        format!(
            "# Semaglutide in adults\n\n## Abstract\n\nWe studied a drug in practice.\n\n## Methods\n\n{sentence} {own}\n\n## Results\n\nThe drug was well tolerated by them.\n"
        )
    }
}

fn told(registered: &Record, text: &str) -> Vec<Finding> {
    World::of(&[("paper.md", text)]).knowing(vec![registered.clone()]).findings_of("paper.md", RULE)
}

#[test]
fn what_certainly_differs_from_the_registry_is_told_and_nothing_else() {
    let mut registered = None;
    let (mut must, mut must_not) = (0, 0);
    let mut wrong = Vec::new();
    for line in include_str!("registrations.txt").lines() {
        let Some((mark, sentence)) = line.split_once(' ') else { continue };
        let spanish = mark.ends_with("es");
        match mark.trim_end_matches("es") {
            "=" => registered = Some(registration(sentence)),
            "+" => {
                must += 1;
                let all = told(registered.as_ref().unwrap(), &paper(sentence, spanish));
                let is_right = all.len() == 1
                    && all[0].severity == Severity::Hint
                    && all[0].message.contains("ClinicalTrials.gov");
                if !is_right {
                    wrong.push(format!("{line}: {all:#?}"));
                }
            }
            "-" => {
                must_not += 1;
                let all = told(registered.as_ref().unwrap(), &paper(sentence, spanish));
                wrong.extend(all.iter().map(|finding| format!("{line}: {}", finding.message)));
            }
            _ => {}
        }
    }
    assert!(must >= 40 && must_not >= 80, "{must} and {must_not}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_registration_that_was_not_looked_up_is_held_against_nobody() {
    let text = paper("We randomly assigned 312 patients.", false);
    assert!(World::of(&[("paper.md", &text)]).findings_of("paper.md", RULE).is_empty());
    assert!(World::of(&[("paper.md", &text)]).knowing_none().findings_of("paper.md", RULE).is_empty());
}

#[test]
fn the_same_is_told_of_a_paper_in_latex_and_not_of_a_note() {
    let registered = registration("240 | 2015-02 | 2015-01-10 | Change in HbA1c");
    let text = "\\begin{abstract}\nWe studied a drug.\n\\end{abstract}\n\n\\section{Methods}\n\nWe randomly assigned 312 patients. The trial was registered at ClinicalTrials.gov (NCT01234567).\n";
    let world = World::of(&[("paper.tex", text)]).knowing(vec![registered.clone()]);
    let finding = world.finding("paper.tex", RULE);
    assert_eq!(world.place("paper.tex", &finding), "312");
    assert!(finding.message.contains("240"), "{}", finding.message);
    let note = World::of(&[("note.md", &paper("We randomly assigned 312 patients.", false))]).notes();
    assert!(note.knowing(vec![registered]).findings_of("note.md", RULE).is_empty());
}

/// Reads real abstracts, each as the paper of a trial that is registered with impossible facts.
/// Every number, month and promise that is read is then reported, and a person can compare it with
/// its sentence.
#[test]
fn what_is_read_of_real_abstracts_stands_in_them() {
    let Some(folder) = crate::scifact::folder() else { return };
    let records = crate::scifact::text(&folder.join("../records/dev.jsonl.gz"));
    let registered = registration("999983 | 1950-01 | 2300-01-01 | Change in HbA1c");
    let list = std::env::var_os("REFEREE_REPORT").is_some();
    let (mut abstracts, mut words, mut told_of) = (0, 0, 0);
    for line in records.lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = record["abstract"].as_str().unwrap_or_default();
        let lower = text.to_lowercase();
        if !["random", "enrol", "recruit", "primary outcome", "primary end"]
            .iter()
            .any(|word| lower.contains(word))
        {
            continue;
        }
        abstracts += 1;
        words += text.split_whitespace().count();
        let paper = format!(
            "# A trial\n\n## Methods\n\nThe trial was registered at ClinicalTrials.gov (NCT01234567).\n\n{text}\n"
        );
        for finding in told(&registered, &paper) {
            told_of += 1;
            let shown = paper.get(finding.span.range()).unwrap_or_default();
            assert!(!shown.trim().is_empty(), "a finding shows no words: {}", finding.message);
            if list {
                let before = paper.get(..finding.span.start as usize).unwrap_or_default();
                let from = before.rfind(". ").map_or(0, |at| at + 2);
                let behind = paper.get(finding.span.end as usize..).unwrap_or_default();
                let end = finding.span.end as usize + behind.find(". ").unwrap_or(behind.len()).min(160);
                let around = paper.get(from..end).unwrap_or(shown).replace('\n', " ");
                eprintln!("«{shown}»: {} | {around}", finding.message);
            }
        }
    }
    eprintln!("{abstracts} abstracts, {words} words, {told_of} statements read");
    assert!(abstracts > 0);
}
