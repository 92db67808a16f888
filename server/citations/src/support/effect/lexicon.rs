//! The words for direction, denial and association, in the forms that abstracts use.
//!
//! The lists were written by hand, and tested on half of the claims of SciFact (see
//! `docs/guide/support.md`).

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Words that mean more.
pub(super) const MORE_WORDS: &str = "\
    accelerate accelerated accelerates acceleration accumulate accumulates accumulation activate activates \
    activating activation addition aggravate aggravates aggravation augment augmented augments boost boosted \
    boosts cause caused causes causing doubled drive driven drives drove elevate elevated elevates elevation \
    encourage encourages enhance enhanced enhancement enhancer enhances enhancing exacerbate exacerbated \
    exacerbates exacerbation exacerbations excess expand expanded expands expansion facilitate facilitated \
    facilitates faster favor favors favour favours gain gains greater grew grows heighten heightened high \
    higher highest increase increased increases increasing increasingly induce induced induces induction \
    larger longer more overexpression positively potentiate potentiated potentiates promote promoted \
    promoter promoters promotes promoting promotion raise raised raises restored rise risen rises rising \
    rose sensitizes stimulate stimulated stimulates stimulation strengthen strengthened strengthens trigger \
    escalate escalated escalates escalation heavier heaviest intensified intensifies intensify maximise \
    maximised maximises maximize maximized maximizes provoke provoked provokes \
    triggered triggers tripled upregulate upregulated upregulates upregulation";

/// Words that mean less.
pub(super) const LESS_WORDS: &str = "\
    ablated ablation abolish abolished abolishes abolishing abrogate abrogated abrogates absence alleviate \
    alleviated alleviates ameliorate ameliorated ameliorates amelioration antagonise antagonist antagonists \
    antagonize antagonizes attenuate attenuated attenuates attenuation block blockade blocked blocking \
    blocks breakdown counteract counteracts dampen dampened dampens deactivate deactivates decay decline declined \
    declines declining decrease decreased decreases decreasing deficiency deficient delay delayed delays \
    degradation degrade degraded degrades degrading delete deleted deleting deletion deplete depleted depletion destabilize destabilizes destroy destroyed destroys destruction diminish diminished \
    diminishes disrupt disrupted disruption disrupts downregulate downregulated downregulates downregulation \
    drop dropped eliminate eliminated eliminates fall fell fewer halved hinder hinders impair impaired \
    impairing impairment impairs impede impedes inactivates inhibit inhibited inhibiting inhibition \
    inhibitor inhibitors inhibits interfere interference interferes interrupt interrupted interrupting interruption interrupts inverse inversely knockdown knockout \
    lack lacking lacks less limits low lower lowered lowering lowers lowest milder mitigate mitigated mitigates \
    avert averted averts curtail curtailed curtails minimise minimised minimises minimising minimize \
    minimized minimizes minimizing relieve relieved relieves lighter \
    curb curbed curbs halt halted halts lessen lessened lessens negatively null obstruct obstructed obstructs poor poorly prevent prevented preventing prevention prevents protect protected \
    protecting protection protective protects reduce reduced reduces reducing reduction reductions removal \
    remove removed removes repress repressed represses repressing repression restrict restricted restricts \
    shorten shortened shortens shorter shrinks silence silenced silencing slow slowed slower slows smaller \
    suppress suppressed suppresses suppressing suppression suppressor suppressors unresponsive weaken \
    weakened weakens withdrawal";

/// Words that mean better: less of something bad, more of anything else.
pub(super) const BETTER_WORDS: &str = "\
    beneficial benefit benefits better improve improved improvement improvements improves improving preserve \
    preserved preserves repair repaired repairs rescue rescued rescues restore restored restores superior";

/// Words that mean worse.
pub(super) const WORSE_WORDS: &str = "\
    detrimental harm harmful inferior worse worsen worsened worsening worsens";

/// Words that mean that something works.
pub(super) const EFFECTIVE_WORDS: &str = "\
    accurate accurately effective effectiveness efficacious efficacy reliable reliably successful useful";

/// Words that mean that something does not work.
pub(super) const INEFFECTIVE_WORDS: &str = "\
    inaccurate ineffective ineffectiveness unreliable unsuccessful useless";

/// Words of denial.
pub(super) const DENIAL_WORDS: &str = "\
    cannot dispensable fail failed failing fails hardly independent independently insufficient irrespective \
    little negligible neither never no nonsignificant nor not similar trivial unable unaffected unchanged unlikely unrelated \
    without";

/// Words for an association of two things.
pub(super) const LINK_WORDS: &str = "\
    affect affected affecting affects associate associated associates association associations bind binding \
    binds contribute contributed contributes contribution correlate correlated correlates correlation \
    critical crucial depend dependent depends determinant determine determines differ difference differences \
    differs effect effects essential evidence impact impacts indicative indicator influence influenced \
    influences interact interaction interactions interacts involved involvement link linked links marker \
    markers mediate mediated mediates mediator necessary needed pivotal predict predicted predictive predictor predictors \
    predicts prognostic regulate regulated regulates regulation regulator related relation relationship relationships \
    require required requirement requires responsible role";

/// Function words, and words that are common in all papers.
pub(super) const UNINFORMATIVE_WORDS: &str = "\
    a about above act acts after all also although among amount amounts an analysis and another any are as \
    at background be because been before being below between both but by can chance ci compared comparison \
    conclusion conclusions could data day days degree demonstrate demonstrated demonstrates demonstrating \
    despite detected did different direct directly do does due during each either find finding findings \
    finds for found frequency from further group groups had has have hazard he her here his however i if \
    important importantly in incidence indicate indicated indicates indirectly individuals into is it its \
    key known lead leading leads led level levels likelihood major many may methods might month months most \
    much must n new novel objective observed occur occurs odds of on one only onto or other our over overall \
    p participants people per play played plays possible potential prevalence probability rate rates result \
    resulted resulting results risk risks same seem seems seen several she should show showed shown shows \
    significant significantly since so some specific strong strongly studies study subjects substantial \
    substantially such suggest suggested suggesting suggests than that the their them then there these they \
    this those though three through throughout to total two under upon us use used uses using versus very \
    via vs was we week weeks were when where whereas whether which while who whose will with within would \
    year years";

/// Words of direction that are nouns or adjectives, so that no predicate begins with them.
pub(super) static NOMINAL_DIRECTIONS: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| NOUNS_OR_ADJECTIVES.split_whitespace().collect());

/// The words of [`NOMINAL_DIRECTIONS`] as text.
const NOUNS_OR_ADJECTIVES: &str = "\
    ablation absence acceleration accumulation activation addition amelioration antagonist antagonists \
    attenuation benefit blockade blocking breakdown degradation destruction decreased decreasing deficiency deficient deficits deleted \
    depleted depletion diminished disruption downregulated downregulation elevated elevation enhanced \
    enhancement enhancer excess expansion faster fewer gain greater heightened high higher impaired \
    impairment improved improvement improvements increased increasing induction inhibiting inhibition \
    inhibitor inhibitors interference interruption knockdown knockout lack larger less longer loss low lower more null \
    overexpression poor poorly prevention promoter promoters promotion protection reduced reducing reduction \
    reductions removal repression resistance sensitivity shorter silenced silencing slower smaller \
    stimulation suppression suppressor suppressors susceptibility upregulated upregulation vulnerability \
    withdrawal";

/// Nouns of direction; they refer to the noun after `of`, or to the name directly before them.
pub(super) const ATTACHED_NOUNS: &[&str] = &[
    "ablation",
    "absence",
    "acceleration",
    "accumulation",
    "activation",
    "amelioration",
    "antagonist",
    "antagonists",
    "attenuation",
    "benefit",
    "blockade",
    "breakdown",
    "deficiency",
    "deficits",
    "degradation",
    "depletion",
    "destruction",
    "disruption",
    "downregulation",
    "elevation",
    "enhancement",
    "enhancer",
    "expansion",
    "impairment",
    "improvement",
    "improvements",
    "induction",
    "inhibition",
    "inhibitor",
    "inhibitors",
    "interference",
    "interruption",
    "knockdown",
    "knockout",
    "loss",
    "overexpression",
    "prevention",
    "promoter",
    "promoters",
    "promotion",
    "protection",
    "reduction",
    "reductions",
    "removal",
    "repression",
    "silencing",
    "stimulation",
    "suppression",
    "suppressor",
    "suppressors",
    "upregulation",
    "withdrawal",
];

/// Words that always state an association; other [`LINK_WORDS`] may only mention one.
pub(super) const STRONG_LINKS: &[&str] = &[
    "affect",
    "affects",
    "associated",
    "contribute",
    "contributes",
    "correlated",
    "correlates",
    "critical",
    "crucial",
    "depends",
    "determines",
    "essential",
    "influence",
    "influences",
    "interacts",
    "involved",
    "linked",
    "marker",
    "mediate",
    "mediates",
    "necessary",
    "needed",
    "pivotal",
    "predict",
    "predictive",
    "predicts",
    "regulate",
    "regulates",
    "require",
    "required",
    "requires",
];

/// Common words next to the name of an actor, which another text may omit.
pub(super) const GENERIC_WORDS: &[&str] = &[
    "active",
    "administration",
    "combination",
    "expression",
    "gene",
    "intake",
    "named",
    "patients",
    "presence",
    "protein",
    "supplementation",
    "taking",
    "treatment",
    "treatments",
    "usage",
];

/// Words that form an attribute with the hyphenated word before them: `LPS-induced`,
/// `p53-dependent`.
pub(super) const ATTRIBUTE_SUFFIXES: &[&str] = &[
    "activated",
    "associated",
    "dependent",
    "driven",
    "independent",
    "induced",
    "linked",
    "mediated",
    "related",
    "resistant",
    "sensitive",
    "stimulated",
];

/// Words that, after a hyphen, mean that the word before them is lacking: `FGF21-deficient`. For an
/// actor they mean less.
pub(super) const LACKING_SUFFIXES: &[&str] = &["deficient", "depleted", "lacking", "null"];

/// Words for a necessary condition; with `for` or `to` they mean more.
pub(super) const DEPENDENCE_WORDS: &[&str] =
    &["critical", "crucial", "essential", "necessary", "needed", "pivotal", "required"];

/// States that, with `to`, mean more of their object.
pub(super) const MORE_STATES: &[&str] =
    &["sensitive", "sensitivity", "susceptibility", "susceptible", "vulnerability", "vulnerable"];

/// States that, with `to`, mean less of their object.
pub(super) const LESS_STATES: &[&str] = &["resistance", "resistant", "tolerance"];

/// Auxiliary verbs.
pub(super) const AUXILIARIES: &[&str] = &[
    "are", "can", "cannot", "could", "did", "do", "does", "had", "has", "have", "is", "may", "might", "was",
    "were", "will",
];

/// Words after which the sentence is about something else.
pub(super) const CLAUSE_BREAKS: &[&str] =
    &["although", "but", "however", "though", "whereas", "which", "while"];

/// Words that end a noun phrase.
pub(super) const PREPOSITIONS: &[&str] = &[
    "across",
    "after",
    "against",
    "among",
    "and",
    "as",
    "at",
    "because",
    "before",
    "between",
    "by",
    "caused",
    "compared",
    "due",
    "during",
    "following",
    "for",
    "from",
    "if",
    "in",
    "into",
    "of",
    "on",
    "or",
    "than",
    "that",
    "through",
    "to",
    "upon",
    "via",
    "when",
    "which",
    "while",
    "who",
    "with",
    "within",
    "without",
];

/// Nouns for a measure of something: `the growth of plaques` is about plaques.
pub(super) const MEASURE_NOUNS: &[&str] = &[
    "abundance",
    "accumulation",
    "activity",
    "amount",
    "burden",
    "concentration",
    "concentrations",
    "count",
    "counts",
    "development",
    "expression",
    "formation",
    "growth",
    "intensity",
    "number",
    "numbers",
    "onset",
    "production",
    "progression",
    "secretion",
    "severity",
    "size",
    "symptoms",
    "volume",
];

/// Adjectives of direction.
pub(super) const DIRECTION_ADJECTIVES: &[&str] = &[
    "better", "faster", "fewer", "greater", "high", "higher", "highest", "larger", "less", "longer", "low",
    "lower", "lowest", "more", "poor", "shorter", "slower", "smaller", "superior", "inferior", "worse",
];

/// Prefixes of words for something bad.
const ADVERSE_BEGINNINGS: &[&str] = &[
    "adverse",
    "aggres",
    "aids",
    "alzheim",
    "anxiet",
    "apoptos",
    "asthm",
    "atheroscl",
    "atroph",
    "autis",
    "bleed",
    "burden",
    "cancer",
    "carcinom",
    "complic",
    "damag",
    "dead",
    "death",
    "decline",
    "deficit",
    "dement",
    "depress",
    "diabet",
    "diseas",
    "disord",
    "dysfunct",
    "event",
    "fail",
    "fibros",
    "fractur",
    "hazard",
    "hemorrh",
    "hiv",
    "hypertens",
    "incid",
    "infarct",
    "infect",
    "inflam",
    "injur",
    "insomn",
    "malaria",
    "metastas",
    "mortal",
    "nephropath",
    "neuropath",
    "obes",
    "odds",
    "pain",
    "parkins",
    "preeclamp",
    "progress",
    "recur",
    "relaps",
    "risk",
    "schizo",
    "sepsis",
    "severity",
    "stroke",
    "symptom",
    "syndrom",
    "thromb",
    "toxic",
    "tubercul",
    "tumor",
];

/// Returns whether a word or its root denotes something bad: `mortality`, `nephritis`.
pub(super) fn is_adverse(word: &str) -> bool {
    ADVERSE_BEGINNINGS.iter().any(|beginning| word.starts_with(beginning))
        || ["itis", "osis", "oma", "emia", "algia", "pathy"].iter().any(|ending| word.ends_with(ending))
}
