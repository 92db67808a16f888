//! `medication/naked-decimal`

use super::dose::{doses, is_of_methotrexate, write, write_title};
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, FixContext};
use referee_findings::{Finding, Fix, Remark, Rule, Scope, Severity};

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/naked-decimal",
        summary: "A dose starts with its decimal mark",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

A dose without a digit before its decimal mark: “.5 mg”, “,5 mg”.

## Why

Where the mark is overlooked, .5 mg is read as 5 mg.

## Example

```text
Digoxin .125 mg daily.
```

## What it cannot tell

Numbers that are no doses (p values, correlations, sizes) are not its concern.
",
            notice!(),
            "
## Fixes

Write the zero before the mark.

## Sources

The Joint Commission, Official “Do Not Use” List; ISMP, List of Error-Prone Abbreviations, Symbols, and Dose \
Designations.
"
        ),
    },
    checks: &[Check::block(Applies::Notes, BlockFlags::DIGIT, check)],
    fixes: Some(fixes),
};

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    let mut out = Vec::new();
    for (_, quantity) in doses(block) {
        for number in
            [Some(quantity.number), quantity.upper].into_iter().flatten().filter(|number| number.is_naked)
        {
            let (shown, unit) = (block.slice(number.span), block.slice(quantity.unit));
            let whole = shown.trim_start_matches(['.', ',']);
            if block.in_spanish() {
                let message = format!(
                    "«{shown} {unit}» se lee {whole} {unit} si no se ve la coma. Las listas de notaciones peligrosas piden un cero delante: escriba «0{shown} {unit}»."
                );
                out.push(Remark::new(number.span, message));
                continue;
            }
            out.push(Remark::new(
                number.span,
                format!(
                    "“{shown} {unit}” is read as {whole} {unit} where the decimal mark is overlooked. The Joint Commission's Do Not Use list asks for a zero before it: write “0{shown} {unit}”."
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
    let Some(text) = draft.text(finding.span).map(|text| format!("0{text}")) else { return Vec::new() };
    vec![Fix { title: write_title(&text, draft.is_spanish()), ..write(file, finding.span, &text, true) }]
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{fixed, note, places};
    use referee_syntax::Format;

    const ID: &str = "medication/naked-decimal";

    #[test]
    fn the_zero_is_put_before_the_mark() {
        assert_eq!(places(ID, Format::PlainText, "Digoxin .125 mg daily.", &note()), [".125"]);
        let fixes = fixed(ID, Format::PlainText, "Alprazolam ,5 mg vo.", &note());
        assert_eq!(fixes, [("Escribir «0,5»".to_owned(), true, "Alprazolam 0,5 mg vo.".to_owned())]);
    }
}
