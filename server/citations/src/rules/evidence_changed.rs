//! Implements the rule `citation/evidence-changed`.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use crate::identity;
use crate::publication_status::PublicationStatus;
use referee_findings::{Rule, Scope, Severity};
use referee_syntax::{Document, Target};
use referee_text::Message;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/evidence-changed",
        summary: "The evidence under a passage was retracted or has grown since it was written",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A passage that referee wrote, shown at the comment above it, where since then

- a work that it cites was retracted, withdrawn or became a matter of concern (a warning);
- more works were found for its question (information).

## Why

The counts and quotations are as old as the date of the comment.

## Example

```markdown
<!-- referee:written 2026-03-01 by=counted question=\"does sleep help memory?\" works=12 evidence=pmid:101 -->
```

The evidence for that question now holds 15 works.

## What it cannot tell

Whether the new works change what the passage says. Where the evidence is on another machine it is silent.

## Fixes

None here: `referee.refreshSection` shows an updated version next to the passage, and overwrites nothing that was edited by hand.

## Sources

The comment above the passage, and the evidence that is kept for the folder.
",
    },
    checks: &[Check::Draft(check)],
    fixes: None,
};

fn check(context: &RuleContext<'_>, draft: &Document) -> Vec<Remark> {
    let mut out = Vec::new();
    for written in context.written {
        let told = &written.provenance;
        let mut retracted: Vec<String> = Vec::new();
        let mut doubted: Vec<String> = Vec::new();
        let mut note = |standing: PublicationStatus, name: &str| {
            let list = match standing {
                PublicationStatus::Retracted => &mut retracted,
                PublicationStatus::Concern => &mut doubted,
                PublicationStatus::Sound | PublicationStatus::Corrected => return,
            };
            if !list.iter().any(|known| known == name) {
                list.push(name.to_owned());
            }
        };
        // First the notices of the works that are cited now, then what the evidence says of the
        // others.
        let mut seen: Vec<String> = Vec::new();
        for cited in draft.citations().filter(|cited| written.span.contains(cited.span)) {
            let Target::Key(key) = &cited.citation.target else { continue };
            let judged =
                context.entry(key).and_then(|(file, entry)| (context.known)(&file.file, entry.fingerprint()));
            let Some(judgement) = judged else { continue };
            seen.extend(judgement.record.iter().flat_map(|record| identity::keys(&record.work)));
            note(PublicationStatus::of(&judgement.notices), key);
        }
        for handle in told.evidence.iter().filter(|handle| !seen.contains(handle)) {
            note(context.evidence.and_then(|index| index.standing(handle)).unwrap_or_default(), handle);
        }
        let now = told.question.as_deref().and_then(|question| context.evidence?.works(question));
        let grown = match (told.works, now) {
            (Some(then), Some(now)) if now > then => Some((then, now)),
            _ => None,
        };
        if retracted.is_empty() && doubted.is_empty() && grown.is_none() {
            continue;
        }
        let message = Message::written(|language| {
            let mut parts = Vec::new();
            if !retracted.is_empty() {
                let what = language.pick("retracted", "retractadas");
                parts.push(format!("{what}: {}", retracted.join(", ")));
            }
            if !doubted.is_empty() {
                let what =
                    language.pick("under an expression of concern", "con una expresión de preocupación");
                parts.push(format!("{what}: {}", doubted.join(", ")));
            }
            if let Some((then, now)) = grown {
                let more = now - then;
                parts.push(language.pick(
                    format!("{more} more for its question ({then} then, {now} now)"),
                    format!("{more} más para su pregunta ({then} entonces, {now} ahora)"),
                ));
            }
            let (date, parts) = (&told.date, parts.join("; "));
            language.pick(
                format!(
                    "The works under this passage, written on {date}, have changed since: {parts}. Refresh the passage to see the new version."
                ),
                format!(
                    "Los trabajos en que se basa este pasaje, escrito el {date}, han cambiado desde entonces: {parts}. Actualice el pasaje para ver la versión nueva."
                ),
            )
        });
        out.push(Remark {
            place: Anchor::Span(told.span),
            message,
            severity: (!(retracted.is_empty() && doubted.is_empty())).then_some(Severity::Warning),
            ..Remark::default()
        });
    }
    out
}
