//! The conditions of the patient that forbid a drug, where a note says them plainly.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::sections::Section;
use crate::{BlockContext, Scan, Sentence};
use referee_text::Span;
use regex::Regex;
use std::sync::{Arc, LazyLock};

/// A condition in which some drugs are contraindicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Condition {
    /// A pregnancy that goes on.
    Pregnancy,
    Asthma,
    HeartFailure,
    /// A myocardial infarction, angina, an ischaemic stroke or attack, now or before.
    CoronaryDisease,
    /// Epilepsy; anorexia or bulimia nervosa.
    Seizures,
    /// An atrioventricular block of the second or third degree, without a pacemaker.
    HeartBlock,
    Parkinson,
    MyastheniaGravis,
    /// An estimated glomerular filtration rate below 30 mL/min/1.73 m².
    SevereRenalFailure,
}

impl Condition {
    /// The words of a message for the condition, with the article where Spanish has one.
    pub(super) fn name(self, spanish: bool) -> &'static str {
        let (english, in_spanish) = match self {
            Condition::Pregnancy => ("pregnancy", "el embarazo"),
            Condition::Asthma => ("asthma", "el asma"),
            Condition::HeartFailure => ("heart failure", "la insuficiencia cardiaca"),
            Condition::CoronaryDisease => {
                ("coronary disease, stroke or a transient attack", "la cardiopatía isquémica y el ictus")
            }
            Condition::Seizures => {
                ("seizures, anorexia or bulimia", "las convulsiones, la anorexia y la bulimia")
            }
            Condition::HeartBlock => {
                ("a block of the second or third degree", "el bloqueo de segundo o tercer grado")
            }
            Condition::Parkinson => ("Parkinson disease", "la enfermedad de Parkinson"),
            Condition::MyastheniaGravis => ("myasthenia gravis", "la miastenia gravis"),
            Condition::SevereRenalFailure => ("an eGFR below 30", "un filtrado menor de 30"),
        };
        if spanish { in_spanish } else { english }
    }

    /// Whether a patient who once had the condition still counts as having it.
    fn is_lasting(self) -> bool {
        self != Condition::Pregnancy && self != Condition::HeartBlock
    }
}

/// A place at which a note says that the patient has a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownCondition {
    pub(super) condition: Condition,
    pub(super) span: Span,
}

/// What a note says of the patient's conditions.
#[derive(Default)]
pub(super) struct PatientConditions {
    /// The conditions that the note says the patient has, in the order of the text.
    pub(super) known: Vec<KnownCondition>,
    /// Conditions that forbid nothing any more, since the note tells what ended or answers them: a birth, a pacemaker, a
    /// filtration rate of 30 or above.
    pub(super) ruled_out: Vec<Condition>,
    /// Sentences that speak of a contraindication, an interaction or of risks: what they order was thought about.
    pub(super) considered: Vec<Span>,
}

impl PatientConditions {
    /// Adds what a block or a group of blocks says that begins `start` bytes into the text.
    pub(super) fn add(&mut self, other: &PatientConditions, start: usize) {
        let moved = |known: &KnownCondition| KnownCondition { span: known.span.shift(start), ..*known };
        self.known.extend(other.known.iter().map(moved));
        self.ruled_out.extend(&other.ruled_out);
        self.considered.extend(other.considered.iter().map(|span| span.shift(start)));
    }

    /// Where the note first says that the patient has a condition; `None` where it is ruled out.
    pub(super) fn first(&self, condition: Condition) -> Option<Span> {
        let known = self.known.iter().find(|known| known.condition == condition)?;
        (!self.ruled_out.contains(&condition)).then_some(known.span)
    }
}

fn pattern(text: &str) -> Regex {
    Regex::new(&format!("(?i){text}")).expect("the pattern is valid")
}

/// A pattern for any of some words, each as a whole.
fn any_word(words: &[&str]) -> Regex {
    pattern(&format!(r"\b(?:{})\b", words.join("|")))
}

/// How notes write each condition, in English and then in Spanish; where several forms begin at one place, the first
/// that fits counts.
const FORMS: &[(Condition, &[&str])] = &[
    (
        Condition::Pregnancy,
        &[
            r"\bpregnant\b",
            r"\bintrauterine pregnancy\b",
            r"\b\d{1,2}(?:\+\d)? ?(?:weeks?|wks?)['’]? (?:of )?(?:pregnan(?:t|cy)|gestation)\b",
            r"\bembarazada\b",
            r"\bgestante de \d",
            r"\bembarazo de \d{1,2}",
            r"\bgestaci[oó]n de \d{1,2}",
            r"\b\d{1,2}(?:\+\d)? semanas de (?:gestaci[oó]n|embarazo)\b",
        ],
    ),
    (Condition::Asthma, &[r"\basthma\b", r"\basthmatic\b", r"\basma\b", r"\basm[aá]tic[oa]\b"]),
    (
        Condition::HeartFailure,
        &[
            r"\b(?:congestive )?(?:heart|cardiac) failure\b",
            r"\bHF[rp]EF\b",
            r"\bCHF\b",
            r"\binsuficiencia card[ií]aca\b",
        ],
    ),
    (
        Condition::CoronaryDisease,
        &[
            r"\bcoronary (?:artery|heart) disease\b",
            r"\bmyocardial infarction\b",
            r"\bN?STEMI\b",
            r"\bheart attack\b",
            r"\bischa?emic (?:stroke|heart disease)\b",
            r"\bangina (?:pectoris|de pecho)\b",
            r"\bcardiopat[ií]a isqu[eé]mica\b",
            r"\binfarto (?:agudo )?del? miocardio\b",
            r"\bictus isqu[eé]mico\b",
            r"\b(?:prior|previous|history of|h/o) (?:MI|CVA|TIA)\b",
        ],
    ),
    (
        Condition::Seizures,
        &[
            r"\bepilep(?:sy|sia|tic)\b",
            r"\bseizure disorder\b",
            r"\bepil[eé]ptic[oa]\b",
            r"\btrastorno convulsivo\b",
            r"\b(?:anorexia|bulimia) nerv(?:osa|iosa)\b",
        ],
    ),
    (
        Condition::HeartBlock,
        &[
            r"\b(?:complete|third[- ]degree|3rd[- ]degree|second[- ]degree|2nd[- ]degree|Mobitz (?:type )?(?:II|2)) (?:AV |A-V |atrioventricular |heart )+block\b",
            r"\bbloqueo (?:AV|auriculoventricular|A-V) (?:completo|de (?:segundo|tercer|2\.?º|3\.?er) grado)",
            r"\bBAV (?:completo|de (?:segundo|tercer|2\.?º|3\.?er) grado)",
        ],
    ),
    (Condition::Parkinson, &[r"\bparkinson(?:['’]s)?(?: disease)?\b"]),
    (Condition::MyastheniaGravis, &[r"\bm[yi]asthenia gravis\b", r"\bmiastenia gravis\b"]),
];

static FORM_PATTERNS: LazyLock<Vec<(Condition, Regex)>> = LazyLock::new(|| {
    FORMS.iter().map(|(condition, forms)| (*condition, pattern(&forms.join("|")))).collect()
});

/// A filtration rate with its number: `eGFR (CKD-EPI): 22`, `filtrado glomerular de 21`.
static FILTRATION: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"(?:eGFR|e-GFR|FGe|TFGe?|filtrado glomerular(?: estimado)?)";
    let formula = r"(?: \((?:CKD-EPI|MDRD)[^)]*\))?";
    let between = r"[ \t]*(?:of|is|was|de|:|=)?[ \t]*";
    let rate = r"(?<rate>\d{1,3}(?:[.,]\d+)?)";
    pattern(&format!(r"\b{name}{formula}{between}{rate}\b"))
});

/// The rate from which on metformin is not forbidden, in mL/min/1.73 m².
const MIN_RATE_FOR_METFORMIN: f64 = 30.0;

/// A number up to this one is no rate, in mL/min/1.73 m².
const MAX_IMPLAUSIBLE_RATE: f64 = 1.0;

/// What ends a pregnancy, or says that it is not in the womb.
static END_OF_PREGNANCY: LazyLock<Regex> = LazyLock::new(|| {
    any_word(&[
        "post-?partum",
        "postnatal",
        r"puerper\w*",
        r"miscarr\w*",
        "abortion",
        "aborto",
        "ectopic",
        r"ect[oó]pic\w*",
        "termination of pregnancy",
        "interrupci[oó]n del embarazo",
        "delivered",
        "gave birth",
        "newborn",
        r"neonat\w*",
        r"reci[eé]n nacid\w*",
        "breast-?feeding",
        "lactancia",
        "ca?esarean section (?:was|performed)",
        "ces[aá]rea (?:realizada|urgente)",
    ])
});

static PACEMAKER: LazyLock<Regex> = LazyLock::new(|| any_word(&["pacemaker", "marcapasos", "PPM"]));

/// Words of a sentence whose author weighed what speaks against an order.
static CONSIDERATION: LazyLock<Regex> = LazyLock::new(|| {
    any_word(&[
        r"contra-?indica\w*",
        "interact(?:s|ion|ions)",
        "interacci[oó]n(?:es)?",
        r"teratogen\w*",
        "despite",
        "pese a",
        "a pesar de",
        "risks? and benefits?",
        "riesgo[- ]beneficio",
    ])
});

/// Words right before a condition that make it another thing, or one of another time or person.
const WORDS_BEFORE_ANOTHER: &[&str] = &[
    // What may be, may come or is not.
    "if",
    "unless",
    "when",
    "while",
    "whether",
    "not",
    "never",
    "become",
    "becomes",
    "became",
    "becoming",
    "get",
    "gets",
    "got",
    "getting",
    "being",
    "risk of",
    "risk for",
    "prevent",
    "avoid",
    "exclude",
    "rule out",
    "r/o",
    "plans? to be",
    "si",
    "cuando",
    r"qued[oóa]\w*",
    "quedarse",
    "estar",
    "riesgo de",
    "descartar",
    // Somebody else.
    "wife",
    "partner",
    "girlfriend",
    "daughter",
    "sister",
    "mother",
    "esposa",
    "pareja",
    "hija",
    "hermana",
    "madre",
    // Another time: a childhood, a birth.
    "childhood",
    "infantile",
    "premature at",
    "born at",
    "nacid[oa] (?:a las|con)",
    "parto a las",
    "transient",
    "transitory",
    "paroxysmal",
    // Another thing: Wolff-Parkinson-White, a Parkinson plus syndrome, cardiac asthma.
    "wolff",
    "plus",
    "score",
    "cardiac",
];

static ANOTHER_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    let words = WORDS_BEFORE_ANOTHER.join("|");
    pattern(&format!(r"\b(?:{words})[ \-]*(?:a |an |the |una? |el |la )?$"))
});

/// Words right behind a condition that make it another thing, or one of another time or person.
const WORDS_BEHIND_ANOTHER: &[&str] = &[
    "in (?:her|his|the) (?:mother|father|family|childhood)",
    "as a child",
    "in childhood",
    "test",
    "infantil",
    "en la infancia",
    r"resuelt\w",
    "resolved",
    "(?:that|which) (?:has )?resolved",
    "with (?:spontaneous )?resolution",
    r"con resoluci[oó]n",
    r"que (?:se )?resolvi[oó]",
    "transitori[oa]",
    "ruled out",
    r"descartad\w",
    r"clinic\b",
    "white",
    "nurse",
    "society",
    "scale",
];

static ANOTHER_BEHIND: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"^[ \-]*(?:{})", WORDS_BEHIND_ANOTHER.join("|"))));

/// What a block says of the patient's conditions, with places counted from its start.
fn conditions_of(block: &BlockContext<'_>) -> Arc<PatientConditions> {
    block.fact(|block| {
        let mut out = PatientConditions::default();
        for sentence in block.sentences() {
            add_sentence(block, *sentence, &mut out);
        }
        out
    })
}

/// Adds what one sentence of a block says.
fn add_sentence(block: &BlockContext<'_>, sentence: Sentence, out: &mut PatientConditions) {
    let text = block.slice(sentence.span);
    let start = sentence.span.start as usize;
    let span_of = |found: regex::Match<'_>| Span::new(start + found.start(), start + found.end());
    for (condition, pattern) in FORM_PATTERNS.iter() {
        for found in pattern.find_iter(text) {
            let span = span_of(found);
            if is_of_patient(block, sentence, *condition, span) {
                out.known.push(KnownCondition { condition: *condition, span });
            }
        }
    }
    for captures in FILTRATION.captures_iter(text) {
        let (Some(whole), Some(rate)) = (captures.get(0), captures.name("rate")) else { continue };
        let Ok(rate) = rate.as_str().replace(',', ".").parse::<f64>() else { continue };
        let condition = Condition::SevereRenalFailure;
        if rate < MIN_RATE_FOR_METFORMIN && rate > MAX_IMPLAUSIBLE_RATE {
            out.known.push(KnownCondition { condition, span: span_of(whole) });
        } else {
            out.ruled_out.push(condition);
        }
    }
    if END_OF_PREGNANCY.is_match(text) {
        out.ruled_out.push(Condition::Pregnancy);
    }
    if PACEMAKER.is_match(text) {
        out.ruled_out.push(Condition::HeartBlock);
    }
    if CONSIDERATION.is_match(text) {
        out.considered.push(sentence.span);
    }
}

/// Whether the note says at `span`, which lies in `sentence`, that the patient has the condition.
fn is_of_patient(block: &BlockContext<'_>, sentence: Sentence, condition: Condition, span: Span) -> bool {
    if block.section_at(span.start as usize) == Section::FamilyHistory {
        return false;
    }
    let before = block.slice(Span { end: span.start, ..sentence.span });
    let behind = block.slice(Span { start: span.end, ..sentence.span });
    if ANOTHER_BEFORE.is_match(before) || ANOTHER_BEHIND.is_match(behind) {
        return false;
    }
    let said = assertion::within(block, sentence, span);
    let is_so = match said.state {
        State::Confirmed => true,
        State::Historical => condition.is_lasting(),
        _ => false,
    };
    is_so && said.experiencer == Experiencer::Patient
}

/// Gathers the conditions of a note.
pub(super) struct ConditionScan;

impl Scan for ConditionScan {
    type State = ();
    type Summary = PatientConditions;

    fn visit((): &mut (), summary: &mut PatientConditions, block: &BlockContext<'_>) {
        summary.add(&conditions_of(block), block.start);
    }
}
