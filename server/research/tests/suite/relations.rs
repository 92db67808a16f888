//! Sentences as abstracts word them, and what each states about the things that it names: every statement that is read
//! has to be right, and a sentence that is read in the opposite direction fails on its own.

use referee_research::Vocabulary;
use referee_research::hypotheses::relations::relations;
use referee_research::hypotheses::{Assertion, Sign};

/// What a sentence states; nothing where it states nothing that can be read for sure.
type Case = (&'static str, &'static [&'static str]);

/// Sentences that say plainly what they say.
const PLAIN: &[Case] = &[
    ("Metformin inhibited mTOR in hepatocytes.", &["metformin decreases mTOR"]),
    ("In cultured myotubes, AICAR activated AMPK.", &["AICAR increases AMPK"]),
    ("Autophagy was induced by rapamycin in aged mice.", &["rapamycin increases autophagy"]),
    ("Simvastatin 40 mg daily lowered LDL cholesterol.", &["simvastatin decreases LDL cholesterol"]),
    (
        "Inhibition of angiogenesis by bevacizumab was dose-dependent.",
        &["bevacizumab decreases angiogenesis"],
    ),
    ("Treatment with prednisone led to osteoporosis.", &["prednisone increases osteoporosis"]),
    ("Patients receiving warfarin had a higher risk of bleeding.", &["warfarin increases bleeding"]),
    ("Cisplatin-induced nephrotoxicity was severe.", &["cisplatin increases nephrotoxicity"]),
    ("Dapagliflozin has been shown to reduce heart failure.", &["dapagliflozin decreases heart failure"]),
    ("Erlotinib, a selective EGFR inhibitor, was well tolerated.", &["erlotinib decreases EGFR"]),
    ("Ibuprofen is a reversible inhibitor of COX-2.", &["ibuprofen decreases COX-2"]),
    (
        "Pioglitazone reduced insulin resistance and hepatic steatosis.",
        &[
            "pioglitazone decreases insulin resistance",
            "pioglitazone decreases non-alcoholic fatty liver disease",
        ],
    ),
    ("Our data show that sorafenib suppresses angiogenesis.", &["sorafenib decreases angiogenesis"]),
    (
        "Use of aspirin was associated with a lower risk of colorectal cancer.",
        &["aspirin decreases colorectal cancer"],
    ),
    (
        "Rosuvastatin significantly decreased C-reactive protein.",
        &["rosuvastatin decreases C-reactive protein"],
    ),
    ("Apoptosis was increased by doxorubicin.", &["doxorubicin increases apoptosis"]),
    ("Lithium administration promoted neurogenesis in the hippocampus.", &["lithium increases neurogenesis"]),
    ("Liraglutide caused weight loss in obese adults.", &["liraglutide increases weight loss"]),
    ("Oral curcumin attenuated neuroinflammation.", &["curcumin decreases neuroinflammation"]),
    ("Fewer strokes occurred with apixaban than with warfarin.", &["apixaban decreases stroke"]),
    (
        "Tocilizumab blocked IL-6 and lowered C-reactive protein.",
        &["tocilizumab decreases IL-6", "tocilizumab decreases C-reactive protein"],
    ),
    ("Exercise training improved ejection fraction.", &["physical activity increases ejection fraction"]),
    ("Homocysteine was lowered by folic acid.", &["folic acid decreases homocysteine"]),
    ("Cocaine users had more strokes.", &["cocaine increases stroke"]),
    (
        "Chemotherapy-induced peripheral neuropathy was reduced by duloxetine.",
        &["duloxetine decreases peripheral neuropathy"],
    ),
    (
        "High fiber intake reduced the risk of colorectal cancer.",
        &["dietary fiber decreases colorectal cancer"],
    ),
    // What is listed with something without a name; a dose or a place between; more or less in the group of a drug.
    ("Folic acid and B vitamins lower homocysteine.", &["folic acid decreases homocysteine"]),
    (
        "Reduced methionine intake and caloric restriction prolong lifespan.",
        &["caloric restriction increases lifespan"],
    ),
    (
        "Melatonin at pharmacological concentrations suppressed cell proliferation.",
        &["melatonin decreases cell proliferation"],
    ),
    (
        "We observed a 22 percent reduction in the risk of death in the pravastatin group.",
        &["pravastatin decreases mortality"],
    ),
    ("Migraine is associated with a twofold increased risk of stroke.", &["migraine increases stroke"]),
    (
        "Obesity is associated with an increased risk for cardiovascular disease.",
        &["obesity increases cardiovascular disease"],
    ),
    ("Alcohol suppressed leptin gene expression.", &["ethanol decreases leptin"]),
    (
        "Allocation to continue tamoxifen reduced the risk of breast cancer.",
        &["tamoxifen decreases breast cancer"],
    ),
    (
        "Infection with Helicobacter pylori is an important etiologic factor in the development of gastric cancer.",
        &["Helicobacter pylori infection increases gastric cancer"],
    ),
    ("Metformin has a protective effect against dementia.", &["metformin decreases dementia"]),
    // Causes and risk factors.
    ("Hypertension is a major risk factor for stroke.", &["hypertension increases stroke"]),
    ("Smoking is the leading cause of lung cancer.", &["smoking increases lung cancer"]),
    // What is compared stands in front.
    ("The risk of stroke was lower in patients taking apixaban.", &["apixaban decreases stroke"]),
    ("Mortality was markedly higher in the digoxin group.", &["digoxin increases mortality"]),
    (
        "Among users of canagliflozin, heart failure was less common.",
        &["canagliflozin decreases heart failure"],
    ),
    // Other things in the list, another predicate, a participle between.
    (
        "Naproxen and other nonsteroidal drugs were associated with a higher risk of bleeding.",
        &["naproxen increases bleeding"],
    ),
    ("Doxorubicin is toxic and causes heart failure.", &["doxorubicin increases heart failure"]),
    (
        "Folic acid taken before conception prevents neural tube defects.",
        &["folic acid decreases neural tube defects"],
    ),
    ("Bevacizumab works by blocking VEGF.", &["bevacizumab decreases VEGF"]),
    ("Exercise reduces a person's risk of developing dementia.", &["physical activity decreases dementia"]),
    // Who is regulated how, and through what.
    ("mTOR negatively regulates autophagy.", &["mTOR decreases autophagy"]),
    ("Irradiation led to p53-dependent apoptosis.", &["p53 increases apoptosis"]),
    ("Ras-driven tumours need p53-mediated apoptosis to shrink.", &["p53 increases apoptosis"]),
    ("Air pollution exacerbates asthma in children.", &["air pollution increases asthma"]),
    // A second verb of whoever acted on something without a name; what something is one of.
    (
        "We found that treatment with the autophagy enhancer rapamycin accelerates paralysis, shortens the life span of these mice, and has no effect on weight.",
        &["rapamycin decreases lifespan"],
    ),
    ("Rapamycin lowers the noise and extends lifespan.", &["rapamycin increases lifespan"]),
    ("The statin simvastatin lowered LDL cholesterol.", &["simvastatin decreases LDL cholesterol"]),
    ("The mTOR inhibitor everolimus improves cognition.", &["everolimus increases cognition"]),
    (
        "The SGLT2 inhibitors empagliflozin and dapagliflozin reduced heart failure.",
        &["empagliflozin decreases heart failure", "dapagliflozin decreases heart failure"],
    ),
    ("Mortality fell in patients who received tranexamic acid.", &["tranexamic acid decreases mortality"]),
    ("The incidence of stroke fell with apixaban.", &["apixaban decreases stroke"]),
    (
        "Statin therapy was linked to a modest increase in the risk of diabetes.",
        &["statin increases diabetes"],
    ),
    ("Propranolol reduced the frequency of migraine attacks.", &["propranolol decreases migraine"]),
    (
        "Azithromycin decreased the frequency of exacerbations in COPD.",
        &["azithromycin decreases exacerbations"],
    ),
    // What is adjusted for stands beside what is said; labels of abstracts without a colon; doses in front.
    (
        "After adjustment for age, smoking and aspirin use, metformin reduced mortality.",
        &["metformin decreases mortality"],
    ),
    (
        "Metformin use, adjusted for age, sex and statin use, was associated with a lower risk of dementia.",
        &["metformin decreases dementia"],
    ),
    // Parts that are numbered: clauses of their own, several verbs of one subject, several objects of one verb.
    (
        "We found that (1) aspirin reduced stroke, (2) prednisone increased osteoporosis, and (3) metformin activated AMPK.",
        &["aspirin decreases stroke", "prednisone increases osteoporosis", "metformin increases AMPK"],
    ),
    (
        "Metformin (1) inhibited mTOR and (2) activated AMPK.",
        &["metformin decreases mTOR", "metformin increases AMPK"],
    ),
    (
        "Pioglitazone reduced (a) insulin resistance and (b) hepatic steatosis.",
        &[
            "pioglitazone decreases insulin resistance",
            "pioglitazone decreases non-alcoholic fatty liver disease",
        ],
    ),
    (
        "There were two findings: i) rapamycin induced autophagy; ii) lithium promoted neurogenesis.",
        &["rapamycin increases autophagy", "lithium increases neurogenesis"],
    ),
    // What happens to an outcome with a drug, and by how much.
    ("Uric acid fell by 30% in adults treated with febuxostat.", &["febuxostat decreases uric acid"]),
    ("Psoriasis improved with ustekinumab.", &["ustekinumab decreases psoriasis"]),
    ("Pain scores were significantly lower 24 h after diclofenac.", &["diclofenac decreases pain"]),
    ("Cough occurred more often in patients receiving enalapril.", &["enalapril increases cough"]),
    ("Mortality among children given zinc was lower than among the others.", &["zinc decreases mortality"]),
    ("The risk of stroke was twice as high among users of rofecoxib.", &["rofecoxib increases stroke"]),
    ("HbA1c was reduced by 1.2 points in patients given semaglutide.", &["semaglutide decreases HbA1c"]),
    // Effective against something, and its unwanted effects.
    ("Tranexamic acid was effective in reducing bleeding.", &["tranexamic acid decreases bleeding"]),
    ("Lithium is an effective treatment for mania.", &["lithium decreases mania"]),
    (
        "Lactulose was effective against hepatic encephalopathy.",
        &["lactulose decreases hepatic encephalopathy"],
    ),
    ("Hepatotoxicity is a well-known side effect of isoniazid.", &["isoniazid increases hepatotoxicity"]),
    // Verbs that say nothing without their noun.
    (
        "Exposure to amiodarone carried a threefold higher risk of hypothyroidism.",
        &["amiodarone increases hypothyroidism"],
    ),
    ("Inhaled budesonide gave better control of asthma.", &["budesonide decreases asthma"]),
    (
        "Testosterone therapy was followed by an increase in muscle mass.",
        &["testosterone increases muscle mass"],
    ),
    (
        "Resveratrol led to an improvement in insulin resistance.",
        &["resveratrol decreases insulin resistance"],
    ),
    // A second verb behind something without a name, or behind other words.
    ("Caffeine improved alertness but increased anxiety.", &["caffeine increases anxiety"]),
    (
        "Resveratrol augmented autophagy while decreasing apoptosis.",
        &["resveratrol increases autophagy", "resveratrol decreases apoptosis"],
    ),
    (
        "Valsartan lowered blood pressure and, to a lesser extent, reduced fibrosis.",
        &["valsartan decreases blood pressure", "valsartan decreases fibrosis"],
    ),
    ("Rapamycin binds FKBP12 and thereby inhibits mTOR.", &["rapamycin decreases mTOR"]),
    ("Trastuzumab is a monoclonal antibody that inhibits HER2.", &["trastuzumab decreases HER2"]),
    ("We found curcumin to be a potent activator of Nrf2.", &["curcumin increases Nrf2"]),
    ("Expression of MMP-9 was down-regulated by doxycycline.", &["doxycycline decreases MMP-9"]),
    ("Curcumin ameliorates dextran sulfate sodium-induced colitis.", &["curcumin decreases colitis"]),
    (
        "Abrupt discontinuation of propranolol resulted in hypertension.",
        &["propranolol decreases hypertension"],
    ),
    ("Dexamethasone resulted in lower mortality than usual care.", &["dexamethasone decreases mortality"]),
    ("RESULTS Simvastatin lowered LDL cholesterol.", &["simvastatin decreases LDL cholesterol"]),
    (
        "INTERPRETATION 500 mg naproxen per day for a mean of ten months substantially reduced pain in carriers.",
        &["naproxen decreases pain"],
    ),
];

/// Sentences whose words turn something around, compare, deny, suppose, or only look as if they said something.
const HARD: &[Case] = &[
    // A process that is arrested is less of it.
    ("AICAR induced cell cycle arrest in smooth muscle.", &["AICAR decreases cell cycle progression"]),
    (
        "Vitamin D insufficiency or deficiency exacerbate osteoporosis, cause other harm, and increase the risk of fractures.",
        &["vitamin D decreases osteoporosis", "vitamin D decreases fractures"],
    ),
    // A direction holds for all that is listed behind it.
    (
        "Loss of p62 impaired the repression of fibrosis and inflammation.",
        &["p62 decreases fibrosis", "p62 decreases inflammation"],
    ),
    (
        "Blockade of PD-1 and CTLA-4 increased angiogenesis.",
        &["PD-1 decreases angiogenesis", "CTLA-4 decreases angiogenesis"],
    ),
    // What is treated is less of it; who is treated does not act.
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
    // The rest of a list is no subject, and what is less of one listed thing need not be of the next.
    ("Blocking HMGB1, the NF-kB pathway, and autophagy reversed angiogenesis.", &[]),
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
    // Of what a measure is.
    ("IL-13 stimulated collagen production in fibroblasts.", &[]),
    ("CDX2 knockdown in colon cancer cells promoted cell proliferation.", &[]),
    ("X is the target of an inhibitor of HER2 and metformin is known to be one.", &[]),
    (
        "Ketamine is an antibody against TNF-alpha that blocks angiogenesis.",
        &["ketamine decreases angiogenesis"],
    ),
    // Effective, but less than another, or not; chance; not patients.
    ("Metformin was not effective in reducing dementia.", &["not: metformin decreases dementia"]),
    ("Metformin was less effective than placebo in reducing dementia.", &[]),
    ("Alendronate reduced fractures, but not significantly so.", &[]),
    ("Nicotine increased survival of bacteria on catheters.", &[]),
    ("Pain did not improve with ketamine.", &["not: ketamine decreases pain"]),
    // The death of cells is not that of patients, and what cells have they do not cause.
    ("Oxidative stress led to cell death.", &["oxidative stress increases cell death"]),
    ("Macrophages from aged mice had increased apoptosis.", &[]),
    // What is given together, and those who are compared, are no list of who acts.
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
    // A clause that begins behind a comma, and a list that only looks like one.
    ("Although the rise in muscle mass may be attenuated, weights can improve muscle strength.", &[]),
    ("Weight loss in cachexia is attributable to poor diet or enhanced energy expenditure.", &[]),
    ("Lung cancer is the leading cause of cancer related deaths.", &[]),
    ("Can aspirin prevent stroke? A randomised trial", &["perhaps: aspirin decreases stroke"]),
    ("Depression scores at baseline were higher in the citalopram group.", &[]),
    ("The disease is linked to smoking.", &[]),
    ("Chronic obstructive pulmonary disease is linked to smoking.", &[]),
    // Less of what acts.
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
    ("Lower doses of aspirin reduced bleeding.", &[]),
    ("Insulin caused less weight gain than pioglitazone.", &[]),
    ("Statins hardly reduced dementia.", &[]),
    ("Metformin's inhibition of mTOR extended lifespan.", &[]),
    ("Low physical activity was associated with depression.", &["physical activity decreases depression"]),
    // What belongs to another thing, or is without it.
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
    // Something else in its place.
    (
        "Metformin reduced proliferation rather than inducing apoptosis.",
        &["metformin decreases cell proliferation", "not: metformin increases apoptosis"],
    ),
    ("Doxorubicin produced necrosis instead of apoptosis.", &[]),
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
    // Who is compared.
    ("Compared with aspirin, clopidogrel reduced stroke.", &["clopidogrel decreases stroke"]),
    ("Warfarin was replaced by apixaban, which reduced bleeding.", &["apixaban decreases bleeding"]),
    // Supposed.
    ("Metformin may reduce dementia.", &["perhaps: metformin decreases dementia"]),
    ("We tested whether metformin reduces dementia.", &["perhaps: metformin decreases dementia"]),
    ("It is plausible that aspirin lowers mortality.", &["perhaps: aspirin decreases mortality"]),
    ("The aim was to study the ability of metformin to reduce dementia.", &[]),
    ("Does metformin reduce dementia?", &["perhaps: metformin decreases dementia"]),
    // Models of disease.
    (
        "Curcumin prevented cisplatin-induced nephrotoxicity.",
        &["cisplatin increases nephrotoxicity", "curcumin decreases nephrotoxicity"],
    ),
    // What is adjusted for is no finding.
    ("Mortality was lower in women, adjusted for age and metformin use.", &[]),
    ("After controlling for aspirin use, cancer was less common in men.", &[]),
    ("Statins lowered mortality independent of aspirin use and diabetes.", &["statin decreases mortality"]),
    // What something induces is spoken of as a possibility.
    ("Results were sensitive to changes in the price and to the risk of statin-induced diabetes.", &[]),
    ("The costs were sensitive to statin-induced diabetes.", &[]),
    ("Two men had suspected amiodarone-induced hypothyroidism.", &[]),
    ("Neurons were sensitive to cisplatin-induced apoptosis.", &["cisplatin increases apoptosis"]),
    // `increases in` is no verb.
    ("Rapamycin prevents hair loss, increases in blood pressure and headaches.", &[]),
    // Whom it was given to.
    ("Hypothyroidism was treated with levothyroxine in users of amiodarone.", &[]),
    // A participle that could be a second verb.
    ("Rapamycin prevents hair loss, baldness and reduced lifespan.", &[]),
    (
        "Rapamycin prevented hair loss and lowers the noise, and autophagy extends lifespan.",
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
