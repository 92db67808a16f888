//! Drugs against cancer that act on a marker, beside the report that the tumour lacks it.
//!
//! The pairs are those of the labels at DailyMed (United States, public domain), section *Indications and usage*.

use super::family::Family;

/// A family of a marker that is missing, and a drug that needs it.
const fn needs(
    keys: &'static [&'static str],
    missing: &'static str,
    given: &'static str,
    excuses: &'static str,
    english: &'static str,
    spanish: &'static str,
) -> Family {
    Family::lasting(keys, missing, given, english, spanish).unless(excuses)
}

pub(super) static FAMILIES: &[Family] = &[
    needs(
        &[
            "her2",
            "her-2",
            "triple",
            "tnbc",
            "trastuz",
            "pertuz",
            "herceptin",
            "t-dm1",
            "kadcyla",
            "lapatinib",
            "tucatinib",
        ],
        r"her-?2(?:/neu)?(?: status| ihc)?(?: is| was)?[: ,(-]{1,3}(?:negative|negativ[oa]|neg\b|0\b|1\+|not amplified|no amplificad[oa])|triple[- ]negativ[eoa]\b|tnbc\b",
        r"(?:start\w*|begin\w*|commenc\w*|continu\w*|give|add\w*|receiv\w*|cycle \d+|for|with|on|initiat\w*|offer\w*|recommend\w*|plan:?|adjuvant|neoadjuvant|inici\w+|comenz\w+|continua\w*|recib\w+|tratamiento|con|ciclo \d+|se propone|administra\w*|paut\w+)(?: [\w,+/-]+){0,6}? (?:trastuzumab|pertuzumab|herceptin|t-dm1|kadcyla|lapatinib|tucatinib)\b",
        r"her-?2(?:/neu)?(?: status| ihc)?(?: is| was)?[: ,(-]{1,3}(?:positive|positiv[oa]|pos\b|3\+|\+|amplified|amplificad[oa]|low|ultralow|equivocal|2\+)|her-?2\+|contralateral|second primary|segundo primario|discordan\w*|not (?:a candidate|indicated|eligible|for)|no (?:candidat[oa]|indicad[oa]|procede)|deruxtecan|if her-?2|si her-?2|repeat|trial|no role|sin indicacion",
        "the drug needs HER2, and the tumour is reported without it",
        "el fármaco necesita HER2, y el tumor consta como negativo",
    ),
    needs(
        &[
            "neg", "er/pr", "-ve", "/8", "0%", "0 %", "tnbc", "tamoxif", "letroz", "anastroz", "exemest",
            "fulvestr", "hormonal",
        ],
        r"(?:er|estrogen receptor|oestrogen receptor|re)(?: is| was)?[: ,(-]{0,3}(?:negative|neg|-ve|0/8|0 ?%|negativos?)[ ,;/(-]{1,4}(?:and |y )?(?:pr|pgr|progesterone receptor|rp)(?: is| was)?[: ,(-]{0,3}(?:negative|neg|-ve|0/8|0 ?%|negativos?)|er/pr[: -]{1,3}(?:negative|neg)|(?:receptores hormonales|rh)[: ]{1,2}negativos?|hormone receptor[- ]negative\b|er-?/pr-?(?:/|\b)(?:her)|triple[- ]negativ[eoa]\b|tnbc\b",
        r"(?:start\w*|begin\w*|commenc\w*|continu\w*|give|add\w*|receiv\w*|for|with|on|initiat\w*|offer\w*|recommend\w*|plan:?|adjuvant|inici\w+|comenz\w+|continua\w*|recib\w+|tratamiento|con|se propone|paut\w+|hormonoterapia)(?: [\w,+/-]+){0,5}? (?:tamoxifen\w?|letrozole?|anastrozole?|exemestane?|exemestano|fulvestrant)\b",
        r"(?:er|re|estrogen receptor|oestrogen receptor)[: ,(-]{0,3}(?:positive|pos\b|\+|[5-8]/8|[1-9]\d ?%|positiv[oa]s?)|er\+|pr\+|hormone receptor[- ]positive|receptores hormonales positivos|contralateral|second primary|segundo primario|previous (?:breast )?cancer|previ[oa]|prevention|prophyla\w*|chemopreven\w*|gynaecomast\w*|ovulation|fertility|discordan\w*|no (?:benefit|role|indication)|not (?:indicated|eligible|a candidate)|sin indicacion|no indicad[oa]|(?:19|20)\d\d",
        "the drug needs hormone receptors, and the tumour is reported without them",
        "el fármaco necesita receptores hormonales, y el tumor consta como negativo",
    ),
    needs(
        &["egfr", "tinib"],
        r"egfr(?: status| mutation)?(?: is| was)?[: ,(-]{1,3}(?:wild[- ]type|wt\b|negative|not detected|not mutated|negativ[oa]|no mutad[oa]|nativo)|no (?:egfr|sensiti[sz]ing egfr) mutation\b|sin mutacion(?:es)? (?:de |en )?egfr",
        r"(?:start\w*|begin\w*|commenc\w*|continu\w*|give|add\w*|receiv\w*|for|with|on|initiat\w*|offer\w*|recommend\w*|plan:?|adjuvant|inici\w+|comenz\w+|continua\w*|recib\w+|tratamiento|con|se propone|paut\w+)(?: [\w,+/-]+){0,4}? (?:osimertinib|gefitinib|erlotinib|afatinib|dacomitinib)\b",
        r"egfr[: ,(-]{1,3}(?:positive|mutated|exon|ex ?\d\d|l858r|t790m|mutad[oa]|positiv[oa])|exon 19|l858r|rebiopsy|not (?:indicated|eligible|a candidate)|no (?:indicad[oa]|candidat[oa]|role)|if egfr|si egfr|pancrea\w*",
        "the drug needs a mutation of EGFR, and the tumour is reported without one",
        "el fármaco necesita una mutación de EGFR, y el tumor consta sin ella",
    ),
    needs(
        &["alk", "tinib"],
        r"alk(?: fish| ihc| status| rearrangement)?(?: is| was)?[: ,(-]{1,3}(?:negative|not rearranged|negativ[oa]|neg\b|no reordenad[oa])|no alk (?:rearrangement|fusion)\b|sin (?:reordenamiento|traslocacion|fusion) (?:de )?alk",
        r"(?:start\w*|begin\w*|commenc\w*|continu\w*|give|receiv\w*|for|with|on|initiat\w*|offer\w*|recommend\w*|plan:?|inici\w+|comenz\w+|continua\w*|recib\w+|tratamiento|con|se propone|paut\w+)(?: [\w,+/-]+){0,4}? (?:alectinib|brigatinib|ceritinib)\b",
        r"alk[: ,(-]{1,3}(?:positive|rearranged|positiv[oa]|reordenad[oa]|\+)|alk\+|ros1|not (?:indicated|eligible|a candidate)|no (?:indicad[oa]|candidat[oa])|if alk|si alk",
        "the drug needs a rearranged ALK, and the tumour is reported without it",
        "el fármaco necesita ALK reordenado, y el tumor consta sin él",
    ),
    needs(
        &["braf", "fenib"],
        r"braf(?: v600e?)?(?: status| mutation)?(?: is| was)?[: ,(-]{1,3}(?:wild[- ]type|wt\b|negative|not detected|not mutated|negativ[oa]|no mutad[oa]|nativo)|no braf (?:v600e? )?mutation\b|sin mutacion (?:de |en )?braf",
        r"(?:start\w*|begin\w*|commenc\w*|continu\w*|give|receiv\w*|for|with|on|initiat\w*|offer\w*|recommend\w*|plan:?|adjuvant|inici\w+|comenz\w+|continua\w*|recib\w+|tratamiento|con|se propone|paut\w+)(?: [\w,+/-]+){0,4}? (?:dabrafenib|vemurafenib|encorafenib)\b",
        r"braf[: ,(-]{1,3}(?:positive|mutated|v600|mutad[oa]|positiv[oa])|v600[ek] (?:positive|mutation|mutad[oa]|mutated)|not (?:indicated|eligible|a candidate)|no (?:indicad[oa]|candidat[oa])|if braf|si braf",
        "the drug needs a mutation of BRAF, and the tumour is reported without one",
        "el fármaco necesita una mutación de BRAF, y el tumor consta sin ella",
    ),
    needs(
        &["ras", "cetux", "panitum"],
        r"(?:k-?ras|n-?ras|ras)(?: status| mutation| g1[23][a-z]| exon \d)*(?: is| was)?[: ,(-]{1,3}(?:mutant|mutated|mutad[oa]|mutation (?:detected|present)|positive|positiv[oa])|(?:k-?ras|n-?ras) g1[23][a-z]\b|(?:k-?ras|ras)[- ]mutant\b|mutacion (?:de |en )?(?:k-?ras|ras)",
        r"(?:start\w*|begin\w*|commenc\w*|continu\w*|give|add\w*|receiv\w*|for|with|on|initiat\w*|offer\w*|recommend\w*|plan:?|inici\w+|comenz\w+|continua\w*|recib\w+|tratamiento|con|se propone|paut\w+|folfox|folfiri)(?: [\w,+/-]+){0,5}? (?:cetuximab|panitumumab)\b",
        r"(?:k-?ras|ras)(?: status)?[: ,(-]{1,3}(?:wild|wt\b|nativo|no mutado|not mutated|negative)|sotorasib|adagrasib|divarasib|g12c|head and neck|cabeza y cuello|laryn\w*|laring\w*|orophary\w*|orofaring\w*|lung|pulmon|not (?:indicated|eligible|a candidate)|no (?:indicad[oa]|candidat[oa]|benefit|role)|contraindicat\w*|contraindicad\w*|avoid|evitar|if ras|si ras|repeat|before (?:the )?(?:result|mutation)",
        "an antibody against EGFR does not act on a tumour with mutated RAS",
        "un anticuerpo contra EGFR no actúa sobre un tumor con RAS mutado",
    ),
    needs(
        &["cd20", "ritux", "obinutuz", "r-"],
        r"cd20(?: is| was)?[: ,(-]{1,3}(?:negative|neg\b|negativ[oa])|cd20-",
        r"(?:start\w*|begin\w*|commenc\w*|continu\w*|give|add\w*|receiv\w*|for|with|on|initiat\w*|offer\w*|recommend\w*|plan:?|cycle \d+|inici\w+|comenz\w+|continua\w*|recib\w+|tratamiento|con|se propone|paut\w+)(?: [\w,+/-]+){0,4}? (?:rituximab|obinutuzumab|r-chop|r-cvp|r-bendamustin\w)\b",
        r"cd20[: ,(-]{1,3}(?:positive|pos\b|\+|positiv[oa])|cd20\+|without rituximab|sin rituximab|not (?:indicated|eligible|a candidate)|no (?:indicad[oa]|candidat[oa]|role)|lost cd20|relapse|recaida|rheumatoid|artritis|membranous|vasculitis|itp\b|pti\b",
        "the drug acts on CD20, and the tumour is reported without it",
        "el fármaco actúa sobre CD20, y el tumor consta como negativo",
    ),
];
