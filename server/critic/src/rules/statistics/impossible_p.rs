//! `statistics/impossible-p`

use super::wording::{self, is_zero, local};
use crate::analysis::statistics::consistency::recompute;
use crate::analysis::statistics::{Relation, Reported, Statistics, is_one_sided};
use crate::pattern::Pattern;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, FixContext};
use referee_findings::{Data, Finding, Fix, FixKind, Remark, Rule, Scope, Severity};
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "statistics/impossible-p",
        summary: "A p value is zero, negative or above 1",
        severity: Some(Severity::Warning),
        scope: Scope::Block,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

`p = .000`, `p = 0.00`, `p < 0.000`, `p = 0`, a p below zero and a p above 1.

## Why

A probability of exactly zero is what a program prints when it runs out of digits. It is written as `p < .001`. A p \
above 1 is a slip of the decimal mark or another quantity.

## Example

```text
The groups differed, t(28) = 5.20, p = .000.
```

## What it cannot tell

What a bare `p` means. `p = 0` and p above 1 are reported only where the sentence mentions a test: a statistic, an \
interval, a comparison or a difference; a p with a unit (pressure, phosphorus) is none.

## Fixes

- Write `p < .001` (`p < .01` for `p = 0.00`) in the style of the printed value. If the printed statistic has a larger \
p, the fix offers that one instead.

## Sources

Publication Manual of the American Psychological Association, 7th edition, 6.36; ICMJE Recommendations, IV.A.3.d.
",
    },
    checks: &[Check::block(Applies::Manuscripts, BlockFlags::RELATION, check)],
    fixes: Some(fixes),
};

/// An error in a p value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PValueFault {
    Zero,
    Negative,
    AboveOne,
}

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    if block.in_references {
        return Vec::new();
    }
    let statistics = block.statistics();
    let wrong = statistics.ps.iter().filter_map(|p| wrong(statistics, p).map(|wrong| (p, wrong)));
    wrong.map(|(p, wrong)| p_remark(block, p, wrong)).collect()
}

fn wrong(statistics: &Statistics, p: &Reported) -> Option<PValueFault> {
    let number = p.number?;
    // A unit or a sign after it makes it another quantity.
    let behind = statistics.text().get(p.place.end..).unwrap_or_default();
    let word = behind.trim_start_matches(' ');
    let unit =
        ["%", "mm", "kPa", "mg", "mmol", "bar", "Pa", "W", "/", "×", "x ", "^", "*", "±", "+", "–", "-"]
            .iter()
            .any(|unit| word.starts_with(unit) && !(behind.starts_with(' ') && *unit == "*"));
    if unit || number.exponent != 0 {
        return None;
    }
    let sentence = || statistics.sentence(&p.place).to_lowercase();
    if is_zero(number) {
        let printed = number.decimals >= 2 && p.relation != Relation::Greater;
        let bare = p.relation == Relation::Equal && speaks_of_a_test(statistics, p, &sentence());
        let less = p.relation == Relation::Less
            && (number.decimals > 0 || speaks_of_a_test(statistics, p, &sentence()));
        return (printed || bare || less).then_some(PValueFault::Zero);
    }
    if number.negative {
        return (number.value() > -1.0
            && number.decimals > 0
            && (speaks_of_a_test(statistics, p, &sentence())
                || ["valor", "%", "significati", "log-rank", "chi-squared", "chi cuadrado"]
                    .iter()
                    .any(|word| sentence().contains(word))))
        .then_some(PValueFault::Negative);
    }
    let is_beside_results = !statistics.intervals.is_empty() || !statistics.proportions.is_empty();
    let above = number.value() > 1.0
        && number.value() < 100.0
        && number.decimals > 0
        && p.relation == Relation::Equal
        && (is_beside_results
            || speaks_of_a_test(statistics, p, &sentence())
            || stands_in_a_row(statistics, p, &sentence())
            || sentence().trim().len() <= p.place.len() + 1);
    above.then_some(PValueFault::AboveOne)
}

/// Whether a p is in separate brackets like other p values of the passage: "(P = 0.18) … (P = 1.07)".
fn stands_in_a_row(statistics: &Statistics, p: &Reported, sentence: &str) -> bool {
    let text = statistics.text();
    let is_bracketed = |p: &Reported| {
        text.get(..p.place.start).is_some_and(|before| before.ends_with('('))
            && text.get(p.place.end..).is_some_and(|behind| behind.starts_with(')'))
    };
    let is_p_value = |other: &&Reported| {
        other.place != p.place
            && is_bracketed(other)
            && other.number.is_some_and(|number| number.decimals > 0 && (0.0..=1.0).contains(&number.value()))
    };
    let is_of_chemistry =
        ["phosph", "fósf", "fosf", "serum", "pressure", "presión"].iter().any(|word| sentence.contains(word));
    is_bracketed(p) && !is_of_chemistry && statistics.ps.iter().any(|other| is_p_value(&other))
}

/// Whether the sentence around a p mentions a test.
fn speaks_of_a_test(statistics: &Statistics, p: &Reported, sentence: &str) -> bool {
    const TEST_WORDS: [&str; 45] = [
        "significan",
        "differ",
        "difirier",
        "difer",
        "diferencia",
        "associat",
        "asociad",
        "asociaci",
        "correlat",
        "correlaci",
        "compared",
        "versus",
        " vs",
        "test",
        "prueba",
        "trend",
        "interaction",
        "interacción",
        "95% c",
        "95% i",
        "odds",
        "hazard",
        "anova",
        "χ",
        "regression",
        "regresión",
        "effect of",
        "efecto",
        "higher",
        "lower",
        "improve",
        "reduced",
        "increased",
        "decreased",
        "mejor",
        "menor",
        "mayor",
        "frente a",
        " rose",
        " fell",
        "more often",
        "less often",
        "groups",
        "grupos",
        "t-test",
    ];
    const OTHER_MEANINGS: [&str; 8] =
        ["norm", "predictors", "parameters", "dimension", "pressure", "presión", "polynomial", "lag"];
    let tested = statistics.results.iter().any(|result| result.p.place == p.place);
    tested
        || stands_beside_an_estimate(statistics, p)
        || (TEST_WORDS.iter().any(|word| sentence.contains(word))
            && !OTHER_MEANINGS.iter().any(|word| sentence.contains(word)))
}

/// Whether the bracket or clause before a p contains a labelled estimate: `(beta = 0.31, p = 1.4)`.
fn stands_beside_an_estimate(statistics: &Statistics, p: &Reported) -> bool {
    static ESTIMATE: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(
            r"(?:^|[(\[ ,;])(?:(?i:beta|or|hr|rr|aor|ahr|irr|smd|md|rho|tau|d|g|b)|[βρχτΔδηtFzZrRUHWQ]²?2?)(?: ?\([^()]{1,20}\))? ?(?:=|:) ?[-−–+]?[0-9]*[.,]?[0-9]+[^()\[\]]{0,60}$",
        )
    });
    /// The maximum distance of the estimate before p, in bytes.
    const MAX_BYTES: usize = 90;
    let text = statistics.text();
    let from = (p.place.start.saturating_sub(MAX_BYTES)..=p.place.start)
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(p.place.start);
    text.get(from..p.place.start).is_some_and(|before| ESTIMATE.is_match(before))
}

/// The p of the printed statistic next to a zero, if it is too large to be rounded to that zero.
fn contradicting(block: &BlockContext<'_>, p: &Reported) -> Option<f64> {
    let statistics = block.statistics();
    let result = statistics.results.iter().find(|result| result.p.place == p.place)?;
    let recomputed = recompute(result, true)?;
    let has_one_side = result.test.has_sides() && is_one_sided(statistics.sentence(&result.place));
    let smallest = if has_one_side { recomputed.low / 2.0 } else { recomputed.low };
    (smallest > bound_value(p)?).then_some(recomputed.point)
}

/// The value of [`bound`].
fn bound_value(p: &Reported) -> Option<f64> {
    bound(p)?.replace(',', ".").parse().ok()
}

/// The correct form of a zero: `<` and the smallest number that rounds to it.
fn bound(p: &Reported) -> Option<String> {
    let number = p.number?;
    let decimals = match number.decimals {
        0 | 1 => 3,
        many => usize::from(many).min(6),
    };
    Some(number.in_style(10_f64.powi(-i32::try_from(decimals).ok()?), decimals))
}

fn p_remark(block: &BlockContext<'_>, p: &Reported, wrong: PValueFault) -> Remark {
    let (spanish, statistics) = (block.in_spanish(), block.statistics());
    let recomputed = contradicting(block, p)
        .filter(|_| wrong == PValueFault::Zero)
        .and_then(|point| wording::p_in_style(p, point))
        .map(|(_, value)| value);
    let shown = wording::quoted(statistics.slice(&p.place));
    let message = match (wrong, recomputed) {
        (PValueFault::Zero, Some(value)) if spanish => format!(
            "{shown}: un valor p nunca es cero, y el estadístico impreso da p = {value}. Compruebe ambos con el resultado \
             del programa."
        ),
        (PValueFault::Zero, Some(value)) => format!(
            "{shown}: a p value is never zero, and the printed statistic has p = {value}. Check both against the \
             output."
        ),
        (PValueFault::Zero, _) if spanish => format!(
            "{shown}: un valor p nunca es cero, solo menor que un límite. Escriba p < {}.",
            bound(p).unwrap_or_else(|| String::from("0,001"))
        ),
        (PValueFault::Negative, _) if spanish => {
            format!("{shown}: un valor p está entre 0 y 1. Compruébelo con el resultado del programa.")
        }
        (PValueFault::AboveOne, _) if spanish => format!(
            "{shown}: un valor p está entre 0 y 1. Compruebe el signo decimal, o dé otro nombre a la magnitud."
        ),
        (PValueFault::Zero, _) => format!(
            "{shown}: a p value is never zero, only smaller than a limit. Write p < {}.",
            bound(p).unwrap_or_else(|| String::from(".001"))
        ),
        (PValueFault::Negative, _) => {
            format!("{shown}: a p value lies between 0 and 1. Check it against the output.")
        }
        (PValueFault::AboveOne, _) => {
            format!(
                "{shown}: a p value lies between 0 and 1. Check the decimal mark, or give the quantity another name."
            )
        }
    };
    let mut data = Data::default();
    data.more.insert("reported", shown);
    Remark::new(statistics.source(&p.place), message).with_data(data)
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    let Some(block) = draft.at(finding.span.start as usize) else { return Vec::new() };
    let statistics = block.statistics();
    let span = local(&block, finding.span);
    let Some(p) = statistics.ps.iter().find(|p| statistics.source(&p.place) == span) else {
        return Vec::new();
    };
    if wrong(statistics, p) != Some(PValueFault::Zero) {
        return Vec::new();
    }
    if let Some((relation, value)) = contradicting(&block, p).and_then(|point| wording::p_in_style(p, point))
    {
        let edits = wording::set_p(file, &block, p, relation, &value);
        let title = if block.in_spanish() {
            format!("Escribir p {relation} {value}, recalculada")
        } else {
            format!("Write p {relation} {value}, recomputed")
        };
        return wording::chosen(title, edits);
    }
    let Some(value) = bound(p) else { return Vec::new() };
    let edits = wording::set_p(file, &block, p, "<", &value);
    if edits.is_empty() {
        return Vec::new();
    }
    vec![Fix {
        title: if block.in_spanish() {
            format!("Escribir p < {value}")
        } else {
            format!("Write p < {value}")
        },
        kind: FixKind::Mechanical,
        preferred: true,
        edits,
    }]
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{fixed, manuscript, said};
    use referee_syntax::Format;

    const ID: &str = "statistics/impossible-p";

    fn places(format: Format, text: &str) -> Vec<&str> {
        said(ID, format, text, &manuscript()).iter().map(|said| &text[said.remark.place.range()]).collect()
    }

    #[test]
    fn must_fire() {
        for (text, wanted) in [
            ("The groups differed, t(28) = 5.20, p = .000.", "p = .000"),
            ("The groups differed (p=0.000).", "p=0.000"),
            ("The groups differed (P = 0.0000).", "P = 0.0000"),
            ("The groups differed (p = 0.00).", "p = 0.00"),
            ("The groups differed (p = .00).", "p = .00"),
            ("The groups differed (p < 0.000).", "p < 0.000"),
            ("The groups differed (p<.000).", "p<.000"),
            ("The groups differed (p < 0.0).", "p < 0.0"),
            ("The groups differed (p = 0).", "p = 0"),
            ("The groups differed significantly (P=0).", "P=0"),
            ("The groups differed (p-value = 0.000).", "p-value = 0.000"),
            ("The groups differed (p value = 0.000).", "p value = 0.000"),
            ("The groups differed, F(1, 20) = 90.1, p = 0.", "p = 0"),
            ("The groups differed, *p* = .000.", "p* = .000"),
            ("The groups differed, _p_ = 0.000.", "p_ = 0.000"),
            ("The groups differed, $p = .000$.", "p = .000"),
            ("The groups differed, χ²(1) = 44.1, p = .000.", "p = .000"),
            ("The two were associated (OR 3.2, 95% CI 2.1–4.9, p = 0.000).", "p = 0.000"),
            ("Los grupos difirieron (p = 0,000).", "p = 0,000"),
            ("Los grupos difirieron (p=0,00).", "p=0,00"),
            ("Los grupos difirieron (p < 0,000).", "p < 0,000"),
            ("Los grupos difirieron de forma significativa (p = 0).", "p = 0"),
            ("La correlación fue fuerte (r = 0,9; p = 0,000).", "p = 0,000"),
            ("El valor p = 0,000 fue significativo.", "p = 0,000"),
            ("The groups did not differ (p = 1.23).", "p = 1.23"),
            ("The groups did not differ, t(28) = 0.20, p = 8.4.", "p = 8.4"),
            ("The arms did not differ significantly (P = 2.05).", "P = 2.05"),
            ("Los grupos no difirieron (p = 1,23).", "p = 1,23"),
            ("The groups differed (p = −0.03).", "p = −0.03"),
            ("The groups differed, t(28) = 2.20, p = -.036.", "p = -.036"),
            ("Age correlated with score (p = 0.000).", "p = 0.000"),
            ("The trend was clear (p = 0.000 for trend).", "p = 0.000"),
        ] {
            assert_eq!(places(Format::Markdown, text), [wanted], "{text}");
        }
        assert_eq!(places(Format::Latex, "They differed, \\textit{p} = .000."), ["p} = .000"]);
        assert_eq!(places(Format::Latex, "They differed ($p=0.000$)."), ["p=0.000"]);
        assert_eq!(places(Format::Typst, "They differed ($p = 0.000$)."), ["p = 0.000"]);
    }

    #[test]
    fn must_not_fire() {
        for text in [
            "The groups differed (p < .001).",
            "The groups differed (p < 0.001).",
            "The groups differed (p = 0.001).",
            "The groups differed (p < 0.0001).",
            "The groups did not differ (p = 1.00).",
            "The groups did not differ (p = 1).",
            "The groups did not differ (p > .99).",
            "The groups differed (p = 0.05).",
            "The groups differed (p = .03).",
            "The groups differed (p = 2.3 × 10⁻⁵).",
            "The groups differed (p = 2.3e-5).",
            "The groups differed (p = 5 × 10⁻⁸).",
            "The groups differed (p > 0.00).",
            "Los grupos difirieron (p < 0,001).",
            "Los grupos difirieron (p = 0,001).",
            "Los grupos no difirieron (p = 1,00).",
            "The pressure was P = 0 at the start.",
            "The pressure was P = 1.5 kPa.",
            "Phosphorus was P = 3.2 mg/dL.",
            "Here n = 100 and p = 20 predictors.",
            "We let p = 2.5 and q = 3.",
            "The ℓp norm with p = 1.5 differs from the others.",
            "With p = 5.5 parameters the test is lower.",
            "The power was P = 50%.",
            "It has P = 4.2 W.",
            "Let p = 0 and q = 1.",
            "When p = 0 the polynomial vanishes.",
            "A polynomial of order p = 1.5 does not differ.",
            "The value p → 0 in the limit.",
            "For p > 1 the series converges.",
            "For p > 1.5 the series differs.",
            "For p ≥ 0 the tests hold.",
            "For p < 1 the tests hold.",
            "Set p=0.0 in the program.",
            "The map p(x) = 0.000 differs.",
            "The density P(X > 3) = 0.000 differs.",
            "The probability P(A) = 0.00 is small and lower.",
            "In `p = 0.000` the program differs.",
            "```\np = 0.000\n```",
            "The step h = 0.000 differs.",
            "The change was 0.000 (p = .9).",
            "The rate of up = 0.000 differs.",
            "The ratio np = 0.000 differs.",
            "The index bp = 1.23 differs.",
            "The GPP = 0.000 differs.",
            "A p of zero is impossible.",
            "The p value is never .000 in print.",
            "See p. 1.23 for the test.",
            "See pp. 12–13 for the test.",
            "With P. = 2 they differ.",
            "The slope was 0.00, p = .52.",
            "The slope was 0.000 and p was not given.",
            "t(28) = 0.00, p = 1.00.",
            "p = .0004 is small but differs from zero.",
            "p = 0.0100 in the test.",
            "p = 0.10 in the test.",
            "p < 1 in the test.",
            "p ≤ 1.0 in the test.",
            "El valor de P = 3,2 mg/dL fue normal.",
            "La presión fue P = 0.",
            "Sea p = 0 y q = 1.",
            "Con p = 20 variables se ajustó el modelo.",
            "La potencia fue P = 50 %.",
        ] {
            assert_eq!(places(Format::Markdown, text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn a_zero_beside_a_statistic_with_a_larger_p_gets_that_p() {
        for (text, value, wanted) in [
            ("We saw F(1,210) = 1, p = 0.", "0.32", "We saw F(1,210) = 1, p = 0.32."),
            ("They differed, t(28) = 2.20, p = .000.", ".036", "They differed, t(28) = 2.20, p = .036."),
            ("Rates differed, χ²(1) = 3.90, p < .000.", ".048", "Rates differed, χ²(1) = 3.90, p = .048."),
        ] {
            let all = said(ID, Format::Markdown, text, &manuscript());
            assert_eq!(all.len(), 1, "{text}");
            let message = &all[0].remark.message;
            assert!(
                message.contains(&format!("has p = {value}.")) && !message.contains("Write"),
                "{message}"
            );
            let fixes = fixed(ID, Format::Markdown, text, &manuscript());
            assert_eq!(fixes.len(), 1, "{text}");
            assert!(!fixes[0].1, "a fix that chooses between two numbers is not preferred");
            assert_eq!(fixes[0].2, wanted);
        }
        let small = "In a one-sided test, t(28) = 3.50, p = .000.";
        assert_eq!(
            fixed(ID, Format::Markdown, small, &manuscript())[0].2,
            "In a one-sided test, t(28) = 3.50, p < .001."
        );
    }

    #[test]
    fn the_fix_keeps_the_style() {
        for (format, text, wanted) in [
            (Format::Markdown, "They differed, *p* = .000.", "They differed, *p* < .001."),
            (Format::Markdown, "They differed (p=0.00).", "They differed (p<0.01)."),
            (Format::Markdown, "Difirieron (p = 0,000).", "Difirieron (p < 0,001)."),
            (Format::Latex, "They differed ($p = 0.000$).", "They differed ($p < 0.001$)."),
            (
                Format::Markdown,
                "They differed, t(28) = 5.20, p = 0.",
                "They differed, t(28) = 5.20, p < 0.001.",
            ),
        ] {
            let fixes = fixed(ID, format, text, &manuscript());
            assert_eq!(fixes.len(), 1, "{text}");
            assert!(fixes[0].1);
            assert_eq!(fixes[0].2, wanted);
        }
        assert!(fixed(ID, Format::Markdown, "They did not differ (p = 1.23).", &manuscript()).is_empty());
    }
}
