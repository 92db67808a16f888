//! `statistics/flow-total`

mod across_sentences;
mod counts;
mod given;
mod parts;
mod prose;

use crate::analysis::statistics::Statistics;
use crate::analysis::topics::Topics;
use crate::pattern::Pattern;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, Scan};
use counts::{COUNT, Count, count, remark, spanish_or};
use referee_findings::{Data, Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "statistics/flow-total",
        summary: "Counts in a flow of participants or records do not add up",
        severity: Some(Severity::Warning),
        scope: Scope::Block,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

- Arms that do not add up to the number randomised in the same sentence: `121 patients were randomised to drug (n = 60) \
or placebo (n = 60)`.
- A list of the boxes of a flow diagram, with their counts, that does not add up: identified less duplicates is screened; \
screened less excluded is sought; sought less not retrieved is assessed; assessed less excluded is included; assessed for \
eligibility less excluded is randomised.

## Why

The flow of participants is what readers judge a trial and a review by; a patient who is in no box is asked for.

## Example

```text
In total, 121 patients were randomised to drug (n = 60) or placebo (n = 60).
```

## What it cannot tell

Counts that stand in figures, or in sentences that name other reasons besides. It looks only at counts with a label, and \
says nothing where a label occurs twice in one paragraph.

## Fixes

None: only the author knows which number is right.

## Sources

PRISMA 2020, 10.1136/bmj.n71, and CONSORT 2025, 10.1371/journal.pmed.1004587, for the boxes and their names.
",
    },
    checks: &[Check::block(Applies::Manuscripts, BlockFlags::DIGIT, check), Check::document(Applies::Manuscripts, check_boxes)],
    fixes: None,
};

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    let statistics = block.statistics();
    let text = statistics.text();
    if block.in_references || text.len() < 20 {
        return Vec::new();
    }
    let mut out = arms(block, statistics);
    for more in prose::remainders(block, statistics)
        .into_iter()
        .chain(prose::halves(block, statistics))
        .chain(prose::without_duplicates(block, statistics))
        .chain(prose::groups_in_brackets(block, statistics))
        .chain(parts::listed(block, statistics))
        .chain(across_sentences::check(block, statistics))
        .chain(given::check(block, statistics))
    {
        if !out.iter().any(|known| known.place.overlaps(more.place)) {
            out.push(more);
        }
    }
    out
}

/// `121 patients were randomised to drug (n = 60) or placebo (n = 60)`.
fn arms(block: &BlockContext<'_>, statistics: &Statistics) -> Vec<Remark> {
    static ALLOCATED_TOTAL: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(&format!(
            r"(?i){COUNT} (?:[\p{{L}}-]+ ){{0,4}}?(?:underwent|entered) randomi[sz]ation:|{COUNT} (?:[\p{{L}}-]+ ){{0,4}}?(?:(?:were|was|fueron) )?(?:randomi[sz]ed|randomly (?:assigned|allocated)|aleatorizad[oa]s|asignad[oa]s (?:aleatoriamente|al azar)|allocated|assigned)\b|\b(?:randomi[sz]ed|randomly (?:assigned|allocated)) {COUNT} (?:[\p{{L}}-]+ ){{0,2}}?(?:patients|participants|women|men|children|adults|subjects)\b|se (?:aleatorizaron|asignaron aleatoriamente|asignaron al azar)(?: a)? {COUNT}\b|\b(?:of|de) (?:the |these |all |los |las )?{COUNT} (?:[\p{{L}}-]+ ){{0,2}}?(?:patients|participants|women|men|children|adults|subjects|pacientes|participantes|mujeres|sujetos)(?: [\p{{L}}-]+)?,|[(\[]n ?= ?{COUNT}[)\]] (?:(?:were|fueron) )?(?:randomi[sz]ed|randomly (?:assigned|allocated)|aleatorizad[oa]s|asignad[oa]s al azar)\b"
        )))
    });
    static ARM_COUNT: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(&format!(
            r"(?i)(?:[(\[]|, |; |and |y )n ?= ?{COUNT}\b|\b{COUNT} (?:(?:patients|participants|women|men|children|subjects|pacientes|participantes) )?(?:(?:were |was )?(?:randomly )?(?:assigned|allocated|randomi[sz]ed) to|(?:fueron )?(?:asignad[oa]s|aleatorizad[oa]s) al?|to|in|into|received|al|a la|a los|a [\p{{L}}]+|en el|recibieron)\b"
        )))
    });
    let text = statistics.text();
    // Without one of these words no regular expression runs.
    if !["andom", "aleatori", " azar", " allocated", " assigned"].iter().any(|word| text.contains(word)) {
        return Vec::new();
    }
    let (Some(head), Some(arm)) = (ALLOCATED_TOTAL.as_ref(), ARM_COUNT.as_ref()) else { return Vec::new() };
    let mut out = Vec::new();
    for found in head.captures_iter(text) {
        let Some(total) = count(&found) else { continue };
        let Some(whole) = found.get(0) else { continue };
        // `of 12 randomised trials` does not randomise people.
        let next = text.get(whole.end()..).unwrap_or_default().trim_start();
        if ["trial", "controlled", "clinical", "stud", "compar", "evidence", "ensayo"]
            .iter()
            .any(|word| next.starts_with(word))
        {
            continue;
        }
        let end = statistics.sentence_range(&(whole.start()..whole.end())).end;
        // "Of 96 patients, 50 received aspirin and 40 a statin" does not assign groups.
        let rest = text.get(whole.end()..end.max(whole.end())).unwrap_or_default();
        let assigns = ["assigned", "allocated", "randomi", "asignad", "aleatoriz"]
            .iter()
            .any(|word| rest.contains(word));
        // "Of 214 patients screened, 180 were randomised: 92 to one and 88 to the other": the second number is the total.
        let own_total = whole.as_str().ends_with(',')
            && head.captures(rest).is_some_and(|next| {
                let behind = next.get(0).and_then(|next| rest.get(next.end()..)).unwrap_or_default();
                count(&next).is_some_and(|(next, _)| next < total.0 && next.saturating_mul(2) > total.0)
                    && !is_first_arm(behind)
            });
        if whole.as_str().ends_with(',') && (!assigns || own_total) {
            continue;
        }
        let tail = text.get(whole.end()..end.max(whole.end())).unwrap_or_default();
        const ARM_LIST_ENDS: [&str; 22] = [
            ";",
            " completed",
            " analy",
            " withdrew",
            " discontinu",
            " excluded",
            " lost ",
            " dropped",
            " died",
            " completaron",
            " abandonaron",
            " analiz",
            " excluid",
            " of whom",
            " of which",
            " de los cuales",
            " evaluable",
            " treated",
            " received at least",
            " stratified",
            "respectively",
            "%",
        ];
        let stop = ARM_LIST_ENDS.iter().filter_map(|stop| tail.find(stop)).min().unwrap_or(tail.len());
        let tail = tail.get(..stop).unwrap_or_default();
        let shift = whole.end();
        let parts: Vec<Count> = arm
            .captures_iter(tail)
            .filter_map(|found| count(&found))
            .map(|(number, at)| (number, at.start + shift..at.end + shift))
            .collect();
        let sums = parts.iter().scan(0_u64, |sum, (number, _)| {
            *sum = sum.saturating_add(*number);
            Some(*sum)
        });
        let sums: Vec<u64> = sums.collect();
        let Some(sum) = sums.last().copied() else { continue };
        // Arms have equal sizes or a simple ratio; a number far from the total is something else.
        let plausible = parts.len() >= 2
            && parts.len() <= 8
            && parts.iter().all(|(number, _)| *number < total.0)
            && sum <= total.0.saturating_add(total.0 / 4)
            && sum.saturating_mul(4) >= total.0.saturating_mul(3);
        if !plausible || sums.contains(&total.0) {
            continue;
        }
        let shown: Vec<String> = parts.iter().map(|(number, _)| number.to_string()).collect();
        let message = spanish_or(
            block,
            format!(
                "Los grupos suman {sum} ({}), y se dice que se aleatorizaron {}. Compruebe los números, o diga dónde están los demás.",
                shown.join(" + "),
                total.0
            ),
            format!(
                "The arms add up to {sum} ({}), and {} are said to be randomised. Check the counts, or say where the others are.",
                shown.join(" + "),
                total.0
            ),
        );
        let end = parts.last().map_or(whole.end(), |(_, at)| at.end);
        out.push(remark(statistics, total.1.start..end, message, total.0, sum));
    }
    out
}

/// Whether the text after "110 were randomly assigned" makes them the first arm and not a total: "to metformin and 100
/// to placebo".
fn is_first_arm(behind: &str) -> bool {
    static OTHER_ARM: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"^ (?:to|al?) [^;.:0-9()]{1,50}(?: and| y|,) [0-9][0-9,]* (?:(?:were|fueron) )?(?:to|al?)\b",
        ))
    });
    OTHER_ARM.as_ref().is_some_and(|pattern| pattern.is_match(behind))
}

/// The boxes of PRISMA and CONSORT flow diagrams, with their names in both languages.
const BOXES: [(&str, &str); 12] = [
    ("identified", r"records identified[^0-9.;|()]{0,40}|registros identificados[^0-9.;|()]{0,40}"),
    (
        "duplicates",
        r"(?:duplicate records|duplicates|duplicate records) removed[^0-9.;|()]{0,40}|(?:registros )?duplicados eliminados[^0-9.;|()]{0,20}",
    ),
    ("screened", r"records screened[^0-9.;|()]{0,20}|registros (?:cribados|examinados)[^0-9.;|()]{0,20}"),
    ("records excluded", r"records excluded[^0-9.;|()]{0,20}|registros excluidos[^0-9.;|()]{0,20}"),
    (
        "sought",
        r"reports sought(?: for retrieval)?[^0-9.;|()]{0,20}|(?:informes|publicaciones) buscad[oa]s[^0-9.;|()]{0,30}",
    ),
    (
        "not retrieved",
        r"reports not retrieved[^0-9.;|()]{0,20}|(?:informes|publicaciones) no recuperad[oa]s[^0-9.;|()]{0,20}",
    ),
    (
        "assessed",
        r"reports assessed(?: for eligibility)?[^0-9.;|()]{0,20}|(?:informes|publicaciones) evaluad[oa]s[^0-9.;|()]{0,30}",
    ),
    (
        "reports excluded",
        r"reports excluded[^0-9.;|()]{0,20}|(?:informes|publicaciones) excluid[oa]s[^0-9.;|()]{0,20}",
    ),
    (
        "included",
        r"studies included(?: in (?:the )?review)?[^0-9.;|()]{0,20}|estudios incluidos[^0-9.;|()]{0,30}",
    ),
    (
        "eligibility",
        r"(?:^|[^\p{L}] ?)assessed for eligibility[^0-9.;|()]{0,20}|(?:^|[^\p{L}] ?)evaluados para elegibilidad[^0-9.;|()]{0,20}",
    ),
    ("excluded", r"(?:^|[^\p{L} ] ?|^ ?)excluded|(?:^|[^\p{L} ] ?)excluidos"),
    ("randomised", r"(?:^|[^\p{L} ] ?)randomi[sz]ed|(?:^|[^\p{L} ] ?)aleatorizados"),
];

/// The relations between boxes: minuend, subtrahend, difference.
const BOX_EQUATIONS: [[&str; 3]; 5] = [
    ["identified", "duplicates", "screened"],
    ["screened", "records excluded", "sought"],
    ["sought", "not retrieved", "assessed"],
    ["assessed", "reports excluded", "included"],
    ["eligibility", "excluded", "randomised"],
];

/// A box with its count and the count's location in the file.
type FlowBox = (&'static str, u64, Span);

/// The boxes of a flow diagram are in one paragraph or in list items, which are separate blocks.
fn check_boxes(draft: &Draft<'_>) -> Vec<Remark> {
    let mut out = Vec::new();
    let mut found: Vec<FlowBox> = Vec::new();
    let mut last = None;
    let mut before = 0;
    for group in draft.scan::<FlowBoxes>(()) {
        for (index, own) in &group.summary.boxes {
            let index = before + index;
            if last.is_none_or(|last| last + MAX_BLOCKS_BETWEEN < index) {
                out.extend(sums(&std::mem::take(&mut found), draft.is_spanish()));
            }
            last = Some(index);
            found.extend(own.iter().map(|(name, count, span)| (*name, *count, span.shift(group.start))));
        }
        before += group.summary.blocks;
    }
    out.extend(sums(&found, draft.is_spanish()));
    out
}

/// The maximum number of blocks between two boxes of one flow diagram.
const MAX_BLOCKS_BETWEEN: usize = 3;

/// The boxes in some blocks.
#[derive(Default)]
struct FlowBoxes {
    /// The number of blocks.
    blocks: usize,
    /// The blocks with boxes, by index.
    boxes: Vec<(usize, Vec<FlowBox>)>,
}

/// The boxes of one block, with their locations.
struct BlockBoxes(Vec<FlowBox>);

impl Scan for FlowBoxes {
    type State = ();
    type Summary = FlowBoxes;

    fn visit((): &mut (), summary: &mut FlowBoxes, block: &BlockContext<'_>) {
        let index = summary.blocks;
        summary.blocks += 1;
        if block.in_references
            || !block.flags().any(BlockFlags::DIGIT)
            || !block.is_prose()
            || !block.topics().any(Topics::FLOW)
        {
            return;
        }
        let own = block.fact(|block| BlockBoxes(boxes(block)));
        if !own.0.is_empty() {
            let moved = own.0.iter().map(|(name, count, span)| (*name, *count, span.shift(block.start)));
            summary.boxes.push((index, moved.collect()));
        }
    }
}

/// `Records screened (n = 1,000)`, `Records screened: 1,000` and the other boxes of a block.
fn boxes(block: &BlockContext<'_>) -> Vec<FlowBox> {
    static BOX_PATTERNS: LazyLock<Vec<(&'static str, Pattern)>> = LazyLock::new(|| {
        let pattern = |label: &str| {
            Some(Pattern::new(&format!(
                r"(?i)(?:{label}) ?(?:[(\[] ?n ?= ?{COUNT} ?[)\]]|[:=|] ?(?:n ?= ?)?{COUNT}\b)"
            )))
        };
        BOXES.iter().filter_map(|(name, label)| pattern(label).map(|pattern| (*name, pattern))).collect()
    });
    let statistics = block.statistics();
    let text = statistics.text();
    let mut found = Vec::new();
    for (name, pattern) in BOX_PATTERNS.iter() {
        for hit in pattern.captures_iter(text).filter_map(|found| count(&found)).take(3) {
            found.push((*name, hit.0, statistics.source(&hit.1).shift(block.start)));
        }
    }
    found
}

/// The Spanish name of a flow diagram box.
fn box_in_spanish(name: &'static str) -> &'static str {
    match name {
        "identified" => "identificados",
        "duplicates" => "duplicados",
        "screened" => "cribados",
        "records excluded" => "registros excluidos",
        "sought" => "buscados",
        "not retrieved" => "no recuperados",
        "assessed" => "evaluados",
        "reports excluded" => "informes excluidos",
        "included" => "incluidos",
        "eligibility" => "evaluados para elegibilidad",
        "excluded" => "excluidos",
        "randomised" => "aleatorizados",
        _ => name,
    }
}

/// Reports relations between boxes that do not hold.
fn sums(found: &[FlowBox], spanish: bool) -> Vec<Remark> {
    let get = |name: &str| {
        let mut all = found.iter().filter(|(known, ..)| *known == name);
        match (all.next(), all.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        }
    };
    let mut out = Vec::new();
    for [from, less, left] in BOX_EQUATIONS {
        let (Some(whole), Some(block), Some(rest)) = (get(from), get(less), get(left)) else { continue };
        let expected = i128::from(whole.1) - i128::from(block.1);
        if expected == i128::from(rest.1) {
            continue;
        }
        let (whole_count, less_count, rest_count) = (whole.1, block.1, rest.1);
        let message = if spanish {
            format!(
                "{whole_count} {} menos {less_count} {} son {expected}, no {rest_count} {}. Compruebe los recuentos.",
                box_in_spanish(from),
                box_in_spanish(less),
                box_in_spanish(left)
            )
        } else {
            let removed = less.trim_start_matches("records ").trim_start_matches("reports ");
            format!(
                "{whole_count} {from} less {less_count} {removed} is {expected}, not {rest_count} {left}. Check the counts."
            )
        };
        let mut data = Data::default();
        data.more.insert("stated", rest.1.to_string());
        data.more.insert("sum", expected.to_string());
        let said = Remark::new(rest.2, message).with_data(data);
        let named = |name: &'static str| if spanish { box_in_spanish(name) } else { name };
        out.push(said.with_related(whole.2, named(from)).with_related(block.2, named(less)));
    }
    out
}

#[cfg(test)]
mod tests;
