//! The drugs against germs that a note orders, and what an order says of its purpose.

use crate::analysis::allergens::{Clash, Group, LABELS, Reaction, Substance};
use crate::analysis::drugs::{self, Class};
use crate::pattern::any_case;
use regex::Regex;
use std::sync::LazyLock;

/// Drugs of the list that act on no germ of the table, or only where they are put on the skin.
const OTHER_ANTIMICROBIALS: &[&str] = &[
    "brivudine",
    "acyclovir",
    "valacyclovir",
    "ganciclovir",
    "valganciclovir",
    "oseltamivir",
    "remdesivir",
    "zidovudine",
    "azidothymidine",
    "lamivudine",
    "tenofovir",
    "emtricitabine",
    "efavirenz",
    "dolutegravir",
    "raltegravir",
    "abacavir",
    "ritonavir",
    "nirmatrelvir",
    "sofosbuvir",
    "entecavir",
    "ribavirin",
    "ivermectin",
    "albendazole",
    "mebendazole",
    "praziquantel",
    "chloroquine",
    "hydroxychloroquine",
    "quinine",
    "artesunate",
    "mupirocin",
    "nystatin",
    "clotrimazole",
    "silver sulfadiazine",
    "sulfacetamide",
];

/// The English generic name of a drug; none for a group and for what is known by its stem.
pub(super) fn name_of(substance: Substance) -> Option<&'static str> {
    let Substance::Drug(index) = substance else { return None };
    drugs::drug(index)?.names.first().map(String::as_str)
}

/// Whether a drug or a group acts on bacteria or fungi.
pub(super) fn is_antimicrobial(substance: Substance) -> bool {
    match substance {
        Substance::Drug(index) => {
            let class = drugs::drug(index).map(|drug| drug.class);
            let is_of_class = matches!(
                class,
                Some(
                    Class::Penicillin
                        | Class::Cephalosporin
                        | Class::SulfonamideAntibiotic
                        | Class::Macrolide
                        | Class::Quinolone
                        | Class::Tetracycline
                        | Class::AntiInfective
                )
            );
            is_of_class && name_of(substance).is_none_or(|name| !OTHER_ANTIMICROBIALS.contains(&name))
        }
        Substance::Label(index) => LABELS.get(index).is_some_and(|label| {
            label.groups.iter().any(|group| {
                matches!(
                    group,
                    Group::Penicillin
                        | Group::Cephalosporin
                        | Group::Carbapenem
                        | Group::Sulfonamide
                        | Group::Quinolone
                        | Group::Macrolide
                        | Group::Tetracycline
                        | Group::Aminoglycoside
                        | Group::Glycopeptide
                )
            })
        }),
    }
}

/// Drugs of which the result of one holds for the other.
const EQUIVALENT_RESULTS: &[(&str, &str)] = &[
    ("ampicillin", "amoxicillin"),
    ("cefotaxime", "ceftriaxone"),
    ("oxacillin", "cloxacillin"),
    ("oxacillin", "flucloxacillin"),
    ("oxacillin", "dicloxacillin"),
    ("oxacillin", "nafcillin"),
    ("cloxacillin", "flucloxacillin"),
    ("cloxacillin", "dicloxacillin"),
    ("cloxacillin", "nafcillin"),
];

/// Whether what the laboratory says of `tested` holds for `ordered`.
pub(super) fn is_result_of(ordered: Substance, tested: Substance) -> bool {
    if ordered == tested {
        return true;
    }
    if let (Some(one), Some(other)) = (name_of(ordered), name_of(tested)) {
        return EQUIVALENT_RESULTS.contains(&(one, other)) || EQUIVALENT_RESULTS.contains(&(other, one));
    }
    // "Resistant to quinolones": a name of a group holds for groups whose members share their fate.
    matches!(tested, Substance::Label(_))
        && matches!(
            ordered.clashes_with(tested, Reaction::Unknown),
            Some(Clash::Member(Group::Quinolone | Group::Carbapenem | Group::Macrolide))
        )
}

/// Words by which an order is not the treatment of the germ: it is given before the germ is known, against a germ that
/// may come, on the skin, or in spite of what the laboratory says.
static NOT_TREATMENT: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"(?:\bprophyla|profilaxis|profil[aá]ctic|\bpre-?op|\bperi-?op|\bintra-?op|incisi[oó]n|\binduction|inducci[oó]n|an(?:a)?esthe|anest[eé]s|before (?:surgery|incision|the procedure|culture|sensitiv|result)|\bempiric|\bemp[ií]ric|\binitial|\binicial|\bpending|pendiente|\bprevious|\bprior\b|\bprevi[oa]|\bhad been|\bhad received|\bwas on\b|home med|on admission|al ingreso|\btopical|t[oó]pic|\bointment|\bcream\b|\bdrops\b|ophthalm|oft[aá]lm|\beyes?\b|\bojos?\b|pomada|\bcrema\b|colirio|\bgotas\b|\binhal|\bnebul|\bintravitre|\block\b|\bsello\b|irrigat|instil|synerg|sinergi|\bcombin|\badjunct|in addition|en asociaci|\bif\b|\bunless|\bsi\b|\binstead|en lugar|despite|a pesar|desensit|\bone dose\b|single dose|dosis [uú]nica|suppress|supresi|\byesterday|\bayer\b|\bago\b|\bhace\b|finished|completed|complet[oó]|(?:until|hasta) (?:the |los |el |la )?(?:cultur|cultiv|sensitiv|result|antibiog)|\bonly\b.{0,20}allerg|\bpartner|\bpareja|\bspouse|\bconsider|\bvalorar|\bno longer|inactiv|ineffective|ineficaz|\bresisten|\bresistan|not cover|no cubre|\bactive against|\bspectrum|espectro|\bid (?:agrees|recommends|advised|approved)|\bper id\b|infectolog|infecciosas|\bmicrobiolog)",
    )
});

/// Words right before a drug by which it is the cause of something and no treatment.
static CAUSE_BEFORE_DRUG: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:after|following|due to|caused by|because of|secondary to|tras|debid[oa] a|causad[oa] por|secundari[oa] a)(?: \w+){0,3} $",
    )
});

/// What an order says it is for.
static ORDER_PURPOSE: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:for|por|para|as treatment of|como tratamiento de|to treat|against|frente a)\b(?P<what>[^.;]{0,60})",
    )
});

/// A length of time where a purpose could stand.
static DURATION: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"^ (?:a |an |the |another |at least |a total of |total |un total de |otr[oa]s? |about |up to |unos |una? )*(?:\d|one|two|three|four|five|six|seven|ten|fourteen|un[ao]? |dos|tres|cuatro|cinco|siete|diez|catorce|week|course|now|days?|d[ií]as|v[ií]a|boca|vo\b|discharge|home|outpatient|v\b)",
    )
});

/// Words for an infection, by which a purpose may be that of the germ.
static INFECTION_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:utis?|itus?|urin\w*|orina|uro\w*|pyelo\w*|pielo\w*|cystitis|cistitis|prostatitis|pneumonia|neumon\w+|hap|vap|bactera?emia|bacteriemia|sepsis|septic\w*|s[eé]ptic\w*|mening\w*|endocard\w*|cellulitis|celulitis|wound|herida|abscess\w*|absceso\w*|ulcer|[uú]lcera|osteomy\w*|osteomielitis|arthritis|artritis|periton\w*|cholang\w*|colang\w*|infec\w*|colitis|cdi|source|treat\w*|germ\w*|organism|isolate|this|it|same|above|these|candid\w*|fung\w*|aspergill?\w*|mucor\w*|keratitis|empyema|empiema|urethritis|uretritis|cervicitis|discitis|device|catheter|cat[eé]ter|mrsa|sarm|samr|esbl|blee|vre|pseudomonas|klebsiella|proteus|enterococ\w*|listeria|legionella|mycoplasma|chlamydia|serratia|stenotrophomonas|acinetobacter|enterobacter|morganella|staph\w*|s\. ?aureus|e\. ?\w+|c\. ?diff\w*|clostridi\w*|crypto\w*|pneumocystis|pjp)\b",
    )
});

/// Problems for which a drug against germs is given whatever germ the note tells of.
static OTHER_PROBLEM: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:acne|acn[eé]|rosacea|ros[aá]cea|copd|epoc|exacerbation|agudizaci[oó]n|bronchiectas\w+|bronquiectasias?|cystic fibrosis|fibrosis qu[ií]stica|lyme|syphilis|s[ií]filis|gonorr\w+|pid|h\. ?pylori|helicobacter|dental|tooth|diente|muela|sinusitis|otitis|pharyngitis|faringitis|tonsillitis|amigdalitis|strep throat|bite|mordedura|malaria|pjp|pcp|toxoplasm\w+|tb|tuberculosis|thrush|muguet|gastroparesis|hepatic encephalopathy|encefalopat[ií]a|sbp|pbe|pleurodesis|hidradenitis|hidrosadenitis|pemphigoid|penfigoide|diverticul\w+|appendicitis|apendicitis|trichomon\w+|vaginosis|bv|giardia\w*|amoeb\w+|motility|procin[eé]tic\w+|hiv|vih|anthrax|chorioamnionitis|gbs|sgb|rheumatic fever|fiebre reum[aá]tica|asplenia|splenectomy|cellulitis|celulitis|pneumonia|neumon[ií]a|uti|itu|cystitis|cistitis|meningitis|colitis)\b",
    )
});

/// The parts of the body that a text speaks of, each as a bit.
pub(super) fn sites(text: &str) -> u32 {
    static SITES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
        [
            r"\b(?:urin\w*|orina|utis?|itus?|pyelo\w*|pielo\w*|cystitis|cistitis|uroc\w+|urosepsis|prostat\w+|msu|ucx|ua)\b",
            r"\b(?:sputum|esputo|pneumonia|neumon\w+|bal|lba|trache\w+|traque\w+|resp\w*|lung|pulm\w+|vap|hap|bronch\w+|bronqu\w+|empyema|empiema|pleur\w+)\b",
            r"\b(?:wound|herida|skin|piel|cellulitis|celulitis|abscess|absceso|ulcer|[uú]lcera|soft tissue|partes blandas|foot|pie)\b",
            r"\b(?:mening\w+|csf|lcr|brain|cerebral)\b",
            r"\b(?:stool|heces|colitis|diarr\w+|coproc\w+|c\. ?diff\w*)\b",
            r"\b(?:ear|o[ií]do|otitis)\b",
            r"\b(?:throat|faring\w+|pharyn\w+|tonsil\w+|amigdal\w+)\b",
            r"\b(?:osteom\w+|bone|hueso|joint|arthritis|artritis|prosthe\w+|pr[oó]tesis|(?:spondylo)?discitis|espondilodiscitis|hardware)\b",
            r"\b(?:vagin\w+|cervic\w+|ureth\w+|uretr\w+|vulvo\w+)\b",
        ]
        .iter()
        .map(|site| any_case(site))
        .collect()
    });
    SITES.iter().enumerate().fold(0, |bits, (nth, site)| bits | (u32::from(site.is_match(text)) << nth))
}

/// Whether an order is not the treatment of the germ that `found` tells of: `before` and `behind` are what stands
/// around the name of the drug in the sentence.
pub(super) fn is_for_something_else(before: &str, behind: &str, found: &str) -> bool {
    let whole = format!("{before} {behind}");
    if NOT_TREATMENT.is_match(before) || NOT_TREATMENT.is_match(behind) || CAUSE_BEFORE_DRUG.is_match(before)
    {
        return true;
    }
    if found != whole.trim() && names_other_problem(&whole, found) {
        return true;
    }
    let purpose = ORDER_PURPOSE.captures(behind).and_then(|found| found.name("what"));
    if let Some(purpose) = purpose
        && !DURATION.is_match(purpose.as_str())
        && !INFECTION_WORDS.is_match(purpose.as_str())
    {
        return true;
    }
    let (here, there) = (sites(&whole), sites(found));
    here != 0 && there != 0 && here & there == 0
}

/// Whether a text names a problem that `found`, which tells of the germ, does not, and no part of the body of both.
pub(super) fn names_other_problem(text: &str, found: &str) -> bool {
    let known = found.to_lowercase();
    let is_other = |problem: regex::Match<'_>| !known.contains(&problem.as_str().to_lowercase());
    OTHER_PROBLEM.find_iter(text).any(is_other) && !shares_site(text, found)
}

/// Whether two texts speak of one part of the body.
fn shares_site(one: &str, other: &str) -> bool {
    sites(one) & sites(other) != 0
}
