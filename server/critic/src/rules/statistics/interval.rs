//! `statistics/interval`

use super::wording;
use crate::analysis::statistics::{Interval, Measure, Number};
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule};
use referee_findings::{Data, Remark, Rule, Scope, Severity};

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "statistics/interval",
        summary: "A confidence interval excludes its estimate, or its limits are swapped",
        severity: Some(Severity::Error),
        scope: Scope::Block,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A confidence or credible interval whose lower limit is above its upper limit, and an estimate outside of its interval \
by more than rounding allows. Ratios (OR, RR, HR, IRR and the like, abbreviated or in words, English and Spanish) and \
estimates with a name (`mean difference = `) are errors; a number that merely stands before the interval is a warning.

## Why

An interval is made around its estimate. Where it does not hold it, a digit, a sign or a row was mistaken.

## Example

```text
The odds ratio was 0.85 (95% CI 0.70-0.80).
```

## What it cannot tell

Which of the three numbers is wrong. Where two groups are compared before one interval (`34% vs 28%; 95% CI 1 to 11`), \
the interval is that of their difference, and nothing is said. An estimate whose sign is turned (`fell by 3.2, 95% CI \
-4.1 to -2.3`) is accepted.

## Fixes

None: only the author knows which number is right.

## Sources

Arithmetic.
",
    },
    checks: &[Check::block(Applies::Manuscripts, BlockFlags::DIGIT, check)],
    fixes: None,
};

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    if block.in_references {
        return Vec::new();
    }
    block.statistics().intervals.iter().filter_map(|found| interval_remark(block, found)).collect()
}

fn interval_remark(block: &BlockContext<'_>, found: &Interval) -> Option<Remark> {
    let statistics = block.statistics();
    let low = wording::quoted(statistics.slice(&found.low.1));
    let high = wording::quoted(statistics.slice(&found.high.1));
    let mut data = Data::default();
    data.more.insert("low", low.clone());
    data.more.insert("high", high.clone());
    let remark = |message: String, severity: Severity, data: Data| Remark {
        place: statistics.source(&found.place),
        message,
        severity: Some(severity),
        data,
        ..Remark::default()
    };
    if found.is_reversed() {
        // Limits below zero are sometimes ordered by absolute value.
        let negative = found.low.0.negative || found.high.0.negative;
        let severity =
            if negative || found.measure == Measure::Unnamed { Severity::Warning } else { Severity::Error };
        let message = if block.in_spanish() {
            format!(
                "El límite inferior del intervalo, {low}, es mayor que el superior, {high}. Compruebe ambos límites y sus signos."
            )
        } else {
            format!(
                "The lower limit of the interval, {low}, is above the upper one, {high}. Check both limits and their signs."
            )
        };
        return Some(remark(message, severity, data));
    }
    let (estimate, place) = found.estimate.as_ref()?;
    if !lies_outside(*estimate, found) {
        return None;
    }
    let estimate = wording::quoted(statistics.slice(place));
    data.more.insert("estimate", estimate.clone());
    let severity = if found.measure == Measure::Unnamed { Severity::Warning } else { Severity::Error };
    let message = if block.in_spanish() {
        format!(
            "La estimación {estimate} queda fuera de su intervalo, de {low} a {high}. Compruebe la estimación y ambos límites."
        )
    } else {
        format!(
            "The estimate {estimate} lies outside of its interval, {low} to {high}. Check the estimate and both limits."
        )
    };
    Some(remark(message, severity, data))
}

/// Whether an estimate lies outside its interval by more than rounding and is not plainly on another scale.
fn lies_outside(estimate: Number, found: &Interval) -> bool {
    let (low, high) = (found.low.0, found.high.0);
    let inside = |value: f64| {
        let slack = estimate.half_unit() + 1e-9;
        value + slack >= low.value() - low.half_unit() && value - slack <= high.value() + high.half_unit()
    };
    let value = estimate.value();
    if inside(value) || (found.measure != Measure::Ratio && inside(-value)) {
        return false;
    }
    if found.measure != Measure::Unnamed {
        return true;
    }
    // A distant unlabelled number is the estimate of something else.
    let width = (high.value() - low.value()).abs();
    let middle = f64::midpoint(high.value(), low.value());
    let same_signs = (value < 0.0) == (middle < 0.0);
    let digits = estimate.decimals == low.decimals && low.decimals == high.decimals;
    same_signs && digits && (value - middle).abs() <= 2.0 * width
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{manuscript, said};
    use referee_findings::Severity;
    use referee_syntax::Format;

    const ID: &str = "statistics/interval";

    fn severities(text: &str) -> Vec<Severity> {
        said(ID, Format::Markdown, text, &manuscript())
            .iter()
            .filter_map(|said| said.remark.severity)
            .collect()
    }

    #[test]
    fn must_fire() {
        use Severity::{Error as E, Warning as W};
        let mut wrong = Vec::new();
        for (text, wanted) in [
            ("The odds ratio was 0.85 (95% CI 0.70-0.80).", E),
            ("The risk fell (OR 0.85, 95% CI 0.70–0.80).", E),
            ("The risk fell (OR = 0.85; 95% CI: 0.70 to 0.80; p = .01).", E),
            ("The risk fell (OR, 0.85; 95% CI, 0.70 to 0.80).", E),
            ("The risk fell (aOR 0.85 [95% CI 0.70, 0.80]).", E),
            ("The risk fell (HR 0.85 (95 % CI 0.70-0.80)).", E),
            ("The hazard ratio for death, 0.85; 95% CI, 0.70 to 0.80.", E),
            ("The relative risk was 1.85 (95% confidence interval 0.70–1.80).", E),
            ("The rate ratio was 1.85 (95% confidence interval [CI], 0.70–1.80).", E),
            ("The risk rose (RR 1.30, 99% CI 1.40–1.90).", E),
            ("The risk rose (IRR 1.30, p = .01, 95% CI 1.40–1.90).", E),
            ("The risk rose (HR 13.0; 95% CI 1.10–1.52).", E),
            ("The risk rose (adjusted odds ratio [aOR] 2.51; CI95% 1.10–2.05).", E),
            ("El riesgo bajó (OR 0,85; IC 95%: 0,70-0,80).", E),
            ("El riesgo bajó (OR: 0,85; IC del 95 %: 0,70 a 0,80).", E),
            ("El riesgo bajó (HR 0,85; intervalo de confianza del 95%: 0,70-0,80).", E),
            ("La razón de momios fue 0,85 (IC95% 0,70-0,80).", E),
            ("El riesgo relativo fue de 1,85 (IC 95 % 0,70-1,80).", E),
            ("The mean difference = 2.3, 95% CI [0.4, 2.1].", E),
            ("The slope β = 0.35, 95% CI [0.10, 0.30].", E),
            ("The risk fell (OR 0.85, 95% CI 0.95–0.80).", E),
            ("The risk rose (HR 1.30; 95% CI, 1.90 to 1.10).", E),
            ("The mean difference = 2.3, 95% CI [4.2, 0.4].", E),
            ("El riesgo bajó (OR 0,75; IC 95%: 0,80-0,70).", E),
            ("Survival was 12.3 months (95% CI 12.6–14.2).", W),
            ("The prevalence was 42.1% (95% CI 44.0%–48.3%).", W),
            ("The mean was 3.21 (95% CI 3.30–3.60).", W),
            ("The prevalence was 42.1% (95% CI 48.3%–40.0%).", W),
            ("La prevalencia fue 42,1% (IC 95%: 44,0-48,3).", W),
            ("It fell by 3.2 points (95% CI −4.1 to −5.3).", W),
            ("The incidence was 4.5 per 1000 person-years (95% CI 4.9–5.2).", W),
            ("Sensitivity was 91.2% (95% CrI 80.1–90.3).", W),
        ] {
            let found = severities(text);
            if found != [wanted] {
                wrong.push((text, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        for (format, text) in [
            (Format::Latex, "The risk fell (OR $= 0.85$, 95\\% CI $[0.70, 0.80]$)."),
            (Format::Latex, "The risk fell (OR 0.85, 95\\,\\% CI 0.70--0.80)."),
            (Format::Typst, "The risk fell (OR 0.85, 95% CI 0.70--0.80)."),
        ] {
            assert_eq!(said(ID, format, text, &manuscript()).len(), 1, "{text}");
        }
    }

    #[test]
    fn must_not_fire() {
        let mut wrong = Vec::new();
        for text in [
            "The odds ratio was 0.76 (95% CI 0.61-0.95).",
            "The odds ratio was 1.43 (95% CI 1.03–1.99).",
            "The odds ratio was 2.10 (95% CI 1.05-3.15).",
            "The risk fell (OR = 0.76; 95% CI: 0.61 to 0.95; p = .02).",
            "The risk fell (OR, 0.76; 95% CI, 0.61 to 0.95).",
            "The risk fell (aHR 0.76 [95% CI 0.61, 0.95]).",
            "The hazard ratio for death, 0.76; 95% CI, 0.61 to 0.95.",
            "The risk fell (OR 0,76; IC 95%: 0,61-0,95).",
            "El riesgo bajó (OR: 0,76; IC del 95 %: 0,61 a 0,95).",
            "La razón de momios fue 0,76 (IC95% 0,61-0,95).",
            "The risk fell (HR 0·76, 95% CI 0·61–0·95).",
            "The risk was equal (RR 1.00, 95% CI 1.00–1.00).",
            "The risk was equal (RR 1.0, 95% CI 1.00–1.04).",
            "The risk rose (RR 1.1, 95% CI 1.14–1.92).",
            "The risk rose (RR 1.30, 95% CI 1.10 to infinity).",
            "The risk rose (RR 1.30, 95% CI 1.10–not reached).",
            "The mean difference = -1.2, 95% CI [-3.0, 0.6].",
            "The mean difference = −1.2 (95% CI −3.0 to 0.6).",
            "It fell by 3.2 points (95% CI −4.1 to −2.3).",
            "It fell by 3.2 points (95% CI, -4.1--2.3).",
            "Survival was 12.3 months (95% CI 10.1–14.2).",
            "Survival was 61.2% vs 52.1% (95% CI 1.2 to 15.4).",
            "34.0% versus 28.1% relapsed (95% CI 1.2 to 11.3).",
            "Scores were 34.0 and 28.1 (95% CI 1.2 to 11.3).",
            "Scores fell from 12.1 to 10.3 (95% CI 1.2 to 11.3).",
            "At 12 months (95% CI 1.2 to 11.3) it was lower.",
            "In 2019 (95% CI 1.2 to 11.3) it was lower.",
            "In the group (n = 45; 95% CI 1.2 to 11.3) it was lower.",
            "Women (95% CI 1.2 to 11.3) had more.",
            "The dose was 50 mg (95% CI 1.2 to 11.3).",
            "The CI was wide.",
            "The interval is CI = 100 - (2 * alpha).",
            "The interval 0.95–0.61 is written from high to low.",
            "The IC50 was 3-4 nM.",
            "An IC 50 of 12.3–4.5 nM was found.",
            "CI/CD 4-3 ran.",
            "Odds ratios with 95% CI were computed in 2–1 designs.",
            "The prevalence was 42% (95% CI 27% to 59%).",
            "The prevalence was 42% (95% CI 27–59%).",
            "The incidence was 4.5 per 1000 person-years (95% CI 3.9–5.2).",
            "The incidence was 4.5/1000 (95% CI 3.9–5.2).",
            "La prevalencia fue del 42% (IC 95%: 27-59).",
            "La media fue 3,21 (IC 95%: 3,10 a 3,60).",
            "Risk fell by 24% (95% CI 0.61–0.95).",
            "The median was 1,234 (95% CI 1,100–1,400).",
            "The mean was 12 345 (95% CI 11 000–13 000).",
            "Sensitivity was 85.2% (95% CrI 80.1–90.3).",
            "HRs with 95% CIs are in Table 2.",
            "Those with OR above 2.0 (95% CI) are in Table 2.",
            "OR 0.76 (0.61–0.95) and RR 1.2.",
            "The pooled SMD was −0.45 (95% CI −0.70 to −0.20).",
            "κ = 0.71, 95% CI [0.60, 0.82].",
            "AUC 0.91 (95% CI 0.88–0.94).",
            "The AUC was 0.91 (0.88–0.94; 95% CI).",
            "Mean age was 61 years (95% CI 58–64).",
            "A rise of 3.4 mmHg (95% CI 1.1, 5.7) was seen.",
            "A rise of 3.4 mmHg, 95% CI (1.1; 5.7).",
            "The limit was 95% CI 1.96.",
            "IC 95% de 1,2 a 3,4 para la media.",
            "p = 0.03 (95% CI 1.2 to 11.3).",
            "OR 1.30, p = .01 (95% CI 1.10–1.52).",
            "`OR 0.85 (95% CI 0.70-0.80)` is an example.",
        ] {
            let found = severities(text);
            if !found.is_empty() {
                wrong.push((text, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn the_message_names_the_numbers() {
        let text = "The odds ratio was 0.85 (95% CI 0.70-0.80).";
        let all = said(ID, Format::Markdown, text, &manuscript());
        assert_eq!(
            all[0].remark.message,
            "The estimate 0.85 lies outside of its interval, 0.70 to 0.80. Check the estimate and both limits."
        );
    }
}
