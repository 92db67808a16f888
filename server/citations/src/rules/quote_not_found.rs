//! Implements the rule `citation/quote-not-found`.

use super::checked_claim::CheckedClaim;
use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::subject::push;
use super::wording;
use crate::edits;
use crate::support::Objection;
use referee_bibliography::foreign::foreign;
use referee_findings::{Finding, Fix, Rule, Scope, Severity};
use referee_text::{Message, Phrase, TextEdit};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/quote-not-found",
        summary: "A quotation is not in the text of the cited work, as far as that text is known",
        severity: Some(Severity::Information),
        scope: Scope::Sentence,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A quotation of four words or more, in a sentence that cites, that is not in the abstract of any work that the \
sentence cites. It is looked up letter for letter, and then word for word, without regard to case, punctuation, \
hyphens, ligatures and the spelling of Britain and America; of a quotation with omissions every part, in order, and words in square brackets are the quoting author's.

- Information, where the abstract has nearly these words: they are shown.
- Information, where the sentence itself says that the abstract says so.
- A hint otherwise: only the abstract is known, and the words may be in the full text.
- A warning in a passage that referee wrote: that quotes nothing but what is stored.

## Why

Quotations change while they are copied, and a word more or less can turn what was said.

## Example

```markdown
The authors saw “no benefit of early treatment in older adults” [@roe2019].
```

The abstract says: no benefit of late treatment in older adults.

## What it cannot tell

What is in the full text. It is silent where the abstract of any cited work is not known.

## Fixes

- Write the words of the abstract, where it has nearly these.
- Remove the citation; if it is the only one in its place, [citation needed] takes its place.

## Sources

The abstract, as the library or an online source has it; the message says which, as of when.
",
    },
    checks: &[Check::Claim(check)],
    fixes: Some(fixes),
};

fn check(_: &RuleContext<'_>, checked: &CheckedClaim<'_>) -> Vec<Remark> {
    let mut out = Vec::new();
    for objection in checked.objections.iter() {
        let Objection::QuoteNotFound { quote, at, nearest } = objection else { continue };
        let remark = match nearest {
            Some(near) => {
                let near = near.split_whitespace().collect::<Vec<_>>().join(" ");
                let message = Message::written(|language| {
                    let (of, near) = (checked.looked_at(language), wording::quoted(language, &near));
                    language.pick(
                        format!(
                            "The quotation is not in {of}; that has: {near}. Quote its words, or say which text is quoted."
                        ),
                        format!(
                            "La cita textual no figura en {of}; allí dice: {near}. Cite sus palabras, o diga qué texto se cita."
                        ),
                    )
                });
                let more = [("quote", quote.as_str()), ("nearest", near.as_str())];
                checked.remark(Some(at), message, Severity::Information, &more)
            }
            None => {
                let claimed = checked.names_abstract();
                let advice = if claimed && checked.written.is_none() {
                    Phrase {
                        english: "Compare it, or say which text is quoted.",
                        spanish: "Compárela, o diga qué texto se cita.",
                    }
                } else {
                    checked.advice()
                };
                let severity = if claimed { Severity::Information } else { Severity::Hint };
                let message = Message::written(|language| {
                    let (of, advice) = (checked.looked_at(language), advice.text(language));
                    language.pick(
                        format!("The quotation is not in {of}. {advice}"),
                        format!("La cita textual no figura en {of}. {advice}"),
                    )
                });
                checked.remark(Some(at), message, severity, &[("quote", quote.as_str())])
            }
        };
        out.push(remark);
    }
    out
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let mut out = Vec::new();
    if let Some(near) = finding.data.more.get("nearest")
        && let Some(draft) = context.draft
    {
        let edit = TextEdit::new(finding.span, foreign(near, draft.format().markup()));
        let title = Message::new("Write the words of the abstract", "Escribir las palabras del resumen");
        push(context, &mut out, title, false, vec![edits::file_edit(context.file, edit)]);
    }
    out.extend(super::subject::citation_removal(context, finding));
    out
}
