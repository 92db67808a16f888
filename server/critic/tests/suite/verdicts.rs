//! The requirements of the critic (C1 to C10) and regressions of an earlier prototype (D1 to D10, D21); each test
//! describes what the prototype did.

use referee_critic::verdict::{
    CheckResult, MAX_ATTEMPTS, NextStep, Outcome, Support, Verdict, VerdictCheck, judge, read_answer,
    safe_phrase,
};

/// A note with a confirmed diagnosis.
const CONFIRMED: &str =
    "60-year-old woman. Biopsy confirmed invasive ductal carcinoma of the breast. Stage IIA.";
/// A note with a pending diagnosis.
const PENDING: &str = "60-year-old woman with a breast mass. Biopsy is pending.";

/// A recommendation with all sections.
fn whole(recommendation: &str) -> String {
    format!(
        "## Clinical findings\n\nA mass of 2 cm.\n\n## Diagnostic validation\n\nCore biopsy, read twice.\n\n\
         ## Staging\n\nStage IIA.\n\n## Management options\n\nTo be discussed.\n\n## Recommendation\n\n{recommendation}\n"
    )
}

fn of(recommendation: &str, note: &str) -> Verdict {
    judge(recommendation, note, &[], None, 1)
}

fn failed(verdict: &Verdict, check: VerdictCheck) -> bool {
    verdict.checks.iter().any(|(known, came)| *known == check && matches!(came, CheckResult::Failed(_)))
}

struct FixedAnswer(&'static str);

impl Support for FixedAnswer {
    fn supports(&self, _: &str, _: &[String]) -> CheckResult {
        read_answer(self.0)
    }
}

#[test]
fn c1_an_empty_recommendation_fails() {
    for text in ["", "   \n\t"] {
        let verdict = of(text, CONFIRMED);
        assert_eq!(verdict.outcome(), Outcome::Failed);
        assert!(verdict.feedback().starts_with("SYSTEM:") && verdict.feedback().contains("empty"));
    }
}

// C2, D9: the prototype passed any text that contained the safe phrase, even with an order of cisplatin after it.
#[test]
fn c2_the_safe_phrase_passes_as_the_whole_text_only() {
    for text in [
        "Información no concluyente",
        "información no concluyente.",
        "  INFORMACION NO CONCLUYENTE\n",
        "Inconclusive information.",
    ] {
        let verdict = of(text, PENDING);
        assert_eq!((verdict.outcome(), verdict.is_safe_phrase), (Outcome::Passed, true), "{text}");
    }
    let verdict = of("Información no concluyente. Administre cisplatino 900 mg.", PENDING);
    assert_eq!(verdict.outcome(), Outcome::Failed);
    assert!(
        failed(&verdict, VerdictCheck::Doses) && failed(&verdict, VerdictCheck::Rigor),
        "{}",
        verdict.feedback()
    );
}

#[test]
fn c3_the_message_of_an_inference_error_fails() {
    let verdict = of("Error en el sistema de inferencia", CONFIRMED);
    assert_eq!(verdict.outcome(), Outcome::Failed);
    assert!(verdict.feedback().starts_with("SYSTEM:"));
}

// C4, D6: "findings diagnostic options conclusive" passed the prototype's keyword search; "recomendacion" without its
// accent failed it; staging was required in the feedback but never checked.
#[test]
fn c4_sections_are_headings_with_something_below_them() {
    let verdict = of("findings diagnostic options conclusive", CONFIRMED);
    assert!(failed(&verdict, VerdictCheck::Sections));
    for name in
        ["Clinical findings", "Diagnostic validation", "Staging", "Management options", "Recommendation"]
    {
        assert!(verdict.feedback().contains(name), "{}", verdict.feedback());
    }
    assert!(!failed(&of(&whole("Discuss the options with the patient."), CONFIRMED), VerdictCheck::Sections));
    let spanish = "## Hallazgos clinicos\n\nMasa de 2 cm.\n\n## Validacion diagnostica\n\nBiopsia.\n\n## Estadificacion\n\nEstadio IIA.\n\n## Opciones de manejo\n\nSe comentan.\n\n## Recomendacion\n\nValorar con la paciente.\n";
    assert!(
        !failed(&of(spanish, CONFIRMED), VerdictCheck::Sections),
        "{}",
        of(spanish, CONFIRMED).feedback()
    );
    let empty = whole("").replace("To be discussed.", "");
    let verdict = of(&empty, CONFIRMED);
    assert!(failed(&verdict, VerdictCheck::Sections) && verdict.feedback().contains("Management options"));
}

#[test]
fn d6_staging_is_asked_for_only_once_the_diagnosis_is_confirmed() {
    let without = whole("Wait for the biopsy.").replace("## Staging\n\nStage IIA.\n\n", "");
    assert!(!failed(&of(&without, PENDING), VerdictCheck::Sections), "{}", of(&without, PENDING).feedback());
    assert!(failed(&of(&without, CONFIRMED), VerdictCheck::Sections));
}

// C5, D1: the prototype's pattern missed grams, grays, units, micrograms, millilitres and milliequivalents.
#[test]
fn c5_every_dose_needs_a_source() {
    for dose in [
        "1 g",
        "2 g/m2",
        "10 U",
        "5 UI/kg",
        "20 unidades",
        "60 Gy",
        "50 µg",
        "15 mL",
        "40 mEq",
        "0.5 mg",
        "1,000 mg",
        "75 mg/m2",
        "100 mg",
    ] {
        let text = whole(&format!("Give cisplatin {dose} IV."));
        let verdict = of(&text, CONFIRMED);
        assert!(failed(&verdict, VerdictCheck::Doses), "{dose}");
        assert!(verdict.feedback().contains(&format!("“{dose}”")), "{dose}: {}", verdict.feedback());
    }
    assert!(failed(&of(&whole("Carboplatin AUC 5 every 21 days."), CONFIRMED), VerdictCheck::Doses));
}

// D2: the prototype took a laboratory value for a dose.
#[test]
fn d2_a_laboratory_value_needs_none() {
    for value in ["glucose 110 mg/dL", "hemoglobin 12 g/dL", "potassium 4.1 mEq/L", "AST 20 U/L"] {
        let text = whole(&format!("Repeat the tests; {value} today."));
        assert!(!failed(&of(&text, CONFIRMED), VerdictCheck::Doses), "{value}");
    }
}

// D3: a single "[source" covered every dose of the text, and "[Fuente: …]", [@key], \cite and [12] were not recognised.
#[test]
fn d3_the_source_stands_in_the_sentence_of_the_dose() {
    for source in [
        "[Source: NCCN 2024]",
        "[Fuente: SEOM 2023]",
        "[Source: Bladder cancer guideline, p. 12, Systemic treatment]",
        "[Source: Bladder cancer guideline, 12, 4.2 Doses. First line]",
        "[Fuente: Guía de cáncer de vejiga, pág. 12, Tratamiento sistémico]",
        "[@smith2020]",
        "\\cite{smith2020}",
        "[12]",
        "(Smith et al., 2020)",
        "PMID: 12345678",
        "doi:10.1056/NEJMoa2034577",
    ] {
        let text = whole(&format!("Give cisplatin 75 mg/m2 every 21 days {source}."));
        assert!(!failed(&of(&text, CONFIRMED), VerdictCheck::Doses), "{source}");
    }
    let two = whole("Give cisplatin 75 mg/m2 [Source: NCCN 2024]. Add gemcitabine 1000 mg/m2 on day 1.");
    let verdict = of(&two, CONFIRMED);
    assert!(
        verdict.feedback().contains("1000 mg/m2") && !verdict.feedback().contains("“75 mg/m2”"),
        "{}",
        verdict.feedback()
    );
    let items = whole("- Cisplatin 75 mg/m2 [@smith2020]\n- Gemcitabine 1000 mg/m2\n");
    let verdict = of(&items, CONFIRMED);
    assert!(
        verdict.feedback().contains("1000 mg/m2") && !verdict.feedback().contains("“75 mg/m2”"),
        "{}",
        verdict.feedback()
    );
}

#[test]
fn c6_treatment_before_pathology_fails_and_names_the_treatments() {
    let verdict = of(&whole("Start chemotherapy and radiotherapy."), PENDING);
    assert!(failed(&verdict, VerdictCheck::Rigor));
    assert!(verdict.feedback().contains("chemotherapy") && verdict.feedback().contains("radiotherapy"));
    assert!(!failed(&of(&whole("Start chemotherapy."), CONFIRMED), VerdictCheck::Rigor));
}

// D4: each of these notes counted as confirmed because it contained a listed word.
#[test]
fn d4_only_a_confirmed_diagnosis_of_the_patient_counts() {
    for note in [
        "Biopsy not done.",
        "Biopsy pending.",
        "No biopsy was performed.",
        "Mother had carcinoma of the breast.",
        "Rule out lymphoma.",
        "Benign histology.",
        "Patient confirms allergy to penicillin.",
        "Sin biopsia.",
        "Biopsia pendiente.",
        "Madre con carcinoma de mama.",
        "A descartar linfoma.",
        "Histología benigna.",
        "La paciente confirma alergia a penicilina.",
        "No evidence of malignancy.",
    ] {
        assert!(failed(&of(&whole("Start chemotherapy."), note), VerdictCheck::Rigor), "{note}");
    }
    for note in [
        "Biopsy confirmed adenocarcinoma.",
        "Pathology: invasive lobular carcinoma.",
        "La biopsia mostró adenocarcinoma.",
        "Anatomía patológica: carcinoma ductal infiltrante.",
        "Diagnosed with lymphoma by excisional biopsy.",
    ] {
        assert!(!failed(&of(&whole("Start chemotherapy."), note), VerdictCheck::Rigor), "{note}");
    }
}

// D5: negated advice was flagged; drugs and operations more than eight words away were missed.
#[test]
fn d5_advice_is_read_with_its_negation_and_treatments_by_class() {
    for text in [
        "Surgery is NOT indicated until pathology.",
        "No quimioterapia por ahora.",
        "Chemotherapy only if malignancy is confirmed.",
        "Obtain a biopsy.",
    ] {
        assert!(!failed(&of(&whole(text), PENDING), VerdictCheck::Rigor), "{text}");
    }
    for text in [
        "Start pembrolizumab.",
        "Iniciar inmunoterapia.",
        "Recommend mastectomy.",
        "Se recomienda prostatectomía.",
        "Start tamoxifen.",
        "Se recomienda resección.",
        "Start osimertinib.",
        "Iniciar palbociclib.",
        "Recommend hysterectomy.",
        "Iniciar radioterapia.",
        "Proceed with surgery.",
    ] {
        assert!(failed(&of(&whole(text), PENDING), VerdictCheck::Rigor), "{text}");
    }
}

// C7, D8: without evidence the prototype passed the text and marked it as validated against guidelines.
#[test]
fn c7_support_is_asked_only_where_all_else_passed_and_there_is_evidence() {
    let clean = whole("Discuss the options with the patient.");
    let context = vec![String::from("A guideline.")];
    let pass = FixedAnswer("{\"verdict\": \"PASS\", \"issues\": []}");
    assert_eq!(judge(&clean, CONFIRMED, &context, Some(&pass), 1).outcome(), Outcome::Passed);
    for verdict in
        [judge(&clean, CONFIRMED, &[], Some(&pass), 1), judge(&clean, CONFIRMED, &context, None, 1)]
    {
        assert_eq!(verdict.outcome(), Outcome::NotVerified);
        assert_eq!(verdict.next(), NextStep::Show);
    }
    let dirty = whole("Give cisplatin 75 mg/m2.");
    let verdict = judge(&dirty, CONFIRMED, &context, Some(&pass), 1);
    let support = verdict.checks.iter().find(|(check, _)| *check == VerdictCheck::Support);
    assert!(matches!(support, Some((_, CheckResult::NotVerified(_)))), "{support:?}");
}

// D7, D10: an error, an empty answer, "does not comply" and "NOT SUPPORTED" passed; "PASS … no failures" and "cardiac
// failure" failed.
#[test]
fn d7_an_answer_counts_in_one_form_only() {
    for answer in [
        "",
        "PASS",
        "FAIL",
        "NOT SUPPORTED",
        "The text does not comply.",
        "PASS: there are no failures",
        "cardiac failure",
        "{\"verdict\": \"pass\", \"issues\": []}",
        "{\"verdict\": \"PASS\"}",
        "{\"verdict\": \"PASS\", \"issues\": [], \"x\": 1}",
        "{\"verdict\": \"PASS\", \"issues\": [\"one\"]}",
        "```json\n{\"verdict\": \"PASS\", \"issues\": []}\n```",
        "IRRELEVANT",
        "UNSUPPORTED",
    ] {
        assert!(matches!(read_answer(answer), CheckResult::NotVerified(_)), "{answer}");
    }
    assert_eq!(read_answer("{\"verdict\": \"PASS\", \"issues\": []}"), CheckResult::Passed);
    let issue = "cisplatin is not in the evidence";
    assert_eq!(
        read_answer(&format!("{{\"verdict\": \"FAIL\", \"issues\": [\"{issue}\"]}}")),
        CheckResult::Failed(vec![issue.to_owned()])
    );
}

#[test]
fn c8_a_failed_text_is_written_anew_at_most_twice() {
    let text = whole("Give cisplatin 75 mg/m2.");
    let first = judge(&text, CONFIRMED, &[], None, 1);
    assert!(matches!(first.next(), NextStep::Rewrite(feedback) if feedback == first.feedback()));
    let last = judge(&text, CONFIRMED, &[], None, MAX_ATTEMPTS);
    assert_eq!((last.attempt, last.next()), (2, NextStep::Refuse));
    assert_eq!(of(safe_phrase(true), PENDING).outcome(), Outcome::Passed);
}

#[test]
fn c9_all_feedback_is_told_at_once_and_goes_back_to_the_writer() {
    let verdict = of("Start chemotherapy with cisplatin 75 mg/m2.", PENDING);
    let feedback = verdict.feedback();
    let labels: Vec<&str> = feedback.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(labels, ["FORMATTING", "SAFETY", "DIAGNOSTIC RIGOR"], "{feedback}");
    assert_eq!(verdict.next(), NextStep::Rewrite(feedback));
}
