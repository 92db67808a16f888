//! Reads the purpose of the antimicrobials that a note orders.

use crate::analysis::allergens::{Clash, Group, LABELS, Reaction, Substance};
use crate::analysis::drugs::{self, Class};
use crate::pattern::{Pattern, any_case, any_of, context, forms, words};
use std::sync::LazyLock;

/// Drugs of the list that are inactive against all pathogens of the table, or active only on the
/// skin.
static OTHER_ANTIMICROBIALS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("resistant-organism/treatment/other-antimicrobials"));

/// Returns the English generic name of a drug; `None` for a group and for a name that is known only
/// by its stem.
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

/// Pairs of drugs for which the result of one applies to the other.
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

/// Whether the laboratory result of `tested` applies to `ordered`.
pub(super) fn is_result_of(ordered: Substance, tested: Substance) -> bool {
    if ordered == tested {
        return true;
    }
    if let (Some(one), Some(other)) = (name_of(ordered), name_of(tested)) {
        return EQUIVALENT_RESULTS.contains(&(one, other)) || EQUIVALENT_RESULTS.contains(&(other, one));
    }
    // "Resistant to quinolones": the name of a group applies if its members share resistance.
    matches!(tested, Substance::Label(_))
        && matches!(
            ordered.clashes_with(tested, Reaction::Unknown),
            Some(Clash::Member(Group::Quinolone | Group::Carbapenem | Group::Macrolide))
        )
}

/// Words that mean that an order does not treat the pathogen: it is empirical, prophylactic or
/// topical, or given despite the laboratory result.
static NOT_TREATMENT: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&any_of("resistant-organism/treatment/not-treatment")));

/// Words directly before a drug that make it a cause rather than a treatment.
static CAUSE_BEFORE_DRUG: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:after|following|due to|caused by|because of|secondary to|tras|debid[oa] a|causad[oa] por|secundari[oa] a)(?: \w+){0,3} $",
    )
});

/// The stated purpose of an order.
static ORDER_PURPOSE: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:for|por|para|as treatment of|como tratamiento de|to treat|against|frente a)\b(?P<what>[^.;]{0,60})",
    )
});

/// A duration in the place of a purpose.
static DURATION: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"^ (?:a |an |the |another |at least |a total of |total |un total de |otr[oa]s? |about |up to |unos |una? )*(?:{words})",
        words = forms("resistant-organism/treatment/duration")
    ))
});

/// Words for an infection, which make a purpose compatible with the pathogen.
static INFECTION_WORDS: LazyLock<Pattern> =
    LazyLock::new(|| context("resistant-organism/treatment/infection-words"));

/// Problems for which an antimicrobial is given independently of the pathogen in the note.
static OTHER_PROBLEM: LazyLock<Pattern> =
    LazyLock::new(|| context("resistant-organism/treatment/other-problem"));

/// Returns the sites of the body that a text mentions, each as a bit.
pub(super) fn sites(text: &str) -> u32 {
    static SITES: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
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

/// Whether an order does not treat the pathogen that `found` mentions: `before` and `behind` are
/// the words around the name of the drug in the sentence.
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

/// Whether a text mentions a problem that `found`, which mentions the pathogen, does not contain, and
/// both share no site.
pub(super) fn names_other_problem(text: &str, found: &str) -> bool {
    let known = found.to_lowercase();
    let is_other = |problem: regex::Match<'_>| !known.contains(&problem.as_str().to_lowercase());
    OTHER_PROBLEM.find_iter(text).any(is_other) && !shares_site(text, found)
}

/// Whether two texts mention the same site.
fn shares_site(one: &str, other: &str) -> bool {
    sites(one) & sites(other) != 0
}
