//! What the labels of drugs name as contraindications: drug against condition, and drug against drug.
//!
//! Each row is a fact of the section *Contraindications* or of the boxed warning of a drug's label, as DailyMed
//! (United States, public domain) or the European Medicines Agency publish it. The choice is our own: only what is
//! absolute, and what a note says plainly.

use super::condition::Condition;

/// The inhibitors of the angiotensin-converting enzyme, by their English generic names.
const ACE_INHIBITORS: &[&str] = &[
    "lisinopril",
    "enalapril",
    "ramipril",
    "captopril",
    "perindopril",
    "benazepril",
    "quinapril",
    "fosinopril",
    "trandolapril",
];

/// Antagonists of muscarinic receptors against an overactive bladder, by their English generic names.
const BLADDER_ANTICHOLINERGICS: &[&str] =
    &["oxybutynin", "tolterodine", "solifenacin", "fesoterodine", "darifenacin", "trospium"];

/// Drugs for migraine that narrow vessels, by their English generic names.
const TRIPTANS: &[&str] = &[
    "sumatriptan",
    "rizatriptan",
    "zolmitriptan",
    "eletriptan",
    "naratriptan",
    "almotriptan",
    "frovatriptan",
];

/// Anti-inflammatory drugs by mouth that are not selective, ketorolac apart, by their English generic names.
const NSAIDS: &[&str] =
    &["ibuprofen", "naproxen", "diclofenac", "dexketoprofen", "indomethacin", "ketoprofen"];

/// Inhibitors of the monoamine oxidase that are not selective, and those of its form A, by their English generic names.
const MAO_INHIBITORS: &[&str] = &["phenelzine", "tranylcypromine", "moclobemide"];

/// Opioids in full or part, by their English generic names.
const OPIOIDS: &[&str] = &[
    "morphine",
    "oxycodone",
    "hydrocodone",
    "fentanyl",
    "methadone",
    "buprenorphine",
    "codeine",
    "hydromorphone",
    "tapentadol",
    "tramadol",
];

/// Strong inhibitors of the cytochrome 3A4, by their English generic names.
const CYP3A4_INHIBITORS: &[&str] =
    &["clarithromycin", "itraconazole", "ketoconazole", "ritonavir", "nirmatrelvir", "cobicistat"];

/// Inducers of the cytochrome 3A4, by their English generic names.
const CYP3A4_INDUCERS: &[&str] = &["rifampicin", "carbamazepine", "phenytoin", "phenobarbital"];

/// Inhibitors of the proton pump, by their English generic names.
const PROTON_PUMP_INHIBITORS: &[&str] =
    &["omeprazole", "esomeprazole", "pantoprazole", "lansoprazole", "rabeprazole"];

/// The drugs that a condition forbids, by their English generic names; a condition may have several rows.
pub(super) const CONTRAINDICATED_IN: &[(Condition, &[&str])] = &[
    (
        Condition::Pregnancy,
        &[
            "isotretinoin",
            "thalidomide",
            "lenalidomide",
            "pomalidomide",
            "methotrexate",
            "warfarin",
            "acenocoumarol",
            "ribavirin",
            "leflunomide",
            "bosentan",
            "ambrisentan",
            "mycophenolate",
            "valproate",
            "finasteride",
            "dutasteride",
            "testosterone",
            "acitretin",
            "macitentan",
            "riociguat",
            "ergotamine",
            "dihydroergotamine",
            "losartan",
            "valsartan",
            "candesartan",
            "irbesartan",
            "telmisartan",
            "olmesartan",
            "sacubitril",
            "sacubitril valsartan",
            "losartan hydrochlorothiazide",
            "valsartan hydrochlorothiazide",
            "enalapril hydrochlorothiazide",
            "lisinopril hydrochlorothiazide",
            "amlodipine benazepril",
            "amlodipine valsartan",
            "amlodipine olmesartan",
        ],
    ),
    (
        Condition::Pregnancy,
        &[
            "raloxifene",
            "danazol",
            "bexarotene",
            "aliskiren",
            "teriflunomide",
            "vismodegib",
            "anastrozole",
            "letrozole",
            "exemestane",
        ],
    ),
    (Condition::Pregnancy, ACE_INHIBITORS),
    (
        Condition::Asthma,
        &["propranolol", "timolol", "sotalol", "carvedilol", "nadolol", "labetalol", "adenosine"],
    ),
    (Condition::HeartFailure, &["cilostazol", "pioglitazone", "rosiglitazone", "dronedarone"]),
    (Condition::CoronaryDisease, TRIPTANS),
    (Condition::CoronaryDisease, &["sumatriptan naproxen", "ergotamine", "dihydroergotamine", "etoricoxib"]),
    (Condition::Seizures, &["bupropion", "mefloquine", "dalfampridine"]),
    (
        Condition::HeartBlock,
        &[
            "verapamil",
            "diltiazem",
            "metoprolol",
            "atenolol",
            "bisoprolol",
            "propranolol",
            "carvedilol",
            "sotalol",
        ],
    ),
    (Condition::Parkinson, &["haloperidol", "metoclopramide", "prochlorperazine"]),
    (Condition::MyastheniaGravis, &["ciprofloxacin", "levofloxacin", "moxifloxacin", "ofloxacin"]),
    (
        Condition::SevereRenalFailure,
        &[
            "metformin",
            "nitrofurantoin",
            "ketorolac",
            "dabigatran",
            "duloxetine",
            "fondaparinux",
            "etoricoxib",
        ],
    ),
    (Condition::SevereRenalFailure, NSAIDS),
    (Condition::LatePregnancy, NSAIDS),
    (Condition::LatePregnancy, &["ketorolac", "doxycycline", "minocycline", "tetracycline"]),
    (Condition::MechanicalValve, &["dabigatran"]),
    (Condition::SevereVentricularDysfunction, &["verapamil", "diltiazem"]),
    (Condition::ChildUnderTwelve, &["codeine", "codeine acetaminophen"]),
    (Condition::ChildUnderTwo, &["promethazine", "loperamide"]),
    (Condition::RecentPde5Inhibitor, &["nitroglycerin", "isosorbide"]),
    (Condition::NarrowAngleGlaucoma, BLADDER_ANTICHOLINERGICS),
    (Condition::NarrowAngleGlaucoma, &["scopolamine"]),
    (Condition::MalignantHyperthermia, &["succinylcholine", "sevoflurane", "desflurane", "isoflurane"]),
    (
        Condition::G6pdDeficiency,
        &["rasburicase", "primaquine", "methylene blue", "pegloticase", "tafenoquine", "nitrofurantoin"],
    ),
    (Condition::Pheochromocytoma, &["metoclopramide", "glucagon"]),
    (Condition::BreastCancer, &["estradiol", "conjugated estrogens", "ethinylestradiol", "tibolone"]),
    (
        Condition::Thromboembolism,
        &["estradiol", "conjugated estrogens", "ethinylestradiol", "tibolone", "raloxifene"],
    ),
    (Condition::MigraineWithAura, &["ethinylestradiol"]),
    (
        Condition::Hyperkalaemia,
        &["spironolactone", "eplerenone", "amiloride", "triamterene", "potassium chloride"],
    ),
    (Condition::GastrointestinalBleeding, NSAIDS),
    (Condition::GastrointestinalBleeding, &["ketorolac"]),
    (Condition::BowelObstruction, &["metoclopramide", "methylnaltrexone", "prucalopride"]),
    (Condition::InvasiveColitis, &["loperamide", "diphenoxylate"]),
    (
        Condition::LongQt,
        &[
            "ziprasidone",
            "thioridazine",
            "pimozide",
            "domperidone",
            "sotalol",
            "dofetilide",
            "droperidol",
            "citalopram",
            "escitalopram",
        ],
    ),
    (Condition::PreexcitedFibrillation, &["verapamil", "diltiazem", "digoxin"]),
    (
        Condition::CardiogenicShock,
        &["metoprolol", "bisoprolol", "carvedilol", "atenolol", "propranolol", "verapamil", "diltiazem"],
    ),
    (Condition::Angioedema, ACE_INHIBITORS),
    (Condition::Angioedema, &["sacubitril", "sacubitril valsartan"]),
    (
        Condition::MedullaryThyroidCancer,
        &["semaglutide", "liraglutide", "dulaglutide", "exenatide", "tirzepatide"],
    ),
    (Condition::IntracranialHaemorrhage, &["alteplase", "tenecteplase", "reteplase"]),
    (Condition::HlaB5701, &["abacavir"]),
    (
        Condition::Hypocalcaemia,
        &["denosumab", "zoledronic acid", "alendronate", "ibandronate", "risedronate"],
    ),
    (Condition::OesophagealStricture, &["alendronate", "ibandronate", "risedronate"]),
    (Condition::UrinaryRetention, BLADDER_ANTICHOLINERGICS),
    (Condition::Porphyria, &["phenobarbital", "primidone", "thiopental"]),
    (Condition::Breastfeeding, &["codeine", "codeine acetaminophen", "methotrexate"]),
    (Condition::SevereLiverDisease, &["ranolazine", "rivaroxaban", "bosentan", "duloxetine"]),
    (Condition::ActiveTuberculosis, &["infliximab", "adalimumab", "etanercept", "golimumab", "certolizumab"]),
];

/// Drugs that are not given together, by their English generic names: any of the first list with any of the second.
pub(super) const CONTRAINDICATED_PAIRS: &[(&[&str], &[&str])] = &[
    (&["sildenafil", "tadalafil", "vardenafil", "avanafil", "riociguat"], &["nitroglycerin", "isosorbide"]),
    (&["riociguat"], &["sildenafil", "tadalafil", "vardenafil", "avanafil"]),
    (
        MAO_INHIBITORS,
        &[
            "fluoxetine",
            "sertraline",
            "paroxetine",
            "citalopram",
            "escitalopram",
            "venlafaxine",
            "duloxetine",
            "meperidine",
            "tramadol",
            "methadone",
            "bupropion",
            "methylphenidate",
            "buspirone",
        ],
    ),
    (&["selegiline", "rasagiline"], &["meperidine", "tramadol", "methadone"]),
    (MAO_INHIBITORS, &["clomipramine", "imipramine", "dextromethorphan", "pseudoephedrine", "linezolid"]),
    (MAO_INHIBITORS, TRIPTANS),
    (&["disulfiram"], &["metronidazole"]),
    (&["naltrexone"], OPIOIDS),
    (&["rilpivirine"], PROTON_PUMP_INHIBITORS),
    (&["rilpivirine"], CYP3A4_INDUCERS),
    (&["dofetilide"], &["dolutegravir", "verapamil", "hydrochlorothiazide", "trimethoprim sulfamethoxazole"]),
    (&["didanosine"], &["allopurinol", "ribavirin"]),
    (&["lurasidone"], CYP3A4_INHIBITORS),
    (&["lurasidone"], CYP3A4_INDUCERS),
    (&["pimozide"], CYP3A4_INHIBITORS),
    (&["pimozide"], &["erythromycin", "citalopram", "escitalopram", "sertraline"]),
    (&["thioridazine"], &["fluoxetine", "paroxetine", "fluvoxamine", "propranolol"]),
    (&["dronedarone"], CYP3A4_INHIBITORS),
    (&["alfuzosin"], CYP3A4_INHIBITORS),
    (&["triazolam"], &["itraconazole", "ketoconazole", "ritonavir"]),
    (&["domperidone"], CYP3A4_INHIBITORS),
    (&["eletriptan"], CYP3A4_INHIBITORS),
    (&["ticagrelor"], CYP3A4_INHIBITORS),
    (&["tolvaptan"], CYP3A4_INHIBITORS),
    (&["simvastatin", "lovastatin"], &["ritonavir", "cobicistat", "posaconazole", "telithromycin"]),
    (&["dabigatran"], &["itraconazole", "ketoconazole", "cyclosporine", "dronedarone"]),
    (&["spironolactone"], &["eplerenone", "amiloride", "triamterene"]),
    (&["eplerenone"], &["amiloride", "triamterene"]),
    (
        &["ergotamine", "dihydroergotamine"],
        &[
            "clarithromycin",
            "erythromycin",
            "itraconazole",
            "ketoconazole",
            "ritonavir",
            "sumatriptan",
            "rizatriptan",
        ],
    ),
    (&["isotretinoin", "acitretin"], &["doxycycline", "minocycline", "tetracycline"]),
    (&["ivabradine"], &["verapamil", "diltiazem", "clarithromycin", "itraconazole", "ketoconazole"]),
    (&["eplerenone"], &["clarithromycin", "itraconazole", "ketoconazole"]),
    (&["voriconazole"], &["carbamazepine", "rifampicin", "phenobarbital"]),
    (
        &["nirmatrelvir"],
        &[
            "simvastatin",
            "lovastatin",
            "amiodarone",
            "flecainide",
            "ranolazine",
            "rifampicin",
            "carbamazepine",
        ],
    ),
    (&["simvastatin", "lovastatin"], &["clarithromycin", "erythromycin", "itraconazole", "ketoconazole"]),
    (&["simvastatin"], &["gemfibrozil", "cyclosporine"]),
    (&["ranolazine"], &["clarithromycin", "itraconazole", "ketoconazole"]),
    (&["tizanidine"], &["ciprofloxacin", "fluvoxamine"]),
    (&["febuxostat"], &["azathioprine", "mercaptopurine"]),
    (&["sacubitril", "sacubitril valsartan"], ACE_INHIBITORS),
];
