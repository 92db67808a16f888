use crate::rules::testing::{fixed, manuscript, note, places, said};
use referee_syntax::{Document, DraftKind, Format};
use referee_text::Rope;
use std::sync::Arc;

const ID: &str = "note/undeclared";

const NOTES: &[&str] = &[
    "# Visit\n\nPMH: asthma. Allergies: penicillin.\nVitals: T 37.2, HR 88.\nPlan: amoxicillin 500 mg three times a day.\n",
    "Chief complaint: cough\nHPI: three days of cough\nHome medications: none\nPhysical exam: clear lungs\nA/P: viral\n",
    "## Subjective\n\nCough.\n\n## Objective\n\nClear.\n\n## Assessment\n\nCold.\n\n## Plan\n\nRest.\n",
    "S: cough\nO: lungs clear\nA: cold\nP: rest\n",
    "Motivo de consulta: tos\nAntecedentes personales: asma\nAlergias: AINE\nPlan: ibuprofeno 600 mg\n",
    "**Past Medical History**\n\nGout.\n\n**Medications on admission**\n\nAllopurinol.\n\n**Hospital course**\n\nQuiet.\n\n**Discharge medications:** allopurinol.\n",
    "Exploración física: normal\nMedicación habitual: ninguna\nAlergias: no conocidas\nJuicio clínico: resfriado\n",
];

const OTHERS: &[&str] = &[
    // A structured abstract.
    "Objective: To test it. Design: A trial. Setting: Two wards. Participants: 120 people. Results: None differed. Conclusion: It did not help.\n",
    // A paper with a case, and one with citations.
    "# Abstract\n\nA case.\n\n# Case\n\nPast medical history: gout.\nAllergies: none.\nMedications: allopurinol.\nPlan: surgery.\n",
    "Past medical history: gout [@a2020].\nAllergies: none.\nMedications: allopurinol.\nPlan: surgery.\n",
    "---\nbibliography: refs.bib\n---\n\nPast medical history: gout.\nAllergies: none.\nMedications: allopurinol.\n",
    "---\nreferee:\n  kind: manuscript\n---\n\nPast medical history: gout.\nAllergies: none.\nMedications: allopurinol.\n",
    // A protocol, a project plan, a manual.
    "# Plan\n\nBuy paper.\n\n# Progress\n\nNone.\n\n# Next steps\n\nMore.\n\n# Background\n\nOld.\n",
    "Each form has the fields name, allergies and medications. The plan is to send them in May.\n",
    "We recorded past medical history, medications, allergies and family history in all participants.\n",
    "Medications: metformin and placebo were packed alike.\nFollow-up: 12 months.\nOutcome: death.\n",
    "",
    "Plan: write it down.\n",
];

#[test]
fn a_note_that_nobody_called_one_is_told_in_its_first_line() {
    for text in NOTES {
        let first = text.lines().next().unwrap_or_default();
        for format in [Format::Markdown, Format::PlainText] {
            let wanted = if format == Format::PlainText || !first.starts_with("---") { first } else { "" };
            assert_eq!(places(ID, format, text, &manuscript()), [wanted], "{format:?} {text}");
        }
    }
}

#[test]
fn papers_plans_and_declared_drafts_are_left_alone() {
    for text in OTHERS {
        assert!(places(ID, Format::Markdown, text, &manuscript()).is_empty(), "{text}");
    }
    for text in NOTES {
        assert!(places(ID, Format::Markdown, text, &note()).is_empty(), "{text}");
    }
}

#[test]
fn the_fix_makes_it_a_note() {
    for text in NOTES {
        let fixes = fixed(ID, Format::Markdown, text, &manuscript());
        let [(_, _, mended)] = fixes.as_slice() else { panic!("{fixes:?}") };
        let document = Document::read(Format::Markdown, Rope::from_str(mended), Arc::default());
        assert_eq!(document.declared_kind(), Some(DraftKind::ClinicalNote), "{mended}");
        assert!(mended.ends_with(text));
    }
    let matter = "---\ntitle: Visit\n---\n\nPMH: asthma\nAllergies: penicillin\nPlan: amoxicillin\n";
    assert_eq!(places(ID, Format::Markdown, matter, &manuscript()).len(), 1);
    assert!(fixed(ID, Format::Markdown, matter, &manuscript()).is_empty());
}

#[test]
fn what_is_said_speaks_the_language_of_the_note() {
    let spanish = said(ID, Format::Markdown, NOTES[4], &manuscript());
    assert!(spanish[0].remark.message.contains("nota clínica"), "{}", spanish[0].remark.message);
    let english = said(ID, Format::Markdown, NOTES[0], &manuscript());
    assert!(english[0].remark.message.contains("clinical note"), "{}", english[0].remark.message);
}
