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
    /// What it is called, in Spanish or in English.
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

    /// Whether it stays with the patient once it was there.
    fn is_lasting(self) -> bool {
        self != Condition::Pregnancy && self != Condition::HeartBlock
    }
}

/// A condition where a note says that the patient has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownCondition {
    pub(super) condition: Condition,
    pub(super) span: Span,
}

/// What a note says of the patient's conditions.
#[derive(Default)]
pub(super) struct Conditions {
    pub(super) known: Vec<KnownCondition>,
    /// Conditions that the note takes back, or of which it says what removes the reason: a birth, a pacemaker, a
    /// filtration rate of 30 and above.
    pub(super) settled: Vec<Condition>,
    /// Sentences that speak of a contraindication: what they order was thought about.
    pub(super) weighed: Vec<Span>,
}

impl Conditions {
    /// Adds what stands `start` bytes further on.
    pub(super) fn add(&mut self, other: &Conditions, start: usize) {
        let moved = |known: &KnownCondition| KnownCondition { span: known.span.shift(start), ..*known };
        self.known.extend(other.known.iter().map(moved));
        self.settled.extend(&other.settled);
        self.weighed.extend(other.weighed.iter().map(|span| span.shift(start)));
    }

    /// The first place of a condition that nothing settles.
    pub(super) fn first(&self, condition: Condition) -> Option<Span> {
        let known = self.known.iter().find(|known| known.condition == condition)?;
        (!self.settled.contains(&condition)).then_some(known.span)
    }
}

fn pattern(text: &str) -> Regex {
    Regex::new(&format!("(?i){text}")).expect("the pattern is valid")
}

static PATTERNS: LazyLock<Vec<(Condition, Regex)>> = LazyLock::new(|| {
    [
        (
            Condition::Pregnancy,
            r"\bpregnant\b|\bintrauterine pregnancy\b|\b\d{1,2}(?:\+\d)? ?(?:weeks?|wks?)['’]? (?:of )?(?:pregnan(?:t|cy)|gestation)\b|\bembarazada\b|\bgestante de \d|\bembarazo de \d{1,2}|\bgestaci[oó]n de \d{1,2}|\b\d{1,2}(?:\+\d)? semanas de (?:gestaci[oó]n|embarazo)\b",
        ),
        (Condition::Asthma, r"\basthma\b|\basthmatic\b|\basma\b|\basm[aá]tic[oa]\b"),
        (
            Condition::HeartFailure,
            r"\b(?:congestive )?(?:heart|cardiac) failure\b|\bHF[rp]EF\b|\bCHF\b|\binsuficiencia card[ií]aca\b",
        ),
        (
            Condition::CoronaryDisease,
            r"\bcoronary (?:artery|heart) disease\b|\bmyocardial infarction\b|\b(?:N?STEMI)\b|\bheart attack\b|\bisch(?:a)?emic (?:stroke|heart disease)\b|\bangina (?:pectoris|de pecho)\b|\bcardiopat[ií]a isqu[eé]mica\b|\binfarto (?:agudo )?de(?:l)? miocardio\b|\bictus isqu[eé]mico\b|\b(?:prior|previous|history of|h/o) (?:MI|CVA|TIA)\b",
        ),
        (
            Condition::Seizures,
            r"\bepilep(?:sy|sia|tic|tico|tica)\b|\bseizure disorder\b|\bepil[eé]ptic[oa]\b|\btrastorno convulsivo\b|\b(?:anorexia|bulimia) nerv(?:osa|iosa)\b",
        ),
        (
            Condition::HeartBlock,
            r"\b(?:complete|third[- ]degree|3rd[- ]degree|second[- ]degree|2nd[- ]degree|Mobitz (?:type )?(?:II|2)) (?:AV |A-V |atrioventricular |heart )+block\b|\bbloqueo (?:AV|auriculoventricular|A-V) (?:completo|de (?:segundo|tercer|2\.?º|3\.?er) grado)|\bBAV (?:completo|de (?:segundo|tercer|2\.?º|3\.?er) grado)",
        ),
        (Condition::Parkinson, r"\bparkinson(?:['’]s)?(?: disease)?\b"),
        (Condition::MyastheniaGravis, r"\bm(?:y|i)asthenia gravis\b|\bmiastenia gravis\b"),
    ]
    .map(|(condition, text)| (condition, pattern(text)))
    .into()
});

/// A filtration rate with its number.
static FILTRATION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:eGFR|e-GFR|FGe|TFGe?|filtrado glomerular(?: estimado)?)(?: \((?:CKD-EPI|MDRD)[^)]*\))?[ \t]*(?:of|is|was|de|:|=)?[ \t]*(\d{1,3}(?:[.,]\d+)?)\b",
    )
});

/// What ends a pregnancy, or says that it is not in the womb.
static END_OF_PREGNANCY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:post-?partum|postnatal|puerper\w*|miscarr\w*|abortion|aborto|ectopic|ect[oó]pic\w*|termination of pregnancy|interrupci[oó]n del embarazo|delivered|gave birth|newborn|neonat\w*|reci[eé]n nacid\w*|breast-?feeding|lactancia|c(?:a)?esarean section (?:was|performed)|ces[aá]rea (?:realizada|urgente))\b",
    )
});

static PACEMAKER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:pacemaker|marcapasos|PPM)\b"));

static WEIGHED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:contra-?indica\w*|interact(?:s|ion|ions)|interacci[oó]n(?:es)?|teratogen\w*|despite|pese a|a pesar de|risks? and benefits?|riesgo[- ]beneficio)\b",
    )
});

/// Words right before a condition that make it another thing, or one of another time or person.
static OTHER_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:\b(?:if|unless|when|while|whether|not|never|wife|partner|girlfriend|daughter|sister|mother|become|becomes|became|becoming|get|gets|got|getting|being|risk of|risk for|prevent|avoid|exclude|rule out|r/o|wolff|plans? to be|plus|score|si|cuando|esposa|pareja|hija|hermana|madre|qued[oóa]\w*|quedarse|estar|riesgo de|descartar|cardiac|childhood|infantile|premature at|born at|nacid[oa] (?:a las|con)|parto a las)[ \-]*(?:a |an |the |una? |el |la )?)$",
    )
});

/// Words right behind a condition that make it another thing.
static OTHER_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^[ \-]*(?:in (?:her|his|the) (?:mother|father|family|childhood)|as a child|in childhood|test|infantil|en la infancia|resuelt\w|resolved|ruled out|descartad\w|clinic\b|white|nurse|society|scale)",
    )
});

/// The conditions of a block.
struct BlockConditions(Conditions);

impl BlockConditions {
    fn of(block: &BlockContext<'_>) -> Arc<BlockConditions> {
        block.fact(|block| {
            let mut out = Conditions::default();
            if block.is_prose() || !block.units().is_empty() {
                for sentence in block.sentences() {
                    read(block, *sentence, &mut out);
                }
            }
            BlockConditions(out)
        })
    }
}

/// Adds what one sentence says.
fn read(block: &BlockContext<'_>, sentence: Sentence, out: &mut Conditions) {
    let text = block.slice(sentence.span);
    for (condition, pattern) in PATTERNS.iter() {
        for found in pattern.find_iter(text) {
            let start = sentence.span.start as usize;
            let span = Span::new(start + found.start(), start + found.end());
            if is_of_patient(block, sentence, *condition, span, text, found.range()) {
                out.known.push(KnownCondition { condition: *condition, span });
            }
        }
    }
    for found in FILTRATION.captures_iter(text) {
        let (Some(whole), Some(number)) = (found.get(0), found.get(1)) else { continue };
        let Ok(value) = number.as_str().replace(',', ".").parse::<f64>() else { continue };
        let start = sentence.span.start as usize;
        if value < 30.0 && value > 1.0 {
            let span = Span::new(start + whole.start(), start + whole.end());
            out.known.push(KnownCondition { condition: Condition::SevereRenalFailure, span });
        } else {
            out.settled.push(Condition::SevereRenalFailure);
        }
    }
    if END_OF_PREGNANCY.is_match(text) {
        out.settled.push(Condition::Pregnancy);
    }
    if WEIGHED.is_match(text) {
        out.weighed.push(sentence.span);
    }
    if PACEMAKER.is_match(text) {
        out.settled.push(Condition::HeartBlock);
    }
}

/// Whether the note says that the patient has the condition.
fn is_of_patient(
    block: &BlockContext<'_>,
    sentence: Sentence,
    condition: Condition,
    span: Span,
    text: &str,
    at: std::ops::Range<usize>,
) -> bool {
    if block.section_at(span.start as usize) == Section::FamilyHistory {
        return false;
    }
    let before = text.get(..at.start).unwrap_or_default();
    let behind = text.get(at.end..).unwrap_or_default();
    if OTHER_BEFORE.is_match(before) || OTHER_BEHIND.is_match(behind) {
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
    type Summary = Conditions;

    fn visit((): &mut (), summary: &mut Conditions, block: &BlockContext<'_>) {
        summary.add(&BlockConditions::of(block).0, block.start);
    }
}
