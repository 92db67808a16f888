//! `statistics/percentage`

mod columns;

use super::wording::{self, local};
use crate::analysis::statistics::{Proportion, Statistics};
use crate::pattern::{Pattern, any_case};
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, FixContext};
use referee_findings::{Data, Finding, Fix, FixKind, Remark, Rule, Scope, Severity};
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "statistics/percentage",
        summary: "A percentage does not follow from the fraction next to it",
        severity: Some(Severity::Warning),
        scope: Scope::Block,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A count of a total with a percentage that is neither of them: `23/87 (27.4%)`, `17 of the 40 patients (45%)`, \
`45% (17/40)`, `17 de 40 (45 %)`. Information where the percentage is off by less than one unit of its last place (cut \
off instead of rounded), and where the total stands at the beginning of the sentence (`Of 87 patients, 23 (27.4%)`).

## Why

A percentage that does not fit its count means that one of three numbers is wrong, and readers cannot tell which.

## Example

```text
Of the women, 23/87 (27.4%) had been treated before.
```

23/87 is 26.4%.

## What it cannot tell

Which of the numbers is the wrong one, and whether a percentage is meant of something else than what stands beside it. \
It is silent where the words say so (`42% of the women`), and on what only looks like a count: scores out of ten, \
HPV 16/18, visual acuity, dates. A percentage is right when the exact value rounds to it, whichever way a tie is rounded.

## Fixes

- Set the percentage to the quotient, with as many decimals as before.

## Sources

Arithmetic; C. Georgescu and J. D. Wren, \"Algorithmic identification of discrepancies between published ratios and \
their reported confidence intervals and P-values\", 2018, 10.1093/bioinformatics/btx811, for how often it happens.
",
    },
    checks: &[Check::block(Applies::Both, BlockFlags::PERCENT, check)],
    fixes: Some(fixes),
};

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    if block.in_references {
        return Vec::new();
    }
    let mut out = columns::check(block);
    let told = block.statistics().proportions.iter().filter_map(|found| proportion_remark(block, found));
    for remark in told {
        if !out.iter().any(|known| known.place.overlaps(remark.place)) {
            out.push(remark);
        }
    }
    out
}

/// Whether a percentage ends a range over several groups: "63% to 86% (371 of 490 patients)".
fn ends_range(statistics: &Statistics, found: &Proportion) -> bool {
    static RANGE_OF_PERCENTAGES: LazyLock<Pattern> =
        LazyLock::new(|| any_case(r"(?P<from>\b(?:from|de|del) )?[0-9.,]+ ?% ?(?:to|–|-|a|al) ?$"));
    let before = statistics.text().get(..found.percent_place.start).unwrap_or_default();
    // "From 45% to 63% (57/90)" compares two times; the count belongs to the second.
    RANGE_OF_PERCENTAGES.captures(before).is_some_and(|range| range.name("from").is_none())
}

/// Whether the percentage is that of the count.
fn fits(found: &Proportion) -> bool {
    found.off() <= 0.5 + 1e-9
}

fn proportion_remark(block: &BlockContext<'_>, found: &Proportion) -> Option<Remark> {
    let statistics = block.statistics();
    if fits(found) || ends_range(statistics, found) {
        return None;
    }
    // Sentences about weights or rates have percentages of other things.
    let sentence = statistics.sentence(&found.place).to_lowercase();
    if ["weighted", "ponderad", "imputed", "age-standardi", "age-adjusted"]
        .iter()
        .any(|word| sentence.contains(word))
    {
        return None;
    }
    let percent = statistics.slice(&found.percent_place).to_owned();
    let (count, total) = (found.count.digits, found.total.digits);
    let decimals = usize::from(found.percent.decimals);
    let exact = wording::decimal(found.exact(), (decimals + 1).clamp(2, 6));
    let mut data = Data::default();
    data.more.insert("count", count.to_string());
    data.more.insert("total", total.to_string());
    data.more.insert("percent", percent.clone());
    data.more.insert("exact", exact.clone());
    let small = found.off() < 1.0;
    let message = match (block.in_spanish(), small) {
        (false, true) => format!(
            "{percent}% does not follow from {count} of {total} ({exact}%). Round it, or say that it is cut off."
        ),
        (false, false) => format!(
            "{percent}% does not follow from {count} of {total} ({exact}%). Check the count, the total and the percentage."
        ),
        (true, true) => format!(
            "{percent} % no se sigue de {count} de {total} ({} %). Redondéelo, o diga que está truncado.",
            exact.replace('.', ",")
        ),
        (true, false) => format!(
            "{percent} % no se sigue de {count} de {total} ({} %). Compruebe el número, el total y el porcentaje.",
            exact.replace('.', ",")
        ),
    };
    Some(Remark {
        place: statistics.source(&found.place),
        message,
        severity: Some(if small || found.distant { Severity::Information } else { Severity::Warning }),
        data,
        ..Remark::default()
    })
}

/// The number of decimals for the correct percentage: as many as the wrong one has, plus one if it lies exactly between
/// two, as 22.5 does between 22 and 23.
fn decimals_without_tie(found: &Proportion) -> usize {
    let decimals = usize::from(found.percent.decimals);
    let scaled = found.exact() * 10_f64.powi(i32::from(found.percent.decimals));
    let is_tie = (scaled.fract() - 0.5).abs() < 1e-9;
    decimals + usize::from(is_tie)
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    let Some(block) = draft.at(finding.span.start as usize) else { return Vec::new() };
    let statistics = block.statistics();
    let span = local(&block, finding.span);
    let found =
        statistics.proportions.iter().find(|found| statistics.source(&found.place) == span && !fits(found));
    let Some(found) = found else { return Vec::new() };
    let value = found.percent.in_style(found.exact(), decimals_without_tie(found));
    let edit = wording::edit(file, &block, statistics, found.percent_place.clone(), &value);
    vec![Fix {
        title: if block.in_spanish() {
            format!("Cambiar el porcentaje a {value} %")
        } else {
            format!("Set the percentage to {value}%")
        },
        kind: FixKind::Chosen,
        preferred: true,
        edits: vec![edit],
    }]
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{fixed, manuscript, note, said};
    use referee_findings::Severity;
    use referee_syntax::Format;

    const ID: &str = "statistics/percentage";

    fn severities(format: Format, text: &str) -> Vec<Severity> {
        said(ID, format, text, &manuscript()).iter().filter_map(|said| said.remark.severity).collect()
    }

    #[test]
    fn must_fire() {
        use Severity::{Information as I, Warning as W};
        let mut wrong = Vec::new();
        for (text, wanted) in [
            ("Relapse occurred in 23/87 (27.4%) patients.", W),
            ("Relapse occurred in 23 / 87 (27.4%) patients.", W),
            ("Relapse occurred in 23/87 (27.4 %).", W),
            ("Relapse occurred in 23/87 [27.4%].", W),
            ("Relapse occurred in 23 of 87 (27.4%) patients.", W),
            ("Relapse occurred in 23 out of 87 patients (27.4%).", W),
            ("Relapse occurred in 23 of the 87 treated patients (27.4%).", W),
            ("Relapse occurred in 23 of 87 patients (27.4%; 95% CI 18.0–37.0).", W),
            ("Relapse occurred in 27.4% (23/87) of patients.", W),
            ("Relapse occurred in 27.4% (23 of 87).", W),
            ("Relapse occurred in 27.4% (n = 23/87).", W),
            ("Relapse (23/87, 27.4%) was common.", W),
            ("Relapse (23/87; 27.4%) was common.", W),
            ("Relapse was common: 17/40 (45%).", W),
            ("Relapse was common: 17/40 (41%).", W),
            ("Relapse was common: 1,234 of 5,678 women (27.1%).", W),
            ("Relapse was common: 5/12 (4.17%).", W),
            ("Relapse was common: 5/12 (14%).", W),
            ("All did well, 40/40 (99%).", W),
            ("All did well, 40/40 (10%).", W),
            ("*Relapse* occurred in **23/87** (27.4%).", W),
            ("Relapse occurred in $23/87$ ($27.4\\%$).", W),
            ("Recayeron 23 de 87 pacientes (27,4%).", W),
            ("Recayeron 23/87 (27,4 %).", W),
            ("Recayeron 23 de los 87 pacientes (27,4 %).", W),
            ("Recayó el 27,4% (23/87) de los pacientes.", W),
            ("Recayó el 27,4 % (23 de 87).", W),
            ("Recayeron 17 de las 40 mujeres (45%).", W),
            ("Relapse occurred in 2/3 (66%).", I),
            ("Relapse occurred in 23/87 (26.5%).", I),
            ("Of 87 patients, 23 (27.4%) relapsed.", I),
            ("De los 87 pacientes, 23 (27,4%) recayeron.", I),
            ("Among the 87 women, 23 (36.4%) relapsed.", I),
        ] {
            let found = severities(Format::Markdown, text);
            if found != [wanted] {
                wrong.push((text, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert_eq!(severities(Format::Latex, "Relapse occurred in 23/87 (27.4\\%)."), [W]);
        assert_eq!(severities(Format::Latex, "Relapse occurred in 23~of 87~patients (27.4\\,\\%)."), [W]);
        assert_eq!(severities(Format::Typst, "Relapse occurred in 23/87 (27.4%)."), [W]);
    }

    #[test]
    fn must_not_fire() {
        let mut wrong = Vec::new();
        for text in [
            "Relapse occurred in 23/87 (26.4%) patients.",
            "Relapse occurred in 23/87 (26%) patients.",
            "Relapse occurred in 23/87 (26.44%) patients.",
            "Relapse occurred in 17/40 (42%).",
            "Relapse occurred in 17/40 (43%).",
            "Relapse occurred in 17/40 (42.5%).",
            "Relapse occurred in 23 of 87 (26.4%) patients.",
            "Relapse occurred in 26.4% (23/87) of patients.",
            "Relapse occurred in 26.4% (23 of 87 patients).",
            "Relapse occurred in 1 of 20 (95% CI 0.1–24.9).",
            "Relapse occurred in 1/20 (95 % confidence interval, 0.1 to 24.9).",
            "Relapse occurred in 23/87 (26.4%; 95% CI 18–37).",
            "Recayeron 23 de 87 pacientes (26,4%).",
            "Recayeron 23 de los 87 pacientes (26,4 %).",
            "Recayó el 26,4 % (23/87) de los pacientes.",
            "Recayeron 17/40 (42,5 %).",
            "Of 87 patients, 23 (26.4%) relapsed.",
            "Of 87 patients, 40 were women, of whom 10 (25%) relapsed.",
            "Of 87 patients, 23 relapsed and 10 (43.5%) of them died.",
            "De los 87 pacientes, 23 (26,4%) recayeron.",
            "Women were 40 (46%) and 10 (25%) of them relapsed.",
            "Pain was 7/10 (30% less than before).",
            "A pain score of 7/10 (30%) was common.",
            "HPV 16/18 (70%) was the most frequent.",
            "Types 16/18 (70%) were the most frequent.",
            "Visual acuity was 20/40 (35%).",
            "Vision of 20/40 or better (35%) was common.",
            "On 3/4/2020 (50%) of them had left.",
            "Blood pressure was 120/80 (10%).",
            "It was diluted 1/100 (5%).",
            "24 of 40 women had anaemia (12%).",
            "The power for 10 of 40 (80% power) was low.",
            "The rate fell from 12–17 of 40 (30%).",
            "In 40–45% (17/40) it was so.",
            "About 2.5 of 40 (6%) are lost.",
            "In group n = 23 (26.4%) relapsed.",
            "The weighted share was 23/87 (31.0%).",
            "Only 23 (26.4%) relapsed.",
            "A CD4/CD8 of 1/2 (50%) is low.",
            "Of the 4 arms, 2 (10%) were closed.",
            "In 17 of 40 (42.5% of the women) it was so.",
            "In 17 of 40 (more than 45%) it was so.",
            "In 17 of 40 (~45%) it was so.",
            "In 17 of 40 (<45%) it was so.",
            "In 17 of 40 (≥ 40%) it was so.",
            "In 17 of 40 (40–45%) it was so.",
            "The 5/8 (5% agarose) gel was used.",
            "It rose by 10% (1 of the aims).",
            "It rose by 10% (of 40, 3 were lost).",
            "`23/87 (27.4%)` is what the program prints.",
            "The share was 0/40 (0%).",
            "The share was 40/40 (100%).",
            "A 3/4 (75%) majority agreed.",
            "Half of them, 20/40 (50.0%), agreed.",
            "Grade 3/4 (15%) toxicity was seen.",
            "Grado 3/4 (15%) de toxicidad.",
            "Phase 1/2 (30%) trials were few.",
            "It fell 5 of 10 points (12%).",
            "A dose of 5/10 mg (12%) was given.",
            "The codon 12/13 (40%) mutations were found.",
            "The ratio 12/40 (10%) is a ratio.",
            "1,234 of 5,678 women (21.7%) relapsed.",
            "Relapse in 33/99 (33.3%) and 66/99 (66.7%).",
            "See references 12/13 (2019) and 5%.",
        ] {
            let found = severities(Format::Markdown, text);
            if !found.is_empty() {
                wrong.push((text, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn it_looks_at_notes_too_and_the_fix_keeps_the_style() {
        assert_eq!(said(ID, Format::PlainText, "Took 5/12 doses (14%).", &note()).len(), 1);
        let fixes = fixed(ID, Format::Markdown, "Recayeron 23 de 87 pacientes (27,4%).", &manuscript());
        assert_eq!(fixes.len(), 1);
        assert!(fixes[0].1);
        assert_eq!(fixes[0].2, "Recayeron 23 de 87 pacientes (26,4%).");
        // 9 of 40 is 22.5 %, exactly between 22 and 23.
        let fixes = fixed(ID, Format::Markdown, "Relapse in 9/40 (25%).", &manuscript());
        assert_eq!(fixes[0].2, "Relapse in 9/40 (22.5%).");
        let all = said(ID, Format::Markdown, "In 23/87 (27.4%).", &manuscript());
        assert_eq!(
            all[0].remark.message,
            "27.4% does not follow from 23 of 87 (26.44%). Check the count, the total and the percentage."
        );
    }
}
