//! Reads the conditions of the patient that forbid a drug, if a note states them plainly.

use super::condition::{Condition, EXCLUDING_WORDS_BEFORE, EXCLUDING_WORDS_BEHIND};
use super::forms;
use super::gestation::{self, FETAL_SIGNS};
use super::resolved::ended_in;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_case, forms};
use crate::pattern_table::PatternTable;
use crate::rules::medication::facts::fact_span;
use crate::{BlockContext, Scan, Sentence};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// A place at which a note says that the patient has a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownCondition {
    pub(super) condition: Condition,
    pub(super) span: Span,
}

/// What a note says about the patient's conditions.
#[derive(Default)]
pub(super) struct PatientConditions {
    /// The conditions that the note says the patient has, in the order of the text.
    pub(super) known: Vec<KnownCondition>,
    /// Conditions that no longer forbid anything, because the note mentions what ended or treats
    /// them: a birth, a pacemaker, a filtration rate of 30 or above.
    pub(super) ruled_out: Vec<Condition>,
    /// Sentences that mention a contraindication, an interaction or risks: their orders were
    /// considered.
    pub(super) considered: Vec<Span>,
    /// Signs of a pregnancy that the note does not name, as bits of [`gestation::signs`], and the
    /// first place.
    pregnancy_signs: (u32, Option<Span>),
    /// A week of gestation, and whether it is late.
    week: Option<(Span, bool)>,
    /// Whether the note calls the week one of gestation: "28/40", "EG 28+3".
    is_named_week: bool,
    /// Whether the note says that the child is born.
    is_born: bool,
}

impl PatientConditions {
    /// Adds the conditions of a block or a group of blocks that begins `start` bytes into the text.
    pub(super) fn add(&mut self, other: &PatientConditions, start: usize) {
        let moved = |known: &KnownCondition| KnownCondition { span: known.span.shift(start), ..*known };
        self.known.extend(other.known.iter().map(moved));
        self.ruled_out.extend(&other.ruled_out);
        self.considered.extend(other.considered.iter().map(|span| span.shift(start)));
        let (bits, place) = other.pregnancy_signs;
        self.is_born |= other.is_born;
        self.is_named_week |= other.is_named_week;
        self.pregnancy_signs.0 |= bits;
        self.pregnancy_signs.1 = self.pregnancy_signs.1.or(place.map(|span| span.shift(start)));
        self.week = self.week.or(other.week.map(|(span, is_late)| (span.shift(start), is_late)));
    }

    /// Returns the place of a pregnancy that the note does not name: its week together with a sign,
    /// or two signs, one of them of the fetus.
    fn unnamed_pregnancy(&self, is_late: bool) -> Option<Span> {
        let (bits, place) = self.pregnancy_signs;
        if self.is_born {
            return None;
        }
        match self.week {
            Some((week, late)) => ((bits != 0 || self.is_named_week) && (late || !is_late)).then_some(week),
            None => place.filter(|_| !is_late && bits & FETAL_SIGNS != 0 && bits.count_ones() >= 2),
        }
    }

    /// Returns the first place at which the note says that the patient has a condition; `None` if
    /// it is ruled out.
    pub(super) fn first(&self, condition: Condition) -> Option<Span> {
        // The note states both in the same words; only what ends them differs.
        let stated = match condition {
            Condition::GastrointestinalUlcer => Condition::GastrointestinalBleeding,
            other => other,
        };
        let known = self.known.iter().find(|known| known.condition == stated).map(|known| known.span);
        let unnamed = || match condition {
            Condition::Pregnancy => self.unnamed_pregnancy(false),
            Condition::LatePregnancy => self.unnamed_pregnancy(true),
            _ => None,
        };
        let place = known.or_else(unnamed)?;
        (!self.ruled_out.contains(&condition)).then_some(place)
    }
}

/// Returns a pattern for any of some words, each as a whole word.
fn any_word(words: &[&str]) -> Pattern {
    any_case(&format!(r"\b(?:{})\b", words.join("|")))
}

static FORM_PATTERNS: LazyLock<PatternTable<Condition>> = LazyLock::new(|| {
    PatternTable::new(forms::all().map(|(condition, forms)| (*condition, format!("(?i){}", forms.join("|")))))
});

/// A filtration rate with its number: `eGFR (CKD-EPI): 22`, `filtrado glomerular de 21`.
static FILTRATION: LazyLock<Pattern> = LazyLock::new(|| {
    let name = r"(?:eGFR|e-GFR|GFR|FGe|e?TFGe?|VFGe?|Cr ?Cl|Cl ?Cr|(?-i:ACr)|creatinine clearance|aclaramiento de creatinina|FG \((?:CKD-EPI|MDRD)\)|filtrado glomerular(?: estimado)?)";
    let formula = r"(?: \((?:CKD-EPI|MDRD)[^)]*\))?";
    let between = r"[ \t]*(?:of|is|was|now|today|de|hoy|:|=|~|≈)?[ \t]*";
    let rate = r"(?<rate>\d{1,3}(?:[.,]\d+)?)";
    // "eGFR 60 in May, now 22": the later value counts.
    let later = r"(?:[^.;\n]{0,30}?[,;(→>-] ?(?:now|today|currently|ahora|hoy|actual(?:mente)?)(?: is| of| de|:)? ?(?<later>\d{1,3})\b)?";
    any_case(&format!(r"\b{name}{formula}{between}{rate}\b{later}"))
});

/// A filtration rate under the short name `FG`, which also means fasting glucose, so that the unit
/// must follow.
static FILTRATION_WITH_UNIT: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:FG|filtrado)[ \t]*(?:de|:|=)?[ \t]*(?<rate>\d{1,3}(?:[.,]\d+)?) ?ml ?/ ?min|\bfiltrado[ \t]*(?:de|:|=)?[ \t]*(?<bare>\d{1,2})(?:[.,;]?(?:\s|$))|\bFG[ \t]*(?:de|:|=)?[ \t]*(?<short>[5-9]|[1-5]\d)(?:[,;)]|\.?(?:\s|$))|\b(?:CKD-EPI|MDRD)(?:[- ](?:2009|2021|4))?[ \t]*(?:de|of|:|=)?[ \t]*(?<formula>\d{1,3})\b(?:[^/\d]|$)",
    )
});

/// The age of a patient in years, months or weeks, if a word marks it as an age and not a duration:
/// "3 weeks old" may describe a rash, so that a person must follow or begin the sentence.
static AGE: LazyLock<Pattern> = LazyLock::new(|| {
    let of_a_child = format!(
        r"(?:{words})(?: (?:mujer|var[oó]n|masculin[oa]|femenin[oa]))?,?(?: de)?",
        words = forms("contraindicated/conditions/age-of-a-child")
    );
    let patient = format!(
        r"(?:(?:[a-z-]+ ){{0,2}}(?:{words})\b)",
        words = forms("contraindicated/conditions/of-a-child-patient")
    );
    any_case(&format!(
        r"\b(?<age>\d{{1,2}})[ -]?(?:(?<years>y/?\.?o\b|(?:years?|yrs?|yr)[ -]old\b|y(?:rs?)? [MF]\b)|(?<months>(?:m/o|(?:months?|mo|weeks?)[ -]old),? {patient}))|\b(?:age|edad): ?\**(?:(?<labelled>\d{{1,2}}) ?(?:(?<inyears>years?|yrs?|y|años|a)|(?<inmonths>months?|mo|meses|m|weeks?|semanas))\b)|\b(?:boy|girl|child|infant|toddler|baby|male|female)\b[ ,(:]*(?:of |aged )?(?<kid>\d{{1,2}}) ?(?:(?<kidyears>y(?:rs?|ears?)?\b(?: old)?)|(?<kidmonths>m(?:ths?|o|onths?)?\b|/12\b|weeks?\b|wks?\b))|\b(?<baby>\d{{1,2}})-(?:month|week|day)-old\b|\baged (?<aged>\d{{1,2}})(?: ?(?:y(?:rs?|ears?)?))?\b|\b{of_a_child} (?<edad>\d{{1,2}}) ?(?:(?<anos>a\b|años)|(?<meses>m\b|meses))"
    ))
});

/// The age in years from which the table forbids no drug because of age.
const MIN_AGE_WITHOUT_LIMIT: u32 = 12;

/// The age in years below which some drugs are forbidden for the youngest children.
const MAX_AGE_OF_YOUNGEST: u32 = 2;

/// The rate from which metformin is allowed, in mL/min/1.73 m².
const MIN_RATE_FOR_METFORMIN: f64 = 30.0;

/// The maximum number that is not a plausible rate, in mL/min/1.73 m².
const MAX_IMPLAUSIBLE_RATE: f64 = 1.0;

/// Words that end a pregnancy, or say that it is ectopic.
static END_OF_PREGNANCY: LazyLock<Pattern> = LazyLock::new(|| {
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

static PACEMAKER: LazyLock<Pattern> = LazyLock::new(|| any_word(&["pacemaker", "marcapasos", "PPM"]));

/// A pacemaker that is not implanted yet.
static NO_PACEMAKER: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?:{words})(?: \w+){{0,2}} (?:marcapasos|pacemaker|PPM)\b",
        words = forms("contraindicated/conditions/no-pacemaker")
    ))
});

/// Procedures that permanently open the anterior chamber angle.
static IRIDOTOMY: LazyLock<Pattern> =
    LazyLock::new(|| any_word(&[r"iridotom\w*", r"iridectom\w*", "trabeculectomy", "trabeculectom[ií]a"]));

/// Words of a sentence whose author considered the risks of an order.
static RISK_CONSIDERED: LazyLock<Pattern> = LazyLock::new(|| {
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
        // A drug that is resumed was stopped for this reason.
        r"resum\w*",
        r"re-?start\w*",
        r"re-?introduc\w*",
        r"reanud\w*",
        r"reinici\w*",
    ])
});

static NOT_THE_CONDITION_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    let words = EXCLUDING_WORDS_BEFORE.join("|");
    any_case(&format!(r"\b(?:{words})[ \-]*(?:a |an |the |una? |el |la )?$"))
});

static NOT_THE_CONDITION_BEHIND: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"^[ \-]*(?:{})", EXCLUDING_WORDS_BEHIND.join("|"))));

/// Words directly after an episode that mean that it has ended: a year, "resolved", "corrected",
/// but not "corrected calcium 7.1".
static RESOLVED_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    let year =
        r"(?: (?:treated|diagnosed|tratad[oa]|diagnosticad[oa]))? (?:\(|in |en )?(?:19|20)\d\d(?:[^\d/-]|$)";
    let over = r"(?: (?:is|now|ya))? (?:corrected|corregid[oa])(?:[.,;)]|$)";
    let resolved = r"[^.;,]{0,40}, (?:now |since |ya )?(?:resolved|resuelt[oa])\b";
    // "Scar (perforated ulcer, 1998)".
    let year_alone = r", (?:19|20)\d\d(?:[^\d/-]|$)";
    any_case(&format!("^,?{year}|^{year_alone}|^,?{over}|^{resolved}"))
});

/// Words around a ductal carcinoma that place it outside the breast.
static DUCTAL_ELSEWHERE: LazyLock<[Pattern; 2]> = LazyLock::new(|| {
    [
        any_case(r"\b(?:pancreatic|salivary|parotid) $"),
        any_case(
            r"^ (?:(?:of|in) the |de |del )?(?:pancreas|p[aá]ncreas|pancre[aá]tico|parotid|par[oó]tida)\b",
        ),
    ]
});

/// Words around a medullary carcinoma that place it outside the thyroid.
static MEDULLARY_ELSEWHERE: LazyLock<[Pattern; 2]> = LazyLock::new(|| {
    [
        any_case(r"\b(?:renal|breast) $"),
        any_case(r"^ (?:of|in|de) (?:the |la )?(?:(?:left |right )?(?:breast|kidney)|mama|ri[ñn][oó]n)\b"),
    ]
});

/// A potassium below 5.5 mmol/L after a high one in the same sentence: "6.4 on admission, now 4.6".
static LOWER_POTASSIUM_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    let when = r"(?:(?:now|today|repeat|ahora|hoy|control)(?: is| of| de|:)? )?";
    any_case(&format!(r"^[^.]{{0,40}}(?:[,;]|->|→) ?{when}(?:[2-4][.,]\d|5[.,][0-4])\b"))
});

/// Returns the patient's conditions in a block, with places relative to its start.
fn conditions_of(block: &BlockContext<'_>) -> Arc<PatientConditions> {
    block.fact_of_sentences(add_sentence)
}

/// Adds the conditions in one sentence of a block.
fn add_sentence(block: &BlockContext<'_>, sentence: Sentence, out: &mut PatientConditions) {
    let text = block.slice(sentence.span);
    let start = sentence.span.start as usize;
    let span_of = |found: regex::Match<'_>| fact_span(start, found);
    for (condition, pattern) in FORM_PATTERNS.matching(text) {
        for found in pattern.find_iter(text) {
            let span = span_of(found);
            if is_of_patient(block, sentence, *condition, span) {
                out.known.push(KnownCondition { condition: *condition, span });
            }
        }
    }
    signs_of_pregnancy(block, sentence, out);
    ages(block, sentence, out);
    for captures in FILTRATION.captures_iter(text).chain(FILTRATION_WITH_UNIT.captures_iter(text)) {
        let (Some(whole), Some(rate)) = (
            captures.get(0),
            ["later", "rate", "bare", "short", "formula"].iter().find_map(|name| captures.name(name)),
        ) else {
            continue;
        };
        // "FG 22 mg/dl" is a glucose.
        let unit = text.get(rate.end()..).unwrap_or_default().trim_start();
        if captures.name("short").is_some() && ["mg", "mmol", "%"].iter().any(|other| unit.starts_with(other))
        {
            continue;
        }
        let Ok(rate) = rate.as_str().replace(',', ".").parse::<f64>() else { continue };
        let condition = Condition::SevereRenalFailure;
        if rate < MIN_RATE_FOR_METFORMIN && rate > MAX_IMPLAUSIBLE_RATE {
            out.known.push(KnownCondition { condition, span: span_of(whole) });
        } else {
            out.ruled_out.push(condition);
        }
    }
    if END_OF_PREGNANCY.is_match(text) {
        out.ruled_out.extend([Condition::Pregnancy, Condition::LatePregnancy]);
    }
    if IRIDOTOMY.is_match(text) {
        out.ruled_out.push(Condition::NarrowAngleGlaucoma);
    }
    if PACEMAKER.is_match(text) && !NO_PACEMAKER.is_match(text) {
        out.ruled_out.push(Condition::HeartBlock);
    }
    out.ruled_out.extend(ended_in(text));
    if RISK_CONSIDERED.is_match(text) {
        out.considered.push(sentence.span);
    }
}

/// Adds signs of a pregnancy in one sentence, which need not name it.
fn signs_of_pregnancy(block: &BlockContext<'_>, sentence: Sentence, out: &mut PatientConditions) {
    let text = block.slice(sentence.span);
    let start = sentence.span.start as usize;
    let span_of = |found: regex::Match<'_>| fact_span(start, found);
    out.is_born |= gestation::tells_of_birth(text);
    if let (bits, Some(found)) = gestation::signs(text)
        && is_of_patient(block, sentence, Condition::Pregnancy, span_of(found))
    {
        out.pregnancy_signs.0 |= bits;
        out.pregnancy_signs.1 = out.pregnancy_signs.1.or(Some(span_of(found)));
    }
    if let Some((found, is_late)) = gestation::week(text)
        && is_of_patient(block, sentence, Condition::Pregnancy, span_of(found))
    {
        out.week = out.week.or(Some((span_of(found), is_late)));
        out.is_named_week |= gestation::named_week(text).is_some();
    }
}

/// Adds the conditions that follow from the patient's age in one sentence; an age of
/// [`MIN_AGE_WITHOUT_LIMIT`] is decisive.
fn ages(block: &BlockContext<'_>, sentence: Sentence, out: &mut PatientConditions) {
    let text = block.slice(sentence.span);
    for captures in AGE.captures_iter(text) {
        let (Some(whole), Some(number)) = (
            captures.get(0),
            ["age", "edad", "labelled", "kid", "baby", "aged"].iter().find_map(|name| captures.name(name)),
        ) else {
            continue;
        };
        let Ok(age) = number.as_str().parse::<u32>() else { continue };
        let is_in_years =
            ["years", "anos", "inyears", "kidyears", "aged"].iter().any(|name| captures.name(name).is_some());
        let start = sentence.span.start as usize;
        let span = fact_span(start, whole);
        if is_in_years && age >= MIN_AGE_WITHOUT_LIMIT {
            out.ruled_out.extend([Condition::ChildUnderTwelve, Condition::ChildUnderTwo]);
            continue;
        }
        if !is_of_patient(block, sentence, Condition::ChildUnderTwelve, span) {
            continue;
        }
        out.known.push(KnownCondition { condition: Condition::ChildUnderTwelve, span });
        if !is_in_years && age < 12 * MAX_AGE_OF_YOUNGEST || is_in_years && age < MAX_AGE_OF_YOUNGEST {
            out.known.push(KnownCondition { condition: Condition::ChildUnderTwo, span });
        }
    }
}

/// Whether the note says at `span`, which lies in `sentence`, that the patient has the condition.
fn is_of_patient(block: &BlockContext<'_>, sentence: Sentence, condition: Condition, span: Span) -> bool {
    if block.section_at(span.start as usize) == Section::FamilyHistory {
        return false;
    }
    let before = block.slice(Span { end: span.start, ..sentence.span });
    let behind = block.slice(Span { start: span.end, ..sentence.span });
    if NOT_THE_CONDITION_BEFORE.is_match(before) || NOT_THE_CONDITION_BEHIND.is_match(behind) {
        return false;
    }
    let elsewhere = match condition {
        Condition::BreastCancer => Some(&DUCTAL_ELSEWHERE),
        Condition::MedullaryThyroidCancer => Some(&MEDULLARY_ELSEWHERE),
        _ => None,
    };
    let is_elsewhere = elsewhere.is_some_and(|words| {
        let [words_before, words_behind] = &**words;
        words_before.is_match(before) || words_behind.is_match(behind)
    });
    if is_elsewhere {
        return false;
    }
    if condition.is_episode() && RESOLVED_BEHIND.is_match(behind)
        || condition == Condition::Hyperkalaemia && LOWER_POTASSIUM_BEHIND.is_match(behind)
    {
        return false;
    }
    let said = assertion::within(block, sentence, span);
    let is_so = match said.state {
        State::Confirmed => true,
        State::Historical => condition.is_lasting(),
        // "9 weeks pregnant (booking scan next week)": the awaited event follows, and is something
        // else.
        State::Pending => said.cue.is_some_and(|cue| cue.start >= span.end),
        _ => false,
    };
    // Breastfeeding is mentioned together with the baby, in the mother's note and in the child's.
    is_so && (said.experiencer == Experiencer::Patient || condition == Condition::Breastfeeding)
}

/// Collects the conditions of a note.
pub(super) struct ConditionScan;

impl Scan for ConditionScan {
    type State = ();
    type Summary = PatientConditions;

    fn visit((): &mut (), summary: &mut PatientConditions, block: &BlockContext<'_>) {
        summary.add(&conditions_of(block), block.start);
    }
}
