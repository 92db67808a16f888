//! What the labels of drugs name as contraindications: drug against condition, and drug against drug.
//!
//! Each row is a fact of the section *Contraindications* or of the boxed warning of a drug's label, as DailyMed
//! (United States, public domain) or the European Medicines Agency publish it. The choice is our own: only what is
//! absolute, and what a note says plainly.

use super::conditions::Condition;

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
    (Condition::Pregnancy, ACE_INHIBITORS),
    (Condition::Asthma, &["propranolol", "timolol", "sotalol", "carvedilol"]),
    (Condition::HeartFailure, &["cilostazol", "pioglitazone"]),
    (Condition::CoronaryDisease, &["sumatriptan", "rizatriptan", "sumatriptan naproxen"]),
    (Condition::Seizures, &["bupropion"]),
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
    (Condition::SevereRenalFailure, &["metformin"]),
];

/// Drugs that are not given together, by their English generic names: any of the first list with any of the second.
pub(super) const CONTRAINDICATED_PAIRS: &[(&[&str], &[&str])] = &[
    (&["sildenafil", "tadalafil"], &["nitroglycerin", "isosorbide"]),
    (&["simvastatin", "lovastatin"], &["clarithromycin", "erythromycin", "itraconazole", "ketoconazole"]),
    (&["simvastatin"], &["gemfibrozil", "cyclosporine"]),
    (&["ranolazine"], &["clarithromycin", "itraconazole", "ketoconazole"]),
    (&["tizanidine"], &["ciprofloxacin", "fluvoxamine"]),
    (&["febuxostat"], &["azathioprine", "mercaptopurine"]),
    (&["sacubitril", "sacubitril valsartan"], ACE_INHIBITORS),
];
