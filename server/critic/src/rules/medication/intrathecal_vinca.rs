//! `medication/intrathecal-vinca`

use crate::analysis::assertion::{self, State};
use crate::analysis::folding::fold;
use crate::analysis::terms::Term;
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/intrathecal-vinca",
        summary: "A vinca alkaloid is ordered into the cerebrospinal fluid",
        severity: Some(Severity::Error),
        scope: Scope::Sentence,
        needs_reason: true,
        documentation: concat!(
            "\
## What it flags

Vincristine, vinblastine or vinorelbine with an intrathecal route: “vincristine 2 mg intrathecal”, “vincristina IT”.

## Why

It is nearly always fatal. It has happened where vincristine was prepared beside methotrexate or cytarabine for the same \
day.

## Example

```text
Vincristine 2 mg intrathecally on day 1.
```

## What it cannot tell

What was meant. Warnings (“never intrathecally”, “for intravenous use only”) are passed over, and so is another drug that \
is given intrathecally in the same sentence.
",
            notice!(),
            "
## Fixes

None.

## Sources

WHO, Information Exchange System Alert No. 115 (2007); ISMP, Targeted Medication Safety Best Practices, best practice 1.
"
        ),
    },
    checks: &[Check::block(Applies::Notes, BlockFlags::DRUG, check)],
    fixes: None,
};

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    let mut out = Vec::new();
    for slot in block.slots() {
        let name = slot.known().and_then(|drug| drug.names.first());
        if !name.is_some_and(|name| matches!(name.as_str(), "vincristine" | "vinblastine" | "vinorelbine")) {
            continue;
        }
        let Some(route) = intrathecal(block, slot.drug, slot.sentence.span) else { continue };
        let said = assertion::within(block, slot.sentence, route).state;
        let sentence = fold(block.slice(slot.sentence.span));
        let warns = [
            "fatal",
            "never",
            "nunca",
            "not for",
            "not be given",
            "only",
            "mortal",
            "letal",
            "prohibid",
            "solo por via",
        ]
        .iter()
        .any(|word| sentence.contains(word));
        if said == State::Negated
            || warns
            || assertion::within(block, slot.sentence, slot.drug).state == State::Negated
        {
            continue;
        }
        let drug = block.slice(slot.drug);
        let message = if block.in_spanish() {
            format!(
                "«{drug}» por vía intratecal es casi siempre mortal: se administra solo por vía intravenosa. Compruebe la vía ahora."
            )
        } else {
            format!(
                "“{drug}” into the cerebrospinal fluid is nearly always fatal: it is given intravenously only. Check the route now."
            )
        };
        out.push(Remark::new(slot.drug.cover(route), message));
    }
    out
}

/// The intrathecal route that belongs to the drug: the first route behind it before the next drug, or one right
/// before it.
fn intrathecal(block: &BlockContext<'_>, drug: Span, sentence: Span) -> Option<Span> {
    let next = block.slots().iter().map(|slot| slot.drug.start).filter(|start| *start > drug.start).min();
    let behind = Span { start: drug.end, end: next.unwrap_or(sentence.end).min(sentence.end) };
    let is_intrathecal = |span: Span| {
        let text = block.slice(span);
        let folded = fold(text);
        INTRATHECAL.iter().any(|name| folded.starts_with(name))
            || matches!(text, "IT" | "i.t." | "I.T." | "LP")
    };
    let is_apart = |drug: Span, route: Span| {
        block.slice(Span { start: drug.end, end: route.start.max(drug.end) }).contains([';', '.'])
            && !block.slots().iter().any(|slot| slot.drug == drug && slot.dose.is_some())
    };
    let mut routes: Vec<Span> =
        block.terms_in(behind, |term| term == Term::Route).map(|found| found.span).collect();
    routes.extend(abbreviated(block, behind));
    // "Vincristine 2 mg IV; intrathecal: methotrexate": a route before a colon belongs to what follows.
    routes.retain(|route| {
        !block.slice(Span { start: route.end, end: sentence.end.max(route.end) }).starts_with(':')
    });
    routes.sort_unstable_by_key(|route| route.start);
    // "vincristine day 1, IT methotrexate": the route stands before its own drug.
    if let Some(next) = next.filter(|next| *next <= sentence.end) {
        let dose = block.slots().iter().find(|slot| slot.drug == drug).and_then(|slot| slot.dose);
        routes.retain(|route| {
            // "vincristine 1.5 mg IT with methotrexate": the route right behind the dose is that of the drug.
            let is_own = dose.is_some_and(|dose| {
                dose.span.end <= route.start
                    && block.slice(Span { start: dose.span.end, end: route.start }).trim().is_empty()
            });
            if is_own {
                return true;
            }
            let gap = fold(block.slice(Span { start: route.end.min(next), end: next }));
            !matches!(gap.trim(), "" | "with" | "con" | "de" | "of")
        });
    }
    if let Some(first) = routes.first() {
        return (is_intrathecal(*first) && !is_apart(drug, *first)).then_some(*first);
    }
    let lead = Span { start: sentence.start, end: drug.start };
    let mut before: Vec<Span> =
        block.terms_in(lead, |term| term == Term::Route).map(|found| found.span).collect();
    before.extend(abbreviated(block, lead));
    before.sort_unstable_by_key(|route| route.start);
    let last = *before.last()?;
    let gap = Span { start: last.end, end: drug.start };
    // "Triple IT: methotrexate, cytarabine, vincristine": one route for a list.
    let text = block.slice(gap);
    let closes = [" y ", " e ", " and ", " & ", " + "].iter().any(|word| text.ends_with(word));
    let opens = [" con ", " with ", " of ", " de ", " therapy with ", " chemotherapy with ", " terapia con "]
        .iter()
        .any(|word| text.starts_with(word));
    let is_list =
        (text.starts_with(':') || opens && closes) && gap.len() <= 80 && !text.contains([';', '\n']);
    let apart = !is_list && block.slots().iter().any(|slot| gap.contains(slot.drug));
    (is_intrathecal(last) && !apart && (is_list || gap.len() <= 20)).then_some(last)
}

/// Words of the route into the cerebrospinal fluid, folded, as they begin.
const INTRATHECAL: &[&str] = &[
    "intrat",
    "intrarraq",
    "intraespinal",
    "intraspinal",
    "lumbar puncture",
    "puncion lumbar",
    "ommaya",
    "intraventricular",
    "intracisternal",
    "i.t.",
];

/// The route in words that are no route of other drugs, or `IT` and `LP` in capitals, as a word by itself.
fn abbreviated(block: &BlockContext<'_>, place: Span) -> Option<Span> {
    let text = block.slice(place);
    let lower = text.to_lowercase();
    if lower.len() == text.len() {
        let named = [
            "lumbar puncture",
            "punción lumbar",
            "puncion lumbar",
            "ommaya",
            "intraventricular",
            "intrarraqu",
            "intraespinal",
            "intraspinal",
            "i.t.",
        ]
        .iter()
        .filter_map(|name| lower.find(name).map(|at| (at, name.len())))
        .min();
        if let Some((at, len)) = named {
            let start = place.start as usize + at;
            return Some(Span::new(start, start + len));
        }
    }
    let lumbar = text.match_indices("LP").map(|(at, _)| at);
    let at = text.match_indices("IT").map(|(at, _)| at).chain(lumbar).find(|at| {
        let before = text.get(..*at).and_then(|text| text.chars().next_back());
        let behind = text.get(at + 2..).and_then(|text| text.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric)
    })?;
    Some(Span::new(place.start as usize + at, place.start as usize + at + 2))
}
