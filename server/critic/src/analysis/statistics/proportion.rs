//! Counts with their percentages: `17/40 (42.5%)`, `17 of the 40 patients (42.5%)`, `42.5% (17/40)`.

use super::Number;
use std::ops::Range;

/// A count, its total and its percentage. Ranges are in the plain text.
#[derive(Clone, Debug, PartialEq)]
pub struct Proportion {
    /// The whole expression.
    pub place: Range<usize>,
    /// The count.
    pub count: Number,
    /// The total.
    pub total: Number,
    /// The percentage.
    pub percent: Number,
    /// The percentage without its sign.
    pub percent_place: Range<usize>,
    /// Whether the total is elsewhere in the sentence: `Of 40 patients, 17 (42.5%) …`.
    pub distant: bool,
}

/// Separators between a count and its total.
const TOTAL_PREPOSITIONS: [&str; 14] = [
    " out of the total ",
    " out of the ",
    " out of ",
    " of the ",
    " of our ",
    " of these ",
    " of ",
    " de los ",
    " de las ",
    " de ",
    " sobre ",
    "/",
    " / ",
    " of all ",
];

/// The longest text between a total and its percentage: `patients with asthma`.
const MAX_NOUN_BYTES: usize = 40;

/// The proportions of a text, in order.
pub(super) fn read(text: &str) -> Vec<Proportion> {
    let mut out: Vec<Proportion> = Vec::new();
    for sign in memchr::memchr_iter(b'%', text.as_bytes()) {
        let Some((percent, percent_place)) = percent_at(text, sign) else { continue };
        let found = before(text, &percent_place, percent, sign)
            .or_else(|| behind(text, &percent_place, percent, sign))
            .or_else(|| total_behind(text, &percent_place, percent, sign))
            .or_else(|| distant(text, &percent_place, percent, sign));
        if let Some(found) = found
            && out.last().is_none_or(|last| last.place.end <= found.place.start || found.distant)
        {
            out.push(found);
        }
    }
    out
}

/// A fraction whose total follows its percentage: `12 (30%) of 60`, `12 (30%) of the 60 patients`.
fn total_behind(text: &str, place: &Range<usize>, percent: Number, sign: usize) -> Option<Proportion> {
    let head = text.get(..place.start)?.strip_suffix(['(', '['])?.trim_end_matches(' ');
    let (count, start) = count_at_end(head)?;
    let rest = text.get(sign + 1..)?.trim_start_matches(' ').strip_prefix([')', ']'])?;
    let of = TOTAL_PREPOSITIONS
        .iter()
        .filter(|of| of.starts_with(' ') && rest.starts_with(**of))
        .max_by_key(|of| of.len())?;
    let rest = rest.get(of.len()..)?;
    let (total, length) = whole(rest)?;
    let behind = rest.get(length..)?;
    // `of 60.5 mg`, `of 10 points`, `of 2019` are not totals.
    let noun = behind.trim_start().split([' ', '.', ',', ';', ')']).next().unwrap_or_default();
    let ends = behind.is_empty()
        || behind.starts_with([',', ';', ')', ' ']) && (noun.is_empty() || is_noun(noun))
        || behind.starts_with('.') && !behind.get(1..)?.starts_with(|c: char| c.is_ascii_digit());
    (ends && count.digits <= total.digits && total.digits >= 5 && !is_no_count(text, start, count, total))
        .then(|| Proportion {
            place: start..text.len() - behind.len(),
            count,
            total,
            percent,
            percent_place: place.clone(),
            distant: false,
        })
}

/// The number before a percent sign.
pub(super) fn percent_at(text: &str, sign: usize) -> Option<(Number, Range<usize>)> {
    let before = text.get(..sign)?.trim_end_matches(' ');
    let start = start_of_number(before);
    let before_number = before.get(..start)?;
    // `40-45%`, `±3%`, `<5%`, `~5%` are not percentages of a count.
    if before_number.ends_with(|c: char| {
        c.is_alphanumeric() || matches!(c, '-' | '–' | '±' | '<' | '>' | '≤' | '≥' | '~' | '≈' | '+')
    }) {
        return None;
    }
    let (percent, length) = Number::read(before.get(start..)?, false)?;
    if percent.value() > 100.0 && tells_of_level(before_number) {
        return None;
    }
    (start + length == before.len()).then_some((percent, start..before.len()))
}

/// Whether the words before a percentage compare a level with another one, so that it may exceed 100 and does not
/// belong to the adjacent count: "expression rose to 240% (12 of 20 samples)".
fn tells_of_level(before: &str) -> bool {
    /// How many bytes of the preceding words are examined.
    const WINDOW_BYTES: usize = 70;
    let window = before.get(super::equation::floor(before, before.len().saturating_sub(WINDOW_BYTES))..);
    let lower = window.unwrap_or_default().to_lowercase();
    [
        "rose",
        "rise",
        "increas",
        "grew",
        "reached",
        "up to",
        "level",
        "expression",
        "activity",
        "baseline",
        "control",
        "fold",
        "aument",
        "subi",
        "alcanz",
        "expresi",
        "nivel",
        "basal",
        "actividad",
        "increment",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

fn start_of_number(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = bytes.len();
    while let Some(byte) = at.checked_sub(1).and_then(|index| bytes.get(index)) {
        if !byte.is_ascii_digit() && !matches!(byte, b'.' | b',') {
            break;
        }
        at -= 1;
    }
    while bytes.get(at).is_some_and(|byte| *byte == b',') {
        at += 1;
    }
    at
}

/// A count at the end of `text`: an integer without unit or sign.
pub(super) fn count_at_end(text: &str) -> Option<(Number, usize)> {
    let start = start_of_number(text);
    let before = text.get(..start)?;
    if before.ends_with(|c: char| {
        c.is_alphanumeric()
            || matches!(c, '-' | '–' | '/' | '.' | '±' | '^' | '_' | '<' | '>' | '$' | '€' | '£')
    }) {
        return None;
    }
    let (number, length) = whole(text.get(start..)?)?;
    (start + length == text.len()).then_some((number, start))
}

/// An integer at the start of a text. In Spanish, `1.234` is one.
pub(super) fn whole(text: &str) -> Option<(Number, usize)> {
    let (number, length) = Number::read(text, false)?;
    (number.is_whole() && !number.negative && number.digits > 0).then_some((number, length))
}

/// `17/40 (42.5%)`, `17 of the 40 women [42.5%]`, `17/40, 42.5%`
fn before(text: &str, place: &Range<usize>, percent: Number, sign: usize) -> Option<Proportion> {
    let head = text.get(..place.start)?.trim_end_matches(' ');
    let bracket = head.ends_with(['(', '[']);
    let listed = head.ends_with([',', ';', '=', ':']);
    if !bracket && !listed {
        return None;
    }
    let mut rest = head.trim_end_matches(['(', '[', ',', ';', '=', ':', ' ']);
    if bracket && !closes(text, sign) {
        return None;
    }
    if bracket && !rest.ends_with(|c: char| c.is_ascii_digit()) {
        let digits = rest.rfind(|c: char| c.is_ascii_digit())?;
        let noun = rest.get(digits + 1..)?;
        if noun.len() > MAX_NOUN_BYTES || !is_noun(noun) {
            return None;
        }
        rest = rest.get(..=digits)?;
    } else if !bracket && !text.get(sign + 1..)?.trim_start().starts_with([')', ']', ';', ',', '.']) {
        return None;
    }
    let (count, total, start, _) = fraction_at_end(rest)?;
    // A ratio that is not a count: lines of treatment, tones, visual acuity.
    if is_no_count(text, start, count, total) {
        return None;
    }
    Some(Proportion {
        place: start..sign + 1,
        count,
        total,
        percent,
        percent_place: place.clone(),
        distant: false,
    })
}

/// `17/40`, `17 of the 40` at the end of a text.
fn fraction_at_end(text: &str) -> Option<(Number, Number, usize, usize)> {
    let (total, at) = total_at_end(text)?;
    let head = text.get(..at)?;
    let of = TOTAL_PREPOSITIONS.iter().filter(|of| head.ends_with(**of)).max_by_key(|of| of.len())?;
    let before = head.get(..head.len() - of.len())?;
    let (count, start) = count_at_end(before)?;
    (count.digits <= total.digits && total.digits >= 2).then_some((count, total, start, at))
}

fn total_at_end(text: &str) -> Option<(Number, usize)> {
    let start = start_of_number(text);
    let (number, length) = whole(text.get(start..)?)?;
    (start + length == text.len()).then_some((number, start))
}

/// Whether the words between a total and its percentage only describe the population.
fn is_noun(noun: &str) -> bool {
    const NOT_COUNTED_NOUNS: [&str; 34] = [
        "points", "puntos", "mg", "ml", "cm", "mm", "years", "años", "months", "meses", "stars", "agarose",
        "had", "were", "was", "is", "are", "died", "received", "with", "who", "tenían", "tenía", "fueron",
        "eran", "fue", "con", "que", "and", "y", "by", "to", "but", "than",
    ];
    let words: Vec<&str> = noun.split_whitespace().collect();
    words.len() <= 4
        && noun.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-'))
        && !words.iter().any(|word| NOT_COUNTED_NOUNS.contains(&word.to_lowercase().as_str()))
}

/// Whether a parenthesis contains the percentage, possibly followed by a separate remark.
fn closes(text: &str, sign: usize) -> bool {
    let behind = text.get(sign + 1..).unwrap_or_default().trim_start_matches(' ');
    behind.starts_with([')', ']', ';', ',', ':'])
}

/// `42.5% (17/40)`, `42.5% (17 of 40 patients)`
fn behind(text: &str, place: &Range<usize>, percent: Number, sign: usize) -> Option<Proportion> {
    let tail = text.get(sign + 1..)?;
    let rest = tail.trim_start_matches(' ').strip_prefix(['(', '['])?;
    let mut rest = rest.trim_start_matches(' ');
    for mark in ["n = ", "n=", "n ", "N = "] {
        rest = rest.strip_prefix(mark).unwrap_or(rest);
    }
    let start = text.len() - rest.len();
    let (count, length) = whole(rest)?;
    let rest = rest.get(length..)?;
    let of = TOTAL_PREPOSITIONS.iter().filter(|of| rest.starts_with(**of)).max_by_key(|of| of.len())?;
    let rest = rest.get(of.len()..)?;
    let (total, length) = whole(rest)?;
    let rest = rest.get(length..)?;
    if rest.starts_with(|c: char| matches!(c, '/' | '.' | '%' | '-' | '–') || c.is_alphanumeric())
        || count.digits > total.digits
        || total.digits < 2
    {
        return None;
    }
    // The parenthesis must close after this, possibly after a noun.
    let close = rest.find([')', ']', ';', ',', '('])?;
    let noun = rest.get(..close)?;
    if noun.len() > MAX_NOUN_BYTES || !is_noun(noun) || is_no_count(text, start, count, total) {
        return None;
    }
    let end = text.len() - rest.len();
    Some(Proportion {
        place: place.start..end,
        count,
        total,
        percent,
        percent_place: place.clone(),
        distant: false,
    })
}

/// `Of the 40 patients, 17 (42.5%) …`: the first count after the total in its sentence.
fn distant(text: &str, place: &Range<usize>, percent: Number, sign: usize) -> Option<Proportion> {
    const TOTAL_OPENERS: [&str; 12] = [
        "Of the ",
        "Of ",
        "Among the ",
        "Among ",
        "Out of ",
        "De los ",
        "De las ",
        "De ",
        "Entre los ",
        "Entre las ",
        "of the ",
        "Of all ",
    ];
    let head = text.get(..place.start)?.strip_suffix(['(', '['])?.trim_end_matches(' ');
    if !text.get(sign + 1..)?.starts_with([')', ']', ';', ',']) {
        return None;
    }
    let (count, count_start) = count_at_end(head).or_else(|| count_before_verb(head))?;
    let head = text.get(..count_start)?.strip_suffix(", ")?;
    let from = super::equation::floor(head, head.len().saturating_sub(80));
    let window = head.get(from..)?;
    let (opener, at) = TOTAL_OPENERS
        .iter()
        .filter_map(|opener| window.rfind(opener).map(|at| (*opener, at)))
        .max_by_key(|(opener, at)| (*at, opener.len()))?;
    let starts = window.get(..at)?;
    if opener.starts_with('o')
        || !(starts.is_empty() && from == 0 || starts.ends_with(". ") || starts.ends_with("; "))
    {
        return None;
    }
    let rest = window.get(at + opener.len()..)?;
    let (total, length) = whole(rest)?;
    let noun = rest.get(length..)?;
    let fits = noun.starts_with(' ')
        && noun.len() <= 50
        && !noun.contains(|c: char| c.is_ascii_digit() || matches!(c, ',' | '(' | ';' | '.'));
    (fits && count.digits <= total.digits && total.digits >= 5).then(|| Proportion {
        place: from + at..sign + 1,
        count,
        total,
        percent,
        percent_place: place.clone(),
        distant: true,
    })
}

/// A count followed by the verb that separates it from its percentage: `De 96 pacientes, 40 se habían vacunado (41,7
/// %)`.
fn count_before_verb(head: &str) -> Option<(Number, usize)> {
    /// The longest such verb phrase, in words.
    const MAX_WORDS: usize = 5;
    let digit = head.rfind(|c: char| c.is_ascii_digit())?;
    let words = head.get(digit + 1..)?;
    let is_plain = words.starts_with(' ')
        && words.split_whitespace().count() <= MAX_WORDS
        && words.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-'));
    let is_of_others = words.split_whitespace().any(|word| {
        matches!(
            word,
            "and" | "y" | "of" | "de" | "with" | "con" | "points" | "mg" | "years" | "años" | "than" | "by"
        )
    });
    (is_plain && !is_of_others).then(|| count_at_end(head.get(..=digit)?)).flatten()
}

/// Whether a fraction is not a count: visual acuity, a virus type, a score out of ten, a blood pressure.
fn is_no_count(text: &str, start: usize, count: Number, total: Number) -> bool {
    const RATIO_CONTEXT_WORDS: [&str; 29] = [
        "diluted",
        "dilution",
        "diluido",
        "dilución",
        "genotype",
        "hpv",
        "vph",
        "type",
        "types",
        "tipo",
        "tipos",
        "score",
        "scores",
        "vas",
        "nrs",
        "eva",
        "pain",
        "acuity",
        "vision",
        "grade",
        "ratio",
        "codon",
        "exon",
        "pressure",
        "scale",
        "phase",
        "fase",
        "grado",
        "agudeza",
    ];
    let from = super::equation::floor(text, start.saturating_sub(28));
    let before = text.get(from..start).unwrap_or_default().to_lowercase();
    let named = before
        .split(|c: char| !c.is_alphabetic())
        .rev()
        .filter(|word| !word.is_empty())
        .take(3)
        .any(|word| RATIO_CONTEXT_WORDS.contains(&word));
    let sight =
        count.digits == 20 && matches!(total.digits, 20 | 25 | 30 | 40 | 50 | 70 | 80 | 100 | 200 | 400);
    let named_sight = sight && {
        let around =
            text.get(from..super::equation::ceil(text, start + 60)).unwrap_or_default().to_lowercase();
        ["acuity", "vision", "or better", "agudeza", "or worse"].iter().any(|word| around.contains(word))
    };
    named || named_sight
}

impl Proportion {
    /// The exact percentage.
    #[must_use]
    pub fn exact(&self) -> f64 {
        100.0 * self.count.value() / self.total.value()
    }

    /// The error of the printed percentage in units of its last place; at most half if it is rounded correctly.
    #[must_use]
    pub fn off(&self) -> f64 {
        (self.exact() - self.percent.value()).abs() / (2.0 * self.percent.half_unit())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    fn read_all(text: &str) -> Vec<String> {
        read(text)
            .into_iter()
            .map(|found| {
                format!("{}/{} {}", found.count.digits, found.total.digits, &text[found.percent_place])
            })
            .collect()
    }

    #[test]
    fn counts_with_percentages_in_many_styles() {
        for text in [
            "17/40 (42.5%)",
            "17 of 40 (42.5 %)",
            "17 out of 40 patients (42.5%)",
            "17 of the 40 patients [42.5%]",
            "17 of the 40 older women (42.5%, P = .3)",
            "42.5% (17/40)",
            "42.5% (17 of 40 patients)",
            "42.5% (n = 17/40; 95% CI 27.0–59.1)",
            "(17/40, 42.5%)",
            "Of the 40 patients, 17 (42.5%) died",
        ] {
            assert_eq!(read_all(text), ["17/40 42.5"], "{text}");
        }
        assert_eq!(read_all("17 de 40 pacientes (42,5 %) y 23/87 (26,4%)"), ["17/40 42,5", "23/87 26,4"]);
        assert_eq!(read_all("1,234 of 5,678 (21.7%)"), ["1234/5678 21.7"]);
    }

    #[test]
    fn what_is_no_count_is_not_read() {
        for text in [
            "1 of 20 (95% CI 0.1-24.9)",
            "a score of 7/10 (30%)",
            "HPV 16/18 (70%)",
            "visual acuity 20/40 (35%)",
            "on 3/4/2020 (50%)",
            "120/80 (10%)",
            "24 of 40 women had anaemia (12%)",
            "from 10 of 40 (80% power)",
            "12-17 of 40 (30%)",
            "40-45% (17/40)",
            "2.5 of 40 (6%)",
            "Of 87 patients, of whom 40 were women, 10 (25%)",
            "n = 23 (26.4%)",
        ] {
            assert!(read_all(text).is_empty(), "{text} {:?}", read_all(text));
        }
    }

    #[test]
    fn golden_values() {
        let off = |text| read(text).pop().unwrap().off();
        assert!(off("23/87 (26.4%)") <= 0.5);
        assert!(off("23/87 (27.4%)") > 1.0);
        assert!(off("17/40 (42%)") <= 0.5 + 1e-9 && off("17/40 (43%)") <= 0.5 + 1e-9);
    }
}
