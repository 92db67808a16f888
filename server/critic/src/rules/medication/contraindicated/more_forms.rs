//! The words for more of the conditions that forbid some drugs.

use super::condition::Condition;

/// How notes write each condition, in English and then in Spanish.
pub(super) const MORE_FORMS: &[(Condition, &[&str])] = &[
    (
        Condition::Anticoagulated,
        &[
            r"\b(?:on|takes|taking|with|anticoagulated with)(?: (?:long[- ]term|lifelong|regular|oral|therapeutic|full[- ]dose|home|chronic))? (?:warfarin|Coumadin|apixaban|Eliquis|rivaroxaban|Xarelto|dabigatran|Pradaxa|edoxaban|Lixiana|Savaysa|acenocoumarol|a DOAC|DOACs?|NOACs?)\b",
            r"\b(?:warfarin|Coumadin|apixaban|Eliquis|rivaroxaban|Xarelto|dabigatran|Pradaxa|edoxaban|Lixiana|Savaysa) \d+(?:\.\d)? ?mg\b",
            r"\b(?:therapeutic|oral|lifelong|long[- ]term) anticoagulation with\b",
            r"\banticoagulad[oa] con \w+|\b(?:toma|en tratamiento con|tratad[oa] con|con) (?:Sintrom|acenocumarol|warfarina|apixab[aá]n|rivaroxab[aá]n|dabigatr[aá]n|edoxab[aá]n)\b",
            r"\b(?:Sintrom seg[uú]n|(?:acenocumarol|warfarina|apixab[aá]n|rivaroxab[aá]n|dabigatr[aá]n|edoxab[aá]n) \d+(?:,\d)? ?mg)\b",
        ],
    ),
    (
        Condition::ReducedEjectionFraction,
        &[
            r"\bHFrEF\b",
            r"\bIC(?: con)? ?FE(?:VI)? ?(?:r\b|reducida)|\bICFEr\b|\bICFER\b",
            r"\b(?:heart failure|HF) with (?:a )?reduced (?:ejection fraction|EF)\b",
            r"\binsuficiencia card[ií]aca con (?:fracci[oó]n de eyecci[oó]n|FE(?:VI)?) reducida\b",
            r"\b(?:LVEF|EF|FEVI|FE)(?: of| is| was| del?|:)? ?(?:2[0-9]|3[0-5]) ?%",
        ],
    ),
    (
        Condition::AntiphospholipidSyndrome,
        &[
            r"\banti-?phospholipid (?:antibody )?syndrome\b",
            r"\bs[ií]ndrome antifosfol[ií]pid[oi]c?o?\b",
            r"\btriple[- ]positive APS\b|\bAPS,? triple[- ]positive\b",
        ],
    ),
    (
        Condition::Ketoacidosis,
        &[r"\bDKA\b", r"\b(?:diabetic )?ketoacidosis\b", r"\bcetoacidosis(?: diab[eé]tica)?\b"],
    ),
    (
        Condition::BladderCancer,
        &[
            r"\b(?:bladder|urothelial|transitional cell) (?:ca\b|cancer|carcinoma|tumou?r)",
            r"\b(?:c[aá]ncer|carcinoma|tumor) (?:urotelial|vesical|de vejiga)\b",
        ],
    ),
    (
        Condition::RenalArteryStenosis,
        &[
            r"\bbilateral renal artery stenosis\b",
            r"\brenal artery stenosis (?:of|in|to) (?:a |the |her |his )?(?:single|solitary|only)\b",
            r"\bestenosis (?:bilateral )?de (?:ambas )?(?:las )?arterias renales(?: bilateral)?\b",
        ],
    ),
    (
        Condition::GastrointestinalBleeding,
        &[
            r"\b(?:fresh |ongoing |active )(?:mela?ena|ha?ematemesis)\b",
            r"\b(?:mela?ena|ha?ematemesis)[^.;\n]{0,12}\b(?:Hb|Hgb|Hemoglobin)\b",
            r"\bbleeding (?:duodenal|gastric|peptic) ulcer\b|\b(?:duodenal|gastric|peptic) ulcer (?:bleeding|bleed|with active bleeding)\b",
            r"\b(?:HDA|hemorragia digestiva alta) (?:activa|aguda|por)\b",
        ],
    ),
    (
        Condition::SevereLiverDisease,
        &[
            r"\b(?:acute|fulminant) (?:liver|hepatic) failure\b",
            r"\bfallo hep[aá]tico (?:agudo|fulminante)\b",
        ],
    ),
];
