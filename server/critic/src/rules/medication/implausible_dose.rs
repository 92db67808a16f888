//! `medication/implausible-dose`

mod bolus;
mod by_surface;
mod by_weight;
mod insulin;
mod message;
mod not_an_order;
mod once_a_week;
mod product;
mod slip;
mod weekly;
pub(super) mod wrong_unit;

use super::order_words::{leads_to_another_dose, own_words, stated_times};
use crate::analysis::assertion::{self, State};
use crate::analysis::dose_limits::{self, DoseUnit, Route};
use crate::analysis::folding::fold;
use crate::analysis::medication::{self, MedicationStatement};
use crate::analysis::quantities::Quantity;
use crate::analysis::terms::Frequency;
use crate::pattern::{Pattern, any_case};
use crate::rules::medication::cancelled_order::is_cancelled_order;
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule};
use message::{LimitKind, ShownOrder};
use not_an_order::{
    EXPLAIN_HIGH_DOSES, INFUSION_WORDS, MAX_EXPLAINED_MULTIPLE, PATCH_WORDS, is_every_few_weeks,
    is_other_context, is_overdose, next_drug,
};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use slip::{ERROR_MULTIPLE, meant};
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/implausible-dose",
        summary: "A dose is far outside of the usual range of the drug",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

A single dose that is more than one and a half times the highest usual one for adults, a dose a day above the highest \
usual one, and a dose a thousand times too high or too low because of its unit: milligrams for micrograms (levothyroxine \
75 mg), grams for milligrams (metformin 500 g). A dose in units of a drug that is dosed by weight (metoprolol 25 IU), and \
a weight of one that is dosed in units (insulin 10 mg), is flagged as the wrong unit. A rate of infusion (`mg/h`, `mg/min`) is held against the highest usual one. So are a dose and a rate for each kilogram of weight, of about 45 drugs and from three times the highest usual one on. At five times the highest dose and above it is an **error**. Where a note gives the weight of a child, a single dose is held against the highest usual one for each kilogram, and flagged above that, with a tenth of tolerance for the drugs whose limit is one of children and at twice it for the others. Where a note multiplies a dose for each kilogram out (“7 mg/kg = 1400 mg”), the product is held against the weight. A dose for each square metre of about 40 cytotoxics is held against the highest usual one, and methotrexate once a week against 30 mg where nothing tells of a cancer. A dose that lasts a week or a month (semaglutide under the skin, dulaglutide, tirzepatide, alendronate 70 mg, risedronate 35 mg, ibandronate 150 mg, denosumab 60 mg) is flagged where it is ordered for every day, or more than twice as often. Potassium into a vein that is pushed or runs faster than 40 mEq an hour, a vasopressor at once in milligrams, and more than 30 units of insulin at once into a vein are errors. The question names a zero too many where a tenth is a usual dose, and another unit only where a thousandth is one.

## Why

Slips of a thousand and of ten are the ones that kill, and they are easy to write.

## Example

```text
Levothyroxine 75 mg daily.
```

## What it cannot tell

Whether the dose is right for this patient: weight, age, kidneys, liver and interactions are not looked at, and a dose \
within the limits may be wrong. Infusions without a rate in milligrams, depot injections, doses that were swallowed \
in an overdose, and maxima that a note quotes are passed over. About 500 drugs have limits; one that only its ending tells \
(-tinib, -mab) has the highest limit of the drugs of that ending.
",
            notice!(),
            "
## Fixes

None. The finding asks which unit or number was meant.

## Sources

The limits are rows of `doses.tsv` in `server/knowledge`, each with its source and the day of checking; most are from general \
knowledge of the labels and unreviewed. A user's own table adds rows and lowers limits. The labels in DailyMed (United States) \
and the technical sheets in CIMA (Spain) are where to look a dose up.
"
        ),
    },
    checks: &[
        Check::block(Applies::Notes, BlockFlags::DRUG, check),
        Check::document(Applies::Notes, by_weight::check),
        Check::document(Applies::Notes, product::check),
        Check::document(Applies::Notes, insulin::check),
        Check::document(Applies::Notes, weekly::check),
        Check::block(Applies::Notes, BlockFlags::DRUG, bolus::check),
        Check::block(Applies::Notes, BlockFlags::DIGIT, bolus::thyroxine),
        Check::block(Applies::Notes, BlockFlags::DRUG, once_a_week::check),
    ],
    fixes: None,
};

/// The multiple of the highest usual single dose above which a dose is flagged.
const SINGLE_TOLERANCE: f64 = 1.5;
/// The multiple of the highest usual daily dose above which a dose is flagged.
const DAILY_TOLERANCE: f64 = 1.05;

/// The multiple of the highest usual daily dose above which a dose given once a day is flagged.
const ONCE_A_DAY_TOLERANCE: f64 = 1.2;

/// The maximum distance from a drug to the dose after it, in bytes.
const MAX_DOSE_GAP_BYTES: u32 = 32;

/// The multiple of the highest usual dose per kilogram above which a dose is flagged; children need
/// more than adults.
const KILOGRAM_TOLERANCE: f64 = 3.0;

/// The weight in kilograms with which an infusion rate per kilogram is compared.
const ADULT_KILOGRAMS: f64 = 80.0;

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    block.medications().iter().filter_map(|medication| remark(block, medication)).collect()
}

/// Returns a folded sentence without its maximum number of doses, which is not a maximum dose:
/// "2100 mg every 6 hours, max 4 doses in 24 h".
fn without_number_of_doses(sentence: &str) -> String {
    static NUMBER_OF_DOSES: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:max(?:imum|imo|ima)?|hasta)\.? ?(?:of |de |un |una )?(?:\d|two|three|four|six|dos|tres|cuatro|seis)(?: ?x| veces| times| doses| dosis| tomas)\b",
        )
    });
    NUMBER_OF_DOSES.replace_all(sentence, " ").into_owned()
}

/// Returns the dose after a change: the second of "from 2 mg to 3 g".
fn changed_to(
    block: &BlockContext<'_>,
    medication: &MedicationStatement,
    dose: &Quantity,
) -> Option<Quantity> {
    let lead = fold(block.slice(Span { start: medication.sentence.span.start, end: dose.span.start }));
    let is_from =
        ["from", "de", "desde"].iter().any(|word| lead.split_whitespace().next_back() == Some(*word));
    let other = block.quantities().iter().find(|other| other.span.start >= dose.span.end)?;
    let gap = fold(block.slice(Span { start: dose.span.end, end: other.span.start }));
    let is_to = matches!(gap.trim(), "to" | "a" | "hasta" | "up to" | "->" | "→");
    (is_from && is_to && other.may_be_dose() && medication.sentence.span.contains(other.span))
        .then_some(*other)
}

fn remark(block: &BlockContext<'_>, medication: &MedicationStatement) -> Option<Remark> {
    let dose = medication.dose?;
    let dose = changed_to(block, medication, &dose).unwrap_or(dose);
    if assertion::within(block, medication.sentence, medication.drug).state == State::Negated {
        return None;
    }
    if is_cancelled_order(block, medication.sentence, medication.drug, || next_drug(block, medication)) {
        return None;
    }
    let sentence = without_number_of_doses(&fold(block.slice(medication.sentence.span)));
    let counted_per = counted_per(block, &dose);
    let rate = dose.per.time.then(|| hours_of(counted_per)).flatten();
    let of_patch = dose_limits::patch(medication.index)
        .filter(|_| sentence.split(|c: char| !c.is_alphanumeric()).any(|word| PATCH_WORDS.contains(&word)));
    // "En bolo de 56.000 unidades y después infusión": the infusion is a separate order.
    let ahead =
        fold(block.slice(Span { start: medication.drug.end.min(dose.span.start), end: dose.span.start }));
    let is_bolus = ["bolo", "bolus", "loading", "carga"].iter().any(|word| ahead.contains(word));
    // "Paracetamol 2 g qds; oxycodone 5 mg prn, max 4 doses": the maximum belongs to the other
    // order.
    let clause = without_number_of_doses(&fold(clause(block, medication)));
    let is_near = |word: &str| clause.split(|c: char| !c.is_alphanumeric()).any(|own| own == word);
    let words_elsewhere: Vec<&str> = sentence
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| {
            is_other_context(word) && !((rate.is_some() || is_bolus) && INFUSION_WORDS.contains(word))
        })
        .filter(|word| of_patch.is_none() || !PATCH_WORDS.contains(word))
        .filter(|word| !EXPLAIN_HIGH_DOSES.contains(word) || is_near(word))
        .collect();
    let is_swallowed = sentence.split(|c: char| !c.is_alphanumeric()).any(|word| {
        ["inger", "ingir", "ingest", "swallow", "sobredos", "overdos"]
            .iter()
            .any(|stem| word.starts_with(stem))
    });
    let is_elsewhere = is_swallowed
        || is_quoted(block, medication)
        || words_elsewhere.iter().any(|word| !EXPLAIN_HIGH_DOSES.contains(word))
        || is_overdose(block.slice(medication.sentence.span))
        || dose_limits::has_depot(medication.index) && is_every_few_weeks(&sentence);
    let least = if words_elsewhere.is_empty() { 0.0 } else { MAX_EXPLAINED_MULTIPLE };
    // "Heparin 25,000 units in 250 mL" is a bag.
    let behind =
        block.prose().get(dose.span.end as usize..medication.sentence.span.end as usize).unwrap_or_default();
    let is_mixture = ["in ", "en ", "/ ", "diluid"].iter().any(|word| behind.trim_start().starts_with(word))
        && behind
            .trim_start()
            .get(2..)
            .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    // "Metformina (850 mg/8 h) y glibenclamida": the dose belongs to the other drug.
    let is_of_other = block.medications().iter().any(|other| {
        other.drug != medication.drug
            && other.dose.is_some_and(|known| known.span == dose.span)
            && other.drug.end <= dose.span.start
    }) && dose.span.end <= medication.drug.start;
    let gap = dose.span.start.saturating_sub(medication.drug.end);
    let is_far = gap > MAX_DOSE_GAP_BYTES || medication::is_measured(block, medication.sentence, &dose);
    // "Alérgico a penicilina, bebedor de 80 gramos de alcohol".
    let is_of_drink =
        behind.trim_start().starts_with("de alcohol")
            || behind.trim_start().starts_with("of alcohol")
            || gap > 0
                && ["bebedor", "drink", "alcohol", "etanol", "ethanol"].iter().any(|word| {
                    fold(block.slice(Span {
                        start: medication.drug.end.min(dose.span.start),
                        end: dose.span.start,
                    }))
                    .contains(word)
                });
    // "3.000 mg.día-1" is a daily dose.
    let is_rate = [".d", "·d", "·h", ".h", " x", "x "].iter().any(|rate| behind.starts_with(rate));
    if is_elsewhere || is_mixture || is_of_other || is_far || is_rate || is_of_drink {
        return None;
    }
    let unit = block.slice(dose.unit);
    let number = highest(block, &dose);
    if dose.per.weight {
        return by_weight(block, medication, &dose, number).filter(|_| words_elsewhere.is_empty());
    }
    if dose.per.surface {
        return by_surface::remark(block, medication, &dose, number).filter(|_| words_elsewhere.is_empty());
    }
    let (counted, factor) = dose_limits::counted(&dose, unit)?;
    let value = number * factor;
    if value <= 0.0 {
        return None;
    }
    if let Some(remark) = wrong_unit::remark(block, medication, &dose) {
        return Some(remark);
    }
    let is_daily_rate = dose.per.time && is_per_day(counted_per);
    let shown = ShownOrder {
        order: block.slice(medication.drug.cover(dose.span)),
        drug: block.slice(medication.drug),
        spanish: block.in_spanish(),
    };
    let place = medication.drug.cover(dose.span);
    let found = |message: String, multiple: f64| {
        let severity = if multiple >= ERROR_MULTIPLE { Severity::Error } else { Severity::Warning };
        Some(Remark::new(place, message).with_severity(severity))
    };
    if let Some(hours) = rate {
        let highest =
            dose_limits::hourly_rate(medication.index).filter(|_| counted == DoseUnit::Milligrams)?;
        let multiple = value / hours / highest;
        let smaller = meant(number / hours, unit, highest);
        return (multiple > SINGLE_TOLERANCE && multiple >= least)
            .then(|| found(shown.too_high(multiple, highest, counted, smaller, LimitKind::Hourly), multiple))
            .flatten();
    }
    if dose.per.time && !is_daily_rate {
        return None;
    }
    let limit = match of_patch.filter(|_| counted == DoseUnit::Milligrams) {
        Some(content) => dose_limits::Limit { counted, single: content, daily: content },
        None => dose_limits::limit(medication.index, counted, way(block, medication, &sentence))?,
    };
    let highest = if is_daily_rate { limit.daily } else { limit.single };
    let multiple = value / highest;
    if least > 0.0 && multiple < least {
        return None;
    }
    // The tolerance is smaller for drugs taken once a day: bisoprolol 25 mg.
    let is_once = (limit.single - limit.daily).abs() < f64::EPSILON && words_elsewhere.is_empty();
    let tolerance = match (is_daily_rate, is_once) {
        (true, _) => DAILY_TOLERANCE,
        (false, true) => ONCE_A_DAY_TOLERANCE,
        (false, false) => SINGLE_TOLERANCE,
    };
    if multiple > tolerance {
        let is_of_patch = of_patch.is_some() && counted == DoseUnit::Milligrams;
        let limited = match is_daily_rate {
            _ if is_of_patch => LimitKind::Patch,
            true => LimitKind::Daily,
            false => LimitKind::Single,
        };
        return found(
            shown.too_high(multiple, highest, counted, meant(number, unit, highest), limited),
            multiple,
        );
    }
    // Micrograms instead of milligrams: a thousandth of the usual dose.
    if counted == DoseUnit::Milligrams
        && factor < 0.01
        && number <= limit.single
        && value * 1000.0 >= limit.single / 50.0
        && limit.single >= 5.0
        && value < limit.single / 500.0
        && ![
            "intrathecal",
            "intratecal",
            "spinal",
            "epidural",
            "raqui",
            "subarac",
            "neonat",
            "infant",
            "lactante",
        ]
        .iter()
        .any(|word| sentence.contains(word))
    {
        return found(shown.too_low(number), 1.0);
    }
    if leads_to_another_dose(behind) {
        return None;
    }
    let stated = medication.frequency.and_then(|(frequency, often)| {
        times_a_day(&fold(block.slice(frequency))).or((often == Frequency::Daily).then_some(1.0))
    });
    let times = stated.or_else(|| stated_times(&fold(own_words(block, medication, &dose))))?;
    let a_day = value * times;
    // "Bisoprolol 25 mg OD": a dose given once is that of the whole day.
    if !is_daily_rate && (times - 1.0).abs() < f64::EPSILON && a_day > limit.daily * ONCE_A_DAY_TOLERANCE {
        let multiple = a_day / limit.daily;
        let meant = meant(number, unit, limit.daily);
        return found(shown.too_high(multiple, limit.daily, counted, meant, LimitKind::Daily), multiple);
    }
    (!is_daily_rate && times > 1.0 && a_day > limit.daily * DAILY_TOLERANCE)
        .then(|| found(shown.too_often(a_day, limit.daily, counted), a_day / limit.daily))
        .flatten()
}

/// Returns the remark on a dose or a rate per kilogram of weight.
fn by_weight(
    block: &BlockContext<'_>,
    medication: &MedicationStatement,
    dose: &Quantity,
    number: f64,
) -> Option<Remark> {
    let unit = block.slice(dose.unit);
    let unit = unit.split('/').next().unwrap_or(unit).trim();
    let value = number * dose_limits::milligrams(unit)?;
    let text = counted_per(block, dose);
    let is_daily = dose.per.time && is_per_day(text);
    let (amount, highest, limited) = if is_daily {
        (value, dose_limits::per_kilogram(medication.index)?.1, LimitKind::Daily)
    } else if dose.per.time {
        let hours = hours_of(text)?;
        (value / hours, dose_limits::hourly_rate(medication.index)? / ADULT_KILOGRAMS, LimitKind::Hourly)
    } else {
        (value, dose_limits::per_kilogram(medication.index)?.0, LimitKind::Single)
    };
    let multiple = amount / highest;
    if multiple <= KILOGRAM_TOLERANCE {
        return None;
    }
    let smaller = meant(number * amount / value, unit, highest);
    let shown = ShownOrder {
        order: block.slice(medication.drug.cover(dose.span)),
        drug: block.slice(medication.drug),
        spanish: block.in_spanish(),
    };
    let severity = if multiple >= ERROR_MULTIPLE { Severity::Error } else { Severity::Warning };
    let message = shown.too_high_by_weight(multiple, highest, smaller, limited);
    Some(Remark::new(medication.drug.cover(dose.span), message).with_severity(severity))
}

/// Returns the higher number of a range; for a combination such as `875/125`, the first.
fn highest(block: &BlockContext<'_>, dose: &Quantity) -> f64 {
    let first = dose.number.value();
    match dose.upper {
        Some(upper) => {
            let gap = Span { start: dose.number.span.end, end: upper.span.start.max(dose.number.span.end) };
            if block.slice(gap).contains('/') { first } else { first.max(upper.value()) }
        }
        None => first,
    }
}

/// Whether a dose is in quotation marks: the text of a label or a quotation, not an order.
fn is_quoted(block: &BlockContext<'_>, medication: &MedicationStatement) -> bool {
    let before = block.slice(Span { start: medication.sentence.span.start, end: medication.drug.start });
    let straight = before.matches('"').count();
    let curly = before.matches('“').count() > before.matches('”').count();
    straight % 2 == 1 || curly || before.matches('«').count() > before.matches('»').count()
}

/// Returns the words around a drug between semicolons.
fn clause<'t>(block: &'t BlockContext<'_>, medication: &MedicationStatement) -> &'t str {
    let text = block.slice(medication.sentence.span);
    let at = (medication.drug.start - medication.sentence.span.start) as usize;
    let start = text.get(..at).and_then(|before| before.rfind(';')).map_or(0, |at| at + 1);
    let end = text.get(at..).and_then(|behind| behind.find(';')).map_or(text.len(), |end| at + end);
    text.get(start..end).unwrap_or(text)
}

/// Returns the route of a dose: the stated one, otherwise the one implied by the words of the
/// sentence about inhalation.
fn way(block: &BlockContext<'_>, medication: &MedicationStatement, sentence: &str) -> Route {
    let route = medication.route.map(|route| fold(block.slice(route))).unwrap_or_default();
    let is_push = route == "iv"
        || route == "ev"
        || ["intraveno", "endoveno", "i.v", "e.v"].iter().any(|way| route.starts_with(way));
    if is_push {
        Route::Injected
    } else if ["inhal", "puff", "aerosol"].iter().any(|word| sentence.contains(word)) {
        Route::Inhaled
    } else {
        Route::Other
    }
}

/// Returns the words after the number of a dose: `mg/h` of "24 mg/h", `mg cada 24 h`.
fn counted_per<'t>(block: &'t BlockContext<'_>, dose: &Quantity) -> &'t str {
    block.slice(Span { start: dose.unit.start, end: dose.span.end })
}

/// Returns the hours in which a rate gives its amount: one for `50 mg/h`, a sixtieth for `50
/// mg/min`; `None` for `mg/day` and for a dose every 24 hours.
fn hours_of(text: &str) -> Option<f64> {
    if is_per_day(text) {
        return None;
    }
    let folded = fold(text);
    let per = folded
        .rsplit_once('/')
        .map(|(_, per)| per)
        .or_else(|| folded.rsplit_once(' ').map(|(_, per)| per))?;
    match per.trim() {
        "h" | "hr" | "hour" | "hora" => Some(1.0),
        "min" | "minute" | "minuto" => Some(1.0 / 60.0),
        _ => None,
    }
}

fn is_per_day(text: &str) -> bool {
    let folded = fold(text);
    ["day", "dia", "24", "/d"].iter().any(|word| folded.contains(word))
}

/// Returns the number of doses per day that a frequency states.
pub(super) fn times_a_day(frequency: &str) -> Option<f64> {
    let hours = |digits: &str| {
        digits.parse::<f64>().ok().filter(|hours| (1.0..=24.0).contains(hours)).map(|h| 24.0 / h)
    };
    let digits =
        frequency.find(|c: char| c.is_ascii_digit()).and_then(|at| frequency.get(at..)).unwrap_or_default();
    let number: String = digits.chars().take_while(char::is_ascii_digit).collect();
    let is_hourly = digits.get(number.len()..).is_some_and(|rest| rest.trim_start().starts_with('h'));
    Some(match frequency {
        "bid" | "b.i.d." | "bd" | "twice daily" | "twice a day" | "two times a day" | "two times daily" => {
            2.0
        }
        "dos veces al dia" => 2.0,
        "tid" | "t.i.d." | "tds" | "three times daily" | "three times a day" | "tres veces al dia" => 3.0,
        "qid" | "q.i.d." | "qds" | "four times daily" | "four times a day" => 4.0,
        _ if is_hourly && !number.is_empty() => hours(&number)?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{fixed, note, said};
    use referee_findings::Severity;
    use referee_syntax::Format;

    const ID: &str = "medication/implausible-dose";

    #[test]
    fn a_slip_of_a_thousand_is_an_error_that_names_the_likely_unit_and_edits_nothing() {
        for (text, word) in [
            ("Levothyroxine 75 mg daily.", "micrograms"),
            ("Digoxin 125 mg daily.", "micrograms"),
            ("Metformin 500 g twice daily.", "milligrams"),
            ("Levotiroxina 75 mg al día en ayunas.", "microgramos"),
        ] {
            let found = said(ID, Format::PlainText, text, &note());
            let [one] = found.as_slice() else { panic!("{text}: {} findings", found.len()) };
            assert_eq!(one.remark.severity, Some(Severity::Error), "{text}");
            assert!(one.remark.message.contains(word), "{}", one.remark.message);
            assert!(fixed(ID, Format::PlainText, text, &note()).is_empty());
        }
    }

    #[test]
    fn a_dose_that_adds_up_to_too_much_a_day_is_a_warning() {
        let found = said(ID, Format::PlainText, "Acetaminophen 1 g every 4 hours.", &note());
        assert_eq!(
            found.iter().map(|one| one.remark.severity).collect::<Vec<_>>(),
            [Some(Severity::Warning)]
        );
        assert!(said(ID, Format::PlainText, "Acetaminophen 1 g every 6 hours.", &note()).is_empty());
    }
}
