//! Sentences in the wording of abstracts, with the relations that each states: every relation that
//! is read must be right, and a sentence that is read in the opposite direction fails on its own.

mod plain;

use plain::PLAIN;
use referee_research::Vocabulary;
use referee_research::hypotheses::relations::relations;
use referee_research::hypotheses::{Assertion, Sign};

/// A sentence and the relations that can be read from it with certainty, possibly none.
type Case = (&'static str, &'static [&'static str]);

/// Sentences that reverse, compare, deny or suppose a relation, or only seem to state one.
const HARD: &[Case] = &[
    // An arrested process is a decreased process.
    ("AICAR induced cell cycle arrest in smooth muscle.", &["AICAR decreases cell cycle progression"]),
    (
        "Vitamin D insufficiency or deficiency exacerbate osteoporosis, cause other harm, and increase the risk of fractures.",
        &["vitamin D decreases osteoporosis", "vitamin D decreases fractures"],
    ),
    // A direction applies to everything listed after it.
    (
        "Loss of p62 impaired the repression of fibrosis and inflammation.",
        &["p62 decreases fibrosis", "p62 decreases inflammation"],
    ),
    (
        "Blockade of PD-1 and CTLA-4 increased angiogenesis.",
        &["PD-1 decreases angiogenesis", "CTLA-4 decreases angiogenesis"],
    ),
    // A treated condition decreases; a treated population does not act.
    (
        "Prevention of type 2 diabetes by treatment of insulin resistance is possible.",
        &["insulin resistance increases type 2 diabetes"],
    ),
    (
        "Treatment of TNF-alpha knockout mice with dexamethasone reduced fibrosis.",
        &["dexamethasone decreases fibrosis"],
    ),
    (
        "Prevention of contrast-agent-induced reductions in renal function by acetylcysteine.",
        &["N-acetylcysteine increases glomerular filtration rate"],
    ),
    // The rest of a list is not a subject, and a decrease of one listed thing need not apply to the
    // next.
    (
        "Blocking HMGB1, the NF-kB pathway, and autophagy reversed angiogenesis.",
        &["HMGB1 increases angiogenesis", "NF-kappaB increases angiogenesis"],
    ),
    (
        "Expression of adhesion molecules, eNOS and PAI-1 in cells alone or with antibodies increased angiogenesis.",
        &[],
    ),
    (
        "Irrespective of NF-kappaB, dexamethasone lowered inflammation.",
        &["dexamethasone decreases inflammation"],
    ),
    ("Decreased TYK2 and STAT1 promoted fibrosis.", &["TYK2 decreases fibrosis"]),
    (
        "Quercetin reduced apoptosis by inhibiting oxidative stress and decreasing mitochondrial fission by other means.",
        &[
            "quercetin decreases apoptosis",
            "quercetin decreases oxidative stress",
            "quercetin decreases mitochondrial fission",
        ],
    ),
    // The object of a measure.
    ("IL-13 stimulated collagen production in fibroblasts.", &["IL-13 increases collagen synthesis"]),
    (
        "CDX2 knockdown in colon cancer cells promoted cell proliferation.",
        &["CDX2 decreases cell proliferation"],
    ),
    // The class of a drug, and the action of a modulator.
    (
        "Tamoxifen and other selective estrogen receptor antagonists were compared.",
        &["tamoxifen decreases estrogen receptor"],
    ),
    (
        "Long-latency inhibition is reduced by the GABAA positive allosteric modulator lorazepam.",
        &["lorazepam increases GABA-A receptor"],
    ),
    (
        "Lorazepam is a positive allosteric modulator of GABA-A receptors.",
        &["lorazepam increases GABA-A receptor"],
    ),
    // Identified agents, indications, cofactors and conversions.
    (
        "Lithium has been identified as a selective and direct inhibitor of GSK-3beta.",
        &["lithium decreases GSK-3beta"],
    ),
    ("Lithium was not identified as an inhibitor of GSK-3beta.", &[]),
    ("Vancomycin is the first-line agent for MRSA infection.", &["vancomycin is used for MRSA infection"]),
    (
        "Angiotensin II is generated from angiotensin I by the action of angiotensin-converting enzyme.",
        &["angiotensin-converting enzyme increases angiotensin II"],
    ),
    (
        "Blood pressure depends on angiotensin II, an octapeptide hormone generated from angiotensin I by angiotensin-converting enzyme.",
        &["angiotensin-converting enzyme increases angiotensin II"],
    ),
    (
        "Hydroxychloroquine inhibits proteolytic processing of endogenous TLR7.",
        &["hydroxychloroquine decreases TLR7"],
    ),
    ("Vitamin C is an essential cofactor of the enzyme lysyl oxidase.", &["vitamin C increases LOX"]),
    ("X is the target of an inhibitor of HER2 and metformin is known to be one.", &[]),
    (
        "Ketamine is an antibody against TNF-alpha that blocks angiogenesis.",
        &["ketamine decreases angiogenesis", "ketamine affects TNF-alpha"],
    ),
    // Effective, but less than a comparator, or not; chance; populations other than patients.
    ("Metformin was not effective in reducing dementia.", &["not: metformin decreases dementia"]),
    ("Metformin was less effective than placebo in reducing dementia.", &[]),
    ("Alendronate reduced fractures, but not significantly so.", &[]),
    (
        "Alcohol has favorable effects on survival, and inhibition of platelet aggregation.",
        &["ethanol increases survival"],
    ),
    (
        "The increased susceptibility of interferon beta deficient mice was accompanied by viral replication.",
        &[],
    ),
    ("There was no decrease in mortality with carvedilol.", &["not: carvedilol decreases mortality"]),
    ("Metformin has no protective effect against dementia.", &[]),
    ("Metformin was not superior to placebo in reducing dementia.", &[]),
    ("Fewer women than men taking aspirin had strokes.", &[]),
    ("Nicotine increased survival of bacteria on catheters.", &[]),
    ("Pain did not improve with ketamine.", &["not: ketamine decreases pain"]),
    // The death of cells is not that of patients, and cells do not cause what they have.
    ("Oxidative stress led to cell death.", &["oxidative stress increases cell death"]),
    ("Macrophages from aged mice had increased apoptosis.", &[]),
    // Combined treatments, and compared groups, are not a list of actors.
    (
        "Compared with metformin, triple therapy with metformin, sulfonylureas and either gliptins or glitazones was associated with an increased risk of hypoglycemia.",
        &[],
    ),
    ("Metformin-treated and control mice had increased inflammation.", &[]),
    (
        "There was no statistically significant reduction in mortality in the digoxin group.",
        &["not: digoxin decreases mortality"],
    ),
    ("LPS-stimulated macrophages were counted.", &[]),
    // A clause that begins after a comma, and a list that only looks like one.
    ("Although the rise in muscle mass may be attenuated, weights can improve muscle strength.", &[]),
    ("Weight loss in cachexia is attributable to poor diet or enhanced energy expenditure.", &[]),
    ("Lung cancer is the leading cause of cancer related deaths.", &[]),
    ("Can aspirin prevent stroke? A randomised trial", &["perhaps: aspirin decreases stroke"]),
    ("Depression scores at baseline were higher in the citalopram group.", &[]),
    ("The disease is linked to smoking.", &[]),
    ("Chronic obstructive pulmonary disease is linked to smoking.", &[]),
    // A decrease of the subject.
    ("Vitamin D deficiency was associated with depression.", &["vitamin D decreases depression"]),
    ("Loss of TREM2 increased amyloid burden.", &["TREM2 decreases amyloid plaques"]),
    ("AMPK knockdown reduced autophagy.", &["AMPK increases autophagy"]),
    ("Withdrawal of insulin led to hyperglycemia.", &["insulin decreases hyperglycemia"]),
    ("Mice lacking PINK1 showed reduced mitophagy.", &["PINK1 increases mitophagy"]),
    (
        "Low vitamin D levels were associated with a higher risk of fractures.",
        &["vitamin D decreases fractures"],
    ),
    ("Zinc-deficient rats had more inflammation than controls.", &["zinc decreases inflammation"]),
    ("Inhibition of mTOR enhanced autophagy.", &["mTOR decreases autophagy"]),
    ("Low doses of aspirin reduced stroke.", &["aspirin decreases stroke"]),
    // A drug that is not used does not count as `used for`.
    ("Aspirin is contraindicated in the treatment of lung cancer.", &[]),
    ("Aspirin is being investigated as a treatment for lung cancer.", &[]),
    ("Aspirin was compared as a treatment for lung cancer.", &[]),
    ("Aspirin was first used in a trial and stopped before the treatment of lung cancer.", &[]),
    ("Aspirin remains an unproven treatment for lung cancer.", &[]),
    ("Smoking was counted during the treatment of lung cancer.", &[]),
    ("Smoking remains an option for the treatment of lung cancer.", &[]),
    ("Low concentrations of metformin can activate AMPK by a lysosomal pathway.", &[]),
    ("The CETP score was associated with lower LDL cholesterol.", &[]),
    ("Lower doses of aspirin reduced bleeding.", &[]),
    ("Insulin caused less weight gain than pioglitazone.", &[]),
    ("Statins hardly reduced dementia.", &[]),
    ("Metformin's inhibition of mTOR extended lifespan.", &[]),
    ("Low physical activity was associated with depression.", &["physical activity decreases depression"]),
    // Things that belong to another thing or lack it.
    ("Diuretic resistance increased mortality.", &[]),
    ("Statin intolerance was associated with higher mortality.", &[]),
    ("Antidepressant-resistant depression responded to ketamine.", &[]),
    ("Non-opioid analgesics reduced pain.", &[]),
    ("Insulin-naive patients had less weight gain.", &[]),
    ("Opioid-sparing analgesia reduced length of stay.", &[]),
    // Better and worse.
    ("Donepezil improved cognition.", &["donepezil increases cognition"]),
    ("Sertraline alleviated anxiety within two weeks.", &["sertraline decreases anxiety"]),
    ("Ibuprofen exacerbated heart failure.", &["ibuprofen increases heart failure"]),
    ("Haloperidol worsened cognition in elderly patients.", &["haloperidol decreases cognition"]),
    ("Resveratrol mitigated oxidative stress.", &["resveratrol decreases oxidative stress"]),
    ("Treatment with fluoxetine was associated with improved memory.", &["fluoxetine increases memory"]),
    // Outcomes with a good and a bad side.
    ("Cisplatin prolonged overall survival.", &["cisplatin increases survival"]),
    ("Cisplatin reduced mortality.", &["cisplatin decreases mortality"]),
    ("Alendronate increased bone mineral density.", &["alendronate increases bone mineral density"]),
    ("Everolimus extended lifespan in mice.", &["everolimus increases lifespan"]),
    ("Prednisone decreased insulin sensitivity.", &["prednisone decreases insulin sensitivity"]),
    // Lists.
    (
        "Curcumin reduced inflammation, increased autophagy and left apoptosis unchanged.",
        &["curcumin decreases inflammation", "curcumin increases autophagy"],
    ),
    (
        "Quercetin raised autophagy, with decreased apoptosis.",
        &["quercetin increases autophagy", "quercetin decreases apoptosis"],
    ),
    ("Metformin, AMPK and mTOR were measured.", &[]),
    // Denied.
    ("Metformin did not activate AMPK.", &["not: metformin increases AMPK"]),
    ("Vitamin E failed to prevent dementia.", &["not: vitamin E decreases dementia"]),
    ("There is no evidence that aspirin reduces dementia.", &["not: aspirin decreases dementia"]),
    ("Ibuprofen was not associated with stroke.", &["not: ibuprofen increases stroke"]),
    (
        "Rapamycin inhibited mTOR without inducing apoptosis.",
        &["rapamycin decreases mTOR", "not: rapamycin increases apoptosis"],
    ),
    ("Zinc made no difference to mortality.", &[]),
    ("Little support exists for vitamin C in preventing pneumonia.", &[]),
    // Something else instead.
    (
        "Metformin reduced proliferation rather than inducing apoptosis.",
        &["metformin decreases cell proliferation", "not: metformin increases apoptosis"],
    ),
    ("Doxorubicin produced necrosis instead of apoptosis.", &["doxorubicin increases necrosis"]),
    ("AMPK-independent autophagy was seen after metformin.", &[]),
    (
        "Metformin reduced glucose production by a non-AMPK-dependent route.",
        &["metformin decreases glucose production"],
    ),
    // Names inside names.
    ("Magnesium stearate-coated tablets reduced inflammation.", &[]),
    ("Aspirin-free regimens reduced bleeding.", &[]),
    ("Memory T cells reduced inflammation.", &[]),
    ("Insulin-like peptide 3 increased fibrosis.", &[]),
    ("Ethanol extract of leaves reduced inflammation.", &[]),
    // Comparisons. A decrease relative to another drug need not be one relative to no treatment.
    ("Compared with aspirin, clopidogrel reduced stroke.", &[]),
    ("Fewer strokes occurred with apixaban than with warfarin.", &[]),
    ("P2Y12 inhibitor monotherapy was associated with lower rates of stroke compared to aspirin.", &[]),
    // A requirement for treating a disease does not cause it.
    ("Insulin therapy is essential for type 1 diabetes treatment.", &[]),
    // A potential inhibitor, and an inhibitor of another drug's effect.
    ("Curcumin is a potential EGFR inhibitor.", &[]),
    ("Bisphenol A enhanced tamoxifen-induced proliferation.", &["bisphenol A increases cell proliferation"]),
    ("Warfarin was replaced by apixaban, which reduced bleeding.", &["apixaban decreases bleeding"]),
    // Supposed.
    ("Metformin may reduce dementia.", &["perhaps: metformin decreases dementia"]),
    ("We tested whether metformin reduces dementia.", &["perhaps: metformin decreases dementia"]),
    ("It is plausible that aspirin lowers mortality.", &["perhaps: aspirin decreases mortality"]),
    ("The aim was to study the ability of metformin to reduce dementia.", &[]),
    ("Does metformin reduce dementia?", &["perhaps: metformin decreases dementia"]),
    // Disease models.
    (
        "Curcumin prevented cisplatin-induced nephrotoxicity.",
        &["cisplatin increases nephrotoxicity", "curcumin decreases nephrotoxicity"],
    ),
    // An adjusted covariate is not a finding.
    ("Mortality was lower in women, adjusted for age and metformin use.", &[]),
    ("After controlling for aspirin use, cancer was less common in men.", &[]),
    ("Statins lowered mortality independent of aspirin use and diabetes.", &["statin decreases mortality"]),
    // An induced effect is only a possibility.
    ("Results were sensitive to changes in the price and to the risk of statin-induced diabetes.", &[]),
    ("The costs were sensitive to statin-induced diabetes.", &[]),
    ("Two men had suspected amiodarone-induced hypothyroidism.", &[]),
    ("Neurons were sensitive to cisplatin-induced apoptosis.", &["cisplatin increases apoptosis"]),
    // In `increases in`, `increases` is a noun.
    ("Rapamycin prevents feather loss, increases in blood pressure and headaches.", &[]),
    // The population that was treated.
    ("Hypothyroidism was treated with levothyroxine in users of amiodarone.", &[]),
    // A participle that could be a second verb.
    ("Rapamycin prevents feather loss, plumage and reduced lifespan.", &[]),
    (
        "Rapamycin prevented feather loss and lowers the noise, and autophagy extends lifespan.",
        &["autophagy increases lifespan"],
    ),
    ("In patients with epilepsy, sertraline reduced depression.", &["sertraline decreases depression"]),
    (
        "Atorvastatin lowered LDL cholesterol in women with lupus.",
        &["atorvastatin decreases LDL cholesterol"],
    ),
];

fn read(sentence: &str) -> Vec<String> {
    let vocabulary = Vocabulary::shipped();
    let name = |id| vocabulary.get(id).map_or("?", |entity| entity.name.as_str());
    relations(sentence, &vocabulary)
        .into_iter()
        .map(|relation| {
            let mark = match relation.assertion {
                Assertion::Stated => "",
                Assertion::Denied => "not: ",
                Assertion::Supposed => "perhaps: ",
            };
            format!("{mark}{} {} {}", name(relation.subject), relation.sign.verb(), name(relation.object))
        })
        .collect()
}

#[test]
fn nothing_is_read_that_a_sentence_does_not_say() {
    let (mut stated, mut wrong) = (0, Vec::new());
    for (sentence, wanted) in PLAIN.iter().chain(HARD) {
        for got in read(sentence).into_iter().filter(|got| !got.contains(": ")) {
            stated += 1;
            if !wanted.contains(&got.as_str()) {
                wrong.push(format!("{sentence} read as {got}"));
            }
        }
    }
    assert!(stated >= 50, "only {stated} statements were read");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_is_said_plainly_is_read() {
    let missed: Vec<&str> = PLAIN
        .iter()
        .filter(|(sentence, wanted)| read(sentence) != *wanted)
        .map(|(sentence, _)| *sentence)
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn what_is_turned_around_denied_or_supposed_is_told_apart() {
    let missed: Vec<String> = HARD
        .iter()
        .filter(|(sentence, wanted)| read(sentence) != *wanted)
        .map(|(sentence, wanted)| format!("{sentence} wanted {wanted:?}, read {:?}", read(sentence)))
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn the_opposite_of_a_sentence_is_the_opposite_of_what_it_states() {
    for (verb, sign) in [
        ("increased", Sign::Increases),
        ("decreased", Sign::Decreases),
        ("enhanced", Sign::Increases),
        ("abolished", Sign::Decreases),
        ("upregulated", Sign::Increases),
        ("downregulated", Sign::Decreases),
    ] {
        assert_eq!(
            read(&format!("Metformin {verb} autophagy.")),
            [format!("metformin {} autophagy", sign.verb())]
        );
        let turned = if sign == Sign::Increases { Sign::Decreases } else { Sign::Increases };
        assert_eq!(
            read(&format!("AMPK deficiency {verb} autophagy.")),
            [format!("AMPK {} autophagy", turned.verb())]
        );
    }
}
