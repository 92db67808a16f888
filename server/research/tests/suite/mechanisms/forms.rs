//! The forms in which abstracts state an action, one sentence of each, and near misses that state none.

use super::read_alone;
use referee_research::Vocabulary;
use referee_research::hypotheses::{Assertion, Relation};
use referee_research::vocabulary::EntityId;

fn said(sentence: &str, vocabulary: &Vocabulary) -> Vec<String> {
    let name = |id: EntityId| vocabulary.get(id).map_or("?", |entity| entity.name.as_str());
    let text = |relation: Relation| {
        format!("{} {} {}", name(relation.subject), relation.sign.verb(), name(relation.object))
    };
    let stated =
        read_alone(sentence, vocabulary).into_iter().filter(|one| one.assertion == Assertion::Stated);
    stated.map(text).collect()
}

#[test]
fn each_form_states_its_step() {
    let vocabulary = Vocabulary::shipped();
    let mut missed = Vec::new();
    for (sentence, wanted) in [
        // Agents.
        ("Losartan is a selective, reversible AT1 receptor antagonist.", "losartan decreases AGTR1"),
        ("Sumatriptan is an agonist at the 5-HT1B receptor.", "sumatriptan increases HTR1B"),
        ("Pertuzumab is a HER2-targeted antibody.", "pertuzumab affects HER2"),
        ("The TNF-blocking drug adalimumab was given weekly.", "adalimumab decreases TNF-alpha"),
        ("Ticagrelor inhibits the ADP receptor P2Y12.", "ticagrelor decreases platelet P2Y12 receptor"),
        (
            "Atorvastatin is a HMG-CoA reductase competitive inhibitor.",
            "atorvastatin decreases HMG-CoA reductase",
        ),
        ("The PDE5 inhibitor (sildenafil) lowered blood pressure.", "sildenafil decreases PDE5A"),
        ("Metformin (an AMPK activator) was given for a week.", "metformin increases AMPK"),
        ("Anti-IgE monoclonal antibody (omalizumab) was studied.", "omalizumab decreases IgE"),
        ("Antibodies targeting the EGFR, such as cetuximab, were compared.", "cetuximab affects EGFR"),
        (
            "Selective degraders, like fulvestrant, act by blocking the estrogen receptor.",
            "fulvestrant decreases estrogen receptor",
        ),
        ("Imatinib mesylate inhibits BCR-ABL.", "imatinib decreases BCR-ABL"),
        ("EGFR tyrosine kinase inhibitors such as gefitinib were studied.", "gefitinib decreases EGFR"),
        // Acts with their agent.
        ("The P2Y12 inhibition provided by prasugrel lasts.", "prasugrel decreases platelet P2Y12 receptor"),
        (
            "The action of aspirin derives mostly from the selective inhibition of COX-1.",
            "aspirin decreases COX-1",
        ),
        ("Lithium exhibits such effects by inhibiting GSK-3beta.", "lithium decreases GSK-3beta"),
        (
            "Statins inhibit 3-hydroxy-3-methylglutaryl coenzyme A (HMG-CoA) reductase.",
            "statin decreases HMG-CoA reductase",
        ),
        ("SGLT2 inhibition with empagliflozin was well tolerated.", "empagliflozin decreases SGLT2"),
        ("mTOR inhibition by metformin was lost in these cells.", "metformin decreases mTOR"),
        ("Metformin-mediated inhibition of mTOR was seen in all lines.", "metformin decreases mTOR"),
        ("This may explain inhibition of mTOR by metformin.", "metformin decreases mTOR"),
        (
            "The antihypertensive effect of losartan is mediated by blockade of the AT1 receptor.",
            "losartan decreases AGTR1",
        ),
        ("The benefit of metformin is attributed to inhibition of mTOR.", "metformin decreases mTOR"),
        // Binding.
        ("Colchicine binds covalently to tubulin.", "colchicine affects tubulin"),
        ("Diazepam binds to a site on the GABA-A receptor.", "diazepam affects GABA-A receptor"),
        (
            "The mechanism of action of infliximab involves its binding to TNF-alpha.",
            "infliximab affects TNF-alpha",
        ),
        // Metabolites, classes and examples.
        (
            "Clopidogrel is a prodrug whose active metabolite inhibits P2Y12.",
            "clopidogrel decreases platelet P2Y12 receptor",
        ),
        ("Agents such as metformin and rapamycin reduce inflammation.", "metformin decreases inflammation"),
        (
            "NAIs, including oseltamivir and zanamivir, block virus release.",
            "zanamivir decreases virus release",
        ),
        ("Binding of gabapentin inhibits calcium influx.", "gabapentin decreases calcium influx"),
        ("CYP2C19 metabolizes clopidogrel to its active form.", "CYP2C19 increases clopidogrel"),
        // Molecules and processes.
        (
            "ACE plays a central role by converting angiotensin I to the active peptide angiotensin II.",
            "angiotensin-converting enzyme increases angiotensin II",
        ),
        ("Losartan blocks the effects of angiotensin II.", "losartan decreases angiotensin II"),
        ("Secreted TNF-alpha increases apoptosis.", "TNF-alpha increases apoptosis"),
        ("IL-6 is a key mediator of inflammation.", "IL-6 increases inflammation"),
        ("mTOR is a master regulator of autophagy.", "mTOR affects autophagy"),
        ("Autophagy depends on AMPK.", "AMPK increases autophagy"),
        ("Inhibition of autophagy requires mTOR.", "mTOR decreases autophagy"),
        ("Autophagy is dependent on complex formation with AMPK.", "AMPK increases autophagy"),
        (
            "Angiotensin II that has many functions is converted from angiotensin I by ACE.",
            "angiotensin-converting enzyme increases angiotensin II",
        ),
        (
            "Zanamivir, an inhibitor of receptor-destroying neuraminidases, was given.",
            "zanamivir decreases neuraminidase",
        ),
        // Conditions.
        (
            "Crohn disease is a bowel disorder characterized by inflammation.",
            "inflammation increases Crohn disease",
        ),
        ("Patients had anemia due to inflammation.", "inflammation increases anemia"),
        ("TNF-alpha causes the autoimmune disease psoriasis.", "TNF-alpha increases psoriasis"),
    ] {
        let read = said(sentence, &vocabulary);
        if !read.iter().any(|one| one == wanted) {
            missed.push(format!("{sentence}: {read:?}, not {wanted}"));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn near_misses_state_nothing() {
    let vocabulary = Vocabulary::shipped();
    let mut wrong = Vec::new();
    for sentence in [
        "Patients had less anemia due to inflammation.",
        "Treatment of anemia due to inflammation is difficult.",
        "Crohn disease is not characterized by inflammation.",
        "No mTOR inhibition by metformin was seen.",
        "SGLT2 inhibition with or without empagliflozin was studied.",
        "Metformin prevents TNF-alpha from binding to TNFR1.",
        "Whether autophagy depends on AMPK is unknown.",
        "IL-6 is a possible mediator of inflammation.",
        "The effect was independent of mTOR inhibition by metformin.",
        "Metformin does not reduce the effects of angiotensin II.",
        "Other agents such as metformin did not reduce inflammation.",
        "Losartan is not an antagonist at the GABA-A receptor.",
        "Lithium may exhibit such effects by inhibiting GSK-3beta.",
        "Unlike metformin, lithium exhibits no effects by inhibiting GSK-3beta.",
        "LDL receptors drive degradation in lysosomes.",
        "PDE5 (sildenafil) was measured.",
        "Anemia with pituitary hyperplasia characterized by inflammation was seen.",
        "In such cells, it enhanced glucose uptake, improved autophagy and was tolerated.",
        "It reduced the levels of glucose, HbA1c and insulin in serum and improved insulin sensitivity.",
        "HER2, CDK4/6 and PI3K inhibition with trastuzumab, abemaciclib and alpelisib was reviewed.",
        "Duloxetine is a dual reuptake inhibitor of serotonin and norepinephrine.",
        "Metformin or zanamivir was given.",
        "HER2-targeted antibodies were compared with metformin.",
    ] {
        let read = said(sentence, &vocabulary);
        if !read.is_empty() {
            wrong.push(format!("{sentence}: {read:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
