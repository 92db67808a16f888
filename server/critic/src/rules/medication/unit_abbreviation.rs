//! `medication/unit-abbreviation`

use super::dose::{doses, is_of_methotrexate, said_at, write, write_title};
use super::implausible_dose::wrong_unit;
use crate::analysis::meaning::Meaning;
use crate::analysis::medication;
use crate::analysis::quantities::Quantity;
use crate::analysis::terms::Term;
use crate::pattern::{Pattern, any_case, context, forms};
use crate::rules::notice::notice;
use crate::{
    Applies, BlockAnalysis, BlockContext, BlockFlags, Check, CriticRule, FixContext, Region, Sentence,
};
use referee_findings::{Finding, Fix, Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/unit-abbreviation",
        summary: "A unit in a dose is abbreviated in a way that is easily misread",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

As warnings: `U` and `u` that touch the number of a dose: “10U”. As information: `U` and `u` after a blank, `IU` and \
`UI` (“5 UI/kg”), `MU`, and `µg` and `cc` where the region's list names them.

## Why

A handwritten or badly spaced `U` has been read as 0, 4 or cc, and IU as IV or 10: a tenfold dose of insulin or heparin.
The Joint Commission's list forbids both in orders that are written by hand, typed as free text or printed on forms, in \
the hospitals that it accredits. Labels of the European Union and of the United States print IU and UI, so only the `U` \
that reads as a digit in print is a warning.

## Example

```text
Give insulin glargine 10U at bedtime.
```

## What it cannot tell

What was meant. Results of a laboratory (`U/L`, `IU/mL`) are not doses and are not flagged.
",
            notice!(),
            "
## Fixes

Write the unit in full: units, international units; unidades, unidades internacionales in Spanish text. `µg` becomes \
`mcg`, in Spain `microgramos`.

## Sources

The Joint Commission, Official “Do Not Use” List; ISMP, List of Error-Prone Abbreviations, Symbols, and Dose \
Designations; for Spain Otero et al., Farm Hosp 2004;28:141-4.
"
        ),
    },
    checks: &[Check::block(Applies::Notes, BlockFlags::DIGIT, check)],
    fixes: Some(fixes),
};

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    let mut out = Vec::new();
    for (sentence, quantity) in doses(block) {
        let unit = block.slice(quantity.unit);
        let spanish = block.in_spanish();
        let place = with_other_meals(block, quantity.span);
        let shown = block.slice(place);
        let region = block.setting.region;
        if let Some(letters) = unit_letters(unit) {
            // "5U&E sent": urea and electrolytes.
            if block.prose().get(quantity.span.end as usize..).is_some_and(|behind| behind.starts_with('&')) {
                continue;
            }
            // A unit that the drug is not dosed in needs another one, not more letters.
            if is_of_drink(block, sentence)
                || is_of_place(block, quantity.span)
                || wrong_unit::is_wrong(block, quantity)
            {
                continue;
            }
            if letters == "u"
                && !medication::is_dose(block, sentence, quantity)
                && !is_ordered(block, sentence)
            {
                continue;
            }
            let full = in_full(letters, quantity, spanish);
            let message = if letters == "MU" {
                if spanish {
                    format!(
                        "«MU» en «{shown}» puede leerse como unidades o milésimas de unidad. Escriba «{full}»."
                    )
                } else {
                    format!(
                        "“MU” in “{shown}” can be read as units or as thousandths of one. Write “{full}”."
                    )
                }
            } else if spanish {
                format!(
                    "«{letters}» en «{shown}» puede leerse mal (como 0, 4, cc o IV). Las listas de abreviaturas peligrosas piden la palabra: escriba «{full}»."
                )
            } else {
                format!(
                    "“{letters}” in “{shown}” can be misread (as 0, 4, cc or IV). The Joint Commission's Do Not Use list asks for the word: write “{full}”."
                )
            };
            let remark = Remark::new(place, message);
            // A letter that touches the number reads as one more digit; the list forbids the others too, but a blank, or
            // two letters that labels print, are not misread so.
            let touches = block
                .prose()
                .get(..quantity.unit.start as usize)
                .is_some_and(|ahead| ahead.ends_with(|c: char| c.is_ascii_digit()));
            let is_digit = touches && letters.eq_ignore_ascii_case("u");
            out.push(if is_digit { remark } else { remark.with_severity(Severity::Information) });
        } else if let Some(better) = other_unit(unit, region, spanish) {
            let message = if spanish {
                format!(
                    "«{unit}» en «{shown}» figura en la lista de abreviaturas propensas a error (ISMP). Mejor «{better}»."
                )
            } else {
                format!(
                    "“{unit}” in “{shown}” is on ISMP's list of error-prone abbreviations. Consider “{better}”."
                )
            };
            out.push(Remark::new(quantity.span, message).with_severity(Severity::Information));
        }
    }
    out
}

/// Returns the letters that abbreviate units: the whole unit, or its end after millions ("4 million
/// U").
fn unit_letters(unit: &str) -> Option<&str> {
    let letters = unit.rsplit(' ').next().unwrap_or(unit);
    matches!(
        letters,
        "MU" | "U" | "u" | "IU" | "iu" | "UI" | "ui" | "U.I." | "I.U." | "u.i." | "i.u." | "Iu" | "Ui"
    )
    .then_some(letters)
}

/// Extends a quantity by the doses of the other meals before it: all of "4-4-4 U".
fn with_other_meals(block: &BlockAnalysis, span: Span) -> Span {
    let text = block.prose();
    let mut start = span.start as usize;
    while let Some(before) = text.get(..start).and_then(|before| before.strip_suffix('-')) {
        let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 || digits > 3 {
            break;
        }
        start = before.len() - digits;
    }
    Span { start: u32::try_from(start).unwrap_or(span.start), end: span.end }
}

/// Whether a sentence counts drinks: units of alcohol are not a dose.
fn is_of_drink(block: &BlockAnalysis, sentence: Sentence) -> bool {
    static ALCOHOL_CONTEXT: LazyLock<Pattern> =
        LazyLock::new(|| context("unit-abbreviation/alcohol-context"));
    ALCOHOL_CONTEXT.is_match(block.slice(sentence.span))
        && !block.phrases_in(sentence.span).any(|found| matches!(found.meaning, Meaning::Drug(_)))
}

/// Whether a number belongs to a bed or a room: "bed 4U".
fn is_of_place(block: &BlockAnalysis, quantity: Span) -> bool {
    static PLACE_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"\b(?:{words}) ?$", words = forms("unit-abbreviation/place-before")))
    });
    PLACE_BEFORE.is_match(block.prose().get(..quantity.start as usize).unwrap_or_default())
}

fn is_ordered(block: &BlockAnalysis, sentence: Sentence) -> bool {
    block.terms_in(sentence.span, |term| term == Term::Recommend).next().is_some()
}

fn in_full(unit: &str, quantity: &Quantity, spanish: bool) -> &'static str {
    let one = quantity.upper.is_none() && quantity.number.digits == 1 && quantity.number.decimals == 0;
    if unit == "MU" {
        return if spanish { "millones de unidades" } else { "million units" };
    }
    let international = unit.len() > 1;
    match (spanish, international, one) {
        (false, false, false) => "units",
        (false, false, true) => "unit",
        (false, true, false) => "international units",
        (false, true, true) => "international unit",
        (true, false, false) => "unidades",
        (true, false, true) => "unidad",
        (true, true, false) => "unidades internacionales",
        (true, true, true) => "unidad internacional",
    }
}

fn other_unit(unit: &str, region: Region, spanish: bool) -> Option<&'static str> {
    match (unit, region) {
        ("µg" | "μg" | "ug", Region::EsEs) => Some("microgramos"),
        ("µg" | "μg" | "ug", Region::EnGb) => Some("micrograms"),
        ("µg" | "μg" | "ug", Region::EsCl) => Some("mcg"),
        ("µg" | "μg" | "ug", Region::EnUs) => Some(if spanish { "microgramos" } else { "mcg" }),
        ("cc", _) => Some("mL"),
        _ => None,
    }
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    let Some((_, spanish)) = said_at(draft, finding) else { return Vec::new() };
    if is_of_methotrexate(draft, finding) {
        return Vec::new();
    }
    let Some(block) = draft.at(finding.span.start as usize) else { return Vec::new() };
    let Some(quantity) =
        block.quantities().iter().find(|quantity| quantity.span.shift(block.start).end == finding.span.end)
    else {
        return Vec::new();
    };
    let unit = block.slice(quantity.unit);
    let (full, letters) = match unit_letters(unit) {
        Some(letters) => (in_full(letters, quantity, spanish), letters),
        None => match other_unit(unit, draft.setting.region, spanish) {
            Some(better) => (better, unit),
            None => return Vec::new(),
        },
    };
    let place = Span { start: quantity.unit.end - Span::new(0, letters.len()).end, end: quantity.unit.end };
    // A number and its unit must not run together; "millones de unidades" already contains the
    // preposition.
    let before = block.text().get(..place.start as usize).unwrap_or_default();
    let glued = before.ends_with(|c: char| c.is_ascii_digit());
    let needs_of = spanish && before.ends_with("illones ");
    let text = match (glued, needs_of) {
        (true, _) => format!(" {full}"),
        (false, true) => format!("de {full}"),
        (false, false) => full.to_owned(),
    };
    vec![Fix { title: write_title(full, spanish), ..write(file, place.shift(block.start), &text, true) }]
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{fixed, note, places};
    use referee_syntax::Format;

    const ID: &str = "medication/unit-abbreviation";

    #[test]
    fn the_unit_is_written_in_full_and_apart_from_the_number() {
        let of = |text: &str| {
            fixed(ID, Format::PlainText, text, &note()).into_iter().map(|fix| fix.2).collect::<Vec<_>>()
        };
        assert_eq!(of("Insulin 10U daily."), ["Insulin 10 units daily."]);
        assert_eq!(of("Insulin 1 U daily."), ["Insulin 1 unit daily."]);
        assert_eq!(of("Vitamin D 2000 IU daily."), ["Vitamin D 2000 international units daily."]);
        assert_eq!(of("Insulina 5 UI/kg al día."), ["Insulina 5 unidades internacionales/kg al día."]);
    }

    #[test]
    fn code_and_comments_are_not_read() {
        let text = "Insulin 4 units.\n\n`Insulin 10U daily`\n\n<!-- insulin 10U daily -->\n\nInsulin **6U** daily.\n";
        assert_eq!(places(ID, Format::Markdown, text, &note()), ["6U"]);
    }
}
