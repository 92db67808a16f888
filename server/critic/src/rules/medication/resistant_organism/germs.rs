//! Germs, the words in which notes name them, and the drugs that do not act on them.
//!
//! Most rows are facts of the tables of intrinsic resistance that EUCAST publishes (*Intrinsic Resistance and Unusual
//! Phenotypes*, version 3.3, tables 1, 2 and 4). The others follow from what the names MRSA, ESBL and VRE mean, or are
//! general knowledge: those tables hold neither fungi nor germs without a cell wall or inside cells. The choice is our
//! own; what acts in part, or is argued about, is left out.

use super::drug_lists::{
    AGAINST_GRAM_POSITIVES_BY_EUCAST, ALL_BETA_LACTAMS, AMINOGLYCOSIDES, AMINOPENICILLINS,
    ANTIPSEUDOMONAL_CEPHALOSPORINS, BROAD_BETA_LACTAMS, ECHINOCANDINS, FIRST_GENERATION, NARROW_PENICILLINS,
    OLD_TETRACYCLINES, ORAL_THIRD_GENERATION, SECOND_GENERATION, THIRD_GENERATION, WITH_OLD_INHIBITOR,
};
use crate::pattern::{Pattern, any_case};
use std::sync::LazyLock;

/// Where it is known from that the drugs of a row do not act on its germ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownFrom {
    /// EUCAST's tables of intrinsic resistance.
    Eucast,
    /// The name of the germ itself, or general knowledge.
    General,
}

/// Which germ it is, so that two names of one germ do not count as two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Germ {
    Pseudomonas,
    Acinetobacter,
    Stenotrophomonas,
    EscherichiaColi,
    Klebsiella,
    KlebsiellaAerogenes,
    Enterobacter,
    Citrobacter,
    /// *Citrobacter koseri*, *Citrobacter amalonaticus*.
    CitrobacterKoseri,
    Hafnia,
    Raoultella,
    YersiniaEnterocolitica,
    Burkholderia,
    Achromobacter,
    Elizabethkingia,
    Saprophyticus,
    Moraxella,
    Gonococcus,
    Serratia,
    ProteusMirabilis,
    OtherProteus,
    Morganella,
    Providencia,
    Salmonella,
    Aureus,
    Enterococcus,
    VancomycinResistantByNature,
    Listeria,
    /// *Leuconostoc*, *Pediococcus*, *Lactobacillus*.
    LacticAcid,
    /// *Mycoplasma*, *Ureaplasma*.
    WithoutWall,
    Legionella,
    ChlamydiaTrachomatis,
    /// *Chlamydophila*, *Coxiella*, *Rickettsia*.
    InsideCells,
    Difficile,
    BacteroidesFragilis,
    CandidaKrusei,
    Aspergillus,
    Mucor,
    Cryptococcus,
    Pneumocystis,
    /// An ESBL whose germ is not named.
    UnnamedGramNegative,
    /// A germ of which the table holds nothing.
    Another,
}

/// A row of the table.
pub(super) struct Row {
    pub(super) germ: Germ,
    /// A pattern for the names.
    pub(super) names: &'static str,
    pub(super) known_from: KnownFrom,
    /// The drugs that do not act on it, by their English generic names.
    pub(super) inactive: &'static [&'static [&'static str]],
}

/// One row for each kind of source: what EUCAST lists, and what is general knowledge.
const fn row(
    germ: Germ,
    names: &'static str,
    known_from: KnownFrom,
    inactive: &'static [&'static [&'static str]],
) -> Row {
    Row { germ, names, known_from, inactive }
}

use Germ as G;
use KnownFrom::{Eucast, General};

/// The names of germs, each with the drugs that do not act on it.
pub(super) const ROWS: &[Row] = &[
    row(
        G::Pseudomonas,
        r"(?:Pseudomonas|P\.) ?aeruginosa|Pseudomonas(?: spp?\.?)?",
        Eucast,
        &[
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            SECOND_GENERATION,
            THIRD_GENERATION,
            &["ertapenem", "trimethoprim", "doxycycline", "minocycline", "tetracycline", "tigecycline"],
            &["penicillin", "benzylpenicillin", "vancomycin", "teicoplanin", "linezolid", "clindamycin"],
        ],
    ),
    row(
        G::Pseudomonas,
        r"(?:Pseudomonas|P\.) ?aeruginosa|Pseudomonas(?: spp?\.?)?",
        General,
        &[
            ORAL_THIRD_GENERATION,
            NARROW_PENICILLINS,
            &["trimethoprim sulfamethoxazole", "nitrofurantoin", "daptomycin", "moxifloxacin"],
        ],
    ),
    row(
        G::Acinetobacter,
        r"Acinetobacter(?: baumannii)?|A\. baumannii",
        Eucast,
        &[
            AMINOPENICILLINS,
            &["amoxicillin clavulanate"],
            FIRST_GENERATION,
            SECOND_GENERATION,
            THIRD_GENERATION,
            OLD_TETRACYCLINES,
            &["aztreonam", "ertapenem", "trimethoprim", "fosfomycin"],
            &["penicillin", "benzylpenicillin", "vancomycin", "teicoplanin", "linezolid", "clindamycin"],
        ],
    ),
    row(
        G::Stenotrophomonas,
        r"Stenotrophomonas(?: maltophilia)?|S\. maltophilia",
        Eucast,
        &[
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            SECOND_GENERATION,
            THIRD_GENERATION,
            BROAD_BETA_LACTAMS,
            AMINOGLYCOSIDES,
            &["aztreonam", "fosfomycin", "tetracycline", "trimethoprim"],
            &["penicillin", "benzylpenicillin", "vancomycin", "teicoplanin", "linezolid", "clindamycin"],
        ],
    ),
    row(G::EscherichiaColi, ESCHERICHIA_NAMES, Eucast, &[AGAINST_GRAM_POSITIVES_BY_EUCAST]),
    row(G::EscherichiaColi, ESCHERICHIA_NAMES, General, &[&["daptomycin"], NARROW_PENICILLINS]),
    row(G::Klebsiella, KLEBSIELLA_NAMES, Eucast, &[AMINOPENICILLINS, AGAINST_GRAM_POSITIVES_BY_EUCAST]),
    row(G::Klebsiella, KLEBSIELLA_NAMES, General, &[&["daptomycin"], NARROW_PENICILLINS]),
    row(
        G::KlebsiellaAerogenes,
        r"(?:Klebsiella|K\.|Enterobacter|E\.) ?aerogenes",
        Eucast,
        &[
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            &["cefoxitin"],
            AGAINST_GRAM_POSITIVES_BY_EUCAST,
        ],
    ),
    row(
        G::Enterobacter,
        r"Enterobacter(?: cloacae)?(?: complex)?|E\. ?cloacae",
        Eucast,
        &[
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            &["cefoxitin"],
            AGAINST_GRAM_POSITIVES_BY_EUCAST,
        ],
    ),
    row(
        G::Citrobacter,
        r"(?:Citrobacter|C\.) ?freundii",
        Eucast,
        &[
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            &["cefoxitin"],
            AGAINST_GRAM_POSITIVES_BY_EUCAST,
        ],
    ),
    row(
        G::CitrobacterKoseri,
        r"(?:Citrobacter|C\.) ?(?:koseri|amalonaticus|sedlakii|farmeri|rodentium)",
        Eucast,
        &[AMINOPENICILLINS, AGAINST_GRAM_POSITIVES_BY_EUCAST],
    ),
    row(
        G::Hafnia,
        r"Hafnia(?: alvei)?|H\. alvei",
        Eucast,
        &[
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            &["cefoxitin"],
            AGAINST_GRAM_POSITIVES_BY_EUCAST,
        ],
    ),
    row(G::Raoultella, r"Raoultella(?: \w+)?", Eucast, &[AMINOPENICILLINS, AGAINST_GRAM_POSITIVES_BY_EUCAST]),
    row(
        G::YersiniaEnterocolitica,
        r"(?:Yersinia|Y\.) ?enterocolitica",
        Eucast,
        &[
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            &["cefoxitin"],
            AGAINST_GRAM_POSITIVES_BY_EUCAST,
        ],
    ),
    row(
        G::Burkholderia,
        r"Burkholderia(?: cepacia)?(?: complex)?|B\. cepacia",
        Eucast,
        &[
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            SECOND_GENERATION,
            AMINOGLYCOSIDES,
            &["ertapenem", "fosfomycin", "colistin"],
            &["penicillin", "benzylpenicillin", "vancomycin", "teicoplanin", "linezolid", "clindamycin"],
        ],
    ),
    row(
        G::Achromobacter,
        r"Achromobacter(?: xylosoxidans)?|A\. xylosoxidans",
        Eucast,
        &[
            AMINOPENICILLINS,
            FIRST_GENERATION,
            SECOND_GENERATION,
            THIRD_GENERATION,
            &["ertapenem"],
            &["penicillin", "benzylpenicillin", "vancomycin", "teicoplanin", "linezolid", "clindamycin"],
        ],
    ),
    row(
        G::Elizabethkingia,
        r"Elizabethkingia(?: \w+)?|E\. meningoseptica",
        Eucast,
        &[
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            SECOND_GENERATION,
            THIRD_GENERATION,
            &["aztreonam", "ertapenem", "imipenem", "imipenem cilastatin", "meropenem", "colistin"],
        ],
    ),
    row(
        G::Saprophyticus,
        r"(?:Staph(?:ylococcus)?\.?|S\.) ?saprophyticus",
        Eucast,
        &[&["fosfomycin", "fusidic acid", "ceftazidime", "aztreonam", "colistin"]],
    ),
    row(G::Moraxella, r"Moraxella(?: catarrhalis)?|M\. catarrhalis", Eucast, &[&["trimethoprim"]]),
    row(
        G::Gonococcus,
        r"Neisseria(?: gonorrhoeae| meningitidis)?|N\. (?:gonorrhoeae|meningitidis)|[Gg]onorr\w+|gonococ\w+|meningococ\w+",
        Eucast,
        &[&["trimethoprim"]],
    ),
    row(
        G::Serratia,
        r"Serratia(?: marcescens)?|S\. ?marcescens",
        Eucast,
        &[
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            &["cefoxitin", "cefuroxime", "colistin", "nitrofurantoin"],
            OLD_TETRACYCLINES,
            AGAINST_GRAM_POSITIVES_BY_EUCAST,
        ],
    ),
    row(
        G::ProteusMirabilis,
        r"(?:Proteus|P\.) ?mirabilis|Proteus(?: spp?\.?)?",
        Eucast,
        &[
            &["nitrofurantoin", "colistin", "tigecycline", "minocycline"],
            OLD_TETRACYCLINES,
            AGAINST_GRAM_POSITIVES_BY_EUCAST,
        ],
    ),
    row(
        G::OtherProteus,
        r"(?:Proteus|P\.) ?(?:vulgaris|penneri)",
        Eucast,
        &[
            AMINOPENICILLINS,
            FIRST_GENERATION,
            &["cefuroxime", "nitrofurantoin", "colistin", "tigecycline", "minocycline"],
            OLD_TETRACYCLINES,
            AGAINST_GRAM_POSITIVES_BY_EUCAST,
        ],
    ),
    row(
        G::Morganella,
        r"Morganella(?: morganii)?|M\. morganii",
        Eucast,
        &[
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            &["nitrofurantoin", "colistin", "minocycline"],
            OLD_TETRACYCLINES,
            AGAINST_GRAM_POSITIVES_BY_EUCAST,
        ],
    ),
    row(
        G::Providencia,
        r"Providencia(?: stuartii| rettgeri)?",
        Eucast,
        &[
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            &["nitrofurantoin", "colistin", "minocycline"],
            OLD_TETRACYCLINES,
            AGAINST_GRAM_POSITIVES_BY_EUCAST,
        ],
    ),
    row(
        G::Salmonella,
        r"Salmonella(?: \w+)?|S\. typhi",
        Eucast,
        &[&["vancomycin", "teicoplanin", "linezolid", "clindamycin"]],
    ),
    row(G::Aureus, AUREUS_NAMES, Eucast, &[&["aztreonam", "ceftazidime", "colistin"]]),
    row(
        G::Aureus,
        MRSA_NAMES,
        General,
        &[
            NARROW_PENICILLINS,
            AMINOPENICILLINS,
            WITH_OLD_INHIBITOR,
            FIRST_GENERATION,
            SECOND_GENERATION,
            THIRD_GENERATION,
            ORAL_THIRD_GENERATION,
            ANTIPSEUDOMONAL_CEPHALOSPORINS,
            BROAD_BETA_LACTAMS,
        ],
    ),
    row(
        G::Enterococcus,
        ENTEROCOCCUS_NAMES,
        Eucast,
        &[
            FIRST_GENERATION,
            SECOND_GENERATION,
            THIRD_GENERATION,
            ORAL_THIRD_GENERATION,
            ANTIPSEUDOMONAL_CEPHALOSPORINS,
            &["clindamycin", "azithromycin", "clarithromycin", "erythromycin", "aztreonam", "colistin"],
        ],
    ),
    row(
        G::Enterococcus,
        ENTEROCOCCUS_NAMES,
        General,
        &[&[
            "cloxacillin",
            "flucloxacillin",
            "oxacillin",
            "nafcillin",
            "trimethoprim sulfamethoxazole",
            "ertapenem",
        ]],
    ),
    row(
        G::Enterococcus,
        r"VRE|ERV|[Vv]ancomycin[- ]resistant (?:Enterococc\w+|E\.)(?: faecium| faecalis)?|(?:Enterococcus|E\.) (?:faecium|faecalis) resistente a (?:la )?vancomicina",
        General,
        &[&["vancomycin"]],
    ),
    row(
        G::VancomycinResistantByNature,
        r"(?:Enterococcus|E\.) ?(?:gallinarum|casseliflavus)",
        Eucast,
        &[
            &["vancomycin", "clindamycin", "aztreonam"],
            FIRST_GENERATION,
            SECOND_GENERATION,
            THIRD_GENERATION,
            ANTIPSEUDOMONAL_CEPHALOSPORINS,
        ],
    ),
    row(
        G::Listeria,
        r"Listeria(?: monocytogenes)?|L\. monocytogenes",
        Eucast,
        &[
            FIRST_GENERATION,
            SECOND_GENERATION,
            THIRD_GENERATION,
            ORAL_THIRD_GENERATION,
            ANTIPSEUDOMONAL_CEPHALOSPORINS,
            &["aztreonam", "colistin"],
        ],
    ),
    row(
        G::LacticAcid,
        r"Leuconostoc(?: \w+)?|Pediococcus|Lactobacillus",
        Eucast,
        &[&["vancomycin", "teicoplanin", "aztreonam", "colistin"]],
    ),
    row(
        G::WithoutWall,
        r"Mycoplasma(?: pneumoniae| genitalium| hominis)?|M\. (?:pneumoniae|genitalium)|Ureaplasma(?: urealyticum)?",
        General,
        ALL_BETA_LACTAMS,
    ),
    row(
        G::WithoutWall,
        r"Mycoplasma(?: pneumoniae| genitalium| hominis)?|Ureaplasma",
        General,
        &[&["vancomycin", "teicoplanin", "daptomycin"]],
    ),
    row(
        G::Legionella,
        r"Legionella(?: pneumophila)?|L\. pneumophila|[Ll]egionella",
        General,
        ALL_BETA_LACTAMS,
    ),
    row(
        G::Legionella,
        r"Legionella(?: pneumophila)?|L\. pneumophila|[Ll]egionella",
        General,
        &[&["vancomycin", "daptomycin", "linezolid"]],
    ),
    // Amoxicillin is given in pregnancy.
    row(
        G::ChlamydiaTrachomatis,
        r"Chlamydia(?: trachomatis)?|C\. trachomatis",
        General,
        &[FIRST_GENERATION, &["cefuroxime"], THIRD_GENERATION, ORAL_THIRD_GENERATION, &["penicillin"]],
    ),
    row(
        G::InsideCells,
        r"Chlamydophila|Chlamyd(?:ia|ophila) (?:pneumoniae|psittaci)|C\. (?:psittaci)|Coxiella(?: burnetii)?|Rickettsia(?: \w+)?",
        General,
        ALL_BETA_LACTAMS,
    ),
    row(G::Difficile, r"(?:Clostridi(?:oides|um)|C\.) ?difficile|C\. ?diff\b", General, &[&["clindamycin"]]),
    row(
        G::BacteroidesFragilis,
        r"Bacteroides(?: fragilis)?|B\. fragilis",
        General,
        &[
            AMINOGLYCOSIDES,
            &["aztreonam", "penicillin", "ampicillin", "amoxicillin", "cephalexin", "cefazolin"],
        ],
    ),
    row(
        G::UnnamedGramNegative,
        r"ESBL|BLEE|[Ee]xtended[- ]spectrum (?:beta|β|b)[- ]?lactamases?|(?:beta|β)[- ]?lactamasas de espectro (?:extendido|ampliado)",
        General,
        &[
            AMINOPENICILLINS,
            FIRST_GENERATION,
            &["cefuroxime", "aztreonam"],
            THIRD_GENERATION,
            ORAL_THIRD_GENERATION,
        ],
    ),
    row(G::CandidaKrusei, r"(?:Candida|C\.) ?krusei|Pichia kudriavzevii", General, &[&["fluconazole"]]),
    row(
        G::Aspergillus,
        r"Aspergillus(?: fumigatus| flavus| niger| terreus| spp\.?)?|A\. fumigatus|[Aa]spergil(?:l)?osis",
        General,
        &[&["fluconazole"]],
    ),
    row(
        G::Mucor,
        r"Mucor(?:ales|mycosis|micosis)?|Rhizopus|mucormycosis|mucormicosis",
        General,
        &[&["fluconazole", "voriconazole"], ECHINOCANDINS],
    ),
    row(
        G::Cryptococcus,
        r"Cryptococcus(?: neoformans| gattii)?|[Cc]ryptococcal|[Cc]riptoc[oó]cic[ao]",
        General,
        &[ECHINOCANDINS],
    ),
    row(
        G::Pneumocystis,
        r"Pneumocystis(?: jirovecii?)?|P\. jirovecii?|PJP",
        General,
        &[&["fluconazole", "voriconazole", "amphotericin"]],
    ),
    row(
        G::Another,
        r"MSSA|SASM|[Ss]trep(?: throat)?|[Ss]treptococc\w*|[Ee]streptococ\w+|S\. (?:pneumoniae|pyogenes|agalactiae|viridans|epidermidis|lugdunensis)|pneumococ\w+|neumococo|[Ss]taphylococcus (?:epidermidis|lugdunensis|hominis|haemolyticus)|[Cc]oagulase[- ]negative|(?-i:CoNS)|Haemophilus|H\. (?:influenzae|pylori)|Helicobacter|Campylobacter|Shigella|Yersinia|Citrobacter|Fusobacterium|Prevotella|Peptostreptococcus|Clostridium|Actinomyces|Nocardia|Bartonella|Brucella|Borrelia|Lyme|Treponema|[Ss]yphilis|s[ií]filis|Gardnerella|Trichomonas|Toxoplasma|Candida|C\. (?:albicans|glabrata|parapsilosis|tropicalis|auris)|Mycobacterium|tubercul\w+|[Aa]naerobes?|[Aa]naerobi\w+|[Gg]ram[- ](?:positive|positivo)s? (?:cocc|cocos)\w*|[Bb]ordetella|Aeromonas|(?-i:Bacillus)|Corynebacterium|Pasteurella|Eikenella|Kingella|Plasmodium|Cutibacterium|Aerococcus|Enterobacterales|Vibrio|MRSE",
        General,
        &[],
    ),
];

const ESCHERICHIA_NAMES: &str = r"(?:Escherichia|E\.) ?[Cc]oli|E ?[Cc]oli";
const KLEBSIELLA_NAMES: &str =
    r"(?:Klebsiella|K\.) ?(?:pneumoniae|oxytoca|variicola)|K pneumoniae|Klebsiella(?: spp?\.?)?";
const ENTEROCOCCUS_NAMES: &str =
    r"(?:Enterococcus|E\.) ?(?:faecalis|faecium)|[Ee]nterococc(?:us|al)(?: spp?\.?)?|[Ee]nterococos?";
const AUREUS_NAMES: &str = r"(?:Staph(?:ylococcus)?\.?|S\.) ?aureus|[Ee]stafilococo (?:aureus|dorado)";
const MRSA_NAMES: &str = r"MRSA|SARM|SAMR|[Mm]ethicillin[- ]resistant (?:Staph(?:ylococcus)?\.?|S\.) ?aureus|(?:Staphylococcus|S\.) ?aureus (?:\()?(?:methicillin[- ]resistant|meticilin[- ]?r\w+|oxacillin[- ]resistant|resistant to (?:methicillin|oxacillin)|resistente a (?:la )?(?:meticilina|oxacilina|cloxacilina))";

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let whole = |row: &Row| any_case(&format!(r"\b(?:{})(?:\b|$)", row.names));
    ROWS.iter().map(whole).collect()
});

/// Pieces of the names of germs: what lacks all of them names none.
static ANY_NAME: LazyLock<Pattern> = LazyLock::new(|| {
    let all: Vec<&str> = ROWS.iter().map(|row| row.names).collect();
    any_case(&format!(r"\b(?:{})", all.join("|")))
});

/// The germs that a text names: the row, and from where to where in the text. A shorter name inside of a longer one is
/// none, save where both are of one germ.
pub(super) fn named_in(text: &str) -> Vec<(usize, usize, usize)> {
    if !ANY_NAME.is_match(text) {
        return Vec::new();
    }
    let mut out: Vec<(usize, usize, usize)> = Vec::new();
    for (row, pattern) in PATTERNS.iter().enumerate() {
        out.extend(pattern.find_iter(text).map(|found| (row, found.start(), found.end())));
    }
    let all = out.clone();
    out.retain(|(row, start, end)| {
        !all.iter().any(|(other, from, to)| {
            from <= start && end <= to && to - from > end - start && germ(*other) != germ(*row)
        })
    });
    out.sort_by_key(|(row, start, _)| (*start, *row));
    out
}

/// The germ of a row.
pub(super) fn germ(row: usize) -> Germ {
    ROWS.get(row).map_or(Germ::Another, |row| row.germ)
}

/// Whether any row names a drug.
#[cfg(test)]
pub(super) fn all_drugs() -> impl Iterator<Item = &'static str> {
    ROWS.iter().flat_map(|row| row.inactive.iter().flat_map(|list| list.iter().copied()))
}
