//! `citation/number-not-in-source`

use super::checked_claim::CheckedClaim;
use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::wording;
use crate::support::Objection;
use referee_findings::{Rule, Scope, Severity};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/number-not-in-source",
        summary: "A number does not stand in the abstract of the cited work",
        severity: Some(Severity::Information),
        scope: Scope::Sentence,
        needs_reason: false,
        documentation: "\
## What it flags

A number, in a sentence that cites, that is in the abstract of none of the works that the sentence cites, although \
the abstract speaks of what the sentence speaks of. Thousands separators, decimal commas, numbers in words, rounding, \
fractions, complements, changes for ratios, and units of mass and of time count as the same number.

- Information, where the abstract says the same with another number: its sentence is shown.
- A hint otherwise: only the abstract is known, and the number may stand in the full text.
- A warning in a passage that referee wrote: that holds no number that is not stored.

## Why

A figure is what readers take away, and a slip in copying it is not seen again.

## Example

```markdown
Early treatment lowered mortality by 31% [@roe2019].
```

The abstract says: early treatment lowered mortality by 13%.

## What it cannot tell

What stands in the full text and in tables. It passes over years, single digits, limits of significance, levels of \
confidence and numbers that are names (`IL-6`, type 2); sentences in which the authors speak of their own work or set \
it against what they cite; and it is silent where the abstract of any cited work is not known.

## Fixes

- Remove the citation.

## Sources

The abstract, as the library or an online source has it; the message says which, as of when.
",
    },
    checks: &[Check::Claim(check)],
    fixes: Some(super::claim_remarks::fixes),
};

fn check(context: &RuleContext<'_>, checked: &CheckedClaim<'_>) -> Vec<Remark> {
    if checked.is_counted() || super::plan_section::is_recommendation(context, checked) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for objection in checked.objections.iter() {
        let Objection::NumberNotInSource { number, at, instead } = objection else { continue };
        let told = format!("{number} does not stand in {}", checked.looked_at());
        out.push(match instead {
            Some(sentence) => checked.remark(
                Some(at),
                format!(
                    "{told}; that says: {}. Compare the number.",
                    wording::quoted(sentence.trim_end_matches('.'))
                ),
                Severity::Information,
                &[("number", number), ("passage", sentence)],
            ),
            None => checked.remark(
                Some(at),
                format!("{told}. {}", checked.advice()),
                Severity::Hint,
                &[("number", number)],
            ),
        });
    }
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
    fn another_number_for_the_same_is_told_with_the_sentence_that_has_it() {
        let text = "Early treatment lowered mortality in older adults with sepsis by 21.5% [@roe].\n";
        assert_eq!(said(text), [("21.5".to_owned(), Severity::Information)]);
        let message = world("paper.md", text).finding("paper.md", super::RULE.rule.id).message;
        assert!(
            message.contains("21.5% does not stand in the abstract of") && message.contains("by 12.5%"),
            "{message}"
        );
    }

    #[test]
    fn a_number_of_the_full_text_is_a_hint_and_says_so() {
        let text = "Early treatment lowered mortality in 4,567 adults [@roe].\n";
        assert_eq!(said(text), [("4,567".to_owned(), Severity::Hint)]);
        let message = world("paper.md", text).finding("paper.md", super::RULE.rule.id).message;
        assert!(message.contains("may stand in the full text"), "{message}");
    }

    #[test]
    fn what_is_there_in_another_writing_and_what_is_no_finding_is_passed_over() {
        for fine in [
            "Early treatment lowered mortality by 12.50 % in 1204 adults over 10 years [@roe].\n",
            "Early treatment lowered mortality by 13% (p < 0.05; 95% CI 8-17) [@roe].\n",
            "Samples were kept at 37 °C for 48 h [@roe].\n",
            "We saw a mortality of 33% in older adults, early treatment or not [@roe].\n",
            "Early treatment lowered mortality by 44% in older adults [@roe; @other].\n",
            "In 2015, early treatment lowered mortality in stage 12 sepsis [@roe].\n",
        ] {
            assert!(said(fine).is_empty(), "{fine} {:?}", said(fine));
        }
    }

    #[test]
    fn latex_and_numbered_lists_are_read_too() {
        let world = world(
            "paper.tex",
            "Early treatment lowered mortality in older adults by 21.5\\%~\\cite{roe}.\n\\bibliography{refs}\n",
        );
        let told = world.finding("paper.tex", super::RULE.rule.id);
        assert_eq!(world.place("paper.tex", &told), "21.5");
    }
}
