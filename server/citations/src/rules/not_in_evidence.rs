//! Implements the rule `citation/not-in-evidence`.

use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::wording;
use crate::{Reference, identity};
use referee_bibliography::Work;
use referee_findings::{Data, Rule, Scope, Severity};
use referee_syntax::{Citation, Target};
use referee_text::Message;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/not-in-evidence",
        summary: "A passage written from evidence cites a work that is not in the evidence",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A citation inside a passage that referee wrote (between the comments `referee:written` and `referee:end`), of a work \
that is neither among those that the passage was written from nor in the evidence of the workspace. What referee \
itself inserts cannot cite such a work: the insertion is refused.

## Why

The passage says that it was written from evidence. A work that came in later was not weighed with it.

## Example

```markdown
<!-- referee:written 2026-11-20 by=counted evidence=pmid:101 -->
A drug lowers a kinase [@doe2021].
<!-- referee:end -->
```

`doe2021` is PMID 202.

## What it cannot tell

Whether you added the citation on purpose. Then take the comments out (`referee.stripProvenance`): the passage is \
yours. Where the evidence is on another machine, the list in the comment decides alone.

## Fixes

- Remove the citation; if it is the only one in its place, [citation needed] takes its place.

## Sources

The comment above the passage, and the evidence that is kept for the folder.
",
    },
    checks: &[Check::Citation(check)],
    fixes: Some(super::subject::citation_removal),
};

fn check(context: &RuleContext<'_>, citation: &Citation) -> Option<Remark> {
    let written = context.written_at(citation.span)?;
    let references: Vec<Reference> = match &citation.target {
        Target::Key(key) => context
            .entry(key)
            .map(|(file, entry)| Reference::from_entry(&file.file, &entry))
            .or_else(|| context.identifier_key(key, citation.span))
            .into_iter()
            .collect(),
        Target::Numbers(numbers) => {
            numbers.iter().filter_map(|number| context.numbered_item(*number)).collect()
        }
        Target::Identifier(identifier) => {
            vec![Reference::from_identifier(context.file, identifier, citation.span)]
        }
        Target::Malformed(..) | Target::Named(_) => Vec::new(),
    };
    let unlisted = references.iter().find(|reference| {
        let judgement = (context.judgement)(reference);
        let record = judgement.as_deref().and_then(|judgement| judgement.record.as_ref());
        let known = |work: &Work| {
            identity::keys(work).iter().any(|key| written.provenance.evidence.contains(key))
                || context.evidence.is_some_and(|evidence| evidence.holds(work))
        };
        !known(&reference.work) && !record.is_some_and(|record| known(&record.work))
    })?;
    let count = written.provenance.evidence.len();
    Some(Remark {
        message: Message::written(|language| {
            let work = wording::sentence(&wording::work(language, &unlisted.work));
            let date = &written.provenance.date;
            let works = language.pick(
                if count == 1 { "1 work".to_owned() } else { format!("{count} works") },
                if count == 1 { "1 trabajo".to_owned() } else { format!("{count} trabajos") },
            );
            language.pick(
                format!(
                    "{work} is not in the evidence that this passage was written from on {date} ({works}). Remove the citation, rewrite the passage, or take its comments out."
                ),
                format!(
                    "{work} no está entre la evidencia de la que se escribió este pasaje el {date} ({works}). Quite la cita, escriba el pasaje de nuevo o quite sus comentarios."
                ),
            )
        }),
        data: Data { key: Some(unlisted.label.clone()), ..Data::default() },
        ..Remark::default()
    })
}
