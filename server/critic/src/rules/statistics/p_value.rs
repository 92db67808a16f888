//! `statistics/p-value`

use super::wording::{self, chosen, local};
use crate::analysis::statistics::consistency::{
    Consistency, Recomputed, SIGNIFICANCE_LEVEL, fits, judge, recompute,
};
use crate::analysis::statistics::{Test, TestResult, is_corrected, is_one_sided};
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, FixContext};
use referee_findings::{Data, Finding, Fix, Remark, Rule, Scope, Severity};

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "statistics/p-value",
        summary: "A p value does not follow from its test statistic",
        severity: Some(Severity::Warning),
        scope: Scope::Block,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A p value beside a t, F, χ², z, r, ρ, Q or H (Kruskal and Wallis) with its degrees of freedom, where no value that \
rounds to the printed statistic has a p that rounds to the printed one. The degrees of freedom may be in parentheses, \
in a subscript (also one that was lost: `t35`, `χ21`), before the statistic or after p; p may be in words (`a p value \
of .036`). It is a warning where one of the two is significant at .05 and the other is \
not, and information where only digits differ. APA style, the style of medical journals, LaTeX and Typst mathematics, \
Markdown, decimal commas and `ns` are read.

## Why

In one of eight psychology papers with such results an inconsistency changes the conclusion. Most are slips of copying, \
found in a moment while the output is at hand.

## Example

```text
The groups differed, t(28) = 2.20, p = .006.
```

t(28) = 2.20 has p = .036 (.0358–.0366 for all statistics that round to 2.20).

## What it cannot tell

Which of the numbers is the wrong one. A one-sided p is accepted where the same sentence says one-sided, one-tailed, \
directional or unilateral. Where the paragraph names a correction (Bonferroni, Holm, Tukey, Greenhouse-Geisser, …) or \
an exact or permutation test, the finding is a hint, because such a p need not follow from the printed numbers. Whole \
degrees of freedom count as rounded where the paragraph names Welch, Satterthwaite or Kenward. Tests for which a table \
or a program must be asked (U, W, exact tests) are not computed. The p of ρ is accepted if it is that of t or of z, or \
between them, with the printed degrees of freedom or with as many pairs.

## Fixes

- Set p to the recomputed value, in the style of the printed one. The statistic is never changed.

## Sources

Nuijten and others 2016, [10.3758/s13428-015-0664-2](https://doi.org/10.3758/s13428-015-0664-2), for the rules of \
consistency; Schmidt 2017 and the authors of statcheck for where such checks go wrong.
",
    },
    checks: &[Check::block(Applies::Manuscripts, BlockFlags::RELATION, check)],
    fixes: Some(fixes),
};

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    if block.in_references {
        return Vec::new();
    }
    block.statistics().results.iter().filter_map(|result| result_remark(block, result)).collect()
}

/// The recomputed p of an inconsistent result.
fn judged(block: &BlockContext<'_>, result: &TestResult) -> Option<(Consistency, Recomputed)> {
    let statistics = block.statistics();
    let sentence = statistics.sentence(&result.place);
    let folded = statistics.text();
    let loose = ["Welch", "Satterthwaite", "Kenward", "unequal variance", "varianzas desiguales"]
        .iter()
        .any(|word| folded.contains(word));
    let recomputed = recompute(result, loose)?;
    // "r(2) = 0.79" is a squared r that lost its superscript.
    if matches!(result.test, Test::R { df } if df <= 2.0) {
        return None;
    }
    // A separate rule reports a p above 1.
    if result.p.number.is_some_and(|number| number.value() > 1.0 || number.negative) {
        return None;
    }
    match judge(&result.p, result.test, recomputed, is_one_sided(sentence)) {
        Consistency::Consistent => None,
        other => Some((other, recomputed)),
    }
}

fn result_remark(block: &BlockContext<'_>, result: &TestResult) -> Option<Remark> {
    let (verdict, recomputed) = judged(block, result)?;
    let statistics = block.statistics();
    let statement = wording::quoted(statistics.slice(&result.statement));
    let reported = wording::quoted(statistics.slice(&result.p.place));
    let Recomputed { low, point, high } = recomputed;
    let spanish = block.in_spanish();
    let either =
        |spanish_words: &'static str, english: &'static str| if spanish { spanish_words } else { english };
    let range = wording::range_beside(&result.p, low, high, spanish);
    let sides = if result.test.has_sides() { either(", bilateral", ", two-sided") } else { "" };
    let mut message = if spanish {
        format!("{reported} no se sigue de {statement} (recalculado: {range}{sides}).")
    } else {
        format!("{reported} does not follow from {statement} (recomputed {range}{sides}).")
    };
    let mut severity = match verdict {
        Consistency::Decides => {
            message.push_str(match (spanish, high <= 0.05) {
                (false, true) => " At .05 the recomputed value is significant, unlike the reported one.",
                (false, false) => " At .05 the recomputed value is not significant, unlike the reported one.",
                (true, true) => " Con 0,05 el valor recalculado es significativo, y el publicado no.",
                (true, false) => " Con 0,05 el valor recalculado no es significativo, y el publicado sí.",
            });
            Severity::Warning
        }
        _ => Severity::Information,
    };
    if result.test.has_sides() && fits(&result.p, low / 2.0, high / 2.0) {
        message.push_str(either(
            " Encaja con un contraste unilateral; si lo fue, dígalo en la frase.",
            " It fits a one-sided test; if it was one, say so in the sentence.",
        ));
    }
    let correction = if result.p.adjusted { Some("adjusted") } else { is_corrected(statistics.text()) };
    if let Some(correction) = correction {
        message.push_str(&if spanish {
            format!(
                " El párrafo dice «{correction}»: una p corregida puede diferir del estadístico publicado."
            )
        } else {
            format!(
                " “{correction}” is in the paragraph: a corrected p may differ from the printed statistic."
            )
        });
        severity = Severity::Hint;
    } else {
        message.push_str(either(
            " Compruebe el estadístico, sus grados de libertad y la p con el resultado del programa.",
            " Check the statistic, its degrees of freedom and p against the output.",
        ));
    }
    let mut data = Data::default();
    data.more.insert("statistic", statement);
    data.more.insert("reported", reported);
    data.more.insert("recomputed", wording::p(point));
    data.more.insert("low", wording::p(low));
    data.more.insert("high", wording::p(high));
    Some(
        Remark {
            place: statistics.source(&result.p.place),
            message,
            severity: Some(severity),
            data,
            ..Remark::default()
        }
        .with_related(statistics.source(&result.statement), either("el estadístico", "the statistic")),
    )
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    let Some(block) = draft.at(finding.span.start as usize) else { return Vec::new() };
    let statistics = block.statistics();
    let span = local(&block, finding.span);
    let Some(result) = statistics.results.iter().find(|result| statistics.source(&result.p.place) == span)
    else {
        return Vec::new();
    };
    let Some((_, Recomputed { point, .. })) = judged(&block, result) else { return Vec::new() };
    let Some((relation, value)) = wording::p_in_style(&result.p, point) else { return Vec::new() };
    // Rounding ".048" to ".05" would hide that the result is below the threshold.
    let rounded = value.replace(',', ".").parse::<f64>().ok();
    // The same holds for ".0528": readers take ".05" as significant, or as borderline.
    let crosses = relation == "="
        && rounded.is_some_and(|rounded| {
            (rounded < SIGNIFICANCE_LEVEL) != (point < SIGNIFICANCE_LEVEL)
                || (rounded - SIGNIFICANCE_LEVEL).abs() < f64::EPSILON
        });
    let exact = result.p.number.filter(|_| crosses).map(|number| number.in_style(point, 3));
    let value = exact.unwrap_or(value);
    let edits = wording::set_p(file, &block, &result.p, relation, &value);
    let title = if block.in_spanish() {
        format!("Escribir p {relation} {value}, recalculada de {}", name(result.test))
    } else {
        format!("Write p {relation} {value}, recomputed from {}", name(result.test))
    };
    chosen(title, edits)
}

/// A test in the title of a fix.
fn name(test: Test) -> String {
    match test {
        Test::T { df } => format!("t({df})"),
        Test::F { df1, df2 } => format!("F({df1}, {df2})"),
        Test::ChiSquared { df } => format!("χ²({df})"),
        Test::Z => String::from("z"),
        Test::R { df } => format!("r({df})"),
        Test::Q { df } => format!("Q({df})"),
        Test::Rho { df } => format!("ρ({df})"),
        Test::H { df } => format!("H({df})"),
    }
}

#[cfg(test)]
mod notations;

#[cfg(test)]
mod tests {
    use super::super::super::testing::{fixed, manuscript, said};
    use referee_findings::Severity;
    use referee_syntax::Format;

    const ID: &str = "statistics/p-value";

    fn severities(format: Format, text: &str) -> Vec<Severity> {
        said(ID, format, text, &manuscript()).iter().filter_map(|said| said.remark.severity).collect()
    }

    #[test]
    fn a_p_that_does_not_follow_is_told_with_the_numbers() {
        let text = "The groups differed, t(28) = 2.20, p = .006.";
        let all = said(ID, Format::Markdown, text, &manuscript());
        assert_eq!(all.len(), 1);
        assert_eq!(
            all[0].remark.message,
            "p = .006 does not follow from t(28) = 2.20 (recomputed .0358–.0366, two-sided). Check the statistic, its degrees of freedom and p against the output."
        );
        assert_eq!(&text[all[0].remark.place.range()], "p = .006");
        assert_eq!(&text[all[0].remark.related[0].span.range()], "t(28) = 2.20");
    }

    #[test]
    fn a_p_in_powers_of_ten_is_compared_by_its_power() {
        let wrong = "recomputed 5.79 × 10^-48–5.81 × 10^-48";
        for (format, text) in [
            (Format::Markdown, "It held, χ²(5) = 231.24, p = 5.81 × 10−12."),
            (Format::Markdown, "It held, χ²(5) = 231.24, p = 5.81·10^-12."),
            (Format::Markdown, "It held, χ²(5) = 231.24, *p* = 5.81 · 10^−12^."),
            (Format::Markdown, "It held, χ²(5) = 231.24, p = 5.81·10⁻¹²."),
            (Format::Markdown, "It held, χ²(5) = 231.24, p = 5.81&middot;10<sup>-12</sup>."),
            (Format::PlainText, "It held, χ²(5) = 231.24, p = 5.81⋅10⁻¹²."),
            (Format::Org, "It held, χ²(5) = 231.24, /p/ = 5.81 · 10^-12."),
            (Format::Rst, "It held, χ²(5) = 231.24, *p* = 5.81 × 10\\ :sup:`-12`."),
            (Format::Latex, "It held, $\\chi^2(5) = 231.24$, $p = 5.81 \\cdot 10^{-12}$."),
            (Format::Latex, "It held, $\\chi^2(5) = 231.24$, $p = 5.81\\times10^{-12}$."),
            (Format::Typst, "It held, $chi^2(5) = 231.24$, $p = 5.81 dot 10^(-12)$."),
            (Format::Typst, "It held, $chi^2(5) = 231.24$, $p = 5.81 times 10^(-12)$."),
            (Format::Typst, "It held, $chi^2(5) = 231.24$, $p = 5.81 dot.op 10^(-12)$."),
        ] {
            let all = said(ID, format, text, &manuscript());
            assert_eq!(all.len(), 1, "{text}");
            assert!(all[0].remark.message.contains(wrong), "{text}: {}", all[0].remark.message);
            let right = text.replace("12", "48").replace("¹²", "⁴⁸");
            assert!(severities(format, &right).is_empty(), "{right}");
        }
    }

    #[test]
    fn a_blank_behind_a_minus_is_none_and_one_inside_of_a_number_makes_it_doubtful() {
        let wrong = "Means differed, t(553) = − 1.46, p < .0001.";
        assert_eq!(severities(Format::Markdown, wrong), [Severity::Warning]);
        assert_eq!(
            severities(Format::Latex, "Means differed, $t(553) = - 1.46$, $p < .0001$."),
            [Severity::Warning]
        );
        for text in [
            "Means differed, t(553) = − 4.46, p < .0001.",
            "Odd z = 1 2.50, p = .806.",
            "Odd t(123) = 1 0.25, p = .806.",
            "Odd z = 1 1 .25, p = .806.",
            "Odd r(98) = .26, p = 0 .9.",
        ] {
            assert!(severities(Format::Markdown, text).is_empty(), "{text}");
        }
    }

    #[test]
    fn must_fire() {
        use Severity::{Information as I, Warning as W};
        let mut wrong = Vec::new();
        for (text, wanted) in [
            ("The arms differed, t(28) = 2.20, p = .006.", I),
            ("The arms differed, t(28) = 2.20, p = .36.", W),
            ("The arms differed, *t*(28) = 2.20, *p* = .06.", W),
            ("The arms differed, _t_(28) = 2.20, _p_ > .05.", W),
            ("The arms differed, $t(28) = 2.20$, $p = .003$.", I),
            ("The arms differed, $t_{28} = 2.20$, $p = .063$.", W),
            ("The arms differed, t~28~ = 2.20, p = .063.", W),
            ("The arms differed, t(28) = 2.20, ns.", W),
            ("The arms differed (t = 2.20, df = 28, P = 0.003).", I),
            ("The arms differed, F(1, 138) = 4.45, p = .37.", W),
            ("The arms differed, F(1, 138) = 4.45, MSE = 2.1, p < .01.", I),
            ("The arms differed, *F*~1,138~ = 4.45, *p* = .002.", I),
            ("The arms differed, F(2, 60) = 1.10, p = .03.", W),
            ("The rates differed, χ²(1, N = 90) = 3.90, p = .48.", W),
            ("The rates differed, χ^2^(1) = 3.90, p = .004.", I),
            ("The rates differed, $\\chi^2(1, N = 90) = 3.90$, $p < .01$.", I),
            ("The rates differed, X2(1) = 0.90, p = .03.", W),
            ("The rates differed, chi-square(2) = 3.90, p = .02.", W),
            ("The rates differed (χ² = 3.90; df = 1; P = .0048).", I),
            ("Rank sums differed, z = 1.20, p = .02.", W),
            ("Rank sums differed (Z = −2.58, P = 0.10).", W),
            ("Age and score correlated, r(98) = .26, p = .09.", W),
            ("Age and score correlated, r(98) = −.26, p < .001.", I),
            ("Age and score correlated (r = .26, n = 100, p = .09).", W),
            ("Ranks were related, r_s(98) = .26, p = .2.", W),
            ("Ranks were related, ρ(98) = .26, p = .2.", W),
            ("Heterogeneity was low, Q(8) = 9.10, p = .03.", W),
            ("Los grupos difirieron, t(28) = 2,20; p = 0,36.", W),
            ("Los grupos difirieron, F(1; 138) = 4,45; p = 0,003.", I),
            ("Las tasas difirieron (χ² = 3,90; gl = 1; p = 0,48).", W),
            ("La edad se correlacionó, r(98) = 0,26; p = 0,0001.", I),
            ("Los rangos difirieron (z = 1,20; p = 0,02).", W),
            ("They did not differ, t(40) = 1.80, p = .04.", W),
            ("Change was small, t(19) = 0.40, d = 0.09, 95% CI [-0.35, 0.53], p = .04.", W),
        ] {
            let found = severities(Format::Markdown, text);
            if found != [wanted] {
                wrong.push((text, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert_eq!(
            severities(Format::Latex, "They differed, \\textit{t}(28) = 2.20, \\textit{p} = .36."),
            [W]
        );
        assert_eq!(severities(Format::Typst, "They differed, $t(28) = 2.20$, $p = .36$."), [W]);
    }

    #[test]
    fn must_not_fire() {
        let mut wrong = Vec::new();
        for text in [
            "The arms differed, t(28) = 2.20, p = .036.",
            "The arms differed, t(28) = 2.20, p = .04.",
            "The arms differed, t(28) = 2.20, p < .05.",
            "The arms differed, t(28) = −2.20, p = .036.",
            "The arms differed, *t*(28) = 2.20, *p* = .036.",
            "The arms differed, $t(28) = 2.20$, $p = .036$.",
            "The arms differed, $t_{28} = 2.20$, $p < .05$.",
            "The arms differed, t(38) = 2.0, p = .05.",
            "The arms differed, t(38) = 2.0, p = .048.",
            "The arms differed, t(38) = 2.0, p = .058.",
            "The arms differed (t = 2.20, df = 28, P = 0.036).",
            "The arms differed, F(1, 138) = 4.45, p = .037.",
            "The arms differed, F(1, 138) = 4.45, p = .0367.",
            "The arms differed, F(1,138) = 4.45, MSE = 3.1, p < .05, ηp² = .03.",
            "The arms differed, F(1.92, 49.9) = 4.10, p = .024.",
            "The rates differed, χ²(1, N = 90) = 3.90, p = .048.",
            "The rates differed, χ²(1) = 3.90, p = .05.",
            "The rates did not differ, χ²(3, N = 55) = 2.22, p = .53.",
            "Rank sums differed, z = 1.96, p = .05.",
            "Rank sums differed, z = 3.87, p < .001.",
            "Rank sums differed, z = −3.87, p = .0001.",
            "Rank sums differed, z = 5.10, p = 3.4 × 10⁻⁷.",
            "Age and score correlated, r(98) = .26, p = .009.",
            "Age and score correlated, r(98) = .26, p = .01.",
            "Age and score correlated (r = .26, n = 100, p = .009).",
            "Heterogeneity was low, Q(8) = 9.10, p = .33.",
            "They did not differ, t(40) = 1.80, p = .079.",
            "They did not differ, t(40) = 1.80, ns.",
            "They did not differ, t(40) = 1.80, p > .05.",
            "In a one-tailed test they differed, t(40) = 1.80, p = .040.",
            "As a directional hypothesis it held, t(40) = 1.80, p = .04.",
            "Con un contraste unilateral, t(40) = 1,80; p = 0,040.",
            "Los grupos difirieron, t(28) = 2,20; p = 0,036.",
            "Los grupos difirieron, F(1; 138) = 4,45; p = 0,037.",
            "Las tasas difirieron (χ² = 3,90; gl = 1; p = 0,048).",
            "La edad se correlacionó, r(98) = 0,26; p = 0,009.",
            "Los rangos no difirieron (z = 1,20; p = 0,230).",
            "A difference of t(28) = 2.20 was found. Age did not matter, p = .8.",
            "Both t(28) = 2.20 and F(2, 60) = 1.10 were computed, p = .34.",
            "The peak lay at x = −10, y = 20, z = 30, p = .03.",
            "The U test gave U = 123, p = .04.",
            "They weighed t = 2.2 tonnes, p = 3.",
            "Let F(x, y) = 3 and p = 2.",
            "An odds ratio of 2.20 (p = .6) was found.",
            "The model had R² = .28, F(3, 96) = 12.44, p < .001.",
            "The slope was b = 0.4, SE = 0.2, t(28) = 2.20, p = .036.",
            "Means were 3.2 (SD 1.1) and 4.1 (SD 1.0), t(58) = 3.31, p = .002.",
            "It held in both: t(28) = 2.20, p = .036, and t(30) = 2.10, p = .044.",
            "Levels were equal, t(28) = 0.00, p = 1.00.",
            "Ranks were related, ρ(98) = .26, p = .009.",
            "Ranks were related, r_s(8) = .648, p = .049.",
            "Ranks were related, r_s(10) = .648, p = .049.",
            "Medians differed, H(2) = 7.10, p = .03.",
            "Levels were equal, F(1, 20) = 0.02, p = .89.",
            "The difference was large, t(28) = 4.90, p = .000.",
            "p = .04 was expected, and t(28) = 2.20 was found.",
            "`t(28) = 2.20, p = .5` is what the program prints.",
            "See Table 3 for t(28) and p = .2.",
            "Welch's test gave t(12) = 2.50, p = .028.",
            "Smith (2019) found z = 1.96, p = .05.",
            "Power was .80 at t(28) = 2.05 for p < .05.",
            "The test said t(28)=2.20,p=.036.",
            "A ratio t(0) = 2.20, p = .5 has no degrees of freedom.",
        ] {
            let found = severities(Format::Markdown, text);
            if !found.is_empty() {
                wrong.push((text, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        let list = "# References\n\n1. Roe J. On t(28) = 2.20, p = .5. J Test. 2019;1:2.\n";
        assert_eq!(severities(Format::Markdown, list), []);
    }

    #[test]
    fn a_correction_in_the_paragraph_makes_it_a_hint_with_the_reason() {
        for text in [
            "After Bonferroni correction they differed, t(28) = 2.20, p = .11.",
            "With Greenhouse–Geisser correction, F(2, 60) = 3.40, p = .058.",
            "Tukey's test gave t(28) = 2.20, p = .09.",
            "They differed, t(28) = 2.20, p~adj~ = .11.",
            "Tras la corrección de Holm, t(28) = 2,20; p = 0,11.",
        ] {
            let all = said(ID, Format::Markdown, text, &manuscript());
            assert_eq!(all.len(), 1, "{text}");
            assert_eq!(all[0].remark.severity, Some(Severity::Hint), "{text}");
            let message = &all[0].remark.message;
            let says = ["a corrected p may differ", "una p corregida puede diferir"];
            assert!(says.iter().any(|words| message.contains(words)), "{message}");
        }
    }

    #[test]
    fn the_fix_sets_p_in_its_own_style_and_never_the_statistic() {
        for (format, text, wanted) in [
            (
                Format::Markdown,
                "They differed, *t*(28) = 2.20, *p* = .006.",
                "They differed, *t*(28) = 2.20, *p* = .036.",
            ),
            (
                Format::Markdown,
                "Difirieron, t(28) = 2,20; p = 0,006.",
                "Difirieron, t(28) = 2,20; p = 0,036.",
            ),
            (
                Format::Latex,
                "They differed, $t(28) = 2.20$, $p < .01$.",
                "They differed, $t(28) = 2.20$, $p = .04$.",
            ),
            (
                Format::Latex,
                "They differed, $t(28) = 4.90$, \\emph{p} $=$ .01.",
                "They differed, $t(28) = 4.90$, \\emph{p} $<$ .001.",
            ),
        ] {
            let fixes = fixed(ID, format, text, &manuscript());
            assert_eq!(fixes.len(), 1, "{text}");
            assert!(!fixes[0].1, "a fix that chooses between two numbers is not preferred");
            assert_eq!(fixes[0].2, wanted);
        }
    }
}
