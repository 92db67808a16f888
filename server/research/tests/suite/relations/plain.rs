//! Plain statements, each with all the relations that it states.

use super::Case;

/// Sentences with plain statements.
pub(super) const PLAIN: &[Case] = &[
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
    // Lists with an unnamed thing; a dose or a place in between; more or less in the group of a
    // drug.
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
    // The compared outcome comes first.
    ("The risk of stroke was lower in patients taking apixaban.", &["apixaban decreases stroke"]),
    ("Mortality was markedly higher in the digoxin group.", &["digoxin increases mortality"]),
    (
        "Among users of canagliflozin, heart failure was less common.",
        &["canagliflozin decreases heart failure"],
    ),
    // Other things in the list, another predicate, a participle in between.
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
    // Direct and mediated regulation.
    ("mTOR negatively regulates autophagy.", &["mTOR decreases autophagy"]),
    ("Irradiation led to p53-dependent apoptosis.", &["p53 increases apoptosis"]),
    ("Ras-driven tumours need p53-mediated apoptosis to shrink.", &["p53 increases apoptosis"]),
    ("Air pollution exacerbates asthma in children.", &["air pollution increases asthma"]),
    // A second verb after an unnamed object; the class of a name.
    (
        "We found that treatment with the autophagy enhancer rapamycin accelerates paralysis, shortens the life span of these mice, and has no effect on weight.",
        &["rapamycin increases paralysis", "rapamycin decreases lifespan", "rapamycin increases autophagy"],
    ),
    ("Rapamycin lowers the noise and extends lifespan.", &["rapamycin increases lifespan"]),
    ("The statin simvastatin lowered LDL cholesterol.", &["simvastatin decreases LDL cholesterol"]),
    (
        "The mTOR inhibitor everolimus improves cognition.",
        &["everolimus increases cognition", "everolimus decreases mTOR"],
    ),
    (
        "The SGLT2 inhibitors empagliflozin and dapagliflozin reduced heart failure.",
        &[
            "empagliflozin decreases heart failure",
            "dapagliflozin decreases heart failure",
            "empagliflozin decreases SGLT2",
            "dapagliflozin decreases SGLT2",
        ],
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
    // Covariates next to a finding; labels of abstracts without a colon; doses first.
    (
        "After adjustment for age, smoking and aspirin use, metformin reduced mortality.",
        &["metformin decreases mortality"],
    ),
    (
        "Metformin use, adjusted for age, sex and statin use, was associated with a lower risk of dementia.",
        &["metformin decreases dementia"],
    ),
    // Numbered parts: separate clauses, several verbs of one subject, several objects of one verb.
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
    // The change of an outcome with a drug, and the amount.
    ("Uric acid fell by 30% in adults treated with febuxostat.", &["febuxostat decreases uric acid"]),
    ("Psoriasis improved with ustekinumab.", &["ustekinumab decreases psoriasis"]),
    ("Pain scores were significantly lower 24 h after diclofenac.", &["diclofenac decreases pain"]),
    ("Cough occurred more often in patients receiving enalapril.", &["enalapril increases cough"]),
    ("Mortality among children given zinc was lower than among the others.", &["zinc decreases mortality"]),
    ("The risk of stroke was twice as high among users of rofecoxib.", &["rofecoxib increases stroke"]),
    ("HbA1c was reduced by 1.2 points in patients given semaglutide.", &["semaglutide decreases HbA1c"]),
    ("Current cigarette smoking triples bladder cancer risk.", &["smoking increases bladder cancer"]),
    (
        "Risk factors for COPD are well known and include smoking.",
        &["smoking increases chronic obstructive pulmonary disease"],
    ),
    (
        "Higher consumption of sugar-sweetened beverages is associated with a greater magnitude of weight gain and an increased risk for development of type 2 diabetes in women.",
        &[
            "sugar-sweetened beverages increases weight gain",
            "sugar-sweetened beverages increases type 2 diabetes",
        ],
    ),
    (
        "Simvastatin activates the protein kinase Akt and promotes angiogenesis.",
        &["simvastatin increases Akt", "simvastatin increases angiogenesis"],
    ),
    ("The tumor suppressor p53 induces apoptosis.", &["p53 increases apoptosis"]),
    ("Fewer patients in the ondansetron group reported nausea.", &["ondansetron decreases nausea"]),
    ("The rate of death was 32% lower in the empagliflozin group.", &["empagliflozin decreases mortality"]),
    ("Gains in muscle strength were greater with testosterone.", &["testosterone increases muscle strength"]),
    ("There was a 35% decrease in the risk of death with carvedilol.", &["carvedilol decreases mortality"]),
    ("Patients on lithium are at increased risk of hypothyroidism.", &["lithium increases hypothyroidism"]),
    (
        "Imatinib exerted a strong inhibitory effect on cell proliferation.",
        &["imatinib decreases cell proliferation"],
    ),
    ("Thalidomide exerts its effect by inhibiting angiogenesis.", &["thalidomide decreases angiogenesis"]),
    ("STAT3 silencing suppressed cell proliferation.", &["STAT3 increases cell proliferation"]),
    (
        "Budesonide has proved effective in the treatment of Crohn disease.",
        &["budesonide decreases Crohn disease"],
    ),
    ("Sertraline was superior to placebo in reducing depression.", &["sertraline decreases depression"]),
    // Effective treatments and adverse effects.
    ("Tranexamic acid was effective in reducing bleeding.", &["tranexamic acid decreases bleeding"]),
    ("Lithium is an effective treatment for mania.", &["lithium decreases mania"]),
    (
        "Lactulose was effective against hepatic encephalopathy.",
        &["lactulose decreases hepatic encephalopathy"],
    ),
    ("Hepatotoxicity is a well-known side effect of isoniazid.", &["isoniazid increases hepatotoxicity"]),
    // Verbs whose meaning depends on their noun.
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
    // A second verb after an unnamed object, or after other words.
    ("Caffeine improved alertness but increased anxiety.", &["caffeine increases anxiety"]),
    (
        "Resveratrol augmented autophagy while decreasing apoptosis.",
        &["resveratrol increases autophagy", "resveratrol decreases apoptosis"],
    ),
    (
        "Valsartan lowered blood pressure and, to a lesser extent, reduced fibrosis.",
        &["valsartan decreases blood pressure", "valsartan decreases fibrosis"],
    ),
    (
        "Rapamycin binds FKBP12 and thereby inhibits mTOR.",
        &["rapamycin affects FKBP1A", "rapamycin decreases mTOR"],
    ),
    ("Trastuzumab is a monoclonal antibody that inhibits HER2.", &["trastuzumab decreases HER2"]),
    ("We found curcumin to be a potent activator of Nrf2.", &["curcumin increases Nrf2"]),
    ("Expression of MMP-9 was down-regulated by doxycycline.", &["doxycycline decreases MMP-9"]),
    (
        "Curcumin ameliorates dextran sulfate sodium-induced colitis.",
        &["dextran sulfate sodium increases colitis", "curcumin decreases colitis"],
    ),
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
    // The action of a drug on a molecule, and the means by which it acts.
    (
        "Ramipril, a long-acting angiotensin-converting enzyme inhibitor, is indicated for the treatment of hypertension.",
        &["ramipril decreases angiotensin-converting enzyme", "ramipril is used for hypertension"],
    ),
    ("The ACE inhibitor enalapril was given.", &["enalapril decreases angiotensin-converting enzyme"]),
    (
        "Methotrexate is a tight-binding inhibitor of dihydrofolate reductase.",
        &["methotrexate decreases dihydrofolate reductase"],
    ),
    (
        "Pravastatin lowers LDL cholesterol through inhibition of HMG-CoA reductase.",
        &["pravastatin decreases LDL cholesterol", "pravastatin decreases HMG-CoA reductase"],
    ),
    (
        "Febuxostat reduces uric acid through xanthine oxidase inhibition.",
        &["febuxostat decreases uric acid", "febuxostat decreases xanthine oxidase"],
    ),
    ("Golimumab binds to and neutralizes TNF-alpha.", &["golimumab decreases TNF-alpha"]),
    (
        "By inhibiting COX-1, aspirin prevents thrombosis.",
        &["aspirin decreases thrombosis", "aspirin decreases COX-1"],
    ),
    ("IL-17A plays a central role in the pathogenesis of psoriasis.", &["IL-17A affects psoriasis"]),
    (
        "Lithium remains a mainstay in the treatment of bipolar disorder.",
        &["lithium is used for bipolar disorder"],
    ),
    ("Aspirin has been approved in the treatment of lung cancer.", &["aspirin is used for lung cancer"]),
    ("Febuxostat is approved for the treatment of gout.", &["febuxostat is used for gout"]),
    ("Renin is responsible for the formation of angiotensin I.", &["renin increases angiotensin I"]),
    // A short form in parentheses keeps the word that a hyphen joins to it.
    (
        "Ticagrelor suppressed adenosine diphosphate (ADP)-induced platelet aggregation.",
        &["ADP increases platelet aggregation", "ticagrelor decreases platelet aggregation"],
    ),
];
