//! `statistics/impossible-statistic`

use crate::pattern::Pattern;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule};
use referee_findings::{Remark, Rule, Scope, Severity};
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "statistics/impossible-statistic",
        summary: "A statistic is outside of its possible range",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A correlation coefficient outside −1 to 1; an area under the ROC curve, a C statistic, a kappa, an intraclass correlation, a \
Cronbach's alpha, a coefficient of determination, a proportion or a probability above 1; a sensitivity, a specificity, a \
predictive value, a prevalence, a survival, a mortality or a response rate above 100%; a negative odds, hazard or risk ratio.

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

/// A statistic between −1 and 1.
struct BoundedStatistic {
    /// A pattern for its name and the words up to its value, which is the group `value`.
    pattern: &'static str,
    /// A lower-case word that the sentence must contain; empty for none.
    needs: &'static str,
    /// What is wrong with a value above the bound.
    english: &'static str,
    spanish: &'static str,
    /// Whether the value is a percentage, which cannot exceed 100.
    is_percent: bool,
}

const BOUNDED_STATISTICS: &[BoundedStatistic] = &[
    BoundedStatistic {
        pattern: r"\b(?:AUC|AUROC|AUCs|[Aa]rea under the (?:ROC |receiver operating characteristic )?curve|[Cc][- ](?:statistic|index)|[Cc]oncordance index|área bajo la curva)(?: \(AUC\))?(?: (?:of|for|in|de|del|en) [\p{L} -]{1,30}?)?[ ,]*(?:was|of|is|were|=|:|reached|fue del?|fue|es|del?|alcanzó)? ?=? ?(?P<value>1[.,][0-9]{2,3})",
        needs: "",
        english: "an area under the ROC curve or a C statistic goes no higher than 1",
        spanish: "un área bajo la curva ROC o un estadístico C no pasa de 1",
        is_percent: false,
    },
    BoundedStatistic {
        pattern: r"(?:\bAUROC|[Aa]rea under (?:the |its )?(?:ROC|receiver[- ]operating[- ]characteristic) curve|[Áá]rea bajo la curva (?:ROC|COR))(?: \((?:AUC|AUROC|ABC)\))?[ ,]*(?:was|of|is|were|=|:|reached|fue del?|fue|es|del?|alcanzó)? ?=? ?(?P<value>[1-9][.,][0-9]{1,3})",
        needs: "",
        english: "an area under the ROC curve or a C statistic goes no higher than 1",
        spanish: "un área bajo la curva ROC o un estadístico C no pasa de 1",
        is_percent: false,
    },
    BoundedStatistic {
        pattern: r"(?:[Aa]rea under the curve|[Áá]rea bajo la curva)(?: \((?:AUC|ABC)\))?[ ,]*(?:was|of|is|were|=|:|reached|fue del?|fue|es|del?|alcanzó) ?=? ?(?P<value>1[.,][0-9])(?:[.;,)]|$| \()",
        needs: "",
        english: "an area under the ROC curve or a C statistic goes no higher than 1",
        spanish: "un área bajo la curva ROC o un estadístico C no pasa de 1",
        is_percent: false,
    },
    BoundedStatistic {
        pattern: r"(?:[Kk]appa|κ)(?: (?:coefficient|statistic|value|de Cohen))?[ ,]*(?:was|of|is|were|=|:|reached|fue del?|fue|es|del?|alcanzó)? ?=? ?(?P<value>[1-9][.,][0-9]{1,3})",
        needs: "agree|kappa|κ|concord|reliab|fiabil",
        english: "a kappa goes no higher than 1",
        spanish: "un índice kappa no pasa de 1",
        is_percent: false,
    },
    BoundedStatistic {
        pattern: r"(?:[Cc]ronbach(?:[’']?s)?(?: alpha| α)?|alfa de Cronbach|α de Cronbach)(?: coefficients?)?(?: (?:for|of|del?|para) (?:the |la |el )?(?:[\p{L}-]+ ){0,3}(?:[\p{L}-]+))?[ ,]*(?:was|of|is|were|=|:|reached|fue del?|fue|es|del?|alcanzó)? ?=? ?(?P<value>[1-9][.,][0-9]{1,3})",
        needs: "",
        english: "a Cronbach's alpha goes no higher than 1",
        spanish: "un alfa de Cronbach no pasa de 1",
        is_percent: false,
    },
    BoundedStatistic {
        pattern: r"(?:[Ii]ntraclass correlation(?: coefficient)?s?|\bICC|correlación intraclase)(?: \(ICC\))?[ ,]*(?:was|of|is|were|=|:|reached|fue del?|fue|es|del?|alcanzó)? ?=? ?(?P<value>[1-9][.,][0-9]{1,3})",
        needs: "",
        english: "an intraclass correlation goes no higher than 1",
        spanish: "una correlación intraclase no pasa de 1",
        is_percent: false,
    },
    BoundedStatistic {
        pattern: r"(?:\br|\brho|ρ|[Cc]orrelation coefficient|coeficiente de correlación)(?: de (?:Pearson|Spearman|Kendall))?(?: \(?r\)?)?(?:\([0-9]+\))? ?(?:was|of|is|were|=|:|reached|fue del?|fue|es|del?|alcanzó)? ?=? ?-?(?P<value>[1-9][.,][0-9]{1,3})",
        needs: "correl|asocia|spearman|pearson|kendall|rho",
        english: "a correlation lies between −1 and 1",
        spanish: "una correlación está entre −1 y 1",
        is_percent: false,
    },
    BoundedStatistic {
        pattern: r"\bR ?(?:2|²|\^2\^?)\)? ?(?:was|of|is|were|=|:|reached|fue del?|fue|es|del?|alcanzó) ?=? ?(?P<value>1[.,][0-9]{1,3})",
        needs: "regress|model|varian|explain|fit|correl|predict|adjust|ajust|explic|regres|r²",
        english: "a coefficient of determination goes no higher than 1",
        spanish: "un coeficiente de determinación no pasa de 1",
        is_percent: false,
    },
    BoundedStatistic {
        pattern: r"(?:[Pp]roportion|[Pp]robability|[Pp]roporción|[Pp]robabilidad)(?: (?:of|de) [\p{L} -]{1,40}?)? ?(?:was|of|is|were|=|:|reached|fue del?|fue|es|del?|alcanzó) ?=? ?(?P<value>1[.,][0-9]{1,3})",
        needs: "",
        english: "a proportion or a probability goes no higher than 1",
        spanish: "una proporción o una probabilidad no pasa de 1",
        is_percent: false,
    },
    BoundedStatistic {
        pattern: r"(?:[Ss]ensitivity|[Ss]pecificity|(?:[Pp]ositive|[Nn]egative) predictive value|\b[PN]PV|[Pp]revalence|[Rr]esponse rate|[Ss]urvival(?: rate)?|[Mm]ortality(?: rate)?|[Ss]ensibilidad|[Ee]specificidad|[Vv]alor predictivo (?:positivo|negativo)|\bVP[PN]|[Pp]revalencia|[Ss]upervivencia|[Mm]ortalidad|[Tt]asa de respuesta|\bI ?(?:2|²|\^2\^?))(?: (?:of|de) [\p{L} -]{1,40}?)? ?(?:was|of|is|were|=|:|reached|fue del?|fue|es|del?|alcanzó) ?=? ?(?:del )?(?P<value>[1-9][0-9]{2}(?:\.[0-9]+)?) ?%",
        needs: "",
        english: "it goes no higher than 100%",
        spanish: "no pasa del 100 %",
        is_percent: true,
    },
    BoundedStatistic {
        pattern: r"(?:[Ss]ensitivity|[Ss]pecificity|(?:[Pp]ositive|[Nn]egative) predictive value|\b[PN]PV|[Ss]ensibilidad|[Ee]specificidad|\bVP[PN]),? ?(?P<value>[1-9][0-9]{2}(?:[.,][0-9]+)?) ?%",
        needs: "",
        english: "it goes no higher than 100%",
        spanish: "no pasa del 100 %",
        is_percent: true,
    },
    BoundedStatistic {
        pattern: r"(?:[Oo]dds ratio|[Hh]azard ratio|[Rr]isk ratio|[Rr]elative risk|\b[ao]?OR|\b[ao]?HR|\bRR)(?: \((?:[ao]?OR|[ao]?HR|RR)\))? ?(?:was|of|is|were|=|:|reached|fue del?|fue|es|del?|alcanzó) ?=? ?(?P<value>[-−][0-9]+\.[0-9]{1,3})",
        needs: "95|confidence|confianza|p =|p <|p=|p<|risk|riesgo|associat|asocia",
        english: "a ratio of odds, hazards or risks is never negative",
        spanish: "una razón de odds, de riesgos instantáneos o de riesgos nunca es negativa",
        is_percent: false,
    },
];

static PATTERNS: LazyLock<Vec<(&'static BoundedStatistic, Pattern)>> = LazyLock::new(|| {
    BOUNDED_STATISTICS.iter().map(|bounded| (bounded, Pattern::new(bounded.pattern))).collect()
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
            let is_negative = value.as_str().starts_with(['-', '−']);
            let has_comma = value.as_str().contains(',');
            if has_comma && !block.in_spanish() && !is_spanish(statistics.sentence(&whole.range())) {
                continue;
            }
            let written = value.as_str().trim_start_matches(['-', '−']).replace(',', ".");
            let number = written.parse::<f64>().unwrap_or(0.0);
            let is_beyond = match (bounded.is_percent, is_negative) {
                (true, _) => number > 100.0,
                (false, true) => number > 0.0,
                (false, false) => number > 1.0,
            };
            let behind = text.get(value.end()..).unwrap_or_default();
            let unit = behind.trim_start().to_lowercase();
            let has_unit = [
                "×", "x ", "x10", "^", "mg", "ng", "µg", "μg", "ug", "h", "·", "*", "fold", "times", "%",
                "/", "±", "mm", "km", "cm", "å", "nm", "s-1", "s−1", "s⁻", "ohm", "ω", "kω", "veces",
            ]
            .iter()
            .any(|mark| unit.starts_with(mark));
            let goes_on = behind.starts_with(|c: char| c.is_ascii_digit())
                || behind.starts_with('.')
                    && behind.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            let sentence = statistics.sentence(&whole.range()).to_lowercase();
            // An erratum quotes the printed number.
            let is_quoted =
                ["impossible", "erratum", "misprint", "was printed", "imposible", "fe de erratas"]
                    .iter()
                    .any(|word| sentence.contains(word));
            if is_quoted {
                continue;
            }
            let fits =
                bounded.needs.is_empty() || bounded.needs.split('|').any(|word| sentence.contains(word));
            // "Saturation" contains "ratio" but is not one.
            let is_ratio = (["odds", "hazard", "razón"].iter().any(|word| sentence.contains(word))
                || sentence
                    .split(|c: char| !c.is_alphabetic())
                    .any(|word| matches!(word, "ratio" | "ratios")))
                && bounded.english.contains("correlation lies");
            // The area under a concentration curve can have any size.
            let is_kinetic = bounded.english.contains("ROC")
                && [
                    "dose",
                    "plasma",
                    "pharmacokin",
                    "exposure",
                    "concentration",
                    "glucose",
                    "insulin",
                    "incremental",
                    "h/l",
                    "dosis",
                    "concentra",
                    "glucos",
                    "farmacocin",
                ]
                .iter()
                .any(|word| sentence.contains(word));
            let is_alone = sentence.trim().len() <= whole.len() + 2;
            let fits = fits || is_alone;
            let is_logarithm = is_negative && ["log", "ln("].iter().any(|word| sentence.contains(word));
            if !is_beyond
                || is_kinetic
                || is_logarithm
                || has_unit && !bounded.is_percent
                || goes_on
                || !fits
                || is_ratio
            {
                continue;
            }
            let place = statistics.source(&whole.range());
            if out.iter().any(|known| known.place.overlaps(place)) {
                continue;
            }
            let shown = statistics.slice(&whole.range());
            let message = if block.in_spanish() {
                format!("«{shown}»: {}. Compruebe el número.", bounded.spanish)
            } else {
                format!("“{shown}”: {}. Check the number.", bounded.english)
            };
            out.push(Remark::new(place, message));
        }
    }
    out
}

/// Whether a sentence is Spanish, by its function words, so that a comma is its decimal mark.
fn is_spanish(sentence: &str) -> bool {
    sentence
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| {
            matches!(*word, "fue" | "de" | "del" | "el" | "la" | "El" | "La" | "entre" | "los" | "las")
        })
        .count()
        >= 2
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
            "Spearman's rho of -1.2 was found.",
            "The model explained much (R² = 1.20).",
            "The proportion of responders was 1.30.",
            "Sensitivity was 104% and specificity 95%.",
            "La sensibilidad fue del 104 %.",
            "El coeficiente de correlación de Pearson fue de 1,25 en todos los pacientes.",
            "El AUC del modelo fue de 1,08 en la muestra de los pacientes.",
            "The AUROC of the model was 1.05.",
            "Specificity reached 110%.",
            "The odds ratio was -0.85 (95% CI -1.2 to 0.4).",
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
            "The model explained much (R² = 0.20).",
            "The relaxation rate R2 = 1.20 s-1 was fitted.",
            "The proportion of responders was 1.30 times higher.",
            "Sensitivity was 94% and specificity 100%.",
            "The log odds ratio was -0.85 (95% CI -1.2 to 0.4).",
            "Survival of 120 patients was analysed.",
        ] {
            assert!(places(ID, Format::Markdown, text, &manuscript()).is_empty(), "{text}");
        }
    }
}
