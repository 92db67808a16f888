//! The rule `citation/registered-trial`.

use crate::world::World;
use referee_bibliography::{Date, Identifier, Work, WorkKind};
use referee_records::{Record, RegisteredTrial};

const ID: &str = "citation/registered-trial";

fn registered() -> Record {
    let work = Work {
        kind: WorkKind::Trial,
        title: Some(String::from("Walking for people with type 2 diabetes")),
        identifiers: [Identifier::Trial(String::from("NCT01234567"))].into_iter().collect(),
        ..Work::default()
    };
    let trial = RegisteredTrial {
        primary_outcomes: vec![String::from(
            "Change in HbA1c at 24 weeks. Glycated hemoglobin in venous blood",
        )],
        enrolled: Some(240),
        start: Some(Date { year: 2018, month: Some(3), day: None }),
    };
    Record { trial: Some(trial), ..Record::new("clinicaltrials", work) }
}

/// What is said of a paper with this sentence, in words of the messages.
fn said(sentence: &str) -> Vec<String> {
    let paper = format!(
        "# Walking\n\n## Abstract\n\n{sentence} Walking helps people with type 2 diabetes (ClinicalTrials.gov NCT01234567).\n"
    );
    let world = World::of(&[("paper.md", paper.as_str())]).knowing(vec![registered()]);
    world.findings_of("paper.md", ID).into_iter().map(|finding| finding.message).collect()
}

#[test]
fn a_primary_outcome_a_number_and_a_start_that_the_registry_does_not_state_are_told() {
    for (sentence, word) in [
        ("The primary outcome was quality of life at one year.", "HbA1c"),
        ("The primary endpoint was body weight and waist girth.", "HbA1c"),
        ("The primary outcome measure was time to death from any cause.", "HbA1c"),
        ("In all, 180 patients were randomised.", "240"),
        ("We randomly assigned 320 adults to walking or rest.", "240"),
        ("A total of 1,240 participants were enrolled.", "240"),
        ("Se aleatorizaron 150 pacientes.", "240"),
        ("Patients were recruited between January 2020 and May 2021.", "2018-03"),
        ("Enrolment lasted from September 2018 to May 2019.", "2018-03"),
        ("Se reclutó a los pacientes entre enero de 2020 y mayo de 2021.", "2018-03"),
    ] {
        let found = said(sentence);
        assert!(found.len() == 1 && found[0].contains(word), "{sentence}: {found:?}");
    }
}

#[test]
fn what_agrees_or_cannot_be_compared_is_left_alone() {
    for sentence in [
        "The primary outcome was HbA1c after 24 weeks.",
        "The primary endpoint was glycated haemoglobin at the last visit.",
        "The primary outcome was the change in HbA1c; the second was weight.",
        "The primary outcome was weight.",
        "The primary outcome was quality of life and sleep. The primary outcome was HbA1c in the protocol.",
        "In all, 240 patients were randomised.",
        "Of these, 236 participants were enrolled.",
        "In all, 250 patients were randomised.",
        "We assessed 900 people; 240 were randomised.",
        "Patients were recruited between March 2018 and May 2019.",
        "Patients were recruited from May 2018 to May 2019.",
        "The clinic was built between 1990 and 1995.",
        "Visits were in January 2020.",
        "La variable principal fue la calidad de vida.",
    ] {
        assert_eq!(said(sentence), Vec::<String>::new(), "{sentence}");
    }
    // A paper about several trials has none of its own.
    let paper =
        "# Trials\n\nThe primary outcome was quality of life at one year (NCT01234567, NCT07654321).\n";
    let world = World::of(&[("paper.md", paper)]).knowing(vec![registered()]);
    assert!(world.findings_of("paper.md", ID).is_empty());
    // Without a record nothing is said.
    let alone = "# Trial\n\nIn all, 180 patients were randomised (NCT01234567).\n";
    assert!(World::of(&[("paper.md", alone)]).knowing_none().findings_of("paper.md", ID).is_empty());
}
