//! `medication/methotrexate-daily`

use super::dose::write;
use crate::analysis::assertion::{self, State};
use crate::analysis::drugs::Class;
use crate::analysis::terms::{Frequency, Term};
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, FixContext, Scan};
use referee_findings::{Finding, Fix, Remark, Rule, Scope, Severity};

/// The rule.
pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/methotrexate-daily",
        summary: "Methotrexate is given daily and nothing in the note speaks of cancer",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason: true,
        documentation: concat!(
            "\
## What it flags

Methotrexate with a daily frequency (daily, qd, cada 24 h, diario) in a note that names no oncologic use.

## Why

In low doses methotrexate is taken once a week. Daily doses by mistake have killed; ISMP asks for a hard stop on daily \
oral methotrexate without an oncologic indication, and for the day of the week to be named.

## Example

```text
Methotrexate 15 mg PO daily for rheumatoid arthritis.
```

## What it cannot tell

An indication that the note does not name. “Methotrexate weekly, folic acid daily” is right and is not flagged.
",
            notice!(),
            "
## Fixes

Write “once weekly”, in Spanish text “una vez a la semana”; the day is for the author to name.

## Sources

ISMP, Targeted Medication Safety Best Practices for Hospitals, best practice 2; IMSN, Global Targeted Medication Safety \
Best Practice 3.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: Some(fixes),
};

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    // The indication may stand anywhere in the note.
    if !draft.has(BlockFlags::METHOTREXATE)
        || draft.has(BlockFlags::ONCOLOGY.and(BlockFlags::STAGE))
        || draft.scan::<Histology>(()).iter().any(|group| *group.summary)
    {
        return Vec::new();
    }
    let mut out = Vec::new();
    for block in draft.flagged(BlockFlags::METHOTREXATE) {
        for slot in block.slots().iter().filter(|slot| slot.class() == Class::Methotrexate) {
            let Some((daily, Frequency::Daily)) = slot.frequency else { continue };
            // "Methotrexate weekly, folic acid daily": each drug has its own frequency.
            let next =
                block.slots().iter().map(|other| other.drug.start).find(|start| *start > slot.drug.start);
            let end = next.unwrap_or(u32::MAX).min(slot.sentence.span.end);
            let weekly = block
                .terms_in(slot.sentence.span, |term| term == Term::Frequency(Frequency::Weekly))
                .any(|found| found.span.start + 30 >= slot.drug.start && found.span.end <= end);
            let asserted = assertion::within(&block, slot.sentence, slot.drug).state;
            let daily_said = assertion::within(&block, slot.sentence, daily).state;
            if weekly || asserted == State::Negated || daily_said == State::Negated {
                continue;
            }
            // "mg/day" as a rate of something else, "days": the frequency must be near.
            if daily.start.saturating_sub(slot.drug.end) > 60 {
                continue;
            }
            let shown = block.slice(slot.drug.cover(daily));
            out.push(
                Remark::new(
                    slot.drug.cover(daily).shift(block.start),
                    format!(
                        "“{shown}”: low-dose methotrexate is taken once a week, and nothing in this note speaks of an oncologic use (ISMP best practice 2). Check the frequency; name the day of the week."
                    ),
                ),
            );
        }
    }
    out
}

/// Whether a malignant histology is named.
struct Histology;

impl Scan for Histology {
    type State = ();
    type Summary = bool;
    const NEEDS: BlockFlags = BlockFlags::TUMOUR;

    fn visit((): &mut (), summary: &mut bool, block: &BlockContext<'_>) {
        *summary |= block.terms_in(block.whole(), |term| term == Term::Histology).next().is_some();
    }
}

fn fixes(context: &FixContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (file, draft) = (context.file, &context.draft);
    let Some(block) = draft.at(finding.span.start as usize) else { return Vec::new() };
    let Some(slot) =
        block.slots().iter().find(|slot| slot.drug.shift(block.start).start == finding.span.start)
    else {
        return Vec::new();
    };
    let Some((daily, _)) = slot.frequency else { return Vec::new() };
    let spanish = block.in_spanish();
    let text = if spanish { "una vez a la semana" } else { "once weekly" };
    let slash = block.slice(daily).starts_with('/');
    let text = if slash { format!(" {text}") } else { text.to_owned() };
    vec![write(file, daily.shift(block.start), &text, false)]
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{fixed, note, places};
    use referee_syntax::Format;

    const ID: &str = "medication/methotrexate-daily";

    #[test]
    fn once_weekly_is_offered_and_not_preferred() {
        let fixes = fixed(ID, Format::PlainText, "Methotrexate 15 mg daily.", &note());
        assert_eq!(
            fixes.first().map(|fix| (fix.1, fix.2.as_str())),
            Some((false, "Methotrexate 15 mg once weekly."))
        );
        let text = "Methotrexate 15 mg daily.\n\nHistory: osteosarcoma.";
        assert!(places(ID, Format::PlainText, text, &note()).is_empty());
    }
}
