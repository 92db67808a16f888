//! Searches a text for the numbers of a sentence, in whatever form they are written.

use referee_text::fold;
use referee_text::number_words::english_amounts;
use std::collections::BTreeSet;
use std::ops::Range;

/// A number in a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    value: f64,
    /// The digits without separators, leading zeros and trailing decimal zeros.
    digits: String,
    /// Whether the number is a percentage.
    pub(super) percent: bool,
    /// The range of the number, without a percent sign.
    pub(super) range: Range<usize>,
    /// Whether the total follows: `30 of 48`, `30/48`.
    of: bool,
    /// The word after the number, in lower case: its unit, if it has one.
    behind: String,
    /// The word before the number, in lower case.
    before: String,
}

/// Words before a number that make it a name and not a quantity.
const NAMING_WORDS: &[&str] = &[
    "type",
    "types",
    "grade",
    "stage",
    "phase",
    "class",
    "figure",
    "fig",
    "table",
    "section",
    "chapter",
    "ref",
    "refs",
    "reference",
    "references",
    "version",
    "chromosome",
    "exon",
    "page",
    "pages",
    "pp",
    "vol",
    "no",
    "group",
    "cluster",
    "model",
    "step",
    "question",
    "item",
    "appendix",
    "box",
    "covid",
    "level",
    "helper",
    "interleukin",
    "factor",
    "receptor",
    "protein",
    "kinase",
    "antigen",
    "caspase",
    "vitamin",
    "omega",
    "eq",
    "equation",
    "day",
    "visit",
    "wave",
    "study",
    "experiment",
    "protocol",
    "step",
    "panel",
    "group",
];

/// Units of time, with their length in hours.
const TIME_UNITS: &[(&str, f64)] = &[
    ("hour", 1.0),
    ("hours", 1.0),
    ("h", 1.0),
    ("hr", 1.0),
    ("hrs", 1.0),
    ("day", 24.0),
    ("days", 24.0),
    ("d", 24.0),
    ("week", 168.0),
    ("weeks", 168.0),
    ("wk", 168.0),
    ("month", 730.5),
    ("months", 730.5),
    ("mo", 730.5),
    ("year", 8766.0),
    ("years", 8766.0),
    ("yr", 8766.0),
    ("yrs", 8766.0),
    ("min", 1.0 / 60.0),
    ("minutes", 1.0 / 60.0),
    ("minute", 1.0 / 60.0),
];

/// Words after a hyphen that leave the number a quantity: `12-week`, `3-fold`.
const COUNTED_UNITS: &[&str] = &[
    "year", "years", "month", "months", "week", "weeks", "day", "days", "hour", "hours", "minute", "min",
    "fold", "mg", "g", "kg", "ml", "item", "point", "percent", "bed", "patient", "center", "centre",
    "week’s",
];

const GLUED_UNITS: &[&str] = &[
    "mg", "g", "kg", "ml", "l", "mmol", "µg", "μg", "mcg", "ug", "cm", "mm", "h", "s", "d", "yr", "wk", "nm",
    "iu", "um", "µm", "μm", "fold", "x", "m", "k", "min", "ng", "dl", "mol", "kda", "hz", "kcal", "mmhg",
];

/// The maximum number of numbers that are read from a text.
const MAX_NUMBERS: usize = 400;

/// Returns the first quantity of a sentence that states how much or how many: a percentage, millions
/// or billions with their word, or a multiple.
pub(crate) fn stated_quantity(sentence: &str) -> Option<Range<usize>> {
    let is_stated = |number: &Number| {
        number.percent || matches!(number.behind.as_str(), "million" | "billion" | "fold" | "times")
    };
    let number = numbers(sentence).into_iter().find(is_stated)?;
    let end = match number.behind.as_str() {
        "million" | "billion" => {
            let rest = sentence.get(number.range.end..)?;
            number.range.end + rest.find(number.behind.as_str())? + number.behind.len()
        }
        _ => number.range.end,
    };
    Some(number.range.start..end)
}

/// Returns the numbers of a text. Digits that belong to a name (`IL-6`, `CD4`, `p53`, `SARS-CoV-2`,
/// `5-fluorouracil`) do not count.
#[must_use]
pub(super) fn numbers(text: &str) -> Vec<Number> {
    let mut out: Vec<Number> = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && out.len() < MAX_NUMBERS {
        if !bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
            continue;
        }
        let start = at;
        let mut end = at;
        while let Some(rest) = text.get(end..) {
            let Some(c) = rest.chars().next() else { break };
            let next = rest.get(c.len_utf8()..).and_then(|rest| rest.bytes().next());
            if c.is_ascii_digit()
                || (matches!(c, '.' | ',' | '·') && next.is_some_and(|b| b.is_ascii_digit()))
            {
                end += c.len_utf8();
            } else {
                break;
            }
        }
        at = end.max(at + 1);
        out.extend(number(text, start..end));
    }
    out
}

fn number(text: &str, range: Range<usize>) -> Option<Number> {
    let (head, shown, tail) = (text.get(..range.start)?, text.get(range.clone())?, text.get(range.end..)?);
    if shown.len() > 24 {
        return None;
    }
    let mut back = head.chars().rev();
    let (previous, second) = (back.next().unwrap_or(' '), back.next().unwrap_or(' '));
    let next = tail.chars().next().unwrap_or(' ');
    let word = |text: &str| -> String {
        text.chars().take_while(|c| c.is_alphabetic()).collect::<String>().to_lowercase()
    };
    let named = previous.is_alphabetic()
        || (matches!(previous, '-' | '‐' | '‑' | '/' | '_') && second.is_alphabetic())
        || matches!(previous, '_' | '#' | '@')
        || (previous == '/' && !second.is_ascii_digit())
        || (next.is_alphabetic() && !GLUED_UNITS.contains(&word(tail).as_str()) && !tail.starts_with("th"))
        || (matches!(next, '-' | '‐' | '‑')
            && tail.chars().nth(1).is_some_and(char::is_alphabetic)
            && !COUNTED_UNITS.contains(&word(tail.trim_start_matches(['-', '‐', '‑'])).as_str()))
        || (matches!(next, ',' | '/') && tail.chars().nth(1).is_some_and(char::is_alphabetic));
    let (before, gap) = head.split_at(head.trim_end_matches(|c: char| !c.is_alphanumeric()).len());
    let before_word: String = before
        .chars()
        .rev()
        .take_while(|c| c.is_alphabetic())
        .collect::<Vec<char>>()
        .into_iter()
        .rev()
        .collect::<String>()
        .to_lowercase();
    let digits = normal(shown);
    let mut value: f64 = digits.parse().ok()?;
    let behind = word(tail.trim_start_matches([' ', '-', '‐', '‑', '\u{a0}', '\u{202f}', '°', 'º']));
    let trimmed = tail.trim_start_matches([' ', '\u{a0}', '\u{202f}', '\\']);
    let percent = trimmed.starts_with('%')
        || matches!(behind.as_str(), "percent" | "per" | "percentage")
            && (behind != "per" || trimmed.starts_with("per cent"));
    // "Group 38" is a name; "in the placebo group; 38%" and "in the placebo group (38 people)" are quantities.
    let adjoins =
        gap.chars().all(|c| c.is_whitespace() || matches!(c, '-' | '‐' | '‑' | '.' | '#' | '[' | '≥' | '≤'));
    if named || !percent && adjoins && NAMING_WORDS.contains(&before_word.as_str()) {
        return None;
    }
    value *= match behind.as_str() {
        "million" => 1e6,
        "billion" => 1e9,
        "thousand" => 1e3,
        _ => 1.0,
    };
    let of = ["/", " of ", " out of ", " (of ", " from "]
        .iter()
        .filter_map(|link| tail.strip_prefix(link))
        .any(|rest| rest.trim_start_matches("the ").starts_with(|c: char| c.is_ascii_digit()));
    Some(Number { value, digits, percent, range, of, behind, before: before_word })
}

/// Normalizes digits: `1,000` is `1000`, `0.50` is `0.5`, `07` is `7`, `0·5` is `0.5`.
fn normal(shown: &str) -> String {
    let mut text = shown.replace('·', ".");
    let thousands = text.contains(',')
        && text
            .split(',')
            .skip(1)
            .all(|group| group.split('.').next().is_some_and(|digits| digits.len() == 3));
    text = if thousands { text.replace(',', "") } else { text.replace(',', ".") };
    if text.contains('.') {
        text = text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    let trimmed = text.trim_start_matches('0');
    if trimmed.is_empty() || trimmed.starts_with('.') { format!("0{trimmed}") } else { trimmed.to_owned() }
}

impl Number {
    /// Returns whether both have the same digits and are not of different kinds: a percentage is not
    /// a count, unless a cell of a table omits the sign.
    pub(super) fn is_same(&self, other: &Number, is_in_table: bool) -> bool {
        self.digits == other.digits && (is_in_table || self.percent == other.percent)
    }

    /// Returns whether the other number can replace this one in a sentence: both are percentages, or
    /// both are whole or both decimal numbers before the same word, or before none.
    pub(super) fn is_like(&self, other: &Number) -> bool {
        self.percent == other.percent
            && (self.percent
                || (self.behind == other.behind && self.digits.contains('.') == other.digits.contains('.')))
    }

    /// Returns whether the number has so many digits that another thing hardly has the same.
    pub(super) fn is_distinctive(&self) -> bool {
        const MIN_DIGITS: usize = 3;
        let digits = self.digits.trim_start_matches(['0', '.']).bytes().filter(u8::is_ascii_digit);
        let round = self.digits.trim_end_matches('0').len() < 2;
        digits.count() >= MIN_DIGITS && !round
    }

    /// Returns whether the number is part `n` of `total` as a percentage, as it is rounded.
    pub(super) fn is_share_of(&self, part: &Number, total: &Number) -> bool {
        let places = self.digits.split_once('.').map_or(0, |(_, decimals)| decimals.len()).min(4);
        let half = 0.51 / 10_f64.powi(i32::try_from(places).unwrap_or(0));
        self.percent
            && total.value > part.value
            && part.value > 0.0
            && (part.value / total.value * 100.0 - self.value).abs() < half
    }

    /// Returns whether the number is a total: `n = 48`, `N=1,204`.
    pub(super) fn is_total(&self, text: &str) -> bool {
        let before = text.get(..self.range.start).unwrap_or_default().trim_end();
        self.before == "n" && before.ends_with('=')
    }

    /// Returns whether both count the same kind of thing: both are percentages, or the same word
    /// follows them.
    pub(super) fn is_of_kind(&self, other: &Number) -> bool {
        self.percent == other.percent
            && (self.percent || (!self.behind.is_empty() && self.behind == other.behind))
    }

    /// Returns whether the absence of the number from a text is significant: it is not a year, a
    /// small count, a limit of significance or a level of confidence.
    fn counts(&self, text: &str) -> bool {
        let small = self.digits.len() < 2 && !self.percent;
        let shown = text.get(self.range.clone()).unwrap_or_default();
        let year = (1800.0..2100.0).contains(&self.value)
            && self.digits.len() == 4
            && !self.percent
            && !shown.contains(',');
        let limit = ["0.05", "0.01", "0.001", "0.005", "0.0001", "0.1"].contains(&self.digits.as_str())
            && !self.percent;
        !(small || year || limit || self.is_level(text))
    }

    /// Returns whether the number is a level of confidence: `95% CI`.
    fn is_level(&self, text: &str) -> bool {
        let behind =
            text.get(self.range.end..).unwrap_or_default().trim_start_matches(['%', ' ', '\u{a0}', '\\']);
        matches!(self.digits.as_str(), "95" | "90" | "99")
            && (["CI", "confidence", "credible", "limit", "prediction"]
                .iter()
                .any(|word| behind.starts_with(word))
                || matches!(self.before.as_str(), "ci" | "interval"))
    }

    /// Returns whether `other` may express the same value: rounded, as a fraction, a complement, in
    /// another unit, as a change.
    fn may_be(&self, other: &Number) -> bool {
        let (a, b) = (self.value, other.value);
        let near = |x: f64, y: f64| (x - y).abs() <= 1e-6 * x.abs().max(y.abs()).max(1e-9);
        if near(a, b) {
            return true;
        }
        let places = self.digits.split_once('.').map_or(0, |(_, behind)| behind.len()).min(6);
        let unit = 10_f64.powi(i32::try_from(places).unwrap_or(6));
        // `48` for `47.6`, `1.2 million` for `1,234,567`.
        let rounds_to = |x: f64| {
            let scale = if a >= 1e6 && a % 1e5 == 0.0 {
                1e5
            } else if a >= 1e3 && a % 100.0 == 0.0 {
                100.0
            } else {
                1.0 / unit
            };
            near((x / scale).round() * scale, a)
        };
        if rounds_to(b) && (b.fract() != 0.0 || a >= 1e3) {
            return true;
        }
        let ratio = |x: f64| rounds_to(x) || near(x, a);
        if self.percent {
            // A fraction, a complement, a ratio as a change.
            let changes = [b * 100.0, 100.0 - b, (1.0 - b) * 100.0, (b - 1.0) * 100.0];
            if changes.iter().any(|x| *x > 0.0 && ratio(*x)) {
                return true;
            }
        } else if other.percent
            && (near(a * 100.0, b) || near((1.0 - a) * 100.0, b) || near((a - 1.0) * 100.0, b))
        {
            return true;
        }
        let time = |unit: &str| TIME_UNITS.iter().find(|(name, _)| *name == unit).map(|(_, hours)| *hours);
        if let (Some(x), Some(y)) = (time(&self.behind), time(&other.behind)) {
            let (x, y) = (a * x, b * y);
            if (x - y).abs() <= 0.05 * x.max(y) {
                return true;
            }
        }
        let unit = |number: &Number| GLUED_UNITS.contains(&number.behind.as_str());
        (unit(self) || unit(other))
            && self.behind != other.behind
            && [1e3, 1e-3, 1e6, 1e-6, 10.0, 0.1].iter().any(|factor| near(a, b * factor))
    }
}

/// Returns the numbers of `sentence` that are in none of `texts`, with their ranges. A number that
/// is rounded, or given as a fraction, a complement, a change, in words or in another unit, counts
/// as found.
#[must_use]
pub(super) fn missing(sentence: &str, texts: &[&str]) -> Vec<Number> {
    missing_of(significant(sentence), texts)
}

/// Returns the numbers of a sentence whose absence from a text is significant.
pub(super) fn significant(sentence: &str) -> Vec<Number> {
    numbers(sentence).into_iter().filter(|number| number.counts(sentence)).collect()
}

/// Returns those of `wanted` that are in none of `texts`.
pub(super) fn missing_of(wanted: Vec<Number>, texts: &[&str]) -> Vec<Number> {
    if wanted.is_empty() {
        return wanted;
    }
    let there: Vec<Number> = texts
        .iter()
        .flat_map(|text| numbers(text).into_iter().filter(|number| !number.is_level(text)))
        .collect();
    let mut words: BTreeSet<String> = BTreeSet::new();
    for text in texts {
        words.extend(fold::words(text));
    }
    let in_words = |value: f64| {
        english_amounts().any(|(word, said)| (f64::from(said) - value).abs() < 1e-9 && words.contains(word))
            || ((value - 33.0).abs() < 0.5 || (value - 67.0).abs() < 0.5 || (value - 66.0).abs() < 0.8)
                && (words.contains("third") || words.contains("thirds"))
            || ((value - 75.0).abs() < 1e-9 || (value - 25.0).abs() < 1e-9)
                && (words.contains("quarters") || words.contains("fourth") || words.contains("quartile"))
    };
    let parts = |value: f64, there: &[Number]| {
        // n of N as a percentage: `30 of 48`, `30/48`.
        there.windows(2).any(|pair| {
            let [n, of] = pair else { return false };
            n.of && of.value > n.value && n.value > 0.0 && (n.value / of.value * 100.0 - value).abs() < 0.51
        })
    };
    wanted
        .into_iter()
        .filter(|number| {
            let digits_there =
                there.iter().any(|other| other.digits == number.digits || number.may_be(other));
            !(digits_there || in_words(number.value) || number.percent && parts(number.value, &there))
        })
        .collect()
}

/// Returns the numbers of a sentence that do not occur in a text, as written. A percentage has its
/// sign.
#[must_use]
pub fn missing_numbers(sentence: &str, text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for number in missing(sentence, &[text]) {
        let shown = shown(&number, sentence);
        if !out.contains(&shown) {
            out.push(shown);
        }
    }
    out
}

/// Returns a number as written, with the sign of a percentage.
#[must_use]
pub(super) fn shown(number: &Number, sentence: &str) -> String {
    let digits = sentence.get(number.range.clone()).unwrap_or_default();
    if number.percent { format!("{digits}%") } else { digits.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABSTRACT: &str = "We followed 1,204 adults for ten years with care and patience. Statins lowered mortality in older adults by 12.5% (95% CI 8-17; hazard ratio 0.69). No harm was seen in the kidneys of IL-6 deficient mice given 0.5 g for 12 months; 30 of 48 survived.";

    #[test]
    fn numbers_are_looked_up_in_any_writing() {
        for sentence in [
            "Of 1204 adults, mortality fell by 12.50 % (95% CI, 8 to 17) over 10 years.",
            "Mortality fell by 13%, with CD4 and p53 as before; IL-17 was not studied in 2019.",
            "In about 1,200 adults mortality fell by 31% (HR 0.69).",
            "87.5% did not gain; 500 mg for one year or 52 weeks.",
            "Of the mice, 62.5% survived (p < 0.05).",
            "5-fluorouracil was given in grade 3 disease, type 2 diabetes and SARS-CoV-2.",
        ] {
            assert_eq!(missing_numbers(sentence, ABSTRACT), Vec::<String>::new(), "{sentence}");
        }
        assert_eq!(missing_numbers("Of 2,000 adults, 40% died.", ABSTRACT), ["2,000", "40%"]);
        assert_eq!(missing_numbers("Mortality fell by 21.5%.", ABSTRACT), ["21.5%"]);
        assert_eq!(missing_numbers("A 24-month course of 250 mg.", ABSTRACT), ["24", "250"]);
    }

    #[test]
    fn a_number_after_a_word_that_may_name_it_is_found() {
        for written in
            ["(group 1: 5.9%); 38%", "in the placebo group; 38%", "in the placebo group (38%)", "group 38%"]
        {
            let text = format!("Deaths were fewer {written} relative risk reduction was seen.");
            assert_eq!(missing_numbers("The risk fell by 38%.", &text), [""; 0], "{text}");
        }
        for word in NAMING_WORDS {
            for mark in [";", ",", ":", " (", "). "] {
                let text = format!("It was seen in the {word}{mark} 238 people died.");
                assert_eq!(missing_numbers("In all, 238 people died.", &text), [""; 0], "{text}");
            }
        }
        assert_eq!(missing_numbers("It was seen in protocol 238 (day 128, Fig. 12).", "No number."), [""; 0]);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
        #[test]
        fn no_text_breaks_numbers(text in "\\PC{0,120}") {
            for number in numbers(&text) {
                proptest::prop_assert!(text.get(number.range.clone()).is_some());
            }
            proptest::prop_assert!(missing_numbers(&text, &text).is_empty());
        }
    }
}
