//! Germs on which a drug that is ordered against them does not act.
//!
//! Most rows are facts of the tables of intrinsic resistance that EUCAST publishes (*Intrinsic Resistance and Unusual
//! Phenotypes*, version 3.3). The others follow from what the names MRSA, ESBL and VRE mean, or are general knowledge:
//! those tables hold neither fungi nor germs without a cell wall or inside cells. The choice is our own.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::drugs::{self, Class};
use crate::analysis::sections::Section;
use crate::{BlockContext, Draft, Scan};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use regex::Regex;
use std::sync::LazyLock;

/// Where it is known from that the drugs of a row do not act on its germ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KnownFrom {
    /// EUCAST's tables of intrinsic resistance.
    Eucast,
    /// The name of the germ itself, or general knowledge.
    General,
}

/// Penicillins with and without an inhibitor, and narrow cephalosporins.
const OLD_BETA_LACTAMS: &[&str] = &[
    "penicillin",
    "amoxicillin",
    "ampicillin",
    "amoxicillin clavulanate",
    "ampicillin sulbactam",
    "cephalexin",
    "cefazolin",
    "cefadroxil",
    "cefaclor",
    "cefuroxime",
];

/// Cephalosporins of the third generation.
const THIRD_GENERATION: &[&str] =
    &["ceftriaxone", "cefotaxime", "cefixime", "cefpodoxime", "cefdinir", "cefditoren"];

/// Penicillins against staphylococci, broad penicillins, cephalosporins and carbapenems.
const OTHER_BETA_LACTAMS: &[&str] = &[
    "cloxacillin",
    "flucloxacillin",
    "dicloxacillin",
    "oxacillin",
    "nafcillin",
    "piperacillin tazobactam",
    "cefepime",
    "ceftazidime",
    "meropenem",
    "imipenem",
    "ertapenem",
    "aztreonam",
];

/// How notes write each germ, and the drugs that do not act on it, by their English generic names.
const GERMS: &[(&str, KnownFrom, &[&[&str]])] = &[
    (
        r"\b(?:Pseudomonas aeruginosa|P\. aeruginosa)\b",
        KnownFrom::Eucast,
        &[
            OLD_BETA_LACTAMS,
            THIRD_GENERATION,
            &["ertapenem", "trimethoprim sulfamethoxazole", "doxycycline", "minocycline", "tigecycline"],
        ],
    ),
    (
        r"\b(?:MRSA|SARM|SAMR)\b|\b[Mm]ethicillin[- ]resistant (?:Staphylococcus|S\.) aureus\b",
        KnownFrom::General,
        &[OLD_BETA_LACTAMS, THIRD_GENERATION, OTHER_BETA_LACTAMS],
    ),
    (
        r"\bESBL\b|\bBLEE\b|\bextended[- ]spectrum beta[- ]lactamase",
        KnownFrom::General,
        &[&["cephalexin", "cefazolin", "cefuroxime"], THIRD_GENERATION],
    ),
    (
        r"\b(?:Enterococcus|E\.) (?:faecalis|faecium)\b",
        KnownFrom::Eucast,
        &[
            THIRD_GENERATION,
            &[
                "cephalexin",
                "cefazolin",
                "cefuroxime",
                "cefepime",
                "ceftazidime",
                "clindamycin",
                "cloxacillin",
                "trimethoprim sulfamethoxazole",
            ],
        ],
    ),
    (r"\bVRE\b|\b[Vv]ancomycin[- ]resistant (?:Enterococcus|E\.)", KnownFrom::General, &[&["vancomycin"]]),
    (
        r"\bStenotrophomonas(?: maltophilia)?\b|\bS\. maltophilia\b",
        KnownFrom::Eucast,
        &[
            OLD_BETA_LACTAMS,
            THIRD_GENERATION,
            &["meropenem", "imipenem", "ertapenem", "gentamicin", "amikacin", "tobramycin"],
        ],
    ),
    (
        r"\bListeria(?: monocytogenes)?\b",
        KnownFrom::Eucast,
        &[THIRD_GENERATION, &["cefazolin", "cefuroxime", "cefepime", "ceftazidime"]],
    ),
    (
        r"\bMycoplasma(?: pneumoniae)?\b|\bLegionella(?: pneumophila)?\b|\bChlamyd(?:ia|ophila) (?:trachomatis|pneumoniae|psittaci)\b",
        KnownFrom::General,
        &[OLD_BETA_LACTAMS, THIRD_GENERATION, OTHER_BETA_LACTAMS],
    ),
    (
        r"\b(?:Proteus|P\.) (?:mirabilis|vulgaris)\b|\bMorganella morganii\b|\bProvidencia stuartii\b|\bSerratia marcescens\b",
        KnownFrom::Eucast,
        &[&["nitrofurantoin", "colistin"]],
    ),
    (
        r"\bKlebsiella (?:pneumoniae|oxytoca)\b|\bK\. (?:pneumoniae|oxytoca)\b",
        KnownFrom::Eucast,
        &[&["amoxicillin", "ampicillin"]],
    ),
    (
        r"\bEnterobacter cloacae\b|\bE\. cloacae\b",
        KnownFrom::Eucast,
        &[&["amoxicillin", "ampicillin", "amoxicillin clavulanate", "cephalexin", "cefazolin"]],
    ),
    (r"\bCandida krusei\b|\bC\. krusei\b|\bPichia kudriavzevii\b", KnownFrom::General, &[&["fluconazole"]]),
    (r"\bAspergillus(?: fumigatus| flavus| niger| spp\.?)?\b", KnownFrom::General, &[&["fluconazole"]]),
];

static PATTERNS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    GERMS.iter().map(|(forms, ..)| referee_text::pattern(forms).expect("the pattern is valid")).collect()
});

/// Words that show, in lower case, that the germ of a sentence causes no infection now.
const NO_INFECTION: &[&str] = &[
    "nares",
    "nasal",
    "screen",
    "coloni",
    "contact precaution",
    "history of",
    "previous",
    "prior",
    "antecedente",
    "previa",
    "frotis",
    "cribado",
    "contamina",
    "cover",
    "cobert",
    "risk",
    "riesgo",
    "prophyla",
    "profilaxis",
    "vaccin",
    "vacuna",
    "resistant to",
    "resistente a",
];

/// Whether any row names a drug.
pub(super) fn names(drug: &str) -> bool {
    GERMS.iter().any(|(.., lists)| lists.iter().any(|list| list.contains(&drug)))
}

/// The first place of each germ that a note says is there, by its row.
pub(super) struct GermScan;

impl Scan for GermScan {
    type State = ();
    type Summary = Vec<(usize, Span)>;

    fn visit((): &mut (), summary: &mut Self::Summary, block: &BlockContext<'_>) {
        if !block.is_prose() || block.in_references {
            return;
        }
        for sentence in block.sentences() {
            let text = block.slice(sentence.span);
            for (row, pattern) in PATTERNS.iter().enumerate() {
                let Some(found) = pattern.find(text) else { continue };
                let start = sentence.span.start as usize;
                let span = Span::new(start + found.start(), start + found.end());
                let said = assertion::within(block, *sentence, span);
                let lower = text.to_lowercase();
                let is_there = said.state == State::Confirmed
                    && said.experiencer == Experiencer::Patient
                    && !matches!(block.section_at(start), Section::FamilyHistory | Section::PastHistory)
                    && !NO_INFECTION.iter().any(|word| lower.contains(word));
                if is_there && !summary.iter().any(|(known, _)| *known == row) {
                    summary.push((row, span.shift(block.start)));
                }
            }
        }
    }
}

fn is_antimicrobial(name: &str) -> bool {
    drugs::all().iter().any(|drug| {
        drug.names.first().is_some_and(|first| first == name)
            && matches!(
                drug.class,
                Class::Penicillin
                    | Class::Cephalosporin
                    | Class::SulfonamideAntibiotic
                    | Class::Macrolide
                    | Class::Quinolone
                    | Class::Tetracycline
                    | Class::AntiInfective
            )
    })
}

/// The only drug against germs that a note orders, where it is ordered behind the name of the only germ and does not act
/// on it.
pub(super) fn check(draft: &Draft<'_>, ordered: &[(&'static str, Span)]) -> Option<Remark> {
    let mut against: Vec<&(&'static str, Span)> =
        ordered.iter().filter(|(name, _)| is_antimicrobial(name)).collect();
    // The names of one order are those of what it contains: the first is its own.
    against.dedup_by_key(|(_, place)| *place);
    let [(drug, place)] = against.as_slice() else { return None };
    let mut germs: Vec<(usize, Span)> = Vec::new();
    for group in draft.scan::<GermScan>(()) {
        for (row, span) in group.summary.iter() {
            if !germs.iter().any(|(known, _)| known == row) {
                germs.push((*row, span.shift(group.start)));
            }
        }
    }
    let [(row, germ)] = germs.as_slice() else { return None };
    let (_, known_from, lists) = GERMS.get(*row)?;
    if place.start < germ.end || !lists.iter().any(|list| list.contains(drug)) {
        return None;
    }
    let (shown, named) = (draft.text(*place).unwrap_or_default(), draft.text(*germ).unwrap_or_default());
    let (message, other) = if draft.is_spanish() {
        let why = match known_from {
            KnownFrom::Eucast => "resistente a él por naturaleza (EUCAST)",
            KnownFrom::General => "sobre el que no actúa",
        };
        (
            format!("Se pauta «{shown}» y la nota nombra «{named}», {why}. Compruebe el antimicrobiano."),
            "el germen",
        )
    } else {
        let why = match known_from {
            KnownFrom::Eucast => "which is resistant to it by nature (EUCAST)",
            KnownFrom::General => "on which it does not act",
        };
        (format!("“{shown}” is ordered, and the note names “{named}”, {why}. Check the drug."), "the germ")
    };
    Some(Remark::new(*place, message).with_severity(Severity::Information).with_related(*germ, other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drug_of_the_table_is_in_the_list_of_drugs() {
        let known = |name: &&str| {
            drugs::all().iter().any(|drug| drug.names.first().is_some_and(|first| first == name))
        };
        let all = GERMS.iter().flat_map(|(.., lists)| lists.iter().flat_map(|list| list.iter()));
        let missing: Vec<&&str> = all.filter(|name| !known(name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
