//! Implements `citation/uncited-item` and `citation/out-of-order`, which compare the numbered list
//! of references with the numbers in the text.

use super::author_year;
use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use referee_findings::{Data, Rule, Scope, Severity, Tag};
use referee_syntax::{Document, Target};
use referee_text::{Message, Span};
use std::collections::HashSet;

/// The minimum number of items; shorter lists are still being written.
const MIN_ITEMS: usize = 5;
/// The maximum number of items that are reported one by one. More are reported in one remark: the
/// list is one of further reading, or the text is in another file.
const MAX_LISTED_ITEMS: usize = 10;
/// The minimum number of items for each citation out of order; with fewer, the list is not in the
/// order of citation.
const ITEMS_FOR_EACH_SLIP: usize = 8;

pub(super) static UNCITED_ITEM: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/uncited-item",
        summary: "Nothing in the text cites this item of the reference list",
        severity: Some(Severity::Hint),
        scope: Scope::Document,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

An item of a numbered list of references whose number no citation in the text has, in a draft of which more than half of the \
items are cited; the same for a list without numbers, whose surnames and years (“Roe, 2019”) are searched for in the text. Where \
more than ten are not cited, it says so once.

## Why

A reference that nothing cites is often one whose citation was lost in a revision, or one that was meant to be cut.

## Example

```markdown
Sleep helps [1,2,4-6].

References

3. Doe J. Never cited. J Sleep. 2020;1:1-2.
```

## What it cannot tell

Whether a figure or a file that is not text cites it; in a list without numbers, whether an item without a year or by an \
organisation is cited. Lists of fewer than five items, and drafts that cite by key, are passed \
over; for a bibliography file there is `citation/unused-entry`.

## Fixes

None: cite the reference or take it out, and renumber.

## Sources

The draft and the drafts that belong together with it.
",
    },
    checks: &[Check::Draft(uncited)],
    fixes: None,
};

pub(super) static OUT_OF_ORDER: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/out-of-order",
        summary: "A number is cited before a lower one",
        severity: Some(Severity::Hint),
        scope: Scope::Document,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

In a draft whose numbered references otherwise follow the order of their citation: a number that is cited for the first \
time before a lower one.

## Why

Journals that number references (Vancouver style) ask for the order of citation; a passage that was moved breaks it.

## Example

```markdown
Sleep helps [1,2], and so does walking [4]. Reading does not [3].
```

## What it cannot tell

Whether the journal sorts the list by names: where more than one citation in eight is out of order the list is taken for such \
a one, and nothing is said. Numbers in tables and figures may count at another place.

## Fixes

None: renumber the references, best with a program that does it.

## Sources

ICMJE Recommendations, “References”: numbered in the order in which they are first mentioned.
",
    },
    checks: &[Check::Draft(out_of_order)],
    fixes: None,
};

/// Returns the numbered items of the draft with their spans; empty if numbers are missing or
/// duplicated.
fn items(document: &Document) -> Vec<(u32, Span)> {
    let mut out: Vec<(u32, Span)> = Vec::new();
    let mut seen = HashSet::new();
    for listed in document.list_items() {
        let Some(number) = listed.item.number else { return Vec::new() };
        if listed.item.key.is_some() || !seen.insert(number) {
            return Vec::new();
        }
        out.push((number, listed.item.span.shift(listed.start)));
    }
    if out.len() < MIN_ITEMS { Vec::new() } else { out }
}

/// Returns the numbers that a draft cites outside its list, each with the span of its first
/// citation, in order.
fn first_citations(document: &Document) -> Vec<(u32, Span)> {
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    for cited in document.citations() {
        let Target::Numbers(numbers) = &cited.citation.target else { continue };
        out.extend(numbers.iter().filter(|number| seen.insert(**number)).map(|number| (*number, cited.span)));
    }
    out
}

fn uncited(context: &RuleContext<'_>, document: &Document) -> Vec<Remark> {
    if document.cites_all() {
        return Vec::new();
    }
    let items = items(document);
    if items.is_empty() {
        return uncited_by_name(context, document);
    }
    let mut cited: HashSet<u32> = first_citations(document).into_iter().map(|(number, _)| number).collect();
    for draft in context.drafts {
        cited.extend(first_citations(&draft.document).into_iter().map(|(number, _)| number));
    }
    let uncited = items.iter().filter(|(number, _)| !cited.contains(number));
    uncited_remarks(uncited.map(|(number, span)| (format!("[{number}]"), *span)).collect(), items.len())
}

/// Checks a list that is cited by author and year.
fn uncited_by_name(context: &RuleContext<'_>, document: &Document) -> Vec<Remark> {
    let Some((uncited, total)) = author_year::uncited_items(context, document) else { return Vec::new() };
    if total < MIN_ITEMS {
        return Vec::new();
    }
    uncited_remarks(uncited.iter().map(|item| (item.label(), item.span)).collect(), total)
}

/// Returns remarks about the uncited ones of `total` items, each with its label and span.
fn uncited_remarks(uncited: Vec<(String, Span)>, total: usize) -> Vec<Remark> {
    let Some((_, first)) = uncited.first() else { return Vec::new() };
    if uncited.len() * 2 >= total {
        return Vec::new();
    }
    if uncited.len() > MAX_LISTED_ITEMS {
        let count = uncited.len();
        let message = Message::new(
            format!("{count} of the {total} items of the list of references are not cited in the text."),
            format!("{count} de las {total} referencias de la lista no se citan en el texto."),
        );
        return vec![Remark { place: Anchor::Span(*first), message, ..Remark::default() }];
    }
    uncited
        .into_iter()
        .map(|(label, span)| Remark {
            place: Anchor::Span(span),
            message: Message::new(
                format!("Nothing in the text cites {label}. Cite it, or take it out of the list."),
                format!("Nada en el texto cita {label}. Cítela, o quítela de la lista."),
            ),
            data: Data { key: Some(label), ..Data::default() },
            tag: Some(Tag::Unnecessary),
            ..Remark::default()
        })
        .collect()
}

fn out_of_order(_: &RuleContext<'_>, document: &Document) -> Vec<Remark> {
    let items = items(document);
    if items.is_empty() {
        return Vec::new();
    }
    let listed: HashSet<u32> = items.iter().map(|(number, _)| *number).collect();
    let firsts: Vec<(u32, Span)> =
        first_citations(document).into_iter().filter(|(number, _)| listed.contains(number)).collect();
    if firsts.len() < MIN_ITEMS {
        return Vec::new();
    }
    // The lowest number whose first citation is at a later place.
    let mut lowest_behind: Vec<Option<u32>> = vec![None; firsts.len()];
    let (mut behind, mut here): (Option<u32>, Option<(Span, u32)>) = (None, None);
    for (at, (number, span)) in firsts.iter().enumerate().rev() {
        here = match here {
            Some((place, lowest)) if place == *span => Some((place, lowest.min(*number))),
            other => {
                behind = [behind, other.map(|(_, lowest)| lowest)].into_iter().flatten().min();
                Some((*span, *number))
            }
        };
        if let Some(slot) = lowest_behind.get_mut(at) {
            *slot = behind.filter(|lowest| lowest < number);
        }
    }
    let slips: Vec<(u32, Span, u32)> = firsts
        .iter()
        .zip(&lowest_behind)
        .enumerate()
        .filter_map(|(at, ((number, span), lowest))| {
            // Of a run such as [5] [6] [3] [4], report only the first.
            let is_first =
                at.checked_sub(1).and_then(|before| lowest_behind.get(before)).is_none_or(Option::is_none);
            Some((*number, *span, (*lowest)?)).filter(|_| is_first)
        })
        .collect();
    if slips.is_empty() || slips.len() * ITEMS_FOR_EACH_SLIP > firsts.len().max(ITEMS_FOR_EACH_SLIP) {
        return Vec::new();
    }
    slips
        .into_iter()
        .map(|(number, span, lower)| Remark {
            place: Anchor::Span(span),
            message: Message::new(
                format!(
                    "[{number}] is cited before [{lower}]; the other references are numbered in the order of citation. Renumber them."
                ),
                format!(
                    "[{number}] se cita antes que [{lower}]; las demás referencias se numeran en el orden de las citas. Renumérelas."
                ),
            ),
            data: Data { key: Some(format!("[{number}]")), ..Data::default() },
            ..Remark::default()
        })
        .collect()
}
