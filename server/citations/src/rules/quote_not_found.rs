//! `citation/quote-not-found`

use super::checked_claim::CheckedClaim;
use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::subject::push;
use super::wording;
use crate::edits;
use crate::support::Objection;
use referee_findings::{Finding, Fix, Rule, Scope, Severity};
use referee_text::TextEdit;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/quote-not-found",
        summary: "A quotation does not stand in the text of the cited work, as far as that is known",
        severity: Some(Severity::Information),
        scope: Scope::Sentence,
        needs_reason: false,
        documentation: "\
## What it flags

A quotation of four words or more, in a sentence that cites, that is not in the abstract of any work that the \
sentence cites. It is looked up letter for letter, and then word for word, without regard to case, punctuation, \
hyphens, ligatures and the spelling of Britain and America; of a quotation with omissions every part, in order, and \
what stands in square brackets is the quoting author's.

- Information, where the abstract has nearly these words: they are shown.
- Information, where the sentence itself says that the abstract says so.
- A hint otherwise: only the abstract is known, and the words may stand in the full text.
- A warning in a passage that referee wrote: that quotes nothing but what is stored.

## Why

Quotations change while they are copied, and a word more or less can turn what was said.

## Example

```markdown
The authors saw “no benefit of early treatment in older adults” [@roe2019].
```

The abstract says: no benefit of late treatment in older adults.

## What it cannot tell

What stands in the full text. It is silent where the abstract of any cited work is not known.

## Fixes

- Write the words of the abstract, where it has nearly these.
- Remove the citation.

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
                let message = format!(
                    "The quotation does not stand in {}; that has: {}. Quote its words, or say which text is quoted.",
                    checked.looked_at(),
                    wording::quoted(&near)
                );
                let more = [("quote", quote.as_str()), ("nearest", near.as_str())];
                checked.remark(Some(at), message, Severity::Information, &more)
            }
            None => {
                let claimed = checked.names_abstract();
                let advice = if claimed && checked.written.is_none() {
                    "Compare it, or say which text is quoted."
                } else {
                    checked.advice()
                };
                let severity = if claimed { Severity::Information } else { Severity::Hint };
                let message = format!("The quotation does not stand in {}. {advice}", checked.looked_at());
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
        && context.draft.is_some()
    {
        let edit = TextEdit::new(finding.span, near.clone());
        push(
            &mut out,
            "Write the words of the abstract".to_owned(),
            false,
            vec![edits::file_edit(context.file, edit)],
        );
    }
    out.extend(super::claim_remarks::fixes(context, finding));
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::early_treatment::{told_of, world};
    use referee_findings::Severity;

    fn said(text: &str) -> Vec<(String, Severity)> {
        told_of(text, super::RULE.rule.id)
    }

    #[test]
    fn words_that_were_changed_are_told_with_those_of_the_abstract() {
        let text = "The authors saw “no benefit of early treatment in older adults” [@roe].\n";
        assert_eq!(
            said(text),
            [("no benefit of early treatment in older adults".to_owned(), Severity::Information)]
        );
        let fixed = world("paper.md", text).fixed("paper.md", super::RULE.rule.id, "Write the words");
        assert_eq!(
            fixed.text("paper.md"),
            "The authors saw “no benefit of late treatment in older adults” [@roe].\n"
        );
        let message = world("paper.md", text).finding("paper.md", super::RULE.rule.id).message;
        assert!(
            message.starts_with("The quotation does not stand in the abstract of “Early treatment in older adults” (Roe 2019, J Examples) as PubMed, 2024-05-02 has it; that has:"),
            "{message}"
        );
    }

    #[test]
    fn words_that_may_stand_in_the_full_text_are_a_hint() {
        let text = "Treatment “was given by nurses at home” [@roe].\n";
        assert_eq!(said(text), [("was given by nurses at home".to_owned(), Severity::Hint)]);
        let text = "The abstract says that treatment “was given by nurses at home” [@roe].\n";
        assert_eq!(said(text)[0].1, Severity::Information);
    }

    #[test]
    fn what_is_quoted_rightly_or_is_no_quotation_is_passed_over() {
        for fine in [
            "They saw “no benefit of late treatment in older adults” [@roe].\n",
            "They saw “no benefit of late … in older adults” [@roe].\n",
            "They saw \"No benefit [whatever] of late treatment\" [@roe].\n",
            "The so-called “golden hour” matters [@roe].\n",
            "They saw “something else that nobody knows here”.\n",
            "They saw “something else that nobody knows here” [@unknown].\n",
            "They saw “something else that nobody knows here” [@roe; @unknown].\n",
        ] {
            assert!(said(fine).is_empty(), "{fine}");
        }
    }

    #[test]
    fn what_referee_wrote_quotes_what_is_stored() {
        let text = "<!-- referee:written 2026-11-20 by=x evidence=pmid:1 -->\n\n# One\n\nTreatment “was given by nurses at home” [@roe].\n\n<!-- referee:end -->\n";
        assert_eq!(said(text)[0].1, Severity::Warning);
    }
}
