//! `pN0` in a note that counts positive nodes.

use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, exact, words};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::Remark;
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// The first `pN0`, the first count of positive nodes, and reasons not to compare them.
#[derive(Clone, Copy, Debug, Default)]
struct NodeCounts {
    negative: Option<Span>,
    positive: Option<Span>,
    /// Whether there is another pN, only isolated tumour cells, or previous treatment.
    is_excepted: bool,
}

impl NodeCounts {
    fn add(&mut self, other: &NodeCounts, start: usize) {
        self.negative = self.negative.or(other.negative.map(|span| span.shift(start)));
        self.positive = self.positive.or(other.positive.map(|span| span.shift(start)));
        self.is_excepted |= other.is_excepted;
    }
}

impl Scan for NodeCounts {
    type State = ();
    type Summary = NodeCounts;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut NodeCounts, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<NodeCounts> = block.fact(read);
            summary.add(&here, block.start);
        }
    }
}

/// pN0, alone or after pT.
static NO_NODES: LazyLock<Pattern> =
    LazyLock::new(|| exact(r"\bp(?:T(?:is|[0-4])[a-d]?(?:\([a-z]+\))?[ ,/]{0,2}N|N)0\b"));

/// Another pathological node category, or one after treatment.
static OTHER_NODES: LazyLock<Pattern> = LazyLock::new(|| {
    exact(
        r"\bp(?:T(?:is|[0-4])[a-d]?(?:\([a-z]+\))?[ ,/]{0,2}N|N)[123]|\by[cp]?[TN][0-4]|N0 ?\((?:i\+|mol\+)",
    )
});

/// The number of positive nodes, folded: the count in `a` to `f`, the total in the group with the same letter and `t`.
static POSITIVE_NODES: LazyLock<Pattern> = LazyLock::new(|| {
    let node = r"(?:lymph |regional |axillary |sentinel |pelvic |mesorectal |perigastric )*nodes?";
    let hit = r"(?:positive|involved|metastatic|with metasta[a-z]+|contain(?:ed|ing)? (?:metasta[a-z]+|tumou?r|carcinoma))";
    let ganglios = r"(?:ganglios?(?: linfaticos?| regionales| axilares| resecados| aislados)*)";
    let afectos = r"(?:positiv[oa]s?|afect[oa]s?|afectad[oa]s?|metastasic[oa]s?|infiltrad[oa]s?|con metastasis|invadid[oa]s?)";
    exact(&format!(
        r"\b(?P<a>[0-9]{{1,2}}) ?(?:/|of|out of) ?(?P<at>[0-9]{{1,2}}) {node}(?: (?:were|are|was|is))? {hit}\b|\b(?P<b>[0-9]{{1,2}}) ?(?:/|of|out of) ?(?P<bt>[0-9]{{1,2}}) (?:positive|involved|metastatic) {node}\b|\bmetasta(?:sis|ses|tic (?:disease|carcinoma|deposits)) in (?P<c>[0-9]{{1,2}}) ?(?:/|of|out of) ?(?:the )?(?P<ct>[0-9]{{1,2}}) {node}\b|\b{node}:? (?P<d>[0-9]{{1,2}}) ?(?:/|of) ?(?P<dt>[0-9]{{1,2}}) {hit}\b|\b(?P<e>[0-9]{{1,2}}) ?(?:/|de|de los) ?(?P<et>[0-9]{{1,2}}) {ganglios} {afectos}\b|\b{ganglios}:? (?P<f>[0-9]{{1,2}}) ?(?:/|de) ?(?P<ft>[0-9]{{1,2}}) {afectos}\b|\bmetastasis en (?P<g>[0-9]{{1,2}}) ?(?:/|de|de los) ?(?P<gt>[0-9]{{1,2}}) {ganglios}\b|\b(?:{ganglios}:? )?(?P<ht>[0-9]{{1,2}})(?: {ganglios})?,? (?:de (?:ellos|los cuales|estos) |y )?(?P<h>[0-9]{{1,2}}) {afectos}\b"
    ))
});

/// The same with the total first: "of 21 nodes 5 were positive".
static TOTAL_FIRST: LazyLock<Pattern> = LazyLock::new(|| {
    exact(
        r"\bof (?:the )?(?P<ht>[0-9]{1,2}) (?:lymph |resected |regional )*nodes?,? (?P<h>[0-9]{1,2}) (?:were |are )?(?:positive|involved|contained|had metasta|showed metasta)",
    )
});

/// Words around a count that make it something other than metastases of this tumour, folded.
static OTHER_FINDING: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("impossible-stage/nodes/other-finding"));

fn read(block: &BlockContext<'_>) -> NodeCounts {
    let text = block.prose();
    let mut out = NodeCounts::default();
    if !text.contains("N0") && !text.contains("nod") && !text.to_lowercase().contains("ganglio") {
        return out;
    }
    out.is_excepted = OTHER_NODES.is_match(text);
    out.negative = NO_NODES.find(text).map(|found| Span::new(found.start(), found.end()));
    for sentence in block.sentences() {
        let shown = block.slice(sentence.span);
        let folded = fold(shown);
        let section = block.section_at(sentence.span.start as usize);
        let is_year = folded
            .split(|c: char| !c.is_ascii_digit())
            .any(|word| word.len() == 4 && (word.starts_with("19") || word.starts_with("20")));
        if matches!(section, Section::FamilyHistory | Section::PastHistory)
            || is_year
            || !["gangli", "node"].iter().any(|stem| folded.contains(stem))
            || OTHER_FINDING.iter().any(|words| folded.contains(words))
        {
            continue;
        }
        let found =
            POSITIVE_NODES.captures_iter(&folded).chain(TOTAL_FIRST.captures_iter(&folded)).find(|found| {
                let number = |name: &str| found.name(name)?.as_str().parse::<u32>().ok();
                ["a", "b", "c", "d", "e", "f", "g", "h"].iter().any(|name| {
                    let total = number(&format!("{name}t"));
                    number(name).is_some_and(|count| count > 0 && total.is_some_and(|total| count <= total))
                })
            });
        let Some(whole) = found.and_then(|found| found.get(0)) else { continue };
        // Offsets are valid only if folding preserves the length of each character.
        let byte = |at: usize| {
            let nth = folded.get(..at).map_or(0, |ahead| ahead.chars().count());
            shown.char_indices().nth(nth).map_or(shown.len(), |(at, _)| at)
        };
        let at = sentence.span.start as usize;
        out.positive.get_or_insert(Span::new(at + byte(whole.start()), at + byte(whole.end())));
    }
    out
}

/// Reports pN0 with a positive node count.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = NodeCounts::default();
    for group in draft.scan::<NodeCounts>(()) {
        all.add(&group.summary, group.start);
    }
    let (Some(negative), Some(positive), false) = (all.negative, all.positive, all.is_excepted) else {
        return Vec::new();
    };
    let (category, count) =
        (draft.text(negative).unwrap_or_default(), draft.text(positive).unwrap_or_default());
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "«{category}» y «{count}» no van juntos: con ganglios positivos no es N0. Compruebe los dos."
            ),
            "los ganglios",
        )
    } else {
        (
            format!(
                "“{category}” and “{count}” do not go together: with positive nodes it is not N0. Check both."
            ),
            "the nodes",
        )
    };
    vec![Remark::new(negative, message).with_related(positive, other)]
}
