//! A sentence that lists the parts of a whole: `640 adults: 310 in district hospitals, 190 in regional ones and 160
//! elsewhere`.

use super::counts::{COUNT, Count, count, remark, spanish_or};
use crate::BlockContext;
use crate::analysis::statistics::Statistics;
use crate::pattern::{Pattern, any_case};
use referee_findings::Remark;
use std::sync::LazyLock;

/// Words that make the parts of a list mutually exclusive: places, outcomes, severity.
static EXCLUSIVE_PARTS: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:hospitals?|cent(?:re|er)s?|wards?|clinics?|units?|discharged|sent|booked|admitted|transferred|referred|died|triaged|mild|moderate|severe|stage|grade|class|urban|rural|leves?|moderad[oa]s?|graves?|estadio|grado|hospitales|centros|unidades|servicios|dados? de alta|ingresad[oa]s|ingresaron|derivad[oa]s|trasladad[oa]s|fallec\w+|urban[oa]s?|rurales)\b",
    )
});

/// Words for overlapping parts, or for parts of another whole.
static OVERLAPPING_PARTS: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:some|also|both|respectively|including|mostly|mainly|most|least|more than|of whom|of which|of these|either|several|respectivamente|adem[aá]s|tambi[eé]n|ambos|ambas|incluid[oa]s|al menos|m[aá]s de|de los cuales|de las cuales|years?|months?|weeks?|days?|a[nñ]os|meses|semanas|d[ií]as|age|edad)\b",
    )
});

/// Reports three or more parts after their whole that do not add up to it, if the sentence lacks other numbers.
pub(super) fn listed(block: &BlockContext<'_>, statistics: &Statistics) -> Vec<Remark> {
    static LISTED_PARTS: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        let share = r"(?: ?\([0-9]+(?:[.,][0-9]+)? ?%\))?";
        let part = format!(r"[0-9]{{1,3}}(?:,[0-9]{{3}})*{share}(?: [\p{{L}}’'-]+){{1,9}}{share}");
        Some(Pattern::new(&format!(
            r"(?i)(?:\b(?:of|de)(?: the| los| las)? {COUNT} (?:[\p{{L}}-]+ ){{0,4}}?[\p{{L}}-]+,|\b{COUNT} [\p{{L}}-]+(?: [\p{{L}}-]+){{0,4}}:) (?P<parts>(?:{part}, ){{1,5}}{part},? (?:and|y|e) {part}[.;]|{part},? (?:and|y|e) {part}[.;])"
        )))
    });
    static COUNT_OF_PART: LazyLock<Option<Pattern>> =
        LazyLock::new(|| Some(Pattern::new(&format!(r"(?:^|, |and |y |e ){COUNT}"))));
    let text = statistics.text();
    let (Some(list), Some(part)) = (LISTED_PARTS.as_ref(), COUNT_OF_PART.as_ref()) else { return Vec::new() };
    let mut out = Vec::new();
    for found in list.captures_iter(text) {
        let (Some(total), Some(parts), Some(whole)) = (count(&found), found.name("parts"), found.get(0))
        else {
            continue;
        };
        let counts: Vec<Count> =
            part.captures_iter(parts.as_str()).filter_map(|found| count(&found)).collect();
        let sum: u64 = counts.iter().map(|(number, _)| *number).sum();
        // A sum far from the whole means other, or overlapping, parts.
        let is_near = sum.abs_diff(total.0).saturating_mul(8) <= total.0;
        if counts.len() < 3
            || sum == total.0
            || !is_near
            || total.0 < 20
            || counts.iter().any(|(number, _)| *number >= total.0)
            || !EXCLUSIVE_PARTS.is_match(parts.as_str())
            || OVERLAPPING_PARTS.is_match(whole.as_str())
        {
            continue;
        }
        let shown: Vec<String> = counts.iter().map(|(number, _)| number.to_string()).collect();
        let shown = shown.join(" + ");
        let message = spanish_or(
            block,
            format!(
                "{shown} son {sum}, y no {}. Compruebe los números, o indique el motivo de la diferencia.",
                total.0
            ),
            format!("{shown} is {sum}, not {}. Check the counts, or explain the difference.", total.0),
        );
        out.push(remark(statistics, total.1.start..parts.end(), message, total.0, sum));
    }
    out
}
