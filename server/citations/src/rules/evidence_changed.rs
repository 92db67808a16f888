//! `citation/evidence-changed`

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use crate::identity;
use crate::publication_status::PublicationStatus;
use referee_findings::{Rule, Scope, Severity};
use referee_syntax::{Document, Target};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/evidence-changed",
        summary: "The evidence under a passage was retracted or has grown since it was written",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: false,
        documentation: "\
## What it flags

A passage that referee wrote, shown at the comment above it, where since then

- a work that it cites was retracted, withdrawn or became a matter of concern (a warning);
- more works were found for its question (information).

## Why

What is counted and quoted is as old as the day of the comment.

## Example

```markdown
<!-- referee:written 2026-03-01 by=counted question=\"does sleep help memory?\" works=12 evidence=pmid:101 -->
```

The evidence for that question now holds 15 works.

## What it cannot tell

Whether the new works change what the passage says. Where the evidence is on another machine it is silent.

## Fixes

None here: `referee.refreshSection` shows what the passage would say now beside what it says, and writes over nothing \
that was edited by hand.

## Sources

The comment above the passage, and the evidence in `.referee/`.
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
        // What the sources say of what is cited now; then what the evidence says of the rest.
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
        let mut parts = Vec::new();
        if !retracted.is_empty() {
            parts.push(format!("retracted: {}", retracted.join(", ")));
        }
        if !doubted.is_empty() {
            parts.push(format!("under an expression of concern: {}", doubted.join(", ")));
        }
        if let Some((then, now)) = grown {
            parts.push(format!("{} more for its question ({then} then, {now} now)", now - then));
        }
        if parts.is_empty() {
            continue;
        }
        out.push(Remark {
            place: Anchor::Span(told.span),
            message: format!(
                "The works under this passage, written on {}, have changed since: {}. Refresh the passage to see what it would say now.",
                told.date,
                parts.join("; ")
            ),
            severity: (!(retracted.is_empty() && doubted.is_empty())).then_some(Severity::Warning),
            ..Remark::default()
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::{World, judgement};
    use crate::publication_status::PublicationStatus;
    use crate::{EvidenceIndex, Judgement, Verdict};
    use referee_findings::Severity;
    use referee_records::{Notice, NoticeKind};

    const BIB: &str = "@article{a, title={A drug and a kinase}, pmid={1}}\n";
    const DRAFT: &str = "# Plan\n\n<!-- referee:written 2026-03-01 by=counted question=\"does it help?\" works=3 evidence=pmid:1 -->\n\n## Limits\n\nIt helps [@a].\n\n<!-- referee:end -->\n";

    fn world(works: usize, standing: PublicationStatus) -> World {
        let mut index = EvidenceIndex::default();
        index.add_work("pmid:1", standing, []);
        index.add_question("Does it  help?", works);
        World::of(&[("refs.bib", BIB), ("paper.md", DRAFT)]).holding(index)
    }

    #[test]
    fn evidence_that_grew_or_fell_is_told_at_the_comment() {
        let said = |world: &World| world.findings_of("paper.md", "citation/evidence-changed");
        assert!(said(&world(3, PublicationStatus::Sound)).is_empty());
        let grown = said(&world(5, PublicationStatus::Sound)).remove(0);
        assert_eq!(grown.severity, Severity::Information);
        assert!(grown.message.contains("2 more for its question (3 then, 5 now)"), "{}", grown.message);
        let fallen = said(&world(3, PublicationStatus::Retracted)).remove(0);
        assert_eq!(fallen.severity, Severity::Warning);
        assert!(fallen.message.contains("retracted: pmid:1"), "{}", fallen.message);
    }

    #[test]
    fn what_a_source_says_since_counts_although_the_evidence_does_not_know() {
        let notice = Notice {
            kind: NoticeKind::Retraction,
            date: None,
            identifiers: Vec::new(),
            source: "pubmed".to_owned(),
            reason: None,
        };
        let judged = Judgement { notices: vec![notice], ..judgement(Verdict::Verified) };
        let world = World::of(&[("refs.bib", BIB), ("paper.md", DRAFT)]).judged("a", judged);
        let told = world.finding("paper.md", "citation/evidence-changed");
        assert!(told.message.contains("retracted: a"), "{}", told.message);
    }
}
