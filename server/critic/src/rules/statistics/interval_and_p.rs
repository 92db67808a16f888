//! `statistics/interval-and-p`

use super::wording;
use crate::analysis::statistics::consistency::{fits, significant};
use crate::analysis::statistics::{Interval, Measure, distribution, is_corrected, is_special_interval};
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule};
use referee_findings::{Data, Remark, Rule, Scope, Severity};

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "statistics/interval-and-p",
        summary: "An interval contradicts its p value or its estimate",
        severity: Some(Severity::Information),
        scope: Scope::Block,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

For a ratio (OR, RR, HR, IRR, …) with a confidence interval:

- a p value right beside it that the interval excludes: the interval lies on one side of 1 and p is clearly above .05, \
or the interval holds 1 and p is clearly below;
- an interval that is symmetric around its estimate as it stands and not on the scale of logarithms, where intervals of \
ratios are made (a hint).

For a mean difference (MD), a coefficient or a slope (β, b) with a 95 % interval, a p right beside it that the interval \
contradicts in the same way, with 0 in the place of 1: `MD −2.3 (95% CI −4.0 to −0.6), p = .45`.

## Why

From a ratio and its interval the standard error and so p can be computed: 0.76 (0.61-0.95) has a p of .010 to .021. A \
p far from that belongs to another row of the output.

## Example

```text
The odds ratio was 0.76 (95% CI 0.61-0.95; p = .21).
```

## What it cannot tell

How interval and p were made. Likelihood-ratio, log-rank and exact tests give other p values than the Wald test that is \
assumed here, so only a contradiction about significance is told, and only where p differs from the computed one by a \
factor of three. It is silent where profile likelihood, exact, Bayesian, bootstrap or penalised intervals are named, where a \
correction is named in the paragraph, and where the lower limit is below 0.1.

## Fixes

None: only the author knows which number is right.

## Sources

D. G. Altman and J. M. Bland, \"How to obtain the P value from a confidence interval\", BMJ 2011, 10.1136/bmj.d2304.
",
    },
    checks: &[Check::block(Applies::Manuscripts, BlockFlags::DIGIT, check)],
    fixes: None,
};

/// Below this lower limit, intervals of ratios are rarely normal on the log scale.
const MIN_SKEW_LIMIT: f64 = 0.1;

/// A limit below this and one above [`WELL_ABOVE_ONE`] include 1, however they were rounded.
const WELL_BELOW_ONE: f64 = 0.95;
const WELL_ABOVE_ONE: f64 = 1.05;

/// The factor by which a p must differ from the interval's p.
const MIN_P_FACTOR: f64 = 3.0;

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    if block.in_references {
        return Vec::new();
    }
    let statistics = block.statistics();
    statistics.intervals.iter().filter_map(|found| interval_remark(block, found)).collect()
}

fn interval_remark(block: &BlockContext<'_>, found: &Interval) -> Option<Remark> {
    let statistics = block.statistics();
    let (estimate, place) = found.estimate.as_ref()?;
    if found.measure != Measure::Ratio {
        return difference_remark(block, found);
    }
    let usable = found.measure == Measure::Ratio
        && !found.credible
        && !found.is_reversed()
        && found.low.0.value() >= MIN_SKEW_LIMIT
        && estimate.value() > 0.0;
    if !usable || is_special_interval(statistics.text()).is_some() {
        return None;
    }
    let limits = RatioBounds::of(found)?;
    let estimate_text = wording::quoted(statistics.slice(place));
    let low = wording::quoted(statistics.slice(&found.low.1));
    let high = wording::quoted(statistics.slice(&found.high.1));
    let level = found.level.unwrap_or(0.95);
    let mut data = Data::default();
    data.more.insert("estimate", estimate_text.clone());
    data.more.insert("low", low.clone());
    data.more.insert("high", high.clone());

    if let Some(p) = found.p.and_then(|index| statistics.ps.get(index))
        && found.level.is_some()
        && !p.adjusted
        && is_corrected(statistics.text()).is_none()
        && let Some((p_low, p_high)) = limits.p_values(level)
        && !fits(p, p_low, p_high)
        && let Some(number) = p.number
    {
        let alpha = 1.0 - level;
        let computed = if p_high < alpha {
            Some(true)
        } else if p_low > alpha
            || found.low.0.value() < WELL_BELOW_ONE && found.high.0.value() > WELL_ABOVE_ONE
        {
            // An interval that plainly includes 1 decides it, wherever the estimate is.
            Some(false)
        } else {
            None
        };
        let reported = significant(p).filter(|_| (alpha - 0.05).abs() < 1e-9);
        let value = number.value();
        let far = value > MIN_P_FACTOR * p_high || value * MIN_P_FACTOR < p_low;
        if computed.is_some() && reported.is_some() && computed != reported && far {
            let shown = wording::quoted(statistics.slice(&p.place));
            data.more.insert("reported", shown.clone());
            data.more.insert("recomputed", wording::range(p_low, p_high, false));
            let range = wording::range(p_low, p_high, block.in_spanish());
            let message = if block.in_spanish() {
                let holds = if computed == Some(true) { "excluye el 1" } else { "contiene el 1" };
                format!(
                    "El intervalo de {estimate_text} (de {low} a {high}) {holds}, lo que {shown} contradice (una prueba de \
                     Wald daría {range}). Compruebe la razón, sus límites y la p."
                )
            } else {
                let holds = if computed == Some(true) { "excludes 1" } else { "holds 1" };
                format!(
                    "The interval of {estimate_text} ({low} to {high}) {holds}, which {shown} contradicts (a Wald test would \
                     give {range}). Check the ratio, its limits and p."
                )
            };
            let span =
                statistics.source(&(found.place.start.min(p.place.start)..found.place.end.max(p.place.end)));
            return Some(Remark {
                place: span,
                message,
                severity: Some(Severity::Information),
                data,
                ..Remark::default()
            });
        }
    }
    if limits.is_symmetric_as_it_stands() {
        let (from, to) = limits.middle();
        let message = if block.in_spanish() {
            format!(
                "El intervalo de {low} a {high} es simétrico alrededor de {estimate_text} tal como está; en la escala \
                 logarítmica su centro es {}. Compruebe cómo se calcularon los límites de la razón.",
                if from == to { from } else { format!("de {from} a {to}") }
            )
        } else {
            format!(
                "The interval {low} to {high} is symmetric around {estimate_text} as it stands; on the scale of logarithms \
                 its middle is {}. Check how the limits of the ratio were computed.",
                if from == to { from } else { format!("{from} to {to}") }
            )
        };
        let span = statistics.source(&found.place);
        return Some(Remark::new(span, message).with_severity(Severity::Hint).with_data(data));
    }
    None
}

/// Words for an estimate with a symmetric interval in which 0 means no effect.
#[rustfmt::skip]
const DIFFERENCE_WORDS: &[&str] = &[
    "difference", "mean change", "change in", "β", "beta", "coefficient", "slope", "diferencia", "coeficiente", "pendiente",
];

/// Whether a lower-case sentence mentions an additive estimate, in words or by its abbreviation.
fn names_difference(sentence: &str) -> bool {
    DIFFERENCE_WORDS.iter().any(|word| sentence.contains(word))
        || sentence.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "md" | "wmd" | "dm"))
}

/// Reports an additive estimate (a mean difference or a coefficient) whose interval and p disagree about an effect.
fn difference_remark(block: &BlockContext<'_>, found: &Interval) -> Option<Remark> {
    let statistics = block.statistics();
    let (estimate, place) = found.estimate.as_ref()?;
    let level = found.level?;
    let p = found.p.and_then(|index| statistics.ps.get(index))?;
    let sentence = statistics.sentence(&found.place).to_lowercase();
    let is_ratio = ["ratio", "razón", "odds", "hazard", "relative", "fold", "times"]
        .iter()
        .any(|word| sentence.contains(word));
    let usable = !found.credible
        && !found.is_reversed()
        && !is_ratio
        && names_difference(&sentence)
        && (level - 0.95).abs() < 1e-9
        && !p.adjusted
        && is_special_interval(statistics.text()).is_none()
        && is_corrected(statistics.text()).is_none();
    if !usable {
        return None;
    }
    let (low, high) = (found.low.0, found.high.0);
    let (width, middle) = (high.value() - low.value(), f64::midpoint(high.value(), low.value()));
    let rounding = low.half_unit() + high.half_unit();
    if width <= 0.0 || (middle - estimate.value()).abs() > 0.1 * width + rounding + estimate.half_unit() {
        return None;
    }
    let z = distribution::deviate(level)?;
    let (from, to) = (
        (estimate.value().abs() - estimate.half_unit()).max(0.0),
        estimate.value().abs() + estimate.half_unit(),
    );
    let widest = (width + rounding) / (2.0 * z);
    let narrowest = ((width - rounding) / (2.0 * z)).max(1e-12);
    let (p_low, p_high) = (distribution::normal(to / narrowest)?, distribution::normal(from / widest)?);
    let alpha = 1.0 - level;
    // The interval must include or exclude 0 however its limits were rounded.
    let leaves_out = low.value() - low.half_unit() > 0.0 || high.value() + high.half_unit() < 0.0;
    let holds = low.value() + low.half_unit() < 0.0 && high.value() - high.half_unit() > 0.0;
    let computed = if p_high < alpha || leaves_out {
        true
    } else if p_low > alpha || holds {
        false
    } else {
        return None;
    };
    let value = p.number?.value();
    let far = value > MIN_P_FACTOR * p_high || value * MIN_P_FACTOR < p_low;
    if significant(p)? == computed || !far || fits(p, p_low, p_high) {
        return None;
    }
    let (shown, estimate) =
        (wording::quoted(statistics.slice(&p.place)), wording::quoted(statistics.slice(place)));
    let (from, to) =
        (wording::quoted(statistics.slice(&found.low.1)), wording::quoted(statistics.slice(&found.high.1)));
    let range = wording::range(p_low, p_high, block.in_spanish());
    let message = if block.in_spanish() {
        let holds = if computed { "excluye el 0" } else { "contiene el 0" };
        format!(
            "El intervalo de {estimate} (de {from} a {to}) {holds}, lo que {shown} contradice (una aproximación normal daría \
             {range}). Compruebe la estimación, sus límites y la p."
        )
    } else {
        let holds = if computed { "excludes 0" } else { "holds 0" };
        format!(
            "The interval of {estimate} ({from} to {to}) {holds}, which {shown} contradicts (a normal approximation would give \
             {range}). Check the estimate, its limits and p."
        )
    };
    let mut data = Data::default();
    data.more.insert("reported", shown);
    data.more.insert("recomputed", wording::range(p_low, p_high, false));
    let span = statistics.source(&(found.place.start.min(p.place.start)..found.place.end.max(p.place.end)));
    Some(Remark { place: span, message, severity: Some(Severity::Information), data, ..Remark::default() })
}

/// The ranges of values that round to a ratio and its limits.
struct RatioBounds {
    estimate: (f64, f64),
    low: (f64, f64),
    high: (f64, f64),
}

impl RatioBounds {
    fn of(found: &Interval) -> Option<RatioBounds> {
        let around = |number: crate::analysis::statistics::Number| {
            (number.value() - number.half_unit(), number.value() + number.half_unit())
        };
        let limits = RatioBounds {
            estimate: around(found.estimate.as_ref()?.0),
            low: around(found.low.0),
            high: around(found.high.0),
        };
        (limits.low.0 > 0.0 && limits.estimate.0 > 0.0 && limits.high.0 > limits.low.1).then_some(limits)
    }

    /// The range of Wald test p values over all values that round to the ratio and its limits.
    fn p_values(&self, level: f64) -> Option<(f64, f64)> {
        let z = distribution::deviate(level)?;
        let widest = ((self.high.1 / self.low.0).ln() / (2.0 * z)).max(1e-12);
        let narrowest = ((self.high.0 / self.low.1).ln() / (2.0 * z)).max(1e-12);
        let (from, to) = (self.estimate.0.ln(), self.estimate.1.ln());
        let nearest = if from <= 0.0 && to >= 0.0 { 0.0 } else { from.abs().min(to.abs()) };
        let furthest = from.abs().max(to.abs());
        Some((distribution::normal(furthest / narrowest)?, distribution::normal(nearest / widest)?))
    }

    /// The range of the limits' geometric mean.
    fn geometric(&self) -> (f64, f64) {
        ((self.low.0 * self.high.0).sqrt(), (self.low.1 * self.high.1).sqrt())
    }

    /// The geometric mean, formatted.
    fn middle(&self) -> (String, String) {
        let (from, to) = self.geometric();
        (format!("{from:.2}"), format!("{to:.2}"))
    }

    /// Whether the estimate is the arithmetic rather than the geometric mean of its limits.
    fn is_symmetric_as_it_stands(&self) -> bool {
        let (from, to) = self.geometric();
        let geometric = from <= self.estimate.1 && self.estimate.0 <= to;
        let (from, to) = (f64::midpoint(self.low.0, self.high.0), f64::midpoint(self.low.1, self.high.1));
        let arithmetic = from <= self.estimate.1 && self.estimate.0 <= to;
        let wide = self.high.0 / self.low.1 > 1.5;
        arithmetic && !geometric && wide
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::super::super::testing::{manuscript, said};
    use super::*;
    use crate::analysis::statistics::{PlainText, Statistics};
    use proptest::prelude::*;
    use referee_syntax::Format;

    const ID: &str = "statistics/interval-and-p";

    fn severities(text: &str) -> Vec<Severity> {
        said(ID, Format::Markdown, text, &manuscript())
            .iter()
            .filter_map(|said| said.remark.severity)
            .collect()
    }

    fn p_of(text: &str) -> (f64, f64) {
        let read = Statistics::of(PlainText::read(text, Format::PlainText, &[]));
        RatioBounds::of(&read.intervals[0]).unwrap().p_values(0.95).unwrap()
    }

    #[test]
    fn a_second_ratio_in_the_paragraph_is_judged_too() {
        let text = "Readmission was rarer (risk ratio 0.85, 95% CI 0.70–0.90).\nFalls were as frequent in both groups (risk ratio 1.10, 95% CI 0.60–2.02, p = .004).\nPain did not differ, *F*(1, 118) = 0.52, *p* = .472.";
        let read = Statistics::of(PlainText::read(text, Format::Markdown, &[]));
        assert!(read.intervals.iter().all(|found| found.measure == Measure::Ratio), "{:#?}", read.intervals);
        assert_eq!(severities(text), [Severity::Information], "{:#?}", read.intervals);
    }

    #[test]
    fn golden_values() {
        let (low, high) = p_of("OR 0.76 (95% CI 0.61-0.95)");
        assert!((low - 0.0103).abs() < 1e-4 && (high - 0.0214).abs() < 1e-4, "{low} {high}");
        let (low, high) = p_of("OR 1.43 (95% CI 1.03-1.99)");
        assert!((low - 0.0297).abs() < 1e-4 && (high - 0.0371).abs() < 1e-4, "{low} {high}");
        let read = Statistics::of(PlainText::read("OR 2.10 (95% CI 1.05-3.15)", Format::PlainText, &[]));
        let limits = RatioBounds::of(&read.intervals[0]).unwrap();
        assert!(limits.is_symmetric_as_it_stands());
        assert_eq!(limits.middle(), (String::from("1.81"), String::from("1.82")));
    }

    #[test]
    fn must_fire() {
        use Severity::{Hint as H, Information as I};
        let mut wrong = Vec::new();
        for (text, wanted) in [
            ("The odds ratio was 0.76 (95% CI 0.61-0.95; p = .21).", I),
            ("The odds ratio was 0.76 (95% CI 0.61-0.95, P = 0.50).", I),
            ("The risk fell (OR = 0.76, 95% CI [0.61, 0.95], p = .34).", I),
            ("The risk fell (OR 0.76; 95% CI, 0.61 to 0.95; P=0.21).", I),
            ("The risk fell (HR 0.76, p = .21, 95% CI 0.61–0.95).", I),
            ("The risk fell (aHR 0.76 [95% CI 0.61, 0.95; P = .21]).", I),
            ("The risk fell (RR 0.50, 95% CI 0.40–0.63, p = .3).", I),
            ("The risk fell (RR 0.50, 95% CI 0.40–0.63, p > .1).", I),
            ("The risk rose (OR 1.43, 95% CI 1.03–1.99, p = .60).", I),
            ("The risk rose (OR 1.43, 95% CI 1.03–1.99, p = .30).", I),
            ("The risk rose (HR 2.50, 95% CI 1.60–3.91, p = .09).", I),
            ("The risk rose (HR 1.43, 95% CI 0.83–2.46, p = .001).", I),
            ("The risk rose (HR 1.43, 95% CI 0.83–2.46, p < .001).", I),
            ("The risk rose (OR 1.10, 95% CI 0.60–2.02; P = 0.004).", I),
            ("The rate ratio was 1.10 (95% CI 0.60–2.02; P = 0.004).", I),
            ("The hazard ratio for death was 1.10 (95% CI 0.60–2.02; P < 0.01).", I),
            ("The relative risk, 1.10; 95% CI, 0.60 to 2.02; P = .02.", I),
            ("El riesgo bajó (OR 0,76; IC 95%: 0,61-0,95; p = 0,21).", I),
            ("El riesgo bajó (OR: 0,76; IC del 95 %: 0,61 a 0,95; p = 0,34).", I),
            ("La razón de momios fue 0,76 (IC95% 0,61-0,95; p = 0,5).", I),
            ("El riesgo subió (HR 1,43; IC 95%: 0,83-2,46; p < 0,001).", I),
            ("El riesgo relativo fue de 1,10 (IC 95 % 0,60-2,02; p = 0,004).", I),
            ("The odds ratio was 2.10 (95% CI 1.05-3.15).", H),
            ("The odds ratio was 2.10 (95% CI 1.05 to 3.15; p = .02).", H),
            ("The risk rose (HR 3.00, 95% CI 1.00–5.00).", H),
            ("The risk rose (RR 1.80, 95% CI 0.80–2.80).", H),
            ("The risk rose (RR = 4.20; 95% CI [2.10, 6.30]).", H),
            ("El riesgo subió (OR 2,10; IC 95%: 1,05-3,15).", H),
            ("El riesgo subió (RR 1,80; IC del 95 % 0,80 a 2,80).", H),
            ("El riesgo relativo fue 3,00 (IC95% 1,00-5,00).", H),
        ] {
            let found = severities(text);
            if found != [wanted] {
                wrong.push((text, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn must_not_fire() {
        let mut wrong = Vec::new();
        for text in [
            "The odds ratio was 0.76 (95% CI 0.61-0.95; p = .02).",
            "The odds ratio was 0.76 (95% CI 0.61-0.95; p = .01).",
            "The odds ratio was 0.76 (95% CI 0.61-0.95; p < .05).",
            "The odds ratio was 0.76 (95% CI 0.61-0.95; p = .0154).",
            "The odds ratio was 0.76 (95% CI 0.61-0.95; p = .06).",
            "The odds ratio was 0.76 (95% CI 0.61-0.95).",
            "The odds ratio was 1.43 (95% CI 1.03–1.99; p = .03).",
            "The odds ratio was 1.43 (95% CI 1.03–1.99; p = .033).",
            "The odds ratio was 1.43 (95% CI 1.03–1.99; p < .001).",
            "The odds ratio was 1.43 (95% CI 0.99–2.06; p = .06).",
            "The odds ratio was 1.43 (95% CI 0.99–2.06; p = .04).",
            "The odds ratio was 1.43 (95% CI 1.00–2.05; p = .05).",
            "The risk rose (HR 1.43, 95% CI 0.83–2.46, p = .19).",
            "The risk rose (HR 1.43, 95% CI 0.83–2.46, p = .20).",
            "The risk rose (HR 1.43, 95% CI 0.83–2.46, p > .05).",
            "The risk rose (HR 1.43, 95% CI 0.83–2.46, ns).",
            "The risk fell (RR 0.50, 95% CI 0.40–0.63, p < .001).",
            "The risk fell (RR 0.50, 95% CI 0.40–0.63, p < .05).",
            "The risk fell (RR 0.50, 99% CI 0.37–0.68, p < .001).",
            "El riesgo bajó (OR 0,76; IC 95%: 0,61-0,95; p = 0,015).",
            "El riesgo bajó (OR: 0,76; IC del 95 %: 0,61 a 0,95; p < 0,05).",
            "La razón de momios fue 0,76 (IC95% 0,61-0,95; p = 0,016).",
            "With exact limits OR 0.76 (95% CI 0.61-0.95; p = .21).",
            "With profile likelihood OR 2.10 (95% CI 1.05-3.15).",
            "By bootstrap OR 2.10 (95% CI 1.05-3.15).",
            "In the Bayesian model OR 2.10 (95% CI 1.05-3.15).",
            "OR 2.10 (95% CrI 1.05-3.15).",
            "By Fisher's test, OR 0.76 (95% CI 0.61-0.95; p = .21).",
            "After Bonferroni correction, OR 0.76 (95% CI 0.61-0.95; p = .21).",
            "OR 0.76 (95% CI 0.61-0.95; p~adj~ = .21).",
            "OR 0.50 (95% CI 0.05-0.95; p = .4).",
            "OR 0.76 (95% CI 0.61-0.95); p for trend = .21.",
            "OR 0.76 (95% CI 0.61-0.95), interaction p = .21.",
            "OR 0.76 (95% CI 0.61-0.95). The other arm did not differ (p = .21).",
            "OR 0.76 (95% CI 0.61-0.95) and age (p = .21).",
            "OR 0.76 (95% CI 0.95-0.61; p = .21).",
            "The mean difference = 2.10, 95% CI [1.05, 3.15].",
            "The mean difference = 2.10, 95% CI [1.05, 3.15], p < .001.",
            "Survival was 12.3 months (95% CI 10.1–14.5).",
            "The prevalence was 42% (95% CI 27–57; p = .5).",
            "AUC 0.81 (95% CI 0.70–0.92).",
            "SMD 0.45 (95% CI 0.20–0.70, p = .5).",
            "OR 1.02 (95% CI 1.01–1.03).",
            "OR 1.02 (95% CI 1.01–1.03; p = .04).",
            "OR 1.00 (95% CI 1.00–1.01; p = .3).",
            "OR 1.0 (95% CI 0.9–1.1; p = .9).",
            "OR 1.5 (95% CI 1.0–2.2).",
            "OR 1.5 (95% CI 1.0–2.0).",
            "OR 1.1 (95% CI 1.0–1.2; p = .01).",
            "OR 1.1 (95% CI 1.0–1.2; p = .2).",
            "OR 12.5 (95% CI 3.1–50.2; p < .001).",
            "HR 0.98 (95% CI 0.83–1.15; p = .79).",
            "HR 0.98 (95% CI 0.83–1.15; log-rank p = .01).",
            "HR 0.98 (95% CI 0.83–1.15; stratified p = .01).",
            "HR 0.98 (0.83–1.15), p = .01 in all.",
            "RR 1.30 (90% CI 1.02–1.66; p = .07).",
            "RR 1.30 (90% CI 1.02–1.66; p = .08).",
            "`OR 0.76 (95% CI 0.61-0.95; p = .21)` is an example.",
            "OR 1.28 (95% CI 1.11–1.48).",
            "OR 4.50 (95% CI 2.25–9.00).",
            "OR 0.33 (95% CI 0.21–0.52).",
            "RR 0.90 (95% CI 0.80–1.00; p = .05).",
        ] {
            let found = severities(text);
            if !found.is_empty() {
                wrong.push((text, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn rounding_never_makes_a_ratio_its_interval_and_its_p_contradict_each_other(
            log in -2.0..2.0_f64, se in 0.02..1.0_f64, decimals in 1_usize..4, p_decimals in 2_usize..5,
        ) {
            let p = distribution::normal(log / se).unwrap();
            let z = distribution::deviate(0.95).unwrap();
            let (low, high) = ((log - z * se).exp(), (log + z * se).exp());
            let text = format!(
                "OR {:.decimals$} (95% CI {low:.decimals$} to {high:.decimals$}; p = {p:.p_decimals$}).",
                log.exp()
            );
            let found = severities(&text);
            prop_assert!(found.is_empty(), "{} {:?}", text, found);
        }
    }
}
