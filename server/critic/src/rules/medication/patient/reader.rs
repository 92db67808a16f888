//! Values in the text of a sentence: “eGFR 21”.

use super::value::{NamedValue, Value};
use crate::analysis::assertion::{self, Experiencer};
use crate::pattern::{Pattern, any_case, forms, word_list};
use crate::rules::medication::relations::{ANALYTES, Analyte};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// A reader that finds a value in the text; its number must be from `low` to `high`.
pub(super) struct Reader {
    pub(super) analyte: &'static Analyte,
    pub(super) pattern: Pattern,
    low: f64,
    high: f64,
}

/// The readers of the analytes of the tables.
pub(super) static READERS: LazyLock<Vec<Reader>> = LazyLock::new(|| {
    let reader = |analyte: &'static Analyte| {
        let row = analyte.row;
        let mut names: Vec<String> =
            row.list("names").map(|name| format!("(?i:{})", regex::escape(name))).collect();
        names.extend(row.list("exact").map(regex::escape));
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let between = format!(
            r"(?: ?\([^)\d]{{0,25}}\))?(?:[ \t]*(?:{words}))*[ \t]*",
            words = forms("patient/row-between")
        );
        let pattern = format!(
            r"(?:^|[\s(,;:/|\[*])(?P<name>{})\b?{between}(?P<number>\d{{1,6}}(?:[.,]\d{{1,3}})*)(?P<glued>[A-Za-z]?)(?P<unit>[ ]?[×x]? ?[\p{{L}}µμ%/\d^³]{{0,14}})",
            names.join("|")
        );
        Some(Reader {
            analyte,
            pattern: Pattern::new(&pattern),
            low: row.number("low").ok()??,
            high: row.number("high").ok()??,
        })
    };
    ANALYTES.iter().filter_map(reader).collect()
});

/// Words before a value that is a goal, a condition or from another time.
static NOT_NOW_BEFORE: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"\b(?:{})\b[^.;\n]{{0,18}}$", forms("value/not-now"))));

impl Reader {
    /// Returns the number after conversion; `None` if it is out of range for this analyte.
    pub(super) fn number(&self, text: &str, unit: &str) -> Option<f64> {
        let row = self.analyte.row;
        let is_grouped = row.get("thousands") == "yes" && {
            let mut parts = text.split(['.', ',']);
            parts.next().is_some_and(|part| !part.is_empty())
                && text.contains(['.', ','])
                && parts.all(|part| part.len() == 3)
        };
        let plain = if is_grouped { text.replace(['.', ','], "") } else { text.replace(',', ".") };
        let mut number: f64 = plain.parse().ok()?;
        let unit = unit.trim_start_matches([' ', 'x', '×']).to_lowercase();
        for conversion in row.list("conversions") {
            let parts: Vec<&str> = conversion.split(':').collect();
            match parts.as_slice() {
                ["above", limit, factor] if number > limit.parse().ok()? => {
                    number *= factor.parse::<f64>().ok()?;
                    break;
                }
                ["below", limit, factor] if number < limit.parse().ok()? => {
                    number *= factor.parse::<f64>().ok()?;
                    break;
                }
                [name, factor] if !name.is_empty() && unit.starts_with(name) => {
                    number *= factor.parse::<f64>().ok()?;
                    break;
                }
                _ => {}
            }
        }
        (self.low..=self.high).contains(&number).then_some(number)
    }

    pub(super) fn add(&self, block: &BlockContext<'_>, sentence: Sentence, out: &mut Vec<NamedValue>) {
        let text = block.slice(sentence.span);
        let start = sentence.span.start as usize;
        for found in self.pattern.captures_iter(text) {
            let (Some(name), Some(number)) = (found.name("name"), found.name("number")) else { continue };
            let unit = found.name("unit").map_or("", |unit| unit.as_str());
            // Skip doses, ranges, dates and durations.
            let suffix = text.get(number.end()..).unwrap_or_default();
            let lower = unit.trim_start().to_lowercase();
            let is_dose =
                ["mg/d", "mmol", "mg/l", "ng/", "mcg/l"].iter().all(|known| !lower.starts_with(known))
                    && (lower.starts_with("mg")
                        || lower.starts_with("mcg")
                        || lower.starts_with("meq") && !lower.starts_with("meq/l"))
                    && lower
                        .split(|c: char| !c.is_alphanumeric())
                        .next()
                        .is_some_and(|word| matches!(word, "mg" | "mcg" | "meq"))
                    && !lower.contains('/');
            let is_range = suffix.starts_with(['-', '–'])
                && suffix.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            // "INR 16:00 = 2.4": the time of the sample.
            let is_clock = suffix.strip_prefix(':').is_some_and(|rest| {
                rest.as_bytes().get(..2).is_some_and(|minutes| minutes.iter().all(u8::is_ascii_digit))
            });
            let is_time = word_list!("patient/time-units").iter().any(|time| lower.starts_with(time));
            let before = text.get(..name.start()).unwrap_or_default();
            if is_dose
                || is_range
                || is_time
                || is_clock
                || NOT_NOW_BEFORE.is_match(before)
                || suffix.strip_prefix('/').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
                    && self.analyte.id != "alt"
            {
                continue;
            }
            let Some(value) = self.number(number.as_str(), unit) else { continue };
            let place = Span::new(start + name.start(), start + number.end());
            if assertion::within(block, sentence, Span::new(start + name.start(), start + name.end()))
                .experiencer
                == Experiencer::Relative
            {
                continue;
            }
            // For ALT and AST in one sentence the higher value counts, and is kept last.
            let is_lower = self.analyte.id == "alt"
                && out.iter().any(|(name, known)| {
                    *name == "alt" && sentence.span.contains(known.place) && known.number >= value
                });
            if !is_lower {
                out.push((self.analyte.id, Value { number: value, place }));
            }
        }
    }
}
