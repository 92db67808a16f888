//! `citation/differs`

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use super::wording;
use crate::edits;
use crate::{Difference, Judgement, Reference, Verdict, Weight};
use referee_findings::{Data, Finding, Fix, Rule, Scope, Severity};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/differs",
        summary: "A reference differs from the record of the work",
        severity: Some(Severity::Warning),
        scope: Scope::Entry,
        needs_reason: false,
        documentation: "\
## What it flags

A reference whose title, authors, year, journal, volume, pages or identifiers are not those of the record of the \
same work. A warning where a reader would be misled, information where it is a slip (a year that is off by one), a \
hint where something is only missing. One remark for a reference, at the field that matters most.

## Why

Readers look for a work by these fields, and a field that is wrong is also a sign that nobody looked at the work.

## Example

```bibtex
@article{knowler2002, title = {Reduction in the incidence of type 2 diabetes …}, year = {2012}}
```

The record says 2002.

## What it cannot tell

Who is right: records have mistakes too, and the message says whose record it is. Abbreviated journals, initials, \
shortened lists of authors, subtitles that are left out, the year of the online edition and differences of spelling \
alone are no differences.

## Fixes

- Take one field from the record, or all fields in which the two differ.
- Add the identifiers that are missing.

## Sources

The record that the message names, as its source gave it on that date.
",
    },
    checks: &[Check::Judged(check)],
    fixes: Some(fixes),
};

fn check(_: &Reference, judgement: &Judgement) -> Option<Remark> {
    if judgement.verdict != Verdict::Differs {
        return None;
    }
    let record = judgement.record.as_ref()?;
    let mut differences: Vec<&Difference> = judgement.differences.iter().collect();
    differences
        .sort_by_key(|difference| (std::cmp::Reverse(difference.weight), difference.claimed.is_empty()));
    let first = differences.first()?;
    let told: Vec<String> = differences.iter().map(|difference| difference_clause(difference)).collect();
    let named = match record.work.identifiers.iter().next() {
        Some(identifier) => format!("{} ({})", wording::attribution(record), wording::identifier(identifier)),
        None => wording::attribution(record),
    };
    let message = format!("{}. {}.", wording::sentence(&told.join("; ")), wording::sentence(&named));
    let severity = match first.weight {
        Weight::Serious => None,
        Weight::Slight if differences.iter().all(|difference| difference.claimed.is_empty()) => {
            Some(Severity::Hint)
        }
        Weight::Slight => Some(Severity::Information),
    };
    let mut data = Data::default();
    let fields: Vec<&str> = differences.iter().map(|difference| difference.field).collect();
    data.more.insert("fields", fields.join(","));
    data.more.insert("claimed", first.claimed.clone());
    data.more.insert("recorded", first.recorded.clone());
    Some(Remark {
        place: wording::field_named(first.field).map_or(Anchor::Subject, Anchor::Field),
        message,
        severity,
        data,
        ..Remark::default()
    })
}

/// One difference in a clause.
fn difference_clause(difference: &Difference) -> String {
    let field = wording::field(difference.field);
    let quoted = matches!(difference.field, "title" | "journal" | "authors");
    let show = |text: &str| if quoted { wording::quoted(text) } else { text.to_owned() };
    let verb = if difference.field == "authors" || difference.field == "pages" { "are" } else { "is" };
    if difference.claimed.is_empty() {
        format!("the {field} {verb} missing: {} in the record", show(&difference.recorded))
    } else {
        format!(
            "the {field} {verb} {} here and {} in the record",
            show(&difference.claimed),
            show(&difference.recorded)
        )
    }
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some((reference, judgement)) = super::subject::judged(context, finding) else { return Vec::new() };
    let Some(record) = &judgement.record else { return Vec::new() };
    let mut out = Vec::new();
    let fields: Vec<_> = judgement
        .differences
        .iter()
        .filter_map(|difference| wording::field_named(difference.field))
        .collect();
    if fields.len() > 1 {
        let edits = edits::take_record(context, &reference, &record.work, &fields);
        super::subject::push(
            &mut out,
            format!("Take the {} fields from {}", fields.len(), wording::source(&record.source)),
            false,
            edits,
        );
    }
    for difference in &judgement.differences {
        let Some(field) = wording::field_named(difference.field) else { continue };
        let edits = edits::take_record(context, &reference, &record.work, &[field]);
        let verb = if difference.claimed.is_empty() { "Add" } else { "Take" };
        let name = wording::field(difference.field);
        super::subject::push(
            &mut out,
            format!(
                "{verb} the {name} {} from {}",
                wording::quoted(&difference.recorded),
                wording::source(&record.source)
            ),
            fields.len() == 1,
            edits,
        );
    }
    let added = edits::add_missing_identifiers(context, &reference, &record.work);
    let already = |identifier: &referee_bibliography::Identifier| {
        wording::field_of(identifier).is_some_and(|field| fields.contains(&field))
    };
    let missing: Vec<String> = edits::missing_identifiers(&reference, &record.work)
        .iter()
        .filter(|id| !already(id))
        .map(wording::identifier)
        .collect();
    if !missing.is_empty() {
        super::subject::push(&mut out, format!("Add {}", wording::list(&missing)), false, added);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::{World, judgement, record, work};
    use crate::{Difference, Judgement, Verdict, Weight};
    use referee_bibliography::Identifier;
    use referee_findings::Severity;

    const ID: &str = "citation/differs";
    const BIB: &str = "@article{knowler2002,\n  title = {Reduction in the incidence of diabetes},\n  year = {2012},\n  volume = \"346\"\n}\n";

    fn difference(field: &'static str, claimed: &str, recorded: &str, weight: Weight) -> Difference {
        Difference { field, claimed: claimed.to_owned(), recorded: recorded.to_owned(), weight }
    }

    fn judged(differences: Vec<Difference>) -> Judgement {
        let mut right =
            record(work("Reduction in the incidence of diabetes", "Knowler", 2002, "N Engl J Med"));
        right.work.volume = Some("347".into());
        right.work.identifiers =
            [Identifier::Doi("10.1000/right".into()), Identifier::Pmid(11832527)].into_iter().collect();
        Judgement { record: Some(right), differences, ..judgement(Verdict::Differs) }
    }

    fn world(differences: Vec<Difference>) -> World {
        World::of(&[("refs.bib", BIB)]).judged("knowler2002", judged(differences))
    }

    fn two() -> Vec<Difference> {
        vec![
            difference("volume", "346", "347", Weight::Slight),
            difference("year", "2012", "2002", Weight::Serious),
        ]
    }

    #[test]
    fn the_remark_stands_at_the_field_that_matters_most_and_names_all() {
        let world = world(two());
        let finding = world.finding("refs.bib", ID);
        assert_eq!(
            (finding.severity, world.place("refs.bib", &finding).as_str()),
            (Severity::Warning, "2012")
        );
        assert_eq!(
            finding.message,
            "The year is 2012 here and 2002 in the record; the volume is 346 here and 347 in the record. PubMed, 2024-05-02 (DOI 10.1000/right)."
        );
    }

    #[test]
    fn slips_are_information_and_what_is_only_missing_is_a_hint() {
        let slip = world(vec![difference("volume", "346", "347", Weight::Slight)]);
        assert_eq!(slip.finding("refs.bib", ID).severity, Severity::Information);
        let missing = world(vec![difference("doi", "", "10.1000/right", Weight::Slight)]);
        assert_eq!(missing.finding("refs.bib", ID).severity, Severity::Hint);
    }

    #[test]
    fn one_field_or_all_are_taken_from_the_record() {
        let one = world(two()).fixed("refs.bib", ID, "Take the year “2002” from PubMed");
        assert_eq!(one.text("refs.bib"), BIB.replace("2012", "2002"));
        let all = world(two()).fixed("refs.bib", ID, "Take the 2 fields from PubMed");
        assert_eq!(all.text("refs.bib"), BIB.replace("2012", "2002").replace("346", "347"));
    }

    #[test]
    fn missing_identifiers_are_added_in_the_style_of_the_entry() {
        let fixed = world(two()).fixed("refs.bib", ID, "Add DOI 10.1000/right and PMID 11832527");
        let entry =
            fixed.bibliography("refs.bib").get("knowler2002").map(|entry| entry.work()).unwrap_or_default();
        assert_eq!(
            (entry.identifiers.doi(), entry.identifiers.pmid()),
            (Some("10.1000/right"), Some(11832527))
        );
        assert!(
            fixed.text("refs.bib").starts_with(BIB.trim_end_matches("\n}\n")),
            "{}",
            fixed.text("refs.bib")
        );
    }

    #[test]
    fn fields_that_a_list_of_references_shows_are_written_there() {
        let paper = "# References\n\n1. Knowler W. Reduction in the incidence of diabetes. N Engl J Med. 2012;346:393-403.\n";
        let world = World::of(&[("paper.md", paper)]).judged("[1]", judged(two()));
        let fixed = world.fixed("paper.md", ID, "Take the 2 fields");
        assert_eq!(fixed.text("paper.md"), paper.replace("2012;346", "2002;347"));
    }
}
