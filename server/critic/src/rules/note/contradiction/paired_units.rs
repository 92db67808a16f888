//! A quantity in two units that disagree: “70 kg (32 lb)”, “38.5 °C (98.6 °F)”, “180 mg/dL (18 mmol/L)”.

use crate::pattern::{Pattern, any_case, context};
use crate::{BlockContext, Draft};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::LazyLock;

/// Two units of one quantity. The second number is `factor` times the first plus `offset`.
struct UnitPair {
    first: &'static str,
    second: &'static str,
    factor: f64,
    offset: f64,
    /// The tolerance of the second number, relative and absolute.
    share: f64,
    slack: f64,
}

const fn pair(first: &'static str, second: &'static str, factor: f64) -> UnitPair {
    UnitPair { first, second, factor, offset: 0.0, share: 0.04, slack: 0.6 }
}

/// Units of length, weight and temperature, by the international pound, inch and degree.
const PAIRS: &[UnitPair] = &[
    pair(r"kgs?|kilograms?|kilos?", r"lbs?|pounds?|libras", 2.204_62),
    pair(r"g|grams?|gramos", r"oz|ounces?|onzas", 0.035_274),
    pair(r"cm|cent[ií]metros?", r"in|inches|inch|pulgadas|[\x22”″]", 0.393_701),
    UnitPair {
        first: r"°? ?C|ºC|℃|grados C",
        second: r"°? ?F|ºF|℉|grados F",
        factor: 1.8,
        offset: 32.0,
        share: 0.0,
        slack: 0.35,
    },
    pair(r"kPa", r"mmHg", 7.500_62),
    pair(r"kg", r"st|stone", 0.157_473),
    pair(r"km", r"mi|miles|millas", 0.621_371),
    // Glycated haemoglobin, IFCC and NGSP: % = 0.0915 mmol/mol + 2.15 (Weykamp et al. 2008).
    UnitPair {
        first: r"mmol/mol",
        second: r"%|per ?cent",
        factor: 0.091_5,
        offset: 2.15,
        share: 0.0,
        slack: 0.3,
    },
];

/// Factors from mmol/L to mg/dL of substances that [`ANALYTES`] lacks: urea, nitrogen of urea, lactate.
const OTHER_FACTORS: [f64; 3] = [6.006, 2.801, 9.008];

/// Analytes with individual conversion factors: name, conventional unit, factor to the SI unit.
const ANALYTES: &[(&str, &str, &str, f64)] = &[
    (r"glucose|glucosa|glucemia|glyc(?:a)?emia|blood sugar|BG|BM|CBG", r"mg/dL", r"mmol/L", 0.055_51),
    (r"creatinine?a?|(?-i:Cr)|creat", r"mg/dL", r"[uµμ]mol/L", 88.42),
    (
        r"(?:total |LDL |HDL )?cholesterol|(?:LDL|HDL)(?:-C)?|colesterol(?: total)?",
        r"mg/dL",
        r"mmol/L",
        0.025_86,
    ),
    (r"triglyc[ei]rides?|triglic[eé]ridos|(?-i:TG)", r"mg/dL", r"mmol/L", 0.011_29),
    (r"(?:total )?bilirubina?", r"mg/dL", r"[uµμ]mol/L", 17.1),
    (r"calcium|calcio|(?-i:Ca)", r"mg/dL", r"mmol/L", 0.249_5),
    (r"h(?:a)?emoglobin|hemoglobina|Hb|Hgb", r"g/dL", r"g/L", 10.0),
    (r"uric acid|urate|[aá]cido [uú]rico", r"mg/dL", r"[uµμ]mol/L", 59.48),
    (r"albumin|alb[uú]mina", r"g/dL", r"g/L", 10.0),
    (r"magnesium|magnesio|(?-i:Mg)", r"mg/dL", r"mmol/L", 0.411_4),
    (r"phosph(?:ate|orus)|f[oó]sforo|fosfato", r"mg/dL", r"mmol/L", 0.322_9),
];

/// The text between a quantity and the same quantity in another unit.
const BETWEEN: &str = r" ?(?:\(|\[|/|=|≈|,? ?or |,? ?i\.e\.,? |- )? ?";
const NUMBER: &str = r"\d{1,4}(?:[.,]\d{1,3})?";

struct Compiled {
    pattern: Pattern,
    factor: f64,
    offset: f64,
    share: f64,
    slack: f64,
}

/// Units of small masses.
const MASS: &str = r"mg|mcg|µg|μg|ug|micrograms?|microgramos";

/// A mass followed by a mass in brackets: "0.25 mg (250 mcg)".
static MASSES: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"(?:^|[\s(:~=])(?P<a>{NUMBER}) ?(?P<first>{MASS}|g) ?(?:\(|\[|= ?)(?:=|~)? ?(?P<b>{NUMBER}) ?(?P<second>{MASS})(?:\)|\]|[ ,;.]|$)"
    ))
});

/// Words that make the pairs of mg/dL and mmol/L in a sentence glucose values.
static OF_GLUCOSE: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/paired-units/of-glucose"));
/// Words that make some pairs in a sentence values of another analyte.
static OF_OTHER_VALUE: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/paired-units/of-other-value"));

/// A pair in mg/dL and mmol/L without a name directly before it.
static CONCENTRATIONS: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"(?:^|[\s(,;:~=])(?P<a>{NUMBER}) ?(?P<first>mmol/L|mg/dL){BETWEEN}(?P<b>{NUMBER}) ?(?P<second>mmol/L|mg/dL)"
    ))
});

/// A concentration followed in the same sentence by a mass with its volume: "250 mg/5 ml: 500 mg (10 ml)".
static STRENGTH_AND_PORTION: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"(?P<strength>{NUMBER}) ?mg ?(?:/|in|per|en|por) ?(?P<per>{NUMBER})? ?ml\b[^.;\n(]{{0,40}}?[\s:,](?P<place>(?P<mass>{NUMBER}) ?mg ?(?:\(|= ?)=? ?(?P<volume>{NUMBER}) ?ml)\b"
    ))
});

static PATTERNS: LazyLock<Vec<Compiled>> = LazyLock::new(|| {
    let mut out: Vec<Compiled> = PAIRS
        .iter()
        .flat_map(|pair| {
            let (first, second) = (pair.first, pair.second);
            let compiled = |text: String, is_turned: bool| {
                // The pair may be in either order.
                let (factor, offset) =
                    if is_turned { (1.0 / pair.factor, -pair.offset / pair.factor) } else { (pair.factor, pair.offset) };
                Compiled { pattern: any_case(&text), factor, offset, share: pair.share, slack: pair.slack }
            };
            let text = |first: &str, second: &str| {
                format!(
                    r"(?:^|[\s(:~=])(?P<a>{NUMBER}) ?(?:{first})(?:[ ,/=≈]*(?:\(|\[)|\s*(?:/|=|≈|,? or |,? o )\s*) ?(?:~|≈|approx\.? )?(?P<b>{NUMBER}) ?(?:{second})(?:[\s).,;\]]|$)"
                )
            };
            [compiled(text(first, second), false), compiled(text(second, first), true)]
        })
        .collect();
    for (name, conventional, si, factor) in ANALYTES {
        for (first, second, factor) in [(conventional, si, *factor), (si, conventional, 1.0 / factor)] {
            let text = format!(
                r"(?:^|[\s(,;|])(?:{name})\b[^\d\n.;]{{0,20}}(?P<a>{NUMBER}) ?{first}{BETWEEN}(?P<b>{NUMBER}) ?{second}"
            );
            out.push(Compiled { pattern: any_case(&text), factor, offset: 0.0, share: 0.06, slack: 0.12 });
        }
    }
    out
});

/// Feet and inches with centimetres or metres.
static FEET: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"(?P<length>\d{2,3}(?:[.,]\d)?|[12][.,]\d{1,2}) ?(?P<unit>cm|m)\b ?(?:\(|/|=|≈|,)? ?(?P<feet>[3-7]) ?(?:ft|feet|foot|['’′]) ?(?P<inches>\d{1,2})? ?(?:in\b|inch(?:es)?|[\x22”″]|['’′]{2})?",
    )
});

fn value(text: &str) -> Option<f64> {
    text.replace(',', ".").parse().ok()
}

fn block_pairs(block: &BlockContext<'_>) -> Vec<Span> {
    let text = block.prose();
    let mut out = Vec::new();
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return out;
    }
    for pair in PATTERNS.iter() {
        for found in pair.pattern.captures_iter(text) {
            let (Some(a), Some(b), Some(whole)) = (found.name("a"), found.name("b"), found.get(0)) else {
                continue;
            };
            let (Some(first), Some(second)) = (value(a.as_str()), value(b.as_str())) else { continue };
            let expected = first * pair.factor + pair.offset;
            // A number without decimals may have been rounded.
            let rounding = if b.as_str().contains(['.', ',']) { 0.06 } else { 0.51 };
            let slack =
                (expected.abs() * pair.share).max(rounding).max(pair.slack.min(expected.abs() * 0.15));
            if first > 0.0 && (second - expected).abs() > slack {
                out.push(Span::new(a.start(), whole.end().min(text.len())));
            }
        }
    }
    out.extend(MASSES.captures_iter(text).filter_map(|found| mismatched_mass(&found)));
    for found in STRENGTH_AND_PORTION.captures_iter(text) {
        let number = |name: &str| found.name(name).and_then(|number| value(number.as_str()));
        let (Some(strength), Some(mass), Some(volume)) =
            (number("strength"), number("mass"), number("volume"))
        else {
            continue;
        };
        let expected = strength / number("per").unwrap_or(1.0) * volume;
        if expected > 0.0
            && (mass / expected - 1.0).abs() > 0.08
            && let Some(place) = found.name("place")
        {
            out.push(Span::new(place.start(), place.end()));
        }
    }
    for sentence in block.sentences() {
        unnamed_pairs(block, sentence.span, &mut out);
    }
    for found in FEET.captures_iter(text) {
        let (Some(length), Some(unit), Some(feet), Some(whole)) =
            (found.name("length"), found.name("unit"), found.name("feet"), found.get(0))
        else {
            continue;
        };
        let (Some(length), Some(feet)) = (value(length.as_str()), value(feet.as_str())) else { continue };
        let inches = found.name("inches").and_then(|inches| value(inches.as_str())).unwrap_or(0.0);
        let centimetres = if unit.as_str().eq_ignore_ascii_case("m") { length * 100.0 } else { length };
        let expected = (feet * 12.0 + inches) * 2.54;
        if inches < 12.0 && (80.0..=230.0).contains(&centimetres) && (centimetres - expected).abs() > 4.0 {
            out.push(Span::new(whole.start(), whole.end()));
        }
    }
    out
}

/// The location of a mass whose bracketed equivalent differs.
fn mismatched_mass(found: &regex::Captures<'_>) -> Option<Span> {
    let milligrams = |name: &str| -> Option<f64> {
        let unit = found.name(name)?.as_str().to_lowercase();
        Some(if unit == "g" {
            1000.0
        } else if unit == "mg" {
            1.0
        } else {
            0.001
        })
    };
    let (first, second) = (milligrams("first")?, milligrams("second")?);
    let (a, b) = (value(found.name("a")?.as_str())?, value(found.name("b")?.as_str())?);
    if (first - second).abs() < f64::EPSILON || a <= 0.0 || b <= 0.0 {
        return None;
    }
    let ratio = b * second / (a * first);
    // "1 g (500 mg)" may be two tablets; for grams only a shifted decimal point counts.
    let is_shifted = (ratio.log10() - ratio.log10().round()).abs() < 0.01;
    let is_wrong = (ratio - 1.0).abs() > 0.05 && (first < 1000.0 || is_shifted);
    let end = found.name("second")?.end();
    is_wrong.then(|| Span::new(found.name("a").map_or(0, |a| a.start()), end))
}

/// Adds the pairs of a sentence without a name directly before them: "at two hours 7.8 mmol/L (140 mg/dL)". Without any
/// name the pair is wrong if it is right for no substance.
fn unnamed_pairs(block: &BlockContext<'_>, sentence: Span, out: &mut Vec<Span>) {
    /// Milligrams per decilitre for one millimole per litre.
    const FACTOR: f64 = 18.016;
    let text = block.slice(sentence);
    if !text.contains("mol") && !text.contains("MOL") {
        return;
    }
    let is_of_glucose = OF_GLUCOSE.is_match(text) && !OF_OTHER_VALUE.is_match(text);
    let of_any = || {
        let named = ANALYTES.iter().filter(|(_, first, second, _)| *first == "mg/dL" && *second == "mmol/L");
        named.map(|(_, _, _, factor)| 1.0 / factor).chain(OTHER_FACTORS)
    };
    for found in CONCENTRATIONS.captures_iter(text) {
        let (Some(a), Some(b), Some(first), Some(second), Some(whole)) =
            (found.name("a"), found.name("b"), found.name("first"), found.name("second"), found.get(0))
        else {
            continue;
        };
        let (Some(one), Some(other)) = (value(a.as_str()), value(b.as_str())) else { continue };
        let is_molar = first.as_str().to_lowercase().starts_with("mmol");
        if first.as_str().eq_ignore_ascii_case(second.as_str()) || one <= 0.0 {
            continue;
        }
        let ratio = if is_molar { other / one } else { one / other.max(0.01) };
        let place = Span::new(sentence.start as usize + a.start(), sentence.start as usize + whole.end());
        let agrees = |factor: f64| (ratio / factor - 1.0).abs() <= 0.06;
        let is_right = if is_of_glucose { agrees(FACTOR) } else { of_any().any(agrees) };
        if !is_right && !out.iter().any(|known| known.overlaps(place)) {
            out.push(place);
        }
    }
}

/// Reports quantities whose two units disagree.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let spanish = draft.is_spanish();
    let mut out = Vec::new();
    for block in draft.blocks().filter(|block| block.is_prose() && !block.in_references) {
        let here = block.fact(|block| PairedUnits(block_pairs(block)));
        for place in &here.0 {
            let shown = block.slice(*place).trim().trim_end_matches([')', '.', ',', ';', ']']);
            let message = if spanish {
                format!("«{shown}»: los valores en las dos unidades no coinciden. Compruebe los dos números.")
            } else {
                format!("“{shown}”: the values in the two units do not agree. Check both numbers.")
            };
            let place =
                Span::new(place.start as usize, place.start as usize + shown.len()).shift(block.start);
            out.push(Remark::new(place, message).with_severity(Severity::Warning));
        }
    }
    out
}

/// The mismatches in a block.
struct PairedUnits(Vec<Span>);
