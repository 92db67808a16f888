//! `citation/preprint-published`

use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::wording;
use crate::edits;
use crate::{Judgement, Reference};
use referee_findings::{Data, Finding, Fix, Rule, Scope, Severity};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/preprint-published",
        summary: "A cited preprint was published",
        severity: Some(Severity::Information),
        scope: Scope::Entry,
        needs_reason: false,
        documentation: "\
## What it flags

A reference to a preprint of which a published version is known.

## Why

The published version was reviewed, and its numbers may be others. Most journals ask for it.

## Example

```bibtex
@misc{lee2020, title = {A preprint}, eprint = {2003.00001}, archiveprefix = {arXiv}}
```

## What it cannot tell

Whether the sentence rests on something that only the preprint has. It knows a published version only where a \
record links the two.

## Fixes

- Replace the preprint by its published version: the entry keeps its key and takes the fields and the type of the \
published work.

## Sources

The links between preprints and articles in PubMed, Crossref and arXiv, as far as the library or an online source \
holds them.
",
    },
    checks: &[Check::Judged(check)],
    fixes: Some(fixes),
};

fn check(reference: &Reference, judgement: &Judgement) -> Option<Remark> {
    let published = judgement.published.as_ref()?;
    // An entry that gives the identifier of the published version already cites that.
    let cites_it =
        published.work.identifiers.iter().any(|id| reference.work.identifiers.iter().any(|own| own == id));
    if cites_it {
        return None;
    }
    let mut message = format!("This preprint was published: {}", wording::work(&published.work));
    if let Some(identifier) = published.work.identifiers.iter().next() {
        message.push_str(&format!(", {}", wording::identifier(identifier)));
    }
    message.push_str(&format!(
        ". {}. Cite the published version unless you mean the preprint.",
        wording::sentence(&wording::attribution(published))
    ));
    let more =
        published.work.identifiers.iter().next().map(|identifier| ("published", identifier.to_string()));
    Some(Remark { message, data: Data { key: None, more: more.into_iter().collect() }, ..Remark::default() })
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some((reference, judgement)) = super::subject::judged(context, finding) else { return Vec::new() };
    let Some(published) = &judgement.published else { return Vec::new() };
    let mut out = Vec::new();
    let edits = edits::replace_work(context, &reference, &published.work);
    super::subject::push(
        &mut out,
        format!("Replace the preprint by {}", wording::work(&published.work)),
        true,
        edits,
    );
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::{World, judgement, record, work};
    use crate::{Judgement, Verdict};
    use referee_bibliography::{Identifier, WorkKind};
    use referee_findings::Severity;

    const ID: &str = "citation/preprint-published";
    const BIB: &str = "@misc{lee2020,\n  title = {A preprint on sleep},\n  author = {Lee, Ann},\n  year = {2020},\n  eprint = {2003.00001},\n  archiveprefix = {arXiv},\n  primaryclass = {q-bio},\n  note = {arXiv preprint}\n}\n\n@book{kept, title = {Kept}}\n";

    fn judged() -> Judgement {
        let mut published = record(work("A preprint on sleep, now reviewed", "Lee", 2021, "Sleep"));
        published.work.volume = Some("44".into());
        published.work.pages = Some("1-9".into());
        published.work.identifiers.insert(Identifier::Doi("10.1000/sleep".into()));
        Judgement { published: Some(published), ..judgement(Verdict::Verified) }
    }

    #[test]
    fn the_published_version_is_named_with_its_doi() {
        let world = World::of(&[("refs.bib", BIB)]).judged("lee2020", judged());
        let finding = world.finding("refs.bib", ID);
        assert_eq!(finding.severity, Severity::Information);
        assert_eq!(
            finding.message,
            "This preprint was published: “A preprint on sleep, now reviewed” (Lee 2021, Sleep), DOI 10.1000/sleep. PubMed, 2024-05-02. Cite the published version unless you mean the preprint."
        );
    }

    #[test]
    fn an_entry_that_gives_the_published_doi_is_fine() {
        let bib = "@misc{lee2020, title={A preprint on sleep}, eprint={2003.00001}, archiveprefix={arXiv}, doi={10.1000/sleep}}\n";
        let world = World::of(&[("refs.bib", bib)]).judged("lee2020", judged());
        assert!(world.findings_of("refs.bib", ID).is_empty());
    }

    #[test]
    fn the_entry_becomes_the_published_work_under_its_own_key() {
        let world = World::of(&[("refs.bib", BIB)]).judged("lee2020", judged());
        let fixed = world.fixed("refs.bib", ID, "Replace the preprint by");
        let bibliography = fixed.bibliography("refs.bib");
        let Some(entry) = bibliography.get("lee2020") else {
            panic!("the key is gone: {}", fixed.text("refs.bib"))
        };
        let work = entry.work();
        assert_eq!((entry.kind_name(), work.kind), ("article", WorkKind::Article));
        assert_eq!(work.title.as_deref(), Some("A preprint on sleep, now reviewed"));
        assert_eq!(
            (work.year(), work.container.as_deref(), work.volume.as_deref()),
            (Some(2021), Some("Sleep"), Some("44"))
        );
        assert_eq!((work.identifiers.doi(), work.identifiers.arxiv()), (Some("10.1000/sleep"), None));
        assert!(!fixed.text("refs.bib").contains("arXiv"), "{}", fixed.text("refs.bib"));
        assert!(
            fixed.text("refs.bib").ends_with("\n}\n\n@book{kept, title = {Kept}}\n"),
            "{}",
            fixed.text("refs.bib")
        );
    }
}
