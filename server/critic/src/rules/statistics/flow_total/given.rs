//! Arms without "n =": in brackets after their names, before "respectively", or one by one.

use super::counts::{remark, spanish_or};
use crate::BlockContext;
use crate::analysis::statistics::Statistics;
use crate::pattern::{Pattern, any_case};
use referee_findings::Remark;
use referee_text::number_words::value_of_word;
use std::sync::LazyLock;

/// A number in digits or in English words.
const NUMBER: &str = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+|(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|a hundred|hundred)(?:[- ]and[- ]|[- ])?)+)";

/// The people or records that are counted.
const PEOPLE: &str = r"(?:[\p{L}-]+ ){0,3}?(?:patients|participants|women|men|children|infants|adults|subjects|people|volunteers|pacientes|participantes|mujeres|hombres|ni[ñn]os|adultos|sujetos|personas|voluntarios)";

/// Patterns with the total in `total` and the parts in `a`, `b` and `c`.
static ARM_PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let total = format!("(?P<total>{NUMBER})");
    let part = |name: &str| format!("(?P<{name}>[0-9]{{1,5}})");
    let (a, b, c) = (part("a"), part("b"), part("c"));
    let given = r"(?:randomi[sz]ed|randomly (?:assigned|allocated)|allocated|assigned|aleatorizad[oa]s|asignad[oa]s(?: al azar| aleatoriamente)?)";
    let arm = r"[^()0-9.;]{2,50}";
    let pattern = |text: String| any_case(&text);
    vec![
        // Of 120 patients randomised, 58 and 60 were allocated to drug and placebo.
        pattern(format!(
            r"\b(?:of|de) (?:the |these |los |las )?{total} ?{PEOPLE} (?:who were |que fueron )?{given}, {a} (?:and|y) {b} (?:were|fueron|received|recibieron|se) [^.;]{{3,80}}"
        )),
        // 120 patients were randomly assigned to drug (58) or placebo (60), with or without "n =".
        pattern(format!(
            r"\b{total} ?{PEOPLE} (?:were |fueron |se )?(?:enrolled and |included and )?{given} (?:to|al?|in|into) {arm}\((?:n ?= ?)?{a}\),? (?:(?:or|and|to|versus|vs\.?|o|y|u|a) ){{1,2}}{arm}\((?:n ?= ?)?{b}\)(?:[.,;:]| ?$)"
        )),
        pattern(format!(
            r"\bse (?:aleatorizaron|asignaron al azar|asignaron aleatoriamente)(?: a)? {total} ?{PEOPLE} a {arm}\((?:n ?= ?)?{a}\),? (?:(?:o|y|u|a) ){{1,2}}{arm}\((?:n ?= ?)?{b}\)"
        )),
        // 96 children were allocated to three groups: 32 received zinc, 35 received zinc with vitamin A and 39 placebo.
        pattern(format!(
            r"\b{total} ?{PEOPLE} (?:were |fueron |se )?(?:enrolled and |included and )?{given} (?:to|into|a|en) (?:two|three|dos|tres|2|3) (?:groups|arms|grupos|brazos): ?{a} (?:received|to|in|recibieron|a|en)[^.;0-9]{{2,50}}?(?:,? (?:and|y) |, ){b} (?:received |to |in |recibieron |a |en )?[^.;0-9]{{2,50}}?(?:(?:,? (?:and|y) |, ){c} [^.;0-9]{{2,50}})?[.;]"
        )),
        // De 500 registros, 100 se excluyeron y 300 se incluyeron.
        pattern(format!(
            r"\b(?:of|de) (?:the |los |las )?{total} (?:[\p{{L}}-]+ ){{0,2}}?(?:records|citations|articles|studies|titles|registros|citas|art[ií]culos|estudios|t[ií]tulos)(?: [\p{{L}}]+)?, {a} (?:were|fueron|se) (?:excluded|removed|discarded|excluid[oa]s|excluyeron|eliminad[oa]s|eliminaron|descartaron) (?:and|y) {b} (?:were|fueron|se) (?:included|retained|reviewed|incluid[oa]s|incluyeron|revisaron)\b"
        )),
    ]
});

/// The value of a number in digits or in words.
fn value(text: &str) -> Option<u64> {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return text.replace(',', "").parse().ok();
    }
    let lower = text.to_lowercase();
    let mut sum = 0;
    for word in lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        match word {
            "and" | "a" => {}
            "hundred" => sum = if sum == 0 { 100 } else { sum * 100 },
            _ => sum += u64::from(value_of_word(word)?),
        }
    }
    Some(sum)
}

/// Reports arms and parts that do not add up to the stated total.
pub(super) fn check(block: &BlockContext<'_>, statistics: &Statistics) -> Vec<Remark> {
    let text = statistics.text();
    let mut out = Vec::new();
    for found in ARM_PATTERNS.iter().flat_map(|pattern| pattern.captures_iter(text)) {
        let (Some(whole), Some(total)) = (found.get(0), found.name("total")) else { continue };
        let Some(all) = value(total.as_str()) else { continue };
        let parts: Vec<u64> =
            ["a", "b", "c"].iter().filter_map(|name| found.name(name)?.as_str().parse().ok()).collect();
        let sum: u64 = parts.iter().sum();
        let sentence = statistics.sentence(&total.range()).to_lowercase();
        // The sentence itself accounts for missing cases.
        let is_open = [
            "not ",
            "did not",
            "withdr",
            "exclu",
            "third",
            " other",
            "remaining",
            " rest ",
            "no recib",
            " resto",
        ]
        .iter()
        .any(|word| sentence.contains(word));
        let is_of_records =
            sentence.contains("exclu") && (sentence.contains("regist") || sentence.contains("record"));
        let plausible = sum <= all.saturating_add(all / 4) && sum.saturating_mul(4) >= all.saturating_mul(3);
        if sum == all || !plausible || parts.len() < 2 || is_open && !is_of_records {
            continue;
        }
        let shown: Vec<String> = parts.iter().map(u64::to_string).collect();
        let shown = shown.join(" + ");
        let message = spanish_or(
            block,
            format!(
                "Las partes suman {sum} ({shown}), y se dice que en total son {all}. Compruebe los números, o diga dónde están los demás."
            ),
            format!(
                "The parts add up to {sum} ({shown}), and {all} are said to be in all. Check the counts, or say where the others are."
            ),
        );
        out.push(remark(statistics, total.start()..whole.end(), message, all, sum));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words_are_read() {
        for (text, number) in [
            ("Two hundred and ten ", 210),
            ("ninety-six ", 96),
            ("a hundred ", 100),
            ("1,204", 1204),
            ("forty ", 40),
        ] {
            assert_eq!(value(text), Some(number), "{text}");
        }
    }
}
