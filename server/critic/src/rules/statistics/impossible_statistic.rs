//! `statistics/impossible-statistic`

use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule};
use referee_findings::{Remark, Rule, Scope, Severity};
use regex::Regex;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "statistics/impossible-statistic",
        summary: "A correlation, an agreement or an area under the curve is above 1",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: false,
        documentation: "\
## What it flags

A correlation coefficient outside −1 to 1; an area under the ROC curve, a C statistic, a kappa, an intraclass correlation or \
a Cronbach's alpha above 1.

## Why

A slip of the decimal mark, or of one column of a table, that no reader can mend.

## Example

```text
Agreement was good (kappa = 1.3).
```

## What it cannot tell

What the number should have been. The area under a curve of concentration is another quantity: one with a unit, and one of 2 \
and above, is passed over.

## Fixes

None: correct the number.

## Sources

The definitions of the statistics.
",
    },
    checks: &[Check::block(Applies::Manuscripts, BlockFlags::DIGIT, check)],
    fixes: None,
};

/// A statistic that lies between −1 and 1.
struct Bounded {
    /// Its name and the words up to its value, as a pattern; the value is the group `value`.
    pattern: &'static str,
    /// A word that the sentence must have, in lower case; empty for none.
    needs: &'static str,
    name: &'static str,
}

const BOUNDED: &[Bounded] = &[
    Bounded {
        pattern: r"\b(?:AUC|AUROC|AUCs|[Aa]rea under the (?:ROC |receiver operating characteristic )?curve|[Cc][- ](?:statistic|index)|[Cc]oncordance index|área bajo la curva)(?: \(AUC\))?[ ,]*(?:was|of|is|were|=|:|fue|de)? ?=? ?(?P<value>1\.[0-9]{2,3})",
        needs: "",
        name: "an area under the ROC curve or a C statistic goes no higher than 1",
    },
    Bounded {
        pattern: r"(?:[Kk]appa|κ)(?: (?:coefficient|statistic|value|de Cohen))?[ ,]*(?:was|of|is|=|:|fue|de)? ?=? ?(?P<value>[1-9]\.[0-9]{1,3})",
        needs: "agree|kappa|concord|reliab|fiabil",
        name: "a kappa goes no higher than 1",
    },
    Bounded {
        pattern: r"(?:[Cc]ronbach(?:[’']?s)?(?: alpha| α)?|alfa de Cronbach|α de Cronbach)(?: coefficient)?[ ,]*(?:was|of|is|=|:|fue|de)? ?=? ?(?P<value>[1-9]\.[0-9]{1,3})",
        needs: "",
        name: "a Cronbach's alpha goes no higher than 1",
    },
    Bounded {
        pattern: r"(?:[Ii]ntraclass correlation(?: coefficient)?s?|\bICC|correlación intraclase)(?: \(ICC\))?[ ,]*(?:was|of|is|=|:|fue|de)? ?=? ?(?P<value>[1-9]\.[0-9]{1,3})",
        needs: "",
        name: "an intraclass correlation goes no higher than 1",
    },
    Bounded {
        pattern: r"(?:\br|\brho|ρ|[Cc]orrelation coefficient|coeficiente de correlación)(?: \(?r\)?)?(?:\([0-9]+\))? ?(?:was|of|is|=|:|fue|de)? ?=? ?-?(?P<value>[1-9]\.[0-9]{1,3})",
        needs: "correl|asocia",
        name: "a correlation lies between −1 and 1",
    },
];

static PATTERNS: LazyLock<Vec<(&'static Bounded, Regex)>> = LazyLock::new(|| {
    BOUNDED.iter().filter_map(|bounded| Some((bounded, Regex::new(bounded.pattern).ok()?))).collect()
});

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    if block.in_references {
        return Vec::new();
    }
    let statistics = block.statistics();
    let text = statistics.text();
    let mut out: Vec<Remark> = Vec::new();
    for (bounded, pattern) in PATTERNS.iter() {
        for found in pattern.captures_iter(text) {
            let (Some(whole), Some(value)) = (found.get(0), found.name("value")) else { continue };
            let number = value.as_str().parse::<f64>().unwrap_or(0.0);
            let behind = text.get(value.end()..).unwrap_or_default();
            let unit = behind.trim_start().to_lowercase();
            let has_unit = [
                "×", "x ", "x10", "^", "mg", "ng", "µg", "μg", "ug", "h", "·", "*", "fold", "times", "%",
                "/", "±", "mm", "km", "cm",
            ]
            .iter()
            .any(|mark| unit.starts_with(mark));
            let goes_on = behind.starts_with(|c: char| c.is_ascii_digit())
                || behind.starts_with('.')
                    && behind.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            let sentence = statistics.sentence(&whole.range()).to_lowercase();
            let fits =
                bounded.needs.is_empty() || bounded.needs.split('|').any(|word| sentence.contains(word));
            let is_ratio = ["odds", "hazard", "ratio", "razón"].iter().any(|word| sentence.contains(word))
                && bounded.name.contains("correlation lies");
            if number <= 1.0 || has_unit || goes_on || !fits || is_ratio {
                continue;
            }
            let place = statistics.source(&whole.range());
            if out.iter().any(|known| known.place.overlaps(place)) {
                continue;
            }
            let shown = statistics.slice(&whole.range());
            out.push(Remark::new(place, format!("“{shown}”: {}. Check the number.", bounded.name)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{manuscript, places};
    use referee_syntax::Format;

    const ID: &str = "statistics/impossible-statistic";

    #[test]
    fn what_lies_between_minus_one_and_one_is_flagged_above_it_and_nothing_else() {
        for text in [
            "A strong correlation was seen, r = 1.45, p < .001.",
            "The correlation coefficient was r = -1.3.",
            "The AUC was 1.12 (95% CI 0.90-1.20).",
            "The area under the curve was 1.20.",
            "Agreement was good (kappa = 1.3).",
            "Cronbach's alpha was 1.4.",
            "The intraclass correlation was 1.25.",
        ] {
            assert_eq!(places(ID, Format::Markdown, text, &manuscript()).len(), 1, "{text}");
        }
        for text in [
            "A weak correlation was seen, r = .45, p < .001.",
            "The AUC was 0.85 (95% CI 0.80-0.90).",
            "The AUC was 1.20 mg·h/L after the first dose.",
            "Agreement was good (kappa = 0.8).",
            "Cronbach's alpha was .84.",
            "The distance r = 1.45 nm was measured.",
            "The hazard ratio was 1.45.",
        ] {
            assert!(places(ID, Format::Markdown, text, &manuscript()).is_empty(), "{text}");
        }
    }
}
