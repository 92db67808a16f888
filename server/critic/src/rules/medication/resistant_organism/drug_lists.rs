//! Groups of drugs against germs that several rows of the table name, by their English generic names.

/// Amoxicillin and ampicillin without an inhibitor.
pub(super) const AMINOPENICILLINS: &[&str] = &["amoxicillin", "ampicillin"];
/// Amoxicillin and ampicillin with clavulanate or sulbactam.
pub(super) const WITH_OLD_INHIBITOR: &[&str] = &["amoxicillin clavulanate", "ampicillin sulbactam"];
/// Cephalosporins of the first generation.
pub(super) const FIRST_GENERATION: &[&str] = &["cephalexin", "cefazolin", "cefadroxil"];
/// Cephalosporins of the second generation.
pub(super) const SECOND_GENERATION: &[&str] =
    &["cefuroxime", "cefaclor", "cefprozil", "cefonicid", "cefoxitin"];
/// Cephalosporins of the third generation that do not act on *Pseudomonas*.
pub(super) const THIRD_GENERATION: &[&str] = &["ceftriaxone", "cefotaxime"];
/// Cephalosporins of the third generation by mouth.
pub(super) const ORAL_THIRD_GENERATION: &[&str] = &["cefixime", "cefpodoxime", "cefdinir", "cefditoren"];
/// Cephalosporins that act on *Pseudomonas*.
pub(super) const ANTIPSEUDOMONAL_CEPHALOSPORINS: &[&str] = &["ceftazidime", "cefepime"];
/// Penicillin and those against staphylococci.
pub(super) const NARROW_PENICILLINS: &[&str] = &[
    "penicillin",
    "benzylpenicillin",
    "phenoxymethylpenicillin",
    "cloxacillin",
    "flucloxacillin",
    "dicloxacillin",
    "oxacillin",
    "nafcillin",
];
/// Piperacillin with its inhibitor, and carbapenems.
pub(super) const BROAD_BETA_LACTAMS: &[&str] =
    &["piperacillin tazobactam", "meropenem", "imipenem", "imipenem cilastatin", "ertapenem"];
/// Tetracyclines before minocycline.
pub(super) const OLD_TETRACYCLINES: &[&str] = &["doxycycline", "tetracycline"];
/// Aminoglycosides.
pub(super) const AMINOGLYCOSIDES: &[&str] = &["gentamicin", "tobramycin", "amikacin"];
/// Echinocandins that the list of drugs has.
pub(super) const ECHINOCANDINS: &[&str] = &["caspofungin"];

/// What EUCAST says of all Enterobacterales.
pub(super) const AGAINST_GRAM_POSITIVES_BY_EUCAST: &[&str] = &[
    "vancomycin",
    "teicoplanin",
    "dalbavancin",
    "oritavancin",
    "linezolid",
    "clindamycin",
    "benzylpenicillin",
];

/// All that act on the wall of germs and nothing else.
pub(super) const ALL_BETA_LACTAMS: &[&[&str]] = &[
    NARROW_PENICILLINS,
    AMINOPENICILLINS,
    WITH_OLD_INHIBITOR,
    FIRST_GENERATION,
    SECOND_GENERATION,
    THIRD_GENERATION,
    ORAL_THIRD_GENERATION,
    ANTIPSEUDOMONAL_CEPHALOSPORINS,
    BROAD_BETA_LACTAMS,
    &["aztreonam"],
];
