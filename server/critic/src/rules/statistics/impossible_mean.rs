//! `statistics/impossible-mean`

use super::wording;
use crate::analysis::statistics::{Number, Statistics, grim};
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule};
use referee_findings::{Data, Remark, Rule, Scope, Severity};
use std::ops::Range;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "statistics/impossible-mean",
        summary: "A mean of whole numbers is impossible for their count",
        severity: None,
        scope: Scope::Block,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A mean with two or more decimals (`M = 5.19`, `mean = 5.19`, `media = 5,19`) beside its n, in a paragraph that says that \
the data are whole numbers (integer, whole numbers, Likert, an *x*-point scale, entero, de *x* puntos), where no sum of n \
whole numbers has that mean. It is off unless it is switched on.

## Why

The mean of 28 whole numbers is a 28th of a whole number; 5.19 is none. Such a mean was copied wrongly, or it is of fewer \
people than stated.

## Example

```text
Participants (n = 28) rated pain on an integer scale, M = 5.19.
```

## What it cannot tell

Whether single answers were averaged before: where items, composites or subscales are named, it says nothing. Whether \
somebody gave no answer, and so whether n is the n of this mean. It cannot say anything about means of 100 and more people \
with two decimals, because every decimal is possible there.

## Fixes

None: only the author knows which number is right.

## Sources

N. J. L. Brown and J. A. J. Heathers, \"The GRIM test\", 2017, 10.1177/1948550616673876.
",
    },
    checks: &[Check::block(Applies::Manuscripts, BlockFlags::RELATION, check)],
    fixes: None,
};

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    if block.in_references || !block.text().contains(['M', 'm']) {
        return Vec::new();
    }
    let statistics = block.statistics();
    let folded = statistics.text().to_lowercase();
    const WHOLE_NUMBER_WORDS: [&str; 9] = [
        "integer",
        "whole number",
        "whole-number",
        "likert",
        "-point",
        " point scale",
        "entero",
        "puntos",
        "single-item",
    ];
    const AVERAGED_SCALE_WORDS: [&str; 9] = [
        " items",
        "subscale",
        "composite",
        "averaged",
        "average of",
        "sum score",
        "ítems",
        "subescala",
        "compuest",
    ];
    if !WHOLE_NUMBER_WORDS.iter().any(|word| folded.contains(word))
        || AVERAGED_SCALE_WORDS.iter().any(|word| folded.contains(word))
    {
        return Vec::new();
    }
    statistics.means.iter().filter_map(|mean| mean_remark(block.in_spanish(), statistics, mean)).collect()
}

fn mean_remark(
    spanish: bool,
    statistics: &Statistics,
    (mean, place): &(Number, Range<usize>),
) -> Option<Remark> {
    let (n, n_place) = count_of(statistics, place)?;
    if grim::possible(*mean, n)? {
        return None;
    }
    let shown = wording::quoted(statistics.slice(place));
    let mut data = Data::default();
    data.more.insert("mean", shown.clone());
    data.more.insert("n", n.to_string());
    let sum = mean.value() * n as f64;
    let decimals = usize::from(mean.decimals);
    let (below, above) = (sum.floor() / n as f64, sum.ceil() / n as f64);
    let message = if spanish {
        format!(
            "{n} números enteros no pueden tener {shown}: las medias más cercanas son {below:.decimals$} y {above:.decimals$}. \
             Compruebe la media, n y si los datos son enteros."
        )
    } else {
        format!(
            "{n} whole numbers cannot have {shown}: the nearest means are {below:.decimals$} and {above:.decimals$}. Check \
         the mean, n and whether the data are whole numbers."
        )
    };
    let remark = Remark {
        place: statistics.source(place),
        message,
        severity: Some(Severity::Hint),
        data,
        ..Remark::default()
    };
    let the_count = if spanish { "el recuento" } else { "the count" };
    Some(remark.with_related(statistics.source(&n_place), the_count))
}

/// The n of a mean: the one in the same parentheses, else the only one in the sentence.
fn count_of(statistics: &Statistics, place: &Range<usize>) -> Option<(u64, Range<usize>)> {
    let sentence = statistics.sentence_range(place);
    let inside = |at: &Range<usize>| at.start >= sentence.start && at.end <= sentence.end;
    let near: Vec<&(Number, Range<usize>)> = statistics.counts.iter().filter(|(_, at)| inside(at)).collect();
    let same = near.iter().find(|(_, at)| {
        let (from, to) = (at.start.min(place.start), at.end.max(place.end));
        let between = statistics.text().get(from..to).unwrap_or_default();
        to - from < 60 && !between.contains(['(', ')', ';'])
    });
    let (number, at) = match (same, near.as_slice()) {
        (Some(found), _) => found,
        (None, [only]) => only,
        _ => return None,
    };
    (number.is_whole() && !number.negative).then(|| (number.digits, at.clone()))
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{manuscript, said};
    use referee_syntax::Format;

    const ID: &str = "statistics/impossible-mean";

    fn count(text: &str) -> usize {
        said(ID, Format::Markdown, text, &manuscript()).len()
    }

    #[test]
    fn must_fire() {
        for (mean, n) in [
            ("5.19", 28),
            ("3.48", 20),
            ("5.93", 49),
            ("2.35", 12),
            ("4.01", 30),
            ("1.99", 40),
            ("6.66", 25),
            ("3.03", 15),
            ("2.22", 10),
            ("4.44", 24),
        ] {
            let comma = mean.replace('.', ",");
            for text in [
                format!("Participants (n = {n}) rated pain on an integer scale, M = {mean}."),
                format!("On a 7-point scale the women (*n* = {n}, *M* = {mean}, *SD* = 1.10) agreed."),
                format!("En una escala de 7 puntos los participantes (n = {n}) dieron una media = {comma}."),
                format!("The answers were whole numbers (mean = {mean}, N = {n})."),
            ] {
                assert_eq!(count(&text), 1, "{text}");
            }
        }
    }

    #[test]
    fn must_not_fire() {
        for (mean, n) in [
            ("5.19", 32),
            ("3.45", 20),
            ("5.92", 49),
            ("2.33", 12),
            ("4.03", 30),
            ("1.98", 40),
            ("6.64", 25),
            ("3.07", 15),
            ("2.20", 10),
            ("4.42", 24),
            ("5.19", 128),
            ("5.2", 28),
        ] {
            for text in [
                format!("Participants (n = {n}) rated pain on an integer scale, M = {mean}."),
                format!("On a 7-point scale the women (*n* = {n}, *M* = {mean}, *SD* = 1.10) agreed."),
                format!("En una escala de 7 puntos (n = {n}) la media = {}.", mean.replace('.', ",")),
            ] {
                assert_eq!(count(&text), 0, "{text}");
            }
        }
        for text in [
            "Participants (n = 28) had a mean weight of M = 65.19 kg.",
            "Participants (n = 28) weighed M = 65.19.",
            "The scale had five items on a 7-point scale (n = 28, M = 5.19).",
            "The subscale is of integers (n = 28, M = 5.19).",
            "Composite scores of Likert answers (n = 28, M = 5.19).",
            "On a 7-point scale the women (n = 28) and men (n = 30) agreed, M = 5.19.",
            "On a 7-point scale M = 5.19.",
            "On a 7-point scale SD = 5.19 (n = 28).",
            "On a 7-point scale Mdn = 5.19 (n = 28).",
            "La escala tiene seis ítems de 7 puntos (n = 28, M = 5,19).",
            "On a Likert scale the 28 women agreed. M = 5.19 was the mean of all.",
            "En una escala de 7 puntos, DE = 5,19 (n = 28).",
            "A 7-point scale was used (n = 28).",
            "An integer programme with M = 5.19 was solved.",
            "`M = 5.19 (n = 28)` on a 7-point scale",
            "# A 7-point scale (n = 28)",
            "On a 7-point scale M < 5.19 (n = 28) was expected of no one with M = 5.",
            "Averaged over days on a 7-point scale (n = 28, M = 5.19).",
            "El promedio de los 28 en una escala de 7 puntos fue 5,19.",
            "A three-point scale (n = 0, M = 5.19).",
            "On a 7-point scale (n = 28; age M = 41.2) they agreed.",
            "Subescala de enteros (n = 28, M = 5,19).",
            "Puntuaciones compuestas de 7 puntos (n = 28, M = 5,19).",
            "The average of two 7-point scales (n = 28, M = 5.19).",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }
}
