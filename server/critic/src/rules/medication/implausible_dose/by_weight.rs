//! Checks a single dose against the weight of a child, if the note gives both.

use super::message::{LimitKind, ShownOrder};
use super::not_an_order::next_drug;
use super::slip::{ERROR_MULTIPLE, meant};
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::dose_limits::{self, DoseUnit};
use crate::analysis::medication::MedicationStatement;
use crate::pattern::{Pattern, any_case, any_of, context, forms, words};
use crate::rules::medication::cancelled_order::is_cancelled_order;
use crate::rules::medication::{relations, volume};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::LazyLock;

/// The weights and single doses of a note, and whether the patient is a child.
#[derive(Clone, Debug, Default)]
struct Weights {
    kilograms: Vec<f64>,
    /// The places of single doses to compare with the weight.
    doses: Vec<Span>,
    names_child: bool,
    names_adult_or_birth: bool,
    /// The weight of a newborn, from the birth weight.
    newborn: Option<f64>,
}

/// The maximum number of weights that are kept; several weights belong to several times or persons.
const MAX_WEIGHTS: usize = 4;

/// The maximum number of doses of one note that are kept.
const MAX_DOSES: usize = 200;

/// The weight in kilograms up to which a patient is a child.
const MAX_CHILD_KILOGRAMS: f64 = 40.0;

/// The multiple of the highest usual dose per kilogram for all ages above which a dose is flagged.
const TOLERANCE: f64 = 2.0;

/// The multiple of the highest dose per kilogram for children above which a dose is flagged.
const TOLERANCE_OF_CHILDREN: f64 = 1.2;

/// The maximum difference between two weights of one child, as a share of the smaller.
const MAX_WEIGHT_CHANGE: f64 = 0.1;

static WEIGHT_IN_KILOGRAMS: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(r"(?:^|[^\w/.,-])(?P<kilograms>[0-9]{1,3}(?:[.,][0-9]{1,3})?) ?kgs?\b(?P<behind>[²2/]?)")
});

/// Words that indicate a child, by age or ward. A bare "3 weeks" or "5 years" is a duration.
static CHILD_WORDS: LazyLock<Pattern> = LazyLock::new(|| {
    let years = r"(?:[0-9]|1[01])";
    let unit = r"(?:y|yrs?|years?|a|años?)";
    let short = r"(?:months?|mo|mths?|meses|m|weeks?|wks?|semanas?|days?|d[ií]as?)";
    let patient = any_of("implausible-dose/by-weight/short-patient");
    any_case(&format!(
        r"\b{years} ?-?y/?\.?o\b|\b{years}[ -]?(?:years?|yrs?|yr)[ -]old\b|\b(?:aged?|edad):? ?{years} ?(?:{unit}|{short})?(?:[.,;)\n ]|$)|\b{patient},? (?:de |of |aged )?{years} ?{unit}\b|\b{years} ?{unit} (?:[mf]\b|boy|girl|male|female)|(?:^|\n){years} ?{unit}\b|\b[0-9]{{1,2}} ?-?{short}[ -](?:old|de edad|de vida)\b|\b[0-9]{{1,2}} ?m/o\b|p(?:a)?ediatr|\bpaeds?\b|\bpicu\b|\bnicu\b|\bucip\b|\bneonat|\binfant|\btoddler|\blactante|\bniñ[oa]\b|\bweeker\b"
    ))
});

/// Words that indicate an adult or a birth: the weight may belong to another person.
static ADULT_OR_BIRTH_WORDS: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&forms("implausible-dose/by-weight/adult-or-birth-words")));

/// Words around a number of kilograms that make it something other than the patient's weight.
static OTHER_WEIGHTS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("implausible-dose/by-weight/other-weights"));

impl Weights {
    fn add(&mut self, other: &Weights, start: usize) {
        self.kilograms.extend(&other.kilograms);
        self.kilograms.truncate(MAX_WEIGHTS);
        self.doses.extend(other.doses.iter().map(|dose| dose.shift(start)));
        self.doses.truncate(MAX_DOSES);
        self.names_child |= other.names_child;
        self.names_adult_or_birth |= other.names_adult_or_birth;
        self.newborn = self.newborn.or(other.newborn);
    }

    /// Returns the weight of the only child that the note is about.
    fn of_child(&self) -> Option<f64> {
        if self.newborn.is_some() {
            return self.newborn;
        }
        let first = *self.kilograms.first()?;
        let is_one = self.kilograms.iter().all(|other| (other - first).abs() <= MAX_WEIGHT_CHANGE * first);
        (self.names_child && !self.names_adult_or_birth && is_one && first <= MAX_CHILD_KILOGRAMS)
            .then_some(first)
    }
}

impl Scan for Weights {
    type State = ();
    type Summary = Weights;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut Weights, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            summary.add(&block.fact(weights_in), block.start);
        }
    }
}

fn weights_in(block: &BlockContext<'_>) -> Weights {
    let text = block.prose();
    let mut out = Weights {
        names_child: CHILD_WORDS.is_match(text),
        names_adult_or_birth: ADULT_OR_BIRTH_WORDS.is_match(text),
        doses: block
            .medications()
            .iter()
            .filter_map(|medication| Some(single_dose(block, medication)?.0))
            .collect(),
        ..Weights::default()
    };
    out.newborn = newborn_weight(text);
    for captures in WEIGHT_IN_KILOGRAMS.captures_iter(text) {
        let (Some(number), Some(whole)) = (captures.name("kilograms"), captures.get(0)) else { continue };
        let is_index = captures.name("behind").is_some_and(|behind| !behind.as_str().is_empty());
        let before: String = text.get(..whole.start()).unwrap_or_default().chars().rev().take(16).collect();
        let before: String = before.chars().rev().collect::<String>().to_lowercase();
        let is_other = OTHER_WEIGHTS.iter().any(|word| before.contains(word));
        let Ok(value) = number.as_str().replace(',', ".").parse::<f64>() else { continue };
        if !is_index && !is_other && value > 0.3 && out.kilograms.len() < MAX_WEIGHTS {
            out.kilograms.push(value);
        }
    }
    out
}

/// Returns the birth weight in a text about a child in its first days.
fn newborn_weight(text: &str) -> Option<f64> {
    /// The plausible weights of a newborn, in kilograms.
    const KILOGRAMS: std::ops::RangeInclusive<f64> = 0.4..=6.0;
    static FIRST_DAYS: LazyLock<Pattern> = LazyLock::new(|| context("implausible-dose/by-weight/first-days"));
    static BIRTH_WEIGHT: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:birth ?weight|BW|peso (?:al nacer|de nacimiento|RN|al nacimiento)|PN)[: ]+(?:of |de |is |was )?(?P<number>\d(?:[.,]\d{1,3})?|[1-6]\.?\d{3}|[4-9]\d\d) ?(?P<unit>kg|g)\b",
        )
    });
    let found = BIRTH_WEIGHT.captures(text).filter(|_| FIRST_DAYS.is_match(text))?;
    let number = found.name("number")?.as_str();
    let is_grams = found.name("unit")?.as_str().eq_ignore_ascii_case("g");
    let kilograms = if is_grams {
        number.replace('.', "").parse::<f64>().ok()? / 1000.0
    } else {
        number.replace(',', ".").parse::<f64>().ok()?
    };
    KILOGRAMS.contains(&kilograms).then_some(kilograms)
}

/// Returns the place and the milligrams of a single dose that can be compared with a weight.
fn single_dose(block: &BlockContext<'_>, medication: &MedicationStatement) -> Option<(Span, f64)> {
    /// The maximum distance from a drug to the dose after it, in bytes.
    const MAX_GAP: u32 = 24;
    highest_for_children(medication)?;
    if is_cancelled_order(block, medication.sentence, medication.drug, || next_drug(block, medication)) {
        return None;
    }
    if let Some(found) = dose_by_volume(block, medication) {
        return Some(found);
    }
    let dose = medication.dose?;
    let said = assertion::within(block, medication.sentence, medication.drug);
    let is_far = dose.span.start.saturating_sub(medication.drug.end) > MAX_GAP;
    // "500 mg cada 24 horas" is one dose; "500 mg al día" may be several.
    let is_once_a_day = || block.slice(Span { start: dose.unit.start, end: dose.span.end }).contains("24");
    if dose.per.weight || dose.per.time && !is_once_a_day() || dose.upper.is_some() || is_far {
        return None;
    }
    if said.state == State::Negated || said.experiencer == Experiencer::Relative {
        return None;
    }
    let sentence = block.slice(medication.sentence.span).to_lowercase();
    let clause = clause_around(block, medication.drug.cover(dose.span)).to_lowercase();
    let is_elsewhere = ["overdose", "ingest", "swallow", "took ", "tomó", "mother", "madre"]
        .iter()
        .any(|word| sentence.contains(word))
        || ["nebul", "inhal", "aerosol", "max", "máx", "vial", "/ml", "bag"]
            .iter()
            .any(|word| clause.contains(word));
    let (counted, factor) = dose_limits::counted(&dose, block.slice(dose.unit))?;
    (!is_elsewhere && counted == DoseUnit::Milligrams)
        .then(|| (medication.drug.cover(dose.span), dose.number.value() * factor))
}

/// Returns the place and the milligrams of a dose that is written as a strength and a volume.
fn dose_by_volume(block: &BlockContext<'_>, medication: &MedicationStatement) -> Option<(Span, f64)> {
    let dose = medication.dose?;
    let next = block.medications().iter().map(|other| other.drug.start);
    let end =
        next.filter(|start| *start >= medication.drug.end).min().unwrap_or(medication.sentence.span.end);
    let own = Span { start: medication.drug.end, end: end.min(medication.sentence.span.end) };
    let milligrams = volume::milligrams(block.slice(own))?;
    let said = assertion::within(block, medication.sentence, medication.drug);
    let is_so = said.state != State::Negated && said.experiencer != Experiencer::Relative;
    is_so.then(|| (medication.drug.cover(dose.span), milligrams))
}

/// Returns the words around a place up to the next full stop, comma or semicolon on both sides.
fn clause_around<'a>(block: &'a BlockContext<'_>, place: Span) -> &'a str {
    const CLAUSE_ENDS: [char; 4] = ['.', ';', ',', '\n'];
    let text = block.prose();
    let from =
        text.get(..place.start as usize).and_then(|ahead| ahead.rfind(CLAUSE_ENDS)).map_or(0, |at| at + 1);
    let behind = text.get(place.end as usize..).unwrap_or_default();
    let to = place.end as usize + behind.find(CLAUSE_ENDS).unwrap_or(behind.len());
    text.get(from..to).unwrap_or_default()
}

/// Returns remarks on single doses of a draft that are far above the maximum for the child's
/// weight.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Weights::default();
    for group in draft.scan::<Weights>(()) {
        all.add(&group.summary, group.start);
    }
    let Some(kilograms) = all.of_child() else { return Vec::new() };
    all.doses.iter().filter_map(|place| remark(draft, *place, kilograms)).collect()
}

/// Returns the highest usual single dose of a drug per kilogram of a child, in milligrams, and the
/// multiple of it above which a dose is flagged.
fn highest_for_children(medication: &MedicationStatement) -> Option<(f64, f64)> {
    let own = relations::child_dose(medication.index);
    own.map(|highest| (highest, TOLERANCE_OF_CHILDREN))
        .or_else(|| Some((dose_limits::per_kilogram(medication.index)?.0, TOLERANCE)))
}

/// Returns the patient's weights in a draft, in kilograms.
pub(super) fn weights_of(draft: &Draft<'_>) -> Vec<f64> {
    let mut all = Weights::default();
    for group in draft.scan::<Weights>(()) {
        all.add(&group.summary, group.start);
    }
    all.kilograms
}

fn remark(draft: &Draft<'_>, place: Span, kilograms: f64) -> Option<Remark> {
    let block = draft.at(place.start as usize)?;
    let found = block.medications().iter().find_map(|medication| {
        let (span, milligrams) = single_dose(&block, medication)?;
        (span.shift(block.start) == place).then_some((medication, milligrams))
    });
    let (medication, milligrams) = found?;
    let (highest, tolerance) = highest_for_children(medication)?;
    let multiple = milligrams / kilograms / highest;
    if multiple <= tolerance {
        return None;
    }
    let dose = medication.dose?;
    let shown = ShownOrder {
        order: block.slice(medication.drug.cover(dose.span)),
        drug: block.slice(medication.drug),
        spanish: block.in_spanish(),
    };
    let unit = block.slice(dose.unit);
    let is_volume = (dose.number.value() - milligrams).abs() > f64::EPSILON
        && dose_by_volume(&block, medication).is_some();
    let smaller = if is_volume { None } else { meant(dose.number.value(), unit, highest * kilograms) };
    let severity = if multiple >= ERROR_MULTIPLE { Severity::Error } else { Severity::Warning };
    let message = shown.too_high_by_weight(multiple, highest, smaller, LimitKind::Single);
    Some(Remark::new(place, message).with_severity(severity))
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{note, said};
    use referee_syntax::Format;

    #[test]
    fn how_long_something_lasted_makes_no_child_of_a_light_patient() {
        let told = |text: &str| said("medication/implausible-dose", Format::PlainText, text, &note()).len();
        assert_eq!(told("Cachexia, 38 kg. Cough for 3 weeks.\n\nPlan: ibuprofen 800 mg.\n"), 0);
        assert_eq!(told("Weight 36 kg, diabetes for 5 years.\n\nPlan: acetaminophen 1 g.\n"), 0);
        assert_eq!(told("Boy, 5 years, 18 kg.\n\nPlan: ibuprofen 800 mg.\n"), 1);
        assert_eq!(told("A 3-week-old infant, 3.6 kg.\n\nPlan: acetaminophen 500 mg.\n"), 1);
    }
}
