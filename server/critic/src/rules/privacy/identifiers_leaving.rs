//! `privacy/identifiers-leaving`

use crate::analysis::identifying_text::identifying;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "privacy/identifiers-leaving",
        summary: "Identifying details would reach a remote language model if they were not redacted",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

In a clinical note, while your settings name a language model on another machine: addresses, dates, record and telephone \
numbers, ages above 89, and names after a title or a label (`Mrs. Quintanilla`, `Paciente: …`). Without such a model, and \
with one on this machine, it says nothing.

## Why

Words of a note leave this machine only redacted and after you have seen them. This shows beforehand what the redaction \
would have to remove, where it is.

## Example

```text
Mrs. Quintanilla, MRN 00451234, was seen on 12/03/2024.
```

## What it cannot tell

A name in running text. The redaction does not rely on this rule: it replaces every word that could be a name. \
Neither makes a note anonymous: an age, a rare disease and a place can reveal who is meant.

## Fixes

None. A model on this machine (`llm.base_url` on 127.0.0.1) is sent nothing that leaves.

## Sources

45 CFR 164.514(b)(2), the identifiers of the Safe Harbor method.
",
    },
    checks: &[Check::block(Applies::Notes, BlockFlags::NONE, leaving)],
    fixes: None,
};

fn leaving(block: &BlockContext<'_>) -> Vec<Remark> {
    if !block.setting.model_elsewhere {
        return Vec::new();
    }
    identifying(block.prose())
        .into_iter()
        .map(|(range, kind)| {
            let span = Span::new(range.start, range.end);
            let (shown, spanish) = (block.slice(span), block.in_spanish());
            let what = kind.describe(spanish);
            let message = if spanish {
                format!(
                    "«{shown}» es {what} que podría revelar de quién trata esta nota. Se sustituye antes de mostrar palabras de la nota al modelo de lenguaje de su configuración, que no está en este equipo."
                )
            } else {
                format!(
                    "“{shown}” is {what} that could tell who this note is about. It is replaced before any words of the note are shown to the language model of your settings, which is not on this machine."
                )
            };
            Remark::new(span, message)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::Setting;
    use crate::rules::testing::{manuscript, note, places};
    use referee_syntax::Format;

    const ID: &str = "privacy/identifiers-leaving";
    const TEXT: &str = "Mrs. Quintanilla, MRN 00451234, was seen on 12/03/2024 for pain.\n";

    #[test]
    fn only_a_note_whose_words_could_leave_is_spoken_of() {
        let elsewhere = |setting: Setting| Setting { model_elsewhere: true, ..setting };
        let said = |setting: Setting| places(ID, Format::PlainText, TEXT, &setting);
        assert_eq!(said(elsewhere(note())), ["Quintanilla", "00451234", "12/03/2024"]);
        assert!(said(note()).is_empty() && said(elsewhere(manuscript())).is_empty());
    }
}
