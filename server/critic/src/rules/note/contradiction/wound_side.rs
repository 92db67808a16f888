//! A wound, dressing or cast on the opposite side of its operation or fracture.

use super::claims::names_relatives;
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, contexts, exact, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// Paired body parts: their names and the operations on them, folded.
static PARTS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let operations: Vec<(&str, String)> = contexts("contradiction/wound-side/operation:").collect();
    contexts("contradiction/wound-side/part:")
        .map(|(part, names)| {
            let own = operations.iter().find(|(of, _)| *of == part).map(|(_, forms)| forms.clone());
            (names, own.unwrap_or_else(|| NO_OPERATION.to_owned()))
        })
        .collect()
});

/// A pattern that no text matches.
const NO_OPERATION: &str = r"[^\s\S]";

/// Matches a folded line about an operation or a fracture.
static TREATED: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(r"#|\b(?:{words})\b", words = forms("contradiction/wound-side/treated")))
});

/// Matches a folded line with an operation on one of [`PARTS`].
static ANY_OPERATION: LazyLock<Pattern> = LazyLock::new(|| {
    let all: Vec<&str> = PARTS.iter().map(|(_, operation)| operation.as_str()).collect();
    exact(&format!(r"\b(?:{})\b", all.join("|")))
});

/// Matches a folded line about what remains of it.
static WOUND: LazyLock<Pattern> =
    LazyLock::new(|| exact(&format!(r"\b(?:{words})\b", words = forms("contradiction/wound-side/wound"))));

/// Words of a line whose wound has another cause, or that mentions several sides, folded.
static OTHER_CAUSE: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(r"\b(?:{words})\b", words = forms("contradiction/wound-side/other-cause")))
});

/// A body part with its side.
#[derive(Clone, Copy, Debug)]
struct SideMention {
    part: usize,
    is_left: bool,
    is_wound: bool,
    span: Span,
}

/// The sides in a block or a draft.
#[derive(Clone, Debug, Default)]
struct Sides {
    all: Vec<SideMention>,
}

impl Scan for Sides {
    type State = ();
    type Summary = Sides;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Sides, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Sides> = block.fact_of_sentences(read);
            summary.all.extend(
                here.all.iter().map(|side| SideMention { span: side.span.shift(block.start), ..*side }),
            );
        }
    }
}

/// Each part with its side before or after it, over folded text.
static PART_WITH_SIDE: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let side = |name: &str| {
        format!(r"(?P<{name}l>left|lt|l|izquierd[oa]|izda|izq)|(?P<{name}r>right|rt|r|derech[oa]|dcha|dcho)")
    };
    let (before, behind, ahead, after) = (side("a"), side("b"), side("c"), side("d"));
    PARTS
        .iter()
        .map(|(part, operation)| {
            exact(&format!(
                r"\b(?:{before})\.?[ -](?:\w+ ){{0,1}}(?:{part})\b|\b(?:{part})(?: ?#| fracture| fractura)?,? (?:{behind})\b|\b(?:{ahead})\.?[ -](?:[\w-]+ ){{0,3}}?(?P<op>{operation})\b|\b(?P<op2>{operation}),? (?:(?:of|on|to|de|del) )?(?:the |la |el )?(?:{after})\b"
            ))
        })
        .collect()
});

fn read(block: &BlockContext<'_>, sentence: Sentence, out: &mut Sides) {
    let text = block.slice(sentence.span);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let folded = fold(line);
        let is_wound = WOUND.is_match(&folded);
        let names_treatment = TREATED.is_match(&folded) || ANY_OPERATION.is_match(&folded);
        if !is_wound && !names_treatment {
            continue;
        }
        if names_relatives(&folded) || OTHER_CAUSE.is_match(&folded) {
            // A wound of another cause, or on both sides, is ignored and not compared with the rest.
            continue;
        }
        let byte = |at: usize| {
            let nth = folded.get(..at).map_or(0, |ahead| ahead.chars().count());
            line.char_indices().nth(nth).map_or(line.len(), |(at, _)| at)
        };
        for (part, pattern) in PART_WITH_SIDE.iter().enumerate() {
            for found in pattern.captures_iter(&folded) {
                let Some(whole) = found.get(0) else { continue };
                let is_left = ["al", "bl", "cl", "dl"].iter().any(|name| found.name(name).is_some());
                // "Left hip wound after a left hemiarthroplasty": the operation itself is no wound.
                let is_wound = is_wound && found.name("op").or_else(|| found.name("op2")).is_none();
                let from = sentence.span.start as usize + start;
                let span = Span::new(from + byte(whole.start()), from + byte(whole.end()));
                out.all.push(SideMention { part, is_left, is_wound, span });
            }
        }
    }
}

/// Reports a wound on the opposite side of its cause.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all: Vec<SideMention> = Vec::new();
    for group in draft.scan::<Sides>(()) {
        all.extend(
            group.summary.all.iter().map(|side| SideMention { span: side.span.shift(group.start), ..*side }),
        );
    }
    let mut out = Vec::new();
    for part in 0..PART_WITH_SIDE.len() {
        let of =
            |is_wound: bool| all.iter().filter(move |side| side.part == part && side.is_wound == is_wound);
        let (Some(treated), Some(wound)) = (of(false).next(), of(true).next()) else { continue };
        let is_one_sided = |is_wound: bool, is_left: bool| of(is_wound).all(|side| side.is_left == is_left);
        if treated.is_left == wound.is_left
            || !is_one_sided(false, treated.is_left)
            || !is_one_sided(true, wound.is_left)
        {
            continue;
        }
        let (this, that) =
            (draft.text(wound.span).unwrap_or_default(), draft.text(treated.span).unwrap_or_default());
        let (message, other) = if draft.is_spanish() {
            (
                format!("«{this}», y lo que se trató es «{that}». Compruebe el lado en los dos lugares."),
                "el otro lado",
            )
        } else {
            (
                format!("“{this}”, and what was treated is “{that}”. Check the side in both places."),
                "the other side",
            )
        };
        out.push(
            Remark::new(wound.span, message)
                .with_severity(Severity::Warning)
                .with_related(treated.span, other),
        );
    }
    out
}
