//! `medication/intrathecal-vinca`

use crate::analysis::assertion::{self, State};
use crate::analysis::folding::fold;
use crate::analysis::terms::Term;
use crate::pattern::{Pattern, context, forms, word_list, words};
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/intrathecal-vinca",
        summary: "A vinca alkaloid is ordered intrathecally",
        severity: Some(Severity::Error),
        scope: Scope::Sentence,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

A vinca alkaloid (vincristine, vinblastine, vinorelbine, vindesine, vinflunine) with a route into the cerebrospinal \
fluid: “vincristine 2 mg intrathecal”, “vincristina IT”, “methotrexate and vincristine, both IT”, or in a list below \
“Intrathecal:”.

## Why

It is nearly always fatal. It has happened where vincristine was prepared together with methotrexate or cytarabine for the same \
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
    for medication in block.medications() {
        let name = medication.known().and_then(|drug| drug.names.first());
        if !name.is_some_and(|name| VINCA_ALKALOIDS.contains(&name.as_str())) {
            continue;
        }
        let sentence = medication.sentence.span;
        let route = intrathecal(block, medication.drug, sentence)
            .or_else(|| shared(block, medication.drug, sentence))
            .or_else(|| heading_of_list(block, medication.drug, sentence));
        let Some(route) = route else { continue };
        let said = assertion::within(block, medication.sentence, route).state;
        let sentence = fold(block.slice(medication.sentence.span));
        let warns = word_list!("intrathecal-vinca/check").iter().any(|word| sentence.contains(word));
        // "Terapia intratecal triple; vincristina y prednisona sistémicas": the other route follows
        // the drug.
        static SYSTEMIC_BEHIND: LazyLock<Pattern> =
            LazyLock::new(|| crate::pattern::any_case(r"^(?: y [a-z]+)? sistemic[oa]s?\b"));
        let behind =
            fold(block.slice(Span { start: medication.drug.end, end: medication.sentence.span.end }));
        if said == State::Negated
            || warns
            || SYSTEMIC_BEHIND.is_match(&behind)
            || assertion::within(block, medication.sentence, medication.drug).state == State::Negated
        {
            continue;
        }
        let drug = block.slice(medication.drug);
        let message = if block.in_spanish() {
            format!(
                "«{drug}» por vía intratecal es casi siempre mortal: se administra solo por vía intravenosa. Compruebe la vía ahora."
            )
        } else {
            format!(
                "“{drug}” into the cerebrospinal fluid is nearly always fatal: it is given intravenously only. Check the route now."
            )
        };
        out.push(Remark::new(medication.drug.cover(route), message));
    }
    out
}

const VINCA_ALKALOIDS: [&str; 5] = ["vincristine", "vinblastine", "vinorelbine", "vindesine", "vinflunine"];

/// Returns a route after several drugs that applies to all of them: "vincristine and methotrexate
/// intrathecally", "vincristine 2 mg and methotrexate 12 mg, both IT".
fn shared(block: &BlockContext<'_>, drug: Span, sentence: Span) -> Option<Span> {
    static SHARED_ROUTE: LazyLock<Pattern> = LazyLock::new(|| {
        crate::pattern::any_case(&format!(
            r"^(?P<all>[ ,(:–—-]*(?:both|all(?: three| of them)?|together|each|ambos|ambas|(?:los|las) dos|(?:los|las) tres|tod[oa]s)(?: (?:given|to be given|are|son|se administran|administrad[oa]s))?)?[ ,(]*(?:(?:by|via|by the|por|por la|por v[ií]a|v[ií]a|the|la) ){{0,3}}(?P<route>{ROUTE_WORDS})"
        ))
    });
    let mut drugs: Vec<Span> = block
        .medications()
        .iter()
        .map(|medication| medication.drug)
        .filter(|other| other.start >= drug.start && other.end <= sentence.end)
        .collect();
    drugs.sort_unstable_by_key(|other| other.start);
    let mut has_dose = false;
    let mut last = *drugs.first()?;
    for next in drugs.into_iter().skip(1) {
        let gap = block.slice(Span { start: last.end, end: next.start });
        if !BETWEEN_DRUGS.is_match(gap) {
            break;
        }
        has_dose |= gap.contains(|c: char| c.is_ascii_digit());
        last = next;
    }
    let rest = block.slice(Span { start: last.end, end: sentence.end });
    let dose = DOSE_BEHIND_DRUG.find(rest).map_or(0, |dose| dose.end());
    has_dose |= dose > 0;
    let found = SHARED_ROUTE.captures(rest.get(dose..)?)?;
    let route = found.name("route")?;
    // If the drugs have separate doses, the route belongs only to the last one, unless it applies
    // to "all".
    let is_row = last.start > drug.start;
    if !is_row || has_dose && found.name("all").is_none() {
        return None;
    }
    let start = last.end as usize + dose;
    Some(Span::new(start + route.start(), start + route.end()))
}

/// Returns the route in the heading or first line of the list that contains a drug: "Intrathecal:↵-
/// methotrexate 12 mg↵- vincristine 2 mg", "intrathecal chemo: methotrexate 12 mg, vincristine 1.5
/// mg". A separate route, or a line without a list marker in between, ends the list.
fn heading_of_list(block: &BlockContext<'_>, drug: Span, sentence: Span) -> Option<Span> {
    static HEADING_WITH_ROUTE: LazyLock<Pattern> = LazyLock::new(|| {
        crate::pattern::any_case(&format!(
            r"(?P<route>{ROUTE_WORDS})(?: (?:{words}))*(?: \([^()\n]{{0,20}}\))?(?P<remark>[ ,][^:.;\n]{{0,60}}?)? ?(?:(?P<colon>:)(?:\*\*)?|\n)(?P<rest>[^;]*)$",
            words = forms("intrathecal-vinca/heading-with-route")
        ))
    });
    static OTHER_ROUTE: LazyLock<Pattern> = LazyLock::new(|| context("intrathecal-vinca/other-route"));
    let before = block.prose().get(..drug.start as usize)?;
    let found = HEADING_WITH_ROUTE.captures_iter(before).last()?;
    let (route, rest) = (found.name("route")?, found.name("rest")?);
    // "Intrathecal Thu d4, theatre list: …": without another drug before the colon.
    let remark = found.name("remark").map(|remark| Span::new(remark.start(), remark.end()));
    if remark.is_some_and(|remark| {
        found.name("colon").is_none()
            || OTHER_ROUTE.is_match(block.slice(remark))
            || block.medications().iter().any(|medication| medication.drug.overlaps(remark))
    }) {
        return None;
    }
    let lines: Vec<&str> = rest.as_str().split('\n').collect();
    let is_item = |line: &str| {
        let line = line.trim_start();
        line.starts_with(['-', '*', '•', '–', '+'])
            || line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(['.', ')'])
    };
    let is_colon = found.name("colon").is_some();
    let is_list = match lines.as_slice() {
        // A heading on a separate line.
        all if !is_colon => all.iter().all(|line| line.trim().is_empty() || is_item(line)) && all.len() > 1,
        [own] => !own.contains(". ") && !OTHER_ROUTE.is_match(own),
        [head, items @ ..] => {
            head.trim().is_empty() && items.iter().all(|line| line.trim().is_empty() || is_item(line))
        }
        [] => false,
    };
    // The text after the drug in its own line or clause.
    let behind = block.slice(Span { start: drug.end, end: sentence.end.max(drug.end) });
    let own = behind.split([',', ';', '\n']).next().unwrap_or_default();
    let own = if lines.len() > 1 { behind.split('\n').next().unwrap_or_default() } else { own };
    (is_list && !OTHER_ROUTE.is_match(own)).then(|| Span::new(route.start(), route.end()))
}

/// The dose directly after the name of a drug.
static DOSE_BEHIND_DRUG: LazyLock<Pattern> = LazyLock::new(|| {
    crate::pattern::any_case(
        r"^[ (]*\d[\d.,]* ?(?:mg|mcg|g|ug|µg|units?)(?:/(?:m2|m²|kg))?[)]?(?: (?:total|flat|capped|cap))?",
    )
});

/// The text between the drugs of an enumeration: their doses, commas and "and".
static BETWEEN_DRUGS: LazyLock<Pattern> = LazyLock::new(|| {
    crate::pattern::any_case(
        r"^[ (]*(?:\d[\d.,]* ?(?:mg|mcg|g|ug|µg|units?)(?:/(?:m2|m²|kg))?[)]?)?(?: ?[,+/&] ?| |and|y|e|with|con|plus|más)*$",
    )
});

/// The route into the cerebrospinal fluid, as a pattern.
const ROUTE_WORDS: &str = r"(?:\b(?:intra-?thecal(?:ly)?|intra-?tecal(?:es|mente)?|intrarraqu[ií]de\w+|intra-?e?spinal(?:ly)?|intra-?cisternal(?:ly|mente)?|IT|i\.t\.|(?:in)?to (?:the )?(?:CSF|cerebrospinal fluid|spinal canal)|(?:en|al) (?:el )?(?:LCR|l[ií]quido cefalorraqu[ií]deo)))(?:\b|$)";

/// Returns the intrathecal route that belongs to the drug: the first route after it and before the
/// next drug, or one directly before it.
fn intrathecal(block: &BlockContext<'_>, drug: Span, sentence: Span) -> Option<Span> {
    let next = block
        .medications()
        .iter()
        .map(|medication| medication.drug.start)
        .filter(|start| *start > drug.start)
        .min();
    let behind = Span { start: drug.end, end: next.unwrap_or(sentence.end).min(sentence.end) };
    let is_intrathecal = |span: Span| {
        let text = block.slice(span);
        let folded = fold(text);
        ROUTE_WORD_BEGINNINGS.iter().any(|name| folded.starts_with(name))
            || matches!(text, "IT" | "i.t." | "I.T." | "LP")
            || is_into_fluid(&folded)
    };
    let is_apart = |drug: Span, route: Span| {
        block.slice(Span { start: drug.end, end: route.start.max(drug.end) }).contains([';', '.'])
            && !block
                .medications()
                .iter()
                .any(|medication| medication.drug == drug && medication.dose.is_some())
    };
    let mut routes: Vec<Span> =
        block.terms_in(behind, |term| term == Term::Route).map(|found| found.span).collect();
    routes.extend(abbreviated(block, behind));
    // "Vincristine 2 mg IV; intrathecal: methotrexate": a route before a colon belongs to what
    // follows.
    routes.retain(|route| {
        !block.slice(Span { start: route.end, end: sentence.end.max(route.end) }).starts_with(':')
    });
    routes.sort_unstable_by_key(|route| route.start);
    // "vincristine day 1, IT methotrexate": the route precedes its own drug.
    if let Some(next) = next.filter(|next| *next <= sentence.end) {
        let dose = block
            .medications()
            .iter()
            .find(|medication| medication.drug == drug)
            .and_then(|medication| medication.dose);
        routes.retain(|route| {
            // "vincristine 1.5 mg IT with methotrexate": the route directly after the dose belongs
            // to the drug.
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
    let apart = !is_list && block.medications().iter().any(|medication| gap.contains(medication.drug));
    (is_intrathecal(last) && !apart && (is_list || gap.len() <= 20)).then_some(last)
}

/// Whether folded words give the route into the cerebrospinal fluid: "into the CSF", "en el LCR",
/// "spinal".
fn is_into_fluid(folded: &str) -> bool {
    ["into the csf", "into csf", "to the csf", "into the cerebrospinal", "en el lcr", "al lcr", "spinal"]
        .iter()
        .any(|words| folded.starts_with(words))
}

/// Beginnings of folded words for the route into the cerebrospinal fluid.
static ROUTE_WORD_BEGINNINGS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("intrathecal-vinca/route-word-beginnings"));

/// Returns the route in words that do not describe the route of other drugs, or `IT` and `LP` in
/// capitals, as separate words.
fn abbreviated(block: &BlockContext<'_>, place: Span) -> Option<Span> {
    let text = block.slice(place);
    let lower = text.to_lowercase();
    if lower.len() == text.len() {
        let named = word_list!("intrathecal-vinca/abbreviated")
            .iter()
            .filter_map(|name| lower.find(name).map(|at| (at, name.len())))
            .min();
        // "Vincristine 2 mg spinal": the word ends the clause; "spinal cord compression" does not.
        static ABBREVIATED_ROUTE: LazyLock<Pattern> = LazyLock::new(|| {
            crate::pattern::any_case(
                r"\d ?(?:mg|mcg)(?:/m2|/m²)?,? (?:(?:by|via|as a|por v[ií]a|v[ií]a) )?(?P<route>spinal|espinal)(?: (?:route|injection|today|now|hoy))?[ .,;)]*$",
            )
        });
        let named = named.or_else(|| {
            ABBREVIATED_ROUTE
                .captures(text)
                .and_then(|found| found.name("route"))
                .map(|one| (one.start(), one.len()))
        });
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
