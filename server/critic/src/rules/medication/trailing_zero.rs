//! `medication/trailing-zero`

use super::dose::{doses, is_of_methotrexate, write, write_title};
use crate::analysis::quantities::Number;
use crate::rules::notice::notice;
use crate::{Applies, BlockAnalysis, BlockContext, BlockFlags, Check, CriticRule, FixContext};
use referee_findings::{Finding, Fix, Remark, Rule, Scope, Severity};
use referee_text::Span;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/trailing-zero",
        summary: "A dose has a zero after its decimal mark",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

A dose with nothing but zeros after its decimal mark: “5.0 mg”, “5,0 mg”.

## Why

Where the mark is overlooked, 5.0 mg is read as 50 mg.

## Example

```text
Warfarin 5.0 mg daily.
```

## What it cannot tell

Whether the precision was meant. Laboratory results, sizes, weights and volumes drained may carry the zero, as the \
Joint Commission allows; they are not flagged. A group of three digits (1.000, 1,000) may be a thousand and is not \
flagged either.
",
            notice!(),
            "
## Fixes

Write the dose without the zero.

## Sources

The Joint Commission, Official “Do Not Use” List; ISMP, List of Error-Prone Abbreviations, Symbols, and Dose \
Designations.
"
        ),
    },
    checks: &[Check::block(Applies::Notes, BlockFlags::DIGIT, check)],
    fixes: Some(fixes),
};

/// Returns the number of a dose without its decimal zeros; `None` if it has other decimals or none.
fn without_zeros(block: &BlockAnalysis, number: &Number) -> Option<String> {
    let decimals = number.decimals;
    if !(1..=2).contains(&decimals) || number.is_naked || number.is_grouped {
        return None;
    }
    if number.digits == 0 || !number.digits.is_multiple_of(10_u64.pow(u32::from(decimals))) {
        return None;
    }
    let text = block.slice(number.span);
    text.rfind(number.mark?).and_then(|at| text.get(..at)).map(str::to_owned)
}

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    let mut out = Vec::new();
    for (_, quantity) in doses(block) {
        for number in [Some(quantity.number), quantity.upper].into_iter().flatten() {
            let Some(shorter) = without_zeros(block, &number) else { continue };
            let shown = block.slice(number.span);
            let unit = block.slice(quantity.unit);
            let misread = shown.replace(['.', ','], "");
            if block.in_spanish() {
                let message = format!(
                    "«{shown} {unit}» se lee {misread} {unit} si no se ve la coma. Las listas de notaciones peligrosas piden no escribir ese cero: escriba «{shorter} {unit}»."
                );
                out.push(Remark::new(number.span, message));
                continue;
            }
            out.push(Remark::new(
                number.span,
                format!(
                    "“{shown} {unit}” is read as {misread} {unit} where the decimal mark is overlooked. The Joint Commission's Do Not Use list asks for no zero there: write “{shorter} {unit}”."
                ),
            ));
        }
    }
    out
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    if is_of_methotrexate(draft, finding) {
        return Vec::new();
    }
    let Some(block) = draft.at(finding.span.start as usize) else { return Vec::new() };
    let numbers = block.quantities().iter().flat_map(|quantity| [Some(quantity.number), quantity.upper]);
    let here = |span: Span| span.shift(block.start) == finding.span;
    numbers
        .flatten()
        .find(|number| here(number.span))
        .and_then(|number| without_zeros(&block, &number))
        .map(|shorter| {
            let title = write_title(&shorter, draft.is_spanish());
            vec![Fix { title, ..write(file, finding.span, &shorter, true) }]
        })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{fixed, note, places};
    use referee_syntax::Format;

    const ID: &str = "medication/trailing-zero";

    #[test]
    fn the_zero_is_dropped_and_nothing_else() {
        let text = "Furosemide 20.0-40.0 mg daily.";
        assert_eq!(places(ID, Format::PlainText, text, &note()), ["20.0", "40.0"]);
        let fixes = fixed(ID, Format::PlainText, "Enalapril 5,0 mg al día.", &note());
        assert_eq!(fixes, [("Escribir «5»".to_owned(), true, "Enalapril 5 mg al día.".to_owned())]);
    }

    #[test]
    fn a_tie_of_latex_is_a_space() {
        assert_eq!(places(ID, Format::Latex, "Warfarin 5.0~mg daily.", &note()), ["5.0"]);
    }
}
