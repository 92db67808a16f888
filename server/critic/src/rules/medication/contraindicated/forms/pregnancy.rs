//! The words for pregnancy and breastfeeding.

use crate::rules::medication::contraindicated::condition::Condition;

/// How notes write that the patient is pregnant or breastfeeding, in English and then in Spanish.
pub(super) const FORMS: &[(Condition, &[&str])] = &[
    (
        Condition::Pregnancy,
        &[
            r"\bviable IUP\b|\bIUP (?:confirmed|on)\b",
            r"\b(?:pregnancy test|UPT|urine hCG)(?: is| was|:)? (?:positive|pos\b|\+)",
            r"\btest de embarazo(?: es| fue|:)? (?:positivo|\+)",
            r"\b(?:GA|gestational age|EG|edad gestacional)(?: of| de|:)? ?\d{1,2}(?:\+\d)? ?(?:w|s\b)",
            r"\bembarazo (?:en curso|actual|evolutivo|de \w+ semanas)\b",
            r"\bgr[aá]vida\b(?: de)? \d",
            r"\b\d{1,2}(?:\+\d)? ?(?:w|wks?|weeks?) (?:gravid|pregnant)\b",
            r"\bG\d{1,2} ?,?P\d{1,4},? (?:at |@ ?|currently )?\d{1,2}(?:\+\d)?/40\b",
            r"\bpregnant\b",
            r"\bintrauterine pregnancy\b",
            r"\bIUP(?: at| @)? \d{1,2}",
            r"\b\d{1,2}(?:\+\d)? ?(?:weeks?|wks?)['’]? (?:of )?(?:pregnan(?:t|cy)|gestation)\b",
            r"\b(?:primigravida|multigravida) (?:at|of) \d{1,2}",
            r"\bG\d{1,2} ?,?P\d{1,4},? (?:(?:currently )?at |@ ?)?\d{1,2}(?:\+\d)? ?(?:w(?:ee)?ks?\b|w\b|w ?\dd?\b)",
            r"\b(?:[1-3]?\d|4[0-2])(?:\+\d)?/40\b[^.;\n]{0,12}\bG\d{1,2} ?P\d",
            r"\b\d{1,2}w\dd?,? G\d{1,2}P\d",
            r"\b(?:antenatal|obstetric|obs|maternity|gestation|ANC)\b[^.;\n]{0,25}\b(?:[1-3]?\d|4[0-2])(?:\+\d)?/40\b",
            r"\b\d{1,2}(?:\+\d| ?w(?:ee)?ks?)? (?:weeks )?(?:IUP|gestation by)\b",
            r"\bFUM:? [^.;\n]{0,30}\b\d{1,2}(?:\+\d)? ?(?:semanas|sem)\b",
            r"\b(?:pregnan|gravid|G\d{1,2}P\d|gestation)[^.;]{0,25} \d{1,2}(?:\+\d)?/40\b",
            r"\b(?:second|third|2nd|3rd) trimester\b|\b(?:segundo|tercer|2\.?º|3\.?er) trimestre\b",
            r"\bcontrol (?:prenatal|de embarazo|obst[eé]trico)\b[^;]{0,60}\b\d{1,2}(?:[+.]\d)? ?(?:semanas|sem|SDG)\b",
            r"\bG\d{1,2} ?,?P\d[^.;]{0,30}\b\d{1,2}(?:[+.]\d)? ?(?:semanas|sem) (?:por|seg[uú]n) (?:ecograf\w+|eco\b|FUM|FUR|ultrasonido|US\b)",
            r"\bembarazada\b",
            r"\bembarazo de (?:alto|bajo) riesgo\b",
            r"\b(?:primi|secundi|terci|cuarti|multi)gesta,?(?: de)? \d",
            r"\bcursa(?:ndo)? (?:un )?embarazo\b",
            r"\b(?:gestante|primigesta|secundigesta|multigesta|embarazo|gestaci[oó]n)(?: de|,)? \d{1,2}(?:\+\d)? ?(?:sem|s\b|SDG)\w*",
            r"\b\d{1,2}(?:\.\d)? ?SDG\b",
            r"\bgestante de \d",
            r"\bembarazo de \d{1,2}",
            r"\bgestaci[oó]n de \d{1,2}",
            r"\b\d{1,2}(?:\+\d)? semanas de (?:gestaci[oó]n|embarazo)\b",
        ],
    ),
    (
        Condition::LatePregnancy,
        &[
            r"\b(?:3[0-9]|4[01])(?:\+\d)? ?(?:weeks?|wks?)['’]? (?:of )?(?:pregnan(?:t|cy)|gestation)\b",
            r"\b(?:pregnan|gravid|G\d{1,2}P\d|gestation)[^.;]{0,25} (?:3[0-9]|4[01])(?:\+\d)?/40\b",
            r"\bG\d{1,2}P\d{1,4},? (?:at |@ ?)?(?:3[0-9]|4[01])(?:\+\d)? ?(?:w(?:ee)?ks?|w)\b",
            r"\b(?:3[0-9]|4[01])(?:\+\d)?/40\b[^.;\n]{0,12}\bG\d{1,2} ?P\d",
            r"\b(?:antenatal|obstetric|obs|maternity|gestation|ANC)\b[^.;\n]{0,25}\b(?:3[0-9]|4[01])(?:\+\d)?/40\b",
            r"\b(?:third|3rd) trimester\b",
            r"\b(?:gestante|primigesta|secundigesta|embarazo|embarazada|gestaci[oó]n)(?: de|,)? (?:3[0-9]|4[01])(?:\+\d)? ?(?:sem|s\b|SDG)\w*",
            r"\b(?:3[0-9]|4[01])(?:\+\d)? semanas de (?:gestaci[oó]n|embarazo)\b",
            r"\b(?:tercer|3\.?er) trimestre\b",
        ],
    ),
    (
        Condition::Breastfeeding,
        &[
            r"\b(?:lactating|nursing mother|breastfed infant)\b",
            r"\blactante materna\b|\ble da el pecho\b|\bda el pecho\b|\ben lactancia\b",
            r"\b(?:currently |is |exclusively )?breast-?feeding\b",
            r"\blactancia materna\b",
            r"\bdando (?:el )?pecho\b",
        ],
    ),
];
