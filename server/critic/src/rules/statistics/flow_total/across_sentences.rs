//! Counts that follow from each other across two or three sentences: "We assessed 412 patients. Of these 412, 96 were
//! excluded (61 not eligible, 35 declined). The remaining 306 were randomised."

use super::counts::{remark, spanish_or};
use crate::BlockContext;
use crate::analysis::statistics::Statistics;
use crate::pattern::{Pattern, any_case};
use referee_findings::Remark;
use std::sync::LazyLock;

/// A count.
const NUMBER: &str = r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+";

/// Verbs for the initial count.
const LOOKED_AT: &str = r"assessed|screened|identified|evaluated|invited|approached|reviewed|retrieved|enrolled|recruited|evaluaron|evalu[oó]|cribaron|identific[oó]|identificaron|invit[oó]|invitaron|revisaron|reclutaron|valoraron|evaluad[oa]s|cribad[oa]s|identificad[oa]s|invitad[oa]s|revisad[oa]s";

/// Verbs for the removed count.
const TAKEN_AWAY: &str = r"excluded|removed|discarded|ineligible|declined|withdrew|excluid[oa]s|descartad[oa]s|eliminad[oa]s|retirad[oa]s";

static FLOW: LazyLock<Pattern> = LazyLock::new(|| {
    let total = format!(
        r"(?:{LOOKED_AT}) (?P<t1>{NUMBER}) [\p{{L}}][^.;0-9]{{0,80}}|\b(?P<t2>{NUMBER}) (?:[\p{{L}}-]+ ){{1,4}}?(?:(?:was|were|fueron) )?(?:{LOOKED_AT})\b[^.;0-9]{{0,60}}|\b(?:of|de) (?:(?:the|these|those|all|los|las|estos|estas) )?(?P<t3>{NUMBER})\b[^.;0-9]{{0,50}}"
    );
    let again = r"(?:(?:of (?:these|those|them|whom)|de (?:ellos|ellas|estos|estas)|entre ellos)[ ,]*(?:[0-9][0-9,]*)?[^.;0-9]{0,40})?";
    let gone = format!(
        r"(?:(?P<g1>{NUMBER}) (?:[\p{{L}}-]+ ){{0,4}}?(?:{TAKEN_AWAY})\b|(?:excluded|discarded|se excluyeron|se descartaron|se eliminaron|excluimos)(?: a)? (?P<g2>{NUMBER})\b)"
    );
    let rest = format!(
        r"(?:remaining (?P<r1>{NUMBER})\b|\b(?:los|las) (?P<r2>{NUMBER}) (?:[\p{{L}}-]+ )?restantes|\b(?:los|las) (?:[\p{{L}}-]+ )?restantes (?P<r3>{NUMBER})\b|\b(?:finally|ultimately|in the end),? (?:[\p{{L}}-]+ ){{0,2}}?(?P<r4>{NUMBER}) (?:[\p{{L}}-]+ ){{1,4}}?(?:included|randomi[sz]ed|analy[sz]ed|entered|met)\b|\b(?:finalmente|al final|por [uú]ltimo),? se (?:incluyeron|analizaron|aleatorizaron|seleccionaron)(?: a)? (?P<r5>{NUMBER})\b)"
    );
    any_case(&format!(
        r"(?:{total})[.;:,]?\s*{again}{gone}(?P<between>[^.;]{{0,260}}?[.;,]\s*(?:[^.;0-9]{{0,40}}?)){rest}(?P<behind>[^.;]{{0,60}})"
    ))
});

/// Words between the counts that add or remove further cases.
const BESIDES: [&str; 22] = [
    "added",
    "additional",
    "further",
    "another",
    "plus",
    "hand search",
    "manual",
    "from other",
    "also",
    "besides",
    "añad",
    "adicional",
    "otros",
    "otras",
    "más",
    "tampoco",
    "además",
    "died",
    "lost",
    "withdrew",
    "fallec",
    "perdi",
];

/// Reports a remainder that is not the total minus the removed count.
pub(super) fn check(block: &BlockContext<'_>, statistics: &Statistics) -> Vec<Remark> {
    let text = statistics.text();
    let lower = text.to_lowercase();
    // Without one of these words the pattern does not run.
    if ![
        "remaining",
        "restantes",
        "finally",
        "ultimately",
        "finalmente",
        "al final",
        "en último",
        "por último",
    ]
    .iter()
    .any(|word| lower.contains(word))
    {
        return Vec::new();
    }
    let mut out = Vec::new();
    for found in FLOW.captures_iter(text) {
        let number = |names: &[&str]| {
            let shown = names.iter().find_map(|name| found.name(name))?.as_str();
            shown.chars().filter(char::is_ascii_digit).collect::<String>().parse::<u64>().ok()
        };
        let (Some(total), Some(gone), Some(rest), Some(whole)) = (
            number(&["t1", "t2", "t3"]),
            number(&["g1", "g2"]),
            number(&["r1", "r2", "r3", "r4", "r5"]),
            found.get(0),
        ) else {
            continue;
        };
        let Some(expected) = total.checked_sub(gone).filter(|expected| *expected != rest) else { continue };
        let named = |name: &str| found.name(name).map_or("", |part| part.as_str()).to_lowercase();
        let between = without_brackets(&named("between"));
        // If articles are excluded and studies remain, one study may have several articles.
        let is_of_other_unit = found.name("r4").or(found.name("r5")).is_some() && rest < expected;
        if total < 10
            || rest > total
            || is_of_other_unit
            || BESIDES.iter().any(|word| between.contains(word))
            || !is_one_list(&between, gone)
        {
            continue;
        }
        let message = spanish_or(
            block,
            format!(
                "{total} − {gone} son {expected}, y no {rest}. Compruebe los números, o indique el motivo de la diferencia."
            ),
            format!(
                "{total} less {gone} is {expected}, not {rest}. Check the counts, or explain the difference."
            ),
        );
        let end = whole.end() - named_len(&found, "behind");
        out.push(remark(statistics, whole.start()..end, message, rest, expected));
    }
    out
}

/// The byte length of a match group.
fn named_len(found: &regex::Captures<'_>, name: &str) -> usize {
    found.name(name).map_or(0, |part| part.len())
}

/// A text without the content of its brackets.
fn without_brackets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

/// Whether the text in between is free of counts, or lists only the reasons of the removed cases, which add up to
/// their number.
fn is_one_list(between: &str, gone: u64) -> bool {
    let numbers: Option<Vec<u64>> = between
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| digits.parse().ok())
        .collect();
    numbers.is_some_and(|numbers| numbers.is_empty() || numbers.iter().sum::<u64>() == gone)
}
