//! Counts that a sentence subtracts from a total or adds up to one.

use super::counts::{COUNT, count, remark, spanish_or};
use crate::BlockContext;
use crate::analysis::statistics::Statistics;
use crate::pattern::{Pattern, any_case};
use referee_findings::Remark;
use std::ops::Range;
use std::sync::LazyLock;

/// Words for the remainder in "320 were excluded, leaving 180" and "12 withdrew and 88 completed".
const REMAINING_WORDS: &str = r"leaving|remain(?:ed|ing)?|were left|completed|resulting in|yielding|quedando|quedaron|restaron|completaron|permanecieron";

/// Words for the remaining people and records: "188 were excluded and 334 were enrolled".
const CONTINUING_WORDS: &str = r"(?:were|was) (?:(?:finally|then|ultimately) )?(?:enrolled|included|randomi[sz]ed|analy[sz]ed|screened|assessed|reviewed|retained)|(?:fueron|se) (?:finalmente )?(?:incluid[oa]s|incluyeron|analizad[oa]s|analizaron|aleatorizad[oa]s|aleatorizaron|cribad[oa]s|cribaron)|(?:consented|signed|gave (?:\w+ )?consent|took part|participated|aceptaron|firmaron|participaron)";

/// Words for removed people and records.
const REMOVED_WORDS: &str = r"excluded|removed|withdrew|dropped out|drop-?outs?|discontinued|declined|refused|were lost|lost to follow-up|died|eliminated|were ineligible|duplicates?|excluid[oa]s|eliminad[oa]s|retirad[oa]s|abandonaron|se retiraron|rechazaron|fallecieron|murieron|se perdieron|perdid[oa]s|duplicad[oa]s|se excluyeron|se eliminaron|se descartaron|descartad[oa]s|discarded";

/// Nouns between a count and the verb that applies to it.
const COUNTED_NOUNS: &str = r"(?:[\p{L}-]+ ){0,3}?";

static REMOVED_COUNT: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    Some(Pattern::new(&format!(
        r"(?i)\b{COUNT} {COUNTED_NOUNS}(?:(?:were|was|had|fueron|han sido) )?(?:{REMOVED_WORDS})\b|\b(?:removing|excluding|removal of|exclusion of|eliminar|excluir|retirar|se excluyeron|se eliminaron|se retiraron|abandonaron|we (?:excluded|removed)|(?:authors|reviewers) excluded)(?: a)? {COUNT}\b|\b(?:and|y) {COUNT} (?:for|because of|due to|por|debido a)\b"
    )))
});

static CONTINUING_COUNT: LazyLock<Option<Pattern>> =
    LazyLock::new(|| Some(Pattern::new(&format!(r"(?i)\b{COUNT} {COUNTED_NOUNS}(?:{CONTINUING_WORDS})\b"))));

/// Whether a sentence calls its total the initial number.
fn begins_with_all(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    [
        "screened",
        "assessed",
        "identified",
        "eligible",
        "invited",
        "approached",
        "invit",
        "after removing",
        "after excluding",
        "after removal",
        "after exclusion",
        "tras eliminar",
        "tras excluir",
        "cribaron",
        "cribad",
        "identificaron",
        "identificad",
        "evaluaron",
        "evaluad",
        "elegibles",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

static REMAINING_COUNT: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    Some(Pattern::new(&format!(
        r"(?i)\b(?:leaving|resulting in|yielding|quedando|quedaron|restaron|completaron(?: el estudio)?|permanecieron)(?: (?:a total of|un total de|a|us with|with))? {COUNT}\b|\b(?:por lo que|con lo que|de modo que|de manera que|as[ií] que|y) (?:finalmente )?se (?:analizaron|incluyeron|estudiaron|aleatorizaron) {COUNT}\b|\b{COUNT} {COUNTED_NOUNS}(?:(?:were|was) )?(?:remain(?:ed|ing)?|left\b|completed|completaron)"
    )))
});

/// `Of the 100 patients enrolled, 12 withdrew and 90 completed`, `45 duplicates were removed from 400 records, 365 remained`.
pub(super) fn remainders(block: &BlockContext<'_>, statistics: &Statistics) -> Vec<Remark> {
    static REMAINDER_WORDS: LazyLock<Option<Pattern>> =
        LazyLock::new(|| Some(Pattern::new(&format!(r"(?i)\b(?:{REMAINING_WORDS}|{CONTINUING_WORDS})\b"))));
    let text = statistics.text();
    let (Some(trigger), Some(taken), Some(left), Some(went_on)) = (
        REMAINDER_WORDS.as_ref(),
        REMOVED_COUNT.as_ref(),
        REMAINING_COUNT.as_ref(),
        CONTINUING_COUNT.as_ref(),
    ) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let mut last_end = 0;
    for hit in trigger.find_iter(text) {
        if hit.start() < last_end {
            continue;
        }
        let sentence = statistics.sentence(&hit.range());
        let start = statistics.sentence_range(&hit.range()).start;
        // Report each sentence at most once.
        last_end = start + sentence.len();
        let Some(all) = plain_counts(sentence) else { continue };
        let gone: Vec<(u64, Range<usize>)> =
            taken.captures_iter(sentence).filter_map(|found| count(&found)).collect();
        let mut rest: Vec<(u64, Range<usize>)> =
            left.captures_iter(sentence).filter_map(|found| count(&found)).collect();
        if rest.is_empty() && begins_with_all(sentence) {
            let behind = gone.iter().map(|(_, at)| at.end).min().unwrap_or(usize::MAX);
            rest.extend(went_on.captures_iter(sentence).filter_map(|found| count(&found)));
            rest.retain(|(_, at)| at.start > behind);
        }
        let [rest] = rest.as_slice() else { continue };
        let is_used = |at: &Range<usize>| *at == rest.1 || gone.iter().any(|(_, known)| known == at);
        let mut others = all.iter().filter(|(_, at)| !is_used(at));
        // A single total, and no other number that the sum might omit.
        let (Some(total), None) = (others.next(), others.next()) else { continue };
        let sum: u64 = gone.iter().map(|(number, _)| *number).sum();
        if gone.is_empty()
            || gone.iter().any(|(_, at)| *at == rest.1)
            || total.0 < 10
            || sum >= total.0
            || rest.0 >= total.0
            || total.0 - sum == rest.0
            || !speaks_of_one_flow(sentence)
        {
            continue;
        }
        let expected = total.0 - sum;
        let shown: Vec<String> = gone.iter().map(|(number, _)| number.to_string()).collect();
        let message = spanish_or(
            block,
            format!(
                "{} − {} son {expected}, y no {}. Compruebe los números, o diga dónde están los demás.",
                total.0,
                shown.join(" − "),
                rest.0
            ),
            format!(
                "{} less {} is {expected}, not {}. Check the counts, or say where the others are.",
                total.0,
                shown.join(" and "),
                rest.0
            ),
        );
        let first =
            total.1.start.min(rest.1.start).min(gone.iter().map(|(_, at)| at.start).min().unwrap_or(0));
        let end = total.1.end.max(rest.1.end).max(gone.iter().map(|(_, at)| at.end).max().unwrap_or(0));
        out.push(remark(statistics, start + first..start + end, message, rest.0, expected));
    }
    out
}

/// Whether the counts of a sentence follow from each other: no other percentages, groups or times.
fn speaks_of_one_flow(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    ![
        "respectively",
        "respectivamente",
        "each",
        "per ",
        "cada ",
        "at least",
        "more than",
        "al menos",
        "más de",
        "including",
        "of whom",
        "of which",
        "of these",
        "de los cuales",
        "de estos",
        ", incluid",
        "further",
        "another",
        "additional",
        "both ",
        "group",
        "grupo",
        "arm ",
        "arms",
        "weeks",
        "months",
        "years",
        "semanas",
        "meses",
        "años",
        "days",
        "visits",
        "items",
        "sessions",
        "questionnaire",
        "reason",
        "because",
        "partially",
        "also ",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

/// The counts in a sentence; `None` if it has numbers other than counts and percentages.
fn plain_counts(sentence: &str) -> Option<Vec<(u64, Range<usize>)>> {
    static NUMBER: LazyLock<Option<Pattern>> =
        LazyLock::new(|| Some(Pattern::new(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+(?:\.[0-9]+)?")));
    let mut out = Vec::new();
    for found in NUMBER.as_ref()?.find_iter(sentence) {
        let behind = sentence.get(found.end()..).unwrap_or_default();
        let before = sentence.get(..found.start()).unwrap_or_default();
        if behind.trim_start().starts_with('%') {
            continue;
        }
        // A reference, a year, a decimal or part of a name is not a count.
        let is_part = before
            .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '–' | '/' | '.' | '[' | '^'))
            || behind.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '–' | '/' | ']' | '^'));
        let digits: String = found.as_str().chars().filter(|c| *c != ',').collect();
        let number: u64 = digits.parse().ok()?;
        if is_part || before.ends_with("in ") && (1900..2100).contains(&number) {
            return None;
        }
        out.push((number, found.range()));
    }
    (out.len() <= 8).then_some(out)
}

/// `The search found 2,210 records. After 430 duplicates were removed, 1,870 titles were screened`.
pub(super) fn without_duplicates(block: &BlockContext<'_>, statistics: &Statistics) -> Vec<Remark> {
    static DUPLICATES_REMOVED: LazyLock<Pattern> = LazyLock::new(|| {
        let number = r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+";
        let records = r"(?:records|references|citations|articles|titles|studies|publications|papers|abstracts|hits|registros|referencias|citas|art[ií]culos|t[ií]tulos|estudios)";
        any_case(&format!(
            r"\b(?P<total>{number}) (?:[\p{{L}}-]+ ){{0,2}}?{records}\b[^.;0-9]{{0,60}}[.;] ?(?:after|once|following|when|tras|despu[eé]s de|una vez)(?: (?:the|la|los))? (?:(?:removing|removal of|excluding|exclusion of|eliminar|eliminaci[oó]n de|excluir|eliminados) (?:the |los )?)?(?P<gone>{number}) (?:duplicates?|duplicate {records}|duplicad[oa]s|{records} duplicad[oa]s)(?: (?:were|was|had been|removed|excluded|deleted|eliminad[oa]s)){{0,2}}, (?P<rest>{number}) (?:[\p{{L}}-]+ ){{0,4}}?(?:were|was|remained|fueron|quedaron|se cribaron|se revisaron)\b"
        ))
    });
    let mut out = Vec::new();
    for found in DUPLICATES_REMOVED.captures_iter(statistics.text()) {
        let number = |name: &str| {
            let text = found.name(name)?.as_str();
            text.chars().filter(char::is_ascii_digit).collect::<String>().parse::<u64>().ok()
        };
        let (Some(total), Some(gone), Some(rest), Some(whole)) =
            (number("total"), number("gone"), number("rest"), found.get(0))
        else {
            continue;
        };
        let Some(expected) = total.checked_sub(gone).filter(|expected| *expected != rest) else { continue };
        let message = spanish_or(
            block,
            format!(
                "{total} − {gone} son {expected}, y no {rest}. Compruebe los números, o diga dónde están los demás."
            ),
            format!(
                "{total} less {gone} is {expected}, not {rest}. Check the counts, or say where the others are."
            ),
        );
        out.push(remark(statistics, whole.range(), message, rest, expected));
    }
    out
}

/// `96 randomised (48 yoga, 45 control)`: the groups follow in brackets.
pub(super) fn groups_in_brackets(block: &BlockContext<'_>, statistics: &Statistics) -> Vec<Remark> {
    static PATTERN: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        let label = r"[\p{L}][\p{L} -]{1,30}";
        Some(Pattern::new(&format!(
            r"(?i)\b{COUNT} (?:[\p{{L}}-]+ )?(?:(?:were|fueron) )?(?:randomi[sz]ed|randomly (?:assigned|allocated)|aleatorizad[oa]s|allocated) ?\((?P<a>[0-9]+) (?:to |in |a |al )?{label}(?:,|;| and| y) ?(?P<b>[0-9]+) (?:to |in |a |al )?{label}\)"
        )))
    });
    let Some(pattern) = PATTERN.as_ref() else { return Vec::new() };
    let mut out = Vec::new();
    for found in pattern.captures_iter(statistics.text()) {
        let (Some(total), Some(a), Some(b), Some(whole)) =
            (count(&found), found.name("a"), found.name("b"), found.get(0))
        else {
            continue;
        };
        let (Ok(one), Ok(two)) = (a.as_str().parse::<u64>(), b.as_str().parse::<u64>()) else { continue };
        let sum = one.saturating_add(two);
        // Numbers far from the total are not the groups.
        let is_near =
            sum.saturating_mul(4) >= total.0.saturating_mul(3) && sum <= total.0.saturating_add(total.0 / 4);
        if sum == total.0 || !is_near {
            continue;
        }
        let message = spanish_or(
            block,
            format!(
                "{one} + {two} son {sum}, y no {}. Compruebe los números, o diga quiénes son los demás.",
                total.0
            ),
            format!("{one} + {two} is {sum}, not {}. Check the counts, or say who the others are.", total.0),
        );
        out.push(remark(statistics, whole.range(), message, total.0, sum));
    }
    out
}

/// `Among 80 participants, 45 were women and 37 were men`.
pub(super) fn halves(block: &BlockContext<'_>, statistics: &Statistics) -> Vec<Remark> {
    static PATTERN: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        let women = "women|females?|girls|mujeres|niñas";
        let men = "men|males?|boys|hombres|varones|niños";
        let share = r"(?: ?\([0-9.,]+ ?%\))?";
        Some(Pattern::new(&format!(
            r"(?i)\b{COUNT} (?:[\p{{L}}-]+ ){{0,2}}?(?:patients|participants|subjects|children|adults|people|individuals|volunteers|students|nurses|pacientes|participantes|sujetos|personas|niños|adultos)\b(?: [\p{{L}}-]+){{0,4}}?,? ?[(:]? ?(?P<a>[0-9]+){share} (?:were |was |eran |fueron )?(?:{women}|{men}){share},? (?:and|y) (?P<b>[0-9]+){share} (?:were |was |eran |fueron )?(?:{women}|{men})\b"
        )))
    });
    let text = statistics.text();
    let Some(pattern) = PATTERN.as_ref() else { return Vec::new() };
    let mut out = Vec::new();
    for found in pattern.captures_iter(text) {
        let (Some(total), Some(a), Some(b), Some(whole)) =
            (count(&found), found.name("a"), found.name("b"), found.get(0))
        else {
            continue;
        };
        let (Ok(one), Ok(two)) = (a.as_str().parse::<u64>(), b.as_str().parse::<u64>()) else { continue };
        let sum = one + two;
        let says_were = [" were ", " was ", " eran ", " fueron ", "("]
            .iter()
            .any(|word| text.get(total.1.end..whole.end()).is_some_and(|between| between.contains(word)));
        // Less than the total may mean a subgroup; more is impossible. After a colon or in brackets the halves belong
        // to the whole.
        let divides =
            text.get(total.1.end..a.start()).is_some_and(|between| between.trim_end().ends_with([':', '(']));
        let is_near = says_were && sum + 5 >= total.0
            || divides && sum.saturating_mul(20) >= total.0.saturating_mul(17);
        if sum == total.0 || sum < total.0 && !is_near || sum > total.0 * 2 {
            continue;
        }
        let message = spanish_or(
            block,
            format!(
                "{one} + {two} son {sum}, y no {}. Compruebe los números, o diga quiénes son los demás.",
                total.0
            ),
            format!("{one} + {two} is {sum}, not {}. Check the counts, or say who the others are.", total.0),
        );
        out.push(remark(statistics, whole.range(), message, total.0, sum));
    }
    out
}
