//! Tests which chains answer a question.

use super::*;
use crate::publication_status::PublicationStatus;
use crate::testing::{self, record};

fn evidence(all: &[(u32, &str)]) -> Vec<Evidence> {
    all.iter().map(|(pmid, text)| testing::evidence(record(*pmid, "A paper", text))).collect()
}

#[test]
fn a_step_has_the_direction_of_the_works_about_the_end_of_its_chain() {
    let all = evidence(&[
        (1, "Tamoxifen increased cell proliferation in the uterus."),
        (2, "Tamoxifen decreased cell proliferation in breast cancer."),
        (3, "Cell proliferation promotes breast cancer."),
    ]);
    let found = extract("tamoxifen breast cancer", &all, &Vocabulary::shipped());
    let first = found.hypotheses.first().expect("a hypothesis");
    assert_eq!(first.mechanism(), "tamoxifen → cell proliferation → breast cancer");
    assert_eq!(first.sign(), Sign::Decreases);
    assert_eq!(first.hops[0].supporting.len(), 1);
    // A tie in one context lacks a direction, and the answer says so.
    let all = evidence(&[
        (2, "Tamoxifen decreased cell proliferation in breast cancer."),
        (3, "Cell proliferation promotes breast cancer."),
        (4, "Tamoxifen increased cell proliferation in breast cancer cells."),
    ]);
    let found = extract("tamoxifen breast cancer", &all, &Vocabulary::shipped());
    let step = found.hypotheses.first().and_then(|one| one.hops.first()).expect("a step");
    assert_eq!(step.sign, Sign::Affects);
    assert!(
        found.knowledge_gaps.iter().any(|gap| gap.contains("is open: as many papers")),
        "{:?}",
        found.knowledge_gaps
    );
}

#[test]
fn at_most_four_stated_chains_are_shown_and_the_most_confident_comes_first() {
    let molecules = ["AMPK", "mTOR", "IL-6", "TNF-alpha", "GSK-3beta", "PCSK9"];
    let mut texts: Vec<(u32, String)> = Vec::new();
    for (at, molecule) in (0..).zip(molecules) {
        // One paper for each step, and three for those of the last molecule.
        for copy in 0..if molecule == "PCSK9" { 3 } else { 1 } {
            let pmid = 10 * at + copy + 1;
            texts.push((pmid, format!("Metformin inhibits {molecule}. {molecule} causes dementia.")));
        }
    }
    let texts: Vec<(u32, &str)> = texts.iter().map(|(pmid, text)| (*pmid, text.as_str())).collect();
    let found = extract("metformin dementia", &evidence(&texts), &Vocabulary::shipped());
    let stated: Vec<&MechanismHypothesis> =
        found.hypotheses.iter().filter(|one| one.tier == Tier::Stated).collect();
    assert_eq!(stated.len(), 4, "{stated:#?}");
    assert_eq!(stated[0].target, "PCSK9");
    assert!(stated.windows(2).all(|pair| pair[0].confidence >= pair[1].confidence));
}

#[test]
fn a_chain_is_made_of_what_single_sentences_state_with_their_words() {
    let all = evidence(&[
        (1, "Metformin activated AMPK in neurons."),
        (2, "AMPK activation was seen. In cells, AMPK increases autophagy."),
        (3, "Autophagy reduces amyloid plaques in mice."),
        (4, "Metformin did not activate AMPK in another line."),
    ]);
    let found = extract("metformin alzheimer amyloid", &all, &Vocabulary::shipped());
    let first = found.hypotheses.first().expect("a hypothesis");
    assert_eq!(first.mechanism(), "metformin → AMPK → autophagy → amyloid plaques");
    assert_eq!(first.sign(), Sign::Decreases);
    assert_eq!(first.hops.len(), 3);
    assert_eq!(first.contradicting_evidence, ["pmid:4"]);
    for hop in &first.hops {
        for quote in hop.supporting.iter().chain(&hop.contradicting) {
            let one = all.iter().find(|one| one.handle == quote.work).expect("the work");
            assert!(stored_text(&one.record).contains(&quote.text));
        }
    }
    assert_eq!(found.papers, 4);
}

#[test]
fn a_chain_about_something_else_is_no_answer_to_a_question_with_words_that_no_vocabulary_has() {
    let all = evidence(&[
        (1, "Insulin stimulates angiogenesis in wounds."),
        (2, "Examplophates were given for bone pain. Zoledronic acid inhibits angiogenesis."),
    ]);
    let shown = |question: &str| -> Vec<String> {
        let found = extract(question, &all, &Vocabulary::shipped());
        found.hypotheses.iter().map(MechanismHypothesis::mechanism).collect()
    };
    assert_eq!(shown("examplophates bone pain"), Vec::<String>::new());
    assert_eq!(shown("examplophates and angiogenesis"), ["zoledronic acid → angiogenesis"]);
    assert_eq!(shown("angiogenesis").len(), 2);
}

#[test]
fn retracted_work_counts_neither_way_and_no_evidence_is_said() {
    let mut all = evidence(&[(1, "Metformin reduces dementia.")]);
    all[0].standing = PublicationStatus::Retracted;
    assert!(extract("metformin dementia", &all, &Vocabulary::shipped()).hypotheses.is_empty());
    let none = extract("metformin dementia", &[], &Vocabulary::shipped());
    assert_eq!(none.knowledge_gaps, [NO_EVIDENCE]);
}

#[test]
fn a_chain_to_one_of_two_conditions_does_not_answer_a_question_about_both() {
    let all = evidence(&[(1, "Orlistat reduced diabetes."), (2, "Obesity increases the risk of diabetes.")]);
    let found = extract("obesity diabetes", &all, &Vocabulary::shipped());
    let shown: Vec<&str> = found.hypotheses.iter().map(|one| one.drug.as_str()).collect();
    assert_eq!(shown, ["obesity"]);
    let found = extract("obesity diabetes", &all[..1], &Vocabulary::shipped());
    assert!(found.hypotheses.is_empty(), "{:?}", found.hypotheses);
    assert!(found.knowledge_gaps.iter().any(|gap| gap.contains("from obesity to diabetes")));
}

#[test]
fn a_chain_between_two_molecules_ends_at_the_second() {
    let all = evidence(&[
        (1, "MDM2 inhibits p53."),
        (2, "p53 inhibits autophagy."),
        (3, "AMPK activates autophagy."),
    ]);
    let found = extract("MDM2 p53", &all, &Vocabulary::shipped());
    let ends: Vec<(&str, &str)> =
        found.hypotheses.iter().map(|one| (one.drug.as_str(), one.effect.as_str())).collect();
    assert_eq!(ends, [("MDM2", "p53")]);
}

#[test]
fn a_question_that_names_a_molecule_and_no_drug_is_told_what_is_missing() {
    let all = evidence(&[(1, "Aspirin reduced fever.")]);
    let vocabulary = Vocabulary::shipped();
    let found = extract("p53 apoptosis", &all, &vocabulary);
    assert!(found.hypotheses.is_empty());
    assert!(found.knowledge_gaps.iter().any(|gap| gap.contains("from p53 to apoptosis")), "{found:?}");
    assert!(found.recommended_searches.contains(&"p53 apoptosis".to_owned()), "{found:?}");
    for (question, missing) in [("IL-17", "about IL-17"), ("psoriasis", "to psoriasis")] {
        let found = extract(question, &all, &vocabulary);
        assert!(found.knowledge_gaps.iter().any(|gap| gap.contains(missing)), "{question}: {found:?}");
    }
}

#[test]
fn a_drug_that_only_describes_the_condition_is_not_what_was_asked() {
    let all =
        evidence(&[(1, "Cisplatin increases nephrotoxicity."), (2, "Melatonin reduced nephrotoxicity.")]);
    let starts = |question: &str| -> Vec<String> {
        let found = extract(question, &all, &Vocabulary::shipped());
        found.hypotheses.into_iter().map(|one| one.drug).collect()
    };
    assert_eq!(starts("melatonin and cisplatin-induced nephrotoxicity"), ["melatonin"]);
    assert_eq!(starts("cisplatin-induced nephrotoxicity"), ["cisplatin"]);
}

#[test]
fn deaths_of_another_disease_are_no_answer_to_a_question_about_deaths_of_one() {
    let all = evidence(&[
        (1, "Carvedilol reduced mortality in sepsis."),
        (2, "Propranolol reduced mortality in heart failure."),
    ]);
    let shown = |question: &str| -> Vec<String> {
        let found = extract(question, &all, &Vocabulary::shipped());
        found.hypotheses.iter().map(MechanismHypothesis::mechanism).collect()
    };
    assert_eq!(shown("carvedilol heart failure mortality"), [] as [&str; 0]);
    assert_eq!(shown("carvedilol sepsis mortality"), ["carvedilol → mortality"]);
    assert_eq!(shown("propranolol heart failure mortality"), ["propranolol → mortality"]);
    assert_eq!(shown("carvedilol mortality"), ["carvedilol → mortality"]);
}

#[test]
fn what_the_evidence_does_not_link_is_a_gap_and_not_a_hypothesis() {
    let all = evidence(&[(1, "Metformin inhibits gluconeogenesis.")]);
    let found = extract("metformin alzheimer", &all, &Vocabulary::shipped());
    assert!(found.hypotheses.iter().all(|hypothesis| hypothesis.effect != "Alzheimer disease"));
    assert!(
        found.knowledge_gaps.iter().any(|gap| gap.contains("Alzheimer disease")),
        "{:?}",
        found.knowledge_gaps
    );
    assert!(found.recommended_searches.contains(&"metformin Alzheimer disease".to_owned()));
}

#[test]
fn what_has_no_chain_itself_is_answered_with_its_kinds() {
    let all = evidence(&[
        (1, "Simvastatin reduced breast cancer."),
        (2, "Simvastatin reduced inflammation."),
        (3, "Bosentan improved pulmonary hypertension."),
    ]);
    let shown = |question: &str| -> Vec<String> {
        let found = extract(question, &all, &Vocabulary::shipped());
        found.hypotheses.iter().map(MechanismHypothesis::mechanism).collect()
    };
    assert_eq!(shown("statins cancer"), ["simvastatin → breast cancer"]);
    assert_eq!(shown("statins and dementia"), [] as [&str; 0]);
    assert_eq!(shown("bosentan hypertension"), [] as [&str; 0]);
    let found = extract("statins cancer", &all, &Vocabulary::shipped());
    assert!(!found.knowledge_gaps.iter().any(|gap| gap.contains("No mechanism leading")), "{found:?}");
}

#[test]
fn what_a_drug_does_to_the_molecule_that_was_asked_for_is_shown_where_nothing_leads_to_the_effect() {
    let all = evidence(&[(1, "Lithium inhibits GSK-3beta."), (2, "Lithium reduced mania.")]);
    let shown = |question: &str| -> Vec<String> {
        let found = extract(question, &all, &Vocabulary::shipped());
        found.hypotheses.iter().map(MechanismHypothesis::mechanism).collect()
    };
    assert_eq!(shown("lithium GSK-3beta neuroprotection"), ["lithium → GSK-3beta"]);
    assert_eq!(shown("lithium neuroprotection"), [] as [&str; 0]);
    assert_eq!(shown("lithium GSK-3beta dementia"), [] as [&str; 0]);
}

#[test]
fn a_chain_goes_on_through_one_thing_that_was_asked_for_to_another() {
    let all =
        evidence(&[(1, "Rapamycin increased autophagy."), (2, "Loss of autophagy caused neuronal death.")]);
    let found = extract("rapamycin autophagy neuronal death", &all, &Vocabulary::shipped());
    let shown: Vec<String> = found.hypotheses.iter().map(MechanismHypothesis::mechanism).collect();
    assert_eq!(shown, ["rapamycin → autophagy → neuronal death"]);
}

fn found(question: &str, all: &[(u32, &str)]) -> HypothesisAssessment {
    extract(question, &evidence(all), &Vocabulary::shipped())
}

#[test]
fn named_together_ranks_below_and_counts_for_nothing() {
    let all = found(
        "febuxostat gout",
        &[
            (1, "Febuxostat is a potent xanthine oxidase inhibitor."),
            (2, "Xanthine oxidase has become a therapeutic target in gout."),
        ],
    );
    let one = all.hypotheses.first().expect("a chain");
    assert_eq!(
        (one.mechanism().as_str(), one.tier),
        ("febuxostat → xanthine oxidase → gout", Tier::NamedTogether)
    );
    assert!(one.confidence.get() <= MAX_CONFIDENCE_NAMED_TOGETHER, "{}", one.confidence);
    assert_eq!(one.hops.iter().map(|hop| hop.tier).collect::<Vec<_>>(), [Tier::Stated, Tier::NamedTogether]);
    assert_eq!((all.primary_hypothesis, all.sentences, all.papers), (None, 0, 0));
}

#[test]
fn a_denial_does_not_count_as_named_together() {
    let all = found(
        "febuxostat gout",
        &[
            (1, "Febuxostat is a potent xanthine oxidase inhibitor."),
            (2, "Xanthine oxidase was not a target in gout, and no therapy was tried."),
        ],
    );
    assert!(all.hypotheses.is_empty(), "{:?}", all.hypotheses);
}

#[test]
fn a_chain_joins_no_steps_about_different_growths() {
    let steps = |tissue: &str| {
        let first = format!("Tamoxifen increased cell proliferation in {tissue}.");
        let all = [(1, first.as_str()), (2, "Cell proliferation increases breast cancer.")];
        found("tamoxifen breast cancer", &all).hypotheses.len()
    };
    assert_eq!(steps("uterine cancer"), 0);
    assert_eq!(steps("endometrial tissue"), 0);
    assert_eq!(steps("cells"), 1);
}

#[test]
fn a_chain_against_a_treatment_is_left_out_and_reported() {
    let all = found(
        "tamoxifen breast cancer",
        &[
            (1, "Tamoxifen increased cell proliferation in cells."),
            (2, "Cell proliferation increases breast cancer."),
            (3, "Tamoxifen is approved for the treatment of breast cancer."),
        ],
    );
    assert!(all.hypotheses.iter().all(|one| one.sign() != Sign::Increases), "{:?}", all.hypotheses);
    assert!(
        all.knowledge_gaps
            .iter()
            .any(|gap| gap.starts_with("Left out: a mechanism leading to more breast cancer."))
    );
    let direct = all.hypotheses.first().expect("what it is used for");
    assert_eq!(
        direct.hops.first().map(|hop| hop.says()),
        Some("tamoxifen is used for breast cancer".to_owned())
    );
}

#[test]
fn without_a_mechanism_that_of_the_class_is_shown() {
    let all = found(
        "lorazepam anxiety",
        &[
            (1, "Benzodiazepines potentiate GABAergic inhibition."),
            (2, "GABAergic inhibition reduces anxiety."),
            (3, "Lorazepam was given."),
        ],
    );
    let shown: Vec<String> = all.hypotheses.iter().map(MechanismHypothesis::mechanism).collect();
    assert_eq!(shown, ["benzodiazepine → GABAergic inhibition → anxiety"]);
}

#[test]
fn a_chain_to_a_side_effect_is_not_left_out_as_against_a_treatment() {
    let chains = |drug: &str, therapy: &str| {
        let first = format!("{drug} increased oxidative stress.");
        let all = [(1, first.as_str()), (2, "Oxidative stress increases type 2 diabetes."), (3, therapy)];
        found(&format!("{drug} type 2 diabetes"), &all)
            .hypotheses
            .iter()
            .filter(|one| one.hops.len() > 1)
            .count()
    };
    assert_eq!(chains("dexamethasone", "Treatment with dexamethasone was followed by type 2 diabetes."), 1);
    assert_eq!(chains("dexamethasone", "Dexamethasone was effective in type 2 diabetes."), 0);
    assert_eq!(chains("IL-6", "Blocking IL-6 was effective in type 2 diabetes."), 1);
    assert_eq!(chains("smoking", "Smoking was counted during the treatment of type 2 diabetes."), 1);
}

#[test]
fn a_molecule_between_is_not_missed_where_another_chain_has_one() {
    let with = [
        (1, "Imatinib inhibited BCR-ABL."),
        (2, "BCR-ABL causes chronic myeloid leukemia."),
        (3, "Imatinib decreased chronic myeloid leukemia."),
    ];
    let gaps = |all: &[(u32, &str)]| found("imatinib chronic myeloid leukemia", all).knowledge_gaps;
    let is_missed = |gap: &String| gap.contains("includes a molecule between");
    assert!(!gaps(&with).iter().any(is_missed), "{:?}", gaps(&with));
    assert!(gaps(&with[2..]).iter().any(is_missed), "{:?}", gaps(&with[2..]));
}
