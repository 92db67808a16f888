//! The side of an indication, a diagnosis or a consent, and the side of the operation, each under its label: “Consent: right
//! arm marked. Procedure performed: carpal tunnel release, left hand”.

use super::{side_in_words, sides};
use crate::analysis::folding::fold_joined;
use crate::pattern::{Pattern, contexts, exact, forms, word_list};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// The meaning of a label before a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// Why, where or with what consent is operated.
    Reason,
    /// A performed operation.
    Operation,
}

/// A part of the body with its side, under a label.
#[derive(Clone, Copy, Debug)]
struct LabelledSide {
    label: Label,
    part: usize,
    is_left: bool,
    span: Span,
}

/// The sides under labels of a block or a draft, and the parts that a label names on both sides.
#[derive(Clone, Debug, Default)]
struct LabelledSides {
    all: Vec<LabelledSide>,
    both: Vec<Label>,
}

impl LabelledSides {
    fn add(&mut self, other: &LabelledSides, start: usize) {
        self.all.extend(other.all.iter().map(|one| LabelledSide { span: one.span.shift(start), ..*one }));
        self.both.extend(&other.both);
    }
}

impl Scan for LabelledSides {
    type State = ();
    type Summary = LabelledSides;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut LabelledSides, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<LabelledSides> = block.fact(read);
            summary.add(&here, block.start);
        }
    }
}

/// The label of a reason, folded, at the beginning of a line.
static REASON: LazyLock<Pattern> = LazyLock::new(|| label_of("contradiction/operation-label/reason"));
/// The label of what was done, folded, at the beginning of a line.
static OPERATION: LazyLock<Pattern> = LazyLock::new(|| label_of("contradiction/operation-label/operation"));
/// Any other label at the beginning of a line, folded.
static OTHER: LazyLock<Pattern> = LazyLock::new(|| exact(r"^[ *_#>-]*[a-z][a-z0-9 /&().-]{2,40}:"));

fn label_of(context: &str) -> Pattern {
    exact(&format!(r"^[ *_#>-]*(?:{words})[^:\n]{{0,25}}:", words = forms(context)))
}

/// The parts of the body, each with its side before or after it, folded.
static PARTS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let pattern = |(_, part): (&str, String)| {
        exact(&format!(
            r"\b(?P<before>left|right)[ -](?:[a-z-]+ ){{0,2}}?(?:{part})\b|\b(?:{part})(?: [a-z]+){{0,2}}?,? (?P<after>izquierd[oa]|derech[oa]|izd[oa]|dch[oa])\b|\b(?:{part})[ ,(:]{{1,2}}(?P<end>left|right)(?:[.,;)\n]|$)"
        ))
    };
    contexts("contradiction/operation-label/part:").map(pattern).collect()
});

/// Words by which a label refers to both sides, or to the approach, folded.
static BOTH_OR_ACCESS: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(r"\b(?:{words})\b", words = forms("contradiction/operation-label/both-or-access")))
});

fn read(block: &BlockContext<'_>) -> LabelledSides {
    let mut out = LabelledSides::default();
    let text = block.prose();
    let folded = fold_joined(text);
    if !folded.contains(':')
        || !word_list!("contradiction/operation-label/sides").iter().any(|side| folded.contains(side))
    {
        return out;
    }
    let byte = |at: usize| {
        let nth = folded.get(..at).map_or(0, |ahead| ahead.chars().count());
        text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at)
    };
    let mut label = None;
    let mut start = 0;
    for line in folded.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let named = if REASON.is_match(line) {
            Some(Label::Reason)
        } else {
            OPERATION.is_match(line).then_some(Label::Operation)
        };
        // A label with text on its line ends with it.
        let is_alone = line.trim_end().ends_with(':');
        let in_force = if named.is_some() || OTHER.is_match(line) { named } else { label };
        label = in_force.filter(|_| is_alone || named.is_none());
        let Some(label) = in_force else { continue };
        if BOTH_OR_ACCESS.is_match(line) {
            out.both.push(label);
            continue;
        }
        for (part, pattern) in PARTS.iter().enumerate() {
            for found in pattern.captures_iter(line) {
                let side = ["before", "after", "end"].iter().find_map(|name| found.name(name));
                let (Some(whole), Some(side)) = (found.get(0), side) else { continue };
                let rest = line.get(whole.end()..).unwrap_or_default();
                if rest.starts_with("ed") || rest.trim_start_matches([' ', '-']).starts_with("domina") {
                    continue;
                }
                let span = Span::new(byte(at + whole.start()), byte(at + whole.end()));
                out.all.push(LabelledSide {
                    label,
                    part,
                    is_left: side.as_str().starts_with(['l', 'i']),
                    span,
                });
            }
        }
    }
    out
}

/// An operation on one side whose reason or consent is on the other.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = LabelledSides::default();
    for group in draft.scan::<LabelledSides>(()) {
        all.add(&group.summary, group.start);
    }
    if all.both.contains(&Label::Operation) || all.both.contains(&Label::Reason) {
        return Vec::new();
    }
    let of =
        |part: usize, label: Label| all.all.iter().filter(move |one| one.part == part && one.label == label);
    let pair = (0..PARTS.len()).find_map(|part| {
        let (reason, operation) = (of(part, Label::Reason).next()?, of(part, Label::Operation).next()?);
        let is_one_sided = of(part, Label::Reason).all(|one| one.is_left == reason.is_left)
            && of(part, Label::Operation).all(|one| one.is_left == operation.is_left);
        (is_one_sided && reason.is_left != operation.is_left).then_some((*reason, *operation))
    });
    let Some((reason, operation)) = pair else { return Vec::new() };
    if !sides::check(draft).is_empty() || !side_in_words::check(draft).is_empty() {
        return Vec::new();
    }
    let (done, why) =
        (draft.text(operation.span).unwrap_or_default(), draft.text(reason.span).unwrap_or_default());
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "«{done}» en la intervención y «{why}» en el diagnóstico o el consentimiento: ¿qué lado es? Compruebe los dos lugares."
            ),
            "el otro lado",
        )
    } else {
        (
            format!(
                "“{done}” in the procedure and “{why}” in its reason or consent: which side is it? Check both places."
            ),
            "the other side",
        )
    };
    vec![
        Remark::new(operation.span, message)
            .with_severity(Severity::Warning)
            .with_related(reason.span, other),
    ]
}
