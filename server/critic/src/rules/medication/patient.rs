//! Reads the values and states of the patient to which the tables of limits refer.
//!
//! If the text contains several values of one kind, the last one counts. Goals, conditions and
//! values of another time are ignored.

mod age;
mod charted;
mod reader;
mod value;

use super::contraindicated;
use super::facts::fact_span;
use super::relations::{Comparison, Condition};
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_case, context, contexts, forms};
use crate::{BlockContext, Draft, Scan, Sentence};
use charted::Charted;
use reader::READERS;
use referee_text::Span;
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock};
use value::{NamedValue, Value};

/// The id of an age that may belong to something else.
const PERHAPS_AGE: &str = "perhaps-age";

/// The amounts of an order, and its flags, in conditions.
const AMOUNTS: [&str; 3] = ["dose", "day", "dose-for-kilogram"];
const OF_ORDERS: [&str; 7] = ["daily", "twice", "three-times", "four-times", "regular", "start", "injected"];

/// The values and states of the patient of a note.
#[derive(Default)]
pub(super) struct Patient {
    values: FxHashMap<&'static str, Value>,
    flags: FxHashMap<&'static str, Span>,
    /// Whether the filtration rate was computed from the creatinine.
    pub(super) is_estimated: bool,
    /// Sentences that consider a risk.
    pub(super) considered: Vec<Span>,
}

/// The values and states in one block, with places relative to its start.
#[derive(Default)]
struct BlockFacts {
    values: Vec<NamedValue>,
    flags: Vec<(&'static str, Span)>,
    /// Whether the first word for a person means a woman, with its place.
    stated_sex: Option<(bool, Span)>,
    /// Whether pronouns and titles are those of a woman, or of a man.
    is_she: bool,
    is_he: bool,
}

/// A later value in the same sentence: "6.4 on admission, now 4.6", "22 on admission, 68 at discharge".
static LATER: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"(?:[,;(]|->|→|>)[ ]?(?:{})(?: is| of| de|:)? ?(?P<number>\d{{1,4}}(?:[.,]\d{{1,2}})?)\b|(?:[,;]|\band\b|\by\b|->|→|>) ?(?:\p{{L}}+ )?(?P<later>\d{{1,4}}(?:[.,]\d{{1,2}})?)(?: ?[\p{{L}}/µ²0-9.]+(?:/[\p{{L}}0-9.²]+)*)? (?:{})\b",
        forms("patient/now-ahead"),
        forms("patient/at-the-end")
    ))
});

static WEIGHT: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"(?:^|[^\w/.,-])(?P<kilograms>\d{1,3}(?:[.,]\d{1,2})?) ?kgs?\b(?:[^²2/]|$)|\b(?:weight|wt|peso)[: ]+(?P<labelled>\d{1,3}(?:[.,]\d)?)(?: ?kg)?\b",
    )
});

static PRESSURE: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:BP|TA|PA|blood pressure|presi[oó]n arterial|SBP|PAS)[ :=]*(?:of |de |is |was )?(?P<systolic>\d{2,3})(?: ?/ ?\d{2,3})?\b",
    )
});

static WOMAN: LazyLock<Pattern> = LazyLock::new(|| context("patient/woman"));
static MAN: LazyLock<Pattern> = LazyLock::new(|| context("patient/man"));
static SHE: LazyLock<Pattern> = LazyLock::new(|| context("patient/she"));
static HE: LazyLock<Pattern> = LazyLock::new(|| context("patient/he"));

/// States by their ids and words; the assertion decides whether the patient has them.
static STATES: LazyLock<Vec<(&'static str, Pattern)>> = LazyLock::new(|| {
    contexts("state/").map(|(name, forms)| (name, any_case(&format!(r"\b(?:{forms})\b")))).collect()
});

static WEEK: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?P<week>[1-9]|[1-3]\d|4[0-2])(?:\+\d|\.\d|w\d)?(?:/40\b|[ -]?(?:w\b|wks?\b|weeks?\b|sem\b|semanas?\b|SDG\b|s\b))|\b(?P<plus>[5-9]|[1-3]\d|4[01])\+[0-6]\b",
    )
});
static TRIMESTER: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:(?P<one>first|1st|primer|1\.?(?:er|º))|(?P<two>second|2nd|segundo|2\.?º)|(?P<three>third|3rd|tercer|3\.?(?:er|º))) trimest(?:er|re)\b",
    )
});

impl Scan for BlockFacts {
    type State = ();
    type Summary = BlockFacts;

    fn visit((): &mut (), summary: &mut BlockFacts, block: &BlockContext<'_>) {
        if block.in_references {
            return;
        }
        let here: Arc<BlockFacts> = block.fact_of_sentences(add_sentence);
        let moved =
            |(name, value): &NamedValue| (*name, Value { place: value.place.shift(block.start), ..*value });
        summary.values.extend(here.values.iter().map(moved));
        summary.values.extend(Charted::of(block).0.iter().map(moved));
        summary.flags.extend(here.flags.iter().map(|(name, at)| (*name, at.shift(block.start))));
        let stated_sex = here.stated_sex.map(|(is_woman, at)| (is_woman, at.shift(block.start)));
        summary.stated_sex = summary.stated_sex.or(stated_sex);
        summary.is_she |= here.is_she;
        summary.is_he |= here.is_he;
    }
}

fn parse(text: &str) -> Option<f64> {
    text.replace(',', ".").parse().ok()
}

/// Adds the values and states of one sentence.
fn add_sentence(block: &BlockContext<'_>, sentence: Sentence, out: &mut BlockFacts) {
    let section = block.section_at(sentence.span.start as usize);
    if section == Section::FamilyHistory {
        return;
    }
    let text = block.slice(sentence.span);
    let start = sentence.span.start as usize;
    let span = |found: regex::Match<'_>| fact_span(start, found);
    if text.bytes().any(|byte| byte.is_ascii_digit()) {
        for reader in READERS.iter() {
            let known = out.values.len();
            reader.add(block, sentence, &mut out.values);
            // The current number follows the earlier one.
            if let Some((name, value)) = out.values.get(known..).and_then(|new| new.last()).copied()
                && let Some(found) = text
                    .get((value.place.end as usize).saturating_sub(start)..)
                    .and_then(|rest| LATER.captures(rest.split(['.', '\n']).next().unwrap_or(rest)))
                && let Some(number) = found
                    .name("number")
                    .or_else(|| found.name("later"))
                    .and_then(|number| reader.number(number.as_str(), ""))
            {
                out.values.push((name, Value { number, ..value }));
            }
        }
        let known = out.values.len();
        numbers(text, span, out);
        let new = out.values.split_off(known);
        out.values.extend(new.into_iter().filter(|(name, value)| {
            // "79F, depression after her husband's death": the age is not that of a person in a later clause.
            let behind = (value.place.end as usize).saturating_sub(start);
            let clause = text
                .get(behind..)
                .and_then(|rest| rest.find([',', ';']))
                .unwrap_or_else(|| text.len().saturating_sub(behind));
            let clause = Sentence { span: Span::new(start, start + behind + clause), ..sentence };
            !matches!(*name, "age" | PERHAPS_AGE)
                || assertion::within(block, clause, value.place).experiencer == Experiencer::Patient
        }));
    }
    if out.stated_sex.is_none() {
        let named = [(WOMAN.find(text), true), (MAN.find(text), false)];
        let of_patient = named.into_iter().filter_map(|(found, is_woman)| {
            let found = found?;
            let said = assertion::within(block, sentence, span(found));
            (said.experiencer == Experiencer::Patient).then_some((found.start(), is_woman, span(found)))
        });
        out.stated_sex = of_patient.min_by_key(|(start, ..)| *start).map(|(_, is_woman, at)| (is_woman, at));
    }
    out.is_she |= SHE.is_match(text);
    out.is_he |= HE.is_match(text);
    for (name, pattern) in STATES.iter() {
        if let Some(found) = pattern.find(text) {
            let place = span(found);
            let said = assertion::within(block, sentence, place);
            // "No contraception" is denied by its own words.
            let first = found.as_str().split(' ').next().unwrap_or_default().to_lowercase();
            let is_own_word = ["no", "not", "without", "sin"].contains(&first.as_str());
            let is_so =
                (said.state == State::Confirmed || is_own_word) && said.experiencer == Experiencer::Patient;
            if is_so {
                out.flags.push((name, place));
            }
        }
    }
}

/// Adds the age, weight and blood pressure of a sentence.
fn numbers(text: &str, span: impl Fn(regex::Match<'_>) -> Span, out: &mut BlockFacts) {
    if let Some(age) = age::of(text) {
        let name = if age.is_sure { "age" } else { PERHAPS_AGE };
        out.values.push((name, Value { number: age.years, place: span(age.found) }));
    }
    static NEWBORN: LazyLock<Pattern> = LazyLock::new(|| context("patient/newborn"));
    if let Some(found) = NEWBORN.find(text) {
        out.values.push((PERHAPS_AGE, Value { number: 0.03, place: span(found) }));
    }
    for found in WEIGHT.captures_iter(text) {
        let (Some(whole), Some(number)) =
            (found.get(0), found.name("kilograms").or_else(|| found.name("labelled")))
        else {
            continue;
        };
        let before: String = text
            .get(..whole.start())
            .unwrap_or_default()
            .chars()
            .rev()
            .take(16)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect::<String>()
            .to_lowercase();
        let is_other =
            ["lost", "loss", "gain", "perd", "gan", "per ", "cada", "every", "birth", "nacim", "mg"]
                .iter()
                .any(|word| before.contains(word));
        if let Some(number) =
            parse(number.as_str()).filter(|number| (0.4..=350.0).contains(number) && !is_other)
        {
            out.values.push(("weight", Value { number, place: span(whole) }));
        }
    }
    if let Some(found) = PRESSURE.captures(text)
        && let (Some(whole), Some(number)) =
            (found.get(0), found.name("systolic").and_then(|number| parse(number.as_str())))
        && (50.0..=280.0).contains(&number)
    {
        out.values.push(("systolic", Value { number, place: span(whole) }));
    }
}

impl Patient {
    /// Returns the patient of a draft, computed once.
    pub(super) fn of(draft: &Draft<'_>) -> Arc<Patient> {
        draft.fact(|draft| Patient::read(&draft))
    }

    fn read(draft: &Draft<'_>) -> Patient {
        let mut out = Patient::default();
        let (mut stated_sex, mut is_she, mut is_he) = (None, false, false);
        let (mut first_age, mut perhaps_age) = (None, None);
        for group in draft.scan::<BlockFacts>(()) {
            for (name, value) in &group.summary.values {
                let value = Value { place: value.place.shift(group.start), ..*value };
                // The first sure age counts, otherwise the first; for other values, the last.
                match *name {
                    "age" => first_age = first_age.or(Some(value)),
                    PERHAPS_AGE => perhaps_age = perhaps_age.or(Some(value)),
                    name => {
                        out.values.insert(name, value);
                    }
                }
            }
            for (name, at) in &group.summary.flags {
                out.flags.entry(name).or_insert(at.shift(group.start));
            }
            let of_group = group.summary.stated_sex.map(|(is_woman, at)| (is_woman, at.shift(group.start)));
            stated_sex = stated_sex.or(of_group);
            is_she |= group.summary.is_she;
            is_he |= group.summary.is_he;
        }
        if let Some(age) = first_age.or(perhaps_age) {
            out.values.insert("age", age);
        }
        let states = contraindicated::states(draft);
        out.considered = states.considered;
        let flags = [
            ("lactating", states.breastfeeding),
            ("asthma", states.asthma),
            ("cirrhosis-c", states.severe_liver_disease),
        ];
        for (name, at) in flags {
            if let Some(at) = at {
                out.flags.entry(name).or_insert(at);
            }
        }
        if let Some(at) = states.pregnancy.or(states.late_pregnancy) {
            out.add_pregnancy(draft, at, states.late_pregnancy);
        }
        if let Some((is_woman, at)) = stated_sex {
            out.flags.insert(if is_woman { "woman" } else { "man" }, at);
        }
        let sex = stated_sex.map(|(is_woman, _)| is_woman).or((is_she != is_he).then_some(is_she));
        out.estimate_filtration(sex, states.renal_failure);
        out
    }

    fn add_pregnancy(&mut self, draft: &Draft<'_>, at: Span, late: Option<Span>) {
        self.flags.insert("pregnant", at);
        let sentence = draft.at(at.start as usize).and_then(|block| {
            let inside = (at.start as usize).saturating_sub(block.start);
            block.sentence_at(inside).map(|sentence| block.slice(sentence.span).to_owned())
        });
        let text = sentence.unwrap_or_default();
        let mut week = WEEK
            .captures(&text)
            .and_then(|found| found.name("week").or_else(|| found.name("plus")))
            .and_then(|week| parse(week.as_str()));
        if let Some(found) = TRIMESTER.captures(&text).filter(|_| week.is_none()) {
            week = Some(if found.name("one").is_some() {
                8.0
            } else if found.name("two").is_some() {
                18.0
            } else {
                30.0
            });
        }
        let week = week.or(late.map(|_| 30.0));
        for (name, holds) in [
            ("pregnant1", week.is_some_and(|week| week < 14.0)),
            ("pregnant20", week.is_some_and(|week| week >= 20.0)),
            ("pregnant3", week.is_some_and(|week| week >= 28.0) || late.is_some()),
            ("pregnant-term", week.is_some_and(|week| week >= 38.0)),
        ] {
            if holds {
                self.flags.insert(name, at);
            }
        }
    }

    /// Estimates a filtration rate that the note does not give: from dialysis or renal failure, or
    /// from creatinine, age and sex by Cockcroft and Gault, or without a weight by CKD-EPI 2021.
    fn estimate_filtration(&mut self, is_woman: Option<bool>, failure: Option<Span>) {
        if self.values.contains_key("egfr") {
            return;
        }
        if let Some(at) = self.flags.get("dialysis").copied() {
            self.values.insert("egfr", Value { number: 8.0, place: at });
            return;
        }
        if let Some(at) = failure {
            self.values.insert("egfr", Value { number: 20.0, place: at });
            return;
        }
        let number = |name: &str| self.values.get(name).map(|value| value.number);
        let (Some(creatinine), Some(age), Some(is_woman)) =
            (self.values.get("creatinine").copied(), number("age"), is_woman)
        else {
            return;
        };
        if age < 18.0 {
            return;
        }
        let rate = match number("weight").filter(|weight| *weight >= 30.0) {
            Some(weight) => cockcroft_gault(creatinine.number, age, weight, is_woman),
            None => ckd_epi(creatinine.number, age, is_woman),
        };
        self.is_estimated = true;
        self.values.insert("egfr", Value { number: rate.round(), place: creatinine.place });
    }

    /// Returns the value with this id.
    pub(super) fn value(&self, name: &str) -> Option<Value> {
        self.values.get(name).copied()
    }

    /// Returns the place of the state with this id.
    pub(super) fn flag(&self, name: &str) -> Option<Span> {
        self.flags.get(name).copied()
    }

    /// Returns whether a condition about the patient holds, with the place of its value; `None` for
    /// a condition about the order.
    pub(super) fn holds(&self, condition: &Condition) -> Option<(bool, Option<Span>)> {
        match *condition {
            Condition::OtherDay(..) => None,
            Condition::Value(name, ..) | Condition::NotValue(name, ..) if AMOUNTS.contains(&name) => None,
            Condition::Flag(name) | Condition::NotFlag(name) if OF_ORDERS.contains(&name) => None,
            Condition::Value(name, comparison, limit) => {
                let value = self.value(name);
                let is_so = value.is_some_and(|value| Comparison::holds(comparison, value.number, limit));
                Some((is_so, value.map(|value| value.place)))
            }
            Condition::Flag(name) => Some((self.flags.contains_key(name), self.flag(name))),
            Condition::NotValue(name, comparison, limit) => {
                let value = self.value(name);
                let is_so = value.is_some_and(|value| Comparison::holds(comparison, value.number, limit));
                Some((!is_so, None))
            }
            Condition::NotFlag(name) => Some((!self.flags.contains_key(name), None)),
        }
    }
}

/// Computes the creatinine clearance by Cockcroft and Gault (Nephron 1976;16:31), in mL/min.
fn cockcroft_gault(creatinine: f64, age: f64, weight: f64, is_woman: bool) -> f64 {
    let rate = (140.0 - age) * weight / (72.0 * creatinine);
    if is_woman { rate * 0.85 } else { rate }
}

/// Computes the filtration rate by CKD-EPI 2021 (DOI 10.1056/NEJMoa2102953), in mL/min/1.73 m².
fn ckd_epi(creatinine: f64, age: f64, is_woman: bool) -> f64 {
    let (kappa, alpha, factor) = if is_woman { (0.7, -0.241, 1.012) } else { (0.9, -0.302, 1.0) };
    let ratio: f64 = creatinine / kappa;
    142.0 * ratio.min(1.0).powf(alpha) * ratio.max(1.0).powf(-1.2) * 0.9938_f64.powf(age) * factor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formulas_give_what_their_papers_give() {
        assert!((cockcroft_gault(3.1, 80.0, 60.0, false) - 16.1).abs() < 0.1);
        assert!((ckd_epi(1.0, 50.0, true) - 68.5).abs() < 1.5);
        assert!((ckd_epi(0.9, 60.0, false) - 97.8).abs() < 1.5);
    }
}
